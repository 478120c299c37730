"""Links inside links: the target of each redirector, exactly; and what is none, left as it is."""

from __future__ import annotations

import json
import re
from base64 import b64encode, urlsafe_b64encode
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.uri import redirectors as by
from urlglean.uri.redirectors import REDIRECTORS, Decoder, unwrap

TARGET = "https://example.org/a/b.html?x=1&y=%20z%26w#part"
Q = quote(TARGET, safe="")
B64 = b64encode(TARGET.encode()).decode()
B64URL = urlsafe_b64encode(TARGET.encode()).decode().rstrip("=")


def v2(url: str) -> str:
    """Write a URL as Proofpoint's v2 does: percent-encoded, then ``%`` as ``-`` and ``/`` as ``_``."""
    return quote(url, safe="/").replace("-", "%2D").replace("_", "%5F").replace("%", "-").replace("/", "_")


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def v3(url: str) -> str:
    """Write a URL as Proofpoint's v3 does: what could come to harm goes behind the URL, in runs of up to 65."""
    taken = "".join(re.findall(r"[^A-Za-z0-9./:?=&_-]", url))

    def marks(found: re.Match[str]) -> str:
        whole, rest = divmod(len(found[0]), 65)
        tail = "" if not rest else "*" if rest == 1 else f"**{_LETTERS[rest - 2]}"
        return "**_" * whole + tail

    kept = re.sub(r"[^A-Za-z0-9./:?=&_-]+", marks, url)
    return f"https://urldefense.com/v3/__{kept}__;{urlsafe_b64encode(taken.encode()).decode().rstrip('=')}!!abc!def-g_h$"


def in_base64(value: object) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


