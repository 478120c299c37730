"""URLs without delimiters around them, followed over line breaks as far as the evidence goes.

Where such a URL ends is told by `extent`, whether wrapping broke it by `wrapping`. Offsets are code points of the text
at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from typing import Literal

import regex

from urlglean.delimiting.alphabet import CLOSER
from urlglean.delimiting.ends import Extent, opened_extent
from urlglean.delimiting.lines import CHUNK, Paragraph, at_line_end, without_hyphens
from urlglean.delimiting.openings import Opening
from urlglean.delimiting.readings import (
    NOT_ONE,
    Nothing,
    Reading,
    Scan,
    Site,
    clip,
    facts_of,
    what_ended,
)
from urlglean.delimiting.rules.breaks import (
    SHORTEST_WRAPPED,
    Break,
    find_break,
    rest_behind_soft_break,
    settled,
)
from urlglean.delimiting.rules.enclosed import full_reading
from urlglean.delimiting.words import (
    HYPHENED_WORD,
    PROSE_WORDS,
    SETTING,
    STARTS_URL,
    WORD,
    ends_in_suffix,
    holds_slash,
    is_camel,
    is_cut_word,
    is_quantity,
    is_suffix_behind_dot,
    is_word,
    names_file,
    reads_as_code,
    reads_as_file,
    reads_as_url,
    splits_suffix,
)
from urlglean.uri.suffixes import is_special_name, is_top_level_domain

# Was this bare URL broken over lines? The evidence, weighed.

_HOST_REST = re.compile(r"[\w.\-]+(?=[/:?#,;)]|\Z)")
_TITLE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+[.,;:)]*\Z")
_PARAMETER = re.compile(r"&[\w.\-\[\]]+=")
_FILE_PATH = re.compile(
    r"~/|\$[A-Z]+/|/(?:bin|boot|dev|etc|home|lib|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Library)/"
)
_LABEL = re.compile(r"(?: [\w/]+){0,3}:[ \t]+\S")
_KEY = re.compile(r"[A-Za-z]+(?:[/\-][A-Za-z]+)*:(?:\Z|[^/?&#=%])")
_TABLE_CELL = re.compile(r"[ \t]+(?:=>?|->|:|\||&)[ \t]|[ \t]{3,}\S|\t+\S")
_COLUMN = re.compile(r"[ \t]{3,}\S|[ \t]{2,}(?:https?://|ftp://|www\.)")
_OWN_URL = re.compile(r"(?<=[ \t])(?:https?://|ftp://|www\.)\S+\Z")
_PARTED = re.compile(r"[ \t]+[.,)]+(?:\s|\Z)")
_ADDRESS = re.compile(r"[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+[.,;:)>]*\Z")
_PROGRAM = re.compile(r"(?i)\.(?:php[0-9]?|cgi|pl|py|aspx?|jsp)/\Z")
_LONGEST_SUFFIX = 16
"""No file's suffix is longer, with punctuation behind it."""
_DIGEST = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})\Z")
_NAMED_HOST = re.compile(r"(?:[a-z][a-z0-9\-]*\.)+([a-z]{2,12})/")
_DOTTED_QUAD = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]+)?\Z")
_CAMEL_CAPITAL = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+\Z")
"""Words set together as programs do it; in prose at most two of them are, the first with a capital (``JavaScript``)."""
_OTHER_SCHEME = re.compile(r"(?i)(?!https?:|ftp:)[a-z][a-z0-9+.\-]*://")
"""Whose hosts may be of one label (``gs://bucket``)."""
_OPEN_HOST = re.compile(r"(?i)\A(?:[a-z][a-z0-9+.\-]*://)?(?:[^/?#@\s]*@)?[^/?#\s:]*\Z")


def is_known(at: int, joined: str, known: Container[str], paragraph: Paragraph) -> bool:
    """Tell whether the joined URL is known whole: handed in, or standing in one piece in the same paragraph."""
    return joined in known or paragraph.find(joined, but=at)


def _stands_whole(url: str, known: Container[str]) -> bool:
    """Tell whether a URL at a line's end is known to be whole there; a folder is whole, and goes on all the same.

    Evidence that can tell it more strictly than by what it holds has a question of its own for it.
    """
    asks = getattr(known, "stands_whole", None)
    if asks is not None:
        return bool(asks(url))
    return url[-1] != "/" and url in known


