"""The header of a mail message or MIME part: its fields by their names, where they stand (RFC 5322), the URLs in them.

What is no field has no name; nothing raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import merge
from itertools import islice
from operator import methodcaller
from typing import Any, NamedTuple, TypeAlias

from urlglean.candidate import Candidate, Facts, Opened
from urlglean.delimiting.scanner import trigger_places
from urlglean.delimiting.stream import delimit
from urlglean.document import ReadOptions
from urlglean.mail.values import content_type, decode_words
from urlglean.patterns import lazy_re
from urlglean.text import Text
from urlglean.uri.reference import uri_of_field
from urlglean.uri.schemes import has_scheme

_VALUE = r"[^\n]*+(?:\n[ \t][^\n]*+)*+"
_NAME_END = "[ \\t]*+:(?!//)"
"""Behind the name of a field; what has two slashes there is a URL that stands where a field should."""
_FIELD = lazy_re(rf"^([!-9;-~]+){_NAME_END}({_VALUE})", re.MULTILINE)
_FIELD_OR_NONE = lazy_re(rf"^(?!\Z)(?:([!-9;-~]+){_NAME_END})?+({_VALUE})", re.MULTILINE)
_OFTEN_ASKED = tuple(
    (
        "base content-type content-transfer-encoding content-disposition content-base content-id"
        " content-location date from in-reply-to list-id message-id references subject x-mailing-list x-beenthere"
    ).split()
)
"""The fields that every reading of a message asks for, those with one first letter side by side."""


def _any_case(name: str) -> str:
    return "".join(f"[{letter.upper()}{letter}]" if letter.isalpha() else letter for letter in name)


_GROUPS = {name: group for group, name in enumerate(_OFTEN_ASKED, start=1)}


def _first_value(name: str) -> str:
    """Match the rest of a field whose name is known, its value in the group of that name if it is the first one."""
    group = _GROUPS[name]
    return rf"[ \t]*+:(?({group}){_VALUE}|({_VALUE}))"


def _fields() -> re.Pattern[str]:
    """Compile what a header is, the first value of each field often asked for in a group of its own."""
    by_letter: dict[str, list[str]] = {}
    for name in _OFTEN_ASKED:
        by_letter.setdefault(name[0], []).append(_any_case(name[1:]) + _first_value(name))
    often = "|".join(f"{_any_case(letter)}(?:{'|'.join(rest)})" for letter, rest in by_letter.items())
    return lazy_re(rf"(?:(?:{often}|[!-9;-~]++{_NAME_END}{_VALUE})(?:\n|\Z))*+")


_FIELDS = _fields()

_FOLD = lazy_re(r"(?<![ \t])[ \t]*+\r?\n[ \t]*")


_LONG = 1 << 16
"""Of so long a header not all places of encoded words are held at once, nor all words of a value."""
_ENCODED_WORD = lazy_re(r"=\?")
_new = tuple.__new__
_start = methodcaller("start")


class Field(NamedTuple):
    """One field: its name, its value as it stands (folds included), and where the value starts."""

    name: str
    value: str
    start: int


class Header:
    """The fields of one header, by name without regard to case.

    ``text`` is the header as it stands, folds and encoded words included, so that a field can be pointed at.
    """

    __slots__ = ("_often", "_values", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._often = _FIELDS.fullmatch(text)
        """What the fields often asked for hold, where the header is whole; the rest is read when it is asked for."""
        self._values: dict[str, str] | None = None

    @classmethod
    def at_start_of(cls, message: str) -> Header | None:
        """Read the header that a message begins with; None where it is not whole or no blank line follows."""
        often = _FIELDS.match(message)
        if often is None or not message.startswith(("\n", "\r\n"), often.end()):
            return None
        header = cls.__new__(cls)
        header.text, header._often, header._values = often[0], often, None
        return header

    @property
    def is_whole(self) -> bool:
        """Whether every line is a field or the continuation of one."""
        return self._often is not None

    @classmethod
    def of(cls, fields: Iterable[tuple[str, str]]) -> Header:
        """Make a header of names and values whose own place in the message is not known."""
        return cls("".join(f"{name}: {value}\n" for name, value in fields))

    def get(self, name: str) -> str | None:
        """Give the first value of the field ``name`` (in lower case), unfolded; None where there is none."""
        often = self._often
        value = often[_GROUPS[name]] if often is not None and name in _GROUPS else self._all().get(name)
        return None if value is None else unfold(value)

    def raw(self, name: str) -> str | None:
        """Give the first value of the field ``name`` (in lower case) as it stands; None where there is none."""
        often = self._often
        return often[_GROUPS[name]] if often is not None and name in _GROUPS else self._all().get(name)

    def raw_values(self, names: tuple[str, ...]) -> tuple[str | None, ...]:
        """Give what `raw` gives for each of several fields that are often asked for."""
        often = self._often
        if often is None:
            return tuple(map(self._all().get, names))
        return often.group(*_groups(names))

    def _all(self) -> dict[str, str]:
        """Give the first value of every field by its name in lower case."""
        values = self._values
        if values is None:
            fields = _FIELD.findall(self.text)
            fields.reverse()
            values = self._values = {name.lower(): value for name, value in fields}
        return values

    def fields(self) -> Iterator[Field]:
        """Yield every field in order."""
        for found in _FIELD.finditer(self.text):
            yield Field(found[1], found[2], found.start(2))

    def fields_and_others(self) -> Iterator[Field]:
        """Yield every field in order; lines that are none have no name."""
        for found in (_FIELD if self.is_whole else _FIELD_OR_NONE).finditer(self.text):
            yield Field(found[1] or "", found[2], found.start(2))

    def fields_with_links(self) -> Iterator[Field]:
        """Yield the fields that hold what begins nearly all URLs, or may once encoded words are decoded, in order.

        Lines that are no field have no name.
        """
        text = self.text
        places: Iterable[int] = trigger_places(text)
        if "=?" in text:
            words = map(_start, _ENCODED_WORD.finditer(text))
            places = sorted((*places, *words)) if len(text) < _LONG else merge(places, words)
        end = 0
        for place in places:
            if place < end:
                continue
            start = text.rfind("\n", 0, place) + 1
            while start > 0 and text[start] in " \t":
                start = text.rfind("\n", 0, start - 1) + 1
            found = _FIELD_OR_NONE.match(text, start)
            assert found is not None  # noqa: S101  (it matches wherever something stands)
            end = found.end()
            yield _new(Field, (found[1] or "", found[2], found.start(2)))


@lru_cache(maxsize=16)
def _groups(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(_GROUPS[name] for name in names)


def unfold(value: str) -> str:
    """Undo the folding of a field's value (RFC 5322 section 2.2.3): a line break is a space."""
    if "\n" not in value:
        return value.strip()
    if len(value) < _LONG:
        return _FOLD.sub(" ", value).strip()
    # `re.sub` holds an object for each place until it is done, twenty times a value of short lines.
    return Text.edited(value, ((*found.span(), " ") for found in _FOLD.finditer(value))).strip()


