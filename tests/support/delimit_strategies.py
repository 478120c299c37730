"""Hypothesis strategies for text that is hard to delimit: pieces of URLs, delimiters, line ends, scripts, and noise."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

STARTS = (
    *("http://", "https://", "HTTP://", "ftp://", "file:///", "git+ssh://", "foo://", "://", "//", "http:"),
    *("www.", "ftp.", "mailto:", "news:", "urn:isbn:", "tel:+49", "sip:", "data:,", "view-source:http://"),
    *(r"http:\/\/", r"https:\u002F\u002f", r"view-source:http:\/\/"),
    *("jdbc:mysql://", "URL:", "uri: ", "<URL:", "<URL: http://", "hxxp://", "hxxps[:]//", "kafka://"),
)
HOSTS = (
    *(
        "example.com",
        "a.b",
        "a",
        "www.example.org",
        "localhost",
        "x.onion",
        "127.0.0.1",
        "0x7f.1",
        "256.1.1.1",
    ),
    *(
        "[2001:db8::1]",
        "[::1",
        "münchen.de",
        "例え.jp",
        "xn--p1ai.xn--p1ai",
        "i❤.ws",
        "-a.com",
        "a..b",
        "a_b.com",
    ),
    *("user:pw@h.example", "x@example.com", "example[.]com", "example (dot) com", "readme.md", "2001:db8::2"),
    *(":80", ":65535", ":65536", ":", ".", "$HOST", "{host}", "*.x.com", "a.com,b.com", "example.com中"),
)
RESTS = (
    *(
        "/",
        "/",
        "/a",
        "/b/c.html",
        "/a_(b)",
        "/a(b",
        "/a)b",
        "?q=1&x=2",
        "?u=http://b.com/",
        "#f",
        "/a-",
        "/x,y",
    ),
    *(
        ";x=1",
        "/%20",
        "/%",
        "/it's",
        "/日本",
        "/é",
        "/a|b",
        "[1]",
        "{id}",
        "/~u",
        "/_",
        "=",
        "&amp;",
        "&gt;",
        "/*",
    ),
    *(
        r"\/a",
        r"\/",
        r"\\\/b",
        r"\u0026x=1",
        r"\x3d",
        r"\u00e9",
        r"\ud83d\ude00",
        r"\ud83d",
        r"\u003c",
        r"\.",
        "\\",
    ),
    *(r"\-a", r"\:/", r"\&.b", r"\_c", r"\@d.com", r"\fI", r"\fP", r"\%"),
)
DELIMITERS = (
    *"<>\"'()[]{}`*_|^~“”„‚«»‹›「」『』【】《》⟨⟩（）＜＞",
    *(
        "**",
        "__",
        "</a>",
        '<a href="',
        "[url]",
        "[/url]",
        "\\url{",
        "](",
        "]: ",
        "`_",
        "-->",
        "{{",
        "${",
        "$(",
        "/*",
        "*/",
    ),
)
PUNCTUATION = (
    *".,;:!?-=&%#@/\\$+",
    "...",
    "…",
    "。",
    "，",
    "！",
    "？",
    "؟",
    "،",
    "—",
    "–",
    "'s",
    ".)",
    "[12]",
)
SPACES = (
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\n   ",
    " \n",
    "-\n",
    "\u00a0",
    "\u3000",
)
MARGINS = (
    "\n> ",
    "\n>> ",
    "\n> > ",
    "\n| ",
    " |\n",
    "\n# ",
    "\n * ",
    "\n// ",
    "> ",
    "\n>",
    "\nJim> ",
    "\r\n> ",
)
STRING_BREAKS = (
    *('"\n"', "'\n'", '" +\n  "', "' .\n'", "'+\n'", "\\\n", "=\n", "\u21a9\n", '"http:\n//', "ht\ntp://"),
    *("\n'", "'\n\n"),
)
"""What programs and encodings put between two lines that are one, whole or in part."""
PAGE_BREAKS = (
    *("\n\f", "\f\n", "\n\n\f\n\n", "\n\nDoe            Informational      [Page 3]\n\f\n"),
    "RFC 9999           Title           May 2000\n\n",
)
CONTROLS = (
    "\u200b",
    "\u200d",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\x00",
    "\x1b",
    "\u00ad",
    "\\n",
    "\ud800",
    "\ufe0f",
)
WORDS = (
    *(
        "see",
        "The",
        "and",
        "adventur",
        "e.html",
        "id=910",
        "group_",
        "2nd",
        "e.g.",
        "finished.It",
        "a",
        "12",
        "page",
    ),
    *(
        "中文",
        "привет",
        "مرحبا",
        "ไทย",
        "한글",
        "🎉",
        "👩\u200d💻",
        "is",
        "com",
        "it's",
        "10:30",
        "note:",
        "x" * 60,
    ),
)
PIECES = (
    *STARTS,
    *HOSTS,
    *RESTS,
    *DELIMITERS,
    *PUNCTUATION,
    *SPACES,
    *MARGINS,
    *STRING_BREAKS,
    *PAGE_BREAKS,
    *CONTROLS,
    *WORDS,
)

plausible_urls = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(STARTS),
        st.sampled_from(HOSTS),
        st.lists(st.sampled_from(RESTS), max_size=4).map("".join),
    ),
)
"""URLs as people write them, and some that are none."""

hard_texts = st.lists(
    st.one_of(
        st.sampled_from(PIECES),
        plausible_urls,
        st.sampled_from((*SPACES, *WORDS, *DELIMITERS)),
        st.text(max_size=4),
    ),
    min_size=4,
    max_size=24,
).map("".join)
"""Text put together from all that means something to the delimiter, with noise between."""


@st.composite
def wrapped_texts(draw: st.DrawFn) -> str:
    """Prose with long URLs as mail programs wrap it: at a width, behind a quote prefix, with any line end."""
    prefix = draw(st.sampled_from(("", "", "> ", ">> ", "> > ", "    ", "| ", "# ")))
    width = draw(st.integers(20, 80))
    end = draw(st.sampled_from(("\n", "\n", "\r\n", "\r", " \n")))
    around = draw(st.sampled_from((("", ""), ("<", ">"), ("<URL:", ">"), ("(", ")"), ('"', '"'), ("[", "]"))))
    words = draw(st.lists(st.sampled_from(WORDS), max_size=16))
    rest = draw(st.lists(st.sampled_from((*RESTS, *WORDS, "-", "_", "/")), min_size=1, max_size=12))
    url = around[0] + "http://example.com/" + "".join(rest) + around[1]
    line = " ".join([*words, url, *draw(st.lists(st.sampled_from(WORDS), max_size=8))])
    rows = [line[at : at + width].strip(" ") for at in range(0, len(line), width)]
    return prefix + (end + prefix).join(rows) + draw(st.sampled_from(("", end, end + end)))


texts = st.one_of(hard_texts, wrapped_texts(), st.lists(wrapped_texts(), max_size=3).map("\n".join))
"""Every kind of hard text."""

options = st.fixed_dictionaries(
    {},
    optional={
        "schemeless": st.just(value=True),
        "emails": st.just(value=True),
        "network_path": st.just(value=True),
        "refang": st.just(value=True),
        "iri": st.just(value=False),
        "schemes": st.sampled_from((("http",), ("http", "https", "mailto"), ("ftp://",), ())),
    },
)
"""Every combination of the keyword options of `delimit`."""


def long_text(seed: int, length: int, pieces: tuple[str, ...] = PIECES) -> str:
    """Make a text of at least ``length`` code points, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311  # the same text for the same seed is all that is asked
    parts: list[str] = []
    size = 0
    while size < length:
        kind = chance.random()
        if kind < 0.15:
            part = chance.choice(STARTS) + chance.choice(HOSTS) + chance.choice(RESTS) * chance.randrange(3)
        elif kind < 0.6:
            part = chance.choice(WORDS) + chance.choice(SPACES)
        else:
            part = chance.choice(pieces)
        parts.append(part)
        size += len(part)
    return "".join(parts)


def cut(text: str, sizes: list[int]) -> list[str]:
    """Cut a text into pieces of these sizes, over and over."""
    chunks: list[str] = []
    at = turn = 0
    while at < len(text):
        size = max(1, sizes[turn % len(sizes)])
        chunks.append(text[at : at + size])
        at, turn = at + size, turn + 1
    return chunks


Options = dict[str, Any]


def rests_of_urls() -> st.SearchStrategy[str]:
    """Make what may stand behind a host."""
    return st.lists(
        st.sampled_from((*RESTS, *PUNCTUATION, *DELIMITERS, *"()[]{}'", *WORDS)), max_size=10
    ).map("".join)
