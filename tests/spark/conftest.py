"""One Spark session for all tests here: starting one takes seconds."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.places import ROOT
from support.spark_cluster import SHORT_LIVED

LOOPBACK = {
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.driver.extraJavaOptions": SHORT_LIVED,
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.session.timeZone": "Asia/Kolkata",  # the rows are the same in any
}


@pytest.fixture(scope="session")
def java() -> None:
    """See that there is Spark, and what it needs."""
    pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")
    if shutil.which("java") is None:
        told = "no Java is installed, which Spark needs (apt-get install default-jre-headless)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)


@pytest.fixture(scope="session")
def session(java: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from pyspark.sql import SparkSession

    ours = {
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(Path(ROOT, "tests"))]),
        "AWS_CONFIG_FILE": str(tmp_path_factory.mktemp("s3") / "config"),  # a test may write it
    }
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    builder = SparkSession.builder.master("local[2]").config(
        "spark.local.dir", str(tmp_path_factory.mktemp("spark"))
    )
    for name, value in LOOPBACK.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    yield made
    made.stop()
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
