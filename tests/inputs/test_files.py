"""From files to Documents: opening, telling apart, and what cannot be read."""

from __future__ import annotations

import gzip
import io
import os
import random
import select
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.trees import plant
from urlglean.document import BaseClaim, Document
from urlglean.errors import InputError
from urlglean.inputs import files as inputs
from urlglean.inputs.compression import Limits
from urlglean.inputs.file_bytes import FileBytes
from urlglean.inputs.files import ByteStream, InputOptions
from urlglean.inputs.folders import Choice
from urlglean.reports import Problem

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PLAIN = InputOptions()


def opened(path: Path, options: InputOptions = PLAIN) -> tuple[list[Document], list[str]]:
    """Give the Documents of a path, their content read to the end, and the problems."""
    found: list[Document] = []
    problems: list[Problem] = []
    for item in options.documents(Choice().files([path]), on_problem=problems.append):
        content = item.content
        whole = b"".join(content) if isinstance(content, ByteStream) else bytes(content)
        found.append(Document(whole, item.media_type, item.name, claims=item.claims, encoding=item.encoding))
    return found, [problem.message for problem in problems]


def whole_documents(path: Path) -> Iterator[Document]:
    """Yield the Documents of a path, none of which gives rise to a problem."""
    problems: list[Problem] = []
    yield from PLAIN.documents(Choice().files([path]), on_problem=problems.append)
    assert problems == []


# --- opening ---


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_no_permission(tmp_path: Path) -> None:
    plant(tmp_path, {"secret": "x", "folder/x": "x"})
    (tmp_path / "secret").chmod(0)
    (tmp_path / "folder").chmod(0)
    try:
        assert opened(tmp_path) == (
            [],
            ["cannot open this folder: Permission denied", "cannot be read: Permission denied"],
        )
    finally:
        (tmp_path / "folder").chmod(0o700)


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    assert opened(tmp_path / "none") == ([], ["cannot be read: No such file or directory"])
    assert opened(Path("a\0b"))[1] == ["no file can have this name: embedded null byte"]


def test_an_empty_file_is_fine(tmp_path: Path) -> None:
    plant(tmp_path, {"a.txt": "", "b.html": "", "c.mbox": "", "d.gz": gzip.compress(b"")})
    assert opened(tmp_path) == ([], [])


def test_options_are_handed_on(tmp_path: Path) -> None:
    plant(tmp_path, {"page": "<html>"})
    found, _ = opened(tmp_path, InputOptions(kind="text", encoding="koi8-r", base="http://b/"))
    claims = (BaseClaim("retrieval", "http://b/", "--base"),)
    assert found == [
        Document(b"<html>", "text/plain", str(tmp_path / "page"), claims=claims, encoding="koi8-r")
    ]


def test_binary_is_named_once_and_read_on_request(tmp_path: Path) -> None:
    plant(tmp_path, {"x.txt": b"\x89PNG\r\n\x1a\n http://a/"})
    assert opened(tmp_path) == ([], ["a PNG image, not text: skipped (--kind text reads it all the same)"])
    found, problems = opened(tmp_path, InputOptions(kind="text"))
    assert (len(found), problems) == (1, [])


def test_a_message_with_stray_bytes_is_no_binary(tmp_path: Path) -> None:
    plant(tmp_path, {"m": b"From: a\nSubject: b\n\n" + bytes(20) + b"http://a/"})
    assert [document.media_type for document in opened(tmp_path)[0]] == ["message/rfc822"]


@pytest.mark.parametrize("name", ["x.html.gz", "x.html.zst", "x.html.ZST", "x.html"])
@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_packed_files_are_told_by_content_and_inner_suffix(
    tmp_path: Path, name: str, pack: Callable[[bytes], bytes]
) -> None:
    (tmp_path / name).write_bytes(pack(b"no tag"))
    assert [(item.media_type, item.content) for item in opened(tmp_path)[0]] == [("text/html", b"no tag")]


@pytest.mark.parametrize(
    "name", ["notes.md.gz?raw=1", "notes.MD.GZ?a=b.c", "get?file=notes.md.gz", "\u0130notes.md.gz?b"]
)
def test_a_query_does_not_hide_what_a_packed_file_is(name: str) -> None:
    (item,) = InputOptions().open_stream(io.BytesIO(gzip.compress(b"Hello")), name)
    assert isinstance(item, Document)
    assert item.media_type == "text/markdown"


def test_xhtml_is_told_by_its_suffix_unless_a_kind_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.xhtml").write_bytes(b"<html/>")
    (tmp_path / "y.xht.gz").write_bytes(gzip.compress(b"<html/>"))
    assert [item.media_type for item in opened(tmp_path)[0]] == ["application/xhtml+xml"] * 2
    assert [item.media_type for item in opened(tmp_path, InputOptions(kind="html"))[0]] == ["text/html"] * 2


