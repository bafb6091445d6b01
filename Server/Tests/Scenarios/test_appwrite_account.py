"""Tests of account calls in an Appwrite project, with the official Python package and raw requests."""

import re
from concurrent.futures import ThreadPoolExecutor

import jwt as pyjwt
import pytest

from appwrite_client import Appwrite, is_refused, refuses
from client import ok
from providers import new_subject, nonce_claim

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00")


@pytest.fixture
def appwrite(server) -> Appwrite:
    return Appwrite(server)


# Sign-in


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_id_token_signs_in_and_finds_its_account_again(appwrite, provider):
    subject = new_subject(provider)
    first = appwrite.sign_in(provider, sub=subject)
    again = appwrite.sign_in(provider, sub=subject)
    assert first.model.provider == provider and first.model.current and TIME.fullmatch(first.model.expire)
    assert again.uid == first.uid and again.id != first.id
    user = again.account.get()
    assert user.id == first.uid and user.status and user.prefs.to_dict() == {}


def test_account_has_the_email_address_and_name_from_the_provider(appwrite):
    session = appwrite.sign_in(claims={"email": "test1@example.com", "email_verified": True, "name": "Test User 1"})
    user = session.account.get()
    assert (user.email, user.emailverification, user.name) == ("test1@example.com", True, "Test User 1")
    assert [(target.providertype, target.identifier) for target in user.targets] == [("email", "test1@example.com")]
    assert TIME.fullmatch(user.createdat) and user.phone == "" and user.mfa is False


def test_client_nonce_must_match_the_id_token(appwrite):
    nonce, subject = "a nonce of the client's own, as in this protocol", new_subject("apple")
    token = appwrite.token("apple", sub=subject, nonce=nonce_claim("apple", nonce))
    with refuses(401, "user_oauth2_token_invalid"):
        appwrite.keyed.create_id_token_session("apple", token, nonce="another one")
    session = appwrite.keyed.create_id_token_session("apple", token, nonce=nonce)
    assert session.provider == "apple"


def test_id_token_signs_in_once(appwrite):
    token = appwrite.token(sub=new_subject())
    first = appwrite.session(appwrite.keyed.create_id_token_session("google", token))
    first.account.get()
    with refuses(401, "user_oauth2_token_invalid"):
        appwrite.keyed.create_id_token_session("google", token)


def test_lost_response_is_repeated_while_the_session_is_unused(appwrite):
    token = appwrite.token(sub=new_subject())
    first, again = (appwrite.keyed.create_id_token_session("google", token) for _ in range(2))
    assert first.id == again.id and first.secret == again.secret


def test_id_token_of_another_app_is_rejected(appwrite):
    token = appwrite.server.providers.mint("google", "couple", sub=new_subject())
    with refuses(401, "user_oauth2_token_invalid"):
        appwrite.keyed.create_id_token_session("google", token)


def test_guest_is_upgraded_and_keeps_the_account(appwrite):
    guest, subject = appwrite.guest(), new_subject("apple")
    assert guest.model.provider == "anonymous" and guest.account.get().email == ""
    answer = guest.send("POST", "/account/sessions/id-token", {"provider": "apple", "idToken": appwrite.token("apple", sub=subject)})
    assert answer.status_code == 201, answer.text
    assert answer.json()["userId"] == guest.uid and answer.json()["provider"] == "apple"
    assert answer.headers["Sesame-New-Account"] == "false"
    assert not guest.is_live and appwrite.sign_in("apple", sub=subject).uid == guest.uid


def test_identity_of_another_account_is_not_linked_and_still_signs_in_its_owner(appwrite):
    guest, owner = appwrite.guest(), appwrite.sign_in(sub=(subject := new_subject()))
    body = {"provider": "google", "idToken": appwrite.token(sub=subject)}
    is_refused(guest.send("POST", "/account/sessions/id-token", body), 409, "user_already_exists")
    assert guest.is_live and guest.account.list_identities().total == 0
    assert appwrite.send("POST", "/account/sessions/id-token", body).json()["userId"] == owner.uid


