"""One Spark session for all tests here: starting one takes seconds."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from support.laws import tries_all
from support.spark_cluster import cluster

WORKERS = 2 if tries_all() else 1


@pytest.fixture(scope="session")
def java() -> None:
    """See that there is Spark, and what it needs."""
    pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")
    if shutil.which("java") is None:
        told = "no Java is installed, which Spark needs (apt-get install default-jre-headless)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)


@pytest.fixture(scope="session")
def session(java: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_CONFIG_FILE", str(tmp_path_factory.mktemp("s3") / "config"))  # a test may write it
        folder = tmp_path_factory.mktemp("spark")
        with cluster(folder, workers=WORKERS, cores=2 // WORKERS) as made:
            yield made
