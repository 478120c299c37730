"""The charset labels of mail, and the text they stand for; never an exception.

What a mail client calls a charset is often no registered name (``x-unknown``, ``default``), an old one
(``unicode-1-1-utf-7``), or the name of a subset of what was sent (``gb2312`` over GBK, ``us-ascii`` over
anything). A label is believed as far as the bytes bear it out.
"""

from __future__ import annotations

import codecs
from functools import lru_cache
from typing import NamedTuple

from urlglean.document import Document
from urlglean.encoding.detection import (
    high_bytes,
    in_utf_8,
    marked_encoding,
    undeclared_encoding,
    wide_encoding,
)
from urlglean.patterns import lazy_re
from urlglean.reports import Problem

__all__ = ["Decoded", "HtmlPart", "bytes_of", "decode", "for_page", "known_encoding"]

_ALIASES = {
    alias: codec
    for codec, aliases in {
        # Names of no charset at all, of which ansi_x3.110-1983 is what some clients say when they mean nothing in
        # particular: what the bytes look like decides.
        "ascii": "7bit 8bit binary default none unknown unknown-8bit x-unknown x-user-defined ansi_x3.110-1983",
        # Old and vendor names.
        "utf_7": "x-unicode-2-0-utf-7 csunicode11utf7",
        "utf_8": "unicode-1-1-utf-8 x-unicode-2-0-utf-8 utf8mb4",
        "utf_16": "unicode",
        "iso8859_8": "iso-8859-8-i iso-8859-8-e logical",
        "iso8859_6": "iso-8859-6-i iso-8859-6-e",
        "mac_roman": "x-mac-roman",
        "mac_cyrillic": "x-mac-cyrillic",
        "mac_latin2": "x-mac-ce",
        "cp932": "windows-31j x-ms-cp932 x-sjis",
        "euc_jp": "x-euc-jp",
        "gb18030": "x-gbk gb_2312-80 csgb2312",
        "big5hkscs": "x-x-big5",
        "cp949": "ksc_5601",
        "hp_roman8": "x-roman8",
        "koi8_u": "koi8-ru",
    }.items()
    for alias in aliases.split()
} | {"": "ascii"}

_CODE_PAGE = lazy_re(r"(?:x-)?(?:cp|ibm|windows|win|dos)[-_ ]?(\d{3,4})")
"""A code page by its number, as somebody spelled it."""

_SUPERSETS = {
    # The codec a label names, and the larger one that mail under that label is really written in.
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "iso2022_jp": "iso2022_jp_ext",
    "utf-8-sig": "utf-8",
}

_NO_CHARSETS = frozenset({"charmap", "idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"})
"""Python's text codecs that are no charset of a document."""

_OF_BROWSERS = {
    # Codecs and their names in the Encoding Standard; the others browsers do not have.
    **{name: name for name in ("gb18030", "koi8-r", "koi8-u", "utf-8")},
    **{name: name for name in map("cp{}".format, range(1250, 1259))},
    **{name: name for name in map("iso8859-{}".format, (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15))},
    "iso8859-16": "iso-8859-16",
    "cp866": "ibm866",
    "cp874": "windows-874",
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    "big5hkscs": "big5",
    "euc_jp": "euc-jp",
    "iso2022_jp_ext": "iso-2022-jp",
    "mac-roman": "macintosh",
    "mac-cyrillic": "x-mac-cyrillic",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
}

_SEVEN_BIT = frozenset(
    "utf-7 hz iso2022_jp_ext iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_kr".split()
)
"""Codecs under which ASCII bytes are not ASCII characters."""

