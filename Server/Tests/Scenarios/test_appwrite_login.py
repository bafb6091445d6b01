"""Tests of email and password sign-in in an Appwrite project, and of back-end calls about its users."""

import secrets as random
from datetime import datetime, timedelta

import pytest
from appwrite.id import ID
from appwrite.query import Query

from appwrite_client import Appwrite, is_refused, refuses
from providers import new_subject

PASSWORD = "a long and unlikely one"


@pytest.fixture
def appwrite(server) -> Appwrite:
    return Appwrite(server)


def new_email() -> str:
    return f"test-{random.token_hex(6)}@example.com"


def signed_up(appwrite, password: str = PASSWORD):
    email = new_email()
    user = appwrite.account().create(ID.unique(), email, password, "Test User 21")
    session = appwrite.session(appwrite.keyed.create_email_password_session(email, password))
    assert session.uid == user.id
    return email, session


# Passwords


def test_user_signs_up_and_signs_in(appwrite):
    email, session = signed_up(appwrite)
    user = session.account.get()
    assert (user.email, user.name, user.emailverification) == (email, "Test User 21", False)
    assert user.passwordupdate and session.model.provider == "email" and session.model.factors == ["password"]
    assert "a long" not in session.send("GET", "/account").text
    with refuses(401, "user_invalid_credentials"):
        appwrite.keyed.create_email_password_session(email, PASSWORD + "!")
    with refuses(401, "user_invalid_credentials"):
        appwrite.keyed.create_email_password_session(new_email(), PASSWORD)
    is_refused(session.send("POST", "/account/sessions/email", {"email": email, "password": PASSWORD}), 401,
               "user_session_already_exists")


def test_older_sign_in_path_works(appwrite):
    email, session = signed_up(appwrite)
    answer = appwrite.send("POST", "/account/sessions", {"email": email, "password": PASSWORD})
    assert answer.status_code == 201 and answer.json()["userId"] == session.uid and answer.json()["secret"] == ""
    is_refused(appwrite.send("POST", "/account/sessions", {"email": email, "password": "not the password"}), 401,
               "user_invalid_credentials")


def test_client_chosen_id_is_used_and_never_assigned_again(appwrite):
    id = ID.unique()
    assert appwrite.account().create(id, new_email(), PASSWORD).id == id
    with refuses(409, "user_already_exists"):
        appwrite.account().create(id, new_email(), PASSWORD)
    appwrite.users.delete(id)
    with refuses(409, "user_already_exists"):
        appwrite.account().create(id, new_email(), PASSWORD)


def test_email_address_belongs_to_one_account(appwrite):
    email, _ = signed_up(appwrite)
    with refuses(409, "user_already_exists"):
        appwrite.account().create(ID.unique(), email.upper(), PASSWORD)


@pytest.mark.parametrize("body", [
    {"userId": "-a"}, {"userId": "a b"}, {"userId": "a" * 37}, {"email": "nobody"}, {"email": ""}, {"password": "short"},
    {"password": "password"}, {"password": ""}, {"name": "a" * 129}, {"name": 1}, {"userId": None}])
def test_malformed_request_is_rejected_with_its_field_named(appwrite, body):
    before = appwrite.server.rows()
    given = {"userId": "unique()", "email": new_email(), "password": PASSWORD, **body}
    answer = appwrite.send("POST", "/account", given)
    is_refused(answer, 400, "general_argument_invalid", f"`{list(body)[0]}`")
    assert appwrite.server.rows() == before


def test_password_change_requires_the_old_password_and_ends_other_sessions(appwrite):
    email, session = signed_up(appwrite)
    other = appwrite.session(appwrite.keyed.create_email_password_session(email, PASSWORD))
    for old in (None, "not the old one"):
        with refuses(401, "user_invalid_credentials"):
            session.account.update_password("another long and unlikely one", old)
    session.account.update_password("another long and unlikely one", PASSWORD)
    assert session.is_live and not other.is_live
    with refuses(401, "user_invalid_credentials"):
        appwrite.keyed.create_email_password_session(email, PASSWORD)


