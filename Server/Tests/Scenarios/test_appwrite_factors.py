"""Tests of second factors in an Appwrite project."""

import contextlib
import secrets as random

import pytest
from appwrite.enums.authentication_factor import AuthenticationFactor
from appwrite.enums.authenticator_type import AuthenticatorType
from appwrite.id import ID

from appwrite_client import PROJECT, Appwrite, is_refused, refuses, serving
from factors import Authenticator

PASSWORD = "a long and unlikely one"
TOTP = AuthenticatorType.TOTP


@contextlib.contextmanager
def offering(folder, factors: dict):
    """Starts a server whose users may have these second factors."""
    def change(apps):
        apps["authservice"]["secondFactors"] = factors

    yield from serving(folder, change)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with offering(tmp_path_factory.mktemp("appwrite-factors"), {"totp": True}) as development:
        yield development


@pytest.fixture
def appwrite(server) -> Appwrite:
    return Appwrite(server)


def verified(appwrite):
    """Creates a user with a verified address."""
    email = f"test-{random.token_hex(6)}@example.com"
    uid = appwrite.account().create(ID.unique(), email, PASSWORD).id
    appwrite.users.update_email_verification(uid, True)
    return email, appwrite.session(appwrite.keyed.create_email_password_session(email, PASSWORD))


def protected(appwrite):
    """Creates a user with an authenticator app."""
    email, session = verified(appwrite)
    secret = session.account.create_mfa_authenticator(TOTP).secret
    appwrite.server.secrets.secrets.add(secret)
    app = Authenticator(secret)
    assert session.account.update_mfa_authenticator(TOTP, app.code()).mfa is True
    return email, session, app


def awaiting(appwrite, email: str):
    """Starts a sign-in of the user that awaits the second factor."""
    return appwrite.session(appwrite.keyed.create_email_password_session(email, PASSWORD))


def challenged(session, factor: str = "totp") -> str:
    answer = session.send("POST", "/account/mfa/challenges", {"factor": factor})
    assert answer.status_code == 201, answer.text
    assert answer.json()["userId"] == session.uid and answer.json()["expire"]
    return answer.json()["$id"]


def test_authenticator_is_required_once_it_is_added(appwrite):
    email, session = verified(appwrite)
    assert session.account.get().mfa is False
    begun = session.account.create_mfa_authenticator(TOTP)
    assert begun.uri.startswith("otpauth://totp/") and begun.secret in begun.uri
    with refuses(401, "user_invalid_token"):
        session.account.update_mfa_authenticator(TOTP, "1")
    assert session.account.update_mfa_authenticator(TOTP, Authenticator(begun.secret).code()).mfa is True
    assert session.account.get().mfa is True and session.account.get_session("current").factors == ["password", "totp"]
    with refuses(409, "user_authenticator_already_verified"):
        session.account.create_mfa_authenticator(TOTP)
    factors = session.account.list_mfa_factors()
    assert (factors.totp, factors.phone, factors.email, factors.recoverycode) == (True, False, False, False)
    begun = awaiting(appwrite, email)
    for method, path in (("GET", "/account"), ("GET", "/account/sessions"), ("POST", "/account/jwts"), ("PATCH", "/account/mfa"),
                         ("POST", "/account/mfa/recovery-codes"), ("POST", "/account/sessions/anonymous")):
        is_refused(begun.send(method, path, None if method == "GET" else {}), 401, "user_more_factors_required")


def test_second_factor_completes_a_sign_in(appwrite):
    email, _, app = protected(appwrite)
    session = awaiting(appwrite, email)
    assert session.model.factors == ["password"] and not session.is_live
    assert session.account.list_mfa_factors().totp
    challenge = challenged(session)
    right = app.code()
    for id, otp in ((challenge, "1"), ("totp", right), ("nothing.x", right), (challenge, app.of(app.step - 9))):
        is_refused(session.send("PUT", "/account/mfa/challenges", {"challengeId": id, "otp": otp}), 401, "user_invalid_token")
    assert not session.is_live
    ended = session.account.update_mfa_challenge(challenge, right)
    assert ended.id == session.id and ended.factors == ["password", "totp"] and ended.mfaupdatedat
    assert session.is_live
    # A code is valid once, for any sign-in.
    other = awaiting(appwrite, email)
    is_refused(
        other.send("PUT", "/account/mfa/challenge", {"challengeId": challenged(other), "otp": right}), 401,
        "user_invalid_token")