# --- the traces, as questions about a Break ---


def _is_full(b: Break) -> bool:
    """Tell whether the next token would not have fitted the longest line."""
    width = b.longest
    if width == 0 and b.indent >= 3 and b.widest >= SHORTEST_WRAPPED:
        width = b.widest  # the body of a specification, which is as wide everywhere
    return width > 0 and b.length + 1 + len(b.token) + len(b.following.split(" ")[0]) > width


def _had_room(b: Break) -> bool:
    return b.longest > 0 and not _is_full(b) and not _closes(b) and b.length + 1 + len(b.token) <= b.longest


def _wanted(b: Break) -> int:
    """Give how long the line would be with what a wrapper that breaks after delimiters could not put there."""
    if b.before[-1] not in "/-?&=":
        return b.length
    found = CHUNK.match(b.token)
    return b.length + (found.end() if found else len(b.token))


_COLUMNS = frozenset({70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 98, 99, 100, 132, 998})


def _hard_column(b: Break) -> bool:
    """Tell whether the line is as long as programs cut lines (quoted since or not), or as the longest."""
    if b.cell:
        return False  # that far its column reaches, not the line
    if b.longest >= 60 and b.length == b.longest:
        return True
    return b.length >= b.longest and (b.length in _COLUMNS or b.length - b.margin in _COLUMNS)


def _plain_word(b: Break) -> bool:
    if not (WORD.match(b.token) and b.token[0].islower()):
        return False
    return not (
        is_cut_word(b.token, alone=not b.following)
        or is_camel(b.token)
        or (
            splits_suffix(b.before, b.token)
            and (is_suffix_behind_dot(b.before, b.token) or not names_file(b.before))
        )
    )


def _lone_rest(b: Break) -> bool:
    """Tell a lower-case word that is alone on its line and no common one, below a line that was cut at a column."""
    if not (_alone(b) and _plain_word(b) and _hard_column(b)) or b.length < b.widest:
        return False
    if b.before[-1] in ".,:;!?" or b.token[-1] in "!?" or (b.before[-1] == "/" and b.ends):
        return False
    return not (_stop_word(b) or _is_complete(b) or _host_only(b))


def _other_script(b: Break) -> bool:
    """Tell whether an ASCII URL meets letters of another script: text goes on, not a URL."""
    return b.token[0] > "\x7f" and b.token[0].isalpha() and b.before[-12:].isascii()


def _is_stray(b: Break) -> bool:
    if b.unmarked:
        return b.stray and not (
            b.token.lstrip("+-").isdigit() or b.token in ("ok", "no", "yes")
        )  # an answer between the lines
    return b.stray and not is_word(b.token, alone=not b.following)


def _quantity(b: Break) -> bool:
    """Tell a number as prose writes it: ``2nd``, ``10%``, ``v2.0``, ``3D``, ``24/7``."""
    if b.before[-1] in "-_=&./" or (b.before[-1].isdigit() and b.token.rstrip(".,;:)").isdigit()):
        return False  # a number that goes on, or one that the URL was waiting for
    return is_quantity(b.token)


def _capitalised(b: Break) -> bool:
    if not b.token[0].isupper() or is_camel(b.token):
        return False
    if b.before[-1] in "?&=" and _CAMEL_CAPITAL.match(b.token):
        return False
    return bool(HYPHENED_WORD.match(b.token) or WORD.match(b.token)) and not is_cut_word(
        b.token, alone=not b.following
    )


def _stop_word(b: Break) -> bool:
    return (
        b.token.rstrip(".,;:!?)").lower() in PROSE_WORDS
        and not splits_suffix(b.before, b.token)
        and not is_cut_word(b.token, alone=not b.following)
    )


def _closes_own(b: Break) -> bool:
    """Tell whether the next token closes a parenthesis of the URL itself: ``Planning_(educatio`` and ``n)``."""
    return ")" in b.token and b.before.count("(") > b.before.count(")")


_OPENERS = {")": "(", "]": "["}


def _closes(b: Break) -> bool:
    if b.opened not in _OPENERS:
        return False
    return b.token.count(b.opened) > b.token.count(_OPENERS[b.opened])


def _alone(b: Break) -> bool:
    return not b.following


