"""Tests that nothing of a deleted account remains in the tables, in the bytes of the database and its log, or in the
server's log."""

import time

from client import ok
from patience import wait_until
from providers import new_subject

CANARY = "Canaria"


def residue(server, *canaries: str) -> list[str]:
    """Returns the files that contain one of the words, with that word."""
    files = [*server.data.iterdir(), server.log_file]
    return [f"{file.name}: {canary}" for file in files for canary in canaries if canary.encode() in file.read_bytes()]


def is_written(server, *canaries: str) -> bool:
    found = residue(server, *canaries)
    return all(any(canary in place for place in found) for canary in canaries)


def test_no_data_remains_of_a_deleted_account(start):
    server = start()
    subject, email = new_subject("apple"), "test.user.71@canaries.example.com"
    nonce_body = server.api.credential("apple", sub=subject, email=email)
    session = ok(server.api.post(
        "/v1/sign-in/apple", {**nonce_body, "givenName": CANARY, "familyName": "Residua"}, app="couple"))
    token = session["accessToken"]
    assert server.api.register_device(token, "push-canary-0123456789", "installation-canary").status_code == 200
    words = (subject, email, CANARY, "installation-canary")
    assert is_written(server, *words)
    answer = server.api.delete("/v1/me", token=token)
    assert answer.status_code in (200, 204)
    wait_until(lambda: not residue(server, *words), "that nothing is left")
    time.sleep(0.2)
    assert residue(server, *words) == []


def test_no_merge_data_remains_after_the_account_is_deleted(start):
    server = start()
    subject = new_subject()
    server.api.sign_in(sub=subject)
    guest = server.api.sign_in_anonymously()
    token = ok(server.api.link(guest["accessToken"], sub=subject, onConflict="merge"))["accessToken"]
    [(sealed,)] = server.query("SELECT sealed FROM merges")
    # A long value spans several database pages, each with a part of it.
    parts = (sealed[:100], sealed[-100:])

    def left() -> bool:
        return any(part in file.read_bytes() for file in server.data.iterdir() if file.is_file() for part in parts)

    assert left()
    assert server.api.delete("/v1/me", token=token).status_code in (200, 204)
    wait_until(lambda: not left(), "that nothing is left")


def test_no_data_remains_of_an_idle_guest(start):
    server = start()
    guest = server.api.sign_in_anonymously()
    person, session = server.api.sign_in(), guest["sessionID"]
    assert is_written(server, session)
    server.providers.advance_clock(89 * 86_400)
    wait_until(lambda: outcomes(server), "a clean-up")
    # If the clock jumped before the clean-up ended, the next clean-up would be a day late.
    now = server.providers.now() * 1000
    wait_until(lambda: not server.query("SELECT 1 FROM jobs WHERE due_at <= ?", now), "that all jobs have ended")
    assert server.query("SELECT count(*) FROM accounts WHERE id = ?", guest["user"]["uid"]) == [(1,)]
    # The account's events expire by then, too.
    server.providers.advance_clock(3 * 86_400)
    wait_until(lambda: not residue(server, session), "that nothing is left")
    uid = guest["user"]["uid"]
    assert server.events(uid)[-1] == "account_deleted"
    assert server.query("SELECT count(*) FROM accounts WHERE id = ?", person["user"]["uid"]) == [(1,)]
    # A clean-up after a restored backup removes the guest again, so the deletion journal has no entry.
    wait_until(
        lambda: 1 in [int(line["removed"]) for line in outcomes(server) if line["app"] == "couple"],
        "the outcome of the clean-up")
    assert "account" not in (server.data / "deletions.jsonl").read_text()


def outcomes(server) -> list[dict]:
    return [line for line in server.log_lines() if line["message"] == "idle guests removed"]
