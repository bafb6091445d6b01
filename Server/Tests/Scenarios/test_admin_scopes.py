"""Tests of the scope that each method requires, on each surface: the table of docs/operations/admin.md."""

import re
from pathlib import Path

import pytest

from client import ok, refused
from test_admin import made
from test_passwords import APP, OTHER, PASSWORD, new_address, sign_in, sign_up

PAGE = Path(__file__).parents[3] / "docs/operations/admin.md"
DENIED = re.compile("lacks the scope|missing scopes")
SCOPES = ["users:write", "profiles:write", "users:recover", "users:act-as"]


def firebase(method: str, **body):
    def send(server, key, person):
        given = {name: value(person) if callable(value) else value for name, value in body.items()}
        path = f"/identitytoolkit.googleapis.com/v1/projects/{APP}/accounts{method}"
        if method == ":createSessionCookie":
            path = f"/identitytoolkit.googleapis.com/v1/projects/{APP}{method}"
        return server.api.post(path, given, token=key)
    return send


def appwrite(method: str, path: str, **body):
    def send(server, key, person):
        headers = {"X-Appwrite-Project": APP, "X-Appwrite-Key": key}
        path_of = path.format(user=person["user"]["uid"], identity=person.get("identity"))
        return server.api.call(method, f"/v1/users{path_of}", body or None, headers=headers)
    return send


def firestore(server, key, person):
    name = f"projects/{APP}/databases/(default)/documents/users/{uid(person)}"
    write = {"update": {"name": name, "fields": {"displayName": {"stringValue": "Test User 1"}}},
             "updateMask": {"fieldPaths": ["displayName"]}}
    return server.api.post(f"/v1/projects/{APP}/databases/(default)/documents:commit", {"writes": [write]}, token=key)


def uid(person):
    return person["user"]["uid"]


def mail(person):
    return person["user"]["email"]


UPDATE = {"localId": uid}
# Each row of the table, and the request for it.
METHODS = {
    "Firebase `accounts` (a new account)": firebase("", email=lambda _: new_address(), password=OTHER),
    "Firebase `accounts:update` of a name, claims, `validSince` or `disableUser`":
        firebase(":update", **UPDATE, displayName="Test User 1"),
    "Firebase `accounts:update` of an address": firebase(":update", **UPDATE, email=lambda _: new_address()),
    "Firebase `accounts:update` of `emailVerified`": firebase(":update", **UPDATE, emailVerified=True),
    "Firebase `accounts:update` of a password": firebase(":update", **UPDATE, password=OTHER),
    "Firebase `accounts:update` of a number": firebase(":update", **UPDATE, phoneNumber="+33612340000"),
    "Firebase `accounts:update` that links an identity":
        firebase(":update", **UPDATE, linkProviderUserInfo={"providerId": "google.com", "rawId": "linked-here"}),
    "Firebase `accounts:update` that adds a second factor": firebase(
        ":update", **UPDATE, emailVerified=True, mfa={"enrollments": [{"phoneInfo": "+33612340001"}]}),
    "Firebase `accounts:update` that takes a way to sign in away": firebase(
        ":update", **UPDATE, deleteProvider=["phone"]),
    "Firebase `accounts:sendOobCode` that mails a reset or a sign-in":
        firebase(":sendOobCode", requestType="PASSWORD_RESET", email=mail),
    "Firebase `accounts:sendOobCode` with `returnOobLink`":
        firebase(":sendOobCode", requestType="PASSWORD_RESET", email=mail, returnOobLink=True),
    "Firebase `accounts:sendOobCode` that changes the address": firebase(
        ":sendOobCode", requestType="VERIFY_AND_CHANGE_EMAIL", email=mail, newEmail=lambda _: new_address()),
    "Firebase `:createSessionCookie`": firebase(":createSessionCookie", idToken="a.b.c", validDuration="300"),
    "Firebase's documents: `commit`, `batchWrite`, and a document's own writes": firestore,
    "Appwrite `POST /users` and imports": appwrite("POST", "", userId="unique()", email="x@example.com"),
    "Appwrite `PATCH /users/{userId}/name`": appwrite("PATCH", "/{user}/name", name="Test User 1"),
    "Appwrite `PATCH /users/{userId}/email`": appwrite("PATCH", "/{user}/email", email="y@example.com"),
    "Appwrite `PATCH /users/{userId}/phone`": appwrite("PATCH", "/{user}/phone", number="+33612340002"),
    "Appwrite `PATCH /users/{userId}/password`": appwrite("PATCH", "/{user}/password", password=OTHER),
    "Appwrite `PATCH /users/{userId}/password` with none": appwrite("PATCH", "/{user}/password", password=""),
    "Appwrite `PATCH /users/{userId}/verification` and `verification/phone`":
        appwrite("PATCH", "/{user}/verification", emailVerification=True),
    "Appwrite `PATCH`, `PUT` and `GET /users/{userId}/mfa/recovery-codes`":
        appwrite("PATCH", "/{user}/mfa/recovery-codes"),
    "Appwrite `PATCH /users/{userId}/mfa` and `DELETE` of an authenticator": appwrite("PATCH", "/{user}/mfa", mfa=False),
    "Appwrite `DELETE /users/identities/{identityId}`": appwrite("DELETE", "/identities/{identity}"),
    "Appwrite `POST` and `PATCH /users/{userId}/targets`": appwrite(
        "POST", "/{user}/targets", targetId="unique()", providerType="push", identifier="token"),
    "Appwrite `POST /users/{userId}/sessions`, `tokens` and `jwts`": appwrite("POST", "/{user}/sessions"),
}


