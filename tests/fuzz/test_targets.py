"""The laws that are fuzzed hold for what the corpora hold, and for each input that once broke one."""

from __future__ import annotations

import random

import pytest

from fuzz.growth import KINDS, Repeated, grows, made, reader
from fuzz.targets import TARGETS

FINDS = [
    ("charsets", b"\x3b" + b"x" * 64 + b"\x1b$$$" + b"\xdb" * 11),
    ("html", b"><noscript><a href=\0>"),
]


@pytest.mark.parametrize("name", TARGETS)
def test_there_is_something_to_begin_with_and_the_law_holds_for_it(name: str) -> None:
    seeds = list(TARGETS[name].seeds())
    assert seeds
    for seed in seeds:
        for options in (b"\0", b"\xff"):
            TARGETS[name].law(options + seed[1:4000])


@pytest.mark.parametrize(("name", "found"), FINDS)
def test_what_was_found_is_mended(name: str, found: bytes) -> None:
    TARGETS[name].law(found)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_put_together_at_random_can_be_read(kind: str) -> None:
    chance = random.Random(1)  # noqa: S311  (documents, not secrets)
    for chosen in range(0, 256, 16):
        reader(kind, chosen)(made(kind, chance).of(400))


def test_what_grows_is_told_from_what_does_not() -> None:
    documents = Repeated("(", "ab", ")")
    assert grows(lambda text: len(text) ** 2, documents)
    assert not grows(len, documents)
