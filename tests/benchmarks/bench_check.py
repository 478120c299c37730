"""Links checked on one loopback site with known faults: ``urlglean check`` beside other checkers of links.

The same links stand in Markdown, reStructuredText and HTML, as each of the others reads one of them. Every broken link
has ``fault-`` in its URL and every sound one ``sound-``, some of which tempt to false alarms: servers that refuse HEAD,
or lie about it, slow ones, redirects. The others are programs, found on PATH: ``linkinator`` and
``markdown-link-check`` of npm, ``sphinx-build``, ``linkchecker``. Each runs as a user would start it, with its usual
settings.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from side_by_side import Contender, Table, Work, main, measure

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.web_server import listening

_PER_PAGE = 20
_ODD = 4
"""How many links of a page are odd ones: a fault, or what tempts to a false alarm."""
_PAGE = f'<!DOCTYPE html><title>A page</title><h1 id="here">Here</h1><p>{"text " * 800}'
_HANG = 600
_TOKEN = re.compile(r"fault-[0-9]+")

FAULTS = (
    "{server}/missing/{token}",
    "{server}/gone/{token}",
    "{server}/error/{token}",
    "{server}/to-missing/{token}",
    "{server}/loop/{token}",
    "{server}/reset/{token}",
    "{closed}/{token}",
    "http://{token}.invalid/",
    "{server}/page/a#{token}",
    "{token}.html",
    "page-0.{suffix}#{token}",
)
"""What is broken: statuses, redirects, connections, names, fragments here and there, files."""
TEMPTING = (
    "{server}/refused-head/{token}",
    "{server}/lying-head/{token}",
    "{server}/slow/{token}",
    "{server}/to-page/{token}",
    "{server}/page/{token}?a=1&b=(2)#here",
    "{server}/page/%C3%A9-{token}",
    "page-0.{suffix}#heading",
)
"""What is sound, and may look broken."""


# --- the server ---


def _status_of(method: str, kind: str) -> tuple[str, str]:
    """Give the status of what is asked, and what a redirect leads to."""
    if kind.endswith("-head"):
        refused = "405 Method Not Allowed" if kind == "refused-head" else "404 Not Found"
        return ("200 OK" if method == "GET" else refused), ""
    redirects = {"to-page": "/page/x", "to-missing": "/missing/x"}
    if kind in redirects:
        return "302 Found", redirects[kind]
    statuses = {"missing": "404 Not Found", "gone": "410 Gone", "error": "500 Internal Server Error"}
    return statuses.get(kind, "200 OK"), ""


async def _serve(pages: Path, incoming: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
    try:
        while True:
            method, target, _ = (await incoming.readuntil(b"\r\n\r\n")).decode("latin-1").split(" ", 2)
            path = target.partition("?")[0]
            kind = path.split("/")[1]
            if kind == "reset":
                out.transport.abort()
                return
            if kind == "slow":
                await asyncio.sleep(0.2)
            status, location = _status_of(method, kind) if kind != "loop" else ("302 Found", target)
            body = _PAGE
            if kind == "docs":
                file = pages / (path.rpartition("/")[2] or "index.html")
                status, body = ("200 OK", file.read_text()) if file.exists() else ("404 Not Found", "")
            head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
            head += f"Location: {location}\r\n" if location else ""
            out.write(f"{head}\r\n{body if method == 'GET' else ''}".encode())
            await out.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        out.close()


# --- the site ---


class Site(NamedTuple):
    """The same links in three forms."""

    folder: Path
    server: str
    faults: frozenset[str]
    links: int


_WRITTEN: dict[str, tuple[str, str, Callable[[str], str]]] = {
    # of each suffix: what stands before the links, what behind them, and how a link is written
    "md": ("# Heading\n\n", "", "[a link](<{}>)\n\n".format),
    "rst": (".. _heading:\n\nHeading\n=======\n\n", "", "`a link <{}>`__\n\n".format),
    "html": (
        '<!DOCTYPE html><title>A page</title><h1 id="heading">Heading</h1>\n',
        "",
        lambda url: f'<p><a href="{url.replace("&", "&amp;")}">a link</a>\n',
    ),
}


def _links(count: int, suffix: str, server: str, closed: str) -> Iterator[str]:
    odd = [*((one, "fault") for one in FAULTS), *((one, "sound") for one in TEMPTING)]
    for number in range(count):
        form, word = "{server}/page/{token}", "sound"
        if number % _PER_PAGE < _ODD:
            form, word = odd[(number // _PER_PAGE * _ODD + number % _PER_PAGE) % len(odd)]
        if suffix == "rst":  # where Sphinx reads, pages of the site are named by roles
            form = form.replace("page-0.{suffix}#{token}", "{token}.rst").replace(
                "page-0.{suffix}#heading", "page-0.rst"
            )
        yield form.format(server=server, closed=closed, token=f"{word}-{number}", suffix=suffix)


def _write(folder: Path, count: int, server: str, closed: str) -> Site:
    faults: set[str] = set()
    for suffix, (before, after, written) in _WRITTEN.items():
        (folder / suffix).mkdir()
        links = list(_links(count, suffix, server, closed))
        faults.update(found[0] for link in links if (found := _TOKEN.search(link)))
        names = [f"page-{number}" for number in range(-(-count // _PER_PAGE))]
        for number, name in enumerate(names):
            some = links[number * _PER_PAGE : (number + 1) * _PER_PAGE]
            text = f"{before}{''.join(map(written, some))}{after}"
            (folder / suffix / f"{name}.{suffix}").write_text(text)
        if suffix == "html":
            text = "".join(f'<p><a href="{name}.html">{name}</a>\n' for name in names)
            (folder / suffix / "index.html").write_text(f"<!DOCTYPE html><title>All</title>{text}")
        if suffix == "rst":
            toctree = "".join(f"   {name}\n" for name in names)
            (folder / suffix / "index.rst").write_text(f"All\n===\n\n.. toctree::\n\n{toctree}")
            (folder / suffix / "conf.py").write_text("linkcheck_report_timeouts_as_broken = True\n")
    return Site(folder, server, frozenset(faults), count)


# --- the contenders ---


def _run(*command: str, cwd: Path) -> str:
    # What pip installs has its bytecode, so what is measured keeps its own.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        command, capture_output=True, cwd=cwd, check=False, timeout=_HANG, text=True, env=environment
    )
    return done.stdout


def _urlglean(suffix: str) -> Callable[[Site], Iterable[str]]:
    def told(site: Site) -> Iterator[str]:
        command = (sys.executable, "-m", "urlglean", "check", "-q", "--format", "jsonl", "--allow-private")
        for line in _run(*command, "--fragments", ".", cwd=site.folder / suffix).splitlines():
            if (found := json.loads(line))["outcome"] == "broken":
                yield found["reference"]

    return told


def _linkinator(site: Site) -> Iterator[str]:
    start = f"{site.server}/docs/"
    out = _run("linkinator", start, "--recurse", "--check-fragments", "--format", "json", cwd=site.folder)
    links = json.loads(out[out.index("{") :])["links"]
    return (link["url"] for link in links if link["state"] == "BROKEN")


def _markdown_link_check(site: Site) -> Iterator[str]:
    out = _run("markdown-link-check", "--quiet", ".", cwd=site.folder / "md")
    return (found[1] for found in re.finditer(r"\[✖\] (\S+)", out))


def _sphinx(site: Site) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as out:
        _run("sphinx-build", "-q", "-b", "linkcheck", ".", out, cwd=site.folder / "rst")
        lines = map(json.loads, Path(out, "output.json").read_text().splitlines())
        yield from (line["uri"] for line in lines if line["status"] in {"broken", "timeout"})


def _linkchecker(site: Site) -> Iterator[str]:
    options = ("--check-extern", "--no-status", "-o", "csv", "-F", "none")
    out = _run("linkchecker", *options, f"{site.server}/docs/", cwd=site.folder)
    rows = csv.DictReader((line for line in io.StringIO(out) if not line.startswith("#")), delimiter=";")
    return (row["url"] or row["urlname"] for row in rows if row["valid"] == "False")


@dataclass
class _Reports:
    """What each contender told of each work."""

    lines: dict[str, str] = field(default_factory=dict)

    def counting(self, name: str, told: Callable[[Site], Iterable[str]]) -> Callable[[Site], int]:
        """Give what runs a contender and counts the faults that it finds."""

        def run(site: Site) -> int:
            urls = list(told(site))
            found = {token[0] for url in urls if (token := _TOKEN.search(url))}
            alarms = {url for url in urls if not _TOKEN.search(url)}
            self.lines[name] = (
                f"{name}: {len(found)} of {len(site.faults)} faults, {len(alarms)} false alarms"
            )
            return len(found)

        return run


_OTHERS = {
    "linkinator": ("html", _linkinator),
    "markdown-link-check": ("md", _markdown_link_check),
    "sphinx-build": ("rst", _sphinx),
    "linkchecker": ("html", _linkchecker),
}


def tables(*, quick: bool) -> Iterable[Table]:
    """Measure."""
    with tempfile.TemporaryDirectory() as name, socket.socket() as unheard:
        folder = Path(name)
        unheard.bind(("127.0.0.1", 0))  # and nobody listens
        closed = f"http://127.0.0.1:{unheard.getsockname()[1]}"
        with listening(partial(_serve, folder / "html")) as port:
            server = f"http://127.0.0.1:{port}"
            site = _write(folder, 100 if quick else 400, server, closed)
            for suffix, form in {"md": "Markdown", "rst": "reStructuredText", "html": "HTML"}.items():
                yield _table(site, suffix, form, quick=quick)


def _table(site: Site, suffix: str, form: str, *, quick: bool) -> Table:
    reports = _Reports()
    contenders = [Contender("urlglean", reports.counting("urlglean", _urlglean(suffix)), ours=True)]
    for program, (read, told) in _OTHERS.items():
        if read == suffix:
            run = reports.counting(program, told) if shutil.which(program) else None
            contenders.append(Contender(program, run, missing=f"{program} is not on PATH"))
    table = measure(
        f"Links checked, {form}",
        [Work("one site", site, site.links, expected=len(site.faults))],
        contenders,
        quick=quick,
        unit="links/s",
        scale=1,
        rounds=5,
    )
    return replace(table, remarks=(*table.remarks, *reports.lines.values()))


if __name__ == "__main__":
    main(tables, __doc__)
