"""Where in a page's source a reference of its markup stands, and what is known of it, found when somebody asks.

A tree knows at which line and column each start tag begins. The place of an attribute's value is read from
the source when it is wanted, by the tokenization rules of the HTML Standard (sections 13.2.5.32 to
13.2.5.39): most references are never asked for it, nor for what their reader sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from operator import attrgetter, eq
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from urlglean.candidate import Candidate, Facts, FallbackCandidate, Markup, MarkupCandidate, Opened
from urlglean.html.attributes import COMMON, is_loaded, rows_for
from urlglean.patterns import lazy_re
from urlglean.text import Rewritten, Text
from urlglean.uri.characters import unescaped
from urlglean.uri.normalize import normalize
from urlglean.uri.suffixes import FILE_SUFFIXES, is_top_level_domain

if TYPE_CHECKING:
    from turbohtml import Element

__all__ = ["is_empty"]

Tag: TypeAlias = tuple[int, int]
"""Where a start tag stands: line from 1, column from 0, as the parser gives it."""
NO_TAG: Tag = (1, 0)
"""For elements that no tag of their own began."""
_EMPTY = "empty: nobody fetches it"
TEXT_NODE = "#text"
"""What stands for an attribute's name where a URL stands in text (the DOM's name of a text node)."""

UNSEEN = frozenset("iframe noembed noframes noscript script style template".split())
"""Elements whose text is not shown."""
MARK = "."
"""Stands in such names of elements of images by which, as tags of HTML, all that follows them were text."""
MARKED = {f"{name[0]}{MARK}{name[2:]}": name for name in (*UNSEEN, "plaintext", "textarea", "title", "xmp")}

_new = tuple.__new__  # what NamedTuple does, without its keyword handling
_TAG_NAME = lazy_re(r"<[^\t\n\f\r />]*+")
_ATTRIBUTE = lazy_re(
    r"(?=[^>])[\t\n\f\r /]*+(?P<name>=?[^\t\n\f\r />=]*+)"
    r"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+"
    r"(?:\"(?P<double>[^\"]*+)\"?|'(?P<single>[^']*+)'?|(?P<bare>[^\t\n\f\r >]*+)))?"
)
_REFERENCE_OR_BREAK = lazy_re(r"&(?:#[0-9]++;?|#[xX][0-9a-fA-F]++;?|[A-Za-z][A-Za-z0-9]*+;?)|\r\n?|\0")
_BREAK = lazy_re(r"\r\n?")
MERGED = frozenset({"body", "html"})
"""Elements of which a second tag adds its attributes to the first."""
_FETCHED = frozenset({"frame", "iframe", "link"})
"""Elements beside those of resources whose empty URL is fetched by nobody."""


def find_value(source: Text, tag: Tag, name: str) -> tuple[int, int] | None:
    """Find the value of an attribute, without its quotes, by its tag's place in a tree and its name in lower case.

    Give its start and end in code points of ``source``, or None where the tag has no such attribute.
    """
    return _value_at(source.text, source.index(tag[0] - 1, tag[1]), name)


def tag_with(source: Text, tag: Tag | None, element: str, name: str, value: str) -> Tag:
    """Give the start tag that an element has an attribute from, by that which began the element.

    A second ``<body>`` or ``<html>`` adds its attributes to the first, which no tag may have begun
    (HTML Standard, section 13.2.6.4.7).
    """
    if element not in MERGED or (tag and find_value(source, tag, name)):
        return tag or NO_TAG
    text = source.text
    tags = re.finditer(rf"<{element}(?=[\t\n\f\r />])[^>]*+", text, re.IGNORECASE)
    with_it = [start for start in map(re.Match.start, tags) if _value_at(text, start, name)]
    if len(with_it) == 1:
        row, column = source.row_and_offset(with_it[0])
        return row + 1, column
    # Some of them may be none: they stand in a comment, in a script, in another attribute.
    return _first_tag(text, element, name, value) or tag or NO_TAG


def _first_tag(text: str, element: str, name: str, value: str) -> Tag | None:
    """Give where the first start tag stands that has an attribute with this value."""
    import turbohtml

    is_start = turbohtml.TokenType.START_TAG
    for token in turbohtml.tokenize(text):
        if token.tag == element and token.type is is_start and token.attr(name) == value:
            return token.line, token.col
    return None


def _value_at(text: str, start: int, name: str) -> tuple[int, int] | None:
    plain = _plain_value(name).match(text, start)
    if plain is not None:
        return plain.span(1)
    for found in written_attributes(text, start):
        if found["name"].lower() == name:
            start, end = found.span(found.lastgroup or "name")
            return (start, end) if found.lastgroup != "name" else (end, end)
    return None


@cache
def _plain_value(name: str) -> re.Pattern[str]:
    """Give what matches a start tag up to an attribute's value, if all there is as most people write it."""
    blanks, name = "[\\t\\n\\f\\r ]++", re.escape(name)
    other = rf"{blanks}(?!{name}=)[^\t\n\f\r />=\"'<]++=\"[^\"]*+\""
    return lazy_re(rf"<[^\t\n\f\r /><]++(?:{other})*+{blanks}{name}=\"([^\"]*+)\"", re.ASCII | re.IGNORECASE)


