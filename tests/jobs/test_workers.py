"""Work in several processes: the order of its results, bounded memory, processes that die, Ctrl-C."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from support import worker_tasks
from support.laws import some
from support.patience import HANG, wait_for
from support.places import TESTS
from urlglean.errors import InputError, ReferenceSyntaxError, WorkerError
from urlglean.jobs.workers import Claimed, Finished, Lost, Task, Turn, Work, Workers


def children() -> list[int]:
    """Give the processes that this one has started for work, and that are still there."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(folder.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            command = folder.joinpath("cmdline").read_bytes()
        except OSError:
            continue  # it ended meanwhile
        if parent == os.getpid() and (b"urlglean.jobs.workers" in command or not command):
            found.append(int(folder.name))
    return found


def run(work: Work, tasks: Iterable[Sequence[Any]], *, processes: int = 2) -> list[Any]:
    """Give what comes of tasks: values as they are, the rest as it is called."""
    with Workers(work, processes=processes) as workers:
        results = list(workers.results(Task(parts) for parts in tasks))
    assert not children()
    return [result.value if isinstance(result, Finished) else result for result in results]


def test_results_come_in_the_order_of_the_tasks_from_several_processes(tmp_path: Path) -> None:
    tasks = [(number, -number) for number in range(40)]
    found = run(worker_tasks.Meeting(tmp_path), tasks)
    assert [part for part, _ in found] == [part for parts in tasks for part in parts]
    processes = {process for _, process in found}
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_a_slow_task_is_waited_for() -> None:
    assert run(worker_tasks.at_the_end, [(0.5,), (1,), (2,), (0.1,), (3,)]) == [[0.5], [1], [2], [0.1], [3]]


def test_no_more_processes_are_started_than_there_are_tasks() -> None:
    with Workers(worker_tasks.echo, processes=8) as workers:
        assert len(list(workers.results([Task((1,))]))) == 1
        assert len(children()) == 1


def test_no_tasks_take_no_process() -> None:
    with Workers(worker_tasks.echo, processes=2) as workers:
        assert list(workers.results([])) == []
        assert not children()


def test_what_is_for_this_process_comes_back_in_its_turn() -> None:
    tasks = [Task((1,)), Task(("here",), is_here=True), Task((2,)), Task(("and here",), is_here=True)]
    with Workers(worker_tasks.at_the_end, processes=2) as workers:
        assert list(workers.results(tasks)) == [
            Finished([1]),
            Turn(("here",)),
            Finished([2]),
            Turn(("and here",)),
        ]


def test_tasks_are_asked_for_as_there_is_room() -> None:
    asked = []

    def tasks() -> Iterator[Task]:
        for number in range(1000):
            asked.append(number)
            yield Task((number,))

    with Workers(worker_tasks.echo, processes=2) as workers:
        results = workers.results(tasks())
        next(results)
        assert len(asked) < 10


def test_who_is_ahead_waits(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    size = 64 << 20
    with Workers(worker_tasks.much, processes=2) as workers:
        results = workers.results([Task(((size, str(first)),)), Task(((size, str(second)),))])
        next(results)
        assert wait_for(lambda: second.exists() and second.stat().st_size >= 8)
        time.sleep(0.5)
        assert second.stat().st_size <= 10, "megabytes were handed over, out of turn"
        assert first.stat().st_size <= 10, "megabytes were handed over that nobody asked for"
        assert sum(len(result.value) for result in results if isinstance(result, Finished)) == 2 * size - (
            1 << 20
        )


# --- what goes wrong ---


def test_a_part_that_a_process_dies_of_costs_itself_alone() -> None:
    found = run(worker_tasks.at_the_end, [(1, 2), (3, "die", 4), (5,), ("exit",), (6,)])
    assert [item for item in found if isinstance(item, Lost)] == [
        Lost("die", "SIGKILL, which is how a system short of memory ends it", begun=False),
        Lost("exit", "exit code 7", begun=False),
    ]
    assert [item for item in found if not isinstance(item, Lost)] == [[1, 2], [3], [4], [5], [6]]
    assert [type(item) for item in found] == [list, list, Lost, list, list, Lost, list]


def test_a_part_that_killed_by_chance_is_done_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    assert run(worker_tasks.at_the_end, [(1, mark, 2), (3,)]) == [[1], [mark], [2], [3]]


def test_what_was_handed_over_is_not_handed_over_twice() -> None:
    found = run(worker_tasks.bit_by_bit, [(1, "die", 2), (3,)])
    assert found == [
        *("1, begun", "1, done", "die, begun"),
        Lost("die", "SIGKILL, which is how a system short of memory ends it", begun=True),
        *("2, begun", "2, done", "3, begun", "3, done"),
    ]


def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(InputError, match=r"^a\.txt: is bad$"):
        run(worker_tasks.at_the_end, [(1,), ("fail",)])
    with pytest.raises(ReferenceSyntaxError, match="no host") as caught:
        run(worker_tasks.at_the_end, [("malformed",)])
    assert (caught.value.source, caught.value.start) == ("http://a b/", 7)


def test_a_fault_of_the_work_is_told_with_its_place() -> None:
    with pytest.raises(WorkerError, match=r"worker_tasks\.py:\d+: ZeroDivisionError: what nobody thought of"):
        run(worker_tasks.at_the_end, [("crash",)])
    with pytest.raises(WorkerError, match=r"pickle|local object"):  # as Python's version has it
        run(worker_tasks.unpicklable, [("x",)])


def test_an_error_of_the_tasks_is_raised() -> None:
    def tasks() -> Iterator[tuple[int]]:
        yield (1,)
        raise InputError("no more")

    with pytest.raises(InputError, match="no more"):
        run(worker_tasks.echo, tasks())


def test_processes_that_cannot_begin_are_no_endless_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WorkerError, match="before it could begin: exit code 1"):
        run(worker_tasks.echo, [(1,)])


