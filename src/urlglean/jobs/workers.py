"""Work in several processes, its results in the order of the work, in bounded memory.

Nothing here knows what the work is, but for what is said of a part that was lost. A process that is ahead of the
others waits once what it has handed over fills its share; one that dies costs the part it was at, and another takes its
place. A task that takes long is begun before its turn, so that it is not the last one that is waited for; the process
that waits may do tasks itself.

The processes are started anew rather than forked, on every system: a copy of a process that has threads (a
progress bar, a database) can hang. They begin at `serve`, which knows no more than the connection it is told of, so
that they need not load what the program around them is, and have nothing to say where it ended before they began (the
standard library's have: they print a traceback). They do not hear Ctrl-C, which is for the process that started them,
and they end when that one does, whatever becomes of it.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from subprocess import DEVNULL, Popen, TimeoutExpired
from typing import IO, Any, NamedTuple, Protocol, TypeAlias

from urlglean.errors import UrlgleanError, WorkerError
from urlglean.reports import Problem

__all__ = ["Finished", "HandOver", "Lost", "Task", "Workers"]

_AHEAD = 3
"""How many tasks may be under way or wait for their turn, for each process."""
_FAR, _FAR_TASKS = 64 << 20, 32
"""How far ahead tasks are looked at, in weight and in tasks for each process, so that long ones can begin early."""
_LONG = 2
"""A task of so many times the weight of the one whose turn is next begins before it."""
_SHARE = 8 << 20
"""How many bytes a task whose turn has not come may have handed over."""
_KEPT = 1 << 18
"""How many bytes of what came of a task before its turn, in this process, are kept in memory."""
_BRIEF = 0.0005
"""Seconds after which this process leaves the task it does for the thread that feeds the others: these wait for it."""
_INTERRUPTIBLE = 0.2
"""Seconds between looks at Ctrl-C, where waiting is not interrupted by it (Windows)."""
_MOST_HEARD = 60 if os.name == "nt" else 1 << 16
"""How many processes can be listened to at once: Windows waits for 63 things at most."""
_PATIENCE = 5.0
"""Seconds that a process has to end in once it was told to."""

_HEAD = struct.Struct("<cI?")
_READY, _VALUE, _DONE, _ERROR = b"r", b"v", b"d", b"e"


def _message(what: bytes, value: Any = None, *, done: int = 0, begun: bool = False) -> bytes:
    """Give what a worker says: how far it is, in bytes that need not be unpickled to be passed on."""
    return _HEAD.pack(what, done, begun) + pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


class HandOver(Protocol):
    """What work hands its results over with, as it goes."""

    def __call__(self, value: Any, *, done: int, begun: bool) -> None:
        """Hand a result over, anything that can be pickled.

        With it ``done`` parts of the task are complete; where the one after those is ``begun``, some of it is in it.
        """


Work: TypeAlias = Callable[[Sequence[Any], HandOver], object]
"""What is done with the parts of a task, in order. It is pickled, and so are the parts."""


class Finished(NamedTuple):
    """What a task handed over: one of its results."""

    value: Any


class Lost(NamedTuple):
    """A part whose process died, twice unless something of it had been handed over, or failed at it."""

    part: Any
    why: str
    begun: bool
    """Whether something of it was handed over before."""
    has_died: bool = True
    """Whether the process died; False where it goes on, and says why it failed."""

    def problem(self, part: Any) -> Problem:
        """Say what was lost: an input by the ``name`` of the part, or what of it the part is, as it has ``told``."""
        of_it = "these" if part.told else "it"
        rest = f"{'what it had found there until then' if self.begun else f'nothing of {of_it}'} is in the result"
        what = (
            f"the process that read {part.told or 'it'} died"
            if self.has_died
            else f"{part.told} cannot be read"
        )
        return Problem(part.name, f"{what.lstrip()} ({self.why}); {rest}, the rest goes on")


class Task(NamedTuple):
    """Parts that are worked on one after the other."""

    parts: Sequence[Any]
    is_here: bool = False
    weight: int = 0
    """How much work they are, as bytes are; 0 where nobody knows."""


class Turn(NamedTuple):
    """A task for the process that asked: its turn has come."""

    parts: Sequence[Any]


class Claimed(NamedTuple):
    """A task that the process may do that asked, for want of anything else to do, and that nobody else does now."""

    parts: Sequence[Any]
    keep: HandOver | None
    """Takes what comes of it until its turn has come; None where it has, and nothing need be kept."""


@dataclass(slots=True, eq=False)
class _Queued:
    parts: Sequence[Any]
    is_here: bool = False
    weight: int = 0
    is_again: bool = False
    """Whether a process died of it before."""
    is_taken: bool = False
    """Whether somebody does it, or did."""
    kept: IO[bytes] | None = None
    """What came of it, where this process did it before its turn; beyond `_KEPT` in a file that is gone afterwards."""
    results: deque[bytes] = field(default_factory=deque)
    size: int = 0
    """How many bytes of results wait."""
    done: int = 0
    begun: bool = False
    is_over: bool = False
    lost: Lost | None = None


@dataclass(slots=True, eq=False)
class _Worker:
    process: Popen[bytes]
    connection: Connection
    task: _Queued | None = None
    is_ready: bool = False


def _keep(kept: IO[bytes], value: Any, *, done: int, begun: bool) -> None:
    """Keep a value that came of a task before its turn; the arguments are those of `HandOver`."""
    try:
        pickle.dump(value, kept, pickle.HIGHEST_PROTOCOL)
    except OSError as error:
        raise WorkerError(f"cannot keep what was found in a temporary file: {error.strerror}") from error


def _taken(kept: IO[bytes]) -> Iterator[Any]:
    """Yield the values that were kept, in order, and forget them."""
    with kept as file:
        end = file.tell()
        file.seek(0)
        while file.tell() < end:
            yield pickle.load(file)  # noqa: S301  (this very process's)


class Workers:
    """Processes that work on tasks. Use them as a context manager: at its end they are gone.

    A thread of their own hands out the tasks and takes the results in, so that the processes go on while this
    one is busy with what they found.

    Args:
        work: What they do.
        processes: How many there are at most; as many are started as there are tasks for them, and not more than
            the system can wait for.
        helps: Whether whoever asks for the results does tasks, too, that nobody else has begun. There may be no
            processes at all then, and more of them are started only once those before are ready.

    """

    def __init__(self, work: Work, *, processes: int, helps: bool = False) -> None:
        if processes < 1:
            raise ValueError("there must be at least one process")
        self._work = work
        self._helps = helps
        self._interval = sys.getswitchinterval()
        self._most = min(processes, _MOST_HEARD)
        self._ahead = processes + helps
        """How many tasks may be done at once."""
        self._workers: list[_Worker] = []
        self._queue: list[_Queued] = []
        """The tasks in order, from the one whose turn it is."""
        self._changed = threading.Condition()
        self._failure: BaseException | None = None
        self._is_closed = False
        self._is_prepared = False
        self._woken, self._waker = Pipe(duplex=False)
        self._followed, self._held = Pipe(duplex=False)
        """A pipe whose one end the processes have, and whose other end goes with this one."""
        self._thread = threading.Thread(target=self._run, name="workers", daemon=True)

    def __enter__(self) -> Workers:
        if self._helps:
            sys.setswitchinterval(_BRIEF)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self) -> None:
        """Start a process before there are tasks for it."""
        self._is_prepared = True
        self._wake()

    def close(self) -> None:
        """End the processes, whatever they are at."""
        sys.setswitchinterval(self._interval)
        with suppress(RuntimeError):
            # Ctrl-C may have come between the taking of the lock and the block that gives it back.
            while True:
                self._changed.release()
        with self._changed:
            self._is_closed = True
        with suppress(OSError):
            self._wake()
        self._thread.join(_PATIENCE)
        for worker in self._workers:
            worker.connection.close()
            worker.process.terminate()
        for worker in self._workers:
            try:
                worker.process.wait(_PATIENCE)
            except TimeoutExpired:
                worker.process.kill()
                worker.process.wait()
        for end in (self._woken, self._waker, self._followed, self._held):
            end.close()

    def results(self, tasks: Iterable[Task]) -> Iterator[Finished | Lost | Turn | Claimed]:
        """Yield what comes of the tasks, in their order.

        ``tasks`` are asked for as there is room for them. One that this process is to do itself comes back when
        its turn has come, one that it may do when there is nothing else for it to do.

        Raises `WorkerError` where the processes cannot be started, or the work failed in one of them, and the
        `UrlgleanError` that the work raised.
        """
        source = iter(tasks)
        while True:
            self._look_ahead(source)
            if not self._queue:
                return
            first = self._queue[0]
            if first.is_here:
                yield Turn(first.parts)
                self._leave(first)
                continue
            task = self._claimed() if self._helps else None
            if task is None:
                yield from self._results_of(first)
            elif task is first:
                yield Claimed(task.parts, None)
                self._leave(task)
            else:
                from tempfile import SpooledTemporaryFile  # which only who helps needs

                task.kept = SpooledTemporaryFile(_KEPT)  # noqa: SIM115  (as long as its turn has not come)
                yield Claimed(task.parts, partial(_keep, task.kept))
                task.is_over = True

    def _look_ahead(self, source: Iterator[Task]) -> None:
        """Ask for tasks as far as there is room for them."""
        queue = self._queue
        room = self._ahead * _AHEAD
        weight = sum(task.weight for task in queue)
        while len(queue) < room or (0 < weight < _FAR and len(queue) < self._ahead * _FAR_TASKS):
            task = next(source, None)
            if task is None:
                break
            weight += task.weight
            with self._changed:
                queue.append(_Queued(task.parts, is_here=task.is_here, weight=task.weight))
        self._wake()

    def _claimed(self) -> _Queued | None:
        """Give a task for this process; None where the first one has results by now, or none is left."""
        with self._changed:
            if self._failure is None and not (self._queue[0].results or self._queue[0].is_over):
                for task in self._queue:
                    # What a process died of is for another one, as long as there can be any.
                    if not (task.is_here or task.is_taken or (task.is_again and self._most)):
                        task.is_taken = True
                        return task
        return None

    def _results_of(self, task: _Queued) -> Iterator[Finished | Lost]:
        """Yield what a task has handed over since the last time, once there is something."""
        with self._changed:
            while not (task.results or task.is_over or self._failure or (self._helps and not self._most)):
                self._changed.wait(_INTERRUPTIBLE)
            if self._failure is not None:
                raise self._failure
            results = list(task.results)
            task.results.clear()
            task.size = 0
            is_over = task.is_over
        self._wake()
        for result in results:
            yield Finished(pickle.loads(memoryview(result)[_HEAD.size :]))  # noqa: S301  (our own process's)
        if task.kept is not None:
            yield from map(Finished, _taken(task.kept))
        if is_over:
            if task.lost is not None:
                yield task.lost
            self._leave(task)

    def _leave(self, task: _Queued) -> None:
        with self._changed:
            self._queue.remove(task)
        self._wake()

    def _wake(self) -> None:
        """Have the thread look again at what there is to do."""
        with self._changed:
            if not self._woken.poll():
                self._waker.send_bytes(b"!")

    # --- in the thread ---

    def _run(self) -> None:
        try:
            # What it starts does not hear Ctrl-C, from its first moment on: the mask is inherited.
            if hasattr(signal, "pthread_sigmask"):
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            while not self._is_closed:
                with self._changed:
                    self._hand_out()
                    # A worker is heard where there is room for more of what it has to say.
                    heard = [
                        worker.connection
                        for worker in self._workers
                        if worker.task is None or worker.task.size < _SHARE
                    ]
                for connection in wait([self._woken, *heard]):
                    if connection is self._woken:
                        self._woken.recv_bytes()
                    else:
                        self._hear(next(one for one in self._workers if one.connection is connection))
        except OSError as error:  # not to be taken for one of who writes the results
            self._fail(WorkerError(f"lost touch with a process: {error.strerror or error}"))
        except BaseException as error:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        """Have an error raised in the thread that waits for the results."""
        with self._changed:
            self._failure = error
            self._changed.notify_all()

    def _hand_out(self) -> None:
        """Give the tasks that nobody has to workers that have none, and start more of these as they are needed."""
        waiting = [task for task in self._queue if not (task.is_here or task.is_taken)]
        if sum(task.size for task in self._queue) >= _SHARE * _AHEAD * self._ahead:
            waiting = [task for task in waiting if self._is_next(task)]
        for worker in self._workers:
            if waiting and worker.is_ready and worker.task is None:
                worker.task = task = self._chosen(waiting)
                waiting.remove(task)
                task.is_taken = True
                with suppress(OSError):  # it has died meanwhile, which is heard from its connection
                    worker.connection.send_bytes(pickle.dumps(task.parts, pickle.HIGHEST_PROTOCOL))
        ready = sum(worker.is_ready for worker in self._workers)
        wanted = min(len(waiting), ready + 1) if self._helps else len(waiting)
        if self._is_prepared and not self._workers:
            wanted = 1
        while len(self._workers) < min(self._most, ready + wanted):
            self._start()

    def _chosen(self, waiting: Sequence[_Queued]) -> _Queued:
        """Choose the task to do now: the longest one, where another process is at the one that is waited for."""
        first = waiting[0]
        longest = max(waiting, key=lambda task: task.weight)
        return first if longest.weight < _LONG * first.weight or self._is_next(first) else longest

    def _is_next(self, task: _Queued) -> bool:
        """Tell whether all that comes before a task has been done, so that its results are taken as they come."""
        return all(
            other.is_over or other.is_here
            for other in takewhile(lambda other: other is not task, self._queue)
        )

    def _start(self) -> None:
        """Start another worker; where that fails, go on with those that run."""
        ours, theirs = Pipe()
        try:
            process = _launched(theirs, self._followed)
        except OSError as error:
            ours.close()
            self._do_without(f"cannot start a process: {error.strerror or error}")
            return
        finally:
            theirs.close()
        with suppress(OSError):  # it has died at once, which is heard from its connection
            ours.send_bytes(pickle.dumps(self._work, pickle.HIGHEST_PROTOCOL))
        self._workers.append(_Worker(process, ours))

    def _do_without(self, why: str) -> None:
        """Start no more workers; raise WorkerError where there is nobody to do what there is."""
        self._most = len(self._workers)
        self._changed.notify_all()
        if not (self._most or self._helps):
            raise WorkerError(why)

    def _hear(self, worker: _Worker) -> None:
        try:
            message = worker.connection.recv_bytes()
        except (EOFError, OSError):
            self._bury(worker)
            return
        what, done, begun = _HEAD.unpack_from(message)
        with self._changed:
            task = worker.task
            if what == _READY:
                worker.is_ready = True
            elif what == _ERROR:
                raise pickle.loads(memoryview(message)[_HEAD.size :])  # noqa: S301  (our own process's)
            elif task is not None and what == _VALUE:
                task.results.append(message)
                task.size += len(message)
                task.done, task.begun = done, begun
            elif task is not None:
                task.is_over = True
                worker.task = None
            self._changed.notify_all()

    def _bury(self, worker: _Worker) -> None:
        """See what is to become of the task of a worker that has died."""
        worker.connection.close()
        with suppress(TimeoutExpired):
            worker.process.wait(_PATIENCE)
        why = _cause(worker.process.returncode)
        with self._changed:
            self._workers.remove(worker)
            if not worker.is_ready:
                self._do_without(f"a process ended before it could begin: {why}")
            task = worker.task
            if task is None:
                return
            rest = task.parts[task.done :]
            if rest and (task.begun or task.is_again):
                task.lost = Lost(rest[0], why, task.begun)
                rest = rest[1:]
            # One part at a time, so that the one it died of is found, and costs itself alone.
            place = self._queue.index(task) + 1
            self._queue[place:place] = [_Queued((part,), weight=task.weight, is_again=True) for part in rest]
            task.is_over = True
            self._changed.notify_all()


def _cause(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        killed = ", which is how a system short of memory ends it" if name == "SIGKILL" else ""
        return f"{name}{killed}"
    return f"exit code {code}"


_PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from urlglean.jobs.workers import serve
serve(*map(int, sys.argv[2:]))
"""
"""What a worker runs: it finds its modules where this process does."""


