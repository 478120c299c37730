"""The commands of ``text/enriched`` (RFC 1896)."""

from __future__ import annotations

import re

__all__ = ["without_enriched_commands"]

_COMMAND = re.compile(r"<(<)|<param>.{0,500}?</param>|</?[a-z][\w-]*>", re.IGNORECASE | re.DOTALL)
_NOT_BREAK = re.compile(r"[^\n]")


def without_enriched_commands(text: str) -> str:
    """Blank out the commands of ``text/enriched`` (RFC 1896); every offset stays, and ``<<`` is one ``<``.

    >>> without_enriched_commands("<bold>see</bold> <<http://example.com/>")
    '      see         <http://example.com/>'
    """
    return _COMMAND.sub(lambda found: " <" if found[1] else _NOT_BREAK.sub(" ", found[0]), text)
