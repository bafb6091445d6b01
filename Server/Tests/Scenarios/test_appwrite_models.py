"""Tests that responses have every member that Appwrite's models require, with the right type.

The Python package fills in missing members. The packages for Swift, Kotlin and Dart fail on them, and the .NET package
on a null. Released apps contain older packages, which require the members of their time.
"""

import secrets as random
import types
import typing

import pytest
import requests
from appwrite.id import ID
from appwrite.models.identity_list import IdentityList
from appwrite.models.jwt import Jwt
from appwrite.models.membership_list import MembershipList
from appwrite.models.session import Session
from appwrite.models.session_list import SessionList
from appwrite.models.target import Target
from appwrite.models.target_list import TargetList
from appwrite.models.token import Token
from appwrite.models.user import User
from appwrite.models.user_list import UserList

from appwrite_client import Appwrite
from patience import PATIENCE

KINDS = {str: str, bool: bool, float: (int, float), int: int}


def check(model, json: dict, where: str = "") -> None:
    """Checks that every member that the model requires exists and has the right type."""
    assert isinstance(json, dict), where
    for name, field in model.model_fields.items():
        key = field.alias or name
        if not field.is_required():
            continue
        assert key in json, f"{where}.{key} is missing"
        check_value(field.annotation, json[key], f"{where}.{key}")


def check_value(kind, value, where: str) -> None:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        if value is not None:
            check_value(next(one for one in typing.get_args(kind) if one is not type(None)), value, where)
    elif origin is list:
        assert isinstance(value, list), where
        for one in value:
            check_value(typing.get_args(kind)[0], one, where + "[]")
    elif kind in KINDS:
        assert isinstance(value, KINDS[kind]) and (kind is bool) == isinstance(value, bool), f"{where}: {value!r}"
    elif isinstance(kind, type) and hasattr(kind, "model_fields"):
        check(kind, value, where)


@pytest.fixture(scope="module")
def person(server):
    appwrite, email = Appwrite(server), f"test-{random.token_hex(6)}@example.com"
    session = appwrite.sign_in(claims={"email": email, "email_verified": True, "name": "Test User 41"})
    body = {"targetId": ID.unique(), "identifier": random.token_hex(32)}
    assert session.send("POST", "/account/targets/push", body).status_code == 201
    return session


def keyed(appwrite, method, path, body=None):
    answer = appwrite.send(method, path, body, headers={"X-Appwrite-Key": appwrite.server.admin_key})
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


@pytest.mark.parametrize("model, method, path, body", [
    (User, "GET", "/account", None), (SessionList, "GET", "/account/sessions", None),
    (Session, "GET", "/account/sessions/current", None), (IdentityList, "GET", "/account/identities", None),
    (Jwt, "POST", "/account/jwts", {}),
    (Target, "POST", "/account/targets/push", {"targetId": "unique()", "identifier": "ab" * 32})])
def test_responses_to_users_have_every_required_member(person, model, method, path, body):
    answer = person.send(method, path, body)
    assert answer.status_code in (200, 201), answer.text
    check(model, answer.json(), path)


@pytest.mark.parametrize("model, method, path, body", [
    (UserList, "GET", "/users", None), (User, "GET", "/users/{uid}", None), (SessionList, "GET", "/users/{uid}/sessions", None),
    (TargetList, "GET", "/users/{uid}/targets", None), (IdentityList, "GET", "/users/identities", None),
    (MembershipList, "GET", "/users/{uid}/memberships", None),
    (Token, "POST", "/users/{uid}/tokens", {}), (Session, "POST", "/users/{uid}/sessions", {}),
    (Jwt, "POST", "/users/{uid}/jwts", {}), (User, "POST", "/users", {"userId": "unique()"}),
    (Session, "POST", "/account/sessions/anonymous", {})])
def test_responses_to_back_ends_have_every_required_member(person, model, method, path, body):
    check(model, keyed(person.appwrite, method, path.format(uid=person.uid), body), path)


def test_response_to_a_code_request_has_every_required_member(person):
    email = f"test-{random.token_hex(6)}@example.com"
    answer = person.appwrite.send("POST", "/account/tokens/email", {"userId": "unique()", "email": email})
    check(Token, answer.json(), "token")
    assert set(answer.json()) == {"$id", "$createdAt", "userId", "secret", "expire", "phrase"}


# Members that older packages require


TEXT, FLAG = str, bool
DEVICE = dict.fromkeys((
    "ip", "osCode", "osName", "osVersion", "clientType", "clientCode", "clientName", "clientVersion", "clientEngine",
    "clientEngineVersion", "deviceName", "deviceBrand", "deviceModel", "countryCode", "countryName"), TEXT)
