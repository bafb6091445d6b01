"""Tests of `sesame users import` and `sesame export ids`: users of another system keep their accounts."""

import json
import subprocess
import time

import pytest

from client import ok
from providers import new_subject
from sesame import ENVIRONMENT, PROGRAM, Development, Process, free_port, memory, run




class Migration:
    """A migration: a data folder, first without a server and then with one."""

    def __init__(self, folder):
        self.folder = folder
        assert run("keys", "generate", "--output", f"{folder / 'data'}.key").returncode == 0
        self.apps = {
            "shop": {"providers": {
                "apple": {"clientIDs": ["com.example.shop"]},
                "google": {"clientIDs": ["1234-web.apps.googleusercontent.com"]}}},
            "cast": {"providers": {"google": {"clientIDs": ["1003-web.apps.googleusercontent.com"]}},
                     "signUp": "explicit", "roles": ["ACTEUR", "RECRUTEUR"],
                     "profile": {"required": ["nom"], "optional": ["bio"]}}}
        self.config = folder / "sesame.json"
        self.config.write_text(json.dumps({
            "publicURL": "https://sign-in.example.com", "dataDir": str(folder / "data"),
            "keyFile": f"{folder / 'data'}.key", "apps": self.apps}))

    def take(self, *lines, app="shop", options=(), exits=0):
        file = self.folder / "users.jsonl"
        file.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        result = run(
            "users", "import", str(file), "--app", app, "--config", str(self.config), *options)
        assert result.returncode == exits, result.stdout + result.stderr
        return result

    def exported(self, app="shop") -> list[dict]:
        result = run("export", "ids", "--app", app, "--config", str(self.config))
        assert result.returncode == 0, result.stderr
        return [json.loads(line) for line in result.stdout.splitlines()]

    def server(self) -> Development:
        apps = self.folder / "apps.json"
        apps.write_text(json.dumps({"apps": self.apps}))
        return Development(self.folder, options=["--config", str(apps)])


@pytest.fixture
def migration(tmp_path):
    return Migration(tmp_path)


def user(uid: str | None, subject: str, provider: str = "google", **more) -> dict:
    return {**({"id": uid} if uid else {}), "identities": [{"provider": provider, "subject": subject}], **more}


def test_imported_users_sign_in_to_their_accounts(migration):
    google, apple = new_subject("google"), new_subject("apple")
    result = migration.take(
        user("auth0|42", google, createdAt="2023-02-03T04:05:06Z", lastSignInAt=1_700_000_000_000),
        user("closed", apple, "apple", disabled=True))
    assert "2 accounts added, 0 unchanged" in result.stdout
    server = migration.server()
    signed_in = server.api.sign_in(app="shop", sub=google)
    assert signed_in["user"]["uid"] == "auth0|42" and signed_in["isNewUser"] is False
    assert signed_in["user"]["creationTime"] == 1_675_397_106
    assert server.api.try_sign_in("apple", "shop", sub=apple).json()["error"]["code"] == "user_disabled"
    me = ok(server.api.me(signed_in["accessToken"]))
    assert me["uid"] == "auth0|42"
    assert server.stop() == 0
    assert {(line["uid"], line.get("subject")) for line in migration.exported()} == {
        ("auth0|42", google), ("closed", apple)}


def test_user_imported_by_verified_email_address_signs_in_with_it_once(migration):
    migration.take(
        {"id": "actor-1", "identities": [{"provider": "google", "email": "Test.User.1@gmail.com", "emailVerified": True}],
         "role": "ACTEUR", "profile": {"nom": "User 1"}}, app="cast")
    assert migration.exported("cast") == [
        {"uid": "actor-1", "provider": "google", "email": "Test.User.1@gmail.com"}]
    server = migration.server()
    address = {"email": "test.user.1@gmail.com", "email_verified": True}
    stranger = server.api.try_sign_in(
        app="cast", sub=new_subject(), claims={"email": "test.user.1@example.com", "email_verified": True})
    assert stranger.json()["error"]["code"] == "account_not_found"
    unverified = server.api.try_sign_in(
        app="cast", sub=new_subject(), claims={**address, "email_verified": False})
    assert unverified.json()["error"]["code"] == "account_not_found"
    subject = new_subject()
    signed_in = ok(server.api.try_sign_in(app="cast", sub=subject, claims=address))
    assert signed_in["user"]["uid"] == "actor-1" and signed_in["isNewUser"] is False
    assert "identity_linked" in server.events("actor-1")
    # The address is used up: a later user with that address is a different person.
    other = server.api.try_sign_in(app="cast", sub=new_subject(), claims=address)
    assert other.json()["error"]["code"] == "account_not_found"
    again = ok(server.api.try_sign_in(app="cast", sub=subject, claims={"email": "new@gmail.com"}))
    assert again["user"]["uid"] == "actor-1"
    assert server.stop() == 0
    assert migration.exported("cast") == [{"uid": "actor-1", "provider": "google", "subject": subject}]


