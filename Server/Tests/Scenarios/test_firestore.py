"""Tests of users' documents with Google's Firestore library over REST, and with requests of other clients."""

import contextlib
import datetime

import pytest
import requests
from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter
from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports.rest import FirestoreRestTransport
from google.oauth2.credentials import Credentials

from client import ok
from firebase import Firebase
from patience import PATIENCE
from providers import new_subject
from test_devices import new_token

ROOT = "projects/couple/databases/(default)/documents"


class Person:
    """A user who has signed in like a Firebase client and uses Google's library for documents."""

    def __init__(self, server, session: dict, project: str = "couple"):
        self.server, self.uid, self.token = server, session["localId"], session["idToken"]
        transport = FirestoreRestTransport(
            host=server.url.removeprefix("http://"), url_scheme="http", credentials=Credentials(token=self.token))
        self.client = firestore.Client(project=project, credentials=Credentials(token=self.token))
        self.client._firestore_api_internal = FirestoreClient(transport=transport)
        self.users = self.client.collection("users")
        self.document = self.users.document(self.uid)

    @property
    def name(self) -> str:
        return f"{ROOT}/users/{self.uid}"

    def fields(self) -> dict:
        return self.document.get().to_dict()

    def profile(self) -> dict:
        """Returns the same profile through the native API, in a separate session."""
        return ok(self.server.api.get("/v1/me/profile", token=self.native))

    def call(self, method: str, body, root: str = ROOT, **options) -> requests.Response:
        return self.server.api.post(f"/v1/{root}:{method}", body, token=self.token, **options)

    def write(self, fields: dict, name: str | None = None, **more) -> dict:
        return {"update": {"name": name or self.name, "fields": fields},
                "updateMask": {"fieldPaths": list(fields)}, **more}


@contextlib.contextmanager
def refused(status: str, words: str = ""):
    """Expects a refusal. The library maps refusals by their HTTP status; the status name is in the response."""
    with pytest.raises(exceptions.GoogleAPICallError) as caught:
        yield
    body = caught.value.response.json()
    error = (body[0] if isinstance(body, list) else body)["error"]
    assert error["status"] == status and words in error["message"], error


