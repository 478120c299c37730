"""What a crawler should fetch next: the URLs of Links that can be fetched, each once, with who refers to them.

Doors: `frontier` (takes in Links, and gives the rows), `policy` (what belongs to it), `pages` (which inputs are read
for one), `sightings` (what a page says of a URL, and what holds it) and `fetchable` (a row and its columns). Behind
them, `store` groups what was said, and remembers what earlier frontiers gave. All of it is in DuckDB in a temporary
folder, so that memory is bounded however many URLs there are.

The frontier of a crawl
-----------------------

``urlglean frontier`` reads crawls (WARC, WACZ, ARC; with ``pip install 'urlglean[warc]'``) and prints what a crawler
should fetch next: each URL that a browser would fetch or go to, once, without its fragment, with the number of pages
that refer to it and the first of them. What is left out is counted on standard error. Pages, sitemaps and lists of URLs
on the disk (files with one URL a line, and lines of comment, which begin with ``#``) are read as well, and pages saved
as messages (MHTML), whose own address counts as retrieved. Scripts, mail, other texts, and the texts and feeds of
archives, are counted only; ``--text`` reads the URLs in them. With ``--rung protocol`` a URL that redirects counts as
the one it leads to.

What belongs to a frontier
--------------------------

- ``a``, ``area``, ``iframe``, ``frame``, ``meta`` refresh; ``img``, ``srcset``, ``script``, style sheets, media,
  ``object``: yes; a browser goes there, or fetches it.
- ``link`` of every type (``canonical``, ``alternate``, ``prefetch``, also ``preconnect`` and ``dns-prefetch``): yes; a
  link whatever its type, which the column ``rel`` tells.
- ``form``, ``formaction``, sent by GET or POST: yes; a browser goes there; ``--follow navigation --follow resource``
  leaves them out.
- ``cite``, ``longdesc``: yes; they lead to a page about the page.
- ``base``, ``codebase``: no; what other references begin with.
- ``ping``: no; a report is sent there, nothing comes back.
- ``itemid``, ``itemtype``, ``profile``, ``classid``, ``pluginspage``: no; names of things and vocabularies.
- Namespaces, schemas and document types of sitemaps and other XML: no; names, too.
- ``og:image``, ``og:url`` and other ``meta`` elements: no; said to other sites; ``--follow metadata`` takes all of
  these names in.
- JSON-LD, lazy attributes, ``noscript``, templates, comments, scripts: no; a browser acts on none of them;
  ``--include`` reads them.
- Bare URLs in the text: no; no links; ``--text`` takes them in.
- An empty ``img@src``: no; nobody fetches it.

``--follow`` takes only references of a kind: ``navigation``, ``resource``, ``form`` or ``metadata``. ``--respect
nofollow`` leaves out links with ``rel=nofollow``, ``--respect robots`` the links of pages that ask robots not to follow
them, ``--respect noindex`` the pages that ask not to be indexed.

Runs and pages on the disk
--------------------------

``--known FILE`` makes the frontier persist. A run leaves out what earlier runs gave, and adds what it gives, all at
once and after it is written; so a run that is killed loses nothing. Depth is counted from ``--seed URL``; it is given
with ``--format jsonl``, ``csv``, ``parquet``, ``--into`` and ``--known``.

For pages on the disk ``--base-from`` names the URLs that they were retrieved by: a TSV, CSV or JSON file of paths and
URLs, or ``wget``, ``httrack`` (their layouts), ``saved`` (the comment of browsers and SingleFile), ``canonical``
(``<link rel=canonical>``, marked as a default base). The first of them that knows a file counts; for the others there
is ``--base``. References that ``wget -k`` or HTTrack has turned to a file of the mirror count as the URL of that file.

The frontier is grouped on the disk, so it may be larger than memory (``tests/benchmarks/README.md`` has measurements).
``--format seeds`` prints one URL in ASCII per line, as ``wget -i`` and Scrapy take it. ``--sort surt`` keeps a domain
and what is below it together; ``--sort count`` begins with what most pages refer to.

In Python a `Frontier` takes in Links, and what their reader observes (``observer=frontier`` of ``extract_path``).

>>> import urlglean
>>> from urlglean.frontier import Frontier, Policy
>>> from urlglean.links.scope import Scope
>>> policy = Policy(scope=Scope(same="domain"), skip_fetched=True)
>>> page = '<a href="/a">A</a> <a href="/a#b">once more</a> <a href="http://elsewhere.example/">B</a>'
>>> with Frontier(policy) as frontier:
...     frontier.extend(urlglean.extract_html(page, base="http://example.org/", text=False))
...     print(frontier.finish(sort="count"), dict(frontier.left_out))
...     for row in frontier.rows():
...         print(row.referrers, row.count, row.fetch_url, row.anchors)
1 {'same': 1}
1 2 http://example.org/a ('A', 'once more')
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_NAMES = {"Frontier": "frontier", "Policy": "policy"}
"""What everybody may import from here, with its module, which is loaded when it is asked for."""


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
