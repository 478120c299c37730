"""Links inside links: what a redirector's URL says about where it leads. Nothing is fetched.

`REDIRECTORS` is the table of those that carry their target within: in a parameter of the query, in the path, plain or
encoded. Not in it: those that carry no target but a token (Mimecast's ``/s/``, ``t.co``, ``bit.ly`` and other
shorteners), which only they themselves can tell; and copies of pages, which are a place of their own and not a way to
another one (``web.archive.org``, translations, caches of search engines).
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from urlglean.errors import require
from urlglean.patterns import lazy_re
from urlglean.uri.characters import attribute_value, encode_matches

__all__ = ["REDIRECTORS", "unwrap"]

# How redirectors write the target that they carry: a decoder takes what stands in the URL and gives the target.

_SEGMENT_END = lazy_re("[/?#]")
_UNDECODED = lazy_re(r"[\udc80-\udcff]+")
_RUN_LENGTHS = {
    letter: length
    for length, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 2)
}
_V3_MARK = lazy_re(r"\*(\*.)?", re.DOTALL)
_ONE_SLASH = lazy_re(r"\A([A-Za-z][A-Za-z0-9+.-]*:/)(?=[^/])")

Decoder = Callable[[str], str]
"""What takes the value of a parameter, or what stands behind the path, and gives the target.

It raises ValueError (or LookupError) where the value is not what it should be: then nothing is unwrapped.
"""


def percent_decoded(value: str) -> str:
    """Undo percent-encoding as UTF-8; octets that are not UTF-8 stay encoded, and a plus sign stays a plus sign."""
    if "%" not in value:
        return value
    text = unquote_to_bytes(value).decode("utf-8", "surrogateescape")
    return _UNDECODED.sub(lambda found: "".join(f"%{ord(one) - 0xDC00:02X}" for one in found[0]), text)


def from_base64(value: str) -> str:
    """Undo base64 in either alphabet, padded or not (RFC 4648 sections 4 and 5)."""
    value = value.replace("-", "+").replace("_", "/").rstrip("=")
    return b64decode(value + "=" * (-len(value) % 4), validate=True).decode("utf-8")


def base64_in_parameter(value: str) -> str:
    """Undo percent-encoding, then base64."""
    return from_base64(percent_decoded(value))


def after_a1(value: str) -> str:
    """Bing: ``a1``, then the target in base64."""
    if not value.startswith("a1"):
        raise ValueError("no target")
    return from_base64(percent_decoded(value[2:]))


def proofpoint_1(value: str) -> str:
    """URL Defense v1: percent-encoding over HTML's character references."""
    return attribute_value(percent_decoded(value))


def proofpoint_2(value: str) -> str:
    """URL Defense v2: v1 with ``-`` for the percent sign and ``_`` for the slash."""
    return proofpoint_1(value.replace("-", "%").replace("_", "/"))


def proofpoint_3(rest: str) -> str:
    """URL Defense v3: ``__URL__;CHARACTERS!...``.

    Each character that could come to harm was taken out of the URL, put into CHARACTERS (UTF-8 in base64), and
    left a ``*`` behind; of a run of 2 to 65 such characters, ``**`` and a letter for its length are left.
    """
    url, end, rest = rest.partition("__;")
    encoded, mark, _ = rest.partition("!")
    if not (url and end and mark):
        raise ValueError("cut short")
    characters = from_base64(encoded)
    position = 0

    def restore(found: re.Match[str]) -> str:
        nonlocal position
        start = position
        position += _RUN_LENGTHS[found[1][1]] if found[1] else 1
        if position > len(characters):
            raise ValueError("characters are missing")
        return characters[start:position]

    # Software on the way may make one slash of two, or percent-encode what it finds.
    return _V3_MARK.sub(restore, percent_decoded(_ONE_SLASH.sub(r"\1/", url, count=1)))


def segment(rest: str) -> str:
    """Cisco and Postmark: the whole target percent-encoded as one segment of the path."""
    first = _SEGMENT_END.split(rest, maxsplit=1)[0]
    return percent_decoded(first) if "%" in first else rest


def host_and_path(rest: str) -> str:
    """Read ``s/`` as https, else http, before a host, a path and a query (caches of AMP pages)."""
    rest = rest.partition("#")[0]
    return f"https://{rest[2:]}" if rest.startswith("s/") else f"http://{rest}"


