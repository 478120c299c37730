"""Files that appear once they are complete."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")

import pyarrow as pa

from urlglean.spark import tables
from urlglean.spark.tables import Folder, writing


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
        list(writing(Folder(str(tmp_path)), ["number"], schema)(batches()))  # type: ignore[arg-type]  # an iterator
    assert [path.name for path in tmp_path.iterdir()] == [".part-00000.parquet.0"]
    opened = [os.readlink(path) for path in Path("/proc/self/fd").iterdir() if path.exists()]  # noqa: PTH115
    assert caught.tb is not None, "which holds on to all that was open"
    assert not [name for name in opened if name.startswith(str(tmp_path))]
