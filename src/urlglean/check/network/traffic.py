"""Requests under way: a thread of their own with an event loop, which hands out each answer as it comes.

One request and its answer are read as far as needed, with limits of time and size.
"""

from __future__ import annotations

import asyncio
import base64
import queue
import threading
import urllib.request
from collections.abc import Coroutine, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from http.cookiejar import CookieJar, DefaultCookiePolicy, LoadError, MozillaCookieJar
from netrc import NetrcParseError, netrc
from pathlib import Path
from types import SimpleNamespace

import aiohttp
from yarl import URL

from urlglean.check.answers import Answer
from urlglean.check.network.connections import Connections, Environment
from urlglean.check.network.failures import OF_HOST, Failure, failure_of
from urlglean.check.network.journey import Journey, Response
from urlglean.check.network.policy import NetworkPolicy, RequestHeader
from urlglean.check.network.schedule import Schedule
from urlglean.check.network.target import Target
from urlglean.check.texts import OF_USERS, is_shown, words_of_page
from urlglean.document import PAGES, XHTML
from urlglean.encoding.pages import decode_page
from urlglean.errors import InputError
from urlglean.html.reader import fragments_of_page

_ANSWERS_AHEAD = 1_000
"""How many answers may wait for who asked, before no more requests are sent."""
_BREATH = 0.02
"""How long to wait then, in seconds, before looking again."""
_GLANCE = 0.2
"""How often who waits is told of what goes on, in seconds."""

