"""What holds for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support.laws import choose

choose(in_ci=bool(os.environ.get("CI")))


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite on every core; a few files that somebody names are quicker without other processes.

    There is one process more than there are cores: some tests wait for servers or for children.
    """
    is_whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    is_one_of_several = "PYTEST_XDIST_WORKER" in os.environ
    if (
        is_whole
        and not is_one_of_several
        and config.getoption("numprocesses", None) is None
        and config.pluginmanager.hasplugin("xdist")
    ):
        config.option.numprocesses = (
            len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else "auto"
        )
        config.option.dist = "worksteal"  # each process keeps the tests of a file together while it can


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "urls.duckdb"


@pytest.fixture
def mbox(tmp_path: Path) -> Path:
    from support.mbox_messages import message  # what it loads most tests can do without

    path = tmp_path / "a.mbox"
    path.write_text(message(1, "http://a.org/1") + message(2, "http://a.org/2"))
    return path
