"""Tests of attempts to take over an account, or to keep access to one, all of which must fail."""

import html
import re

import pytest

from browser import Browser
from client import ok, refused
from factors import Authenticator
from patience import wait_until
from providers import new_subject
from test_passwords import APP, OTHER, PASSWORD, ask, mailed_code, mails, new_address, sign_in, sign_up

THIRD = "nine tall brown trees"


def change_code(server, person, email) -> str:
    """Requests a code that changes the account's address, and returns it for later use."""
    answer = server.api.post("/v1/me/codes", {"purpose": "change_email", "email": email}, token=person["accessToken"])
    assert answer.status_code == 204, answer.text
    return mailed_code(server, email)


def redeem(server, code, token=None):
    return server.api.post("/v1/codes/verification", {"code": code}, app=APP, token=token)


def claim(server, email, count=1) -> dict:
    ask(server, email, "sign_in")
    return ok(server.api.post("/v1/sign-in/code", {"code": mailed_code(server, email, count)}, app=APP))


def verify_code(server, email, person, count=1) -> str:
    answer = server.api.post("/v1/me/codes", {"purpose": "verify"}, token=person["accessToken"])
    assert answer.status_code == 204, answer.text
    return mailed_code(server, email, count)


def verified(server, email, person) -> dict:
    """Verifies the user's address in the app, and returns the user."""
    assert redeem(server, verify_code(server, email, person), person["accessToken"]).status_code == 204
    return person


def test_email_change_code_of_a_squatter_is_rejected_after_the_owner_signs_in(server):
    victims, evil = new_address(), new_address()
    code = change_code(server, ok(sign_up(server.api, victims)), evil)
    owner = claim(server, victims)
    refused(redeem(server, code), 401, "ticket_expired")
    assert ok(server.api.me(owner["accessToken"]))["email"] == victims
    ask(server, evil, "sign_in")
    stranger = ok(server.api.post("/v1/sign-in/code", {"code": mailed_code(server, evil, 2)}, app=APP))
    assert stranger["isNewUser"] and stranger["user"]["uid"] != owner["user"]["uid"]


def reset(server, email, owner):
    ask(server, email)
    answer = server.api.post("/v1/codes/password", {"code": mailed_code(server, email, 2), "password": OTHER}, app=APP)
    assert answer.status_code == 204, answer.text


def change(server, email, owner):
    ok(server.api.call("PUT", "/v1/me/password", {"currentPassword": PASSWORD, "password": OTHER}, token=owner["accessToken"]))


def end_others(server, email, owner):
    assert server.api.delete("/v1/sessions", token=owner["accessToken"]).status_code == 204


def end_one(server, email, owner):
    sessions = ok(server.api.get("/v1/sessions", token=owner["accessToken"]))["sessions"]
    [other] = [session["id"] for session in sessions if not session["isCurrent"]][:1]
    assert server.api.delete(f"/v1/sessions/{other}", token=owner["accessToken"]).status_code == 204


def operator(method, path):
    def act(server, email, owner):
        answer = server.api.call(
            method, f"/admin/v1/apps/{APP}/users/{owner['user']['uid']}{path}", token=server.admin_key)
        assert answer.status_code in (200, 204), answer.text
    return act


def close_and_open(server, email, owner):
    operator("POST", "/disable")(server, email, owner)
    operator("POST", "/enable")(server, email, owner)


@pytest.mark.parametrize("event", [
    reset, change, end_others, end_one, operator("DELETE", "/sessions"), close_and_open],
    ids=["reset", "change", "end_others", "end_one", "operator", "close_and_open"])
def test_email_change_code_of_an_attacker_is_rejected_once_their_access_has_ended(server, event):
    email, evil = new_address(), new_address()
    owner = verified(server, email, ok(sign_up(server.api, email)))
    thief = ok(sign_in(server.api, email))
    code = change_code(server, thief, evil)
    event(server, email, owner)
    refused(redeem(server, code), 401, "ticket_expired")
    [(name,)] = server.query("SELECT name FROM logins WHERE account = ? AND kind = 'email'", owner["user"]["uid"])
    assert name == email


def test_attacker_cannot_void_the_reset_code_of_the_owner(server):
    email = new_address()
    owner = verified(server, email, ok(sign_up(server.api, email)))
    ask(server, email)
    code = mailed_code(server, email, 2)
    change(server, email, owner)
    thief = ok(sign_in(server.api, email, OTHER))
    end_others(server, email, thief)
    answer = server.api.post("/v1/codes/password", {"code": code, "password": THIRD}, app=APP)
    assert answer.status_code == 204, answer.text
    refused(server.api.me(thief["accessToken"]), 401, "session_revoked")
    ok(sign_in(server.api, email, THIRD))


