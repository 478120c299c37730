"""Credentials reach the hosts that they are for, and nobody else: no other host, no output, no cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.network_checks import answer_to, answers_to, around, policy
from support.web_server import Asked, Site, page, redirect, respond, serving
from urlglean.check.answers import Cause
from urlglean.check.network.policy import RequestHeader
from urlglean.check.network.target import target_of
from urlglean.check.network.traffic import Credentials, keep_cookies
from urlglean.errors import InputError

NAMES = around({name: ["127.0.0.1"] for name in ("a.test", "www.a.test", "b.test")})
BASIC = "Basic bWU6aHVzaA=="  # me:hush


def sent(site: Site, path: str, field: str) -> list[str | None]:
    """Give what a path was sent in a field, each time."""
    return [asked.headers.get(field) for asked in site.asked if asked.path == path]


# --- in URLs ---


def test_a_login_in_a_url_is_sent_to_its_host_alone() -> None:
    with (
        serving({"/": page(), "/in": redirect("/"), "/own": page()}) as site,
        serving({"/own": page()}) as other,
    ):
        site.routes["/out"] = redirect(other.url("/own", host="b.test"))
        site.routes["/port"] = redirect(other.url("/own", host="a.test"))
        base = f"http://me:hush@a.test:{site.port}"
        found = answers_to(f"{base}/in", f"{base}/out", f"{base}/port", surroundings=NAMES)
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}
        assert sent(site, "/", "authorization") == [BASIC]
        assert sent(other, "/own", "authorization") == [None, None]
        assert all(
            "hush" not in repr((answer.hops, answer.moved_to, answer.detail)) for answer in found.values()
        )


def test_a_url_with_and_without_a_login_are_two() -> None:
    with serving({"/": page()}) as site:
        answers_to(site.url(), site.url().replace("//", "//me:hush@"))
        assert {asked.headers.get("authorization") for asked in site.asked} == {None, BASIC}


# --- header fields ---


def test_a_header_goes_to_its_host_alone() -> None:
    with serving({"/": page()}) as site, serving({"/": page()}) as other:
        headers = (
            RequestHeader("Authorization", "Bearer hush", f"a.test:{site.port}"),
            RequestHeader("X-Plain", "all"),
            RequestHeader("Accept", "text/plain"),
        )
        site.routes["/out"] = redirect(other.url(host="a.test"))
        answers_to(
            site.url("/out", host="a.test"), site.url(host="b.test"), surroundings=NAMES, headers=headers
        )
        assert sent(site, "/out", "authorization") == ["Bearer hush"]
        assert sent(site, "/", "authorization") == sent(other, "/", "authorization") == [None]
        assert sent(site, "/", "x-plain") == sent(other, "/", "x-plain") == ["all"]
        assert sent(other, "/", "accept") == ["text/plain"]


@pytest.mark.parametrize(
    ("host", "url", "is_sent"),
    [
        ("a.test", "http://a.test/", True),
        ("A.test", "https://a.test/", True),
        ("a.test", "http://a.test:81/", False),
        ("a.test:81", "http://a.test:81/", True),
        ("a.test:80", "http://a.test/", True),
        ("a.test", "http://www.a.test/", False),
        ("a.test", "http://nota.test/", False),
        ("a.test", "http://a.test.evil.test/", False),
        ("[::1]", "http://[::1]/", True),
        ("[::1]:81", "http://[::1]:81/", True),
        ("[0:0::1]", "http://[::1]/", True),
        ("127.1:81", "http://127.0.0.1:81/", True),
        ("Bücher.test", "http://xn--bcher-kva.test/", True),
        ("::1", "http://[::1]/", True),
    ],
)
def test_what_host_a_header_is_for(host: str, url: str, *, is_sent: bool) -> None:
    own = Credentials(policy(headers=(RequestHeader("X-Token", "hush", host),)))
    assert ("X-Token" in own.headers(target_of(url), target_of(url))) is is_sent


def test_of_headers_with_one_name_the_last_counts() -> None:
    headers = (
        RequestHeader("X-Plain", "1"),
        RequestHeader("x-plain", "2", "a.test"),
        RequestHeader("X-Plain", "3"),
        RequestHeader("X-Plain", "4", "b.test"),
    )
    target = target_of("http://a.test/")
    assert Credentials(policy(headers=headers)).headers(target, target) == {"X-Plain": "3"}
    assert Credentials(policy(headers=headers[:2])).headers(target, target) == {"x-plain": "2"}


def test_logins_are_for_hosts_in_any_letter_case(tmp_path: Path) -> None:
    file = tmp_path / "netrc"
    file.write_text("machine A.Test login me password hush\n")
    file.chmod(0o600)
    target = target_of("http://a.TEST/")
    assert "Authorization" in Credentials(policy(netrc=file)).headers(target, target)


def test_no_secret_is_laid_open_where_the_way_began_in_secret(tmp_path: Path) -> None:
    file = tmp_path / "netrc"
    file.write_text("machine a.test login me password hush\n")
    file.chmod(0o600)
    own = Credentials(policy(netrc=file, headers=(RequestHeader("X-Token", "hush", "a.test"),)))
    start = target_of("https://me:hush@a.test/")
    assert set(own.headers(start, start)) == {"X-Token", "Authorization"}
    assert own.headers(target_of("http://a.test/"), start) == {}


# --- logins by hosts ---


@pytest.fixture
def netrc(tmp_path: Path) -> Path:
    file = tmp_path / "netrc"
    file.write_text("machine a.test login me password hush\nmachine 127.0.0.1 login ip password p\n")
    file.chmod(0o600)
    return file


def test_a_login_is_sent_to_its_machine_alone(netrc: Path) -> None:
    with serving({"/": page()}) as site:
        answers_to(
            *(site.url(host=host) for host in ("a.test", "www.a.test", "b.test")),
            surroundings=NAMES,
            netrc=netrc,
        )
        by_host = {
            asked.headers["host"].split(":")[0]: asked.headers.get("authorization") for asked in site.asked
        }
        assert by_host == {"a.test": BASIC, "www.a.test": None, "b.test": None}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("machine", "netrc:1: no file of logins"),
        ("what is this", "no file of logins"),
        (None, "cannot be read: No such"),
    ],
)
def test_a_file_of_logins_that_is_none(content: str | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "netrc"
    if content is not None:
        file.write_text(content)
    with pytest.raises(InputError, match=said):
        answer_to("http://a.test/", netrc=file)


# --- cookies ---

COOKIES = """# Netscape HTTP Cookie File
a.test\tFALSE\t/\tFALSE\t0\tsession\thush
.a.test\tTRUE\t/in\tFALSE\t4102444800\twide\tw
#HttpOnly_a.test\tFALSE\t/\tFALSE\t0\thidden\th
a.test\tFALSE\t/\tTRUE\t0\tsecure\ts
a.test\tFALSE\t/\tFALSE\t1\texpired\te
"""


@pytest.fixture
def cookies(tmp_path: Path) -> Path:
    file = tmp_path / "cookies.txt"
    file.write_text(COOKIES)
    return file


def test_cookies_of_a_file_go_where_they_belong(cookies: Path) -> None:
    with serving({"/": page(), "/in": page()}) as site:
        urls = [
            site.url(path, host=host) for path in ("/", "/in") for host in ("a.test", "www.a.test", "b.test")
        ]
        answers_to(*urls, surroundings=NAMES, cookies=cookies)
        found = {
            (asked.headers["host"].split(":")[0], asked.path): set(
                asked.headers.get("cookie", "").split("; ")
            )
            for asked in site.asked
        }
        assert found == {
            ("a.test", "/"): {"session=hush", "hidden=h"},
            ("a.test", "/in"): {"session=hush", "hidden=h", "wide=w"},
            ("www.a.test", "/"): {""},
            ("www.a.test", "/in"): {"wide=w"},
            ("b.test", "/"): {""},
            ("b.test", "/in"): {""},
        }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{}", "Netscape's format"),
        (b"\xff\xfe", "cannot be read|Netscape"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_file_of_cookies_that_is_none(content: bytes | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "cookies.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=said):
        answer_to("http://a.test/", cookies=file)


def test_a_cookie_that_a_redirect_sets_is_sent_on_this_way_alone() -> None:
    async def gate(asked: Asked, out: object) -> None:
        is_known = "seen=1" in asked.headers.get("cookie", "")
        handler = page() if is_known else redirect("/", Set_Cookie="seen=1; Path=/")
        await handler(asked, out)  # type: ignore[arg-type]  # it is a writer

    with serving({"/": gate, "/other": page()}) as site:
        found = answers_to(site.url(), site.url("/other"))
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}
        assert sent(site, "/", "cookie") == [None, "seen=1"]
        assert sent(site, "/other", "cookie") == [None]


@pytest.mark.parametrize("host", ["b.test", "www.a.test"])
def test_a_cookie_does_not_cross_hosts(host: str) -> None:
    with serving({"/end": page()}) as site:
        site.routes["/"] = redirect(site.url("/end", host=host), Set_Cookie="seen=1; Path=/")
        assert answer_to(site.url(host="a.test"), surroundings=NAMES).cause is Cause.FOUND
        assert sent(site, "/end", "cookie") == [None]


def test_a_host_sets_no_cookie_for_another() -> None:
    cookies = [
        "x=1; Domain=b.test",
        "y=1; Domain=test",
        "z=1",
        "w=1; Domain=a.test",
        "v=\udce9",
        "",
        ";",
        "=",
    ]
    jar = keep_cookies(None, target_of("http://a.test/"), cookies)
    assert sorted(cookie.name for cookie in jar if cookie.value) == ["w", "z"]


def test_a_redirect_in_a_circle_that_sets_the_same_cookie_again() -> None:
    with serving({"/": redirect("/", Set_Cookie="seen=1")}) as site:
        assert answer_to(site.url()).cause is Cause.REDIRECT_LOOP


def test_a_status_that_asks_for_a_login() -> None:
    with serving({"/": respond(401, WWW_Authenticate='Basic realm="x"')}) as site:
        assert answer_to(site.url()).cause is Cause.UNAUTHORIZED
