"""Lists that say something of each URL on a line of its own."""

from __future__ import annotations

import pytest

from urlglean import extract_text

SAID = {
    "CVE": "CVE-20{0}5-948{0}3",
    "ISBN": "978-3-16-14841{0}-{0}",
    "number": "0x7f3a11c{0}",
    "date": "19{0}5-0{0}-1{0}",
    "version": "v{0}.1.{0}",
    "function": "open_file{0}_of()",
    "setting": "size={0}",
    "tag": "#road{0}",
}
WORDS = "One of those that nobody has tested until now, and it may well stay so:"


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("mark", ["", "> ", "    "])
@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_what_is_said_is_none_of_a_url(said: str, mark: str, gap: str) -> None:
    urls = [f"https://files.example.org/{'a' * number}/b" for number in range(1, 6)]
    lines = [
        f"{mark}{WORDS[: 50 - 2 * number]} {url}\n{mark}{said.format(number)}"
        for number, url in enumerate(urls)
    ]
    assert [link.url for link in extract_text(gap.join(lines) + "\n")] == urls


def test_urls_cut_at_a_column_are_joined() -> None:
    urls = [f"https://search.example.org/{'a' * 38}-{number}5-{number}6" for number in range(1, 6)]
    text = "".join(f"{url[:68]}\n{url[68:]}\n" for url in urls)
    assert [link.url for link in extract_text(text)] == urls
