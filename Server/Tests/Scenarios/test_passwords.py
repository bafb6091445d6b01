"""Tests of email and password: sign-up, sign-in, mailed codes, and responses that do not reveal if an account
exists."""

import itertools
import re
import threading
import time

import pytest

from client import ok, refused
from patience import wait_until

pytestmark = pytest.mark.core

APP = "authservice"
PASSWORD, OTHER = "three small green boats", "four large red kites"
numbers = itertools.count(int(time.time() * 1000))


def new_address() -> str:
    return f"test.user.{next(numbers)}@example.com"


def sign_up(api, email, password=PASSWORD, **members):
    return api.post("/v1/sign-up/password", {"email": email, "password": password, **members}, app=APP)


def sign_in(api, email, password=PASSWORD):
    return api.post("/v1/sign-in/password", {"email": email, "password": password}, app=APP)


def mails(server, email) -> list[dict]:
    return server.providers.control("POST", "mail/messages", {"to": email})["messages"]


def mailed_code(server, email, count=1, undoing=False) -> str:
    """Returns the last code mailed to an address, once `count` codes have arrived: requested codes, or the undo codes
    of notices. A notice may arrive before a code or after it."""
    def codes():
        bodies = [mail["body"] for mail in mails(server, email) if ("within a week" in mail["body"]) == undoing]
        found = [code for body in bodies for code in re.findall(r"code=(mc_[\w-]{22})", body)]
        return len(found) >= count and found

    code = wait_until(codes, "a mailed code")[-1]
    server.secrets.note({"ticket": code})
    return code


def ask(server, email, purpose="reset_password", **members):
    answer = server.api.post("/v1/codes", {"purpose": purpose, "email": email, **members}, app=APP)
    assert (answer.status_code, answer.content) == (204, b"")


def test_user_signs_up_and_in_with_an_email_address_and_a_password(server):
    email = new_address()
    person = ok(sign_up(server.api, email))
    assert person["isNewUser"] and person["user"]["providers"] == ["password"]
    assert person["user"]["email"] == email and not person["user"]["emailVerified"]
    again = ok(sign_in(server.api, email.upper()))
    assert again["user"]["uid"] == person["user"]["uid"] and not again["isNewUser"]
    [(row,)] = server.query("SELECT password FROM logins WHERE name = ?", email)
    assert row.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert server.events(person["user"]["uid"]) == ["account_created", "signed_in", "signed_in"]


def test_unknown_email_wrong_password_and_passwordless_account_are_rejected_alike(server):
    email, google = new_address(), server.api.sign_in(app=APP)
    ok(sign_up(server.api, email))
    answers = [sign_in(server.api, address, OTHER) for address in (email, new_address(), google["user"]["email"])]
    for answer in answers:
        refused(answer, 401, "invalid_credentials")
    bodies = {re.sub(r'"requestID":"\w+"', "", answer.text) for answer in answers}
    assert len(bodies) == 1


@pytest.mark.parametrize("right, wrong", [
    ("k" * 1 + "x7" * 16, "k" * 1 + "x7" * 15 + "x8"), ("z" + "q5w" * 24 + "1", "z" + "q5w" * 24 + "2"),
    ("before\0after it", "before\0other it"), (" spaced password ", "spaced password"),
    ("\U0001F468\u200D\U0001F469\u200D\U0001F467 and a word", "\U0001F468\u200D\U0001F469 and a word")])
def test_no_part_of_a_password_is_cut_off_or_ignored(server, right, wrong):
    email = new_address()
    ok(sign_up(server.api, email, right))
    refused(sign_in(server.api, email, wrong), 401, "invalid_credentials")
    ok(sign_in(server.api, email, right))


@pytest.mark.parametrize("password, status, code", [
    ("short", 400, "weak_password"), ("sunshine1", 400, "weak_password"),
    ("qwerty123456", 400, "weak_password"), ("password1234567", 400, "weak_password"), ("Authservice2024", 400, "weak_password"),
    ("", 400, "invalid_request"), ("x9" * 513, 400, "invalid_request")])
def test_weak_or_invalid_password_is_rejected(server, password, status, code):
    refused(sign_up(server.api, new_address(), password), status, code)


def test_guest_signs_up_and_keeps_the_uid(server):
    guest, email = server.api.sign_in_anonymously(APP), new_address()
    linked = ok(server.api.post(
        "/v1/me/password", {"email": email, "password": PASSWORD}, token=guest["accessToken"]))
    assert linked["outcome"] == "linked" and linked["user"]["uid"] == guest["user"]["uid"]
    refused(server.api.me(guest["accessToken"]), 401, "session_ended")
    assert ok(sign_in(server.api, email))["user"]["uid"] == guest["user"]["uid"]


