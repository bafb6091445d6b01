"""Tests of profiles: documents by the app's schema, merges by field, and an onboarding that only moves forward."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from client import ok, refused
from providers import new_subject
from sesame import Development

pytestmark = pytest.mark.core

PATH, COMPLETE = "/v1/me/profile", "/v1/me/profile/complete"
STEPS = ["aboutYou", "goals", "relationship", "questions"]
LOCATION = {"latitude": 48.8566, "longitude": 2.3522, "address": "1 Example Street", "city": "Paris", "country": "FR"}
NEEDED = {"name": "Test User 1", "birthDate": "1990-05-17", "relationshipGoals": ["communication"]}


class Person:
    """A user with a session and a profile."""

    def __init__(self, server, session: dict):
        self.server, self.api, self.session = server, server.api, session
        self.token, self.uid = session["accessToken"], session["user"]["uid"]

    def get(self, **options):
        return self.api.get(PATH, token=self.token, **options)

    def profile(self) -> dict:
        answer = self.get()
        profile = ok(answer)
        assert answer.headers["ETag"] == f'"{profile["version"]}"' and answer.headers["Cache-Control"] == "no-store"
        return profile

    def patch(self, fields=None, match=None, **body):
        if fields is not None:
            body["fields"] = fields
        return self.api.call("PATCH", PATH, body, token=self.token, headers=if_match(match))

    def saved(self, fields=None, **options) -> dict:
        return ok(self.patch(fields, **options))

    def raw(self, text: str):
        return self.api.call("PATCH", PATH, data=text.encode(), token=self.token)

    def complete(self, body=None, match=None):
        return self.api.call("POST", COMPLETE, body, token=self.token, headers=if_match(match))

    def move(self, step: str, **more):
        return self.patch(onboarding={"step": step, **more})


def if_match(match) -> dict:
    return {} if match is None else {"If-Match": match if isinstance(match, str) else f'"{match}"'}


def newcomer(server, provider: str = "google", **order) -> Person:
    return Person(server, server.api.sign_in(provider, **order))


def guest(server, app: str = "prysm") -> Person:
    return Person(server, server.api.sign_in_anonymously(app))


@pytest.fixture
def person(server):
    return newcomer(server)


# The document

@pytest.mark.parametrize("provider, mine, other", [
    ("apple", "appleUserID", "googleUserID"), ("google", "googleUserID", "appleUserID")])
def test_new_user_has_an_empty_profile_with_the_fields_of_the_server(server, provider, mine, other):
    subject = new_subject(provider)
    person = newcomer(server, provider, sub=subject)
    profile = person.profile()
    fields = profile["fields"]
    assert fields["id"] == fields[mine] == person.uid and other not in fields
    assert subject not in json.dumps(profile)
    for name, value in {
            "relationshipGoals": [], "relationshipDuration": "notInRelationship", "partnerCode": "", "partnerId": "",
            "isSubscribed": False, "languageCode": "en", "onboardingInProgress": True}.items():
        assert fields[name] == value
    assert "birthDate" not in fields and profile["missing"][0] != "isSubscribed" and "birthDate" in profile["missing"]
    assert fields["createdAt"].endswith("Z") and fields["createdAt"] == fields["lastLoginDate"]
    assert profile["onboarding"] == {"state": "notStarted"} and profile["version"] == 1
    user = person.session["user"]
    assert person.session["isNewUser"] is True and user["onboarding"] == profile["onboarding"]
    assert user["creationTime"] == profile["creationTime"] == profile["updateTime"]
    assert [claims["provider"] for claims in profile["claims"]] == [provider]


def test_provider_name_fills_the_profile_once_and_does_not_return_after_a_change(server):
    subject = new_subject()
    names = {"name": "Test User 1", "email": "test.user.1@example.com", "email_verified": True}
    person = newcomer(server, sub=subject, claims=names)
    fields = person.profile()["fields"]
    assert (fields["name"], fields["email"]) == ("Test User 1", "test.user.1@example.com")
    person.saved({"name": "Somebody Else"})
    later = newcomer(server, sub=subject, claims={**names, "name": "Test User 2", "email": "test.user.2@example.com"})
    profile = later.profile()
    assert later.uid == person.uid and profile["fields"]["name"] == "Somebody Else"
    assert profile["fields"]["email"] == "test.user.2@example.com"
    assert profile["claims"][0]["displayName"] == "Test User 2"
    person.saved({"name": None})
    assert "name" not in newcomer(server, sub=subject, claims=names).profile()["fields"]


def test_creation_time_never_changes_while_sign_in_and_update_times_advance(shifted):
    subject = new_subject()
    person = newcomer(shifted, sub=subject)
    first = person.profile()
    shifted.providers.advance_clock(3600)
    person = newcomer(shifted, sub=subject)
    again = person.profile()
    assert again["version"] == first["version"] and again["fields"]["createdAt"] == first["fields"]["createdAt"]
    assert again["lastSignInTime"] >= first["lastSignInTime"] + 3600
    assert again["fields"]["lastLoginDate"] > first["fields"]["lastLoginDate"]
    assert again["fields"]["updatedAt"] == first["fields"]["updatedAt"]
    shifted.providers.advance_clock(60)
    saved = ok(person.complete({"fields": NEEDED})) if person.patch(NEEDED).ok else None
    assert saved["fields"]["createdAt"] == first["fields"]["createdAt"] and saved["creationTime"] == first["creationTime"]
    assert saved["updateTime"] >= again["updateTime"] + 3660


def test_profile_returns_every_kind_of_value_as_it_was_saved(person):
    given = {
        **NEEDED, "relationshipDuration": "sinceTheMoonLanding", "currentLocation": LOCATION,
        "relationshipStartDate": "2020-02-29T23:59:59.5+02:00", "questionMode": "\u00e9 e\u0301 \U0001f469\u200d\U0001f467"}
    assert person.saved(given)["fields"].items() >= given.items()
    assert person.profile()["fields"].items() >= given.items()


def test_plain_form_of_an_app_becomes_a_schema_of_text_fields(server):
    person = Person(server, server.api.register())
    profile = person.profile()
    assert profile["fields"] == {"nom": "User", "prenom": "Test"}
    assert profile["onboarding"] == person.session["user"]["onboarding"] == {"state": "completed"}
    assert person.saved({"bio": "Actor"})["fields"] == {"nom": "User", "prenom": "Test", "bio": "Actor"}
    refused(person.patch({"bio": 1}), 400, "invalid_request", "a string")
    assert refused(person.patch({"nom": None}), 409, "profile_incomplete")["missing"] == ["nom"]
    assert "bio" not in person.saved({"bio": None})["fields"]


def test_app_without_required_fields_has_no_onboarding(server):
    person = guest(server, "authservice")
    assert person.profile()["onboarding"] == {"state": "completed"}
    assert ok(person.complete())["version"] == 1


# Changes

def test_change_is_merged_field_by_field(person):
    before = person.saved(NEEDED)
    after = person.saved({"questionMode": "fun"})
    assert after["fields"] == {**before["fields"], "questionMode": "fun", "updatedAt": after["fields"]["updatedAt"]}
    assert after["version"] == before["version"] + 1
    assert "questionMode" not in person.saved({"questionMode": None})["fields"]


def test_empty_change_creates_no_new_version(person):
    version = person.saved(NEEDED)["version"]
    for fields in ({}, NEEDED, {"questionMode": None}):
        assert person.saved(fields)["version"] == version


def test_mask_removes_fields_that_the_document_omits(person):
    person.saved({**NEEDED, "questionMode": "fun", "connectedPartnerCode": "A"})
    fields = person.saved({"questionMode": "deep"}, mask=["questionMode", "connectedPartnerCode"])["fields"]
    assert fields["questionMode"] == "deep" and "connectedPartnerCode" not in fields
    assert fields.items() >= NEEDED.items()
    refused(person.patch({"questionMode": "a"}, mask=["name"]), 400, "invalid_request", "mask")


def test_stale_write_is_rejected_with_both_versions(person):
    old = person.profile()["version"]
    new = person.saved({"questionMode": "fun"}, match=old)
    answer = person.patch({"questionMode": "deep"}, match=old)
    error = refused(answer, 412, "precondition_failed")
    assert answer.headers["ETag"] == f'"{new["version"]}"'
    assert error["presentedVersion"] == old and error["profile"] == new == person.profile()
    assert person.saved({"questionMode": "deep"}, match=new["version"])["fields"]["questionMode"] == "deep"
    refused(person.complete({"fields": NEEDED}, match=old), 412, "precondition_failed")


def test_repeated_write_with_a_lost_response_succeeds(person):
    old = person.profile()["version"]
    saved = person.saved(NEEDED, match=old)
    assert person.saved(NEEDED, match=old) == saved


@pytest.mark.parametrize("match, status", [
    ("*", 200), ('"1"', 200), ('"7", "1"', 200), ('"01"', 412), ('"+1"', 412), ('W/"1"', 412), ('"a,b"', 412), ('""', 412),
    ("1", 400), ('"1', 400), ('"1" "2"', 400), ("", 400), ('"1",', 400)])
def test_if_match_header_follows_http_rules(server, match, status):
    assert newcomer(server).patch({"questionMode": "fun"}, match=match).status_code == status


def test_parallel_writes_to_different_fields_lose_nothing(server):
    subject = new_subject()
    phone, tablet = newcomer(server, sub=subject), newcomer(server, sub=subject)
    fields = ["questionMode", "connectedPartnerCode", "relationshipImprovement", "partnerCode"]

    def write(round):
        device, name = (phone, tablet)[round % 2], fields[round % 4]
        return device.saved({name: f"{name} {round}"})["version"]

    with ThreadPoolExecutor(8) as pool:
        versions = list(pool.map(write, range(40)))
    assert len(set(versions)) == 40
    profile = phone.profile()
    assert profile["version"] == 41
    for name in fields:
        assert profile["fields"][name].startswith(name)


def test_parallel_writes_to_one_version_succeed_once(server):
    person = newcomer(server)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: person.patch({"questionMode": str(n)}, match=1).status_code, range(16)))
    assert sorted(answers) == [200] + [412] * 15


def test_saved_profile_survives_a_crash(tmp_path):
    server = Development(tmp_path)
    person = newcomer(server)
    fields = person.saved({**NEEDED, "currentLocation": LOCATION}, onboarding={"step": "aboutYou"})
    server.kill()
    again = server.restarted()
    assert Person(again, person.session).profile() == fields
    assert again.stop() == 0


# Read-only fields

SERVERS = {"isSubscribed": True, "partnerId": "somebody", "id": "mine", "createdAt": "2001-01-01T00:00:00Z",
           "lastLoginDate": "2001-01-01T00:00:00Z", "updatedAt": "2001-01-01", "onboardingInProgress": False,
           "email": "other@example.com", "googleUserID": "mine", "appleUserID": "mine"}


@pytest.mark.parametrize("name", SERVERS)
def test_read_only_field_can_be_repeated_but_not_changed(server, name):
    person = newcomer(server, claims={"email": "test.user.1@example.com"})
    before = person.profile()
    error = refused(person.patch({"questionMode": "fun", name: SERVERS[name]}), 403, "read_only_field")
    assert error["field"] == f"fields.{name}" and person.profile() == before
    assert server.events(person.uid)[-1] == "read_only_field_refused"
    assert person.patch({name: None}).status_code == (403 if name in before["fields"] else 200)
    refused(person.complete({"fields": {**NEEDED, name: SERVERS[name]}}), 403, "read_only_field")
    if name in before["fields"]:
        assert person.saved({name: before["fields"][name]}) == before


def test_read_only_time_can_be_repeated_in_another_format(person):
    created = person.profile()["fields"]["createdAt"]
    assert person.saved({"createdAt": created.replace("Z", "+00:00")})["version"] == 1


@pytest.mark.parametrize("name", [
    "age", "__proto__", "$where", "currentLocation.city", "na\u0000me", "Name", "", "constructor", "x" * 200])
def test_unknown_field_is_rejected(person, name):
    before = person.profile()
    error = refused(
        person.patch({"questionMode": "fun", name: "x"}), 400, "invalid_request", "unknown profile field")
    assert error["field"] == "fields"
    refused(person.patch({}, mask=[name]), 400, "invalid_request", "unknown profile field")
    assert person.profile() == before


def test_unknown_member_beside_the_fields_is_rejected_by_name(person):
    before = person.profile()
    body = {"version": 99, "creationTime": 1, "isSubscribed": True, "claims": [], "uid": "mine", "missing": [],
            "profile": {"name": "Test User 1"}}
    for name, value in body.items():
        assert refused(person.patch({"name": "Test User 2"}, **{name: value}), 400, "invalid_request")["field"] == name
    move = person.patch(onboarding={"step": "aboutYou", "vai": []})
    assert refused(move, 400, "invalid_request")["field"] == "onboarding.vai"
    assert person.profile() == before


def test_guest_can_read_but_not_write_where_the_app_requires_a_provider(server):
    person = guest(server, "couple")
    profile = person.profile()
    assert profile["onboarding"] == {"state": "notStarted"} and profile["claims"] == []
    assert "appleUserID" not in profile["fields"] and profile["fields"]["id"] == person.uid
    for answer in (person.patch({"questionMode": "fun"}), person.move("aboutYou"), person.complete({"fields": NEEDED})):
        refused(answer, 403, "provider_required")
    assert person.profile() == profile
    linked = ok(server.api.link(person.token, sub=new_subject()))
    assert Person(server, linked).saved(NEEDED)["fields"].items() >= NEEDED.items()


def test_profile_of_another_user_cannot_be_read_or_changed(server):
    victim, caller = newcomer(server), newcomer(server)
    victim.saved({"questionMode": "theirs"})
    for path in (f"{PATH}?uid={victim.uid}", f"{PATH}/{victim.uid}", f"/v1/users/{victim.uid}/profile"):
        for method in ("GET", "PATCH"):
            body = {"fields": {"questionMode": "mine"}} if method == "PATCH" else None
            answer = server.api.call(method, path, body, token=caller.token, headers={"X-User-ID": victim.uid})
            assert answer.status_code == 404 or ok(answer)["fields"]["id"] == caller.uid
    refused(caller.patch({"questionMode": "mine"}, uid=victim.uid), 400, "invalid_request")
    assert victim.profile()["fields"]["questionMode"] == "theirs"
    for answer in (server.api.get(PATH), server.api.call("PATCH", PATH, {}), server.api.post(COMPLETE)):
        refused(answer, 401, "not_authenticated")


def test_profile_is_deleted_with_its_account(server):
    subject = new_subject()
    person = newcomer(server, sub=subject)
    person.saved({"questionMode": "a canary in a coal mine"})
    assert server.api.delete("/v1/me", token=person.token).status_code == 204
    refused(person.get(), 401, "user_deleted")
    refused(person.patch({"questionMode": "x"}), 401, "user_deleted")
    again = newcomer(server, sub=subject)
    assert again.uid != person.uid and "questionMode" not in again.profile()["fields"]


def test_merge_reports_the_guest_profile_field_that_the_account_overrides(server):
    subject = new_subject()
    other = Person(server, server.api.sign_in(app="prysm", sub=subject, claims={"name": "Test User 1"}))
    person = guest(server)
    person.saved({"displayName": "Guest"})
    conflict = refused(server.api.link(person.token, app="prysm", sub=subject), 409, "credential_in_use")
    merged = Person(server, ok(server.api.decide(person.token, conflict["ticket"], "merge")))
    profile = merged.profile()
    assert merged.uid == other.uid and profile["fields"]["displayName"] == "Test User 1"
    assert conflict["merge"]["overridden"] == ["displayName"] and profile["onboarding"] == {"state": "inProgress"}
    assert profile["version"] > max(other.session["user"].get("version", 1), 2)


# Hostile values

@pytest.mark.parametrize("name, value", [
    ("latitude", "9007199254740993e-20"), ("latitude", "-0"), ("latitude", "-0.0"), ("latitude", "1E-3"), ("latitude", "1e-400"),
    ("latitude", "0.1000000000000000055511151231257827021181583404541015625")])
def test_number_is_stored_as_it_was_written(person, name, value):
    answer = person.raw('{"fields": {"currentLocation": {"%s": %s}}}' % (name, value))
    assert answer.status_code == 200, answer.text
    assert f'"{name}":{value}' in person.get().text


@pytest.mark.parametrize("value", [
    '"\\ud800"', '"\\udc00\\ud800"', '{"latitude": 1e400}', '{"latitude": -1e400}', '{"latitude": 90.0001}',
    '{"latitude": 9007199254740993}', '{"latitude": NaN}', '{"latitude": 01}', '{"latitude": "1"}', '{"height": 1}',
    '{"city": 1}', '{"__proto__": 1}', '{"latitude": 1, "latitude": 2}', "[]", "true", '"Paris"', '{"city": ["Paris"]}'])
def test_value_outside_the_schema_or_invalid_json_is_rejected(person, value):
    before = person.profile()
    refused(person.raw('{"fields": {"questionMode": "x", "currentLocation": %s}}' % value), 400, "invalid_request")
    assert person.profile() == before


@pytest.mark.parametrize("fields", [
    {"birthDate": "1990-02-30"}, {"birthDate": "17.05.1990"}, {"birthDate": "1990-05-17T24:00:00Z"}, {"birthDate": 0},
    {"birthDate": ""}, {"birthDate": "1990-05-17T08:00:00"}, {"birthDate": "0000-01-01"}, {"relationshipGoals": "all"},
    {"relationshipGoals": ["a", 1]}, {"relationshipGoals": [None]}, {"relationshipDuration": 1}, {"name": "x" * 201},
    {"name": ["Test User 1"]}, {"questionMode": {}}])
def test_value_of_the_wrong_type_is_rejected_at_its_field(person, fields):
    [name] = fields
    assert refused(person.patch(fields), 400, "invalid_request")["field"] == f"fields.{name}"
    assert person.profile()["version"] == 1


def test_text_is_stored_unchanged(person):
    text = "';--\"\u0001\\%_ \u00e9 e\u0301 \u202e\r\n\ufeff\u2028 <b>&amp;"
    assert person.saved({"questionMode": text})["fields"]["questionMode"] == text
    assert person.profile()["fields"]["questionMode"] == text


@pytest.mark.parametrize("body, field", [
    ({"fields": {"questionMode": "a\u0000b"}}, "fields.questionMode"),
    ({"fields": {"relationshipGoals": ["a", "\u0000"]}}, "fields.relationshipGoals"), ({"fields": {"na\u0000me": 1}}, "fields"),
    ({"fields": {"currentLocation": {"city": "Par\u0000is"}}}, "fields.currentLocation.city")])
def test_null_character_is_rejected(person, body, field):
    before = person.profile()
    assert refused(person.raw(json.dumps(body)), 400, "invalid_request")["field"] == field
    assert person.profile() == before


def test_too_large_or_too_deep_profile_is_rejected(person):
    assert person.patch({"questionMode": "x" * 70_000}).status_code == 413
    person.saved({"questionMode": "x" * 40_000})
    before = person.profile()
    assert refused(person.patch({"relationshipImprovement": "x" * 30_000}), 400, "invalid_request", "65536")
    deep = "[" * 17 + "]" * 17
    refused(person.raw('{"fields": {"relationshipGoals": %s}}' % deep), 400, "invalid_request")
    refused(person.raw('{"fields": {%s}}' % ",".join(f'"a{n}": 1' for n in range(2_000))), 400, "invalid_request")
    assert person.profile() == before


@pytest.mark.parametrize("body", [
    '{"fields": []}', '{"fields": "x"}', '{"mask": "name"}', '{"mask": [1]}', '{"onboarding": "goals"}',
    '{"onboarding": {}}', '{"onboarding": {"step": 1}}', '{"onboarding": {"step": "goals", "via": "aboutYou"}}', "[]", ""])
def test_malformed_body_is_rejected(person, body):
    answer = person.raw(body)
    assert answer.status_code == 400 if body else answer.status_code in (400, 415)
