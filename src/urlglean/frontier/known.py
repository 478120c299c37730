"""The file of known URLs: what earlier frontiers gave, in DuckDB.

A run reads it, leaves out what is in it, and adds to it in one transaction once its output is written.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from urlglean.database import DatabaseKind, literal, told
from urlglean.errors import StoreError
from urlglean.frontier.database import FrontierDatabase

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

KNOWN_VERSION = 1
"""The version of the tables of a file of known URLs. A file of another version is refused."""
_KNOWN = DatabaseKind(
    "it",
    foreign="no DuckDB file, which a file of known URLs is; name another, and read a list of URLs as an input",
    columns=frozenset({"about.version", "about.described", "about.salt", "known.hash"}),
)
_NEW_KNOWN = """
CREATE TABLE about(version INTEGER, described VARCHAR, salt VARCHAR);
CREATE TABLE known(hash UHUGEINT, fetch_url VARCHAR, key VARCHAR, depth INTEGER, added TIMESTAMP);
COMMENT ON TABLE known IS 'the URLs that frontiers gave, each once';
COMMENT ON COLUMN known.hash IS 'the first 128 bits of a salted hash of the key';
COMMENT ON COLUMN known.depth IS 'how many links from where the crawl began, where that is known';
COMMENT ON COLUMN known.added IS 'when it was given, in UTC';
"""
_REMEMBER = """
INSERT INTO earlier.known
SELECT g.hash, coalesce(t.key, nullif(f.url, ''), f.key), coalesce(t.key, f.key), g.depth, now() AT TIME ZONE 'UTC'
FROM ranked g JOIN found f USING (ordinal)
LEFT JOIN ends t ON t.target = g.hash
"""
_REMEMBER_FETCHED = """
INSERT INTO earlier.known
SELECT f.hash, coalesce(nullif(f.url, ''), f.key), f.key, NULL, now() AT TIME ZONE 'UTC'
FROM (SELECT hash, arg_min(url, ordinal) AS url, arg_min(key, ordinal) AS key FROM found
    WHERE hash IN (SELECT hash FROM visit WHERE fetched) GROUP BY hash) f
WHERE f.hash NOT IN (SELECT hash FROM earlier.known)
"""


def attach(path: Path, database: FrontierDatabase, described: str) -> None:
    """Attach a file of known URLs to a database as ``earlier``, and take its salt; made where there is none.

    Args:
        path: The file.
        database: Where it is attached to.
        described: How keys are made, in words: a file with keys of another kind is refused.

    Raises:
        StoreError: It is no such file, or is in use.

    """

    def fill(connection: DuckDBPyConnection) -> None:
        connection.execute(_NEW_KNOWN)
        about = {"version": KNOWN_VERSION, "described": described, "salt": database.salt}
        connection.execute("INSERT INTO about VALUES ($version, $described, $salt)", about)

    _KNOWN.check_place(path)
    if path.exists() and path.stat().st_size == 0:
        raise StoreError(f"{path}: an empty file, no file of known URLs; remove it, or name another")
    _KNOWN.make(path, fill)
    with _KNOWN.opening(path):
        database.connection.execute(f"ATTACH {literal(str(path))} AS earlier")
    database.attached = path
    is_known = _KNOWN.is_one(database.connection, "earlier")
    about = database.rows("SELECT version, described, salt FROM earlier.about") if is_known else []
    if not about:
        raise StoreError(f"{path}: a DuckDB file, but none of known URLs; name another")
    version, other, database.salt = about[0]
    if version != KNOWN_VERSION:
        raise StoreError(f"{path}: made by another version of urlglean (tables {version}); name another file")
    if other != described:
        raise StoreError(
            f"{path}: made with {other}, now asked for with {described}; ask for the same, or name another file"
        )


def remember(path: Path, database: FrontierDatabase, *, fetched: bool) -> None:
    """Add what was given to the file attached, all or nothing; with ``fetched`` what was retrieved, too.

    Raises:
        StoreWriteError: It, or the database, cannot be written.

    """
    run = database.connection.execute
    with database.told(), told(path, beside=database.folder):
        run("BEGIN")
        try:
            run(_REMEMBER)
            if fetched:
                run(_REMEMBER_FETCHED)
        except BaseException:
            run("ROLLBACK")
            raise
        run("COMMIT")
