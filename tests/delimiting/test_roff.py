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
        (r"a b\-c d\_e", ["b-c", "d_e"]),
        (r"\fBa\fR(5) \f[I]b\f[R]c \f(CWd", [" a(5)", " b c", " d"]),
        (r"\&a \%b (\%c", ["a", "b", "(c"]),
        (r"a\&.b\&. c\&d", ["a.b."]),
        (r"joe\@a.b \@list a\@", ["joe@a.b"]),
        (r"a\nb C:\joe [\w\.]", []),
    ],
)
def test_what_words_say(text: str, said: list[str]) -> None:
    assert [word.said for word in words_with_escapes(text, 0, len(text), 0, len(text))] == said


@given(TEXTS)
def test_every_code_point_has_its_place(text: str) -> None:
    end = 0
    for word in words_with_escapes(text, 0, len(text), 0, len(text)):
        assert end <= word.start < word.end
        end = word.end
        assert len(word.offsets) == len(word.said)
        assert list(word.offsets) == sorted(set(word.offsets))
        for at, character in zip(word.offsets, word.said, strict=True):
            assert text[at] == character or (character == " " and text[at] in "IPB]")


def test_long_words_are_read_in_parts() -> None:
    text = r"a\-b" * 1000
    words = list(words_with_escapes(text, 0, len(text), 0, len(text)))
    assert "".join(word.said for word in words).replace("\\", "") == "a-b" * 1000
    assert max(word.end - word.start for word in words) <= 1280
