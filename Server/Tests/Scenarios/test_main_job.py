"""Tests of sign-in with Google to an app's own back end: the contract of clients that call `POST /auth/google`."""

import pytest

from client import ok, refused
from providers import new_subject

pytestmark = [pytest.mark.core, pytest.mark.released]

REFUSED = {"google": "Authentification Google refusée", "apple": "Authentification Apple refusée"}
UNKNOWN = {"google": "Compte Google non trouvé", "apple": "Compte Apple non trouvé"}
PROFILE = {"nom": "User", "prenom": "Test"}


@pytest.mark.parametrize("role", ["ACTEUR", "RECRUTEUR"])
@pytest.mark.parametrize("provider", ["google", "apple"])
def test_new_user_registers_signs_in_refreshes_and_signs_out(api, provider, role):
    subject = new_subject(provider)
    answer = api.contract(provider, sub=subject)
    assert answer.status_code == 404
    unknown = answer.json()
    assert set(unknown) == {"message", "ticket", "expiresIn", "prefill"}
    assert unknown["message"] == UNKNOWN[provider]
    assert unknown["expiresIn"] == 1800
    assert unknown["prefill"]["email"]
    if provider == "google":
        assert unknown["prefill"]["givenName"] and unknown["prefill"]["familyName"]

    registered = ok(api.post(
        "/v1/sign-up", {"ticket": unknown["ticket"], "role": role, "profile": {**PROFILE, "bio": "Sur scène"}}))
    assert registered["isNewUser"] is True
    assert registered["user"]["role"] == role
    assert registered["user"]["providers"] == [provider]

    answer = api.contract(provider, sub=subject, role=role)
    assert answer.status_code == 200
    signed_in = answer.json()
    assert set(signed_in) == {"accessToken", "user", "refreshToken", "expiresIn"}
    assert signed_in["user"] == {
        "id": registered["user"]["uid"], "email": unknown["prefill"]["email"], "role": {"name": role},
        "nom": "User", "prenom": "Test", "bio": "Sur scène"}
    assert signed_in["expiresIn"] == 900

    me = ok(api.me(signed_in["accessToken"]))
    assert me["uid"] == registered["user"]["uid"]
    assert me["profile"] == {**PROFILE, "bio": "Sur scène"}
    refreshed = ok(api.refresh(signed_in["refreshToken"]))
    assert refreshed["refreshToken"] != signed_in["refreshToken"]
    assert ok(api.me(refreshed["accessToken"])) == me
    assert api.sign_out(refreshed["accessToken"]).status_code == 204
    refused(api.me(refreshed["accessToken"]), 401, "session_ended")
    refused(api.refresh(refreshed["refreshToken"]), 401, "session_ended")
    # The session of the registration is a different one and stays live.
    assert ok(api.me(registered["accessToken"]))["uid"] == me["uid"]


def test_absent_profile_field_is_null_in_the_contract(api):
    subject = new_subject()
    api.register(sub=subject)
    user = ok(api.contract(sub=subject))["user"]
    assert user["bio"] is None and set(user) == {"id", "email", "role", "nom", "prenom", "bio"}


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_rejected_token_gets_the_message_of_the_contract(server, provider):
    before = server.rows()
    answer = server.api.contract(provider, signature="broken")
    assert answer.status_code == 401
    assert answer.json() == {"message": REFUSED[provider]}
    assert server.rows() == before


def test_messages_of_an_english_app_are_english(api):
    answer = api.contract(app="authservice", signature="broken")
    assert (answer.status_code, answer.json()) == (401, {"message": "Google sign-in refused"})


# Registration tickets

def test_registration_ticket_is_valid_for_29_minutes(shifted):
    ticket = shifted.api.ticket()
    shifted.providers.advance_clock(29 * 60)
    ok(shifted.api.post("/v1/sign-up", {"ticket": ticket, "role": "ACTEUR", "profile": PROFILE}))


@pytest.mark.parametrize("text", [
    "O'Brien", "'; DROP TABLE accounts; --", "<script>alert(1)</script>", "Zoë 👩‍👩‍👧 \u202e\u2028",
    "a\r\nb\x1b[31m", "e\u0301",
    "${jndi:ldap://example.com}", "{{7*7}}", "%s%n", "\\", '"', "x" * 2000,
])


def test_profile_text_is_stored_unchanged(server, text):
    form = {"ticket": server.api.ticket(), "role": "ACTEUR", "profile": {"nom": text, "prenom": "Test"}}
    session = ok(server.api.post("/v1/sign-up", form))
    assert ok(server.api.me(session["accessToken"]))["profile"]["nom"] == text


# Tokens without a server nonce

def test_repeated_request_returns_the_session_of_the_first(server):
    subject = new_subject()
    server.api.register(sub=subject)
    token = server.providers.mint("google", "castmate", sub=subject)
    first = ok(server.api.contract(token=token))
    before = server.rows()
    assert ok(server.api.contract(token=token))["refreshToken"] == first["refreshToken"]
    assert server.rows() == before


@pytest.mark.parametrize("use", ["access token", "refresh token"])
def test_token_cannot_be_reused_once_its_session_is_used(server, use):
    subject = new_subject()
    server.api.register(sub=subject)
    token = server.providers.mint("google", "castmate", sub=subject)
    first = ok(server.api.contract(token=token))
    if use == "access token":
        ok(server.api.me(first["accessToken"]))
    else:
        ok(server.api.refresh(first["refreshToken"]))
    before = server.rows()
    answer = server.api.contract(token=token)
    assert (answer.status_code, answer.json()) == (401, {"message": REFUSED["google"]})
    assert server.rows() == before


def test_used_token_cannot_be_repeated_after_a_minute(shifted):
    subject = new_subject()
    shifted.api.register(sub=subject)
    token = shifted.providers.mint("google", "castmate", sub=subject)
    ok(shifted.api.contract(token=token))
    shifted.providers.advance_clock(61)
    assert shifted.api.contract(token=token).status_code == 401


def test_token_older_than_ten_minutes_is_rejected(shifted):
    subject = new_subject()
    shifted.api.register(sub=subject)
    tokens = [shifted.providers.mint("google", "castmate", sub=subject) for _ in range(2)]
    shifted.providers.advance_clock(9 * 60)
    assert shifted.api.contract(token=tokens[0]).status_code == 200
    shifted.providers.advance_clock(62)
    assert shifted.api.contract(token=tokens[1]).status_code == 401
