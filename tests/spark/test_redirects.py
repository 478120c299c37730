"""Where redirects lead is the same on a cluster: chains of any length, loops, and what leads into them."""

from __future__ import annotations

import random
from typing import Any

import urlglean
from support.spark_rows import as_json, plain
from urlglean.frontier import Frontier, Policy


def redirects(number: int) -> list[tuple[str, str]]:
    """Give chains, loops and trees of redirects among some URLs, some written twice and otherwise."""
    chance = random.Random(18)  # noqa: S311  (no secret)
    found = [(f"http://a.example/{at}", f"http://a.example/{at + 1}") for at in range(9)]  # one long chain
    found += [(f"http://b.example/{at}", f"http://b.example/{(at + 1) % 5}#x") for at in range(5)]
    found += [
        (f"http://c.example/{at}", f"HTTP://C.example:80/{chance.randrange(number)}") for at in range(number)
    ]
    found += [(f"http://c.example/{chance.randrange(number)}", "http://end.example/") for _ in range(3)]
    found += [
        ("http://itself.example/", "http://itself.example/#here"),
        ("http://b.example/in", found[18][0]),
    ]
    chance.shuffle(found)
    return found


def test_redirects_lead_where_they_lead_on_one_machine(session: Any) -> None:
    from pyspark.sql import functions as F  # noqa: N812

    from urlglean.spark import extract, frontier

    pairs = redirects(8)
    policy = Policy(rung="protocol", redirects=tuple(pairs))
    urls = sorted({url for pair in pairs for url in pair})
    page = "".join(f'<a href="{url}">{number % 7}</a>\n' for number, url in enumerate(urls))
    base = "http://page.example/"
    with Frontier(policy) as one:
        one.extend(urlglean.extract_html(page, base=base, name="p", text=False))
        one.finish()
        expected = [row.row() for row in one.rows()]
    ends = {"http://a.example/9", "http://b.example/0", "http://end.example/"}
    assert {row["key"] for row in expected} >= ends
    made = session.createDataFrame([(page, base, "p")], "content string, base string, source string")
    rows = extract(made, "content", kind=F.lit("html"), base="base", source="source", policy=policy)
    found = frontier(rows, policy).orderBy("position").drop("position").collect()
    assert as_json([plain(row) for row in found]) == as_json(expected)
