"""How redirectors write the target that they carry: percent-encoded, in base64, in an alphabet of their own.

A decoder takes what stands in the URL and gives the target; it raises ValueError (or LookupError) where that is not
what it should be.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from urlglean.patterns import lazy_re
from urlglean.uri.characters import attribute_value

_SEGMENT_END = lazy_re("[/?#]")
_UNDECODED = lazy_re(r"[\udc80-\udcff]+")
_RUN_LENGTHS = {
    letter: length
    for length, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 2)
}
_V3_MARK = lazy_re(r"\*(\*.)?", re.DOTALL)
ONE_SLASH = lazy_re(r"\A([A-Za-z][A-Za-z0-9+.-]*:/)(?=[^/])")

Decoder = Callable[[str], str]
"""What takes the value of a parameter, or what stands behind the path, and gives the target.

It raises ValueError (or LookupError) where the value is not what it should be: then nothing is unwrapped.
"""


def percent_decoded(value: str) -> str:
    """Undo percent-encoding as UTF-8; octets that are not UTF-8 stay encoded, and a plus sign stays a plus sign."""
    if "%" not in value:
        return value
    text = unquote_to_bytes(value).decode("utf-8", "surrogateescape")
    return _UNDECODED.sub(lambda found: "".join(f"%{ord(one) - 0xDC00:02X}" for one in found[0]), text)


def _base64(value: str) -> str:
    """Undo base64 in either alphabet, padded or not (RFC 4648 sections 4 and 5)."""
    value = value.replace("-", "+").replace("_", "/").rstrip("=")
    return b64decode(value + "=" * (-len(value) % 4), validate=True).decode("utf-8")


def base64_in_parameter(value: str) -> str:
    """Undo percent-encoding, then base64."""
    return _base64(percent_decoded(value))


def after_a1(value: str) -> str:
    """Bing: ``a1``, then the target in base64."""
    if not value.startswith("a1"):
        raise ValueError("no target")
    return _base64(percent_decoded(value[2:]))


def proofpoint_1(value: str) -> str:
    """URL Defense v1: percent-encoding over HTML's character references."""
    return attribute_value(percent_decoded(value))


def proofpoint_2(value: str) -> str:
    """URL Defense v2: v1 with ``-`` for the percent sign and ``_`` for the slash."""
    return proofpoint_1(value.replace("-", "%").replace("_", "/"))


def proofpoint_3(rest: str) -> str:
    """URL Defense v3: ``__URL__;CHARACTERS!...``.

    Each character that could come to harm was taken out of the URL, put into CHARACTERS (UTF-8 in base64), and
    left a ``*`` behind; of a run of 2 to 65 such characters, ``**`` and a letter for its length are left.
    """
    url, end, rest = rest.partition("__;")
    encoded, mark, _ = rest.partition("!")
    if not (url and end and mark):
        raise ValueError("cut short")
    characters = _base64(encoded)
    position = 0

    def restore(found: re.Match[str]) -> str:
        nonlocal position
        start = position
        position += _RUN_LENGTHS[found[1][1]] if found[1] else 1
        if position > len(characters):
            raise ValueError("characters are missing")
        return characters[start:position]

    # Software on the way may make one slash of two, or percent-encode what it finds.
    return _V3_MARK.sub(restore, percent_decoded(ONE_SLASH.sub(r"\1/", url, count=1)))


def segment(rest: str) -> str:
    """Cisco and Postmark: the whole target percent-encoded as one segment of the path."""
    first = _SEGMENT_END.split(rest, maxsplit=1)[0]
    return percent_decoded(first) if "%" in first else rest


def host_and_path(rest: str) -> str:
    """Read ``s/`` as https, else http, before a host, a path and a query (caches of AMP pages)."""
    rest = rest.partition("#")[0]
    return f"https://{rest[2:]}" if rest.startswith("s/") else f"http://{rest}"


def yahoo_search(rest: str) -> str:
    """Yahoo's results: ``/RU=`` and the target as one segment."""
    found = rest.partition("/RU=")[2]
    return percent_decoded(found.partition("/")[0])


def _after_asterisk(rest: str) -> str:
    """Yahoo's old redirectors: the target behind ``*``, as it stands, or percent-encoded from ``http:`` on."""
    return rest.partition("*")[2].lstrip("*-")


def after_question_mark_or_asterisk(rest: str) -> str:
    """Yahoo's footers: ``?`` before the target as well."""
    return rest[1:] if rest.startswith("?") else _after_asterisk(rest)


def within_brackets(value: str) -> str:
    """Zanox: two square brackets around the target."""
    return percent_decoded(value).removeprefix("[[").removesuffix("]]")


def base64_segment(rest: str) -> str:
    """Sailthru and Kit: the target in base64 as one segment of the path."""
    return _base64(_SEGMENT_END.split(rest, maxsplit=1)[0])


def before_last_colon(value: str) -> str:
    """Disqus: a signature stands behind the last colon."""
    return percent_decoded(value).rpartition(":")[0]


def in_avanan(rest: str) -> str:
    """Avanan v2: the URL as it stands between three underscores and three more."""
    url, end, _ = rest.partition("___")
    if not end:
        raise ValueError("cut short")
    return url


def up_to_two_ampersands(rest: str) -> str:
    """MSN before 2010: the target as it stands, then ``&&`` and what is counted."""
    return rest.partition("&&")[0]


def after_mark(rest: str) -> str:
    """DoubleClick's clicks: parameters behind semicolons, a question mark, the target as it stands."""
    return rest.partition("?")[2]


def as_it_stands(rest: str) -> str:
    """Give the target of those that put themselves before it and leave it alone."""
    return rest


def in_json(*names: str, piece: int = 0) -> Decoder:
    """Give a decoder of a JSON object in base64, signed or not, in which these names lead to the target.

    The member of each name but the last is a string that holds JSON in its turn. ``piece`` is which one the object is
    of those that full stops part (of a JSON Web Token it is the second).
    """

    def decode(value: str) -> str:
        found: Any = _base64(re.split("[./?%#]", value.removesuffix("="))[piece])
        for name in names:
            try:
                found = json.loads(found)
            except RecursionError:
                raise ValueError("no target") from None
            found = found.get(name) if isinstance(found, dict) else None
            if not isinstance(found, str):
                raise ValueError("no target")  # noqa: TRY004  (the value is wrong, whatever is wrong about it)
        return str(found)

    return decode
