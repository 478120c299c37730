"""Is this a plausible authority? What a careful reader accepts between ``//`` and the path of a URL in prose.

The grammar is that of RFC 3986 section 3.2 with the reading of hosts that the URL standard adds: labels of letters,
digits, hyphens and underscores, internationalized ones, IPv6 literals, and IPv4 addresses where the last label is a
number. Templates (``$HOST``, ``{host}``, ``*.example``) are no host, nor is a host with a port to be filled in
(``localhost:{port}``): what a reader would have to fill in names nothing. The full stops of East Asia part labels, as
UTS 46 has them, where a top-level domain stands behind them; else they end a sentence.
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv6Address
from typing import NamedTuple

from urlglean.delimiting.alphabet import UNSPACED_SCRIPTS
from urlglean.delimiting.names.lookalikes import CASE_ENDING, is_generic, without_glued_word
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.schemes import WEB
from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.hosts import host_kind
from urlglean.uri.schemes import DOMAIN_HOST
from urlglean.uri.suffixes import is_special_name, is_top_level_domain

MULTIPLE_HOSTS = frozenset(
    {
        "mongodb",
        "postgres",
        "postgresql",
        "mysql",
        "mariadb",
        "kafka",
        "zk",
        "zookeeper",
        "redis",
        "amqp",
        "nats",
        "etcd",
    }
)
"""Schemes whose authority may name several hosts, with commas between them."""

PARAMETERS_BEHIND_HOST = frozenset(
    {"aaa", "aaas", "as400", "databricks", "hive2", "impala", "spark", "sqlserver"}
)
"""Schemes whose authority parameters may follow directly (``sqlserver://host:1433;databaseName=x``)."""

PATH_BEHIND_HOST = frozenset({"git", "git+ssh", "ssh", "ssh+git", "svn+ssh"})
"""Schemes whose path may follow behind a colon, as ``scp`` writes it (``git+ssh://git@host:path/a.git``)."""

WIDE_STOPS = "\u3002\uff0e\uff61"
"""The ideographic full stop and its kin, which are dots in a host (UTS 46, the URL standard's domain to ASCII)."""
_LABEL = (
    rf"(?:[A-Za-z0-9_\-]++|[^\x00-\x7f{WIDE_STOPS}]++"
    r"|%(?:[89A-Fa-f][0-9A-Fa-f]|2[1467-9A-Ea-e]|3[0-9BDbd]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[BDEbde]|60))++"
    # pct-encoded, but for the forbidden host code points of the URL standard: a host never goes on over a blank
)
"""Unreserved, without the dot and the tilde (RFC 3986 3.2.2); what else is not ASCII, but for the wide stops."""
_HOST = lazy_re(rf"{_LABEL}(?:[.{WIDE_STOPS}]{_LABEL})*+")
_IN_NO_LABEL = lazy_regex(rf"[^\x00-\x7F\p{{L}}\p{{M}}\p{{N}}\p{{S}}\u00B7\u30FB\u200C\u200D{WIDE_STOPS}]")
"""What is not ASCII and in no label: the others are in those of RFC 3987 and in real registrations."""
_ENCODED = lazy_re(
    r"(?=%)(?:%[0-9A-Fa-f]{2}|[A-Za-z0-9_~\-]|\.(?=[A-Za-z0-9_%/])|\([A-Za-z0-9]{1,16}\)(?=\._))++"
)
"""What else a registered name may hold that no browser looks up (RFC 3986 3.2.2): ``A%20(1F)._ipp._tcp``, a printer."""
_TO_DOTS = str.maketrans(dict.fromkeys(WIDE_STOPS, "."))
_WIDE_STOP = lazy_re(f"[{WIDE_STOPS}]")
_FURTHEST_HOST = 320
_FURTHEST_USERINFO = 1024
"""How far a host or a userinfo is read: a run of names that are none would else be read again for each of them."""
LONGEST_HOST = 253
"""No name is longer (RFC 1034 3.1), in characters."""
PLAIN_HOST = lazy_re(
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.)*+"
    r"(?![NXYnxy]{1,3}(?![A-Za-z0-9]))[A-Za-z][A-Za-z0-9]{0,62}+(?![\w\-.%]|[^\x00-\x7F])"
)
_ENDS_PLAIN_HOST = frozenset(",;)]}'!&|=+~^`\\")
"""What ends it, whatever follows, and begins nothing that is to be filled in."""
_NUMBERS = lazy_re(r"(?:(?:[1-9][0-9]{0,9}|0)(?:\.(?=[0-9])|(?=[/?\s]|#(?!\{)|\Z))){4}(?<!\.)")
"""Four decimal numbers with a path behind them, or nothing: an IPv4 address, or none."""
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_PLAIN_ADDRESS = lazy_re(r"(?:" + _OCTET + r"(?:\.(?=[0-9])|(?=[/?\s]|#(?!\{)|\Z))){4}(?<!\.)")
"""An IPv4 address there."""
_MARKED_ADDRESS = lazy_re(r"(?:" + _OCTET + r"(?:\.(?=[0-9])|(?=[,;)\]}'!&|=+~^`\\]))){4}(?<!\.)")
"""The same before one of `_ENDS_PLAIN_HOST`."""
_LITERAL = lazy_re(
    r"\[(?:([0-9A-Fa-f:.]{2,45})(?:%(?:25)?[A-Za-z0-9._~\-]+)?|[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:\-]+)\]"
)
_NUMBERED_PORT = lazy_re(r":[0-9]")
_PLAIN_PORT = lazy_re(r":[0-9]{1,4}(?=[/\s]|\Z)")
"""One with a path behind it, or nothing."""
_MORE_OF_A_PORT = lazy_re(r"_?[A-Za-z0-9]")  # an underscore alone may be that of emphasis
_PORT = lazy_re(r":([0-9]*+)")
_CLOSED = lazy_re(r"[^\s:@()\[\]{}]++(?::[0-9]*+)?[)\]}]")
"""A host behind which a bracket closes that was opened before the URL, whatever at sign follows: ``(http://a.com)@joe``."""
_USERINFO = lazy_re(r"[^\s<>\"\\`/?#\[\]{}|^:]*(?::[^\s<>\"\\`/?#\[\]{}|]*)?")
"""A caret stands in passwords alone."""
_QUOTES = frozenset("\"'`")
_FIELD = lazy_re(r"(?:[A-Za-z0-9\-]++\.)++([A-Za-z]{2,24})(?::[0-9]{1,5})?[,;]")
"""A name with its top-level domain, and what parts it from the next field: ``http://a.example,joe@b.example``."""
_TO_FILL_IN = r"\{(?:[\w{}%$.]|\Z)|\$[\w{(]|%(?:(?![0-9A-Fa-f]{2})\w|\(|[.\-]\w)|#\{"
_TEMPLATE = lazy_re(
    rf"{_TO_FILL_IN}|<\w|\*+[\w\-]*\.\w|\*[\w\-]+\*[./:]|(?<=\.)(?:\[[A-Za-z][\w\-]*\][/:.]|\*+[/:])"
)
_DEFANGED = lazy_re(r"[\[({](?i:\.|dot)[\])}]")
"""A dot that was made harmless: what stands before it is half of a host."""
_LABELS_TO_FILL_IN = lazy_re(
    r"(?<![^.])__(?=\w{3})\w++(?<=__)(?![^.])"
    r"|\A(?i:(?=[0-9.]*[xny])(?:[0-9]{1,3}|x{1,3}|n{1,3}|y{1,3})(?:\.(?!\Z)|\Z)){4}\Z"
)
"""A host with a part to be filled in, in two underscores each, or an address with digits left out: ``192.168.1.x``."""
_PLACEHOLDER = lazy_re(r"[.\-]{0,2}<[\w \-]{1,40}>\.\w|[.\-]<[\w \-]{1,40}>/")
"""A part of a host to be filled in, in angle brackets, and the rest of it: ``.<Region>.example.com``."""
_PORT_TO_FILL_IN = lazy_re(
    rf":(?:{_TO_FILL_IN}|\\{{1,2}}d[+*{{]|\[[A-Za-z][\w\-]*\]|\*/|<[\w \-]{{0,32}}(?i:port)[\w \-]{{0,8}}>"
    r"|(?i:(?:[a-z]{1,16}[_\-]){0,2}port(?:[_\-]?(?:num(?:ber)?|no|nr|[0-9]))?|[0-9]{0,4}(?:x{2,5}|n{2,5}|#{2,5}))(?![\w\-])"
    r"|(?:[a-z]{1,16}Port|[A-Z]{1,16}PORT)(?![\w\-]))|\[:[A-Za-z][\w\-]*\]"
)
"""A port that is none: ``:{port}``, ``:%d``, ``:$PORT``, ``:<port>``, ``:port``, ``:80xx``, ``[:port]``; ``:\\d+``."""
_WORD_FOR_PORT = lazy_re(r":(?=[A-Za-z])[\w\-]++(?P<path>/)?")
_NO_PORT = lazy_re(r"(?::(?![0-9]++(?![.\-]*\w))~?[A-Za-z0-9](?:[\w.\-]{0,128}\w)?)++")
"""What follows a colon and is no number, where an authority is no name of the domain name system and its port."""
IMPOSSIBLE_PORT = "impossible port"
NO_PORT = "no port behind the colon (RFC 3986 3.2.3)"
"""The notes on a port that ends the URL before it, and on what stands where a port would."""
USERINFO = "userinfo (RFC 3986 7.5, 7.6)"
_LEFT_OUT = lazy_re(r"\.{2,}+[\w.\-]{0,253}+/")
"""The rest of a host, where its writer left something out: ``http://www.../a``, ``http://a..b/``."""
_ANY_ENDING = lazy_re(r"\.(?:\*+|\+\??)(?![\w.\-])")
"""What stands for whatever a name ends in (``https://example.*``); behind a whole one it rather ends emphasis."""
_EMPTY_LABEL = lazy_re(r"\.{2,3}(?:[A-Za-z0-9\-]{1,63}\.){0,8}([a-z]{2,63})(?![\w.\-]{0,253}\w)")
"""An empty label, and the rest of a host: half of it would be none (``http://www.example..com``)."""
_FILLED_IN = lazy_re(r"[\w.\-]*+:[^\s/@{$<]*+[{$<][^\s/@]{0,64}@")  # a password like ${PASSWORD}
_GLUED_LABEL = lazy_regex(rf"([A-Za-z0-9\-]+)(?:([{UNSPACED_SCRIPTS}\p{{S}}\u00B7\u30FB])|[^\x00-\x7F])")
_MAY_BE_GLUED = lazy_re(r"\.(?:[A-Za-z0-9\-]{2,}+|[0-9])[^\x00-\x7F]")
_UNSPACED = lazy_regex(f"[{UNSPACED_SCRIPTS}]")
_BEHIND_LABEL = ("/", "?", "#", ":")
_SIGNS_BEHIND = lazy_regex(r"([\w.\-]+)[\p{S}\uFE0F\u200D]+\Z")
_GLUED_SCHEME = lazy_re(r"(?i)https?\Z")
_UNBRACKETED = lazy_re(r"(?:[0-9A-Fa-f]{1,4}:(?=[0-9A-Fa-f:])){2,}|[0-9A-Fa-f]{1,4}::[0-9A-Fa-f]")
"""The beginning of an IPv6 address without its brackets: its first group is no host."""
_NUMBER = lazy_re(r"(?:[0-9]+|0[xX][0-9A-Fa-f]*)\Z")
_IPV4_NOTES: dict[str, tuple[str, ...]] = {"ipv4": (), "odd-ipv4": ("odd IPv4 form (RFC 3986 7.4)",)}
_DOTTED_QUAD = lazy_re(r"(?:" + _OCTET + r"(?:\.(?!\Z)|\Z)){4}\Z")


