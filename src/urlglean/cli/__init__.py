"""The commands: what is read from argv, what is printed, the progress bar, the exit codes.

Each command has a module of its own, loaded when it is asked for: `extract`, `unique`, `frontier`, `check`, `show`;
`references` has `resolve`, `normalize` and `explain`, `topics` is ``urlglean help``. `output` says where output goes
and how it is written, `help` what stands below each help text, and what is said of a slip.

Doors, for the same commands on a cluster: `command_of`, here; `options`, `run` and `frontier`, what they ask;
`terminal`, what they say.
"""

from __future__ import annotations

import atexit
import gc
import sys
from collections import UserDict
from importlib import import_module
from typing import Any, NoReturn

import click

from urlglean.cli.help import epilog, hint_for_command, hint_for_option
from urlglean.cli.terminal import (
    exit_code_of,
    leaving_where_unwritten,
    say,
    signals_heeded,
    stand_in_for_closed_ones,
)
from urlglean.errors import StoreError, WorkerError

__all__ = ["command_of", "main"]

_COMMANDS = {
    **{name: name for name in ("check", "extract", "frontier", "show", "unique")},
    **dict.fromkeys(("explain", "normalize", "resolve"), "references"),
    "help": "topics",
}
"""The commands, and the module of each, where it is called ``command`` if it is the only one there."""


def main() -> NoReturn:
    """Run the command that argv asks for, and leave with its exit code."""
    stand_in_for_closed_ones()
    with signals_heeded() as came:
        code = exit_code_of(commands, "urlglean")
    atexit.register(_let_go)
    sys.exit(128 + came[0] if came else code)


def _let_go() -> None:
    """Leave what goes with the process to the system: to look for circles in it takes a tenth of a short run."""
    if "duckdb" not in sys.modules:  # which counts what is left of it, and complains
        gc.freeze()


def command_of(name: str) -> click.Command:
    """Load the command of a name; raise KeyError where there is none."""
    module = import_module(f"{__name__}.{_COMMANDS[name]}")
    command: click.Command = getattr(module, f"{name}_command", None) or module.command
    return command


class _LoadedWhenAsked(UserDict[str, Any]):
    """Commands by name: no run loads what only others need."""

    def __getitem__(self, name: str) -> click.Command:
        return command_of(name)


class _Commands(click.Group):
    """The group of commands, with an eye on standard output that click itself has not, and with hints."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the arguments; print help or the version where they ask for it."""
        with leaving_where_unwritten():
            return super().make_context(info_name, args, parent, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            hint = hint_for_command(args[0])
            if error.possibilities or not hint:
                raise
            raise click.UsageError(f"{error.message} {hint}", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; give its exit code."""
        try:
            with leaving_where_unwritten():
                try:
                    code = super().invoke(ctx)
                except (StoreError, WorkerError) as error:  # a full disk, say
                    say(str(error))
                    code = 3
                if sys.stdout is not None:
                    sys.stdout.flush()
        except click.NoSuchOption as error:
            hint = hint_for_option(error)
            if not hint:
                raise
            raise click.UsageError(f"{error.message} {hint}", error.ctx) from None
        except click.UsageError as error:
            if error.ctx is None and ctx.invoked_subcommand:  # an option that lacks its value
                command = self.get_command(ctx, ctx.invoked_subcommand)
                if command is not None:
                    error.ctx = click.Context(command, ctx, ctx.invoked_subcommand)
            raise
        return code


@click.group(
    cls=_Commands,
    commands=_LoadedWhenAsked(dict.fromkeys(_COMMANDS)),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=epilog(
        "urlglean extract notes.txt      every occurrence",
        "urlglean unique archive.mbox    each URL once",
        "urlglean help                   all topics: options, formats, rules ...",
    ),
)
@click.version_option(None, "-V", "--version", package_name="urlglean", prog_name="urlglean")
def commands() -> None:
    """Find URLs in prose, mail and HTML: exactly delimited, resolved, each once, with every place."""
