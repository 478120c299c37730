"""What each reader promises of any bytes whatever: functions that fail where it does not hold.

A target is given bytes and calls a part of the product with what it makes of them; its seeds are what the corpora hold
of the kind. The first byte of each input chooses the options, so that every one of them meets every text.
"""

from __future__ import annotations

import gzip
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Any

from support.delimit_laws import by_the_rules, placed, position
from support.places import CORPORA
from support.vectors import rows
from urlglean import extract_path
from urlglean.archives.http import decode_body, parse_message
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.delimiting.scanner import Options as Asked
from urlglean.delimiting.stream import delimit
from urlglean.document import MBOX, Document, ReadOptions
from urlglean.encoding.labels import decode, for_page
from urlglean.encoding.pages import decode_page
from urlglean.encoding.texts import Decoder, codec_for
from urlglean.errors import InputError, ReferenceSyntaxError
from urlglean.html.css import css_urls
from urlglean.html.values import header_links, image_candidates, json_urls, refresh_url
from urlglean.links.link import Link
from urlglean.mail.header import header_section
from urlglean.mail.values import content_type, decode_words, utc_date
from urlglean.pipeline import read_document
from urlglean.reports import Problem
from urlglean.uri.normalize import RUNGS, normalize
from urlglean.uri.redirectors import unwrap
from urlglean.uri.reference import compose, parse
from urlglean.uri.resolve import DIALECTS, resolve

__all__ = ["TARGETS", "Target", "options_of"]

NORMALIZE: Any = import_module("urlglean.uri.normalize")
RESOLVE: Any = import_module("urlglean.uri.resolve")
WHATWG: Any = import_module("urlglean.uri.whatwg")
_FAILED = re.compile(r"\A(?:reading it as \S+ failed|what it asks of robots cannot be told) \(")
_BASE = "http://a/b/c/d;p?q"
_FLAGS = tuple(
    one.name for one in fields(ReadOptions) if one.default is False and one.name != "unwrap_redirectors"
)
_LABELS = "utf-8 latin-1 shift_jis iso-2022-jp gb18030 big5 euc-kr utf-7 utf-16 hz koi8-r windows-1252 x-none utf-32"


@dataclass(frozen=True, slots=True)
class Target:
    """A law, and what to begin with."""

    law: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]


def _text_of(data: bytes) -> tuple[int, str]:
    """Give the byte that chooses the options, and the rest as a string: halves of characters are in it, too."""
    return (data[0] if data else 0), data[1:].decode("utf-8", "surrogateescape")


def _cut(content: Any, size: int) -> Iterator[Any]:
    for start in range(0, len(content), size):
        yield content[start : start + size]


# --- delimiting, references ---


def _delimiting(data: bytes) -> None:
    chosen, text = _text_of(data)
    names = ("schemeless", "emails", "network_path", "refang")
    asked: dict[str, Any] = {name: bool(chosen >> bit & 1) for bit, name in enumerate(names)}
    asked["iri"] = not chosen >> 4 & 1
    whole = list(delimit(text, **asked))
    end = 0
    for found in whole:
        assert found.text
        assert found.raw == text[found.spans[0].start : found.spans[-1].end]
        for span in found.spans:
            assert end <= span.start < span.end <= len(text)
            assert (span.line, span.column) == position(text, span.start)
            end = span.end
    told = [placed(found) for found in whole]
    assert [placed(found) for found in delimit(_cut(text, 1 + 9 * (chosen >> 5)), **asked)] == told
    if not chosen & 15 and "\b" not in text:  # what is overstruck is undone before the rules are asked
        assert [placed(found) for found in by_the_rules(text, Asked(iri=asked["iri"]))] == told


def _resolving(data: bytes) -> None:
    _, text = _text_of(data)
    reference, _, base = text.partition(" ")
    base = base or _BASE
    assert compose(parse(reference)) == reference
    for dialect in DIALECTS:
        with suppress(ReferenceSyntaxError):
            url = resolve(reference, base, dialect=dialect)
            if dialect == "whatwg" or (
                dialect == "rfc3986" and parse(url).path.startswith("/") and parse(reference).path
            ):
                assert resolve(url, "http://elsewhere/x/y", dialect=dialect) == url
    quick = RESOLVE._resolve_by_strings(reference, base)
    if quick is not None:
        assert quick == RESOLVE._resolve_by_components(reference, base, DIALECTS["rfc3986"], strict=True)


