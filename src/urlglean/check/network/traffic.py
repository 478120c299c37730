"""Requests under way: a thread of their own with an event loop, which hands out each answer as it comes."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass
from http.cookiejar import CookieJar

from urlglean.check.answers import Answer
from urlglean.check.network.connections import Connections, Environment
from urlglean.check.network.credentials import keep_cookies
from urlglean.check.network.exchange import Exchanger
from urlglean.check.network.failures import OF_HOST, Failure
from urlglean.check.network.journey import Journey, Response
from urlglean.check.network.policy import NetworkPolicy
from urlglean.check.network.schedule import Schedule

_ANSWERS_AHEAD = 1_000
"""How many answers may wait for who asked, before no more requests are sent."""
_BREATH = 0.02
"""How long to wait then, in seconds, before looking again."""
_GLANCE = 0.2
"""How often who waits is told of what goes on, in seconds."""

_Origin = tuple[str, str, int]


@dataclass(slots=True)
class _Errand:
    """A journey with what it carries."""

    journey: Journey
    jar: CookieJar | None = None
    """What servers on the way have set."""

    def keep(self, found: Response) -> None:
        """Take along the cookies of a response."""
        if found.cookies:
            self.jar = keep_cookies(self.jar, self.journey.target, found.cookies)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A journey that has ended, and its answer."""

    journey: Journey
    answer: Answer


@dataclass(frozen=True, slots=True)
class Glance:
    """What goes on at a moment: the hosts that are being asked."""

    hosts: tuple[str, ...]


class _Stop:
    """The wish of another thread that a loop end what it does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._listening: tuple[asyncio.AbstractEventLoop, Callable[[], object]] | None = None

    def set(self) -> None:
        """Wish it."""
        with self._lock:
            self._is_set = True
            if self._listening is not None:
                loop, end = self._listening
                loop.call_soon_threadsafe(end)

    def listen(self, loop: asyncio.AbstractEventLoop, end: Callable[[], object]) -> None:
        """Have a function of a loop called when it is wished, or if it was."""
        with self._lock:
            self._listening = loop, end
        if self._is_set:
            end()

    def ignore(self) -> None:
        """Have nothing called any more."""
        with self._lock:
            self._listening = None


class Traffic:
    """All requests of one check.

    Raises `InputError` where a file of credentials cannot be read, `UrlgleanError` where a proxy cannot be used.
    """

    _over: asyncio.Future[None]
    """Done when all journeys have ended, or something has failed that should not."""

    def __init__(self, policy: NetworkPolicy, surroundings: Environment) -> None:
        self._policy = policy
        self._surroundings = surroundings
        self._connections = Connections(policy, surroundings)
        self._exchanger = Exchanger(policy, self._connections)
        self._schedule: Schedule[_Errand] = Schedule(
            per_host=policy.per_host_of, pace=policy.pace_of, clock=surroundings.clock
        )
        self._handed: queue.SimpleQueue[Arrival | Glance | BaseException | None] = queue.SimpleQueue()
        self._down: dict[_Origin, Failure] = {}
        self._up: set[_Origin] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._left = 0

    def run(self, journeys: Sequence[Journey]) -> Generator[Arrival | Glance, None, None]:
        """Yield what arrives, and now and then how it goes; all ends when this iterator is closed."""
        stop = _Stop()
        thread = threading.Thread(
            target=self._in_thread, args=(journeys, stop), name="urlglean check", daemon=True
        )
        thread.start()
        try:
            while (item := self._handed.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            stop.set()
            thread.join()

    def _in_thread(self, journeys: Sequence[Journey], stop: _Stop) -> None:
        try:
            asyncio.run(self._until(journeys, stop))
        except BaseException as error:
            self._handed.put(error)
        else:
            self._handed.put(None)

    async def _until(self, journeys: Sequence[Journey], stop: _Stop) -> None:
        task = asyncio.create_task(self._serve(journeys))
        stop.listen(asyncio.get_running_loop(), task.cancel)
        try:
            await asyncio.wait([task])
            if not task.cancelled():
                task.result()
        finally:
            stop.ignore()
            await self._connections.close()

    async def _serve(self, journeys: Sequence[Journey]) -> None:
        self._left = len(journeys)
        self._over = asyncio.get_running_loop().create_future()
        for journey in journeys:
            self._schedule.add(journey.target.host, _Errand(journey))
        self._start(self._tell())
        self._start(self._send_off())
        try:
            await self._over
        finally:
            tasks = list(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not (task.cancelled() or self._over.done()) and (error := task.exception()) is not None:
            self._over.set_exception(error)

    async def _tell(self) -> None:
        """Tell what goes on, until nothing does any more."""
        while True:
            self._handed.put(Glance(self._schedule.hosts))
            await asyncio.sleep(_GLANCE)

    async def _send_off(self) -> None:
        """Send each errand off when its turn comes."""
        free = asyncio.Semaphore(self._policy.concurrency)
        while True:
            while self._handed.qsize() > _ANSWERS_AHEAD:
                await asyncio.sleep(_BREATH)
            await free.acquire()
            self._start(self._run(await self._schedule.take(), free))

    async def _run(self, errand: _Errand, free: asyncio.Semaphore) -> None:
        """Send the next request of an errand, and see to what comes of it."""
        journey = errand.journey
        host = journey.target.host
        answer = await self._go(errand)
        if answer is not None:
            self._handed.put(Arrival(journey, answer))
            self._left -= 1
            if not self._left and not self._over.done():
                self._over.set_result(None)
        else:
            if journey.is_for_host:
                self._schedule.hold(host, journey.delay)
            self._schedule.add(journey.target.host, errand, delay=journey.delay, is_first=True)
        self._schedule.done(host)
        free.release()

    async def _go(self, errand: _Errand) -> Answer | None:
        """Take a journey one request further."""
        journey = errand.journey
        now = self._surroundings.now()
        if not journey.hops:
            errand.jar = None
        self._exchanger.set_cookies(journey, errand.jar)
        if journey.is_circle:
            return journey.leave_circle(now)
        origin = journey.target.origin
        found = self._down.get(origin) or await self._exchanger.send(journey)
        if isinstance(found, Response):
            self._up.add(origin)
            errand.keep(found)
        is_down = origin in self._down
        answer = journey.take(
            found, now=self._surroundings.now(), chance=self._surroundings.chance(), is_last=is_down
        )
        if (
            answer is not None
            and isinstance(found, Failure)
            and found.cause in OF_HOST
            and origin not in self._up
        ):
            self._down[origin] = found  # no other URL there need wait for the same
        return answer