@pytest.mark.parametrize("purpose", ["sign_in", "reset_password"])
def test_mistyped_email_address_gives_its_mailbox_owner_no_access_to_the_account(server, purpose):
    """A user who signs in with Google adds an address that is another person's mailbox."""
    subject, mistyped = new_subject("google"), new_address()
    person = server.api.sign_in(app=APP, sub=subject)
    ok(server.api.post("/v1/me/password", {"email": mistyped, "password": PASSWORD}, token=person["accessToken"]))
    ask(server, mistyped, purpose)
    code = mailed_code(server, mistyped)
    if purpose == "sign_in":
        stranger = ok(server.api.post("/v1/sign-in/code", {"code": code}, app=APP))
    else:
        answer = server.api.post("/v1/codes/password", {"code": code, "password": OTHER}, app=APP)
        assert answer.status_code == 204, answer.text
        stranger = ok(sign_in(server.api, mistyped, OTHER))
    assert stranger["user"]["uid"] != person["user"]["uid"] and stranger["user"]["providers"] != ["google"]
    assert server.api.sign_in(app=APP, sub=subject)["user"]["uid"] == person["user"]["uid"]
    assert ok(server.api.me(person["accessToken"]))["providers"] == ["google"]
    refused(sign_in(server.api, mistyped, PASSWORD), 401, "invalid_credentials")


def test_guest_cannot_change_an_email_address(server):
    email = new_address()
    guest = ok(server.api.post("/v1/sign-in/anonymous", app=APP))
    answer = server.api.post("/v1/me/codes", {"purpose": "change_email", "email": email}, token=guest["accessToken"])
    refused(answer, 404, "not_found")
    assert ok(server.api.me(guest["accessToken"]))["isAnonymous"]


def test_email_address_of_a_disabled_squatter_belongs_to_its_mailbox_owner(server):
    email = new_address()
    squatter = ok(sign_up(server.api, email))
    operator("POST", "/disable")(server, email, squatter)
    refused(sign_in(server.api, email), 403, "user_disabled")
    owner = claim(server, email)
    assert owner["isNewUser"] and owner["user"]["uid"] != squatter["user"]["uid"]


# The verifier of an address may not be the creator of the account


def page_of(server, browser, email, subject, **fields):
    """Opens the link in the mail with that subject and submits its page's form."""
    def sent():
        return [mail for mail in mails(server, email) if mail["subject"].startswith(subject)]

    [mail] = wait_until(sent, f"a mail '{subject}'")
    page = browser.step(mail["links"][0])
    address, form = browser.fill(page, "/account/code", fields)
    return page, browser.step(address, form)


@pytest.mark.parametrize("way", ["sign_in", "reset_password"])
def test_mailbox_owner_removes_a_squatter_even_after_a_confirmation_outside_the_app(server, way):
    email = new_address()
    squatter = ok(sign_up(server.api, email))
    assert redeem(server, verify_code(server, email, squatter)).status_code == 204
    ok(server.api.me(squatter["accessToken"]))
    ask(server, email, way)
    code = mailed_code(server, email, 2)
    if way == "sign_in":
        owner = ok(server.api.post("/v1/sign-in/code", {"code": code}, app=APP))
        assert owner["user"]["uid"] == squatter["user"]["uid"]
    else:
        assert server.api.post("/v1/codes/password", {"code": code, "password": OTHER}, app=APP).status_code == 204
    refused(server.api.me(squatter["accessToken"]), 401, "session_revoked")
    refused(sign_in(server.api, email), 401, "invalid_credentials")


def test_confirmation_outside_the_app_does_not_unlock_sensitive_changes(server):
    email = new_address()
    person = ok(sign_up(server.api, email))
    token = person["accessToken"]
    assert redeem(server, verify_code(server, email, person)).status_code == 204
    refused(server.api.post("/v1/me/second-factors", {"kind": "totp"}, token=token), 409, "invalid_transition")
    body = {"purpose": "change_email", "email": new_address()}
    refused(server.api.post("/v1/me/codes", body, token=token), 409, "invalid_transition")
    refused(server.api.link(token, "google", app=APP, sub=new_subject()), 409, "invalid_transition")
    assert redeem(server, verify_code(server, email, person, 2), token).status_code == 204
    ok(server.api.post("/v1/me/second-factors", {"kind": "totp"}, token=token))


