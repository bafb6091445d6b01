"""Firebase's own admin SDK against the accounts: with signed tokens and a service account, and as against its emulator."""

import hashlib
import itertools
import json
import time
import urllib.parse
import warnings

import firebase_admin
import jwt
import pytest
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import _token_gen, _user_mgt, auth, credentials, exceptions
from google.oauth2 import service_account

from client import ok
from firebase import Firebase, fails, payload
from providers import new_subject
from sesame import Development, run, wait_until

names = itertools.count()
numbers = itertools.count()
PROJECT = "shop-1001"
EMAIL = "firebase-adminsdk-1@shop-1001.iam.gserviceaccount.com"
MODES = ["signed", "emulator"]


class Shop:
    """A server with one app, which trusts one service account."""

    def __init__(self, folder, mode: str):
        self.mode = mode
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        providers = {"anonymous": True, "password": {}, "google": {"clientIDs": ["web"]}, "apple": {"clientIDs": ["app"]}}
        file = folder / "shop.json"
        file.write_text(json.dumps({"apps": {
            "shop": {"providers": providers, "firebase": {
                "projectID": PROJECT, "apiKeys": ["AIzaSy-example-shop"],
                "serviceAccounts": [{"email": EMAIL, "keyID": "k1", "publicKey": public}]}},
            "other": {"providers": {"anonymous": True},
                      "firebase": {"projectID": "other-1", "apiKeys": ["AIzaSy-example-other"]}}}}))
        options = ["--config", str(file)] + (["--firebase-emulator"] if mode == "emulator" else [])
        self.server = Development(folder, options=options)
        self.firebase = Firebase(self.server, "shop")

    def account(self, **changes) -> dict:
        """The file of the service account, with our address for its tokens."""
        return {"type": "service_account", "project_id": PROJECT, "private_key_id": "k1", "private_key": self.pem,
                "client_email": EMAIL, "token_uri": f"{self.server.url}/oauth2.googleapis.com/token", **changes}


@pytest.fixture(scope="module")
def shops(tmp_path_factory):
    running = {mode: Shop(tmp_path_factory.mktemp(mode), mode) for mode in MODES}
    yield running
    for shop in running.values():
        assert shop.server.stop() == 0


@pytest.fixture(params=MODES)
def shop(request, shops):
    return shops[request.param]


@pytest.fixture
def signed(shops):
    return shops["signed"]


