"""The jobs: what the commands of these names give, as Parquet files that are the same each time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import pytest

from support import spark_cluster
from support.laws import tries_all
from support.patience import HANG
from support.places import CORPORA, ROOT
from support.spark_rows import as_json, plain, printed
from urlglean.links.distinct import Distinct
from urlglean.links.link import Link


@pytest.fixture
def job(session: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Run a job in this process, on the session that there is."""
    monkeypatch.chdir(ROOT)
    return spark_cluster.job


def rows(out: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    files = sorted(out.rglob("part-*.parquet"))
    return [
        plain(row)
        for path in files
        if "_problems" not in path.parts
        for row in pq.read_table(path).to_pylist()
    ]


def contents(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}


MAIL = CORPORA / "mail"
CRAWL = [CORPORA / "warc", CORPORA / "html" / "wiki-page.html", CORPORA / "html" / "forms.html"]


def test_extract_writes_the_same_bytes_again(job: Callable[..., int], tmp_path: Path) -> None:
    out = tmp_path / "links"
    given = ("extract", MAIL, "--host", "example.org", "--split-size", "1", "--out", out)
    expected = printed("extract", "--host", "example.org", MAIL)
    assert job(*given) == 0
    assert as_json(rows(out)) == as_json(expected)
    first = contents(out)
    assert "_SUCCESS" in first
    with pytest.raises(click.UsageError, match="holds a table already"):
        job(*given)
    (out / "_SUCCESS").unlink()
    (out / "part-00000.parquet").write_bytes(b"of a run that failed")
    (out / ".part-00007.parquet.3").write_bytes(b"the same")
    assert job(*given) == 0
    assert contents(out) == first
    import pyarrow.parquet as pq

    (told,) = (out / "_problems").glob("*.parquet")
    assert set(pq.read_table(told).column_names) >= {"source", "message", "line"}


def test_there_are_tables_where_nothing_is_in_them(job: Callable[..., int], tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    page, out = tmp_path / "a.txt", tmp_path / "out"
    page.write_text("nothing")
    for options in ((), ("--by-host", "2")):
        assert job("extract", page, *options, "--overwrite", "--out", out) == 1
        assert [pq.read_table(table).num_rows for table in (out, out / "_problems")] == [0, 0]
        assert pq.read_table(out).column_names == [*Link.columns()]


def test_a_folder_with_something_else_is_left_alone(job: Callable[..., int], tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(click.UsageError, match="which no run has written"):
        job("extract", MAIL, "--out", tmp_path, "--overwrite")


def test_unique_gives_what_the_command_gives(job: Callable[..., int], tmp_path: Path) -> None:
    out = tmp_path / "urls"
    assert job("unique", MAIL, "--places", "3", "--out", out, "--partitions", "1") == 0
    expected = printed("unique", MAIL)
    found = rows(out)
    assert as_json([plain(row, expected[0]) for row in found]) == as_json(
        [row | {"places": row["places"][:3]} for row in expected]
    )
    for row in found:
        assert row["places"][0].items() >= {(name, row[name]) for name in Distinct.columns()[3:]}


def test_unique_has_references_without_a_url_where_the_command_sorts_them(
    job: Callable[..., int], tmp_path: Path
) -> None:
    page, out = tmp_path / "a.html", tmp_path / "urls"
    page.write_text(
        "<a href=m></a><a href=http://a.example/></a><a href=a></a><a href=z></a><a href=mailto:b@c.example></a>"
    )
    given = ("unique", page, "--sort", "url")
    assert job(*given, "--out", out, "--partitions", "1") == 0
    assert [row["text"] for row in rows(out)] == ["a", "http://a.example/", "m", "mailto:b@c.example", "z"]


def test_frontier_gives_what_the_command_gives_and_remembers_it(
    job: Callable[..., int], tmp_path: Path
) -> None:
    known, file = tmp_path / "known", tmp_path / "known.duckdb"
    policy = (
        *("--skip-fetched", "--respect", "noindex", "--seed", "http://www.lighthouse.example/"),
        *("--rung", "protocol", "--redirect"),
        *("http://www.lighthouse.example/visit/plan.pdf", "http://a.example/plan.pdf"),
    )
    half = known / "generation-000002" / "part-00000.parquet"  # of a run that failed before its end
    for number in range(2):
        out = tmp_path / f"out-{number}"
        inputs = CRAWL[:1] if number == 0 else CRAWL
        if number == 1:
            half.parent.mkdir()
            half.write_bytes(b"a half")
        given = (
            "frontier",
            *inputs,
            *policy,
            "--known",
            known,
            "--sort",
            "surt",
            "--out",
            out,
            "--partitions",
            "1",
        )
        code = job(*given)
        expected = printed("frontier", *inputs, *policy, "--known", file, "--sort", "surt")
        assert code == 3
        assert as_json(rows(out)) == as_json(expected)
        assert expected
    assert [path.name for path in sorted(known.iterdir())] == ["generation-000001", "generation-000002"]
    if tries_all():
        first = contents(out), contents(known)
        (out / "_SUCCESS").unlink()
        half.with_name("_SUCCESS").unlink()
        assert job(*given) == 3
        assert (contents(out), contents(known)) == first


def test_what_is_equal_in_the_order_asked_for_keeps_that_of_the_inputs(
    job: Callable[..., int], tmp_path: Path
) -> None:
    page = tmp_path / "a.html"
    page.write_text("<a href=https://a.example/>s</a> <a href=http://a.example/>p</a>")
    given = ("frontier", page, "--base", "http://b.example/a.html", "--sort", "surt")
    assert job(*given, "--out", tmp_path / "out", "--partitions", "1") == 0
    expected = printed(*given)
    assert as_json(rows(tmp_path / "out")) == as_json(expected)
    assert [row["fetch_url"] for row in expected] == ["https://a.example/", "http://a.example/"]


def test_known_urls_are_refused_where_keys_are_made_otherwise(
    job: Callable[..., int], tmp_path: Path
) -> None:
    known, out = tmp_path / "known", tmp_path / "out"
    given = ("frontier", CRAWL[1], "--known", known, "--step", "strip-www", "--out", out)
    assert job(*given) == 0
    before = contents(out), contents(known)
    told = "made with --rung scheme --step strip-www, now asked for with --rung syntax; ask for the same"
    with pytest.raises(click.UsageError, match=told):
        job(*given[:4], "--rung", "syntax", "--out", out, "--overwrite")
    assert (contents(out), contents(known)) == before
    (known / "generation-x").mkdir()
    with pytest.raises(click.UsageError, match="no table of known URLs"):
        job(*given, "--overwrite")


def test_the_rows_of_a_host_go_into_one_folder(job: Callable[..., int], session: Any, tmp_path: Path) -> None:
    out = tmp_path / "links"
    job("extract", MAIL, tmp_path / "nowhere", "--by-host", "4", "--out", out)
    places: dict[str, set[str]] = {}
    for path in out.glob("host_bucket=*/*.parquet"):
        import pyarrow.parquet as pq

        for row in pq.ParquetFile(path).read().to_pylist():
            host = (
                (row["key"] or "").partition("://")[2].partition("/")[0].rpartition("@")[2].partition(":")[0]
            )
            places.setdefault(host, set()).add(path.parent.name)
    assert len(places) > 10
    assert all(len(folders) == 1 for folders in places.values())
    import pyarrow.parquet as pq

    # Whoever reads the folder as one table is given the rows, and no problem among them.
    assert (out / "_problems").is_dir()
    numbers = [len(rows(out)), pq.read_table(out).num_rows, session.read.parquet(str(out)).count()]
    assert numbers == [len(printed("extract", MAIL))] * 3


def test_wrong_use_is_told(job: Callable[..., int], tmp_path: Path) -> None:
    with pytest.raises(click.UsageError, match="Protocol not known"):
        job("extract", MAIL, "--out", "nowhere://a/b")
    part = tmp_path / "part-00000.parquet"
    part.write_text("precious")
    for out in (part, part / "below"):
        with pytest.raises(click.UsageError, match=r"a file; name a folder|Not a directory|File exists"):
            job("extract", MAIL, "--out", out, "--overwrite")
    assert part.read_text() == "precious"
    with pytest.raises(click.UsageError, match="name what to read"):
        job("extract", "--out", tmp_path / "x")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            ZeroDivisionError("oops"),
            r"a fault of urlglean itself, at test_commands\.py:\d+: ZeroDivisionError: oops",
        ),
        (OSError("no such host"), "no such host"),
    ],
)
def test_what_goes_wrong_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, told: str
) -> None:
    pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")
    from urlglean.spark import commands

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(commands.tables, "prepare", fail)
    monkeypatch.setattr(sys, "argv", ["spark", "extract", "x", "--out", "y"])
    with pytest.raises(SystemExit) as caught:
        commands.main()
    assert caught.value.code == 3
    assert re.fullmatch(f"urlglean: {told}\n", capsys.readouterr().err)


