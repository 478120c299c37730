"""The header section of a message or a part: where it begins and ends in bytes that may be damaged (RFC 5322 2.1).

Before a header may stand what is no part of a message; behind it, there may be no blank line.
"""

from __future__ import annotations

import re

from urlglean.mail.header import Header

__all__ = [
    "KNOWN_FIELD",
    "body_start",
    "first_blank_line",
    "has_late_header",
    "header_section",
    "header_text",
    "tidy",
]

KNOWN_FIELD = re.compile(
    rb"^(?:Received|Return-Path|Message-ID|Date|From|To|Cc|Bcc|Subject|Sender|Reply-To|In-Reply-To|References"
    rb"|MIME-Version|Delivered-To|Status|Path|Newsgroups|Organization|Lines|Comments|Keywords|User-Agent|Errors-To"
    rb"|Precedence|Encrypted|Base|List-[\w-]+|X-[\w-]+|Content-[\w-]+|Resent-[\w-]+|Auto[\w-]+|Archived-At"
    rb"|DKIM-Signature|ARC-[\w-]+|Snapshot-Content-Location)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
_ENVELOPE = re.compile(rb"(?:[ \t]*\r?\n)*+(?:>*+From [^\r\n]*\r?\n(?=[!-9;-~]+[ \t]*:|>+From |\r?\n|\Z))++")
_LENGTH_LINE = re.compile(rb"([0-9]{1,10}) *\r?\n")
_RETURNS = re.compile(rb"\r++\n?")
_STRANGE_LINE = re.compile(rb"^(?![!-9;-~]+[ \t]*:|[ \t]|\r?\n|\Z)", re.MULTILINE)
_LATE_HEADER = re.compile(
    rb"\s*Content-(?:Type:\s*[\w.+-]+/[\w.+-]+[ \t]*(?:;|\r?\n)"
    rb"|Transfer-Encoding:\s*(?:base64|quoted-printable|[78]bit)\b)",
    re.IGNORECASE,
)
"""What is hardly prose at the beginning of a part without a header."""
_SHORT = 1 << 16
"""Up to this many bytes a message is decoded to find its header."""


def tidy(raw: bytes) -> bytes:
    """Take off what is no part of a message: a byte-order mark, an mbox's ``From `` line, odd line ends.

    So are the length of an ``.emlx`` file of Apple Mail, which stands before the message, and what stands behind it.
    """
    if raw[:1].isdigit() and (length := _LENGTH_LINE.match(raw)) and KNOWN_FIELD.match(raw, length.end()):
        end = length.end() + int(length[1])
        raw = raw[length.end() : end if raw.startswith(b"<?xml", end) else len(raw)]
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raw = raw[3:] if raw[0] == 0xEF else raw.decode("utf-16", "replace").encode()
    if b"\r" in raw and raw.count(b"\r") != raw.count(b"\r\n"):
        raw = _RETURNS.sub(lambda found: b"\n" * (1 if found[0][-1] == 10 else len(found[0])), raw)
    if raw.startswith((b"From ", b">", b"\n", b"\r", b" ", b"\t")):
        envelope = _ENVELOPE.match(raw)
        if envelope is not None:
            return raw[envelope.end() :]
        rest = raw.lstrip()
        if KNOWN_FIELD.match(rest):
            return rest
    return raw


def header_section(raw: bytes) -> tuple[int, Header]:
    """Give where the header of a tidy message ends, and the header."""
    known = KNOWN_FIELD.match(raw)
    if known and raw.isascii() and len(raw) <= _SHORT and (whole := Header.at_start_of(raw.decode("ascii"))):
        return len(whole.text), whole
    end = first_blank_line(raw)
    header = Header(header_text(raw[:end]))
    if header.is_whole and known:
        return end, header
    end = _header_end(raw)
    return end, Header(header_text(raw[:end]))


def first_blank_line(raw: bytes, start: int = 0) -> int:
    """Give where the first blank line begins; the end where there is none."""
    if raw.startswith((b"\n", b"\r\n"), start):
        return start
    end = raw.find(b"\n\n", start)
    end = len(raw) if end < 0 else end + 1
    other = raw.find(b"\n\r\n", start, end) if raw.find(b"\r", start, end) >= 0 else -1
    return other + 1 if other >= 0 else end


def _header_end(raw: bytes) -> int:
    """Give where the header's last line ends: before a blank line, or before a line that no header has."""
    end = _before_strange_line(raw, first_blank_line(raw))
    # A text may begin with "http:" or "Note:"; a header has at least one field that is known.
    return end if KNOWN_FIELD.search(raw, 0, end) else 0


def _before_strange_line(raw: bytes, end: int) -> int:
    """Give ``end``, or the start of the first line that is no field and has no field of mail after it."""
    for found in _STRANGE_LINE.finditer(raw, 0, end):
        after = raw.find(b"\n", found.start(), end) + 1
        is_delimiter = raw.startswith(b"--", found.start())
        if is_delimiter or not after or not KNOWN_FIELD.match(raw, after, end):
            return found.start()
    return end


def body_start(raw: bytes, end: int) -> int:
    """Give where the body begins, the blank line after the header left out."""
    return end + 1 if raw.startswith(b"\n", end) else end + 2 if raw.startswith(b"\r\n", end) else end


def header_text(raw: bytes) -> str:
    """Decode a header, which may hold 8-bit characters of any encoding."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def has_late_header(header: Header, body: bytes) -> bool:
    """Tell whether the header of a part without one stands behind a blank line, where a body should be."""
    return not header.text and _LATE_HEADER.match(body) is not None
