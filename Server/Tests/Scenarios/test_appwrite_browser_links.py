"""Tests of Appwrite's sign-ins in a browser with a session: guests are upgraded, and users add a sign-in method."""

import itertools
import json
import urllib.parse

import pytest

from appwrite_client import Appwrite, is_refused, refuses, serving
from browser import Browser, query_of
from site_of_pages import Pages
from test_appwrite_factors import awaiting, protected

BACK = "http://127.0.0.1:49152/back"
PROVIDERS = ["google", "apple"]
people = itertools.count(3_000)


@pytest.fixture(scope="module")
def pages():
    """Starts the websites of the app, of another app on the same server, and of a third party."""
    sites = [Pages() for _ in range(3)]
    yield [site.origin for site in sites]
    for site in sites:
        site.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory, pages):
    def change(apps):
        apps["authservice"]["appwrite"]["origins"] = [pages[0]]
        apps["authservice"] |= {"redirectURIs": ["http://127.0.0.1/back"], "loopbackRedirects": False}
        apps["shop"] = {
            "providers": {"anonymous": True}, "loopbackRedirects": False,
            "appwrite": {"projectID": "shop", "origins": [pages[1]]}}

    yield from serving(tmp_path_factory.mktemp("appwrite-links"), change)


@pytest.fixture
def appwrite(server) -> Appwrite:
    """Provides the project, with a new user at the providers."""
    server.providers.reset_clock()
    agree(server, next(people))
    return Appwrite(server)


def agree(server, user: int):
    server.providers.control("POST", "auto-approve", {"user": user})


def address(appwrite, kind: str = "sessions", provider: str = "google", **fields) -> str:
    given = {"project": appwrite.project, "success": BACK + "?ok=1", "failure": BACK + "?ok=0", **fields}
    given = {name: value for name, value in given.items() if value is not None}
    return f"{appwrite.server.url}/v1/account/{kind}/oauth2/{provider}?{urllib.parse.urlencode(given)}"


class Visitor(Browser):
    """A browser with the given session of the app, if any."""

    def __init__(self, appwrite, session: str | None = None):
        super().__init__(appwrite.server)
        self.appwrite, self.cookie = appwrite, f"a_session_{appwrite.project}"
        if session:
            self.enter(session)

    def enter(self, session: str):
        for name in (self.cookie, self.cookie + "_legacy"):
            self.http.cookies.set(name, session, domain="127.0.0.1", path="/")

    @property
    def secret(self) -> str | None:
        secret = next((cookie.value for cookie in self.http.cookies if cookie.name == self.cookie), None)
        if secret:
            self.appwrite.server.secrets.secrets.add(secret)
        return secret

    def went(self, *where, **fields) -> dict:
        """Follows the whole flow, and returns the parameters that the app receives."""
        left = self.go(address(self.appwrite, *where, **fields))
        assert isinstance(left, str) and left.startswith(BACK), left
        told = query_of(left)
        if "secret" in told:
            self.appwrite.server.secrets.secrets.add(told["secret"])
        return told

    def callback(self, *where, **fields) -> str:
        """Stops before the callback of our server, and returns its URL."""
        return self.go(address(self.appwrite, *where, **fields), until=lambda address: "/oauth2/callback/" in address)


def failed(told: dict, status: int, kind: str):
    assert told["ok"] == "0" and set(told) <= {"ok", "error", "state"}
    error = json.loads(told["error"])
    assert (error["code"], error["type"]) == (status, kind), error


def ways(session) -> set[str]:
    return {identity.provider for identity in session.account.list_identities().identities}


def somebody(appwrite):
    """Signs in a user with an identity that the providers of this test do not return."""
    return appwrite.sign_in("google")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_guest_is_upgraded_and_keeps_the_account(appwrite, provider):
    guest = appwrite.guest()
    guest.account.update_prefs({"theme": "dark"})
    browser = Visitor(appwrite, guest.secret)
    assert browser.went("sessions", provider) == {"ok": "1"}
    assert browser.secret != guest.secret and not guest.is_live
    account = appwrite.account(browser.secret)
    assert account.get().id == guest.uid and account.get_prefs().to_dict() == {"theme": "dark"}
    assert account.get_session("current").provider == provider
    assert [identity.provider for identity in account.list_identities().identities] == [provider]
    events = appwrite.server.events(guest.uid)
    assert "identity_linked" in events
    # The provider now signs in to that account.
    other = Visitor(appwrite)
    assert other.went("sessions", provider) == {"ok": "1"} and appwrite.account(other.secret).get().id == guest.uid


