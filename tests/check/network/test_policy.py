"""How servers are asked: what a policy refuses, and what of it changes answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from urlglean.check.network.policy import NetworkPolicy, RequestHeader
from urlglean.errors import UrlgleanError


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"concurrency": 0}, "concurrency is to be 1 at least, not 0"),
        ({"per_host": 0}, "per_host is to be 1 at least"),
        ({"retries": -1}, "retries is to be 0 at least"),
        ({"timeout": 0}, "timeout is to be 0.001 at least"),
        ({"pace": float("nan")}, "pace is to be 0 at least, not nan"),
        ({"timeout": float("inf")}, "timeout is to be less than that, not inf"),
        ({"good_age": float("inf")}, "good_age is to be less than that"),
        ({"user_agent": "a\nb"}, "User-Agent"),
    ],
)
def test_a_number_out_of_its_range_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(UrlgleanError, match=said):
        NetworkPolicy(**settings)


@pytest.mark.parametrize(
    "settings",
    [{"pace": "1"}, {"timeout": True}, {"per_host": 1.5}, {"allow_private": "no"}, {"accept": {"403"}}],
)
def test_a_value_of_a_wrong_type_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        NetworkPolicy(**settings)


@pytest.mark.parametrize(
    "name",
    ["Authorization", "cookie", "X-Api-Key", "PRIVATE-TOKEN", "X-Amz-Security-Token", "Proxy-Authorization"],
)
def test_a_secret_needs_a_host(name: str) -> None:
    with pytest.raises(UrlgleanError, match="name the host"):
        RequestHeader(name, "hush")
    assert "hush" not in repr(RequestHeader(name, "hush", "a.example"))


@pytest.mark.parametrize(
    ("name", "value"),
    [("", "x"), ("A B", "x"), ("A:", "x"), ("Host", "x"), ("A", "b\r\nC: d"), ("A", "é"), ("A", "\0")],
)
def test_what_cannot_be_sent_is_refused(name: str, value: str) -> None:
    with pytest.raises(UrlgleanError):
        RequestHeader(name, value)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "http://a.example",
        "a.example/",
        "me@a.example",
        "*.a.example",
        "a.example:x",
        "a b",
        "[::1",
        "1::x",
    ],
)
def test_a_header_for_what_is_no_host_is_refused(host: str) -> None:
    with pytest.raises(UrlgleanError, match="is no host; a host is a name such as"):
        RequestHeader("X-Token", "hush", host)


def test_what_changes_answers_is_in_the_manner_and_no_secret() -> None:
    plain = NetworkPolicy()
    changed = [
        NetworkPolicy(allow_private=True),
        NetworkPolicy(head=False),
        NetworkPolicy(accept=frozenset({403})),
        NetworkPolicy(user_agent="x"),
        NetworkPolicy(cookies=Path("jar")),
        NetworkPolicy(netrc=Path("netrc")),
        NetworkPolicy(headers=(RequestHeader("Authorization", "hush", "a.example"),)),
    ]
    manners = {policy.manner for policy in (plain, *changed)}
    assert len(manners) == 1 + len(changed)
    assert not any("hush" in manner for manner in manners)
    assert NetworkPolicy(concurrency=1, timeout=1.0, retries=0, good_age=1.0).manner == plain.manner


@pytest.mark.parametrize("host", ["localhost", "docs.localhost.", "127.0.0.1", "127.9.9.9", "[::1]"])
def test_no_pace_is_kept_with_this_machine_unless_one_is_asked_for(host: str) -> None:
    assert NetworkPolicy().towards(host)[1] == 0
    assert NetworkPolicy(pace=0.2).towards(host)[1] == 0.2
    assert NetworkPolicy().towards(host)[2] < NetworkPolicy().towards("example.com")[2]


@pytest.mark.parametrize(
    "host", ["example.com", "localhost.example.com", "10.0.0.1", "[::2]", "notlocalhost"]
)
def test_a_pace_is_kept_with_others(host: str) -> None:
    assert NetworkPolicy().towards(host)[1] > 0
    assert NetworkPolicy(pace=0).towards(host)[1] == 0
