"""Tests of sign-in with Apple and Google on the server's own pages."""

import html
import re

import pytest

from browser import Browser, Client, form_of
from test_authorization import PROVIDERS, agreeing, at_callback, server, sessions  # noqa: F401: fixtures


class Page:
    """A sign-in that starts on the server's own pages; replaces a `Client`."""

    def __init__(self, server, app="couple", **fields):
        self.server, self.app, self.fields = server, app, fields

    def address(self, provider: str) -> str:
        role = "".join(f"&{name}={value}" for name, value in self.fields.items())
        return f"{self.server.url}/sign-in/{provider}?app={self.app}{role}"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_user_signs_in_and_sees_the_account_page(server, provider):
    browser = Browser(server)
    before = sessions(server)
    page = browser.go(Page(server).address(provider))
    assert page.status_code == 200 and page.url == server.url + "/account"
    assert sessions(server) == before + 1
    cookies = {cookie.name for cookie in browser.http.cookies}
    assert len(cookies - {"sesame_browser"}) >= 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_callback_of_another_browser_is_rejected(server, provider):
    victim, attacker = Browser(server), Browser(server)
    address, form = at_callback(attacker, Page(server), provider)
    before = sessions(server)
    page = victim.go(address, form)
    assert page.status_code == 400 and sessions(server) == before
    assert not [cookie for cookie in victim.http.cookies if "session" in cookie.name]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_unavailable_provider_returns_503_and_creates_no_session(server, provider):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    server.providers.fault("down", provider, "token")
    before = sessions(server)
    page = browser.go(address, form)
    assert page.status_code == 503 and page.headers["Retry-After"] and sessions(server) == before


@pytest.mark.parametrize("provider", PROVIDERS)
def test_cancelling_at_the_provider_ends_on_the_callback_page(server, provider):
    server.providers.control("POST", "auto-approve", {"deny": True})
    page = Browser(server).go(Page(server).address(provider))
    assert page.status_code == 200 and "/callback/" in page.url


@pytest.mark.parametrize("page, status", [
    (dict(app="nobody"), 400), (dict(app="castmate", role="ADMIN"), 400), (dict(app="prysm"), 404),
])
def test_unavailable_app_role_or_provider_is_rejected_without_a_redirect(server, page, status):
    answer = Browser(server).step(Page(server, **page).address("google"))
    assert answer.status_code == status and "Location" not in answer.headers


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("language, title", [("fr", "Mon compte"), ("en", "My account")])
def test_language_of_the_first_page_is_retained_until_the_end(server, provider, language, title):
    browser = Browser(server)
    browser.http.headers["Accept-Language"] = "en" if language == "fr" else "fr"
    start = browser.step(f"{server.url}/apps/couple?lang={language}")
    [link] = [link for link in re.findall(r'href="([^"]+)"', start.text) if f"/sign-in/{provider}" in link]
    page = browser.go(server.url + html.unescape(link))
    assert page.url.endswith(f"/account?lang={language}") and f"<h1>{title}</h1>" in page.text
    server.providers.control("POST", "auto-approve", {"deny": True})
    page = browser.go(server.url + html.unescape(link))
    assert f'<html lang="{language}">' in page.text and "/callback/" in page.url


def test_provider_choice_offers_the_other_language(server):
    browser = Browser(server)
    client = Client(server)
    page = browser.go(client.address(None, lang="fr"))
    assert '<html lang="fr">' in page.text
    [link] = re.findall(r'href="(/authorize[^"]+)" lang="en"', page.text)
    page = browser.go(server.url + html.unescape(link))
    assert '<html lang="en">' in page.text
    [link] = [link for link in re.findall(r'href="([^"]+)"', page.text) if "provider=google" in link]
    assert client.answer(browser.go(server.url + html.unescape(link)))["code"]


# Reauthentication


def confirming(browser, server, provider: str, place: str = "/account/delete") -> tuple[str, dict]:
    """Returns the request of that provider's button on a page that asks for reauthentication."""
    asked = browser.step(server.url + place)
    assert asked.status_code == 403 and "Confirm it’s you" in asked.text
    return form_of(asked, f"/sign-in/confirm/{provider}")


@pytest.fixture
def signed_in(server):
    """Returns a function that signs in a user, and then advances the clock by six minutes."""
    def begin(user: int, provider: str = "google"):
        server.providers.control("POST", "auto-approve", {"user": user})
        browser = Browser(server)
        browser.http.headers["Accept-Language"] = "en"
        page = browser.go(Page(server).address(provider))
        uid = re.search(r"<dt>User ID</dt><dd>([^<]+)</dd>", page.text)[1]
        server.providers.advance_clock(360)
        return browser, uid
    return begin


@pytest.mark.parametrize("provider, user", [("google", 520), ("apple", 521)])
def test_reauthentication_renews_the_sign_in_time_and_continues_to_the_deletion(server, signed_in, provider, user):
    browser, uid = signed_in(user, provider)
    [before] = server.query("SELECT id, auth_time FROM sessions WHERE account = ?", uid)
    page = browser.go(*confirming(browser, server, provider))
    assert page.status_code == 200 and page.url.endswith("/account/delete") and "Delete permanently" in page.text
    [after] = server.query("SELECT id, auth_time FROM sessions WHERE account = ?", uid)
    assert after[0] == before[0] and after[1] > before[1], "the same session, more recent"
    assert server.events(uid)[-1] == "confirmed"
    form = re.search(r'name="token" value="([^"]+)"', page.text)[1]
    assert browser.step(server.url + "/account/delete", {"token": form}).status_code == 200
    assert server.query("SELECT count(*) FROM accounts WHERE id = ?", uid) == [(0,)]


@pytest.mark.parametrize("user, other", [(522, 523), (524, 1)])
def test_reauthentication_with_another_account_changes_nothing(server, signed_in, user, other):
    browser, uid = signed_in(user)
    link = confirming(browser, server, "google", "/account/confirm")
    server.providers.control("POST", "auto-approve", {"user": other})
    before = server.rows()
    page = browser.go(*link)
    assert page.status_code == 403 and "This is not the same account" in page.text
    assert 'href="/account"' in page.text and server.rows() == before
    assert browser.step(server.url + "/account/delete").status_code == 403
    assert f"<dd>{uid}</dd>" in browser.step(server.url + "/account").text, "still signed in as before"


def test_cross_site_request_cannot_start_a_reauthentication(server, signed_in):
    browser, _ = signed_in(525)
    address, form = confirming(browser, server, "google")
    assert browser.step(address).status_code == 405
    for foreign in ({"for": "deletion"}, {**form, "token": "x"}):
        assert browser.step(address, foreign).status_code == 403
    browser.http.headers["Sec-Fetch-Site"] = "cross-site"
    assert browser.step(address, form).status_code == 403
    browser.http.headers["Sec-Fetch-Site"] = "same-origin"
    assert browser.step(address, form).headers["Refresh"].startswith("0;url=http")


def test_reauthentication_of_an_ended_session_is_rejected(server, signed_in):
    browser, uid = signed_in(526)
    link = confirming(browser, server, "google")
    browser.go(*link, until=lambda address: "/callback/" in address)
    form = re.search(r'name="token" value="([^"]+)"', browser.step(server.url + "/account").text)[1]
    assert browser.step(server.url + "/account/sign-out", {"token": form}).status_code == 303
    page = browser.go(*browser.left)
    assert page.status_code == 403 and "no longer valid" in page.text
    assert "confirmed" not in server.events(uid)
