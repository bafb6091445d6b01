"""Refusals of provider tokens with a wrong form, header, key or signature."""

import json

from forge import (claims, decode, ec_jwk, ec_key, encode, es256, hs256, nothing, parts, ps256, rs256, rsa_jwk,
                   rsa_key, signed, with_raw_header, with_signature)
from listener import Listener
from providers import new_subject

from .doors import Confirm, Contract, Draft, Link, SignIn
from .rule import Area, Rule

RSA, EC = rsa_key(), ec_key()
GOOGLE = (SignIn("google"), Contract("google"), Confirm("google"), Link("google"))
APPLE = (SignIn("apple"), Contract("apple"))
NOWHERE = Listener().start()
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def forged(change):
    """Makes a token from a valid one."""
    return Draft(forge=lambda token, world: change(token))


def resigned(header: dict, sign, keep_kid: bool = True):
    """Makes a token with the same claims and another header and signature."""

    def change(token):
        original, payload, _ = parts(token)
        kid = {"kid": original["kid"]} if keep_kid else {}
        return signed({**kid, **header}, payload, sign)

    return forged(change)


def with_parts(change):
    return forged(lambda token: change(*token.split(".")))


def raw_header(change):
    return forged(lambda token: with_raw_header(token, change(decode(token.split(".")[0]))))


def raw_claims(change):
    """Makes a token with changed claims and the old signature."""
    return with_parts(lambda h, p, s: f"{h}.{encode(change(decode(p)))}.{s}")


def published_key(world) -> bytes:
    return world.providers.get(world.providers.KEYS_PATH["google"]).content


def by_public_key(secret):
    """Signs with a public key as if it were a shared secret."""

    def forge(token, world):
        header, payload, _ = parts(token)
        return signed({**header, "alg": "HS256"}, payload, hs256(secret(published_key(world))))

    return Draft(forge=forge)


def respelt(token: str) -> str:
    """Returns another encoding of the same bytes: the last letter has unused bits."""
    other = token[:-1] + ALPHABET[ALPHABET.index(token[-1]) ^ 1]
    assert decode(other.split(".")[2]) == decode(token.split(".")[2])
    return other


def refused_header(*members: dict) -> dict[str, Draft]:
    """Returns tokens with these header members, signed by the provider itself."""
    return {json.dumps(member)[:60]: Draft(header=member) for member in members}


def of_apple(**claims) -> Draft:
    return Draft(forge=lambda token, world: world.providers.mint(
        "apple", sub=new_subject("apple"), clientID=parts(token)[1]["aud"],
        claims={"nonce": parts(token)[1].get("nonce"), **claims}))


def nobody_was_asked(reply, breach):
    assert NOWHERE.hits == 0, "the server requested a URL from a header"


NOT_JSON = {
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "a repeated member": lambda text: text[:-1] + b',"alg":"none","sub":"1"}',
    "a member repeated by an escape": lambda text: text[:-1] + b',"\\u0061lg":"none","\\u0073ub":"1"}',
    "a trailing comma": lambda text: text[:-1] + b",}",
    "trailing data": lambda text: text + b"{}",
    "an array": lambda text: b"[" + text + b"]",
    "a string": lambda text: b'"RS256"',
    "empty": lambda text: b"",
    "invalid UTF-8": lambda text: text[:-1] + b',"x":"\xff"}',
    "a comment": lambda text: text + b"//",
    "deep nesting": lambda text: text[:-1] + b',"x":' + b"[" * 40 + b"]" * 40 + b"}",
    "a lone surrogate": lambda text: text[:-1] + b',"x":"\\ud800"}',
    "UTF-16": lambda text: text.decode().encode("utf-16"),
}


def rule(name, says, breaches, saying="", **more) -> Rule:
    more.setdefault("doors", GOOGLE)
    return Rule(f"provider-token.{name}", says, 401, "invalid_token", breaches=breaches, saying=saying, **more)


