"""Resolving and normalizing one URL at a time: `resolve` and `normalize` beside ``ada-url`` and what else there is.

Run it by hand: ``python tests/benchmarks/bench_references.py [--quick]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from urllib.parse import urljoin

from side_by_side import Contender, Line, Table, Work, main, measure

from urlglean.uri.normalize import normalize
from urlglean.uri.resolve import resolve

__all__ = ["tables"]

Case = tuple[str, str, str]
"""A reference, its base, and the URL both make; or a URL, nothing, and its normal form."""

_BASE = "http://www.example.org/guide/chapter/page.html?id=7"
_HERE = "http://www.example.org"


def _references(count: int) -> dict[str, list[Case]]:
    """Give the shapes that pages are full of, each reference another one."""
    numbers = range(count)
    shapes: dict[str, list[tuple[str, str]]] = {
        "absolute": [
            (f"https://site{n}.example/a/b{n}.html?x=1", f"https://site{n}.example/a/b{n}.html?x=1")
            for n in numbers
        ],
        "rooted path": [(f"/static/img/{n}.png", f"{_HERE}/static/img/{n}.png") for n in numbers],
        "relative path": [
            (f"figure-{n}.html#s2", f"{_HERE}/guide/chapter/figure-{n}.html#s2") for n in numbers
        ],
        "parent directory": [(f"../index{n}.html", f"{_HERE}/guide/index{n}.html") for n in numbers],
        "query alone": [(f"?page={n}", f"{_HERE}/guide/chapter/page.html?page={n}") for n in numbers],
        "fragment alone": [(f"#note-{n}", f"{_BASE}#note-{n}") for n in numbers],
        "dots inside": [(f"a/./b/../{n}.html", f"{_HERE}/guide/chapter/a/{n}.html") for n in numbers],
        "no hierarchy": [(f"mailto:user{n}@example.org", f"mailto:user{n}@example.org") for n in numbers],
    }
    return {name: [(given, _BASE, target) for given, target in pairs] for name, pairs in shapes.items()}


def _urls(count: int) -> dict[str, list[Case]]:
    """Give the ways a URL can be out of normal form, and the one in which it is not; each URL another one."""
    numbers = range(count)
    shapes: dict[str, list[tuple[str, str]]] = {
        "normal": [
            (f"https://www.example.com/a/b{n}.html?x=1", f"https://www.example.com/a/b{n}.html?x=1")
            for n in numbers
        ],
        "normal, each host another": [
            (f"http://h{n}.example.com/a/", f"http://h{n}.example.com/a/") for n in numbers
        ],
        "normal, percent-encoded": [
            (f"https://example.org/wiki/Caf%C3%A9_{n}#A", f"https://example.org/wiki/Caf%C3%A9_{n}#A")
            for n in numbers
        ],
        "upper case": [(f"HTTP://WWW.Example.COM/{n}", f"http://www.example.com/{n}") for n in numbers],
        "default port, no path": [
            (f"https://h{n}.example.com:443", f"https://h{n}.example.com/") for n in numbers
        ],
        "dots": [(f"http://example.com/a/../b/./{n}", f"http://example.com/b/{n}") for n in numbers],
        "IPv4 and a port": [(f"http://192.0.2.1:8080/{n}", f"http://192.0.2.1:8080/{n}") for n in numbers],
    }
    return {name: [(given, "", normal) for given, normal in pairs] for name, pairs in shapes.items()}


def _joined(join: Callable[[str, str], str]) -> Callable[[list[Case]], int]:
    """Count the right answers of a function of base and reference."""
    return lambda cases: sum(join(base, given) == target for given, base, target in cases)


def _normalized(change: Callable[[str], str]) -> Callable[[list[Case]], int]:
    """Count the right answers of a function of a URL."""
    return lambda cases: sum(change(given) == normal for given, _, normal in cases)


def _resolve(cases: list[Case]) -> int:
    return sum(resolve(given, base) == target for given, base, target in cases)


def _resolve_whatwg(cases: list[Case]) -> int:
    return sum(resolve(given, base, dialect="whatwg") == target for given, base, target in cases)


def _normalize(cases: list[Case]) -> int:
    return sum(normalize(given) == normal for given, _, normal in cases)


def _yarl_join() -> Callable[[str, str], str]:
    url = import_module("yarl").URL
    return lambda base, given: str(url(base).join(url(given)))


def _yarl_normalize() -> Callable[[str], str]:
    url = import_module("yarl").URL
    return lambda given: str(url(given))


def _rfc3986_join() -> Callable[[str, str], str]:
    reference = import_module("rfc3986").uri_reference
    return lambda base, given: str(reference(given).resolve_with(base).unsplit())


def _optional(name: str, make: Callable[[], Callable[[list[Case]], int]]) -> Contender:
    try:
        return Contender(name, make())
    except ImportError:
        return Contender(name, None, missing=f"{name} is not installed")


def _works(shapes: dict[str, list[Case]]) -> list[Work]:
    def part(cases: list[Case], share: float) -> list[Case]:
        return cases[: max(1, int(len(cases) * share))]

    return [Work(name, cases, len(cases), len(cases), part) for name, cases in shapes.items()]


def resolution(*, quick: bool) -> Table:
    """Measure references against one base."""
    return measure(
        "Resolution, one reference at a time",
        _works(_references(100 if quick else 20_000)),
        [
            Contender("resolve", _resolve, ours=True),
            Contender("resolve, whatwg", _resolve_whatwg, ours=True),
            _optional("ada-url", lambda: _joined(import_module("ada_url").join_url)),
            Contender("urljoin", _joined(urljoin)),
            _optional("yarl", lambda: _joined(_yarl_join())),
            _optional("rfc3986", lambda: _joined(_rfc3986_join())),
        ],
        quick=quick,
        unit="1000/s",
        scale=1e3,
        lines=[
            Line("resolve", 1.0, "ada-url"),
            Line("resolve, whatwg", 1.0, "ada-url"),
        ],
    )


def normalization(*, quick: bool) -> Table:
    """Measure URLs in and out of normal form."""
    return measure(
        "Normalization, one URL at a time",
        _works(_urls(100 if quick else 20_000)),
        [
            Contender("normalize", _normalize, ours=True),
            _optional("ada-url", lambda: _normalized(import_module("ada_url").normalize_url)),
            _optional("w3lib", lambda: _normalized(import_module("w3lib.url").canonicalize_url)),
            _optional("rfc3986", lambda: _normalized(import_module("rfc3986").normalize_uri)),
            _optional("url-normalize", lambda: _normalized(import_module("url_normalize").url_normalize)),
            _optional("yarl", lambda: _normalized(_yarl_normalize())),
        ],
        quick=quick,
        unit="1000/s",
        scale=1e3,
        lines=[Line("normalize", 1.0, "ada-url")],
    )


def tables(*, quick: bool) -> Iterator[Table]:
    """Measure all of it."""
    yield resolution(quick=quick)
    yield normalization(quick=quick)


if __name__ == "__main__":
    main(tables, __doc__)