def _launched(*ends: Connection) -> Popen[bytes]:
    """Start a process that has these ends of pipes, as `serve` takes them; raises OSError where there can be none."""
    handles = [end.fileno() for end in ends]
    # As multiprocessing has it: options of the interpreter (-W, -X utf8) hold in its processes, too.
    options: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    # Without the folder that the user is in: a stranger's may hold a `json.py`.
    command = [sys.executable, *options, "-P", "-c", _PROGRAM, json.dumps(sys.path), *map(str, handles)]
    if sys.platform == "win32":
        for handle in handles:
            os.set_handle_inheritable(handle, True)  # noqa: FBT003  (that is how it is called)
        of_windows = subprocess.STARTUPINFO(lpAttributeList={"handle_list": handles})
        return Popen(command, stdin=DEVNULL, startupinfo=of_windows)  # noqa: S603  (this program)
    return Popen(command, stdin=DEVNULL, pass_fds=handles)  # noqa: S603  (the same)


# --- in a worker ---


def _end_of_pipe(handle: int) -> Connection:
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection

        return PipeConnection(handle)
    return Connection(handle)


def serve(handle: int, followed: int) -> None:
    """Work on one task after the other until there are no more.

    The handles are that of the connection which brings the work and the tasks, and takes what comes of them, and that
    of a pipe which ends when the process does that started this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(_end_of_pipe(followed),), daemon=True).start()
    connection = _end_of_pipe(handle)
    try:
        work: Work = pickle.loads(connection.recv_bytes())  # noqa: S301  (from the process that started this one)
        connection.send_bytes(_message(_READY))

        def hand_over(value: Any, *, done: int, begun: bool) -> None:
            connection.send_bytes(_message(_VALUE, value, done=done, begun=begun))

        while True:
            parts = pickle.loads(connection.recv_bytes())  # noqa: S301  (the same)
            try:
                work(parts, hand_over)
            except (BrokenPipeError, ConnectionError):
                raise
            except Exception as error:  # raised where the results are waited for
                connection.send_bytes(_message(_ERROR, _portable(error)))
            else:
                connection.send_bytes(_message(_DONE))
    except (EOFError, ConnectionError):
        return  # nobody waits for the results any more


def _follow(pipe: Connection) -> None:
    """End when a pipe does, whatever is being done: nobody waits for it."""
    with suppress(EOFError, OSError):
        pipe.recv_bytes()
    os._exit(1)


def _portable(error: Exception) -> Exception:
    """Give an error that means the same in another process."""
    if isinstance(error, UrlgleanError):
        return error
    where = traceback.extract_tb(error.__traceback__)[-1]
    return WorkerError(f"at {Path(where.filename).name}:{where.lineno}: {type(error).__name__}: {error}")