WRAPPED = {
    "Safe Links": f"https://nam02.safelinks.protection.outlook.com/?url={Q}&data=05%7C01%7Cx&sdata=y%3D&reserved=0",
    "Safe Links, Europe": f"https://eur05.safelinks.protection.outlook.com/GetUrlReputation?Url={Q}",
    "Safe Links in an attachment": f"https://emea01.safelinks.protection.outlook.com/ap/w-59584e83/?url={Q}&data=1",
    "Safe Links for governments": f"https://gcc02.safelinks.protection.office365.us/?url={Q}&reserved=0",
    "Safe Links with character references": f"https://nam02.safelinks.protection.outlook.com/?data=1&amp;url={Q}&amp;reserved=0",
    "Safe Links, encoded once more": f"https://nam02.safelinks.protection.outlook.com/?url={quote(Q, safe='')}&data=1",
    "Teams": f"https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url={Q}&locale=en",
    "Proofpoint v1": f"https://urldefense.proofpoint.com/v1/url?u={Q.replace('%26', '%26amp%3B')}&k=oIv%3D%0A&r=x",
    "Proofpoint v2": f"https://urldefense.proofpoint.com/v2/url?u={v2(TARGET)}&d=DwMFaQ&c=x&r=y&m=z&s=t&e=",
    "Proofpoint v3": v3(TARGET),
    "Proofpoint v3, older host": v3(TARGET).replace("urldefense.com", "urldefense.proofpoint.com"),
    "Proofpoint v3, one slash lost": v3(TARGET).replace("__https://", "__https:/"),
    "Google": f"https://www.google.com/url?sa=t&rct=j&q=two+words&url={Q}&usg=x",
    "Google in Gmail": f"https://www.google.com/url?q={Q}&source=gmail&ust=1600000000000000&usg=x",
    "Google in Britain": f"http://www.google.co.uk/url?q={Q}",
    "Google in Brazil": f"http://google.com.br/url?q={Q}",
    "Google Images": f"https://www.google.de/imgres?imgurl={Q}&imgrefurl=https%3A%2F%2Fother.example%2F",
    "Google advertising": f"https://www.googleadservices.com/pagead/aclk?sa=L&adurl={Q}",
    "Google consent": f"https://consent.google.com/ml?continue={Q}&gl=DE",
    "Facebook": f"https://l.facebook.com/l.php?u={Q}&h=AT0",
    "Facebook, mobile": f"http://lm.facebook.com/l.php?h=AT0&u={Q}",
    "Facebook, the site": f"https://www.facebook.com/l.php?u={Q}",
    "Instagram": f"https://l.instagram.com/?u={Q}&e=AT",
    "Slack": f"https://slack-redir.net/link?url={Q}&v=3",
    "Barracuda": f"https://linkprotect.cudasvc.com/url?a={Q}&c=E,1,abc&typo=1",
    "Cisco": f"https://secure-web.cisco.com/1AbC-d_e/{Q}",
    "Cisco, decoded on the way": f"https://secure-web.cisco.com/1AbC-d_e/{TARGET}",
    "Sophos": f"https://eu-west-1.protection.sophos.com/?d=example.org&u={quote(B64, safe='')}&i=x&t=y&h=z&s=w",
    "Trend Micro": f"https://imsva91-ctp.trendmicro.com:443/wis/clicktime/v1/query?url={Q}&umid=x",
    "FireEye": f"https://protect2.fireeye.com/v1/url?k=x&q=1&e=y&u={Q}",
    "Avanan": f"https://url.avanan.click/v2/___{TARGET}___.YXAz:x:a:o:1",
    "Outlook on the web": f"https://mail.example.edu/owa/redir.aspx?C=abc123&URL={Q.lower()}",
    "Exchange 2003": f"http://mail.example.edu/exchweb/bin/redir.asp?URL={Q}",
    "Postmark": f"https://click.pstmrk.it/2s/{Q.removeprefix('https%3A%2F%2F')}/abc/def/ghi",
    "Bing": f"https://www.bing.com/ck/a?!&&p=0123abc&ptn=3&hsh=3&u=a1{B64URL}&ntb=1",
    "DuckDuckGo": f"https://duckduckgo.com/l/?kh=-1&uddg={Q}&rut=x",
    "Yahoo": f"https://r.search.yahoo.com/_ylt=A0;_ylu=X3/RV=2/RE=1/RO=10/RU={Q}/RK=2/RS=x-",
    "Yahoo in the nineties": f"http://us.rd.yahoo.com/evt=42297/*{TARGET}",
    "Yahoo, encoded": f"http://rds.yahoo.com/_ylt=A0/SIG=11/EXP=1/**{Q}",
    "LinkedIn": f"https://www.linkedin.com/redir/redirect?url={Q}&urlhash=x&trk=y",
    "LinkedIn's warning": f"https://www.linkedin.com/safety/go?url={Q}",
    "VK": f"https://vk.com/away.php?to={Q}&cc_key=",
    "VK, mobile": f"https://m.vk.com/away?to={Q}",
    "Steam": f"https://steamcommunity.com/linkfilter/?url={Q}",
    "Steam, later": f"https://steamcommunity.com/linkfilter/?u={Q}",
    "YouTube": f"https://www.youtube.com/redirect?event=video_description&redir_token=x&q={Q}&v=y",
    "Disqus": f"http://disq.us/url?url={Q}%3AhAsH-_1&cuid=1",
    "Tumblr": f"https://t.umblr.com/redirect?z={Q}&t=x",
    "href.li": f"https://href.li/?{TARGET}",
    "Yahoo, used by spam": f"http://drs.yahoo.com/evil/*{TARGET}",
    "Yahoo, with signs around the asterisk": f"http://rd.yahoo.com/-x/*-{TARGET}",
    "Check Point": f"https://protect.checkpoint.com/v2/___{TARGET}___.YXAz:x",
    "FortiMail": f"https://mail.example.net/fmlurlsvc/?fewReq=:B:x&url={Q.lower()}",
    "Libraesva": f"https://urlsand.esvalabs.com/?u={Q}&e=0a1b&h=2c3d&f=y&p=y",
    "TitanHQ": f"https://linklock.titanhq.com/analyse?url={Q}&data=eJx",
    "Menlo Security": f"https://safe.menlosecurity.com/{TARGET}",
    "WEB.DE": f"https://deref-web.de/mail/client/AbC-1/dereferrer/?redirectUrl={Q}",
    "Hotmail in 2002": f"http://64.4.22.250/cgi-bin/linkrd?_lang=EN&lah=0a&lat=1&hm___action={Q}",
    "Horde": f"http://webmail.example.edu/horde/services/go.php?url={Q}&untrusted=1",
    "Amazon SES": f"https://a1b2.r.us-east-1.awstrack.me/L0/{Q.replace('%3A', ':', 1)}/1/0100018-x-000000/sig=12",
    "Amazon SES, a host of one's own": f"https://click.example.net/CL0/{Q.replace('%3A', ':', 1)}/1/0100018-x/ab=",
    "Mandrill": "https://mandrillapp.com/track/click/123/example.org?p="
    + in_base64({"s": "x", "v": 1, "p": json.dumps({"u": 1, "url": TARGET, "id": "y"})}),
    "Customer.io": f"https://e.customeriomail.com/e/c/{in_base64({'email_id': 'x', 'href': TARGET})}/0a1b",
    "Substack": f"https://substack.com/redirect/2/{in_base64({'e': TARGET})}.sIgNaTuRe?utm_source=x",
    "Constant Contact": f"http://rs6.net/tn.jsp?t=abc.0.def.0&p={Q}",
    "Yandex": f"https://sba.yandex.net/redirect?url={Q}&client=mail&sign=0a",
    "Yandex's results": f"http://yandex.ru/clck/jsredir?from=yandex.ru&text=&url={Q}",
    "Twitter's mail": f"https://twitter.com/i/redirect?url={Q}&t=1&cn=x&sig=0a",
    "Pinterest": f"https://www.pinterest.com/offsite/?token=1-2&url={Q}&pin=3",
    "TikTok": f"https://www.tiktok.com/link/v2?aid=1988&scene=bio_url&target={Q}",
    "Medium": f"https://medium.com/r/?url={Q}",
    "Medium's sign-in": f"https://medium.com/m/global-identity-2?redirectUrl={Q}",
    "Yelp": f"https://www.yelp.co.uk/biz_redir?url={Q}&website_link_type=website",
    "WordPress.com": f"https://public-api.wordpress.com/bar/?stat=groovemails-events&redirect_to={Q}",
    "Douban": f"https://www.douban.com/link2/?url={Q}",
    "Amazon": f"http://www.amazon.co.uk/gp/r.html?R=X&C=Y&H=Z&T=C&U={Q}",
    "eBay": f"http://rover.ebay.com/rover/1/711-53200-19255-0/1?ff3=2&mpre={Q}",
    "DoubleClick": f"http://ad.doubleclick.net/click;h=v3|3a|0|0|%2a|b;1;0-0;0;1;~sscs=?{TARGET}",
    "MSN, counted by nobody": f"http://g.msn.com/0US/HP.1001?{TARGET}",
    "MSN before 2010": f"http://g.msn.com/0US!s5.31472_315529/HP.1001?{TARGET}&&DI=293&IG=0a",
    "Commission Junction": f"http://www.kqzyfj.com/click-123-456?url={Q}",
    "DeviantArt": f"https://www.deviantart.com/users/outgoing?{TARGET}",
    "Outlook's safe links": f"https://outlook.office365.com/mail/safelink.html?url={Q}&corid=0a",
    "Menlo Security's isolation": f"https://isolate.menlosecurity.com/1/3735928037/{TARGET}",
    "Proofpoint's isolation": f"https://urlisolation.com/browser?clickId=0A-1&traceToken=1&url={Q}",
    "Trustwave": f"http://scanmail.trustwave.com/?c=8510&d=x1&s=5&u={Q.replace('.', '%2e')}",
    "Vade": f"https://antiphishing.vadesecure.com/v4?f=x&i=y&k=z&r=w&s=0a&u={Q}",
    "AppRiver": f"https://clicktime.cloud.postoffice.net/clicktime.php?U={Q}&E=jim%40example.org&X=1&T=AB",
    "GMX": f"https://3c.gmx.net/mail/client/dereferrer?redirectUrl={Q}&selection=tfol11",
    "QQ Mail": f"https://mail.qq.com/cgi-bin/readtemplate?t=safety&check=false&gourl={Q}&subtemplate=gray",
    "Beehiiv": f"https://flight.beehiiv.net/v2/clicks/{in_base64({'alg': 'x'})}.{in_base64({'url': TARGET})}.sIg-_a",
    "Sailthru, with a query": f"https://link.example.net/click/1.2/{B64URL}?x=1",
    "Sailthru": f"https://link.example.net/click/12345678.9012/{B64URL}/5489e0a1b2c3Bdeadbeef",
    "Kit": f"https://click.convertkit-mail2.com/8ku0a1b2/g3hnh5/{B64URL}",
    "DoubleClick's exchange": f"https://adclick.g.doubleclick.net/pcs/click?xai=AKA&sig=Cg0&adurl={Q}",
    "DoubleClick, later": f"https://ad.doubleclick.net/ddm/clk/2954;1234;x?{TARGET}",
    "DoubleClick's trackers": f"https://ad.doubleclick.net/ddm/trackclk/N1.2/B3.4;dc_trk_aid=5;dc_lat=?{TARGET}",
    "Yahoo's footers in 2001": f"http://rd.yahoo.com/footer/?{TARGET}",
    "Yahoo's groups": f"http://us.lrd.yahoo.com/_ylc=X3oDMTI2/SIG=11;_ylg=1/**{Q}",
    "LinkedIn in 2009": f"http://www.linkedin.com/redirect?url={Q}&urlhash=a-b",
    "Quora": f"https://www.quora.com/_/redirect?sig=x&url={Q}",
    "LiveJournal": f"https://www.livejournal.com/away?to={Q}",
    "Evernote": f"https://www.evernote.com/OutboundRedirect.action?dest={Q}",
    "Jianshu": f"https://links.jianshu.com/go?to={Q}",
    "anon.to": f"http://anon.to/?{TARGET}",
    "Commission Junction's deep links": f"https://www.anrdoezrs.net/links/123/type/dlg/{TARGET}",
    "the same with a label": f"https://www.jdoqocy.com/links/123/type/dlg/shop-1/{TARGET}",
    "Zanox": f"http://ad.zanox.com/ppc/?123C456&ulp=[[{Q}]]",
    "Webgains": f"http://track.webgains.com/click.html?wglinkid=1&wgcampaignid=2&wgtarget={Q}",
    "Tradedoubler": f"http://clk.tradedoubler.com/click?p=1&a=2&g=3&url={Q}",
    "Partnerize": f"https://prf.hn/click/camref:1abc/pubref:x/destination:{Q}",
    "Impact": f"https://adidas.pxf.io/c/123/456/789?u={Q}",
    "VigLink": f"https://redirect.viglink.com/?format=go&key=0a&u={Q}",
    "AOL": f"http://r.aol.com/cgi/redir?{TARGET}",
    "a user with an at": f"https://me@here:pw@www.google.com/url?q={Q}",
    "capitals, a port, a user": f"HTTPS://me@WWW.Google.COM:443/url?Q={Q}",
    "a root dot": f"https://slack-redir.net./link?url={Q}",
    "a fragment of the redirector's own": f"https://slack-redir.net/link?v=3&url={Q}#here",
}


