"""Tests of a pseudonymous app, the family app."""

import base64
import hashlib
import re
import shutil
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from browser import Browser, Client, query_of
from client import ok, refused
from notified import Person, has_ended
from patience import wait_until
from providers import new_subject, nonce_claim
from sesame import run

APP = "familysync"
PSEUDONYM = re.compile(r"v[1-9][0-9]*\.[A-Za-z0-9_-]{43}")
UID = re.compile(r"apple_[0-9a-f]{30}")


def sign_in(server, sub: str | None = None, **order) -> dict:
    return server.api.sign_in("apple", APP, sub=sub or new_subject("apple"), **order)


def subjects(server, uid: str) -> list[str]:
    return [subject for (subject,) in server.query("SELECT subject FROM identities WHERE account = ?", uid)]


# Pseudonyms


def test_account_has_a_pseudonymous_id_and_the_configured_email_address_and_name(server):
    session = sign_in(server, claims={"email": "canary-address@example.com", "email_verified": True})
    user = session["user"]
    assert UID.fullmatch(user["uid"])
    assert user["email"] == f"{user['uid']}@familysync.invalid" and user["emailVerified"] is False
    assert user["displayName"] == "Utilisateur"
    assert ok(server.api.me(session["accessToken"])) == user
    contract = ok(server.api.contract("apple", APP, sub=new_subject("apple")))["user"]
    assert contract["email"] == f"{contract['id']}@familysync.invalid" and UID.fullmatch(contract["id"])


def test_parallel_sign_ins_of_one_user_lead_to_one_account(server):
    subject = new_subject("apple")
    with ThreadPoolExecutor(20) as pool:
        sessions = list(pool.map(lambda _: sign_in(server, subject), range(100)))
    assert len({session["user"]["uid"] for session in sessions}) == 1
    assert sum(session["isNewUser"] for session in sessions) == 1


def test_account_id_is_not_a_plain_digest_of_the_subject(server):
    subject = new_subject("apple")
    uid = sign_in(server, subject)["user"]["uid"]
    assert uid != "apple_" + hashlib.sha256(subject.encode()).hexdigest()[:30]


@pytest.mark.parametrize("member", ["givenName", "familyName"])
def test_request_with_a_name_is_rejected(server, member):
    body = server.api.credential("apple", APP, sub=new_subject("apple"))
    before = server.rows()
    answer = server.api.post("/v1/sign-in/apple", {**body, member: "Canary"}, app=APP)
    assert refused(answer, 400, "invalid_request", "send none")["field"] == member
    assert server.rows() == before
    refused(server.api.post("/v1/sign-in/apple", body, app=APP), 401, "invalid_nonce")


def test_name_in_a_profile_is_rejected(server):
    token = sign_in(server)["accessToken"]
    answer = server.api.call("PATCH", "/v1/me/profile", {"fields": {"displayName": "Canary"}}, token=token)
    assert answer.status_code == 400, answer.text


# The user's rights: a fresh provider token identifies the user


def test_user_deletes_the_account_after_confirming_and_returns_as_a_new_user(server):
    subject = new_subject("apple")
    first = sign_in(server, subject)
    confirmed = ok(server.api.post(
        "/v1/me/confirm", {"provider": "apple", **server.api.credential("apple", APP, sub=subject)},
        token=first["accessToken"]))
    # Without the sheet's authorization code there is no token to revoke the consent with, and the response says so.
    assert server.api.delete("/v1/me", token=confirmed["accessToken"]).status_code == 200
    assert subjects(server, first["user"]["uid"]) == []
    again = sign_in(server, subject)
    assert again["isNewUser"] and again["user"]["uid"] != first["user"]["uid"]


def test_another_user_cannot_confirm_the_session(server):
    first = sign_in(server)
    refused(server.api.post(
        "/v1/me/confirm", {"provider": "apple", **server.api.credential("apple", APP, sub=new_subject("apple"))},
        token=first["accessToken"]), 403, "reauthentication_required")


# Apple's notifications


def test_notification_of_apple_finds_the_user_by_pseudonym(server):
    person = Person(server, app=APP)
    assert person.notify("consent-revoked") == 200
    assert has_ended(server, person.session)
    assert person.sign_in()["user"]["uid"] == person.uid


