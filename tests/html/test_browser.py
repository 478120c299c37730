"""The corpus as a real browser has it: every attribute, base and encoding asks Chromium and must be equal.

The pages are served on loopback; the browser resolves every host name to that server and runs no script
of theirs.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from support.chromium import Chromium, browsing
from support.html_corpus import FOLDER, Page, bases_of, pages
from urlglean.candidate import FallbackCandidate
from urlglean.errors import ReferenceSyntaxError
from urlglean.links.link import Link
from urlglean.uri.resolve import resolve

PAGES = [page for page in pages() if not page.name.endswith(".all")]

# What the document object model gives for a URL, by element and attribute; None asks for the attribute and
# resolves it as the document would.
PROPERTIES = {
    "a": {"href": "href"},
    "area": {"href": "href"},
    "audio": {"src": "src"},
    "base": {"href": "href"},
    "blockquote": {"cite": "cite"},
    "body": {"background": None},
    "col": {"background": None},
    "colgroup": {"background": None},
    "button": {"formaction": "formAction"},
    "del": {"cite": "cite"},
    "embed": {"src": "src"},
    "form": {"action": "action"},
    "frame": {"src": "src", "longdesc": "longDesc"},
    "html": {"manifest": None},
    "iframe": {"src": "src", "longdesc": "longDesc"},
    "img": {"src": "src", "longdesc": "longDesc", "lowsrc": "lowsrc"},
    "input": {"src": "src", "formaction": "formAction"},
    "ins": {"cite": "cite"},
    "link": {"href": "href"},
    "object": {"data": "data", "codebase": "codeBase"},
    "q": {"cite": "cite"},
    "script": {"src": "src"},
    "source": {"src": "src"},
    "table": {"background": None},
    "td": {"background": None},
    "th": {"background": None},
    "tr": {"background": None},
    "track": {"src": "src"},
    "video": {"src": "src", "poster": "poster"},
}
SVG_LINKS = ("a", "animate", "feImage", "image", "linearGradient", "mpath", "pattern", "textPath", "use")

GUESSES = frozenset({"base-in-svg-only", "frameset"})
"""Pages where the browser's look-ahead fetches what its parser then drops, or by a base that is none."""


def departures() -> dict[str, list[tuple[str | None, ...]]]:
    """Read what Chromium has otherwise, by page: whose it is, part, element, attribute, URL."""
    found: dict[str, list[tuple[str | None, ...]]] = {}
    for line in (FOLDER / "differences" / "chromium.tsv").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            page, whose, part, element, attribute, url, _ = line.split("\t")
            found.setdefault(page, []).append((whose, part, element, attribute, None if url == "-" else url))
    return found


DEPARTURES = departures()

ASK = """
((properties, svgLinks, ours) => {
  const rows = [], bases = {}, seen = {}, resolved = {}, styles = [], sources = [];
  const valid = url => { try { new URL(url); return url } catch { return null } };
  const visit = (doc, part) => {
    bases[part] = doc.baseURI; seen[part] = doc.characterSet;
    const probe = doc.createElement('a');
    const resolve = value => { probe.setAttribute('href', value); return valid(probe.href) };
    resolved[part] = (ours[part] || []).map(value => [value, resolve(value)]);
    let frames = 0;
    const walk = root => {
      for (const element of root.querySelectorAll('*')) {
        const isHtml = element.namespaceURI === 'http://www.w3.org/1999/xhtml';
        const name = element.localName;
        if (isHtml) {
          for (const [attribute, property] of Object.entries(properties[name] || {})) {
            if (!element.hasAttribute(attribute)) continue;
            // A control of a form hides the form's own property of its name.
            const own = property && property in element && Object.getOwnPropertyDescriptor(
              Object.getPrototypeOf(element), property);
            const url = own ? valid(own.get.call(element))
              : property ? valid(element[property]) : resolve(element.getAttribute(attribute));
            rows.push([part, name, attribute, url]);
          }
          if (element.currentSrc) sources.push(element.currentSrc);
          if (element.shadowRoot) walk(element.shadowRoot);
        } else if (svgLinks.includes(name)) {
          const plain = element.getAttribute('href'), old = element.getAttribute('xlink:href');
          if (plain !== null) rows.push([part, name, 'href', resolve(plain)]);
          if (old !== null) rows.push([part, name, 'xlink:href', resolve(old)]);
        }
        const image = doc.defaultView && doc.defaultView.getComputedStyle(element).backgroundImage;
        for (const found of (image || '').matchAll(/url\\("((?:[^"\\\\]|\\\\.)*)"\\)/g))
        styles.push(found[1]); if (name === 'iframe' && element.hasAttribute('srcdoc')) {
          frames += 1;
          const inner = element.contentDocument;
          if (inner) visit(inner, (part ? part + '.' : '') + 'srcdoc' + frames);
        }
      }
    };
    walk(doc);
  };
  visit(document, '');
  return {rows, bases, encodings: seen, resolved, styles, sources, mode: document.compatMode};
})
"""


