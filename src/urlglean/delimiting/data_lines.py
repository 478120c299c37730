"""Lines of settings, records and comments in code: where the line below a URL begins something of its own.

No wrapping broke a URL there, however full its line is. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re

__all__ = ["begins_another", "is_heading"]

_SETTING_BEFORE = re.compile(r"[%#;]?[\w.\-]+[ \t]*=")
_SETTING = re.compile(r"[%#;]?[\w.\-]+(?:\[[\w@.\-]+\])?=")
_KEY_BEFORE = re.compile(r"(?:-[ \t]+)?[\"']?[\w.\-/ ]+[\"']?:[ \t]")
_KEY = re.compile(r"[A-Za-z_][\w\-]*:\Z")
_PROPERTY = re.compile(r"[A-Z][A-Z0-9\-]+(?:;[A-Z][A-Z\-]*=|:)")
"""A property of a calendar or a card (RFC 5545 3.1, RFC 6350 3.3): ``END:VEVENT``, ``TEL;TYPE=work:``."""
_TAG = re.compile(r"@[A-Za-z]\w*\Z")
_NO_URL = re.compile(
    r"\^"  # a pattern; a URL has it between others at most
    r"|%(?![0-9A-Fa-f]{2})"  # what is filled in, a line of a template
    r"|[-+]?\[[^\]\s]*\]:"  # a reference of Markdown, in a patch too
    r"|'"  # a string
    r"|&\Z"  # a word of prose, the end of a command
    r"|eslint-(?:dis|en)able"  # what programs are told in comments
)
_SCOPED = re.compile(r"[\w.\-]+::[A-Za-z]")
_COMMENT = re.compile(r"//|[#;%]")
_COMMAND = re.compile(r"[A-Za-z][\w\-]*\Z")
_OPTION = re.compile(r"[ \t]+--?[A-Za-z]")
_HEADING = re.compile(r"(?m)^#\w")
_FURTHEST_HEADING = 600
_FIRST_WORD = re.compile(r"\S+")
_SHORTEST_COMMON = 8


def begins_another(before: str, token: str, following: str, lead: str, opener: str, marks: str) -> bool:
    """Tell whether the line that begins with ``token`` begins something of its own.

    ``before`` is the URL up to its line's end, ``lead`` what stands before it on its line, behind the margin of
    ``marks``, and ``opener`` right before it; ``following`` stands behind the token.
    """
    if _COMMAND.match(token) and _OPTION.match(following):
        return True
    if _NO_URL.match(token) or (_SCOPED.match(token) and before[-1] not in "/-?&=_%."):
        return True
    if marks and marks[-1] in "*/#" and _TAG.match(token):
        return True  # `@param` in the comment of a program; a name in a path goes on with a slash
    if opener == ":" and _PROPERTY.match(token):
        return True
    if not lead:
        return False
    return (
        _is_alike(lead, token)
        or (
            _SETTING_BEFORE.match(lead) is not None
            and _SETTING.match(token) is not None
            and "?" not in before
        )
        or (_KEY.match(token) is not None and _KEY_BEFORE.match(lead) is not None)
    )


def _is_alike(lead: str, token: str) -> bool:
    """Tell whether both lines begin alike: with the same word, the same mark of a comment, the same path or key.

    Or with names of settings of which the second begins with the first: ``ProxyPass`` and ``ProxyPassReverse``.
    """
    first = _FIRST_WORD.match(lead)
    if first is not None and token.startswith(first[0]):
        rest = token[first.end() :]
        if not rest or (first.end() >= _SHORTEST_COMMON and rest[0].isupper()):
            return True
    comment = _COMMENT.match(token)
    if comment is not None and lead.startswith(comment[0]):
        return True
    common = 0
    for one, other in zip(lead, token, strict=False):
        if one != other:
            break
        common += 1
    return common >= _SHORTEST_COMMON and not token[:common].isalnum()


def is_heading(text: str, line: int, start: int, token: str) -> bool:
    r"""Tell whether ``token`` below a URL that begins its ``line`` is a heading of a list, as one above it is.

    >>> text = "#LOC:AD\nhttp://a.b/\n#LOC:AE\n"
    >>> is_heading(text, 8, 8, "#LOC:AE"), is_heading(text[8:], 0, 0, "#LOC:AE")
    (True, False)
    """
    if start != line or token[0] != "#":
        return False
    low = max(0, line - _FURTHEST_HEADING)
    low = max(low, text.rfind("\n\n", low, line))
    return _HEADING.search(text, low, line) is not None
