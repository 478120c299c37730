"""How a document's encoding percent-encodes a query (URL standard 1.3, *percent-encode after encoding*).

The encoders are those of the Encoding standard. Where the platform's codec of that name differs from the
standard's (a superset, other names, another choice among duplicates) the difference is made up for here.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from urlglean.characters import SPECIAL_QUERY_SET
from urlglean.percent import scalar_text

__all__ = ["percent_encode_query"]

_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")

# The platform's name of a codec -> the Encoding standard's name, where a label means another encoding on the
# web than in its own standard (Encoding standard, section 4.2, names and labels).
_WEB_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "ascii": "cp1252",
        "iso8859-1": "cp1252",
        "iso8859-9": "cp1254",
        "iso8859-11": "cp874",
        "tis-620": "cp874",
        "gb2312": "gbk",
        "cp932": "shift_jis",
        "euc_kr": "cp949",
        "big5hkscs": "big5",
        "cp950": "big5",
        "utf-16-le": "utf-8",
        "utf-16-be": "utf-8",
        "utf-16": "utf-8",
        "utf-32": "utf-8",
        "utf-32-le": "utf-8",
        "utf-32-be": "utf-8",
        "utf-7": "utf-8",
        "utf-8-sig": "utf-8",
    }
)
# Labels of the Encoding standard that the platform does not know, or knows as something else.
_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "big5-hkscs": "big5",
        "cn-big5": "big5",
        "csbig5": "big5",
        "x-x-big5": "big5",
        "csiso2022jp": "iso2022_jp",
        "csshiftjis": "shift_jis",
        "x-sjis": "shift_jis",
        "ms932": "shift_jis",
        "windows-31j": "shift_jis",
        "x-euc-jp": "euc_jp",
        "cseucpkdfmtjapanese": "euc_jp",
        "x-gbk": "gbk",
        "csgb2312": "gbk",
        "csiso58gb231280": "gbk",
        "gb_2312": "gbk",
        "gb_2312-80": "gbk",
        "iso-ir-58": "gbk",
        "chinese": "gbk",
        "cseuckr": "cp949",
        "csksc56011987": "cp949",
        "iso-ir-149": "cp949",
        "korean": "cp949",
        "ks_c_5601-1989": "cp949",
        "ksc5601": "cp949",
        "ksc_5601": "cp949",
        "windows-949": "cp949",
        "dos-874": "cp874",
        "windows-874": "cp874",
        "iso-8859-8-i": "iso8859-8",
        "csiso88598i": "iso8859-8",
        "csiso88598e": "iso8859-8",
        "iso-8859-8-e": "iso8859-8",
        "logical": "iso8859-8",
        "visual": "iso8859-8",
        "cskoi8r": "koi8-r",
        "koi": "koi8-r",
        "koi8": "koi8-r",
        "koi8_r": "koi8-r",
        "koi8-ru": "koi8-u",
        "dos-866": "cp866",
        "x-mac-roman": "mac-roman",
        "macintosh": "mac-roman",
        "mac": "mac-roman",
        "csmacintosh": "mac-roman",
        "x-mac-cyrillic": "mac-cyrillic",
        "x-mac-ukrainian": "mac-cyrillic",
        "sun_eu_greek": "iso8859-7",
        "x-user-defined": "x-user-defined",
        "replacement": "utf-8",
        "iso-2022-cn": "utf-8",
        "iso-2022-cn-ext": "utf-8",
        "iso-2022-kr": "utf-8",
        "csiso2022kr": "utf-8",
        "hz-gb-2312": "utf-8",
        "csunicode": "utf-8",
        "iso-10646-ucs-2": "utf-8",
        "ucs-2": "utf-8",
        "unicode": "utf-8",
        "unicodefeff": "utf-8",
        "unicodefffe": "utf-8",
        "unicode-1-1-utf-8": "utf-8",
        "unicode11utf8": "utf-8",
        "unicode20utf8": "utf-8",
        "x-unicode20utf8": "utf-8",
        **{f"x-cp{page}": f"cp{page}" for page in range(1250, 1259)},
    }
)

Encoder = Callable[[str], "bytes | None"]
"""One character in, its octets out, or None where the encoding has none for it."""

# Encoding standard, sections 12.2.2 and 12.3.2: what the Japanese encoders put in the place of a few
# characters.
_JAPANESE: Mapping[str, str] = MappingProxyType({"\u00a5": "\\", "\u203e": "~", "\u2212": "\uff0d"})


def percent_encode_query(query: str, encoding: str) -> str:
    """Percent-encode what is not ASCII in the query of a special URL, in the document's encoding.

    A character the encoding lacks becomes ``%26%23``, its number, ``%3B``: what a form would send for it.
    What is ASCII stays as it is. An encoding nobody knows is UTF-8, and so are the Unicode encodings.

    >>> percent_encode_query("x=\u00e9\u3042&y=1", "latin-1")
    'x=%E9%26%2312354%3B&y=1'
    """
    name = _web_name(encoding.strip().lower())
    if name == "utf-8":
        return _NOT_ASCII.sub(lambda found: _escaped(scalar_text(found[0]).encode()), query)
    encode_run = _stateful_run if name == "iso2022_jp" else _run
    encoder = _encoder(name)
    return _NOT_ASCII.sub(lambda found: encode_run(scalar_text(found[0]), encoder), query)


@lru_cache(maxsize=64)
def _web_name(label: str) -> str:
    """Find the encoding the web means by a label, under the platform's name for it."""
    if label in _LABELS:
        return _LABELS[label]
    try:
        name = codecs.lookup(label).name
        "".encode(name)  # a codec from text to octets, not one like rot13
    except (LookupError, ValueError):
        return "utf-8"
    return _WEB_NAMES.get(name, name)