def test_confirmation_page_requires_the_password_of_the_account_creator(server):
    email = new_address()
    person = ok(sign_up(server.api, email))
    verify_code(server, email, person)
    asked, wrong = page_of(server, Browser(server), email, "Confirm your address", password=OTHER, answer="yes")
    assert "Did you create this account?" in html.unescape(asked.text)
    assert wrong.status_code == 422 and "Incorrect password" in wrong.text
    _, done = page_of(server, Browser(server), email, "Confirm your address", password=PASSWORD, answer="yes")
    assert done.status_code == 200 and "Your address is confirmed" in done.text
    ok(server.api.post("/v1/me/second-factors", {"kind": "totp"}, token=person["accessToken"]))


def test_confirmation_page_gives_the_account_to_the_mailbox_owner_who_did_not_create_it(server):
    email = new_address()
    squatter = ok(sign_up(server.api, email))
    verify_code(server, email, squatter)
    _, done = page_of(server, Browser(server), email, "Confirm your address", answer="no")
    assert done.status_code == 200 and "Nobody else can use your email address" in done.text
    refused(server.api.me(squatter["accessToken"]), 401, "session_revoked")
    refused(sign_in(server.api, email), 401, "invalid_credentials")
    assert claim(server, email, 2)["user"]["uid"] == squatter["user"]["uid"]


# Undoing a change of a verified address


def test_previous_email_address_takes_the_account_back_from_an_attacker(server):
    email, evil = new_address(), new_address()
    thief = verified(server, email, ok(sign_up(server.api, email)))
    token = thief["accessToken"]
    assert redeem(server, change_code(server, thief, evil), token).status_code == 204
    assert ok(server.api.me(token))["email"] == evil
    ok(server.api.call("PUT", "/v1/me/password", {"currentPassword": PASSWORD, "password": OTHER}, token=token))
    ok(server.api.link(token, "google", app=APP, sub=new_subject()))
    page, done = page_of(server, Browser(server), email, "Your address was changed")
    assert "Undo the email change" in page.text and done.status_code == 200
    assert "Your email address was restored" in done.text
    refused(server.api.me(token), 401, "session_revoked")
    for name in (email, evil):
        refused(sign_in(server.api, name, OTHER), 401, "invalid_credentials")
    owner = claim(server, email, 2)
    assert owner["user"]["uid"] == thief["user"]["uid"]
    assert server.query("SELECT count(*) FROM identities WHERE account = ?", owner["user"]["uid"]) == [(0,)]


def test_undo_link_removes_the_identity_that_an_attacker_has_added(server):
    """The thief links a Google identity, adds a factor, and removes the owner's address together with the password."""
    email, evil = new_address(), new_address().replace("example.com", "gmail.com")
    thief = verified(server, email, ok(sign_up(server.api, email)))
    token = thief["accessToken"]
    ok(server.api.link(token, "google", app=APP, sub=new_subject(), email=evil))
    app = Authenticator(ok(server.api.post("/v1/me/second-factors", {"kind": "totp"}, token=token))["secret"])
    ok(server.api.post("/v1/me/second-factors/confirm", {"kind": "totp", "code": app.code()}, token=token))
    assert server.api.delete("/v1/me/password", token=token).status_code == 204
    told = ["A sign-in method was added", "A second factor was added", "Your address was changed"]
    wait_until(lambda: len(mails(server, email)) == 1 + len(told), "the mails to the owner")
    # Each mail is sent separately, in no particular order.
    assert {mail["subject"] for mail in mails(server, email)} >= set(told)
    wait_until(lambda: len(mails(server, evil)) == 2, "the mails to the thief")
    assert {mail["subject"] for mail in mails(server, evil)} == {
        "A second factor was added", "A sign-in method was removed"}
    assert not any(mail["links"] for mail in mails(server, evil))
    page, done = page_of(server, Browser(server), email, "A sign-in method was added")
    assert "Remove the sign-in method" in page.text and "The sign-in method was removed" in done.text
    refused(server.api.me(token), 401, "session_revoked")
    owner = claim(server, email, 2)
    assert owner["user"]["uid"] == thief["user"]["uid"] and owner["user"]["providers"] == ["email"]


def test_attacker_cannot_merge_the_account_into_their_own(server):
    """A merge would delete the owner's undo links, and the other account's address, the thief's, would take
    precedence."""
    email, sub = new_address(), new_subject()
    stolen = verified(server, email, ok(sign_up(server.api, email)))
    ok(server.api.link(stolen["accessToken"], "google", app=APP, sub=sub))
    own = server.api.sign_in("apple", app=APP, sub=new_subject("apple"))
    refused(server.api.link(own["accessToken"], "google", app=APP, sub=sub, onConflict="merge"), 409, "invalid_transition")
    page, done = page_of(server, Browser(server), email, "A sign-in method was added")
    assert "The sign-in method was removed" in done.text
    assert claim(server, email, 2)["user"]["uid"] == stolen["user"]["uid"]


