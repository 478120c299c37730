"""The stages joined: claims, children, dialects, problems, limits; readers made for the occasion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from support.work import peak_of
from urlglean import pipeline
from urlglean.candidate import Candidate, Facts, FallbackCandidate, MarkupCandidate, Opened
from urlglean.document import BaseClaim, Document, Encoding, Message, ReadOptions
from urlglean.errors import InputError
from urlglean.links import resolution
from urlglean.links.base import Base
from urlglean.links.link import Link
from urlglean.pipeline import Item, read_document, reader_of
from urlglean.reports import Problem
from urlglean.text import Text


def made(text: str, kind: type[Candidate] = Candidate) -> Candidate:
    """Make a Candidate as its reader does: that of a text says what showed its start."""
    if kind is not Candidate:
        return kind(text, Text(text), 0, len(text))
    opened = Opened.WWW if text.startswith("www.") else Opened.SCHEME
    return Candidate(text, Text(text), 0, len(text), Facts(opened=opened))


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a Document's content be the list of what its reader yields; an exception in it is raised."""

    def read(document: Document, options: ReadOptions) -> Iterator[Item]:
        for item in document.content:
            if isinstance(item, BaseException):
                raise item
            yield item

    monkeypatch.setattr(pipeline, "reader_of", lambda _media_type: read)


def run(document: Document, **options: str) -> tuple[list[Link], list[str]]:
    problems: list[Problem] = []
    links = list(read_document(document, on_problem=problems.append, dialect=options.get("dialect")))
    return links, [str(problem) for problem in problems]


def page(*items: object, base: str | None = "http://r/x/") -> Document:
    claims = (BaseClaim("retrieval", base, "--base"),) if base else ()
    return Document(items, "text/html", "p.html", claims=claims)


def urls(links: Iterable[Link]) -> list[str | None]:
    return [link.url for link in links]


@pytest.mark.usefixtures("scripted")
class TestBases:
    def test_an_embedded_claim_decides_for_all(self) -> None:
        links, _ = run(page(BaseClaim("embedded", "b/", "base@href"), made("c", MarkupCandidate)))
        assert urls(links) == ["http://r/x/b/c"]
        assert links[0].base == Base("http://r/x/b/", "embedded", "base@href")

    def test_a_fallback_candidate_goes_past_it(self) -> None:
        links, _ = run(page(BaseClaim("embedded", "b/", "base@href"), made("c", FallbackCandidate)))
        assert urls(links) == ["http://r/x/c"]
        assert links[0].base == Base("http://r/x/", "retrieval", "--base")

    def test_the_same_reference_against_both_bases(self) -> None:
        items = [made("c", MarkupCandidate), made("c", FallbackCandidate), made("c", MarkupCandidate)]
        links, _ = run(page(BaseClaim("embedded", "b/", "base@href"), *items))
        assert urls(links) == ["http://r/x/b/c", "http://r/x/c", "http://r/x/b/c"]

    def test_a_child_inherits(self) -> None:
        child = Document([made("c", MarkupCandidate)], "text/html", "p.html")
        links, _ = run(page(BaseClaim("embedded", "b/", "base@href"), child))
        assert urls(links) == ["http://r/x/b/c"]
        assert links[0].base == Base("http://r/x/b/", "encapsulating", "base@href")

    def test_claims_on_a_part_and_in_its_content(self) -> None:
        inner = [BaseClaim("embedded", "e/", "base@href"), made("f", MarkupCandidate)]
        part = Document(
            inner, "text/html", "m", claims=(BaseClaim("embedded", "http://c/d/", "Content-Base"),)
        )
        links, _ = run(Document([part], "message/rfc822", "m"))
        assert urls(links) == ["http://c/d/e/f"]

    def test_mail_without_any_base(self) -> None:
        part = Document([made("f", MarkupCandidate)], "text/html", "m", message=Message())
        links, _ = run(Document([part], "message/rfc822", "m"))
        assert urls(links) == ["thismessage:/f"]
        assert links[0].base is not None
        assert links[0].base.rule == "default"


