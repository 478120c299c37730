"""A frontier of more distinct URLs than fit in memory: the time per URL, and the most memory it takes.

``python tests/benchmarks/bench_frontier.py --urls 50_000_000`` makes a crawl of so many distinct URLs, each on
one to three pages, as Links, and gathers their frontier. Several numbers are run one after the other, each in a
process of its own, and the last lines compare them. Without ``--urls`` it measures as the other benchmarks do,
beside a dictionary that holds everything in memory.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import side_by_side
from side_by_side import Contender, Table, Work, measure

from urlglean.candidate import Facts, Markup, MarkupCandidate
from urlglean.document import BaseClaim, Document
from urlglean.frontier.frontier import Frontier
from urlglean.links.base import Base
from urlglean.links.link import Link
from urlglean.text import Text
from urlglean.uri.normalize import normalizer
from urlglean.writers import seeds

LINKS_PER_PAGE = 40
FLAT = 1.5
"""The time per URL of the largest crawl, at most, in times of that of the smallest."""
MEMORY = 4 << 30
_SECTIONS = ("news", "archive/2026/11", "shop/items", "wiki", "forum/thread", "docs/v2/reference")


class Result(NamedTuple):
    """What one run took."""

    urls: int
    links: int
    gathering: float
    finishing: float
    writing: float
    processor: float
    """Seconds of processor time, of all threads: what else the machine does shows less in it."""
    memory: int

    @property
    def seconds(self) -> float:
        """The whole time."""
        return self.gathering + self.finishing + self.writing


def links(count: int) -> Iterator[Link]:
    """Yield the Links of a crawl with ``count`` distinct URLs: every third of them stands on two more pages."""
    source = Text("")
    facts = [Facts(markup=Markup("a", "href", kind="navigation", anchor=f"page {n}")) for n in range(1000)]
    for page in range(-(-count // LINKS_PER_PAGE)):
        url = url_of(page * LINKS_PER_PAGE)
        base = Base(url, "retrieval", "WARC-Target-URI")
        claims = (BaseClaim("retrieval", url, "WARC-Target-URI"),)
        document = Document(None, "text/html", "crawl.warc.gz", claims=claims)
        for number in range(page * LINKS_PER_PAGE, min((page + 1) * LINKS_PER_PAGE, count)):
            for target in (number, *((number * 7 // 10, number // 3) if number % 3 == 0 else ())):
                text = url_of(target)
                yield Link(MarkupCandidate(text, source, 0, 0, facts[target % 1000]), base, text, document)


def url_of(number: int) -> str:
    """Give the URL of a number; neighbours share a host, as on real sites."""
    site, page = divmod(number, 2500)
    section = _SECTIONS[page % len(_SECTIONS)]
    return (
        f"https://www.site-{site:05}.example.org/{section}/{page}-{number * 2654435761 % 4294967296:08x}.html"
    )


def run(count: int, memory: str) -> Result:
    """Gather, group and write one frontier."""
    started = time.perf_counter()
    processor = time.process_time()
    seen = 0
    with Frontier(memory=memory) as frontier, tempfile.TemporaryFile("w+") as out:
        for link in links(count):
            frontier.add(link)
            seen += 1
        gathered = time.perf_counter()
        found = frontier.finish()
        finished = time.perf_counter()
        seeds.write_fetchables(frontier.rows(), out)
        written = time.perf_counter()
    if found != count:
        sys.exit(f"{found} distinct URLs, not {count}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    seconds = gathered - started, finished - gathered, written - finished
    return Result(count, seen, *seconds, time.process_time() - processor, peak)


def gathered(count: int) -> int:
    """Gather a frontier and read it once; give how many URLs it has."""
    with Frontier() as frontier:
        frontier.extend(links(count))
        frontier.finish()
        return sum(1 for _ in frontier.rows())


def in_memory(count: int) -> int:
    """Group the same Links in a dictionary."""
    key_of = normalizer()
    groups: dict[str, list[Link]] = {}
    for link in links(count):
        if link.url is not None:
            groups.setdefault(key_of(link.url), []).append(link)
    return len(groups)


def tables(*, quick: bool) -> Iterator[Table]:
    """Measure small frontiers."""
    sizes = (10_000,) if quick else (100_000, 300_000)
    works = [Work(f"{size:,} distinct URLs", size, size, size) for size in sizes]
    contenders = [
        Contender("frontier, in DuckDB", gathered, ours=True),
        Contender("a dictionary in memory", in_memory),
    ]
    yield measure("A frontier", works, contenders, quick=quick, unit="1000 URLs/s", scale=1000)


def main() -> None:
    """Run what argv asks for."""
    parser = argparse.ArgumentParser(description="Gather frontiers of so many distinct URLs.")
    parser.add_argument("--urls", type=int, nargs="+", default=[1_000_000, 5_000_000])
    parser.add_argument("--memory", default="1GB", help="what DuckDB may take")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(*run(given.one, given.memory))
        return
    print(
        "| distinct URLs | links | seconds | µs per URL | gathering, grouping, writing | processor | peak memory |"
    )
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    results = []
    for count in given.urls:
        command = [sys.executable, str(Path(__file__)), "--one", str(count), "--memory", given.memory]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr)
        urls, seen, *times, peak = done.stdout.split()
        result = Result(int(urls), int(seen), *map(float, times), int(peak))
        results.append(result)
        parts = ", ".join(f"{part / count * 1e6:.1f}" for part in result[2:5])
        each = result.seconds / count * 1e6
        print(
            f"| {result.urls:,} | {result.links:,} | {result.seconds:.0f} | {each:.1f} | {parts}"
            f" | {result.processor / count * 1e6:.1f} | {result.memory >> 20:,} MiB |",
            flush=True,
        )
    first, last = results[0], results[-1]
    print()
    for what, small, large in (
        ("processor time", first.processor, last.processor),
        ("time by the clock", first.seconds, last.seconds),
    ):
        ratio = (large / last.urls) / (small / first.urls)
        holds = "yes" if ratio <= FLAT else "no"
        print(f"{what} per URL, largest to smallest: {ratio:.2f} (line {FLAT}: {holds})")
    most = max(result.memory for result in results)
    print(f"peak memory: {most >> 20:,} MiB (line {MEMORY >> 20:,} MiB: {'yes' if most < MEMORY else 'no'})")


if __name__ == "__main__":
    if {"--urls", "--one"} & set(sys.argv):
        main()
    else:
        side_by_side.main(tables)
