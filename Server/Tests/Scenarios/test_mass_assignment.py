"""Tests that members which only the server may set have no effect in any request: native routes refuse them, and the
contract of installed clients ignores them."""

import pytest

from client import ok, refused
from forge import claims
from providers import new_subject

#: Members from seeds, other back ends and the server's own responses.
SERVERS = {
    "uid": "mine", "id": "mine", "sub": "mine", "userId": "mine", "sid": "fixed", "sessionID": "fixed",
    "accessToken": "mine", "refreshToken": "rt_mine", "expiresIn": 10**9, "exp": 2**40, "createdAt": 1,
    "creationTime": 1, "lastSignInTime": 1, "disabled": True, "email": "other@example.com", "emailVerified": False,
    "isAnonymous": True, "isNewUser": False, "providers": ["apple"], "customClaims": {"admin": True}, "admin": True,
    "isSubscribed": True, "partnerId": "somebody", "displayName": "Somebody", "photoURL": "https://example.com/a",
    "aud": "prysm", "app": "prysm", "client_id": "prysm", "auth_time": 2**40, "gen": 9,
}
USER = {"uid", "email", "emailVerified", "displayName", "photoURL", "isAnonymous", "role", "providers", "creationTime",
        "lastSignInTime", "profile", "onboarding"}


def assert_untouched(server, answer: dict, app: str = "couple"):
    """Checks that the response, the session and the account show none of the injected values."""
    token = claims(answer["accessToken"])
    assert answer["sessionID"] != "fixed" and answer["expiresIn"] == 900
    assert answer["refreshToken"].startswith("rt_") and answer["refreshToken"] != "rt_mine"
    assert (token["aud"], token["client_id"], token["exp"] - token["iat"]) == (app, app, 900)
    assert abs(token["auth_time"] - server.providers.now()) < 60
    user = ok(server.api.me(answer["accessToken"], app=app))
    assert set(user) <= USER
    assert user["uid"] == token["sub"] != "mine"
    assert abs(user["creationTime"] - server.providers.now()) < 60
    assert abs(user["lastSignInTime"] - server.providers.now()) < 60
    assert user.get("email") != "other@example.com" and user.get("displayName") != "Somebody"
    assert "example.com/a" not in user.get("photoURL", "")
    return user


def accepted(server, path: str, good: dict | None, **options) -> dict:
    """Sends the body with each forbidden member and expects its refusal, and then returns the response to the valid
    body."""
    for name, value in SERVERS.items():
        if name not in (good or {}):
            answer = server.api.post(path, {**(good or {}), name: value}, **options)
            assert refused(answer, 400, "invalid_request")["field"] == name
    return ok(server.api.post(path, good, **options))


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_sign_in_rejects_members_that_only_the_server_may_set(server, provider):
    body = server.api.credential(provider, sub=new_subject(provider))
    answer = accepted(server, f"/v1/sign-in/{provider}", body, app="couple")
    user = assert_untouched(server, answer)
    assert answer["isNewUser"] is True and user["providers"] == [provider] and user["isAnonymous"] is False


def test_guest_sign_in_rejects_members_that_only_the_server_may_set(server):
    refused(server.api.post("/v1/sign-in/anonymous", {"role": "ADMIN"}, app="couple"), 400, "invalid_request")
    answer = accepted(server, "/v1/sign-in/anonymous", None, app="couple")
    user = assert_untouched(server, answer)
    assert user["isAnonymous"] is True and user["providers"] == [] and not {"role", "email"} & set(user)


def test_contract_sign_in_ignores_members_that_only_the_server_may_set(server):
    subject = new_subject()
    body = {**SERVERS, "idToken": server.providers.mint("google", "couple", sub=subject)}
    answer = ok(server.api.post("/auth/google", body, app="couple"))
    assert answer["user"]["id"] != "mine" and answer["expiresIn"] == 900
    user = ok(server.api.me(answer["accessToken"]))
    assert user["uid"] == answer["user"]["id"] and user["email"] != "other@example.com"


def test_registration_rejects_members_that_only_the_server_may_set(server):
    profile = {"nom": "User", "prenom": "Test"}
    form = {"ticket": server.api.ticket(), "role": "ACTEUR", "profile": profile}
    user = assert_untouched(server, accepted(server, "/v1/sign-up", form), "castmate")
    assert (user["role"], user["profile"], user["emailVerified"]) == ("ACTEUR", profile, True)


def test_refresh_rejects_members_that_only_the_server_may_set(server):
    session = server.api.sign_in()
    before = ok(server.api.me(session["accessToken"]))
    answer = accepted(server, "/v1/sessions/refresh", {"refreshToken": session["refreshToken"]})
    assert answer["sessionID"] == session["sessionID"] and assert_untouched(server, answer) == before
    assert claims(answer["accessToken"])["gen"] == 1


def test_confirmation_rejects_members_that_only_the_server_may_set(server):
    subject = new_subject()
    session = server.api.sign_in(sub=subject)
    before = ok(server.api.me(session["accessToken"]))
    body = {"provider": "google", **server.api.credential(sub=subject)}
    answer = accepted(server, "/v1/me/confirm", body, token=session["accessToken"])
    assert answer["sessionID"] == session["sessionID"] and assert_untouched(server, answer) == before


def test_headers_cookies_and_query_parameters_do_not_choose_the_user(server):
    """The credential alone identifies the user, not a header field, a cookie or the URL."""
    victim, caller = server.api.sign_in(), server.api.sign_in()
    uid = victim["user"]["uid"]
    for headers in ({"X-User-ID": uid}, {"X-Uid": uid}, {"Cookie": f"uid={uid}"}, {"From": uid}):
        answer = ok(server.api.get("/v1/me", token=caller["accessToken"], headers=headers))
        assert answer["uid"] == caller["user"]["uid"]
    for name in ("uid", "userId", "sub", "sid"):
        answer = ok(server.api.get(f"/v1/me?{name}={uid}", token=caller["accessToken"]))
        assert answer["uid"] == caller["user"]["uid"]
    assert server.api.delete(f"/v1/me?uid={uid}", token=caller["accessToken"]).status_code == 204
    ok(server.api.me(victim["accessToken"]))
