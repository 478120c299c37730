"""A MIME entity: a message or a part of one, with its transfer encoding undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from urlglean.mail.encoded_words import decode_words
from urlglean.mail.header import Header
from urlglean.mail.transfer import changes_all, decode_transfer
from urlglean.mail.undeclared import decode_undeclared, is_bare_markup, is_text, named_type, told_type
from urlglean.mail.values import ContentType, content_type

__all__ = ["EMBEDDED", "Again", "Entity", "filename_of", "leaf", "mended"]

EMBEDDED = frozenset({"message/rfc822", "message/global", "message/news", "message/partial"})
"""The media types of messages in messages."""


class Entity(NamedTuple):
    """A MIME entity: a message or a body part, with its transfer encoding undone.

    ``content`` is None for a multipart and for what is no text; for an embedded message it is what `mime.parse` or
    `mime.of_email` takes.
    """

    header: Header
    media_type: str
    parameters: dict[str, str]
    content: Any = None
    """``bytes``, or an `email.message.Message` where the standard library took it out of another."""
    children: tuple[Entity, ...] = ()
    filename: str = ""
    damage: tuple[str, ...] = ()
    """What was mended or lost, in words."""
    size: int = 0
    """How many bytes of what is no text there were, in their transfer encoding."""

    @property
    def is_attachment(self) -> bool:
        """Whether it is no text, and has no parts, so that there is nothing to read."""
        return self.content is None and not self.children and not self.media_type.startswith("multipart/")

    @property
    def is_message(self) -> bool:
        """Whether the content is a message of its own."""
        return self.media_type in EMBEDDED

    def walk(self) -> Iterator[Entity]:
        """Yield this entity and all below it, depth first, without entering embedded messages."""
        yield self
        for child in self.children:
            yield from child.walk()


Again: TypeAlias = Callable[[bytes], Entity]
"""Reads bytes as a message of their own."""


def leaf(header: Header, kind: ContentType, body: bytes) -> Entity:
    """Make the Entity of a part without parts from its bytes as they were sent."""
    filename = filename_of(header, kind)
    media_type = named_type(kind.media_type, filename)
    if not is_text(media_type):
        return Entity(header, media_type, kind.parameters, None, (), filename, (), len(body))
    encoding = header.get("content-transfer-encoding")
    is_bare = encoding is not None and is_bare_markup(body, media_type, encoding)
    content = body if encoding is None or is_bare else decode_transfer(body, encoding)
    damage: tuple[str, ...] = ()
    if encoding is not None and (is_bare or (content is body and changes_all(encoding) and body.strip())):
        damage = (f"it is not the {encoding.strip()} that its header says, and was read as it stands",)
    return mended(Entity(header, media_type, kind.parameters, content, (), filename, damage))


def mended(entity: Entity) -> Entity:
    """Undo what a text's header does not say: that it is HTML, or in quoted-printable or base64."""
    media_type = told_type(entity.media_type, entity.content, entity.header, entity.filename)
    if media_type is None:
        return entity._replace(content=None, size=len(entity.content))
    if media_type != entity.media_type:
        entity = entity._replace(media_type=media_type)
    decoded = decode_undeclared(entity.content, media_type)
    if decoded is entity.content:
        return entity
    damage = "a transfer encoding that no header declares was undone"
    return entity._replace(content=decoded, damage=(*entity.damage, damage))


def filename_of(header: Header, kind: ContentType) -> str:
    """Give the name of the file that a part is, as far as its header names it."""
    disposition = header.get("content-disposition")
    name = content_type("x/" + disposition).parameters.get("filename") if disposition else None
    return decode_words(name or kind.parameters.get("name", ""))
