"""Transfer encodings and their usual damage."""

from __future__ import annotations

import base64

import pytest

from support.mail_texts import urls
from support.work import peak_of
from urlglean.mail.transfer import decode_transfer, encoded_files, without_encoded_files

LONG = base64.b64encode(b"a" * 114)
TRANSFER = [
    ("soft breaks", "quoted-printable", b"http://a/=\nb=\r\nc", b"http://a/bc"),
    ("blanks after a soft break", "quoted-printable", b"http://a/= \nb=\t\r\nc", b"http://a/bc"),
    ("lower-case hex", "Quoted-Printable", b"a=3db=c3=a9", "a=bé".encode()),
    ("an equals sign that nobody encoded", "quoted-printable", b"?a=zz&b=", b"?a=zz&b"),
    ("8-bit bytes that nobody encoded", "quoted-printable", b"caf\xe9=20x", b"caf\xe9 x"),
    ("a misspelled name", '"quoted-printable";', b"a=3Db", b"a=b"),
    ("no padding", "base64", b"aHR0cDovL2EvYg", b"http://a/b"),
    ("one character too many", "base64", b"aHR0cDovL2EvY", b"http://a/"),
    ("a blank line before it", "base64", b"\nYWJj\nYWJj\n", b"abcabc"),
    ("blanks and breaks", "BASE64", b" aHR0\r\n cDov\nL2EvYg==\n\n", b"http://a/b"),
    ("a character that is none", "base64", b"aHR0cDov*L2EvYg==", b"http://a/b"),
    ("two pieces, each padded", "base64", b"aHR0cDo=\nLy9hLw==", b"http://a/"),
    (
        "text after it",
        "base64",
        b"aHR0cDovL2EvYg==\n\n-- \nlist http://l/\n",
        b"http://a/b\n-- \nlist http://l/\n",
    ),
    ("a word after it", "base64", b"aHR0cDovL2EvYg==\n\nfooter\nhttp://l/", b"http://a/b\nfooter\nhttp://l/"),
    ("a blank line inside", "base64", b"YWFh" * 19 + b"\n\n" + b"YWFh" * 19 + b"\nYWFh", b"a" * 117),
    (
        "blank lines between all",
        "base64",
        b"YWFh" * 19 + b"\n\n" + b"aHR0cDovL2EvYg==\n\n",
        b"a" * 57 + b"http://a/b",
    ),
    (
        "a blank line in lines of any width",
        "base64",
        LONG[:57] + b"\n\n" + LONG[57:114] + b"\n" + LONG[114:],
        b"a" * 114,
    ),
    ("the same before the last line", "base64", b"YWFh" * 14 + b"Y\n\nWFhIGI/\n", b"a" * 45 + b" b?"),
    ("a word behind a full line", "base64", b"YWFh" * 19 + b"\n\nSara\n", b"a" * 57 + b"\nSara\n"),
    (
        "a notice before it",
        "base64",
        b"checked by http://s/\n\n" + b"YWFh" * 19 + b"\nYWFh\n",
        b"checked by http://s/\n\n" + b"a" * 60,
    ),
    (
        "a line that went astray in it",
        "base64",
        b"YWFh" * 19 + b"\n** checked **\n" + b"YWFh" * 19 + b"\nYWFh",
        b"a" * 117,
    ),
    (
        "a text after it that quotes base64",
        "base64",
        b"YWFh\n\nnot read:\n" + b"YWFh" * 19 + b"\nYWFh\n",
        b"aaa\nnot read:\n" + b"YWFh" * 19 + b"\nYWFh\n",
    ),
    *(
        (
            f"text after it, which is in {name}",
            "base64",
            base64.encodebytes("http://a/\n".encode(encoding)) + b"______\nlist http://l/\n",
            "http://a/\n\n______\nlist http://l/\n".encode(encoding),
        )
        for name, encoding in (("UTF-16 with a mark", "utf-16"), ("UTF-16", "utf-16-be"))
    ),
    ("only text", "base64", b"this is no base64 at all", b"this is no base64 at all"),
    ("nothing", "base64", b"", b""),
    (
        "lines joined by blanks",
        "base64",
        b"aHR0cDovL2V4YW1wbGUu b3JnL2IgYW5kIHNvIG9u",
        b"http://example.org/b and so on",
    ),
    ("a comment after the name", "BASE64 (encoded)", b"YQ==", b"a"),
    ("a parameter after the name", "Quoted-Printable ; x=y", b"a=3Db", b"a=b"),
    ("uuencode", "x-uuencode", b"begin 644 a\n#0V%T\n`\nend\n", b"Cat"),
    ("uuencode with an empty line", "uuencode", b"begin 644 a\n\n#0V%T\n`\nend\n", b"Cat"),
    ("uuencode with a byte that it has not", "uuencode", b"begin 644 a\n#0V\xe9T\n`\nend\n", b"C`4"),
    ("uuencode with rubbish at a line's end", "x-uue", b"begin 644 a\n#0V%Tzz\n`\nend\n", b"Cat"),
    ("uuencode with text after it", "x-uuencode", b"begin 644 a\n#0V%T\n`\nend\n#0V%T\n", b"Cat\n#0V%T\n"),
    (
        "uuencode in a text",
        "uuencode",
        b"See http://a/1\n\nbegin 644 a\r\n#0V%T\r\n`\r\nend\r\n\r\n__\nhttp://a/2\n",
        b"See http://a/1\n\nCat\n__\nhttp://a/2\n",
    ),
    ("uuencode that is none", "x-uuencode", b"see http://a/\n", b"see http://a/\n"),
    ("no such encoding", "8-bit-ish", b"a=3D", b"a=3D"),
    ("none", "8bit", b"\xe9", b"\xe9"),
]


