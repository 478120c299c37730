"""``--output``: a file instead of standard output, which is there when all of it is."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from urlglean.cli.option_values import NewFile
from urlglean.database_file import names_what_is_open
from urlglean.document import STDIN

__all__ = ["output_option", "written_to"]

output_option = click.option(
    "-o",
    "--output",
    type=NewFile(),
    metavar="FILE",
    help="Write to this file instead of standard output; it is there when all of it is.",
)


_STANDARD_OUTPUT = (STDIN, "/dev/stdout")


@contextmanager
def written_to(path: Path | None) -> Iterator[tuple[Path, ...]]:
    """Have standard output go to a file in the block; give the names that no input is read by meanwhile.

    The file takes its name at the end of the block; if that ends by an exception, an earlier file of this name stays
    as it was. A device or a pipe is written to as it is. None and ``-`` are standard output itself.

    Raises:
        click.UsageError: The file cannot be made.

    """
    if path is None or str(path) in _STANDARD_OUTPUT:
        yield ()
        return
    try:
        is_special = path.exists() and (not path.is_file() or names_what_is_open(path))
        target = path if is_special else path.resolve()
        part = target if is_special else target.with_name(f".{target.name}.{os.getpid()}.new")
        file = part.open("wb")
    except OSError as error:
        if not path.parent.exists():
            raise click.UsageError(
                f"{path}: there is no folder {path.parent}; make it first, or name another file"
            ) from None
        raise click.UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
    before = sys.stdout
    stream = io.TextIOWrapper(file, encoding="utf-8")
    sys.stdout = stream
    try:
        yield (target, part)
        stream.close()
        if not is_special:
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
    except BaseException:
        with suppress(OSError, ValueError):  # what is still to be written goes nowhere
            stream.close()
        if not is_special:
            part.unlink(missing_ok=True)
        raise
    finally:
        sys.stdout = before
