"""Tests of webhooks: a back end receives every event, even if it or the server fails."""

import json
import sqlite3

import jwt
import pytest

from client import ok
from patience import wait_until
from receiver import Receiver, is_ended, is_genuine, store_end
from sesame import Development, free_port

SECRET = "0123456789abcdef0123456789abcdef"
OTHER = "another-secret-another-secret-xyz"


def configuration(folder, url: str, secrets=(SECRET,), **members) -> str:
    """Writes a configuration with one webhook."""
    webhook = {"url": url, **members}
    for name, secret in zip(("secretFile", "previousSecretFile"), secrets):
        file = folder / name
        file.write_text(secret + "\n")
        webhook[name] = str(file)
    file = folder / "sesame.json"
    file.write_text(json.dumps({"apps": {"couple": {"providers": {"anonymous": True, "password": {}}}}, "webhooks": [webhook]}))
    return str(file)


@pytest.fixture
def receiver():
    receiver = Receiver(SECRET)
    yield receiver
    receiver.stop()
    assert receiver.forged == 0


@pytest.fixture
def told(tmp_path, start, receiver):
    """Starts a server that delivers webhooks to the receiver."""
    return start(options=["--config", configuration(tmp_path, receiver.url)])


def guest(server) -> str:
    return ok(server.api.post("/v1/sign-in/anonymous", app="couple"))["user"]["uid"]


def learns(receiver: Receiver, uid: str, *kinds: str):
    wait_until(lambda: receiver.kinds(uid) == sorted(kinds), f"that {kinds} are told")


def test_webhook_delivers_each_event_with_a_signature(told, receiver):
    uid = guest(told)
    learns(receiver, uid, "account_created", "signed_in")
    message = receiver.messages[-1]
    assert message["headers"]["Content-Type"] == "application/json"
    assert message["headers"]["Sesame-Event-ID"] == message["event"]["id"]
    event = next(event for event in receiver.events.values() if event["kind"] == "signed_in" and event["uid"] == uid)
    assert event["app"] == "couple" and event["detail"] == "anonymous" and event["count"] == 1
    assert event["network"] == "127.0.0.0/24"
    listed = ok(told.api.get(f"/admin/v1/events?app=couple&uid={uid}", token=told.admin_key))["events"]
    assert event in listed


def test_back_end_rejects_the_tokens_of_ended_sessions_and_accounts(told, receiver):
    def claims(session: dict) -> dict:
        return jwt.decode(session["accessToken"], options={"verify_signature": False})

    def ended(*sessions: dict) -> list[bool]:
        database = sqlite3.connect(":memory:")
        database.execute("create table ended (subject text primary key, time integer not null)")
        for event in receiver.events.values():
            store_end(database, event)
        return [is_ended(database, claims(session)) for session in sessions]

    api = told.api
    signed_up = {"email": "test.user.1@example.com", "password": "correct horse battery 1"}
    first = ok(api.post("/v1/sign-up/password", {**signed_up, "profile": {}}, app="couple"))
    second = ok(api.post("/v1/sign-in/password", signed_up, app="couple"))
    uid = first["user"]["uid"]
    wait_until(lambda: receiver.kinds(uid).count("signed_in") == 2, "both sign-ins")
    assert ended(first, second) == [False, False]
    assert api.delete("/v1/sessions/current", token=first["accessToken"]).status_code == 204
    wait_until(lambda: "signed_out" in receiver.kinds(uid), "the sign-out")
    assert ended(first, second) == [True, False]
    ok(api.post(f"/admin/v1/apps/couple/users/{uid}/disable", {}, token=told.admin_key))
    wait_until(lambda: "account_disabled" in receiver.kinds(uid), "the disabling")
    assert ended(first, second) == [True, True]


def test_webhook_delivers_only_the_requested_events(tmp_path, start, receiver):
    server = start(options=["--config", configuration(tmp_path, receiver.url, events=["signed_in"])])
    uid = guest(server)
    learns(receiver, uid, "signed_in")
    assert {message["event"]["kind"] for message in receiver.messages} == {"signed_in"}


