"""`urlglean.html.source`: a page's source, so that its tokens alone have the text of its tree."""

from __future__ import annotations

import sys
import time
from collections import Counter

import pytest
import turbohtml

from urlglean.html.source import tokenizable
from urlglean.text import Text


def for_tokens(page: str) -> str:
    tree = turbohtml.parse(page, scripting=True)
    return tokenizable(Text(page), tree, has_shadows="shadowrootmode" in page)


@pytest.mark.parametrize(
    "page",
    [
        "<title>a<b></title><style>c<d></style><xmp>e<f></xmp>",
        "<svg><title>a &amp; b</title><style>c</style><script>d</script></svg>",
        "<svg><foreignObject><style>a<b></style></foreignObject></svg>",
        "<p><![CDATA[a]]></p><svg></svg>",
        "<template><frameset></template>a",
        "<svg><frameset></svg>a",
    ],
)
def test_what_tokens_have_as_well_stays(page: str) -> None:
    assert for_tokens(page) == page


@pytest.mark.parametrize(
    ("page", "changed"),
    [
        ("<svg><title/>a</svg>", "<svg><g     >a</svg>"),
        ("<svg><title>a<b>c", "<svg><g    >a<b>c"),
        ("<math><xmp id=1\n>a<g></xmp>", "<math><g       \n>a<g></xmp>"),
        ("<svg><style>a\r\n</svg>b", "<svg><g    > \r\n</svg>b"),
        ("<svg><style>a<p>b", "<svg><g    > <p>b"),
        ("<svg><style>a<xmp>b</svg>c", "<svg><g    >       </svg>c"),
        ("<table><tr><svg><style>a</svg>b", "<table><tr><svg><g    > </svg>b"),
        ("<svg><template>a</template>", "<svg><g       >a</template>"),
        ("<svg><text><![CDATA[a\r\nb]]></svg>", "<svg><text><!------>a\r\nb<!></svg>"),
        (
            "<i><template shadowrootmode=open>a<template>b</template></template></i>",
            "<i><t------- shadowrootmode=open>a<template>b</template></template></i>",
        ),
        ("<title>a</title><frameset>b", "<title>a</title>"),
    ],
)
def test_what_tokens_alone_cannot_tell(page: str, changed: str) -> None:
    assert for_tokens(page) == changed


@pytest.mark.parametrize(
    "piece",
    [
        "<svg><title>",
        "<svg><style>a",
        "<svg><style>a<p>",
        "<svg><text><![CDATA[a]]>",
        "<math><title/>",
        "<svg><script>a</svg>",
    ],
)
def test_many_of_them_take_linear_time(piece: str) -> None:
    def calls(repeats: int) -> int:
        page = piece * repeats
        source, tree = Text(page), turbohtml.parse(page, scripting=True)
        events: Counter[str] = Counter()
        sys.setprofile(lambda frame, event, argument: events.update([event]))
        try:
            tokenizable(source, tree)
        finally:
            sys.setprofile(None)
        return events["call"] + events["c_call"]

    def seconds(repeats: int) -> float:
        page = piece * repeats
        source, tree = Text(page), turbohtml.parse(page, scripting=True)
        start = time.process_time()
        tokenizable(source, tree)
        return time.process_time() - start

    assert calls(4000) < 8.8 * calls(500)
    # A machine that stalls for a moment says nothing of the code: the best of some counts.
    assert min(seconds(8000) for _ in range(5)) < 32 * min(seconds(1000) for _ in range(5)) + 0.2
