"""Shows urlglean a Windows where there is none, in every process that has this folder in ``PYTHONPATH``.

To what urlglean imports, and to few others, the system is called Windows, lacks what only Unix has, and has paths with
backslashes; the disk is its drives C: and D:, both of them. Files that are open are neither renamed, replaced nor
removed, and standard streams are in the code page of Western Europe, with Windows' line breaks.
"""

from __future__ import annotations

import builtins
import errno
import io
import multiprocessing.connection
import ntpath
import os
import pathlib
import posixpath
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import ModuleType
from typing import Any

NO_MODULES = frozenset("curses fcntl grp posix pty pwd readline resource syslog termios tty".split())
SIGNALS = frozenset("SIGABRT SIGBREAK SIGFPE SIGILL SIGINT SIGSEGV SIGTERM SIG_DFL SIG_IGN".split())
LACKING: Mapping[ModuleType, frozenset[str]] = {
    os: frozenset(
        """chown chroot copy_file_range environb fchdir fchmod fchown fork forkpty fstatvfs fwalk getegid geteuid
        getgid getgroups getloadavg getpgid getpgrp getpriority getsid getuid initgroups killpg lchown lockf mkfifo
        mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn pread preadv pwrite
        pwritev readv register_at_fork sched_getaffinity sched_yield sendfile setgid setpgid setpriority setsid setuid
        splice statvfs sync sysconf ttyname uname wait wait3 wait4 waitid writev O_CLOEXEC O_DIRECTORY O_NOCTTY
        O_NOFOLLOW O_NONBLOCK O_SYNC O_TMPFILE WNOHANG""".split()
    ),
    signal: frozenset(
        """alarm getitimer pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait
        sigwaitinfo""".split()
    ).union(name for name in dir(signal) if name.startswith("SIG") and name not in SIGNALS),
    select: frozenset("epoll poll".split()),
    socket: frozenset("AF_UNIX SO_REUSEPORT".split()),
    time: frozenset("clock_gettime tzset".split()),
}


# --- processes ---


class StartupInfo:
    """What a process is started with."""

    def __init__(self, *, lpAttributeList: Mapping[str, Sequence[int]]) -> None:  # noqa: N803  (its name)
        self.handles = lpAttributeList["handle_list"]


class Popen(subprocess.Popen[bytes]):
    """A process that is told what Windows can tell it."""

    def __init__(self, command: Any, *, startupinfo: StartupInfo | None = None, **named: Any) -> None:
        if of_unix := named.keys() & {
            "pass_fds",
            "preexec_fn",
            "process_group",
            "start_new_session",
            "umask",
        }:
            raise ValueError(f"{of_unix} is not supported on Windows platforms")
        super().__init__(command, pass_fds=startupinfo.handles if startupinfo else (), **named)


def run(command: Sequence[str], **named: Any) -> subprocess.CompletedProcess[bytes]:
    """Run another program, which knows paths as they are here."""
    return subprocess.run([*map(real, command)], **named)


# --- paths ---


def real(path: Any) -> Any:
    """Give the path that a file has here."""
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not (isinstance(name, str) and re.match(r"[CD]:[\\/]|[^:]*\\", name, re.IGNORECASE)):
        return path
    return ntpath.splitdrive(name)[1].replace("\\", "/")


def shown(name: str) -> str:
    """Give the path that a file would have on Windows."""
    return f"{'C:' * name.startswith('/')}{name}".replace("/", "\\")


def abspath(path: Any) -> str:
    """Give an absolute path, without ``.`` and ``..``."""
    return ntpath.normpath(ntpath.join(shown(posixpath.abspath("")), os.fspath(path)))


def realpath(path: Any, **_: object) -> str:
    """Give the path of what a link leads to."""
    return shown(posixpath.realpath(real(abspath(path))))


def with_real(function: Callable[..., Any], paths: int) -> Callable[..., Any]:
    """Have a function that begins with so many paths take Windows', too."""

    @wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        return function(*map(real, arguments[:paths]), *arguments[paths:], **named)

    return called


def of_unopened(function: Callable[..., Any]) -> Callable[..., Any]:
    """Have a function that takes a name away fail where this process has the file open."""

    @wraps(function)
    def called(*paths: Any, **named: Any) -> Any:
        for path in paths:
            if is_open(path):
                raise PermissionError(errno.EACCES, "it is being used by another process", os.fspath(path))
        return function(*paths, **named)

    return called


def is_open(path: Any) -> bool:
    """Tell whether this process has a file open."""
    try:
        wanted = pathlib.Path(path).stat()
    except OSError:
        return False
    for descriptor in pathlib.Path("/dev/fd").iterdir():
        try:
            if os.path.samestat(descriptor.stat(), wanted):
                return True
        except OSError:
            continue
    return False


