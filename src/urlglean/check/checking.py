"""The check of files: their links read, those into the tree judged, servers asked about the others, each URL once."""

from __future__ import annotations

import os
import re
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from urlglean.check.anchors import DOCUMENTATION, AnchorsOfFiles, find_fragment, renderer_of
from urlglean.check.answers import Answer, Cause, Outcome
from urlglean.check.exclusion import Changes, Ignored
from urlglean.check.findings import FOUND, Finding, Findings, Judgement, Report, finding_of
from urlglean.check.local import Asked, Source, Sources, Tree
from urlglean.check.network import Headway, NetworkPolicy, ask, get_ready, known_answers
from urlglean.check.packed import PackedAnchors, PackedLinks, RepeatedValues
from urlglean.check.schemes import ASKED
from urlglean.check.slugs import RENDERERS
from urlglean.check.texts import parted
from urlglean.check.tree import MOST_KNOWN
from urlglean.document import STDIN, XML, BaseClaim, Document, ReadOptions
from urlglean.errors import ReferenceSyntaxError, is_interrupt, refuse_one_string, require, require_known
from urlglean.html.source import is_declared
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Problem
from urlglean.uri.resolve import resolve
from urlglean.uri.schemes import has_scheme

__all__ = ["CheckOptions", "check_paths"]

_LEADING_NOWHERE = frozenset({"codebase", "classid", "profile", "itemid", "itemtype", "ping"})
"""Attributes whose URLs are names, or take a report by POST: they need not lead anywhere."""
_HOSTS_ALONE = frozenset({"preconnect", "dns-prefetch"})
"""What a ``link`` is for whose URL stands for its host."""
_UNJUDGED = Judgement(Cause.INTERRUPTED)
_A_FORM = Judgement(Cause.OTHER_SCHEME, "a form is not sent")
_MOST_ALTERNATIVES = 3
"""How many other readings of a broken URL are tried."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What a user asked of a check."""

    root_dir: str | None = None
    """The folder that a slash at the beginning of a reference stands for."""
    site_url: str | None = None
    """The URL of the site whose files the tree has: links to it are looked up on the disk."""
    slugs: str | None = None
    """Whose rules make fragments of headings: a name of `RENDERERS`; None to tell by the files of the tree."""
    offline: bool = False
    excluded: tuple[re.Pattern[str], ...] = ()
    """Links whose URL, or reference, one of these is found in are left out."""
    reading: ReadOptions = field(default_factory=lambda: ReadOptions(undefined=True))
    inputs: InputOptions = field(default_factory=InputOptions)
    choice: Choice = field(default_factory=Choice)
    heeds_ignore_files: bool = True
    """Whether what ``.gitignore`` and ``.urlgleanignore`` name is left out."""
    since: str | None = None
    """A revision of Git: links on lines that have changed since are checked alone."""
    policy: NetworkPolicy | None = None
    """How servers are asked; None for the usual way."""
    cache: Path | None = None
    """The file that answers are kept in from run to run."""

    def __post_init__(self) -> None:
        require(bool, offline=self.offline, heeds_ignore_files=self.heeds_ignore_files)
        require(ReadOptions, reading=self.reading)
        require(InputOptions, inputs=self.inputs)
        require(Choice, choice=self.choice)
        for pattern in self.excluded:
            require(re.Pattern, **{"each of excluded": pattern})
        named = ("root_dir", "site_url", "slugs", "since")
        require(str | None, **{name: getattr(self, name) for name in named})
        require(NetworkPolicy | None, policy=self.policy)
        require(Path | None, cache=self.cache)
        if self.slugs is not None:
            require_known("renderer", (self.slugs,), RENDERERS)


