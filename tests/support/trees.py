"""Trees of files for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def plant(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, and the folders that they are in; give the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
