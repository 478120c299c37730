"""What holds for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# An example that is slow because the machine is loaded is no failure; work is counted where it matters.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "urls.duckdb"


@pytest.fixture
def mbox(tmp_path: Path) -> Path:
    from support.store_runs import message  # what it loads most tests can do without

    path = tmp_path / "a.mbox"
    path.write_text(message(1, "http://a.org/1") + message(2, "http://a.org/2"))
    return path
