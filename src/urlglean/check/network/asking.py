"""Many URLs, each asked once however often it stands anywhere, and an answer for each way in which it was written.

Answers are kept in a DuckDB file, so that the next check asks only what is due.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from urlglean.check.answers import TOOK_ALL_TIME, Answer, Cause, Hop, Outcome
from urlglean.check.network.policy import NetworkPolicy
from urlglean.check.network.target import Target, target_of
from urlglean.check.schemes import ASKED
from urlglean.check.texts import has_fragment, parted
from urlglean.database.files import DatabaseKind, told
from urlglean.database.rows import Batch, Columns
from urlglean.errors import ReferenceSyntaxError, UrlgleanError, refuse_one_string, require

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from urlglean.check.network.connections import Environment


@dataclass(frozen=True, slots=True)
class Headway:
    """How far a check has come."""

    done: int
    """How many URLs have their answer, each counted once however it was written."""
    total: int
    hosts: tuple[str, ...]


_Key = tuple[str, tuple[str, str] | None]


@dataclass(slots=True)
class _Question:
    """One URL to ask, and the ways in which it was written."""

    target: Target
    written: list[str] = field(default_factory=list)
    needs_page: bool = False
    texts: set[str] = field(default_factory=set)
    """The texts that its fragments ask to be shown."""

    def answers(self, answer: Answer, *, is_cut: bool = False) -> Iterator[Answer]:
        """Yield the answer for each of them; ``is_cut`` tells that the page was not read to its end."""
        # A cache may know more than is asked for; a fragment that a redirect states counts, not what was written.
        if not self.needs_page or any("#" in hop.url for hop in answer.hops):
            answer, is_cut = replace(answer, fragments=None, texts=None), False
        for url in self.written:
            _, mark, fragment = url.partition("#")
            moved = answer.moved_to
            if moved is not None and "#" not in moved:
                moved += mark + fragment
            own = replace(answer, url=url, moved_to=moved)
            texts = parted(fragment)[1]
            is_shown = not texts or (answer.texts or {}).get(texts, False)
            if is_cut and not (is_shown and has_fragment(fragment, answer.fragments or ())):
                own = replace(own, cause=Cause.PAGE_TOO_LONG, fragments=None)
            yield own


def get_ready() -> None:
    """Begin to load what `ask` needs, beside what the caller does meanwhile: a third of it is OpenSSL's work."""

    def load() -> None:
        with suppress(Exception):  # which the import meets again where it is needed, and tells
            import_module("urlglean.check.network.traffic")

    if find_spec("aiohttp") is not None:
        threading.Thread(target=load, name="urlglean check: loading").start()


def ask(
    urls: Iterable[str],
    *,
    policy: NetworkPolicy,
    cache: Path | None = None,
    on_progress: Callable[[Headway], object] | None = None,
    surroundings: Environment | None = None,
) -> Iterator[Answer]:
    """Ask servers whether URLs lead anywhere; yield an answer for each distinct string, as answers come.

    Strings that are one URL, but for their fragments, are asked once. Requests go on while the answers are read, in a
    thread of their own; they end when the iterator is closed. It takes the URLs when it is first asked for an answer.

    Args:
        urls: Absolute URLs, with their fragments. `Answer.url` is each as it was given, with the credentials that may
            be in it: what shows it to people takes them out.
        policy: How servers are asked.
        cache: A DuckDB file of answers, made where it is not there. What it knows, and is young enough, is not asked;
            URLs with credentials are never kept.
        on_progress: Gets a `Headway` at each answer, and some times a second between them.
        surroundings: What stands for the system's names, trust, proxies and clock.

    Raises:
        InputError: A file of credentials cannot be read.
        StoreError: The cache cannot be used.
        UrlgleanError: ``aiohttp`` is not there, or a proxy of the environment cannot be used.

    """
    refuse_one_string(urls=urls)
    require(Callable, on_progress=on_progress)
    if find_spec("aiohttp") is None:
        raise UrlgleanError("asking servers needs the package aiohttp: pip install 'urlglean[check]'")
    return _answers(urls, policy, cache, on_progress or (lambda _: None), surroundings)


def known_answers(
    urls: Iterable[str], *, policy: NetworkPolicy, cache: Path, now: datetime | None = None
) -> Iterator[Answer]:
    """Yield the answers that a cache of earlier checks has for some URLs, young enough; no server is asked.

    Arguments and errors are those of `ask`, whose ``policy`` counts: a cache answers for no other manner. The ages of
    answers are counted to ``now``, None for this moment.
    """
    questions: dict[_Key, _Question] = {}
    for _ in _sorted_out(urls, questions, reads=policy.fragments):
        continue  # no answer of a server
    with closing(AnswerCache(cache, policy, now or datetime.now(UTC))) as kept:
        yield from _known(questions, kept, in_part=True)


