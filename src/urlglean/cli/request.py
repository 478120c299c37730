"""What a user asked of the inputs."""

from __future__ import annotations

import os
import re
import stat
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from urlglean.cli.options import PAGE_PARTS
from urlglean.document import STDIN, ReadOptions
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice
from urlglean.links.wanted import Wanted

if TYPE_CHECKING:
    from urlglean.store.records import Reading as StoreReading

__all__ = ["DELIMIT_FLAGS", "Request"]

DELIMIT_FLAGS = ("schemeless", "emails", "network_path", "refang")
"""The flags that say what else is found in text."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asked of the inputs, as the commands that read them share it."""

    paths: tuple[str, ...]
    kind: str | None
    encoding: str | None
    base: str | None
    include: tuple[str, ...]
    form: str
    dialect: str | None = None
    schemeless: bool = False
    emails: bool = False
    network_path: bool = False
    refang: bool = False
    schemes: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    exclude: tuple[re.Pattern[str], ...] = ()
    no_text: bool = False
    no_footers: bool = False
    unwrap_redirectors: bool = False
    only_files: tuple[re.Pattern[str], ...] = ()
    skip_files: tuple[re.Pattern[str], ...] = ()
    quiet: bool = False

    @property
    def inputs(self) -> InputOptions:
        """What the inputs are said to be."""
        return InputOptions(kind=self.kind, encoding=self.encoding, base=self.base)

    @property
    def reading(self) -> ReadOptions:
        """What readers are asked for."""
        delimit = {name: True for name in DELIMIT_FLAGS if getattr(self, name)}
        parts = {PAGE_PARTS[name]: True for name in self.include}
        return ReadOptions(
            delimit=delimit,
            text=not self.no_text,
            footers=not self.no_footers,
            unwrap_redirectors=self.unwrap_redirectors,
            **parts,
        )

    @property
    def sources(self) -> tuple[str, ...]:
        """The paths; standard input where none is given and something is piped in."""
        if self.paths:
            return self.paths
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("name what to read: a file, a folder, or - for standard input")
        return (STDIN,)

    @property
    def choice(self) -> Choice:
        """Which files of folders are read."""
        return Choice(self.only_files, self.skip_files)

    @property
    def waits_for_input(self) -> bool:
        """Whether standard input is read and is no file, so that more of it may take a while."""
        try:
            return STDIN in self.sources and not stat.S_ISREG(os.fstat(sys.stdin.fileno()).st_mode)
        except (OSError, AttributeError):  # it is closed, or a file in memory
            return False

    @property
    def wants(self) -> Wanted | None:
        """Give a test for the Links that pass --scheme, --host and --exclude; None where all do."""
        return Wanted(frozenset(self.schemes), self.hosts, self.exclude) or None

    @property
    def stored(self) -> StoreReading:
        """How the inputs are to be read into a store."""
        from urlglean.store.records import Reading

        wanted = (sorted(self.schemes), sorted(self.hosts), [one.pattern for one in self.exclude])
        return Reading(self.inputs, self.reading, self.dialect, self.wants, repr(wanted))
