"""The URLs in the text of a mail part, with their quote depth and the region they stand in.

What a format says about its own line breaks is undone before the text is delimited, and every place is given in the
text as it was.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from io import StringIO
from itertools import chain, islice
from typing import Any, NamedTuple

from urlglean.candidate import Candidate
from urlglean.delimiting.scanner import trigger_places
from urlglean.delimiting.stream import delimit_in_batches
from urlglean.document import CONTENT_LINES, Document, ReadOptions
from urlglean.encoding.labels import Decoded, HtmlPart, decode, for_page
from urlglean.encoding.pages import decode_document, label_of_page
from urlglean.html.css import references_of
from urlglean.html.source import read_as
from urlglean.mail.entity import Entity, Kind
from urlglean.mail.evidence import ended_as_linked
from urlglean.mail.message import is_spoken
from urlglean.mail.regions import TextStanding
from urlglean.mail.transfer import decode_transfer, without_encoded_files
from urlglean.mail.values import WORDS, decode_words
from urlglean.patterns import lazy_re
from urlglean.text import Rewritten, Text

_new = tuple.__new__
_ENRICHED = frozenset({"text/enriched", "text/richtext"})


def decoded_text(entity: Entity, encoding: str | None) -> Decoded:
    """Decode a part that is a text; ``encoding`` is what such parts are in that do not say it."""
    content = (
        entity.content if entity.media_type not in CONTENT_LINES else with_whole_characters(entity.content)
    )
    return decode(content, entity.parameters.get("charset"), encoding)


def decoded_page(entity: Entity, encoding: str | None) -> HtmlPart:
    """Give a part that is a page as the reader of pages takes it; ``encoding`` as above."""
    content = entity.content or b""
    return for_page(content, label_of_page(content, entity.parameters.get("charset"), encoding))


def shown_text(entity: Entity, encoding: str | None) -> str:
    """Give the text of a part, a page's source, in which the places of what is found are counted."""
    if entity.kind is not Kind.PAGE:
        return decoded_text(entity, encoding).text
    page = decoded_page(entity, encoding)
    return decode_document(Document(page.content, "text/html", encoding=page.encoding)).text


def may_hold_urls(entity: Entity, text: str) -> bool:
    """Tell whether there is a URL in the text of a part that is found without being asked for; most texts hold none."""
    return (
        entity.media_type != "text/plain"
        or "delsp" in entity.parameters
        or "://" in text  # as nearly all that hold any, which is found at memory speed
        or "\b" in text  # what is struck over is told from what it is then
        or bool(trigger_places(text))
    )


class Content(NamedTuple):
    """The text of a part, with what its format says of it undone."""

    media_type: str
    text: str
    """The text as it stands, or as long as that."""
    unbroken: Rewritten | None = None
    """The text with the line breaks undone that its format says are none."""
    pages: Iterable[Rewritten] = ()
    """The pages in it, each made of the text as it stands when its turn has come."""


def undo_format(entity: Entity, text: str) -> Content:
    """Undo in the text of a part what its format says of lines and commands."""
    media_type = entity.media_type
    if media_type in CONTENT_LINES:
        return Content(media_type, text, *without_pages(text, undo_folds(text)))
    if media_type in _ENRICHED:
        return Content(media_type, without_enriched_commands(text))
    if media_type == "text/rfc822-headers" and "=?" in text:
        return Content(media_type, text, undo_words(text))
    if entity.parameters.get("delsp", "").lower() == "yes":
        return Content(media_type, text, undo_delsp(text))
    if " at " in text and is_spoken(entity.header.raw("from") or ""):
        return Content(media_type, text, undo_spoken_at(text))
    return Content(media_type, text)


def candidates(
    content: Content, *, known: Container[str], linked: Container[str], options: ReadOptions
) -> Iterator[list[Candidate]]:
    """Give the Candidates of a part's text, those of a stretch at once; of a style sheet, what it refers to as well.

    ``known`` and ``linked`` are as for `candidates_in_batches`.
    """
    batches = candidates_in_batches(
        content.text,
        known=known,
        linked=linked,
        unbroken=content.unbroken,
        options=options.delimit,
        footers=options.footers,
    )
    if content.media_type != "text/css":
        return read_as(content.media_type, batches)
    found = references_of(content.text, chain.from_iterable(batches) if options.text else ())
    return _standing_in(TextStanding(content.text), found)