def check_paths(
    paths: Iterable[str | os.PathLike[str]],
    options: CheckOptions | None = None,
    *,
    on_file: Callable[[str], object] | None = None,
    on_progress: Callable[[Headway], object] | None = None,
) -> Report:
    """Check the links of files, and of all files in folders; give what was found.

    >>> report = check_paths(["corpora/docs/readme.md"], CheckOptions(offline=True))
    >>> print(report.findings[0].place, report.findings[0].text, report.findings[0].cause.value)
    corpora/docs/readme.md:2:12 https://tidewatch.example offline

    Args:
        paths: Files, folders, or ``-`` for standard input.
        options: What is asked of the check.
        on_file: Called with the name of each file before it is read.
        on_progress: Called as `urlglean.check.network.ask` does.

    Raises:
        InputError: Git, which ``since`` asks, fails, or is asked about standard input; or a file of
            credentials cannot be read.
        StoreError: The cache of answers cannot be used.
        TypeError: ``paths`` is one path or what is none, or another argument is of a wrong type.
        UrlgleanError: The ``site_url`` of the options is none of the Web, or a proxy of the environment cannot be used.

    Interrupted by Ctrl-C, it judges what it has read, asks no more servers, and gives what it knows then; the report
    says so. A second Ctrl-C ends that, too.

    """
    if isinstance(paths, (bytes, os.PathLike)):
        raise TypeError(f"{paths!r} is one path: write paths=[{os.fsdecode(paths)!r}]")
    refuse_one_string(paths=paths)
    require(Callable, on_file=on_file, on_progress=on_progress)
    options = CheckOptions() if options is None else options
    require(CheckOptions, options=options)
    check = _Check(tuple(map(os.fsdecode, paths)), options)
    with check.until_interrupted():
        check.read(on_file)
    with check.until_interrupted():
        check.judge()
        if not check.report.is_interrupted:
            check.ask(on_progress)
    with check.until_interrupted():
        return check.finish()
    return check.finish()