@pytest.fixture(autouse=True)
def surroundings(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(
        service_account.Credentials, "_is_regional_access_boundary_lookup_required", lambda credentials: False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def sdk(shop, monkeypatch, **changes):
    """The SDK as a back end sets it up; only Google's addresses are others."""
    url = shop.server.url
    if shop.mode == "emulator":
        monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", url.removeprefix("http://"))
    else:
        host = url + "/identitytoolkit.googleapis.com/v1"
        monkeypatch.setattr(_user_mgt.UserManager, "ID_TOOLKIT_URL", host)
        monkeypatch.setattr(_token_gen.TokenGenerator, "ID_TOOLKIT_URL", host)
        monkeypatch.setattr(
            _token_gen, "ID_TOKEN_CERT_URI",
            url + "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
        monkeypatch.setattr(_token_gen, "COOKIE_CERT_URI", url + "/identitytoolkit/v3/relyingparty/publicKeys")
    return firebase_admin.initialize_app(
        credentials.Certificate(shop.account(**changes)), {"projectId": PROJECT}, name=f"accounts-{next(names)}")


@pytest.fixture
def admin(shop, monkeypatch):
    app = sdk(shop, monkeypatch)
    yield app
    firebase_admin.delete_app(app)


def new_email() -> str:
    return f"test.user.{next(numbers)}.{time.time_ns()}@example.com"


def signed_in(shop, admin, uid: str, claims: dict | None = None) -> dict:
    token = auth.create_custom_token(uid, claims, app=admin).decode()
    return shop.firebase.good("signInWithCustomToken", {"token": token, "returnSecureToken": True})


def test_an_account_is_made_read_changed_and_deleted(shop, admin):
    email = new_email()
    made = auth.create_user(
        email=email.upper(), password="correct horse 1", display_name="Test User 1", photo_url="https://example.com/1.png",
        phone_number=f"+1650555{next(numbers):04d}", app=admin)
    assert made.email == email and made.display_name == "Test User 1" and not made.email_verified
    assert {info.provider_id for info in made.provider_data} == {"password", "phone"}
    for found in (auth.get_user(made.uid, app=admin), auth.get_user_by_email(email, app=admin),
                  auth.get_user_by_phone_number(made.phone_number, app=admin)):
        assert found.uid == made.uid
    changed = auth.update_user(
        made.uid, display_name="Test User 2", photo_url=auth.DELETE_ATTRIBUTE, phone_number=auth.DELETE_ATTRIBUTE,
        email_verified=True, app=admin)
    assert changed.display_name == "Test User 2" and changed.photo_url is None and changed.phone_number is None
    assert changed.email_verified
    auth.delete_user(made.uid, app=admin)
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user(made.uid, app=admin)
    with pytest.raises(auth.UserNotFoundError):
        auth.delete_user(made.uid, app=admin)
    with pytest.raises(auth.UserNotFoundError):
        auth.update_user(made.uid, display_name="x", app=admin)


def test_what_is_taken_is_said_by_name(shop, admin):
    uid, email, phone = f"uid-{next(numbers)}-{time.time_ns()}", new_email(), f"+1650556{next(numbers):04d}"
    auth.create_user(uid=uid, email=email, phone_number=phone, app=admin)
    other = auth.create_user(app=admin)
    for taken, error in (({"uid": uid}, auth.UidAlreadyExistsError), ({"email": email}, auth.EmailAlreadyExistsError),
                         ({"phone_number": phone}, auth.PhoneNumberAlreadyExistsError)):
        with pytest.raises(error):
            auth.create_user(**taken, app=admin)
        if "uid" not in taken:
            with pytest.raises(error):
                auth.update_user(other.uid, **taken, app=admin)
    with pytest.raises(exceptions.InvalidArgumentError, match="WEAK_PASSWORD"):
        auth.create_user(email=new_email(), password="password", app=admin)
    with pytest.raises(exceptions.FirebaseError):
        auth.create_user(password="correct horse 1", app=admin)


def test_an_account_signs_in_with_its_password_until_it_has_another(shop, admin):
    email = new_email()
    user = auth.create_user(email=email, password="correct horse 1", app=admin)
    good = {"email": email, "password": "correct horse 1", "returnSecureToken": True}
    session = shop.firebase.good("signInWithPassword", good)
    assert session["localId"] == user.uid and session["registered"] is True
    assert payload(session["idToken"])["firebase"]["sign_in_provider"] == "password"
    auth.update_user(user.uid, password="correct horse 2", app=admin)
    fails(shop.firebase.call("signInWithPassword", good), "INVALID_LOGIN_CREDENTIALS")
    fails(shop.firebase.refresh(session["refreshToken"]), "TOKEN_EXPIRED")
    shop.firebase.good("signInWithPassword", {**good, "password": "correct horse 2"})


def test_a_disabled_account_is_closed_at_once(shop, admin):
    email = new_email()
    user = auth.create_user(email=email, password="correct horse 1", app=admin)
    good = {"email": email, "password": "correct horse 1"}
    session = shop.firebase.good("signInWithPassword", good)
    assert auth.update_user(user.uid, disabled=True, app=admin).disabled
    fails(shop.firebase.call("signInWithPassword", good), "USER_DISABLED")
    fails(shop.firebase.lookup(session["idToken"]), "USER_DISABLED")
    fails(shop.firebase.refresh(session["refreshToken"]), "USER_DISABLED")
    with pytest.raises(auth.UserDisabledError):
        auth.verify_id_token(session["idToken"], app=admin, check_revoked=True)
    assert not auth.update_user(user.uid, disabled=False, app=admin).disabled
    shop.firebase.good("signInWithPassword", good)


def test_a_custom_token_signs_in_and_its_claims_last(shop, admin):
    uid = f"custom-{time.time_ns()}"
    first = signed_in(shop, admin, uid, {"role": "editor", "level": 3})
    assert first["isNewUser"] is True
    claims = auth.verify_id_token(first["idToken"], app=admin, check_revoked=True)
    assert claims["uid"] == uid and claims["role"] == "editor" and claims["level"] == 3
    assert claims["firebase"]["sign_in_provider"] == "custom"
    refreshed = ok(shop.firebase.refresh(first["refreshToken"]))
    assert payload(refreshed["id_token"])["role"] == "editor"
    again = signed_in(shop, admin, uid)
    assert again["isNewUser"] is False and "role" not in payload(again["idToken"])
    assert auth.get_user(uid, app=admin).uid == uid


def test_claims_of_the_operator_stand_in_every_token(shop, admin):
    uid = f"claims-{time.time_ns()}"
    session = signed_in(shop, admin, uid, {"role": "of the session"})
    auth.set_custom_user_claims(uid, {"admin": True, "role": "of the account"}, app=admin)
    assert auth.get_user(uid, app=admin).custom_claims == {"admin": True, "role": "of the account"}
    claims = payload(ok(shop.firebase.refresh(session["refreshToken"]))["id_token"])
    assert claims["admin"] is True and claims["role"] == "of the session"
    auth.set_custom_user_claims(uid, None, app=admin)
    assert not auth.get_user(uid, app=admin).custom_claims
    assert "admin" not in payload(ok(shop.firebase.refresh(session["refreshToken"]))["id_token"])


def owner(shop) -> dict:
    return {"token": "owner" if shop.mode == "emulator" else shop.server.admin_key}


@pytest.mark.parametrize("attributes, code", [
    ('{"sub": "x"}', "FORBIDDEN_CLAIM"), ('{"firebase": {}}', "FORBIDDEN_CLAIM"), ("[]", "INVALID_CLAIMS"),
    ("{", "INVALID_CLAIMS"), (json.dumps({"long": "x" * 1000}), "CLAIMS_TOO_LARGE"),
])
def test_claims_that_cannot_be_made_are_refused(shop, admin, attributes, code):
    user = auth.create_user(app=admin)
    path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:update"
    fails(shop.server.api.post(path, {"localId": user.uid, "customAttributes": attributes}, **owner(shop)), code)


def test_revoking_ends_sessions_and_tokens_at_once(shop, admin):
    session = signed_in(shop, admin, f"revoked-{time.time_ns()}")
    auth.verify_id_token(session["idToken"], app=admin, check_revoked=True)
    # What the vendor compares are whole seconds.
    time.sleep(1.1)
    auth.revoke_refresh_tokens(payload(session["idToken"])["sub"], app=admin)
    fails(shop.firebase.refresh(session["refreshToken"]), "TOKEN_EXPIRED")
    fails(shop.firebase.lookup(session["idToken"]), "TOKEN_EXPIRED")
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(session["idToken"], app=admin, check_revoked=True)


def test_a_session_cookie_is_made_verified_and_revoked(shop, admin):
    session = signed_in(shop, admin, f"cookie-{time.time_ns()}", {"role": "editor"})
    cookie = auth.create_session_cookie(session["idToken"], 600, app=admin)
    claims = auth.verify_session_cookie(cookie, check_revoked=True, app=admin)
    assert claims["iss"] == f"https://session.firebase.google.com/{PROJECT}" and claims["role"] == "editor"
    assert claims["exp"] == claims["iat"] + 600
    fails(shop.firebase.lookup(cookie), "INVALID_ID_TOKEN")
    path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}:createSessionCookie"
    for life in (299, 1_209_601):
        body = {"idToken": session["idToken"], "validDuration": str(life)}
        fails(shop.server.api.post(path, body, **owner(shop)), "INVALID_DURATION")
    time.sleep(1.1)
    auth.revoke_refresh_tokens(claims["uid"], app=admin)
    with pytest.raises(auth.RevokedSessionCookieError):
        auth.verify_session_cookie(cookie, check_revoked=True, app=admin)


def test_accounts_are_listed_a_page_at_a_time(shop, admin):
    made = {auth.create_user(app=admin).uid for _ in range(5)}
    page, seen = auth.list_users(max_results=2, app=admin), []
    while page:
        assert len(page.users) <= 2
        seen += [user.uid for user in page.users]
        page = page.get_next_page()
    assert made <= set(seen) and len(seen) == len(set(seen))


def test_many_are_looked_up_and_deleted_at_once(shop, admin):
    email = new_email()
    first, second = auth.create_user(email=email, app=admin), auth.create_user(app=admin)
    found = auth.get_users(
        [auth.UidIdentifier(second.uid), auth.EmailIdentifier(email), auth.UidIdentifier("nobody")], app=admin)
    assert {user.uid for user in found.users} == {first.uid, second.uid} and len(found.not_found) == 1
    gone = auth.delete_users([first.uid, second.uid, "nobody"], app=admin)
    assert gone.success_count == 3 and not auth.get_users([auth.UidIdentifier(first.uid)], app=admin).users


def test_without_force_only_disabled_accounts_are_deleted(shop, admin):
    open_, closed = auth.create_user(app=admin), auth.create_user(disabled=True, app=admin)
    path = f"/v1/projects/{PROJECT}/accounts:batchDelete"
    answer = ok(shop.server.api.post(path, {"localIds": [open_.uid, closed.uid]}, **owner(shop)))
    [error] = answer["errors"]
    assert error["index"] == 0 and error["message"].startswith("NOT_DISABLED : ")
    assert auth.get_user(open_.uid, app=admin)
    with pytest.raises(auth.UserNotFoundError):
        auth.get_user(closed.uid, app=admin)


def test_people_are_imported_with_their_ids_and_sign_in(shop, admin):
    sub, email = new_subject("google"), new_email()
    uid = f"import-{time.time_ns()}"
    result = auth.import_users([
        auth.ImportUserRecord(uid, email=email, email_verified=True, display_name="Test User 3", provider_data=[
            auth.UserProvider(sub, provider_id="google.com", email=email)], custom_claims={"old": True}),
        auth.ImportUserRecord(uid + "-2", email=email),
        auth.ImportUserRecord(uid + "-3", provider_data=[auth.UserProvider("1", provider_id="example.com")]),
        auth.ImportUserRecord(uid + "-4"),
    ], app=admin)
    assert result.success_count == 2
    assert {error.index: error.reason for error in result.errors}.keys() == {1, 2}
    person = shop.firebase.sign_in("google", sub=sub)
    assert person["localId"] == uid and payload(person["idToken"])["old"] is True
    assert auth.get_user_by_email(email, app=admin).uid == uid


def test_people_are_imported_with_the_hashes_of_their_passwords(shop, admin):
    email, salt = new_email(), b"a salt of somebody else's"
    uid = f"hashed-{time.time_ns()}"
    hashed = hashlib.pbkdf2_hmac("sha256", b"correct horse 1", salt, 1000)
    made = auth.import_users(
        [auth.ImportUserRecord(uid, email=email, password_hash=hashed, password_salt=salt)],
        hash_alg=auth.UserImportHash.pbkdf2_sha256(rounds=1000), app=admin)
    assert made.success_count == 1, [error.reason for error in made.errors]
    fails(shop.firebase.call("signInWithPassword", {"email": email, "password": "correct horse 2"}),
          "INVALID_LOGIN_CREDENTIALS")
    for _ in range(2):
        good = shop.firebase.good("signInWithPassword", {"email": email, "password": "correct horse 1"})
        assert good["localId"] == uid
    path = f"/v1/projects/{PROJECT}/accounts:batchCreate"
    users = [{"localId": "h", "email": new_email(), "passwordHash": "AAAA"}]
    for body, message in (({"users": users}, "MISSING_HASH_ALGORITHM"),
                          ({"users": users, "hashAlgorithm": "HMAC_SHA256"}, "INVALID_HASH")):
        [error] = ok(shop.server.api.post(path, body, **owner(shop)))["error"]
        assert error["message"].startswith(message)
    fails(shop.server.api.post(path, {"users": users, "hashAlgorithm": "ROT13"}, **owner(shop)),
          "INVALID_HASH_ALGORITHM")


def test_accounts_are_asked_for_by_expressions(shop, admin):
    user = auth.create_user(email=new_email(), app=admin)
    path = f"/v1/projects/{PROJECT}/accounts:query"
    answer = ok(shop.server.api.post(path, {"expression": [{"email": user.email}]}, **owner(shop)))
    assert answer["recordsCount"] == "1" and answer["userInfo"][0]["localId"] == user.uid
    assert "userInfo" not in ok(shop.server.api.post(path, {"returnUserInfo": False, "limit": "1"}, **owner(shop)))


def test_an_address_and_a_password_sign_up_and_are_changed(shop):
    firebase, email = shop.firebase, new_email()
    made = firebase.good("signUp", {"email": email, "password": "correct horse 1", "displayName": "Test User 4"})
    assert made["email"] == email and made["displayName"] == "Test User 4"
    fails(firebase.call("signUp", {"email": email.upper(), "password": "correct horse 2"}), "EMAIL_EXISTS")
    for body, code in (({"email": "nobody", "password": "x"}, "INVALID_EMAIL"), ({"email": email}, "MISSING_PASSWORD"),
                       ({"password": "correct horse 1"}, "MISSING_EMAIL"),
                       ({"email": new_email(), "password": "short"}, "WEAK_PASSWORD"),
                       ({"email": email, "password": "x", "emailVerified": True}, "UNEXPECTED_PARAMETER")):
        fails(firebase.call("signUp", body), code)
    for body, code in (({"email": email, "password": "wrong"}, "INVALID_LOGIN_CREDENTIALS"),
                       ({"email": new_email(), "password": "wrong"}, "INVALID_LOGIN_CREDENTIALS"),
                       ({"email": email}, "MISSING_PASSWORD"), ({"password": "x"}, "MISSING_EMAIL")):
        fails(firebase.call("signInWithPassword", body), code)
    second = firebase.good("signInWithPassword", {"email": email, "password": "correct horse 1"})
    changed = firebase.good("update", {"idToken": made["idToken"], "password": "correct horse 2",
                                       "returnSecureToken": True})
    fails(firebase.refresh(second["refreshToken"]), "TOKEN_EXPIRED")
    firebase.user(changed["idToken"])
    ok(firebase.refresh(changed["refreshToken"]))
    firebase.good("signInWithPassword", {"email": email, "password": "correct horse 2"})
    fails(firebase.call("update", {"idToken": changed["idToken"], "email": new_email()}), "OPERATION_NOT_ALLOWED")


def test_a_guest_gets_an_address_and_a_password_and_keeps_the_account(shop):
    firebase, email = shop.firebase, new_email()
    guest = firebase.guest()
    linked = firebase.good("signUp", {"idToken": guest["idToken"], "email": email, "password": "correct horse 1"})
    assert linked["localId"] == guest["localId"]
    fails(firebase.lookup(guest["idToken"]), "TOKEN_EXPIRED")
    [info] = firebase.user(linked["idToken"])["providerUserInfo"]
    assert info["providerId"] == "password" and info["email"] == email
    other = firebase.guest()
    fails(firebase.call("update", {"idToken": other["idToken"], "email": email, "password": "correct horse 1"}),
          "EMAIL_EXISTS")


def test_a_person_changes_what_is_shown_of_them(shop):
    firebase = shop.firebase
    guest = firebase.guest()
    answer = firebase.good("update", {"idToken": guest["idToken"], "displayName": "Test User 5",
                                      "photoUrl": "https://example.com/5.png"})
    assert answer["displayName"] == "Test User 5" and "idToken" not in answer
    assert firebase.user(guest["idToken"])["photoUrl"] == "https://example.com/5.png"
    assert payload(ok(firebase.refresh(guest["refreshToken"]))["id_token"])["name"] == "Test User 5"
    firebase.good("update", {"idToken": guest["idToken"], "deleteAttribute": ["DISPLAY_NAME", 4]})
    user = firebase.user(guest["idToken"])
    assert "displayName" not in user and "photoUrl" not in user
    for own in ({"localId": guest["localId"]}, {"customAttributes": "{}"}, {"emailVerified": True},
                {"disableUser": False}, {"validSince": 1}, {"phoneNumber": "+16505550000"}):
        fails(firebase.call("update", {"idToken": guest["idToken"], **own}), "UNEXPECTED_PARAMETER")
    fails(firebase.call("update", {"displayName": "x"}), "MISSING_ID_TOKEN")


def test_a_way_to_sign_in_is_taken_away_but_not_the_last(shop):
    firebase, email = shop.firebase, new_email()
    sub = new_subject("google")
    person = firebase.sign_in("google", sub=sub)
    with_password = firebase.good(
        "signUp", {"idToken": person["idToken"], "email": email, "password": "correct horse 1"})
    token = with_password["idToken"]
    answer = firebase.good("update", {"idToken": token, "deleteProvider": ["google.com"]})
    assert [info["providerId"] for info in answer["providerUserInfo"]] == ["password"]
    fails(firebase.call("update", {"idToken": token, "deleteProvider": ["password"]}), "OPERATION_NOT_ALLOWED")
    assert firebase.sign_in("google", sub=sub)["localId"] != person["localId"]


def test_nobody_is_told_who_has_an_account(shop):
    firebase, email = shop.firebase, new_email()
    firebase.good("signUp", {"email": email, "password": "correct horse 1"})
    known, unknown = (firebase.good("createAuthUri", {"identifier": address, "continueUri": "http://localhost"})
                      for address in (email, new_email()))
    assert known.keys() == unknown.keys() and "registered" not in known
    fails(firebase.call("createAuthUri", {"continueUri": "http://localhost"}), "MISSING_IDENTIFIER")
    fails(firebase.call("createAuthUri", {"identifier": email}), "MISSING_CONTINUE_URI")


# Who may call what is the operator's


@pytest.mark.parametrize("token, status", [
    (None, 401), ("nonsense", 401), ("fa_nonsense", 401), ("owner", 401), ("Owner", 401),
])
def test_the_administrative_methods_want_a_credential(signed, token, status):
    path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts"
    answer = signed.server.api.post(path, {}, token=token)
    assert answer.status_code == status and answer.json()["error"]["status"] == "UNAUTHENTICATED"
    assert signed.server.api.post(path + "?key=AIzaSy-example-shop", {}).status_code == 401


def test_an_id_token_is_no_credential_of_the_operator(signed):
    guest = signed.firebase.guest()
    path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:lookup"
    assert signed.server.api.post(path, {"localId": [guest["localId"]]}, token=guest["idToken"]).status_code == 401


def test_a_service_account_is_trusted_by_its_own_app_only(signed, monkeypatch):
    app = sdk(signed, monkeypatch)
    user = auth.create_user(app=app)
    token = signed_token(signed)
    api = signed.server.api
    path = "/identitytoolkit.googleapis.com/v1/projects/{}/accounts:lookup"
    ok(api.post(path.format(PROJECT), {"localId": [user.uid]}, token=token))
    assert api.post(path.format("other-1"), {"localId": [user.uid]}, token=token).status_code == 401
    fails(api.post(path.format("unknown"), {}, token=token), "There is no such project, or it is not served here.", 403)
    firebase_admin.delete_app(app)


def test_an_admin_key_is_held_to_its_scopes_and_apps(signed):
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


def test_an_assertion_is_held_to_every_rule(signed):
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    now = int(time.time())
    for changes, error in (
            ({"key": stranger}, "invalid_grant"), ({"iss": "other@example.com"}, "invalid_grant"),
            ({"aud": "https://elsewhere.example/token"}, "invalid_grant"),
            ({"iat": now - 7200, "exp": now - 3600}, "invalid_grant"), ({"exp": now + 7200}, "invalid_grant"),
            ({"iat": now + 600, "exp": now + 900}, "invalid_grant"),
            ({"scope": "https://www.googleapis.com/auth/firebase.messaging"}, "invalid_scope")):
        answer = exchanged(signed, assertion(signed, **changes))
        assert answer.status_code == 400 and answer.json()["error"] == error, changes
    assert exchanged(signed, "nonsense").json()["error"] == "invalid_grant"
    # Google's own libraries name Google's endpoint, wherever they send the assertion.
    for aud in ("https://oauth2.googleapis.com/token", f"{signed.server.url}/oauth2.googleapis.com/token"):
        ok(exchanged(signed, assertion(signed, aud=aud)))


def test_a_custom_token_is_held_to_every_rule(signed):
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
            ({"uid": ""}, "INVALID_CUSTOM_TOKEN"), ({"uid": "a/b"}, "INVALID_CUSTOM_TOKEN"),
            ({"uid": "x" * 129}, "INVALID_CUSTOM_TOKEN"), ({"tenant_id": "t"}, "INVALID_CUSTOM_TOKEN"),
            ({"claims": {"sub": "x"}}, "FORBIDDEN_CLAIM"), ({"claims": {"a": "x" * 1000}}, "CLAIMS_TOO_LARGE"),
            ({"claims": []}, "INVALID_CUSTOM_TOKEN")):
        fails(signed.firebase.call("signInWithCustomToken", {"token": custom(**changes)}), code)
    for token in ("nonsense", '{"uid": "u"}',
                  "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJ1aWQiOiJ1In0."):
        fails(signed.firebase.call("signInWithCustomToken", {"token": token}), "INVALID_CUSTOM_TOKEN")
    fails(signed.firebase.call("signInWithCustomToken"), "MISSING_CUSTOM_TOKEN")
    assert signed.server.rows() == before
    fails(Firebase(signed.server, key="AIzaSy-example-other").call("signInWithCustomToken", {"token": custom()}),
          "INVALID_CUSTOM_TOKEN")


def test_the_id_of_a_deleted_account_is_given_to_nobody(signed, monkeypatch):
    app = sdk(signed, monkeypatch)
    user = auth.create_user(app=app)
    auth.delete_user(user.uid, app=app)
    with pytest.raises(auth.UidAlreadyExistsError):
        auth.create_user(uid=user.uid, app=app)
    token = auth.create_custom_token(user.uid, app=app).decode()
    fails(signed.firebase.call("signInWithCustomToken", {"token": token}), "USER_NOT_FOUND")
    firebase_admin.delete_app(app)


# Links


def mailed(shop, email: str) -> dict:
    """The parameters of the link in the newest mail to an address."""
    messages = wait_until(
        lambda: shop.server.providers.control("POST", "mail/messages", {"to": email})["messages"], within=10,
        what="a mail")
    return parameters(next(word for word in messages[-1]["body"].split() if "oobCode=" in word))


def parameters(link: str) -> dict:
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))


