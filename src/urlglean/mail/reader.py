"""Reads mail: an mbox into its messages, a message into its parts, a text part into Candidates.

The path of a part counts as IMAP does: ``2.1`` is the first part of the second part; what stands in the
message itself has none. A message inside another one is a message of its own: its rows carry its own
identifier, date, sender and subject, and the byte offset of the one around it.
(RFC 5322, RFC 2045 to 2049, RFC 2557)
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from email.message import Message as EmailMessage
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from urlglean.candidate import Candidate
from urlglean.document import CONTENT_LINES, MBOX, BaseClaim, Document, Message, Part, ReadOptions
from urlglean.encoding.labels import Decoded
from urlglean.encoding.texts import Decoder
from urlglean.inputs.mbox import Section
from urlglean.mail.entity import Entity, Kind
from urlglean.mail.evidence import (
    REMEMBERED_BYTES,
    Evidence,
    Knowing,
    Linked,
    PartText,
    Recollection,
    ThreadMemory,
    known_inside,
    pages_of,
    texts_of,
)
from urlglean.mail.header import BASE_FIELDS, Header, base_uri, field_candidates, has_candidates
from urlglean.mail.message import first_message_id, message_ids, message_of
from urlglean.mail.mime import COSTLY, parse, parse_email, parse_embedded, parse_header
from urlglean.mail.text import (
    candidates,
    decoded_page,
    decoded_text,
    may_hold_urls,
    shown_text,
    undo_folds,
    undo_format,
    with_whole_characters,
    without_pages,
)
from urlglean.mail.transfer import encoded_files
from urlglean.reports import Attachment, Problem
from urlglean.text import Rewritten, Text

__all__ = ["read", "shown_texts"]

BODY_PART = "message/vnd.urlglean.body-part"
"""The media type of a Document whose content is an `Entity` inside a message: only this reader reads it."""

Found = Attachment | BaseClaim | list[Candidate] | Document | Problem

_READ_LATER = frozenset({Kind.MULTIPART, Kind.TEXT, Kind.NOTHING})
"""Parts that are Documents of their own, which read their own headers."""
_BASE_FIELDS = tuple(BASE_FIELDS)
_MAX_DEPTH = 50
"""How deep messages inside messages are followed."""


def read(document: Document, options: ReadOptions) -> Iterator[Found]:
    """Give what a mail document holds: base claims first, then Candidates, child Documents and Problems.

    ``document`` is ``application/mbox`` (a `Section`, or what one is made of), ``message/rfc822`` (bytes, str, an
    `email.message.Message`), what this reader made of either, or one of `CONTENT_LINES` (bytes, str). Every child is a
    message with its own `Message`, an HTML part, or a part that this reader takes back.
    """
    content = document.content
    if document.media_type == MBOX:
        return _archive(document, options)
    if document.media_type in CONTENT_LINES:
        return _content_lines(document)
    if isinstance(content, Entity):
        return _entity(document, content, None, options)
    if isinstance(content, _OneText):
        return _entity(document, *content, options)
    entity = _parsed(content)
    message = message_of(entity.header, document.message.offset if document.message else None)
    parts = partial(_named_parts, entity, document.part)
    to_read = _to_read(entity, document.encoding, options)
    return iter((document._replace(content=to_read, message=message, parts=parts),))


def _archive(document: Document, options: ReadOptions) -> Iterator[Found]:
    """Yield the messages of an mbox."""
    content = document.content
    section = content if isinstance(content, Section) else Section(content)
    thread = _thread(section)
    for offset, raw, damage in section.messages():
        entity = parse(raw)
        message = message_of(entity.header, offset)
        to_read = _to_read(entity, document.encoding, options)
        yield Document(
            to_read,
            "message/rfc822",
            document.name,
            document,
            encoding=document.encoding,
            evidence=Evidence(partial(_answered, entity.header, thread)) if to_read is not None else (),
            message=message,
            parts=partial(_named_parts, entity, None) if entity.children else tuple,
        )
        if damage:
            yield Problem(document.name, f"{_place(message)}: {damage}")
        recollection = partial(_recollection, entity)
        thread.remember(recollection if len(raw) <= REMEMBERED_BYTES else _excerpt(recollection()))


class _OneText(NamedTuple):
    """A message of one text, decoded."""

    entity: Entity
    decoded: Decoded


def _to_read(entity: Entity, encoding: str | None, options: ReadOptions) -> Entity | _OneText | None:
    """Give what is to be read of a message: None where there is nothing to find and to tell, as in most of one text."""
    if entity.kind is not Kind.TEXT or options.delimit:
        return entity
    decoded = decoded_text(entity, encoding)
    text, header = decoded.text, entity.header
    if may_hold_urls(entity, text) or entity.damage or decoded.damage or next(encoded_files(text), None):
        return _OneText(entity, decoded)
    if has_candidates(header, options):
        return _OneText(entity, decoded)
    return None


def _thread(section: Section) -> ThreadMemory:
    """Remember the messages before a section as if they had been read."""
    thread = ThreadMemory()
    for start, end in pairwise((*section.earlier, section.start)):
        thread.remember(partial(_recollection_at, section, start, end))
    return thread


def _recollection(entity: Entity) -> Recollection:
    own, thread = _names(entity.header)
    return Recollection(own, partial(texts_of, entity), thread)


def _recollection_at(section: Section, start: int, end: int) -> Recollection:
    own, thread = _names(parse_header(section.message(start, end)))
    return Recollection(own, partial(_texts_at, section, start, end), thread)


def _names(header: Header) -> tuple[str | None, str | None]:
    """Give the identifiers of a message and of the one that began its thread: the first of those referred to.

    (RFC 5322 section 3.6.4)
    """
    message_id, references, in_reply_to = header.raw_values(("message-id", "references", "in-reply-to"))
    own = first_message_id(message_id)
    return own, first_message_id(references) or first_message_id(in_reply_to) or own


def _excerpt(message: Recollection) -> Recollection:
    """Remember no more of a long message than is needed."""
    return message._replace(read=partial(iter, tuple(text.excerpt for text in message.read())))


def _texts_at(section: Section, start: int, end: int) -> Iterator[PartText]:
    return texts_of(parse(section.message(start, end)))


def _parsed(content: Any) -> Entity:
    if isinstance(content, EmailMessage):
        return parse_email(content)
    return parse(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else bytes(content))


def _place(message: Message | None) -> str:
    """Name a message in the words of a Problem."""
    if message is None:
        return "message"
    identifier = f" <{message.message_id}>" if message.message_id else ""
    return "message" + (f" at byte {message.offset}" if message.offset is not None else "") + identifier


def _problem(document: Document, words: str, part: str | None = None, *, lost: bool = True) -> Problem:
    words = f"{_place(document.message)}: {words}"
    return Problem(document.name, words, part=part or document.part, lost=lost)


def _claims(header: Header) -> tuple[BaseClaim, ...]:
    """Give the base claims of a header, in the order of draft-fielding-url-syntax-05 section 5.1.1."""
    values = header.raw_values(_BASE_FIELDS)
    if not any(values):
        return ()
    stated = (
        (base_uri(value), source) for value, source in zip(values, BASE_FIELDS.values(), strict=True) if value
    )
    return tuple(BaseClaim("embedded", uri, source) for uri, source in stated if uri)


def _entity(
    document: Document, entity: Entity, decoded: Decoded | None, options: ReadOptions
) -> Iterator[Found]:
    """Yield what an entity holds: its own header, then its content."""
    if document.media_type == "message/rfc822":
        yield from _claims(entity.header)
    for damage in entity.damage:
        yield _problem(document, damage, lost=damage in COSTLY)
    yield from field_candidates(entity.header, options)
    match entity.kind:
        case Kind.MULTIPART:
            pages = Linked(partial(pages_of, entity))
            evidence = Evidence(partial(known_inside, entity), around=document.evidence, linked=pages)
            yield from _parts(document, entity, document.part, evidence, options)
        case Kind.PAGE:
            yield from _html(document, entity, document.part, None)
        case Kind.MESSAGE:
            yield from _embedded(document, entity, document.part)
        case Kind.TEXT:
            decoded = decoded or decoded_text(entity, document.encoding)
            yield from _in_text(document, entity, decoded, options)
        case Kind.ATTACHMENT:
            yield _attachment(document, entity, document.part)


def _parts(
    document: Document,
    entity: Entity,
    path: str | None,
    evidence: Container[str],
    options: ReadOptions,
    depth: int = 0,
) -> Iterator[Found]:
    """Yield the parts of a multipart as Documents; a multipart with a base of its own is one, too."""
    mention = document.mention
    if entity.media_type == "multipart/alternative" and mention is None:
        mention = f"{_identity(document.message)}/{path or ''}"
    for place, part in entity.parts(path):
        kind = part.kind
        is_inlined = kind is Kind.MULTIPART and depth < _MAX_DEPTH and not _claims(part.header)
        if part.damage and (is_inlined or kind is Kind.PAGE):
            for damage in part.damage:
                yield _problem(document, damage, place, lost=damage in COSTLY)
        if not is_inlined and kind in _READ_LATER:
            yield _inner(document, part, part, BODY_PART, place, evidence=evidence, mention=mention)
            continue
        yield from _header_of(document, part, place, options)
        if is_inlined:
            inner = document if mention == document.mention else document._replace(mention=mention)
            yield from _parts(inner, part, place, evidence, options, depth + 1)
        elif kind is Kind.PAGE:
            yield from _html(document, part, place, mention)
        elif kind is Kind.MESSAGE:
            yield from _embedded(document, part, place)
        else:
            yield _attachment(document, part, place)


def _inner(
    document: Document, part: Entity, content: Any, media_type: str, path: str | None, **others: Any
) -> Document:
    """Give what stands in a part as a Document; ``others`` are the fields that it has not from the one around it."""
    others = {"encoding": document.encoding, "message": document.message, **others}
    return Document(content, media_type, document.name, document, path, _claims(part.header), **others)


def _header_of(document: Document, part: Entity, path: str, options: ReadOptions) -> Iterator[Document]:
    """Yield the header of a part as a Document, where there may be URLs in it."""
    if has_candidates(part.header, options):
        header = Entity(part.header, "text/plain", {}, b"")
        yield Document(header, BODY_PART, document.name, document, path, message=document.message)


def _attachment(document: Document, part: Entity, path: str | None) -> Attachment:
    offset = document.message.offset if document.message else None
    return Attachment(part.media_type, part.size, part.filename, path, document.name, offset)


def _identity(message: Message | None) -> str:
    if message is None:
        return ""
    return message.message_id or f"@{message.offset or 0}"


def _html(document: Document, part: Entity, path: str | None, mention: str | None) -> Iterator[Found]:
    """Yield an HTML part as a Document."""
    page = decoded_page(part, document.encoding)
    if page.damage:
        yield _problem(document, page.damage.message, path, lost=page.damage.lost)
    encoding, content = page.encoding, page.content
    yield _inner(document, part, content, "text/html", path, encoding=encoding, mention=mention)


def _embedded(document: Document, part: Entity, path: str | None) -> Iterator[Found]:
    """Yield the message that a part holds."""
    depth = 0
    above: Document | None = document
    while above is not None:
        depth += above.media_type == "message/rfc822"
        above = above.parent
    if depth > _MAX_DEPTH:
        yield _problem(document, f"messages inside messages, more than {_MAX_DEPTH} deep: not read", path)
        return
    inner = parse_embedded(part)
    if part is document.content and isinstance(part.content, memoryview):
        part.content.release()  # nobody else asks for it: one level is held at a time
    message, parts = message_of(inner.header, None, document.message), partial(_named_parts, inner, path)
    yield _inner(document, part, inner, "message/rfc822", path, message=message, parts=parts)


def _named_parts(
    entity: Entity, path: str | None, bases: tuple[str, ...] = (), depth: int = 0
) -> Iterator[Part]:
    """Yield what the headers of the parts below an entity say of their names."""
    for place, part in entity.parts(path):
        header = part.header
        identifiers = message_ids(header.get("content-id"))
        location = header.get("content-location")
        stated = header.get("content-base") or header.get("base")
        own = (*bases, base_uri(stated)) if stated else bases
        location = base_uri(location) if location else None
        yield Part(place, part.media_type, identifiers[0] if identifiers else None, location, own)
        if part.children and depth < _MAX_DEPTH:
            yield from _named_parts(
                part, place, own if stated or not location else (*own, location), depth + 1
            )


def _answered(header: Header, thread: ThreadMemory) -> Iterator[Knowing]:
    """Yield what the messages that this one answers know, and the others in its thread."""
    answered = (*message_ids(header.get("in-reply-to")), *message_ids(header.get("references")))
    return thread.knowing(answered, _names(header)[1])


def _in_text(document: Document, entity: Entity, decoded: Decoded, options: ReadOptions) -> Iterator[Found]:
    """Yield the Candidates of a text part, or of a message that is one."""
    if decoded.damage:
        yield _problem(document, decoded.damage.message, lost=decoded.damage.lost)
    for name, start, end in encoded_files(decoded.text):
        file = entity._replace(media_type="application/octet-stream", filename=name, size=end - start)
        yield _attachment(document, file, document.part)
    content = undo_format(entity, decoded.text)
    # Its own paragraphs know of each other.
    evidence = Evidence(partial(texts_of, entity), around=document.evidence)
    linked = document.evidence.linked if isinstance(document.evidence, Evidence) else ()
    text, pages = content.text, content.pages
    found = candidates(content, known=evidence, linked=linked, options=options)
    del content  # the way back from each escape takes several times the text: it is not held for the pages
    yield from found
    del found
    if pages:
        yield from _pages_in(document, Text(text), pages)


def _pages_in(document: Document, source: Text, pages: Iterable[Rewritten]) -> Iterator[Document]:
    """Yield the pages in the text of a calendar as Documents."""
    for page in pages:
        yield document.child(page.text, stands_in=(source, page))._replace(mention=document.mention)


def _content_lines(document: Document) -> Iterator[Found]:
    """Yield what a calendar, or cards, that no message holds say in unfolded lines, and the pages in them."""
    content, decoder = document.content, Decoder(document.encoding)
    text = decoder.whole(content if isinstance(content, str) else with_whole_characters(content))
    source = Text(text)
    properties, pages = without_pages(text, undo_folds(text))
    evidence = document.evidence
    yield document.child(properties.text, "text/plain", evidence=evidence, stands_in=(source, properties))
    del properties  # which takes several times the text
    yield from _pages_in(document, source, pages)
    if decoder.damage:
        yield decoder.damage.problem(document)


class ShownText(NamedTuple):
    """A text as it stands in a message: a header, or the decoded content of a part."""

    part: str | None
    """The path of the part."""
    is_header: bool
    title: str
    """What it is; empty for the message itself."""
    text: str
    """The offsets of the Links that `read` leads to count in it."""


def shown_texts(message: bytes, encoding: str | None) -> Iterator[ShownText]:
    """Yield the texts of a message, in order; ``encoding`` is what those parts are in that do not say it."""
    return _shown_message(parse(message), None, encoding)


def _shown_message(entity: Entity, path: str | None, encoding: str | None) -> Iterator[ShownText]:
    title = f"message {path}" if path else ""
    yield ShownText(path, is_header=True, title=title, text=entity.header.text)
    yield from _shown(entity, path, encoding)


def _shown(entity: Entity, path: str | None, encoding: str | None) -> Iterator[ShownText]:
    match entity.kind:
        case Kind.MULTIPART:
            for place, part in entity.parts(path):
                if part.kind is not Kind.MESSAGE:
                    title = f"header of part {place}"
                    yield ShownText(place, is_header=True, title=title, text=part.header.text)
                yield from _shown(part, place, encoding)
        case Kind.MESSAGE:
            yield from _shown_message(parse_embedded(entity), path, encoding)
        case Kind.PAGE | Kind.TEXT:
            title = f"part {path}: {entity.media_type}" if path else ""
            yield ShownText(path, is_header=False, title=title, text=shown_text(entity, encoding))
