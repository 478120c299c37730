"""reStructuredText to Links: what docutils makes links of, each where it stands, and what Sphinx does."""

from __future__ import annotations

import builtins
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes
from docutils.parsers.rst import directives, roles, states
from docutils.transforms.references import PropagateTargets
from hypothesis import given
from hypothesis import strategies as st

from support.laws import examples
from support.places import CORPORA
from support.work import calls_of, peak_of
from urlglean import Link, Problem, docs, extract_path, extract_rst
from urlglean.docs import rst, rst_inline, rst_places
from urlglean.document import ReadOptions
from urlglean.text import Text

CASES = (Path(__file__).parent / "cases" / "rst" / "links.cases").read_text(encoding="utf-8")


def cases() -> list[Any]:
    found = []
    for case in re.split(r"(?m)^== ", CASES)[1:]:
        title, _, rest = case.partition("\n")
        text, _, expected = rest.rpartition("--\n")
        found.append(pytest.param(text, expected.strip().splitlines(), id=title))
    return found


def fail(problem: Problem) -> None:
    raise AssertionError(problem)


def links_of(text: str, **options: Any) -> list[Link]:
    return list(extract_rst(text, on_problem=fail, **options))


def pieces(link: Link, text: str) -> list[str]:
    return [text[span.start : span.end] for span in link.spans]


def shown(link: Link, text: str) -> str:
    written = " | ".join(pieces(link, text))
    told = f"{link.line}:{link.column} {link.element} {link.text}"
    return told if written == link.text else f"{told} < {written}"


@pytest.mark.parametrize(("text", "expected"), cases())
def test_cases(text: str, expected: list[str]) -> None:
    assert [shown(link, text) for link in links_of(text)] == expected


ASKED = {
    "names": ("See example.org/a, please.", {"schemeless": True}, "example.org/a"),
    "hosts": ("See //example.org/a, please.", {"network_path": True}, "//example.org/a"),
    "defanged": ("See joe (at) example (dot) org.", {"refang": True, "emails": True}, "joe@example.org"),
    "code": ("::\n\n   MAILTO=mailto:joe@example.org\n", {"code": True}, "mailto:joe@example.org"),
    "addresses in code": ("::\n\n   joe@example.org\n", {"code": True, "emails": True}, "joe@example.org"),
    "comments": (".. see WWW.example.org\n", {"comments": True}, "WWW.example.org"),
    "escaped": (r"{http:\/\/a.example\/b}", {}, "http://a.example/b"),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_no_mark_announces_is_found_where_it_is_asked_for(name: str) -> None:
    text, options, found = ASKED[name]
    assert [link.text for link in links_of(text, **options)] == [found]


@pytest.mark.parametrize(
    "piece",
    ["|a| ", "a__ ", "`a <b>`_ ", "* a\n", ":a: b\n", "[1]_ ", "**a** ", "a@b.c ", "a\u2028", "-a  b\r"],
)
def test_a_text_of_nothing_but_marks_is_read_as_plain_text(piece: str) -> None:
    problems: list[Problem] = []
    text = piece * 12_000 + "\nhttp://a.example/b\n"
    assert [link.url for link in extract_rst(text, on_problem=problems.append)] == ["http://a.example/b"]
    assert [problem.message for problem in problems] == [
        "more lines and inline marks than docutils is given: read as plain text"
    ]


def test_a_long_text_is_read_as_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rst_places, "_LONGEST", 4 << 10)
    problems: list[Problem] = []
    text = "``" * (2 << 10) + "\nhttp://a.example/b\n"
    assert [link.url for link in extract_rst(text, on_problem=problems.append)] == ["http://a.example/b"]
    assert len(problems) == 1
    assert problems[0].lost


@pytest.mark.parametrize(
    ("text", "is_too_much"),
    [
        ("see `the page <x>`_ of it, and others\n" * 12_000, False),
        ("  a line of a list\n" * 12_000, False),
        ("|a| " * 2_000, False),
        ("a word here, a word there\n" * 90_000, False),
        ("a word here, a word there\n" * 110_000, True),
        ("=" * 200_000 + "|" * 200_000 + "_" * 200_000, False),
    ],
)
def test_how_much_docutils_is_given(text: str, is_too_much: bool) -> None:  # noqa: FBT001  # a table's column
    assert bool(rst_places.beyond_docutils(text)) == is_too_much


def grid(columns: int) -> str:
    rule = "+-----" * columns + "+\n"
    return rule + "|`a`_ " * columns + "|\n" + rule