def within_brackets(value: str) -> str:
    """Zanox: two square brackets around the target."""
    return percent_decoded(value).removeprefix("[[").removesuffix("]]")


def before_last_colon(value: str) -> str:
    """Disqus: a signature stands behind the last colon."""
    return percent_decoded(value).rpartition(":")[0]


def in_json(*names: str, piece: int = 0) -> Decoder:
    """Give a decoder of a JSON object in base64, signed or not, in which these names lead to the target.

    The member of each name but the last is a string that holds JSON in its turn. ``piece`` is which one the object is
    of those that full stops part (of a JSON Web Token it is the second).
    """

    def decode(value: str) -> str:
        found: Any = from_base64(re.split("[./?%#]", value.removesuffix("="))[piece])
        for name in names:
            try:
                found = json.loads(found)
            except RecursionError:
                raise ValueError("no target") from None
            found = found.get(name) if isinstance(found, dict) else None
            if not isinstance(found, str):
                raise ValueError("no target")  # noqa: TRY004  (the value is wrong, whatever is wrong about it)
        return str(found)

    return decode


# The table.

MAX_DEPTH = 5
"""How many redirectors are followed into one another unless asked otherwise."""


class Redirector(NamedTuple):
    """A kind of redirector: whose URLs, and where in them the target stands.

    ``hosts`` are domains, words parted by spaces, and stand for the names below them too; a last label ``*`` is
    a country's domain (``google.*``: google.com, google.co.uk). ``path`` is an expression that the path begins
    with. The target is the first of ``parameters`` that the query has; with none, it is the group of ``path``, or,
    where that has none, the rest of the URL after it, query included. If nothing says how it is decoded, a parameter is
    percent-encoded, and all else stands as it is.
    """

    name: str
    hosts: str
    path: str
    parameters: str = ""
    decode: Decoder | None = None


_END = r"/?(?=[?#]|\Z)"
"""The end of a path."""

