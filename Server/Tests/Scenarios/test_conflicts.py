"""Tests of link conflicts between two accounts of one person: the decision, its effects on both accounts, and the
undo."""

import pytest

from client import ok, refused
from providers import new_subject
from test_linking import at_once, pair, person, table  # noqa: F401: fixtures


# Conflicts

def conflict(server, caller, subject, provider="google"):
    return refused(server.api.link(caller["accessToken"], provider, sub=subject), 409, "credential_in_use")


def who_stays(server, uid: str, kind: str) -> list[str]:
    """Returns the survivors that the account's events of this kind name."""
    path = f"/admin/v1/events?app=couple&uid={uid}&kind={kind}"
    return [event["detail"] for event in ok(server.api.get(path, token=server.admin_key))["events"]]


def test_link_conflict_changes_neither_account(server, pair):
    guest, owner, subject = pair
    uids = guest["user"]["uid"], owner["user"]["uid"]
    before = [table(server, uid) for uid in uids]
    error = conflict(server, guest, subject)
    assert [table(server, uid) for uid in uids] == before
    assert error["ticket"].startswith("ct_") and error["expiresIn"] == 600
    assert error["account"]["uid"] == owner["user"]["uid"] and error["account"]["email"] == "owner@example.com"
    assert error["merge"]["user"]["uid"] == owner["user"]["uid"] and error["merge"]["overridden"] == []
    ok(server.api.me(guest["accessToken"]))


def test_keep_leaves_both_accounts_unchanged(server, pair):
    guest, owner, subject = pair
    ticket = conflict(server, guest, subject)["ticket"]
    before = [table(server, session["user"]["uid"]) for session in (guest, owner)]
    answer = ok(server.api.decide(guest["accessToken"], ticket, "keep"))
    assert answer["outcome"] == "kept" and answer["user"] == guest["user"]
    assert answer["sessionID"] == guest["sessionID"]
    assert [table(server, session["user"]["uid"]) for session in (guest, owner)] == before
    refused(server.api.decide(guest["accessToken"], ticket, "merge"), 401, "ticket_expired")


def test_switch_signs_in_to_the_other_account(server, pair):
    guest, owner, subject = pair
    ticket = conflict(server, guest, subject)["ticket"]
    answer = ok(server.api.decide(guest["accessToken"], ticket, "switch"))
    assert answer["outcome"] == "switched" and answer["user"]["uid"] == owner["user"]["uid"]
    assert ok(server.api.me(answer["accessToken"]))["uid"] == owner["user"]["uid"]
    refused(server.api.me(guest["accessToken"]), 401, "session_ended")
    refused(server.api.refresh(guest["refreshToken"]), 401, "session_ended")
    ok(server.api.me(owner["accessToken"]))
    assert server.query("SELECT count(*) FROM accounts WHERE id = ?", guest["user"]["uid"]) == [(1,)]
    assert server.events(guest["user"]["uid"])[-1] == "signed_out"
    assert server.events(owner["user"]["uid"])[-1] == "signed_in"


def test_merge_absorbs_a_guest_into_the_other_account(server, pair):
    guest, owner, subject = pair
    ticket = conflict(server, guest, subject)["ticket"]
    answer = ok(server.api.decide(guest["accessToken"], ticket, "merge"))
    assert answer["outcome"] == "merged" and answer["user"]["uid"] == owner["user"]["uid"]
    assert answer["user"]["creationTime"] == owner["user"]["creationTime"]
    assert ok(server.api.me(answer["accessToken"])) == answer["user"]
    assert server.query("SELECT count(*) FROM accounts WHERE id = ?", guest["user"]["uid"]) == [(0,)]
    refused(server.api.me(guest["accessToken"]), 401, "session_ended")
    refused(server.api.refresh(guest["refreshToken"]), 401, "session_ended")
    ok(server.api.me(owner["accessToken"]))
    for uid in (guest["user"]["uid"], owner["user"]["uid"]):
        assert who_stays(server, uid, "accounts_merged") == [owner["user"]["uid"]]


def test_undoing_the_merge_of_a_guest_restores_the_guest(server, pair):
    guest, owner, subject = pair
    before = ok(server.api.me(owner["accessToken"]))
    merged = ok(server.api.decide(guest["accessToken"], conflict(server, guest, subject)["ticket"], "merge"))
    assert merged["undoExpiresIn"] == 86_400
    refused(server.api.undo_merge(owner["accessToken"]), 409, "nothing_to_undo",
            "only in the session in which the guest continued")
    answer = ok(server.api.undo_merge(merged["accessToken"]))
    assert answer["outcome"] == "undone" and answer["user"]["uid"] == guest["user"]["uid"]
    assert answer["user"]["isAnonymous"] and "undoExpiresIn" not in answer
    assert ok(server.api.me(answer["accessToken"])) == answer["user"]
    assert ok(server.api.refresh(answer["refreshToken"]))["sessionID"] == answer["sessionID"]
    refused(server.api.me(merged["accessToken"]), 401, "session_ended")
    after = ok(server.api.me(owner["accessToken"]))
    # The merge signed the guest in to this account.
    assert after.pop("lastSignInTime") >= before.pop("lastSignInTime")
    assert after == before
    assert server.api.sign_in(sub=subject)["user"]["uid"] == owner["user"]["uid"]
    for uid in (guest["user"]["uid"], owner["user"]["uid"]):
        assert who_stays(server, uid, "merge_undone") == [owner["user"]["uid"]]
    refused(server.api.undo_merge(answer["accessToken"]), 409, "nothing_to_undo")
    assert server.query("SELECT count(*) FROM merges WHERE account = ?", owner["user"]["uid"]) == [(0,)]


