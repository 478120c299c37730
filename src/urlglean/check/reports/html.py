"""One page for a browser: what is to be mended, with filters by cause and host. It needs nothing from outside."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from typing import TextIO

from urlglean.check.answers import Outcome
from urlglean.check.findings import Finding, Report, host_of_finding
from urlglean.writers.printable import printable

_IN_TREE = "this tree"
_FOLLOWED = ("http://", "https://")

_SCRIPT = """
const cause = document.getElementById("cause"), host = document.getElementById("host");
const count = document.getElementById("count"), rows = [...document.querySelectorAll("tbody tr")];
function show() {
  let shown = 0;
  for (const row of rows) {
    row.hidden = Boolean((cause.value && row.dataset.cause !== cause.value)
      || (host.value && row.dataset.host !== host.value));
    shown += row.hidden ? 0 : 1;
  }
  count.textContent = `${shown} of ${rows.length} shown`;
}
cause.addEventListener("change", show);
host.addEventListener("change", show);
show();
"""
_STYLE = """
:root { color-scheme: light dark; --line: #8884; --bad: #b3322a; --open: #8a5d00; --note: #2563b8; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --open: #e6b450; --note: #82b1ff; } }
body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; }
form { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; margin: 1rem 0; }
select { font: inherit; max-width: 20rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
.place { font-family: ui-monospace, monospace; font-size: .85rem; min-width: 16rem; }
.outcome { white-space: nowrap; font-weight: 600; }
.broken { color: var(--bad); } .unchecked { color: var(--open); } .good { color: var(--note); }
.advice { display: block; opacity: .75; }
@media (max-width: 50rem) {
  thead { display: none; }
  td { display: block; padding: .1rem 0; border: 0; }
  tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
}
tr[hidden] { display: none; }
"""


def write(report: Report, out: TextIO) -> None:
    """Write the page; what is not ASCII as character references, which every stream can encode."""
    out.writelines(piece.encode("ascii", "xmlcharrefreplace").decode() for piece in _pieces(report))


def _pieces(report: Report) -> Iterator[str]:
    policy = f"default-src 'none'; style-src '{_hash(_STYLE)}'; script-src '{_hash(_SCRIPT)}'"
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="referrer" content="no-referrer">\n<title>Links to mend</title>\n'
        f"<style>{_STYLE}</style>\n<h1>Links to mend</h1>\n<p>{escape(report.summary)}</p>\n"
    )
    lost = [problem for problem in report.problems if problem.lost]
    if lost:
        yield "<h2>Not read</h2>\n<ul>\n"
        yield from (f"<li>{_shown(str(problem))}\n" for problem in lost)
        yield "</ul>\n"
    if not report.findings:
        return
    causes = Counter(one.cause.value for one in report.findings)
    hosts = Counter(host_of_finding(one) or _IN_TREE for one in report.findings)
    yield f'<form>{_select("cause", causes)}{_select("host", hosts)}<output id="count"></output></form>\n'
    yield "<table>\n<thead><tr><th>Where<th>Link<th>What<th>Why, and what to do</thead>\n<tbody>\n"
    for _, findings in report.grouped():
        yield from map(_row, findings)
    yield f"</tbody>\n</table>\n<script>{_SCRIPT}</script>\n"


def _select(name: str, counts: Counter[str]) -> str:
    options = "".join(
        f'<option value="{_shown(value)}">{_shown(value)} ({count})' for value, count in counts.most_common()
    )
    return f'<label>{name.capitalize()} <select id="{name}"><option value="">all{options}</select></label>'


def _row(one: Finding) -> str:
    outcome = one.cause.outcome
    kind = "note" if outcome is Outcome.GOOD else outcome.value
    advice = f'<span class="advice">{_shown(one.advice)}</span>' if one.advice else ""
    anchor = f'<span class="advice">{_shown(one.anchor)}</span>' if one.anchor else ""
    return (
        f'<tr data-cause="{one.cause.value}" data-host="{_shown(host_of_finding(one) or _IN_TREE)}">'
        f'<td class="place">{_shown(one.place)}<td>{_link(one)}{anchor}'
        f'<td class="outcome {outcome.value}">{kind}<td>{_shown(one.message)}{advice}\n'
    )


def _link(one: Finding) -> str:
    """Give the reference, as a link where a click may follow it."""
    shown = f"<bdi>{_shown(one.text) or '(empty)'}</bdi>"
    if one.url is None or not one.url.lower().startswith(_FOLLOWED) or printable(one.url) != one.url:
        return shown
    return f'<a href="{escape(one.url)}" rel="noopener noreferrer nofollow">{shown}</a>'


def _shown(text: str) -> str:
    return escape(printable(text))


def _hash(content: str) -> str:
    """Give what a Content-Security-Policy knows a style or script by (CSP Level 3, section 2.3.1)."""
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"