def test_account_is_deleted_when_its_apple_account_is_deleted(shifted):
    person = Person(shifted, app=APP)
    shifted.providers.advance_clock(60)
    assert person.notify("account-delete") == 200
    assert subjects(shifted, person.uid) == []
    refused(shifted.api.me(person.session["accessToken"]), 401, "user_deleted")


# Browser sign-in


@pytest.fixture
def own(start):
    """Starts a server for this test only."""
    return start()


def test_apple_is_asked_for_no_name_and_no_email_address(server):
    browser = Browser(server)
    client = Client(server, app=APP)
    address = browser.go(client.address("apple"), until=lambda address: "/apple/auth/authorize" in address)
    fields = query_of(address)
    assert "scope" not in fields and fields["response_mode"] == "form_post"
    standard = query_of(browser.go(
        Client(server).address("apple"), until=lambda address: "/apple/auth/authorize" in address))
    assert standard["scope"] == "name email"


# Keys


def keys_of(server) -> Path:
    return Path(f"{server.data}.pseudonym-keys")


def add_key(server):
    result = run("keys", "pseudonyms", "--add-to", str(keys_of(server)))
    assert result.returncode == 0, result.stderr
    assert keys_of(server).stat().st_mode & 0o777 == 0o600


def test_key_rotation_preserves_accounts_until_the_old_key_is_removed(start):
    server = start()
    person = Person(server, app=APP)
    absent = Person(server, app=APP)
    assert server.stop() == 0
    add_key(server)
    rotated = server.restarted()
    try:
        # The old pseudonym still identifies a user who has not returned yet.
        assert rotated.providers.notify("apple", "consent-revoked", app=APP, sub=absent.sub) == 200
        assert has_ended(rotated, absent.session)
        again = sign_in(rotated, person.sub)
        assert again["user"]["uid"] == person.uid and not again["isNewUser"]
        assert subjects(rotated, person.uid)[0].startswith("v2.")
        assert subjects(rotated, absent.uid)[0].startswith("v1.")
        # The new pseudonym works too.
        assert rotated.providers.notify("apple", "consent-revoked", app=APP, sub=person.sub) == 200
        assert has_ended(rotated, again)
        assert rotated.stop() == 0
        lines = keys_of(server).read_text().splitlines(keepends=True)
        keys_of(server).write_text(lines[-1])
        final = rotated.restarted()
        try:
            assert sign_in(final, person.sub)["user"]["uid"] == person.uid
            stranger = sign_in(final, absent.sub)
            assert stranger["isNewUser"] and stranger["user"]["uid"] != absent.uid
        finally:
            assert final.stop() == 0
    finally:
        rotated.stop()


def test_different_key_under_the_same_version_is_rejected_at_startup(start):
    server = start()
    sign_in(server)
    assert server.stop() == 0
    keys_of(server).unlink()
    assert run("keys", "pseudonyms", "--output", str(keys_of(server))).returncode == 0
    result = run("dev", "--port", "0", "--provider-port", "0", "--data", str(server.data))
    assert result.returncode != 0 and "its key v1 is not the key that this data was created with" in result.stderr


def test_pseudonym_keys_are_in_no_file_of_the_data_folder(server):
    [line] = keys_of(server).read_text().splitlines()
    key = line.partition(" ")[2]
    raw = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
    for path in server.data.iterdir():
        content = path.read_bytes()
        assert key.encode() not in content and raw not in content


def test_pseudonym_command_finds_a_pseudonym_and_logs_its_use(server, tmp_path):
    subject = new_subject("apple")
    uid = sign_in(server, subject)["user"]["uid"]
    config = configuration(tmp_path, keys_of(server))
    result = run("pseudonym", "--config", str(config), "--app", APP, stdin=subject + "\n")
    assert result.returncode == 0, result.stderr
    assert subjects(server, uid)[0] in result.stdout.split()
    assert "a pseudonym was revealed: app familysync, provider apple" in result.stderr
    assert subject not in result.stderr
    assert run("pseudonym", "--config", str(config), "--app", "nobodys", stdin=subject).returncode != 0
    assert run("pseudonym", "--config", str(config), "--app", APP, stdin="").returncode != 0


