"""Where redirects lead in the end, as joins: more of them than one machine has room for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)

from urlglean.frontier.policy import Policy
from urlglean.spark.rows import POSITION, ArrowColumns
from urlglean.spark.sightings import SIGHTINGS_DDL, redirect_rows
from urlglean.uri.normalize import normalizer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Settle: TypeAlias = "Callable[[DataFrame], DataFrame]"
"""Works a DataFrame out now, and gives what came of it: what is asked for it again and again is worked out once."""

_KEYS = ArrowColumns(dict.fromkeys((POSITION, "source", "target", "key"), "VARCHAR"))
"""A redirect: the normal forms that it leads from and to, and the key that links to the first have."""


def ends(rows: DataFrame, policy: Policy, settle: Settle) -> DataFrame:
    """Give the end of the chain that each key begins, as the rung ``protocol`` has it; an end is its own.

    Args:
        rows: What `urlglean.spark.read` gave for a policy of this rung. They are read at once.
        policy: The policy, whose own redirects count less than those of the rows.
        settle: `settled`, or what keeps it elsewhere.

    """
    columns = (POSITION, "url", "location", "key")
    given = rows.sparkSession.createDataFrame(redirect_rows(policy), SIGHTINGS_DDL).select(*columns)
    told = rows.where("location IS NOT NULL").select(*columns).unionByName(given)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        plain = normalizer(rung=policy.rung, steps=policy.steps)
        for batch in batches:
            yield _KEYS.batch(
                [
                    (position, plain(url).partition("#")[0], plain(location).partition("#")[0], key)
                    for position, url, location, key in zip(*batch.to_pydict().values(), strict=True)
                ]
            )

    redirects = settle(told.mapInArrow(run, _KEYS.ddl))
    last = redirects.groupBy("source").agg(F.max_by("target", POSITION).alias("at"))
    walked = _walked(last.where("source <> at"), settle)
    moved = redirects.select("key", "source").distinct().join(walked, "source").select("key", "end")
    moved = moved.where("key <> end")
    return settle(moved.unionByName(moved.select(F.col("end").alias("key"), "end")).distinct())


def _walked(edges: DataFrame, settle: Settle) -> DataFrame:
    """Give where each source comes to in the end; of a loop, its first address in the order of code points.

    Each round doubles how far all of them have gone. Where no more than ``steps`` are not at an end after as many
    steps, those that are not there after twice as many go round in loops, none of which is longer.
    """
    paths = edges.select("source", "at", F.col("source").alias("first"))
    steps = 1
    while True:
        ahead = paths.toDF("at", "further", "first_ahead")
        paths = settle(
            paths.join(ahead, "at", "left").select(
                "source",
                F.coalesce("further", "at").alias("at"),
                F.least("first", "first_ahead").alias("first"),
                F.col("further").isNotNull().alias("goes_on"),
            )
        )
        if paths.where("goes_on").count() <= steps:
            break
        paths = paths.drop("goes_on")
        steps *= 2
    loops = paths.select(F.col("source").alias("at"), F.col("first").alias("of_loop"))
    return paths.join(loops, "at", "left").select("source", F.coalesce("of_loop", "at").alias("end"))


def settled(frame: DataFrame) -> DataFrame:
    """Give what is worked out now, and kept where the session keeps its checkpoints, else by its executors.

    On a cluster two of these have it, so that one may be lost. Where there is one alone at that moment, nothing else
    has it: Spark waits for no second one, and what is asked for it once that one is lost fails.
    """
    context = frame.sparkSession.sparkContext
    if context.getCheckpointDir() is not None:
        return frame.checkpoint()
    is_one = str(context.master).startswith("local")
    level = StorageLevel.MEMORY_AND_DISK if is_one else StorageLevel.MEMORY_AND_DISK_2
    return frame.localCheckpoint(storageLevel=level)
