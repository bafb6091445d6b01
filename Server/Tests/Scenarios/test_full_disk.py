"""Tests of a full disk: requests that write nothing succeed, writes are refused, and all recovers once there is space.

The process's file-size limit simulates the full disk: every write beyond the limit fails.
"""

import base64
import os
import resource
import sys
import time

import pytest

from client import ok, refused
from sesame import Development

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are for Linux")


@pytest.fixture
def server(start):
    return start()


class Full:
    """A context in which the server's disk is full."""

    def __init__(self, server):
        self.server = server

    def set(self, size: int):
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def __enter__(self):
        self.server.log_was_cut = True
        self.set(4_096)
        return self

    def __exit__(self, *_):
        if self.server.process.poll() is None:
            self.set(resource.RLIM_INFINITY)


def test_full_disk_rejects_only_requests_that_must_write(server):
    api = server.api
    person, guest = api.sign_in(), api.sign_in_anonymously()
    ok(api.me(person["accessToken"]))
    # The new access token is unused, and recording its first use needs space.
    fresh = ok(api.refresh(guest["refreshToken"]))
    before = server.rows()
    with Full(server):
        for answer in (
                api.post("/v1/sign-in/anonymous"), api.refresh(person["refreshToken"]),
                api.delete("/v1/me", token=person["accessToken"]), api.sign_out(person["accessToken"])):
            error = refused(answer, 503, "storage_unavailable")
            assert error["retryAfter"] == int(answer.headers["Retry-After"]) > 0
        for token in (person["accessToken"], fresh["accessToken"]):
            assert ok(api.me(token))["uid"]
        assert len(ok(api.get("/v1/sessions", token=person["accessToken"]))["sessions"]) == 1
        assert api.get("/.well-known/jwks.json").status_code == 200
        assert server.rows() == before
    child = ok(api.refresh(person["refreshToken"]))
    ok(api.me(child["accessToken"]))
    ok(api.post("/v1/sign-in/anonymous"))
    # The first use is recorded now, so the parent of the used token counts as stolen.
    ok(api.me(fresh["accessToken"]))
    server.providers.advance_clock(api.LEEWAY)
    refused(api.refresh(guest["refreshToken"]), 401, "session_revoked")
    assert server.query("PRAGMA integrity_check") == [("ok",)]


def test_acknowledged_sessions_survive_a_full_disk_and_a_restart(tmp_path):
    server = Development(tmp_path)
    sessions = [server.api.sign_in_anonymously() for _ in range(5)]
    with Full(server):
        refused(server.api.post("/v1/sign-in/anonymous"), 503, "storage_unavailable")
        server.kill()
    again = server.restarted()
    for session in sessions:
        ok(again.api.refresh(session["refreshToken"]))
    assert again.stop() == 0


def test_deletion_without_a_journal_entry_is_not_acknowledged(tmp_path):
    """The database has space, but the deletion journal has none."""
    server = Development(tmp_path)
    assert server.stop() == 0
    digests = (base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode() for _ in range(30_000))
    now = int(time.time() * 1000)
    journal = server.data / "deletions.jsonl"
    header = journal.read_text()
    journal.write_text(
        header + "".join(f'{{"account":"{digest}","notBefore":{now},"number":0}}\n' for digest in digests))
    size = journal.stat().st_size
    server = server.restarted()
    people = [server.api.sign_in() for _ in range(2)]
    with Full(server) as full:
        full.set(size)
        answer = server.api.delete("/v1/me", token=people[0]["accessToken"])
        assert refused(answer, 503, "storage_unavailable")["retryAfter"] > 0
        refused(server.api.delete("/v1/me", token=people[0]["accessToken"]), 401, "user_deleted")
        assert journal.stat().st_size == size
    assert server.api.delete("/v1/me", token=people[1]["accessToken"]).status_code == 204
    assert journal.read_bytes()[size:].count(b"\n") == 2
    assert server.stop() == 0