def test_user_links_an_identity_with_a_nonce_of_the_session(appwrite):
    session = appwrite.sign_in()
    nonce = appwrite.server.api.challenge(app=appwrite.project, token=session.jwt())
    token = appwrite.token("apple", sub=new_subject("apple"), nonce=nonce_claim("apple", nonce))
    answer = session.send("POST", "/account/sessions/id-token", {"provider": "apple", "idToken": token, "nonce": nonce})
    assert answer.status_code == 201 and answer.json()["$id"] == session.id
    assert session.account.list_identities().total == 2


def test_linking_with_a_jwt_returns_no_session_secret(appwrite):
    session = appwrite.sign_in()
    body = {"provider": "apple", "idToken": appwrite.token("apple", sub=new_subject("apple"))}
    answer = appwrite.send("POST", "/account/sessions/id-token", body, headers={"X-Appwrite-JWT": session.jwt()})
    assert answer.status_code == 201 and answer.json()["$id"] == session.id
    assert "Set-Cookie" not in answer.headers and answer.json()["secret"] == ""
    assert "X-Fallback-Cookies" not in answer.headers
    assert session.account.list_identities().total == 2


def test_response_says_whether_the_account_is_new(appwrite):
    subject = new_subject()
    for expected in ("true", "false"):
        answer = appwrite.send(
            "POST", "/account/sessions/id-token", {"provider": "google", "idToken": appwrite.token(sub=subject)})
        assert answer.headers["Sesame-New-Account"] == expected
    assert appwrite.send("POST", "/account/sessions/anonymous", {}).headers["Sesame-New-Account"] == "true"


def test_guest_sign_in_during_a_session_is_rejected(appwrite):
    guest = appwrite.guest()
    is_refused(guest.send("POST", "/account/sessions/anonymous", {}), 401, "user_session_already_exists")


# Sessions


def test_sessions_are_listed_read_extended_and_ended(appwrite):
    subject = new_subject()
    one, other = appwrite.sign_in(sub=subject), appwrite.sign_in(sub=subject)
    listed = other.account.list_sessions()
    assert [session.id for session in listed.sessions] == [one.id, other.id]
    assert listed.total == 2 and {session.id: session.current for session in listed.sessions} == {
        one.id: False, other.id: True}
    assert all(session.secret == "" for session in listed.sessions)
    assert other.account.get_session("current").id == other.id and other.account.get_session(one.id).id == one.id
    assert other.account.update_session("current").id == other.id
    other.account.delete_session(one.id)
    assert not one.is_live and other.is_live
    answer = other.send("DELETE", "/account/sessions/current")
    assert answer.status_code == 204 and answer.headers["X-Fallback-Cookies"] == "[]"
    assert "Content-Type" in answer.headers and f"a_session_{appwrite.project}=deleted;" in answer.headers["Set-Cookie"]
    assert not other.is_live


def test_all_sessions_end_at_once(appwrite):
    subject = new_subject()
    sessions = [appwrite.sign_in(sub=subject) for _ in range(3)]
    sessions[0].account.delete_sessions()
    assert not any(session.is_live for session in sessions)


def test_session_of_another_user_looks_like_an_unknown_one(appwrite):
    one, other = appwrite.guest(), appwrite.guest()
    for method in ("GET", "PATCH", "DELETE"):
        answers = [one.send(method, f"/account/sessions/{id}") for id in (other.id, "nobodys")]
        for answer in answers:
            is_refused(answer, 404, "user_session_not_found")
        assert answers[0].text == answers[1].text
    assert other.is_live


def test_eleventh_session_of_an_account_ends_the_oldest(appwrite):
    subject = new_subject()
    sessions = [appwrite.sign_in(sub=subject) for _ in range(11)]
    assert [session.is_live for session in sessions] == [False] + [True] * 10


