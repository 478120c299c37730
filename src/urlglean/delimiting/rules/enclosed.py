"""URLs that a writer enclosed in delimiters, put together again where they were broken over lines.

RFC 3986 Appendix C: white space inside the delimiters was added to break a long URL and is ignored when the URL is
extracted; a line break right after a hyphen leaves two readings. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import PUNCTUATION, closers_of
from urlglean.delimiting.ends.extent import joined_extent
from urlglean.delimiting.ends.marks import first_stray
from urlglean.delimiting.ends.suffixes import reads_as_file, splits_suffix
from urlglean.delimiting.lines import (
    BARS,
    at_line_end,
    before_break_mark,
    behind_break_mark,
    behind_change,
    change_at,
    line_start,
    margin,
    other_hyphens,
    page_break,
    same_margin,
    without_hyphenations,
)
from urlglean.delimiting.openings import Opening
from urlglean.delimiting.readings import (
    BARE_URL,
    IN_ANGLES,
    NOT_ONE,
    Nothing,
    Reading,
    Scan,
    Site,
    between,
    clip,
    facts_of,
)
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.rules.escaped import ESCAPES_UNDONE
from urlglean.delimiting.schemes import NAME, without_escapes
from urlglean.delimiting.words import (
    BROKEN_BEHIND,
    DELIMITERS,
    PROSE_WORDS,
    STARTS_URL,
    begins_url,
    is_cut_word,
    is_hyphened,
    reads_as_code,
    reads_as_url,
)
from urlglean.patterns import lazy_re

_new: Final = tuple.__new__

FURTHEST_CLOSER = 4096
"""How far behind an opening delimiter its closer is looked for, in code points."""

_SENTENCE_END = ".,:;"
_URL_DELIMITERS = DELIMITERS | frozenset(f"-_{_SENTENCE_END}")
"""What shows that a piece is one of a URL: between delimiters the marks of sentences do, too, but before a blank."""
_TOKEN = lazy_re(r"[^\s<>]++")
_WHITE_SPACE = lazy_re(r"[^\S\r\n\f]++")
_SUFFIX_REFERENCE = lazy_re(rf"(?i){NAME}")
_ADDRESS = lazy_re(r"[^/?#:@\s]+@[^/?#:@\s]+\Z")
_WHOLE_ADDRESS = lazy_re(r"(?i)(?:mailto:)?[\w.+%\-]++@(?:[\w\-]++\.)++[a-z]{2,24}\Z")
_RELATIVE = lazy_re(r"(?!\.{3,}\Z)[\w.~/?#;%][^\s<>\"]*")
_BLANKS = lazy_re(r"[ \t]+(?=[^\s])")
_LINE_BREAK = lazy_re(r"[ \t]*(?:\r\n?|\n)")
_BOXED_LINE_BREAK = lazy_re(rf"[ \t]*+(?:[{BARS}][ \t]*+)?(?:\r\n?|\n)")
_TEXINFO = lazy_re(r"@[a-z]+\Z")
_LONGEST_COMMAND = 16
_CLOSING_APOSTROPHE = lazy_re(r"'(?!\w)")
_LAST_PIECE = lazy_re(r"[^\s<>]{1,512}>")
_STRETCH = r"[A-Za-z0-9\-._~/?#@$+,=%&;]++"
_BROKEN_ONCE = lazy_re(rf"({_STRETCH})(?<![+=])\n([ >]*+)(?!(?i:{NAME}))({_STRETCH})>")
"""The rest of a URL with one line break in it, of signs with which no rule has to do and none of its own begins."""
_QUOTE_MARKS = lazy_re(r"[ \t]{0,8}(?:>[ \t]{0,8}){1,64}")
"""Of a line that has lost some: what other margins have is none of them."""
_INVISIBLE = lazy_re("[\0-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Controls, bidi controls and places where a line may break (RFC 3987 4.1); joiners are letters' own."""
_AROUND_WORD = f"{PUNCTUATION}()'\u2019"
_OF_TEXT = frozenset({"]", "<", "[", "}", ")"})
"""What closes brackets and elements, which text of any kind may stand in."""
_OF_LABELS = frozenset({"]", "}"})
"""What closes brackets in which a label stands behind a URL and a blank."""
_BEHIND_BLANK = lazy_re(r"[ \t]{1,3}([^\s<>\"'\u2018-\u201f\u00ab\u00bb]++)(?=\s)")
_BAR_OF_A_QUERY = lazy_re(r"[^\s|?]+\?[^\s|]*(?:\|[^\s|?/&]*)+&[\w.\-\[\]]+=")
"""A query that goes on with the next parameter behind a bar, which ends no label: ``?lang=de|fr&all=1``."""
_LABELLED = lazy_re(r"(?:\A|[^=\s][ \t]|\n[ \t]?|\()\{\Z")
"""What stands before a URL and its label in YARD, ``{http://a.example/b label}``, and no field of BibTeX."""
_MOST_PIECES = 64
_LONGEST_FOOTER = 128
"""How far behind a line's beginning the footer of a page says that it is one, in code points."""