def _answers(
    urls: Iterable[str],
    policy: NetworkPolicy,
    cache: Path | None,
    on_progress: Callable[[Headway], object],
    surroundings: Environment | None,
) -> Iterator[Answer]:
    from urlglean.check.network.connections import Environment
    from urlglean.check.network.journey import Journey
    from urlglean.check.network.schedule import in_turns
    from urlglean.check.network.traffic import Arrival, Traffic

    around = surroundings or Environment()
    questions: dict[_Key, _Question] = {}
    yield from _sorted_out(urls, questions, reads=policy.fragments)
    total = len(questions)
    hosts: tuple[str, ...] = ()
    with ExitStack() as files:
        kept = None
        if cache is not None:
            kept = files.enter_context(closing(AnswerCache(cache, policy, around.now())))
            yield from _known(questions, kept)
        if not questions:
            return
        journeys = [
            Journey(each.target, policy, each.needs_page, frozenset(each.texts))
            for each in in_turns(questions.values(), lambda question: question.target.folder)
        ]
        for item in files.enter_context(closing(Traffic(policy, around).run(journeys))):
            if not isinstance(item, Arrival):
                hosts = item
            else:
                journey, start = item.journey, item.journey.start
                if kept is not None and start.credentials is None:
                    kept.keep(item.answer, is_read=journey.needs_page and not journey.is_cut)
                question = questions.pop((start.url, start.credentials))
                yield from question.answers(item.answer, is_cut=journey.is_cut)
            on_progress(Headway(total - len(questions), total, hosts))


def _sorted_out(urls: Iterable[str], questions: dict[_Key, _Question], *, reads: bool) -> Iterator[Answer]:
    """Put URLs into questions by what they ask for; yield the answers to those that no server can be asked."""
    for url in dict.fromkeys(urls):
        try:
            target = target_of(url)
        except ReferenceSyntaxError:
            yield Answer(url, Cause.MALFORMED)
            continue
        if target.scheme not in ASKED:
            yield Answer(url, Cause.OTHER_SCHEME, detail=target.scheme)
            continue
        question = questions.setdefault((target.url, target.credentials), _Question(target))
        question.written.append(url)
        if reads and target.fragment:
            question.needs_page = True
            question.texts.update(filter(None, [parted(url.partition("#")[2])[1]]))


def _known(
    questions: dict[_Key, _Question], cache: AnswerCache, *, in_part: bool = False
) -> Iterator[Answer]:
    """Yield what a cache knows, and take it out of the questions.

    A page that somebody must read for some of its fragments is read for all, unless ``in_part`` asks for what is known.
    """
    for reads in (False, True):
        urls = [
            question.target.url
            for question in questions.values()
            if question.needs_page is reads and question.target.credentials is None
        ]
        for answer in cache.known(urls, read=reads):
            question = questions[answer.url, None]
            texts = {"", *(answer.texts or ())}
            if answer.fragments is None or question.texts <= texts:
                yield from questions.pop((answer.url, None)).answers(answer)
            elif in_part:
                written = [one for one in question.written if parted(one.partition("#")[2])[1] in texts]
                yield from replace(question, written=written).answers(answer)


# --- answers that are kept ---

_VERSION = 2
_CACHE = DatabaseKind(
    "this cache",
    foreign="this is no DuckDB file, so it is no cache; name another file",
    damaged="remove it, and all is asked anew, or name another file",
    columns=frozenset({"cache.version", "answer.manner"}),
    table="cache",
    version=_VERSION,
    other="no cache that urlglean made; name another file",
    outdated="a cache of version {}, but this urlglean knows version {} only; remove it, or name another file",
)
_TYPES = {
    "url": "VARCHAR",
    "manner": "VARCHAR",
    "cause": "VARCHAR",
    "is_good": "BOOLEAN",
    "status": "INTEGER",
    "hops": "STRUCT(status INTEGER, url VARCHAR)[]",
    "moved_to": "VARCHAR",
    "detail": "VARCHAR",
    "is_read": "BOOLEAN",
    "fragments": "VARCHAR[]",
    "texts": "STRUCT(text VARCHAR, is_shown BOOLEAN)[]",
    "asked": "TIMESTAMP",
}
"""The columns; ``is_read`` tells that its page was looked at for fragments, ``manner`` how servers were asked."""
_CAUSES = {cause.value: cause for cause in Cause}
_ASKED_AT_ONCE = 5_000
_KEPT_AT_ONCE = 1_000


