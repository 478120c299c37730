"""What an input is by its first bytes and its name: text, a page, mail, a web archive, or not text at all."""

from __future__ import annotations

import os
import re

from urlglean.document import MBOX, XHTML
from urlglean.encoding.detection import wide_encoding
from urlglean.encoding.texts import Decoder
from urlglean.inputs.compression import format_of
from urlglean.inputs.mbox import framing_of, is_mbox
from urlglean.patterns import lazy_re
from urlglean.reports import Problem

__all__ = ["KINDS", "SAMPLE", "kind_of_text"]

KINDS = {
    "text": "text/plain",
    "html": "text/html",
    "markdown": "text/markdown",
    "rst": "text/x-rst",
    "notebook": "application/x-ipynb+json",
    "calendar": "text/calendar",
    "card": "text/vcard",
    "eml": "message/rfc822",
    "mbox": MBOX,
    "warc": "application/warc",
    "wacz": "application/wacz",
}
"""The names ``--kind`` takes, and the media type each stands for."""

_XHTML = frozenset({".svg", ".xht", ".xhtml"})
"""Suffixes of pages that browsers read as XML; an image with links is one, too."""

_XML = frozenset(
    ".atom .dbk .docbook .fodt .gpx .kml .opml .rdf .rss .wsdl .xml .xsd .xsl .xslt .xspf".split()
)
"""Suffixes of texts in XML, whatever else they are."""

SAMPLE = 1 << 16
"""How many bytes of an input `kind_of` and `binary_format` look at."""

_SUFFIXES = {
    suffix: kind
    for kind, suffixes in (
        ("html", ".html .htm .xhtml .xht .shtml .svg"),
        ("markdown", ".md .markdown .mdx"),
        ("rst", ".rst .rest"),
        ("notebook", ".ipynb"),
        ("calendar", ".ics .vcs .ifb"),
        ("card", ".vcf .vcard"),
        ("eml", ".eml .emlx .mht .mhtml"),
        ("mbox", ".mbox .mbx"),
    )
    for suffix in suffixes.split()
}

_CSS = ".css"
_KNOWN_SUFFIXES = frozenset({*_SUFFIXES, *_XHTML, *_XML, _CSS})
PROGRAM = r"\.(?:php[0-9]?|phtml|aspx?|jspx?|cgi|pl|py|cfm|do)"
"""A pattern for the suffixes of programs on servers, and of the pages that they made: content tells."""
_SERVER_SIDE = lazy_re(PROGRAM)
_QUERY = lazy_re(r"\?|@(?=[^@=]+=)")
"""How a query begins that a program saved with a page's name; for Windows it has an ``@``."""

_MAILDIR = ("cur", "new")
"""The folders in which every file is a message."""
_DELIVERED = lazy_re(r"[0-9]{9}")
"""How the name of one begins: by the second it came in. What stands behind the last dot may be that of its host."""

