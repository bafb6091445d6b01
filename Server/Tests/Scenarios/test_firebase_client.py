"""Tests of the API that Firebase's client SDKs call: sign-in, linking, the account, and tokens."""

import base64
import json
import urllib.parse

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives import hashes

from client import ok
from firebase import HOST, Firebase, fails, payload
from providers import new_subject

CERTIFICATES = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"


@pytest.fixture
def firebase(server):
    return Firebase(server)


def test_guest_signs_up_and_has_an_account(firebase):
    guest = firebase.guest()
    assert guest["kind"] == "identitytoolkit#SignupNewUserResponse" and guest["expiresIn"] == "3600"
    claims = payload(guest["idToken"])
    assert claims["iss"] == "https://securetoken.google.com/couple" and claims["aud"] == "couple"
    assert claims["sub"] == claims["user_id"] == guest["localId"]
    assert claims["exp"] == claims["iat"] + 3600 and claims["auth_time"] <= claims["iat"]
    assert claims["provider_id"] == "anonymous"
    assert claims["firebase"] == {"identities": {}, "sign_in_provider": "anonymous"}
    user = firebase.user(guest["idToken"])
    assert user["localId"] == guest["localId"] and user["providerUserInfo"] == []
    assert user["createdAt"].isdigit() and user["validSince"].isdigit()


def test_id_token_is_signed_by_a_published_certificate(server, firebase):
    token = firebase.guest()["idToken"]
    header = payload(token, 0)
    assert header["alg"] == "RS256" and header["typ"] == "JWT"
    for path in (CERTIFICATES, "/www.googleapis.com" + CERTIFICATES, "/identitytoolkit/v3/relyingparty/publicKeys",
                 "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys"):
        answer = server.api.get(path)
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        key = x509.load_pem_x509_certificate(ok(answer)[header["kid"]].encode()).public_key()
        signed, _, signature = token.rpartition(".")
        key.verify(base64.urlsafe_b64decode(signature + "=="), signed.encode(), padding.PKCS1v15(), hashes.SHA256())
    published = ok(server.api.get("/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"))["keys"]
    # Another scenario may have published the next key.
    assert [key["kid"] for key in published].count(header["kid"]) == 1
    assert all(key["kty"] == "RSA" for key in published)
    assert header["kid"] not in str(ok(server.api.get("/.well-known/jwks.json")))


@pytest.mark.parametrize("provider", ["apple", "google"])
def test_returning_user_gets_the_same_account(firebase, provider):
    sub = new_subject(provider)
    first = firebase.sign_in(provider, sub=sub, nonce="a nonce of the app's", email="test.user.1@example.com")
    assert first["isNewUser"] is True and first["kind"] == "identitytoolkit#VerifyAssertionResponse"
    assert first["providerId"] == f"{provider}.com" and first["email"] == "test.user.1@example.com"
    federated = sub if provider == "apple" else f"https://accounts.google.com/{sub}"
    assert first["federatedId"] == federated
    assert sub in json.loads(first["rawUserInfo"]).values()
    claims = payload(first["idToken"])
    assert claims["firebase"]["identities"] == {f"{provider}.com": [sub], "email": ["test.user.1@example.com"]}
    assert claims["firebase"]["sign_in_provider"] == f"{provider}.com" and claims["email_verified"] is True
    again = firebase.sign_in(provider, sub=sub)
    assert again["localId"] == first["localId"] and "isNewUser" not in again
    [linked] = firebase.user(again["idToken"])["providerUserInfo"]
    assert linked["rawId"] == linked["federatedId"] == sub and linked["providerId"] == f"{provider}.com"


def test_firebase_and_native_sign_ins_share_one_account(server, firebase):
    sub = new_subject("google")
    uid = server.api.sign_in("google", sub=sub)["user"]["uid"]
    assert firebase.sign_in("google", sub=sub)["localId"] == uid


