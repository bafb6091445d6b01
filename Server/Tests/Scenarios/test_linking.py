"""Tests of a user's identities: linking, unlinking, and merging two accounts of one person."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from client import ok, refused
from providers import new_subject, nonce_claim

pytestmark = pytest.mark.core


def table(server, uid):
    """Returns an account's stored rows, without the record that its tokens are in use."""
    return {
        name: server.query(f"SELECT {columns} FROM {name} WHERE {key} = ? ORDER BY 1, 2, 3", uid)
        for name, columns, key in (
            ("accounts", "*", "id"), ("identities", "*", "account"),
            ("sessions", "id, method, auth_time, generation, ended_at, end_reason", "account"))
    }


@pytest.fixture
def person(api):
    """Returns a user with a Google account, and the subject of an unused Apple account."""
    google = new_subject()
    return {**api.sign_in(sub=google), "google": google, "apple": new_subject("apple")}


@pytest.fixture
def pair(api):
    """Returns a guest, another user with a Google account, and that account's subject."""
    subject = new_subject()
    owner = api.sign_in(sub=subject, email="owner@example.com")
    return api.sign_in_anonymously(), owner, subject


# Upgrade

@pytest.mark.parametrize("provider", ["google", "apple"])
def test_guest_who_links_an_identity_keeps_the_uid(server, provider):
    guest = server.api.sign_in_anonymously()
    subject = new_subject(provider)
    answer = ok(server.api.link(guest["accessToken"], provider, sub=subject, email="test@example.com"))
    assert answer["outcome"] == "linked"
    user = answer["user"]
    assert user["uid"] == guest["user"]["uid"] and user["creationTime"] == guest["user"]["creationTime"]
    assert user["providers"] == [provider] and user["isAnonymous"] is False and user["email"] == "test@example.com"
    assert ok(server.api.me(answer["accessToken"])) == user
    again = ok(server.api.try_sign_in(provider, sub=subject))
    assert again["user"]["uid"] == user["uid"] and again["isNewUser"] is False
    assert server.events(user["uid"]) == ["account_created", "signed_in", "identity_linked", "signed_in", "signed_in"]
    assert server.query("SELECT detail FROM events WHERE account = ? AND kind = 'identity_linked'", user["uid"]) == [(provider,)]


def test_upgrade_replaces_the_session_of_the_guest(server):
    guest = server.api.sign_in_anonymously()
    answer = ok(server.api.link(guest["accessToken"], sub=new_subject()))
    assert answer["sessionID"] != guest["sessionID"]
    refused(server.api.me(guest["accessToken"]), 401, "session_ended")
    refused(server.api.refresh(guest["refreshToken"]), 401, "session_ended")
    [session] = ok(server.api.get("/v1/sessions", token=answer["accessToken"]))["sessions"]
    assert session["id"] == answer["sessionID"] and session["method"] == "google"
    assert ok(server.api.refresh(answer["refreshToken"]))["sessionID"] == answer["sessionID"]


def test_guest_upgrade_needs_no_recent_sign_in(shifted):
    guest = shifted.api.sign_in_anonymously()
    shifted.providers.advance_clock(600)
    assert ok(shifted.api.link(guest["accessToken"], sub=new_subject()))["outcome"] == "linked"


@pytest.mark.parametrize("profile, field", [
    ({"nom": "User"}, "profile"), ({"nom": 1}, "profile"), ("x", "profile"), ([], "profile")])
def test_guest_upgrade_rejects_profile_fields_that_the_app_does_not_define(api, profile, field):
    guest = api.sign_in_anonymously()
    error = refused(api.link(guest["accessToken"], sub=new_subject(), profile=profile), 400, "invalid_request")
    assert error["field"] == field
    assert ok(api.me(guest["accessToken"]))["isAnonymous"]


# Linking and unlinking

def test_second_provider_signs_in_to_the_same_account(server, person):
    answer = ok(server.api.link(person["accessToken"], "apple", sub=person["apple"]))
    assert answer["outcome"] == "linked" and answer["sessionID"] == person["sessionID"]
    assert answer["user"]["uid"] == person["user"]["uid"]
    assert sorted(answer["user"]["providers"]) == ["apple", "google"]
    for provider in ("google", "apple"):
        assert server.api.sign_in(provider, sub=person[provider])["user"]["uid"] == person["user"]["uid"]
    assert server.events(person["user"]["uid"]).count("identity_linked") == 1


def test_linking_the_same_identity_again_succeeds_and_changes_nothing(server, person):
    for _ in range(3):
        answer = ok(server.api.link(person["accessToken"], sub=person["google"]))
        assert answer["outcome"] == "linked" and answer["user"]["providers"] == ["google"]
    assert "identity_linked" not in server.events(person["user"]["uid"])


