"""Rows as columns of Arrow: the row schema with its types, where a row stands in the order of one machine, problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa

from urlglean.links.link import Link
from urlglean.reports import Problem
from urlglean.uri.characters import scalar_text

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

_AT_ONCE = 4096
_CHARACTERS_AT_ONCE = 8 << 20
"""How many rows a batch has at most, and how much of what was found is in them, more or less."""

_TYPES: Mapping[str, tuple[pa.DataType, str]] = {
    "VARCHAR": (pa.string(), "string"),
    "BIGINT": (pa.int64(), "bigint"),
    "INTEGER": (pa.int32(), "int"),
    "UBIGINT": (pa.int64(), "bigint"),
    "BOOLEAN": (pa.bool_(), "boolean"),
    "TIMESTAMP": (pa.timestamp("us"), "timestamp_ntz"),
    "VARCHAR[]": (pa.list_(pa.string()), "array<string>"),
    "BIGINT[][]": (pa.list_(pa.list_(pa.int64())), "array<array<bigint>>"),
}
"""The types of Arrow and of Spark that stand for each SQL type of a row. Dates are in UTC, whatever the session's
time zone is."""


class ArrowColumns:
    """The columns of a table, by the SQL types of a store; batches are made of their values."""

    def __init__(self, types: Mapping[str, str]) -> None:
        self.names = tuple(types)
        self.schema = pa.schema([(name, _TYPES[kind][0]) for name, kind in types.items()])
        self.ddl = ", ".join(f"`{name}` {_TYPES[kind][1]}" for name, kind in types.items())
        """What Spark calls the same."""

    def batch(self, rows: Sequence[Sequence[Any]]) -> pa.RecordBatch:
        """Give rows, each with a value for each column, as columns."""
        return self.joined([*zip(*rows, strict=True)] if rows else [()] * len(self.names))

    def joined(self, columns: Sequence[Sequence[Any]]) -> pa.RecordBatch:
        """Give columns, each with a value for each row, as those of Arrow."""
        arrays = [_array(column, field.type) for column, field in zip(columns, self.schema, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def of_numbers(
    session: SparkSession,
    below: int,
    made: Callable[[int], Iterator[pa.RecordBatch]],
    columns: str | StructType,
) -> DataFrame:
    """Give what is made of each number below one, each in a partition of its own."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from made(number)

    return session.range(0, below, 1, max(1, below)).mapInArrow(run, columns)


def _array(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    if pa.types.is_timestamp(kind):
        values = [None if value is None else _instant(value) for value in values]
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:  # a lone surrogate, which is what Python makes of bytes that are no text
        return pa.array([_scalar(value) for value in values], kind)


def _scalar(value: Any) -> Any:
    if isinstance(value, str):
        return scalar_text(value)
    return value if value is None or isinstance(value, (int, bool)) else [_scalar(item) for item in value]


@lru_cache(maxsize=1024)
def _instant(text: str) -> datetime | None:
    """Give a date of a row as a value, in UTC; None where it is no date: an archive may have anything."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.astimezone(UTC).replace(tzinfo=None) if found.tzinfo is not None else found


_OF_PROBLEM = {"source": "VARCHAR", "message": "VARCHAR", "line": "BIGINT", "column": "BIGINT"} | {
    "part": "VARCHAR",
    "lost": "BOOLEAN",
}
_TEXT, _RAW = map([*Link.columns()].index, ("text", "raw"))
PROBLEM = ArrowColumns(_OF_PROBLEM)
"""The columns of a problem, those of `urlglean.reports.Problem`."""
_PROBLEM = pa.struct(list(PROBLEM.schema))
POSITION = "position"
"""The column whose order is that of one machine: where the input stands among the inputs, where in it the split
begins, and which row of that it is; for `urlglean.spark.extract`, the source and which row of the document."""


class FoundColumns:
    """The columns of what is found, and behind them one of problems: what is one has no values but that."""

    def __init__(self, types: Mapping[str, str]) -> None:
        self.rows = ArrowColumns(types)
        """Those of what is found alone."""
        self.schema = pa.schema([*self.rows.schema, ("problem", _PROBLEM)])
        self.ddl = f"{self.rows.ddl}, `problem` struct<{PROBLEM.ddl}>"
        """What Spark calls the same."""

    def batch(self, rows: pa.RecordBatch, problems: Sequence[Problem | None]) -> pa.RecordBatch:
        """Give rows with the problem of each, which most have none of."""
        told = [one and {name: _scalar(getattr(one, name)) for name in _OF_PROBLEM} for one in problems]
        return pa.RecordBatch.from_arrays([*rows.columns, pa.array(told, _PROBLEM)], schema=self.schema)


ROWS = FoundColumns({**Link.types(), POSITION: "VARCHAR"})
"""The columns of what is read."""


Found: TypeAlias = tuple[Link | Problem, str]
"""A Link or a Problem, and where it stands in the order of one machine."""


def batches(found: Iterable[Found], rung: str) -> Iterator[pa.RecordBatch]:
    """Yield the rows of what was found, some at a time; ``rung`` is that of the column ``key``."""
    nothing = (None,) * len(Link.columns())
    # Tuples, and not too many at once: dictionaries of thousands of rows take more time than all that is done to them.
    rows: list[tuple[Any, ...]] = []
    positions: list[str] = []
    problems: list[Problem | None] = []
    size = 0
    for item, position in found:
        if isinstance(item, Problem):
            rows.append(nothing)
            problems.append(item)
        else:
            values = item.values(rung)
            rows.append(values)
            problems.append(None)
            size += len(values[_TEXT]) + len(values[_RAW])
        positions.append(position)
        if len(rows) >= _AT_ONCE or size >= _CHARACTERS_AT_ONCE:
            yield _joined(rows, positions, problems)
            rows, positions, problems, size = [], [], [], 0
    if rows:
        yield _joined(rows, positions, problems)


def _joined(
    rows: list[tuple[Any, ...]], positions: list[str], problems: list[Problem | None]
) -> pa.RecordBatch:
    return ROWS.batch(ROWS.rows.joined([*zip(*rows, strict=True), positions]), problems)


def require_columns(told: str, frame: DataFrame, *names: str) -> None:
    """Raise a TypeError where a DataFrame lacks a column; ``told`` says what is to be given instead."""
    for name in names:
        if name not in frame.columns:
            raise TypeError(f"{told}; what was given has no column {name!r}")
