"""HTML to absolute URLs: `extract_html` beside the parse alone and beside what crawlers use.

The pages are made up here, of 30 to 250 KB, each with a menu that stands in it twice, style sheets, scripts with the
state of the page, and a footer of links. Four kinds: typical ones (stories in much markup, a URL per 390 bytes),
threads of a forum (posts, quotations, a bare URL in every tenth; a URL per 200 bytes), listings (a URL per 120 bytes)
and API documentation (a URL per 140 bytes, in code of which every word is marked up). A bare URL stands in the text of
one in a hundred stories. And the HTML of mail, 2 to 10 KB each: tables within tables, styles in every cell.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from urllib.parse import urljoin

from side_by_side import Contender, Line, Table, Work, main, measure, optional

import urlglean
from urlglean.document import BaseClaim, Document

BASE = "https://www.example.org/section/2024/page.html"
WORDS = """
the a of to and in that it is was for on are with as be at this have from or had by but some what
there we can out other were all your when up use how said each she which their time if will way
about many then them would write like these her long make thing see him two has look more day could
""".split()

HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="canonical" href="{base}">
<link rel="stylesheet" href="/assets/site.{number:x}.css">
<link rel="icon" href="/favicon.ico" sizes="any">
<link rel="alternate" type="application/atom+xml" href="/feed.xml">
<meta property="og:image" content="https://cdn.example.org/share/{number}.jpg">
<script src="/assets/runtime.{number:x}.js" defer></script>
<style>:root{{--c:#136}}.hero{{background:url("/img/hero-{number}.avif")}}.card{{display:grid;gap:1rem}}</style>
<script>window.__STATE__={{"route":"/section","items":[{state}]}};</script>
</head>
"""


CSS = (
    ".{0}__{1}{{display:flex;gap:{2}px;margin:0 auto;padding:{2}px calc(100% - {2}rem);color:var(--c,#123);"
    "transition:opacity .2s ease-in}}@media(min-width:{2}00px){{.{0}__{1}:hover{{transform:scale(1.{2})}}}}\n"
)


def words(chance: random.Random, count: int) -> str:
    """Give so many words."""
    return " ".join(chance.choices(WORDS, k=count))


def reference(chance: random.Random) -> str:
    """Give a reference of one of the shapes that pages have."""
    number = chance.randrange(4000)
    return chance.choice(
        (
            f"/section/{number}/{chance.choice(WORDS)}-{chance.choice(WORDS)}",
            f"https://www.example.org/tag/{chance.choice(WORDS)}",
            f"https://news{number % 30}.example.net/{number}?utm_source=page&amp;id={number}",
            f"../{number}/index.html#part-{number % 9}",
            f"#note-{number % 40}",
            f"page-{number % 12}.html",
            f"//cdn.example.org/i/{number}/w_600,h_400/x.jpg",
        )
    )


ICON = '<svg class="icon icon--{0}" width="16" height="16" viewBox="0 0 16 16"><path d="M2 {1}h12v2H2z"></path></svg>'


def story(chance: random.Random) -> str:
    """Give a block as the pages of today have them: many elements, some text, a few links."""
    number = chance.randrange(9999)
    where = reference(chance)
    items = "".join(
        f'<li class="list__item"><span class="label label--{item}">{words(chance, 2)}</span></li>'
        for item in range(4)
    )
    bare = f" http://bare{number % 99}.example.com/{chance.choice(WORDS)}" if chance.random() < 0.01 else ""
    return (
        f'<section class="block block--story" id="s{number}" data-id="{number}" style="--order:{number % 7}">\n'
        f'  <div class="block__head"><div class="block__meta"><time datetime="2024-03-04">4 March</time>\n'
        f'  {ICON.format("clock", number % 9)}<span class="dot"></span><span>{words(chance, 2)}</span></div>\n'
        f'  <h2 class="block__title"><a class="link link--title" href="{where}">{words(chance, 7)}</a></h2></div>\n'
        f'  <div class="block__media"><div class="ratio"><img class="img" src="/img/{number}.jpg"'
        f' alt="{words(chance, 3)}" width="640" height="360" loading="lazy"></div></div>\n'
        f'  <p class="block__text">{words(chance, 45)}{bare}, <em>{words(chance, 3)}</em> {words(chance, 12)}'
        f' <strong>{words(chance, 2)}</strong>.</p>\n  <ul class="list list--tags">{items}</ul>\n'
        f'  <div class="block__foot"><button class="btn" type="button" aria-label="{words(chance, 2)}">'
        f'{ICON.format("share", number % 7)}<span class="btn__text">{words(chance, 1)}</span></button>'
        f'<a class="link" href="{reference(chance)}" rel="nofollow">{words(chance, 2)}</a></div>\n</section>\n'
    )


