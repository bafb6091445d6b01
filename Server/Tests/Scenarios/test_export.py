"""Tests of the data export. The refusals are tested by the tables in `refusals`."""

import threading

import jsonschema_rs
import pytest

from client import ok, refused
from providers import new_subject


@pytest.fixture(scope="module")
def schema(server):
    """Returns the document's schema, changed to forbid unknown members."""
    document = ok(server.api.get("/openapi.json"))
    for name, part in document["components"]["schemas"].items():
        if name.startswith("Export"):
            part["additionalProperties"] = False
    return {**document["components"]["schemas"]["Export"], "components": document["components"]}


def test_export_contains_all_of_a_users_data_and_nothing_of_others(server, schema):
    subject = new_subject("apple")
    person = server.api.sign_in("apple", sub=subject)
    token = person["accessToken"]
    ok(server.api.link(token, sub=new_subject()))
    assert server.api.register_device(token, "canary-of-a-push-token", "phone").status_code == 200
    ok(server.api.call("PATCH", "/v1/me/profile", {"fields": {"questionMode": "fun"}}, token=token))
    second = server.api.sign_in("apple", sub=subject)
    stranger = server.api.sign_in()
    answer = server.api.get("/v1/me/export", token=token)
    export = ok(answer)
    jsonschema_rs.Draft202012Validator(schema).validate(export)
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="couple-')
    assert export["app"] == "couple" and export["account"]["uid"] == person["user"]["uid"]
    assert [identity["provider"] for identity in export["identities"]] == ["apple", "google"]
    assert export["identities"][0]["subject"] == subject
    assert {session["id"] for session in export["sessions"]} == {person["sessionID"], second["sessionID"]}
    assert [device["installation"] for device in export["devices"]] == ["phone"]
    assert export["profile"]["fields"]["questionMode"] == "fun"
    assert [event["kind"] for event in export["events"]] == server.events(person["user"]["uid"])[::-1]
    for secret in ("canary-of-a-push-token", token, person["refreshToken"], stranger["user"]["uid"]):
        assert secret not in answer.text
    assert ok(server.api.me(token))["uid"] == export["account"]["uid"]


def test_guest_can_export_data_at_any_time(shifted, schema):
    guest = shifted.api.sign_in_anonymously()
    shifted.providers.advance_clock(600)
    export = ok(shifted.api.get("/v1/me/export", token=guest["accessToken"]))
    jsonschema_rs.Draft202012Validator(schema).validate(export)
    assert export["identities"] == [] and export["sessions"][0]["method"] == "anonymous"


def test_parallel_exports_succeed_or_are_rate_limited(server):
    token = server.api.sign_in()["accessToken"]
    answers = []

    def ask():
        answers.append(server.api.get("/v1/me/export", token=token))

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any(answer.status_code == 200 for answer in answers)
    for answer in answers:
        if answer.status_code != 200:
            assert refused(answer, 429, "rate_limited")["retryAfter"] == int(answer.headers["Retry-After"]) > 0
    ok(server.api.get("/v1/me/export", token=token))
