"""Which schemes a reader of prose believes, and what has to follow them.

With ``//`` any scheme with a plausible authority counts. Without it a colon means too many things (``note:this``,
``12:30``), so only the schemes of this table do, each with the shape its own specification gives the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from urlglean.patterns import lazy_re

_ADDRESS = r"[A-Za-z0-9._%+\-/=!#$&'*?^{|}~\u0080-\U0010FFFF]+@[\w.\-\[\]:%\u0080-\U0010FFFF]*\w\]?"

_SIP = (
    r"(?:[\w.!~*'()&=+$,;?/%\-]+(?::[^\s@:]*)?@)?"  # userinfo
    r"(?:[\w\-]+(?:\.[\w\-]+)+|\[[0-9a-fA-F:.]+\]|(?<=@)[\w\-]+)"
)
_SERVER = r"(?:(?:stun|turn)s?[0-9]?(?:\.[\w\-]+)+|(?:[\w\-]+(?:\.[\w\-]+)+|\[[0-9a-fA-F:.]+\])(?::[0-9]|\?transport=))"
"""A host that is called so, or one with a port or a query: programs have ``{turn:game.turn}``."""

OPAQUE_SCHEMES: dict[str, str] = {
    "about": (  # RFC 6694
        r"(?:blank|srcdoc|config|home|about|mozilla|newtab|plugins|memory|preferences|addons|support|version)\b"
    ),
    "acct": _ADDRESS,  # RFC 7565
    "aim": r"goim\?\w+=",
    "ark": r"/?[0-9]{5,9}/\w",  # the ARK identifier scheme
    "bitcoin": r"(?:[13][1-9A-HJ-NP-Za-km-z]{24,34}|bc1[0-9a-z]{8,87}|BC1[0-9A-Z]{8,87})",  # BIP 21
    "callto": r"\+?\w[\w+.\-]+",
    "cid": (  # RFC 2392; without an @, as programs write it, between delimiters alone
        r"(?:[\w.$!#%&'*+/=?^{|}~\-]+@[\w.\-]+"
        r"|(?<![^\"'\[<]cid:)(?<![^\"'\[<]CID:)(?![\w.\-]*_?id\b)[A-Za-z][\w.%+\-]{2,128}(?=[\"'\]>]|\Z))"
    ),
    "data": r"(?:[\w.+\-]+/[\w.+\-]+)?(?:;[\w.+\-]{1,64}+(?:=[^;,\s]{0,128}+)?+){0,8}+,",  # RFC 2397
    "did": r"[a-z0-9]+:[\w.%\-]+(?::[\w.%\-]+)*",  # Decentralized Identifiers, 3.1
    "dns": r"[\w\-]+(?:\.[\w\-]+)+",  # RFC 4501
    "dogecoin": r"[DA9][1-9A-HJ-NP-Za-km-z]{25,34}",
    "doi": r"10\.[0-9]{4,9}(?:\.[0-9]+)*/\S",
    "ethereum": r"(?:pay-)?0x[0-9A-Fa-f]{40}",  # EIP 681
    "facetime": r"\+?\w[\w.+\-]*(?:@[\w.\-]+)?",
    "file": r"/(?!/|\.test\(|\.exec\()[\w.~%\-]",  # RFC 8089; no pattern of a program: `/file:/.test(url)`
    "geo": r"-?[0-9]+(?:\.[0-9]+)?,-?[0-9]+",  # RFC 5870
    "hdl": r"[0-9][\w.]*/\S",
    "im": _ADDRESS,  # RFC 3860
    "info": r"(?:[a-z][\w.\-]*)/\w",  # RFC 4452
    "irc": r"[\w\-]+(?:\.[\w\-]+)+",
    "jabber": _ADDRESS,
    "lightning": r"(?i:ln(?:bc|tb|url)[0-9a-z]{8})",  # BOLT 11
    "litecoin": r"(?:[LM3][1-9A-HJ-NP-Za-km-z]{25,34}|ltc1[0-9a-z]{8,87})",
    "magnet": r"\?\w[\w.]*=",
    "mailto": rf"(?:{_ADDRESS}|\?(?:to|cc|bcc|subject|body)=|%22)",  # RFC 6068
    "man": r"[\w.+:\-]+\([0-9]\w*\)",  # a page and its section, as desktops link them
    "matrix": r"(?:u|r|roomid|user|room|event)/\w",  # Matrix, section on URIs
    "mid": r"[\w.$!#%&'*+/=?^{|}~\-]+@[\w.\-]+",  # RFC 2392
    "monero": r"[48][1-9A-HJ-NP-Za-km-z]{94,105}",
    "ms-settings": r"[a-z][\w\-]*",
    "msnim": r"\w+\?contact=",
    "news": (  # RFC 5538, wildcards, too; one alone not behind a blank, for a title in asterisks ends so
        r"(?:[\w+.$!#%&'*\-/=]+@[\w.\-\[\]]+|(?:\*|[a-z0-9][\w+\-]*)(?:\.(?:\*|[\w+\-]+))+|(?<![ \t]news:)\*(?![\w*]))"
    ),
    "nostr": r"(?:npub|note|nprofile|nevent|naddr)1[02-9ac-hj-np-z]{38,}",  # NIP-21
    "pkg": (  # package URLs
        r"(?:alpm|apk|bitbucket|cargo|composer|conan|conda|cpan|cran|deb|docker|gem|generic|github|golang|hackage|hex"
        r"|maven|npm|nuget|oci|pub|pypi|rpm|swift)/[\w%]"
    ),
    "pres": _ADDRESS,  # RFC 3859
    "sip": _SIP,  # RFC 3261
    "sips": _SIP,
    "skype": r"\w[\w.,\-]*(?:\?\w+|(?=$|[\s>\"]))",
    "sms": r"\+?[0-9\-.()]{3,}",  # RFC 5724
    "smsto": r"\+?[0-9\-.()]{3,}",
    "spotify": r"(?:track|album|artist|playlist|user|episode|show|search):\w",
    "stun": _SERVER,  # RFC 7064
    "stuns": _SERVER,
    "swh": r"1:(?:cnt|dir|rev|rel|snp):[0-9a-f]{40}",  # Software Heritage identifiers
    "tag": r"[\w.@\-]+,[0-9]{4}(?:-[0-9][0-9]){0,2}:",  # RFC 4151
    "tel": r"(?:\+?[0-9(][0-9\-.()]{2,}|[0-9]{3,}|\*[0-9*#]+)",  # RFC 3966
    "turn": _SERVER,  # RFC 7065
    "turns": _SERVER,
    "urn": r"[A-Za-z0-9][A-Za-z0-9\-]{1,31}:[\w%@(+.$]",  # RFC 8141
    "xmpp": r"[\w.%+\-!$&'()*,;=~]+@[\w.\-%]*\w",  # RFC 5122
    "ymsgr": r"\w+\?\w",
}
"""Scheme to the pattern that its rest must begin with to be believed without ``//``."""

