"""``csv``: a header line, and no cell that a spreadsheet takes for a formula."""

from __future__ import annotations

import csv as csv_module
import io

import pytest

from support.written_links import grouped, link, written
from urlglean.candidate import Markup
from urlglean.links.distinct import Distinct
from urlglean.links.link import Link


def read_csv(content: str) -> list[dict[str, str]]:
    return list(csv_module.DictReader(io.StringIO(content)))


def test_csv_has_all_columns_even_of_nothing() -> None:
    assert written("csv") == ",".join(Link.columns()) + "\n"
    assert grouped("csv") == ",".join(Distinct.columns()) + "\n"


def test_csv() -> None:
    markup = Markup("a", "href", inert=True)
    (row,) = read_csv(written("csv", link("http://a/", 'x,"y"\nz', markup=markup, notes=("é",))))
    assert (row["url"], row["text"], row["line"], row["part"]) == ("http://a/", 'x,"y"\nz', "1", "")
    assert (row["spans"], row["notes"], row["alternatives"]) == ("[[0, 7, 1, 1]]", '["é"]', "")
    assert row["inert"] == "True"


def test_csv_of_distinct_urls() -> None:
    (row,) = read_csv(grouped("csv", link("http://a/", name="-"), link("http://A", "é", "b")))
    values = ["2", "http://a/", "http://a/", "-", "", "1", "1", "x", "", ""]
    assert list(row.items()) == list(zip(Distinct.columns(), values, strict=True))


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", " =", "\xa0@", "\n="]
)
def test_a_cell_never_starts_a_formula(start: str) -> None:
    (row,) = read_csv(written("csv", link("http://a/", f"{start}cmd", subject=f"{start}1+1")))
    for cell in row.values():
        assert not cell.startswith(start)
    assert row["subject"].endswith("1+1")
