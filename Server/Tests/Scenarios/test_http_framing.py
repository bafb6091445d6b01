"""Message framing that two parsers could read in two ways: 400, the connection closed, never a second request."""

import pytest

from client import ok
from raw import answers, exchange, status

POST = b"POST /v1/sign-in/anonymous HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\n"
SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
BODY = b"2\r\n{}\r\n0\r\n\r\n"

REQUESTS = {
    "length and chunks": POST + b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
    "chunks and length": POST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n" + BODY,
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 0\r\n\r\n{}",
    "two equal lengths": POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "a list of lengths": POST + b"Content-Length: 2, 2\r\n\r\n{}",
    "a signed length": POST + b"Content-Length: +2\r\n\r\n{}",
    "a negative length": POST + b"Content-Length: -2\r\n\r\n{}",
    "a hexadecimal length": POST + b"Content-Length: 0x2\r\n\r\n{}",
    "an empty length": POST + b"Content-Length: \r\n\r\n{}",
    "a huge length": POST + b"Content-Length: 99999999999999999999999\r\n\r\n{}",
    "a length with a space within": POST + b"Content-Length: 1 2\r\n\r\n{}",
    "an unknown coding": POST + b"Transfer-Encoding: gzip\r\n\r\n" + BODY,
    "two codings": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + BODY,
    "chunked first": POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n" + BODY,
    "chunked twice": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + BODY,
    "an obfuscated coding": POST + b"Transfer-Encoding: xchunked\r\n\r\n" + BODY,
    "a coding in quotes": POST + b'Transfer-Encoding: "chunked"\r\n\r\n' + BODY,
    "a coding behind a tab": POST + b"Transfer-Encoding:\x0bchunked\r\n\r\n" + BODY,
    "chunks in HTTP/1.0": POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n" + BODY,
    "space before the colon": GET + b"Host : a\r\n\r\n", "tab before the colon": GET + b"Host\t: a\r\n\r\n",
    "space before the length's colon": POST + b"Content-Length : 2\r\n\r\n{}",
    "a folded line": GET + b"Host: a\r\nX-A: a\r\n b\r\n\r\n", "a folded first line": GET + b" Host: a\r\n\r\n",
    "a folded coding": POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n" + BODY,
    "bare LF": b"GET /healthz HTTP/1.1\nHost: a\n\n", "bare LF in a field": GET + b"Host: a\nX-A: b\r\n\r\n",
    "bare CR in a field": GET + b"Host: a\r\nX-A: a\rb\r\n\r\n", "bare CR for an end": GET + b"Host: a\r\rX: a\r\n\r\n",
    "LF at the end of the head": GET + b"Host: a\r\n\n", "NUL in a value": GET + b"Host: a\r\nX-A: a\0b\r\n\r\n",
    "NUL in a name": GET + b"Host: a\r\nX\0A: b\r\n\r\n",
    "NUL in the target": b"GET /health\0z HTTP/1.1\r\nHost: a\r\n\r\n",
    "a control byte": GET + b"Host: a\r\nX-A: a\x1bb\r\n\r\n", "DEL": GET + b"Host: a\r\nX-A: a\x7fb\r\n\r\n",
    "a field without colon": GET + b"Host: a\r\nX-A\r\n\r\n", "a field without name": GET + b"Host: a\r\n: a\r\n\r\n",
    "a name that is no token": GET + b"Host: a\r\nX(A): a\r\n\r\n", "no host": GET + b"X-A: a\r\n\r\n",
    "two hosts": GET + b"Host: a\r\nHost: a\r\n\r\n", "a host that is none": GET + b"Host: a b\r\n\r\n",
    "no version": b"GET /healthz\r\nHost: a\r\n\r\n", "version 0.9": b"GET /healthz HTTP/0.9\r\nHost: a\r\n\r\n",
    "version 1.2": b"GET /healthz HTTP/1.x\r\nHost: a\r\n\r\n",
    "a version in lower case": b"GET /healthz http/1.1\r\nHost: a\r\n\r\n",
    "two spaces": b"GET  /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "a tab": b"GET\t/healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    "more on the line": b"GET /healthz HTTP/1.1 x\r\nHost: a\r\n\r\n",
    "no method": b" /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    "a method that is no token": b"G(T /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a signed chunk size": POST + b"Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n",
    "a chunk size with 0x": POST + b"Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n",
    "no chunk size": POST + b"Transfer-Encoding: chunked\r\n\r\n\r\n{}\r\n0\r\n\r\n",
    "a huge chunk size": POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    "a chunk longer than it says": POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n",
    "a chunk that ends in LF": POST + b"Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n",
    "a negative chunk size": POST + b"Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("pieces", [1, 40])
@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_ambiguous_framing_is_refused_and_nothing_behind_it_is_read(server, request_, pieces):
    before = server.rows()
    answer = exchange(server, request_ + SMUGGLED, pieces=pieces)
    assert status(answer) == (505 if answer.startswith(b"HTTP/1.1 505") and b"HTTP/" in request_ else 400)
    assert answers(answer) == 1
    assert server.rows() == before
    ok(server.api.get("/healthz"))


def test_requests_in_a_row_are_answered_in_their_order(server):
    paths = [b"/healthz", b"/nothing", b"/readyz", b"/v1/me", b"/healthz"]
    requests = [b"GET " + path + b" HTTP/1.1\r\nHost: a\r\n\r\n" for path in paths]
    requests[-1] = requests[-1].replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    answer = exchange(server, b"".join(requests))
    assert [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]] == [200, 404, 200, 401, 200]


def test_a_good_request_in_chunks_is_read(server):
    answer = exchange(server, POST + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + BODY, pieces=30)
    assert status(answer) == 200


def test_a_bad_request_behind_a_good_one_ends_the_connection(server):
    answer = exchange(server, GET + b"Host: a\r\n\r\n" + GET + b"Host : a\r\n\r\n" + SMUGGLED)
    assert [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]] == [200, 400]
