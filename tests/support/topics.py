"""The topics of ``urlglean help`` as texts."""

from __future__ import annotations

import click

from urlglean.cli import commands
from urlglean.cli.topics import TOPICS, text_of


def topic(name: str, width: int = 78) -> str:
    """Give the text of a topic, wrapped to a width; 78 is that of a terminal of 80."""
    return text_of(TOPICS[name], click.Context(commands, info_name="urlglean"), width)
