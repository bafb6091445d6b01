"""Tests of `sesame users import --from appwrite`: an Appwrite project's users with their ids and passwords."""

import json

import pytest

from appwrite_client import Appwrite
from providers import new_subject
from sesame import Development, run

PASSWORD = "appwrite"
SCRYPT = {
    "hash": "scrypt",
    "password": "3fdef49701bc4cfaacd551fe017283513284b4731e6945c263246ef948d3cf63"
                "b5d269c31fd697246085111a428245e24a4ddc6b64c687bc60a8910dbafc1d5b",
    "hashOptions": {"type": "scrypt", "salt": "appwrite", "costCpu": 16384, "costMemory": 13, "costParallel": 2,
                    "length": 64}}


def user(id: str, **members) -> dict:
    """Returns a user as in Appwrite's user list for back ends."""
    return {
        "$id": id, "$createdAt": "2024-02-03T04:05:06.789+00:00", "$updatedAt": "2024-02-03T04:05:06.789+00:00",
        "name": "", "password": None, "hash": "argon2", "hashOptions": {}, "registration": "2024-02-03T04:05:06.789+00:00",
        "status": True, "labels": [], "passwordUpdate": "", "email": "", "phone": "", "emailVerification": False,
        "phoneVerification": False, "mfa": False, "prefs": {}, "targets": [], "accessedAt": "", **members}


def identity(uid: str, provider: str, subject: str, email: str = "") -> dict:
    return {"$id": "x", "userId": uid, "provider": provider, "providerUid": subject, "providerEmail": email,
            "providerAccessToken": "", "providerAccessTokenExpiry": "", "providerRefreshToken": ""}


class Folder:
    """A data folder that an export is imported into."""

    def __init__(self, folder):
        self.folder = folder
        assert run("keys", "generate", "--output", f"{folder / 'data'}.key").returncode == 0
        self.apps = {"shop": {
            "providers": {"google": {"clientIDs": ["1234-web.apps.googleusercontent.com"]}, "password": {"phones": True}},
            "appwrite": {"projectID": "shop"}}}
        self.settings = folder / "sesame.json"

    def take(self, *pages, exits: int = 0, app: str = "shop"):
        self.settings.write_text(json.dumps({
            "publicURL": "https://sign-in.example.com", "dataDir": str(self.folder / "data"),
            "keyFile": f"{self.folder / 'data'}.key", "apps": self.apps,
            "mail": {"server": "smtp://127.0.0.1:2525", "from": "x@example.com"}}))
        file = self.folder / "pages.jsonl"
        file.write_text("".join((page if isinstance(page, str) else json.dumps(page)) + "\n" for page in pages))
        result = run("users", "import", str(file), "--from", "appwrite", "--app", app, "--config", str(self.settings))
        assert result.returncode == exits, result.stdout + result.stderr
        return result

    def server(self) -> Development:
        apps = self.folder / "apps.json"
        apps.write_text(json.dumps({"apps": self.apps}))
        return Development(self.folder, options=["--config", str(apps)])


@pytest.fixture
def folder(tmp_path) -> Folder:
    return Folder(tmp_path)


def test_imported_users_keep_their_ids_passwords_labels_and_preferences(folder):
    subject = new_subject("google")
    people = {"total": 4, "users": [
        user("with-password", email="Test1@example.com", emailVerification=True, name="Test User 51",
             prefs={"theme": "dark"}, labels=["vip"], **SCRYPT),
        user("with-google", email="test2@example.com"), user("with-number", phone="+4915200000001", phoneVerification=True),
        user("guest")]}
    identities = {"total": 1, "identities": [identity("with-google", "google", subject, "test2@gmail.com")]}
    result = folder.take(identities, people)
    assert "3 accounts added" in result.stdout and "1 users have no sign-in method" in result.stderr
    assert "0 accounts added, 3 unchanged" in folder.take(people, identities).stdout
    server = folder.server()
    appwrite = Appwrite(server, "shop")
    session = appwrite.session(appwrite.keyed.create_email_password_session("test1@example.com", PASSWORD))
    person = session.account.get()
    assert (person.id, person.name, person.labels, person.emailverification) == ("with-password", "Test User 51", ["vip"], True)
    assert person.createdat == "2024-02-03T04:05:06.789+00:00"
    assert session.send("GET", "/account/prefs").json() == {"theme": "dark"}
    assert server.api.sign_in(app="shop", sub=subject)["user"]["uid"] == "with-google"
    assert appwrite.users.get("with-number").phoneverification
    # A sign-in since the first import is no difference, although it has changed the password's hash.
    assert server.stop() == 0
    assert "0 accounts added, 3 unchanged" in folder.take(people, identities).stdout


@pytest.mark.parametrize("page, said", [
    ("{", "line 1: not valid JSON"), ({"documents": []}, "line 1: a page must have 'users' or 'identities'"),
    ({"users": [{}]}, "line 1: each user must be an object with an '$id'"),
    ({"users": [user("a", email="test@example.com", password="x", hash="md5")]},
     "line 1: password: must be hexadecimal"),
    ({"users": [user("a", email="nobody")]}, "line 1: email"), ({"users": [user("a b", email="t@example.com")]}, "line 1: id"),
    ({"users": [user("a", email="t@example.com"), user("b", email="T@example.com")]},
     "another line with the same id, identity, email address or phone number has different values"),
    ({"users": [user("a", phone="12")]}, "line 1: phone")])
def test_invalid_line_is_named_and_nothing_is_imported(folder, page, said):
    good = {"users": [user("good", email="good@example.com")]}
    result = folder.take(page, good, exits=1)
    assert said in result.stderr, result.stderr
    assert "1 accounts added" in folder.take(good).stdout