def test_account_has_one_identity_per_provider(server, person):
    before = server.rows("used_tokens")
    answer = server.api.link(person["accessToken"], sub=new_subject())
    refused(answer, 409, "provider_already_linked")
    assert server.rows("used_tokens") == before


def test_unlinking_preserves_the_other_identity_and_ends_the_other_sessions(server, person):
    ok(server.api.link(person["accessToken"], "apple", sub=person["apple"]))
    other = server.api.sign_in("apple", sub=person["apple"])
    assert server.api.unlink(person["accessToken"], "google").status_code == 204
    assert ok(server.api.me(person["accessToken"]))["providers"] == ["apple"]
    refused(server.api.me(other["accessToken"]), 401, "session_ended")
    assert server.events(person["user"]["uid"])[-1] == "identity_unlinked"
    stranger = server.api.sign_in(sub=person["google"])
    assert stranger["isNewUser"] and stranger["user"]["uid"] != person["user"]["uid"]
    assert server.api.sign_in("apple", sub=person["apple"])["user"]["uid"] == person["user"]["uid"]


def test_last_sign_in_method_cannot_be_unlinked(server, person):
    before = table(server, person["user"]["uid"])
    refused(server.api.unlink(person["accessToken"], "google"), 409, "last_method")
    assert table(server, person["user"]["uid"]) == before


@pytest.mark.parametrize("provider", ["apple", "facebook", "GOOGLE", "google%20", "'", "é"])
def test_identity_that_is_not_linked_cannot_be_unlinked(server, person, provider):
    refused(server.api.unlink(person["accessToken"], provider), 404, "not_found")


def test_guest_has_no_identity_to_unlink(api):
    refused(api.unlink(api.sign_in_anonymously()["accessToken"], "google"), 404, "not_found")


def test_unknown_provider_cannot_be_linked(api, person):
    body = api.credential(token=person["accessToken"])
    refused(api.post("/v1/me/identities/facebook", body, token=person["accessToken"]), 404, "not_found")


@pytest.mark.parametrize("operation", ["link", "unlink"])
def test_linking_and_unlinking_require_a_recent_sign_in(shifted, operation):
    google, apple = new_subject(), new_subject("apple")
    session = shifted.api.sign_in(sub=google)
    uid = session["user"]["uid"]
    if operation == "unlink":
        ok(shifted.api.link(session["accessToken"], "apple", sub=apple))
    shifted.providers.advance_clock(301)

    def attempt(token):
        if operation == "link":
            return shifted.api.link(token, "apple", sub=apple)
        return shifted.api.unlink(token, "apple")

    before = table(shifted, uid)
    refused(attempt(session["accessToken"]), 403, "reauthentication_required")
    assert table(shifted, uid) == before
    proof = {"provider": "google", **shifted.api.credential(sub=google)}
    confirmed = ok(shifted.api.post("/v1/me/confirm", proof, token=session["accessToken"]))
    assert attempt(confirmed["accessToken"]).status_code in (200, 204)


# Ownership of the proof

def test_linking_requires_a_session(server, person):
    body = server.api.credential(token=person["accessToken"])
    for token in (None, "x", person["refreshToken"]):
        refused(server.api.post("/v1/me/identities/google", body, token=token), 401, "not_authenticated")


@pytest.mark.parametrize("issued_to", ["nobody", "another session of the person", "another person"])
def test_nonce_must_have_been_issued_to_the_session(server, person, issued_to):
    token = {
        "nobody": lambda: None,
        "another session of the person": lambda: server.api.sign_in(sub=person["google"])["accessToken"],
        "another person": lambda: server.api.sign_in()["accessToken"],
    }[issued_to]()
    body = server.api.credential("apple", token=token, sub=person["apple"])
    answer = server.api.post("/v1/me/identities/apple", body, token=person["accessToken"])
    refused(answer, 401, "invalid_nonce")
    assert ok(server.api.me(person["accessToken"]))["providers"] == ["google"]


def test_nonce_of_a_session_cannot_be_used_to_sign_in(api, person):
    body = api.credential(token=person["accessToken"], sub=person["google"])
    refused(api.post("/v1/sign-in/google", body, app="couple"), 401, "invalid_nonce")


def test_nonce_of_a_session_expires_after_ten_minutes(shifted):
    guest = shifted.api.sign_in_anonymously()
    body = shifted.api.credential(token=guest["accessToken"], sub=new_subject())
    shifted.providers.advance_clock(601)
    refused(shifted.api.post("/v1/me/identities/google", body, token=guest["accessToken"]), 401, "invalid_nonce")


