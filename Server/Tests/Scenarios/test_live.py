"""Tests of `sesame dev` with the developer's own apps, and with the real Apple and Google next to the development
providers.

These tests have no real tokens; `IssuerTests` cover the handling of those.
"""

import base64
import json

import pytest

from browser import Browser
from client import ok, refused
from providers import new_subject, nonce_claim
from sesame import Development, free_port, run

PROVIDERS = ["google", "apple"]
REAL_ISSUERS = {"google": "https://accounts.google.com", "apple": "https://appleid.apple.com"}
MINE = {
    "google": {"clientIDs": ["1-ios.apps.googleusercontent.com", "1-web.apps.googleusercontent.com"],
               "webClientID": "1-web.apps.googleusercontent.com", "clientSecretFile": "/not/on/this/machine"},
    "apple": {"clientIDs": ["com.me.app"], "servicesID": "com.me.app.web", "teamID": "MYTEAM0001", "keyID": "K",
              "keyFile": "/not/on/this/machine"}}


def written(folder, apps, **more) -> str:
    file = folder / "mine.json"
    file.write_text(json.dumps({"apps": apps, **more}))
    return str(file)


def claims(token: str) -> dict:
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    folder = tmp_path_factory.mktemp("live")
    development = Development(folder, options=["--live"])
    yield development
    assert development.stop() == 0


@pytest.fixture
def mine(start, tmp_path):
    return start(options=["--config", written(tmp_path, {"mine": {"providers": MINE}})])


# Real providers next to the development ones


@pytest.mark.parametrize("provider", PROVIDERS)
def test_development_token_signs_in_under_an_issuer_of_its_own(live, provider):
    subject = new_subject(provider)
    assert claims(live.providers.mint(provider, "couple"))["iss"] == f"{live.providers_url}/{provider}"
    session = live.api.sign_in(provider, sub=subject)
    assert ok(live.api.me(session["accessToken"]))["uid"] == session["user"]["uid"]
    stored = live.query("SELECT subject FROM identities WHERE account = ?", session["user"]["uid"])
    assert stored == [(f"development:{subject}",)]


def test_development_code_is_exchanged_at_the_development_apple(live):
    subject, nonce = new_subject("apple"), live.api.challenge("couple")
    given = live.providers.sheet("apple", "couple", sub=subject, nonce=nonce_claim("apple", nonce))
    body = {"idToken": given["idToken"], "nonce": nonce, "authorizationCode": given["authorizationCode"]}
    ok(live.api.post("/v1/sign-in/apple", body, app="couple"))
    kept = live.query("SELECT client FROM provider_tokens WHERE subject = ?", f"development:{subject}")
    assert kept == [("com.example.couple",)]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_development_token_with_a_real_issuer_is_rejected(live, provider):
    before = live.rows()
    answer = live.api.try_sign_in(provider, sub=new_subject(provider), claims={"iss": REAL_ISSUERS[provider]})
    # The real keys refuse the token, or cannot be fetched here.
    assert answer.status_code in (401, 503) and live.rows() == before


@pytest.mark.parametrize("provider", PROVIDERS)
def test_token_of_an_unknown_issuer_is_rejected_and_stores_nothing(live, provider):
    before = live.rows()
    answer = live.api.try_sign_in(provider, claims={"iss": "https://stranger.example"})
    assert answer.status_code == 401 and live.rows() == before


@pytest.mark.parametrize("provider", PROVIDERS)
def test_browser_still_signs_in_with_the_development_provider(live, provider):
    live.providers.control("POST", "auto-approve", {"user": 1})
    page = Browser(live).go(f"{live.url}/sign-in/{provider}?app=couple")
    assert page.status_code == 200 and page.url == live.url + "/account"


def test_without_live_development_tokens_name_the_real_issuer(server):
    assert claims(server.providers.mint("google", "couple"))["iss"] == REAL_ISSUERS["google"]


def test_live_output_says_that_real_providers_are_trusted_and_names_the_config_option(live):
    assert any("real Apple and Google are trusted too" in line for line in live.output)
    assert any("--config" in line for line in live.output)


@pytest.mark.parametrize("first, then", [([], ["--live"]), (["--live"], [])])
def test_data_folder_cannot_be_reopened_in_the_other_mode(start, first, then):
    server = start(options=first)
    assert server.stop() == 0
    result = run(
        "dev", "--port", str(free_port()), "--provider-port", str(free_port()), "--data", str(server.data), *then)
    assert result.returncode != 0 and "another folder" in result.stderr
    again = server.restarted()
    assert again.stop() == 0


# The developer's own apps


@pytest.mark.parametrize("provider", PROVIDERS)
def test_configured_apps_replace_the_examples(mine, provider):
    [app] = mine.providers.control("GET", "apps")["apps"]
    assert app["name"] == "mine" and app["apple"]["teamID"] == "MYTEAM0001"
    assert app["apple"]["servicesID"] == "com.me.app.web"
    assert app["google"]["webClientID"] == "1-web.apps.googleusercontent.com"
    assert mine.api.sign_in(provider, app="mine")["isNewUser"] is True
    refused(mine.api.post("/v1/challenges", app="couple"), 400, "invalid_request", "unknown app")


@pytest.mark.parametrize("provider", PROVIDERS)
def test_configured_web_clients_sign_in_without_their_secrets(mine, provider):
    mine.providers.control("POST", "auto-approve", {"user": 1})
    page = Browser(mine).go(f"{mine.url}/sign-in/{provider}?app=mine")
    assert page.status_code == 200 and page.url == mine.url + "/account"


def test_browser_goes_to_the_real_google_when_its_secret_is_configured(start, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("GOCSPX-mine")
    google = {**MINE["google"], "clientSecretFile": str(secret)}
    config = written(tmp_path, {"mine": {"providers": {"google": google, "apple": MINE["apple"]}}})
    server = start(options=["--live", "--config", config])
    assert Browser(server).go(f"{server.url}/sign-in/google?app=mine").startswith("https://accounts.google.com/o/")
    server.providers.control("POST", "auto-approve", {"user": 1})
    assert Browser(server).go(f"{server.url}/sign-in/apple?app=mine").status_code == 200


@pytest.mark.parametrize("content, words", [
    ("{", ["JSON"]), ({"apps": {"mine": {"providers": {"appel": {}}}}}, ["apps.mine.providers.appel"]), ({}, ["apps"]),
])
def test_mistake_in_the_configuration_file_is_named(tmp_path, content, words):
    file = tmp_path / "mine.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    result = run("dev", "--config", str(file), "--port", str(free_port()), "--provider-port", str(free_port()))
    assert result.returncode != 0
    for word in words:
        assert word in result.stderr, result.stderr
