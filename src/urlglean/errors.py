"""The errors urlglean raises: each says what is wrong, points at it, and says what to type next.

Errors
------

Nothing gets lost in silence. What is damaged or cannot be read is named once on standard error, with its place, and the
rest is read. The exit code is 3 where something was lost; damage that could be repaired does not count. A reference
that cannot be resolved is a row without a URL, and its ``notes`` say why. Control characters never reach your terminal:
they are shown as escapes.

    $ printf 'see http://a.org/' | urlglean extract - nothere.txt; echo "exit code $?"
    -:1:5  http://a.org/
    urlglean: nothere.txt: cannot be read: No such file or directory
    exit code 3
    $ urlglean resolve --dialect whatwg 'http://a b/'
    urlglean: no host (a domain name, an IPv4 address, an [IPv6] address) with a port below 65536
        http://a b/
               ^^^
    $ urlglean uniq corpora
    Usage: urlglean [OPTIONS] COMMAND [ARGS]...
    Try 'urlglean --help' for help.

    Error: No such command 'uniq'. Did you mean 'unique'?

In the library, every error raised on purpose is a ``UrlgleanError``, except a ``TypeError`` for an argument of a wrong
type or an option that does not exist. Damage in the input is a ``UrlgleanWarning`` at the line of yours that asked for
Links; with ``on_problem=``, your function gets it as a ``Problem`` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial
from types import MappingProxyType, UnionType
from typing import Any, get_args
from unicodedata import combining, east_asian_width

__all__ = [
    "InputError",
    "ReferenceSyntaxError",
    "StoreError",
    "StoreWriteError",
    "UrlgleanError",
    "UrlgleanWarning",
    "WorkerError",
    "is_interrupt",
    "refuse_one_string",
    "require",
    "require_known",
]


class UrlgleanError(ValueError):
    """The base of every error this package raises on purpose."""


class InputError(UrlgleanError):
    """An input (a file, a folder, a message, a record) could not be read or understood."""


class StoreError(UrlgleanError):
    """A file cannot be used as a store: it is none, or another one than asked for, or somebody else uses it."""


class StoreWriteError(StoreError):
    """A store, or a file that goes with one, cannot be written: the disk is full, say."""


class WorkerError(UrlgleanError):
    """A process that was to do a part of the work cannot be started, or failed at it."""


class ReferenceSyntaxError(UrlgleanError):
    """A string is not what the grammar of RFC 3986 asks for at this place.

    The message shows the string, ``source``, with carets under ``source[start:end]`` (offsets in code points); what
    cannot be printed of it is an escape there.
    """

    def __init__(self, message: str, *, source: str, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end
        self._message = message
        before, meant, behind = map(_shown, (source[:start], source[start:end], source[end:]))
        marker = " " * _columns(before) + "^" * max(1, _columns(meant))
        super().__init__(f"{message}\n    {before}{meant}{behind}\n    {marker}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how it is made anew, when another process is told of it."""
        return partial(type(self), source=self.source, start=self.start, end=self.end), (self._message,)


def _shown(text: str) -> str:
    r"""Give a text with escapes for what would break its line, or not be seen in it.

    >>> _shown("a\tbä\n")
    'a\\tbä\\n'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def _columns(text: str) -> int:
    """Give the columns that a terminal takes for a text (Unicode Standard Annex 11).

    >>> _columns("例e\u0301")
    3
    """
    if text.isascii():
        return len(text)
    return sum(1 + (east_asian_width(sign) in "WF") - (combining(sign) > 0) for sign in text)


class UrlgleanWarning(UserWarning):
    """Something in the input was damaged; the rest went on."""


_TYPES: Mapping[Any, tuple[str, Callable[[object], bool]]] = MappingProxyType(
    {
        str: ("a string", lambda value: isinstance(value, str)),
        bool: ("True or False", lambda value: isinstance(value, bool)),
        int: ("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
        Callable: ("a function", lambda value: value is None or callable(value)),
        Container: (
            "a container, such as a set of strings",
            lambda value: isinstance(value, Container) and not isinstance(value, (str, bytes)),
        ),
    }
)
"""What an argument may be required to be: in words, and a test for it."""


def require(kind: Any, /, **arguments: object) -> None:
    """Raise a TypeError for the first argument that is not of a type.

    ``kind`` is ``str``, ``bool`` (the string ``"no"`` would count as yes), ``int`` (which True is none of),
    ``Callable`` (None may stand for one), ``Container`` (what can be asked again and again what is in it, and is
    not one string), or a class; or one of these ``| None``.

    >>> require(str, url=None)
    Traceback (most recent call last):
    TypeError: url is to be a string, not NoneType
    >>> require(bool, emails=True, refang="no")
    Traceback (most recent call last):
    TypeError: refang is to be True or False, not 'no'
    >>> require(Container, known=iter(["http://a/"]))
    Traceback (most recent call last):
    TypeError: known is to be a container, such as a set of strings, not list_iterator
    >>> require(InputError, error="no such file")
    Traceback (most recent call last):
    TypeError: error is to be an InputError, not str
    """
    if isinstance(kind, UnionType):
        kind, _ = get_args(kind)
        arguments = {name: value for name, value in arguments.items() if value is not None}
    known = _TYPES.get(kind)
    for name, value in arguments.items():
        if not (known[1](value) if known else isinstance(value, kind)):
            if kind is Container:
                refuse_one_string(**{name: value})
            wanted = known[0] if known else _one_of(kind)
            given = repr(value) if kind in {bool, int} else type(value).__name__
            raise TypeError(f"{name} is to be {wanted}, not {given}")


def _one_of(kind: type) -> str:
    name = kind.__name__
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def refuse_one_string(**arguments: object) -> None:
    """Raise a TypeError for the first argument that is a string where several are meant.

    >>> refuse_one_string(hosts=["a.example"], steps="strip-www")
    Traceback (most recent call last):
    TypeError: steps='strip-www' is one string: write steps=['strip-www']
    """
    for name, value in arguments.items():
        if isinstance(value, str):
            raise TypeError(f"{name}={value!r} is one string: write {name}=[{value!r}]")


def require_known(what: str, names: Iterable[object], known: Iterable[str]) -> None:
    """Raise `UrlgleanError` for the first of some names that is none of those there are.

    >>> require_known("sort", ["size"], ("first", "count"))
    Traceback (most recent call last):
    urlglean.errors.UrlgleanError: there is no sort 'size'; choose one of first, count
    """
    known = tuple(known)
    for name in names:
        if name not in known:
            raise UrlgleanError(f"there is no {what} {name!r}; choose one of {', '.join(known)}")


_INTERRUPTED_IN_DUCKDB = "Query interrupted"
"""What DuckDB says, in a RuntimeError, of a Ctrl-C that came while it was at work."""


def is_interrupt(error: BaseException) -> bool:
    """Tell whether an error is what has been made of Ctrl-C: by DuckDB, or by Python, where a class was being made."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt) or str(cause) == _INTERRUPTED_IN_DUCKDB:
            return True
        cause = cause.__cause__ or cause.__context__
    return False
