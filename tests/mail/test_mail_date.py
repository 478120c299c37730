"""The date of a message, in UTC."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail.values import utc_date

DATES = [
    ("Mon, 1 Feb 1999 10:00:00 +0100", "1999-02-01T09:00:00Z"),
    ("1 Feb 1999 10:00 GMT", "1999-02-01T10:00:00Z"),
    ("Thu,  1 Jan 1998 00:30:00 +0200 (EET)", "1997-12-31T22:30:00Z"),
    ("Fri, 30 Apr 99 23:59:60 UT", "1999-04-30T23:59:59Z"),
    ("Wed, 07 May 97 02:29:51 GMT", "1997-05-07T02:29:51Z"),
    ("Sat, 29 Feb 2020 12:00:00 -1130", "2020-02-29T23:30:00Z"),
    ("Mon Feb  1 10:00:00 1999", "1999-02-01T10:00:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 EST", "1999-02-01T15:00:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 GMT+0100 (CET)", "1999-02-01T09:00:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 UTC-05:30", "1999-02-01T15:30:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 +01:00", "1999-02-01T09:00:00Z"),
    ("Mon, 1 Feb 1999 10.00.00 +0000", "1999-02-01T10:00:00Z"),
    ("Mon, 1 Feb 1999 24:00:00 +0000", None),
    ("Sat, 29 Feb 2019 12:00:00 +0000", None),
    ("Tue, 99 Juin 2020 25:61:00 +9900", None),
    ("1 Jan 0001 00:00:00 +2359", None),
    ("Mon, 1 Jan 2200 00:00:00 +0000", None),
    ("", None),
    (None, None),
    ("yesterday", None),
]


@pytest.mark.parametrize(("value", "iso"), DATES)
def test_dates_are_utc_or_undefined(value, iso):
    assert utc_date(value) == iso


@given(st.text(alphabet="0123456789 :,+-MonJaFebGTZ()", max_size=40))
def test_no_date_raises(text):
    found = utc_date(text)
    assert found is None or found.endswith("Z")


@given(st.text(max_size=120))
def test_no_text_raises(text):
    found = utc_date(text)
    assert found is None or found.endswith("Z")
