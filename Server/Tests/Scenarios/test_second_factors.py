"""Tests of second factors in the API and on the pages: enrollment, verification, and no way to bypass them."""

import re


from browser import Browser, Client, form_of
from client import ok, refused
from factors import APP, Authenticator, Person, texted
from patience import wait_until
from test_authorization import agreeing  # noqa: F401: a fixture
from test_page_passwords import enters
from test_passwords import PASSWORD, mailed_code, new_address
from test_residue import is_written, residue


def test_authenticator_app_is_required_at_sign_in(server):
    person = Person(server)
    begun = ok(person.begin(kind="totp", displayName="My phone"))
    assert re.fullmatch(r"[A-Z2-7]{32}", begun["secret"]) and begun["secret"] in begun["address"]
    assert begun["address"].startswith(f"otpauth://totp/{APP}:") and begun["expiresIn"] == 600
    app = Authenticator(begun["secret"])
    assert person.factors() == {"factors": [], "offered": ["phone", "totp"], "recoveryCodesLeft": 0}
    refused(person.confirm("totp", "12345"), 401, "invalid_credentials")
    factor = ok(person.confirm("totp", app.code()))
    assert (factor["kind"], factor["displayName"]) == ("totp", "My phone")
    error = person.waiting()
    assert error["ticket"].startswith("sf_") and 590 < error["expiresIn"] <= 600 and not error["hasRecoveryCodes"]
    assert error["factors"] == [{"id": factor["id"], "kind": "totp", "displayName": "My phone"}]
    refused(person.show(error["ticket"], code="000000"), 401, "invalid_credentials")
    session = ok(person.show(error["ticket"], code=app.code()))
    assert session["user"]["uid"] == person.uid
    assert ok(server.api.me(session["accessToken"]))["uid"] == person.uid
    refused(person.show(error["ticket"], code=app.code()), 401, "ticket_expired")
    assert server.events(person.uid)[-3:] == ["second_factor_added", "second_factor_required", "signed_in"]
    [(sealed,)] = server.query("SELECT sealed FROM second_factors WHERE account = ?", person.uid)
    assert app.key not in sealed


def test_phone_factor_receives_its_code_by_sms(server):
    person = Person(server)
    number = person.add_phone()
    error = person.waiting()
    [factor] = error["factors"]
    assert factor["phone"] == "+*********" + number[-2:]
    answer = person.show(error["ticket"], sendText=True, factorID=factor["id"], language="fr")
    assert (answer.status_code, answer.content) == (204, b"")
    assert ok(person.show(error["ticket"], code=texted(server, number, 2), factorID=factor["id"]))["user"]
    refused(person.show(person.waiting()["ticket"], sendText=True, factorID="nobodys"), 404, "not_found")


def test_each_recovery_code_works_once(server):
    person = Person(server)
    refused(server.api.post("/v1/me/recovery-codes", token=person.token), 409, "invalid_transition")
    person.add_app()
    codes = person.recovery_codes()
    assert len(set(codes)) == 10
    error = person.waiting()
    assert error["hasRecoveryCodes"]
    ok(person.show(error["ticket"], recoveryCode=codes[0].upper().replace("-", "")))
    refused(person.show(person.waiting()["ticket"], recoveryCode=codes[0]), 401, "invalid_credentials")
    assert person.factors()["recoveryCodesLeft"] == 9
    [(digests,)] = server.query("SELECT digests FROM recovery_codes WHERE account = ?", person.uid)
    assert len(digests) == 9 * 32 and codes[1].encode() not in digests


def test_contract_sign_in_without_a_nonce_requires_the_second_factor(server):
    person = Person(server)
    app = person.add_app()
    token = server.providers.mint("apple", APP, user=person.user)
    answer = server.api.post("/auth/apple", {"idToken": token}, app=APP)
    assert answer.status_code == 403
    refusal = answer.json()
    assert refusal["code"] == "second_factor_required" and "second factor" in refusal["message"]
    assert [factor["kind"] for factor in refusal["factors"]] == ["totp"] and refusal["hasRecoveryCodes"] is False
    assert ok(person.show(refusal["ticket"], code=app.code()))["user"]["uid"] == person.uid