def test_guest_is_upgraded_with_a_token(appwrite):
    guest = appwrite.guest()
    told = Visitor(appwrite, guest.secret).went("tokens")
    assert told["userId"] == guest.uid and not guest.is_live
    session = appwrite.session(appwrite.keyed.create_session(guest.uid, told["secret"]))
    assert session.model.provider == "google" and session.uid == guest.uid and ways(session) == {"google"}
    assert len(session.account.list_sessions().sessions) == 1
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(guest.uid, told["secret"])


def test_user_links_another_sign_in_method(appwrite):
    person = somebody(appwrite)
    browser = Visitor(appwrite, person.secret)
    assert browser.went("sessions", "apple") == {"ok": "1"}
    assert browser.secret == person.secret and ways(person) == {"google", "apple"}
    # A linked identity can be linked again.
    assert browser.went("sessions", "apple") == {"ok": "1"} and ways(person) == {"google", "apple"}
    # A second identity of the same provider is refused.
    failed(browser.went("sessions", "google"), 409, "user_already_exists")


def test_session_continues_until_the_token_is_used(appwrite):
    person = somebody(appwrite)
    told = Visitor(appwrite, person.secret).went("tokens", "apple")
    assert told["userId"] == person.uid and person.is_live
    answer = person.send("POST", "/account/sessions/token", {"userId": person.uid, "secret": "0" * 64})
    is_refused(answer, 401, "user_invalid_token")
    assert person.is_live
    answer = person.send("POST", "/account/sessions/token", {"userId": person.uid, "secret": told["secret"]})
    assert answer.status_code == 201 and answer.json()["$id"] != person.id and not person.is_live


def test_token_is_invalid_once_its_identity_is_removed(appwrite):
    person = somebody(appwrite)
    told = Visitor(appwrite, person.secret).went("tokens", "apple")
    person.account.delete_identity(f"apple.{person.uid}")
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(person.uid, told["secret"])


def test_token_request_without_a_success_url_is_rejected(appwrite):
    is_refused(
        Browser(appwrite.server).step(address(appwrite, "tokens", success=None)), 400, "general_argument_invalid", "success")


def test_token_of_another_account_is_rejected_during_a_session(appwrite):
    person = somebody(appwrite)
    told = Visitor(appwrite).went("tokens")
    answer = person.send("POST", "/account/sessions/token", {"userId": told["userId"], "secret": told["secret"]})
    is_refused(answer, 401, "user_session_already_exists")
    assert appwrite.session(appwrite.keyed.create_session(told["userId"], told["secret"])).uid == told["userId"]


@pytest.mark.parametrize("kind", ["sessions", "tokens"])
def test_identity_of_another_account_is_not_linked(appwrite, kind):
    owner = Visitor(appwrite)
    owner.went()
    guest = appwrite.guest()
    browser = Visitor(appwrite, guest.secret)
    failed(browser.went(kind), 409, "user_already_exists")
    assert guest.is_live and browser.secret == guest.secret and ways(guest) == set()
    assert appwrite.account(owner.secret).get().id != guest.uid
    assert "link_conflicted" in appwrite.server.events(guest.uid)


@pytest.mark.parametrize("kind", ["sessions", "tokens"])
def test_session_that_ended_meanwhile_links_nothing(appwrite, kind):
    guest = appwrite.guest()
    browser = Visitor(appwrite, guest.secret)
    callback = browser.callback(kind)
    guest.account.delete_session("current")
    before = appwrite.server.rows()
    failed(query_of(browser.go(callback)), 401, "general_unauthorized_scope")
    assert appwrite.server.rows() == before


@pytest.mark.parametrize("kind", ["sessions", "tokens"])
def test_session_other_than_the_starting_one_links_nothing(appwrite, kind):
    """Combines one user's session with another user's sign-in."""
    guest, other = appwrite.guest(), appwrite.guest()
    browser = Visitor(appwrite, guest.secret)
    callback = browser.callback(kind)
    browser.enter(other.secret)
    failed(query_of(browser.go(callback)), 401, "general_unauthorized_scope")
    assert ways(guest) == ways(other) == set() and guest.is_live and other.is_live
    # The session that started the sign-in can still finish it.
    browser.enter(guest.secret)
    assert query_of(browser.go(callback))["ok"] == "1"


def test_another_browser_cannot_finish_a_link(appwrite):
    """Opens an attacker's callback URL in the browser of a signed-in victim."""
    attacker, victim = appwrite.guest(), appwrite.guest()
    callback = Visitor(appwrite, attacker.secret).callback()
    failed(query_of(Visitor(appwrite, victim.secret).go(callback)), 400, "general_argument_invalid")
    # A browser that started a link of its own fails too, because its verifier differs, whichever session it presents.
    for session in (attacker, victim):
        browser = Visitor(appwrite, session.secret)
        browser.callback()
        failed(query_of(browser.go(callback)), 401, "user_oauth2_token_invalid")
    assert ways(attacker) == ways(victim) == set()


