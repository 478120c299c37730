"""How a document's encoding percent-encodes a query (URL standard 1.3, *percent-encode after encoding*).

The encoders are those of the Encoding standard. They are read off its decoders, which turbohtml has: the
platform's codecs of those names are supersets, older versions, or choose otherwise among duplicates.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from urlglean.encoding.labels import known_encoding
from urlglean.patterns import lazy_re
from urlglean.uri.characters import SPECIAL_QUERY_SET, scalar_text

_NOT_ASCII = lazy_re(r"[^\x00-\x7f]+")
_UTF_8 = frozenset({"utf-8", "utf8"})

_Encoder = Callable[[str], "bytes | None"]
"""Takes a character, gives its octets; None where the encoding lacks it."""

# Encoding standard, sections 12.2.2 and 12.3.2: what the Japanese encoders put in the place of a few
# characters.
_JAPANESE_ROMAN: Mapping[str, str] = MappingProxyType({"\u00a5": "\\", "\u203e": "~"})
_JAPANESE: Mapping[str, str] = MappingProxyType({**_JAPANESE_ROMAN, "\u2212": "\uff0d"})

# The first octets of the pairs that the encoders write, and the characters of which they take the last of several
# (Encoding standard 5: index Big5 pointer, index Shift_JIS pointer). What Hong Kong added to Big5 below A1 is read, and
# never written.
_LEADS: Mapping[str, Iterable[int]] = MappingProxyType(
    {
        "big5": range(0xA1, 0xFF),
        "euc-jp": (0x8E, *range(0xA1, 0xFF)),
        "euc-kr": range(0x81, 0xFF),
        "gb18030": range(0x81, 0xFF),
        "shift_jis": (*range(0x81, 0xA0), *range(0xE0, 0xED), 0xEF, *range(0xFA, 0xFD)),
    }
)
_LAST = frozenset("\u2550\u255e\u2561\u256a\u5341\u5345")


def percent_encode_query(query: str, encoding: str) -> str:
    """Percent-encode what is not ASCII in the query of a special URL, in the document's encoding.

    A character the encoding lacks becomes ``%26%23``, its number, ``%3B``: what a form would send for it.
    What is ASCII stays as it is. An encoding nobody knows is UTF-8, and so are the Unicode encodings.

    >>> percent_encode_query("x=\u00e9\u3042&y=1", "latin-1")
    'x=%E9%26%2312354%3B&y=1'
    """
    name = _output_encoding(encoding)
    if name == "UTF-8":
        return _NOT_ASCII.sub(lambda found: _escaped(scalar_text(found[0]).encode()), query)
    if name == "ISO-2022-JP":
        return query if query.isascii() else _iso_2022_jp(scalar_text(query))
    encoder = _encoder(name)
    return _NOT_ASCII.sub(lambda found: _run(scalar_text(found[0]), encoder), query)


def is_encoding(label: str) -> bool:
    """Tell whether somebody knows an encoding of this name.

    >>> is_encoding(" Latin-1"), is_encoding("rot13")
    (True, False)
    """
    return label.strip().lower() in _UTF_8 or known_encoding(label) is not None


def _output_encoding(label: str) -> str:
    """Give the encoding that URLs are written in (Encoding standard 4.3); UTF-8 for one that nobody knows."""
    if label.strip().lower() in _UTF_8:  # of nearly all documents: no need to load the table of labels
        return "UTF-8"
    name = known_encoding(label)
    return "UTF-8" if name is None or name == "replacement" or name.lower().startswith("utf-") else name


def _run(run: str, encoder: _Encoder) -> str:
    return "".join(
        _reference(each) if (octets := encoder(each)) is None else _escaped(octets) for each in run
    )


def _reference(character: str) -> str:
    return f"%26%23{ord(character)}%3B"


def _escaped(octets: bytes) -> str:
    return "".join(map(_ESCAPED.__getitem__, octets))


_ESCAPED = tuple(
    chr(octet) if octet < 0x7F and chr(octet) not in SPECIAL_QUERY_SET else f"%{octet:02X}"
    for octet in range(256)
)


@cache
def _encoder(name: str) -> _Encoder:
    """Make the encoder for one encoding; each remembers the characters it was asked for."""
    special: Mapping[str, _Encoder] = {
        "GBK": _gbk,
        "gb18030": _gb18030,
        "x-user-defined": {chr(0xF700 + octet): bytes((octet,)) for octet in range(0x80, 0x100)}.get,
    }
    return lru_cache(maxsize=4096)(special.get(name) or _by_table(name))


def _by_table(name: str) -> _Encoder:
    """Make the encoder of an encoding with an octet or two for each character, or of one the web does not have."""
    try:
        table = _table(name.lower())
    except LookupError:
        return lambda character: _platform(character, name)
    if name in {"EUC-JP", "Shift_JIS"}:
        return lambda character: table.get(_JAPANESE.get(character, character))
    return table.get


def _platform(character: str, name: str) -> bytes | None:
    try:
        return character.encode(name)
    except UnicodeEncodeError:
        return None


@cache
def _table(encoding: str) -> Mapping[str, bytes]:
    """Read an index of the Encoding standard off its decoder: each character with its first octets, a pair if any."""
    import turbohtml.detect  # noqa: F401  (registers the decoders of the Encoding standard)

    written = [bytes((octet,)) for octet in range(0x100) if octet != 0x0A]
    written += [bytes((lead, trail)) for lead in _LEADS.get(encoding, ()) for trail in range(0x40, 0x100)]
    characters = b"\n".join(written).decode(f"whatwg-{encoding}", "replace").split("\n")
    table: dict[str, bytes] = {}
    for octets, character in zip(written, characters, strict=True):
        is_known = len(table.get(character, b"")) == len(octets) and character not in _LAST
        if len(character) == 1 and character != "\ufffd" and not is_known:
            table[character] = octets
    return MappingProxyType(table)


def _gbk(character: str) -> bytes | None:
    if character == "\u20ac":
        return b"\x80"
    octets = _gb18030(character)
    return octets if octets is not None and len(octets) == 2 else None


def _gb18030(character: str) -> bytes | None:
    """Encode in two octets or in four.

    The platform knows the four, and the two of what once stood for characters that Unicode has by now, but for
    the one that moved in 2005 (Encoding standard, section 10.2.2).
    """
    if character == "\ue7c7":
        return b"\x81\x35\xf4\x37"
    octets = _table("gb18030").get(character) or _platform(character, "gb18030")
    return None if character == "\ue5e5" else octets


def _iso_2022_jp(query: str) -> str:
    """Encode for ISO-2022-JP, where escape sequences switch between character sets (section 12.2.2)."""
    pieces: list[str] = []
    ascii_state = state = "%1B(B"
    for character in query:
        roman = _JAPANESE_ROMAN.get(character)
        octets = None if roman or character.isascii() else _jis_x_0208(character)
        if octets:
            wanted = "%1B$B"
        elif roman:
            wanted = "%1B(J"
        else:  # Roman is ASCII but for two characters; what has no place at all is a number in ASCII
            wanted = state if state == "%1B(J" and character not in "\\~" else ascii_state
        if wanted != state:
            pieces.append(wanted)
            state = wanted
        plain = roman or (character if character.isascii() else _reference(character))
        pieces.append(_escaped(octets) if octets else plain)
    return "".join(pieces) + ("" if state == ascii_state else ascii_state)


def _jis_x_0208(character: str) -> bytes | None:
    """Give a row and a cell of JIS X 0208; of half-width katakana those of the full-width ones."""
    character = _JAPANESE.get(character, character)
    if "\uff61" <= character <= "\uff9f":
        marks = {"\uff9e": "\u309b", "\uff9f": "\u309c"}
        character = marks.get(character) or unicodedata.normalize("NFKC", character)
    pair = _table("euc-jp").get(character)
    return None if pair is None else bytes((pair[0] & 0x7F, pair[1] & 0x7F))