_AT_ONCE = 512


def _standing_in(standing: TextStanding, candidates: Iterator[Candidate]) -> Iterator[list[Candidate]]:
    """Yield Candidates some at a time, all of which have their places in one text."""
    while some := list(islice(candidates, _AT_ONCE)):
        for one in some:
            one.source.standing = standing
        yield some


def candidates_in_batches(
    text: str,
    *,
    known: Container[str] = (),
    linked: Container[str] = (),
    unbroken: Rewritten | None = None,
    options: Mapping[str, Any],
    footers: bool = True,
) -> Iterator[list[Candidate]]:
    """Yield the Candidates of a mail text with their quote depth and region, those of a stretch at once.

    ``known`` is evidence for `delimit`, ``linked`` what the links of the message's pages lead to; ``unbroken`` is the
    text with the line breaks undone that its format says are none; ``options`` are `delimit`'s. Without ``footers``,
    those in signatures and footers are left out.
    """
    if unbroken is not None and unbroken.text == text:
        unbroken = None
    text = without_encoded_files(text)
    if unbroken is None:
        found = delimit_in_batches(text, known, **options)
    else:
        source = Text(text)
        found = (
            [one.led_back(source, unbroken) for one in batch]
            for batch in delimit_in_batches(unbroken.text, known, **options)
        )
    standing = TextStanding(text)
    for batch in found:
        if not batch:
            continue
        batch[0].source.standing = standing  # that of all of them
        told = batch if not linked else [*ended_as_linked(batch, linked)]
        yield told if footers else [one for one in told if one.facts.region == "body"]


# Flowed text whose soft breaks say that they take their space with them (``DelSp=yes``, RFC 3676).

_SOFT_BREAK = lazy_re(r" \r?\n(>*)[ ]?")
_FLOWED_MARKS = lazy_re(r">*")
_SEPARATORS = frozenset({"--", " --"})
"""Of signatures, without the blank that ends them."""


def undo_delsp(text: str) -> Rewritten:
    r"""Undo the soft breaks of ``format=flowed; DelSp=yes``: the space goes with the break (RFC 3676 4.1).

    >>> undo_delsp("> see http://example.com/a \n> /b").text
    '> see http://example.com/a/b'
    """
    return Rewritten.of(text, _soft_breaks(text))


