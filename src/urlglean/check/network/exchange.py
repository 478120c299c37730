"""One request and its answer, as far as it is needed, with limits of time and size."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from http.cookiejar import CookieJar

import aiohttp
from yarl import URL

from urlglean.check.network.connections import Connections
from urlglean.check.network.credentials import Credentials
from urlglean.check.network.failures import Failure, failure_of
from urlglean.check.network.journey import Journey, Response
from urlglean.check.network.policy import NetworkPolicy
from urlglean.check.texts import OF_USERS, is_shown, words_of_page
from urlglean.document import PAGES
from urlglean.encoding.pages import decode_page
from urlglean.html.reader import fragments_of_page

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
        self._credentials = Credentials(policy)
        self._limits = {
            method: aiohttp.ClientTimeout(
                total=policy.timeout,
                connect=policy.connect_timeout,
                sock_read=share * min(policy.first_byte_timeout, policy.timeout),
            )
            for method, share in _SHARES.items()
        }

    def set_cookies(self, journey: Journey, jar: CookieJar | None) -> None:
        """Put into a journey the cookies of its next request."""
        journey.cookies = self._credentials.cookies(journey.target, jar)

    async def send(self, journey: Journey) -> Response | Failure:
        """Send the request that a journey is at."""
        target = journey.target
        headers = {
            "User-Agent": self._policy.user_agent or _AGENT,
            "Accept": _ACCEPT,
            **self._credentials.headers(target, journey.start),
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
                page = decode_page(read, answer.charset).text
                fragments, texts = _fragments(page), _texts(page, journey.texts)
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


def _fragments(page: str) -> frozenset[str]:
    found = fragments_of_page(page)
    return found | {name.removeprefix(OF_USERS) for name in found if name.startswith(OF_USERS)}


def _texts(page: str, wanted: Collection[str]) -> dict[str, bool] | None:
    words = words_of_page(page) if wanted else ""
    return {one: is_shown(words, one) for one in wanted} or None
