"""An mbox to its unique URLs, beside iterating and decoding it with the standard library.

The standard library reads it in two ways: as it does unless told otherwise, texts alone decoded; and with what
`email.policy.default` decodes beside them, the fields that each of our rows repeats.
"""

from __future__ import annotations

import mailbox
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from email import message_from_binary_file, policy
from functools import partial
from importlib import import_module
from pathlib import Path

from mail_corpus import archive
from side_by_side import Contender, Line, Table, Work, main, measure, optional

import urlglean
from urlglean.document import Document

FIELDS = ("Message-ID", "Date", "From", "Subject", "List-Id")


def texts_decoded(path: Path) -> int:
    """Iterate an mbox and decode the texts in it; give the number of messages."""
    count = 0
    with closing(mailbox.mbox(path)) as box:
        for message in box:
            count += 1
            for part in message.walk():
                if part.get_content_maintype() == "text":
                    data = part.get_payload(decode=True)
                    if isinstance(data, bytes):
                        data.decode(part.get_content_charset("us-ascii"), "replace")
    return count


def fields_and_texts_decoded(path: Path) -> int:
    """Iterate an mbox and decode the fields that rows repeat and the texts; give the number of messages."""
    count = 0
    parsed = partial(message_from_binary_file, policy=policy.default)
    with closing(mailbox.mbox(path, factory=parsed)) as box:  # type: ignore[arg-type]  # typed for compat32 alone
        for message in box:
            count += 1
            for name in FIELDS:
                str(message[name])
            for part in message.walk():
                if part.get_content_maintype() == "text":
                    part.get_content()  # type: ignore[attr-defined]  # an EmailMessage has it
    return count


def texts_searched() -> Callable[[Path], int]:
    """Decode the texts and look for URLs in each, as a user would write it; give the number of distinct ones."""
    find_urls = import_module("urlextract").URLExtract().find_urls

    def run(path: Path) -> int:
        found: set[str] = set()
        with closing(mailbox.mbox(path)) as box:
            for message in box:
                for part in message.walk():
                    data = part.get_payload(decode=True) if part.get_content_maintype() == "text" else None
                    if isinstance(data, bytes):
                        found.update(find_urls(data.decode(part.get_content_charset("us-ascii"), "replace")))
        return len(found)

    return run


def unique_urls(path: Path) -> int:
    """Give the number of distinct URLs of an mbox, found as ``urlglean unique`` does."""
    document = Document(path.read_bytes(), "application/mbox", str(path))
    return sum(1 for _ in urlglean.unique(urlglean.read_document(document, on_problem=print), keep=1))


def tables(*, quick: bool) -> Iterable[Table]:
    """Measure."""
    count = 60 if quick else 2000
    with tempfile.TemporaryDirectory() as folder:

        def written(share: float) -> Path:
            path = Path(folder) / f"archive{share:.4f}.mbox"
            if not path.exists():
                path.write_bytes(archive(max(1, round(count * share))))
            return path

        path = written(1)
        # The first messages are enough for those that take long: they take so long in each round.
        work = Work("to unique URLs", path, path.stat().st_size, part=lambda data, share: written(share))
        yield measure(
            "An mbox",
            [work],
            [
                Contender("urlglean", unique_urls, ours=True),
                Contender("mailbox + email, texts", texts_decoded),
                Contender("mailbox + email, fields and texts", fields_and_texts_decoded),
                optional("mailbox + email + urlextract", texts_searched, "urlextract"),
            ],
            quick=quick,
            rounds=5,
            clock=time.process_time,
            lines=[Line("urlglean", 5, "mailbox + email, texts")],
        )


if __name__ == "__main__":
    main(tables, __doc__)
