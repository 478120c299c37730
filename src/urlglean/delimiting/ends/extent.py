"""How far a URL reaches within its run of URL characters, by what kind of URL it is.

Each kind has a rule of its own for where its path begins: a URL with an authority, a name without a scheme, what has
no authority, addresses of mail. What ends it behind that is told by `marks`, what is taken off its end by `trailing`.
Offsets are code points of the text at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import UNSPACED_SCRIPTS
from urlglean.delimiting.authority import (
    LONGEST_HOST,
    PLAIN_HOST,
    FoundAuthority,
    before_glued_word,
    find_authority,
)
from urlglean.delimiting.ends.marks import SHORTEST_RULES, find_cut, first_stray, is_filled_in
from urlglean.delimiting.ends.pairs import find_closer
from urlglean.delimiting.ends.trailing import (
    CHARACTER_REFERENCE,
    CODE_OF_POD,
    SIGNS,
    TRAILING_PUNCTUATION,
    is_emphasis_open,
    trim,
)
from urlglean.delimiting.openings import Opening
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.schemes import (
    EMPTY_AUTHORITY,
    KNOWN_SCHEMES,
    NUMBER_SCHEMES,
    WEB,
    WWW,
    opaque_rest,
    start_of_opaque_rest,
)
from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.schemes import DOMAIN_HOST
from urlglean.uri.suffixes import is_special_name, is_top_level_domain

_QUERY_ALONE = lazy_re(r"\?[A-Za-z]\w*=\w")
"""A query right behind ``://``, as the schemes of apps have it (``comgooglemaps://?center=1,2``)."""
_GOES_ON_BEHIND_HOST = frozenset("/?#:@(=")
_GLUED_HOST = lazy_re(
    r"-[A-Za-z0-9\-]*+(?<!-)(?!\w)|\.[A-Z][a-z]*|'[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63}){1,8}/?"
)
"""What is glued to a whole host, though it might be part of one: what follows a dash, the next sentence, an apostrophe
within a name (``http://joe's.example/``)."""
_FOLDER = lazy_re(r"(?:~|\.\.?|[A-Za-z]\|)/\w")
"""What stands where a file's URL has no host, nor a slash before its path: a folder of the user's, a drive."""
_ENCODED = lazy_re(r"[A-Za-z0-9+/]{16,}+={0,2}")
_END_OF_SENTENCE = lazy_re(r"(?:[.,;!?)]\s|[.,;!?)]?[ \t]{0,8}(?:[\r\n]|\Z))")
_NEXT_MAILTO = lazy_re(r"(?i)[;,]mailto:")
_ENCODED_COMMA = lazy_re("%2[Cc]")
_NEXT_ADDRESS = lazy_re(rf"(?:[,;]|{_ENCODED_COMMA.pattern})(?![^,;@]*(?i:mailto):)[^,;@]++@")
_LONGEST_LIST = 4096
"""How long the addresses of a ``mailto:`` URL may be, in code points."""
_SHORTER = lazy_regex(rf"(?<=[A-Za-z0-9])(?=[{UNSPACED_SCRIPTS}])")
_SHORTER_IN_UNSPACED = lazy_regex(
    rf"(?<=[A-Za-z0-9]|(?<!/(?:wiki|w|tags?|items?|category|search))/)(?=[{UNSPACED_SCRIPTS}])"
)
"""Where letters of a script without spaces may go on with a sentence: behind a slash, too, in one without any."""
_UNSPACED_BEFORE = lazy_regex(rf"[{UNSPACED_SCRIPTS}]")
_COMMON_NAME = lazy_re(r"(?<![A-Za-z])(?:CN|commonName)=\Z")
_NEXT_ATTRIBUTE = lazy_re(r"/[A-Za-z]{1,32}=")
"""What stands before and behind the host that a certificate is for (OpenSSL writes ``/CN=www.a.example/O=b``)."""
_OVERRULED = frozenset({None, Ended.UNOPENED, Ended.UNCLOSED, Ended.SAME_SIGN, Ended.SHELL, Ended.WORDS})
"""Of the reasons why a URL ends, those that are guesses where a pair of delimiters stands around more."""
_ANOTHER_URL = lazy_re(r"(?<=/)(?i:https?|ftp)://|(?<![?=])(?i:https?|ftp)://")
_PLAIN_OPENERS: Final = frozenset({"", " ", "\n", "<", '"', "("})
# The value of a parameter may be another URL; what else has a colon, the rules see.
_PLAIN_STRETCH = r"(?:[A-Za-z0-9\-._~/?#@$+,=%]++|&(?!&)|:(?<==http:)(?=//)|:(?<==https:)(?=//))++"
_PLAIN_END = r"(?<=[A-Za-z0-9/#$+=%])(?<![=+#]{6})"
_PLAIN_PATH = lazy_re(_PLAIN_STRETCH + _PLAIN_END)
"""What follows an authority to the end of its run, and no rule ends earlier, behind one of `_PLAIN_OPENERS`."""
_PLAIN_REST = lazy_re(
    rf"({PLAIN_HOST.pattern})(?=[/?#]){_PLAIN_STRETCH}(?:{_PLAIN_END}|(?<=[A-Za-z0-9][-_&]))"
)
"""The same with the host before it; one of `GOES_ON_BELOW` at the end belongs to it, too."""
GOES_ON_BELOW = frozenset("-_&")
"""What a URL that goes on in the next line often ends in; it may be too much."""
_OF_PROSE = ".,;:|^\u2026"
"""What a writer puts inside quotes that enclose the end of a sentence."""
_NEXT_SETTING = lazy_re(r"[,;][A-Za-z_][\w.\-]{0,63}[=:]")
"""What may begin the next setting behind a URL that is the value of one: ``url=http://a.example/b,name=c``."""
_MAY_END_EARLIER = lazy_re(rf"[)\]}}|*]|{_NEXT_SETTING.pattern}|'s\Z|[\-_&]\Z|\^|:[0-9]|://|[^\x00-\x7F]")
_GLUED_REMARK = lazy_re(
    r"(?<=\w)\[\w[^\[\]=]*\]\Z|(?<=[A-Za-z0-9])\([^()]*\)\Z|(?<=\w)\^[0-9]{1,3}\Z|\u2019\w|[\u2190-\u21ff]\w"
    r"|(?<=[A-Za-z]):[0-9]++(?::[0-9]++)?\Z"
)
"""What may be the text's, though a URL may hold it: a label of AsciiDoc or a footnote's mark behind a query, a remark
in parentheses, a raised number, what follows an apostrophe or an arrow, the number of a line in a file."""
_LONGEST_REMARK = 256
_OF_SENTENCE = "!?"
_BEFORE_VALUE = lazy_re(r"(?:(?:\A|[=(\[{,:])\s{0,64}|[A-Za-z0-9@$])\Z")
"""What stands before a string of a program, or an attribute's value, or tells its kind (``b"..."``): a quote of prose
stands behind a word and a blank."""
_LONGEST_GAP = 66
_MAY_GO_ON = lazy_re(rf"(?i)[)\]}}(\[{{'&|,;]|[a-z][a-z0-9+.\-]{{1,15}}://|{WWW}")
"""What a URL is cut before, though it might be part of it: brackets, quotes, separators, another URL."""
_DOT_SEGMENT = lazy_re(r"/\.\.(?!\.)")
_SURELY_OFF = ".,;:|^\u2026_~=/+"
"""Marks of sentences, of emphasis that was opened before a URL: nobody could mean that they belong to it."""
FURTHEST_OTHER_END = 512
"""How much may follow the end of a URL in its run for all of it to be another reading."""


