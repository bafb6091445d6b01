"""Tests of durability: every acknowledged change survives `kill -9`, and is on the disk before the response is sent."""

import os
import re
import shutil
import sys
import time

import pytest

from client import ok, refused
from load import Load
from patience import PATIENCE, wait_until
from providers import new_subject
from sesame import Development

pytestmark = pytest.mark.released


def test_acknowledged_changes_survive_kill_9_under_load(tmp_path):
    server = Development(tmp_path)
    subject = new_subject()
    uid = server.api.sign_in(sub=subject)["user"]["uid"]
    checked = 0
    for _ in range(3):
        load = Load(server)
        enough = len(load.sessions) + 60
        wait_until(lambda: len(load.sessions) >= enough, "enough load")
        server.kill()
        load.stop()
        assert not load.wrong
        server = server.restarted()
        assert server.query("PRAGMA integrity_check") == [("ok",)]
        for session in load.sessions:
            checked += 1
            if session.get("ended"):
                refused(server.api.me(session["accessToken"]), 401, "session_ended")
                continue
            assert ok(server.api.me(session["accessToken"]))["uid"] == session["user"]["uid"]
            refreshed = ok(server.api.refresh(session["refreshToken"]))
            assert refreshed["sessionID"] == session["sessionID"]
        again = server.api.sign_in(sub=subject)
        assert (again["isNewUser"], again["user"]["uid"]) == (False, uid)
    assert checked > 150
    assert server.stop() == 0


def test_acknowledged_deletion_survives_kill_9(tmp_path):
    server = Development(tmp_path)
    session = server.api.sign_in()
    assert server.api.delete("/v1/me", token=session["accessToken"]).status_code == 204
    server.kill()
    server = server.restarted()
    refused(server.api.me(session["accessToken"]), 401, "user_deleted")
    assert server.stop() == 0


def test_detected_refresh_token_reuse_survives_kill_9(tmp_path):
    server = Development(tmp_path)
    session = server.api.sign_in_anonymously()
    child = ok(server.api.refresh(session["refreshToken"]))
    ok(server.api.me(child["accessToken"]))
    server.providers.advance_clock(server.api.LEEWAY)
    refused(server.api.refresh(session["refreshToken"]), 401, "session_revoked")
    server.kill()
    server = server.restarted()
    refused(server.api.refresh(child["refreshToken"]), 401, "session_revoked")
    assert server.stop() == 0


def test_acknowledged_sessions_survive_sigterm_under_load(tmp_path):
    server = Development(tmp_path)
    load = Load(server)
    wait_until(lambda: len(load.sessions) >= 40, "enough load")
    assert server.stop() == 0
    load.stop()
    assert not load.wrong
    server = server.restarted()
    for session in load.sessions:
        if not session.get("ended"):
            ok(server.api.refresh(session["refreshToken"]))
    assert server.stop() == 0


# The order of system calls

CALLS = "fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg"


@pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")
@pytest.mark.skipif(os.environ.get("SESAME_WITHOUT_STRACE") == "1", reason="SESAME_WITHOUT_STRACE=1")
def test_database_log_is_synced_before_the_response_is_sent(tmp_path):
    assert shutil.which("strace"), "strace is missing; scripts/bootstrap --tests installs it"
    trace = tmp_path / "trace"
    server = Development(tmp_path, prefix=["strace", "-f", "-yy", "-s", "40", "-o", trace, "-e", f"trace={CALLS}"])
    session, unused = server.api.sign_in_anonymously(), server.api.sign_in_anonymously()
    writes = {
        "a sign-in": lambda: server.api.sign_in_anonymously(),
        "a refresh": lambda: ok(server.api.refresh(session["refreshToken"])),
        "the first use of an access token": lambda: ok(server.api.me(unused["accessToken"])),
        "a sign-out": lambda: server.api.sign_out(session["refreshToken"]),
    }
    for what, write in writes.items():
        start = size_at_rest(trace)
        write()
        lines = wait_until(lambda: until_the_answer(trace, start), f"the answer to {what} in the trace")
        assert_synced(lines, what)
    # The signal is for the server, not for strace, which ends with it.
    os.kill(child_of(server.process.pid), 15)
    assert server.process.wait(PATIENCE) == 0


def size_at_rest(file) -> int:
    """Returns the file's size once it has stopped growing, when the server's background work has ended."""
    size, since = file.stat().st_size, time.monotonic()

    def is_at_rest():
        nonlocal size, since
        if file.stat().st_size != size:
            size, since = file.stat().st_size, time.monotonic()
        return time.monotonic() - since > 0.2

    wait_until(is_at_rest, "rest")
    return size


def child_of(pid: int) -> int:
    with open(f"/proc/{pid}/task/{pid}/children") as children:
        return int(children.read().split()[0])


def until_the_answer(trace, start: int) -> list[str] | None:
    """Returns the completed system calls since `start`, up to the last response; None before the first response."""
    with open(trace, errors="replace") as file:
        file.seek(start)
        lines = joined(file.read().split("\n")[:-1])
    ends = [index for index, line in enumerate(lines) if is_answer(line)]
    return lines[:ends[-1] + 1] if ends else None


def joined(lines: list[str]) -> list[str]:
    """Joins the calls that strace splits in two. A response counts from its start, every other call from its end."""
    begun, calls = {}, []
    for line in lines:
        pid, _, call = line.partition(" ")
        call = call.strip()
        if call.endswith("<unfinished ...>"):
            begun[pid] = call.removesuffix("<unfinished ...>")
            if "HTTP/1.1 " in call:
                calls.append(begun.pop(pid) + " = 0")
        elif resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", call):
            if pid in begun:
                calls.append(begun.pop(pid) + resumed[1])
        else:
            calls.append(call)
    return calls


def is_answer(call: str) -> bool:
    return "TCP" in call and '"HTTP/1.1 2' in call


def assert_synced(calls: list[str], what: str):
    writes = [index for index, call in enumerate(calls) if call.startswith("pwrite64") and "sesame.db-wal" in call]
    assert writes, f"{what} wrote nothing to the log of the database"
    synced = [index for index, call in enumerate(calls)
              if re.match(r"f(data)?sync\(\d+<[^>]*sesame\.db-wal", call) and call.rstrip().endswith("= 0")]
    assert synced and synced[-1] > writes[-1], f"{what} was answered before its log was synced:\n" + "\n".join(calls)
