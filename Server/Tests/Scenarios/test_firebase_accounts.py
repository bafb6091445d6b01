"""Tests of account management with Firebase's admin SDK: with signed tokens and a service account, and in emulator
mode."""

import hashlib
import json
import time

import pytest
from firebase_admin import auth, exceptions

from client import ok
from firebase import fails, payload
from firebase_shop import PROJECT, new_email, numbers, owner, signed_in
from providers import new_subject


def test_account_is_created_read_changed_and_deleted(shop, admin):
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


def test_taken_id_email_address_or_phone_number_is_rejected(shop, admin):
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
    if shop.mode == "signed":
        with pytest.raises(exceptions.InvalidArgumentError, match="WEAK_PASSWORD"):
            auth.create_user(email=new_email(), password="password", app=admin)
    with pytest.raises(exceptions.FirebaseError):
        auth.create_user(password="correct horse 1", app=admin)


def test_changing_a_password_invalidates_the_old_one_and_its_sessions(shop, admin):
    email = new_email()
    user = auth.create_user(email=email, password="correct horse 1", app=admin)
    good = {"email": email, "password": "correct horse 1", "returnSecureToken": True}
    session = shop.firebase.good("signInWithPassword", good)
    assert session["localId"] == user.uid and session["registered"] is True
    assert payload(session["idToken"])["firebase"]["sign_in_provider"] == "password"
    auth.update_user(user.uid, password="correct horse 2", app=admin)
    fails(shop.firebase.call("signInWithPassword", good), shop.wrong_password)
    fails(shop.firebase.refresh(session["refreshToken"]), "TOKEN_EXPIRED")
    shop.firebase.good("signInWithPassword", {**good, "password": "correct horse 2"})


def test_disabled_account_is_blocked_at_once(shop, admin):
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


def test_custom_token_signs_in_and_its_claims_survive_a_refresh(shop, admin):
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


def test_custom_claims_of_an_account_appear_in_refreshed_tokens(shop, admin):
    uid = f"claims-{time.time_ns()}"
    session = signed_in(shop, admin, uid, {"role": "of the session"})
    auth.set_custom_user_claims(uid, {"admin": True, "role": "of the account"}, app=admin)
    assert auth.get_user(uid, app=admin).custom_claims == {"admin": True, "role": "of the account"}
    claims = payload(ok(shop.firebase.refresh(session["refreshToken"]))["id_token"])
    assert claims["admin"] is True and claims["role"] == "of the session"
    auth.set_custom_user_claims(uid, None, app=admin)
    assert not auth.get_user(uid, app=admin).custom_claims
    assert "admin" not in payload(ok(shop.firebase.refresh(session["refreshToken"]))["id_token"])


@pytest.mark.parametrize("attributes, code", [
    ('{"sub": "x"}', "FORBIDDEN_CLAIM"), ('{"firebase": {}}', "FORBIDDEN_CLAIM"), ("[]", "INVALID_CLAIMS"),
    *((json.dumps({name: "x"}), "FORBIDDEN_CLAIM")
      for name in ("email", "email_verified", "phone_number", "provider_id", "user_id")),
    ("{", "INVALID_CLAIMS"), (json.dumps({"long": "x" * 1000}), "CLAIMS_TOO_LARGE"),
])
def test_invalid_claims_are_rejected(shop, admin, attributes, code):
    user = auth.create_user(app=admin)
    path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:update"
    fails(shop.server.api.post(path, {"localId": user.uid, "customAttributes": attributes}, **owner(shop)), code)


def test_revocation_ends_sessions_and_tokens_at_once(shop, admin):
    session = signed_in(shop, admin, f"revoked-{time.time_ns()}")
    auth.verify_id_token(session["idToken"], app=admin, check_revoked=True)
    # Firebase compares whole seconds.
    time.sleep(1.1)
    auth.revoke_refresh_tokens(payload(session["idToken"])["sub"], app=admin)
    fails(shop.firebase.refresh(session["refreshToken"]), "TOKEN_EXPIRED")
    fails(shop.firebase.lookup(session["idToken"]), "TOKEN_EXPIRED")
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(session["idToken"], app=admin, check_revoked=True)