@pytest.fixture(autouse=True)
def direct(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")


def newcomer(server, provider: str = "apple") -> Person:
    subject = new_subject(provider)
    person = Person(server, Firebase(server).sign_in(provider, sub=subject))
    person.native = server.api.sign_in(provider, sub=subject)["accessToken"]
    return person


@pytest.fixture
def person(server):
    return newcomer(server)


# Google's library

def test_new_user_has_the_initial_document(person):
    snapshot = person.document.get()
    fields = snapshot.to_dict()
    assert snapshot.exists and fields["id"] == fields["appleUserID"] == person.uid
    assert fields["onboardingInProgress"] is True and fields["isSubscribed"] is False
    assert (fields["partnerCode"], fields["partnerId"], fields["relationshipGoals"]) == ("", "", [])
    assert fields["relationshipDuration"] == "notInRelationship" and "googleUserID" not in fields
    assert isinstance(fields["createdAt"], datetime.datetime)
    assert snapshot.create_time <= snapshot.update_time


def test_initial_profile_may_be_written_over_the_existing_document(person):
    person.document.set({
        "appleUserID": person.uid, "email": person.fields().get("email", ""), "createdAt": firestore.SERVER_TIMESTAMP,
        "lastLoginDate": firestore.SERVER_TIMESTAMP, "onboardingInProgress": True, "isSubscribed": False,
        "partnerCode": "", "partnerId": "", "relationshipGoals": [], "relationshipDuration": "notInRelationship",
        "name": "Test User 2"}, merge=True)
    assert person.fields()["name"] == person.profile()["fields"]["name"] == "Test User 2"


def test_onboarding_is_saved_in_parts_and_completed(person):
    birth = datetime.datetime(1990, 5, 17, tzinfo=datetime.timezone.utc)
    created = person.fields()["createdAt"]
    person.document.set({
        "name": "Test User 3", "birthDate": birth, "relationshipGoals": ["communication"],
        "appleUserID": person.uid, "lastLoginDate": firestore.SERVER_TIMESTAMP,
        "updatedAt": firestore.SERVER_TIMESTAMP, "onboardingInProgress": True}, merge=True)
    assert person.profile()["onboarding"]["state"] == "inProgress"
    person.document.set({
        "questionMode": "daily", "relationshipStartDate": None, "languageCode": "fr",
        "currentLocation": {"latitude": 48.8566, "longitude": 2.3522, "city": "Paris"},
        "createdAt": firestore.SERVER_TIMESTAMP, "updatedAt": firestore.SERVER_TIMESTAMP,
        "onboardingInProgress": False}, merge=True)
    fields, profile = person.fields(), person.profile()
    assert profile["onboarding"]["state"] == "completed" and fields["onboardingInProgress"] is False
    assert fields["birthDate"] == birth and fields["createdAt"] == created
    assert profile["fields"]["birthDate"] == "1990-05-17T00:00:00Z"
    assert profile["fields"]["currentLocation"] == {"latitude": 48.8566, "longitude": 2.3522, "city": "Paris"}
    assert "relationshipStartDate" not in fields


def test_null_character_in_a_document_is_rejected(person):
    before = person.profile()
    with refused("INVALID_ARGUMENT", "name"):
        person.document.set({"name": "Test\0User"}, merge=True)
    assert person.profile() == before


def test_onboarding_cannot_end_while_a_field_is_missing(person):
    with refused("FAILED_PRECONDITION", "birthDate"):
        person.document.update({"onboardingInProgress": False})
    assert person.fields()["onboardingInProgress"] is True


def test_native_api_and_firestore_library_share_the_profile(server, person):
    answer = server.api.call("PATCH", "/v1/me/profile", {
        "fields": {"name": "Test User 4", "birthDate": "1990-05-17", "currentLocation": {"city": "Paris"}}},
        token=person.native)
    fields = person.fields()
    assert fields["name"] == "Test User 4" and fields["currentLocation"] == {"city": "Paris"}
    assert fields["birthDate"] == datetime.datetime(1990, 5, 17, tzinfo=datetime.timezone.utc)
    person.document.update({"birthDate": fields["birthDate"], "questionMode": "daily"})
    assert person.profile()["fields"]["birthDate"] == "1990-05-17"
    assert person.profile()["version"] == ok(answer)["version"] + 1


def test_fields_are_changed_and_deleted_individually(person):
    person.document.update({"currentLocation": {"city": "Paris", "country": "FR"}, "questionMode": "daily"})
    person.document.update({
        "currentLocation.city": "Lyon", "questionMode": firestore.DELETE_FIELD,
        "relationshipGoals": firestore.ArrayUnion(["a", "b"])})
    person.document.update({"relationshipGoals": firestore.ArrayRemove(["a"])})
    fields = person.fields()
    assert fields["currentLocation"] == {"city": "Lyon", "country": "FR"}
    assert "questionMode" not in fields and fields["relationshipGoals"] == ["b"]


@pytest.mark.parametrize("change, error", [
    ({"isSubscribed": True}, "PERMISSION_DENIED"), ({"partnerId": "somebody"}, "PERMISSION_DENIED"),
    ({"appleUserID": "somebody"}, "PERMISSION_DENIED"), ({"googleUserID": "x"}, "PERMISSION_DENIED"),
    ({"createdAt": datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)}, "PERMISSION_DENIED"),
    ({"onboardingStep": "questions"}, "FAILED_PRECONDITION"),
    ({"unheardOf": 1}, "INVALID_ARGUMENT"), ({"name": 1}, "INVALID_ARGUMENT"),
    ({"__proto__": "x"}, "INVALID_ARGUMENT"),
])
def test_write_with_a_forbidden_or_invalid_field_is_rejected_as_a_whole(person, change, error):
    before = person.document.get()
    with refused(error):
        person.document.update({"questionMode": "daily", **change})
    after = person.document.get()
    assert after.to_dict() == before.to_dict() and after.update_time == before.update_time


def test_documents_of_other_users_are_inaccessible(server, person):
    other = newcomer(server, "google")
    theirs = person.users.document(other.uid)
    for attempt in (theirs.get, lambda: theirs.set({"name": "x"}), lambda: theirs.update({"name": "x"}),
                    lambda: theirs.delete(), lambda: person.users.document("nobody").get(),
                    lambda: person.users.add({"name": "x"}), lambda: person.client.document("couples/1").get(),
                    lambda: person.document.collection("private").document("1").set({"a": 1})):
        with refused("PERMISSION_DENIED"):
            attempt()
    assert other.fields().get("name") != "x"


def test_document_cannot_be_created_or_deleted(person):
    with refused("ALREADY_EXISTS"):
        person.document.create({"name": "x"})
    with refused("PERMISSION_DENIED"):
        person.document.delete()
    assert person.document.get().exists


def test_batch_is_applied_completely_or_not_at_all(person):
    batch = person.client.batch()
    batch.update(person.document, {"questionMode": "daily"})
    batch.update(person.document, {"isSubscribed": True})
    with refused("PERMISSION_DENIED"):
        batch.commit()
    assert "questionMode" not in person.fields()
    batch = person.client.batch()
    batch.update(person.document, {"questionMode": "daily"})
    batch.update(person.document, {"questionMode": "weekly", "languageCode": "fr"})
    assert len(batch.commit()) == 2
    assert person.fields()["questionMode"] == "weekly"


