"""Encoded words, in which the fields of a mail header hold what is not ASCII (RFC 2047); never an exception."""

from __future__ import annotations

import binascii
import re

from urlglean.encoding.labels import bytes_of, decode

__all__ = ["decode_words"]

_WORD = re.compile(r"=\?([^?*\s]*)(?:\*[^?\s]*)?\?([bBqQ])\?([^?\r\n]*)\?=")
_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s+(?==\?[^?\s]*\?[bBqQ]\?)")
_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")


def decode_words(value: str) -> str:
    r"""Decode the encoded words of a field's value (RFC 2047); what is damaged stays as it is.

    The white space between two encoded words goes, and words of one charset are decoded together,
    because clients cut them in the middle of a character.

    >>> decode_words("=?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?IGF1cw==?= Bern")
    'Grüße aus Bern'
    """
    if "=?" not in value:
        return value
    value = _BETWEEN_WORDS.sub("", value)
    pieces: list[str] = []
    run = b""
    charset: str | None = None
    end = 0
    for found in _WORD.finditer(value):
        gap = value[end : found.start()]
        if gap or (charset or "").lower() != found[1].lower():
            pieces += (decode(run, charset).text, gap)
            run = b""
        charset = found[1]
        run += _word_bytes(found[2], found[3])
        end = found.end()
    pieces += (decode(run, charset).text, value[end:])
    return "".join(pieces)


def _word_bytes(encoding: str, data: str) -> bytes:
    raw = bytes_of(data)
    if encoding in "qQ":
        return binascii.a2b_qp(raw, header=True)
    raw = _NO_BASE64.sub(b"", raw).rstrip(b"=")
    raw = raw[: len(raw) - (len(raw) % 4 == 1)]
    try:
        return binascii.a2b_base64(raw + b"=" * (-len(raw) % 4))
    except binascii.Error:
        return raw
