"""The text of a mail part: quote depth, signatures and footers, flowed and folded lines, and the URLs in it.

What a format says about its own line breaks (``DelSp=yes`` of RFC 3676, the folded lines of a calendar) is
undone before the text is delimited, and every place is given in the text as it was.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from urlglean.delimit import delimit, delimit_in_batches
from urlglean.document import Candidate, Facts, Text
from urlglean.linked_ends import ended_as_linked

__all__ = [
    "EncodedFile",
    "Region",
    "Unbroken",
    "candidates_in_batches",
    "encoded_files",
    "placed",
    "quote_depth",
    "regions",
    "undo_delsp",
    "undo_folds",
    "undo_spoken_at",
    "without_enriched_commands",
    "without_pages",
]

_PREFIX = (
    r"(?:[ \t]{0,8}(?:[A-Z][\w.-]{0,11}|(?<=[ ])[a-z]{1,11})?>|[ \t]{0,3}(?:[|](?=[ \t|:>])|:(?=[ \t])))"
)
"""A quote mark, bare or after a name (``Jim>``, or `` jim>`` with a blank: ``mysql>`` is a prompt)."""
_QUOTE_MARKS = re.compile(rf"{_PREFIX}*")
_MARK = re.compile(r"[>|:]")

_LIST_WORDS = (
    *(
        "mailing list",
        "mailing-list",
        "mailinglist",
        "unsubscribe",
        "subscription",
        "subscribed to",
        "listinfo",
    ),
    *("majordomo", "listserv", "list-serv", "list archive", "list owner", "list faq", "discussion list"),
    *("archives at", "archive at", "archives are", "archive is", "to post to", "to post a message"),
    *("yahoo! groups", "google groups", "groups.yahoo", "groups.google", "@googlegroups.", "@yahoogroups."),
    *(
        "@lists.",
        "@list.",
        "mailingliste",
        "abbestellen",
        "abmelden",
        "liste de diffusion",
        "désabonn",
        "désinscri",
    ),
    *("email is sponsored by", "e-mail is sponsored by", "groups.io", "egroups sponsor", "end of broadcast"),
    *("lista de correo", "lista de discus", "mailinglijst", "maillijst", "lista dyskusyjna"),
    *("メーリングリスト", "рассылк", "邮件列表", "郵件列表", "메일링"),
)
"""What a list's footer says, in small letters."""
_ADVERT_WORDS = (
    *("do you yahoo!?", "yahoo! mail", "mail.yahoo.", "msn.com", "hotmail.com", "hotmail at", "from juno"),
    *("join excite!", "excite.com", "lycos.", "netscape.", "free e-mail", "free email", "freemail", "web.de"),
)
"""What mail services say below a rule, in small letters."""
_MARKER = re.compile(
    r"[ \t]?(?:(?:-[ ])?(?P<dashes>--[ ]?)"
    r"|(?P<rule>(?:==\^)?[_=*#~-]{10,}+[^\n\w]*+|-{3,}+(?:[^\n-][^\n]{0,50})-{3,}+[^\n\w]*+)"
    r"|(?P<words>-?(?:To unsubscribe|You received this message because you are subscribed"
    r"|You are receiving this (?:mail|e-?mail|message|because)|List archive|Reply to this e-?mail directly"
    r"|\[?Visit (?:Topic|Message)\b)[^\n]*))[ \t]*\r?$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that may open a signature or a footer, behind its quote marks; tried only where a hint stands."""
_MARKER_HINTS = (
    *("--", "___", "===", "***", "###", "-=-="),
    *("ubscrib", "receiving th", "ist archive", "eply to this", "Visit "),
)
_HINTS = tuple((hint[0], re.compile(re.escape(hint))) for hint in _MARKER_HINTS)
"""With the character each begins with; a pattern finds what begins rarely in half the time of `str.find`."""
_FOOTER_LINES = 15
_ADVERT_LINES = 6
_LONG_BLOCK = 1000
_HEADING_TOLERANCE = 2
_PARAGRAPH_BREAK = re.compile(r"\n(?:[>|: \t\r]*\n)+")
_QUOTED_HISTORY = re.compile(
    r"(?<!-)-{3,}+ ?(?:original|forwarded|ursprüngliche|message d'origine)|begin forwarded", re.IGNORECASE
)

_BEGIN = re.compile("begin ")
"""What every encoded file begins with. The pattern finds it in half the time that ``in`` takes."""
_HISTORY_HEADER = re.compile(
    r"^[>|: \t]*\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От|发件人|寄件者|差出人) ?:[^\n]*\n(?:[^\n]*\n){0,2}?"
    r"[>|: \t]*\*?(?:Sent|Date|To|Subject|Gesendet|Datum|An|Envoyé|À|Enviado|Inviato|Verzonden|Skickat|Sendt|Wysłano"
    r"|Отправлено|发送时间|寄件日期|送信日時) ?:",
    re.MULTILINE,
)
"""How a message begins that some programs put below a signature without quote marks."""
_ENCODED_FILE = re.compile(r"^(?:begin [0-7]{3,4} [^\n]+|=ybegin [^\n]+)$", re.MULTILINE)
_ENCODED_LINES = re.compile(r"(?:\n[ -`]{1,70}\r?(?=\n|\Z))+")
_LONGEST_FILE = 1 << 18
_NOT_BREAK = re.compile(r"[^\n]")

_FOLD = re.compile(r"\r?\n[ \t]|\\(?=[,;:])")
_ENDS_OF_PROPERTIES = {ord(end): "\x1e" for end in "\r\n"}
_PAGE = re.compile(r"(?<![^\x1e])X-ALT-DESC;[^:\x1e]*text/html[^:\x1e]*:([^\x1e]*)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([nN\\])")
_SOFT_BREAK = re.compile(r" \r?\n(>*)[ ]?")
_FLOWED_MARKS = re.compile(r">*")
_SPOKEN_AT = re.compile(
    r"(?<![^\s<>\"'(\[])([a-z][a-z0-9+.-]{1,20}:[^\s<>\"]++)(?<=\w) at (?=(?:[a-z0-9-]++\.)++[a-z]{2,}+(/?))",
    re.IGNORECASE,
)
"""What begins like a URL, the *at* behind it, and a host; with a slash behind that, where there is one."""
_OF_ADDRESSES = frozenset({"mailto", "news", "mid", "cid", "xmpp", "sip", "sips"})
_USER = re.compile(r"//(?:[\w+-]+|[\w.+-]+:[\w.+%-]*[^\W\d][\w.+%-]*)")
_DIGITS_OF_IDENTIFIER = 5
_COMMAND = re.compile(r"<(<)|<param>.{0,500}?</param>|</?[a-z][\w-]*>", re.IGNORECASE | re.DOTALL)


_new = tuple.__new__


class Region(NamedTuple):
    """A stretch of a text that is not its body: ``signature`` or ``footer``."""

    start: int
    end: int
    name: str


_BODY = Region(0, 0, "body")


class Unbroken(NamedTuple):
    """A text with some of it taken out, and where each run that is left begins in both texts."""

    text: str
    starts: list[int]
    origins: list[int]

    def pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        """Give the pieces of the original text that ``[start:end]`` was put together from."""
        found = []
        run = bisect_right(self.starts, start) - 1
        while start < end:
            stop = min(end, self.starts[run + 1]) if run + 1 < len(self.starts) else end
            shift = self.origins[run] - self.starts[run]
            if stop > start:
                found.append((start + shift, stop + shift))
            start = stop
            run += 1
        return found


def candidates_in_batches(
    text: str,
    *,
    known: Container[str] = (),
    linked: Container[str] = (),
    unbroken: Unbroken | None = None,
    options: Mapping[str, Any],
    footers: bool = True,
) -> Iterator[list[Candidate]]:
    """Yield the Candidates of a mail text with their quote depth and region, those of a stretch at once.

    ``known`` is evidence for `delimit`, ``linked`` what the links of the message's pages lead to; ``unbroken`` is the
    text with the line breaks undone that its format says are none; ``options`` are `delimit`'s. Without ``footers``,
    those in signatures and footers are left out.
    """
    if _BEGIN.search(text):
        text = _without_encoded_files(text)
    if unbroken is None:
        found = delimit_in_batches(text, known, **options)
    else:
        found = iter([list(_mapped(text, unbroken, known, options))])
    places: _Places | None = None
    for batch in found:
        if not batch:
            continue
        if places is None:
            places = _Places(text)
        yield places.of(batch if not linked else ended_as_linked(batch, linked), footers=footers)


class _Places:
    """Tells where the Candidates of one text stand, asked in their order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._regions = iter(regions(text))
        self._region = next(self._regions, _BODY)
        self._line_end = self._depth = 0

    def of(self, found: Iterable[Candidate], *, footers: bool) -> list[Candidate]:
        """Add the quote depth and the region of each Candidate."""
        text = self.text
        region, line_end, depth = self._region, self._line_end, self._depth
        told = []
        for url, source, start, end, facts in found:
            while region.end <= start and region is not _BODY:
                region = next(self._regions, _BODY)
            name = region.name if region.start <= start else "body"
            if name != "body" and not footers:
                continue
            if start >= line_end:
                depth = quote_depth(text, start)
                line_end = text.find("\n", start)
                line_end = line_end if line_end >= 0 else len(text)
            told.append(_new(Candidate, (url, source, start, end, placed(facts, depth, name))))
        self._region, self._line_end, self._depth = region, line_end, depth
        return told


@lru_cache(maxsize=1024)
def placed(facts: Facts, depth: int | None, region: str) -> Facts:
    """Add the place in a message to what is known of a Candidate.

    Most Candidates share their facts, so most of these objects are made once.
    """
    return facts._replace(quote_depth=depth, region=region)


def quote_depth(text: str, index: int) -> int:
    r"""Count the quote marks before the line that holds the code point ``index``.

    >>> [quote_depth(line, len(line)) for line in ("> > a", "Jim> a", "| a", "a > b", "| a |")]
    [2, 1, 1, 0, 0]
    """
    start = text.rfind("\n", 0, index) + 1
    if text[start : start + 1].islower():  # most lines
        return 0
    marks = _QUOTE_MARKS.match(text, start)
    if marks is None or marks.end() == start:
        return 0
    prefix = marks[0]
    if "|" in prefix:
        end = text.find("\n", index)
        if text[start : end if end >= 0 else len(text)].rstrip().endswith("|"):  # a box, not a quotation
            prefix = prefix.replace("|", "")
    return len(_MARK.findall(prefix))


def regions(text: str) -> list[Region]:
    """Find the signatures and list footers of a text, quoted ones too, in order."""
    markers = []
    for start in _marker_lines(text):
        marks = None if text[start] in "-_=*#~" else _QUOTE_MARKS.match(text, start)
        marker = _MARKER.match(text, marks.end() if marks else start)
        if marker is not None:
            markers.append((start, quote_depth(text, start) if marks and marks[0] else 0, marker))
    found: list[Region] = []
    for number, (start, depth, marker) in enumerate(markers, start=1):
        if found and start < found[-1].end:
            continue
        limit = markers[number][0] if number < len(markers) else len(text)
        region = _region(text, start, depth, marker, limit)
        if region is not None:
            found.append(region)
    return found


def _marker_lines(text: str) -> list[int]:
    """Give where the lines begin that hold a hint, in order."""
    starts = set()
    for first, hint in _HINTS:
        # A single character is found many times as fast as several, and most texts have none of most of these.
        found = hint.search(text) if first in text else None
        while found is not None:
            starts.add(text.rfind("\n", 0, found.start()) + 1)
            line_end = text.find("\n", found.start())
            found = hint.search(text, line_end) if line_end >= 0 else None
    return sorted(starts)


def _region(text: str, start: int, depth: int, marker: re.Match[str], limit: int) -> Region | None:
    """Judge what the marker line at ``start`` opens; ``limit`` is where the next marker stands."""
    if marker["dashes"]:
        end = _block_end(text, marker.end(), depth, limit)
        history = _HISTORY_HEADER.search(text, marker.end(), end)
        end = history.start() if history else end
        is_footer = _speaks_of_a_list(text[marker.end() : min(end, marker.end() + 400)])
        return Region(start, end, "footer" if is_footer else "signature")
    if marker["words"]:
        end = _block_end(text, marker.end(), depth, limit)
        return Region(start, _end_of_talk(text, marker.end(), end), "footer")
    rule = marker["rule"]
    if ("-" in rule and _QUOTED_HISTORY.search(rule)) or _underlines(text, start, rule):
        return None
    end = _block_end(text, marker.end(), depth, limit, lines=_FOOTER_LINES)
    if _speaks_of_a_list(text[start:end]):
        return Region(start, end, "footer")
    end = _block_end(text, marker.end(), depth, limit, lines=_ADVERT_LINES)
    return Region(start, end, "footer") if _advertises(text[start:end]) else None


def _underlines(text: str, start: int, rule: str) -> bool:
    """Whether a rule is as long as the line before it: that one is a heading."""
    if start < 2 or rule.startswith("_"):
        return False
    heading = text[text.rfind("\n", 0, start - 1) + 1 : start].strip()
    return heading != "" and abs(len(heading) - len(rule.strip())) <= _HEADING_TOLERANCE


def _end_of_talk(text: str, start: int, end: int) -> int:
    """Give where the paragraphs of a footer without a rule stop speaking of a list.

    Newsletters begin with such words, too.
    """
    while found := _PARAGRAPH_BREAK.search(text, start, end):
        following = _PARAGRAPH_BREAK.search(text, found.end(), end)
        if not _speaks_of_a_list(text[found.end() : following.start() if following else end]):
            return found.start()
        start = found.end()
    return end


def _speaks_of_a_list(block: str) -> bool:
    return _footer_words(block) if len(block) < _LONG_BLOCK else _has_list_words(block)


def _advertises(block: str) -> bool:
    """Whether a mail service has put an advert below a rule of its own."""
    if not block.startswith(("__", "> __", ">__")):
        return False
    block = block.lower()
    return any(word in block for word in _ADVERT_WORDS)


def _has_list_words(block: str) -> bool:
    block = block.lower()
    return any(word in block for word in _LIST_WORDS)


_footer_words = lru_cache(maxsize=256)(_has_list_words)
"""The footer of a list is the same in all its messages."""


def _block_end(text: str, start: int, depth: int, limit: int, lines: int = 60) -> int:
    """Give where the lines after ``start`` stop being as deep in quotations as the marker before them."""
    end = position = min(len(text), start + 1)
    for _ in range(lines):
        if position >= limit:
            break
        line_end = text.find("\n", position, limit)
        line_end = limit if line_end < 0 else line_end
        is_blank = text[position:line_end].isspace() or line_end == position
        if is_blank if depth else not is_blank and quote_depth(text, position):
            break
        if depth and quote_depth(text, position) != depth:
            break
        end = position = line_end + 1
    return min(max(end, start), limit)


class EncodedFile(NamedTuple):
    """A uuencoded or yEnc file in a text: its name, and where its data begins and ends."""

    name: str
    start: int
    end: int


def encoded_files(text: str) -> Iterator[EncodedFile]:
    r"""Yield the uuencoded and yEnc files of a text, in order.

    >>> list(encoded_files("see\nbegin 644 a.gif\n#0V%T\n`\nend\n"))
    [EncodedFile(name='a.gif', start=19, end=27)]
    """
    if not _BEGIN.search(text):
        return
    position = 0
    last_yend = text.rfind("\n=yend")
    while opening := _ENCODED_FILE.search(text, position):
        start = opening.end()
        is_yenc = opening[0].startswith("=")
        unclosed = is_yenc and start > last_yend
        position = start if unclosed else _end_of_file(text, start, is_yenc=is_yenc)
        if position > start:
            words = opening[0].split("name=", 1) if is_yenc else opening[0].split(None, 2)
            yield EncodedFile(words[-1].strip(), start, position)


def _without_encoded_files(text: str) -> str:
    """Blank out encoded files, whose lines can hold anything; every offset stays."""
    pieces: list[str] = []
    position = 0
    for _, start, end in encoded_files(text):
        pieces += (text[position:start], _NOT_BREAK.sub(" ", text[start:end]))
        position = end
    return "".join(pieces) + text[position:] if pieces else text


def _end_of_file(text: str, start: int, *, is_yenc: bool) -> int:
    """Give where the data of an encoded file ends; ``start`` itself where no data follows."""
    if is_yenc:
        end = text.find("\n=yend", start, start + _LONGEST_FILE)
        return end if end >= 0 else start
    first = text[start + 1 : start + 80].partition("\n")[0].rstrip("\r")
    # A line of uuencoded data begins with its own length; blanks at its end may be gone.
    if not first or 1 + -(-(ord(first[0]) - 32 & 63) // 3) * 4 > len(first) + 2:
        return start
    data = _ENCODED_LINES.match(text, start)
    return data.end() if data else start


def _mapped(
    text: str, unbroken: Unbroken, known: Container[str], options: Mapping[str, Any]
) -> Iterator[Candidate]:
    """Delimit the unbroken text, and give each Candidate its place in the text as it was."""
    source = Text(text)
    for candidate in delimit(unbroken.text, known, **options):
        parts = candidate.facts.pieces or ((candidate.start, candidate.end),)
        pieces = tuple(piece for start, end in parts for piece in unbroken.pieces(start, end))
        facts = candidate.facts if len(pieces) == 1 else candidate.facts._replace(pieces=pieces)
        if len(pieces) == 1 and candidate.facts.pieces:
            facts = facts._replace(pieces=())
        yield Candidate(candidate.text, source, pieces[0][0], pieces[-1][1], facts)


def _taking_out(text: str, spans: Iterable[tuple[int, int]]) -> Unbroken | None:
    """Take spans out of a text; None where there are none."""
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    position = length = 0
    for start, end in spans:
        starts.append(length)
        origins.append(position)
        pieces.append(text[position:start])
        length += start - position
        position = end
    if not pieces:
        return None
    starts.append(length)
    origins.append(position)
    pieces.append(text[position:])
    return Unbroken("".join(pieces), starts, origins)


def undo_folds(text: str) -> Unbroken:
    r"""Undo the folded lines and escaped characters of a calendar or a card (RFC 5545 3.1, RFC 6350 3.2).

    What is left of line ends ends a property, and with it any URL: a record separator (U+001E) stands for each.

    >>> undo_folds("URL:http://example.com/a\r\n /b\r\nEND:VCARD").text
    'URL:http://example.com/a/b\x1e\x1eEND:VCARD'
    """
    unbroken = _taking_out(text, (found.span() for found in _FOLD.finditer(text))) or Unbroken(text, [0], [0])
    return unbroken._replace(text=unbroken.text.translate(_ENDS_OF_PROPERTIES))


def without_pages(properties: Unbroken) -> tuple[Unbroken, list[str]]:
    r"""Blank out the descriptions in HTML that Outlook puts into a calendar; give them as well, in order.

    >>> text = 'X-ALT-DESC;FMTTYPE=text/html:<a href="http://a/?b&amp\\;c">\\nx</a>\nURL:http://d/\n'
    >>> rest, pages = without_pages(undo_folds(text))
    >>> rest.text.strip(), pages
    ('URL:http://d/', ['<a href="http://a/?b&amp;c">\nx</a>'])
    """
    pages = [
        _ESCAPED.sub(lambda one: "\n" if one[1] in "nN" else one[1], found[1])
        for found in _PAGE.finditer(properties.text)
    ]
    if not pages:
        return properties, pages
    return properties._replace(text=_PAGE.sub(lambda found: " " * len(found[0]), properties.text)), pages


def undo_spoken_at(text: str) -> Unbroken | None:
    r"""Write the ``@`` again that an archive (pipermail) has spoken aloud in URLs; None where there are none.

    Prose says *at*, too. So what is before it has to be a user or the identifier of a message.

    >>> undo_spoken_at("mailto:jim at a.org, http://mid.gmane.org/2004.1234 at a.org, see http://b.org/ at a.org").text
    'mailto:jim@a.org, http://mid.gmane.org/2004.1234@a.org, see http://b.org/ at a.org'
    """
    found = [
        spoken
        for spoken in _SPOKEN_AT.finditer(text)
        if _speaks_of_user(spoken[1], has_path=spoken[2] == "/")
    ]
    pieces: list[str] = []
    position = 0
    for spoken in found:
        pieces += (text[position : spoken.end(1)], "@@@@")
        position = spoken.end()
    written = "".join((*pieces, text[position:]))
    return _taking_out(written, [(spoken.end(1), spoken.end() - 1) for spoken in found])


def _speaks_of_user(url: str, *, has_path: bool) -> bool:
    """Whether what a URL is up to an *at* and a host ends in who is at that host."""
    scheme, _, rest = url.partition(":")
    if scheme.lower() in _OF_ADDRESSES or _USER.fullmatch(rest):
        return True
    host, slash, path = rest.removeprefix("//").partition("/")
    last = re.split("[/=:]", path)[-1]
    return bool(host and slash and last) and (
        has_path or sum(map(str.isdigit, last)) >= _DIGITS_OF_IDENTIFIER
    )


def undo_delsp(text: str) -> Unbroken | None:
    r"""Undo the soft breaks of ``format=flowed; DelSp=yes``: the space goes with the break (RFC 3676 4.1).

    >>> undo_delsp("> see http://example.com/a \n> /b").text
    '> see http://example.com/a/b'
    """
    return _taking_out(text, _soft_breaks(text))


def _soft_breaks(text: str) -> Iterator[tuple[int, int]]:
    for found in _SOFT_BREAK.finditer(text):
        start = text.rfind("\n", 0, found.start()) + 1
        marks = _FLOWED_MARKS.match(text, start)
        depth = len(marks[0]) if marks else 0
        line = text[start + depth : found.start() + 1].strip("\r\n")
        # A line of another depth is another paragraph; the signature's separator is no soft break (4.3, 4.5).
        if len(found[1]) == depth and line not in ("-- ", " -- "):
            yield found.span()


def without_enriched_commands(text: str) -> str:
    """Blank out the commands of ``text/enriched`` (RFC 1896); every offset stays, and ``<<`` is one ``<``.

    >>> without_enriched_commands("<bold>see</bold> <<http://example.com/>")
    '      see         <http://example.com/>'
    """
    return _COMMAND.sub(lambda found: " <" if found[1] else _NOT_BREAK.sub(" ", found[0]), text)
