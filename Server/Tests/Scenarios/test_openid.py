"""Tests of an OpenID Connect provider that only the configuration describes."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from browser import Browser, Client, form_of, query_of
from client import ok, refused
from openid import CLIENT, SECRET, OpenIDProvider
from sesame import Development, run


IN_PRODUCTION = {
    "name": "Example ID", "issuer": "https://id.example.com", "keysURL": "https://id.example.com/keys",
    "authorizationURL": "https://id.example.com/auth", "tokenURL": "https://id.example.com/token"}


def configuration(folder, provider: OpenIDProvider) -> str:
    secret = folder / "secret"
    secret.write_text(SECRET)
    block = {"clientIDs": [CLIENT], "webClientID": CLIENT, "clientSecretFile": str(secret)}
    apps = {
        "mine": {"providers": {"example": block, "google": {"clientIDs": ["g"], "webClientID": "g"}, "anonymous": True}},
        "native": {"providers": {"example": {"clientIDs": [CLIENT]}}},
        "other": {"providers": {"google": {"clientIDs": ["o"]}}},
        "private": {"providers": {"example": block}, "privacy": "pseudonymous"}}
    file = folder / "sesame.json"
    file.write_text(json.dumps({"identityProviders": {"example": provider.settings}, "apps": apps}))
    return str(file)


@pytest.fixture(scope="module")
def example():
    with OpenIDProvider() as provider:
        yield provider


@pytest.fixture(scope="module")
def server(tmp_path_factory, example):
    folder = tmp_path_factory.mktemp("openid")
    development = Development(folder, options=["--config", configuration(folder, example)])
    yield development
    assert development.stop() == 0


def leave(browser: Browser, server, path: str = "/sign-in/example?app=mine") -> str:
    """Returns the provider's authorization URL for a sign-in."""
    address = browser.go(server.url + path)
    assert isinstance(address, str), address.text
    return address


def signed_in(server, example, subject: str, app: str = "mine") -> dict:
    """Signs in with the provider's token and returns the session."""
    nonce = server.api.challenge(app)
    body = {"idToken": example.token(subject, nonce, email=f"{subject}@example.com", email_verified=True), "nonce": nonce}
    return ok(server.api.post("/v1/sign-in/example", body, app=app))


# In a browser


def test_page_offers_the_provider_by_name_and_signs_in(server, example):
    browser = Browser(server)
    page = browser.go(f"{server.url}/apps/mine")
    assert "Sign in with Example ID" in page.text and "Sign in with Google" in page.text
    address = leave(browser, server)
    asked = query_of(address)
    assert asked["scope"] == "openid email profile" and asked["code_challenge_method"] == "S256"
    assert asked["client_id"] == CLIENT and asked["redirect_uri"] == f"{server.url}/callback/example"
    page = browser.go(example.answer(address, "page-1", name="Test User 1"))
    assert page.status_code == 200 and page.url == f"{server.url}/account"
    assert "Example ID" in page.text and "Test User 1" in page.text
    assert example.exchanges[-1]["client_secret"] == SECRET
    assert server.query("SELECT count(*) FROM provider_tokens") == [(0,)]


def test_client_is_redirected_to_the_provider_and_gets_its_code(server, example):
    browser, client = Browser(server), Client(server, app="mine")
    back = browser.go(example.answer(browser.go(client.address("example")), "client-1"))
    assert "code" in client.answer(back)


def test_user_adds_the_provider_on_the_account_page_and_chooses_an_account_there(server, example):
    server.providers.control("POST", "auto-approve", {"user": 4})
    browser = Browser(server)
    page = browser.go(f"{server.url}/sign-in/google?app=mine")
    assert "Add Example ID" in page.text
    address = browser.go(*form_of(page, "/sign-in/link/example"))
    assert query_of(address)["prompt"] == "select_account"
    page = browser.go(example.answer(address, "adds-1"))
    assert "<dd>Google, Example ID</dd>" in page.text and "Add Example ID" not in page.text
    other = Browser(server)
    assert "prompt" not in query_of(leave(other, server))
    assert "<dd>Google, Example ID</dd>" in other.go(example.answer(leave(other, server), "adds-1")).text


def test_pseudonymous_app_requests_only_the_openid_scope(server, example):
    address = leave(Browser(server), server, "/sign-in/example?app=private")
    assert query_of(address)["scope"] == "openid"


@pytest.mark.parametrize("refusal, status", [((400, {"error": "invalid_grant"}), 403), ((500, {}), 503)])
def test_provider_error_for_a_code_sets_the_status_of_the_page(server, example, refusal, status):
    browser = Browser(server)
    back = example.answer(leave(browser, server), "refused-1")
    example.refusal = refusal
    try:
        assert browser.go(back).status_code == status
    finally:
        example.refusal = None


# With a token