def configuration(folder: Path, keys: Path) -> Path:
    key = folder / "key"
    assert run("keys", "generate", "--output", str(key)).returncode == 0
    file = folder / "config.json"
    file.write_text(f"""
        {{"publicURL": "http://127.0.0.1:8080", "dataDir": "{folder / 'data'}", "keyFile": "{key}",
          "pseudonymKeyFile": "{keys}",
          "apps": {{"{APP}": {{"privacy": "pseudonymous", "pseudonymous": {{"recognizeLegacyIDs": true}},
                             "providers": {{"apple": {{"clientIDs": ["com.example.familysync"]}}}}}}}}}}""")
    return file


def test_keys_in_the_data_folder_or_readable_by_others_are_rejected_in_production(tmp_path):
    keys = tmp_path / "data" / "keys"
    keys.parent.mkdir()
    assert run("keys", "pseudonyms", "--output", str(keys)).returncode == 0
    result = run("serve", "--config", str(configuration(tmp_path, keys)))
    assert result.returncode != 0 and "pseudonymKeyFile: the key file must be outside the data folder" in result.stderr
    keys.chmod(0o644)
    elsewhere = tmp_path / "keys"
    shutil.move(keys, elsewhere)
    (tmp_path / "key").unlink()
    result = run("serve", "--config", str(configuration(tmp_path, elsewhere)))
    assert result.returncode != 0 and f"chmod 600 {elsewhere}" in result.stderr


# No personal data in storage


def spellings(value: str) -> set[bytes]:
    """Returns the forms in which a file could contain the value, including plain digests of it."""
    raw = value.encode()
    digest = hashlib.sha256(raw)
    found = {
        raw, urllib.parse.quote(value, safe="").encode(), raw.hex().encode(), raw.hex().upper().encode(),
        base64.b64encode(raw).rstrip(b"="), base64.urlsafe_b64encode(raw).rstrip(b"="),
        digest.digest(), digest.hexdigest().encode(), digest.hexdigest()[:30].encode(),
        base64.b64encode(digest.digest()).rstrip(b"="), base64.urlsafe_b64encode(digest.digest()).rstrip(b"="),
        hashlib.sha1(raw).hexdigest().encode(), hashlib.md5(raw).hexdigest().encode(),
    }
    return found


def test_no_personal_data_is_found_in_files_responses_or_metrics(own):
    """Sends personal data through every feature; no file and no response may contain any of it."""
    subject = new_subject("apple")
    canaries = {subject, "Canarygiven", "Canaryfamily", "canary-address@example.com", "canary-relay@example.com",
                "canary-agent/1.0", "203.0.113.77"}
    claims = {"email": "canary-address@example.com", "email_verified": True, "is_private_email": True,
              "given_name": "Canarygiven", "family_name": "Canaryfamily", "name": "Canarygiven Canaryfamily",
              "picture": "https://example.com/canary-address@example.com.png"}
    headers = {"User-Agent": "canary-agent/1.0", "X-Forwarded-For": "203.0.113.77", "Forwarded": "for=203.0.113.77"}
    answers = []

    def call(method, path, body=None, **options):
        answer = own.api.call(method, path, body, headers=headers, **options)
        answers.append(answer)
        return answer

    def credential(**order):
        nonce = own.api.challenge(APP)
        sheet = own.providers.sheet("apple", APP, sub=subject, claims=claims, nonce=nonce_claim("apple", nonce), **order)
        return {"idToken": sheet["idToken"], "nonce": nonce, "authorizationCode": sheet["authorizationCode"]}

    # Sign-in with all values of Apple's sheet, a refused name, a refresh, the account and its profile.
    session = ok(call("POST", "/v1/sign-in/apple", credential(), app=APP))
    uid = session["user"]["uid"]
    name = {"givenName": "Canarygiven", "familyName": "Canaryfamily"}
    assert call("POST", "/v1/sign-in/apple", {**credential(), **name}, app=APP).status_code == 400
    tokens = ok(call("POST", "/v1/sessions/refresh", {"refreshToken": session["refreshToken"]}))
    for path in ("/v1/me", "/v1/me/profile", "/v1/sessions", "/v1/me/devices"):
        ok(call("GET", path, token=tokens["accessToken"]))
    call("PATCH", "/v1/me/profile", {"fields": {"prenom": "Canarygiven"}}, token=tokens["accessToken"])
    call("POST", "/auth/apple", {"idToken": own.providers.mint("apple", APP, sub=subject, claims=claims)}, app=APP)
    # A guest, for the events of an app without pseudonyms.
    guest = ok(call("POST", "/v1/sign-in/anonymous", app="couple"))
    assert guest["user"]["uid"]
    # Browser sign-in, with the data that Apple posts along with the code.
    own.providers.control("POST", "auto-approve", {"user": 77})
    browser = Browser(own)
    browser.http.headers.update(headers)
    client = Client(own, app=APP)
    web = ok(client.exchange(client.code(browser, "apple")))
    canaries |= people(own)
    # Invalid requests, which are logged.
    call("POST", "/v1/sign-in/apple", {**credential(), "nonce": "canary-address@example.com"}, app=APP)
    call("GET", "/v1/me?email=canary-address%40example.com", token="canary-address@example.com")
    call("POST", "/v1/sign-in/apple", {"idToken": "canary-address@example.com", "nonce": subject}, app=APP)
    call("GET", f"/{subject}/canary-address@example.com")
    # Apple's notifications, some with an email address.
    for event in ("email-disabled", "email-enabled", "consent-revoked"):
        own.providers.notification("apple", event, app=APP, sub=subject, email="canary-relay@example.com")
    back = ok(call("POST", "/v1/sign-in/apple", credential(), app=APP))
    assert back["user"]["uid"] == uid
    assert all(PSEUDONYM.fullmatch(kept) for (kept,) in own.query("SELECT subject FROM identities"))
    assert not any(any(row) for row in own.query(
        "SELECT email, given_name, family_name, display_name, photo_url, joining_address FROM identities"))
    networks = own.query("SELECT DISTINCT app, network IS NULL FROM events WHERE actor IS NULL")
    assert (APP, 1) in networks and (APP, 0) not in networks and ("couple", 0) in networks
    exported = ok(call("GET", "/v1/me/export", token=back["accessToken"]))
    assert [identity["subject"] for identity in exported["identities"]] == subjects(own, uid)
    scan(own, canaries, answers)
    # The same after the deletion of the account.
    assert call("DELETE", "/v1/me", token=back["accessToken"]).status_code == 204
    wait_until(lambda: not own.query("SELECT 1 FROM jobs WHERE kind = 'revoke_consent'"), "Apple's revocation")
    own.api.delete("/v1/me", token=web["access_token"])
    scan(own, canaries, answers)