def test_what_is_there_stays_where_spark_does_not_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")
    from urlglean.spark import commands

    (tmp_path / "_SUCCESS").touch()
    (tmp_path / "part-00000.parquet").write_bytes(b"of an earlier run")
    before = contents(tmp_path)
    monkeypatch.setattr(commands, "SparkSession", None)
    with pytest.raises(AttributeError):
        commands.jobs.main(
            ["extract", str(MAIL), "--out", str(tmp_path), "--overwrite"], standalone_mode=False
        )
    assert contents(tmp_path) == before


@pytest.mark.parametrize("is_there", [False, True])
def test_a_job_ends_the_session_that_it_began_and_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, is_there: bool
) -> None:
    pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")
    from urlglean.spark import commands

    session = Mock()
    session.getActiveSession.return_value = session if is_there else None
    session.builder.appName().getOrCreate.return_value = session
    session.range.side_effect = OSError("no cluster")
    monkeypatch.setattr(commands, "SparkSession", session)
    with pytest.raises(OSError, match="no cluster"):
        commands.jobs.main(["extract", str(MAIL), "--out", str(tmp_path)], standalone_mode=False)
    assert session.stop.called is not is_there


def test_without_spark_it_is_said_what_is_missing() -> None:
    blocked = "import sys; sys.modules['pyspark'] = None; "
    needed = "urlglean.spark needs Apache Spark: pip install 'urlglean[spark]', and Java 17 or later"
    for program in (
        "import urlglean.spark; urlglean.spark.read",
        "from urlglean.spark.__main__ import main; main()",
    ):
        done = subprocess.run(
            [sys.executable, "-c", blocked + program], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert done.stderr.strip().endswith(needed)


FORKLESS = """
import os
import fsspec
from fsspec.implementations.local import LocalFileSystem

class Forkless(LocalFileSystem):
    protocol = "forkless"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        os.register_at_fork(after_in_child=lambda: os._exit(70))

    @classmethod
    def _strip_protocol(cls, path):
        return super()._strip_protocol(path.removeprefix("forkless://"))

fsspec.register_implementation("forkless", Forkless)
"""
"""A driver of files after whose first use a fork is the end of the child, as where it has threads."""


@pytest.mark.parametrize("option", ["--out", "--known"])
def test_java_is_there_before_the_driver_of_the_files_that_are_written(tmp_path: Path, option: str) -> None:
    pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")
    (tmp_path / "sitecustomize.py").write_text(FORKLESS)
    java = tmp_path / "bin" / "spark-submit"  # what is started by a fork, and is Java then
    java.parent.mkdir()
    java.write_text(f"#!/bin/sh\ntouch '{tmp_path}/started'\nexit 1\n")
    java.chmod(0o755)
    folders = {"--out": f"{tmp_path}/out", "--known": f"{tmp_path}/known"}
    folders[option] = f"forkless://{folders[option]}"
    given = ("page.html", *(item for pair in folders.items() for item in pair))
    done = subprocess.run(
        [sys.executable, "-m", "urlglean.spark", "frontier", *given],
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "src")]), "SPARK_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
    )
    assert (done.returncode, done.stderr.count("Spark did not start")) == (3, 1), done.stderr
    assert (tmp_path / "started").exists()


def test_what_a_frontier_works_out_on_its_way_is_in_files(session: Any, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    from urlglean.spark.tables import Folder, settling

    settle = settling(Folder(str(tmp_path)))
    frame = session.range(0, 9, 1, 3).selectExpr("id", "CAST(id AS STRING) AS key", "id > 4 AS goes_on")
    some = [settle(given) for given in (frame, frame.where("key IS NULL"))]
    assert [given.schema.simpleString() for given in some] == [frame.schema.simpleString()] * 2
    assert [sorted(row["id"] for row in given.collect()) for given in some] == [[*range(9)], []]
    written = [row for path in sorted(tmp_path.rglob("*.parquet")) for row in pq.read_table(path).to_pylist()]
    assert written == [row.asDict() for row in frame.collect()]
