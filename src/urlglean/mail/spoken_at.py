"""URLs in which an archive of mail has spoken the ``@`` aloud, as it does with addresses."""

from __future__ import annotations

import re

from urlglean.unbroken import Unbroken, taking_out

__all__ = ["undo_spoken_at"]

_SPOKEN_AT = re.compile(
    r"(?<![^\s<>\"'(\[])([a-z][a-z0-9+.-]{1,20}:[^\s<>\"]++)(?<=\w) at (?=(?:[a-z0-9-]++\.)++[a-z]{2,}+(/?))",
    re.IGNORECASE,
)
"""What begins like a URL, the *at* behind it, and a host; with a slash behind that, where there is one."""
_OF_ADDRESSES = frozenset({"mailto", "news", "mid", "cid", "xmpp", "sip", "sips"})
_USER = re.compile(r"//(?:[\w+-]+|[\w.+-]+:[\w.+%-]*[^\W\d][\w.+%-]*)")
_DIGITS_OF_IDENTIFIER = 5


def undo_spoken_at(text: str) -> Unbroken | None:
    r"""Write the ``@`` again that an archive (pipermail) has spoken aloud in URLs; None where there are none.

    Prose says *at*, too. So what is before it has to be a user or the identifier of a message.

    >>> undo_spoken_at("mailto:jim at a.org, http://mid.gmane.org/2004.1234 at a.org, see http://b.org/ at a.org").text
    'mailto:jim@a.org, http://mid.gmane.org/2004.1234@a.org, see http://b.org/ at a.org'
    """
    found = [
        spoken
        for spoken in _SPOKEN_AT.finditer(text)
        if _speaks_of_user(spoken[1], has_path=spoken[2] == "/")
    ]
    pieces: list[str] = []
    position = 0
    for spoken in found:
        pieces += (text[position : spoken.end(1)], "@@@@")
        position = spoken.end()
    written = "".join((*pieces, text[position:]))
    return taking_out(written, [(spoken.end(1), spoken.end() - 1) for spoken in found])


def _speaks_of_user(url: str, *, has_path: bool) -> bool:
    """Whether what a URL is up to an *at* and a host ends in who is at that host."""
    scheme, _, rest = url.partition(":")
    if scheme.lower() in _OF_ADDRESSES or _USER.fullmatch(rest):
        return True
    host, slash, path = rest.removeprefix("//").partition("/")
    last = re.split("[/=:]", path)[-1]
    return bool(host and slash and last) and (
        has_path or sum(map(str.isdigit, last)) >= _DIGITS_OF_IDENTIFIER
    )
