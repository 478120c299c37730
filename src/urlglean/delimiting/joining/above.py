"""What a line break has above it: a line that is as long as it may be or not, and a URL that is whole there or not."""

from __future__ import annotations

from functools import lru_cache
from string import hexdigits

from urlglean.delimiting.authority import is_whole_name
from urlglean.delimiting.ends.suffixes import is_suffix_behind_dot, names_file, splits_suffix
from urlglean.delimiting.joining.breaks import INDENTED, LONGEST_SUFFIX, TOO_SHORT, Break
from urlglean.delimiting.joining.refusals import LONGEST_NUMBERED, NUMBERED
from urlglean.delimiting.lines import BREAKERS, CHUNK, SHORTEST_WRAPPED
from urlglean.delimiting.words import is_lettered, is_of_prose, reads_as_code
from urlglean.patterns import lazy_re
from urlglean.uri.suffixes import is_special_name

_OPEN_HOST = lazy_re(r"(?i)\A(?:[a-z][a-z0-9+.\-]*://)?(?:[^/?#@\s]*@)?[^/?#\s:]*\Z")
_DOTTED_QUAD = lazy_re(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]+)?\Z")
_REST_OF_HOST = lazy_re(r"[a-zA-Z][\w\-]*+(?:\.[a-zA-Z][\w\-]*+)*+(?=[/:?#]|[.,;)]*\Z)")
_OTHER_SCHEME = lazy_re(r"(?i)(?!https?:|ftp:)[a-z][a-z0-9+.\-]*://")
"""Whose hosts may be of one label (``gs://bucket``)."""
LONG_NAME = lazy_re(
    r"(?![0-9a-f\-]+\b|[0-9A-F\-]+\b)(?:(?=\S{30})[A-Za-z0-9]+(?:-[A-Za-z0-9]+){4,}|(?=\S{38})[A-Za-z0-9]+(?:-[A-Za-z0-9]+){3}|[\w\-]{44,}|\w+_\(\w+\)"
    r"|(?:\w+/)?(?=\S*[a-z])(?=\S*[A-Z])(?=(?:[A-Za-z_\-]*+[0-9]++){2}[A-Za-z_\-])[\w\-]{20,})[.,;:)]*\Z"
)
"""No sentence has it: the title of an article, a key, a wiki's page with its subject (``Java_(island)``)."""
_PREFIX_OF_DOI = r"\bdoi(?:\.org/|:)10\."
_REGISTERED = lazy_re(
    rf"{_PREFIX_OF_DOI}[0-9]{{4,9}}/(?:[a-z]++/)*+[\w(]"
    r"|\b(?:rfc-editor|ietf)\.org/(?:[a-z]+/)*(?:(?:rfc|bcp|std|fyi)[0-9]|draft-[a-z])"
    r"|\bgit(?:hub|lab)\.com/[\w.\-]+/[\w.\-]+/(?:(?:commit|pull|issues)/[0-9a-f]*[0-9]|(?:blob|tree|raw)/[\w.\-]+/\w)"
    r"|\barxiv\.org/(?:abs|pdf)/[0-9]{4}\.[0-9]{4}|\bbugs\.debian\.org/[0-9]{5,7}(?!\w)"
    r"|\borcid\.org/[0-9]{4}-|\bwikidata\.org/(?:wiki|entity)/[QP][0-9]"
    r"|(?i:\bcran\.r-project\.org)/package=\w|/wiki/[A-Z]\w*[_:]\w"
    r"|\biana\.org/assignments/[a-z0-9]+-[a-z0-9]|\bgit(?:hub|lab)\.com/[\w.\-]+/[\w.]*[0-9\-]"
    r"|\bctan\.org/pkg/\w|\bstack(?:exchange|overflow)\.com/(?:q|a|questions)/(?:[0-9]+/)?[0-9a-z]"
)
"""An entry of a register: its folders have no pages of their own, or none that is spoken of (DOI: ISO 26324)."""
_BEFORE_ENTRY = lazy_re(
    rf"(?i)\bcran\.r-project\.org/package=\Z|\b(?:ctan\.org/pkg|arxiv\.org/abs)/\Z|{_PREFIX_OF_DOI}[0-9]{{4,9}}/\Z"
)
"""Registers of which nothing is to be seen without an entry."""
_OF_REPOSITORIES = frozenset({"github.com/", "gitlab.com/"})
_REPOSITORY = lazy_re(r"(?!and/or\b)[\w\-]+/\w")
_SHORTEST_SUFFIX = 3
"""Shorter ones are words, too."""
_WITH_SUBJECT = lazy_re(r"_\([^\W\d][^()]*\)[.,;:]{0,2}\Z")
_LONGEST_SUBJECT = 64
_PROGRAM = lazy_re(r"(?i)\.(?:php[0-9]?|cgi|pl|py|aspx?|jsp)/\Z")
DIGEST: str = "|".join(
    rf"[{digit}]{{32}}(?:[{digit}]{{8}}|[{digit}]{{32}}|[{digit}]{{96}})?" for digit in ("0-9a-f", "0-9A-F")
)
"""The pattern of a digest: MD5, SHA-1, SHA-256, SHA-512."""
UUID: str = "|".join(
    rf"[{digit}]{{8}}-(?:[{digit}]{{4}}-){{3}}[{digit}]{{12}}" for digit in ("0-9a-f", "0-9A-F")
)
_DIGEST_OR_UUID = lazy_re(rf"(?<![0-9A-Za-z])(?:{DIGEST}|{UUID})(?![0-9A-Za-z])")
_OF_DIGESTS = frozenset(hexdigits + "-")
_LONGEST_DIGEST = 128
_DOI = lazy_re(rf"{_PREFIX_OF_DOI}[0-9]{{4,9}}/")
_BEFORE_REGISTRANT = lazy_re(rf"{_PREFIX_OF_DOI}\Z")
_REGISTRANT = lazy_re(r"[0-9]{4,9}/\S")
_ARXIV = lazy_re(r"\barxiv\.org/(?:abs|pdf)/[0-9]{4}\.\Z")
_NUMBER_OF_ARXIV = lazy_re(r"[0-9]{4,5}(?:v[0-9]+)?(?:\.pdf)?\Z")
_REST_OF_DOI = lazy_re(
    r"(?!10\.[0-9]{4,9}/|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}(?![0-9.]))(?=(?:[^0-9\s]*+[0-9]){5})"
    r"[\w.\-()]++(?:(?<=[0-9]{3})|(?<=[0-9][.\-][0-9X])|(?<=[0-9]\.x)|(?<=[0-9]v[0-9])|(?<=\.pdf)|(?<=[0-9]\.[a-z][0-9]{2})"
    r"|(?<=[0-9]{4}\.[0-9]{2}))\Z"
)
"""At least five digits, and no date: so many that no sentence begins with them."""
_VOLUME_OF_DOI = lazy_re(r"\.v[0-9]{2,3}\.\Z")
_MONTH_OF_DOI = lazy_re(r"\.[12][0-9]{3}\.[01][0-9]\.\Z")
_LONGEST_IDENTIFIER = 96