@pytest.mark.parametrize("change, code", [
    ({"clientID": "somebody-elses"}, "INVALID_IDP_RESPONSE"), ({"expiresIn": -4000}, "INVALID_IDP_RESPONSE"),
    ({"key": "unpublished"}, "INVALID_IDP_RESPONSE"),
])
def test_invalid_provider_token_is_rejected(server, firebase, change, code):
    body = firebase.credential("google")
    form = dict(urllib.parse.parse_qsl(body["postBody"]))
    if "clientID" in change:
        form["id_token"] = server.providers.mint("google", clientID="somebody-elses")
    elif "expiresIn" in change:
        form["id_token"] = server.providers.mint("google", "couple", claims={"exp": 1_700_000_000, "iat": 1_699_990_000})
    else:
        head, claims, signature = form["id_token"].split(".")
        form["id_token"] = f"{head}.{claims}.{'A' * len(signature)}"
    before = server.rows()
    fails(firebase.call("signInWithIdp", {**body, "postBody": urllib.parse.urlencode(form)}), code)
    assert server.rows() == before


def test_nonce_must_match_the_provider_token(server, firebase):
    good = firebase.credential("apple", nonce="mine")
    for form, code in ((good["postBody"].replace("nonce=mine", "nonce=other"), "MISSING_OR_INVALID_NONCE"),
                       (good["postBody"].replace("&nonce=mine", ""), "MISSING_OR_INVALID_NONCE")):
        fails(firebase.call("signInWithIdp", {**good, "postBody": form}), code)
    firebase.good("signInWithIdp", good)


def test_provider_token_signs_in_once(firebase):
    body = firebase.credential("google")
    first = firebase.good("signInWithIdp", body)
    # A response may have been lost, so a repeated sign-in returns the same session until its token is used.
    assert firebase.good("signInWithIdp", body)["localId"] == first["localId"]
    firebase.user(first["idToken"])
    fails(firebase.call("signInWithIdp", body), "INVALID_IDP_RESPONSE")


@pytest.mark.parametrize("more", ["&id_token=x", "&providerId=google.com", "&nonce=a&nonce=b"])
def test_ambiguous_provider_response_is_rejected(firebase, more):
    body = firebase.credential("google")
    fails(firebase.call("signInWithIdp", {**body, "postBody": body["postBody"] + more}), "INVALID_IDP_RESPONSE")
    fails(firebase.call("signInWithIdp", {**body, "requestUri": f"http://localhost#{more[1:]}"}), "INVALID_IDP_RESPONSE")
    firebase.good("signInWithIdp", body)


