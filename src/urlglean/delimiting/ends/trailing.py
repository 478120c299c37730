"""What is taken off the end of a URL because it belongs to the prose: punctuation, quotes, emphasis, footnotes.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

from urlglean.delimiting.alphabet import PUNCTUATION
from urlglean.delimiting.ends.suffixes import LONGEST_BARE_SUFFIX, ends_in_suffix
from urlglean.patterns import lazy_re, lazy_regex

TRAILING_PUNCTUATION = PUNCTUATION + "*\u00b4\u2026\u2217\uff5e\uff0a|^"
"""Taken off the end, repeatedly: sentence punctuation, emphasis marks, and what is never last in a URL."""
CHARACTER_REFERENCE = lazy_re(
    r"&((?:amp;){0,3})(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});\Z"
)
"""One of HTML, with what it is escaped by once more: ``&gt;``, ``&amp;gt;``."""
LONGEST_REFERENCE = 46
CODE_OF_POD = lazy_re(r"<[lg]t>")
"""The rest of an angle bracket as the manuals of Perl write it, ``E<gt>``."""
_EMOTICON_FACE = lazy_re(r"[:;]-\Z")
_FOOTNOTE = lazy_re(r"\[[0-9]{1,4}(?:[,\-\u2013][0-9]{1,4}){0,8}\]\Z")
_PLACEHOLDER = lazy_re(r"\[(?:[A-Z_\-]+|[a-z]+(?:_[a-z]+)+|\.\.\..*)\]")
"""What stands in square brackets in a path that is still to be filled in: ``[ZONE]``, ``[item_id]``, ``[...slug]``."""
_IN_LABEL = lazy_re(r"\w|\[\]")
_SQUARE = lazy_regex(r"(?r)[\[\]]")
_EMPHASIS = {
    mark: lazy_re(
        rf"(?:(?<![^\s(\[{{\"'])(?P<opener>{marks})(?=[^\s{mark}])|(?<=[^\s{mark}]){marks}(?![^\s.,;:!?)\]}}\"']))"
    )
    for mark, marks in {"*": r"\*{1,3}", "_": "_{1,2}", "~": "~~"}.items()
}
"""Marks that begin or end emphasis; one between two blanks, or two words, is none."""
SIGNS = lazy_regex(r"[[\p{S}\p{P}\uFE0F\u200D\u2460-\u2473\u2776-\u2793]--[\x00-\x7F]]{1,8}\Z")
_TO_POINT_BACK = str.maketrans("👉👇▶►▷▸➡⬇→↓⇒☞⏩❝❛❮❰", "👈👆◀◄◁◂⬅⬆←↑⇐☜⏪❞❜❯❱")
"""Hands, triangles and arrows that point at a URL from before it, and those that do from behind it; quotes among
symbols."""
_RAISED = lazy_re("(?<=[A-Za-z0-9/.,;:)])(?<!m)[\u00b9\u00b2\u00b3\u2070\u2074-\u2079\u2460-\u2473]{1,3}\\Z")
"""The mark of a footnote, raised or in a circle, and no unit of areas."""
_BACK = lazy_re("\u21a9[\ufe0e\ufe0f]?\\Z")
"""What leads back from a footnote to its mark, behind all that the footnote says."""
_ORG_VERBATIM = lazy_re(r"(?:\A|[\s(])[=+]\Z")
_WIDE_PUNCTUATION = lazy_regex(r"[[\p{P}]--[\x00-\x7F]]")
_OPENS_PATTERN = "\"'`\u27e8,;"
_ENDS_PATTERN = frozenset("\"'`\u27e9,;")
"""What stands around a pattern in quotes, and around several of them: ``"http://a.example/*,http://b.example/*"``."""
_LONGEST_LABEL = 4096
_FURTHEST_EMPHASIS = 256
"""How far before a URL emphasis may begin that ends behind it, in code points."""
_FURTHEST_COMMENT = 4096
"""The beginning of a comment in code is looked for no further than this before a URL that its end may be glued to."""


def trim(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Take off the end of ``text[start:end]`` what belongs to the prose; never beyond ``path``.

    ``opener`` is the character right before the URL: an emphasis mark there explains the one at the end.
    """
    end = _trim_marks(text, start, path, _trim_signs(text, path, end), opener)
    closer = _length_of_closer(text, start, path, end, opener)
    return _trim_marks(text, start, path, end - closer, opener) if closer else end


