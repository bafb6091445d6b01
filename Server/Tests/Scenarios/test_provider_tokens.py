"""Provider tokens whose form, header, key or signature is refused, with and without a server's nonce."""

import json

import pytest

from client import ok, refused
from forge import (claims, decode, ec_jwk, ec_key, encode, es256, hs256, nothing, parts, ps256, rs256, rsa_jwk,
                   rsa_key, signed, with_raw_header, with_signature)
from listener import Listener
from providers import new_subject

RSA, EC = rsa_key(), ec_key()


@pytest.fixture
def attempt(server):
    """A sign-in with what a function makes of a good token; checks that a refusal leaves no row and no trouble."""

    def attempt(forged, saying="", code="invalid_token"):
        good = server.api.credential(sub=new_subject())
        body = {"idToken": forged(good["idToken"]), "nonce": good["nonce"]}
        before = server.rows()
        refused(server.api.post("/v1/sign-in/google", body, app="couple"), 401, code, saying)
        contract = server.api.contract(token=body["idToken"], app="couple")
        assert (contract.status_code, list(contract.json())) == (401, ["message"])
        assert server.rows() == before
        server.api.sign_in()

    return attempt


def resigned(header: dict, sign, keep_kid: bool = True):
    """The same claims under another header and signature."""

    def forged(token):
        original, payload, _ = parts(token)
        kid = {"kid": original["kid"]} if keep_kid else {}
        return signed({**kid, **header}, payload, sign)

    return forged


ALGORITHMS = [
    ("none", nothing), ("None", nothing), ("NONE", nothing), ("nOnE", nothing), ("", nothing), ("RS512", rs256(RSA)),
    ("PS256", ps256(RSA)), ("ES256", es256(EC)), ("ES256K", es256(EC)), ("EdDSA", es256(EC)),
    ("rs256", rs256(RSA)), ("RS256 ", rs256(RSA)), ("HS256", hs256(b"")), ("HS384", hs256(b"secret")),
]


@pytest.mark.parametrize("algorithm, sign", ALGORITHMS, ids=[name for name, _ in ALGORITHMS])
def test_another_algorithm_is_refused(attempt, algorithm, sign):
    attempt(resigned({"alg": algorithm}, sign), "RS256")


@pytest.mark.parametrize("algorithm", [None, 1, ["RS256"], {"alg": "RS256"}, True])
def test_an_algorithm_that_is_no_string_is_refused(attempt, algorithm):
    attempt(resigned({"alg": algorithm}, rs256(RSA)), "alg")


def test_the_public_key_is_no_shared_secret(server, attempt):
    keys = server.providers.get(server.providers.KEYS_PATH["google"]).content
    for secret in (keys, decode(json.loads(keys)["keys"][0]["n"])):
        attempt(resigned({"alg": "HS256"}, hs256(secret)), "RS256")


SIGNATURES = {
    "nothing": b"", "a byte": b"\0", "zeros": bytes(256), "ones": b"\xff" * 256, "short": b"\1" * 255,
    "long": b"\1" * 257,
}


@pytest.mark.parametrize("signature", SIGNATURES.values(), ids=SIGNATURES)
def test_another_signature_is_refused(attempt, signature):
    attempt(lambda token: with_signature(token, signature), "signature does not verify")


def test_a_strangers_key_under_a_known_id_is_refused(attempt):
    attempt(resigned({"alg": "RS256"}, rs256(RSA)), "signature does not verify")


def test_claims_of_one_token_do_not_go_with_the_signature_of_another(attempt):
    def forged(token):
        header, payload, signature = token.split(".")
        return f"{header}.{encode(json.dumps({**claims(token), 'sub': '1'}).encode())}.{signature}"

    attempt(forged, "signature does not verify")


# Headers

def with_header(**members):
    def forged(token):
        header = {name: value for name, value in {**parts(token)[0], **members}.items() if value is not ...}
        return with_raw_header(token, json.dumps(header).encode())

    return forged


HEADERS = [
    ({"crit": ["exp"]}, "crit"), ({"crit": []}, "crit"), ({"b64": False}, "b64"), ({"b64": True}, "b64"),
    ({"zip": "DEF"}, "zip"), ({"enc": "A256GCM"}, "enc"), ({"cty": "JWT"}, "nested"), ({"cty": "jwt"}, "nested"),
    ({"jwk": rsa_jwk(RSA)}, "jwk"), ({"x5c": ["MIIB"]}, "x5c"), ({"x5u": "https://example.com"}, "x5u"),
    ({"typ": "at+jwt"}, "typ"), ({"typ": "secevent+jwt"}, "typ"), ({"typ": "dpop+jwt"}, "typ"), ({"typ": 1}, "typ"),
    ({"kid": ...}, "kid"), ({"kid": None}, "kid"), ({"kid": 1}, "kid"), ({"kid": ["a"]}, "kid"),
    ({"kid": "k" * 129}, "kid"), ({"x": "y" * 2100}, "header"),
]


@pytest.mark.parametrize("members, saying", HEADERS, ids=lambda value: str(value)[:40])
def test_a_header_that_would_change_the_verification_is_refused(attempt, members, saying):
    attempt(with_header(**members), saying)


