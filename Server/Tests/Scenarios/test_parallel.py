"""Tests of concurrent requests."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from client import ok, refused
from providers import new_subject

pytestmark = pytest.mark.released


def together(count: int, action) -> list:
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(action, range(count)))


def test_hundred_parallel_first_sign_ins_of_one_identity_create_one_account(server):
    subject = new_subject()
    credentials = [server.api.credential(sub=subject) for _ in range(100)]
    answers = [ok(answer) for answer in together(
        100, lambda n: server.api.post("/v1/sign-in/google", credentials[n], app="couple"))]
    assert len({answer["user"]["uid"] for answer in answers}) == 1
    assert sum(answer["isNewUser"] for answer in answers) == 1
    assert len({answer["sessionID"] for answer in answers}) == 100
    uid = answers[0]["user"]["uid"]
    assert server.query("SELECT count(*) FROM accounts WHERE id = ?", uid) == [(1,)]
    assert server.events(uid).count("account_created") == 1


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_parallel_contract_sign_ins_without_a_nonce_create_one_identity(server, provider):
    subject = new_subject(provider)
    tokens = server.providers.mint_many(provider, 50, app="authservice", sub=subject)
    answers = [ok(answer) for answer in together(
        50, lambda n: server.api.contract(provider, token=tokens[n], app="authservice"))]
    assert len({answer["user"]["id"] for answer in answers}) == 1
    assert server.query("SELECT count(*) FROM identities WHERE subject = ?", subject) == [(1,)]


def test_parallel_uses_of_one_token_without_a_nonce_create_one_session(server):
    token = server.providers.mint("google", "authservice", sub=new_subject())
    answers = [ok(answer) for answer in together(20, lambda _: server.api.contract(token=token, app="authservice"))]
    assert len({answer["refreshToken"] for answer in answers}) == 1


def test_parallel_confirmations_with_one_proof_succeed_once(server):
    subject = new_subject()
    session = server.api.sign_in(sub=subject)
    proof = {"provider": "google", **server.api.credential(sub=subject)}
    answers = together(20, lambda _: server.api.post("/v1/me/confirm", proof, token=session["accessToken"]))
    assert sorted(answer.status_code for answer in answers) == [200] + 19 * [401]
    assert server.events(session["user"]["uid"]).count("confirmed") == 1


def test_parallel_refresh_replays_are_all_rejected_and_recorded_once(shifted):
    session = shifted.api.sign_in()
    child = ok(shifted.api.refresh(session["refreshToken"]))
    ok(shifted.api.me(child["accessToken"]))
    shifted.providers.advance_clock(shifted.api.LEEWAY)
    for answer in together(20, lambda _: shifted.api.refresh(session["refreshToken"])):
        refused(answer, 401, "session_revoked")
    assert shifted.events(session["user"]["uid"]).count("refresh_reuse_detected") == 1


def test_parallel_registrations_with_one_ticket_succeed_once(server):
    form = {"ticket": server.api.ticket(), "role": "ACTEUR", "profile": {"nom": "User", "prenom": "Test"}}
    answers = together(20, lambda _: server.api.post("/v1/sign-up", form))
    assert sorted(answer.status_code for answer in answers) == [200] + 19 * [401]


def test_parallel_account_deletions_take_effect_once_without_a_server_error(server):
    for _ in range(5):
        session = server.api.sign_in()
        answers = together(20, lambda _: server.api.delete("/v1/me", token=session["accessToken"]))
        statuses = {answer.status_code for answer in answers}
        assert 204 in statuses and statuses <= {204, 401}
        refused(server.api.me(session["accessToken"]), 401, "user_deleted")
        assert server.events(session["user"]["uid"]).count("account_deleted") == 1


def test_sign_out_wins_over_parallel_refreshes(server):
    session = server.api.sign_in_anonymously()
    together(20, lambda n: server.api.sign_out(session["refreshToken"]) if n == 10
             else server.api.refresh(session["refreshToken"]))
    refused(server.api.refresh(session["refreshToken"]), 401, "session_ended")
    assert server.session_row(session["sessionID"])["end_reason"] == "signed_out"