def _begins_with_host(b: Break) -> bool:
    """Tell a name that is no file's, and a path: another address, without its scheme."""
    found = _NAMED_HOST.match(b.token)
    if found is None or not b.before[-1].isalnum() or _host_is_open(b):
        return False
    return is_top_level_domain(found[1]) and not ends_in_suffix(found[0])


def _indented(b: Break) -> bool:
    """Tell the layout of specifications, which no signature has: indented, and full up to a slash."""
    return b.before[-1] == "/" and b.indent >= 3 and _hard_column(b)


def _indented_title(b: Break) -> bool:
    return b.before[-1] == "/" and b.indent >= 3 and bool(_TITLE.match(b.token))


def _host_is_open(b: Break) -> bool:
    """Tell whether the URL ends within its host, and the host is not complete."""
    if not _OPEN_HOST.match(b.before) or _OTHER_SCHEME.match(b.before):
        return False
    host = b.before.rpartition("//")[2].rpartition("@")[2]
    if _DOTTED_QUAD.match(host):
        return False
    if host.endswith("."):
        # The full stop of a sentence, where the host is one without it.
        return not is_top_level_domain(host.rstrip(".").rpartition(".")[2])
    last = host.rpartition(".")[2]
    return not host or host.endswith("-") or not (is_top_level_domain(last) or is_special_name(last))


def _completes_host(b: Break) -> bool:
    """Tell whether a host becomes a whole name by the next token: ``http://exam`` and ``ple.org/a``."""
    if not _host_is_open(b) or "." not in b.token:
        return False
    host = _HOST_REST.match(b.token)
    return host is not None and is_top_level_domain(host[0].rstrip(".").rpartition(".")[2])


def _host_only(b: Break) -> bool:
    return bool(_OPEN_HOST.match(b.before)) and not _host_is_open(b)


def _is_complete(b: Break) -> bool:
    tail = b.before[-_LONGEST_SUFFIX:]
    if "." not in tail or _PROGRAM.search(tail):
        return False  # a path is handed to the program
    return names_file(tail.rstrip(".,;:")) and not splits_suffix(b.before, b.token)


def _both_complete(b: Break) -> bool:
    return b.token[0].isalnum() and "." in b.token and reads_as_file(b.token) and _is_complete(b)


def _assignment(b: Break) -> bool:
    """Tell a setting (``key=value``) where the URL has no query that it could belong to."""
    return bool(SETTING.match(b.token)) and "?" not in b.before and b.before[-1] not in "/;&="


def _number_goes_on(b: Break) -> bool:
    return b.before[-1].isdigit() and b.token.rstrip(".,;:)").isdigit() and _hard_column(b)


def _sentence_before(b: Break) -> bool:
    return b.before[-1] in ".,:;!?" and not (reads_as_url(b.token) or splits_suffix(b.before, b.token))


def _cut_short(b: Break) -> bool:
    """Tell a break within a word on a line that ends before the column where lines are cut."""
    return (
        b.pieces == 1
        and b.before[-1].isalnum()
        and b.token[0].isalnum()
        and b.length < b.longest
        and not (_hard_column(b) or _host_is_open(b) or splits_suffix(b.before, b.token))
    )


def _cut_amid(b: Break) -> bool:
    """Tell a break within a word where a mailer would have set all of the URL on a line of its own first.

    What only a URL holds tells of one that cuts wherever its column is.
    """
    return (
        b.amid
        and bool(b.following)
        and b.before[-1].isalnum()
        and b.token[0].isalnum()
        and "#" not in b.token
        and not (
            _host_is_open(b)
            or splits_suffix(b.before, b.token)
            or is_cut_word(b.token, alone=False)
            or reads_as_url(b.token)
        )
    )


def _asks(b: Break) -> bool:
    """Tell a query's mark at the end from that of a sentence, as text of another script or ``!?`` has it."""
    return b.before[-1] != "?" or (b.before[-2].isascii() and b.before[-2] not in ".,:;!?")


def _both_end_in_url(b: Break) -> bool:
    return not b.lone and _OWN_URL.search(b.following) is not None and not _closes(b)


def _goes_on_in_prose(b: Break) -> bool:
    return b.before[-1] in ",:;" and ":" in b.before[:-1] and not reads_as_url(b.token)


def _begins_with_label(b: Break) -> bool:
    if ":" not in b.token + b.following or _closes(b) or b.glued or splits_suffix(b.before, b.token):
        return False
    return bool(b.following) and bool(_LABEL.match(b.following) or _KEY.match(b.token))


