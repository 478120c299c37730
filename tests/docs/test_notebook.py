"""Notebooks to Links: the cell, and the place within it."""

from __future__ import annotations

import builtins
import json
import re
import tracemalloc
from collections import deque
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.laws import examples, some
from support.work import Counter, assert_linear
from urlglean import Link, Problem, ReadOptions, read_document
from urlglean.docs import notebook as notebooks
from urlglean.document import Document


def fail(problem: Problem) -> None:
    raise AssertionError(problem)


def links_of(content: Any, on_problem: Any = fail, **options: Any) -> list[Link]:
    content = content if isinstance(content, (str, bytes)) else json.dumps(content)
    document = Document(content, "application/x-ipynb+json", "a.ipynb")
    return list(read_document(document, options=ReadOptions(**options), on_problem=on_problem))


def places(content: Any, **options: Any) -> list[str]:
    return [f"{link.place} {link.text}" for link in links_of(content, **options)]


def notebook(*cells: Any, minor: int = 4) -> dict[str, Any]:
    return {"nbformat": 4, "nbformat_minor": minor, "metadata": {}, "cells": [*cells]}


def markdown(source: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source: str, *outputs: Any) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "metadata": {},
        "source": source,
        "outputs": [*outputs],
        "execution_count": None,
    }


def raw(source: str, **metadata: str) -> dict[str, Any]:
    return {"cell_type": "raw", "metadata": metadata, "source": source}


def shown(**data: Any) -> dict[str, Any]:
    formats = {name.replace("_", "/"): value for name, value in data.items()}
    return {"output_type": "display_data", "metadata": {}, "data": formats}


def test_cells_of_markdown() -> None:
    cells = markdown("# A\n\nsee [b](b.md)"), code("x"), markdown(["[c](c.md)\n", "<a href=d>d</a>"])
    expected = ["a.ipynb#cell 1:3:9 b.md", "a.ipynb#cell 3:1:5 c.md", "a.ipynb#cell 3:2:9 d"]
    assert places(notebook(*cells)) == expected


def test_raw_cells_are_what_they_say() -> None:
    cells = (
        raw("`a <b>`_", raw_mimetype="text/restructuredtext"),
        raw("<a href=c>", format="text/html"),
        raw("[d](e)", format="text/markdown"),
        raw("[f](g) http://h/"),
    )
    assert [link.text for link in links_of(notebook(*cells))] == ["b", "c", "e", "http://h/"]


def test_code_and_outputs_where_they_are_asked_for() -> None:
    cell = code(
        "# http://code.org/",
        {"output_type": "stream", "name": "stdout", "text": ["http://a.org/\n", "x\n"]},
        shown(text_html="<a href=b>", text_plain="http://not.org/"),
        shown(text_markdown="[c](c)", text_plain="x"),
        shown(text_plain=["http://d.org/"], image_png="x"),
        {
            "output_type": "error",
            "ename": "E",
            "evalue": "x",
            "traceback": ["\x1b[0;31mE\x1b[0m", "http://e.org/\x1b[0m"],
        },
    )
    assert places(notebook(cell)) == []
    assert places(notebook(cell), code=True) == ["a.ipynb#cell 1:1:3 http://code.org/"]
    assert places(notebook(cell), outputs=True) == [
        "a.ipynb#cell 1 output 1:1:1 http://a.org/",
        "a.ipynb#cell 1 output 2:1:9 b",
        "a.ipynb#cell 1 output 3:1:5 c",
        "a.ipynb#cell 1 output 4:1:1 http://d.org/",
        "a.ipynb#cell 1 output 5:2:1 http://e.org/",
    ]


def test_attachments_are_of_the_cell() -> None:
    cell = markdown("![x](attachment:x.png)") | {"attachments": {"x.png": {"image/png": "AA=="}}}
    (link,) = links_of(notebook(cell))
    assert (link.url, link.element) == ("attachment:x.png", "img")


OLD = {
    "nbformat": 3,
    "nbformat_minor": 0,
    "metadata": {"name": ""},
    "worksheets": [
        {
            "metadata": {},
            "cells": [
                {"cell_type": "heading", "level": 2, "metadata": {}, "source": "[a](b)"},
                {"cell_type": "markdown", "metadata": {}, "source": ["[c](d)\n", "[e](f)"]},
            ],
        },
        {
            "metadata": {},
            "cells": [
                {
                    "cell_type": "code",
                    "language": "python",
                    "metadata": {},
                    "input": "# http://g/",
                    "outputs": [{"output_type": "display_data", "metadata": {}, "html": "<a href=h>"}],
                },
            ],
        },
    ],
}


