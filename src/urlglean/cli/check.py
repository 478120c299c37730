"""``urlglean check``: whether links lead somewhere."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.findings import Report
from urlglean.check.reports import CHECK_FORMATS, report_writer
from urlglean.check.slugs import RENDERERS
from urlglean.cli.help import CHECK_CODES, EXIT_CODES, epilog
from urlglean.cli.options import (
    PAGE_PARTS,
    OneOf,
    absolute,
    chosen_options,
    include_option,
    named_options,
    patterns,
    stacked,
)
from urlglean.cli.output import output_option, written_to
from urlglean.cli.terminal import output as standard_output
from urlglean.cli.terminal import say, tell
from urlglean.document import STDIN, ReadOptions
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice

_tree_options = stacked(
    click.option(
        "--root-dir",
        type=click.Path(exists=True, file_okay=False),
        metavar="DIR",
        help="What / at the beginning of a link is. Default: the folder named, for documentation the repository's.",
    ),
    click.option(
        "--site-url",
        callback=absolute,
        metavar="URL",
        help="Where the tree is published: links to it are looked up on the disk.",
    ),
    click.option(
        "--slugs",
        type=OneOf([*RENDERERS]),
        help="Whose rule makes fragments of headings. Default: as mkdocs.yml and its like tell, else github.",
    ),
    click.option("--offline", is_flag=True, help="Ask no server; links to others are told as not checked."),
    click.option(
        "--exclude",
        callback=patterns,
        multiple=True,
        metavar="REGEX",
        help="No links whose URL, or text, this is found in. *",
    ),
)


@click.command(
    "check",
    short_help="Tell which links of documentation lead nowhere, and why.",
    epilog=epilog(
        "urlglean check docs README.md",
        "urlglean check --offline --root-dir site site",
        "urlglean check --format sarif -o links.sarif docs",
        codes=EXIT_CODES | CHECK_CODES,
    ),
)
@named_options
@_tree_options
@include_option()
@chosen_options
@click.option(
    "--format",
    "form",
    type=OneOf([*CHECK_FORMATS]),
    default="text",
    show_default=True,
    help="How the report is written (urlglean help check-formats).",
)
@output_option
def command(
    paths: tuple[str, ...],
    kind: str | None,
    encoding: str | None,
    root_dir: str | None,
    site_url: str | None,
    slugs: str | None,
    exclude: tuple[re.Pattern[str], ...],
    include: tuple[str, ...],
    only_files: tuple[re.Pattern[str], ...],
    skip_files: tuple[re.Pattern[str], ...],
    form: str,
    output: Path | None,
    *,
    offline: bool,
    quiet: bool,
) -> int:
    """Tell which links lead nowhere, as file:line:column: URL: what is wrong; what to do.

    Reads Markdown, reStructuredText, notebooks, HTML and all that extract reads. Links into the tree are looked
    up on the disk, with their fragments; servers are asked about others, about each URL once.
    """
    parts: dict[str, Any] = {PAGE_PARTS[name]: True for name in include}
    options = CheckOptions(
        root_dir=root_dir,
        site_url=site_url,
        slugs=slugs,
        offline=offline,
        excluded=exclude,
        reading=ReadOptions(undefined=True, **parts),
        inputs=InputOptions(kind=kind, encoding=encoding),
        choice=Choice(only_files, skip_files),
    )
    with written_to(output):
        report = check_paths(paths or _piped(), options)
        report_writer(form).write(report, standard_output())
    return _told(report, quiet=quiet)


def _piped() -> tuple[str, ...]:
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("name what to check: a file, a folder, or - for standard input")
    return (STDIN,)


def _told(report: Report, *, quiet: bool) -> int:
    """Tell what could not be read; give the exit code."""
    for problem in report.problems:
        if problem.lost or not quiet:
            tell(problem)
    if not report.sources and not quiet:
        say("no file was read")
    return report.exit_code
