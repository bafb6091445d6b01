"""Tests of the emulator mode that replaces Firebase's emulator, and of its absence elsewhere."""

import itertools
import json
import time
import urllib.parse

import pytest

from client import ok
from firebase import Firebase, fails, payload
from firebase_shop import PROJECT, new_email, new_phone
from sesame import run

names = itertools.count()
OWNER = {"token": "owner"}
HERE = f"/emulator/v1/projects/{PROJECT}"


@pytest.fixture
def emulator(shops):
    """Returns the emulator, emptied before and after the test."""
    firebase = shops["emulator"].firebase
    ok(firebase.api.delete(HERE + "/accounts"))
    yield firebase
    ok(firebase.api.delete(HERE + "/accounts"))


def made_up(sub: str, email: str | None = None, verified: bool = False, provider: str = "google.com", **more) -> dict:
    """Returns the body of a sign-in with a made-up provider token."""
    claims = {"sub": sub} | ({"email": email, "email_verified": verified} if email else {})
    form = {"providerId": provider, "id_token": json.dumps(claims)}
    return {"requestUri": "http://localhost", "postBody": urllib.parse.urlencode(form), **more}


def codes(emulator, path: str = HERE) -> list[dict]:
    return ok(emulator.api.get(path + "/oobCodes"))["oobCodes"]


def digits(emulator) -> list[dict]:
    return ok(emulator.api.get(HERE + "/verificationCodes"))["verificationCodes"]


def configured(emulator, **settings) -> dict:
    return ok(emulator.api.call("PATCH", HERE + "/config", settings))


def test_emulator_accepts_made_up_users_and_deletes_all_accounts(emulator):
    token = emulator.guest()["idToken"]
    assert payload(token, 0)["alg"] == "none" and token.endswith(".")
    body = made_up("made-up-1", "test.user.6@example.com", verified=True)
    first = emulator.good("signInWithIdp", body)
    assert emulator.good("signInWithIdp", body)["localId"] == first["localId"]
    assert ok(emulator.api.delete(HERE + "/accounts")) == {}
    fails(emulator.lookup(first["idToken"]), "USER_NOT_FOUND")
    assert emulator.good("signInWithIdp", body)["isNewUser"] is True


def test_settings_are_returned_and_reset(emulator):
    usual = {"signIn": {"allowDuplicateEmails": False}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}}
    assert ok(emulator.api.get(HERE + "/config")) == usual
    assert configured(emulator, signIn={"allowDuplicateEmails": True})["signIn"] == {"allowDuplicateEmails": True}
    said = configured(emulator, emailPrivacyConfig={"enableImprovedEmailPrivacy": True})
    assert said == {"signIn": {"allowDuplicateEmails": True}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}}
    assert emulator.api.call("PATCH", HERE + "/config", {"signIn": {"other": 1}}).status_code == 400
    ok(emulator.api.delete(HERE + "/accounts"))
    assert ok(emulator.api.get(HERE + "/config")) == usual


def test_operator_reads_and_changes_the_project_settings(emulator):
    path = f"/identitytoolkit.googleapis.com/v2/projects/{PROJECT}/config"
    call = emulator.api.call
    usual = ok(call("GET", path, **OWNER))
    assert usual["signIn"] == {"allowDuplicateEmails": False} and usual["blockingFunctions"] == {}
    forward = {"forwardInboundCredentials": {"idToken": True}}
    both = {"signIn": {"allowDuplicateEmails": True}, "blockingFunctions": forward}
    mask = "signIn.allowDuplicateEmails,blockingFunctions.forwardInboundCredentials.idToken"
    for suffix in (f"?updateMask={mask}", ""):
        said = ok(call("PATCH", path + suffix, both, **OWNER))
        assert said["signIn"] == {"allowDuplicateEmails": True} and said["blockingFunctions"] == forward
        assert ok(call("GET", path, **OWNER)) == said
    assert ok(call("PATCH", path + "?updateMask=displayName", {}, **OWNER)) == said
    assert ok(call("PATCH", path, {}, **OWNER)) == usual
    for name, address in (("invalid", "http://localhost"), ("beforeCreate", "invalid")):
        triggers = {"triggers": {name: {"functionUri": address}}}
        fails(call("PATCH", path, {"blockingFunctions": triggers}, **OWNER), "INVALID_BLOCKING_FUNCTION")
    assert call("GET", path).status_code == 401


