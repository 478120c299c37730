"""Spark as a cluster on this machine: a driver, and executors that are processes of their own and can be killed."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from support.laws import tries_all
from support.patience import wait_for
from support.places import ROOT

__all__ = ["INTERPRETED", "MEMORY", "SHORT_LIVED", "cluster", "executors", "job", "losing"]

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
    "spark.python.daemon.module": "support.spark_daemon",
    "spark.sql.session.timeZone": "Asia/Kolkata",  # the rows are the same in any
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
INTERPRETED = {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}
"""Spark without its compiler, which for some hundred rows takes longer than it saves; CI tries it as users have it."""
_UNUSED = "spark-mllib"
"""How the names of libraries begin that no test asks for."""


@contextmanager
def cluster(folder: Path, *, workers: int, cores: int) -> Iterator[Any]:
    """Start a session whose executors write into a folder; of each of the workers one has so many cores."""
    from pyspark.sql import SparkSession

    _spark_home(folder)  # what executors print goes below the folder that Spark lies in
    builder = SparkSession.builder.master(f"local-cluster[{workers},{cores},{_OF_JAVA}]")
    conf = _CONF | {"spark.local.dir": str(folder / "local")} | ({} if tries_all() else INTERPRETED)
    for name, value in conf.items():
        builder = builder.config(name, value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]))
        patch.setenv("SPARK_HOME", str(folder))
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        session = builder.getOrCreate()
        try:
            session.sparkContext.setLogLevel("OFF")
            yield session
        finally:
            session.stop()


def _spark_home(folder: Path) -> None:
    """Make a folder in which Spark lies; where not everything is tried, without what no test asks for.

    Where a session begins, MLlib registers its functions by Scala's reflection: a fifth of all that Java does here.
    """
    import pyspark

    folder.mkdir(exist_ok=True)
    for path in Path(pyspark.__file__).parent.iterdir():
        if path.name != "jars" or tries_all():
            (folder / path.name).symlink_to(path)
            continue
        (folder / path.name).mkdir()
        for jar in path.iterdir():
            if not jar.name.startswith(_UNUSED):
                (folder / path.name / jar.name).symlink_to(jar)


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


@contextmanager
def losing(
    session: Any, number: int, chance: random.Random, when: Callable[[], bool]
) -> Iterator[Sequence[int]]:
    """Kill some executors of a session once ``when`` holds, if the block is not over by then; give those killed."""
    killed: list[int] = []
    is_over = Event()

    def lose() -> None:
        wait_for(lambda: is_over.is_set() or when())
        if not is_over.is_set():
            for pid in chance.sample(executors(session), number):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    with ThreadPoolExecutor(1) as beside:
        loss = beside.submit(lose)
        try:
            yield killed
        finally:
            is_over.set()
        loss.result()


def job(*arguments: object) -> int:
    """Run a job in this process, on the session that there is; give its exit code."""
    from urlglean.spark.commands import jobs

    return int(jobs.main([str(item) for item in arguments], standalone_mode=False))