Gap = Literal["", "space", "break", "blank"]


class EnclosedPiece(NamedTuple):
    """One token between the delimiters, and what stood before it."""

    start: int
    end: int
    gap: Gap
    """``""`` for the first, ``space`` inside a line, ``break`` over a line break, ``blank`` over an empty line."""
    alone: bool
    """True where nothing else stands on its line inside the delimiters."""


class Enclosed(NamedTuple):
    """A URL between delimiters: its pieces, its text, and where its closer stands."""

    pieces: tuple[tuple[int, int], ...]
    text: str
    close: int
    ended_by: str
    alternatives: tuple[str, ...] = ()


def read_in_angles(scan: Scan, site: Site) -> Reading | None:
    """Read the URL in the angle brackets of a site."""
    opening = site.opening
    enclosed = in_angles(scan.text, site.opener, opening.start, prefixed=opening.prefix < opening.start)
    if enclosed is None:
        return None
    if not scan.runs.grammar.iri:
        enclosed = enclosed._replace(alternatives=tuple(filter(str.isascii, enclosed.alternatives)))
    if not enclosed.text.isprintable() and _INVISIBLE.search(enclosed.text):
        enclosed = _without_invisible(scan.text, enclosed)
    said = without_escapes(enclosed.text)
    if (notes := notes_on(scan, opening, said)) is None:
        return None
    if said != enclosed.text:
        others = tuple(map(without_escapes, enclosed.alternatives))
        enclosed, notes = enclosed._replace(text=said, alternatives=others), (*notes, ESCAPES_UNDONE)
    return enclosed_reading(opening, enclosed, "<>", notes)


def read_broken_once(scan: Scan, opening: Opening) -> Reading | None:
    """Read the commonest URL in angle brackets that is broken, right behind the ``<``; None where more is there."""
    text, start = scan.text, opening.start
    found = _BROKEN_ONCE.match(text, opening.body, start + FURTHEST_CLOSER)
    if found is None:
        return None
    first, end = line_start(text, start), found.end()
    inset = text[first : start - 1]
    if inset.strip("> "):  # else the bracket stands right behind the margin
        content, marks = margin(text, first, start - 1)
        inset = text[first:content]
        if marks.strip(">") or change_at(text, content, start):
            return None
    if not found[2].startswith(inset) or found[2].strip() != inset.strip():
        return None
    if (
        text.find("\f", start, start + FURTHEST_CLOSER) >= 0
        or text.find("Page ", start, end + _LONGEST_FOOTER) >= 0
    ):
        return None  # the closer may stand in a footer
    broken_at, rest = found.end(1), found.span(3)
    joined = text[start:broken_at] + found[3]
    extent = joined_extent(opening, joined)
    if extent is None:
        return None
    pieces = ((start, broken_at), rest)
    others = other_hyphens(text, pieces) if text[broken_at - 1] == "-" else ()
    enclosed: Enclosed = _new(Enclosed, (pieces, joined, rest[1], Ended.CLOSER.told(">"), others))
    return enclosed_reading(opening, enclosed, "<>", extent.notes)


def _without_invisible(text: str, enclosed: Enclosed) -> Enclosed:
    """Leave out the controls that no URL holds, as line breaks are."""
    pieces = [
        piece
        for start, end in enclosed.pieces
        for piece in between(start, (found.span() for found in _INVISIBLE.finditer(text, start, end)), end)
    ]
    said = "".join(text[begin:stop] for begin, stop in pieces)
    others = tuple(_INVISIBLE.sub("", other) for other in enclosed.alternatives)
    return enclosed._replace(pieces=tuple(pieces), text=said, alternatives=others)