def _soft_breaks(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _SOFT_BREAK.finditer(text):
        begin, end = found.span()
        start = text.rfind("\n", 0, begin) + 1
        marks = _FLOWED_MARKS.match(text, start) if text.startswith(">", start) else None
        depth = marks.end() - start if marks else 0
        # A line of another depth is another paragraph; the signature's separator is no soft break (4.3, 4.5).
        if found.end(1) - found.start(1) != depth:
            continue
        if (
            not text.endswith("--", start, begin)
            or text[start + depth : begin].lstrip("\r\n") not in _SEPARATORS
        ):
            yield begin, end, ""


# A header that a report gives back (``text/rfc822-headers``, RFC 3462 section 2), and its encoded words.


def undo_words(text: str) -> Rewritten:
    """Undo the encoded words of a header.

    >>> undo_words("Subject: =?utf-8?Q?see_http=3A//example.com/?=").text
    'Subject: see http://example.com/'
    """
    return Rewritten.of(text, ((*run.span(), decode_words(run[0])) for run in WORDS.finditer(text)))


# The content lines of calendars and cards (iCalendar, vCard): folded, escaped, and pages in them.

_FOLD = lazy_re(r"(?:\r\n?|\n)[ \t]|\\(?=[,;:])")
_FOLDED_CHARACTER = lazy_re(rb"([\xc2-\xf4][\x80-\xbf]{0,2})((?:\r\n?|\n)[ \t])([\x80-\xbf]{1,3})")
_QUOTED_PRINTABLE = lazy_re(
    r"(?<![^\r\n])(?=[^:\r\n]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:])"
    r"[^:\r\n]++:((?:[^=\r\n]|=(?:[ \t]*+(?:\r\n?|\n))?+)*+)",
    re.IGNORECASE,
)
"""A property of vCard 2.1 or vCalendar 1.0 whose value says that it is in that encoding."""
_OCTETS_OR_SOFT_BREAK = lazy_re(
    r"=[ \t]*+(?:\r\n?|\n)|\\(?=[,;:])|(?:=[0-9A-Fa-f]{2}(?:=(?:\r\n?|\n)(?==[0-9A-Fa-f]{2}))?)++"
)
_ENDS_OF_PROPERTIES = {ord(end): "\x1e" for end in "\r\n"}
_PAGE = lazy_re(
    r"(?<![^\x1e])X-ALT-DESC;(?:(?!text/html)[^:\x1e])*+text/html[^:\x1e]*+:([^\x1e]*+)", re.IGNORECASE
)
_FOLD_OR_ESCAPE = lazy_re(r"(?:\r\n?|\n)[ \t]|\\(?:(?:\r\n?|\n)[ \t])?([nN,;:\\])")


def undo_folds(text: str) -> Rewritten:
    r"""Undo the folded lines and escaped characters of a calendar or a card (RFC 5545 3.1, RFC 6350 3.2).

    What is left of line ends ends a property, and with it any URL: a record separator (U+001E) stands for each.

    >>> undo_folds("URL:http://example.com/a\r\n /b\r\nEND:VCARD").text
    'URL:http://example.com/a/b\x1e\x1eEND:VCARD'
    """
    unbroken = Rewritten.of(text, _unfolding(text))
    return replace(unbroken, text=unbroken.text.translate(_ENDS_OF_PROPERTIES))


def _unfolding(text: str) -> Iterator[tuple[int, int, str]]:
    end = 0
    for encoded in _QUOTED_PRINTABLE.finditer(text):
        start, stop = encoded.span(1)
        yield from ((*found.span(), "") for found in _FOLD.finditer(text, end, start))
        for found in _OCTETS_OR_SOFT_BREAK.finditer(text, start, stop):
            written = found[0].replace("\r\n", "\n").replace("\r", "\n")
            octets = decode_transfer(written.encode(), "quoted-printable") if written != "\\" else b""
            yield *found.span(), decode(octets, None).text if octets else ""
        end = stop
    yield from ((*found.span(), "") for found in _FOLD.finditer(text, end))


def with_whole_characters(content: bytes) -> bytes:
    r"""Put each fold within a character of UTF-8 behind it: lines are folded at octets (RFC 5545 section 3.1).

    In any other encoding it changes nothing of what the unfolded lines say.

    >>> with_whole_characters(b"gr\xc3\r\n \xb6n").decode()
    'grö\r\n n'
    """
    changed = bytearray(content)
    for found in _FOLDED_CHARACTER.finditer(content):
        changed[found.start(2) : found.end()] = found[3] + found[2]  # as long: nothing is kept for each fold
    return bytes(changed)


def without_pages(text: str, properties: Rewritten) -> tuple[Rewritten, Iterable[Rewritten]]:
    r"""Blank out the descriptions in HTML that Outlook puts into a calendar; give them as well, once, in order.

    ``properties`` are what `undo_folds` gives of ``text``.

    >>> text = 'X-ALT-DESC;FMTTYPE=text/html:<a href="http://a/?b&amp\\;c">\\nx</a>\nURL:http://d/\n'
    >>> rest, [page] = without_pages(text, undo_folds(text))
    >>> rest.text.strip(), page.text
    ('URL:http://d/', '<a href="http://a/?b&amp;c">\nx</a>')
    """
    pages = [properties.span(*found.span(1)) for found in _PAGE.finditer(properties.text)]
    if not pages:
        return properties, ()
    rest = _PAGE.sub(lambda found: " " * len(found[0]), properties.text)
    return replace(properties, text=rest), (_page(text, start, end) for start, end in pages)


def _page(text: str, start: int, end: int) -> Rewritten:
    """Write out the page that is the value of a property."""
    found = _FOLD_OR_ESCAPE.finditer(text, start, end)
    edits = ((*one.span(), "\n" if one[1] in ("n", "N") else one[1] or "") for one in found)
    return Rewritten.of(text, edits, start, end)


# The commands of ``text/enriched`` (RFC 1896).

_COMMAND = lazy_re(r"<(<)|<param>.{0,500}?</param>|</?[a-z][\w-]*>", re.IGNORECASE | re.DOTALL)


def without_enriched_commands(text: str) -> str:
    """Blank out the commands of ``text/enriched`` (RFC 1896); every offset stays, and ``<<`` is one ``<``.

    >>> without_enriched_commands("<bold>see</bold> <<http://example.com/>")
    '      see         <http://example.com/>'
    """
    written = StringIO(text, newline="")
    for found in _COMMAND.finditer(text):  # what is written in its place is as long: nothing is kept for each
        written.seek(found.start())
        written.write(" <" if found[1] else Text.blanked(found[0]))
    return written.getvalue()


# URLs in which an archive of mail has spoken the ``@`` aloud, as it does with addresses.

_SPOKEN_IN_URL = lazy_re(
    r"(?<![^\s<>\"'(\[])([a-z][a-z0-9+.-]{1,20}:[^\s<>\"]++)(?<=\w)(?-i: at )(?=(?:[a-z0-9-]++\.)++[a-z]{2,}+(/?))",
    re.IGNORECASE,
)
"""What begins like a URL, the *at* behind it, and a host; with a slash behind that, where there is one."""
_SPOKEN_BELOW = lazy_re(
    r":(?://|(?<=[<\[]mailto:))[^\s<>\"]*+"
    r"(?:(?<=[-_])[ \t]*+\r?\n[> \t]{0,40}+[\w.+-]++((?-i: at ))(?=(?:[a-z0-9-]++\.)++[a-z]{2,}+(?:/\w|[>\]])))?",
    re.IGNORECASE,
)
"""The same where the URL is broken over lines before the user: what is behind the host says that it goes on.

What has no line break there is passed over whole, not read again from the next ``://`` in it.
"""
_AT_HOST = lazy_re(
    r":[^\s<>\":]*+(?:[ \t]*+\r?\n[> \t]{0,40}+[\w.+-]++)?( at )(?=((?i:(?:[a-z0-9-]++\.)++[a-z]{2,}+)/?))"
)
"""What stands in all of these, from a colon on: there are fewer of these than of blanks."""
_OF_ADDRESSES = frozenset({"mailto", "news", "mid", "cid", "xmpp", "sip", "sips"})
_USER = lazy_re(r"//(?:[\w+-]+|[\w.+-]++:(?=[\w.+%-]*?[^\W\d])[\w.+%-]*+)")
_DIGITS_OF_IDENTIFIER = 5


def undo_spoken_at(text: str) -> Rewritten:
    r"""Write the ``@`` again that an archive (pipermail) has spoken aloud in URLs.

    Prose says *at*, too. So what is before it has to be a user or the identifier of a message.

    >>> undo_spoken_at("mailto:jim at a.org, http://mid.gmane.org/2004.1234 at a.org, see http://b.org/ at a.org").text
    'mailto:jim@a.org, http://mid.gmane.org/2004.1234@a.org, see http://b.org/ at a.org'
    """
    spoken = [hint.end(1) for hint in _AT_HOST.finditer(text) if _is_spoken_at(text, hint)]
    # The last blank stands for the sign; the rest is taken out, and the URL stands in pieces.
    edits = [edit for end in spoken for edit in ((end - len(" at "), end - 1, ""), (end - 1, end, "@"))]
    return Rewritten.of(text, edits) if edits else Rewritten(text)


def _is_spoken_at(text: str, hint: re.Match[str]) -> bool:
    """Whether an *at* before a host is that of a URL."""
    (at, behind), limit = hint.span(1), hint.end(2) + 1
    blank = text.rfind(" ", 0, at)
    word = max(blank, text.rfind("\n", blank + 1, at)) + 1
    if text.find(":", word, at) >= 0:
        found = _SPOKEN_IN_URL.search(text, word, limit)
        return found is not None and _speaks_of_user(found[1], has_path=found[2] == "/")
    above = text.rfind("\n", 0, text.rfind("\n", 0, at)) + 1
    return any(found.end(1) == behind for found in _SPOKEN_BELOW.finditer(text, above, limit))


def _speaks_of_user(url: str, *, has_path: bool) -> bool:
    """Whether what a URL is up to an *at* and a host ends in who is at that host."""
    scheme, _, rest = url.partition(":")
    if scheme.lower() in _OF_ADDRESSES or _USER.fullmatch(rest):
        return True
    host, slash, path = rest.removeprefix("//").partition("/")
    last = re.split("[/=:]", path)[-1]
    return bool(host and slash) and (has_path or sum(map(str.isdigit, last)) >= _DIGITS_OF_IDENTIFIER)
