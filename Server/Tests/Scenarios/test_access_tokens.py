"""Tests of access tokens: their claims, and the endpoints that accept them. `refusals` has the tests of refused
tokens."""

import time

import jwt
import pytest

from client import ok, refused
from forge import P256_ORDER, claims, parts, with_signature
from patience import wait_until

pytestmark = pytest.mark.released

HOUR, DAY = 3600, 86_400


def test_access_token_contains_only_required_claims_and_no_personal_data(server):
    before = int(time.time())
    answer = server.api.sign_in()
    header, payload, signature = parts(answer["accessToken"])
    assert set(header) == {"alg", "kid", "typ"}
    assert (header["alg"], header["typ"], len(signature)) == ("ES256", "at+jwt", 64)
    assert set(payload) == {"iss", "aud", "client_id", "sub", "sid", "jti", "gen", "iat", "exp", "auth_time"}
    assert payload["iss"] == server.url and payload["aud"] == payload["client_id"] == "couple"
    assert payload["sub"] == answer["user"]["uid"] and payload["sid"] == answer["sessionID"]
    assert payload["exp"] - payload["iat"] == 900 == answer["expiresIn"]
    assert payload["gen"] == 0 and before <= payload["auth_time"] <= payload["iat"] <= time.time()


def test_every_access_token_has_a_unique_jti(api):
    session = api.sign_in_anonymously()
    tokens = [session["accessToken"]] + [api.sign_in_anonymously()["accessToken"] for _ in range(5)]
    assert len({claims(token)["jti"] for token in tokens}) == 6


def test_published_keys_have_no_private_members(server):
    answer = server.api.get("/.well-known/jwks.json")
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    keys = ok(answer)["keys"]
    assert keys
    for key in keys:
        assert set(key) <= {"kty", "crv", "x", "y", "kid", "use", "alg", "key_ops"}
        assert (key["kty"], key["crv"], key.get("alg", "ES256"), key.get("use", "sig")) == ("EC", "P-256", "ES256", "sig")


def test_authorization_scheme_is_case_insensitive(api):
    token = api.sign_in_anonymously()["accessToken"]
    ok(api.get("/v1/me", headers={"Authorization": f"bEARER {token}"}))


def other_s(raw: bytes) -> bytes:
    """Returns the second valid ECDSA signature, which anyone can compute. It makes the same token, accepted or not."""
    return raw[:32] + (P256_ORDER - int.from_bytes(raw[32:], "big")).to_bytes(32, "big")


def test_token_with_a_mirrored_signature_ends_with_its_session(server):
    token = server.api.sign_in_anonymously()["accessToken"]
    mirrored = with_signature(token, other_s(parts(token)[2]))
    answer = server.api.me(mirrored)
    assert answer.status_code in (200, 401)
    assert server.api.sign_out(token).status_code == 204
    refused(server.api.me(mirrored), 401, "session_ended" if answer.status_code == 200 else "not_authenticated")


def test_access_token_of_another_server_with_the_same_apps_is_rejected(server, start):
    stranger = start().api.sign_in_anonymously()["accessToken"]
    refused(server.api.me(stranger), 401, "not_authenticated")


def test_access_token_expires_after_15_minutes(shifted):
    session = shifted.api.sign_in_anonymously()
    shifted.providers.advance_clock(780)
    ok(shifted.api.me(session["accessToken"]))
    shifted.providers.advance_clock(121)
    refused(shifted.api.me(session["accessToken"]), 401, "not_authenticated", "exp")
    ok(shifted.api.me(ok(shifted.api.refresh(session["refreshToken"]))["accessToken"]))


def test_access_tokens_of_an_ended_session_are_rejected_at_once(server):
    session = server.api.sign_in()
    others = [ok(server.api.refresh(session["refreshToken"]))["accessToken"], session["accessToken"]]
    assert server.api.sign_out(others[0]).status_code == 204
    for token in others:
        refused(server.api.me(token), 401, "session_ended")


def test_signing_key_is_published_before_and_after_it_signs(start):
    server = start()

    def signing_key() -> str:
        return jwt.get_unverified_header(server.api.sign_in_anonymously()["accessToken"])["kid"]

    def published() -> set[str]:
        return {key["kid"] for key in ok(server.api.get("/.well-known/jwks.json"))["keys"]}

    old = signing_key()
    assert published() == {old}
    server.providers.advance_clock(90 * DAY - 2 * HOUR + 60)
    keys = wait_until(lambda: len(published()) == 2 and published(), "the publication of the next key")
    assert signing_key() == old and old in keys
    server.providers.advance_clock(2 * HOUR - 60)
    session = server.api.sign_in_anonymously()
    server.providers.advance_clock(120)
    assert {signing_key(), old} == keys
    ok(server.api.me(session["accessToken"]))
    server.providers.advance_clock(3 * HOUR)
    ok(server.api.me(ok(server.api.refresh(session["refreshToken"]))["accessToken"]))
    assert old in published(), "an app may have given out tokens for ninety days"
    server.providers.advance_clock(90 * DAY)

    def has_ended() -> bool:
        # A job that was running when the clock jumped is next due by the new time.
        server.providers.advance_clock(HOUR)
        return old not in published()

    wait_until(has_ended, "the end of the old key")
    ok(server.api.me(server.api.sign_in_anonymously()["accessToken"]))