@pytest.mark.parametrize("name", WRAPPED)
def test_the_target_of_a_redirector(name: str) -> None:
    target = TARGET.lower() if Q.lower() in WRAPPED[name] else TARGET
    assert unwrap(WRAPPED[name]) == (WRAPPED[name], target)


@pytest.mark.parametrize(
    ("cached", "target"),
    [
        ("https://example-org.cdn.ampproject.org/c/s/example.org/a?b=1#c", "https://example.org/a?b=1"),
        ("https://cdn.ampproject.org/c/example.org/a", "http://example.org/a"),
        ("https://example-org.cdn.ampproject.org/v/s/example.org/a", "https://example.org/a"),
        ("https://www.bing-amp.com/c/s/example.org/a", "https://example.org/a"),
        ("https://www.google.com/amp/s/example.org/a.amp", "https://example.org/a.amp"),
    ],
)
def test_pages_in_amp_caches(cached: str, target: str) -> None:
    assert unwrap(cached)[1:] == (target,)


NO_REDIRECTORS = [
    "",
    "http://",
    "http:///url?q=http://a.org/",
    "x",
    "mailto:a@b.org",
    "ftp://www.google.com/url?q=http://a.org/",
    "http://example.com/?url=http://a.org/",
    "https://www.google.evil.com/url?q=http://a.org/",
    "https://www.google.example/url?q=http://a.org/",
    "https://notgoogle.com/url?q=http://a.org/",
    "https://evil.com/www.google.com/url?q=http://a.org/",
    "https://www.google.com@evil.com/url?q=http://a.org/",
    "https://www.google.com/search?q=http://a.org/",
    "https://www.google.com/url-x?q=http://a.org/",
    "https://www.google.com/url?q=www.example.org",
    "http://rd.yahoo.com/footer/?x=1",
    "https://link.example.net/click/1.2/aHR0c",
    "https://flight.beehiiv.net/v2/clicks/eyJ1cmwiOiJ4In0",
    "https://www.google.com/url?q=/relative",
    "https://www.google.com/url?q=javascript:alert(1)//http://a.org/",
    "https://www.google.com/url?q=data:text/html,http://a.org/",
    "https://www.google.com/url?q=",
    "https://www.google.com/url?q",
    "https://www.google.com/url?q=http://",
    "https://www.google.com/url?q=http%C5%BF://a.org/",  # a long s
    "https://www.google.com/url?q=ma%C4%B1lto:joe@a.org",  # an i without its dot
    "https://www.google.com/url#q=http://a.org/",
    "https://twitter.com/intent/tweet?url=http://a.org/",
    "https://click.example.net/L0/http/a.org",
    "https://mandrillapp.com/track/click/1/a.org?p=eyJwIjoxfQ",
    "https://mandrillapp.com/track/click/1/a.org?p=W10",
    "https://mandrillapp.com/track/click/1/a.org?p=" + "W1tb" * 100_000,
    "https://protect.checkpoint.com/v2/r01/___mfrtjqx://f.twl___.YXAz:x",
    "https://protect.checkpoint.com/v2/___http://a.org/",
    "https://ad.doubleclick.net/clk;1;2;http://a.org/",
    "https://r.search.yahoo.com/_ylt=A0/RU",
    "https://www.amazon.com/gp/product/B000?u=http://a.org/",
    "https://protect-us.mimecast.com/s/AbCdEf?domain=a.org",
    "https://t.co/abc",
    "https://web.archive.org/web/20050101000000/http://a.org/",
    "https://web.archive.org/web/2005*/http://www.google.com/url?q=http://a.org/",
    "https://cdn.ampproject.org/v0.js",
    "https://www.bing.com/ck/a?u=a1L3NlYXJjaD9xPXg",
    "https://www.bing.com/ck/a?u=a1####",
    "https://www.bing.com/ck/a?u=a1_w",
    "https://www.bing.com/ck/a?u=x1aHR0cDovL2Eub3JnLw",
    "https://urldefense.com/v3/__http://a.org/x*20",
    "https://urldefense.com/v3/__http://a.org/x*20__;",
    "https://urldefense.com/v3/__http://a.org/x**Z__;JQ!!tok$",
    "https://urldefense.com/v3/__http://a.org/x***__;JSUl!!tok$",
    "https://urldefense.com/v3/__http://a.org/x*__;gA!!tok$",
    "https://urldefense.com/v3/__http://a.org/x*__;J!!tok$",
    "https://urldefense.com/v3/__",
    "https://urldefense.proofpoint.com/v2/url?u=",
    "https://secure-web.cisco.com/token/",
    "https://eu.protection.sophos.com/?d=a.org&u=%FF",
    f"https://{'a.' * 200}google.com/url?q=http://a.org/",
]