def read_in_pair(scan: Scan, site: Site) -> Reading | None:
    """Read a URL in quotes or brackets that is broken over lines; None where it is not plausible as a whole."""
    text, opening, before, opener, run = scan.text, *site
    is_broken = at_line_end(text, run)
    if not (is_broken or _goes_on_behind_blank(text, run)):
        return None
    closers = closers_of(before, text, opener, scan.floor)
    if not closers or (not is_broken and closers in _OF_LABELS):
        return None
    path = text.find("/", opening.body, run)
    if path >= 0 and first_stray(text, path, run) >= 0:
        return None  # the URL ends there, whatever follows
    enclosed = in_pair(text, opener, opening.start, run, closers)
    if (
        enclosed is None
        or not _is_over_lines(text, enclosed)
        or "\\" in enclosed.text
        or not (scan.runs.grammar.iri or enclosed.text.isascii())
    ):
        return None
    extent = joined_extent(opening, enclosed.text)
    if extent is None or extent.cut < len(enclosed.text):
        return None
    clipped = clip(enclosed.pieces, extent.end)
    others = enclosed.alternatives if is_broken else (*enclosed.alternatives, text[opening.start : run])
    enclosed = enclosed._replace(pieces=clipped, text=enclosed.text[: extent.end], alternatives=others)
    return enclosed_reading(opening, enclosed, before + closers[0], extent.notes)


def _goes_on_behind_blank(text: str, run: int) -> bool:
    """Tell whether what stands behind a blank on a URL's first line reads as more of it, and only so."""
    found = _BEHIND_BLANK.match(text, run, run + FURTHEST_CLOSER)
    if found is None or STARTS_URL.match(found[1]):
        return False
    before, this = text[run - 1], found[1]
    if before not in BROKEN_BEHIND - {"."} and this[0] not in DELIMITERS:
        return False
    return reads_as_url(this) or reads_as_code(this) or this[-1] in DELIMITERS


def _is_over_lines(text: str, enclosed: Enclosed) -> bool:
    """Tell whether a line ends within the URL: on one line, a blank ends what is no angle brackets."""
    start, end = enclosed.pieces[0][1], enclosed.close
    return text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0


def notes_on(scan: Scan, opening: Opening, joined: str) -> tuple[str, ...] | None:
    """Give the notes on what stands between delimiters; None where it is no plausible URL."""
    if not (scan.runs.grammar.iri or joined.isascii()):
        return None  # the bare rules end it at the first character that is not ASCII
    if not opening.scheme:
        return () if _RELATIVE.match(joined) else None
    extent = joined_extent(opening, joined)
    return extent.notes if extent is not None else None


def enclosed_reading(opening: Opening, enclosed: Enclosed, delimiter: str, notes: tuple[str, ...]) -> Reading:
    """Make the reading of a URL between two delimiters."""
    pieces = enclosed.pieces
    facts = facts_of(
        opening.opened if opening.scheme else _meant(enclosed.text),
        enclosed.ended_by,
        opened_by=f"{delimiter[0]!r} before {opening.told}",
        pieces=pieces,
        delimiter=delimiter,
        alternatives=enclosed.alternatives,
        notes=notes,
        rule=IN_ANGLES if delimiter == "<>" else BARE_URL,
    )
    close = enclosed.close
    return _new(Reading, (pieces, enclosed.text, max(pieces[-1][1], close), facts, close))


def _meant(text: str) -> Opened:
    """Say what stands in ``<URL:...>``: what lacks its scheme only on paper, or a reference as it is."""
    if _SUFFIX_REFERENCE.match(text):
        return Opened.FTP if text[0] in "fF" else Opened.WWW
    return Opened.ADDRESS if _ADDRESS.match(text) else Opened.LABEL


def relative_reference(scan: Scan, site: Site) -> Literal[Nothing.NOT_ONE] | None:
    """Tell of a ``URL:`` without ``<...>`` around it that what follows is no relative reference."""
    return None if site.opening.scheme else NOT_ONE