# The header section of a message or a part: where it begins and ends in bytes that may be damaged (RFC 5322 2.1).

KNOWN_FIELD = lazy_re(
    rb"^(?:Received|Return-Path|Message-ID|Date|From|To|Cc|Bcc|Subject|Sender|Reply-To|In-Reply-To|References"
    rb"|MIME-Version|Delivered-To|Status|Path|Newsgroups|Organization|Lines|Comments|Keywords|User-Agent|Errors-To"
    rb"|Precedence|Encrypted|Base|List-[\w-]+|X-[\w-]+|Content-[\w-]+|Resent-[\w-]+|Auto[\w-]+|Archived-At"
    rb"|DKIM-Signature|ARC-[\w-]+|Snapshot-Content-Location)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
_ENVELOPE = lazy_re(rb"(?:[ \t]*\r?\n)*+(?:>*+From [^\r\n]*\r?\n(?=[!-9;-~]+[ \t]*:|>+From |\r?\n|\Z))++")
_LENGTH_LINE = lazy_re(rb"([0-9]{1,10}) *\r?\n")
_STRANGE_LINE = lazy_re(rb"^(?![!-9;-~]+[ \t]*:(?!//)|[ \t]|\r?\n|\Z)", re.MULTILINE)
_LATE_HEADER = lazy_re(
    rb"\s*Content-(?:Type:\s*[\w.+-]+/[\w.+-]+[ \t]*(?:;|\r?\n)"
    rb"|Transfer-Encoding:\s*(?:base64|quoted-printable|[78]bit)\b)",
    re.IGNORECASE,
)
"""What is hardly prose at the beginning of a part without a header."""
_SHORT = 1 << 16
"""Up to this many bytes a message is decoded to find its header."""


def tidy(raw: bytes) -> bytes:
    """Take off what is no part of a message: a byte-order mark, an mbox's ``From `` line, odd line ends.

    So are the length of an ``.emlx`` file of Apple Mail, which stands before the message, and what stands behind it.
    """
    if raw[:1].isdigit() and (length := _LENGTH_LINE.match(raw)) and KNOWN_FIELD.match(raw, length.end()):
        end = length.end() + int(length[1])
        raw = raw[length.end() : end if raw.startswith(b"<?xml", end) else len(raw)]
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raw = raw[3:] if raw[0] == 0xEF else raw.decode("utf-16", "replace").encode()
    if b"\r" in raw and raw.count(b"\r") != raw.count(b"\r\n"):
        raw = _with_line_feeds(raw)
    if raw.startswith((b"From ", b">", b"\n", b"\r", b" ", b"\t")):
        envelope = _ENVELOPE.match(raw)
        if envelope is not None:
            return raw[envelope.end() :]
        rest = raw.lstrip()
        if KNOWN_FIELD.match(rest):
            return rest
    return raw


def _with_line_feeds(raw: bytes) -> bytes:
    """End each line with a line feed: carriage returns before one are gone, and each of the others is one.

    Nothing is made for each of them, of which there may be one for every second byte.
    """
    longest = 1
    while b"\r" * longest * 2 + b"\n" in raw:
        longest *= 2
    while longest:
        raw = raw.replace(b"\r" * longest + b"\n", b"\n")
        longest //= 2
    return raw.replace(b"\r", b"\n")


def header_section(raw: bytes) -> tuple[int, Header]:
    """Give where the header of a tidy message ends, and the header."""
    known = KNOWN_FIELD.match(raw)
    if known and raw.isascii() and len(raw) <= _SHORT and (whole := Header.at_start_of(raw.decode("ascii"))):
        return len(whole.text), whole
    end = first_blank_line(raw)
    header = Header(header_text(raw[:end]))
    if header.is_whole and known:
        return end, header
    end = _before_strange_line(raw, end)
    if not KNOWN_FIELD.search(raw, 0, end):
        end = 0  # a text may begin with "http:" or "Note:"; a header has at least one field that is known
    return end, Header(header_text(raw[:end]))


def first_blank_line(raw: bytes, start: int = 0) -> int:
    """Give where the first blank line begins; the end where there is none."""
    if raw.startswith((b"\n", b"\r\n"), start):
        return start
    end = raw.find(b"\n\n", start)
    end = len(raw) if end < 0 else end + 1
    other = raw.find(b"\n\r\n", start, end) if raw.find(b"\r", start, end) >= 0 else -1
    return other + 1 if other >= 0 else end


def _before_strange_line(raw: bytes, end: int) -> int:
    """Give ``end``, or the start of the first line that is no field and has no field of mail after it."""
    for found in _STRANGE_LINE.finditer(raw, 0, end):
        after = raw.find(b"\n", found.start(), end) + 1
        is_delimiter = raw.startswith(b"--", found.start())
        if is_delimiter or not after or not KNOWN_FIELD.match(raw, after, end):
            return found.start()
    return end


def body_start(raw: bytes, end: int) -> int:
    """Give where the body begins, the blank line after the header left out."""
    return end + 1 if raw.startswith(b"\n", end) else end + 2 if raw.startswith(b"\r\n", end) else end


def header_text(raw: bytes) -> str:
    """Decode a header, which may hold 8-bit characters of any encoding, and of another one in each line."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return "\n".join(map(_line_text, raw.split(b"\n")))


def _line_text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def has_late_header(header: Header, body: bytes) -> bool:
    """Tell whether the header of a part without one stands behind a blank line, where a body should be."""
    return not header.text and _LATE_HEADER.match(body) is not None


# The URLs in the fields: which fields link, and what in them is a URL. A list says the same of itself in each of its
# messages, so what was found in a field is kept for the next time.

BASE_FIELDS = {"content-base": "Content-Base", "base": "Base", "content-location": "Content-Location"}
"""The fields that state a base, as they are spelled, the strongest first (draft-fielding-url-syntax-05, 5.1.1)."""

_MAY_HOLD_URL = lazy_re(r":(?=\S)|[WwTt][WwPp0-9]\.")
"""What is in every text in which `delimit` finds a URL, if it is asked for nothing beyond what it always finds."""
_MOST_PIECES = 1000
"""Over so many lines the place of one URL is told line by line; a tuple for each takes thirty times a short line."""
_AT_ONCE = 512
"""Of how many Candidates no list is made: a header may hold any number."""
_LONGEST_KEPT = 2000
"""Longer than this, what was found is not kept."""
_NO_LINKS = frozenset(
    {
        *("received", "return-path", "path", "xref", "message-id", "resent-message-id", "in-reply-to"),
        *("references", "content-id", "content-disposition", "mime-version", "authentication-results"),
        *("dkim-signature", "domainkey-signature", "x-google-dkim-signature", "x-face", "face"),
    }
)
_OF_ITS_WAY = lazy_re(
    r"(?:.*-)?(?:from|sender|author|approved|to|cc|bcc|recipients?|autocrypt|id|beenthere|mailing-list|loop"
    r"|received|return|spf|helo|host|ip)"
)
"""How the fields are named that say who a message is from and to, what it or its list is called, how it came."""
_OF_LISTS = ("list-", "x-list-", "x-unsubscribe", "x-subscribe")
"""How the fields begin that say in each message of a list what its footer says (RFC 2369)."""
_OPENED_BY_FIELD = {
    "base": Opened.BASE,
    "content-base": Opened.BASE,
    "content-location": Opened.LOCATION,
    "snapshot-content-location": Opened.LOCATION,
}
"""The fields whose URL nobody is led to: that of the part itself, and what other references begin with."""
_WHOLE_FIELDS = frozenset({*_OPENED_BY_FIELD, "content-type"})
"""Fields that hold one URI and nothing else (``Content-Type``: RFC 2017's ``URL`` parameter)."""
_URL_PARAMETER = lazy_re(
    r"(?<=[;\s])url(?:\*[0-9]{1,3})?+\*?\s*+=\s*+(?:\"((?:[^\"\\]++|\\.)*+)|([^\s;\"]++))",
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
"""A parameter that is a URL, or a piece of one (RFC 2231 section 3)."""
_PIECE = lazy_re(r"\S+")


_FieldUrl: TypeAlias = tuple[str, int, int, Facts]
"""A URL of a field: a Candidate without its source, the text of the field."""


def field_candidates(header: Header, options: ReadOptions) -> Iterator[list[Candidate]]:
    """Yield the Candidates of a header, some at once, each in the header's text as it stands, folds included."""
    whole = Text(header.text)
    candidates: list[Candidate] = []
    for name, value, start in header.fields_and_others() if options.delimit else header.fields_with_links():
        if not options.footers and name.lower().startswith(_OF_LISTS):
            continue
        is_kept = not options.delimit and len(value) < _LONGEST_KEPT
        said, found = _in_common_field(name, value) if is_kept else _read_field(name, value, options.delimit)
        source: Text | None = None
        for url, begin, end, facts in found:
            if source is None:
                source = whole if said == value else whole.window(said, start)
                start = start if said == value else 0
            if facts.pieces and start:
                pieces = tuple((one + start, other + start) for one, other in facts.pieces)
                facts = facts._replace(pieces=pieces)
            candidates.append(_new(Candidate, (url, source, start + begin, start + end, facts)))
            if len(candidates) >= _AT_ONCE:
                yield candidates
                candidates = []
    if candidates:
        yield candidates


def has_candidates(header: Header, options: ReadOptions) -> bool:
    """Tell whether there may be Candidates in a header; without options that ask for more, at little cost."""
    if options.delimit:
        return any(field_candidates(header, options))
    return next(header.fields_with_links(), None) is not None


@lru_cache(maxsize=1024)
def _in_common_field(name: str, value: str) -> tuple[str, tuple[_FieldUrl, ...]]:
    text, found = _read_field(name, value, {})
    return text, tuple(found)


@lru_cache(maxsize=64)
def _in_header(facts: Facts) -> Facts:
    return facts._replace(region="header")


def _read_field(name: str, value: str, options: Mapping[str, Any]) -> tuple[str, Iterator[_FieldUrl]]:
    """Give the text of a field, decoded where it has to be, and the URLs in it that are meant as such.

    An address or a name of a host that says who the message is from, say, is no mention of it.
    """
    name = name.lower()
    if not _may_link(name, value):
        return value, iter(())
    if "=?" in value:
        value = decode_words(unfold(value))  # its columns are those of the decoded value
    if name in _WHOLE_FIELDS:
        if name == "content-type":
            whole = content_type(value).parameters.get("url", "")
            parameters = islice(_URL_PARAMETER.finditer(value), _MOST_PIECES)
            written = [one.span(1 if one[1] else 2) for one in parameters]
        else:
            whole, written = value, [(0, len(value))]
        return value, _whole_value(value, whole, written, _OPENED_BY_FIELD.get(name))
    if not (options or _MAY_HOLD_URL.search(value)):
        return value, iter(())
    if options and _OF_ITS_WAY.fullmatch(name):
        options = {**options, "emails": False, "schemeless": False}
    return value, (
        (url, begin, end, _in_header(facts)) for url, _, begin, end, facts in delimit(value, **options)
    )


def _may_link(name: str, value: str) -> bool:
    """Whether URLs in this field are meant as such: not in identifiers, signatures and routes."""
    if name == "content-type":
        return "external-body" in value.lower()  # RFC 2017: its URL parameter
    return name not in _NO_LINKS and not name.startswith("arc-")


def _whole_value(
    value: str, whole: str, written: Sequence[tuple[int, int]], opened: Opened | None
) -> Iterator[_FieldUrl]:
    """Yield the one URI that the ``whole`` of a field's value, or its ``URL`` parameter, is, blanks inside ignored.

    That is ``written`` in these stretches of the value. A relative one is a base claim, and no more.
    """
    characters = _without_blanks(whole)
    uri = uri_of_field(characters)
    if not written or not has_scheme(uri):
        return
    before, left = characters.find(uri), len(uri)
    if "".join(_without_blanks(value[start:end]) for start, end in written) != characters:
        before, left = 0, len(value)  # it is written otherwise than it is meant
    pieces: list[tuple[int, int]] = []
    runs = (run.span() for start, end in written for run in _PIECE.finditer(value, start, end))
    for start, end in runs:
        start, before = start + before, max(0, before - (end - start))
        if start < end and left:
            stop = min(end, start + left)
            left -= stop - start
            if len(pieces) < _MOST_PIECES:
                pieces.append((start, stop))
            else:
                pieces[-1] = pieces[-1][0], stop
    facts = Facts(pieces=tuple(pieces) if len(pieces) > 1 else (), region="header", opened=opened)
    yield uri, pieces[0][0], pieces[-1][1], facts


def base_uri(value: str) -> str:
    """Give the URI of a ``Content-Base``, ``Content-Location`` or ``Base`` value, its encoded words decoded."""
    return uri_of_field(_without_blanks(decode_words(unfold(value)) if "=?" in value else value))


def _without_blanks(value: str) -> str:
    """Take all white space out of a value, however many words it has."""
    words = (value[start : start + _LONG].split() for start in range(0, len(value), _LONG))
    return "".join(map("".join, words))