def written_attributes(text: str, start: int) -> Iterator[re.Match[str]]:
    """Yield the attributes of the start tag that begins at a code point, each with its ``name``."""
    opening = _TAG_NAME.match(text, start)
    position = opening.end() if opening else len(text)
    while found := _ATTRIBUTE.match(text, position):
        yield found
        position = found.end()


def find_content(source: Text, tag: Tag) -> int:
    """Give where an element's content begins by its start tag."""
    text, start = source.text, source.index(tag[0] - 1, tag[1])
    opening = _TAG_NAME.match(text, start)
    position = opening.end() if opening else len(text)
    for attribute in written_attributes(text, start):
        position = attribute.end()
    return min(position + 1, len(text))


def as_written(source: str, start: int, decoded: str) -> str:
    r"""Give the raw text of what is markup of its own: in it, nothing but line breaks and zero bytes is decoded.

    >>> as_written("<!--a\r\nb-->", 4, "a\nb")
    'a\r\nb'
    """
    if source.startswith(decoded, start):
        return decoded
    end = start + len(decoded)
    while (further := start + len(decoded) + source.count("\r\n", start, end)) > end:
        end = further
    return source[start:end]


def align(raw: str, decoded: str, start: int = 0) -> Rewritten:
    """Align a decoded text with the raw one it came from: character references, line breaks, zero bytes.

    ``start`` is where ``raw`` begins in its source; it may go on behind what was decoded, from a tag on.

    >>> align("a&amp;b", "a&b", 10).span(1, 3)
    (11, 17)
    """
    if raw == decoded:
        return Rewritten(decoded, start)
    pattern = _BREAK if _is_as_written(raw, decoded) else _REFERENCE_OR_BREAK
    return Rewritten.held(decoded, start, _edits(pattern.finditer(raw), decoded, start))


def _edits(
    all_written: Iterable[re.Match[str]], decoded: str, start: int
) -> Iterator[tuple[int, int, int, int]]:
    """Yield where what is written in the raw text stands for something else in the decoded one."""
    shift = 0
    for found in all_written:
        written = found[0]
        read = _known if len(written) < _LONG_REFERENCE else unescaped
        stands_for = "\n" if written[0] == "\r" else read(written)
        at = found.start() - shift
        if len(stands_for) != len(written) and decoded.startswith(stands_for, at):
            shift += len(written) - len(stands_for)
            end = found.end() - _behind_name(written, stands_for)
            yield at, end - shift, start + found.start(), start + end


_known = lru_cache(maxsize=256)(unescaped)
"""Most references are ones of a few characters: to work out one takes as long as to delimit a URL."""
_LONG_REFERENCE = 40
"""From so many code points on one is not remembered."""


def _is_as_written(raw: str, decoded: str) -> bool:
    """Tell whether character references were left as they stand: in ``style``, ``script``, ``xmp`` and their like."""
    written = raw.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    length = len(decoded)
    return written.startswith(decoded.replace("\0", "\ufffd")) and written[length : length + 1] in {"", "<"}


def _behind_name(written: str, stands_for: str) -> int:
    """Give how much of a reference stands for itself: ``&copyright`` is a sign and ``right``."""
    size = 0
    while size < len(stands_for) - 1 and written[-1 - size] == stands_for[-1 - size]:
        size += 1
    return size