_new: Final = tuple.__new__


class Extent(NamedTuple):
    """Where a bare URL ends, and why."""

    end: int
    cut: int
    """Where it was cut, before punctuation was taken off: ``text[end:cut]`` is what was stripped."""
    run: int
    """The end of the run of URL characters it stands in."""
    ended: Ended | None = None
    """Why it was cut there; None where its run ends there."""
    sign: str = ""
    """The sign that ended it."""
    notes: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()

    def moved(self, by: int) -> Extent:
        """Give the same for a text in which the URL begins ``by`` code points further on."""
        end, cut, run, ended, sign, notes, alternatives = self
        return _new(Extent, (end + by, cut + by, run + by, ended, sign, notes, alternatives))


def opened_extent(opening: Opening, text: str, start: int, run: int) -> Extent | None:
    """Find where the URL ends that stands at ``start``, at ``run`` at the latest; None where it is no plausible one.

    Before it stands what stands there in the document.
    """
    return _extent(opening, text, start, run, is_part=True)


def joined_extent(opening: Opening, joined: str) -> Extent | None:
    """Find where the URL ends that was put together of pieces; None where it is no plausible one.

    Nothing of the document stands before it.
    """
    return _extent(opening, joined, 0, len(joined), is_part=False)


def _extent(opening: Opening, text: str, start: int, run: int, *, is_part: bool) -> Extent | None:
    """Find where the URL ends; ``is_part`` as `find_cut` has it."""
    body, scheme = start + opening.body - opening.start, opening.scheme
    if opening.opened is Opened.SCHEME:
        last = text[run - 1]
        # The commonest URLs of the Web go on to the end of their run: a plain host, and a plain path.
        if (
            scheme in WEB
            and text[start - 1 : start] in _PLAIN_OPENERS
            and (found := _PLAIN_REST.fullmatch(text, body, run)) is not None
            and found.end(1) - body <= LONGEST_HOST
            and not (last in "=-" and text.startswith(">", run))
            and not (last == "_" and is_emphasis_open(text, start, "_"))
        ):
            shorter = (text[start : run - 1],) if last in GOES_ON_BELOW else ()
            return _new(Extent, (run, run, run, None, "", (), shorter))
        if text.startswith("/", body) or _QUERY_ALONE.match(text, body, run):
            return _without_authority(text, start, body, run, scheme, is_part=is_part)
        if scheme in NUMBER_SCHEMES and opaque_rest(scheme).match(text, body, run):
            return opaque_extent(text, start, body, run, is_part=is_part)
        if scheme == "file" and _FOLDER.match(text, body, run):
            return opaque_extent(text, start, body, run, is_part=is_part)
        return measure(text, start, body, run, scheme=scheme, is_part=is_part)
    if opening.opened is Opened.KNOWN_SCHEME:
        if start_of_opaque_rest(scheme).match(text, body, run) is None:
            return None  # nor would less of it be
        find_end = addressed_extent if scheme == "mailto" else opaque_extent
        extent = find_end(text, start, body, run, is_part=is_part)
        # What is left without its punctuation has to be believed; of a part's name what closes it is seen, too.
        seen = extent.end + (scheme == "cid")
        return extent if opaque_rest(scheme).match(text, body, seen) else None
    return _extent_of_name(text, start, run, scheme, is_part=is_part)


