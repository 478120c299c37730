"""An mbox and its messages: separators told from prose, the dialects, streams, bounded memory."""

from __future__ import annotations

import io
import mailbox
import tracemalloc
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import Counter, peak_of
from urlglean import extract_path
from urlglean.inputs import mbox
from urlglean.inputs.file_bytes import FileBytes
from urlglean.inputs.kinds import binary_format, kind_of
from urlglean.inputs.mbox import Section, framing_of, is_mbox
from urlglean.mail.mime import parse

FIRST = b"From a@b.org Mon Feb  1 10:00:00 1999\nSubject: 1\n\none\n\n"

SEPARATORS = [
    # what follows the first message, and whether it begins a second one
    (b"From c@d.org Tue Feb  2 10:00:00 1999\nSubject: 2\n\ntwo\n", True),
    (b"From c@d.org  Tue Feb  2 10:00:00 MET 1999\nSubject: 2\n", True),
    (b"From c at d.org  Tue Feb  2 10:00:00 1999\nFrom: c at d.org (C)\n", True),
    (b"From - Tue Feb 02 10:00:00 1999\nX-Mozilla-Status: 0001\n", True),
    (b"From MAILER-DAEMON Tue Feb  2 10:00:00 1999\nReturn-Path: <>\n", True),
    (b"From c@d.org Tue Feb  2 10:00 1999\nSubject: 2\n", True),
    (b"From c@d.org Tue, 2 Feb 1999 10:00:00 +0100\nSubject: 2\n", True),
    (b"From c@d.org Tue Feb  2 10:00:00 99\nSubject: 2\n", True),
    (b"From c@d.org Tue Feb  2 10:00:00 1999\r\nSubject: 2\r\n", True),
    (b"From c@d.org Tue Feb  2 10:00:00 1999\n>From e Mon Feb  1 1999\nSubject: 2\n", True),
    (b"From c@d.org\nReceived: from x by y\n", True),
    (b"From \r\nX-Mozilla-Status: 0001\r\nFrom: c@d.org\r\n", True),
    (b"From \nto the coast\n", False),
    (b"From \n\nto the coast\n", False),
    (b"From c@d.org Tue Feb  2 10:00:00 1999\n\nno header at all\n", True),
    (b"From c@d.org Tue Feb  2 10:00:00 1999", True),
    (b"From c@d.org 1999-02-02T10:00:00\nMbox-Line: 2\n", True),
    (b"From c@d.org Tue Feb  2 10:00:00 1999\n<html>no header and no blank line</html>\n", True),
    (b"From Monday on, things change.\n", False),
    (b"From c@d.org it came on Tue Feb  2 10:00:00 1999\nand went.\n", False),
    (b"From Monday, 2 Feb 1999 10:00 on,\nthings change\n", False),
    (b"From here:\nNote: this is prose.\n", False),
    (b"From: c@d.org\nSubject: a quoted header\n", False),
    (b"From the desk of c@d.org\nDate: today\n", False),
    (b"from c@d.org Tue Feb  2 10:00:00 1999\nSubject: 2\n", False),
    (b" From c@d.org Tue Feb  2 10:00:00 1999\nSubject: 2\n", False),
    (b">From c@d.org Tue Feb  2 10:00:00 1999\nSubject: 2\n", False),
]


@pytest.mark.parametrize(("rest", "separates"), SEPARATORS)
def test_a_separator_is_told_from_prose_by_what_stands_around_it(rest, separates):
    found = list(Section(FIRST + rest).messages())
    assert [message.offset for message in found] == ([0, len(FIRST)] if separates else [0])
    assert is_mbox(rest) == separates


def test_the_blank_line_before_a_separator_may_be_missing():
    archive = FIRST.rstrip(b"\n") + b"\nFrom c@d.org Tue Feb  2 10:00:00 1999\nSubject: 2\n\ntwo\n"
    assert [message.content for message in Section(archive).messages()] == [
        b"Subject: 1\n\none\n",
        b"Subject: 2\n\ntwo\n",
    ]


def test_prose_after_no_blank_line_is_no_separator():
    assert len(list(Section(FIRST.rstrip(b"\n") + b"\nFrom c@d.org\nSubject: 2\n").messages())) == 1


