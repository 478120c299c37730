"""No regular expression of the source takes more than linear time, as the source calls it.

`support.patterns` meets them all and tries attacks made from each one's own classes. What it would find slow and is
not, is here with the reason: what is handed to it is short, or cannot be what the attack is. That is not tried, which
would take most of the time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module

from support.laws import tries_all
from support.patience import HANG
from support.places import TESTS

OF_A_WINDOW = "it is searched in a window that is no longer than a scheme, a label or a path may be"
HARMLESS = {
    "delimiting.authority._SIGNS_BEHIND": "of a host, which is no run of joiners",
    "delimiting.names.addresses._GLUED_TAIL": "a label has no line end, so that it matches at the first hyphen",
    "delimiting.openings._COMPOUND_PREFIX": OF_A_WINDOW,
    "delimiting.openings._SCHEME": OF_A_WINDOW,
    "delimiting.rules.tex._ARGUMENT": OF_A_WINDOW,
    "delimiting.schemes._LOOKAHEAD": "of the expressions of a table",
    "delimiting.ends.suffixes._TOKEN_SUFFIX": "a token has no white space, so that it matches at the first suffix",
    "docs.constructs._LAST_LABEL": OF_A_WINDOW,
    "inputs.mirrors._ADDED_SUFFIX": "it is asked of what ends in .html, so that it matches at the first question mark",
    "mail.page_regions._LINE_START": OF_A_WINDOW,
}
SOME = "40" if tries_all() else "3"
"""How many attacks are tried on a pattern; ``python tests/support patterns`` tries them all, which takes minutes."""
NOT_MET = {
    "check.exclusion._compiled()": "a pattern of a stranger; the tests of that module try attacks on them",
    "check.local.naming()": "one character",
    "check.local.path()": "the first of two characters",
    "check.local.plain()": "one of two characters",
    "check.tree._matching()": "a mask, whose expression never goes back over a star, asked of names of files",
    "cli.options.file_names()": "what the user writes",
    "cli.options.expression()": "what the user writes",
    "cli.topics._wrapped()": "of the help's own text",
    "delimiting.rules.mangled.with_asterisks()": "two characters",
    "docs.rst_directives.role()": "matched once, at the beginning of an argument",
    "html.source._end_of()": "a name, and one character behind it",
    "inputs.mbox._without_control_line()": "five characters at most",
    "mail.page_regions._end_of()": "from a bracket to the next one",
    "uri.redirectors.decode()": "one character",
}
"""What nothing in the corpora leads to, with what it looks for."""


def test_what_is_harmless_is_there() -> None:
    places = [name.rpartition(".")[::2] for name in HARMLESS]
    assert not [name for room, name in places if not hasattr(import_module(f"urlglean.{room}"), name)]


def test_every_expression_is_linear_as_it_is_called() -> None:
    done = subprocess.run(
        [sys.executable, TESTS / "support", "patterns", SOME, *(f"-{name}" for name in HARMLESS)],
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])},
    )
    told = [tuple(line.split("\t")) for line in done.stdout.splitlines()]
    assert not [line for line in told if line[0] == "slow"]
    assert {".".join(line[1:]) for line in told if line[0] == "unmet"} <= NOT_MET.keys()
    assert [int(line[1]) > 500 for line in told if line[0] == "tried"] == [True]
