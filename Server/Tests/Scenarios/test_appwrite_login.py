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


def test_a_person_signs_up_and_in(appwrite):
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


def test_a_client_of_an_older_version_signs_in_by_its_path(appwrite):
    email, session = signed_up(appwrite)
    answer = appwrite.send("POST", "/account/sessions", {"email": email, "password": PASSWORD})
    assert answer.status_code == 201 and answer.json()["userId"] == session.uid and answer.json()["secret"] == ""
    is_refused(appwrite.send("POST", "/account/sessions", {"email": email, "password": "not the password"}), 401,
               "user_invalid_credentials")


def test_an_id_of_the_clients_own_is_kept_and_is_somebodys_once(appwrite):
    id = ID.unique()
    assert appwrite.account().create(id, new_email(), PASSWORD).id == id
    with refuses(409, "user_already_exists"):
        appwrite.account().create(id, new_email(), PASSWORD)
    appwrite.users.delete(id)
    with refuses(409, "user_already_exists"):
        appwrite.account().create(id, new_email(), PASSWORD)


def test_an_address_is_somebodys_once(appwrite):
    email, _ = signed_up(appwrite)
    with refuses(409, "user_already_exists"):
        appwrite.account().create(ID.unique(), email.upper(), PASSWORD)


@pytest.mark.parametrize("body", [
    {"userId": "-a"}, {"userId": "a b"}, {"userId": "a" * 37}, {"email": "nobody"}, {"email": ""}, {"password": "short"},
    {"password": "password"}, {"password": ""}, {"name": "a" * 129}, {"name": 1}, {"userId": None}])
def test_what_is_malformed_is_refused_and_named(appwrite, body):
    before = appwrite.server.rows()
    given = {"userId": "unique()", "email": new_email(), "password": PASSWORD, **body}
    answer = appwrite.send("POST", "/account", given)
    is_refused(answer, 400, "general_argument_invalid", f"`{list(body)[0]}`")
    assert appwrite.server.rows() == before


def test_a_password_is_changed_with_the_old_one_and_ends_other_sessions(appwrite):
    email, session = signed_up(appwrite)
    other = appwrite.session(appwrite.keyed.create_email_password_session(email, PASSWORD))
    for old in (None, "not the old one"):
        with refuses(401, "user_invalid_credentials"):
            session.account.update_password("another long and unlikely one", old)
    session.account.update_password("another long and unlikely one", PASSWORD)
    assert session.is_live and not other.is_live
    with refuses(401, "user_invalid_credentials"):
        appwrite.keyed.create_email_password_session(email, PASSWORD)


def test_a_guest_gets_an_address_and_stays_who_they_are(appwrite):
    guest, email = appwrite.guest(), new_email()
    answer = guest.send("PATCH", "/account/email", {"email": email, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["$id"], answer.json()["email"]) == (guest.uid, email)
    secret = answer.cookies[f"a_session_{appwrite.project}"]
    appwrite.server.secrets.secrets.add(secret)
    assert not guest.is_live and appwrite.account(secret).get().id == guest.uid
    assert appwrite.keyed.create_email_password_session(email, PASSWORD).userid == guest.uid


def test_a_person_of_a_provider_gets_a_password(appwrite):
    email = new_email()
    session = appwrite.sign_in(claims={"email": email, "email_verified": True})
    session.account.update_password(PASSWORD)
    assert appwrite.keyed.create_email_password_session(email, PASSWORD).userid == session.uid


def test_names_and_preferences_are_kept(appwrite):
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


def test_a_back_end_changes_people(appwrite):
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


def test_a_back_end_makes_people(appwrite):
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


def test_a_back_end_changes_how_people_sign_in(appwrite):
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


def test_identities_of_all_people_are_listed_and_taken_away(appwrite):
    users, session = appwrite.users, appwrite.sign_in()
    found = users.list_identities([Query.equal("userId", [session.uid])])
    assert [(one.userid, one.provider) for one in found.identities] == [(session.uid, "google")] and found.total == 1
    users.delete_identity(found.identities[0].id)
    assert users.list_identities([Query.equal("userId", [session.uid])]).total == 0
    for id in (found.identities[0].id, "google.nobody", "github.x"):
        with refuses(404, "user_identity_not_found"):
            users.delete_identity(id)


# Sessions that a back end creates


def test_a_back_end_begins_a_session(appwrite):
    guest = appwrite.guest()
    session = appwrite.session(appwrite.users.create_session(guest.uid))
    assert session.model.provider == "server" and session.account.get().id == guest.uid
    with refuses(404, "user_not_found"):
        appwrite.users.create_session("nobody")


def test_a_back_ends_token_signs_in_once_and_only_its_person(appwrite):
    guest, other = appwrite.guest(), appwrite.guest()
    token = appwrite.users.create_token(guest.uid)
    assert len(token.secret) == 6 and token.userid == guest.uid
    for uid, secret in ((other.uid, token.secret), (guest.uid, "000000" if token.secret != "000000" else "1")):
        with refuses(401, "user_invalid_token"):
            appwrite.account().create_session(uid, secret)
    assert appwrite.keyed.create_session(guest.uid, token.secret).userid == guest.uid
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(guest.uid, token.secret)


def test_a_back_ends_token_is_good_as_long_as_it_was_made_for(shifted):
    appwrite = Appwrite(shifted)
    guest = appwrite.guest()
    token = appwrite.users.create_token(guest.uid, 32, 60)
    assert len(token.secret) == 32
    long = appwrite.users.create_token(guest.uid, 32, 31_536_000)
    assert long.expire[:10] <= (datetime.fromisoformat(long.createdat) + timedelta(days=1)).isoformat()[:10]
    shifted.providers.advance_clock(61)
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(guest.uid, token.secret)


def test_a_back_end_makes_a_jwt_of_a_session(appwrite):
    guest = appwrite.guest()
    for named in (None, "recent", guest.id):
        jwt = appwrite.users.create_jwt(guest.uid, named).jwt
        appwrite.server.secrets.secrets.add(jwt)
        assert appwrite.account(jwt=jwt).get().id == guest.uid
    with refuses(404, "user_session_not_found"):
        appwrite.users.create_jwt(guest.uid, "another")


@pytest.mark.parametrize("path", ["sessions", "tokens", "jwts"])
def test_who_may_change_people_is_not_thereby_anybody(appwrite, path):
    guest = appwrite.guest()
    body = {"name": "test", "scopes": ["users:read", "users:write", "sessions:read", "sessions:write"]}
    key = appwrite.server.api.post("/admin/v1/keys", body, token=appwrite.server.admin_key).json()["key"]
    is_refused(
        appwrite.send("POST", f"/users/{guest.uid}/{path}", {}, headers={"X-Appwrite-Key": key}), 401,
        "general_unauthorized_scope")


def test_nobody_acts_for_a_closed_account(appwrite):
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
def test_an_app_under_pseudonyms_takes_none_of_it(server, method, path, body):
    appwrite = Appwrite(server, "familysync")
    session = appwrite.sign_in("apple")
    before = server.rows()
    answer = session.send(method, path, body) if method == "PATCH" else appwrite.send(method, path, body)
    is_refused(answer, 400, "general_argument_invalid", "pseudonyms")
    assert server.rows() == before and "anary" not in answer.text
