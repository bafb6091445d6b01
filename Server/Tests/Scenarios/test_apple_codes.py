"""Tests of Apple's authorization codes: the exchange at the sign-in, and the encrypted storage of its result.
`refusals` has the tests of refused codes."""

import re
import time

import pytest

from browser import Browser, Client
from client import ok, refused
from patience import wait_until
from providers import new_subject, nonce_claim
from sealed import opened as unsealed

NATIVE, WEB = "com.example.couple", "com.example.couple.web"
TOKEN_PATH, REVOCATION_PATH = "/apple/auth/token", "/apple/auth/revoke"
REFRESH_TOKEN = re.compile(rb"r[0-9a-f]{32}\.0\.[a-z]{4}\.[\w-]{22}")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts a server for this file, because its tests break the development Apple."""
    from sesame import Development

    development = Development(tmp_path_factory.mktemp("apple"))
    yield development
    assert development.stop() == 0
    for file in [development.log_file, *development.data.iterdir()]:
        assert not REFRESH_TOKEN.search(file.read_bytes()), file.name


@pytest.fixture(autouse=True)
def sound(server):
    yield
    server.providers.clear_faults()
    server.providers.reset_clock()


def sheet(server, subject: str, app: str = "couple", **order) -> dict:
    """Returns the body of a sign-in with the result of Apple's sheet."""
    nonce = server.api.challenge(app)
    given = server.providers.sheet("apple", app, sub=subject, nonce=nonce_claim("apple", nonce), **order)
    return {"idToken": given["idToken"], "nonce": nonce, "authorizationCode": given["authorizationCode"]}


def sign_in(server, body: dict, app: str = "couple"):
    return server.api.post("/v1/sign-in/apple", body, app=app)


def kept(server, subject: str) -> dict[str, bytes]:
    return dict(server.query("SELECT client, sealed FROM provider_tokens WHERE subject = ?", subject))


def opened(server, subject: str, client: str, app: str = "couple") -> str:
    """Returns the stored refresh token, decrypted."""
    return unsealed(
        server, "sesame provider tokens 1", kept(server, subject)[client], app, "apple", subject, client).decode()


def test_code_is_exchanged_and_the_refresh_token_is_stored_encrypted(server):
    subject = new_subject("apple")
    before = server.providers.count(TOKEN_PATH)
    ok(sign_in(server, sheet(server, subject)))
    assert server.providers.count(TOKEN_PATH) == before + 1
    assert set(kept(server, subject)) == {NATIVE}
    token = opened(server, subject, NATIVE)
    assert REFRESH_TOKEN.fullmatch(token.encode())
    for file in server.data.iterdir():
        assert token.encode() not in file.read_bytes()


def test_next_sign_in_replaces_the_stored_refresh_token(server):
    subject = new_subject("apple")
    tokens = set()
    for _ in range(2):
        ok(sign_in(server, sheet(server, subject)))
        assert set(kept(server, subject)) == {NATIVE}
        tokens.add(opened(server, subject, NATIVE))
    assert len(tokens) == 2


def test_sign_in_without_a_code_sends_apple_no_token_request(server):
    subject = new_subject("apple")
    before = server.providers.count(TOKEN_PATH)
    body = sheet(server, subject)
    del body["authorizationCode"]
    ok(sign_in(server, body))
    ok(sign_in(server, {**sheet(server, subject), "authorizationCode": None}))
    assert server.providers.count(TOKEN_PATH) == before and kept(server, subject) == {}


def test_replayed_sign_in_does_not_exchange_its_code(server):
    subject = new_subject("apple")
    body = sheet(server, subject)
    ok(sign_in(server, body))
    before = server.rows(), server.providers.count(TOKEN_PATH), kept(server, subject)
    fresh = server.providers.sheet("apple", "couple", sub=subject)["authorizationCode"]
    for code in (body["authorizationCode"], fresh):
        refused(sign_in(server, {**body, "authorizationCode": code}), 401, "invalid_nonce")
    assert (server.rows(), server.providers.count(TOKEN_PATH), kept(server, subject)) == before


