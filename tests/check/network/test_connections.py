"""What is connected to: no private address unasked, by whatever way; certificates; proxies; names."""

from __future__ import annotations

import datetime
import errno
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme

from support.network_checks import answer_to, answers_to, around, info
from support.web_server import Handler, Site, page, raw, redirect, respond, serving
from urlglean.check.answers import Cause
from urlglean.check.network.connections import AddressInfo, Environment
from urlglean.check.network.failures import Failure, failure_of
from urlglean.errors import UrlgleanError

# --- private addresses ---

TRAP = "{port}"


@pytest.fixture
def site() -> Iterator[Site]:
    with serving({"/": page("secret")}) as running:
        yield running


@pytest.mark.parametrize(
    "host",
    [
        *(
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0177.0.0.1",
            "0x7f000001",
            "0x7f.0.0.1",
            "017700000001",
            "127.0.0.1.",
        ),
        *(
            "１２７.0.0.1",
            "0",
            "0.0.0.0",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[::127.0.0.1]",
            "[::]",
        ),
        *(
            "[64:ff9b::127.0.0.1]",
            "[2002:7f00:1::]",
            "10.0.0.1",
            "192.168.0.1",
            "169.254.169.254",
            "224.0.0.1",
        ),
        *("[fe80::1]", "[fc00::1]", "[ff02::1]"),
    ],
)
def test_no_private_address_is_asked_however_it_is_written(host: str, site: Site) -> None:
    answer = answer_to(site.url(host=host), allow_private=False)
    assert answer.cause is Cause.PRIVATE_ADDRESS
    assert site.connections == 0


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3", "64:ff9b::7f00:1", "fe80::1", "0.0.0.0"]
)
def test_no_name_leads_to_a_private_address(address: str, site: Site) -> None:
    answer = answer_to(
        site.url(host="inner.test"), surroundings=around({"inner.test": [address]}), allow_private=False
    )
    assert answer.cause is Cause.PRIVATE_ADDRESS
    assert site.connections == 0