@pytest.mark.parametrize("members", [{"typ": "JWT"}, {"typ": "jwt"}, {"typ": None}, {"x-other": 1}])
def test_a_header_within_the_rules_is_accepted(server, members):
    ok(server.api.try_sign_in(sub=new_subject(), header=members))


@pytest.mark.parametrize("kid", [
    "../../../../etc/passwd", "/dev/null", "' OR '1'='1", "x'; DROP TABLE sessions; --", "a\u0000b", "$(id)", "`id`",
    "k" * 128, "", "%00", "\r\nSet-Cookie: a=b", "\u2028", "é",
])
def test_a_key_id_is_a_name_to_look_up_and_nothing_else(attempt, kid):
    attempt(with_header(kid=kid), "no key")


def test_a_key_source_in_the_header_is_never_asked(server, attempt):
    with Listener() as listener:
        for name in ("jku", "x5u"):
            header = {"alg": "RS256", name: listener.url}
            attempt(resigned(header, rs256(RSA)), name)
            attempt(lambda token: server.providers.mint("google", "couple", header={name: listener.url}), name)
        assert listener.hits == 0


def test_a_key_in_the_header_is_not_used(attempt):
    attempt(resigned({"alg": "RS256", "jwk": rsa_jwk(RSA, kid="own"), "kid": "own"}, rs256(RSA)), "jwk")
    attempt(resigned({"alg": "ES256", "jwk": ec_jwk(EC, kid="own"), "kid": "own"}, es256(EC)), "jwk")


def raw_header(change):
    return lambda token: with_raw_header(token, change(decode(token.split(".")[0])))


RAW_HEADERS = {
    "a byte order mark": lambda header: b"\xef\xbb\xbf" + header,
    "a repeated member": lambda header: header[:-1] + b',"alg":"none"}',
    "a member repeated by an escape": lambda header: header[:-1] + b',"\\u0061lg":"none"}',
    "a trailing comma": lambda header: header[:-1] + b",}",
    "something behind it": lambda header: header + b"{}",
    "an array": lambda header: b"[" + header + b"]",
    "a string": lambda header: b'"RS256"',
    "nothing": lambda header: b"",
    "bytes that are no UTF-8": lambda header: header[:-1] + b',"x":"\xff"}',
    "a comment": lambda header: header + b"//",
    "great depth": lambda header: header[:-1] + b',"x":' + b"[" * 40 + b"]" * 40 + b"}",
    "a lone surrogate": lambda header: header[:-1] + b',"x":"\\ud800"}',
}


@pytest.mark.parametrize("change", RAW_HEADERS.values(), ids=RAW_HEADERS)
def test_a_header_that_is_not_strict_json_is_refused(attempt, change):
    attempt(raw_header(change), "strict JSON")


# The compact form

def with_parts(change):
    return lambda token: change(*token.split("."))


FORMS = {
    "two parts": with_parts(lambda h, p, s: f"{h}.{p}"), "four parts": with_parts(lambda h, p, s: f"{h}.{p}.{s}.{s}"),
    "five parts": with_parts(lambda h, p, s: f"{h}.{p}.{s}.{h}.{p}"), "one part": with_parts(lambda h, p, s: h + p + s),
    "a dot in front": lambda token: "." + token, "a dot behind": lambda token: token + ".",
    "an empty part": with_parts(lambda h, p, s: f"{h}..{s}"), "dots": lambda token: "..",
    "padding": lambda token: token + "==", "padding within": with_parts(lambda h, p, s: f"{h}=.{p}.{s}"),
    "a space in front": lambda token: " " + token, "a space behind": lambda token: token + " ",
    "a line's end": lambda token: token + "\n", "a line's end within": lambda token: token.replace(".", ".\n", 1),
    "a NUL": lambda token: token + "\0", "the other alphabet": with_parts(lambda h, p, s: f"{h}.{p}.{'+/' * 171}"),
    "letters that are no ASCII": lambda token: token.replace("e", "е", 1),
    "20 KiB": with_parts(lambda h, p, s: f"{h}.{'A' * 20_480}.{s}"), "Bearer in front": lambda token: "Bearer " + token,
    "JSON serialization": with_parts(
        lambda h, p, s: json.dumps({"protected": h, "payload": p, "signature": s})),
    "nothing of a token": lambda token: "token",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_only_the_strict_compact_form_is_read(attempt, form):
    attempt(form)


def test_another_spelling_of_the_same_signature_is_refused(attempt):
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    def respelt(token):
        other = token[:-1] + alphabet[alphabet.index(token[-1]) ^ 1]
        assert other != token and decode(other.split(".")[2]) == decode(token.split(".")[2])
        return other

    attempt(respelt, "canonical")


# One provider's token at the other's door

@pytest.mark.parametrize("maker, door", [("google", "apple"), ("apple", "google")])
def test_a_token_of_the_other_provider_is_refused(server, maker, door):
    for claims_ in ({}, {"iss": {"google": "https://accounts.google.com", "apple": "https://appleid.apple.com"}[door]}):
        body = server.api.credential(maker, sub=new_subject(maker), claims=claims_)
        before = server.rows()
        refused(server.api.post(f"/v1/sign-in/{door}", body, app="couple"), 401, "invalid_token", "no key")
        answer = server.api.contract(door, token=server.providers.mint(maker, "castmate", claims=claims_))
        assert answer.status_code == 401
        assert server.rows() == before