@pytest.mark.parametrize("verb, path", [
    ("DELETE", "/sessions"), ("POST", "/disable"),
])
def test_session_cookie_of_ended_sessions_stays_revoked_despite_an_earlier_valid_since(shop, admin, verb, path):
    session = signed_in(shop, admin, f"ended-{time.time_ns()}")
    uid, api, key = payload(session["idToken"])["sub"], shop.server.api, shop.server.admin_key
    cookie = auth.create_session_cookie(session["idToken"], 600, app=admin)
    # Firebase compares whole seconds.
    time.sleep(1.1)
    answer = api.call(verb, f"/admin/v1/apps/shop/users/{uid}{path}", token=key)
    assert answer.status_code in (200, 204), answer.text
    if path == "/disable":
        ok(api.post(f"/admin/v1/apps/shop/users/{uid}/enable", token=key))
    ok(api.post(f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:update",
                {"localId": uid, "validSince": "1"}, **owner(shop)))
    with pytest.raises(auth.RevokedSessionCookieError):
        auth.verify_session_cookie(cookie, check_revoked=True, app=admin)
    with pytest.raises(auth.RevokedIdTokenError):
        auth.verify_id_token(session["idToken"], check_revoked=True, app=admin)


def test_session_cookie_is_created_verified_and_revoked(shop, admin):
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


def test_accounts_are_listed_in_pages(shop, admin):
    made = {auth.create_user(app=admin).uid for _ in range(5)}
    page, seen = auth.list_users(max_results=2, app=admin), []
    while page:
        assert len(page.users) <= 2
        seen += [user.uid for user in page.users]
        page = page.get_next_page()
    assert made <= set(seen) and len(seen) == len(set(seen))


def test_several_accounts_are_looked_up_and_deleted_at_once(shop, admin):
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


def test_imported_users_keep_their_ids_and_sign_in(shop, admin):
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


def test_user_imported_with_a_password_hash_signs_in(shop, admin):
    email, salt = new_email(), b"a salt of somebody else's"
    uid = f"hashed-{time.time_ns()}"
    hashed = hashlib.pbkdf2_hmac("sha256", b"correct horse 1", salt, 1000)
    made = auth.import_users(
        [auth.ImportUserRecord(uid, email=email, password_hash=hashed, password_salt=salt)],
        hash_alg=auth.UserImportHash.pbkdf2_sha256(rounds=1000), app=admin)
    assert made.success_count == 1, [error.reason for error in made.errors]
    fails(shop.firebase.call("signInWithPassword", {"email": email, "password": "correct horse 2"}),
          shop.wrong_password)
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


def test_accounts_are_queried_by_expressions(shop, admin):
    user = auth.create_user(email=new_email(), app=admin)
    path = f"/v1/projects/{PROJECT}/accounts:query"
    answer = ok(shop.server.api.post(path, {"expression": [{"email": user.email}]}, **owner(shop)))
    assert answer["recordsCount"] == "1" and answer["userInfo"][0]["localId"] == user.uid
    assert "userInfo" not in ok(shop.server.api.post(path, {"returnUserInfo": False, "limit": "1"}, **owner(shop)))


def test_user_signs_up_with_email_and_password_and_changes_the_password(shop):
    firebase, email = shop.firebase, new_email()
    made = firebase.good("signUp", {"email": email, "password": "correct horse 1", "displayName": "Test User 4"})
    assert made["email"] == email and made["displayName"] == "Test User 4"
    fails(firebase.call("signUp", {"email": email.upper(), "password": "correct horse 2"}), "EMAIL_EXISTS")
    for body, code in (({"email": "nobody", "password": "x"}, "INVALID_EMAIL"), ({"email": email}, "MISSING_PASSWORD"),
                       ({"password": "correct horse 1"}, "MISSING_EMAIL"),
                       ({"email": new_email(), "password": "short"}, "WEAK_PASSWORD"),
                       ({"email": email, "password": "x", "emailVerified": True}, "UNEXPECTED_PARAMETER")):
        fails(firebase.call("signUp", body), code)
    unknown = shop.wrong_password if shop.mode == "signed" else "EMAIL_NOT_FOUND"
    for body, code in (({"email": email, "password": "wrong"}, shop.wrong_password),
                       ({"email": new_email(), "password": "wrong"}, unknown),
                       ({"email": email}, "MISSING_PASSWORD"), ({"password": "x"}, "MISSING_EMAIL")):
        fails(firebase.call("signInWithPassword", body), code)
    second = firebase.good("signInWithPassword", {"email": email, "password": "correct horse 1"})
    # The token's time is in whole seconds.
    time.sleep(1.1)
    changed = firebase.good("update", {"idToken": made["idToken"], "password": "correct horse 2",
                                       "returnSecureToken": True})
    fails(firebase.refresh(second["refreshToken"]), "TOKEN_EXPIRED")
    fails(firebase.lookup(made["idToken"]), "TOKEN_EXPIRED")
    firebase.user(changed["idToken"])
    ok(firebase.refresh(changed["refreshToken"]))
    firebase.good("signInWithPassword", {"email": email, "password": "correct horse 2"})
    if shop.mode == "signed":
        fails(firebase.call("update", {"idToken": changed["idToken"], "email": new_email()}), "OPERATION_NOT_ALLOWED")


