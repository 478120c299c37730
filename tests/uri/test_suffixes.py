"""Which last labels are real."""

from __future__ import annotations

import pytest

from urlglean.uri import suffixes
from urlglean.uri.suffixes import SPECIAL_NAMES, is_special_name, is_top_level_domain


@pytest.mark.parametrize(
    "label",
    [
        *(
            "com",
            "ORG",
            "De",
            "uk",
            "ck",
            "museum",
            "xn--p1ai",
            "XN--P1AI",
            "рф",
            "РФ",
            "中国",
            "xn--fiqs8s",
            "भारत",
            "arpa",
            "zip",
            "py",
        )
    ],
)
def test_delegated_domains(label: str) -> None:
    assert is_top_level_domain(label)


@pytest.mark.parametrize(
    "label",
    [
        *(
            "",
            ".",
            "com.",
            "co.uk",
            "txt",
            "html",
            "github.io",
            "local",
            "localhost",
            "1",
            "x" * 64,
            "xn--",
            "c om",
            "-",
        )
    ],
)
def test_labels_that_are_no_domain(label: str) -> None:
    assert not is_top_level_domain(label)


def test_a_list_without_one_of_its_sections_is_told() -> None:
    with pytest.raises(RuntimeError, match="has not both of its sections"):
        suffixes._section("NOBODY'S")


@pytest.mark.parametrize("label", [*sorted(SPECIAL_NAMES), "LOCALHOST", "Onion"])
def test_special_names(label: str) -> None:
    assert is_special_name(label)


@pytest.mark.parametrize("label", ["", "com", "locals", "x.local"])
def test_names_that_are_not_special(label: str) -> None:
    assert not is_special_name(label)