def test_code_is_not_exchanged_when_the_id_token_or_nonce_is_rejected(server):
    before = server.rows(), server.providers.count(TOKEN_PATH)
    broken = sheet(server, new_subject("apple"), signature="broken")
    refused(sign_in(server, broken), 401, "invalid_token")
    other = sheet(server, new_subject("apple"))
    refused(sign_in(server, {**other, "nonce": server.api.challenge("couple")}), 401, "invalid_nonce")
    assert (server.rows(), server.providers.count(TOKEN_PATH)) == before


@pytest.mark.parametrize("fault, details", [
    ("down", {}), ("status", {"status": 500}), ("status", {"status": 429}), ("malformed", {}),
])
def test_failing_apple_token_endpoint_does_not_block_sign_in(server, fault, details):
    subject = new_subject("apple")
    body = sheet(server, subject)
    server.providers.fault(fault, "apple", "token", **details)
    first = ok(sign_in(server, body))
    assert kept(server, subject) == {}
    assert [line for line in server.log_lines() if line["message"] == "Apple authorization code not exchanged"]
    server.providers.clear_faults()
    second = ok(sign_in(server, sheet(server, subject)))
    assert second["user"]["uid"] == first["user"]["uid"] and set(kept(server, subject)) == {NATIVE}


def test_exchanged_id_token_with_a_wrong_issuer_is_rejected(server):
    subject = new_subject("apple")
    body = sheet(server, subject)
    before = server.rows()
    server.providers.fault("wrongIssuer", "apple", "token")
    refused(sign_in(server, body), 401, "invalid_token")
    assert server.rows() == before


def test_google_sign_in_rejects_apples_authorization_code_and_name(server):
    before = server.providers.count(TOKEN_PATH)
    credential = server.api.credential(sub=new_subject())
    for name in ("authorizationCode", "givenName"):
        answer = server.api.post("/v1/sign-in/google", {**credential, name: "a"}, app="couple")
        assert refused(answer, 400, "invalid_request")["field"] == name
    ok(server.api.post("/v1/sign-in/google", credential, app="couple"))
    assert server.providers.count(TOKEN_PATH) == before


def test_browser_sign_in_stores_its_refresh_token_under_the_services_id(server):
    server.providers.control("POST", "auto-approve", {"user": 1601})
    client = Client(server)
    body = ok(client.exchange(client.code(Browser(server), "apple")))
    [(subject,)] = server.query("SELECT subject FROM identities WHERE account = ?", body["user"]["uid"])
    assert set(kept(server, subject)) == {WEB}
    ok(sign_in(server, sheet(server, subject)))
    assert set(kept(server, subject)) == {NATIVE, WEB}
    assert opened(server, subject, NATIVE) != opened(server, subject, WEB)


def test_google_token_of_a_browser_sign_in_is_not_stored(server):
    server.providers.control("POST", "auto-approve", {"user": 1602})
    client = Client(server)
    uid = ok(client.exchange(client.code(Browser(server), "google")))["user"]["uid"]
    [(subject,)] = server.query("SELECT subject FROM identities WHERE account = ?", uid)
    assert kept(server, subject) == {}


def test_refresh_token_is_stored_once_the_registration_is_finished(server):
    subject = new_subject("apple")
    body = {**sheet(server, subject, "castmate"), "givenName": "Test", "familyName": "User 1"}
    error = refused(sign_in(server, body, "castmate"), 404, "account_not_found")
    assert error["prefill"]["givenName"] == "Test" and error["prefill"]["familyName"] == "User 1"
    assert kept(server, subject) == {}
    ok(server.api.post("/v1/sign-up", {
        "ticket": error["ticket"], "role": "ACTEUR", "profile": {"nom": "User", "prenom": "Test"}}))
    assert REFRESH_TOKEN.fullmatch(opened(server, subject, "com.example.castmate", "castmate").encode())


def revocations(server) -> list[int]:
    """Returns the number of failures of each revocation that is due within a minute."""
    rows = server.query(
        "SELECT failures FROM jobs WHERE kind = 'revoke_consent' AND due_at < ?", (server.providers.now() + 60) * 1000)
    return [failures for (failures,) in rows]


def revoked(server, before: int) -> int:
    """Waits until no revocation is pending, and returns the number of new revocation requests to Apple."""
    wait_until(lambda: not revocations(server))
    return server.providers.count(REVOCATION_PATH) - before