@pytest.mark.parametrize("url", NO_REDIRECTORS)
def test_what_is_no_redirector_is_a_chain_of_itself(url: str) -> None:
    assert unwrap(url) == (url,)


@pytest.mark.parametrize(
    ("value", "target"),
    [
        ("http://a.org/caf%C3%A9", "http://a.org/café"),
        ("http://a.org/%E9", "http://a.org/%E9"),
        ("http://a.org/%C3%A9%E9%C3", "http://a.org/é%E9%C3"),
        ("http://a.org/x+y", "http://a.org/x+y"),
        ("http://a.org/x%20y%0Az%00", "http://a.org/x%20y%0Az%00"),
        ("http://a.org/100%", "http://a.org/100%"),
        ("http%3A//a.org/%2520", "http://a.org/%20"),
        ("http:/a.org/x", "http://a.org/x"),
        ("ftp%3A%2F%2Fa.org%2Fx", "ftp://a.org/x"),
        ("http://a.org/%u00e9", "http://a.org/%u00e9"),
    ],
)
def test_percent_encoding_is_undone_once_and_exactly(value: str, target: str) -> None:
    assert unwrap(f"https://slack-redir.net/link?url={value}")[-1] == target


def test_redirectors_inside_one_another() -> None:
    facebook = f"https://l.facebook.com/l.php?u={Q}"
    google = f"https://www.google.com/url?q={quote(facebook, safe='')}"
    microsoft = f"https://eur01.safelinks.protection.outlook.com/?url={quote(google, safe='')}&data=1"
    outermost = v3(microsoft)
    chain = (outermost, microsoft, google, facebook, TARGET)
    assert unwrap(outermost) == chain
    for depth in range(6):
        assert unwrap(outermost, depth=depth) == chain[: depth + 1]


