"""Tests of provider notifications that are repeated, late, concurrent, forged, or about unknown users."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from client import ok, refused
from forge import claims
from notified import ACCEPTED, PROVIDERS, REVOKED, Person, has_ended, send, with_code
from providers import new_subject

# Repeated, late, concurrent, and about unknown users


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_notification_has_its_effect_once(server, provider):
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
def test_a_notification_that_comes_many_times_at_once_has_its_effect_once(server, provider):
    person = Person(server, provider)
    token = server.providers.notification(provider, REVOKED[provider], sub=person.sub, deliver=False)["token"]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: send(server, provider, token).status_code, range(20)))
    assert set(answers) == {ACCEPTED[provider]}
    assert person.events == ["consent_revoked"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_happened_before_a_sign_in_ends_nothing_of_it(server, provider):
    person = Person(server, provider)
    assert person.notify(REVOKED[provider], secondsAgo=60) == ACCEPTED[provider]
    assert person.is_signed_in() and person.events == []


def test_a_late_event_ends_what_began_before_it_and_leaves_what_came_after(shifted):
    subject = new_subject("apple")
    before = with_code(shifted, subject)
    shifted.providers.advance_clock(120)
    after = with_code(shifted, subject)
    assert shifted.providers.notify("apple", "consent-revoked", sub=subject, secondsAgo=60) == 200
    assert has_ended(shifted, before)
    assert ok(shifted.api.me(after["accessToken"]))
    assert shifted.query("SELECT count(*) FROM provider_tokens WHERE subject = ?", subject) == [(1,)]


@pytest.mark.parametrize("event", ["account-delete", "account-deleted"])
def test_who_has_signed_in_since_has_not_given_the_account_up(server, event):
    person = Person(server)
    assert person.notify(event, secondsAgo=60) == 200
    assert person.is_signed_in()


@pytest.mark.parametrize("provider, event", [
    ("apple", "consent-revoked"), ("apple", "account-delete"), ("apple", "email-disabled"),
    ("google", "sessions-revoked"), ("google", "account-disabled"), ("google", "account-purged")])
def test_who_is_not_known_here_changes_nothing(server, provider, event):
    rows = server.rows()
    nonces = server.query("SELECT count(*) FROM spent_nonces")
    assert server.providers.notify(provider, event, sub=new_subject(provider)) == ACCEPTED[provider]
    assert server.rows() == rows and server.query("SELECT count(*) FROM spent_nonces") == nonces


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_unknown_event_changes_nothing(server, provider):
    person = Person(server, provider)
    rows = server.rows()
    assert person.notify("person-moved") == ACCEPTED[provider]
    assert person.is_signed_in() and server.rows() == rows


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_same_person_of_another_app_is_left_alone(server, provider):
    here, there = Person(server, provider), None
    there = Person(server, provider, app="prysm", sub=here.sub)
    assert here.notify(REVOKED[provider]) == ACCEPTED[provider]
    assert not here.is_signed_in() and there.is_signed_in()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_person_of_the_other_provider_with_the_same_id_is_left_alone(server, provider):
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
def test_what_is_not_the_providers_ends_nobodys_session(server, provider, order):
    person = Person(server, provider)
    assert person.notify(REVOKED[provider], **order) == {"apple": 401, "google": 400}[provider]
    assert person.is_signed_in() and person.events == []


def test_a_notification_of_one_provider_is_not_the_others(server):
    person = Person(server, "google")
    token = server.providers.notification("google", "sessions-revoked", sub=person.sub, deliver=False)["token"]
    refused(send(server, "apple", token), 401, "invalid_token")
    person = Person(server, "apple")
    token = server.providers.notification("apple", "consent-revoked", sub=person.sub, deliver=False)["token"]
    assert send(server, "google", token).json()["err"] in ("invalid_issuer", "invalid_key")
    assert person.is_signed_in()


def test_google_is_told_in_the_words_of_the_standard(server):
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
def test_without_keys_nothing_is_taken_and_the_provider_is_to_come_again(start, provider):
    server = start()
    server.providers.fault("down", provider)
    answer = server.providers.notification(provider, REVOKED[provider])["answers"]
    assert [one["status"] for one in answer] == [503]
    assert answer[0]["body"]["error"]["code"] == "provider_unavailable"
    server.providers.clear_faults()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_development_provider_beside_the_real_one_speaks_for_its_own_people(start, provider):
    server = start(options=["--live"])
    person = Person(server, provider)
    assert person.notify(REVOKED[provider]) == ACCEPTED[provider]
    assert has_ended(server, person.session)
    issuer = claims(server.providers.notification(provider, REVOKED[provider], deliver=False)["token"])["iss"]
    assert issuer == f"{server.providers_url}/{provider}"
