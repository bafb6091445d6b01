"""Tests of mail over SMTP: delivery to an operator's mail server, and errors in its configuration."""

import json

import pytest

from client import Api, ok, refused
from mailserver import MailServer
from patience import wait_until
from secrets_seen import SecretsSeen
from sesame import Process, free_port, run
from test_passwords import OTHER, PASSWORD, new_address


@pytest.fixture(scope="module")
def mail_server():
    server = MailServer()
    yield server
    server.close()


def configuration(folder, mail) -> dict:
    key = folder / "key"
    if not key.exists():
        assert run("keys", "generate", "--output", str(key)).returncode == 0
    port = free_port()
    return {"publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(folder / "data"),
            "keyFile": str(key), "mail": mail, "apps": {"shop": {"providers": {"password": {}}, "language": "fr"}}}


def served(folder, mail) -> Process:
    file = folder / "sesame.json"
    file.write_text(json.dumps(configuration(folder, mail)))
    return Process(["serve", "--config", str(file)], folder / "log")


@pytest.fixture(scope="module")
def serving(tmp_path_factory, mail_server):
    mail = {"server": mail_server.url, "from": "no-reply@shop.example", "fromName": "Boutique é"}
    process = served(tmp_path_factory.mktemp("mail"), mail)
    yield process
    assert process.stop() == 0


def test_email_reaches_the_mail_server_of_the_operator(serving, mail_server):
    api, email = Api(serving.url, None, SecretsSeen()), new_address()
    ok(api.post("/v1/sign-up/password", {"email": email, "password": PASSWORD}))
    assert api.post("/v1/codes", {"purpose": "reset_password", "email": email}).status_code == 204
    [mail] = wait_until(lambda: [mail for mail in mail_server.mails if mail["To"] == email], "the mail")
    assert mail["Subject"] == "Un nouveau mot de passe pour shop"
    assert mail["From"] == "Boutique é <no-reply@shop.example>" and mail["Content-Language"] == "fr"
    assert mail["Auto-Submitted"] == "auto-generated" and "@shop.example>" in mail["Message-ID"]
    body = mail.get_content()
    assert "Valable une seule fois, pendant une heure." in body
    [link] = [word for word in body.split() if word.startswith("http")]
    code = link.removeprefix(f"{serving.url}/account/code/shop?code=")
    assert api.post("/v1/codes/password", {"code": code, "password": OTHER}).status_code == 204
    assert code not in serving.log() and email not in serving.log()


def test_email_that_the_mail_server_rejects_is_not_delivered(serving, mail_server):
    api = Api(serving.url, None, SecretsSeen())
    for refusal in ("450 later", "550 nobody here"):
        email = new_address()
        ok(api.post("/v1/sign-up/password", {"email": email, "password": PASSWORD}))
        mail_server.refusal = refusal
        assert api.post("/v1/codes", {"purpose": "reset_password", "email": email}).status_code == 204
        wait_until(lambda: f"RCPT TO:<{email}>" in mail_server.commands, "the attempt")
        mail_server.refusal = None
    assert all(email != mail["To"] for mail in mail_server.mails)


@pytest.mark.parametrize("mail, saying", [
    ({"server": "https://mail.example", "from": "a@b.example"}, "mail.server"),
    ({"server": "smtp://user:secret@mail.example", "from": "a@b.example"}, "mail.server"),
    ({"server": "smtp://mail.example", "from": "Shop <a@b.example>"}, "mail.from"),
    ({"server": "smtp://mail.example", "from": "a@b.example\r\nBcc: c@d.example"}, "mail.from"),
    ({"server": "smtp://mail.example", "from": "a@b.example", "fromName": "Shop\nBcc: c@d.example"}, "mail.fromName"),
    ({"server": "smtp://mail.example", "from": "a@b.example", "user": "shop"}, "mail.passwordFile"),
    ({"server": "smtp://mail.example"}, "mail.from"),
])
def test_invalid_mail_setting_is_rejected_by_name(tmp_path, mail, saying):
    file = tmp_path / "sesame.json"
    file.write_text(json.dumps(configuration(tmp_path, mail)))
    result = run("serve", "--config", str(file))
    assert result.returncode != 0 and saying in result.stderr


def test_without_a_mail_server_password_reset_codes_are_rejected(tmp_path):
    file = tmp_path / "sesame.json"
    whole = configuration(tmp_path, None)
    del whole["mail"]
    file.write_text(json.dumps(whole))
    process = Process(["serve", "--config", str(file)], tmp_path / "log")
    api, email = Api(process.url, None, SecretsSeen()), new_address()
    ok(api.post("/v1/sign-up/password", {"email": email, "password": PASSWORD}))
    refused(api.post("/v1/codes", {"purpose": "reset_password", "email": email}), 403, "provider_required")
    assert process.stop() == 0
