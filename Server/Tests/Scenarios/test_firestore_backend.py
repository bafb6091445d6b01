"""Tests of an app's back end with users' documents: Google's Firestore library over REST, with an admin key."""

import pytest
from google.cloud.firestore_v1.base_query import FieldFilter

from client import ok
from test_firestore import ROOT, Person, direct, newcomer, refused

assert direct


@pytest.fixture(scope="module")
def people(server):
    return [newcomer(server) for _ in range(3)]


@pytest.fixture
def back_end(server, people):
    """Returns a back end with the operator's admin key that addresses the first user's document."""
    return Person(server, {"localId": people[0].uid, "idToken": server.admin_key})


def key(server, scope: str, app: str = "couple") -> str:
    body = {"name": "test", "scopes": [scope], "apps": [app]}
    answer = server.api.post("/admin/v1/keys", body, token=server.admin_key)
    assert answer.status_code == 201, answer.text
    return answer.json()["key"]


def test_back_end_reads_lists_and_queries_the_documents_of_all_users(back_end, people):
    uids = {person.uid for person in people}
    assert back_end.users.document(people[1].uid).get().to_dict()["id"] == people[1].uid
    assert not back_end.users.document("nobody").get().exists
    found = {snapshot.id: snapshot.exists for snapshot in back_end.client.get_all(
        [back_end.users.document(uid) for uid in [*uids, "nobody"]])}
    assert found == {**dict.fromkeys(uids, True), "nobody": False}
    assert uids <= {document.id for document in back_end.users.list_documents(page_size=2)}
    query = back_end.users.where(filter=FieldFilter("id", "in", sorted(uids))).order_by("id").limit(2)
    assert [snapshot.id for snapshot in query.stream()] == sorted(uids)[:2]
    assert [collection.id for collection in back_end.client.collections()] == ["users"]
    assert list(back_end.client.collection("others").limit(1).stream()) == []


def test_back_end_writes_fields_reserved_for_the_server(server, back_end, people):
    person = people[0]
    back_end.document.update({"isSubscribed": True, "partnerId": people[1].uid, "name": "Test User 1"})
    fields = person.fields()
    assert fields["isSubscribed"] is True and fields["partnerId"] == people[1].uid
    assert person.profile()["fields"]["name"] == "Test User 1"
    event, = ok(server.api.get(
        f"/admin/v1/events?app=couple&uid={person.uid}&kind=profile_changed", token=server.admin_key))["events"]
    assert set(event["detail"].split(",")) == {"isSubscribed", "partnerId", "name"}
    assert event["adminKey"] == server.admin_key.split("_")[1]
    with refused("PERMISSION_DENIED"):
        person.document.update({"isSubscribed": False})
    # The values of the account and of the provider are read-only.
    for field in ("id", "email", "createdAt"):
        answer = back_end.call("commit", {"writes": [back_end.write({field: {"stringValue": "x"}})]})
        assert answer.status_code == 403, field
    with refused("INVALID_ARGUMENT"):
        back_end.document.update({"nonsense": 1})
    with refused("NOT_FOUND"):
        back_end.users.document("nobody").update({"isSubscribed": True})
    with refused("PERMISSION_DENIED"):
        back_end.document.delete()
    assert person.fields() == fields


def test_several_documents_are_changed_at_once_or_not_at_all(back_end, people):
    batch = back_end.client.batch()
    for person in people:
        batch.update(back_end.users.document(person.uid), {"partnerCode": "together"})
    batch.commit()
    assert all(person.fields()["partnerCode"] == "together" for person in people)
    batch = back_end.client.batch()
    batch.update(back_end.users.document(people[0].uid), {"partnerCode": "lost"})
    batch.update(back_end.users.document("nobody"), {"partnerCode": "lost"})
    with refused("NOT_FOUND"):
        batch.commit()
    assert people[0].fields()["partnerCode"] == "together"


def test_writes_of_a_batch_write_are_independent(back_end, people):
    name = f"{ROOT}/users/{{}}"
    writes = [back_end.write({"partnerCode": {"stringValue": "alone"}}, name.format(uid))
              for uid in (people[0].uid, "nobody", people[1].uid)]
    answer = ok(back_end.call("batchWrite", {"writes": writes}))
    assert [status.get("code") for status in answer["status"]] == [None, 5, None]
    assert [bool(result) for result in answer["writeResults"]] == [True, False, True]
    assert people[0].fields()["partnerCode"] == people[1].fields()["partnerCode"] == "alone"


def test_transaction_overtaken_by_another_write_is_rejected(back_end, people):
    transaction = ok(back_end.call("beginTransaction", {}))["transaction"]
    ok(back_end.call("batchGet", {"documents": [back_end.name], "transaction": transaction}))
    people[0].document.update({"partnerCode": "faster"})
    write = back_end.write({"partnerCode": {"stringValue": "slower"}})
    answer = back_end.call("commit", {"writes": [write], "transaction": transaction})
    assert answer.status_code == 409 and people[0].fields()["partnerCode"] == "faster"


def test_key_of_a_back_end_is_limited_to_its_scope_and_app(server, back_end, people):
    api, write = server.api, {"writes": [back_end.write({"partnerCode": {"stringValue": "x"}})]}
    path = f"/v1/{ROOT}/users/{people[0].uid}"
    reader, writer = key(server, "users:read"), key(server, "profiles:write")
    ok(api.get(path, token=reader))
    ok(api.post(f"/v1/{ROOT}:commit", write, token=writer))
    for token, status in ((key(server, "events:read"), 403), (key(server, "users:read", "prysm"), 403),
                          ("sk_nonsense", 401), ("fa_nonsense", 401)):
        assert api.get(path, token=token).status_code == status
    for token in (reader, key(server, "users:write")):
        assert api.post(f"/v1/{ROOT}:commit", write, token=token).status_code == 403
    assert api.get(path, token=writer).status_code == 403


def test_user_has_no_access_to_back_end_requests(people):
    for method in ("batchWrite", "listCollectionIds"):
        assert people[0].call(method, {}).status_code == 403
    listed = people[0].server.api.get(f"/v1/{ROOT}/users", token=people[0].token)
    assert listed.status_code == 403
    assert people[0].server.api.get(f"/v1/{ROOT}/users/{people[1].uid}", token=people[0].token).status_code == 403
