"""Tests of the fields by which an Appwrite client identifies its project and itself, and of the allowed web origins."""

import pytest

from appwrite_client import Appwrite, is_refused, refuses
from providers import new_subject


@pytest.fixture
def appwrite(server) -> Appwrite:
    return Appwrite(server)


def test_session_secret_is_returned_to_servers_and_set_as_a_cookie_for_clients(appwrite):
    answer = appwrite.send("POST", "/account/sessions/anonymous", {})
    assert answer.status_code == 201 and answer.json()["secret"] == ""
    name = f"a_session_{appwrite.project}"
    cookies = [field for field in answer.raw.headers.getlist("Set-Cookie")]
    assert [field.split("=")[0] for field in cookies] == [f"{name}_legacy", name]
    assert all("HttpOnly" in field and "Path=/" in field for field in cookies)
    secret = answer.cookies[name]
    appwrite.server.secrets.secrets.add(secret)
    for fields in (
            {"Cookie": f"{name}={secret}"}, {"Cookie": f"{name}_legacy={secret}"}, {"X-Appwrite-Session": secret},
            {"X-Fallback-Cookies": f'{{"{name}": "{secret}"}}'}):
        shown = appwrite.send("GET", "/account", headers=fields)
        assert shown.status_code == 200, fields
        assert ("X-Debug-Fallback" in shown.headers) == ("X-Fallback-Cookies" in fields)
    with_key = appwrite.send(
        "POST", "/account/sessions/anonymous", {}, headers={"X-Appwrite-Key": appwrite.server.admin_key})
    assert with_key.json()["secret"] and "Set-Cookie" not in with_key.headers


def test_first_session_credential_counts_and_a_jwt_or_key_beside_it_is_rejected(appwrite):
    one, other = appwrite.guest(), appwrite.guest()
    name = f"a_session_{appwrite.project}"
    answer = appwrite.send("GET", "/account", session=other.secret, headers={"Cookie": f"{name}={one.secret}"})
    assert answer.json()["$id"] == one.uid
    is_refused(
        one.send("GET", "/account", headers={"X-Appwrite-JWT": other.jwt()}), 403, "user_jwt_and_cookie_set")
    is_refused(
        one.send("GET", "/account", headers={"X-Appwrite-Key": appwrite.server.admin_key}), 403,
        "user_api_key_and_session_set")


def test_session_of_another_project_or_the_native_api_is_rejected(appwrite):
    guest = appwrite.guest()
    is_refused(Appwrite(appwrite.server, "familysync").send("GET", "/account", session=guest.secret), 401,
               "general_unauthorized_scope")
    native = appwrite.server.api.sign_in_anonymously(appwrite.project)
    for secret in (native["accessToken"], native["refreshToken"], "ss_", guest.secret[:-1], "x"):
        is_refused(appwrite.send("GET", "/account", session=secret), 401, "general_unauthorized_scope")


def test_appwrite_and_native_sign_ins_share_one_account(appwrite):
    subject = new_subject()
    session = appwrite.sign_in(sub=subject)
    native = appwrite.server.api.sign_in("google", appwrite.project, sub=subject)
    assert native["user"]["uid"] == session.uid and not native["isNewUser"]
    assert {one.id for one in session.account.list_sessions().sessions} == {session.id, native["sessionID"]}


@pytest.mark.parametrize("fields, kind", [
    ({"X-Appwrite-Project": "no-such-project"}, "project_not_found"), ({"X-Appwrite-Project": ""}, "project_not_found")])
def test_request_without_a_known_project_is_rejected(appwrite, fields, kind):
    is_refused(appwrite.send("GET", "/account", headers=fields), 404, kind)


def test_project_may_be_named_in_the_query(appwrite):
    answer = appwrite.send(
        "POST", f"/account/sessions/anonymous?project={appwrite.project}", {}, headers={"X-Appwrite-Project": ""})
    assert answer.status_code == 201


def test_unlisted_origin_cannot_change_anything_with_session_cookies(appwrite):
    guest = appwrite.guest()
    cookie = {"Cookie": f"a_session_{appwrite.project}={guest.secret}"}
    for origin in ("https://evil.example", "null", f"{appwrite.server.url}.evil.example"):
        answer = appwrite.send(
            "DELETE", "/account/sessions/current", headers={**cookie, "Origin": origin})
        is_refused(answer, 403, "general_unknown_origin")
    for origin in ("appwrite-ios://com.example.app", appwrite.server.url):
        assert appwrite.send("GET", "/account", headers={**cookie, "Origin": origin}).status_code == 200
    answer = appwrite.send("DELETE", "/account/sessions/current", headers={**cookie, "Origin": appwrite.server.url})
    assert answer.status_code == 204


def test_local_origin_may_use_a_local_server(appwrite):
    for origin in ("http://localhost", "http://localhost:5173", "http://127.0.0.1:3000"):
        answer = appwrite.send("POST", "/account/sessions/anonymous", {}, headers={"Origin": origin})
        assert answer.status_code == 201, answer.text
    answer = appwrite.send("POST", "/account/sessions/anonymous", {}, headers={"Origin": "http://localhost.evil.example"})
    is_refused(answer, 403, "general_unknown_origin")


@pytest.mark.parametrize("method, path, status", [
    ("POST", "/account/jwts", 201), ("PATCH", "/account/sessions/current", 200), ("PATCH", "/account/name", 400),
    ("PATCH", "/account/status", 200), ("DELETE", "/account/sessions/current", 204)])
def test_empty_array_is_accepted_as_an_empty_body(appwrite, method, path, status):
    # Appwrite's PHP package sends an empty array as the body of a request without parameters.
    assert appwrite.sign_in().send(method, path, []).status_code == status
    answer = appwrite.sign_in().send("POST", "/account/jwts", [1])
    is_refused(answer, 400, "general_argument_invalid")


def test_jwt_response_states_the_remaining_rate_limit(start):
    limited = Appwrite(start(limited=True))
    guest = limited.session(limited.keyed.create_anonymous_session())
    for left in ("119", "118"):
        answer = guest.send("POST", "/account/jwts", {})
        limited.server.secrets.secrets.add(answer.json()["jwt"])
        assert (answer.headers["X-RateLimit-Limit"], answer.headers["X-RateLimit-Remaining"]) == ("120", left)


def test_request_without_a_session_is_rejected(appwrite):
    with refuses(401, "general_unauthorized_scope"):
        appwrite.account().get()
    is_refused(appwrite.send("GET", "/account/nothing"), 404, "general_route_not_found")
