"""The tables of a store and its ready queries."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from support.mbox_messages import message
from support.store_runs import ARCHIVE, ask, fill
from urlglean import extract_html
from urlglean.database.rows import Batch
from urlglean.store.tables import VIEWS, with_url_once


def test_every_table_view_and_column_says_what_it_is(store: Path) -> None:
    fill(store)
    assert ask(store, "SELECT table_name FROM duckdb_tables() WHERE comment IS NULL") == []
    views = ask(store, "SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NOT NULL")
    assert {name for (name,) in views} == set(VIEWS)
    told = ask(store, "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal")
    assert [row for row in told if not row[2]] == []
    assert {table for table, _, _ in told} > set(VIEWS)


def test_a_long_url_is_on_its_way_into_a_store_once(store: Path, tmp_path: Path) -> None:
    url = "http://a.example/" + "b/" * 1000
    page = tmp_path / "a.html"
    page.write_text(f"<a href='{url}'></a><a href='{url}?a b'></a><a href='b'></a>")
    lines = [Batch.line(with_url_once(link.row())) for link in extract_html(page.read_text())]
    assert [line.count(url) for line in lines] == [1, 3, 0]
    fill(store, page)
    assert ask(store, "SELECT url, key, text, raw FROM occurrence ORDER BY id") == [
        (url, url, url, url),
        (f"{url}?a%20b", f"{url}?a%20b", f"{url}?a b", f"{url}?a b"),
        (None, None, "b", "b"),
    ]


def test_the_ready_queries_on_the_sample_archive(store: Path) -> None:
    fill(store, ARCHIVE)
    assert ask(
        store, "SELECT count(*) < (SELECT count(*) FROM occurrence), sum(occurrences) FROM mention"
    ) == [(True, 264)]
    assert ask(store, "SELECT count(*) = (SELECT count(*) FROM url) FROM first_appearance") == [(True,)]


def test_first_appearance_is_by_date(store: Path, tmp_path: Path) -> None:
    later, earlier = tmp_path / "a.mbox", tmp_path / "b.mbox"
    later.write_text(message(30, "http://a.org/"))
    earlier.write_text(
        message(10, "http://A.org") + "From x@y Mon Feb  1 10:00:00 1999\nSubject: no date\n\nhttp://a.org\n"
    )
    fill(store, later, earlier)
    assert ask(store, "SELECT key, url, date, parse_filename(source) FROM first_appearance") == [
        ("http://a.org/", "http://A.org", datetime(1999, 2, 1, 10, 10), "b.mbox")
    ]


def test_hosts_by_year(store: Path, mbox: Path) -> None:
    mbox.write_text(
        message(1, "http://a.org/1 http://a.org/2 http://b.org./ <http://me@you@b.org/>")
        + message(2, "http://a.org/1")
    )
    fill(store, mbox)
    assert ask(store, "FROM hosts_by_year ORDER BY ALL") == [(1999, "a.org", 3, 2), (1999, "b.org", 2, 2)]


def test_what_is_shared_is_what_people_say_themselves(store: Path, mbox: Path) -> None:
    mbox.write_text(
        message(1, "http://a.org/")
        + message(2, "> http://a.org/\n\nno: http://b.org/\n\n-- \nhttp://home.org/\n").replace(
            "From: a", "From: c"
        )
        + message(3, "http://a.org/").replace("From: a", "From: c")
        + message(4, "http://a.org/").replace("From: a@b.org", 'From: "Cee, at last" <C@b.org>')
        + message(5, "http://a.org/").replace("From: a@b.org", "From: (nobody)")
    )
    fill(store, mbox)
    assert ask(store, "SELECT url, senders, mentions FROM most_shared ORDER BY ALL") == [
        ("http://a.org/", 3, 4),
        ("http://b.org/", 1, 1),
    ]
    assert ask(store, "SELECT sender, host, mentions, urls FROM who_shares_what ORDER BY ALL") == [
        ("(nobody)", "a.org", 1, 1),
        ("a@b.org", "a.org", 1, 1),
        ("c@b.org", "a.org", 2, 1),
        ("c@b.org", "b.org", 1, 1),
    ]


def test_a_url_in_text_and_html_of_one_message_is_one_mention(store: Path, tmp_path: Path) -> None:
    mail = tmp_path / "a.eml"
    mail.write_text(
        "From: a@b.org\nMIME-Version: 1.0\nMessage-ID: <1@b.org>\nContent-Type: multipart/alternative; boundary=x\n\n"
        "--x\nContent-Type: text/plain\n\nhttp://a.org/ http://b.org/\n"
        "--x\nContent-Type: text/html\n\n<a href='http://a.org/'>http://a.org/</a>\n--x--\n"
    )
    fill(store, mail)
    assert ask(store, "SELECT url, part, occurrences FROM mention ORDER BY ALL") == [
        ("http://a.org/", "1", 3),
        ("http://b.org/", "1", 1),
    ]


def test_broken_wrapped(store: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("<http://a.org/x/\ny> and http://a.org/x/y\n\n<http://b.org/x/\ny>\n")
    fill(store, text)
    assert ask(store, "SELECT url, pieces, seen_whole, line FROM broken_wrapped ORDER BY ALL") == [
        ("http://a.org/x/y", 2, True, 1),
        ("http://b.org/x/y", 2, False, 4),
    ]
