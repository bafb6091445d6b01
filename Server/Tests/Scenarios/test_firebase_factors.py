"""Tests of second factors through the APIs of Firebase's clients and back ends."""

import firebase_admin
import pytest
from firebase_admin import auth

from client import ok
from factors import APP, Authenticator, new_phone, texted, users
from firebase import Firebase, fails, payload
from firebase_shop import sdk
from providers import new_subject
from test_passwords import mailed_code, new_address

V2 = "/identitytoolkit.googleapis.com/v2/accounts/"


class Member:
    """A user of a Firebase project who signs in with Google."""

    def __init__(self, firebase: Firebase, **claims):
        self.firebase, self.subject, self.claims = firebase, new_subject(), claims
        tokens = self.sign_in()
        self.token, self.uid = tokens["idToken"], tokens["localId"]

    def sign_in(self) -> dict:
        return self.firebase.good("signInWithIdp", self.firebase.credential(sub=self.subject, **self.claims))

    def mfa(self, method: str, **body):
        return self.firebase.call(method, body, prefix=V2)

    def good(self, method: str, **body) -> dict:
        return self.firebase.good(method, body, prefix=V2)

    def add_app(self, name: str = "My phone") -> Authenticator:
        info = self.good("mfaEnrollment:start", idToken=self.token, totpEnrollmentInfo={})["totpSessionInfo"]
        assert (info["verificationCodeLength"], info["hashingAlgorithm"], info["periodSec"]) == (6, "SHA1", 30)
        app = Authenticator(info["sharedSecretKey"])
        tokens = self.good(
            "mfaEnrollment:finalize", idToken=self.token, displayName=name,
            totpVerificationInfo={"sessionInfo": info["sessionInfo"], "verificationCode": app.code()})
        assert tokens["totpAuthInfo"] == {}
        self.token = tokens["idToken"]
        return app

    def add_phone(self) -> str:
        number = new_phone()
        started = self.good("mfaEnrollment:start", idToken=self.token, phoneEnrollmentInfo={
            "phoneNumber": number, "recaptchaToken": "anything"})
        tokens = self.good("mfaEnrollment:finalize", idToken=self.token, phoneVerificationInfo={
            **started["phoneSessionInfo"], "code": texted(self.firebase.server, number), "phoneNumber": number})
        assert tokens["phoneAuthInfo"] == {"phoneNumber": number}
        self.token = tokens["idToken"]
        return number


@pytest.fixture
def firebase(server):
    return Firebase(server, APP)


@pytest.fixture
def member(firebase):
    return Member(firebase)


@pytest.mark.parametrize("kind", ["app", "phone"])
def test_emailed_link_removes_an_added_second_factor(server, kind):
    firebase, email = Firebase(server, APP), new_address().replace("example.com", "gmail.com")
    member = Member(firebase, email=email)
    number = member.add_phone() if kind == "phone" else None
    if kind == "app":
        member.add_app()
    [factor] = firebase.user(member.token)["mfaInfo"]
    code = mailed_code(server, email, undoing=True)
    told = firebase.good("resetPassword", {"oobCode": code})
    assert (told["requestType"], told["email"], "newEmail" in told) == ("REVERT_SECOND_FACTOR_ADDITION", email, False)
    assert told["mfaInfo"] == factor and told["mfaInfo"].get("phoneInfo") == number
    fails(firebase.call("sendOobCode", {"requestType": told["requestType"], "email": email}), "INVALID_REQ_TYPE")
    fails(firebase.call("resetPassword", {"oobCode": code, "newPassword": "correct horse 2"}), "INVALID_OOB_CODE")
    assert firebase.good("update", {"oobCode": code})["localId"] == member.uid
    fails(firebase.call("lookup", {"idToken": member.token}), "TOKEN_EXPIRED")
    assert "mfaInfo" not in firebase.user(member.sign_in()["idToken"])
    fails(firebase.call("update", {"oobCode": code}), "INVALID_OOB_CODE")


