"""Runs last: nothing secret or personal of the whole run stands where it must not."""

import json
import re

import pytest

from forge import decode
from providers import new_subject


@pytest.fixture(params=["server", "shifted_server"])
def used(request):
    """A server after all scenarios; also after these, so that the test says something when it runs alone."""
    server = request.getfixturevalue(request.param)
    server.api.register()
    server.api.sign_in("apple")
    server.api.try_sign_in(sub=new_subject(), signature="broken")
    server.api.refresh(server.api.sign_in_anonymously()["refreshToken"])
    server.api.me("an-access-token-that-is-none")
    server.secrets.secrets.add("an-access-token-that-is-none")
    return server


def test_the_log_holds_no_token_nonce_ticket_address_or_name(used):
    log = used.log_file.read_bytes()
    assert len(log) > 100
    assert used.secrets.found_in(log) == []
    for word in (b"Bearer ey", b"rt_", b"tk_", b"eyJ"):
        assert word not in log


def test_every_line_of_the_log_is_one_json_object_in_ascii(used):
    for line in used.log_file.read_bytes().split(b"\n")[:-1]:
        assert line.isascii() and not any(byte < 0x20 for byte in line)
        entry = json.loads(line)
        assert {"level", "message"} <= set(entry)


def test_the_database_holds_no_token_nonce_or_ticket(used):
    files = [path for path in used.data.iterdir() if path.name.startswith("sesame.db")]
    # Empty pages say nothing and take long to look through.
    content = re.sub(rb"\0{64,}", b"\0", b"".join(path.read_bytes() for path in files))
    for secret in used.secrets.secrets:
        assert used.secrets.telling_part(secret).encode() not in content
        raw = opaque(secret)
        assert raw is None or raw[-32:] not in content


def opaque(secret: str) -> bytes | None:
    """The bytes of a nonce, a ticket or a refresh token; None for everything else."""
    text = secret[3:] if secret.startswith(("rt_", "tk_")) else secret
    try:
        raw = decode(text)
    except ValueError:
        return None
    return raw if "." not in text and len(raw) >= 32 and len(set(raw)) > 8 else None


def test_the_key_stands_in_no_file_of_the_data_folder(used):
    key = (used.folder / "data.key").read_text().strip()
    for path in used.data.iterdir():
        content = path.read_bytes()
        assert key.encode() not in content and decode(key) not in content