class _Check:
    def __init__(self, paths: tuple[str, ...], options: CheckOptions) -> None:
        self.paths = paths
        self.options = options
        self.report = Report()
        self.choice = replace(options.choice, leaves_out=self._leaves_out)
        self.ignored = Ignored()
        self.changes = Changes(options.since, paths) if options.since is not None else None
        rendered_by = renderer_of(options.slugs)
        self.tree = Tree(AnchorsOfFiles(rendered_by), options.site_url)
        self.sources = Sources(paths, options.root_dir, rendered_by)
        self.occurrences = _Occurrences(Cause.OFFLINE if options.offline else Cause.INTERRUPTED)
        self.is_ready = options.offline
        """Whether what asks servers is being loaded, or need not be."""

    @contextmanager
    def until_interrupted(self) -> Iterator[None]:
        """End the block at Ctrl-C, and note that."""
        try:
            yield
        except (Exception, KeyboardInterrupt) as error:
            if not is_interrupt(error):
                raise
            self.report.is_interrupted = True

    # --- reading ---

    def _files(self) -> Iterator[str | Problem]:
        """Yield each file once, though it may be named and stand in a folder that is."""
        met: set[str] = set()
        for name in self.choice.files(self.paths):
            if isinstance(name, Problem):
                yield name
            elif (path := os.path.abspath(name)) not in met:
                met.add(path)
                yield name

    def _leaves_out(self, path: str, is_folder: bool) -> bool:  # noqa: FBT001  (called for each of many entries)
        leaves_out = self.options.choice.leaves_out
        if leaves_out is not None and leaves_out(path, is_folder):
            return True
        return self.options.heeds_ignore_files and self.ignored(path, is_folder)

    def read(self, on_file: Callable[[str], object] | None) -> None:
        for document in self.options.inputs.documents(self._files(), on_problem=self._tell):
            if on_file is not None:
                on_file(document.name)
            self.report.sources.append(document.name)
            self._read(document)
        for problem in self.ignored.problems():
            self._tell(problem)

    def _read(self, document: Document) -> None:
        source: Source | None = None
        anchors = PackedAnchors()
        document = document._replace(media_type=self.sources.media_type(document))
        if (
            document.name == STDIN
            and document.media_type == "text/plain"
            and self.options.inputs.kind is None
        ):
            told = "nothing says what it is, so it is read as plain text; name its kind: --kind markdown, say"
            self._tell(Problem(STDIN, told, lost=False))
        if document.media_type in DOCUMENTATION or document.media_type.startswith("text/"):
            source = self.sources.source(document.name, document.media_type)
            claim = BaseClaim("retrieval", source.base, "its path")
            document = document._replace(claims=(*document.claims, claim))
        links = read_document(
            document,
            options=self.options.reading,
            on_problem=self._tell,
            on_anchor=anchors.append if document.media_type in DOCUMENTATION else None,
        )
        self.occurrences.read_in(source)
        for found in links:
            settled = found.candidate.settled()  # much is asked of each
            link = found if settled is found.candidate else found._replace(candidate=settled)
            if self._is_checked(link):
                self.occurrences.add(link)
                if not self.is_ready and (link.url or "").partition(":")[0].lower() in ASKED:
                    self.is_ready = True
                    get_ready()
        if source is not None and document.media_type in DOCUMENTATION:
            self.tree.anchors.put(source.path, document.media_type, anchors)

    def _tell(self, problem: Problem) -> None:
        if not problem.is_only_counted or problem.source in self.paths:
            self.report.problems.append(problem)

    def _is_checked(self, link: Link) -> bool:
        """Tell whether a link is to lead somewhere, and is wanted."""
        markup = link.candidate.markup
        if markup is not None:
            if markup.element == "base" or markup.attribute in _LEADING_NOWHERE:
                return False
            if markup.rel and not _HOSTS_ALONE.isdisjoint(markup.rel.lower().split()):
                return False
        if link.document.media_type in XML and is_declared(link.candidate):
            return False
        if self.options.excluded:
            said = [link.text]
            if link.url and not link.url.startswith("file:"):  # whose path is that of this machine
                said.append(link.url)
            if any(pattern.search(one) for pattern in self.options.excluded for one in said):
                return False
        return self.changes is None or self.changes(link)

    # --- links into the tree ---

    def judge(self) -> None:
        """Judge what needs no server, and gather what servers are to be asked."""
        occurrences = self.occurrences
        occurrences.close()
        for source, numbers in occurrences.by_source():
            # The first of those that say the same, as half of the links of a page do.
            judged: dict[Hashable, int] = {}
            for number in numbers:
                said = occurrences.links.said(number)
                if (first := judged.get(said)) is not None:
                    occurrences.judge_alike(number, first)
                    continue
                self._settle(number, occurrences.links[number], source)
                if len(judged) < MOST_KNOWN:
                    judged[said] = number
        self.report.urls = len({url.partition("#")[0] for url in occurrences.asked})

    def _settle(self, number: int, link: Link, source: Source | None) -> None:
        """Judge the link of a number, or gather what a server is to be asked about it."""
        found = self._judge(link, source)
        if isinstance(found, Asked):
            whole = _A_FORM if link.kind == "form" else _as_asked(found.url)
            if isinstance(whole, str):
                self.occurrences.urls[number] = whole
                return
            found = whole
        elif link.alternatives and found.cause.outcome is Outcome.BROKEN and source is not None:
            found = found._replace(suggestion=self._other_reading(link, source) or found.suggestion)
        self.occurrences.judgements[number] = found

    def _judge(self, link: Link, source: Source | None) -> Judgement | Asked:
        if source is not None:
            return self.tree.judge(link, source)
        if link.url is None:
            return Judgement(Cause.MALFORMED, link.why_no_url)
        nowhere = self.sources.source(link.source, "message/rfc822")
        return self.tree.judge_url(link.url, link.text, link, nowhere)

    def _other_reading(self, link: Link, source: Source) -> str | None:
        """Give the first of a link's other readings that leads somewhere in the tree."""
        leading = (
            text for text, url in _readings(link) if self.tree.judge_url(url, text, link, source) == FOUND
        )
        return next(leading, None)

    # --- servers ---

    def ask(self, on_progress: Callable[[Headway], object] | None) -> None:
        """Ask servers about each URL once, and then about other readings of what is broken."""
        self._ask(self.occurrences.asked, on_progress)
        others: dict[str, None] = {}
        broken = {url for url, one in self.occurrences.answers.items() if one.cause.outcome is Outcome.BROKEN}
        for number in range(len(self.occurrences) if broken else 0):
            if self.occurrences.urls[number] in broken:
                link = self.occurrences.links[number]
                others.update((url, None) for _, url in _readings_to_ask(link))
        self._ask([url for url in others if url not in self.occurrences.answers], on_progress)

    def _ask(self, urls: list[str], on_progress: Callable[[Headway], object] | None) -> None:
        policy, cache = self.options.policy or NetworkPolicy(), self.options.cache
        answers: Iterable[Answer] = ()
        if self.options.offline:
            if urls and cache is not None and os.path.exists(cache):
                answers = known_answers(urls, policy=policy, cache=cache)
        elif urls and find_spec("aiohttp") is None:
            self.occurrences.why_unasked = Cause.NO_CLIENT
        elif urls:
            answers = ask(urls, policy=policy, cache=cache, on_progress=on_progress)
        for answer in answers:
            self.occurrences.answers[answer.url] = answer

    # --- the report ---

    def finish(self) -> Report:
        """Give the report, its findings in the order of the documents."""
        occurrences, causes, found = self.occurrences, Counter[Cause](), array("I")
        occurrences.close()  # it is interrupted, perhaps
        for number in range(len(occurrences)):
            judged = occurrences.judgements[number]
            if judged is _UNJUDGED and (answer := occurrences.answer(number)) is not None:
                judged = occurrences.judgements[number] = self._judgement(number, answer)
            causes[judged.cause] += 1
            if judged.cause is not Cause.FOUND:
                found.append(number)
        self.report.causes = causes
        self.report.findings = Findings(found, occurrences.finding, occurrences.cause)
        return self.report

    def _judgement(self, number: int, answer: Answer) -> Judgement:
        """Judge an occurrence by the answer to its URL."""
        cause = answer.cause
        if cause.outcome is Outcome.BROKEN:
            for text, url in _readings_to_ask(self.occurrences.links[number]):
                other = self.occurrences.answers.get(url)
                if other is not None and other.cause.outcome is Outcome.GOOD:
                    return Judgement(cause, answer.detail, text)
        if cause.outcome is not Outcome.GOOD:
            return Judgement(cause, answer.detail)
        fragment = answer.url.partition("#")[2]
        if fragment and answer.fragments is not None:
            verdict = find_fragment(fragment, answer.fragments, self.tree.anchors.likeness)
            if verdict != FOUND:
                return verdict
        if not (answer.texts or {}).get(parted(fragment)[1], True):
            return Judgement(Cause.MISSING_TEXT)
        if answer.moved_to is not None:
            return Judgement(Cause.MOVED, answer.detail, answer.moved_to)
        return FOUND


