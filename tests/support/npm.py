"""What packages of npm carry that the repository must not: schemas and specifications of others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["from_npm"]


def from_npm(package: str, file: str) -> Path:
    """Give the path of a file of a package; where NODE_PATH has no such package, the test is skipped."""
    folders = os.environ.get("NODE_PATH", "").split(os.pathsep)
    for folder in filter(None, folders):
        if (path := Path(folder, package, file)).exists():
            return path
    pytest.skip(f"no folder of NODE_PATH has {package} (npm install {package}, NODE_PATH=node_modules)")
