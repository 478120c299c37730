"""What is told of URLs by their syntax alone."""

from __future__ import annotations

import pytest

from urlglean.check.answers import Cause
from urlglean.check.schemes import syntax_of

GOOD = """mailto:joe@example.org
MAILTO:joe@example.org  mailto:a@b.org,c@d.org?subject=x%20y&body=z  mailto:?to=a@b.org
mailto:%22not%40me%22@example.org  mailto:joe+tag@example.org  mailto:?subject=x  mailto:joe@[192.0.2.1]
tel:+1-201-555-0123  tel:+1(201)555.0123;ext=5  tel:7042;phone-context=example.com  tel:112
data:,hello  data:text/plain;charset=utf-8,a%20b  data:image/png;base64,iVBORw0KGgo=  data:;base64,aGk=
data:image/svg+xml;utf8,%3Csvg  data:text/plain;x;base64,aGk=
data:;base64,aGk  data:;base64,aQ  data:;base64,a%20Q%0A==  data:;base64,"""
WRONG = """mailto:  mailto:joe  mailto:joe@  mailto:@example.org  mailto:a@b.org,c  mailto:joe@exa..mple.org
mailto:a%20b@c.org
mailto:a@b.org?subject  tel:  tel:abc  tel:+1%20201  tel:+  data:hello  data:text,x  data:;base64,a
data:text/plain;utf8;base64,a  data:text/plain;=,a
data:;base64,aGk==  data:;base64,aQ=  data:;base64,aG=k  data:;base64,aG-k"""


@pytest.mark.parametrize("url", GOOD.split())
def test_what_is_well_formed(url: str) -> None:
    assert syntax_of(url) == (Cause.FOUND, None)


@pytest.mark.parametrize("url", WRONG.split())
def test_what_is_not(url: str) -> None:
    cause, detail = syntax_of(url)
    assert cause is Cause.MALFORMED
    assert detail


@pytest.mark.parametrize("url", ["irc://h/c", "javascript:void(0)", "urn:isbn:0", "cid:x@y", "ftp://h/"])
def test_what_nobody_is_asked_about(url: str) -> None:
    assert syntax_of(url) == (Cause.OTHER_SCHEME, None)