LABELS = frozenset(
    "about callto data dns facetime file geo im info irc jabber man news pres sip skype sms smsto tel".split()
)
"""Words that rather label what follows them where they are capitalised (``Tel:+49``, ``DNS:example.com``)."""

_SURE_IN_CAPITALS = lazy_re(
    r"\+[0-9\-.()]{5,}(?![ \t]?[0-9])|[\w.+\-]+@[\w.\-]+\.\w|-?[0-9]+\.[0-9]+,-?[0-9]"
    r"|[\w.+\-]+/[\w.+\-]+(?:;[\w=.\-]+)*;base64,|(?:alt|comp|gmane|humanities|misc|news|rec|sci|soc|talk)\.[a-z]"
)
"""What follows a scheme in capitals (``TEL:+49-30-123456``), and hardly a label: a whole number with its country, an
address, coordinates."""

NUMBER_SCHEMES: Final = frozenset("callto facetime sms smsto tel".split())
"""Schemes of numbers, which are written with ``//``, too, though no authority follows (``tel://+49-30-123456``)."""

EMPTY_AUTHORITY = frozenset(
    """app chrome comgooglemaps content dbfs duckdb fb file git gs hdfs ipp jar ldap ldapi ldaps maps nfs ni
    phar postgres postgresql res resource s3 s3a shortcuts sqlite tel things twitter unix viewfs vscode
    webhdfs x-apple.systempreferences zip""".split()
)
"""Schemes of which ``scheme:///path`` makes sense (an empty authority, RFC 3986 3.2.2)."""

