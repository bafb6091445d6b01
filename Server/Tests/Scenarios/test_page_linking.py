"""Tests of adding and removing sign-in methods on the account page."""

import itertools
import re

import pytest

from browser import Browser, form_of, query_of
from test_authorization import PROVIDERS, agreeing, server  # noqa: F401: fixtures
from test_page_faults import refused, says
from test_page_sign_in import Page

people = itertools.count(1_000)
FOREIGN = "This form is not from this page"


def agree(server, user: int):
    server.providers.control("POST", "auto-approve", {"user": user})


def press(browser, page, path: str, **fields):
    """Sends the form with that action and these hidden fields."""
    return browser.go(*form_of(page, path, **fields))


def here(browser):
    return browser.go(browser.server.url + "/account")


def adding(browser, provider: str) -> tuple[str, dict]:
    """Returns the request with which the account page links a provider, even if the page shows no button for it."""
    token = re.search(r'name="token" value="([^"]+)"', here(browser).text)[1]
    return f"{browser.server.url}/sign-in/link/{provider}", {"token": token}


def added_up_to_callback(browser, provider: str):
    """Links a provider up to the callback, and stops before the server receives the provider's response."""
    browser.go(*adding(browser, provider), until=lambda address: "/callback/" in address)
    return browser.left


def uid(page) -> str:
    return re.search(r"<dd>([0-9a-hjkmnp-tv-z]{26})</dd>", page.text)[1]


def ways(page) -> list[str]:
    return re.findall(r"<li><span>(Apple|Google)[,<]", page.text)


@pytest.fixture
def guest(server):
    browser = Browser(server)
    browser.server = server
    start = browser.step(server.url + "/apps/couple")
    assert press(browser, start, "/apps/couple/guest").url.endswith("/account")
    return browser


@pytest.fixture
def user(server):
    """Returns a user of this test only, who approves at the providers."""
    number = next(people)
    agree(server, number)
    return number


@pytest.fixture
def person(server, user):
    """Returns the browser of a user who is signed in with Google."""
    browser = Browser(server)
    browser.server = server
    assert browser.go(Page(server).address("google")).url.endswith("/account")
    return browser


@pytest.mark.parametrize("provider", PROVIDERS)
def test_guest_adds_a_sign_in_method_and_keeps_the_account(server, guest, user, provider):
    before = here(guest)
    assert ways(before) == [] and f"/sign-in/link/{provider}" in before.text
    page = press(guest, before, f"/sign-in/link/{provider}")
    assert page.url.endswith("/account") and ways(page) == [provider.capitalize()]
    assert uid(page) == uid(before) and f"/sign-in/link/{provider}" not in page.text
    [live] = server.query("SELECT method FROM sessions WHERE account = ? AND ended_at IS NULL", uid(page))
    assert live == (provider,)
    again = Browser(server).go(Page(server).address(provider))
    assert uid(again) == uid(before)


def test_user_adds_a_second_sign_in_method_and_removes_the_first(server, person):
    before = here(person)
    assert "/account/unlink" not in before.text
    page = person.go(*adding(person, "apple"))
    assert ways(page) == ["Google", "Apple"] and uid(page) == uid(before)
    page = press(person, page, "/account/unlink", provider="google")
    assert page.url.endswith("/account") and ways(page) == ["Apple"] and "/account/unlink" not in page.text


def test_removing_the_last_sign_in_method_changes_nothing(server, person):
    page = person.go(*adding(person, "apple"))
    assert ways(press(person, page, "/account/unlink", provider="google")) == ["Apple"]
    assert ways(press(person, page, "/account/unlink", provider="apple")) == ["Apple"]
    assert ways(press(person, page, "/account/unlink", provider="google")) == ["Apple"]


@pytest.mark.parametrize("choice", ["keep", "switch", "merge"])
def test_user_with_another_account_can_keep_switch_or_merge(server, guest, person, choice):
    mine, theirs = uid(here(guest)), uid(here(person))
    with refused(server, "credential_in_use"):
        page = guest.go(*adding(guest, "google"))
    assert page.status_code == 409 and "You already have another account" in page.text
    assert uid(here(guest)) == mine
    after = press(guest, page, "/account/decide", choice=choice)
    assert after.url.endswith("/account") and uid(after) == (mine if choice == "keep" else theirs)
    again = press(guest, page, "/account/decide", choice="switch")
    assert again.status_code in (200, 403) and uid(here(guest)) == uid(after)
    assert server.query("SELECT count(*) FROM accounts WHERE id = ?", mine) == [(0 if choice == "merge" else 1,)]


def test_merge_of_two_accounts_can_be_undone_on_the_page(server, guest, person):
    mine, theirs = uid(here(guest)), uid(here(person))
    assert "/account/merge/undo" not in here(person).text
    page = press(guest, guest.go(*adding(guest, "google")), "/account/decide", choice="merge")
    assert uid(page) == theirs and "You merged two accounts" in page.text
    assert "/account/merge/undo" not in here(person).text
    after = press(guest, page, "/account/merge/undo")
    assert after.url.endswith("/account") and uid(after) == mine and ways(after) == []
    assert "/account/merge/undo" not in after.text
    assert press(guest, page, "/account/merge/undo").status_code == 403
    assert uid(here(guest)) == mine and uid(here(person)) == theirs and ways(here(person)) == ["Google"]