def _next_argument(b: Break) -> bool:
    """Tell a name that the URL has as one of its parts: a command's next argument."""
    return (
        len(b.token) > 3 and b.before[-1].isalnum() and b.token.isascii() and f"/{b.token}/" in f"{b.before}/"
    )


Trace = Callable[[Break], bool]

WEIGHTS: tuple[tuple[str, float, Trace], ...] = (
    # for a join
    ("the line is full", 1.5, _is_full),
    ("cut at a hard column", 1.7, _hard_column),
    ("it ends in a soft break", 0.9, lambda b: b.flowed),
    ("its quote mark is glued to the next token", 4.5, lambda b: b.glued and b.length >= SHORTEST_WRAPPED),
    ("it ends in & ? % #", 3.2, lambda b: (b.before[-1] in "&?%#" and _asks(b)) or b.before[-2:-1] == "%"),
    ("it ends in =, which is no padding", 3.2, lambda b: b.before[-1] == "=" and b.before[-2:-1] != "="),
    ("it ends in - _ ~ +", 2.1, lambda b: b.before[-1] in "-_~+"),
    ("it ends in a hyphen on a full line", 2.2, lambda b: b.before[-1] == "-" and _is_full(b)),
    ("it ends in /", 0.5, lambda b: b.before[-1] == "/"),
    ("its host is not complete", 3.5, _host_is_open),
    ("only with the next token it is", 2.0, _completes_host),
    ("the break splits a file's suffix", 3.2, lambda b: splits_suffix(b.before, b.token)),
    (
        "the next token begins with a URL delimiter",
        2.7,
        lambda b: b.token[0] in "/?&=#%_-.~+" and len(b.token) > 1,
    ),
    ("the next token reads as URL", 2.7, lambda b: reads_as_url(b.token)),
    ("the next token begins a parameter", 2.0, lambda b: bool(_PARAMETER.match(b.token)) and "?" in b.before),
    ("the next token holds a slash", 1.5, lambda b: "/" in b.token and holds_slash(b.token)),
    ("the next token mixes letters and digits", 1.7, lambda b: reads_as_code(b.token)),
    ("the next token is no word", 1.0, lambda b: is_cut_word(b.token, alone=not b.following)),
    ("a number goes on at a hard column", 0.8, _number_goes_on),
    ("the next token ends in a file's suffix", 2.3, lambda b: reads_as_file(b.token)),
    ("the next token closes the bracket", 3.8, _closes),
    ("the next token closes a bracket of the URL", 3.8, _closes_own),
    ("which was opened right before the URL", 3.4, lambda b: b.embraced and _closes(b)),
    ("the next token stands alone on its line", 1.0, _alone),
    ("and is no common word, below a line cut at a column", 2.2, _lone_rest),
    ("and ends the paragraph", 0.6, lambda b: _alone(b) and b.ends),
    ("the next token is hyphened, below an indented URL up to a /", 1.4, _indented_title),
    ("and both lines are indented, the URL up to a /", 1.2, lambda b: _alone(b) and b.ends and _indented(b)),
    (
        "and the next line would have gone on there",
        1.6,
        _is_stray,
    ),
    ("a blank parts the next token from a full stop", 3.2, lambda b: bool(_PARTED.match(b.following))),
    ("a label says that it is a URL", 0.8, lambda b: b.labelled),
    ("it was broken before", 0.8, lambda b: b.pieces > 1),
    ("the next token is hyphened like a title", 1.3, lambda b: b.token.count("-") > 1),
    ("the next token ends in /", 1.7, lambda b: b.token.rstrip(".,;:)").endswith("/")),
    # against it
    (
        "no line is long enough to be wrapped",
        -2.6,
        lambda b: max(_wanted(b), b.longest) < 56 and not _closes(b),
    ),
    ("nothing says so yet", -3.3, lambda b: True),
    ("the line had room", -2.3, _had_room),
    ("the next token is a plain word", -2.3, _plain_word),
    ("the next token is a word of prose", -3.0, _stop_word),
    ("the next token is a number of prose", -2.6, _quantity),
    ("the next token sets a value, and no query began", -2.0, _assignment),
    ("the next token is of another script", -2.5, _other_script),
    ("the next token is capitalised", -2.6, _capitalised),
    ("the URL is complete", -2.5, _is_complete),
    ("the URL and the next token are both whole names", -2.5, _both_complete),
    ("the URL is a whole host", -1.2, _host_only),
    ("the URL ends in sentence punctuation", -1.5, _sentence_before),
    ("the URL stands alone on a short line", -1.2, lambda b: b.lone and _wanted(b) < 64 and not _closes(b)),
    (
        "the next token is the path of a file",
        -7.0,
        lambda b: bool(_FILE_PATH.match(b.token)) and b.before[-1] not in "-_=&?%",
    ),
    ("the next line is the row of a table", -6.0, lambda b: bool(_TABLE_CELL.match(b.following))),
    ("the URL stands in a column", -3.0, lambda b: b.cell),
    ("and the next line has columns, too", -4.0, lambda b: b.cell and bool(_COLUMN.search(b.following))),
    ("a word is cut short of the column where lines are cut", -1.8, _cut_short),
    ("a word is cut between words, which may be prose", -4.0, _cut_amid),
    ("the URL has a comma or a colon behind it", -1.5, _goes_on_in_prose),
    ("both lines end in a URL", -3.0, _both_end_in_url),
    ("the next token is a part of the URL again", -3.0, _next_argument),
    (
        "the next token is an address",
        -3.0,
        lambda b: bool(_ADDRESS.match(b.token)) and b.before[-1] not in "=?&:",
    ),
    ("the URL is a whole host and a slash", -0.8, lambda b: b.before[-1] == "/" and b.before.count("/") == 3),
    ("the next token begins a URL, too", -4.2, lambda b: bool(STARTS_URL.match(b.token))),
    ("the next line begins with a label", -4.0, _begins_with_label),
    ("the next token opens a bracket", -4.0, lambda b: b.token[0] in "([{"),
    (
        "the next token is a digest",
        -5.0,
        lambda b: bool(_DIGEST.match(b.token)) and b.before[-1] not in "/=-_",
    ),
    ("the next token begins with a host", -4.0, _begins_with_host),
    ("the next line is indented less", -3.3, lambda b: b.outdented),
    ("the next line has lost its quote mark", -1.0, lambda b: b.unmarked),
)
"""What is weighed: the trace in words, its weight, and the question that finds it."""
HOPELESS = -8.0
"""What weighs less than this is not redeemed by what comes behind it."""


