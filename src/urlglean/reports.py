"""What is told of a reading beside what was found: problems, what was not read, how far it is; and to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, Protocol, runtime_checkable

from urlglean.document import STDIN, Document

__all__ = ["Anchor", "Attachment", "Attachments", "Observer", "Problem", "Progress", "Retrieval", "counted"]


def counted(count: int, name: str) -> str:
    """Say to people how many there are of something.

    >>> counted(1, "link"), counted(12_345, "file")
    ('1 link', '12,345 files')
    """
    return f"{count:,} {name}{'' if count == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read, decoded or parsed, or not as it stood: named once, while the rest goes on."""

    UNKNOWN_FORMAT: ClassVar = "binary data"
    """What a file of a format that nobody knows is called."""

    source: str
    message: str
    line: int | None = None
    column: int | None = None
    part: str | None = None
    format: str = ""
    """What a file is that was skipped because it is no text: ``a PNG image``."""
    lost: bool = True
    """Whether something was lost by it; False where all was read, and what was wrong was put right."""

    @classmethod
    def of_format(cls, source: str, name: str) -> Problem:
        """Give what is told of a file in a format that is no text: what it is, and how it can be read.

        >>> Problem.of_format("a.pdf", "a PDF file").message
        'a PDF file, not text: skipped (pdftotext makes text of it)'
        >>> Problem.of_format("a", Problem.UNKNOWN_FORMAT).message
        'binary data, not text: skipped (--kind text reads it all the same)'
        """
        ways = (way for mark, way in _WAYS_TO_TEXT if mark in name)
        way = next(ways, "--kind text reads it all the same")
        return cls(source, f"{name}, not text: skipped ({way})", format=name)

    @property
    def is_only_counted(self) -> bool:
        """Whether it is a file of a format that folders may have many of and nobody reads.

        That is an image, a program, and all that nobody knows how to make text of.

        >>> [Problem.of_format("x", name).is_only_counted for name in ("a PNG image", "a PDF file", "binary data")]
        [True, False, True]
        """
        return bool(self.format) and not any(mark in self.format for mark, _ in _WAYS_TO_TEXT)

    @staticmethod
    def together(formats: Counter[str]) -> str:
        """Say how many files were skipped that are only counted, by what they are.

        >>> Problem.together(Counter({"a PNG image": 2, "an icon": 1}))
        'skipped 3 files that are no text: 2 PNG images, 1 icon'
        >>> Problem.together(Counter({"binary data": 2}))
        'skipped 2 files that are no text: 2 of an unknown format (--kind text FILE reads one all the same)'
        """
        what = _that_are(formats.total(), "file")
        told = ", ".join(f"{count:,} {_plural(name, count)}" for name, count in _most_frequent(formats))
        way = f" ({_WAY_TO_UNKNOWN})" if Problem.UNKNOWN_FORMAT in formats else ""
        return f"skipped {what} no text: {told}{way}"

    def __str__(self) -> str:
        place = ":".join(str(item) for item in (self.source, self.line, self.column) if item is not None)
        part = f" (part {self.part})" if self.part else ""
        return f"{place}{part}: {self.message}"


_WAYS_TO_TEXT = (
    # (what the name of a format holds, what to do with such a file)
    ("PDF", "pdftotext makes text of it"),
    (".pst", "readpst makes an mbox of it"),
    ("OLE", "msgconvert makes an .eml of Outlook's .msg"),
    (" archive", "unpack it first"),
    (" package", "unpack it first"),
)


class Attachment(NamedTuple):
    """A part of a message, or an encoded file in its text, that is no text and was not read."""

    media_type: str
    """As its header states it, in lower case; ``application/octet-stream`` for a file in a text."""
    size: int
    """Its bytes as they were sent, in their transfer encoding."""
    name: str = ""
    """The name of the file, as far as one is stated."""
    part: str | None = None
    """The path of the part within its message (``2.1``)."""
    source: str = STDIN
    """The file that the message stands in."""
    offset: int | None = None
    """The byte offset of the message in its mbox."""


class Anchor(NamedTuple):
    """A place in a document that references may lead to: what a fragment, or a label, may name."""

    name: str
    """The id, the label, the text of the heading, the name of the file."""
    kind: Literal[
        "id",
        "stated",
        "heading",
        "heading with images",
        "html heading",
        "footnote",
        "label",
        "target",
        "title",
        "attachment",
        "included",
        "made",
    ]
    """``id``: a fragment names it as it is. ``stated``: an id in braces, which not all programs know. ``heading``,
    ``html heading``, ``footnote``: what is made of it does, by rules that differ. ``heading with images``: the one
    before again, with what stands for the images in it. ``label``: what ``:ref:`` names in all documents of a tree.
    ``target``: what references of a text itself name, and ``:ref:`` does not. ``title``: what some projects take for a
    label. ``attachment``: a file in a cell of a notebook, which no other cell names. ``included``: a file whose anchors
    are there, too. ``made``: no name, but a sign that a program puts in more than stands there."""
    part: str | None = None
    """The cell of an attachment; of an id, the page inside another one, an ``iframe@srcdoc``, that it stands in."""