# --- the line ---


def is_full(b: Break) -> bool:
    """Tell whether the next token would not have fitted the longest line; where all are short, the next one, too."""
    if _WIDEST_USUAL < b.length < _LONGEST_OF_MAIL and overhangs(b):
        return False
    width = b.longest
    if width == 0 and b.indent >= INDENTED:
        width = b.widest  # the body of a specification, which is as wide everywhere
    if 0 < width < SHORTEST_WRAPPED:
        width = max(width, b.next_length)
    return width > 0 and b.length + 1 + len(b.token) + len(b.following.split(" ")[0]) > width


def wanted_length(b: Break) -> int:
    """Give how long the line would be with what a wrapper that breaks after delimiters could not put there."""
    if b.before[-1] not in BREAKERS:
        return b.length
    found = CHUNK.match(b.token)
    return b.length + (found.end() if found else len(b.token))


_COLUMNS = frozenset({70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 98, 99, 100, 132, 998})
_WIDEST_USUAL, _LONGEST_OF_MAIL = 80, 998
_FURTHER_THAN_PROSE = 12
"""So many columns may the URLs be longer than the text around them where both are cut."""


def overhangs(b: Break) -> bool:
    """Tell a line that is longer than all others by so much that what cuts lines there had cut those there, too."""
    return SHORTEST_WRAPPED <= b.longest < b.length - _FURTHER_THAN_PROSE


