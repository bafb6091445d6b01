"""Tests of Apple's and Google's notifications about their accounts, and of their effect on the server's accounts."""

import uuid

import pytest

from browser import Browser
from client import ok, refused
from notified import ACCEPTED, PROVIDERS, REVOKED, RISC, Person, has_ended, with_code
from providers import new_subject

# Revoked consent


@pytest.mark.parametrize("provider", PROVIDERS)
def test_revoked_consent_ends_all_sessions_of_that_identity(server, provider):
    person = Person(server, provider)
    other = person.sign_in()
    stranger = Person(server, provider)
    assert person.notify(REVOKED[provider]) == ACCEPTED[provider]
    assert has_ended(server, person.session) and has_ended(server, other)
    assert stranger.is_signed_in()
    assert person.events[-1] == "consent_revoked"
    assert server.session_row(person.session["sessionID"])["end_reason"] == "provider"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_sign_in_after_revoked_consent_returns_to_the_same_account(server, provider):
    person = Person(server, provider)
    person.notify(REVOKED[provider])
    again = person.sign_in()
    assert again["user"]["uid"] == person.uid and not again["isNewUser"]
    assert person.is_signed_in(again)


def test_revoked_consent_deletes_the_refresh_token_of_apple_without_a_revocation_job(start):
    server = start()
    subject = new_subject("apple")
    session = with_code(server, subject)
    kept = "SELECT count(*) FROM provider_tokens WHERE subject = ?"
    assert server.query(kept, subject) == [(1,)]
    assert server.providers.notify("apple", "consent-revoked", sub=subject) == 200
    assert has_ended(server, session)
    assert server.query(kept, subject) == [(0,)]
    assert server.query("SELECT count(*) FROM jobs WHERE kind = 'revoke_consent'") == [(0,)]


def test_session_of_another_identity_continues(server):
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
def test_all_spellings_of_apple_events_are_accepted(server, event, events):
    person = Person(server)
    assert person.notify(event, events=events) == 200
    assert not person.is_signed_in()


def test_list_of_events_is_accepted(server):
    one, two = Person(server), Person(server)
    now = server.providers.now() * 1000 + 999
    events = [{"type": "consent-revoked", "sub": person.sub, "event_time": now} for person in (one, two)]
    assert server.providers.notify("apple", "anything", claims={"events": events}) == 200
    assert not one.is_signed_in() and not two.is_signed_in()


def test_event_time_in_seconds_is_accepted(server):
    person = Person(server)
    event = {"type": "consent-revoked", "sub": person.sub, "event_time": server.providers.now()}
    assert person.notify("anything", claims={"events": event}) == 200
    assert not person.is_signed_in()


@pytest.mark.parametrize("change", [
    {"iss": "https://accounts.google.com/"}, {"iss": "https://accounts.google.com"}, {"exp": None}, {"exp": 1},
    {"aud": ["1001-web.apps.googleusercontent.com", "a-stranger.apps.googleusercontent.com"]}, {"toe": 4_000_000_000},
], ids=str)
def test_all_spellings_of_google_issuers_audiences_and_times_are_accepted(server, change):
    person = Person(server, "google")
    assert person.notify("sessions-revoked", claims=change) == 202
    assert not person.is_signed_in()


@pytest.mark.parametrize("address", [
    f"{RISC}sessions-revoked", "https://accounts.google.com/risc/event/sessions-revoked"])
def test_both_uris_of_google_events_are_accepted(server, address):
    person = Person(server, "google")
    assert person.notify(address) == 202
    assert not person.is_signed_in()


@pytest.mark.parametrize("subject_type", ["iss-sub", "iss_sub", "id_token_claims"])
def test_all_subject_formats_of_google_are_accepted(server, subject_type):
    person = Person(server, "google")
    subject = {"subject_type": subject_type, "iss": "https://accounts.google.com", "sub": person.sub}
    events = {f"{RISC}sessions-revoked": {"subject": subject}}
    assert person.notify("anything", claims={"events": events}) == 202
    assert not person.is_signed_in()


@pytest.mark.parametrize("header", [{"typ": "secevent+jwt"}, {"typ": "JWT"}, {"typ": None}], ids=str)
def test_token_type_header_is_optional(server, header):
    person = Person(server, "google")
    assert person.notify("sessions-revoked", header=header) == 202
    assert not person.is_signed_in()


# Deleted provider accounts


@pytest.mark.parametrize("provider, event", [("apple", "account-delete"), ("google", "account-purged")])
def test_provider_account_deletion_deletes_an_account_without_another_sign_in_method(server, provider, event):
    person = Person(server, provider)
    assert person.notify(event) == ACCEPTED[provider]
    refused(server.api.me(person.session["accessToken"]), 401, "user_deleted")
    for table, column in (("accounts", "id"), ("identities", "account"), ("sessions", "account")):
        assert server.query(f"SELECT count(*) FROM {table} WHERE {column} = ?", person.uid) == [(0,)]
    assert person.events == ["provider_account_deleted", "account_deleted"]
    assert person.sign_in()["isNewUser"]


def test_provider_account_deletion_leaves_an_account_with_another_identity(server):
    person = Person(server, "google")
    apple = person.link("apple")
    by_apple = server.api.sign_in("apple", sub=apple)
    assert server.providers.notify("apple", "account-delete", sub=apple) == 200
    assert has_ended(server, by_apple)
    assert ok(server.api.me(person.session["accessToken"]))["providers"] == ["google"]
    assert server.query("SELECT count(*) FROM identities WHERE subject = ?", apple) == [(0,)]


