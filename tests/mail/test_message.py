"""What a header says of its message, decoded when it is asked for."""

from __future__ import annotations

import pickle

import pytest

from urlglean.document import Message
from urlglean.mail.header import Header
from urlglean.mail.message import LONGEST, message_ids, message_of

HEADER = """\
Message-ID: (x) <a@b>
 <c@d>
Date: Tue, 2 Feb 1999 10:00:00 +0100
From: jim at example.org (Jim)
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
   aus  Bern
List-Id: A list <list.example.org>
"""
WHOLE = Message(
    "a@b", "1999-02-02T09:00:00Z", "jim@example.org (Jim)", "Grüße aus Bern", "list.example.org", 7
)


def test_it_is_what_the_header_says():
    message = message_of(Header(HEADER), 7)
    assert message == WHOLE
    assert WHOLE == message  # noqa: SIM300  (either may be asked)
    assert message != message_of(Header(HEADER), 8)
    assert hash(message) == hash(WHOLE)
    assert repr(message) == repr(WHOLE)
    assert message in {WHOLE}


def test_nothing_is_decoded_before_it_is_asked_for(monkeypatch):
    monkeypatch.setattr("urlglean.mail.message.utc_date", lambda value: pytest.fail("decoded too early"))
    assert message_of(Header(HEADER), 7).offset == 7


def test_it_crosses_to_another_process_as_plain_data():
    other = pickle.loads(pickle.dumps(message_of(Header(HEADER), 7)))  # noqa: S301  (our own)
    assert type(other) is Message
    assert other == WHOLE


def test_what_a_message_leaves_undefined_the_one_around_it_says():
    around = message_of(Header(HEADER), 7)
    inner = message_of(Header("Subject:\nFrom: someone\n"), None, around)
    assert inner == Message("a@b", WHOLE.date, "someone", "", "list.example.org", 7)
    inner = message_of(Header("Subject:\n"), None, around)
    assert (inner.date, inner.message_id) == (WHOLE.date, "a@b")


@pytest.mark.parametrize(
    ("header", "list_id"),
    [
        ("X-Mailing-List: <a@b> archive/latest/1\n", "a@b"),
        ("X-BeenThere: a@b\nList-Id:\n", "a@b"),
        ("List-Id: <one>\nX-BeenThere: two\n", "one"),
        ("List-Id:\n", None),
        ("", None),
    ],
)
def test_lists_of_every_age_have_an_identifier(header, list_id):
    assert message_of(Header(header), None).list_id == list_id


def test_a_sender_of_any_length_takes_linear_time():
    author = "x." * 100_000 + "! at y at z"
    assert message_of(Header(f"From: {author}\n"), None).sender == author[:1000]


def test_a_header_with_strange_lines_says_as_much():
    assert message_of(Header(HEADER + "no field\n"), 7) == WHOLE


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ("<a@b>", ["a@b"]),
        ("<a@b>\n <c@d>", ["a@b", "c@d"]),
        ("a@b", ["a@b"]),
        ("<a@b", ["a@b"]),
        ("(comment) <a@b>", ["a@b"]),
        ("", []),
        (None, []),
    ],
)
def test_message_ids(value, ids):
    assert message_ids(value) == ids


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Jim <jim@example.org>", "Jim <jim@example.org>"),
        ("jim at example.org (Jim Foo)", "jim@example.org (Jim Foo)"),
        ("Ann at Work <ann@example.org>", "Ann at Work <ann@example.org>"),
        ("=?utf-8?q?Zo=C3=AB?= <z@example.org>", "Zoë <z@example.org>"),
        (None, None),
    ],
)
def test_senders(value, text):
    header = "" if value is None else f"From: {value}\n"
    assert message_of(Header(header), None).sender == text


@pytest.mark.parametrize("field", ["Subject", "From", "Message-ID", "List-Id"])
def test_rows_repeat_no_more_of_a_field_than_a_limit(field):
    message = message_of(Header(f"{field}: {'x' * 5000}\n"), None)
    said = (message.message_id, message.sender, message.subject, message.list_id)
    assert [one for one in said if one is not None] == ["x" * LONGEST]