def _readings(link: Link) -> Iterator[tuple[str, str]]:
    """Yield the other readings of a link that come to a URL, each with that, as one of prose means it."""
    opened = link.candidate.facts.opened
    for text in link.alternatives[:_MOST_ALTERNATIVES]:
        reference = text if opened is None else opened.meant.format(text)
        if link.base is not None or has_scheme(reference):
            with suppress(ReferenceSyntaxError):
                yield text, resolve(reference, link.base.uri if link.base else "")


def _readings_to_ask(link: Link) -> Iterator[tuple[str, str]]:
    """Yield those whose URLs servers are asked about, each with that as they are asked."""
    for text, url in _readings(link):
        if url.partition(":")[0].lower() in ASKED and isinstance(whole := _as_asked(url), str):
            yield text, whole


def _as_asked(url: str) -> str | Judgement:
    """Give a URL as servers are asked about it, or what is wrong where none can be."""
    try:
        return resolve(url, "", dialect="whatwg")
    except ReferenceSyntaxError as error:
        return Judgement(Cause.MALFORMED, str(error).partition("\n")[0])


class _Occurrences:
    """Links in the order of the documents, each known by its number from 0 on, and what came of each.

    All are held to the end of a check, and strangers write millions of them.
    """

    def __init__(self, why_unasked: Cause) -> None:
        self.answers: dict[str, Answer] = {}
        """What is known of URLs that servers were to be asked about."""
        self.why_unasked = why_unasked
        """Why there is no answer to a URL that there is none to."""
        self.links = PackedLinks()
        self._sources: list[tuple[int, Source | None]] = []
        """Where links are read, behind the number of the first one that is read there."""
        self.judgements = RepeatedValues[Judgement]()
        """What came of each link."""
        self.urls = RepeatedValues[str | None]()
        """The URL that a server is to be asked about for each link, if any."""

    def read_in(self, source: Source | None) -> None:
        """Note where the links that are added next stand; None for no part of a tree: for mail, for a web archive."""
        if not self._sources or self._sources[-1][1] != source:
            self._sources.append((len(self.links), source))

    def add(self, link: Link) -> None:
        """Add the link that comes next."""
        self.links.append(link)

    def close(self) -> None:
        """Note that no more links are added: nothing has come of any of them that was not judged."""
        self.judgements.fill(_UNJUDGED, len(self.links))
        self.urls.fill(None, len(self.links))

    def by_source(self) -> Iterator[tuple[Source | None, range]]:
        """Yield where links were read, with the numbers of these."""
        for (first, source), (behind, _) in pairwise((*self._sources, (len(self.links), None))):
            yield source, range(first, behind)

    def judge_alike(self, number: int, other: int) -> None:
        """Let come of a link what came of another one that says the same."""
        self.judgements.repeat(number, other)
        self.urls.repeat(number, other)

    def __len__(self) -> int:
        return len(self.links)

    @property
    def asked(self) -> list[str]:
        """The URLs that servers are to be asked about, each once."""
        return [url for url in self.urls.distinct if url is not None]

    def answer(self, number: int) -> Answer | None:
        """Give what is known of the URL of a link that a server was to be asked about; None for any other link."""
        url = self.urls[number]
        return None if url is None else self.answers.get(url) or Answer(url, self.why_unasked)

    def finding(self, number: int) -> Finding:
        """Give what is to be said of a link that was judged."""
        return finding_of(self.links[number], self.judgements[number], self.answer(number))

    def cause(self, number: int) -> Cause:
        """Give why a link that was judged is good, broken or unchecked."""
        return self.judgements[number].cause
