r"""The URLs of a style sheet or ``style`` attribute: ``url()``, ``src()``, ``@import``, ``image-set()``.

Read by the tokens of CSS Syntax Level 3, section 4, so that what stands in a comment or a string is no URL
and an escape (``\75rl(``, ``a\)b``) is what it stands for. A style sheet that is a document has bare URLs, too: those
of its comments and strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from urlglean.candidate import Candidate, MarkupCandidate
from urlglean.delimiting.stream import delimit
from urlglean.document import Document, Encoding, ReadOptions
from urlglean.encoding.pages import declared_by_style_sheet
from urlglean.encoding.texts import Decoder
from urlglean.html.places import facts_for
from urlglean.patterns import lazy_re
from urlglean.reports import Problem
from urlglean.text import Text

__all__ = ["read", "references_of"]


_ESCAPE = r"\\(?:[0-9a-fA-F]{1,6}+(?:\r\n|[ \t\n\r\f])?+|[^\n\r\f0-9a-fA-F])"
_NAME = rf"(?:[-\w]|{_ESCAPE})++"
# A string ends at its quote, at a line end (a "bad string"), or with the style sheet.
_STRING = (
    rf"(?P<quote>[\"'])(?:(?!(?P=quote))[^\\\n\r\f]|{_ESCAPE}|\\(?:\r\n|[\n\r\f]))*+"
    r"(?:(?P<closing>(?P=quote))|(?=[\n\r\f])|\\?\Z)"
)
_COMMENT = r"/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)"
_TOKEN = lazy_re(
    rf"{_COMMENT}"
    rf"|(?P<string>{_STRING})"
    rf"|(?P<function>{_NAME})\("
    rf"|@(?P<at>{_NAME})|\#{_NAME}"
    rf"|{_NAME}"
    r"|(?P<close>\))|(?P<open>\()"
    r"|(?P<other>[;{}])"
)
# An unquoted url-token: no quotes, no "(", no whitespace inside; what breaks that is a "bad url".
_URL_TOKEN = lazy_re(
    r"[ \t\n\r\f]*+"
    rf"(?P<url>(?:[^\"'()\\\x00-\x20\x7f]|{_ESCAPE})*+)"
    r"[ \t\n\r\f]*+(?:\)|\Z)"
)
_BAD_URL = lazy_re(r"(?:[^)\\]|\\[\s\S])*+(?:\)|\\?\Z)")
_QUOTED = lazy_re(rf"[ \t\n\r\f]*+{_STRING}")
_UNESCAPE = lazy_re(r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\n\r\f])|([\s\S])|\Z)")
_LINE_ENDS = frozenset("\n\r\f")
_URL_FUNCTIONS = frozenset({"url", "src"})
_IMAGE_FUNCTIONS = frozenset({"image-set", "-webkit-image-set", "cross-fade", "image"})
_FUNCTION = lazy_re(rf"{_COMMENT}|{_STRING}|(?<![-\w@\#])(?P<function>[uU][rR][lL]|[sS][rR][cC])\(")
_BEYOND_FUNCTIONS = ("@import", "@namespace", "image", "cross-fade", "\\")
_HINTS = ("url(", "src(", "@import", "image", "cross-fade")
_ESCAPED_LETTER = lazy_re(r"\\(?:0{4}[2-7][0-9a-f]|0{0,3}[2-7][0-9a-f](?![0-9a-f])|[g-z-])")
"""In small letters. This or a hint stands in every style sheet that holds a URL: a function, a rule, or its name with
an escape. Most escapes are of bullets and of names in other scripts."""


class CssUrl(NamedTuple):
    """One URL of a style sheet: its value, where it stands between its delimiters, and what it is for."""

    url: str
    start: int
    end: int
    place: str
    """``url()``, ``@import`` or ``image-set()``."""


def may_hold_urls(css: str) -> bool:
    r"""Tell whether a look at a style sheet is worth the time: most declarations hold no URL.

    >>> may_hold_urls("p { color: rgb(0, 0, 0) }"), may_hold_urls("p { background: URL(x) }")
    (False, True)
    >>> may_hold_urls(r"p { content: '\f0a7 (' }"), may_hold_urls(r"p { background: \75rl(x) }")
    (False, True)
    """
    if "(" not in css and "@" not in css:
        return False
    folded = css.lower()
    return any(hint in folded for hint in _HINTS) or _ESCAPED_LETTER.search(folded) is not None


def css_urls(css: str) -> Iterator[CssUrl]:
    r"""Yield the URLs of a style sheet or of declarations, in order; offsets in code points of ``css``.

    Three kinds of ``url()`` lead nowhere else and do not come out: ``url(#name)`` points into the document
    that uses it, whatever its base (CSS Values Level 4, section 4.5.4), an empty one is invalid (same
    section; as a string, too), and that of ``@namespace`` names a vocabulary.

    >>> [found.url for found in css_urls("@import 'a.css'; p { background: URL( b.png ) } /* url(c) */")]
    ['a.css', 'b.png']
    >>> [found.url for found in css_urls(r"fill: url(#g); mask: \75rl('a\29.svg')")]
    ['a).svg']
    """
    folded = css.lower()
    if not any(hint in folded for hint in _BEYOND_FUNCTIONS):
        yield from _of_functions(css)
        return
    state = _SheetState()
    position = 0
    while found := _TOKEN.search(css, position):
        position = found.end()
        group = found.lastgroup
        if group == "function" and _unescape(found["function"]).lower() in _URL_FUNCTIONS:
            result, position = _url_function(css, position)
            if result and result.url and result.url[0] != "#" and state.rule != "namespace":
                yield result._replace(place="@import") if state.rule == "import" else result
            state.rule = ""
        elif found["string"] is not None:
            place = state.place_of_string()
            if place and not _is_broken(css, found) and (result := _string(css, found, place)).url:
                yield result
        else:
            state.follow(group, found)


def _of_functions(css: str) -> Iterator[CssUrl]:
    """Yield the URLs of a style sheet that can hold them in ``url()`` and ``src()`` alone, whatever else it says."""
    position = 0
    while found := _FUNCTION.search(css, position):
        position = found.end()
        if found.lastgroup == "function":
            result, position = _url_function(css, position)
            if result and result.url and result.url[0] != "#":
                yield result


class _SheetState:
    """Where in a style sheet the reader stands: in which at-rule's prelude, in which functions."""

    def __init__(self) -> None:
        self.rule = ""
        self.functions: list[str] = []

    def follow(self, group: str | None, found: re.Match[str]) -> None:
        if group == "at":
            self.rule = _unescape(found["at"]).lower()
            self.functions.clear()
        elif group == "function":
            self.functions.append(_unescape(found["function"]).lower())
        elif group == "open":
            self.functions.append("")
        elif group == "close":
            if self.functions:
                self.functions.pop()
        elif group == "other":
            self.rule = ""
            self.functions.clear()

    def place_of_string(self) -> str:
        if self.rule == "import" and not self.functions:
            self.rule = ""  # what follows in the same rule is no second URL
            return "@import"
        if self.functions and self.functions[-1] in _IMAGE_FUNCTIONS:
            return "image-set()"
        return ""


def _string(css: str, found: re.Match[str], place: str) -> CssUrl:
    start, end = found.end("quote"), found.end() - len(found["closing"] or "")
    return CssUrl(_unescape(css[start:end]), start, end, place)


def _is_broken(css: str, string: re.Match[str]) -> bool:
    """Tell whether a string ends at the end of its line: browsers pass over what it stands in."""
    return not string["closing"] and css[string.end() : string.end() + 1] in _LINE_ENDS


def _url_function(css: str, position: int) -> tuple[CssUrl | None, int]:
    """Read what follows ``url(``: a quoted string or a url-token; None for a bad one. Give where to go on."""
    if quoted := _QUOTED.match(css, position):
        result = None if _is_broken(css, quoted) else _string(css, quoted, "url()")
        return result, _behind_url(css, quoted.end())
    if token := _URL_TOKEN.match(css, position):
        start, end = token.span("url")
        return CssUrl(_unescape(token["url"]), start, end, "url()"), token.end()
    return None, _behind_url(css, position)


def _behind_url(css: str, position: int) -> int:
    """Give where ``url()`` ends that goes on at ``position``."""
    rest = _BAD_URL.match(css, position)
    return rest.end() if rest else position


def _unescape(written: str) -> str:
    return _UNESCAPE.sub(_character, written) if "\\" in written else written


def _character(found: re.Match[str]) -> str:
    if found[1]:
        point = int(found[1], 16)
        return chr(point) if 0 < point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF else "\ufffd"
    return found[3] or ""


# A style sheet as a document: what it refers to, and the bare URLs of its comments and strings.

_BYTES = (bytes, bytearray, memoryview)


def references_of(text: str, bare: Iterable[Candidate] = ()) -> Iterator[Candidate]:
    """Yield what a style sheet refers to, relative references too, in order.

    ``bare`` are the bare URLs of the same text in order, which are put among them where they are no part of one.
    """
    source = Text(text)
    references = (
        MarkupCandidate(url, source, start, end, facts_for("css", place, "resource"))
        for url, start, end, place in css_urls(text)
    )
    reference = next(references, None)
    for one in bare:
        while reference is not None and reference.end <= one.start:
            yield reference
            reference = next(references, None)
        if reference is None or one.start < reference.start:
            yield one
    if reference is not None:
        yield reference
        yield from references


def read(document: Document, options: ReadOptions) -> Iterator[Candidate | Encoding | Problem]:
    """Yield the URLs of a style sheet, in order; its base is its own URL (CSS Values Level 4, section 4.5.2).

    ``document.content`` is a string, bytes, or an iterable of pieces of either. With ``options.text`` the bare
    URLs of comments and strings come, too.
    """
    content = document.content
    pieces: list[Any] = [content] if isinstance(content, (str, *_BYTES)) else list(content)
    is_text = bool(pieces) and isinstance(pieces[0], str)
    data = b"" if is_text else b"".join(map(bytes, pieces))
    decoder = Decoder(document.encoding or declared_by_style_sheet(data))
    text = "".join(pieces if is_text else decoder.chunks((data,)))
    yield Encoding("UTF-8")  # whatever a style sheet is encoded in, the queries of its URLs are UTF-8
    yield from references_of(
        text, delimit(text, document.evidence, **options.delimit) if options.text else ()
    )
    if decoder.damage:
        yield decoder.damage.problem(document)
