"""Several processes, slices of an mbox: the result is that of one, whatever is cut where, and whatever dies."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest

from support import worker_tasks
from support.command_runs import COMMAND
from support.command_runs import run as run_here
from support.gold import write_prose
from support.laws import some, tries_all
from support.mbox_messages import URL, message
from support.patience import HANG, wait_for
from support.places import CORPORA
from urlglean import extract_path
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice
from urlglean.intake import IntakeOptions
from urlglean.jobs import reading as jobs
from urlglean.jobs import shares
from urlglean.jobs.reading import Gathered, Gathering, TextLines, gather
from urlglean.jobs.shares import File
from urlglean.jobs.workers import Task
from urlglean.links.scope import Wanted
from urlglean.mail.evidence import ThreadMemory
from urlglean.reports import Problem
from urlglean.writers import FORMATS

MAIL = CORPORA / "mail"
ARCHIVE = MAIL / "archive.mbox"

INNER = "look:\n\nFrom x@y.org Mon Feb  1 10:00:00 1999\nSubject: no message\n\nhttp://inner.org/\n"
BROKEN = URL.replace("/index", "/\n> index")
SMALL = (
    "http://before.org/ stands before the first separator\n\n"
    + message(1, f"see {URL} for it")
    + message(2, INNER, f"Content-Length: {len(INNER) + 1}\n")
    + message(3, f"> see\n> {BROKEN} or not\n\nhttp://three.org/", "In-Reply-To: <1@b.org>\n")
    + message(4, "From Monday on,\nhttp://four.org/ holds.\n\n>From here on, too: http://four.org/b")
    + message(5, f"> see\n> {BROKEN} or not", "References: <4@b.org>\n <1@b.org>\n")
    + message(6, f"> see\n> {BROKEN} or not")
    + message(7, "http://seven.org/", 'Content-Type: multipart/mixed; boundary="x"\n')
).encode()
"""An archive whose messages need each other, and whose lines are not what they seem."""


MANY = 1 << 20
"""So many processes that all slices for them are short."""


def tasks(names: Iterable[str | Problem], inputs: InputOptions, processes: int = MANY) -> Iterator[Task]:
    return shares.grouped(shares.parts(names, inputs, processes))


def here(
    names: Iterable[str | Problem], reading: IntakeOptions | None = None, *, least: int = 1 << 18
) -> list[Gathered]:
    """Give what comes of inputs that are shared out as among processes, read in this one."""
    reading = reading or IntakeOptions()
    found: list[Gathered] = []
    work = Gathering(reading, TextLines(FORMATS["jsonl"].write_links, "scheme", None, least))
    for parts, *_ in tasks(names, reading.inputs):
        dones = []

        def hand_over(value: Gathered, *, done: int, begun: bool, dones: list[int] = dones) -> None:
            pickle.dumps(value)
            dones.append(done)
            found.append(value)

        work(pickle.loads(pickle.dumps(parts)), hand_over)  # noqa: S301  (just written)
        assert dones == sorted(dones)
        assert dones[-1] == len(parts)
    return found


def said(found: Iterable[Gathered]) -> str:
    return "".join(item.product for item in found)


def told(found: Iterable[Gathered]) -> list[str]:
    return [str(problem) for item in found for problem in item.problems]


def in_one_pass(path: Path, problems: list[Problem] | None = None, **options: Any) -> str:
    out = io.StringIO()
    problems = [] if problems is None else problems
    FORMATS["jsonl"].write_links(extract_path(path, on_problem=problems.append, **options), out)
    return out.getvalue()


def collect(found: list[Gathered], value: Gathered, **_: Any) -> None:
    found.append(value)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.mbox"
    path.write_bytes(SMALL)
    return path


# --- slices ---


def test_an_archive_that_is_cut_at_any_byte_gives_what_it_gives_in_one_pass(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "_LARGE", 1)
    problems: list[Problem] = []
    whole = in_one_pass(small, problems)
    assert problems
    assert whole.count(f'"url": "{URL}"') == 3
    assert "http://inner.org/" in whole
    slices = set()
    seen = set()
    for size in (*range(1, len(SMALL)), 8 * len(SMALL)):
        monkeypatch.setattr(shares, "_SLICE", size)
        cuts = tuple(parts[0].start for parts, *_ in tasks([str(small)], InputOptions()))
        if cuts in seen:
            continue
        seen.add(cuts)
        found = here([str(small)])
        assert said(found) == whole, f"cut into slices of {size} bytes"
        assert told(found) == list(map(str, problems))
        assert sum(item.read for item in found) == len(SMALL)
        assert sum(item.messages for item in found) == 8
        slices.add(len(found))
    assert slices == set(range(1, 9))


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("size", [1, 1000, 7000, 20_000])
def test_the_sample_archive_in_slices(
    tmp_path: Path, size: int, ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "_LARGE", 1)
    monkeypatch.setattr(shares, "_SLICE", size)
    path = tmp_path / "a.mbox"
    path.write_bytes(ARCHIVE.read_bytes().replace(b"\n", ends.encode()))
    found = here([str(path)])
    assert len(found) > 2
    assert said(found) == in_one_pass(path)


@pytest.mark.parametrize("between", [ThreadMemory.SIZE - 1, ThreadMemory.SIZE])
def test_a_slice_remembers_as_many_messages_as_the_archive(
    tmp_path: Path, between: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.mbox"
    answer = message(2, f"> see\n> {BROKEN} or not", "In-Reply-To: <1@b.org>\n")
    path.write_text(message(1, f"see {URL} for it") + message(0, "") * between + answer)
    monkeypatch.setattr(shares, "_LARGE", 1)
    monkeypatch.setattr(shares, "_SLICE", len(message(0, "")) * between // 3)
    found = here([str(path)])
    assert len(found) > 2
    assert said(found) == in_one_pass(path)
    assert (said(found[-1:]).count(f'"url": "{URL}"') == 1) == (between < ThreadMemory.SIZE)


def test_a_large_archive_is_cut_where_its_messages_begin(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    one = message(1, "http://a.org/\n" + "x" * 100_000)
    path.write_text(one * 250)
    shared = [parts for parts, *_ in tasks([str(path)], InputOptions())]
    assert [len(parts) for parts in shared] == [1] * len(shared)
    slices = [parts[0] for parts in shared]
    assert len(slices) == 13
    assert slices[0].start == 0
    assert slices[-1].stop == path.stat().st_size
    assert all(before.stop == after.start for before, after in pairwise(slices))
    assert all(one.start % len(message(1, "http://a.org/\n" + "x" * 100_000)) == 0 for one in slices)


def test_few_processes_have_long_slices_first_and_short_ones_last(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    one = message(1, "http://a.org/\n" + "x" * 100_000)
    path.write_text(one * 400)
    for processes, count in ((1, 8), (2, 11), (8, 20), (MANY, 20)):
        weights = [parts[0].weight for parts, *_ in tasks([str(path)], InputOptions(), processes)]
        first, *others, last = weights
        assert sum(weights) == path.stat().st_size
        assert first < 1 << 19, "which tells how fast the others are"
        assert others == sorted(others, reverse=True)
        assert last < 3 << 20
        assert max(others) < max(3 << 20, sum(weights) / processes / 2 + len(one))
        assert len(weights) == count


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_what_is_packed_is_not_cut(tmp_path: Path, pack: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_LARGE", 1)
    monkeypatch.setattr(shares, "_SLICE", 1)
    for name, kind in [("a.mbox.gz", None), ("a.mbox", None), ("a", "mbox")]:
        path = tmp_path / name
        path.write_bytes(pack(SMALL))
        assert len(list(tasks([str(path)], InputOptions(kind=kind)))) == 1
        assert said(here([str(path)], IntakeOptions(InputOptions(kind=kind)))) == in_one_pass(path, kind=kind)


@pytest.mark.parametrize("kind", [None, "text", "mbox", "eml"])
def test_what_is_no_mbox_is_not_cut(small: Path, kind: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_LARGE", 1)
    monkeypatch.setattr(shares, "_SLICE", 1)
    text = small.with_name("a.txt")
    text.write_text("From here on http://a.org/\n\n" * 3)
    for path in (small, text):
        reading = IntakeOptions(InputOptions(kind=kind))
        assert said(here([str(path)], reading)) == in_one_pass(path, **({"kind": kind} if kind else {}))
    count = len(list(tasks([str(small)], InputOptions(kind=kind))))
    assert count == (1 if kind in {"text", "eml"} else 8)


def test_an_archive_that_changes_meanwhile_is_told(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "_LARGE", 1)
    monkeypatch.setattr(shares, "_SLICE", 500)
    work = Gathering(IntakeOptions(), TextLines(FORMATS["jsonl"].write_links, "scheme", None))
    shared = [parts for parts, *_ in tasks([str(small)], InputOptions())]
    for content, said in [
        (SMALL[:600], "has become shorter while it was read"),
        (b"x" + SMALL, "has changed while it was read: no message begins at byte"),
        (None, "cannot be read: No such file or directory"),
    ]:
        small.unlink()
        if content is not None:
            small.write_bytes(content)
        found: list[Gathered] = []
        work(shared[-1], partial(collect, found))
        assert [problem.source for item in found for problem in item.problems] == [str(small)]
        assert said in told(found)[0]


# --- files ---


def test_small_files_go_together_and_problems_stay_in_their_place(tmp_path: Path) -> None:
    for number in range(600):
        (tmp_path / f"{number:03}.txt").write_text(f"http://a.org/{number}\n")
    (tmp_path / "300a").symlink_to("nowhere")
    (tmp_path / "300b.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    names = list(Choice().files([tmp_path]))
    shared = [parts for parts, *_ in tasks(names, InputOptions())]
    assert [len(parts) for parts in shared] == [32, 256, 256, 58]
    found = here(names)
    assert said(found) == "".join(in_one_pass(path) for path in sorted(tmp_path.glob("*.txt")))
    problems = told(found)
    assert "a broken link" in problems[0]
    assert "a PNG image" in problems[1]


def test_files_that_are_large_together_are_parted(tmp_path: Path) -> None:
    for number in range(10):
        (tmp_path / f"{number}.txt").write_text("http://a.org/ " + "x " * 200_000)
    shared = [parts for parts, *_ in tasks(Choice().files([tmp_path]), InputOptions())]
    assert [len(parts) for parts in shared] == [1, 3, 3, 3]


def test_what_is_this_process_own_is_read_here(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    names = ["a.txt", "-", str(pipe), "/dev/fd/0", "/dev/null", str(ARCHIVE), "nowhere.txt"]
    shared = [([part.name for part in parts], is_here) for parts, is_here, _ in tasks(names, InputOptions())]
    assert shared == [
        (["a.txt"], False),
        (["-"], True),
        ([str(pipe)], True),
        (["/dev/fd/0"], True),
        (["/dev/null"], True),
        ([str(ARCHIVE), "nowhere.txt"], False),
    ]


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="no files in memory")  # noqa: S108
def test_a_file_in_memory_is_for_any_process() -> None:
    with tempfile.NamedTemporaryFile(dir="/dev/shm") as file:
        file.write(b"http://a.org/")
        file.flush()
        assert File.of(file.name) == File(file.name, 13)
        assert File.of(f"/proc/self/fd/{file.fileno()}") is None


def test_results_come_in_pieces_that_add_up(small: Path) -> None:
    for least in (1, 500):
        found = here([str(small)], least=least)
        assert len(found) > 3
        assert said(found) == in_one_pass(small)
        assert sum(item.found for item in found) == said(found).count("\n")
        assert sum(item.read for item in found) == len(SMALL)
        assert all(item.read >= 0 for item in found)
        assert {item.name for item in found} == {str(small)}


def test_links_are_wanted_as_in_one_process(small: Path) -> None:
    wanted = Wanted(hosts=("example.org",))
    found = here([str(small)], IntakeOptions(wants=wanted))
    assert said(found).count("\n") == sum(item.found for item in found) == 4
    assert sum(item.without_url for item in here([str(MAIL / "hard")])) == sum(
        link.url is None
        for path in Choice().files([MAIL / "hard"])
        for link in extract_path(path, on_problem=id)
    )


def test_a_header_is_left_out(small: Path) -> None:
    out = io.StringIO()
    FORMATS["csv"].write_links(extract_path(small, on_problem=id), out)
    delivered: list[str] = []
    TextLines(FORMATS["csv"].write_links, "scheme", None, 1)(
        extract_path(small, on_problem=id), delivered.append
    )
    head, _, rest = out.getvalue().partition("\n")
    assert "".join(delivered) == rest
    assert head.startswith("url,key")


def test_the_encoding_of_the_output_is_heeded(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("http://a.org/Grüße", encoding="utf-8")
    for encoding, expected in [("ascii", "\\u00fc"), ("utf-8", "ü"), (None, "ü")]:
        delivered: list[str] = []
        TextLines(FORMATS["jsonl"].write_links, "scheme", encoding)(extract_path(path), delivered.append)
        assert expected in delivered[0]


# --- processes ---


def run(names: Iterable[str | Problem], count: int | None = 2) -> list[Gathered]:
    """Give what several processes make of inputs."""
    found: list[Gathered] = []
    gather(
        names,
        IntakeOptions(),
        TextLines(FORMATS["text"].write_links, "scheme", None),
        jobs=count,
        take=found.append,
    )
    return found


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Give an archive that is large enough to be cut, with a thread over each cut."""
    path = tmp_path / "large.mbox"
    filler = ("x" * 70 + "\n") * (900 if tries_all() else 620)
    with path.open("w") as archive:
        for number in range(200):
            answers = f"In-Reply-To: <{number - 1}@b.org>\n" if number else ""
            own = URL.replace("index", f"index{number}")
            before = URL.replace("/index", f"/\n> index{number - 1}")
            archive.write(message(number, f"see {own} for it\n\n> see\n> {before}\n> or\n{filler}", answers))
    return path


