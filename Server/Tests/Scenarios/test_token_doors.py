"""Every kind of token at every door: only its own opens."""

import pytest

from client import ok, refused
from providers import new_subject

KINDS = ["google token", "apple token", "access token", "refresh token", "ticket", "nonce", "security event"]
DOORS = ["sign-in/google", "sign-in/apple", "auth/google", "auth/apple", "bearer", "refresh", "sign-up", "sign-out"]
OWN = {
    ("google token", "sign-in/google"), ("apple token", "sign-in/apple"), ("google token", "auth/google"),
    ("apple token", "auth/apple"), ("access token", "bearer"), ("refresh token", "refresh"), ("ticket", "sign-up"),
    ("access token", "sign-out"), ("refresh token", "sign-out"),
}


@pytest.fixture(scope="module")
def tokens(server):
    """One of each kind, none of them used."""
    session = server.api.sign_in()
    event = {"events": {"https://schemas.openid.net/secevent/risc/event-type/account-disabled": {}}}
    return {
        "google token": server.providers.mint("google", "couple", sub=new_subject()),
        "apple token": server.providers.mint("apple", "couple", sub=new_subject("apple")),
        "security event": server.providers.mint("google", "couple", sub=new_subject(), claims=event),
        "access token": session["accessToken"], "refresh token": session["refreshToken"],
        "ticket": server.api.ticket(), "nonce": server.api.challenge("couple"),
    }


def knock(api, door: str, token: str):
    if door.startswith("sign-in/"):
        return api.post(f"/v1/{door}", {"idToken": token, "nonce": api.challenge("couple")}, app="couple")
    if door.startswith("auth/"):
        return api.post(f"/{door}", {"idToken": token}, app="couple")
    if door == "refresh":
        return api.refresh(token)
    if door == "sign-up":
        profile = {"nom": "User", "prenom": "Test"}
        return api.post("/v1/sign-up", {"ticket": token, "role": "ACTEUR", "profile": profile})
    return api.me(token) if door == "bearer" else api.sign_out(token)


CODES = {"bearer": "not_authenticated", "sign-out": "not_authenticated", "refresh": "not_authenticated",
         "sign-up": "ticket_expired"}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_token_opens_no_other_door(server, tokens, kind, door):
    if (kind, door) in OWN:
        return
    before = server.rows()
    answer = knock(server.api, door, tokens[kind])
    if door.startswith("auth/"):
        assert (answer.status_code, list(answer.json())) == (401, ["message"])
    else:
        refused(answer, 401, CODES.get(door, "invalid_token"))
    assert server.rows() == before


def test_the_tokens_that_were_refused_elsewhere_are_still_good_at_home(server, tokens):
    api = server.api
    ok(knock(api, "auth/google", tokens["google token"]))
    ok(knock(api, "auth/apple", tokens["apple token"]))
    ok(knock(api, "sign-up", tokens["ticket"]))
    ok(knock(api, "bearer", tokens["access token"]))
    ok(knock(api, "refresh", tokens["refresh token"]))
    assert knock(api, "sign-out", tokens["access token"]).status_code == 204
