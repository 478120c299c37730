"""Answers kept in a DuckDB file, so that the next check asks only what is due."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from urlglean.check.answers import Answer, Cause, Hop, Outcome
from urlglean.check.network.policy import NetworkPolicy
from urlglean.database.files import DatabaseKind, told
from urlglean.database.rows import Batch, Columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

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
        """Yield the answers to some URLs that are young enough; with ``read`` only those whose pages were read."""
        sql = f"""SELECT url, cause, status, hops, moved_to, detail, fragments, texts, asked
            FROM answer JOIN (SELECT {Columns.unnest("url")}) USING (url)
            WHERE manner = $manner AND is_read >= $read
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
        """Keep an answer, unless nothing was found out."""
        if answer.cause.outcome is Outcome.UNCHECKED or answer.asked is None:
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
        with told(self._path), tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            self._batch.load(self._connection, "new", Path(folder) / "answers.jsonl")
            self._connection.begin()
            self._connection.execute(
                "DELETE FROM answer USING new WHERE answer.url = new.url AND answer.manner = new.manner"
            )
            self._connection.execute("INSERT INTO answer FROM new")
            self._connection.commit()
        self._batch.clear()

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
