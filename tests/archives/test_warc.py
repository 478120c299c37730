"""Web archives: what their records hold, and the files they come in."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
import zlib
from pathlib import Path

import pytest

from support import warc_corpus as corpus
from support.archive_runs import EXPECTED, PLAIN, read, urls, zstd
from urlglean.archives import wacz
from urlglean.document import BaseClaim, Document
from urlglean.inputs.compression import Limits
from urlglean.inputs.files import InputOptions
from urlglean.inputs.kinds import archive_kind
from urlglean.links.base import Base
from urlglean.pipeline import read_document
from urlglean.reports import Problem, Retrieval
from urlglean.uri.resolve import resolve

URL = "http://www.example.org/dir/page.html"


def unpacked(name: str, content: bytes) -> object:
    """Give what comes out of a file: compressors differ by version in what they write."""
    if name.endswith(".wacz"):
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            return {one: unpacked(one, file.read(one)) for one in file.namelist()}
    if name.startswith("damaged"):
        start = b"\x1f\x8b\x08\0"
        _, one, _, three, _ = content.split(start)  # the others are broken
        return [gzip.decompress(start + member) for member in (one, three)]
    return gzip.decompress(content) if name.endswith(".gz") else content


@pytest.mark.parametrize("name", sorted(corpus.archives()))
def test_the_corpus_is_what_its_builder_makes(name: str) -> None:
    committed, made = (corpus.FOLDER / name).read_bytes(), corpus.archives()[name]
    assert unpacked(name, committed) == unpacked(name, made)


@pytest.mark.parametrize("name", sorted(corpus.archives()))
def test_the_frontier_of_an_archive_is_its_gold(name: str) -> None:
    gold = (corpus.FOLDER / f"{name}.tsv").read_text("utf-8").splitlines()
    assert list(corpus.lines(corpus.gather(corpus.FOLDER / name))) == gold


# -- responses

PAGE = "<a href='../next'>next</a>" + "<p>words</p>" * 30
PAGE_BYTES = PAGE.encode()


def chunks(body: bytes) -> bytes:
    return corpus.chunked(body, 50)


def brotli(body: bytes) -> bytes:
    from fastwarc.stream_io import BrotliWriter

    out = io.BytesIO()
    with BrotliWriter(out) as writer:
        writer.write(body)
    return out.getvalue()


CODED = {
    "none": (PAGE_BYTES, ()),
    "chunked": (chunks(PAGE_BYTES), ("Transfer-Encoding: chunked",)),
    "gzip": (gzip.compress(PAGE_BYTES), ("Content-Encoding: gzip",)),
    "x-gzip": (gzip.compress(PAGE_BYTES), ("Content-Encoding: x-gzip",)),
    "gzip, chunked": (
        chunks(gzip.compress(PAGE_BYTES)),
        ("Transfer-Encoding: chunked", "Content-Encoding: gzip"),
    ),
    "gzip in the transfer": (chunks(gzip.compress(PAGE_BYTES)), ("Transfer-Encoding: gzip, chunked",)),
    "twice": (gzip.compress(zlib.compress(PAGE_BYTES)), ("Content-Encoding: deflate, gzip",)),
    "deflate": (zlib.compress(PAGE_BYTES), ("Content-Encoding: deflate",)),
    "deflate, bare": (zlib.compress(PAGE_BYTES)[2:-4], ("Content-Encoding: deflate",)),
    "brotli": (brotli(PAGE_BYTES), ("Content-Encoding: br",)),
    "zstd": (zstd(PAGE_BYTES), ("Content-Encoding: zstd",)),
    "identity": (PAGE_BYTES, ("Content-Encoding: identity",)),
    "chunked, decoded already": (PAGE_BYTES, ("Transfer-Encoding: chunked",)),
    "chunked, decoded already, with a number before it": (
        b"0\n" + PAGE_BYTES,
        ("Transfer-Encoding: chunked",),
    ),
    "chunked, decoded already, with a length before it": (
        b"12\n" + PAGE_BYTES,
        ("Transfer-Encoding: chunked",),
    ),
    "gzip, decoded already": (PAGE_BYTES, ("Content-Encoding: gzip",)),
    "brotli, decoded already": (PAGE_BYTES, ("Content-Encoding: br",)),
    "deflate, decoded already": (PAGE_BYTES, ("Content-Encoding: deflate",)),
    "no Content-Type": (PAGE_BYTES, ("X-Content-Type:",)),
    "a coding that nobody knows": (PAGE_BYTES, ("Content-Encoding: UTF-8",)),
    "brotli, undone": (f"Größe, 大きさ {PAGE}".encode(), ("Content-Encoding: br",)),
    "deflate, undone": (f"Größe, 大きさ {PAGE}".encode(), ("Content-Encoding: deflate",)),
    "two members": (
        gzip.compress(PAGE_BYTES) + gzip.compress(b"<p>more"),
        ("Content-Encoding: gzip",),
    ),
    "behind the last member": (gzip.compress(PAGE_BYTES) + b"\0\0junk", ("Content-Encoding: gzip",)),
}


@pytest.mark.parametrize(("body", "headers"), CODED.values(), ids=CODED)
def test_a_body_comes_out_of_its_codings(body: bytes, headers: tuple[str, ...]) -> None:
    links, seen = read(corpus.response(URL, body, *headers))
    assert urls(links) == ["http://www.example.org/next"]
    assert seen.problems == []


def test_a_page_without_a_content_type_is_told_by_its_bytes() -> None:
    links, _ = read(corpus.response(URL, "<!DOCTYPE html>" + PAGE, content_type=""))
    assert urls(links) == ["http://www.example.org/next"]
    links, _ = read(corpus.response(URL, bytes(range(256)) * 9, content_type=""))
    assert links == []


@pytest.mark.parametrize("kind", ["", "unknown/unknown"])
def test_xml_without_a_content_type_is_told_by_its_bytes(kind: str) -> None:
    record = corpus.response(
        URL, "\n<?xml version='1.0'?><loc>http://a.example/?b&amp;c</loc>", content_type=kind
    )
    links, _ = read(record, text=True)
    assert urls(links) == ["http://a.example/?b&c"]
    _, seen = read(record, text=False)
    assert [one.unread for one in seen.retrievals] == [False, True]


VARIED = random.Random(1).randbytes(1 << 17).hex().encode()  # noqa: S311  (what does not compress, no secret)
DAMAGED = {
    "chunked, cut": (chunks(PAGE_BYTES)[:-60], ("Transfer-Encoding: chunked",), "cut off"),
    "chunked, broken": (
        chunks(PAGE_BYTES).replace(b"\r\n32\r\n", b"\r\nzz\r\n", 2),
        ("Transfer-Encoding: chunked",),
        "no chunk",
    ),
    "gzip, cut": (gzip.compress(PAGE_BYTES)[:-20], ("Content-Encoding: gzip",), "cut off"),
    "gzip without its check sum": (gzip.compress(PAGE_BYTES)[:-8], ("Content-Encoding: gzip",), "cut off"),
    "gzip and chunked, cut": (
        chunks(gzip.compress(PAGE_BYTES * 9))[:-40],
        ("Transfer-Encoding: chunked", "Content-Encoding: gzip"),
        "the chunked body is cut off",
    ),
    "deflate, cut": (zlib.compress(PAGE_BYTES)[:-9], ("Content-Encoding: deflate",), "cut off"),
    "zstd, cut": (zstd(PAGE_BYTES + VARIED)[:-9], ("Content-Encoding: zstd",), "zstd data"),
    "brotli, cut": (brotli(PAGE_BYTES + VARIED)[:-500], ("Content-Encoding: br",), "br data"),
}


@pytest.mark.parametrize(("body", "headers", "message"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_body_is_read_as_far_as_it_goes(
    body: bytes, headers: tuple[str, ...], message: str
) -> None:
    links, seen = read(corpus.response(URL, body, *headers) + PLAIN[0])
    assert set(urls(links)) == {"http://www.example.org/next", *EXPECTED[:1]}
    (problem,) = seen.problems
    assert message in problem.message
    assert problem.message.endswith("read as far as it goes")


TYPES = {
    "no type": ("html",),
    "an unknown one": ("application/unknown",),
    "any": ("*/*",),
    "a blank for the semicolon": ("text/html charset=utf-8",),
    "twice in a field": ("text/html, text/html; charset=utf-8",),
    "the last of two fields": ("text/plain", "text/html"),
    "two fields, the last is none": ("text/html", "nothing"),
}


@pytest.mark.parametrize("types", TYPES.values(), ids=TYPES)
def test_the_last_media_type_holds(types: tuple[str, ...]) -> None:
    fields = [f"Content-Type: {one}" for one in types]
    links, seen = read(corpus.response(URL, "<!DOCTYPE html>" + PAGE, *fields, content_type=""))
    assert urls(links) == ["http://www.example.org/next"]
    assert seen.problems == []
    fields = [*fields, "Content-Type: image/png"]
    assert read(corpus.response(URL, "<!DOCTYPE html>" + PAGE, *fields, content_type=""))[0] == []


def test_interim_responses_are_passed_over() -> None:
    hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nX: y\r\n\r\n"
    final = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/b>b</a>"
    for interim in (b"HTTP/1.1 100 Continue\r\n\r\n" + hints, b"\r\n" + hints):
        links, seen = read(corpus.warc("response", URL, interim + final))
        assert urls(links) == ["http://www.example.org/a.css", "http://www.example.org/b"]
        assert links[0].line == interim[: interim.index(b"Link")].count(b"\n") + 1
        assert seen.retrievals[0].status == 200
        assert seen.problems == []


def test_the_status_line_of_other_servers() -> None:
    for start in (b"HTTP/2 200", b"HTTP/1.1 200", b"ICY 200 OK", b"\r\nHTTP/1.0 200 OK"):
        block = start + b"\r\nContent-Type: text/html\r\n\r\n<a href=/b>b</a>"
        links, seen = read(corpus.warc("response", URL, block))
        assert urls(links) == ["http://www.example.org/b"]
        assert seen.retrievals[0].status == 200


def test_a_header_alone_needs_no_empty_line() -> None:
    for end in (b"", b"\r\n", b"\r\n\r\n"):
        links, seen = read(corpus.warc("response", URL, b"HTTP/1.1 301 Moved\r\nLocation: /b" + end))
        assert urls(links) == ["http://www.example.org/b"]
        assert seen.problems == []


def test_a_target_that_is_no_absolute_url_is_told() -> None:
    links, seen = read(corpus.response("/dir/page.html", PAGE))
    assert urls(links) == [None]
    assert "'/dir/page.html'" in seen.problems[0].message


NOUGHTS = bytes(1 << 25)
BOMB = gzip.compress(NOUGHTS)
UNDECODABLE = {
    "gzip, cut at once": (gzip.compress(PAGE_BYTES)[:12], ("Content-Encoding: gzip",), "cut off"),
    "brotli, broken": (b"\x8b\x02\x80" * 5, ("Content-Encoding: br",), "br data"),
    "deflate, broken": (b"\xff\xfe" * 9, ("Content-Encoding: deflate",), "damaged deflate"),
    "unknown": (b"\x00" * 9, ("Content-Encoding: compress",), "'compress'"),
    "gzip bomb": (BOMB, ("Content-Encoding: gzip",), "bomb"),
    "deflate bomb": (
        b"\x78\x9c" + BOMB[10:-8] + zlib.adler32(NOUGHTS).to_bytes(4),
        ("Content-Encoding: deflate",),
        "bomb",
    ),
    "gzip bomb in gzip": (
        gzip.compress(BOMB),
        ("Content-Encoding: gzip, gzip",),
        f"more than {1 << 24:,} bytes",
    ),
    "codings in codings": (PAGE_BYTES, ("Content-Encoding: " + "gzip, " * 99,), "99 codings"),
    "brotli bomb": (brotli(NOUGHTS), ("Content-Encoding: br",), "bomb"),
}


@pytest.mark.parametrize(("body", "headers", "message"), UNDECODABLE.values(), ids=UNDECODABLE)
def test_a_body_that_stays_coded_is_named_and_skipped(
    body: bytes, headers: tuple[str, ...], message: str
) -> None:
    links, seen = read(corpus.response(URL, body, *headers) + PLAIN[0])
    assert urls(links) == EXPECTED[:1]
    (problem,) = seen.problems
    assert message in problem.message
    assert "urn:uuid:" in problem.message


def test_the_target_uri_is_what_a_page_was_retrieved_by() -> None:
    (link,), _ = read(corpus.response(URL, PAGE))
    assert link.base == Base(URL, "retrieval", "WARC-Target-URI")
    links, _ = read(corpus.response(URL, f"<base href=/moved/>{PAGE}"))
    assert links[-1].base == Base("http://www.example.org/moved/", "embedded", "base@href")
    links, _ = read(corpus.response(f"<{URL}>", PAGE))  # WARC 1.0 has it in brackets
    assert urls(links) == ["http://www.example.org/next"]


def test_a_header_of_too_many_fields_is_told() -> None:
    links, seen = read(corpus.response(URL, PAGE, *["A: b"] * 20_000) + PLAIN[0])
    assert urls(links) == ["http://www.example.org/next", *EXPECTED[:1]]
    assert [problem.message.partition(": ")[2] for problem in seen.problems] == [
        "no more than 10,000 fields of its header are read"
    ]


def test_a_record_without_a_target_is_told() -> None:
    links, seen = read(
        corpus.warc("response", "", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>")
    )
    assert urls(links) == [None]
    assert "no WARC-Target-URI" in seen.problems[0].message


def test_the_charset_of_the_header_decides() -> None:
    body = "<a href='?q=é'>é</a>".encode("latin-1")
    (link,), _ = read(corpus.response(URL, body, content_type='text/html; Charset="iso-8859-1"'))
    assert link.url == f"{URL}?q=%E9"
    assert link.anchor == "é"


def test_a_response_that_no_record_holds_is_read_as_well() -> None:
    def told(content: bytes) -> list[str | None]:
        problems: list[Problem] = []
        document = Document(
            content, "application/http", "a.http", claims=(BaseClaim("retrieval", URL, "--base"),)
        )
        found = [link.url for link in read_document(document, on_problem=problems.append)]
        return [*found, *map(str, problems)]

    page = b"HTTP/1.1 200 OK\r\nLink: <b>\r\nContent-Type: text/html\r\n\r\n<a href=c>"
    assert told(page) == ["http://www.example.org/dir/b", "http://www.example.org/dir/c"]
    assert told(b"<a href=c>") == ["a.http: the message: it holds no whole HTTP header: skipped"]


def test_redirects_are_told_and_their_target_is_a_link() -> None:
    links, seen = read(corpus.response(URL, "", "Location: /new#part", status="302 Found"))
    assert seen.retrievals == [Retrieval(URL, status=302, location="/new#part")]
    (link,) = links
    assert (link.url, link.element, link.attribute) == ("http://www.example.org/new#part", "http", "Location")
    assert link.row()["region"] == "header"
    assert link.place == "x.warc@0#header:4:11"


def test_a_location_without_a_redirect_is_no_link() -> None:
    links, seen = read(corpus.response(URL, "", "Location: /new"))
    assert links == []
    assert seen.retrievals == [Retrieval(URL, status=200)]


def test_what_is_wrong_with_a_page_says_which_record_it_is() -> None:
    records = [
        corpus.response(URL, "<a href=x>"),
        corpus.response(URL, b"<meta charset=utf-8>\n<p>\xe9", content_type="text/html"),
        corpus.response(URL, b"<p>", content_type="application/xhtml+xml; charset=bogus"),
        corpus.response(URL, b"/* \xe9 */ @import 'a.css'", content_type="text/css; charset=utf-8"),
    ]
    _, seen = read(b"".join(records))
    starts = [sum(map(len, records[:number])) for number in (1, 2, 3)]
    assert [(problem.source, problem.line) for problem in seen.problems] == [
        (f"x.warc@{starts[0]}", 2),
        (f"x.warc@{starts[1]}", None),
        (f"x.warc@{starts[2]}", 1),
    ]


def test_link_fields_are_relative_to_the_response_whatever_the_page_says() -> None:
    headers = ('Link: </a>; rel="preload stylesheet", <b>;rel=next', "link:\r\n <c>", "Refresh: 3; url=d")
    links, _ = read(corpus.response(URL, "<base href=/elsewhere/><a href=e>", *headers))
    found = {(link.attribute, link.url, link.rel) for link in links if link.element == "http"}
    assert found == {
        ("Link", "http://www.example.org/a", "preload stylesheet"),
        ("Link", "http://www.example.org/dir/b", "next"),
        ("link", "http://www.example.org/dir/c", None),
        ("Refresh", "http://www.example.org/dir/d", None),
    }
    assert all(link.raw == link.text for link in links if link.element == "http")


@pytest.mark.parametrize("kind", ["application/pdf", "text/plain", "text/html"])
def test_what_is_no_page_asks_robots_in_its_header_alone(kind: str) -> None:
    _, seen = read(corpus.response(URL, "", "X-Robots-Tag: noindex", content_type=kind))
    assert seen.retrievals == [Retrieval(URL, status=200, noindex=True)]


def test_what_a_page_asks_of_robots_is_known() -> None:
    page = '<meta name=ROBOTS content="NoArchive"><template><meta name=robots content=noindex></template><a href=x>'
    record = corpus.response(URL, page, "X-Robots-Tag: none", "X-Robots-Tag: otherbot: nosnippet")
    (link,), _ = read(record, robots=True)
    assert link.document.robots == {"noarchive", "none", "noindex", "nofollow"}
    (link,), _ = read(corpus.response(URL, page), robots=True)
    assert link.document.robots == {"noarchive"}


def test_the_records_around_a_crawl_are_no_pages() -> None:
    around = [
        corpus.warc("warcinfo", "", b"<a href=x>", content_type="text/html"),
        corpus.request(URL),
        corpus.warc("resource", "metadata://example.org/log", b"<a href=x>", content_type="text/html"),
        corpus.warc("resource", "dns:a.example", b"192.0.2.1", content_type="text/dns"),
    ]
    links, seen = read(b"".join(around), text=True)
    assert links == []
    assert seen.problems == []


def test_resources_and_revisits_are_told() -> None:
    resource = corpus.warc("resource", URL, PAGE.encode(), content_type="text/html; charset=utf-8")
    revisit = corpus.warc("revisit", URL, b"HTTP/1.1 200 OK\r\nLink: <x>\r\n\r\n")
    links, seen = read(resource + revisit)
    assert urls(links) == ["http://www.example.org/next", "http://www.example.org/dir/x"]
    assert seen.retrievals == [Retrieval(URL), Retrieval(URL, revisit=True), Retrieval(URL, status=200)]


def test_the_hops_of_a_crawler_are_the_depth() -> None:
    _, seen = read(corpus.hops(URL, "LLE") + corpus.hops(f"{URL}?2", ""))
    assert [(item.url, item.depth) for item in seen.retrievals] == [(URL, 3), (f"{URL}?2", 0)]


def test_style_sheets_are_read_and_images_are_not() -> None:
    style = "a { background: url(i.png) } @import '/b.css';"
    records = corpus.response(URL, style, content_type="text/css") + corpus.response(
        URL, b"\x89PNG http://in.example/" + bytes(200_000), content_type="image/png"
    )
    links, seen = read(records, text=True)
    assert urls(links) == ["http://www.example.org/dir/i.png", "http://www.example.org/b.css"]
    assert len(seen.retrievals) == 2


def test_an_image_with_links_is_read_as_the_page_that_it_is() -> None:
    image = (
        "<svg xmlns='http://www.w3.org/2000/svg'><a href='next?é'><image href='i.png'/></a>"
        "<style><![CDATA[a { fill: url(/p.svg#x) }]]></style></svg>"
    )
    links, _ = read(corpus.response(URL, image, content_type="image/svg+xml"))
    base = "http://www.example.org"
    assert urls(links) == [f"{base}/dir/next?%C3%A9", f"{base}/dir/i.png", f"{base}/p.svg#x"]


def test_text_is_read_where_it_is_asked_for() -> None:
    record = corpus.response(URL, "see http://in.example/x.", content_type="text/plain")
    assert read(record)[0] == []
    assert urls(read(record, text=True)[0]) == ["http://in.example/x"]


LONG = {
    "text/plain": "{}",
    "application/rss+xml": "<rss><link>{}</link></rss>",
    "application/json": '{{"a": "{}"}}',
    "image/svg+xml": "<svg><title>{}</title></svg>",
}


@pytest.mark.parametrize("media", LONG)
def test_what_is_read_is_read_to_its_end(media: str) -> None:
    body = LONG[media].format(f"http://in.example/1 {'word ' * 20_000} http://in.example/2")
    links, _ = read(corpus.response(URL, body, content_type=media), text=True)
    assert urls(links) == ["http://in.example/1", "http://in.example/2"]


# -- files


@pytest.mark.parametrize("name", ["crawl.warc.gz", "lying.warc", "packed.wacz"])
def test_an_archive_is_known_by_its_content(name: str, tmp_path: Path) -> None:
    file = tmp_path / "nameless"
    file.write_bytes((corpus.FOLDER / name).read_bytes())
    (document,) = InputOptions().documents([str(file)], on_problem=[].append)
    assert document.media_type == ("application/wacz" if name.endswith("wacz") else "application/warc")


def test_a_gzipped_text_is_no_archive() -> None:
    assert archive_kind(gzip.compress(b"see http://a/")) is None
    assert archive_kind(b"\x1f\x8b\x08 damaged") is None
    assert archive_kind(zstd(PLAIN[0]), "x.warc.zst") == "warc"


def test_a_packed_archive_names_the_file_inside() -> None:
    links, seen = read((corpus.FOLDER / "packed.wacz").read_bytes(), media="application/wacz")
    assert {link.part for link in links if link.element != "http"} == {
        "archive/one.warc.gz",
        "archive/two.warc.gz",
    }
    assert (f"{corpus.SITE}/lamps/", 1) in {(item.url, item.depth) for item in seen.retrievals}


def test_damage_in_a_packed_archive_costs_its_file_alone() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("archive/a.warc", PLAIN[0] * 50)
        file.writestr("archive/b.warc", PLAIN[1])
        file.writestr("pages/pages.jsonl", "no json\n[1]\n")
    packed = bytearray(out.getvalue())
    packed[80:90] = bytes(10)
    links, seen = read(bytes(packed), media="application/wacz")
    assert urls(links)[-1] == EXPECTED[1]
    assert [problem.part for problem in seen.problems] == ["archive/a.warc"]


@pytest.mark.parametrize("offset", [b"\xff\xff", b"\x00\x00\x01"])
def test_a_damaged_directory_of_a_packed_archive_is_told(offset: bytes) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("archive/a.warc", PLAIN[0])
    packed = bytearray(out.getvalue())
    start = (
        packed.rindex(b"PK\x05\x06") + 16
    )  # where the directory begins: now its files would lie before the file
    packed[start : start + len(offset)] = offset
    links, seen = read(bytes(packed), media="application/wacz")
    assert links == []
    assert [(problem.part, problem.message) for problem in seen.problems] == [
        ("archive/a.warc", "cannot be read: its central directory is damaged")
    ]


LINES = b"\n" * (1 << 18)
TOO_MUCH = "cannot be read: it unpacks to too much: given up as a bomb"


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wacz, "LIMITS", Limits(ratio=50, ratio_from=1 << 16))


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("name", ["archive/bomb.warc", "pages/bomb.jsonl"])
def test_a_bomb_in_a_packed_archive_costs_itself_alone(name: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, LINES)
        file.writestr("archive/whole.warc", PLAIN[0])
    links, seen = read(out.getvalue(), media="application/wacz")
    assert urls(links) == EXPECTED[:1]
    assert [(problem.part, problem.message) for problem in seen.problems] == [(name, TOO_MUCH)]


@pytest.mark.usefixtures("small_limits")
def test_files_of_a_packed_archive_that_share_their_bytes_are_counted_together() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("archive/one.warc", PLAIN[0] + LINES[: 1 << 15])
        file.filelist *= 20
    links, seen = read(out.getvalue(), media="application/wacz")
    assert urls(links) == EXPECTED[:1] * (20 - len(seen.problems))
    told = {problem.message.partition(":")[2].partition(":")[0] for problem in seen.problems}
    assert told in (
        {TOO_MUCH.partition(":")[2].partition(":")[0]},
        {" Overlapped entries"},
    )  # which new Pythons see
    assert len(links) < 5


def test_no_path_in_a_packed_archive_leaves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    names = [
        "archive/../../up.warc",
        f"{tmp_path}/root.warc",
        "..\\up.warc",
        "~/home.warc",
        "../pages/pages.jsonl",
    ]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name in names:
            file.writestr(name, PLAIN[0])
    links, seen = read(out.getvalue(), media="application/wacz")
    assert urls(links) == EXPECTED[:1] * 4
    assert [link.part for link in links] == names[:4]
    assert not seen.problems
    assert [path.name for path in tmp_path.rglob("*")] == ["inner"]


@pytest.mark.parametrize("content", [b"PK\x03\x04 nothing", b"", b"no zip"])
def test_what_is_no_zip_file_is_told(content: bytes) -> None:
    links, seen = read(content, media="application/wacz")
    assert links == []
    assert "ZIP" in seen.problems[0].message


def test_gzip_data_is_unpacked_although_the_header_has_lost_its_coding() -> None:
    links, seen = read(corpus.response(URL, gzip.compress(PAGE_BYTES)))
    assert urls(links) == ["http://www.example.org/next"]
    assert seen.problems == []


def test_a_revisit_may_hold_nothing() -> None:
    links, seen = read(corpus.warc("revisit", URL, b""))
    assert links == []
    assert seen.retrievals == [Retrieval(URL, revisit=True)]
    assert seen.problems == []


@pytest.mark.parametrize(("location", "url"), [
    # as Chromium requests them
    (b"/caf\xe9?q=\xe9", "http://www.example.org/caf%E9?q=%E9"),
    (b"/caf\xc3\xa9", "http://www.example.org/caf%C3%A9"),
])  # fmt: skip
def test_a_location_is_sent_in_the_octets_it_came_in(location: bytes, url: str) -> None:
    block = b"HTTP/1.1 301 Moved\r\nLocation: " + location + b"\r\n\r\n"
    (link,), seen = read(corpus.warc("response", URL, block))
    assert link.url == url
    assert resolve(seen.retrievals[0].location or "", URL, dialect="whatwg") == url


@pytest.mark.parametrize("status", ["300 Multiple Choices", "304 Not Modified", "201 Created"])
def test_only_some_status_codes_redirect(status: str) -> None:
    _, seen = read(corpus.response(URL, "", "Location: /new", status=status))
    assert seen.retrievals[0].location is None


XHTML_PAGE = """<?xml version="1.0"?>
<!-- a page --><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd" [
<!ENTITY x "y"> ]>
<html xml:lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><script src="s.js"/></head>
<body><p><a href="n"/></p></body></html>"""


@pytest.mark.parametrize("media", ["application/xml", "text/xml; charset=utf-8"])
def test_xml_with_the_root_of_xhtml_is_a_page(media: str) -> None:
    links, seen = read(corpus.response(URL, XHTML_PAGE, content_type=media))
    assert urls(links) == ["http://www.example.org/dir/s.js", "http://www.example.org/dir/n"]
    feed = '<?xml version="1.0"?><rss xmlns:h="http://www.w3.org/1999/xhtml"><link>http://a/</link><a href="n"/></rss>'
    for other in (
        corpus.response(URL, feed, content_type=media),
        corpus.response(URL, XHTML_PAGE, content_type="x/y"),
    ):
        assert read(other)[0] == []
    assert seen.problems == []


@pytest.mark.parametrize("body", [
    "<!-- a comment --> words <a href='../next'>", "<!--><a href='../next'>", "\n <p/><a href='../next'>",
    "<base target=x><a href='../next'>", "<br/><a href='../next'>", "<TITLE/></title><a href='../next'>",
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><a/><a href="../next"/></html>',
])  # fmt: skip
def test_a_page_without_a_content_type_is_what_browsers_take_for_one(body: str) -> None:
    links, seen = read(corpus.response(URL, body, content_type=""))
    assert urls(links) == ["http://www.example.org/next"]
    assert seen.problems == []
    assert read(corpus.response(URL, f"words {body}", content_type=""))[0] == []


@pytest.mark.parametrize(
    ("given", "date"),
    [
        ("2016-09-19T17:20:24Z", "2016-09-19T17:20:24Z"),
        ("2016-09-19T17:20:24.123456789Z", "2016-09-19T17:20:24Z"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"),
        ("2016", "2016-01-01T00:00:00Z"),
        ("2016-09", "2016-09-01T00:00:00Z"),
        ("2016-09-19", "2016-09-19T00:00:00Z"),
        ("2016-09-19T17:20Z", "2016-09-19T17:20:00Z"),
        *((given, None) for given in ("", "soon", "0000", "2016-13", "2016-09-31", "2016-09-19T24:00:00Z")),
        *(
            (given, None)
            for given in ("99999-01-01T00:00:00Z", "-1", "2016-09-19T17:20:24+01:00", "２０１６")
        ),
    ],
)
def test_a_date_is_a_whole_one_or_none(given: str, date: str | None) -> None:
    """A store and Parquet take no other ones."""
    record = corpus.response(URL, "<a href=x>")
    (link,), seen = read(record.replace(b"2026-03-14T09:26:53Z", given.encode()))
    assert link.row()["date"] == date
    assert seen.problems == []


def test_a_link_field_may_have_several_images() -> None:
    field = 'Link: <a.png>; rel=preload; as=image; imagesrcset="a.png 1x, b.png?x,y 2x"; imagesizes=50vw, <c>'
    links, seen = read(corpus.response(URL, "", field))
    assert [link.text for link in links] == ["a.png", "a.png", "b.png?x,y", "c"]
    assert [link.kind for link in links] == ["resource", "resource", "resource", "metadata"]
    assert all(link.raw == link.text for link in links)
    places = (field.index("<a") + 2, field.index('"a') + 2, field.index("b.png") + 1, field.index("c>") + 1)
    assert tuple(link.column for link in links) == places
    assert seen.problems == []


@pytest.mark.parametrize(("said", "depth"), [("7", 7), ("-1", None), ("1000000000000", None), ("true", None)])
def test_the_depth_that_a_list_of_pages_tells(said: str, depth: int | None) -> None:
    found = wacz._page(b'{"url": "http://a.example/", "depth": %b}' % said.encode())
    assert (found and found.depth) == depth