@pytest.mark.slow
def test_failed_delivery_is_retried_and_redirects_are_not_followed(told, receiver):
    for status in (500, 429, 302):
        receiver.status = status
        uid = guest(told)
        wait_until(lambda: [m for m in receiver.messages if m["event"].get("uid") == uid], "an attempt")
        receiver.status = 200
        told.providers.advance_clock(400)
        learns(receiver, uid, "account_created", "signed_in")
        told.providers.advance_clock(400)
    assert {message["path"] for message in receiver.messages} == {"/hook"}


@pytest.mark.slow
def test_back_end_that_was_unreachable_receives_every_event_later(tmp_path, start):
    # A port of the program's own range, because another test could get a port of the system's while it is unused.
    away = Receiver(SECRET, free_port())
    server = start(options=["--config", configuration(tmp_path, away.url)])
    away.stop()
    people = [guest(server) for _ in range(5)]
    wait_until(lambda: server.query("SELECT count(*) FROM jobs WHERE kind = 'deliver_webhook' AND failures > 0")[0][0], "a failure")
    back = Receiver(SECRET, away.port)
    try:
        for _ in range(3):
            server.providers.advance_clock(1_000)
            server.api.get("/healthz")
        for uid in people:
            learns(back, uid, "account_created", "signed_in")
        wait_until(lambda: server.query("SELECT count(*) FROM jobs WHERE kind = 'deliver_webhook'") == [(0,)],
                   "an empty outbox")
    finally:
        back.stop()


def test_receiver_rejects_modified_or_old_messages(told, receiver):
    guest(told)
    message = wait_until(lambda: receiver.messages, "a message")[0]
    signature, body = message["headers"]["Sesame-Signature"], message["body"]
    now = float(signature.split(",")[0].removeprefix("t="))
    assert is_genuine(signature, body, SECRET, now + 300) and is_genuine(signature, body, SECRET, now - 300)
    assert not is_genuine(signature, body, SECRET, now + 301) and not is_genuine(signature, body, SECRET, now - 301)
    assert not is_genuine(signature, body + b" ", SECRET, now) and not is_genuine(signature, body, SECRET[1:], now)
    moment = signature.split(",")[0]
    for malformed in ("", "abc", "v1=00", "t=x,v1=00", moment, f"{moment},v1=é", f"t={'9' * 5_000},v1=00", "t=-1"):
        assert not is_genuine(malformed, body, SECRET, now), malformed


def test_killed_server_delivers_its_events_after_the_restart(tmp_path, receiver):
    receiver.status = 503
    options = ["--config", configuration(tmp_path, receiver.url)]
    first = Development(tmp_path, options=options)
    people = [guest(first)]
    wait_until(lambda: receiver.messages, "an attempt")
    people.append(guest(first))
    first.kill()
    receiver.status = 200
    second = first.restarted()
    second.providers.advance_clock(400)
    for uid in people:
        learns(receiver, uid, "account_created", "signed_in")
    assert second.stop() == 0


def test_slow_back_end_does_not_delay_pushes(told, receiver):
    receiver.delay = 3
    for _ in range(6):
        guest(told)
    wait_until(lambda: told.query("SELECT count(*) FROM jobs WHERE kind = 'deliver_webhook'")[0][0] > 6, "a queue")
    push = told.push({"topic": "news"}, data={"k": "v"})
    assert push.status_code == 202
    wait_until(lambda: told.push_state(push.json()["id"])["sent"] == 1, "the push")
    receiver.delay = 0


@pytest.mark.parametrize("secrets", [(OTHER, SECRET), (SECRET, OTHER)])
def test_either_secret_verifies_during_a_secret_change(tmp_path, start, receiver, secrets):
    server = start(options=["--config", configuration(tmp_path, receiver.url, secrets)])
    learns(receiver, guest(server), "account_created", "signed_in")


def test_webhook_secret_is_in_neither_the_log_nor_the_data(told, receiver):
    learns(receiver, guest(told), "account_created", "signed_in")
    assert SECRET not in told.log()
    for path in told.data.iterdir():
        assert SECRET.encode() not in path.read_bytes()
