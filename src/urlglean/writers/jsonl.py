"""JSON Lines: an object a line, UTF-8 where the stream is, with all columns of the row schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TextIO

from urlglean.patterns import lazy_re
from urlglean.writers.printable import UNPRINTABLE, is_unicode

_AT_ONCE = 1000


def write_rows(_: Iterable[str], rows: Iterable[dict[str, Any]], out: TextIO) -> None:
    """Write an object for each row; its columns are named there, and nowhere else.

    The last column may be an iterator: it is written as a list, some of it at a time.
    """
    line = line_encoder(out)
    for row in rows:
        name = next(reversed(row), "")
        items = row.get(name)
        if not isinstance(items, Iterator):
            out.write(line(row))
            continue
        text = line({**row, name: list(islice(items, _AT_ONCE))})
        while some := list(islice(items, _AT_ONCE)):
            out.write(text.removesuffix("]}\n"))
            text = f", {line(some)[1:-1]}}}\n"
        out.write(text)


def line_encoder(out: TextIO) -> Callable[[Any], str]:
    """Give what makes a line of a value of plain JSON types, for a stream: no control reaches it as it is."""
    encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
    takes_all = is_unicode(out)

    def line(value: Any) -> str:
        text = encode(value)
        if not text.isprintable():
            text = UNPRINTABLE.sub(_escape, text)
        if not (takes_all or text.isascii()):
            # Beyond U+FFFF a character takes two escapes.
            text = _BEYOND_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)
        return f"{text}\n"

    return line


def _escape(found: re.Match[str]) -> str:
    r"""Write what must not reach a terminal as JSON may write any character (RFC 8259 section 7).

    A byte of a file name that is no text is shown as in all formats, ``\xff``, a lone surrogate as U+FFFD: readers
    refuse JSON that holds half a character (section 8.2).
    """
    code = ord(found[0])
    if 0xD800 <= code <= 0xDFFF:
        return f"\\\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else "\\ufffd"
    return f"\\u{code:04x}"


_BEYOND_ASCII = lazy_re(r"[^\x00-\x7f]")