def _without_authority(
    text: str, start: int, body: int, run: int, scheme: str, *, is_part: bool
) -> Extent | None:
    """Find the end of a URL with nothing between its two slashes and the path or query at ``body``."""
    if scheme not in EMPTY_AUTHORITY and scheme in KNOWN_SCHEMES:
        return None
    rest = opaque_extent(text, start, body, run, is_part=is_part)
    if text[body : rest.end].strip("/*"):
        return rest
    # The root alone is rather the name of a kind of URL, or what a program begins one with.
    is_root = scheme == "file" and rest.end == body + 1
    return rest if is_root and _END_OF_SENTENCE.match(text, rest.end) else None


def _extent_of_name(text: str, start: int, run: int, scheme: str, *, is_part: bool) -> Extent | None:
    """Find the end of a ``www.`` or ``ftp.`` name and what follows it."""
    authority = _believable_authority(text, start, run, scheme)
    if authority is None or not _is_name(text[start : authority.host_end], scheme):
        return None
    if text.startswith("(", authority.end):
        last = text[start : authority.host_end].rpartition(".")[2]
        if scheme == "ftp" or not (is_top_level_domain(last) or is_special_name(last)):
            return None  # a method call
    if (
        text[start - 1 : start] == "="
        and _NEXT_ATTRIBUTE.match(text, authority.end, run)
        and _COMMON_NAME.search(text, max(0, start - 12), start)
    ):
        authority = authority._replace(ended=Ended.HOST, sign="/")
    return after_authority(text, start, authority, run, is_part=is_part)