def test_undoing_a_merge_requires_a_recent_sign_in(server, guest, person):
    page = press(guest, guest.go(*adding(guest, "google")), "/account/decide", choice="merge")
    server.providers.advance_clock(301)
    page = press(guest, page, "/account/merge/undo")
    assert page.status_code == 403 and "Confirm it’s you" in page.text


def test_merge_is_not_offered_for_two_full_accounts(server, person):
    agree(server, next(people))
    other = Browser(server)
    other.server = server
    other.go(Page(server).address("google"))
    page = person.go(*adding(person, "google"))
    assert page.status_code == 409 and 'value="switch"' in page.text and 'value="merge"' not in page.text


@pytest.mark.parametrize("fields", [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "none"},
                                    {"Origin": "https://evil.example"}])
def test_cross_site_request_cannot_start_linking(server, person, fields):
    address, form = adding(person, "apple")
    person.http.headers.update(fields)
    says(person.step(address, form), 403, FOREIGN)


@pytest.mark.parametrize("token", [None, "", "x", "another person's"])
def test_linking_cannot_start_without_the_form_token(server, person, guest, token):
    address, form = adding(person, "apple")
    form = {"token": token} if token is not None else {"provider": "apple"}
    if token == "another person's":
        form = adding(guest, "apple")[1]
    says(person.step(address, form), 403, FOREIGN)


def test_get_request_cannot_start_linking(server, person):
    answer = person.step(f"{server.url}/sign-in/link/apple")
    assert answer.status_code == 405 and "Refresh" not in answer.headers and "Location" not in answer.headers


def test_linking_without_a_session_redirects_to_the_account_page(server):
    page = Browser(server).step(f"{server.url}/sign-in/link/apple", {"token": "x"})
    assert page.headers["Location"] == "/account"


def test_unknown_provider_cannot_be_added(server, person):
    says(person.go(*adding(person, "facebook")), 404, "Sign-in not available")


def test_adding_a_sign_in_method_requires_a_recent_sign_in(server, person):
    server.providers.advance_clock(301)
    page = person.go(*adding(person, "apple"))
    assert page.status_code == 403 and "Confirm it’s you" in page.text
    assert ways(here(person)) == ["Google"]


def test_removing_a_sign_in_method_requires_a_recent_sign_in(server, person):
    page = person.go(*adding(person, "apple"))
    server.providers.advance_clock(301)
    page = press(person, page, "/account/unlink", provider="google")
    assert page.status_code == 403 and "Confirm it’s you" in page.text
    assert ways(here(person)) == ["Google", "Apple"]


def test_another_browser_cannot_complete_the_linking(server, person, guest):
    address, form = added_up_to_callback(person, "apple")
    with refused(server, "invalid_nonce"):
        says(guest.go(address, form), 400, "Another browser began this sign-in", "/")
    assert ways(here(guest)) == [] and ways(here(person)) == ["Google"]


def test_another_user_in_the_same_browser_cannot_complete_the_linking(server, person):
    mine = uid(here(person))
    address, form = added_up_to_callback(person, "apple")
    finish = person.next(person.step(address, form))[0]
    press(person, here(person), "/account/sign-out")
    press(person, person.step(server.url + "/apps/couple"), "/apps/couple/guest")
    with refused(server, "invalid_nonce"):
        says(person.go(finish), 400, "Another browser began this sign-in", "/")
    assert ways(here(person)) == [] and uid(here(person)) != mine
    assert server.query("SELECT count(*) FROM identities WHERE account = ?", mine) == [(1,)]


def test_adding_google_asks_for_an_account_selection(server, guest, user):
    def prompts(address):
        guest.visited.clear()
        guest.go(*address)
        return [query_of(page).get("prompt") for page in guest.visited if "code_challenge" in page]

    assert prompts([Page(server).address("google")]) == [None]
    assert prompts(adding(guest, "google")) == ["select_account"]


def test_linking_after_signing_out_adds_nothing(server, person):
    mine = uid(here(person))
    address, form = added_up_to_callback(person, "apple")
    press(person, here(person), "/account/sign-out")
    with refused(server, "session_ended"):
        says(person.go(address, form), 403, "This sign-in is no longer valid")
    assert server.query("SELECT count(*) FROM identities WHERE account = ?", mine) == [(1,)]


def test_adding_a_second_identity_of_one_provider_shows_an_error(server, person):
    agree(server, next(people))
    page = person.go(*adding(person, "google"))
    says(page, 409, "Nothing was added", "/account")
    assert ways(here(person)) == ["Google"]


@pytest.mark.parametrize("path", ["/account/unlink", "/account/decide", "/account/merge/undo"])
def test_form_without_a_valid_token_is_rejected(server, person, path):
    page = person.go(*adding(person, "apple"))
    for fields in ({}, {"token": "x"}):
        answer = person.step(server.url + path, {"provider": "google", "choice": "merge", "ticket": "t", **fields})
        assert answer.status_code == 403
    assert ways(here(person)) == ways(page)