@pytest.mark.parametrize("body, code", [
    ({"postBody": "id_token=x&providerId=google.com"}, "MISSING_REQUEST_URI"),
    ({"requestUri": "nowhere", "postBody": "id_token=x&providerId=google.com"}, "INVALID_REQUEST_URI"),
    ({"requestUri": "http://localhost", "postBody": ""}, "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
    ({"requestUri": "http://localhost", "postBody": "providerId=google.com"}, "INVALID_IDP_RESPONSE"),
    ({"requestUri": "http://localhost", "postBody": "id_token=x&providerId=google.com"}, "INVALID_IDP_RESPONSE"),
    ({"requestUri": "http://localhost", "postBody": "id_token=x&providerId=example.com"}, "OPERATION_NOT_ALLOWED"),
    ({"requestUri": "http://localhost", "pendingToken": "x"}, "INVALID_PENDING_TOKEN"),
    ({"requestUri": "http://localhost", "tenantId": "t"}, "TENANT_NOT_FOUND"),
    ({"requestUri": "http://localhost", "idToken": "x", "postBody": "id_token=x&providerId=google.com"},
     "INVALID_ID_TOKEN"),
])
def test_incomplete_sign_in_request_is_rejected(firebase, body, code):
    fails(firebase.call("signInWithIdp", body), code)


def test_guest_is_upgraded_and_keeps_the_account(firebase):
    guest = firebase.guest()
    sub = new_subject("apple")
    linked = firebase.good(
        "signInWithIdp", {**firebase.credential("apple", sub=sub, nonce="n"), "idToken": guest["idToken"]})
    assert linked["localId"] == guest["localId"]
    assert payload(linked["idToken"])["firebase"]["sign_in_provider"] == "apple.com"
    # The guest's own tokens are no longer valid.
    fails(firebase.lookup(guest["idToken"]), "TOKEN_EXPIRED")
    fails(firebase.refresh(guest["refreshToken"]), "TOKEN_EXPIRED")
    assert firebase.sign_in("apple", sub=sub)["localId"] == guest["localId"]


def test_identity_of_another_account_is_not_linked_and_still_signs_in(firebase):
    sub = new_subject("google")
    owner = firebase.sign_in("google", sub=sub)
    guest = firebase.guest()
    body = {**firebase.credential("google", sub=sub), "idToken": guest["idToken"]}
    fails(firebase.call("signInWithIdp", body), "FEDERATED_USER_ID_ALREADY_LINKED")
    told = firebase.good("signInWithIdp", {**body, "returnIdpCredential": True})
    assert told["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED" and "idToken" not in told
    assert told["oauthIdToken"] in urllib.parse.unquote(body["postBody"])
    del body["idToken"]
    assert firebase.good("signInWithIdp", body)["localId"] == owner["localId"]
    assert firebase.user(guest["idToken"])["localId"] == guest["localId"]


def test_refresh_token_stays_the_same_and_ends_with_its_session(server, firebase):
    guest = firebase.guest()
    for _ in range(3):
        answer = ok(firebase.refresh(guest["refreshToken"]))
        assert answer["refresh_token"] == guest["refreshToken"] and answer["id_token"] == answer["access_token"]
        assert answer["expires_in"] == "3600" and answer["token_type"] == "Bearer"
        assert answer["user_id"] == guest["localId"] and answer["project_id"] == "couple"
    [(session,)] = server.query("SELECT id FROM sessions WHERE account = ?", guest["localId"])
    path = f"/admin/v1/apps/couple/users/{guest['localId']}/sessions/{session}"
    answer = server.api.delete(path, token=server.admin_key)
    assert answer.status_code in (200, 204), answer.text
    fails(firebase.refresh(guest["refreshToken"]), "TOKEN_EXPIRED")
    fails(firebase.lookup(guest["idToken"]), "TOKEN_EXPIRED")


def test_refresh_accepts_forms_and_json_in_both_spellings(server, firebase):
    token = firebase.guest()["refreshToken"]
    form = {"grant_type": "refresh_token", "refresh_token": token}
    for path in ("/v1/token", "/securetoken.googleapis.com/v1/token"):
        path += f"?key={firebase.key}"
        ok(server.api.post(path, form))
        ok(server.api.post(path, {"grantType": "refresh_token", "refreshToken": token}))
        ok(server.api.post(path, data=urllib.parse.urlencode(form).encode(),
                           headers={"Content-Type": "application/x-www-form-urlencoded"}))


@pytest.mark.parametrize("body, code", [
    ({}, "MISSING_GRANT_TYPE"), ({"grant_type": "password"}, "INVALID_GRANT_TYPE"),
    ({"grant_type": "refresh_token"}, "MISSING_REFRESH_TOKEN"),
    ({"grant_type": "refresh_token", "refresh_token": "x"}, "INVALID_REFRESH_TOKEN"),
])
def test_incomplete_refresh_request_is_rejected(server, firebase, body, code):
    fails(server.api.post(f"/v1/token?key={firebase.key}", body), code)


def test_tokens_of_another_project_are_rejected(server, firebase):
    guest = firebase.guest()
    other = Firebase(server, "prysm")
    fails(other.lookup(guest["idToken"]), "INVALID_ID_TOKEN")
    fails(other.refresh(guest["refreshToken"]), "INVALID_REFRESH_TOKEN")


def test_firebase_and_native_tokens_are_not_interchangeable(server, firebase):
    guest, native = firebase.guest(), server.api.sign_in_anonymously()
    fails(firebase.lookup(native["accessToken"]), "INVALID_ID_TOKEN")
    fails(firebase.refresh(native["refreshToken"]), "INVALID_REFRESH_TOKEN")
    assert server.api.me(guest["idToken"]).status_code == 401
    assert server.api.refresh(guest["refreshToken"]).status_code == 401


def test_tampered_id_token_is_rejected(firebase):
    head, claims, signature = firebase.guest()["idToken"].split(".")
    for token in (f"{head}.{claims}.", f"{head}.{claims}.{'A' * len(signature)}",
                  f"eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.", "x", "a.b.c"):
        fails(firebase.lookup(token), "INVALID_ID_TOKEN")
    fails(firebase.lookup(""), "MISSING_ID_TOKEN")


def test_id_token_expires_after_an_hour(shifted):
    firebase = Firebase(shifted)
    guest = firebase.guest()
    shifted.providers.advance_clock(3590)
    firebase.user(guest["idToken"])
    shifted.providers.advance_clock(20)
    fails(firebase.lookup(guest["idToken"]), "INVALID_ID_TOKEN")
    firebase.user(ok(firebase.refresh(guest["refreshToken"]))["id_token"])


def test_tokens_of_a_deleted_account_return_user_not_found(firebase):
    guest = firebase.guest()
    assert firebase.good("delete", {"idToken": guest["idToken"]})["kind"] == "identitytoolkit#DeleteAccountResponse"
    fails(firebase.lookup(guest["idToken"]), "USER_NOT_FOUND")
    fails(firebase.refresh(guest["refreshToken"]), "USER_NOT_FOUND")


def test_deletion_by_account_id_alone_is_rejected(firebase):
    guest = firebase.guest()
    fails(firebase.call("delete", {"localId": guest["localId"]}), "MISSING_ID_TOKEN")
    firebase.user(guest["idToken"])


def test_requests_of_a_disabled_user_return_user_disabled(server, firebase):
    sub = new_subject("google")
    person = firebase.sign_in("google", sub=sub)
    path = f"/admin/v1/apps/couple/users/{person['localId']}/disable"
    assert server.api.post(path, token=server.admin_key).status_code in (200, 204)
    fails(firebase.lookup(person["idToken"]), "USER_DISABLED")
    fails(firebase.refresh(person["refreshToken"]), "USER_DISABLED")
    fails(firebase.call("signInWithIdp", firebase.credential("google", sub=sub)), "USER_DISABLED")


def test_sensitive_requests_require_a_recent_sign_in(shifted):
    firebase = Firebase(shifted)
    person = firebase.sign_in("google")
    shifted.providers.advance_clock(400)
    change = {"requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "test.user.2@example.com"}
    for method, body in (("delete", {}), ("sendOobCode", change)):
        fails(firebase.call(method, {**body, "idToken": person["idToken"]}), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    firebase.user(person["idToken"])


@pytest.mark.parametrize("key, status, message", [
    ("", 403, "The request is missing a valid API key."),
    ("unknown", 400, "API key not valid. Please pass a valid API key."),
    ("couple", 400, "API key not valid. Please pass a valid API key."),
])
def test_missing_or_unknown_api_key_is_rejected(server, key, status, message):
    fails(Firebase(server, key=key).call("signUp"), message, status)


def test_api_key_may_be_sent_in_a_header(server):
    answer = server.api.post(HOST + "/accounts:signUp", {}, headers={"X-Goog-Api-Key": "AIzaSy-example-couple"})
    assert payload(ok(answer)["idToken"])["aud"] == "couple"


@pytest.mark.parametrize("path", [
    "/v1/accounts:signUp", HOST + "/accounts:signUp", "/identitytoolkit/v3/relyingparty/signupNewUser",
    "/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser",
])
def test_method_is_available_at_its_older_paths(firebase, path):
    assert firebase.good("", prefix=path)["localId"]


def test_unknown_member_is_rejected_by_name(firebase):
    error = fails(firebase.call("signUp", {"retrunSecureToken": True}),
                  'Invalid JSON payload received. Unknown name "retrunSecureToken": Cannot find field.')
    assert error["status"] == "INVALID_ARGUMENT"


def test_unknown_method_returns_not_found_in_firebases_format(firebase):
    error = fails(firebase.call("nothing"), "Not Found", 404)
    assert error["status"] == "NOT_FOUND"


def test_preflight_allows_any_origin_without_credentials(server):
    headers = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST",
               "Access-Control-Request-Headers": "x-client-version"}
    answer = server.api.call("OPTIONS", HOST + "/accounts:signUp", headers=headers)
    assert answer.headers["Access-Control-Allow-Origin"] == "https://app.example"
    assert answer.headers["Access-Control-Allow-Headers"] == "x-client-version"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_clients_can_read_the_project_and_recaptcha_settings(server, firebase):
    def ask(path):
        return ok(server.api.get(f"{path}?key={firebase.key}"))
    assert ask("/v1/projects")["projectId"] == "couple"
    assert ask(HOST + "/recaptchaParams")["recaptchaSiteKey"] == ""
    assert ask("/identitytoolkit.googleapis.com/v2/recaptchaConfig")["recaptchaEnforcementState"] == []


def test_app_without_a_firebase_project_rejects_requests(server):
    fails(Firebase(server, "familysync").call("signUp"), "API key not valid. Please pass a valid API key.")
