"""Tests of Apple's and Google's notifications about their accounts, and of their effect on the server's accounts."""

import uuid

import pytest

from browser import Browser
from client import ok, refused
from notified import ACCEPTED, PROVIDERS, REVOKED, RISC, Person, has_ended, with_code
from providers import new_subject

# Revoked consent


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_consent_that_ends_ends_the_sessions_that_stood_on_it(server, provider):
    person = Person(server, provider)
    other = person.sign_in()
    stranger = Person(server, provider)
    assert person.notify(REVOKED[provider]) == ACCEPTED[provider]
    assert has_ended(server, person.session) and has_ended(server, other)
    assert stranger.is_signed_in()
    assert person.events[-1] == "consent_revoked"
    assert server.session_row(person.session["sessionID"])["end_reason"] == "provider"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_who_consents_again_is_back_in_the_same_account(server, provider):
    person = Person(server, provider)
    person.notify(REVOKED[provider])
    again = person.sign_in()
    assert again["user"]["uid"] == person.uid and not again["isNewUser"]
    assert person.is_signed_in(again)


def test_apples_refresh_token_goes_with_the_consent_and_apple_is_not_asked(start):
    server = start()
    subject = new_subject("apple")
    session = with_code(server, subject)
    kept = "SELECT count(*) FROM provider_tokens WHERE subject = ?"
    assert server.query(kept, subject) == [(1,)]
    assert server.providers.notify("apple", "consent-revoked", sub=subject) == 200
    assert has_ended(server, session)
    assert server.query(kept, subject) == [(0,)]
    assert server.query("SELECT count(*) FROM jobs WHERE kind = 'revoke_consent'") == [(0,)]


def test_the_session_of_another_identity_goes_on(server):
    person = Person(server, "google")
    apple = person.link("apple")
    by_apple = server.api.sign_in("apple", sub=apple)
    assert by_apple["user"]["uid"] == person.uid
    assert server.providers.notify("apple", "consent-revoked", sub=apple) == 200
    assert has_ended(server, by_apple)
    assert person.is_signed_in()
    assert ok(server.api.me(person.session["accessToken"]))["providers"] == ["google", "apple"]


# Notification formats


@pytest.mark.parametrize("events", ["string", "object"])
@pytest.mark.parametrize("event", ["consent-revoked", "account-delete", "account-deleted"])
def test_apples_spellings_are_all_understood(server, event, events):
    person = Person(server)
    assert person.notify(event, events=events) == 200
    assert not person.is_signed_in()


def test_a_list_of_events_is_understood_too(server):
    one, two = Person(server), Person(server)
    now = server.providers.now() * 1000 + 999
    events = [{"type": "consent-revoked", "sub": person.sub, "event_time": now} for person in (one, two)]
    assert server.providers.notify("apple", "anything", claims={"events": events}) == 200
    assert not one.is_signed_in() and not two.is_signed_in()


def test_a_time_in_seconds_is_understood_too(server):
    person = Person(server)
    event = {"type": "consent-revoked", "sub": person.sub, "event_time": server.providers.now()}
    assert person.notify("anything", claims={"events": event}) == 200
    assert not person.is_signed_in()


@pytest.mark.parametrize("change", [
    {"iss": "https://accounts.google.com/"}, {"iss": "https://accounts.google.com"}, {"exp": None}, {"exp": 1},
    {"aud": ["1001-web.apps.googleusercontent.com", "a-stranger.apps.googleusercontent.com"]}, {"toe": 4_000_000_000},
], ids=str)
def test_googles_spellings_are_all_understood(server, change):
    person = Person(server, "google")
    assert person.notify("sessions-revoked", claims=change) == 202
    assert not person.is_signed_in()


@pytest.mark.parametrize("address", [
    f"{RISC}sessions-revoked", "https://accounts.google.com/risc/event/sessions-revoked"])
def test_googles_events_have_two_addresses(server, address):
    person = Person(server, "google")
    assert person.notify(address) == 202
    assert not person.is_signed_in()


@pytest.mark.parametrize("subject_type", ["iss-sub", "iss_sub", "id_token_claims"])
def test_googles_subjects_are_named_in_several_ways(server, subject_type):
    person = Person(server, "google")
    subject = {"subject_type": subject_type, "iss": "https://accounts.google.com", "sub": person.sub}
    events = {f"{RISC}sessions-revoked": {"subject": subject}}
    assert person.notify("anything", claims={"events": events}) == 202
    assert not person.is_signed_in()


