"""Tests of account deletion and the reauthentication that it requires."""

import pytest

from client import ok, refused
from providers import new_subject


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_deletion_requires_a_recent_sign_in_and_removes_the_account(shifted, provider):
    subject = new_subject(provider)
    session = shifted.api.sign_in(provider, sub=subject)
    uid = session["user"]["uid"]
    shifted.providers.advance_clock(360)
    refused(shifted.api.delete("/v1/me", token=session["accessToken"]), 403, "reauthentication_required")

    proof = {"provider": provider, **shifted.api.credential(provider, sub=subject)}
    confirmed = ok(shifted.api.post("/v1/me/confirm", proof, token=session["accessToken"]))
    assert confirmed["sessionID"] == session["sessionID"]
    answer = shifted.api.delete("/v1/me", token=confirmed["accessToken"])
    assert answer.status_code == (200 if provider == "apple" else 204)

    for token in (session["accessToken"], confirmed["accessToken"]):
        refused(shifted.api.me(token), 401, "user_deleted")
    for token in (session["refreshToken"], confirmed["refreshToken"]):
        assert shifted.api.refresh(token).status_code == 401
    for table, column in (("accounts", "id"), ("identities", "account"), ("sessions", "account")):
        assert shifted.query(f"SELECT count(*) FROM {table} WHERE {column} = ?", uid) == [(0,)]
    assert shifted.query("SELECT count(*) FROM identities WHERE subject = ?", subject) == [(0,)]
    newcomer = shifted.api.sign_in(provider, sub=subject)
    assert newcomer["isNewUser"] is True and newcomer["user"]["uid"] != uid


def test_every_access_token_of_a_deleted_account_returns_user_deleted(server):
    subject = new_subject()
    sessions = [server.api.sign_in(sub=subject) for _ in range(3)]
    assert server.api.delete("/v1/me", token=sessions[0]["accessToken"]).status_code == 204
    for session in sessions:
        refused(server.api.me(session["accessToken"]), 401, "user_deleted")
        refused(server.api.refresh(session["refreshToken"]), 401, "session_ended")
    assert server.events(sessions[0]["user"]["uid"]) == [
        "account_created", "signed_in", "signed_in", "signed_in", "account_deleted"]


def test_guest_can_delete_the_account_at_any_time(shifted):
    guest = shifted.api.sign_in_anonymously()
    shifted.providers.advance_clock(600)
    assert shifted.api.delete("/v1/me", token=guest["accessToken"]).status_code == 204
    refused(shifted.api.me(guest["accessToken"]), 401, "user_deleted")


def test_refresh_does_not_count_as_reauthentication(shifted):
    session = shifted.api.sign_in()
    shifted.providers.advance_clock(360)
    refreshed = ok(shifted.api.refresh(session["refreshToken"]))
    refused(shifted.api.delete("/v1/me", token=refreshed["accessToken"]), 403, "reauthentication_required")


def test_reauthentication_leaves_an_event(server):
    subject = new_subject()
    session = server.api.sign_in(sub=subject)
    proof = {"provider": "google", **server.api.credential(sub=subject)}
    ok(server.api.post("/v1/me/confirm", proof, token=session["accessToken"]))
    assert server.events(session["user"]["uid"])[-1] == "confirmed"
