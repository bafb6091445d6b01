"""Tests of the refusals of Appwrite's protocol, one rule at a time: each request is otherwise valid."""

import json
import urllib.parse

import pytest

from appwrite_client import Appwrite, is_refused
from sesame import Development


@pytest.fixture
def appwrite(server) -> Appwrite:
    return Appwrite(server)


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """Starts a server with two projects: one with provider sign-in and guests only, and one whose users have phone
    numbers."""
    folder = tmp_path_factory.mktemp("appwrite-refusals")
    apps = {"apps": {"plain": {
        "providers": {"anonymous": True, "google": {"clientIDs": ["plain-web"]}}, "appwrite": {"projectID": "plain"}},
        "phones": {
            "providers": {"anonymous": True, "password": {"phones": True}}, "appwrite": {"projectID": "phones"}}}}
    (folder / "sesame.json").write_text(json.dumps(apps))
    development = Development(folder, options=["--config", str(folder / "sesame.json")])
    yield development
    assert development.stop() == 0


@pytest.fixture
def without_passwords(own) -> Appwrite:
    return Appwrite(own, "plain")


def test_query_has_at_most_100_values(appwrite):
    for count, status in ((100, 200), (101, 400)):
        query = json.dumps({"method": "equal", "attribute": "name", "values": ["x"] * count})
        answer = appwrite.send(
            "GET", "/users?" + urllib.parse.urlencode({"queries[]": query}), headers={"X-Appwrite-Key": appwrite.server.admin_key})
        assert answer.status_code == status and (status == 200 or answer.json()["type"] == "general_argument_invalid")


def test_pseudonymous_user_cannot_set_preferences(appwrite):
    person = Appwrite(appwrite.server, "familysync").sign_in("apple")
    is_refused(person.send("PATCH", "/account/prefs", {"prefs": {"a": 1}}), 400, "general_argument_invalid",
               "pseudonymous apps")
    assert person.send("PATCH", "/account/prefs", {"prefs": {}}).status_code == 200


@pytest.mark.parametrize("path, body, named", [
    ("name", {"name": "Test\0User"}, "name"), ("prefs", {"prefs": {"a": {"b": ["\0"]}}}, "prefs"), ("prefs", {"prefs": {"\0": 1}}, "prefs")])
def test_null_character_in_a_name_or_preference_is_rejected(appwrite, path, body, named):
    guest = appwrite.guest()
    is_refused(guest.send("PATCH", f"/account/{path}", body), 400, "general_argument_invalid", f"`{named}`")
    assert guest.send("GET", "/account").json()["prefs"] == {}


@pytest.mark.parametrize("path", ["/account/identities", "/account/logs"])
@pytest.mark.parametrize("query", [
    {"method": "equal", "attribute": "provider", "values": ["x"]}, {"method": "cursorAfter", "values": ["x"]}])
def test_lists_of_the_users_own_data_reject_filters_and_cursors(appwrite, path, query):
    answer = appwrite.guest().send("GET", f"{path}?" + urllib.parse.urlencode({"queries[0]": json.dumps(query)}))
    is_refused(answer, 400, "general_argument_invalid")


def test_app_without_passwords_rejects_passwords_and_codes(without_passwords):
    guest = without_passwords.guest()
    email, password = {"email": "somebody@example.com"}, {"password": "a long and unlikely one"}
    for method, path, body in (
            ("POST", "/account", {"userId": "unique()", **email, **password}),
            ("POST", "/account/sessions/email", {**email, **password}),
            ("POST", "/account/tokens/email", {"userId": "unique()", **email}),
            ("POST", "/account/tokens/magic-url", {"userId": "unique()", **email}),
            ("POST", "/account/tokens/phone", {"userId": "unique()", "phone": "+33600000000"}),
            ("POST", "/account/recovery/otp", email)):
        is_refused(without_passwords.send(method, path, body), 501, "user_auth_method_unsupported")
    for method, path, body in (
            ("PATCH", "/account/email", {**email, **password}), ("PATCH", "/account/password", password),
            ("PATCH", "/account/phone", {"phone": "+33600000000", **password}),
            ("POST", "/account/verifications/email/otp", {})):
        is_refused(guest.send(method, path, body), 501, "user_auth_method_unsupported")
    assert guest.account.get().email == ""


