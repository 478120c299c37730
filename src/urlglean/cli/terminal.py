"""Standard input, output and error as the commands use them, and the signals that end a command."""

from __future__ import annotations

import errno
import io
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TextIO

import click

from urlglean.errors import is_interrupt

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

__all__ = ["exit_code_of", "say"]


def stand_in_for_closed_ones() -> None:
    """Open something harmless where standard streams are closed.

    A file that is opened later must not become one of them: what is meant for people would be written into it.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # becomes the lowest one that is free, which is this
    if sys.stderr is None:
        from pathlib import Path

        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (open as long as the program runs)


@contextmanager
def leaving_where_unwritten() -> Iterator[None]:
    """Leave with the right exit code where standard output takes no more.

    Inputs answer for their own errors; what is left is the output's.
    """
    try:
        yield
    except OSError as error:
        if sys.stdout is not None:
            _let_go(sys.stdout)
        # That its reader has seen enough is no error; EINVAL is how Windows says it.
        if error.errno in {errno.EPIPE, errno.EINVAL}:
            raise click.exceptions.Exit(0) from None
        what = f"{error.filename}: cannot be written" if error.filename else "cannot write"
        say(f"{what}: {error.strerror or error}")
        raise click.exceptions.Exit(3) from None


def _let_go(stream: TextIO) -> None:
    """Send to nowhere what is still to be written, which would fail again at the end."""
    from pathlib import Path

    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def say(message: str, *below: str) -> None:
    """Print a line on standard error, behind what was printed before it, and lines below it.

    What breaks lines is shown in them: the name of a file may have any, and what it went on with would be taken for
    another message, or on a build server for a command.
    """
    from urlglean.writers.printable import printable

    if sys.stdout is not None:
        with suppress(OSError, ValueError):  # whoever writes next meets it again
            sys.stdout.flush()
    lines = map(printable, (f"urlglean: {message}", *below))
    with _as_far_as_heard():
        click.echo("\n".join(lines), err=True)


@contextmanager
def _as_far_as_heard() -> Iterator[None]:
    """Go on where nobody hears: the exit code still tells, and what was found is not to be lost for it."""
    try:
        yield
    except OSError:
        with suppress(OSError):
            _let_go(sys.stderr)


def output() -> TextIO:
    """Give standard output, ready for any character, and the same bytes everywhere; raise OSError where it is closed.

    On Windows it would else be in a code page that has few of the characters of URLs, and a line break in a cell of a
    table would be another one. Nobody reads a file or pipe in that; a terminal takes any character.
    """
    if sys.stdout is None:  # closed by whoever started the program
        raise OSError(errno.EBADF, "standard output is closed")
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace", newline="\n")
        if os.name == "nt" and not is_terminal(sys.stdout) and not os.environ.get("PYTHONIOENCODING"):
            reconfigure(encoding="utf-8")
    return sys.stdout


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether somebody sees what is written to a standard stream, or types what is read from it."""
    return stream is not None and stream.isatty()


def takes_more_than_lines(stream: TextIO | None) -> bool:
    """Tell whether a standard stream is a terminal where a display can move, and a text be in colours."""
    return is_terminal(stream) and os.environ.get("TERM") not in {"dumb", "unknown"}