class _BracketReader:
    """Reads the tokens between ``<`` and ``>`` line by line, stepping over margins and page breaks."""

    def __init__(self, text: str, opener: int, start: int) -> None:
        self.text = text
        self.position = start
        self.limit = min(len(text), start + FURTHEST_CLOSER)
        content, self.marks = margin(text, line_start(text, opener), opener)
        self.change = change_at(text, content, opener)
        self.pieces: list[tuple[int, int, Gap, int]] = []  # with the number of the line
        self.line = 0
        self.gap: Gap = ""

    def read(self) -> int:
        """Read up to the closer; give its offset, or -1 where there is none in reach."""
        text, limit = self.text, self.limit
        while self.position < limit and len(self.pieces) <= _MOST_PIECES:
            character = text[self.position]
            if character == ">":
                return self.position
            if character in "\r\n\f":
                if not self._line_break():
                    return -1
            elif (blanks := _WHITE_SPACE.match(text, self.position, limit)) is not None:
                self.position = blanks.end()
                self.gap = self.gap or "space"
            elif character == '"' and self.gap == "space":
                return -1  # the string of a program
            elif (token := _TOKEN.match(text, self.position, limit)) is not None:
                self._take(token)
            else:
                return -1  # another `<`
        return -1

    def _take(self, found: re.Match[str]) -> None:
        self.position = found.end()
        # A vertical bar is never first or last in a URL: here it is the edge of a box or of a table's cell.
        bare = found[0].strip(BARS)
        if bare.endswith("\\") and self.text[found.end() : found.end() + 1] in ("\n", "\r"):
            bare = bare[:-1]  # the line goes on, says the string of a program
        is_edge = self.marks.endswith(bare) and self.gap == "space" and at_line_end(self.text, found.end())
        if not bare or is_edge:  # the mark of a comment closes its box, too
            return
        start = found.start() + found[0].index(bare)
        self.pieces.append((start, start + len(bare), self.gap if self.pieces else "", self.line))
        self.gap = ""

    def _line_break(self) -> bool:
        """Step over a line break, a page break and the next line's margin; False where the quote depth changes."""
        text = self.text
        behind = page_break(text, self.position, self.limit)
        if behind < 0:
            found = _LINE_BREAK.match(text, self.position, self.limit)
            if found is None:  # a form feed within a line
                self.position += 1
                self.gap = self.gap or "space"
                return True
            behind = found.end()
            self.gap = "blank" if self.gap in ("break", "blank") else "break"
        else:
            self.gap = "break"
        self.line += 1
        content = same_margin(text, behind, self.limit, self.marks)
        if content < 0:
            self.position = self._behind_fewer_marks(behind)
            return True
        content = behind_break_mark(text, content)
        self.position = behind_change(text, content, self.limit, self.change)
        return not (">" in self.marks and text.startswith(">", content) and self._is_deeper(content))

    def _behind_fewer_marks(self, line: int) -> int:
        """Give where the content of ``line`` begins if it has lost quote marks and ends the URL; else ``line``."""
        found = _QUOTE_MARKS.match(self.text, line, self.limit)
        if found is None or not self.marks.startswith("".join(found[0].split())):
            return line
        return found.end() if _LAST_PIECE.match(self.text, found.end(), self.limit) else line

    def _is_deeper(self, content: int) -> bool:
        """Tell whether the ``>`` behind the margin is one more quote mark rather than the closer."""
        after = self.text[content + 1 : content + 3]
        return after[:1] in (" ", ">") and after[1:].isalnum()


def in_angles(text: str, opener: int, start: int, *, prefixed: bool) -> Enclosed | None:
    """Read the URL that begins at ``start`` behind a ``<`` at ``opener``; ``prefixed`` where ``URL:`` stood between.

    None where the bare rules have to decide: no closer in reach, another bracket, another URL, a sentence.
    """
    closer = text.find(">", start, start + FURTHEST_CLOSER)
    if closer < 0:
        return None
    content = text[start:closer]
    bar = content.find("|") if not _BAR_OF_A_QUERY.match(content) else -1
    if bar > 0 and not any(map(str.isspace, content[:bar])) and not at_line_end(text, start + bar):
        # A label may be, or hold, a URL of its own.
        resume = start + bar if "://" in content[bar:] else closer
        others = (content,) if resume == closer and not any(map(str.isspace, content)) else ()
        return Enclosed(((start, start + bar),), content[:bar], resume, Ended.LABEL.told("|"), others)
    if "<" in content:
        return None
    if not any(map(str.isspace, content)):
        return Enclosed(((start, closer),), content, closer, Ended.CLOSER.told(">"))
    scan = _BracketReader(text, opener, start)
    close = scan.read()
    if close < 0 or not scan.pieces:
        return None
    lines = [line for *_, line in scan.pieces]
    pieces = [EnclosedPiece(begin, end, gap, lines.count(line) == 1) for begin, end, gap, line in scan.pieces]
    return _join(text, pieces, close, prefixed=prefixed)


