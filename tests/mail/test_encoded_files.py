"""`urlglean.mail.transfer`: what is encoded in a text holds no URLs."""

from support.mail_texts import urls
from urlglean.mail.transfer import encoded_files, without_encoded_files


def test_encoded_files_hold_no_urls():
    line = "M" + "WWW.X.EXAMPLE HTTP://X.EXAMPLE/ ".ljust(60, "A")
    text = f"http://a.org/1\nbegin 644 file\n{line}\n{line}\n`\nend\nhttp://a.org/2\n"
    assert [url for url, _ in urls(text)] == ["http://a.org/1", "http://a.org/2"]
    text = "=ybegin line=128 size=9 name=x\nhttp://x.org/\n=yend size=9\nhttp://a.org/2\n"
    assert [url for url, _ in urls(text)] == ["http://a.org/2"]


def test_a_sentence_that_begins_like_an_encoded_file_is_read():
    text = "begin 100 years of\nhttp://a.org/solitude\nend\n"
    assert [url for url, _ in urls(text)] == ["http://a.org/solitude"]


def test_the_files_of_a_text_with_their_names():
    data = "M" + "A" * 60
    text = f"x\nbegin 644 a b.gif\n{data}\n`\nend\n=ybegin line=128 size=9 name=c d.bin\n\x01\x02\n=yend\n"
    found = list(encoded_files(text))
    assert [file.name for file in found] == ["a b.gif", "c d.bin"]
    assert text[found[0].start : found[0].end] == f"\n{data}\n`"
    assert text[found[1].start : found[1].end] == "\n\x01\x02"
    assert len(without_encoded_files(text)) == len(text)
    assert list(encoded_files("=ybegin name=x\nnever closed\n")) == []


def test_a_text_without_files_stays_itself():
    text = "begin 100 years of\nsolitude"
    assert without_encoded_files(text) is text
