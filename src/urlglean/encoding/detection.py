"""What bytes look like: UTF-16 and UTF-32 by a mark or their zero bytes, the rest by what of it fits.

The standards leave to its reader what encoding a page is in that declares none; this does what browsers do.
"""

from __future__ import annotations

import codecs

from urlglean.patterns import lazy_re

__all__ = ["wide_encoding"]


_MARKS = (
    # UTF-32's little-endian mark begins with UTF-16's, so it is asked first.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FIRST_BYTES = frozenset(mark[0] for mark, _ in _MARKS)
_PRINTABLE = bytes([0, *range(0x20, 0x7F)])
_STRANGE = lazy_re(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\ue000-\uf8ff]")


def marked_encoding(data: bytes) -> tuple[str, int] | None:
    """Give the codec that a byte-order mark at the start of ``data`` names, and the mark's length in bytes.

    >>> marked_encoding("a".encode("utf-8-sig")), marked_encoding(b"a")
    (('utf-8', 3), None)
    """
    if data[:1] and data[0] in _FIRST_BYTES:
        for mark, encoding in _MARKS:
            if data.startswith(mark):
                return encoding, len(mark)
    return None


def wide_encoding(sample: bytes) -> str | None:
    """Tell UTF-16 and UTF-32 without a byte-order mark by where the zero bytes stand; None for anything else.

    >>> wide_encoding("see http://a/".encode("utf-16-be"))
    'utf-16-be'
    """
    size = len(sample) & ~3
    if size < 8 or b"\0" not in sample:
        return None
    zeros = [sample[phase:size:4].count(0) / (size / 4) for phase in range(4)]
    guesses = []
    if min(zeros[2:]) > 0.95 and zeros[0] < 0.05:
        guesses.append("utf-32-le")
    if min(zeros[:2]) > 0.95 and zeros[3] < 0.05:
        guesses.append("utf-32-be")
    even, odd = zeros[0] + zeros[2], zeros[1] + zeros[3]
    # What is ASCII in pairs as well as alone is UTF-16 where most pairs have a zero, and has lost bytes elsewhere.
    fewest = 1 if len(sample.translate(None, _PRINTABLE)) * 10 <= len(sample) else 0.1
    if odd > fewest and even < 0.02:
        guesses.append("utf-16-le")
    if even > fewest and odd < 0.02:
        guesses.append("utf-16-be")
    return next((guess for guess in guesses if _reads_as_text(sample[:size], guess)), None)


def _reads_as_text(sample: bytes, encoding: str) -> bool:
    text = codecs.getincrementaldecoder(encoding)("replace").decode(sample)
    return (len(_STRANGE.findall(text)) + text.count("\ufffd")) * 50 <= len(text)


_HIGH = bytes(range(0x80, 0x100))


def high_bytes(data: bytes) -> int:
    """Give how many bytes are not ASCII."""
    return len(data) - len(data.translate(None, _HIGH))


def in_utf_8(data: bytes) -> int:
    """Give how many bytes are those of characters beyond ASCII in UTF-8."""
    return high_bytes(data.decode("utf-8", "ignore").encode())


DEFAULT_ENCODING = "windows-1252"
"""What a page is read in that neither declares an encoding nor looks like one (HTML Standard, 13.2.3.2)."""

_ASCII = bytes(range(0x80))
_SAMPLE = 1 << 16
_FOUR_BYTES = lazy_re(rb"[\x81-\x84][0-9][\x81-\xfe][0-9]")
"""A character of the basic plane that GB 18030 has and GBK has not."""
_NO_LETTERS = lazy_re(
    rb"(?<![\x80-\xff])\xa0++(?![\x80-\xff])"
    rb"|(?<![A-Za-z\x80-\xff])[\x80-\x8b\x91-\x9b\xa0-\xbf\xd7]++(?![A-Za-z\x80-\xff])"
)
"""No-break spaces, and quotes, dashes and signs that touch no letter: pages of every language have them."""

_OTHER_SCRIPTS = frozenset(
    (
        "Big5 EUC-JP EUC-KR GBK Shift_JIS gb18030 IBM866 ISO-8859-5 KOI8-R KOI8-U windows-1251 x-mac-cyrillic"
        " ISO-8859-6 ISO-8859-7 ISO-8859-8 windows-1253 windows-1255 windows-1256 windows-874"
    ).split()
)
"""Legacy encodings whose letters are not Latin: taking windows-1252 for them makes mojibake of every word."""
_CENTRAL_EUROPEAN = frozenset({"ISO-8859-2", "windows-1250"})
_NEVER_DETECTED = frozenset({"ISO-2022-JP", "UTF-8", "UTF-16BE", "UTF-16LE"})
_ENOUGH = 8
"""How many bytes beyond ASCII it takes to tell."""
_LETTERS_OF_SCRIPT = 5
_LETTERS_OF_LATIN = 3
"""How many of them have to be different ones."""
_MANY = 16
_LETTERS_OF_MANY = 7
_SURE_OF_SCRIPT = 0.25
_SURE_OF_LANGUAGE = 0.45
_SURE_OF_BALTIC = 0.2
"""Nothing else looks like it that has so many different letters."""
_SURE_OF_TURKISH = 0.42
_SURE_OF_MANY = 0.3
_SURE_OF_LATIN = 0.9
"""Words without their accents are words still, and windows-1252 has the most pages."""
_UKRAINIAN = lazy_re(rb"[\xa4\xa6\xa7\xad\xb4\xb6\xb7\xbd]")
"""The letters that KOI8-U has and KOI8-R has not."""
_WINDOWS_GREEK = lazy_re(rb"[\x80-\x9f]|\xa2[\xc1-\xfe]")
"""Quotes and dashes, and the capital alpha with tonos, where ISO 8859-7 has none."""
_ISO_GREEK = b"\xb6"
"""The capital alpha with tonos where ISO 8859-7 has it."""


def undeclared_encoding(data: bytes, *, is_file: bool = False) -> str:
    r"""Give the canonical name of the encoding that a page's bytes are read in where it declares none.

    Args:
        data: The page as it came, without a byte-order mark.
        is_file: True where it was read from a ``file:`` URL: then UTF-8 needs no declaration, and may be damaged.

    >>> undeclared_encoding("déjà vu".encode()), undeclared_encoding("déjà vu".encode(), is_file=True)
    ('windows-1252', 'UTF-8')
    >>> undeclared_encoding("Расписание поездов".encode("koi8-r")), undeclared_encoding(b"\xa0" * 20)
    ('KOI8-R', 'windows-1252')

    """
    if data.isascii():
        return DEFAULT_ENCODING
    high, fitting = high_bytes(data), in_utf_8(data)
    if fitting * 2 >= high:
        return "UTF-8" if is_file and fitting * 4 >= high * 3 else DEFAULT_ENCODING
    sample = data[:_SAMPLE]
    has_four_bytes = _FOUR_BYTES.search(sample) is not None
    if not has_four_bytes:
        sample = _NO_LETTERS.sub(b" ", sample)
    letters = sample.translate(None, _ASCII)
    if len(letters) < _ENOUGH:
        return DEFAULT_ENCODING
    found = _detected(sample, letters)
    if found == "GBK" and has_four_bytes:
        return "gb18030"
    if found == "KOI8-U" and _UKRAINIAN.search(data) is None:
        return "KOI8-R"
    if found in {"ISO-8859-7", "windows-1253"}:
        return "windows-1253" if _ISO_GREEK not in data or _WINDOWS_GREEK.search(data) else "ISO-8859-7"
    return "windows-1255" if found == "ISO-8859-8" else found


def is_in_other_script(encoding: str | None, confidence: float, different: int) -> bool:
    """Tell whether so many ``different`` letters are those of another script, in the encoding that was detected.

    >>> is_in_other_script("EUC-KR", 0.3, 5), is_in_other_script("EUC-KR", 0.9, 4), is_in_other_script(None, 1.0, 9)
    (True, False, False)
    """
    return encoding in _OTHER_SCRIPTS and confidence >= _SURE_OF_SCRIPT and different >= _LETTERS_OF_SCRIPT


def _detected(sample: bytes, letters: bytes) -> str:
    """Ask the frequencies of letters, and believe them as far as there are enough letters to count."""
    from turbohtml.detect import detect

    match = detect(sample)
    found = match.encoding
    if found is None or found in _NEVER_DETECTED:
        return DEFAULT_ENCODING
    different = len(set(letters))
    if found in _OTHER_SCRIPTS:
        return found if is_in_other_script(found, match.confidence, different) else DEFAULT_ENCODING
    if found in _CENTRAL_EUROPEAN:
        is_many = len(letters) >= _MANY and different >= _LETTERS_OF_MANY
        sure, needed = _SURE_OF_MANY if is_many else _SURE_OF_LANGUAGE, _LETTERS_OF_LATIN
    elif found == "windows-1254" and match.language == "Turkish":
        # Its six letters that windows-1252 has not are in nearly all of its words.
        sure, needed = _SURE_OF_TURKISH, _LETTERS_OF_LATIN
    elif found == "windows-1257":
        sure, needed = _SURE_OF_BALTIC, _LETTERS_OF_SCRIPT
    else:
        sure, needed = _SURE_OF_LATIN, _LETTERS_OF_LATIN
    return found if match.confidence >= sure and different >= needed else DEFAULT_ENCODING
