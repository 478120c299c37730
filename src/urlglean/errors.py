"""The errors urlglean raises: each says what is wrong, points at it, and says what to type next.

Errors
------

Nothing gets lost in silence. What is damaged or can't be read is named once on standard error, with its place, and the
rest goes on; the exit code is 3 where something of it was lost, which what could be put right is not. What can't be
resolved is a row without a URL, and its ``notes`` say why. Control characters never reach your terminal: they are shown
as escapes.

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

from collections.abc import Container, Iterable

__all__ = [
    "InputError",
    "ReferenceSyntaxError",
    "StoreError",
    "StoreWriteError",
    "UrlgleanError",
    "UrlgleanWarning",
    "WorkerError",
    "refuse_one_string",
    "require_callable",
    "require_container",
    "require_count",
    "require_flags",
    "require_known",
    "require_text",
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

    The message shows the string, ``source``, with carets under ``source[start:end]`` (offsets in code points).
    """

    def __init__(self, message: str, *, source: str, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end
        marker = " " * start + "^" * max(1, end - start)
        super().__init__(f"{message}\n    {source}\n    {marker}")


class UrlgleanWarning(UserWarning):
    """Something in the input was damaged; the rest went on."""


def require_text(**arguments: object) -> None:
    """Raise a TypeError for the first argument that is no string; to be asked where one has made trouble.

    >>> require_text(url=None)
    Traceback (most recent call last):
    TypeError: url is to be a string, not NoneType
    """
    for name, value in arguments.items():
        if not isinstance(value, str):
            raise TypeError(f"{name} is to be a string, not {type(value).__name__}") from None


def refuse_one_string(**arguments: object) -> None:
    """Raise a TypeError for the first argument that is a string where several are meant.

    >>> refuse_one_string(hosts=["a.example"], steps="strip-www")
    Traceback (most recent call last):
    TypeError: steps='strip-www' is one string: write steps=['strip-www']
    """
    for name, value in arguments.items():
        if isinstance(value, str):
            raise TypeError(f"{name}={value!r} is one string: write {name}=[{value!r}]")


def require_callable(**arguments: object) -> None:
    """Raise a TypeError for the first argument that is there and can't be called.

    >>> require_callable(on_problem=None, on_attachment=[])
    Traceback (most recent call last):
    TypeError: on_attachment is to be a function, not list
    """
    for name, value in arguments.items():
        if not (value is None or callable(value)):
            raise TypeError(f"{name} is to be a function, not {type(value).__name__}")


def require_container(**arguments: object) -> None:
    """Raise a TypeError for the first argument that is one string, or can't be asked again and again what is in it.

    >>> require_container(known={"http://a/"})
    >>> require_container(known=iter(["http://a/"]))
    Traceback (most recent call last):
    TypeError: known is to be a container, such as a set of strings, not list_iterator
    """
    refuse_one_string(**arguments)
    for name, value in arguments.items():
        if not isinstance(value, Container) or isinstance(value, bytes):
            kind = type(value).__name__
            raise TypeError(f"{name} is to be a container, such as a set of strings, not {kind}")


def require_count(**arguments: object) -> None:
    """Raise a TypeError for the first argument that is no whole number.

    >>> require_count(keep=True)
    Traceback (most recent call last):
    TypeError: keep is to be a whole number, not True
    """
    for name, value in arguments.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name} is to be a whole number, not {value!r}")


def require_flags(**arguments: object) -> None:
    """Raise a TypeError for the first argument that is neither True nor False: ``"no"`` would count as yes.

    >>> require_flags(emails=True, refang="no")
    Traceback (most recent call last):
    TypeError: refang is to be True or False, not 'no'
    """
    for name, value in arguments.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} is to be True or False, not {value!r}")


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
