"""``urlglean extract``: every occurrence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from urlglean.cli import options
from urlglean.cli.help import epilog
from urlglean.cli.output import check_key, check_output, goes_into, output_for, output_option, written_to
from urlglean.cli.run import Request, Run, bar_for
from urlglean.cli.terminal import output as standard_output
from urlglean.cli.terminal import say
from urlglean.document import STDIN
from urlglean.errors import is_interrupt
from urlglean.reports import counted
from urlglean.writers import FORMATS
from urlglean.writers.printable import printable


@click.command(
    "extract",
    cls=options.Configured,
    epilog=epilog(
        "urlglean extract notes.txt page.html",
        "urlglean extract --format jsonl -o links.jsonl ~/Mail",
        "urlglean extract --into urls.duckdb ~/Mail",
        "curl -s https://example.com/ | urlglean extract --kind html --base https://example.com/ -",
    ),
)
@options.input_options
@options.rung_option
@options.new_file(
    "--into",
    help="Put the occurrences into this DuckDB file; the next run goes on there and reads what is new.",
)
@output_option
@options.jobs_option
@click.pass_context
def command(
    context: click.Context, /, rung: str, into: Path | None, output: Path | None, jobs: int, **given: Any
) -> int:
    """Print every occurrence of a URL, as file:line:column and URL.

    Reads text, pages, mail, documentation and web archives, and all files of a folder; also packed with gzip, bzip2,
    xz or Zstandard. In an archive of mail the file is given as archive.mbox@OFFSET#PART, and lines are counted in the
    decoded part. The key (--rung) is a column of jsonl, csv and parquet.
    """
    request = Request.of(**given)
    if into is not None and goes_into(context):
        if str(into) == STDIN:
            raise click.UsageError(
                "--into is a file that runs go back to: give it a name, such as urls.duckdb"
            )
        return _fill(into, Run(request, bar_for(writes_meanwhile=False), jobs, written=(into,)), rung)
    check_key(context, request.form)
    with written_to(output) as written:
        check_output(request.form)
        with Run(request, bar_for(writes_meanwhile=True), jobs, written=written) as run:
            _extract(run, rung)
    return run.finish()


def _extract(run: Run, rung: str) -> None:
    """Write every Link, found in this process or in several."""
    form = FORMATS[run.request.form]
    out = output_for(form.name)
    if not form.is_binary and run.request.waits_for_input:
        out.reconfigure(line_buffering=True)  # whoever watches sees what is found when it is found
    if not run.is_shared:
        form.write_links(run.links(), out, rung=rung)
        return
    from urlglean.jobs.reading import RowLines, TextLines

    if form.is_binary:
        from urlglean.writers.parquet import table_of_links

        with table_of_links(out) as take:
            run.share(RowLines(rung), take)
    else:
        form.write_links((), out, rung=rung)  # what it begins with
        run.share(TextLines(form.write_links, rung, out.encoding), out.write)


def _fill(path: Path, run: Run, rung: str) -> int:
    """Read the inputs into a store; print what it holds then."""
    from urlglean.store.store import Store

    with options.wrong_use():
        store = Store(path, rung=rung)
    with run, store:
        try:
            new, as_before = run.fill(store)
        except BaseException as error:
            if is_interrupt(error):
                say(f"interrupted; what {path} holds is complete, and the same command goes on from there")
            raise
        contents = store.contents()
    run.found = contents.occurrences
    documents = counted(contents.documents, "document")
    before = f", {as_before:,} of them as before" if as_before else ""
    occurrences = (
        f"{counted(contents.occurrences, 'occurrence')} ({new:,} new) of {counted(contents.urls, 'URL')}"
    )
    standard_output().write(f"{printable(str(path))}: {occurrences} in {documents}{before}\n")
    return run.finish()