def test_links_are_made_for_back_ends_and_do_what_they_say(shop, admin):
    email = new_email()
    user = auth.create_user(email=email, password="correct horse 1", app=admin)
    settings = auth.ActionCodeSettings("http://localhost/done?x=1", handle_code_in_app=True)
    verification = parameters(auth.generate_email_verification_link(email, app=admin))
    assert verification["mode"] == "verifyEmail" and verification["apiKey"] == "AIzaSy-example-shop"
    done = shop.firebase.good("update", {"oobCode": verification["oobCode"]})
    assert done["emailVerified"] is True and auth.get_user(user.uid, app=admin).email_verified
    fails(shop.firebase.call("update", {"oobCode": verification["oobCode"]}), "INVALID_OOB_CODE")
    reset = parameters(auth.generate_password_reset_link(email, app=admin))
    told = shop.firebase.good("resetPassword", {"oobCode": reset["oobCode"]})
    assert told["requestType"] == "PASSWORD_RESET" and told["email"] == email
    fails(shop.firebase.call("resetPassword", {"oobCode": reset["oobCode"], "newPassword": "short"}), "WEAK_PASSWORD")
    shop.firebase.good("resetPassword", {"oobCode": reset["oobCode"], "newPassword": "correct horse 2"})
    fails(shop.firebase.call("resetPassword", {"oobCode": reset["oobCode"]}), "INVALID_OOB_CODE")
    shop.firebase.good("signInWithPassword", {"email": email, "password": "correct horse 2"})
    link = auth.generate_sign_in_with_email_link(email, settings, app=admin)
    assert link.startswith("http://localhost/done?x=1&mode=signIn&")
    code = parameters(link)["oobCode"]
    fails(shop.firebase.call("signInWithEmailLink", {"email": new_email(), "oobCode": code}), "INVALID_EMAIL")
    session = shop.firebase.good("signInWithEmailLink", {"email": email, "oobCode": code})
    assert session["localId"] == user.uid and session["isNewUser"] is False
    assert payload(session["idToken"])["firebase"]["sign_in_provider"] == "password"
    fails(shop.firebase.call("signInWithEmailLink", {"email": email, "oobCode": code}), "INVALID_OOB_CODE")
    with pytest.raises(auth.EmailNotFoundError):
        auth.generate_password_reset_link(new_email(), app=admin)


