"""What a check has found: each link that is to be mended, or could not be checked, and how many are well."""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar, overload

from urlglean.check.answers import Answer, Cause, Hop, Outcome
from urlglean.check.network import without_credentials
from urlglean.links.link import Link
from urlglean.reports import Problem, counted
from urlglean.uri.hosts import HOST_OF_URL

__all__ = ["CHECK_COLUMNS"]

CHECK_COLUMNS = {
    "outcome": "broken, unchecked, or good: of a URL that has moved, which is told all the same",
    "cause": "what is wrong, by a name that does not change",
    "source": "the file",
    "part": "the cell of a notebook, the part of a message",
    "line": "the line where the link's destination begins, from 1",
    "column": "the column where it begins, from 1, in code points",
    "end_line": "the line where it ends",
    "end_column": "the column behind its last code point",
    "reference": "the reference as its document understands it",
    "url": "the URL that it comes to; null where it leads into the tree, or there is none",
    "message": "what is wrong, in words",
    "advice": "what to do",
    "suggestion": "what to write in its place, where that is known",
    "status": "the status that the server gave last",
    "redirects": "the URLs that it redirected to, each with its status",
    "element": "the element that it stood in",
    "anchor": "the text that a reader sees for it",
}
"""The columns of ``jsonl`` and ``csv``, in order, and what each holds."""


_OF_REDIRECTS = frozenset({Cause.REDIRECT_LOOP, Cause.TOO_MANY_REDIRECTS, Cause.BAD_REDIRECT})
_OF_ADDRESS = frozenset(
    {Cause.UNKNOWN_HOST, Cause.REFUSED, Cause.NOT_HTTP, Cause.CERTIFICATE_WRONG_NAME, Cause.NOT_FOUND}
)
"""Why who has written a URL is told to correct it."""


class Judgement(NamedTuple):
    """What comes of a link, or of the fragment of one."""

    cause: Cause
    detail: str | None = None
    """What belongs to this one alone."""
    suggestion: str | None = None
    """What to write in its place, where that is known."""


FOUND = Judgement(Cause.FOUND)


@dataclass(frozen=True, slots=True)
class Finding:
    """One link, and what is to be said of it."""

    source: str
    part: str | None
    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    url: str | None
    cause: Cause
    detail: str | None = None
    suggestion: str | None = None
    status: int | None = None
    hops: tuple[Hop, ...] = ()
    element: str | None = None
    anchor: str | None = None

    @property
    def place(self) -> str:
        """Where it stands, as ``file:line:column``."""
        part = f"#{self.part}" if self.part else ""
        return f"{self.source}{part}:{self.line}:{self.column}"

    @property
    def message(self) -> str:
        """What is wrong, as part of a sentence."""
        behind = [self.detail] if self.detail else []
        if self._fails_elsewhere:
            behind.append(f"redirected to {self.hops[-1].url}")
        return f"{self.cause.told} ({', '.join(behind)})" if behind else self.cause.told

    @property
    def advice(self) -> str:
        """What to do; empty where nobody knows."""
        if self.suggestion:
            return f"write {self.suggestion}"
        is_written = not self._fails_elsewhere or self.cause not in _OF_ADDRESS
        return self.cause.advice if is_written else Cause.BAD_REDIRECT.advice

    @property
    def _fails_elsewhere(self) -> bool:
        """Whether it fails where it is redirected to, not at what is written."""
        is_bad = self.cause.outcome is not Outcome.GOOD
        return bool(self.hops) and is_bad and self.cause not in _OF_REDIRECTS

    @property
    def told(self) -> str:
        """Say what is wrong, and what to do."""
        advice = self.advice
        return f"{self.message}; {advice}" if advice else self.message

    def row(self) -> dict[str, Any]:
        """Give it as a row: a dictionary with all of `CHECK_COLUMNS` in order, of plain JSON types."""
        said = {
            "outcome": self.cause.outcome.value,
            "cause": self.cause.value,
            "reference": self.text,
            "redirects": [{"status": hop.status, "url": hop.url} for hop in self.hops] or None,
        }
        return {name: said[name] if name in said else getattr(self, name) for name in CHECK_COLUMNS}


def finding_of(link: Link, judged: Judgement, answer: Answer | None = None) -> Finding:
    """Give what is to be said of a Link, with the answer to its URL; without its text, and without credentials."""
    # What begins with two slashes is a URL of files by its base, and servers are asked about it all the same.
    url = answer.url if answer is not None and link.url is not None and _is_of_file(link.url) else link.url
    markup = link.candidate.markup
    line, column = link.position
    last = link.spans[-1]
    raw_end = link.raw[-(last.end - last.start) :] if last.end > last.start else ""
    breaks = raw_end.count("\n")
    end_column = len(raw_end) - raw_end.rfind("\n") if breaks else last.column + last.end - last.start
    is_found = markup is None or markup.tag is None
    end = (last.line + breaks, end_column) if is_found else (line, column)
    return Finding(
        link.document.holder,
        link.part,
        line,
        column,
        *end,
        without_credentials(link.text),
        None if url is None or _is_of_file(url) else without_credentials(url),
        judged.cause,
        judged.detail,
        None if judged.suggestion is None else without_credentials(judged.suggestion),
        answer.status if answer else None,
        tuple(Hop(hop.status, without_credentials(hop.url)) for hop in answer.hops) if answer else (),
        markup.element if markup else None,
        without_credentials(markup.anchor) if markup and markup.anchor is not None else None,
    )