@pytest.mark.parametrize("labels", [["a b"], ["é"], ["a-b"], [""], ["x" * 37], "a", [1]])
def test_invalid_labels_are_rejected(appwrite, labels):
    guest = appwrite.guest()
    answer = appwrite.send(
        "PUT", f"/users/{guest.uid}/labels", {"labels": labels}, headers={"X-Appwrite-Key": appwrite.server.admin_key})
    is_refused(answer, 400, "general_argument_invalid", "labels")
    assert appwrite.users.get(guest.uid).labels == []


def test_guest_cannot_set_a_phone_number_with_a_password(own):
    guest = Appwrite(own, "phones").guest()
    answer = guest.send("PATCH", "/account/phone", {"phone": "+4915200000001", "password": "a long and unlikely one"})
    is_refused(answer, 400, "general_argument_invalid", "guest")
    assert guest.account.get().phone == ""


@pytest.mark.parametrize("method, path", [
    ("DELETE", "/account/sessions"), ("DELETE", "/account/sessions/current"), ("PATCH", "/account/status"),
    ("DELETE", "/account")])
def test_ending_a_session_clears_its_cookies(appwrite, method, path):
    """The response to a sign-out deletes the session's cookies, wherever the client stores them."""
    answer = appwrite.guest().send(method, path, {} if method == "PATCH" else None)
    assert answer.status_code in (200, 204) and answer.headers["X-Fallback-Cookies"] == "[]"
    for name in ("a_session_authservice", "a_session_authservice_legacy"):
        assert f"{name}=deleted; " in answer.headers["Set-Cookie"] and "Max-Age=0" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("verified", [False, True])
def test_password_requires_an_email_address_verified_by_the_provider(appwrite, verified):
    email = f"refusals-{verified}@example.com".lower()
    person = appwrite.sign_in("google", claims={"email": email, "email_verified": verified})
    answer = person.send("PATCH", "/account/password", {"password": "a long and unlikely one"})
    if verified:
        assert answer.status_code == 200 and answer.json()["email"] == email
    else:
        is_refused(answer, 400, "general_argument_invalid", "verified")


def test_search_has_at_most_256_characters(appwrite):
    for length, status in ((256, 200), (257, 400)):
        answer = appwrite.send(
            "GET", f"/users?search={'x' * length}", headers={"X-Appwrite-Key": appwrite.server.admin_key})
        assert answer.status_code == status


def test_fallback_cookies_are_sent_only_to_other_origins(appwrite):
    for origin, kept in ((None, False), (appwrite.server.url, False), ("appwrite-ios://com.example.app", True)):
        answer = appwrite.send("POST", "/account/sessions/anonymous", {}, headers={"Origin": origin} if origin else {})
        assert ("X-Fallback-Cookies" in answer.headers) == kept
        appwrite.server.secrets.secrets.add(answer.cookies["a_session_authservice"])


def test_key_with_write_scopes_cannot_act_as_a_user(appwrite):
    made = appwrite.server.api.post(
        "/admin/v1/keys", {"name": "writer", "scopes": ["users:read", "users:write", "sessions:write"]},
        token=appwrite.server.admin_key)
    assert made.status_code == 201, made.text
    key, guest = made.json()["key"], appwrite.guest()
    appwrite.server.secrets.secrets.add(key)
    for kind in ("sessions", "tokens", "jwts"):
        answer = appwrite.send("POST", f"/users/{guest.uid}/{kind}", {}, headers={"X-Appwrite-Key": key})
        is_refused(answer, 401, "general_unauthorized_scope", "users.write")


def test_blocked_user_gets_no_session_or_token(appwrite):
    guest = appwrite.guest()
    appwrite.users.update_status(guest.uid, False)
    for kind in ("sessions", "tokens"):
        answer = appwrite.send(
            "POST", f"/users/{guest.uid}/{kind}", {}, headers={"X-Appwrite-Key": appwrite.server.admin_key})
        is_refused(answer, 401, "user_blocked")


def test_guessing_a_token_is_rate_limited(start):
    appwrite = Appwrite(start(limited=True))
    guest = appwrite.guest()
    # The token is long enough not to match other text of a log.
    token = appwrite.users.create_token(guest.uid, length=16)
    appwrite.server.secrets.secrets.add(token.secret)
    wrong = "0" * 16
    for _ in range(5):
        is_refused(
            appwrite.send("POST", "/account/sessions/token", {"userId": guest.uid, "secret": wrong}), 401, "user_invalid_token")
    for secret in (wrong, token.secret):
        answer = appwrite.send("POST", "/account/sessions/token", {"userId": guest.uid, "secret": secret})
        is_refused(answer, 429, "general_rate_limit_exceeded")
        assert int(answer.headers["Retry-After"]) > 0
