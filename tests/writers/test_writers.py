"""What every format holds to."""

from __future__ import annotations

import pytest

from support.written_links import HOSTILE, grouped, link, written
from urlglean.writers.printable import UNPRINTABLE

WRITERS = ["csv", "jsonl", "text", "url"]


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1", "utf-16"])
def test_no_control_character_reaches_a_terminal(writer: str, encoding: str) -> None:
    hostile = link(f"http://{HOSTILE}/", HOSTILE, HOSTILE, subject=HOSTILE, notes=(HOSTILE,))
    for content in (written(writer, hostile, encoding=encoding), grouped(writer, hostile)):
        assert UNPRINTABLE.findall(content.translate({ord("\n"): None, ord("\t"): None})) == []


@pytest.mark.parametrize("writer", ["text", "url", "jsonl"])
def test_a_link_is_a_line(writer: str) -> None:
    hostile = link(f"http://{HOSTILE}/", HOSTILE, HOSTILE)
    assert written(writer, hostile, hostile).count("\n") == 2
