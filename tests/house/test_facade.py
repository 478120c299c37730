"""What `import urlglean` offers, as the README's readers use it."""

from __future__ import annotations

import ast
import inspect
import io
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

import urlglean
from support import gold
from support.places import ROOT
from urlglean import extract


def urls(links: Iterable[urlglean.Link]) -> list[str | None]:
    return [link.url for link in links]


def references(links: Iterable[urlglean.Link]) -> list[tuple[str | None, str | None]]:
    return [(link.element, link.url) for link in links]


# --- names ---


def test_every_name_is_there() -> None:
    for name in urlglean.__all__:
        assert getattr(urlglean, name) is not None
    assert set(dir(urlglean)) == set(urlglean.__all__)


def test_type_checkers_see_the_names_that_are_there() -> None:
    tree = ast.parse(Path(urlglean.__file__).read_text(encoding="utf-8"))
    (branch,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.asname: (node.module or "").removeprefix("urlglean.")
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    assert seen == urlglean._NAMES


def test_help_shows_the_architecture_first() -> None:
    lines = (urlglean.__doc__ or "").splitlines()
    assert len(lines) <= 42
    rooms = {file.parent.name for file in Path(urlglean.__file__).parent.glob("*/__init__.py")}
    words = {word for line in lines if line.startswith("    ") for word in line.split()}
    assert rooms <= words


def test_no_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        getattr(urlglean, "nope")  # noqa: B009  (a name that type checkers would refuse)


@pytest.mark.parametrize("module", ["uri.resolve", "links.distinct", "uri.normalize", "delimiting.stream"])
def test_functions_are_those_of_their_modules(module: str) -> None:
    first = {"distinct": "unique", "stream": "delimit"}.get(name := module.partition(".")[2], name)
    code = (
        f"import urlglean.{module}, urlglean.cli\nimport urlglean\n"
        f"from urlglean import {first} as named\n"
        f"from urlglean.{module} import {first} as inner\n"
        f"assert urlglean.{first} is named is inner, urlglean.{first}\n"
        "import urlglean.links.link\nassert urlglean.links.link.Link is urlglean.Link\n"
        "print(urlglean.resolve('../g', 'http://a/b/c'), urlglean.normalize('HTTP://A'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("http://a/g http://a/\n", "")


# --- text ---


def test_a_wrapped_url_with_all_that_is_known_of_it() -> None:
    (link,) = urlglean.extract_text("see <http://www.ics.uci.edu/pub/\nietf/uri/>.")
    assert link.url == link.text == "http://www.ics.uci.edu/pub/ietf/uri/"
    assert link.raw == "http://www.ics.uci.edu/pub/\nietf/uri/"
    assert [tuple(span) for span in link.spans] == [(5, 32, 1, 6), (33, 42, 2, 1)]
    assert (link.line, link.column, link.delimiter) == (1, 6, "<>")
    assert (link.source, link.part, link.message, link.base) == ("-", None, None, None)


TEXT = "see http://a.org/é and <http://b.org/\nc>, www.d.org.\r\n\r\nhttp://e.org/"
EXPECTED = ["http://a.org/é", "http://b.org/c", "http://www.d.org", "http://e.org/"]


@pytest.mark.parametrize(
    "source",
    [
        TEXT,
        TEXT.encode(),
        bytearray(TEXT.encode()),
        memoryview(TEXT.encode()),
        list(TEXT),
        [TEXT[:30], "", TEXT[30:]],
        [bytes((byte,)) for byte in TEXT.encode("utf-16")],
        [memoryview(TEXT.encode())[at : at + 1] for at in range(len(TEXT.encode()))],
        io.StringIO(TEXT),
        io.BytesIO(TEXT.encode("latin-1")),
        iter(TEXT.splitlines(keepends=True)),
    ],
    ids=lambda source: type(source).__name__,
)
def test_text_from_anything(source: object) -> None:
    assert urls(urlglean.extract_text(source)) == EXPECTED  # type: ignore[arg-type]  # of every type it takes


def test_a_buffer_may_be_filled_anew() -> None:
    def pieces() -> Iterator[bytearray]:
        buffer = bytearray(10)
        for start in range(0, 200, 10):
            buffer[:] = f"http://a.org/{'x' * 150}".ljust(200).encode()[start : start + 10]
            yield buffer

    assert urls(urlglean.extract_text(pieces())) == [f"http://a.org/{'x' * 150}"]


def test_an_open_file_is_read_as_the_links_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("see http://a.org/\n\n" + "prose without end, or nearly\n" * 400_000)
    with (tmp_path / "x").open() as file:
        assert next(urlglean.extract_text(file)).url == "http://a.org/"
        assert file.read(1) != ""


def test_text_options() -> None:
    assert urls(urlglean.extract_text("see example.com/x", schemeless=True)) == ["http://example.com/x"]
    assert urls(urlglean.extract_text("http://a/é", iri=False)) == ["http://a/"]
    assert urls(urlglean.extract_text("http://a/ ftp://b/", schemes=["ftp"])) == ["ftp://b/"]
    assert urls(urlglean.extract_text("<URL:../x>", base="http://a/b/c")) == ["http://a/x"]
    assert urls(urlglean.extract_text("http://A/é", dialect="whatwg")) == ["http://a/%C3%A9"]
    (link,) = urlglean.extract_text("http://a/", name="mine", base="http://b/")
    assert (link.source, link.base) == ("mine", urlglean.Base("http://b/", "retrieval", "base="))


@pytest.mark.parametrize("function", [urlglean.extract_text, urlglean.extract_html, urlglean.extract_path])
def test_an_option_that_does_not_exist_is_refused_at_once(function: object, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"'shemeless'.*schemeless"):
        function(str(tmp_path), shemeless=True)  # type: ignore[operator]  # three functions with the same habits


OF_PAGES = ("text", "lazy", "noscript", "templates", "comments", "scripts", "json_ld", "robots")


@pytest.mark.parametrize(
    ("function", "option", "told"),
    [
        *((urlglean.extract_text, option, "a text; .*, known, ") for option in (*OF_PAGES[1:], "footers")),
        (urlglean.extract_html, "footers", "a page; there are comments, "),
        (urlglean.extract_markdown, "footers", "Markdown; there are code, "),
        *(
            (function, option, "a")
            for function in (urlglean.extract_text, urlglean.extract_html, urlglean.extract_mail)
            for option in ("code", "wiki_links", "undefined", "outputs")
        ),
        (urlglean.extract_rst, "wiki_links", "reStructuredText; there are code, "),
        (urlglean.extract_mail, "noscript", "a message; there are comments, .*, footers"),
    ],
)
def test_an_option_without_meaning_is_refused_at_once(
    function: Callable[..., object], option: str, told: str
) -> None:
    with pytest.raises(TypeError, match=rf"the option '{option}' has no meaning for {told}"):
        function("http://a/", **{option: False})


def test_what_is_no_text() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        urlglean.extract_text(None)  # type: ignore[arg-type]  # that is the test


@pytest.mark.parametrize(
    "extract", [urlglean.extract_text, urlglean.extract_html, urlglean.extract_mail, urlglean.extract_path]
)
def test_a_dialect_that_does_not_exist_is_told_at_once(extract: Callable[..., object]) -> None:
    with pytest.raises(urlglean.UrlgleanError, match=r"there is no dialect 'nope'; choose .* whatwg"):
        extract(".", dialect="nope")


# --- problems ---


def test_problems_are_warnings_unless_somebody_listens() -> None:
    with pytest.warns(urlglean.UrlgleanWarning, match="-:2: declared as utf-8"):
        assert urls(urlglean.extract_text(b"http://a/\n\xe9", encoding="utf-8")) == ["http://a/"]
    problems: list[urlglean.Problem] = []
    list(urlglean.extract_text(b"http://a/\n\xe9", encoding="utf-8", on_problem=problems.append))
    assert [(problem.source, problem.line) for problem in problems] == [("-", 2)]


# --- HTML ---

PAGE = "<!doctype html><base href=../b/><a href='c?é'>x</a> and http://d.org/."


@pytest.mark.parametrize(
    "page",
    [PAGE, PAGE.encode(), io.StringIO(PAGE), io.BytesIO(PAGE.encode()), BeautifulSoup(PAGE, "html.parser")],
    ids=lambda page: type(page).__name__,
)
def test_html_from_anything(page: object) -> None:
    links = list(urlglean.extract_html(page, base="http://a/x/y", encoding="utf-8"))  # type: ignore[arg-type]  # of every type
    found = references(links)
    assert ("a", "http://a/b/c?%C3%A9") in found
    assert "http://d.org/" in urls(links)
    anchor = next(link for link in links if link.element == "a")
    assert anchor.base == urlglean.Base("http://a/b/", "embedded", "base@href")
    assert (anchor.attribute, anchor.kind) == ("href", "navigation")


def test_html_options() -> None:
    page = "<img data-src=http://lazy/>"
    assert urls(urlglean.extract_html(page)) == []
    assert urls(urlglean.extract_html(page, lazy=True)) == ["http://lazy/"]
    assert urls(urlglean.extract_html("<p>example.com/x", schemeless=True)) == ["http://example.com/x"]
    assert urls(urlglean.extract_html("<p>http://a/ <a href=http://b/>", text=False)) == ["http://b/"]


# --- mail ---

MAIL = "From: a@b.org\nMessage-ID: <1@b.org>\nSubject: x\n\nsee http://c.org/ or www.d.org\n"


def email_message() -> EmailMessage:
    message = EmailMessage()
    message["From"] = "a@b.org"
    message["Message-ID"] = "<1@b.org>"
    message.set_content("see http://c.org/ or www.d.org\n")
    return message


@pytest.mark.parametrize(
    "message",
    [MAIL, MAIL.encode(), io.BytesIO(MAIL.encode()), email_message()],
    ids=lambda message: type(message).__name__,
)
def test_mail_from_anything(message: object) -> None:
    links = list(urlglean.extract_mail(message))  # type: ignore[arg-type]  # of every type it takes
    assert urls(links) == ["http://c.org/", "http://www.d.org"]
    assert links[0].message is not None
    assert "1@b.org" in (links[0].message.message_id or "")


def test_a_string_with_half_characters_is_read_as_mail() -> None:
    message = "Subject: x \ud800\n\nhttp://a.org/ \udfff http://b.org/\udce9\n"
    assert urls(urlglean.extract_mail(message)) == ["http://a.org/", "http://b.org/é"]


# --- paths ---


def test_a_file_and_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a/")
    (tmp_path / "b.html").write_text("<a href=c>")
    (tmp_path / "d.eml").write_text(MAIL)
    assert urls(urlglean.extract_path(tmp_path / "a.txt")) == ["http://a/"]
    found = list(urlglean.extract_path(tmp_path, base="http://r/"))
    assert urls(found) == ["http://a/", "http://r/c", "http://c.org/", "http://www.d.org"]
    assert found[0].source == str(tmp_path / "a.txt")
    assert urls(urlglean.extract_path(str(tmp_path / "b.html"), kind="text")) == []


def test_paths_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(urlglean.InputError, match="no such file"):
        urlglean.extract_path(tmp_path / "none")
    with pytest.raises(urlglean.InputError, match="no such file"):
        urlglean.extract_path("x" * 5000)  # the name of none
    with pytest.raises(
        urlglean.InputError, match="text, html, markdown, rst, notebook, calendar, card, eml, mbox"
    ):
        urlglean.extract_path(tmp_path, kind="nope")


def test_a_folder_with_something_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("nowhere")
    (tmp_path / "b").write_text("http://b/")
    with pytest.warns(urlglean.UrlgleanWarning, match="nowhere"):
        assert urls(urlglean.extract_path(tmp_path)) == ["http://b/"]


# --- together ---


def test_unique_over_several_sources() -> None:
    def links() -> Iterator[urlglean.Link]:
        yield from urlglean.extract_text("http://A/x", name="one")
        yield from urlglean.extract_html("<a href=/x>", base="http://a/", name="two")

    (group,) = urlglean.unique(links())
    assert isinstance(group, urlglean.Distinct)
    assert (group.url, group.key, group.count) == ("http://A/x", "http://a/x", 2)
    assert [link.source for link in group.links] == ["one", "two"]


def test_the_small_verbs() -> None:
    assert urlglean.parse("http://a/b?c#d") == urlglean.Reference("http", "a", "/b", "c", "d")
    assert urlglean.compose(urlglean.parse("file:///etc")) == "file:///etc"
    assert urlglean.resolve("../g", "http://a/b/c/d;p?q") == "http://a/b/g"
    assert urlglean.normalize("HTTP://Example.com:80") == "http://example.com/"
    assert urlglean.strip_delimiters(" <URL:http://a/\n b> ") == "http://a/b"
    assert [found.text for found in urlglean.delimit("(http://a/)")] == ["http://a/"]


def test_who_observes_a_path_is_told_what_was_read(tmp_path: Path) -> None:
    class Seen:
        def __init__(self) -> None:
            self.names: list[str] = []

        def document(self, document: urlglean.Document) -> None:
            self.names.append(f"{document.name} {sorted(document.robots)}")

        def retrieval(self, retrieval: object) -> None:
            raise AssertionError(retrieval)

    page = tmp_path / "a.html"
    page.write_text("<meta name=robots content=noindex><p>no link")
    seen = Seen()
    assert list(urlglean.extract_path(page, observer=seen, robots=True)) == []
    assert seen.names == [f"{page} ['noindex']"]


# --- wrong types, and what editors know ---


@pytest.mark.parametrize("wrong", [None, 3, Path("page.html"), ["<a href=x>"], {"a": 1}], ids=repr)
@pytest.mark.parametrize("function", [urlglean.extract_html, urlglean.extract_mail])
def test_what_is_no_page_and_no_message(function: Callable[[object], object], wrong: object) -> None:
    with pytest.raises(
        TypeError, match=f"a string, bytes, an open file or an? .*, not {type(wrong).__name__}"
    ):
        function(wrong)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda wrong: urlglean.normalize(wrong), "url is to be a string, not bytes"),
        (lambda wrong: urlglean.parse(wrong), "s is to be a string, not bytes"),
        (lambda wrong: urlglean.strip_delimiters(wrong), "typed is to be a string, not bytes"),
        (lambda wrong: urlglean.resolve(wrong, "http://a/"), "reference is to be a string, not bytes"),
        (lambda wrong: urlglean.resolve("x", wrong), "base is to be a string, not bytes"),
        (lambda wrong: urlglean.resolve("x", wrong, dialect="rfc2396"), "base is to be a string, not bytes"),
        (lambda wrong: urlglean.extract_text("x", base=wrong), "base is to be a string, not bytes"),
        (lambda wrong: urlglean.extract_html("x", base=wrong), "base is to be a string, not bytes"),
        (lambda wrong: urlglean.extract_mail("x", base=wrong), "base is to be a string, not bytes"),
        (lambda wrong: urlglean.extract_path(".", base=wrong), "base is to be a string, not bytes"),
        (lambda wrong: urlglean.delimit(wrong), "bytes are no text before they are decoded"),
        (lambda wrong: list(urlglean.unique([wrong])), "unique groups Links, .* not bytes"),
    ],
)
def test_bytes_where_a_string_is_asked_for(call: Callable[[object], object], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        call(b"http://a/")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: urlglean.normalize("http://a/", steps="drop-tracking"), r"write steps=\['drop-tracking'\]"),
        (lambda: list(urlglean.unique([], steps="drop-tracking")), r"write steps=\['drop-tracking'\]"),
        (lambda: urlglean.extract_text("http://a/", schemes="http"), r"write schemes=\['http'\]"),
        (lambda: urlglean.extract_html("http://a/", schemes="http"), r"write schemes=\['http'\]"),
        (lambda: urlglean.extract_text("x", schemless=True), "did you mean 'schemeless'"),  # type: ignore[call-arg]  # the test
        (lambda: urlglean.extract_text("x", known="http://a/"), r"write known=\['http://a/'\]"),
        (lambda: urlglean.delimit("x", "http://a/"), r"write known=\['http://a/'\]"),
        (lambda: urlglean.check_paths("docs"), r"write paths=\['docs'\]"),
        (lambda: urlglean.check_paths(b"docs"), r"write paths=\['docs'\]"),
        (lambda: urlglean.check_paths(Path("docs")), r"write paths=\['docs'\]"),  # type: ignore[arg-type]  # the test
    ],
)
def test_one_string_is_not_several_and_a_slip_is_told(call: Callable[[], object], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        call()


EXTRACT = {
    "text": partial(urlglean.extract_text, "http://a/"),
    "html": partial(urlglean.extract_html, "http://a/"),
    "mail": partial(urlglean.extract_mail, "x: y\n\nhttp://a/"),
    "path": partial(urlglean.extract_path, "."),
}
EVERY = ("text", "html", "mail", "path")
FLAGS = ("schemeless", "emails", "network_path", "refang", "iri", "unwrap_redirectors")
WRONG: list[tuple[tuple[str, ...], str, object, str]] = [
    *((EVERY, flag, wrong, "is to be True or False, not") for flag in FLAGS for wrong in ("no", None, 0)),
    *((("html", "path"), flag, "no", "is to be True or False, not 'no'") for flag in OF_PAGES),
    (("mail", "path"), "footers", "no", "is to be True or False, not 'no'"),
    (EVERY, "schemes", b"http", "each of schemes is to be a string, not int"),
    (EVERY, "schemes", [None], "each of schemes is to be a string, not NoneType"),
    (EVERY, "schemes", -3, "schemes are several strings, not -3"),
    *((("text",), "known", wrong, "known is to be a container") for wrong in (None, -3, b"x", iter(["x"]))),
    (("text", "html", "path"), "encoding", b"utf-8", "encoding is to be a string, not bytes"),
    (("text", "html", "mail"), "name", 3, "name is to be a string, not int"),
    (EVERY, "on_problem", "x", "on_problem is to be a function, not str"),
    (("mail", "path"), "on_attachment", [], "on_attachment is to be a function, not list"),
]


@pytest.mark.parametrize(
    ("kind", "option", "wrong", "told"),
    [(kind, *rest) for kinds, *rest in WRONG for kind in kinds],
)
def test_an_option_of_a_wrong_type_is_told_at_once(kind: str, option: str, wrong: object, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        EXTRACT[kind](**{option: wrong})


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("wrong", ["http, https", "", "1a"])
def test_what_is_no_scheme_is_told_at_once(kind: str, wrong: str) -> None:
    with pytest.raises(urlglean.UrlgleanError, match=f"'{wrong}' is no scheme; a scheme is a name such as"):
        EXTRACT[kind](schemes=["http", wrong])


def test_options_of_delimit_are_asked_of_documents_too() -> None:
    document = urlglean.Document("a@b.org http://a/ HTTPS://b/", "text/plain")

    def read(**options: object) -> list[str | None]:
        return urls(urlglean.read_document(document, options=urlglean.ReadOptions(delimit=options)))

    assert read(emails=True, schemes=["https", "mailto://"]) == ["mailto:a@b.org", "HTTPS://b/"]
    with pytest.raises(
        TypeError, match="there is no option 'email' of delimit; there are schemeless, emails"
    ):
        read(email=True)
    with pytest.raises(TypeError, match="emails is to be True or False"):
        read(emails="no")
    with pytest.raises(TypeError, match="options are to be ReadOptions, not dict"):
        urlglean.read_document(document, options={"emails": True})  # type: ignore[arg-type]  # that is the test
    with pytest.raises(TypeError, match="delimit is to be a mapping of options, not list"):
        urlglean.ReadOptions(delimit=["emails"])  # type: ignore[arg-type]  # that is the test
    with pytest.raises(TypeError, match="footers is to be True or False, not None"):
        urlglean.ReadOptions(footers=None)  # type: ignore[arg-type]  # that is the test
    with pytest.raises(TypeError, match="emails is to be True or False"):
        urlglean.delimit("x", emails="no")  # type: ignore[arg-type]  # that is the test


# --- schemes, wherever a Link stands ---


def test_schemes_hold_wherever_a_link_stands() -> None:
    page = (
        "<a href=x>1</a> <a href=//h/>2</a> <a href=MAILTO:a@b.org>3</a> <img srcset='https://c/ 2x, d 3x'>"
        "<p style='background: url(ftp://e/)'>http://f/ ftp://g/ <iframe srcdoc='&lt;a href=https://i/&gt;'></iframe>"
    )

    def found(*schemes: str) -> list[str | None]:
        return urls(urlglean.extract_html(page, base="http://h/a", schemes=schemes))

    assert found("http") == ["http://h/x", "http://h/", "http://h/d", "http://f/"]
    assert found("ftp", "mailto") == ["mailto:a@b.org", "ftp://e/", "ftp://g/"]
    assert found("https") == ["https://c/", "https://i/"]
    assert found() == []


@pytest.mark.parametrize("schemes", [["http"], ["https", "ftp"], ["mailto", "urn", "pkg"]], ids=",".join)
def test_schemes_of_links_are_those_of_what_is_delimited(schemes: list[str]) -> None:
    cases = ROOT / "tests" / "delimiting" / "cases" / "schemes.cases"
    together = "\n\n".join([*(document.text for document in gold.prose()), cases.read_text("utf-8")])
    delimited = [found.text for found in urlglean.delimit(together, schemes=schemes)]
    assert len(delimited) > 5
    assert [link.text for link in urlglean.extract_text(together, schemes=schemes)] == delimited


def test_a_reference_that_comes_to_no_url_has_the_scheme_it_has_itself() -> None:
    page = "<a href='http://a b/'>1</a> <a href=rel>2</a> <a href='HTTPS://c d/'>3</a>"
    links = list(urlglean.extract_html(page, schemes=["http", "https"]))
    assert [(link.url, link.text) for link in links] == [(None, "http://a b/"), (None, "HTTPS://c d/")]


def test_schemes_go_by_what_redirectors_lead_to() -> None:
    text = "https://www.google.com/url?q=http%3A%2F%2Fa.org%2F"
    (link,) = urlglean.extract_text(text, schemes=["http"], unwrap_redirectors=True)
    assert link.target == "http://a.org/"
    assert not list(urlglean.extract_text(text, schemes=["https"], unwrap_redirectors=True))


def test_schemes_of_mail_and_of_a_style_sheet(tmp_path: Path) -> None:
    message = (
        "List-Help: <mailto:help@a.org>, <http://a.org/help>\nContent-Location: ftp://a.org/x\n"
        "Subject: see https://b.org\n\nhttp://c.org ftp://d.org/\n"
    )
    assert urls(urlglean.extract_mail(message, schemes=["http"])) == ["http://a.org/help", "http://c.org"]
    assert urls(urlglean.extract_mail(message, schemes=["ftp"])) == ["ftp://a.org/x", "ftp://d.org/"]
    sheet = tmp_path / "a.css"
    sheet.write_text("/* http://a.org/ */ p { background: url(ftp://b.org/) }")
    assert urls(urlglean.extract_path(sheet, schemes=["ftp"])) == ["ftp://b.org/"]
    assert urls(urlglean.extract_path(sheet, schemes=["http"])) == ["http://a.org/"]


def test_a_url_is_no_path() -> None:
    with pytest.raises(urlglean.InputError, match="nothing is fetched here"):
        urlglean.extract_path("http://example.com/")


def test_warnings_point_at_who_asks_for_links() -> None:
    document = urlglean.Document(b"http://a/ \xe9", "text/plain", encoding="utf-8")
    for links in (
        urlglean.extract_text(b"http://a/ \xe9", encoding="utf-8"),
        urlglean.extract_html(b"http://a/ \xe9", encoding="utf-8"),
        urlglean.unique(
            urlglean.extract_mail(b"Subject: x\nContent-Type: text/plain; charset=utf-8\n\n\xe9")
        ),
        urlglean.read_document(document),
    ):
        with pytest.warns(urlglean.UrlgleanWarning) as told:
            list(links)
        assert {warning.filename for warning in told} == {__file__}


def test_type_checkers_know_every_option() -> None:
    tree = ast.parse(Path(extract.__file__).read_text(encoding="utf-8"))
    known = {
        node.name: {
            item.target.id
            for item in node.body
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
        }
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name.endswith("Options")
    }
    of_delimit = {
        name
        for name, item in inspect.signature(urlglean.delimit).parameters.items()
        if item.kind is item.KEYWORD_ONLY
    }
    assert known["_TextOptions"] == of_delimit | {"unwrap_redirectors"}
    of_readers = {item.name for item in fields(urlglean.ReadOptions)} - {"delimit", "anchors"}
    of_docs = {"code", "outputs", "wiki_links", "undefined"}
    others = {"unwrap_redirectors", "noscript", "robots", "footers"}
    assert known["_MarkupOptions"] == of_readers - of_docs - others
    assert (known["_PageOptions"], known["_MailOptions"]) == ({"noscript", "robots"}, {"robots", "footers"})
    assert known["_RstOptions"] == {"noscript", "code", "undefined"}
    assert (known["_MarkdownOptions"], known["_AllOptions"]) == ({"wiki_links"}, {"outputs"})
    assert known["_KnownOptions"] == {"known"}


# --- pieces that fail ---


def failing() -> Iterator[str]:
    yield "http://a.org/ and\n\n"
    raise ZeroDivisionError("oops")


def test_what_the_callers_own_pieces_raise_comes_behind_their_links() -> None:
    links = urlglean.extract_text(failing())
    assert next(links).url == "http://a.org/"
    with pytest.raises(ZeroDivisionError, match="oops"):
        next(links)


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        (["http://a.org/ ", float("nan")], "are strings, not float"),
        (["http://a.org/ ", b"x"], "are strings, not bytes"),
        ([b"http://a.org/ ", "x"], "are strings, or all of them bytes, not str"),
        ([None], "are strings, or all of them bytes, not NoneType"),
    ],
)
def test_a_piece_that_is_none(pieces: list[str], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        list(urlglean.extract_text(pieces))


def test_a_file_that_breaks_off() -> None:
    class Breaking(io.StringIO):
        def read(self, size: int | None = -1) -> str:
            if self.tell():
                raise OSError("the disk broke")
            return super().read(size)

    links = urlglean.extract_text(Breaking("see http://a.org/"))
    assert next(links).url == "http://a.org/"
    with pytest.raises(OSError, match="the disk broke"):
        next(links)


def test_pictures_of_a_folder_are_no_damage(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "b.txt").write_text("http://a.org/")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert urls(urlglean.extract_path(tmp_path)) == ["http://a.org/"]
    problems: list[urlglean.Problem] = []
    list(urlglean.extract_path(tmp_path, on_problem=problems.append))
    assert [problem.format for problem in problems] == ["a PNG image"]
    with pytest.warns(urlglean.UrlgleanWarning, match="a PNG image"):
        list(urlglean.extract_path(picture))