def test_a_person_gets_links_by_mail(shop):
    firebase, email = shop.firebase, new_email()
    made = firebase.good("signUp", {"email": email, "password": "correct horse 1"})
    asked = firebase.good("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": made["idToken"]})
    assert asked == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": email}
    assert firebase.good("update", {"oobCode": mailed(shop, email)["oobCode"]})["emailVerified"] is True
    new = new_email()
    firebase.good("sendOobCode", {"requestType": 7, "idToken": made["idToken"], "newEmail": new})
    code = mailed(shop, new)["oobCode"]
    told = firebase.good("resetPassword", {"oobCode": code})
    assert told["requestType"] == "VERIFY_AND_CHANGE_EMAIL" and told["email"] == email and told["newEmail"] == new
    assert firebase.good("update", {"oobCode": code})["email"] == new
    firebase.good("signInWithPassword", {"email": new, "password": "correct horse 1"})
    guest = new_email()
    firebase.good("sendOobCode", {"requestType": "EMAIL_SIGNIN", "email": guest, "canHandleCodeInApp": True,
                                  "continueUrl": "http://localhost/sign-in"})
    first = firebase.good("signInWithEmailLink", {"email": guest, "oobCode": mailed(shop, guest)["oobCode"]})
    assert first["isNewUser"] is True