def test_a_damaged_packed_file_gives_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "x.txt.gz").write_bytes(gzip.compress(b"http://a/ " * 50)[:-5])
    (tmp_path / "y.html.gz").write_bytes(gzip.compress(b"<html>" * 50)[:-5])
    (tmp_path / "z.mbox.gz").write_bytes(gzip.compress(b"From a" * 50)[:-5])
    (tmp_path / "z.mbox.zst").write_bytes(zstd.compress(b"From b" * 50) + zstd.compress(b"From c" * 50)[:-5])
    found, problems = opened(tmp_path)
    whole = [b"http://a/ " * 50, b"<html>" * 50, b"From a" * 50, b"From b" * 50]
    assert [item.content for item in found] == whole
    packed = [("gzip", 500), ("gzip", 300), ("gzip", 300), ("zstd", 300)]
    assert problems == [f"the {name} data is cut off after {size} unpacked bytes" for name, size in packed]


def test_what_is_packed_several_times_over_is_unpacked_as_often(tmp_path: Path) -> None:
    (tmp_path / "a.txt.gz.gz").write_bytes(gzip.compress(gzip.compress(b"see http://a/ " * 500)[:-5]))
    (tmp_path / "b.md.zst.gz").write_bytes(gzip.compress(zstd.compress(b"# B")))
    (tmp_path / "c.warc.gz.gz").write_bytes(gzip.compress(gzip.compress(b"WARC/1.0\r\n")))
    layers = b"see http://a/"
    for _ in range(5):
        layers = gzip.compress(layers)
    (tmp_path / "d").write_bytes(layers)
    found, problems = opened(tmp_path)
    types = [item.media_type for item in found]
    assert types == ["text/plain", "text/markdown", "application/warc"]
    assert problems == [
        "the gzip data is cut off after 7000 unpacked bytes",
        "packed more than 4 times over: given up",
    ]


def test_a_bomb(tmp_path: Path) -> None:
    (tmp_path / "x.txt.gz").write_bytes(gzip.compress(b" " * (1 << 22)))
    _, problems = opened(tmp_path, InputOptions(limits=Limits(ratio=100, ratio_from=1 << 16)))
    assert problems == ["the gzip data unpacks to more than 100 times its size: given up as a bomb"]


def test_a_packed_folder_is_not_taken_for_text(tmp_path: Path) -> None:
    tar = b"name".ljust(257, b"\0") + b"ustar\0" + bytes(249) + b"http://a/".ljust(512, b"\0")
    (tmp_path / "x.tar.gz").write_bytes(gzip.compress(tar))
    assert opened(tmp_path) == ([], ["a tar archive, not text: skipped (unpack it first)"])


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "_WHOLE", 1 << 12)
    monkeypatch.setattr(inputs, "_IN_MEMORY", 1 << 20)


MAIL = b"From a@b Mon Jan  5 10:00:00 1998\nSubject: x\n\nhttp://a/\n\n" * 500


@pytest.mark.usefixtures("small_limits")
def test_a_large_text_comes_in_pieces(tmp_path: Path) -> None:
    content = b"http://a/ and prose\n" * 100_000
    (tmp_path / "x.txt").write_bytes(content)
    (item,) = whole_documents(tmp_path)
    assert isinstance(item.content, ByteStream)
    assert opened(tmp_path)[0][0].content == content


@pytest.mark.usefixtures("small_limits")
def test_a_large_mbox_is_opened_and_closed(tmp_path: Path) -> None:
    (tmp_path / "x.mbox").write_bytes(MAIL)
    (tmp_path / "y.mbox.gz").write_bytes(gzip.compress(MAIL))
    contents = []
    for item in whole_documents(tmp_path):
        assert isinstance(item.content, FileBytes)
        assert item.content[:] == MAIL
        contents.append(item.content)
    assert [content.closed for content in contents] == [True, True]


@pytest.mark.usefixtures("small_limits")
def test_an_mbox_that_another_program_cuts_short_is_read_up_to_there(tmp_path: Path) -> None:
    (tmp_path / "x.mbox").write_bytes(MAIL)
    problems: list[Problem] = []
    found = PLAIN.documents(Choice().files([tmp_path]), on_problem=problems.append)
    item = next(found)
    assert isinstance(item.content, FileBytes)
    os.truncate(tmp_path / "x.mbox", 100)
    assert item.content[:] == MAIL[:100]
    assert list(found) == []
    assert [str(problem) for problem in problems] == [
        f"{tmp_path / 'x.mbox'}: has become shorter while it was read"
    ]


@pytest.mark.usefixtures("small_limits")
def test_unpacking_does_not_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "y.mbox.gz").write_bytes(gzip.compress(MAIL))
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=20_000))
    found, problems = opened(tmp_path)
    assert found == []
    assert "half of what is free" in problems[0]


def test_the_disk_is_not_asked_about_what_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    usage = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: asked.append(path) or usage)
    for _ in range(9):
        with inputs.spooled(iter([b"a" * 100] * 9)) as content:
            assert len(content) == 900
    assert asked == []


@pytest.mark.usefixtures("small_limits")
def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "y.mbox.gz").write_bytes(gzip.compress(MAIL))

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(inputs, "_fill", fail)
    assert opened(tmp_path) == ([], ["cannot be opened: No space left on device"])


