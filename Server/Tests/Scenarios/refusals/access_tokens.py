"""Refusals of access tokens: forged ones, those in the wrong place, and those of ended sessions."""

import json

from client import ok
from forge import (P256_ORDER, claims, decode, der_signature, ec_jwk, ec_key, encode, es256, hs256, nothing, parts,
                   signed, with_raw_header, with_signature)

from .doors import Bearer
from .rule import Area, Rule

EC = ec_key()
ME = Bearer("GET", "/v1/me")
DOORS = (
    ME, Bearer("DELETE", "/v1/me"), Bearer("POST", "/v1/me/confirm"), Bearer("POST", "/v1/me/identities/google"),
    Bearer("DELETE", "/v1/me/identities/google"), Bearer("POST", "/v1/me/merge"), Bearer("GET", "/v1/sessions"),
    Bearer("POST", "/v1/me/merge/undo"), Bearer("POST", "/v1/me/confirm/password"),
    Bearer("POST", "/v1/me/confirm/code"), Bearer("POST", "/v1/me/identities"),
    Bearer("DELETE", "/v1/sessions"), Bearer("GET", "/v1/sessions/{id}"), Bearer("DELETE", "/v1/sessions/{id}"),
    Bearer("GET", "/v1/me/devices"), Bearer("DELETE", "/v1/me/devices/phone"), Bearer("GET", "/v1/me/export"),
    Bearer("GET", "/v1/me/profile"), Bearer("PATCH", "/v1/me/profile"), Bearer("POST", "/v1/me/profile/complete"),
)


def forged(change):
    return lambda token, world: change(token)


def signature(change):
    return forged(lambda token: with_signature(token, change(parts(token)[2])))


def resigned(sign, header=None, payload=None):
    def change(token):
        old_header, old_payload, _ = parts(token)
        return signed({**old_header, **(header or {})}, {**old_payload, **(payload or {})}, sign)

    return forged(change)


def by_public_key(secret):
    def forge(token, world):
        header, payload, _ = parts(token)
        keys = world.api.get("/.well-known/jwks.json").content
        return signed({**header, "alg": "HS256"}, payload, hs256(secret(keys)))

    return forge


def claiming(header=None, **claims):
    """Makes a token with wrong claims, signed by the server's own key."""
    return lambda token, world: world.access_token(claims, header)


def timed(name: str, seconds: int):
    return lambda token, world: world.access_token({name: world.providers.now() + seconds})


def each(name: str, *values):
    return {f"{name} {'missing' if value is ... else repr(value)[:40]}": claiming(**{name: value}) for value in values}


def ended(end):
    """Makes a token of an ended session. `end` ends it, and may return another token of the session."""

    def forge(token, world):
        session = world.newcomer()
        return end(world, session) or session["accessToken"]

    return forge


def signed_out(world, session):
    assert world.api.sign_out(session["accessToken"]).status_code == 204


def signed_out_by_refresh_token(world, session):
    assert world.api.sign_out(session["refreshToken"]).status_code == 204


def ended_from_elsewhere(world, session):
    other = world.api.sign_in(sub=session["sub"])
    path = f"/v1/sessions/{session['sessionID']}"
    assert world.api.delete(path, token=other["accessToken"]).status_code == 204


def ended_with_all_others(world, session):
    other = world.api.sign_in(sub=session["sub"])
    assert world.api.delete("/v1/sessions", token=other["accessToken"]).status_code == 204


def refreshed_and_signed_out(world, session):
    token = ok(world.api.refresh(session["refreshToken"]))["accessToken"]
    signed_out(world, session)
    return token


def reused(world, session):
    child = ok(world.api.refresh(session["refreshToken"]))
    ok(world.api.refresh(child["refreshToken"]))
    assert world.api.refresh(session["refreshToken"]).status_code == 401


def deleted(world, session):
    assert world.api.delete("/v1/me", token=session["accessToken"]).status_code == 204


def deleted_from_elsewhere(world, session):
    deleted(world, world.api.sign_in(sub=session["sub"]))


def rule(name, says, breaches, saying="", code="not_authenticated", doors=DOORS, **more) -> Rule:
    return Rule(f"access-token.{name}", says, 401, code, doors, breaches, saying, **more)


