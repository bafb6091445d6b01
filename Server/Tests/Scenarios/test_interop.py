"""Tests of third-party libraries with the server's keys and with the development providers."""

import json

import google.auth.transport.requests
import google.oauth2.id_token
import jwt
import pytest
import requests

from client import ok
from forge import with_signature
from patience import PATIENCE
from providers import new_subject

pytestmark = [pytest.mark.core, pytest.mark.released]

ISSUERS = {"google": "https://accounts.google.com", "apple": ("https://appleid.apple.com", "https://account.apple.com")}


# snippet.verify
def claims_of(token: str, keys: jwt.PyJWKClient, server: str, app: str) -> dict:
    """Returns the token's claims, with the account's id as `sub`. Raises for one that is expired, forged or another app's."""
    if jwt.get_unverified_header(token).get("typ") != "at+jwt":
        raise jwt.InvalidTokenError("no access token")
    key = keys.get_signing_key_from_jwt(token)
    return jwt.decode(token, key, algorithms=["ES256"], audience=app, issuer=server, leeway=30)
# snippet.end


def test_readme_example_accepts_only_valid_access_tokens(server):
    session = server.api.sign_in()
    keys = jwt.PyJWKClient(f"{server.url}/.well-known/jwks.json")
    assert claims_of(session["accessToken"], keys, server.url, "couple")["sub"] == session["user"]["uid"]
    for token, issuer, app in (
            (session["accessToken"], server.url, "prysm"), (session["accessToken"], "https://other.example", "couple"),
            (with_signature(session["accessToken"], bytes(range(64))), server.url, "couple"),
            (server.providers.mint("google", "couple", sub=new_subject()), server.url, "couple")):
        with pytest.raises(jwt.PyJWTError):
            claims_of(token, keys, issuer, app)


def test_pyjwt_verifies_an_access_token_with_the_published_keys(server):
    session = server.api.sign_in()
    token = session["accessToken"]
    key = jwt.PyJWKClient(f"{server.url}/.well-known/jwks.json").get_signing_key_from_jwt(token)
    claims = jwt.decode(
        token, key, algorithms=["ES256"], audience="couple", issuer=server.url,
        options={"require": ["iss", "aud", "sub", "exp", "iat", "jti", "sid"]})
    assert claims["sub"] == session["user"]["uid"]
    with pytest.raises(jwt.InvalidAudienceError):
        jwt.decode(token, key, algorithms=["ES256"], audience="prysm")
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(with_signature(token, bytes(range(64))), key, algorithms=["ES256"], audience="couple")


@pytest.mark.parametrize("provider, client", [
    ("google", "1001-web.apps.googleusercontent.com"), ("apple", "com.example.couple")])
def test_pyjwt_verifies_tokens_of_the_development_providers(server, provider, client):
    subject = new_subject(provider)
    token = server.providers.mint(provider, "couple", sub=subject)
    keys = jwt.PyJWKClient(server.providers.url + server.providers.KEYS_PATH[provider])
    claims = jwt.decode(token, keys.get_signing_key_from_jwt(token), algorithms=["RS256"], audience=client)
    assert claims["sub"] == subject and claims["iss"] in ISSUERS[provider]


@pytest.fixture
def google_auth(server, monkeypatch):
    """Sets up google-auth as back ends call it, with only the address of Google's keys replaced."""
    certificates = server.providers.url + server.providers.KEYS_PATH["google"]
    monkeypatch.setattr(google.oauth2.id_token, "_GOOGLE_OAUTH2_CERTS_URL", certificates)
    session = requests.Session()
    session.trust_env = False
    transport = google.auth.transport.requests.Request(session)

    def verify(token, audience="1001-web.apps.googleusercontent.com"):
        return google.oauth2.id_token.verify_oauth2_token(token, transport, audience)

    return verify


def test_google_auth_verifies_a_token_of_the_development_google(server, google_auth):
    subject = new_subject()
    claims = google_auth(server.providers.mint("google", "couple", sub=subject))
    assert claims["sub"] == subject and claims["email_verified"] is True


@pytest.mark.parametrize("order", [
    {"claims": {"iss": "https://example.com"}}, {"claims": {"aud": "a-stranger"}}, {"expiresIn": -60},
    {"signature": "broken"}, {"key": "unknown"},
])
def test_google_auth_and_the_server_reject_invalid_tokens(server, google_auth, order):
    token = server.providers.mint("google", "couple", sub=new_subject(), **order)
    with pytest.raises(Exception):
        google_auth(token)
    if order != {"expiresIn": -60}:  # within the minute that clocks may differ by
        assert server.api.contract(token=token, app="couple").status_code == 401


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_discovery_of_the_providers_lists_only_existing_endpoints(server, provider):
    document = ok(server.providers.get(f"/{provider}/.well-known/openid-configuration"))
    assert document["issuer"] in ISSUERS[provider]
    assert document["id_token_signing_alg_values_supported"] == ["RS256"]
    keys = requests.get(document["jwks_uri"], timeout=PATIENCE)
    assert keys.headers["Cache-Control"].startswith("public, max-age=")
    for key in ok(keys)["keys"]:
        assert set(key) == {"kty", "kid", "use", "alg", "n", "e"} and key["kty"] == "RSA" and key["alg"] == "RS256"
    for name, value in document.items():
        if name.endswith("_endpoint"):
            assert requests.get(value, timeout=PATIENCE).status_code != 404, name


def test_openapi_document_is_well_formed(server):
    document = json.loads(server.api.get("/openapi.json").text)
    assert document["openapi"].startswith("3.")
    references = set()

    def walk(value):
        if isinstance(value, dict):
            if "$ref" in value:
                references.add(value["$ref"])
            for member in value.values():
                walk(member)
        elif isinstance(value, list):
            for element in value:
                walk(element)

    walk(document)
    for reference in references:
        node = document
        for name in reference.removeprefix("#/").split("/"):
            node = node[name]
    ids = [operation["operationId"] for path in document["paths"].values()
           for operation in path.values() if isinstance(operation, dict) and "operationId" in operation]
    assert len(ids) == len(set(ids))