QUOTED = [
    # as it stands in the archive, as it was
    (b"x\n>From me\ny", b"x\nFrom me\ny"),  # mboxo, mboxrd
    (b"x\n>>From me\ny", b"x\n>From me\ny"),  # mboxrd
    (b"> x\n>From me\ny", b"> x\n>From me\ny"),  # a quotation
    (b"x\n>From me\n> y", b"x\n>From me\n> y"),
    (b"x\n> From me\ny", b"x\n> From me\ny"),
    (b"x\n >From me\ny", b"x\n >From me\ny"),
    (b">From me", b"From me"),
]


@pytest.mark.parametrize(("stands", "was"), QUOTED)
def test_quoted_from_lines_are_restored(stands, was):
    head = b"From a@b.org Mon Feb  1 10:00:00 1999\nSubject: 1\n\n"
    assert [message.content for message in Section(head + stands + b"\n").messages()] == [
        b"Subject: 1\n\n" + was + b"\n"
    ]


INNER = b"look:\n\nFrom x@y.org Mon Feb  1 10:00:00 1999\nSubject: not a message\n\nend\n"


@pytest.mark.parametrize(
    ("length", "messages"),
    [
        (len(INNER), 2),
        (len(INNER) - 1, 2),
        (len(INNER) - 3, 3),
        (len(INNER) + 40, 3),
        (10, 3),
        (10**9, 3),
        (0, 3),
    ],
)
def test_content_length_counts_where_it_fits(length, messages):
    head = b"From a@b.org Mon Feb  1 10:00:00 1999\nContent-Length: %d\n\n" % length
    archive = head + INNER + b"\nFrom c@d.org Tue Feb  2 10:00:00 1999\nSubject: 2\n\ntwo\n"
    assert len(list(Section(archive).messages())) == messages


def test_content_length_may_reach_the_end():
    head = b"From a@b.org Mon Feb  1 10:00:00 1999\nContent-Length: %d\n\n" % len(INNER)
    assert [message.content for message in Section(head + INNER).messages()] == [
        head.partition(b"\n")[2] + INNER
    ]


def test_crlf_and_a_byte_order_mark():
    archive = (FIRST + FIRST).replace(b"\n", b"\r\n")
    assert [message.content for message in Section(archive).messages()] == [b"Subject: 1\r\n\r\none\r\n"] * 2


def test_what_stands_before_the_first_separator_is_not_lost():
    found = list(Section(b"Subject: 0\n\nzero\n\n" + FIRST).messages())
    assert [message.offset for message in found] == [0, 18]
    assert found[0].content == b"Subject: 0\n\nzero\n"


@pytest.mark.parametrize("archive", [b"", b"\n", b"\n\n\n"])
def test_nothing_is_in_an_empty_archive(archive):
    assert [message for message in Section(archive).messages() if message.content.strip()] == []


class Trickle(io.RawIOBase):
    """A pipe that gives what it likes."""

    def __init__(self, data, size):
        self.data = io.BytesIO(data)
        self.size = size

    def read(self, size=-1):
        return self.data.read(min(size, self.size))


def test_all_kinds_of_content_give_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(mbox, "_BLOCK", 100)
    text = FIRST + b"From c@d.org\nReceived: x\n\n" + b"From the desk\n" * 200 + b"\n" + FIRST * 5
    expected = list(Section(text).messages())
    assert len(expected) == 7
    path = tmp_path / "x.mbox"
    path.write_bytes(text)
    with path.open("rb") as file:
        assert list(Section(file).messages()) == expected
        assert list(Section(FileBytes(file, len(text))).messages()) == expected
    assert list(Section(memoryview(text)).messages()) == expected
    assert list(Section(io.BytesIO(text)).messages()) == expected
    for size in (1, 7, 97):
        assert list(Section(Trickle(text, size)).messages()) == expected


@given(
    st.lists(
        st.sampled_from([FIRST, b"\n", b"From ", b"a@b.org\n", b">From x\n", b"Subject: x\n", b"\r\n", b"x"])
    )
)
def test_no_byte_is_lost_and_none_is_read_twice(pieces):
    archive = b"".join(pieces)
    found = list(Section(archive).messages())
    assert [message.offset for message in found] == sorted({message.offset for message in found})
    assert sum(message.content.count(b"Subject: x\n") for message in found) == archive.count(b"Subject: x\n")
    assert list(Section(Trickle(archive, 5)).messages()) == found


