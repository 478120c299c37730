"""The corpus of web archives: how its files were made, and how a gold file is read.

Run as a program it writes every archive anew, and every gold file from what the frontier says, for a person to
review::

    python tests/support warc_corpus
"""

from __future__ import annotations

import io
import json
import uuid
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from support.places import CORPORA
from urlglean.document import ReadOptions
from urlglean.frontier.fetchable import Fetchable
from urlglean.frontier.frontier import Frontier, Policy
from urlglean.inputs.files import InputOptions
from urlglean.pipeline import read_document
from urlglean.reports import Problem

FOLDER = CORPORA / "warc"
SITE = "http://www.lighthouse.example"
COLUMNS = ("fetch_url", "referrers", "count", "first_referrer", "place", "anchors", "depth", "flags")
READING = ReadOptions(text=False, noscript=True, templates=True, robots=True)


def warc(
    kind: str,
    url: str,
    block: bytes,
    *,
    content_type: str = "application/http; msgtype=response",
    fields: Iterable[str] = (),
    length: int | None = None,
) -> bytes:
    """Give a record. Its identifier and date follow from its kind and URL."""
    identifier = uuid.uuid5(uuid.NAMESPACE_URL, f"{kind} {url} {zlib.crc32(block)}")
    lines = [
        "WARC/1.1",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:{identifier}>",
        "WARC-Date: 2026-03-14T09:26:53Z",
        *([f"WARC-Target-URI: {url}"] if url else []),
        f"Content-Type: {content_type}",
        *fields,
        f"Content-Length: {len(block) if length is None else length}",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def response(
    url: str,
    body: str | bytes,
    *headers: str,
    status: str = "200 OK",
    content_type: str = "text/html; charset=utf-8",
    fields: Iterable[str] = (),
) -> bytes:
    """Give a response record."""
    raw = body.encode() if isinstance(body, str) else body
    typed = [f"Content-Type: {content_type}"] if content_type else []
    lines = [f"HTTP/1.1 {status}", "Server: Lantern/2.4", *typed, *headers]
    return warc("response", url, "\r\n".join(lines).encode() + b"\r\n\r\n" + raw, fields=fields)


def request(url: str) -> bytes:
    """Give the record of the request for a URL."""
    path = url.split("/", 3)[3]
    block = (
        f"GET /{path} HTTP/1.1\r\nHost: {url.split('/')[2]}\r\nUser-Agent: example-crawler\r\n\r\n".encode()
    )
    return warc("request", url, block, content_type="application/http; msgtype=request")


def hops(url: str, path: str) -> bytes:
    """Give the record of how a crawler came to a URL, a letter for each hop."""
    block = f"hopsFromSeed: {path}\r\nfetchTimeMs: 12\r\n".encode()
    return warc("metadata", url, block, content_type="application/warc-fields")


def chunked(body: bytes, size: int = 80) -> bytes:
    """Give a body in chunks."""
    pieces = (body[start : start + size] for start in range(0, len(body), size))
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def page(title: str, body: str, head: str = "") -> str:
    """Give a page with the site's frame."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<title>{title}</title>
<link rel="stylesheet" href="/style/site.css">
{head}</head>
<body>
<p><a href="/">Start</a> <a href="/towers/">Towers</a> <a href="/lamps/">Lamps</a> <a href="/keepers/">Keepers</a></p>
<h1>{title}</h1>
{body}
<p><a href="mailto:office@lighthouse.example">office@lighthouse.example</a></p>
</body>
</html>
"""


HOME = page(
    "The Lighthouse Museum",
    """<p>Open from Easter to October. <a href="visit.html">How to get here</a>,
<a href="/visit.html#hours">opening hours</a>, <a href="http://WWW.lighthouse.example:80/visit.html">map</a>.</p>
<p><a href="https://shop.lighthouse.example/">Museum shop</a>,
<a href="https://coastguard.example.org/notices?region=north&amp;lang=en" rel="external">notices to mariners</a></p>
<p><a href="/lamps/fresnel.html"><img src="/images/fresnel.jpg" srcset="/images/fresnel-2x.jpg 2x"
alt="A Fresnel lens"></a></p>
<p><a href="https://casino.example.net/?from=lighthouse" rel="nofollow sponsored">Play now</a></p>
<template><a href="/drafts/next-season.html">Next season</a></template>
<noscript><img src="https://count.example.net/pixel.gif?page=home"></noscript>""",
    '<link rel="canonical" href="http://www.lighthouse.example/">\n',
)
TOWERS = page(
    "Towers",
    """<ul>
<li><a href="skerry.html">Skerry Rock</a>
<li><a href="north-point.html">North Point</a>
<li><a href="harbour-mole.html">Harbour mole</a>
<li><a href="../lamps/fresnel.html">What they burn</a>
</ul>""",
    '<base href="/towers/list/">\n',
)
SKERRY = page(
    "Skerry Rock",
    """<p>Built in 1811. <a href="/keepers/grace.html">Grace kept it</a> for thirty years.
<a href="/log?month=1838-09&amp;station=skerry">Its log</a> is kept.
<iframe srcdoc="&lt;a href='/towers/plan.svg'&gt;Plan&lt;/a&gt;"></iframe></p>""",
)
NORTH_POINT = page(
    "North Point",
    '<p>Automatic since 1987. <a href="/keepers/">Its last keepers</a>, '
    '<a href="https://archive.example.org/web/2004/http://www.lighthouse.example/north/">an older page</a></p>',
)
LAMPS = page(
    "Lamps",
    """<p><a href="fresnel.html">Fresnel</a>, <a href="argand.html">Argand</a>, <a href="arc.html">Arc</a>
<a href="fresnel.html?utm_source=lamps">more on Fresnel</a></p>""",
)
FRESNEL = page(
    "The lens of Augustin Fresnel",
    """<p>A lens of rings. <a href="/lamps/argand.html">It followed the Argand lamp</a>.
<img src="../images/fresnel-rings.svg" alt=""> <a href="//maps.example.net/?q=Cordouan">Cordouan</a></p>
<p><a href="/search?q=lens&amp;amp;amp;page=2">Search</a></p>""",
)
ARGAND = (
    page("L’Argand", '<p>« Une mèche creuse » : <a href="/recherche?mot=m\xe8che">chercher</a></p>')
    .replace("’", "'")
    .encode("windows-1252")
)
KEEPERS = page(
    "Keepers",
    """<p><a href="grace.html" rel="next">Grace</a>, <a href="private.html">for members</a>
<a href="/log?month=1838-09&amp;station=skerry" rel="nofollow">log of September 1838</a></p>""",
)
GRACE = page(
    "Grace", '<p><a href="/towers/skerry.html">Her tower</a>, <a href="/keepers/">the others</a></p>'
)
PRIVATE = page(
    "For members",
    '<p><a href="/members/login?back=%2Fkeepers%2Fprivate.html">Log in</a></p>',
    '<meta name="robots" content="noindex, nofollow">\n',
)
LOG = page(
    "Log of September 1838",
    """<p><a href="/log?month=1838-10&amp;station=skerry">October</a>
<a href="/log/log/log/log/?month=1838-10">by day</a>
<form action="/log/search"><input name="q"></form></p>""",
)
SHOP = """<!DOCTYPE html><title>Museum shop</title><a href="http://www.lighthouse.example/">Museum</a>
<a href="/lens-puzzle">Puzzle</a> <a href="/lens-puzzle?sid=8f14e45fceea167a">Puzzle</a>
<a href="javascript:buy(7)">Buy</a>
<a href="ftp://ftp.lighthouse.example/catalogue.pdf">Catalogue</a>"""
LOST = page("Not here", '<p>Try <a href="lost/again.html">again</a>.</p>')
STYLE = "body { background: url(../images/sea.png) } @import 'print.css' print;"


def crawl() -> list[bytes]:
    """Give the records of a crawl of a small site."""
    site = SITE
    info = b"software: example-crawler/1.0\r\nformat: WARC File Format 1.1\r\n"
    return [
        warc("warcinfo", "", info, content_type="application/warc-fields"),
        request(f"{site}/"),
        response(f"{site}/", HOME, 'Link: </feed.xml>; rel="alternate"; type="application/atom+xml"'),
        hops(f"{site}/", ""),
        response(f"{site}/visit.html", "", "Location: /visit/", status="301 Moved Permanently"),
        response(f"{site}/visit/", page("How to get here", '<p><a href="plan.pdf">Plan</a></p>')),
        response(f"{site}/towers/", chunked(TOWERS.encode()), "Transfer-Encoding: chunked"),
        response(
            f"{site}/towers/list/skerry.html",
            gzipped(SKERRY.encode()),
            "Content-Encoding: gzip",
        ),
        response(
            f"{site}/towers/list/north-point.html",
            chunked(gzipped(NORTH_POINT.encode())),
            "Transfer-Encoding: chunked",
            "Content-Encoding: gzip",
        ),
        response(f"{site}/lamps/", LAMPS),
        response(f"{site}/lamps/fresnel.html", FRESNEL),
        response(f"{site}/lamps/argand.html", ARGAND, content_type="text/html; charset=ISO-8859-1"),
        response(f"{site}/keepers/", KEEPERS, "X-Robots-Tag: noarchive", "X-Robots-Tag: otherbot: noindex"),
        response(f"{site}/keepers/grace.html", zlib.compress(GRACE.encode()), "Content-Encoding: deflate"),
        response(f"{site}/keepers/private.html", PRIVATE),
        response(f"{site}/log?month=1838-09&station=skerry", LOG, "X-Robots-Tag: nofollow"),
        response(f"{site}/style/site.css", STYLE, content_type="text/css"),
        response(f"{site}/images/fresnel.jpg", b"\xff\xd8\xff\xe0" + bytes(64), content_type="image/jpeg"),
        response(f"{site}/lost.html", LOST, status="404 Not Found"),
        response("https://shop.lighthouse.example/", SHOP),
        response(f"{site}/lamps/", LAMPS),
        warc(
            "revisit",
            f"{site}/style/site.css",
            b"HTTP/1.1 304 Not Modified\r\nServer: Lantern/2.4\r\n\r\n",
            fields=["WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified"],
        ),
        warc(
            "resource",
            f"{site}/press/1999.html",
            b'<a href="kit.zip">Press kit</a>',
            content_type="text/html",
        ),
        warc(
            "resource",
            "dns:www.lighthouse.example",
            b"20260314\nwww 300 IN A 192.0.2.7\n",
            content_type="text/dns",
        ),
    ]


def damaged() -> list[bytes]:
    """Give the members of a compressed archive in which some are damaged."""
    whole = [
        gzipped(response(f"{SITE}/{name}.html", f'<a href="{name}-next.html">next</a>'))
        for name in ("one", "two", "three", "four")
    ]
    flipped = bytearray(whole[1])
    middle = len(flipped) - 40
    flipped[middle : middle + 8] = bytes(8)
    return [whole[0], bytes(flipped), whole[2], whole[3][:-60]]


def lying() -> list[bytes]:
    """Give the records of an archive whose lengths are wrong, with garbage between them."""
    record = response(f"{SITE}/long.html", '<a href="long-next.html">next</a>')
    block = record.split(b"\r\n\r\n", 1)[1]
    length = b"Content-Length: %d" % (len(block) - 4)
    return [
        response(f"{SITE}/first.html", '<a href="first-next.html">next</a>'),
        record.replace(length, b"Content-Length: 700"),
        response(f"{SITE}/second.html", '<a href="second-next.html">next</a>'),
        b"this is no record\r\n\r\n",
        response(
            f"{SITE}/third.html", '<a href="third-next.html">next</a>', fields=["WARC-Truncated: length"]
        ),
        warc("response", f"{SITE}/cut.html", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", length=48),
        response(f"{SITE}/coded.html", b"\x1f\x8b\x08\x00\x00\x00", "Content-Encoding: gzip"),
        response(f"{SITE}/last.html", '<a href="last-next.html">next</a>'),
    ]


def gzipped(content: bytes) -> bytes:
    """Compress without a time; every version of Python writes the same header here, as it does not in `gzip`."""
    return zlib.compress(content, 9, wbits=31)


def packed() -> bytes:
    """Give a WACZ: two archives and the list of pages of a crawl."""
    pages = [
        {"format": "json-pages-1.0", "id": "pages", "title": "All Pages"},
        {"url": f"{SITE}/", "title": "The Lighthouse Museum", "seed": True, "depth": 0},
        {"url": f"{SITE}/lamps/", "title": "Lamps", "depth": 1},
    ]
    archives = {
        "archive/one.warc.gz": gzipped(response(f"{SITE}/", HOME)),
        "archive/two.warc.gz": gzipped(response(f"{SITE}/lamps/", LAMPS)),
        "pages/pages.jsonl": "\n".join(map(json.dumps, pages)).encode(),
        "datapackage.json": json.dumps({"profile": "data-package", "wacz_version": "1.1.1"}).encode(),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in archives.items():
            file.writestr(zipfile.ZipInfo(name, (2026, 3, 14, 9, 26, 52)), content)
    return out.getvalue()


def archives() -> dict[str, bytes]:
    """Give every file of the corpus by its name."""
    return {
        "crawl.warc.gz": b"".join(gzipped(record) for record in crawl()),
        "damaged.warc.gz": b"".join(damaged()),
        "lying.warc": b"".join(lying()),
        "packed.wacz": packed(),
    }


@dataclass
class Gathered:
    """What a frontier says of an archive."""

    rows: list[Fetchable]
    left_out: dict[str, int]
    problems: list[Problem] = field(default_factory=list)


def gather(path: Path, policy: Policy | None = None) -> Gathered:
    """Gather the frontier of a file."""
    problems: list[Problem] = []
    with Frontier(policy) as frontier:
        for item in InputOptions().documents([str(path)], on_problem=problems.append):
            frontier.extend(
                read_document(item, options=READING, on_problem=problems.append, observer=frontier)
            )
        frontier.finish()
        return Gathered(list(frontier.rows()), dict(frontier.left_out), problems)


def lines(found: Gathered) -> Iterator[str]:
    """Write a gold file: problems and what was left out first, then the rows."""
    for problem in found.problems:
        yield "# problem\t" + str(problem).replace(str(FOLDER) + "/", "")
    for reason, count in sorted(found.left_out.items()):
        yield f"# left out\t{reason}\t{count}"
    yield "\t".join(COLUMNS)
    for row in found.rows:
        flags = [*row.rel, *(["NOFOLLOW"] if row.nofollow else []), *(["FETCHED"] if row.fetched else [])]
        place = row.place.replace(str(FOLDER) + "/", "")
        depth = "" if row.depth is None else str(row.depth)
        cells = (
            row.fetch_url,
            row.referrers,
            row.count,
            row.first_referrer,
            place,
            " | ".join(row.anchors),
            depth,
        )
        yield "\t".join((*map(str, cells), " ".join(flags))).rstrip("\t")


if __name__ == "__main__":
    for name, content in archives().items():
        (FOLDER / name).write_bytes(content)
        gold = FOLDER / f"{name}.tsv"
        gold.write_text("\n".join(lines(gather(FOLDER / name))) + "\n", "utf-8")