@pytest.mark.usefixtures("small_limits")
def test_a_page_has_a_limit(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_bytes(b"<html>" * 200_000)
    assert opened(tmp_path) == ([], ["more than 1 MiB, which is too much for one page or message"])


def test_a_named_pipe_that_is_named_is_read(tmp_path: Path) -> None:
    read, write_end = os.pipe()
    os.write(write_end, b"see http://a/")
    os.close(write_end)
    found, problems = opened(Path(f"/dev/fd/{read}"))
    os.close(read)
    assert ([item.content for item in found], problems) == ([b"see http://a/"], [])


@pytest.mark.skipif(os.name == "nt", reason="there, pipes cannot be waited for with a limit")
def test_a_pipe_with_nothing_to_give_is_waited_for_in_short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    # An interrupt that comes just before a wait is heard after it; one without a limit may never end.
    read, write_end = os.pipe()
    limits = []

    def wait(*arguments: Any) -> tuple[list[int], list[int], list[int]]:
        limits.append(arguments[3])
        if len(limits) == 3:
            os.write(write_end, b"and http://b/\n\n")
        elif len(limits) == 5:
            os.close(write_end)
        return whole_wait(*arguments)

    whole_wait = select.select
    monkeypatch.setattr(select, "select", wait)
    monkeypatch.setattr(inputs, "_HEED_EVERY", 0.001)
    monkeypatch.setattr(inputs, "_PAUSE", 0.002)
    os.write(write_end, b"see http://a/\n\n" * 1000)
    with os.fdopen(read, "rb") as pipe:
        (item,) = InputOptions(kind="text").open_stream(pipe, "-")
        assert isinstance(item, Document)
        assert b"".join(item.content) == b"see http://a/\n\n" * 1000 + b"and http://b/\n\n"
    assert limits == [0.002, 0.001, 0.001, 0.002, 0.001]


@pytest.mark.skipif(os.name == "nt", reason="there, pipes cannot be waited for")
def test_a_pipe_that_others_have_set_not_to_block_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write_end = os.pipe()
    os.set_blocking(read, False)

    def wait(*arguments: Any) -> tuple[list[int], list[int], list[int]]:
        monkeypatch.undo()
        os.write(write_end, b"http://a/")
        os.close(write_end)
        return select.select(*arguments)

    monkeypatch.setattr(select, "select", wait)
    with os.fdopen(read, "rb") as pipe:
        (item,) = InputOptions(kind="text").open_stream(pipe, "-")
        assert isinstance(item, Document)
        assert b"".join(item.content) == b"http://a/"


class Slow(io.RawIOBase):
    """A pipe that gives a little at a time, and may break."""

    def __init__(self, pieces: list[bytes], *, breaks: bool = False) -> None:
        self.pieces = pieces
        self.breaks = breaks
        self.asked = 0

    def readable(self) -> bool:
        return True

    def read(self, _size: int = -1) -> bytes:
        self.asked += 1
        if self.pieces:
            return self.pieces.pop(0)
        if self.breaks:
            raise OSError(5, "Input/output error")
        return b""


def from_stream(stream: Slow, options: InputOptions = PLAIN) -> Iterator[Document | Problem]:
    return options.open_stream(stream, "-")  # type: ignore[arg-type]  # it has the one method that is needed


def test_a_stream_is_not_read_ahead() -> None:
    stream = Slow([b"http://a/\n" * 1000] * 50)
    item = next(from_stream(stream))
    assert isinstance(item, Document)
    assert stream.asked == 1


def test_a_stream_that_breaks_gives_what_it_had() -> None:
    items = from_stream(Slow([b"http://a/\n"] * 3, breaks=True))
    first = next(items)
    assert isinstance(first, Document)
    assert b"".join(first.content) == b"http://a/\n" * 3
    assert list(items) == [Problem("-", "cannot be read to its end: Input/output error")]


def test_the_kind_of_a_stream_does_not_depend_on_how_it_comes() -> None:
    page = b"<!-- " + b"x" * 3000 + b" --><html><a href=x>"
    for size in (1, 7, 1000, 5000):
        pieces = [page[start : start + size] for start in range(0, len(page), size)]
        (item,) = from_stream(Slow(pieces))
        assert isinstance(item, Document)
        assert (item.media_type, item.content) == ("text/html", page)


def test_byte_stream_looks_ahead_without_loss() -> None:
    numbers = random.Random(1)  # noqa: S311  (cuts, no secrets)
    data = numbers.randbytes(5000)
    for _ in range(50):
        cuts = sorted(numbers.sample(range(5000), 9))
        stream = ByteStream([data[a:b] for a, b in zip([0, *cuts], [*cuts, 5000], strict=True)])
        for size in (0, 10, 600, 20):
            assert data.startswith(stream.peek(size))
            assert len(stream.peek(size)) >= size
        assert b"".join(stream) == data
        assert stream.peek(1) == b""


@pytest.mark.parametrize("kind", ["nope", "", ["text"]])
def test_a_kind_that_does_not_exist_is_refused_wherever_it_is_said(kind: Any) -> None:
    with pytest.raises(InputError, match=r"there is no kind .*; choose one of text, html"):
        InputOptions(kind=kind)
