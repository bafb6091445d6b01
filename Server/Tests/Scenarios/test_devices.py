"""Tests of a user's devices: their registration for push notifications, and their binding to the user's sessions."""

import itertools
import json

import pytest

from client import ok, refused
from patience import wait_until
from providers import new_subject
from sesame import ROOT

numbers = itertools.count()


def new_token() -> str:
    """Returns a registration token that no other test uses."""
    return f"cTest{next(numbers):06d}:APA91bTestRegistrationToken-{new_subject()}"


def installations(server, session: dict) -> set[str]:
    return {device["installation"] for device in server.api.devices(session["accessToken"])}


def test_registered_device_is_listed_without_its_push_token(server):
    person, token = server.api.sign_in(), new_token()
    answer = server.api.register_device(person["accessToken"], token, platform="ios")
    device = ok(answer)
    assert set(device) == {"installation", "kind", "platform", "isCurrent", "sessionID", "creationTime", "refreshTime",
                           "expirationTime"}
    assert (device["installation"], device["kind"], device["platform"]) == ("phone", "fcm_token", "ios")
    assert device["isCurrent"] and device["sessionID"] == person["sessionID"]
    assert device["expirationTime"] == device["refreshTime"] + 60 * 86_400
    listed = server.api.get("/v1/me/devices", token=person["accessToken"])
    assert ok(listed)["devices"] == [device]
    for text in (answer.text, listed.text, server.log()):
        assert token not in text and token[6:26] not in text


@pytest.mark.parametrize("kind, value", [
    ("fcm_token", "c:APA91b"), ("fcm_fid", "dVr4xTQ0S1-ab_cdEFGHIJ"), ("apns", "0f" * 32)])
def test_every_kind_of_push_token_can_be_registered(server, kind, value):
    person = server.api.sign_in()
    assert ok(server.api.register_device(person["accessToken"], value + new_subject()[-6:], kind=kind))["kind"] == kind


def test_two_devices_of_a_user_both_receive_pushes(server):
    subject, tokens = new_subject(), [new_token(), new_token()]
    for number, token in enumerate(tokens):
        session = server.api.sign_in(sub=subject)
        ok(server.api.register_device(session["accessToken"], token, installation=f"device-{number}"))
    push = server.push({"uid": session["user"]["uid"]}).json()
    assert push["targets"] == 2
    wait_for(server, push, sent=2)
    assert [len(server.providers.received(token)) for token in tokens] == [1, 1]


def wait_for(server, push: dict, **expected) -> dict:
    """Waits until the push has the expected state, and returns that state."""
    return wait_until(
        lambda: (state := server.push_state(push["id"])) and expected.items() <= state.items() and state,
        f"{expected}")


def test_pushes_to_the_previous_user_of_a_shared_device_reach_nothing(server):
    token = new_token()
    first, second = server.api.sign_in(), server.api.sign_in()
    ok(server.api.register_device(first["accessToken"], token))
    # The first user never signed out; the second user signs in on the same device.
    ok(server.api.register_device(second["accessToken"], token))
    assert installations(server, first) == set() and installations(server, second) == {"phone"}
    push = server.push({"uid": first["user"]["uid"]}, data={"for": "first"})
    assert push.status_code == 202 and push.json()["targets"] == 0
    wait_for(server, server.push({"uid": second["user"]["uid"]}, data={"for": "second"}).json(), sent=1)
    assert [message["data"] for message in server.providers.received(token)] == [{"for": "second"}]
    assert server.events(first["user"]["uid"])[-2:] == ["device_moved", "push_accepted"]


def test_pending_push_does_not_reach_the_next_user_of_the_device(start):
    server = start()
    token = new_token()
    first, second = server.api.sign_in(), server.api.sign_in()
    ok(server.api.register_device(first["accessToken"], token))
    server.providers.fcm_fault("UNAVAILABLE")
    push = server.push({"uid": first["user"]["uid"]}).json()
    wait_for(server, push, problem="UNAVAILABLE")
    ok(server.api.register_device(second["accessToken"], token))
    server.providers.clear_fcm_faults()
    server.providers.advance_clock(900)
    wait_for(server, push, gone=1)
    assert server.providers.received(token) == []


