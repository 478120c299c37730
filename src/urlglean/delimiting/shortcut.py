"""The short way for the commonest URLs: in one match, where every rule would say the same.

Most URLs of prose are ``http(s)://`` or ``www.`` names of ASCII without brackets, quotes or colons, behind a blank, a
parenthesis, ``<`` or ``"``, and end at one; most ``mailto:`` addresses fill a pair. Here they cost one match and one
object; everything else is left to `scanner`, and the tests hold both to the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Container, Generator, Iterator
from itertools import chain
from operator import methodcaller
from string import ascii_letters
from typing import Final

from urlglean.candidate import Candidate, Facts, Opened
from urlglean.delimiting.alphabet import CLOSER, PUNCTUATION, opener_before
from urlglean.delimiting.authority import USERINFO
from urlglean.delimiting.ends.extent import FURTHEST_OTHER_END
from urlglean.delimiting.ends.marks import NEXT_COMMAND, mark_that_closes
from urlglean.delimiting.ends.trailing import trim
from urlglean.delimiting.joining.line_ends import settled, settled_before
from urlglean.delimiting.joining.refusals import is_all_of_it
from urlglean.delimiting.lines import LOOK_BACK, at_line_end
from urlglean.delimiting.openings import Opening, label_start
from urlglean.delimiting.plain import (
    ABOVE_ANOTHER,
    BETWEEN,
    BRACKETED,
    CELL,
    ENTRY,
    IN_PAIR,
    IS_RARER,
    KEYED,
    LABELLED,
    MARGIN,
    MARK,
    MARKED,
    MARKED_WORD,
    NEXT_WORD,
    NO_WORD,
    NOT_PLAIN,
    OF_OPAQUE,
    OF_SCHEME,
    OTHER,
    OTHER_OF_HOST,
    PARENTHESIS,
    SPACED,
    TAGGED,
    WHITE_SPACE,
    WIDE,
    KnownFacts,
    between_blanks,
    known_facts,
    patterns_of,
)
from urlglean.delimiting.readings import Reading, facts_of, what_stands
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.rules import enclosed, wrapped
from urlglean.delimiting.rules.cells import rest_of_cell
from urlglean.delimiting.rules.mangled import ends_in_soft_break
from urlglean.delimiting.rules.strings import NEXT_STRING
from urlglean.delimiting.rules.wide_marks import MORE_OF_A_PATH, NEXT_PARAMETER, WIDE_MARKS
from urlglean.delimiting.scanner import TRIGGER_REACH, Options, Scanner, triggers
from urlglean.delimiting.schemes import WEB, keeps_another
from urlglean.patterns import lazy_re
from urlglean.text import Text

BATCH = 1 << 16
"""How much text is read before what was found in it is handed on, in code points."""

_new: Final = tuple.__new__
_WIDE: Final = WHITE_SPACE | frozenset(WIDE_MARKS)
_BEFORE_BARE, _BLANKS = frozenset({" ", "\n", "", "\t"}), frozenset(" \n")
_NOT_BEFORE_BLANKS = frozenset(("", *"\t\r<[\u00ab"))  # there more has to be looked at
_BEFORE_NOTATION = {"[": frozenset("\\![]"), "{": frozenset("\\${}") | frozenset(ascii_letters)}
"""What stands before a bracket of a notation, which a rule of its own reads: ``@url{``, ``![``, ``[[``."""
_COMMANDS_OF_TEX = "\\url{", "\\href{"
_BEFORE_MORE: Final = frozenset("'+=")
"""A run that ends in one of these may go on by another rule: a string, a soft break."""
_BEHIND_PARENTHESIS = lazy_re(rf"[{PUNCTUATION}]*+(?:[ ]|\r?\n|\Z)|\"")
_BEHIND_REMARK: Final = WHITE_SPACE | {'"'}
"""What follows the parenthesis that a remark ends with, or what a robot says of itself in a log."""
_BEHIND_LINK = lazy_re(rf"\)?+{_BEHIND_PARENTHESIS.pattern}")
"""What nearly always follows the parenthesis: that of a link in Markdown, one more, too (``([x](http://a.example/))``)."""
_BEHIND_BRACKET = lazy_re(r"[.,;:]?(?:[ ]|\r?\n|\Z)")
_CLOSING_TAG = lazy_re(r"(?<=[A-Za-z0-9/)])\[/[A-Za-z]{1,8}\](?=\s|\Z)")
"""The closing tag of BBCode, which is no part of any reading of what it ends."""
_LINE_BREAKS: Final = tuple(blanks + end for blanks in ("", " ", "  ") for end in ("\n", "\r\n"))
_SEMICOLON_OF_TEXT = lazy_re(rf"&(?!amp;\w++=)[#A-Za-z0-9]++;|{NEXT_COMMAND.pattern}")

_OF_WWW: Final = known_facts(Opened.WWW)
_OF_LABELLED = {opened: known_facts(opened, Opened.LABEL.told) for opened in (Opened.SCHEME, Opened.WWW)}


def _scheme_start(text: str, at: int) -> int:
    """Give where ``https``, ``http`` or ``ftp`` begins that ends at ``at``, in capitals or not."""
    return at - 5 if text[at - 1] in "sS" else at - 4 if text[at - 3] in "tT" else at - 3


class _MoreTextNeeded(Exception):  # noqa: N818  # no error: it tells where to go on
    """A decision would have to look further than the text goes so far."""

    def __init__(self, at: int) -> None:
        self.at = at


class Shortcut(Scanner):
    """Reads what `Scanner` does where more was asked for: the commonest URLs in one match, all others by the rules."""

    __slots__ = ("_last", "_search")

    def __init__(
        self, source: Text, known: Container[str], options: Options, *, floor: int = 0, last: int
    ) -> None:
        super().__init__(source.text, known, options, floor=floor)
        self._last = last
        self._search = _Search(source, self, 0, 0, last)

    def at_colon(self, at: int) -> Reading | None:
        """Read the URL whose scheme ends at offset ``at``; None where there is none."""
        text = self.text
        found = self._search.patterns.colons.match(text, at)
        if found and (found.lastindex or 0) < NOT_PLAIN and (end := found.end()) < self._last:
            start = _scheme_start(text, at)
            facts = self._search.facts(found, OF_SCHEME, start, at + 3) if start > self.floor else None
            if facts is not None:
                run = end + len(facts.stripped)
                return _new(Reading, (((start, end),), text[start:end], run, facts, run))
        return super().at_colon(at)


def read_plain(
    source: Text, scanner: Scanner, scan: int, stop: int, last: int
) -> Generator[list[Candidate], None, int]:
    """Yield what `Scanner.read` would for triggers in ``[scan:stop]``, in batches; return where to go on.

    Nothing is decided that would have to look beyond ``last``: there the search stops, to be taken up again when
    there is more text.
    """
    search = _Search(source, scanner, scan, stop, last)
    while scan < stop:
        limit = min(scan + BATCH, stop)
        batch: list[Candidate] = []
        try:
            search.collect(batch, limit)
        except _MoreTextNeeded as more:
            limit = stop = more.at
        if batch:
            yield batch
        scan = limit
    return stop


class _Search:
    """One search through a text, from colon to colon; the full stops between them are looked at on the way."""

    __slots__ = ("_ahead", "_colons", "_dot", "_dots", "_last", "_scanner", "_source", "_text", "patterns")

    def __init__(self, source: Text, scanner: Scanner, scan: int, stop: int, last: int) -> None:
        self._source = source
        self._scanner = scanner
        self._text = text = scanner.text
        self._last = last
        self.patterns = patterns_of(is_ascii=text.isascii())
        self._colons = self.patterns.colons.finditer(text, scan)
        self._ahead: tuple[re.Match[str], ...] = ()
        dots = triggers()[1].finditer(text, scan, min(stop + TRIGGER_REACH, len(text)))
        self._dots: Iterator[int] = map(methodcaller("start"), dots)
        self._dot = next(self._dots, len(text))

    def collect(self, batch: list[Candidate], limit: int) -> None:
        """Add the Candidates of the triggers before ``limit``, behind those that were looked at."""
        # A colon at the very end announces nothing, be there a blank behind it.
        end_of_search = min(limit, len(self._text) - 1 - self._text.endswith(": "))
        while (behind := self._colons_before(batch, end_of_search)) is not None:
            self._colons = self.patterns.colons.finditer(self._text, behind)
        self._names(batch, limit)

    def _colons_before(self, batch: list[Candidate], end_of_search: int) -> int | None:
        """Add the Candidates of the colons before ``end_of_search``; give where to go on where some are left."""
        text, source, scanner, last, dot = self._text, self._source, self._scanner, self._last, self._dot
        add, candidate, by_group = batch.append, Candidate, OF_SCHEME.by_group
        ahead, self._ahead = self._ahead, ()
        for found in chain(ahead, self._colons):
            at, end = found.span()
            if at >= end_of_search:
                self._ahead = (found,)
                break
            if dot < at:
                dot = self._names(batch, at)
            group = found.lastindex or 0
            if group >= NOT_PLAIN:
                if text[at - 1] != "/" and ABOVE_ANOTHER.match(text, at) is None:
                    self._colon(batch, at, is_plain=False)
                continue
            if end < last:
                # As `_scheme_start`, without a call.
                start = at - 5 if text[at - 1] == "s" else at - 4 if text[at - 3] == "t" else at - 3
                facts = by_group[group] or self.facts(found, OF_SCHEME, start, at + 3)
                if facts is not None and start > scanner.floor:
                    add(_new(candidate, (text[start:end], source, start, end, facts)))
                    scanner.floor = end  # nothing can begin before the blank that follows
                    continue
            self._colon(batch, at, is_plain=True)
            if scanner.floor < end:
                return max(at + 1, scanner.floor)  # there may be the colon of a port in it
        return None

    def _colon(self, batch: list[Candidate], at: int, *, is_plain: bool) -> None:
        """Read what a colon announces that the commonest URLs do not follow, or where more has to be looked at."""
        text = self._text
        if at < self._scanner.floor:
            return
        if not (is_plain or text.startswith("//", at + 1)):
            is_done = self._in_pair(batch, at) or self._between_blanks(batch, at)
            if not is_done and triggers()[0].match(text, at) is not None:
                self._by_the_rules(batch, self._scanner.at_colon(at), at)
            return
        start = _scheme_start(text, at)
        reading, before = None, text[start - 1 : start]
        if before == "<" and not is_plain:
            reading = self._in_angles(at, start)
        if reading is None and is_plain:
            run = self._scanner.unsettled
            reading = self._at_line_end(at, start, run) if run > at else self._scanner.at_colon(at)
        if reading is not None or is_plain:
            self._by_the_rules(batch, reading, at)
            return
        # Else that pattern would say no more than the other one.
        if IS_RARER.match(text, at) and self._rarer(batch, at, start):
            return
        if text[start:at] not in WEB:
            if self._between_blanks(batch, at):
                return
        elif before in _BLANKS and start > self._scanner.floor and self._is_bare(start):
            reading = wrapped.read_at_sign(self._scanner, self._opening(at, start))
        self._by_the_rules(batch, reading or self._scanner.at_colon(at), at)

    def _between_blanks(self, batch: list[Candidate], at: int) -> bool:
        """Add the URL of a rarer scheme whose colon is at ``at``, between two blanks; tell whether it is one."""
        found = between_blanks(self._text, at, self._scanner.floor)
        if found is None or found[1] >= self._last or not self._is_bare(found[0]):
            return False
        return self._add(batch, *found)

    def _add(self, batch: list[Candidate], start: int, end: int, facts: Facts) -> bool:
        """Add what stands there and is looked at no more."""
        self._scanner.floor = end
        batch.append(_new(Candidate, (self._text[start:end], self._source, start, end, facts)))
        return True

    def _rarer(self, batch: list[Candidate], at: int, start: int) -> bool:
        """Add the plain URL of the colon at ``at`` of which `IS_RARER` tells; tell whether it is one."""
        text, body = self._text, at + len("://")
        start -= len("git+") * text.startswith("git+", start - len("git+"))
        found = self.patterns.rarer.match(text, at)
        if found is None:
            return False
        end = found.end()
        if not (self._scanner.runs.grammar.iri or text[start:end].isascii()):
            return False
        sign = text.find("@", body, end)
        has_user = sign >= 0 and text.find("/", body, sign) < 0
        return self._plain(batch, found, OF_SCHEME, start, body, note=USERINFO if has_user else "")

    def _in_pair(self, batch: list[Candidate], at: int) -> bool:
        """Add what fills a pair with the scheme before ``at``; tell whether no rule has to be asked."""
        text, found = self._text, IN_PAIR.match(self._text, at)
        start = at - len("mailto" if text[at - 1] == "o" else "urn")
        if found is None or start <= self._scanner.floor:
            return False
        end = found.end()
        facts = OF_OPAQUE.get(text[start - 1] + text[end - (found[1] is not None)])
        if facts is None or end >= self._last or text[start - 2 : start - 1] == "\\":
            return False
        if not (facts.delimiter or self._is_bare(start)):
            return False
        return found[1] is not None or self._add(batch, start, end, facts)

    def _in_angles(self, at: int, start: int) -> Reading | None:
        """Read the plain URL of the colon at ``at`` behind a ``<`` that is broken over a line end, as most such are."""
        text = self._text
        if text[start:at] not in WEB or start <= self._scanner.floor or text[start - 2 : start - 1] == "\\":
            return None
        return enclosed.read_broken_once(self._scanner, self._opening(at, start))

    def _names(self, batch: list[Candidate], limit: int) -> int:
        """Read the names whose first full stop lies before ``limit``; give where the next one is."""
        at = self._dot
        while at < limit:
            if at >= self._scanner.floor:
                self._name(batch, at)
            at = self._dot = next(self._dots, len(self._text))
        return at

    def _name(self, batch: list[Candidate], at: int) -> None:
        """Read a ``www.`` or ``ftp.`` name whose first full stop is at ``at``."""
        found = self.patterns.dot.match(self._text, at)
        if found is None or not self._plain(batch, found, _OF_WWW, at - 3, at - 3):
            self._by_the_rules(batch, self._scanner.at_dot(at), at)

    def _plain(
        self,
        batch: list[Candidate],
        found: re.Match[str],
        known: KnownFacts,
        start: int,
        body: int,
        note: str = "",
    ) -> bool:
        """Add the plain URL that was ``found``; tell whether that was enough."""
        end = found.end()
        if start <= self._scanner.floor or end >= self._last:
            return False
        if (facts := self.facts(found, known, start, body)) is None:
            return False
        return self._add(batch, start, end, facts.with_note(note) if note else facts)

    def _at_line_end(self, at: int, start: int, run: int) -> Reading | None:
        """Read the plain URL whose line ends at ``run``: behind a blank one of the rules alone has to be asked."""
        if start <= self._scanner.floor or not self._is_bare(start):
            return self._scanner.at_colon(at)
        return wrapped.read_plain(self._scanner, self._opening(at, start), run)

    def _opening(self, at: int, start: int) -> Opening:
        return _new(Opening, (start, at + len("://"), self._text[start:at], Opened.SCHEME, start))

    def _is_bare(self, start: int) -> bool:
        """Tell whether nothing but blanks stands before a URL: no opener before them, no label."""
        text, floor = self._text, self._scanner.floor
        lead = text[start - 6 if start > 6 else 0 : start]
        if lead[-1:] in _BLANKS and ":" not in lead and lead.rstrip(" \n")[-1:] not in _NOT_BEFORE_BLANKS:
            return True  # nearly always
        before = opener_before(text, start, floor)[0]
        return before in _BEFORE_BARE and label_start(text, start, floor) == start

    def _by_the_rules(self, batch: list[Candidate], reading: Reading | None, at: int) -> None:
        """Take the reading of the rules, where the text reached far enough for it."""
        if reading is None:
            return
        if reading.reach > self._last:
            raise _MoreTextNeeded(at)
        self._scanner.floor = reading.resume
        batch.append(reading.candidate(self._source))

    def facts(self, found: re.Match[str], known: KnownFacts, start: int, body: int) -> Facts | None:
        """Say what the rules would say of a plain URL, by what stands around it; None where they have to be asked."""
        text, kind, end = self._text, found.lastindex or 0, found.end()
        if text.find(";", body, end + 1) >= 0 and _SEMICOLON_OF_TEXT.search(text, body, end + 1):
            return None
        if (facts := known.by_group[kind]) is not None:
            return facts
        if kind == PARENTHESIS and text[end + 1 : end + 2] in _BEHIND_REMARK and text[start - 1] != "(":
            return known.in_remark.with_alternatives((text[start : end + 1],))
        if kind == NEXT_WORD:
            return self._before_word(known, start, body, end, found[NEXT_WORD])
        if kind == MARKED_WORD:
            return self._before_word(known, start, body, end, found[MARKED_WORD], found[MARGIN])
        return _BY_GROUP[kind](self, known, start, body, end)

    def _before_no_word(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where the line ends, and none of the next one could go on with the URL."""
        text = self._text
        if self._scanner.neighbourhood.page_ends(end) or (
            text[end - 1] == "/" and keeps_another(text[start:end])
        ):
            return None
        return known.line_end[text[end]]

    def _before_entry(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where the line ends, and the next one may have a URL behind a label or a number."""
        text = self._text
        if text.startswith(_LINE_BREAKS, end) and is_all_of_it(text, start, end):
            return known.behind[text[end]]
        return self._otherwise(known, start, body, end)

    def _before_wide_mark(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it before East Asian punctuation, but where the query may go on behind the mark, or the path."""
        text = self._text
        behind = NEXT_PARAMETER if text.find("?", body, end) >= 0 else MORE_OF_A_PATH
        return None if behind.match(text, end) else facts_of(known.opened, what_stands(text[end]))

    def _before_mark(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it before a semicolon and a blank, or before another mark, which may belong to the URL."""
        text = self._text
        facts = known.behind[text[end] + " "]
        return facts if text[end] == ";" else facts.with_alternatives((text[start : end + 1],))

    def _in_cell(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it before a blank and a bar, unless the URL may go on below in its cell, or on the next line."""
        text = self._text
        if at_line_end(text, end) or rest_of_cell(text, start, end, self._scanner.rows):
            return None
        return known.behind[text[end]]

    def _spaced(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where several blanks stand before, or a tab."""
        return self._otherwise(known, start, body, end) if self._is_bare(start) else None

    def _between(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where something stands before that has a closer, but for brackets."""
        text = self._text
        if text[end] == " " and text[start - 1] == "<":
            closer = text.find(">", end, start + enclosed.FURTHEST_CLOSER)
            return known.by_group[0] if closer < 0 or text.find("<", end, closer) >= 0 else None
        if text[end] in WIDE_MARKS and text[end + 1 : end + 2] not in WHITE_SPACE and text[end + 1].isascii():
            return None  # a title may go on there
        if text[end] in "\"'" and NEXT_STRING.match(text, end):
            return None  # it may go on there
        if text[end] in "*_" and text[start - 2 : start - 1] in {"*", "_", "~"}:
            return None
        if text[end] in "'*_" and text.find("/", body, end) < 0:
            is_pair = text[end] == text[start - 1] == "'"
            return facts_of(known.opened, Ended.HOST.told("'"), delimiter="''") if is_pair else None
        return known.between.get(text[start - 1] + text[end])

    def _bracketed(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where a square bracket or a brace stands before: that of a text, of TeX, of a wiki."""
        text = self._text
        opener, sign = text[start - 1], text[end]
        if sign == " ":
            return known.between.get(opener + " ")
        if sign != CLOSER[opener]:
            return None
        if opener == "{" and text.endswith(_COMMANDS_OF_TEX, self._scanner.floor, start):
            run = self._scanner.runs.end(body)
            return known.between["{}"] if self._is_settled_at(run) else None
        before, is_host = text[start - 2 : start - 1], text.find("/", body, end) < 0
        if before not in _BEFORE_NOTATION[opener] and _BEHIND_BRACKET.match(text, end + 1):
            longer = end + 1
        elif before + opener == "[[" and not is_host:
            longer = self._end_of_other_reading(start, body, end)
        else:
            return None
        if is_host:
            return facts_of(known.opened, Ended.HOST.told(sign), delimiter=opener + sign)
        return self._cut(known, start, end, longer, opener + sign)

    def _tagged(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it behind a tag of BBCode, ``[url]`` or ``[url=``, or behind the number of a note, ``[1]``."""
        text = self._text
        if text[start - 1] == "]" and not text.startswith("[", end):
            return self._before_entry(known, start, body, end) if text[start - 2].isdigit() else None
        if text.find("/", body, end) < 0:
            return None
        if text[start - 1] == "]":
            return known.between["]["] if _CLOSING_TAG.match(text, end) else None
        if text[start - len("[url=") : start].lower() != "[url=":
            return None
        return self._cut(known, start, end, self._end_of_other_reading(start, body, end))

    def _keyed(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where an equals sign, a comma or a bar stands before, the commas of a row on both sides."""
        text = self._text
        before, after = text[start - 1], text[end : end + 1]
        if text.find(";", body, end) >= 0:
            return None
        if before == "=" and (text[end - 1] == "=" or text.startswith("==", start - 2)):
            return None
        if after == "]":
            return self._tagged(known, start, body, end)
        if after and after in ",;" and text[end + 1 : end + 2] not in WHITE_SPACE:
            return self._in_row(known, start, body, end) if before == after else None
        if text.startswith(_LINE_BREAKS, end):
            is_tag = text.rfind("[", start - len("[link="), start) >= 0  # of BBCode: it is closed further on
            return None if is_tag else self._before_entry(known, start, body, end)
        return known.by_group[0] if after == " " else None

    def _in_row(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it between two commas, or two semicolons, unless the first one is none of a row."""
        text, runs = self._text, self._scanner.runs
        if text.find("/", body, end) < 0 or not mark_that_closes(text, start, text[start - 1]):
            return None
        if not text[end + 1].isalnum() or runs.holds_closing(end, runs.end(body)):
            return None  # less may be another reading, or what stands around the row may be closed
        return self._cut(known, start, end, self._end_of_other_reading(start, body, end), why=Ended.SAME_SIGN)

    def _labelled(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where ``URL:`` stands before, a blank behind it or not."""
        text, floor = self._text, self._scanner.floor
        prefix = start - len("URL:") - (text[start - 1] == " ")
        if prefix < floor or opener_before(text, prefix, floor)[0] not in _BEFORE_BARE:
            return None
        if prefix + len("URL:") == start and text.find(",", body, end) >= 0:
            return None  # what follows the comma may be another label
        return self._before_entry(_OF_LABELLED[known.opened], start, body, end)

    def _before_word(
        self, known: KnownFacts, start: int, body: int, end: int, word: str, margin: str = ""
    ) -> Facts | None:
        """Say it where a line break follows, and on the next line, behind its margin, a word of prose."""
        text = self._text
        line = text.rfind("\n", max(0, start - LOOK_BACK), start) + 1
        if self._source.has_lone_returns or not text.startswith(margin, line):
            return self._otherwise(known, start, body, end)
        run = end + (text[end] not in "\r\n")
        other = settled_before(self._scanner, word, line + len(margin), start, run)
        if other is None:
            return None
        facts = known.line_end[text[end]]
        return facts.with_alternatives((other,)) if other else facts

    def _otherwise(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where a blank, a closing parenthesis or the end of the line follows, perhaps behind punctuation."""
        text = self._text
        mark = text[end : end + 1]
        if mark == ")":
            return self._before_parenthesis(known, start, body, end)
        stripped = mark if mark and mark in ".,;:" else ""
        run = end + len(stripped)
        after = text[run : run + 1]
        is_host = stripped != "" and text.find("/", body, end) < 0
        if after not in WHITE_SPACE or (stripped == ":" and is_host):
            return None
        if after in {"\n", "\r"} and text[end - 1] == "=" and ends_in_soft_break(self._scanner, start, run):
            return None  # of quoted-printable
        at_break = text.startswith(_LINE_BREAKS, run)
        alternative = settled(self._scanner, start, body, run) if at_break else ""
        if alternative is None:
            self._scanner.unsettled = run
            return None
        if not (alternative or is_host):
            return known.behind[stripped + after]
        ended_by = Ended.HOST.told(stripped) if is_host else what_stands(after)
        opened, others = known.opened, (alternative,) if alternative else ()
        return facts_of(opened, ended_by, opened_by=known.opened_by, alternatives=others, stripped=stripped)

    def _before_parenthesis(self, known: KnownFacts, start: int, body: int, end: int) -> Facts | None:
        """Say it where a closing parenthesis follows, or in a link of Markdown a blank and its title."""
        if self._text[end] == " ":
            return known.by_group[0]
        text, longer = self._text, end + 1
        after, delimiter = text[longer : longer + 1], ""
        if text[start - 1] == "(":
            delimiter = "]()" if text[start - 2] == "]" else "()"
        is_marked, has_path = delimiter == "]()", text.find("/", body, end) >= 0
        behind = _BEHIND_LINK if is_marked else _BEHIND_PARENTHESIS
        if after not in WHITE_SPACE and not behind.match(text, longer):
            # What else follows may make a sign of its own, `;-)`, or the URL may go on, but behind a link; a letter
            # of another script says that the text does.
            if not has_path or not (is_marked or (after.isalpha() and not after.isascii())):
                return None
            longer = self._end_of_other_reading(start, body, end)
        elif is_marked and after == ")":
            longer += 1
        if not has_path:
            return facts_of(known.opened, Ended.HOST.told(")"), delimiter=delimiter)
        return self._cut(known, start, end, longer, delimiter)

    def _cut(
        self,
        known: KnownFacts,
        start: int,
        end: int,
        longer: int,
        delimiter: str = "",
        why: Ended = Ended.UNOPENED,
    ) -> Facts | None:
        """Say it where the sign at ``end`` ends a URL, and all of its run would at ``longer``; -1 where none knows."""
        if longer < 0:
            return None
        text = self._text
        others = (text[start:longer],) if longer > end else ()
        return facts_of(known.opened, why.told(text[end]), delimiter=delimiter, alternatives=others)

    def _end_of_other_reading(self, start: int, body: int, end: int) -> int:
        """Give where a URL that ends at ``end`` would end with all that follows in its run; -1 where more is asked."""
        text, runs = self._text, self._scanner.runs
        behind = WHITE_SPACE if runs.holds_opening(body, run := runs.end(body)) else _WIDE
        if text.find(")", body, end) >= 0 or not self._is_settled_at(run, behind):
            return -1
        return trim(text, start, end, run, "") if run <= end + FURTHEST_OTHER_END else end

    def _is_settled_at(self, run: int, behind: frozenset[str] = WHITE_SPACE) -> bool:
        """Tell whether no rule has to do with what stands at the end of a run in which a URL ends earlier."""
        text = self._text
        return run < self._last and text[run] in behind and text[run - 1] not in _BEFORE_MORE


_BY_GROUP: Final = {
    MARKED: _Search._before_parenthesis,
    BETWEEN: _Search._between,
    SPACED: _Search._spaced,
    BRACKETED: _Search._bracketed,
    KEYED: _Search._keyed,
    TAGGED: _Search._tagged,
    LABELLED: _Search._labelled,
    MARK: _Search._before_mark,
    PARENTHESIS: _Search._before_parenthesis,
    NO_WORD: _Search._before_no_word,
    ENTRY: _Search._before_entry,
    CELL: _Search._in_cell,
    WIDE: _Search._before_wide_mark,
    OTHER: _Search._otherwise,
    OTHER_OF_HOST: _Search._otherwise,
}
"""What says the facts, by the group of the pattern, where that does not say all."""
