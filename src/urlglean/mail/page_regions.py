"""The quotations, signatures and list footers of a mail's HTML, which clients mark and lists append as in text.

An element that a client or a list calls its own is one. Else the page is read as lines, as a reader sees them,
quotations with their marks, and `regions.regions` judges these.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from operator import itemgetter

from urlglean.mail.regions import Region, Regions, regions
from urlglean.patterns import lazy_re
from urlglean.text import Text
from urlglean.uri.characters import unescaped

__all__ = ["place"]

_HINTS = ("ignature", "ygrp-")
"""What each name holds by which something is marked as a signature or a footer."""
_LONGEST_NAME = 40
_MARKER_HINTS = (
    *("--", "____", "====", "****", "####", "~~~~", "-=-="),
    *("ubscribe", "received this", "receiving this", "ist archive", "eply to this", "Visit "),
)
_LINE_START = lazy_re(r"[>\n](?:\s|[|]|&nbsp;|&gt;)*(?:-?To uns|You |You are |L|R|\[|)\Z", re.IGNORECASE)
"""What stands before a hint where a line begins that may open a signature or a footer."""
_LONGEST_START = 60
_CONTEXT = 300
"""How many code points before the first such line are looked at, too."""
_SIGNATURES = (
    *("gmail_signature", "moz-signature", "AppleMailSignature", "ms-outlook-mobile-signature"),
    *("protonmail_signature_block", "Signature"),
)
"""The classes and identifiers by which mail programs mark a signature."""
_FOOTERS = tuple(
    f"ygrp-{name}" for name in ("actbar", "grft", "vital", "mkp", "sponsor", "ft", "reco", "ads")
)
"""The identifiers of what Yahoo! Groups puts around a message."""
_NAME = lazy_re(
    rf"(?<=[\"'\s=_])(?:(?P<signature>{'|'.join(_SIGNATURES)})|(?P<footer>{'|'.join(_FOOTERS)}))(?=[\"'\s>])"
)
_NAMED_TAG = lazy_re(r"<([a-z][a-z0-9]*)\s[^<>]*?\b(?:class|id)\s*=\s*(?:\"[^\"]*|'[^']*|[^\s\"']*)\Z", re.I)
_LONGEST_TAG = 500
_BANNER = ("begin egp html banner", "end egp html banner")
_LINES = frozenset(
    (
        "address article aside body br caption center dd details div dl dt figcaption footer header legend li main nav"
        " option section summary td th"
    ).split()
)
"""Elements that begin and end a line; a cell of a table is taken for one, too."""
_PARAGRAPHS = frozenset(
    "blockquote dir fieldset figure form h1 h2 h3 h4 h5 h6 hr menu ol p pre table tr ul".split()
)
"""Elements with an empty line before and after them."""
_HIDDEN = frozenset({"script", "style", "title"})
_END_OF_HIDDEN = lazy_re(rf"</(?:{'|'.join(sorted(_HIDDEN))})(?=[\s/>])", re.IGNORECASE)
# By their first letters, so that other tags, which most are, are not compared with each name.
_NAMES = "|".join(
    f"[{letter}](?:{'|'.join(name[1:] for name in names)})"
    for letter, names in groupby(sorted(_LINES | _PARAGRAPHS | _HIDDEN), key=itemgetter(0))
)
_TAG = lazy_re(rf"<(?:!--|(/)?((?a:{_NAMES}))\b[^<>]*>)", re.IGNORECASE)
"""The tags that matter to lines, and what begins a comment."""
_NESTED = lazy_re(r"</?(?:blockquote|pre)\b", re.IGNORECASE)
"""The beginnings of those of which it matters in how many of them a line stands."""
_BLOCKQUOTE = lazy_re(r"<(?P<closing>/)?blockquote\b(?P<attributes>[^<>]*)>", re.IGNORECASE)
_SAYS_SO = lazy_re(r"cite|quote|border-left", re.IGNORECASE)
_place = itemgetter(0)
_LINE_END = "\1"
"""Ends each line while they are read together: no reference of HTML stands for it, and it is no white space."""
_INLINE_TAG = lazy_re(rf"</?[a-z][^<>{_LINE_END}]*>", re.IGNORECASE)
_DEEPEST = 20
"""Quotations deeper than this have no more marks than that."""


def html_regions(html: str) -> list[Region]:
    """Find the signatures and list footers in the source of a page, quoted ones too, in order.

    >>> html_regions('<p>see</p><div class="gmail_signature">Jim</div>')
    [Region(start=10, end=48, name='signature')]
    >>> html_regions("<p>see</p>")
    []
    """
    marked = sorted(_marked(html))
    marker = _first_marker(html)
    others = _clipped(_in_lines(html, marker), marked) if marker is not None else ()
    found: list[Region] = []
    for region in sorted((*marked, *others)):
        if not found or region.start >= found[-1].end:
            found.append(region)
        elif region.end > found[-1].end:
            found.append(region._replace(start=found[-1].end))
    return found


def _first_marker(html: str) -> int | None:
    """Give where the first line may begin that opens a signature or a footer: cheaper than to look at all."""
    first = len(html)
    for hint in _MARKER_HINTS:
        # A single character is found many times as fast as several.
        place = html.find(hint, 0, first) if hint[0] in html else -1
        while place >= 0:
            before = html[max(0, place - _LONGEST_START) : place]
            is_of_comment = before.endswith("<!") or html.startswith("-->", place)
            if not is_of_comment and (not before.strip() or _LINE_START.search(before)):
                first = place
                break
            place = html.find(hint, place + len(hint), first)
    return first if first < len(html) else None


def _clipped(regions_of_lines: Iterable[Region], marked: list[Region]) -> Iterator[Region]:
    """Yield regions, signatures no further than to an element that is marked as the signature."""
    starts = [region.start for region in marked]
    for region in regions_of_lines:
        number = bisect_right(starts, region.start) - 1
        if region.name != "signature":
            yield region
        elif number < 0 or marked[number].end <= region.start:
            after = starts[number + 1] if number + 1 < len(starts) else region.end
            yield region._replace(end=min(region.end, after))


def quotations(html: str) -> list[tuple[int, int]]:
    """Give how deep in quotations the source of a page is: from which code point on, how deep.

    A ``blockquote`` is a quotation where something says so (``type=cite``, a class, the line at its left): others
    are there to indent.

    >>> quotations('a<blockquote type="cite">b<blockquote>c</blockquote></blockquote>d')
    [(1, 1), (65, 0)]
    """
    if "lockquote" not in html and "LOCKQUOTE" not in html:
        return []
    steps: list[tuple[int, int]] = []
    are_quotations: list[bool] = []
    for tag in _BLOCKQUOTE.finditer(html):
        if not tag["closing"]:
            are_quotations.append(_SAYS_SO.search(tag["attributes"]) is not None)
            is_quotation, place = are_quotations[-1], tag.start()
        elif are_quotations:
            is_quotation, place = are_quotations.pop(), tag.end()
        else:
            continue
        if is_quotation:
            depth = steps[-1][1] if steps else 0
            steps.append((place, depth - 1 if tag["closing"] else depth + 1))
    return steps


def place(page: Text) -> None:
    """Have the text of a page tell where in its message what is in it stands."""
    page.standing = _PageStanding(page.text)


class _PageStanding:
    """What tells that: looked for where it is asked for, as seldom anybody does."""

    __slots__ = ("_html", "_regions", "_steps")

    def __init__(self, html: str) -> None:
        self._html = html
        self._regions: Regions | None = None
        self._steps: list[tuple[int, int]] | None = None

    def __reduce__(self) -> tuple[type[_PageStanding], tuple[str]]:
        """Pickle the page alone: a Link may be sent to another process."""
        return _PageStanding, (self._html,)

    def depth(self, offset: int) -> int:
        """Count the quotations around a code point."""
        if self._steps is None:
            self._steps = quotations(self._html)
        step = bisect_right(self._steps, offset, key=_place) - 1
        return self._steps[step][1] if step >= 0 else 0

    def region(self, offset: int) -> str:
        """Give the region of a code point."""
        if self._regions is None:
            self._regions = Regions(html_regions(self._html))
        return self._regions.name_at(offset)


def _marked(html: str) -> Iterator[Region]:
    """Yield the elements that are marked as a signature or a footer, and what stands between such marks."""
    end = 0
    for name in _names(html):
        start = html.rfind("<", max(end, name.start() - _LONGEST_TAG), name.start())
        tag = _NAMED_TAG.match(html[start : name.start()]) if start >= 0 else None
        if tag is not None:
            end = _end_of(html, tag[1], name.end())
            yield Region(start, end, "signature" if name["signature"] else "footer")
    opening = html.find(_BANNER[0])
    while opening >= 0:
        closing = html.find(_BANNER[1], opening)
        if closing < 0:
            break
        yield Region(opening, closing, "footer")
        opening = html.find(_BANNER[0], closing)


def _names(html: str) -> Iterator[re.Match[str]]:
    """Yield the words that name a signature or a footer, in order."""
    places = {place for hint in _HINTS for place in _places(html, hint)}
    for place in sorted(places):
        name = _NAME.search(html, max(0, place - _LONGEST_NAME), place + _LONGEST_NAME)
        if name is not None and name.start() <= place < name.end():
            yield name


def _places(html: str, hint: str) -> Iterator[int]:
    place = html.find(hint)
    while place >= 0:
        yield place
        place = html.find(hint, place + len(hint))


def _end_of(html: str, name: str, start: int) -> int:
    """Give where an element ends, by the tags of its name after its own: the end where it is left open."""
    depth = 1
    for tag in re.compile(rf"<(/?){name}\b[^<>]*>", re.IGNORECASE).finditer(html, start):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.end()
    return len(html)


def _in_lines(html: str, marker: int) -> Iterator[Region]:
    """Yield the regions of the lines that a reader sees; the first that may open one is at ``marker``."""
    starts, lines = _lines(html, _start_before(html, marker))
    starts.append(len(html))
    text = "\n".join(lines)
    line = position = 0
    for region in regions(text):
        line += text.count("\n", position, region.start)
        position = region.start
        last = line + text.count("\n", position, region.end - 1)
        yield Region(starts[line], starts[min(last + 1, len(lines))], region.name)


def _start_before(html: str, place: int) -> int:
    """Give where a tag begins, shortly before a place, that is in no comment, style sheet or script."""
    start = max(0, html.rfind("<", 0, max(0, place - _CONTEXT)))
    for opening, closing in (("<!--", "-->"), ("<style", "</style"), ("<script", "</script")):
        opened = max(html.rfind(opening, 0, place), html.rfind(opening.upper(), 0, place))
        if opened >= 0 and all(html.find(end, opened, place) < 0 for end in (closing, closing.upper())):
            start = min(start, opened)
    return start


def _lines(html: str, start: int) -> tuple[list[int], list[str]]:
    """Give where in the source the lines of a page begin as they are shown, and the lines."""
    html = html.replace(_LINE_END, "\2")
    lines: list[tuple[int, str, str]] = []
    """Where each begins, its marks, and its source."""
    begin = position = start
    before: list[str] = []
    """What the line has before the last comment in it; comments are no part of it."""
    tags = [tag.lower() for tag in _NESTED.findall(html[:start])]
    depth = max(0, tags.count("<blockquote") - tags.count("</blockquote"))
    marks = _marks(depth)
    is_preformatted = tags.count("<pre") > tags.count("</pre")
    for tag in chain(_TAG.finditer(html, start), (None,)):
        edge, end = tag.span() if tag else (len(html), len(html))
        closing, name = tag.groups("") if tag else ("", "br")
        name = name.lower()
        if edge < position or (closing and name in _HIDDEN):
            continue
        before.append(html[position:edge])
        if not name and not is_preformatted:
            position = _end_of_hidden(html, name, end)
            continue
        source = "".join(before)
        if is_preformatted:
            for line in source.splitlines(keepends=True):
                lines.append((begin, marks, line))
                begin += len(line)
        elif name == "br" or source.strip():  # between two other tags is nothing that is shown
            lines.append((begin, marks, source))
        if not name or name in _HIDDEN:
            end = _end_of_hidden(html, name, end)
        elif name in _PARAGRAPHS:
            if name == "blockquote":
                depth = max(0, depth - 1) if closing else depth + 1
                marks = _marks(depth)
            elif name == "pre":
                is_preformatted = not closing
            lines.append((end, marks, ""))
        begin = position = end
        before.clear()
    shown = _shown([source for _, _, source in lines])
    return (
        [place for place, _, _ in lines],
        [
            f"{marks}{line}" if line != "--" else f"{marks}-- "
            for (_, marks, _), line in zip(lines, shown, strict=False)
        ],
    )


def _end_of_hidden(html: str, name: str, start: int) -> int:
    """Give where a comment, which has no name, or the text of an element ends that began before ``start``."""
    if not name:
        end = html.find("-->", start - len("--"))  # in ``<!-->`` one begins and ends
        return end + len("-->") if end >= 0 else len(html)
    end_tag = _END_OF_HIDDEN.search(html, start)
    return end_tag.start() if end_tag else len(html)


def _marks(depth: int) -> str:
    return "> " * min(depth, _DEEPEST)


def _shown(sources: list[str]) -> list[str]:
    """Give what lines of the source are shown as: all of them at once, at the speed of C."""
    source = _LINE_END.join(sources)
    shown = unescaped(_INLINE_TAG.sub("", source) if "<" in source else source)
    return [" ".join(line.split()) for line in shown.split(_LINE_END)]
