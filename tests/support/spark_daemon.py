"""The process of an executor from which Spark forks its Python workers, for jobs of many short tasks.

Spark's own lets each worker load anew what all of them need, which takes 0.6 s of the processor. After each task it has
them look for garbage in all that they have imported: 40 ms, where most tasks of these tests take 10. Here what they
need is there before they are forked; and they look in nothing that was there when a task ended: a worker that ends soon
can do without.
"""

from __future__ import annotations

import gc
import socket
from importlib import import_module

from pyspark import daemon

LOADED = (
    *("pyarrow.parquet", "pandas", "pyspark.worker"),
    *(f"urlglean.spark.{name}" for name in ("distinct", "fetchables", "frames", "tables")),
)
"""What workers load; the threads that NumPy and Arrow begin meanwhile can do without one that is forked."""
_worker = daemon.worker


def _frozen(sock: socket.socket, *given: bool) -> int:
    """Run a task, and keep what it leaves from the next collection."""
    try:
        return int(_worker(sock, *given))
    finally:
        gc.freeze()


if __name__ == "__main__":
    for name in LOADED:
        import_module(name)
    gc.freeze()
    daemon.worker = _frozen
    daemon.manager()
