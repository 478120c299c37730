"""A MIME entity: a message or a part of one, with its transfer encoding undone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from urlglean.document import PAGES, XHTML
from urlglean.inputs.kinds import KINDS, kind_of_text
from urlglean.mail.header import Header
from urlglean.mail.transfer import changes_all, decode_transfer, transfer_name
from urlglean.mail.values import ContentType, content_type, decode_words, from_bare_base64, media_type_of
from urlglean.patterns import lazy_re

EMBEDDED = frozenset({"message/rfc822", "message/global", "message/news", "message/partial"})
"""The media types of messages in messages."""


class Kind(Enum):
    """What a part is, which says who reads it."""

    MULTIPART = "parts"
    PAGE = "a page"
    MESSAGE = "a message of its own"
    TEXT = "a text"
    ATTACHMENT = "no text"
    NOTHING = "parts that are not there"


class Entity(NamedTuple):
    """A MIME entity: a message or a body part, with its transfer encoding undone.

    ``content`` is None for a multipart and for what is no text; for an embedded message it is what `mime.parse` or
    `mime.of_email` takes.
    """

    header: Header
    media_type: str
    parameters: dict[str, str]
    content: Any = None
    """``bytes``, or an `email.message.Message` where the standard library took it out of another; a ``memoryview`` of a
    message that is all that another one holds."""
    children: tuple[Entity, ...] = ()
    filename: str = ""
    damage: tuple[str, ...] = ()
    """What was mended or lost, in words."""
    size: int = 0
    """How many bytes of what is no text there were, in their transfer encoding."""

    @property
    def kind(self) -> Kind:
        """What it is."""
        if self.children:
            return Kind.MULTIPART
        if self.media_type in PAGES:
            return Kind.PAGE
        if self.media_type in EMBEDDED:
            return Kind.MESSAGE
        if self.content is not None:
            return Kind.TEXT
        return Kind.NOTHING if self.media_type.startswith("multipart/") else Kind.ATTACHMENT

    def parts(self, path: str | None) -> Iterator[tuple[str, Entity]]:
        """Yield the parts of a multipart, each behind its path, which counts as IMAP does (RFC 3501 section 6.4.5).

        ``path`` is the entity's own; a message has none, and its second part's first part has ``2.1``.
        """
        for number, part in enumerate(self.children, start=1):
            yield f"{path}.{number}" if path else str(number), part

    def walk(self) -> Iterator[Entity]:
        """Yield this entity and all below it, depth first, without entering embedded messages."""
        yield self
        for child in self.children:
            yield from child.walk()


_new = tuple.__new__
Again: TypeAlias = Callable[[bytes], Entity]
"""Reads bytes as a message of their own."""


def leaf(header: Header, kind: ContentType, body: bytes) -> Entity:
    """Make the Entity of a part without parts from its bytes as they were sent."""
    filename = filename_of(header, kind)
    media_type = named_type(kind.media_type, filename) if filename else kind.media_type
    if not is_text(media_type):
        return Entity(header, media_type, kind.parameters, None, (), filename, (), len(body))
    encoding = header.get("content-transfer-encoding")
    if encoding is None:
        return mended(_new(Entity, (header, media_type, kind.parameters, body, (), filename, (), 0)))
    is_bare = is_bare_markup(body, media_type, encoding)
    content = body if is_bare else decode_transfer(body, encoding)
    damage: tuple[str, ...] = ()
    if is_bare or (content is body and changes_all(encoding) and body.strip()):
        damage = (f"it is not the {encoding.strip()} that its header says, and was read as it stands",)
    return mended(Entity(header, media_type, kind.parameters, content, (), filename, damage))


def mended(entity: Entity) -> Entity:
    """Undo what a text's header does not say: that it is HTML, or in quoted-printable or base64."""
    content, media_type = entity.content, entity.media_type
    if media_type != "text/plain" or _MARKUP.match(content):
        told = told_type(media_type, content, entity.header, entity.filename)
        if told is None:
            return entity._replace(content=None, size=len(content))
        if told != media_type:
            media_type, entity = told, entity._replace(media_type=told)
    decoded = decode_undeclared(content, media_type)
    if decoded is content:
        return entity
    damage = "a transfer encoding that no header declares was undone"
    return entity._replace(content=decoded, damage=(*entity.damage, damage))


def filename_of(header: Header, kind: ContentType) -> str:
    """Give the name of the file that a part is, as far as its header names it."""
    disposition = header.get("content-disposition")
    name = content_type("x/" + disposition).parameters.get("filename") if disposition else None
    name = name or kind.parameters.get("name")
    return decode_words(name) if name else ""