def test_authenticator_app_completes_a_sign_in(member):
    app = member.add_app()
    assert payload(member.token)["firebase"]["sign_in_second_factor"] == "totp"
    [info] = member.firebase.user(member.token)["mfaInfo"]
    assert info["displayName"] == "My phone" and info["totpInfo"] == {}
    waiting = member.sign_in()
    assert "idToken" not in waiting and "refreshToken" not in waiting and waiting["localId"] == member.uid
    assert [shown["mfaEnrollmentId"] for shown in waiting["mfaInfo"]] == [info["mfaEnrollmentId"]]
    body = {"mfaPendingCredential": waiting["mfaPendingCredential"], "mfaEnrollmentId": info["mfaEnrollmentId"]}
    fails(member.mfa("mfaSignIn:finalize", **body, totpVerificationInfo={"verificationCode": "000000"}), "INVALID_CODE")
    tokens = member.good("mfaSignIn:finalize", **body, totpVerificationInfo={"verificationCode": app.code()})
    claims = payload(tokens["idToken"])
    assert claims["sub"] == member.uid and claims["firebase"]["sign_in_provider"] == "google.com"
    assert claims["firebase"]["second_factor_identifier"] == info["mfaEnrollmentId"]
    renewed = member.firebase.refresh(tokens["refreshToken"])
    assert payload(renewed.json()["id_token"])["firebase"]["sign_in_second_factor"] == "totp"
    again = member.mfa("mfaSignIn:finalize", **body, totpVerificationInfo={"verificationCode": app.code()})
    fails(again, "INVALID_MFA_PENDING_CREDENTIAL")


def test_phone_receives_its_code_and_is_shown_by_its_last_digits(server, member):
    number = member.add_phone()
    assert member.firebase.user(member.token)["mfaInfo"][0]["phoneInfo"] == number
    waiting = member.sign_in()
    [info] = waiting["mfaInfo"]
    assert info["phoneInfo"] == "+*********" + number[-2:]
    pending = {"mfaPendingCredential": waiting["mfaPendingCredential"]}
    started = member.good("mfaSignIn:start", **pending, mfaEnrollmentId=info["mfaEnrollmentId"],
                          phoneSignInInfo={"recaptchaToken": "anything"})
    session = started["phoneResponseInfo"]["sessionInfo"]
    code = texted(server, number, 2)
    tokens = member.good("mfaSignIn:finalize", **pending, phoneVerificationInfo={"sessionInfo": session, "code": code})
    assert tokens["phoneAuthInfo"] == {"phoneNumber": number}
    assert payload(tokens["idToken"])["firebase"]["sign_in_second_factor"] == "phone"


def test_missing_or_invalid_values_return_firebases_errors(member):
    fails(member.mfa("mfaEnrollment:start", totpEnrollmentInfo={}), "MISSING_ID_TOKEN")
    fails(member.mfa("mfaEnrollment:start", idToken=member.token, phoneEnrollmentInfo={"phoneNumber": "1"}),
          "INVALID_PHONE_NUMBER")
    started = member.good("mfaEnrollment:start", idToken=member.token, totpEnrollmentInfo={})
    session = started["totpSessionInfo"]["sessionInfo"]
    for info, message in (
            ({"verificationCode": "123456"}, "MISSING_SESSION_INFO"),
            ({"sessionInfo": "x", "verificationCode": "123456"}, "INVALID_SESSION_INFO"),
            ({"sessionInfo": session}, "MISSING_CODE"),
            ({"sessionInfo": session, "verificationCode": "12345"}, "INVALID_CODE")):
        fails(member.mfa("mfaEnrollment:finalize", idToken=member.token, totpVerificationInfo=info), message)
    phone = {"sessionInfo": session.replace("totp", "phone"), "code": "123456"}
    fails(member.mfa("mfaEnrollment:finalize", idToken=member.token, phoneVerificationInfo=phone), "SESSION_EXPIRED")
    fails(member.mfa("mfaEnrollment:withdraw", idToken=member.token, mfaEnrollmentId="x"), "MFA_ENROLLMENT_NOT_FOUND")
    fails(member.mfa("mfaSignIn:start", mfaEnrollmentId="x"), "MISSING_MFA_PENDING_CREDENTIAL")
    fails(member.mfa("mfaSignIn:finalize", mfaPendingCredential="x"), "INVALID_MFA_PENDING_CREDENTIAL")
    member.add_app()
    fails(member.mfa("mfaEnrollment:start", idToken=member.token, totpEnrollmentInfo={}), "SECOND_FACTOR_EXISTS")
    guest = member.firebase.guest()["idToken"]
    fails(member.mfa("mfaEnrollment:start", idToken=guest, totpEnrollmentInfo={}), "UNSUPPORTED_FIRST_FACTOR")