_NO_BYTES = lazy_re("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of characters that stand for no byte."""
_HIGH_RUN = lazy_re(rb"[\x80-\xff]++")
_LONGEST_LABEL = 100
"""No charset has so long a name: the beginning of a longer one is told and kept in its stead."""
_SAMPLE = 1 << 16
_ESCAPES = ((b"\x1b$)C", "iso2022_kr"), (b"\x1b", "iso2022_jp_ext"))


class Damage(NamedTuple):
    """The first place where the bytes are not what they should be."""

    message: str
    line: int | None = None
    """From 1; None where it holds for all of them."""
    lost: bool = False
    """Whether there are characters that could not be told."""

    def problem(self, document: Document) -> Problem:
        """Give what is told of it, met in ``document``."""
        return Problem(document.name, self.message, self.line, part=document.part, lost=self.lost)


class Decoded(NamedTuple):
    """A decoded text, the Python codec that read it, and what was wrong with it, if anything."""

    text: str
    encoding: str
    damage: Damage | None = None


class HtmlPart(NamedTuple):
    """An HTML part for the reader of HTML: bytes and the label of their encoding, or a text."""

    content: bytes | str
    encoding: str | None
    """None where its label says nothing and its bytes must."""
    damage: Damage | None = None


def codec_of(label: str | None) -> str | None:
    """Give the Python codec for a charset label as mail writes it, or None where there is no such charset.

    None and labels that name nothing give ``ascii``, the default of RFC 2045 section 5.2. Those of the Encoding
    Standard that Python does not know are known, too.

    >>> codec_of("ISO-8859-8-I"), codec_of("gb2312"), codec_of("iso88592"), codec_of("x-unknown"), codec_of("x-klingon")
    ('iso8859-8', 'gb18030', 'iso8859-2', 'ascii', None)
    """
    return _codec(label[:_LONGEST_LABEL] if label else label)


@lru_cache(maxsize=512)
def _codec(label: str | None) -> str | None:
    name = _code_page((label or "").strip(" \t\r\n\"';").lower().removeprefix("charset="))
    try:
        found = _codec_called(_ALIASES.get(name, name.partition("//")[0]))
        b"a".decode(found.name, "replace")  # refuses base64, rot13 and their like
    except (LookupError, ValueError):
        standard = (canonical_encoding(name) or "replacement").lower()
        return codec_of(standard) if standard not in {name, "replacement"} else None
    if found.name in _NO_CHARSETS:
        return None
    return _SUPERSETS.get(found.name, found.name)


def _codec_called(name: str) -> codecs.CodecInfo:
    """Look a codec up; raises LookupError or ValueError where there is none.

    What is not ASCII in a name, such as the quotes around it, counts for nothing, as it did for Python up to 3.16.
    """
    return codecs.lookup(name.encode("ascii", "ignore").decode())


def canonical_encoding(label: str) -> str | None:
    """Give the Encoding Standard's name for a charset label, or None for one that it does not know.

    >>> canonical_encoding(" Latin1 "), canonical_encoding("utf-7")
    ('windows-1252', None)
    """
    return _canonical(label[:_LONGEST_LABEL])


@lru_cache(maxsize=256)
def _canonical(label: str) -> str | None:
    import turbohtml

    label = label.strip("\t\n\f\r ")
    if not label:
        return None
    try:
        return turbohtml.parse(b"", encoding=label).encoding
    except (LookupError, ValueError):
        return None


def known_encoding(label: str) -> str | None:
    """Give the Encoding Standard's name for a charset label, or the platform's where browsers have no such encoding.

    None where neither knows it.

    >>> known_encoding("latin-1"), known_encoding("cp437"), known_encoding("rot13")
    ('windows-1252', 'cp437', None)
    """
    return _known(label[:_LONGEST_LABEL])


@lru_cache(maxsize=256)
def _known(label: str) -> str | None:
    name = label.strip().lower()
    if found := canonical_encoding(name):
        return found
    try:
        codec = _codec_called(_code_page(name)).name
        "".encode(codec)  # a codec from text to octets, not one like rot13
    except (LookupError, ValueError):
        return None
    if codec in _NO_CHARSETS:
        return None
    larger = _OF_BROWSERS.get(_SUPERSETS.get(codec, codec), "big5" if codec == "cp950" else codec)
    return canonical_encoding(codec) or canonical_encoding(larger) or codec


def _code_page(name: str) -> str:
    """Give the name of a code page as the platform has it; any other name as it is."""
    page = _CODE_PAGE.fullmatch(name)
    return f"cp{page[1]}" if page else name


def label_or(label: str | None, otherwise: str | None) -> str | None:
    """Give the label of a part, or another one where it declares no charset, or ASCII, which 8-bit bytes belie.

    >>> label_or("koi8-r", "big5"), label_or("x-unknown", "big5"), label_or(None, None)
    ('koi8-r', 'big5', None)
    """
    return otherwise if otherwise and codec_of(label) == "ascii" else label


def decode(data: bytes, label: str | None, otherwise: str | None = None) -> Decoded:
    r"""Decode the bytes of a mail part under its declared charset ``label`` (None where it declares none).

    ``otherwise`` is the charset of parts that declare none, where the user named one.

    Asked in turn: the escape sequences of ISO 2022 where all is ASCII, the label's charset, UTF-8, and at last the
    label's charset, or else what the bytes look like, with U+FFFD for what does not fit; ``damage`` says so.

    >>> decode("Größe".encode(), "us-ascii").text
    'Größe'
    >>> decode(b"caf\xe9", "x-klingon").damage.message
    "unknown charset 'x-klingon', read as cp1252"
    """
    label = label_or(label, otherwise) if otherwise else label
    label = label and label[:_LONGEST_LABEL]
    codec = codec_of(label)
    if data.isascii() and b"\0" not in data and codec not in _SEVEN_BIT:
        damage = None if codec else Damage(f"unknown charset {label!r}, read as us-ascii")
        return Decoded(*_plain(data), damage)
    codec, size = _borne_out(data, codec)
    data = data[size:]
    if codec is not None:
        try:
            return Decoded(data.decode(codec), codec)
        except UnicodeError:
            pass  # not what it was said to be; the next guess is asked
    return _guess(data, label, codec)


def for_page(data: bytes, label: str | None) -> HtmlPart:
    """Give an HTML part as its reader takes it, which knows the encodings of browsers and no others.

    >>> for_page(b"x", "x-sjis"), for_page("é".encode(), "us-ascii").encoding, for_page(b"x", "?").encoding
    (HtmlPart(content=b'x', encoding='shift_jis', damage=None), 'utf-8', None)
    >>> for_page(b"+AOk-", "utf-7")
    HtmlPart(content='é', encoding='utf-8', damage=None)
    """
    codec = codec_of(label)
    if data.isascii() and b"\0" not in data and codec not in _SEVEN_BIT:
        # A label of no charset leaves the choice to the page; any other one still encodes its queries.
        return HtmlPart(data, _OF_BROWSERS.get(codec or ""))
    codec, size = _borne_out(data, codec)
    if codec in _OF_BROWSERS:
        return HtmlPart(data[size:], _OF_BROWSERS[codec])
    if codec is not None and codec != "ascii":
        decoded = decode(data, label)
        return HtmlPart(decoded.text, "utf-8", decoded.damage)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return HtmlPart(data, None)
    return HtmlPart(data, "utf-8")


def bytes_of(text: str) -> bytes:
    """Give back the bytes of a text that carries 8-bit bytes as surrogates, as those of the ``email`` package do."""
    try:
        return text.encode("ascii", "surrogateescape")
    except UnicodeEncodeError:
        return _NO_BYTES.sub("?", text).encode("utf-8", "surrogateescape")


def is_wide(codec: str | None) -> bool:
    """Tell whether a codec takes two bytes or more for each character."""
    return codec is not None and codec.startswith(("utf-16", "utf-32"))


def _borne_out(data: bytes, codec: str | None) -> tuple[str | None, int]:
    """Give the codec as far as ``data`` bears it out, and the length of a byte-order mark to leave out.

    UTF-16 and UTF-32 have a mark, or zero bytes where they belong; whatever has neither is something else.
    """
    marked = marked_encoding(data)
    if marked is not None:
        return marked
    wide = is_wide(codec)
    if wide or (codec in {None, "ascii", "utf-8"} and data.count(b"\0") * 5 > len(data)):
        found = wide_encoding(data[:_SAMPLE])
        if found is not None:
            return found, 0
    return ("ascii" if wide and b"\0" not in data else codec), 0


def _plain(data: bytes) -> tuple[str, str]:
    """Decode ASCII bytes, which may hold the escape sequences of ISO 2022 without saying so."""
    if b"\x1b" in data:
        for mark, codec in _ESCAPES:
            if mark in data:
                return data.decode(codec, "replace"), codec
    return data.decode("ascii"), "ascii"


def _guess(data: bytes, label: str | None, codec: str | None) -> Decoded:
    """Decode bytes that are not what their label says."""
    said = f"unknown charset {label!r}" if codec is None else f"not valid {label!r}"
    silent = codec == "ascii"  # nothing was claimed, so nothing is wrong
    if not (is_wide(codec) and wide_encoding(data[:_SAMPLE])):  # else it lacks a byte at its end, say
        try:
            return Decoded(
                data.decode("utf-8"), "utf-8", None if silent else Damage(f"{said}, read as utf-8")
            )
        except UnicodeDecodeError:
            pass  # one byte sequence that UTF-8 does not have; the next guess is asked
    if codec == "cp1252":
        return Decoded(data.decode("latin-1"), "latin-1")
    found = "cp1252"
    if codec is None or silent or (codec == "utf-8" and in_utf_8(data) * 2 < high_bytes(data)):
        found = _looks_like(data)
    if codec is None or silent or found != "cp1252":
        damage = None if silent else Damage(f"{said}, read as {found}")
        return Decoded(data.decode(found, "replace"), found, damage)
    return Decoded(
        data.decode(codec, "replace"), codec, Damage(f"{said}: some characters were lost", lost=True)
    )


def _looks_like(data: bytes) -> str:
    """Give the codec of bytes that nothing is known of: windows-1252, unless they are in words of another script.

    Telling one takes long, and the letters of a Latin alphabet that are not ASCII seldom stand together.
    """
    sample = data[:_SAMPLE]
    if high_bytes(sample) < 2 * len(_HIGH_RUN.findall(sample)):
        return "cp1252"
    return codec_of(undeclared_encoding(data)) or "cp1252"