def _closed(text: str, pieces: tuple[tuple[int, int], ...], close: int) -> Enclosed:
    """Put together what stands up to the closer at ``close``."""
    kept = without_hyphenations(text, pieces)
    joined = "".join([text[begin:end] for begin, end in kept])
    return _new(Enclosed, (kept, joined, close, Ended.CLOSER.told(text[close]), other_hyphens(text, kept)))


def _join(text: str, pieces: list[EnclosedPiece], close: int, *, prefixed: bool) -> Enclosed | None:
    """Join the pieces that belong to the URL; the first plain word behind a space ends it."""
    taken = [pieces[0]]
    ended_by = Ended.CLOSER.told(">")
    for piece in pieces[1:]:
        before = text[taken[-1].start : taken[-1].end]
        this = text[piece.start : piece.end]
        if _is_another(before, this) or (piece.gap == "space" and before.endswith("://") and this.isalpha()):
            return None
        if not prefixed and not _belongs(before, this, piece):
            ended_by = Ended.PLAIN_WORD.told()
            break
        taken.append(piece)
    if len(taken) < len(pieces):
        if len(taken) == 1:
            return None
        joined = "".join(text[piece.start : piece.end] for piece in taken)
        full = "".join(text[piece.start : piece.end] for piece in pieces)
        return Enclosed(_ranges(taken), joined, close, ended_by, (full,))
    return _closed(text, _ranges(taken), close)


def _is_another(before: str, this: str) -> bool:
    """Tell whether a piece begins a URL of its own rather than going on with the one whose last piece is ``before``.

    Between delimiters a path may name a host (``/www.example.org/``): a counter of clicks, a mirror.
    """
    if _WHOLE_ADDRESS.match(this) and _WHOLE_ADDRESS.match(before):
        return True  # an address once as a URL, and once for its reader
    is_host_in_path = before.endswith("/") and _SUFFIX_REFERENCE.match(this) is not None
    return begins_url(before, this) and not is_host_in_path


def full_reading(text: str, opener: int, start: int) -> str:
    """Give all between ``<`` and its ``>`` without white space: the other reading where a plain word ended it."""
    if text.find(">", start, start + FURTHEST_CLOSER) < 0:
        return ""
    scan = _BracketReader(text, opener, start)
    return "".join(text[begin:end] for begin, end, *_ in scan.pieces) if scan.read() >= 0 else ""


def _belongs(before: str, this: str, piece: EnclosedPiece) -> bool:
    """Tell whether a piece goes on with the URL whose last piece is ``before``: the closer says so, but for prose."""
    if piece.gap == "break" and piece.alone:
        return True
    if this[0] in _URL_DELIMITERS or any(
        character in _URL_DELIMITERS for character in this.rstrip(_SENTENCE_END)
    ):
        return True
    return before[-1] in _URL_DELIMITERS and not (piece.gap == "space" and before[-1] in _SENTENCE_END)


def _ranges(pieces: list[EnclosedPiece]) -> tuple[tuple[int, int], ...]:
    return tuple((piece.start, piece.end) for piece in pieces)


def in_pair(text: str, opener: int, start: int, run: int, closers: str) -> Enclosed | None:
    """Read a URL that begins at ``start`` behind a quote or bracket at ``opener`` and is broken over lines.

    ``run`` is where its first piece ends, at the line's end. All up to one of ``closers`` must be pieces of it, one or
    several on a line; otherwise None, and the bare rules decide.
    """
    limit = min(len(text), start + FURTHEST_CLOSER)
    if all(text.find(closer, run, limit + 1) < 0 for closer in closers):
        return None
    if closers in ("'", "`") and _CLOSING_APOSTROPHE.search(text, start, run):
        return None  # closed on its own line: {url: 'http://a/b', or `http://a/b' as Emacs quotes
    if closers == "`" and text.rfind("${", start, run) > text.rfind("}", start, run):
        return None  # a program goes on in it
    if text[run - 1] == "," and _TEXINFO.search(text, max(0, opener - _LONGEST_COMMAND), opener) is not None:
        return None  # its label follows
    first, marks = margin(text, line_start(text, opener), opener)
    change = change_at(text, first, opener)
    line_break = _BOXED_LINE_BREAK if "|" in marks else _LINE_BREAK
    ranges = [(start, run)]
    position = run
    while len(ranges) <= _MOST_PIECES:
        content, gap = _behind_gap(text, position, limit, marks, line_break)
        if gap != "space":
            content = behind_change(text, content, limit, change)
        stop, close = _piece_between(text, content, limit, closers)
        if not gap or (stop == content and (close < 0 or gap == "blank")):
            return None
        content = _parted(text, ranges, content)
        alone = gap == "break" and (close >= 0 or line_break.match(text, stop, limit) is not None)
        piece = EnclosedPiece(content, stop, gap, alone)
        if _begins_another(text, ranges, text[content:stop]) or not _is_rest(
            text, ranges[-1], piece, closers
        ):
            return None
        if stop > content:
            ranges.append((content, stop))
        if close >= 0:
            return _closed(text, tuple(ranges), close)
        position = stop
    return None


