"""An mbox to its unique URLs, beside merely iterating and decoding it with the standard library.

The archive is made up here, of messages shaped as those of a list archive are: most are plain text with a
quotation and a footer, some are quoted-printable, some have an HTML alternative, a few a picture.
"""

from __future__ import annotations

import base64
import mailbox
import quopri
import random
import tempfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from side_by_side import Contender, Line, Table, Work, main, measure

import urlglean
from urlglean.document import Document

WORDS = """
the a of to and in that it is was for on are with as be at this have from or had by but some what
there we can out other were all your when up use how said each she which their time if will way
about many then them would write like these her long make thing see him two has look more day could
go come did my sound no most number who over know water than call first people may down side been
now find any new work part take get place made parser base reference header archive message server
client index patch release mirror directory protocol
""".split()
HOSTS = (
    "www.example.org",
    "lists.example.net",
    "www.w3.org",
    "ftp.example.com",
    "bugs.example.org",
    "www.ietf.org",
)
ENVELOPE = "From {sender} Mon Feb  {day} 10:{minute:02}:00 1999\n"
HEADER = """\
Return-Path: <owner-list@lists.example.net>
Received: from lists.example.net (lists.example.net [192.0.2.{day}])
\tby mx{day}.example.org (8.9.3/8.9.3) with ESMTP id KAA{number:05}
\tfor <reader@example.org>; Mon, {day} Feb 1999 10:{minute:02}:07 +0100
Received: (from majordomo@localhost)
\tby lists.example.net (8.9.3/8.9.3) id KAA{number:05}
\tfor list-outgoing; Mon, {day} Feb 1999 10:{minute:02}:05 +0100
Received: from {sender_host} (relay.{sender_host} [198.51.100.{day}])
\tby lists.example.net (8.9.3/8.9.3) with SMTP id KAA{number:05}
\tfor <list@lists.example.net>; Mon, {day} Feb 1999 10:{minute:02}:03 +0100
Message-Id: <1999020{day}10{minute:02}.{number}@{sender_host}>
Date: Mon, {day} Feb 1999 10:{minute:02}:00 +0100
From: A. Person <{sender}>
To: list@lists.example.net
Subject: Re: [list] {subject}
In-Reply-To: <1999020110.{number}@example.org>
Mime-Version: 1.0
Sender: owner-list@lists.example.net
Precedence: bulk
"""
FOOTER = (
    "_" * 47 + "\nlist mailing list\nlist@lists.example.net\nhttp://lists.example.net/mailman/listinfo/list\n"
)


def prose(chance: random.Random, lines: int, prefix: str = "") -> str:
    """Give lines of words, wrapped at 72 columns, with a URL in about one of thirty."""
    out = []
    for _ in range(lines):
        words = chance.choices(WORDS, k=12)
        if chance.random() < 1 / 30:
            words[5] = f"http://{chance.choice(HOSTS)}/{chance.choice(WORDS)}/{chance.randrange(3000)}.html"
        line = " ".join(words)
        out.append(prefix + line[: line.rfind(" ", 0, 72)])
        if chance.random() < 1 / 6:
            out.append(prefix)
    return "\n".join(out) + "\n"


def page(text: str) -> str:
    """Give a text as HTML mail has it."""
    lines = []
    for line in text.splitlines():
        words = [
            f'<a href="{word}">{word}</a>' if word.startswith("http") else word for word in line.split(" ")
        ]
        lines.append(
            f'<div style="font-family:arial,sans-serif"><font size="2">{" ".join(words)}</font></div>'
        )
    return "<html><body>\n" + "\n".join(lines) + "\n</body></html>\n"


def message(chance: random.Random, number: int) -> str:
    """Give one message with its separator."""
    host = chance.choice(HOSTS)
    day, minute = chance.randrange(1, 10), chance.randrange(60)
    host = host.removeprefix("www.")
    sender = f"person{number % 97}@{host}"
    subject = " ".join(chance.choices(WORDS, k=4))
    head = ENVELOPE.format(sender=sender, day=day, minute=minute) + HEADER.format(
        sender=sender, sender_host=host, day=day, minute=minute, number=number, subject=subject
    )
    text = prose(chance, 6) + "\n" + prose(chance, 22, "> ") + "\n" + prose(chance, 18) + "\n-- \nA. Person\n"
    kind = chance.random()
    if kind < 0.60:
        return f"{head}Content-Type: text/plain; charset=us-ascii\n\n{text}{FOOTER}\n"
    if kind < 0.78:
        body = quopri.encodestring((text + FOOTER).replace(" is ", " été ").encode("latin-1")).decode()
        return (
            f"{head}Content-Type: text/plain; charset=iso-8859-1\n"
            f"Content-Transfer-Encoding: quoted-printable\n\n{body}\n"
        )
    parts = [f"Content-Type: text/plain; charset=utf-8\n\n{text}"]
    if kind < 0.94:
        html = quopri.encodestring(page(text).encode()).decode()
        parts.append(
            f"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n{html}"
        )
        media_type = "alternative"
    else:
        picture = base64.encodebytes(chance.randbytes(30_000)).decode()
        parts.append(f"Content-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\n{picture}")
        media_type = "mixed"
    body = "".join(f"--=_{number}\n{part}\n" for part in parts)
    return f'{head}Content-Type: multipart/{media_type}; boundary="=_{number}"\n\n{body}--=_{number}--\n\n'


def archive(messages: int) -> bytes:
    """Give an mbox of so many messages, the same each time."""
    chance = random.Random(1997)  # noqa: S311  (the same archive each time)
    return "".join(message(chance, number) for number in range(messages)).encode()


def decoded_by_the_standard_library(path: Path) -> int:
    """Iterate an mbox and decode its texts; give the number of messages."""
    count = 0
    with closing(mailbox.mbox(path)) as box:
        for item in box:
            count += 1
            for part in item.walk():
                if part.get_content_maintype() == "text":
                    data = part.get_payload(decode=True)
                    data.decode(part.get_content_charset("us-ascii"), "replace")
    return count


def unique_urls(path: Path) -> int:
    """Give the number of distinct URLs of an mbox."""
    document = Document(path.read_bytes(), "application/mbox", str(path))
    return sum(1 for _ in urlglean.unique(urlglean.read_document(document, on_problem=print)))


def tables(*, quick: bool) -> Iterable[Table]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "archive.mbox"
        path.write_bytes(archive(60 if quick else 2000))
        yield measure(
            "An mbox",
            [Work("to unique URLs", path, path.stat().st_size)],
            [
                Contender("urlglean", unique_urls, ours=True),
                Contender("mailbox + email, decoded", decoded_by_the_standard_library),
            ],
            quick=quick,
            rounds=3,
            lines=[Line("urlglean", 5, "mailbox + email, decoded")],
        )


if __name__ == "__main__":
    main(tables, __doc__)