def test_a_message_that_is_too_long_is_cut_and_named(monkeypatch):
    monkeypatch.setattr(mbox, "_BLOCK", 1000)
    monkeypatch.setattr(mbox, "MAX_MESSAGE", 5000)
    long = b"From a@b.org Mon Feb  1 10:00:00 1999\nSubject: long\n\n" + b"x" * 20_000 + b"\n\n"
    for content in (FIRST + long + FIRST, io.BytesIO(FIRST + long + FIRST)):
        found = list(Section(content).messages())
        assert [message.offset for message in found] == [0, len(FIRST), len(FIRST + long)]
        assert "more than a message may have" in found[1].damage
        assert found[1].content.startswith(b"Subject: long\n\nxxx")
        assert len(found[1].content) <= 5000
        assert found[2].content == found[0].content


def test_memory_does_not_grow_with_the_archive():
    message = FIRST + b"x" * 2000 + b"\n\n"

    class Endless(io.RawIOBase):
        left = 20_000_000

        def read(self, size=-1):
            count = min(size, self.left) // len(message)
            self.left -= count * len(message)
            return message * count

    tracemalloc.start()
    try:
        assert sum(1 for _ in Section(Endless()).messages()) > 9000
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


# --- from one of its messages on ---


@pytest.mark.parametrize("before", [b"", b"what stands before the first separator\n\n"])
def test_an_archive_is_split_the_same_from_each_of_its_messages_on(before):
    archive = before + FIRST * 3 + b"From c@d.org\nReceived: from x by y\n\n>From here\n\n" + FIRST
    whole = list(Section(archive).messages())
    for number, message in enumerate(whole):
        for content in (archive, memoryview(archive), io.BytesIO(archive[message.offset :])):
            assert list(Section(content, message.offset).messages()) == whole[number:]


HARD = [
    FIRST * 3,
    b"before the first separator\n\n" + FIRST + b"From c@d.org\nReceived: x\n\n>From here\n\n" + FIRST,
    FIRST
    + b"From Monday on,\nthings change\n\nFrom x@y.org Mon Feb  1 10:00:00 1999\n\nno header\n\n"
    + FIRST,
    b"From a@b.org Mon Feb  1 10:00:00 1999\nContent-Length: %d\n\n%b\n" % (len(INNER), INNER) + FIRST,
    b"From a@b.org Mon Feb  1 10:00:00 1999\nContent-Length: %d\n\n%b\n" % (len(INNER) + 9, INNER) + FIRST,
    FIRST.replace(b"\n", b"\r\n") * 2,
    b"\n\n" + FIRST + b"From a@b.org Mon Feb  1 10:00:00 1999\n" * 3,
    b"From the desk of nobody\n\n" + FIRST,
]


@pytest.mark.parametrize("archive", HARD)
def test_offsets_are_those_of_the_messages(archive):
    assert list(Section(archive).offsets()) == [message.offset for message in Section(archive).messages()]


@pytest.mark.parametrize("archive", HARD)
def test_a_message_is_the_same_whether_it_is_come_to_or_taken_out(archive):
    places = [*Section(archive).offsets(), len(archive)]
    assert [Section(archive).message(*place) for place in pairwise(places)] == [
        message.content for message in Section(archive).messages()
    ]


@pytest.mark.parametrize("archive", HARD)
def test_slices_hold_the_messages_of_the_archive_wherever_it_is_cut(archive):
    whole = list(Section(archive).messages())
    places = [message.offset for message in whole]
    for cut in range(len(archive) + 1):
        # The first message at or after the cut; none where the last one begins before it.
        stop = next((place for place in places if place >= cut), len(archive))
        assert [*Section(archive, 0, stop).messages(), *Section(archive, stop).messages()] == whole


