"""Tests of `sesame token verify` and `inspect`, with published examples and with tokens that a valid key signed
wrongly."""

import json
import re
import time

import pytest

from forge import (der_signature, decode, ec_jwk, ec_key, encode, es256, nothing, ps256, rs256, rsa_jwk, rsa_key,
                   signed)
from sesame import run

# The examples of RFC 7515, appendices A.2 and A.3, with the public parts of their keys.
PAYLOAD = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
RFC_RSA = {"kty": "RSA", "e": "AQAB", "n": (
    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-"
    "pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2Ca"
    "pHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54"
    "h4FRWyuXpoQ")}
RFC_EC = {"kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
          "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}
A2 = (f"eyJhbGciOiJSUzI1NiJ9.{PAYLOAD}."
      "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7"
      "t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi1"
      "2jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypG"
      "lUPQGe77Rw")
A3 = (f"eyJhbGciOiJFUzI1NiJ9.{PAYLOAD}."
      "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
RSA, EC = rsa_key(), ec_key()


@pytest.fixture
def verify(tmp_path):
    def verify(token, keys, *options, stdin=None):
        file = tmp_path / "keys.json"
        file.write_text(keys if isinstance(keys, str) else json.dumps(keys))
        arguments = [] if token is None else [token]
        return run("token", "verify", "--jwks", str(file), *options, *arguments, stdin=stdin)

    return verify


def accepted(result):
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def refused(result, *reasons):
    assert result.returncode == 1 and result.stdout == ""
    assert any(f"({reason})" in result.stderr for reason in reasons), result.stderr


KEY_SETS = [{"keys": [RFC_RSA, RFC_EC]}, {"keys": [RFC_EC, RFC_RSA]}]


@pytest.mark.parametrize("token, keys", [(token, keys) for token, key in ((A2, RFC_RSA), (A3, RFC_EC))
                                         for keys in (key, {"keys": [key]}, *KEY_SETS)])
def test_the_examples_of_rfc_7515_are_accepted(verify, token, keys):
    assert accepted(verify(token, keys, "--signature-only")).encode() == decode(PAYLOAD)


@pytest.mark.parametrize("token", [A2, A3])
def test_examples_of_rfc_7515_have_expired(verify, token):
    refused(verify(token, KEY_SETS[0]), "expired")


@pytest.mark.parametrize("token, algorithms", [(A2, "ES256"), (A3, "RS256")])
def test_algorithm_not_allowed_is_rejected(verify, token, algorithms):
    refused(verify(token, KEY_SETS[0], "--signature-only", "--algorithms", algorithms), "algorithm")


@pytest.mark.parametrize("stdin", [A2, A2 + "\n", A2 + "\r\n"])
def test_token_can_be_read_from_standard_input(verify, stdin):
    assert accepted(verify(None, RFC_RSA, "--signature-only", stdin=stdin)).encode() == decode(PAYLOAD)


@pytest.mark.parametrize("token, keys, reason", [
    (A2[:-1], RFC_RSA, "malformed"), (A2[:-4] + "AAAA", RFC_RSA, "signature"), (A2, RFC_EC, "unknown_key"),
    (A3, RFC_RSA, "unknown_key"), (A3, ec_jwk(EC), "signature"), (A2, {"keys": []}, "keys"), (A2, "[]", "keys"),
    (A2, '{"keys": [}', "keys"), (A2, {**RFC_RSA, "e": "Aw"}, "keys"), (A2, {**RFC_RSA, "e": "AQAC"}, "keys"),
    (A2, {**RFC_RSA, "use": "enc"}, "keys"), (A2, {**RFC_RSA, "alg": "PS256"}, "keys"), ("", RFC_RSA, "malformed"),
    (A2.replace(".", ".."), RFC_RSA, "malformed"), (A2 + "=", RFC_RSA, "malformed"), ("a.b.c", RFC_RSA, "malformed"),
    (f"eyJhbGciOiJub25lIn0.{PAYLOAD}.", RFC_RSA, "algorithm"),
])
def test_invalid_token_or_key_is_rejected_with_its_reason(verify, token, keys, reason):
    result = verify(token or None, keys, "--signature-only", stdin="" if not token else None)
    refused(result, reason, "unknown_key" if reason == "keys" else reason)


def with_header(**members):
    return signed({"alg": "RS256", **members}, {"sub": "1"}, rs256(RSA))


HEADERS = {
    "crit": with_header(crit=["exp"]), "b64": with_header(b64=False), "zip": with_header(zip="DEF"),
    "enc": with_header(enc="A256GCM"), "jku": with_header(jku="https://example.com"),
    "jwk": with_header(jwk=rsa_jwk(RSA)),
    "x5u": with_header(x5u="https://example.com"), "x5c": with_header(x5c=[]), "cty": with_header(cty="JWT"),
}


@pytest.mark.parametrize("token", HEADERS.values(), ids=HEADERS)
def test_header_that_would_change_the_verification_is_rejected(verify, token):
    refused(verify(token, rsa_jwk(RSA)), "unsupported_header")


SIGNATURES = {
    "DER": signed({"alg": "ES256"}, {}, lambda data: der_signature(es256(EC)(data))),
    "PSS": signed({"alg": "RS256"}, {}, ps256(RSA)), "nothing": signed({"alg": "ES256"}, {}, nothing),
    "zeros": signed({"alg": "ES256"}, {}, lambda data: bytes(64)),
}


@pytest.mark.parametrize("token", SIGNATURES.values(), ids=SIGNATURES)
def test_signature_in_another_format_is_rejected(verify, token):
    refused(verify(token, {"keys": [rsa_jwk(RSA), ec_jwk(EC)]}), "signature")


CLAIMS = {
    "a repeated member": b'{"sub":"a","sub":"b"}', "repeated by an escape": b'{"sub":"a","s\\u0075b":"b"}',
    "a byte order mark": b'\xef\xbb\xbf{"sub":"a"}', "a trailing comma": b'{"sub":"a",}', "no UTF-8": b'{"sub":"\xff"}',
    "an array": b'["a"]', "a string": b'"a"', "nothing": b"", "depth": b'{"a":' + b"[" * 40 + b"]" * 40 + b"}",
    "something behind it": b'{"sub":"a"} x', "NaN": b'{"exp":NaN}',
}


@pytest.mark.parametrize("payload", CLAIMS.values(), ids=CLAIMS)
def test_signed_claims_that_are_not_strict_json_are_rejected(verify, payload):
    token = signed({"alg": "ES256"}, payload, es256(EC))
    refused(verify(token, ec_jwk(EC)), "malformed")
    accepted(verify(token, ec_jwk(EC), "--signature-only"))


TIMES = {
    '{"exp": NOW+3600}': None, '{"exp": NOW-30}': None, '{"exp": NOW-90}': "expired", '{"exp": NOW-3600}': "expired",
    '{"exp": 0}': "expired", '{"exp": -1}': "claim", '{"exp": "9999999999"}': "claim", '{"exp": true}': "claim",
    '{"exp": 9999999999.5}': "claim", '{"exp": 9223372036854775808}': "claim", '{"exp": 1e10}': "claim",
    '{"exp": 9999999999.0}': "claim", '{"exp": null}': "claim", '{"nbf": NOW+3600}': "not_yet_valid",
    '{"nbf": NOW+90}': "not_yet_valid", '{"nbf": NOW+30}': None, '{"nbf": []}': "claim", "{}": None,
}


@pytest.mark.parametrize("payload, reason", TIMES.items(), ids=TIMES)
def test_times_must_be_whole_numbers_and_are_enforced(verify, payload, reason):
    payload = re.sub(r"NOW([+-]\d+)", lambda match: str(int(time.time()) + int(match[1])), payload)
    result = verify(signed({"alg": "ES256"}, payload.encode(), es256(EC)), ec_jwk(EC))
    if reason:
        refused(result, reason)
    else:
        assert json.loads(accepted(result)) == json.loads(payload)


def test_key_of_1024_bits_is_rejected(verify):
    from cryptography.hazmat.primitives.asymmetric import rsa

    small = rsa.generate_private_key(65537, 1024)
    numbers = small.public_key().public_numbers()
    key = {"kty": "RSA", "e": "AQAB", "n": encode(numbers.n.to_bytes(128, "big"))}
    refused(verify(signed({"alg": "RS256"}, {}, rs256(small)), key), "keys", "unknown_key")


def test_keys_of_a_running_server_verify_its_tokens(server, verify):
    keys = server.api.get("/.well-known/jwks.json").text
    session = server.api.sign_in_anonymously()
    assert json.loads(accepted(verify(session["accessToken"], keys)))["sub"] == session["user"]["uid"]


def test_inspect_shows_a_token_and_says_that_it_is_not_verified():
    token = signed({"alg": "ES256", "kid": "a"}, {"sub": "Test User 1"}, es256(EC))
    for result in (run("token", "inspect", token), run("token", "inspect", stdin=token + "\n")):
        header, claims = result.stdout.splitlines()
        assert json.loads(header) == {"alg": "ES256", "kid": "a"} and json.loads(claims) == {"sub": "Test User 1"}
        assert "not verified" in result.stderr and result.returncode == 0
    assert run("token", "inspect", "no token").returncode == 1


def test_invalid_command_use_prints_an_error():
    for arguments in (["token", "verify"], ["token", "verify", "--jwks", "/nowhere", "a"], ["frobnicate"],
                      ["token", "verify", "--jwks", "/dev/null", "--algorithms", "none", "a"]):
        result = run(*arguments)
        assert result.returncode != 0 and result.stderr.strip() and result.stdout == ""
