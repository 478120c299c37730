"""Spark as a cluster on this machine: a driver, and executors that are processes of their own and can be killed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.places import ROOT

__all__ = ["MEMORY", "SHORT_LIVED", "cluster", "configure", "executors", "job"]

SHORT_LIVED = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
)
"""What Java needs not do for a minute's work: it takes half the time of the processor so."""

MEMORY = 1 << 30
"""What a process of an executor may take of addresses; libraries that begin threads want much of it."""
_OF_JAVA = 640
"""Megabytes that the Java of an executor may take."""
_CONF = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.extraJavaOptions": SHORT_LIVED,
    "spark.driver.memory": "1g",
    "spark.executor.extraJavaOptions": SHORT_LIVED,
    "spark.executor.memory": f"{_OF_JAVA}m",
    "spark.executor.pyspark.memory": f"{MEMORY >> 20}m",
    "spark.sql.session.timeZone": "Asia/Kolkata",  # the rows are the same in any
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


def configure(folder: Path, **conf: str) -> dict[str, str]:
    """Write what Spark is to go by into a folder; give what has to be in the environment for that."""
    (folder / "spark-defaults.conf").write_text("".join(f"{name} {value}\n" for name, value in conf.items()))
    return {"SPARK_CONF_DIR": str(folder), "SPARK_LOCAL_IP": "127.0.0.1"}


@contextmanager
def cluster(folder: Path, *, workers: int, cores: int, **conf: str) -> Iterator[Any]:
    """Start a session whose executors write into a folder; of each of the workers one has so many cores."""
    import pyspark

    folder.mkdir(exist_ok=True)
    # What executors print goes below the folder that Spark lies in.
    for path in Path(pyspark.__file__).parent.iterdir():
        (folder / path.name).symlink_to(path)
    ours = {
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
        "SPARK_HOME": str(folder),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    builder = pyspark.sql.SparkSession.builder.master(f"local-cluster[{workers},{cores},{_OF_JAVA}]")
    for name, value in (_CONF | {"spark.local.dir": str(folder / "local")} | conf).items():
        builder = builder.config(name, value)
    try:
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        yield session
        session.stop()
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def executors(session: Any) -> list[int]:
    """Give the processes of a session's executors, which its Java has started (Linux)."""
    java = session.sparkContext._gateway.proc.pid
    return [pid for pid, parent in _parents() if parent == java]


def _parents() -> Iterator[tuple[int, int]]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = (process / "stat").read_text()
        except OSError:  # it has ended
            continue
        yield int(process.name), int(told.rpartition(")")[2].split()[1])


def job(*arguments: object) -> int:
    """Run a job in this process, on the session that there is; give its exit code."""
    from urlglean.spark.commands import jobs

    return int(jobs.main([str(item) for item in arguments], standalone_mode=False))