class FoundAuthority(NamedTuple):
    """Where a plausible authority ends (an offset in the text it was found in), and what is odd about it."""

    host_start: int
    host_end: int
    end: int
    notes: tuple[str, ...] = ()
    ended: Ended | None = None
    """Why it ends there, where something other than a path, query or fragment follows."""
    sign: str = ""
    """The sign that ended it."""


def ipv4_notes(host: str) -> tuple[str, ...] | None:
    """Check a host whose last label is a number: notes where it is an IPv4 address, None where it is nothing.

    >>> ipv4_notes("192.0.2.1"), ipv4_notes("0x7f.1"), ipv4_notes("1.2.3.4.5")
    ((), ('odd IPv4 form (RFC 3986 7.4)',), None)
    """
    return _IPV4_NOTES.get(host_kind(host)) if not host.endswith(".") else None


def plausible_host(host: str, *, named: bool = True) -> tuple[str, ...] | None:
    """Check one host name or address: notes where it is plausible, None where it is not.

    A number at the end makes it an IPv4 address or nothing where the scheme's authority names a host of the domain
    name system (``named``; the URL standard reads the others' as they stand: ``app://99999999999``).

    >>> plausible_host("www.example.com"), plausible_host("-a.example"), plausible_host("256.1.1.1")
    ((), None, None)
    """
    if len(host) > LONGEST_HOST or (named and _LABELS_TO_FILL_IN.search(host)):
        return None
    labels = host.split(".")
    if any(not label or len(label) > 63 or label[0] == "-" or label[-1] == "-" for label in labels):
        return None
    if _NUMBER.match(labels[-1]):
        return ipv4_notes(host) if named else ()
    if not any(character.isalnum() or ord(character) > 127 for character in labels[-1]):
        return None
    may_be_number = "%" in labels[-1] or (not labels[-1].isascii() and any(map(str.isnumeric, labels[-1])))
    return _IPV4_NOTES.get(host_kind(host), ()) if named and may_be_number else ()


