"""Whose turn it is: so many requests at once, so many of them to one host, and none to a host before its time."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


def in_turns(items: Iterable[_Item], kind: Callable[[_Item], Hashable]) -> Iterator[_Item]:
    """Yield items in an order in which their kinds take turns: one that takes long is begun early, not last.

    >>> "".join(in_turns("aaabbc", str))
    'abcaba'
    """
    kinds: dict[Hashable, deque[_Item]] = {}
    for item in items:
        kinds.setdefault(kind(item), deque()).append(item)
    waiting = deque(kinds.values())
    while waiting:
        some = waiting.popleft()
        yield some.popleft()
        if some:
            waiting.append(some)


@dataclass(slots=True)
class _Host(Generic[_Item]):
    name: str
    most: int
    """How many items of it are out at once."""
    waiting: deque[_Item] = field(default_factory=deque)
    running: int = 0
    not_before: float = 0.0
    """When the next request may begin."""
    is_listed: bool = False
    """Whether it stands among those that are ready, or that wait for their time."""


class Schedule(Generic[_Item]):
    """What is to be asked, by hosts, which take turns.

    Each item that is taken is to be told to be `done`, once, and may be added again.
    """

    def __init__(
        self, *, per_host: Callable[[str], int], pace: Callable[[str], float], clock: Callable[[], float]
    ) -> None:
        """Begin with nothing to do.

        ``per_host`` gives how many items of a host are out at once, ``pace`` the least time from one to the next, and
        ``clock`` the time, both in seconds.
        """
        self._per_host = per_host
        self._pace = pace
        self._clock = clock
        self._hosts: dict[str, _Host[_Item]] = {}
        self._ready: deque[_Host[_Item]] = deque()
        self._later: list[tuple[float, int, _Host[_Item] | tuple[str, _Item]]] = []
        self._count = 0
        self._changed = asyncio.Event()

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts of which something is out now."""
        return tuple(host.name for host in self._hosts.values() if host.running)

    def add(self, name: str, item: _Item, *, delay: float = 0.0, is_first: bool = False) -> None:
        """Add an item of a host, for as soon as may be, or after a delay in seconds.

        With ``is_first`` it comes before what waits already.
        """
        if delay > 0:
            self._put_off(self._clock() + delay, (name, item))
        else:
            host = self._host(name)
            if is_first:
                host.waiting.appendleft(item)
            else:
                host.waiting.append(item)
            self._list(host)
        self._changed.set()

    def hold(self, name: str, delay: float) -> None:
        """Let nothing of a host begin before a delay, in seconds, is over."""
        host = self._host(name)
        host.not_before = max(host.not_before, self._clock() + delay)

    def _host(self, name: str) -> _Host[_Item]:
        host = self._hosts.get(name)
        if host is None:
            host = self._hosts[name] = _Host(name, self._per_host(name))
        return host

    def done(self, name: str) -> None:
        """Take note that an item of a host is no longer out."""
        host = self._hosts[name]
        host.running -= 1
        self._list(host)
        self._changed.set()

    async def take(self) -> _Item:
        """Wait for the next item, and give it."""
        while True:
            due = self.take_now()
            if due is not None:
                return due
            self._changed.clear()
            wait = max(0.0, self._later[0][0] - self._clock()) if self._later else None
            try:
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            except TimeoutError:
                continue  # something is due

    def take_now(self) -> _Item | None:
        """Give the next item; None where none may begin now."""
        now = self._clock()
        while self._later and self._later[0][0] <= now:
            self._come(heapq.heappop(self._later)[2])
        while self._ready:
            host = self._ready.popleft()
            host.is_listed = False
            if host.not_before > now:
                self._list(host)
                continue
            item = host.waiting.popleft()
            host.running += 1
            host.not_before = now + self._pace(host.name)
            self._list(host)
            return item
        return None

    def _come(self, due: _Host[_Item] | tuple[str, _Item]) -> None:
        if isinstance(due, _Host):
            due.is_listed = False
            self._list(due)
        else:
            self.add(*due, is_first=True)

    def _list(self, host: _Host[_Item]) -> None:
        """Put a host where it belongs: among those that are ready, those whose time comes, or none."""
        if host.is_listed or host.running >= host.most:
            return
        now = self._clock()
        if not host.waiting:
            if not host.running and host.not_before <= now:
                del self._hosts[host.name]
            elif not host.running:
                self._wake(host)
            return
        if host.not_before <= now:
            host.is_listed = True
            self._ready.append(host)
        else:
            self._wake(host)

    def _wake(self, host: _Host[_Item]) -> None:
        host.is_listed = True
        self._put_off(host.not_before, host)

    def _put_off(self, time: float, what: _Host[_Item] | tuple[str, _Item]) -> None:
        self._count += 1
        heapq.heappush(self._later, (time, self._count, what))