AREA = Area(
    "Apple and Google tokens: format, header and signature",
    "The server must not trust any claim before it has verified the signature with one of the provider's published "
    "keys.",
    (
        rule("algorithm", "The algorithm must be RS256, as the provider's configuration says; the header cannot choose "
             "another.", {
            "none": resigned({"alg": "none"}, nothing), "None": resigned({"alg": "None"}, nothing),
            "NONE": resigned({"alg": "NONE"}, nothing), "nOnE": resigned({"alg": "nOnE"}, nothing),
            "an empty name": resigned({"alg": ""}, nothing), "RS512": resigned({"alg": "RS512"}, rs256(RSA)),
            "RS384": resigned({"alg": "RS384"}, rs256(RSA)), "PS256": resigned({"alg": "PS256"}, ps256(RSA)),
            "ES256": resigned({"alg": "ES256"}, es256(EC)), "ES256K": resigned({"alg": "ES256K"}, es256(EC)),
            "EdDSA": resigned({"alg": "EdDSA"}, es256(EC)), "lower case": resigned({"alg": "rs256"}, rs256(RSA)),
            "a trailing space": resigned({"alg": "RS256 "}, rs256(RSA)),
            "HS256": resigned({"alg": "HS256"}, hs256(b"")),
            "HS384": resigned({"alg": "HS384"}, hs256(b"secret")),
            "HS512": resigned({"alg": "HS512"}, hs256(b"secret")),
            "none with a valid signature": Draft(header={"alg": "none"}),
            "RS384 with a valid signature": Draft(header={"alg": "RS384"}),
        }, "RS256"),
        rule("algorithm-is-text", "The header must have `alg`, a string.", {
            str(value): resigned({"alg": value}, rs256(RSA)) for value in (None, 1, ["RS256"], {"alg": "RS256"}, True)
        } | {"missing": resigned({}, rs256(RSA))}, "alg"),
        rule("public-key", "The provider's public key must not be accepted as an HMAC secret.", {
            "the key set": by_public_key(lambda keys: keys),
            "a modulus": by_public_key(lambda keys: decode(json.loads(keys)["keys"][0]["n"])),
            "a key": by_public_key(lambda keys: json.dumps(json.loads(keys)["keys"][0]).encode()),
        }, "RS256"),
        rule("signature", "The signature must be the provider's, over exactly the bytes of the token.", {
            "empty": forged(lambda token: with_signature(token, b"")),
            "one byte": forged(lambda token: with_signature(token, b"\0")),
            "zeros": forged(lambda token: with_signature(token, bytes(256))),
            "the number 1": forged(lambda token: with_signature(token, bytes(255) + b"\1")),
            "all ones": forged(lambda token: with_signature(token, b"\xff" * 256)),
            "short": forged(lambda token: with_signature(token, parts(token)[2][:-1])),
            "long": forged(lambda token: with_signature(token, parts(token)[2] + b"\0")),
            "a leading zero": forged(lambda token: with_signature(token, b"\0" + parts(token)[2])),
            "doubled": forged(lambda token: with_signature(token, parts(token)[2] * 2)),
            "the last bit changed": Draft(order={"signature": "broken"}),
            "empty from the provider": Draft(order={"signature": "empty"}),
            "an unknown key": resigned({"alg": "RS256"}, rs256(RSA)),
            "another token's": forged(lambda token: with_signature(token, rs256(RSA)(b"another token"))),
            "an unknown key with PSS padding": resigned({"alg": "RS256"}, ps256(RSA)),
            "other claims": raw_claims(lambda text: json.dumps({**json.loads(text), "sub": "1"}).encode()),
            "another header": raw_header(lambda text: text[:-1] + b',"x":1}'),
        }, "signature is invalid"),
        rule("claims-come-after", "The server must not read the claims before it has verified the signature.", {
            name: raw_claims(change) for name, change in NOT_JSON.items()
        }, "signature is invalid"),
        rule("critical", "The header must not have `crit`, even if the provider signed it.",
             refused_header({"crit": ["exp"]}, {"crit": []}, {"crit": ["b64"], "b64": False}), "crit"),
        rule("unencoded", "The header must not have `b64`, which can turn off the encoding of the payload.",
             refused_header({"b64": False}, {"b64": True}), "b64"),
        rule("compressed", "The header must not have `zip`, which announces a compressed payload.",
             refused_header({"zip": "DEF"}), "zip"),
        rule("encrypted", "The header must not have `enc`, which announces an encrypted token.",
             refused_header({"enc": "A256GCM"}), "enc"),
        rule("nested", "`cty` must not be `JWT`, which announces a nested token.",
             refused_header({"cty": "JWT"}, {"cty": "jwt"}, {"cty": "application/jwt"}), "nested"),
        rule("own-key", "The header must not have `jwk`, a key.", {
            "jwk": Draft(header={"jwk": rsa_jwk(RSA)}),
            "jwk that verifies": resigned({"alg": "RS256", "jwk": rsa_jwk(RSA, kid="own"), "kid": "own"}, rs256(RSA)),
            "jwk of an elliptic curve": resigned({"alg": "ES256", "jwk": ec_jwk(EC, kid="own"), "kid": "own"},
                                                 es256(EC)),
            "jwk null": raw_header(lambda text: text[:-1] + b',"jwk":null}'),
        }, "jwk"),
        rule("own-certificate", "The header must not have `x5c`, a certificate.", refused_header(
            {"x5c": ["MIIB"]}, {"x5c": []}), "x5c"),
        rule("own-source", "The header must not have `jku` or `x5u`; the server must not request keys from their URLs.",
             {
            f"{name} {how}": draft for name in ("jku", "x5u") for how, draft in {
                "with its own key": resigned({"alg": "RS256", name: NOWHERE.url}, rs256(RSA)),
                "signed by the provider": Draft(header={name: NOWHERE.url}),
                "at the provider": Draft(header={name: "https://www.googleapis.com/oauth2/v3/certs"}),
            }.items()
        }, "header member", also=nobody_was_asked),
        rule("type", "`typ` must be `JWT` or absent, because the provider signs other kinds of tokens with the same "
             "keys.",
             refused_header({"typ": "at+jwt"}, {"typ": "secevent+jwt"}, {"typ": "dpop+jwt"}, {"typ": "logout+jwt"},
                            {"typ": "JWT "}, {"typ": "JOSE"}, {"typ": ""}), "typ"),
        rule("type-is-text", "`typ`, if present, must be a string.", refused_header(
            {"typ": 1}, {"typ": ["JWT"]}), "typ"),
        rule("key-id", "The header must have a `kid`.", {"missing": Draft(header={"kid": None})}, "header has no kid"),
        rule("key-id-is-text", "`kid` must be a string.", refused_header(
            {"kid": 1}, {"kid": ["a"]}, {"kid": {}}, {"kid": True}), "kid is not a string"),
        rule("key-id-length", "`kid` must have at most 128 bytes.", {
            "129 bytes": Draft(header={"kid": "k" * 129}), "65 two-byte letters": Draft(header={"kid": "é" * 65}),
        }, "kid is too long"),
        rule("known-key", "`kid` must be the id of one of the provider's keys. It must be used only for the look-up.", {
            repr(kid)[:40]: Draft(header={"kid": kid}) for kid in (
                "../../../../etc/passwd", "/dev/null", "' OR '1'='1", "x'; DROP TABLE sessions; --", "a\u0000b",
                "$(id)", "`id`", "k" * 128, "", "%00", "\r\nSet-Cookie: a=b", "\u2028", "é", "file:///dev/null")
        }, "no key"),
        rule("header-length", "The header must have at most 2 KiB.", refused_header({"x": "y" * 2100}),
             "header is too long"),
        rule("header-json", "The header must be a strict JSON object.", {
            name: raw_header(change) for name, change in NOT_JSON.items()}, "strict JSON"),
        rule("parts", "The token must have three parts, separated by dots.", {
            "two": with_parts(lambda h, p, s: f"{h}.{p}"), "four": with_parts(lambda h, p, s: f"{h}.{p}.{s}.{s}"),
            "five": with_parts(lambda h, p, s: f"{h}.{p}.{s}.{h}.{p}"),
            "one": with_parts(lambda h, p, s: h + p + s), "a leading dot": forged(lambda token: "." + token),
            "a trailing dot": forged(lambda token: token + "."),
            "a doubled dot": with_parts(lambda h, p, s: f"{h}..{p}.{s}"),
            "a word": forged(lambda token: "token"),
            "JSON": with_parts(lambda h, p, s: json.dumps({"protected": h, "payload": p, "signature": s})),
        }, "three parts"),
        rule("spelling", "The parts must be canonical base64url, without padding, white space or unused bits.", {
            "padding": forged(lambda token: token + "=="), "three more letters": forged(lambda token: token + "AAA"),
            "padding inside": with_parts(lambda h, p, s: f"{h}=.{p}.{s}"),
            "a leading space": forged(lambda token: " " + token), "a trailing space": forged(lambda token: token + " "),
            "a line break": forged(lambda token: token + "\n"),
            "a line break inside": forged(lambda token: token.replace(".", ".\n", 1)),
            "a NUL": forged(lambda token: token + "\0"), "the standard base64 alphabet": with_parts(
                lambda h, p, s: f"{h}.{p}.{'+/' * 171}"),
            "a non-ASCII letter": forged(lambda token: token.replace("e", "е", 1)),
            "a leading Bearer": forged(lambda token: "Bearer " + token), "unused bits": forged(respelt),
        }, "canonical base64url"),
        rule("empty-parts", "No part may be empty.", {
            "payload": with_parts(lambda h, p, s: f"{h}..{s}"), "header": with_parts(lambda h, p, s: f".{p}.{s}"),
            "all": forged(lambda token: ".."),
        }),
        rule("length", "The token must have at most 16 KiB.", {
            "20 KiB": with_parts(lambda h, p, s: f"{h}.{'A' * 20_480}.{s}")}, "token is too long"),
        rule("other-provider", "A token from Apple must not be accepted as one from Google, whatever its `iss` says.", {
            "Apple's": of_apple(), "Apple's with Google's issuer": of_apple(iss="https://accounts.google.com"),
        }, "no key"),
    ),
)