def live(*columns: ProgressColumn) -> Progress:
    """Give a display of progress on standard error, of which nothing stays on the screen."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)


def named_or_piped(paths: tuple[str, ...], verb: str) -> tuple[str, ...]:
    """Give the paths that were named; standard input where none was and something is piped in.

    Raises `UsageError` where neither is there; ``verb`` says what was to be done with it.
    """
    from urlglean.document import STDIN

    if not paths and (sys.stdin is None or is_terminal(sys.stdin)):
        raise click.UsageError(f"name what to {verb}: a file, a folder, or - for standard input")
    return paths or (STDIN,)


def is_written_to(name: str) -> bool:
    """Tell whether standard output goes to the file of this name (``-``: to the one that standard input is).

    Whoever reads it reads their own output, which may grow for ever.
    """
    from urlglean.document import STDIN

    try:
        out = os.fstat(sys.stdout.fileno())
        # Where there is no such file, opening it will say so.
        found = os.fstat(sys.stdin.fileno()) if name == STDIN else os.stat(name)  # noqa: PTH116  (any name, NUL too)
    except (OSError, ValueError, AttributeError):  # it is closed, or a file in memory
        return False
    return stat.S_ISREG(out.st_mode) and (out.st_dev, out.st_ino) == (found.st_dev, found.st_ino)


def standard_input() -> BinaryIO:
    """Give the bytes of standard input."""
    from urlglean.document import STDIN

    if sys.stdin is None:
        raise click.UsageError("standard input is closed; give the text as an argument")
    if is_written_to(STDIN):
        raise click.UsageError(
            "standard input and output are the same file; let the output go to another one"
        )
    return sys.stdin.buffer


class Argument(NamedTuple):
    """An argument of a command, or a line of standard input that stands for one."""

    text: str
    place: str
    """Where it stands, as messages begin: ``-:7: ``; empty for what was typed."""


def arguments_of(arguments: Iterable[str]) -> Iterator[Argument]:
    """Yield the arguments of a command; for ``-``, the lines of standard input, without white space around them.

    What was printed for the lines before leaves this process before more lines are waited for.
    """
    from urlglean.document import STDIN

    for argument in arguments:
        if argument != STDIN:
            yield Argument(as_typed(argument), "")
            continue
        for number, line in enumerate(_lines(standard_input()), 1):
            if stripped := line.strip():
                yield Argument(stripped, f"{STDIN}:{number}: ")


def as_typed(argument: str) -> str:
    """Give an argument whose bytes are no UTF-8 as they look, as lines of standard input are read, too."""
    return argument if argument.isprintable() else _decoded(os.fsencode(argument))


_MARK = b"\xef\xbb\xbf"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def _lines(file: BinaryIO) -> Iterator[str]:
    """Yield lines as they come, the first without a byte-order mark; lines that are no UTF-8 as they look."""
    from urlglean.inputs.files import pieces_as_they_come

    rest, is_begun = b"", False
    pieces = pieces_as_they_come(file)
    for piece in pieces:
        if not piece and sys.stdout is not None:
            sys.stdout.flush()
        rest += piece
        if not is_begun and rest.startswith(_WIDE_MARKS):
            yield from _decoded(rest + b"".join(pieces)).split("\n")
            return
        is_begun = is_begun or len(rest) >= len(_MARK) or b"\n" in rest  # a byte order mark may come in two
        if is_begun:
            *lines, rest = rest.split(b"\n")
            yield from map(_decoded, lines)
    yield _decoded(rest)


def _decoded(line: bytes) -> str:
    try:
        return line.removeprefix(_MARK).decode()
    except UnicodeDecodeError:
        from urlglean.encoding.texts import Decoder

        return Decoder().whole(line)


# --- how a command ends ---


def exit_code_of(
    commands: click.Group, program: str, expected: Callable[[Exception], str | None] | None = None
) -> int:
    """Run the command that argv asks for; give its exit code, with a line on standard error where it failed.

    ``expected`` gives what is to be said of an error; None for one that is a fault of this program.
    """
    code: int | None = None
    try:
        # On Windows click would take a URL, or the value of an option, for a pattern or variable that a shell has left.
        code = commands.main(prog_name=program, standalone_mode=False, windows_expand_args=False)
    except click.exceptions.Exit as done:
        code = done.exit_code
    except click.ClickException as error:
        _show(error)
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except Exception as error:
        if is_interrupt(error):
            return 130
        if not _lacks_memory(error):
            say((expected and expected(error)) or _fault(error))
            return 3
    if code is None:  # what was held where it failed is let go by now
        say(_OUT_OF_MEMORY)
    return 3 if code is None else code


def _show(error: click.ClickException) -> None:
    """Print what was used wrongly, and how to use it; the names in it may be those of strangers' files."""
    from urlglean.writers.printable import printable

    shown = io.StringIO()
    error.show(shown)
    with _as_far_as_heard():
        click.echo("\n".join(map(printable, shown.getvalue().split("\n"))), err=True, nl=False)


_UNLOADED = ("failed to map segment", "annot allocate memory")
"""What systems say where a library cannot be loaded for want of memory."""


def _lacks_memory(error: BaseException) -> bool:
    """Tell whether an error says that there is no more memory, for Python itself or for a library that it loads.

    >>> _lacks_memory(MemoryError()), _lacks_memory(ImportError("x.so: failed to map segment from shared object"))
    (True, True)
    """
    return isinstance(error, MemoryError) or (
        isinstance(error, (ImportError, OSError)) and any(words in str(error) for words in _UNLOADED)
    )


_OUT_OF_MEMORY = "out of memory: the rest was not read (`ulimit -v`, or the machine, allows no more)"


def _fault(error: Exception) -> str:
    """Tell of a fault of this program in a line that can be reported."""
    import traceback
    from pathlib import Path

    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(where.filename).name}:{where.lineno}"
    return f"a fault of urlglean itself, at {place}: {type(error).__name__}: {error}"


# --- Ctrl-C, being told to end, and what must not be interrupted ---


_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that tell a process to end; Windows has not all of them."""
_ONE_WISH = 1.0
"""Within how many seconds of the first of them others mean nothing more."""


@contextmanager
def signals_heeded() -> Iterator[list[int]]:
    """Have SIGTERM and SIGHUP end the block as Ctrl-C does, so that nothing is left behind; give what came.

    Not where whoever started the program has other wishes (nohup, say). The second time the process ends at once; what
    comes right behind the first is the same wish, which goes to a process and to its group, or as two signals.
    """
    came: list[int] = []
    until = 0.0
    if threading.current_thread() is not threading.main_thread():
        yield came  # no other thread may say what signals do
        return
    numbers = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]

    def heed(number: int, _: object) -> None:
        nonlocal until
        if not came:
            until = time.monotonic() + _ONE_WISH
            came.append(number)
            raise KeyboardInterrupt
        if time.monotonic() > until:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    for number in numbers:
        signal.signal(number, heed)
    try:
        yield came
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
