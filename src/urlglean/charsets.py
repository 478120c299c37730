"""The charset labels of mail, and the text they stand for; never an exception.

What a mail client calls a charset is often no registered name (``x-unknown``, ``default``), an old one
(``unicode-1-1-utf-7``), or the name of a subset of what was sent (``gb2312`` over GBK, ``us-ascii`` over
anything). A label is believed as far as the bytes bear it out.
"""

from __future__ import annotations

import codecs
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Decoded", "codec_of", "decode", "label_for_html"]

_ALIASES = {
    # Names of no charset at all: what the bytes look like decides.
    "": "ascii",
    "7bit": "ascii",
    "8bit": "ascii",
    "binary": "ascii",
    "default": "ascii",
    "none": "ascii",
    "unknown": "ascii",
    "unknown-8bit": "ascii",
    "x-unknown": "ascii",
    "x-user-defined": "ascii",
    "ansi_x3.110-1983": "ascii",  # what some clients say when they mean nothing in particular
    # Old and vendor names.
    "unicode-1-1-utf-7": "utf_7",
    "x-unicode-2-0-utf-7": "utf_7",
    "csunicode11utf7": "utf_7",
    "unicode-1-1-utf-8": "utf_8",
    "x-unicode-2-0-utf-8": "utf_8",
    "utf8mb4": "utf_8",
    "unicode": "utf_16",
    "iso-8859-8-i": "iso8859_8",
    "iso-8859-8-e": "iso8859_8",
    "logical": "iso8859_8",
    "iso-8859-6-i": "iso8859_6",
    "iso-8859-6-e": "iso8859_6",
    "x-mac-roman": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "x-mac-ce": "mac_latin2",
    "x-cp1250": "cp1250",
    "x-cp1251": "cp1251",
    "x-cp1252": "cp1252",
    "windows-874": "cp874",
    "windows-31j": "cp932",
    "x-ms-cp932": "cp932",
    "x-sjis": "cp932",
    "x-euc-jp": "euc_jp",
    "x-gbk": "gb18030",
    "gb_2312-80": "gb18030",
    "csgb2312": "gb18030",
    "x-x-big5": "big5hkscs",
    "ks_c_5601-1987": "cp949",
    "ksc_5601": "cp949",
    "x-windows-949": "cp949",
    "x-roman8": "hp_roman8",
    "koi8-ru": "koi8_u",
}

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

_SEVEN_BIT = frozenset({"utf-7", "hz", "iso2022_jp_ext", "iso2022_jp_2", "iso2022_kr"})
"""Codecs under which ASCII bytes are not ASCII characters."""

_WIDE = ("utf-16", "utf-32")
_ESCAPES = ((b"\x1b$)C", "iso2022_kr"), (b"\x1b", "iso2022_jp_ext"))


class Decoded(NamedTuple):
    """A decoded text, the Python codec that read it, and what was wrong with it, if anything, in words."""

    text: str
    encoding: str
    damage: str | None = None


@lru_cache(maxsize=512)
def codec_of(label: str | None) -> str | None:
    """Give the Python codec for a charset label as mail writes it, or None where there is no such charset.

    None and labels that name nothing give ``ascii``, the default of RFC 2045 section 5.2.

    >>> codec_of("ISO-8859-8-I"), codec_of("gb2312"), codec_of("x-unknown"), codec_of("x-klingon")
    ('iso8859-8', 'gb18030', 'ascii', None)
    """
    name = (label or "").strip(" \t\r\n\"';").lower().removeprefix("charset=")
    try:
        found = codecs.lookup(_ALIASES.get(name, name.partition("//")[0]))
        b"a".decode(found.name, "replace")  # refuses base64, rot13 and their like
    except (LookupError, ValueError):
        return None
    return _SUPERSETS.get(found.name, found.name)


def decode(data: bytes, label: str | None) -> Decoded:
    r"""Decode the bytes of a mail part under its declared charset ``label`` (None where it declares none).

    Asked in turn: the label's charset, UTF-8, the escape sequences of ISO 2022, and at last the label's
    charset or windows-1252 with U+FFFD for what does not fit, in which case ``damage`` says so.

    >>> decode("Größe".encode(), "us-ascii").text
    'Größe'
    >>> decode(b"caf\xe9", "x-klingon")
    Decoded(text='café', encoding='cp1252', damage="unknown charset 'x-klingon', read as cp1252")
    """
    codec = codec_of(label)
    if data.isascii() and codec not in _SEVEN_BIT and not (codec or "").startswith(_WIDE):
        damage = None if codec else f"unknown charset {label!r}, read as us-ascii"
        return Decoded(*_plain(data), damage)
    if codec is not None:
        try:
            return Decoded(data.decode(codec), codec)
        except UnicodeError:
            pass  # not what it was said to be; the next guess is asked
    return _guess(data, label, codec)


def label_for_html(data: bytes, label: str | None) -> str | None:
    """Give the encoding to hand on for an HTML part: None where its label says nothing and its bytes must.

    >>> label_for_html("é".encode(), "us-ascii"), label_for_html(b"x", "x-sjis"), label_for_html(b"x", "?")
    ('utf-8', 'cp932', None)
    """
    codec = codec_of(label)
    if codec is not None and codec != "ascii":
        return codec
    if data.isascii():
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


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
    try:
        return Decoded(data.decode("utf-8"), "utf-8", None if silent else f"{said}, read as utf-8")
    except UnicodeDecodeError:
        pass  # one byte sequence that UTF-8 does not have; the next guess is asked
    if data.isascii():
        text, used = _plain(data)
        return Decoded(text, used, f"{said}, read as {used}")
    if codec == "cp1252":
        return Decoded(data.decode("latin-1"), "latin-1")
    if codec is None or silent:
        return Decoded(
            data.decode("cp1252", "replace"), "cp1252", None if silent else f"{said}, read as cp1252"
        )
    return Decoded(data.decode(codec, "replace"), codec, f"{said}: some characters were lost")