class Retrieval(NamedTuple):
    """What an archive says of one retrieval of a URL, whether or not there is a document to read."""

    url: str
    status: int | None = None
    location: str | None = None
    """Where it redirects to, as written: a reference relative to ``url``."""
    depth: int | None = None
    """How many links it is away from where the crawl began."""
    revisit: bool = False
    """True where its content is in another record, because it was the same."""
    noindex: bool = False
    """True where its header asks robots not to index it, be it a page or not."""
    unread: bool = False
    """True for one more word on what was retrieved: a text or feed, which holds bare URLs alone, and these were
    not asked for."""

    @staticmethod
    def redirects(status: int | None) -> bool:
        """Tell whether a status takes a browser to another URL (Fetch Standard, section 2.2.3)."""
        return status in _REDIRECTS


_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Progress(Protocol):
    """Whoever wants to know how far the work is: a bar on a terminal, or nobody."""

    def advance(self, amount: int) -> None:
        """Count ``amount`` more bytes as done."""


@runtime_checkable
class Observer(Protocol):
    """Whoever wants to know what was read, beside the Links: pages without any, redirects."""

    def document(self, document: Document) -> None:
        """Take note of a document, without its content, before its Links."""

    def retrieval(self, retrieval: Retrieval) -> None:
        """Take note of what an archive says of a URL."""


# What was skipped because it is no text, counted: in mail, and in folders.

_TYPES_TOLD = 3
_UNITS = ("bytes", "KB", "MB", "GB", "TB")


class Attachments:
    """How many attachments there were of each media type, and how many bytes they have together.

    >>> seen = Attachments()
    >>> seen.add(Attachment("image/png", 2_000))
    >>> seen.add(Attachment("image/png", 300_000))
    >>> str(seen)
    'skipped 2 attachments that are no text (302 KB): 2 image/png'
    """

    def __init__(self, counts: Iterable[tuple[str, int]] = (), size: int = 0) -> None:
        self.counts: Counter[str] = Counter(dict(counts))
        """How many there are of each media type."""
        self.size = size
        """Their bytes, as they were sent."""

    def add(self, attachment: Attachment) -> None:
        """Count one more."""
        self.counts[attachment.media_type] += 1
        self.size += attachment.size

    def update(self, others: Attachments) -> None:
        """Count those that were counted elsewhere."""
        self.counts.update(others.counts)
        self.size += others.size

    def __bool__(self) -> bool:
        return bool(self.counts)

    def __str__(self) -> str:
        what = _that_are(self.counts.total(), "attachment")
        told = (f"{count:,} {name}" for name, count in _most_frequent(self.counts))
        return f"skipped {what} no text ({_readable(self.size)}): {', '.join(told)}"


_WAY_TO_UNKNOWN = "--kind text FILE reads one all the same"
_OTHERS = "others"


def _plural(name: str, count: int) -> str:
    """Give the name of a format, which has its article, for so many files of it.

    >>> _plural("an ELF program or library", 2), _plural("a ZIP archive (or a .docx)", 2), _plural("an icon", 1)
    ('ELF programs or libraries', 'ZIP archives', 'icon')
    """
    if name == Problem.UNKNOWN_FORMAT:
        return "of an unknown format"
    if name == _OTHERS:
        return name
    short = (name.partition(" ")[2] or name).partition(" (")[0]
    return short if count == 1 else " or ".join(map(_plural_of_word, short.split(" or ")))


def _plural_of_word(name: str) -> str:
    if name.endswith("ss"):
        return f"{name}es"
    return f"{name[:-1]}ies" if name.endswith("ry") else name if name.endswith("s") else f"{name}s"


def _that_are(total: int, name: str) -> str:
    return f"{counted(total, name)} that {'is' if total == 1 else 'are'}"


def _most_frequent(counts: Counter[str]) -> list[tuple[str, int]]:
    """Give the most frequent names with their counts, and how many are left over."""
    frequent = counts.most_common(_TYPES_TOLD)
    left = counts.total() - sum(count for _, count in frequent)
    return [*frequent, ("other" if left == 1 else _OTHERS, left)] if left else frequent


def _readable(size: int) -> str:
    """Give a number of bytes with three digits.

    >>> [_readable(size) for size in (0, 1, 999, 1000, 12_345, 999_999, 5_000_000_000)]
    ['0 bytes', '1 byte', '999 bytes', '1 KB', '12.3 KB', '1 MB', '5 GB']
    """
    if size == 1:
        return "1 byte"
    amount = float(size)
    for unit in _UNITS:
        if float(f"{amount:.3g}") < 1000 or unit == _UNITS[-1]:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    raise AssertionError  # the last unit takes any number