def test_changed_password_ends_the_other_sessions(server):
    email = new_address()
    one, two = ok(sign_up(server.api, email)), ok(sign_in(server.api, email))
    body = {"password": OTHER, "currentPassword": PASSWORD}
    refused(server.api.call("PUT", "/v1/me/password", {**body, "currentPassword": "wrong " + PASSWORD},
                            token=one["accessToken"]), 401, "invalid_credentials")
    ok(server.api.call("PUT", "/v1/me/password", body, token=one["accessToken"]))
    assert server.api.me(one["accessToken"]).status_code == 200
    refused(server.api.me(two["accessToken"]), 401, "session_ended")
    refused(sign_in(server.api, email), 401, "invalid_credentials")
    refused(server.api.delete("/v1/me/password", token=one["accessToken"]), 409, "last_method")


def test_password_confirms_an_old_sign_in(shifted):
    email = new_address()
    person = ok(sign_up(shifted.api, email))
    token = person["accessToken"]
    shifted.providers.advance_clock(301)
    refused(shifted.api.delete("/v1/me", token=token), 403, "reauthentication_required")
    change = {"purpose": "change_email", "email": new_address()}
    refused(shifted.api.post("/v1/me/codes", change, token=token), 403, "reauthentication_required")

    def confirm(body):
        return shifted.api.post("/v1/me/confirm/password", body, token=token)

    refused(confirm({"password": OTHER}), 401, "invalid_credentials")
    for wrong in ({}, {"password": 1}, {"password": ""}, {"password": "x" * 5000}):
        refused(confirm(wrong), 400, "invalid_request")
    confirmed = ok(confirm({"password": PASSWORD}))
    assert confirmed["sessionID"] == person["sessionID"]
    assert shifted.api.delete("/v1/me", token=confirmed["accessToken"]).status_code == 204
    stranger = shifted.api.sign_in("apple", APP)["accessToken"]
    refused(shifted.api.post("/v1/me/confirm/password", {"password": PASSWORD}, token=stranger), 404, "not_found")


def test_only_a_code_to_a_verified_email_address_confirms_an_old_sign_in(shifted):
    email = new_address()

    def digits(receiver):
        before = len(mails(shifted, receiver))
        ask(shifted, receiver, "sign_in", form="digits")
        return wait_until(lambda: len(sent := mails(shifted, receiver)) > before and sent, "the digits")[-1]["code"]

    person = ok(shifted.api.post("/v1/sign-in/code", {"code": digits(email), "email": email}, app=APP))
    token = person["accessToken"]
    shifted.providers.advance_clock(301)
    refused(shifted.api.delete("/v1/me", token=token), 403, "reauthentication_required")

    def confirm(body, token=token):
        return shifted.api.post("/v1/me/confirm/code", body, token=token)

    code = digits(email)
    wrong = "000000" if code != "000000" else "000001"
    refused(confirm({"code": wrong, "email": email}), 401, "ticket_expired")
    for body in ({}, {"code": 1}, {"code": code, "email": "no address"}, {"code": code, "email": email, "role": "x"}):
        refused(confirm(body), 400, "invalid_request")
    other = new_address()
    refused(confirm({"code": digits(other), "email": other}), 403, "reauthentication_required")
    unproved = new_address()
    stranger = ok(sign_up(shifted.api, unproved))["accessToken"]
    refused(confirm({"code": digits(unproved), "email": unproved}, stranger), 403, "reauthentication_required")
    ok(sign_in(shifted.api, unproved))
    confirmed = ok(confirm({"code": code, "email": email}))
    assert confirmed["sessionID"] == person["sessionID"]
    refused(confirm({"code": code, "email": email}), 401, "ticket_expired")
    assert shifted.api.delete("/v1/me", token=confirmed["accessToken"]).status_code == 204


def test_emailed_code_sets_a_new_password_once(server):
    email = new_address()
    person = ok(sign_up(server.api, email))
    ask(server, email, language="fr")
    code = mailed_code(server, email)
    [mail] = mails(server, email)
    assert mail["subject"] == "Un nouveau mot de passe pour authservice" and mail["language"] == "fr"
    assert mail["links"] == [f"{server.url}/account/code/authservice?code={code}"]
    use = {"code": code, "password": OTHER}
    refused(server.api.post("/v1/codes/password", {**use, "password": "short"}, app=APP), 400, "weak_password")
    refused(server.api.post("/v1/codes/password", use, app="couple"), 403, "provider_required")
    assert server.api.post("/v1/codes/password", use, app=APP).status_code == 204
    refused(server.api.post("/v1/codes/password", use, app=APP), 401, "ticket_expired")
    refused(server.api.me(person["accessToken"]), 401, "session_revoked")
    ok(sign_in(server.api, email, OTHER))


