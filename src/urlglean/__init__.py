"""Finds the URLs in prose, e-mail, HTML and documentation: exactly delimited, resolved, each once, with every place.

>>> import urlglean
>>> for link in urlglean.extract_text("see <http://www.ics.uci.edu/pub/ietf/uri/>."):
...     print(link.line, link.column, link.url)
1 6 http://www.ics.uci.edu/pub/ietf/uri/

Document > source reader > Candidate > base and resolution > Link > unique > writer: that is the pipeline. Its types are
degrees of knowledge, all of them immutable:

    Document     content, media type, name, parent, the base claims found on it, and URLs known whole from around it
    Candidate    a reference as a reader found it: text, the pieces it stands in, how it is delimited, and why
    Reference    the five components of RFC 3986, where undefined (None) is not empty ("")
    Base         a URI, and the rule of RFC 3986 section 5.1 that established it
    Link         a Candidate, its Base, the absolute URL that comes of them, and where it stands: a row of every writer

Each stage is a room, a package; imports run only from a room to those above it here, and siblings (``|``) never meet:

    errors patterns > text > candidate document > reports      plain data
    encoding     bytes to text: labels, detection, pages
    uri          RFC 3986, 3987, 1808, URL standard: parse, resolve, normalize, schemes, hosts, redirectors
    database     the manners of DuckDB
    delimiting   a text to Candidates (RFC 3986, Appendix C), of text alone: no HTML, no mail, no base
    html         pages, style sheets, robots; never knows mail
    inputs       paths, folders, kinds of files, compression, mbox: bytes to Documents
    mail         messages, MIME, the text of mail  | docs   Markdown, reST, notebooks
    archives     WARC, WACZ, ARC, HTTP  | links   base, resolution, Link, unique, scope
    pipeline > intake                   where all stages meet, and which reader reads what; which Links are kept
    jobs         several processes
    frontier     what to fetch next  | store   DuckDB: rows in, views out
    writers      one module for each format
    check        whether a link leads anywhere: the only room that asks servers
    extract > urlglean > cli     the functions of the library, their names, the commands
    spark > __main__             the same from a cluster, which nobody imports; the program

What other rooms use of a room stands in the ``__all__`` of its modules, its doors, which the room's docstring names;
all else is private to it. A module is a thing of its stage, and its name does not repeat the room's. One class name
has one meaning in the whole tree. The verbs *give*, *tell*, *yield* and *read* mean a value, a truth, many, a text
taken apart. Offsets count code points from 0, lines and columns from 1.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = (
    False  # type checkers take a variable of this name for True; `typing` would be most of the import
)
if TYPE_CHECKING:
    from typing import Any

    from urlglean.candidate import Candidate as Candidate
    from urlglean.check.checking import CheckOptions as CheckOptions
    from urlglean.check.checking import check_paths as check_paths
    from urlglean.delimiting.names.typed import strip_delimiters as strip_delimiters
    from urlglean.delimiting.stream import delimit as delimit
    from urlglean.document import Document as Document
    from urlglean.document import ReadOptions as ReadOptions
    from urlglean.errors import InputError as InputError
    from urlglean.errors import ReferenceSyntaxError as ReferenceSyntaxError
    from urlglean.errors import UrlgleanError as UrlgleanError
    from urlglean.errors import UrlgleanWarning as UrlgleanWarning
    from urlglean.extract import extract_html as extract_html
    from urlglean.extract import extract_mail as extract_mail
    from urlglean.extract import extract_markdown as extract_markdown
    from urlglean.extract import extract_path as extract_path
    from urlglean.extract import extract_rst as extract_rst
    from urlglean.extract import extract_text as extract_text
    from urlglean.links.base import Base as Base
    from urlglean.links.distinct import Distinct as Distinct
    from urlglean.links.distinct import unique as unique
    from urlglean.links.link import Link as Link
    from urlglean.pipeline import read_document as read_document
    from urlglean.reports import Attachment as Attachment
    from urlglean.reports import Problem as Problem
    from urlglean.text import Span as Span
    from urlglean.uri.normalize import explain as explain
    from urlglean.uri.normalize import normalize as normalize
    from urlglean.uri.reference import Reference as Reference
    from urlglean.uri.reference import compose as compose
    from urlglean.uri.reference import parse as parse
    from urlglean.uri.resolve import resolve as resolve

__version__ = "0.1.0"

_NAMES = {
    "Attachment": "reports",
    "Base": "links.base",
    "Candidate": "candidate",
    "CheckOptions": "check.checking",
    "Distinct": "links.distinct",
    "Document": "document",
    "InputError": "errors",
    "Link": "links.link",
    "Problem": "reports",
    "ReadOptions": "document",
    "Reference": "uri.reference",
    "ReferenceSyntaxError": "errors",
    "Span": "text",
    "UrlgleanError": "errors",
    "UrlgleanWarning": "errors",
    "check_paths": "check.checking",
    "compose": "uri.reference",
    "delimit": "delimiting.stream",
    "explain": "uri.normalize",
    "extract_html": "extract",
    "extract_mail": "extract",
    "extract_markdown": "extract",
    "extract_path": "extract",
    "extract_rst": "extract",
    "extract_text": "extract",
    "normalize": "uri.normalize",
    "parse": "uri.reference",
    "read_document": "pipeline",
    "resolve": "uri.resolve",
    "strip_delimiters": "delimiting.names.typed",
    "unique": "links.distinct",
}
"""What is public, each name with its module, which is imported when the name is asked for: importing is quick so."""

__all__ = ["__version__", *_NAMES]


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