@pytest.mark.parametrize("header", [{"typ": "secevent+jwt"}, {"typ": "JWT"}, {"typ": None}], ids=str)
def test_a_token_may_or_may_not_say_its_type(server, header):
    person = Person(server, "google")
    assert person.notify("sessions-revoked", header=header) == 202
    assert not person.is_signed_in()


# Deleted provider accounts


@pytest.mark.parametrize("provider, event", [("apple", "account-delete"), ("google", "account-purged")])
def test_an_account_without_another_way_in_goes(server, provider, event):
    person = Person(server, provider)
    assert person.notify(event) == ACCEPTED[provider]
    refused(server.api.me(person.session["accessToken"]), 401, "user_deleted")
    for table, column in (("accounts", "id"), ("identities", "account"), ("sessions", "account")):
        assert server.query(f"SELECT count(*) FROM {table} WHERE {column} = ?", person.uid) == [(0,)]
    assert person.events == ["provider_account_deleted", "account_deleted"]
    assert person.sign_in()["isNewUser"]


def test_an_account_with_another_way_in_stays(server):
    person = Person(server, "google")
    apple = person.link("apple")
    by_apple = server.api.sign_in("apple", sub=apple)
    assert server.providers.notify("apple", "account-delete", sub=apple) == 200
    assert has_ended(server, by_apple)
    assert ok(server.api.me(person.session["accessToken"]))["providers"] == ["google"]
    assert server.query("SELECT count(*) FROM identities WHERE subject = ?", apple) == [(0,)]


@pytest.mark.parametrize("provider, event", [("apple", "account-delete"), ("google", "account-purged")])
def test_an_account_with_an_address_to_sign_in_by_stays(server, provider, event):
    email, password = f"test.user.{uuid.uuid4().hex[:10]}@example.com", "three small green boats"
    login = {"email": email, "password": password}
    session = ok(server.api.post("/v1/sign-up/password", login, app="authservice"))
    subject = new_subject(provider)
    ok(server.api.link(session["accessToken"], provider, app="authservice", sub=subject))
    by_provider = server.api.sign_in(provider, "authservice", sub=subject)
    assert server.providers.notify(provider, event, app="authservice", sub=subject) == ACCEPTED[provider]
    assert has_ended(server, by_provider)
    assert server.query("SELECT count(*) FROM identities WHERE subject = ?", subject) == [(0,)]
    again = ok(server.api.post("/v1/sign-in/password", login, app="authservice"))
    assert again["user"]["uid"] == session["user"]["uid"] and again["user"]["providers"] == ["password"]


def test_an_app_may_keep_the_account_for_its_operator(start, tmp_path):
    file = tmp_path / "apps.json"
    file.write_text('{"apps": {"mine": {"providers": {"apple": {"clientIDs": ["com.me"], "deletedPeople": "keep"}}}}}')
    server = start(options=["--config", str(file)])
    person = Person(server, app="mine")
    assert person.notify("account-delete") == 200
    assert has_ended(server, person.session)
    assert server.query("SELECT count(*) FROM identities WHERE account = ?", person.uid) == [(1,)]


def test_a_deletion_takes_the_other_consents_of_the_account_with_it_but_asks_apple_for_none(start):
    server = start()
    subject = new_subject("apple")
    with_code(server, subject)
    assert server.providers.notify("apple", "account-delete", sub=subject) == 200
    assert server.query("SELECT count(*) FROM accounts") == [(0,)]
    assert server.query("SELECT count(*) FROM jobs WHERE kind = 'revoke_consent'") == [(0,)]


# Mail


def test_mail_that_does_not_reach_the_person_is_noted_until_it_does(server):
    person = Person(server, email=f"{uuid.uuid4().hex[:10]}@privaterelay.appleid.com")
    assert person.notify("email-disabled") == 200
    stopped = person.identity
    assert stopped["forwarding_stopped_at"] and not stopped["forwarding_resumed_at"]
    assert person.notify("email-enabled") == 200
    assert person.identity["forwarding_resumed_at"] > stopped["forwarding_stopped_at"]
    assert person.events == ["email_forwarding_stopped", "email_forwarding_resumed"]
    assert person.is_signed_in()


def test_of_two_events_about_mail_the_later_one_counts_in_whichever_order_they_come(server):
    person = Person(server)
    assert person.notify("email-enabled", secondsAgo=10) == 200
    assert person.notify("email-disabled", secondsAgo=20) == 200
    assert person.notify("email-disabled", secondsAgo=30) == 200
    identity = person.identity
    assert identity["forwarding_resumed_at"] - identity["forwarding_stopped_at"] in range(9_000, 11_000)
    assert person.events == ["email_forwarding_resumed", "email_forwarding_stopped"]


# Google's security alerts


