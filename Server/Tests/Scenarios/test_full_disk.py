"""Tests of a full disk: requests that write nothing succeed, writes are refused, and all recovers once there is space.

The process's file-size limit simulates the full disk: every write beyond the limit fails. For a start on a full disk, a
preloaded library does.
"""

import base64
import os
import resource
import sqlite3
import sys
import time

import pytest

from client import Api, ok, refused
from faulty_disk import FaultyDisk
from secrets_seen import SecretsSeen
from sesame import Development, Process, production

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


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_server_that_starts_on_a_full_disk_reads_and_recovers(tmp_path, end):
    """No admin key exists, so each start writes a secret for the first one. The keys of both protocols exist."""
    disk, secrets, data = FaultyDisk(tmp_path), SecretsSeen(), tmp_path / "data"

    def start() -> Process:
        server = production(
            tmp_path, {"shop": {
                "providers": {"anonymous": True}, "firebase": {"projectID": "shop", "apiKeys": ["k"]}}}, disk.prefix)
        server.api = Api(server.url, None, secrets)
        return server

    server = start()
    person, other = server.api.sign_in_anonymously("shop"), server.api.sign_in_anonymously("shop")
    ok(server.api.me(person["accessToken"]))
    assert server.api.delete("/v1/me", token=other["accessToken"]).status_code == 204
    server.stop() if end == "stop" else server.kill()
    # A deletion that the journal lacks must wait for space, and must not keep the server from starting.
    journal = data / "deletions.jsonl"
    [header, *entries] = journal.read_text().splitlines(keepends=True)
    journal.write_text(header)
    with disk.full(data):
        server = start()
        assert ok(server.api.me(person["accessToken"]))["uid"] == person["user"]["uid"]
        refused(server.api.me(other["accessToken"]), 401, "user_deleted")
        assert len(ok(server.api.get("/v1/sessions", token=person["accessToken"]))["sessions"]) == 1
        assert server.api.get("/.well-known/jwks.json").json()["keys"]
        assert server.api.get("/readyz").status_code == 200
        for _ in range(30):
            for answer in (
                    server.api.post("/v1/sign-in/anonymous", app="shop"), server.api.refresh(person["refreshToken"])):
                error = refused(answer, 503, "storage_unavailable")
                assert error["retryAfter"] == int(answer.headers["Retry-After"]) > 0
        errors = [line for line in server.log_lines() if line["level"] in ("error", "critical")]
        texts = [line["message"] for line in errors]
        assert texts.count("storage unavailable") == 1 and len(errors) < 10, errors
        for beginning in ("storage cannot be written", "deletions wait", "the first admin key cannot be created"):
            assert any(text.startswith(beginning) for text in texts), texts
    ok(server.api.refresh(person["refreshToken"]))
    another = server.api.sign_in_anonymously("shop")
    assert server.api.delete("/v1/me", token=another["accessToken"]).status_code == 204
    # The entry that waited is in the journal now, before the new one.
    assert journal.read_text().splitlines(keepends=True)[:2] == [header, entries[-1]]
    assert server.stop() == 0
    database = sqlite3.connect(data / "sesame.db")
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()
