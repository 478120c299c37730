"""Standard input, output and error, as the commands use them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

import click

from urlglean.document import STDIN, Problem
from urlglean.printable import printable

__all__ = ["arguments_of", "left_unwritten", "output", "say", "standard_input", "tell"]


def left_unwritten(error: OSError) -> int:
    """Let go of standard output, which takes no more; that its reader has seen enough is no error."""
    if sys.stdout is not None:
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
    if error.errno in {errno.EPIPE, errno.EINVAL}:  # EINVAL is how Windows says it
        return 0
    say(f"cannot write: {error.strerror or error}")
    return 3


def tell(problem: Problem) -> None:
    """Print a problem on standard error."""
    say(str(problem))


def say(message: str) -> None:
    """Print a line on standard error."""
    lines = [printable(line) for line in message.splitlines()]
    click.echo("urlglean: " + "\n".join(lines), err=True)


def output() -> TextIO:
    """Give standard output, ready for any character."""
    if sys.stdout is None:  # closed by whoever started the program
        raise OSError(errno.EBADF, "standard output is closed")
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    return sys.stdout


def standard_input() -> BinaryIO:
    """Give the bytes of standard input."""
    if sys.stdin is None:
        raise click.UsageError("standard input is closed; give the text as an argument")
    return sys.stdin.buffer


def arguments_of(arguments: Iterable[str]) -> Iterator[str]:
    """Yield the arguments of a command; for ``-``, the lines of standard input."""
    for argument in arguments:
        if argument == STDIN:
            lines = (line.decode("utf-8", "surrogateescape").strip("\r\n") for line in standard_input())
            yield from filter(None, lines)
        else:
            yield argument