class AnswerCache:
    """The answers of earlier checks, open for one.

    Raises `StoreError` where the file cannot be opened or made, or holds something else.
    """

    def __init__(self, path: Path, policy: NetworkPolicy, now: datetime) -> None:
        """Open it; ``now`` is what the ages of answers are counted to."""
        self._path = path
        self._now = now
        self._policy = policy
        self._batch = Batch(_TYPES)
        self._connection = _CACHE.open(path, _fill, lambda connection: _CACHE.about(connection, path))

    def known(self, urls: Sequence[str], *, read: bool) -> Iterator[Answer]:
        """Yield the answers to some URLs that are young enough; with ``read`` none of a good page that was not read."""
        sql = f"""SELECT url, cause, status, hops, moved_to, detail, fragments, texts, asked
            FROM answer JOIN (SELECT {Columns.unnest("url")}) USING (url)
            WHERE manner = $manner AND (is_read >= $read OR NOT is_good)
            AND asked >= CASE WHEN is_good THEN $good::TIMESTAMP ELSE $broken::TIMESTAMP END
            AND asked <= $now"""  # noqa: S608  (nothing in it comes from outside)
        for start in range(0, len(urls), _ASKED_AT_ONCE):
            parameters = {
                "manner": self._policy.manner,
                "read": read,
                "good": _sql_time(self._now - timedelta(seconds=self._policy.good_age)),
                "broken": _sql_time(self._now - timedelta(seconds=self._policy.broken_age)),
                "now": _sql_time(self._now),
                **Columns.whole(url=urls[start : start + _ASKED_AT_ONCE]),
            }
            with told(self._path):
                rows = self._connection.execute(sql, parameters).fetchall()
            yield from map(_answer, rows)

    def keep(self, answer: Answer, *, is_read: bool) -> None:
        """Keep an answer, unless nothing was found out, or would have been if it had been waited for longer."""
        is_known = answer.cause.outcome is not Outcome.UNCHECKED and answer.cause not in TOOK_ALL_TIME
        if not is_known or answer.asked is None:
            return
        self._batch.add(
            {
                "url": answer.url,
                "manner": self._policy.manner,
                "cause": answer.cause.value,
                "is_good": answer.cause.outcome is Outcome.GOOD,
                "status": answer.status,
                "hops": [{"status": hop.status, "url": hop.url} for hop in answer.hops],
                "moved_to": answer.moved_to,
                "detail": answer.detail,
                "is_read": is_read,
                "fragments": None if answer.fragments is None else sorted(answer.fragments),
                "texts": [
                    {"text": text, "is_shown": is_shown} for text, is_shown in (answer.texts or {}).items()
                ],
                "asked": _sql_time(answer.asked),
            }
        )
        if len(self._batch) >= _KEPT_AT_ONCE or self._batch.is_full:
            self._write()

    def _write(self) -> None:
        if not len(self._batch):
            return
        from tempfile import TemporaryDirectory

        with told(self._path), TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            before = (
                "DELETE FROM answer USING fresh WHERE answer.url = fresh.url AND answer.manner = fresh.manner"
            )
            file = Path(folder) / "answers.jsonl"
            self._connection.begin()
            self._batch.insert(self._connection, "answer", file, before=before)
            self._connection.commit()

    def close(self) -> None:
        """Write what is new, and close the file."""
        try:
            self._write()
            self._forget()
        finally:
            self._connection.close()

    def _forget(self) -> None:
        """Let go of what is too old to be given again, here or to a check that lets it be somewhat older."""
        age = 2 * max(self._policy.good_age, self._policy.broken_age)
        with told(self._path):
            self._connection.execute(
                "DELETE FROM answer WHERE asked < $oldest::TIMESTAMP",
                {"oldest": _sql_time(self._now - timedelta(seconds=age))},
            )


def _fill(connection: DuckDBPyConnection) -> None:
    connection.execute("CREATE TABLE cache AS SELECT $version AS version", {"version": _VERSION})
    shape = ", ".join(f"{name} {kind}" for name, kind in _TYPES.items())
    connection.execute(f"CREATE TABLE answer({shape})")


def _answer(row: tuple[Any, ...]) -> Answer:
    url, cause, status, hops, moved_to, detail, fragments, texts, asked = row
    return Answer(
        url,
        _CAUSES[cause],
        status,
        tuple(Hop(hop["status"], hop["url"]) for hop in hops or ()),
        moved_to,
        detail,
        None if fragments is None else frozenset(fragments),
        {one["text"]: one["is_shown"] for one in texts or ()} or None,
        asked.replace(tzinfo=UTC),
    )


def _sql_time(time: datetime) -> str:
    """Write a time as DuckDB's TIMESTAMP, in UTC."""
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
