"""The evidence that wrapping broke a URL, weighed: each trace alone, and what they add up to."""

from __future__ import annotations

from unittest import mock

import pytest

from support import fit_weights, gold
from support.builds import interpreted
from support.delimit_cases import read_cases
from urlglean.delimiting.joining.breaks import Break
from urlglean.delimiting.joining.weights import HOPELESS, WEIGHTS, weigh
from urlglean.delimiting.rules import wrapped
from urlglean.delimiting.stream import delimit

NEUTRAL = Break(
    before="http://example.com/abc",
    token="def",  # noqa: S106  # no secret: what stands on the next line
    start=0,
    end=3,
    following=" and more",
    length=60,
    next_length=60,
    longest=90,
    flowed=False,
    opened="",
    lone=False,
    unmarked=False,
    pieces=1,
    outdented=False,
    ends=False,
)
TRACES = {words: (weight, holds) for words, weight, holds, _ in WEIGHTS}


def seen(**changes: object) -> Break:
    """A break at which nothing is remarkable but these things."""
    return NEUTRAL._replace(**changes)  # type: ignore[arg-type]  # the names of a table's columns


# --- each trace alone: breaks at which it holds, and breaks at which it does not ---

EXAMPLES: dict[str, tuple[list[dict[str, object]], list[dict[str, object]]]] = {
    "the line is full": (
        [
            {"length": 87},
            {"length": 57, "longest": 60},
            {"length": 57, "longest": 2},
            {"length": 60, "following": "x" * 27, "longest": 90},
            {"length": 69, "longest": 0, "widest": 72, "indent": 3},
        ],
        [
            {"length": 69, "longest": 0, "widest": 72},
            {"length": 86},
            {"longest": 0, "length": 200},
            {"length": 60},
            {"length": 57, "longest": 2, "next_length": 90},
        ],
    ),
    "cut at a hard column": (
        [
            {"length": 72, "longest": 72},
            {"length": 72, "longest": 0},
            {"length": 80, "longest": 70},
            {"length": 998},
            {"length": 99, "longest": 87},
            {"length": 90, "longest": 90},
            {"length": 60, "longest": 60},
            {"length": 84, "margin": 4, "longest": 80},
        ],
        [
            {"length": 69, "longest": 60},
            {"length": 81, "longest": 60},
            {"length": 59, "longest": 59},
            {"length": 90, "longest": 91},
            {"length": 72, "longest": 73},
            {"length": 99, "longest": 86},
        ],
    ),
    "its quote mark is glued to the next token": (
        [{"glued": True}],
        [{"glued": True, "length": 59}, {}],
    ),
    "it ends in & ? % #": (
        [{"before": f"http://a/b{mark}"} for mark in ("&", "?", "#", "%", "%2")],
        [{"before": f"http://a/b{mark}"} for mark in ("%20", "/", "-", "=", "")],
    ),
    "a register waits for its entry": (
        [
            {"before": "https://CRAN.R-project.org/package=", "token": "cluster."},
            {"before": "http://cran.r-project.org/package=", "token": "Matrix"},
        ],
        [
            {"before": "https://example.org/package=", "token": "cluster."},
            {"before": "https://CRAN.R-project.org/package=", "token": "1"},
        ],
    ),
    "a register waits for its entry, which is alone on the next line": (
        [
            {"before": f"https://{register}/", "token": "babel.", "following": ""}
            for register in (
                "www.ctan.org/pkg",
                "doi.org/10.1000",
                "arxiv.org/abs",
            )
        ],
        [
            {"before": "https://www.ctan.org/pkg/", "token": "babel."},
            {"before": "https://www.ctan.org/", "token": "babel.", "following": ""},
            {"before": "https://doi.org/10.1000/182/", "token": "babel.", "following": ""},
        ],
    ),
    "it ends in =, which is no padding": (
        [{"before": f"http://a/b{mark}"} for mark in ("=", "?c=", "&=")],
        [{"before": f"http://a/b{mark}"} for mark in ("==", "?c==", "&", "")],
    ),
    "and the next token is a number of three digits or more": (
        [{"before": "http://a/?id=", "token": token} for token in ("519", "51922.", "2004),")],
        [
            {"before": "http://a/?id=", "token": "51"},
            {"before": "http://a/?id=", "token": "519a"},
            {"before": "http://a/?id", "token": "519"},
        ],
    ),
    "it ends in - _ ~ +": (
        [{"before": f"http://a/b{mark}"} for mark in "-_~+"],
        [{"before": f"http://a/b{mark}"} for mark in "/.=b"],
    ),
    "it ends in an underscore": (
        [{"before": "http://a/b_"}],
        [{"before": f"http://a/b{mark}"} for mark in ("-", "~", "_c")],
    ),
    "it ends in a hyphen": ([{"before": "http://a/b-"}], [{"before": "http://a/b_"}]),
    "it ends in /": ([{"before": "http://a/"}], [{"before": "http://a/b"}]),
    "its host is not complete": (
        [{"before": f"http://{host}"} for host in ("", "www.exa", "www.exampl", "example-", "exa.", "wiki.")]
        + [{"before": "http://a@exam", "token": "ple.org"}, {"before": "http://exam", "token": "ple/a"}],
        [
            {"before": f"http://{rest}"}
            for rest in ("a.com", "a.com.", "a.onion", "192.0.2.1", "exa/b", "exa:80", "exa?b", "URL")
        ],
    ),
    "and with the next token it is": (
        [
            {"before": "http://www.", "token": "example.org"},
            {"before": "http://a.example.", "token": "edu."},
            {"before": "http://a.example.", "token": "org/b"},
            {"before": "http://me@CRAN.", "token": "R-project.org/"},
        ],
        [
            {"before": "http://www", "token": "example.org"},
            {"before": "http://www.", "token": "example"},
            {"before": "http://server.", "token": "in"},
            {"before": "http://a.example.", "token": "Edu"},
            {"before": "http://example.org.", "token": "example.org"},
        ],
    ),
    "the break splits a file's suffix": (
        [
            {"before": "http://a/b.ht", "token": "ml"},
            {"before": "http://a/b.p", "token": "df."},
            {"before": "http://a/b.h", "token": "tml?x"},
            {"before": "http://a/b.htm", "token": "l"},
            {"before": "http://a/b.xls", "token": "x)"},
            {"before": "http://a/b.", "token": "html"},
        ],
        [
            {"before": "http://a/b.html", "token": "x"},
            {"before": "http://a/b.htm", "token": "like"},
            {"before": "http://a/b.", "token": "PDF"},
            {"before": "http://a/b/.", "token": "html"},
            {"before": "http://a.h/b", "token": "tml"},
        ],
    ),
    "and a full stop stands before that, with which no sentence begins": (
        [{"before": "http://a/b.", "token": "html"}, {"before": "http://a/b.", "token": "pdf)."}],
        [
            {"before": "http://a/b.", "token": "pdf,"},
            {"before": "http://a/b.", "token": "ps"},
            {"before": "http://a/b.", "token": "PDF"},
            {"before": "http://a/b.", "token": "words"},
            {"before": "http://a/b.ht", "token": "ml"},
        ],
    ),
    "the next token begins with a URL delimiter": (
        [
            *({"token": f"{mark}b", "following": ""} for mark in "/?&=#%_-.~+"),
            {"token": ".html"},
            {"token": ".2"},
        ],
        [{"token": "/"}, {"token": "b/"}, {"token": ",b"}, {"token": ".b"}],
    ),
    "the next token reads as URL": (
        [
            {"token": token}
            for token in ("a=b", "a&b", "a+b", "%20a", "a1/b", "a/b.html", "x_y/z", "a/b/c.d", "a?b")
        ],
        [{"token": token} for token in ("a/b", "and/or", "24/7", "a", "/", "word/", "1/2/2003", "he/she")],
    ),
    "the next token begins or holds a parameter of the query": (
        [
            {"before": "http://a/b?c=d", "token": "&e=f"},
            {"before": "http://a/?b", "token": "&a[]="},
            {"token": "?c=d"},
            {"token": "e/?c[]=d&f"},
        ],
        [
            {"token": "&e=f"},
            {"token": "e?"},
            {"token": "?c==d"},
            {"token": "c=d?e=f"},
            {"before": "http://a/b?c=d", "token": "?e=f"},
            {"before": "http://a/b?c=d", "token": "e=f"},
        ],
    ),
    "it ends in a semicolon, and more parameters are parted so": (
        [
            {"before": "http://a/?p=b.git;", "token": "a=commit;h=1"},
            {"before": "http://a/?p=b.git;a=commit;", "token": "h=HEAD."},
        ],
        [
            {"before": "http://a/?p=b.git;", "token": "a=commit"},
            {"before": "http://a/p=b.git;c;", "token": "a=commit;h=1"},
            {"before": "http://a/?p=b.git;a=c;", "token": "A=b"},
            {"before": "http://a/?p=b.git;a=c;", "token": "h"},
            {"before": "http://a/?p=b.git&", "token": "a=commit;h=1"},
        ],
    ),
    "the next token is a fragment of several words": (
        [
            {"token": "#how-do-i-run-it", "following": ""},
            {"token": "#c.PyType.tp_name.", "following": ""},
        ],
        [
            {"token": "#how-do-i-run-it"},
            {"token": "#free-software", "following": ""},
            {"token": "#BlackCatsDay", "following": ""},
            {"token": "#how-do-i-run-it", "following": "", "before": "http://a/b#c"},
        ],
    ),
    "the next token holds a slash": (
        [{"token": token} for token in ("a/b", "word/", "/", "and/or")],
        [{"token": token} for token in ("a", "a1/b", "a=b/")],
    ),
    "the next token mixes letters and digits": (
        [{"token": token} for token in ("a1", "1a", "a_b", "#b", "~b", "abc123def")]
        + [{"token": token} for token in ("123456", "12,3.4", "a,12", "enDocument", "OneTwoThree")],
        [{"token": token} for token in ("a", "12", "a-b", "iPhone", "JavaScript", "12,34")],
    ),
    "the next token is no word": (
        [{"token": token} for token in ("b", "tml", "xz", "pdg", "ml.", "ngs", "rded.")]
        + [{"token": token, "following": ""} for token in ("e", "S", "l.", "pdf")],
        [{"token": token} for token in ("a", "the", "bcdfg", "by", "BCD", "pdf", "e")]
        + [{"token": token, "following": ""} for token in ("y", "I", "mfg", "to")],
    ),
    "a number goes on at a hard column": (
        [
            {"before": "http://a/12", "token": "34", "length": 72, "longest": 0},
            {"before": "http://a/1", "token": "2.", "length": 80, "longest": 0},
        ],
        [
            {"before": "http://a/12", "token": "34"},
            {"before": "http://a/b", "token": "34", "length": 72, "longest": 0},
        ],
    ),
    "the next token ends in a file's suffix": (
        [{"token": token} for token in ("b.html", "b.PDF", "b.php?x=1", "b.txt).", "b.tar.gz,", "b.htm#c")],
        [{"token": token} for token in ("b", "html", "b.html/c", "b.foo", "b.com")],
    ),
    "the next token closes the bracket": (
        [{"token": "b)", "opened": ")"}, {"token": "b_(c)).", "opened": ")"}],
        [{"token": "b)"}, {"token": "b_(c)", "opened": ")"}, {"token": "b", "opened": ")"}],
    ),
    "the next token closes a bracket of the URL": (
        [{"before": "http://a/b_(c", "token": "d)"}],
        [{"before": "http://a/b_(c)", "token": "d)"}, {"before": "http://a/b_(c", "token": "d"}],
    ),
    "which was opened right before the URL": (
        [{"token": "b)", "opened": ")", "embraced": True}],
        [{"token": "b)", "opened": ")"}, {"token": "b", "opened": ")", "embraced": True}],
    ),
    "the next token stands alone on its line": ([{"following": ""}], [{"following": " b"}]),
    "and is no common word, below a line cut at a column": (
        [
            {"token": "ument", "following": "", "length": 76, "longest": 70, "widest": 70},
            {"token": "ument.", "following": "", "length": 76, "longest": 76, "widest": 76, "ends": True},
            {
                "token": "ument-all",
                "following": "",
                "length": 76,
                "longest": 70,
                "before": "http://a/b-c-doc",
            },
        ],
        [
            {
                "token": "ument-all",
                "following": "",
                "length": 76,
                "longest": 70,
                "before": "http://a/b-c/doc",
            },
            {
                "token": "Ument-all",
                "following": "",
                "length": 76,
                "longest": 70,
                "before": "http://a/b-c-doc",
            },
            {"token": "ument", "length": 76, "longest": 70},
            {"token": "thanks", "following": "", "length": 76, "longest": 70},
            {"token": "ument", "following": "", "length": 66, "longest": 64},
            {"token": "ument", "following": "", "length": 72, "longest": 70, "widest": 75},
            {"token": "ument", "following": "", "length": 76, "longest": 70, "before": "http://a/b.html"},
            {"token": "ument", "following": "", "length": 76, "longest": 70, "before": "http://a/b,"},
            {
                "token": "ument",
                "following": "",
                "length": 76,
                "longest": 70,
                "before": "http://a/b/",
                "ends": True,
            },
        ],
    ),
    "and is a folder with a full stop, below one": (
        [{"before": "http://a/b/", "token": token, "following": ""} for token in ("issues/.", "c-d/,")],
        [
            {"before": "http://a/b/", "token": "issues/", "following": ""},
            {"before": "http://a/b/", "token": "issues/."},
            {"before": "http://a/b", "token": "issues/.", "following": ""},
            {"before": "http://a/b/", "token": "c/issues/.", "following": ""},
        ],
    ),
    "and ends the paragraph": ([{"following": "", "ends": True}], [{"following": ""}, {"ends": True}]),
    "and both lines are indented, the URL up to a /": (
        [{"following": "", "ends": True, "before": "http://a/", "indent": 3, "length": 72, "longest": 0}],
        [
            {"following": "", "ends": True, "before": "http://a/", "indent": 2, "length": 72},
            {"following": "", "ends": True, "before": "http://a/b", "indent": 3, "length": 72},
            {"following": "", "ends": True, "before": "http://a/", "indent": 3},
            {"before": "http://a/", "indent": 3, "length": 72},
        ],
    ),
    "and the next line would have gone on there": (
        [
            {"following": "", "stray": True, "token": "tml"},
            {"following": "", "stray": True, "token": "b1"},
            {"following": "", "stray": True, "token": "the", "unmarked": True},
        ],
        [
            {"token": "b1", "unmarked": True},
            {"token": "tml"},
        ],
    ),
    "a blank parts the next token from a full stop": (
        [{"following": following} for following in (" .", " , and", " ). Then")],
        [{"following": following} for following in ("", ".", " and", " ?", " !", " .htaccess", " ...and")],
    ),
    "a mark says that the line was broken there": ([{"marked": True}], [{}]),
    "an archive's URL waits for the one that it keeps": (
        [
            {"before": "https://web.archive.example/web/20031009204500/", "token": "http://b.com/c"},
            {"before": "https://web.archive.example/web/2003/", "token": "https://b.com/c"},
            {"before": "https://archive.ph/20130101120000/", "token": "http://b.com/"},
        ],
        [
            {"before": "https://web.archive.example/web/", "token": "http://b.com/c"},
            {"before": "https://web.archive.example/web/2003/", "token": "b.com/c"},
            {"before": "https://a.com/2003/", "token": "http://b.com/c"},
        ],
    ),
    "with the next token a digest is whole": (
        [
            {"before": f"http://a/{'0a' * 8}", "token": "b1" * 8},
            {"before": f"http://a/?h={'0a' * 18}0", "token": "a0a,"},
            {"before": f"http://a/{'0a' * 31}", "token": "0a"},
            {"before": "http://a/0a0a0a0a-0a0a-0a", "token": "0a-0a0a-0a0a0a0a0a0a/x"},
        ],
        [
            {"before": f"http://a/{'0a' * 8}", "token": "b1" * 9},
            {"before": f"http://a/x{'0a' * 8}", "token": "b1" * 8},
            {"before": f"http://a/{'0a' * 16}", "token": "b1b1"},
            {"before": f"http://a/{'0a' * 15}", "token": "be"},
            {"before": "http://a/0a0a0a0a-", "token": "0a0a-0a0a-0a0a-0a0a0a0a0a0a"},
            {"before": "http://a/b/", "token": "b1" * 16},
        ],
    ),
    "with the next token a DOI or a number of arXiv is whole": (
        [
            {"before": "http://doi.org/10.1016/j.cell.2015.", "token": "11.022."},
            {"before": "http://doi.org/10.1016/j.cell.2015.11.", "token": "022."},
            {"before": "http://doi.org/10.1145/3292500.", "token": "3330701."},
            {"before": "http://arxiv.org/abs/1901.", "token": "00001v2,"},
        ],
        [
            {"before": "http://doi.org/10.1145/3292500.", "token": token}
            for token in ("2019.", "022.", "12.05.2020", "10115", "2019-2020", "10.1145/3292500.3330701")
        ],
    ),
    "it was broken before": ([{"pieces": 2}], [{}]),
    "the next token is no name of prose, below a folder": (
        [
            {"before": "http://a/", "token": "the-long-road-of-a-small-town-now"},
            {"before": "http://a/", "token": "B9RUHbO9tnJkOV9O3TWRGwbFcIZETOl_VakHlZUgj9Mxw3"},
            {"before": "http://a/", "token": "Java_(island)."},
            {"before": "http://a/", "token": "is/1Qf7kTb_z8Rn2mXw5pLd9e"},
            {"before": "https://doi.org/10.1000/", "token": "182"},
            {"before": "https://doi.org/", "token": "10.1000/182,"},
            {"before": "https://www.iana.org/assignments/", "token": "media-types"},
            {"before": "https://datatracker.ietf.org/doc/html/", "token": "draft-ietf-uri"},
            {"before": "https://www.rfc-editor.org/info/", "token": "rfc3986,"},
            {"before": "https://git.example.com/project/-/issues/", "token": "1767,"},
            {"before": "http://trac.example.com/ticket/", "token": "976"},
        ],
        [
            {"before": "https://git.example.com/project/-/issues/", "token": "17"},
            {"before": "https://git.example.com/project/-/issues/", "token": "1767th"},
            {"before": "https://git.example.com/project/", "token": "1767"},
            {"before": "http://a/b", "token": "the-long-road-of-a-small-town"},
            {"before": "http://a/", "token": "state-of-the-art-of-it"},
            {"before": "http://a/", "token": "rfc3986"},
            {"before": "http://a/", "token": "InternationalizedNames2"},
            {"before": "https://doi.org/10.1000/182/", "token": "182"},
            {"before": "https://www.rfc-editor.org/info/rfc3986/", "token": "rfc"},
            {"before": "https://www.iana.org/assignments/", "token": "registry"},
            {"before": "https://www.rfc-editor.org/info/", "token": "which"},
            {"before": "http://a/", "token": "9" * 64},
            {"before": "http://a/", "token": "a227dbb8-1bd2-0b84-ac2f-534325a39575"},
            {"before": "http://a/", "token": "a_b"},
        ],
    ),
    "the next token is hyphened like a title": ([{"token": "a-b-c"}], [{"token": "a-b"}]),
    "the next token ends in /": ([{"token": "b/"}, {"token": "b/)."}], [{"token": "b/c"}]),
    "all lines are cut at this column": ([{"folded": True, "length": 90}], [{"length": 90}]),
    "no line is long enough to be wrapped": (
        [
            {"length": 55, "longest": 55},
            {"length": 10, "longest": 0},
            {"length": 40, "longest": 0, "before": "http://a/", "token": "b/" + "c" * 16},
            {"length": 40, "longest": 0, "token": "b" * 16},
        ],
        [
            {"length": 56, "longest": 0},
            {"length": 40, "longest": 0, "before": "http://a/", "token": "b" * 16 + "/c"},
            {"length": 10, "longest": 56},
            {"length": 10, "longest": 10, "opened": ")", "token": "b)"},
        ],
    ),
    "and a word of a path would be cut there": (
        [
            {"before": "http://a.org/b", "token": "c/d.html", "length": 40, "longest": 40},
            {"before": "http://a.org/b", "token": "i386/amd64", "length": 30, "longest": 0},
        ],
        [
            {"before": "http://a.org/b", "token": "c/d.html", "length": 70, "longest": 70},
            {"before": "http://a.org/", "token": "c/d.html", "length": 40, "longest": 40},
            {"before": "http://a.org/b", "token": "/d.html", "length": 40, "longest": 40},
            {"before": "http://a.org/?b", "token": "c/d.html", "length": 40, "longest": 40},
            {"before": "http://a.org/b.ht", "token": "ml", "length": 40, "longest": 40},
            {"before": "http://a", "token": "b.org/d.html", "length": 40, "longest": 40},
        ],
    ),
    "and a name below it has a sign before it": (
        [
            {"length": 49, "longest": 49, "token": "#abc"},
            {"length": 10, "longest": 0, "token": "-lm"},
        ],
        [
            {"length": 10, "longest": 0},
            {"length": 50, "longest": 0, "token": "#abc"},
            {"length": 10, "longest": 50, "token": "#abc"},
            {"length": 10, "longest": 0, "token": "&a=b"},
            {"length": 10, "longest": 0, "token": "/abc"},
        ],
    ),
    "nothing says so yet": ([{}, {"token": "a=b"}], []),
    "the line had room": (
        [
            {},
            {"length": 40},
            {"length": 86, "token": "def", "following": " a", "longest": 92},
            {"length": 40, "longest": 0},
            {"length": 50, "longest": 2},
        ],
        [{"longest": 0}, {"length": 57, "longest": 2}, {"length": 89}, {"opened": ")", "token": "b)"}],
    ),
    "the next token is a plain word": (
        [{"token": token} for token in ("the", "word,", "don't", "слово", 'word."')],
        [{"token": token} for token in ("The", "b", "a1", "a-b", "a/b", "tml", "enDocument")]
        + [{"before": "http://a/b.", "token": "html"}, {"before": "http://a/b.g", "token": "it"}],
    ),
    "the next token is a word of prose": (
        [{"token": token} for token in ("the", "The", "AND,", "und", "и", "is.", "there's")],
        [{"token": token} for token in ("where'er", "theory", "x")],
    ),
    "the next token is a number of prose": (
        [
            {"token": token}
            for token in ("2", "2nd", "10%", "v2.0", "3D", "$5", "24/7", "10:30", "1.5GB,", "a/b", "and/or")
        ]
        + [{"token": "8", "before": "http://a/1", "following": " Feb 2010 Jane"}],
        [
            {"token": "2", "before": "http://a/b="},
            {"token": "2", "before": "http://a/1"},
            {"token": "2", "before": "http://a/1", "following": " May be"},
            {"token": "a1"},
            {"token": "2x2"},
        ],
    ),
    "the next token is a package and its version": (
        [{"token": "parser==5.0.4"}, {"token": "net-tools[all]>=2"}],
        [{"token": "parser==5.0.4", "before": "http://a/b?c="}, {"token": "key=value"}, {"token": "aGk=="}],
    ),
    "the next token sets a value, and no query began": (
        [{"token": "key=value"}],
        [
            {"token": "key=value", "before": "http://a/b?c"},
            {"token": "key=value", "before": "http://a/b/"},
            {"token": "b.php?key=value"},
        ],
    ),
    "the next token is of another script": (
        [{"token": "слово"}, {"token": "中文"}, {"token": "gör."}],
        [
            {"token": "слово", "before": "http://a/слово"},
            {"token": "word"},
            {"token": "\u2026"},
            {"token": "b/gör.html"},
        ],
    ),
    "the next token is capitalised": (
        [{"token": token} for token in ("The", "Word-by-word", "A", "NASA,", "Ann's")],
        [{"token": token} for token in ("the", "A1", "Index.html", "A_b", "OneTwoThree")]
        + [{"before": "http://a/wiki/", "token": "Tides"}],
    ),
    "the URL is complete": (
        [{"before": f"http://a/b.{suffix}"} for suffix in ("html", "pdf", "PHP", "tar.gz", "html/", "c")],
        [{"before": f"http://a/b{rest}"} for rest in ("", ".com", ".html?x", "html", ".php/")],
    ),
    "and a letter would go on with its suffix": (
        [{"before": "http://a/b.html", "token": "c/d.html"}, {"before": "http://a/b.c", "token": "def"}],
        [
            {"before": "http://a/b.html", "token": "/c"},
            {"before": "http://a/b.ht", "token": "ml"},
            {"before": "http://a/b", "token": "c/d.html"},
        ],
    ),
    "the URL ends in a title with its subject": (
        [{"before": "http://a/Tides_(sea)"}, {"before": "http://a/Tides_(sea).", "token": "Def"}],
        [
            {"before": "http://a/Tides(sea)"},
            {"before": "http://a/Tides_(1)"},
            {"before": "http://a/Tides_(sea)", "token": "#def"},
            {"before": "http://a/Tides_(sea)", "token": "/def"},
            {"before": "http://a/Tides_(sea"},
        ],
    ),
    "the next token is the path of a file": (
        [{"token": "/usr/bin/x"}, {"token": "/home/x"}, {"token": "~/x"}, {"token": "$HOME/x"}],
        [{"token": "/usr"}, {"token": "/a/b"}, {"token": "/usr/x", "before": "http://a/b="}],
    ),
    "the next line is the row of a table": (
        [
            *({"following": following} for following in (" | b", "    b", "\tb", "  -> b", " : b")),
            {"following": "   b     c", "length": 90, "next_length": 90},
            {"following": "   b", "next_length": 90},
            {"following": "   b    c", "length": 90, "next_length": 89},
        ],
        [
            *({"following": following} for following in (" b", "", "  b", " b | c")),
            {"following": "   b    c", "length": 90, "next_length": 90},
            {"following": "   b", "length": 90, "next_length": 90},
            {"following": "   b    c", "length": 87, "next_length": 90},
        ],
    ),
    "the URL stands in a column": ([{"cell": True}], [{}]),
    "a word is cut short of the column where lines are cut": (
        [{"length": 70, "longest": 76}, {}],
        [
            {"length": 76, "longest": 76},
            {"length": 70, "longest": 0},
            {"before": "http://a/b-"},
            {"token": "/b"},
            {"before": "http://a/b.ht", "token": "ml"},
            {"before": "http://exa", "token": "mple.com"},
        ],
    ),
    "and the line had room for the path of a file, which is alone on the next": (
        [{"length": 60, "longest": 90, "token": "c/d.h", "following": ""}],
        [
            {"length": 60, "longest": 62, "token": "c/d.h", "following": ""},
            {"length": 60, "longest": 90, "token": "c/d.h"},
            {"length": 60, "longest": 90, "token": "d.h", "following": ""},
            {"length": 60, "longest": 90, "token": "c/d.h", "following": "", "before": "http://a/b/"},
        ],
    ),
    "a word is cut where no program cuts lines": (
        [{"before": "http://a/b2", "token": "README.md", "length": 64, "longest": 0}],
        [
            {"before": "http://a/b2", "token": "c.md", "length": 64, "longest": 70},
            {"before": "http://a/b2", "token": "c.md", "length": 72, "longest": 0},
            {"before": "http://a/b/", "token": "c.md", "length": 64, "longest": 0},
            {"before": "http://a/b2", "token": "c/d.md", "length": 64, "longest": 0},
            {"before": "http://a/7d1f03ab", "token": "52c9e0d4418b6fa73c25de90b1a64f38", "longest": 0},
        ],
    ),
    "a word is cut between words, which may be prose": (
        [{"amid": True}, {"amid": True, "token": "def80211"}],
        [
            {},
            {"amid": True, "following": ""},
            {"amid": True, "token": "d=e"},
            {"amid": True, "token": "1#d"},
            {"amid": True, "token": "rded"},
            {"amid": True, "before": "http://a/b-"},
            {"amid": True, "token": "/b"},
            {"amid": True, "before": "http://a/b.ht", "token": "ml"},
            {"amid": True, "before": "http://exa", "token": "mple.com"},
        ],
    ),
    "a name and its verb are below a whole word": (
        [{"token": "def_g", "following": " is what"}, {"token": "a80211", "following": " has a bug"}],
        [
            {"token": "def_g"},
            {"token": "def", "following": " is what"},
            {"token": "d=e", "following": " is what"},
            {"token": "def_g", "following": " is what", "amid": True},
            {"token": "d3fGh1jKlMn0pQrStUvWx", "following": " is what"},
            {"token": "def_g", "following": " is what", "before": "http://a/b/"},
        ],
    ),
    "a name between words, which may be prose, is below a folder": (
        [
            {"amid": True, "before": "http://a/b/", "token": "v4c2-ctl"},
            {"amid": True, "before": "http://a/b/", "token": "arm/arm64"},
            {"amid": True, "before": "http://a/b/", "token": "set_it()"},
            *(
                {"amid": True, "before": "http://a/b/", "token": token}
                for token in ("$20", "50%", "12:30", "§7")
            ),
        ],
        [
            {"before": "http://a/b/", "token": "v4c2-ctl"},
            {"amid": True, "token": "v4c2-ctl"},
            {"amid": True, "before": "http://a/b/", "token": "v4c2-ctl", "following": ""},
            {"amid": True, "before": "http://a/b/", "token": "v4c2-ctl", "flowed": True},
            {"amid": True, "before": "http://a/b/", "token": "index.html"},
            {"amid": True, "before": "http://a/b/", "token": "one-of-these"},
            {"amid": True, "before": "http://a/b/", "token": "issues/12"},
            {"amid": True, "before": "http://a/b/", "token": "c/d/e"},
            {"amid": True, "before": "http://", "token": "example.com"},
            {"amid": True, "before": "http://a/b/", "token": "c)", "opened": ")"},
        ],
    ),
    "and it is two with a slash": (
        [{"amid": True, "before": "http://a/b/", "token": "arm/arm64"}],
        [
            {"amid": True, "before": "http://a/b/", "token": "arm64"},
            {"amid": True, "before": "http://a/b", "token": "arm/arm64"},
        ],
    ),
    "the next token is how some sign": (
        [{"token": token, "following": "", "ends": True} for token in ("/Ann", "//ann", "-Ann", "~ann")],
        [
            {"token": "/Ann", "following": ""},
            {"token": "/Ann", "ends": True},
            {"token": "/Ann/", "following": "", "ends": True},
            {"token": "/Ann1", "following": "", "ends": True},
        ],
    ),
    "the next token is one of several files": ([{"listed": True}], [{}]),
    "lines that begin like the next one are below or above each URL": (
        [
            {"repeated": True},
            {"repeated": True, "before": "http://a/b=="},
            {"repeated": True, "before": "http://a/b/", "token": "0x1f"},
            {"repeated": True, "before": "http://a/", "token": "b.txt"},
        ],
        [
            {},
            {"repeated": True, "before": "http://a/b/", "token": "b.txt"},
            {"repeated": True, "before": "http://a/", "token": "the-long-road-of-a-small-town-now"},
        ],
    ),
    "both lines are values of a setting": ([{"valued": True}], [{}]),
    "a comma or a colon is behind the URL, and its line is not cut at a column": (
        [{"before": f"http://a/b{mark}", "token": "c/d.html"} for mark in ",:;"],
        [
            {"before": "http://a/b.", "token": "c/d.html"},
            {"before": "http://a/b:", "token": "c/d.html", "length": 72, "longest": 72},
            {"before": "http://a/b:", "token": "c)", "opened": ")"},
        ],
    ),
    "a full stop is behind the URL, and a name without one below it": (
        [{"before": "http://a/b#c.", "token": "float16"}, {"before": "http://a/b.", "token": "x_y."}],
        [
            {"before": "http://a/b#c", "token": "float16"},
            {"before": "http://a/b.", "token": "c.html"},
            {"before": "http://a/b.", "token": "c1/d"},
            {"before": "http://a/b.", "token": "html"},
            {"before": "http://example.", "token": "com"},
            {"before": "http://doi.org/10.1016/j.cell.2015.", "token": "11.022"},
        ],
    ),
    "a comma or a semicolon is behind the URL, and none in it": (
        [{"before": "http://a/b,"}, {"before": "http://a/b;"}, {"before": "http://a/?b,"}],
        [
            {"before": "http://a/?b;"},
            {"before": "http://a/b:"},
            {"before": "http://a/b;", "waiting": True},
        ],
    ),
    "both lines end in a URL": (
        [{"following": " b http://c/"}, {"following": " www.c.com"}],
        [
            {},
            {"following": " http://c/", "lone": True},
            {"following": " http://c/ d"},
            {"following": " for all. See http://c/"},
            {"following": " http://c/", "opened": ")", "token": "b)"},
        ],
    ),
    "the next token is a part of the URL again": (
        [{"before": "http://a/tools/trunk", "token": "tools"}, {"token": "example.com"}],
        [
            {"before": "http://a/tools/trunk/", "token": "tools"},
            {"before": "http://a/toolset", "token": "tools"},
            {"before": "http://a/abc", "token": "abc"},
        ],
    ),
    "the next token is an address": (
        [{"token": "me@a.com"}, {"token": "me.too@a.b.com,"}],
        [{"token": "me@a.com", "before": "http://a/?to="}, {"token": "me@a.com/b"}, {"token": "me@a"}],
    ),
    "the next token is a DOI": (
        [{"before": "http://doi.org/10.1145/1.", "token": "10.1145/3292500.3330701"}],
        [{"before": "http://doi.org/", "token": "10.1145/3292500.3330701"}],
    ),
    "the next token begins a URL, too": (
        [{"token": "http://b/"}, {"token": "www.b.com"}],
        [{"token": "b/http"}, {"token": "www"}],
    ),
    "the next line begins with a label": (
        [
            {"following": " checksum:      736"},
            {"following": ": 12"},
            {"token": "OS/Version:", "following": " b"},
            {"token": "e-mail:me@a.com", "following": " b"},
            {"token": "i:/C=US/O=Lantern", "following": " Inc./CN=Lantern SSL CA"},
            {"token": "a2/b.c", "following": " (main, d): b"},
        ],
        [
            {"following": " and one two three four: 12"},
            {"following": " http://b"},
            {"following": "", "token": "html:"},
            {"following": " b", "token": "b.html:"},
            {"following": " b", "token": "c/b.html:", "before": "http://a/"},
        ],
    ),
    "the next line is a key": (
        [{"token": "data:", "following": ""}],
        [
            {"token": "data:"},
            {"token": "data", "following": ""},
            {"token": "data:", "following": "", "before": "http://a/b/"},
        ],
    ),
    "the next line is how programs name the line of a file": (
        [{"token": token, "following": ""} for token in ("sched.c:12", "plots-todo.tex:5883:")],
        [
            {"token": "sched.c:12"},
            {"token": "sched.c", "following": ""},
            {"before": "http://a/?b=", "token": "sched.c:12", "following": ""},
        ],
    ),
    "the next token opens a bracket": (
        [{"token": "(b"}, {"token": "[b"}, {"token": "{b"}],
        [{"token": "b("}],
    ),
    "the next token is a digest or a UUID": (
        [
            {"token": "0123456789abcdef" * 2},
            {"token": "01234567" * 5},
            {"token": "8ffc590b-27e5-ea7f-97f6-895640bc1b3e"},
        ],
        [
            {"token": "0123456789abcdef"},
            {"token": "01234567" * 5, "before": "http://a/commit/"},
            {"token": "ghijklmn" * 5},
        ],
    ),
    "the next token begins with a host": (
        [
            {"token": "bugs.example.org/show_bug.cgi?id=2525"},
            {"token": "192.0.2.0/24"},
            {"token": "192.0.2.7:80"},
        ],
        [
            {"token": "192.0.2.7", "before": "http://a/whois/"},
            {"token": "192.0.2.7.html"},
            {"token": "bugs.example.org/1", "before": "http://a/b/"},
            {"token": "bugs.example.org/1", "before": "http://a/?u="},
            {"token": "index.html/1"},
            {"token": "a.b.nosuchname/c"},
            {"token": "ple.org/c", "before": "http://exam"},
        ],
    ),
    "the next line is indented less": ([{"outdented": True}], [{}]),
    "the URL is whole, and the next line is indented more": (
        [
            {"indented": True, "before": "http://example.com/"},
            {"indented": True, "before": "http://example.com"},
            {"indented": True, "before": "http://example.com/a.html"},
        ],
        [
            {"indented": True, "before": "http://example.com/a/"},
            {"indented": True, "before": "http://exam", "token": "ple.org"},
            {"before": "http://example.com/"},
        ],
    ),
    "the next line has lost its quote mark": ([{"unmarked": True}], [{}]),
}