def test_guest_adds_an_email_address_and_password_and_keeps_the_account(shop):
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


def test_user_can_change_only_the_displayed_name_and_photo(shop):
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


def test_sign_in_method_can_be_removed_but_not_the_last_one(shop):
    firebase, email = shop.firebase, new_email()
    sub = new_subject("google")
    person = firebase.sign_in("google", sub=sub)
    with_password = firebase.good(
        "signUp", {"idToken": person["idToken"], "email": email, "password": "correct horse 1"})
    token = with_password["idToken"]
    # The address is not verified yet.
    fails(firebase.call("update", {"idToken": token, "deleteProvider": ["google.com"]}), "OPERATION_NOT_ALLOWED")
    ok(shop.server.api.post(f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:update",
                            {"localId": person["localId"], "emailVerified": True}, **owner(shop)))
    answer = firebase.good("update", {"idToken": token, "deleteProvider": ["google.com", "google.com"]})
    assert [info["providerId"] for info in answer["providerUserInfo"]] == ["password"]
    fails(firebase.call("update", {"idToken": token, "deleteProvider": ["password"]}), "OPERATION_NOT_ALLOWED")
    assert firebase.sign_in("google", sub=sub)["localId"] != person["localId"]


def test_rejected_update_changes_nothing(shop):
    firebase, email = shop.firebase, new_email()
    person = firebase.sign_in("google", sub=new_subject("google"))
    before = firebase.user(person["idToken"])
    both = {"email": email, "password": "correct horse 1"}
    for refused, status in (({"email": email, "password": "short"}, 400), ({"deleteProvider": ["apple.com"]}, 404),
                            ({**both, "deleteProvider": ["phone"]}, 404), ({**both, "displayName": "x" * 1_025}, 400),
                            ({**both, "deleteProvider": ["google.com"]}, 400), ({**both, "photoUrl": "a\0b"}, 400)):
        answer = firebase.call("update", {"idToken": person["idToken"], "displayName": "Test User 6", **refused})
        assert answer.status_code == status, answer.text
        assert firebase.user(person["idToken"]) == before
    assert firebase.call("signInWithPassword", both).status_code == 400
    guest = firebase.guest()
    refused = {**both, "idToken": guest["idToken"], "displayName": "x" * 1_025}
    assert firebase.call("update", refused).status_code == 400
    assert firebase.refresh(guest["refreshToken"]).status_code == 200


def test_response_does_not_reveal_whether_an_account_exists(signed):
    firebase, email = signed.firebase, new_email()
    firebase.good("signUp", {"email": email, "password": "correct horse 1"})
    known, unknown = (firebase.good("createAuthUri", {"identifier": address, "continueUri": "http://localhost"})
                      for address in (email, new_email()))
    assert known.keys() == unknown.keys() and "registered" not in known
    fails(firebase.call("createAuthUri", {"continueUri": "http://localhost"}), "MISSING_IDENTIFIER")
    fails(firebase.call("createAuthUri", {"identifier": email}), "MISSING_CONTINUE_URI")
    fails(firebase.call("createAuthUri", {"identifier": "x", "continueUri": "http://localhost"}), "INVALID_IDENTIFIER")


def test_custom_token_issued_before_a_revocation_is_rejected(shop, admin):
    uid = f"custom-{new_email()}".replace("@", "-")
    token = auth.create_custom_token(uid, app=admin).decode()
    shop.firebase.good("signInWithCustomToken", {"token": token, "returnSecureToken": True})
    # The token's time is in whole seconds.
    time.sleep(1.1)
    auth.revoke_refresh_tokens(uid, app=admin)
    fails(shop.firebase.call("signInWithCustomToken", {"token": token, "returnSecureToken": True}), "INVALID_CUSTOM_TOKEN")
    time.sleep(1.1)
    signed_in(shop, admin, uid)
