"""Looks for documents that take more than linear time: ``python tests/fuzz/growth.py --minutes N [--seed N] [KIND]``.

A document is a few words that its kind means something by, put together at random and repeated. One of four times the
size that takes much more than four times the time is read again, four times larger; what still does so is printed: what
stands before, what is repeated, what stands behind. Exit code 1: something was found. It becomes a unit of the tests on
linear time, or a family of `support.hostile`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [
        str(Path(__file__).resolve().parents[1]),
        str(Path(__file__).resolve().parents[2] / "src"),
    ]

import urlglean
from fuzz.targets import options_of
from urlglean.document import MBOX, Document

__all__ = ["KINDS", "Repeated", "grows", "made", "reader"]

NOTEBOOK = "application/x-ipynb+json"
_SIZE = 30_000
"""In code points, of the smallest document that is timed; the next has four times as many, and so on."""
_COUNTS = ((0, 0, 0, 1, 2, 3), (1, 2, 2, 3, 3, 4, 5, 6, 8), (0, 0, 1, 2))
"""Of how many words are made what is before, what is repeated and what is behind: one of these, each as likely."""
_LINEAR = 5.2
"""So many times as long may four times the size take, on a machine that does other things beside."""
_NOTICED = 0.04
"""What takes less time than this is not looked at any further, in seconds."""

_TEXT = r"""
http:// https:// www. ftp:// mailto: news: data: tel: :// // : URL: <URL: hxxp [.] < > " ' ( ) [ ] { } | \ ` ``` / ? #
& = %20 %E4 @ ; , . .. ... ! - -- _ ~ + * $ ^ a b.c example.org 1.2.3.4 foo@bar.com index.html /path/ word あ 中 é … “ ”
， 。 ） 0123456789abcdef0123456789abcdef 01234567-0123-0123-0123-0123456789ab CN= /O= s/ case· Revision:
https://urldefense.com/v3/__ __;!!a!b$ urldefense.proofpoint.com/v2/url?u=http-3A__ &e= &amp; &reserved=0 %7d __ ____
https://a.safelinks.protection.outlook.com/?url=http%3A%2F%2F \url{ \href{ {\textasciitilde} $\sim$ {\~{}} {\_} \% \Q
\b \n \t \/ \u002f \" [url] [/url] [url= !http://a.b/c.png(d)! !:http:// {{ |} [[ ]] ]( .html .htm .tar.gz (see· (URL
Page·1 @@·-1·+1·@@ diff·--git·a/b·b/b +++·b [1] 2) VI .com 'dan 에서 을 wiki. github.com/a/b/commit/ doi.org/10.1000/
&#47; =3D =20 Makefile: PROSE And the e.g. a-b-c-d-e (a:b) user:pw@ 10.0.0.1:80 [::1] xn--a --- === +---+ $HOST {host}
${A} %s *.a.b ~~~~"""
_PAGE = r"""
<a·href=" "> <a·href=x> </a> <p> </p> <div> </div> <base·href=" <img·src=" srcset=" <style> </style> <script>
</script> <!-- --> <![CDATA[ ]]> <table> <tr> <td> </table> <select> <option> <svg> </svg> <math> <template>
</template> <noscript> <textarea> <title> <b> </b> <i> <a> <image·src=x> <font·style="background:url(x)">
<a·ping="x·y"> <form·action=" <iframe·srcdoc=" <meta·http-equiv=refresh·content="0;url= <object·data=" <plaintext> &#x
&amp &amp; <?xml·?> <br/> <li> <pre> < > /> = <body> <html> <nobr> <font> <button> <meta·content="http://a.b">
<meta·name= <meta·property=" data-src= data-bg=" data-srcset=" style=" xlink:href= <select><option·selected>
<use·href= <foreignObject> <annotation-xml·encoding="text/html"> <image·href= itemid= <link·rel=
<script·type="application/ld+json"> {"url":·"http:// </title> <base> <area> <input·formaction= </body> </html>
<a:svg·xmlns:a="http://www.w3.org/2000/svg"> <frameset> <caption> <p·id= cite= charset= <dialog> <search> url(
@import"""
_SHEET = r"""
url( url(" ) " ' @import @import·" ; { } /* */ \ \a \00002f ! image-set( 1x src( @namespace @charset·"utf-8"; var(--a)
background: attr( <!-- --> # . [ ] format(" :is( http:// , data: a b.c é"""
_XML = r"""
<?xml·version="1.0"?> <urlset·xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"> <url> <loc> </loc> </url> <rss>
<link> </link> <feed> <entry> <html·xmlns="http://www.w3.org/1999/xhtml"> <link·href=" <br·/> <![CDATA[ ]]> &amp;
&#47; &a; <!DOCTYPE·a·[ <!ENTITY·a·" ]> <?a ?> xlink:href=" xml:base=" <a:b> <guid> </guid> <enclosure·url="
<noscript> <svg> <a>"""
_HTTP = r"""
HTTP/1.1·200·OK HTTP/1.1·302·Found Content-Type:·text/html Content-Type: Content-Length:·3 Transfer-Encoding:·chunked
Content-Encoding:·gzip Location: Link:·<a>;·rel=" Link: Refresh:·0;url= X-Robots-Tag:·a:·noindex Content-Location:
WARC/1.0 WARC-Type:·response WARC-Type:·request WARC-Target-URI:·http://a.b/ WARC-Record-ID:·<urn:uuid:a> Set-Cookie:
Content-Type:·application/http Content-Length:·40 Content-Length:·0 GET·/·HTTP/1.1 1 a 0 noarchive , ; =" <> : ·"""
_MARKDOWN = r"""
!!!·note ???·a ===·"a" ```{note} <div·markdown> {/* */} { # * - 1. [a]( [a]: ![ ]( ) [ ] ` `` ``` ~~~ ** _ \ | |-|
<div> <!-- --> &amp; [^1] [^1]: --- === $ $$ {{ % ::: {a}`b <http://a.b> :label:·a :name:·a (a)= {#a} <details·open>
</details> <details> {download}` ```{figure}·a.png ::::{tab-set} --8<-- [[a]] [a]:·<b ~~~a {% %} {: }} [!NOTE] [x]
<a·name= import·a export·const·a·=·{ <A·b={ +++ {abbr}` [a][b] [](#a)"""
_REST = r"""
.. ..·_a: ..·image:: `a·<http://a.b>`_ ` `` _ __ | |a| * ** :ref:` :: === --- +--+ :a: - 1. >>> [1]_ ..·[1]
..·figure:: ..·a:: ..·include:: ..·csv-table:: :header: ..·list-table:: ..·|a|·image:: ..·code:: ..·role::
..·raw::·html ..·toctree:: :target: :doc:` :download:` :a:`b·<c> ..·__: __·http://a.b `a`_ `a`__ a_ a__ ..·_`a·b`:
_`a` <a_> ..·only:: ..·math:: ..·note:: ..·sidebar:: :subtitle: ..·contents:: ===·=== +===+ ''\·' ..·default-role::
..·replace:: --a·b /a"""
_MAIL = r"""
Content-Type:·text/plain;·charset= Content-Type:·multipart/mixed;·boundary= Content-Type:·message/rfc822 Subject:
Content-Transfer-Encoding:·base64 Content-Transfer-Encoding:·quoted-printable =?utf-8?q? =?utf-8?b? ?= --a --a--
begin·644·a end =20 =3D List-Archive:·< Message-ID:·< References: X: Date: filename*0= format=flowed On·x·wrote:
From·a@b·Mon·Jan··1·00:00:00·2001 Content-Type:·text/calendar Content-Type:·text/x-vcard BEGIN:VCARD
X-ALT-DESC;FMTTYPE=text/html: URL;ENCODING=QUOTED-PRINTABLE: Content-Type:·text/html Content-Type:·text/plain
MIME-Version:·1.0 boundary=a boundary="a" charset=iso-2022-jp charset=utf-7 -----·Forwarded·message·-----
Le·1·mai,·a·écrit·: ____________ to·unsubscribe To:·a@b.c (a) "a"·<b@c.d> ;·; utf-8''%41
Date:·Mon,·1·Jan·100·00:00:00·+0000 Content-Base: Content-Location: Base:·<URL: Content-ID:·<a> cid: >From >·>·> | =_a
------=_a -----BEGIN·PGP·SIGNED·MESSAGE----- -----BEGIN·PGP·SIGNATURE----- -·-- Content-Disposition:·attachment
Content-Type:·message/delivery-status Content-Type:·message/external-body;·access-type=URL;·URL="
Content-Type:·text/enriched PHBhIGhyZWY9Imh0dHA6Ly9hLmI aHR0cDovL2EuYi8 M=&%T=' END:VCALENDAR X-Face: Received:
format=flowed;·delsp=yes ?==·=?a?Q?_"""
_BLANKS = (
    *(" ", "  ", "    ", "\t", "\n", "\n\n", "\n> ", "\r\n", "=\n", "-\n"),
    *("\xa0", "\u200b", "\x00", "\f"),
)
_ODD = (
    *("\x1b[1m", "\x1b$B", "\x1b(B", "\x85", "\u2028", "\u00ad", "\u0301", "\U0001f600"),
    *("\udcc4\udcc5", "\udca4\udca2", "\udca0"),
)
"""Escapes of terminals and of ISO-2022, ends of lines of Unicode, what shows nothing, bytes of other charsets."""
_ONE = ("", "", "http://a.example/b ", "<http://a.example/b", '<a href="b">b</a> ', "[b](b) ")
"""What stands before what is repeated, once: for a single URL all that is behind it may be looked at."""
_FIELDS = ("Content-Type: text/html\n\n", "Content-Type: text/plain; format=flowed\n\n", "Subject: a\n\n")
_PARTS = ("Content-Type: multipart/mixed; boundary=a\n\n--a\n", "Content-Transfer-Encoding: base64\n\n")
_RESPONSE = ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", "HTTP/1.1 200 OK\r\n")
_STARTS = {
    "message/rfc822": _FIELDS + _PARTS,
    MBOX: tuple(f"From a@b Mon Jan  1 00:00:00 2001\n{header}" for header in _FIELDS + _PARTS),
    "application/http": _RESPONSE,
    "application/warc": _RESPONSE,
}
"""What documents of a kind begin with, half of them."""
KINDS = {
    "text/plain": _TEXT,
    "text/html": _PAGE + _TEXT,
    "text/markdown": _MARKDOWN + _TEXT,
    "text/x-rst": _REST + _TEXT,
    NOTEBOOK: _MARKDOWN + _PAGE + _TEXT,
    "text/css": _SHEET,
    "text/xml": _XML + _TEXT,
    "application/xhtml+xml": _XML + _PAGE + _TEXT,
    "application/http": _HTTP + _PAGE + _TEXT,
    "application/warc": _HTTP + _PAGE + _TEXT,
    "message/rfc822": _MAIL + _TEXT,
    MBOX: _MAIL + _PAGE + _TEXT,
}
"""Media type to the words of its documents; a middle dot stands for a blank in one."""


class Repeated(NamedTuple):
    """Documents of one kind that differ in their size."""

    before: str
    piece: str
    behind: str

    def of(self, size: int) -> str:
        """Make one of about so many code points."""
        return self.before + self.piece * (size // len(self.piece)) + self.behind


def made(kind: str, chance: random.Random) -> Repeated:
    """Put documents together at random."""
    words = (*(word.replace("·", " ") for word in KINDS[kind].split()), *_BLANKS, *_ODD)
    lengths = [chance.choice(counts) for counts in _COUNTS]
    before, piece, behind = ["".join(chance.choices(words, k=length)) for length in lengths]
    start = chance.choice(("", chance.choice(_STARTS.get(kind, ("",)))))
    return Repeated(start + before + chance.choice(_ONE), piece, behind)


def grows(cost: Callable[[str], float], documents: Repeated) -> bool:
    """Tell whether what reading them costs, in seconds, grows faster than they do."""
    last = cost(documents.of(_SIZE))
    for size in (_SIZE * 4, _SIZE * 16):
        allowed = max(_NOTICED, _LINEAR * last)
        last = cost(documents.of(size))
        if last <= allowed or (last := min(last, cost(documents.of(size)))) <= allowed:
            return False
    return True


def _timed(read: Callable[[str], object]) -> Callable[[str], float]:
    def seconds(text: str) -> float:
        began = time.process_time()
        read(text)
        return time.process_time() - began

    return seconds


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _notebook(text: str) -> bytes:
    """Make a notebook whose cells are the pages of a text."""
    cells = [{"cell_type": "markdown", "source": page.splitlines(keepends=True)} for page in text.split("\f")]
    return json.dumps({"cells": cells, "nbformat": 4}).encode()


def _archive(text: str) -> bytes:
    """Make an archive whose records hold the pages of a text."""
    fields = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.b/\r\nContent-Type: application/http\r\n"
    records = map(_encoded, text.split("\f"))
    return b"".join(b"%bContent-Length: %d\r\n\r\n%b\r\n\r\n" % (fields, len(held), held) for held in records)


_CONTAINERS = {NOTEBOOK: _notebook, "application/warc": _archive}


def reader(kind: str, chosen: int) -> Callable[[str], int]:
    """Give what reads a document of a kind, by the options that a number stands for, and counts its Links."""

    def read(text: str) -> int:
        document = Document(_CONTAINERS.get(kind, _encoded)(text), kind, "document")
        links = urlglean.read_document(document, options=options_of(chosen), on_problem=lambda _: None)
        return sum(1 for _ in links)

    return read


def _found(kind: str, chance: random.Random, seconds: float) -> Iterator[tuple[Repeated, int]]:
    """Yield what grows, and by which options, and say at the end how many were tried."""
    began, count = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        documents, chosen = made(kind, chance), chance.choice((0, 255, chance.randrange(256)))
        count += 1
        if grows(_timed(reader(kind, chosen)), documents):
            yield documents, chosen
    print(f"{kind:16} {count:>8,} families", flush=True)


def main() -> int:
    """Look for what the command line asks for."""
    parser = argparse.ArgumentParser(description="Look for documents that take more than linear time.")
    parser.add_argument("--minutes", type=float, required=True, help="for all kinds together")
    parser.add_argument("--seed", type=int, default=None, help="to make the same documents again")
    parser.add_argument("kind", nargs="*", metavar="KIND", help="media types; all, if there is none")
    asked = parser.parse_args()
    if unknown := set(asked.kind) - set(KINDS):
        parser.error(f"there is no kind {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    chance = random.Random(asked.seed)  # noqa: S311  (documents, not secrets)
    kinds = asked.kind or list(KINDS)
    held = True
    for kind in kinds:
        for documents, chosen in _found(kind, chance, asked.minutes * 60 / len(kinds)):
            held = False
            print(f"{kind:16} {tuple(documents)}, options {chosen}", flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