def test_a_hijacked_account_is_closed_here_until_google_opens_it(server):
    person = Person(server, "google")
    apple = person.link("apple")
    by_apple = server.api.sign_in("apple", sub=apple)
    assert person.notify("account-disabled", reason="hijacking") == 202
    assert has_ended(server, person.session) and has_ended(server, by_apple)
    refused(server.api.try_sign_in("google", sub=person.sub), 403, "provider_required", "closed")
    again = server.api.sign_in("apple", sub=apple)
    proof = {"provider": "google", **server.api.credential(sub=person.sub)}
    refused(server.api.post("/v1/me/confirm", proof, token=again["accessToken"]), 403, "provider_required")
    refused(server.api.link(again["accessToken"], sub=person.sub), 403, "provider_required")
    guest = server.api.sign_in_anonymously()
    refused(server.api.link(guest["accessToken"], sub=person.sub), 403, "provider_required")
    assert person.notify("account-enabled") == 202
    assert person.sign_in()["user"]["uid"] == person.uid
    assert [kind for kind in person.events if kind.startswith("provider_")] == [
        "provider_account_disabled", "provider_account_enabled"]


def test_a_contract_s_client_is_refused_a_closed_account_too(server):
    subject = new_subject()
    ok(server.api.contract(app="authservice", sub=subject))
    assert server.providers.notify("google", "account-disabled", app="authservice", sub=subject) == 202
    assert server.api.contract(app="authservice", sub=subject).status_code == 403


def test_without_a_reason_the_way_in_is_closed_and_sessions_stay(server):
    person = Person(server, "google")
    assert person.notify("account-disabled") == 202
    assert person.is_signed_in()
    refused(server.api.try_sign_in("google", sub=person.sub), 403, "provider_required")


def test_one_of_many_accounts_is_noted_and_nothing_else(server):
    person = Person(server, "google")
    assert person.notify("account-disabled", reason="bulk-account") == 202
    assert person.is_signed_in() and person.is_signed_in(person.sign_in())
    assert person.events[0] == "provider_account_disabled"


def test_a_closing_that_comes_after_its_end_closes_nothing(server):
    person = Person(server, "google")
    assert person.notify("account-enabled", secondsAgo=10) == 202
    assert person.notify("account-disabled", secondsAgo=20, reason="hijacking") == 202
    assert person.is_signed_in() and person.is_signed_in(person.sign_in())


def test_a_change_of_credentials_is_noted(server):
    person = Person(server, "google")
    assert person.notify("account-credential-change-required") == 202
    assert person.identity["credential_change_at"] and person.is_signed_in()
    assert person.events == ["credential_change_required"]


def test_one_revoked_token_says_of_nobody_whose_it_is(server):
    rows = server.rows()
    assert server.providers.notify("google", "token-revoked", claims={"events": {
        "https://schemas.openid.net/secevent/oauth/event-type/token-revoked": {"subject": {
            "subject_type": "oauth_token", "token_type": "refresh_token", "token_identifier_alg": "prefix",
            "token": "1//0abcdefghijkl"}}}}) == 202
    assert server.rows() == rows


def test_a_test_of_the_stream_is_in_the_log(start):
    server = start()
    assert server.providers.notify("google", "verification", state="are you there?") == 202
    [line] = [line for line in server.log_lines() if line["message"] == "notification"]
    assert (line["event"], line["state"], line["level"]) == ("verification", "are you there?", "notice")


def test_the_log_says_what_came_and_of_whom_never(start):
    server = start()
    person = Person(server)
    person.notify("consent-revoked", fault="replayed")
    person.notify("consent-revoked", fault="wrongIssuer")
    taken = [line for line in server.log_lines() if line["message"] == "notification"]
    assert [(line["provider"], line["event"], line["effect"]) for line in taken] == [
        ("apple", "consent-revoked", "changed"), ("apple", "consent-revoked", "repeated")]
    [refusal] = [line for line in server.log_lines() if line["message"] == "refused"]
    assert "issuer" in refusal["diagnosis"]
    assert person.sub not in server.log() and person.uid not in server.log()


def test_the_end_reaches_an_open_browser_page_at_once(server):
    server.providers.control("POST", "auto-approve", {"provider": "apple", "user": 77})
    browser = Browser(server)
    browser.go(f"{server.url}/sign-in/apple?app=couple")
    signed_in = browser.go(f"{server.url}/account")
    assert signed_in.status_code == 200 and "/account/sign-out" in signed_in.text
    assert server.providers.notify("apple", "consent-revoked", user=77) == 200
    assert "/account/sign-out" not in browser.go(f"{server.url}/account").text
