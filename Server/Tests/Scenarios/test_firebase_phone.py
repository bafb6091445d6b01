"""Tests of sign-in to a Firebase project with a code sent to a phone."""

import pytest
from firebase_admin import auth

from client import ok
from firebase import Firebase, fails, payload
from firebase_shop import new_email, new_phone, owner
from patience import wait_until


def texted(shop, number: str) -> str:
    """Returns the code in the latest text to a number."""
    texts = wait_until(
        lambda: shop.server.providers.control("POST", "messages", {"to": number})["messages"], what="a text")
    return texts[-1]["code"]


def asked(shop, number: str) -> dict:
    """Requests a code, and returns the body with which a client redeems it."""
    before = len(shop.server.providers.control("POST", "messages", {"to": number})["messages"])
    answer = shop.firebase.good("sendVerificationCode", {"phoneNumber": number, "recaptchaToken": "any"})
    assert answer.keys() == {"sessionInfo"} and number[1:] not in answer["sessionInfo"]
    wait_until(lambda: len(shop.server.providers.control("POST", "messages", {"to": number})["messages"]) > before, what="a text")
    return {"sessionInfo": answer["sessionInfo"], "code": texted(shop, number)}


def wrong(digits: str) -> str:
    return f"{(int(digits) + 1) % 10**6:06d}"


def test_phone_number_creates_an_account_and_signs_in_to_it(shop, admin):
    number = new_phone()
    proof = asked(shop, number)
    made = shop.firebase.good("signInWithPhoneNumber", proof)
    assert made["isNewUser"] is True and made["phoneNumber"] == number
    claims = payload(made["idToken"])
    assert claims["phone_number"] == number and "provider_id" not in claims
    assert claims["firebase"] == {"identities": {"phone": [number]}, "sign_in_provider": "phone"}
    fails(shop.firebase.call("signInWithPhoneNumber", proof), "INVALID_CODE")
    again = shop.firebase.good("signInWithPhoneNumber", asked(shop, number))
    assert again["isNewUser"] is False and again["localId"] == made["localId"]
    assert auth.get_user_by_phone_number(number, app=admin).uid == made["localId"]
    [info] = shop.firebase.user(again["idToken"])["providerUserInfo"]
    assert info == {"providerId": "phone", "rawId": number, "phoneNumber": number}


def test_older_names_work_too(shop):
    prefix = "/www.googleapis.com/identitytoolkit/v3/relyingparty/"
    number = new_phone()
    info = shop.firebase.good("sendVerificationCode", {"phone_number": number}, prefix=prefix)["sessionInfo"]
    body = {"sessionInfo": info, "code": texted(shop, number), "operation": 1}
    assert shop.firebase.good("verifyPhoneNumber", body, prefix=prefix)["phoneNumber"] == number


def changed(text: str) -> str:
    """Changes a letter in the middle of the text."""
    middle = len(text) // 2
    return text[:middle] + ("B" if text[middle] == "A" else "A") + text[middle + 1:]


def test_invalid_code_or_session_info_is_rejected(shop):
    proof = asked(shop, new_phone())
    call = shop.firebase.call
    for body, code in (({}, "MISSING_SESSION_INFO"), ({"code": "123456"}, "MISSING_SESSION_INFO"),
                       ({"sessionInfo": proof["sessionInfo"]}, "MISSING_CODE"),
                       ({**proof, "sessionInfo": "nonsense"}, "INVALID_SESSION_INFO"),
                       ({**proof, "sessionInfo": changed(proof["sessionInfo"])}, "INVALID_SESSION_INFO"),
                       ({**proof, "code": wrong(proof["code"])}, "INVALID_CODE"),
                       ({**proof, "operation": "LINK"}, "MISSING_ID_TOKEN"),
                       ({"temporaryProof": "mc_nonsense"}, "MISSING_PHONE_NUMBER"),
                       ({"temporaryProof": "mc_nonsense", "phoneNumber": new_phone()}, "INVALID_TEMPORARY_PROOF"),
                       ({**proof, "operation": "REAUTH"}, "USER_NOT_FOUND")):
        fails(call("signInWithPhoneNumber", body), code)
    shop.firebase.good("signInWithPhoneNumber", proof)
    for number in (None, "invalid", "16505550100", "+1650"):
        fails(call("sendVerificationCode", {"phoneNumber": number} if number else {}), "INVALID_PHONE_NUMBER")


def test_session_info_of_one_project_is_rejected_by_another(shop):
    other = Firebase(shop.server, key="AIzaSy-example-other")
    if shop.mode == "signed":
        fails(other.call("sendVerificationCode", {"phoneNumber": new_phone()}), "OPERATION_NOT_ALLOWED")
    fails(other.call("signInWithPhoneNumber", asked(shop, new_phone())), "INVALID_SESSION_INFO")


