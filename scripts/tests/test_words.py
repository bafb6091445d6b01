"""Tests of scripts/words on small checkouts: the allowed and the forbidden words about a hash."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1]


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "scripts").mkdir()
    for script in ("words", "environment"):
        shutil.copy(SCRIPTS / script, tmp_path / "scripts" / script)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    return tmp_path


def complaints(checkout: Path, name: str, text: str) -> list[str]:
    path = checkout / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    result = subprocess.run([checkout / "scripts" / "words"], cwd=checkout, capture_output=True, text=True, timeout=600)
    lines = result.stderr.splitlines()
    assert (result.returncode == 0) == (not lines), result
    return lines


@pytest.mark.parametrize("name, text", [
    ("README.md", "The id is hashed and therefore anonymous.\n"),
    ("README.md", "# Privacy\n\nWe keep a hash of the id,\nwhich is fully\nanonymised.\n"),
    ("README.md", "| id | an anonymous pseudonym |\n"),
    ("README.md", "- SHA-256 makes it anonymous\n"),
    ("docs/guides/pseudonymous-apps.md", "Le condensat est une empreinte anonyme.\n"),
    ("docs/guides/pseudonymous-apps.md", "Anonymisation : le hachage de l'identifiant.\n"),
    ("Sources/A.swift", "/// An anonymous id: HMAC-SHA-256 of the\n/// subject.\nlet id = 1\n"),
    ("Sources/A.swift", "// The digest,\n// which is anonymous.\n"),
    ("Sources/A.swift", 'let text = "Your id is a digest, and so you stay anonymous."\n'),
    ("page.html", "<p>You are anonymous: we keep a pseudonym.</p>\n"),
    ("en.strings", '"page.a.b" = "Your data is anonymous: only a hash is kept";\n'),
    ("openapi.json", '{"description": "The anonymized digest of the person"}\n'),
])
def test_hash_called_anonymous_is_reported(checkout, name, text):
    [line] = complaints(checkout, name, text)
    assert line.startswith(f"{name}:") and "is called anonymous" in line


@pytest.mark.parametrize("name, text", [
    ("README.md", "A guest is anonymous. Their refresh token is kept as a hash.\n"),
    ("README.md", "A pseudonym is not anonymous: it is still personal data.\n"),
    ("README.md", "Un pseudonyme n’est pas anonyme.\n"),
    ("README.md", "What the first app called \"anonymous\" was a hash.\n"),
    ("README.md", "- An anonymous account has no sign-in method\n- A digest of the ticket is kept\n"),
    ("README.md", "| anonymous | guests |\n| digest | SHA-256 of the ticket |\n"),
    ("Sources/A.swift", "let isAnonymous = true\nlet digest = hash(of: value)\n"),
    ("Sources/A.swift", "/// Signs a guest in.\nfunc signInAnonymously() {}\n\n/// The hash of a token.\nlet hash = 1\n"),
])
def test_anonymous_guests_and_denials_are_not_reported(checkout, name, text):
    assert complaints(checkout, name, text) == []


def test_report_names_the_line_where_the_sentence_begins(checkout):
    [line] = complaints(checkout, "README.md", "One.\n\nTwo, a hash\nthat is anonymous.\n")
    assert line.startswith("README.md:3: ")


def test_repository_does_not_call_a_hash_anonymous():
    result = subprocess.run([SCRIPTS / "words"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