def _run(run: str, encoder: Encoder) -> str:
    return "".join(
        _reference(each) if (octets := encoder(each)) is None else _escaped(octets) for each in run
    )


def _stateful_run(run: str, encoder: Encoder) -> str:
    """Encode for ISO-2022-JP, where escape sequences switch to JIS X 0208 and back."""
    pieces: list[str] = []
    shifted = False
    for character in run:
        octets = encoder(character)
        two = octets is not None and len(octets) == 2
        if two != shifted:
            pieces.append("%1B$B" if two else "%1B(B")
            shifted = two
        pieces.append(_reference(character) if octets is None else _escaped(octets))
    return "".join(pieces) + ("%1B(B" if shifted else "")


def _reference(character: str) -> str:
    return f"%26%23{ord(character)}%3B"


def _escaped(octets: bytes) -> str:
    return "".join(map(_ESCAPED.__getitem__, octets))


_ESCAPED = tuple(
    chr(octet) if octet < 0x7F and chr(octet) not in SPECIAL_QUERY_SET else f"%{octet:02X}"
    for octet in range(256)
)


@cache
def _encoder(name: str) -> Encoder:
    """Make the encoder for one encoding; each remembers the characters it was asked for."""
    special: Mapping[str, Encoder] = {
        "gbk": _gbk,
        "big5": _big5,
        "shift_jis": lambda character: _shift_jis(_JAPANESE.get(character, character)),
        "euc_jp": lambda character: _euc_jp(_JAPANESE.get(character, character)),
        "iso2022_jp": lambda character: _iso_2022_jp("\uff0d" if character == "\u2212" else character),
        "x-user-defined": _user_defined,
    }
    return lru_cache(maxsize=4096)(special.get(name) or (lambda character: _single(character, name)))


def _platform(character: str, name: str) -> bytes | None:
    try:
        return character.encode(name)
    except UnicodeEncodeError:
        return None


def _single(character: str, name: str) -> bytes | None:
    """Encode in one octet. Where the platform has nothing in 80 to 9F, the web has the C1 control there."""
    octets = _platform(character, name)
    if octets is None and "\x80" <= character <= "\x9f":
        octet = character.encode("latin-1")
        return octet if not octet.decode(name, "ignore") else None
    return octets


def _gbk(character: str) -> bytes | None:
    if character == "\u20ac":
        return b"\x80"
    octets = _platform(character, "gb18030")
    return octets if octets is not None and len(octets) == 2 else None


def _big5(character: str) -> bytes | None:
    """Encode in Big5. What Hong Kong added below A1 is read, never written (Encoding standard 5)."""
    octets = _platform(character, "big5hkscs")
    return octets if octets is not None and octets[0] >= 0xA1 else None


def _shift_jis(character: str) -> bytes | None:
    if character <= "\x80":
        return character.encode("latin-1")
    if "\uff61" <= character <= "\uff9f":
        return bytes((ord(character) - 0xFF61 + 0xA1,))
    return _shift_jis_pairs().get(character)


def _euc_jp(character: str) -> bytes | None:
    if character.isascii():
        return character.encode()
    if "\uff61" <= character <= "\uff9f":
        return bytes((0x8E, ord(character) - 0xFF61 + 0xA1))
    pair = _jis_x_0208().get(character)
    return None if pair is None else bytes((pair[0] | 0x80, pair[1] | 0x80))


def _iso_2022_jp(character: str) -> bytes | None:
    if (
        "\uff61" <= character <= "\uff9f"
    ):  # half-width katakana have no place here: the full-width ones stand in
        marks = {"\uff9e": "\u309b", "\uff9f": "\u309c"}
        character = marks.get(character) or unicodedata.normalize("NFKC", character)
    return _jis_x_0208().get(character)


def _user_defined(character: str) -> bytes | None:
    return bytes((ord(character) - 0xF700,)) if "\uf780" <= character <= "\uf7ff" else None


@cache
def _jis_x_0208() -> Mapping[str, bytes]:
    """Read *index jis0208* off the platform's Shift_JIS: each character with its first row and cell."""
    table: dict[str, bytes] = {}
    for row in range(94):
        lead = row // 2 + (0x81 if row < 62 else 0xC1)
        for cell in range(94):
            trail = cell + 0x9F if row % 2 else cell + 0x40 + (cell >= 63)
            character = bytes((lead, trail)).decode("cp932", "ignore")
            if character:
                table.setdefault(character, bytes((row + 0x21, cell + 0x21)))
    return MappingProxyType(table)


@cache
def _shift_jis_pairs() -> Mapping[str, bytes]:
    """Read the pairs Shift_JIS writes: the first of each character, but not NEC's copies of IBM's (ED, EE).

    Encoding standard 5, *index Shift_JIS pointer*. What users define themselves (F0 to F9) is never written.
    """
    table: dict[str, bytes] = {}
    for lead in (*range(0x81, 0xA0), *range(0xE0, 0xED), 0xEF, *range(0xFA, 0xFD)):
        for trail in (*range(0x40, 0x7F), *range(0x80, 0xFD)):
            octets = bytes((lead, trail))
            character = octets.decode("cp932", "ignore")
            if character:
                table.setdefault(character, octets)
    return MappingProxyType(table)