def test_what_is_too_long_is_taken_out_as_it_is_come_to(monkeypatch):
    monkeypatch.setattr(mbox, "_BLOCK", 1000)
    monkeypatch.setattr(mbox, "MAX_MESSAGE", 5000)
    archive = (
        FIRST + b"From a@b.org Mon Feb  1 10:00:00 1999\nSubject: long\n\n" + b"x" * 20_000 + b"\n\n" + FIRST
    )
    places = list(Section(archive).offsets())
    assert places == [message.offset for message in Section(archive).messages()]
    assert Section(archive).message(*places[1:]) == list(Section(archive).messages())[1].content


# --- Archives whose messages are framed otherwise than by From lines, as their programs write them ---


MESSAGES = [
    b"From: a@b.org\nSubject: %d\nMessage-ID: <%d@x>\n\nsee http://a.org/%d\nFrom here on\n#! no mark\n"
    % (n, n, n)
    for n in range(5)
]


def by_library(kind, folder):
    box = kind(folder / "box")
    for message in MESSAGES:
        box.add(message)
    box.close()
    return (folder / "box").read_bytes()


def pruned_babyl(_folder):
    """Rmail shows some fields of each message, below its whole header."""
    head = b"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels:\nNote: the mail of jim\n\x1f"
    parts = [message.partition(b"\n\n") for message in MESSAGES]
    return head + b"".join(
        b"\x0c\n1, answered,,\n" + header + b"\n\n*** EOOH ***\nSubject: shown\n\n" + body + b"\x1f"
        for header, _, body in parts
    )


def unpruned_babyl(_folder):
    """A message that was never shown has its header below the mark alone."""
    return b"BABYL OPTIONS:\n\x1f" + b"".join(
        b"\x0c\n0, unseen,,\n*** EOOH ***\n" + message + b"\x1f" for message in MESSAGES
    )


def mbx(_folder):
    box = b"*mbx*\r\n5aa33d4500000003\r\n" + b"\r\n" * 30
    box += b"\0" * (2048 - len(box))
    for number, message in enumerate(MESSAGES):
        text = message.replace(b"\n", b"\r\n")
        box += b" 1-Feb-1999 10:00:00 +0000,%d;000000000001-%08x\r\n" % (len(text), number) + text
    return box


def rnews(_folder):
    return b"".join(b"#! rnews %d\n" % len(message) + message for message in MESSAGES)


def bare_returns(_folder):
    return b"".join(
        b"From a@b Mon Feb  1 10:00:00 1999\r" + text.replace(b"\n", b"\r") + b"\r" for text in MESSAGES
    )


WRITERS = [
    pytest.param(partial(by_library, mailbox.MMDF), id="mmdf"),
    pytest.param(partial(by_library, mailbox.Babyl), id="babyl"),
    *(pruned_babyl, unpruned_babyl, mbx, rnews, bare_returns),
]


@pytest.fixture(params=WRITERS, ids=lambda write: write.__name__)
def archive(request, tmp_path):
    return request.param(tmp_path)


def told(messages):
    """Say of each message what it is by, whose bytes may have other line ends."""
    found = []
    for message in messages:
        entity = parse(message.content)
        found.append((entity.header.get("message-id"), entity.content.decode().strip().splitlines()))
    return found


EXPECTED = [
    (f"<{n}@x>", [f"see http://a.org/{n}", "From here on", "#! no mark"]) for n in range(len(MESSAGES))
]


def test_every_message_is_found(archive):
    assert binary_format(archive) in {None, "binary data"}
    assert kind_of(archive) == "mbox"
    found = list(Section(archive).messages())
    assert told(found) == EXPECTED
    assert [message.offset for message in found] == list(Section(archive).offsets())
    assert told(Section(io.BytesIO(archive)).messages()) == EXPECTED


def test_it_can_be_read_from_each_message_on(archive):
    places = list(Section(archive).offsets())
    for number, place in enumerate(places):
        assert Section(archive, place).begins_a_message()
        assert told(Section(archive, place).messages()) == EXPECTED[number:]
        assert (
            told(Section(archive, place, (*places, None)[number + 1]).messages())
            == EXPECTED[number : number + 1]
        )
        end = (*places, len(archive))[number + 1]
        alone = [mbox.RawMessage(place, Section(archive).message(place, end))]
        assert told(alone) == EXPECTED[number : number + 1]
    assert not Section(archive, places[1] + 1).begins_a_message()