def test_cancelling_a_pending_sign_in_ends_no_other_session(appwrite):
    email, live, _ = protected(appwrite)
    for named in ("current", "its own id"):
        session = awaiting(appwrite, email)
        for other in (live.model.id, "nothing"):
            is_refused(session.send("DELETE", f"/account/sessions/{other}"), 401, "user_more_factors_required")
        is_refused(session.send("DELETE", "/account/sessions"), 401, "user_more_factors_required")
        ended = session.send("DELETE", f"/account/sessions/{'current' if named == 'current' else session.model.id}")
        assert ended.status_code == 204 and f"a_session_{PROJECT}" in ended.headers["Set-Cookie"]
        for method, path in (("GET", "/account/mfa/factors"), ("DELETE", "/account/sessions/current")):
            is_refused(session.send(method, path), 401, "general_unauthorized_scope")
    assert live.is_live and [session.id for session in live.account.list_sessions().sessions] == [live.model.id]


def test_session_of_another_user_cannot_complete_a_sign_in(appwrite):
    email, _, app = protected(appwrite)
    session, (_, stranger) = awaiting(appwrite, email), verified(appwrite)
    body = {"challengeId": challenged(session), "otp": app.code()}
    is_refused(stranger.send("PUT", "/account/mfa/challenges", body), 404, "user_authenticator_not_found")
    is_refused(appwrite.send("PUT", "/account/mfa/challenges", body), 401, "general_unauthorized_scope")
    assert not session.is_live


def test_recovery_code_replaces_the_second_factor_once(appwrite):
    email, session, _ = protected(appwrite)
    codes = session.account.create_mfa_recovery_codes().recoverycodes
    assert len(codes) == 10 and session.account.list_mfa_factors().recoverycode
    assert session.send("GET", "/account/mfa/factors").headers["Sesame-Recovery-Codes-Left"] == "10"
    appwrite.server.secrets.secrets |= set(codes)
    begun = awaiting(appwrite, email)
    assert "Sesame-Recovery-Codes-Left" not in begun.send("GET", "/account/mfa/factors").headers
    challenge = begun.account.create_mfa_challenge(AuthenticationFactor.RECOVERYCODE).id
    assert begun.account.update_mfa_challenge(challenge, codes[0]).factors == ["password", "recoveryCode"]
    for used in (codes[0], "invalid-code-123"):
        is_refused(
            session.send("PUT", "/account/mfa/challenge", {"challengeId": challenged(session, "recoveryCode"), "otp": used}),
            401, "user_invalid_token")
    assert session.send("GET", "/account/mfa/factors").headers["Sesame-Recovery-Codes-Left"] == "9"
    again = session.account.update_mfa_recovery_codes().recoverycodes
    appwrite.server.secrets.secrets |= set(again)
    is_refused(
        session.send("PUT", "/account/mfa/challenge", {"challengeId": challenged(session, "recoverycode"), "otp": codes[1]}),
        401, "user_invalid_token")


def test_recovery_codes_can_be_created_before_the_second_factor(appwrite):
    email, session = verified(appwrite)
    with refuses(404, "user_recovery_codes_not_found"):
        session.account.get_mfa_recovery_codes()
    with refuses(404, "user_recovery_codes_not_found"):
        session.account.update_mfa_recovery_codes()
    codes = session.account.create_mfa_recovery_codes().recoverycodes
    appwrite.server.secrets.secrets |= set(codes)
    for call in (session.account.create_mfa_recovery_codes, session.account.get_mfa_recovery_codes):
        with refuses(409, "user_recovery_codes_already_exists"):
            call()
    assert awaiting(appwrite, email).is_live, "codes alone are asked for at no sign-in"
    shown = session.account.update_mfa_challenge(challenged(session, "recoveryCode"), codes[0])
    assert shown.id == session.id and shown.factors == ["password", "recoveryCode"]
    for used in (codes[0], "invalid-code-123"):
        is_refused(
            session.send("PUT", "/account/mfa/challenge", {"challengeId": challenged(session, "recoveryCode"), "otp": used}),
            401, "user_invalid_token")
    secret = session.account.create_mfa_authenticator(TOTP).secret
    appwrite.server.secrets.secrets.add(secret)
    session.account.update_mfa_authenticator(TOTP, Authenticator(secret).code())
    begun = awaiting(appwrite, email)
    assert begun.account.update_mfa_challenge(challenged(begun, "recoveryCode"), codes[1]).id == begun.id and begun.is_live