def test_who_asks_for_a_link_learns_nothing(shop):
    known, unknown = new_email(), new_email()
    shop.firebase.good("signUp", {"email": known, "password": "correct horse 1"})
    answers = [shop.firebase.good("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email})
               for email in (known, unknown)]
    assert [answer.pop("email") for answer in answers] == [known, unknown] and answers[0] == answers[1]


@pytest.mark.parametrize("body, code", [
    ({}, "MISSING_REQ_TYPE"), ({"requestType": "RECOVER_EMAIL", "email": "a@example.com"}, "INVALID_REQ_TYPE"),
    ({"requestType": "PASSWORD_RESET"}, "MISSING_EMAIL"), ({"requestType": "PASSWORD_RESET", "email": "x"}, "INVALID_EMAIL"),
    ({"requestType": "VERIFY_EMAIL"}, "MISSING_ID_TOKEN"), ({"requestType": "EMAIL_SIGNIN", "email": "a@example.com"},
                                                            "MISSING_CONTINUE_URI"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "continueUrl": "nowhere"}, "INVALID_CONTINUE_URI"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "continueUrl": "https://localhost@evil.example/"},
     "INVALID_CONTINUE_URI"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "continueUrl": "https://evil.example/?localhost"},
     "UNAUTHORIZED_DOMAIN"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "returnOobLink": True}, "INSUFFICIENT_PERMISSION"),
])
def test_a_request_for_a_link_that_is_not_whole_is_refused(shop, body, code):
    fails(shop.firebase.call("sendOobCode", body), code)


