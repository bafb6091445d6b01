"""Tests of jumps of the system's wall clock, in a server that has only this clock and boot time."""

import time

import pytest

from client import ok
from moving_clock import Clock
from patience import wait_until
from providers import new_subject
from sesame import Development

DAY = 86_400


@pytest.fixture
def clock(tmp_path):
    clock = Clock(tmp_path)
    yield clock
    clock.end()


@pytest.fixture
def server(clock, tmp_path):
    running = Development(tmp_path, prefix=clock.prefix)
    yield running
    clock.set(0)
    assert running.stop() == 0


def readiness(server) -> dict:
    return ok(server.api.get("/readyz"))


def comes_to(server, status: str):
    wait_until(lambda: readiness(server)["status"] == status, status)


def gauge(server, name: str) -> float:
    line = next(line for line in server.api.get("/metrics").text.splitlines() if line.startswith(f"{name} "))
    return float(line.split()[1])


@pytest.mark.parametrize("days", [100, 61, -100])
def test_short_clock_jump_ends_no_session_and_deletes_no_account(server, clock, days):
    guests = [server.api.sign_in_anonymously() for _ in range(50)]
    sub = new_subject("google")
    server.api.register(sub=sub)
    token = server.providers.mint("google", "castmate", sub=sub)
    first = ok(server.api.contract(token=token))
    journal = server.data / "deletions.jsonl"
    before = journal.read_bytes()
    clock.set(days * DAY)
    wall, boot = clock.read()
    assert abs(wall - days * DAY) < 60 and abs(boot) < 60, "the clock of the test moves the wrong times"
    comes_to(server, "degraded")
    assert readiness(server)["reasons"] == ["clock"]
    assert gauge(server, "sesame_clock_trusted") == 0 and gauge(server, "sesame_clock_jumps_total") == 1
    time.sleep(3)
    tokens = [ok(server.api.refresh(guest["refreshToken"])) for guest in guests]
    for token_pair in tokens:
        ok(server.api.me(token_pair["accessToken"]))
    newcomer = server.api.sign_in_anonymously()
    clock.set(0)
    comes_to(server, "ready")
    assert gauge(server, "sesame_clock_trusted") == 1
    for guest, pair in zip(guests + [newcomer], tokens + [newcomer], strict=True):
        assert ok(server.api.me(pair["accessToken"]))["uid"] == guest["user"]["uid"]
    # Within a minute, a client that lost the response receives it again.
    spent = server.api.contract(token=token)
    assert spent.status_code == 401 or ok(spent)["refreshToken"] == first["refreshToken"], "the token signed in anew"
    assert server.query("SELECT count(*) FROM tombstones") == [(0,)] and journal.read_bytes() == before
    lines = [line["message"] for line in server.log_lines() if "the clock is" in line.get("message", "")]
    assert len(lines) == 2 and "in doubt" in lines[0] and "trusted again" in lines[1]


def test_clock_behind_the_last_data_use_is_not_trusted_until_it_catches_up(server, clock):
    guest = server.api.sign_in_anonymously()
    assert server.stop() == 0
    clock.set(-2 * DAY)
    again = server.restarted()
    try:
        assert readiness(again) == {"status": "degraded", "reasons": ["clock"]}
        pair = ok(again.api.refresh(guest["refreshToken"]))
        clock.set(0)
        comes_to(again, "ready")
        ok(again.api.refresh(pair["refreshToken"]))
    finally:
        assert again.stop() == 0


def test_long_stop_is_not_a_clock_jump(server, clock):
    server.api.sign_in_anonymously()
    assert server.stop() == 0
    clock.set(40 * DAY)
    again = server.restarted()
    try:
        assert readiness(again) == {"status": "ready"}
    finally:
        assert again.stop() == 0
