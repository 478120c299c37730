"""An mbox and its messages: separators told from prose, the dialects, streams, bounded memory."""

import io
import mmap
import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.inputs import mbox
from urlglean.inputs.file_bytes import FileBytes
from urlglean.inputs.mbox import is_mbox, offsets, split

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
    found = list(split(FIRST + rest))
    assert [message.offset for message in found] == ([0, len(FIRST)] if separates else [0])
    assert is_mbox(rest) == separates


def test_the_blank_line_before_a_separator_may_be_missing():
    archive = FIRST.rstrip(b"\n") + b"\nFrom c@d.org Tue Feb  2 10:00:00 1999\nSubject: 2\n\ntwo\n"
    assert [message.content for message in split(archive)] == [b"Subject: 1\n\none\n", b"Subject: 2\n\ntwo\n"]


def test_prose_after_no_blank_line_is_no_separator():
    assert len(list(split(FIRST.rstrip(b"\n") + b"\nFrom c@d.org\nSubject: 2\n"))) == 1


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
    assert [message.content for message in split(head + stands + b"\n")] == [b"Subject: 1\n\n" + was + b"\n"]


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
    assert len(list(split(archive))) == messages


def test_content_length_may_reach_the_end():
    head = b"From a@b.org Mon Feb  1 10:00:00 1999\nContent-Length: %d\n\n" % len(INNER)
    assert [message.content for message in split(head + INNER)] == [head.partition(b"\n")[2] + INNER]


def test_crlf_and_a_byte_order_mark():
    archive = (FIRST + FIRST).replace(b"\n", b"\r\n")
    assert [message.content for message in split(archive)] == [b"Subject: 1\r\n\r\none\r\n"] * 2


def test_what_stands_before_the_first_separator_is_not_lost():
    found = list(split(b"Subject: 0\n\nzero\n\n" + FIRST))
    assert [message.offset for message in found] == [0, 18]
    assert found[0].content == b"Subject: 0\n\nzero\n"


@pytest.mark.parametrize("archive", [b"", b"\n", b"\n\n\n"])
def test_nothing_is_in_an_empty_archive(archive):
    assert [message for message in split(archive) if message.content.strip()] == []


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
    expected = list(split(text))
    assert len(expected) == 7
    path = tmp_path / "x.mbox"
    path.write_bytes(text)
    with path.open("rb") as file:
        assert list(split(file)) == expected
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            assert list(split(mapped)) == expected
        assert list(split(FileBytes(file, len(text)))) == expected
    assert list(split(memoryview(text))) == expected
    assert list(split(io.BytesIO(text))) == expected
    for size in (1, 7, 97):
        assert list(split(Trickle(text, size))) == expected


@given(
    st.lists(
        st.sampled_from([FIRST, b"\n", b"From ", b"a@b.org\n", b">From x\n", b"Subject: x\n", b"\r\n", b"x"])
    )
)
def test_no_byte_is_lost_and_none_is_read_twice(pieces):
    archive = b"".join(pieces)
    found = list(split(archive))
    assert [message.offset for message in found] == sorted({message.offset for message in found})
    assert sum(message.content.count(b"Subject: x\n") for message in found) == archive.count(b"Subject: x\n")
    assert list(split(Trickle(archive, 5))) == found


def test_a_message_that_is_too_long_is_cut_and_named(monkeypatch):
    monkeypatch.setattr(mbox, "_BLOCK", 1000)
    monkeypatch.setattr(mbox, "MAX_MESSAGE", 5000)
    long = b"From a@b.org Mon Feb  1 10:00:00 1999\nSubject: long\n\n" + b"x" * 20_000 + b"\n\n"
    for content in (FIRST + long + FIRST, io.BytesIO(FIRST + long + FIRST)):
        found = list(split(content))
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
        assert sum(1 for _ in split(Endless())) > 9000
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


# --- from one of its messages on ---


@pytest.mark.parametrize("before", [b"", b"what stands before the first separator\n\n"])
def test_an_archive_is_split_the_same_from_each_of_its_messages_on(before):
    archive = before + FIRST * 3 + b"From c@d.org\nReceived: from x by y\n\n>From here\n\n" + FIRST
    whole = list(split(archive))
    for number, message in enumerate(whole):
        for content in (archive, memoryview(archive), io.BytesIO(archive[message.offset :])):
            assert list(split(content, start=message.offset)) == whole[number:]


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
    assert list(offsets(archive)) == [message.offset for message in split(archive)]


@pytest.mark.parametrize("archive", HARD)
def test_a_message_is_the_same_whether_it_is_come_to_or_taken_out(archive):
    places = [*offsets(archive), len(archive)]
    assert [mbox.message(archive, *place) for place in pairwise(places)] == [
        message.content for message in split(archive)
    ]


@pytest.mark.parametrize("archive", HARD)
def test_slices_hold_the_messages_of_the_archive_wherever_it_is_cut(archive):
    whole = list(split(archive))
    places = [message.offset for message in whole]
    for cut in range(len(archive) + 1):
        # The first message at or after the cut; none where the last one begins before it.
        stop = next((place for place in places if place >= cut), len(archive))
        assert [*split(archive, stop=stop), *split(archive, start=stop)] == whole


def test_what_is_too_long_is_taken_out_as_it_is_come_to(monkeypatch):
    monkeypatch.setattr(mbox, "_BLOCK", 1000)
    monkeypatch.setattr(mbox, "MAX_MESSAGE", 5000)
    archive = (
        FIRST + b"From a@b.org Mon Feb  1 10:00:00 1999\nSubject: long\n\n" + b"x" * 20_000 + b"\n\n" + FIRST
    )
    places = list(offsets(archive))
    assert places == [message.offset for message in split(archive)]
    assert mbox.message(archive, *places[1:]) == list(split(archive))[1].content
