"""Tests of `sesame login`, `whoami` and `logout`: the SDK on the command line, with a browser for the sign-in."""

import json
import os
import re
import subprocess

import pytest

from browser import Browser
from patience import PATIENCE, wait_until
from sesame import ENVIRONMENT, PROGRAM


@pytest.fixture
def terminal(tmp_path):
    return Terminal(tmp_path)


class Terminal:
    """A user's terminal with its own home folder."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            **ENVIRONMENT, "XDG_STATE_HOME": str(folder / "state"), "XDG_CONFIG_HOME": str(folder / "config")}

    def begin(self, server, *arguments) -> subprocess.Popen:
        return subprocess.Popen(
            [PROGRAM, *arguments, "--server", server.url], env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=open(self.folder / "stderr", "w"))

    def run(self, server, *arguments) -> tuple[int, str]:
        process = self.begin(server, *arguments)
        said, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, said + (self.folder / "stderr").read_text()

    def login(self, server, provider: str, browser: Browser) -> tuple[int, str]:
        process = self.begin(server, "login", "--provider", provider)
        address = wait_until(lambda: self.address(), "the address to open")
        left = browser.go(address)
        assert left.startswith("http://127.0.0.1:"), left
        assert "You can close this window" in browser.step(left).text
        said, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, said

    def address(self) -> str | None:
        found = re.search(r"http\S+/authorize\?\S+", (self.folder / "stderr").read_text())
        return found and found[0]


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_user_signs_in_and_out_from_a_terminal(start, terminal, provider):
    server = start()
    server.providers.control("POST", "auto-approve", {"user": 1})
    code, said = terminal.login(server, provider, Browser(server))
    assert (code, said) == (0, "signed in as Test User 1\n")

    code, said = terminal.run(server, "whoami")
    assert code == 0 and f"providers: {provider}" in said
    uid = re.search(r"uid: (\S+)", said)[1]
    [session] = server.query("SELECT ended_at FROM sessions WHERE account = ?", uid)
    assert session == (None,)

    assert terminal.run(server, "logout") == (0, "signed out\n")
    [session] = server.query("SELECT end_reason FROM sessions WHERE account = ?", uid)
    assert session == ("signed_out",)
    code, said = terminal.run(server, "whoami")
    assert code == 1 and "sesame login" in said


def test_whoami_verbose_prints_sdk_events_without_the_uid(start, terminal):
    server = start()
    server.providers.control("POST", "auto-approve", {"user": 1})
    terminal.login(server, "google", Browser(server))
    code, said = terminal.run(server, "whoami", "--verbose")
    assert code == 0
    [event] = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert event["message"] == "session_restored"
    [(uid,)] = server.query("SELECT id FROM accounts")
    assert uid not in json.dumps(event)


def test_whoami_does_not_refresh_the_session_early(start, terminal):
    server = start()
    server.providers.control("POST", "auto-approve", {"user": 1})
    terminal.login(server, "google", Browser(server))
    [before] = server.query("SELECT generation FROM sessions")
    server.providers.advance_clock(60)
    assert terminal.run(server, "whoami")[0] == 0
    assert [before] == server.query("SELECT generation FROM sessions"), "nothing is refreshed before its time"


def test_user_who_cancels_is_not_signed_in(start, terminal):
    server = start()
    server.providers.control("POST", "auto-approve", {"deny": True})
    process = terminal.begin(server, "login", "--provider", "google")
    address = wait_until(lambda: terminal.address(), "the address to open")
    browser = Browser(server)
    left = browser.go(address)
    assert left.startswith("http://127.0.0.1:") and "error=access_denied" in left
    assert browser.step(left).status_code == 200
    process.wait(PATIENCE)
    assert process.returncode != 0
    assert server.query("SELECT count(*) FROM sessions") == [(0,)]


def test_tokens_are_not_in_the_files_and_only_the_owner_can_read_them(start, terminal):
    server = start()
    server.providers.control("POST", "auto-approve", {"user": 1})
    terminal.login(server, "google", Browser(server))
    files = [path for path in terminal.folder.rglob("*") if path.is_file() and path.name != "stderr"]
    assert files
    for path in files:
        assert oct(os.stat(path).st_mode & 0o077) == "0o0", path
        assert b"rt_" not in path.read_bytes() and b"eyJ" not in path.read_bytes()


def test_missing_server_and_unknown_app_are_reported_before_a_browser_opens(start, terminal):
    server = start()
    code, said = terminal.run(server, "login", "--app", "nope")
    assert code == 1 and "--app" in said and "go to this address" not in said, said
    server.stop()
    code, said = terminal.run(server, "login")
    assert code == 1 and f"no server responds at {server.url}" in said and "go to this address" not in said, said
