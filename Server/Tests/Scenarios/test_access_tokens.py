"""Our own access tokens: what stands in them, where they are accepted, and what is refused in their place."""

import json

import jwt
import pytest

from client import ok, refused
from forge import (P256_ORDER, claims, decode, der_signature, ec_jwk, ec_key, encode, es256, hs256, nothing, parts,
                   signed, with_raw_header, with_signature)
from raw import exchange, status
from sesame import wait_until

EC = ec_key()
HOUR, DAY = 3600, 86_400


def test_an_access_token_says_what_is_needed_and_nothing_personal(server):
    answer = server.api.sign_in()
    header, payload, signature = parts(answer["accessToken"])
    assert set(header) == {"alg", "kid", "typ"}
    assert (header["alg"], header["typ"], len(signature)) == ("ES256", "at+jwt", 64)
    assert set(payload) == {"iss", "aud", "client_id", "sub", "sid", "jti", "gen", "iat", "exp", "auth_time"}
    assert payload["iss"] == server.url and payload["aud"] == payload["client_id"] == "couple"
    assert payload["sub"] == answer["user"]["uid"] and payload["sid"] == answer["sessionID"]
    assert payload["exp"] - payload["iat"] == 900 == answer["expiresIn"]
    assert payload["gen"] == 0 and payload["auth_time"] == payload["iat"]


def test_every_access_token_has_its_own_id(api):
    session = api.sign_in_anonymously()
    tokens = [session["accessToken"]] + [api.sign_in_anonymously()["accessToken"] for _ in range(5)]
    assert len({claims(token)["jti"] for token in tokens}) == 6


def test_the_published_keys_have_no_private_member(server):
    answer = server.api.get("/.well-known/jwks.json")
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    [key] = ok(answer)["keys"]
    assert set(key) <= {"kty", "crv", "x", "y", "kid", "use", "alg", "key_ops"}
    assert (key["kty"], key["crv"], key.get("alg", "ES256"), key.get("use", "sig")) == ("EC", "P-256", "ES256", "sig")