def weigh(found: Break) -> float:
    """Add up the weights of the traces that hold: more than zero says that wrapping broke the URL here."""
    weight = 0.0
    for _, more, holds in WEIGHTS:
        if holds(found):
            weight += more
    return weight


_MOST_PIECES = 12
_ENDS_IN_HYPHEN = re.compile(r"[-.]*+")
_MORE_OF_A_LABEL = regex.compile(r"[\p{L}\p{M}\p{N}]|\p{S}++[\w.\-]")
_PIECE_ON_LINE = re.compile(r"[ ]([^\s<>\"]+)")
_MOST_BLANKS = 3
_MOST_REFLOWED = 200
"""How many blanks may stand in the rest of a URL that was set in one line again, and how far, in code points."""


def read(scan: Scan, site: Site) -> Reading | None:
    """Read the URL of a site, and follow it over line breaks; None where it is no plausible one."""
    text, opening, start = scan.text, site.opening, site.opening.start
    run, whole, extent = first_piece(scan, site)
    if whole < run and text[whole] == "(" and at_line_end(text, run):
        whole = run  # what the parenthesis needs may stand on the next line
    if whole == run and at_line_end(text, run):
        quick = None
        if extent is not None and extent.end >= run - 1 and opening.prefix == start:
            quick = settled(text, start, opening.body, run, scan.known)
        if quick is not None and extent is not None:
            return _single(scan, opening, extent, (quick,) if quick else ())
        if (
            joined := follow(scan, opening, [(start, run)], [_first(scan, opening, run, extent)])
        ) is not None:
            return joined
    return _single(scan, opening, extent) if extent is not None else None


def first_piece(scan: Scan, site: Site) -> tuple[int, int, Extent | None]:
    """Give where the first piece of a URL ends at most, where it does, and how far the URL reaches in it.

    A hyphen at the end of the run is part of the piece.
    """
    text, opening, run = scan.text, site.opening, site.run
    if text[run - 1] == "|" and at_line_end(text, run):
        run -= 1  # the edge of a box or a table
    extent = opened_extent(opening, text, opening.start, run)
    whole = run if extent is None or _ENDS_IN_HYPHEN.fullmatch(text, extent.cut, run) else extent.cut
    return run, whole, extent