def test_session_in_the_url_is_ignored(appwrite):
    """A URL that contains the attacker's session signs the victim in to an account of their own."""
    attacker = appwrite.guest()
    fields = {f"a_session_{appwrite.project}": attacker.secret, "session": attacker.secret}
    browser = Visitor(appwrite)
    browser.went(**fields)
    assert appwrite.account(browser.secret).get().id != attacker.uid and ways(attacker) == set()


def test_link_callback_works_once(appwrite):
    browser = Visitor(appwrite, somebody(appwrite).secret)
    callback = browser.callback("tokens", "apple")
    verifier = browser.http.cookies["sesame_appwrite"]
    told = query_of(browser.go(callback))
    appwrite.server.secrets.secrets.add(told["secret"])
    browser.http.cookies.set("sesame_appwrite", verifier, domain="127.0.0.1", path="/v1/account")
    failed(query_of(browser.go(callback)), 401, "user_invalid_token")


def test_linking_requires_a_recent_sign_in_except_for_guests(appwrite):
    guest, person = appwrite.guest(), somebody(appwrite)
    appwrite.server.providers.advance_clock(600)
    browser = Visitor(appwrite, person.secret)
    first = browser.step(address(appwrite, "sessions", "apple")).headers["Location"]
    assert first.startswith(BACK), "nobody is sent to the provider for nothing"
    failed(query_of(first), 401, "user_challenge_required")
    assert Visitor(appwrite, guest.secret).went("sessions", "google") == {"ok": "1"}
    appwrite.server.providers.reset_clock()
    assert ways(person) == {"google"}


def test_session_awaiting_a_second_factor_links_nothing(appwrite):
    email, session, _ = protected(appwrite)
    failed(Visitor(appwrite, awaiting(appwrite, email).secret).went(), 401, "user_more_factors_required")
    assert ways(session) == set()


def test_user_blocked_meanwhile_links_nothing(appwrite):
    guest = appwrite.guest()
    browser = Visitor(appwrite, guest.secret)
    callback = browser.callback()
    appwrite.users.update_status(guest.uid, False)
    failed(query_of(browser.go(callback)), 401, "user_blocked")
    assert "identity_linked" not in appwrite.server.events(guest.uid)


@pytest.mark.parametrize("fields, begins", [
    ({}, True), ({"Sec-Fetch-Site": "none"}, True), ({"Sec-Fetch-Site": "same-origin"}, True),
    ({"Sec-Fetch-Site": "cross-site", "Referer": "{app}/shop?x=1"}, True), ({"Referer": "{app}"}, True),
    ({"Sec-Fetch-Site": "cross-site"}, False), ({"Sec-Fetch-Site": "same-site"}, False),
    ({"Referer": "{stranger}/"}, False), ({"Sec-Fetch-Site": "none", "Referer": "{stranger}/"}, False),
    ({"Referer": "{other}/"}, False), ({"Referer": "{app}.evil.example/"}, False)])
def test_only_pages_of_the_app_start_a_link(appwrite, pages, fields, begins):
    fields = {name: value.format(app=pages[0], other=pages[1], stranger=pages[2]) for name, value in fields.items()}
    browser = Visitor(appwrite, appwrite.guest().secret)
    answer = browser.http.get(address(appwrite), headers=fields, allow_redirects=False)
    assert answer.status_code == 301
    if begins:
        assert answer.headers["Location"].startswith(appwrite.server.providers_url)
        assert query_of(answer.headers["Location"])["prompt"] == "select_account"
    else:
        failed(query_of(answer.headers["Location"]), 403, "general_unknown_origin")
    # A browser without a session starts a sign-in, whichever site it comes from.
    answer = Visitor(appwrite).http.get(address(appwrite), headers=fields, allow_redirects=False)
    assert "prompt" not in query_of(answer.headers["Location"])


def test_state_is_returned_unchanged_and_an_invalid_state_is_rejected(appwrite):
    told = Visitor(appwrite).went("tokens", state="a b&c")
    assert set(told) == {"ok", "secret", "userId", "state"} and told["state"] == "a b&c"
    assert Visitor(appwrite).went("sessions", state="x" * 256) == {"ok": "1", "state": "x" * 256}
    appwrite.server.providers.control("POST", "auto-approve", {"deny": True})
    told = Visitor(appwrite).went(state="mine")
    assert told["state"] == "mine"
    failed(told, 401, "user_oauth2_unauthorized")
    for state in ("x" * 257, "é"):
        is_refused(Browser(appwrite.server).step(address(appwrite, state=state)), 400, "general_argument_invalid", "state")


