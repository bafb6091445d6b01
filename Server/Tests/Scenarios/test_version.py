"""Tests that the version is visible to operators only."""

import re

import pytest

from client import ok
from sesame import ROOT, run

ENGINES = ("SQLite", "libcurl", "libsodium")


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Returns the lines that `sesame --version` prints."""
    result = run("--version")
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def test_version_command_prints_the_version_and_build(lines):
    source = (ROOT / "Sources" / "SesameWire" / "SesameVersion.swift").read_text()
    assert lines[0] == "sesame " + re.search(r'current = "(.*)"', source)[1]
    assert re.fullmatch(r"commit [0-9a-f]{40}\+?|commit unknown", lines[1])
    assert re.fullmatch(r"Swift 6\.\d+.*", lines[2])
    assert [re.fullmatch(r"(\w+) \d+\.\d+\S*", line)[1] for line in lines[3:]] == list(ENGINES)


def test_any_admin_key_reads_the_version_of_the_server(server, lines):
    order = {"name": "reader", "scopes": ["events:read"], "apps": ["couple"]}
    made = server.api.post("/admin/v1/keys", order, token=server.admin_key).json()
    build = ok(server.api.get("/admin/v1/server", token=made["key"]))
    engines = [f"{name} {build['engines'][name]}" for name in ENGINES]
    commit = build.get("commit", "unknown")
    assert [f"sesame {build['version']}", f"commit {commit}", f"Swift {build['swift']}", *engines] == lines
    metrics = server.api.get("/metrics").text
    labels = f'version="{build["version"]}",commit="{build.get("commit", "")}",swift="{build["swift"]}",sqlite='
    assert "sesame_build_info{" + labels in metrics


PUBLIC = ["/", "/docs", "/openapi.json", "/healthz", "/readyz", "/.well-known/jwks.json", "/nothing-is-here",
          "/admin/v1/server", "/v1/health/version"]


@pytest.mark.parametrize("path", PUBLIC)
def test_public_responses_do_not_reveal_the_version(server, lines, path):
    answer = server.api.get(path)
    text = answer.text + "".join(f"{name}: {value}\n" for name, value in answer.headers.items())
    # The compiler's number is left out, because many pages contain it by chance.
    for line in lines[:2] + lines[3:]:
        assert line.split()[1].rstrip("+") not in text
    assert "Server" not in answer.headers
