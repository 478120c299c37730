"""The rows of a table are one test in a whole run, none being lost by that, and its processes share whole files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support import sharing
from support.patience import HANG
from support.places import TESTS
from support.tables import walk

TABLES = """
import pytest

@pytest.mark.parametrize("odd", [1, pytest.param(2, id="the second"), 3, 4])
def test_odd(odd):
    assert odd % 2

@pytest.mark.parametrize("b", [1, 2])
@pytest.mark.parametrize("a", [1, 2, 3], ids="ABC")
def test_two(a, b):
    assert (a, b) != (2, 1)

@pytest.mark.parametrize("name", ["a", "b"])
def test_that_needs_a_folder_of_its_own(name, tmp_path):
    (tmp_path / "x").mkdir()

@pytest.mark.parametrize("name", ["a", pytest.param("b", marks=pytest.mark.skip(reason="never"))])
def test_with_a_mark(name):
    pass
"""


def test_rows_are_one_test_that_names_those_that_fail(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(TABLES)
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "--rows-together", "-rA", path],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
    )
    assert "2 failed, 3 passed, 1 skipped" in done.stdout, done.stdout + done.stderr
    assert "2 of 4 rows" in done.stdout
    assert "[the second]" in done.stdout
    assert "[4]" in done.stdout
    assert "assert (2, 1) != (2, 1)" in done.stdout
    assert "[B-1]" in done.stdout
    assert "[3]" not in done.stdout


def test_a_row_that_fails_hides_no_other() -> None:
    tried = []

    def law(number: int) -> None:
        tried.append(number)
        if number == 0:
            pytest.skip("nothing to divide by")
        if number == 1:
            pytest.fail("one")
        assert number > 2

    with pytest.raises(ExceptionGroup, match=r"^2 of 4 rows") as failed:
        walk(law, [(f"row {number}", {"number": number}) for number in range(4)])
    assert tried == [0, 1, 2, 3]
    one, two = failed.value.exceptions
    assert (str(one), two.__notes__) == ("[row 1] one", ["[row 2]"])


def test_rows_that_cannot_be_tried_are_told_once_the_others_hold() -> None:
    tried = []

    def law(number: int) -> None:
        tried.append(number)
        if number < 2:
            pytest.skip("here is no such number")

    with pytest.raises(pytest.skip.Exception, match=r"^here is no such number$"):
        walk(law, [(str(number), {"number": number}) for number in range(4)])
    assert tried == [0, 1, 2, 3]


# --- how several processes share the tests ---


def test_what_is_said_to_take_long_is_there() -> None:
    assert [name for name in sharing.LONGEST if not (TESTS.parent / name).exists()] == []


def test_a_file_is_one_share_and_so_are_those_with_one_spark_session() -> None:
    share = object.__new__(sharing.Sharing)._split_scope
    assert share("tests/a/test_b.py::test_c[x::y]") == "tests/a/test_b.py"
    assert share("tests/spark/test_frames.py::a") == share("tests/spark/test_commands.py::b")
    assert share("tests/spark/test_cluster.py::a") == share("tests/spark/test_commands.py::b")


@pytest.mark.parametrize("file", sharing.WITHOUT_SESSION)
def test_what_starts_no_session_is_a_share_of_its_own(file: str) -> None:
    assert not re.search(r"\bsession\b|\bcluster\b", (TESTS.parent / file).read_text(encoding="utf-8"))
    assert object.__new__(sharing.Sharing)._split_scope(f"{file}::a") == file
