"""No option is accepted and ignored: each changes what comes of every kind of document that it has a meaning for."""

from __future__ import annotations

import inspect
import io
import zipfile
from collections.abc import Callable, Iterable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

import urlglean
from support import warc_corpus as corpus
from urlglean.delimiting.stream import OPTIONS

SITE = "http://site.org/dir/"
Told = list[tuple[str | None, str | None]]


def told(links: Iterable[urlglean.Link]) -> Told:
    """Give what Links lead to, and where in markup they stand."""
    return [(link.target, link.element) for link in links]


def fail(problem: urlglean.Problem) -> None:
    pytest.fail(str(problem))


# --- kinds of documents, each holding a text ---


def message(body: str, content_type: str = "text/plain; charset=utf-8", header: str = "") -> str:
    return f"From: z@site.org\nSubject: x\nContent-Type: {content_type}\n{header}\n{body}\n"


def parts(*bodies: tuple[str, str]) -> str:
    inside = "".join(f"--xx\nContent-Type: {kind}\n\n{body}\n" for kind, body in bodies)
    return message(f"{inside}--xx--", "multipart/mixed; boundary=xx")


def archived(content: str) -> str:
    return f"From a@b.org Mon Feb  1 10:00:00 1999\n{content}\n"


def packed(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.warc", content)
    return file.getvalue()


HOLDING_TEXT: dict[str, Callable[[str], tuple[str, str | bytes]]] = {
    "text": lambda text: ("x.txt", text),
    "program": lambda text: ("x.py", f"# {text}\n"),
    "PO file": lambda text: ("x.po", f'#. {text}\nmsgid "a"\nmsgstr "b"\n'),
    "XML": lambda text: ("x.xml", f"<?xml version='1.0'?>\n<rss><item>{escape(text)}</item></rss>"),
    "style sheet": lambda text: ("x.css", f"/* {text} */"),
    "page": lambda text: ("x.html", f"<!doctype html><meta charset=utf-8><p>{escape(text)}"),
    "XHTML": lambda text: (
        "x.xhtml",
        f"<html xmlns='http://www.w3.org/1999/xhtml'><body><p>{escape(text)}</p></body></html>",
    ),
    "page in a page": lambda text: (
        "x.html",
        f"<!doctype html><meta charset=utf-8><iframe srcdoc='{escape(escape(text))}'>",
    ),
    "page in Markdown": lambda text: ("x.md", f"<p>{escape(text)}</p>\n"),
    "message": lambda text: ("x.eml", message(text)),
    "flowed message": lambda text: ("x.eml", message(text, "text/plain; format=flowed; delsp=yes")),
    "field of a header": lambda text: ("x.eml", message("x", header=f"Comments: {text}\n")),
    "field of a list": lambda text: ("x.eml", message("x", header=f"List-Help: {text}\n")),
    "header of a part": lambda text: ("x.eml", parts(("image/png\nContent-Description: " + text, "x"))),
    "page of a message": lambda text: ("x.eml", message(f"<p>{escape(text)}", "text/html")),
    "part of a message": lambda text: ("x.eml", parts(("text/plain", text))),
    "style sheet of a message": lambda text: ("x.eml", parts(("text/css", f"/* {text} */"))),
    "calendar of a message": lambda text: ("x.eml", parts(("text/calendar", f"DESCRIPTION:{text}\n"))),
    "calendar": lambda text: ("x.ics", f"BEGIN:VCALENDAR\r\nDESCRIPTION:{text}\r\n"),
    "cards of a WARC": lambda text: (
        "x.warc",
        corpus.response(SITE, f"BEGIN:VCARD\r\nNOTE:{text}\r\n", content_type="text/vcard"),
    ),
    "message in a message": lambda text: ("x.eml", message(message(text), "message/rfc822")),
    "mbox": lambda text: ("x.mbox", archived(message(text)) * 2),
    "text of a WARC": lambda text: ("x.warc", corpus.response(SITE, text, content_type="text/plain")),
    "page of a WARC": lambda text: ("x.warc", corpus.response(SITE, f"<!doctype html><p>{escape(text)}")),
    "feed of a WARC": lambda text: (
        "x.warc",
        corpus.response(SITE, f"<rss>{escape(text)}</rss>", content_type="application/rss+xml"),
    ),
    "page of a WACZ": lambda text: ("x.wacz", packed(corpus.response(SITE, f"<p>{escape(text)}"))),
}
"""Kinds of documents, each a name of a file and what it holds."""

OF_TEXT: dict[str, tuple[str, object, str, str]] = {
    "schemeless": ("see a.org/x", True, "", "http://a.org/x"),
    "emails": ("ask joe@a.org", True, "", "mailto:joe@a.org"),
    "network_path": ("see //a.org/x", True, "", "http://a.org/x"),
    "refang": ("not hxxp://a[.]org/x", True, "", "http://a.org/x"),
    "schemes": ("ftp://b.org/ http://a.org/x", ["ftp"], "ftp://b.org/ http://a.org/x", "ftp://b.org/"),
    "iri": ("http://a.org/é", False, "http://a.org/é", "http://a.org/"),
    "unwrap_redirectors": (
        "https://www.google.com/url?q=http%3A%2F%2Fa.org%2F",
        True,
        "https://www.google.com/url?q=http%3A%2F%2Fa.org%2F",
        "http://a.org/",
    ),
}
"""The options that concern texts: a text, a value, and what is found without and with it."""


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def found_in(path: Path, **options: Any) -> Told:
    return told(urlglean.extract_path(path, base=SITE, on_problem=fail, **options))


@pytest.mark.parametrize("option", OF_TEXT)
@pytest.mark.parametrize("kind", HOLDING_TEXT)
def test_what_concerns_texts(kind: str, option: str, tmp_path: Path) -> None:
    text, value, usual, expected = OF_TEXT[option]

    def urls(text: str, **options: object) -> set[str | None]:
        return {url for url, _ in found_in(write(tmp_path, *HOLDING_TEXT[kind](text)), **options)}

    own = urls("nothing")
    assert urls(text) - own == set(usual.split())
    assert urls(text, **{option: value}) - own == set(expected.split())


# --- what the inputs are said to be ---

URL = "http://a.org/\u0436"
BYTES = "http://a.org/\u0436".encode("koi8-r")
NAMELESS = {
    "x.txt": BYTES,
    "x.html": b"<p>" + BYTES,
    "x.css": b"/* " + BYTES + b" */",
    "x.ics": b"DESCRIPTION:" + BYTES,
    "message.eml": b"Subject: x\n\n" + BYTES,
    "other label.eml": b"Subject: x\nContent-Type: text/plain; charset=x-unknown\n\n" + BYTES,
    "page.eml": b"Subject: x\nContent-Type: text/html\n\n<p>" + BYTES,
    "part.eml": parts(("text/plain", "HERE"), ("text/html", "<p>HERE")).encode().replace(b"HERE", BYTES),
    "inner.eml": message("Subject: y\n\nHERE", "message/rfc822").encode().replace(b"HERE", BYTES),
    "x.mbox": archived("Subject: x\n\nHERE").encode().replace(b"HERE", BYTES),
    "text.warc": corpus.response(SITE, b"x " + BYTES, content_type="text/plain"),
    "page.warc": corpus.response(SITE, b"<p>" + BYTES, content_type="text/html"),
    "css.warc": corpus.response(SITE, b"/* " + BYTES + b" */", content_type="text/css"),
    "resource.warc": corpus.warc("resource", SITE, b"<p>" + BYTES, content_type="text/html"),
    "page.wacz": packed(corpus.response(SITE, b"<p>" + BYTES, content_type="text/html")),
}
"""What does not say what it is encoded in."""
NAMED = {
    "message.eml": message("http://a.org/\u0436"),
    "page.eml": message("<meta charset=utf-8>http://a.org/\u0436", "text/html"),
    "x.mbox": archived(message("http://a.org/\u0436")),
    "text.warc": corpus.response(SITE, "http://a.org/\u0436", content_type="text/plain; charset=utf-8"),
    "page.warc": corpus.response(
        SITE, "<meta charset=utf-8><p>http://a.org/\u0436", content_type="text/html"
    ),
    "css.warc": corpus.response(SITE, '@charset "utf-8"; /* http://a.org/\u0436 */', content_type="text/css"),
    "feed.warc": corpus.response(SITE, "<rss>http://a.org/\u0436</rss>", content_type="application/rss+xml"),
    "page.wacz": packed(corpus.response(SITE, "<p>http://a.org/\u0436")),
}
"""Mail and archives whose parts say it, or whose format does."""


@pytest.mark.parametrize("name", NAMELESS)
def test_an_encoding_holds_for_what_names_none(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, name, NAMELESS[name])
    assert {url for url, _ in found_in(path, encoding="koi8-r")} == {URL}
    assert {url for url, _ in found_in(path)} != {URL}


@pytest.mark.parametrize("name", NAMED)
def test_parts_of_mail_and_archives_know_their_encoding_best(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, name, NAMED[name])
    assert (
        {url for url, _ in found_in(path, encoding="koi8-r")} == {url for url, _ in found_in(path)} == {URL}
    )


@pytest.mark.parametrize("name", ["message.eml", "x.mbox"])
def test_an_encoding_is_none_of_references_in_mail(name: str, tmp_path: Path) -> None:
    content = message("http://a.org/?\u0436")
    path = write(tmp_path, name, archived(content) if name == "x.mbox" else content)
    assert [url for url, _ in found_in(path, encoding="koi8-r", dialect="whatwg")] == ["http://a.org/?%D0%B6"]


# --- what concerns pages ---

HOLDING_PAGE: dict[str, Callable[[str], tuple[str, str | bytes]]] = {
    "page": lambda page: ("x.html", page),
    "XHTML": lambda page: (
        "x.xhtml",
        f"<html xmlns='http://www.w3.org/1999/xhtml'><body>{page}</body></html>",
    ),
    "page in a page": lambda page: ("x.html", f"<!doctype html><iframe srcdoc='{escape(page)}'>"),
    "Markdown": lambda page: ("x.md", f"x\n\n> - <div>{page}\n"),
    "line of Markdown": lambda page: ("x.md", f"*x* {page}\n"),
    "message": lambda page: ("x.eml", message(page, "text/html")),
    "part of a message": lambda page: ("x.eml", parts(("text/html", page))),
    "alternative in an mbox": lambda page: (
        "x.mbox",
        archived(parts(("text/plain", "x"), ("text/html", page)).replace("/mixed", "/alternative")),
    ),
    "saved page": lambda page: ("x.mht", parts(("text/html", page)).replace("/mixed", "/related")),
    "WARC": lambda page: ("x.warc", corpus.response(SITE, page)),
    "resource of a WARC": lambda page: (
        "x.warc",
        corpus.warc("resource", SITE, page.encode(), content_type="text/html"),
    ),
    "WACZ": lambda page: ("x.wacz", packed(corpus.response(SITE, page))),
}

OF_MAIL = {"message", "part of a message", "alternative in an mbox", "saved page"}

OF_PAGES: list[tuple[str, object, str]] = [
    ("text", False, "<p>see http://a.org/x</p>"),
    ("lazy", True, '<img data-src="http://a.org/x"/>'),
    ("lazy", True, '<img data-srcset="http://a.org/x 2x"/>'),
    ("noscript", True, '<p>x<noscript><img src="http://a.org/x"/></noscript></p>'),
    ("noscript", True, "<p>x<noscript>see http://a.org/x</noscript></p>"),
    ("templates", True, '<template><a href="http://a.org/x">x</a></template>'),
    ("templates", True, "<p>x<template>see http://a.org/x</template></p>"),
    ("comments", True, "<!-- see http://a.org/x -->"),
    ("comments", True, "<p>x<!-- see http://a.org/x <b> --></p>"),
    ("comments", True, '<p>x<!-- <a href="http://a.org/x">x</a> --></p>'),
    ("scripts", True, '<script>var a = "http://a.org/x"</script>'),
    ("scripts", True, r'<p>x<script>var a = "http:\/\/a.org\/x"</script></p>'),
    ("json_ld", True, '<script type="application/ld+json">{"url": "http://a.org/x"}</script>'),
    ("json_ld", True, '<p>x<script type="application/ld+json">{"url": "http:\\/\\/a.org\\/x"}</script></p>'),
]
"""The options that concern pages: a value, and a page in which it changes whether a URL is found."""


@pytest.mark.parametrize(("option", "value", "page"), OF_PAGES)
@pytest.mark.parametrize("kind", HOLDING_PAGE)
def test_what_concerns_pages(kind: str, option: str, value: object, page: str, tmp_path: Path) -> None:
    path = write(tmp_path, *HOLDING_PAGE[kind](page))
    usual, asked = ({url for url, _ in found_in(path, **options)} for options in ({}, {option: value}))
    if (kind, option) == ("line of Markdown", "text"):  # where GitHub makes a link of it
        assert asked == usual == {"http://a.org/x"}
        return
    # No mail program runs scripts, and in XML the element is one like others.
    is_read_anyway = option == "noscript" and kind in {*OF_MAIL, "XHTML"}
    if is_read_anyway:
        assert asked == usual == {"http://a.org/x"}
    else:
        assert (usual, asked) == ((set(), {"http://a.org/x"}) if value else ({"http://a.org/x"}, set()))


@pytest.mark.parametrize(
    "kind",
    [kind for kind in HOLDING_TEXT if "style sheet" in kind or kind.endswith(("of a WARC", "of a WACZ"))],
)
def test_text_that_is_no_page_and_left_out_without_text(kind: str, tmp_path: Path) -> None:
    path = write(tmp_path, *HOLDING_TEXT[kind]("see http://a.org/x"))
    assert [url for url, _ in found_in(path)] == ["http://a.org/x"]
    assert found_in(path, text=False) == []


@pytest.mark.parametrize("builder", ["html.parser", "lxml", "html5lib"])
@pytest.mark.parametrize(("option", "value", "page"), OF_PAGES)
def test_what_concerns_pages_of_a_tree(option: str, value: object, page: str, builder: str) -> None:
    tree = BeautifulSoup(page, builder)
    usual = [url for url, _ in told(urlglean.extract_html(tree))]
    asked = [url for url, _ in told(urlglean.extract_html(tree, **{option: value}))]  # type: ignore[arg-type]  # checked by name
    assert (usual, asked) == (([], ["http://a.org/x"]) if value else (["http://a.org/x"], []))


@pytest.mark.parametrize("builder", ["html.parser", "lxml", "html5lib"])
@pytest.mark.parametrize("option", OF_TEXT)
def test_what_concerns_texts_of_a_tree(option: str, builder: str) -> None:
    text, value, usual, expected = OF_TEXT[option]
    tree = BeautifulSoup(f"<p>{escape(text)}</p>", builder)
    assert {url for url, _ in told(urlglean.extract_html(tree, base=SITE))} == set(usual.split())
    links = urlglean.extract_html(tree, base=SITE, **{option: value})  # type: ignore[arg-type]  # checked by name
    assert {url for url, _ in told(links)} == set(expected.split())


# --- what concerns documentation ---

OF_DOCUMENTATION = [
    ("x.md", "code", "see `http://a.org/x`", "http://a.org/x"),
    ("x.md", "code", "> see:\n>\n>     http://a.org/x", "http://a.org/x"),
    ("x.md", "code", "```\nhttp://a.org/x\n```", "http://a.org/x"),
    ("x.md", "wiki_links", "[[x]]", "x"),
    ("x.md", "wiki_links", "[[x|see]]", "x"),
    ("x.md", "undefined", "[see][x]", "x"),
    ("x.md", "undefined", "![see][x]", "x"),
    ("x.md", "undefined", "> [x][]", "x"),
    ("x.rst", "code", "see ``http://a.org/x``", "http://a.org/x"),
    ("x.rst", "code", "see::\n\n  http://a.org/x", "http://a.org/x"),
    ("x.rst", "code", ".. code::\n\n   http://a.org/x", "http://a.org/x"),
    ("x.rst", "comments", ".. see http://a.org/x", "http://a.org/x"),
    ("x.rst", "undefined", "x_", "x"),
    ("x.rst", "undefined", "`x y`_", "x y"),
]
"""The options that concern documentation, each False unless asked for; a text, and what is found with it."""


@pytest.mark.parametrize(("name", "option", "text", "expected"), OF_DOCUMENTATION)
def test_what_concerns_documentation(
    name: str, option: str, text: str, expected: str, tmp_path: Path
) -> None:
    path = write(tmp_path, name, text)
    options: dict[str, Any] = {option: True}
    usual, asked = (urlglean.extract_path(path, on_problem=fail, **some) for some in ({}, options))
    assert [link.text for link in usual] == []
    assert [link.text for link in asked] == [expected]


OF_NOTEBOOKS = [
    ("code", '{"cell_type": "code", "metadata": {}, "source": "# http://a.org/x", "outputs": []}'),
    (
        "outputs",
        '{"cell_type": "code", "metadata": {}, "source": "", "outputs": [{"output_type": "stream", "text": ["http://a.org/x"]}]}',
    ),
]
"""The options that concern notebooks, each False unless asked for; and a cell."""


@pytest.mark.parametrize(("option", "cell"), OF_NOTEBOOKS)
def test_what_concerns_notebooks(option: str, cell: str, tmp_path: Path) -> None:
    path = write(
        tmp_path, "x.ipynb", f'{{"nbformat": 4, "nbformat_minor": 4, "metadata": {{}}, "cells": [{cell}]}}'
    )
    options: dict[str, Any] = {option: True}
    usual, asked = (urlglean.extract_path(path, on_problem=fail, **some) for some in ({}, options))
    assert [link.text for link in usual] == []
    assert [link.text for link in asked] == ["http://a.org/x"]


# --- what concerns mail ---

OF_FOOTERS = {
    "signature": message("x\n-- \nJoe, http://a.org/x"),
    "quoted signature": message("> x\n> -- \n> Joe, http://a.org/x"),
    "footer of a list": message(f"x\n{'_' * 47}\nx mailing list\nx@a.org\nhttp://a.org/x"),
    "field of a list": message("x", header="List-Archive: <http://a.org/x>\n"),
    "signature in a page": message('<div class="gmail_signature">http://a.org/x</div>', "text/html"),
    "signature of a part": parts(("text/plain", "x\n-- \nJoe, http://a.org/x")),
    "signature of a message in a message": message(message("x\n-- \nJoe, http://a.org/x"), "message/rfc822"),
}


@pytest.mark.parametrize("kind", OF_FOOTERS)
@pytest.mark.parametrize("suffix", ["eml", "mbox"])
def test_what_concerns_mail(kind: str, suffix: str, tmp_path: Path) -> None:
    content = OF_FOOTERS[kind]
    path = write(tmp_path, f"x.{suffix}", archived(content) if suffix == "mbox" else content)
    assert [url for url, _ in found_in(path)] == ["http://a.org/x"]
    assert found_in(path, footers=False) == []


# --- what the functions take beside these ---


def links_of(function: Callable[..., Any], *content: Any) -> Callable[..., object]:
    return lambda **options: [
        (link.url, link.source, link.base and link.base.source, link.document.robots)
        for link in function(*content, **{"on_problem": fail, **options})
    ]


def reported_by(function: Callable[..., Any], *content: Any) -> Callable[..., object]:
    """Give what a function tells those that listen: nothing where they do not."""

    class Listener(list[object]):
        document = retrieval = advance = __call__ = list.append

    def reported(**options: Any) -> object:
        heard = Listener()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("warnings.warn", lambda *_args, **_options: None)
            list(function(*content, **dict.fromkeys(options, heard)))
        return [type(item).__name__ for item in heard]

    return reported


ROBOTS = "<meta name=robots content=nofollow><a href=x>x</a>"
RELATIVE = "<a href='/é?é'>x</a>"
PICTURE = parts(("image/png", "x"))
WRAPPED = "at http://a.org/some/thing\nand/more of it, where nothing is wrapped, ever\n"
LINKS = list(urlglean.extract_text("http://A/ http://a http://a/#x http://a/ http://b/"))

FILES = [
    ("relative.html", RELATIVE),
    ("upper.txt", "HTTP://a/"),
    ("other.txt", "http://a/é"),
    ("robots.html", ROBOTS),
    ("broken.gz", b"\x1f\x8b\x08broken"),
    ("picture.eml", PICTURE),
]


def checked(**given: Any) -> object:
    """Give what comes of a check of a link to a private address, and what it tells on its way."""
    told: list[object] = []
    hooks = {name: told.append for name in given if name.startswith("on_")}
    Path("checked.md").write_text("[x](http://127.0.0.1/)", encoding="utf-8")
    report = urlglean.check_paths(["checked.md"], given.get("options"), **hooks)
    return [one.cause for one in report.findings], bool(told)


FUNCTIONS: list[tuple[Callable[..., Any], dict[str, tuple[Callable[..., object], object]]]] = [
    (
        urlglean.extract_text,
        {
            "base": (links_of(urlglean.extract_text, "see <URL:../x>"), SITE),
            "name": (links_of(urlglean.extract_text, "http://a/"), "x"),
            "dialect": (links_of(urlglean.extract_text, "HTTP://a/"), "whatwg"),
            "encoding": (links_of(urlglean.extract_text, "http://a/é".encode()), "koi8-r"),
            "known": (links_of(urlglean.extract_text, WRAPPED), {"http://a.org/some/thingand/more"}),
            "on_problem": (reported_by(partial(urlglean.extract_text, encoding="utf-8"), b"\xe9"), None),
        },
    ),
    (
        urlglean.extract_html,
        {
            "base": (links_of(urlglean.extract_html, RELATIVE), SITE),
            "name": (links_of(urlglean.extract_html, RELATIVE), "x"),
            "dialect": (links_of(urlglean.extract_html, f"<base href={SITE}>{RELATIVE}"), "rfc3986"),
            "encoding": (links_of(urlglean.extract_html, f"<base href={SITE}>{RELATIVE}"), "koi8-r"),
            "robots": (links_of(urlglean.extract_html, ROBOTS), True),
            "on_problem": (reported_by(partial(urlglean.extract_html, encoding="utf-8"), b"\xe9"), None),
        },
    ),
    (
        urlglean.extract_markdown,
        {
            "base": (links_of(urlglean.extract_markdown, "[x](x)"), SITE),
            "name": (links_of(urlglean.extract_markdown, "http://a/"), "x"),
            "dialect": (links_of(urlglean.extract_markdown, "<HTTP://a/>"), "whatwg"),
            "encoding": (links_of(urlglean.extract_markdown, "<http://a/é>".encode()), "koi8-r"),
            "on_problem": (reported_by(partial(urlglean.extract_markdown, encoding="utf-8"), b"\xe9"), None),
        },
    ),
    (
        urlglean.extract_rst,
        {
            "base": (links_of(urlglean.extract_rst, "`x <x>`_"), SITE),
            "name": (links_of(urlglean.extract_rst, "http://a/"), "x"),
            "dialect": (links_of(urlglean.extract_rst, "HTTP://a/"), "whatwg"),
            "encoding": (links_of(urlglean.extract_rst, "`x <http://a/é>`_".encode()), "koi8-r"),
            "on_problem": (reported_by(partial(urlglean.extract_rst, encoding="utf-8"), b"\xe9"), None),
        },
    ),
    (
        urlglean.extract_mail,
        {
            "base": (links_of(urlglean.extract_mail, message("<URL:x>")), SITE),
            "name": (links_of(urlglean.extract_mail, message("http://a/")), "x"),
            "dialect": (links_of(urlglean.extract_mail, message("HTTP://a/")), "whatwg"),
            "robots": (links_of(urlglean.extract_mail, message(ROBOTS, "text/html")), True),
            "on_problem": (reported_by(urlglean.extract_mail, message("x").encode() + b"\xe9"), None),
            "on_attachment": (reported_by(urlglean.extract_mail, PICTURE), None),
        },
    ),
    (
        urlglean.extract_path,
        {
            "kind": (links_of(urlglean.extract_path, "relative.html"), "text"),
            "base": (links_of(urlglean.extract_path, "relative.html"), SITE),
            "dialect": (links_of(urlglean.extract_path, "upper.txt"), "whatwg"),
            "encoding": (links_of(urlglean.extract_path, "other.txt"), "koi8-r"),
            "robots": (links_of(urlglean.extract_path, "robots.html"), True),
            "on_problem": (reported_by(urlglean.extract_path, "broken.gz"), None),
            "on_attachment": (reported_by(urlglean.extract_path, "picture.eml"), None),
            "observer": (reported_by(urlglean.extract_path, "upper.txt"), None),
        },
    ),
    (
        urlglean.read_document,
        {
            "options": (
                links_of(urlglean.read_document, urlglean.Document("a.org/x", "text/plain")),
                urlglean.ReadOptions(delimit={"schemeless": True}),
            ),
            "dialect": (
                links_of(urlglean.read_document, urlglean.Document("HTTP://a", "text/plain")),
                "whatwg",
            ),
            "on_problem": (
                reported_by(urlglean.read_document, urlglean.Document("x", "nothing/known")),
                None,
            ),
            "on_attachment": (
                reported_by(urlglean.read_document, urlglean.Document(PICTURE, "message/rfc822")),
                None,
            ),
            "progress": (
                reported_by(
                    urlglean.read_document,
                    urlglean.Document(archived(message("x")).encode() * 2, "application/mbox"),
                ),
                None,
            ),
            "on_anchor": (
                reported_by(urlglean.read_document, urlglean.Document("# x", "text/markdown")),
                None,
            ),
            "observer": (reported_by(urlglean.read_document, urlglean.Document("x", "text/plain")), None),
        },
    ),
    (
        urlglean.check_paths,
        {
            "options": (checked, urlglean.CheckOptions(offline=True)),
            "on_file": (checked, None),
            "on_progress": (checked, None),
        },
    ),
    (
        urlglean.unique,
        {
            "rung": (lambda **options: list(urlglean.unique(LINKS, **options)), "string"),
            "steps": (lambda **options: list(urlglean.unique(LINKS, **options)), ["drop-fragment"]),
            "redirects": (
                lambda **options: list(urlglean.unique(LINKS, rung="protocol", **options)),
                [("http://a/", "http://b/")],
            ),
            "keep": (lambda **options: list(urlglean.unique(LINKS, **options)), 1),
        },
    ),
    (
        urlglean.normalize,
        {
            "rung": (lambda **options: urlglean.normalize("HTTP://a", **options), "string"),
            "steps": (lambda **options: urlglean.normalize("http://a/#x", **options), ["drop-fragment"]),
            "redirects": (
                lambda **options: urlglean.normalize("http://a/", rung="protocol", **options),
                [("http://a/", "http://b/")],
            ),
        },
    ),
    (
        urlglean.explain,
        {
            "rung": (lambda **options: urlglean.explain("HTTP://a", **options), "string"),
            "steps": (lambda **options: urlglean.explain("http://a/#x", **options), ["drop-fragment"]),
            "redirects": (
                lambda **options: urlglean.explain("http://a/", rung="protocol", **options),
                [("http://a/", "http://b/")],
            ),
        },
    ),
    (
        urlglean.resolve,
        {
            "dialect": (lambda **options: urlglean.resolve("?y", "http://a/b/c", **options), "rfc2396"),
            "strict": (lambda **options: urlglean.resolve("http:g", "http://a/b/c", **options), False),
            "encoding": (
                lambda **options: urlglean.resolve("?é", "http://a/", dialect="whatwg", **options),
                "koi8-r",
            ),
        },
    ),
    (
        urlglean.delimit,
        {
            "known": (
                lambda **options: list(urlglean.delimit(WRAPPED, **options)),
                {"http://a.org/some/thingand/more"},
            ),
            **{
                option: (lambda text=text, **options: list(urlglean.delimit(text, **options)), value)
                for option, (text, value, _, _) in OF_TEXT.items()
                if option != "unwrap_redirectors"
            },
        },
    ),
    (urlglean.strip_delimiters, {}),
    (urlglean.parse, {}),
    (urlglean.compose, {}),
]
"""What each function takes beside what it reads: for each argument a call with something to read, and a value."""


@pytest.mark.parametrize(
    ("call", "option", "value"),
    [
        pytest.param(call, option, value, id=f"{function.__name__}-{option}")
        for function, options in FUNCTIONS
        for option, (call, value) in options.items()
    ],
)
def test_what_functions_take(
    call: Callable[..., object], option: str, value: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in FILES:
        write(tmp_path, *file)
    assert call(**{option: value}) != call()


def test_every_argument_of_every_function_is_asked_for() -> None:
    asked = {function.__name__: {*options} for function, options in FUNCTIONS}
    asked["extract_text"].remove("known")  # one of the options that stand together
    taken = {}
    for name in urlglean.__all__:
        function = getattr(urlglean, name)
        if inspect.isfunction(function):
            _, *arguments = inspect.signature(function).parameters.values()
            taken[name] = {one.name for one in arguments if one.kind is not one.VAR_KEYWORD}
    taken["resolve"].remove("base")  # no option: what a reference is resolved against
    robots = {"extract_html", "extract_mail", "extract_path"}
    assert asked == {name: taken[name] | ({"robots"} if name in robots else set()) for name in taken}


def test_every_option_of_readers_is_asked_for() -> None:
    asked = {*OF_TEXT, *(option for option, _, _ in OF_PAGES), "footers", "robots"}
    asked |= {option for _, option, _, _ in OF_DOCUMENTATION} | {option for option, _ in OF_NOTEBOOKS}
    # What there are anchors for, `on_anchor` shows, and a page over the limit comes with a warning.
    elsewhere = {"delimit", "anchors", "max_page"}
    assert asked == {*urlglean.ReadOptions.__dataclass_fields__, *OPTIONS} - elsewhere