class Server:
    """The corpus on loopback, as the hosts of its URLs; anything else is there but empty."""

    def __init__(self) -> None:
        served = {page.url: page for page in PAGES}
        self.requested: list[tuple[str, str]] = []
        requested = self.requested

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 20

            def do_GET(self) -> None:
                url = f"http://{self.headers['Host']}{self.path}"
                requested.append((self.headers["Referer"] or "", url))
                page = served.get(url)
                if page is None:
                    # The browser stays where it is: nothing in the corpus can lead it away.
                    self.send_response(204)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                body = page.source.read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", page.head["content-type"])
                self.send_header("Content-Length", str(len(body)))
                # Scripting stays on for the parser (it decides what noscript is), but no script runs.
                self.send_header("Content-Security-Policy", "script-src 'none'")
                # Each request says which page it is for.
                self.send_header("Referrer-Policy", "unsafe-url")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture(scope="module")
def browser(server: Server) -> Iterator[Chromium]:
    with browsing(server.port) as chromium:
        yield chromium


def ask(browser: Chromium, page: Page, links: list[Link]) -> dict[str, Any]:
    """Open a page and ask it for its URLs, and for what it makes of each of our references."""
    ours: dict[str, list[str]] = {}
    for link in links:
        if link.kind != "text" and link.text:
            ours.setdefault(link.document.part or "", []).append(link.text)
    browser.open(page.url)
    answer: dict[str, Any] = browser.evaluate(
        f"{ASK}({json.dumps(PROPERTIES)}, {json.dumps(SVG_LINKS)}, {json.dumps(ours)})"
    )
    return answer


def compared(link: Link) -> bool:
    """Tell whether the browser was asked for this kind of reference."""
    attributes = PROPERTIES.get(link.element or "", {})
    is_svg = link.element in SVG_LINKS and link.attribute in {"href", "xlink:href"}
    return link.attribute in attributes or is_svg


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_encoding_and_every_attribute_are_what_the_browser_says(
    page: Page, browser: Chromium, server: Server
) -> None:
    server.requested.clear()
    links = page.links()
    answer = ask(browser, page, links)
    assert answer["encodings"][""] == page.head["encoding"]
    theirs = {tuple(row) for row in answer["rows"]}
    ours = {
        (link.document.part or "", link.element, link.attribute, link.url) for link in links if compared(link)
    }
    listed = DEPARTURES.get(page.name, [])
    assert ours - theirs == {row[1:] for row in listed if row[0] == "urlglean"}
    assert theirs - ours == {row[1:] for row in listed if row[0] == "chromium"}
    assert_resolved(page, links, answer)
    assert_fetched(page, links, server.requested)
    shown = {url for url in (*answer["styles"], *answer["sources"]) if not url.startswith("about:")}
    assert shown <= early(page, links) | {link.url for link in links} | {row[4] for row in listed}


def early(page: Page, links: list[Link]) -> set[str]:
    """Give what references come to by the page's own URL: so they are fetched before a ``base`` is met."""
    found = set()
    for link in links:
        with contextlib.suppress(ReferenceSyntaxError):
            found.add(resolve(link.text, page.url, dialect="whatwg", encoding=page.head["encoding"]))
    return found


def assert_resolved(page: Page, links: list[Link], answer: dict[str, Any]) -> None:
    """Every reference of the markup, whatever its attribute, resolves as the document resolves it."""
    resolved = {(part, text): url for part, rows in answer["resolved"].items() for text, url in rows}
    excepted = {row[4] for row in DEPARTURES.get(page.name, []) if row[4]}
    for link in links:
        key = (link.document.part or "", link.text)
        if excepted.isdisjoint({link.url, resolved.get(key, link.url)}) and not isinstance(
            link.candidate, FallbackCandidate
        ):
            assert link.url == resolved.get(key, link.url), link
    if not excepted:
        ours = {part: base.rpartition(" (")[0].partition(" (")[0] for part, base in bases_of(links).items()}
        theirs = {part: base.partition("#")[0] for part, base in answer["bases"].items()}
        assert ours == {part: theirs[part] for part in ours}


def assert_fetched(page: Page, links: list[Link], requested: list[tuple[str, str]]) -> None:
    """Whatever the browser fetched for the page is among its links."""
    known = {url.partition("#")[0] for url in (*(link.url or "" for link in links), *early(page, links))}
    fetched = {
        url for referrer, url in requested if referrer == page.url and not url.endswith("/favicon.ico")
    }
    if page.name not in GUESSES:
        assert fetched <= known