def test_the_name_of_this_machine_leads_to_it(site: Site) -> None:
    answer = answer_to(site.url(host="localhost"), surroundings=Environment(), allow_private=False)
    assert answer.cause is Cause.PRIVATE_ADDRESS
    assert site.connections == 0


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let 127.0.0.1 be public, and all other addresses of the loopback be private."""
    from urlglean.check.network import connections

    monkeypatch.setattr(connections, "is_public", lambda address: address == "127.0.0.1")


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.2:{port}/",
        "http://2130706434:{port}/",
        "http://inner.test:{port}/",
        "//[::1]:{port}/",
        "http://[::ffff:127.0.0.2]:{port}/",
    ],
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.usefixtures("public")
def test_no_redirect_leads_to_a_private_address(location: str, status: int) -> None:
    with serving({}) as site:
        site.routes["/out"] = redirect(location.format(port=site.port), status)
        names = around({"outer.test": ["127.0.0.1"], "inner.test": ["127.0.0.2"]})
        answer = answer_to(site.url("/out", host="outer.test"), surroundings=names, allow_private=False)
        assert answer.cause is Cause.PRIVATE_ADDRESS
        assert [hop.status for hop in answer.hops] == [status]
        assert {asked.path for asked in site.asked} == {"/out"}


class Changing:
    """A name server whose answers change each time it is asked."""

    def __init__(self, *addresses: str) -> None:
        self.left = list(addresses)
        self.asked = 0

    def __call__(self, host: str, port: int) -> list[AddressInfo]:
        self.asked += 1
        return [info(self.left.pop(0) if len(self.left) > 1 else self.left[0], port)]


@pytest.mark.usefixtures("public")
def test_a_name_whose_address_changes_is_connected_to_by_the_one_that_was_judged() -> None:
    names = Changing("127.0.0.1", "127.0.0.2")
    with serving({"/": page()}) as site:
        answer = answer_to(
            site.url(host="changing.test"),
            surroundings=Environment(look_up=names, proxies=dict),
            allow_private=False,
        )
        assert answer.cause is Cause.FOUND
        assert names.asked == 1


@pytest.mark.usefixtures("public")
def test_a_name_that_has_become_private_is_no_longer_asked() -> None:
    names = Changing("127.0.0.2")
    with serving({"/": page()}, hosts=["127.0.0.1"]) as site:
        around_it = Environment(look_up=names, proxies=dict)
        answer = answer_to(site.url(host="changing.test"), surroundings=around_it, allow_private=False)
        assert answer.cause is Cause.PRIVATE_ADDRESS
        assert site.connections == 0


@pytest.mark.usefixtures("public")
def test_the_socket_is_judged_even_where_the_name_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from urlglean.check.network import connections

    def careless(self: connections.Resolver, look_up: object, *, allow_private: bool) -> None:
        original(self, look_up, allow_private=True)  # type: ignore[arg-type]  # handed on as it came

    original = connections.Resolver.__init__
    monkeypatch.setattr(connections.Resolver, "__init__", careless)
    with serving({"/": page()}) as site:
        names = around({"inner.test": ["127.0.0.2"]})
        answer = answer_to(site.url(host="inner.test"), surroundings=names, allow_private=False)
        assert answer.cause is Cause.PRIVATE_ADDRESS


@pytest.mark.usefixtures("public")
def test_of_two_addresses_the_private_one_is_left_out() -> None:
    names = around({"both.test": ["127.0.0.2", "127.0.0.1", "::1"]})
    with serving({"/": page()}) as site:
        assert (
            answer_to(site.url(host="both.test"), surroundings=names, allow_private=False).cause
            is Cause.FOUND
        )


def test_what_is_allowed_is_asked(site: Site) -> None:
    assert answer_to(site.url(), allow_private=True).cause is Cause.FOUND


# --- names ---


def test_of_two_addresses_the_one_that_answers_is_enough() -> None:
    with serving({"/": page()}) as site:
        names = around({"two.test": ["127.0.0.9", "127.0.0.1"]})  # nothing listens at the first
        assert answer_to(site.url(host="two.test"), surroundings=names).cause is Cause.FOUND


def test_one_lookup_serves_all_urls_of_a_host() -> None:
    names = Changing("127.0.0.1")
    with serving({"/": page()}) as site:
        urls = [site.url(f"/?{number}", host="a.test") for number in range(30)]
        found = answers_to(*urls, surroundings=Environment(look_up=names, proxies=dict))
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}
        assert names.asked == 1


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (socket.gaierror(socket.EAI_NONAME, "no"), Cause.UNKNOWN_HOST),
        (socket.gaierror(socket.EAI_AGAIN, "later"), Cause.NO_NAME_SERVER),
        (socket.gaierror(socket.EAI_FAIL, "no"), Cause.NO_NAME_SERVER),
        (OSError(24, "too many open files"), Cause.UNREACHABLE),
    ],
)
def test_a_name_that_cannot_be_looked_up(error: OSError, cause: Cause) -> None:
    def look_up(host: str, port: int) -> list[AddressInfo]:
        raise error

    assert answer_to("http://a.test/", surroundings=Environment(look_up=look_up, proxies=dict)).cause is cause


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 64 + ".test", "a..b", ".a", "-"])
def test_names_that_nobody_has(host: str) -> None:
    answer = answer_to(f"http://{host}/", surroundings=Environment(proxies=dict))
    assert answer.cause in {Cause.UNKNOWN_HOST, Cause.NO_NAME_SERVER}


@pytest.mark.parametrize("host", ["a.invalid", "A.INVALID.", "invalid"])
def test_a_name_that_is_reserved_for_nothing_is_not_looked_up(host: str) -> None:
    def look_up(host: str, port: int) -> list[AddressInfo]:
        raise AssertionError(host)

    around = Environment(look_up=look_up, proxies=dict)
    assert answer_to(f"http://{host}/", surroundings=around).cause is Cause.UNKNOWN_HOST


def test_nothing_listens() -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        answer = answer_to(f"http://127.0.0.1:{reserved.getsockname()[1]}/")
    assert (answer.cause, answer.detail) == (Cause.REFUSED, "Connection refused")


def test_windows_has_another_number_for_that() -> None:
    refused = ConnectionRefusedError(errno.EINVAL, "The remote computer refused the network connection")
    assert failure_of(refused) == Failure(Cause.REFUSED, "Connection refused")


# --- certificates ---


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def trusting(authority: trustme.CA) -> Callable[[], ssl.SSLContext]:
    def make() -> ssl.SSLContext:
        context = ssl.create_default_context()
        authority.configure_trust(context)
        return context

    return make


def secured(certificate: trustme.LeafCert) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    return context


YEAR = datetime.timedelta(days=365)
NOW = datetime.datetime.now(datetime.UTC)


@pytest.mark.parametrize(
    ("names", "times", "cause"),
    [
        (["a.test"], {}, Cause.FOUND),
        (["*.test"], {}, Cause.CERTIFICATE_WRONG_NAME),
        (["b.test"], {}, Cause.CERTIFICATE_WRONG_NAME),
        (["a.test"], {"not_before": NOW - 2 * YEAR, "not_after": NOW - YEAR}, Cause.CERTIFICATE_EXPIRED),
        (
            ["a.test"],
            {"not_before": NOW + YEAR, "not_after": NOW + 2 * YEAR},
            Cause.CERTIFICATE_NOT_YET_VALID,
        ),
    ],
)
def test_a_certificate_is_verified(
    names: list[str], times: dict[str, datetime.datetime], cause: Cause, authority: trustme.CA
) -> None:
    certificate = authority.issue_cert(*names, **times)  # type: ignore[arg-type]  # the two dates alone
    with serving({"/": page()}, tls=secured(certificate)) as site:
        surroundings = around({"a.test": ["127.0.0.1"]}, tls=trusting(authority))
        answer = answer_to(site.url(host="a.test"), surroundings=surroundings)
        assert answer.cause is cause
        assert (answer.detail is None) is (cause is Cause.FOUND)
        assert len(site.asked) == (cause is Cause.FOUND)


def test_a_certificate_for_an_address(authority: trustme.CA) -> None:
    with serving({"/": page()}, tls=secured(authority.issue_cert("127.0.0.1", "a.test"))) as site:
        assert answer_to(site.url(), surroundings=around(tls=trusting(authority))).cause is Cause.FOUND
    with serving({"/": page()}, tls=secured(authority.issue_cert("127.0.0.2"))) as site:
        answer = answer_to(site.url(), surroundings=around(tls=trusting(authority)))
        assert answer.cause is Cause.CERTIFICATE_WRONG_NAME


def test_a_certificate_that_nobody_known_has_signed(authority: trustme.CA) -> None:
    stranger = trustme.CA()
    with serving({"/": page()}, tls=secured(stranger.issue_cert("127.0.0.1"))) as site:
        answer = answer_to(site.url(), surroundings=around(tls=trusting(authority)))
        assert answer.cause is Cause.CERTIFICATE_UNKNOWN_ISSUER


def test_a_certificate_that_the_environment_names_is_trusted_beside_those_of_the_system(
    authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(str(file))
    known = len(ssl.create_default_context().get_ca_certs())
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    assert len(Environment().tls().get_ca_certs()) >= max(1, known)
    with serving({"/": page()}, tls=secured(authority.issue_cert("127.0.0.1"))) as site:
        assert answer_to(site.url()).cause is Cause.FOUND


def test_a_certificate_that_signs_itself(authority: trustme.CA, tmp_path: Path) -> None:
    own = trustme.CA()
    file = tmp_path / "own.pem"
    own.private_key_pem.write_to_path(str(file))
    own.cert_pem.write_to_path(str(file), append=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    with serving({"/": page()}, tls=context) as site:
        answer = answer_to(site.url(), surroundings=around(tls=trusting(authority)))
        assert answer.cause is Cause.CERTIFICATE_SELF_SIGNED


@pytest.mark.parametrize(
    ("greeting", "cause"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", Cause.TLS_FAILED),
        (b"", Cause.CUT_OFF),
        (b"\x15\x03\x03\x00\x02\x02\x28", Cause.TLS_FAILED),  # an alert: handshake failure
        (b"\x16\x03", Cause.CUT_OFF),
    ],
)
def test_a_port_that_does_not_encrypt(greeting: bytes, cause: Cause) -> None:
    with serving({}) as site:
        site.greeting = greeting
        answer = answer_to(site.url().replace("http:", "https:"), retries=1)
        # Who hangs up may reset the connection before its last words are read.
        assert answer.cause in {cause, Cause.CUT_OFF}
        assert answer.status is None


# --- proxies ---


def proxied(**proxies: str) -> Environment:
    return around(
        {"outer.test": ["8.8.8.8"], "inner.test": ["10.0.0.1"], "proxy.test": ["127.0.0.1"]}, proxies
    )


def test_a_proxy_is_asked_wherever_it_is() -> None:
    with serving({"http://outer.test/x": page(), "http://unknown.test/": page()}) as proxy:
        surroundings = proxied(http=f"http://me:hush@proxy.test:{proxy.port}")
        found = answers_to(
            "http://outer.test/x",
            "http://unknown.test/",
            "http://inner.test/",
            "http://10.0.0.1/",
            "http://127.0.0.1/",
            "http://[::1]/",
            surroundings=surroundings,
            allow_private=False,
        )
        assert [answer.cause for answer in found.values()].count(Cause.PRIVATE_ADDRESS) == 4
        assert {url for url, answer in found.items() if answer.cause is Cause.FOUND} == {
            "http://outer.test/x",
            "http://unknown.test/",  # the proxy may know what is not known here
        }
        assert all(asked.headers["proxy-authorization"] == "Basic bWU6aHVzaA==" for asked in proxy.asked)
        assert "hush" not in repr(found)


@pytest.mark.parametrize(
    "location", ["http://10.0.0.1/", "http://2130706433/", "http://[::ffff:127.0.0.1]/", "http://inner.test/"]
)
def test_no_redirect_leads_through_a_proxy_to_a_private_address(location: str) -> None:
    with serving({"http://outer.test/": redirect(location)}) as proxy:
        surroundings = proxied(http=proxy.url())
        answer = answer_to("http://outer.test/", surroundings=surroundings, allow_private=False)
        assert answer.cause is Cause.PRIVATE_ADDRESS
        assert {asked.path for asked in proxy.asked} == {"http://outer.test/"}


def test_a_host_without_a_proxy() -> None:
    with serving({"/": page()}) as site, serving({}) as proxy:
        surroundings = around({"a.test": ["127.0.0.1"]}, {"http": proxy.url(), "no": "a.test,b.test"})
        assert answer_to(site.url(host="a.test"), surroundings=surroundings).cause is Cause.FOUND
        assert proxy.connections == 0


@pytest.mark.parametrize(
    "refusal",
    [respond(407, Proxy_Authenticate="Basic"), respond(502), raw(), raw(b"HTTP/1.1 200", reset=True)],
)
def test_a_proxy_that_does_not_connect(refusal: Handler) -> None:
    with serving({"outer.test:443": refusal}) as proxy:
        answer = answer_to("https://outer.test/", surroundings=proxied(https=proxy.url()))
        assert answer.cause in {Cause.PROXY_FAILED, Cause.CUT_OFF}
        assert {asked.method for asked in proxy.asked} == {"CONNECT"}


def test_a_proxy_that_is_not_there() -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        proxy = f"127.0.0.1:{reserved.getsockname()[1]}"
        assert answer_to("http://outer.test/", surroundings=proxied(http=proxy)).cause is Cause.PROXY_FAILED


def test_a_proxy_of_another_kind_is_refused() -> None:
    with pytest.raises(
        UrlgleanError, match=r"socks5://\*\*\*@proxy.test:1080 for https is none of HTTP"
    ) as raised:
        answer_to("https://a/", surroundings=proxied(https="socks5://me:hush@proxy.test:1080"))
    assert "hush" not in str(raised.value)
