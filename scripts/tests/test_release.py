"""Tests of scripts/release and scripts/notice that need no build."""

import importlib.machinery
import importlib.util
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1]


def loaded(name: str):
    spec = importlib.util.spec_from_loader(name, importlib.machinery.SourceFileLoader(name, str(SCRIPTS / name)))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release, notice = loaded("release"), loaded("notice")
FILES = [name if "." in name or name.isupper() or name.endswith("NOTICE") else f"{name}/sesame.json"
         for name in release.CONTENT]
CHANGELOG = """# Changelog

## [Unreleased]

## [0.2.0] - 2026-01-02
### Added
- Two.

## [0.1.0] - 2026-01-01
- One.
"""


def test_notes_are_the_section_of_the_changelog():
    assert release.notes(CHANGELOG, "0.2.0") == "# Sesame 0.2.0\n\n### Added\n- Two.\n"
    assert release.notes(CHANGELOG, "0.1.0") == "# Sesame 0.1.0\n\n- One.\n"


@pytest.mark.parametrize("changelog, reason", [
    (CHANGELOG, "no section for 0.3.0"),
    (CHANGELOG + "\n## [0.3.0] - unreleased\n- Three.\n", "has no day"),
    (CHANGELOG + "\n## [0.3.0] - 2026-01-03\n", "is empty"),
])
def test_version_without_notes_is_not_released(changelog, reason):
    with pytest.raises(release.Refusal, match=reason):
        release.notes(changelog, "0.3.0")


def test_version_without_a_security_contact_is_not_released():
    release.require_address("Write to security@sesame.test.")
    with pytest.raises(release.Refusal, match="placeholder"):
        release.require_address("Write to **security@example.com**.")


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "root", tmp_path)
    source = tmp_path / "Sources/SesameWire/SesameVersion.swift"
    source.parent.mkdir(parents=True)
    source.write_text('public static let current = "0.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    for file in FILES:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    (tmp_path / ".gitignore").write_text("/bin/\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(checkout, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-c", "user.name=Test User 1", "-c", "user.email=test.user.1@example.com", *arguments], cwd=checkout,
        check=True, capture_output=True, text=True).stdout.strip()


def commit(checkout):
    git(checkout, "add", "--all")
    git(checkout, "commit", "--quiet", "--allow-empty", "--message", "change")


def test_uncommitted_or_already_released_version_is_not_released(checkout):
    release.require_clean(release.version())
    (checkout / "LICENSE").write_text("another")
    with pytest.raises(release.Refusal, match="not committed"):
        release.require_clean("0.2.0")
    commit(checkout)
    git(checkout, "tag", "v0.2.0")
    release.require_clean("0.2.0")
    commit(checkout)
    with pytest.raises(release.Refusal, match="released once"):
        release.require_clean("0.2.0")


def test_program_of_another_commit_is_not_released(checkout):
    (checkout / "bin").mkdir()

    def built(program: str, commit: str):
        file = checkout / "bin" / program
        file.write_text(f"#!/bin/sh\nprintf 'sesame 0.2.0\\ncommit {commit}\\nSwift 6.3\\n'\n")
        file.chmod(0o755)

    head = git(checkout, "rev-parse", "HEAD")
    for program in release.PROGRAMS:
        built(program, head)
    release.require_built("0.2.0")
    for program in release.PROGRAMS:
        for other in (head + "+", "0" * 40, "unknown"):
            built(program, other)
            with pytest.raises(release.Refusal, match=f"bin/{program} says"):
                release.require_built("0.2.0")
        built(program, head)


def test_same_content_makes_the_same_archive_with_checksums(checkout, tmp_path):
    (checkout / "bin").mkdir()
    for program in release.PROGRAMS:
        (checkout / "bin" / program).write_bytes(b"program")
    first = release.write(checkout / "bin/one", "0.2.0", "notes")
    second = release.write(checkout / "bin/two", "0.2.0", "notes")
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in second]
    checked = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=checkout / "bin/one", capture_output=True, text=True)
    assert checked.returncode == 0 and checked.stdout.count("OK") == 2
    names = subprocess.run(["tar", "tf", first[0]], check=True, capture_output=True, text=True).stdout.split()
    assert sorted(name.split("/", 1)[1] for name in names) == sorted([*FILES, *release.PROGRAMS])


@pytest.fixture
def linked(tmp_path, monkeypatch):
    monkeypatch.setattr(notice, "root", tmp_path)
    for file, text in {
        "scripts/bootstrap": "swift_packages=(swift-b swift-a)\n", "Server/Package.swift": 'pkgConfig: "sqlite3",',
        ".deps/swift-a/LICENSE.txt": "Apache License\nVersion 2.0", ".deps/swift-a/NOTICE.txt": "The A Project\n",
        ".deps/swift-b/LICENSE.txt": "Apache License\nVersion 2.0\nRuntime Library Exception",
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    return tmp_path


def test_notice_names_what_is_linked(linked):
    assert notice.main([]) == 1 and notice.main(["--write"]) == 0 and notice.main([]) == 0
    text = (linked / "NOTICE").read_text()
    assert "swift-a (Apache License 2.0), " in text and "with Runtime Library Exception" in text
    assert "The notice of swift-a:\n\nThe A Project\n" in text and "SQLite (public domain)" in text
    (linked / "scripts/bootstrap").write_text("swift_packages=(swift-a)\n")
    assert notice.main([]) == 1


@pytest.mark.parametrize("file, text", [
    ("Server/Package.swift", 'pkgConfig: "libother",'), (".deps/swift-b/LICENSE.txt", "All rights reserved"),
    ("scripts/bootstrap", "swift_packages=(swift-c)\n"),
])
def test_unknown_license_or_dependency_is_rejected(linked, file, text):
    (linked / file).write_text(text)
    with pytest.raises(SystemExit):
        notice.main(["--write"])