def _unknown(number: int) -> Any:
    raise IndexError(number)


_Key = TypeVar("_Key", bound=Hashable)


class Findings(Sequence[Finding]):
    """Findings in the order of the documents, each made anew when it is asked for: there may be millions.

    ``find`` makes the one of a number, and ``cause_of`` gives what is wrong there.
    """

    def __init__(
        self,
        numbers: Sequence[int] = (),
        find: Callable[[int], Finding] = _unknown,
        cause_of: Callable[[int], Cause] = _unknown,
    ) -> None:
        self._numbers, self._find, self._cause_of = numbers, find, cause_of

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Finding: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Finding]: ...

    def __getitem__(self, index: int | slice) -> Finding | Sequence[Finding]:
        if isinstance(index, slice):
            return Findings(self._numbers[index], self._find, self._cause_of)
        return self._find(self._numbers[index])

    def by_cause(self) -> dict[Cause, Findings]:
        """Part them by what is wrong."""
        return self._parted(self._cause_of)

    def by_source(self) -> dict[str, Findings]:
        """Part them by their files."""
        return self._parted(lambda number: self._find(number).source)

    def _parted(self, key_of: Callable[[int], _Key]) -> dict[_Key, Findings]:
        parts: dict[_Key, array[int]] = {}
        for number in self._numbers:
            parts.setdefault(key_of(number), array("I")).append(number)
        return {key: Findings(numbers, self._find, self._cause_of) for key, numbers in parts.items()}


@dataclass(slots=True)
class Report:
    """What came of a check."""

    findings: Findings = field(default_factory=Findings)
    """What is broken, could not be checked, or has moved; in the order of the documents."""
    sources: list[str] = field(default_factory=list)
    causes: Counter[Cause] = field(default_factory=Counter)
    """How many links came to what, those that lead somewhere among them."""
    urls: int = 0
    """How many distinct URLs servers were to be asked about."""
    problems: list[Problem] = field(default_factory=list)
    """What of the files could not be read."""
    is_interrupted: bool = False

    @property
    def counts(self) -> Counter[Outcome]:
        """How many links came to what, in three words."""
        counts: Counter[Outcome] = Counter()
        for cause, count in self.causes.items():
            counts[cause.outcome] += count
        return counts

    @property
    def links(self) -> int:
        """How many links there are."""
        return self.causes.total()

    def grouped(self) -> list[tuple[Cause, Findings]]:
        """Give the findings by their causes: what is broken first, then what could not be checked, then the rest."""
        order = {Outcome.BROKEN: 0, Outcome.UNCHECKED: 1, Outcome.GOOD: 2}
        return sorted(
            self.findings.by_cause().items(), key=lambda item: (order[item[0].outcome], -len(item[1]))
        )

    @property
    def summary(self) -> str:
        """Say in a line what came of it."""
        counts = self.counts
        good, broken, unchecked = (counts[one] for one in (Outcome.GOOD, Outcome.BROKEN, Outcome.UNCHECKED))
        files = counted(len(self.sources), "file")
        told = f"{counted(self.links, 'link')} in {files}: {good:,} good, {broken:,} broken"
        if unchecked:
            left_out = sum(count for cause, count in self.causes.items() if cause.is_deliberate)
            told += f", {unchecked:,} not checked"
            if left_out == unchecked:
                told += " (on purpose)"
        return f"{told}; interrupted" if self.is_interrupted else told

    @property
    def exit_code(self) -> int:
        """Give 0 where all is good, 1 where something is broken, 3 where it could not be checked, 130 by Ctrl-C."""
        if self.is_interrupted:
            return 130
        if self.counts[Outcome.BROKEN]:
            return 1
        failed = (one.outcome is Outcome.UNCHECKED and not one.is_deliberate for one in self.causes)
        return 3 if any(failed) or any(one.lost for one in self.problems) else 0


def _is_of_file(url: str) -> bool:
    return url.startswith("file:")


def level_of(cause: Cause) -> str:
    """Give how grave a finding is, as SARIF names it (section 3.27.10): what was left out on purpose is a note."""
    if cause.outcome is Outcome.BROKEN:
        return "error"
    return "warning" if cause.outcome is Outcome.UNCHECKED and not cause.is_deliberate else "note"


def path_from_here(source: str) -> str:
    """Give the path of a file as readers of reports know it: relative to the folder of the run, without ``./``."""
    try:
        return os.path.relpath(source) if os.path.isabs(source) else os.path.normpath(source)
    except ValueError:  # on Windows, of another drive
        return os.path.normpath(source)


def host_of_finding(finding: Finding) -> str:
    """Give the host that a finding is about; empty for a file of the tree."""
    found = HOST_OF_URL.match(finding.url or "")
    return found[1].lower() if found else ""
