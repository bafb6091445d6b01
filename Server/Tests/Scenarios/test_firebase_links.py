"""Tests of a Firebase project's email links: their effects, their recipients, and the information that they must not
reveal."""

import urllib.parse

import pytest
from firebase_admin import auth

from firebase import fails, payload
from firebase_shop import new_email
from patience import wait_until


def mailed(shop, email: str, count: int = 1) -> dict:
    """Returns the parameters of the last link mailed to an address, once `count` links have arrived. Mails without a
    link do not count."""
    def links():
        mails = shop.server.providers.control("POST", "mail/messages", {"to": email})["messages"]
        found = [word for mail in mails for word in mail["body"].split() if "code=" in word.lower()]
        return len(found) >= count and found

    return parameters(wait_until(links, what="a mailed link")[-1])


def parameters(link: str) -> dict:
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))


def test_links_created_for_back_ends_perform_their_actions(shop, admin):
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
    if shop.mode == "signed":
        assert link.startswith("http://localhost/done?x=1&mode=signIn&")
    code = parameters(link)["oobCode"]
    assert "email" not in shop.firebase.good("resetPassword", {"oobCode": code})
    fails(shop.firebase.call("signInWithEmailLink", {"email": new_email(), "oobCode": code}), "INVALID_EMAIL")
    session = shop.firebase.good("signInWithEmailLink", {"email": email, "oobCode": code})
    assert session["localId"] == user.uid and session["isNewUser"] is False
    assert payload(session["idToken"])["firebase"]["sign_in_provider"] == "password"
    fails(shop.firebase.call("signInWithEmailLink", {"email": email, "oobCode": code}), "INVALID_OOB_CODE")
    with pytest.raises(auth.EmailNotFoundError):
        auth.generate_password_reset_link(new_email(), app=admin)


def test_user_receives_links_by_email(shop):
    firebase, email = shop.firebase, new_email()
    made = firebase.good("signUp", {"email": email, "password": "correct horse 1"})
    asked = firebase.good("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": made["idToken"]})
    assert asked == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": email}
    code = mailed(shop, email)["oobCode"]
    assert firebase.good("update", {"oobCode": code, "idToken": made["idToken"]})["emailVerified"] is True
    new = new_email()
    firebase.good("sendOobCode", {"requestType": 7, "idToken": made["idToken"], "newEmail": new})
    code = mailed(shop, new)["oobCode"]
    told = firebase.good("resetPassword", {"oobCode": code})
    assert told["requestType"] == "VERIFY_AND_CHANGE_EMAIL" and told["email"] == email and told["newEmail"] == new
    done = firebase.good("update", {"oobCode": code})
    assert done["email"] == new and done["newEmail"] == new
    firebase.good("signInWithPassword", {"email": new, "password": "correct horse 1"})
    guest = new_email()
    firebase.good("sendOobCode", {"requestType": "EMAIL_SIGNIN", "email": guest, "canHandleCodeInApp": True,
                                  "continueUrl": "http://localhost/sign-in"})
    first = firebase.good("signInWithEmailLink", {"email": guest, "oobCode": mailed(shop, guest)["oobCode"]})
    assert first["isNewUser"] is True


def test_email_link_sets_the_email_address_of_the_signed_in_account(shop):
    firebase, first, second, taken = shop.firebase, new_email(), new_email(), new_email()
    firebase.good("signUp", {"email": taken, "password": "correct horse 1"})

    def code(email: str) -> dict:
        firebase.good("sendOobCode", {"requestType": "EMAIL_SIGNIN", "email": email, "continueUrl": "http://localhost/"})
        return {"email": email, "oobCode": mailed(shop, email)["oobCode"]}

    guest = firebase.guest()
    person = firebase.good("signInWithEmailLink", {**code(first), "idToken": guest["idToken"]})
    assert person["localId"] == guest["localId"] and person["isNewUser"] is False
    assert payload(person["idToken"])["email_verified"] is True
    firebase.good("update", {"idToken": person["idToken"], "password": "correct horse 1"})
    person = firebase.good("signInWithPassword", {"email": first, "password": "correct horse 1"})
    proof = code(second)
    moved = firebase.good("signInWithEmailLink", {**proof, "idToken": person["idToken"]})
    assert moved["email"] == second and moved["localId"] == guest["localId"]
    firebase.good("signInWithPassword", {"email": second, "password": "correct horse 1"})
    assert firebase.call("signInWithPassword", {"email": first, "password": "correct horse 1"}).status_code == 400
    assert firebase.call("signInWithEmailLink", {**proof, "idToken": moved["idToken"]}).status_code == 400
    fails(firebase.call("signInWithEmailLink", {**code(taken), "idToken": moved["idToken"]}), "EMAIL_EXISTS")


