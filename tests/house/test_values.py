"""What the public functions refuse, and what can be done with what they give: compared, copied, pickled, closed."""

from __future__ import annotations

import copy
import io
import pickle
import re
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import urlglean


def repickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301  (our own)


# --- wrong types ---


STRANGE: tuple[object, ...] = (None, 3, Path("a.md"), memoryview(b"x"), ["http://a/"], str, io.BytesIO())
TAKE_STRINGS: dict[str, Callable[[Any], object]] = {
    "normalize": urlglean.normalize,
    "explain": urlglean.explain,
    "parse": urlglean.parse,
    "strip_delimiters": urlglean.strip_delimiters,
    "resolve": lambda wrong: urlglean.resolve(wrong, "http://a/"),
    "resolve against": lambda wrong: urlglean.resolve("x", wrong),
    "resolve in a browser": lambda wrong: urlglean.resolve(wrong, "http://a/", dialect="whatwg"),
    "compose": lambda wrong: urlglean.compose(urlglean.Reference("http", "a", wrong)),
}


@pytest.mark.parametrize("wrong", STRANGE, ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize("name", TAKE_STRINGS)
def test_what_is_no_string(name: str, wrong: object) -> None:
    with pytest.raises(TypeError, match=f"is to be a string, not {type(wrong).__name__}"):
        TAKE_STRINGS[name](wrong)


TAKE_THEIR_OWN: dict[str, tuple[Callable[[Any], object], str]] = {
    "read_document": (urlglean.read_document, "document is to be a Document"),
    "compose": (urlglean.compose, "ref is to be a Reference"),
    "observer": (lambda wrong: urlglean.extract_path(".", observer=wrong), "observer is to be an Observer"),
    "options": (lambda wrong: urlglean.check_paths([], wrong), "options is to be a CheckOptions"),
    "on_file": (lambda wrong: urlglean.check_paths([], on_file=wrong), "on_file is to be a function"),
    "slugs": (lambda wrong: urlglean.CheckOptions(slugs=wrong), "slugs is to be a string"),
    "cache": (lambda wrong: urlglean.CheckOptions(cache=wrong), "cache is to be a Path"),
    "policy": (lambda wrong: urlglean.CheckOptions(policy=wrong), "policy is to be a NetworkPolicy"),
    "excluded": (
        lambda wrong: urlglean.CheckOptions(excluded=(wrong,)),
        "each of excluded is to be a Pattern",
    ),
    "pieces": (lambda wrong: list(urlglean.delimit([wrong])), "the pieces of a text are strings"),
}


@pytest.mark.parametrize("wrong", [3, {"offline": True}, b"x", ["x"]], ids=repr)
@pytest.mark.parametrize("name", TAKE_THEIR_OWN)
def test_what_is_not_of_the_type_that_is_asked_for(name: str, wrong: object) -> None:
    call, told = TAKE_THEIR_OWN[name]
    with pytest.raises(TypeError, match=f"{told}, not "):
        call(wrong)


def test_no_file_has_an_empty_name() -> None:
    with pytest.raises(urlglean.InputError, match="no file has an empty name"):
        urlglean.extract_path("")


def test_a_renderer_that_does_not_exist() -> None:
    with pytest.raises(urlglean.UrlgleanError, match="no renderer 'hub'; choose one of github"):
        urlglean.CheckOptions(slugs="hub")


def test_paths_to_check_may_be_paths(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[a](b.md)")
    report = urlglean.check_paths([tmp_path], urlglean.CheckOptions(offline=True))
    assert [finding.text for finding in report.findings] == ["b.md"]


# --- what can be done with what they give ---


ERRORS = [
    urlglean.UrlgleanError("no rung"),
    urlglean.InputError("no file"),
    urlglean.ReferenceSyntaxError("no base", source="a b", start=1, end=2),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("again", [copy.copy, repickled])
def test_an_error_can_be_told_to_another_process(
    error: urlglean.UrlgleanError, again: Callable[[object], object]
) -> None:
    other = again(error)
    assert (type(other), str(other), vars(other)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(
    "options",
    [
        urlglean.ReadOptions(),
        urlglean.ReadOptions(delimit={"emails": True}, code=True),
        urlglean.CheckOptions(offline=True, excluded=(re.compile("x"),)),
    ],
    ids=repr,
)
def test_options_can_be_copied_pickled_and_hashed(options: object) -> None:
    for other in (copy.copy(options), copy.deepcopy(options), repickled(options)):
        assert other == options
        assert hash(other) == hash(options)


def test_candidates_that_say_the_same_are_equal() -> None:
    text = "see <http://a.example/b\nc.html>, http://d.example/?q (www.e.example)"
    found = list(urlglean.delimit(text))
    for others in (
        list(urlglean.delimit(text)),
        list(urlglean.delimit(iter(text))),
        repickled(found),
        copy.deepcopy(found),
    ):
        assert others == found
        assert set(others) == set(found)
    assert found != list(urlglean.delimit(" " + text))
    assert found[0] != found[1]
    page = "<p><a href=b>x</a> <img src='c d' alt=y>"
    first, again = ([link.candidate for link in urlglean.extract_html(page)] for _ in range(2))
    assert first == again == repickled(first)
    assert set(first) == set(again)
    body = "> see http://a.example/\n-- \nhttp://b.example/\n"
    page = "<p>x</p><blockquote type=cite><a href=http://c.example/>x</a></blockquote>"
    for kind, content in (("plain", body), ("html", page)):
        mail = f"Subject: x\nContent-Type: text/{kind}\n\n{content}".encode()
        first, again = ([link.candidate for link in urlglean.extract_mail(mail)] for _ in range(2))
        assert first == again == repickled(first) == copy.deepcopy(first)
        assert [one.facts for one in first] == [one.facts for one in repickled(again)]
        assert {one.quote_depth for one in first} == {one.facts.quote_depth for one in first}


@pytest.mark.parametrize("options", [{}, {"unwrap_redirectors": True}, {"schemes": ["http"]}], ids=repr)
@pytest.mark.parametrize("extract", [urlglean.extract_text, urlglean.extract_html, urlglean.extract_markdown])
def test_links_can_be_closed_before_their_end(
    extract: Callable[..., Generator[urlglean.Link, None, None]], options: dict[str, Any]
) -> None:
    with closing(extract("http://a.example/ http://b.example/", **options)) as links:
        next(links)
    assert list(links) == []
