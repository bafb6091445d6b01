"""Tests of a user's sessions: listing, revoking and signing out, without access to sessions of other users."""

import pytest

from client import ok, refused
from providers import new_subject

pytestmark = [pytest.mark.core, pytest.mark.released]

ABSENT = "0" * 26


@pytest.fixture
def two(server):
    """Returns two sessions of one user."""
    subject = new_subject()
    return server.api.sign_in(sub=subject), server.api.sign_in(sub=subject)


def test_user_lists_their_sessions_without_any_token(server, two):
    first, second = two
    answer = server.api.get("/v1/sessions", token=first["accessToken"])
    sessions = {session["id"]: session for session in ok(answer)["sessions"]}
    assert set(sessions) == {first["sessionID"], second["sessionID"]}
    assert sessions[first["sessionID"]]["isCurrent"] and not sessions[second["sessionID"]]["isCurrent"]
    for session in sessions.values():
        assert set(session) == {
            "id", "isCurrent", "method", "creationTime", "lastRefreshTime", "expirationTime"}
        assert session["method"] == "google"
    for token in (first["accessToken"], first["refreshToken"], second["refreshToken"]):
        assert token not in answer.text


def test_session_can_be_read_by_id_and_as_the_current_one(server, two):
    first, second = two
    current = ok(server.api.get("/v1/sessions/current", token=first["accessToken"]))
    assert current["id"] == first["sessionID"] and current["isCurrent"] is True
    assert ok(server.api.get(f"/v1/sessions/{first['sessionID']}", token=first["accessToken"])) == current
    assert ok(server.api.get(f"/v1/sessions/{second['sessionID']}", token=first["accessToken"]))["isCurrent"] is False


def test_ending_another_session_ends_only_that_one(server, two):
    first, second = two
    assert server.api.delete(f"/v1/sessions/{second['sessionID']}", token=first["accessToken"]).status_code == 204
    refused(server.api.me(second["accessToken"]), 401, "session_ended")
    refused(server.api.refresh(second["refreshToken"]), 401, "session_ended")
    ok(server.api.me(first["accessToken"]))
    [left] = ok(server.api.get("/v1/sessions", token=first["accessToken"]))["sessions"]
    assert left["id"] == first["sessionID"]
    answer = server.api.delete(f"/v1/sessions/{second['sessionID']}", token=first["accessToken"])
    refused(answer, 404, "not_found")


def test_all_other_sessions_can_be_ended_at_once(server, two):
    first, second = two
    assert server.api.delete("/v1/sessions", token=first["accessToken"]).status_code == 204
    refused(server.api.me(second["accessToken"]), 401, "session_ended")
    ok(server.api.me(first["accessToken"]))


@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/sessions/{other}"])
def test_ending_other_sessions_requires_a_recent_sign_in(shifted, path):
    subject = new_subject()
    first, second = shifted.api.sign_in(sub=subject), shifted.api.sign_in(sub=subject)
    path = path.format(other=second["sessionID"])
    shifted.providers.advance_clock(301)
    refused(shifted.api.delete(path, token=first["accessToken"]), 403, "reauthentication_required")
    ok(shifted.api.me(second["accessToken"]))
    proof = {"provider": "google", **shifted.api.credential(sub=subject)}
    confirmed = ok(shifted.api.post("/v1/me/confirm", proof, token=first["accessToken"]))
    assert shifted.api.delete(path, token=confirmed["accessToken"]).status_code == 204
    refused(shifted.api.me(second["accessToken"]), 401, "session_ended")


def test_old_session_can_still_end_itself(shifted):
    session = shifted.api.sign_in()
    shifted.providers.advance_clock(600)
    path = f"/v1/sessions/{session['sessionID']}"
    assert shifted.api.delete(path, token=session["accessToken"]).status_code == 204
    refused(shifted.api.me(session["accessToken"]), 401, "session_ended")


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_session_of_another_user_looks_like_a_missing_one(server, two, method):
    stranger = server.api.sign_in()
    elsewhere = server.api.sign_in_anonymously("prysm")
    before = server.rows()
    answers = [
        server.api.call(method, f"/v1/sessions/{id}", token=two[0]["accessToken"])
        for id in (ABSENT, stranger["sessionID"], elsewhere["sessionID"])
    ]
    errors = [refused(answer, 404, "not_found") for answer in answers]
    for error in errors:
        del error["requestID"]
    assert errors[0] == errors[1] == errors[2]
    headers = [{name for name in answer.headers} for answer in answers]
    assert headers[0] == headers[1] == headers[2]
    assert server.rows() == before
    ok(server.api.me(stranger["accessToken"]))
    ok(server.api.me(elsewhere["accessToken"]))


# Signing out

def test_signing_out_ends_only_the_current_session(server, two):
    first, second = two
    assert server.api.sign_out(first["accessToken"]).status_code == 204
    refused(server.api.me(first["accessToken"]), 401, "session_ended")
    refused(server.api.refresh(first["refreshToken"]), 401, "session_ended")
    ok(server.api.me(second["accessToken"]))
    assert server.events(first["user"]["uid"])[-1] == "signed_out"


def test_refresh_token_signs_out_after_the_access_token_has_expired(shifted):
    session = shifted.api.sign_in()
    shifted.providers.advance_clock(3600)
    refused(shifted.api.sign_out(session["accessToken"]), 401, "not_authenticated")
    assert shifted.api.sign_out(session["refreshToken"]).status_code == 204
    refused(shifted.api.refresh(session["refreshToken"]), 401, "session_ended")


def test_signing_out_twice_with_the_refresh_token_succeeds(server):
    session = server.api.sign_in_anonymously()
    for _ in range(2):
        assert server.api.sign_out(session["refreshToken"]).status_code == 204
    assert server.events(session["user"]["uid"]).count("signed_out") == 1


def test_guest_can_end_other_sessions_without_a_recent_sign_in(shifted):
    guest = shifted.api.sign_in_anonymously()
    shifted.providers.advance_clock(301)
    assert shifted.api.delete("/v1/sessions", token=guest["accessToken"]).status_code == 204
    ok(shifted.api.me(guest["accessToken"]))
