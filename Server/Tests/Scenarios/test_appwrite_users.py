"""An app's back end with its key, through the official package for Python."""

import json
import random

import pytest
import requests
from appwrite.query import Query

from appwrite_client import Appwrite, is_refused, refuses
from client import refused
from providers import new_subject
from sesame import Development


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of this file's own: it counts an app's people."""
    development = Development(tmp_path_factory.mktemp("appwrite"))
    yield development
    assert development.stop() == 0
    assert not development.secrets.found_in(development.log_file.read_bytes())


@pytest.fixture(scope="module")
def appwrite(server) -> Appwrite:
    return Appwrite(server)


def key(appwrite, *scopes: str, app: str | None = None) -> str:
    body = {"name": "test", "scopes": list(scopes), "apps": [app or appwrite.project]}
    answer = appwrite.server.api.post("/admin/v1/keys", body, token=appwrite.server.admin_key)
    assert answer.status_code == 201, answer.text
    return answer.json()["key"]


def person(appwrite, number: int):
    return appwrite.sign_in(
        claims={"email": f"test{number}@example.com", "email_verified": True, "name": f"Test User {number}"})


def test_people_are_listed_found_and_gone_through(appwrite):
    people = [person(appwrite, number) for number in (11, 12, 13)]
    users = appwrite.users
    listed = users.list()
    assert listed.total >= 3 and {one.uid for one in people} <= {user.id for user in listed.users}
    found = users.list([Query.equal("email", ["test12@example.com"])])
    assert (found.total, [user.id for user in found.users]) == (1, [people[1].uid])
    newest = users.list([Query.order_desc("registration"), Query.limit(2)])
    assert [user.id for user in newest.users] == [people[2].uid, people[1].uid] and newest.total == listed.total
    rest = users.list([Query.order_desc("registration"), Query.cursor_after(people[1].uid), Query.limit(1)])
    assert [user.id for user in rest.users] == [people[0].uid]
    assert [user.id for user in users.list(search="user 13").users] == [people[2].uid]
    seen, after = [], None
    while page := users.list([Query.limit(2), *([Query.cursor_after(after)] if after else [])]).users:
        seen += [user.id for user in page]
        after = page[-1].id
    assert len(seen) == len(set(seen)) == listed.total


def test_a_list_is_gone_through_both_ways_in_every_order(appwrite):
    people = [person(appwrite, number).uid for number in (16, 17, 18, 19)]
    users = appwrite.users
    names = Query.starts_with("name", "Test User 1")
    for order, expected in ((Query.order_asc("$createdAt"), people), (Query.order_desc("$createdAt"), people[::-1]),
                            (Query.order_asc("name"), people), (Query.order_desc("email"), people[::-1])):
        among = [order, names, Query.contains("name", ["16", "17", "18", "19"])]
        assert [user.id for user in users.list([*among, Query.cursor_after(expected[0]), Query.limit(2)]).users] == expected[1:3]
        before = users.list([*among, Query.cursor_before(expected[3]), Query.limit(2)])
        assert [user.id for user in before.users] == expected[1:3] and before.total == 4
        assert [user.id for user in users.list([*among, Query.offset(1), Query.limit(2)]).users] == expected[1:3]
    assert users.list([Query.cursor_before(people[0]), Query.limit(1)]).users[0].id != people[1]
    assert users.list([Query.limit(1)], total=False).total == 0 and len(users.list([Query.limit(1)], total=False).users) == 1
    for queries in ([Query.cursor_after("nobody")], [Query.cursor_before("nobody"), Query.order_asc("name")]):
        with refuses(400, "general_cursor_not_found"):
            users.list(queries)
    with refuses(400, "general_query_invalid"):
        users.list([Query.cursor_after(people[0]), Query.cursor_before(people[1])])


VALUES = ["", "x", "\0", "é" * 300, 0, -1, 5001, 1e30, True, None, [], {}, ["x"], {"method": "equal"}, "2026-01-01", "\ud83d"]
METHODS = ["equal", "notEqual", "between", "contains", "search", "limit", "offset", "cursorAfter", "cursorBefore", "orderAsc",
           "orderDesc", "select", "and", "or", "", "Equal"]


def test_no_query_of_any_shape_is_a_fault_of_the_servers(appwrite):
    dice, key = random.Random(1), appwrite.server.admin_key
    for _ in range(300):
        query = {"method": dice.choice(METHODS), "attribute": dice.choice(["name", "$id", "labels", "prefs", "", *VALUES[:4]]),
                 "values": [dice.choice(VALUES) for _ in range(dice.randrange(4))]}
        if dice.random() < 0.3:
            query[dice.choice(list(query))] = dice.choice(VALUES)
        text = json.dumps(query)[:dice.choice([None, None, None, dice.randrange(1, 40)])]
        name = dice.choice(["queries[]", "queries[0]", "queries[x]", "queries", "search", "total"])
        path = dice.choice(["users", "users/identities"])
        answer = requests.get(
            f"{appwrite.server.url}/v1/{path}", params={name: text}, timeout=20,
            headers={"X-Appwrite-Project": appwrite.project, "X-Appwrite-Key": key})
        assert answer.status_code in (200, 400), f"{answer.status_code}: {text}"


@pytest.mark.parametrize("query", ["limit[5]", "limit(five)", '{"method":"equal","attribute":"password","values":["x"]}'])
def test_a_query_that_means_nothing_is_refused(appwrite, query):
    with refuses(400, "general_query_invalid"):
        appwrite.users.list([query])


def test_a_person_is_shown_closed_opened_and_deleted(appwrite):
    one = person(appwrite, 14)
    users = appwrite.users
    assert users.get(one.uid).email == "test14@example.com"
    assert users.update_status(one.uid, False).status is False
    assert not one.is_live
    assert users.update_status(one.uid, True).status is True
    assert users.list_memberships(one.uid).total == 0
    users.delete(one.uid)
    with refuses(404, "user_not_found"):
        users.get(one.uid)
    with refuses(404, "user_not_found"):
        users.delete(one.uid)


def test_a_persons_sessions_are_listed_and_ended(appwrite):
    subject = new_subject()
    sessions = [appwrite.sign_in(sub=subject) for _ in range(3)]
    users, uid = appwrite.users, sessions[0].uid
    listed = users.list_sessions(uid)
    assert listed.total == 3 and not any(session.current or session.secret for session in listed.sessions)
    users.delete_session(uid, sessions[0].id)
    assert [session.is_live for session in sessions] == [False, True, True]
    with refuses(404, "user_session_not_found"):
        users.delete_session(uid, sessions[0].id)
    users.delete_sessions(uid)
    assert not any(session.is_live for session in sessions)


def test_targets_and_logs_are_listed(appwrite):
    one = person(appwrite, 15)
    [target] = appwrite.users.list_targets(one.uid).targets
    assert target.providertype == "email" and appwrite.users.get_target(one.uid, target.id).identifier == target.identifier
    with refuses(404, "user_target_not_found"):
        appwrite.users.get_target(one.uid, "nothing")
    log = appwrite.send(
        "GET", f"/users/{one.uid}/logs", headers={"X-Appwrite-Key": appwrite.server.admin_key}).json()
    assert [entry["event"] for entry in log["logs"]] == ["session.create", "user.create"]


@pytest.mark.parametrize("scope, path, method", [
    ("users.read", "/users", "GET"), ("users.write", "/users/{uid}", "DELETE"),
    ("sessions.read", "/users/{uid}/sessions", "GET"), ("sessions.write", "/users/{uid}/sessions", "DELETE")])
def test_a_key_is_good_for_its_scopes_only(appwrite, scope, path, method):
    guest = appwrite.guest()
    others = [name for name in ("users:read", "users:write", "sessions:read", "sessions:write")
              if name != scope.replace(".", ":")]
    weak = key(appwrite, *others)
    for fields in ({"X-Appwrite-Key": weak}, {}):
        is_refused(appwrite.send(method, path.format(uid=guest.uid), headers=fields), 401,
                   "general_unauthorized_scope", scope)
    assert guest.is_live
    strong = appwrite.send(
        method, path.format(uid=guest.uid), headers={"X-Appwrite-Key": key(appwrite, scope.replace(".", ":"))})
    assert strong.status_code in (200, 204), strong.text


def test_a_key_of_another_app_or_of_nobody_is_none(appwrite):
    guest = appwrite.guest()
    for bad in (key(appwrite, "users:read", app="couple"), "standard_0123456789", "sk_0000000000000_" + "0" * 52):
        is_refused(
            appwrite.send("GET", f"/users/{guest.uid}", headers={"X-Appwrite-Key": bad}), 401,
            "general_unauthorized_scope")
    # And a key is no person.
    is_refused(
        appwrite.send("GET", "/account", headers={"X-Appwrite-Key": appwrite.server.admin_key}), 401,
        "general_unauthorized_scope")


def test_what_the_operator_did_is_told_as_theirs(appwrite):
    one = person(appwrite, 16)
    appwrite.users.delete_sessions(one.uid)
    [event] = [entry for entry in appwrite.server.api.get(
        f"/admin/v1/events?app={appwrite.project}&uid={one.uid}&kind=session_revoked",
        token=appwrite.server.admin_key).json()["events"]]
    assert event["adminKey"] == appwrite.server.admin_key.split("_")[1]
    refused(appwrite.server.api.get(
        f"/admin/v1/apps/couple/users/{one.uid}", token=appwrite.server.admin_key), 404, "not_found")
