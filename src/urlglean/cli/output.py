"""The formats of output: which writer each has, and what it writes to."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import BinaryIO, TextIO

import click
from click.core import ParameterSource

from urlglean.cli.interrupts import load_duckdb
from urlglean.cli.terminal import output
from urlglean.writers import ROWS, ROWS_TOLD

__all__ = [
    "ROWS",
    "ROWS_TOLD",
    "check_key",
    "check_no_output",
    "check_output",
    "output_for",
    "writer_of",
]


def writer_of(form: str) -> ModuleType:
    """Give the module that writes a format."""
    if form == "url":
        from urlglean.writers import url

        return url
    if form == "jsonl":
        from urlglean.writers import jsonl

        return jsonl
    if form == "csv":
        from urlglean.writers import csv

        return csv
    if form == "parquet":
        load_duckdb()
        from urlglean.writers import parquet

        return parquet
    from urlglean.writers import text

    return text


def output_for(form: str) -> TextIO | BinaryIO:
    """Give standard output as the writer of a format takes it."""
    out = output()
    return out.buffer if form == "parquet" else out


def check_output(form: str, name: str = "links.parquet") -> None:
    """Refuse to write to a terminal what is no text; ``name`` is a file to write to instead."""
    if form == "parquet" and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError(f"Parquet is no text; send it to a file: --format parquet --output {name}")


def check_key(context: click.Context, form: str) -> None:
    """Refuse ``--rung`` in a format that has no keys."""
    if form not in ROWS and context.get_parameter_source("rung") is not ParameterSource.DEFAULT:
        raise click.UsageError(
            f"--rung is how keys are made, which --format {form} has not; add {ROWS_TOLD}, or --into"
        )


def check_no_output(context: click.Context) -> None:
    """Refuse ``--format`` and ``--output`` where ``--into`` says what is written, and where."""
    for parameter, option in (("form", "--format"), ("output", "--output")):
        if context.get_parameter_source(parameter) is not ParameterSource.DEFAULT:
            raise click.UsageError(
                f"--into writes a DuckDB file, so {option} has no meaning; leave one of them out"
            )
