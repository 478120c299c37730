"""How redirectors write their targets: each way undone, and what is not written so refused."""

from __future__ import annotations

import base64
import json

import pytest

from urlglean.uri import redirectors as by
from urlglean.uri.redirectors import Decoder

URL = "http://a.org/?b=c"
BASE64 = base64.urlsafe_b64encode(URL.encode()).decode().rstrip("=")


def in_object(**members: str) -> str:
    return base64.urlsafe_b64encode(json.dumps(members).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("decode", "value"),
    [
        (by.percent_decoded, "http%3A%2F%2Fa.org%2F%3Fb%3Dc"),
        (by.as_it_stands, URL),
        (by.base64_in_parameter, BASE64),
        (by.base64_in_parameter, BASE64 + "%3D"),
        (by.base64_segment, BASE64 + "/more?x"),
        (by.after_a1, "a1" + BASE64),
        (by.proofpoint_1, "http%3A%2F%2Fa.org%2F%3Fb%3Dc"),
        (by.proofpoint_2, "http-3A__a.org_-3Fb-3Dc"),
        (by.proofpoint_3, "http://a.org/?b=c__;!!token"),
        (by.proofpoint_3, "http://a.org/*b=c__;Pw!!token"),
        (by.segment, "http%3A%2F%2Fa.org%2F%3Fb%3Dc/more"),
        (by.host_and_path, "a.org/?b=c"),
        (by.after_question_mark_or_asterisk, "?" + URL),
        (by.after_question_mark_or_asterisk, "-x/*-" + URL),
        (by.within_brackets, "[[" + URL + "]]"),
        (by.before_last_colon, URL + ":signature"),
        (by.in_avanan, URL + "___.more"),
        (by.up_to_two_ampersands, URL + "&&counted"),
        (by.in_json("url"), in_object(url=URL, other="x")),
        (by.in_json("data", "url"), in_object(data=json.dumps({"url": URL}))),
        (by.in_json("url", piece=1), "signature." + in_object(url=URL)),
    ],
)
def test_a_target_comes_out_whole(decode: Decoder, value: str) -> None:
    assert decode(value) == URL


def test_targets_behind_a_mark() -> None:
    assert by.yahoo_search("x/RU=http%3a%2f%2fa.org%2fb/RK=2") == "http://a.org/b"
    assert by.after_mark(";h=1;u=2?http://a.org/b") == "http://a.org/b"
    assert by.host_and_path("s/a.org/b") == "https://a.org/b"


@pytest.mark.parametrize(
    ("decode", "value"),
    [
        (by.base64_in_parameter, "\u00e9"),
        (by.after_a1, "b1" + BASE64),
        (by.proofpoint_3, "http://a.org/"),
        (by.in_avanan, URL),
        (by.in_json("url"), in_object(other=URL)),
        (by.in_json("url"), "no object"),
    ],
)
def test_what_is_not_written_so_is_refused(decode: Decoder, value: str) -> None:
    with pytest.raises((ValueError, LookupError)):
        decode(value)
