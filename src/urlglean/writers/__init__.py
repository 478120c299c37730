"""What links can be printed as: a module for each format."""

from __future__ import annotations

__all__ = ["FORMATS", "ROWS", "ROWS_TOLD"]

ROWS = ("jsonl", "csv", "parquet")
"""The formats that give each result as a row, with all that is known of it."""
ROWS_TOLD = f"--format {', '.join(ROWS[:-1])} or {ROWS[-1]}"
FORMATS = ("text", "url", *ROWS)
"""What links can be printed as."""
