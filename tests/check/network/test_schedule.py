"""Whose turn it is, by a clock that stands still until it is moved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from urlglean.check.network.schedule import Schedule


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def schedule(clock: Callable[[], float], *, per_host: int = 2, pace: float = 0.0) -> Schedule[str]:
    return Schedule(per_host=lambda _: per_host, pace=lambda _: pace, clock=clock)


def taken(turns: Schedule[str]) -> str:
    """Take all that may begin now."""
    found = []
    while (item := turns.take_now()) is not None:
        found.append(item)
    return " ".join(found)


def test_hosts_take_turns() -> None:
    turns = schedule(Clock(), per_host=9)
    for item in ("a1", "a2", "a3", "b1", "c1"):
        turns.add(item[0], item)
    assert taken(turns) == "a1 b1 c1 a2 a3"


def test_a_host_has_so_many_out_and_no_more() -> None:
    turns = schedule(Clock())
    for item in ("a1", "a2", "a3", "a4"):
        turns.add("a", item)
    assert taken(turns) == "a1 a2"
    assert turns.hosts == ("a",)
    turns.done("a")
    assert taken(turns) == "a3"
    turns.done("a")
    turns.done("a")
    assert taken(turns) == "a4"
    turns.done("a")
    assert turns.hosts == ()


def test_some_time_lies_between_two_of_one_host() -> None:
    clock = Clock()
    turns = schedule(clock, pace=10)
    for item in ("a1", "a2", "b1"):
        turns.add(item[0], item)
    assert taken(turns) == "a1 b1"
    turns.done("a")
    clock.time += 9
    assert taken(turns) == ""
    clock.time += 1
    assert taken(turns) == "a2"


def test_the_time_between_two_holds_where_the_second_comes_later() -> None:
    clock = Clock()
    turns = schedule(clock, pace=10)
    turns.add("a", "a1")
    assert taken(turns) == "a1"
    turns.done("a")
    clock.time += 5
    turns.add("a", "a2")
    assert taken(turns) == ""
    clock.time += 5
    assert taken(turns) == "a2"


def test_what_is_put_off_comes_first_when_its_time_has_come() -> None:
    clock = Clock()
    turns = schedule(clock, per_host=1)
    turns.add("a", "late", delay=3)
    for item in ("a1", "a2"):
        turns.add("a", item)
    assert taken(turns) == "a1"
    clock.time += 3
    turns.done("a")
    assert taken(turns) == "late"
    turns.done("a")
    assert taken(turns) == "a2"


def test_a_host_that_is_held_waits_and_others_go_on() -> None:
    clock = Clock()
    turns = schedule(clock)
    turns.add("a", "a1")
    assert taken(turns) == "a1"
    turns.hold("a", 60)
    turns.done("a")
    turns.hold("a", 5)  # the longer one holds
    for item in ("a2", "a3", "b1"):
        turns.add(item[0], item)
    assert taken(turns) == "b1"
    clock.time += 59
    assert taken(turns) == ""
    clock.time += 1
    assert taken(turns) == "a2 a3"


def test_hosts_without_work_are_forgotten() -> None:
    clock = Clock()
    turns = schedule(clock, pace=1)
    for number in range(1000):
        turns.add(f"host{number}", "item")
        assert taken(turns) == "item"
        turns.done(f"host{number}")
        clock.time += 2
    assert taken(turns) == ""
    assert len(turns._hosts) <= 2


def test_taking_waits_for_what_is_added_or_due() -> None:
    async def run() -> list[str]:
        turns = schedule(asyncio.get_running_loop().time, per_host=1)
        found = []
        waiting = asyncio.create_task(turns.take())
        await asyncio.sleep(0)
        turns.add("a", "a1")
        found.append(await waiting)
        turns.add("b", "b1", delay=0.01)
        found.append(await turns.take())
        turns.add("a", "a2")
        waiting = asyncio.create_task(turns.take())
        await asyncio.sleep(0)
        assert not waiting.done()
        turns.done("a")
        found.append(await waiting)
        return found

    assert asyncio.run(run()) == ["a1", "b1", "a2"]


def test_several_wait_and_each_gets_one() -> None:
    async def run() -> set[str]:
        turns = schedule(asyncio.get_running_loop().time)
        waiting = [asyncio.create_task(turns.take()) for _ in range(5)]
        await asyncio.sleep(0)
        for name in "abcde":
            turns.add(name, name)
        return set(await asyncio.gather(*waiting))

    assert asyncio.run(run()) == set("abcde")
