"""The server's own signing key, opened with its master key: for tokens that only a defect of ours would make."""

from cryptography.hazmat.primitives.asymmetric import ec

from sealed import opened


def signing_key(server) -> tuple[str, ec.EllipticCurvePrivateKey]:
    """The id and the private half of the key that signs now."""
    [(id, sealed)] = server.query("SELECT id, sealed FROM signing_keys ORDER BY signs_from LIMIT 1")
    raw = opened(server, "sesame sealing 1", sealed, id)
    return id, ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
