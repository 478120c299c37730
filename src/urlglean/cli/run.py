"""A run over the inputs: what happens between them and the output."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from urlglean.attachments import Attachments, files_told
from urlglean.cli.progress import ProgressBar
from urlglean.cli.request import Request
from urlglean.cli.terminal import is_written_to, say
from urlglean.document import STDIN, Document
from urlglean.inputs.files import open_document
from urlglean.inputs.folders import Choice, files, identity_of
from urlglean.inputs.kinds import is_only_counted
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Problem

if TYPE_CHECKING:
    from urlglean.jobs.reading import Gathered, Product
    from urlglean.store.store import Store

__all__ = ["Run"]

_TOLD_AT_MOST = 10_000
"""How many problems are remembered, so that none of them is told twice."""
_MAIL = frozenset({"application/mbox", "message/rfc822"})


@dataclass(slots=True)
class Run:
    """One run over inputs: counts what was found, tells each problem once."""

    request: Request
    bar: ProgressBar | None = None
    jobs: int = 1
    found: int = 0
    without_url: int = 0
    told: dict[str, None] = field(default_factory=dict)
    """The problems that were told last, in order; memory stays bounded however many there are."""
    skipped: Attachments = field(default_factory=Attachments)
    only_counted: Counter[str] = field(default_factory=Counter)
    """How many files were met in folders that nobody reads, images and the like, by their formats."""
    has_inputs: bool = False
    """Whether there was anything to read, or something in its place that could not be."""
    written: tuple[Path, ...] = ()
    """The files that this run writes to, beside standard output: none of them is met in a folder."""
    read_mail: bool = False

    def __enter__(self) -> Self:
        """Give the run."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar off the screen."""
        if self.bar is not None:
            self.bar.close()

    def links(self) -> Iterator[Link]:
        """Yield the Links that were asked for."""
        wants = self.request.wants
        reading = self.request.reading
        dialect = self.request.dialect
        for item in self.documents():
            if isinstance(item, Problem):
                self.tell(item)
                continue
            for link in read_document(
                item,
                options=reading,
                dialect=dialect,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                progress=self.bar,
                observer=self.bar,
            ):
                if wants is None or wants(link):
                    self.found += 1
                    if link.url is None:
                        self.without_url += 1
                    yield link

    def share(self, product: Product, take: Callable[[Any], object]) -> None:
        """Read the inputs in several processes; hand on what ``product`` makes of their Links, in order."""
        from urlglean.jobs.reading import gather

        def taken(gathered: Gathered) -> None:
            self.found += gathered.found
            self.without_url += gathered.without_url
            if gathered.skipped is not None:
                self.skipped.update(gathered.skipped)
            self.read_mail = self.read_mail or gathered.messages > 0
            for problem in gathered.problems:
                self.tell(problem)
            if gathered.product is not None:
                take(gathered.product)
            if self.bar is not None:
                self.bar.gathered(gathered)

        gather(self._named(), self.request.stored, product, jobs=self.jobs, take=taken)

    def fill(self, store: Store) -> tuple[int, int]:
        """Read the inputs into a store; give how many occurrences are new, and how many files were as before."""
        reading = self.request.stored
        if self.jobs > 1:
            from urlglean.jobs import storing as store_jobs

            new, as_before = store_jobs.fill(
                store,
                self._named(),
                reading,
                jobs=self.jobs,
                on_problem=self.tell,
                on_attachment=self.skipped.add,
                take=self.bar.gathered if self.bar is not None else _pass,
            )
            self.read_mail = bool(new) and store.holds_mail
            return new, as_before
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
        self.read_mail = bool(new) and store.holds_mail
        return new, as_before

    def documents(self) -> Iterator[Any]:
        """Yield the Documents of the inputs, and the Problems with them."""
        options = self.request.inputs
        for name in self._files():
            if isinstance(name, Problem):
                yield name
            else:
                for item in open_document(name, options, self.bar):
                    if isinstance(item, Document) and item.media_type in _MAIL:
                        self.read_mail = True
                    yield item

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
        written = {
            (folder, f"{before}{path.name}{after}")
            for given in self.written
            for path in (given, given.resolve())
            if (folder := _folder(path)) is not None
            for before, after in _BESIDE_DATABASES
        }
        names = {name for _, name in written}
        given = set(self.request.sources)
        for name in files(self.request.sources, self.request.choice):
            self.has_inputs = True
            if isinstance(name, Problem):
                yield name
            elif name not in given and Path(name).name in names and _place(Path(name)) in written:
                continue
            elif not is_written_to(name):
                yield name
            elif name in given:
                yield Problem(name, "skipped, for the output goes there; let it go to another file")
            else:
                self.note(f"{name}: left out, for the output goes there")

    def tell(self, problem: Problem) -> None:
        """Print a problem on standard error, unless the very same has been told.

        An image in a folder, and its like, is counted as an image in mail is; where it was named itself, it is told.
        """
        if is_only_counted(problem.format) and problem.source not in self.request.sources:
            self.only_counted[problem.format] += 1
            return
        message = str(problem)
        if message not in self.told:
            self.told[message] = None
            if len(self.told) > _TOLD_AT_MOST:
                del self.told[next(iter(self.told))]
            say(message)

    def note(self, message: str) -> None:
        """Print on standard error what is good to know and no problem, unless that is not wanted."""
        if not self.request.quiet:
            say(message)

    def finish(self) -> int:
        """Give the exit code; say what the format could not."""
        if self.without_url and self.request.form == "url":
            self.note(
                f"{self.without_url} relative or malformed references come to no URL and were left out;"
                " --base gives the relative ones one, --format text shows them all"
            )
        if self.skipped:
            self.note(str(self.skipped))
        if self.only_counted:
            self.note(files_told(self.only_counted))
        if self.read_mail:
            self._tell_of_slow_mail()
        if not self.has_inputs:
            why = (
                "what --files and --skip-files choose is not there"
                if self.request.choice != Choice()
                else "there is none"
            )
            self.note(f"no file was read: {', '.join(self.request.sources)}: {why}")
        elif self.request.choice != Choice() and not any(map(os.path.isdir, self.request.sources)):
            self.note(
                "--files and --skip-files choose in folders, and none was named: all that was named was read"
            )
        if self.told:
            return 3
        return 0 if self.found else 1

    def _tell_of_slow_mail(self) -> None:
        from urlglean.mail.fast_parser import has_fast_parser

        if not has_fast_parser():
            self.note(
                "note: fast-mail-parser is not installed, so mail was read by a slower reader, with the same"
                " result; pip install fast-mail-parser, where there is one for this platform"
            )


def _pass(_: Gathered) -> None:
    """Have nobody watch."""


_BESIDE_DATABASES = (("", ""), ("", ".wal"), ("", ".batch"), (".", ".new"), (".", ".new.wal"))
"""What a database file and those that come and go beside it are called: what stands before and behind its name."""


def _place(path: Path) -> tuple[tuple[int, int] | None, str]:
    return _folder(path), path.name


def _folder(path: Path) -> tuple[int, int] | None:
    """Identify the folder that a file is in, however it is called."""
    try:
        return identity_of(path.parent)
    except (OSError, ValueError):
        return None


def _size(name: str) -> int:
    try:
        return Path(name).stat().st_size
    except (OSError, ValueError):
        return 0
