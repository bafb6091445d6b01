"""Tests of `sesame doctor`: it reports what is wrong with an installation and how to correct it."""

import json
import os
import plistlib
import re
import stat

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from mailserver import MailServer
from sesame import ROOT, Process, free_port, run

WEB, IOS = "1234-web.apps.googleusercontent.com", "1234-ios.apps.googleusercontent.com"


@pytest.fixture
def installation(tmp_path):
    """Creates a valid configuration for the tests to break."""
    (tmp_path / "apple.p8").write_bytes(ec.generate_private_key(ec.SECP256R1()).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    (tmp_path / "google-secret").write_text("GOCSPX-test")
    for name in ("apple.p8", "google-secret"):
        (tmp_path / name).chmod(0o600)
    assert run("keys", "generate", "--output", str(tmp_path / "key")).returncode == 0
    return tmp_path, {
        "publicURL": "https://sign-in.example.com", "listen": f"127.0.0.1:{free_port()}",
        "dataDir": str(tmp_path / "data"), "keyFile": str(tmp_path / "key"),
        "apps": {"shop": {"providers": {
            "apple": {"clientIDs": ["com.example.shop"], "servicesID": "com.example.shop.web", "teamID": "A1B2C3D4E5",
                      "keyID": "F6G7H8I9J0", "keyFile": str(tmp_path / "apple.p8")},
            "google": {"clientIDs": [WEB, IOS], "webClientID": WEB,
                       "clientSecretFile": str(tmp_path / "google-secret")}}}}}


def doctor(folder, configuration, *arguments, exits: int) -> list[dict]:
    file = folder / "sesame.json"
    file.write_text(configuration if isinstance(configuration, str) else json.dumps(configuration))
    result = run("doctor", "--config", str(file), "--json", *arguments)
    assert result.returncode == exits, result.stdout + result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def faults(findings) -> dict[str, dict]:
    return {finding["subject"]: finding for finding in findings if finding["level"] == "fault"}


def test_valid_installation_has_no_faults(installation):
    findings = doctor(*installation, "--offline", exits=0)
    assert {finding["level"] for finding in findings} <= {"ok", "note"}
    assert not (installation[0] / "data").exists()


def test_broken_configuration_is_reported_with_each_fault_and_its_cure(installation):
    folder, configuration = installation
    (folder / "key").chmod(0o644)
    (folder / "google-secret").chmod(0o666)
    configuration |= {"publicURL": "http://sign-in.example.com", "listen": "0.0.0.0:8080", "colour": "red"}
    shop = configuration["apps"]["shop"]
    shop |= {"signUp": "maybe", "redirectURIs": ["https://*.example.com/"]}
    shop["providers"]["apple"] |= {"teamID": "short", "clientIDs": ["shop"]}
    shop["providers"]["google"]["clientIDs"] = [WEB, "com.googleusercontent.apps.1234-ios"]
    info = folder / "Info.plist"
    info.write_bytes(plistlib.dumps(
        {"GIDClientID": WEB, "CFBundleURLTypes": [{"CFBundleURLSchemes": [IOS]}]}, fmt=plistlib.FMT_BINARY))
    entitlements = folder / "App.entitlements"
    entitlements.write_bytes(plistlib.dumps({}))
    findings = faults(doctor(
        folder, configuration, "--offline", "--info-plist", str(info), "--entitlements", str(entitlements), exits=1))
    expected = {
        "publicURL": '"publicURL": "https://', "listen": '"listen": "127.0.0.1:8080"',
        "colour": "remove 'colour', or correct its spelling",
        "keyFile": "chmod 600", "apps.shop.signUp": '"implicit" or "explicit"',
        "apps.shop.redirectURIs": "write out each redirect URI",
        "apps.shop.providers.apple.teamID": '"teamID": "A1B2C3D4E5"',
        "apps.shop.providers.apple.clientIDs": '"clientIDs": ["com.example.shop"]',
        "apps.shop.providers.google.clientIDs": f'"{IOS}"',
        "apps.shop.providers.google.clientSecretFile": "chmod 600",
        f"{info}: GIDClientID": f"<key>GIDServerClientID</key><string>{WEB}</string>",
        f"{info}: CFBundleURLTypes": "<string>com.googleusercontent.apps.1234-web</string>",
        f"{entitlements}: com.apple.developer.applesignin": "<string>Default</string>",
    }
    assert findings.keys() == expected.keys()
    for subject, cure in expected.items():
        assert cure in findings[subject]["cure"], findings[subject]
        assert findings[subject]["why"]


def test_applying_the_cure_removes_the_fault(installation):
    folder, configuration = installation
    (folder / "key").chmod(0o644)
    [fault] = faults(doctor(folder, configuration, "--offline", exits=1)).values()
    command, mode, path = fault["cure"].split()
    assert (command, mode) == ("chmod", "600")
    os.chmod(path, 0o600)
    doctor(folder, configuration, "--offline", exits=0)


def test_findings_are_printed_as_text(installation):
    folder, configuration = installation
    configuration["listen"] = "8080"
    file = folder / "sesame.json"
    file.write_text(json.dumps(configuration))
    result = run("doctor", "--config", str(file), "--offline", "--quiet")
    assert result.returncode == 1
    assert re.search(r"^fault listen: .*\n +why:  .*\n +cure: \"listen\": \"127.0.0.1:8080\"$", result.stdout, re.M)
    assert "1 faults" in result.stdout and "ok" not in result.stdout


def test_invalid_json_is_reported_with_its_line(installation):
    folder, _ = installation
    [fault] = faults(doctor(folder, '{\n  "publicURL": "x",\n}\n', "--offline", exits=1)).values()
    assert "line 3" in fault["found"]


def test_provider_checks_are_reported_with_or_without_a_network(installation):
    folder, configuration = installation
    findings = doctor(folder, configuration, exits=1) if not online() else doctor(folder, configuration, exits=0)
    subjects = {finding["subject"]: finding for finding in findings}
    for provider in ("apple", "google"):
        assert "https://" in subjects[provider]["found"]
        assert online() or "offline" in subjects[provider]["found"] or "respond" in subjects[provider]["found"]


def online() -> bool:
    import requests
    try:
        return requests.get("https://appleid.apple.com/auth/keys", timeout=3).status_code == 200
    except requests.RequestException:
        return False


def test_running_server_and_its_data_folder_are_checked(installation):
    folder, configuration = installation
    port = free_port()
    configuration |= {"publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}"}
    file = folder / "serve.json"
    file.write_text(json.dumps(configuration))
    server = Process(["serve", "--config", str(file)], folder / "log")
    findings = {
        finding["subject"]: finding for finding in run_against(folder, configuration, server.url)}
    assert findings[server.url]["level"] == "ok" and "ready; 1 signing keys" in findings[server.url]["found"]
    assert "is in use by a server" in findings["dataDir"]["found"]
    configuration["publicURL"] = "https://sign-in.example.com"
    findings = [finding for finding in run_against(folder, configuration, server.url) if server.url in str(finding)]
    assert any("its issuer is" in finding["found"] for finding in findings)
    assert server.stop() == 0
    findings = {finding["subject"]: finding for finding in run_against(folder, configuration, server.url)}
    assert findings[server.url]["level"] == "fault" and "does not respond" in findings[server.url]["found"]
    assert "signing key is 0 days old" in findings["dataDir"]["found"]
    assert stat.S_IMODE((folder / "data" / "sesame.db").stat().st_mode) == 0o600


def run_against(folder, configuration, url: str) -> list[dict]:
    file = folder / "sesame.json"
    file.write_text(json.dumps(configuration))
    result = run("doctor", "--config", str(file), "--json", "--server", url)
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_documented_example_configuration_is_valid(tmp_path):
    """The paths are moved to a folder in which this test may write, and the secrets are made up."""
    text = (ROOT / "docs" / "operations" / "sesame.json").read_text()
    configuration = json.loads(text)
    (tmp_path / "etc").mkdir(mode=0o700)
    text = text.replace("/etc/sesame/", f"{tmp_path}/etc/").replace("/var/lib/sesame", str(tmp_path / "data"))
    for port in ("8080", "8090", "9464"):
        text = text.replace(f":{port}", f":{free_port()}")
    assert run("keys", "generate", "--output", str(tmp_path / "etc" / "key")).returncode == 0
    key = ec.generate_private_key(ec.SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    made = {"apple.p8": key, "google-secret": b"GOCSPX-test"}
    for name, content in made.items():
        (tmp_path / "etc" / name).write_bytes(content)
        (tmp_path / "etc" / name).chmod(0o600)
    assert set(re.findall(r"/etc/sesame/([\w.-]+)", json.dumps(configuration))) == {"key", *made}
    findings = doctor(tmp_path, text, "--offline", exits=0)
    assert [finding["subject"] for finding in findings if finding["level"] == "note"] in (
        ["network"], ["machine", "network"], ["machine", "machine", "network"])


def test_email_server_is_checked_without_sending_email(installation):
    folder, configuration = installation
    mails = MailServer()
    configuration["mail"] = {"server": mails.url, "from": "no-reply@example.com"}
    mail = [finding for finding in doctor(folder, configuration, exits=1) if finding["subject"] == "mail"]
    assert [finding["level"] for finding in mail] == ["ok"] and mails.url in mail[0]["found"]
    words = [command.split(" ")[0].upper() for command in mails.commands]
    assert words[0] == "EHLO" and "NOOP" in words and not {"MAIL", "RCPT", "DATA"} & set(words) and not mails.mails
    mails.close()
    configuration["mail"]["server"] = f"smtp://127.0.0.1:{free_port()}"
    fault = faults(doctor(folder, configuration, exits=1))["mail"]
    assert "cannot be reached" in fault["found"] and "port" in fault["cure"]
    configuration["mail"]["server"] = "smtps://mail.example.invalid:465"
    found = faults(doctor(folder, configuration, exits=1))["mail"]["found"]
    assert "the host name of smtps://mail.example.invalid:465 cannot be resolved" in found


@pytest.mark.parametrize("setting, other, host", [
    ("adminListen", "listen", "127.0.0.1"), ("metricsListen", "listen", "127.0.0.1"),
    ("metricsListen", "adminListen", "127.0.0.1"), ("metricsListen", "listen", "0.0.0.0"),
])
def test_two_listeners_at_one_address_are_a_fault(installation, setting, other, host):
    folder, configuration = installation
    port = free_port()
    configuration |= {other: f"127.0.0.1:{port}", setting: f"{host}:{port}"}
    found = faults(doctor(folder, configuration, "--offline", exits=1))
    assert found.keys() == {setting} and f"the address of '{other}'" in found[setting]["found"]
