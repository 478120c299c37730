"""No decision against a plausible reading is silent: the other reading is among the alternatives."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from support.delimit_cases import Case, read_cases
from urlglean.candidate import Candidate
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.stream import delimit

_SIGN = "(?:'[^']+'|\"'\")"
_ENDS = tuple(
    (ended, re.compile(re.escape(str(ended.value)).replace(re.escape("{!r}"), _SIGN)))
    for ended in (
        Ended.UNOPENED,
        Ended.UNCLOSED,
        Ended.ENTITY,
        Ended.ANOTHER_URL,
        Ended.CELL,
        Ended.STRING,
        Ended.RULE,
    )
)
"""The guesses at an end behind which a URL may go on all the same."""
_MAYBE_MEANT = re.compile(r"[!?')\]}]")
_LABEL = re.compile(r"\[[^\[\]]*\]")
_ANOTHER = re.compile(r"(?i)(?<![?=])https?://")
_BEGUN = re.compile(r"[A-Za-z][\w+.\-]*://\w")
_ENTITY = re.compile(r"&#?\w+;")
_GOES_ON = re.compile(r"[A-Za-z0-9/]")
_LONGEST = 400


def doubts(found: Candidate) -> Iterator[tuple[str, bool]]:
    """Yield what speaks for another reading, in words, and whether that reading is among the alternatives."""
    url, others = found.text, found.alternatives
    path = url.partition("://")[2]
    first = found.spans[0]
    is_begun = _BEGUN.match(url[: first.end - first.start]) is not None
    if len(found.spans) > 1 and not found.delimiter and not found.notes and is_begun:
        yield (
            "it was joined",
            any(url.startswith(other.removesuffix("=")) or len(other) == len(url) - 1 for other in others),
        )
    if _MAYBE_MEANT.match(found.facts.stripped) and "/" in path:
        yield "a mark was taken off that may be meant", any(len(other) > len(url) for other in others)
    inner = _ANOTHER.search(path)
    if inner is not None and "?" not in path[: inner.start()]:
        yield "another URL begins in its path", any(len(other) < len(url) for other in others)
    if url[-1] in "-_*" and "/" in path and "=" not in url:
        yield "it ends in a mark that prose has, too", any(len(other) < len(url) for other in others)


def is_cut_short(found: Candidate, text: str) -> bool:
    """Tell whether a guess ended it before more that might belong to it."""
    end = found.end
    if len(found.spans) > 1 or not any(pattern.fullmatch(found.facts.ended_by) for _, pattern in _ENDS):
        return False
    rest = re.match(r"[^\s<>\"\\\u0080-\U0010ffff`]*", text[end : end + _LONGEST])
    behind = _ENTITY.sub("", rest[0]) if rest is not None else ""
    if text[end] in "$#%" or behind.startswith("["):
        return False  # something to be filled in, a reference
    return "/" in found.text.partition("://")[2] and bool(_GOES_ON.search(behind.lstrip(")]}'.,;:!?")))


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: case.title)
def test_what_else_a_case_may_mean_is_said(case: Case) -> None:
    for found in delimit(case.text, case.known, **case.options):
        for words, is_said in doubts(found):
            assert is_said, f"{words}: {found.text!r} {found.alternatives}"
        if is_cut_short(found, case.text):
            assert any(len(other) > len(found.text) for other in found.alternatives), (
                f"{found.facts.ended_by}: {found.text!r} {found.alternatives}"
            )