@pytest.mark.usefixtures("scripted")
class TestDialects:
    RAW = " \\a\\b\n "

    def test_attributes_are_read_as_browsers_do(self) -> None:
        assert urls(run(page(made(self.RAW, MarkupCandidate)))[0]) == ["http://r/a/b"]

    def test_a_pages_text_is_prose(self) -> None:
        links, _ = run(page(made("http://A/x/../é"), made("www.b.org")))
        assert urls(links) == ["http://A/é", "http://www.b.org"]

    def test_the_dialect_can_be_chosen_for_everything(self) -> None:
        items = [made("http://A/é"), made("?y", MarkupCandidate)]
        assert urls(run(page(*items), dialect="whatwg")[0]) == ["http://a/%C3%A9", "http://r/x/?y"]
        assert urls(run(page(*items, base="http://r/x"), dialect="rfc2396")[0]) == [
            "http://A/é",
            "http://r/?y",
        ]

    def test_the_documents_encoding_encodes_the_query(self) -> None:
        links, _ = run(page(Encoding("windows-1252"), made("?é", MarkupCandidate)))
        assert urls(links) == ["http://r/x/?%E9"]

    def test_mail_attributes_in_the_older_dialect_of_prose(self) -> None:
        document = Document([made("../c", MarkupCandidate)], "text/markdown", "x.md")
        document = document._replace(claims=(BaseClaim("retrieval", "http://r/a/b", "--base"),))
        assert urls(run(document)[0]) == ["http://r/c"]


@pytest.mark.usefixtures("scripted")
class TestNothingIsLost:
    def test_what_comes_to_no_url_is_a_link_that_says_why(self) -> None:
        links, problems = run(page(made("c", MarkupCandidate), made("http://[x", MarkupCandidate), base=None))
        assert urls(links) == [None, None]
        assert problems == []
        assert all(link.notes[-1].startswith("no URL: ") for link in links)

    def test_a_reader_that_fails_costs_its_document_the_rest_of_it(self) -> None:
        bad = Document(
            [made("http://before/"), ZeroDivisionError("oops"), made("http://lost/")], "text/html", part="2"
        )
        links, problems = run(Document([bad, made("http://after/")], "message/rfc822", "m.eml"))
        assert urls(links) == ["http://before/", "http://after/"]
        assert problems == ["-#2: reading it as text/html failed (ZeroDivisionError: oops); the rest goes on"]
        _, problems = run(Document([MemoryError()], "text/html", "-"))
        assert problems == ["-: reading it as text/html failed (out of memory); the rest goes on"]

    def test_a_page_that_cannot_be_asked_what_it_wants_of_robots(self) -> None:
        problems: list[Problem] = []
        options = ReadOptions(robots=True)
        links = list(read_document(page(made("http://a/")), options=options, on_problem=problems.append))
        assert urls(links) == ["http://a/"]
        assert [str(problem) for problem in problems] == [
            "p.html: what it asks of robots cannot be told"
            " (AttributeError: 'tuple' object has no attribute 'find_all'); the rest goes on"
        ]

    def test_an_error_that_explains_itself(self) -> None:
        _, problems = run(page(InputError("no such part")))
        assert problems == ["p.html: no such part"]

    def test_an_interrupt_is_no_problem_of_a_document(self) -> None:
        with pytest.raises(KeyboardInterrupt):
            run(page(KeyboardInterrupt()))

    def test_problems_come_as_they_are_found(self) -> None:
        _, problems = run(page(Problem("p.html", "one", 3), Problem("p.html", "two", 4, 5, part="1")))
        assert problems == ["p.html:3: one", "p.html:4:5 (part 1): two"]

    def test_a_nest_without_end(self) -> None:
        nested: list[object] = []
        nested.append(Document(nested, "text/html", "deep"))
        nested.insert(0, made("http://a/"))
        links, problems = run(Document(nested, "text/html", "deep"))
        assert len(links) == pipeline.MAX_DEPTH + 1
        assert problems == [
            f"deep: documents in documents more than {pipeline.MAX_DEPTH} deep: not read any deeper"
        ]

    def test_more_references_than_are_remembered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(resolution, "_MEMO_SIZE", 3)
        names = [f"n{number % 7}" for number in range(50)]
        links, _ = run(page(*(made(name, MarkupCandidate) for name in names)))
        assert urls(links) == [f"http://r/x/{name}" for name in names]


@pytest.mark.usefixtures("scripted")
def test_links_let_go_of_content_all_the_way_up() -> None:
    child = Document([made("http://a/")], "text/html", "m", evidence={"http://b/"})
    (link,), _ = run(Document([child], "message/rfc822", "m"))
    assert link.document.content is None
    assert link.document.evidence == ()
    assert link.document.parent is not None
    assert link.document.parent.content is None


