"""Tests of `sesame serve`: it refuses to start with an invalid configuration, and says how to correct it."""

import base64
import json
import os
import subprocess

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from client import Api, ok, refused
from forge import claims
from secrets_seen import SecretsSeen
from sesame import Process, free_port, run

pytestmark = pytest.mark.released


@pytest.fixture
def installation(tmp_path):
    """Creates a valid configuration for the tests to break."""
    key = tmp_path / "key"
    assert run("keys", "generate", "--output", str(key)).returncode == 0
    port = free_port()
    return tmp_path, {
        "publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(tmp_path / "data"),
        "keyFile": str(key), "apps": {"shop": {"providers": {"anonymous": True}}},
    }


def written(folder, configuration) -> str:
    file = folder / "sesame.json"
    file.write_text(configuration if isinstance(configuration, str) else json.dumps(configuration))
    return str(file)


def refuses(folder, configuration, *saying: str):
    try:
        result = run("serve", "--config", written(folder, configuration))
    except subprocess.TimeoutExpired:
        raise AssertionError("it serves instead of refusing to") from None
    assert result.returncode != 0
    assert "ready" not in result.stdout
    for words in saying:
        assert words in result.stderr, result.stderr
    return result.stderr


def test_valid_configuration_serves_requests(installation):
    folder, configuration = installation
    server = Process(["serve", "--config", written(folder, configuration)], folder / "log")
    assert server.url == configuration["publicURL"]
    api = Api(server.url, None, SecretsSeen())
    session = ok(api.post("/v1/sign-in/anonymous"))
    assert ok(api.me(session["accessToken"]))["uid"] == session["user"]["uid"]
    assert api.get("/__dev/").status_code == 404
    assert server.stop() == 0
    again = Process(["serve", "--config", written(folder, configuration)], folder / "log")
    ok(api.refresh(session["refreshToken"]))
    assert again.stop() == 0


TWO_APPS = {"shop": {"providers": {"anonymous": True}, "hosts": ["shop.example.com"],
                     "sessions": {"accessMinutes": 5}},
            "club": {"providers": {"anonymous": True}, "hosts": ["club.example.com"]}}


@pytest.fixture
def two_apps(installation):
    folder, configuration = installation
    configuration |= {"apps": TWO_APPS, "corsOrigins": ["https://shop.example.com"]}
    server = Process(["serve", "--config", written(folder, configuration)], folder / "log")
    yield Api(server.url, None, SecretsSeen())
    assert server.stop() == 0


@pytest.mark.parametrize("headers, app", [
    ({"Host": "shop.example.com"}, "shop"), ({"Host": "club.example.com"}, "club"), ({"Sesame-App": "club"}, "club"),
    ({"Host": "shop.example.com", "Sesame-App": "club"}, "club"),
])
def test_app_is_chosen_by_header_or_else_by_host(two_apps, headers, app):
    session = ok(two_apps.post("/v1/sign-in/anonymous", headers=headers))
    assert claims(session["accessToken"])["aud"] == app
    assert session["expiresIn"] == {"shop": 300, "club": 900}[app]


def test_request_must_name_one_of_several_apps(two_apps):
    for headers in ({}, {"Host": "example.com"}, {"X-Forwarded-Host": "shop.example.com"}):
        error = refused(two_apps.post("/v1/sign-in/anonymous", headers=headers), 400, "invalid_request")
        assert error["field"] == "Sesame-App"


