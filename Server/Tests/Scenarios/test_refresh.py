"""Tests of refresh tokens: rotation, lost responses, theft and limits."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from client import Api, ok, refused
from forge import claims, decode
from patience import PATIENCE
from providers import new_subject
from sesame import Development

pytestmark = [pytest.mark.core, pytest.mark.released]

DAY = 86_400


@pytest.fixture
def session(server):
    return server.api.sign_in()


@pytest.fixture(scope="module")
def without_leeway(tmp_path_factory):
    folder = tmp_path_factory.mktemp("without-leeway")
    file = folder / "couple.json"
    file.write_text(json.dumps({"apps": {"couple": {
        "providers": {"google": {"clientIDs": ["web"]}}, "sessions": {"leewaySeconds": 0}}}}))
    development = Development(folder, options=["--config", str(file)])
    yield development
    assert development.stop() == 0


@pytest.fixture(params=["without a leeway", "after the leeway"])
def strict(request, shifted, without_leeway):
    """Provides a server, and a function that lets the leeway of the last refresh pass."""
    if request.param == "without a leeway":
        return without_leeway, lambda: None
    return shifted, lambda: shifted.providers.advance_clock(Api.LEEWAY)


def uid(session) -> str:
    return claims(session["accessToken"])["sub"]


def test_refresh_token_is_opaque_and_has_a_prefix(session):
    token = session["refreshToken"]
    assert token.startswith("rt_") and token.count(".") == 0
    assert len(decode(token.removeprefix("rt_"))) >= 32


def test_every_refresh_rotates_the_token(server, session):
    seen, current = {session["refreshToken"]}, session
    for generation in range(1, 6):
        current = ok(server.api.refresh(current["refreshToken"]))
        assert set(current) == {"accessToken", "tokenType", "expiresIn", "refreshToken", "sessionID"}
        assert current["sessionID"] == session["sessionID"]
        assert claims(current["accessToken"])["gen"] == generation
        seen.add(current["refreshToken"])
    assert len(seen) == 6
    assert ok(server.api.me(current["accessToken"]))["uid"] == session["user"]["uid"]


def test_refresh_preserves_the_sign_in_time(shifted):
    session = shifted.api.sign_in()
    shifted.providers.advance_clock(3600)
    refreshed = ok(shifted.api.refresh(session["refreshToken"]))
    assert claims(refreshed["accessToken"])["auth_time"] == claims(session["accessToken"])["auth_time"]


def test_repeated_refresh_after_a_lost_response_returns_the_same_token(server, session):
    lost = ok(server.api.refresh(session["refreshToken"]))
    again = [ok(server.api.refresh(session["refreshToken"])) for _ in range(3)]
    assert {answer["refreshToken"] for answer in again} == {lost["refreshToken"]}
    assert server.session_row(session["sessionID"])["generation"] == 1
    following = ok(server.api.refresh(again[-1]["refreshToken"]))
    ok(server.api.me(following["accessToken"]))


def test_refresh_can_be_repeated_30_days_after_a_lost_response(shifted):
    session = shifted.api.sign_in()
    lost = ok(shifted.api.refresh(session["refreshToken"]))
    shifted.providers.advance_clock(30 * DAY)
    assert ok(shifted.api.refresh(session["refreshToken"]))["refreshToken"] == lost["refreshToken"]


def assert_the_family_has_ended(server, session, *refresh_tokens):
    refused(server.api.me(session["accessToken"]), 401, "session_revoked")
    for token in refresh_tokens:
        refused(server.api.refresh(token), 401, "session_revoked")
    assert server.session_row(session["sessionID"])["end_reason"] == "reuse"
    assert server.events(uid(session)).count("refresh_reuse_detected") == 1


def test_reuse_after_two_rotations_ends_the_session_even_within_the_leeway(server, session):
    child = ok(server.api.refresh(session["refreshToken"]))
    grandchild = ok(server.api.refresh(child["refreshToken"]))
    refused(server.api.refresh(session["refreshToken"]), 401, "session_revoked")
    assert_the_family_has_ended(
        server, session, session["refreshToken"], child["refreshToken"], grandchild["refreshToken"])
    refused(server.api.me(grandchild["accessToken"]), 401, "session_revoked")


def test_stolen_token_used_after_the_owner_refreshed_ends_the_session(strict):
    server, leave_leeway = strict
    session = server.api.sign_in()
    stolen = session["refreshToken"]
    victims = ok(server.api.refresh(stolen))
    ok(server.api.me(victims["accessToken"]))
    leave_leeway()
    refused(server.api.refresh(stolen), 401, "session_revoked")
    assert_the_family_has_ended(server, session, stolen, victims["refreshToken"])


def test_owner_refreshing_after_an_attacker_ends_the_session(strict):
    server, leave_leeway = strict
    session = server.api.sign_in()
    thiefs = ok(server.api.refresh(session["refreshToken"]))
    ok(server.api.me(thiefs["accessToken"]))
    leave_leeway()
    refused(server.api.refresh(session["refreshToken"]), 401, "session_revoked")
    assert_the_family_has_ended(server, session, thiefs["refreshToken"])


def test_thief_within_the_leeway_is_found_at_the_next_refresh_after_it(shifted):
    session = shifted.api.sign_in()
    owners = ok(shifted.api.refresh(session["refreshToken"]))
    ok(shifted.api.me(owners["accessToken"]))
    thiefs = ok(shifted.api.refresh(session["refreshToken"]))
    assert thiefs["refreshToken"] == owners["refreshToken"]
    owners = ok(shifted.api.refresh(owners["refreshToken"]))
    ok(shifted.api.me(owners["accessToken"]))
    shifted.providers.advance_clock(Api.LEEWAY)
    refused(shifted.api.refresh(thiefs["refreshToken"]), 401, "session_revoked")
    assert_the_family_has_ended(shifted, session, thiefs["refreshToken"], owners["refreshToken"])


def test_reuse_in_one_session_leaves_the_other_sessions_of_the_user_alive(strict):
    server, leave_leeway = strict
    subject = new_subject()
    first, second = server.api.sign_in(sub=subject), server.api.sign_in(sub=subject)
    child = ok(server.api.refresh(first["refreshToken"]))
    ok(server.api.me(child["accessToken"]))
    leave_leeway()
    refused(server.api.refresh(first["refreshToken"]), 401, "session_revoked")
    ok(server.api.me(second["accessToken"]))
    ok(server.api.refresh(second["refreshToken"]))


def test_parallel_refreshes_of_one_token_create_one_successor(server, session):
    with ThreadPoolExecutor(50) as pool:
        answers = [ok(answer) for answer in pool.map(
            lambda _: server.api.refresh(session["refreshToken"]), range(50))]
    assert len({answer["refreshToken"] for answer in answers}) == 1
    assert server.session_row(session["sessionID"])["generation"] == 1
    assert "refresh_reuse_detected" not in server.events(uid(session))
    ok(server.api.refresh(answers[0]["refreshToken"]))


# Honest duplicates: the client has used the new tokens before its old request arrives

def request(server, token: str) -> bytes:
    body = json.dumps({"refreshToken": token}).encode()
    return (f"POST /v1/sessions/refresh HTTP/1.1\r\nHost: 127.0.0.1:{server.ports[0]}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body


def connected(server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.ports[0]), timeout=PATIENCE)


def refresh_and_use(server, token: str) -> dict:
    fresh = ok(server.api.refresh(token))
    ok(server.api.me(fresh["accessToken"]))
    return fresh


def sent_late(server, token: str) -> list[dict]:
    return [refresh_and_use(server, token), refresh_and_use(server, token)]


def sent_by_two_processes_at_once(server, token: str) -> list[dict]:
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda _: refresh_and_use(server, token), range(2)))


def repeated_after_a_cut_connection(server, token: str) -> list[dict]:
    with connected(server) as connection:
        connection.sendall(request(server, token))
    return [refresh_and_use(server, token), refresh_and_use(server, token)]


def held_back_by_the_network(server, token: str) -> list[dict]:
    data = request(server, token)
    with connected(server) as connection:
        connection.sendall(data[:-1])
        first = refresh_and_use(server, token)
        connection.sendall(data[-1:])
        with connection.makefile("rb") as answer:
            text = answer.read()
    assert text.startswith(b"HTTP/1.1 200 "), text
    return [first, json.loads(text.split(b"\r\n\r\n", 1)[1])]


@pytest.mark.parametrize("duplicate", [
    sent_late, sent_by_two_processes_at_once, repeated_after_a_cut_connection, held_back_by_the_network])
def test_duplicate_within_the_leeway_signs_nobody_out(server, duplicate):
    for _ in range(5):
        session = server.api.sign_in()
        first, second = duplicate(server, session["refreshToken"])
        assert first["refreshToken"] == second["refreshToken"]
        for fresh in (first, second):
            ok(server.api.me(fresh["accessToken"]))
        ok(server.api.refresh(second["refreshToken"]))
        events = server.events(uid(session))
        assert "refresh_reuse_detected" not in events and "refresh_repeated" in events


def test_duplicate_after_a_sign_out_is_rejected_within_the_leeway(server, session):
    child = refresh_and_use(server, session["refreshToken"])
    assert server.api.sign_out(child["accessToken"]).status_code == 204
    refused(server.api.refresh(session["refreshToken"]), 401, "session_ended")


# Validity and lifetime

def test_session_expires_after_sixty_days_without_a_refresh(shifted):
    idle, kept = shifted.api.sign_in_anonymously(), shifted.api.sign_in_anonymously()
    shifted.providers.advance_clock(59 * DAY)
    kept = ok(shifted.api.refresh(kept["refreshToken"]))
    shifted.providers.advance_clock(1 * DAY + 1)
    refused(shifted.api.refresh(idle["refreshToken"]), 401, "session_ended")
    ok(shifted.api.refresh(kept["refreshToken"]))


def test_session_expires_after_a_year_despite_refreshes(start):
    server = start()
    session = server.api.sign_in_anonymously()
    for _ in range(7):
        server.providers.advance_clock(50 * DAY)
        session = ok(server.api.refresh(session["refreshToken"]))
    server.providers.advance_clock(15 * DAY - 60)
    session = ok(server.api.refresh(session["refreshToken"]))
    assert session["expiresIn"] <= 60
    server.providers.advance_clock(61)
    refused(server.api.refresh(session["refreshToken"]), 401, "session_ended")
    refused(server.api.me(session["accessToken"]), 401, "not_authenticated")
