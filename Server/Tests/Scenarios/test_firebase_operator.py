"""Tests of operator access to a Firebase project: service accounts, their custom tokens, and admin keys."""

import time

import firebase_admin
import jwt
import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import _token_gen, auth

from client import ok
from firebase import Firebase, fails
from firebase_shop import EMAIL, PROJECT, sdk


@pytest.mark.parametrize("token, status", [
    (None, 401), ("nonsense", 401), ("fa_nonsense", 401), ("owner", 401), ("Owner", 401),
])
def test_administrative_methods_require_a_credential(signed, token, status):
    path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts"
    answer = signed.server.api.post(path, {}, token=token)
    assert answer.status_code == status and answer.json()["error"]["status"] == "UNAUTHENTICATED"
    assert signed.server.api.post(path + "?key=AIzaSy-example-shop", {}).status_code == 401


def test_id_token_is_rejected_as_an_operator_credential(signed):
    guest = signed.firebase.guest()
    path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:lookup"
    assert signed.server.api.post(path, {"localId": [guest["localId"]]}, token=guest["idToken"]).status_code == 401


def test_service_account_is_trusted_only_by_its_own_app(signed, surroundings, monkeypatch):
    app = sdk(signed, monkeypatch)
    user = auth.create_user(app=app)
    token = signed_token(signed)
    api = signed.server.api
    path = "/identitytoolkit.googleapis.com/v1/projects/{}/accounts:lookup"
    ok(api.post(path.format(PROJECT), {"localId": [user.uid]}, token=token))
    assert api.post(path.format("other-1"), {"localId": [user.uid]}, token=token).status_code == 401
    fails(api.post(path.format("unknown"), {}, token=token),
          "The project does not exist, or this server does not serve it.", 403)
    firebase_admin.delete_app(app)


@pytest.mark.parametrize("seconds", [-1, 253402300800, 10**17])
def test_invalid_time_is_rejected_and_changes_nothing(signed, seconds):
    token, path = signed_token(signed), f"/v1/projects/{PROJECT}/accounts"
    made = ok(signed.server.api.post(path, {}, token=token))["localId"]
    before = signed.server.rows()
    answer = signed.server.api.post(path + ":update", {"localId": made, "validSince": str(seconds)}, token=token)
    assert answer.status_code == 400, answer.text
    assert signed.server.rows() == before


def test_admin_key_is_limited_to_its_scopes_and_apps(signed):
    api = signed.server.api

    def key(scope: str, app: str) -> str:
        answer = api.post("/admin/v1/keys", {"name": "test", "scopes": [scope], "apps": [app]},
                          token=signed.server.admin_key)
        assert answer.status_code == 201, answer.text
        return answer.json()["key"]

    path = f"/v1/projects/{PROJECT}/accounts"
    ok(api.post(path + ":lookup", {"localId": ["nobody"]}, token=key("users:read", "shop")))
    made = ok(api.post(path, {}, token=key("users:write", "shop")))
    ok(api.post(path + ":delete", {"localId": made["localId"]}, token=key("users:write", "shop")))
    for wrong, method in ((key("users:read", "shop"), ""), (key("users:read", "shop"), ":delete"),
                          (key("users:write", "shop"), ":lookup"), (key("users:read", "other"), ":lookup"),
                          (key("events:read", "shop"), ":query")):
        fails(api.post(path + method, {}, token=wrong), "INSUFFICIENT_PERMISSION", 403)


def assertion(shop, **changes) -> str:
    now = int(time.time())
    claims = {"iss": EMAIL, "scope": "https://www.googleapis.com/auth/identitytoolkit",
              "aud": f"{shop.server.url}/oauth2.googleapis.com/token", "iat": now, "exp": now + 3600}
    key = changes.pop("key", shop.pem)
    return jwt.encode({**claims, **changes}, key, algorithm="RS256", headers={"kid": changes.pop("kid", "k1")})


def exchanged(shop, text: str) -> requests.Response:
    form = {"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": text}
    return shop.server.api.post(
        "/oauth2.googleapis.com/token", data=requests.models.RequestEncodingMixin._encode_params(form).encode(),
        headers={"Content-Type": "application/x-www-form-urlencoded"})


def signed_token(shop) -> str:
    return ok(exchanged(shop, assertion(shop)))["access_token"]


