"""Tests of linking in the browser for an app: a guest keeps the account, and a user adds a sign-in method."""

import itertools

import pytest

from browser import REDIRECT, Browser, Client, form_of
from client import ok, refused
from test_authorization import PROVIDERS, agreeing, server, sessions  # noqa: F401: fixtures

people = itertools.count(20_000)


class Linking(Client):
    """An app that links an identity through a browser sign-in."""

    def __init__(self, server, session: dict, app: str = "couple"):
        super().__init__(server, app)
        self.session = session
        self.nonce = server.api.challenge(app, session["accessToken"])

    def brought(self, user: int | None = None, provider: str = "google", **changes) -> str:
        """Returns the code of an unlinked identity, or of the given development user's."""
        self.server.providers.control("POST", "auto-approve", {"user": user or next(people)})
        return self.code(Browser(self.server), provider, **{"link": self.nonce, **changes})

    def link(self, code: str, session: dict | None = None, /, **members):
        body = {"code": code, "codeVerifier": self.verifier, "redirectURI": self.redirect, **members}
        return self.server.api.post("/v1/me/identities", body, token=(session or self.session)["accessToken"])


@pytest.fixture
def guest(server):
    return server.api.sign_in_anonymously()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_guest_links_an_identity_and_can_sign_in_to_the_same_account_again(server, guest, provider):
    app, user = Linking(server, guest), next(people)
    answer = ok(app.link(app.brought(user, provider)))
    assert answer["outcome"] == "linked" and answer["sessionID"] != guest["sessionID"]
    assert answer["user"]["uid"] == guest["user"]["uid"] and answer["user"]["isAnonymous"] is False
    assert answer["user"]["providers"] == [provider] and answer["user"]["displayName"]
    refused(server.api.me(guest["accessToken"]), 401, "session_ended")
    again = Client(server)
    assert ok(again.exchange(again.code(Browser(server), provider)))["user"]["uid"] == guest["user"]["uid"]
    assert server.events(guest["user"]["uid"])[:3] == ["account_created", "signed_in", "identity_linked"]


def test_user_adds_a_sign_in_method_only_after_a_recent_sign_in(server):
    person = server.api.sign_in()
    app = Linking(server, person)
    answer = ok(app.link(app.brought(provider="apple")))
    assert answer["sessionID"] == person["sessionID"] and sorted(answer["user"]["providers"]) == ["apple", "google"]
    stale = server.api.sign_in()
    server.providers.advance_clock(600)
    app = Linking(server, ok(server.api.refresh(stale["refreshToken"])))
    refused(app.link(app.brought(provider="apple")), 403, "reauthentication_required")


def test_link_code_cannot_sign_in_and_sign_in_code_cannot_link(server, guest):
    app = Linking(server, guest)
    code = app.brought()
    before = sessions(server)
    answer = app.exchange(code)
    assert answer.status_code == 400 and answer.json()["error"] == "invalid_grant"
    assert sessions(server) == before
    ok(app.link(code))
    plain = Client(server)
    own = Linking(server, server.api.sign_in_anonymously())
    own.verifier = plain.verifier
    refused(own.link(plain.code(Browser(server))), 401, "invalid_token")


def test_link_works_only_in_the_session_of_its_nonce(server, guest):
    app, other = Linking(server, guest), server.api.sign_in_anonymously()
    code = app.brought()
    refused(app.link(code, other), 401, "invalid_nonce")
    assert ok(server.api.me(other["accessToken"]))["isAnonymous"]
    ok(app.link(code))