# Members that some version since Appwrite 1.2 required, and that may be optional or removed today.
OLDER = {
    "account": {**dict.fromkeys((
        "$id", "$createdAt", "$updatedAt", "name", "registration", "passwordUpdate", "email", "phone", "accessedAt"), TEXT),
        **dict.fromkeys(("status", "emailVerification", "phoneVerification", "mfa"), FLAG),
        "labels": list, "prefs": dict, "targets": list},
    "session": {**dict.fromkeys((
        "$id", "$createdAt", "$updatedAt", "userId", "expire", "provider", "providerUid", "providerAccessToken",
        "providerAccessTokenExpiry", "providerRefreshToken", "secret", "mfaUpdatedAt"), TEXT),
        **DEVICE, "current": FLAG, "factors": list},
    "identity": dict.fromkeys((
        "$id", "$createdAt", "$updatedAt", "userId", "provider", "providerUid", "providerEmail", "providerAccessToken",
        "providerAccessTokenExpiry", "providerRefreshToken"), TEXT),
    "log": {**dict.fromkeys(("event", "userId", "userEmail", "userName", "mode", "time"), TEXT), **DEVICE},
    "target": {**dict.fromkeys((
        "$id", "$createdAt", "$updatedAt", "name", "userId", "providerType", "identifier"), TEXT), "expired": FLAG},
    "token": dict.fromkeys(("$id", "$createdAt", "userId", "secret", "expire", "phrase"), TEXT),
    "factors": dict.fromkeys(("totp", "phone", "email", "recoveryCode"), FLAG),
    "jwt": {"jwt": TEXT},
}
USER_UNTIL_1_3 = {**OLDER["account"], "password": TEXT, "hash": TEXT, "hashOptions": dict}


def demand(members: dict, json: dict, where: str):
    for name, kind in members.items():
        assert isinstance(json.get(name), kind), f"{where}.{name} is {json.get(name)!r}"


def nulls(json, where: str = "") -> list[str]:
    if isinstance(json, dict):
        return [found for name, value in json.items() for found in nulls(value, f"{where}.{name}")]
    if isinstance(json, list):
        return [found for value in json for found in nulls(value, where)]
    return [where] if json is None else []


FORMATS = ["1.0.0", "1.4.0", "1.5.0", "1.6.0", "1.7.0", "1.8.0"]
OF_NO_ADDRESS = ("emailCanonical", "emailIsCanonical", "emailIsCorporate", "emailIsDisposable", "emailIsFree")
"""The members about an email address, which every client that knows them reads as optional."""
LISTS = {"sessions": "session", "identities": "identity", "logs": "log", "targets": "target", "users": "account"}


@pytest.mark.parametrize("form", FORMATS)
def test_responses_have_the_members_that_older_packages_require(person, form):
    uid, by_key = person.uid, {"X-Appwrite-Key": person.appwrite.server.admin_key}
    asked = [
        ("account", person.send, "GET", "/account", None), ("session", person.send, "GET", "/account/sessions/current", None),
        ("sessions", person.send, "GET", "/account/sessions", None), ("identities", person.send, "GET", "/account/identities", None),
        ("logs", person.send, "GET", "/account/logs", None), ("factors", person.send, "GET", "/account/mfa/factors", None),
        ("jwt", person.send, "POST", "/account/jwt", {}),
        ("account", person.appwrite.send, "GET", f"/users/{uid}", None), ("users", person.appwrite.send, "GET", "/users", None),
        ("sessions", person.appwrite.send, "GET", f"/users/{uid}/sessions", None),
        ("logs", person.appwrite.send, "GET", f"/users/{uid}/logs", None),
        ("targets", person.appwrite.send, "GET", f"/users/{uid}/targets", None),
        ("identities", person.appwrite.send, "GET", "/users/identities", None),
        ("token", person.appwrite.send, "POST", f"/users/{uid}/tokens", {}),
        ("session", person.appwrite.send, "POST", f"/users/{uid}/sessions", {}),
        ("factors", person.appwrite.send, "GET", f"/users/{uid}/mfa/factors", None)]
    for kind, send, method, path, body in asked:
        headers = {"X-Appwrite-Response-Format": form, **(by_key if send == person.appwrite.send else {})}
        answer = send(method, path, body, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        json = answer.json()
        models = json[kind] if kind in LISTS else [json]
        assert models, path
        if kind in LISTS:
            assert isinstance(json["total"], int), path
        for model in models:
            name = LISTS.get(kind, kind)
            until_1_3 = form == "1.0.0" and name == "account"
            demand(USER_UNTIL_1_3 if until_1_3 else OLDER[name], model, path)
            assert ("password" in model) == until_1_3, path
        assert {where.split(".")[-1] for where in nulls(json)} <= {"providerId", *OF_NO_ADDRESS}, path


# Additional fields and requests of clients


def test_ping_succeeds_for_a_known_project_only(server):
    answer = Appwrite(server).send("GET", "/ping")
    assert (answer.status_code, answer.text) == (200, "Pong!")
    assert Appwrite(server, "nobody").send("GET", "/ping").status_code == 404


def test_get_request_accepts_no_body_but_an_empty_object(person):
    for body, status in (({}, 200), ({"a": 1}, 400), ([], 400)):
        assert person.send("GET", "/account", body).status_code == status, body


@pytest.mark.parametrize("query, found", [
    ("equal(\"email\", [\"{email}\"])", 1), ("equal(\"email\", \"{email}\")", 1), ("notEqual(\"email\", [\"{email}\"])", None),
    ("search(\"name\", \"User 41\")", None), ("limit(1)", None), ("orderDesc(\"registration\")", None),
    ("cursorAfter(\"{uid}\")", None), ("between(\"registration\", \"2020-01-01\", \"2021-01-01\")", 0)])
def test_queries_in_the_format_before_1_5_are_accepted(person, query, found):
    email = person.send("GET", "/account").json()["email"]
    query = query.replace("{email}", email).replace("{uid}", person.uid)
    answer = requests.get(
        f"{person.appwrite.server.url}/v1/users", params={"queries[]": query}, timeout=PATIENCE,
        headers={"X-Appwrite-Project": person.appwrite.project, "X-Appwrite-Key": person.appwrite.server.admin_key})
    assert answer.status_code == 200, answer.text
    assert found is None or answer.json()["total"] == found
