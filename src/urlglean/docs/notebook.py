"""Notebooks of Jupyter: each cell a Document of its own, in the format that it says it has.

`nbformat` knows the versions of the format and what an older one means in today's; where it gives up, the cells are
read one by one as far as they go. The part of a Link is its cell (``cell 3``), counted from 1 as they stand, and its
line and column are those within the cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Generator, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias

from urlglean.candidate import Candidate
from urlglean.delimiting.stream import delimit
from urlglean.document import Document, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.errors import InputError
from urlglean.patterns import lazy_re
from urlglean.reports import Anchor, Problem
from urlglean.text import Rewritten, Text

__all__ = ["read"]

_decode = json.JSONDecoder().raw_decode
_CELLS = lazy_re(r'"cells"\s*:\s*\[')
_BETWEEN = lazy_re(r"[\s,]*")
_COLOURS = lazy_re(r"\x1b\[[0-9;:]*[A-Za-z]")
"""How a terminal is told of colours, in what a program says of an error."""
_PLAIN = "text/plain"
_RAW_FORMATS = {
    "text/html": "text/html",
    "text/markdown": "text/markdown",
    "text/restructuredtext": "text/x-rst",
    "text/x-rst": "text/x-rst",
}
"""What a raw cell may say that it is, and the media type that it has here."""
_SHOWN = ("text/html", "text/markdown", _PLAIN)
"""The formats of an output, the one shown first where there are several."""
_Item: TypeAlias = Anchor | Candidate | Document | Problem


def read(document: Document, options: ReadOptions) -> Iterator[_Item]:
    """Yield the cells of a notebook as Documents, in order; of one that is damaged, what there is of it.

    ``document.content`` is a string, bytes, or an iterable of pieces of either. What is wrong in the same way with many
    cells or outputs, one right behind the other, is one Problem. Raises InputError where nbformat is not installed.
    """
    return _told_once(_items(document, options))


def _told_once(items: Iterator[_Item]) -> Iterator[_Item]:
    """Yield items, Problems of the same words that follow each other as one: they may be as many as bytes."""
    for message, same in groupby(items, lambda item: item.message if isinstance(item, Problem) else None):
        if message is None:
            yield from same
            continue
        first = next(same)
        again = sum(1 for _ in same)  # noqa: B031  (the rest of it)
        assert isinstance(first, Problem)  # noqa: S101  (it has a message)
        yield replace(first, message=f"{message} (and so {again:,} more behind it)") if again else first


def _items(document: Document, options: ReadOptions) -> Iterator[_Item]:
    decoder = Decoder(document.encoding)
    text = decoder.whole(document.content)
    if decoder.damage:
        yield decoder.damage.problem(document)
    if len(text) > _LONG:
        yield from _cell_by_cell(document, text, options)
        return
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        yield _not_json(document, error)
        yield from _as_far_as_it_goes(document, text, options)
        return
    seam = ""
    try:
        cells = _cells(found)
    except InputError:
        raise
    except Exception:  # what nbformat raises for a damaged notebook is of many kinds, and tells users nothing
        as_they_are = _cells_as_they_are(found)
        yield _no_notebook(document, _what_is_amiss(found), has_cells=as_they_are is not None)
        if as_they_are is None:
            yield from delimit(text, document.evidence, **options.delimit)
            return
        cells, seam = as_they_are, _seam(found.get("nbformat"))
    for number, cell in enumerate(cells, start=1):
        yield from _items_of_cell(document, number, cell, options, seam)


def _not_json(document: Document, error: Exception) -> Problem:
    if isinstance(error, json.JSONDecodeError):
        message = f"not valid JSON ({error.msg}): what stands before is read as cells, the rest as text"
        return Problem(document.name, message, error.lineno, error.colno)
    why = "too many brackets in one another" if isinstance(error, RecursionError) else "a number too long"
    return Problem(document.name, f"not JSON that can be read ({why}): read as text")


def _no_notebook(document: Document, amiss: str, *, has_cells: bool) -> Problem:
    how = "its cells are read as far as they go" if has_cells else "read as text"
    return Problem(document.name, f"it is no notebook that nbformat knows ({amiss}): {how}")


def _what_is_amiss(found: Any) -> str:
    """Say why the JSON of a notebook is none, as far as anybody can tell."""
    if not isinstance(found, dict):
        return "it is no JSON object"
    return _amiss(found.get("nbformat", found.get("version")))


def _amiss(version: Any) -> str:
    if type(version) is not int:
        return "it names no version of the format"
    if version not in _VERSIONS:
        return "nobody knows the version of the format that it names"
    return f"it is not as version {version} of the format has it"


_VERSIONS = range(1, 5)


def _cells(found: Any) -> list[Any]:
    """Give the cells of a notebook of any version as version 4 has them, but for headings, which stay what they are.

    Raises InputError where nbformat is not installed, and whatever nbformat raises.
    """
    try:
        from nbformat import converter, reader, versions
    except ImportError:
        message = "reading notebooks needs the package nbformat: pip install 'urlglean[docs]'"
        raise InputError(f"{message}; --kind text reads them as plain text") from None
    major, minor = reader.get_version(found)  # type: ignore[no-untyped-call]
    if major == 4 and isinstance(found.get("cells"), list):
        return list(found["cells"])  # which nbformat refuses where anything else is amiss
    notebook = versions[major].to_notebook_json(found, minor=minor)
    if major < 4:
        sheets = notebook.get("worksheets", ())
        cells = [cell for sheet in sheets for cell in sheet["cells"] if cell.get("cell_type") == "heading"]
        headings = [(cell, dict(cell)) for cell in cells]
        notebook = converter.convert(notebook, 4)  # type: ignore[no-untyped-call]
        for cell, before in headings:
            cell.update(before)
    return list(notebook["cells"])


def _cells_as_they_are(found: Any) -> list[Any] | None:
    """Give the cells of what nbformat does not know, wherever they are; None where there are none."""
    if not isinstance(found, dict):
        return None
    if isinstance(found.get("cells"), list):
        return list(found["cells"])
    sheets = found.get("worksheets")
    if not isinstance(sheets, list):
        return None
    held = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    return [cell for cells in held if isinstance(cells, list) for cell in cells if cell]


def _as_far_as_it_goes(document: Document, text: str, options: ReadOptions) -> Iterator[_Item]:
    """Yield the cells of what is not valid JSON, up to what is wrong, and the rest as text."""
    begun = _CELLS.search(text)
    end = 0
    if begun is not None:
        end, _ = yield from _items_of_cells(document, text, begun.end(), options, _decoder(text, ""))
    yield from _as_text(document, text, end, options)


def _items_of_cells(
    document: Document,
    text: str,
    at: int,
    options: ReadOptions,
    decode: _Decoder,
    number: int = 0,
    seam: str = "",
) -> Generator[Anchor | Document | Problem, None, tuple[int, int]]:
    """Yield what is in the cells from a place on, each taken out of JSON alone by ``decode``.

    Give where the last one ends, and its number; that of the one before the first is given, and what parts lines.
    """
    while True:
        gap = _BETWEEN.match(text, at)
        begin = gap.end() if gap else at
        if text.startswith("]", begin):  # to say where that is no value, `json` counts all lines before
            return at, number
        try:
            cell, end = decode(text, begin)
        except (ValueError, RecursionError):
            return at, number
        number, at = number + 1, end
        yield from _items_of_cell(document, number, cell, options, seam)


def _as_text(document: Document, text: str, at: int, options: ReadOptions) -> Iterator[Candidate]:
    source, rest = Text(text), Rewritten(text[at:], at)
    for found in delimit(rest.text, document.evidence, **options.delimit):
        yield found.led_back(source, rest)


# --- long ones ---

_LONG = 2 << 20
"""From how many code points on a notebook is never held as the objects that JSON makes of it, twenty times its size."""
_BLANKS = lazy_re(r"[ \t\r\n]*+")
_STRING = lazy_re(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_NAME = lazy_re(rf"{_BLANKS.pattern}({_STRING.pattern}){_BLANKS.pattern}:{_BLANKS.pattern}", re.DOTALL)
# One that is not closed goes to the end, so that nothing is read again from its next quote.
_STRING_OR_BRACKET = lazy_re(r'"(?:[^"\\]++|\\.)*+["\\]?|[][{}]', re.DOTALL)
_SCALAR = lazy_re(r"[^][{},:\s\"]++")
_VERSION = lazy_re(r"[0-9]{1,4}+(?![0-9.eE])")


def _named(text: str, at: int, names: Container[str] | None) -> tuple[dict[str, int], int]:
    """Give where the values begin that an object has by these names, the last of each, and where it ends itself.

    Where it is none, or does not end, that is less than nothing. None stands for whatever names it has.
    """
    found: dict[str, int] = {}
    mark = "{"
    if text.startswith(mark, at) and text.startswith("}", end := _behind_blanks(text, at + 1)):
        return found, end + 1
    while text.startswith(mark, at):
        name = _NAME.match(text, at + 1)
        if name is None:
            return found, -1
        if names is None or name[1] in names:
            found[name[1]] = name.end()
        at, mark = _behind_blanks(text, _end_of_value(text, name.end())), ","
    return found, at + 1 if text.startswith("}", at) else -1


_NAMES = frozenset({'"cells"', '"nbformat"', '"worksheets"'})


def _outline(text: str) -> tuple[int | None, list[int]] | None:
    """Give the version of the format that a long notebook names, and where each list of cells begins in it.

    None where its brackets are not closed.
    """
    members, end = _named(text, _behind_blanks(text, 0), _NAMES)
    if end < 0 or _behind_blanks(text, end) != len(text):
        return None
    version = _VERSION.match(text, members.get('"nbformat"', len(text)))
    places = [members.get('"cells"', end)]
    if not text.startswith("[", places[0]) and '"worksheets"' in members:
        sheets = (_named(text, at, _NAMES)[0] for at in _values(text, members['"worksheets"']))
        places = [one.get('"cells"', end) for one in sheets]
    return int(version[0]) if version else None, [at + 1 for at in places if text.startswith("[", at)]


def _values(text: str, at: int) -> Iterator[int]:
    """Yield where the values of a list begin, if there is one."""
    mark = "["
    while text.startswith(mark, at):
        at = _behind_blanks(text, at + 1)
        if text.startswith("]", at):
            return
        yield at
        at, mark = _behind_blanks(text, _end_of_value(text, at)), ","


def _behind_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def _end_of_value(text: str, at: int) -> int:
    """Give where a value of JSON ends; the end of the text where it does not."""
    if not text.startswith(("[", "{"), at):
        found = _STRING.match(text, at) or _SCALAR.match(text, at)
        return found.end() if found else len(text)
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text, at):
        mark = found[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
            if not depth:
                return found.end()
    return len(text)


def _cell_by_cell(document: Document, text: str, options: ReadOptions) -> Iterator[_Item]:
    """Yield the cells of a long notebook, one after the other; behind one that is damaged all is text."""
    outline = _outline(text)
    if outline is None:
        yield Problem(document.name, _DAMAGED)
        yield from _as_far_as_it_goes(document, text, options)
        return
    version, begins = outline
    if version not in _READ_AS_THEY_ARE or not begins:
        yield _no_notebook(document, _amiss(version), has_cells=bool(begins))
    number, seam = 0, _seam(version)
    decode = _decoder(text, seam)  # once for all lists, of which there may be as many as of cells
    for begin in begins:
        at, number = yield from _items_of_cells(document, text, begin, options, decode, number, seam)
        end = _BETWEEN.match(text, at)
        if end is None or not text.startswith("]", end.end()):
            yield Problem(document.name, _DAMAGED, *Text(text).position(at))
            yield from _as_text(document, text, at, options)
            return
    if not begins:
        yield from _as_text(document, text, 0, options)


_DAMAGED = "not valid JSON: what stands before is read as cells, the rest as text"
_READ_AS_THEY_ARE = frozenset({2, 3, 4})
"""The versions of which a cell says here what it says for `nbformat`."""


# --- long cells ---

_LONG_CELL = 1 << 18
"""From how many code points on a cell of many objects is decoded as far as it is read."""
_LEAST_OF_A_BRACKET = 16
"""Where brackets and quotes are further apart than so many code points, what they stand for takes few times the memory
of the text."""


_AT_ONCE = 1000
"""So many lines are put together at once."""


class _Shape(NamedTuple):
    """What is read of a value that is none of a text, which is a string or a list of lines."""

    members: Mapping[str, _Shape | None] | None = None
    """Of an object those by these names, as they are written; of None, the names of all."""
    is_list: bool = False
    """Each value of a list is an object of this shape."""
    is_lines: bool = False
    """It is a list of lines that are not put together yet."""


_OUTPUT = {
    **dict.fromkeys(('"html"', '"text"')),
    '"traceback"': _Shape(is_lines=True),
    '"data"': _Shape(dict.fromkeys(f'"{media_type}"' for media_type in _SHOWN)),
}
_CELL = _Shape(
    {
        **dict.fromkeys(('"cell_type"', '"source"', '"input"')),
        '"metadata"': _Shape(dict.fromkeys(('"format"', '"raw_mimetype"'))),
        '"attachments"': _Shape(),
        '"outputs"': _Shape(_OUTPUT, is_list=True),
    }
)


_Decoder: TypeAlias = Callable[[str, int], tuple[Any, int]]
"""Gives the value that begins at a place in JSON, and where it ends."""


def _decoder(text: str, seam: str) -> _Decoder:
    """Give what decodes the cells of a notebook."""
    return partial(_decode_in_part, seam=seam) if _is_dense(text) else _decode


def _is_dense(text: str) -> bool:
    """Tell whether a long notebook holds so many objects, lists and strings that these take many times its memory."""
    return len(text) > _LONG_CELL and sum(map(text.count, '[{"')) * _LEAST_OF_A_BRACKET > len(text)


def _decode_in_part(text: str, begin: int, seam: str) -> tuple[Any, int]:
    """Give a cell and where it ends; of a long one what is read of it, whatever else it holds."""
    end = _end_of_value(text, begin)
    if end - begin < _LONG_CELL or not text.startswith("{", begin):
        return _decode(text, begin)
    return _part_of(text, begin, _CELL, seam), end


def _part_of(text: str, at: int, shape: _Shape | None, seam: str) -> Any:
    """Give of a value what its shape says; an empty one of its type where it is of another."""
    mark = text[at : at + 1]
    if mark not in {"[", "{"}:
        return _decode(text, at)[0]
    if shape is None:
        return _text_of(text, at, seam) if mark == "[" else {}
    if shape.is_lines:
        return list(_lines(text, at)) if mark == "[" else {}
    if shape.is_list:
        return _each(text, at, shape._replace(is_list=False), seam) if mark == "[" else {}
    if mark == "[":
        return []
    if shape.members is None:
        return dict.fromkeys(_decode(name, 0)[0] for name in _named(text, at, None)[0])
    found, end = _named(text, at, shape.members)
    if end < 0:
        raise ValueError("an object that does not end")
    return {
        _decode(name, 0)[0]: _part_of(text, begin, shape.members[name], seam) for name, begin in found.items()
    }


def _each(text: str, at: int, shape: _Shape, seam: str) -> Iterator[Any]:
    """Yield the values of a list, each when it is asked for."""
    for begin in _values(text, at):
        try:
            value = _part_of(text, begin, shape, seam)
        except (ValueError, RecursionError):
            return
        yield value


def _lines(text: str, at: int) -> Iterator[str | None]:
    """Yield the strings of a list; None behind them where it does not hold strings alone."""
    for begin in _values(text, at):
        if not text.startswith('"', begin):
            yield None
            return
        yield _decode(text, begin)[0]


def _text_of(text: str, at: int, seam: str) -> str | list[None]:
    """Give the strings of a list as one, so that none of many is held; a list where it holds something else."""
    lines, parts = _lines(text, at), list[str]()
    while some := list(islice(lines, _AT_ONCE)):
        if some[-1] is None:
            return [None]
        seam = seam if parts else _between(some[0], seam)
        parts.append(seam.join(line or "" for line in some))
    return seam.join(parts)


# --- cells ---


def _items_of_cell(
    document: Document, number: int, cell: Any, options: ReadOptions, seam: str
) -> Iterator[Anchor | Document | Problem]:
    """Yield the documents in a cell, what it has attached, and what is wrong with it."""
    part = f"cell {number}"
    if not isinstance(cell, dict):
        yield Problem(document.name, f"no cell, but {type(cell).__name__}: skipped", part=part)
        return
    kind = cell.get("cell_type")
    source = _joined(cell.get("source", cell.get("input")), seam)
    if source is None:
        yield Problem(document.name, "a cell without a text", part=part)
    elif kind == "code":
        if options.code:
            yield _child(document, part, source)
    elif kind == "raw":
        metadata = cell.get("metadata")
        said = metadata if isinstance(metadata, dict) else {}
        form = said.get("format") or said.get("raw_mimetype")
        yield _child(
            document, part, source, _RAW_FORMATS.get(form, _PLAIN) if isinstance(form, str) else _PLAIN
        )
    else:
        yield _child(document, part, f"{source}\n===" if kind == "heading" else source, "text/markdown")
    if options.anchors and isinstance(attached := cell.get("attachments"), dict):
        yield from (Anchor(name, "attachment", part) for name in attached)
    if options.outputs and isinstance(outputs := cell.get("outputs"), (list, Iterator)):
        for at, output in enumerate(outputs, start=1):
            yield from _items_of_output(document, f"{part} output {at}", output, seam)


def _items_of_output(document: Document, part: str, output: Any, seam: str) -> Iterator[Document | Problem]:
    """Yield what an output shows: of several formats of one thing the richest."""
    if not isinstance(output, dict):
        yield Problem(document.name, f"no output, but {type(output).__name__}: skipped", part=part)
        return
    data = output.get("data")
    if isinstance(data, dict):
        for media_type in _SHOWN:
            if (text := _joined(data.get(media_type), seam)) is not None:
                yield _child(document, part, text, media_type)
                return
    elif (text := _joined(output.get("html") or output.get("text"), seam)) is not None:
        yield _child(document, part, text, "text/html" if output.get("html") else _PLAIN)
    elif isinstance(trace := output.get("traceback"), list):
        text = "\n".join(line for line in trace if isinstance(line, str))
        yield _child(document, part, _COLOURS.sub("", text))


def _child(document: Document, part: str, text: str, media_type: str = _PLAIN) -> Document:
    return document.child(text, media_type, part=part, evidence=document.evidence)


def _seam(version: Any) -> str:
    """Give what stands between the lines of a text where they lack their ends, by the version of the format."""
    return "\n" if version in _WITHOUT_LINE_ENDS else ""


_WITHOUT_LINE_ENDS = (2, 3)


def _between(line: str | None, seam: str) -> str:
    """Give what stands between the lines of a text of which that is the first: nothing where it has its end."""
    return "" if line and line.endswith(("\n", "\r")) else seam


def _joined(text: Any, seam: str) -> str | None:
    """Give a text that may be cut in lines, with what stands between these; None where it is none."""
    if isinstance(text, str):
        return text
    if isinstance(text, list) and all(isinstance(line, str) for line in text):
        return _between(text[0], seam).join(text) if text else ""
    return None