def simple(columns: int) -> str:
    rule = "==== " * columns + "\n"
    return rule + "`a`_ " * columns + "\n" + rule


@pytest.mark.parametrize("table", [grid, simple])
def test_tables_beyond_what_docutils_is_given_are_text(
    table: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_FEW_CELLS", "_MOST_CELLS"):
        monkeypatch.setattr(rst_inline, name, 200)
    text = table(20) + "\nhttp://b.example/\n\n" + table(60) + "\n`c <d>`_\n\n.. _a: e\n"
    found = [link.text for link in links_of(text) if link.element == "a"]
    assert found == ["e"] * 20 + ["http://b.example/", "d"]


@pytest.mark.parametrize("table", [grid, simple])
def test_work_grows_with_the_columns_of_a_table(
    table: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_FEW_CELLS", "_MOST_CELLS"):
        monkeypatch.setattr(rst_inline, name, 400)
    links_of(table(2))  # what is made once is made
    once, twice = (calls_of(lambda size=size: links_of(table(size))) for size in (300, 600))  # type: ignore[misc]
    assert twice < 2.4 * once


def test_what_a_reference_is_for_is_told() -> None:
    text = ":doc:`T <a>` |i| :download:`z` :ref:`r`\n\n.. |i| image:: i.png\n   :alt: an image\n"
    assert [(link.attribute, link.kind, link.anchor) for link in links_of(text)] == [
        ("href", "navigation", "T"),
        ("href", "resource", "z"),
        ("href", "navigation", "r"),
        ("src", "resource", "an image"),
    ]


def test_a_label_of_another_document_has_no_url() -> None:
    (link,) = links_of(":ref:`there`", base="http://a.org/")
    assert (link.url, link.notes) == (None, ("no URL: a label that another document may define",))


def test_a_document_of_another_project_has_no_url() -> None:
    one, other = links_of(":doc:`other:howto/start` `x <other:a>`_", base="http://a.org/")
    assert (one.url, one.notes) == (None, ("no URL: a document of another project",))
    assert other.url == "other:a"


def test_a_pattern_of_documents_is_told() -> None:
    (link,) = links_of(".. toctree::\n   :glob:\n\n   api/*\n", base="http://a.org/")
    assert (link.attribute, link.notes) == ("glob", ("a pattern of names of documents",))


def test_definitions_that_nothing_uses_are_inert() -> None:
    assert [link.inert for link in links_of("a_\n\n.. _a: x\n.. _b: y\n")] == [False, False, True]


def test_references_are_resolved() -> None:
    (link,) = links_of("`a <../b>`_", base="http://a.org/x/y")
    assert link.url == "http://a.org/b"


def test_no_directive_reads_a_file_or_prints(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    secret = tmp_path / "secret.rst"
    secret.write_text("http://secret.org/", "utf-8")
    directives_with_files = "include", "literalinclude", "csv-table:: x\n   :file", "raw:: html\n   :file"
    text = "\n\n".join(f".. {name}:: {secret}" for name in directives_with_files[:2])
    text += "".join(f"\n\n.. {name}: {secret}" for name in directives_with_files[2:])
    assert [link.text for link in links_of(text)] == [str(secret)] * 4
    assert capfd.readouterr() == ("", "")


def test_nothing_is_left_in_the_registries_of_docutils() -> None:
    before = dict(roles._roles), dict(directives._directives)
    assert links_of(".. role:: x(doc)\n.. default-role:: doc\n\n`a` :x:`b`\n\n.. new:: y\n")[0].text == "a"
    assert before == (dict(roles._roles), dict(directives._directives))
    assert links_of("`a`") == []


def test_texts_are_read_side_by_side() -> None:
    found: dict[int, list[str]] = {}

    def work(number: int) -> None:
        text = (
            f".. default-role:: doc\n\n`a{number}`\n\n+------------+\n| http://a/{number} |\n+------------+\n\n"
            * 20
        )
        found[number] = [link.text for link in extract_rst(text)]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: [f"a{number}", f"http://a/{number}"] * 20 for number in range(8)}


def test_without_docutils_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refusing(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "docutils":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refusing)
    monkeypatch.delitem(sys.modules, rst.__name__)
    monkeypatch.delattr(docs, "rst")
    problems: list[Problem] = []
    assert list(extract_rst("`a <b>`_", on_problem=problems.append)) == []
    assert "pip install 'urlglean[docs]'; --kind text reads it" in str(*problems)


# --- texts as projects have them ---

GOLD = [CORPORA / "docs" / "guide.rst.tsv", CORPORA / "docs" / "week.ipynb.tsv"]


@pytest.mark.parametrize("gold", GOLD, ids=lambda path: path.stem)
def test_corpus(gold: Path) -> None:
    names, *expected = (line.split("\t") for line in gold.read_text("utf-8").splitlines())
    assert names == ["place", "element", "attribute", "kind", "inert", "reference", "anchor"]
    found = []
    for link in extract_path(gold.with_suffix("")):
        place = ":".join(str(item) for item in (link.part, link.line, link.column) if item)
        where = [str(item) for item in (link.element, link.attribute, link.kind)]
        found.append([place, *where, "inert" if link.inert else "live", link.text, link.anchor or "-"])
    assert found == expected


# --- laws ---

MARKUP = st.lists(
    st.sampled_from(
        [
            *(
                "`a <b>`_",
                "a_",
                "`x y`__",
                "http://a.org/b",
                "<http://c/>",
                "me@a.org",
                ":doc:`t <u>`",
                "|s|_",
                "``",
            ),
            *(
                "\n",
                "\n\n",
                "\n   ",
                "  ",
                "- ",
                "\t",
                "* ",
                "| ",
                ":f: ",
                "::\n\n  ",
                ".. _a: x",
                ".. __: y",
                "__ z",
            ),
            *(
                ".. image:: i\n   :target: a_",
                ".. |s| image:: j",
                ".. note:: ",
                ".. toctree::\n\n   t <v>",
                ">>> ",
            ),
            *(
                "+---+---+\n| a | a |\n+---+---+\n",
                "== ==\na  a\n== ==\n",
                "====\n",
                "\\",
                "é",
                "\r\n",
                "\f",
                "`",
                "*",
            ),
            *(
                ".. raw:: html\n\n  <a href=q>",
                '.. csv-table::\n\n  a,"`b <c>`_"',
                ".. role:: r(doc)",
                "\u2028",
                "\0",
            ),
        ]
    ),
    max_size=25,
).map("".join)


def test_a_long_comment_is_read_where_it_stands() -> None:
    lines = "x\n   " * 8
    text = f"Text\n\n.. {lines}http://a.org/\n   {lines}\n\n\n\n\n..\n\n  {lines.strip()}\n\nText\n"
    (link,) = links_of(text, comments=True)
    assert (link.place, link.element) == ("-:11:4", "#comment")


@examples(200)
@given(MARKUP)
def test_spans_are_those_of_the_destination(text: str) -> None:
    problems: list[Problem] = []  # docutils fails at some tables
    for link in extract_rst(text, on_problem=problems.append, code=True, comments=True, undefined=True):
        assert all(0 <= span.start <= span.end <= len(text) for span in link.spans)
        if link.attribute == "href" and link.delimiter in {"`<>`_", ":doc:`"}:
            written = "".join("".join(pieces(link, text)).split())
            meant = "".join(link.text.removeprefix("mailto:").split())
            assert re.sub(r"\\(.)|[\\\0]", r"\1", written) == meant


HOSTILE = {
    "quotes in one another": lambda size: "".join(" " * depth + "x\n\n" for depth in range(int(size**0.5))),
    "lists in one another": lambda size: "- " * size,
    "lists and paragraphs": lambda size: "- a\n\nb\n\n" * size,
    "stars": lambda size: "*a " * size,
    "backquotes": lambda size: "`a " * size,
    "names": lambda size: "a_ " * size,
    "words that are nearly addresses": lambda size: "a-" * size + "@",
    "URLs": lambda size: "http://a/ " * size,
    "blanks in a phrase": lambda size: f"`a{' ' * size}b`_",
    "cells": lambda size: ".. csv-table::\n\n" + "   a,b\n" * size,
    "titles": lambda size: "a\n=\n\n" * size,
    "definitions": lambda size: "".join(f".. _a{number}: a{number + 1}_\n" for number in range(size)),
}


class Seen:
    """A pattern of docutils, with the longest text that it was handed."""

    def __init__(self, compiled: re.Pattern[str]) -> None:
        self.compiled = compiled
        self.longest = 0

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> Any:
        self.longest = max(self.longest, min(len(text), end) - start)
        return self.compiled.search(text, start, end)

    match = search  # asked in the same way: none is met at another place


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Have docutils get little at once, so that short texts show what long ones would."""
    small = {"_WINDOW": 256, "_TOO_LONG": 32, "_LONG": 20}
    for name, limit in small.items():
        monkeypatch.setattr(rst if name == "_LONG" else rst_inline, name, limit)
    return small


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_input_takes_linear_time(kind: str, limits: dict[str, int]) -> None:
    links_of("a_ <http://a/>\n\n- http://a/\n")  # what is made once is made
    read(HOSTILE[kind](500))
    small, large = (calls_of(lambda: read(HOSTILE[kind](size))) for size in (250, 500))  # noqa: B023  (at once)
    assert large <= 2.2 * small + 500


def read(text: str) -> None:
    for _ in extract_rst(text, on_problem=lambda problem: None):
        pass


@pytest.mark.parametrize("kind", HOSTILE)
def test_docutils_gets_a_little_at_once(
    kind: str, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its patterns and its copies of lines take time with the square of what it gets."""
    made = rst_inline._patterns()
    seen = {name: Seen(pattern) for name, pattern in vars(made["patterns"]).items()}
    monkeypatch.setattr(rst_inline, "_patterns", lambda: {**made, "patterns": SimpleNamespace(**seen)})
    blocks: list[int] = []
    run = states.RSTStateMachine.run
    monkeypatch.setattr(
        states.RSTStateMachine,
        "run",
        lambda self, lines, *more, **options: blocks.append(len(lines)) or run(self, lines, *more, **options),
    )
    read(HOSTILE[kind](500))
    assert max(blocks) <= 2 * limits["_LONG"]
    assert max(pattern.longest for pattern in seen.values()) <= limits["_WINDOW"]
    assert seen["initial"].longest > 0 or kind == "definitions" or not set("*`|_") & set(HOSTILE[kind](1))
    assert seen["uri"].longest <= limits["_TOO_LONG"]


def test_what_stands_too_deep_is_still_read() -> None:
    assert [link.text for link in links_of("- " * 400 + "`a <b>`_")] == ["b"]


PIECES_OF_MARKUP = st.sampled_from(
    ["a", "b1", "_", "__", "-", ".", ":", "*", "``", "`", "|", "[", "]_", "#", " ", "\n", "\x00", "(", "é"]
)


@examples(300)
@given(st.lists(PIECES_OF_MARKUP, max_size=16).map("".join))
def test_markup_begins_where_docutils_has_it(text: str) -> None:
    begins = rst_inline._patterns()["patterns"].initial
    expected, found = begins.search(text), rst_inline._markup_in(text, begins)
    assert (found and (found.span(), found.groupdict())) == (
        expected and (expected.span(), expected.groupdict())
    )


class Searched:
    """Counts the characters among which markup is looked for."""

    def __init__(self) -> None:
        self.work = 0

    def search(self, text: str, start: int, end: int) -> None:
        self.work += end - start


@pytest.mark.parametrize("piece", ["a-", "x:", "mailto:", "a-b_c ", "a_b-", "``a ", "[a-"])
def test_markup_is_looked_for_where_there_may_be_some(piece: str) -> None:
    searched = Searched()
    rst_inline._markup_in(piece * 1000, searched)
    assert searched.work <= 4 * len(piece) * 1000


def test_an_end_that_is_missing_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = rst_inline._patterns()
    asked: list[int] = []

    def search(rest: str) -> None:
        asked.append(len(rest))

    patterns = {**vars(made["patterns"]), "interpreted_or_phrase_ref": SimpleNamespace(search=search)}
    monkeypatch.setattr(rst_inline, "_patterns", lambda: {**made, "patterns": SimpleNamespace(**patterns)})
    read("`a <" * 300 + "\n\n" + "`b" * 300)
    assert len(asked) == 2


def test_what_takes_the_place_of_a_reference_is_looked_for_among_few(
    limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    among: list[int] = []
    index = nodes.Element.index

    def counted(self: nodes.Element, item: nodes.Node, *more: int) -> int:
        among.append(len(self.children))
        return index(self, item, *more)

    monkeypatch.setattr(nodes.Element, "index", counted)
    read("a__ |b| " * 500)
    assert max(among) <= limits["_WINDOW"]


def test_what_refers_in_a_circle_is_not_looked_for_among_all_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nodes.Element, "index", None)
    read("\n\n".join(f".. _a{number}: a1_\n\na{number}_" for number in range(9)))
    read(".. _a: nowhere_\n\na_ b_\n\n.. _b: c_\n.. _c: b_")


# --- targets in a run ---

PIECES = [
    ".. _a: http://x.example/", ".. _a:", ".. _b:", ".. _b: a_", "__", ".. __:", "__ http://z.example/", ".. _d e:",
    "a_ b_ `d e`_ `f`__", ".. [1] a_", ".. |s| image:: q", ".. comment", ".. figure:: f\n\n   cap", "- item",
    "Title\n=====", "x _`b` x", "", "::\n\n  x", ".. note:: a_", "   .. _b:", ".. bad:: x", "|s|_ |s|",
]  # fmt: skip


@given(st.lists(st.sampled_from([*PIECES, "", ""]), max_size=12))
@examples(400)
def test_names_are_handed_on_as_docutils_does(pieces: list[str]) -> None:
    source = "\n".join(pieces)
    ours = list(extract_rst(source, on_problem=lambda problem: None))
    with pytest.MonkeyPatch.context() as patch:
        own = rst._PropagateTargets
        transforms = [PropagateTargets if one is own else one for one in rst._TRANSFORMS]
        patch.setattr(rst, "_TRANSFORMS", transforms)
        assert list(extract_rst(source, on_problem=lambda problem: None)) == ours


def test_a_run_of_targets_hands_on_each_name_once() -> None:
    small, large = (peak_of(lambda: read(".. _a:\n" * size)) for size in (300, 600))  # noqa: B023  (at once)
    assert large < 2.5 * small


@pytest.mark.parametrize("sign", ["=", "`", "ab"])
def test_a_line_of_one_sign_takes_little_memory(sign: str) -> None:
    text = f"{sign * 200_000}\nhttp://a.example/"
    read(sign)
    assert peak_of(lambda: read(text)) < 12 * len(text)


@given(st.from_regex(r"[ -~]\Z|(?:([!-~])\1{0,5}[ -~]?){1,2} {0,2}\n?\Z"))
def test_the_same_lines_are_of_one_sign_as_for_docutils(line: str) -> None:
    assert bool(rst._RULE.match(line)) == bool(re.match(states.Body.patterns["line"], line))


def test_the_tabs_of_a_line_are_gone_over_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    original = rst_places._behind_tabs

    def counted(line: str) -> tuple[list[int], list[int]]:
        lines.append(line)
        return original(line)

    monkeypatch.setattr(rst_places, "_behind_tabs", counted)
    source = "a\t`b <http://x.example/>`_ \t" * 50 + "\n\tc `d <http://y.example/>`_"
    found = list(extract_rst(source))
    assert len(found) == 51
    assert {source[link.spans[0].start : link.spans[0].end] for link in found} == {
        "http://x.example/",
        "http://y.example/",
    }
    assert len(lines) <= 2


def test_the_columns_of_a_tab_lead_behind_it() -> None:
    source = rst_places.SourceLines(Text("a\tb\t\tc"))
    columns = [0, 1, *[2] * 7, 3, *[4] * 7, *[5] * 8, 6]
    assert [source.origin(0, column) for column in range(26)] == columns


@given(st.text("ab\t \x0b", max_size=30))
def test_each_column_of_a_line_with_tabs_leads_back(line: str) -> None:
    source = rst_places.SourceLines(Text(line))
    shown = line.replace("\x0b", " ")  # as wide as a blank
    for row, start in enumerate(source.starts):
        end = source.starts[row + 1] if row + 1 < len(source.starts) else len(line)
        for index in range(start, end):
            before = shown[start:index].expandtabs(8)
            if line[index] != "\x0b" and len(before) <= len(source.lines[row]):
                assert source.origin(row, len(before)) == index


@pytest.mark.parametrize("block", ["* a\n\n  * b", ":a: b", "-a  b", "> a\n\n  b", "a\n  b"])
def test_of_a_long_text_only_what_refers_to_something_is_held(
    block: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rst, "_LONG", 40)
    held: list[int] = []
    without_idle = rst._without_idle

    def counted(blocks: list[Any]) -> list[Any]:
        kept = without_idle(blocks)
        held.append(len(kept))
        return kept

    monkeypatch.setattr(rst, "_without_idle", counted)
    text = f"A\n=\n\n{f'{block}{chr(10) * 2}' * 200}.. _c:\n\nD\n\nc_\n"
    found = rst._parsed(rst_places.SourceLines(Text(text)), ReadOptions())
    assert [one.node["refid"] for one in found.references] == ["c"]
    assert sum(held) < 60
