"""Pages too long for a tree, read by their tokens: the same references of the markup, window by window.

A tree of small tags takes some fifty times the memory of its source. Tokens come one after another, so a long page
takes that of a window: a piece of the source that ends before a tag. What stands in what is known as far as it matters
for a reference: templates, images in SVG, formulas.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

import turbohtml
from turbohtml import Token

from urlglean.document import PAGES
from urlglean.html.attributes import EVERY, Namespace, UrlAttribute, rows_for
from urlglean.html.css import may_hold_urls
from urlglean.html.layout import END, START, TEXT
from urlglean.html.order import sorted_by_tag
from urlglean.html.places import MARK, MARKED, MERGED, TEXT_NODE, UNSEEN, Details, Tag
from urlglean.html.references import AttributePlace, Origin, References, Script
from urlglean.html.source import with_empty_elements, without_references
from urlglean.html.tokenized.windows import LONG_TEXT, MAY_HIDE, Window
from urlglean.html.values import STYLE_SHEET, references_in
from urlglean.patterns import lazy_re
from urlglean.text import Text

_TAKEN = {"<": 16, "=": 16, "://": 48}
"""What tags, attributes and URLs take of the memory that a page may, as if they were so many code points of it."""
_MOST_TAKEN = 40
"""A page of so many times fewer code points than the longest is never too long, whatever it holds."""
_OF_A_TAG, _OF_AN_ATTRIBUTE, _OF_A_REFERENCE, _OF_A_FUNCTION = 150, 64, 600, 1500
"""How many bytes each takes in a tree; the last two that of an attribute that holds a URL, and ``url()`` in a style."""
_OF_TWO_TOKENS = 500
_IN_WINDOWS = 150
"""What a tag and the text behind it take where all the text is read that a page shows; in one that is read window by
window."""
_RARELY = 6000
"""Where so many code points of a page have no URL that it shows, only the blocks that have one are read."""
_BEFORE_URLS = ('="http', "='http", "=http")
_WITHOUT_URLS = tuple(
    f" {name}=" for name in "alt class height id name rel role tabindex title width".split()
)
"""How attributes are mostly written that hold no URL."""
_FUNCTION = ("rl(", "Rl(", "rL(", "RL(")
_OF_ANY_PAGE, _TIMES = 4, 20
"""So many times the longest any page may take, and so many times its own length beyond that: programs write pages of
source code with a tag for each word and a reference for each name, which take forty times their length."""
_OF_A_TEXT = 9
_OF_A_WIDTH = 2.6
"""How many bytes each code point takes where a page's text is read from its tree: so many, and so many for each byte
that Python needs for one."""
_MOST_TIMES = 19
"""So many times the longest a page may take with all that is made of it."""
_BEFORE_BODY = 20
"""How many bytes each code point takes in a tree of the text that a body begins with whose tag is missing."""
_SHORT = 8192
"""A page of so many code points is never too long: what is made anew in it takes some 60 MB at the most."""
_SOON_COUNTED = 1 << 15
"""In so short a page the tags are counted sooner than looked at."""
_SHORTEST_TAG = len("<p>")
_MOST_REOPENED = 512
"""Trees of pages are no deeper, so that no more is open at once, and made anew in the next paragraph."""
_MOST_ALIKE = 3
"""So many formatting elements of one kind, with the same attributes, are made anew (HTML, 13.2.4.3)."""
_OF_A_COPY = 130
"""How many bytes such an element takes."""
_KINDS = "b|big|code|em|font|i|s|small|strike|strong|tt|u"
_PLAIN_ATTRIBUTES = (
    r"(?:[\t\n\f\r ]++[\w:-]++(?:=(?:\"[^\"<>]*+\"|'[^'<>]*+'|[\w#/.:%,+-]++))?)*+[\t\n\f\r ]*+>"
)
"""Those of a tag that ends where it seems to."""
_FORMATTING = lazy_re(
    # A letter that none of them has in second place is told first: most tags have one.
    r"<[bcefistuBCEFISTU](?![aehdvpunlrxyAEHDVPUNLRXY])(?:[oO](?:[dD][eE]|[nN][tT])|[mM](?:[aA][lL][lL])?"
    r"|[tT](?:[rR](?:[iI][kK][eE]|[oO][nN][gG]))?|[iI][gG]|(?<=[bisuBISU]))"
    rf"(?=[\t\n\f\r />])(?:{_PLAIN_ATTRIBUTES})?+"
)
"""The start tag of a formatting element; of ``a`` and ``nobr`` none is open twice."""
_CLOSED = lazy_re(
    rf"<(?=[bcefistuBCEFISTU])((?i:{_KINDS})){_PLAIN_ATTRIBUTES}"
    rf"(?>[^<]++|</?(?!\1[\t\n\f\r />])(?i:a|abbr|br|img|span|sub|sup|wbr|{_KINDS}){_PLAIN_ATTRIBUTES})*+"
    r"</\1[\t\n\f\r ]*+>"
)
"""One that surely is closed where its end tag stands, and not by the end of what it is in."""
_BASE = lazy_re(r"<base[\t\n\f\r />]", re.IGNORECASE)


def is_too_long(page: str, longest: int) -> bool:
    """Tell whether a page is too long for a tree: by its code points, or by what is made of them.

    >>> is_too_long("<p>" * 1000, 10_000), is_too_long("<p>some more text" * 100, 10_000)
    (True, False)
    """
    if len(page) > longest or (len(page) > _SHORT and _is_made_anew(page, longest)):
        return True
    if len(page) * _MOST_TAKEN <= longest:  # as nearly all are
        return False
    counts = {mark: page.count(mark) for mark in _TAKEN}
    return sum(
        count * _TAKEN[mark] for mark, count in counts.items()
    ) > longest or _takes_many_times_its_length(page, counts["<"], counts["="], longest)


def _is_made_anew(page: str, longest: int) -> bool:
    """Tell whether formatting elements that nothing closes may take far more than the longest page.

    A block that ends closes what is open in it, and the next text has all of that made anew (HTML, 13.2.4.3): some
    ``<b id=1>``, each another, then ``<p>x`` again and again, and each paragraph holds all of them.
    """
    room = _room(page, longest) // _OF_A_COPY
    if len(page) < _SOON_COUNTED and (tags := page.count("<")) * min(_MOST_REOPENED, tags) <= room:
        return False
    most = _most_open(_FORMATTING.findall(page))
    if most * (len(page) // _SHORTEST_TAG) <= room:  # as is true of nearly all: no tag has to be counted
        return False
    tags = page.count("<")
    if most * tags <= room:
        return False
    return _most_open(_FORMATTING.findall(_CLOSED.sub("<>", page))) * (tags - page.count("</")) > room


def _most_open(tags: list[str]) -> int:
    """Tell how many formatting elements may be open at once: each that can't be told from its kind may be another."""
    kinds = set(tags)
    others = sum(tags.count(kind) for kind in kinds if not kind.endswith(">"))  # of which there are few
    return min(_MOST_REOPENED, _MOST_ALIKE * len(kinds) + others)