def test_guest_adds_an_email_address_and_keeps_the_account(appwrite):
    guest, email = appwrite.guest(), new_email()
    answer = guest.send("PATCH", "/account/email", {"email": email, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["$id"], answer.json()["email"]) == (guest.uid, email)
    secret = answer.cookies[f"a_session_{appwrite.project}"]
    appwrite.server.secrets.secrets.add(secret)
    assert not guest.is_live and appwrite.account(secret).get().id == guest.uid
    assert appwrite.keyed.create_email_password_session(email, PASSWORD).userid == guest.uid


def test_user_of_a_provider_adds_a_password(appwrite):
    email = new_email()
    session = appwrite.sign_in(claims={"email": email, "email_verified": True})
    session.account.update_password(PASSWORD)
    assert appwrite.keyed.create_email_password_session(email, PASSWORD).userid == session.uid


def test_name_and_preferences_are_stored(appwrite):
    _, session = signed_up(appwrite)
    assert session.account.update_name("Test User 22").name == "Test User 22"
    assert session.account.update_name("").name == ""
    given = {"theme": "dark", "deep": {"of": [1, 2.5, None, "é"]}}
    answer = session.send("PATCH", "/account/prefs", {"prefs": given})
    assert answer.json()["prefs"] == given and session.send("GET", "/account/prefs").json() == given
    assert session.send("PATCH", "/account/prefs", {"prefs": {}}).json()["prefs"] == {}
    is_refused(session.send("PATCH", "/account/prefs", {"prefs": {"a": "x" * 65_536}}), 400, "general_argument_invalid")
    is_refused(session.send("PATCH", "/account/prefs", {"prefs": [1]}), 400, "general_argument_invalid")


# Changes by a back end


def test_back_end_changes_names_labels_and_preferences(appwrite):
    users = appwrite.users
    email, session = signed_up(appwrite)
    uid = session.uid
    assert users.update_name(uid, "Test User 24").name == "Test User 24"
    assert users.update_labels(uid, ["vip", "vip", "new"]).labels == ["vip", "new"]
    assert uid in {user.id for user in users.list([Query.contains("labels", ["vip"])]).users}
    assert [user.id for user in users.list([Query.equal("email", [email])]).users] == [uid]
    with refuses(400, "general_argument_invalid"):
        users.update_labels(uid, ["not a label"])
    users.update_prefs(uid, {"theme": "light"})
    assert appwrite.send(
        "GET", f"/users/{uid}/prefs", headers={"X-Appwrite-Key": appwrite.server.admin_key}).json() == {"theme": "light"}
    for call in (lambda: users.update_name("nobody", "x"), lambda: users.update_labels("nobody", ["x"])):
        with refuses(404, "user_not_found"):
            call()


def test_back_end_creates_users(appwrite):
    users, email, id = appwrite.users, new_email(), ID.unique()
    phone = f"+4915{random.randbelow(10**9):09}"
    made = users.create(id, email, phone, PASSWORD, "Test User 23")
    assert (made.id, made.email, made.phone, made.name) == (id, email, phone, "Test User 23")
    assert appwrite.keyed.create_email_password_session(email, PASSWORD).userid == id
    with refuses(409, "user_email_already_exists"):
        users.create(ID.unique(), email)
    with refuses(409, "user_phone_already_exists"):
        users.create(ID.unique(), None, phone)
    users.delete(id)
    with refuses(409, "user_already_exists"):
        users.create(id)
    assert users.create(ID.unique()).email == ""


def test_back_end_changes_email_addresses_phone_numbers_and_passwords(appwrite):
    users, other = appwrite.users, new_email()
    _, session = signed_up(appwrite)
    uid = session.uid
    assert users.update_email_verification(uid, True).emailverification is True
    assert users.update_email(uid, other).email == other
    assert users.get(uid).emailverification is False and not session.is_live
    phone = f"+4915{random.randbelow(10**9):09}"
    assert users.update_phone(uid, phone).phone == phone
    assert [user.id for user in users.list([Query.equal("phone", [phone])]).users] == [uid]
    users.update_password(uid, "another long and unlikely one")
    assert appwrite.keyed.create_email_password_session(other, "another long and unlikely one").userid == uid
    with refuses(404, "user_not_found"):
        users.update_email("nobody", new_email())


def test_back_end_lists_and_deletes_identities(appwrite):
    users, session = appwrite.users, appwrite.sign_in()
    found = users.list_identities([Query.equal("userId", [session.uid])])
    assert [(one.userid, one.provider) for one in found.identities] == [(session.uid, "google")] and found.total == 1
    users.delete_identity(found.identities[0].id)
    assert users.list_identities([Query.equal("userId", [session.uid])]).total == 0
    for id in (found.identities[0].id, "google.nobody", "github.x"):
        with refuses(404, "user_identity_not_found"):
            users.delete_identity(id)


# Sessions that a back end creates


def test_back_end_starts_a_session(appwrite):
    guest = appwrite.guest()
    session = appwrite.session(appwrite.users.create_session(guest.uid))
    assert session.model.provider == "server" and session.account.get().id == guest.uid
    with refuses(404, "user_not_found"):
        appwrite.users.create_session("nobody")


def test_back_end_token_signs_in_only_its_user_and_only_once(appwrite):
    guest, other = appwrite.guest(), appwrite.guest()
    token = appwrite.users.create_token(guest.uid)
    assert len(token.secret) == 6 and token.userid == guest.uid
    for uid, secret in ((other.uid, token.secret), (guest.uid, "000000" if token.secret != "000000" else "1")):
        with refuses(401, "user_invalid_token"):
            appwrite.account().create_session(uid, secret)
    assert appwrite.keyed.create_session(guest.uid, token.secret).userid == guest.uid
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(guest.uid, token.secret)


def test_back_end_token_expires_after_its_stated_time_but_within_a_day(shifted):
    appwrite = Appwrite(shifted)
    guest = appwrite.guest()
    token = appwrite.users.create_token(guest.uid, 32, 60)
    assert len(token.secret) == 32
    long = appwrite.users.create_token(guest.uid, 32, 31_536_000)
    assert long.expire[:10] <= (datetime.fromisoformat(long.createdat) + timedelta(days=1)).isoformat()[:10]
    shifted.providers.advance_clock(61)
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(guest.uid, token.secret)


def test_back_end_creates_a_jwt_for_a_session(appwrite):
    guest = appwrite.guest()
    for named in (None, "recent", guest.id):
        jwt = appwrite.users.create_jwt(guest.uid, named).jwt
        appwrite.server.secrets.secrets.add(jwt)
        assert appwrite.account(jwt=jwt).get().id == guest.uid
    with refuses(404, "user_session_not_found"):
        appwrite.users.create_jwt(guest.uid, "another")


@pytest.mark.parametrize("path", ["sessions", "tokens", "jwts"])
def test_write_scopes_do_not_allow_acting_as_a_user(appwrite, path):
    guest = appwrite.guest()
    body = {"name": "test", "scopes": ["users:read", "users:write", "sessions:read", "sessions:write"]}
    key = appwrite.server.api.post("/admin/v1/keys", body, token=appwrite.server.admin_key).json()["key"]
    is_refused(
        appwrite.send("POST", f"/users/{guest.uid}/{path}", {}, headers={"X-Appwrite-Key": key}), 401,
        "general_unauthorized_scope")


def test_disabled_account_gets_no_session_or_token(appwrite):
    guest = appwrite.guest()
    token = appwrite.users.create_token(guest.uid)
    appwrite.users.update_status(guest.uid, False)
    for call in (lambda: appwrite.users.create_session(guest.uid), lambda: appwrite.users.create_token(guest.uid),
                 lambda: appwrite.account().create_session(guest.uid, token.secret)):
        with refuses(401, "user_blocked"):
            call()


# Pseudonymous apps


@pytest.mark.parametrize("method, path, body", [
    ("POST", "/account", {"userId": "unique()", "email": "canary@example.com", "password": PASSWORD}),
    ("POST", "/account/sessions/email", {"email": "canary@example.com", "password": PASSWORD}),
    ("PATCH", "/account/email", {"email": "canary@example.com", "password": PASSWORD}),
    ("PATCH", "/account/password", {"password": PASSWORD}),
    ("PATCH", "/account/phone", {"phone": "+4915200000000", "password": PASSWORD}),
    *[("POST", f"/account/{path}", {"email": "canary@example.com"})
      for path in ("tokens/email", "tokens/magic-url", "tokens/phone", "recovery", "recovery/otp")],
    *[("PUT", f"/account/{path}", {"secret": "canary"})
      for path in ("sessions/magic-url", "sessions/phone", "recovery", "verifications/email", "verifications/phone")],
    ("PATCH", "/account/name", {"name": "Canary"}),
    ("PATCH", "/account/prefs", {"prefs": {"name": "Canary"}})])
def test_pseudonymous_app_rejects_passwords_codes_and_personal_data(server, method, path, body):
    appwrite = Appwrite(server, "familysync")
    session = appwrite.sign_in("apple")
    before = server.rows()
    answer = session.send(method, path, body) if method == "PATCH" else appwrite.send(method, path, body)
    is_refused(answer, 400, "general_argument_invalid", "pseudonymous apps")
    assert server.rows() == before and "anary" not in answer.text
