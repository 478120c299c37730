"""What the header of a mail message says of it, for the rows of all that is found in it.

Most messages are asked once for all of it or never: it is decoded when it is first asked for.
"""

from __future__ import annotations

import re
from typing import Any

from urlglean.document import Message
from urlglean.mail.header import Header, unfold
from urlglean.mail.values import decode_words, utc_date
from urlglean.patterns import lazy_re

_FIELDS = ("message-id", "date", "from", "subject", "list-id", "x-mailing-list", "x-beenthere")
_MESSAGE_ID = lazy_re(r"<([^<>]*)>")
_SPOKEN_ADDRESS = lazy_re(r"(?<![\w.+-])([\w.+-]++) at ([\w-]+(?:\.[\w-]+)+)", re.ASCII)
_set = object.__setattr__
LONGEST = 1000
"""How much of a field is given, in code points: every row found in the message repeats it."""


def message_of(header: Header, offset: int | None, around: Message | None = None) -> Message:
    """Give what a header says of its message; what it leaves undefined, the message ``around`` says.

    ``offset`` is the byte offset of the message in its mbox; a message in another one has the offset of that.
    """
    return _Undecoded(header.raw_values(_FIELDS), around.offset if around else offset, around)


class _Undecoded(Message):
    """A `Message` that holds the values of its fields as they stand, until one of them is asked for."""

    __slots__ = ("_around", "_values")

    _around: Message | None
    _values: tuple[str | None, ...]

    def __init__(self, values: tuple[str | None, ...], offset: int | None, around: Message | None) -> None:
        _set(self, "offset", offset)
        _set(self, "_values", values)
        _set(self, "_around", around)

    def __getattr__(self, name: str) -> Any:
        if name not in Message.__slots__:
            raise AttributeError(name)
        if name == "message_id":  # the most that many are asked for
            own, around = first_message_id(self._values[0]), self._around
            own = own and own[:LONGEST]
            _set(self, name, own or (around.message_id if around is not None else own))
            return self.message_id
        decoded = _decoded(self._values, self.offset, self._around)
        for field in Message.__slots__:  # which have no values until now, so that they were looked for here
            _set(self, field, getattr(decoded, field))
        _set(self, "_values", ())
        _set(self, "_around", None)
        return getattr(decoded, name)

    def _plain(self) -> Message:
        return Message(*(getattr(self, field) for field in Message.__slots__))

    def __eq__(self, other: object) -> bool:
        return self._plain() == (other._plain() if isinstance(other, _Undecoded) else other)

    def __hash__(self) -> int:
        return hash(self._plain())

    def __repr__(self) -> str:
        return repr(self._plain())

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, tuple(getattr(self, field) for field in Message.__slots__)


def _decoded(values: tuple[str | None, ...], offset: int | None, around: Message | None) -> Message:
    identifier, date, author, subject, *lists = (None if value is None else unfold(value) for value in values)
    identifiers = message_ids(identifier)
    found = Message(
        message_id=identifiers[0][:LONGEST] if identifiers else None,
        date=utc_date(date),
        sender=_sender(author),
        subject=" ".join(decode_words(subject).split())[:LONGEST] if subject is not None else None,
        list_id=_list_id(lists[0] or lists[1] or lists[2]),
        offset=offset,
    )
    if around is None:
        return found
    return Message(
        found.message_id or around.message_id,
        found.date or around.date,
        found.sender or around.sender,
        found.subject if found.subject is not None else around.subject,
        found.list_id or around.list_id,
        offset,
    )


def _sender(value: str | None) -> str | None:
    """Give a ``From`` value as text; an address spoken aloud, as list archives write it, becomes one again.

    >>> _sender("jim at example.org (Jim Foo)")
    'jim@example.org (Jim Foo)'
    """
    if value is None:
        return None
    text = decode_words(value)
    return (_SPOKEN_ADDRESS.sub(r"\1@\2", text) if is_spoken(text) else text)[:LONGEST]


def is_spoken(sender: str) -> bool:
    """Tell whether an archive speaks addresses aloud: ``jim at example.org``.

    >>> is_spoken("jim at example.org (Jim Foo)"), is_spoken("jim@example.org (at home)")
    (True, False)
    """
    return " at " in sender and "@" not in sender


def _list_id(value: str | None) -> str | None:
    """Give the list's identifier (RFC 2919), or its address as older list software put it."""
    if value is None:
        return None
    identifiers = message_ids(value) if "<" in value else []
    return (identifiers[-1] if identifiers else decode_words(value))[:LONGEST]


def first_message_id(value: str | None) -> str | None:
    r"""Give the first of `message_ids`, of a field as it stands; threads are long, and so is the field.

    >>> first_message_id("\n <a@b>\n <c@d>"), first_message_id("a@b c"), first_message_id("")
    ('a@b', 'a@b', None)
    """
    if not value:
        return None
    found = _MESSAGE_ID.search(value)
    return unfold(found[1]) if found is not None else next(iter(message_ids(value)), None)


def message_ids(value: str | None) -> list[str]:
    """Give the message identifiers of a field, without their brackets (no part of them: RFC 5322 3.6.4).

    >>> message_ids("<a@b> <c@d>"), message_ids("a@b"), message_ids(None)
    (['a@b', 'c@d'], ['a@b'], [])
    """
    if not value:
        return []
    found = [identifier.strip() for identifier in _MESSAGE_ID.findall(value)]
    if found:
        return found
    words = value.split()
    return [words[0].strip("<>")] if words else []
