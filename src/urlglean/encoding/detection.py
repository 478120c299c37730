"""Tells UTF-16 and UTF-32 by what stands there: a byte-order mark, or where the zero bytes are."""

from __future__ import annotations

import codecs
import re

__all__ = ["marked_encoding", "wide_encoding"]

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
_STRANGE = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\ue000-\uf8ff]")


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
    strange = len(_STRANGE.findall(text)) + text.count("\ufffd")
    return strange * 50 <= len(text)
