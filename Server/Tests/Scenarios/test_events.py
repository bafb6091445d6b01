"""Tests of security events, as users and operators see them."""

import pytest

from client import ok, refused
from patience import wait_until
from providers import new_subject
from sesame import ROOT, Development
from test_browser import GOOGLE, signs_in


def activity(server, session: dict, query: str = "") -> dict:
    return ok(server.api.get(f"/v1/me/events{query}", token=session["accessToken"]))


def kinds(page: dict) -> list[str]:
    return [event["kind"] for event in page["events"]]


def test_user_sees_the_events_of_their_account(server):
    subject = new_subject()
    first = server.api.sign_in(sub=subject)
    second = server.api.sign_in(sub=subject)
    page = activity(server, second)
    assert kinds(page) == ["signed_in", "signed_in", "account_created"]
    assert [event["isCurrent"] for event in page["events"]] == [True, False, False]
    assert page["events"][0]["detail"] == "google" and page["events"][0]["network"] == "127.0.0.0/24"
    assert page["events"][1]["sessionID"] == first["sessionID"]
    assert not any(event["isByOperator"] for event in page["events"])


def test_activity_is_paged_and_contains_only_the_users_own_events(server):
    person, other = server.api.sign_in(), server.api.sign_in()
    first = activity(server, person, "?limit=1")
    assert kinds(first) == ["signed_in"]
    rest = activity(server, person, f"?limit=1&cursor={first['next']}")
    assert kinds(rest) == ["account_created"]
    sessions = {event.get("sessionID") for event in activity(server, person)["events"]}
    assert other["sessionID"] not in sessions
    # Another account's cursor is only a position in time and gives no access.
    assert kinds(activity(server, other, f"?cursor={first['next']}")) == []


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "cursor=a", "cursor=-1", "uid=x", "limit=1&limit=2"])
def test_invalid_parameter_is_rejected(server, query):
    session = server.api.sign_in_anonymously()
    refused(server.api.get(f"/v1/me/events?{query}", token=session["accessToken"]), 400, "invalid_request")


def test_events_cannot_be_changed_or_deleted(server):
    session = server.api.sign_in_anonymously()
    for token in (session["accessToken"], server.admin_key):
        for path in ("/v1/me/events", "/admin/v1/events"):
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                assert server.api.call(method, path, {}, token=token).status_code == 405


def test_refresh_token_reuse_leaves_an_event(start):
    own = start()
    session = own.api.sign_in()
    uid = session["user"]["uid"]
    rotated = ok(own.api.refresh(session["refreshToken"]))
    ok(own.api.me(rotated["accessToken"]))
    own.providers.advance_clock(own.api.LEEWAY)
    refused(own.api.refresh(session["refreshToken"]), 401, "session_revoked")
    assert own.events(uid) == ["account_created", "signed_in", "refresh_reuse_detected"]
    [event] = ok(own.api.get("/admin/v1/events?kind=refresh_reuse_detected", token=own.admin_key))["events"]
    assert event["uid"] == uid and event["network"] == "127.0.0.0/24"


def test_rejected_requests_are_counted_by_network_and_reason(tmp_path):
    own = Development(tmp_path)
    for _ in range(7):
        refused(own.api.post("/v1/sign-in/google", {"idToken": "a.b.c", "nonce": "n"}, app="couple"), 401, "invalid_token")
    refused(own.api.me("nonsense"), 401, "not_authenticated")
    # The clients of the contract name no app.
    assert own.api.post("/auth/google", {"idToken": "a.b.c"}).status_code == 401
    assert own.stop() == 0
    again = own.restarted()
    events = ok(again.api.get("/admin/v1/events?kind=sign_in_failed,access_refused", token=again.admin_key))["events"]
    # The app of a call without a valid token is unknown, and one of the apps stores no networks.
    assert {(event["kind"], event["count"], event["detail"], event.get("app"), event.get("network")) for event in events} == {
        ("sign_in_failed", 7, "invalid_token", "couple", "127.0.0.0/24"),
        ("sign_in_failed", 1, "invalid_token", "castmate", "127.0.0.0/24"),
        ("access_refused", 1, "not_authenticated", None, None)}
    assert again.stop() == 0


def test_wrong_passwords_are_counted_for_the_only_app(tmp_path):
    only = ["--config", str(ROOT / "Examples" / "AuthService" / "app.json")]
    own = Development(tmp_path, options=only)
    guess = {"email": "test.user.1@example.com", "password": "four large red kites"}
    for _ in range(3):
        refused(own.api.post("/v1/sign-in/password", guess), 401, "invalid_credentials")
    refused(own.api.get("/admin/v1/events", token="nonsense"), 401, "not_authenticated")
    assert own.stop() == 0
    again = own.restarted()
    events = ok(again.api.get("/admin/v1/events?kind=sign_in_failed,access_refused", token=again.admin_key))["events"]
    # A failure of an operator's program belongs to no app.
    assert {(event["kind"], event["count"], event["detail"], event.get("app")) for event in events} == {
        ("sign_in_failed", 3, "invalid_credentials", "authservice"), ("access_refused", 1, "not_authenticated", None)}
    assert again.stop() == 0


def test_events_are_deleted_after_ninety_days(start):
    own = start()
    session = own.api.sign_in()
    uid = session["user"]["uid"]
    own.providers.advance_clock(91 * 86_400)
    wait_until(lambda: own.events(uid) == [], "the purge")


def test_account_page_shows_the_recent_activity(start, person):
    """Uses a server of its own, because the providers' page lists the users who signed in before."""
    signs_in(start(), person, GOOGLE)
    text = person.text
    assert "Recent activity" in text and "Signed in" in text and "Google" in text
    assert "this session" in text and "from the network 127.0.0.0/24" in text
    person.inspect()