def test_new_push_token_replaces_the_old_one(server):
    person, old, new = server.api.sign_in(), new_token(), new_token()
    first = ok(server.api.register_device(person["accessToken"], old))
    second = ok(server.api.register_device(person["accessToken"], new))
    assert second["creationTime"] == first["creationTime"]
    assert installations(server, person) == {"phone"}
    wait_for(server, server.push({"uid": person["user"]["uid"]}).json(), sent=1)
    assert len(server.providers.received(new)) == 1 and server.providers.received(old) == []


def sign_out(server, person, other):
    assert server.api.sign_out(person["accessToken"]).status_code == 204


def sign_out_with_the_refresh_token(server, person, other):
    assert server.api.sign_out(person["refreshToken"]).status_code == 204


def end_from_another_session(server, person, other):
    assert server.api.delete(f"/v1/sessions/{person['sessionID']}", token=other["accessToken"]).status_code == 204


def end_all_others(server, person, other):
    assert server.api.delete("/v1/sessions", token=other["accessToken"]).status_code == 204


def replay_an_old_refresh_token(server, person, other):
    newer = ok(server.api.refresh(person["refreshToken"]))
    ok(server.api.refresh(newer["refreshToken"]))
    refused(server.api.refresh(person["refreshToken"]), 401, "session_revoked")


def delete_the_account(server, person, other):
    assert server.api.delete("/v1/me", token=person["accessToken"]).status_code == 204


def subject_of(server, person) -> str:
    [(subject,)] = server.query("SELECT subject FROM identities WHERE account = ?", person["user"]["uid"])
    return subject


def withdraw_the_consent_at_google(server, person, other):
    assert server.providers.notify("google", "tokens-revoked", app="couple", sub=subject_of(server, person)) == 202


def lose_the_google_account_to_somebody(server, person, other):
    assert server.providers.notify(
        "google", "account-disabled", app="couple", sub=subject_of(server, person), reason="hijacking") == 202


OF_ALL_SESSIONS = {delete_the_account, withdraw_the_consent_at_google, lose_the_google_account_to_somebody}


@pytest.mark.parametrize("end", [
    sign_out, sign_out_with_the_refresh_token, end_from_another_session, end_all_others, replay_an_old_refresh_token,
    *sorted(OF_ALL_SESSIONS, key=lambda end: end.__name__)])
def test_device_registration_ends_with_its_session(server, end):
    subject, token = new_subject(), new_token()
    person, other = server.api.sign_in(sub=subject), server.api.sign_in(sub=subject)
    kept = new_token()
    ok(server.api.register_device(person["accessToken"], token, installation="one"))
    ok(server.api.register_device(other["accessToken"], kept, installation="two"))
    end(server, person, other)
    left = server.query(
        "SELECT session FROM devices WHERE session IN (?, ?)", person["sessionID"], other["sessionID"])
    assert left == ([] if end in OF_ALL_SESSIONS else [(other["sessionID"],)])
    # The next user of the device registers it as a new one.
    ok(server.api.register_device(server.api.sign_in()["accessToken"], token))


@pytest.mark.parametrize("end", [sign_out, delete_the_account, lose_the_google_account_to_somebody])
def test_pending_push_ends_with_its_device_registration(start, end):
    server = start()
    person, token = server.api.sign_in(), new_token()
    ok(server.api.register_device(person["accessToken"], token))
    server.providers.fcm_fault("UNAVAILABLE")
    push = server.push({"uid": person["user"]["uid"]}).json()
    wait_for(server, push, problem="UNAVAILABLE")
    end(server, person, None)
    server.providers.clear_fcm_faults()
    server.providers.advance_clock(900)
    wait_for(server, push, waiting=0, gone=1)
    assert server.providers.received(token) == []