WEB: Final = frozenset({"http", "https"})
"""The schemes that most URLs have."""
SPLIT = WEB | {"ftp"}
"""Those that are put together where they are broken over lines."""

WWW = r"www[0-9]{0,3}\."
"""The pattern of what a name begins with that is taken for a URL without its scheme (RFC 3986 4.5)."""
NAME = rf"(?:{WWW}|ftp\.)"
"""The same, with those of file servers, of which the rest has to be a name, too."""

GLUED_SCHEMES = ("https", "http", "ftps", "sftp", "ftp")
"""Where letters are glued before one of these (``viewhttp://``), the URL starts here. Longest first."""

COMPOUND_PREFIXES = frozenset(
    """blob bzr cdp feed filesystem gitfs itms-services jar jdbc jdbc:log4jdbc pcast podcast r2dbc s3n
    scm:git scm:hg scm:svn view-source wyciwyg""".split()
)
"""What may stand before a whole URL, with a colon, and belong to it (``view-source:http://``, ``jdbc:mysql://``)."""

KNOWN_SCHEMES: Final = frozenset(
    """about acap afp amqp amqps android-app bzr chrome chrome-extension coap coaps corbaloc cvs dat dav
    davs dhttp dict dns ed2k edge facetime feed file finger fish ftp ftps gemini git git+http git+https git+ssh
    gopher gs gsiftp hdfs hg http https hxxp hxxps hyper iiop imap imaps intent ios-app ipfs ipns ipp ipps irc irc6
    ircs iris.beep itms itms-apps jdbc jnlp kafka ldap ldaps mariadb market mms mongodb moz-extension mqtt
    mqtts msrp msrps msteams mumble mysql nats nfs nfs4 nntp onion opera payto pop pops postgres postgresql
    prospero rdp redis rediss res resource rmi rsync rtmp rtmps rtsp s3 sftp shttp sip sips slack smb smtp
    smtps snews soap.beep soap.beeps spice spotify sqlite ssh steam stun svn svn+ssh tcp teamspeak telnet tftp tg
    tls turn udp unix urn view-source vnc vscode vsls wais webcal webcals webdav webdavs whatsapp ws wss
    xftp xmlrpc.beep xmpp z39.50r z39.50s zoommtg""".split()
)
"""Schemes that a reader knows when letters or digits stand right before them or their shape is unusual."""


FETCHING = "aria2c|axel|curl|fetch|irm|iwr|lynx|wget"
"""Commands of a shell that are given a URL."""

_ACROSS = lazy_re(r"(?i)(?<![^\W_])(?:h(?:\ntt|t\nt|tt\n)ps?|https?\n|http\ns|f\ntp|ft\np|ftp\n)(?::|\Z)")


_ARCHIVED = lazy_re(r"/web/(?:[0-9]{4,14}(?:[a-z]{2}_)?|\*)/\Z|://archive\.[a-z]{2,5}/[0-9]{8,14}/\Z")
_OF_WEB = lazy_re(r"(?i)https?://\w")


def keeps_another(before: str) -> bool:
    """Tell whether the URL of a Web archive ends behind its date, where the URL of what it keeps follows."""
    return before[-1] == "/" and _ARCHIVED.search(before) is not None


def stays_open(before: str) -> bool:
    """Tell whether a URL surely goes on, be it with another one: such a URL of an archive, or a value to come."""
    return before[-1] == "=" or keeps_another(before)


def waits_for_kept(before: str, token: str) -> bool:
    """Tell whether such a URL ends above the one of what it keeps."""
    return keeps_another(before) and _OF_WEB.match(token) is not None