def test_app_with_apple_but_without_a_key_gets_a_startup_warning(installation):
    folder, configuration = installation
    key = folder / "apple.p8"
    key.write_bytes(ec.generate_private_key(ec.SECP256R1()).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    with_key = {"teamID": "TEAM000001", "keyID": "KEY0000001", "keyFile": str(key)}
    configuration["apps"] = {
        "shop": {"providers": {"apple": {"clientIDs": ["com.example.shop"]}}},
        "club": {"providers": {"apple": {"clientIDs": ["com.example.club"], **with_key}}},
        "bare": {"providers": {"anonymous": True}}}
    server = Process(["serve", "--config", written(folder, configuration)], folder / "log")
    assert server.stop() == 0
    warnings = [line for line in server.log_lines() if "authorization codes are not exchanged" in line["message"]]
    assert [(line["level"], line["app"]) for line in warnings] == [("warning", "shop")]


@pytest.mark.parametrize("origin, allowed", [
    ("https://shop.example.com", True), ("https://shop.example.com:8443", False), ("http://shop.example.com", False),
    ("https://a.shop.example.com", False), ("https://shop.example.com.evil.example", False), ("null", False),
    ("HTTPS://SHOP.EXAMPLE.COM", False),
])
def test_only_listed_origins_may_read_responses(two_apps, origin, allowed):
    preflight = two_apps.call("OPTIONS", "/v1/me", headers={"Origin": origin, "Access-Control-Request-Method": "GET"})
    answer = two_apps.get("/v1/me", headers={"Origin": origin})
    for response in (preflight, answer):
        assert response.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
        assert "Access-Control-Allow-Credentials" not in response.headers
        assert "Origin" in response.headers["Vary"]


def test_stop_right_after_the_start_is_graceful(installation):
    folder, configuration = installation
    for _ in range(25):
        server = Process(["serve", "--config", written(folder, configuration)], folder / "log")
        assert server.stop() == 0


def test_new_key_is_random_private_and_never_overwritten(installation):
    folder, _ = installation
    key = folder / "key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(base64.urlsafe_b64decode(key.read_text().strip() + "==")) >= 32
    result = run("keys", "generate", "--output", str(key))
    assert result.returncode != 0 and str(key) in result.stderr


KEYS = {
    "sample": ("A" * 64, "repeat too much"),
    "pattern": (base64.urlsafe_b64encode(b"0123456789" * 5).decode().rstrip("="), "repeat too much"),
    "short": (base64.urlsafe_b64encode(bytes(range(31))).decode().rstrip("="), "32"), "empty": ("", "32"),
    "words": ("change me please, this is a sample key", "base64url"), "two lines": ("A" * 44 + "\nB", "base64url"),
}


@pytest.mark.parametrize("text, saying", KEYS.values(), ids=KEYS)
def test_invalid_key_is_rejected(installation, text, saying):
    folder, configuration = installation
    (folder / "key").write_text(text + "\n")
    said = refuses(folder, configuration, "keyFile", saying)
    assert not text.strip() or len(text) < 8 or text not in said


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o666, 0o610])
def test_key_readable_by_others_is_rejected(installation, mode):
    folder, configuration = installation
    os.chmod(folder / "key", mode)
    refuses(folder, configuration, "keyFile", "chmod 600")


def test_missing_key_is_rejected_with_the_command_that_creates_one(installation):
    folder, configuration = installation
    refuses(folder, {**configuration, "keyFile": str(folder / "none")}, "keyFile", "sesame keys generate")


@pytest.mark.parametrize("path", ["data/key", "data/sub/key", "./data/key", "data//key", "data/../data/key"])
def test_key_in_the_data_folder_is_rejected(installation, path):
    folder, configuration = installation
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes((folder / "key").read_bytes())
    os.chmod(place, 0o600)
    refuses(folder, {**configuration, "keyFile": f"{folder}/{path}"}, "keyFile", "outside")


