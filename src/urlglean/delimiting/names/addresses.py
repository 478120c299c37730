"""Mail addresses in prose: found by their ``@``, read backwards and forwards from there.

The grammar is that of RFC 5321 4.1.2 and RFC 6531 3.3, but for what a careful reader takes for a delimiter. Offsets are
code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from urlglean.delimiting.alphabet import JOINER, UNSPACED_SCRIPTS
from urlglean.delimiting.ends.extent import Extent
from urlglean.delimiting.ends.trailing import CODE_OF_POD
from urlglean.delimiting.names.lookalikes import is_generic, without_glued_word
from urlglean.delimiting.openings import behind_colour
from urlglean.delimiting.reasons import Ended
from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.suffixes import is_special_name, is_top_level_domain

_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{UNSPACED_SCRIPTS}]]"
SIGN = r"[[\p{So}\p{Sm}]--[\x00-\x7F]]"
"""A symbol that registered names have: a snowman, an arrow, an emoji."""
_MORE_SIGNS = r"[\p{So}\p{Sk}\uFE0F\u200D]{0,8}+"
_SIGNS = rf"(?=[^\x00-\x7F]){SIGN}{_MORE_SIGNS}(?=\.{_LETTER})"
_LABEL = rf"(?:{_LETTER}(?:[[\p{{L}}\p{{M}}\p{{N}}\-_]--[{UNSPACED_SCRIPTS}]]++|{JOINER})*+(?:{_SIGNS})?+|{_SIGNS})"
_UNSPACED_LABEL = rf"[{UNSPACED_SCRIPTS}]{{1,30}}+"

_AT = lazy_re(r"@")
_LONGEST_LOCAL_PART = 255
"""RFC 5321 allows 64, but the addresses of bounces are longer; a longer run before an ``@`` is no local part."""
# RFC 5322 3.2.3, but for what delimits: ? ` { | }
_ATEXT = rf"(?:[[\p{{L}}\p{{M}}\p{{N}}_.+%'=&~\-!\#$*\^/]--[{UNSPACED_SCRIPTS}]]|{JOINER})"
# Read backwards from the @: a run, a quoted string, or a word of a script without spaces behind space.
_LOCAL_PART = lazy_regex(rf"(?r){_ATEXT}++")
_ASCII_LOCAL_PART = lazy_regex(r"(?r)[A-Za-z0-9_.+%'=&~\-!\#$*\^/]++")
_SIGNED_LOCAL_PART = lazy_regex(
    rf"(?r)(?<![^\s<(\[,;:\"'])(?:{_LETTER}|[_.+\-]){{0,63}}+{SIGN}[\p{{So}}\p{{Sk}}\uFE0F\u200D]{{0,8}}"
)
"""A local part that ends in a sign; before letters a sign is rather a bullet."""
# Angle brackets in a quoted string are those of markup (`href="/">"@joe"`), but where the address begins a word.
_QUOTED_LOCAL_PART = lazy_regex(
    r'(?r)(?:(?<![\w"\\])"(?:\\[\x20-\x7E]|[^"<>\\\r\n]){1,64}"|(?<![^\s<(,;:])"(?:\\[\x20-\x7E]|[^"\\\r\n]){1,64}")'
    r"(?:\.[\w+\-]++)*+"
)
_WORDS_BEFORE_QUOTED = lazy_regex(r"(?r)(?<![^\s<(,;:])(?:[\w+\-]++\.)++")
"""Words before a quoted one, with full stops between (RFC 5322 4.4): ``joe."van doe"@example.com``."""
_QUOTE_INSIDE = lazy_re(r"[\w.+\-]\"[^\s\"<>()\[\]{},;:=/]{0,64}\"\Z")
"""What stands before the rest of a word in which something is quoted: half of it would be no address."""
_WHOLE_LOCAL_PART = lazy_re(r"[\w.!#$%&'*+\-/=?^`{|}~]{1,64}\Z", re.ASCII)
_WORD_START = lazy_regex(r"(?r)(?<![^\s<(,;:\"])[^\s<>(),;:\"@]{1,64}")
_MANY_SIGNS = 8
"""A word before an ``@`` that holds so many kinds of signs is no prose: all of it is a local part (RFC 5321 4.1.2)."""
_QUESTION = lazy_re(r"[a-z0-9_\-]+\?[a-z0-9](?:[\w.+\-]|%(?![0-9A-Fa-f]{2}))*\Z")
_UNSPACED_LOCAL_PART = lazy_regex(rf"(?r)(?<![\p{{L}}\p{{N}}_.@]){_UNSPACED_LABEL}")
_KEY = lazy_re(
    r"(?i)[+#*$']*+(?:.*&[\w.\-]{1,32}|--?[a-z][\w\-]{0,32}|(?:.*/|smtp\.|header\.|envelope-)?\w++(?:(?<=mail)|(?<=mailaddress))"
    r"|(?:.*/|smtp\.|header\.|envelope-|\w*_)?(?:e-mail|mail-?from|to|from|cc|bcc|user|username|uid|address|addr|contact"
    r"|sender|recipients?|rcpt|reply-to|return-path|by|login|account|author|committer|maintainer|owner|admin)"
    r"|name|id|href|url|value"
    r"|(?-i:[A-Z])\w*+(?==[^=]+\Z))="
)
"""What names an address that follows: a parameter of a query, an option of a command, a field of a log, a setting."""
_OTHER_SCRIPT_BEFORE_LATIN = lazy_regex(
    r"[\p{L}\p{M}]*[[\p{L}\p{M}]--[\p{Latin}\p{Inherited}]]-?(?=[A-Za-z])"
)
_DOMAIN = lazy_regex(
    rf"(?:{_LABEL}|{_UNSPACED_LABEL})(?:\.(?:{_LABEL}|{_UNSPACED_LABEL}))++"
    r"|\[(?:(?i:ipv6:))?+[0-9A-Fa-f:.]+\]"  # RFC 5321 4.1.3, address literals
)
_ASCII_LABEL = r"[A-Za-z0-9][A-Za-z0-9\-_]*+"
_ASCII_DOMAIN = lazy_re(rf"{_ASCII_LABEL}(?:\.{_ASCII_LABEL})++(?!\.?[^\x00-\x7F])")
"""What nearly all domains are: this is read in a fraction of the time."""
_NO_DOMAINS = frozenset(
    """bmp css gif git gz header htm html ico jpeg jpg js json lock log mount pdf php png po pot rpm sed service slice
    socket svg tar target tgz timer txt webp xml yaml yml""".split()
)
"""What ends a name with an ``@`` that is no address: pictures by density (``a@2x.png``), units, packages, locales."""
_ESCAPE = lazy_re(r"[nrt]|[ux]((?<=u)[0-9A-Fa-f]{4}|(?<=x)[0-9A-Fa-f]{2})")
_BEGINS_A_WORD = lazy_re(r"(?<![^\s<(\[\"',;:])\.\Z")
_FIRST = lazy_re(r"(?i:%(?:0[9AD]|20|22|2[78C]|3[ACDEF]|40|5B|7B)|[^\w%]|%)*+")
"""What no local part begins with: signs; blanks and delimiters that are percent-encoded (``%20joe@example.com``)."""
_CLOSING_EMPHASIS = lazy_re(r"[.,;:!?]{0,3}(_{1,2})")
_TO_FILL_IN = lazy_re(r"(?:\w[>})\]]|.?[*\"'`\u2018\u201c])[-+]\Z")
_VARIABLE = lazy_re(r"(?:%(?:\([\w.]{1,32}\))?[A-Za-z]|(?<![\w@])\$[A-Za-z_]\w{0,31})\Z")
"""A local part that a program fills in: ``%s``, ``%(name)s``, ``$name``."""
_REST_IN_ANGLES = lazy_re(r"@[\w.\-]+>")
_COMMENT = lazy_re(r"(?<![\w:/.\\])//\Z")
_GLUED_TAIL = lazy_re(r"(?<=\w)-.*\Z")
_GLUED_END = lazy_regex(r"[A-Za-z]{2,63}+(?=[^\x00-\x7F])")
_WORD = lazy_regex(rf"(?:[[\p{{L}}\p{{M}}]--[{UNSPACED_SCRIPTS}]]{{2,}}|[{UNSPACED_SCRIPTS}]{{2,3}})\Z")
"""A last label that no list has to know. In a script without spaces a longer one is rather the next sentence."""
_REMOTE_PATH = lazy_re(r":(?:[~/]|[\w.\-]+/(?!/))")


def read_addresses(
    text: str, start: int, stop: int, limit: int, floor: int, *, iri: bool
) -> Iterator[tuple[int, Extent]]:
    """Yield the addresses that begin in ``[start:stop]`` and end before ``limit``: where each begins, and its extent.

    Nothing before ``floor`` is read as part of one; without ``iri`` an address is ASCII.
    """
    for found in _AT.finditer(text, start, limit):
        at = found.start()
        if at < floor:
            continue
        if at - _LONGEST_LOCAL_PART >= stop:
            return
        span = address_around(text, at, floor, limit)
        if span is None or not start <= span[0] < stop or not (iri or text[span[0] : span[1]].isascii()):
            continue
        low, (begin, floor) = floor, span
        yield begin, _with_dots(text, low, begin, at, floor)


def _with_dots(text: str, low: int, begin: int, at: int, end: int) -> Extent:
    """Give the extent of an address: where full stops stand as none may in a local part, with its other reading.

    Two in a row belong to it, where they rather end a sentence; one before it does not.
    """
    notes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    if (dots := text.rfind("..", begin, at)) >= 0 and text.find('"', begin, at) < 0:
        notes, others = ("two full stops in a row (RFC 5321 4.1.2)",), (text[dots + 2 : end],)
    elif text[begin - 1 : begin] == "." and _BEGINS_A_WORD.search(text, max(low, begin - 2), begin):
        others = (text[begin - 1 : end],)
    return Extent(end, end, end, Ended.ADDRESS, notes=notes, alternatives=others)


def address_around(text: str, at: int, floor: int, limit: int) -> tuple[int, int] | None:
    """Give the start and the end of the address around the ``@`` at ``at``, or None where there is none."""
    start = begun = _local_start(text, at, floor)
    if start < 0:
        return None
    domain = _ASCII_DOMAIN.match(text, at + 1, limit) or _DOMAIN.match(text, at + 1, limit)
    if domain is None:
        return None
    end = _domain_end(text, at + 1, domain.end())
    if text[end - 1] == "E" and CODE_OF_POD.match(text, end):
        end -= 1
    after = text[end : end + 1] if end < limit else ""
    if end < 0 or after == "@" or (after == ":" and _REMOTE_PATH.match(text, end, limit)):
        return None  # `git@example.com:joe/a.git` is a path on another host
    if text[start] == "~" and after == "~":
        start += 1
    if text[start] == "_" and (closing := _CLOSING_EMPHASIS.match(text, end)) is not None:
        while text[start] == "_" and start - len(closing[1]) < begun:  # emphasis: `_joe@example.com_`
            start += 1
    return (start, end) if start < at else None


def _local_start(text: str, at: int, floor: int) -> int:
    """Give the start of the local part that ends at ``at``, or -1 where none does."""
    if at <= floor or text[at - 1].isspace():
        return -1
    low = max(floor, at - _LONGEST_LOCAL_PART)
    if (whole := _start_of_signs(text, low, at)) >= 0:
        return whole
    found = _ASCII_LOCAL_PART.match(text, low, at)
    if found is None or (found.start() > low and text[found.start() - 1] > "\x7f"):
        found = _LOCAL_PART.match(text, low, at)
    start = -1 if found is None else found.start()
    if start < 0 or (
        text[start - 1 : start] == '"' and _QUOTE_INSIDE.search(text, max(low, start - 67), start) is not None
    ):
        return _start_of_other(text, low, at)
    if start == low > floor and _LOCAL_PART.match(text, low - 1, low):
        return -1
    lead, start = start, _behind_lead(text, start, at)
    if lead < start and _TO_FILL_IN.match(text, max(low, lead - 2), start):
        return -1
    if text[start - 1 : start] in ("%", "$", ")") and _VARIABLE.search(text, max(low, start - 40), at):
        return -1
    written = text[start:at]
    if not written.isascii() and (glued := _OTHER_SCRIPT_BEFORE_LATIN.match(written)) is not None:
        start += glued.end()  # a word of another script is glued to it: nobody's name mixes the two
    before = text[start - 1 : start] if start > low else ""
    if before == "\\" and (behind := _behind_escape(text, start, at)) > start:
        start, before = behind, ""
    written = text[start:at]
    if before == "/" and (0 < floor == start - 1 or _COMMENT.search(text, max(0, start - 3), start)):
        before = ""  # it parts two addresses, or begins a comment; elsewhere it is that of a path
    if not written or written[-1] in ".'" or (before and before in "@/\\"):
        return -1
    head, slash, _ = written.partition("/")
    is_path = bool(slash) and "." in head and not (before == "<" and _REST_IN_ANGLES.match(text, at))
    return -1 if is_path or "//" in written else start


def _behind_escape(text: str, start: int, at: int) -> int:
    r"""Give where an escape of a log or a string ends, or ``start`` where none is, or one of a letter of the name.

    So ``\njoe@example.com`` holds an address, ``m\u00fcller@example.com`` no half of one.
    """
    escape = _ESCAPE.match(text, start, at - 1)
    if escape is None:
        return start
    said = chr(int(escape[1], 16)) if escape[1] else ""
    return start if said.isalnum() and _LOCAL_PART.match(said) else escape.end()


def _start_of_other(text: str, low: int, at: int) -> int:
    """Give the start of a local part that ends in a quoted string, a sign, or letters of a script without spaces."""
    if (quoted := _QUOTED_LOCAL_PART.match(text, low, at)) is not None:
        words = _WORDS_BEFORE_QUOTED.match(text, low, quoted.start())
        return words.start() if words else quoted.start()
    found = _UNSPACED_LOCAL_PART.match(text, low, at) or _SIGNED_LOCAL_PART.match(text, low, at)
    return found.start() if found else -1


def _behind_lead(text: str, start: int, at: int) -> int:
    """Step over what stands before a local part and is glued to it: a colour, a key, an ellipsis, encoded blanks."""
    start = behind_colour(text, start)
    is_filled = text[start - 1 : start] == "<" and _REST_IN_ANGLES.match(text, at) is not None  # by all of it
    if not is_filled and text.find("=", start, at) >= 0 and (key := _KEY.match(text, start, at)) is not None:
        start = key.end()
    for mark in ("...", "='"):  # `wait...joe@example.com`, `href='joe@example.com'`
        if (found_at := text.rfind(mark, start, at)) >= 0:
            start = found_at + len(mark)
    first = _FIRST.match(text, start, at).end()  # type: ignore[union-attr]  # it matches nothing, too
    # A home: `~joe/list@example.com`; the path of old routes: `!host!joe@example.com`.
    is_own = text[start] == "~" or (text[start] == "!" and text.find("!", first, at) >= 0)
    return first - (first == start + 1 and is_own)


def _start_of_signs(text: str, low: int, at: int) -> int:
    """Give the start of a local part that ends at ``at`` and is one by its many signs, or -1.

    A question mark within a word in small letters is part of it, too, where no query can be meant.
    """
    if text[at - 1 : at].isalnum() and text.find("?", low, at) < 0:
        return -1
    word = _WORD_START.match(text, low, at)
    if word is None or _WHOLE_LOCAL_PART.match(word[0]) is None or word[0][0] == "." or word[0][-1] == ".":
        return -1
    kinds = {character for character in word[0] if not character.isalnum()} - set("._-")
    return word.start() if len(kinds) >= _MANY_SIGNS or _QUESTION.match(word[0]) else -1


def _domain_end(text: str, start: int, end: int) -> int:
    """Give the end of the domain that was matched in ``text[start:end]``, or -1 where it can be none.

    Mail goes to names of which no list knows (a company's own, reserved ones), so that any word will do as the last
    label; but not a number, nor what ends files.
    """
    if text[start] == "[":
        return end if _is_literal(text[start + 1 : end - 1]) else -1
    while text[end - 1] in "-_":
        end -= 1
    labels = text[start:end].split(".")
    if any(len(label) > 63 or label[-1] in "-_" for label in labels):
        return -1
    if (
        not (last := labels[-1]).isascii()
        and (glued := _GLUED_END.match(last)) is not None
        and is_top_level_domain(glued[0])
    ):
        end -= len(last) - glued.end()  # letters of another script, without a space
        labels[-1] = glued[0]
    while (
        (last := labels[-1])
        and len(labels) > 2
        and (last[:1].isupper() != last[1:].isupper() or not last.isascii())
        and is_top_level_domain(labels[-2])
        and (labels[-2] == labels[-2].lower() if last.istitle() else not is_top_level_domain(last))
    ):
        end -= len(labels.pop()) + 1  # the next sentence, without its space: `joe@example.com.Thanks`
    if "-" in labels[-1] and (name := without_glued_word(".".join(labels))) is not None:
        return start + len(name)
    *heads, last = labels
    if (tail := _GLUED_TAIL.search(last)) and is_generic(last[: tail.start()]):
        return end - len(tail[0])  # the second half of a compound: `joe@example.com-x`
    if is_top_level_domain(last) or is_special_name(last):
        return end
    if all(head.isdigit() for head in heads) or last.isascii() != heads[-1].isascii():
        return -1
    is_word = last.isalpha() if last.isascii() else _WORD.match(last) is not None
    return end if is_word and last.lower() not in _NO_DOMAINS else -1


def _is_literal(inside: str) -> bool:
    """Check what stands between the brackets of an address literal (RFC 5321 4.1.3)."""
    try:
        if ":" in inside:
            IPv6Address(inside[5:] if inside[:5].lower() == "ipv6:" else inside)
        else:
            IPv4Address(inside)
    except AddressValueError:
        return False
    return True