AREA = Area(
    "Access tokens",
    "The server verifies the token and looks up its session on every call, so that the end of a session takes effect "
    "at once.",
    (
        rule("algorithm", "`alg` must be `ES256`.", {
            "none": resigned(nothing, {"alg": "none"}), "ES384": resigned(es256(EC), {"alg": "ES384"}),
            "RS256": resigned(es256(EC), {"alg": "RS256"}), "HS256": resigned(hs256(b""), {"alg": "HS256"}),
            "EdDSA": resigned(es256(EC), {"alg": "EdDSA"}), "lower case": resigned(es256(EC), {"alg": "es256"}),
            "none, with a valid signature": claiming({"alg": "none"}),
            "ES384, with a valid signature": claiming({"alg": "ES384"}),
            "the key set as an HMAC secret": by_public_key(lambda keys: keys),
            "a key as an HMAC secret": by_public_key(lambda keys: json.dumps(json.loads(keys)["keys"][0]).encode()),
            "a coordinate as an HMAC secret": by_public_key(lambda keys: decode(json.loads(keys)["keys"][0]["x"])),
        }, "ES256"),
        rule("signature", "The signature must be the server's, 64 bytes long, over exactly the bytes of the token.", {
            "DER": signature(der_signature),
            "the last bit changed": signature(lambda raw: raw[:-1] + bytes([raw[-1] ^ 1])),
            "r = 0": signature(lambda raw: bytes(32) + raw[32:]), "s = 0": signature(lambda raw: raw[:32] + bytes(32)),
            "r = s = 0": signature(lambda raw: bytes(64)), "empty": signature(lambda raw: b""),
            "r = s = n": signature(lambda raw: P256_ORDER.to_bytes(32, "big") * 2),
            "r = n, s = 0": signature(lambda raw: P256_ORDER.to_bytes(32, "big") + bytes(32)),
            "r and s swapped": signature(lambda raw: raw[32:] + raw[:32]),
            "65 bytes": signature(lambda raw: raw + b"\0"),
            "63 bytes": signature(lambda raw: raw[:-1]), "all ones": signature(lambda raw: b"\xff" * 64),
            "96 bytes": signature(lambda raw: raw + bytes(32)), "an unknown key": resigned(es256(EC)),
            "other claims": forged(lambda token: ".".join([
                token.split(".")[0], encode(json.dumps({**claims(token), "exp": 2**40}).encode()),
                token.split(".")[2]])),
        }, "signature is invalid"),
        rule("key", "`kid` must be the id of one of the server's keys, which are never fetched.", {
            "unknown": claiming({"kid": "unknown"}), "a path": claiming({"kid": "../../key"}),
            "empty": claiming({"kid": ""}),
        }, "no key"),
        rule("key-is-named", "The header must have a `kid`, a string.", {
            "a number": claiming({"kid": 1}), "null": claiming({"kid": None}), "an array": claiming({"kid": ["a"]}),
        }, "kid"),
        rule("own-key", "The header must not supply a key or change how the token is read.", {
            "jwk": resigned(es256(EC), {"jwk": ec_jwk(EC)}),
            "jwk, with a valid signature": claiming({"jwk": ec_jwk(EC)}),
            "jku": claiming({"jku": "https://example.com"}), "x5u": claiming({"x5u": "https://example.com"}),
            "x5c": claiming({"x5c": ["MIIB"]}), "crit": claiming({"crit": ["exp"]}), "b64": claiming({"b64": False}),
            "zip": claiming({"zip": "DEF"}), "enc": claiming({"enc": "A256GCM"}),
        }, "header member"),
        rule("type", "`typ` must be `at+jwt`, which no other type of token has.", {
            "JWT": claiming({"typ": "JWT"}), "upper case": claiming({"typ": "AT+JWT"}),
            "the long form": claiming({"typ": "application/at+jwt"}), "empty": claiming({"typ": ""}),
            "null": claiming({"typ": None}),
        }, "typ"),
        rule("form", "The token must be three parts of canonical base64url, with JSON without duplicate members.", {
            "two parts": forged(lambda token: token.rsplit(".", 1)[0]),
            "four parts": forged(lambda token: token + ".e30"), "padding": forged(lambda token: token + "="),
            "one more letter": forged(lambda token: token + "A"), "a word": forged(lambda token: "token"),
            "a repeated member": forged(lambda token: with_raw_header(
                token, decode(token.split(".")[0])[:-1] + b',"alg":"none"}')),
        }),
        rule("claims", "`iss`, `aud`, `sub`, `sid`, `jti`, `gen`, `iat`, `exp` and `auth_time` must be present and of "
             "their types; `nbf` may be absent.", {
            **each("iss", ..., "", 1, None), **each("aud", ..., "", 1, ["couple"], None),
            **each("sub", ..., "", 1, None), **each("sid", ..., "", 1, None), **each("jti", ..., "", 1, None),
            **each("gen", ..., "0", -1, 1.5, True, None, 2**63), **each("iat", ..., "1", 1.5, True, None, 2**63, -1),
            **each("exp", ..., "1", 1.5, True, None, 2**63, -1), **each("auth_time", ..., "1", 1.5, True, None, -1),
            **each("nbf", "1", True, 1.5),
        }, doors=(ME,)),
        rule("issuer", "`iss` must be the server's URL, byte for byte.", {
            repr(text): claiming(iss=text) for text in ("https://example.com", "http://localhost", "HTTP://127.0.0.1")
        } | {"a trailing slash": lambda token, world: world.access_token({"iss": world.server.url + "/"})},
            "iss names another server", doors=(ME,)),
        rule("app", "`aud` must be an app of the server.", {
            repr(text): claiming(aud=text) for text in ("nobody", "COUPLE", "couple ", "couple\u0000")
        }, "is for an app that this server does not have", doors=(ME,)),
        rule("expired", "`exp` must not have passed; there is no tolerance.", {
            "now": timed("exp", 0), "a second ago": timed("exp", -1), "1970": claiming(exp=0),
        }, "exp has passed"),
        rule("not-yet", "`nbf`, if present, must not be in the future; there is no tolerance.", {
            "in 30 seconds": timed("nbf", 30)}, "nbf is in the future"),
        rule("from-the-future", "`iat` must not be in the future, with a tolerance of one minute.", {
            "in 65 seconds": timed("iat", 65)}, "iat is in the future"),
        rule("other-session", "`sub` and `aud` must be the account and the app of the session in `sid`.", {
            "another account": lambda token, world: world.access_token({"sub": world.api.sign_in()["user"]["uid"]}),
            "no account": claiming(sub="0" * 26), "another app": claiming(aud="prysm", client_id="prysm"),
        }, "does not match its session"),
        rule("other-app", "`Sesame-App`, if present, must name the app in `aud`.", {
            "a valid token": forged(lambda token: token)}, "aud names another app",
            doors=tuple(Bearer(door.method, door.path, app="prysm") for door in DOORS)),
        rule("no-session", "`sid` must be the id of a session that exists.", {
            "an unknown session": claiming(sid="0" * 26), "an SQL injection": claiming(sid="x' OR '1'='1"),
        }, code="session_ended"),
        rule("session-ended", "The session must not have ended.", {
            "signed out": ended(signed_out), "signed out by refresh token": ended(signed_out_by_refresh_token),
            "ended by another session": ended(ended_from_elsewhere),
            "ended with all other sessions": ended(ended_with_all_others),
            "a later token of the session": ended(refreshed_and_signed_out),
        }, code="session_ended"),
        rule("session-revoked", "The session must not have been revoked because of a reused refresh token.", {
            "reused": ended(reused)}, code="session_revoked"),
        rule("account-deleted", "The account must not have been deleted.", {
            "deleted": ended(deleted), "deleted in another session": ended(deleted_from_elsewhere),
        }, code="user_deleted"),
        rule("aged", "An access token expires after 15 minutes.", {"901 seconds": forged(lambda token: token)},
             "exp has passed", after=901),
        Rule("access-token.place", "The token must be in a single `Authorization` field, after `Bearer` and one space.",
             401, "not_authenticated", DOORS, {
                 str(fields): fields for fields in (
                     {}, {"Authorization": ""}, {"Authorization": "Bearer"}, {"Authorization": "Bearer "},
                     {"Authorization": "{token}"}, {"Authorization": "Basic {token}"},
                     {"Authorization": "DPoP {token}"}, {"Authorization": "Secret {token}"},
                     {"Authorization": "Bearer: {token}"},
                     {"Authorization": "Bearer\t{token}"}, {"X-Access-Token": "{token}"},
                     {"X-Authorization": "Bearer {token}"}, {"Cookie": "accessToken={token}"},
                     {"Cookie": "Authorization=Bearer {token}"}, {"Proxy-Authorization": "Bearer {token}"})}),
        Rule("access-token.one", "`Authorization` must have only one token, without quotation marks.", 401,
             "not_authenticated", DOORS, {
            str(fields): fields for fields in (
                {"Authorization": "Bearer {token},Bearer {token}"}, {"Authorization": 'Bearer "{token}"'})}),
        Rule("access-token.letters", "The token must be printable ASCII without spaces.", 401,
             "not_authenticated", DOORS, {
            str(fields): fields for fields in (
                {"Authorization": "Bearer {token} x"}, {"Authorization": "Bearer  {token}"},
                {"Authorization": "Bearer {token}é"})}, "malformed"),
        Rule("access-token.address", "A token in the URL must not be accepted.", 401, "not_authenticated", tuple(
            Bearer("GET", f"/v1/me?{name}=" + "{token}")
            for name in ("access_token", "accessToken", "token", "Authorization")), {"a valid token": {}}),
    ),
)