def refuse_to_start(monkeypatch: pytest.MonkeyPatch, *, after: int) -> None:
    """Have the system refuse to start more than ``after`` processes."""
    started: list[object] = []

    def limited(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        if len(started) == after:
            raise OSError(errno.EAGAIN, "Resource temporarily unavailable")
        started.append(arguments)
        return subprocess.Popen(*arguments, **options)

    monkeypatch.setattr("urlglean.jobs.workers.Popen", limited)


def test_where_no_process_can_be_started_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_to_start(monkeypatch, after=0)
    with pytest.raises(WorkerError, match="cannot start a process: Resource temporarily unavailable"):
        run(worker_tasks.echo, [(1,)])


def test_where_fewer_processes_can_be_started_they_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_to_start(monkeypatch, after=1)
    found = run(worker_tasks.echo, [(number,) for number in range(20)], processes=4)
    assert [part for part, _ in found] == list(range(20))
    assert len({process for _, process in found}) == 1


def test_where_fewer_processes_can_be_heard_they_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlglean.jobs.workers._MOST_HEARD", 1)
    found = run(worker_tasks.echo, [(number,) for number in range(20)], processes=4)
    assert [part for part, _ in found] == list(range(20))
    assert len({process for _, process in found}) == 1


def test_where_signals_have_no_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask")
    assert run(worker_tasks.at_the_end, [(1,), (2, 3)]) == [[1], [2, 3]]


def test_nothing_in_the_folder_that_the_user_is_in_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json", "pickle", "struct", "traceback"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('it was run')")
    monkeypatch.chdir(tmp_path)
    assert run(worker_tasks.at_the_end, [(1,), (2,)]) == [[1], [2]]


def test_there_is_at_least_one_process() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Workers(worker_tasks.echo, processes=0)


def test_who_stops_to_ask_leaves_no_process_behind() -> None:
    with Workers(worker_tasks.at_the_end, processes=2) as workers:
        for _ in workers.results(Task((number, 60.0) if number else (0,)) for number in range(9)):
            break
    assert not children()