def test_email_links_are_listed_until_they_are_used(emulator):
    email = new_email()
    made = emulator.good("signUp", {"email": email, "password": "notasecret"})
    emulator.good("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": made["idToken"]})
    [code] = codes(emulator)
    assert code["email"] == email and code["requestType"] == "VERIFY_EMAIL"
    link = urllib.parse.urlsplit(code["oobLink"])
    assert link.path == "/emulator/action"
    query = dict(urllib.parse.parse_qsl(link.query))
    assert query["mode"] == "verifyEmail" and query["lang"] == "en" and query["oobCode"] == code["oobCode"]
    emulator.good("update", {"oobCode": code["oobCode"]})
    assert codes(emulator) == []
    fails(emulator.call("sendOobCode", {"requestType": "PASSWORD_RESET", "email": new_email()}), "EMAIL_NOT_FOUND")
    emulator.good("sendOobCode", {"requestType": "EMAIL_SIGNIN", "email": email})
    [code] = codes(emulator)
    emulator.good("signInWithEmailLink", {"email": email, "oobCode": code["oobCode"]})
    assert codes(emulator) == []
    emulator.good("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email})
    ok(emulator.api.delete(HERE + "/accounts"))
    assert codes(emulator) == []


def test_emulator_links_perform_their_actions(emulator):
    email = new_email()
    made = emulator.good("signUp", {"email": email, "password": "notasecret"})
    get = emulator.api.get

    def asked(**body) -> str:
        emulator.good("sendOobCode", body)
        return codes(emulator)[-1]["oobLink"].removeprefix(emulator.server.url)

    verify = asked(requestType="VERIFY_EMAIL", idToken=made["idToken"])
    assert ok(get(verify))["authEmulator"]["success"]
    assert emulator.user(made["idToken"])["emailVerified"] is True
    assert get(verify).status_code == 400 and "expired" in get(verify).json()["authEmulator"]["error"]
    reset = asked(requestType="PASSWORD_RESET", email=email)
    assert get(reset).status_code == 400
    assert ok(get(reset + "&newPassword=another one"))["authEmulator"]["success"]
    emulator.good("signInWithPassword", {"email": email, "password": "another one"})
    sign_in = asked(requestType="EMAIL_SIGNIN", email=email, continueUrl="http://anywhere.example/in?x=1")
    answer = get(sign_in)
    assert answer.status_code == 303 and answer.headers["Location"].startswith("http://anywhere.example/in?x=1&mode=signIn")
    for wrong in ("/emulator/action", "/emulator/action?mode=other&oobCode=x", "/emulator/action?mode=verifyEmail"):
        assert get(wrong).status_code == 400


def test_sms_codes_are_listed_until_they_are_used(emulator):
    number = new_phone()
    info = emulator.good("sendVerificationCode", {"phoneNumber": number})["sessionInfo"]
    [listed] = digits(emulator)
    assert listed["phoneNumber"] == number and listed["sessionInfo"] == info
    fails(emulator.call("signInWithPhoneNumber", {"sessionInfo": info, "code": listed["code"] + "1"}), "INVALID_CODE")
    emulator.good("signInWithPhoneNumber", {"sessionInfo": info, "code": listed["code"]})
    assert digits(emulator) == []


def test_email_address_belongs_to_one_account_unless_duplicates_are_allowed(emulator):
    email = new_email()
    person = emulator.good("signUp", {"email": email, "password": "notasecret"})
    asked = emulator.good("signInWithIdp", made_up("one-1", email))
    assert asked["needConfirmation"] is True and asked["localId"] == person["localId"] and "idToken" not in asked
    assert asked["verifiedProvider"] == ["password"]
    joined = emulator.good("signInWithIdp", made_up("one-1", email, verified=True))
    assert joined["localId"] == person["localId"] and "isNewUser" not in joined
    # The address was unverified, so the password and sessions that used it are gone.
    fails(emulator.call("signInWithPassword", {"email": email, "password": "notasecret"}), "INVALID_PASSWORD")
    fails(emulator.refresh(person["refreshToken"]), "TOKEN_EXPIRED")
    fails(emulator.call("signUp", {"email": email, "password": "notasecret"}), "EMAIL_EXISTS")
    configured(emulator, signIn={"allowDuplicateEmails": True})
    other = emulator.good("signInWithIdp", made_up("one-2", email, provider="apple.com"))
    assert other["localId"] != person["localId"]


def test_known_email_addresses_are_revealed_unless_privacy_is_enabled(emulator):
    email, linked = new_email(), new_email()
    emulator.good("signUp", {"email": email, "password": "notasecret"})
    emulator.good("signInWithIdp", made_up("told-1", linked, verified=True))

    def asked(address: str, **more) -> dict:
        return emulator.good("createAuthUri", {"identifier": address, "continueUri": "http://localhost", **more})

    assert asked(email.upper()) | {"sessionId": ""} == {
        "kind": "identitytoolkit#CreateAuthUriResponse", "sessionId": "", "registered": True,
        "allProviders": ["password"], "signinMethods": ["password"]}
    assert asked(linked)["signinMethods"] == ["google.com"]
    nobody = asked(new_email(), sessionId="mine")
    assert nobody["registered"] is False and nobody["sessionId"] == "mine" and "allProviders" not in nobody
    fails(emulator.call("createAuthUri", {"identifier": "x", "continueUri": "http://localhost"}), "INVALID_IDENTIFIER")
    for body, code in (({"email": email, "password": "wrong one"}, "INVALID_PASSWORD"),
                       ({"email": new_email(), "password": "wrong one"}, "EMAIL_NOT_FOUND")):
        fails(emulator.call("signInWithPassword", body), code)
    configured(emulator, signIn={"allowDuplicateEmails": True})
    assert asked(linked)["signinMethods"] == []
    configured(emulator, emailPrivacyConfig={"enableImprovedEmailPrivacy": True})
    assert asked(email).keys() == asked(new_email()).keys() == {"kind", "sessionId"}
    fails(emulator.call("signInWithPassword", {"email": email, "password": "wrong one"}), "INVALID_LOGIN_CREDENTIALS")


def test_emulator_passwords_need_at_least_six_characters(emulator):
    fails(emulator.call("signUp", {"email": new_email(), "password": "short"}),
          "WEAK_PASSWORD : Password should be at least 6 characters")
    made = emulator.good("signUp", {"email": new_email(), "password": "password"})
    other = new_email()
    changed = emulator.good("update", {"idToken": made["idToken"], "email": other})
    assert changed["email"] == other and changed["emailVerified"] is False
    emulator.good("signInWithPassword", {"email": other, "password": "password"})
    both = {"idToken": changed.get("idToken", made["idToken"]), "email": new_email()}
    fails(emulator.call("update", {**both, "password": "short"}), "WEAK_PASSWORD")
    emulator.good("signInWithPassword", {"email": other, "password": "password"})
    emulator.good("update", {**both, "password": "another one"})
    emulator.good("signInWithPassword", {"email": both["email"], "password": "another one"})
    fails(emulator.call("signInWithPassword", {"email": other, "password": "password"}), "EMAIL_NOT_FOUND")


def test_operator_uses_client_methods_without_an_api_key(emulator):
    host = "/identitytoolkit.googleapis.com/v1/accounts:"
    post = emulator.api.post
    email = new_email()
    made = ok(post(host + "signUp", {"localId": "chosen", "email": email}, **OWNER))
    assert made["localId"] == "chosen" and "idToken" not in made
    ok(post(host + "update", {"localId": "chosen", "customAttributes": "{}", "disableUser": True}, **OWNER))
    [user] = ok(post(host + "lookup", {"localId": ["chosen"]}, **OWNER))["users"]
    assert user["disabled"] is True and user["email"] == email
    answer = ok(post(host + "sendOobCode", {"requestType": "VERIFY_EMAIL", "email": email, "returnOobLink": True},
                     **OWNER))
    assert answer["oobCode"] in answer["oobLink"] and codes(emulator)[-1]["oobCode"] == answer["oobCode"]
    ok(post(host + "delete", {"localId": "chosen"}, **OWNER))
    assert post(host + "delete", {"localId": "chosen"}).status_code == 403


def test_unconfigured_project_has_its_own_users_and_settings(emulator):
    name = f"made-up-{next(names)}-{time.time_ns()}"
    path = f"/identitytoolkit.googleapis.com/v1/projects/{name}/accounts"
    post = emulator.api.post
    made = ok(post(path, {"email": "somebody@example.com", "password": "notasecret"}, **OWNER))
    assert ok(post(path + ":lookup", {"email": ["somebody@example.com"]}, **OWNER))["users"][0]["localId"] == made["localId"]
    here = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:lookup"
    assert "users" not in ok(post(here, {"email": ["somebody@example.com"]}, **OWNER))
    ok(emulator.api.call("PATCH", f"/emulator/v1/projects/{name}/config", {"signIn": {"allowDuplicateEmails": True}}))
    assert ok(emulator.api.get(HERE + "/config"))["signIn"] == {"allowDuplicateEmails": False}
    tenants = f"/identitytoolkit.googleapis.com/v2/projects/{name}/tenants"
    assert ok(emulator.api.get(tenants, **OWNER))["tenants"] == []
    made = ok(emulator.api.get(tenants + "/tenant-id", **OWNER))
    assert made == {
        "tenantId": "tenant-id", "name": f"projects/{name}/tenants/tenant-id", "allowPasswordSignup": True,
        "disableAuth": False, "enableAnonymousUser": True, "enableEmailLinkSignin": True,
        "mfaConfig": {"enabledProviders": ["PHONE_SMS"], "state": "ENABLED"}}
    assert [one["tenantId"] for one in ok(emulator.api.get(tenants, **OWNER))["tenants"]] == ["tenant-id"]
    ok(emulator.api.delete(f"/emulator/v1/projects/{name}/accounts"))
    assert "users" not in ok(post(path + ":lookup", {"email": ["somebody@example.com"]}, **OWNER))
    assert ok(emulator.api.get(tenants, **OWNER))["tenants"] == []


def test_deleting_a_tenants_users_leaves_the_projects_users(emulator):
    email, tenant = new_email(), f"t{next(names)}"
    emulator.good("signUp", {"email": email, "password": "notasecret", "tenantId": tenant})
    emulator.good("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email, "tenantId": tenant})
    own = emulator.good("signUp", {"email": email, "password": "notasecret"})
    path = f"{HERE}/tenants/{tenant}"
    [code] = codes(emulator, path)
    assert codes(emulator) == []
    assert ok(emulator.api.get(code["oobLink"].removeprefix(emulator.server.url) + "&newPassword=notasecret2"))
    emulator.good("signInWithPassword", {"email": email, "password": "notasecret2", "tenantId": tenant})
    assert ok(emulator.api.get(path + "/verificationCodes")) == {"verificationCodes": []}
    ok(emulator.api.delete(path + "/accounts"))
    fails(emulator.call("signInWithPassword", {"email": email, "password": "notasecret2", "tenantId": tenant}),
          "EMAIL_NOT_FOUND")
    emulator.user(own["idToken"])


def test_any_api_key_is_accepted_but_a_missing_one_is_rejected(emulator):
    assert Firebase(emulator.server, key="fake-api-key").guest()["idToken"]
    fails(Firebase(emulator.server, key="").call("signUp"), "The request is missing a valid API key.", 403)


def test_signed_server_has_no_emulator_features(signed, shops):
    api = signed.server.api
    for method, path in (("DELETE", "accounts"), ("GET", "config"), ("PATCH", "config"), ("GET", "oobCodes"),
                         ("GET", "verificationCodes"), ("DELETE", "tenants/t/accounts")):
        fails(api.call(method, f"{HERE}/{path}"), "Not Found", 404)
    fails(api.get("/emulator/action?mode=verifyEmail&oobCode=x"), "Not Found", 404)
    emulated = shops["emulator"].firebase.guest()["idToken"]
    fails(signed.firebase.lookup(emulated), "INVALID_ID_TOKEN")
    guest = signed.firebase.guest()["idToken"]
    unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + guest.split(".")[1] + "."
    fails(signed.firebase.lookup(unsigned), "INVALID_ID_TOKEN")
    fails(signed.firebase.call("signInWithIdp", made_up("made-up-1")), "INVALID_IDP_RESPONSE")
    config = f"/v2/projects/{PROJECT}/config"
    key = {"token": signed.server.admin_key}
    said = ok(api.get(config, **key))
    assert said["emailPrivacyConfig"] == {"enableImprovedEmailPrivacy": True}
    assert ok(api.call("PATCH", config, said, **key)) == said
    for change in ({"signIn": {"allowDuplicateEmails": False}}, {"authorizedDomains": ["evil.example"]},
                   {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}}):
        fails(api.call("PATCH", config, change, **key), "OPERATION_NOT_ALLOWED")
    assert ok(api.get(config, **key)) == said


def test_serve_rejects_the_emulator_option(tmp_path):
    result = run("serve", "--firebase-emulator", "--config", str(tmp_path / "none"))
    assert result.returncode != 0 and "Unknown option" in result.stderr