def test_merge_drops_the_device_registrations_of_the_absorbed_account(server):
    subject, token = new_subject(), new_token()
    goes = server.api.sign_in(sub=subject)
    ok(server.api.register_device(goes["accessToken"], token))
    stays = server.api.sign_in("apple")
    ok(server.api.register_device(stays["accessToken"], new_token(), installation="mine"))
    ok(server.api.link(stays["accessToken"], sub=subject, onConflict="merge"))
    assert installations(server, stays) == {"mine"}
    assert server.push({"uid": stays["user"]["uid"]}).json()["targets"] == 1
    assert server.query("SELECT count(*) FROM devices WHERE session = ?", goes["sessionID"]) == [(0,)]


@pytest.mark.parametrize("installation", ["unknown", "theirs"])
def test_device_of_another_user_looks_like_an_unknown_one(server, installation):
    owner, stranger = server.api.sign_in(), server.api.sign_in()
    ok(server.api.register_device(owner["accessToken"], new_token(), installation="theirs"))
    error = refused(server.api.remove_device(stranger["accessToken"], installation), 404, "not_found")
    assert error["message"] == "the account has no such device"
    assert installations(server, owner) == {"theirs"}
    assert server.api.remove_device(owner["accessToken"], "theirs").status_code == 204
    assert installations(server, owner) == set()


def test_same_installation_of_two_users_is_two_devices(server):
    first, second = server.api.sign_in(), server.api.sign_in()
    for person in (first, second):
        ok(server.api.register_device(person["accessToken"], new_token(), installation="shared"))
    assert installations(server, first) == installations(server, second) == {"shared"}


def test_device_belongs_to_the_user_of_the_access_token(server):
    person, other = server.api.sign_in(), server.api.sign_in()
    body = {"userId": other["user"]["uid"], "uid": other["user"]["uid"], "sessionID": other["sessionID"],
            "account": other["user"]["uid"]}
    for name, value in body.items():
        answer = server.api.register_device(person["accessToken"], new_token(), **{name: value})
        assert refused(answer, 400, "invalid_request")["field"] == name
    assert installations(server, other) == installations(server, person) == set()
    device = ok(server.api.register_device(person["accessToken"], new_token()))
    assert (device["installation"], device["sessionID"]) == ("phone", person["sessionID"])
    assert installations(server, other) == set() and installations(server, person) == {"phone"}


def test_device_registration_expires_after_sixty_days(start):
    server = start()
    person = server.api.sign_in()
    ok(server.api.register_device(person["accessToken"], new_token()))
    server.providers.advance_clock(59 * 86_400)
    person = ok(server.api.refresh(person["refreshToken"]))
    assert installations(server, person) == {"phone"}
    server.providers.advance_clock(86_400 + 1)
    person = ok(server.api.refresh(person["refreshToken"]))
    assert installations(server, person) == set()


def test_app_sets_how_long_a_device_registration_lasts(start, tmp_path):
    configuration = json.loads((ROOT / "Examples" / "Couple" / "app.json").read_text())
    configuration["apps"]["couple"]["push"] = {"deviceDays": 2}
    (tmp_path / "mine.json").write_text(json.dumps(configuration))
    server = start(options=["--config", str(tmp_path / "mine.json")])
    person, token = server.api.sign_in(), new_token()
    device = ok(server.api.register_device(person["accessToken"], token))
    assert device["expirationTime"] == device["refreshTime"] + 2 * 86_400
    server.providers.advance_clock(2 * 86_400 - 60)
    person = ok(server.api.refresh(person["refreshToken"]))
    assert installations(server, person) == {"phone"}
    server.providers.advance_clock(61)
    person = ok(server.api.refresh(person["refreshToken"]))
    assert installations(server, person) == set()
    uid = ok(server.api.me(person["accessToken"]))["uid"]
    assert server.push({"uid": uid}).json()["targets"] == 0


def test_push_token_is_not_stored_in_plain_text(server):
    token = new_token()
    ok(server.api.register_device(server.api.sign_in()["accessToken"], token))
    for path in server.data.iterdir():
        assert token.encode() not in path.read_bytes()
