"""Rows of documents, one of which is the end of who reads it; for tests, in a module that other processes can load."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from urlglean.spark.splits import Placed
from urlglean.spark.tasks import FoundRows

__all__ = ["DeadlyRows"]


@dataclass(frozen=True, slots=True)
class DeadlyRows(FoundRows):
    """The rows of what is found, up to a URL that ends the process, or takes all its memory."""

    url: str
    way: str

    def batches(self, parts: Iterable[Placed]) -> Iterator[Any]:
        """Yield rows, unless the URL is among them."""
        for batch in FoundRows.batches(self, parts):
            if self.url in batch["url"].to_pylist():
                if self.way == "raise":
                    raise MemoryError
                os._exit(1)
            yield batch
