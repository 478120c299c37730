"""What a cluster reads is what one machine reads: every row once, whatever is cut and in whatever order."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path
from typing import Any

import pytest

import urlglean
from support.laws import some
from support.places import CORPORA, ROOT
from support.spark_rows import as_json, plain, printed
from urlglean.errors import InputError, UrlgleanError

SMALL = 1 << 15
"""A split of so many bytes cuts the archives of the corpora."""


@pytest.fixture(scope="module")
def corpora() -> list[dict[str, Any]]:
    return printed("extract", "corpora")


def rows(frame: Any) -> list[dict[str, Any]]:
    return [
        plain(row, urlglean.Link.columns())
        for row in frame.where("problem IS NULL").orderBy("position").collect()
    ]


@pytest.mark.parametrize("partitions", some([3, 64, 1], every=3))
def test_the_rows_are_those_of_the_command_however_many_tasks_there_are(
    session: Any, corpora: list[dict[str, Any]], partitions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from urlglean.spark import read

    monkeypatch.chdir(ROOT)
    frame = read(session, "corpora", partitions=partitions)
    assert frame.rdd.getNumPartitions() == partitions
    assert as_json(rows(frame)) == as_json(corpora)


def test_the_order_of_files_is_that_of_the_rows(
    session: Any, corpora: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from urlglean.spark import read, unique

    monkeypatch.chdir(ROOT)
    names = sorted(str(path.relative_to(ROOT)) for path in CORPORA.glob("*/*") if path.is_file())
    random.Random(18).shuffle(names)  # noqa: S311  (no secret)
    frame = read(session, names, split_size=SMALL, partitions=3).cache()
    found = rows(frame)
    files = {row["source"] for row in found}
    assert sorted(as_json(found)) == sorted(as_json([row for row in corpora if row["source"] in files]))
    order = {name: number for number, name in enumerate(names)}
    assert [order[row["source"]] for row in found] == sorted(order[row["source"]] for row in found)
    groups = unique(frame, places=len(found)).orderBy("position").collect()
    columns = ("url", "key", "count", "places")
    assert as_json([plain(row, columns) for row in groups]) == as_json(printed("unique", *names))
    frame.unpersist()


def archives(folder: Path) -> list[Path]:
    """Make archives that are cut in many places, some of which only look like the beginning of a record."""
    letter = (CORPORA / "mail" / "archive.mbox").read_bytes()
    crawl = (CORPORA / "warc" / "crawl.warc.gz").read_bytes()
    mbox, packed, plain_warc = (folder / name for name in ("a.mbox", "b.warc.gz", "c.warc"))
    inner = b"From x@y.org Mon Feb  1 10:00:00 1999\nSubject: in a letter\n\nhttp://inner.example/\n" * 400
    outer = b"From o@y.org Mon Feb  1 10:00:00 1999\nFrom: o@y.org\nContent-Length: %d\n\n" % len(inner)
    mbox.write_bytes(letter * 4 + outer + inner + b"\n" + letter)
    stored = record(b"application/octet-stream", crawl)
    packed.write_bytes(crawl + gzip.compress(stored, compresslevel=0) + crawl)
    plain_warc.write_bytes(
        gzip.decompress(crawl) + record(b"text/plain", gzip.decompress(crawl)) + gzip.decompress(crawl)
    )
    return [mbox, packed, plain_warc]


def record(kind: bytes, content: bytes) -> bytes:
    return (
        b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000018>\r\n"
        b"WARC-Target-URI: http://a.example/inner\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        b"Content-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (kind, len(content), content)
    )


def test_large_archives_are_cut_where_a_record_begins(session: Any, tmp_path: Path) -> None:
    from urlglean.spark import problems, read

    paths = [str(path) for path in archives(tmp_path)]
    frame = read(session, paths, split_size=SMALL).cache()
    assert frame.rdd.getNumPartitions() >= 12
    assert as_json(rows(frame)) == as_json(printed("extract", *paths))
    assert problems(frame).count() == 0
    far = read(session, [f"file://{path}" for path in paths[:2]], split_size=2 * SMALL)
    near = [row for row in rows(frame) if row["source"] != paths[2]]
    assert [row["url"] for row in rows(far)] == [row["url"] for row in near]
    frame.unpersist()


def test_a_column_of_documents_is_read_as_files_are(session: Any) -> None:
    from pyspark.sql import functions as F  # noqa: N812

    from urlglean.spark import extract, problems

    pages = sorted((CORPORA / "html").glob("base-*.html"))[:12]
    made = session.createDataFrame(
        [(page.read_bytes(), f"http://site.example/{page.name}", page.name) for page in pages],
        "content binary, base string, source string",
    )
    frame = extract(
        made, "content", kind=F.lit("html"), base="base", source="source", schemeless=True
    ).cache()
    expected = [
        link.row()
        for page in pages
        for link in urlglean.extract_html(
            page.read_bytes(), base=f"http://site.example/{page.name}", name=page.name, schemeless=True
        )
    ]
    found = [plain(row, urlglean.Link.columns()) for row in frame.where("problem IS NULL").collect()]
    # Bases are claimed in other words: by an option of a command, and by an argument.
    for row in (*found, *expected):
        row.pop("base_source")
    assert sorted(as_json(found)) == sorted(as_json(expected))
    assert problems(frame).count() == 0
    frame.unpersist()


def test_what_cannot_be_read_is_a_row_and_no_failure(session: Any, tmp_path: Path) -> None:
    from urlglean.spark import extract, problems, read

    texts = session.createDataFrame(
        [
            ("see http://a.org/", "text", None),
            (None, "text", None),
            ("x", "no-such-kind", None),
            ("<a href=b>", "html", "relative/base"),
        ],
        "content string, kind string, base string",
    )
    frame = extract(texts, "content", kind="kind", base="base")
    assert [row["url"] for row in frame.where("problem IS NULL").collect()] == ["http://a.org/"]
    assert sorted(row["message"].partition(";")[0] for row in problems(frame).collect()) == [
        "the base 'relative/base' is no absolute URL",
        "there is no content: null",
        "there is no kind 'no-such-kind'",
    ]
    missing = read(session, [str(tmp_path / "nowhere.mbox"), "-", "nowhere://a/b"])
    assert [row["message"].partition(":")[0].partition(";")[0] for row in problems(missing).collect()] == [
        "cannot be read",
        "only the process that has it open can read it",
        "cannot be read",
    ]


def test_nothing_is_read_before_it_is_asked_for(session: Any, tmp_path: Path) -> None:
    from urlglean.spark import read, unique

    file = tmp_path / "a.txt"
    file.write_text("http://before.org/")
    frame = unique(read(session, str(file)))
    file.write_text("http://after.org/!")
    assert [row["url"] for row in frame.collect()] == ["http://after.org/!"[:-1]]


def test_no_task_holds_all_places_of_a_url(session: Any) -> None:
    from urlglean.spark import extract, unique

    text = "http://hot.example/ and http://b.example/\n" * 3_000
    made = session.createDataFrame([(text,)], "content string")
    frame = unique(extract(made, "content"), places=3)
    hot, other = frame.orderBy("position").collect()
    assert [(row["url"], row["count"], len(row["places"])) for row in (hot, other)] == [
        ("http://hot.example/", 3_000, 3),
        ("http://b.example/", 3_000, 3),
    ]
    assert [place["line"] for place in hot["places"]] == [1, 2, 3]
    # Each task keeps three places of a URL before these are sent, and so does who takes them in.
    plan = frame._jdf.queryExecution().executedPlan().toString()
    assert plan.count("min_by(") >= 2, plan
    assert "collect_list" not in plan


def test_many_places_of_each_url_cost_nothing_before_they_are_met(session: Any) -> None:
    from urlglean.spark import extract, unique

    text = "".join(f"http://a.example/{number % 500}\n" for number in range(2_000))
    frame = unique(extract(session.createDataFrame([(text,)], "content string"), "content"), places=200_000)
    rows = frame.orderBy("position").collect()
    lines = [[place["line"] for place in row["places"]] for row in rows]
    assert lines == [[line, line + 500, line + 1000, line + 1500] for line in range(1, 501)]


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ({"content": "number"}, TypeError, "content is to be a column of strings or bytes, not of int"),
        ({"content": None}, TypeError, "content is to be a column, or the name of one, not NoneType"),
        ({"kind": "number"}, TypeError, "kind is to be a column of strings, not of int"),
        ({"base": b"http://a/"}, TypeError, "base is to be a column, or the name of one, not bytes"),
        ({"source": 3}, TypeError, "source is to be a column, or the name of one, not int"),
        ({"encoding": 8}, TypeError, "encoding is to be a string, not int"),
        ({"policy": "all"}, TypeError, "policy is to be a Policy, not str"),
        ({"rung": "shceme"}, UrlgleanError, "there is no rung 'shceme'"),
        ({"dialect": "rfc1"}, UrlgleanError, "there is no dialect 'rfc1'"),
        ({"shcemeless": True}, TypeError, "there is no option 'shcemeless'; did you mean 'schemeless'?"),
        ({"robots": True}, TypeError, "the option 'robots' has no meaning for rows; there are code,"),
        ({"anchors": True}, TypeError, "there is no option 'anchors'; there are code,"),
        ({"known": ()}, TypeError, "there is no option 'known'; there are code,"),
        ({"schemeless": "yes"}, TypeError, "schemeless is to be True or False"),
    ],
)
def test_wrong_columns_and_options_are_told_before_anything_is_read(
    session: Any, given: dict[str, Any], error: type[Exception], told: str
) -> None:
    from urlglean.spark import extract

    made = session.createDataFrame([("http://a.org/", 1)], "text string, number int")
    with pytest.raises(error, match=re.escape(told)):
        extract(made, **{"content": "text", **given})


def test_nulls_and_no_rows_are_no_failure(session: Any) -> None:
    from urlglean.frontier import Policy
    from urlglean.spark import extract, frontier, problems, unique

    full = ("<a href=/x>", "html", "http://b.org/", "s")
    cells = [tuple(None if bits >> at & 1 else value for at, value in enumerate(full)) for bits in range(16)]
    made = session.createDataFrame(cells, "content string, kind string, base string, source string")
    names = {name: name for name in made.columns}
    rows = extract(made, **names)
    assert {row["message"] for row in problems(rows).collect()} == {"there is no content: null"}
    found = rows.where("problem IS NULL").select("source", "url").collect()
    assert {row["source"] for row in found} == {"s", "-"}
    assert {row["url"] for row in found} == {"http://b.org/x", None}
    nothing = made.limit(0)
    for frame in (unique(extract(nothing, **names)), frontier(extract(nothing, **names, policy=Policy()))):
        assert frame.collect() == []


def test_wrong_use_is_told_at_once(session: Any) -> None:
    from urlglean.spark import read, unique

    with pytest.raises(TypeError):
        read(session, "x", no_such_option=True)
    with pytest.raises(InputError, match="no kind"):
        read(session, "x", kind="paper")
    with pytest.raises(UrlgleanError, match="split_size is to be 1"):
        read(session, "x", split_size=0)
    with pytest.raises(UrlgleanError, match="at least one place"):
        unique(read(session, "x"), places=0)


def test_rows_that_were_made_for_something_else_are_told(session: Any) -> None:
    from urlglean.frontier import Policy
    from urlglean.spark import frontier, problems, read, unique

    plain_rows = read(session, [str(ROOT / "README.md")])
    for_a_frontier = read(session, [str(ROOT / "README.md")], policy=Policy())
    numbers = session.range(1)
    for call, told in {
        lambda: unique(for_a_frontier): "without policy=; what was given has no column 'redirect_chain'",
        lambda: unique(numbers): "unique takes rows of read or extract",
        lambda: frontier(plain_rows): r"with policy=Policy\(\); what was given has no column 'reason'",
        lambda: frontier(for_a_frontier, known=numbers): "known is to be a table of keys",
        lambda: problems(numbers): "problems takes rows of read or extract",
    }.items():
        with pytest.raises(TypeError, match=told):
            call()
