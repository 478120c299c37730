"""Patterns wait until they are used, and then stand where they are used."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from itertools import islice
from typing import Any

import pytest
import regex

from support.attacks import Expression, attacks
from support.house import house_in
from support.laws import some
from support.places import CORPORA, ROOT
from urlglean import patterns
from urlglean.patterns import lazy_re, lazy_regex

WAITING = type(lazy_re("a"))
HOUSE = house_in(ROOT)

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
    assert "groupindex" in vars(table["bytes"])  # it is compiled once for each thing that is asked of it


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


@pytest.mark.parametrize("since", [(3, 11), (4,)])
def test_a_group_that_gives_nothing_back_is_right_in_every_python(
    since: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.version_info < (3, 11, 5) and since < (4,):
        pytest.skip("here `re` is wrong about it")
    monkeypatch.setattr(patterns, "_POSSESSIVE_GROUPS_WORK", since)
    group = lazy_re("(?P<all>(?:ab?c?|[a-z]x)++)(1)?", re.ASCII | re.IGNORECASE)
    found = group.fullmatch("aBcAABzx1")
    assert found is not None
    assert (found["all"], found[2], found.lastgroup, group.groupindex["all"]) == ("aBcAABzx", "1", None, 1)
    assert group.pattern.startswith("(?P<all>")
    assert not group.fullmatch("aſx")
    assert lazy_re(rb"(?:a|b){2,3}+b?").findall(b"abab a") == [b"abab"]
    assert not lazy_re("(?:a|b)++b").search("aabb")


def groups_that_keep() -> dict[str, Any]:
    """Give the expressions of the package that `re` alone can't be trusted with everywhere, by module and name."""
    found = {}
    for module in HOUSE.modules:
        if "__main__" not in module:
            for name, value in vars(import_module(f"urlglean.{module}".removesuffix(".__init__"))).items():
                ours = isinstance(value, re.Pattern) or (
                    isinstance(value, WAITING) and value._compiler is patterns._compiled_by_re
                )
                if ours and patterns._has_possessive_group(value.pattern):
                    found[f"{module}.{name}"] = value
    return found


@pytest.mark.parametrize("name", HOUSE.modules)
def test_no_such_group_stands_where_old_pythons_would_take_it_for_another(name: str) -> None:
    called = re.findall(r"\bre\.[a-z]+\(\s*[rbf]*(?:\"[^\n]*?\"|'[^\n]*?')[,)]", HOUSE.modules[name].text)
    assert not [call for call in called if patterns._has_possessive_group(call)]


def ways(compiled: Any, text: str | bytes) -> list[tuple[tuple[int, int], ...]]:
    return [found.regs for found in compiled.finditer(text)]


@pytest.mark.skipif(sys.version_info < (3, 11, 5), reason="here `re` itself gives other answers")
def test_what_old_pythons_are_given_instead_finds_the_same() -> None:
    read = [path for path in sorted(CORPORA.rglob("*")) if path.suffix in {".txt", ".eml", ".html"}]
    files = [path.read_bytes() for path in some(read, every=5)]
    expressions = groups_that_keep()
    assert len(expressions) > 40
    for name, waiting in expressions.items():
        flags = waiting.flags
        compiled, other = (
            re.compile(waiting.pattern, flags),
            patterns._with_atomic_groups(waiting.pattern, flags),
        )
        assert (other.pattern, other.flags) == (compiled.pattern, compiled.flags)
        assert (other.groups, other.groupindex) == (compiled.groups, compiled.groupindex)
        is_text = isinstance(waiting.pattern, str)
        texts = [make(40) for make in islice(attacks(Expression(compiled)), 60)]
        texts += [file.decode("latin-1") for file in files] if is_text else files
        for text in texts:
            assert ways(compiled, text) == ways(other, text), (name, text[:80])
