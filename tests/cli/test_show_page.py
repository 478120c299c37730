"""The page of ``show``, in a browser: nothing that a stranger wrote runs in it, and nothing is fetched by it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from support.chromium import Chromium, browsing
from support.command_runs import run

RUNS = [
    "<script>hacked=1</script>",
    "<img src=http://evil.example/i onerror=hacked=1>",
    "<svg/onload=hacked=1>",
    "</pre></mark><iframe src=http://evil.example/f></iframe>",
    "<base href=http://evil.example/><form action=/x><input autofocus onfocus=hacked=1>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/m'>",
    "<link rel=stylesheet href=http://evil.example/c><style>@import 'http://evil.example/s';</style>",
    "</title><script>hacked=1</script>",
    "--><!--",
    "&lt;script&gt;hacked=1&lt;/script&gt;",
]
URLS = [
    "javascript:hacked=1",
    "data:text/html,<script>hacked=1</script>",
    "vbscript:hacked",
    "file:///etc/passwd",
    "http://a.example/'onmouseover='hacked=1",
    'http://a.example/"onmouseover="hacked=1',
    "http://a.example/\u202egpj.exe",
    "http://a.example/?<script>hacked=1</script>",
    "blob:http://a.example/1",
]
FILES = {
    "<img src=x onerror=hacked=1>.txt": "\n".join((*RUNS, *URLS, *(f"<{url}>" for url in URLS))),
    "a.eml": "Content-Type: text/html\nSubject: {}\nFrom: {}\nList-Unsubscribe: {}\n\n{}\n".format(
        "".join(RUNS),
        f'"{RUNS[1]}" <a@b.example>',
        ", ".join(f"<{url}>" for url in URLS),
        "".join(f'<a href="{url}">{run}</a>' for url, run in zip(URLS, RUNS, strict=False)),
    ),
    "a.html": "".join((*RUNS, *(f'<a href="{url}">x</a>' for url in URLS))),
}
ACTIVE = "img, script, iframe, frame, object, embed, form, input, base, link, svg, video, audio"
TRIED = """(() => {
  const image = new Image(); image.src = "http://evil.example/image";
  const script = document.createElement("script"); script.textContent = "hacked = 2"; document.body.append(script);
  const frame = document.createElement("iframe"); frame.src = "http://evil.example/frame"; document.body.append(frame);
  const sheet = document.createElement("style"); sheet.textContent = "body { background: url(http://evil.example/b) }";
  document.body.append(sheet);
  document.body.setAttribute("onclick", "hacked = 3"); document.body.click();
  return fetch("http://evil.example/fetch").then(() => "fetched", () => "refused");
})()"""


@pytest.fixture(scope="module")
def asked() -> Iterator[tuple[int, list[str]]]:
    """Serve whatever a page asks for; give the port, and what was asked."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.headers["Host"].endswith(".example"):  # what the browser asks for itself is nobody's here
                paths.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1], paths
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def browser(asked: tuple[int, list[str]]) -> Iterator[Chromium]:
    with browsing(asked[0]) as chromium:
        yield chromium


@pytest.mark.parametrize("name", FILES)
def test_nothing_runs_and_nothing_is_fetched(
    browser: Chromium, asked: tuple[int, list[str]], name: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(FILES[name], encoding="utf-8")
    done = run("show", "--format", "html", name, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    page = tmp_path / "page.html"
    page.write_text(done.out, encoding="utf-8")
    browser.open(page.as_uri())
    assert browser.evaluate("document.querySelectorAll('mark').length") > 3
    assert browser.evaluate(f"document.querySelectorAll('{ACTIVE}').length") == 0
    handlers = "[...document.querySelectorAll('*')].flatMap(one => one.getAttributeNames())"
    assert {one for one in browser.evaluate(handlers) if one.startswith("on")} == set()
    schemes = set(browser.evaluate("[...document.links].map(link => link.protocol)"))
    assert schemes <= {"http:", "https:", "ftp:", "mailto:"}
    # Nor would it, if something had got in: the page's own policy forbids it.
    assert (
        browser.call("Runtime.evaluate", expression=TRIED, awaitPromise=True)["result"]["value"] == "refused"
    )
    assert browser.evaluate("typeof hacked") == "undefined"
    assert asked[1] == []


def test_the_browser_would_fetch_if_let(
    browser: Chromium, asked: tuple[int, list[str]], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<img src=http://evil.example/seen>")
    browser.open(page.as_uri())
    assert asked[1] == ["/seen"]
    asked[1].clear()
