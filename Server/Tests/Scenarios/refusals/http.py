"""Refusals of requests that are too large, too slow, or for missing resources."""

from . import slow
from .doors import FORM, Body, Slow, Wire
from .rule import Area, Rule

KIB = 1024
ANONYMOUS = "/v1/sign-in/anonymous"
LINE = (Wire("any address", follows=False),)
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
    "no UTF-8": b'{"refreshToken": "\xff"}', "an overlong form": b'{"refreshToken": "\xc0\x80"}',
    "a lone surrogate": b'{"refreshToken": "\\ud800"}', "a line's end in a string": b'{"refreshToken": "a\nb"}',
    "single quotes": b"{'refreshToken': 'a'}", "a comment": b'{"refreshToken": "a"} // a', "NaN": b'{"x": NaN}',
    "a leading zero": b'{"x": 01}', "no end": b'{"refreshToken": "a"', "a NUL behind": b"{}\0",
    "depth": b'{"x": ' + b"[" * 100 + b"]" * 100 + b"}", "great depth": b"[" * 60_000,
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
    """The only door that takes a form."""

    def prepare(self, world, breach):
        return super().prepare(world, breach if isinstance(breach, tuple) else (breach, FORM["Content-Type"]))


class Query(Body):
    """A door with a query; a breach is the query."""

    def prepare(self, world, breach):
        door = Body(f"{self.path}?{breach}")
        return door.prepare(world, b"{}")


AREA = Area(
    "HTTP",
    "Limits of what a request may cost, and what it may ask for.",
    (
        rule("body", "A body has at most 64 KiB; a longer one is refused before it is read.", 413, LINE, {
            "a byte more": post(64 * KIB + 1, b"{" + b" " * (64 * KIB) + b"}"),
            "a mebibyte": post(KIB * KIB, b" " * KIB * KIB), "announced": post(2**40), "in chunks": in_chunks(66),
            "to nobody": in_chunks(66, "/v1/nothing"),
        }, saying="body is too large"),
        rule("head", "A head has at most 16 KiB and a hundred fields.", 431, LINE, {
            "a long value": get("X-A: " + "a" * 17 * KIB), "a long name": get("X-A" + "a" * 17 * KIB + ": a"),
            "101 fields": get(*(f"X-{n}: a" for n in range(99))),
            "17 KiB in all": get(*(f"X-{n}: " + "a" * KIB for n in range(17))),
        }, saying="header fields"),
        rule("target", "A first line has at most 8 KiB.", 414, LINE, {
            "a long path": request("GET /" + "a" * 9 * KIB), "a long query": request("GET /healthz?a=" + "a" * 9 * KIB),
        }, saying="request line"),
        rule("slow-head", "A head is complete within ten seconds.", 408, (Slow(),), {
            "a letter a second": slow.Client(b"GET /healthz HTTP/1.1\r\nX-A: " + b"a" * 200, 1),
            "a beginning": slow.Client(b"GET /healthz HTTP/1.1\r\nHost: a\r\n", 0),
        }, saying="too slowly", also=lasted(10)),
        rule("slow-body", "A body is complete twenty seconds after its head.", 408, (Slow(),), {
            "a letter a second": slow.Client(post(1000) + b" " * 900, 1, begun=len(post(1000))),
            "a beginning": slow.Client(post(1000) + b"{", 0),
            "a chunk": slow.Client(in_chunks(1), 0),
        }, saying="too slowly", also=lasted(20)),
        rule("method", "A path is asked by its own methods.", 405, LINE, methods(
            ("GET", "/v1/sign-up", "POST"), ("PUT", "/v1/me", "GET", "DELETE"), ("POST", "/v1/me", "GET", "DELETE"),
            ("DELETE", "/v1/challenges", "POST"), ("PATCH", "/v1/sessions", "GET", "DELETE"),
            ("POST", "/healthz", "GET"), ("FROBNICATE", "/v1/me", "GET", "DELETE"), ("get", "/healthz", "GET"),
            ("CONNECT", "/healthz", "GET"), ("PUT", "/v1/sessions/x", "GET", "DELETE"),
            ("PUT", "/.well-known/jwks.json", "GET"),
        ), also=allows),
        rule("trace", "No request is sent back.", 405, LINE, methods(
            ("TRACE", "/healthz"), ("TRACE", "/v1/me"), ("TRACE", "/v1/nothing")), also=no_echo),
        rule("path", "A path is one of those that are there, letter by letter.", 404, LINE, paths(
            "/v1", "/v1/nothing", "/v1/me/", "//v1/me", "/v1//me", "/V1/ME", "/v1/me;a=b", "/healthz%20", "/__dev/",
            "/admin", "/" + "a/" * 100), "not_found"),
        rule("ambiguous-path", "A path has no second reading.", 400, LINE, paths(
            "/v1/../v1/me", "/v1/./me", "/v1/%2e%2e/healthz", "/v1/.%2e/healthz", "/v1%2fme", "/v1%5cme", "/v1/me%00",
            "/v1/me%ff", "/v1/me%zz", "/v1/me%5c", "/v1/me%0d%0a", "*", "http://example.com/healthz", "healthz")),
        rule("once", "A field that decides stands once.", 400, LINE, {
            "two credentials": get("Authorization: Bearer a", "Authorization: Bearer b"),
            "two types": request("POST /v1/sign-up", "Content-Type: application/json", "Content-Type: application/json",
                                 "Content-Length: 2", body=b"{}"),
            "two origins": get("Origin: https://a", "Origin: https://b"),
        }, saying="must be unique is repeated"),
        rule("query", "A parameter of the address stands once.", 400, tuple(Query(door.path) for door in BODIES), {
            query: query for query in ("a=1&a=2", "a=1&a=1", "a&a", "a=1&%61=2", "a=1&b=2&a=")}),
        rule("type", "A body is `application/json`, in UTF-8 if it says so.", 415, BODIES, {
            repr(type): (b"{}", type) for type in TYPES}),
        rule("no-type", "A body says its type.", 415, LINE, {
            path: request(f"POST {path}", "Content-Length: 2", body=b"{}")
            for path in JSON_ONLY[:4] + JSON_OR_NOTHING}),
        rule("asks", "What only asks has no body.", 400, LINE, {
            "of JSON": request("GET /v1/me", "Content-Type: application/json", "Content-Length: 2", body=b"{}"),
            "without a type": request("GET /v1/sessions", "Content-Length: 2", body=b"{}"),
            "announced": request("GET /v1/sessions", f"Content-Length: {2**40}"),
            "in chunks": request("GET /healthz", "Transfer-Encoding: chunked", body=b"1\r\na\r\n0\r\n\r\n"),
        }),
        rule("compressed", "A body is not compressed.", 415, LINE, {
            coding: request("POST /v1/sign-up", "Content-Type: application/json", f"Content-Encoding: {coding}",
                            "Content-Length: 2", body=b"{}") for coding in ("gzip", "br", "x")}),
        rule("form-type", "Of OAuth it is a form.", 415, (Form("/token"),), {
            repr(type): (b"grant_type=x", type) for type in ("application/json", "text/plain", "multipart/form-data")}),
        rule("json", "A body is a strict JSON object without repetition.", 400, BODIES, NOT_JSON, by_http=False),
    ),
)
