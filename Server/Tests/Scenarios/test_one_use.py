"""Tests of single-use tokens: a repeated request receives the same response."""

import pytest

from client import ok
from providers import new_subject

pytestmark = [pytest.mark.core, pytest.mark.released]


def test_repeated_token_returns_the_same_ticket(server):
    token = server.providers.mint("google", app="castmate", sub=new_subject())
    answers = [server.api.post("/auth/google", {"idToken": token}, app="castmate") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.json()["ticket"] for answer in answers}) == 1


def test_repeated_refresh_records_an_event(server):
    session = server.api.sign_in_anonymously()
    for _ in range(2):
        ok(server.api.refresh(session["refreshToken"]))
    assert "refresh_repeated" in server.events(session["user"]["uid"])
