"""Searches a server's log and data folder for secrets and personal data. Every stopped server is searched."""

import json
import re
from pathlib import Path

from forge import decode

# The prefixes of tokens and tickets.
TOKEN_PREFIXES = (b"Bearer ey", b"rt_", b"tk_", b"eyJ")


def found(server) -> list[str]:
    """Describes each leak without quoting the secret, so that the report can be shared."""
    return [*in_log(server), *in_database(server), *in_data_folder(server)]


def in_log(server):
    log = server.log_file.read_bytes()
    if leaked := server.secrets.found_in(log):
        yield f"{len(leaked)} secret or personal values in the log"
    for prefix in TOKEN_PREFIXES:
        if prefix in log:
            yield f"'{prefix.decode()}…' in the log"
    for number, line in enumerate(log.split(b"\n")[:-1], 1):
        if not (is_entry(line) or server.log_was_cut):
            yield f"line {number} of the log is not one JSON object in ASCII with level and message"


def is_entry(line: bytes) -> bool:
    if not line.isascii() or any(byte < 0x20 for byte in line):
        return False
    try:
        return {"level", "message"} <= set(json.loads(line))
    except (ValueError, TypeError):
        return False


def in_database(server):
    files = [path for path in server.data.rglob("sesame.db*") if path.is_file()]
    # Empty pages contain nothing and slow the search down.
    content = re.sub(rb"\0{64,}", b"\0", b"".join(path.read_bytes() for path in files))
    for secret in server.secrets.secrets:
        if server.secrets.telling_part(secret).encode() in content:
            member = server.secrets.members.get(secret, "test's own")
            yield f"a token, nonce or ticket in the database: the {member} of {len(secret)} characters"
        raw = opaque_bytes(secret)
        if raw is not None and raw[-32:] in content:
            yield "the bytes of a nonce, ticket or refresh token in the database"


def opaque_bytes(secret: str) -> bytes | None:
    """Returns the bytes of a nonce, ticket or refresh token; None for anything else."""
    text = secret[3:] if secret.startswith(("rt_", "tk_")) else secret
    try:
        raw = decode(text)
    except ValueError:
        return None
    # A forged token may end in zeros, which also fill pages of the database.
    return raw if "." not in text and len(raw) >= 32 and len(set(raw[-32:])) > 8 else None


def in_data_folder(server):
    key = (server.folder / "data.key").read_text().strip()
    for path in filter(Path.is_file, server.data.rglob("*")):
        content = path.read_bytes()
        if key.encode() in content or decode(key) in content:
            yield f"the master key in {path.relative_to(server.data)}"
