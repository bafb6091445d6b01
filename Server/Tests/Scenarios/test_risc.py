"""Tests of `sesame risc`: it registers for Google's notifications and verifies their delivery."""

import json

import pytest

from patience import wait_until
from sesame import run


@pytest.fixture
def risc(start, tmp_path):
    server = start()
    account = tmp_path / "account.json"
    account.write_text(json.dumps(server.providers.service_account("couple")))

    def call(command: str, *arguments, exits=0, account=account):
        result = run("risc", command, "--service-account", str(account),
                     "--development-providers", server.providers.url, *arguments)
        assert result.returncode == exits, result.stdout + result.stderr
        return result.stdout + result.stderr

    call.server = server
    call.folder = tmp_path
    return call


def test_stream_can_be_registered_shown_verified_and_disabled(risc):
    server = risc.server
    assert "there is no stream" in risc("status", exits=1)
    assert f"{server.url}/notifications/google" in risc("register", "--url", server.url)
    assert risc("status").startswith(f"enabled, to {server.url}/notifications/google")
    assert "state are-you-there" in risc("verify", "--state", "are-you-there")
    wait_until(lambda: [line for line in server.log_lines()
                        if line["message"] == "notification" and line.get("state") == "are-you-there"],
               what="the notification")
    risc("remove")
    assert risc("status", exits=1).startswith("disabled")
    risc("register", "--url", server.url)
    assert risc("status").startswith("enabled")


def test_verify_without_a_stream_fails(risc):
    assert "404" in risc("verify", exits=1)


def test_invalid_service_account_is_reported(risc):
    other = risc.folder / "other.json"
    other.write_text("{}")
    assert "is not a service account's key" in risc("status", exits=1, account=other)
    account = risc.server.providers.service_account("couple")
    other.write_text(json.dumps({**account, "private_key_id": "0" * 40}))
    assert "does not accept the service account" in risc("status", exits=1, account=other)


def test_register_rejects_a_plain_http_url(tmp_path):
    account = tmp_path / "account.json"
    account.write_text("{}")
    result = run("risc", "register", "--service-account", str(account), "--url", "http://sign-in.example.com")
    assert result.returncode == 64 and "is not an https address" in result.stderr
