"""What helps whoever types: examples and exit codes below each help text, and what to type instead of a mistake."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import click

EXIT_CODES = {
    0: "found",
    1: "nothing found",
    2: "wrong use",
    3: "some input could not be read, or not all of it",
    130: "interrupted (Ctrl-C)",
    143: "terminated (SIGTERM)",
}
"""What the exit code of every command says; a closed pipe is no error."""


CHECK_CODES = {0: "all links are good", 1: "something is broken", 3: "something could not be checked or read"}
"""What the exit code of ``check`` says otherwise."""


def epilog(*examples: str, codes: Mapping[int, str] = EXIT_CODES) -> str:
    """Give the end of a help text; a backspace keeps click from filling the paragraph after it."""
    told = ", ".join(f"{code} {meaning}" for code, meaning in codes.items())
    lines = "\n".join(f"  {example}" for example in examples)
    return f"\b\nExamples:\n{lines}\n\nOptions with a * may be given more than once. Exit codes: {told}."


# --- what to type instead ---


def hint_for_command(word: str) -> str:
    """Say what to type for a word that is no command; an empty string where there is nothing to say.

    >>> hint_for_command("http://a/")
    'To normalize a URL: urlglean normalize http://a/'
    >>> hint_for_command("nonsense")
    ''
    """
    from shlex import quote

    from urlglean.document import STDIN

    if word == STDIN or names_a_file(word):
        return f"To find the URLs in it: urlglean extract {quote(word)}"
    if "://" in word:
        return f"To normalize a URL: urlglean normalize {quote(word)}"
    return "Did you mean 'urlglean --version'?" if word == "version" else ""


def hint_for_option(error: click.NoSuchOption) -> str:
    """Say how to type what begins as an option does and is none; an empty string where an option was meant."""
    if others := _commands_with(error):
        return f"It is an option of {' and '.join(others)}."
    if error.possibilities or error.ctx is None:
        return ""
    known = {name for parameter in error.ctx.command.get_params(error.ctx) for name in parameter.opts}
    for word in sys.argv[1:]:
        meant = f"-{word.partition('=')[0]}"
        if meant in known and error.option_name[1:] in word:  # which has letters of options before it, maybe
            return f"Did you mean {meant!r}?"
    return f"What begins with - and is no option goes behind --: {error.ctx.command_path} -- ..."


def _commands_with(error: click.NoSuchOption) -> list[str]:
    """Name the commands that have the option that this one has not."""
    parent = error.ctx.parent if error.ctx is not None else None
    group = parent.command if parent is not None else None
    if parent is None or not isinstance(group, click.Group):
        return []
    return [
        f"'{parent.command_path} {name}'"
        for name in group.list_commands(parent)
        if (command := group.get_command(parent, name)) is not None
        and any(error.option_name in parameter.opts for parameter in command.params)
    ]


def names_a_file(word: str) -> bool:
    """Tell whether there is a file or folder of this name."""
    return os.path.exists(word)  # noqa: PTH110  (False for any name that none can have; Path raises for some)