def is_whole_name(host: str) -> bool:
    """Tell a name under a top-level domain from half of one.

    >>> is_whole_name("www.example.com"), is_whole_name("www.example"), is_whole_name("com")
    (True, False, False)
    """
    name, _, last = host.rpartition(".")
    return bool(name) and is_top_level_domain(last)


def _literal(text: str, start: int, end: int) -> int:
    """Give the end of an IPv6 or IPvFuture literal that starts at ``start``, or -1."""
    found = _LITERAL.match(text, start, end)
    if found is None:
        return -1
    if found[1] is not None:
        try:
            IPv6Address(found[1])
        except AddressValueError:
            return -1
    return found.end()


def _trim_host(text: str, start: int, end: int, run: int) -> int:
    """Take off a host what is glued to it: other scripts, emoji, a scheme, a hyphen, the underscore of emphasis."""
    host = text[start:end]
    if not host.isascii() and (glued := _glued_label(host)):
        return start + glued
    if text.startswith("://", end) and (scheme := _GLUED_SCHEME.search(host)):
        # The next URL begins where a scheme is glued to a whole name: `http://a.comhttp://b.com`.
        whole = host[: scheme.start()].rstrip("._-")
        if is_whole_name(whole):
            return start + len(whole)
        if (plain := _SIGNS_BEHIND.match(whole)) is not None:
            return start + plain.end(1)
    goes_on = end < run and (text[end] in "/?#" or _NUMBERED_PORT.match(text, end, run) is not None)
    if "-" in host and not goes_on and (dashed := _before_dash(host)):
        return start + dashed
    while end > start and (text[end - 1] in "-.\u00b7\u30fb" or (text[end - 1] == "_" and not goes_on)):
        end -= 1  # a full stop is last only where nothing but these marks stood behind it
    return end