def _normalizing(data: bytes) -> None:
    _, url = _text_of(data)
    for rung in RUNGS:
        normal = normalize(url, rung=rung)
        assert normalize(normal, rung=rung) == normal
    quick = NORMALIZE._normalize_by_strings(url)
    assert quick is None or quick == NORMALIZE._apply(url, RUNGS["scheme"])
    assert normalize(url, rung="syntax") == NORMALIZE._apply(url, RUNGS["syntax"])


def _unwrapping(data: bytes) -> None:
    _, url = _text_of(data)
    for generic in (False, True):
        chain = unwrap(url, generic=generic)
        assert chain[0] == url
        assert len(set(chain)) == len(chain)
        assert all(re.match(r"(?i)(https?|ftps?)://|mailto:", target) for target in chain[1:])


# --- pieces of documents ---


def _style(data: bytes) -> None:
    _, css = _text_of(data)
    end = 0
    for found in css_urls(css):
        assert end <= found.start < found.end <= len(css)
        assert found.url == css[found.start : found.end] or "\\" in css[found.start : found.end]
        end = found.end
    _document("text/css")(data)


def _images(data: bytes) -> None:
    _, value = _text_of(data)
    end = 0
    for found in image_candidates(value):
        assert end <= found.start < found.end
        assert found.text == value[found.start : found.end]
        end = found.end
    refresh = refresh_url(value)
    assert refresh is None or 0 <= refresh[1] <= refresh[2] <= len(value)


def _json(data: bytes) -> None:
    _, block = _text_of(data)
    end = 0
    for found in json_urls(block):
        assert end <= found.start < found.end <= len(block)
        assert found.text == block[found.start : found.end] or "\\" in block[found.start : found.end]
        end = found.end


def _header_links(data: bytes) -> None:
    _, value = _text_of(data)
    end = 0
    for link, _ in header_links(value):
        assert end <= link.start <= link.end <= len(value)
        assert value[link.start : link.end] == link.url
        end = link.end


def _http(data: bytes) -> None:
    message = parse_message(data[1:])
    if message is None:
        return
    assert len(message.body) <= len(data)
    for field in message.fields:
        assert 0 <= field.start <= field.end <= len(message.header)
    with suppress(InputError):  # what cannot be undone, it tells
        assert isinstance(decode_body(message).content, bytes)


def _mail_header(data: bytes) -> None:
    _, text = _text_of(data)
    end, header = header_section(data[1:])
    assert 0 <= end <= len(data)
    for found in header.fields():
        assert header.text[found.start :].startswith(found.value)
        assert header.get(found.name.lower()) is not None
    assert isinstance(decode_words(text), str)
    kind = content_type(text)
    assert kind.media_type == kind.media_type.lower()
    date = utc_date(text)
    assert date is None or re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", date)


