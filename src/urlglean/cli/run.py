"""A run over the inputs: what a user asked of them, and all that happens between them and the output.

A `Request` holds the options that say what is read; a `Run` reads it, tells what goes wrong, counts what is skipped,
and moves the `ProgressBar`.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from urlglean.cli.options import AUTO, PAGE_PARTS, wrong_use
from urlglean.cli.output import OwnFiles
from urlglean.cli.terminal import is_terminal, is_written_to, live, named_or_piped, say, takes_more_than_lines
from urlglean.document import STDIN, Document, ReadOptions
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice
from urlglean.intake import IntakeOptions
from urlglean.links.link import Link
from urlglean.links.scope import Wanted
from urlglean.reports import Attachments, Problem, Retrieval, counted
from urlglean.writers.printable import printable

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from urlglean.inputs.mirrors import Mirror
    from urlglean.jobs.reading import Gathered, Product
    from urlglean.store.store import Store


__all__ = ["Request"]

# --- the progress bar ---

_BAR_AFTER = 1.0
"""Seconds of work before a progress bar shows."""


class ProgressBar:
    """A progress bar on standard error, from the moment the work turns out to take a while."""

    def __init__(self) -> None:
        self._total = 0
        self._done = 0
        self._end = 0
        self._messages = 0
        self._name = ""
        self._rich: RichProgress | None = None
        self._task: TaskID | None = None
        self._timer = threading.Timer(_BAR_AFTER, self._show)
        self._timer.daemon = True

    def start(self, total: int) -> None:
        """Begin to wait; ``total`` is how many bytes there are, 0 where nobody knows."""
        self._total = total
        self._timer.start()

    def begin(self, name: str, size: int) -> None:
        """Count what was before as done; what comes now has ``size`` bytes."""
        self._done = max(self._done, self._end)
        self._end += size
        self._name = printable(name)
        self._update()

    def advance(self, amount: int) -> None:
        """Count ``amount`` more bytes as done; what was packed may have more of them than its file."""
        self._done += amount
        if self._total:
            self._done = min(self._done, self._end)
        self._update()

    def document(self, document: Document) -> None:
        """Count a message of mail."""
        self._messages += document.is_mail

    def retrieval(self, retrieval: Retrieval) -> None:
        """Nothing of it shows."""

    def gathered(self, gathered: Gathered) -> None:
        """Count what other processes have read."""
        self._end += gathered.read
        self._messages += gathered.messages
        self._name = printable(gathered.name)
        self.advance(gathered.read)

    def _update(self) -> None:
        if self._rich is not None and self._task is not None:
            self._rich.update(
                self._task, completed=self._done, description=self._name, messages=self._told_messages
            )

    @property
    def _told_messages(self) -> str:
        return counted(self._messages, "message") if self._messages else ""

    def _show(self) -> None:
        from rich import progress

        bar = live(
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(),
            progress.TextColumn("{task.fields[messages]}", markup=False),
            progress.DownloadColumn(),
            progress.TransferSpeedColumn(),
            progress.TimeRemainingColumn(),
        )
        self._task = bar.add_task(
            self._name, total=self._total or None, completed=self._done, messages=self._told_messages
        )
        bar.start()
        self._rich = bar
        self._update()  # what was counted while it came up, and may be all there is for a long time

    def close(self) -> None:
        """Take the bar off the screen."""
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()  # it may be about to show
        if self._rich is not None:
            self._rich.stop()
            self._rich = None


def bar_for(*, writes_meanwhile: bool) -> ProgressBar | None:
    """Give a bar where somebody sees it and nothing is written across it."""
    is_free = takes_more_than_lines(sys.stderr) and not (writes_meanwhile and is_terminal(sys.stdout))
    return ProgressBar() if is_free else None


# --- what a user asked ---


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asked of the inputs, as the commands that read them share it."""

    paths: tuple[str, ...]
    form: str = "text"
    quiet: bool = False
    choice: Choice = field(default_factory=Choice)
    """Which files of folders are read."""
    intake: IntakeOptions = field(default_factory=IntakeOptions)
    """How the inputs are read, and which of their Links are kept."""

    @classmethod
    def of(
        cls,
        paths: tuple[str, ...],
        form: str,
        *,
        quiet: bool = False,
        kind: str | None,
        encoding: str | None,
        base: str | None,
        base_from: tuple[str, ...],
        include: tuple[str, ...],
        only_files: tuple[re.Pattern[str], ...],
        skip_files: tuple[re.Pattern[str], ...],
        dialect: str | None = None,
        schemes: tuple[str, ...] = (),
        hosts: tuple[str, ...] = (),
        exclude: tuple[re.Pattern[str], ...] = (),
        max_page: int = 10,
        relative: bool = True,
        no_text: bool = False,
        no_footers: bool = False,
        unwrap_redirectors: bool = False,
        **delimit: bool,
    ) -> Request:
        """Take apart the values of options; raise UsageError where what was said of bases makes no sense."""
        sources = named_or_piped(paths, "read") if base_from or base is not None else ()
        mirror = None
        if base_from or (base is not None and (len(sources) > 1 or _is_folder(sources[0]))):
            mirror, base = mirror_of(base_from, sources, base), None
        parts: dict[str, Any] = {PAGE_PARTS[name]: True for name in include}
        reading = ReadOptions(
            delimit={name: True for name, is_asked in delimit.items() if is_asked},
            text=not no_text,
            footers=not no_footers,
            max_page=max_page << 20,
            unwrap_redirectors=unwrap_redirectors,
            **parts,
        )
        inputs = InputOptions(kind=kind, encoding=encoding, base=base, mirror=mirror)
        wants = Wanted(frozenset(schemes), hosts, exclude) or None
        in_words = repr((sorted(schemes), sorted(hosts), [one.pattern for one in exclude]))
        intake = IntakeOptions(inputs, reading, dialect, wants, relative, in_words)
        return cls(paths, form, quiet, Choice(only_files, skip_files), intake)

    @property
    def inputs(self) -> InputOptions:
        """What the inputs are said to be."""
        return self.intake.inputs

    @property
    def sources(self) -> tuple[str, ...]:
        """The paths; standard input where none is given and something is piped in."""
        return named_or_piped(self.paths, "read")

    @property
    def waits_for_input(self) -> bool:
        """Whether standard input is read and is no file, so that more of it may take a while."""
        try:
            return STDIN in self.sources and not stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
        except (OSError, AttributeError):  # it is closed, or a file in memory
            return False


