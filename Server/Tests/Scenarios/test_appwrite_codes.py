"""Tests of emailed and texted codes in an Appwrite project: sign-in, verification and password recovery."""

import re
import secrets as random
import urllib.parse

import pytest
import requests
from appwrite.id import ID

from appwrite_client import PROJECT, Appwrite, is_refused, refuses, serving
from browser import Browser
from patience import PATIENCE, wait_until

PASSWORD, OTHER = "a long and unlikely one", "another long and unlikely one"
PAGE = "http://127.0.0.1:49152/code?from=mail"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts a server for this file, because its users have phone numbers."""
    def change(apps):
        apps["authservice"]["providers"]["password"] = {"phones": True}

    yield from serving(tmp_path_factory.mktemp("appwrite-codes"), change)


@pytest.fixture
def appwrite(server) -> Appwrite:
    return Appwrite(server)


def new_email() -> str:
    return f"test-{random.token_hex(6)}@example.com"


def new_phone() -> str:
    return f"+4915{random.randbelow(10**9):09}"


def messages(appwrite, to: str) -> list[dict]:
    path = "messages" if to.startswith("+") else "mail/messages"
    return appwrite.server.providers.control("POST", path, {"to": to})["messages"]


def bodies(appwrite, to: str, count: int = 1) -> list[str]:
    """Waits for `count` messages and returns their bodies. Messages sent at once may arrive in either order."""
    sent = wait_until(lambda: len(sent := messages(appwrite, to)) >= count and sent, "a message")
    return [message["body"] for message in sent]


def message(appwrite, to: str) -> str:
    """Returns the body of the only message."""
    [body] = bodies(appwrite, to)
    return body


def digits(appwrite, to: str, count: int = 1) -> str:
    """Waits for `count` numeric codes and returns the last one. Messages without a code do not count."""
    def codes():
        found = [code for sent in messages(appwrite, to) for code in re.findall(r"\b(\d{6})\b", sent["body"])]
        return len(found) >= count and found

    return wait_until(codes, "the digits")[-1]


def links(appwrite, to: str, count: int) -> list[dict[str, str]]:
    """Returns the query parameters of `count` emailed links."""
    found = []
    for body in bodies(appwrite, to, count):
        address = re.search(r"http\S+", body).group(0)
        assert address.startswith(PAGE + "&"), address
        found.append(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query)))
        appwrite.server.secrets.secrets.add(found[-1]["secret"])
    return found


def link(appwrite, to: str) -> dict[str, str]:
    """Returns the query parameters of the only emailed link."""
    [fields] = links(appwrite, to, 1)
    return fields


def other_than(code: str) -> str:
    return "000000" if code != "000000" else "000001"


def signed_up(appwrite):
    email = new_email()
    user = appwrite.account().create(ID.unique(), email, PASSWORD)
    return email, user.id, appwrite.session(appwrite.keyed.create_email_password_session(email, PASSWORD))


# Sign-in


def test_emailed_code_creates_an_account_with_the_requested_id(appwrite):
    id, email = ID.unique(), new_email()
    token = appwrite.account().create_email_token(id, email, True)
    assert (token.userid, token.secret) == (id, "") and re.fullmatch(r"\w+ \w+", token.phrase)
    assert f"Security phrase: {token.phrase}." in message(appwrite, email)
    code = digits(appwrite, email)
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(id, other_than(code))
    session = appwrite.session(appwrite.keyed.create_session(id, code))
    assert session.uid == id and session.model.factors == ["email"]
    user = session.account.get()
    assert (user.email, user.emailverification) == (email, True)
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(id, code)
    again = appwrite.account().create_email_token(other := ID.unique(), email)
    assert again.userid == other and again.phrase == ""
    assert appwrite.keyed.create_session(other, digits(appwrite, email, 2)).userid == id


def test_emailed_link_contains_the_credentials_that_sign_in(appwrite):
    email = new_email()
    tokens = [appwrite.account().create_magic_url_token(ID.unique(), email, PAGE) for _ in range(2)]
    sent = {fields["userId"]: fields for fields in links(appwrite, email, 2)}
    fields = sent[tokens[1].userid]
    assert fields == {"from": "mail", "userId": tokens[1].userid, "secret": fields["secret"], "expire": tokens[1].expire}
    for id, secret in ((tokens[0].userid, fields["secret"]), ("ewewe", fields["secret"]), (tokens[1].userid, "mc_x")):
        with refuses(401, "user_invalid_token"):
            appwrite.account().update_magic_url_session(id, secret)
    session = appwrite.session(appwrite.keyed.update_magic_url_session(fields["userId"], fields["secret"]))
    assert session.account.get().email == email and session.model.provider == "magic-url"
    # The first link is valid as well, because it was requested with another id.
    first = sent[tokens[0].userid]
    assert appwrite.keyed.update_magic_url_session(tokens[0].userid, first["secret"]).userid == session.uid


def test_link_without_an_app_page_leads_to_the_servers_page(appwrite):
    email = new_email()
    token = appwrite.account().create_magic_url_token(ID.unique(), email)
    text = message(appwrite, email)
    address = re.search(r"http\S+", text).group(0)
    # Clients that parse the email search for the query's parts, and read as many characters as Appwrite's secrets
    # have.
    secret = text[(start := text.index("&secret=") + len("&secret=")):start + 64]
    appwrite.server.secrets.secrets.add(secret)
    assert f"userId={token.userid}" in address and f"expire={urllib.parse.quote_plus(token.expire)}" in address
    assert dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))["secret"] == secret
    page = requests.get(address, timeout=PATIENCE)
    assert page.status_code == 200 and address.startswith(f"{appwrite.server.url}/account/code/{PROJECT}?")
    assert requests.get(address.replace(secret, secret[::-1]), timeout=PATIENCE).status_code != 200
    assert appwrite.keyed.update_magic_url_session(token.userid, secret).userid == token.userid


def test_sms_code_signs_in(appwrite):
    phone = new_phone()
    token = appwrite.account().create_phone_token(ID.unique(), phone)
    session = appwrite.session(appwrite.keyed.update_phone_session(token.userid, digits(appwrite, phone)))
    user = session.account.get()
    assert (user.phone, user.phoneverification, session.model.provider) == (phone, True, "phone")
    assert [(target.providertype, target.identifier) for target in user.targets] == [("sms", phone)]
    token = appwrite.account().create_phone_token(ID.unique(), phone)
    assert appwrite.keyed.create_session(token.userid, digits(appwrite, phone, 2)).userid == session.uid


def test_code_request_does_not_reveal_whether_an_account_exists(appwrite):
    known, _, _ = signed_up(appwrite)
    closed, uid, _ = signed_up(appwrite)
    appwrite.users.update_status(uid, False)
    for path, body in (("tokens/email", {}), ("tokens/magic-url", {"url": PAGE}), ("recovery", {"url": PAGE}),
                       ("recovery/otp", {})):
        seen = []
        for email in (known, new_email(), closed):
            body = {**body, "userId": ID.unique(), "email": email}
            answer = appwrite.send("POST", f"/account/{path}", body)
            assert answer.status_code == 201, answer.text
            if path.startswith("tokens"):
                assert answer.json()["userId"] == body["userId"]
            assert answer.json()["userId"] != uid
            wrong = [appwrite.send("PUT" if "recovery" in path else "POST",
                                   "/account/" + (path if "recovery" in path else "sessions/token"),
                                   {"userId": answer.json()["userId"], "secret": "1", "password": OTHER})
                     for _ in range(6)]
            seen.append([(one.status_code, one.json()["type"]) for one in wrong])
        assert seen[0] == seen[1] == seen[2], path


def test_code_request_with_a_taken_id_is_rejected(appwrite):
    email, uid, _ = signed_up(appwrite)
    pending = appwrite.account().create_email_token(ID.unique(), new_email()).userid
    for id in (uid, pending):
        for asked in (email, new_email()):
            with refuses(409, "user_already_exists"):
                appwrite.account().create_email_token(id, asked)


def test_guest_is_upgraded_with_an_emailed_code(appwrite):
    guest, email = appwrite.guest(), new_email()
    token = appwrite.account().create_email_token(ID.unique(), email)
    answer = guest.send("POST", "/account/sessions/token", {"userId": token.userid, "secret": digits(appwrite, email)})
    assert answer.status_code == 201 and answer.json()["userId"] == guest.uid, answer.text
    secret = answer.cookies[f"a_session_{PROJECT}"]
    appwrite.server.secrets.secrets.add(secret)
    user = appwrite.account(secret).get()
    assert (user.email, user.emailverification) == (email, True) and not guest.is_live
    # Another account's code signs in to that account only, and never replaces a user's session.
    other = appwrite.guest()
    token = appwrite.account().create_email_token(ID.unique(), email)
    body = {"userId": token.userid, "secret": digits(appwrite, email, 2)}
    is_refused(other.send("POST", "/account/sessions/token", body), 409, "user_already_exists")
    is_refused(appwrite.send("POST", "/account/sessions/token", body, session=secret), 401, "user_session_already_exists")
    assert appwrite.keyed.create_session(body["userId"], body["secret"]).userid == guest.uid


@pytest.mark.parametrize("url", [
    "localhost/x", "http://remotehost/x", "https://evil.example/", "javascript:alert(1)", "http://127.0.0.1:1@evil.example/"])
@pytest.mark.parametrize("path", ["tokens/magic-url", "sessions/magic-url", "recovery", "verification", "verifications/email"])
def test_link_target_outside_the_app_is_rejected(appwrite, path, url):
    _, _, session = signed_up(appwrite) if "verification" in path else (None, None, None)
    body = {"userId": "unique()", "email": new_email(), "url": url}
    send = session.send if session else appwrite.send
    is_refused(send("POST", f"/account/{path}", body), 400, "general_argument_invalid", "`url`")
    assert not messages(appwrite, body["email"])


@pytest.mark.parametrize("path, body, named", [
    ("tokens/email", {"email": "a@example.com"}, "userId"), ("tokens/email", {"userId": "-", "email": "a@example.com"}, "userId"),
    ("tokens/email", {"userId": "unique()"}, "email"), ("tokens/email", {"userId": "unique()", "email": "a@example.com",
                                                                         "phrase": "yes"}, "phrase"),
    ("tokens/phone", {"userId": "unique()", "phone": "12"}, "phone"), ("tokens/magic-url", {"userId": "unique()"}, "email"),
    ("recovery", {"email": "a@example.com"}, "url"), ("recovery/otp", {}, "email")])
def test_malformed_request_is_rejected_with_its_field_named(appwrite, path, body, named):
    is_refused(appwrite.send("POST", f"/account/{path}", body), 400, "general_argument_invalid", f"`{named}`")


def test_code_is_returned_only_to_a_key_that_may_act_as_users(appwrite):
    token = appwrite.keyed.create_email_token(ID.unique(), new_email())
    assert re.fullmatch(r"\d{6}", token.secret)
    assert appwrite.keyed.create_session(token.userid, token.secret).userid == token.userid
    body = {"name": "test", "scopes": ["users:write", "sessions:write"]}
    key = appwrite.server.api.post("/admin/v1/keys", body, token=appwrite.server.admin_key).json()["key"]
    assert appwrite.account(key=key).create_email_token(ID.unique(), new_email()).secret == ""


# Verification and recovery


def test_email_address_is_verified_by_a_link(appwrite):
    email, uid, session = signed_up(appwrite)
    token = session.account.create_email_verification(PAGE)
    fields = link(appwrite, email)
    assert (token.userid, fields["userId"], fields["expire"]) == (uid, uid, token.expire)
    for id, secret, status, kind in (("ewewe", fields["secret"], 404, "user_not_found"),
                                     (uid, "mc_nothing", 401, "user_invalid_token")):
        with refuses(status, kind):
            session.account.update_email_verification(id, secret)
    done = session.send("PUT", "/account/verification", {"userId": uid, "secret": fields["secret"]})
    assert done.status_code == 200 and session.account.get().emailverification
    with refuses(409, "user_email_already_verified"):
        session.account.create_email_verification(PAGE)
    with refuses(400, "user_email_not_found"):
        appwrite.guest().account.create_email_verification(PAGE)
    is_refused(appwrite.send("POST", "/account/verification", {"url": PAGE}), 401, "general_unauthorized_scope")


def test_email_address_is_verified_by_a_code(appwrite):
    email, uid, session = signed_up(appwrite)
    token = session.account.create_email_verification_otp(True)
    assert token.phrase and token.phrase in message(appwrite, email)
    code = digits(appwrite, email)
    with refuses(401, "user_invalid_token"):
        session.account.update_email_verification_otp(uid, other_than(code))
    appwrite.account().update_email_verification_otp(uid, code)
    assert session.account.get().emailverification


def test_forgotten_password_is_reset_by_link_or_code(appwrite):
    email, uid, session = signed_up(appwrite)
    appwrite.account().create_recovery(email, PAGE)
    fields = link(appwrite, email)
    with refuses(400, "general_argument_invalid"):
        appwrite.account().update_recovery(fields["userId"], fields["secret"], "short")
    with refuses(404, "user_not_found"):
        appwrite.account().update_recovery("ewewe", fields["secret"], OTHER)
    # Appwrite's own tests send the account's id.
    appwrite.account().update_recovery(uid, fields["secret"], OTHER)
    assert not session.is_live
    assert appwrite.keyed.create_email_password_session(email, OTHER).userid == uid
    token = appwrite.account().create_recovery_otp(email)
    appwrite.account().update_recovery_otp(token.userid, digits(appwrite, email), PASSWORD)
    assert appwrite.keyed.create_email_password_session(email, PASSWORD).userid == uid


# Changes of address and number


def test_verified_email_address_changes_once_the_new_one_is_verified(appwrite):
    email, uid, session = signed_up(appwrite)
    session.account.create_email_verification_otp()
    session.account.update_email_verification_otp(uid, digits(appwrite, email))
    other = new_email()
    with refuses(401, "user_invalid_credentials"):
        session.account.update_email(other, OTHER)
    # The old address stays until the new one is verified.
    user = session.account.update_email(other, PASSWORD)
    assert (user.id, user.email, user.emailverification) == (uid, email, True)
    browser = Browser(appwrite.server)
    [address] = re.findall(r"http\S+", message(appwrite, other))
    page, form = browser.fill(browser.step(address), "/account/code", {"password": PASSWORD, "answer": "yes"})
    assert browser.step(page, form).status_code == 200
    assert session.account.get().email == other
    assert any("This address no longer signs in" in body for body in bodies(appwrite, email, 2))
    taken, _, _ = signed_up(appwrite)
    assert session.account.update_email(taken, PASSWORD).email == other
    assert appwrite.account().create(ID.unique(), email, PASSWORD).email == email


def test_unverified_email_address_changes_at_once(appwrite):
    email, uid, session = signed_up(appwrite)
    other = new_email()
    user = session.account.update_email(other, PASSWORD)
    assert (user.id, user.email, user.emailverification) == (uid, other, False)
    assert "another address" in message(appwrite, email)
    taken, _, _ = signed_up(appwrite)
    with refuses(409, "user_already_exists"):
        session.account.update_email(taken, PASSWORD)


def test_phone_number_is_added_with_the_password_and_signs_in_once_verified(appwrite):
    _, uid, session = signed_up(appwrite)
    phone = new_phone()
    with refuses(400, "user_phone_not_found"):
        session.account.create_phone_verification()
    with refuses(401, "user_invalid_credentials"):
        session.account.update_phone(phone, OTHER)
    user = session.account.update_phone(phone, PASSWORD)
    assert (user.phone, user.phoneverification) == (phone, False)
    session.account.create_phone_verification()
    code = digits(appwrite, phone)
    with refuses(404, "user_not_found"):
        session.account.update_phone_verification("ewewe", code)
    session.account.update_phone_verification(uid, code)
    with refuses(409, "user_phone_already_verified"):
        session.account.create_phone_verification()
    token = appwrite.account().create_phone_token(ID.unique(), phone)
    assert appwrite.keyed.update_phone_session(token.userid, digits(appwrite, phone, 2)).userid == uid


def test_unverified_phone_number_moves_to_the_user_that_verifies_it(appwrite):
    _, uid, session = signed_up(appwrite)
    phone = new_phone()
    session.account.update_phone(phone, PASSWORD)
    token = appwrite.account().create_phone_token(ID.unique(), phone)
    owner = appwrite.keyed.update_phone_session(token.userid, digits(appwrite, phone))
    assert owner.userid == token.userid != uid
    assert session.account.get().phone == ""


def test_back_end_sets_whether_a_phone_number_is_verified(appwrite):
    user = appwrite.users.create(ID.unique(), None, new_phone())
    for verified in (False, True):
        assert appwrite.users.update_phone_verification(user.id, verified).phoneverification is verified
    with refuses(404, "user_not_found"):
        appwrite.users.update_phone_verification("nobody", True)


def with_number(appwrite) -> tuple:
    """Signs in a user by phone number alone, and returns the number and the session."""
    phone = new_phone()
    token = appwrite.account().create_phone_token(ID.unique(), phone)
    return phone, appwrite.session(appwrite.keyed.update_phone_session(token.userid, digits(appwrite, phone)))


def test_verified_phone_number_stays_until_the_next_one_is_verified(appwrite):
    phone, session = with_number(appwrite)
    typo, other = new_phone(), new_phone()
    user = session.account.update_phone(typo, OTHER)
    assert (user.id, user.phone, user.phoneverification) == (session.uid, phone, True)
    assert messages(appwrite, typo) == []
    token = appwrite.account().create_phone_token(ID.unique(), typo)
    stranger = appwrite.keyed.update_phone_session(token.userid, digits(appwrite, typo))
    assert stranger.userid != session.uid and session.account.get().phone == phone
    with refuses(409, "user_already_exists"):
        session.account.update_phone(typo, OTHER)
    assert session.account.update_phone(other, OTHER).phone == phone
    session.account.create_phone_verification()
    code = digits(appwrite, other)
    with refuses(401, "user_invalid_token"):
        appwrite.keyed.update_phone_verification(session.uid, code)
    with refuses(401, "user_invalid_token"):
        session.account.update_phone_verification(session.uid, "000000" if code != "000000" else "111111")
    session.account.update_phone_verification(session.uid, code)
    user = session.account.get()
    assert (user.phone, user.phoneverification) == (other, True)
    with refuses(409, "user_phone_already_verified"):
        session.account.create_phone_verification()
    token = appwrite.account().create_phone_token(ID.unique(), other)
    assert appwrite.keyed.update_phone_session(token.userid, digits(appwrite, other, 2)).userid == session.uid
    token = appwrite.account().create_phone_token(ID.unique(), phone)
    assert appwrite.keyed.update_phone_session(token.userid, digits(appwrite, phone, 2)).userid != session.uid