def test_challenge_for_an_ended_session_is_rejected(api, person):
    assert api.sign_out(person["accessToken"]).status_code == 204
    refused(api.post("/v1/challenges", token=person["accessToken"]), 401, "session_ended")


def test_token_links_once(server, person):
    body = server.api.credential("apple", token=person["accessToken"], sub=person["apple"])
    ok(server.api.post("/v1/me/identities/apple", body, token=person["accessToken"]))
    refused(server.api.post("/v1/me/identities/apple", body, token=person["accessToken"]), 401, "invalid_nonce")
    nonce = server.api.challenge(token=person["accessToken"])
    again = {**body, "nonce": nonce}
    refused(server.api.post("/v1/me/identities/apple", again, token=person["accessToken"]), 401, "invalid_nonce")


@pytest.mark.parametrize("provider, claims", [
    ("google", {"iss": "https://evil.example"}), ("google", {"aud": "another"}), ("apple", {"exp": 1}),
])
def test_invalid_token_links_nothing(server, provider, claims):
    guest = server.api.sign_in_anonymously()
    before = table(server, guest["user"]["uid"])
    nonce = server.api.challenge(token=guest["accessToken"])
    token = server.providers.mint(
        provider, "couple", sub=new_subject(provider), nonce=nonce_claim(provider, nonce), claims=claims)
    answer = server.api.post(
        f"/v1/me/identities/{provider}", {"idToken": token, "nonce": nonce}, token=guest["accessToken"])
    refused(answer, 401, "invalid_token")
    assert table(server, guest["user"]["uid"]) == before


def test_session_and_nonce_of_another_app_cannot_be_used_to_link(api, person):
    elsewhere = api.sign_in_anonymously("prysm")
    body = api.credential(token=person["accessToken"], sub=new_subject())
    refused(api.post("/v1/me/identities/google", body, token=elsewhere["accessToken"]), 401, "invalid_token")
    answer = api.post("/v1/me/identities/google", body, token=person["accessToken"], app="prysm")
    refused(answer, 401, "not_authenticated")


def test_identity_can_be_linked_once_in_each_app(api):
    subject = new_subject()
    for app in ("couple", "authservice"):
        guest = api.sign_in_anonymously(app)
        answer = ok(api.link(guest["accessToken"], app=app, sub=subject))
        assert answer["user"]["uid"] == guest["user"]["uid"]


def test_accounts_are_not_linked_by_email_address(server):
    owner = server.api.sign_in(sub=new_subject(), email="same@gmail.com")
    guest = server.api.sign_in_anonymously()
    linked = ok(server.api.link(guest["accessToken"], sub=new_subject(), email="same@gmail.com"))
    assert linked["user"]["uid"] == guest["user"]["uid"] != owner["user"]["uid"]
    apart = server.api.sign_in("apple", sub=new_subject("apple"), email="same@gmail.com")
    assert apart["isNewUser"]


@pytest.mark.parametrize("body", [
    {}, {"idToken": 1, "nonce": "n"}, {"idToken": "t"}, {"nonce": "n"},
    {"idToken": "t", "nonce": "n", "onConflict": "steal"}, {"idToken": "t", "nonce": "n", "onConflict": 1},
])
def test_malformed_link_request_is_rejected(api, person, body):
    refused(api.post("/v1/me/identities/google", body, token=person["accessToken"]), 400, "invalid_request")


# Concurrent requests

def at_once(calls):
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def test_parallel_links_of_one_identity_succeed_for_one_account_only(server):
    subject = new_subject()
    guests = [server.api.sign_in_anonymously() for _ in range(12)]
    bodies = [server.api.credential(token=guest["accessToken"], sub=subject) for guest in guests]
    answers = at_once([
        lambda guest=guest, body=body: server.api.post(
            "/v1/me/identities/google", body, token=guest["accessToken"])
        for guest, body in zip(guests, bodies)
    ])
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 11
    [winner] = [answer.json() for answer in answers if answer.status_code == 200]
    assert server.query("SELECT account FROM identities WHERE subject = ?", subject) == [(winner["user"]["uid"],)]
    for answer in answers:
        if answer.status_code == 409:
            assert answer.json()["error"]["account"]["uid"] == winner["user"]["uid"]
    for guest in guests:
        if guest["user"]["uid"] != winner["user"]["uid"]:
            ok(server.api.me(guest["accessToken"]))


def test_parallel_unlinks_leave_one_sign_in_method(server, person):
    ok(server.api.link(person["accessToken"], "apple", sub=person["apple"]))
    answers = at_once([
        lambda provider=provider: server.api.unlink(person["accessToken"], provider)
        for provider in ("google", "apple") * 3])
    assert [answer.status_code for answer in answers].count(204) == 1
    assert len(ok(server.api.me(person["accessToken"]))["providers"]) == 1
