"""Finding URLs in text: `delimit` and `extract_text` beside other extractors and beside naive patterns.

Run it by hand: ``python tests/benchmarks/bench_delimit.py [--quick]``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from corpus import HOSTILE, Situation, prose, situations
from side_by_side import Contender, Line, Table, Work, main, measure, optional

import urlglean
from urlglean.delimiting.stream import delimit

__all__ = ["tables"]

Finder = Callable[[str], int]

_NAIVE = r'https?://[^\s<>"]+'
_SPARSE = ("one per 3 KB", "one per 1 KB", "one per 1 KB, unwrapped")


def _delimit(text: str) -> int:
    return sum(1 for _ in delimit(text))


def _extract_text(text: str) -> int:
    return sum(1 for link in urlglean.extract_text(text) if link.url)


def _turbohtml() -> Finder:
    detector = import_module("turbohtml.clean").LinkDetector(emails=False, bare_domains=False)
    return lambda text: len(detector.find(text))


def _linkify_it() -> Finder:
    # Without its guesses at bare names, which make it eight times as slow.
    finder = import_module("linkify_it").LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
    return lambda text: len(finder.match(text) or ())


def _urlextract() -> Finder:
    finder = import_module("urlextract").URLExtract()
    return lambda text: len(finder.find_urls(text))


def _ural() -> Finder:
    urls_from_text = import_module("ural").urls_from_text
    return lambda text: sum(1 for _ in urls_from_text(text))


def _naive_regex() -> Finder:
    pattern = import_module("regex").compile(_NAIVE)
    return lambda text: sum(1 for _ in pattern.finditer(text))


def _naive_re() -> Finder:
    pattern = re.compile(_NAIVE)
    return lambda text: sum(1 for _ in pattern.finditer(text))


def _str_find(text: str) -> int:
    found = at = 0
    while (at := text.find("://", at) + 1) > 0:
        found += 1
    return found


def contenders() -> tuple[Contender, ...]:
    """Give all ways to find URLs in a text."""
    return (
        Contender("delimit", _delimit, ours=True),
        Contender("extract_text", _extract_text, ours=True),
        optional("LinkDetector", _turbohtml, "turbohtml"),
        optional("linkify-it-py", _linkify_it, "linkify-it-py"),
        optional("urlextract", _urlextract, "urlextract"),
        optional("ural", _ural, "ural"),
        optional("naive regex", _naive_regex, "regex"),
        Contender("naive re", _naive_re()),
        Contender("str.find", _str_find),
    )


def _lines_of(text: str, share: float) -> str:
    """Give a share of a text, whole lines, at least one."""
    end = text.find("\n", int(len(text) * share))
    return text[: end + 1] if end >= 0 else text


def _work(situation: Situation) -> Work:
    expected = len(situation.urls) if situation.closed else None
    return Work(situation.name, situation.text, len(situation.text.encode()), expected, _lines_of)


def in_memory(*, quick: bool) -> Table:
    """Measure on every situation, in UTF-8 bytes a second."""
    size = 40_000 if quick else 3_000_000
    return measure(
        "URLs in text",
        [_work(situation) for situation in situations(size)],
        contenders(),
        quick=quick,
        clock=time.process_time,
        lines=(
            Line("extract_text", 0.6, "LinkDetector", _SPARSE),
            Line("extract_text", 25, "ural", _SPARSE),
        ),
    )


def doubling(*, quick: bool) -> Table:
    """Read each hostile family as a whole, in halves and in quarters: all the same, where time is linear."""
    size = 4_000 if quick else 200_000

    def contender(pieces: int) -> Contender:
        name = f"{pieces} x {size // pieces / 1000:g} KB"
        return Contender(name, lambda texts: sum(_delimit(texts[pieces]) for _ in range(pieces)))

    cuts = (1, 2, 4)
    whole, *_, quarters = ways = [contender(pieces) for pieces in cuts]
    return measure(
        "Hostile text: the same amount in pieces and as a whole",
        [
            Work(name, {pieces: family(size // pieces) for pieces in cuts}, size)
            for name, family in HOSTILE.items()
        ],
        ways,
        quick=quick,
        rounds=5,
        clock=time.process_time,
        lines=[Line(whole.name, 0.7, quarters.name)],
    )


def _process(command: list[str], folder: Path) -> Finder:
    def run(name: str) -> int:
        output = folder / "output"
        with output.open("wb") as sink:
            subprocess.run([*command, name], stdout=sink, check=True)
        with output.open("rb") as lines:
            return sum(1 for _ in lines)

    return run


def as_process(folder: Path, *, quick: bool) -> Table:
    """Measure the command on a file in ``folder``, starting up and printing included, beside ripgrep."""
    size, times = (40_000, (1,)) if quick else (4_000_000, (1, 16, 64))
    text, urls = prose(size, 1000, seed=3)
    works = []
    for count in times:
        path = folder / f"{count}.txt"
        path.write_text(text * count, encoding="utf-8")
        length = path.stat().st_size
        works.append(Work(f"one per 1 KB, {length / 1e6:.3g} MB", str(path), length, len(urls) * count))
    found = shutil.which("rg")
    ripgrep = (
        Contender("rg -o", _process([found, "-o", _NAIVE], folder))
        if found
        else Contender("rg -o", None, missing="ripgrep is not installed")
    )
    ours = Contender(
        "urlglean extract", _process([sys.executable, "-m", "urlglean", "extract"], folder), ours=True
    )
    line = Line("urlglean extract", 0.25, "rg -o")
    return measure("A big file, as a process", works, [ours, ripgrep], quick=quick, rounds=3, lines=[line])


def tables(*, quick: bool) -> Iterator[Table]:
    """Measure all of it."""
    yield in_memory(quick=quick)
    yield doubling(quick=quick)
    with tempfile.TemporaryDirectory() as folder:
        yield as_process(Path(folder), quick=quick)


if __name__ == "__main__":
    main(tables, __doc__)