_Origin = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A journey that has ended, and its answer."""

    journey: Journey
    answer: Answer


class Traffic:
    """All requests of one check.

    Raises `InputError` where a file of credentials cannot be read, `UrlgleanError` where a proxy cannot be used.
    """

    _over: asyncio.Future[None]
    """Done when all journeys have ended, nobody waits for them, or something has failed that should not."""

    def __init__(self, policy: NetworkPolicy, surroundings: Environment) -> None:
        self._policy = policy
        self._surroundings = surroundings
        self._connections = Connections(policy, surroundings)
        self._exchanger = Exchanger(policy, self._connections)
        self._schedule: Schedule[Journey] = Schedule(
            per_host=lambda host: policy.towards(host).per_host,
            pace=lambda host: policy.towards(host).pace,
            clock=surroundings.clock,
        )
        self._handed: queue.SimpleQueue[Arrival | tuple[str, ...] | BaseException | None] = (
            queue.SimpleQueue()
        )
        self._down: dict[_Origin, Failure] = {}
        self._up: set[_Origin] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._left = 0

    def run(self, journeys: Sequence[Journey]) -> Generator[Arrival | tuple[str, ...], None, None]:
        """Yield what arrives, and now and then the hosts that are asked; all ends when this iterator is closed."""
        loop = asyncio.new_event_loop()
        self._over = loop.create_future()
        thread = threading.Thread(
            target=self._in_thread, args=(loop, journeys), name="urlglean check", daemon=True
        )
        thread.start()
        try:
            while (item := self._handed.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            with suppress(RuntimeError):  # the loop is closed: all is over
                loop.call_soon_threadsafe(self._end_all)
            thread.join()

    def _in_thread(self, loop: asyncio.AbstractEventLoop, journeys: Sequence[Journey]) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(self._serve(journeys))
        except BaseException as error:
            self._handed.put(error)
        else:
            self._handed.put(None)

    def _end_all(self) -> None:
        if not self._over.done():
            self._over.set_result(None)

    async def _serve(self, journeys: Sequence[Journey]) -> None:
        self._left = len(journeys)
        for journey in journeys:
            self._schedule.add(journey.target.host, journey)
        self._start(self._tell())
        self._start(self._send_off())
        try:
            await self._over
        finally:
            tasks = list(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._connections.close()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not (task.cancelled() or self._over.done()) and (error := task.exception()) is not None:
            self._over.set_exception(error)

    async def _tell(self) -> None:
        """Tell which hosts are asked, until none is any more."""
        while True:
            self._handed.put(self._schedule.hosts)
            await asyncio.sleep(_GLANCE)

    async def _send_off(self) -> None:
        """Send each journey off when its turn comes."""
        free = asyncio.Semaphore(self._policy.concurrency)
        while True:
            while self._handed.qsize() > _ANSWERS_AHEAD:
                await asyncio.sleep(_BREATH)
            await free.acquire()
            self._start(self._run(await self._schedule.take(), free))

    async def _run(self, journey: Journey, free: asyncio.Semaphore) -> None:
        """Send the next request of a journey, and see to what comes of it."""
        host = journey.target.host
        answer = await self._go(journey)
        if answer is not None:
            self._handed.put(Arrival(journey, answer))
            self._left -= 1
            if not self._left:
                self._end_all()
        else:
            if journey.is_for_host:
                self._schedule.hold(host, journey.delay)
            self._schedule.add(journey.target.host, journey, delay=journey.delay, is_first=True)
        self._schedule.done(host)
        free.release()

    async def _go(self, journey: Journey) -> Answer | None:
        """Take a journey one request further."""
        now = self._surroundings.now()
        if not journey.hops:
            journey.jar = None
        journey.cookies = self._exchanger.credentials.cookies(journey.target, journey.jar)
        if journey.is_circle:
            return journey.leave_circle(now)
        origin = journey.target.origin
        found = self._down.get(origin) or await self._exchanger.send(journey)
        if isinstance(found, Response):
            self._up.add(origin)
            if found.cookies:
                journey.jar = keep_cookies(journey.jar, journey.target, found.cookies)
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


# --- one request ---

_AGENT = "Mozilla/5.0 (compatible; urlglean; link checker)"
"""Some servers refuse whatever does not begin as browsers do."""
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_READ_TO_REUSE = 1 << 16
"""How long a page that nobody wants may be to be read all the same, so that its connection can be used again."""
_PATIENCE = 0.5
"""How many seconds that may take."""
_PIECE = 1 << 16
_SHARES = {"GET": 1.0, "HEAD": 0.25}
"""How much of the time for the first byte a method gets: some servers never answer the second one."""


class Exchanger:
    """Sends requests, and gives what comes of them."""

    def __init__(self, policy: NetworkPolicy, connections: Connections) -> None:
        """Take up the credentials that the policy names; raise `InputError` where a file of them cannot be read."""
        self._policy = policy
        self._connections = connections
        self.credentials = Credentials(policy)
        self._limits = {
            method: aiohttp.ClientTimeout(
                total=policy.timeout,
                connect=policy.connect_timeout,
                sock_read=share * min(policy.first_byte_timeout, policy.timeout),
            )
            for method, share in _SHARES.items()
        }

    async def send(self, journey: Journey) -> Response | Failure:
        """Send the request that a journey is at."""
        target = journey.target
        headers = {
            "User-Agent": self._policy.user_agent or _AGENT,
            "Accept": _ACCEPT,
            **self.credentials.headers(target, journey.start),
        }
        if journey.cookies:
            headers["Cookie"] = journey.cookies
        try:
            proxy = self._connections.proxy_for(target)
            session = await self._connections.session_for(target, proxy)
            is_secret = "https" in {target.scheme, (proxy or "").partition(":")[0].lower()}
            async with session.request(
                journey.method,
                URL(target.url, encoded=True),
                headers=headers,
                allow_redirects=False,
                timeout=self._limits[journey.method],
                proxy=proxy,
                ssl=self._connections.tls if is_secret else True,
            ) as answer:
                return await self._received(answer, journey)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            return failure_of(error)

    async def _received(self, answer: aiohttp.ClientResponse, journey: Journey) -> Response:
        is_wanted = journey.needs_page and 200 <= answer.status < 300
        fragments, texts, is_cut = None, None, False
        if journey.method != "HEAD":
            if is_wanted and answer.content_type in PAGES:
                read, is_cut = await self._page(answer)
                is_xml = answer.content_type == XHTML
                page = decode_page(read, answer.charset, is_xml=is_xml).text
                found = fragments_of_page(page, is_xml=is_xml)
                fragments = found | {one.removeprefix(OF_USERS) for one in found if one.startswith(OF_USERS)}
                words = words_of_page(page) if journey.texts else ""
                texts = {one: is_shown(words, one) for one in journey.texts} or None
            elif answer.status < 300 or answer.status >= 400:
                await _drop(answer)
        fields = answer.headers
        return Response(
            status=answer.status,
            reason=answer.reason or "",
            location=fields.get("Location"),
            retry_after=fields.get("Retry-After"),
            is_empty="Content-Type" not in fields and fields.get("Content-Length", "0") == "0",
            is_challenge=fields.get("cf-mitigated", "").lower() == "challenge",
            fragments=fragments,
            texts=texts,
            is_cut=is_cut,
            cookies=tuple(fields.getall("Set-Cookie", ())),
        )

    async def _page(self, answer: aiohttp.ClientResponse) -> tuple[bytes, bool]:
        """Read a page up to the limit; tell also whether there is more of it."""
        pieces: list[bytes] = []
        size = 0
        async for piece in answer.content.iter_chunked(_PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > self._policy.max_body:
                answer.close()
                return b"".join(pieces)[: self._policy.max_body], True
        return b"".join(pieces), False


async def _drop(answer: aiohttp.ClientResponse) -> None:
    """Let go of a page: read it where that is soon done, so that the connection can serve again; else cut it off.

    Raises ``aiohttp.ClientPayloadError`` where it breaks off.
    """
    size = 0
    if (answer.content_length or 0) <= _READ_TO_REUSE:
        with suppress(TimeoutError):  # a stream, say: it answers, which was the question
            async with asyncio.timeout(_PATIENCE):
                while size <= _READ_TO_REUSE and (piece := await answer.content.read(_PIECE)):
                    size += len(piece)
    if not answer.content.at_eof():
        answer.close()


# --- what proves who asks: logins, cookies and header fields, each for the hosts that it is for and for no other ---


def _as_browsers_do() -> DefaultCookiePolicy:
    """Give the rule that a cookie without a domain of its own goes to its host alone (RFC 6265, section 5.4)."""
    return DefaultCookiePolicy(strict_ns_domain=DefaultCookiePolicy.DomainStrictNonDomain)


class Credentials:
    """What may be sent to whom. Raises `InputError` where the file of cookies, or that of logins, cannot be read."""

    def __init__(self, policy: NetworkPolicy) -> None:
        self._headers = policy.headers
        self._cookies = None if policy.cookies is None else _cookies_in(policy.cookies)
        self._logins = None if policy.netrc is None else _logins_in(policy.netrc)

    def headers(self, target: Target, start: Target) -> dict[str, str]:
        """Give the header fields for a target on the way from a start, but for its cookies; of one name, the last.

        No secret goes over a connection that anybody can read, where the way began on one that nobody can.
        """
        is_laid_open = start.scheme == "https" != target.scheme
        fields = {
            header.name.lower(): header
            for header in self._headers
            if _is_for(header, target) and not (header.is_secret and is_laid_open)
        }
        sent = {header.name: header.value for header in fields.values()}
        if not is_laid_open and "authorization" not in fields:
            found = self._logins.authenticators(target.host.strip("[]")) if self._logins else None
            login = target.credentials or (found and (found[0], found[2] or ""))
            if login:
                sent["Authorization"] = "Basic " + base64.b64encode(":".join(login).encode()).decode()
        return sent

    def cookies(self, target: Target, own: CookieJar | None) -> str:
        """Give the ``Cookie`` field for a target: of the file, and of what its way has set; empty without any."""
        jars = [jar for jar in (self._cookies, own) if jar is not None]
        pairs: dict[str, str] = {}
        for jar in jars:
            request = urllib.request.Request(target.url)  # noqa: S310  (it is asked for its cookies alone)
            jar.add_cookie_header(request)
            for pair in (request.get_header("Cookie") or "").split("; "):
                name, equals, value = pair.partition("=")
                if equals:
                    pairs[name] = value
        return "; ".join(f"{name}={value}" for name, value in pairs.items())


def keep_cookies(jar: CookieJar | None, target: Target, values: Iterable[str]) -> CookieJar:
    """Put what a response of a target sets into a jar, as far as its host may set it; give the jar."""
    if jar is None:
        jar = CookieJar(_as_browsers_do())
    fields = Message()
    for value in filter(str.isascii, values):  # no others can be sent back
        fields["Set-Cookie"] = value
    request = urllib.request.Request(target.url)  # noqa: S310  (it tells what host it is)
    jar.extract_cookies(SimpleNamespace(info=lambda: fields), request)  # type: ignore[arg-type]  # all it asks for
    return jar


def _is_for(header: RequestHeader, target: Target) -> bool:
    if header.host == target.host:
        return target.port in {80, 443}
    return header.host in {None, f"{target.host}:{target.port}"}


def _cookies_in(path: Path) -> CookieJar:
    jar = MozillaCookieJar(path, policy=_as_browsers_do())
    try:
        jar.load(ignore_discard=True, ignore_expires=True)
    except LoadError:
        message = f"{path}: no file of cookies in Netscape's format, whose first line is '# Netscape HTTP Cookie File'"
        raise InputError(message) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    for cookie in jar:
        cookie.expires = cookie.expires or None  # browsers and curl write 0 where it lasts for the session
    return jar


def _logins_in(path: Path) -> netrc:
    try:
        found = netrc(path)
    except NetrcParseError as error:
        raise InputError(f"{path}:{error.lineno or 1}: no file of logins (netrc): {error.msg}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    found.hosts = {host.lower(): login for host, login in found.hosts.items()}
    return found
