"""What encoding a browser reads a page in, or a style sheet: mark, transport, ``<meta>``, the bytes, windows-1252.

The order is that of the HTML Standard, section 13.2.3.2. Where it leaves a choice, this does what Chromium
does: a declaration is looked for in the first 1,024 bytes and in all of the head; a page that declares
nothing is windows-1252 even where it is UTF-8 (unless it is a file), or what its bytes look like where that
is another legacy encoding without a doubt.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from urlglean.document import XHTML, Document
from urlglean.encoding.detection import DEFAULT_ENCODING, undeclared_encoding
from urlglean.encoding.labels import canonical_encoding, label_or
from urlglean.patterns import lazy_re

__all__ = ["declared_by_style_sheet", "decode_document", "decode_page", "label_of_page"]

_PRESCANNED = 1024
"""How many bytes are searched for a declaration whatever stands in them."""

_SHORT = 1 << 14
"""Up to so many bytes a page is asked first whether it has the word at all; the tags of a head take no longer."""
_OF_TEXT = 4096
"""In how many code points of a page that is a text a declaration is looked for."""
_MARKS = ((b"\xef\xbb\xbf", "UTF-8"), (b"\xff\xfe", "UTF-16LE"), (b"\xfe\xff", "UTF-16BE"))

_HEAD_ELEMENTS = frozenset(
    {"base", "head", "html", "link", "meta", "noscript", "object", "script", "style", "title"}
)
"""The search goes on past the prescanned bytes while only these have been seen."""
_RAW_TEXT = frozenset({"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"})

_ATTRIBUTE = lazy_re(
    rb"(?=[^>])[\t\n\f\r /]*+(?P<name>=?[^\t\n\f\r />=]*+)"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+"
    rb"(?:\"(?P<double>[^\"]*+)\"?|'(?P<single>[^']*+)'?|(?P<bare>[^\t\n\f\r >]*+)))?"
)
_MARKUP = lazy_re(
    rb"<!--(?:-?>|[\s\S]*?(?:--!?>|\Z))|<(?:[!?]|/(?![A-Za-z]))[^>]*+>?"
    rb"|<(?P<end>/?)(?P<tag>[A-Za-z][^\t\n\f\r />]*)(?P<attributes>(?:" + _ATTRIBUTE.pattern + rb")*+)"
)
_XML_DECLARATION = lazy_re(rb"<\?xml(?=[^>]*+>)[^>]*?\sencoding\s*=\s*(?:\"([^\">]*)\"|'([^'>]*)')")
_CHARSET = lazy_re(
    r"charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r ;\"']+))", re.IGNORECASE
)


_CHARSET_RULE = lazy_re(rb'(?:\xef\xbb\xbf)?@charset "([^"]{1,64})";')
_XML_IN_UTF_16 = ((b"<\0?\0x\0", "UTF-16LE"), (b"\0<\0?\0x", "UTF-16BE"))
"""How UTF-16 without a mark begins; what such a declaration says of the encoding is not asked."""
_UTF_16_IN_ASCII = {"UTF-16LE": "UTF-8", "UTF-16BE": "UTF-8"}
"""What a document is in that says, in ASCII, to be in UTF-16."""


class PageText(NamedTuple):
    """A decoded page, the canonical name of its encoding, and the transport's label where nobody knows it."""

    text: str
    encoding: str
    unknown_label: str | None


def decode_page(
    data: bytes, transport: str | None = None, *, is_file: bool = False, is_xml: bool = False
) -> PageText:
    r"""Decode a page's bytes as a browser does; what can't be decoded becomes U+FFFD.

    Args:
        data: The page as it came.
        transport: The charset label its HTTP or MIME header gave, if any.
        is_file: True where it was read from a ``file:`` URL: then UTF-8 needs no declaration.
        is_xml: True where it is XHTML: then only the XML declaration counts, and UTF-8 needs none (XML 1.0,
            section 4.3.3); a page that is neither is no XML, and read as HTML.

    >>> decode_page("é".encode())[:2], decode_page("é".encode(), is_file=True)[:2]
    (('Ã©', 'windows-1252'), ('é', 'UTF-8'))
    >>> decode_page(b"<meta charset=koi8-r>\xc1").text[-1]
    'а'

    """
    unknown = None
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return PageText(_decode(data[len(mark) :], encoding), encoding, None)
    found = None
    if transport:
        found = canonical_encoding(transport)
        unknown = None if found else transport
    if is_xml:
        found = found or _declared_by_xml(data) or _utf_8(data)
    found = found or declared_encoding(data) or undeclared_encoding(data, is_file=is_file)
    return PageText(_decode(data, found), found, unknown)


def decode_document(document: Document) -> PageText:
    """Decode a page by all that is known of it; of one that is a text, tell what its URLs are encoded in.

    One whose URL nobody knows came from a file, as one retrieved by a ``file:`` URL did.

    >>> decode_document(Document("é".encode(), "text/html")).encoding
    'UTF-8'
    """
    content = document.content
    if isinstance(content, str):
        declared = document.encoding or declared_encoding(content[:_OF_TEXT].encode("ascii", "replace"))
        encoding = (declared and canonical_encoding(declared)) or "UTF-8"
        return PageText(content.removeprefix("\ufeff"), encoding, None)
    retrieved = [claim.uri for claim in document.claims if claim.rule == "retrieval"]
    is_file = all(uri[:5].lower() == "file:" for uri in retrieved)
    is_xml = document.media_type == XHTML
    return decode_page(bytes(content), document.encoding, is_file=is_file, is_xml=is_xml)


