"""Tests of errors in a browser sign-in: each ends on a page that explains what happened and what to do, creates no
session, redirects nowhere else, and is logged."""

import html
import re
from contextlib import contextmanager

import pytest

from browser import Browser, Client, query_of, token
from test_authorization import PROVIDERS, agreeing, at_callback, server, sessions, with_change  # noqa: F401: fixtures
from test_page_sign_in import Page


@contextmanager
def refused(server, code: str):
    """Checks that no session is created, and that a refusal with this code is logged without the URL."""
    before, lines = sessions(server), len(server.log_lines())
    yield
    assert sessions(server) == before
    logged = [line for line in server.log_lines()[lines:] if line["message"] == "refused"]
    assert [line["code"] for line in logged] == [code]
    assert logged[0]["reason"] and "state=" not in str(logged)


def says(page, status: int, title: str, link: str | None = None):
    """Checks for a complete error page with one title, one action, and no redirect."""
    assert not isinstance(page, str), f"it left for {page}"
    text = html.unescape(page.text)
    assert page.status_code == status and f"<h1>{title}</h1>" in text, text
    assert "Location" not in page.headers and "Refresh" not in page.headers
    assert re.search(r'class="lead"[^>]*>[^<]{10,}', text), "what to do"
    assert link is None or f'href="{link}"' in text, text
    assert page.headers["Cache-Control"] == "no-store" and "sesame_session" not in page.headers.get("Set-Cookie", "")


EXPIRED, REFUSED = "This sign-in is no longer valid", "Sign-in refused"
START = "/apps/couple"


@pytest.mark.parametrize("start", [Page, Client])
@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("change", [
    {"state": token()}, {"state": ""}, {"state": "A" * 600}, {"state": token() + "%"},
])
def test_wrong_state_is_rejected(server, start, provider, change):
    browser = Browser(server)
    address, form = at_callback(browser, start(server), provider)
    with refused(server, "invalid_nonce"):
        says(browser.go(*with_change(address, form, **change)), 400, EXPIRED, "/")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_callback_without_a_state_is_rejected(server, provider):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    fields = {"code": (form or query_of(address))["code"]}
    with refused(server, "invalid_request"):
        if form is not None:
            page = browser.step(address, fields)
        else:
            page = browser.step(f"{address.partition('?')[0]}?code={fields['code']}")
        says(page, 400, "This request is not valid")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_replayed_callback_is_rejected(server, provider):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    assert browser.go(address, form).url.endswith("/account")
    for again in (browser, Browser(server)):
        with refused(server, "invalid_nonce"):
            says(again.go(address, form), 400, EXPIRED)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_wrong_code_is_rejected_and_the_right_one_still_signs_in(server, provider):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    with refused(server, "invalid_token"):
        says(browser.go(*with_change(address, form, code=token())), 403, REFUSED, START)
    # A code that returned no token leaves the sign-in usable.
    assert browser.go(address, form).url.endswith("/account")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_callback_without_a_code_is_rejected(server, provider):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    with refused(server, "invalid_request"):
        says(browser.go(*with_change(address, form, code="")), 400, "This request is not valid")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_code_of_another_user_is_rejected(server, provider):
    mine, theirs = Browser(server), Browser(server)
    address, form = at_callback(mine, Page(server), provider)
    stolen, stolen_form = at_callback(theirs, Page(server), provider)
    code = (stolen_form or query_of(stolen))["code"]
    with refused(server, "invalid_nonce" if provider == "apple" else "invalid_token"):
        says(mine.go(*with_change(address, form, code=code)), 403, REFUSED, START)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_provider_error_shows_a_rejection_page(server, provider):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    with refused(server, "invalid_token"):
        says(browser.go(*with_change(address, form, error="server_error<b>")), 403, REFUSED, START)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_user_who_cancels_can_sign_in_afterwards(server, provider):
    browser = Browser(server)
    server.providers.control("POST", "auto-approve", {"deny": True})
    with refused(server, "cancelled"):
        says(browser.go(Page(server).address(provider)), 200, "Sign-in cancelled", START)
    server.providers.control("POST", "auto-approve", {"user": 1})
    assert browser.go(Page(server).address(provider)).url.endswith("/account")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_cancelling_for_a_client_is_logged(server, provider):
    server.providers.control("POST", "auto-approve", {"deny": True})
    client = Client(server)
    with refused(server, "cancelled"):
        assert client.answer(Browser(server).go(client.address(provider)))["error"] == "access_denied"


@pytest.mark.parametrize("start", [Page, Client])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_callback_in_another_browser_is_rejected(server, start, provider):
    attacker, victim = Browser(server), Browser(server)
    address, form = at_callback(attacker, start(server), provider)
    with refused(server, "invalid_nonce"):
        says(victim.go(address, form), 400, "Another browser began this sign-in", "/")
    # A cookie of the browser's own changes nothing.
    address, form = at_callback(attacker, start(server), provider)
    victim.step(start(server).address(provider))
    with refused(server, "invalid_nonce"):
        says(victim.go(address, form), 400, "Another browser began this sign-in", "/")
    assert not [cookie for cookie in victim.http.cookies if "session" in cookie.name]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_callback_after_the_flow_has_expired_is_rejected(server, provider):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    server.providers.advance_clock(601)
    with refused(server, "invalid_nonce"):
        says(browser.go(address, form), 400, EXPIRED, "/")


