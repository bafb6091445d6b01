"""Tests of pipelined and fragmented requests. The refusals are tested in `refusals`."""

import pytest

from raw import exchange, status

pytestmark = pytest.mark.released

POST = b"POST /v1/sign-in/anonymous HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\n"
BODY = b"2\r\n{}\r\n0\r\n\r\n"
SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"


def test_pipelined_requests_get_their_responses_in_order(server):
    paths = [b"/healthz", b"/nothing", b"/readyz", b"/v1/me", b"/healthz"]
    requests = [b"GET " + path + b" HTTP/1.1\r\nHost: a\r\n\r\n" for path in paths]
    requests[-1] = requests[-1].replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    answer = exchange(server, b"".join(requests))
    assert [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]] == [200, 404, 200, 401, 200]


def test_fragmented_chunked_request_is_accepted(server):
    answer = exchange(server, POST + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + BODY, pieces=30)
    assert status(answer) == 200


def test_malformed_request_after_a_valid_one_ends_the_connection(server):
    answer = exchange(server, GET + b"Host: a\r\n\r\n" + GET + b"Host : a\r\n\r\n" + SMUGGLED)
    assert [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]] == [200, 400]
