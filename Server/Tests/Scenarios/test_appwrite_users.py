"""Tests of an app's back end with an API key, through the official Python package."""

import json
import random

import pytest
import requests
from appwrite.id import ID
from appwrite.query import Query

from appwrite_client import Appwrite, is_refused, refuses
from client import refused
from patience import PATIENCE
from providers import new_subject
from sesame import Development


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts a server for this file, because its tests count an app's users."""
    development = Development(tmp_path_factory.mktemp("appwrite"))
    yield development
    assert development.stop() == 0


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


def test_users_are_listed_searched_and_paged(appwrite):
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


def test_list_can_be_paged_both_ways_in_every_order(appwrite):
    _, *people = [person(appwrite, number).uid for number in (15, 16, 17, 18, 19)]
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
    with refuses(400, "general_argument_invalid"):
        users.list([Query.cursor_after(people[0]), Query.cursor_before(people[1])])


VALUES = ["", "x", "\0", "é" * 300, 0, -1, 5001, 1e30, True, None, [], {}, ["x"], {"method": "equal"}, "2026-01-01", "\ud83d"]
METHODS = ["equal", "notEqual", "between", "contains", "search", "limit", "offset", "cursorAfter", "cursorBefore", "orderAsc",
           "orderDesc", "select", "and", "or", "isNull", "isNotNull", "containsAll", "notContains", "notBetween", "", "Equal"]


def test_arbitrary_queries_cause_no_server_error(appwrite):
    dice, key = random.Random(1), appwrite.server.admin_key
    for _ in range(300):
        query = {"method": dice.choice(METHODS), "attribute": dice.choice(["name", "$id", "labels", "prefs", "", *VALUES[:4]]),
                 "values": [dice.choice(VALUES) for _ in range(dice.randrange(4))]}
        if dice.random() < 0.3:
            query[dice.choice(list(query))] = dice.choice(VALUES)
        text = json.dumps(query)[:dice.choice([None, None, None, dice.randrange(1, 40)])]
        name = dice.choice(["queries[]", "queries[0]", "queries[x]", "queries", "search", "total"])
        path = dice.choice(["users", "users/identities", "users/nobody/targets", "users/nobody/memberships"])
        answer = requests.get(
            f"{appwrite.server.url}/v1/{path}", params={name: text}, timeout=PATIENCE,
            headers={"X-Appwrite-Project": appwrite.project, "X-Appwrite-Key": key})
        expected = (400, 404) if "nobody" in path else (200, 400)
        assert answer.status_code in expected, f"{answer.status_code}: {text}"


@pytest.mark.parametrize("query", ["limit[5]", "limit(five)", '{"method":"equal","attribute":"password","values":["x"]}'])
def test_invalid_query_is_rejected(appwrite, query):
    with refuses(400, "general_argument_invalid"):
        appwrite.users.list([query])


def made(appwrite, **body) -> str:
    return appwrite.users.create(ID.unique(), **body).id