@pytest.mark.parametrize("change, saying", [
    ({"standIns": {}}, ["standIns", "unknown setting"]),
    ({"publicURL": "http://sign-in.example.com"}, ["publicURL", "https"]),
    ({"publicURL": "http://localhost.example.com"}, ["publicURL", "https"]),
    ({"publicURL": "http://127.0.0.1.example.com"}, ["publicURL", "https"]),
    ({"publicURL": "http://127.0.0.1:80@example.com"}, ["publicURL", "https"]),
    ({"publicURL": "https://example.com/"}, ["publicURL", "https://"]),
    ({"publicURL": "example.com"}, ["publicURL", "https://"]),
    ({"publicUrl": "https://example.com"}, ["publicUrl", "unknown setting"]),
    ({"apps": {}}, ["apps", "at least one"]), ({"apps": {"a b": {}}}, ["apps.a b", "letters"]),
    ({"apps": {"shop": {"signUpp": "explicit"}}}, ["apps.shop.signUpp", "signUp"]),
    ({"apps": {"shop": {"signUp": "maybe"}}}, ["apps.shop.signUp", "implicit, explicit"]),
    ({"apps": {"shop": {"providers": {"google": {"clientIDs": []}}}}},
     ["apps.shop.providers.google.clientIDs", "at least one"]),
    ({"apps": {"shop": {"providers": {"facebook": {}}}}}, ["apps.shop.providers.facebook", "google"]),
    ({"apps": {"shop": {"sessions": {"accessMinutes": 61}}}}, ["apps.shop.sessions.accessMinutes", "1 to 60"]),
    ({"apps": {"shop": {"sessions": {"accessMinutes": "15"}}}}, ["apps.shop.sessions.accessMinutes", "integer"]),
    ({"defaultApp": "store"}, ["defaultApp", "no app"]), ({"listen": "8080"}, ["listen", "127.0.0.1:8080"]),
    ({"listen": "127.0.0.1:99999"}, ["listen"]), ({"dataDir": ""}, ["dataDir"]), ({"dataDir": None}, ["dataDir"]),
    ({"trustedProxies": "127.0.0.1"}, ["trustedProxies", "list"]),
])
def test_invalid_setting_is_named_with_the_expected_value(installation, change, saying):
    folder, configuration = installation
    refuses(folder, {**configuration, **change}, *saying)


@pytest.mark.parametrize("missing", ["publicURL", "dataDir", "keyFile", "apps"])
def test_missing_setting_is_named(installation, missing):
    folder, configuration = installation
    del configuration[missing]
    refuses(folder, configuration, missing)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": 1, "a": 2}', '{"publicURL": "https://a",}', "publicURL: a"])
def test_configuration_that_is_not_strict_json_is_rejected(installation, text):
    folder, _ = installation
    refuses(folder, text)


def test_key_in_the_data_folder_is_rejected_behind_a_symbolic_link(installation):
    folder, configuration = installation
    (folder / "data").mkdir()
    (folder / "link").symlink_to(folder / "data")
    (folder / "data" / "key").write_bytes((folder / "key").read_bytes())
    os.chmod(folder / "data" / "key", 0o600)
    refuses(folder, {**configuration, "keyFile": f"{folder}/link/key"}, "keyFile", "outside")


def test_missing_configuration_file_is_named():
    result = run("serve", "--config", "/nowhere/sesame.json")
    assert result.returncode != 0 and "/nowhere/sesame.json" in result.stderr


def test_second_process_on_one_data_folder_is_rejected(installation):
    folder, configuration = installation
    server = Process(["serve", "--config", written(folder, configuration)], folder / "log")
    other = f"127.0.0.1:{free_port()}"
    refuses(folder, {**configuration, "listen": other}, configuration["dataDir"], "in use")
    api = Api(server.url, None, SecretsSeen())
    ok(api.post("/v1/sign-in/anonymous"))
    assert server.stop() == 0


def test_key_that_does_not_match_the_data_is_rejected(installation):
    folder, configuration = installation
    server = Process(["serve", "--config", written(folder, configuration)], folder / "log")
    assert server.stop() == 0
    other = folder / "other"
    assert run("keys", "generate", "--output", str(other)).returncode == 0
    refuses(folder, {**configuration, "keyFile": str(other)}, "keyFile", "key")


def test_port_in_use_is_reported(installation):
    folder, configuration = installation
    server = Process(["serve", "--config", written(folder, configuration)], folder / "log")
    refuses(folder, {**configuration, "dataDir": str(folder / "other")}, "listen", configuration["listen"])
    assert server.stop() == 0


def test_data_files_are_accessible_only_to_their_owner(installation):
    folder, configuration = installation
    server = Process(["serve", "--config", written(folder, configuration)], folder / "log")
    files = list((folder / "data").iterdir())
    assert {"sesame.db", "sesame.lock"} <= {file.name for file in files}
    for file in files:
        assert file.stat().st_mode & 0o077 == 0, file.name
    assert (folder / "data").stat().st_mode & 0o077 == 0
    assert server.stop() == 0