def test_app_signs_in_with_an_id_token_of_the_provider(server, example):
    first = signed_in(server, example, "native-1")
    again = signed_in(server, example, "native-1")
    assert first["isNewUser"] and not again["isNewUser"] and first["user"]["uid"] == again["user"]["uid"]
    me = ok(server.api.me(again["accessToken"]))
    assert me["providers"] == ["example"] and me["email"] == "native-1@example.com"
    sessions = ok(server.api.get("/v1/sessions", token=again["accessToken"]))["sessions"]
    assert {session["method"] for session in sessions} == {"example"}


def test_app_without_a_web_client_accepts_tokens_but_has_no_sign_in_page(server, example):
    assert signed_in(server, example, "native-1", app="native")["isNewUser"]
    assert Browser(server).go(f"{server.url}/sign-in/example?app=native").status_code == 404


@pytest.mark.parametrize("changes, code", [
    ({"iss": "https://accounts.google.com"}, "invalid_token"), ({"aud": "another"}, "invalid_token"),
    ({"sub": None}, "invalid_token"), ({"exp": 1}, "invalid_token"), ({"nonce": "another"}, "invalid_nonce"),
    ({"nonce": None}, "invalid_nonce")])
def test_invalid_token_of_the_provider_is_rejected(server, example, changes, code):
    nonce = server.api.challenge("mine")
    token = example.token("broken-1", **{"nonce": nonce, **changes})
    refused(server.api.post("/v1/sign-in/example", {"idToken": token, "nonce": nonce}, app="mine"), 401, code)


def test_token_not_signed_with_the_key_of_its_provider_is_rejected(server, example):
    other = rsa.generate_private_key(public_exponent=65_537, key_size=2048)
    for path, token in [
            ("example", lambda nonce: example.token("key-1", nonce, key=other)),
            ("google", lambda nonce: example.token("key-1", nonce, iss="https://accounts.google.com", aud="g"))]:
        nonce = server.api.challenge("mine")
        refused(
            server.api.post(f"/v1/sign-in/{path}", {"idToken": token(nonce), "nonce": nonce}, app="mine"), 401,
            "invalid_token")


def test_guest_links_the_provider_and_confirms_with_it(server, example):
    guest = ok(server.api.post("/v1/sign-in/anonymous", app="mine"))
    nonce = server.api.challenge(token=guest["accessToken"])
    body = {"idToken": example.token("guest-1", nonce), "nonce": nonce}
    linked = ok(server.api.post("/v1/me/identities/example", body, token=guest["accessToken"]))
    assert linked["user"]["uid"] == guest["user"]["uid"] and linked["user"]["providers"] == ["example"]
    nonce = server.api.challenge("mine")
    body = {"provider": "example", "idToken": example.token("guest-1", nonce), "nonce": nonce}
    ok(server.api.post("/v1/me/confirm", body, token=linked["accessToken"]))


@pytest.mark.parametrize("name, app, status, code", [
    ("facebook", "mine", 404, "not_found"), ("Example", "mine", 404, "not_found"),
    ("example", "other", 403, "provider_required")])
def test_unknown_provider_and_provider_not_offered_by_the_app_are_rejected(server, name, app, status, code):
    body = {"idToken": "a.b.c", "nonce": server.api.challenge(app)}
    refused(server.api.post(f"/v1/sign-in/{name}", body, app=app), status, code)


def test_operator_lists_the_users_of_the_provider(server, example):
    uid = signed_in(server, example, "listed-1")["user"]["uid"]
    head = {"Authorization": f"Bearer {server.admin_key}"}
    found = ok(server.api.get("/admin/v1/apps/mine/users?provider=example", headers=head))["users"]
    assert uid in {user["uid"] for user in found}
    refused(server.api.get("/admin/v1/apps/mine/users?provider=facebook", headers=head), 400, "invalid_request")
    assert 'sesame_sign_ins_total{app="mine",method="example",outcome="ok"}' in server.api.get("/metrics").text


def test_openapi_document_names_the_provider(server):
    schemas = ok(server.api.get("/openapi.json"))["components"]["schemas"]
    assert schemas["Provider"]["enum"] == ["apple", "google", "example"]
    assert schemas["SignInMethod"]["enum"][:4] == ["apple", "google", "example", "anonymous"]


# Configuration


@pytest.mark.parametrize("name, change, words", [
    ("google", {}, ["identityProviders.google", "is built in"]), ("Example", {}, ["identityProviders.Example", "name"]),
    ("password", {}, ["identityProviders.password"]), ("finish", {}, ["identityProviders.finish"]),
    ("example", {"issuer": None}, ["identityProviders.example.issuer", "required"]),
    ("example", {"keysURL": None}, ["identityProviders.example.keysURL", "required"]),
    ("example", {"keysURL": "http://id.example.com/keys"}, ["identityProviders.example.keysURL", "https://"]),
    ("example", {"tokenURL": "ftp://id.example.com"}, ["identityProviders.example.tokenURL"]),
    ("example", {"tokenURL": None}, ["identityProviders.example.tokenURL"]),
    ("example", {"authorizationURL": None}, ["identityProviders.example.authorizationURL"]),
    ("example", {"scope": "email"}, ["identityProviders.example.scope", "openid"]),
    ("example", {"algorithm": "HS256"}, ["identityProviders.example.algorithm", "RS256"]),
    *(("example", {"name": name}, ["identityProviders.example.name"]) for name in
      ("", " ", "Google", "APPLE", "a\nb", "a\u202eb", "<b>", "a" * 41)),
    ("a-long-name-it-is", {}, ["identityProviders.a-long-name-it-is", "12"]), ("email", {}, ["identityProviders.email"]),
    ("example", {"issuer": "https://accounts.google.com"}, ["identityProviders.example.issuer", "another provider"]),
    ("example", {"keysURL": "https:/id.example.com/keys"}, ["identityProviders.example.keysURL"]),
    ("example", {"keysURL": "https://user:secret@id.example.com/keys"}, ["identityProviders.example.keysURL"]),
    ("example", {"secret": "x"}, ["identityProviders.example.secret"])])