def test_a_redirector_to_itself_ends() -> None:
    url = "https://href.li/?" * 50 + "http://a.org/"
    assert len(unwrap(url)) == 6
    assert unwrap(url, depth=100)[-1] == "http://a.org/"


def test_any_parameter_only_on_request() -> None:
    url = f"http://example.com/out?id=3&target={Q}"
    assert unwrap(url) == (url,)
    assert unwrap(url, generic=True) == (url, TARGET)
    login = "https://example.com/login?next=/account"
    assert unwrap(login, generic=True) == (login,)


@pytest.mark.parametrize(
    "url",
    [
        "https://web.archive.org/save?url=http://a.org/",
        "https://translate.google.com/translate?u=http://a.org/",
        "https://validator.w3.org/check?url=http://a.org/",
        "https://www.facebook.com/sharer.php?u=http://a.org/",
        "https://twitter.com/share?url=http://a.org/",
        "http://example.com/?url=ftp://a.org/",
        "http://example.com/?http://a.org/",
    ],
)
def test_copies_checks_and_forms_to_share_are_no_redirectors(url: str) -> None:
    assert unwrap(url, generic=True) == (url,)


def test_any_parameter_is_asked_until_one_leads_to_the_web() -> None:
    url = "http://example.com/go?u=ftp://a.org/&target=mailto:a@a.org&dest=http://a.org/"
    assert unwrap(url, generic=True)[-1] == "http://a.org/"


