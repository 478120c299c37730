"""Words with escapes; the names and addresses in them are in `cases/delimit/escaped-urls.cases`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.delimiting.names.roff import words_with_escapes

TEXTS = st.lists(
    st.sampled_from([*"ab@. \n\\-_", "\\-", "\\_", "\\fI", "\\fP", "\\&.", "\\%", "\\@", "é", "\\f[B]"]),
    max_size=40,
).map("".join)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"a. b\-c. d\_e:", ["b-c.", "d_e:"]),
        (r"\fBa\fR(5). \f[I]b.\f[R]c \f(CWd.", [" a(5).", " b. c", " d."]),
        (r"\&a. \%b. (\%c.", ["a.", "b.", "(c."]),
        (r"b\-c \fIo\fP, a\(atb\-c", ["a@b-c"]),
        (r"a\&.b\&. c\&d", ["a.b."]),
        (r"joe\@a.b \@list a\@", ["joe@a.b"]),
        (r"a\nb C:\joe [\w\.]", []),
    ],
)
def test_what_words_say(text: str, said: list[str]) -> None:
    assert [word.said.text for word in words_with_escapes(text, 0, len(text), len(text))] == said


@given(TEXTS)
def test_every_code_point_has_its_place(text: str) -> None:
    end = 0
    for word in words_with_escapes(text, 0, len(text), len(text)):
        assert end <= word.start < word.end
        end = word.end
        ends = [word.said.span(at, at + 1)[1] for at in range(len(word.said.text))]
        assert ends == sorted(set(ends))
        for stop, character in zip(ends, word.said.text, strict=True):
            assert text[stop - 1] == character or (character == " " and text[stop - 1] in "IPB]")


def test_long_words_are_read_in_parts() -> None:
    text = r"a.\-b" * 1000
    words = list(words_with_escapes(text, 0, len(text), len(text)))
    assert "".join(word.said.text for word in words).replace("\\", "") == "a.-b" * 1000
    assert max(word.end - word.start for word in words) <= 1280