def card(chance: random.Random) -> str:
    """Give an entry of a listing: a picture, a title, a line of text."""
    where = reference(chance)
    return (
        f'<article class="card"><a href="{where}"><img src="/img/{chance.randrange(9999)}.jpg" alt="{words(chance, 2)}"'
        f' loading="lazy" width="320" height="200"></a><div class="body"><h3><a href="{where}">{words(chance, 6)}</a>'
        f'</h3><p>{words(chance, 14)}</p><span class="meta"><a rel="author" href="/by/{chance.choice(WORDS)}">'
        f"{words(chance, 2)}</a></span></div></article>\n"
    )


def post(chance: random.Random) -> str:
    """Give a post of a forum: who, when, what, and the links that each of them has."""
    number = chance.randrange(99_999)
    member = f"/members/{chance.choice(WORDS)}.{number % 300}/"
    quotation = (
        f'<blockquote class="quote"><a href="/goto/post?id={number - 7}" class="source">{words(chance, 2)} said:</a>'
        f"<div>{words(chance, 24)}</div></blockquote>"
        if number % 3 == 0
        else ""
    )
    bare = f" http://bare{number % 99}.example.com/{chance.choice(WORDS)}" if number % 10 == 0 else ""
    return (
        f'<article class="message" id="post-{number}" data-author="{words(chance, 1)}"><div class="message-cell">'
        f'<a class="avatar" href="{member}"><img src="https://cdn.example.org/avatars/s/{number % 300}.jpg" alt="">'
        f'</a><h4><a href="{member}" class="username">{words(chance, 1)}</a></h4><dl><dt>Joined</dt><dd>2011</dd></dl>'
        f'</div><div class="message-main"><header><time datetime="2024-03-04T10:{number % 60:02}:00">4 March</time>'
        f'<a href="/threads/topic.77/post-{number}" rel="nofollow">#{number}</a></header><div class="bbWrapper">'
        f"{quotation}{words(chance, 60)}{bare}<br>\n{words(chance, 20)}</div><footer>"
        f'<a href="/posts/{number}/react?reaction=1" class="reaction">Like</a>'
        f'<a href="/threads/topic.77/reply?quote={number}" title="Reply, quoting this message">Reply</a></footer></div>'
        "</article>\n"
    )


def menu(chance: random.Random, kind: str) -> str:
    """Give the links that all pages of a site have, in lists within lists."""
    items: list[str] = []
    for word in chance.sample(WORDS, 8):
        below = "".join(f'<li><a href="/{word}/{sub}">{sub}</a></li>' for sub in chance.sample(WORDS, 4))
        top = f'<a class="{kind}__link" href="/{word}/">{word.title()}</a>'
        items.append(f'<li class="{kind}__item {kind}__item--{len(word)}">{top}<ul>{below}</ul></li>\n')
    return f'<nav class="{kind}"><ul class="{kind}__list">{"".join(items)}</ul></nav>\n'


def signature(chance: random.Random) -> str:
    """Give a line of generated API documentation."""
    name = chance.choice(WORDS)
    return (
        f'<section class="method" id="{name}"><h4><span class="kw">fn</span> <a class="fn" href="#method.{name}">{name}'
        f'</a>(&amp;<span class="kw">self</span>, <a class="struct" href="struct.{name.title()}.html" title="struct '
        f'{name}">{name.title()}</a>) -&gt; <a class="enum" href="../../core/option/enum.Option.html">Option</a>&lt;'
        f"{name}&gt;</h4></section><div><p>{words(chance, 9)}</p></div>\n"
    )


