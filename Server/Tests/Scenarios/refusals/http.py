"""Refusals by the HTTP layer: of requests that are too large, too slow, malformed, or for unknown paths."""

from . import slow
from .doors import FORM, Body, Slow, Wire
from .rule import Area, Rule

KIB = 1024
ANONYMOUS = "/v1/sign-in/anonymous"
LINE = (Wire("any path", follows=False),)
JSON_ONLY = ("/v1/sign-in/google", "/v1/sign-in/apple", "/v1/sign-up", "/v1/sessions/refresh", "/v1/me/confirm",
             "/v1/me/confirm/password", "/v1/me/confirm/code", "/v1/me/identities/google", "/v1/me/identities",
             "/v1/me/merge", "/auth/google", "/auth/apple")
JSON_OR_NOTHING = ("/v1/challenges", ANONYMOUS)
BODIES = tuple(Body(path) for path in JSON_ONLY + JSON_OR_NOTHING)


def request(line: str, *fields: str, body: bytes = b"") -> bytes:
    head = "".join(f"{field}\r\n" for field in fields)
    return f"{line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{head}\r\n".encode() + body


def post(size: int, body: bytes = b"") -> bytes:
    return request(f"POST {ANONYMOUS}", "Content-Type: application/json", f"Content-Length: {size}", body=body)


def in_chunks(count: int, path: str = ANONYMOUS) -> bytes:
    return request(f"POST {path}", "Content-Type: application/json", "Transfer-Encoding: chunked",
                   body=(b"400\r\n" + b" " * KIB + b"\r\n") * count)


def get(*fields: str) -> bytes:
    return request("GET /healthz", *fields)


def allows(reply, breach):
    allowed = breach.allowed
    listed = {name.strip() for name in reply.headers["allow"].split(",")}
    assert allowed <= listed <= allowed | {"HEAD", "OPTIONS"}, listed


class Asked(bytes):
    """A request for a path that supports these methods."""

    def __new__(cls, method: str, path: str, *allowed: str):
        asked = super().__new__(cls, request(f"{method} {path}", "Cookie: a-secret-of-somebodys"))
        asked.allowed = set(allowed)
        return asked


def lasted(seconds: int):
    def check(reply, breach):
        assert seconds - 1 < breach.lasted < seconds + 8, f"{breach.lasted:.1f} s"

    return check


def no_echo(reply, breach):
    assert b"a-secret" not in reply.body and "TRACE" not in reply.headers["allow"]


def methods(*asked: tuple) -> dict[str, Asked]:
    return {f"{method} {path}": Asked(method, path, *allowed) for method, path, *allowed in asked}


def paths(*targets: str) -> dict[str, bytes]:
    return {target: request(f"GET {target}") for target in targets}


NOT_JSON = {
    "a repeated member": b'{"refreshToken": "a", "refreshToken": "b"}',
    "a member repeated by an escape": b'{"refreshToken": "a", "refresh\\u0054oken": "b"}',
    "a member repeated deep inside": b'{"refreshToken": "a", "x": [{"b": 1, "b": 1}]}',
    "a byte order mark": b'\xef\xbb\xbf{"refreshToken": "a"}', "a trailing comma": b'{"refreshToken": "a",}',
    "two values": b'{"refreshToken": "a"}{}', "an array": b"[]", "a string": b'"a"', "null": b"null", "a space": b" ",
    "invalid UTF-8": b'{"refreshToken": "\xff"}', "an overlong encoding": b'{"refreshToken": "\xc0\x80"}',
    "a lone surrogate": b'{"refreshToken": "\\ud800"}', "a line break in a string": b'{"refreshToken": "a\nb"}',
    "single quotes": b"{'refreshToken': 'a'}", "a comment": b'{"refreshToken": "a"} // a', "NaN": b'{"x": NaN}',
    "a leading zero": b'{"x": 01}', "no closing brace": b'{"refreshToken": "a"', "a trailing NUL": b"{}\0",
    "deep nesting": b'{"x": ' + b"[" * 100 + b"]" * 100 + b"}", "very deep nesting": b"[" * 60_000,
    "UTF-16": '{"refreshToken": "a"}'.encode("utf-16"),
    "many members": b"{" + b",".join(b'"%d":0' % n for n in range(2000)) + b"}",
}
TYPES = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "application/jsonx",
         "application/json; charset=latin1", "application/json; charset=utf-8; x=y", "text/json", "application", "",
         "*/*", "application/json, text/plain", "application/vnd.api+json", "application/ json")


def rule(name, says, status, doors, breaches, code="invalid_request", **more) -> Rule:
    more.setdefault("by_http", True)
    return Rule(f"http.{name}", says, status, code, doors, breaches, **more)


class Form(Body):
    """A door that takes a form; a breach is the body, or the body with its content type."""

    def prepare(self, world, breach):
        return super().prepare(world, breach if isinstance(breach, tuple) else (breach, FORM["Content-Type"]))


class Query(Body):
    """A door with a query string; a breach is the query."""

    def prepare(self, world, breach):
        door = Body(f"{self.path}?{breach}")
        return door.prepare(world, b"{}")


