r"""URLs in the arguments of LaTeX and in fields of BibTeX: ``\url{...}``, with escapes (``\_``) and hidden line ends.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re

from urlglean.delimiting.ends.extent import joined_extent
from urlglean.delimiting.readings import Reading, Scan, Site, between, clip
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.rules.enclosed import FURTHEST_CLOSER, Enclosed, enclosed_reading, notes_on
from urlglean.delimiting.rules.escaped import ESCAPES_UNDONE
from urlglean.delimiting.schemes import TEX_TILDE
from urlglean.patterns import lazy_re, lazy_regex

_BREAK = r"\\(?:allow|line)break(?![A-Za-z])(?:\{\}|[ \t]*+(?:\r?\n[ \t]*+)?)"
"""Where TeX may break the line, with the white space that belongs to the command."""
_ARGUMENT = lazy_regex(
    rf"(?:[^\s{{}}\\]|{_BREAK}|(?<=%|\^\^A)[ \t]*+\r?\n(?:%[ \t]++)?[ \t]*+(?=[^\s}}])"
    r"|\\[_%#&~$\-]|\\~\{\}|(\{(?:[^\s{}]++|(?1))*+\}))*+(?=\s*\})"
)
_ESCAPE = lazy_re(
    rf"{_BREAK}|"
    r"\{\\(?=[_%#&~$]\})|(?<=\{\\[_%#&~$])\}|(?<=\\~)\{\}|\\|(?<!\\)(?:%|\^\^A)(?=[ \t]*[\r\n])"
    r"|(?<=\n)%(?=[ \t])|[\s\0]+"
)
"""What is no part of a URL in LaTeX and BibTeX: where it may be broken, the backslash of ``\\_``, the braces of
``{\\_}`` and ``\\~{}``, the ``%`` that hides the end of its line, in documented sources ``^^A``, and the ``%`` that
their lines begin with."""
_TILDE = lazy_re(TEX_TILDE)
_BALANCED = lazy_regex(r"(?:[^{}]|(\{(?:[^{}]++|(?1))*+\}))*+")
_NOTHING = "\0"
"""What a tilde that TeX spells out in several characters is filled up with, so that all else keeps its place."""
_HAS_ESCAPE = lazy_re(r"\\|%[ \t]*\r?\n")
_ADDRESS_COMMAND = lazy_re(r"\\(?:url|href|path|nolinkurl|burl|urldef)\*?\{\Z")
_TEXT_COMMAND = lazy_re(
    r"(?:\\[A-Za-z]{2,24}\*?|(?i:(?<![^\W_])(?:url|link|note|howpublished|eprint)[ \t]{0,9}=[ \t]{0,9}))\{\Z"
)
"""Other commands, and fields of BibTeX: there a URL may have escapes, but what it ends in belongs to the text."""
_FURTHEST_IN_TEXT = 512
"""How far behind such an opening brace its closer is looked for, in code points."""


def in_tex(scan: Scan, site: Site) -> Reading | None:
    """Read the URL in the braces of a command of TeX: the closing brace ends it."""
    opening = site.opening
    found = tex_argument(scan.text, opening.prefix - 1, opening.start, scan.floor)
    if found is None:
        return None
    enclosed, is_address = found
    pieces, joined = enclosed.pieces, enclosed.text
    extent = joined_extent(opening, joined)
    if extent is None or (notes := notes_on(scan, opening, joined)) is None:
        return None
    if not is_address:
        pieces, joined = clip(pieces, extent.end), joined[: extent.end]
    if "".join(scan.text[begin:end] for begin, end in pieces) != joined:
        # A tilde was spelled out, and no piece has it.
        pieces, notes = ((pieces[0][0], pieces[-1][1]),), (*notes, ESCAPES_UNDONE)
    return enclosed_reading(opening, enclosed._replace(pieces=pieces, text=joined), "{}", notes)


def tex_argument(text: str, opener: int, start: int, floor: int) -> tuple[Enclosed, bool] | None:
    r"""Read the argument whose opening brace stands at ``opener`` and whose URL begins at ``start``.

    It comes without what is there for TeX alone, and with whether the command takes nothing but a URL, so that all of
    the argument is one. None where the brace is no command's, or nothing in the argument is written as TeX wants it.
    The command is looked for no further back than ``floor``.

    >>> tex_argument(r"\url{http://a.b/c\_d}", 4, 5, 0)[0].text
    'http://a.b/c_d'
    """
    is_address = _ADDRESS_COMMAND.search(text, max(floor, opener - 12), opener + 1) is not None
    if not is_address and not _TEXT_COMMAND.search(text, max(floor, opener - 36), opener + 1):
        return None
    limit = start + (FURTHEST_CLOSER if is_address else _FURTHEST_IN_TEXT)
    closer = text.find("}", start, limit)
    if closer < 0 or not (is_address or _HAS_ESCAPE.search(text, start, closer)):
        return None
    said = text[start:limit]
    if text.find("\\", start, closer) >= 0:
        line_end = text.find("\n", closer, limit)
        behind = _BALANCED.match(said, 0, line_end - start if line_end >= 0 else limit - start)
        lead = said[: behind.end() if behind is not None else 0]  # what follows is not in these braces
        said = _TILDE.sub(_in_place, lead) + said[len(lead) :]
    found = _ARGUMENT.match(said)
    if found is None:
        return None
    inner = between(0, (escape.span() for escape in _ESCAPE.finditer(said, 0, found.end())), found.end())
    pieces = tuple((start + begin, start + end) for begin, end in inner)
    joined = "".join(said[begin:end] for begin, end in inner)
    return Enclosed(pieces, joined, start + found.end(), Ended.CLOSER.told("}")), is_address


def _in_place(tilde: re.Match[str]) -> str:
    """Give a tilde that is as long as what spells it out."""
    at = tilde[0].find("~") if "~" in tilde[0] else len(tilde[0]) - 1
    return _NOTHING * at + "~" + _NOTHING * (len(tilde[0]) - at - 1)
