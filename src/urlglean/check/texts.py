"""What fragments name: an id, and texts that they ask to be shown (URL Fragment Text Directives, section 3).

Texts, ``#:~:text=``, are looked for by their words alone: how a program lays them out, and which marks it makes,
nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from urlglean.patterns import lazy_re
from urlglean.uri.characters import unescaped, unquoted

OF_USERS = "user-content-"
"""What GitHub puts before the ids in what its users write, and its script takes away from fragments."""
_DELIMITER = ":~:"
_ASKED_FOR = "text="
_NOT_SHOWN = lazy_re(
    r"<(?P<name>script|style|template|title)\b[^<>]*+>.*?(?:</(?P=name)>|\Z)|<!--.*?(?:-->|\Z)"
    r"|</?(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|output|q|ruby|s|samp"
    r"|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)(?:\s[^<>]*+)?>"
    r"|\xad",
    re.DOTALL | re.IGNORECASE,
)
"""What of a page no reader sees, and tags in a line, which do not part words."""
_TAG = lazy_re(r"</?[A-Za-z!][^<>]*+>")
_MARKS_OF_RST = lazy_re(r"(?<![\w:]):\w++(?:[:+.-]\w++)*+:(?=`)|\s<[^<>\n]*+>(?=`)|[*`\\]")
"""Roles, destinations, and marks around words."""
_WORD = lazy_re(r"[^\W_]+")


def words_of_page(page: str) -> str:
    """Give the words that a page shows, in small letters, a space around each."""
    return _words(unescaped(_TAG.sub(" ", _NOT_SHOWN.sub("", page))))


def words_of_markdown(source: str) -> str:
    """Do the same for Markdown; what stands in code is shown there as it is."""
    import pyromark

    options = pyromark.Options
    beyond = options.ENABLE_TABLES | options.ENABLE_FOOTNOTES | options.ENABLE_STRIKETHROUGH
    before = options.ENABLE_YAML_STYLE_METADATA_BLOCKS | options.ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
    return words_of_page(pyromark.html(source, options=beyond | before))


def words_of_rst(source: str) -> str:
    """Do the same for reStructuredText, as far as they stand there: some roles show what stands elsewhere."""
    return _words(_MARKS_OF_RST.sub("", source))


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def folded_label(label: str) -> str:
    r"""Give a label, or the words of a heading, as Markdown compares it with others.

    >>> folded_label(" The\nSTRASSE ") == folded_label("the Stra\u00dfe")
    True
    """
    return " ".join(label.split()).casefold()


def name_of_label(label: str) -> str:
    r"""Give a label as docutils knows it.

    >>> name_of_label(" The\n Label")
    'the label'
    """
    return " ".join(label.lower().split())


def _has_text(text: str, directive: str) -> bool:
    """Tell whether words hold what ``[prefix-,]start[,end][,-suffix]`` stands for."""
    parts = directive.split(",")  # an escaped hyphen is none of its marks
    before = parts.pop(0)[:-1] if len(parts) > 1 and parts[0].endswith("-") else ""
    behind = parts.pop()[1:] if len(parts) > 1 and parts[-1].startswith("-") else ""
    del parts[2:]
    parts[0] = f"{before} {parts[0]}"
    parts[-1] = f"{parts[-1]} {behind}"
    wanted = [_words(unquoted(one)) for one in parts]
    if not all(map(str.isascii, wanted)):  # in some scripts no space parts words
        text, wanted = text.replace(" ", ""), [one.replace(" ", "") for one in wanted]
    at = 0
    for one in filter(str.strip, wanted):  # what has no words is found anywhere
        at = text.find(one, at)
        if at < 0:
            return False
        at += max(len(one) - 1, 0)
    return True


def parted(fragment: str) -> tuple[str, str]:
    """Give the two halves of a fragment: what may be an id, and what asks for texts, empty where nothing does.

    >>> parted("usage:~:text=one&text=two"), parted("usage")
    (('usage', 'text=one&text=two'), ('usage', ''))
    """
    name, _, directives = fragment.partition(_DELIMITER)
    asked = [one for one in directives.split("&") if one.startswith(_ASKED_FOR)]
    return name, "&".join(asked)


def has_fragment(fragment: str, known: Collection[str]) -> bool:
    """Tell whether a page that has some fragments has this one, as it is written (HTML Standard, section 7.4.6.4).

    >>> has_fragment("a%20b", ["a b"]), has_fragment("Top", []), has_fragment("c:~:text=d", ["a b"])
    (True, True, False)
    """
    plain = parted(fragment)[0]
    name = unquoted(plain)
    is_known = plain in known or name in known or name.removeprefix(OF_USERS) in known
    return is_known or plain.lower() in {"", "top"}


def is_shown(words: str, directives: str) -> bool:
    """Tell whether words, as `words_of_page` gives them, hold each of the texts that are asked for.

    >>> is_shown(words_of_page("Turn the <b>lamp</b> on, then off."), "text=the%20lamp&text=turn,off")
    True
    """
    return all(_has_text(words, one.removeprefix(_ASKED_FOR)) for one in directives.split("&"))


def may_be_shown(words: str, directives: str) -> bool:
    """Tell whether each word of these texts is among some, wherever it stands.

    >>> may_be_shown(words_of_rst("Turn the :ref:`lamp` on."), "text=the%20green%20lamp")
    False
    """
    wanted = unquoted(" ".join(one.removeprefix(_ASKED_FOR) for one in directives.split("&")))
    return is_shown(words, directives) or all(f" {word} " in words for word in _words(wanted).split())