@pytest.mark.parametrize("provider, event", [("apple", "account-delete"), ("google", "account-purged")])
def test_provider_account_deletion_leaves_an_account_with_a_password(server, provider, event):
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


def test_app_can_retain_the_account_of_a_deleted_apple_account(start, tmp_path):
    file = tmp_path / "apps.json"
    file.write_text('{"apps": {"mine": {"providers": {"apple": {"clientIDs": ["com.me"], "deletedPeople": "keep"}}}}}')
    server = start(options=["--config", str(file)])
    person = Person(server, app="mine")
    assert person.notify("account-delete") == 200
    assert has_ended(server, person.session)
    assert server.query("SELECT count(*) FROM identities WHERE account = ?", person.uid) == [(1,)]


def test_deleted_apple_account_creates_no_revocation_job(start):
    server = start()
    subject = new_subject("apple")
    with_code(server, subject)
    assert server.providers.notify("apple", "account-delete", sub=subject) == 200
    assert server.query("SELECT count(*) FROM accounts") == [(0,)]
    assert server.query("SELECT count(*) FROM jobs WHERE kind = 'revoke_consent'") == [(0,)]


# Mail


def test_stopped_email_forwarding_is_recorded_until_it_resumes(server):
    person = Person(server, email=f"{uuid.uuid4().hex[:10]}@privaterelay.appleid.com")
    assert person.notify("email-disabled") == 200
    stopped = person.identity
    assert stopped["forwarding_stopped_at"] and not stopped["forwarding_resumed_at"]
    assert person.notify("email-enabled") == 200
    assert person.identity["forwarding_resumed_at"] > stopped["forwarding_stopped_at"]
    assert person.events == ["email_forwarding_stopped", "email_forwarding_resumed"]
    assert person.is_signed_in()


def test_later_of_two_email_events_counts_in_either_order(server):
    person = Person(server)
    assert person.notify("email-enabled", secondsAgo=10) == 200
    assert person.notify("email-disabled", secondsAgo=20) == 200
    assert person.notify("email-disabled", secondsAgo=30) == 200
    identity = person.identity
    assert identity["forwarding_resumed_at"] - identity["forwarding_stopped_at"] in range(9_000, 11_000)
    assert person.events == ["email_forwarding_resumed", "email_forwarding_stopped"]


# Google's security alerts


def test_hijacked_account_is_closed_until_google_reopens_it(server):
    person = Person(server, "google")
    apple = person.link("apple")
    by_apple = server.api.sign_in("apple", sub=apple)
    assert person.notify("account-disabled", reason="hijacking") == 202
    assert has_ended(server, person.session) and has_ended(server, by_apple)
    refused(server.api.try_sign_in("google", sub=person.sub), 403, "provider_required", "at the provider is disabled")
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


def test_contract_sign_in_to_a_closed_account_is_rejected(server):
    subject = new_subject()
    ok(server.api.contract(app="authservice", sub=subject))
    assert server.providers.notify("google", "account-disabled", app="authservice", sub=subject) == 202
    assert server.api.contract(app="authservice", sub=subject).status_code == 403


def test_account_disabled_without_a_reason_blocks_sign_in_but_not_its_sessions(server):
    person = Person(server, "google")
    assert person.notify("account-disabled") == 202
    assert person.is_signed_in()
    refused(server.api.try_sign_in("google", sub=person.sub), 403, "provider_required")


def test_bulk_account_reason_is_recorded_and_changes_nothing_else(server):
    person = Person(server, "google")
    assert person.notify("account-disabled", reason="bulk-account") == 202
    assert person.is_signed_in() and person.is_signed_in(person.sign_in())
    assert person.events[0] == "provider_account_disabled"


def test_disabled_event_older_than_the_enabled_event_closes_nothing(server):
    person = Person(server, "google")
    assert person.notify("account-enabled", secondsAgo=10) == 202
    assert person.notify("account-disabled", secondsAgo=20, reason="hijacking") == 202
    assert person.is_signed_in() and person.is_signed_in(person.sign_in())


def test_required_credential_change_is_recorded(server):
    person = Person(server, "google")
    assert person.notify("account-credential-change-required") == 202
    assert person.identity["credential_change_at"] and person.is_signed_in()
    assert person.events == ["credential_change_required"]


def test_event_about_a_single_revoked_token_changes_nothing(server):
    rows = server.rows()
    assert server.providers.notify("google", "token-revoked", claims={"events": {
        "https://schemas.openid.net/secevent/oauth/event-type/token-revoked": {"subject": {
            "subject_type": "oauth_token", "token_type": "refresh_token", "token_identifier_alg": "prefix",
            "token": "1//0abcdefghijkl"}}}}) == 202
    assert server.rows() == rows


def test_verification_event_is_logged_with_its_state(start):
    server = start()
    assert server.providers.notify("google", "verification", state="are you there?") == 202
    [line] = [line for line in server.log_lines() if line["message"] == "notification"]
    assert (line["event"], line["state"], line["level"]) == ("verification", "are you there?", "notice")


def test_log_names_the_event_and_the_effect_but_not_the_user(start):
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


def test_revoked_consent_signs_out_an_open_browser_page_at_once(server):
    server.providers.control("POST", "auto-approve", {"provider": "apple", "user": 77})
    browser = Browser(server)
    browser.go(f"{server.url}/sign-in/apple?app=couple")
    signed_in = browser.go(f"{server.url}/account")
    assert signed_in.status_code == 200 and "/account/sign-out" in signed_in.text
    assert server.providers.notify("apple", "consent-revoked", user=77) == 200
    assert "/account/sign-out" not in browser.go(f"{server.url}/account").text