def _charsets(data: bytes) -> None:
    labels = _LABELS.split()
    chosen, content = (data[0] if data else 0), data[1:]
    label = labels[chosen % len(labels)]
    assert isinstance(decode(content, label).text, str)
    assert isinstance(for_page(content, label).content, (str, bytes))
    assert isinstance(decode_page(content, label).text, str)
    if _is_sure(content, label):
        whole, cut = Decoder(label), Decoder(label)
        texts = ["".join(whole.chunks((content,))), "".join(cut.chunks(_cut(content, 1 + chosen // 16)))]
        assert texts[0] == texts[1] or (whole.damage and cut.damage)


def _is_sure(content: bytes, label: str) -> bool:
    """Tell whether an encoding is not guessed: a guess is made of as much as is there at the time."""
    if codec_for(label) not in {None, "utf-8"}:
        return True
    with suppress(UnicodeDecodeError):
        return "\0" not in content.decode("utf-8")
    return False


# --- documents ---


def options_of(chosen: int) -> ReadOptions:
    """Ask for everything, for nothing, or for what some bits of a byte say."""
    flags = {name: bool(chosen >> bit % 8 & 1) for bit, name in enumerate(_FLAGS)}
    names = ("schemeless", "emails", "network_path", "refang")
    delimiting = {name: bool(chosen >> bit & 1) for bit, name in enumerate(names, start=3)}
    return ReadOptions(
        delimit=delimiting, footers=not chosen & 64, unwrap_redirectors=bool(chosen & 128), **flags
    )


def _checked(links: Iterable[Link], problems: list[Problem], content: str | None = None) -> None:
    """See that each Link is one, that it stands where it says, and that nothing failed that nobody thought of."""
    for link in links:
        row = link.row()
        assert row["text"] is not None
        assert row["line"] is None or row["line"] >= 1
        end = 0
        for span in link.spans:
            assert end <= span.start <= span.end
            assert span.line >= 1
            assert span.column >= 1
            end = span.end
        if content is not None and link.document.part is None and link.document.parent is None:
            assert link.raw == content[link.spans[0].start : link.spans[-1].end]
    assert not [problem for problem in problems if _FAILED.match(problem.message)]


def _document(media_type: str, *, as_text: bool = False) -> Callable[[bytes], None]:
    """Make the law of a kind of document."""

    def law(data: bytes) -> None:
        chosen, text = _text_of(data)
        content: Any = text if as_text else data[1:]
        problems: list[Problem] = []
        document = Document(content, media_type, "x")
        links = read_document(document, options=options_of(chosen), on_problem=problems.append)
        _checked(links, problems, content.removeprefix("\ufeff") if as_text else None)

    return law


def _file(data: bytes) -> None:
    """Read it as a file, of which the content tells what it is."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data[1:])
        file.flush()
        problems: list[Problem] = []
        _checked(extract_path(file.name, on_problem=problems.append), problems)


def _below(head: bytes) -> Callable[[bytes], None]:
    """Make the law of what stands below the header of a message."""
    law = _document("message/rfc822")
    return lambda data: law(data[:1] + head + data[1:])


def _packed(data: bytes) -> None:
    """Read the records of a web archive, each packed by itself; the first byte tells how much of the end is lost."""
    records = re.split(rb"(?=WARC/1\.|http://)", data[1:])
    packed = b"".join(map(gzip.compress, records))
    _file(data[:1] + packed[: max(18, len(packed) - 3 * data[0] if data else 0)])


_CHECKED_NAMES = (
    *("page.html", "page.md", "page.rst", "page.ipynb", "page.txt", "page.mdx", ".gitignore", "conf.py"),
    *(
        "mkdocs.yml",
        "_config.yml",
        "hugo.toml",
        "book.toml",
        "myst.yml",
        "_quarto.yml",
        "docusaurus.config.js",
    ),
)
_LINKS_TO_PAGE = (
    "[a](page.md#a) [b](page.rst#b) [c](page.html#:~:text=c) [d](/page/) [e](page.txt#L2) ![[page]]\n"
)


def _checking(data: bytes) -> None:
    """Check a small tree in which one file, the first byte tells which one, is the input."""
    name = _CHECKED_NAMES[data[0] % len(_CHECKED_NAMES) if data else 0]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "index.md").write_text(_LINKS_TO_PAGE, encoding="utf-8")
        Path(folder, name).write_bytes(data[1:])
        report = check_paths([folder], CheckOptions(root_dir=folder, offline=True))
    assert not [problem for problem in report.problems if _FAILED.match(problem.message)]
    assert report.exit_code in {0, 1, 3}
    for finding in report.findings:
        assert finding.row()
        assert finding.told


# --- what to begin with ---


def _files(*patterns: str) -> Callable[[], Iterator[bytes]]:
    def seeds() -> Iterator[bytes]:
        for pattern in patterns:
            for path in sorted(filter(Path.is_file, CORPORA.glob(pattern))):
                yield b"\0" + path.read_bytes()[:20_000]

    return seeds


def _each(pattern: bytes, *patterns: str) -> Callable[[], Iterator[bytes]]:
    """Give what files of the corpora hold, cut before each place where a pattern matches: short inputs are quick."""

    def seeds() -> Iterator[bytes]:
        for content in _files(*patterns)():
            yield from (
                b"\0" + piece[:2_000]
                for piece in re.split(rb"(?m)(?=^" + pattern + rb")", content[1:])
                if piece
            )

    return seeds


def _columns(*columns: str) -> Callable[[], Iterator[bytes]]:
    """Give what the tables of the standards hold in these columns, a space between them."""

    def seeds() -> Iterator[bytes]:
        for path in sorted((CORPORA / "vectors").glob("*.tsv")):
            for row in rows(path.name):
                if all(column in row for column in columns):
                    yield b"\0" + " ".join(row[column] for column in columns).encode()

    return seeds


def _matches(pattern: bytes, *files: str) -> Callable[[], Iterator[bytes]]:
    """Give what a pattern finds in files of the corpora, each once."""

    def seeds() -> Iterator[bytes]:
        yield from dict.fromkeys(
            b"\0" + found
            for content in _files(*files)()
            for found in re.findall(pattern, content, re.IGNORECASE | re.DOTALL)
        )

    return seeds


def _archived(what: str) -> Callable[[], Iterator[bytes]]:
    """Give web archives, or what is in them: those of the corpora unpacked, and some that are made here."""

    def seeds() -> Iterator[bytes]:
        from support import warc_corpus

        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: </a>; rel=next, <b>\r\nRefresh: 0; url=c\r\n"
        message = head + b"Transfer-Encoding: chunked\r\n\r\n3\r\n<a \r\n7\r\nhref=x>\r\n0\r\n\r\n"
        line = b"http://a/ 1.2.3.4 20050102030405 text/html %d\n" % len(message)
        version = b"1 0 x\nURL IP-address Archive-date Content-type Archive-length\n\n"
        arc = b"filedesc://x 0.0.0.0 20050102030405 text/plain %d\n" % len(version) + version + line + message
        made = {"http": message, "arc": arc}
        if what in made:
            yield b"\0" + made[what]
        else:
            yield b"\0" + b"".join(warc_corpus.response(f"http://a/{name}", "<a href=x>") for name in "bc")

    return seeds


_URLS = rb"https?://[^\s<>\"]+"
_ARCHIVE = "application/warc"
_FLOWED = b"Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-8\n\n"
_LINK_FIELDS = (b"\0</a>; rel=\"next prev\", <b> ;rel=canonical;title*=UTF-8''x", b'\0<a>;b="\\"c",d,<e>')

TARGETS = {
    "text": Target(_delimiting, _each(b"==? ", "prose/*.cases", "wrapped/*.cases")),
    "html": Target(_document("text/html", as_text=True), _files("html/*.html")),
    "html-bytes": Target(_document("text/html"), _files("html/charset-*.html", "html/*.xhtml")),
    "css": Target(_style, _matches(rb"<style[^>]*>(.*?)</style>", "html/*.html")),
    "json-ld": Target(_json, _matches(rb"<script[^>]*ld\+json[^>]*>(.*?)</script>", "html/*.html")),
    "srcset": Target(_images, _matches(rb"(?:srcset|content)=[\"']([^\"']*)", "html/*.html")),
    "mail": Target(_document("message/rfc822"), _files("mail/hard/*.eml", "mail/*.mht")),
    "mail-header": Target(_mail_header, _matches(rb"\A.*?\r?\n\r?\n", "mail/hard/*.eml", "mail/*.mht")),
    "mbox": Target(_document(MBOX), _each(b"From ", "mail/*.mbox", "mail/hard/*.mbox")),
    "warc": Target(_document(_ARCHIVE), lambda: (*_archived("warc")(), *_files("warc/*.warc*")())),
    "arc": Target(_document(_ARCHIVE), _archived("arc")),
    "wacz": Target(_document("application/wacz"), _files("warc/*.wacz")),
    "http": Target(_http, _archived("http")),
    "link-field": Target(_header_links, lambda: _LINK_FIELDS),
    "charsets": Target(_charsets, _files("html/charset-*.html", "mail/hard/*.eml")),
    "resolve": Target(_resolving, _columns("reference", "base")),
    "normalize": Target(_normalizing, _matches(_URLS, "prose/*.cases", "vectors/ladder.tsv")),
    "redirectors": Target(_unwrapping, _matches(_URLS, "../src/urlglean/uri/__init__.py")),
    "markdown": Target(_document("text/markdown", as_text=True), _files("docs/*.md", "docs/*.mdx")),
    "rst": Target(_document("text/x-rst", as_text=True), _files("docs/*.rst")),
    "notebook": Target(_document("application/x-ipynb+json"), _files("docs/*.ipynb")),
    "flowed": Target(_below(_FLOWED), _each(b"==? ", "wrapped/*.cases")),
    "warc-gz": Target(_packed, lambda: (*_archived("warc")(), *_archived("arc")())),
    "check": Target(_checking, _files("docs/*")),
    "file": Target(_file, _files("mail/*", "warc/*", "docs/*", "prose/*")),
}
"""Each reader by its name."""