def test_what_is_cut_off_is_read_up_to_there(archive):
    ends = [*Section(archive).offsets()][1:]
    for size in range(0, len(archive), 7):
        whole = sum(end <= size for end in ends)
        found = told(Section(archive[:size]).messages())
        assert found[:-1] == EXPECTED[: max(0, len(found) - 1)]
        assert whole <= len(found) <= whole + 1


def test_a_wrong_size_costs_nothing(tmp_path):
    sizes = [b"#! rnews %d\n" % size for size in (1, 100000, 2**40, 0, 70)]
    archive = b"".join(mark + message for mark, message in zip(sizes, MESSAGES, strict=True))
    assert told(Section(archive).messages()) == EXPECTED


def test_what_looks_like_a_mark_is_text_where_a_size_says_so():
    forwarded = MESSAGES[0] + b"#! rnews 9\n" + MESSAGES[1]
    archive = b"".join(b"#! rnews %d\n" % len(message) + message for message in (forwarded, MESSAGES[2]))
    assert [message.content for message in Section(archive).messages()] == [forwarded, MESSAGES[2]]


def test_memory_does_not_grow_with_the_archive_of_framings(tmp_path):
    letter = MESSAGES[0] + (b"x" * 70 + b"\n") * 60
    long = (b"#! rnews %d\n" % len(letter) + letter) * 4000
    path = tmp_path / "spool"
    path.write_bytes(long)
    with path.open("rb") as file:
        tracemalloc.start()
        count = sum(1 for _ in Section(FileBytes(file, len(long))).messages())
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert count == 4000
    assert peak < 8 << 20 < len(long)


def test_what_is_too_long_is_cut_and_the_next_one_read(monkeypatch):
    monkeypatch.setattr(mbox, "MAX_MESSAGE", 1 << 15)
    long = b"Subject: long\n\n" + b"x" * (1 << 22)
    archive = b"\1\1\1\1\n" + long + b"\n\1\1\1\1\n\1\1\1\1\n" + MESSAGES[0] + b"\1\1\1\1\n"
    first, second = Section(io.BytesIO(archive)).messages()
    assert "more than a message may have" in (first.damage or "")
    assert first.content.startswith(b"Subject: long\n\nxxx")
    assert len(first.content) <= 1 << 15
    assert told([second]) == EXPECTED[:1]


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"#! /usr/bin/rnews\n",
        b"#!rnews 12\n",
        b"BABYL\n",
        b"\1\1\1\n",
        b"1-Feb-1999 it was\n",
        b"*mbx* is a format\n",
        b"\x0c\n",
    ],
)
def test_what_is_something_else(head):
    assert framing_of(head) is None
    assert framing_of(b"x" + head, 1) is None


APPLE = b'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><string>http://plist.org/</string></plist>\n'


@pytest.mark.parametrize("line", [b"%d\n", b"%-10d\n", b"%d \r\n"])
def test_a_message_of_apple_mail_has_its_length_before_it_and_properties_behind_it(line):
    raw = line % len(MESSAGES[0]) + MESSAGES[0] + APPLE
    assert (kind_of(raw, "12.emlx"), kind_of(raw)) == ("eml", "eml")
    assert parse(raw).content == MESSAGES[0].partition(b"\n\n")[2]


def test_a_length_that_is_wrong_loses_nothing():
    raw = b"12\n" + MESSAGES[0] + APPLE
    assert parse(raw).content.endswith(b"</plist>\n")
    assert parse(b"12\nSubject\n").header.text == ""


def test_very_many_quoted_lines_take_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(b"From a@b Mon Jan  1 00:00:00 2001\nA: b\n\n" + b">From a\n" * 50_000)
    assert peak_of(lambda: list(extract_path(path))) < 10 * path.stat().st_size


def test_a_length_is_looked_for_in_its_own_header_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = Counter()
    counter.watch(mbox, monkeypatch)
    archive = b"From a@b.org Mon Feb  1 10:00:00 1999\nContent-Length: 9\nA: b\n" * 200
    assert len(list(Section(archive).messages())) == 200
    assert counter.work < 10 * len(archive)
