"""The options that say how far URLs are normalized."""

from __future__ import annotations

import click

from urlglean.cli.option_values import OneOf, redirect_pairs
from urlglean.errors import UrlgleanError
from urlglean.uri.normalize import RUNGS, STEPS, normalizer

__all__ = ["check_steps", "redirect_option", "rung_option", "step_option"]

_MERGING_STEPS = tuple(name for name, step in STEPS.items() if step.merges)

rung_option = click.option(
    "--rung",
    type=OneOf([*RUNGS]),
    default="scheme",
    show_default=True,
    help="How far URLs are normalized for their key (RFC 3986 section 6.2).",
)
step_option = click.option(
    "--step",
    "steps",
    type=OneOf([*STEPS]),
    multiple=True,
    metavar="NAME",
    help=f"Add a step that can make one of URLs that differ: {', '.join(_MERGING_STEPS)}. *",
)
redirect_option = click.option(
    "--redirect",
    "redirects",
    nargs=2,
    callback=redirect_pairs,
    multiple=True,
    metavar="FROM TO",
    help="For --rung protocol: FROM redirects to TO. *",
)


def check_steps(rung: str, steps: tuple[str, ...], redirects: tuple[tuple[str, str], ...]) -> None:
    """Refuse steps that do not go together."""
    if redirects and rung != "protocol":
        raise click.UsageError("--redirect has a meaning on one rung alone; add --rung protocol")
    try:
        normalizer(rung=rung, steps=steps, redirects=redirects)
    except UrlgleanError as error:
        raise click.UsageError(str(error)) from None