def test_a_code_that_is_none_is_refused(shop):
    for method in ("resetPassword", "update", "signInWithEmailLink"):
        body = {"oobCode": "mc_nonsense"} | ({"email": "a@example.com"} if method == "signInWithEmailLink" else {})
        fails(shop.firebase.call(method, body), "INVALID_OOB_CODE")
    fails(shop.firebase.call("resetPassword"), "MISSING_OOB_CODE")


# The emulator, and what is there only


def test_an_emulator_takes_made_up_people_and_forgets_all(shops):
    firebase = shops["emulator"].firebase
    token = firebase.guest()["idToken"]
    assert payload(token, 0)["alg"] == "none" and token.endswith(".")
    made_up = json.dumps({"sub": "made-up-1", "email": "test.user.6@example.com", "email_verified": True})
    body = {"requestUri": "http://localhost", "postBody": f"providerId=google.com&id_token={made_up}"}
    first = firebase.good("signInWithIdp", body)
    assert firebase.good("signInWithIdp", body)["localId"] == first["localId"]
    path = f"/emulator/v1/projects/{PROJECT}"
    assert ok(firebase.api.get(path + "/config"))["emailPrivacyConfig"] == {"enableImprovedEmailPrivacy": True}
    assert ok(firebase.api.delete(path + "/accounts")) == {}
    fails(firebase.lookup(first["idToken"]), "USER_NOT_FOUND")
    assert firebase.good("signInWithIdp", body)["isNewUser"] is True


def test_a_signed_server_has_nothing_of_an_emulator(signed, shops):
    api = signed.server.api
    for method, path in (("DELETE", "accounts"), ("GET", "config"), ("PATCH", "config"), ("GET", "oobCodes")):
        fails(api.call(method, f"/emulator/v1/projects/{PROJECT}/{path}"), "Not Found", 404)
    emulated = shops["emulator"].firebase.guest()["idToken"]
    fails(signed.firebase.lookup(emulated), "INVALID_ID_TOKEN")
    guest = signed.firebase.guest()["idToken"]
    unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + guest.split(".")[1] + "."
    fails(signed.firebase.lookup(unsigned), "INVALID_ID_TOKEN")
    body = {"requestUri": "http://localhost", "postBody": 'providerId=google.com&id_token={"sub": "made-up-1"}'}
    fails(signed.firebase.call("signInWithIdp", body), "INVALID_IDP_RESPONSE")


def test_serve_knows_no_emulator(tmp_path):
    result = run("serve", "--firebase-emulator", "--config", str(tmp_path / "none"))
    assert result.returncode != 0 and "Unknown option" in result.stderr
