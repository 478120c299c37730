"""Web archives (WARC, ISO 28500; ARC before it): records to responses, responses to what their headers and bodies hold.

A record's target URI is what it was retrieved by. Every response becomes a Document of its own, an HTTP
message, whose header fields hold references (``Location``, ``Link``, ``Refresh``) and whose body is the page.
How records are found, whole ones and broken ones, is told by `records`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache, partial

from urlglean.archives.http import (
    MOST_FIELDS,
    HttpMessage,
    content_type,
    decode_body,
    is_message,
    media_type,
    parse_message,
)
from urlglean.archives.records import archive_records
from urlglean.archives.warc_file import ARC_URL, ArchiveRecord, record_problem
from urlglean.candidate import Facts, Markup, MarkupCandidate
from urlglean.document import PAGES, XHTML, XML, BaseClaim, Document, ReadOptions, Record
from urlglean.encoding.pages import declared_by_style_sheet, label_of_page
from urlglean.errors import InputError
from urlglean.html.robots import header_directives
from urlglean.html.source import is_xhtml
from urlglean.html.values import field_references
from urlglean.inputs.kinds import SAMPLE, kind_of_text
from urlglean.patterns import lazy_re
from urlglean.reports import Problem, Retrieval
from urlglean.text import Text
from urlglean.uri.schemes import has_scheme

__all__ = ["read"]

HTTP_MESSAGE = "application/http"
"""The media type of a record's content, as RFC 9112 section 10.2 names it."""
HEADER_ELEMENT = "http"
"""What stands for the element where a reference stood in a header field, which stands for the attribute."""

Item = BaseClaim | Document | MarkupCandidate | Problem | Retrieval

_STYLES = frozenset({"text/css"})
_WITH_REFERENCES = frozenset({"link", "location", "refresh"})
_SVG = "image/svg+xml"
"""Of an image whose links are followed as those of a page are."""
_HEADER_PART = "header"
"""The part of a record that its header fields are: they count lines of their own."""
_NOT_READ = frozenset({"application/http", "application/warc", "application/wacz"})
_UNKNOWN = frozenset({"", "unknown/unknown", "application/unknown", "*/*"})
"""What says nothing: the bytes tell (MIME Sniffing Standard, section 7)."""
_PAGE = lazy_re(
    rb"[\t\n\f\r ]*<(?:!--|!doctype html|script|html|head|iframe|h1|div|font|table|style|title|body|br|[abp])",
    re.IGNORECASE,
)
"""How what has no media type begins where it is a page (MIME Sniffing Standard, section 7.1, without the tag's end:
Chromium does not ask for it)."""
_XML_DECLARATION = lazy_re(rb"[\t\n\f\r ]*<\?xml")
"""How it begins where it is XML (same section)."""
_NOT_PAGES = frozenset({"dns", "metadata", "urn", "warcinfo", "whois"})
"""Schemes of records about a crawl rather than of it."""
_OCTETS = {octet: f"%{octet:02X}" for octet in range(0x80, 0x100)}


def read(document: Document, options: ReadOptions) -> Iterator[Item]:
    """Yield the responses of an archive, as Documents, or what one response holds.

    ``document`` is ``application/warc``, its content bytes or a `FileBytes`, plain or compressed with gzip,
    Zstandard or LZ4; or ``application/http``, the content of a record. An ARC file, the format before WARC, is
    read as if it were one.

    Raises `InputError` where the package that reads WARC is not installed.
    """
    if document.media_type == HTTP_MESSAGE:
        yield from _response(document, options)
        return
    for found in archive_records(document.content, document.name, partial(_is_wanted, options)):
        if isinstance(found, Problem):
            yield found
        else:
            yield from _RecordReader(document, found, options).items()


def _is_wanted(options: ReadOptions, block: bytes) -> bool:
    """Tell by the beginning of a response whether anybody reads its body."""
    message = parse_message(block)
    if message is None:
        return True  # its header is long, or it is none; the whole of it will tell
    return _may_be_read(content_type(message.values("content-type"))[0], options)


# -- what a record holds


def _utc_date(value: str) -> str | None:
    """Give a ``WARC-Date`` (ISO 28500, annex on dates: a year alone will do) as a whole date; None where it is none.

    Day, month and hour have to exist. What it does not say is the first there is; a leap second, which few clocks
    have, is the one before it.

    >>> _utc_date("2016-12-31T23:59:60Z"), _utc_date("1999-05"), _utc_date("2001-02-31T10:00:00Z")
    ('2016-12-31T23:59:59Z', '1999-05-01T00:00:00Z', None)
    """
    found = _DATE.fullmatch(value.strip())
    if found is None:
        return None
    parts = found.groups()
    if None in parts:
        parts = tuple(part or least for part, least in zip(parts, _LEAST, strict=True))
    year, month, day, hour, minute, second = map(int, parts)
    try:
        return datetime(year, month, day, hour, minute, min(second, 59)).isoformat() + "Z"
    except ValueError:
        return None