REDIRECTORS: tuple[Redirector, ...] = (
    # Gateways for mail
    Redirector(
        "Microsoft Safe Links",
        "safelinks.protection.outlook.com safelinks.protection.office365.us safelinks.protection.partner.outlook.cn",
        r"/",
        "url",
    ),
    Redirector(
        "Microsoft Teams Safe Links",
        "statics.teams.cdn.office.net teams.public.onecdn.static.microsoft",
        r"/evergreen-assets/safelinks/",
        "url",
    ),
    Redirector("Proofpoint v1", "urldefense.proofpoint.com", rf"/v1/url{_END}", "u", proofpoint_1),
    Redirector("Proofpoint v2", "urldefense.proofpoint.com", rf"/v2/url{_END}", "u", proofpoint_2),
    Redirector(
        "Proofpoint v3", "urldefense.com urldefense.us urldefense.proofpoint.com", r"/v3/__", "", proofpoint_3
    ),
    Redirector("Barracuda", "linkprotect.cudasvc.com", rf"/url{_END}", "a"),
    Redirector("Cisco Secure Email", "secure-web.cisco.com", r"/[^/?]+/", "", segment),
    Redirector("Sophos", "protection.sophos.com", r"/", "u", base64_in_parameter),
    Redirector("Trend Micro", "trendmicro.com", r"/wis/clicktime/", "url"),
    Redirector("Symantec", "clicktime.symantec.com", r"/", "u"),
    Redirector("FireEye", "protect.fireeye.com protect2.fireeye.com", rf"/(?:v\d+/)?url{_END}", "u"),
    Redirector("Zix", "link.edgepilot.com link.zixcentral.com", r"/s/", "u"),
    Redirector("Avanan v1", "avanan.url-protection.com url.avanan.click", rf"/v1/url{_END}", "o"),
    Redirector(
        "Avanan v2, Check Point",
        "url.avanan.click url-protection.com protect.checkpoint.com",
        r"/v2/(?:r\d+/)?___(.*?)___",
    ),
    Redirector("FortiMail", "*", r"/fmlurlsvc/", "url"),
    Redirector("Libraesva", "urlsand.esvalabs.com urlsand.com", r"/", "u"),
    Redirector("TitanHQ", "linklock.titanhq.com", rf"/analyse{_END}", "url"),
    Redirector("Menlo Security", "safe.menlosecurity.com", r"/(?=https?:)"),
    Redirector("Menlo Security's isolation", "isolate.menlosecurity.com", r"/\d+/\d+/(?=https?:)"),
    Redirector("Proofpoint's isolation", "urlisolation.com", rf"/browser{_END}", "url"),
    Redirector("Trustwave", "scanmail.trustwave.com", r"/", "u"),
    Redirector("Vade", "antiphishing.vadesecure.com antiphishing.cetsi.fr", r"/(?:proxy/)?(?:v?\d|\?)", "u"),
    Redirector("AppRiver", "clicktime.cloud.postoffice.net", rf"/clicktime\.php{_END}", "u"),
    Redirector(
        "GMX, WEB.DE, mail.com",
        "deref-gmx.net deref-gmx.com deref-gmx.co.uk deref-gmx.fr deref-gmx.es deref-web.de deref-mail.com"
        " deref-1und1.de 3c.gmx.net 3c.web.de",
        r"/mail/client/",
        "redirectUrl",
    ),
    Redirector("Outlook on the web", "*", rf"/(?:owa/redir\.aspx|exchweb/bin/redir\.asp){_END}", "URL"),
    Redirector(
        "Outlook's safe links",
        "outlook.office.com outlook.office365.com outlook.live.com",
        r"/mail/safelink\.html",
        "url",
    ),
    Redirector("QQ Mail", "mail.qq.com", rf"/cgi-bin/(?:mail_spam|readtemplate){_END}", "url gourl"),
    Redirector("Hotmail before 2005", "*", rf"/cgi-bin/linkrd{_END}", "hm___action"),
    Redirector("Horde", "*", rf"/(?:horde|webmail|imp)/(?:services|util)/go\.php{_END}", "url"),
    # Counters of clicks in mail
    Redirector("Amazon SES", "*", r"/(?:CL|L)0/(?=https?:(?:%2F){2})", "", segment),
    Redirector("Mandrill", "mandrillapp.com", r"/track/click/", "p", in_json("p", "url")),
    Redirector("Customer.io", "customeriomail.com", r"/e/c/", "", in_json("href")),
    Redirector("Substack", "substack.com", r"/redirect/2/", "", in_json("e")),
    Redirector("Beehiiv", "flight.beehiiv.net", r"/v2/clicks/", "", in_json("url", piece=1)),
    Redirector("Sailthru", "*", r"/click/\d+\.\d+/(aHR0c[^/?#]*)", "", from_base64),
    Redirector(
        "Kit",
        "convertkit-mail.com convertkit-mail2.com convertkit-mail3.com convertkit-mail4.com kit-mail3.com"
        " kit-mail6.com",
        r"/\w+/\w+/(aHR0c[^/?#]*)",
        "",
        from_base64,
    ),
    Redirector("Constant Contact before 2012", "rs6.net", rf"/tn\.jsp{_END}", "p"),
    Redirector("Postmark", "click.pstmrk.it", r"/(?:2s?|3s?)/", "", lambda rest: f"https://{segment(rest)}"),
    # Search engines
    Redirector("Google", "google.*", rf"/(?:url|local_url|news/url|scholar_url){_END}", "url q"),
    Redirector("Google Images", "google.*", rf"/imgres{_END}", "imgurl imgrefurl"),
    Redirector(
        "Google advertising",
        "google.* googleadservices.com g.doubleclick.net",
        rf"/(?:(?:pagead/)?aclk|pcs/click|dbm/clk){_END}",
        "adurl",
    ),
    Redirector("Google consent", "consent.google.* consent.youtube.com", r"/", "continue"),
    Redirector("Bing", "bing.com", rf"/ck/a{_END}", "u", after_a1),
    Redirector("Bing's other links", "bing.com", rf"/(?:alink/link|news/apiclick\.aspx){_END}", "url"),
    Redirector("DuckDuckGo", "duckduckgo.com", r"/l/", "uddg"),
    Redirector("Yahoo's results", "r.search.yahoo.com", r"/.*?/RU=([^/]*)", "", percent_decoded),
    Redirector(
        "Yahoo before 2010",
        "rd.yahoo.com lrd.yahoo.com rds.yahoo.com srd.yahoo.com drs.yahoo.com",
        r"/[^?*]*(?:\?|\*[*-]*)",
    ),
    Redirector("Yandex", "sba.yandex.net sba.yandex.ru sba.yandex.com", rf"/redirect{_END}", "url"),
    Redirector("Yandex's clicks", "yandex.*", rf"/clck/jsredir{_END}", "url"),
    # Social networks, chats, videos
    Redirector("Facebook", "facebook.com workplace.com messenger.com", rf"/(?:l\.php|flx/warn){_END}", "u"),
    Redirector("Instagram and Threads", "l.instagram.com l.threads.com l.threads.net", r"/", "u"),
    Redirector("WhatsApp", "l.wl.co", rf"/l{_END}", "u"),
    Redirector("Slack", "slack-redir.net", rf"/link{_END}", "url"),
    Redirector("YouTube", "youtube.com", rf"/redirect{_END}", "q"),
    Redirector("LinkedIn", "linkedin.com", rf"/(?:redir/[\w-]+|redirect|safety/go){_END}", "url"),
    Redirector("Twitter's mail", "twitter.com", rf"/i/redirect{_END}", "url"),
    Redirector("Pinterest", "pinterest.*", rf"/offsite{_END}", "url"),
    Redirector("TikTok", "tiktok.com", rf"/link/v2{_END}", "target"),
    Redirector("Medium", "medium.com", rf"/(?:r|m/global-identity(?:-2)?){_END}", "url redirectUrl"),
    Redirector("Yelp", "yelp.*", rf"/biz_redir{_END}", "url"),
    Redirector("Flipboard", "flipboard.com", rf"/redirect{_END}", "url"),
    Redirector("WordPress.com", "public-api.wordpress.com", rf"/m?bar{_END}", "redirect_to"),
    Redirector("VK", "vk.com vkontakte.ru", rf"/away(?:\.php)?{_END}", "to"),
    Redirector("Odnoklassniki", "ok.ru", rf"/dk{_END}", "st.link"),
    Redirector("Steam", "steamcommunity.com", rf"/linkfilter{_END}", "url u"),
    Redirector("Reddit", "out.reddit.com", r"/", "url"),
    Redirector("Tumblr", "t.umblr.com", rf"/redirect{_END}", "z"),
    Redirector("Telegram", "t.me", rf"/iv{_END}", "url"),
    Redirector("Quora", "quora.com", rf"/_/redirect{_END}", "url"),
    Redirector("LiveJournal", "livejournal.com", rf"/away{_END}", "to"),
    Redirector("Evernote", "evernote.com", rf"/OutboundRedirect\.action{_END}", "dest"),
    Redirector("Disqus", "disq.us", rf"/url{_END}", "url", before_last_colon),
    Redirector("SoundCloud", "exit.sc gate.sc", r"/", "url"),
    Redirector("Pocket", "getpocket.com", rf"/redirect{_END}", "url"),
    Redirector("DeviantArt", "deviantart.com", r"/users/outgoing\?"),
    Redirector("Zhihu", "link.zhihu.com", r"/", "target"),
    Redirector("Jianshu", "links.jianshu.com", rf"/go{_END}", "to"),
    Redirector("Douban", "douban.com", rf"/link2{_END}", "url"),
    Redirector("Weibo", "weibo.cn weibo.com", rf"/sinaurl{_END}", "u toasturl"),
    Redirector(
        "Juejin, CSDN, Gitee", "link.juejin.cn link.csdn.net gitee.com", rf"/(?:link)?{_END}", "target"
    ),
    Redirector("Mail.ru", "click.mail.ru r.mail.ru", rf"/redir{_END}", "u"),
    Redirector("Mail.ru's check", "checklink.mail.ru", rf"/proxy{_END}", "url"),
    # Shops
    Redirector("Amazon", "amazon.*", rf"/gp/[rf]\.html{_END}", "u"),
    Redirector("eBay", "rover.ebay.com", r"/rover/", "mpre loc"),
    # Hiders of referrers, advertising
    Redirector(
        "href.li, anonym.to",
        "href.li anonym.to anonymz.com anon.to nullrefer.com dereferer.org dereferer.me",
        r"/\?",
    ),
    Redirector("Skimlinks", "redirectingat.com go.skimresources.com", r"/", "url"),
    Redirector("LinkShare", "click.linksynergy.com", r"/", "murl"),
    Redirector("Awin", "awin1.com", rf"/(?:cread|awclick)\.php{_END}", "ued p"),
    Redirector("ShareASale", "shareasale.com", rf"/r\.cfm{_END}", "urllink"),
    Redirector("DoubleClick", "ad.doubleclick.net", r"/(?:ddm/(?:track)?)?(?:click|clk)[;%/][^?]*\?"),
    Redirector("MSN before 2010", "g.msn.com", r"/[^?#]+\?(https?:.*?)(?:&&|\Z)"),
    Redirector(
        "Commission Junction",
        "anrdoezrs.net dpbolvw.net jdoqocy.com kqzyfj.com tkqlhce.com",
        r"/click-",
        "url",
    ),
    Redirector(
        "Commission Junction's deep links",
        "anrdoezrs.net dpbolvw.net jdoqocy.com kqzyfj.com tkqlhce.com",
        r"/links/[^?#]*?/dlg/(?:[^/?#]+/)?(?=https?:)",
    ),
    Redirector("Zanox", "ad.zanox.com", rf"/ppc/?{_END}", "ulp", within_brackets),
    Redirector("Webgains", "track.webgains.com", rf"/click\.html{_END}", "wgtarget"),
    Redirector("Tradedoubler", "clk.tradedoubler.com clkuk.tradedoubler.com", rf"/click{_END}", "url"),
    Redirector("Partnerize", "prf.hn", r"/click/[^?#]*?/destination:", "", segment),
    Redirector("Impact", "pxf.io sjv.io 7eer.net evyy.net i305175.net", r"/c/[\d/]+", "u"),
    Redirector("VigLink", "redirect.viglink.com", r"/", "u"),
    Redirector("AOL before 2006", "r.aol.com", r"/cgi/redir\?"),
    # Caches of AMP pages
    Redirector("AMP cache", "cdn.ampproject.org bing-amp.com", r"/(?:wp/)?[acirv]/", "", host_and_path),
    Redirector("AMP at Google", "google.*", r"/amp/", "", host_and_path),
)

