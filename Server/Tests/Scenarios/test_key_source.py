"""Tests of sign-in while the provider's keys are unavailable or change."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from client import ok, refused
from listener import Listener
from patience import wait_until
from providers import new_subject

HOUR = 3600
FAULTS = {
    "down": {"kind": "down"}, "slow": {"kind": "slow", "milliseconds": 20_000},
    "status": {"kind": "status", "status": 500},
    "redirect": {"kind": "redirect"}, "huge": {"kind": "huge"}, "malformed": {"kind": "malformed"},
    "no keys": {"kind": "noKeys"},
}
# A fetch of keys times out after five seconds.
EVERY_FAULT = [pytest.param(fault, id=name, marks=[pytest.mark.slow] if name == "slow" else [])
               for name, fault in FAULTS.items()]


@pytest.mark.parametrize("fault", EVERY_FAULT)
def test_sign_in_without_any_provider_keys_returns_503_with_retry_after(start, fault):
    server = start()
    server.providers.fault(**fault)
    answer = server.api.try_sign_in(sub=new_subject())
    error = refused(answer, 503, "provider_unavailable")
    assert 1 <= int(answer.headers["Retry-After"]) == error["retryAfter"] <= 120
    assert answer.elapsed.total_seconds() < 20, "a source that does not answer is given up"
    contract = server.api.contract(app="couple")
    assert (contract.status_code, list(contract.json())) == (503, ["message"])
    assert "Retry-After" in contract.headers
    assert server.query("SELECT count(*) FROM accounts") == [(0,)]
    # Requests that do not need Google still succeed.
    session = server.api.sign_in_anonymously()
    ok(server.api.me(ok(server.api.refresh(session["refreshToken"]))["accessToken"]))
    server.api.sign_in("apple")


def test_keys_are_fetched_again_once_their_source_is_back(start):
    server = start()
    server.providers.fault("down")
    refused(server.api.try_sign_in(sub=new_subject()), 503, "provider_unavailable")
    server.providers.clear_faults()
    wait_until(lambda: server.api.try_sign_in(sub=new_subject()).status_code == 200, "a sign-in")


def test_provider_outage_does_not_use_up_a_nonce(start):
    server = start()
    server.providers.fault("down")
    credential = server.api.credential(sub=new_subject())
    refused(server.api.post("/v1/sign-in/google", credential, app="couple"), 503, "provider_unavailable")
    server.providers.clear_faults()
    wait_until(lambda: server.api.post("/v1/sign-in/google", credential, app="couple").status_code == 200)


@pytest.mark.parametrize("fault", EVERY_FAULT)
def test_known_keys_stay_in_use_while_their_source_fails(start, fault):
    server = start()
    subject = new_subject()
    server.api.sign_in(sub=subject)
    server.providers.fault(**fault)
    assert server.api.sign_in(sub=subject)["isNewUser"] is False
    # When the keys are no longer fresh, the server tries to fetch them again, fails, and still uses the old ones.
    server.providers.advance_clock(7 * HOUR)
    before = server.providers.key_requests()
    assert server.api.sign_in(sub=subject)["isNewUser"] is False
    wait_until(lambda: server.providers.key_requests() > before, "another request for the keys")


def test_keys_are_not_used_indefinitely_while_their_source_fails(start):
    server = start()
    subject = new_subject()
    server.api.sign_in(sub=subject)
    server.providers.fault("down")
    server.providers.advance_clock(31 * HOUR)
    refused(server.api.try_sign_in(sub=subject), 503, "provider_unavailable")


def test_redirect_of_the_key_source_is_not_followed(start):
    server = start()
    with Listener() as listener:
        server.providers.fault("redirect", location=listener.url)
        refused(server.api.try_sign_in(sub=new_subject()), 503, "provider_unavailable")
        assert listener.hits == 0


def test_many_unknown_key_ids_cause_only_one_fetch(start):
    server = start()
    server.api.sign_in()
    before = server.providers.key_requests()
    credentials = [server.api.credential(sub=new_subject(), key="unknown", header={"kid": f"unknown-{n}"})
                   for n in range(20)]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(
            lambda credential: server.api.post("/v1/sign-in/google", credential, app="couple"), credentials))
    for answer in answers:
        refused(answer, 401, "invalid_token", "no key")
    for _ in range(5):
        refused(server.api.try_sign_in(sub=new_subject(), key="unknown"), 401, "invalid_token", "no key")
    assert server.providers.key_requests() - before == 1
    server.api.sign_in()


def test_token_with_an_unknown_key_gets_503_while_the_source_is_down(start):
    server = start()
    server.api.sign_in()
    before = server.providers.key_requests()
    server.providers.fault("down")
    for _ in range(5):
        answer = server.api.try_sign_in(sub=new_subject(), key="unknown")
        error = refused(answer, 503, "provider_unavailable")
        assert 1 <= int(answer.headers["Retry-After"]) == error["retryAfter"] <= 120
        server.api.sign_in()
    assert server.providers.key_requests() - before <= 3
    server.providers.clear_faults()
    wait_until(lambda: server.api.try_sign_in(sub=new_subject(), key="unknown").status_code == 401, "a newer set")


def test_keys_rotated_during_an_outage_are_accepted_afterwards(start):
    server = start()
    subject = new_subject()
    server.api.sign_in(sub=subject)
    server.providers.fault("down")
    for _ in range(2):
        server.providers.rotate_keys()
    refused(server.api.try_sign_in(sub=subject), 503, "provider_unavailable")
    server.providers.clear_faults()
    wait_until(lambda: server.api.try_sign_in(sub=subject).status_code == 200, "a sign-in")


def test_parallel_first_sign_ins_share_one_fetch(start):
    server = start()
    server.providers.fault("slow", milliseconds=200)
    credentials = [server.api.credential(sub=new_subject()) for _ in range(20)]
    with ThreadPoolExecutor(20) as pool:
        for answer in pool.map(
                lambda credential: server.api.post("/v1/sign-in/google", credential, app="couple"), credentials):
            ok(answer)
    assert server.providers.key_requests() == 1


def test_provider_key_rotation_is_followed(start):
    server = start()
    subject = new_subject()
    server.api.sign_in(sub=subject)
    for _ in range(3):
        server.providers.rotate_keys()
        assert server.api.sign_in(sub=subject)["isNewUser"] is False


def test_token_of_a_withdrawn_key_is_rejected_after_the_next_fetch(start):
    server = start()
    server.api.sign_in()
    old = server.api.credential(sub=new_subject())
    server.providers.rotate_keys()
    server.providers.rotate_keys()
    server.api.sign_in()
    refused(server.api.post("/v1/sign-in/google", old, app="couple"), 401, "invalid_token", "no key")


def test_string_booleans_and_a_missing_email_address_are_accepted(start):
    server = start()
    server.providers.fault("stringBooleans", provider="apple", endpoint="token")
    assert server.api.sign_in("apple")["user"]["emailVerified"] is True
    server.providers.fault("missingEmail", provider="apple", endpoint="token")
    assert "email" not in server.api.sign_in("apple")["user"]
    server.providers.fault("wrongIssuer", provider="apple", endpoint="token")
    refused(server.api.try_sign_in("apple"), 401, "invalid_token", "iss")
