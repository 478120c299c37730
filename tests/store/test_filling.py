"""A store that several processes read for: it is that of one, however the inputs are cut, grow, break or are killed."""

from __future__ import annotations

import gzip
import os
import pickle
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from types import TracebackType
from typing import Any, TypeAlias

import duckdb
import pytest

from support.command_runs import COMMAND
from support.killed_runs import SOUND
from support.laws import some
from support.mbox_messages import URL, message
from support.patience import HANG
from support.places import CORPORA
from support.store_runs import everything
from urlglean.inputs.folders import Choice
from urlglean.intake import IntakeOptions
from urlglean.jobs import shares
from urlglean.jobs.reading import Gathered
from urlglean.jobs.workers import Finished, Lost, Task, Turn, Work
from urlglean.links.scope import Wanted
from urlglean.reports import Problem
from urlglean.store.filling import fill
from urlglean.store.store import Store

MAIL = CORPORA / "mail"
ARCHIVE = MAIL / "archive.mbox"


def thread(first: int, last: int, *, filler: int = 0) -> str:
    """Give messages each of which breaks a URL that the one before it has whole."""
    found = []
    for number in range(first, last):
        own, before = f"{URL}{number}", f"{URL}{number - 1}".replace("/index", "/\n> index")
        body = f"see {own} for it\n\n> see\n> {before}\n> or\n" + ("x" * 70 + "\n") * filler
        found.append(message(number, body, f"In-Reply-To: <{number - 1}@b.org>\n"))
    return "".join(found)


class HereWorkers:
    """Does in this process what `Workers` do in others, in the same order; some parts it loses."""

    lost: Callable[[Any], bool | None] = staticmethod(lambda _: None)
    """Whether a part is lost, and then, whether something of it is handed over before."""
    tasks = 0

    def __init__(self, work: Work, *, processes: int, helps: bool) -> None:
        self._work = work

    def __enter__(self) -> HereWorkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def results(self, tasks: Iterable[Task]) -> Iterator[Finished | Lost | Turn]:
        ahead = list(tasks)  # as far ahead as can be
        for parts, is_here, _ in ahead:
            if is_here:
                yield Turn(parts)
                continue
            type(self).tasks += 1
            for part in parts if any(self.lost(part) is not None for part in parts) else [parts]:
                yield from self._of([part] if part is not parts else parts)

    def _of(self, parts: Sequence[Any]) -> Iterator[Finished | Lost]:
        values: list[Any] = []

        def hand_over(value: Any, *, done: int, begun: bool) -> None:
            values.append(pickle.loads(pickle.dumps(value)))  # noqa: S301  (just written)

        work, task = pickle.loads(pickle.dumps((self._work, parts)))  # noqa: S301  (just written)
        work(task, hand_over)
        begun = self.lost(parts[0]) if len(parts) == 1 else None
        if begun is None:
            yield from map(Finished, values)
        else:
            yield from map(Finished, values[:-1] if begun else [])
            yield Lost(parts[0], "SIGKILL", begun)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> type[HereWorkers]:
    """Have the work done in this process, an mbox of any size being cut."""
    workers = type("Workers", (HereWorkers,), {})
    monkeypatch.setattr("urlglean.jobs.reading.Workers", workers)
    monkeypatch.setattr(shares, "_LARGE", 1)
    return workers


def shared(
    store: Path, *inputs: Path | str, reading: IntakeOptions | None = None, jobs: int = 2, **options: Any
) -> tuple[tuple[int, int], list[str]]:
    """Fill a store as several processes do; give what `fill` gives, and the problems."""
    problems: list[Problem] = []
    with Store(store, **options) as open_store:
        counts = fill(
            open_store,
            Choice().files(inputs),
            reading or IntakeOptions(),
            jobs=jobs,
            on_problem=problems.append,
            take=lambda gathered: None,
        )
    return counts, list(map(str, problems))