def test_code_request_does_not_reveal_whether_an_account_exists(server):
    unknown = new_address()
    ask(server, unknown)
    known = new_address()
    ok(sign_up(server.api, known))
    ask(server, known)
    mailed_code(server, known)
    assert mails(server, unknown) == []


def test_link_in_the_email_uses_the_configured_url_and_ignores_the_host_header(server):
    email = new_address()
    ok(sign_up(server.api, email))
    answer = server.api.post("/v1/codes", {"purpose": "reset_password", "email": email}, app=APP,
                             headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"})
    assert answer.status_code == 204
    mailed_code(server, email)
    [mail] = mails(server, email)
    assert "evil" not in mail["body"] and mail["links"][0].startswith(server.url + "/")


def test_emailed_link_and_digits_sign_in_and_create_accounts(server):
    email = new_address()
    ask(server, email, "sign_in")
    made = ok(server.api.post("/v1/sign-in/code", {"code": mailed_code(server, email)}, app=APP))
    assert made["isNewUser"] and made["user"]["emailVerified"]
    ask(server, email, "sign_in", form="digits")
    [_, mail] = wait_until(lambda: len(sent := mails(server, email)) == 2 and sent, "the digits")
    wrong = "000000" if mail["code"] != "000000" else "000001"
    refused(server.api.post("/v1/sign-in/code", {"code": wrong, "email": email}, app=APP), 401, "ticket_expired")
    again = ok(server.api.post("/v1/sign-in/code", {"code": mail["code"], "email": email}, app=APP))
    assert again["user"]["uid"] == made["user"]["uid"]


def test_email_address_is_verified_and_changed_by_codes(server):
    email, other = new_address(), new_address()
    person = ok(sign_up(server.api, email))
    token = person["accessToken"]
    assert server.api.post("/v1/me/codes", {"purpose": "verify"}, token=token).status_code == 204
    code = mailed_code(server, email)
    assert server.api.post("/v1/codes/verification", {"code": code}, app=APP, token=token).status_code == 204
    assert ok(server.api.me(token))["emailVerified"]
    body = {"purpose": "change_email", "email": other}
    assert server.api.post("/v1/me/codes", body, token=token).status_code == 204
    code = mailed_code(server, other)
    assert server.api.post("/v1/codes/verification", {"code": code}, app=APP).status_code == 204
    assert ok(server.api.me(token))["email"] == other
    wait_until(lambda: len(mails(server, email)) == 2, "word to the old address")
    ok(sign_in(server.api, other))


def test_page_behind_the_emailed_link_changes_the_password(server, scriptless):
    email = new_address()
    ok(sign_up(server.api, email))
    ask(server, email)
    mailed_code(server, email)
    [mail] = mails(server, email)
    scriptless.open(mail["links"][0])
    scriptless.fill("New password", "sunshine1")
    scriptless.press("Change the password")
    scriptless.reads("This password is too common")
    scriptless.fill("New password", OTHER)
    scriptless.press("Change the password")
    scriptless.sees("Your password is changed")
    ok(sign_in(server.api, email, OTHER))
    scriptless.open(mail["links"][0])
    assert "no longer valid" in scriptless.text


def test_deleting_an_account_removes_its_email_address_and_codes(server):
    email = new_address()
    person = ok(sign_up(server.api, email))
    ask(server, email)
    code = mailed_code(server, email)
    assert server.api.delete("/v1/me", token=person["accessToken"]).status_code == 204
    assert server.query("SELECT count(*) FROM logins WHERE name = ?", email) == [(0,)]
    refused(server.api.post("/v1/codes/password", {"code": code, "password": OTHER}, app=APP), 401, "ticket_expired")
    ok(sign_up(server.api, email))


def test_pseudonymous_app_rejects_password_sign_up_and_sign_in(server):
    for path in ("/v1/sign-up/password", "/v1/sign-in/password"):
        answer = server.api.post(path, {"email": new_address(), "password": PASSWORD}, app="familysync")
        refused(answer, 403, "provider_required")


def test_flood_of_sign_ins_does_not_disturb_refreshes(server):
    email = new_address()
    person = ok(sign_up(server.api, email))
    statuses, stop = [], threading.Event()

    def flood():
        while not stop.is_set():
            statuses.append(sign_in(server.api, new_address(), OTHER).status_code)

    threads = [threading.Thread(target=flood) for _ in range(16)]
    for thread in threads:
        thread.start()
    try:
        token = person["refreshToken"]
        for _ in range(20):
            token = ok(server.api.post("/v1/sessions/refresh", {"refreshToken": token}))["refreshToken"]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert set(statuses) <= {401, 429}
