"""Every member that Appwrite's models demand stands in what is answered, as what it must be.

The package for Python fills in what is missing; those for Swift, Kotlin and Dart fail on it.
"""

import secrets as random
import types
import typing

import pytest
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

KINDS = {str: str, bool: bool, float: (int, float), int: int}


def check(model, json: dict, where: str = "") -> None:
    """That every member which the model demands is there, and of its kind."""
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
def test_what_a_person_reads_is_whole(person, model, method, path, body):
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
def test_what_a_back_end_reads_is_whole(person, model, method, path, body):
    check(model, keyed(person.appwrite, method, path.format(uid=person.uid), body), path)


def test_what_is_said_of_a_code_is_whole(person):
    email = f"test-{random.token_hex(6)}@example.com"
    answer = person.appwrite.send("POST", "/account/tokens/email", {"userId": "unique()", "email": email})
    check(Token, answer.json(), "token")
    assert set(answer.json()) == {"$id", "$createdAt", "userId", "secret", "expire", "phrase"}