_NO_REDIRECTOR = frozenset(
    # Copies and checks of a page, and forms to share it: a parameter names it, but they lead elsewhere.
    "archive.org archive.today archive.is archive.ph webcitation.org perma.cc translate.google.com"
    " webcache.googleusercontent.com validator.w3.org jigsaw.w3.org facebook.com twitter.com x.com linkedin.com"
    " pinterest.com reddit.com wa.me t.me".split()
)
_GENERIC = tuple(
    "url u target to dest destination redirect redirect_url redirect_to redirecturl goto go out link href"
    " continue next return returnurl return_url q r".split()
)

# --- finding the line of the table ---

_LIMIT_HOST = 255
_BLANK_OR_CONTROL = lazy_re("[\x00-\x20\x7f-\xa0\u2028\u2029]")
_URL = lazy_re(r"(?ai:https?)://(?:[^/?#]*@)?([^/?#:\[\]@]+)(?::[0-9]*)?(?=[/?#]|\Z)(.*)", re.DOTALL)
_COUNTRY = lazy_re(r"\.(?:(?:com?\.)?[a-z]{2}|com|cat|net|org)\Z")
_TARGET = lazy_re(r"(?ai:https?|ftps?)://[^/?#\s]|(?ai:mailto):[^\s]")


class _PreparedRedirector(NamedTuple):
    """A line of the table, ready for use."""

    path: re.Pattern[str]
    parameters: tuple[str, ...]
    decode: Decoder


