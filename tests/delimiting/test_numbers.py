"""Four numbers that are no address: told by what stands around them."""

from __future__ import annotations

import pytest

from urlglean.delimiting.names.surroundings import is_number_of_something


@pytest.mark.parametrize("before", ["version ", "v", "Ver. ", "§", "section ", "OID ", "build\t"])
def test_numbers_of_something(before: str) -> None:
    text = f"see {before}1.2.3.4"
    assert is_number_of_something(text, len(text) - 7, len(text))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("kernel ", ""),
        ("Kernel:\n> ", ""),
        ("Linux ebox ", " #2 Tue"),
        ("version    :  ", ""),
        ("requires zlib >= ", ""),
        ("zlib==", ""),
        ("Upgrade V8 to ", "."),
        ("upgrade v8 from ", " to 4.5"),
        ("Standards-Version to ", ""),
        ("Git ", " Release Notes"),
        ("the ", " kernel"),
        ("", " - 2013-03-05"),
        ("man-db ", " (13 April 2011)"),
        ("2015-07-29 (", ")"),
        ("-- \n", "\n"),
        ("1.2.7 came out, I use ", ""),
    ],
)
def test_versions(before: str, after: str) -> None:
    text = f"{before}1.2.3.4{after}"
    assert is_number_of_something(text, len(before), len(before) + 7)


@pytest.mark.parametrize(
    ("before", "number", "after"),
    [
        ("scp /usr/src/linux ", "172.16.0.1", ""),
        ("Linux: ", "10.0.0.5", ""),
        ("192.168.1 and ", "192.168.1.7", ""),
        ("moved the server to ", "1.2.3.4", ""),
        ("ip=", "1.2.3.4", ""),
        ("ip == ", "1.2.3.4", ""),
        ("ip.addr==", "1.2.3.4", ""),
        ("upgraded the server to ", "1.2.3.4", ""),
        ("", "1.2.3.4", " - 2020-01-01 GET /"),
        ("login from ", "1.2.3.4", " #5 today"),
        ("", "1.2.3.4", " (gateway)"),
        ("ping ", "1.2.3.4", " took 1.2 ms"),
        ("1.2.9.9 and ", "1.2.3.4", ""),
    ],
)
def test_addresses_that_are_no_versions(before: str, number: str, after: str) -> None:
    text = before + number + after
    assert not is_number_of_something(text, len(before), len(before) + len(number))


@pytest.mark.parametrize("before", ["host ", "dev", "void ", "avoid ", "address "])
def test_numbers_of_nothing(before: str) -> None:
    text = f"see {before}1.2.3.4"
    assert not is_number_of_something(text, len(text) - 7, len(text))


@pytest.mark.parametrize("heading", ["6.2.2.1 Case", "6.2.2.1. Case", "> 6.2.2.1  Case", "## 1.2.3.4 Title"])
def test_numbers_of_headings(heading: str) -> None:
    text = f"before\n{heading}\nafter"
    start = text.index(".") - 1
    assert is_number_of_something(text, start, start + 7)


@pytest.mark.parametrize(
    "line", ["8.8.8.8 Google", "1.2.3.4 is", "the 1.2.3.4 Title", "1.2.3.4", "1.0.0.1 Router"]
)
def test_addresses_at_the_start_of_a_line(line: str) -> None:
    start = line.index(".") - 1
    assert not is_number_of_something(line, start, start + 7)


@pytest.mark.parametrize("before", ["Git ", "Prepare for ", "libX11 (", "the old ", "Bob's "])
@pytest.mark.parametrize("number", ["1.7.8.5", "4.3.99.16", "3.14.1.1"])
def test_small_numbers_behind_any_word_are_a_version(before: str, number: str) -> None:
    text = before + number
    assert is_number_of_something(text, len(before), len(text))


@pytest.mark.parametrize(
    ("before", "number"),
    [
        ("", "5.9.12.34"),
        ("the host ", "5.9.12.34"),
        ("hosts are (", "5.9.12.34"),
        ("ping ", "5.9.12.34"),
        ("come to ", "5.9.12.34"),
        ("see\n", "5.9.12.34"),
        ("=", "5.9.12.34"),
        ("Git ", "5.9.120.34"),
        ("Git ", "8.8.4.4"),
        ("Git ", "1.1.1.1"),
        ("Git ", "1.2.3.4"),
        ("Git ", "1.22.33.44"),
    ],
)
def test_small_numbers_that_may_be_an_address(before: str, number: str) -> None:
    text = before + number
    assert not is_number_of_something(text, len(before), len(text))