def _is_name(host: str, scheme: str) -> bool:
    """Tell whether a ``www.`` or ``ftp.`` name can be one: enough labels, and a last one that may end names."""
    labels = host.split(".")
    last = labels[-1]
    if len(last) < 2:
        return False
    if scheme == "ftp":
        return len(labels) > 2 and is_top_level_domain(last)
    return len(labels) > 2 or is_top_level_domain(last)


def measure(
    text: str, start: int, body: int, run: int, *, scheme: str, is_part: bool = True
) -> Extent | None:
    """Find the end of the URL at ``start`` whose authority begins at ``body``, in the run that ends at ``run``.

    None where there is no plausible authority (see `find_authority`). ``is_part`` as `find_cut` has it.
    """
    if scheme == "ed2k" and text.startswith("|", body):
        # Bars part its fields: ed2k://|file|a.avi|12|...|/
        return opaque_extent(text, start, body, run, is_part=is_part)
    if scheme not in DOMAIN_HOST and _is_encoded(text, body, run):
        return opaque_extent(text, start, body, run, is_part=is_part)
    found = _believable_authority(text, body, run, scheme)
    if found is None:
        return None
    return after_authority(text, start, found, run, is_part=is_part)


def _believable_authority(text: str, start: int, run: int, scheme: str) -> FoundAuthority | None:
    """Find the authority at ``start``, without the word of the prose that may be glued to its end."""
    found = find_authority(text, start, run, scheme=scheme)
    if found is None or text[found.end : min(run, found.end + 1)] in _GOES_ON_BEHIND_HOST:
        return found
    last = text[found.host_start : found.host_end].rpartition(".")[2]
    if last.isalpha() and last.islower() and last.isascii():
        return found  # nearly always
    return before_glued_word(text, found, found.end) or found


def _is_encoded(text: str, body: int, run: int) -> bool:
    """Tell whether Base64 stands where other schemes have their authority (``vmess://eyJ2IjoiMiJ9==``)."""
    found = _ENCODED.match(text, body, run)
    return found is not None and ("+" in found[0] or found[0].endswith("="))


def after_authority(
    text: str, start: int, authority: FoundAuthority, run: int, *, is_part: bool = True
) -> Extent:
    """Find the end of the URL at ``start`` whose authority is known; ``is_part`` as `find_cut` has it."""
    if authority.ended is not None or authority.end == run:
        end = _end_of_host(text, authority)
        end -= text[end - 1] == "E" and CODE_OF_POD.match(text, end) is not None
        stripped = end if authority.ended is Ended.IMPOSSIBLE_PORT else _stripped_run(text, end, run)
        others: tuple[str, ...] = ()
        if (
            authority.sign
            and authority.sign in "-.'"
            and (name := _GLUED_HOST.match(text, end, run)) is not None
        ):
            others = (text[start : name.end()],)
        return Extent(end, stripped, run, authority.ended, authority.sign, authority.notes, others)
    opener = text[start - 1 : start]
    if (
        opener in _PLAIN_OPENERS
        and _PLAIN_PATH.fullmatch(text, authority.end, run)
        and text[start : authority.end].isascii()
        and not (text.startswith(">", run) and text[run - 1] == "=")
    ):
        return Extent(run, run, run, None, "", authority.notes)
    cut, ended, sign = find_cut(text, start, authority.end, run, opener, is_part=is_part)
    end = trim(text, start, authority.end, cut, opener)
    if end == authority.end:
        end = _end_of_host(text, authority)
    if text[end - 1] > "\x7f" or (text[end - 1] == ")" and not text[authority.end : end].isascii()):
        from urlglean.delimiting.ends.unspaced import words_behind

        words = words_behind(text, start, authority.end, end)
        if words >= 0:
            return Extent(words, words, run, Ended.WORDS, text[words], authority.notes, (text[start:end],))
    alternatives = _alternatives(text, start, authority.end, end, cut, run)
    extent = Extent(end, cut, run, ended, sign, authority.notes, alternatives)
    return _whole_between(text, start, authority.end, extent) if end < run else extent


