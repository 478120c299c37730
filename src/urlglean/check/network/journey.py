"""The way from a URL to its answer: which request comes next, and when; nothing is sent here.

A request for the header alone is believed where it says that there is something. Whatever else it says is asked again
by a request for the page, for many servers refuse the first kind or answer it otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.cookiejar import CookieJar

from urlglean.check.answers import TOOK_ALL_TIME, Answer, Cause, Hop
from urlglean.check.network.failures import MAY_PASS, OF_HOST, OF_METHOD, Failure
from urlglean.check.network.policy import NetworkPolicy
from urlglean.check.network.target import Target, target_of
from urlglean.check.schemes import ASKED
from urlglean.errors import ReferenceSyntaxError
from urlglean.patterns import lazy_re
from urlglean.reports import Retrieval

_PERMANENT = frozenset({301, 308})
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_SAYS_WHEN = frozenset({429, 503})
_CAUSES: Mapping[int, Cause] = {
    401: Cause.UNAUTHORIZED,
    403: Cause.FORBIDDEN,
    404: Cause.NOT_FOUND,
    407: Cause.PROXY_FAILED,
    410: Cause.GONE,
    429: Cause.TOO_MANY_REQUESTS,
    999: Cause.NO_PROGRAMS,  # LinkedIn's
}
_LONGEST_REASON = 80
_MOST_DIGITS = 9
"""Of a number of seconds: more of them are no time that anybody waits for."""
_NOT_PRINTED = lazy_re(r"[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff]|[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to one request."""

    status: int
    reason: str = ""
    location: str | None = None
    retry_after: str | None = None
    is_empty: bool = False
    """It says nothing of a page: neither a type nor a length."""
    is_challenge: bool = False
    """It asks for proof that there is a person."""
    fragments: frozenset[str] | None = None
    texts: Mapping[str, bool] | None = None
    is_cut: bool = False
    """The page is longer than what was read of it."""
    cookies: tuple[str, ...] = ()
    """The values of its ``Set-Cookie`` fields."""