def _before_dash(host: str) -> int:
    """Give the length of a host behind whose top-level domain one or two hyphens stand for a dash, or 0.

    >>> _before_dash("example.com--and"), _before_dash("example.com-the"), _before_dash("a.co-op.org")
    (11, 11, 0)
    >>> _before_dash("example.hu-n"), _before_dash("db.us-east")
    (10, 0)
    >>> _before_dash("a--b.org"), _before_dash("x.xn--p1ai"), _before_dash("db.prod-east")
    (0, 0, 0)
    """
    name, _, last = host.rpartition(".")
    label, _, word = last.partition("-")
    is_name = name and is_top_level_domain(label)
    is_glued = (
        word.startswith("-")
        or (word.isalpha() and is_generic(label))
        or (len(label) == 2 and CASE_ENDING.match(word) is not None)
    )
    return len(name) + 1 + len(label) if is_name and is_glued else 0


def _glued_label(host: str) -> int:
    """Give the length of a host whose top-level domain has text glued to it, or 0 where none has.

    Letters of a script without spaces, an emoji or a sign end it anywhere behind a top-level domain; another letter
    only in the last label (no top-level domain mixes ASCII with them, while labels below do).

    >>> _glued_label("example.com\u8bf7"), _glued_label("example.com\u2122"), _glued_label("i\u2764.ws")
    (11, 11, 0)
    """
    if not _MAY_BE_GLUED.search(host):
        return 0
    offset = 0
    labels = host.split(".")
    for place, label in enumerate(labels):
        glued = _GLUED_LABEL.match(label)
        is_last = place == len(labels) - 1
        if (
            glued is not None
            and offset
            and (glued[2] or (is_last and not is_top_level_domain(label)))
            and (
                is_top_level_domain(glued[1].rstrip("-"))
                or _DOTTED_QUAD.match(host[: offset + len(glued[1])])
            )
        ):
            return offset + len(glued[1].rstrip("-"))
        offset += len(label) + 1
    return 0


