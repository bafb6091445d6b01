"""Requests that are too large, of the wrong kind, or say a thing twice; and what every answer carries."""

import json

import pytest

from client import ok, refused
from forge import claims
from raw import answers, exchange, status

KIB = 1024
ANONYMOUS = "/v1/sign-in/anonymous"


@pytest.fixture(autouse=True)
def nothing_is_written_and_the_server_goes_on(server, request):
    """Refused requests leave no row; tests that do sign somebody in say so."""
    before = server.rows()
    yield
    if "signs_in" not in request.fixturenames:
        assert server.rows() == before
    ok(server.api.sign_in_anonymously() and server.api.get("/healthz"))


@pytest.fixture
def signs_in():
    """The test signs somebody in."""


# Size

def padded(size: int) -> bytes:
    return b"{" + b" " * (size - 2) + b"}"


def test_a_body_of_64_kib_is_read(server, signs_in):
    ok(server.api.post(ANONYMOUS, data=padded(64 * KIB)))


@pytest.mark.parametrize("size", [64 * KIB + 1, 65 * KIB, 1024 * KIB])
def test_a_longer_body_is_refused(server, size):
    request = (f"POST {ANONYMOUS} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"
               f"Content-Length: {size}\r\n\r\n").encode()
    assert status(exchange(server, request + padded(size))) == 413


def test_a_longer_body_is_refused_before_it_is_sent(server):
    request = (f"POST {ANONYMOUS} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"
               f"Content-Length: {2**40}\r\n\r\n").encode()
    assert status(exchange(server, request)) == 413


def test_a_longer_body_in_chunks_is_refused(server):
    chunk = b"400\r\n" + b" " * KIB + b"\r\n"
    request = (f"POST {ANONYMOUS} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
               "Transfer-Encoding: chunked\r\n\r\n").encode()
    assert status(exchange(server, request + chunk * 66)) == 413


@pytest.mark.parametrize("fields, expected", [
    ([("X-A", "a" * 17 * KIB)], 431), ([("X-A" + "a" * 17 * KIB, "a")], 431),
    ([(f"X-{n}", "a") for n in range(101)], 431), ([(f"X-{n}", "a" * KIB) for n in range(17)], 431),
    ([(f"X-{n}", "a") for n in range(90)], 200), ([("X-A", "a" * 14 * KIB)], 200),
])
def test_a_head_is_limited_in_bytes_and_in_fields(server, fields, expected):
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    answer = exchange(server, f"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{head}\r\n".encode())
    assert status(answer) == expected


@pytest.mark.parametrize("target, expected", [("/" + "a" * 9 * KIB, 414), ("/healthz?a=" + "a" * 9 * KIB, 414),
                                              ("/healthz?a=" + "a" * 7 * KIB, 200)])