@pytest.mark.parametrize("first", ["factor", "address"])
def test_undo_links_remove_the_second_factor_of_an_attacker(server, first):
    email, evil = new_address(), new_address()
    thief = verified(server, email, ok(sign_up(server.api, email)))
    token = thief["accessToken"]
    app = Authenticator(ok(server.api.post("/v1/me/second-factors", {"kind": "totp"}, token=token))["secret"])
    ok(server.api.post("/v1/me/second-factors/confirm", {"kind": "totp", "code": app.code()}, token=token))
    assert redeem(server, change_code(server, thief, evil), token).status_code == 204
    refused(sign_in(server.api, evil, PASSWORD), 403, "second_factor_required")
    wait_until(lambda: len(mails(server, email)) == 3, "the mails to the owner")
    links = {mail["subject"]: mail["links"][0] for mail in mails(server, email)}
    steps = [(links["Your address was changed"], "Undo the email change", "Your email address was restored"),
             (links["A second factor was added"], "Remove the second factor", "The second factor was removed")]
    browser = Browser(server)
    # Undoing the older change also undoes all later ones.
    for link, title, done in steps if first == "address" else steps[1:]:
        page = browser.step(link)
        assert title in page.text
        assert done in browser.step(*browser.fill(page, "/account/code", {})).text
    for link in links.values():
        assert "This link is no longer valid" in browser.step(link).text
    refused(server.api.me(token), 401, "session_revoked")
    refused(sign_in(server.api, email, PASSWORD), 401, "invalid_credentials")
    assert claim(server, email, 2)["user"]["uid"] == thief["user"]["uid"]


@pytest.mark.parametrize("purpose", ["sign_in", "reset_password"])
@pytest.mark.parametrize("provider, event", [("apple", "account-delete"), ("google", "account-purged")])
def test_mistyped_email_address_gives_no_access_after_the_identity_is_deleted(server, provider, event, purpose):
    subject, typo = new_subject(provider), new_address()
    person = server.api.sign_in(provider, APP, sub=subject)
    access = person["accessToken"]
    login = {"email": typo, "password": PASSWORD}
    ok(server.api.post("/v1/me/password", login, token=access))
    assert server.providers.notify(provider, event, app=APP, sub=subject) in (200, 202)
    # The password works until the mailbox's owner verifies the address.
    assert ok(sign_in(server.api, typo))["user"]["uid"] == person["user"]["uid"]
    ask(server, typo, purpose)
    code = mailed_code(server, typo)
    if purpose == "sign_in":
        stranger = ok(server.api.post("/v1/sign-in/code", {"code": code}, app=APP))
    else:
        answer = server.api.post("/v1/codes/password", {"code": code, "password": OTHER}, app=APP)
        assert answer.status_code == 204, answer.text
        stranger = ok(sign_in(server.api, typo, OTHER))
    assert stranger["user"]["uid"] != person["user"]["uid"]


def test_invalid_cookie_beside_a_valid_code_counts_as_a_rejected_credential(server):
    email = new_address()
    person = ok(sign_up(server.api, email))
    code = verify_code(server, email, person)

    def refusals() -> float:
        found = re.search(r'sesame_refusals_total\{code="not_authenticated"\} (\d+)', server.api.get("/metrics").text)
        return float(found[1]) if found else 0

    before = refusals()
    page = server.api.get(f"/account/code/{APP}?code={code}", headers={"Cookie": "sesame_session=ws_none"})
    assert page.status_code == 200 and refusals() > before


def test_six_digit_code_changes_the_email_address(server):
    email, other = new_address(), new_address()
    person = verified(server, email, ok(sign_up(server.api, email)))
    order = {"purpose": "change_email", "email": other, "form": "digits"}
    assert server.api.post("/v1/me/codes", order, token=person["accessToken"]).status_code == 204
    [mail] = wait_until(lambda: mails(server, other), "the digits")
    code = re.search(r"\b\d{6}\b", mail["body"])[0]
    answer = server.api.post(
        "/v1/codes/verification", {"code": code, "email": other}, app=APP, token=person["accessToken"])
    assert answer.status_code == 204, answer.text
    assert ok(server.api.me(person["accessToken"]))["email"] == other