def find_authority(text: str, start: int, run: int, *, scheme: str = "http") -> FoundAuthority | None:
    """Find the authority that starts at ``start`` within the run of URL characters that ends at ``run``.

    Offsets are those of ``text``. None where there is no plausible one (RFC 3986 3.2; an empty authority is the
    caller's question).
    """
    plain = PLAIN_HOST.match(text, start, run)
    if plain is not None:
        end = plain.end()
        following = text[end : end + 1] if end < run else ""
        if not following or following in "/?#":
            return FoundAuthority(start, end, end) if end - start <= LONGEST_HOST else None
        if following == ":" and text.startswith("://", end) and text[start:end].isalnum():
            return None  # the scheme of the next one, as `_is_scheme` has it, told before anything else
        if following == ":" and (found := _with_plain_port(text, start, end, run)) is not None:
            return found
    elif (numbers := _NUMBERS.match(text, start)) is not None and (end := numbers.end()) <= run:
        if _PLAIN_ADDRESS.match(text, start) is not None:
            return FoundAuthority(start, end, end)
        if scheme in DOMAIN_HOST:
            return None
    near = min(run, start + _FURTHEST_USERINFO)
    if plain is None and (numbers := _MARKED_ADDRESS.match(text, start, near)) is not None:
        plain, end, following = numbers, numbers.end(), text[numbers.end()]
    if plain is not None and following in _ENDS_PLAIN_HOST and _is_plain(text, start, end, near, scheme):
        return FoundAuthority(start, end, end, (), Ended.HOST, following)
    has_at = text.find("@", start, near) >= 0 and _CLOSED.match(text, start, near) is None
    segment = _USERINFO.match(text, start, near) if has_at else None
    at = text.rfind("@", start, segment.end()) if segment is not None else -1
    if at >= start:  # an empty user name is one, too (RFC 3986 3.2.1)
        return _behind_userinfo(text, start, at, run, scheme)
    if (has_at and _FILLED_IN.match(text, start, near)) or _UNBRACKETED.match(text, start, near):
        return None
    return _authority(text, start, run, scheme)


def _with_plain_port(text: str, start: int, end: int, run: int) -> FoundAuthority | None:
    """Find the authority of a host that matches `PLAIN_HOST`, with a port behind it and a path, or nothing more."""
    port = _PLAIN_PORT.match(text, end)
    if port is None or end - start > LONGEST_HOST:
        return None
    stop = port.end()
    return FoundAuthority(start, end, stop) if stop == run or text.startswith("/", stop, run) else None


