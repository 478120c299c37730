"""What strangers wrote, on a terminal: no command sends it a control, or what turns the order of writing round."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from support.command_runs import COMMAND, terminal
from support.laws import some
from support.patience import HANG

H = "\x1b[31m\x07\x9b5n\u202e\u2066\u200f\x7f"
URL = f"http://a.example/{H}x"
NAME = f"n{H}.md"
FILES = {
    NAME: f"[t{H}](y{H}.md) [u]({URL}) <http://b.example/{H}> {URL}\n\n[a]: <x{H}>\n",
    "a.eml": (
        f'From: "{H}" <a@b.example>\nSubject: s{H} http://s.example/{H}\nMessage-ID: <i{H}@x>\n'
        "Content-Type: multipart/mixed; boundary=b\n\n"
        f'--b\nContent-Type: application/pdf; name="f{H}.pdf"\n\nx\n'
        f'--b\nContent-Type: text/plain; charset="c{H}"\n\nhttp://m.example/{H} {URL}\n--b--\n'
    ),
    "a.html": (
        f'<meta charset="utf-8"><title>{H}</title><base href="http://q.example/{H}">'
        f'<a href="x{H}&#27;[31m&#x202e;" rel="{H}">www.z.example{H}</a><p id="{H}">{URL}'
    ),
    "b.html": f'<meta charset="c{H}"><a href="http://[{H}">x</a>',
    "b.warc": f"WARC/1.0\r\nWARC-Type: {H}\r\nWARC-Record-ID: <{H}>\r\nContent-Length: {H}\r\n\r\n",
    "bad.gz": f"\x1f\x8b\x08{H}",
    "a.rst": f"`x{H} <http://r.example/{H}>`_ `m{H}`_\n\n.. _q{H}: {URL}\n",
    "u.txt": f"{URL}\nhttp://a.example/%1b%e2%80%ae\n{H}\n",
}
FORMATS = {"extract": "text url jsonl csv", "unique": "text", "frontier": "text"}
RUNS = [
    *((command, "--format", name, ".") for command, names in FORMATS.items() for name in names.split()),
    *(
        ("check", "--offline", "--format", name, ".")
        for name in "text jsonl csv sarif junit github html".split()
    ),
    ("show", NAME),
    ("show", "a.eml"),
    ("show", NAME, "--kind", "mbox"),
    ("extract", "-o", f"{NAME}/x", "."),
    ("extract", "--into", f"{NAME}/x", "."),
    ("extract", f"nowhere{H}"),
    ("extract", "--exclude", f"({H}", "."),
    ("extract", "--scheme", H, "."),
    ("extract", f"--{H}"),
    ("normalize", "--explain", URL),
    ("resolve", URL, f"x{H}"),
    ("resolve", "--base", URL, f"x{H}"),
    ("explain", NAME),
    ("help", H),
    (H,),
]
UNSENT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("hostile")
    for name, text in FILES.items():
        (place / name).write_bytes(text.encode("latin-1" if name == "bad.gz" else "utf-8", "replace"))
    return place


def on_a_terminal(arguments: tuple[str, ...], cwd: Path) -> str:
    """Run the command on a terminal; give all that it is sent, as it was written."""
    leader, follower = terminal()
    import termios

    mode = termios.tcgetattr(follower)
    mode[1] &= ~termios.OPOST
    termios.tcsetattr(follower, termios.TCSANOW, mode)
    sent: list[bytes] = []

    def take() -> None:
        try:
            while piece := os.read(leader, 1 << 16):
                sent.append(piece)
        except OSError:
            pass  # nobody writes to it any more

    thread = threading.Thread(target=take)
    thread.start()
    settings = {"NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1"}
    words = [sys.executable, *COMMAND[1:], *arguments]
    subprocess.run(
        words, cwd=cwd, stdin=subprocess.DEVNULL, stdout=follower, stderr=follower, timeout=HANG, check=False,
        env={**os.environ, **settings},
    )  # fmt: skip
    os.close(follower)
    thread.join()
    os.close(leader)
    return b"".join(sent).decode()


@pytest.mark.parametrize(
    "arguments", some(RUNS, every=3), ids=lambda words: " ".join(words).replace(H, "H").replace("/", "_")
)
def test_a_terminal_is_sent_nothing_but_text(arguments: tuple[str, ...], folder: Path) -> None:
    sent = on_a_terminal(arguments, folder)
    assert sent
    assert UNSENT.findall(sent) == []
    assert "Traceback" not in sent
