"""A web server on the loopback that answers as it is told to, however badly: whatever real ones do can be tried."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from queue import SimpleQueue
from typing import NamedTuple

Writer = asyncio.StreamWriter


class Asked(NamedTuple):
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    """By names in lower case."""


Handler = Callable[[Asked, Writer], Awaitable[None]]


def respond(
    status: int = 200,
    body: bytes | str = b"",
    *,
    version: str = "HTTP/1.1",
    reason: str | None = None,
    length: bool = True,
    delay: float = 0.0,
    **fields: str,
) -> Handler:
    """Answer with a status, a body and header fields (``Content_Type="text/html"``), which may take a while."""
    content = body.encode() if isinstance(body, str) else body
    if reason is None:
        reason = HTTPStatus(status).phrase if status in list(HTTPStatus) else ""
    head = [f"{version} {status} {reason}".rstrip()]
    head += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    if length and status not in {204, 304}:
        head.append(f"Content-Length: {len(content)}")

    async def handle(asked: Asked, out: Writer) -> None:
        await asyncio.sleep(delay)
        out.write("\r\n".join((*head, "", "")).encode("latin-1"))
        if asked.method != "HEAD":
            out.write(content)

    return handle


def page(body: str = "<p id=here>", **fields: str) -> Handler:
    """Answer with a page."""
    return respond(200, body, **{"Content_Type": "text/html; charset=utf-8", **fields})


def redirect(location: str, status: int = 302, **fields: str) -> Handler:
    """Answer with a redirect."""
    return respond(status, Location=location, **fields)


def by_method(head: Handler, get: Handler) -> Handler:
    """Answer the two methods each in its own way."""

    async def handle(asked: Asked, out: Writer) -> None:
        await (head if asked.method == "HEAD" else get)(asked, out)

    return handle


def in_turn(*handlers: Handler) -> Handler:
    """Answer each request in the next way, and the rest in the last."""
    left = list(handlers)

    async def handle(asked: Asked, out: Writer) -> None:
        await (left.pop(0) if len(left) > 1 else left[0])(asked, out)

    return handle


def raw(*pieces: bytes, reset: bool = False) -> Handler:
    """Send some bytes and hang up; with ``reset``, as rudely as TCP can."""

    async def handle(_: Asked, out: Writer) -> None:
        for piece in pieces:
            out.write(piece)
            with suppress(ConnectionError):
                await out.drain()
        if reset:
            at_once = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
            out.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
            out.transport.abort()
        else:
            out.close()

    return handle


def in_ranges(content: bytes, sent: list[int]) -> Handler:
    """Answer with a file, or with the range of it that is asked for (RFC 9110 section 14); note how much was sent."""

    async def handle(asked: Asked, out: Writer) -> None:
        first, _, last = asked.headers.get("range", "").removeprefix("bytes=").partition("-")
        start, end = int(first or 0), min(int(last or len(content)) + 1, len(content))
        fields = {"Accept_Ranges": "bytes"}
        if first:
            fields["Content_Range"] = f"bytes {start}-{end - 1}/{len(content)}"
        if asked.method != "HEAD":
            sent.append(end - start)
        await respond(206 if first else 200, content[start:end], **fields)(asked, out)

    return handle


def endless(head: bytes, piece: bytes, pause: float = 0.0) -> Handler:
    """Send a header, and then a piece again and again, until the other side has enough."""

    async def handle(_: Asked, out: Writer) -> None:
        out.write(head)
        while not out.is_closing():
            out.write(piece)
            await out.drain()
            await asyncio.sleep(pause)

    return handle


async def silent(_: Asked, out: Writer) -> None:
    """Say nothing, and keep the line."""
    while not out.is_closing():
        await asyncio.sleep(0.01)


@dataclass
class Site:
    """A server that runs, and what it was asked."""

    routes: dict[str, Handler]
    port: int = 0
    scheme: str = "http"
    asked: list[Asked] = field(default_factory=list)
    most_at_once: int = 0
    """How many requests it was busy with at one moment, at most."""
    connections: int = 0
    greeting: bytes | None = None
    """What it says to everybody before it hangs up, without listening; None where it listens."""
    _busy: int = 0

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        """Give the URL of a path."""
        return f"{self.scheme}://{host}:{self.port}{path}"

    def methods(self, path: str) -> list[str]:
        """Give the methods that a path was asked by, in order."""
        return [asked.method for asked in self.asked if asked.path == path]

    async def serve(self, incoming: asyncio.StreamReader, out: Writer) -> None:
        """Answer the requests of one connection."""
        self.connections += 1
        if self.greeting is not None:
            out.write(self.greeting)
            out.close()
            return
        try:
            while (asked := await _read(incoming)) is not None:
                self.asked.append(asked)
                self._busy += 1
                self.most_at_once = max(self.most_at_once, self._busy)
                try:
                    handler = self.routes.get(asked.path.partition("?")[0], respond(404))
                    await handler(asked, out)
                    await out.drain()
                finally:
                    self._busy -= 1
                if out.is_closing() or asked.headers.get("connection") == "close":
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            out.close()


async def _read(incoming: asyncio.StreamReader) -> Asked | None:
    head = await incoming.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    return Asked(method, path, headers)


@contextmanager
def listening(
    serve: Callable[[asyncio.StreamReader, Writer], Awaitable[None]],
    *,
    hosts: Iterable[str] = ("127.0.0.1",),
    tls: ssl.SSLContext | None = None,
) -> Iterator[int]:
    """Have connections to a port answered, in a thread of its own; give the port."""
    started: SimpleQueue[tuple[int, Callable[[], object]]] = SimpleQueue()

    async def run() -> None:
        over = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(
            lambda _loop, _context: None
        )  # who breaks connections off gets to hear of it
        server = await asyncio.start_server(serve, list(hosts), 0, ssl=tls)
        started.put((server.sockets[0].getsockname()[1], lambda: loop.call_soon_threadsafe(over.set)))
        await over.wait()
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = threading.Thread(target=asyncio.run, args=(run(),), daemon=True)
    thread.start()
    port, end = started.get()
    try:
        yield port
    finally:
        end()
        thread.join()


@contextmanager
def serving(
    routes: Mapping[str, Handler], *, hosts: Iterable[str] = ("127.0.0.1",), tls: ssl.SSLContext | None = None
) -> Iterator[Site]:
    """Run a server of some paths; ask it by `Site.url`."""
    site = Site(dict(routes), scheme="https" if tls else "http")
    with listening(site.serve, hosts=hosts, tls=tls) as site.port:
        yield site
