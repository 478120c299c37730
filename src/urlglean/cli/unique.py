"""``urlglean unique``: each distinct URL once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from urlglean.cli import options
from urlglean.cli.help import epilog
from urlglean.cli.output import check_output, output_for, output_option, written_to
from urlglean.cli.run import Request, Run, bar_for
from urlglean.links.distinct import Grouping
from urlglean.writers import FORMATS


@click.command(
    "unique",
    short_help="Print each distinct URL once: count, URL, first place.",
    epilog=epilog(
        "urlglean unique archive.mbox",
        "urlglean unique --sort count --host example.org docs/",
        "urlglean unique --format url notes.txt | wget -i -",
    ),
)
@options.input_options
@options.key_options
@options.choice(
    "--sort",
    words=("first", "count", "url"),
    default="first",
    help="In the order found, by number of places, or by URL.",
)
@options.flag("--relative", help="Keep relative references without a base, counted for each page by itself.")
@output_option
@options.jobs_option
def command(
    rung: str,
    steps: tuple[str, ...],
    redirects: tuple[tuple[str, str], ...],
    sort: str,
    output: Path | None,
    jobs: int,
    *,
    relative: bool,
    **given: Any,
) -> int:
    """Print each distinct URL once: how often it was found, the URL, its first place.

    Two URLs count as one when they are equal after normalization up to --rung. --format jsonl gives every place.
    Relative references without a base are left out, and their number is told; --relative keeps them, and so do the
    formats jsonl, csv and parquet.
    """
    options.check_steps(rung, steps, redirects)
    form = FORMATS[given["form"]]
    request = Request.of(**given, relative=relative or form.has_rows)
    grouping = Grouping(rung=rung, steps=steps, redirects=redirects, keep=None if form.has_places else 1)
    with written_to(output) as written:
        check_output(request.form)
        with Run(request, bar_for(writes_meanwhile=False), jobs, written=written) as run:
            if not run.is_shared:
                grouping.take(run.links())
            else:
                run.share(grouping.product, grouping.add)
        form.write_distinct(grouping.sorted(sort), output_for(request.form))
    return run.finish()
