"""`urlglean.mail.text`: what is taken out leaves the rest where it was."""

from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail.text import undo_delsp, undo_folds


@given(st.text(alphabet="ab> \r\n\\,;-", max_size=80))
def test_what_is_taken_out_leaves_the_rest_where_it_was(text):
    for unbroken in (undo_delsp(text), undo_folds(text)):
        pieces = unbroken.pieces(0, len(unbroken.text))
        assert ends_marked("".join(text[start:end] for start, end in pieces)) == ends_marked(unbroken.text)
        for start in range(len(unbroken.text)):
            ((at, _),) = unbroken.pieces(start, start + 1)
            assert ends_marked(text[at]) == ends_marked(unbroken.text[start])


def ends_marked(text):
    """Make line ends alike: those of properties have another character."""
    return text.replace("\r", "\x1e").replace("\n", "\x1e")
