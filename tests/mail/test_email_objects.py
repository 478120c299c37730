"""`urlglean.mail.mime`: the bytes behind the objects of the standard library."""

import email

from urlglean.mail.mime import header_of, payload_of, written


def test_messages_are_written_as_they_were():
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nSubject: x\n\n\xe9\n--b\n\nz\n--b--\n"
    message = email.message_from_bytes(raw)
    assert header_of(message).get("content-type") == "multipart/mixed; boundary=b"
    first, second = payload_of(message)
    assert written(first) == b"Subject: x\n\n\xe9"
    assert written(second).strip() == b"z"
    assert written(message).startswith(b"Content-Type: multipart/mixed; boundary=b\n\nSubject: x\n\n")


def test_what_is_too_deep_is_left_out():
    raw = b"Content-Type: message/rfc822\n\n" * 300 + b"Subject: x\n\ny"
    assert b"Subject: x" not in written(email.message_from_bytes(raw))
