"""Decryption of the server's encrypted values with its master key, as the design specifies."""

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from forge import decode

VERSION, NONCE_LENGTH = b"\x01", 12


def opened(server, label: str, sealed: bytes, *place: str) -> bytes:
    """Decrypts bytes that were encrypted with the label's key and bound to the place with these parts."""
    master = decode((server.folder / "data.key").read_text().strip())
    key = HKDF(SHA256(), 32, salt=None, info=label.encode()).derive(master)
    associated = VERSION + b"".join(len(part).to_bytes(4, "big") + part for part in (text.encode() for text in place))
    version, nonce, box = sealed[:1], sealed[1:1 + NONCE_LENGTH], sealed[1 + NONCE_LENGTH:]
    assert version == VERSION
    return AESGCM(key).decrypt(nonce, box, associated)