def _behind_userinfo(text: str, start: int, at: int, run: int, scheme: str) -> FoundAuthority | None:
    """Find the authority at ``start`` with an at sign in it at ``at``, the last that may end a userinfo."""
    if at == start and text.endswith("@", 0, start - len(scheme) - len("://")):
        return None  # it ends what a program replaces by the scheme: `s@https://@http://@g`
    found = _authority(text, at + 1, run, scheme)
    if found is not None and scheme not in MULTIPLE_HOSTS and _is_listed(text, start, found, run):
        return _authority(text, start, at, scheme)
    if found is not None:
        return found._replace(notes=(USERINFO, *found.notes))
    is_local = scheme not in DOMAIN_HOST or scheme in MULTIPLE_HOSTS  # as a database by its socket is
    if is_local and text.startswith("/", at + 1) and text[start].isalnum():
        return FoundAuthority(at + 1, at + 1, at + 1, (USERINFO,))
    if text.startswith(":", at + 1):
        return None  # a port, and the host is missing
    if _TEMPLATE.match(text, at + 1) and not (text.startswith("<", at + 1) and is_whole_name(text[start:at])):
        return None  # the host is to be filled in, unless a tag is glued to a whole one
    found = _authority(text, start, at, scheme)
    if found is not None and (text.startswith(":", found.end) or NO_PORT in found.notes):
        return None  # a password, and the host is missing
    if found is not None and at + 1 < run and "." not in text[start:at]:
        return None  # a user, and the host or its port is to be filled in: `user@host[:port]`
    if found is not None and found.end == at:
        return found._replace(ended=Ended.HOST, sign="@")
    return found


def _is_plain(text: str, start: int, end: int, near: int, scheme: str) -> bool:
    """Tell whether a host that matches `PLAIN_HOST` is all of the authority, and nothing is glued to it."""
    return (
        text.find("@", end, near) < 0
        and text.find("-", start, end) < 0
        and end - start <= LONGEST_HOST
        and scheme not in MULTIPLE_HOSTS
        and scheme not in PARAMETERS_BEHIND_HOST
    )


def _is_listed(text: str, start: int, behind: FoundAuthority, run: int) -> bool:
    """Tell a whole name and the next field of a list, which has an address of mail in it, from userinfo.

    Userinfo may look the same, to deceive (RFC 3986 7.6), but then a path or a port is ``behind`` the host.
    """
    if behind.end < run and text[behind.end] in "/?#:":
        return False
    field = _FIELD.match(text, start, behind.host_start)
    return field is not None and (is_top_level_domain(field[1]) or is_special_name(field[1]))


def before_glued_word(text: str, authority: FoundAuthority, end: int) -> FoundAuthority | None:
    """Find the authority of a name to which the next word is glued, the last thing before ``end``; None for no name."""
    host_start, host_end = authority.host_start, authority.host_end
    if host_end != end:
        return None
    name = without_glued_word(text[host_start:host_end])
    if name is None:
        return None
    end = host_start + len(name)
    return FoundAuthority(host_start, end, end, authority.notes, Ended.GLUED_WORD, text[end])


def _authority(text: str, start: int, run: int, scheme: str) -> FoundAuthority | None:
    """Find host and port at ``start``."""
    if text.startswith("[", start):
        return _of_literal(text, start, run)
    host_run = _end_of_host(text, start, run)
    if host_run == start:
        return _encoded(text, start, start, run) if scheme not in DOMAIN_HOST else None
    return _of_name(text, start, host_run, run, scheme)


def _end_of_host(text: str, start: int, run: int) -> int:
    """Give where the characters of a name or an IPv4 address end that begin at ``start``; that itself for none."""
    found = _HOST.match(text, start, min(run, start + _FURTHEST_HOST))
    if found is None or text.isascii():
        return start if found is None else found.end()
    # Not with one pattern: `regex`, which knows these classes, takes ten times as long to go over labels.
    strange = _IN_NO_LABEL.search(text, start, found.end())
    if strange is not None:
        found = _HOST.match(text, start, strange.start())
    return start if found is None else found.end()


def _of_literal(text: str, start: int, run: int) -> FoundAuthority | None:
    """Find the authority of an IPv6 or IPvFuture literal."""
    host_end = _literal(text, start, run)
    if host_end < 0 or _PORT_TO_FILL_IN.match(text, host_end):
        return None
    return _with_port(text, start, host_end, host_end, run)