@pytest.mark.parametrize("is_long", [False, True])
def test_version_3(is_long: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a parameter
    if is_long:
        monkeypatch.setattr(notebooks, "_LONG", 10)
        monkeypatch.setattr(notebooks, "_cells", None)
    assert places(OLD, code=True, outputs=True) == [
        "a.ipynb#cell 1:1:5 b",
        "a.ipynb#cell 2:1:5 d",
        "a.ipynb#cell 2:2:5 f",
        "a.ipynb#cell 3:1:3 http://g/",
        "a.ipynb#cell 3 output 1:1:9 h",
    ]
    read = notebooks.read(Document(json.dumps(OLD), "application/x-ipynb+json"), ReadOptions())
    assert next(cell.content for cell in read if isinstance(cell, Document)) == "[a](b)\n==="


@pytest.mark.parametrize(
    "content",
    [
        {
            "nbformat": 4,
            "nbformat_minor": 4,
            "metadata": {},
            "cells": [{"cell_type": "markdown", "source": "[a](b)"}],
        },
        {"nbformat": 4, "cells": [{"cell_type": "markdown", "source": ["[a](b)"]}]},
    ],
)
def test_nothing_is_told_where_what_is_missing_is_not_read(content: Any) -> None:
    assert places(content) == ["a.ipynb#cell 1:1:5 b"]


def test_of_a_notebook_that_is_cut_off_nothing_is_lost() -> None:
    whole = json.dumps(notebook(markdown("[a](b)"), markdown("see http://c.org/d\nx")))
    problems: list[Problem] = []
    links = links_of(whole[:-6], problems.append)
    assert [(link.place, link.text) for link in links] == [
        ("a.ipynb#cell 1:1:5", "b"),
        (f"a.ipynb:1:{whole.index('http:') + 1}", "http://c.org/d"),
    ]
    assert "not valid JSON" in str(problems[0])
    assert problems[0].line == 1


@pytest.mark.parametrize(
    ("content", "texts", "told"),
    [
        ({"cells": [markdown("[a](b)")]}, ["b"], "no notebook that nbformat knows (it names no version"),
        (
            notebook(markdown("[a](b)")) | {"nbformat": 99},
            ["b"],
            "no notebook that nbformat knows (nobody knows",
        ),
        ({"nbformat": 3, "worksheets": [{"cells": 1}]}, [], "(it is not as version 3 of the format has it)"),
        (notebook(1, markdown("[a](b)")), ["b"], "cell 1"),
        (notebook(markdown(None), markdown("[a](b)")), ["b"], "a cell without a text"),
        ([], [], "read as text"),
        ('"http://a.org/"', ["http://a.org/"], "read as text"),
        ("[" * 100_000, [], "not JSON that can be read (too many brackets in one another)"),
        ("9" * 5000, [], "not JSON that can be read (a number too long)"),
        ("", [], "not valid JSON"),
        ("see http://a.org/", ["http://a.org/"], "not valid JSON"),
    ],
)
def test_what_is_damaged_is_told_and_read_as_far_as_it_goes(
    content: Any, texts: list[str], told: str, capfd: pytest.CaptureFixture[str]
) -> None:
    problems: list[Problem] = []
    assert [link.text for link in links_of(content, problems.append)] == texts
    assert told in " ".join(map(str, problems))
    assert capfd.readouterr() == ("", "")


ANYTHING = st.recursive(
    st.none() | st.integers() | st.sampled_from(["[a](b)", "markdown", "code", "text/html", "http://a/"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "cells cell_type source outputs data text nbformat nbformat_minor metadata worksheets html".split()
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@examples(200)
@given(ANYTHING, st.booleans())
@example({"cells": None, "worksheets": [{"cells": 1}]}, False)  # noqa: FBT003 - drawn, too
def test_no_exception_whatever_it_holds(content: Any, is_notebook: bool) -> None:  # noqa: FBT001 - drawn
    cells = content if isinstance(content, list) else [content]
    problems: list[Problem] = []
    links_of(notebook(*cells) if is_notebook else content, problems.append, code=True, outputs=True)
    assert not [
        problem for problem in problems if re.search(r"[A-Z][A-Za-z]+(?:Error|Exception)", problem.message)
    ]
    assert not [problem for problem in problems if "failed" in problem.message]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(notebooks, "_LONG", 0)
        patched.setattr(notebooks.json, "loads", None)
        links_of(notebook(*cells) if is_notebook else content, problems.append, code=True, outputs=True)


def test_without_nbformat_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refusing(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "nbformat":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refusing)
    problems: list[Problem] = []
    assert links_of(notebook(), problems.append) == []
    assert "pip install 'urlglean[docs]'; --kind text reads them" in str(problems[0])


@pytest.mark.parametrize(
    "limits", [{}, {"_LONG": 10}, {"_LONG": 10, "_LONG_CELL": 2, "_LEAST_OF_A_BRACKET": 1 << 30}]
)
@pytest.mark.parametrize(("version", "end"), [(2, ""), (3, ""), (3, "\n")])
def test_lines_of_old_versions_may_lack_their_ends(
    version: int, end: str, limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"http://a.org/{end}", f"{end}", "http://b.org/"]
    output = {"output_type": "stream", "text": lines, "stream": "stdout"}
    cells = [
        {"cell_type": "markdown", "source": lines, "metadata": {}},
        {"cell_type": "code", "input": lines, "language": "python", "outputs": [output], "metadata": {}},
    ]
    content = {"nbformat": version, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]}
    for name, limit in limits.items():
        monkeypatch.setattr(notebooks, name, limit)
    expected = [
        f"a.ipynb#cell {part}:{line}:1 http://{host}.org/"
        for part in ("1", "2", "2 output 1")
        for line, host in ((1, "a"), (3, "b"))
    ]
    assert places(content, code=True, outputs=True) == expected


SEVERAL = [
    markdown(["[a](b)\n", "\\"]),
    code("http://c.example/", shown(text_html="<a href=d>")),
    {},
    raw("[e](f)"),
    7,
]


def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each cell decoded as far as it is read."""
    monkeypatch.setattr(notebooks, "_LONG", 10)
    monkeypatch.setattr(notebooks, "_LONG_CELL", 2)
    monkeypatch.setattr(notebooks, "_LEAST_OF_A_BRACKET", 1 << 30)


IN_PARTS = [
    *SEVERAL,
    {**markdown("[a](b)"), "x": [[], {}], "attachments": {"a": {"b": []}, '"\u00e4': 1}},
    {**markdown("[a](c)"), "attachments": []},
    {"cell_type": "markdown", "source": ["http://a.example/", 1]},
    {"cell_type": "markdown", "source": {"http://a.example/": 1}},
    {"cell_type": ["markdown"], "source": "[a](d)"},
    {"cell_type": "raw", "source": ["`a ", "<e>`_"], "metadata": {"format": "text/x-rst", "x": {}}},
    {"cell_type": "raw", "source": "[a](f)", "metadata": {"format": {}, "raw_mimetype": "text/markdown"}},
    {"cell_type": "code", "input": "http://b.example/", "outputs": [1, [], {}, {"x": [[]]}, None]},
    code("", {"html": "<a href=g>"}, {"text": ["http://c.", "example/"]}, {"traceback": ["http://d.e/", 1]}),
    {"cell_type": "code", "source": None, "outputs": {"text": "http://e.example/"}},
    {"source": "[a](h)", "outputs": [{"data": [], "text": "http://f.example/"}, {"data": {"x": [{}]}}]},
    [],
    None,
    "",
]


@pytest.mark.parametrize("indent", [None, 1])
def test_a_long_cell_is_what_it_is_in_a_short_one(
    indent: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = json.dumps(notebook(*IN_PARTS), indent=indent)

    def found() -> tuple[list[Any], list[Problem]]:
        problems: list[Problem] = []
        options = ReadOptions(code=True, outputs=True, anchors=True)
        read = notebooks.read(Document(content, "application/x-ipynb+json"), options)
        items = [item for item in read if not isinstance(item, Problem) or problems.append(item)]
        return items, problems

    monkeypatch.setattr(notebooks, "_LONG", 10)
    expected = found()
    assert expected[0]
    in_parts(monkeypatch)
    assert found() == expected


@pytest.mark.parametrize("end", ['{"text": "http://a.example/", 1}', '{"text": x}', "{", '"', "]"])
def test_a_long_cell_that_is_damaged_costs_no_other_one(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_parts(monkeypatch)
    cells = f'{json.dumps(markdown("[a](b)"))}, {{"cell_type": "code", "source": "", "outputs": [{end}'
    problems: list[Problem] = []
    found = links_of(f'{{"nbformat": 4, "cells": [{cells}]}}]}}', problems.append, outputs=True)
    assert found[0].candidate.text == "b"
    assert not [problem for problem in problems if "failed" in problem.message]


@pytest.mark.parametrize("indent", [None, 1])
def test_a_long_one_is_read_cell_by_cell(indent: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    content = json.dumps(notebook(*SEVERAL), indent=indent)
    expected = [link.place for link in links_of(content, on_problem=[].append, code=True, outputs=True)]
    monkeypatch.setattr(notebooks, "_LONG", 10)
    monkeypatch.setattr(notebooks.json, "loads", None)
    assert expected
    problems: list[Problem] = []
    links = links_of(content, on_problem=problems.append, code=True, outputs=True)
    assert [link.place for link in links] == expected
    assert [problem.part for problem in problems] == ["cell 3", "cell 5"]


def test_a_long_one_of_many_lists_of_cells_is_gone_over_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = json.dumps({"cells": [markdown("[a](b)")]})
    content = f'{{"nbformat": 3, "worksheets": [{",".join([sheet] * 50)}]}}'
    asked: list[int] = []

    def is_dense(text: str) -> bool:
        asked.append(len(text))
        return True

    monkeypatch.setattr(notebooks, "_LONG", 10)
    monkeypatch.setattr(notebooks, "_is_dense", is_dense)
    assert len(links_of(content)) == 50
    assert asked == [len(content)]


@pytest.mark.parametrize(
    "end", [", x]}", "]", "", "]]}", "]}x", '], "nbformat": 3}', '], "cells": {}}', '], "a}']
)
def test_a_long_one_that_is_damaged_is_read_as_a_short_one(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = f'{{"nbformat": 4, "cells": [{json.dumps(markdown("[a](b) http://c.example/"))}{end}'
    expected = [link.place for link in links_of(content, on_problem=[].append)]
    monkeypatch.setattr(notebooks, "_LONG", 10)
    assert [link.place for link in links_of(content, on_problem=[].append)] == expected


@pytest.mark.parametrize(
    "members",
    some(
        [
            '"metadata": [[]%s]' % (",[]" * 100_000),
            '"cells": [{}%s]' % (",{}" * 50_000),
            '"nbformat": 3, "cells": 1, "worksheets": [{"cells": [{}%s]}]' % (",{}" * 50_000),
            '"nbformat": 3, "cells": 1, "worksheets": [{}%s]' % (',{"cells":[]}' * 20_000),
            '"nbformat": 5, "cells": 1, "metadata": [{}%s]' % (",{}" * 50_000),
            '"metadata": [{}%s' % (",{}" * 50_000),
            '"nbformat": 4, "cells": [{"source": "a", "x": [[]%s]}]' % (",[]" * 100_000),
            '"nbformat": 4, "cells": [{"source": "a", "attachments": {"a": [{}%s]}}]' % (",{}" * 100_000),
            '"nbformat": 4, "cells": [{"source": [[]%s]}]' % (",[]" * 100_000),
            '"nbformat": 4, "cells": [{"source": "a", "outputs": [{}%s]}]' % (",{}" * 100_000),
            '"nbformat": 4, "cells": [{"source": ["a"%s]}]' % (',"中b"' * 60_000),
        ],
        every=5,
    ),
)
def test_a_long_one_takes_few_times_its_size(members: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebooks, "_LONG", 10)
    content = f'{{"cells": [], "nbformat": 4, {members}}}'
    links_of(content, on_problem=[].append)
    tracemalloc.start()
    deque(notebooks.read(Document(content, "application/x-ipynb+json"), ReadOptions()), maxlen=0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12 * len(content)


def test_what_is_read_as_text_is_not_copied_for_each_url() -> None:
    assert_linear(
        Counter(),
        lambda text: list(notebooks.read(Document(text, "application/x-ipynb+json"), ReadOptions())),
        "{ http://a.org/ ",
        times=200,
    )


def test_what_is_wrong_with_many_cells_in_the_same_way_is_told_once() -> None:
    problems: list[Problem] = []
    found = links_of(notebook(1, 2, 3, markdown("<http://a/>"), 4, None, {}, {}), problems.append)
    assert [link.place for link in found] == ["a.ipynb#cell 4:1:2"]
    assert [(problem.part, problem.message) for problem in problems] == [
        ("cell 1", "no cell, but int: skipped (and so 2 more behind it)"),
        ("cell 5", "no cell, but int: skipped"),
        ("cell 6", "no cell, but NoneType: skipped"),
        ("cell 7", "a cell without a text (and so 1 more behind it)"),
    ]
