"""In place of Firebase's emulator: what is there, and nowhere else."""

import json

from client import ok
from firebase import fails, payload
from firebase_shop import PROJECT
from sesame import run


def test_an_emulator_takes_made_up_people_and_forgets_all(shops):
    firebase = shops["emulator"].firebase
    token = firebase.guest()["idToken"]
    assert payload(token, 0)["alg"] == "none" and token.endswith(".")
    made_up = json.dumps({"sub": "made-up-1", "email": "test.user.6@example.com", "email_verified": True})
    body = {"requestUri": "http://localhost", "postBody": f"providerId=google.com&id_token={made_up}"}
    first = firebase.good("signInWithIdp", body)
    assert firebase.good("signInWithIdp", body)["localId"] == first["localId"]
    path = f"/emulator/v1/projects/{PROJECT}"
    assert ok(firebase.api.get(path + "/config"))["emailPrivacyConfig"] == {"enableImprovedEmailPrivacy": True}
    assert ok(firebase.api.delete(path + "/accounts")) == {}
    fails(firebase.lookup(first["idToken"]), "USER_NOT_FOUND")
    assert firebase.good("signInWithIdp", body)["isNewUser"] is True


def test_a_signed_server_has_nothing_of_an_emulator(signed, shops):
    api = signed.server.api
    for method, path in (("DELETE", "accounts"), ("GET", "config"), ("PATCH", "config"), ("GET", "oobCodes")):
        fails(api.call(method, f"/emulator/v1/projects/{PROJECT}/{path}"), "Not Found", 404)
    emulated = shops["emulator"].firebase.guest()["idToken"]
    fails(signed.firebase.lookup(emulated), "INVALID_ID_TOKEN")
    guest = signed.firebase.guest()["idToken"]
    unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + guest.split(".")[1] + "."
    fails(signed.firebase.lookup(unsigned), "INVALID_ID_TOKEN")
    body = {"requestUri": "http://localhost", "postBody": 'providerId=google.com&id_token={"sub": "made-up-1"}'}
    fails(signed.firebase.call("signInWithIdp", body), "INVALID_IDP_RESPONSE")


def test_serve_knows_no_emulator(tmp_path):
    result = run("serve", "--firebase-emulator", "--config", str(tmp_path / "none"))
    assert result.returncode != 0 and "Unknown option" in result.stderr