def _of_name(text: str, start: int, host_run: int, run: int, scheme: str) -> FoundAuthority | None:
    """Find the authority of a name or an IPv4 address whose characters go as far as ``host_run``."""
    stop = None if text.isascii() else _WIDE_STOP.search(text, start, host_run)
    if stop is not None:
        host_run = _end_of_wide_host(text, start, stop.start(), host_run)
    host_end = _trim_host(text, start, host_run, run) if host_run > start else start
    if (
        _is_template(text, start, host_end, host_run, run)
        or _PORT_TO_FILL_IN.match(text, host_end)
        or (text.startswith((".", "-"), host_end) and _is_begun(text, start, host_end, scheme))
    ):
        return None
    named = scheme in DOMAIN_HOST
    goes_on = text.startswith("<", run) and _PLACEHOLDER.match(text, host_end) is not None
    host = text[start:host_end] if stop is None else text[start:host_end].translate(_TO_DOTS)
    notes = plausible_host(host, named=named) if not goes_on else None
    if notes is None or _is_scheme(text, start, host_end) or _is_prose(host, text, host_end, run):
        return None
    if scheme not in WEB and (encoded := _encoded(text, start, host_end, run)) is not None:
        return encoded._replace(notes=notes)
    if text.startswith(":", host_end):
        if not named or scheme in PATH_BEHIND_HOST:
            more = _NO_PORT.match(text, host_end, run)
            if more is not None:
                return _ending(text, start, host_end, more.end(), run)._replace(notes=(*notes, NO_PORT))
        elif _WORD_FOR_PORT.match(text, host_end, run) and "." not in host:
            return None  # what is to be filled in, as the host is: half of the URL is none
    found = _with_port(text, start, host_end, _root_dot(text, host_end, run), run)
    if scheme in MULTIPLE_HOSTS:
        while (next_end := _next_host(text, found.end, run)) > found.end:
            found = _with_port(text, start, host_end, next_end, run)
    if scheme in PARAMETERS_BEHIND_HOST and found.sign == ";":
        found = found._replace(ended=None, sign="")
    return found._replace(notes=notes + found.notes) if notes else found


def _end_of_wide_host(text: str, start: int, stop: int, end: int) -> int:
    """Give where the host in ``text[start:end]`` ends that has an ideographic full stop at ``stop``.

    Behind a whole name the stop ends a sentence; else it is a dot where a top-level domain stands behind it. Half a
    name is none: the end is ``start`` then.
    """
    _, _, last = text[start:stop].rpartition(".")
    if is_whole_name(text[start:stop]) or _DOTTED_QUAD.match(text, start, stop):
        return stop
    host = text[start:end].translate(_TO_DOTS)
    if _DOTTED_QUAD.match(host):
        return end
    if (glued := _glued_label(host)) > stop - start:
        return start + glued
    length = len(host)
    while length > stop - start:
        before = host.rfind(".", 0, length)
        if is_top_level_domain(label := host[before + 1 : length]) or is_special_name(label):
            return start + length
        length = before
    return stop if text[start:stop].isascii() and not last.isdigit() else start


def _is_template(text: str, start: int, host_end: int, host_run: int, run: int) -> bool:
    """Tell whether something behind the host is to be filled in.

    It may be the rest of a host, but hardly behind a whole name: `example.com$request_uri`.
    """
    is_whole = host_end == host_run
    if _DEFANGED.match(text, host_run, run):
        return True
    if text.find(".", start, host_run) < 0 and (
        _LEFT_OUT.match(text, host_run, run)
        or (_ANY_ENDING.match(text, host_run, run) and text[start:host_run].lower() != "localhost")
    ):
        return True
    if (empty := _EMPTY_LABEL.match(text, host_run, run)) is not None and is_top_level_domain(empty[1]):
        name, _, last = text[start:host_end].rpartition(".")
        return not (name and (is_top_level_domain(last) or last.isdigit()))
    if text[host_end:host_run].strip("-_"):
        return False
    if not _TEMPLATE.match(text, host_run + text.startswith(".", host_run), run):
        return False
    return not (is_whole and is_whole_name(text[start:host_end])) or text.startswith(".", host_end)


