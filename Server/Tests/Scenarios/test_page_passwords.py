"""Tests of the pages for email and password, with the requests that a browser without scripts sends."""

import html
import itertools
import re
import time

import pytest

from browser import Browser, Client, form_of
from client import ok, refused
from patience import wait_until
from test_passwords import APP, OTHER, PASSWORD, ask, mailed_code, mails, new_address, sign_in, sign_up

SIGN_IN, REGISTER, FORGOTTEN = "/sign-in/password", "/sign-in/register", "/sign-in/forgotten"
CALLBACK = "com.example.authservice:/callback"


def app_of(server) -> Client:
    return Client(server, APP)


def own(server, path: str, **fields) -> str:
    query = "".join(f"&{name}={value}" for name, value in fields.items())
    return f"{server.url}{path}?app={APP}{query}"


def enters(server, browser, email, password=PASSWORD, start=None):
    """Submits the sign-in page's form and returns the response."""
    page = browser.step(start or f"{server.url}/apps/{APP}")
    address, hidden = form_of(page, SIGN_IN)
    return browser.step(address, {**hidden, "email": email, "password": password})


def fills(server, browser, path: str, start=None, **fields):
    """Submits one of the other forms and returns the response."""
    address, form = browser.fill(browser.step(start or own(server, path)), "", fields)
    return browser.step(address, form)


def register_page(server, client: Client) -> str:
    """Returns the URL of the registration page that a client's sign-in page links to."""
    page = Browser(server).step(client.address(None))
    [link] = re.findall(rf'href="({REGISTER}[^"]+)"', page.text)
    return server.url + html.unescape(link)


def accounts(server) -> int:
    return server.query("SELECT count(*) FROM accounts")[0][0]


# Signing in


def test_user_signs_in_with_a_password_on_the_page(server):
    email, browser = new_address(), Browser(server)
    uid = ok(sign_up(server.api, email))["user"]["uid"]
    answer = enters(server, browser, email.upper())
    assert answer.status_code == 303 and answer.headers["Location"] == "/account"
    assert uid in browser.step(server.url + "/account").text


def test_client_gets_an_authorization_code_that_works_once(server):
    email, client, browser = new_address(), app_of(server), Browser(server)
    uid = ok(sign_up(server.api, email))["user"]["uid"]
    before = server.events(uid)
    answer = enters(server, browser, email, start=client.address(None))
    code = client.answer(browser.next(answer)[0])["code"]
    assert server.events(uid) == before, "the session begins with the code"
    session = ok(client.exchange(code))
    assert session["user"]["uid"] == uid and not session["isNewUser"]
    assert server.events(uid) == [*before, "signed_in"]
    assert client.exchange(code).status_code == 400
    assert client.exchange(code).json()["error"] == "invalid_grant"


def test_authorization_code_is_rejected_after_the_password_has_changed(server):
    email, client, browser = new_address(), app_of(server), Browser(server)
    person = ok(sign_up(server.api, email))
    code = client.answer(browser.next(enters(server, browser, email, start=client.address(None)))[0])["code"]
    ok(server.api.call(
        "PUT", "/v1/me/password", {"password": OTHER, "currentPassword": PASSWORD}, token=person["accessToken"]))
    assert client.exchange(code).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("is_client", [False, True])
def test_unknown_email_address_and_wrong_password_get_the_same_response(server, is_client):
    email, answers = new_address(), []
    ok(sign_up(server.api, email))
    start = app_of(server).address(None) if is_client else None
    browser = Browser(server)
    for typed, password in ((email, OTHER), (new_address(), PASSWORD), ("nobody", PASSWORD)):
        answer = enters(server, browser, typed, password, start)
        assert answer.status_code == 422 and "Incorrect email or password." in answer.text
        assert password not in answer.text and "Set-Cookie" not in answer.headers
        answers.append(answer.text.replace(typed, "?"))
    assert len(set(answers)) == 1
    # The form still works after an error, so the next attempt can succeed.
    address, hidden = form_of(answer, SIGN_IN)
    answer = browser.step(address, {**hidden, "email": email, "password": PASSWORD})
    assert browser.next(answer) is not None


