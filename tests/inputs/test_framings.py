"""Archives whose messages are framed otherwise than by From lines, as their programs write them."""

import io
import mailbox
import mmap
import tracemalloc

import pytest

from urlglean.inputs import mbox
from urlglean.inputs.kinds import binary_format, kind_of
from urlglean.inputs.mbox import framing_of, is_framed
from urlglean.mail.mime import parse

MESSAGES = [
    b"From: a@b.org\nSubject: %d\nMessage-ID: <%d@x>\n\nsee http://a.org/%d\nFrom here on\n#! no mark\n"
    % (n, n, n)
    for n in range(5)
]


def mmdf(folder):
    box = mailbox.MMDF(folder / "box")
    for message in MESSAGES:
        box.add(message)
    box.close()
    return (folder / "box").read_bytes()


def babyl(folder):
    box = mailbox.Babyl(folder / "box")
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


WRITERS = [mmdf, babyl, pruned_babyl, unpruned_babyl, mbx, rnews, bare_returns]


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
    found = list(mbox.split(archive))
    assert told(found) == EXPECTED
    assert [message.offset for message in found] == list(mbox.offsets(archive))
    assert told(mbox.split(io.BytesIO(archive))) == EXPECTED


def test_it_can_be_read_from_each_message_on(archive):
    places = list(mbox.offsets(archive))
    for number, place in enumerate(places):
        assert mbox.begins(archive, place)
        assert told(mbox.split(archive, start=place)) == EXPECTED[number:]
        assert (
            told(mbox.split(archive, start=place, stop=(*places, None)[number + 1]))
            == EXPECTED[number : number + 1]
        )
        end = (*places, len(archive))[number + 1]
        alone = [mbox.RawMessage(place, mbox.message(archive, place, end))]
        assert told(alone) == EXPECTED[number : number + 1]
    assert not mbox.begins(archive, places[1] + 1)


def test_what_is_cut_off_is_read_up_to_there(archive):
    for size in range(0, len(archive), 7):
        found = list(mbox.split(archive[:size]))
        assert len(found) <= len(EXPECTED)
        assert told(found)[:-1] == EXPECTED[: max(0, len(found) - 1)]


def test_a_wrong_size_costs_nothing(tmp_path):
    sizes = [b"#! rnews %d\n" % size for size in (1, 100000, 2**40, 0, 70)]
    archive = b"".join(mark + message for mark, message in zip(sizes, MESSAGES, strict=True))
    assert told(mbox.split(archive)) == EXPECTED


def test_memory_does_not_grow_with_the_archive(tmp_path):
    long = rnews(tmp_path) * 40_000
    path = tmp_path / "spool"
    path.write_bytes(long)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        tracemalloc.start()
        count = sum(1 for _ in mbox.split(content))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert count == 40_000 * len(MESSAGES)
    assert peak < 16 << 20


def test_what_is_too_long_is_cut_and_the_next_one_read(monkeypatch):
    monkeypatch.setattr(mbox, "MAX_MESSAGE", 1 << 15)
    long = b"Subject: long\n\n" + b"x" * (1 << 22)
    archive = b"\1\1\1\1\n" + long + b"\n\1\1\1\1\n\1\1\1\1\n" + MESSAGES[0] + b"\1\1\1\1\n"
    first, second = mbox.split(io.BytesIO(archive))
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
    assert not is_framed(head)
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