def test_assertion_that_breaks_any_rule_is_rejected(signed):
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    now = int(time.time())
    for changes, error in (
            ({"key": stranger}, "invalid_grant"), ({"iss": "other@example.com"}, "invalid_grant"),
            ({"aud": "https://elsewhere.example/token"}, "invalid_grant"),
            ({"iat": now - 7200, "exp": now - 3600}, "invalid_grant"), ({"exp": now + 7200}, "invalid_grant"),
            ({"iat": now + 600, "exp": now + 900}, "invalid_grant"), ({"iat": -2**63}, "invalid_grant"),
            ({"scope": "https://www.googleapis.com/auth/firebase.messaging"}, "invalid_scope")):
        answer = exchanged(signed, assertion(signed, **changes))
        assert answer.status_code == 400 and answer.json()["error"] == error, changes
    assert exchanged(signed, "nonsense").json()["error"] == "invalid_grant"
    # Google's libraries name Google's endpoint as the audience, wherever they send the assertion.
    for aud in ("https://oauth2.googleapis.com/token", f"{signed.server.url}/oauth2.googleapis.com/token"):
        ok(exchanged(signed, assertion(signed, aud=aud)))


def test_custom_token_that_breaks_any_rule_is_rejected(signed):
    def custom(**changes):
        now = int(time.time())
        return assertion(signed, **{"sub": EMAIL, "aud": _token_gen.FIREBASE_AUDIENCE, "uid": "u", "iat": now,
                                    "exp": now + 3600, **changes})
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    now = int(time.time())
    before = signed.server.rows()
    for changes, code in (
            ({"key": stranger}, "INVALID_CUSTOM_TOKEN"), ({"iss": "other@example.com"}, "INVALID_CUSTOM_TOKEN"),
            ({"sub": "other@example.com"}, "INVALID_CUSTOM_TOKEN"), ({"aud": PROJECT}, "INVALID_CUSTOM_TOKEN"),
            ({"iat": now - 7200, "exp": now - 3600}, "INVALID_CUSTOM_TOKEN"),
            ({"exp": now + 7200}, "INVALID_CUSTOM_TOKEN"), ({"iat": now + 600}, "INVALID_CUSTOM_TOKEN"),
            ({"iat": -2**63}, "INVALID_CUSTOM_TOKEN"), ({"exp": -2**63}, "INVALID_CUSTOM_TOKEN"),
            ({"uid": ""}, "INVALID_CUSTOM_TOKEN"), ({"uid": "a/b"}, "INVALID_CUSTOM_TOKEN"),
            ({"uid": "x" * 129}, "INVALID_CUSTOM_TOKEN"), ({"tenant_id": "t"}, "TENANT_ID_MISMATCH"),
            ({"claims": {"sub": "x"}}, "FORBIDDEN_CLAIM"),
            ({"claims": {"email": "x@example.com"}}, "FORBIDDEN_CLAIM"), ({"claims": {"a": "x" * 1000}}, "CLAIMS_TOO_LARGE"),
            ({"claims": []}, "INVALID_CUSTOM_TOKEN")):
        fails(signed.firebase.call("signInWithCustomToken", {"token": custom(**changes)}), code)
    for token in ("nonsense", '{"uid": "u"}',
                  "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJ1aWQiOiJ1In0."):
        fails(signed.firebase.call("signInWithCustomToken", {"token": token}), "INVALID_CUSTOM_TOKEN")
    fails(signed.firebase.call("signInWithCustomToken"), "MISSING_CUSTOM_TOKEN")
    assert signed.server.rows() == before
    fails(Firebase(signed.server, key="AIzaSy-example-other").call("signInWithCustomToken", {"token": custom()}),
          "INVALID_CUSTOM_TOKEN")


def test_id_of_a_deleted_account_is_not_assigned_again(signed, surroundings, monkeypatch):
    app = sdk(signed, monkeypatch)
    user = auth.create_user(app=app)
    auth.delete_user(user.uid, app=app)
    with pytest.raises(auth.UidAlreadyExistsError):
        auth.create_user(uid=user.uid, app=app)
    token = auth.create_custom_token(user.uid, app=app).decode()
    fails(signed.firebase.call("signInWithCustomToken", {"token": token}), "USER_NOT_FOUND")
    firebase_admin.delete_app(app)
