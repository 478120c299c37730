"""What looks like a host name and is something else: asked of labels alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.delimiting.names.lookalikes import (
    is_abbreviation,
    is_attribute,
    is_file,
    is_generic,
    is_label_of_an_address,
    is_unmarked_name,
    without_glued_word,
)

LABELS = st.text("aZ9-é_\u4e2d", min_size=1, max_size=4)


@pytest.mark.parametrize(
    "name",
    """readme.md setup.py libfoo.so app.js.map config.h.in util.test.sh nls.mk mylib.so foomodule.so foo.8.in
    x.postinst.in doxyfile.in bash.inc LINK.cc 99-default.link im-xim.so README.windows mk-dlls.sh.in""".split(),
)
def test_files(name: str) -> None:
    assert is_file(name.split("."), has_line=False)


@pytest.mark.parametrize(
    "name",
    """allegro.pl notion.so example.com.py docs.rs.com mail.example.mk example.com.mk docs.example.in
    linux.conf.au""".split(),
)
def test_what_is_no_file(name: str) -> None:
    assert not is_file(name.split("."), has_line=False)


def test_a_number_between_colons_makes_it_a_file() -> None:
    assert is_file(["const", "cc"], has_line=True)
    assert not is_file(["const", "cc"], has_line=False)


@pytest.mark.parametrize(
    "name",
    """ok.so that.is Mon.to usw.am list.link this.props.name com.example.app rowData.map my_module.name It.Is M.Sc
    U.S.is a.m.to ASP.NET Json.NET Socket.IO div.app 12.12.in 10.cm now.here en.UK de.AT base.ReleaseTrack.NA
    ReleaseTrack.GA GObject.property ed448Params.name cert.subject.CN httputil.HTTPRequest.host Terminal.app
    foo.bar""".split(),
)
def test_what_needs_a_path_to_be_a_name(name: str) -> None:
    assert not is_unmarked_name(name.split("."))


@pytest.mark.parametrize(
    "name",
    """example.com x.org a.b.com test.de notion.so Hi.is bit.ly socket.io CNN.NETWORK eBay.com amazon.co.UK Amazon.UK
    WEB.DE cash.app docs.Socket.IO""".split(),
)
def test_what_is_a_name_without_one(name: str) -> None:
    assert is_unmarked_name(name.split("."))


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("example.com.Then", "example.com"),
        ("example.org.It", "example.org"),
        ("example.org.I", "example.org"),
        ("example.co.uk.Thanks", "example.co.uk"),
        ("example.de.Danach", "example.de"),
        ("example.com.потом", "example.com"),
        ("example.com-Nutzer", "example.com"),
        ("x.com.Then", "x.com"),
        ("192.0.2.1.Then", "192.0.2.1"),
        ("例子.中国.Then", "例子.中国"),
        ("example.museum.Then", "example.museum"),
        ("x.museum.Then", None),
        ("example.info.Then", None),
        ("ya.ru-почте", "ya.ru"),
        ("Booking.com-owned", "Booking.com"),
        ("java.net.Socket", None),
        ("com.example.Main", None),
        ("this.is.Valid", None),
        ("foo.is.Valid", None),
        ("example.com.then", None),
        ("Example.Com.Then", None),
        ("example.com-backup", None),
        ("example.com.THEN", None),
        ("com.Then", None),
        ("then", None),
        ("", None),
    ],
)
def test_the_word_that_is_glued_to_a_name(host: str, name: str | None) -> None:
    assert without_glued_word(host) == name


@given(
    st.lists(
        st.one_of(LABELS, st.sampled_from(("com", "de", "Then", "It-x", "com-Es"))), min_size=1, max_size=4
    )
)
def test_what_is_left_of_a_name_is_its_beginning(labels: list[str]) -> None:
    host = ".".join(labels)
    name = without_glued_word(host)
    assert name is None or (host.startswith(name) and len(name) < len(host) and "." in name)


def test_words_before_an_address() -> None:
    assert all(map(is_label_of_an_address, ("email", "E-Mail", "Kontakt", "почта", "to")))
    assert not any(map(is_label_of_an_address, ("joe", "admin", "Joe1", "j.doe")))


def test_attributes_and_abbreviations() -> None:
    assert all(map(is_attribute, ("name", "is", "AT", "click")))
    assert not any(map(is_attribute, ("com", "de", "uk", "123")))
    assert is_abbreviation("E.g")
    assert is_abbreviation("xxx.xxx.xxx.xxx")
    assert not is_abbreviation("e.com")


def test_generic_endings() -> None:
    assert is_generic("COM")
    assert not is_generic("info")
