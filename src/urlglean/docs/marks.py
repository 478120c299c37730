"""What announces a URL in a text in Markdown, or in a piece of HTML there: most have nothing that does."""

from __future__ import annotations

import re

from urlglean.delimiting.scanner import trigger_places
from urlglean.document import ReadOptions
from urlglean.patterns import lazy_re

_WITHIN_ADDRESS = lazy_re(r"@(?<=\S@)(?=\S)")
MARK = lazy_re(rb"[:@]|\.(?<=[wWtT][wWpP0-9]\.)")
"""Stands in any text in which something announces a URL, unless more is asked for."""
_MEANS_MARK = lazy_re(rb"&(?:#|colon;|commat;|period;)")
"""The beginning of what may stand for one of them in HTML: a reference to a character."""
_BARE_TAGS = lazy_re(rb"(?:\s*+</?[A-Za-z][^<>=]*+>)*+\s*+")
"""What holds no URL, whatever is asked for: tags without a value of an attribute, and nothing between them."""
_PLAIN_TAGS = lazy_re(
    rb"""(?:[^<=]*+</?
    (?!(?:base|iframe|link|math|meta|noscript|script|style|svg|template|textarea|title|xmp)\b)[a-z][a-z0-9]*+
    (?:\s++(?:align|alt|border|class|colspan|dir|height|id|lang|name|open|rowspan|start|title|valign|width)
    (?:=(?:"[^"<>{}]*+"|'[^'<>{}]*+'|[^\s"'`<>={}]++)(?![^\s/>]))?+)*+
    \s*+/?>)*+[^<=]*+""",
    re.IGNORECASE | re.VERBOSE,
)
"""Text, and tags none of whose attributes has a URL for its value; none that goes on behind the mark of a quotation."""


def is_more_asked(options: ReadOptions) -> bool:
    """Tell whether names without a scheme, addresses and the like are asked for, which no mark announces."""
    asked = options.delimit
    return bool(asked) and any(map(asked.get, ("schemeless", "emails", "network_path", "refang")))


def may_hold_urls(text: str, options: ReadOptions) -> bool:
    """Tell whether a text holds what announces a URL or an address, or may have what nothing announces; cheap."""
    return bool(_WITHIN_ADDRESS.search(text) or trigger_places(text)) or is_more_asked(options)


def may_hold_references(data: bytes, start: int, end: int, options: ReadOptions) -> bool:
    """Tell whether a piece of HTML may hold a reference, or an id where those are asked for; cheap."""
    has_values = data.find(b"=", start, end) >= 0
    if not has_values and _BARE_TAGS.fullmatch(data, start, end):
        return False
    if has_values and (options.anchors or not _PLAIN_TAGS.fullmatch(data, start, end)):
        return True
    marks = (pattern.search(data, start, end) for pattern in (MARK, _MEANS_MARK))
    return is_more_asked(options) or any(mark is not None for mark in marks)
