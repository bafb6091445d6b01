"""Tests of a damaged page: it is reported when it is first met, and the rest of the database is served."""

import sqlite3

from client import ok, refused
from sesame import Development
from test_doctor import run_against
from test_metrics import read, value


def damage(server, table: str):
    """Overwrites the first page of a table in the database of a stopped server."""
    file = server.data / "sesame.db"
    with sqlite3.connect(file) as database:
        [[page]] = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table])
        [[size]] = database.execute("PRAGMA page_size")
    with open(file, "r+b") as database:
        database.seek((page - 1) * size)
        database.write(bytes([0xA5]) * size)


def test_damaged_page_is_reported_once_it_is_met(tmp_path):
    server = Development(tmp_path)
    person = server.api.sign_in()
    assert server.stop() == 0
    damage(server, "devices")
    server = server.restarted()
    # Nothing has read the page yet.
    assert ok(server.api.get("/readyz")) == {"status": "ready"}
    assert value(read(server), "sesame_storage_damaged") == 0
    for _ in range(3):
        refused(server.api.get("/v1/me/devices", token=person["accessToken"]), 500, "internal")
    assert ok(server.api.get("/readyz")) == {"status": "degraded", "reasons": ["database"]}
    assert value(read(server), "sesame_storage_damaged") == 1
    [line] = [line for line in server.log_lines() if line["message"].startswith("the database is damaged")]
    assert line["level"] == "error" and "malformed" in line["reason"]
    ok(server.api.me(person["accessToken"]))
    ok(server.api.refresh(person["refreshToken"]))
    findings = run_against(tmp_path, {"dataDir": str(server.data)}, server.url)
    assert [finding["found"] for finding in findings if finding["subject"] == server.url] == [
        "a part of its database is damaged"]
    server.kill()