@pytest.mark.parametrize("nonce", ["nobody's", "another app's", "spent", "changed"])
def test_nonce_not_issued_to_the_session_links_nothing(server, guest, nonce):
    app = Linking(server, guest)
    if nonce == "nobody's":
        app.nonce = server.api.challenge("couple")
    elif nonce == "another app's":
        app.nonce = server.api.challenge("prysm", server.api.sign_in_anonymously("prysm")["accessToken"])
    elif nonce == "changed":
        app.nonce = app.nonce[:-2] + ("AA" if app.nonce[-2:] != "AA" else "BA")
    else:
        taken = server.api.credential(token=guest["accessToken"], signature="broken")
        refused(server.api.post("/v1/me/identities/google", taken, token=guest["accessToken"]), 401, "invalid_token")
        app.nonce = taken["nonce"]
    refused(app.link(app.brought()), 401, "invalid_nonce")
    assert ok(server.api.me(guest["accessToken"]))["isAnonymous"]


def test_nonce_links_once(server, guest):
    app = Linking(server, guest)
    first, second = app.brought(provider="google"), app.brought(provider="apple")
    person = ok(app.link(first))
    # A link ends a guest's session; a user's session and its nonces stay valid.
    refused(app.link(second), 401, "session_ended")
    app = Linking(server, person)
    ok(app.link(app.brought(provider="apple")))
    assert server.api.unlink(person["accessToken"], "apple").status_code == 204
    refused(app.link(app.brought(provider="apple")), 401, "invalid_nonce")


@pytest.mark.parametrize("change", [{"codeVerifier": "v" * 43}, {"redirectURI": REDIRECT + "/"}, {"code": "c" * 43}])
def test_mismatched_code_verifier_or_redirect_uri_links_nothing(server, guest, change):
    app = Linking(server, guest)
    code = app.brought()
    refused(app.link(code, **change), 401, "invalid_token")
    ok(app.link(code))
    refused(app.link(code), 401, "session_ended")


def test_identity_of_another_account_returns_a_conflict_with_a_ticket(server, guest):
    user, elsewhere = next(people), Client(server)
    server.providers.control("POST", "auto-approve", {"user": user})
    owner = ok(elsewhere.exchange(elsewhere.code(Browser(server))))["user"]
    app = Linking(server, guest)
    error = refused(app.link(app.brought(user)), 409, "credential_in_use")
    assert error["ticket"] and error["account"]["uid"] == owner["uid"] and error["merge"]
    app = Linking(server, guest)
    switched = ok(app.link(app.brought(user), onConflict="switch"))
    assert switched["outcome"] == "switched" and switched["user"]["uid"] == owner["uid"]


def test_linking_page_asks_for_no_password(server):
    guest = server.api.sign_in_anonymously("authservice")
    app = Linking(server, guest, "authservice")
    page = Browser(server).go(app.address(None))
    assert 'type="password"' in page.text
    page = Browser(server).go(app.address(None, link=app.nonce))
    assert page.status_code == 200 and "Google" in page.text and 'type="password"' not in page.text
    for page in ("register", "forgotten"):
        without = app.address(None).replace("/authorize?", f"/sign-in/{page}?")
        assert Browser(server).step(without).status_code == 200
        assert Browser(server).step(f"{without}&link={app.nonce}").status_code == 400
    browser = Browser(server)
    address, form = form_of(browser.go(app.address(None)), "/sign-in/password")
    filled = {**form, "email": "test.user.1@example.com", "password": "correct horse battery"}
    assert browser.step(address, filled).status_code == 422
    assert browser.step(f"{address}&link={app.nonce}", filled).status_code == 400


@pytest.mark.parametrize("link", ["", "n" * 201, "n", "A" * 74, "A" * 76])
def test_malformed_link_nonce_returns_an_error_to_the_client(server, link):
    client = Client(server)
    answer = client.answer(Browser(server).go(client.address(link=link)))
    assert answer["error"] == "invalid_request" and "link" in answer["error_description"]


def test_expired_link_nonce_returns_an_error_before_the_provider_opens(server, guest):
    app = Linking(server, guest)
    server.providers.advance_clock(600)
    browser = Browser(server)
    answer = app.answer(browser.go(app.address(link=app.nonce)))
    assert answer["error"] == "invalid_request" and len(browser.visited) == 1