def hard_column(b: Break) -> bool:
    """Tell whether the line is as long as programs cut lines (quoted since or not), or as the longest."""
    if b.longest >= 60 and b.length == b.longest:
        return True
    if _WIDEST_USUAL < b.length < _LONGEST_OF_MAIL and overhangs(b):
        return False
    return b.length >= b.longest and (b.length in _COLUMNS or b.length - b.margin in _COLUMNS)


def had_room(b: Break) -> bool:
    """Tell whether the longest line has room for the next token, too; where all are short, the next one."""
    if b.in_type or (b.longest == 0 and b.length + len(b.token) >= b.next_length):
        return False
    return not (is_full(b) or closes(b))


def is_short(b: Break) -> bool:
    """Tell a line that is too short to be wrapped, with what is wanted on it."""
    return max(wanted_length(b), b.longest) < TOO_SHORT and not (closes(b) or b.marked)


# --- what is open ---

_OPENERS = {")": "(", "]": "["}


def is_enumerated(b: Break) -> bool:
    """Tell a URL that a comma or a semicolon of the text parts from what stands below."""
    if b.before[-1] == ";":
        return not b.waiting and b.before.count(";") == 1 and "?" not in b.before
    return b.before[-1] == ","


def closes(b: Break) -> bool:
    """Tell whether the next token closes a bracket that was opened before the URL."""
    if b.opened not in _OPENERS or is_enumerated(b) or meets_other_script(b):
        return False
    return b.token.count(b.opened) > b.token.count(_OPENERS[b.opened])


def closes_own(b: Break) -> bool:
    """Tell whether the next token closes a parenthesis of the URL itself: ``Planning_(educatio`` and ``n)``."""
    return ")" in b.token and b.before.count("(") > b.before.count(")")


# --- the URL ---


def _ends_in_host(before: str) -> bool:
    return before.count("/") < 3 and _OPEN_HOST.match(before) is not None


def host_is_open(b: Break) -> bool:
    """Tell whether the URL ends within its host, and the host is not complete.

    One label above a word is: it is the placeholder of a manual (``http://URL``).
    """
    return _waits_for_host(b.before, b.token)


@lru_cache(maxsize=16)  # several traces of one line break ask it
def _waits_for_host(before: str, token: str) -> bool:
    if not _ends_in_host(before) or _OTHER_SCHEME.match(before):
        return False
    if before.find(".") < 0 and before[-1].isalnum() and token.rstrip(".,;:!?)").isalpha():
        return False
    host = before.rpartition("//")[2].rpartition("@")[2]
    if _DOTTED_QUAD.match(host):
        return False
    if host.endswith("."):
        # The full stop of a sentence, where the host is one without it.
        return not is_whole_name(host.rstrip("."))
    return host.endswith("-") or not (is_whole_name(host) or is_special_name(host.rpartition(".")[2]))


def completes_host(b: Break) -> bool:
    """Tell a host that is whole with the next token, and was none with its full stop: ``http://www.`` and ``a.org``."""
    if b.before[-1] != "." or not host_is_open(b) or is_of_prose(b.token):
        return False
    rest = _REST_OF_HOST.match(b.token)
    if rest is None or (rest[0][0].isupper() and "." not in rest[0]):
        return False  # a sentence
    return is_whole_name(b.before.rpartition("//")[2].rpartition("@")[2] + rest[0])


def completes_digest(b: Break) -> bool:
    """Tell the two parts of a digest, or of a UUID, of the length that these have: no word is the second one."""
    if not (b.before[-1] in hexdigits and b.token[0] in _OF_DIGESTS and reads_as_code(b.token)):
        return False
    tail, head = b.before[-_LONGEST_DIGEST:], b.token[:_LONGEST_DIGEST]
    found = _DIGEST_OR_UUID.search(tail + head)
    return found is not None and found.start() < len(tail) < found.end()


