"""Counting what was skipped in mail."""

from __future__ import annotations

import email
from collections import Counter

import pytest

import urlglean
from support.places import CORPORA
from urlglean.reports import Attachment, Attachments, Problem

MAIL = CORPORA / "mail"


def counted(*sizes: int) -> Attachments:
    seen = Attachments()
    for number, size in enumerate(sizes):
        seen.add(Attachment(f"application/x-{number}", size))
    return seen


def test_nothing() -> None:
    assert not Attachments()


def test_the_most_frequent_types_are_told() -> None:
    assert str(counted(1)) == "skipped 1 attachment that is no text (1 byte): 1 application/x-0"
    types = ", ".join(f"1 application/x-{number}" for number in range(3))
    assert str(counted(1, 1, 1)) == f"skipped 3 attachments that are no text (3 bytes): {types}"
    assert str(counted(1, 1, 1, 2)) == f"skipped 4 attachments that are no text (5 bytes): {types}, 1 other"
    seen = counted(1, 1, 1, 1)
    seen.update(Attachments({"application/x-1": 4, "image/png": 2}.items(), 996))
    assert str(seen).endswith("(1 KB): 5 application/x-1, 2 image/png, 1 application/x-0, 2 others")


def test_counts_are_told_in_one_way() -> None:
    told = str(Attachments({"image/png": 1200, "image/gif": 1}.items(), 5))
    assert told == "skipped 1,201 attachments that are no text (5 bytes): 1,200 image/png, 1 image/gif"
    together = Problem.together(Counter({"a PNG image": 1200, "an icon": 1}))
    assert together == "skipped 1,201 files that are no text: 1,200 PNG images, 1 icon"


EXPECTED = [
    ("application/pgp-signature", "", "2"),
    ("image/gif", "", "2"),
    ("image/gif", "", "3"),
    ("application/octet-stream", "table.diff", None),
    ("application/zip", "all.zip", "4"),
    ("image/png", "map.png", "1.2.2"),
]


def test_the_sample_archive() -> None:
    told: list[Attachment] = []
    path = MAIL / "archive.mbox"
    rows = [link.row() for link in urlglean.extract_path(path, on_attachment=told.append)]
    assert [(one.media_type, one.name, one.part) for one in told] == EXPECTED
    assert {one.source for one in told} == {str(path)}
    offsets = [one.offset for one in told]
    assert all(path.read_bytes().startswith(b"From ", offset) for offset in offsets)
    assert rows == [link.row() for link in urlglean.extract_path(path)]


@pytest.mark.parametrize("name", ["album.mht", "chapter1.mht"])
def test_both_parsers_tell_the_same(name: str) -> None:
    raw = (MAIL / name).read_bytes()
    told: tuple[list[Attachment], list[Attachment]] = ([], [])
    for content, found in zip((raw, email.message_from_bytes(raw)), told, strict=True):
        assert list(urlglean.extract_mail(content, on_attachment=found.append))
    one, other = ([(item.media_type, item.part) for item in found] for found in told)
    assert one == other != []
    # One of them counts a line end that the other leaves to the boundary.
    assert all(abs(item.size - same.size) <= 2 for item, same in zip(*told, strict=True))


TEXT = "see\nbegin 644 my file.gif\n#0V%T\n`\nend\n=ybegin line=128 size=9 name=b.bin\nxyz\n=yend size=9\n"


def test_files_in_a_text() -> None:
    told: list[Attachment] = []
    list(urlglean.extract_mail(f"Subject: x\n\n{TEXT}", on_attachment=told.append))
    assert [(one.media_type, one.name) for one in told] == [
        ("application/octet-stream", "my file.gif"),
        ("application/octet-stream", "b.bin"),
    ]


def test_prose_about_beginnings_is_no_attachment() -> None:
    told: list[Attachment] = []
    list(
        urlglean.extract_mail("Subject: x\n\nbegin 100 years of\nsolitude\nend\n", on_attachment=told.append)
    )
    assert told == []
