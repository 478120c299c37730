"""`urlglean.frontier.store`: batches, ranges and odd characters change nothing; it is what sets make of it."""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlglean
from support.frontier_runs import HOME, fetch_urls, gather, read_into
from support.laws import examples, some
from urlglean.frontier import frontier as frontier_module
from urlglean.frontier import sightings as frontier_sightings
from urlglean.frontier import store as frontier_store
from urlglean.frontier.frontier import Frontier
from urlglean.frontier.sightings import FrontierDatabase, Sighting, Sightings
from urlglean.frontier.store import FrontierStore
from urlglean.uri.normalize import normalize


def test_batches_and_ranges_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [
        (f"{HOME}{page}", "".join(f"<a href=/{page * 7 * n % 50}>{n % 3}</a>" for n in range(20)))
        for page in range(20)
    ]
    whole, _ = gather(*pages)
    monkeypatch.setattr(frontier_store, "_BATCH", 7)
    monkeypatch.setattr(frontier_sightings, "_BATCH", 7)
    monkeypatch.setattr(frontier_sightings, "_SIGHTINGS_AT_ONCE", 7)
    monkeypatch.setattr(frontier_store, "_RANGE", 5)
    monkeypatch.setattr(frontier_sightings, "_FETCHED_AT_ONCE", 3)
    for sort in ("first", "count", "url", "surt"):
        rows, _ = gather(*pages, sort=sort)
        assert sorted(rows) == sorted(whole)


