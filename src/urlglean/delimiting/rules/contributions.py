"""DOIs of articles that name their contribution between angle brackets, as ANSI/NISO Z39.56 (SICI) has it.

``https://doi.org/10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2``: no URL may hold these brackets, yet bibliographies
write them as they are. Where all of it stands there, they are part of the URL.
"""

from __future__ import annotations

from urlglean.delimiting.ends.extent import opened_extent
from urlglean.delimiting.readings import Reading, Scan, Site
from urlglean.delimiting.rules.wrapped import read_alone
from urlglean.patterns import lazy_re

_CONTRIBUTION = lazy_re(
    r"<[0-9A-Za-z.\-]{1,16}:{1,2}[0-9A-Za-z\-']{1,16}>[0-9]\.[0-9]\.[A-Z]{2};[0-9](?:-[0-9A-Z])?"
)
"""Where the article begins and a code of its title, what this identifies and how, and a check character."""
_BEFORE = lazy_re(r"\([^()\s]{4,24}\)[0-9A-Za-z:+/.\-]{1,24}\Z")
"""The date of the issue in parentheses, and the numbers of volume and issue."""
_LONGEST = 64


def of_an_article(scan: Scan, site: Site) -> Reading | None:
    """Read a DOI whose contribution stands between angle brackets behind its run; None where none does."""
    text, opening, run = scan.text, site.opening, site.run
    found = _CONTRIBUTION.match(text, run)
    if found is None or _BEFORE.search(text, max(opening.body, run - _LONGEST), run) is None:
        return None
    extent = opened_extent(opening, text, opening.start, found.end())
    return read_alone(scan, opening, extent) if extent is not None and extent.end > run else None