def test_url_requested_by_a_back_end_starts_the_browser_sign_in(appwrite):
    where = Appwrite(appwrite.server).keyed.create_o_auth2_token("google", f"{BACK}?ok=1", f"{BACK}?ok=0", state="s")
    assert where.startswith(f"{appwrite.server.url}/v1/account/tokens/oauth2/google?") and "set-cookie" not in where
    told = query_of(Browser(appwrite.server).go(where))
    appwrite.server.secrets.secrets.add(told["secret"])
    assert (told["ok"], told["state"]) == ("1", "s")
    assert appwrite.session(appwrite.keyed.create_session(told["userId"], told["secret"])).uid == told["userId"]


# The app's pages


def test_redirects_lead_only_to_the_apps_own_pages(appwrite, pages):
    shop = Appwrite(appwrite.server, "shop")
    for project, own, other in ((appwrite, pages[0], pages[1]), (shop, pages[1], pages[0])):
        for name in ("success", "failure"):
            is_refused(
                Browser(appwrite.server).step(address(project, **{"success": own, "failure": own, name: other + "/x"})), 400,
                "general_argument_invalid", name)
        answer = Browser(appwrite.server).step(address(project, success=own + "/x", failure=own))
        assert answer.status_code == (301 if project is appwrite else 412)


def test_page_of_another_app_is_rejected_with_this_apps_session_cookie(appwrite, pages):
    guest = appwrite.guest()
    cookie = {"Cookie": f"a_session_{appwrite.project}={guest.secret}"}
    for method, path in (("GET", "/account"), ("GET", "/account/sessions"), ("PATCH", "/account/name")):
        answer = appwrite.send(method, path, {"name": "x"} if method == "PATCH" else None, headers={**cookie, "Origin": pages[1]})
        is_refused(answer, 403, "general_unknown_origin")
    answer = appwrite.send("GET", "/account", headers={**cookie, "Origin": pages[0]})
    assert answer.status_code == 200 and answer.headers["Access-Control-Allow-Origin"] == pages[0]
    answer = appwrite.send("GET", "/account", headers={**cookie, "Origin": pages[2]})
    assert answer.status_code == 200 and "Access-Control-Allow-Origin" not in answer.headers
    for origin in pages[:2]:
        answer = appwrite.send("OPTIONS", "/account", headers={"Origin": origin, "Access-Control-Request-Method": "PATCH"})
        assert answer.headers["Access-Control-Allow-Origin"] == origin


# Real browsers


def fetch(person, appwrite, method: str, path: str) -> dict:
    return person.driver.execute_async_script(
        """
        const [method, url, project, done] = arguments;
        fetch(url, {method, credentials: "include", body: method === "GET" ? undefined : "{}",
                    headers: {"X-Appwrite-Project": project, "Content-Type": "application/json"}})
            .then(answer => answer.json()).then(done);
        """, method, f"{appwrite.server.url}/v1{path}", appwrite.project)


def leave(person, where: str):
    person._leave()
    person.driver.execute_script("location.href = arguments[0]", where)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_guest_of_a_web_page_is_upgraded_and_keeps_the_account(appwrite, pages, person, provider):
    person.open(pages[0] + "/shop")
    guest = fetch(person, appwrite, "POST", "/account/sessions/anonymous")
    leave(person, address(appwrite, "sessions", provider, success=pages[0] + "/in", failure=pages[0] + "/out"))
    person.reads("This is /in.", "This is /out.")
    assert person.address == pages[0] + "/in"
    assert fetch(person, appwrite, "GET", "/account")["$id"] == guest["userId"]
    [identity] = fetch(person, appwrite, "GET", "/account/identities")["identities"]
    assert identity["provider"] == provider


def test_foreign_page_cannot_start_a_link_in_a_real_browser(appwrite, pages, person):
    person.open(pages[0] + "/shop")
    guest = fetch(person, appwrite, "POST", "/account/sessions/anonymous")
    person.open(pages[2] + "/lure")
    leave(person, address(appwrite, success=pages[0] + "/in", failure=pages[0] + "/out"))
    person.reads("This is /in.", "This is /out.")
    assert person.address.startswith(pages[0] + "/out?error=") and "general_unknown_origin" in person.address
    assert fetch(person, appwrite, "GET", "/account")["$id"] == guest["userId"]
    assert fetch(person, appwrite, "GET", "/account/identities")["total"] == 0
