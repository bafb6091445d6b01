"""Tests of the pseudonymous family app as an Appwrite project."""

import re

import pytest

from appwrite_client import Appwrite, is_refused, refuses
from providers import new_subject

UID = re.compile(r"apple_[0-9a-f]{30}")


@pytest.fixture
def appwrite(server) -> Appwrite:
    return Appwrite(server, "familysync")


def test_user_has_the_apps_id_and_the_configured_email_address_and_name(appwrite):
    subject = new_subject("apple")
    session = appwrite.sign_in(
        "apple", sub=subject, claims={"email": "canary-appwrite@example.com", "email_verified": True})
    user = session.account.get()
    assert UID.fullmatch(user.id) and session.model.userid == user.id
    assert (user.email, user.name, user.emailverification) == (
        f"{user.id}@familysync.invalid", "Utilisateur", False)
    assert user.targets == [] and user.phone == ""
    [identity] = session.account.list_identities().identities
    assert identity.provideremail == "" and subject not in identity.provideruid
    assert appwrite.sign_in("apple", sub=subject).uid == user.id


def test_session_lasts_until_the_user_signs_out(appwrite):
    session = appwrite.sign_in("apple")
    assert session.is_live
    session.account.delete_session("current")
    assert not session.is_live


@pytest.mark.parametrize("extra", [
    {"name": "Canary Person"}, {"email": "canary-appwrite@example.com"}, {"accessToken": "canary-access-token"}])
def test_personal_data_is_rejected_with_its_field_named(appwrite, extra):
    token = appwrite.token("apple", sub=new_subject("apple"))
    before = appwrite.server.rows()
    answer = appwrite.send("POST", "/account/sessions/id-token", {"provider": "apple", "idToken": token, **extra})
    is_refused(answer, 400, "general_argument_invalid", "pseudonymous apps")
    assert list(extra)[0] in answer.json()["message"] and "anary" not in answer.text
    assert appwrite.server.rows() == before
    assert "anary" not in appwrite.server.log()


def test_derived_password_can_neither_register_nor_sign_in(appwrite):
    # The app's earlier scheme: an account whose password can be derived from the user's id at Apple.
    uid = "apple_" + "0" * 30
    address, password = f"{uid}@familysync.invalid", "a" * 32
    before = appwrite.server.rows()
    for path, body in (("/account", {"userId": uid, "email": address, "password": password, "name": "Utilisateur"}),
                       ("/account/sessions/email", {"email": address, "password": password})):
        answer = appwrite.send("POST", path, body)
        is_refused(answer, 400, "general_argument_invalid", "pseudonymous apps")
    assert appwrite.server.rows() == before


def test_guest_sign_in_is_rejected(appwrite):
    with refuses(501, "user_auth_method_unsupported"):
        appwrite.keyed.create_anonymous_session()


def test_stored_data_and_logs_contain_no_personal_data(start):
    appwrite = Appwrite(start(), "familysync")
    subject = new_subject("apple")
    token = appwrite.token(
        "apple", sub=subject, claims={"email": "canary-appwrite@example.com", "email_verified": True})
    answer = appwrite.send("POST", "/account/sessions/id-token", {"provider": "apple", "idToken": token})
    session = answer.cookies["a_session_familysync"]
    for method, path, body in (
            ("GET", "/account", None), ("POST", "/account/jwts", {}), ("GET", "/account/logs", None),
            ("POST", "/account/targets/push", {"targetId": "phone", "identifier": "0f" * 32}),
            ("DELETE", "/account/sessions/current", None)):
        assert appwrite.send(method, path, body, session=session).status_code in (200, 201, 204), path
    is_refused(appwrite.send("GET", "/account", session=session), 401, "general_unauthorized_scope")
    for path in [*appwrite.server.data.iterdir(), appwrite.server.log_file]:
        content = path.read_bytes()
        for word in (subject, "canary-appwrite", session):
            assert word.encode() not in content, path
        # A development server's log may contain its own address; the database must contain no machine's address.
        assert path == appwrite.server.log_file or b"127.0.0" not in content, path