def people(server) -> set[str]:
    """Returns the subjects and addresses of all users who approved at the development Apple."""
    consents = str(server.providers.control("GET", "consents")["apple"])
    return set(re.findall(r"\d{6}\.[0-9a-f]{32}\.\d{4}", consents)) | set(re.findall(r"[\w.+-]+@[\w.-]+", consents))


def scan(server, canaries: set[str], answers: list):
    files = [path for path in server.data.iterdir() if path.is_file()] + [server.log_file]
    assert any(path.name == "sesame.db" for path in files) and len(server.log_file.read_bytes()) > 500
    content = {path.name: path.read_bytes() for path in files}
    # The metrics contain no personal data either.
    content["metrics"] = server.api.get("/metrics").content
    for answer in answers:
        content[f"the answer to {answer.request.method}"] = answer.content
    for canary in canaries:
        for spelling in spellings(canary):
            for name, text in content.items():
                assert spelling not in text, f"{canary!r} stands in {name} as {spelling!r}"


def test_search_finds_personal_data_of_an_app_without_pseudonyms(own):
    """Proves that the search works: in an app without pseudonyms it finds the canaries."""
    subject = new_subject("apple")
    own.api.sign_in("apple", "couple", sub=subject, claims={"email": "canary-address@example.com"})
    with pytest.raises(AssertionError, match="stands in sesame.db"):
        scan(own, {subject}, [])
    with pytest.raises(AssertionError, match="stands in sesame.db"):
        scan(own, {"canary-address@example.com"}, [])


def test_account_page_says_that_a_pseudonym_is_personal_data(own):
    server = own
    server.providers.control("POST", "auto-approve", {"user": 78})
    for app, isSaid in ((APP, True), ("couple", False)):
        browser = Browser(server)
        page = browser.go(f"{server.url}/sign-in/apple?app={app}")
        assert page.url.partition("?")[0].endswith("/account"), page.text
        for language, text in (("en", "still personal data"), ("fr", "reste une donnée personnelle")):
            page = browser.go(f"{server.url}/account?lang={language}")
            assert page.status_code == 200 and (text in page.text) == isSaid
