# ruff: noqa: E501  (a family stands on a line of the table)
"""Families of hostile documents for each reader: what strangers could write to keep it busy or to fill the memory.

Each family makes a document of any size, so that what a reader does with it can be measured while it doubles.
"""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import NamedTuple

__all__ = ["FAMILIES", "Family"]


class Family(NamedTuple):
    """Documents of one hostile kind."""

    name: str
    suffix: str
    """That of a file which holds one."""
    make: Callable[[int], bytes]
    """Makes one of about so many bytes."""
    options: tuple[str, ...] = ()
    """What the command has to be asked for."""


def _repeated(piece: str, before: str = "", behind: str = "") -> Callable[[int], bytes]:
    """Repeat a piece between a beginning and an end."""

    def make(size: int) -> bytes:
        times = max(1, (size - len(before) - len(behind)) // len(piece.encode()))
        return (before + piece * times + behind).encode()

    return make


def _numbered(piece: str, before: str = "", behind: str = "") -> Callable[[int], bytes]:
    """Repeat a piece that holds a number: no two are alike."""

    def make(size: int) -> bytes:
        return "".join(
            (before, *_until(size, (piece.replace("%d", str(n)) for n in count())), behind)
        ).encode()

    return make


def _until(size: int, pieces: Iterable[str]) -> Iterator[str]:
    length = 0
    for piece in pieces:
        yield piece
        length += len(piece)
        if length >= size:
            return


def _nested(opening: str, middle: str, closing: str = "") -> Callable[[int], bytes]:
    """Put as many openings before something as closings behind it."""

    def make(size: int) -> bytes:
        depth = max(1, size // (len(opening) + len(closing)))
        return (opening * depth + middle + closing * depth).encode()

    return make


LINK = '<a href="http://a.example/x">x</a>'


# Pages.


def _long_base(size: int) -> bytes:
    references = max(1, size // 2 // 16)
    links = "".join(f"<a href=x{n}>y</a>" for n in range(references))
    return f'<base href="http://a.example/{"b/" * (size // 4)}">{links}'.encode()


def _attributes(size: int) -> bytes:
    return f"<a {' '.join(_until(size, (f'a{n}=b' for n in count())))} href=http://a.example/>x</a>".encode()


_TAG_PAGES = (
    *(("p", "<p>"), ("end tags", "</p>"), ("b and i misnested", "<b><i></b></i>"), ("tables", "<table><tr><td>")),
    *(("list items", "<li>"), ("br", "<br>"), ("a", "<a>"), ("a with href", "<a href=b>")),
    *(("img", "<img src=b>"), ("font", "<font>"), ("a p misnested", "<a href=x><p></a>"), ("select", "<select><option>")),
    *(("svg", "<svg>"), ("svg a", "<svg><a xlink:href=x>"), ("svg closed", "<svg><a xlink:href=x /></svg>")),
    *(("math", "<math>"), ("template", "<template>"), ("form", "<form action=x>"), ("style", "<style>a{}</style>")),
    *(("style with URLs", "<style>a{b:url(c)}</style>"), ("script", "<script>a.b</script>"), ("iframe", "<iframe>.</iframe>")),
    *(("noscript", "<noscript><a href=x></a></noscript>"), ("srcdoc", "<iframe srcdoc='<a href=x>'></iframe>")),
    *(("base", "<base href=x>"), ("meta refresh", "<meta http-equiv=refresh content='0;url=x'>"), ("body", "<body background=x>")),
    *(("comments", "<!-- a -->"), ("object", "<object data=x>"), ("bogus comments", "<!x>"), ("title", "<title>x</title>")),
    *(("URLs in text", "http://a.example/b "), ("URLs in paragraphs", "<p>http://a.example/b"), ("wbr", "http://a.example/<wbr>b ")),
    *(("angle brackets", "<"), ("ampersands", "&"), ("references", "&#65;"), ("hexadecimal references", "&#x41;")),
    *(("named references", "&amp;"), ("unnamed references", "&ampx"), ("URL and references", "http://a.example/&#65;&#66; ")),
    *(("zero bytes", "\0"), ("carriage returns", "\r"), ("plaintext", "<plaintext>"), ("ruby", "<ruby><rt>")),
    *(("headings", "<h1><h2>"), ("details", "<details><summary>"), ("framesets", "<frameset><frame src=x>")),
    *(("nobr", "<nobr>"), ("button", "<button>"), ("dd", "<dd><dt>"), ("input", "<input type=image src=x>"), ("pre", "<pre>\n")),
    *(("shadow roots", "<div><template shadowrootmode=open><a href=x></a></template></div>"),),
    *(("links without URLs", "<a href='http://['>x</a>"), ("misleading", "<a href=http://a.example>www.b.example</a>")),
)  # fmt: skip


def _made_anew(tag: str, middle: str = "<p>x") -> Callable[[int], bytes]:
    """Open formatting elements, each another; then begin paragraph after paragraph, in each of which all are made anew."""

    def make(size: int) -> bytes:
        tags = "".join(_until(size // 2, (tag.replace("%d", str(n)) for n in count())))
        return f"<p>{tags}{middle * (size // 2 // len(middle))}".encode()

    return make


def _far_apart(size: int) -> bytes:
    """Put URLs far apart into very many elements."""
    block = b"<p>" + b"x " * 1300 + b"http://a.example/b"
    return b"<div>" * (size // 10) + block * max(1, size // 2 // len(block))


def _all_but(make: Callable[[int], bytes], part: int = 20) -> Callable[[int], bytes]:
    """Leave out a twentieth, so that a page of 10 MB is still read as a tree."""
    return lambda size: make(size - size // part)


def _pages_in_pages(size: int) -> bytes:
    page = "<a href=x>"
    while len(page) < size:
        escaped = page.replace("&", "&amp;").replace('"', "&quot;")
        page = f'<iframe srcdoc="{escaped}"></iframe>'
    return page.encode()


_WORDS = "some of the words of a text that people wrote and "

_PAGES = [
    *(Family(f"page: {name}", ".html", _repeated(piece)) for name, piece in _TAG_PAGES),
    Family("page: deep div", ".html", _nested("<div>", "http://a.example/", "</div>")),
    Family("page: deep div with links", ".html", _nested("<div><a href=x>b</a>", "http://a.example/", "</div>")),
    Family("page: deep span with text", ".html", _nested("<span>http://a.example/ ", "x", "</span>")),
    Family("page: deep b", ".html", _nested("<b>", "http://a.example/", "</b>")),
    Family("page: deep template", ".html", _nested("<template>", LINK, "</template>"), ("--include", "templates")),
    Family("page: formatting made anew", ".html", _made_anew("<b id=%d>")),
    Family("page: formatting made anew, tags in values", ".html", _made_anew("<b id='<b>%d</b>'>")),
    Family("page: formatting made anew, end tags in comments", ".html", _made_anew("<b id=%d><!--</b>-->")),
    Family("page: formatting made anew, end tags in tables", ".html", _made_anew("<b id=%d><table></b></table>")),
    Family("page: formatting of all kinds made anew", ".html", _repeated("<p>x", "<p>" + "<b><i><u><s><tt><em><big><code><font><small><strong><strike>" * 3)),
    Family("page: formatting between paragraphs", ".html", _numbered("<b id=%d><p>")),
    Family("page: URLs in cells", ".html", _repeated("<tr><td>http://a.example/<td>c", "<table>")),
    Family("page: URLs before cells", ".html", _repeated("<table>http://a.example/<tr>x<td>")),
    Family("page: URLs in inline elements", ".html", _repeated("<i>h</i><b>t</b>tp://a.example/ ")),
    Family("page: URLs in sections", ".html", _repeated("<![CDATA[http://a.example/]]>", "<svg>")),
    Family("page: angle brackets over lines", ".html", _repeated("&lt;http://a.example/<br>")),
    Family("page: links and the same text", ".html", _numbered("<a href=http://h%d.example/>http://h%d.example/</a>")),
    Family("page: URLs far apart in many elements", ".html", _far_apart),
    Family("page: style sheets in one another", ".html", _repeated("<style>a:url(b)", "<svg>")),
    Family("page: scripts in one another", ".html", _repeated("<script>http://a.example/ ", "<svg>"), ("--include", "scripts")),
    Family("page: a label, and one text in all paragraphs", ".html", _repeated("<p>\0#b.c", "<URL:1.2.3.4")),
    Family("page: a text without tags", ".html", _all_but(_repeated(_WORDS + "http://a.example/b "))),
    Family("page: a text in wide characters", ".html", _all_but(_repeated(_WORDS, "<p>\N{GRINNING FACE}"))),
    Family("page: URLs in a text", ".html", _all_but(_repeated(_WORDS * 3 + "http://a.example/b ", "<p>"))),
    Family("page: URLs in paragraphs of words", ".html", _all_but(_repeated(f"<p>{_WORDS * 3}http://a.example/b"))),
    Family("page: URLs in a text of inline tags", ".html", _all_but(_repeated(f"<i>{_WORDS}</i> http://a.example/b ", "<p>"))),
    Family("page: few URLs in a text of inline tags", ".html", _all_but(_repeated(f"<i>{_WORDS * 2}</i> " * 99 + "http://a.example/b ", "<p>"))),
    Family("page: a text in a page in an attribute", ".html", _repeated(_WORDS + "http://a.example/b ", "<iframe srcdoc='", "'>")),
    Family("page: a list of archives", ".html", _repeated("a,", "<applet archive='", "'>")),
    Family("page: pages in pages", ".html", _pages_in_pages),
    Family("page: URLs broken by br", ".html", _repeated("see http://a.example/aaaaaaaaaa/<br>bbbbbbb/c.html<br>")),
    Family("page: ends of what is not open in images", ".html", _nested("<svg>", "", "</desc>"), ("--max-page", "1")),
    Family("page: ends of another kind", ".html", _nested("<svg><desc>", "", "</foreignobject>"), ("--max-page", "1")),
    Family("page: a link that goes on in paragraphs", ".html", _repeated("<p>b</p>", "<p><a href=x></p>")),
    Family("page: templates asked for", ".html", _repeated("<template><a href=x></template>"), ("--include", "templates")),
    Family("page: nested shadow roots", ".html", _repeated("<div><template shadowrootmode=open><a href=x>")),
    Family("page: long base and many references", ".html", _long_base),
    Family("page: long base", ".html", _repeated("b/", '<base href="http://a.example/', '">' + LINK)),
    Family("page: long base, query", ".html", _repeated("b/", '<base href="http://a.example/?', '">' + LINK * 99)),
    Family("page: long reference", ".html", _repeated("b/", '<a href="http://a.example/', '">x</a>')),
    Family("page: long reference, dots", ".html", _repeated("../", '<a href="http://a.example/', '">x</a>')),
    Family("page: long reference, encoded", ".html", _repeated("ä", '<a href="http://a.example/?', '">x</a>')),
    Family("page: each reference another", ".html", _numbered("<a href=x%d>y</a>")),
    Family("page: each host another", ".html", _numbered("<a href=http://h%d.example/>y</a>")),
    Family("page: each reference wrong", ".html", _numbered("<a href=http://h%d:x/>y</a>")),
    Family("page: references with dots", ".html", _numbered("<a href=../x%d/./../y>y</a>")),
    Family("page: attributes", ".html", _attributes),
    Family("page: tags of attributes", ".html", _repeated("<a a b c d e f g href=x>")),
    Family("page: srcset", ".html", _repeated("a 1x, ", '<img srcset="', '">')),
    Family("page: srcset of commas", ".html", _repeated(",", '<img srcset="', '">')),
    Family("page: srcset of parentheses", ".html", _repeated("a (,", '<img srcset="', '">')),
    Family("page: many srcset", ".html", _repeated('<img srcset="a 1x, b 2x">')),
    Family("page: ping", ".html", _repeated("a ", '<a href=x ping="', '">')),
    Family("page: style attribute", ".html", _repeated("a:url(b);", '<p style="', '">')),
    Family("page: style attributes", ".html", _repeated('<p style="a:url(b)">')),
    Family("page: style of brackets", ".html", _repeated("url(a{", "<style>", "</style>")),
    Family("page: style of comments", ".html", _repeated("/*", "<style>url(a)", "</style>")),
    Family("page: style of strings", ".html", _repeated("url('", "<style>", "</style>")),
    Family("page: style of escapes", ".html", _repeated("\\", "<style>url(", "</style>")),
    Family("page: meta refresh of blanks", ".html", _repeated(" ", "<meta http-equiv=refresh content='0;", "x'>")),
    Family("page: meta refresh of digits", ".html", _repeated("1", "<meta http-equiv=refresh content='", "x'>")),
    Family("page: text of brackets", ".html", _repeated("(http://a.example/[", "<p>")),
    Family("page: text of inline tags", ".html", _repeated("http://a.example/<b>b</b>", "<p>")),
    Family("page: text of reference", ".html", _repeated("&#97;", "<p>http://a.example/")),
    Family("page: long attribute of references", ".html", _repeated("&#97;", "<a href='http://a.example/", "'>x</a>")),
    Family("page: lines", ".html", _repeated("\n", "", LINK)),
    Family("page: comments asked for", ".html", _repeated("<!-- <a href=x> -->"), ("--include", "comments")),
    Family("page: URLs in comments", ".html", _repeated("<!-- http://a.example/ -->"), ("--include", "comments")),
    Family("page: noscript asked for", ".html", _repeated("<noscript><a href=x></noscript>"), ("--include", "noscript")),
    Family("page: noscript in one another", ".html", _repeated("<noscript>a"), ("--include", "noscript")),
    Family("page: scripts asked for", ".html", _repeated("<script>'http:\\/\\/a.example\\/'</script>"), ("--include", "scripts")),
    Family("page: JSON-LD, deep", ".html", lambda size: b'<script type="application/ld+json">' + _nested('[', '"http://a.example/"', ']')(size) + b'</script>', ("--include", "json-ld")),
    Family("page: JSON-LD", ".html", _repeated('"http://a.example/",', '<script type="application/ld+json">[', '""]</script>'), ("--include", "json-ld")),
    Family("page: JSON-LD of braces", ".html", _repeated('{"url":', '<script type="application/ld+json">', "</script>"), ("--include", "json-ld")),
    Family("page: lazy", ".html", _repeated("<img data-src=x>"), ("--include", "lazy")),
    Family("page: many charsets", ".html", _repeated("<meta charset=x>")),
    Family("XHTML: empty elements", ".xhtml", _repeated("<a/>", '<html xmlns="http://www.w3.org/1999/xhtml">')),
    Family("XHTML: empty links", ".xhtml", _repeated('<a href="x"/>', '<html xmlns="http://www.w3.org/1999/xhtml">')),
    Family("XHTML: instructions", ".xhtml", _repeated("<?x ?>", '<html xmlns="http://www.w3.org/1999/xhtml">')),
    Family("XHTML: sections", ".xhtml", _repeated("<![CDATA[x]]>", '<html xmlns="http://www.w3.org/1999/xhtml">')),
    Family("XHTML: style sheets", ".xhtml", _repeated('<?xml-stylesheet href="a"?>')),
    Family("XHTML: quotes", ".xhtml", _repeated('<a "', '<html xmlns="http://www.w3.org/1999/xhtml">')),
    Family("style sheet: URLs", ".css", _repeated("url(a)")),
    Family("style sheet: imports", ".css", _repeated("@import 'a';")),
    Family("style sheet: braces", ".css", _repeated("{")),
    Family("style sheet: functions", ".css", _repeated("image-set(")),
    Family("style sheet: strings", ".css", _repeated('"')),
    Family("feed: items", ".xml", _repeated("<link>http://a.example/&amp;b</link>", "<?xml version='1.0'?><rss>")),
]  # fmt: skip


# Mail.

_HEAD = "From: a@b.example\nSubject: x\nMessage-ID: <1@b.example>\nMIME-Version: 1.0\n"
_MIXED = _HEAD + "Content-Type: multipart/mixed; boundary=b\n\n"


def _messages_in_messages(size: int) -> bytes:
    return _nested("Content-Type: message/rfc822\n\n", "Subject: x\n\nhttp://a.example/\n")(size)


def _messages_in_parts(size: int) -> bytes:
    pieces = (
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\nContent-Type: message/rfc822\n\n"
        for n in count()
    )
    return "".join((*_until(size, pieces), "Subject: x\n\nhttp://a.example/\n")).encode()


def _multiparts(size: int, name: str = "b{}", *, closed: bool = False) -> bytes:
    depth = max(1, size // (len(name) + 50 + (20 if closed else 0)))
    names = [name.format(n) for n in range(depth)]
    before = "".join(f"Content-Type: multipart/mixed; boundary={one}\n\n--{one}\n" for one in names)
    behind = "".join(f"--{one}--\n" for one in reversed(names)) if closed else ""
    return f"{_HEAD}{before}\nhttp://a.example/\n{behind}".encode()


def _body_of(media_type: str, piece: str, encoding: str = "7bit", behind: str = "") -> Callable[[int], bytes]:
    head = f"{_HEAD}Content-Type: {media_type}\nContent-Transfer-Encoding: {encoding}\n\n"
    return _repeated(piece, head, behind)


def _base64_page(size: int) -> bytes:
    body = base64.encodebytes(b"<p>" * (size // 4))
    return f"{_HEAD}Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n".encode() + body


def _base64_text(size: int) -> bytes:
    body = base64.encodebytes(b"see http://a.example/ \n" * (size // 32))
    return f"{_HEAD}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n".encode() + body


def _base64_messages(size: int) -> bytes:
    message = b"Subject: x\n\nhttp://a.example/\n"
    while len(message) < size:
        before = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
        message = before + base64.encodebytes(message)
    return message


def _digest(size: int) -> bytes:
    piece = "--b\n\nSubject: x\n\nhttp://a.example/\n\n"
    return _repeated(piece, _HEAD + "Content-Type: multipart/digest; boundary=b\n\n", "--b--\n")(size)


_FIELDS = (
    *(("folds", "X-A: b\n", " c\n"), ("blanks", "X-A:", " "), ("tabs before a colon", "X-A", "\t")),
    *(("encoded words", "Subject:", " =?utf-8?q?a?="), ("encoded words, broken", "Subject:", " =?utf-8?q?")),
    *(("encoded words of charsets", "Subject:", " =?x?b?YQ?="), ("question marks", "Subject: =", "?=")),
    *(("References", "References:", " <a@b>\n"), ("References of brackets", "References: ", "<")),
    *(("List fields", "List-Unsubscribe: ", "<http://a.example/>, "), ("brackets", "List-Unsubscribe: ", "<")),
    *(("comments", "Content-Type: text/plain", " (a)"), ("parentheses", "Content-Type: text/plain ", "(")),
    *(("parameters", "Content-Type: text/plain", "; a=b"), ("quotes", "Content-Type: text/plain", '; a="')),
    *(("parameters of a multipart", "Content-Type: multipart/mixed", "; a=b"), ("of pieces", "Content-Type: multipart/mixed", "; a*=b")),
    *(("backslashes", 'Content-Type: text/plain; a="', "\\"), ("semicolons", "Content-Type: text/plain", ";")),
    *(("spoken addresses", "From:", " a at b"), ("dots", "From: a at b", ".c"), ("date", "Date: ", "1 ")),
    *(("date of colons", "Date: Mon, 1 Jan 2001 ", "1:"), ("Content-Base", "Content-Base: http://a.example/", "b/")),
    *(("Content-Location", "Content-Location: ", "=?utf-8?q?a?= "), ("fields", "", "A: b\n"), ("names", "", "a")),
    *(("Received", "", "Received: from a by b; date\n"), ("URL parameter", "Content-Type: message/external-body", '; URL="http://a.example/b"')),
    *(("URL parameter over lines", 'Content-Type: message/external-body; URL="http://a.example/', "b/\n "),),
    *(("filenames", "Content-Disposition: attachment", '; filename="a"'), ("Archived-At", "Archived-At:", " <http://a.example/b>")),
)  # fmt: skip

_MAIL = [
    Family("mail: message in message", ".eml", _messages_in_messages),
    Family("mail: message in message in part", ".eml", _messages_in_parts),
    Family("mail: message in message in base64", ".eml", _base64_messages),
    Family("mail: links in messages in messages", ".eml", _repeated("<a href=x>", "Content-Type: message/rfc822\n\n" * 45 + "Content-Type: text/html\n\n")),
    Family("mail: nested multiparts", ".eml", _multiparts),
    Family("mail: nested multiparts, closed", ".eml", lambda size: _multiparts(size, "b{:07}x", closed=True)),
    Family("mail: nested multiparts, closed, boundaries that begin alike", ".eml", lambda size: _multiparts(size, closed=True)),
    Family("mail: nested multiparts, one boundary", ".eml", lambda size: _multiparts(size, "b")),
    Family("mail: tiny parts", ".eml", _repeated("--b\n\nx\n", _MIXED, "--b--\n")),
    Family("mail: tiny parts with headers", ".eml", _repeated("--b\nContent-Type: text/plain\n\nhttp://a.example/\n", _MIXED, "--b--\n")),
    Family("mail: tiny pages", ".eml", _repeated("--b\nContent-Type: text/html\n\n<a href=x>\n", _MIXED, "--b--\n")),
    Family("mail: tiny attachments", ".eml", _repeated("--b\nContent-Type: image/gif\n\nx\n", _MIXED, "--b--\n")),
    Family("mail: tiny messages", ".eml", _repeated("--b\nContent-Type: message/rfc822\n\nA: b\n\nx\n", _MIXED, "--b--\n")),
    Family("mail: delimiters alone", ".eml", _repeated("--b\n", _MIXED)),
    Family("mail: delimiters without an end", ".eml", _repeated("--b\n\nx\n", _MIXED)),
    Family("mail: ends alone", ".eml", _repeated("--b--\n", _MIXED)),
    Family("mail: delimiters not declared", ".eml", _repeated("--c\nContent-Type: text/plain\n\nx\n", _MIXED)),
    Family("mail: delimiters each another", ".eml", _numbered("--c%d\nContent-Type: text/plain\n\nx\n", _MIXED)),
    Family("mail: delimiters indented", ".eml", _repeated("  --b\nContent-Type: text/plain\n\nx\n", _MIXED)),
    Family("mail: boundaries each another", ".eml", _numbered(" --b%d\nContent-Type: multipart/mixed; boundary=b%d\n\nx\n", _MIXED)),
    Family("mail: parts of multiparts", ".eml", _numbered("--b\nContent-Type: multipart/mixed; boundary=c%d\n\n--c%d\n\nx\n", _MIXED)),
    Family("mail: headers cut off", ".eml", _repeated("--b\nContent-Type : text/html\n\nContent-Type: text/html\n\n<p>\n", _MIXED)),
    Family("mail: headers behind blank lines", ".eml", _nested("\nContent-Type: text/plain\n", "\nx")),
    Family("mail: long boundary", ".eml", _repeated("(.*)+", _HEAD + 'Content-Type: multipart/mixed; boundary="', '"\n\n--b\n')),
    Family("mail: external bodies", ".eml", _repeated("a: b\n\n", _HEAD + "Content-Type: message/external-body; access-type=x\n\n")),
    Family("mail: external bodies, nested", ".eml", _nested("Content-Type: message/external-body; access-type=x\n\n", "x")),
    Family("mail: partial message", ".eml", _repeated("a: b\n\n", _HEAD + "Content-Type: message/partial; id=x\n\n")),
    Family("mail: delivery status", ".eml", _repeated("a: b\n\n", _HEAD + "Content-Type: message/delivery-status\n\n")),
    Family("mail: digest", ".eml", _digest),
    Family("mail: alternatives", ".eml", _repeated("--b\nContent-Type: text/plain\n\nsee http://a.example/x\ny\n", _HEAD + "Content-Type: multipart/alternative; boundary=b\n\n")),
    Family("mail: identifiers", ".eml", _numbered("--b\nContent-ID: <%d>\nContent-Location: x%d\n\nx\n", _MIXED, "--b\nContent-Type: text/html\n\n<img src=cid:1>\n--b--")),
    Family("mail: quoted-printable", ".eml", _body_of("text/plain", "=", "quoted-printable")),
    Family("mail: quoted-printable breaks", ".eml", _body_of("text/plain", "a=\n", "quoted-printable")),
    Family("mail: quoted-printable blanks", ".eml", _body_of("text/plain", "= ", "quoted-printable")),
    Family("mail: quoted-printable octets", ".eml", _body_of("text/html", "=3D", "quoted-printable")),
    Family("mail: base64 page", ".eml", _base64_page),
    Family("mail: base64 text", ".eml", _base64_text),
    Family("mail: base64 of short lines", ".eml", _body_of("text/plain", "YQ==\n", "base64")),
    Family("mail: base64 with blank lines", ".eml", _body_of("text/plain", "YWJj\n\n", "base64")),
    Family("mail: base64 with rubbish", ".eml", _body_of("text/plain", "YWJjYWJjYWJjYWJj*\n", "base64")),
    Family("mail: base64 that is none", ".eml", _body_of("text/plain", "a b ", "base64")),
    Family("mail: uuencode", ".eml", _body_of("text/plain", "#0V%T\n", "x-uuencode")),
    Family("mail: uuencoded files", ".eml", _body_of("text/plain", "begin 644 a\n#0V%T\n`\nend\n")),
    Family("mail: yEnc files", ".eml", _body_of("text/plain", "=ybegin a\n")),
    Family("mail: flowed", ".eml", _body_of("text/plain; format=flowed", "> a \n")),
    Family("mail: quotes", ".eml", _body_of("text/plain", ">")),
    Family("mail: quoted URLs", ".eml", _body_of("text/plain", "> http://a.example/\n")),
    Family("mail: deep quotes", ".eml", _body_of("text/plain", "> " * 200 + "http://a.example/\n")),
    Family("mail: wrapped URLs", ".eml", _body_of("text/plain", "see http://a.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/\nbbbbbbbbbb/c\n")),
    Family("mail: signatures", ".eml", _body_of("text/plain", "-- \nhttp://a.example/\n")),
    Family("mail: blank lines", ".eml", _body_of("text/plain", "\n", behind="http://a.example/")),
    Family("mail: a page of blockquote", ".eml", _body_of("text/html", "<blockquote>")),
    Family("mail: a page of tags", ".eml", _body_of("text/html", "<p>")),
    Family("mail: a calendar of URLs", ".eml", _body_of("text/calendar", "URL:http://a.example/b\n")),
    Family("mail: a calendar of alternatives", ".eml", _body_of("text/calendar", 'X;ALTREP="http://a.example/\\,b":\\n\\,\\;\n')),
    Family("mail: a calendar of escapes", ".eml", _body_of("text/calendar", "X:" + "\\," * 999 + "\n")),
    Family("mail: a calendar with a page of escapes", ".eml", _repeated("\\,", _HEAD + "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nX-ALT-DESC;FMTTYPE=text/html:")),
    Family("mail: a style sheet of URLs", ".eml", _body_of("text/css", "url(a) ")),
    Family("mail: RFC 2231 pieces", ".eml", lambda size: (_HEAD + "Content-Type: text/plain" + "".join(_until(size, (f"; a*{n}*=b" for n in range(10**9)))) + "\n\nx").encode()),
    *(Family(f"mail: field, {name}", ".eml", _repeated(piece, begin, "\n\nhttp://a.example/\n")) for name, begin, piece in _FIELDS),
    Family("mbox: From lines", ".mbox", _repeated("From a@b Mon Jan  1 00:00:00 2001\n")),
    Family("mbox: From lines with blank lines", ".mbox", _repeated("From a@b Mon Jan  1 00:00:00 2001\n\n")),
    Family("mbox: tiny messages", ".mbox", _repeated("From a@b Mon Jan  1 00:00:00 2001\nSubject: x\n\nhttp://a.example/\n\n")),
    Family("mbox: From of blanks", ".mbox", _repeated("From  ", "From a@b Mon Jan  1 00:00:00 2001\nA: b\n\n")),
    Family("mbox: quoted From", ".mbox", _repeated(">From a\n", "From a@b Mon Jan  1 00:00:00 2001\nA: b\n\n")),
    Family("mbox: one thread", ".mbox", _numbered("From a@b Mon Jan  1 00:00:00 2001\nMessage-ID: <%d@b>\nReferences: <1@b> <2@b>\n\nhttp://a.example/%d/\nb\n\n")),
    Family("mbox: one message", ".mbox", _repeated("x http://a.example/\n", "From a@b Mon Jan  1 00:00:00 2001\nA: b\n\n")),
    Family("mbox: Content-Length", ".mbox", _repeated("From a@b Mon Jan  1 00:00:00 2001\nContent-Length: 999999\n\nx\n\n")),
]  # fmt: skip


# Web archives.

_RECORD = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http;msgtype=response\r\n"


def warc_record(head: bytes, body: bytes) -> bytes:
    """Make the record of a response."""
    block = head + b"\r\n\r\n" + body
    return f"{_RECORD}Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


_OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html"


def _field(name: str, piece: str) -> Callable[[int], bytes]:
    """Make one record with a long field."""
    return lambda size: warc_record(
        b"HTTP/1.1 200 OK\r\n" + name.encode() + _repeated(piece)(size), LINK.encode()
    )


def _fields_of_records(size: int) -> bytes:
    """Make records of 32 KB each, all of them in a field."""
    record = warc_record(_OK + b"\r\nLink: " + b"<>" * (1 << 14), b"")
    return record * max(1, size // len(record))


def _chunked(piece: str) -> Callable[[int], bytes]:
    return lambda size: warc_record(_OK + b"\r\nTransfer-Encoding: chunked", _repeated(piece)(size))


def _coded(depth: int) -> Callable[[int], bytes]:
    def make(size: int) -> bytes:
        body = b"<p>" * (size * 300 // 3)
        for _ in range(depth):
            body = gzip.compress(body, mtime=0)
        return warc_record(_OK + b"\r\nContent-Encoding: " + b", ".join([b"gzip"] * depth), body)

    return make


def _records(head: bytes, body: bytes) -> Callable[[int], bytes]:
    record = warc_record(head, body)
    return lambda size: record * max(1, size // len(record))


def _members(size: int) -> bytes:
    record = gzip.compress(warc_record(_OK, LINK.encode()), mtime=0)
    return record * max(1, size // len(record))


_ARCHIVES = [
    *(
        Family(f"WARC: {name.strip(': ')} of {piece!r}", ".warc", _field(name, piece))
        for name in ("Link: ", "Content-Type: ", "Refresh: ", "X-Robots-Tag: ", "X-A: ", "X")
        for piece in (" ", "\t", "<", ",", "<>", "; a=", '"', "<a>;", "(")
    ),
    Family("WARC: records of Link fields", ".warc", _fields_of_records),
    Family("WARC: small records", ".warc", _records(_OK, LINK.encode())),
    Family("WARC: headers of fields", ".warc", lambda size: warc_record(_OK + b"\r\nA: b" * (size // 6), LINK.encode())),
    Family("WARC: a field of folds", ".warc", lambda size: warc_record(_OK + b"\r\nX-A: b" + b"\r\n a" * (size // 4), LINK.encode())),
    Family("WARC: chunks of one byte", ".warc", _chunked("1\r\nx\r\n")),
    Family("WARC: chunk sizes", ".warc", _chunked("0")),
    Family("WARC: chunks with extensions", ".warc", _chunked("1;a=b\r\nx\r\n")),
    Family("WARC: chunks, broken", ".warc", _chunked("z\r\n")),
    Family("WARC: page of tags", ".warc", lambda size: warc_record(_OK, b"<p>" * (size // 3))),
    Family("WARC: page in gzip", ".warc", lambda size: _coded(1)(size // 100)),
    Family("WARC: gzip members", ".warc.gz", _members),
    Family("WARC: nothing but beginnings", ".warc", _repeated("WARC/1.0\r\n")),
    Family("WARC: broken records", ".warc", _repeated("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: x\r\n\r\n")),
    Family("ARC: records", ".arc", _repeated("http://a.example/ 1.2.3.4 20000101000000 text/html 2\nhi\n", "filedesc://x 0.0.0.0 20000101000000 text/plain 3\n1 \n\n")),
]  # fmt: skip


# Text.

_TEXT_OPTIONS = ("--schemeless", "--emails", "--network-path", "--refang")
_TEXTS = (
    *(
        "mailto:a@b,",
        "[url=http://a.example/]b[/url]",
        '"http://a.example/" \\\n"c/"\n',
        "1.2.3.4",
        "a.a.a",
        "1.2.3.4 ",
        "a.a.a ",
        "a@b.example ",
        "http://",
        "http://a.example/",
        "www.",
    ),
    *(
        "://",
        "(",
        "http://a.example/(",
        "<http://a",
        "<http://a.example/\n",
        "\\",
        "http://a.example/\\n",
        "a" * 50 + "\n",
    ),
    *(
        "data:]",
        "[.]news:",
        "://\n> (ftp://a@b.example",
        "b.example\r\n)news:",
        ",-\n)$data:data:",
        "word。www.",
        "http://;",
    ),
    *(
        "hxxp[:]//",
        " [.] ",
        " at ",
        " dot ",
        "@",
        "a@",
        "a.",
        ".a",
        "//a.example/",
        "[::1]",
        "localhost:80 ",
        "%41",
        "http://a.example/'",
    ),
    *(
        "URL:",
        "\x0c\n",
        "> ",
        "http://a.example/a-\n",
        "\r",
        "\\url{",
        "](",
        "[url]",
        "http://user:pw@",
        "xn--",
        "例え.jp ",
        "www.a前",
        "www.a\N{TRADE MARK SIGN}",
    ),
)
_TEXT = [
    *(Family(f"text: {piece!r}", ".txt", _repeated(piece)) for piece in _TEXTS),
    *(
        Family(f"text, names asked for: {piece!r}", ".txt", _repeated(piece), _TEXT_OPTIONS)
        for piece in _TEXTS
    ),
    Family(
        "text: gzip members",
        ".txt.gz",
        lambda size: gzip.compress(b"http://a.example/\n", mtime=0) * (size // 38),
    ),
]


# Documentation.


def _crossing(reference: str, definition: str, between: str = "\n\n") -> Callable[[int], bytes]:
    """Refer to what is defined behind all references, each another."""
    return lambda size: b"".join(
        (_numbered(reference)(size // 2), between.encode(), _numbered(definition)(size // 2))
    )


_DOCUMENTATION = [
    *(
        Family(f"reST: {piece!r}", ".rst", _repeated(piece, "Title\n=====\n\n", "\n"))
        for piece in (
            "a-",
            "x:",
            "`a <",
            "a__ ",
            "|a| ",
            "`a <b>`_ ",
            "a_\n",
            "=\n",
            "``",
            "* ",
            "* a\n",
            ":a: b\n",
            "* - a\n",
            "[1]_ ",
        )
    ),
    *(
        Family(f"Markdown: {piece!r}", ".md", _repeated(piece, "", "\n\n[a]: http://a.example/\n"))
        for piece in (
            "[",
            "[a] ",
            "[a](b)",
            "<http://a.example/> ",
            "<a href=x>b</a>\n\n",
            "`a` ",
            "[a]: b\n",
            "> ",
            "http://a.example/\r",
            "a\r",
            "http://a.example/b\n",
        )
    ),
    Family(
        "notebook: a cell of strings",
        ".ipynb",
        _repeated('"ab",', '{"nbformat":4,"cells":[{"cell_type":"markdown","source":[', '""]}]}'),
    ),
    Family(
        "notebook: a cell of links",
        ".ipynb",
        _repeated('"[](b)",', '{"nbformat":4,"cells":[{"cell_type":"markdown","source":[', '""]}]}'),
    ),
    *(
        Family(
            f"notebook: cells of {name}", ".ipynb", _repeated(f"{cell},", '{"nbformat":4,"cells":[', "{}]}")
        )
        for name, cell in (("numbers", "1"), ("nothing", "{}"))
    ),
    Family(
        "notebook: an output of strings",
        ".ipynb",
        _repeated(
            '"ab",',
            '{"nbformat":4,"cells":[{"cell_type":"code","source":"","outputs":[{"data":{"text/html":[',
            '""]}}]}]}',
        ),
        ("--include", "outputs"),
    ),
    Family("Markdown: footnotes crossing", ".md", _crossing("a[^%d] ", "[^%d]: b\n\n")),
    Family("Markdown: references crossing", ".md", _crossing("[a%d] ", "[a%d]: http://a.example/%d\n")),
]


# Bombs: a little that unpacks to very much.

_BOMB = 1000


def _packed(pack: Callable[[bytes], bytes]) -> Callable[[int], bytes]:
    """Pack so much that it is about a thousandth of what it unpacks to."""
    return lambda size: pack(b"\n" * (size * _BOMB))


def _zipped(size: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.warc", b"\n" * (size * _BOMB))
    return file.getvalue()


_BOMBS = [
    Family("bomb: gzip", ".txt.gz", _packed(gzip.compress)),
    Family("bomb: bzip2", ".txt.bz2", _packed(bz2.compress)),
    Family("bomb: xz", ".txt.xz", _packed(lzma.compress)),
    Family("bomb: gzip of a page", ".html.gz", lambda size: gzip.compress(b"<p>" * (size * _BOMB // 3))),
    Family("bomb: gzip in gzip of mail", ".mbox.gz", lambda size: gzip.compress(b"From a@b Mon Jan  1 00:00:00 2001\n\n" + b"x" * size * _BOMB)),
    Family("bomb: content codings", ".warc", lambda size: _coded(2)(size)),
    Family("bomb: WACZ", ".wacz", _zipped),
]  # fmt: skip

FAMILIES: tuple[Family, ...] = (*_PAGES, *_MAIL, *_ARCHIVES, *_TEXT, *_DOCUMENTATION, *_BOMBS)
