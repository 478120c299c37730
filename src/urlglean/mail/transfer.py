"""The transfer encodings of mail, undone: quoted-printable, base64 and uuencode, with the damage they come with.

Nothing here raises: what is not in the encoding that its header names stays as it is. (RFC 2045 section 6)
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from urlglean.encoding.detection import wide_encoding
from urlglean.mail.values import NO_BASE64, from_bare_base64, without_comments
from urlglean.patterns import lazy_re
from urlglean.text import Text

_TRANSFER_NAMES = {
    "quotedprintable": "quoted-printable",
    "qp": "quoted-printable",
    "base64": "base64",
    "uuencode": "uuencode",
    "uue": "uuencode",
}
"""By their names without hyphens and ``x-``."""
_ALWAYS_CHANGE = frozenset({"base64", "uuencode"})
"""Transfer encodings that leave no text as it is."""
_FULL_LINE = 60
"""After a blank line, base64 goes on only with a line of this length: one word is base64, too."""
_LONGEST_WORD = 32
"""Shorter lines may be words, even where all are of one length."""
_FULL_BASE64_LINES = lazy_re(rb"(?<=\n)[A-Za-z0-9+/]{60,1000}\r?\n(?=[A-Za-z0-9+/]++=*+[ \t]*+(?:\r?\n|\Z))")
"""A full line and one after it, which may be the last one; no prose looks like that."""
_LONGEST_NOTICE = 1 << 14
"""So many bytes may stand before base64."""
_LONG_WORD = 16
"""Prose has words and blanks; base64 that lines were joined in has blanks, but no words shorter than this."""
_UU_BEGIN = lazy_re(rb"(?<![^\r\n])begin[ \t]+[0-7]{3}[^\r\n]*+")
_NOT_UUENCODED = bytes(byte if 0x20 <= byte <= 0x60 else 0x60 for byte in range(256))
"""A table that makes a zero of every byte that uuencode does not have."""
_SOFT_BREAK_BLANKS = lazy_re(rb"=[ \t]+(?=\r?\n)")
_LINES = 1 << 14
"""In lines of so many bytes together blanks behind soft breaks are sought at once."""
_CLEAN_BASE64 = lazy_re(rb"(?:[A-Za-z0-9+/]++\r?\n)*+[A-Za-z0-9+/]++={0,2}\s*+")
_NO_WORD = lazy_re(rb"(?=.*[0-9+/=])(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/]+={0,2}")
_LINE = lazy_re(rb"[^\r\n]*+(?:\r\n?|\n)|[^\r\n]++")
_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
"""The byte-order marks of UTF-16."""
_SAMPLE = 4096
"""So many bytes show an encoding."""


def decode_transfer(body: bytes, encoding: str) -> bytes:
    r"""Undo a ``Content-Transfer-Encoding``, mending the usual damage. An unknown encoding is none.

    >>> decode_transfer(b"aHR0cDovL2EvYg\n", "Base64")
    b'http://a/b'
    >>> decode_transfer(b"http://a/= \nb=3d=zz=", "quoted-printable")
    b'http://a/b==zz'
    """
    match transfer_name(encoding):
        case "quoted-printable":
            if _SOFT_BREAK_BLANKS.search(body):  # quicker than to look for two characters, twice
                body = _without_blanks_behind_soft_breaks(body)
            return binascii.a2b_qp(body)
        case "base64":
            return _base64(body)
        case "uuencode":
            return _uuencoded(body)
        case _:
            return body


def _without_blanks_behind_soft_breaks(body: bytes) -> bytes:
    kept, done = bytearray(), 0  # some lines at once: each that changes is an object, meanwhile
    while done < len(body):
        end = body.find(b"\n", done + _LINES) + 1 or len(body)
        kept += _SOFT_BREAK_BLANKS.sub(b"=", body[done:end])
        done = end
    return bytes(kept)


def changes_all(encoding: str) -> bool:
    """Whether a transfer encoding leaves no text as it is, so that what it has not changed was never in it.

    >>> changes_all("Base64"), changes_all("quoted-printable"), changes_all("8bit")
    (True, False, False)
    """
    return transfer_name(encoding) in _ALWAYS_CHANGE


@lru_cache(maxsize=64)
def transfer_name(encoding: str) -> str:
    """Give the name of a transfer encoding, however it is spelled; an empty string for what encodes nothing."""
    name = without_comments(encoding).partition(";")[0].strip(" \t\"'.").lower()
    return _TRANSFER_NAMES.get(name.replace("-", "").replace(" ", "").removeprefix("x"), "")


def _base64(body: bytes) -> bytes:
    """Decode base64 up to the first line that is none; what comes after it (a list's footer) is text.

    So is what a gateway has put before it.
    """
    if _CLEAN_BASE64.fullmatch(body):
        try:
            return binascii.a2b_base64(body)
        except binascii.Error:
            pass  # its padding is wrong, which is mended below
    end = 0
    blank = False
    last = b""
    characters = bytearray()  # and no list of lines or chunks: there may be one for every few bytes
    for found in _LINE.finditer(body):
        line = found[0]
        bare = line.strip()
        full = len(bare) >= _FULL_LINE or not (blank and last) or _goes_on(bare, last, len(characters))
        end += len(line)
        if not bare or (full and _reads_as_base64(bare)):
            blank = not bare
            last = bare or last
            characters += bare
        elif not last or blank or not _FULL_BASE64_LINES.match(body, end):  # else a line went astray in it
            end -= len(line)
            break
    if not last:
        first = _FULL_BASE64_LINES.search(body, 0, _LONGEST_NOTICE)
        return body[: first.start()] + _base64(body[first.start() :]) if first else body
    return _with_text_behind(from_bare_base64(characters), body[end:])


def _with_text_behind(decoded: bytes, text: bytes) -> bytes:
    """Put behind what was decoded the text behind that, as wide as it: it may have two bytes for each letter."""
    if not text.strip():
        return decoded
    text = b"\n" + text.lstrip(b"\r\n")
    wide = _MARKS.get(decoded[:2]) or wide_encoding(decoded[:_SAMPLE])
    return decoded + (text.decode("utf-8", "replace").encode(wide) if wide else text)


def _goes_on(line: bytes, before: bytes, taken: int) -> bool:
    """Whether a short line after a blank one goes on with the base64 before it, as no word of prose would.

    It is as long as the lines before, or ends the group of four that some of the ``taken`` characters began.
    """
    if before.endswith(b"="):
        return False
    if len(line) == len(before) >= _LONGEST_WORD:
        return True
    is_end = len(line) % 4 == 0 or (taken + len(line)) % 4 == 0
    return is_end and _NO_WORD.fullmatch(line) is not None


def _reads_as_base64(line: bytes) -> bool:
    """Whether a line is base64, give or take a damaged character; prose has words and blanks."""
    if b" " in line and min(map(len, line.split()[:-1])) < _LONG_WORD:
        return False
    return len(line.translate(None, NO_BASE64)) * 10 >= len(line) * 9


def _uuencoded(body: bytes) -> bytes:
    """Decode the lines between ``begin`` and ``end``, each as far as it goes; what stands around them is text."""
    begin = _UU_BEGIN.search(body)
    if begin is None:
        return body
    decoded = bytearray()
    end = begin.end()
    for found in _LINE.finditer(body, end):
        end = found.end()
        line = found[0].rstrip(b"\r\n")
        if line.strip() == b"end":
            break
        if line:
            line = line.translate(_NOT_UUENCODED)
            size = ((line[0] - 32 & 63) * 4 + 5) // 3  # a line may have rubbish at its end
            decoded += binascii.a2b_uu(line[:size])
    return body[: begin.start()] + _with_text_behind(bytes(decoded), body[end:])


# Files that were encoded into a text, by uuencode or as yEnc has it: their lines can hold anything.

_BEGIN = lazy_re("begin ")
"""What every encoded file begins with. The pattern finds it in half the time that ``in`` takes."""
_ENCODED_FILE = lazy_re(r"^(?:begin [0-7]{3,4} [^\n]+|=ybegin [^\n]+)$", re.MULTILINE)
_ENCODED_LINES = lazy_re(r"(?:\n[ -`]{1,70}\r?(?=\n|\Z))+")
_LONGEST_FILE = 1 << 18


class EncodedFile(NamedTuple):
    """A uuencoded or yEnc file in a text: its name, and where its data begins and ends."""

    name: str
    start: int
    end: int


def encoded_files(text: str) -> Iterator[EncodedFile]:
    r"""Yield the uuencoded and yEnc files of a text, in order.

    >>> list(encoded_files("see\nbegin 644 a.gif\n#0V%T\n`\nend\n"))
    [EncodedFile(name='a.gif', start=19, end=27)]
    """
    if not _BEGIN.search(text):
        return
    position = 0
    last_yend = text.rfind("\n=yend")
    while opening := _ENCODED_FILE.search(text, position):
        start = opening.end()
        is_yenc = opening[0].startswith("=")
        unclosed = is_yenc and start > last_yend
        position = start if unclosed else _end_of_file(text, start, is_yenc=is_yenc)
        if position > start:
            words = opening[0].split("name=", 1) if is_yenc else opening[0].split(None, 2)
            yield EncodedFile(words[-1].strip(), start, position)


def without_encoded_files(text: str) -> str:
    """Blank out encoded files, whose lines can hold anything; every offset stays."""
    if not _BEGIN.search(text):
        return text
    edits = ((start, end, Text.blanked(text[start:end])) for _, start, end in encoded_files(text))
    return Text.edited(text, edits)


def _end_of_file(text: str, start: int, *, is_yenc: bool) -> int:
    """Give where the data of an encoded file ends; ``start`` itself where no data follows."""
    if is_yenc:
        end = text.find("\n=yend", start, start + _LONGEST_FILE)
        return end if end >= 0 else start
    first = text[start + 1 : start + 80].partition("\n")[0].rstrip("\r")
    # A line of uuencoded data begins with its own length; blanks at its end may be gone.
    if not first or 1 + -(-(ord(first[0]) - 32 & 63) // 3) * 4 > len(first) + 2:
        return start
    data = _ENCODED_LINES.match(text, start)
    return data.end() if data else start