def test_session_stays_valid_while_it_is_used(shifted):
    appwrite = Appwrite(shifted)
    used, unused = appwrite.guest(), appwrite.guest()
    for _ in range(3):
        shifted.providers.advance_clock(40 * 86_400)
        assert used.is_live
    assert not unused.is_live


# Calls with a session


def test_jwt_signs_in_and_verifies_with_the_published_keys(appwrite):
    guest = appwrite.guest()
    token = guest.jwt(duration=600)
    keys = pyjwt.PyJWKClient(f"{appwrite.server.url}/.well-known/jwks.json")
    claims = pyjwt.decode(
        token, keys.get_signing_key_from_jwt(token).key, algorithms=["ES256"], audience=appwrite.project)
    assert claims["sub"] == guest.uid and claims["sid"] == guest.id and claims["exp"] - claims["iat"] == 600
    assert appwrite.account(jwt=token).get().id == guest.uid
    assert ok(appwrite.server.api.me(token))["uid"] == guest.uid
    is_refused(
        appwrite.send("POST", "/account/jwts", {}, headers={"X-Appwrite-JWT": token}), 403, "user_jwt_creation_denied")
    is_refused(guest.send("POST", "/account/jwts", {"duration": 3_601}), 400, "general_argument_invalid")
    guest.account.delete_session("current")
    with refuses(401, "user_jwt_invalid"):
        appwrite.account(jwt=token).get()


def test_identities_are_listed_and_the_only_one_cannot_be_deleted(appwrite):
    session = appwrite.sign_in(claims={"email": "test2@example.com", "email_verified": True})
    listed = session.account.list_identities()
    assert listed.total == 1
    [identity] = listed.identities
    assert (identity.provider, identity.provideremail, identity.userid) == ("google", "test2@example.com", session.uid)
    with refuses(400, "general_bad_request"):
        session.account.delete_identity(identity.id)
    other = appwrite.sign_in()
    with refuses(404, "user_identity_not_found"):
        other.account.delete_identity(identity.id)


def test_identity_that_is_not_the_only_one_can_be_deleted(appwrite):
    api, subject = appwrite.server.api, new_subject()
    session = appwrite.sign_in(sub=subject)
    assert api.link(session.jwt(), "apple", app=appwrite.project, sub=new_subject("apple")).status_code == 200
    assert session.account.list_identities().total == 2
    session.account.delete_identity(f"apple.{session.uid}")
    assert [one.provider for one in session.account.list_identities().identities] == ["google"]


def test_account_events_are_listed(appwrite):
    guest = appwrite.guest()
    entries = guest.send("GET", "/account/logs").json()["logs"]
    assert [(entry["event"], entry["ip"]) for entry in entries] == [
        ("session.create", "127.0.0.0"), ("user.create", "127.0.0.0")]
    log = guest.send("GET", '/account/logs?queries[0]={"method":"limit","values":[1]}').json()
    assert log["total"] == 2 and [entry["event"] for entry in log["logs"]] == ["session.create"]
    assert log["logs"][0]["userId"] == guest.uid and TIME.fullmatch(log["logs"][0]["time"])


def test_account_closed_by_its_user_stays_blocked_until_it_is_enabled(appwrite):
    subject = new_subject()
    session = appwrite.sign_in(sub=subject)
    answer = session.send("PATCH", "/account/status", {})
    assert answer.json()["status"] is False and answer.headers["X-Fallback-Cookies"] == "[]"
    assert {field.split(";")[0] for field in answer.raw.headers.getlist("Set-Cookie")} == {
        f"a_session_{appwrite.project}=deleted", f"a_session_{appwrite.project}_legacy=deleted"}
    with refuses(401, "user_blocked"):
        session.account.get()
    with refuses(401, "user_blocked"):
        appwrite.keyed.create_id_token_session("google", appwrite.token(sub=subject))
    assert appwrite.users.update_status(session.uid, True).status is True
    assert appwrite.sign_in(sub=subject).uid == session.uid


