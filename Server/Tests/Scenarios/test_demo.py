"""Tests of `sesame demo`, which plays scenes of the example apps for new users of the program."""

import re
import signal
import subprocess

import pytest

from patience import PATIENCE
from sesame import ENVIRONMENT, PROGRAM, ROOT, run

pytestmark = pytest.mark.released

APPS = ["couple", "familysync", "castmate", "prysm", "authservice"]


def demo(*arguments: str, **environment) -> subprocess.CompletedProcess:
    return subprocess.run(
        [PROGRAM, "demo", *arguments], capture_output=True, text=True, timeout=PATIENCE,
        env={**ENVIRONMENT, "no_proxy": "*", **environment})


def at(server, *arguments: str) -> list[str]:
    return [*arguments, "--language", "en", "--server", server.url, "--providers", server.providers.url,
            "--key-file", f"{server.data}.admin-key"]


def test_demo_plays_all_five_apps_and_leaves_no_files(tmp_path):
    result = demo("--language", "en", TMPDIR=str(tmp_path))
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr
    assert result.stderr == ""
    for title in ("Couple", "FamilySync", "CastMate", "Prysm", "AuthService"):
        assert f"\n{title} · " in result.stdout
    summary = result.stdout.split("\nSummary\n")[1]
    assert [line.split()[:2] for line in summary.splitlines() if line.startswith("   ")] == [["✓", app] for app in APPS]
    assert "All as expected" in summary and "✗" not in result.stdout
    for screen in ("Create your secure account", "Step 3 of 4", "(•) Actor   ( ) Agency", "Prysm · News 1", "Guest", "Recovery codes",
                   "This device", "Sign in with a code"):
        assert screen in result.stdout
    codes = result.stdout.split("Recovery codes")[1].split("╰")[0]
    assert "•••••-•••••" in codes and not re.search("[a-z0-9]{5}-[a-z0-9]{5}", codes)
    assert "a lamp beside" not in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_readme_excerpt_matches_the_demo_output():
    excerpt = (ROOT / "README.md").read_text().split("`make demo` draws")[1].split("```")[1].strip()
    assert excerpt in demo("couple", "--language", "en").stdout


def test_demo_plays_one_app_in_french():
    result = demo("castmate", "--language", "fr")
    assert result.returncode == 0, result.stdout[-3000:]
    assert "Continuer avec Google" in result.stdout and "Tout est comme prévu" in result.stdout
    assert "Couple" not in result.stdout and "Sign in" not in result.stdout


@pytest.mark.slow
def test_demo_runs_repeatedly_against_a_running_server(server):
    for _ in range(2):
        result = demo(*at(server))
        assert result.returncode == 0, result.stdout[-3000:] + result.stderr
        assert f"The server is {server.url};" in result.stdout


@pytest.mark.parametrize("provider, endpoint, app", [("google", "jwks", "authservice"), ("apple", "jwks", "couple")])
def test_demo_reports_a_failing_provider(start, provider, endpoint, app):
    server = start()
    server.providers.fault("down", provider, endpoint)
    result = demo(*at(server, app))
    assert result.returncode == 1
    assert "   ✗ the phone shows" in result.stdout and "     expected: the " in result.stdout
    assert "     seen: " in result.stdout and "provider_unavailable" in result.stdout
    assert f"✗ {app}" in result.stdout.split("\nSummary\n")[1] and "Not as expected" in result.stdout


@pytest.mark.slow
def test_demo_reports_missing_pushes_and_still_plays_the_other_apps(start):
    server = start()
    server.providers.fcm_fault("UNREGISTERED")
    result = demo(*at(server, "prysm", "familysync"))
    assert result.returncode == 1
    assert "✗ FCM has it for 2 devices" in result.stdout and "expected: 2/2" in result.stdout
    assert "✓ familysync" in result.stdout.split("\nSummary\n")[1]


@pytest.mark.parametrize("arguments, says", [
    (["tinder"], "tinder"), (["--language", "de"], "en"), (["--providers", "http://127.0.0.1:1"], "--server"),
    (["--server", "http://127.0.0.1:9"], "--key-file"), (["couple", "--server", "nowhere"], "must be an address"),
    (["couple", "--server", "http://127.0.0.1:9"], "sesame dev"),
    (["--server", "http://127.0.0.1:9", "--key-file", "/nowhere/key"], "cannot be read"),
])
def test_command_explains_its_errors(arguments, says):
    result = demo(*arguments)
    assert result.returncode != 0 and says in result.stderr, result.stderr


def test_wrong_admin_key_is_reported(server, tmp_path):
    key = tmp_path / "key"
    key.write_text("wrong")
    result = demo("prysm", "--language", "en", "--server", server.url, "--providers", server.providers.url,
                  "--key-file", str(key))
    assert result.returncode == 1 and "not_authenticated" in result.stdout


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_demo_leaves_no_files(tmp_path, signal_number):
    process = subprocess.Popen(
        [PROGRAM, "demo", "--language", "en"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**ENVIRONMENT, "no_proxy": "*", "TMPDIR": str(tmp_path)})
    assert process.stdout.readline().startswith("The server is ")
    process.send_signal(signal_number)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and "stopped before the end" in complaint
    assert list(tmp_path.iterdir()) == []


def test_help_lists_the_apps_and_options(tmp_path):
    result = run("demo", "--help")
    for part in (*APPS, "--server", "--providers", "--key-file", "--language", "sesame dev"):
        assert part in result.stdout
