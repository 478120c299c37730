"""The ``srcset`` and ``imagesrcset`` attributes, parsed as the HTML Standard says (section 4.8.4.3.10)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isinf
from typing import NamedTuple

__all__ = ["ImageCandidate", "image_candidates"]

_SPACES_AND_COMMAS = re.compile(r"[\t\n\f\r ,]*")
_URL = re.compile(r"[^\t\n\f\r ]+")
# Step 8 of the algorithm, "tokenizer": a comma inside parentheses does not end a descriptor. An opening
# parenthesis that is never closed runs to the end.
_DESCRIPTORS = re.compile(r"(?:[^,(]|\([^)]*+(?:\)|\Z))*+")
_SPACES = re.compile(r"[\t\n\f\r ]+")
_NON_NEGATIVE_INTEGER = re.compile(r"[0-9]+")
_FLOAT = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


class ImageCandidate(NamedTuple):
    """One URL of a ``srcset``, where it stands in the value (in code points), what it is chosen by."""

    url: str
    start: int
    end: int
    descriptors: str
    """As written (``2x``, ``640w``), empty where there is none."""
    error: str | None = None
    """Why a browser passes over it, or None where it takes it."""


def image_candidates(value: str) -> Iterator[ImageCandidate]:
    """Yield the image candidates of a ``srcset`` in order, those that browsers pass over with their error.

    >>> [(found.url, found.descriptors) for found in image_candidates("a.png, b.png 2x,c,d.png 1.5x")]
    [('a.png', ''), ('b.png', '2x'), ('c,d.png', '1.5x')]
    >>> [(found.url, found.error) for found in image_candidates("a.png 0w")]
    [('a.png', 'a width must be greater than zero')]
    """
    position = _skip(value, 0)
    while position < len(value):
        found = _URL.match(value, position)
        assert found is not None  # noqa: S101  (what is no separator is part of a URL)
        start, position = found.span()
        url = found[0].rstrip(",")
        descriptors = ""
        if url == found[0]:
            after = _DESCRIPTORS.match(value, position)
            descriptors = after[0].strip("\t\n\f\r ") if after else ""
            position = after.end() if after else position
        yield ImageCandidate(url, start, start + len(url), descriptors, _error(descriptors))
        position = _skip(value, position)


def _skip(value: str, position: int) -> int:
    found = _SPACES_AND_COMMAS.match(value, position)
    return found.end() if found else position


def _error(descriptors: str) -> str | None:
    """Check the descriptors of one candidate by steps 9 to 15 of the algorithm."""
    if not descriptors:
        return None
    seen: dict[str, str] = {}
    for descriptor in _tokens(descriptors):
        problem = _check(descriptor, seen)
        if problem:
            return problem
        seen[descriptor[-1]] = descriptor
    if "h" in seen and "w" not in seen:
        return "a height without a width"
    return None


def _tokens(descriptors: str) -> list[str]:
    """Split descriptors at whitespace that stands in no parentheses."""
    if "(" not in descriptors:
        return _SPACES.split(descriptors)
    return re.findall(r"(?:[^\t\n\f\r (]|\([^)]*+(?:\)|\Z))++", descriptors)


def _check(descriptor: str, seen: dict[str, str]) -> str | None:
    number, unit = descriptor[:-1], descriptor[-1]
    if unit == "w" and _NON_NEGATIVE_INTEGER.fullmatch(number):
        if seen.keys() & {"w", "x"}:
            return "a width beside another width or a density"
        return None if number.strip("0") else "a width must be greater than zero"
    # A number beyond all doubles is none (HTML Standard, section 2.3.4.3).
    if unit == "x" and _FLOAT.fullmatch(number) and not isinf(float(number)):
        if seen:
            return "a density beside another descriptor"
        return "a density must not be negative" if float(number) < 0 else None
    if unit == "h" and _NON_NEGATIVE_INTEGER.fullmatch(number):
        if seen.keys() & {"h", "x"}:
            return "a height beside another height or a density"
        return None if number.strip("0") else "a height must be greater than zero"
    return f"no descriptor: {descriptor}"