def _behind_gap(
    text: str, position: int, limit: int, marks: str, line_break: re.Pattern[str]
) -> tuple[int, Gap]:
    """Give where the next piece may begin, and the gap before it (`EnclosedPiece.gap`); empty for nothing."""
    gap: Gap = ""
    while True:
        behind = page_break(text, position, limit)
        if behind < 0:
            found = line_break.match(text, position, limit)
            if found is None:
                break
            behind = found.end()
            gap = "blank" if gap else "break"
        else:
            gap = "break"
        position = same_margin(text, behind, limit, marks)
        if position < 0:
            position = margin(text, behind, limit).content
    if not gap and (blanks := _BLANKS.match(text, position, limit)) is not None:
        return blanks.end(), "space"
    return behind_break_mark(text, position) if gap == "break" else position, gap


def _parted(text: str, ranges: list[tuple[int, int]], content: int) -> int:
    """Take off what parts the last piece from the next one, a typesetter's mark or quotes; give where that begins."""
    start, end = ranges[-1]
    is_string = text[end - 1] == text[content : content + 1] == "'"  # strings side by side are one
    last = end - 1 if is_string else before_break_mark(text, end)
    if last < end:
        ranges[-1:] = [(start, last)] if start < last else []
    return content + is_string


def _is_rest(text: str, before: tuple[int, int], piece: EnclosedPiece, closers: str) -> bool:
    """Tell whether a piece is the rest of a URL in a pair: alone on its line it is, else no word of prose may be there.

    Between brackets and tags, where there is more prose than between quotes, a piece has to show that it is one.
    """
    this = text[piece.start : piece.end]
    if '"' in this or (closers == ")" and this[:1] == "'"):
        return False  # the title of a link, in Markdown
    if (
        closers == "}"
        and _LABELLED.search(text, max(0, before[0] - 4), before[0])
        and _is_label_below(text[slice(*before)], this)
    ):
        return False
    if piece.alone or piece.start == piece.end:
        return True
    if this.strip(_AROUND_WORD).lower() in PROSE_WORDS:
        return False
    if closers in _OF_TEXT and DELIMITERS.isdisjoint(this) and not reads_as_file(this):
        return False
    return _belongs(text[slice(*before)], this, piece)


def _is_label_below(before: str, this: str) -> bool:
    """Tell a word that labels the URL above it from the rest of that: both are whole."""
    return (
        before[-1].isalnum()
        and this[:1].isalpha()
        and is_hyphened(this)
        and not is_cut_word(this, alone=True)
        and not splits_suffix(before, this)
    )


def _piece_between(text: str, content: int, limit: int, closers: str) -> tuple[int, int]:
    """Give where the piece at ``content`` ends, and where the closer stands behind it; -1 where there is none.

    Both are ``content`` and -1 where the closer is an apostrophe within a word.
    """
    token = _TOKEN.match(text, content, limit)
    end = token.end() if token else content
    close = min(
        (at for at in (text.find(closer, content, end + 1) for closer in closers) if at >= 0), default=-1
    )
    if close >= 0:
        is_within = text[close] == "'" and text[close + 1 : close + 2].isalnum()
        return (content, -1) if is_within else (close, close)
    if (spaced := _BLANKS.match(text, end, limit)) is not None and text[
        spaced.end() : spaced.end() + 1
    ] in closers:
        close = spaced.end()
    return end, close


def _begins_another(text: str, ranges: list[tuple[int, int]], this: str) -> bool:
    """Tell whether ``this`` begins a URL, or the next item of a list.

    It is one behind a semicolon that is in no query.
    """
    if text[ranges[-1][1] - 1] == ";" and not any(text.find("?", *piece) >= 0 for piece in ranges):
        return True
    return _is_another(text[slice(*ranges[-1])], this)