def test_invalid_second_factor_requests_are_rejected(server):
    person = Person(server)
    person.add_app()
    ticket = person.waiting()["ticket"]
    for factor in ({}, {"code": "123456", "sendText": True}, {"code": "123456", "recoveryCode": "x"}):
        assert refused(person.show(ticket, **factor), 400, "invalid_request")["field"] == "code"
    answer = server.api.post("/v1/sign-in/second-factor", {"code": "123456"}, app=APP)
    assert refused(answer, 400, "invalid_request")["field"] == "ticket"
    refused(person.begin(kind="sms"), 400, "invalid_request")
    refused(person.begin(kind="phone", phone="0612345678"), 400, "invalid_request")
    refused(person.begin(kind="totp"), 409, "provider_already_linked")
    other = server.api.sign_in(app="couple")["accessToken"]
    answer = server.api.post("/v1/me/second-factors", {"kind": "totp"}, token=other)
    refused(answer, 403, "provider_required")
    guest = server.api.sign_in_anonymously(APP)["accessToken"]
    refused(server.api.post("/v1/me/second-factors", {"kind": "totp"}, token=guest), 409, "invalid_transition")


def test_only_the_owner_can_remove_a_second_factor(server):
    person, other = Person(server), Person(server)
    person.add_app()
    [factor] = person.factors()["factors"]
    refused(server.api.delete(f"/v1/me/second-factors/{factor['id']}", token=other.token), 404, "not_found")
    answer = server.api.delete(f"/v1/me/second-factors/{factor['id']}", token=person.token)
    assert (answer.status_code, answer.content) == (204, b"")
    assert person.sign_in()["user"]["uid"] == person.uid


def test_account_with_a_second_factor_needs_it_to_confirm_an_old_sign_in(shifted):
    person = Person(shifted)
    app = Authenticator(ok(person.begin(kind="totp"))["secret"], shifted.providers.now)
    ok(person.confirm("totp", app.code()))
    [factor] = person.factors()["factors"]
    shifted.providers.advance_clock(301)
    path = f"/v1/me/second-factors/{factor['id']}"
    refused(shifted.api.delete(path, token=person.token), 403, "reauthentication_required")
    body = {"provider": "apple", **shifted.api.credential("apple", APP, user=person.user)}
    refused(shifted.api.post("/v1/me/confirm", body, token=person.token), 403, "second_factor_required")
    tokens = ok(shifted.api.post("/v1/me/confirm/second-factor", {"code": app.code()}, token=person.token))
    assert shifted.api.delete(path, token=tokens["accessToken"]).status_code == 204


def with_password(server, email: str) -> Authenticator:
    """Signs up with a password, verifies the address, and adds an authenticator app."""
    person = ok(server.api.post("/v1/sign-up/password", {"email": email, "password": PASSWORD}, app=APP))
    token = person["accessToken"]
    begin = {"kind": "totp"}
    refused(server.api.post("/v1/me/second-factors", begin, token=token), 409, "invalid_transition")
    assert server.api.post("/v1/me/codes", {"purpose": "verify"}, token=token).status_code == 204
    verified = server.api.post("/v1/codes/verification", {"code": mailed_code(server, email)}, app=APP, token=token)
    assert verified.status_code == 204
    app = Authenticator(ok(server.api.post("/v1/me/second-factors", begin, token=token))["secret"])
    answer = server.api.post("/v1/me/second-factors/confirm", {"kind": "totp", "code": app.code()}, token=token)
    assert answer.status_code == 200, answer.text
    return app


def test_password_and_emailed_code_both_require_the_second_factor(server):
    email = new_address()
    app = with_password(server, email)
    signed = server.api.post("/v1/sign-in/password", {"email": email, "password": PASSWORD}, app=APP)
    refused(signed, 403, "second_factor_required")
    assert server.api.post("/v1/codes", {"purpose": "sign_in", "email": email}, app=APP).status_code == 204
    answer = server.api.post("/v1/sign-in/code", {"code": mailed_code(server, email, 2)}, app=APP)
    error = refused(answer, 403, "second_factor_required")
    shown = server.api.post("/v1/sign-in/second-factor", {"ticket": error["ticket"], "code": app.code()}, app=APP)
    assert ok(shown) and "Sesame-Device" not in shown.headers, "no password was shown"


def test_device_becomes_known_only_after_the_second_factor(server):
    email, browser = new_address(), Browser(server)
    app = with_password(server, email)
    signed = server.api.post("/v1/sign-in/password", {"email": email, "password": PASSWORD}, app=APP)
    error = refused(signed, 403, "second_factor_required")
    shown = server.api.post("/v1/sign-in/second-factor", {"ticket": error["ticket"], "code": app.code()}, app=APP)
    assert ok(shown) and shown.headers["Sesame-Device"].startswith("dt_")
    assert "Sesame-Device" not in signed.headers

    page = enters(server, browser, email)
    assert page.status_code == 200 and "sesame_device" not in browser.http.cookies
    address, form = browser.fill(page, "")
    assert browser.step(address, {**form, "code": app.code()}).status_code == 303
    assert browser.http.cookies["sesame_device"].startswith("dt_")