def test_guest_cannot_create_recovery_codes(appwrite):
    with refuses(400, "general_argument_invalid"):
        appwrite.guest().account.create_mfa_recovery_codes()


def test_second_factor_can_be_removed(appwrite):
    email, session, _ = protected(appwrite)
    session.account.delete_mfa_authenticator(TOTP)
    assert awaiting(appwrite, email).is_live
    with refuses(404, "user_authenticator_not_found"):
        session.account.delete_mfa_authenticator(TOTP)
    email, session, _ = protected(appwrite)
    assert session.account.update_mfa(True).mfa is True
    assert session.account.update_mfa(False).mfa is False and awaiting(appwrite, email).is_live


@pytest.mark.parametrize("method, path, body, named", [
    ("PATCH", "/account/mfa", {"mfa": True}, "mfa"), ("PATCH", "/account/mfa", {}, "mfa"),
    ("POST", "/account/mfa/authenticators/sms", {}, "type"), ("PUT", "/account/mfa/authenticators/totp", {}, "otp"),
    ("POST", "/account/mfa/challenges", {"factor": "email"}, "factor"), ("POST", "/account/mfa/challenges", {}, "factor"),
    ("PUT", "/account/mfa/challenges", {"otp": "1"}, "challengeId"), ("PUT", "/account/mfa/challenges", {"challengeId": "x"}, "otp")])
def test_malformed_request_is_rejected_with_its_field_named(appwrite, method, path, body, named):
    _, session = verified(appwrite)
    is_refused(session.send(method, path, body), 400, "general_argument_invalid", f"`{named}`")


def test_account_with_an_unverified_email_address_cannot_add_a_second_factor(appwrite):
    email = f"test-{random.token_hex(6)}@example.com"
    appwrite.account().create(ID.unique(), email, PASSWORD)
    session = appwrite.session(appwrite.keyed.create_email_password_session(email, PASSWORD))
    with refuses(400, "general_argument_invalid"):
        session.account.create_mfa_authenticator(TOTP)
    with refuses(404, "user_authenticator_not_found"):
        session.account.update_mfa_authenticator(TOTP, "123456")


def test_back_end_cannot_set_an_unverified_email_address_beside_a_second_factor(appwrite):
    email, session, _ = protected(appwrite)
    with refuses(400, "general_argument_invalid"):
        appwrite.users.update_email(session.uid, f"test-{random.token_hex(6)}@example.com")
    with refuses(400, "general_argument_invalid"):
        appwrite.users.update_email_verification(session.uid, False)
    user = appwrite.users.get(session.uid)
    assert user.email == email and user.emailverification is True


def test_back_end_reads_and_removes_second_factors(appwrite):
    users = appwrite.users
    email, session, _ = protected(appwrite)
    assert users.get(session.uid).mfa is True and users.list_mfa_factors(session.uid).totp
    assert users.update_mfa(session.uid, True).mfa is True
    users.delete_mfa_authenticator(session.uid, TOTP)
    assert not users.list_mfa_factors(session.uid).totp and awaiting(appwrite, email).is_live
    with refuses(404, "user_authenticator_not_found"):
        users.delete_mfa_authenticator(session.uid, TOTP)
    email, session, _ = protected(appwrite)
    assert users.update_mfa(session.uid, False).mfa is False and awaiting(appwrite, email).is_live
    with refuses(400, "general_argument_invalid"):
        users.update_mfa(session.uid, True)
    for call in (lambda: users.update_mfa("nobody", False), lambda: users.list_mfa_factors("nobody")):
        with refuses(404, "user_not_found"):
            call()


def test_app_without_second_factors_rejects_their_enrollment(tmp_path):
    with offering(tmp_path, {}) as development:
        _, session = verified(Appwrite(development))
        for call in (lambda: session.account.create_mfa_authenticator(TOTP), session.account.create_mfa_recovery_codes):
            with refuses(412, "project_provider_disabled"):
                call()