def inside_a_host(scan: Scan, site: Site) -> Literal[Nothing.NOT_ONE] | None:
    """Tell of a run of ASCII that ends inside a host, before a letter of another script: what it holds is no host.

    A whole name has text glued to it.
    """
    if scan.runs.grammar.iri or not _MORE_OF_A_LABEL.match(scan.text, site.run):
        return None
    text, body, run = scan.text, site.opening.body, site.run
    host = text[max(body, text.rfind("@", body, run) + 1) : run]
    if any(mark in host for mark in "/?#"):
        return None
    name, _, last = host.rpartition(".")
    return None if name and is_top_level_domain(last) else NOT_ONE


def _single(scan: Scan, opening: Opening, extent: Extent, alternatives: tuple[str, ...] = ()) -> Reading:
    text, start, end = scan.text, opening.start, extent.end
    opener = text[opening.prefix - 1 : opening.prefix]
    closer = CLOSER.get(opener)
    after = text[extent.cut : extent.cut + 1]
    if opener == "(" and after == ")" and text[opening.prefix - 2 : opening.prefix - 1] == "]":
        end, opener = extent.cut, "]("  # Markdown: its closing parenthesis ends it, not the punctuation
    alternatives = (*extent.alternatives, *alternatives)
    ended_by = what_ended(extent, after)
    delimiter = opener + after if (closer is not None and after == closer) or opener == "](" else ""
    if opener == "<":
        alternatives = (*alternatives, *filter(None, [full_reading(text, opening.prefix - 1, start)]))
    facts = facts_of(
        opening.opened,
        ended_by,
        opened_by=opening.told if opening.prefix < start else "",
        delimiter=delimiter,
        alternatives=tuple(dict.fromkeys(alternatives)) if alternatives else (),
        notes=extent.notes,
        stripped=text[end : extent.cut],
    )
    return Reading(
        ((start, end),),
        text[start:end],
        max(end, min(extent.cut, extent.run)),
        facts,
        extent.run,
        opening.scheme,
    )


def _first(scan: Scan, opening: Opening, run: int, extent: Extent | None) -> tuple[str, Extent | None]:
    """Give the first piece, and how far the URL reaches in it."""
    return scan.text[opening.start : run], extent.moved(-opening.start) if extent is not None else None


def put_together(
    scan: Scan, opening: Opening, end: int, extent: Extent | None, rest: Iterable[tuple[int, int]]
) -> Reading | None:
    """Read a URL whose first piece ends at ``end`` together with its other pieces; None where there is no more."""
    trial = [(opening.start, end)]
    readings = [_first(scan, opening, end, extent)]
    for piece in rest:
        trial.append(piece)
        joined = readings[-1][0] + scan.text[slice(*piece)]
        readings.append((joined, opened_extent(opening, joined, 0, len(joined))))
    if len(trial) == 1 or readings[-1][1] is None:
        return None
    return decide(scan, opening, trial, readings, len(trial))


def follow(
    scan: Scan, opening: Opening, trial: list[tuple[int, int]], readings: list[tuple[str, Extent | None]]
) -> Reading | None:
    """Follow a bare URL over line breaks as far as the evidence goes; None where it does not go anywhere.

    ``trial`` and ``readings`` hold what is known of it: its first piece, or the two that make its scheme, and what
    they are put together, with the extent of the URL in that.
    """
    start, extent = opening.start, readings[-1][1]
    paragraph = scan.paragraph_at(start)
    taken, owed = len(trial), 0.0
    while len(trial) <= _MOST_PIECES:
        if _add_soft_break(scan, opening, trial, readings):
            taken, owed = len(trial), 0.0
            continue
        found = find_break(
            scan.text, start, trial, scan.runs.grammar.run, paragraph, labelled=opening.prefix < start
        )
        if found is None:
            break
        joined = found.before + found.token
        whole = opened_extent(opening, joined, 0, len(joined))
        if whole is None and (extent is not None or len(trial) > 1):
            break
        trial.append((found.start, found.end))
        readings.append((joined, whole))
        if found.glued and _add_reflowed(scan, opening, found, trial, readings):
            taken, owed = len(trial), 0.0
            continue
        if whole is not None:
            if is_known(start, joined[: whole.end], scan.known, paragraph):
                taken, owed = len(trial), 0.0
                continue
            if taken == len(trial) - 1 and _stands_whole(found.before, scan.known):
                continue  # whole as it is, unless more is known behind it
            # A token alone on its line may be vouched for by the line behind it.
            weight = weigh(found)
            if weight < HOPELESS:
                break
            owed += weight
            if owed > 0:
                taken, owed = len(trial), 0.0
        if len(trial) - taken > 3 or (found.following and taken < len(trial)):
            break
    return decide(scan, opening, trial, readings, taken)


