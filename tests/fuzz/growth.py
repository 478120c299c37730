"""Looks for documents that take more than linear time: ``python tests/fuzz/growth.py --minutes N [--seed N] [KIND]``.

A document is a few words that its kind means something by, put together at random and repeated. One of four times the
size that takes much more than four times the time is read again, four times larger; what still does so is printed: what
stands before, what is repeated, what stands behind. Exit code 1: something was found. It becomes a unit of the tests on
linear time, or a family of `support.hostile`.
"""

from __future__ import annotations

import argparse
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
from urlglean.document import Document

__all__ = ["KINDS", "Repeated", "grows", "made", "reader"]

_SIZE = 30_000
"""In code points, of the smallest document that is timed; the next has four times as many, and so on."""
_COUNTS = ((0, 0, 0, 1, 2, 3), (1, 2, 2, 3, 3, 4, 5, 6, 8), (0, 0, 1, 2))
"""Of how many words are made what is before, what is repeated and what is behind: one of these, each as likely."""
_LINEAR = 5.2
"""So many times as long may four times the size take, on a machine that does other things beside."""
_NOTICED = 0.04
"""What takes less time than this is not looked at any further, in seconds."""

_TEXT = r"""
http:// https:// www. ftp:// mailto: news: data: tel: :// // : URL: <URL: hxxp [.] < > " ' ( ) [ ] { } | \ ` ```
/ ? # & = %20 %E4 @ ; , . .. ... ! - -- _ ~ + * $ ^ a b.c example.org 1.2.3.4 foo@bar.com index.html /path/ word
あ 中 é … “ ” ， 。 ）"""
_PAGE = r"""
<a·href=" "> <a·href=x> </a> <p> </p> <div> </div> <base·href=" <img·src=" srcset=" <style> </style> <script> </script>
<!-- --> <![CDATA[ ]]> <table> <tr> <td> </table> <select> <option> <svg> </svg> <math> <template> </template>
<noscript> <textarea> <title> <b> </b> <i> <a> <image·src=x> <font·style="background:url(x)"> <a·ping="x·y">
<form·action=" <iframe·srcdoc=" <meta·http-equiv=refresh·content="0;url=
<object·data=" <plaintext> &#x &amp &amp; <?xml·?> <br/> <li> <pre> < > /> = <body> <html> <nobr> <font> <button>"""
_MARKDOWN = r"""
!!!·note ???·a ===·"a" ```{note} <div·markdown> {/* */} {
# * - 1. [a]( [a]: ![ ]( ) [ ] ` `` ``` ~~~ ** _ \ | |-| <div> <!-- --> &amp; [^1] [^1]: --- === $ $$ {{ % :::"""
_REST = r"""
.. ..·_a: ..·image:: `a·<http://a.b>`_ ` `` _ __ | |a| * ** :ref:` :: === --- +--+ :a: - 1. >>> [1]_ ..·[1]"""
_MAIL = r"""
Content-Type:·text/plain;·charset= Content-Type:·multipart/mixed;·boundary= Content-Type:·message/rfc822 Subject:
Content-Transfer-Encoding:·base64 Content-Transfer-Encoding:·quoted-printable =?utf-8?q? =?utf-8?b? ?= --a --a--
begin·644·a end =20 =3D List-Archive:·< Message-ID:·< References: X: Date: filename*0= format=flowed On·x·wrote:
From·a@b·Mon·Jan··1·00:00:00·2001 Content-Type:·text/calendar Content-Type:·text/x-vcard BEGIN:VCARD
X-ALT-DESC;FMTTYPE=text/html: URL;ENCODING=QUOTED-PRINTABLE:"""
_BLANKS = (
    *(" ", "  ", "    ", "\t", "\n", "\n\n", "\n> ", "\r\n", "=\n", "-\n"),
    *("\xa0", "\u200b", "\x00", "\f"),
)
_ONE = ("", "", "http://a.example/b ", "<http://a.example/b", '<a href="b">b</a> ', "[b](b) ")
"""What stands before what is repeated, once: for a single URL all that is behind it may be looked at."""
KINDS = {
    "text/plain": _TEXT,
    "text/html": _PAGE + _TEXT,
    "text/markdown": _MARKDOWN + _TEXT,
    "text/x-rst": _REST + _TEXT,
    "message/rfc822": _MAIL + _TEXT,
    "application/mbox": _MAIL + _TEXT,
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
    words = (*(word.replace("·", " ") for word in KINDS[kind].split()), *_BLANKS)
    lengths = [chance.choice(counts) for counts in _COUNTS]
    before, piece, behind = ["".join(chance.choices(words, k=length)) for length in lengths]
    return Repeated(before + chance.choice(_ONE), piece, behind)


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


def reader(kind: str, chosen: int) -> Callable[[str], int]:
    """Give what reads a document of a kind, by the options that a number stands for, and counts its Links."""

    def read(text: str) -> int:
        document = Document(text.encode(), kind, "document")
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
