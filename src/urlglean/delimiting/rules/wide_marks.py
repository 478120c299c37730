"""URLs that hold the punctuation of East Asia, as the titles of pages and files do: ``/wiki/你好，之华``.

In prose such a mark ends a URL, and text goes on without a blank. It is part of one where a pair of quotes encloses
both sides of it, or the query goes on behind it; where only the title or the path may, that is another reading.
Offsets are code points of the text at hand.
"""

from __future__ import annotations

from urlglean.delimiting.alphabet import QUOTES
from urlglean.delimiting.ends.extent import opened_extent
from urlglean.delimiting.readings import Reading, Scan, Site
from urlglean.delimiting.rules.wrapped import read, read_alone
from urlglean.delimiting.words import STARTS_URL
from urlglean.patterns import lazy_re, lazy_regex

WIDE_MARKS = (
    "\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\uff08\uff09\u300a\u300b\u3010\u3011\u300c\u300d"
)
"""The marks and brackets of East Asia that titles hold."""
_OPENERS = {"\uff09": "\uff08", "\u300b": "\u300a", "\u3011": "\u3010", "\u300d": "\u300c"}
_MARKS = lazy_re(f"[{WIDE_MARKS}]{{1,4}}+")
_PLAIN_PART = lazy_re(
    r"[!#-;=?-\[\]^_a-~]++(?=[\s\u3001\uff0c\uff1a\uff1b\uff01\uff1f\uff08\uff09\u300a-\u300d\u3010\u3011])"
)
"""What stands between two marks, of ASCII alone, but before a full stop, which may belong to a host."""
_OTHER_LETTER = lazy_regex(r"[[^\W_]--[\x00-\x7F]]")
NEXT_PARAMETER = lazy_re(r"[^\s?&]{0,200}&[\w.\-\[\]]{1,64}=")
"""The rest of a parameter and the beginning of the next one."""
MORE_OF_A_PATH = lazy_re(r".[A-Za-z0-9%\-_.~\uff09]{1,128}(?:/|\.[a-z]{2,4}\b)")
"""A mark, and more of a path in ASCII behind it: another segment, the suffix of a file."""
_FURTHEST = 512
"""How far behind a mark a URL is followed, in code points."""


def across_wide_marks(scan: Scan, site: Site) -> Reading | None:
    """Read a URL whose run of characters ends at such a mark; None where nothing says that it goes on."""
    text, opening, run = scan.text, site.opening, site.run
    if not (site.fits_a_line and scan.runs.grammar.iri) or text.find("/", opening.body, run) < 0:
        return None
    is_query = text.find("?", opening.body, run) >= 0
    is_ascii = text[run - 1].isascii()
    if is_ascii and not is_query and site.before not in QUOTES and not MORE_OF_A_PATH.match(text, run):
        return None
    if site.before not in QUOTES and _ends_at_parenthesis(text, opening.body, run):
        return None
    end = _end_behind_marks(scan, run)
    if site.before == "(" and text[end - 1] == ")":
        end -= 1
    if end == run:
        return None
    whole = opened_extent(opening, text, opening.start, end)
    if whole is None or whole.end <= run:
        return None
    if is_query and NEXT_PARAMETER.match(text, run, end) is not None:
        return read_alone(scan, opening, whole)
    if is_ascii and (
        is_query or (site.before in QUOTES and _OTHER_LETTER.search(text, run, end) is not None)
    ):
        return None
    closers = QUOTES.get(site.before, "")
    if site.before == "(" and text[site.opener - 1 : site.opener] == "]":
        closers = ")"  # Markdown
    if text[end : end + 1] in tuple(closers):
        return read_alone(scan, opening, whole)
    short = read(scan, site)
    if short is None or len(short.pieces) > 1:
        return short
    stop = end if text[end - 1] in _OPENERS else whole.end
    others = (*short.facts.alternatives, text[opening.start : stop])
    return short._replace(facts=short.facts._replace(alternatives=others))


def _ends_at_parenthesis(text: str, body: int, run: int) -> bool:
    """Tell at little cost, for most URLs of prose, that one ends long before the mark: ``(http://a/b)文，``."""
    close = text.find(")", body, run)
    return body <= close < run - 1 and not text[close + 1].isascii() and text.find("(", body, run) < 0


def _end_behind_marks(scan: Scan, run: int) -> int:
    """Give how far a run that ends at ``run`` would go if these marks did not end it; another URL ends it, too."""
    text, end = scan.text, run
    while end - run < _FURTHEST and (marks := _MARKS.match(text, end)) is not None:
        start, stop = marks.end(), run + _FURTHEST
        behind = _PLAIN_PART.match(text, start, stop) or scan.runs.grammar.run.match(text, start, stop)
        if behind is None or not behind[0] or "://" in behind[0] or STARTS_URL.match(behind[0]):
            break
        end = behind.end()
    opener = _OPENERS.get(text[end : end + 1])
    return end + (opener is not None and text.rfind(opener, run, end) > text.rfind(text[end], run, end))