def test_undoing_the_merge_of_two_accounts_restores_both(server):
    google, apple = new_subject(), new_subject("apple")
    caller, other = server.api.sign_in(sub=google), server.api.sign_in("apple", sub=apple)
    ticket = conflict(server, caller, apple, "apple")["ticket"]
    ok(server.api.decide(caller["accessToken"], ticket, "merge"))
    export = ok(server.api.get("/v1/me/export", token=caller["accessToken"]))
    assert export["merge"]["account"]["uid"] == other["user"]["uid"]
    assert export["merge"]["expirationTime"] == export["merge"]["time"] + 86_400
    answer = ok(server.api.undo_merge(caller["accessToken"]))
    assert answer["sessionID"] == caller["sessionID"] and answer["user"]["providers"] == ["google"]
    again = server.api.sign_in("apple", sub=apple)
    assert again["user"]["uid"] == other["user"]["uid"] and again["user"]["providers"] == ["apple"]
    assert again["user"]["creationTime"] == other["user"]["creationTime"] and not again["isNewUser"]
    refused(server.api.me(other["accessToken"]), 401, "session_ended")
    assert "merge" not in ok(server.api.get("/v1/me/export", token=caller["accessToken"]))


def test_merge_cannot_be_undone_after_a_day(shifted):
    guest = shifted.api.sign_in_anonymously()
    subject = new_subject()
    shifted.api.sign_in(sub=subject)
    merged = ok(shifted.api.link(guest["accessToken"], sub=subject, onConflict="merge"))
    shifted.providers.advance_clock(86_401)
    fresh = ok(shifted.api.refresh(merged["refreshToken"]))
    refused(shifted.api.undo_merge(fresh["accessToken"]), 403, "reauthentication_required")
    proof = {"provider": "google", **shifted.api.credential(sub=subject)}
    confirmed = ok(shifted.api.post("/v1/me/confirm", proof, token=fresh["accessToken"]))
    refused(shifted.api.undo_merge(confirmed["accessToken"]), 409, "nothing_to_undo")


def test_merged_account_has_both_sign_in_methods(server):
    google, apple = new_subject(), new_subject("apple")
    caller = server.api.sign_in(sub=google)
    other = server.api.sign_in("apple", sub=apple)
    error = conflict(server, caller, apple, "apple")
    assert error["merge"]["user"]["uid"] == caller["user"]["uid"]
    assert sorted(error["merge"]["user"]["providers"]) == ["apple", "google"]
    answer = ok(server.api.decide(caller["accessToken"], error["ticket"], "merge"))
    assert answer["sessionID"] == caller["sessionID"] and answer["user"]["uid"] == caller["user"]["uid"]
    assert sorted(answer["user"]["providers"]) == ["apple", "google"]
    assert ok(server.api.me(caller["accessToken"])) == answer["user"]
    refused(server.api.me(other["accessToken"]), 401, "session_ended", "merged into another")
    refused(server.api.refresh(other["refreshToken"]), 401, "session_ended", "merged into another")
    for provider, subject in (("google", google), ("apple", apple)):
        again = server.api.sign_in(provider, sub=subject)
        assert again["user"]["uid"] == caller["user"]["uid"] and not again["isNewUser"]


def test_two_accounts_with_the_same_provider_cannot_be_merged(server, person):
    other = server.api.sign_in(sub=(subject := new_subject()))
    error = conflict(server, person, subject)
    assert "merge" not in error
    refused(server.api.decide(person["accessToken"], error["ticket"], "merge"), 409, "provider_already_linked")
    answer = ok(server.api.decide(person["accessToken"], error["ticket"], "switch"))
    assert answer["user"]["uid"] == other["user"]["uid"]


@pytest.mark.parametrize("policy, outcome", [("keep", "kept"), ("switch", "switched"), ("merge", "merged")])
def test_conflict_policy_in_the_link_request_is_applied_at_once(server, pair, policy, outcome):
    guest, owner, subject = pair
    answer = ok(server.api.link(guest["accessToken"], sub=subject, onConflict=policy))
    assert answer["outcome"] == outcome
    expected = guest if policy == "keep" else owner
    assert answer["user"]["uid"] == expected["user"]["uid"]
    ok(server.api.me(answer["accessToken"]))