def test_repeated_wrong_passwords_are_rate_limited(start):
    server = start(limited=True)
    email, browser = new_address(), Browser(server)
    ok(sign_up(server.api, email))
    guesses = itertools.count()
    answers = [enters(server, browser, email, f"a wrong password {next(guesses)}") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [422] * 5

    def refusal():
        answer = enters(server, browser, email, f"a wrong password {next(guesses)}")
        # A list, because a response with an error status is false.
        return [answer] if answer.status_code == 429 else None

    # On a slow machine the wait may have ended once or twice; each wait is twice as long.
    [last] = wait_until(refusal, "a refusal")
    assert int(last.headers["Retry-After"]) >= 1 and "Wait a moment" in last.text


@pytest.mark.slow
def test_password_guessing_elsewhere_does_not_lock_out_a_known_browser(start):
    server = start(limited=True)
    email, browser, wait = new_address(), Browser(server), 0
    ok(sign_up(server.api, email))
    answer = enters(server, browser, email)
    [cookie] = [field for field in answer.raw.headers.getlist("Set-Cookie") if field.startswith("sesame_device=")]
    assert {"Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=34560000"} <= set(cookie.split("; "))
    form = re.search(r'name="token" value="([^"]+)"', browser.step(server.url + "/account").text)[1]
    assert browser.step(server.url + "/account/sign-out", {"token": form}).status_code == 303
    while wait < 8:
        answer = enters(server, Browser(server), email, "a wrong password")
        assert answer.status_code in (422, 429) and "sesame_device" not in answer.headers.get("Set-Cookie", "")
        wait = int(answer.headers.get("Retry-After", 0))
        time.sleep(wait if wait < 8 else 0)
    assert enters(server, Browser(server), email).status_code == 429
    assert enters(server, browser, email).status_code == 303


# Registration


def test_resubmitted_registration_form_creates_one_account(server):
    email, browser, before = new_address(), Browser(server), accounts(server)
    address, form = browser.fill(browser.step(own(server, REGISTER)), "", {"email": email, "password": PASSWORD})
    for _ in range(2):
        assert browser.step(address, form).headers["Location"] == "/account"
    assert accounts(server) == before + 1
    assert ok(sign_in(server.api, email))["user"]["email"] == email


def test_registration_with_an_existing_email_address_leaves_its_password_unchanged(server):
    email, browser = new_address(), Browser(server)
    ok(sign_up(server.api, email))
    answer = fills(server, browser, REGISTER, email=email, password=OTHER)
    assert answer.status_code == 422 and "already has an account" in answer.text and OTHER not in answer.text
    ok(sign_in(server.api, email))
    refused(sign_in(server.api, email, OTHER), 401, "invalid_credentials")


@pytest.mark.parametrize("fields, says", [
    ({"email": "nobody"}, "Enter a valid email address."),
    ({"password": "12345"}, "This password is too short. Use at least 8 characters."),
    ({"password": ""}, "Enter a password"), ({"password": "x" * 1025}, "Enter a password"),
    ({"password": "qwerty123456"}, "This password is too common"),
    ({"password": "31/12/1990"}, "follows a pattern"),
])
def test_invalid_registration_shows_the_reason_and_creates_no_account(server, fields, says):
    before = accounts(server)
    answer = fills(server, Browser(server), REGISTER, **{"email": new_address(), "password": PASSWORD, **fields})
    assert answer.status_code == 422 and says in answer.text and accounts(server) == before


def test_form_states_the_password_rules_and_the_strength_of_a_rejected_password(server):
    email, browser = new_address(), Browser(server)
    page = browser.step(own(server, REGISTER))
    assert "At least 8 characters." in page.text and "<meter" not in page.text
    for typed, password, says, strength in (
            (email, email, "contains your address or name", 1),
            (email, "boats of example", "contains your address or name", 1),
            ("nobody", "xkqpvmzw3fjt", "Enter a valid email address", 2),
            ("nobody", PASSWORD, "Enter a valid email address", 3)):
        answer = fills(server, browser, REGISTER, email=typed, password=password)
        assert answer.status_code == 422 and says in answer.text and PASSWORD not in answer.text
        [value] = re.findall(r'<meter [^>]*value="(\d)"', answer.text)
        assert int(value) == strength
        assert 'aria-describedby="' in answer.text and 'id="password-strength"' in answer.text


def test_reset_page_rejects_the_email_address_as_the_password(server):
    email, browser = new_address(), Browser(server)
    ok(sign_up(server.api, email))
    ask(server, email)
    page = f"{server.url}/account/code/{APP}?code={mailed_code(server, email)}"
    assert "At least 8 characters." in browser.step(page).text
    address, form = browser.fill(browser.step(page), "", {"password": email})
    answer = browser.step(address, form)
    assert answer.status_code == 422 and "contains your address or name" in answer.text and "<meter" in answer.text
    assert browser.step(address, {**form, "password": OTHER}).status_code == 200


def test_client_gets_an_authorization_code_for_a_new_account(server):
    email, client, browser = new_address(), app_of(server), Browser(server)
    answer = fills(
        server, browser, REGISTER, start=register_page(server, client), email=email, password=PASSWORD)
    session = ok(client.exchange(client.answer(browser.next(answer)[0])["code"]))
    assert session["isNewUser"] and session["user"]["email"] == email


def test_both_unicode_forms_of_a_letter_are_the_same_password(server):
    email = new_address()
    fills(server, Browser(server), REGISTER, email=email, password="cafe\u0301 au lait, merci")
    ok(sign_in(server.api, email, "caf\u00e9 au lait, merci"))


# Password reset


def test_reset_form_responds_alike_for_everyone_and_emails_the_owner_a_link(server):
    email, stranger, browser = new_address(), new_address(), Browser(server)
    ok(sign_up(server.api, email))
    answers = [
        fills(server, browser, FORGOTTEN, start=own(server, FORGOTTEN, lang="fr"), email=typed)
        for typed in (stranger, "nobody", email)]
    assert {answer.status_code for answer in answers} == {200} and len({answer.text for answer in answers}) == 1
    assert "Regardez vos messages" in html.unescape(answers[0].text)
    code = mailed_code(server, email)
    assert "Choisissez un nouveau mot de passe" in mails(server, email)[0]["body"] and mails(server, stranger) == []
    address, form = browser.fill(
        browser.step(f"{server.url}/account/code/{APP}?code={code}"), "", {"password": OTHER})
    assert browser.step(address, form).status_code == 200
    assert enters(server, browser, email, OTHER).status_code == 303


# Requests without effect


def test_form_without_the_token_of_this_browser_does_nothing(server):
    email, before = new_address(), accounts(server)
    ok(sign_up(server.api, email))
    for path in (SIGN_IN, REGISTER, FORGOTTEN):
        answer = Browser(server).step(own(server, path), {"email": email, "password": PASSWORD, "token": "x"})
        assert answer.status_code == 403 and "sesame_session" not in answer.headers.get("Set-Cookie", "")
    assert accounts(server) == before + 1 and mails(server, email) == []


@pytest.mark.parametrize("query, status", [
    ("app=couple", 404), ("app=nobody", 400), ("", 400), (f"app={APP}&role=ADMIN", 400), (f"client_id={APP}", 400),
    (f"client_id={APP}&redirect_uri=https://evil.example/&response_type=code", 400),
])
@pytest.mark.parametrize("path", [REGISTER, FORGOTTEN])
def test_invalid_query_of_a_password_page_is_rejected(server, path, query, status):
    answer = Browser(server).step(f"{server.url}{path}?{query}")
    assert answer.status_code == status and "evil.example" not in answer.text and "Location" not in answer.headers


def test_app_without_passwords_has_no_password_form(server):
    assert SIGN_IN not in Browser(server).step(f"{server.url}/apps/couple").text
