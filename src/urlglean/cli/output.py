"""Where output goes, and how it is written: standard output or a file, what is refused."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stdout, suppress
from glob import escape
from pathlib import Path
from typing import Any, BinaryIO

import click
from click.core import ParameterSource

from urlglean.cli.options import new_file
from urlglean.cli.terminal import is_terminal, output
from urlglean.document import STDIN
from urlglean.writers import FORMATS

_ROWS = tuple(form.name for form in FORMATS.values() if form.has_rows)
ROWS_TOLD = f"--format {', '.join(_ROWS[:-1])} or {_ROWS[-1]}"
"""The formats that have rows, as an advice."""


def output_for(form: str) -> Any:
    """Give standard output as the writer of a format takes it: a stream of text, or of bytes."""
    out = output()
    return out.buffer if FORMATS[form].is_binary else out


def check_output(form: str, name: str = "links.parquet") -> None:
    """Refuse to write to a terminal what is no text; ``name`` is a file to write to instead."""
    if FORMATS[form].is_binary and is_terminal(sys.stdout):
        raise click.UsageError(
            f"{form.capitalize()} is no text; send it to a file: --format {form} --output {name}"
        )


def check_key(context: click.Context, form: str) -> None:
    """Refuse ``--rung`` in a format that has no keys; where settings have it, it is for those that have."""
    if not FORMATS[form].has_rows and context.get_parameter_source("rung") is ParameterSource.COMMANDLINE:
        raise click.UsageError(
            f"--rung is how keys are made, which --format {form} has not; add {ROWS_TOLD}, or --into"
        )


def goes_into(context: click.Context) -> bool:
    """Tell whether output goes where ``--into`` says: not where settings say that, and another one is typed.

    Refuses ``--format`` and ``--output`` beside it, where they have no meaning.
    """
    into = context.get_parameter_source("into")
    is_typed = into is ParameterSource.COMMANDLINE
    for parameter, option in (("form", "--format"), ("output", "--output")):
        other = context.get_parameter_source(parameter)
        if other is into is not ParameterSource.DEFAULT:
            raise click.UsageError(
                f"--into writes a DuckDB file, so {option} has no meaning; leave one of them out"
            )
        if other is ParameterSource.COMMANDLINE and not is_typed:
            return False
    return into is not ParameterSource.DEFAULT


# --- a file instead of standard output, which is there when all of it is ---

output_option = new_file(
    "-o", "--output", help="Write to this file, not to standard output; it appears when it is complete."
)


_STANDARD_OUTPUT = (STDIN, "/dev/stdout")


@contextmanager
def written_to(path: Path | None, *, then: Callable[[], object] | None = None) -> Iterator[tuple[Path, ...]]:
    """Have standard output go to a file in the block; give the names that no input is read by meanwhile.

    The file takes its name at the end of the block, and ``then`` is called; if either ends by an exception, an earlier
    file of this name stays as it was. A device or a pipe is written to as it is. None and ``-`` are standard output
    itself.

    Raises `click.UsageError` where the file cannot be made.
    """
    finish = then or (lambda: None)
    if path is None or str(path) in _STANDARD_OUTPUT:
        yield ()
        finish()
        return
    from urlglean.database.files import names_what_is_open

    with ExitStack() as held:
        try:
            if path.exists() and (not path.is_file() or names_what_is_open(path)):
                target = part = path
                file: BinaryIO = held.enter_context(part.open("wb"))
            else:
                target = Path(os.path.realpath(path))  # of links in a circle, too
                part = target.with_name(f".{target.name}.{os.getpid()}.new")
                held.callback(_quietly, part.unlink)  # before it is there: a signal may come at once
                file = held.enter_context(_locked(target, part))
            # The lock lasts until the file has its name; Windows, which has none, gives no name to a file that is open.
            if os.name != "nt":
                held.callback(os.close, os.dup(file.fileno()))
        except OSError as error:
            if not path.parent.exists():
                raise click.UsageError(
                    f"{path}: there is no folder {path.parent}; make it first, or name another file"
                ) from None
            raise click.UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
        stream = io.TextIOWrapper(file, encoding="utf-8", newline="\n")  # on Windows, too
        held.callback(_quietly, stream.close)
        with _named(path), redirect_stdout(stream):
            yield (target, part)
            stream.close()
            if part is target:
                finish()
                return
            if target.exists():
                from shutil import copymode

                copymode(target, part)
            with _restored(target) if then else nullcontext():
                part.replace(target)
                finish()


class OwnFiles:
    """Tells which files in folders are what a run writes to, or come and go beside that: it reads none of them."""

    def __init__(self, written: Iterable[Path]) -> None:
        from urlglean.database.files import DatabaseKind

        self._names: set[str] = set()
        self._known: set[tuple[tuple[int, int], str]] = set()
        """The folder and the name of each."""
        for given in written:
            for path in (given, Path(os.path.realpath(given))):
                if (folder := _folder(path)) is not None:
                    names = DatabaseKind.names(path.name)
                    self._names.update(names)
                    self._known.update((folder, name) for name in names)

    def __call__(self, path: str, is_folder: bool) -> bool:  # noqa: FBT001  (called for each of many entries)
        """Tell whether a file is one of them."""
        name = os.path.basename(path)  # noqa: PTH119  (as above)
        return name in self._names and (_folder(Path(path)), name) in self._known


def _folder(path: Path) -> tuple[int, int] | None:
    """Identify the folder that a file is in, however it is called."""
    try:
        found = path.parent.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file in what goes wrong as it is written: the stream does not know what it is called."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def _quietly(end: Callable[[], object]) -> None:
    """Remove or close a file that is given up: it may have its name by now, or the disk may be full or read-only."""
    with suppress(OSError, ValueError):
        end()


@contextmanager
def _restored(target: Path) -> Iterator[None]:
    """Give a file its name back where the block, which gives the name to another one, ends by an exception.

    Meanwhile it is named as what a killed run leaves, with a lock, so that no other run removes it as such.
    """
    earlier = target.with_name(f".{target.name}.{os.getpid()}.0.new")
    with ExitStack() as held:
        held.callback(earlier.unlink, missing_ok=True)
        if target.exists():
            try:
                os.link(target, earlier)
            except OSError:  # some file systems have no links
                from shutil import copy2

                copy2(target, earlier)
            with suppress(ImportError, OSError):  # Windows has no locks
                from fcntl import LOCK_EX, LOCK_NB, flock

                flock(held.enter_context(earlier.open("rb")), LOCK_EX | LOCK_NB)
        try:
            yield
        except BaseException:
            try:
                earlier.replace(target)
            except FileNotFoundError:  # there was none
                target.unlink(missing_ok=True)
            raise


def _locked(target: Path, part: Path) -> BinaryIO:
    """Make a file that is to become another one; remove those that killed runs have left beside that.

    A run holds the lock of its file as long as it lives.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows
        return part.open("wb")
    for left in target.parent.glob(f".{escape(target.name)}.*.new"):
        if left.suffixes[-2][1:].isdigit():
            with suppress(OSError), left.open("r+b") as found:
                flock(found, LOCK_EX | LOCK_NB)
                left.unlink()
    while True:
        file = part.open("ab")
        with suppress(OSError):  # some file systems have no locks
            flock(file, LOCK_EX)
        with suppress(FileNotFoundError):  # taken for one that was left, before it was locked
            if os.path.samestat(part.stat(), os.fstat(file.fileno())):
                file.truncate(0)
                return file
        file.close()