def test_users_are_ordered_and_filtered_by_their_attributes(appwrite):
    users = appwrite.users
    ids = [made(appwrite, name=name, email=email, phone=phone) for name, email, phone in (
        ("Ordered B", "ordered-2@example.com", None), ("Ordered A", None, "+16505550142"),
        ("Ordered B", "ordered-1@example.com", "+16505550141"), ("Ordered C", "ordered-3@example.com", None))]
    users.update_labels(ids[3], ["vip"])
    among = Query.starts_with("name", "Ordered")
    def order(*orders, **options):
        return "".join(str(ids.index(user.id)) for user in users.list([among, *orders], **options).users)
    for orders, expected in (
            ([Query.order_asc("name")], "1023"), ([Query.order_desc("name")], "3201"), ([Query.order_asc("email")], "1203"),
            ([Query.order_desc("phone")], "1230"), ([Query.order_asc("phone")], "0321"),
            ([Query.order_asc("name"), Query.order_desc("$createdAt")], "1203"), ([Query.order_desc("")], "3210"),
            ([Query.order_desc("status"), Query.order_desc("email")], "3021"), ([Query.order_asc("$id")], None)):
        expected = expected or "".join(str(ids.index(uid)) for uid in sorted(ids))
        assert order(*orders) == expected, orders
        walked, after = "", None
        while page := order(*orders, Query.limit(1), *([Query.cursor_after(ids[int(after)])] if after else [])):
            walked, after = walked + page, page
        assert walked == expected
        assert order(*orders, Query.cursor_before(ids[int(expected[3])]), Query.limit(2)) == expected[1:3]
    for condition, expected in (
            (Query.is_null("email"), "1"), (Query.is_not_null("phone"), "12"), (Query.contains("labels", ["vip", "no"]), "3"),
            (Query.not_contains("labels", ["vip"]), "012"), (Query.not_equal("name", "Ordered B"), "13"),
            (Query.or_queries([Query.equal("phone", ["+16505550142"]), Query.ends_with("email", "3@example.com")]), "13"),
            (Query.and_queries([Query.equal("emailVerification", [False]), Query.is_null("phone")]), "03"),
            (Query.created_between("2020-01-01", "2100-01-01T00:00:00.000+02:00"), "0123"),
            (Query.is_not_null("passwordUpdate"), "")):
        found = users.list([among, condition])
        assert ("".join(str(ids.index(user.id)) for user in found.users), found.total) == (expected, len(expected)), condition
    users.update_name(ids[3], "Ordered 0")
    users.update_email(ids[0], "ordered-9@example.com")
    assert order(Query.order_asc("name")) == "3102" and order(Query.order_desc("email")) == "0321"


def test_identities_and_targets_are_queried(appwrite):
    people = [person(appwrite, number) for number in (51, 52)]
    users, uids = appwrite.users, [one.uid for one in people]
    listed = users.list_identities([Query.equal("userId", uids)])
    assert [one.userid for one in listed.identities] == uids and listed.total == 2
    assert [one.userid for one in users.list_identities(
        [Query.equal("userId", uids), Query.cursor_after(listed.identities[0].id)]).identities] == uids[1:]
    assert [one.userid for one in users.list_identities(
        [Query.starts_with("providerEmail", "test5"), Query.order_desc("providerEmail")]).identities] == uids[::-1]
    with refuses(400, "general_cursor_not_found"):
        users.list_identities([Query.cursor_after("google.nobody")])
    with refuses(400, "general_query_invalid"):
        users.list_identities(search="google")
    assert users.list_targets(uids[0], [Query.equal("providerType", ["email"])]).total == 1
    assert users.list_targets(uids[0], [Query.equal("providerType", ["push"])]).total == 0
    with refuses(400, "general_argument_invalid"):
        users.list_memberships(uids[0], [Query.equal("roles", ["owner"])])


def test_password_survives_removal_of_the_email_address_and_can_be_removed(appwrite):
    password = "a long and unlikely one"
    uid = made(appwrite, password=password)
    users, keyed = appwrite.users, appwrite.keyed
    users.update_email(uid, "waiting-1@example.com")
    session = appwrite.session(keyed.create_email_password_session("waiting-1@example.com", password))
    assert appwrite.send("PATCH", f"/users/{uid}/email", {"email": ""}, headers={
        "X-Appwrite-Key": appwrite.server.admin_key}).json()["email"] == ""
    assert not session.is_live
    with refuses(401, "user_invalid_credentials"):
        keyed.create_email_password_session("waiting-1@example.com", password)
    users.update_email(uid, "waiting-2@example.com")
    assert keyed.create_email_password_session("waiting-2@example.com", password).userid == uid
    with refuses(409, "user_target_already_exists"):
        users.update_email(made(appwrite), "waiting-2@example.com")
    assert appwrite.send("PATCH", f"/users/{uid}/password", {"password": ""}, headers={
        "X-Appwrite-Key": appwrite.server.admin_key}).json()["passwordUpdate"] == ""
    with refuses(401, "user_invalid_credentials"):
        keyed.create_email_password_session("waiting-2@example.com", password)