def test_proofpoint_by_the_letter() -> None:
    url = (  # written by the service itself, not by `v3` above
        "https://urldefense.com/v3/__https://google.com:443/search?q=a*test&gs=ps__;Kw!-612Flbf0JvQ3kNJkRi5Jg"
        "!Ue6tQudNKaShHg93trcdjqDP8se2ySE65jyCIe2K1D_uNjZ1Lnf6YLQERujngZv9UWf66ujQIQ$"
    )
    assert unwrap(url)[-1] == "https://google.com:443/search?q=a+test&gs=ps"


def test_parameters_named_like_characters_are_none() -> None:
    target = "http%3A%2F%2Fa.example%2F%3Ftarget%3D3%26sectionid%3D1%26amp%3Bb%3D2"
    for url in (
        f"https://urldefense.proofpoint.com/v1/url?u={target}&k=x",
        f"https://urldefense.proofpoint.com/v2/url?u={target.replace('%', '-')}&d=x",
    ):
        assert unwrap(url)[-1] == "http://a.example/?target=3&sectionid=1&b=2"


_targets = st.builds(
    "https://example.org/{}".format,
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zs", "Zl", "Zp", "Cs")), max_size=80),
)


@given(_targets)
def test_proofpoint_v3_gives_every_url_back(target: str) -> None:
    assert unwrap(v3(target), depth=1) == (v3(target), target)


@given(st.text("*%!", min_size=1, max_size=200))
def test_runs_of_any_length_come_back(run: str) -> None:
    assert unwrap(v3(f"http://a.org/{run}"), depth=1)[-1] == f"http://a.org/{run}"


@given(_targets)
def test_an_encoded_target_comes_back(target: str) -> None:
    url = f"https://slack-redir.net/link?url={quote(target, safe='')}"
    assert unwrap(url, depth=1)[-1] == target


_heads = st.sampled_from(
    [
        *(url[: url.find("?") + 1] or url for url in WRAPPED.values()),
        *(
            "https://urldefense.com/v3/__",
            "https://urldefense.com/v3/__http://a/__;",
            "http://www.bing.com/ck/a?u=a1",
        ),
    ]
)