@pytest.mark.parametrize("end", ["deletion", "unlinking"])
def test_apple_consent_is_revoked_after_deletion_or_unlinking(server, end):
    subject = new_subject("apple")
    session = ok(sign_in(server, sheet(server, subject)))
    before = server.providers.count(REVOCATION_PATH)
    if end == "unlinking":
        ok(server.api.link(session["accessToken"], sub=new_subject()))
        assert revoked(server, before) == 0
        assert server.api.unlink(session["accessToken"], "apple").status_code == 204
    else:
        assert server.api.delete("/v1/me", token=session["accessToken"]).status_code == 204
    assert kept(server, subject) == {} and revoked(server, before) == 1
    assert not [line for line in server.log_lines() if line["message"] == "job failed"]


def test_failed_revocation_is_retried(server):
    session = ok(sign_in(server, sheet(server, new_subject("apple"))))
    before = server.providers.count(REVOCATION_PATH)
    server.providers.fault("down", "apple", "revoke")
    assert server.api.delete("/v1/me", token=session["accessToken"]).status_code == 204
    wait_until(lambda: revocations(server) == [1])
    server.providers.clear_faults()
    server.providers.advance_clock(8)
    assert revoked(server, before) >= 1


@pytest.mark.parametrize("fault, details", [("down", {}), ("slow", {"milliseconds": 20_000})])
def test_consent_is_revoked_once_after_a_crash_and_restart(tmp_path, fault, details):
    """Kills the server after the account is deleted and before Apple has responded."""
    from sesame import Development

    server = Development(tmp_path)
    subject = new_subject("apple")
    session = ok(sign_in(server, sheet(server, subject)))
    server.providers.fault(fault, "apple", "revoke", **details)
    assert server.api.delete("/v1/me", token=session["accessToken"]).status_code == 204
    # The development Apple counts a request when it has responded.
    wait_until(lambda: fault == "slow" or server.providers.count(REVOCATION_PATH) >= 1)
    time.sleep(1.5 if fault == "slow" else 0)
    server.kill()
    server = server.restarted()
    server.providers.advance_clock(60)
    assert revoked(server, 0) == 1
    assert server.query("SELECT count(*) FROM jobs WHERE kind = 'revoke_consent'") == [(0,)]
    refused(server.api.me(session["accessToken"]), 401, "user_deleted")
    assert server.stop() == 0


def test_deletion_without_a_stored_token_reports_manual_revocation(server):
    session = ok(sign_in(server, {**sheet(server, new_subject("apple")), "authorizationCode": None}))
    assert ok(server.api.delete("/v1/me", token=session["accessToken"])) == {"manualRevocation": ["apple"]}


def test_reauthentication_stores_a_refresh_token_and_deletion_removes_it(server):
    subject = new_subject("apple")
    session = ok(sign_in(server, {**sheet(server, subject), "authorizationCode": None}))
    proof = {**sheet(server, subject), "provider": "apple"}
    confirmed = ok(server.api.post("/v1/me/confirm", proof, token=session["accessToken"]))
    assert set(kept(server, subject)) == {NATIVE}
    assert server.api.delete("/v1/me", token=confirmed["accessToken"]).status_code == 204
    assert kept(server, subject) == {}


def test_name_of_the_first_consent_is_stored_and_not_replaced(server):
    subject = new_subject("apple")
    name = {"givenName": "Test", "familyName": "User 1"}
    first = ok(sign_in(server, {**sheet(server, subject), **name}))
    assert first["user"]["displayName"] == "Test User 1" and first["user"]["emailVerified"] is True
    again = ok(sign_in(server, {**sheet(server, subject), "givenName": "Somebody", "familyName": "Else"}))
    assert again["user"]["displayName"] == "Test User 1"


@pytest.mark.parametrize("given", ["", "a\nb", "\u202eevil", "a" * 201])
def test_unsafe_name_is_ignored_and_a_name_of_the_wrong_type_is_rejected(server, given):
    answer = ok(sign_in(server, {**sheet(server, new_subject("apple")), "givenName": given}))
    assert "displayName" not in answer["user"]
    refused(sign_in(server, {**sheet(server, new_subject("apple")), "givenName": 5}), 400, "invalid_request")