def test_every_trace_has_examples() -> None:
    assert list(EXAMPLES) == [words for words, *_ in WEIGHTS]


@pytest.mark.parametrize("words", EXAMPLES)
def test_a_trace_holds_where_it_should(words: str) -> None:
    _, holds = TRACES[words]
    holding, failing = EXAMPLES[words]
    assert holding
    for changes in holding:
        assert holds(seen(**changes)), changes
    for changes in failing:
        assert not holds(seen(**changes)), changes


@pytest.mark.parametrize("words", EXAMPLES)
def test_a_trace_weighs_what_the_table_says(words: str) -> None:
    for changes in EXAMPLES[words][0]:
        found = seen(**changes)
        assert weigh(found) == pytest.approx(sum(weight for _, weight, holds, _ in WEIGHTS if holds(found)))


@interpreted
def test_no_trace_is_left_out_that_holds() -> None:
    found = [one for text in gold.wrapped("tune") for _, one in fit_weights.breaks(text.text)]
    assert len(found) > 100
    for one in found:
        assert weigh(one) == pytest.approx(sum(weight for _, weight, holds, _ in WEIGHTS if holds(one))), one


@interpreted
def test_each_trace_decides_a_break_of_a_case() -> None:
    """What no case needs is not weighed."""
    deciding: set[str] = set()

    def decision(weight: float) -> tuple[bool, bool]:
        return round(owed[-1] + weight, 1) > 0, round(weight, 1) >= HOPELESS

    def look(found: Break, *told: int | None) -> float:
        total = weigh(found, *told)
        for words, weight, holds, _ in WEIGHTS:
            if holds(found) and decision(total - weight) != decision(total):
                deciding.add(words)
        return total

    def leave_open(found: Break, signs: int, before: float) -> tuple[None, None, bool]:
        owed.append(before)
        return None, None, True

    owed = [0.0]
    with mock.patch.object(wrapped, "weigh", look), mock.patch.object(wrapped, "foregone", leave_open):
        for case in read_cases():
            list(delimit(case.text, case.known, **case.options))
        for text in gold.wrapped("tune"):
            list(delimit(text.text))
    assert "; ".join(words for words, *_ in WEIGHTS if words not in deciding) == ""


def test_nothing_remarkable_is_no_join() -> None:
    assert weigh(NEUTRAL) < -3
    assert all(
        weight > 0
        for weight, _ in list(TRACES.values())[: list(TRACES).index("no line is long enough to be wrapped")]
    )
    assert all(
        weight < 0
        for weight, _ in list(TRACES.values())[list(TRACES).index("no line is long enough to be wrapped") :]
    )


@interpreted
def test_a_fit_keeps_each_reason_true_and_comes_out_the_same() -> None:
    table = [weight for _, weight, *_ in WEIGHTS]
    examples = list(fit_weights.ours())
    assert fit_weights.judge(examples, table).missed == 0
    fitted = fit_weights.fit(examples[:40], table, 1.0)
    assert fitted == fit_weights.fit(examples[:40], table, 1.0)
    assert all(
        (before > 0) == (after >= 0) or after == 0 for before, after in zip(table, fitted, strict=True)
    )
    assert fitted != table