def is_split_scheme(before: str, this: str) -> bool:
    """Tell whether a scheme goes from the end of one piece of a URL to the beginning of the next.

    >>> is_split_scheme("http://a/?url=ht", "tp://b/"), is_split_scheme("http://a/", "http://b/")
    (True, False)
    """
    return _ACROSS.search(f"{before[-7:]}\n{this[:7].partition(':')[0]}:") is not None


def is_label(scheme: str, text: str, at: int) -> bool:
    """Tell whether a ``scheme`` of `LABELS` is rather a label, by its case and by what follows the colon at ``at``."""
    if scheme not in LABELS or not text[at - len(scheme)].isupper():
        return False
    return not text[at - len(scheme) : at].isupper() or _SURE_IN_CAPITALS.match(text, at + 1) is None


@cache
def opaque_rest(scheme: str) -> re.Pattern[str]:
    """Compile the pattern of what follows ``scheme:`` for a scheme of `OPAQUE_SCHEMES` (lower case)."""
    # Not `regex`: before it matches it looks for a character that it needs (`@`), all the way to the end of the text.
    return re.compile(OPAQUE_SCHEMES[scheme])


_LOOKAHEAD = lazy_re(r"\(\?[=!](?:[^()\[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\)")


@cache
def start_of_opaque_rest(scheme: str) -> re.Pattern[str]:
    r"""Compile the same without what it says of what follows: where more is not believed, less is not, either.

    >>> print(OPAQUE_SCHEMES["file"], start_of_opaque_rest("file").pattern)
    /(?!/|\.test\(|\.exec\()[\w.~%\-] /[\w.~%\-]
    """
    return re.compile(_LOOKAHEAD.sub("", OPAQUE_SCHEMES[scheme]))


# Escapes within a URL, and what they stand for: ``\/``, ``\u0026``, ``\:``, ``\_``, ``\-``.

SLASH = r"\\{1,3}(?:/|u002[fF]|x2[fF])"
CHARACTER = r"\\{1,3}(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})"
_HIGH = r"\\{1,3}u[dD][89abAB][0-9A-Fa-f]{2}(?=\\{1,3}u[dD][c-fC-F])"
TEX_TILDE = (
    r"\{?\$\\(?:thick)?sim\$\}?|\{\\(?:text(?:asciitilde|tildelow)|~)(?:\{\})?\}"
    r"|\\(?:text(?:asciitilde|tildelow)(?:\{\}|[ ])|~\{\}|string~)"
)
"""A tilde as TeX and programs that write BibTeX spell it: ``$\\sim$``, ``{\\textasciitilde}``, ``{\\~{}}``."""
_REST_OF_TILDE = (  # from its backslash on
    r"\\(?:(?<=/\$\\)(?:thick)?sim\$|(?<=/\{\$\\)(?:thick)?sim\$\}|text(?:asciitilde|tildelow)(?:\{\}|[ ])"
    r"|(?<=\{\\)(?:text(?:asciitilde|tildelow)|~)(?:\{\})?\}|~\{\}|string~|(?<=\{\\)[_%#&]\})(?=\w)"
)
SIGN = (  # each before what it stands before in a URL: the end of one may be escaped for another reason
    r"\\{1,2}(?:[_\-](?=[\w/.(@]|%[0-9A-Fa-f]{2}|\\{1,2}[_\-])|[=#~](?=[\w/.%])|%(?=[0-9A-Fa-f]{2})"
    r"|:(?=[/\w#?~]|\\{1,3}/|\\:|\.\w|%[0-9A-Fa-f]{2})"
    r"|&(?=\.|[\w.%\-]{1,64}\\{0,2}(?:[=&]|[^\w.%\-]|\Z)))|\\[.'](?=\w)"
    r"|(?<=\w)\\(?:\((?=[\w,.\-]{1,64}\\\))|\))|\\\?(?=[\w.\-]{1,64}(?:\\=|=[^\s\\&]{0,256}\\&\w))"
    r"|\\\|(?<=_\\\|)(?=_)|\\(?:\[(?:ti|at)\]|\((?:ti|at))(?=\w)"
    rf"|{_REST_OF_TILDE}"
)
_ESCAPE = lazy_re(rf"{SLASH}|{_HIGH}{CHARACTER}|{CHARACTER}|(?:{TEX_TILDE}|\{{\\[_%#&]\}})(?=\w)|{SIGN}")
_TWO_SLASHES = lazy_re(SLASH + SLASH)
_NUMBER = (
    r"\\{1,3}(?:(?:u00|x)(?:2[1-9a-fA-F]|3[a-fA-F]|40|5[b-fB-F]|60|7[b-eB-E])|u(?!00[0-9])[0-9A-Fa-f]{4})"
)
"""What is no letter or digit of ASCII: nobody escapes those, and ``\\x64`` is a folder of Windows. ``\\xe9`` may be a
byte as well as a letter."""
_GOES_ON = lazy_re(rf"{SLASH}|{_NUMBER}|{SIGN}")
_BREAKABLE = frozenset("/.?&=_-#")
"""Behind what roff has ``\\:``, where a line may break."""
LONGEST_ESCAPE = 20


