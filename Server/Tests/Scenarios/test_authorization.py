"""Tests of the authorization server: from a client's request through Apple or Google to the tokens."""

import base64
import html
import re
import urllib.parse

import pytest

from browser import Browser, Client, challenge_of, query_of, token
from client import ok

PROVIDERS = ["google", "apple"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts a server for this file, because its tests choose the provider's approving user and break the providers."""
    from sesame import Development

    development = Development(tmp_path_factory.mktemp("authorization"))
    yield development
    assert development.stop() == 0


@pytest.fixture(autouse=True)
def agreeing(server):
    server.providers.control("POST", "auto-approve", {"user": 1})
    yield
    server.providers.clear_faults()
    server.providers.reset_clock()


@pytest.fixture
def browser(server):
    return Browser(server)


def refused(answer, error: str, status: int = 400):
    assert answer.status_code == status, answer.text
    assert answer.json()["error"] == error
    assert answer.headers["Cache-Control"] == "no-store"


def sessions(server) -> int:
    return server.query("SELECT count(*) FROM sessions")[0][0]


# Successful sign-ins


@pytest.mark.parametrize("app", ["couple", "familysync", "castmate", "prysm", "authservice"])
def test_development_app_may_redirect_to_its_own_url_scheme_only(server, browser, app):
    """Apple's sign-in sheet cannot redirect to a loopback address."""
    client = Client(server, app=app, redirect=f"com.example.{app}:/callback")
    assert browser.step(client.address(provider="apple")).status_code in (302, 303)
    other = Client(server, app=app, redirect="com.example.other:/callback")
    assert browser.step(other.address(provider="apple")).status_code == 400


@pytest.mark.parametrize("provider", PROVIDERS)
def test_code_is_exchanged_for_a_session(server, browser, provider):
    client = Client(server)
    code = client.code(browser, provider)
    before = sessions(server)
    answer = client.exchange(code)
    body = ok(answer)
    assert sessions(server) == before + 1
    assert answer.headers["Cache-Control"] == "no-store" and body["token_type"] == "Bearer"
    assert body["access_token"] == body["accessToken"] and body["refresh_token"] == body["refreshToken"]
    assert body["expires_in"] == body["expiresIn"] and body["user"]["providers"] == [provider]
    me = ok(server.api.me(body["access_token"], app="couple"))
    assert me["uid"] == body["user"]["uid"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_returning_user_gets_the_same_account(server, provider):
    uids = set()
    for _ in range(2):
        client = Client(server)
        uids.add(ok(client.exchange(client.code(Browser(server), provider)))["user"]["uid"])
    assert len(uids) == 1


def test_name_of_the_first_apple_consent_is_stored(server, browser):
    server.providers.control("POST", "auto-approve", {"user": 77})
    client = Client(server)
    first = ok(client.exchange(client.code(browser, "apple")))
    name = server.query(
        "SELECT given_name, family_name FROM identities WHERE account = ?", first["user"]["uid"])[0]
    assert all(name), name
    client = Client(server)
    client.code(browser, "apple")
    assert server.query(
        "SELECT given_name, family_name FROM identities WHERE account = ?", first["user"]["uid"])[0] == name


def test_token_endpoint_refreshes_a_refresh_token(server, browser):
    client = Client(server)
    first = ok(client.exchange(client.code(browser)))
    fields = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"], "client_id": "couple"}
    second = ok(client.post(fields))
    assert second["refresh_token"] != first["refresh_token"]
    refused(client.post({**fields, "client_id": "prysm"}), "invalid_grant")
    refused(client.post({**fields, "refresh_token": "rt_x"}), "invalid_grant")


def test_without_a_provider_the_user_chooses_one(server, browser):
    page = browser.go(Client(server).address(None))
    assert page.status_code == 200 and "Apple" in page.text and "Google" in page.text
    links = [html.unescape(link) for link in re.findall(r'href="([^"]+)"', page.text)]
    targets = [browser.step(server.url + link).headers["Location"] for link in links if "provider=" in link]
    assert len(targets) == 2 and {"apple" in target for target in targets} == {True, False}


def test_discovery_lists_only_existing_endpoints(server, browser):
    document = ok(server.api.get("/.well-known/openid-configuration"))
    assert document == ok(server.api.get("/.well-known/oauth-authorization-server"))
    assert document["issuer"] == server.url
    for name, value in document.items():
        if name.endswith("_endpoint") or name == "jwks_uri":
            assert server.api.get(value.removeprefix(server.url)).status_code != 404, name
    assert document["code_challenge_methods_supported"] == ["S256"]


def test_new_user_registers_and_returns_to_the_client(server, browser):
    server.providers.control("POST", "auto-approve", {"user": 501})
    client = Client(server, app="castmate")
    page = browser.go(client.address("google", role="ACTEUR", lang="fr"))
    assert page.status_code == 200 and "Étape 2 sur 3" in page.text, page.text
    action, form = browser.fill(page, "confirm", {"profile.nom": "<User>", "profile.prenom": ""})
    server.secrets.secrets |= {form["ticket"], form["next"]}
    before = sessions(server)

    again = browser.step(action, form)
    assert again.status_code == 422 and "&lt;User&gt;" in again.text and "<User>" not in again.text
    page = browser.step(*browser.fill(again, "confirm", {"profile.nom": "<User>", "profile.prenom": "Test"}))
    assert page.status_code == 200 and "&lt;User&gt;" in page.text and 'lang="fr"' in page.text

    action, form = browser.fill(page, "submit")
    stranger = Browser(server).step(action, form)
    assert stranger.status_code == 403

    done = browser.step(action, form)
    assert done.status_code == 200 and "Location" not in done.headers, "browsers hold forms to form-action"
    address, _ = browser.next(done)
    assert html.escape(address) in done.text and 'lang="fr"' in done.text
    code = client.answer(address)["code"]
    server.secrets.secrets.add(code)
    assert sessions(server) == before
    body = ok(client.exchange(code))
    assert body["isNewUser"] and body["user"]["role"] == "ACTEUR" and body["user"]["profile"]["prenom"] == "Test"

    # The browser's back button, and the same form again.
    late = browser.step(action, form)
    assert late.status_code == 400 and "valable" in late.text and sessions(server) == before + 1

    other = Client(server, app="castmate")
    assert other.answer(browser.go(other.address("google", role="RECRUTEUR")))["error"] == "access_denied"


def test_registration_can_be_finished_only_by_the_browser_that_started_it(server, browser):
    server.providers.control("POST", "auto-approve", {"user": 502})
    page = browser.go(Client(server, app="castmate").address("google", role="ACTEUR"))
    action, form = browser.fill(page, "submit", {"profile.nom": "User", "profile.prenom": "Test"})
    server.secrets.secrets |= {form["ticket"], form["next"]}
    before = server.rows()
    thief = Browser(server)
    own = re.search(r'name="token" value="([^"]+)"', thief.go(server.url + "/apps/couple").text)[1]
    stolen = thief.step(action, {**form, "token": own})
    assert stolen.status_code == 400 and server.rows() == before
    assert browser.step(action, form).status_code == 200


# Authorization requests


@pytest.mark.parametrize("changes", [
    {"client_id": None}, {"client_id": "nobody"}, {"client_id": "../couple"}, {"redirect_uri": None},
    {"redirect_uri": "https://evil.example/"}, {"redirect_uri": "http://127.0.0.1@evil.example/"},
    {"redirect_uri": "http://127.0.0.1:1@evil.example/"}, {"redirect_uri": "http://127.0.0.1:1\\@evil.example/"},
    {"redirect_uri": "//evil.example/"}, {"redirect_uri": "http://127.0.0.1:1/#x"}, {"redirect_uri": "javascript:x"},
    {"redirect_uri": "http://localhost:1/"}, {"redirect_uri": "http://127.0.0.1.evil.example:1/"},
])
def test_wrong_client_or_redirect_uri_gets_no_redirect(server, browser, changes):
    page = browser.step(Client(server).address(**changes))
    assert page.status_code == 400 and "Location" not in page.headers and "evil" not in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize("changes, error", [
    ({"response_type": "token"}, "unsupported_response_type"), ({"response_type": None}, "invalid_request"),
    ({"code_challenge": None}, "invalid_request"), ({"code_challenge": "short"}, "invalid_request"),
    ({"code_challenge_method": "plain"}, "invalid_request"), ({"code_challenge_method": None}, "invalid_request"),
    ({"provider": "facebook"}, "invalid_request"), ({"role": "ADMIN"}, "invalid_request"),
    ({"response_mode": "fragment"}, "invalid_request"),
])
def test_other_request_errors_are_returned_to_the_client(server, browser, changes, error):
    client = Client(server)
    address = browser.step(client.address(**changes)).headers["Location"]
    assert client.answer(address)["error"] == error


def test_duplicate_parameter_gets_no_redirect(server, browser):
    address = Client(server).address() + "&redirect_uri=https%3A%2F%2Fevil.example%2F"
    answer = browser.step(address)
    assert answer.status_code == 400 and "Location" not in answer.headers


def test_provider_without_a_web_client_returns_an_error_to_the_client(server, browser):
    client = Client(server, app="prysm")
    address = browser.step(client.address("google")).headers["Location"]
    assert client.answer(address)["error"] == "invalid_request"


# The provider's step


@pytest.mark.parametrize("provider", PROVIDERS)
def test_cancelling_returns_access_denied_to_the_client(server, browser, provider):
    server.providers.control("POST", "auto-approve", {"deny": True})
    client = Client(server)
    assert client.answer(browser.go(client.address(provider)))["error"] == "access_denied"


def at_callback(browser, client, provider):
    """Stops before the provider's response reaches our callback."""
    browser.go(client.address(provider), until=lambda address: "/callback/" in address)
    return browser.left


def with_change(address, form, **changes):
    """Returns the provider's response with changed fields."""
    if form is not None:
        return address, {**form, **changes}
    fields = {**query_of(address), **changes}
    return f"{address.partition('?')[0]}?{urllib.parse.urlencode(fields)}", None


@pytest.mark.parametrize("provider", PROVIDERS)
def test_provider_response_is_accepted_once(server, browser, provider):
    client = Client(server)
    address, form = at_callback(browser, client, provider)
    assert client.answer(browser.go(address, form))["code"]
    page = browser.go(address, form)
    assert page.status_code == 400 and "Location" not in page.headers


@pytest.mark.parametrize("provider", PROVIDERS)
def test_unknown_state_is_rejected(server, browser, provider):
    address, form = at_callback(browser, Client(server), provider)
    wrong = token()
    page = browser.go(*with_change(address, form, state=wrong))
    assert page.status_code == 400


def test_state_of_another_provider_is_rejected(server, browser):
    address, _ = at_callback(browser, Client(server), "google")
    fields = query_of(address)
    page = browser.step(server.url + "/callback/apple", {"code": fields["code"], "state": fields["state"]})
    assert page.status_code == 400


@pytest.mark.parametrize("provider", PROVIDERS)
def test_code_of_another_sign_in_is_rejected(server, provider):
    mine, theirs = Browser(server), Browser(server)
    client = Client(server)
    address, form = at_callback(mine, client, provider)
    stolen_address, stolen_form = at_callback(theirs, Client(server), provider)
    left = mine.go(*with_change(address, form, code=(stolen_form or query_of(stolen_address))["code"]))
    # Apple has no verifier; there the nonce in the token reveals the mismatch.
    assert client.answer(left)["error"] == "access_denied"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_another_browser_cannot_finish_a_sign_in(server, browser, provider):
    victim = Browser(server)
    client = Client(server)
    address, form = at_callback(browser, client, provider)
    before = sessions(server)
    page = victim.go(address, form)
    assert page.status_code == 400 and "Location" not in page.headers
    finish = victim.visited[-1]
    assert "/sign-in/finish" in finish and sessions(server) == before
    # The client that started the request can still finish it, once.
    assert client.answer(browser.go(finish))["code"]
    assert browser.go(finish).status_code == 400


def test_late_provider_response_is_rejected(server, browser):
    address, form = at_callback(browser, Client(server), "google")
    server.providers.advance_clock(601)
    assert browser.go(address, form).status_code == 400


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("fault", ["down", "status"])
def test_provider_outage_is_returned_to_the_client_as_an_error(server, browser, provider, fault):
    client = Client(server)
    address, form = at_callback(browser, client, provider)
    details = {"status": 500} if fault == "status" else {}
    server.providers.fault(fault, provider, "token", **details)
    before = sessions(server)
    assert client.answer(browser.go(address, form))["error"] == "temporarily_unavailable"
    assert sessions(server) == before


def test_browser_cookie_is_http_only_and_same_site_lax(server, browser):
    cookie = browser.step(Client(server).address()).headers["Set-Cookie"]
    assert re.fullmatch(r"sesame_browser=[\w-]{43}; Path=/; HttpOnly; SameSite=Lax", cookie)


# Code exchange


@pytest.mark.parametrize("changes", [
    {"code_verifier": "a" * 43}, {"redirect_uri": "http://127.0.0.1:49153/callback"}, {"client_id": "prysm"},
    {"code": token()},
])
def test_code_is_bound_to_its_request(server, browser, changes):
    client = Client(server)
    code = client.code(browser)
    before = sessions(server)
    refused(client.exchange(code, **changes), "invalid_grant")
    assert sessions(server) == before
    ok(client.exchange(code))


def test_reused_code_ends_its_session(server, browser):
    client = Client(server)
    code = client.code(browser)
    session = ok(client.exchange(code))
    refused(client.exchange(code), "invalid_grant")
    assert server.api.me(session["access_token"], app="couple").status_code == 401
    assert "code_reuse_detected" in server.events(session["user"]["uid"])
    refused(client.exchange(code), "invalid_grant")


def test_expired_code_is_rejected(server, browser):
    client = Client(server)
    code = client.code(browser)
    server.providers.advance_clock(61)
    refused(client.exchange(code), "invalid_grant")


@pytest.mark.parametrize("changes, error, status", [
    ({"grant_type": None}, "invalid_request", 400), ({"grant_type": "password"}, "unsupported_grant_type", 400),
    ({"code": None}, "invalid_request", 400), ({"code_verifier": None}, "invalid_request", 400),
    ({"redirect_uri": None}, "invalid_request", 400), ({"client_id": None}, "invalid_request", 400),
    ({"client_id": "nobody"}, "invalid_client", 401),
])
def test_malformed_exchange_returns_the_matching_error(server, changes, error, status):
    refused(Client(server).exchange("x", **changes), error, status)


def test_exchange_requires_a_form_without_client_secret_or_query(server):
    client = Client(server)
    assert server.api.post("/token", {"grant_type": "authorization_code"}).status_code == 415
    refused(client.post({"grant_type": "authorization_code"}, Authorization="Basic eDp5"), "invalid_request")
    refused(server.api.post("/token?code=x", data=b"grant_type=authorization_code", headers={
        "Content-Type": "application/x-www-form-urlencoded"}), "invalid_request")
    refused(server.api.post("/token", data=b"grant_type=refresh_token&grant_type=authorization_code", headers={
        "Content-Type": "application/x-www-form-urlencoded"}), "invalid_request")


def test_abandoned_or_cancelled_request_stores_no_flow(server, browser):
    before = server.query("SELECT count(*) FROM flows")
    client = Client(server)
    browser.step(client.address())
    server.providers.control("POST", "auto-approve", {"deny": True})
    browser.go(client.address())
    assert server.query("SELECT count(*) FROM flows") == before


def test_state_and_stored_flow_do_not_reveal_the_request(server, browser):
    client = Client(server)
    address, _ = at_callback(browser, client, "google")
    state = query_of(address)["state"]
    sealed = base64.urlsafe_b64decode(state + "=" * (-len(state) % 4))
    assert b"couple" not in sealed and client.state.encode() not in sealed
    client.answer(browser.go(address))
    rows = server.query("SELECT sealed FROM flows")
    assert rows and not any(b"couple" in row[0] or client.state.encode() in row[0] for row in rows)
    assert challenge_of(client.verifier).encode() not in b"".join(row[0] for row in rows)
