"""The server's signing key, decrypted with its master key, for tokens that only a defect of the server would create."""

from cryptography.hazmat.primitives.asymmetric import ec

from sealed import opened


def signing_key(server) -> tuple[str, ec.EllipticCurvePrivateKey]:
    """Returns the id and the private key of the current signing key."""
    [(id, sealed)] = server.query("SELECT id, sealed FROM signing_keys ORDER BY signs_from LIMIT 1")
    raw = opened(server, "sesame sealing 1", sealed, id)
    return id, ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
