"""Tests of jumps of the wall clock: used tokens stay used, and rate limits stay in force."""

from client import ok, refused
from patience import wait_until

HOUR = 3600


def jump_and_return(server, seconds: int):
    """Moves the clock ahead, lets the server clean up, and sets the clock right again."""
    server.providers.advance_clock(seconds)
    future = server.providers.now() * 1000
    wait_until(lambda: server.query("SELECT due_at FROM jobs WHERE kind = 'purge'")[0][0] > future, "the clean-up")
    server.providers.reset_clock()


def test_used_nonce_stays_used_after_a_clock_jump(start):
    server = start()
    credential = server.api.credential()
    ok(server.api.post("/v1/sign-in/google", credential, app="couple"))
    jump_and_return(server, 2 * HOUR)
    refused(server.api.post("/v1/sign-in/google", credential, app="couple"), 401, "invalid_nonce")


def test_used_id_token_without_a_nonce_stays_used_after_a_clock_jump(start):
    server = start()
    token = server.providers.mint("google", app="couple")
    session = ok(server.api.post("/auth/google", {"idToken": token}, app="couple"))
    ok(server.api.refresh(session["refreshToken"]))
    jump_and_return(server, 2 * HOUR)
    assert server.api.post("/auth/google", {"idToken": token}, app="couple").status_code == 401


def test_used_tickets_sessions_and_refresh_tokens_stay_invalid_after_a_clock_jump(start):
    server = start()
    ticket = server.api.ticket()
    form = {"ticket": ticket, "role": "ACTEUR", "profile": {"nom": "User", "prenom": "Test"}}
    session = ok(server.api.post("/v1/sign-up", form))
    newer = ok(server.api.refresh(session["refreshToken"]))
    ok(server.api.refresh(newer["refreshToken"]))
    ended = server.api.sign_in_anonymously()
    assert server.api.sign_out(ended["accessToken"]).status_code == 204
    jump_and_return(server, 2 * HOUR)
    refused(server.api.post("/v1/sign-up", form), 401, "ticket_expired")
    refused(server.api.me(ended["accessToken"]), 401, "session_ended")
    refused(server.api.refresh(ended["refreshToken"]), 401, "session_ended")
    refused(server.api.refresh(session["refreshToken"]), 401, "session_revoked")


def test_notification_takes_effect_once_despite_a_clock_jump(start):
    server = start()
    person = server.api.sign_in("apple")
    subject = server.query("SELECT subject FROM identities WHERE account = ?", person["user"]["uid"])[0][0]
    notice = server.providers.notification("apple", "consent-revoked", sub=subject, deliver=False)["token"]
    assert server.api.post("/notifications/apple", {"payload": notice}).status_code == 200
    events = server.events(person["user"]["uid"])
    assert events.count("consent_revoked") == 1
    jump_and_return(server, 2 * HOUR)
    server.api.post("/notifications/apple", {"payload": notice})
    assert server.events(person["user"]["uid"]) == events


def test_session_survives_a_clock_that_was_behind(start):
    server = start()
    session = server.api.sign_in_anonymously()
    server.providers.advance_clock(-2 * HOUR)
    session = ok(server.api.refresh(session["refreshToken"]))
    server.providers.reset_clock()
    ok(server.api.me(ok(server.api.refresh(session["refreshToken"]))["accessToken"]))
