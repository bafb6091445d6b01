"""Native sign-in: the server's nonce, guests, and which app a request is for."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from client import ok, refused
from providers import new_subject, nonce_claim

WEB_CLIENT = "com.example.couple.web"


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_the_first_sign_in_makes_the_account_and_the_next_finds_it(server, provider):
    subject = new_subject(provider)
    first = server.api.sign_in(provider, sub=subject)
    assert first["isNewUser"] is True and first["tokenType"] == "Bearer" and first["expiresIn"] == 900
    assert first["user"]["providers"] == [provider] and first["user"]["isAnonymous"] is False
    second = server.api.sign_in(provider, sub=subject)
    assert second["isNewUser"] is False and second["user"]["uid"] == first["user"]["uid"]
    assert second["sessionID"] != first["sessionID"] and second["refreshToken"] != first["refreshToken"]
    assert second["user"]["creationTime"] == first["user"]["creationTime"]
    assert server.events(first["user"]["uid"]) == ["account_created", "signed_in", "signed_in"]


def test_the_accounts_id_says_nothing_of_the_person(api):
    subject = new_subject()
    user = api.sign_in(sub=subject)["user"]
    assert len(user["uid"]) == 26 and user["uid"].isalnum()
    assert subject not in user["uid"] and user["uid"] != api.sign_in(app="authservice", sub=subject)["user"]["uid"]


def test_signing_in_again_keeps_the_creation_time(shifted):
    subject = new_subject()
    first = shifted.api.sign_in(sub=subject)["user"]
    for _ in range(2):
        shifted.providers.advance_clock(3600)
        user = shifted.api.sign_in(sub=subject)["user"]
        assert user["creationTime"] == first["creationTime"]
    assert user["lastSignInTime"] >= first["lastSignInTime"] + 7200


# Nonces

def test_a_nonce_is_new_each_time_and_leaves_no_row(server):
    before = server.rows()
    nonces = {server.api.challenge("couple") for _ in range(20)}
    assert len(nonces) == 20 and all(len(nonce) >= 43 for nonce in nonces)
    assert server.rows() == before


@pytest.mark.parametrize("provider, client, form, accepted", [
    ("google", None, "raw", True), ("google", None, "hashed", False),
    ("apple", None, "hashed", True), ("apple", None, "raw", False), ("apple", None, "upper case", False),
    ("apple", WEB_CLIENT, "raw", True), ("apple", WEB_CLIENT, "hashed", False),
    ("google", None, "missing", False), ("apple", None, "missing", False), ("google", None, "empty", False),
    ("google", None, "array", False), ("google", None, "another", False),
])
def test_each_client_has_one_form_of_the_nonce(server, provider, client, form, accepted):
    nonce = server.api.challenge("couple")
    hashed = nonce_claim("apple", nonce)
    claim = {"raw": nonce, "hashed": hashed, "upper case": hashed.upper(), "missing": None, "empty": "",
             "array": [nonce], "another": server.api.challenge("couple")}[form]
    audience = {"clientID": client} if client else {"app": "couple"}
    token = server.providers.mint(provider, **audience, sub=new_subject(provider), claims={"nonce": claim})
    before = server.rows()
    answer = server.api.post(f"/v1/sign-in/{provider}", {"idToken": token, "nonce": nonce}, app="couple")
    if accepted:
        ok(answer)
    else:
        refused(answer, 401, "invalid_nonce")
        assert server.rows() == before


@pytest.mark.parametrize("provider", ["google", "apple"])
@pytest.mark.parametrize("stated", [False, "false", 0, True, None])
def test_a_token_without_nonce_is_refused_whatever_it_says_of_nonces(server, provider, stated):
    claims = {"nonce": None, "nonce_supported": stated}
    refused(server.api.try_sign_in(provider, sub=new_subject(provider), claims=claims), 401, "invalid_nonce")


def test_a_nonce_is_good_once(server):
    credential = server.api.credential(sub=new_subject())
    ok(server.api.post("/v1/sign-in/google", credential, app="couple"))
    before = server.rows()
    refused(server.api.post("/v1/sign-in/google", credential, app="couple"), 401, "invalid_nonce")
    assert server.rows() == before


def test_of_parallel_uses_of_a_nonce_exactly_one_succeeds(server):
    subject = new_subject()
    credential = server.api.credential(sub=subject)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(
            lambda _: server.api.post("/v1/sign-in/google", credential, app="couple"), range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + 19 * [401]
    assert {answer.json()["error"]["code"] for answer in answers if answer.status_code == 401} == {"invalid_nonce"}
    assert server.query("SELECT count(*) FROM identities WHERE subject = ?", subject) == [(1,)]


def test_a_failed_verification_spends_the_nonce(server):
    nonce = server.api.challenge("couple")
    order = {"sub": new_subject(), "nonce": nonce}
    bad = server.providers.mint("google", "couple", signature="broken", **order)
    good = server.providers.mint("google", "couple", **order)
    before = server.rows()
    for token, code in ((bad, "invalid_token"), (good, "invalid_nonce")):
        answer = server.api.post("/v1/sign-in/google", {"idToken": token, "nonce": nonce}, app="couple")
        refused(answer, 401, code)
    assert server.rows() == before


def test_a_nonce_of_another_app_is_refused(server):
    nonce = server.api.challenge("authservice")
    token = server.providers.mint("google", "couple", sub=new_subject(), nonce=nonce)
    before = server.rows()
    refused(server.api.post("/v1/sign-in/google", {"idToken": token, "nonce": nonce}, app="couple"),
            401, "invalid_nonce")
    assert server.rows() == before


@pytest.mark.parametrize("nonce", ["a", "0" * 43, "x' OR '1'='1", "é" * 20, "a\u0000b"])
def test_a_nonce_that_the_server_did_not_give_out_is_refused(server, nonce):
    token = server.providers.mint("google", "couple", sub=new_subject(), nonce=nonce)
    before = server.rows()
    refused(server.api.post("/v1/sign-in/google", {"idToken": token, "nonce": nonce}, app="couple"),
            401, "invalid_nonce")
    assert server.rows() == before


def test_a_nonce_expires_after_ten_minutes(shifted):
    early, late = shifted.api.credential(sub=new_subject()), shifted.api.credential(sub=new_subject())
    shifted.providers.advance_clock(590)
    ok(shifted.api.post("/v1/sign-in/google", early, app="couple"))
    shifted.providers.advance_clock(11)
    refused(shifted.api.post("/v1/sign-in/google", late, app="couple"), 401, "invalid_nonce")


# What the provider states

@pytest.mark.parametrize("stated, verified", [
    (True, True), ("true", True), (False, False), ("false", False), (None, False), ("TRUE", False), ("yes", False),
    (1, False), ({}, False), ([True], False),
])
def test_an_address_is_verified_by_a_truth_value_in_either_form_and_by_nothing_else(api, stated, verified):
    answer = api.sign_in(claims={"email_verified": stated})
    assert answer["user"]["emailVerified"] is verified


def test_the_same_address_at_two_providers_is_two_people(api):
    address = f"test.user.{new_subject()}@example.com"
    google = api.sign_in("google", email=address)["user"]
    apple = api.sign_in("apple", email=address)["user"]
    assert google["uid"] != apple["uid"]


def test_both_spellings_of_googles_issuer_are_one_person(api):
    subject = new_subject()
    first = api.sign_in(sub=subject)["user"]["uid"]
    assert api.sign_in(sub=subject, claims={"iss": "accounts.google.com"})["user"]["uid"] == first


def test_both_issuers_of_apple_are_one_person(api):
    subject = new_subject("apple")
    first = api.sign_in("apple", sub=subject)["user"]["uid"]
    assert api.sign_in("apple", sub=subject, claims={"iss": "https://account.apple.com"})["user"]["uid"] == first


def test_identity_comes_from_the_token_and_never_from_the_body(server):
    victim = server.api.sign_in(sub=new_subject())["user"]["uid"]
    body = server.api.credential(sub=new_subject())
    answer = ok(server.api.post("/v1/sign-in/google", {
        **body, "sub": victim, "userId": victim, "uid": victim, "email": "victim@example.com"}, app="couple"))
    assert answer["user"]["uid"] != victim and answer["user"]["email"] != "victim@example.com"


def test_a_client_cannot_fix_its_session(api):
    body = api.credential(sub=new_subject())
    fixed = api.sign_in()["sessionID"]
    answer = ok(api.post("/v1/sign-in/google", {**body, "sessionID": fixed, "sid": fixed}, app="couple"))
    assert answer["sessionID"] != fixed


def test_an_app_without_roles_takes_none(api):
    refused(api.try_sign_in(sub=new_subject(), role="ADMIN"), 400, "invalid_request", "role")


# Guests and apps

@pytest.mark.parametrize("app", ["couple", "prysm", "authservice"])
def test_a_guest_has_an_account(server, app):
    guest = server.api.sign_in_anonymously(app)
    assert guest["isNewUser"] is True and guest["user"]["isAnonymous"] is True
    assert guest["user"]["providers"] == [] and "email" not in guest["user"]
    me = ok(server.api.me(guest["accessToken"], app=app))
    assert me["uid"] == guest["user"]["uid"]


@pytest.mark.parametrize("app, provider", [
    ("castmate", "anonymous"), ("familysync", "anonymous"), ("familysync", "google"),
])
def test_a_way_that_the_app_does_not_offer_is_refused(server, app, provider):
    nonce = server.api.challenge(app)
    token = server.providers.mint("google", "couple", sub=new_subject(), nonce=nonce)
    before = server.rows()
    answer = server.api.post(f"/v1/sign-in/{provider}", {"idToken": token, "nonce": nonce}, app=app)
    refused(answer, 403, "provider_required")
    assert server.rows() == before


@pytest.mark.parametrize("app", ["nobody", "", "couple ", "COUPLE", "couple'--", "../couple", "a" * 65, "couplé"])
@pytest.mark.parametrize("path", ["/v1/challenges", "/v1/sign-in/anonymous", "/auth/google"])
def test_an_unknown_app_is_refused(server, app, path):
    before = server.rows()
    headers = {"Sesame-App": app.encode()}
    answer = server.api.post(path, {"idToken": "a"}, headers=headers)
    if app == "couple ":  # white space around a field's value is no part of it
        assert answer.status_code in (200, 401)
        return
    assert answer.status_code == 400
    assert server.rows() == before


def test_an_app_that_is_named_twice_is_refused(server):
    answer = server.api.post("/v1/sign-in/anonymous", headers={"Sesame-App": "couple, prysm"})
    refused(answer, 400, "invalid_request")


def test_an_identity_is_another_account_in_another_app(api):
    subject = new_subject()
    uids = {api.sign_in(app=app, sub=subject)["user"]["uid"] for app in ("couple", "prysm", "authservice")}
    assert len(uids) == 3