def _add_soft_break(
    scan: Scan, opening: Opening, trial: list[tuple[int, int]], readings: list[tuple[str, Extent | None]]
) -> bool:
    """Add the piece behind a soft break of quoted-printable, whose equals sign goes; tell whether there is one."""
    start, last = trial[-1]
    rest = rest_behind_soft_break(scan.text, last) if last - start > 1 else None
    joined = readings[-1][0].removesuffix("=") + scan.text[slice(*rest)] if rest is not None else ""
    whole = opened_extent(opening, joined, 0, len(joined)) if joined else None
    if rest is None or whole is None:
        return False
    trial[-1] = (start, last - 1)
    trial.append(rest)
    readings.append((joined, whole))
    return True


def _add_reflowed(
    scan: Scan,
    opening: Opening,
    found: Break,
    trial: list[tuple[int, int]],
    readings: list[tuple[str, Extent | None]],
) -> bool:
    """Add what stands behind blanks that a mailer left when it set a broken URL in one line again.

    It counts where the whole is known with it, or it ends the line and the name: in a file's suffix, or with more
    hyphens behind one. Tells whether there is any.
    """
    joined, at = readings[-1][0], found.end
    line_end = at + len(found.following)
    paragraph = scan.paragraph_at(opening.start)
    more: list[tuple[int, int]] = []
    taken = 0
    for piece in _PIECE_ON_LINE.finditer(scan.text, at, min(line_end, at + _MOST_REFLOWED)):
        if piece.start() != at or len(more) == _MOST_BLANKS:
            break
        at = piece.end()
        is_title = joined[-1] == "-" and "-" in piece[1]
        joined += piece[1]
        more.append(piece.span(1))
        whole = opened_extent(opening, joined, 0, len(joined))
        if whole is None or whole.end <= len(joined) - len(piece[1]):
            break
        is_name = is_title or (len(piece[1]) < 6 and ends_in_suffix(joined))
        if (at == line_end and is_name) or is_known(
            opening.start, joined[: whole.end], scan.known, paragraph
        ):
            trial += more[taken:]
            readings += [(joined, whole)] * (len(more) - taken)
            taken = len(more)
    return taken > 0


def decide(
    scan: Scan,
    opening: Opening,
    trial: list[tuple[int, int]],
    readings: list[tuple[str, Extent | None]],
    taken: int,
) -> Reading | None:
    """Make the reading of the pieces that were taken; the next longer and the shorter one are alternatives."""
    joined, whole = readings[taken - 1]
    longer: tuple[str, ...] = ()
    if taken < len(readings):
        text, further = readings[taken]
        if further is not None and further.end > len(joined):
            longer = (text[: further.end],)
    if taken == 1:
        return _single(scan, opening, whole.moved(opening.start), longer) if whole is not None else None
    if whole is None or whole.end <= trial[0][1] - trial[0][0]:
        return None
    pieces = clip(tuple(trial[:taken]), whole.end)
    if len(pieces) < taken:  # of the last line nothing is left
        return decide(scan, opening, trial, readings, len(pieces))
    shorter = tuple(
        text[: extent.end] for text, extent in (readings[taken - 2], readings[0]) if extent is not None
    )
    hyphens = without_hyphens(scan.text, pieces)
    resume = pieces[-1][1] + whole.cut - whole.end
    others = (*hyphens, *shorter, *longer, *whole.alternatives)
    facts = facts_of(
        opening.opened,
        what_ended(whole, scan.text[resume : resume + 1]),
        pieces=pieces,
        alternatives=tuple(other for other in dict.fromkeys(others) if other != joined[: whole.end]),
        notes=whole.notes,
        stripped=joined[whole.end : whole.cut],
    )
    return Reading(pieces, joined[: whole.end], resume, facts, trial[-1][1], opening.scheme)
