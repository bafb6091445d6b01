"""Tests of jumps of the system's wall clock, in a server that has only this clock and boot time."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from client import ok
from patience import PATIENCE, wait_until
from providers import new_subject
from sesame import Development

DAY = 86_400


class Clock:
    """A program's wall clock, set by a file while the program runs. Boot time is unchanged."""

    def __init__(self, folder: Path):
        self.file = folder / "time"
        # This command creates the library's shared memory, and keeps it until its input ends. If the library created
        # the memory itself in the server, the server would lose its arguments: Swift finds them next to the
        # environment, which would then have moved.
        self._keeper = subprocess.Popen(
            ["faketime", "-m", "-f", "+0", "sh", "-c", 'echo "$LD_PRELOAD"; echo "$FAKETIME_SHARED"; read -r line'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        library, shared = (self._keeper.stdout.readline().strip() for _ in range(2))
        self.prefix = [
            "env", f"LD_PRELOAD={library}", f"FAKETIME_SHARED={shared}", f"FAKETIME_TIMESTAMP_FILE={self.file}",
            "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1"]
        self.set(0)

    def end(self):
        self._keeper.communicate(timeout=PATIENCE)

    def set(self, seconds: int):
        other = self.file.with_suffix(".new")
        other.write_text(f"{seconds:+}")
        other.rename(self.file)

    def read(self) -> tuple[float, float]:
        """Returns by how many seconds the wall clock and boot time under this clock are ahead of the real ones."""
        code = "import time; print(time.time(), time.clock_gettime(time.CLOCK_BOOTTIME))"
        here = time.time(), time.clock_gettime(time.CLOCK_BOOTTIME)
        there = subprocess.run([*self.prefix, sys.executable, "-c", code], capture_output=True, text=True, check=True)
        wall, boot = (float(word) - own for word, own in zip(there.stdout.split(), here, strict=True))
        return wall, boot


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