@given(st.builds("{}{}".format, _heads, st.text()) | st.text())
def test_nothing_raises_and_a_chain_begins_with_its_url(url: str) -> None:
    for generic in (False, True):
        chain = unwrap(url, generic=generic)
        assert chain[0] == url
        assert len(set(chain)) == len(chain)
        assert all(re.match(r"(?i)(https?|ftps?)://|mailto:", target) for target in chain[1:])


@pytest.mark.parametrize(
    "url",
    [
        "https://urldefense.com/v3/__" + "__;" * 400_000,
        "https://urldefense.com/v3/__http://a/" + "*" * 1_000_000 + "__;" + "JSUl" * 300_000 + "!!x",
        "https://www.google.com/url?" + "&q=" * 400_000,
        "https://www.google.com/url?q=http://a/" + "%C3%" * 300_000,
        "https://" + "@" * 1_000_000,
        "https://" + "a." * 500_000 + "google.com/url?q=http://a/",
        "https://href.li/?" * 60_000,
        "https://urldefense.proofpoint.com/v1/url?u=" + "%26" * 300_000,
        "https://urldefense.proofpoint.com/v1/url?u=http://a/%26%23" + "9" * 1_000_000,
        "https://r.search.yahoo.com/" + "/RU=" * 300_000,
    ],
)
def test_a_million_hostile_characters_are_no_work(url: str) -> None:
    assert len(unwrap(url)) <= 6


def test_the_table_is_in_order() -> None:
    names = [redirector.name for redirector in REDIRECTORS]
    assert len(names) == len(set(names))
    for redirector in REDIRECTORS:
        assert redirector.hosts == redirector.hosts.lower()
        assert redirector.path.startswith("/")


def test_arguments_of_a_wrong_type() -> None:
    with pytest.raises(TypeError, match="generic is to be True or False, not 'no'"):
        unwrap("http://a.org/", generic="no")  # type: ignore[arg-type]  # that is the test
    with pytest.raises(TypeError, match="depth is to be a whole number"):
        unwrap("http://a.org/", depth=1.5)  # type: ignore[arg-type]  # that is the test


# How redirectors write their targets: each way undone, and what is not written so refused.

PLAIN = "http://a.org/?b=c"
PLAIN_IN_BASE64 = urlsafe_b64encode(PLAIN.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("decode", "value"),
    [
        (by.percent_decoded, "http%3A%2F%2Fa.org%2F%3Fb%3Dc"),
        (by.base64_in_parameter, PLAIN_IN_BASE64),
        (by.base64_in_parameter, PLAIN_IN_BASE64 + "%3D"),
        (by.after_a1, "a1" + PLAIN_IN_BASE64),
        (by.proofpoint_1, "http%3A%2F%2Fa.org%2F%3Fb%3Dc"),
        (by.proofpoint_2, "http-3A__a.org_-3Fb-3Dc"),
        (by.proofpoint_3, "http://a.org/?b=c__;!!token"),
        (by.proofpoint_3, "http://a.org/*b=c__;Pw!!token"),
        (by.segment, "http%3A%2F%2Fa.org%2F%3Fb%3Dc/more"),
        (by.host_and_path, "a.org/?b=c"),
        (by.within_brackets, "[[" + PLAIN + "]]"),
        (by.before_last_colon, PLAIN + ":signature"),
        (by.in_json("url"), in_base64({"url": PLAIN, "other": "x"})),
        (by.in_json("data", "url"), in_base64({"data": json.dumps({"url": PLAIN})})),
        (by.in_json("url", piece=1), "signature." + in_base64({"url": PLAIN})),
    ],
)
def test_a_target_comes_out_whole(decode: Decoder, value: str) -> None:
    assert decode(value) == PLAIN


def test_a_secure_page_in_a_cache() -> None:
    assert by.host_and_path("s/a.org/b") == "https://a.org/b"


@pytest.mark.parametrize(
    ("decode", "value"),
    [
        (by.base64_in_parameter, "\u00e9"),
        (by.after_a1, "b1" + PLAIN_IN_BASE64),
        (by.proofpoint_3, "http://a.org/"),
        (by.in_json("url"), in_base64({"other": PLAIN})),
        (by.in_json("url"), "no object"),
    ],
)
def test_what_is_not_written_so_is_refused(decode: Decoder, value: str) -> None:
    with pytest.raises((ValueError, LookupError)):
        decode(value)