def test_known_user_reauthenticates_with_a_code(shop):
    number = new_phone()
    made = shop.firebase.good("signInWithPhoneNumber", asked(shop, number))
    again = shop.firebase.good("signInWithPhoneNumber", {**asked(shop, number), "operation": "REAUTH"})
    assert again["localId"] == made["localId"]


def test_sign_in_to_a_disabled_account_returns_user_disabled(shop, admin):
    number = new_phone()
    made = shop.firebase.good("signInWithPhoneNumber", asked(shop, number))
    auth.update_user(made["localId"], disabled=True, app=admin)
    fails(shop.firebase.call("signInWithPhoneNumber", asked(shop, number)), "USER_DISABLED")


def test_guest_and_user_add_a_phone_number(shop):
    number, other, email = new_phone(), new_phone(), new_email()
    guest = shop.firebase.guest()
    linked = shop.firebase.good("signInWithPhoneNumber", {**asked(shop, number), "idToken": guest["idToken"]})
    assert linked["localId"] == guest["localId"] and linked["isNewUser"] is False
    assert payload(linked["idToken"])["firebase"]["sign_in_provider"] == "phone"
    fails(shop.firebase.lookup(guest["idToken"]), "TOKEN_EXPIRED")
    person = shop.firebase.good("signUp", {"email": email, "password": "correct horse 1"})
    shop.firebase.good("signInWithPhoneNumber", {**asked(shop, other), "idToken": person["idToken"]})
    assert shop.firebase.user(person["idToken"])["phoneNumber"] == other
    # Another number replaces the first one.
    third = new_phone()
    shop.firebase.good("signInWithPhoneNumber", {**asked(shop, third), "idToken": person["idToken"], "operation": 3})
    user = shop.firebase.user(person["idToken"])
    assert user["phoneNumber"] == third and len(user["providerUserInfo"]) == 2
    assert shop.firebase.good("signInWithPhoneNumber", asked(shop, other))["isNewUser"] is True


def test_phone_number_of_another_account_is_not_linked_but_signs_in(shop):
    number = new_phone()
    holder = shop.firebase.good("signInWithPhoneNumber", asked(shop, number))
    guest = shop.firebase.guest()
    answer = shop.firebase.good("signInWithPhoneNumber", {**asked(shop, number), "idToken": guest["idToken"]})
    assert answer["phoneNumber"] == number and "idToken" not in answer
    assert answer["temporaryProofExpiresIn"] == "3600"
    proof = {"phoneNumber": number, "temporaryProof": answer["temporaryProof"]}
    fails(shop.firebase.call("signInWithPhoneNumber", {**proof, "idToken": guest["idToken"]}), "PHONE_NUMBER_EXISTS")
    fails(shop.firebase.call("signInWithPhoneNumber", {**proof, "phoneNumber": new_phone()}), "INVALID_TEMPORARY_PROOF")
    assert shop.firebase.good("signInWithPhoneNumber", proof)["localId"] == holder["localId"]
    fails(shop.firebase.call("signInWithPhoneNumber", proof), "INVALID_TEMPORARY_PROOF")


def test_email_link_does_not_prove_a_phone_number(shop, admin):
    email = new_email()
    answer = ok(shop.server.api.post(
        "/v1/projects/shop-1001/accounts:sendOobCode",
        {"requestType": "EMAIL_SIGNIN", "email": email, "returnOobLink": True, "continueUrl": "http://localhost/"},
        **owner(shop)))
    for number in (new_phone(), email):
        body = {"phoneNumber": number, "temporaryProof": answer["oobCode"]}
        assert shop.firebase.call("signInWithPhoneNumber", body).status_code == 400
    made = shop.firebase.good("signInWithEmailLink", {"email": email, "oobCode": answer["oobCode"]})
    fails(shop.firebase.call("signInWithPhoneNumber", {
        "phoneNumber": new_phone(), "temporaryProof": answer["oobCode"], "idToken": made["idToken"]}),
        "INVALID_TEMPORARY_PROOF")


@pytest.mark.parametrize("locale, word", [("fr", "votre code"), ("en", "your code")])
def test_sms_is_in_the_language_of_the_client(signed, locale, word):
    number = new_phone()
    signed.firebase.good("sendVerificationCode", {"phoneNumber": number}, headers={"X-Firebase-Locale": locale})
    texted(signed, number)
    [text] = signed.server.providers.control("POST", "messages", {"to": number})["messages"]
    assert word in text["body"] and "shop" in text["body"]
