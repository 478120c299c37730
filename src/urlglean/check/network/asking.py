"""Many URLs, each asked once however often it stands anywhere, and an answer for each way in which it was written."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from urlglean.check.answers import Answer, Cause
from urlglean.check.network.policy import NetworkPolicy
from urlglean.check.network.target import Target, target_of
from urlglean.check.schemes import ASKED
from urlglean.check.texts import has_fragment, parted
from urlglean.errors import ReferenceSyntaxError, UrlgleanError, refuse_one_string, require

if TYPE_CHECKING:
    from urlglean.check.network.cache import AnswerCache
    from urlglean.check.network.connections import Environment


@dataclass(frozen=True, slots=True)
class Headway:
    """How far a check has come."""

    done: int
    """How many URLs have their answer, each counted once however it was written."""
    total: int
    hosts: tuple[str, ...]
    """The hosts that are being asked."""


_Key = tuple[str, tuple[str, str] | None]


@dataclass(slots=True)
class _Question:
    """One URL to ask, and the ways in which it was written."""

    target: Target
    written: list[str] = field(default_factory=list)
    needs_page: bool = False
    texts: set[str] = field(default_factory=set)
    """The texts that its fragments ask to be shown."""

    def answers(self, answer: Answer, *, is_cut: bool = False) -> Iterator[Answer]:
        """Yield the answer for each of them; ``is_cut`` tells that the page was not read to its end."""
        for url in self.written:
            _, mark, fragment = url.partition("#")
            moved = answer.moved_to
            if moved is not None and "#" not in moved:
                moved += mark + fragment
            own = replace(answer, url=url, moved_to=moved)
            if is_cut and not _is_all_found(fragment, answer):
                own = replace(own, cause=Cause.PAGE_TOO_LONG, fragments=None)
            yield own


def _is_all_found(fragment: str, answer: Answer) -> bool:
    texts = parted(fragment)[1]
    is_shown = not texts or (answer.texts or {}).get(texts, False)
    return is_shown and has_fragment(fragment, answer.fragments or ())


def get_ready() -> None:
    """Begin to load what `ask` needs, beside what the caller does meanwhile.

    A third of that time OpenSSL reads the certificates that the system trusts, which keeps no other thread waiting.
    """
    if find_spec("aiohttp") is not None:
        threading.Thread(target=_load, name="urlglean check: loading").start()


def _load() -> None:
    with suppress(Exception):  # which the import meets again where it is needed, and tells
        import_module("urlglean.check.network.traffic")


def ask(
    urls: Iterable[str],
    *,
    policy: NetworkPolicy,
    cache: Path | None = None,
    on_progress: Callable[[Headway], object] | None = None,
    surroundings: Environment | None = None,
) -> Iterator[Answer]:
    """Ask servers whether URLs lead anywhere; yield an answer for each distinct string, as answers come.

    Strings that are one URL, but for their fragments, are asked once. Requests go on while the answers are read, in a
    thread of their own; they end when the iterator is closed. It takes the URLs when it is first asked for an answer.

    Args:
        urls: Absolute URLs, with their fragments. `Answer.url` is each as it was given, with the credentials that may
            be in it: what shows it to people takes them out.
        policy: How servers are asked.
        cache: A DuckDB file of answers, made where it is not there. What it knows, and is young enough, is not asked;
            URLs with credentials are never kept.
        on_progress: Gets a `Headway` at each answer, and some times a second between them.
        surroundings: What stands for the system's names, trust, proxies and clock.

    Raises:
        InputError: A file of credentials cannot be read.
        StoreError: The cache cannot be used.
        UrlgleanError: ``aiohttp`` is not there, or a proxy of the environment cannot be used.

    """
    refuse_one_string(urls=urls)
    require(Callable, on_progress=on_progress)
    if find_spec("aiohttp") is None:
        raise UrlgleanError("asking servers needs the package aiohttp: pip install 'urlglean[check]'")
    return _answers(urls, policy, cache, on_progress or (lambda _: None), surroundings)


def known_answers(
    urls: Iterable[str], *, policy: NetworkPolicy, cache: Path, now: datetime | None = None
) -> Iterator[Answer]:
    """Yield the answers that a cache of earlier checks has for some URLs, young enough; no server is asked.

    Arguments and errors are those of `ask`, whose ``policy`` counts: a cache answers for no other manner. The ages of
    answers are counted to ``now``, None for this moment.
    """
    from urlglean.check.network.cache import AnswerCache

    questions: dict[_Key, _Question] = {}
    for _ in _sorted_out(urls, questions, reads=policy.fragments):
        continue  # no answer of a server
    with closing(AnswerCache(cache, policy, now or datetime.now(UTC))) as kept:
        yield from _known(questions, kept, in_part=True)


def _answers(
    urls: Iterable[str],
    policy: NetworkPolicy,
    cache: Path | None,
    on_progress: Callable[[Headway], object],
    surroundings: Environment | None,
) -> Iterator[Answer]:
    from urlglean.check.network.connections import Environment
    from urlglean.check.network.journey import Journey
    from urlglean.check.network.schedule import in_turns
    from urlglean.check.network.traffic import Glance, Traffic

    around = surroundings or Environment()
    questions: dict[_Key, _Question] = {}
    yield from _sorted_out(urls, questions, reads=policy.fragments)
    total = len(questions)
    hosts: tuple[str, ...] = ()
    with ExitStack() as files:
        kept = None
        if cache is not None:
            from urlglean.check.network.cache import AnswerCache

            kept = files.enter_context(closing(AnswerCache(cache, policy, around.now())))
            yield from _known(questions, kept)
        if not questions:
            return
        journeys = [
            Journey(each.target, policy, each.needs_page, frozenset(each.texts))
            for each in in_turns(questions.values(), lambda question: question.target.folder)
        ]
        for item in files.enter_context(closing(Traffic(policy, around).run(journeys))):
            if isinstance(item, Glance):
                hosts = item.hosts
            else:
                journey, start = item.journey, item.journey.start
                if kept is not None and start.credentials is None:
                    kept.keep(item.answer, is_read=journey.needs_page and not journey.is_cut)
                question = questions.pop((start.url, start.credentials))
                yield from question.answers(item.answer, is_cut=journey.is_cut)
            on_progress(Headway(total - len(questions), total, hosts))


def _sorted_out(urls: Iterable[str], questions: dict[_Key, _Question], *, reads: bool) -> Iterator[Answer]:
    """Put URLs into questions by what they ask for; yield the answers to those that no server can be asked."""
    for url in dict.fromkeys(urls):
        try:
            target = target_of(url)
        except ReferenceSyntaxError:
            yield Answer(url, Cause.MALFORMED)
            continue
        if target.scheme not in ASKED:
            yield Answer(url, Cause.OTHER_SCHEME, detail=target.scheme)
            continue
        question = questions.setdefault((target.url, target.credentials), _Question(target))
        question.written.append(url)
        if reads and target.fragment:
            question.needs_page = True
            question.texts.update(filter(None, [parted(url.partition("#")[2])[1]]))


def _known(
    questions: dict[_Key, _Question], cache: AnswerCache, *, in_part: bool = False
) -> Iterator[Answer]:
    """Yield what a cache knows, and take it out of the questions.

    A page that somebody must read for some of its fragments is read for all, unless ``in_part`` asks for what is known.
    """
    for reads in (False, True):
        urls = [
            question.target.url
            for question in questions.values()
            if question.needs_page is reads and question.target.credentials is None
        ]
        for answer in cache.known(urls, read=reads):
            question = questions[answer.url, None]
            texts = {"", *(answer.texts or ())}
            if answer.fragments is None or question.texts <= texts:
                yield from questions.pop((answer.url, None)).answers(answer)
            elif in_part:
                written = [one for one in question.written if parted(one.partition("#")[2])[1] in texts]
                yield from replace(question, written=written).answers(answer)
