"""`urlglean.mail.text`: an @ that an archive has spoken aloud."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.mail_texts import found_in
from urlglean.mail.text import undo_spoken_at

SPOKEN = [
    (
        "https://lore.kernel.org/r/20200101123456.12-1-jim at a.org for",
        "https://lore.kernel.org/r/20200101123456.12-1-jim@a.org",
    ),
    (
        "https://lore.kernel.org/lkml/CAHk-=wg1B2c3 at mail.a.org/ for",
        "https://lore.kernel.org/lkml/CAHk-=wg1B2c3@mail.a.org/",
    ),
    (
        "http://www.mail-archive.com/foo at lists.a.org/msg1.html",
        "http://www.mail-archive.com/foo@lists.a.org/msg1.html",
    ),
    ("<http://mid.gmane.org/87abc123def456.fsf at a.org>", "http://mid.gmane.org/87abc123def456.fsf@a.org"),
    ("http://marc.info/?i=20040101.1234 at a.org", "http://marc.info/?i=20040101.1234@a.org"),
    ("git clone ssh://git at a.org/foo.git", "ssh://git@a.org/foo.git"),
    ("[mailto:jim at a.org]", "mailto:jim@a.org"),
    ("news:3A1B.12 at a.org", "news:3A1B.12@a.org"),
    ("Look at http://a.org/ at work", "http://a.org/"),
    ("see http://a.org/x at b.org", "http://a.org/x"),
    ("it is http://a.org at b.org", "http://a.org"),
    ("it is http://a.org:80 at b.org", "http://a.org:80"),
    ("meet (http://a.org/2004-01-01 at 10.30)", "http://a.org/2004-01-01"),
    ("http://a.org/1234567 at the top", "http://a.org/1234567"),
]


@pytest.mark.parametrize(("text", "url"), SPOKEN)
def test_what_archives_speak_aloud(text, url):
    [found] = found_in(text, unbroken=undo_spoken_at(text), options={})
    assert (found.text, found.raw.replace(" at ", "@")) == (url, url)


@given(
    st.text(alphabet="a1:/=@ .\n", max_size=80)
    | st.text(alphabet="a1:/. ").map(lambda text: f"http://a/{text} at b.org")
)
def test_what_is_spoken_stays_where_it_was(text):
    unbroken = undo_spoken_at(text)
    pieces = unbroken.pieces(0, len(unbroken.text))
    assert "".join(text[start:end] for start, end in pieces).replace(" ", "@") == unbroken.text.replace(
        " ", "@"
    )