@cache
def _by_host() -> dict[str, tuple[_PreparedRedirector, ...]]:
    """Give the lines of the table by domain; those for any host under ``*``."""
    found: dict[str, list[_PreparedRedirector]] = {}
    for redirector in REDIRECTORS:
        line = _PreparedRedirector(
            lazy_re(redirector.path, re.IGNORECASE | re.DOTALL),
            tuple(name.lower() for name in redirector.parameters.split()),
            redirector.decode or (percent_decoded if redirector.parameters else str),
        )
        for host in redirector.hosts.split():
            found.setdefault(host, []).append(line)
    return {host: tuple(lines) for host, lines in found.items()}


def unwrap(url: str, *, depth: int = MAX_DEPTH, generic: bool = False) -> tuple[str, ...]:
    """Give the chain of URLs that a redirector's URL holds: itself first, the target last.

    Args:
        url: An absolute URL, whole; any other string is a chain of itself alone.
        depth: How many redirectors inside one another are followed.
        generic: Take any parameter with a telling name (``url``, ``target``, ``dest``, ...) for a target where it
            holds a whole ``http`` or ``https`` URL, whatever the host.

    Raises a TypeError where ``depth`` is no whole number or ``generic`` no flag.

    No string makes it raise anything, and the time grows with the length of the URL alone. A target is always
    an absolute URL (``http``, ``https``, ``ftp``, ``ftps`` or ``mailto``). Blanks and controls in it are
    percent-encoded, as a browser that is sent there does.

    >>> unwrap("https://www.google.com/url?q=https%3A%2F%2Fexample.com%2F%3Fa&sa=D")
    ('https://www.google.com/url?q=https%3A%2F%2Fexample.com%2F%3Fa&sa=D', 'https://example.com/?a')
    >>> unwrap("https://urldefense.com/v3/__http://a.org/x*20y__;JQ!!tok$")[-1]
    'http://a.org/x%20y'
    >>> unwrap("http://example.com/?url=http://a.org/")
    ('http://example.com/?url=http://a.org/',)

    """
    if depth != MAX_DEPTH or generic is not False:  # which is rare, and there are many URLs
        require(int, depth=depth)
        require(bool, generic=generic)
    chain = [url]
    while len(chain) <= depth:
        target = _target(chain[-1], generic=generic)
        # A target stands in what wraps it; that it is shorter is also what makes the loop end.
        if target is None or target in chain:
            break
        chain.append(target)
    return tuple(chain)


