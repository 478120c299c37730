"""Line breaks behind bare URLs that need no weighing, and that the weights say the same of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.builds import interpreted
from support.delimit_laws import find_break, scan_of, told
from support.laws import examples
from urlglean.delimiting import shortcut
from urlglean.delimiting.joining.line_ends import settled
from urlglean.delimiting.joining.weights import weigh
from urlglean.delimiting.rules import wrapped
from urlglean.delimiting.stream import delimit


@pytest.mark.parametrize(
    ("text", "longer"),
    [
        ("http://a.com/b\n\nc", ""),
        ("http://a.com/b\nand so", "http://a.com/band"),
        ("see http://a.com/b\nwith more", "http://a.com/bwith"),
        ("http://a.com\nand so", "http://a.comand"),
        ("http://a.com/b=\nand so", None),
        ("http://a.com/b\nc=d", None),
        ("> http://a.com/b\n> and so", "http://a.com/band"),
        ("- http://a.com/b\n- and so", ""),
        ("[1] http://a.com/b\n[2] http://a.com/c", ""),
        ("http://a.com/b\n-------- next part --------", ""),
        ("    http://a.com/b\nand so", "http://a.com/band"),
        ("see http://a.com/b\n  and so", "http://a.com/band"),
        ("# see http://a.com/b\n# and so", "http://a.com/band"),
        ("# see http://a.com/b\n#\n# and so", ""),
        ("// see http://a.com/b\nimport x", ""),
        ("# see http://a.com/b\n    # and so", None),
        ("http://a.com/issues/6\nThis is", ""),
        ("http://a.com/b\nLabel: c", ""),
        ("http://a.com/b\nLabel: (http://a.com/bLabel:", None),
        ("http://a.com/b\n-- \nAnn", ""),
        ("-- http://a.com/b\n-- c", None),
        ("http://a.com/b\n* c", ""),
        ("* http://a.com/b\n* c", None),
        ("* http://a.com/b\n* http://a.com/c", ""),
        (" * http://a.com/b\n *\n * c", ""),
        (" * http://a.com/b\n */", ""),
        ("-- http://a.com/b\n--\n-- c", ""),
        ("http://a.com/b\n[c]: http://a.com/d", ""),
        (".UR http://a.com/b\n.UE c", ""),
        ('http://a.com/b\n.\\" c', ""),
        ("http://a.com/b\n.html", None),
        ("http://a.com/b\n<http://a.com/c>", ""),
        ("http://a.com/b\nftp://a.com/c", ""),
        ("Base 1.2 ...   http://a.com/b\nbase.py 1.3 ...  http://a.com/c", ""),
        ("> Base 1.2 ...   http://a.com/b-\n> base.py 1.3 ...  www.a.com/c", ""),
        (".UR http://a.com/b-\nGNU GPL version 3\n.UE", ""),
        (" .UR http://a.com/b-\nGNU GPL version 3\n.UE", None),
        ("Base 1.2 ...   http://a.com/?b=\nbase.py 1.3 ...  http://a.com/c", None),
        ("               http://a.com/b-\nbase.py 1.3 ...  http://a.com/c", None),
        ("Base 1.2 ...   http://a.com/b-\nbase.py 1.3 ... http://a.com/c", None),
        ("x= http://a.com/b\ny= 'http://a.com/c'", ""),
        ("1,http://a.com/b\r\n2,http://a.com/c", ""),
        ("> a: http://a.com/b\n> b-c: HTTP://a.com/c", ""),
        ("a http://a.com/b\nc.html http://a.com/c", None),
        ("http://a.com/b-\nc,http://a.com/c", None),
        ("http://a.com/?b&u\nrl=http://a.com/c", None),
        ("http://a.com/?b=u\nc=http://a.com/c", ""),
        ("http://a.com/?b&\nurl=http://a.com/c", None),
        ("http://a.com/b\n2026-11-29 12:00:01 c", ""),
        ("> [12:00] http://a.com/b\n> [12:01] c", ""),
        ("http://a.com/b\n2026-11-29T12:00:01.5+01:00 c", ""),
        ("http://a.com/b-\n12:00 c", ""),
        ("http://a.com/b\n2026-11-29T12:00:01Z.html", None),
        ("http://a.com/b  \n\nc", ""),
        ("http://a.com/b  \nand so", None),
        ("http://a.com/web/2006/\n\nc", None),
        ("http://a.com/2006/\n\nc", ""),
        ("> http://a.com/b\nand so", None),
        ("http://a.com/b.ht\nml so", None),
        ("http://exa\nand so", None),
        ("http://a.com.\nand so", None),
        ("http://a.com, \nand so", None),
        ("http://a.com\nüber so", None),
        ("http://a.com/b\nüber so", "http://a.com/büber"),
        ("http://a.com/b\nこれ so", None),
        (f"http://a.com/{'0a' * 20}\nand so", ""),
        ("Ann Lee, Vienna   http://a.com/b\nAuthor of books   http://a.com/c", ""),
        (".UR http://a.com/b\nThe page of it", ""),
        ("http://a.com/b\nand http://a.com/band", None),
        ("see http://a.com/b\nsee http://a.com/c", ""),
        ("see http://a.com/b\nsee, too", "http://a.com/bsee"),
        ("seek http://a.com/b\nsee that", "http://a.com/bsee"),
        ("1. http://a.com/b\n2. http://a.com/c", ""),
        ("[99] http://a.com/b\n[1000] http://a.com/c", ""),
        ("(1) http://a.com/b\n(2) http://a.com/c", ""),
        ("1) http://a.com/b\n2) http://a.com/c", ""),
        ("(see http://a.com/b\n2) http://a.com/c", None),
        ("1. http://a.com/b-\n2. http://a.com/c", None),
        ("--2020-01-02 03:04:05--  http://a.com/b\n--2020-01-02 03:04:06--  http://a.com/c", ""),
        (".. _a: http://a.com/b\n.. _b: http://a.com/c", ""),
        ("a = http://a.com/b\nc = d", ""),
        ("a = http://a.com/b?c\nd = e", None),
        ("/* see http://a.com/b\n * and so", None),
        (" * see http://a.com/b\n * and so", "http://a.com/band"),
        (" * see http://a.com/b\n *\n * and so", ""),
        (" * see http://a.com/b\n */\nint b", ""),
        ("  * http://a.com/b\n  * and so", None),
        ("+http://a.com/b\n+http://a.com/c", ""),
        ("-see http://a.com/b\n+c.html", ""),
        ("+ see http://a.com/b-\n+ c", ""),
        ("+http://a.com/?b=\n+c", None),
        ("http://a.com/b\n+c", None),
        ("-- http://a.com/b\n-c", None),
        ("> +http://a.com/b\n> +c", None),
    ],
)
def test_breaks_that_need_no_weighing(text: str, longer: str | None) -> None:
    start = text.index("http")
    run = start + len(text[start:].split()[0])
    found = settled(scan_of(text), start, start + 7, run)
    assert found == longer


def one_of(*texts: str) -> st.SearchStrategy[str]:
    return st.sampled_from(texts)


BREAKS = st.builds(
    "{0}{1}http://a.example/{2}{3}{0}{4}".format,
    one_of("", "> ", "    ", " * ", "# "),
    one_of("", "see ", "1. ", "a = "),
    st.lists(one_of("b", "/c", "-", "d.html", "?e=f", "2026", "&", "/"), min_size=1, max_size=6).map("".join),
    one_of("\n", "\r\n", " \n", "\n\n"),
    one_of(
        *("and so", "The end", "b: c", "a = b", "2. http://a.example/", "see this"),
        "g.html",
        "12:00 h",
        "/i",
        "j-k",
    ),
)
"""A third of them is settled one way, a third the other."""


@examples(600)
@given(BREAKS)
def test_what_is_settled_is_what_the_weights_say(text: str) -> None:
    start = text.index("http")
    run = start + len(text[start:].split()[0])
    answer = settled(scan_of(text), start, start + 7, run)
    found = find_break(text, start, [(start, run)])
    if answer == "":
        assert found is None
    elif answer is not None:
        assert found is not None
        assert weigh(found) <= 0
        assert answer == text[start:run] + re.split(r"[^\w]", found.token)[0]


LINES = st.tuples(
    one_of("", "> ", "# ", " * ", "  ", "1. "),
    st.tuples(
        one_of("", "see ", "Name:   ", "(", '"', "a | ", ".UR ", "the whole text of it is at "),
        one_of("http://", "www.", "ftp://"),
        one_of("a.example", "a.org", "b.co.uk", "localhost", "192.0.2.1", "a.b"),
        one_of("", "/", "/b", "?q=1", "#f", "/issues/12", f"/{'0a' * 20}", "/wiki/B_(c)", "/d.pdf", "/e="),
        one_of("", "", ".", ",", ";", ":", "!", ")", "-"),
        one_of("", "", " ", "  "),
    ).map("".join),
    st.tuples(
        one_of("", "", "  "),
        one_of("and", "The", "in", "com", "a.", "über", "это", "これ", "html", "So,"),
        one_of(" more of it", "  http://c.example/d", "\t(x)", " = z"),
    ).map("".join),
    one_of("", "more words here http://a.org/band"),
).map(lambda lines: "\n".join(lines[0] + line for line in lines[1:]))


@interpreted
@examples(300)
@given(LINES)
def test_what_is_settled_is_what_the_rules_say(text: str) -> None:
    found = [told(one) for one in delimit(text)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shortcut, "settled_before", lambda *_: None)
        for module in (shortcut, wrapped):
            patch.setattr(module, "settled", lambda *_: None)
        assert found == [told(one) for one in delimit(text)]