def declared_encoding(data: bytes) -> str | None:
    """Give the encoding that a page's ``<meta>`` or XML declaration names, or None.

    >>> declared_encoding(b"<meta http-equiv=content-type content='text/html; charset=utf-16'>")
    'UTF-8'
    """
    place = data[:_PRESCANNED].lower().find(b"charset")
    if place >= 0 and (found := _declared_by_beginning(data[: data.find(b">", place, _PRESCANNED) + 1])):
        return found
    may_declare = len(data) > _SHORT or b"charset" in data.lower()
    return (_declared_by_meta(data) if may_declare else None) or _declared_by_xml(data)


@lru_cache(maxsize=256)
def _declared_by_beginning(data: bytes) -> str | None:
    """Do so for a beginning of a page, which what one program wrote has in common; None where more may be needed."""
    return _declared_by_meta(data)


def declared_by_style_sheet(data: bytes) -> str | None:
    """Give the encoding that a style sheet's ``@charset`` names, or None (CSS Syntax Level 3, section 3.2).

    >>> declared_by_style_sheet(b'@charset "koi8-r"; p {}'), declared_by_style_sheet(b"@charset 'koi8-r';")
    ('KOI8-R', None)
    """
    found = _CHARSET_RULE.match(data)
    encoding = canonical_encoding(found[1].decode("latin-1")) if found else None
    return _UTF_16_IN_ASCII.get(encoding or "", encoding)


def label_of_page(data: bytes, label: str | None, otherwise: str | None) -> str | None:
    """Give the charset label that a page came with, or another one where neither that nor the page names any.

    >>> label_of_page(b"x", None, "koi8-r"), label_of_page(b"<meta charset=big5>", None, "koi8-r")
    ('koi8-r', None)
    """
    return label if otherwise is None or declared_encoding(data) else label_or(label, otherwise)


def _declared_by_xml(data: bytes) -> str | None:
    for beginning, encoding in _XML_IN_UTF_16:
        if data.startswith(beginning):
            return encoding
    found = _XML_DECLARATION.match(data)
    return _from_markup((found[1] or found[2] or b"").decode("latin-1")) if found else None


def _utf_8(data: bytes) -> str | None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "UTF-8"


def _declared_by_meta(data: bytes) -> str | None:
    in_head = True
    position = 0
    while found := _MARKUP.search(data, position):
        if not in_head and found.start() >= _PRESCANNED:
            return None
        position = found.end()
        if found["tag"] is None:
            continue
        name = found["tag"].decode("latin-1").lower()
        is_end = bool(found["end"])
        position += 1
        if name == "meta" and not is_end:
            encoding = _from_meta(_attributes(data, found.start("attributes")))
            if encoding:
                return encoding
        if name not in _HEAD_ELEMENTS or (is_end and name in {"html", "head"}):
            in_head = False
        if name == "plaintext" and not is_end:
            return None
        if name in _RAW_TEXT and not is_end:
            closing = re.compile(rb"</" + found["tag"] + rb"(?=[\t\n\f\r />])", re.IGNORECASE).search(
                data, position
            )
            if closing is None:
                return None
            position = closing.start()
    return None


def _attributes(data: bytes, position: int) -> dict[str, str]:
    """Read the attributes of a tag, by the position behind its name.

    Of those that come twice the last holds, as in Chromium (the standard has the first). A tag that does not end
    has none.
    """
    attributes: dict[str, str] = {}
    while found := _ATTRIBUTE.match(data, position):
        position = found.end()
        name = found["name"].decode("latin-1").lower()
        value = found["double"] or found["single"] or found["bare"] or b""
        if name:
            attributes[name] = value.decode("latin-1")
    return attributes if position < len(data) else {}


def _from_meta(attributes: dict[str, str]) -> str | None:
    if "charset" in attributes:
        return _from_markup(attributes["charset"])
    if attributes.get("http-equiv", "").lower() == "content-type":
        found = _CHARSET.search(attributes.get("content", ""))
        if found:
            return _from_markup(found[1] or found[2] or found[3] or "")
    return None


def _from_markup(label: str) -> str | None:
    """Give the encoding a page may name in itself: what was read so far is no UTF-16 and nobody's own."""
    encoding = canonical_encoding(label)
    return (
        DEFAULT_ENCODING if encoding == "x-user-defined" else _UTF_16_IN_ASCII.get(encoding or "", encoding)
    )


def _decode(data: bytes, encoding: str) -> str:
    if encoding == "UTF-8":
        return data.decode("utf-8", "replace")
    if data.isascii() and not encoding.startswith(("UTF-16", "ISO-2022", "replacement")):
        return data.decode("ascii")
    import turbohtml.detect  # noqa: F401  (registers the decoders of the Encoding Standard, which Python's are not)

    return data.decode(f"whatwg-{encoding.lower()}", "replace")
