"""Tests of native sign-in: the server's nonce, guest accounts, and the app of a request."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from client import ok
from forge import claims
from providers import new_subject, nonce_claim

WEB_CLIENT = "com.example.couple.web"


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_first_sign_in_creates_the_account_and_the_next_one_finds_it(server, provider):
    subject = new_subject(provider)
    first = server.api.sign_in(provider, sub=subject)
    assert first["isNewUser"] is True and first["tokenType"] == "Bearer" and first["expiresIn"] == 900
    assert first["user"]["providers"] == [provider] and first["user"]["isAnonymous"] is False
    second = server.api.sign_in(provider, sub=subject)
    assert second["isNewUser"] is False and second["user"]["uid"] == first["user"]["uid"]
    assert second["sessionID"] != first["sessionID"] and second["refreshToken"] != first["refreshToken"]
    assert second["user"]["creationTime"] == first["user"]["creationTime"]
    assert server.events(first["user"]["uid"]) == ["account_created", "signed_in", "signed_in"]


def test_account_id_contains_no_subject_and_differs_between_apps(api):
    subject = new_subject()
    user = api.sign_in(sub=subject)["user"]
    assert len(user["uid"]) == 26 and user["uid"].isalnum()
    assert subject not in user["uid"] and user["uid"] != api.sign_in(app="authservice", sub=subject)["user"]["uid"]


def test_creation_time_stays_the_same_at_later_sign_ins(shifted):
    subject = new_subject()
    first = shifted.api.sign_in(sub=subject)["user"]
    for _ in range(2):
        shifted.providers.advance_clock(3600)
        user = shifted.api.sign_in(sub=subject)["user"]
        assert user["creationTime"] == first["creationTime"]
    assert user["lastSignInTime"] >= first["lastSignInTime"] + 7200


# Nonces

def test_each_nonce_is_new_and_stores_no_row(server):
    before = server.rows()
    nonces = {server.api.challenge("couple") for _ in range(20)}
    assert len(nonces) == 20 and all(len(nonce) >= 43 for nonce in nonces)
    assert server.rows() == before


@pytest.mark.parametrize("provider, client, form", [
    ("google", None, "raw"), ("apple", None, "hashed"), ("apple", WEB_CLIENT, "raw"),
])


def test_each_client_uses_its_own_form_of_the_nonce(server, provider, client, form):
    nonce = server.api.challenge("couple")
    audience = {"clientID": client} if client else {"app": "couple"}
    claim = nonce if form == "raw" else nonce_claim("apple", nonce)
    token = server.providers.mint(provider, **audience, sub=new_subject(provider), claims={"nonce": claim})
    ok(server.api.post(f"/v1/sign-in/{provider}", {"idToken": token, "nonce": nonce}, app="couple"))


def test_nonce_is_still_valid_after_590_seconds(shifted):
    credential = shifted.api.credential(sub=new_subject())
    shifted.providers.advance_clock(590)
    ok(shifted.api.post("/v1/sign-in/google", credential, app="couple"))


def test_white_space_around_the_app_name_is_ignored(api):
    session = ok(api.post("/v1/sign-in/anonymous", headers={"Sesame-App": "couple "}))
    assert claims(session["accessToken"])["aud"] == "couple"


def test_parallel_uses_of_one_nonce_succeed_once(server):
    subject = new_subject()
    credential = server.api.credential(sub=subject)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(
            lambda _: server.api.post("/v1/sign-in/google", credential, app="couple"), range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + 19 * [401]
    assert {answer.json()["error"]["code"] for answer in answers if answer.status_code == 401} == {"invalid_nonce"}
    assert server.query("SELECT count(*) FROM identities WHERE subject = ?", subject) == [(1,)]


# Provider claims

@pytest.mark.parametrize("stated, verified", [
    (True, True), ("true", True), (False, False), ("false", False), (None, False), ("TRUE", False), ("yes", False),
    (1, False), ({}, False), ([True], False),
])


def test_only_true_as_a_boolean_or_a_string_verifies_an_email_address(api, stated, verified):
    answer = api.sign_in(claims={"email_verified": stated})
    assert answer["user"]["emailVerified"] is verified


def test_same_email_address_at_two_providers_belongs_to_two_accounts(api):
    address = f"test.user.{new_subject()}@example.com"
    google = api.sign_in("google", email=address)["user"]
    apple = api.sign_in("apple", email=address)["user"]
    assert google["uid"] != apple["uid"]


def test_both_issuers_of_google_lead_to_one_account(api):
    subject = new_subject()
    first = api.sign_in(sub=subject)["user"]["uid"]
    assert api.sign_in(sub=subject, claims={"iss": "accounts.google.com"})["user"]["uid"] == first


def test_both_issuers_of_apple_lead_to_one_account(api):
    subject = new_subject("apple")
    first = api.sign_in("apple", sub=subject)["user"]["uid"]
    assert api.sign_in("apple", sub=subject, claims={"iss": "https://account.apple.com"})["user"]["uid"] == first


# Guests and apps

@pytest.mark.parametrize("app", ["couple", "prysm", "authservice"])
def test_guest_gets_an_account_without_providers(server, app):
    guest = server.api.sign_in_anonymously(app)
    assert guest["isNewUser"] is True and guest["user"]["isAnonymous"] is True
    assert guest["user"]["providers"] == [] and "email" not in guest["user"]
    me = ok(server.api.me(guest["accessToken"], app=app))
    assert me["uid"] == guest["user"]["uid"]


def test_one_identity_has_a_separate_account_in_each_app(api):
    subject = new_subject()
    uids = {api.sign_in(app=app, sub=subject)["user"]["uid"] for app in ("couple", "prysm", "authservice")}
    assert len(uids) == 3