@pytest.mark.usefixtures("scripted")
def test_reading_is_lazy() -> None:
    def endless() -> Iterator[Candidate]:
        while True:
            yield made("http://a/")

    links = read_document(Document(endless(), "text/plain"), on_problem=print)
    assert [next(links).url for _ in range(3)] == ["http://a/"] * 3


@pytest.mark.usefixtures("scripted")
def test_progress_follows_the_messages_of_an_mbox() -> None:
    class Count:
        total = 0

        def advance(self, amount: int) -> None:
            self.total += amount

    messages = [Document([], "message/rfc822", "box", message=Message(offset=at)) for at in (0, 700, 1500)]
    progress = Count()
    box = Document(messages, "application/mbox", "box")
    assert list(read_document(box, on_problem=print, progress=progress)) == []
    assert progress.total == 1500


def test_media_types() -> None:
    assert reader_of("text/html") == reader_of("application/xhtml+xml")
    assert reader_of("message/rfc822") == reader_of("application/mbox")
    assert reader_of("text/plain") == reader_of("text/x-log")
    assert reader_of("image/png") is None
    assert run(Document(b"", "image/png", "x.png")) == ([], ["x.png: there is no reader for image/png"])


def test_text_has_evidence_and_options() -> None:
    document = Document("see example.com/x", "text/plain")
    options = ReadOptions(delimit={"schemeless": True})
    assert urls(read_document(document, options=options, on_problem=print)) == ["http://example.com/x"]


def test_text_damage_is_a_problem() -> None:
    links, problems = run(Document(b"a\nhttp://x/\n\xe9", "text/plain", "t.txt", encoding="utf-8"))
    assert urls(links) == ["http://x/"]
    assert problems == ["t.txt:3: declared as utf-8, but it is not: read as windows-1252"]


@pytest.mark.parametrize(
    "media_type", ["text/plain", "text/css", "text/markdown", "text/x-rst", "application/x-ipynb+json"]
)
@pytest.mark.parametrize(
    ("encoding", "problem"),
    [
        (
            "utf-8",
            Problem("t", "declared as utf-8, but it is not: read as windows-1252", 2, part="2", lost=False),
        ),
        ("euc_jp", Problem("t", "not valid euc_jp here", 2, part="2")),
    ],
)
def test_what_is_wrong_with_the_encoding_is_told_alike_of_every_kind_of_text(
    media_type: str, encoding: str, problem: Problem
) -> None:
    problems: list[Problem] = []
    document = Document(b"\n\xff", media_type, "t", part="2", encoding=encoding)
    list(read_document(document, on_problem=problems.append))
    assert problem in problems


def test_text_in_pieces_of_bytes() -> None:
    text = "see http://a/é and <http://b/\nc>"
    data = text.encode()
    pieces = [data[at : at + 1] for at in range(len(data))]
    assert urls(run(Document(iter(pieces), "text/plain"))[0]) == ["http://a/é", "http://b/c"]


def in_pages(text: str, depth: int, before: str = "") -> str:
    """Put a page into a page, and so on."""
    for _ in range(depth):
        escaped = text.replace("&", "&amp;").replace('"', "&quot;")
        text = f'{before}<iframe srcdoc="{escaped}"></iframe>'
    return text


def test_of_pages_in_pages_one_at_a_time_is_held() -> None:
    def links(depth: int, filler: int) -> list[str]:
        page = in_pages("<a href=http://a.example/>" + " " * filler, depth)
        return [link.place for link in read_document(Document(page, "text/html", "a.html"))]

    names = ".".join(["srcdoc1"] * 30)
    assert links(30, 0) == [f"a.html#{names}:1:9"]
    links(30, 1000)
    peaks = [peak_of(lambda depth=depth: links(depth, 300_000)) for depth in (2, 30)]
    assert peaks[1] < 2 * peaks[0]


def test_pages_in_pages_that_are_long_together_are_not_read_any_deeper(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pipeline, "_MOST_AROUND", 5000)
    link = "<a href=http://a.example/></a>"
    page = in_pages(link, 9, before=link + "x" * 2000)
    problems: list[Problem] = []
    found = list(read_document(Document(page, "text/html", "a.html"), on_problem=problems.append))
    assert [one.part for one in found] == [None, "srcdoc1"], (
        "what the outermost page holds is read at any size"
    )
    assert [(one.source, one.message) for one in problems] == [
        ("a.html#srcdoc1.srcdoc1", "pages in pages of more than 0 MB together: not read any deeper")
    ]