def test_write_with_an_outdated_update_time_is_rejected(person):
    known = person.document.get()
    person.document.update({"questionMode": "daily"})
    with refused("FAILED_PRECONDITION"):
        person.document.update(
            {"questionMode": "weekly"}, option=person.client.write_option(last_update_time=known.update_time))
    known = person.document.get()
    person.document.update(
        {"questionMode": "monthly"}, option=person.client.write_option(last_update_time=known.update_time))
    assert person.fields()["questionMode"] == "monthly"


def test_transaction_overtaken_by_another_write_is_aborted(person):
    attempts = []

    @firestore.transactional
    def append(transaction):
        goals = person.document.get(transaction=transaction).to_dict()["relationshipGoals"]
        attempts.append(goals)
        if len(attempts) == 1:
            person.document.update({"relationshipGoals": ["first"]})
        transaction.update(person.document, {"relationshipGoals": goals + ["mine"]})

    with refused("ABORTED"):
        append(person.client.transaction())
    append(person.client.transaction())
    assert attempts == [[], ["first"]]
    assert person.fields()["relationshipGoals"] == ["first", "mine"]


def test_queries_return_only_the_document_of_the_caller(server, person):
    newcomer(server)
    person.document.update({"questionMode": "daily", "relationshipGoals": ["a"]})
    assert [found.id for found in person.users.stream()] == [person.uid]
    for field, operation, value, count in (
            ("questionMode", "==", "daily", 1), ("questionMode", "==", "weekly", 0),
            ("relationshipGoals", "array_contains", "a", 1), ("questionMode", "in", ["daily"], 1),
            ("isSubscribed", "!=", False, 0), ("unheardOf", "==", None, 0)):
        query = person.users.where(filter=FieldFilter(field, operation, value))
        assert len(list(query.stream())) == count, field
        assert query.count(alias="all").get()[0][0].value == count
    assert [found.to_dict() for found in person.users.select(["questionMode"]).order_by("questionMode").stream()] == [
        {"questionMode": "daily"}]
    with refused("PERMISSION_DENIED"):
        list(person.client.collection("couples").stream())


def test_guest_cannot_change_the_profile(server):
    guest = Person(server, Firebase(server).guest())
    with refused("PERMISSION_DENIED"):
        guest.document.update({"name": "Test User 5"})
    assert guest.fields()["name"] == ""


# Without Google's library

def test_requests_of_web_clients_are_accepted(server, person):
    body = {"writes": [person.write({"questionMode": {"stringValue": "daily"}}, currentDocument={"exists": True})]}
    for root in (ROOT, ROOT.replace("(", "%28").replace(")", "%29")):
        for prefix in ("", "/firestore.googleapis.com"):
            answer = requests.post(
                f"{server.url}{prefix}/v1/{root}:commit", json=body, timeout=PATIENCE, params={"key": "any"},
                headers={"Authorization": f"Bearer {person.token}", "Content-Type": "text/plain",
                         "Origin": "https://app.example.com", "google-cloud-resource-prefix": ROOT})
            assert answer.status_code == 200, answer.text
            assert answer.headers["Access-Control-Allow-Origin"] in ("*", "https://app.example.com")
    answer = person.call("batchGet", {"documents": [person.name], "mask": {"fieldPaths": ["questionMode"]}})
    [element] = ok(answer)
    assert element["found"]["fields"] == {"questionMode": {"stringValue": "daily"}} and element["readTime"]
    answer = person.call("runAggregationQuery?%24alt=json%3Benum-encoding%3Dint", {"structuredAggregationQuery": {
        "structuredQuery": {"from": [{"collectionId": "users"}]}, "aggregations": [{"alias": "n", "count": {}}]}})
    assert ok(answer)[0]["result"]["aggregateFields"] == {"n": {"integerValue": "1"}}


def test_document_is_read_and_changed_by_plain_requests(server, person):
    changed = server.api.call(
        "PATCH", f"/v1/{person.name}?updateMask.fieldPaths=languageCode&mask.fieldPaths=languageCode",
        {"fields": {"languageCode": {"stringValue": "fr"}, "name": {"stringValue": "not in the mask"}}},
        token=person.token)
    assert ok(changed)["fields"] == {"languageCode": {"stringValue": "fr"}}
    read = ok(server.api.get(f"/v1/{person.name}", token=person.token))
    assert read["updateTime"] == changed.json()["updateTime"] and read["name"] == person.name


@pytest.mark.parametrize("token, status, name", [
    (None, 403, "PERMISSION_DENIED"), ("garbage", 401, "UNAUTHENTICATED"), ("native", 401, "UNAUTHENTICATED"),
    ("tampered", 401, "UNAUTHENTICATED"), ("unsigned", 401, "UNAUTHENTICATED"), ("other", 401, "UNAUTHENTICATED")])