def page(chance: random.Random, block: Callable[[random.Random], str], size: int) -> bytes:
    """Give a page of about so many bytes, made of one kind of block."""
    number = chance.randrange(1 << 20)
    state = ",".join(
        f'{{"id":{chance.randrange(10**6)},"t":"{words(chance, 6)}","u":"https:\\/\\/www.example.org\\/{number}"}}'
        for _ in range(size // 900)
    )
    css = "".join(CSS.format(*chance.sample(WORDS, 2), rule % 9 + 1) for rule in range(size // 2500))
    parts = [
        HEAD.format(title=words(chance, 5), base=BASE, number=number, state=state),
        f"<style>{css}</style>",
    ]
    of_site = menu(chance, "menu")
    parts.append(f"<body>\n{of_site}<main>\n")
    length = sum(map(len, parts))
    while length < size:
        parts.append(block(chance))
        length += len(parts[-1])
    parts.append(
        f"</main>{of_site.replace('menu', 'drawer')}"
        f'<footer style="color:#999">{menu(chance, "sitemap")}{words(chance, 20)} '
        f'<a href="mailto:a@example.org">mail</a></footer>'
        f'<script>(function(){{var q="{words(chance, size // 60)}";}})();</script></body></html>\n'
    )
    return "".join(parts).encode()


def pages(block: Callable[[random.Random], str], total: int) -> list[bytes]:
    """Give pages of 30 to 250 KB, most of them less than 150, the same each time."""
    chance = random.Random(1994)  # noqa: S311  (the same pages each time)
    made: list[bytes] = []
    while sum(map(len, made)) < total:
        made.append(page(chance, block, int(chance.triangular(25_000, 250_000, 60_000))))
    return made


def letter(chance: random.Random) -> bytes:
    """Give the HTML of a mail: tables within tables, each cell with its style, tracked links, a signature."""
    number = chance.randrange(9999)
    style = "font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;color:#333333"
    rows = "".join(
        f'<tr><td align="left" valign="top" style="padding:0 {item}px 12px;{style}"><p style="margin:0 0 10px;{style}">'
        f'{words(chance, 30)}</p><table border="0" cellpadding="0" cellspacing="0" width="99%"><tr><td bgcolor="#05a"'
        f' style="border-radius:3px;{style}"><a href="https://click.example.net/ls/{number}?upn={chance.randrange(10**12)}'
        f'" target="_blank" style="{style};text-decoration:none">{words(chance, 3)}</a></td></tr></table></td></tr>\n'
        for item in range(chance.randint(2, 12))
    )
    bare = f"http://bare{number % 99}.example.com/{chance.choice(WORDS)}" if chance.random() < 0.3 else "none"
    return (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>@media only screen'
        f" and (max-width:600px){{.wrapper{{width:100%!important}}}}</style></head><body style='margin:0'><table"
        f' width="600" class="wrapper"><tr><td><img src="https://cdn.example.net/logo/{number}.png" width="1"'
        f' height="1" alt=""></td></tr>\n{rows}</table><div class="signature"><p>-- <br>{words(chance, 3)}: {bare}<br>'
        f'<a href="mailto:list{number}@example.org">list</a></p></div></body></html>\n'
    ).encode()


def letters(total: int) -> list[bytes]:
    """Give mails' pages of 2 to 10 KB, the same each time."""
    chance = random.Random(1996)  # noqa: S311  (the same pages each time)
    made: list[bytes] = []
    while sum(map(len, made)) < total:
        made.extend(letter(chance) for _ in range(50))
    return made


def urlglean_links(work: list[bytes]) -> int:
    """Extract by `urlglean`; give the number of links with a URL."""
    claims = (BaseClaim("retrieval", BASE, "--base"),)
    count = 0
    for content in work:
        document = Document(content, "text/html", "page", claims=claims)
        for link in urlglean.read_document(document, on_problem=print):
            count += link.url is not None
    return count


def parse_alone() -> Callable[[list[bytes]], int]:
    """Parse, and throw the tree away."""
    parse = import_module("turbohtml").parse
    return lambda work: sum(parse(content) is not None for content in work)


def scrapy_links() -> Callable[[list[bytes]], int]:
    """Scrapy's ``LinkExtractor``: ``a`` and ``area`` only, deduplicated within a page."""
    extractor = import_module("scrapy.linkextractors").LinkExtractor()
    response = import_module("scrapy.http").HtmlResponse
    return lambda work: sum(len(extractor.extract_links(response(BASE, body=content))) for content in work)


def courlan_links() -> Callable[[list[bytes]], int]:
    """Take ``courlan.extract_links``."""
    extract_links = import_module("courlan").extract_links
    return lambda work: sum(len(extract_links(content.decode(), url=BASE)) for content in work)


def trafilatura_links() -> Callable[[list[bytes]], int]:
    """Take the links that ``trafilatura.extract`` keeps in a page's main text."""
    extract = import_module("trafilatura").extract
    return lambda work: sum((extract(page, url=BASE, include_links=True) or "").count("](") for page in work)


def lxml_links() -> Callable[[list[bytes]], int]:
    """Take ``lxml.html`` with its links made absolute."""
    html = import_module("lxml.html")

    def run(work: list[bytes]) -> int:
        count = 0
        for content in work:
            tree = html.document_fromstring(content, base_url=BASE)
            tree.make_links_absolute()
            count += sum(1 for _ in tree.iterlinks())
        return count

    return run


def selectolax_links() -> Callable[[list[bytes]], int]:
    """Take ``selectolax`` and ``urljoin``: ``href`` and ``src``."""
    parser = import_module("selectolax.lexbor").LexborHTMLParser

    def run(work: list[bytes]) -> int:
        count = 0
        for content in work:
            for node in parser(content).css("[href], [src]"):
                attributes = node.attributes
                count += urljoin(BASE, attributes.get("href") or attributes.get("src") or "") != ""
        return count

    return run


def soup_links() -> Callable[[list[bytes]], int]:
    """Take BeautifulSoup's own parser and ``urljoin``: ``href`` and ``src``."""
    soup = import_module("bs4").BeautifulSoup

    def run(work: list[bytes]) -> int:
        count = 0
        for content in work:
            for tag in soup(content, "html.parser").find_all(True):  # noqa: FBT003  (its way to say "every tag")
                value = tag.get("href") or tag.get("src")
                count += value is not None and urljoin(BASE, value) != ""
        return count

    return run


OTHERS = (
    ("turbohtml.parse", parse_alone, "turbohtml"),
    ("Scrapy LinkExtractor", scrapy_links, "scrapy"),
    ("courlan", courlan_links, "courlan"),
    ("trafilatura", trafilatura_links, "trafilatura"),
    ("lxml iterlinks", lxml_links, "lxml"),
    ("selectolax + urljoin", selectolax_links, "selectolax"),
    ("BeautifulSoup + urljoin", soup_links, "beautifulsoup4"),
)


def contenders() -> Iterable[Contender]:
    """Name who takes part."""
    yield Contender("urlglean", urlglean_links, ours=True)
    for name, make, distribution in OTHERS:
        yield optional(name, make, distribution)


KINDS: dict[str, Callable[[int], list[bytes]]] = {
    "typical pages": partial(pages, story),
    "forum threads": partial(pages, post),
    "listings": partial(pages, card),
    "API documentation": partial(pages, signature),
    "mail's HTML": letters,
}
"""What gives pages of each kind, of so many bytes in all."""


def share_of(work: list[bytes], share: float) -> list[bytes]:
    """Give some of the pages, one at least."""
    return work[: max(1, int(len(work) * share))]


def tables(*, quick: bool) -> Iterable[Table]:
    """Measure."""
    total = 200_000 if quick else 4_000_000
    works = []
    for name, make in KINDS.items():
        made = make(total)
        expected = sum(content.count(b' href="') + content.count(b' src="') for content in made)
        expected += sum(content.count(b"url(") + content.count(b"og:image") for content in made)
        expected += sum(content.count(b" http://bare") for content in made)
        works.append(Work(name, made, sum(map(len, made)), expected, share_of))
    yield measure(
        "HTML to absolute URLs",
        works,
        list(contenders()),
        quick=quick,
        clock=time.process_time,
        lines=[
            Line("urlglean", 0.4, "turbohtml.parse", ("typical pages",)),
            Line("urlglean", 10, "Scrapy LinkExtractor", ("typical pages",)),
        ],
    )


if __name__ == "__main__":
    main(tables, __doc__)