def _room(page: str, longest: int) -> int:
    """Tell how much the tree of a page may take: of one that is nearly as long as the longest its text takes much."""
    width = min(4, max(1, page.__sizeof__() // len(page)))
    text = (_OF_A_TEXT + _OF_A_WIDTH * width) * len(page)
    left = _MOST_TIMES * longest - int(text)
    most = _OF_ANY_PAGE * longest + _TIMES * len(page)
    return most if most <= left - _BEFORE_BODY * len(page) else min(most, left - _before_body(page))


def _before_body(page: str) -> int:
    """Tell how much the text takes that begins a body without a tag: it is taken over code point by code point."""
    opening = _IN_BODY.search(page)
    texts = _LONG_TEXT.finditer(page, 0, opening.start() if opening else len(page))
    return _BEFORE_BODY * max((found.end("text") - found.start("text") for found in texts), default=0)


def _takes_many_times_its_length(page: str, tags: int, attributes: int, longest: int) -> bool:
    """Tell whether a tree and what is made of it take far more than the longest page, by what they take at most."""
    left = _room(page, longest) - tags * _OF_A_TAG
    functions = page.count("(")
    is_long = len(page) >= LONG_TEXT
    tokens = (tags + 2 * page.count("<![CDATA[")) * (_IN_WINDOWS if is_long else _OF_TWO_TOKENS)
    most = attributes * _OF_A_REFERENCE + functions * _OF_A_FUNCTION + tokens
    if most <= left:  # as is true of nearly all
        return False
    shown = page.count("://") + page.count("www.") - sum(map(page.count, _BEFORE_URLS))
    if is_long or shown * _RARELY > len(page):
        left -= tokens
    if attributes * _OF_A_REFERENCE + functions * _OF_A_FUNCTION <= left:
        return False
    left -= sum(map(page.count, _FUNCTION)) * _OF_A_FUNCTION
    without = sum(map(page.count, _WITHOUT_URLS))
    return (attributes - without) * _OF_A_REFERENCE + without * _OF_AN_ATTRIBUTE > left


_IN_BODY = lazy_re(
    r"<(?!(?:base|head|html|link|meta|noscript|script|style|template|title)[\t\n\f\r />])[a-z]", re.IGNORECASE
)
"""A start tag of what stands in no head."""
_LONG_TEXT = lazy_re(r"(?:\A|<(?!!--|script|style|title)[^<>]*+>)(?P<text>[^<]{4096,}+)", re.IGNORECASE)


class TagToken:
    """A start tag, asked as an element of a tree is: for its name and namespace, its place, its attributes."""

    __slots__ = ("_attributes", "namespace", "position", "tag")

    def __init__(self, token: Token, namespace: Namespace) -> None:
        name = MARKED.get(token.tag or "", token.tag or "")
        self.tag = _AS_IN_A_TREE[namespace].get(name, name)
        self.namespace = namespace
        self.position = (token.line, token.col)
        self._attributes = dict(token.attrs or ())

    def attr(self, name: str) -> str | None:
        """Give an attribute's value."""
        return self._attributes.get(name)

    def rows(self, *, lazy: bool) -> list[UrlAttribute]:
        """Give the rows of the table that its attributes have, those of its element first."""
        if not self._attributes:
            return []
        rows = _ordered_rows(self.tag, self.namespace)
        return [row for name, row in rows.items() if name in self._attributes and (lazy or not row.lazy)]


_AS_IN_A_TREE: Mapping[Namespace, Mapping[str, str]] = {
    "html": {"image": "img"},
    "svg": {
        name.lower(): name
        for name in (
            "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend"
            " feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap"
            " feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge"
            " feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence"
            " foreignObject glyphRef linearGradient radialGradient textPath"
        ).split()
    },
    "math": {},
}
"""What a tree calls elements (HTML Standard, section 13.2.6.5): tags have the names of SVG in lower case."""


@lru_cache(maxsize=1024)
def _ordered_rows(element: str, namespace: Namespace) -> Mapping[str, UrlAttribute]:
    rows = rows_for(element, namespace)
    return dict(sorted(rows.items(), key=lambda item: item[1].elements == EVERY))


# What a tag stands in, as far as a reference is another one there.

_FOREIGN: Mapping[str, Namespace] = {"svg": "svg", "math": "math"}
_INTEGRATION_POINTS = {
    "svg": frozenset({"desc", "foreignobject", f"t{MARK}tle"}),
    "math": frozenset({"annotation-xml", "mi", "mn", "mo", "ms", "mtext"}),
}
"""Elements of images and formulas that have elements of HTML in them."""
_BREAKS_OUT = frozenset(
    (
        "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu"
        " meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var"
    ).split()
)
"""Elements of HTML that end images and formulas (HTML Standard, section 13.2.6.5)."""
_OPENED: Mapping[str, tuple[str, Namespace]] = {
    **{name: (name, "html") for names in _INTEGRATION_POINTS.values() for name in names},
    **{name: (name, namespace) for name, namespace in _FOREIGN.items()},
}
"""What is remembered of those that are open: their names, and the namespace in them."""
_WITH_TEXT = frozenset({"noscript", "script", "style"})


class Surroundings:
    """Follows the tokens of a page, and knows of each tag what it stands in."""

    def __init__(self) -> None:
        self.templates = 0
        """In how many templates."""
        self._around: list[tuple[str, Namespace]] = []
        self._open: Counter[str] = Counter()
        """How many of each name are among these."""

    @property
    def is_outside(self) -> bool:
        """Whether nothing is open that matters."""
        return not (self._around or self.templates)

    def enter(self, token: Token) -> Namespace:
        """Take note of a start tag; give the namespace of its element."""
        tag = token.tag or ""
        namespace: Namespace = self._around[-1][1] if self._around else "html"
        if namespace != "html" and tag in _BREAKS_OUT:
            while self._around and self._around[-1][1] != "html":
                self._close()
            namespace = "html"
        if namespace == "html":
            self.templates += tag == "template"
            namespace = _FOREIGN.get(tag, "html")
            if namespace != "html" and not token.self_closing:
                self._enter(tag)
        elif tag in _OPENED and not token.self_closing:
            self._open_in_foreign(token, tag, namespace)
        return namespace

    def _open_in_foreign(self, token: Token, tag: str, namespace: Namespace) -> None:
        is_point = tag in _INTEGRATION_POINTS[namespace]
        if tag == "annotation-xml" and is_point:
            is_point = (token.attr("encoding") or "").lower() in PAGES
        if is_point or tag in _FOREIGN:
            self._enter(tag)

    def leave(self, tag: str) -> None:
        """Take note of an end tag."""
        if tag == "template" and self.templates:
            self.templates -= 1
        elif self._open.get(tag):
            while self._close() != tag:
                pass

    def _enter(self, tag: str) -> None:
        self._around.append(_OPENED[tag])
        self._open[tag] += 1

    def _close(self) -> str:
        name, _ = self._around.pop()
        self._open[name] -= 1
        return name


def base_of(page: Text) -> tuple[str, Tag] | None:
    """Give the ``href`` of the first ``base`` element of HTML outside templates, and where its tag stands, or None."""
    if _BASE.search(page.text) is None:
        return None
    for tag, namespace in start_tags(page):
        if (tag.tag, namespace) == ("base", "html") and (href := tag.attr("href")) is not None:
            return href, (tag.line, tag.col)
    return None


def names_of(page: Text) -> Iterator[str]:
    """Yield what a fragment can lead to in a page, as `fragments_of_tree` has it of a tree."""
    for tag, namespace in start_tags(page):
        if name := tag.attr("id"):
            yield name
        if (tag.tag, namespace) == ("a", "html") and (name := tag.attr("name")):
            yield name


def names_of_empty(written: str, empty: Sequence[int]) -> frozenset[str]:
    """Give those on the tags of empty elements that were taken out of a page, as `as_html` tells of them."""
    tags = zip(empty[::3], empty[1::3], empty[2::3], strict=True)
    return frozenset(
        name for begin, end, is_inside in tags if not is_inside for name in names_of(Text(written[begin:end]))
    )


def start_tags(page: Text) -> Iterator[tuple[Token, Namespace]]:
    """Yield the start tags of a page outside templates and shadow trees, each with the namespace of its element."""
    around = Surroundings()
    for token in turbohtml.tokenize(with_empty_elements(page.text)):
        if token.type is START:
            is_inside = around.templates > 0  # a template itself is part of the page
            namespace = around.enter(token)
            if not is_inside:
                yield token, namespace
        elif token.type is END:
            around.leave(token.tag or "")


# The references of the markup.


_MAY_MATTER = lazy_re(
    r"<(?:[a-z][^\t\n\f\r /<>]*+[\t\n\f\r /]|/?template|math|noscript|script|style|svg)", re.IGNORECASE
)
"""A tag with attributes, or one whose element tells what those behind it are or has text that is read."""
_OF_URLS = (":", ".", "&")
"""What a text holds that shows a URL, but for the names without a scheme that somebody asks for."""


def may_show_urls(window: Window) -> bool:
    """Tell whether the text of a window may have URLs, or tags that tell how what is behind it is shown."""
    text = window.source.text
    return any(mark in text for mark in _OF_URLS) or MAY_HIDE.search(text) is not None


class TokenReader:
    """Finds the references of a page, one window after another."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._around = Surroundings()
        self._merged: set[tuple[str, str]] = set()

    def references(self, window: Window) -> References:
        """Give those of the next window, as `find_references` gives those of a tree."""
        origin = self._origin._replace(source=window.source)
        if self._around.is_outside and _MAY_MATTER.search(window.source.text) is None:
            return References(origin)
        found, inert = References(origin), References(origin._replace(inert=True))
        around, options = self._around, origin.options
        for number, token in enumerate(window.tokens):
            if token.type is START:
                is_inside = around.templates > 0  # a template itself is part of the page
                namespace = around.enter(token)
                if not is_inside or options.templates:
                    references = inert if is_inside else found
                    self.add_tag(references, TagToken(token, namespace), window.tokens, number)
            elif token.type is END:
                around.leave(token.tag or "")
        found.take(inert)
        found.candidates = sorted_by_tag(found.candidates)
        return found

    def add_tag(self, found: References, tag: TagToken, tokens: Sequence[Token], number: int) -> None:
        """Add the references of a tag, which is the token of that number."""
        for row in tag.rows(lazy=found.origin.options.lazy):
            if tag.tag in MERGED:  # a second one adds the attributes that the first one has not
                if (tag.tag, row.attribute) in self._merged:
                    continue
                self._merged.add((tag.tag, row.attribute))
            if tag.namespace == "html" and row.attribute == "href" and tag.tag in {"a", "area", "link"}:
                anchor = _anchor(tokens, number) if tag.tag == "a" else None
                anchor = tag.attr("alt") if tag.tag == "area" else anchor
                place = AttributePlace(tag.tag, row.attribute, row.kind, tag.position)
                found.add(place, tag.attr("href") or "", Details(tag.attr("rel"), anchor=anchor))
            else:
                found.add_row(tag, row)
        if tag.tag in _WITH_TEXT:
            self._from_content(found, tag, tokens, number)

    def _from_content(self, found: References, tag: TagToken, tokens: Sequence[Token], number: int) -> None:
        """Read the text of a style sheet, or of what is for browsers with or without scripts."""
        text = _text_behind(tokens, number)
        if tag.tag == "style":
            if found.origin.is_xml or tag.namespace != "html":
                text = without_references(text)
            if may_hold_urls(text):
                place = AttributePlace("style", TEXT_NODE, "resource", tag.position)
                found.add_pieces(place, text, partial(references_in, STYLE_SHEET, text, tag.attr))
        elif text and found.origin.asks_for(tag.tag):
            found.scripts.append(Script(tag, text, found.origin))


def references_of_empty(origin: Origin, empty: Iterable[tuple[int, int, int]]) -> References:
    """Give the references of empty elements, by where the tag of each begins and ends, and whether a template holds it.

    ``origin`` has the source that they were taken out of.
    """
    reader, source = TokenReader(origin), origin.source
    found, inert = References(origin), References(origin._replace(inert=True))
    for begin, end, is_inside in empty:
        if is_inside and not origin.options.templates:
            continue
        row, column = source.row_and_offset(begin)
        for token in turbohtml.tokenize(source.text[begin:end]):
            if token.type is START:
                element = TagToken(token, "html")
                element.position = (row + 1, column)
                reader.add_tag(inert if is_inside else found, element, (token,), 0)
    found.take(inert)
    return found


def _text_behind(tokens: Sequence[Token], number: int) -> str:
    """Give the text from a start tag to its end tag."""
    pieces: list[str] = []
    for following in range(number + 1, len(tokens)):
        token = tokens[following]
        if token.tag is not None:
            break
        pieces.append(token.data or "")
    return "".join(pieces)


def _anchor(tokens: Sequence[Token], number: int) -> str:
    """Give the text from the start tag of a link to the next end or start of one, or what stands for an image there."""
    pieces: list[str] = []
    image = ""
    hidden = drawings = 0
    for following in range(number + 1, len(tokens)):
        token = tokens[following]
        tag = token.tag
        step = 1 if token.type is START else -1
        if tag is None:
            if token.type is TEXT and not hidden:
                pieces.append(token.data or "")
        elif tag == "svg":
            drawings = max(0, drawings + (0 if token.self_closing else step))
        elif tag == "a":
            if not drawings:  # in which it is another element
                break
        elif tag in UNSEEN:
            hidden = max(0, hidden + step)
        elif (tag == "img" or (tag == "image" and not drawings)) and not (image or hidden):
            image = token.attr("alt") or ""
    text = "".join(pieces)
    return text if text and not text.isspace() else image
