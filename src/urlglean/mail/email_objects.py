"""The bytes of what the ``email`` package holds, which carries 8-bit bytes as surrogates."""

from __future__ import annotations

from email.message import Message as EmailMessage
from typing import Any

from urlglean.encoding.labels import bytes_of
from urlglean.mail.header import Header

__all__ = ["header_of", "payload_of", "written"]

_DEEPEST = 100


def payload_of(message: EmailMessage) -> Any:
    """Give what is behind a message's header, as it was sent: text or a list of messages."""
    # get_payload() decodes, or fails to, by a charset that need not be right; the bytes are behind it.
    return vars(message).get("_payload")


def written(message: EmailMessage, depth: int = 0) -> bytes:
    """Give what is in a report or a reference: mostly fields and no more."""
    header = header_of(message).text.encode("utf-8", "surrogateescape")
    payload = payload_of(message)
    if isinstance(payload, list):
        inner = [] if depth >= _DEEPEST else [written(child, depth + 1) for child in payload]
        return b"\n".join((header, *inner))
    return header + b"\n" + bytes_of(payload) if payload else header


def header_of(message: EmailMessage) -> Header:
    """Give the header of a message."""
    fields = ((name, bytes_of(str(value)).decode("utf-8", "replace")) for name, value in message.raw_items())
    return Header.of(fields)
