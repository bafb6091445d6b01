"""Tests of profiles that an app's back end manages: only the server side may write the fields reserved for it."""

import json

import pytest

from client import ok, refused
from test_admin import command, good, made

FIELDS = {"isSubscribed": True, "partnerId": "somebody"}


class Account:
    """A user who has just signed in, and the calls about the user's profile."""

    def __init__(self, server):
        session = server.api.sign_in()
        self.server, self.uid, self.token = server, session["user"]["uid"], session["accessToken"]
        self.path = f"/admin/v1/apps/couple/users/{self.uid}/profile"

    def own(self) -> dict:
        return ok(self.server.api.get("/v1/me/profile", token=self.token))

    def change(self, key: str, fields: dict, match: str | None = None, **more):
        headers = {"Content-Type": "application/json"} | ({"If-Match": match} if match else {})
        return self.server.api.call("PATCH", self.path, {"fields": fields, **more}, token=key, headers=headers)

    def events(self) -> list[dict]:
        listed = ok(self.server.api.get("/v1/me/events", token=self.token))["events"]
        return [event for event in listed if event["kind"] == "profile_changed"]


@pytest.fixture(scope="module")
def key(server) -> str:
    return made(server, "users:read", "profiles:write", app="couple")


@pytest.fixture
def account(server) -> Account:
    return Account(server)


def test_back_end_writes_fields_reserved_for_the_server(server, key, account):
    before = account.own()
    assert (before["fields"]["isSubscribed"], before["fields"]["partnerId"]) == (False, "")
    answer = account.change(key, FIELDS)
    now = ok(answer)
    assert now == account.own() == ok(server.api.get(account.path, token=key))
    assert now["fields"] == before["fields"] | FIELDS | {"updatedAt": now["fields"]["updatedAt"]}
    # The write does not start the onboarding.
    assert now["onboarding"] == before["onboarding"] == {"state": "notStarted"}
    assert answer.headers["ETag"] == f'"{now["version"]}"' and now["version"] > before["version"]
    # The user cannot change the back end's value.
    refused(server.api.call("PATCH", "/v1/me/profile", {"fields": {"isSubscribed": False}}, token=account.token),
            403, "read_only_field")
    assert account.own()["fields"]["isSubscribed"] is True


def test_change_is_logged_once_with_its_fields_and_admin_key(server, key, account):
    for _ in range(2):
        ok(account.change(key, FIELDS))
    event, = account.events()
    assert set(event["detail"].split(",")) == set(FIELDS) and "adminKey" not in event
    seen, = ok(server.api.get(
        f"/admin/v1/events?app=couple&uid={account.uid}&kind=profile_changed", token=server.admin_key))["events"]
    assert seen["adminKey"] == key.split("_")[1]
    ok(account.change(key, {"isSubscribed": None, "name": "Test User 1"}))
    # Removed fields are listed last.
    assert account.events()[0]["detail"] == "name,isSubscribed"
    assert "isSubscribed" not in account.own()["fields"]


def test_rejected_change_leaves_no_event(server, key, account):
    before = account.own()
    refused(account.change(key, {"id": "another", **FIELDS}), 403, "read_only_field")
    assert account.own() == before and account.events() == []


def test_event_names_at_most_eight_fields(key, account):
    texts = ("name", "relationshipImprovement", "questionMode", "partnerCode", "partnerId", "connectedPartnerCode",
             "profileImageURL", "languageCode")
    ok(account.change(key, {name: "x" for name in texts}))
    assert set(account.events()[0]["detail"].split(",")) == set(texts)
    ok(account.change(key, {"isSubscribed": True} | {name: "y" for name in texts}))
    *named, rest = account.events()[0]["detail"].split(",")
    assert rest == "…" and len(named) == 8 and set(named) < {"isSubscribed", *texts}


def test_stale_change_is_rejected_and_changes_of_different_fields_are_both_stored(server, key, account):
    version = account.own()["version"]
    ok(account.change(key, {"partnerId": "first"}, match=f'"{version}"'))
    stale = account.change(key, {"partnerId": "second"}, match=f'"{version}"')
    assert stale.status_code == 412 and stale.json()["error"]["profile"]["fields"]["partnerId"] == "first"
    # The same request again, as if its response had been lost.
    ok(account.change(key, {"partnerId": "first"}, match=f'"{version}"'))
    ok(server.api.call("PATCH", "/v1/me/profile", {"fields": {"name": "Test User 1"}}, token=account.token))
    ok(account.change(key, {"isSubscribed": True}))
    fields = account.own()["fields"]
    assert (fields["name"], fields["partnerId"], fields["isSubscribed"]) == ("Test User 1", "first", True)


def test_each_scope_allows_only_its_own_requests(server, account):
    writer, reader, people = (made(server, scope) for scope in ("profiles:write", "users:read", "users:write"))
    ok(account.change(writer, FIELDS))
    refused(server.api.get(account.path, token=writer), 403, "insufficient_scope")
    ok(server.api.get(account.path, token=reader))
    for key in (reader, people):
        refused(account.change(key, {"partnerId": "x"}), 403, "insufficient_scope")
    assert account.own()["fields"]["partnerId"] == "somebody"


def test_profile_of_an_unknown_user_is_not_found(server, key):
    for call in ({"method": "GET"}, {"method": "PATCH", "body": {"fields": FIELDS}}):
        refused(server.api.call(path="/admin/v1/apps/couple/users/nobody/profile", token=key, **call),
                404, "not_found")


def test_commands_show_and_change_a_profile(server, account):
    at = ["--app", "couple", account.uid]
    assert "isSubscribed" in good(command(server, "users", "profile", *at))
    changed = json.loads(good(command(
        server, "users", "profile", *at, "--set", "isSubscribed=true", "--set", "name=Test User=1", "--json")))
    assert changed == account.own()
    assert (changed["fields"]["isSubscribed"], changed["fields"]["name"]) == (True, "Test User=1")
    good(command(server, "users", "profile", *at, "--set", "name=Test User 1", "--remove", "isSubscribed"))
    assert "isSubscribed" not in account.own()["fields"] and account.own()["fields"]["name"] == "Test User 1"
    for wrong, says in ((["--set", "isSubscribed"], "name=value"), (["--set", "=x"], "name=value"),
                        (["--set", "name=a", "--remove", "name"], "named twice"),
                        (["--set", "isSubscribed=yes"], "true or false"), (["--set", "id=x"], "cannot be changed")):
        result = command(server, "users", "profile", *at, *wrong)
        assert result.returncode != 0 and says in result.stderr, result.stderr
    assert account.own()["fields"]["name"] == "Test User 1"
