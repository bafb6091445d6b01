"""Tests of the example apps' configurations: each is the one that the development server uses, and also works in
production."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from client import Api, ok
from secrets_seen import SecretsSeen
from sesame import ROOT, Development, Process, free_port, run

FILES = sorted((ROOT / "Examples").glob("*/app.json"))


def names() -> list[str]:
    return [name for file in FILES for name in json.loads(file.read_text())["apps"]]


def without_secrets(value):
    """Returns the development providers' data about an app without the values that they create at each start."""
    if isinstance(value, dict):
        return {name: without_secrets(member) for name, member in value.items()
                if "ecret" not in name and name != "redirectURIs"}
    return value


def test_example_folders_match_the_served_apps(server):
    apps = [app["name"] for app in server.providers.control("GET", "apps")["apps"]]
    assert sorted(names()) == sorted(apps)
    assert [file.parent.name.lower() for file in FILES] == names()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_app_is_configured_the_same_when_served_alone(server, tmp_path, file):
    alone = Development(tmp_path, options=["--config", str(file)])
    [app] = alone.providers.control("GET", "apps")["apps"]
    served = {app["name"]: app for app in server.providers.control("GET", "apps")["apps"]}
    assert without_secrets(app) == without_secrets(served[app["name"]])
    # It is the only app, so a request need not name it.
    assert ok(alone.api.post("/v1/challenges"))["nonce"]
    assert alone.stop() == 0


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_app_is_served_in_production_with_its_urls_and_secrets(tmp_path, file):
    key = tmp_path / "key"
    assert run("keys", "generate", "--output", str(key)).returncode == 0
    apple = tmp_path / "apple.p8"
    apple.write_bytes(ec.generate_private_key(ec.SECP256R1()).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    google = tmp_path / "google-secret"
    google.write_text("a secret of Google's")
    port = free_port()
    configuration = json.loads(file.read_text()) | {
        "publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(tmp_path / "data"),
        "keyFile": str(key)}
    if "pseudonymKeyFile" in configuration:
        configuration["pseudonymKeyFile"] = str(tmp_path / "pseudonym-keys")
        assert run("keys", "pseudonyms", "--output", configuration["pseudonymKeyFile"]).returncode == 0
    [(name, app)] = configuration["apps"].items()
    app["providers"]["apple"]["keyFile"] = str(apple)
    if "clientSecretFile" in app["providers"].get("google", {}):
        app["providers"]["google"]["clientSecretFile"] = str(google)
    written = tmp_path / "sesame.json"
    written.write_text(json.dumps(configuration))
    server = Process(["serve", "--config", str(written)], tmp_path / "log")
    api = Api(server.url, None, SecretsSeen())
    assert ok(api.post("/v1/challenges", app=name))["expiresIn"] == 600
    assert server.stop() == 0
    assert "authorization codes are not exchanged" not in server.log()