def alone(
    store: Path, *inputs: Path | str, reading: IntakeOptions | None = None
) -> tuple[tuple[int, int], list[str]]:
    """Fill a store as one process does."""
    problems: list[Problem] = []
    new = as_before = 0
    with Store(store) as open_store:
        for name in Choice().files(inputs):
            if isinstance(name, Problem):
                problems.append(name)
                continue
            taken = open_store.read(name, reading or IntakeOptions(), on_problem=problems.append)
            new += taken or 0
            as_before += taken is None
    return (new, as_before), list(map(str, problems))


State: TypeAlias = tuple[tuple[tuple[int, int], list[str]], dict[str, list[tuple[Any, ...]]]]
"""What a run gives and tells, and what is in its store then."""


@pytest.fixture(scope="module")
def of_one_process(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Path | str], list[State]]:
    """Give inputs of many kinds, and what one process makes of them in a first and in a second run."""
    place = tmp_path_factory.mktemp("inputs")
    folder = place / "folder"
    folder.mkdir()
    (folder / "link").symlink_to("nowhere")
    (folder / "empty").touch()
    # What is told of an archive's first message stands at byte 0 of it.
    (folder / "a.mbox").write_text(message(1, "http://a.org/ !", "Content-Transfer-Encoding: base64\n"))
    inputs = [ARCHIVE, folder, "-", MAIL, "nowhere.txt", CORPORA / "html", ARCHIVE]
    store = place / "one.duckdb"
    return inputs, [(alone(store, *inputs), everything(store)) for _ in range(2)]


@pytest.mark.parametrize(
    ("size", "rows_at_once"), some([(1, 20_000), (10**9, 100), (20_000, 20_000), (3000, 100)], every=4)
)
def test_the_store_is_that_of_one_process(
    tmp_path: Path,
    here: type[HereWorkers],
    of_one_process: tuple[list[Path | str], list[State]],
    monkeypatch: pytest.MonkeyPatch,
    size: int,
    rows_at_once: int,
) -> None:
    monkeypatch.setattr(shares, "_SLICE", size)
    store = tmp_path / "several.duckdb"
    inputs, expected = of_one_process
    for told, rows in expected:
        assert shared(store, *inputs, rows_at_once=rows_at_once) == told
        assert everything(store) == rows
    assert here.tasks > 2