def _end_of_host(text: str, authority: FoundAuthority) -> int:
    """Give where a URL ends that has nothing behind its authority: before the root's dot, or an empty port."""
    goes_on = text[authority.host_end : authority.end].strip(".:")
    return authority.end if goes_on else authority.host_end


def _stripped_run(text: str, end: int, run: int) -> int:
    """Step over the punctuation right after a bare host, so that what was stripped can be told."""
    while end < run and text[end] in TRAILING_PUNCTUATION:
        end += 1
    return end


def opaque_extent(text: str, start: int, body: int, run: int, *, is_part: bool = True) -> Extent:
    """Find the end of a URL that has no authority; what follows its scheme's colon (or ``//``) begins at ``body``."""
    opener = text[start - 1 : start]
    cut, ended, sign = find_cut(text, start, body, run, opener, is_part=is_part)
    end = trim(text, start, body + 1, cut, opener)
    extent = Extent(end, cut, run, ended, sign, (), _alternatives(text, start, body, end, cut, run))
    return _whole_between(text, start, body, extent) if end < run else extent


def _whole_between(text: str, start: int, path: int, extent: Extent) -> Extent:
    """Take a URL that fills a pair of quotes, an element or a tag whole, where the bare rules would end it earlier."""
    end, cut = extent.end, extent.cut
    if extent.ended not in _OVERRULED:
        return extent
    close = find_closer(text, start, path, extent.run)
    if close <= end or text.find("://", end, close) >= 0 or is_filled_in(text, cut):
        return extent
    whole = close - _length_of_prose(text, start, end, close)
    others = dict.fromkeys((text[start:end], *extent.alternatives, text[start:close]))
    others.pop(text[start:whole], None)
    if whole == end:
        return extent._replace(alternatives=tuple(others))
    ended, sign = Ended.CLOSER, text[close + (text[close] == "\\")]
    return extent._replace(end=whole, cut=close, ended=ended, sign=sign, alternatives=tuple(others))


def _length_of_prose(text: str, start: int, end: int, close: int) -> int:
    """Count what belongs to the prose, between a pair, behind a URL that the bare rules end at ``end``."""
    rest = text[end:close]
    if rest.startswith(("...", "\u2026")):
        return len(rest)
    if CHARACTER_REFERENCE.search(rest):
        return 0
    kept = rest.rstrip(_OF_PROSE)
    if not kept.strip(_OF_SENTENCE) and not _BEFORE_VALUE.search(
        text, max(0, start - _LONGEST_GAP), start - 1
    ):
        return len(rest)
    return len(rest) - len(kept)


def addressed_extent(text: str, start: int, body: int, run: int, *, is_part: bool = True) -> Extent:
    """Find the end of a ``mailto:`` URL (RFC 6068 section 2): addresses, with commas between them, then header fields.

    Behind the host of the last address only a query goes on; what else stands there (a possessive, the letters of a
    script without spaces, another URL) belongs to the text.
    """
    limit = min(run, body + _LONGEST_LIST)
    query = text.find("?", body, limit)
    host_end = _end_of_addresses(text, body, limit if query < 0 else query, limit)
    stop = host_end if host_end >= 0 and host_end != query else run
    extent = opaque_extent(text, start, body, stop, is_part=is_part)
    # It is looked for in what was measured, not in all of the run, which may hold many.
    another = _NEXT_MAILTO.search(text, body, min(run, extent.cut + FURTHEST_OTHER_END + len(",mailto:")))
    ended = Ended.HOST
    if another and another.start() <= stop:
        ended, stop = Ended.ANOTHER_URL, another.start()
        extent = addressed_extent(text, start, body, stop, is_part=is_part)
    if stop == run or extent.ended is not None:
        return extent._replace(run=run)
    return extent._replace(run=run, ended=ended, sign=text[stop])