def with_factor(server, person):
    ok(firebase(":update", **UPDATE, emailVerified=True, mfa={"enrollments": [{"phoneInfo": "+33612340003"}]})(
        server, server.admin_key, person))


def with_identity(server, person):
    link = {"providerId": "google.com", "rawId": f"scope-{uid(person)}"}
    ok(firebase(":update", **UPDATE, emailVerified=True, linkProviderUserInfo=link)(server, server.admin_key, person))
    person["identity"] = f"google.{uid(person)}"


# Preparations of a row's account, which otherwise has only an unverified address.
PREPARED = {
    "Appwrite `PATCH /users/{userId}/mfa` and `DELETE` of an authenticator": with_factor,
    "Appwrite `DELETE /users/identities/{identityId}`": with_identity,
}


def documented() -> dict[str, str]:
    """Returns the documented scope of each row."""
    rows = re.findall(r"^\| (Firebase|Appwrite)([^|]+)\| `([^`]+)` \|$", PAGE.read_text(), re.M)
    return {(surface + rest).strip(): scope for surface, rest, scope in rows}


def test_documented_table_lists_exactly_the_tested_methods():
    assert documented().keys() == METHODS.keys()


@pytest.fixture(scope="module")
def keys(server):
    """Creates for each scope a key with all other scopes, and a key with only that scope, which suffices."""
    without = {scope: made(server, "users:read", *(other for other in SCOPES if other != scope)) for scope in SCOPES}
    return without | {("enough", scope): made(server, "users:read", scope) for scope in SCOPES}


def ways_in(server, person) -> dict[str, list]:
    """Returns the account's sign-in methods."""
    return {
        "logins": server.query(
            "SELECT name, verified_at IS NOT NULL FROM logins WHERE account = ? AND kind = 'email'", uid(person)),
        "identities": server.query("SELECT provider, subject FROM identities WHERE account = ?", uid(person)),
        "factors": server.query("SELECT id FROM second_factors WHERE account = ?", uid(person)),
    }


@pytest.mark.parametrize("method", METHODS)
def test_method_requires_the_documented_scope(server, keys, method):
    email = new_address()
    person = ok(sign_up(server.api, email))
    if method in PREPARED:
        PREPARED[method](server, person)
    before = ways_in(server, person)
    assert before["logins"] == [(email, method in PREPARED)]
    answer = METHODS[method](server, keys[documented()[method]], person)
    assert answer.status_code in (401, 403) and DENIED.search(answer.text), answer.text
    assert ways_in(server, person) == before
    if before["factors"]:
        refused(sign_in(server.api, email), 403, "second_factor_required")
    else:
        ok(sign_in(server.api, email))
    enough = METHODS[method](server, keys["enough", documented()[method]], person)
    assert not DENIED.search(enough.text), enough.text
    assert method not in PREPARED or ways_in(server, person) != before


@pytest.mark.parametrize("method", METHODS)
def test_key_without_user_scopes_cannot_tell_whether_a_user_exists(server, method):
    key = made(server, "push:send")
    person, nobody = ok(sign_up(server.api, new_address())), {"user": {"uid": "nobody", "email": new_address()}}
    if method in PREPARED:
        PREPARED[method](server, person)
        nobody["identity"] = "google.nobody"
    answers = [METHODS[method](server, key, who) for who in (person, nobody)]
    for answer in answers:
        assert answer.status_code in (401, 403) and DENIED.search(answer.text), answer.text
    assert answers[0].text.replace(uid(person), "nobody") == answers[1].text


@pytest.mark.parametrize("method, path", [
    ("DELETE", "/{user}/mfa/authenticators/totp"), ("GET", "/{user}/mfa/factors"), ("GET", "/{user}/mfa/recovery-codes")])
def test_key_without_user_scopes_learns_nothing_from_factor_requests(server, method, path):
    key, person = made(server, "push:send"), ok(sign_up(server.api, new_address()))
    with_factor(server, person)
    answers = [appwrite(method, path)(server, key, who) for who in (person, {"user": {"uid": "nobody"}})]
    assert DENIED.search(answers[0].text) and answers[0].text == answers[1].text