def test_invalid_provider_configuration_is_rejected_at_startup(tmp_path, example, name, change, words):
    block = {key: value for key, value in {**example.settings, **change}.items() if value is not None}
    file = tmp_path / "sesame.json"
    file.write_text(json.dumps({"identityProviders": {name: block}, "apps": {"mine": {}}}))
    result = run("dev", "--config", str(file), "--data", str(tmp_path / "data"))
    assert result.returncode != 0
    assert all(word in result.stderr for word in words), result.stderr


@pytest.mark.parametrize("setting", ["issuer", "keysURL", "authorizationURL", "tokenURL"])
def test_production_requires_https_for_every_provider_url(tmp_path, example, setting):
    key = tmp_path / "key"
    assert run("keys", "generate", "--output", str(key)).returncode == 0
    file = tmp_path / "sesame.json"
    file.write_text(json.dumps({
        "publicURL": "https://sign-in.example.com", "dataDir": str(tmp_path / "data"), "keyFile": str(key),
        "identityProviders": {"example": {**IN_PRODUCTION, setting: example.settings[setting]}}, "apps": {"mine": {}}}))
    result = run("serve", "--config", str(file))
    assert result.returncode != 0 and f"identityProviders.example.{setting}: https" in result.stderr, result.stderr


def test_two_providers_with_one_issuer_are_rejected(tmp_path):
    file = tmp_path / "sesame.json"
    file.write_text(json.dumps({
        "identityProviders": {"one": {**IN_PRODUCTION, "name": "One"}, "two": {**IN_PRODUCTION, "name": "Two"}},
        "apps": {"mine": {}}}))
    result = run("dev", "--config", str(file), "--data", str(tmp_path / "data"))
    assert result.returncode != 0 and "identityProviders.two.issuer" in result.stderr


def test_development_server_starts_without_the_client_secret_and_hides_the_provider(tmp_path, start):
    file = tmp_path / "sesame.json"
    block = {"clientIDs": [CLIENT], "webClientID": CLIENT, "clientSecretFile": "/etc/sesame/not-here"}
    file.write_text(json.dumps({
        "identityProviders": {"example": IN_PRODUCTION}, "apps": {"mine": {"providers": {"example": block}}}}))
    server = start(options=["--config", str(file)])
    assert "Example ID" not in server.api.get("/apps/mine").text


def test_doctor_reports_one_fault_once(tmp_path):
    file = tmp_path / "sesame.json"
    block = {name: value for name, value in IN_PRODUCTION.items() if name != "issuer"}
    file.write_text(json.dumps({
        "identityProviders": {"example": block}, "apps": {"mine": {"providers": {"example": {"clientIDs": [CLIENT]}}}}}))
    said = run("doctor", "--offline", "--config", str(file)).stdout
    assert "identityProviders.example.issuer" in said and "apps.mine.providers.example" not in said, said


def test_user_unlinks_a_provider_that_is_no_longer_configured(tmp_path, start, example):
    config = configuration(tmp_path, example)
    server = start(options=["--config", config])
    google = ok(server.api.post("/v1/sign-in/anonymous", app="mine"))
    nonce = server.api.challenge(token=google["accessToken"])
    body = {"idToken": example.token("leaves-1", nonce), "nonce": nonce}
    session = ok(server.api.post("/v1/me/identities/example", body, token=google["accessToken"]))
    nonce = server.api.challenge(token=session["accessToken"])
    minted = server.providers.mint("google", "mine", rawNonce=nonce)
    session = ok(server.api.post(
        "/v1/me/identities/google", {"idToken": minted, "nonce": nonce}, token=session["accessToken"]))
    assert server.stop() == 0
    settings = json.loads((tmp_path / "sesame.json").read_text())
    del settings["identityProviders"]
    for app in settings["apps"].values():
        app["providers"].pop("example", None)
    (tmp_path / "sesame.json").write_text(json.dumps(settings))
    again = server.restarted()
    token = session["accessToken"]
    assert again.api.delete("/v1/me/identities/example", token=token).status_code in (200, 204)
    assert ok(again.api.me(token))["providers"] == ["google"]