def test_import_reports_the_account_of_each_line(migration):
    subjects = [new_subject() for _ in range(3)]
    lines = [user("u1", subjects[0]), "", user(None, subjects[1]), user(None, subjects[2])]
    file = migration.folder / "ids.jsonl"
    migration.take(lines[0], "", *lines[2:3])
    migration.take(*lines, options=("--ids", str(file)))
    given = {line["line"]: line["uid"] for line in map(json.loads, file.read_text().splitlines())}
    of_subject = {line["subject"]: line["uid"] for line in migration.exported()}
    assert given == {1: "u1", 3: of_subject[subjects[1]], 4: of_subject[subjects[2]]}
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_bytes()
    assert "cannot be created" in migration.take(*lines, options=("--ids", str(file)), exits=1).stderr
    assert file.read_bytes() == before
    migration.take(*lines, options=("--dry-run", "--ids", str(migration.folder / "other")), exits=64)
    assert not (migration.folder / "other").exists()


def test_import_can_be_repeated(migration):
    lines = [user(f"u{number}", str(number)) for number in range(1, 6)]
    assert "5 accounts added" in migration.take(*lines).stdout
    assert "0 accounts added, 5 unchanged" in migration.take(*lines).stdout
    assert "1 accounts added, 5 unchanged" in migration.take(*lines, user("u6", "6")).stdout


def test_dry_run_changes_nothing(migration):
    assert "1 accounts to add" in migration.take(user("u1", "1"), options=["--dry-run"]).stdout
    assert migration.exported() == []


def test_invalid_lines_are_named_and_nothing_is_imported(migration):
    result = migration.take(
        user("u1", "1"), "", "{", user("u2", "1"), user("u3", "3", colour="red"), user("u4", "4", role="A"),
        user("u5", "5", displayName="a\0b"), user("u6", "6\0"), exits=1)
    for words in ("line 3: ", "line 4: ", "line 5: colour: ", "line 6: role: ", "line 7: displayName: ",
                  "line 8: identities: ", "6 lines cannot be imported"):
        assert words in result.stderr
    assert migration.exported() == []


def test_line_that_differs_from_its_account_is_a_conflict(migration):
    migration.take(user("u1", "1"))
    result = migration.take(user("u1", "1", disabled=True), exits=1)
    assert "line 1: disabled: the account already exists with another disabled" in result.stderr
    assert "line 1" in migration.take(user("u2", "1"), exits=1).stderr


def test_import_beside_a_running_server_is_rejected(migration):
    migration.take(user("u1", "1"))
    port = free_port()
    configuration = json.loads(migration.config.read_text())
    configuration |= {"publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}"}
    migration.config.write_text(json.dumps(configuration))
    server = Process(["serve", "--config", str(migration.config)], migration.folder / "log")
    result = migration.take(user("u2", "2"), exits=1)
    assert "in use by another process" in result.stderr
    assert server.stop() == 0


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_many_users_are_imported(migration, count):
    lines = (json.dumps(user(f"user-{number}", str(10**20 + number), createdAt=1_600_000_000_000 + number))
             for number in range(count))
    result = migration.take(*lines)
    assert f"{count} accounts added, 0 unchanged" in result.stdout
    # Progress is reported every ten thousand lines.
    assert ("50000 lines imported" in result.stderr) == (count >= 50_000)


@pytest.mark.slow
def test_the_lines_of_an_import_are_not_kept_in_memory(migration):
    file = migration.folder / "users.jsonl"
    with open(file, "w") as lines:
        for number in range(100_000):
            lines.write(json.dumps(user(f"user-{number}", str(10**20 + number), createdAt=1_600_000_000_000)) + "\n")
    check = subprocess.Popen(
        [PROGRAM, "users", "import", str(file), "--app", "shop", "--config", str(migration.config), "--dry-run"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT)
    peak = 0
    while check.poll() is None:
        peak = max(peak, memory(check.pid))
        time.sleep(0.02)
    assert check.returncode == 0 and "100000 accounts to add" in check.stdout.read()
    # With all lines it would be 300 MB.
    assert 20 < peak < 100


def test_a_pipe_is_rejected_because_the_lines_are_read_more_than_once(migration):
    line = json.dumps(user("u1", "1"))
    result = run(
        "users", "import", "/dev/stdin", "--app", "shop", "--config", str(migration.config), stdin=f"{line}\n")
    assert result.returncode != 0 and "must be a file" in result.stderr
    assert migration.exported() == []
