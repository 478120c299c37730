"""Requests under way: how many at once, how they end, and what a host that is down costs."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Generator
from typing import Any, cast

import pytest

from support.network_checks import answers_to, around, info, policy
from support.patience import HANG, wait_for
from support.places import ROOT
from support.web_server import (
    Asked,
    Handler,
    Site,
    Writer,
    by_method,
    in_turn,
    page,
    raw,
    respond,
    serving,
    silent,
)
from urlglean.check.answers import Answer, Cause
from urlglean.check.network import ask
from urlglean.check.network.connections import AddressInfo, Environment


def when_busy(site: Site, busy: int) -> Handler:
    """Answer once so many requests are there at one moment; if they never are, nobody is answered."""

    async def handle(asked: Asked, out: Writer) -> None:
        while site.most_at_once < busy:
            await asyncio.sleep(0.005)
        await page()(asked, out)

    return handle


def running() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("urlglean")}


@pytest.mark.parametrize(("per_host", "concurrency", "most"), [(1, 50, 1), (3, 50, 3), (50, 4, 4)])
def test_so_many_requests_at_once(per_host: int, concurrency: int, most: int) -> None:
    with serving({}) as site:
        site.routes["/"] = when_busy(site, most)
        urls = [site.url(f"/?{number}") for number in range(30)]
        found = answers_to(*urls, per_host=per_host, concurrency=concurrency)
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}
        assert site.most_at_once == most


def test_hosts_are_asked_at_once() -> None:
    names = {f"{number}.test": ["127.0.0.1"] for number in range(20)}
    with serving({}) as site:
        site.routes["/"] = when_busy(site, 20)
        found = answers_to(*(site.url(host=name) for name in names), surroundings=around(names), per_host=1)
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}


def test_a_pace_is_kept() -> None:
    with serving({"/": page()}) as site:
        started = time.monotonic()
        answers_to(*(site.url(f"/?{number}") for number in range(5)), pace=0.05)
        assert time.monotonic() - started >= 0.2


def test_a_host_that_wants_fewer_requests_gets_none_for_a_while() -> None:
    with serving({"/busy": in_turn(respond(429, Retry_After="1"), page()), "/next": page()}) as site:
        started = time.monotonic()
        found = answers_to(site.url("/busy"), site.url("/next"), per_host=1)
        assert time.monotonic() - started >= 1
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}
        assert [asked.path for asked in site.asked] == ["/busy", "/busy", "/next"]


def test_a_host_that_is_down_costs_one_wait() -> None:
    asked: list[str] = []

    def look_up(host: str, port: int) -> list[AddressInfo]:
        asked.append(host)
        raise socket.gaierror(socket.EAI_AGAIN, "later")

    urls = [f"http://down.test/{number}" for number in range(200)]
    found = answers_to(*urls, surroundings=Environment(look_up=look_up, proxies=dict), retries=3, per_host=2)
    assert {answer.cause for answer in found.values()} == {Cause.NO_NAME_SERVER}
    assert len(asked) <= 3 * 4


def test_a_host_that_has_answered_is_not_given_up() -> None:
    with serving({"/": page(), "/cut": in_turn(raw(reset=True), raw(reset=True), page())}) as site:
        found = answers_to(site.url(), site.url("/cut"))
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}


def test_a_reset_says_nothing_of_the_other_pages_of_a_host() -> None:
    routes = {"/no": raw(reset=True), "/get": by_method(raw(reset=True), page()), "/": page()}
    with serving(routes) as site:
        found = answers_to(*map(site.url, routes), per_host=1, retries=1)
        causes = [found[site.url(path)].cause for path in routes]
        assert causes == [Cause.CUT_OFF, Cause.FOUND, Cause.FOUND]


# --- how it ends ---


def test_all_ends_when_nobody_wants_more() -> None:
    with serving({"/": page(), "/never": silent}) as site:
        answers = ask(
            [site.url(), *(site.url(f"/never?{number}") for number in range(50))],
            policy=policy(),
            surroundings=around(),
        )
        assert next(answers).cause is Cause.FOUND
        assert running() == {"urlglean check"}
        cast("Generator[Answer, None, None]", answers).close()
        assert running() == set()
    gc.collect()  # what was left open would warn, which is an error here


def test_all_ends_where_it_is_forgotten() -> None:
    with serving({"/": page(), "/never": silent}) as site:
        for answer in ask([site.url(), site.url("/never")], policy=policy(), surroundings=around()):
            assert answer.cause is Cause.FOUND
            break
        gc.collect()
        assert wait_for(lambda: not running())


def test_an_exception_that_nobody_expects_reaches_who_asked() -> None:
    def look_up(host: str, port: int) -> list[AddressInfo]:
        return [info("127.0.0.1", port)]

    def broken() -> Any:
        raise ZeroDivisionError

    surroundings = Environment(look_up=look_up, proxies=dict, chance=broken)
    with serving({"/": page()}) as site, pytest.raises(ZeroDivisionError):
        answers_to(site.url(), surroundings=surroundings)
    assert running() == set()


def test_a_slow_name_server_holds_up_nobody_who_has_enough() -> None:
    gate = threading.Event()

    def look_up(host: str, port: int) -> list[AddressInfo]:
        if host == "slow.test":
            gate.wait(HANG)
        return [info("127.0.0.1", port)]

    with serving({"/": page()}) as site:
        urls = [site.url(host="slow.test"), site.url(host="quick.test")]
        answers = ask(urls, policy=policy(), surroundings=Environment(look_up=look_up, proxies=dict))
        assert next(answers).url == urls[1]
        cast("Generator[Answer, None, None]", answers).close()
        assert running() == set()
        gate.set()


def test_it_works_amid_an_event_loop() -> None:
    async def amid() -> dict[str, Answer]:
        return answers_to(url)

    with serving({"/": page()}) as site:
        url = site.url()
        assert asyncio.run(amid())[url].cause is Cause.FOUND


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_it_at_once_and_without_a_word() -> None:
    code = """
        import signal, sys
        from support.network_checks import around, policy
        from urlglean.check.network import ask
        signal.signal(signal.SIGINT, signal.default_int_handler)  # which is ignored where a shell runs it with `&`
        try:
            for answer in ask(sys.argv[1:], policy=policy(), surroundings=around()):
                print(answer.cause.value, flush=True)
        except KeyboardInterrupt:
            print("interrupted")
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests")))}
    with (
        serving({"/": page(), "/never": silent}) as site,
        subprocess.Popen(
            [
                sys.executable,
                "-W",
                "error",
                "-X",
                "dev",
                "-c",
                textwrap.dedent(code),
                site.url(),
                site.url("/never"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == "found\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANG)
    assert (out, err) == ("interrupted\n", "")