def test_linking_to_an_account_with_a_second_factor_offers_no_merge_or_switch(server):
    person = Person(server)
    person.add_app()
    guest = server.api.sign_in_anonymously(APP)["accessToken"]
    for policy in ("fail", "switch", "merge"):
        answer = server.api.link(guest, "apple", APP, user=person.user, onConflict=policy)
        error = refused(answer, 409, "credential_in_use")
        assert "ticket" not in error and "account" not in error


def sign_in_page(server, person, browser, client=None):
    """Returns the page that asks a browser for the second factor."""
    server.providers.control("POST", "auto-approve", {"user": person.user})
    address = client.address("apple") if client else f"{server.url}/sign-in/apple?app={APP}"
    return browser.go(address)


def test_browser_asks_for_the_second_factor_before_the_account_page(server):
    person, browser = Person(server), Browser(server)
    app, number = person.add_app(), person.add_phone()
    page = sign_in_page(server, person, browser)
    assert page.status_code == 200 and not [c for c in browser.http.cookies if "session" in c.name]
    address, form = browser.fill(page, "")
    wrong = browser.step(address, {**form, "code": "000000"})
    assert wrong.status_code == 422 and "aria-invalid" in wrong.text
    [phone] = re.findall(r'name="send" value="(\w+)"', page.text)
    assert browser.step(address, {**form, "send": phone}).status_code == 200
    texted(server, number, 2)
    stranger = Browser(server).step(address, {**form, "code": "000000"})
    assert stranger.status_code == 403
    page = browser.go(address, {**form, "code": app.code()})
    assert page.status_code == 200 and page.url == server.url + "/account" and person.uid in page.text


def test_account_page_adds_confirms_and_removes_a_second_factor(shifted):
    person, browser = Person(shifted), Browser(shifted)
    page = sign_in_page(shifted, person, browser)
    page = browser.go(*form_of(page, "/account/second-factors"))
    secret = re.search(r"<dd>([A-Z2-7]{32})</dd>", page.text)[1]
    assert f"secret={secret}" in page.text
    app = Authenticator(secret, shifted.providers.now)
    address, form = browser.fill(page, "")
    assert browser.step(address, {**form, "code": "000000"}).status_code == 422
    page = browser.go(address, {**form, "code": app.code()})
    assert page.url.endswith("/account") and "Authenticator app" in page.text
    codes = browser.go(*form_of(page, "/account/recovery-codes"))
    [code, *rest] = re.findall(r"<code>(\w{5}-\w{5})</code>", codes.text)
    assert len(rest) == 9
    shifted.providers.advance_clock(301)
    asked = browser.go(*form_of(page, "/account/second-factors/remove"))
    address, form = browser.fill(asked, "")
    assert address.endswith("/account/confirm/second-factor")
    page = browser.go(address, {**form, "code": code})
    assert page.url.endswith("/account"), page.text
    page = browser.go(*form_of(page, "/account/second-factors/remove"))
    assert "Authenticator app" not in re.sub(r"Add an authenticator app", "", page.text)


def test_client_gets_its_code_after_the_second_factor(server):
    person, browser = Person(server), Browser(server)
    app, client = person.add_app(), Client(server, APP, "com.example.authservice:/callback")
    page = sign_in_page(server, person, browser, client)
    address, form = browser.fill(page, "")
    left = browser.go(address, {**form, "code": app.code()})
    answer = client.answer(left)
    tokens = client.exchange(answer["code"])
    assert tokens.status_code == 200, tokens.text
    assert ok(server.api.me(tokens.json()["access_token"]))["uid"] == person.uid


def test_no_phone_number_of_a_second_factor_remains_after_account_deletion(start):
    server = start()
    person = Person(server)
    number = person.add_phone()
    assert is_written(server, number)
    exported = ok(server.api.get("/v1/me/export", token=person.token))
    assert exported["secondFactors"][0]["phone"] == number and exported["recoveryCodesLeft"] == 0
    assert server.api.delete("/v1/me", token=person.token).status_code in (200, 204)
    wait_until(lambda: not residue(server, number), "that nothing is left")
