"""The ``.`` and ``..`` of paths (RFC 3986 section 5.2.4); the URL standard takes them out of http URLs the same way."""

from __future__ import annotations

import re

__all__ = ["remove_dot_segments", "without_dots"]

_LEADING_DOTS = re.compile(r"\A(?:\.\.?(?:/|\Z))+")
_PATH = re.compile("[^?#]*")
_DOTS = frozenset({".", ".."})


def remove_dot_segments(path: str) -> str:
    """Take ``.`` and ``..`` out of a path; a ``..`` above the root goes (RFC 3986 section 5.2.4).

    >>> remove_dot_segments("/a/b/c/./../../g")
    '/a/g'
    >>> remove_dot_segments("/a//../b/..")
    '/a/'
    """
    if path[:1] != "/":
        path = _LEADING_DOTS.sub("", path)
    kept: list[str] = []
    segment = ""
    for segment in path.split("/"):
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
            else:
                kept = [""]
        elif segment != ".":
            kept.append(segment)
    if segment in _DOTS:
        kept.append("")
    return "/".join(kept)


def without_dots(url: str, start: int) -> str:
    """Take the dots out of the path of a URL that begins at ``start`` and ends at its query or fragment.

    >>> without_dots("http://a/b/../c?d/../e", 8)
    'http://a/c?d/../e'
    """
    if "?" in url or "#" in url:
        end = _PATH.match(url, start).end()  # type: ignore[union-attr]  # it matches every string
        return url[:start] + remove_dot_segments(url[start:end]) + url[end:]
    return url[:start] + remove_dot_segments(url[start:])
