"""The store: what is in it, going on where a run stopped, kills, changed files, what cannot be stored."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pytest

from support.gold import write_prose
from support.killed_runs import SOUND
from support.laws import some, tries_all
from support.mbox_messages import message
from support.places import TESTS
from support.store_runs import ARCHIVE, CORPORA, ask, everything, fill
from urlglean import extract_path
from urlglean.candidate import Candidate
from urlglean.document import ReadOptions
from urlglean.errors import StoreError
from urlglean.inputs.files import InputOptions
from urlglean.intake import IntakeOptions
from urlglean.links.link import Link
from urlglean.mail.text import candidates_in_batches
from urlglean.reports import Attachment, Problem
from urlglean.store.store import Store


def urls(store: Path) -> list[str]:
    return [url for (url,) in ask(store, "SELECT coalesce(url, text) FROM occurrence ORDER BY id")]


# --- what is in it ---


def test_an_occurrence_is_a_row_of_the_schema(store: Path, tmp_path: Path) -> None:
    prose = write_prose(tmp_path / "prose")
    inputs = [ARCHIVE, CORPORA / "html" / "base-in-body.html", prose / "chat-log.txt"]
    fill(store, *inputs)
    rows = ask(store, "SELECT * EXCLUDE (id, document) FROM occurrence ORDER BY id")
    found = [dict(zip(Link.columns(), row, strict=True)) for row in rows]
    expected = [link.row() for path in inputs for link in extract_path(path)]
    for row in expected:
        row["date"] = datetime.fromisoformat(row["date"].removesuffix("Z")) if row["date"] else None
    assert found == expected


def test_a_url_is_there_once_with_its_first_occurrence(store: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("HTTP://B.org http://a.org/?x <URL:../rel> http://b.org/ http://[::1]:80/ mailto:a@b.org")
    fill(store, text)
    first = 1 << 32
    assert ask(store, "FROM url ORDER BY first") == [
        ("http://b.org/", "HTTP://B.org", "http", "b.org", first + 1),
        ("http://a.org/?x", "http://a.org/?x", "http", "a.org", first + 2),
        ("http://[::1]/", "http://[::1]:80/", "http", "[::1]", first + 5),
        ("mailto:a@b.org", "mailto:a@b.org", "mailto", None, first + 6),
    ]
    assert ask(store, "SELECT key, url, text FROM occurrence WHERE key IS NULL") == [(None, None, "../rel")]


def test_what_no_text_is_and_what_is_long_is_stored(store: Path, tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    (tmp_path / name).write_bytes(
        b"<a href='data:,\xff\x00'></a><a href='data:," + b"x" * 3_000_000 + b"'></a>"
    )
    html = IntakeOptions(inputs=InputOptions(kind="html"))
    assert fill(store, tmp_path / name, reading=html) == [2]
    assert fill(store, tmp_path / name, reading=html) == [None]
    assert ask(store, "SELECT DISTINCT source FROM occurrence") == [(f"{tmp_path}/caf\\xe9.txt",)]
    assert ask(store, "SELECT max(len(url)) > 3000000 FROM occurrence") == [(True,)]


ATTACHED = (
    "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: image/png; name=a.png\n\n{}\n"
    "--x\n\nhttp://a.org/\nbegin 644 b.gif\n#0V%T\n`\nend\n--x--\n"
)
ATTACHMENTS = 'SELECT "offset", part, media_type, name, size > 0 FROM attachment ORDER BY ALL'


def test_attachments_are_kept_with_their_place(store: Path, tmp_path: Path) -> None:
    mbox = tmp_path / "a.mbox"
    mbox.write_text(message(1, "http://a.org/1") + message(2, "", ATTACHED.format("PNG")))
    size = len(message(1, "http://a.org/1"))
    told: list[Attachment] = []
    with Store(store) as open_store:
        open_store.read(str(mbox), IntakeOptions(), on_problem=print, on_attachment=told.append)
    expected = [
        (size, "1", "image/png", "a.png", True),
        (size, "2", "application/octet-stream", "b.gif", True),
    ]
    assert ask(store, ATTACHMENTS) == expected
    assert [(one.offset, one.part, one.media_type, one.name, one.size > 0) for one in told] == expected
    # The last message of a grown archive is read again, and what was known of it goes.
    with mbox.open("a") as file:
        file.write(message(3, "", ATTACHED.format("PNG")))
    fill(store, mbox)
    assert [row[0] for row in ask(store, ATTACHMENTS)] == [size] * 2 + [
        size + len(message(2, "", ATTACHED.format("PNG")))
    ] * 2
    mbox.write_text(message(1, "http://a.org/1"))
    fill(store, mbox)
    assert ask(store, ATTACHMENTS) == []


def test_problems_are_kept_with_their_place(store: Path, tmp_path: Path) -> None:
    path = CORPORA / "mail" / "hard" / "no-boundary.eml"
    told: list[Problem] = []
    with Store(store) as open_store:
        open_store.read(str(path), IntakeOptions(), on_problem=told.append)
    assert [problem.message for problem in told] == [
        text for (text,) in ask(store, "SELECT message FROM problem")
    ]
    assert told


# --- going on ---


def test_what_is_as_it_was_is_not_read_again(store: Path, mbox: Path) -> None:
    assert fill(store, mbox, ARCHIVE) == [2, 264]
    before = everything(store)
    assert fill(store, mbox, ARCHIVE) == [None, None]
    assert everything(store) == before


def test_of_a_grown_mbox_only_what_is_new_is_read(
    store: Path, mbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mbox.write_text("".join(message(number, f"http://a.org/{number}") for number in range(600)))
    fill(store, mbox)
    with mbox.open("a") as archive:
        archive.write(message(600, "http://a.org/600"))
    searched: list[str] = []

    def spy(text: str, **options: Any) -> Iterator[Candidate]:
        searched.append(text.strip())
        return candidates_in_batches(text, **options)

    monkeypatch.setattr("urlglean.mail.text.candidates_in_batches", spy)
    fill(store, mbox)
    # The message that was the last one could have been cut short, so it is read again.
    assert searched == ["http://a.org/599", "http://a.org/600"]
    assert urls(store) == [f"http://a.org/{number}" for number in range(601)]


@pytest.mark.parametrize(("packed", "rows_at_once"), some([*product([False, True], [7, 1000])], every=3))
def test_a_store_of_a_growing_archive_is_that_of_the_grown_one(
    tmp_path: Path, *, packed: bool, rows_at_once: int
) -> None:
    write: Callable[[bytes], bytes] = gzip.compress if packed else bytes
    whole = ARCHIVE.read_bytes()
    path = tmp_path / "a.mbox"
    for number in some([1, 2, 4, 7], every=3):
        path.write_bytes(write(whole[: len(whole) * number // 7]))
        fill(tmp_path / "grown.duckdb", path, rows_at_once=rows_at_once)
    fill(tmp_path / "whole.duckdb", path)
    assert everything(tmp_path / "grown.duckdb") == everything(tmp_path / "whole.duckdb")


def test_what_the_messages_before_know_is_still_known(tmp_path: Path) -> None:
    # The answer breaks a URL that only the message it answers has whole, more than a store's commit before.
    url = "http://a.org/one/two/three-four"
    first = message(1, f"see {url} and so on")
    between = "".join(message(number, f"http://b.org/{number}") for number in range(2, 40))
    answer = message(40, "see http://a.org/one/two/\nthree-four\n", "In-Reply-To: <1@b.org>\n")
    path = tmp_path / "a.mbox"
    for content in (first, first + between, first + between + answer):
        path.write_text(content)
        fill(tmp_path / "grown.duckdb", path, rows_at_once=5)
    fill(tmp_path / "whole.duckdb", path)
    assert everything(tmp_path / "grown.duckdb") == everything(tmp_path / "whole.duckdb")
    assert urls(tmp_path / "grown.duckdb").count(url) == 2


CHANGES: dict[str, Callable[[str], str]] = {
    "a message was removed": lambda text: text[text.index("From a@b.org", 1) :],
    "a message was put before": lambda text: message(9, "http://new.org/") + text,
    "one was edited, as long as before": lambda text: text.replace("a.org/1", "c.org/1"),
    "cut": lambda text: text[: len(text) // 2],
    "cut, then grown": lambda text: text[: text.index("From a@b.org", 1)] + message(9, "http://new.org/") * 5,
    "empty": lambda _: "",
    "no longer an mbox": lambda _: "see http://text.org/ instead",
}


def test_a_file_that_changed_is_read_anew(tmp_path: Path, mbox: Path) -> None:
    store, fresh = tmp_path / "old.duckdb", tmp_path / "new.duckdb"
    before = mbox.read_text() + message(3, "http://a.org/3 http://a.org/1")
    mbox.unlink()
    other = tmp_path / "z.txt"
    other.write_text("http://a.org/1 http://z.org/")
    archives = [tmp_path / f"{number}, {change}.mbox" for number, change in enumerate(CHANGES)]
    for archive in archives:
        archive.write_text(before)
    fill(store, *archives, other)
    for archive, change in zip(archives, CHANGES.values(), strict=True):
        archive.write_text(change(before))
        os.utime(archive, ns=(0, time.time_ns() + 10**9))
    taken = fill(store, *archives, other)
    assert None not in taken[:-1]
    assert taken[-1] is None
    fill(fresh, *archives, other)
    assert everything(store) == everything(fresh)


def test_a_text_that_changed_is_read_anew(tmp_path: Path, store: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("http://a.org/1 http://a.org/2")
    fill(store, text)
    text.write_text("http://a.org/3")
    assert fill(store, text) == [1]
    assert urls(store) == ["http://a.org/3"]
    assert ask(store, "SELECT key FROM url") == [("http://a.org/3",)]


def test_a_url_that_is_found_earlier_later_has_its_first_place_there(
    tmp_path: Path, store: Path, mbox: Path
) -> None:
    text = tmp_path / "b.txt"
    text.write_text("HTTP://new.org/")
    fill(store, mbox, text)
    with mbox.open("a") as archive:
        archive.write(message(3, "http://new.org/"))
    fill(store, mbox, text)
    fill(tmp_path / "fresh.duckdb", mbox, text)
    assert everything(store) == everything(tmp_path / "fresh.duckdb")
    assert ask(store, "SELECT url FROM url WHERE host = 'new.org'") == [("http://new.org/",)]


OTHER_WAYS = [
    IntakeOptions(options=ReadOptions(delimit={"schemeless": True})),
    IntakeOptions(options=ReadOptions(comments=True)),
    IntakeOptions(inputs=InputOptions(kind="text")),
    IntakeOptions(inputs=InputOptions(base="http://b/")),
    IntakeOptions(dialect="rfc1808"),
    IntakeOptions(wants=lambda link: "a.org/1" in link.text, wanted="a.org/1"),
]


def test_a_file_is_read_anew_when_it_is_to_be_read_in_another_way(store: Path, mbox: Path) -> None:
    fill(store, mbox)
    for reading in OTHER_WAYS:
        assert fill(store, mbox, reading=reading) != [None], reading
        assert fill(store, mbox, reading=reading) == [None], reading
        assert fill(store, mbox) == [2], reading
        assert urls(store) == ["http://a.org/1", "http://a.org/2"], reading


def test_what_is_gone_stays_in_the_store(store: Path, mbox: Path) -> None:
    fill(store, mbox)
    mbox.unlink()
    problems: list[Problem] = []
    with Store(store) as open_store:
        assert open_store.read(str(mbox), IntakeOptions(), on_problem=problems.append) == 0
    assert "No such file" in str(problems[0])
    assert len(urls(store)) == 2


def test_what_is_no_text_is_told_once_and_read_when_it_has_become_one(store: Path, tmp_path: Path) -> None:
    image = tmp_path / "a.png"
    image.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    problems: list[Problem] = []
    with Store(store) as open_store:
        assert open_store.read(str(image), IntakeOptions(), on_problem=problems.append) == 0
    assert [problem.format for problem in problems] == ["a PNG image"]
    with Store(store) as open_store:
        assert open_store.read(str(image), IntakeOptions(), on_problem=problems.append) is None
    assert len(problems) == 1
    assert ask(store, "SELECT media_type, message FROM problem JOIN document ON document = id") == [
        ("application/octet-stream", problems[0].message)
    ]
    image.write_text("http://a/")
    with Store(store) as open_store:
        assert open_store.read(str(image), IntakeOptions(), on_problem=problems.append) == 1
    assert ask(store, "FROM problem") == []


def test_a_file_named_twice_is_stored_once(store: Path, mbox: Path) -> None:
    folder = mbox.with_name("folder")
    folder.mkdir()
    assert fill(store, mbox, mbox, f"{folder}/../a.mbox") == [2, None, None]
    assert fill(store, f"{folder}/../a.mbox") == [None]
    base = IntakeOptions(dialect="rfc1808")
    with Store(store) as open_store:
        for reading in (base, IntakeOptions(), base):
            open_store.read(str(mbox), reading, on_problem=print)
    assert ask(store, SOUND) == [(True,)]
    assert len(urls(store)) == 2


@pytest.mark.parametrize("flags", [":2,S", ";2,S", "!2,S"])
def test_a_message_of_a_maildir_is_known_by_its_name_without_flags(
    store: Path, tmp_path: Path, flags: str
) -> None:
    for folder in ("cur", "new", "tmp"):
        (tmp_path / "Mail" / folder).mkdir(parents=True)
    new = tmp_path / "Mail" / "new" / "1.host"
    new.write_text("From: a@b.org\nSubject: x\n\nhttp://a.org/\n")
    fill(store, tmp_path / "Mail")
    new.rename(tmp_path / "Mail" / "cur" / f"1.host{flags}")
    fill(store, tmp_path / "Mail")
    assert ask(store, "SELECT url, source FROM occurrence") == [
        ("http://a.org/", str(tmp_path / "Mail" / "cur" / f"1.host{flags}"))
    ]


def test_an_interrupted_run_keeps_what_is_complete(
    store: Path, mbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mbox.write_text("".join(message(number, f"http://a.org/{number} http://b.org/") for number in range(10)))
    add = Store.add

    def interrupted(self: Store, document: int, number: int, row: dict[str, Any]) -> None:
        if number == 12:
            raise KeyboardInterrupt
        add(self, document, number, row)

    for rows_at_once in (1, 5, 1000):
        store.unlink(missing_ok=True)
        monkeypatch.setattr(Store, "add", interrupted)
        with pytest.raises(KeyboardInterrupt):
            fill(store, mbox, rows_at_once=rows_at_once)
        assert len(urls(store)) == 10, "five messages are complete"
        monkeypatch.setattr(Store, "add", add)
        fill(store, mbox)
        assert len(urls(store)) == 20


def test_kills_at_random_moments_leave_what_one_quiet_run_leaves(tmp_path: Path) -> None:
    kills = 12 if tries_all() else 3
    memory = Path("/dev/shm")  # noqa: S108  (where there is one, a commit need not wait for a disk)
    prose = write_prose(tmp_path / "prose")
    inputs = [ARCHIVE, CORPORA / "mail" / "2005-January.txt.gz", prose / "readme-text.txt"]
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        program = TESTS / "support"
        done = subprocess.run(
            [sys.executable, program, "killed_runs", folder, "20", str(kills), *inputs],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert int(done.stdout) >= kills // 4, "too few were killed before they ended"
        quiet = everything(Path(folder, "quiet.duckdb"))
        assert len(quiet["document"]) == 3
        for number in range(kills):
            assert everything(Path(folder, f"{number}.duckdb")) == quiet, number
        left = {path.name for path in Path(folder).iterdir()} - {
            f"{number}.duckdb" for number in range(kills)
        }
        assert left == {"quiet.duckdb", "measured.duckdb"}


# --- what cannot be stored ---


@pytest.mark.parametrize("name", ["-", "/dev/null"])
def test_what_cannot_be_known_again_is_told(store: Path, name: str) -> None:
    problems: list[Problem] = []
    with Store(store) as open_store:
        assert open_store.read(name, IntakeOptions(), on_problem=problems.append) == 0
    assert "known again" in str(problems[0]) or "know it again" in str(problems[0])


class NoRoomToCommit:
    """A connection whose commits fail, and end the transaction, as they do on a disk that is full."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def commit(self) -> None:
        self._connection.rollback()
        message = 'Failed to commit: Could not write file "x.duckdb.wal": No space left on device'
        raise duckdb.TransactionException(message)