PROGRAM = """
import os, signal, sys
from support import worker_tasks
from support.places import TESTS
from urlglean.jobs.workers import Task, Workers
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which is ignored where a shell runs it with `&`
    with Workers(worker_tasks.bit_by_bit, processes=2) as workers:
        try:
            for result in workers.results([Task((60.0,))] * 4):
                print(os.getpid(), *(worker.process.pid for worker in workers._workers), flush=True)
        except KeyboardInterrupt:
            sys.exit(130)
"""


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_no_process_outlives_its_parent(tmp_path: Path, how: str) -> None:
    number = signal.Signals[how]
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    with subprocess.Popen(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as parent:
        assert parent.stdout is not None
        processes = [int(number) for number in parent.stdout.readline().split()]
        if how == "SIGINT":
            os.killpg(parent.pid, number)  # as a terminal does: all of them get it
        else:
            parent.send_signal(number)
        _, said = parent.communicate(timeout=HANG)
    assert parent.returncode == (130 if how == "SIGINT" else -number)
    assert "Traceback" not in said
    wait_for(lambda: not any(map(_is_alive, processes)))
    assert [number for number in processes if _is_alive(number)] == []


KILLED = """
import os, signal, sys, threading
from support import worker_tasks
from urlglean.jobs.workers import Task, Workers
processes, steps = map(int, sys.argv[1:])
def count(frame, event, argument):
    global processes, steps
    processes -= event == "c_return" and argument.__name__ == "fork_exec"
    steps -= processes <= 0
    if not steps:
        os.kill(os.getpid(), signal.SIGKILL)
threading.setprofile(count)
with Workers(worker_tasks.bit_by_bit, processes=2) as workers:
    for result in workers.results([Task((0.0,))] * 4):
        pass
"""


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
def test_processes_have_nothing_to_say_whenever_their_parent_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(KILLED)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    # How many processes it starts before, and how many calls it makes or comes back from after that.
    moments = some(
        [*((1, steps) for steps in (1, 2, 4, 8, 20, 60, 200, 800)), *((2, steps) for steps in (1, 8, 100))],
        every=2,
    )
    ran = [
        subprocess.Popen(
            [sys.executable, program, *map(str, moment)], stderr=subprocess.PIPE, text=True, env=environment
        )
        for moment in moments
    ]
    said = [process.communicate(timeout=HANG)[1] for process in ran]  # their processes, too, have ended then
    assert said == [""] * len(moments)
    assert {process.returncode for process in ran} == {-signal.SIGKILL}


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def interrupted_with_the_lock_taken() -> None:
    with Workers(worker_tasks.at_the_end, processes=1) as workers:
        next(workers.results(Task((number,)) for number in range(3)))
        workers._changed.acquire()  # as where Ctrl-C comes just before a block is entered
        raise KeyboardInterrupt


def test_a_lock_that_an_interrupt_left_taken_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlglean.jobs.workers._PATIENCE", HANG)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interrupted_with_the_lock_taken()
    assert time.monotonic() - began < HANG, "the thread was waited for in vain"
    assert not children()


# --- where this process does its share ---


def shared(work: Work, tasks: Iterable[Task], *, processes: int = 1) -> tuple[list[Any], int]:
    """Give what comes of tasks some of which are done here, and how many of them are."""
    found: list[Any] = []
    done = 0

    def take_here(value: Any, *, done: int, begun: bool) -> None:
        found.append(value)

    with Workers(work, processes=processes, helps=True) as workers:
        for result in workers.results(tasks):
            if isinstance(result, Claimed):
                work(result.parts, take_here if result.keep is None else result.keep)
                done += 1
            else:
                found.append(result.value if isinstance(result, Finished) else result)
    assert not children()
    return found, done


def test_results_come_in_order_though_this_process_does_some_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlglean.jobs.workers._KEPT", 2)  # the others go to a file
    found, done = shared(
        worker_tasks.bit_by_bit, [Task((number * 0.0001,), weight=1 + number % 9) for number in range(300)]
    )
    assert found == [f"{number * 0.0001}, {how}" for number in range(300) for how in ("begun", "done")]
    assert 0 < done < 300


def test_where_no_process_can_be_started_this_one_does_all(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_to_start(monkeypatch, after=0)
    found, done = shared(worker_tasks.at_the_end, [Task((number,)) for number in range(20)])
    assert (found, done) == ([[number] for number in range(20)], 20)


def test_where_processes_cannot_begin_this_one_does_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    found, done = shared(worker_tasks.at_the_end, [Task((number,)) for number in range(20)], processes=3)
    assert (found, done) == ([[number] for number in range(20)], 20)


def test_what_a_process_died_of_is_not_done_here(tmp_path: Path) -> None:
    tasks = [Task((number,)) for number in range(10)]
    tasks[3:3] = [Task(("die",))]
    found, done = shared(worker_tasks.Elsewhere(os.getpid(), tmp_path / "mark"), tasks)
    lost = Lost("die", "SIGKILL, which is how a system short of memory ends it", begun=False)
    assert found == [[0], [1], [2], lost, *([number] for number in range(3, 10))]
    assert done < len(tasks)


def test_what_takes_long_is_begun_early(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    tasks = [Task((number,), weight=1000 if number == 7 else 1) for number in range(10)]
    found, _ = shared(worker_tasks.Elsewhere(os.getpid(), mark), tasks)
    assert found == [[number] for number in range(10)]
    assert mark.read_text() == "7", "is what the other process does first"


def test_one_process_can_be_started_before_there_are_tasks() -> None:
    with Workers(worker_tasks.at_the_end, processes=3, helps=True) as workers:
        workers.prepare()
        assert wait_for(lambda: workers._workers and workers._workers[0].is_ready)
        assert len(children()) == 1
        assert list(workers.results([])) == []
    assert not children()
