"""Tests of Appwrite's browser sign-ins with a provider."""

import base64
import json
import urllib.parse

import pytest

from appwrite_client import Appwrite, is_refused, refuses
from browser import Browser, query_of
from sesame import Development

BACK = "http://127.0.0.1:49152/back"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts a server for this file, because its tests choose the provider's approving user."""
    development = Development(tmp_path_factory.mktemp("appwrite-browser"))
    yield development
    assert development.stop() == 0


@pytest.fixture
def appwrite(server) -> Appwrite:
    server.providers.control("POST", "auto-approve", {"user": 1})
    return Appwrite(server)


def address(appwrite, kind: str = "tokens", provider: str = "google", **fields) -> str:
    given = {"project": appwrite.project, "success": BACK + "?state=s1", "failure": BACK + "?state=s1", **fields}
    given = {name: value for name, value in given.items() if value is not None}
    return f"{appwrite.server.url}/v1/account/{kind}/oauth2/{provider}?{urllib.parse.urlencode(given)}"


def test_browser_token_signs_in_once(appwrite):
    browser = Browser(appwrite.server)
    first = browser.step(address(appwrite))
    assert first.status_code == 301 and first.headers["Location"].startswith(appwrite.server.providers_url)
    left = browser.go(address(appwrite))
    assert isinstance(left, str) and left.startswith(BACK), left
    fields = query_of(left)
    assert set(fields) == {"state", "secret", "userId"} and fields["state"] == "s1"
    appwrite.server.secrets.secrets.add(fields["secret"])
    session = appwrite.session(appwrite.keyed.create_session(fields["userId"], fields["secret"]))
    assert session.model.provider == "google" and session.account.get().id == fields["userId"]
    with refuses(401, "user_invalid_token"):
        appwrite.account().create_session(fields["userId"], fields["secret"])


def test_browser_sign_in_sets_the_session_cookie(appwrite):
    browser = Browser(appwrite.server)
    assert browser.go(address(appwrite, "sessions")).startswith(BACK)
    answer = browser.http.get(f"{appwrite.server.url}/v1/account", headers={"X-Appwrite-Project": appwrite.project})
    assert answer.status_code == 200, answer.text
    appwrite.server.secrets.secrets.add(browser.http.cookies[f"a_session_{appwrite.project}"])


def test_app_receives_the_session_through_its_url_scheme(appwrite):
    left = Browser(appwrite.server).go(address(appwrite, "sessions", "apple", success=None, failure=None))
    assert left.startswith(f"appwrite-callback-{appwrite.project}://?")
    fields = query_of(left)
    assert fields["key"] == f"a_session_{appwrite.project}" and fields["project"] == appwrite.project
    appwrite.server.secrets.secrets.add(fields["secret"])
    assert appwrite.account(fields["secret"]).get().id


@pytest.mark.parametrize("target", [
    "https://evil.example/back", "javascript:alert(1)", "http://127.0.0.1.evil.example:80/", "appwrite-callback-other://x",
    "http://127.0.0.1:49152@evil.example/", "http://localhost.evil.example:49152/back"])
@pytest.mark.parametrize("name", ["success", "failure"])
def test_redirect_target_outside_the_app_is_rejected(appwrite, name, target):
    answer = Browser(appwrite.server).step(address(appwrite, **{name: target}))
    is_refused(answer, 400, "general_argument_invalid", name)


def test_another_browser_cannot_finish_a_sign_in(appwrite):
    begun, other = Browser(appwrite.server), Browser(appwrite.server)
    callback = begun.go(address(appwrite, "sessions"), until=lambda a: "/oauth2/callback/" in a)
    left = query_of(other.go(callback))
    assert json.loads(left["error"])["type"] == "general_argument_invalid"
    assert f"a_session_{appwrite.project}" not in other.http.cookies


def test_callback_with_a_tampered_state_is_rejected(appwrite):
    browser = Browser(appwrite.server)
    callback = browser.go(address(appwrite), until=lambda a: "/oauth2/callback/" in a)
    fields = query_of(callback)
    state = base64.urlsafe_b64encode(json.dumps({"kind": "token", "success": "https://evil.example/"}).encode())
    fields["state"] = state.rstrip(b"=").decode()
    answer = browser.step(callback.partition("?")[0] + "?" + urllib.parse.urlencode(fields))
    is_refused(answer, 400, "general_argument_invalid", "state")


def test_provider_error_is_returned_as_an_appwrite_error(appwrite):
    browser = Browser(appwrite.server)
    callback = browser.go(address(appwrite), until=lambda a: "/oauth2/callback/" in a)
    fields = {**query_of(callback), "error": "access_denied"}
    del fields["code"]
    answer = browser.step(callback.partition("?")[0] + "?" + urllib.parse.urlencode(fields))
    assert answer.status_code == 301
    error = json.loads(query_of(answer.headers["Location"])["error"])
    assert (error["type"], error["code"]) == ("user_oauth2_unauthorized", 401) and "access_denied" in error["message"]


def test_cancelling_at_the_provider_returns_an_error(appwrite):
    appwrite.server.providers.control("POST", "auto-approve", {"deny": True})
    error = json.loads(query_of(Browser(appwrite.server).go(address(appwrite)))["error"])
    assert error["type"] == "user_oauth2_unauthorized" and "access_denied" in error["message"]


def test_unsupported_or_disabled_provider_is_rejected(appwrite):
    is_refused(Browser(appwrite.server).step(address(appwrite, provider="github")), 501, "project_provider_unsupported")
    family = Appwrite(appwrite.server, "familysync")
    is_refused(Browser(appwrite.server).step(address(family, provider="google")), 412, "project_provider_disabled")