_MAGIC = (
    # Published signatures of formats that are found beside text; (offset, bytes, name with its article).
    (0, (b"%PDF-",), "a PDF file"),
    (0, (b"\x89PNG\r\n\x1a\n",), "a PNG image"),
    (0, (b"\xff\xd8\xff",), "a JPEG image"),
    (0, (b"GIF87a", b"GIF89a"), "a GIF image"),
    (0, (b"II*\0", b"MM\0*"), "a TIFF image"),
    (8, (b"WEBP",), "a WebP image"),
    (0, (b"\0\0\1\0",), "an icon"),
    (0, (b"8BPS",), "a Photoshop image"),
    (0, (b"PK\x03\x04",), "a ZIP archive (or a document made of one, such as .docx, .odt, .epub, .jar)"),
    (0, (b"PK\x05\x06",), "an empty ZIP archive"),
    (0, (b"Rar!\x1a\x07",), "a RAR archive"),
    (0, (b"7z\xbc\xaf\x27\x1c",), "a 7z archive"),
    (257, (b"ustar",), "a tar archive"),
    (0, (b"!<arch>\n",), "an ar archive (a library or a .deb package)"),
    (0, (b"\xed\xab\xee\xdb",), "an RPM package"),
    (0, (b"\x7fELF",), "an ELF program or library"),
    (0, (b"\xcf\xfa\xed\xfe",), "a Mach-O program"),
    (0, (b"\xca\xfe\xba\xbe",), "a Java class or a Mach-O program"),
    (0, (b"\0asm",), "a WebAssembly module"),
    (0, (b"SQLite format 3\0",), "an SQLite database"),
    (8, (b"DUCK",), "a DuckDB database"),
    (0, (b"PAR1",), "a Parquet file"),
    (0, (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",), "an OLE file (an old Word, Excel or Outlook document)"),
    (0, (b"!BDN",), "an Outlook mail store (.pst)"),
    (0, (b"ID3",), "an MP3 recording"),
    (0, (b"OggS",), "an Ogg recording"),
    (0, (b"fLaC",), "a FLAC recording"),
    (8, (b"WAVE",), "a WAVE recording"),
    (8, (b"AVI ",), "an AVI video"),
    (4, (b"ftyp",), "an MP4 video"),
    (0, (b"\x1aE\xdf\xa3",), "a Matroska or WebM video"),
    (0, (b"wOFF", b"wOF2", b"\0\1\0\0\0", b"OTTO"), "a font"),
    (0, (b"\0\0\0\1Bud1",), "a folder's view settings (.DS_Store)"),
    (0, (b"DIRC",), "a Git index"),
    (2, (b"\r\n\0\0\0\0",), "a compiled Python module"),
    (0, (b"# Sphinx inventory version 2\n",), "a Sphinx inventory"),
    (0, (b"\7\2\0\0\0\x24\0\0RSA2", b"\6\2\0\0\0\x24\0\0RSA1"), "a key to sign with"),
    (12, (b"\6\2\0\0\0\x24\0\0RSA1",), "a key to sign with"),
    (0, (b"\xde\x12\x04\x95", b"\x95\x04\x12\xde"), "a compiled message catalogue"),
    (0, (b"TZif",), "a time zone"),
)
_PATTERNS = (
    # Formats that a few bytes at one place do not show. Embedded OpenType has its version at 8, and "LP" at 34; a
    # compiled Python module a number that grows with each version, then CR LF, and zeros in the numbers behind.
    (lazy_re(rb"[\s\S]{8}(?:[\x01\x02]\0\x02\0|\0\0\x01\0)[\s\S]{22}LP"), "a font"),
    (lazy_re(rb"[\s\S][\x0b-\x0f\xf0-\xff]\r\n(?=[\s\S]{0,13}\0)"), "a compiled Python module"),
)
_CONTROLS = bytes(sorted(set(range(0x20)) - set(b"\t\n\r\f\v\b\x1b") | {0x7F}))
_SHARE_OF_CONTROLS = 0.02

_HTML_START = lazy_re(
    # The signatures of the MIME Sniffing Standard, section 7.1, and an XML declaration before a root of HTML.
    r"(?:\s|<!--.*?-->|<\?xml[^>]*\?>)*+<(?:!doctype\s+html|html|head|body|script|iframe|h1|div|font|table|style"
    r"|title|meta|br|[abp])[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_SURE_HTML_START = lazy_re(
    r"(?:\s|<!--.*?-->|<\?xml[^>]*\?>)*+<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE | re.DOTALL
)
_CONTENT_LINES_START = lazy_re(rb"\s*+BEGIN:V(CALENDAR|CARD)[ \t]*+[\r\n]", re.IGNORECASE)
"""How calendars and cards begin (RFC 5545 section 3.4, RFC 6350 section 6.1.1)."""
_XML_START = lazy_re(rb"(?:\xef\xbb\xbf)?\s*<\?xml\s")
_FIELD = lazy_re(rb"([!-9;-~]+)[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)")
_BEFORE_HEADER = lazy_re(rb"(?:[ \t]*+\n)*+(?:[0-9]{1,10} *\n)?+(?:>++From [^\n]*+\n)*+")
"""What the reader of mail takes off: blank lines, the length of an ``.emlx`` file, the quoted line of an mbox."""
_NO_FIELD = lazy_re(rb"[^\n]++\n(?=([!-9;-~]++)[ \t]*+:)")
"""A line of a header that is no field, such as a fold that has lost its blanks, and the name of the field behind it."""
_MAYBE_SEPARATOR = lazy_re(rb"\n\n(?=From )")
_LONGEST_START = 4096
"""So much of a message within an input shows whether it is one."""
_ENVELOPE_FIELDS = frozenset(
    b"from received message-id return-path newsgroups delivered-to mime-version content-location"
    b" content-transfer-encoding list-unsubscribe".split()
)
_MAIL_FIELDS = _ENVELOPE_FIELDS | frozenset(
    b"to cc date subject sender reply-to references in-reply-to path content-type content-transfer-encoding"
    b" list-id dkim-signature x-mailer user-agent x-original-to".split()
)


def binary_format(head: bytes) -> str | None:
    """Say what the first bytes of an input show it to be, if that is not text; None for text.

    >>> binary_format(b"%PDF-1.7 ..."), binary_format(b"see http://a/"), binary_format(bytes(range(256)))
    ('a PDF file', None, 'binary data')
    """
    head = head[:SAMPLE]
    start = head[:512]
    has_controls = len(start) > len(start.translate(None, _CONTROLS))
    for offset, magics, name in _MAGIC:
        if head.startswith(magics, offset):
            found = next(magic for magic in magics if head.startswith(magic, offset))
            # A text may begin with "OTTO" or "ID3": letters need something behind them that is no text.
            if has_controls or not found.isalnum():
                return name
    if has_controls:
        for pattern, name in _PATTERNS:
            if pattern.match(start):
                return name
    if not head or wide_encoding(head) or head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return Problem.UNKNOWN_FORMAT if controls > _SHARE_OF_CONTROLS * len(head) else None


_ARCHIVE_STARTS = (b"WARC/", b"filedesc://")
_PACKED_WARC = lazy_re(r"\.warc\.(?:zst|lz4)\Z", re.IGNORECASE)
_WACZ_ENTRY = lazy_re(rb"(?:archive/[^/]+\.warc|datapackage\.json|pages/pages\.jsonl)")


def archive_kind(head: bytes, name: str = "") -> str | None:
    r"""Tell a web archive, ``warc`` or ``wacz``, by its first bytes, compressed as they are; else None.

    ARC files, which were before WARC files, are of the same kind.

    >>> archive_kind(b"WARC/1.0\r\n"), archive_kind(b"see http://a/", "notes.txt")
    ('warc', None)
    """
    is_archive = head.startswith(_ARCHIVE_STARTS) or head.lstrip(b"\r\n").startswith(b"WARC/")
    if is_archive or (_PACKED_WARC.search(name) and not head.isascii()):
        return "warc"
    if format_of(head) == "gzip":
        import zlib

        try:
            start = zlib.decompressobj(wbits=31).decompress(head, 11)
        except zlib.error:
            return None
        return "warc" if start.startswith(_ARCHIVE_STARTS) else None
    is_zip = head.startswith(b"PK\x03\x04")
    is_wacz = is_zip and (name.lower().endswith(".wacz") or _WACZ_ENTRY.match(head, 30))
    return "wacz" if is_wacz else None


def kind_of(head: bytes, name: str = "") -> str:
    """Give the kind (a key of `KINDS`) of an input by its first bytes and its name; else text.

    The content is asked first where it is unmistakable, then the name, then the content again.

    >>> kind_of(b"<!DOCTYPE html><title>x</title>", "notes.txt"), kind_of(b"<p>Hello", "README.md")
    ('html', 'markdown')
    """
    head = head[:SAMPLE].removeprefix(b"\xef\xbb\xbf")
    suffix = suffix_of(name)
    if is_mbox(head) or framing_of(head):
        return "mbox"
    if begins := _CONTENT_LINES_START.match(head):
        return begins[1].decode().lower()
    folder, file = os.path.split(name)  # a PurePath takes longer
    in_maildir = os.path.basename(folder) in _MAILDIR  # noqa: PTH119
    if suffix in _SUFFIXES and not (in_maildir and _DELIVERED.match(file)):
        return _SUFFIXES[suffix]
    mail = _as_mail(head)
    if in_maildir and _FIELD.match(mail):
        return "eml"
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    if _is_message(mail):
        return "eml"
    text = Decoder().whole(head[:4096])
    start = _SURE_HTML_START if suffix and not _SERVER_SIDE.fullmatch(suffix) else _HTML_START
    if start.match(text):
        return "html"
    return "mbox" if not suffix and _is_rest_of_mbox(mail) else "text"


def kind_of_text(head: bytes, name: str = "") -> str | None:
    """Give the kind of an input as `kind_of` does; None where its first bytes are not those of a text."""
    binary = binary_format(head)
    if binary == Problem.UNKNOWN_FORMAT and kind_of(head) != "text":
        binary = None  # a message or a page with a few stray bytes
    return None if binary else kind_of(head, name)


def suffix_of(name: str) -> str:
    """Give the suffix of a file's name, in lower case; that before the query, where one was saved with it."""
    name = os.path.basename(name)  # noqa: PTH119  (each file comes by here twice, and a PurePath takes longer)
    suffix = _behind_last_dot(name)
    query = None if suffix in _KNOWN_SUFFIXES else _QUERY.search(name)
    return _behind_last_dot(name[: query.start()]) if query else suffix


def _behind_last_dot(name: str) -> str:
    at = name.rfind(".")
    return name[at:].lower() if 0 < at < len(name) - 1 else ""


def _as_mail(head: bytes) -> bytes:
    """Give the first bytes of an input as the reader of mail takes them: with line feeds, from the header on."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.decode("utf-16", "replace").encode()
    if b"\r" in head:
        head = head.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    before = _BEFORE_HEADER.match(head)
    return head[before.end() :] if before else head


def _is_message(head: bytes) -> bool:
    """Tell whether what `_as_mail` gives is the header of a message: fields of mail, hardly anything between."""
    names: set[bytes] = set()
    position = 0
    is_damaged = False
    while True:
        if field := _FIELD.match(head, position):
            names.add(field[1].lower())
            position = field.end()
            continue
        strange = _NO_FIELD.match(head, position) if names else None
        if strange is None or strange[1].lower() not in _MAIL_FIELDS:
            break
        is_damaged, position = True, strange.end()
    ends_well = position == len(head) or head.startswith(b"\n", position)
    enough = 2 if ends_well and not is_damaged else 3  # a damaged header has to be all the surer
    return len(names & _MAIL_FIELDS) >= enough and not names.isdisjoint(_ENVELOPE_FIELDS)


def _is_rest_of_mbox(head: bytes) -> bool:
    """Tell whether an mbox goes on here whose first message was cut: by the next one."""
    for blank in _MAYBE_SEPARATOR.finditer(head):
        start = head[blank.end() : blank.end() + _LONGEST_START]
        if is_mbox(start) and _is_message(start[start.find(b"\n") + 1 :]):
            return True
    return False


def media_type_of(kind: str, name: str = "", head: bytes = b"") -> str:
    """Give the media type of an input of a kind, by its name and first bytes where the kind has more than one.

    >>> media_type_of("html", "chapter-1.xhtml"), media_type_of("html", "index.html")
    ('application/xhtml+xml', 'text/html')
    >>> media_type_of("text", "feed.rss"), media_type_of("text", "-", b"<?xml version='1.0'?>")
    ('text/xml', 'text/xml')
    >>> media_type_of("text", "style.css")
    'text/css'
    """
    suffix = suffix_of(name)
    if kind == "html" and suffix == ".xml":
        from urlglean.html.source import is_xhtml

        return XHTML if is_xhtml(head) else KINDS[kind]
    if kind == "html" and suffix in _XHTML:
        return XHTML
    if kind == "text" and suffix == _CSS:
        return "text/css"
    if kind == "text" and (suffix in _XML or _XML_START.match(head)):
        return "text/xml"
    return KINDS[kind]
