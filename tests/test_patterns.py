"""Patterns wait until they are used, and then stand where they are used."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
import regex

import urlglean
from support.house import House
from urlglean.patterns import lazy_re, lazy_regex

WAITING = type(lazy_re("a"))
HOUSE = House(Path(urlglean.__file__).parent)

_YEAR = lazy_re("[0-9]{4}")
_LETTERS = lazy_regex(r"[[\p{L}]--[a-z]]++")
_SAME_YEAR = _YEAR


def test_the_pattern_takes_its_place_when_it_is_used_under_each_name_that_it_has() -> None:
    assert type(_YEAR) is WAITING
    assert type(_LETTERS) is WAITING
    assert _YEAR.pattern == "[0-9]{4}"
    assert type(_YEAR) is WAITING  # what it is made of needs none compiled
    assert _YEAR.findall("1994 and 1998") == ["1994", "1998"]
    assert type(_YEAR) is type(_SAME_YEAR) is re.Pattern
    found = _LETTERS.search("abcÄÖ")
    assert found is not None
    assert found[0] == "ÄÖ"
    assert type(_LETTERS) is regex.Pattern


def test_what_stands_in_a_table_hands_on_what_it_is_asked_for() -> None:
    table = {"bytes": lazy_re(rb"a(?P<n>b)", re.IGNORECASE), "text": lazy_re("a")}
    for _ in range(2):
        assert table["bytes"].fullmatch(b"AB")
    assert table["bytes"].groupindex["n"] == 1
    assert table["text"].split("bab") == ["b", "b"]


def test_what_is_wrong_in_a_pattern_is_said_when_it_is_used() -> None:
    wrong = lazy_re("(")
    with pytest.raises(re.error, match="unterminated subpattern"):
        wrong.match("a")


@pytest.mark.parametrize("name", [name for name in HOUSE.modules if "__" not in name])
def test_each_pattern_of_a_module_can_be_compiled(name: str) -> None:
    for value in list(vars(import_module(f"urlglean.{name}")).values()):
        if type(value) is WAITING:
            assert value.groups >= 0


@pytest.mark.parametrize("name", HOUSE.modules)
def test_no_module_compiles_a_pattern_while_it_is_imported(name: str) -> None:
    assert not re.search(r"^[^ \n#][^\n]*\bre(?:gex)?\.compile\(", HOUSE.modules[name].text, re.M)