def test_several_processes_give_what_one_gives(large: Path) -> None:
    out = io.StringIO()
    FORMATS["text"].write_links(extract_path(large), out)
    assert out.getvalue().count("\n") == 400
    names = [str(large), str(ARCHIVE), "nowhere.txt", str(MAIL / "2005-January.txt.gz")]
    for name in (str(ARCHIVE), names[-1]):
        FORMATS["text"].write_links(extract_path(name, on_problem=id), out)
    found = run(names)
    assert said(found) == out.getvalue()
    assert said(found).count("/index198\n") == 2, "a thread over a cut is followed"
    problems = told(found)
    assert problems == ["nowhere.txt: cannot be read: No such file or directory"]


def test_one_file_needs_no_process(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlglean.jobs.workers.Popen", lambda *_, **__: pytest.fail("started"))
    monkeypatch.setattr("urlglean.jobs.reading._MUCH", 1)
    for count in (2, None):
        assert said(run([str(small)], count)).count("\n") == said(here([str(small)])).count("\n")
    assert run([]) == []


DIED = "(SIGKILL, which is how a system short of memory ends it)"


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
def test_what_a_process_dies_of_is_named_and_the_rest_goes_on(tmp_path: Path, large: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text(f"http://{'die' if number == 2 else 'a.org'}/{number}\n")
    with large.open("a") as archive:
        archive.write(message(0, "http://die/ " * 2))
    whole = io.StringIO()
    FORMATS["text"].write_links(extract_path(large), whole)
    names = [*Choice().files([tmp_path])]
    assert names[-1] == str(large)
    found: list[Gathered] = []
    gather(names, IntakeOptions(), worker_tasks.Deadly(), jobs=2, take=found.append)
    last = large.stat().st_size
    assert told(found)[0] == (
        f"{tmp_path}/2.txt: the process that read it died {DIED}; nothing of it is in the result, the rest goes on"
    )
    assert re.fullmatch(
        rf"{re.escape(str(large))}: the process that read its messages from byte \d+ to byte {last} died .*",
        told(found)[1],
    )
    assert len(told(found)) == 2
    lines = "".join(item.product or "" for item in found).splitlines()
    assert [line for line in lines if "a.org" in line] == [
        f"{tmp_path}/{number}.txt:1:1  http://a.org/{number}" for number in (0, 1, 3, 4)
    ]
    rest = [line for line in lines if "a.org" not in line]
    assert 300 < len(rest) < 400
    assert rest == whole.getvalue().splitlines()[: len(rest)]
    assert sum(item.read for item in found) == sum(Path(name).stat().st_size for name in names)


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
def test_what_was_found_before_a_process_died_is_there_once(tmp_path: Path, small: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("http://a.org/ http://die/")
    found: list[Gathered] = []
    names = [str(path), "-" if sys.stdin is None else str(tmp_path / "nowhere"), *[str(small)] * 300]
    gather(
        names,
        IntakeOptions(),
        worker_tasks.Deadly(least=1, write=FORMATS["jsonl"].write_links),
        jobs=2,
        take=found.append,
    )
    assert "what it had found there until then is in the result" in told(found)[0]
    assert "".join(item.product or "" for item in found).count('"url": "http://a.org/"') == 1


def test_processors_are_counted() -> None:
    assert 1 <= jobs.processors() <= (os.cpu_count() or 1)


# --- the command ---


def command(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    words = [*COMMAND, *map(str, arguments)]
    return subprocess.run(words, input=stdin, capture_output=True, check=False, timeout=HANG)


@pytest.mark.parametrize("form", some(["jsonl", "csv", "text"], every=3))
def test_the_command_writes_what_one_process_writes(large: Path, tmp_path: Path, form: str) -> None:
    prose = write_prose(tmp_path / "prose")
    inputs = [ARCHIVE, "nowhere.txt", large, "-", prose, CORPORA / "html", "nowhere.txt"]
    arguments = ["extract", "--format", form, *inputs]
    one, two = (command(*arguments, "--jobs", jobs, stdin=b"see www.stdin.org") for jobs in "12")
    assert two.stdout == one.stdout
    assert two.stderr == one.stderr
    assert two.returncode == one.returncode == 3
    assert one.stderr.startswith(b"urlglean: nowhere.txt: cannot be read")
    assert b"www.stdin.org" in one.stdout


@pytest.mark.parametrize(
    "options",
    some(
        [
            (),
            ("--format", "jsonl", "--unwrap-redirectors"),
            ("--format", "url", "--sort", "url", "--step", "drop-tracking"),
            ("--format", "csv", "--sort", "count", "--rung", "string"),
        ],
        every=4,
    ),
)
def test_the_command_groups_what_one_process_groups(large: Path, options: tuple[str, ...]) -> None:
    inputs = [ARCHIVE, "nowhere.txt", large, "-", CORPORA / "html", ARCHIVE]
    one, two = (command("unique", *options, *inputs, "--jobs", jobs, stdin=b"www.stdin.org") for jobs in "12")
    assert two.stdout == one.stdout
    assert two.stderr == one.stderr
    assert two.returncode == one.returncode == 3
    assert one.stdout.count(b"\n") > 300


def test_the_command_writes_the_rows_of_one_process_as_parquet(large: Path, tmp_path: Path) -> None:
    one, two = (command("extract", "--format", "parquet", ARCHIVE, large, "--jobs", jobs) for jobs in "12")
    for name, done in (("one", one), ("two", two)):
        (tmp_path / name).write_bytes(done.stdout)
        assert (done.returncode, done.stderr.count(b"\n")) == (0, 1)
        assert done.stderr.startswith(b"urlglean: skipped 6 attachments that are no text")
    rows = [duckdb.read_parquet(str(tmp_path / name)).fetchall() for name in ("one", "two")]
    assert rows[0] == rows[1]
    assert len(rows[0]) > 600


@pytest.mark.parametrize("given", ["0", "-3", "two", "1.5", ""])
def test_a_number_of_jobs_that_is_none_is_refused(given: str) -> None:
    done = run_here("extract", "--jobs", given, ARCHIVE)
    assert (done.code, done.out) == (2, "")
    assert "try --jobs 4, or --jobs auto" in done.err


def test_a_closed_pipe_ends_all_processes(large: Path) -> None:
    words = [*COMMAND, "extract", "--jobs", "2", *[large] * 5]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.wait(timeout=HANG) == 0
        assert running.stderr is not None
        assert running.stderr.read() == b""


@pytest.mark.skipif(os.name == "nt", reason="sends signals")
@pytest.mark.parametrize("after", some([None, 0.0, 0.1, 0.3], every=2))
def test_an_interrupt_ends_all_processes(large: Path, after: float | None) -> None:
    words = [*COMMAND, "extract", "--jobs", "2", *[large] * 20]
    # Whoever runs the tests in the background may have set the signal to be ignored, which is inherited.
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        assert running.stdout is not None
        if after is None:
            running.stdout.readline()
        else:
            assert wait_for(lambda: processes_of(running.pid))
            time.sleep(after)
        os.killpg(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=HANG)
        # A line end is what click says, so that a prompt begins a line.
        assert (running.returncode, said.strip()) == (130, b"")
    # What keeps Python's books on processes ends a moment after them.
    assert wait_for(lambda: processes_of(running.pid) == [])


def processes_of(session: int) -> list[str]:
    """Give the processes of a session that are alive, but for the one that leads it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, _, rest = path.read_text().partition(" (")
            state, _, _, its_session = rest.rpartition(") ")[2].split()[:4]
            if int(its_session) == session != int(number) and state != "Z":
                found.append(rest)
    return found


@pytest.mark.parametrize("much", [1, 1 << 30])
@pytest.mark.parametrize(("sample", "worth"), [(0.0, 0.0), (0.0, 1e9), (1e9, 0.0)])
def test_where_nobody_says_how_many_the_result_is_the_same(
    sample: float, worth: float, much: int, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("urlglean.jobs.reading.processors", lambda: 2)
    monkeypatch.setattr("urlglean.jobs.reading._MUCH", much)
    monkeypatch.setattr("urlglean.jobs.reading._SAMPLE", sample)
    monkeypatch.setattr("urlglean.jobs.reading._WORTH", worth)
    other = tmp_path / "other.txt"
    other.write_text("http://other.example/")
    found: list[Gathered] = []
    names = [str(small), str(other), str(small)]
    product = TextLines(FORMATS["jsonl"].write_links, "scheme", None)
    gather(names, IntakeOptions(), product, jobs=None, take=found.append)
    assert said(found) == "".join(in_one_pass(path) for path in (small, other, small))
