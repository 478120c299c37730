"""Extraction from what somebody has at hand: a text, a page, a message, a file or folder.

Each function makes a `Document` of what it is given, parts the options of `delimit` from those of the readers, refuses
what has no meaning there, and hands both to `urlglean.pipeline.read_document`. What only some of them need is imported
when they are called: a text is read without what reads pages and mail.

The library
-----------

Everything public is in ``urlglean``. The docstrings tell arguments, results and errors:
``help(urlglean.extract_text)``.

A Link has ``url``, ``candidate``, ``base``, ``document``; and ``text``, ``raw``, ``spans``, ``line``, ``column``,
``position``, ``place``, ``delimiter``, ``alternatives``, ``notes``, ``element``, ``attribute``, ``rel``, ``kind``,
``anchor``, ``inert``, ``source``, ``part``, ``message``, ``redirect_chain``, ``target``, ``scheme``, ``is_relative``,
``lacks_base``, ``why_no_url``; ``key()`` and ``row()``. Its ``url`` is what you fetch: the reference, resolved, and not
changed in any other way. Its ``key()`` is what you compare by.

The functions take the options of the commands by keyword: ``base=``, ``encoding=``, ``dialect=``, ``schemeless=``,
``emails=``, ``network_path=``, ``refang=``, ``unwrap_redirectors=``; for pages ``text=``, ``lazy=``, ``noscript=``,
``templates=``, ``comments=``, ``scripts=``, ``json_ld=``, ``max_page=``, ``robots=`` (what pages ask of robots, as
``document.robots``); for Markdown ``code=``, ``wiki_links=`` and ``undefined=`` (references by a label that nothing
defines, as Links without a URL); for reStructuredText ``code=`` and ``undefined=``; for notebooks, by ``extract_path``,
``code=`` and ``outputs=``; for mail ``footers=``. Two more have no option of the commands: ``schemes=`` gives only
Links of these schemes, wherever they stand, ``iri=False`` ends a URL in text at the first character that is not ASCII.
``read_document`` tells of what references may lead to, headings and ids, where ``on_anchor=`` is a function
(``anchors=`` of its ``ReadOptions``). What has no meaning for a function, such as ``scripts=`` for ``extract_text``, is
a ``TypeError``. Type checkers and editors know them all.

Links are immutable; equal ones say the same of themselves, and they can be copied, pickled, hashed and sent to other
threads and processes. So can Candidates, options and errors. Threads may extract at the same time, each by iterators of
its own. The iterators are lazy: close one, or let it go, and its file is closed. A byte-order mark at the beginning is
not counted by offsets and columns, unless it stands in a string that is read as plain text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from urlglean.delimiting.stream import OPTIONS, checked
from urlglean.document import STDIN, BaseClaim, Document, ReadOptions
from urlglean.errors import InputError, require, require_known
from urlglean.links.link import Link
from urlglean.pipeline import read_document, warn
from urlglean.reports import Attachment, Observer, Problem
from urlglean.uri.resolve import DIALECTS

if TYPE_CHECKING:
    from email.message import Message
    from typing import TypedDict, Unpack

    from bs4 import Tag

    from urlglean.inputs.files import InputOptions

    class _TextOptions(TypedDict, total=False):
        """The options of `delimit`, and of Links, as type checkers and editors know them."""

        schemeless: bool
        emails: bool
        network_path: bool
        refang: bool
        schemes: Iterable[str] | None
        iri: bool
        unwrap_redirectors: bool

    class _KnownOptions(_TextOptions, total=False):
        known: Container[str]

    class _MarkupOptions(_TextOptions, total=False):
        """Those, and the fields of `ReadOptions` that concern all HTML, that in mail and documentation too."""

        text: bool
        lazy: bool
        templates: bool
        comments: bool
        scripts: bool
        json_ld: bool
        max_page: int

    class _PageOptions(_MarkupOptions, total=False):
        noscript: bool
        robots: bool

    class _RstOptions(_MarkupOptions, total=False):
        noscript: bool
        code: bool
        undefined: bool

    class _MarkdownOptions(_RstOptions, total=False):
        wiki_links: bool

    class _MailOptions(_MarkupOptions, total=False):
        robots: bool
        footers: bool

    class _AllOptions(_PageOptions, _MailOptions, _MarkdownOptions, total=False):
        """All there are."""

        outputs: bool


__all__ = [
    "extract_html",
    "extract_mail",
    "extract_markdown",
    "extract_path",
    "extract_rst",
    "extract_text",
    "options_of_rows",
]

_TextSource: TypeAlias = (
    "str | bytes | bytearray | memoryview | IO[str] | IO[bytes] | Iterable[str] | Iterable[bytes]"
)
_IN_MEMORY = (str, bytes, bytearray, memoryview)
_PIECE = 1 << 20


def extract_text(
    text: _TextSource,
    *,
    base: str | None = None,
    encoding: str | None = None,
    dialect: str | None = None,
    name: str = "-",
    on_problem: Callable[[Problem], object] | None = None,
    **options: Unpack[_KnownOptions],
) -> Generator[Link, None, None]:
    """Yield the Links of a plain text, in order, lazily.

    Args:
        text: A string, bytes, an iterable of pieces of either, or an open file; what comes in pieces is read
            as the Links are asked for. The pieces may be cut anywhere: they are put end to end, so lines need
            their line feeds. Where the iterable or the file raises, that is raised behind the Links before.
        base: The URI the text was retrieved by, for relative references in ``<URL:...>``.
        encoding: What bytes are encoded in; None to tell from the bytes. An unknown one is a Problem.
        dialect: One of `urlglean.uri.resolve.DIALECTS`; None for ``rfc3986``.
        name: What the Links call their source.
        on_problem: Called with each `Problem`; without it, each is a `UrlgleanWarning`.
        **options: Those of `urlglean.delimiting.stream.delimit`: ``schemeless``, ``emails``, ``network_path``,
            ``refang``, ``schemes``, ``iri``, and ``known``, a container of URLs that are known whole; and
            ``unwrap_redirectors``, for Links whose ``target`` is what a redirector's URL leads to.

    Raises:
        TypeError: There is no such option for a text, or an argument is of a wrong type (one of the pieces: which is
            told when it comes).
        UrlgleanError: There is no such dialect, or ``schemes`` holds what is no scheme.

    >>> [link.url for link in extract_text("(see http://www.w3.org/TR.)")]
    ['http://www.w3.org/TR']

    """
    content = _pieces(text)
    others: dict[str, Any] = {**options}
    evidence: Any = ()
    if "known" in others:
        require(Container, known=(evidence := others.pop("known")))
    links = _read(content, "text/plain", others, name, base, encoding, dialect, on_problem, evidence=evidence)
    return content.raising_behind(links) if isinstance(content, _GivenPieces) else links


def extract_html(
    html: str | bytes | bytearray | memoryview | IO[str] | IO[bytes] | Tag,
    *,
    base: str | None = None,
    encoding: str | None = None,
    dialect: str | None = None,
    name: str = "-",
    on_problem: Callable[[Problem], object] | None = None,
    **options: Unpack[_PageOptions],
) -> Generator[Link, None, None]:
    """Yield the Links of a page, in order, lazily.

    Args:
        html: A string, bytes, an open file, or a BeautifulSoup tree, all of it or an element with what is in it.
        base: The URI the page was retrieved by; a ``base`` element in it is resolved against it, and wins.
        encoding: What its transport (an HTTP header) says bytes are encoded in. An unknown one is a Problem.
        dialect: One of `urlglean.uri.resolve.DIALECTS` for everything; None for ``whatwg`` in attributes and
            ``rfc3986`` in the page's text.
        name: What the Links call their source.
        on_problem: Called with each `Problem`; without it, each is a `UrlgleanWarning`.
        **options: Those of `urlglean.document.ReadOptions` that concern HTML, and those of
            `urlglean.delimiting.stream.delimit` for the page's text.

    Raises:
        TypeError, UrlgleanError: As for `extract_text`.

    >>> [link.url for link in extract_html("<base href=b/><a href=../c>c</a>", base="http://x/a/")][-1]
    'http://x/a/c'

    """
    content: Any = html
    if not hasattr(html, "find_all"):  # asked first, as a tree answers to any attribute's name
        content = _whole(html, "a BeautifulSoup tree")
    return _read(content, "text/html", options, name, base, encoding, dialect, on_problem)


def extract_mail(
    message: str | bytes | bytearray | memoryview | IO[str] | IO[bytes] | Message,
    *,
    base: str | None = None,
    dialect: str | None = None,
    name: str = "-",
    on_problem: Callable[[Problem], object] | None = None,
    on_attachment: Callable[[Attachment], object] | None = None,
    **options: Unpack[_MailOptions],
) -> Generator[Link, None, None]:
    r"""Yield the Links of a mail message and its parts, in order, lazily.

    Args:
        message: The message as bytes (or, less surely, as a string), an open file, or an
            `email.message.Message`.
        base: The URI the message was retrieved by; ``Content-Base`` and its like in the message win.
        dialect: As for `extract_html`.
        name: What the Links call their source.
        on_problem: Called with each `Problem`; without it, each is a `UrlgleanWarning`.
        on_attachment: Called with each `Attachment`, which is no text and so is not read.
        **options: As for `extract_html`, but for ``noscript``, which is read in any case: no mail program runs
            scripts; and ``footers``, which is False to leave out signatures, list footers, and the header fields
            (``List-*``) that repeat them.

    Raises:
        TypeError, UrlgleanError: As for `extract_text`.

    >>> [link.url for link in extract_mail(b"Subject: x\n\nsee http://a.org/b\n")]
    ['http://a.org/b']

    """
    from urlglean.encoding.labels import bytes_of

    content: Any = message
    if not hasattr(content, "get_payload"):
        content = _whole(content, "an email.message.Message")
    if isinstance(content, str):
        content = bytes_of(content)
    return _read(content, "message/rfc822", options, name, base, None, dialect, on_problem, on_attachment)


def extract_markdown(
    markdown: str | bytes | bytearray | memoryview | IO[str] | IO[bytes],
    *,
    base: str | None = None,
    encoding: str | None = None,
    dialect: str | None = None,
    name: str = "-",
    on_problem: Callable[[Problem], object] | None = None,
    **options: Unpack[_MarkdownOptions],
) -> Generator[Link, None, None]:
    """Yield the Links of a text in Markdown and of the HTML in it, in order, lazily.

    Args:
        markdown: A string, bytes, or an open file.
        base: The URI it was retrieved by.
        encoding: As for `extract_text`.
        dialect: As for `extract_html`.
        name: What the Links call their source.
        on_problem: Called with each `Problem`; without it, each is a `UrlgleanWarning`.
        **options: Those of `urlglean.document.ReadOptions` that concern Markdown (``code``, ``wiki_links``,
            ``undefined``) or the HTML in it, and those of `urlglean.delimiting.stream.delimit` for its text.

    Raises:
        TypeError, UrlgleanError: As for `extract_text`.

    >>> [(link.text, link.column) for link in extract_markdown("see [the list](list.md) or <http://a.org/>")]
    [('list.md', 16), ('http://a.org/', 29)]

    """
    return _read(_whole(markdown), "text/markdown", options, name, base, encoding, dialect, on_problem)


def extract_rst(
    rst: str | bytes | bytearray | memoryview | IO[str] | IO[bytes],
    *,
    base: str | None = None,
    encoding: str | None = None,
    dialect: str | None = None,
    name: str = "-",
    on_problem: Callable[[Problem], object] | None = None,
    **options: Unpack[_RstOptions],
) -> Generator[Link, None, None]:
    """Yield the Links of a text in reStructuredText and of the HTML in it, in order, lazily.

    Args:
        rst: A string, bytes, or an open file.
        base: The URI it was retrieved by.
        encoding: As for `extract_text`.
        dialect: As for `extract_html`.
        name: What the Links call their source.
        on_problem: Called with each `Problem`; without it, each is a `UrlgleanWarning`.
        **options: Those of `urlglean.document.ReadOptions` that concern reStructuredText (``code``, ``comments``,
            ``undefined``) or the HTML in it, and those of `urlglean.delimiting.stream.delimit` for its text.

    Raises:
        TypeError, UrlgleanError: As for `extract_text`.

    >>> [(link.text, link.column) for link in extract_rst("see `the list <list.html>`_ or :doc:`../guide`")]
    [('list.html', 16), ('../guide', 38)]

    """
    return _read(_whole(rst), "text/x-rst", options, name, base, encoding, dialect, on_problem)


def extract_path(
    path: str | os.PathLike[str],
    *,
    kind: str | None = None,
    base: str | None = None,
    encoding: str | None = None,
    dialect: str | None = None,
    on_problem: Callable[[Problem], object] | None = None,
    on_attachment: Callable[[Attachment], object] | None = None,
    observer: Observer | None = None,
    **options: Unpack[_AllOptions],
) -> Generator[Link, None, None]:
    """Yield the Links of a file, or of all files in a folder, in order, lazily.

    Args:
        path: A file, a folder, or ``-`` for standard input.
        kind: One of `urlglean.inputs.kinds.KINDS`; None to tell by content and suffix.
        base: The URI it was retrieved by; a base embedded in it wins. Of a folder it is that of the folder, and
            a file in it has its path below that.
        encoding: What it is encoded in, or, in mail and web archives, what of it names no encoding itself; None
            to tell from the bytes. An unknown one is a Problem.
        dialect: As for `extract_html`.
        on_problem: Called with each `Problem`; without it, each is a `UrlgleanWarning`.
        on_attachment: Called with each `Attachment`, which is no text and so is not read.
        observer: Told of every document, and of what an archive says of retrievals; a
            `urlglean.frontier.frontier.Frontier` is one.
        **options: Those of `extract_html`, `extract_mail`, `extract_markdown` and `extract_rst`, and ``outputs``, what
            the outputs of notebooks show; each concerns the files that it has a meaning for.

    Raises:
        InputError: There is no such file or folder, or no such kind, or ``base`` is the URL of a page and the
            path that of a folder.
        TypeError, UrlgleanError: As for `extract_text`.

    """
    from urlglean.inputs.folders import Choice

    name = os.fsdecode(path)
    how = _inputs(name, kind, base, encoding, dialect)
    require(Callable, on_problem=on_problem, on_attachment=on_attachment)
    require(Observer | None, observer=observer)
    report = warn if on_problem is None else on_problem
    read_options = _read_options(options, _ANYTHING)

    def report_of_input(problem: Problem) -> None:
        # A picture in a folder is no damage; who wants to know each problem hears of it all the same.
        if on_problem is not None or problem.source == name or not problem.is_only_counted:
            report(problem)

    def links() -> Generator[Link, None, None]:
        for document in how.documents(Choice().files([name]), on_problem=report_of_input):
            yield from read_document(
                document,
                options=read_options,
                dialect=dialect,
                on_problem=report,
                on_attachment=on_attachment,
                observer=observer,
            )

    return links()


def _inputs(
    name: str, kind: str | None, base: str | None, encoding: str | None, dialect: str | None
) -> InputOptions:
    """Give how a file, or the files of a folder, are opened; raise where it does not exist, or an option is wrong."""
    from urlglean.inputs.files import InputOptions, why_unread

    if name != STDIN and not os.path.exists(name):  # noqa: PTH110  (False for any name that none can have)
        missing = FileNotFoundError("there is no such file or folder")
        raise InputError(f"{name or repr(name)}: {why_unread(name, missing)}")
    require(str | None, base=base, encoding=encoding)
    if dialect is not None:
        require_known("dialect", (dialect,), DIALECTS)
    mirror = None
    if base is not None and os.path.isdir(name):  # noqa: PTH112  (False for any name that none can have)
        from urlglean.inputs.mirrors import Mirror

        mirror = Mirror((), (name,), base=base)
    return InputOptions(kind=kind, encoding=encoding, base=None if mirror else base, mirror=mirror)


def _whole(content: Any, other: str = "") -> Any:
    """Give all there is of an open file, and a string or bytes as they are; ``other`` is what else there could be."""
    if hasattr(content, "read"):
        content = content.read()
    if not isinstance(content, _IN_MEMORY):
        wanted = f"a string, bytes, an open file or {other}" if other else "a string, bytes or an open file"
        raise TypeError(f"{wanted}, not {type(content).__name__}")
    return content


def _pieces(text: Any) -> Any:
    """Give an open file as an iterable of pieces, and anything else as it is."""
    if isinstance(text, _IN_MEMORY):
        return text
    if hasattr(text, "read"):
        return _GivenPieces(_read_in_pieces(text))
    if not hasattr(text, "__iter__"):
        raise TypeError(f"a string, bytes, an iterable of either or an open file, not {type(text).__name__}")
    return _GivenPieces(text)


class _GivenPieces:
    """The pieces of a text as somebody hands them in; where they fail, it is theirs, and no damage of the text."""

    def __init__(self, pieces: Iterable[Any]) -> None:
        self._pieces = pieces
        self._failure: Exception | None = None

    def __iter__(self) -> Iterator[Any]:
        """Yield them, up to one that is of a wrong type or fails to come."""
        try:
            yield from self._checked()
        except Exception as error:
            self._failure = error

    def _checked(self) -> Iterator[Any]:
        kinds: Any = ()
        for piece in self._pieces:
            kinds = kinds or ((str,) if isinstance(piece, str) else _IN_MEMORY[1:])
            if not isinstance(piece, kinds):
                wanted = "strings" if kinds == (str,) else "strings, or all of them bytes"
                raise TypeError(f"the pieces of a text are {wanted}, not {type(piece).__name__}")
            # A buffer of another kind may be filled anew while its text is read.
            yield piece if isinstance(piece, (str, bytes)) else bytes(piece)

    def raising_behind(self, links: Iterator[Link]) -> Generator[Link, None, None]:
        """Yield Links; raise behind them what the pieces have raised."""
        yield from links
        if self._failure is not None:
            raise self._failure


def _read_in_pieces(file: IO[Any]) -> Iterator[Any]:
    while piece := file.read(_PIECE):
        yield piece


def _read(
    content: Any,
    media_type: str,
    options: Mapping[str, Any],
    name: str,
    base: str | None,
    encoding: str | None,
    dialect: str | None,
    on_problem: Callable[[Problem], object] | None,
    on_attachment: Callable[[Attachment], object] | None = None,
    *,
    evidence: Any = (),
) -> Generator[Link, None, None]:
    require(str, name=name)
    if encoding is not None:
        require(str, encoding=encoding)
    claims: tuple[BaseClaim, ...] = ()
    if base is not None:
        require(str, base=base)
        claims = (BaseClaim("retrieval", base, "base="),)
    return read_document(
        Document(content, media_type, name, claims=claims, encoding=encoding, evidence=evidence),
        options=_read_options(options, media_type),
        dialect=dialect,
        on_problem=on_problem,
        on_attachment=on_attachment,
    )


def options_of_rows(options: Mapping[str, Any]) -> ReadOptions | None:
    """Give what readers are asked for by the options of `extract_path` but those that no row tells; None for nothing.

    Raises as that does.
    """
    return _read_options(options, _ROWS)


def _read_options(options: Mapping[str, Any], what: str) -> ReadOptions | None:
    """Part the readers' options from those of `delimit`; None where there are none.

    A name that neither has, or that has no meaning for ``what`` is read, is a TypeError at once.
    """
    if not options:  # as in most calls, and there are as many calls as pages
        return None
    every = {*ReadOptions.__slots__, *OPTIONS} - {"delimit", "anchors"}
    called, meaningless = _MEANINGLESS[what]
    known = sorted((every - meaningless) | ({"known"} if what == "text/plain" else set()))
    unknown = sorted(options.keys() - set(known))
    if unknown:
        from difflib import get_close_matches

        name = unknown[0]
        there_are = f"; there are {', '.join(known)}"
        if name in every:
            raise TypeError(f"the option {name!r} has no meaning for {called}{there_are}")
        near = get_close_matches(name, known, n=1)
        raise TypeError(f"there is no option {name!r}{f'; did you mean {near[0]!r}?' if near else there_are}")
    how = checked({name: value for name, value in options.items() if name in OPTIONS})
    return ReadOptions(delimit=how, **{name: value for name, value in options.items() if name not in OPTIONS})


_ANYTHING, _ROWS = "anything", "rows"
_OF_DOCUMENTATION = frozenset({"code", "outputs", "wiki_links", "undefined"})
_OF_MARKUP = frozenset(
    "text lazy noscript templates comments scripts json_ld robots footers max_page".split()
)
_MEANINGLESS: Mapping[str, tuple[str, frozenset[str]]] = {
    "text/plain": ("a text", _OF_DOCUMENTATION | _OF_MARKUP),
    "text/html": ("a page", _OF_DOCUMENTATION | {"footers"}),
    "text/markdown": ("Markdown", frozenset({"robots", "footers", "outputs"})),
    "text/x-rst": ("reStructuredText", frozenset({"robots", "footers", "outputs", "wiki_links"})),
    "message/rfc822": ("a message", _OF_DOCUMENTATION | {"noscript"}),
    _ANYTHING: ("anything", frozenset()),
    _ROWS: ("rows", frozenset({"robots"})),
}
"""What may be read, as users are told of it, and the options that change nothing in how that is done."""