def test_only_an_id_token_of_the_project_opens_a_document(server, person, token, status, name):
    header, claims, signature = person.token.split(".")
    tokens = {"native": person.native, "tampered": f"{header}.{claims}.{signature[:-8]}AAAAAAAA",
              "unsigned": f"eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.",
              "other": Firebase(server, "prysm").guest()["idToken"] if token == "other" else None}
    answer = server.api.post(
        f"/v1/{ROOT}:batchGet", {"documents": [person.name]}, token=tokens.get(token, token))
    assert answer.status_code == status
    assert answer.json()[0]["error"]["status"] == name


def test_id_token_of_a_deleted_account_reads_nothing(server, person):
    assert Firebase(server).good("delete", {"idToken": person.token})
    answer = server.api.get(f"/v1/{person.name}", token=person.token)
    assert answer.status_code == 401 and answer.json()["error"]["status"] == "UNAUTHENTICATED"


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b'{"writes":1}', b'{"writes":[1]}', b'{"writes":[{}],"writes":[]}', b'{"more":1}',
    b'{"writes":[{"update":{"name":"users/a"}}]}', b'{"transaction":"*"}', b"\xff",
    b'{"writes":[' + b'{"verify":"x"},' * 500 + b'{"verify":"x"}]}',
    b'{"writes":[{"update":{"name":"x","fields":{"a":' + b'{"mapValue":{"fields":{"a":' * 60 + b'1' + b"}" * 130])
def test_malformed_commit_is_rejected_and_an_empty_one_is_accepted(server, person, body):
    answer = server.api.post(f"/v1/{ROOT}:commit", token=person.token, data=body)
    if body == b"":
        assert set(ok(answer)) == {"commitTime"}
    else:
        assert answer.status_code == 400 and answer.json()["error"]["status"] == "INVALID_ARGUMENT", answer.text


def test_streams_of_the_full_clients_are_not_implemented(server, person):
    answer = server.api.get("/google.firestore.v1.Firestore/Listen/channel?VER=8", token=person.token)
    assert answer.status_code == 501 and answer.json()["error"]["status"] == "UNIMPLEMENTED"


# Push tokens and functions

def call_function(person: Person, data, project="couple", name="store_fcm_token", token=True, **options):
    return person.server.api.post(
        f"/{project}/us-central1/{name}", {"data": data}, token=person.token if token else None, **options)


def test_push_token_stored_in_both_places_registers_one_device(server):
    person = newcomer(server)
    token = new_token()
    person.document.update({"fcmToken": token, "fcmTokenLastUpdated": firestore.SERVER_TIMESTAMP})
    answer = call_function(person, {"userId": person.uid, "fcmToken": token})
    assert ok(answer) == {"result": {"success": True}}
    assert person.fields()["fcmToken"] == token
    assert isinstance(person.fields()["fcmTokenLastUpdated"], datetime.datetime)
    [device] = server.api.devices(person.native)
    assert device["kind"] == "fcm_token" and not device["isCurrent"]
    assert token not in server.log()


def test_deleting_the_push_token_removes_the_device_registration(person):
    person.document.update({"fcmToken": new_token()})
    person.document.update({"fcmToken": firestore.DELETE_FIELD})
    assert person.server.api.devices(person.native) == []


def test_function_rejects_the_id_of_another_user(server, person):
    other = newcomer(server)
    answer = call_function(person, {"userId": other.uid, "fcmToken": new_token()})
    assert answer.status_code == 403
    assert answer.json() == {"error": {"message": "'userId' must be the caller's ID", "status": "PERMISSION_DENIED"}}
    for someone in (person, other):
        assert server.api.devices(someone.native) == []


def test_functions_return_errors_in_their_own_format(server, person):
    for answer, status, name in (
            (call_function(person, {"fcmToken": "x"}, token=False), 401, "UNAUTHENTICATED"),
            (call_function(person, {}), 400, "INVALID_ARGUMENT"),
            (call_function(person, {}, name="other"), 404, "NOT_FOUND"),
            (server.api.post("/couple/us-central1/store_fcm_token", {"data": {}, "more": 1}, token=person.token),
             400, "INVALID_ARGUMENT")):
        assert answer.status_code == status and answer.json()["error"]["status"] == name, answer.text
        assert "code" not in answer.json()["error"]
    preflight = requests.options(
        f"{server.url}/couple/us-central1/store_fcm_token", timeout=PATIENCE, headers={
            "Origin": "https://app.example.com", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type"})
    assert preflight.status_code in (200, 204) and preflight.headers["Access-Control-Allow-Origin"]