class Value:
    """The value of an attribute, or the text of a style sheet or script, that holds several references.

    Where it stands is worked out when the first of them is asked for its place.
    """

    __slots__ = ("_aligned", "attribute", "element", "source", "tag", "text")

    def __init__(self, source: Text, tag: Tag, element: str, attribute: str, text: str) -> None:
        self.source = source
        self.tag = tag
        self.element = element
        self.attribute = attribute
        """The attribute's name, or `TEXT_NODE` for the content."""
        self.text = text
        self._aligned: Rewritten | None = None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Give the source's ``[start:end]`` for ``[start:end]`` of the value."""
        if self._aligned is None:
            begin, finish = self._find()
            self._aligned = align(self.source.text[begin:finish], self.text, begin)
        return self._aligned.span(start, end)

    def _find(self) -> tuple[int, int]:
        if self.attribute == TEXT_NODE:
            begin = find_content(self.source, self.tag)
            closing = re.compile(rf"</{self.element}", re.IGNORECASE).search(self.source.text, begin)
            return begin, closing.start() if closing else len(self.source.text)
        found = find_value(self.source, self.tag, self.attribute)
        return found or (self.source.index(self.tag[0] - 1, self.tag[1]),) * 2


@lru_cache(maxsize=4096)
def facts_for(
    element: str, attribute: str, kind: str, *, inert: bool = False, of_page: Facts | None = None
) -> Facts:
    """Give the Facts that all references of an attribute share, those that all of the page share among them."""
    markup = Markup(element, attribute, kind=kind, inert=inert)
    return Facts(markup=markup) if of_page is None else of_page._replace(markup=markup)


@lru_cache(maxsize=64)
def common_rows(of_page: Facts, *, inert: bool) -> tuple[tuple[str, str, str, Facts], ...]:
    """Give what stands in `COMMON`, each with its selector, and with what its references share on a page."""
    return tuple(
        (
            name,
            attribute,
            f"{name}[{attribute}]",
            facts_for(name, attribute, rows_for(name)[attribute].kind, inert=inert, of_page=of_page),
        )
        for name, attribute in COMMON
    )


class Details(NamedTuple):
    """What is noted of the few references of which more is known than their element and attribute."""

    rel: str | None = None
    notes: tuple[str, ...] = ()
    anchor: str | None = None
    """The text of the link, where it was collected with the reference."""
    value: Value | None = None
    """The value in which it is one of several; `start` and `end` are its place there."""
    start: int = 0
    end: int = 0


class _Fields(NamedTuple):
    """What an `AttributeCandidate` stores: so much of it is known when a tree is gone through."""

    text: str
    source: Text
    tag: Tag
    """Where its start tag stands, as the parser gives it."""
    shared: Facts
    """What it shares with all references of its attribute."""
    element: Element | None
    """Its element in the tree: asked for the text and the ``rel`` of a link when somebody wants them."""
    details: Details | None


