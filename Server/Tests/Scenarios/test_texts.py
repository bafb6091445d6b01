"""Tests of texts through the operator's SMS provider: signing, retries, dropped texts, and errors in the
configuration."""

import json
import socket

import pytest

from client import Api, ok, refused
from patience import wait_until
from receiver import Receiver
from secrets_seen import SecretsSeen
from sesame import Process, free_port, run
from test_passwords import PASSWORD, new_address

SECRET = "s" * 40
NUMBER = "+33612345678"


@pytest.fixture
def carrier():
    receiver = Receiver(SECRET)
    yield receiver
    receiver.stop()


def configuration(folder, texts) -> str:
    key, secret, port = folder / "key", folder / "secret", free_port()
    if not key.exists():
        assert run("keys", "generate", "--output", str(key)).returncode == 0
    secret.write_text(SECRET)
    secret.chmod(0o600)
    whole = {"publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(folder / "data"),
             "keyFile": str(key), "apps": {"shop": {"providers": {"password": {"phones": True}}, "secondFactors": {"phone": True},
                               "language": "fr"}}}
    if texts:
        whole["texts"] = {"secretFile": str(secret), **texts}
    file = folder / "sesame.json"
    file.write_text(json.dumps(whole))
    return str(file)


def test_sms_reaches_the_provider_and_its_digits_sign_in(tmp_path, carrier):
    process = Process(["serve", "--config", configuration(tmp_path, {"url": carrier.url, "countries": ["+33"]})], tmp_path / "log")
    api = Api(process.url, None, SecretsSeen())
    assert api.post("/v1/codes", {"purpose": "sign_in", "phone": NUMBER}).status_code == 204
    [text] = wait_until(lambda: carrier.messages, "the text")
    assert carrier.forged == 0 and text["event"].keys() == {"id", "to", "body", "language", "expiresAt"}
    assert text["event"]["to"] == NUMBER and text["event"]["language"] == "fr"
    assert text["headers"]["Sesame-Message-ID"] == text["event"]["id"]
    digits = text["event"]["body"].split()[0]
    assert len(digits) == 6 and "votre code" in text["event"]["body"]
    ok(api.post("/v1/sign-in/code", {"code": digits, "phone": NUMBER}))
    carrier.status = 422
    assert api.post("/v1/codes", {"purpose": "sign_in", "phone": NUMBER}).status_code == 204
    wait_until(lambda: len(carrier.messages) == 2, "a text that is refused")
    carrier.status = 503
    assert api.post("/v1/codes", {"purpose": "sign_in", "phone": NUMBER}).status_code == 204
    wait_until(lambda: len(carrier.messages) == 3, "a text that is taken later")
    carrier.status = 200
    log = process.log()
    assert digits not in log and NUMBER not in log
    assert process.stop() == 0


def test_silent_mail_server_does_not_delay_texts(tmp_path, carrier):
    with socket.create_server(("127.0.0.1", 0), backlog=64) as silent:
        file = configuration(tmp_path, {"url": carrier.url, "countries": ["+33"]})
        whole = json.loads((tmp_path / "sesame.json").read_text())
        whole["mail"] = {"server": f"smtp://127.0.0.1:{silent.getsockname()[1]}", "from": "no-reply@shop.example"}
        whole["rateLimits"] = {"exempt": ["127.0.0.1"]}
        (tmp_path / "sesame.json").write_text(json.dumps(whole))
        process = Process(["serve", "--config", file], tmp_path / "log")
        api = Api(process.url, None, SecretsSeen())
        for _ in range(12):
            email = new_address()
            ok(api.post("/v1/sign-up/password", {"email": email, "password": PASSWORD}))
            assert api.post("/v1/codes", {"purpose": "reset_password", "email": email}).status_code == 204
        connection, _ = silent.accept()
        assert api.post("/v1/codes", {"purpose": "sign_in", "phone": NUMBER}).status_code == 204
        wait_until(lambda: carrier.messages, "the text")
        connection.close()
    assert process.stop() == 0


def test_without_an_sms_provider_phone_codes_are_rejected(tmp_path):
    process = Process(["serve", "--config", configuration(tmp_path, None)], tmp_path / "log")
    api = Api(process.url, None, SecretsSeen())
    refused(api.post("/v1/codes", {"purpose": "sign_in", "phone": NUMBER}), 403, "provider_required")
    assert process.stop() == 0
    result = run("doctor", "--config", str(tmp_path / "sesame.json"))
    assert "apps.shop.providers.password.phones" in result.stdout
    assert "apps.shop.secondFactors.phone" in result.stdout


@pytest.mark.parametrize("texts, saying", [
    ({"url": "http://texts.example.com/send"}, "texts.url"), ({"url": "https://user@texts.example.com"}, "texts.url"),
    ({"url": "https://texts.example.com", "from": "Shop"}, "texts.from"), ({"secretFile": "/nowhere"}, "texts.url"),
    ({"url": "https://texts.example.com", "secretFile": "/nowhere"}, "texts.secretFile"),
])
def test_invalid_sms_setting_is_rejected_by_name(tmp_path, texts, saying):
    result = run("serve", "--config", configuration(tmp_path, texts))
    assert result.returncode != 0 and saying in result.stderr