@pytest.mark.parametrize(
    "path", ["/sign-in/finish", "/sign-in/finish?flow=", f"/sign-in/finish?flow={token()}"],
    ids=["no flow", "an empty flow", "an unknown flow"])
def test_finish_without_a_known_flow_is_rejected(server, path):
    with refused(server, "invalid_nonce" if "=" in path else "invalid_request"):
        says(Browser(server).step(server.url + path), 400, EXPIRED if "=" in path else "This request is not valid")


def test_back_button_shows_that_the_sign_in_has_expired(server):
    browser = Browser(server)
    assert browser.go(Page(server).address("google")).url.endswith("/account")
    for step in list(browser.visited):
        if "/callback/" in step or "/sign-in/finish" in step:
            with refused(server, "invalid_nonce"):
                says(browser.go(step), 400, EXPIRED)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("fault", ["down", "malformed", "wrongIssuer"])
def test_provider_that_is_down_or_responds_wrongly_is_reported(server, provider, fault):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    server.providers.fault(fault, provider, "token")
    if fault == "wrongIssuer":
        with refused(server, "invalid_token"):
            says(browser.go(address, form), 403, REFUSED, START)
        # The returned token has used up the sign-in.
        with refused(server, "invalid_nonce"):
            says(browser.go(address, form), 400, EXPIRED)
        return
    with refused(server, "provider_unavailable"):
        page = browser.go(address, form)
        says(page, 503, "The sign-in service is not available", START)
        assert int(page.headers["Retry-After"]) > 0


@pytest.mark.slow
def test_slow_provider_is_reported_as_unavailable(server):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), "google")
    server.providers.fault("slow", "google", "token", milliseconds=10_000)
    with refused(server, "provider_unavailable"):
        says(browser.go(address, form), 503, "The sign-in service is not available", START)


@pytest.mark.parametrize("changes, title", [
    ({"client_id": "nobody"}, "Unknown app"), ({"redirect_uri": "https://evil.example/"}, "This link isn’t set up correctly"),
])
def test_unknown_client_and_foreign_redirect_uri_are_rejected(server, changes, title):
    with refused(server, "invalid_request"):
        says(Browser(server).step(Client(server).address(**changes)), 400, title)


def registration(server, user: int, start) -> tuple[Browser, str, dict]:
    """Returns a new user's registration form, filled in."""
    server.providers.control("POST", "auto-approve", {"user": user})
    browser = Browser(server)
    page = browser.go(start(server, app="castmate").address("google") + "&role=ACTEUR&lang=en")
    action, form = browser.fill(page, "submit", {"profile.nom": "User", "profile.prenom": "Test"})
    server.secrets.secrets |= {form[name] for name in ("ticket", "next") if name in form}
    return browser, action, form


@pytest.mark.parametrize("start, code, status, title", [
    (Page, "ticket_expired", 409, "This registration is no longer valid"), (Client, "invalid_nonce", 400, EXPIRED),
])
def test_expired_or_repeated_registration_is_rejected(server, start, code, status, title):
    browser, action, form = registration(server, 510, start)
    server.providers.advance_clock(1_801)
    with refused(server, code):
        says(browser.step(action, form), status, title)
    server.providers.reset_clock()
    browser, action, form = registration(server, 511 if start is Page else 512, start)
    assert browser.step(action, form).status_code in (200, 303)
    # A double click creates no second account; see test_browser.test_double_click_creates_one_account.
    server.providers.advance_clock(61)
    with refused(server, code):
        says(browser.step(action, form), status, title)


@pytest.mark.parametrize("start", [Page, Client])
@pytest.mark.parametrize("change, code, status, title", [
    ({"token": ""}, "invalid_request", 403, "This form is not from this page"),
    ({"app": "nobody"}, "invalid_request", 400, "This request is not valid"),
    ({"to": "elsewhere"}, "invalid_request", 400, "This request is not valid"),
    ({"ticket": "tk_" + token()}, "ticket_expired", 409, "This registration is no longer valid"),
])
def test_modified_registration_form_is_rejected(server, start, change, code, status, title):
    browser, action, form = registration(server, 513, start)
    with refused(server, code):
        says(browser.step(action, {**form, **change}), status, title)


def test_unknown_path_returns_404_as_a_page_or_as_json(server):
    page = Browser(server).http.get(server.url + "/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
    says(page, 404, "This page does not exist", "/")
    for accept in ("*/*", "application/json"):
        answer = Browser(server).http.get(server.url + "/nowhere", headers={"Accept": accept})
        assert answer.status_code == 404 and answer.json()["error"]["code"] == "not_found"
    answer = Browser(server).http.get(server.url + "/v1/nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 404 and answer.json()["error"]["code"] == "not_found"
    answer = Browser(server).http.post(server.url + "/nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 404 and answer.json()["error"]["code"] == "not_found"
