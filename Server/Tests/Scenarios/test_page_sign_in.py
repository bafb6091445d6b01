"""Signing in to Sesame's own pages with Apple and Google."""

import pytest

from browser import Browser
from test_authorization import PROVIDERS, agreeing, at_callback, server, sessions  # noqa: F401: fixtures


class Page:
    """A sign-in that our own pages begin; stands where a client would."""

    def __init__(self, server, app="couple", **fields):
        self.server, self.app, self.fields = server, app, fields

    def address(self, provider: str) -> str:
        role = "".join(f"&{name}={value}" for name, value in self.fields.items())
        return f"{self.server.url}/sign-in/{provider}?app={self.app}{role}"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_person_signs_in_and_sees_the_account(server, provider):
    browser = Browser(server)
    before = sessions(server)
    page = browser.go(Page(server).address(provider))
    assert page.status_code == 200 and page.url == server.url + "/account"
    assert sessions(server) == before + 1
    cookies = {cookie.name for cookie in browser.http.cookies}
    assert len(cookies - {"sesame_browser"}) >= 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_link_of_somebody_elses_sign_in_ends_nowhere(server, provider):
    victim, attacker = Browser(server), Browser(server)
    address, form = at_callback(attacker, Page(server), provider)
    before = sessions(server)
    page = victim.go(address, form)
    assert page.status_code == 400 and sessions(server) == before
    assert not [cookie for cookie in victim.http.cookies if "session" in cookie.name]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_that_is_down_is_said_on_a_page(server, provider):
    browser = Browser(server)
    address, form = at_callback(browser, Page(server), provider)
    server.providers.fault("down", provider, "token")
    before = sessions(server)
    page = browser.go(address, form)
    assert page.status_code == 503 and page.headers["Retry-After"] and sessions(server) == before


@pytest.mark.parametrize("provider", PROVIDERS)
def test_cancelling_is_said_on_a_page(server, provider):
    server.providers.control("POST", "auto-approve", {"deny": True})
    page = Browser(server).go(Page(server).address(provider))
    assert page.status_code == 200 and "/callback/" in page.url


@pytest.mark.parametrize("page, status", [
    (dict(app="nobody"), 400), (dict(app="castmate", role="ADMIN"), 400), (dict(app="prysm"), 404),
])
def test_what_is_not_offered_begins_nothing(server, page, status):
    answer = Browser(server).step(Page(server, **page).address("google"))
    assert answer.status_code == status and "Location" not in answer.headers