AREA = Area(
    "HTTP",
    "Limits of a request's size, duration and form.",
    (
        rule("body", "The body must have at most 64 KiB. A longer one is refused before all of it is read.", 413,
             LINE, {
            "one byte too many": post(64 * KIB + 1, b"{" + b" " * (64 * KIB) + b"}"),
            "a mebibyte": post(KIB * KIB, b" " * KIB * KIB), "announced only": post(2**40), "in chunks": in_chunks(66),
            "to an unknown path": in_chunks(66, "/v1/nothing"),
        }, saying="body is too large"),
        rule("head", "The head must have at most 16 KiB and 100 header fields.", 431, LINE, {
            "a long value": get("X-A: " + "a" * 17 * KIB), "a long name": get("X-A" + "a" * 17 * KIB + ": a"),
            "101 fields": get(*(f"X-{n}: a" for n in range(99))),
            "17 KiB in all": get(*(f"X-{n}: " + "a" * KIB for n in range(17))),
        }, saying="header fields"),
        rule("target", "The request line must have at most 8 KiB.", 414, LINE, {
            "a long path": request("GET /" + "a" * 9 * KIB), "a long query": request("GET /healthz?a=" + "a" * 9 * KIB),
        }, saying="request line"),
        rule("slow-head", "The head must be complete within ten seconds.", 408, (Slow(),), {
            "one byte per second": slow.Client(b"GET /healthz HTTP/1.1\r\nX-A: " + b"a" * 200, 1),
            "an incomplete head": slow.Client(b"GET /healthz HTTP/1.1\r\nHost: a\r\n", 0),
        }, saying="too slowly", also=lasted(10)),
        rule("slow-body", "The body must be complete within 20 seconds after the head.", 408, (Slow(),), {
            "one byte per second": slow.Client(post(1000) + b" " * 900, 1, begun=len(post(1000))),
            "an incomplete body": slow.Client(post(1000) + b"{", 0),
            "one chunk": slow.Client(in_chunks(1), 0),
        }, saying="too slowly", also=lasted(20)),
        rule("method", "The path must support the method; `Allow` in the response lists the methods.", 405, LINE,
             methods(
            ("GET", "/v1/sign-up", "POST"), ("PUT", "/v1/me", "GET", "DELETE"), ("POST", "/v1/me", "GET", "DELETE"),
            ("DELETE", "/v1/challenges", "POST"), ("PATCH", "/v1/sessions", "GET", "DELETE"),
            ("POST", "/healthz", "GET"), ("FROBNICATE", "/v1/me", "GET", "DELETE"), ("get", "/healthz", "GET"),
            ("CONNECT", "/healthz", "GET"), ("PUT", "/v1/sessions/x", "GET", "DELETE"),
            ("PUT", "/.well-known/jwks.json", "GET"),
        ), also=allows),
        rule("trace", "`TRACE` is not supported, because its response would repeat the request.", 405, LINE, methods(
            ("TRACE", "/healthz"), ("TRACE", "/v1/me"), ("TRACE", "/v1/nothing")), also=no_echo),
        rule("path", "The path must be that of a route, byte for byte.", 404, LINE, paths(
            "/v1", "/v1/nothing", "/v1/me/", "//v1/me", "/v1//me", "/V1/ME", "/v1/me;a=b", "/healthz%20", "/__dev/",
            "/admin", "/" + "a/" * 100), "not_found"),
        rule("ambiguous-path", "The request target must be a path without dot segments, backslashes, encoded slashes, "
             "control characters and invalid encoding.", 400, LINE, paths(
            "/v1/../v1/me", "/v1/./me", "/v1/%2e%2e/healthz", "/v1/.%2e/healthz", "/v1%2fme", "/v1%5cme", "/v1/me%00",
            "/v1/me%ff", "/v1/me%zz", "/v1/me%5c", "/v1/me%0d%0a", "*", "http://example.com/healthz", "healthz")),
        rule("once", "`Authorization`, `Content-Type` and `Origin` must not be repeated.", 400, LINE, {
            "two credentials": get("Authorization: Bearer a", "Authorization: Bearer b"),
            "two types": request("POST /v1/sign-up", "Content-Type: application/json", "Content-Type: application/json",
                                 "Content-Length: 2", body=b"{}"),
            "two origins": get("Origin: https://a", "Origin: https://b"),
        }, saying="must be unique is repeated"),
        rule("query", "A query parameter must not be repeated.", 400, tuple(Query(door.path) for door in BODIES), {
            query: query for query in ("a=1&a=2", "a=1&a=1", "a&a", "a=1&%61=2", "a=1&b=2&a=")}),
        rule("type", "`Content-Type` must be `application/json`, with no parameter but `charset=utf-8`.", 415, BODIES, {
            repr(type): (b"{}", type) for type in TYPES}),
        rule("no-type", "A request with a body must have `Content-Type`.", 415, LINE, {
            path: request(f"POST {path}", "Content-Length: 2", body=b"{}")
            for path in JSON_ONLY[:4] + JSON_OR_NOTHING}),
        rule("asks", "A `GET` request must not have a body.", 400, LINE, {
            "JSON": request("GET /v1/me", "Content-Type: application/json", "Content-Length: 2", body=b"{}"),
            "without a type": request("GET /v1/sessions", "Content-Length: 2", body=b"{}"),
            "announced only": request("GET /v1/sessions", f"Content-Length: {2**40}"),
            "in chunks": request("GET /healthz", "Transfer-Encoding: chunked", body=b"1\r\na\r\n0\r\n\r\n"),
        }),
        rule("compressed", "`Content-Encoding`, if present, must be `identity`: the body must not be compressed.", 415,
             LINE, {
            coding: request("POST /v1/sign-up", "Content-Type: application/json", f"Content-Encoding: {coding}",
                            "Content-Length: 2", body=b"{}") for coding in ("gzip", "br", "x")}),
        rule("form-type", "`Content-Type` of an OAuth request must be `application/x-www-form-urlencoded`.", 415, (
            Form("/token"),), {
            repr(type): (b"grant_type=x", type) for type in ("application/json", "text/plain", "multipart/form-data")}),
        rule("json", "The body must be a strict JSON object without duplicate members, with at most 16 levels and "
             "1,024 members per object.", 400, BODIES, NOT_JSON, by_http=False),
    ),
)
