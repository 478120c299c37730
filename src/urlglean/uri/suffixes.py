"""Which last labels of a host name are real: the top-level domains of IANA, and the special names beside them.

The list comes with the `publicsuffixlist` package (the ICANN section of the Public Suffix List, which holds every
delegated top-level domain, and the section of those who give names below their own); it is read when a name is first
asked for.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

__all__ = ["FILE_SUFFIXES", "gives_names", "is_special_name", "is_top_level_domain", "top_level_domains_in"]

_TESTS = "测试 測試 テスト 테스트 испытание δοκιμή परीक्षा பரிட்சை إختبار آزمایشی טעסט".split()
"""``test`` in eleven scripts: IANA's internationalized test domains, reserved as that is."""

SPECIAL_NAMES = frozenset(
    {"local", "localhost", "onion", "arpa", "internal", "test", "invalid", "example", "home", *_TESTS}
)
"""Last labels that are no delegated domain but used as one: RFC 2606, 6761, 6762, 7686, 8375, ICANN's `internal`."""

FILE_SUFFIXES = (
    frozenset("inc java md mov pid pm properties ps py rs sh target zip".split()),
    frozenset("ac am app bb build cc cf in la mk ml mm mo pl pro so sv tf vi".split()),
)
"""Top-level domains that are better known as the suffix of a file (``target``: a unit of systemd), or as well."""

_TOP_LEVEL = r"(?m)^(?:[^\s/]+\.)?([^\s./!*]+)(?!\S)"
"""A rule and the top-level domain it is of: some have rules for what is below them alone (`co.za`)."""


@cache
def _delegated() -> frozenset[str]:
    return frozenset(re.findall(_TOP_LEVEL, _section("ICANN")))


@cache
def _giving_names() -> frozenset[str]:
    return frozenset(line for line in _section("PRIVATE").splitlines() if "." in line and "/" not in line)


def _section(name: str) -> str:
    """Read a section of the list alone: reading all of it by its own API takes ten times as long."""
    import publicsuffixlist

    rules = Path(publicsuffixlist.__file__).with_name("public_suffix_list.dat").read_text("utf-8")
    _, _, begun = rules.partition(f"// ===BEGIN {name} DOMAINS===")
    section, end, _ = begun.partition(f"// ===END {name} DOMAINS===")
    if not end:
        raise RuntimeError("the Public Suffix List of this installation has not both of its sections")
    return section.lower()


@cache
def _encoded(labels: frozenset[str]) -> frozenset[str]:
    """Give the ASCII forms (RFC 5891) of those that are not ASCII."""
    return frozenset(label.encode("idna").decode("ascii") for label in labels if not label.isascii())


@lru_cache(maxsize=4096)
def is_top_level_domain(label: str) -> bool:
    """Tell whether ``label`` (Unicode or its ASCII form, any case) is a delegated top-level domain.

    >>> [is_top_level_domain(label) for label in ("org", "za", "РФ", "xn--p1ai")]
    [True, True, True, True]
    >>> is_top_level_domain("txt"), is_top_level_domain("github.io")
    (False, False)
    """
    if not label or "." in label or len(label) > 63:
        return False
    name = label.lower()
    return name in (_encoded(_delegated()) if name.startswith("xn--") else _delegated())


def gives_names(domain: str) -> bool:
    """Tell whether who owns ``domain`` gives names below it to others (the list's section of private domains).

    >>> gives_names("github.io"), gives_names("example.io")
    (True, False)
    """
    return domain.lower() in _giving_names()


def top_level_domains_in(scripts: str) -> list[str]:
    r"""List the delegated top-level domains that hold letters of these scripts, given as classes of `regex`.

    >>> "みんな" in top_level_domains_in(r"\p{Hiragana}"), "org" in top_level_domains_in(r"\p{Hiragana}")
    (True, False)
    """
    import regex

    letter = regex.compile(f"[{scripts}]")
    return sorted(label for label in _delegated() if letter.search(label))


def is_special_name(label: str) -> bool:
    """Tell whether ``label`` is a special-use last label (``local``, ``onion``, ``localhost``, ...), or its ASCII form.

    >>> is_special_name("Onion"), is_special_name("испытание"), is_special_name("xn--80akhbyknj4f")
    (True, True, True)
    """
    name = label.lower()
    return name in (_encoded(SPECIAL_NAMES) if name.startswith("xn--") else SPECIAL_NAMES)
