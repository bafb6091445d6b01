"""No token signs in twice, whichever doors it is presented at."""

import pytest

from client import ok, refused
from providers import new_subject


@pytest.mark.parametrize("door", ["/auth/google", "native"])
def test_a_token_that_signed_in_with_a_nonce_is_spent_at_every_door(server, door):
    nonce = server.api.challenge("couple")
    token = server.providers.mint("google", app="couple", sub=new_subject(), nonce=nonce)
    ok(server.api.post("/v1/sign-in/google", {"idToken": token, "nonce": nonce}, app="couple"))
    if door == "native":
        answer = server.api.post("/v1/sign-in/google", {"idToken": token, "nonce": nonce}, app="couple")
        refused(answer, 401, "invalid_nonce")
    else:
        answer = server.api.post(door, {"idToken": token}, app="couple")
        assert answer.status_code == 401 and answer.json() == {"message": "Google sign-in refused"}


def test_deleting_the_account_does_not_make_its_token_good_again(server):
    token = server.providers.mint("google", app="couple", sub=new_subject())
    session = ok(server.api.post("/auth/google", {"idToken": token}, app="couple"))
    assert server.api.delete("/v1/me", token=session["accessToken"]).status_code == 204
    assert server.api.post("/auth/google", {"idToken": token}, app="couple").status_code == 401


def test_one_token_has_one_ticket(server):
    token = server.providers.mint("google", app="castmate", sub=new_subject())
    answers = [server.api.post("/auth/google", {"idToken": token}, app="castmate") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.json()["ticket"] for answer in answers}) == 1


def test_a_repeated_refresh_leaves_an_event(server):
    session = server.api.sign_in_anonymously()
    for _ in range(2):
        ok(server.api.refresh(session["refreshToken"]))
    assert "refresh_repeated" in server.events(session["user"]["uid"])
