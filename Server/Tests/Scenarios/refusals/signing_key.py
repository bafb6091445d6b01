"""The server's own signing key, opened with its master key: for tokens that only a defect of ours would make."""

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from forge import decode

NONCE_LENGTH = 12


def signing_key(server) -> tuple[str, ec.EllipticCurvePrivateKey]:
    """The id and the private half of the key that signs now."""
    master = decode((server.folder / "data.key").read_text().strip())
    sealing = HKDF(SHA256(), 32, salt=None, info=b"sesame sealing 1").derive(master)
    [(id, sealed)] = server.query("SELECT id, sealed FROM signing_keys ORDER BY signs_from LIMIT 1")
    raw = AESGCM(sealing).decrypt(sealed[:NONCE_LENGTH], sealed[NONCE_LENGTH:], id.encode())
    return id, ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