def test_sensitive_requests_require_a_recent_sign_in(shifted):
    appwrite, subject = Appwrite(shifted), new_subject()
    old, session = appwrite.sign_in(sub=subject), appwrite.sign_in(sub=subject)
    shifted.providers.advance_clock(600)
    for method, path in (("DELETE", f"/account/sessions/{old.id}"), ("DELETE", "/account/sessions"),
                         ("PATCH", "/account/status"), ("DELETE", "/account"), ("DELETE", f"/account/identities/google.{session.uid}")):
        is_refused(session.send(method, path, {} if method == "PATCH" else None), 401, "user_challenge_required")
    assert old.is_live


def test_sessions_of_a_deleted_account_return_user_not_found(appwrite):
    subject = new_subject()
    sessions = [appwrite.sign_in(sub=subject) for _ in range(2)]
    assert sessions[0].send("DELETE", "/account").status_code == 204
    for session in sessions:
        is_refused(session.send("GET", "/account"), 404, "user_not_found")
    assert appwrite.sign_in(sub=subject).uid != sessions[0].uid


# Push targets


def test_push_target_is_a_device_registration_of_its_session(appwrite):
    guest, value = appwrite.guest(), f"cTest:APA91b-{new_subject()}"
    appwrite.server.secrets.secrets.add(value)
    body = {"targetId": "phone", "identifier": value, "providerId": "my-fcm"}
    created = guest.send("POST", "/account/targets/push", body)
    assert created.status_code == 201, created.text
    target = created.json()
    assert (target["$id"], target["providerType"], target["identifier"]) == ("phone", "push", value)
    is_refused(guest.send("POST", "/account/targets/push", body), 409, "user_target_already_exists")
    [device] = appwrite.server.api.devices(guest.jwt())
    assert (device["installation"], device["kind"], device["sessionID"]) == ("phone", "fcm_token", guest.id)
    # No response repeats a registered token.
    assert [one["identifier"] for one in guest.send("GET", "/account").json()["targets"]] == [""]
    moved = guest.send("PUT", "/account/targets/phone/push", {"identifier": value + "2"})
    assert moved.status_code == 200 and moved.json()["identifier"] == value + "2"
    assert guest.send("DELETE", "/account/targets/phone/push").status_code == 204
    assert appwrite.server.api.devices(guest.jwt()) == []


def test_push_target_ends_with_its_session_and_is_hidden_from_other_users(appwrite):
    guest, other = appwrite.guest(), appwrite.guest()
    value = new_subject()[:10].encode().hex() * 4
    made = guest.send("POST", "/account/targets/push", {"targetId": "unique()", "identifier": value})
    assert made.status_code == 201 and made.json()["providerId"] == "apns"
    id = made.json()["$id"]
    for method, path, body in (("PUT", f"/account/targets/{id}/push", {"identifier": value}),
                               ("DELETE", f"/account/targets/{id}/push", None)):
        is_refused(other.send(method, path, body), 404, "user_target_not_found")
    uid = guest.uid
    assert appwrite.users.list_targets(uid).total == 1
    guest.account.delete_session("current")
    assert appwrite.users.list_targets(uid).total == 0


# Parallel requests


def test_hundred_parallel_first_sign_ins_create_one_account(start):
    appwrite, subject = Appwrite(start(), "familysync"), new_subject("apple")
    bodies = [{"provider": "apple", "idToken": token} for token in
              appwrite.server.providers.mint_many("apple", 100, app="familysync", sub=subject)]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda body: appwrite.send("POST", "/account/sessions/id-token", body), bodies))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["userId"] for answer in answers}) == 1
    assert appwrite.server.query("SELECT count(*) FROM accounts") == [(1,)]
