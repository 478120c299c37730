"""The process of an executor from which Spark forks its Python workers, for jobs of many short tasks.

After each task it has a worker look for garbage in all that it has imported: 40 ms, where most tasks of these tests
take 10. Here it looks in nothing that was there when the task ended; a worker that ends soon can do without.
"""

from __future__ import annotations

import gc
import socket

from pyspark import daemon

_worker = daemon.worker


def _frozen(sock: socket.socket, *given: bool) -> int:
    """Run a task, and keep what it leaves from the next collection."""
    try:
        return int(_worker(sock, *given))
    finally:
        gc.freeze()


if __name__ == "__main__":
    daemon.worker = _frozen
    daemon.manager()