def growing(pack: Callable[[bytes], bytes]) -> Iterator[bytes]:
    """Yield what an archive holds as it grows, and at last is another one."""
    whole = (thread(0, 30) + ARCHIVE.read_text(errors="surrogateescape")).encode(errors="surrogateescape")
    for number in some([1, 2, 4, 7], every=3):
        yield pack(whole[: len(whole) * number // 7])
    yield pack(b"From a@b.org Mon Feb  1 10:00:00 1999\n\nhttp://new.org/\n\n" + whole)


def put(path: Path, number: int, content: bytes) -> None:
    """Write a file as it is for the nth time: when it was modified is in the store."""
    path.write_bytes(content)
    os.utime(path, ns=(number * 10**9, number * 10**9))


@pytest.fixture(scope="module", params=[bytes, gzip.compress])
def grown(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[tuple[bytes, State]]]:
    """Give the path of an archive, and what one process makes of all that it holds one after the other."""
    place = tmp_path_factory.mktemp("grown")
    path, store = place / "a.mbox", place / "one.duckdb"
    found: list[tuple[bytes, State]] = []
    for number, content in enumerate(growing(request.param)):
        put(path, number, content)
        found.append((content, (alone(store, path), everything(store))))
    return path, found


@pytest.mark.parametrize("size", some([700, 1, 5000], every=3))
def test_of_a_growing_archive_only_what_is_new_is_read(
    tmp_path: Path,
    here: type[HereWorkers],
    grown: tuple[Path, list[tuple[bytes, State]]],
    monkeypatch: pytest.MonkeyPatch,
    size: int,
) -> None:
    monkeypatch.setattr(shares, "_SLICE", size)
    path, found = grown
    for number, (content, expected) in enumerate(found):
        put(path, number, content)
        store = tmp_path / "several.duckdb"
        assert (shared(store, path), everything(store)) == expected


def test_what_a_run_of_one_process_left_several_go_on_with(
    tmp_path: Path, here: type[HereWorkers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "_SLICE", 400)
    path, texts = tmp_path / "a.mbox", tmp_path / "b.txt"
    texts.write_text("http://a.org/")
    path.write_text(thread(0, 10))
    alone(tmp_path / "mixed.duckdb", path, texts)
    for last, run in ((20, shared), (25, alone), (40, shared)):
        path.write_text(thread(0, last))
        counts, _ = run(tmp_path / "mixed.duckdb", path, texts)
        assert counts[1] == 1, "the text is as before"
    alone(tmp_path / "one.duckdb", path, texts)
    assert everything(tmp_path / "mixed.duckdb") == everything(tmp_path / "one.duckdb")


def test_a_file_named_twice_is_stored_once(tmp_path: Path, here: type[HereWorkers]) -> None:
    path = tmp_path / "a.mbox"
    path.write_text(thread(0, 5))
    assert shared(tmp_path / "several.duckdb", path, path, f"{tmp_path}/./a.mbox") == ((10, 2), [])
    alone(tmp_path / "one.duckdb", path)
    assert everything(tmp_path / "several.duckdb") == everything(tmp_path / "one.duckdb")


def test_only_what_is_wanted_is_stored(tmp_path: Path, here: type[HereWorkers]) -> None:
    reading = IntakeOptions(wants=Wanted(hosts=("kestrel.example.edu",)), wanted="kestrel")
    one = alone(tmp_path / "one.duckdb", ARCHIVE, reading=reading)
    assert shared(tmp_path / "several.duckdb", ARCHIVE, reading=reading) == one
    assert 0 < one[0][0] < 20
    assert everything(tmp_path / "several.duckdb") == everything(tmp_path / "one.duckdb")


def test_what_was_read_adds_up(
    tmp_path: Path, here: type[HereWorkers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "_SLICE", 3000)
    names = [name for name in Choice().files([MAIL]) if isinstance(name, str)]
    gathered: list[Gathered] = []
    with Store(tmp_path / "a.duckdb") as store:
        for _ in range(2):
            fill(store, names, IntakeOptions(), jobs=2, on_problem=id, take=gathered.append)
    assert sum(item.read for item in gathered) == 2 * sum(Path(name).stat().st_size for name in names)
    assert sum(item.messages for item in gathered) > 60


# --- what goes wrong ---


@pytest.mark.parametrize(
    ("which", "rows_at_once", "begun"),
    some(
        [
            (which, rows_at_once, (number + (rows_at_once == 3)) % 2 == 0)
            for number, which in enumerate(["first", "middle", "last"])
            for rows_at_once in (3, 20_000)
        ],
        every=4,
    ),
)
def test_a_slice_that_was_lost_is_read_by_the_next_run(
    tmp_path: Path,
    here: type[HereWorkers],
    monkeypatch: pytest.MonkeyPatch,
    which: str,
    rows_at_once: int,
    *,
    begun: bool,
) -> None:
    monkeypatch.setattr(shares, "_SLICE", 2000)
    monkeypatch.setattr("urlglean.store.filling._AT_ONCE", 500)
    path, store = tmp_path / "a.mbox", tmp_path / "several.duckdb"
    path.write_text(thread(0, 40))
    (tmp_path / "b.txt").write_text("http://a.org/")
    begins = sorted(item.start for item in shares.Slice.all_of("", path.read_bytes(), processes=2))
    starts = {"first": 0, "middle": begins[2], "last": begins[-1]}

    def lost(share: Any) -> bool | None:
        return begun if isinstance(share.part, shares.Slice) and share.start == starts[which] else None

    monkeypatch.setattr(here, "lost", staticmethod(lost))
    _, problems = shared(store, path, tmp_path / "b.txt", rows_at_once=rows_at_once)
    assert len(problems) == 1
    assert f"{path}: the process that read its messages from byte {starts[which]} to byte" in problems[0]
    with duckdb.connect(store) as connection:
        found = connection.execute("SELECT path, complete FROM document ORDER BY id").fetchall()
        assert found == [(str(path), False), (str(tmp_path / "b.txt"), True)]
        (rows,) = connection.execute("SELECT count(*) FROM occurrence").fetchone() or (0,)
        assert 60 < rows <= 81, "the rest went on"
        assert connection.execute(SOUND).fetchall() == [(True,)]
    monkeypatch.setattr(here, "lost", staticmethod(HereWorkers.lost))
    assert shared(store, path, tmp_path / "b.txt")[1] == []
    alone(tmp_path / "one.duckdb", path, tmp_path / "b.txt")
    assert everything(store) == everything(tmp_path / "one.duckdb")


@pytest.mark.parametrize(("rows_at_once", "begun"), some([*product([100, 20_000], [False, True])], every=3))
def test_a_file_that_was_lost_stays_as_it_was(
    tmp_path: Path,
    here: type[HereWorkers],
    monkeypatch: pytest.MonkeyPatch,
    rows_at_once: int,
    *,
    begun: bool,
) -> None:
    monkeypatch.setattr("urlglean.store.filling._AT_ONCE", 500)
    monkeypatch.setattr(shares, "_BATCH_FILES", 1)
    store = tmp_path / "several.duckdb"
    names = [tmp_path / f"{number}.txt" for number in range(3)]
    for name in names:
        name.write_text("http://a.org/ \n" * 5)
    shared(store, *names)
    before = everything(store)
    names[1].write_text("http://b.org/ \n" * 500)
    names.append(tmp_path / "new.txt")
    names[-1].write_text("no URL")
    monkeypatch.setattr(
        here, "lost", staticmethod(lambda share: begun if share.name == str(names[1]) else None)
    )
    _, problems = shared(store, *names, rows_at_once=rows_at_once)
    assert "1.txt: the process that read it died (SIGKILL)" in problems[0]
    after = everything(store)
    assert len(after.pop("document")) == len(before.pop("document")) + 1
    assert after == before
    monkeypatch.setattr(here, "lost", staticmethod(HereWorkers.lost))
    assert shared(store, *names) == ((500, 3), [])
    with duckdb.connect(store) as connection:
        assert connection.execute("SELECT count(*) FROM occurrence").fetchall() == [(510,)]


# --- processes ---


def test_several_processes_fill_a_store(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_text(thread(0, 150, filler=900))
    assert path.stat().st_size > 9 << 20
    inputs = [ARCHIVE, path, "nowhere.txt", MAIL / "2005-January.txt.gz"]
    assert shared(tmp_path / "several.duckdb", *inputs) == alone(tmp_path / "one.duckdb", *inputs)
    assert everything(tmp_path / "several.duckdb") == everything(tmp_path / "one.duckdb")


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
def test_a_run_that_is_killed_leaves_what_the_next_one_goes_on_from(tmp_path: Path) -> None:
    path, store = tmp_path / "a.mbox", tmp_path / "several.duckdb"
    path.write_text(thread(0, 150, filler=900))
    words = [*COMMAND, "extract", "--into", str(store), "--jobs", "2"]
    words += [str(ARCHIVE), str(path), str(MAIL / "2005-January.txt.gz")]
    began = time.monotonic()
    subprocess.run([*words[:5], str(tmp_path / "one.duckdb"), *words[8:]], check=True, capture_output=True)
    whole = time.monotonic() - began
    killed = 0
    for part in (*some((0.5, 0.95, 0.8), every=2), 0.3, 0.1):
        if killed and part < 0.5:
            break  # what is earlier is for a machine that has become quicker since that was measured
        if part < 0.5:
            store.unlink()
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            time.sleep(whole * part)
            running.send_signal(signal.SIGKILL if part != 0.8 else signal.SIGINT)
            _, said = running.communicate(timeout=HANG)
            killed += running.returncode in (-signal.SIGKILL, 130)
            assert b"Traceback" not in said
        if store.exists():
            everything(store)
    assert killed
    subprocess.run(words, check=True, capture_output=True)
    assert everything(store) == everything(tmp_path / "one.duckdb")
