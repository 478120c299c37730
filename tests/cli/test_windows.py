"""The command on Windows, as far as it can be shown elsewhere: `tests/support/windows` says how far that is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from support.command_runs import Done, launch, run
from support.places import ROOT, TESTS
from support.trees import plant

pytestmark = pytest.mark.skipif(
    not Path("/dev/fd").exists(), reason="it is shown where there are names for what is open"
)
SHOWN = os.pathsep.join([str(TESTS / "support" / "windows"), *filter(None, [os.environ.get("PYTHONPATH")])])
WARNINGS = "error,ignore:UTF-8 Mode affects:EncodingWarning"  # which `regex` asks for when it is loaded


def on_windows(*arguments: str | Path, cwd: Path = ROOT) -> Done:
    done = launch(
        *arguments,
        cwd=cwd,
        PYTHONPATH=SHOWN,
        PYTHONWARNINGS=WARNINGS,
        PYTHONWARNDEFAULTENCODING="1",
        PYTHONIOENCODING="",
    )
    return done._replace(err=done.err.replace("\r\n", "\n"))


def with_slashes(done: Done) -> Done:
    return done._replace(
        out=done.out.replace("\\\\", "/").replace("\\", "/"), err=done.err.replace("\\", "/")
    )


def test_it_is_shown() -> None:
    told = """if True:
        import os, signal, sys
        try:
            import fcntl
        except ImportError:
            print(os.name, sys.platform, os.sep, hasattr(os, "fork"), hasattr(signal, "SIGKILL"), sys.stdout.encoding)
        with open("C:" + os.path.abspath(__file__)[2:]) as file:
            try:
                os.remove(file.name)
            except PermissionError:
                print("it is open")
    """
    program = f"exec({told!r}, {{'__name__': 'urlglean', '__file__': __import__('sys').argv[1]}})"
    done = subprocess.run(
        [sys.executable, "-c", program, __file__],
        env={**os.environ, "PYTHONPATH": SHOWN, "PYTHONIOENCODING": ""},
        check=True,
        capture_output=True,
    )
    assert done.stdout == b"nt win32 \\ False False cp1252\r\nit is open\r\n"


@pytest.mark.parametrize(
    "arguments",
    [
        "extract --format jsonl corpora/docs/post.md corpora/html/charset-utf-16le-bom.html",
        "unique --jobs 2 corpora/mail/archive.mbox corpora/mail/hard",
        "frontier --same domain --skip-fetched --sort surt corpora/warc/crawl.warc.gz",
        "show corpora/mail/archive.mbox@7212#2",
    ],
)
def test_it_prints_the_same(arguments: str) -> None:
    assert with_slashes(on_windows(*arguments.split())) == with_slashes(run(*arguments.split(), cwd=ROOT))


def test_what_no_shell_has_expanded_is_expanded_where_it_is_a_path(tmp_path: Path) -> None:
    for name in ("a.md", "b.md", "c.txt", "d/e.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"http://{Path(name).stem}.org/")
    named = on_windows("extract", "--format", "url", "**/*.md", "c*", "d*", "f*", cwd=tmp_path)
    assert named.out.split() == [f"http://{name}.org/" for name in "abece"]
    assert named.err == "urlglean: f*: cannot be read: No such file or directory\n"
    assert (
        on_windows("extract", "--format", "url", "--files", "*.md", "d", cwd=tmp_path).out
        == "http://e.org/\n"
    )
    for text in ("http://a.org/$PATH", "http://a.org/%PATH%", "~root", "*.md"):
        assert on_windows("resolve", "--base", "http://a.org/", text, cwd=tmp_path).out.endswith(f"{text}\n")


def test_a_file_has_the_same_bytes_and_takes_the_place_of_another(tmp_path: Path) -> None:
    arguments = ("extract", "--format", "csv", "--output")
    name = "corpora/mail/archive.mbox"  # with URLs of two lines, which are cells of two
    expected = run(*arguments, tmp_path / "expected.csv", name, cwd=ROOT)
    for _ in range(2):
        done = on_windows(*arguments, tmp_path / "links.csv", name.replace("/", "\\"))
        assert with_slashes(done) == with_slashes(expected)
        assert (tmp_path / "links.csv").read_bytes().replace(b"\\", b"/") == (
            (tmp_path / "expected.csv").read_bytes().replace(b"\\", b"/")
        )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["expected.csv", "links.csv"]


def test_databases_are_made_and_added_to(tmp_path: Path) -> None:
    for new in (264, 0):
        into = on_windows(
            "extract", "-q", "--into", "x.duckdb", ROOT / "corpora/mail/archive.mbox", cwd=tmp_path
        )
        assert into.code == 0
        assert f"264 occurrences ({new} new)" in into.out
    known = ("--known", "k.duckdb", "--output", "next", ROOT / "corpora/warc/crawl.warc.gz")
    assert on_windows("frontier", "-q", *known, cwd=tmp_path).code == 0
    rows = ("--format", "parquet", "--output", "x.parquet", ROOT / "corpora/mail/archive.mbox")
    assert on_windows("extract", "-q", *rows, cwd=tmp_path).code == 0
    with duckdb.connect() as connection:
        assert connection.read_parquet(str(tmp_path / "x.parquet")).count("*").fetchall() == [(264,)]
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["k.duckdb", "next", "x.duckdb", "x.parquet"]


def test_a_mirror_has_folders_for_hosts(tmp_path: Path) -> None:
    plant(tmp_path, {"a.org/b/c.html": "<a href=d?e>f</a><a href=/g>h</a>"})
    arguments = ("frontier", "--base-from", "wget", "a.org")
    assert with_slashes(on_windows(*arguments, cwd=tmp_path)) == run(*arguments, cwd=tmp_path)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {
        "README.md": "[a](docs/a.md#b) [b](/docs/sub/) [c](docs/none.md) [d](../out.md) [e](docs/A.md)\n",
        "docs/a.md": "# B\n[a](../README.md) [b](sub/c.html)\n",
        "docs/sub/index.md": "[a](c.html?d=/#e) [b](..)\n",
        "docs/sub/c.html": '<base href="../"><a href=a.md>a</a><a href=/README.md>b</a><p id=e><a href=sub>c</a>',
    }
    plant(tmp_path, files)
    for command in ("init -q", "add README.md", "-c user.name=a -c user.email=a@b commit -q -m a"):
        subprocess.run(["git", "-C", str(tmp_path), *command.split()], check=True, capture_output=True)
    return tmp_path


@pytest.mark.parametrize("drive", ["", "C:", "D:"])
def test_links_of_a_tree_lead_where_they_do_elsewhere(drive: str, tree: Path) -> None:
    """The command runs in a folder on C:."""
    folder = f"{drive}{tree}".replace("/", "\\") if drive else "."
    done = on_windows("check", "--offline", folder, cwd=tree)
    assert done.out.count("\n") > 8
    assert with_slashes(done._replace(out=done.out.replace(folder, "."))) == run(
        "check", "--offline", ".", cwd=tree
    )


def test_a_url_may_name_a_drive(tree: Path) -> None:
    (tree / "a.md").write_text(f"[a](file:///C:{tree}/docs/a.md#b) [b](file:///D:{tree}/docs/a.md)")
    done = on_windows("check", "--offline", "a.md", cwd=tree)
    assert done.out.splitlines()[-1] == "2 links in 1 file: 1 good, 0 broken, 1 not checked (on purpose)"


def test_lines_that_have_changed_are_those_of_files_with_backslashes(tree: Path) -> None:
    with (tree / "README.md").open("a") as file:
        file.write("\n[f](docs/f.md)\n")
    done = on_windows("check", "--offline", "--since", "HEAD", "README.md", cwd=tree)
    assert done.out.startswith("missing-file (1)\nREADME.md:3:5: docs/f.md: there is no such file")
