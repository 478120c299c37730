r"""The same rows from a cluster: documents and archives read by Apache Spark, on as many machines as it has.

Beyond one machine
------------------

Who has more than one machine can read in a day reads with Spark: ``pip install 'urlglean[spark]'`` and Java 17 or
later. No rule is another one there: each row is what ``urlglean extract`` gives, whatever the number of tasks.

    python -m urlglean.spark extract ~/Mail s3://bucket/crawl/ --out links
    python -m urlglean.spark unique  ~/Mail --out urls
    python -m urlglean.spark frontier crawl.warc.gz --out next --known seen

They take the options of the commands of these names but those about one machine and one file. ``PATH`` is what
``fsspec`` opens: files and folders that every machine sees, by the names that they have where the job is started;
``s3://``, ``hdfs://``, ``webhdfs://``, ``https://`` with what it needs for that installed: ``s3fs``, ``hdfs-native``.
``DIR`` is the same for what is written: Parquet files, ``part-00000.parquet`` and so on, in the order of the inputs;
those of ``unique`` and ``frontier`` have each some of the URLs, in the order that ``--sort`` names. Beside them are
``_problems/``, what could not be read, and ``_SUCCESS`` once all of it is there. The same command gives the same
bytes; what a run has left that failed is written anew. A folder with other things is refused, ``--overwrite``
replaces what an earlier run gave. ``--partitions N`` makes N files, fewer where some would be empty; ``--by-host N``
puts the rows of a host into one of N folders. ``--split-size MB`` says how much a task reads. ``--known`` names a
folder of what earlier frontiers gave, one after the other: of two at once, the one that began first fails at its end
and adds nothing. It says how their keys were made, and a frontier with another ``--rung`` or ``--step`` is refused.

A large mbox is cut where a message begins, a large WARC, plain or of gzip members, where a record does: a first pass,
shared by the cluster, finds these places. Any other file is one task's. The files of Common Crawl have about 1 GB each:
with ``--split-size 1024`` none is cut, and nothing is read twice. Where a task failed, its next attempt reads in
a process of its own, and what kills it is found and named in ``_problems/``; all else is there, once.

Where the machines of a cluster have no urlglean, its environment goes with the program; all of them are to have the
same Python. Where urlglean's ``pyproject.toml`` is:

    python3 -m venv env
    env/bin/pip install '.[warc]' fsspec 'pandas<3' pyarrow venv-pack
    env/bin/venv-pack -q -p env -o env.tar.gz
    echo 'from urlglean.spark.__main__ import main; main()' > run.py
    spark-submit --master spark://host:7077 --archives env.tar.gz#env \
        --conf spark.pyspark.python=./env/bin/python --conf spark.pyspark.driver.python=env/bin/python \
        run.py extract ~/Mail --out links

In Python each function takes and gives DataFrames, and nothing is read before they are asked for.

    from pyspark.sql import SparkSession
    from urlglean import spark as glean
    session = SparkSession.builder.getOrCreate()
    rows = glean.read(session, ["s3://bucket/lists/"])
    glean.unique(rows, rung="scheme").orderBy("position")
    glean.problems(rows)

``extract`` takes a DataFrame with a column of documents. What cannot be read comes out as a row whose column
``problem`` says why and whose other columns are null, but for ``position``: rows are in the order of one machine when
sorted by it. `frontier` takes what ``read(..., policy=Policy())`` gives.

Doors
-----

`frames`, `distinct` and `fetchables`, whose functions are named here. Behind them, `splits` cuts the inputs,
`tasks` reads them on an executor, also for a frontier, and `rows` makes them columns; `tables` writes what came of all
this; `commands` are the jobs, `__main__` runs them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

NEEDED = "urlglean.spark needs Apache Spark: pip install 'urlglean[spark]', and Java 17 or later"
"""What is said where that is missing."""
_NAMES = {
    "extract": "frames",
    "frontier": "fetchables",
    "problems": "frames",
    "read": "frames",
    "unique": "distinct",
}
"""What everybody may import from here, with its module."""


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("urlglean"):
            raise
        raise ImportError(NEEDED) from None