@pytest.mark.parametrize("path", ["", ".", "/"])
def test_a_folder_is_no_store(path: str) -> None:
    with pytest.raises(StoreError, match="no regular file"):
        Store(path)


def test_a_disk_that_is_full_at_a_commit_is_told(store: Path, mbox: Path) -> None:
    open_store = Store(store)
    open_store._connection = NoRoomToCommit(open_store._connection)  # type: ignore[assignment]
    open_store.read(str(mbox), IntakeOptions(), on_problem=print)
    with pytest.raises(StoreError, match=r"urls\.duckdb: cannot be written: No space left on device$"):
        open_store.commit()
    open_store.close()
    assert fill(store, mbox) == [2]


def test_a_disk_that_is_full_is_told(store: Path, mbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> str:
        raise OSError(28, "No space left on device")

    open_store = Store(store)
    open_store.read(str(mbox), IntakeOptions(), on_problem=print)
    monkeypatch.setattr("urlglean.database.rows.Batch._write", full)
    with pytest.raises(StoreError, match="No space left"):
        open_store.close()
    monkeypatch.undo()
    assert fill(store, mbox) == [2]


def test_the_log_of_a_database_that_was_removed_is_no_part_of_a_new_one(tmp_path: Path, mbox: Path) -> None:
    store, log = tmp_path / "s.duckdb", tmp_path / "s.duckdb.wal"
    with duckdb.connect(str(tmp_path / "old.duckdb")) as old:
        old.execute("CREATE TABLE link (url VARCHAR)")
        shutil.copy(tmp_path / "old.duckdb.wal", log)
    assert fill(store, mbox) == [2]
    assert not log.exists()
    assert fill(store, mbox) == [None]


def test_what_a_full_disk_leaves_of_a_log_goes_with_the_store(tmp_path: Path) -> None:
    store = tmp_path / "s.duckdb"
    with Store(store):
        (tmp_path / "s.duckdb.wal").touch()
    assert [*tmp_path.iterdir()] == [store]