def has_escaped_slashes(text: str, at: int) -> bool:
    """Tell whether two escaped slashes stand at offset ``at``."""
    return _TWO_SLASHES.match(text, at) is not None


def escaped_at(text: str, at: int) -> str:
    """Give the escape at offset ``at`` that a URL may go on with; empty where there is none."""
    found = _GOES_ON.match(text, at)
    return found[0] if found else ""


def without_escapes(raw: str) -> str:
    r"""Undo the escapes of a URL; a backslash that escapes nothing a URL goes on with stays.

    >>> without_escapes(r"http:\/\/a\/?b\u0026\ud83d\ude00")
    'http://a/?b&😀'
    """
    said = raw.replace("\\/", "/")  # there are hardly any others
    return _ESCAPE.sub(_meaning, raw) if "\\" in said else said


def escapes_in(raw: str) -> Iterator[tuple[int, int, str]]:
    r"""Yield the escapes of a URL in order: start, end, and what each stands for.

    >>> list(escapes_in(r"a\/b\:/c"))
    [(1, 3, '/'), (4, 6, ':')]
    """
    for found in _ESCAPE.finditer(raw):
        yield *found.span(), _meaning(found)


def _may_break(text: str, start: int, end: int) -> bool:
    r"""Tell whether an escaped colon is none, but a place where roff may break a line.

    >>> _may_break(r"http://a.b\:/c", 10, 12), _may_break(r"http\://a.b", 4, 6), _may_break(r"http://a\:80", 8, 10)
    (True, False, False)
    """
    if text[start - 1 : start] in _BREAKABLE or text.startswith("\\:", end):
        return True
    return text[end : end + 1] in {"/", "#", "?", "~", "%"} and text.find("//", 0, start) >= 0


def _meaning(escape: re.Match[str]) -> str:
    """Say what an escape stands for."""
    raw = escape[0]
    if raw[-1] in ":&":
        text, start, end = escape.string, *escape.span()
        if text.startswith(".", end) or (raw[-1] == ":" and _may_break(text, start, end)):
            return ""  # of roff
    return _meaning_anywhere(raw)


@lru_cache(maxsize=1024)
def _meaning_anywhere(escape: str) -> str:
    """Say what an escape stands for wherever it stands."""
    mark = escape[-1] if escape[-2:-1] not in "_%#&" else escape[-2]
    if escape.endswith(("at]", "(at")):
        return "@"
    if mark in "i]$} ":  # of roff, of TeX
        return "~"
    if mark in "/_-=#~%:&.'()?":
        return mark
    if mark == "|":  # of roff, which parts two underscores so
        return ""
    numbers = [int(part.lstrip("ux"), 16) for part in escape.split("\\") if part]
    if len(numbers) == 2:  # a pair of surrogates
        return chr(0x10000 + ((numbers[0] - 0xD800) << 10) + (numbers[1] - 0xDC00))
    return chr(numbers[0])