# What the header of a mail part says wrongly or not at all: what kind of text it is, in which transfer encoding.

_TEXT_SUFFIXES = {
    # What an attachment's name says where its media type says nothing, and the kinds of files do not have it.
    suffix: media_type
    for media_type, suffixes in (
        ("text/plain", "txt text log asc diff patch"),
        ("text/csv", "csv"),
        (XHTML, "xhtml xht"),
    )
    for suffix in suffixes.split()
}
_KINDS = frozenset({"html", "markdown", "rst", "calendar", "card", "eml"})
"""The kinds of files that are read as a part of mail."""
_NAMELESS = frozenset(
    {"application/octet-stream", "application/x-unknown", "application/unknown", "text/plain"}
)
_TEXTUAL = frozenset(
    {
        *(XHTML, "application/ics", "application/text", "application/txt"),
        *("application/pgp", "application/x-patch", "application/x-diff"),  # of PGP's, those that are signed
    }
)
_TOP_LEVELS = frozenset(
    "application audio chemical example font haptics image message model multipart text video".split()
)
"""The first halves of media types (those with ``x-`` beside them); of others, ``plain/text`` is an example."""
_MARKUP = lazy_re(
    rb"\s*+<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p"
    rb"|center|img|meta|x-html)[ >])",
    re.IGNORECASE,
)
"""How a page begins: the MIME Sniffing Standard, section 7.1, and a few elements that mail begins with."""
_PAGE = lazy_re(rb"\s*+(?:<!--[^>]*+-->\s*+)?<(?:!doctype html|html|x-html)[\s>]", re.IGNORECASE)
"""How a whole page begins; Eudora puts its own element around it."""
_WHOLE_PAGE_END = lazy_re(rb"</html>\s*+\Z", re.IGNORECASE)
_ENCODED_EQUALS_SIGN = lazy_re(rb"=3[Dd]")
_BRACKETED_URL = rb"<(?:URL:|[a-z]{3,10}://|mailto:|www[0-9]{0,3}\.|ftp\.)"
_URL_BRACKETED = lazy_re(_BRACKETED_URL, re.IGNORECASE)
_BRACKETED = lazy_re(_BRACKETED_URL + rb"|<[\w.+-]+@|^> ", re.IGNORECASE | re.MULTILINE)
"""What people write into a text, be it about markup: in a page it would be lost as a tag."""
_TAG_WITH_ATTRIBUTES = lazy_re(rb"<[a-z][a-z0-9]*+\s[^<>]*+>", re.IGNORECASE)
"""It may hold a ``>`` at the start of a line, which is its end and no quote mark."""
_ANY_TAG = lazy_re(rb"<(?:[a-z][a-z0-9]*+[\s/>]|/[a-z]|[!?])|&(?:#|[a-z]{2,8};)", re.IGNORECASE)
_ENCODED_ATTRIBUTE = lazy_re(rb"(\s[a-z-]{1,32})=3[Dd](?=[\"']|https?:)", re.IGNORECASE)
"""Not what ends a URL in an attribute: ``href="http://a.org/?view=3D"``."""
_ATTRIBUTE = lazy_re(rb"[a-z][ \t]*=[ \t]*[\"']", re.IGNORECASE)
_SOFT_BREAK = lazy_re(rb"[^\n]{20}=[ \t]*\r?\n")
_TAG = lazy_re(rb"<[^<>]*+>")
_ENCODING_AT_WORK = lazy_re(rb"=[0-9A-F]{2}|[^\n]{60}=[ \t]*\r?\n")
"""What quoted-printable leaves in the text of a page, outside its tags, or where it breaks a line."""
_SOFT_BREAK_IN_TAG = lazy_re(
    rb"(?:[/.?#%&]|^(?=[^\n]{60})[^\n]*[^\s\w\"':-][\w:-]*+)=[ \t]*\r?\n", re.MULTILINE
)
"""What no attribute's name stands before; of a short line, only what hardly ends a word."""
_NO_ENCODED_OCTET = lazy_re(rb"=(?![0-9A-F]{2}|[ \t]*\r?\n|[ \t]*\Z)")
_BASE64_BODY = lazy_re(rb"\s*+(?:[A-Za-z0-9+/]{60,76}\r?\n)++[A-Za-z0-9+/]*+=*+\s*+\Z")
_CONTROL = lazy_re(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def is_text(media_type: str) -> bool:
    """Tell whether a media type is a text's, or nobody's, so that the content has to say what it is."""
    return media_type.startswith(("text/", "message/")) or media_type in _TEXTUAL or _is_misnamed(media_type)


def named_type(media_type: str, filename: str) -> str:
    """Give the media type, or what the file's name says where the type says nothing."""
    if not filename or media_type not in _NAMELESS:
        return media_type
    told = _TEXT_SUFFIXES.get(filename.rpartition(".")[2].lower())
    kind = kind_of_text(b"", filename) if told is None else None
    return told or (KINDS[kind] if kind in _KINDS else media_type)


def told_type(media_type: str, content: bytes, header: Header, filename: str) -> str | None:
    """Give the media type that the content of a text tells, mostly the one it goes by; None where it is no text.

    ``header`` is the part's, ``filename`` what it is called.

    >>> told_type("text/plain", b"<html><p>x", Header(""), "")
    'text/html'
    >>> told_type("text/html", b"see <http://a.org/>", Header("Content-Type: text/html"), "")
    'text/plain'
    """
    if not media_type.startswith("text/") and _is_misnamed(media_type):
        if b"\0" in content:
            return None
        media_type = "text/plain"
    if media_type == "text/plain" and _MARKUP.match(content) and _is_page(content, header, filename):
        return "text/html"
    if media_type == "text/html" and not _ANY_TAG.search(content) and _BRACKETED.search(content):
        return "text/plain"  # no markup at all, so that <http://a/> would be the only tag
    return media_type


def decode_undeclared(content: bytes, media_type: str) -> bytes:
    r"""Undo quoted-printable or base64 that no header declares; give the same object where there is none.

    >>> decode_undeclared(b'<a href=3D"http://a.org/">', "text/html")
    b'<a href="http://a.org/">'
    """
    if b"=" in content and _ENCODED_EQUALS_SIGN.search(content):
        return _undeclared_markup(content) if media_type in PAGES else _undeclared_text(content)
    return _undeclared_base64(content) if _BASE64_BODY.match(content) else content


def is_bare_markup(body: bytes, media_type: str, encoding: str) -> bool:
    """Whether a page is not in the quoted-printable that its header names: to undo it would cut ``?id=2005``."""
    if media_type not in PAGES:
        return False
    if b"=3D" in body or b"=3d" in body or transfer_name(encoding) != "quoted-printable":
        return False
    if _ATTRIBUTE.search(body) is None or _ENCODING_AT_WORK.search(_TAG.sub(b"", body)):
        return False
    return not any(_SOFT_BREAK_IN_TAG.search(tag[0]) for tag in _TAG.finditer(body))


def _is_misnamed(media_type: str) -> bool:
    """Whether nobody has such types, so that the content has to say what it is."""
    top_level = media_type.partition("/")[0]
    return top_level not in _TOP_LEVELS and not top_level.startswith("x-")


def _is_page(content: bytes, header: Header, filename: str) -> bool:
    """Whether a text that begins like markup is a page: what declares no type may be one by any beginning."""
    if _is_written_into(content):
        return False
    declared = media_type_of(header.get("content-type"))
    if declared is None or _is_misnamed(declared):
        return True
    return not filename and _PAGE.match(content) is not None


def _is_written_into(content: bytes) -> bool:
    """Whether people wrote into what begins like markup: nobody writes an address alone into a whole page."""
    if _BRACKETED.search(content) is None:
        return False
    is_whole = _PAGE.match(content) is not None and _WHOLE_PAGE_END.search(content) is not None
    written = _URL_BRACKETED if is_whole else _BRACKETED
    return written.search(_TAG_WITH_ATTRIBUTES.sub(b"", content)) is not None


def _undeclared_markup(content: bytes) -> bytes:
    """Undo the quoted-printable of markup that was encoded twice, or whose header was lost."""
    if _ENCODED_ATTRIBUTE.search(content) is None:
        return content
    if _ATTRIBUTE.search(content) is None:
        return decode_transfer(content, "quoted-printable")
    return _ENCODED_ATTRIBUTE.sub(rb"\1=", content)


def _undeclared_text(content: bytes) -> bytes:
    """Undo the quoted-printable of a text in which each equals sign is one of that encoding's."""
    if _SOFT_BREAK.search(content) is None or _NO_ENCODED_OCTET.search(content) is not None:
        return content
    return decode_transfer(content, "quoted-printable")


def _undeclared_base64(content: bytes) -> bytes:
    """Undo the base64 of a text that is nothing else, where that makes a text."""
    decoded = from_bare_base64(content)
    try:
        decoded.decode()
    except UnicodeDecodeError:
        return content
    return content if _CONTROL.search(decoded) else decoded