def completes_identifier(b: Break) -> bool:
    """Tell the two parts of a DOI or of a number of arXiv that was cut behind one of its full stops.

    ``10.1016/j.cell.2015.`` and ``11.022``: typesetters break URLs there, and no sentence begins so.
    """
    before, inner = b.before[-_LONGEST_IDENTIFIER:], b.token[:_LONGEST_IDENTIFIER].rstrip(".,;:)]")
    if before[-1] != ".":
        return False
    if _BEFORE_REGISTRANT.search(before):
        return _REGISTRANT.match(inner) is not None
    if _ARXIV.search(before):
        return _NUMBER_OF_ARXIV.match(inner) is not None
    if _DOI.search(before) is None:
        return False
    if len(inner) > 2 and inner[0] == "0" and inner.isdigit():
        return len(inner) > 3 or _MONTH_OF_DOI.search(before) is not None
    if inner[:1] == "i" and inner[1:].isdecimal():
        return _VOLUME_OF_DOI.search(before) is not None
    if inner.isdigit() and inner == b.token and b.following:
        return False  # the code of a town: `10115 Berlin`
    return ("." in inner or inner.isalnum()) and _REST_OF_DOI.match(inner) is not None


def host_only(b: Break) -> bool:
    """Tell whether the URL is a whole host, and nothing more."""
    return _ends_in_host(b.before) and not host_is_open(b)


def is_complete(b: Break) -> bool:
    """Tell whether the URL ends in a whole name of a file."""
    tail = b.before[-LONGEST_SUFFIX:]
    if "." not in tail or _PROGRAM.search(tail) is not None:
        return False  # behind a program and a slash (`/index.php/`) stands the path that it is handed
    return names_file(tail.rstrip(".,;:")) and not splits_suffix(b.before, b.token)


def ends_sentence(b: Break) -> bool:
    """Tell a full stop above a name of a program that is neither a file's nor a host's, nor what that waits for."""
    if b.before[-1] != "." or "." in b.token[:-1] or "/" in b.token or not reads_as_code(b.token):
        return False
    return not (host_is_open(b) or splits_suffix(b.before, b.token) or completes_identifier(b))


def is_title_with_subject(b: Break) -> bool:
    """Tell the title of a wiki's page that ends in its subject (``Java_(island)``), above a word or a name."""
    return b.token[0].isalnum() and _WITH_SUBJECT.search(b.before[-_LONGEST_SUBJECT:]) is not None


def is_no_name_of_prose(b: Break) -> bool:
    """Tell what a folder holds and no sentence: it is too long, or an entry of a register."""
    if b.before[-1] != "/":
        return False
    if LONG_NAME.match(b.token) is not None:
        return True
    if b.token[2:3].isdigit() and NUMBERED.search(b.before[-LONGEST_NUMBERED:] + b.token.rstrip(".,;:)")):
        return True  # `/issues/` and `1767`; `17` may be how many they are
    if b.before[-11:] in _OF_REPOSITORIES:
        return _REPOSITORY.match(b.token) is not None
    before = b.before
    is_register = (
        ".org/" in before
        or "lab.com/" in before
        or "hub.com/" in before
        or "exchange.com/" in before
        or "overflow.com/" in before
        or "/wiki/" in before
        or before[:4] == "doi:"
    )
    entry = _REGISTERED.search(before + b.token) if is_register else None
    return entry is not None and entry.end() > len(before)


def waits_for_entry(b: Break) -> bool:
    """Tell the URL of a register that ends where the name of its entry stands."""
    return _BEFORE_ENTRY.search(b.before) is not None


def is_root(b: Break) -> bool:
    """Tell whether the URL is a host and a slash."""
    return b.before[-1] == "/" and b.before.count("/") == len("//") + 1


def cuts_a_word(b: Break) -> bool:
    """Tell a break within a word that neither a host nor the suffix of a file waits for."""
    return (
        b.before[-1].isalnum()
        and b.token[0].isalnum()
        and not (host_is_open(b) or splits_suffix(b.before, b.token))
    )


def meets_other_script(b: Break) -> bool:
    """Tell whether an ASCII URL meets letters of another script, or a word with one: text goes on, not a URL."""
    is_foreign = b.token[0] > "\x7f" and b.token[0].isalpha()
    return b.before[-12:].isascii() and (is_foreign or (not b.token.isascii() and is_lettered(b.token)))


def waits_for_suffix(b: Break) -> bool:
    """Tell a URL that ends in a full stop above a file's suffix in small letters: no sentence begins so."""
    return (
        is_suffix_behind_dot(b.before, b.token)
        and b.token[-1] != ","  # a list of formats
        and (len(b.token.rstrip(".;:!?)")) >= _SHORTEST_SUFFIX or b.before.endswith(".tar."))
        and splits_suffix(b.before, b.token)
    )