def _trim_marks(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Take off one mark after the other, up to the first that belongs to the URL."""
    while end > path:
        last = text[end - 1]
        if last in ".,?" or (last in PUNCTUATION and text[end - 2] in PUNCTUATION):
            taken = 1
        elif last in TRAILING_PUNCTUATION:
            taken = _length_of_punctuation(text, start, path, end, opener)
        elif last in "/sMJ" and end - 2 > path:
            taken = _length_of_two(text, start, path, end)
        elif last == "'":
            taken = end - _trim_apostrophes(text, start, end)
        elif last in "_~@":
            taken = int(last in _marks_before(text, start, opener) or is_emphasis_open(text, start, last))
        elif last == "&":
            taken = 2 * text.endswith("&&", path, end)  # of a shell: `wget http://a.example/b&& ls`
        elif last == "]":
            taken = _length_of_label(text, start, path, end)
        elif last > "\x7f":
            taken = _length_of_signs(text, start, path, end)
        else:
            break
        if not taken:
            break
        end -= taken
    return end


def _length_of_closer(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Count the marks at the end that close what two of them, or an equals or plus sign behind a blank, opened."""
    if text[end - 1] != opener or opener not in "=/+":
        return 0
    if start > 1 and text[start - 2] == opener:
        return 2 if text.endswith(opener * 2, path, end) else 0
    return int(
        not text.endswith("++", path, end)  # as some names end
        and _ORG_VERBATIM.search(text, max(0, start - 2), start) is not None
    )


def _length_of_punctuation(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Count what is taken off where the URL ends in punctuation."""
    last = text[end - 1]
    if last == ";":
        # An HTML character reference, or what resembles one: at the end of a URL none is meant (GFM 6.9).
        found = CHARACTER_REFERENCE.search(text, max(path, end - LONGEST_REFERENCE), end)
        return end - found.start() if found and not found[1] else 1
    if last == "!" and text[end - 2] == "#":
        return 0  # the beginning of a path in a fragment, `#!/a`, with nothing behind it
    if last == "*":
        if opener and opener in _OPENS_PATTERN and text[end : end + 1] in _ENDS_PATTERN:
            return 0  # there it is no emphasis, but the pattern of a program
        is_emphasis = "*" in _marks_before(text, start, opener) or is_emphasis_open(text, start, last)
        return int(is_emphasis or text.find("?", path, end) < 0)
    return 0 if text.endswith(":memory:", path, end) else 1


def _length_of_two(text: str, start: int, path: int, end: int) -> int:
    """Count two where the URL ends in a possessive, in a line's end as carets show it (``^M``), or in a comment's.

    The comment was opened before it.
    """
    if text[end - 1] in "MJ":
        return 2 * (text[end - 2] == "^")
    if text[end - 1] == "s":
        return 2 if text[end - 2] == "'" and _ends_in_no_name(text, path, end - 2) else 0
    if not text.startswith("*/", end - 2) or text[end - 3] == "/":
        return 0
    low = max(0, start - _FURTHEST_COMMENT)
    return 2 if text.rfind("/*", low, start) > text.rfind("*/", low, start) else 0


def _ends_in_no_name(text: str, path: int, end: int) -> bool:
    """Tell what has no possessive of its own: ``https://example.com/`` before ``'s front page``, a file."""
    return text[end - 1] in "/)" or ends_in_suffix(text[max(path, end - LONGEST_BARE_SUFFIX) : end])


def _marks_before(text: str, start: int, opener: str) -> str:
    """Give the marks of emphasis right before a URL; any other sign stands for itself."""
    if opener not in "*_~":
        return opener
    lead = text[max(0, start - 3) : start]
    return lead[len(lead.rstrip("*_~")) :]


def is_emphasis_open(text: str, start: int, mark: str) -> bool:
    """Tell whether a mark of emphasis before the URL, on its line, is still to be closed by another one."""
    pattern = _EMPHASIS.get(mark)
    if pattern is None:
        return False
    low = max(0, start - _FURTHEST_EMPHASIS)
    is_open = False
    for found in pattern.finditer(text, max(low, text.rfind("\n", low, start) + 1), start):
        is_open = found["opener"] is not None
    return is_open


def _length_of_label(text: str, start: int, path: int, end: int) -> int:
    """Count the brackets at the end of a path with what is in them: a footnote mark, the label of AsciiDoc.

    Those of a query are its own.
    """
    if text.find("?", path, end) >= 0 or text.startswith("data:", start):
        return 0
    if (footnote := _FOOTNOTE.search(text, max(path, end - 52), end)) is not None:
        return end - footnote.start()
    opened, depth = end, 0
    for found in _SQUARE.finditer(text, max(path, end - _LONGEST_LABEL), end):
        depth += 1 if found[0] == "]" else -1
        if depth == 0:
            opened = found.start()
            break
    return end - opened if _is_label(text, start, path, opened, end) else 0


def _is_label(text: str, start: int, path: int, opened: int, end: int) -> bool:
    """Tell a label in ``text[opened:end]`` from brackets that are the URL's, or hold what is still to be filled in."""
    if text.find(":", start, path) == path - 2:  # no authority
        return False
    if text[start - 1 : start] == "[" and text.startswith("]", end):
        return False
    label, before = text[opened:end], text[opened - 1]
    if text.find("[", path, opened) >= 0 or label.startswith("[[") or not _IN_LABEL.search(label):
        return False
    return before.isalnum() or before == ")" or (before == "/" and not _PLACEHOLDER.match(label))


def _length_of_signs(text: str, start: int, path: int, end: int) -> int:
    """Count the signs at the end that belong to the prose: punctuation, and what encloses the URL like quotes."""
    if _WIDE_PUNCTUATION.match(text[end - 1]) or "\ue000" <= text[end - 1] <= "\uf8ff":
        return 1  # of private use, no path holds any (RFC 3987 2.2): the picture of a font
    if (footnote := _RAISED.search(text, max(path, end - 4), end)) is not None:
        return end - footnote.start()
    if (back := _BACK.search(text, max(path, end - 2), end)) is not None:
        return end - back.start()
    before = SIGNS.search(text, max(0, start - 8), start)
    if before is None:
        return 0
    sign = before[0]
    return len(sign) if text.endswith((sign, sign.translate(_TO_POINT_BACK)), path, end) else 0


def _trim_signs(text: str, path: int, end: int) -> int:
    """Take off what makes a sign of its own with what stands around the URL: ``->``, ``=>``, ``:-)``, ``E<gt>``."""
    after = text[end : end + 1]
    if after == "<":
        return end - (text.endswith("E", path, end) and CODE_OF_POD.match(text, end) is not None)
    if after == ">":
        if text.endswith("=", path, end) and text.find("?", path, end) < 0:
            return end - 1
        while text[end - 1] == "-":
            end -= 1
    elif after and after in "()" and _EMOTICON_FACE.search(text, path, end):
        end -= 2
    return end


def _trim_apostrophes(text: str, start: int, end: int) -> int:
    """Take off one apostrophe where the URL has an odd number, and several in a row.

    Two are a closing quote of TeX, three one of Python, both emphasis in wikis; or an empty value.
    """
    before = end - 1
    while text[before - 1] == "'":
        before -= 1
    if before == end - 1:
        return end - text.count("'", start, end) % 2
    return before + 2 if text[before - 1] in "=(," else before