@pytest.mark.parametrize("fields", [
    {}, {"Authorization": ""}, {"Authorization": "Bearer"}, {"Authorization": "Bearer "}, {"Authorization": "{token}"},
    {"Authorization": "Basic {token}"}, {"Authorization": "Token {token}"}, {"Authorization": "Bearer: {token}"},
    {"Authorization": "Bearer {token} "  "x"}, {"Authorization": "Bearer {token},Bearer {token}"},
    {"Authorization": "Bearer  {token}"}, {"Authorization": 'Bearer "{token}"'}, {"X-Access-Token": "{token}"},
    {"Cookie": "accessToken={token}"}, {"Proxy-Authorization": "Bearer {token}"},
])
def test_a_token_anywhere_but_in_one_bearer_field_is_no_credential(api, fields):
    token = api.sign_in_anonymously()["accessToken"]
    headers = {name: value.replace("{token}", token) for name, value in fields.items()}
    answer = api.get("/v1/me", headers=headers)
    refused(answer, 401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    ok(api.me(token))


@pytest.mark.parametrize("parameter", ["access_token", "accessToken", "token", "Authorization"])
def test_a_token_in_the_address_is_no_credential(api, parameter):
    token = api.sign_in_anonymously()["accessToken"]
    refused(api.get(f"/v1/me?{parameter}={token}"), 401, "not_authenticated")


def test_two_authorization_fields_are_no_credential(server):
    token = server.api.sign_in_anonymously()["accessToken"]
    field = f"Authorization: Bearer {token}\r\n"
    request = f"GET /v1/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{{}}\r\n"
    assert status(exchange(server, request.format(field).encode())) == 200
    assert status(exchange(server, request.format(field * 2).encode())) == 400


def test_the_scheme_is_read_without_regard_to_case(api):
    token = api.sign_in_anonymously()["accessToken"]
    ok(api.get("/v1/me", headers={"Authorization": f"bEARER {token}"}))


def resigned(sign, header=None, payload=None):
    def forged(token):
        old_header, old_payload, _ = parts(token)
        return signed({**old_header, **(header or {})}, {**old_payload, **(payload or {})}, sign)

    return forged


def signature(change):
    return lambda token: with_signature(token, change(parts(token)[2]))


def header(**members):
    return lambda token: with_raw_header(token, json.dumps({**parts(token)[0], **members}).encode())


def other_s(raw: bytes) -> bytes:
    """The second valid ECDSA signature, which anybody can make; accepted or not, it is the same token."""
    return raw[:32] + (P256_ORDER - int.from_bytes(raw[32:], "big")).to_bytes(32, "big")


FORGED = {
    "DER": signature(der_signature), "last bit": signature(lambda raw: raw[:-1] + bytes([raw[-1] ^ 1])),
    "r = 0": signature(lambda raw: bytes(32) + raw[32:]), "s = 0": signature(lambda raw: raw[:32] + bytes(32)),
    "r = s = 0": signature(lambda raw: bytes(64)), "nothing": signature(lambda raw: b""),
    "r = s = n": signature(lambda raw: P256_ORDER.to_bytes(32, "big") * 2),
    "swapped": signature(lambda raw: raw[32:] + raw[:32]),
    "65 bytes": signature(lambda raw: raw + b"\0"), "63 bytes": signature(lambda raw: raw[:-1]),
    "ones": signature(lambda raw: b"\xff" * 64), "96 bytes": signature(lambda raw: raw + bytes(32)),
    "alg none": resigned(nothing, {"alg": "none"}), "alg ES384": header(alg="ES384"), "alg RS256": header(alg="RS256"),
    "another key": resigned(es256(EC)), "another issuer": resigned(es256(EC), payload={"iss": "https://example.com"}),
    "key in the header": resigned(es256(EC), {"jwk": ec_jwk(EC)}), "unknown kid": header(kid="unknown"),
    "kid path": header(kid="../../key"), "kid number": header(kid=1), "typ JWT": header(typ="JWT"),
    "typ missing": header(typ=None), "typ upper case": header(typ="AT+JWT"), "crit": header(crit=["exp"]),
    "two parts": lambda token: token.rsplit(".", 1)[0], "four parts": lambda token: token + ".e30",
    "padding": lambda token: token + "=", "other claims": lambda token: ".".join(
        [token.split(".")[0], encode(json.dumps({**claims(token), "exp": 2**40}).encode()), token.split(".")[2]]),
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_forged_access_token_is_refused(server, forged):
    token = server.api.sign_in_anonymously()["accessToken"]
    ok(server.api.me(token))
    before = server.rows()
    refused(server.api.me(forged(token)), 401, "not_authenticated")
    assert server.rows() == before
    ok(server.api.me(token))


def test_the_public_key_is_no_shared_secret(server):
    token = server.api.sign_in_anonymously()["accessToken"]
    key_set = server.api.get("/.well-known/jwks.json").content
    [key] = json.loads(key_set)["keys"]
    for secret in (key_set, json.dumps(key).encode(), decode(key["x"])):
        refused(server.api.me(resigned(hs256(secret), {"alg": "HS256"})(token)), 401, "not_authenticated")


def test_the_mirrored_signature_of_a_token_gives_no_second_session(server):
    token = server.api.sign_in_anonymously()["accessToken"]
    mirrored = with_signature(token, other_s(parts(token)[2]))
    answer = server.api.me(mirrored)
    assert answer.status_code in (200, 401)
    assert server.api.sign_out(token).status_code == 204
    refused(server.api.me(mirrored), 401, "session_ended" if answer.status_code == 200 else "not_authenticated")


def test_a_token_of_another_server_with_the_same_apps_is_refused(server, start):
    stranger = start().api.sign_in_anonymously()["accessToken"]
    refused(server.api.me(stranger), 401, "not_authenticated")


def test_a_token_of_one_app_is_refused_by_another(server):
    session = server.api.sign_in_anonymously("couple")
    for app in ("prysm", "castmate"):
        refused(server.api.me(session["accessToken"], app=app), 401, "not_authenticated")
        refused(server.api.get("/v1/sessions", token=session["accessToken"], app=app), 401, "not_authenticated")
    ok(server.api.me(session["accessToken"], app="couple"))


def test_an_access_token_expires(shifted):
    session = shifted.api.sign_in_anonymously()
    shifted.providers.advance_clock(895)
    ok(shifted.api.me(session["accessToken"]))
    shifted.providers.advance_clock(6)
    refused(shifted.api.me(session["accessToken"]), 401, "not_authenticated", "exp")
    ok(shifted.api.me(ok(shifted.api.refresh(session["refreshToken"]))["accessToken"]))


def test_an_ended_session_is_refused_at_once(server):
    session = server.api.sign_in()
    others = [ok(server.api.refresh(session["refreshToken"]))["accessToken"], session["accessToken"]]
    assert server.api.sign_out(others[0]).status_code == 204
    for token in others:
        answer = server.api.me(token)
        refused(answer, 401, "session_ended")
        assert answer.elapsed.total_seconds() < 1


def test_a_signing_key_is_published_before_it_signs_and_after_it_has_signed(start):
    server = start()

    def signing_key() -> str:
        return jwt.get_unverified_header(server.api.sign_in_anonymously()["accessToken"])["kid"]

    def published() -> set[str]:
        return {key["kid"] for key in ok(server.api.get("/.well-known/jwks.json"))["keys"]}

    old = signing_key()
    assert published() == {old}
    server.providers.advance_clock(90 * DAY - 2 * HOUR + 60)
    keys = wait_until(lambda: len(published()) == 2 and published(), 5, "the publication of the next key")
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
    wait_until(lambda: old not in published(), 5, "the end of the old key")
    ok(server.api.me(server.api.sign_in_anonymously()["accessToken"]))