def test_a_target_is_limited(server, target, expected):
    answer = exchange(server, f"GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
    assert status(answer) == expected


# Kind

@pytest.mark.parametrize("type", [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "application/jsonx",
    "application/json; charset=latin1", "text/json", "application", "", "*/*", "application/json, text/plain",
    "application/vnd.api+json",
])
def test_another_content_type_is_refused(server, type):
    for path in ("/v1/sign-in/google", "/v1/sign-up", "/v1/sessions/refresh", "/auth/google", ANONYMOUS):
        answer = server.api.call("POST", path, data=b"{}", headers={"Content-Type": type})
        assert answer.status_code == 415, f"{path}: {answer.text}"


def test_a_body_without_content_type_is_refused(server):
    request = b"POST /v1/sign-up HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
    assert status(exchange(server, request)) == 415


@pytest.mark.parametrize("type", [
    "application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON",
    'application/json; charset="utf-8"',
])
def test_json_in_utf_8_is_accepted_however_it_is_spelt(server, signs_in, type):
    ok(server.api.call("POST", ANONYMOUS, data=b"{}", headers={"Content-Type": type}))


@pytest.mark.parametrize("method, path, allowed", [
    ("GET", "/v1/sign-up", {"POST"}), ("PUT", "/v1/me", {"GET", "DELETE"}), ("POST", "/v1/me", {"GET", "DELETE"}),
    ("DELETE", "/v1/challenges", {"POST"}), ("GET", "/auth/google", {"POST"}),
    ("PATCH", "/v1/sessions", {"GET", "DELETE"}),
    ("POST", "/healthz", {"GET"}), ("FROBNICATE", "/v1/me", {"GET", "DELETE"}), ("get", "/healthz", {"GET"}),
    ("CONNECT", "/healthz", {"GET"}),
])
def test_a_method_that_a_path_does_not_know_is_refused_with_those_it_does(server, method, path, allowed):
    answer = exchange(server, f"{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
    assert status(answer) == 405
    [field] = [line for line in answer.split(b"\r\n") if line.lower().startswith(b"allow:")]
    listed = {name.strip() for name in field.decode().split(":")[1].split(",")}
    assert allowed <= listed <= allowed | {"HEAD", "OPTIONS"}


@pytest.mark.parametrize("path", ["/healthz", "/v1/me", "/nothing"])
def test_a_request_is_never_traced_back(server, path):
    request = f"TRACE {path} HTTP/1.1\r\nHost: a\r\nCookie: secret\r\nConnection: close\r\n\r\n"
    answer = exchange(server, request.encode())
    assert status(answer) == 405 and b"secret" not in answer


@pytest.mark.parametrize("path, expected", [
    ("/", 200), ("/v1", 404), ("/v1/nothing", 404), ("/v1/me/", 404), ("//v1/me", 404), ("/v1//me", 404),
    ("/V1/ME", 404), ("/v1/../v1/me", 400), ("/v1/./me", 400), ("/v1/%2e%2e/healthz", 400),
    ("/v1%2fme", 400), ("/v1/me%00", 400), ("/v1/me%ff", 400), ("/v1/me%zz", 400),
    ("/v1/me;a=b", 404), ("/v1/me%5c", 400), ("/healthz%20", 404), ("/__dev/", 404), ("/admin", 404),
    ("*", 400), ("http://example.com/healthz", 400), ("healthz", 400),
])
def test_a_path_is_never_read_as_another(server, path, expected):
    answer = exchange(server, f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
    assert status(answer) == expected and answers(answer) == 1


# Twice

@pytest.mark.parametrize("query", ["a=1&a=2", "a=1&a=1", "a&a", "a=1&%61=2", "a=1&b=2&a="])
def test_a_repeated_query_parameter_is_refused(server, query):
    answer = server.api.post(f"{ANONYMOUS}?{query}")
    refused(answer, 400, "invalid_request")
    assert server.api.get(f"/healthz?{query}").status_code == 400


BODIES = {
    "a repeated member": b'{"refreshToken": "a", "refreshToken": "b"}',
    "a member repeated by an escape": b'{"refreshToken": "a", "refresh\\u0054oken": "b"}',
    "a member repeated deep inside": b'{"refreshToken": "a", "x": [{"b": 1, "b": 1}]}',
    "a byte order mark": b'\xef\xbb\xbf{"refreshToken": "a"}', "a trailing comma": b'{"refreshToken": "a",}',
    "two values": b'{"refreshToken": "a"}{}', "an array": b"[]", "a string": b'"a"', "null": b"null", "nothing": b" ",
    "no UTF-8": b'{"refreshToken": "\xff"}', "an overlong form": b'{"refreshToken": "\xc0\x80"}',
    "a lone surrogate": b'{"refreshToken": "\\ud800"}', "a line's end in a string": b'{"refreshToken": "a\nb"}',
    "single quotes": b"{'refreshToken': 'a'}", "a comment": b'{"refreshToken": "a"} // a', "NaN": b'{"x": NaN}',
    "a leading zero": b'{"x": 01}', "no end": b'{"refreshToken": "a"',
    "depth": b'{"x": ' + b"[" * 100 + b"]" * 100 + b"}",
    "great depth": b"[" * 60_000, "UTF-16": '{"refreshToken": "a"}'.encode("utf-16"),
    "many members": b"{" + b",".join(b'"%d":0' % n for n in range(2000)) + b"}",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_is_not_strict_json_is_refused(server, body):
    refused(server.api.call("POST", "/v1/sessions/refresh", data=body), 400, "invalid_request")


@pytest.mark.parametrize("body, field", [
    ({}, "refreshToken"), ({"refreshToken": None}, "refreshToken"), ({"refreshToken": 1}, "refreshToken"),
    ({"refreshToken": ["a"]}, "refreshToken"), ({"refreshToken": ""}, "refreshToken"),
    ({"RefreshToken": "a"}, "refreshToken"),
])
def test_a_missing_or_wrong_member_is_named(server, body, field):
    error = refused(server.api.post("/v1/sessions/refresh", body), 400, "invalid_request")
    assert error["field"] == field


# What every answer carries

def test_forwarded_fields_of_strangers_are_not_believed(server, signs_in):
    headers = {"X-Forwarded-For": "8.8.8.8", "X-Forwarded-Host": "evil.example.com", "X-Forwarded-Proto": "https",
               "Forwarded": "for=8.8.8.8;host=evil.example.com", "Host": "evil.example.com"}
    session = ok(server.api.post(ANONYMOUS, headers=headers))
    assert claims(session["accessToken"])["iss"] == server.url
    assert "evil" not in server.api.get("/v1/nothing", headers=headers).text


def test_a_forwarded_request_does_not_reach_the_control_of_the_providers(server):
    request = b"GET /__dev/apps HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 8.8.8.8\r\nConnection: close\r\n\r\n"
    assert status(exchange(server, request, port=server.ports[1])) == 403


def test_answers_with_tokens_are_not_to_be_stored(server, signs_in):
    api = server.api
    session = api.post(ANONYMOUS)
    token = session.json()
    for answer in (session, api.post("/v1/challenges"), api.refresh(token["refreshToken"]),
                   api.me(token["accessToken"]),
                   api.get("/v1/sessions", token=token["accessToken"]), api.contract(),
                   api.contract(signature="broken"),
                   api.me("x"), api.sign_out(token["accessToken"])):
        assert answer.headers["Cache-Control"] == "no-store", answer.url


def test_no_other_origin_may_read_answers(server, signs_in):
    routes = (("OPTIONS", "/v1/me"), ("GET", "/v1/me"), ("POST", ANONYMOUS), ("GET", "/.well-known/jwks.json"))
    for method, path in routes:
        for origin in ("https://example.com", "null", "http://localhost:3000", server.url):
            answer = server.api.call(method, path, headers={
                "Origin": origin, "Access-Control-Request-Method": "GET"})
            assert not [name for name in answer.headers if name.lower().startswith("access-control-")]


def test_every_answer_has_its_own_id_and_no_clients(server):
    ids = {server.api.get(path, headers={"X-Request-ID": "mine"}).headers["X-Request-ID"]
           for path in ("/healthz", "/v1/me", "/v1/nothing", "/readyz")}
    assert len(ids) == 4 and "mine" not in ids


@pytest.mark.parametrize("request_", [
    b"GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nX-A: " + b"a" * 17 * KIB,
    b"GET /" + b"a" * 9 * KIB, b"GET /v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
])
def test_also_a_request_that_cannot_be_read_is_refused_with_its_id(server, request_):
    head, _, body = exchange(server, request_).partition(b"\r\n\r\n")
    [id] = [line.split(b": ")[1].decode() for line in head.split(b"\r\n") if line.startswith(b"X-Request-ID")]
    assert json.loads(body)["error"]["requestID"] == id


def test_an_answer_tells_nothing_of_the_software(server):
    for answer in (server.api.get("/healthz"), server.api.get("/v1/nothing"), server.api.me("x")):
        assert not {"server", "x-powered-by", "via"} & {name.lower() for name in answer.headers}
        for word in ("swift", "nio", "sqlite", "/work", "fatal"):
            assert word not in answer.text.lower()


def test_head_is_get_without_a_body(server):
    answer = server.api.call("HEAD", "/healthz")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/openapi.json", "/.well-known/jwks.json"])
def test_what_machines_ask_is_json(server, path):
    answer = server.api.get(path)
    assert answer.headers["Content-Type"].startswith("application/json")
    assert isinstance(ok(answer), dict)


def test_the_description_lists_exactly_the_routes_that_are_there(server, signs_in):
    description = json.loads(server.api.get("/openapi.json").text)
    for path, methods in description["paths"].items():
        for method in ("get", "post", "delete", "put", "patch"):
            answer = server.api.call(method.upper(), path.replace("{id}", "x"))
            assert (answer.status_code == 405) == (method not in methods), f"{method} {path}: {answer.status_code}"