def _is_begun(text: str, start: int, end: int, scheme: str) -> bool:
    """Tell a part of a host's first label, with which the string ends that it fills, from a host: ``"https://www."``."""
    opener = start - len(scheme) - len("://") - 1
    quote = text[opener : opener + 1] if opener >= 0 else ""
    return (
        quote in _QUOTES
        and text.startswith(quote, end + 1)
        and text.startswith("://", opener + 1 + len(scheme))
        and text.find(".", start, end) < 0
        and not (text[start:end].isdigit() or is_special_name(text[start:end]))
    )


def _is_prose(host: str, text: str, host_end: int, run: int) -> bool:
    """Tell words of a script without blanks, glued to a scheme that they speak of, from a host of one label."""
    if host.isascii() or "." in host or text[host_end : min(run, host_end + 1)] in _BEHIND_LABEL:
        return False
    return _UNSPACED.search(host) is not None


def _is_scheme(text: str, start: int, host_end: int) -> bool:
    """Tell whether a scheme stands where the host should be: the later start counts."""
    if not text.startswith("://", host_end):
        return False
    host = text[start:host_end]
    return host.isalnum() or host.lower().endswith((".http", ".https"))


def _encoded(text: str, start: int, at: int, run: int) -> FoundAuthority | None:
    """Find the authority of a host with an encoded part at ``at``: a socket's, `http+unix://%2Fvar%2Frun%2Fa.sock/b`."""
    found = _ENCODED.match(text, at, run if at > start else min(run, start + _FURTHEST_HOST))
    return _with_port(text, start, found.end(), found.end(), run) if found is not None else None


def _with_port(text: str, start: int, host_end: int, at: int, run: int) -> FoundAuthority:
    """Find the authority with the port at ``at``, if there is one: with its notes, and why it ended."""
    found = _PORT.match(text, at, run)
    if found is None:
        return _ending(text, start, host_end, at, run)
    after = text[found.end() : min(run, found.end() + 1)]
    if not found[1]:
        # An empty port belongs to the URL only where something follows it (RFC 3986 3.2.3).
        if after and after in "/?#":
            return FoundAuthority(start, host_end, found.end())
        word = _WORD_FOR_PORT.match(text, at, run)
        if word is not None and word["path"]:
            return FoundAuthority(start, host_end, at, (IMPOSSIBLE_PORT,), Ended.IMPOSSIBLE_PORT)
        return FoundAuthority(start, host_end, at, (), Ended.NO_PORT)
    if int(found[1][:7]) > 65535 or len(found[1]) > 7 or _MORE_OF_A_PORT.match(text, found.end(), run):
        return FoundAuthority(start, host_end, at, (IMPOSSIBLE_PORT,), Ended.IMPOSSIBLE_PORT)
    return _ending(text, start, host_end, found.end(), run)


def _ending(text: str, start: int, host_end: int, end: int, run: int) -> FoundAuthority:
    """Say why an authority ends at ``end`` where the run goes on with something no URL has there."""
    if end < run and text[end] not in "/?#":
        return FoundAuthority(start, host_end, end, (), Ended.HOST, text[end])
    return FoundAuthority(start, host_end, end)


def _next_host(text: str, end: int, run: int) -> int:
    """Give where the host behind a comma at ``end`` ends; ``end`` itself where there is none."""
    host_run = _end_of_host(text, end + 1, run) if text.startswith(",", end) else end
    host_end = _trim_host(text, end + 1, host_run, run) if host_run > end + 1 else end
    return host_end if host_end > end + 1 else end


def _root_dot(text: str, host_end: int, run: int) -> int:
    """Step over the root's dot where the URL goes on after it (``http://example.com./x``)."""
    following = text[host_end + 1 : host_end + 2] if host_end + 1 < run else ""
    return host_end + 1 if text.startswith(".", host_end) and following and following in "/:?#" else host_end