def _end_of_addresses(text: str, start: int, end: int, stop: int) -> int:
    """Give where the host of the last of the addresses in ``text[start:end]`` ends, or -1 where none is plausible.

    Read from the first one on: what is parted from it by more than a comma is none of the list.
    """
    host_end = -1
    at = text.find("@", start, end)
    while at >= 0:
        further = text.find("@", at + 1, end)
        behind = stop if further < 0 else further
        comma = _ENCODED_COMMA.search(text, at, behind)  # no host holds one, as it may hold other escapes
        host = find_authority(text, at + 1, comma.start() if comma else behind)
        if host is None:
            return host_end
        host_end = host.host_end
        if further != host_end and _NEXT_ADDRESS.match(text, host_end, further + 1) is None:
            return host_end
        at = further
    return host_end


def _alternatives(text: str, start: int, path: int, end: int, cut: int, run: int) -> tuple[str, ...]:
    """Give the other ends a careful reader could see: what was taken off kept, what might have been left out."""
    readings: list[str] = []
    opener = text[start - 1 : start]
    if end < cut and (kept := len(text[end:cut].rstrip(_SURELY_OFF + opener.strip("'")))):
        kept += end
        kept += kept < cut and text.startswith("'s", kept - 1)
        readings.append(text[start:kept])
    elif end < cut and _DOT_SEGMENT.match(text, end - 1, cut):
        readings.append(text[start : end + 2])
    if cut < run <= cut + FURTHEST_OTHER_END and _MAY_GO_ON.match(text, cut, run):
        rest = run
        if text[cut] not in ")]}" and (stray := first_stray(text, path, run)) > cut:
            rest = stray  # it closes what stands around all of it
        rest = trim(text, start, end, rest, "")
        if rest > cut:
            readings.append(text[start:rest])
    if end == cut and text.startswith(SHORTEST_RULES, cut, run):
        readings.append(text[start : min(run, cut + FURTHEST_OTHER_END)])
    if _MAY_END_EARLIER.search(text, path, end) is not None:
        readings += [text[start:at] for at in _shorter_ends(text, start, path, end)]
    return tuple(dict.fromkeys(readings))


def _shorter_ends(text: str, start: int, path: int, end: int) -> Iterator[int]:
    """Yield where else a URL may end that ends at ``end``, because of something in it."""
    if not text[path:end].isascii():
        is_unspaced = _UNSPACED_BEFORE.match(text, max(0, start - 1), start) is not None
        shorter = (_SHORTER_IN_UNSPACED if is_unspaced else _SHORTER).search(text, path, end)
        if shorter is None:
            shorter = SIGNS.search(text, max(path, end - 8), end)
        if shorter is not None:
            yield shorter.start()
    if (stray := first_stray(text, path, end)) >= 0:
        yield stray
    if text.endswith("'s", path, end):
        yield end - 2
    for setting in _NEXT_SETTING.finditer(text, path, end):
        if setting[0][-1] == text[start - 1 : start]:
            yield setting.start()
            break
    remark = _GLUED_REMARK.search(text, max(path, end - _LONGEST_REMARK), end)
    if remark is not None and (text[path] == "/" or remark[0][0] != ":"):
        yield remark.start()
    if (last := text[end - 1]) in "*-_&" and end > path:
        yield path + len(text[path:end].rstrip(last))
    is_in_brackets = text[start - 1 : start] in {"[", "{"}
    if (bar := text.find("|", path, end)) >= 0 and (is_in_brackets or text.find("?", path, bar) < 0):
        yield bar
    if (another := _ANOTHER_URL.search(text, path, end)) is not None:
        yield trim(text, start, path, another.start(), "")