@pytest.mark.parametrize("levels", [0, 3])
def test_depths_are_the_same_however_they_are_found(levels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [n * 17 % 40 for n in range(40)]
    pages = [(f"{HOME}{n}", f"<a href=/{n + 1}>a</a><a href=/{n * n % 41}>b</a>") for n in numbers]
    pages.append((f"{HOME}away", "<a href=/x>a</a>"))

    def depths() -> dict[str, int | None]:
        with Frontier() as frontier:
            frontier.seed(f"{HOME}3")
            frontier.extend(())
            frontier._sightings.visit(frontier.key(f"{HOME}30"), depth=9)
            read_into(frontier, *pages)
            frontier.finish()
            return {row.fetch_url: row.depth for row in frontier.rows()}

    found = depths()
    assert len(set(found.values())) >= 10
    monkeypatch.setattr(frontier_store, "_LEVELS", levels)
    monkeypatch.setattr(frontier_store, "_BATCH", 3)
    assert depths() == found


@pytest.mark.parametrize("memory", [16, 1 << 40], ids=["all at once", "too little memory"])
def test_levels_without_number_are_found_at_once(memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that links to the next one, and that to the next one: one look through all links would be for each."""
    pages = [(f"{HOME}{n}", f"<a href=/{n + 1}>a</a>") for n in range(30)]
    asked: list[str] = []
    run = FrontierDatabase.run

    def counted(database: FrontierDatabase, sql: str, *parameters: Any) -> None:
        asked.append(sql)
        run(database, sql, *parameters)

    monkeypatch.setattr(frontier_store, "_LEVELS", 5)
    monkeypatch.setattr(frontier_store, "_MEMORY_OF_LINK", memory)
    monkeypatch.setattr(FrontierDatabase, "run", counted)
    with Frontier() as frontier:
        frontier.seed(f"{HOME}0")
        read_into(frontier, *pages)
        frontier.finish()
        assert [row.depth for row in frontier.rows()] == list(range(1, 31))
    levels = sum("INSERT INTO level SELECT DISTINCT" in one for one in asked)
    assert levels == 5 if memory == 16 else levels > 20


@pytest.mark.parametrize("size", [1, 4])
def test_a_page_that_is_handed_on_in_parts_refers_once(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [
        (f"{HOME}{page}", "".join(f"<a href=/{n % 7 + page}>{n % 3}</a>" for n in range(30)))
        for page in range(3)
    ]
    whole, _ = gather(*pages)
    monkeypatch.setattr(frontier_module, "_PAGE_SIZE", size)
    assert gather(*pages)[0] == whole


def test_long_urls_are_handed_on_before_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier_sightings, "_CHARACTERS_AT_ONCE", 5000)
    sizes: list[int] = []
    flush = Sightings._flush_sightings

    def watched(sightings: Sightings) -> None:
        sizes.append(sightings._sightings.size)
        flush(sightings)

    monkeypatch.setattr(Sightings, "_flush_sightings", watched)
    pages = [(f"{HOME}{page}", f"<a href=/{'a' * 3000}{page}>") for page in range(6)]
    assert fetch_urls(*pages) == [f"{HOME}{'a' * 3000}{page}" for page in range(6)]
    assert sizes == [2, 2, 2, 0]


def test_odd_characters_come_back_as_they_were() -> None:
    page = "<a href='?\x1f\x1e&amp;é'>\x1e\x1f one</a><a href='?\ud800'>\ud800</a>"
    rows, _ = gather((HOME, page))
    assert rows[0].fetch_url == f"{HOME}?%1F%1E&%C3%A9"
    assert len(rows) == 2


URLS = st.lists(
    st.tuples(
        st.sampled_from(
            ["http://a.example", "https://a.example", "HTTP://A.example:80", "mailto:x", "http://b.example"]
        ),
        st.sampled_from(["", "/", "/x", "/%78", "/x?q", "/y/../x", "#f"]),
    ),
    max_size=12,
)


@examples(25)
@given(st.lists(URLS, max_size=4))
def test_it_is_what_sets_make_of_it(pages: list[list[tuple[str, str]]]) -> None:
    expected: dict[str, set[int]] = {}
    for number, links in enumerate(pages):
        for start, rest in links:
            url = start + rest
            if url.startswith("mailto"):
                continue
            absolute = url.partition("#")[0]
            expected.setdefault(normalize(absolute), set()).add(number)
    html = [
        (f"{HOME}{number}", "".join(f"<a href='{start}{rest}'>" for start, rest in links))
        for number, links in enumerate(pages)
    ]
    rows, _ = gather(*html)
    assert {row.key: row.referrers for row in rows} == {key: len(found) for key, found in expected.items()}


@pytest.mark.parametrize(
    ("memory", "number", "limit"),
    [
        ("1GB", 10, "88.0 MiB"),
        ("64MB", 10, "61.0 MiB"),
        ("1GB", 200, "200.0 MiB"),
        ("1GB", 1000, "953.6 MiB"),
    ],
)
def test_grouping_takes_memory_by_what_there_is_to_group(
    memory: str, number: int, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontier_sightings, "_MEMORY_OF_ROW", 1 << 20)
    page = "".join(f"<a href=/{one}>" for one in range(number))
    with Frontier(memory=memory) as frontier:
        frontier.extend(urlglean.extract_html(page, base=HOME))
        frontier.finish()
        assert frontier._store._database.value("SELECT current_setting('memory_limit')") == limit
        assert len(list(frontier.rows())) == number


@pytest.mark.parametrize("sort", some(["surt", "first", "count", "url"], every=4))
def test_long_urls_are_read_back_in_about_the_memory_that_they_have(sort: frontier_store.Sort) -> None:
    urls = ["http://host.test/" + sha256(b"%d" % number).hexdigest() * 29 for number in range(20_000)]
    store = FrontierStore(known=None, described="", memory="32MB")
    with closing(store):
        source = store.sightings.add_source("page.html", store.sightings.add_page(HOME), HOME)
        for start in range(0, len(urls), 4000):
            store.sightings.extend(
                [Sighting(url, url, source, "1:1", 0, 1, (url[-99:],)) for url in urls[start : start + 4000]]
            )
        store.finish(sort=sort, moved={}, skip_fetched=False, skip_noindex=False)
        found = [row.key for row in store.rows()]
    assert found == (urls if sort in {"first", "count"} else sorted(urls))


@pytest.mark.parametrize("sort", ["url", "surt"])
@pytest.mark.parametrize("part", [1 << 12, 1 << 17, 1 << 30])
def test_in_many_passes_the_order_is_what_it_is_in_one(
    sort: frontier_store.Sort, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "".join(
        f"<a href=http{'s' * (one % 3 == 0)}://h{one * 7 % 11}.test/{'é' * (one % 5)}{one * 31 % 97}>"
        for one in range(300)
    )
    found = []
    for passes in (part, 0):
        monkeypatch.setattr(frontier_store, "_PART_OF_MEMORY", passes)
        with Frontier(memory="64MB" if passes else "1GB") as frontier:
            frontier.extend(urlglean.extract_html(page, base=HOME))
            frontier.finish(sort=sort)
            found.append([row.fetch_url for row in frontier.rows()])
    assert found[0] == found[1]
    assert len(found[0]) > 250
