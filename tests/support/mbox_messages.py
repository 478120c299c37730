"""The messages of small archives, for the tests of several processes."""

from __future__ import annotations

__all__ = ["URL", "message"]

URL = "http://www.example.org/some/path/that/is/rather/long/and/goes/on/and/on/index"
"""Long enough to be broken over lines."""


def message(number: int, body: str, header: str = "") -> str:
    """Give a message of an mbox, with its separator."""
    return (
        f"From a@b.org Mon Feb  1 10:{number % 60:02}:00 1999\nFrom: a@b.org\nSubject: {number}\n"
        f"Message-ID: <{number}@b.org>\nDate: Mon, 1 Feb 1999 10:{number % 60:02}:00 +0000\n{header}\n{body}\n\n"
    )