@dataclass(slots=True)
class Journey:
    """The way of one URL; `target` and `method` are what to ask next, until `take` gives an answer."""

    start: Target
    policy: NetworkPolicy
    needs_page: bool = False
    texts: frozenset[str] = frozenset()
    """The texts that its fragments ask to be shown."""
    target: Target = field(init=False)
    method: str = field(init=False)
    hops: tuple[Hop, ...] = field(init=False, default=())
    attempts: int = field(init=False, default=0)
    """How often the target was asked in vain."""
    delay: float = field(init=False, default=0.0)
    """How long to wait before the next request, in seconds."""
    is_for_host: bool = field(init=False, default=False)
    """Whether all requests to the host are to wait so long."""
    jar: CookieJar | None = field(init=False, default=None)
    """The cookies that servers on the way have set."""
    cookies: str = field(init=False, default="")
    """The cookies that go with the next request: with others a redirect to the same URL is no circle."""
    has_asked_head: bool = field(init=False, default=False)
    """Whether a request on this way was for the header alone."""
    is_cut: bool = field(init=False, default=False)
    """Whether the page is longer than what was read of it."""
    _first_method: str = field(init=False)
    """What each stop is asked by at first."""
    _visited: tuple[tuple[str, str], ...] = field(init=False, default=())
    """URLs that have redirected, with the cookies that they were sent."""

    def __post_init__(self) -> None:
        self._begin(is_page=self.needs_page or not self.policy.head)

    def _begin(self, *, is_page: bool) -> None:
        self.target = self.start
        self._first_method = "GET" if is_page else "HEAD"
        self.method = self._first_method
        self.hops = ()
        self._visited = ()
        self.attempts = 0
        self.has_asked_head = False

    def take(
        self, found: Response | Failure, *, now: datetime, chance: float, is_last: bool = False
    ) -> Answer | None:
        """Go on by what came of a request; give the answer, or None where there is another request to send.

        ``chance`` is a random number from 0 to 1, for how long to wait; ``is_last`` says that trying again is in vain.
        """
        self.delay, self.is_for_host = 0.0, False
        asked_head = self.method == "HEAD"
        self.has_asked_head |= asked_head
        if is_last:
            self.attempts = self.policy.retries
        if isinstance(found, Failure):
            return self._fail(found, now=now, chance=chance)
        if Retrieval.redirects(found.status) and found.status not in self.policy.accept:
            return self._redirect(found, now)
        cause = self._cause(found)
        if found.status in _SAYS_WHEN and cause is not Cause.FOUND:
            wait = retry_after(found.retry_after or "", now)
            if wait is not None:
                return self._wait_as_told(wait, found, cause, now=now)
        if asked_head and (cause is not Cause.FOUND or found.is_empty):
            self.method = "GET"
            return None
        if found.status in _PASSING and cause is not Cause.FOUND and self._tries_again(chance):
            return None
        return self._answer(cause, now, found)

    def _fail(self, failure: Failure, *, now: datetime, chance: float) -> Answer | None:
        took_all_time = failure.cause in TOOK_ALL_TIME
        if self.method == "HEAD" and failure.cause in OF_METHOD:
            self.method = "GET"
            self.attempts += took_all_time
            return None
        if took_all_time and self.attempts:
            self.attempts = self.policy.retries  # who waited twice has waited for long
        if failure.cause in MAY_PASS and self._tries_again(chance):
            self.is_for_host = failure.cause in OF_HOST
            return None
        return Answer(self.start.url, failure.cause, None, self.hops, None, failure.detail, asked=now)

    def _tries_again(self, chance: float) -> bool:
        if self.attempts >= self.policy.retries:
            return False
        self.delay = backoff(self.attempts, self.policy.towards(self.target.host).backoff, chance)
        self.attempts += 1
        return True

    def _wait_as_told(self, wait: float, found: Response, cause: Cause, *, now: datetime) -> Answer | None:
        if wait > self.policy.longest_wait or self.attempts >= self.policy.retries:
            return self._answer(cause, now, found, wish=f", asks to wait {wait:.0f} s")
        self.delay, self.is_for_host = wait, True
        self.attempts += 1
        self.method = "GET"
        return None

    def _cause(self, found: Response) -> Cause:
        status = found.status
        if status in self.policy.accept or 200 <= status < 300:
            return Cause.FOUND
        if found.is_challenge:
            return Cause.NO_PROGRAMS
        if status in _CAUSES:
            return _CAUSES[status]
        if 400 <= status < 600:
            return Cause.CLIENT_ERROR if status < 500 else Cause.SERVER_ERROR
        return Cause.ODD_STATUS

    def _redirect(self, found: Response, now: datetime) -> Answer | None:
        self._visited += ((self.target.url, self.cookies),)
        target = self._target_of(found.location)
        if target is None:
            return self._lost(Cause.BAD_REDIRECT, now, found)
        fragment = "" if target.fragment is None else f"#{target.fragment}"
        self.hops += (Hop(found.status, target.url + fragment),)
        if len(self.hops) > self.policy.redirects:
            return self._lost(Cause.TOO_MANY_REDIRECTS, now, found)
        if target.origin == self.target.origin == self.start.origin:
            target = replace(target, credentials=self.start.credentials)
        self.target = target
        self.attempts = 0
        self.method = self._first_method
        return None

    def _target_of(self, location: str | None) -> Target | None:
        if not location:
            return None
        try:
            written = location.encode("utf-8", "surrogateescape")
            target = target_of(
                "".join(chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in written), self.target.url
            )
        except ReferenceSyntaxError:
            return None
        if target.scheme not in ASKED or not target.host:
            return None
        return replace(target, credentials=None)  # a login that a server writes there is none of who asks

    @property
    def is_circle(self) -> bool:
        """Whether the next request was sent before."""
        return (self.target.url, self.cookies) in self._visited

    def leave_circle(self, now: datetime) -> Answer | None:
        """Give the answer where redirects lead in a circle; None where there is another way to try, from the start."""
        return self._lost(Cause.REDIRECT_LOOP, now, Response(self.hops[-1].status))

    def _lost(self, cause: Cause, now: datetime, found: Response) -> Answer | None:
        """Go the way again by requests for pages, if it was not one; else it leads nowhere."""
        if self.has_asked_head:
            self._begin(is_page=True)
            return None
        return self._answer(cause, now, found)

    def _answer(self, cause: Cause, now: datetime, found: Response, *, wish: str = "") -> Answer:
        self.is_cut = found.is_cut
        moved = self._moved_to() if cause is Cause.FOUND else None
        return Answer(
            url=self.start.url,
            cause=cause if moved is None else Cause.MOVED,
            status=found.status,
            hops=self.hops,
            moved_to=moved,
            detail=None if cause is Cause.FOUND else _phrase(found) + wish,
            fragments=found.fragments,
            texts=found.texts,
            asked=now,
        )

    def _moved_to(self) -> str | None:
        moved = None
        for hop in self.hops:
            if hop.status not in _PERMANENT:
                break
            moved = hop.url
        return moved


def _phrase(found: Response) -> str:
    """Give a status with what the server says of it, or what the standard does."""
    reason = _NOT_PRINTED.sub("", found.reason).strip()[:_LONGEST_REASON].strip()
    if not reason:
        try:
            reason = HTTPStatus(found.status).phrase
        except ValueError:
            return str(found.status)
    return f"{found.status} {reason}"


def retry_after(value: str, now: datetime) -> float | None:
    """Read a ``Retry-After`` field (RFC 9110, section 10.2.3): seconds, or a date; give seconds from now.

    None where it is neither.

    >>> now = datetime(2026, 1, 1, 0, 0, 0, tzinfo=UTC)
    >>> retry_after("120", now), retry_after("Thu, 01 Jan 2026 00:01:00 GMT", now), retry_after("soon", now)
    (120.0, 60.0, None)
    """
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text[:_MOST_DIGITS])
    try:
        date = parsedate_to_datetime(text)
        if date.tzinfo is None:
            date = date.replace(tzinfo=UTC)
        return max(0.0, (date - now).total_seconds())
    except (ValueError, OverflowError):
        return None


def backoff(attempt: int, first: float, chance: float) -> float:
    """Give how long to wait after an attempt, counted from 0: twice as long each time, and up to half less by chance.

    The chance, from 0 to 1, keeps many that failed together from coming together again.

    >>> backoff(0, 1.0, 1.0), backoff(2, 1.0, 1.0), backoff(2, 1.0, 0.0)
    (1.0, 4.0, 2.0)
    """
    return first * 2.0**attempt * (0.5 + chance / 2)