def _target(url: str, *, generic: bool) -> str | None:
    """Give the URL within a redirector's URL, or None."""
    found = _URL.match(url)
    if found is None or len(found[1]) > _LIMIT_HOST:
        return None
    host = found[1].lower().rstrip(".")
    rest = found[2] if found[2].startswith("/") else f"/{found[2]}"
    for line in _lines(host):
        if (at := line.path.match(rest)) is None:
            continue
        whole = at[1] if line.path.groups else rest[at.end() :]
        values = _parameters(rest, line.parameters) if line.parameters else (whole,)
        if target := _first_url(values, line.decode):
            return target
    return _generic_target(host, rest) if generic else None


@lru_cache(maxsize=4096)
def _lines(host: str) -> tuple[_PreparedRedirector, ...]:
    """Give the lines of the table that are for a host or a domain above it."""
    names = [*_domains(host), *(f"{domain}.*" for domain in _domains(_COUNTRY.sub("", host))), "*"]
    return tuple(line for name in names for line in _by_host().get(name, ()))


def _domains(host: str) -> Iterator[str]:
    """Yield a host and the domains above it."""
    labels = host.split(".")
    return (".".join(labels[number:]) for number in range(len(labels)))


def _parameters(rest: str, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the values, still encoded, of those of ``names`` that the query of a URL has, in order of ``names``."""
    values: dict[str, str] = {}
    for pair in rest.partition("#")[0].partition("?")[2].split("&"):
        name, _, value = pair.partition("=")
        # In the text of a mail, `&amp;` may have been left as it was.
        values.setdefault(name.removeprefix("amp;").lower(), value)
    yield from (values[name] for name in names if name in values)


def _first_url(values: Iterable[str], decode: Decoder) -> str | None:
    """Give the first URL that one of the values comes to; None where none does."""
    for value in values:
        # What is damaged, cut short, or something else altogether, is no redirector's.
        with suppress(ValueError, LookupError):
            if target := _absolute(decode(value)):
                return target
    return None


def _absolute(target: str) -> str | None:
    """Give a target as an absolute URL; None where it is none."""
    if not _TARGET.match(target):
        # A mailer or a server on the way encoded it once more, or lost one of two slashes.
        target = _ONE_SLASH.sub(r"\1/", percent_decoded(target), count=1)
        if not _TARGET.match(target):
            return None
    return _BLANK_OR_CONTROL.sub(encode_matches, target)


def _generic_target(host: str, rest: str) -> str | None:
    if not _NO_REDIRECTOR.isdisjoint(_domains(host)):
        return None
    for value in _parameters(rest, _GENERIC):
        target = _first_url((value,), percent_decoded)
        if target is not None and target[:4].lower() == "http":
            return target
    return None
