"""Tests of requests at the edges of the limits, and of the headers of every response. The refusals are in
`refusals`."""

import json

import pytest

from client import ok
from forge import claims
from raw import exchange, status

KIB = 1024
ANONYMOUS = "/v1/sign-in/anonymous"


# Size

def padded(size: int) -> bytes:
    return b"{" + b" " * (size - 2) + b"}"


def test_body_of_64_kib_is_accepted(server):
    ok(server.api.post(ANONYMOUS, data=padded(64 * KIB)))


@pytest.mark.parametrize("fields", [[(f"X-{n}", "a") for n in range(98)], [("X-A", "a" * 16_000)]])
def test_headers_within_the_limits_are_accepted(server, fields):
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    answer = exchange(server, f"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{head}\r\n".encode())
    assert status(answer) == 200


def test_request_target_within_the_limit_is_accepted(server):
    line = f"GET /healthz?a={'a' * 8000} HTTP/1.1"
    assert status(exchange(server, f"{line}\r\nHost: a\r\nConnection: close\r\n\r\n".encode())) == 200


# Content type

@pytest.mark.parametrize("type", [
    "application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON",
    'application/json; charset="utf-8"',
])


def test_json_content_type_is_accepted_in_every_spelling(server, type):
    ok(server.api.call("POST", ANONYMOUS, data=b"{}", headers={"Content-Type": type}))


# Headers of every response

def test_forwarded_headers_from_clients_are_ignored(server):
    headers = {"X-Forwarded-For": "8.8.8.8", "X-Forwarded-Host": "evil.example.com", "X-Forwarded-Proto": "https",
               "Forwarded": "for=8.8.8.8;host=evil.example.com", "Host": "evil.example.com"}
    session = ok(server.api.post(ANONYMOUS, headers=headers))
    assert claims(session["accessToken"])["iss"] == server.url
    assert "evil" not in server.api.get("/v1/nothing", headers=headers).text


def test_forwarded_request_cannot_reach_the_control_api_of_the_providers(server):
    request = b"GET /__dev/apps HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 8.8.8.8\r\nConnection: close\r\n\r\n"
    assert status(exchange(server, request, port=server.ports[1])) == 403


def test_responses_with_tokens_must_not_be_stored(server):
    api = server.api
    session = api.post(ANONYMOUS)
    token = session.json()
    for answer in (session, api.post("/v1/challenges"), api.refresh(token["refreshToken"]),
                   api.me(token["accessToken"]),
                   api.get("/v1/sessions", token=token["accessToken"]), api.contract(),
                   api.contract(signature="broken"),
                   api.me("x"), api.sign_out(token["accessToken"])):
        assert answer.headers["Cache-Control"] == "no-store", answer.url


def test_no_other_origin_may_read_responses(server):
    routes = (("OPTIONS", "/v1/me"), ("GET", "/v1/me"), ("POST", ANONYMOUS), ("GET", "/.well-known/jwks.json"))
    for method, path in routes:
        for origin in ("https://example.com", "null", "http://localhost:3000", server.url):
            answer = server.api.call(method, path, headers={
                "Origin": origin, "Access-Control-Request-Method": "GET"})
            assert not [name for name in answer.headers if name.lower().startswith("access-control-")]


def test_every_response_has_its_own_request_id(server):
    ids = {server.api.get(path, headers={"X-Request-ID": "mine"}).headers["X-Request-ID"]
           for path in ("/healthz", "/v1/me", "/v1/nothing", "/readyz")}
    assert len(ids) == 4 and "mine" not in ids


@pytest.mark.parametrize("request_", [
    b"GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nX-A: " + b"a" * 17 * KIB,
    b"GET /" + b"a" * 9 * KIB, b"GET /v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
])


def test_error_response_repeats_its_request_id_even_for_an_unreadable_request(server, request_):
    head, _, body = exchange(server, request_).partition(b"\r\n\r\n")
    [id] = [line.split(b": ")[1].decode() for line in head.split(b"\r\n") if line.startswith(b"X-Request-ID")]
    assert json.loads(body)["error"]["requestID"] == id


def test_responses_do_not_reveal_the_software(server):
    for answer in (server.api.get("/healthz"), server.api.get("/v1/nothing"), server.api.me("x")):
        assert not {"server", "x-powered-by", "via"} & {name.lower() for name in answer.headers}
        for word in ("swift", "nio", "sqlite", "/work", "fatal"):
            assert word not in answer.text.lower()


def test_head_request_returns_no_body(server):
    answer = server.api.call("HEAD", "/healthz")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/openapi.json", "/.well-known/jwks.json"])
def test_machine_readable_routes_return_json(server, path):
    answer = server.api.get(path)
    assert answer.headers["Content-Type"].startswith("application/json")
    assert isinstance(ok(answer), dict)


def test_openapi_document_lists_exactly_the_methods_of_its_paths(server):
    description = json.loads(server.api.get("/openapi.json").text)
    for path, methods in description["paths"].items():
        for method in ("get", "post", "delete", "put", "patch"):
            answer = server.api.call(method.upper(), path.replace("{id}", "x"))
            assert (answer.status_code == 405) == (method not in methods), f"{method} {path}: {answer.status_code}"
