"""A standalone cluster of Spark on the loopback interface: a master, and workers that can be killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.patience import wait_for
from support.places import ROOT

__all__ = ["SHORT_LIVED", "Cluster", "cluster", "configure"]

SHORT_LIVED = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
)
"""What Java needs not do for a minute's work: it takes half the time of the processor so."""

_MASTER = re.compile(r"Starting Spark master at (spark://\S+)")
_TIED = ("setpriv", "--pdeathsig", "KILL") if shutil.which("setpriv") else ()
"""What begins a command that is to end with the process that starts it, even where that is killed (Linux)."""
_REGISTERED = "Successfully registered with master"
_CONF = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.extraJavaOptions": SHORT_LIVED,
    "spark.driver.memory": "512m",
    "spark.executor.extraJavaOptions": SHORT_LIVED,
    "spark.executor.memory": "512m",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


def configure(folder: Path, **conf: str) -> dict[str, str]:
    """Write what Spark is to go by into a folder; give what has to be in the environment for that."""
    (folder / "spark-defaults.conf").write_text("".join(f"{name} {value}\n" for name, value in conf.items()))
    return {"SPARK_CONF_DIR": str(folder), "SPARK_LOCAL_IP": "127.0.0.1"}


class Cluster:
    """A master and its workers, each in a process group of its own; nothing runs before `start`."""

    url: str

    def __init__(self, folder: Path, **conf: str) -> None:
        import pyspark

        self._home = Path(pyspark.__file__).parent
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self._jobs: list[subprocess.Popen[str]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        lines = _CONF | {"spark.pyspark.python": sys.executable, "spark.executorEnv.PYTHONPATH": paths} | conf
        self.environment = (
            os.environ
            | configure(folder, **lines)
            | {
                "SPARK_DAEMON_JAVA_OPTS": SHORT_LIVED,
                "SPARK_DAEMON_MEMORY": "256m",
                "SPARK_HOME": str(self._home),
                "SPARK_LOCAL_DIRS": str(folder / "local"),
                "SPARK_WORKER_DIR": str(folder / "work"),
                "PYSPARK_PYTHON": sys.executable,
                "PYTHONPATH": paths,
            }
        )

    def start(self) -> None:
        """Start the master, and wait until it says where it is."""
        log = self._start(
            "master", "master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0"
        )
        assert wait_for(lambda: _MASTER.search(log.read_text("utf-8", "replace")))
        found = _MASTER.search(log.read_text("utf-8", "replace"))
        assert found
        self.url = found[1]

    def add_worker(self) -> None:
        """Start a worker, and wait until the master knows it."""
        given = ("--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "600m", self.url)
        log = self._start(f"worker-{len(self._processes)}", "worker.Worker", *given)
        self.workers.append(self._processes[-1])
        assert wait_for(lambda: _REGISTERED in log.read_text("utf-8", "replace"))

    def _start(self, name: str, kind: str, *arguments: str) -> Path:
        log = self._folder / f"{name}.log"
        command = [
            *_TIED,
            str(self._home / "bin" / "spark-class"),
            f"org.apache.spark.deploy.{kind}",
            *arguments,
        ]
        with log.open("wb") as out:
            self._processes.append(
                subprocess.Popen(
                    command, stdout=out, stderr=out, env=self.environment, start_new_session=True
                )
            )
        return log

    @property
    def applications(self) -> int:
        """How many applications a worker has started an executor for so far."""
        return len([*self._folder.glob("work/app-*")])

    def job(self, *arguments: str | Path, cwd: Path = ROOT) -> subprocess.Popen[str]:
        """Start a job on the cluster, from a folder; each executor has another one."""
        command = [*_TIED, sys.executable, "-m", "urlglean.spark"]
        command += [str(item) for item in (arguments[0], "--master", self.url, *arguments[1:])]
        job = subprocess.Popen(
            command,
            cwd=cwd,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._jobs.append(job)
        return job

    def kill(self, process: subprocess.Popen[Any]) -> None:
        """Kill a process and those it has started."""
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        """End all of it."""
        for process in (*self._jobs, *self._processes):
            self.kill(process)


@contextmanager
def cluster(folder: Path, *, workers: int, **conf: str) -> Iterator[Cluster]:
    """Start a cluster in a folder for what it writes."""
    made = Cluster(folder, **conf)
    try:
        made.start()
        for _ in range(workers):
            made.add_worker()
        yield made
    finally:
        made.close()