def mirror_of(ways: tuple[str, ...], sources: tuple[str, ...], base: str | None = None) -> Mirror:
    """Give what knows by which URLs files were retrieved; raise UsageError where what was said makes no sense."""
    from urlglean.inputs.mirrors import Mirror

    with wrong_use():
        return Mirror(ways, sources, base=base)


def _is_folder(name: str) -> bool:
    return name != STDIN and os.path.isdir(name)  # noqa: PTH112  (False for any name that none can have)


_TOLD_AT_MOST = 10_000
"""How many problems are remembered, so as to tell none of them twice."""


@dataclass(slots=True)
class Run:
    """One run over inputs: counts what was found, tells each problem once."""

    request: Request
    bar: ProgressBar | None = None
    jobs: int = 1
    found: int = 0
    without_url: int = 0
    relative: int = 0
    """How many references were left out because they are relative and have no base."""
    told: dict[str, None] = field(default_factory=dict)
    """The problems that were told last, in order; memory stays bounded however many there are."""
    has_lost: bool = False
    """Whether something of the inputs is not in the result."""
    skipped: Attachments = field(default_factory=Attachments)
    only_counted: Counter[str] = field(default_factory=Counter)
    """How many files were met in folders that nobody reads, images and the like, by their formats."""
    has_inputs: bool = False
    """Whether there was anything to read, or something in its place that could not be."""
    example: str = ""
    written: tuple[Path, ...] = ()
    """The files that this run writes to, beside standard output: none of them is met in a folder."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar off the screen."""
        if self.bar is not None:
            self.bar.close()

    def links(self) -> Iterator[Link]:
        """Yield the Links that were asked for."""
        reading = self.request.intake
        for document in self.documents(on_problem=self.tell):
            for link in reading.links(
                document,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                on_relative=self._leave,
                progress=self.bar,
                observer=self.bar,
            ):
                self.found += 1
                self.without_url += link.url is None
                yield link

    def _leave(self, link: Link) -> None:
        self.relative += 1

    @property
    def is_shared(self) -> bool:
        """Whether several processes may read the inputs: they are asked for, or there is enough to read."""
        return self.jobs > 1 or (self.jobs == AUTO and self._is_much())

    def _is_much(self) -> bool:
        """Tell whether there is so much to read that it may be worth while to share it."""
        if STDIN in self.request.sources:
            return False
        size = 0
        for name in self.request.choice.files(self.request.sources):
            size += 0 if isinstance(name, Problem) else _size(name)
            if size >= _MUCH:
                from urlglean.jobs.reading import processors

                return processors() > 1
        return False

    def share(self, product: Product, take: Callable[[Any], object]) -> None:
        """Read the inputs in several processes; hand on what ``product`` makes of their Links, in order."""
        from urlglean.jobs.reading import gather

        def taken(gathered: Gathered) -> None:
            self.found += gathered.found
            self.without_url += gathered.without_url
            self.relative += gathered.relative
            self.skipped.update(gathered.skipped)
            for problem in gathered.problems:
                self.tell(problem)
            if gathered.product is not None:
                take(gathered.product)
            self._learn(gathered)

        gather(self._named(), self.request.intake, product, jobs=self.jobs or None, take=taken)

    def fill(self, store: Store) -> tuple[int, int]:
        """Read the inputs into a store; give how many occurrences are new, and how many files were as before."""
        reading = self.request.intake
        if self.is_shared:
            from urlglean.store import filling

            return filling.fill(
                store,
                self._named(),
                reading,
                jobs=self.jobs or None,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                take=self._learn,
            )
        new = as_before = 0
        for name in self._files():
            if isinstance(name, Problem):
                self.tell(name)
                continue
            taken = store.read(
                name,
                reading,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                progress=self.bar,
                observer=self.bar,
            )
            new += taken or 0
            as_before += taken is None
        store.commit()
        return new, as_before

    def _learn(self, gathered: Gathered) -> None:
        """Take note of what other processes have read."""
        if gathered.learnt is not None and self.request.inputs.mirror is not None:
            self.request.inputs.mirror.learn(gathered.learnt)
        if self.bar is not None:
            self.bar.gathered(gathered)

    def documents(self, *, on_problem: Callable[[Problem], object]) -> Iterator[Document]:
        """Give the Documents of the inputs, each Problem with them handed on in its place."""
        return self.request.inputs.documents(self._files(), on_problem=on_problem, progress=self.bar)

    def _files(self) -> Iterator[str | Problem]:
        """Yield the files of the paths, the bar knowing of each."""
        for name in self._named():
            if self.bar is not None and not isinstance(name, Problem):
                self.bar.begin(name, _size(name))
            yield name

    def _named(self) -> Iterable[str | Problem]:
        """Give the files of the paths, the bar knowing how much there is."""
        if self.bar is None:
            return self._inputs()
        names = list(self._inputs())  # all of them first, to know how much there is
        sizes = (0 if isinstance(name, Problem) else _size(name) for name in names)
        self.bar.start(0 if STDIN in names else sum(sizes))
        return names

    def _inputs(self) -> Iterator[str | Problem]:
        """Yield the files of the paths but those that this run writes to."""
        given, choice = self.request.sources, self.request.choice
        if self.written:
            choice = replace(choice, leaves_out=OwnFiles(self.written))
        for name in choice.files(given):
            self.has_inputs = True
            if isinstance(name, Problem):
                yield name
            elif not is_written_to(name):
                self.example = self.example or name
                yield name
            elif name in given:
                yield Problem(name, "skipped, for the output goes there; let it go to another file")
            else:
                self.note(f"{name}: left out, for the output goes there")

    def tell(self, problem: Problem) -> None:
        """Print a problem on standard error, unless the very same has been told.

        An image in a folder, and its like, is counted as an image in mail is; where it was named itself, it is told.
        """
        if problem.is_only_counted and problem.source not in self.request.sources:
            self.only_counted[problem.format] += 1
            return
        self.has_lost = self.has_lost or problem.lost
        message = str(problem)
        if message in self.told:
            return
        self.told[message] = None
        if len(self.told) > _TOLD_AT_MOST:
            del self.told[next(iter(self.told))]
        if problem.lost:
            say(message)
        else:
            self.note(message)

    def note(self, message: str) -> None:
        """Print on standard error what is good to know and no problem, unless that is not wanted."""
        if not self.request.quiet:
            say(message)

    def finish(self) -> int:
        """Give the exit code; say what is not in the output."""
        self._say_what_was_left_out()
        return 3 if self.has_lost else 0 if self.found else 1

    def _say_what_was_left_out(self) -> None:
        """Say which references and files were, and which options chose nothing."""
        if self.without_url and self.request.form == "url":
            self.note(
                f"left out: {counted(self.without_url, 'relative or malformed reference')} without a URL;"
                " --base gives the relative ones one, --format text shows them all"
            )
        if self.relative:
            self.note(
                f"left out: {counted(self.relative, 'relative reference')} without a base"
                " (--base URL or --base-from gives them one, --relative keeps them, for each page by itself)"
            )
        if self.request.inputs.mirror is not None:
            for told in self.request.inputs.mirror.told(self.example):
                self.note(told)
        if self.skipped:
            self.note(str(self.skipped))
        if self.only_counted:
            self.note(Problem.together(self.only_counted))
        chooses = self.request.choice != Choice()
        if not self.has_inputs:
            why = "what --files and --skip-files choose is not there" if chooses else "there is none"
            self.note(f"no file was read: {', '.join(self.request.sources)}: {why}")
        elif chooses and not any(map(os.path.isdir, self.request.sources)):
            self.note(
                "--files and --skip-files choose in folders, and none was named: all that was named was read"
            )


_MUCH = 6 << 20
"""From how many bytes on it may be worth while to start other processes."""


def _size(name: str) -> int:
    try:
        return Path(name).stat().st_size
    except (OSError, ValueError):
        return 0