class Entry:
    """An entry of a folder: its path is as the folder's."""

    def __init__(self, entry: os.DirEntry[str], folder: str) -> None:
        self._entry = entry
        self.path = ntpath.join(folder, entry.name)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)

    def __fspath__(self) -> str:
        return self.path


class Entries:
    """The entries of a folder."""

    scandir = staticmethod(os.scandir)

    def __init__(self, folder: Any = ".") -> None:
        self._folder = folder
        self._entries = self.scandir(real(folder))

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        entry = next(self._entries)
        return entry if isinstance(self._folder, (int, bytes)) else Entry(entry, os.fspath(self._folder))

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Read no more of them."""
        self._entries.close()


if sys.version_info < (3, 12):
    pathlib._windows_flavour.is_supported = True  # type: ignore[attr-defined]


class Path(type(pathlib.Path()), pathlib.PureWindowsPath):  # type: ignore[misc]
    """The path of a file."""

    if sys.version_info < (3, 12):
        _flavour = pathlib._windows_flavour  # type: ignore[attr-defined]
    else:
        _flavour = parser = ntpath

    @classmethod
    def cwd(cls) -> Any:
        """Give the folder that this process is in."""
        return cls(abspath(""))

    def absolute(self) -> Any:
        """Give the absolute path."""
        return type(self)(self.cwd(), self)

    def resolve(self, **_: object) -> Any:
        """Give the path of what a link leads to."""
        return type(self)(realpath(self))


PATH_IN_QUERY = re.compile(r"(?<=')(?:[CD]:)?\\[^']*", re.IGNORECASE)


class Connection:
    """A database that knows files by Windows' paths."""

    def __init__(self, path: Any = ":memory:", **named: Any) -> None:
        import duckdb

        self._connection = duckdb.connect(real(path), **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def execute(self, query: str, parameters: Any = None) -> Any:
        """Run a query."""
        query = PATH_IN_QUERY.sub(lambda found: real(found[0]), query)
        return self._connection.execute(query, parameters)


# --- what urlglean is shown ---

OTHER: Mapping[str, Mapping[str, Any]] = {
    "duckdb": {"connect": Connection},
    "multiprocessing.connection": {"PipeConnection": multiprocessing.connection.Connection},
    "os": {
        "altsep": "/",
        "getcwd": lambda: abspath(""),
        "linesep": "\r\n",
        "name": "nt",
        "path": ntpath,
        "sep": "\\",
        "set_handle_inheritable": os.set_inheritable,
    },
    "pathlib": {"Path": Path},
    "subprocess": {"Popen": Popen, "STARTUPINFO": StartupInfo, "run": run},
    "sys": {"platform": "win32"},
    **{module.__name__: {} for module in (select, signal, socket, time)},
}


class AsOnWindows(ModuleType):
    """A module as it is on Windows; what is set in it is set in the module itself."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        ModuleType.__setattr__(self, "_module", module)

    def __getattribute__(self, name: str) -> Any:
        module = ModuleType.__getattribute__(self, "_module")
        if name in LACKING.get(module, ()):
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}", name=name)
        other = OTHER[module.__name__]
        return other[name] if name in other else getattr(module, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(ModuleType.__getattribute__(self, "_module"), name, value)


imported = builtins.__import__


def import_as_on_windows(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] = (),
    level: int = 0,
) -> ModuleType:
    """Import a module; for urlglean, as it is on Windows."""
    package = str((globals or {}).get("__package__") or (globals or {}).get("__name__"))
    user = package.partition(".")[0]
    module = imported(name, globals, locals, fromlist, level)
    if level or user != "urlglean":
        return AsOnWindows(module) if user == "click" and module is os else module
    if name.partition(".")[0] in NO_MODULES:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return AsOnWindows(module) if module.__name__ in OTHER else module


for function in "access chdir chmod link listdir lstat mkdir open readlink rmdir stat utime".split():
    setattr(os, function, with_real(getattr(os, function), 1 + (function == "link")))
for function in "remove rename replace unlink".split():
    setattr(os, function, of_unopened(with_real(getattr(os, function), 2)))
os.scandir = Entries  # type: ignore[assignment, misc]
io.open = builtins.open = with_real(open, 1)
ntpath.abspath, ntpath.realpath = abspath, realpath  # type: ignore[assignment]
for stream in ("stdin", "stdout", "stderr"):
    if (given := getattr(sys, stream)) is not None:
        line_break = None if given is sys.stdin else "\r\n"
        there = io.TextIOWrapper(given.detach(), "cp1252", given.errors, line_break, given.line_buffering)
        setattr(sys, stream, there)
        setattr(sys, f"__{stream}__", there)
builtins.__import__ = import_as_on_windows  # type: ignore[assignment]
