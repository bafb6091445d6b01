"""Tests of a disk that reports an error when the server waits for it: what was refused does not take effect later."""

import sqlite3
import sys

import pytest

from client import ok, refused
from faulty_disk import FaultyDisk

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a preloaded library is for Linux")


@pytest.fixture
def disk(tmp_path):
    return FaultyDisk(tmp_path)


@pytest.fixture
def server(disk, tmp_path):
    return disk.start(tmp_path)


def refuse_all_writes(server, person):
    """Asserts that each request that must write gets 503, and that reads succeed."""
    for answer in (
            server.api.delete("/v1/me", token=person["accessToken"]), server.api.refresh(person["refreshToken"]),
            server.api.post("/v1/sign-in/anonymous", app="couple"), server.api.sign_out(person["accessToken"])):
        refused(answer, 503, "storage_unavailable")
    assert ok(server.api.me(person["accessToken"]))["uid"] == person["user"]["uid"]


def test_refused_change_does_not_take_effect_after_kill_9(server, disk):
    person = server.api.sign_in()
    ok(server.api.me(person["accessToken"]))
    before = server.rows()
    with disk.failing("-wal"):
        refuse_all_writes(server, person)
        server.kill()
    server = server.restarted()
    assert ok(server.api.me(person["accessToken"]))["uid"] == person["user"]["uid"]
    assert server.rows() == before
    ok(server.api.refresh(person["refreshToken"]))
    assert server.stop() == 0


def test_acknowledged_change_after_a_failed_sync_survives_kill_9(server, disk):
    person, other = server.api.sign_in(), server.api.sign_in()
    ok(server.api.me(person["accessToken"]))
    with disk.failing("-wal"):
        refuse_all_writes(server, person)
    assert server.api.delete("/v1/me", token=other["accessToken"]).status_code == 204
    server.kill()
    server = server.restarted()
    refused(server.api.me(other["accessToken"]), 401, "user_deleted")
    ok(server.api.refresh(person["refreshToken"]))
    assert server.query("PRAGMA integrity_check") == [("ok",)]
    assert server.stop() == 0


def test_failed_commit_leaves_the_log_of_another_process_alone(server):
    person = server.api.sign_in()
    ok(server.api.me(person["accessToken"]))
    shell = sqlite3.connect(server.data / "sesame.db", isolation_level=None)
    try:
        # The cache is too small for the transaction, so that its pages stand in the log before the commit.
        shell.execute("PRAGMA cache_size = 5")
        shell.execute("BEGIN IMMEDIATE")
        shell.execute("CREATE TABLE notes (text TEXT)")
        shell.executemany("INSERT INTO notes VALUES (?)", [["x" * 1_000]] * 2_000)
        refused(server.api.refresh(person["refreshToken"]), 503, "storage_unavailable")
        shell.executemany("INSERT INTO notes VALUES (?)", [["x" * 1_000]] * 2_000)
        shell.execute("COMMIT")
        assert shell.execute("SELECT count(*), sum(length(text)) FROM notes").fetchall() == [(4_000, 4_000_000)]
        shell.execute("DROP TABLE notes")
    finally:
        shell.close()
    ok(server.api.refresh(person["refreshToken"]))
    assert server.query("PRAGMA integrity_check") == [("ok",)]
    assert server.stop() == 0


def test_account_whose_deletion_could_not_be_journaled_is_deleted(server, disk):
    person = server.api.sign_in()
    with disk.failing("deletions.jsonl"):
        refused(server.api.delete("/v1/me", token=person["accessToken"]), 503, "storage_unavailable")
        refused(server.api.delete("/v1/me", token=person["accessToken"]), 401, "user_deleted")
    server.kill()
    server = server.restarted()
    assert (server.data / "deletions.jsonl").read_text().count('"account"') == 1
    refused(server.api.me(person["accessToken"]), 401, "user_deleted")
    assert server.stop() == 0