def test_user_removes_a_second_factor_and_signs_in_without_it(member):
    member.add_app()
    [info] = member.firebase.user(member.token)["mfaInfo"]
    tokens = member.good("mfaEnrollment:withdraw", idToken=member.token, mfaEnrollmentId=info["mfaEnrollmentId"])
    assert "mfaInfo" not in member.firebase.user(tokens["idToken"])
    assert member.sign_in()["idToken"]


def test_password_sign_in_awaits_the_second_factor_set_by_a_back_end(server, firebase):
    number, email, password = new_phone(), f"test.user.{next(users)}@example.com", "three small green boats"

    def admin(method, **body):
        path = f"/identitytoolkit.googleapis.com/v1/projects/{APP}/accounts{method}"
        return server.api.post(path, body, token=server.admin_key)

    made = ok(admin("", email=email, password=password, emailVerified=True,
                    mfaInfo=[{"phoneInfo": number, "displayName": "Work"}]))
    waiting = firebase.good("signInWithPassword", {"email": email, "password": password})
    [info] = waiting["mfaInfo"]
    assert info["displayName"] == "Work" and waiting["email"] == email and "idToken" not in waiting
    [user] = ok(admin(":lookup", localId=[made["localId"]]))["users"]
    assert user["mfaInfo"][0]["phoneInfo"] == number
    second = {"phoneInfo": new_phone(), "mfaEnrollmentId": "own-1", "enrolledAt": "2026-01-31T12:00:00Z"}
    ok(admin(":update", localId=made["localId"], mfa={"enrollments": [user["mfaInfo"][0], second]}))
    [user] = ok(admin(":lookup", localId=[made["localId"]]))["users"]
    assert {factor["mfaEnrollmentId"] for factor in user["mfaInfo"]} == {info["mfaEnrollmentId"], "own-1"}
    # With an unverified address, the reader of that mailbox would get the account without the factor.
    for change in ({"email": f"test.user.{next(users)}@example.com"}, {"emailVerified": False}):
        fails(admin(":update", localId=made["localId"], **change), "UNVERIFIED_EMAIL")
    for wrong, message in (
            ({"phoneInfo": "1"}, "INVALID_MFA_PHONE_NUMBER"), ({"mfaEnrollmentId": "x"}, "INVALID_MFA_ENROLLMENT_ID")):
        fails(admin(":update", localId=made["localId"], mfa={"enrollments": [wrong]}), message)
    ok(admin(":update", localId=made["localId"], mfa={}))
    ok(admin(":update", localId=made["localId"], mfa={"enrollments": []}))
    assert firebase.good("signInWithPassword", {"email": email, "password": password})["idToken"]
    imported = admin(":batchCreate", users=[{
        "localId": f"imported{next(users)}", "mfaInfo": [{"mfaEnrollmentId": "i1", "phoneInfo": number}]}])
    assert ok(imported) == {"kind": "identitytoolkit#UploadAccountResponse"}


def test_admin_sdk_reads_the_second_factor_and_custom_tokens_need_none(signed, surroundings, monkeypatch):
    admin = sdk(signed, monkeypatch)
    member = Member(signed.firebase)
    app = member.add_app()
    waiting = member.sign_in()
    tokens = member.good(
        "mfaSignIn:finalize", mfaPendingCredential=waiting["mfaPendingCredential"],
        mfaEnrollmentId=waiting["mfaInfo"][0]["mfaEnrollmentId"],
        totpVerificationInfo={"verificationCode": app.code()})
    claims = auth.verify_id_token(tokens["idToken"], app=admin, check_revoked=True)
    custom = auth.create_custom_token(member.uid, app=admin)
    assert claims["firebase"]["sign_in_second_factor"] == "totp"
    good = signed.firebase.good("signInWithCustomToken", {"token": custom.decode(), "returnSecureToken": True})
    assert payload(good["idToken"])["sub"] == member.uid
    firebase_admin.delete_app(admin)