_DATE = lazy_re(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.]\d{1,9})?)?Z?)?)?)?", re.ASCII)
_LEAST = ("1", "1", "1", "0", "0", "0")


class _RecordReader:
    """One record on its way to Documents."""

    def __init__(self, document: Document, found: ArchiveRecord, options: ReadOptions) -> None:
        self.document = document
        self.found = found
        self.options = options
        self.kind = found.fields["warc-type"].strip().lower()
        # Some writers of WARC 1.0 put the URI in angle brackets, as its grammar had it.
        self.url = found.fields.get("warc-target-uri", "").strip().removeprefix("<").removesuffix(">")
        self.url_source = "WARC-Target-URI"
        if ARC_URL in found.fields:
            self.url, self.url_source = found.fields[ARC_URL], "URL of the ARC record"
        date = _utc_date(found.fields.get("warc-date", ""))
        self.record = Record(found.offset, found.fields.get("warc-record-id"), date)

    def items(self) -> Iterator[Item]:
        fields = self.found.fields
        scheme = self.url.partition(":")[0]
        if self.kind == "continuation":
            yield self._problem("a piece of a record that was cut in segments, which are not joined: skipped")
        elif self.kind == "metadata":
            yield from self._metadata()
        elif self.kind in _KNOWN and scheme.lower() not in _NOT_PAGES:
            if not has_scheme(self.url):
                has = (
                    f"the WARC-Target-URI {self.url!r}, which is not absolute"
                    if self.url
                    else "no WARC-Target-URI"
                )
                yield self._problem(f"it has {has}, so its relative references come to no URL")
                self.url = ""
            elif self.kind == "revisit":
                yield Retrieval(self.url, revisit=True)
            if "warc-truncated" in fields:
                reason = fields["warc-truncated"]
                yield self._problem(f"cut off by its crawler ({reason}): read as far as it goes")
            if "warc-segment-number" in fields:
                yield self._problem("the first piece of a record that was cut in segments: read alone")
            yield from self._documents()
        elif self.kind not in {"warcinfo", "request", *_KNOWN}:
            yield self._problem(f"its WARC-Type {self.kind!r} is not known here: skipped")

    def _documents(self) -> Iterator[Item]:
        block = self.found.block
        kind, charset = media_type(self.found.fields.get("content-type", ""))
        if block is None or (self.kind == "revisit" and not block):
            return
        if kind == HTTP_MESSAGE or (self.kind == "response" and is_message(block)):
            yield self._child(block, HTTP_MESSAGE)
        else:
            if self.url and self.kind == "resource":
                yield Retrieval(self.url)
            kind = _sniffed(kind, block)
            media = _readable(kind, block, self.options)
            if block and media:
                yield self._child(block, media, charset)
            elif block and _is_list(kind):
                yield Retrieval(self.url, unread=True)

    def _child(self, content: bytes, media: str, charset: str | None = None) -> Document:
        claims = (BaseClaim("retrieval", self.url, self.url_source),) if self.url else ()
        part = self.document.part
        if media == HTTP_MESSAGE:
            part = f"{part}#{_HEADER_PART}" if part else _HEADER_PART
        return Document(
            content,
            media,
            self.document.name,
            parent=self.document,
            part=part,
            claims=claims,
            encoding=_encoding(media, content, charset, self.document.encoding),
            record=self.record,
        )

    def _metadata(self) -> Iterator[Item]:
        """Yield what a crawler noted of a retrieval: Heritrix writes a letter for each hop from the seed."""
        block = self.found.block or b""
        kind, _ = media_type(self.found.fields.get("content-type", ""))
        if kind == "application/warc-fields" and self.url:
            for line in block.decode("utf-8", "replace").splitlines():
                name, _, value = line.partition(":")
                if name.strip().lower() == "hopsfromseed":
                    yield Retrieval(self.url, depth=len(value.strip()))

    def _problem(self, message: str) -> Problem:
        return record_problem(_place(self.document, self.record), self.found.name, message)


_KNOWN = frozenset({"response", "resource", "revisit", "conversion"})


def _place(document: Document, record: Record | None) -> str:
    return Document.located(document.name, record.offset if record else None, document.part)


def _may_be_read(kind: str, options: ReadOptions) -> bool:
    """Tell whether a response of a media type has a body to be read; of XML, and where nothing is said, that tells."""
    return kind in _UNKNOWN or kind in XML or _readable(kind, b"", options) is not None


