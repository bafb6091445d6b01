"""Tests of provider notifications that are repeated, late, concurrent, forged, or about unknown users."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from client import ok, refused
from forge import claims
from notified import ACCEPTED, PROVIDERS, REVOKED, Person, has_ended, send, with_code
from providers import new_subject

# Repeated, late, concurrent, and about unknown users


@pytest.mark.parametrize("provider", PROVIDERS)
def test_repeated_notification_takes_effect_once(server, provider):
    person = Person(server, provider)
    notification = server.providers.notification(provider, REVOKED[provider], sub=person.sub, deliver=False)
    assert send(server, provider, notification["token"]).status_code == ACCEPTED[provider]
    again = person.sign_in()
    before = server.rows("events")
    for _ in range(3):
        assert send(server, provider, notification["token"]).status_code == ACCEPTED[provider]
    assert person.is_signed_in(again)
    assert server.rows("events") == before
    assert person.events.count("consent_revoked") == 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_parallel_deliveries_of_one_notification_take_effect_once(server, provider):
    person = Person(server, provider)
    token = server.providers.notification(provider, REVOKED[provider], sub=person.sub, deliver=False)["token"]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: send(server, provider, token).status_code, range(20)))
    assert set(answers) == {ACCEPTED[provider]}
    assert person.events == ["consent_revoked"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_event_from_before_a_sign_in_does_not_end_its_session(server, provider):
    person = Person(server, provider)
    assert person.notify(REVOKED[provider], secondsAgo=60) == ACCEPTED[provider]
    assert person.is_signed_in() and person.events == []


def test_late_event_ends_earlier_sessions_and_leaves_later_ones(shifted):
    subject = new_subject("apple")
    before = with_code(shifted, subject)
    shifted.providers.advance_clock(120)
    after = with_code(shifted, subject)
    assert shifted.providers.notify("apple", "consent-revoked", sub=subject, secondsAgo=60) == 200
    assert has_ended(shifted, before)
    assert ok(shifted.api.me(after["accessToken"]))
    assert shifted.query("SELECT count(*) FROM provider_tokens WHERE subject = ?", subject) == [(1,)]


@pytest.mark.parametrize("event", ["account-delete", "account-deleted"])
def test_account_deletion_event_from_before_the_sign_in_leaves_the_user_signed_in(server, event):
    person = Person(server)
    assert person.notify(event, secondsAgo=60) == 200
    assert person.is_signed_in()


@pytest.mark.parametrize("provider, event", [
    ("apple", "consent-revoked"), ("apple", "account-delete"), ("apple", "email-disabled"),
    ("google", "sessions-revoked"), ("google", "account-disabled"), ("google", "account-purged")])
def test_notification_about_an_unknown_user_changes_nothing(server, provider, event):
    rows = server.rows()
    nonces = server.query("SELECT count(*) FROM spent_nonces")
    assert server.providers.notify(provider, event, sub=new_subject(provider)) == ACCEPTED[provider]
    assert server.rows() == rows and server.query("SELECT count(*) FROM spent_nonces") == nonces


@pytest.mark.parametrize("provider", PROVIDERS)
def test_unknown_event_changes_nothing(server, provider):
    person = Person(server, provider)
    rows = server.rows()
    assert person.notify("person-moved") == ACCEPTED[provider]
    assert person.is_signed_in() and server.rows() == rows


@pytest.mark.parametrize("provider", PROVIDERS)
def test_session_of_the_same_user_in_another_app_continues(server, provider):
    here, there = Person(server, provider), None
    there = Person(server, provider, app="prysm", sub=here.sub)
    assert here.notify(REVOKED[provider]) == ACCEPTED[provider]
    assert not here.is_signed_in() and there.is_signed_in()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_user_of_the_other_provider_with_the_same_subject_is_unaffected(server, provider):
    subject = new_subject("google")
    others = Person(server, "google" if provider == "apple" else "apple", sub=subject)
    assert server.providers.notify(provider, REVOKED[provider], sub=subject) == ACCEPTED[provider]
    assert others.is_signed_in()


# Forged notifications


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("order", [
    {"fault": "wrongIssuer"}, {"fault": "old"}, {"key": "unknown"}, {"signature": "broken"}, {"signature": "empty"},
    {"clientID": "com.example.stranger"}, {"claims": {"jti": None}}, {"claims": {"events": None}},
], ids=str)
def test_forged_notification_is_rejected_and_ends_no_session(server, provider, order):
    person = Person(server, provider)
    assert person.notify(REVOKED[provider], **order) == {"apple": 401, "google": 400}[provider]
    assert person.is_signed_in() and person.events == []


def test_notification_of_one_provider_is_rejected_by_the_other(server):
    person = Person(server, "google")
    token = server.providers.notification("google", "sessions-revoked", sub=person.sub, deliver=False)["token"]
    refused(send(server, "apple", token), 401, "invalid_token")
    person = Person(server, "apple")
    token = server.providers.notification("apple", "consent-revoked", sub=person.sub, deliver=False)["token"]
    assert send(server, "google", token).json()["err"] in ("invalid_issuer", "invalid_key")
    assert person.is_signed_in()


def test_errors_to_google_use_the_codes_of_the_standard(server):
    def err(**order):
        token = server.providers.notification("google", "sessions-revoked", deliver=False, **order)["token"]
        answer = send(server, "google", token)
        assert answer.status_code == 400 and set(answer.json()) == {"err", "description"}
        return answer.json()["err"]

    assert err(fault="wrongIssuer") == "invalid_issuer"
    assert err(clientID="stranger") == "invalid_audience"
    assert err(key="unknown") == err(signature="broken") == "invalid_key"
    assert err(fault="old") == err(claims={"events": {}}) == "invalid_request"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_notification_gets_503_while_the_keys_cannot_be_fetched(start, provider):
    server = start()
    server.providers.fault("down", provider)
    answer = server.providers.notification(provider, REVOKED[provider])["answers"]
    assert [one["status"] for one in answer] == [503]
    assert answer[0]["body"]["error"]["code"] == "provider_unavailable"
    server.providers.clear_faults()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_notification_of_a_development_provider_is_accepted_in_live_mode(start, provider):
    server = start(options=["--live"])
    person = Person(server, provider)
    assert person.notify(REVOKED[provider]) == ACCEPTED[provider]
    assert has_ended(server, person.session)
    issuer = claims(server.providers.notification(provider, REVOKED[provider], deliver=False)["token"])["iss"]
    assert issuer == f"{server.providers_url}/{provider}"
