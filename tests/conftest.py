"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from support.laws import begin, choose
from support.tables import as_one

choose(in_ci=bool(os.environ.get("CI")))
# Git heeds neither settings of who runs the tests, nor the repository whose hook runs them.
for name in [name for name in os.environ if name.startswith("GIT_")]:
    del os.environ[name]
os.environ |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rows-together",
        action="store_true",
        help="run the rows of a table as one test, as the whole suite does where no files are named",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite on every core; a few files that somebody names are quicker without other processes.

    There is one process more than there are cores: some tests wait for servers or for children.
    """
    is_whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    if not is_whole:
        return
    if not config.option.keyword:  # which may name a row
        config.option.rows_together = True
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    from support.sharing import compile_once, keep_bytecode

    if sys.dont_write_bytecode:
        keep_bytecode(config)
    if config.getoption("numprocesses", None) is None and config.pluginmanager.hasplugin("xdist"):
        compile_once()
        config.option.numprocesses = (
            len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else "auto"
        )
        config.option.dist = "loadfile"
        config.option.loadscopereorder = False  # `longest_first` has done it


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Share whole files."""
    from support.sharing import Sharing

    return Sharing(config, log) if config.option.dist == "loadfile" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Look for no garbage in what is collected, nor later on: nearly all of it stays to the end."""
    gc.disable()
    begin()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Any, Any]:
    """Look for examples in the docstrings of those files only that show a prompt."""
    made = yield
    return made if b">>>" in file_path.read_bytes() else [one for one in made if type(one) is pytest.Module]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Have each of several processes begin elsewhere, so that each compiles what the others need next."""
    report = yield
    if "PYTEST_XDIST_WORKER" in os.environ and isinstance(collector, pytest.Session | pytest.Directory):
        from support.sharing import turned

        report.result = turned(report.result)
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes long, where several processes share the tests."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        from support.sharing import longest_first

        longest_first(items)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: Any
) -> pytest.Function | None:
    if not collector.config.option.rows_together or not isinstance(collector, pytest.Module):
        return None
    return as_one(collector, name, obj) if collector.istestfunction(obj, name) else None


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "urls.duckdb"


@pytest.fixture
def mbox(tmp_path: Path) -> Path:
    from support.mbox_messages import message  # what it loads most tests can do without

    path = tmp_path / "a.mbox"
    path.write_text(message(1, "http://a.org/1") + message(2, "http://a.org/2"))
    return path
