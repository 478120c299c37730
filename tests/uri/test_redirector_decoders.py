"""How redirectors write their targets: each way undone, and what is not written so refused."""

from __future__ import annotations

import base64
import json

import pytest

from urlglean.uri.redirector_decoders import (
    Decoder,
    after_a1,
    after_mark,
    after_question_mark_or_asterisk,
    as_it_stands,
    base64_in_parameter,
    base64_segment,
    before_last_colon,
    host_and_path,
    in_avanan,
    in_json,
    percent_decoded,
    proofpoint_1,
    proofpoint_2,
    proofpoint_3,
    segment,
    up_to_two_ampersands,
    within_brackets,
    yahoo_search,
)

URL = "http://a.org/?b=c"
BASE64 = base64.urlsafe_b64encode(URL.encode()).decode().rstrip("=")


def in_object(**members: str) -> str:
    return base64.urlsafe_b64encode(json.dumps(members).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("decode", "value"),
    [
        (percent_decoded, "http%3A%2F%2Fa.org%2F%3Fb%3Dc"),
        (as_it_stands, URL),
        (base64_in_parameter, BASE64),
        (base64_in_parameter, BASE64 + "%3D"),
        (base64_segment, BASE64 + "/more?x"),
        (after_a1, "a1" + BASE64),
        (proofpoint_1, "http%3A%2F%2Fa.org%2F%3Fb%3Dc"),
        (proofpoint_2, "http-3A__a.org_-3Fb-3Dc"),
        (proofpoint_3, "http://a.org/?b=c__;!!token"),
        (proofpoint_3, "http://a.org/*b=c__;Pw!!token"),
        (segment, "http%3A%2F%2Fa.org%2F%3Fb%3Dc/more"),
        (host_and_path, "a.org/?b=c"),
        (after_question_mark_or_asterisk, "?" + URL),
        (after_question_mark_or_asterisk, "-x/*-" + URL),
        (within_brackets, "[[" + URL + "]]"),
        (before_last_colon, URL + ":signature"),
        (in_avanan, URL + "___.more"),
        (up_to_two_ampersands, URL + "&&counted"),
        (in_json("url"), in_object(url=URL, other="x")),
        (in_json("data", "url"), in_object(data=json.dumps({"url": URL}))),
        (in_json("url", piece=1), "signature." + in_object(url=URL)),
    ],
)
def test_a_target_comes_out_whole(decode: Decoder, value: str) -> None:
    assert decode(value) == URL


def test_targets_behind_a_mark() -> None:
    assert yahoo_search("x/RU=http%3a%2f%2fa.org%2fb/RK=2") == "http://a.org/b"
    assert after_mark(";h=1;u=2?http://a.org/b") == "http://a.org/b"
    assert host_and_path("s/a.org/b") == "https://a.org/b"


@pytest.mark.parametrize(
    ("decode", "value"),
    [
        (base64_in_parameter, "\u00e9"),
        (after_a1, "b1" + BASE64),
        (proofpoint_3, "http://a.org/"),
        (in_avanan, URL),
        (in_json("url"), in_object(other=URL)),
        (in_json("url"), "no object"),
    ],
)
def test_what_is_not_written_so_is_refused(decode: Decoder, value: str) -> None:
    with pytest.raises((ValueError, LookupError)):
        decode(value)