def _sniffed(kind: str, body: bytes) -> str:
    """Give the media type of a body by its first bytes, where nothing else says it; else that which is said."""
    if kind not in _UNKNOWN and kind != "application/octet-stream":
        return kind
    head = body[:SAMPLE]
    looks = kind_of_text(head)
    if looks == "html" or (looks and kind in _UNKNOWN and _PAGE.match(head)):
        return XHTML if is_xhtml(head) else "text/html"
    if looks and kind in _UNKNOWN:
        return "text/xml" if _XML_DECLARATION.match(head) else "text/plain"
    return kind


def _readable(kind: str, body: bytes, options: ReadOptions) -> str | None:
    """Give the media type that a body is to be read as, or None where it holds no links."""
    if kind in PAGES or kind in _STYLES:
        return kind
    if kind == _SVG or (kind in XML and is_xhtml(body[:SAMPLE])):
        return XHTML
    is_text = kind.startswith(("text/", "message/")) or kind.endswith(("+xml", "/xml", "/json"))
    if not (options.text and is_text) or kind in _NOT_READ:
        return None
    if kind.startswith(("text/", "message/rfc822")):
        return kind
    return "text/xml" if kind.endswith(("+xml", "/xml")) else "text/plain"


def _encoding(media: str, body: bytes, charset: str | None, otherwise: str | None) -> str | None:
    """Give what a body is encoded in by its header, or what the archive is said to be in where nothing names it."""
    if charset or otherwise is None or media in XML or media == XHTML:
        return charset
    if media in _STYLES:
        return None if declared_by_style_sheet(body) else otherwise
    return label_of_page(body, None, otherwise) if media in PAGES else otherwise


def _is_list(kind: str) -> bool:
    """Tell what may be a list of URLs and nothing else: a text, a feed, a sitemap."""
    return kind == "text/plain" or (kind.endswith(("+xml", "/xml")) and not kind.startswith("image/"))


# -- one response


def _response(document: Document, options: ReadOptions) -> Iterator[Item]:
    """Yield the references of a response's header and the Document that is its body."""
    record = document.record
    archive = document.parent or document
    place = _place(archive, record)
    which = f"record {record.record_id}" if record and record.record_id else "the message"
    url = next((claim.uri for claim in document.claims if claim.rule == "retrieval"), "")
    message = parse_message(document.content)
    if message is None:
        yield Problem(place, f"{which}: it holds no whole HTTP header: skipped")
        return
    if len(message.fields) == MOST_FIELDS:
        yield Problem(place, f"{which}: no more than {MOST_FIELDS:,} fields of its header are read")
    status = message.status
    location = _target(message, message.value("location") or "") if Retrieval.redirects(status) else ""
    robots = header_directives(message.values("x-robots-tag"))
    if url:
        yield Retrieval(url, status=status, location=location or None, noindex="noindex" in robots)
    document = document._replace(record=record._replace(status=status) if record else None)
    yield from _in_header(message, status)
    kind, charset = content_type(message.values("content-type"))
    if not _may_be_read(kind, options):
        if message.body and _is_list(kind):
            yield Retrieval(url, unread=True)
        return
    try:
        body, damage = decode_body(message)
    except InputError as error:
        yield Problem(place, f"{which}: {error}: skipped")
        return
    if damage:
        yield Problem(place, f"{which}: {damage}: read as far as it goes")
    kind = _sniffed(kind, body)
    media = _readable(kind, body, options)
    if body and media:
        encoding = _encoding(media, body, charset, document.encoding)
        yield document._replace(
            content=body,
            media_type=media,
            parent=document,
            part=archive.part,
            encoding=encoding,
            robots=robots,
        )
    elif body and _is_list(kind):
        yield Retrieval(url, unread=True)


def _in_header(message: HttpMessage, status: int | None) -> Iterator[MarkupCandidate]:
    with_references = [field for field in message.fields if field.name.lower() in _WITH_REFERENCES]
    if not with_references:  # as in most
        return
    source = Text(message.header)
    facts_of = lru_cache(maxsize=64)(_facts)  # while one header is read: what a field says may be long
    for field in with_references:
        name = field.name.lower()
        if name != "location":
            for url, start, end, kind, rel in field_references(name, field.value):
                facts = facts_of(field.name, kind, rel)
                yield MarkupCandidate(url, source, field.start + start, field.start + end, facts)
        elif status is not None and (status == 201 or 300 <= status < 400):
            target = _target(message, field.value)
            facts = facts_of(field.name, "navigation", None)
            yield MarkupCandidate(target, source, field.start, field.end, facts)


def _facts(field: str, kind: str, rel: str | None) -> Facts:
    return Facts(markup=Markup(HEADER_ELEMENT, field, rel=rel, kind=kind), region="header")


def _target(message: HttpMessage, location: str) -> str:
    """Give a ``Location`` as browsers read it: bytes that are no UTF-8 are octets to be sent as they are."""
    if message.encoding == "utf-8":
        return location
    return location.translate(_OCTETS)
