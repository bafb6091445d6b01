"""Forged tokens, which no genuine issuer creates."""

import base64
import hashlib
import hmac
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def parts(token: str) -> tuple[dict, dict, bytes]:
    header, payload, signature = token.split(".")
    return json.loads(decode(header)), json.loads(decode(payload)), decode(signature)


def claims(token: str) -> dict:
    return parts(token)[1]


def with_raw_header(token: str, header: bytes) -> str:
    return ".".join([encode(header), *token.split(".")[1:]])


def with_signature(token: str, signature: bytes) -> str:
    return ".".join([*token.split(".")[:2], encode(signature)])


def signed(header: dict | bytes, payload: dict | bytes, sign) -> str:
    def part(value):
        return encode(value if isinstance(value, bytes) else json.dumps(value, separators=(",", ":")).encode())

    signing_input = f"{part(header)}.{part(payload)}"
    return f"{signing_input}.{encode(sign(signing_input.encode()))}"


def hs256(secret: bytes):
    return lambda data: hmac.new(secret, data, hashlib.sha256).digest()


def rs256(key: rsa.RSAPrivateKey):
    return lambda data: key.sign(data, padding.PKCS1v15(), hashes.SHA256())


def ps256(key: rsa.RSAPrivateKey):
    return lambda data: key.sign(data, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())


def es256(key: ec.EllipticCurvePrivateKey):
    return lambda data: raw_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))


def raw_signature(der: bytes) -> bytes:
    r, s = utils.decode_dss_signature(der)
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def der_signature(raw: bytes) -> bytes:
    return utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))


def nothing(_: bytes) -> bytes:
    return b""


def rsa_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


def ec_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def rsa_jwk(key: rsa.RSAPrivateKey, **members) -> dict:
    numbers = key.public_key().public_numbers()
    return {"kty": "RSA", "n": encode(numbers.n.to_bytes(256, "big")), "e": "AQAB", **members}


def ec_jwk(key: ec.EllipticCurvePrivateKey, **members) -> dict:
    numbers = key.public_key().public_numbers()
    return {"kty": "EC", "crv": "P-256", "x": encode(numbers.x.to_bytes(32, "big")),
            "y": encode(numbers.y.to_bytes(32, "big")), **members}