def test_link_request_does_not_reveal_whether_an_account_exists(signed):
    known, unknown = new_email(), new_email()
    signed.firebase.good("signUp", {"email": known, "password": "correct horse 1"})
    answers = [signed.firebase.good("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email})
               for email in (known, unknown)]
    assert [answer.pop("email") for answer in answers] == [known, unknown] and answers[0] == answers[1]


def test_null_character_in_a_name_is_rejected(shop):
    made = shop.firebase.guest()
    answer = shop.firebase.call("update", {"idToken": made["idToken"], "displayName": "Test\0User"})
    assert answer.status_code == 400 and "displayName" in answer.text
    [user] = shop.firebase.good("lookup", {"idToken": made["idToken"]})["users"]
    assert "displayName" not in user


@pytest.mark.parametrize("body, code", [
    ({}, "MISSING_REQ_TYPE"), ({"requestType": "RECOVER_EMAIL", "email": "a@example.com"}, "INVALID_REQ_TYPE"),
    ({"requestType": "PASSWORD_RESET"}, "MISSING_EMAIL"), ({"requestType": "PASSWORD_RESET", "email": "x"}, "INVALID_EMAIL"),
    ({"requestType": "VERIFY_EMAIL"}, "INVALID_ID_TOKEN"), ({"requestType": "EMAIL_SIGNIN", "email": "a@example.com"},
                                                            "MISSING_CONTINUE_URI"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "continueUrl": "nowhere"}, "INVALID_CONTINUE_URI"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "continueUrl": "https://localhost@evil.example/"},
     "INVALID_CONTINUE_URI"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "continueUrl": "https://evil.example/?localhost"},
     "UNAUTHORIZED_DOMAIN"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "continueUrl": "http://shop.example.com/"},
     "INVALID_CONTINUE_URI"),
    ({"requestType": "PASSWORD_RESET", "email": "a@example.com", "returnOobLink": True}, "INSUFFICIENT_PERMISSION"),
])
def test_invalid_link_request_is_rejected(signed, body, code):
    fails(signed.firebase.call("sendOobCode", body), code)


def test_unknown_code_is_rejected(shop):
    for method in ("resetPassword", "update", "signInWithEmailLink"):
        body = {"oobCode": "mc_nonsense"} | ({"email": "a@example.com"} if method == "signInWithEmailLink" else {})
        fails(shop.firebase.call(method, body), "INVALID_OOB_CODE")
    fails(shop.firebase.call("resetPassword"), "MISSING_OOB_CODE")


def test_confirmation_by_email_alone_does_not_allow_an_email_address_change(signed):
    firebase, email = signed.firebase, new_email()
    made = firebase.good("signUp", {"email": email, "password": "correct horse 1"})
    firebase.good("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": made["idToken"]})
    assert firebase.good("update", {"oobCode": mailed(signed, email)["oobCode"]})["emailVerified"] is True
    firebase.good("signInWithPassword", {"email": email, "password": "correct horse 1"})
    change = {"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": made["idToken"], "newEmail": new_email()}
    fails(firebase.call("sendOobCode", change), "UNVERIFIED_EMAIL")
    firebase.good("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email})
    code = mailed(signed, email, 2)["oobCode"]
    firebase.good("resetPassword", {"oobCode": code, "newPassword": "correct horse 2"})
    fails(firebase.call("lookup", {"idToken": made["idToken"]}), "TOKEN_EXPIRED")


def test_guest_cannot_change_the_email_address(signed):
    guest = signed.firebase.good("signUp", {"returnSecureToken": True})
    change = {"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": guest["idToken"], "newEmail": new_email()}
    fails(signed.firebase.call("sendOobCode", change), "OPERATION_NOT_ALLOWED")


def test_previous_email_address_receives_a_link_that_undoes_the_change(signed):
    firebase, email, new = signed.firebase, new_email(), new_email()
    made = firebase.good("signUp", {"email": email, "password": "correct horse 1"})
    token = made["idToken"]
    for address, order in ((email, {"requestType": "VERIFY_EMAIL"}),
                           (new, {"requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": new})):
        firebase.good("sendOobCode", {**order, "idToken": token})
        firebase.good("update", {"oobCode": mailed(signed, address)["oobCode"], "idToken": token})
        token = firebase.good("signInWithPassword", {"email": address, "password": "correct horse 1"})["idToken"]
    code = mailed(signed, email, 2)["code"]
    told = firebase.good("resetPassword", {"oobCode": code})
    assert (told["requestType"], told["email"], told.get("newEmail")) == ("RECOVER_EMAIL", email, None)
    assert firebase.good("update", {"oobCode": code})["email"] == email
    fails(firebase.call("lookup", {"idToken": token}), "TOKEN_EXPIRED")
    fails(firebase.call("signInWithPassword", {"email": email, "password": "correct horse 1"}),
          "INVALID_LOGIN_CREDENTIALS")
    fails(firebase.call("sendOobCode", {"requestType": "RECOVER_EMAIL", "email": email}), "INVALID_REQ_TYPE")
