"""Tests with Authlib's client, which is configured only with the URL of the discovery document."""

from types import SimpleNamespace

import pytest
from authlib.integrations.base_client import BaseApp, OAuth2Mixin, OAuthError, OpenIDMixin
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from joserfc import jwt
from joserfc.jwk import KeySet

from browser import REDIRECT, Browser, token
from client import ok
from test_authorization import agreeing, browser, server, sessions  # noqa: F401: fixtures


class Session(OAuth2Session):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.trust_env = False


class App(OAuth2Mixin, OpenIDMixin, BaseApp):
    client_cls = Session


class Person:
    """A user who signs in to an Authlib app."""

    def __init__(self, server, browser, discovery="openid-configuration"):
        self.app = App(
            SimpleNamespace(update_token=lambda *_, **__: None), client_id="couple",
            server_metadata_url=f"{server.url}/.well-known/{discovery}",
            client_kwargs={"code_challenge_method": "S256"})
        self.request = self.app.create_authorization_url(REDIRECT, provider="google")
        self.left = browser.go(self.request["url"])
        assert self.left.startswith(REDIRECT), self.left
        self.secrets = server.secrets

    def exchange(self, **changes) -> dict:
        fields = {
            "authorization_response": self.left, "redirect_uri": REDIRECT, "state": self.request["state"],
            "code_verifier": self.request["code_verifier"], **changes}
        answer = self.app.fetch_access_token(**fields)
        self.secrets.note(answer)
        return answer

    def session(self, answer: dict) -> Session:
        return self.app.client_cls("couple", token=answer, **self.app.load_server_metadata())


@pytest.fixture
def insecure(monkeypatch):
    """Lets Authlib use http, which it otherwise allows only for this machine."""
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "true")


@pytest.fixture(params=["openid-configuration", "oauth-authorization-server"])
def person(server, browser, insecure, request):
    return Person(server, browser, request.param)


def test_discovery_document_is_valid_and_sufficient(server, person, insecure):
    document = AuthorizationServerMetadata(ok(server.api.get("/.well-known/openid-configuration")))
    document.validate()
    answer = person.exchange()
    me = person.session(answer).get(f"{server.url}/v1/me").json()
    assert me["uid"] == answer["user"]["uid"]


def test_advertised_keys_verify_the_access_token(server, person):
    answer = person.exchange()
    keys = KeySet.import_key_set(person.app.fetch_jwk_set())
    claims = jwt.decode(answer["access_token"], keys, algorithms=["ES256"])
    jwt.JWTClaimsRegistry(
        iss={"essential": True, "value": person.app.load_server_metadata()["issuer"]},
        aud={"essential": True, "value": "couple"}, exp={"essential": True}).validate(claims.claims)
    assert claims.claims["sub"] == answer["user"]["uid"]


def test_expiring_access_token_is_refreshed_automatically(server, person):
    answer = person.exchange()
    session = person.session({**answer, "expires_at": 1})
    assert ok(session.get(f"{server.url}/v1/me"))["uid"] == answer["user"]["uid"]
    person.secrets.note(dict(session.token))
    assert session.token["refresh_token"] != answer["refresh_token"]
    assert session.token["expires_in"] == answer["expires_in"]


@pytest.mark.parametrize("changes", [{"code_verifier": token()}, {"redirect_uri": "http://127.0.0.1:49153/callback"}])
def test_wrong_verifier_or_redirect_uri_gets_no_token(server, person, changes):
    before = sessions(server)
    with pytest.raises(OAuthError) as refusal:
        person.exchange(**changes)
    assert refusal.value.error == "invalid_grant" and sessions(server) == before


def test_reused_code_ends_its_session(server, person):
    session = person.session(person.exchange())
    with pytest.raises(OAuthError) as refusal:
        person.exchange()
    assert refusal.value.error == "invalid_grant"
    assert session.get(f"{server.url}/v1/me").status_code == 401


def test_unregistered_redirect_uri_gets_no_redirect(server, browser, insecure, person):
    request = person.app.create_authorization_url("https://evil.example/", provider="google")
    page = browser.step(request["url"])
    assert page.status_code == 400 and "Location" not in page.headers