@pytest.mark.parametrize(("title", "encoding", "body", "content"), TRANSFER)
def test_transfer_encodings(title, encoding, body, content):
    assert decode_transfer(body, encoding) == content


# --- `urlglean.mail.transfer`: what is encoded in a text holds no URLs ---


def test_encoded_files_hold_no_urls():
    line = "M" + "WWW.X.EXAMPLE HTTP://X.EXAMPLE/ ".ljust(60, "A")
    text = f"http://a.org/1\nbegin 644 file\n{line}\n{line}\n`\nend\nhttp://a.org/2\n"
    assert [url for url, _ in urls(text)] == ["http://a.org/1", "http://a.org/2"]
    text = "=ybegin line=128 size=9 name=x\nhttp://x.org/\n=yend size=9\nhttp://a.org/2\n"
    assert [url for url, _ in urls(text)] == ["http://a.org/2"]


@pytest.mark.parametrize("line_end", ["\n", "\n\n", "\r\n\r\n"])
def test_a_sentence_that_begins_like_an_encoded_file_is_read(line_end):
    text = f"begin 100 years of{line_end}http://a.org/solitude\nend\n"
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


@pytest.mark.parametrize(
    ("encoding", "line"),
    [
        ("base64", b"YQ==\n"),
        ("base64", b"YWJj\n\n"),
        ("base64", b"YWJjYWJjYWJjYWJj*\n"),
        ("uuencode", b"#0V%T\n"),
    ],
)
def test_many_short_lines_take_little_memory(encoding: str, line: bytes) -> None:
    body = b"begin 644 a\n" * (encoding == "uuencode") + line * 20_000
    assert len(decode_transfer(body, encoding)) >= 20_000  # what it compiles is kept
    assert peak_of(lambda: decode_transfer(body, encoding)) < 8 * len(body)


def test_many_blanks_behind_soft_breaks_take_little_memory() -> None:
    body = b"a= \r\nb=\t\n" * 40_000
    assert decode_transfer(body, "quoted-printable") == b"ab" * 40_000
    assert peak_of(lambda: decode_transfer(body, "quoted-printable")) < 6 * len(body)