def test_conflict_policy_is_ignored_without_a_conflict(api):
    for policy in ("fail", "keep", "switch", "merge"):
        guest = api.sign_in_anonymously()
        answer = ok(api.link(guest["accessToken"], sub=new_subject(), onConflict=policy))
        assert answer["outcome"] == "linked" and answer["user"]["uid"] == guest["user"]["uid"]


# Tickets

def test_ticket_works_only_for_its_caller(server, pair):
    guest, owner, subject = pair
    ticket = conflict(server, guest, subject)["ticket"]
    stranger = server.api.sign_in_anonymously()
    elsewhere = server.api.sign_in_anonymously("prysm")
    before = server.rows()
    for thief in (stranger, owner, elsewhere):
        for choice in ("keep", "switch", "merge"):
            refused(server.api.decide(thief["accessToken"], ticket, choice), 401, "ticket_expired")
    assert server.rows() == before
    ok(server.api.decide(guest["accessToken"], ticket, "keep"))


def test_ticket_expires_after_ten_minutes(shifted):
    subject = new_subject()
    shifted.api.sign_in(sub=subject)
    guest = shifted.api.sign_in_anonymously()
    first = conflict(shifted, guest, subject)["ticket"]
    shifted.providers.advance_clock(590)
    second = conflict(shifted, guest, subject)["ticket"]
    shifted.providers.advance_clock(10)
    refused(shifted.api.decide(guest["accessToken"], first, "switch"), 401, "ticket_expired")
    ok(shifted.api.decide(guest["accessToken"], second, "switch"))


@pytest.mark.parametrize("to", ["nobody", "another account"])
def test_ticket_is_invalid_after_its_identity_is_unlinked_or_moved(server, to):
    google, apple = new_subject(), new_subject("apple")
    owner = server.api.sign_in(sub=google)
    ok(server.api.link(owner["accessToken"], "apple", sub=apple))
    guest = server.api.sign_in_anonymously()
    ticket = conflict(server, guest, google)["ticket"]
    assert server.api.unlink(owner["accessToken"], "google").status_code == 204
    if to == "another account":
        ok(server.api.link(server.api.sign_in_anonymously()["accessToken"], sub=google))
    for choice in ("merge", "switch"):
        refused(server.api.decide(guest["accessToken"], ticket, choice), 401, "ticket_expired")
    ok(server.api.me(guest["accessToken"]))


@pytest.mark.parametrize("end", ["sign-out", "deletion"])
def test_ticket_ends_with_the_session_of_its_caller(server, pair, end):
    guest, _, subject = pair
    ticket = conflict(server, guest, subject)["ticket"]
    path = "/v1/sessions/current" if end == "sign-out" else "/v1/me"
    assert server.api.delete(path, token=guest["accessToken"]).status_code == 204
    answer = server.api.decide(guest["accessToken"], ticket, "switch")
    refused(answer, 401, "session_ended" if end == "sign-out" else "user_deleted")


def test_session_of_a_late_switch_requires_reauthentication(shifted):
    google, apple = new_subject(), new_subject("apple")
    shifted.api.sign_in(sub=google)
    guest = shifted.api.sign_in_anonymously()
    ticket = conflict(shifted, guest, google)["ticket"]
    shifted.providers.advance_clock(400)
    answer = ok(shifted.api.decide(guest["accessToken"], ticket, "switch"))
    refused(shifted.api.link(answer["accessToken"], "apple", sub=apple), 403, "reauthentication_required")


@pytest.mark.parametrize("body", [
    {}, {"ticket": "t"}, {"choice": "keep"}, {"ticket": 1, "choice": "keep"}, {"ticket": "t", "choice": "fail"},
    {"ticket": "t", "choice": "steal"}, {"ticket": "", "choice": "keep"},
])
def test_malformed_decision_is_rejected(api, person, body):
    refused(api.post("/v1/me/merge", body, token=person["accessToken"]), 400, "invalid_request")


@pytest.mark.parametrize("ticket", ["t", "ct_", "tk_AAAA", "ct_" + "A" * 43, "\u0000", "é" * 100])
def test_unknown_or_malformed_ticket_is_rejected_and_changes_nothing(server, person, ticket):
    before = server.rows()
    for choice in ("keep", "switch", "merge"):
        refused(server.api.decide(person["accessToken"], ticket, choice), 401, "ticket_expired")
    assert server.rows() == before




def test_only_one_of_many_parallel_decisions_succeeds(server, pair):
    guest, owner, subject = pair
    ticket = conflict(server, guest, subject)["ticket"]
    choices = ["merge", "switch", "merge", "switch"] * 3
    answers = at_once([
        lambda choice=choice: server.api.decide(guest["accessToken"], ticket, choice) for choice in choices])
    assert [answer.status_code for answer in answers].count(200) == 1
    assert all(answer.status_code in (200, 401) for answer in answers)
    assert len(ok(server.api.get("/v1/sessions", token=owner["accessToken"]))["sessions"]) == 2
