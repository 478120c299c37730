"""`urlglean.text`: what is taken out leaves the rest where it was."""

from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail.text import undo_delsp, undo_folds
from urlglean.text import Unbroken, taking_out


@given(st.text(alphabet="ab> \r\n\\,;-", max_size=80))
def test_what_is_taken_out_leaves_the_rest_where_it_was(text):
    for unbroken in (undo_delsp(text), undo_folds(text)):
        if unbroken is not None:
            assert isinstance(unbroken, Unbroken)
            pieces = unbroken.pieces(0, len(unbroken.text))
            assert ends_marked("".join(text[start:end] for start, end in pieces)) == ends_marked(
                unbroken.text
            )
            for start in range(len(unbroken.text)):
                ((at, _),) = unbroken.pieces(start, start + 1)
                assert ends_marked(text[at]) == ends_marked(unbroken.text[start])


def ends_marked(text):
    """Make line ends alike: those of properties have another character."""
    return text.replace("\r", "\x1e").replace("\n", "\x1e")


def test_pieces_of_what_is_left():
    unbroken = taking_out("abcdef", [(1, 2), (2, 3), (5, 6)])
    assert unbroken == Unbroken("ade", [0, 1, 1, 3], [0, 2, 3, 6])
    assert unbroken.pieces(0, 3) == [(0, 1), (3, 5)]
    assert unbroken.pieces(1, 2) == [(3, 4)]
    assert unbroken.pieces(2, 2) == []
    assert taking_out("abcd", [(1, 2)]) == Unbroken("acd", [0, 1], [0, 2])
    assert taking_out("abc", []) is None