class AttributeCandidate(_Fields, MarkupCandidate):  # type: ignore[misc]  # two tuples: the first one's fields
    """A reference in markup whose place and facts are worked out when they are asked for.

    It promises what a Candidate does, but stores `_Fields`, so that many are made in C, in one go, where a page has
    many; `settled` works out everything at once.
    """

    __slots__ = ()
    __repr__ = Candidate.__repr__

    @property
    def start(self) -> int:
        """Where it begins: the attribute's value, or its tag where the value can't be found."""
        return self._place()[0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self._place()[1]

    @property
    def known(self) -> Facts:
        """What is known of it, put together from what was noted when it was found."""
        rel, anchor = self._rel, self._anchor
        notes = self.details.notes if self.details else ()
        if self.text and rel is None and anchor is None and not notes:
            return self.shared
        return complete(self.shared, self.text, rel=rel, anchor=anchor, notes=notes)

    # For these less has to be worked out.

    @property
    def markup(self) -> Markup | None:
        """The element and attribute it stood in."""
        rel, anchor = self._rel, self._anchor
        markup = self.shared.markup
        return markup if markup is None or rel is anchor is None else completed(markup, rel, anchor)

    @property
    def opened(self) -> Opened | None:
        """What opens it."""
        return self.shared.opened

    @property
    def position(self) -> tuple[int, int]:
        """The line and column it begins at, both from 1."""
        return self.source.position(self.start)

    @property
    def owner(self) -> tuple[str, str] | tuple[None, None]:
        """The element and the attribute it stood in."""
        markup = self.shared.markup
        return (None, None) if markup is None else (markup.element, markup.attribute)

    @property
    def quote_depth(self) -> int | None:
        """How many quotations of a message it stands in; elsewhere None."""
        standing = self.source.standing
        return self.shared.quote_depth if standing is None else standing.depth(self.begin)

    def settled(self) -> MarkupCandidate:
        """Give the same as a Candidate of which everything is known."""
        kind = FallbackCandidate if isinstance(self, FallbackCandidate) else MarkupCandidate
        return _new(kind, (self.text, self.source, *self._place(), self.facts))

    def _replace(self, **fields: Any) -> MarkupCandidate:  # type: ignore[override]  # of another type, once settled
        return self.settled()._replace(**fields)

    def noted(self, note: str) -> AttributeCandidate:
        """Give the same reference with one more note, which stands behind those that are worked out."""
        return self.sharing(self.shared.with_note(note))

    @property
    def begin(self) -> int:
        """Where its tag begins in the document: its own place would have to be found."""
        return self.source.offset + self.source.index(self.tag[0] - 1, self.tag[1])

    def _place(self) -> tuple[int, int]:
        details = self.details
        if details is not None and details.value is not None:
            return details.value.place(details.start, details.end)
        markup = self.shared.markup
        found = find_value(self.source, self.tag, markup.attribute) if markup else None
        if found is None:
            start = self.source.index(self.tag[0] - 1, self.tag[1])
            return start, start
        start, end = found
        # Whitespace around a reference is not part of it (HTML Standard, section 2.4.1).
        value = self.source.text[start:end]
        start += len(value) - len(value.lstrip("\t\n\f\r "))
        return start, max(start, end - len(value) + len(value.rstrip("\t\n\f\r ")))

    @property
    def _rel(self) -> str | None:
        if self.details is not None:
            return self.details.rel
        element = self.element
        return element.attr("rel") if element is not None and element.tag in _WITH_REL else None

    @property
    def _anchor(self) -> str | None:
        if self.details is not None:
            return self.details.anchor
        element = self.element
        if element is None:
            return None
        if element.tag == "a":
            return anchor_of(element)
        return element.attr("alt") if element.tag == "area" else None

    def with_more(self, others: Iterable[AttributeCandidate]) -> AttributeCandidate:
        """Give the same reference with the text of others as well."""
        details = Details(self._rel, anchor="".join([one._anchor or "" for one in (self, *others)]))
        return type(self)(self.text, self.source, self.tag, self.shared, None, details)

    def without_element(self) -> AttributeCandidate:
        """Give the same reference without hold on its tree, which may have no other."""
        details = self.details or Details(self._rel, anchor=self._anchor)
        return type(self)(self.text, self.source, self.tag, self.shared, None, details)

    def sharing(self, shared: Facts) -> AttributeCandidate:
        """Give the same reference with other Facts that it shares with those around it."""
        fields = (self.text, self.source, self.tag, shared, self.element, self.details)
        return _new(type(self), fields)


tag_of = attrgetter("tag")
"""Gives where the start tag of an `AttributeCandidate` stands, at the speed of C."""


class OwnAttributeCandidate(AttributeCandidate, FallbackCandidate):  # type: ignore[misc]  # one layout
    """One that is resolved against the document's own URL: the ``href`` of ``base``, an empty ``action``."""

    __slots__ = ()


_WITH_REL = frozenset({"a", "area", "link"})


def anchor_of(element: Element) -> str:
    """Give the text of a link that is shown, or what stands for it where that is an image."""
    text = element.text
    if text and next(element.iter_elements(UNSEEN), None) is not None:
        text = "".join(_shown_in(element))
    if text and not text.isspace():
        return text
    if len(element):
        for image in element.iter_elements("img"):
            if alt := image.attr("alt"):
                return alt
    return ""


def _shown_in(element: Element) -> Iterator[str]:
    """Yield the pieces of an element's text that are no style sheet, no script and the like."""
    import turbohtml

    for node in element.descendants:
        if isinstance(node, turbohtml.Text) and getattr(node.parent, "tag", "") not in UNSEEN:
            yield node.data


def is_empty(reference: str, element: str, kind: str | None) -> bool:
    """Tell whether a reference is empty whose element would have it fetched: nobody fetches that.

    >>> is_empty("", "img", "resource"), is_empty("", "a", "navigation")
    (True, False)
    """
    return not reference and (kind == "resource" or element in _FETCHED)


def completed(
    shared: Markup, rel: str | None, anchor: str | None, tag: tuple[int, int] | None = None
) -> Markup:
    """Put together what a reference says of itself in markup, as `complete` does."""
    element, attribute, _, kind, _, inert, _ = shared
    if rel and element == "link" and is_loaded(rel):
        kind = "resource"
    anchor = None if anchor is None else " ".join(anchor.split())
    return _new(Markup, (element, attribute, rel, kind, anchor, inert, tag))


def complete(
    shared: Facts,
    reference: str,
    *,
    rel: str | None = None,
    anchor: str | None = None,
    notes: tuple[str, ...] = (),
    tag: tuple[int, int] | None = None,
) -> Facts:
    """Put the Facts of a reference in markup together: what for, what its reader sees, what to beware of.

    It shares ``shared`` with all references of its attribute; ``anchor`` is the text its reader sees, white space and
    all; ``tag`` the place of its start tag (line and column from 1), for trees that know no source.
    """
    assert shared.markup is not None  # noqa: S101  (facts_for gives it one)
    markup = completed(shared.markup, rel, anchor, tag)
    if markup.anchor and (note := misleading(markup.anchor, reference)):
        notes = (*notes, note)
    if is_empty(reference, markup.element, markup.kind):
        notes = (*notes, _EMPTY)
    notes += shared.notes
    pieces, delimiter, alternatives, _, opened_by, ended_by, stripped, _, *others = shared
    said = (pieces, delimiter, alternatives, notes, opened_by, ended_by, stripped, markup, *others)
    return _new(Facts, said)


# What a link shows, and where it leads.

_LONGEST_SHOWN = 2048
_HOST_SHOWN = lazy_re(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*):/{2,}(?:[^\s/?#@]*@)?)?"
    r"(?P<host>(?:[\w-]+\.)+(?P<last>[^\W\d_][\w-]+))\.?(?P<rest>[:/?#]\S*)?",
    re.IGNORECASE,
)
_HOST_MEANT = lazy_re(
    r"[\t\n\f\r ]*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2,}(?:[^/\\?#]*@)?(\[[^/\\?#]*\]|[^/\\?#:]+)", re.IGNORECASE
)
"""The userinfo goes on to the last ``@``, as in `urlglean.uri.hosts`; a backslash is a slash to browsers."""


def misleading(anchor: str, reference: str) -> str:
    """Say so where an anchor's text is a host or a URL of one, and its reference leads to another host.

    >>> misleading("www.bank.example", "http://evil.example/")
    'the text shows www.bank.example, the reference leads to evil.example'
    >>> misleading("index.html", "http://a.example/"), misleading("a.example", "https://www.a.example/x")
    ('', '')
    """
    shown = _HOST_SHOWN.fullmatch(anchor) if len(anchor) < _LONGEST_SHOWN else None
    meant = _HOST_MEANT.match(reference) if shown else None
    if not shown or not meant:
        return ""
    host, target = shown["host"].lower(), meant[1].lower().rstrip(".")
    last = shown["last"].lower()
    is_top_level = last not in _FILE_SUFFIXES and is_top_level_domain(last)
    if not (shown["scheme"] or host.startswith("www.") or is_top_level):
        return ""
    host, target = _name(host), _name(target)
    if host == target or host.endswith(f".{target}") or target.endswith(f".{host}"):
        return ""
    return f"the text shows {shown['host']}, the reference leads to {meant[1]}"


def _name(host: str) -> str:
    """Give a host without its ``www``, in ASCII: some write it so in the reference, and in letters for readers."""
    if not host.isascii() or "%" in host:
        host = normalize(f"http://{host}/").removeprefix("http://").removesuffix("/")
    return host.removeprefix("www.")


_FILE_SUFFIXES = frozenset({"ai"}.union(*FILE_SUFFIXES))
"""Top-level domains that are suffixes of file names as well: a bare ``README.md`` shows no host."""


# Where formatting elements are misnested or left open, the parser clones them (HTML Standard, section 13.2.6.4.7,
# adoption agency algorithm): one tag may have begun as many elements as there are blocks behind it.


def once(elements: Iterable[Element]) -> list[Element]:
    """Give one element for each tag that began some."""
    return list({start_tag_of(element): element for element in elements}.values())


def start_tag_of(element: Element) -> Tag | int:
    """Give what the clones of an element have in common and no other has; one that no tag began is no clone."""
    return element.position or id(element)


def without_clones(found: list[AttributeCandidate]) -> list[AttributeCandidate]:
    """Put the references of one tag together that a tree holds several times.

    The source has one link where the parser has cloned it: with the text of all.
    """
    places = list(map(tag_of, found))
    if True not in map(eq, places, islice(places, 1, None)):  # as in most pages
        return found
    again = {number for number, same in enumerate(map(eq, places, islice(places, 1, None)), 1) if same}
    kept: list[AttributeCandidate] = []
    clones: list[AttributeCandidate] = []
    for number, candidate in enumerate(found):
        details = candidate.details
        is_one_of_many = details is not None and details.anchor is None  # in one attribute
        if number in again and not is_one_of_many and kept[-1].shared is candidate.shared:
            clones.append(candidate)
            continue
        if clones:
            kept[-1] = kept[-1].with_more(clones)
            clones.clear()
        kept.append(candidate)
    if clones:
        kept[-1] = kept[-1].with_more(clones)
    return kept
