"""The tables and views of a store, and the statements that fill them.

Tables: `document`, `occurrence`, `url`, `problem`, `attachment`, and `store`, which says what the file is. Views:
`mention` and the five queries of `VIEWS`. Each table and each view, with its columns, carries a comment that says what
it holds (``FROM duckdb_columns()``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from urlglean.database.rows import identifier, literal
from urlglean.links.link import Link
from urlglean.uri.hosts import HOST_OF_URL

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

STORE_VERSION = 2
"""The version of the tables. A store of another version is refused."""

DOCUMENT: Mapping[str, tuple[str, str]] = {
    "id": ("INTEGER", "its number, from 1, in the order in which documents were first read"),
    "path": (
        "VARCHAR",
        "its absolute path, by which it is known again; that of a Maildir message without its flags",
    ),
    "source": ("VARCHAR", "the path as it was given at first, and as the rows have it"),
    "media_type": ("VARCHAR", "what it was read as"),
    "size": ("BIGINT", "the bytes of the file when it was last read"),
    "modified_ns": ("BIGINT", "when the file was modified before that, in nanoseconds since 1970"),
    "reading": ("VARCHAR", "the options it was read with, as JSON"),
    "complete": ("BOOLEAN", "whether it has been read to its end"),
    "resume": ("BIGINT", "an mbox: the byte offset of the message that the next run begins with"),
    "memory": (
        "BIGINT",
        "an mbox: the byte offset from which on messages are recalled, as evidence for that one",
    ),
    "digest": ("VARCHAR", "an mbox: BLAKE2b of the bytes before `resume`, by which a grown one is known"),
}
_OCCURRENCE_COMMENTS: Mapping[str, str] = {
    **Link.columns(),
    "id": "its number: in order within a document, and that of the document before it",
    "document": "the `id` of its document",
    "key": "what it is compared by: the URL, or what its redirectors lead to, normalized; see `store.rung`",
}
_URL: Mapping[str, tuple[str, str]] = {
    "key": ("VARCHAR", "what its occurrences have in common: the URL normalized up to `store.rung`"),
    "url": ("VARCHAR", "the URL as its first occurrence has it"),
    "scheme": ("VARCHAR", "in lower case"),
    "host": ("VARCHAR", "in lower case; null where it has none"),
    "first": ("BIGINT", "the `id` of its first occurrence"),
}
PROBLEM: Mapping[str, tuple[str, str]] = {
    "document": ("INTEGER", "the `id` of its document"),
    "offset": ("BIGINT", "the byte offset of its message in an mbox"),
    "part": ("VARCHAR", "the part of a message"),
    "line": ("BIGINT", "from 1, where known"),
    "column": ("BIGINT", "from 1, where known"),
    "message": ("VARCHAR", "what could not be read, decoded or parsed"),
}
ATTACHMENT: Mapping[str, tuple[str, str]] = {
    "document": ("INTEGER", "the `id` of its document"),
    "offset": ("BIGINT", "the byte offset of its message in an mbox"),
    "part": ("VARCHAR", "the part of a message; null for a file in its text"),
    "media_type": ("VARCHAR", "as its header states it"),
    "name": ("VARCHAR", "the name of the file; empty where none is stated"),
    "size": ("BIGINT", "its bytes as they were sent, in their transfer encoding"),
}
_STORE: Mapping[str, tuple[str, str]] = {
    "version": ("INTEGER", "the version of these tables"),
    "rung": ("VARCHAR", "how far keys are normalized (RFC 3986 section 6.2)"),
}
OCCURRENCE: Mapping[str, tuple[str, str]] = {
    name: (kind, _OCCURRENCE_COMMENTS[name])
    for name, kind in {"id": "BIGINT", "document": "INTEGER", **Link.types()}.items()
}
TABLES: Mapping[str, tuple[str, Mapping[str, tuple[str, str]]]] = {
    "store": ("What this file is: a store of URLs", _STORE),
    "document": ("A file that was read, and how far", DOCUMENT),
    "occurrence": ("A place where a URL stands: the row schema of every format", OCCURRENCE),
    "url": ("A distinct URL", _URL),
    "problem": ("What could not be read; the rest went on", PROBLEM),
    "attachment": ("What is in messages, is no text, and was not read", ATTACHMENT),
}
"""The tables of a store: a comment and the columns of each."""

_OWN_WORDS = "coalesce(quote_depth, 0) = 0 AND coalesce(region, 'body') = 'body'"
"""What the sender wrote: no quotation, no header, no signature, no footer."""
_PERSON = r"coalesce(nullif(lower(regexp_extract(sender, '[^\s<>()\",;]+@[^\s<>()\",;]+')), ''), sender)"
"""Who a sender is: the address, whatever name stands beside it; without one, all of it."""
VIEWS: Mapping[str, tuple[str, str]] = {
    "mention": (
        "An occurrence for each time that a URL is mentioned: its occurrences in the plain text and in the HTML"
        " of one message are one mention, whose columns are those of the first of them",
        """
            SELECT occurrence.* EXCLUDE (mention), occurrences
            FROM occurrence JOIN (
                SELECT min(id) AS id, count(*) AS occurrences FROM occurrence
                GROUP BY document, "offset", coalesce(mention, id::VARCHAR), coalesce(key, text)
            ) USING (id)
            """,
    ),
    "first_appearance": (
        "Where each URL was first mentioned: by date, then in the order in which documents were read",
        """
            SELECT key, url, date, sender, subject, message_id, source, "offset", part, line, "column", id
            FROM mention WHERE key IS NOT NULL
            QUALIFY row_number() OVER (PARTITION BY key ORDER BY date NULLS LAST, id) = 1
            """,
    ),
    "hosts_by_year": (
        "How often hosts were mentioned in each year, and by how many distinct URLs",
        """
            SELECT year(date) AS year, host, count(*) AS mentions, count(DISTINCT key) AS urls
            FROM mention JOIN url USING (key) WHERE host IS NOT NULL GROUP BY ALL
            """,
    ),
    "most_shared": (
        "How many people mention each URL in their own words: not in quotations, signatures, footers or headers",
        f"""
            SELECT key, arg_min(url, id) AS url, count(DISTINCT {_PERSON}) AS senders, count(*) AS mentions,
                min(date) AS first, max(date) AS last
            FROM mention WHERE key IS NOT NULL AND {_OWN_WORDS} GROUP BY key
            """,  # noqa: S608  (a constant of this module)
    ),
    "who_shares_what": (
        "Which hosts each sender mentions in their own words, and how often",
        f"""
            WITH said AS (
                SELECT *, {_PERSON} AS person FROM mention WHERE {_OWN_WORDS} AND sender IS NOT NULL
            )
            SELECT named.sender, host, count(*) AS mentions, count(DISTINCT key) AS urls, min(date) AS first,
                max(date) AS last
            FROM said JOIN url USING (key)
            JOIN (SELECT person, arg_min(sender, id) AS sender FROM said GROUP BY person) named USING (person)
            WHERE host IS NOT NULL GROUP BY person, named.sender, host
            """,  # noqa: S608  (a constant of this module)
    ),
    "broken_wrapped": (
        "URLs that stand broken over lines; `seen_whole` says whether the same URL also stands in one piece",
        """
            SELECT id, key, occurrence.url, raw, len(spans) AS pieces, alternatives,
                key IS NOT NULL AND EXISTS (
                    SELECT 1 FROM occurrence whole WHERE whole.key = occurrence.key AND len(whole.spans) = 1
                ) AS seen_whole,
                source, "offset", part, line, date, sender
            FROM occurrence WHERE len(spans) > 1
            """,
    ),
}
"""The views of a store: a comment and a query for each."""
_COMMENTS_OF_VIEWS: Mapping[str, str] = {
    **_OCCURRENCE_COMMENTS,
    "occurrences": "how many occurrences are this mention",
    "year": "that of the message; null where nothing tells it",
    "host": _URL["host"][1],
    "mentions": "how often",
    "urls": "how many distinct URLs",
    "senders": "how many people, by their addresses",
    "first": "the date of the first mention",
    "last": "the date of the last mention",
    "pieces": "how many pieces it stands in",
    "seen_whole": "whether the same URL also stands in one piece",
}

_TARGET = "coalesce(redirect_chain[-1], url)"
_SCHEME = "lower(regexp_extract(key, '^([^:/?#]+):', 1))"
_HOST = f"nullif(lower(regexp_extract(key, {literal(HOST_OF_URL.pattern)}, 1)), '')"
AS_URLS = f"SELECT key, arg_min({_TARGET}, id) AS url, {_SCHEME} AS scheme, {_HOST} AS host, min(id) AS first"
_SAID_BY_URL = ("key", "text", "raw")
_WHOLE = ", ".join(f"coalesce({name}, url) AS {name}" for name in _SAID_BY_URL)
FRESH = f"FROM fresh SELECT * REPLACE ({_WHOLE})"
"""The occurrences in the view ``fresh``, as `with_url_once` has made them, whole again."""
ADD_URLS = (
    f"MERGE INTO url USING ({AS_URLS} FROM ({FRESH}) WHERE key IS NOT NULL GROUP BY key) found USING (key)"
    # A document that was there long ago may have grown: its new occurrences come before those of later ones.
    " WHEN MATCHED AND found.first < url.first THEN UPDATE SET first = found.first, url = found.url"
    " WHEN NOT MATCHED THEN INSERT BY NAME"
)
"""Enters the URLs of the occurrences in the view ``fresh`` into the table `url`."""


def with_url_once(row: dict[str, Any]) -> dict[str, Any]:
    """Take out of the row of an occurrence what its URL says as well, as most columns do: it may be long."""
    for name in _SAID_BY_URL:
        if row[name] == row["url"]:
            row[name] = None
    return row


def make_tables(connection: DuckDBPyConnection, rung: str) -> None:
    """Make the tables and the views of a store."""
    run = connection.execute
    for table, (comment, columns) in TABLES.items():
        listed = ", ".join(f"{identifier(name)} {kind}" for name, (kind, _) in columns.items())
        run(f"CREATE TABLE {table} ({listed})")
        run(f"COMMENT ON TABLE {table} IS {literal(comment)}")
        for name, (_, said) in columns.items():
            run(f"COMMENT ON COLUMN {table}.{identifier(name)} IS {literal(said)}")
    for view, (comment, query) in VIEWS.items():
        run(f"CREATE VIEW {view} AS {query}")
        run(f"COMMENT ON VIEW {view} IS {literal(comment)}")
        for name, *_ in run(f"DESCRIBE {view}").fetchall():
            said = _COMMENTS_OF_VIEWS[name]
            run(f"COMMENT ON COLUMN {view}.{identifier(name)} IS {literal(said)}")
    run("INSERT INTO store VALUES (?, ?)", [STORE_VERSION, rung])


def types_of(table: str) -> dict[str, str]:
    """Give the types of a table's columns."""
    return {name: kind for name, (kind, _) in TABLES[table][1].items()}
