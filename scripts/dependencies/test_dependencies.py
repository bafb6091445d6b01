"""Tests of the client package's dependencies in an app, and of the versions that other packages may require.

Swift's package manager resolves here as in an app, but from a stand-in for swift-crypto: a repository on this machine
with the tags and products of the real one, and no code. The tests prove only the resolution.
"""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CRYPTO = "https://github.com/apple/swift-crypto.git"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "SWIFTCI_USE_LOCAL_DEPS"}
VERSIONS = ["2.6.0", "3.0.0", "3.15.1", "4.0.0", "4.3.1", "5.0.0", "5.2.0", "6.0.0"]
MANIFEST = """// swift-tools-version: 6.0
import PackageDescription

let package = Package(name: "{name}", products: [{products}], dependencies: [{dependencies}], targets: [{targets}])
"""


def swift(*arguments: str, folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["swift", "package", "--package-path", folder, "--cache-path", folder / "cache", "--config-path",
         folder / "config", *arguments],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=600)


def package(folder: Path, name: str, **parts: str) -> Path:
    parts = {"products": "", "dependencies": "", "targets": "", **parts}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Package.swift").write_text(MANIFEST.format(name=name, **parts))
    return folder


@pytest.fixture(scope="module")
def crypto(tmp_path_factory) -> Path:
    """Creates the stand-in for swift-crypto."""
    folder = package(
        tmp_path_factory.mktemp("remote") / "swift-crypto", "swift-crypto",
        products='.library(name: "Crypto", targets: ["Crypto"]), '
                 '.library(name: "_CryptoExtras", targets: ["_CryptoExtras"])',
        targets='.target(name: "Crypto"), .target(name: "_CryptoExtras")')
    for target in ("Crypto", "_CryptoExtras"):
        (folder / "Sources" / target).mkdir(parents=True)
        (folder / "Sources" / target / "Empty.swift").write_text("")

    def git(*arguments: str):
        subprocess.run(
            ["git", "-c", "user.name=Test User 1", "-c", "user.email=test.user.1@example.com", *arguments], cwd=folder,
            check=True, capture_output=True)

    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "A stand-in")
    for version in VERSIONS:
        git("tag", version)
    return folder


def resolved(folder: Path, crypto: Path, wish: str | None) -> str:
    """Returns the version of swift-crypto in an app that also has a package with a requirement of its own."""
    app = package(
        folder / "app", "app",
        dependencies=f'.package(name: "sesame", path: "{ROOT}")'
                     + (f', .package(url: "{CRYPTO}", {wish})' if wish else ""),
        targets='.target(name: "App", dependencies: [.product(name: "SesameTokens", package: "sesame")'
                + (', .product(name: "Crypto", package: "swift-crypto")' if wish else "") + "])")
    (app / "Sources" / "App").mkdir(parents=True)
    (app / "Sources" / "App" / "Empty.swift").write_text("")
    mirror = swift("config", "set-mirror", "--original", CRYPTO, "--mirror", f"file://{crypto}", folder=app)
    assert mirror.returncode == 0, mirror.stderr
    result = swift("resolve", folder=app)
    if result.returncode:
        raise LookupError(result.stderr)
    [pin] = json.loads((app / "Package.resolved").read_text())["pins"]
    return pin["state"]["version"]


@pytest.mark.parametrize("wish, version", [
    (None, "5.2.0"), ('exact: "3.0.0"', "3.0.0"), ('"3.8.0"..<"4.0.0"', "3.15.1"), ('from: "4.0.0"', "4.3.1"),
    ('exact: "4.0.0"', "4.0.0"), ('from: "5.0.0"', "5.2.0"), ('"2.0.0"..<"5.0.0"', "4.3.1")])
def test_app_whose_other_packages_require_another_version_resolves(tmp_path, crypto, wish, version):
    assert resolved(tmp_path, crypto, wish) == version


@pytest.mark.parametrize("wish", ['from: "6.0.0"', '"2.0.0"..<"3.0.0"'])
def test_version_outside_the_supported_range_does_not_resolve(tmp_path, crypto, wish):
    with pytest.raises(LookupError, match="swift-crypto"):
        resolved(tmp_path, crypto, wish)


def test_app_depends_only_on_swift_crypto_and_its_dependency():
    environment = dict(os.environ)
    if (ROOT / ".deps/complete").exists():
        environment["SWIFTCI_USE_LOCAL_DEPS"] = "1"
    result = subprocess.run(
        ["swift", "package", "--scratch-path", ".build/dependencies", "show-dependencies", "--format", "flatlist"],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stderr
    assert set(result.stdout.split()) in ({"swift-crypto"}, {"swift-crypto", "swift-asn1"})


def test_all_packages_require_the_same_versions_of_swift_crypto():
    """Different requirements would keep the server from building with an app's versions."""
    ranges = {
        manifest: re.findall(r'swift-crypto.*?("[\d.]+"\.\.<"[\d.]+")', (ROOT / manifest / "Package.swift").read_text())
        for manifest in (".", "Server", "Fuzz")}
    assert set(map(tuple, ranges.values())) == {('"3.0.0"..<"6.0.0"',)}, ranges