def test_back_end_creates_recovery_codes_that_are_returned_once(appwrite):
    uid, path = made(appwrite), "/users/{}/mfa/recovery-codes"
    strong = {"X-Appwrite-Key": key(appwrite, "users:act-as", "users:read")}
    def send(method, fields=strong):
        return appwrite.send(method, path.format(uid), None if method == "GET" else {}, headers=fields)
    is_refused(send("GET"), 404, "user_recovery_codes_not_found")
    is_refused(send("PUT"), 404, "user_recovery_codes_not_found")
    weak = {"X-Appwrite-Key": key(appwrite, "users:read", "users:write")}
    for method in ("GET", "PATCH", "PUT"):
        is_refused(send(method, weak), 401, "general_unauthorized_scope")
    first = send("PATCH")
    assert first.status_code == 201 and len(first.json()["recoveryCodes"]) == 10
    is_refused(send("PATCH"), 409, "user_recovery_codes_already_exists")
    is_refused(send("GET"), 409, "user_recovery_codes_already_exists")
    second = send("PUT")
    assert second.status_code == 200 and not set(first.json()["recoveryCodes"]) & set(second.json()["recoveryCodes"])
    assert appwrite.users.list_mfa_factors(uid).recoverycode is True
    is_refused(appwrite.send("PATCH", path.format("nobody"), {}, headers=strong), 404, "user_not_found")
    is_refused(appwrite.send("GET", f"/users/{uid}/mfa/challenges/x", headers=strong), 401, "user_invalid_token")


def test_user_cannot_be_made_an_impersonator(appwrite):
    uid = made(appwrite)
    fields = {"X-Appwrite-Key": appwrite.server.admin_key}
    answer = appwrite.send("PATCH", f"/users/{uid}/impersonator", {"impersonator": False}, headers=fields).json()
    assert answer["impersonator"] is False and "impersonatorUserId" not in answer
    is_refused(appwrite.send("PATCH", f"/users/{uid}/impersonator", {"impersonator": True}, headers=fields), 400,
               "general_argument_invalid")
    is_refused(appwrite.send("PATCH", "/users/nobody/impersonator", {"impersonator": True}, headers=fields), 404,
               "user_not_found")


def test_jwt_for_a_user_without_a_session_starts_one(appwrite):
    uid = made(appwrite)
    token = appwrite.users.create_jwt(uid).jwt
    assert appwrite.account(jwt=token).get().id == uid
    assert appwrite.users.list_sessions(uid).total == 1 and appwrite.users.create_jwt(uid, "recent()").jwt
    assert appwrite.users.list_sessions(uid).total == 1
    with refuses(404, "user_session_not_found"):
        appwrite.users.create_jwt(uid, "another")
    appwrite.users.delete_sessions(uid)
    with refuses(401, "user_jwt_invalid"):
        appwrite.account(jwt=token).get()


def test_empty_array_counts_as_a_body_without_members(appwrite):
    answer = requests.put(
        f"{appwrite.server.url}/v1/users/{made(appwrite)}/labels", data="[]", timeout=PATIENCE,
        headers={"X-Appwrite-Project": appwrite.project, "X-Appwrite-Key": appwrite.server.admin_key,
                 "Content-Type": "application/json"})
    is_refused(answer, 400, "general_argument_invalid", "labels")


def test_user_is_read_disabled_enabled_and_deleted(appwrite):
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


def test_sessions_of_a_user_are_listed_and_ended(appwrite):
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
def test_key_is_limited_to_its_scopes(appwrite, scope, path, method):
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


def test_key_of_another_app_or_an_unknown_key_is_rejected(appwrite):
    guest = appwrite.guest()
    for bad in (key(appwrite, "users:read", app="couple"), "standard_0123456789", "sk_0000000000000_" + "0" * 52):
        is_refused(
            appwrite.send("GET", f"/users/{guest.uid}", headers={"X-Appwrite-Key": bad}), 401,
            "general_unauthorized_scope")
    # A key does not act as a user.
    is_refused(
        appwrite.send("GET", "/account", headers={"X-Appwrite-Key": appwrite.server.admin_key}), 401,
        "general_unauthorized_scope")


def test_event_names_the_operators_admin_key(appwrite):
    one = person(appwrite, 16)
    appwrite.users.delete_sessions(one.uid)
    [event] = [entry for entry in appwrite.server.api.get(
        f"/admin/v1/events?app={appwrite.project}&uid={one.uid}&kind=session_revoked",
        token=appwrite.server.admin_key).json()["events"]]
    assert event["adminKey"] == appwrite.server.admin_key.split("_")[1]
    refused(appwrite.server.api.get(
        f"/admin/v1/apps/couple/users/{one.uid}", token=appwrite.server.admin_key), 404, "not_found")
