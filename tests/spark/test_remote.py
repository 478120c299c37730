"""Files elsewhere are read as those here are; where their server gives ranges, each split asks for its own bytes."""

from __future__ import annotations

import gzip
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from support.elsewhere import hdfs, s3
from support.laws import some
from support.places import CORPORA
from support.spark_rows import printed
from support.web_server import in_ranges, respond, serving

pytest.importorskip("aiohttp", reason="no aiohttp is installed, with which fsspec asks web servers")
pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")

import fsspec

from support.trees import plant
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice
from urlglean.inputs.kinds import SAMPLE
from urlglean.jobs.shares import File, Slice
from urlglean.spark.splits import WarcSplit, kind_to_cut, listed, ranges, stitched, walk
from urlglean.spark.tasks import documents

SPLIT = 1 << 15
BLOCK = 1 << 20
"""How much is asked for at once of an mbox."""
CRAWL = (CORPORA / "warc" / "crawl.warc.gz").read_bytes()
LETTERS = (CORPORA / "mail" / "archive.mbox").read_bytes()
FILES = {
    "/a.mbox": LETTERS * (8 * BLOCK // len(LETTERS)),
    "/b.warc.gz": CRAWL * (4 * SPLIT // len(CRAWL)),
    "/c.warc": gzip.decompress(CRAWL) * (4 * SPLIT // len(CRAWL)),
}


@pytest.mark.parametrize("path", FILES)
def test_a_split_asks_for_its_own_bytes(path: str) -> None:
    sent: list[int] = []
    content = FILES[path]
    with serving({path: in_ranges(content, sent)}) as site:
        (file,) = listed([site.url(path)], Choice())
        assert file == File(site.url(path), len(content))
        size = len(content) // 4
        kind = kind_to_cut(file, InputOptions(), size)
        assert kind is not None
        parts = stitched([(over, walk(over)) for over in ranges(file, kind, size)], walk)
        assert len(parts) == 4
        for part in parts:
            assert isinstance(part, (Slice, WarcSplit))
            sent.clear()
            assert [document.name for document in documents(part, InputOptions(), pytest.fail)] == [file.name]
            own = part.stop - part.start
            assert (
                sum(sent) == own + (SAMPLE if part.start else 0) if kind == "warc" else sum(sent) <= 3 * BLOCK
            )


def test_rows_from_a_server_are_those_of_the_same_files_here(session: Any, tmp_path: Path) -> None:
    from urlglean.spark import problems, read

    here = []
    for path, content in FILES.items():
        here.append(tmp_path / path[1:])
        here[-1].write_bytes(content[: 8 * SPLIT])
    served = {f"/{path.name}": in_ranges(path.read_bytes(), []) for path in here}
    whole = {f"/whole/{path.name}": respond(200, path.read_bytes()) for path in here}
    expected = [(row["url"], row["line"], row["part"]) for row in printed("extract", *here)]
    with serving(served | whole) as site:
        for routes in (served, whole):
            frame = read(session, [site.url(path) for path in routes], split_size=SPLIT).cache()
            found = frame.where("problem IS NULL").orderBy("position").collect()
            assert [(row["url"], row["line"], row["part"]) for row in found] == expected
            assert frame.rdd.getNumPartitions() >= (12 if routes is served else 3)
            assert not problems(frame).collect()
            frame.unpersist()
        missing = read(session, [site.url("/nowhere.mbox")])
        assert "nowhere.mbox" in problems(missing).collect()[0]["message"]


ODD = {"/a b%20c.txt": b"http://odd.example/1", "/\u00fc#1+.txt": b"http://odd.example/2", "/empty.mbox": b""}


@pytest.mark.parametrize("scheme", some(["s3", "webhdfs"], every=2))
def test_a_store_of_files_is_read_as_a_folder_here(session: Any, tmp_path: Path, scheme: str) -> None:
    from urlglean.spark import problems, read

    for module in ("s3fs",) if scheme == "s3" else ("requests",):
        pytest.importorskip(module, reason=f"no {module} is installed (pip install '.[dev]')")
    files = {f"/crawl/deep{path}": content[: 8 * SPLIT] for path, content in FILES.items()}
    files |= {f"/crawl{path}": content for path, content in ODD.items()}
    plant(tmp_path, {path[1:]: content for path, content in files.items()})
    expected = {
        (row["source"].removeprefix(str(tmp_path)), row["url"], row["line"], row["part"])
        for row in printed("extract", tmp_path / "crawl")
    }
    sent: list[int] = []
    config = Path(os.environ["AWS_CONFIG_FILE"])
    with s3(files, config, sent) if scheme == "s3" else hdfs(files, sent) as root:
        frame = read(session, [f"{root}/crawl"], split_size=SPLIT).cache()
        found = [
            (row["source"].removeprefix(root), row["url"], row["line"], row["part"])
            for row in frame.where("problem IS NULL").collect()
        ]
        assert set(found) == expected
        assert len(found) == len(printed("extract", tmp_path / "crawl"))
        assert frame.rdd.getNumPartitions() >= 8
        assert not problems(frame).collect()
        frame.unpersist()
        missing = problems(read(session, [f"{root}/nowhere.mbox"])).collect()
        assert [row["source"] for row in missing] == [f"{root}/nowhere.mbox"]
    assert len(sent) > 8


@pytest.mark.skipif(find_spec("gcsfs") is not None, reason="gcsfs is installed")
def test_what_takes_another_package_says_which() -> None:
    (told,) = listed(["gs://bucket/crawl.warc.gz"], Choice())
    assert "gcsfs" in told.message  # type: ignore[union-attr]  # a Problem


def test_a_folder_elsewhere_is_gone_through_as_one_here(tmp_path: Path) -> None:
    names = ["a/x.txt", "a b/y.txt", "a-b/z.txt", "a.txt", "a/.hidden/x.txt", "B.txt"]
    system = fsspec.filesystem("memory")
    for name in names:
        system.pipe_file(f"/walk/{name}", b"x")
    plant(tmp_path, dict.fromkeys(names, "x"))
    here = [str(found).removeprefix(f"{tmp_path}/") for found in Choice().files([tmp_path])]
    there = [
        found.name.removeprefix("memory://walk/")
        for found in listed(["memory://walk"], Choice())
        if isinstance(found, File)
    ]
    assert there == here == ["B.txt", *names[:4]]
