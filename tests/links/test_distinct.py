"""Each URL once, every occurrence kept."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlglean
from support.laws import tries_all
from support.places import CORPORA
from support.work import peak_of
from urlglean.errors import UrlgleanError
from urlglean.links.distinct import Grouping, Occurrence, Tally, unique
from urlglean.links.link import Link

TEXT = "http://A/x http://b/ http://a:80/x <URL:rel> http://a/x#s http://b http://a/x <URL:rel> http://a/%78"


def links(text: str = TEXT) -> list[Link]:
    return list(urlglean.extract_text(text))


def grouped(rung: str) -> dict[str | None, list[str]]:
    return {group.key: [link.text for link in group.links] for group in unique(links(), rung=rung)}


def test_groups_in_first_seen_order() -> None:
    groups = list(unique(links()))
    assert [(group.url, group.key, group.count) for group in groups] == [
        ("http://A/x", "http://a/x", 4),
        ("http://b/", "http://b/", 2),
        (None, None, 2),
        ("http://a/x#s", "http://a/x#s", 1),
    ]
    assert [link.text for link in groups[0].links] == [
        "http://A/x",
        "http://a:80/x",
        "http://a/x",
        "http://a/%78",
    ]
    assert groups[0].first.column == 1


def test_rungs_merge_more_and_more() -> None:
    assert len(grouped("string")) == 8
    assert grouped("syntax")["http://a/x"] == ["http://A/x", "http://a/x", "http://a/%78"]
    assert grouped("scheme")["http://a/x"] == ["http://A/x", "http://a:80/x", "http://a/x", "http://a/%78"]


def test_references_without_a_url_are_grouped_by_their_text() -> None:
    found = [group for group in unique(links("<URL:one> <URL:two> <URL:one>")) if group.url is None]
    assert [(group.first.text, group.count) for group in found] == [("one", 2), ("two", 1)]


def test_steps_and_redirects() -> None:
    text = "http://a/?utm_source=x http://a/ http://old/ http://new/"
    first, *_ = unique(links(text), steps=["drop-tracking"])
    assert (first.key, first.count) == ("http://a/", 2)
    groups = list(unique(links(text), rung="protocol", redirects=[("http://old/", "http://new/")]))
    assert [(group.key, group.count) for group in groups][-1] == ("http://new/", 2)


def test_few_are_kept_and_all_are_counted() -> None:
    groups = list(unique(links(), keep=2))
    assert [(group.count, len(group.links)) for group in groups] == [(4, 2), (2, 2), (2, 2), (1, 1)]
    assert [link.text for link in groups[0].links] == ["http://A/x", "http://a:80/x"]


def test_a_rung_that_does_not_exist() -> None:
    with pytest.raises(UrlgleanError, match="scheme"):
        list(unique(links(), rung="ladder"))


def test_nothing_in_nothing_out() -> None:
    assert list(unique([])) == []


WORDS = ["http://a/", "http://A/", "http://b/", "http://b/%7e", "http://b/~", "<URL:x>"]


@given(st.lists(st.sampled_from(WORDS)))
def test_no_occurrence_is_lost(words: list[str]) -> None:
    found = links(" ".join(words))
    groups = list(unique(found))
    assert sum(group.count for group in groups) == len(found)
    places = sorted(link.place for group in groups for link in group.links)
    assert places == sorted(link.place for link in found)
    assert all(group.count == len(group.links) for group in groups)
    rows = {link.place: link.row() for link in found}
    assert all(link.row() == rows[link.place] for group in groups for link in group.links)


def test_the_text_around_is_let_go() -> None:
    (group,) = unique(links("x" * 10_000 + " http://a/ " + "y" * 10_000))
    assert group.first.candidate.source.text == "http://a/"


@given(
    st.lists(st.lists(st.sampled_from(["http://a.org/", "HTTP://a.org", "http://b.org/", "<URL:x>"]))),
    st.sampled_from([None, 1, 2]),
)
def test_groups_of_pieces_are_those_of_the_whole(pieces: list[list[str]], keep: int | None) -> None:
    each = [links(" ".join(piece)) for piece in pieces]
    grouping = Grouping(keep=keep)
    for piece in each:
        product = pickle.loads(pickle.dumps(grouping.product))  # noqa: S301  (just written)
        product(piece, lambda parts: grouping.add(pickle.loads(pickle.dumps(parts))))  # noqa: S301  (the same)
    whole = list(unique((link for piece in each for link in piece), keep=keep))
    assert list(grouping.sorted()) == [group.tally for group in whole]
    assert [tally.row() for tally in grouping.sorted()] == [group.row() for group in whole]
    assert [tally.first.place for tally in grouping.sorted()] == [group.first.place for group in whole]


@pytest.mark.parametrize("wrong", [True, 1.5, "3", b"3"])
def test_how_many_are_kept_is_a_number(wrong: Any) -> None:
    with pytest.raises(TypeError, match="keep is to be a whole number, not"):
        list(unique([], keep=wrong))


@pytest.mark.parametrize(("scheme", "at_most"), [("http", 6), ("HTTP", 9)])
def test_many_distinct_urls_take_a_few_times_their_text(scheme: str, at_most: float) -> None:
    hosts = [f"://h{number % 97}.example/{number}" for number in range(25_000 if tries_all() else 20_000)]
    place = next(unique(links())).tally.first
    grouping = Grouping(keep=1)
    urls = ((f"http{host}", f"{scheme}{host}") for host in hosts)
    parts = ((key, url, 1, (place._replace(text=url),)) for key, url in urls)
    assert peak_of(lambda: grouping.add(parts)) < at_most * sum(map(len, hosts))
    assert [tally.url for tally in grouping.sorted()] == [f"{scheme}{host}" for host in hosts]
    assert [tally.key for tally in grouping.sorted()] == [f"http{host}" for host in hosts]


def test_many_distinct_urls_are_put_in_order_in_little_memory() -> None:
    many = 15_000 if tries_all() else 5_000
    text = "".join(f"http://h{number % 97}.example/{number % many}\n" for number in range(many * 6 // 5))
    grouping = Grouping(keep=1)
    grouping.take(urlglean.extract_text(text))
    found = list(grouping.sorted())
    keys: dict[str, Callable[[Tally], int | str]] = {
        "count": lambda tally: -tally.count,
        "url": lambda tally: str(tally.url),
    }
    for order, key in keys.items():
        assert peak_of(lambda: all(grouping.sorted(order))) < 7 * len(text), order  # noqa: B023  (called here)
        assert list(grouping.sorted(order)) == sorted(found, key=key), order


def test_texts_of_one_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlglean.links.distinct._HASH", 0)
    urls = [f"http://{host}.example/" for host in ("a", "b", "a", "c", "b")]
    found = unique(link for url in urls for link in urlglean.extract_text(url))
    assert [(one.url, one.count) for one in found] == list(Counter(urls).items())


def test_each_text_is_told_from_all_others() -> None:
    texts = [
        "<URL:x>",
        "<URL:\ud83d\ude00>",
        "<URL:\U0001f600>",
        "<URL:\ud83d>",
        "http://a/\x7f",
        "http://A/",
    ]
    texts += [f"{scheme}://a/{number}" for number in range(200) for scheme in ("http", "HTTP", "ftp")]
    found = links("\n".join([*texts, *reversed(texts)]))
    expected: dict[tuple[str | None, str], list[Link]] = {}
    for link in found:
        expected.setdefault((link.key(), "" if link.url else link.text), []).append(link)
    groups = list(unique(found))
    assert [[link.position for link in group.links] for group in groups] == [
        [link.position for link in same] for same in expected.values()
    ]
    assert [(group.url, group.key, group.count) for group in groups] == [
        (same[0].url, key, len(same)) for (key, _), same in expected.items()
    ]
    grouping = Grouping()
    grouping.take(found)
    assert list(grouping.sorted()) == [group.tally for group in groups]


@pytest.mark.parametrize("path", ["mail/archive.mbox", "html/login-hostile.html", "warc/crawl.warc.gz"])
def test_an_occurrence_says_what_a_row_does(path: str) -> None:
    found = list(urlglean.extract_path(CORPORA / path))
    assert found
    for link in found:
        row, said = link.row(), Occurrence.of(link)._asdict()
        assert said == {name: row[name] for name in said}


def test_the_places_of_a_url_are_put_together_once() -> None:
    number = 5_000
    grouping = Grouping()
    grouping.take(urlglean.extract_text("http://a.example/\n" * number))
    assert peak_of(lambda: list(grouping.sorted())) < 250 * number
