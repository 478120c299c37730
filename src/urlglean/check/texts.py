"""Texts that fragments ask to be shown: ``#:~:text=`` (URL Fragment Text Directives, section 3).

They are looked for by their words alone: how a program lays them out, and which marks it makes, nobody knows.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from urlglean.patterns import lazy_re
from urlglean.uri.characters import unescaped

_DELIMITER = ":~:"
_ASKED_FOR = "text="
_NOT_SHOWN = lazy_re(
    r"<(?P<name>script|style|template|title)\b[^<>]*+>.*?(?:</(?P=name)>|\Z)|<!--.*?(?:-->|\Z)"
    r"|</?(?:a|abbr|b|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)(?:\s[^<>]*+)?>"
    r"|\]\([^()\n]*+\)|\]\[[^\[\]\n]*+\]"
    r"|(?<![a-z:]):[a-z:]++(?<=:)(?=`)|\s<[^<>\n]*+>(?=`)|[*`\\\xad]",
    re.DOTALL | re.IGNORECASE,
)
"""What of a source no reader sees, and what does not part words: tags in a line, destinations, marks, roles."""
_TAG = lazy_re(r"<[^<>]*+>")
_WORD = lazy_re(r"[^\W_]+")


def shown_words(source: str) -> str:
    """Give the words of a page, of Markdown or of reStructuredText, in small letters, a space around each."""
    return _words(unescaped(_TAG.sub(" ", _NOT_SHOWN.sub("", source))))


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _has_text(text: str, directive: str) -> bool:
    """Tell whether words hold what ``[prefix-,]start[,end][,-suffix]`` stands for."""
    parts = [unquote(one) for one in directive.split(",")]
    before = parts.pop(0)[:-1] if len(parts) > 1 and parts[0].endswith("-") else ""
    behind = parts.pop()[1:] if len(parts) > 1 and parts[-1].startswith("-") else ""
    wanted = [_words(one) for one in parts[:2]]
    wanted[0] = _words(before + " " + parts[0])
    wanted[-1] = _words((before + " " if len(wanted) == 1 else "") + parts[len(wanted) - 1] + " " + behind)
    if not all(map(str.isascii, wanted)):  # in some scripts no space parts words
        text, wanted = text.replace(" ", ""), [one.replace(" ", "") for one in wanted]
    at = 0
    for one in filter(str.strip, wanted):  # what has no words is found anywhere
        at = text.find(one, at)
        if at < 0:
            return False
        at += max(len(one) - 1, 0)
    return True


def parted(fragment: str) -> tuple[str, str]:
    """Give the two halves of a fragment: what may be an id, and what asks for texts, empty where nothing does.

    >>> parted("usage:~:text=one&text=two"), parted("usage")
    (('usage', 'text=one&text=two'), ('usage', ''))
    """
    name, _, directives = fragment.partition(_DELIMITER)
    asked = [one for one in directives.split("&") if one.startswith(_ASKED_FOR)]
    return name, "&".join(asked)


def is_shown(words: str, directives: str) -> bool:
    """Tell whether words, as `shown_words` gives them, hold each of the texts that are asked for.

    >>> is_shown(shown_words("Turn the <b>lamp</b> on, then off."), "text=the%20lamp&text=turn,off")
    True
    """
    return all(_has_text(words, one.removeprefix(_ASKED_FOR)) for one in directives.split("&"))
