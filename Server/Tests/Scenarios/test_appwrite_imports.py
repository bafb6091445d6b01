"""Tests of users that an Appwrite project's back end imports from elsewhere, and of the data it registers for them."""

import secrets as random

import pytest
from appwrite.enums.messaging_provider_type import MessagingProviderType
from appwrite.id import ID

from appwrite_client import Appwrite, is_refused, refuses

# The password of the hashes in Appwrite's own tests.
PASSWORD = "appwrite"
HASHES = {
    "argon2": {"password": "$argon2i$v=19$m=20,t=3,p=2$YXBwd3JpdGU$A/54i238ed09ZR4NwlACU5XnkjNBZU9QeOEuhjLiexI"},
    "bcrypt": {"password": "$2a$15$xX/myGbFU.ZSKHSi6EHdBOySTdYm8QxBLXmOPHrYMwV0mHRBBSBOq"},
    "md5": {"password": "144fa7eaa4904e8ee120651997f70dcc"},
    "phpass": {"password": "$P$Br387rwferoKN7uwHZqNMu98q3U8RO."},
    "scrypt": {
        "password": "3fdef49701bc4cfaacd551fe017283513284b4731e6945c263246ef948d3cf63"
                    "b5d269c31fd697246085111a428245e24a4ddc6b64c687bc60a8910dbafc1d5b",
        "passwordSalt": "appwrite", "passwordCpu": 16384, "passwordMemory": 13, "passwordParallel": 2,
        "passwordLength": 64},
    "scrypt-modified": {
        "password": "UlM7JiXRcQhzAGlaonpSqNSLIz475WMddOgLjej5De9vxTy48K6WtqlEzrRFeK4t0COfMhWCb8wuMHgxOFCHFQ==",
        "passwordSalt": "UxLMreBr6tYyjQ==", "passwordSaltSeparator": "Bw==",
        "passwordSignerKey":
            "XyEKE9RcTDeLEsL/RjwPDBv/RqDl8fb3gpYEOQaPihbxf1ZAtSOHCjuAAa7Q3oHpCYhXSN9tizHgVOwn6krflQ=="},
    "sha": {
        "password": "4243da0a694e8a2f727c8060fe0507c8fa01ca68146c76d2c190805b638c20c6"
                    "bf6ba04e21f11ae138785d0bff63c416e6f87badbffad37f6dee50094cc38c70",
        "passwordVersion": "sha512"},
}
APNS, FCM = "ab" * 32, "c" * 22 + ":APA91b" + "d" * 134


@pytest.fixture
def appwrite(server) -> Appwrite:
    return Appwrite(server)


def new_email() -> str:
    return f"test-{random.token_hex(6)}@example.com"


def brought(appwrite, kind: str, **change):
    body = {"userId": ID.unique(), "email": new_email(), "name": "Test User 31", **HASHES[kind], **change}
    return body["email"], appwrite.send(
        "POST", f"/users/{kind}", body, headers={"X-Appwrite-Key": appwrite.server.admin_key})


# The bcrypt hash takes seconds.
@pytest.mark.parametrize("kind", [kind for kind in HASHES if kind != "bcrypt"])
def test_imported_hash_signs_in_and_is_replaced_by_argon2id(appwrite, kind):
    email, answer = brought(appwrite, kind)
    assert answer.status_code == 201 and answer.json()["email"] == email, answer.text
    assert HASHES[kind]["password"] not in answer.text
    with refuses(401, "user_invalid_credentials"):
        appwrite.keyed.create_email_password_session(email, PASSWORD + "s")
    assert appwrite.keyed.create_email_password_session(email, PASSWORD).userid == answer.json()["$id"]
    [(kept,)] = appwrite.server.query("SELECT password FROM logins WHERE name = ?", email)
    assert kept.startswith("$argon2id$")
    appwrite.keyed.create_email_password_session(email, PASSWORD)


def test_package_imports_a_user_with_a_bcrypt_hash(appwrite):
    email = new_email()
    made = appwrite.users.create_bcrypt_user(
        ID.unique(), email, "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "Test User 32")
    assert (made.email, made.name, made.passwordupdate != "") == (email, "Test User 32", True)
    assert appwrite.keyed.create_email_password_session(email, "U*U").userid == made.id
    with refuses(409, "user_email_already_exists"):
        appwrite.users.create_md5_user(ID.unique(), email, HASHES["md5"]["password"])


@pytest.mark.parametrize("kind, change, named", [
    ("bcrypt", {"password": HASHES["bcrypt"]["password"].replace("$15$", "$16$")}, "password"), ("argon2", {"password": "x"}, "password"), ("md5", {"password": "xyz"}, "password"),
    ("md5", {"password": ""}, "password"), ("md5", {"email": "nobody"}, "email"), ("sha", {"passwordVersion": "sha0"}, "passwordVersion"),
    ("sha", {"passwordVersion": "sha256"}, "password"), ("scrypt", {"passwordLength": 63}, "passwordLength"),
    ("scrypt", {"passwordCpu": 15}, "password"), ("scrypt", {"passwordCpu": "x"}, "passwordCpu"),
    ("scrypt-modified", {"passwordSignerKey": "?"}, "passwordSignerKey"), ("phpass", {"password": "$P$x"}, "password")])
def test_invalid_import_is_rejected_with_its_field_named(appwrite, kind, change, named):
    email, answer = brought(appwrite, kind, **change)
    is_refused(answer, 400, "general_argument_invalid", f"`{named}`")
    assert not appwrite.server.query("SELECT 1 FROM logins WHERE name = ?", email)


def test_back_end_manages_a_push_target_of_a_signed_in_user(appwrite):
    users, session, other = appwrite.users, appwrite.guest(), appwrite.guest()
    id = ID.unique()
    made = users.create_target(session.uid, id, MessagingProviderType.PUSH, APNS)
    assert (made.id, made.providertype, made.identifier, made.userid) == (id, "push", APNS, session.uid)
    with refuses(409, "user_target_already_exists"):
        users.create_target(session.uid, id, MessagingProviderType.PUSH, APNS)
    assert users.update_target(session.uid, id, FCM, "fcm").identifier == FCM
    assert users.get_target(session.uid, id).identifier == ""
    with refuses(404, "user_target_not_found"):
        users.delete_target(other.uid, id)
    users.delete_target(session.uid, id)
    with refuses(404, "user_target_not_found"):
        users.get_target(session.uid, id)
    for kind in (MessagingProviderType.EMAIL, MessagingProviderType.SMS):
        with refuses(400, "general_argument_invalid"):
            users.create_target(session.uid, ID.unique(), kind, new_email())
    nowhere = users.create(ID.unique()).id
    with refuses(400, "general_argument_invalid"):
        users.create_target(nowhere, ID.unique(), MessagingProviderType.PUSH, APNS)
    with refuses(404, "user_not_found"):
        users.create_target("nobody", ID.unique(), MessagingProviderType.PUSH, APNS)
