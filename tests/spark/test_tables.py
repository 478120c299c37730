"""Files that appear once they are complete."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")

import pyarrow as pa

from urlglean.errors import StoreError
from urlglean.spark import tables
from urlglean.spark.tables import KNOWN, Folder, NewGeneration, generations, writing


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="asks Linux which files are open")
def test_a_file_whose_writing_fails_is_closed_and_does_not_appear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_ROWS_AT_ONCE", 2)
    schema = pa.schema([("number", pa.int64())])

    def batches() -> object:
        yield pa.RecordBatch.from_pydict({"number": [1, 2, 3]})
        raise OSError("cannot be read")

    with pytest.raises(OSError, match="cannot be read") as caught:
        list(writing(Folder(str(tmp_path)), schema)(batches()))  # type: ignore[arg-type]  # an iterator
    assert [path.name for path in tmp_path.iterdir()] == [".part-00000.parquet.0"]
    opened = [os.readlink(path) for path in Path("/proc/self/fd").iterdir() if path.exists()]  # noqa: PTH115
    assert caught.tb is not None, "which holds on to all that was open"
    assert not [name for name in opened if name.startswith(str(tmp_path))]


def test_of_two_jobs_with_the_same_known_urls_one_adds_to_them(session: Any, tmp_path: Path) -> None:
    frame = session.createDataFrame([("http://a.example/", None, 1)], KNOWN.ddl).coalesce(1)
    folder = Folder(str(tmp_path))
    first, second = (NewGeneration(folder, generations(folder, "keys"), "keys") for _ in range(2))
    with pytest.raises(StoreError, match="another job with these known URLs began"):
        first.write(frame)
    assert generations(folder, "keys") == []
    second.write(frame)
    late = NewGeneration(folder, generations(folder, "keys"), "keys")
    late._own.put("_job", second._job)  # as where both say at one time that they began
    second.complete()
    with pytest.raises(StoreError, match="or ended, since this one began"):
        late.write(frame)
    assert [one.url for one in generations(folder, "keys")] == [f"{tmp_path}/generation-000001"]
    assert sorted(path.name for path in (tmp_path / "generation-000001").iterdir()) == [
        *("_SUCCESS", "_keys", "part-00000.parquet")
    ]
    NewGeneration(folder, generations(folder, "keys"), "keys")
    assert (tmp_path / "generation-000002" / "_job").exists()
