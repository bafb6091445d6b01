"""Floods: one address that opens many connections or does not read its responses takes neither the server's memory nor
the connections of others."""

import socket

import pytest

from patience import PATIENCE, wait_until
from sesame import Development, memory

# The flood's address; the tests' other requests come from 127.0.0.1.
FLOOD = "127.0.0.2"


def slow_reader(server: Development, request: str) -> socket.socket:
    """Sends a request and reads nothing."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.bind((FLOOD, 0))
    reader.settimeout(PATIENCE)
    reader.connect(("127.0.0.1", server.ports[0]))
    reader.sendall(f"{request} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return reader


def test_clients_that_do_not_read_take_little_memory(start):
    server = start()
    document = server.api.get("/openapi.json")
    assert len(document.text) > 350_000
    before = memory(server.process.pid)
    readers = [slow_reader(server, "GET /openapi.json") for _ in range(200)]
    for reader in readers:
        assert reader.recv(15) == b"HTTP/1.1 200 OK"
    # Each has less than 64 KB; with a copy of the document for each, it would be 76 MB.
    assert memory(server.process.pid) - before < 13
    assert server.api.get("/healthz").status_code == 200
    [reader, *others] = readers
    for other in others:
        other.close()
    rest = b""
    while not rest.endswith(document.text[-100:].encode()):
        part = reader.recv(1 << 16)
        assert part, "the response is cut"
        rest += part
    reader.close()


def test_one_address_cannot_take_the_connections_of_others(start):
    server = start(limited=True)
    readers, answers = [], []
    for _ in range(510):
        # One after the other, because the connections are spread over threads.
        readers.append(slow_reader(server, "GET /healthz"))
        answers.append(readers[-1].recv(12))
    assert answers == [b"HTTP/1.1 200"] * 500 + [b"HTTP/1.1 503"] * 10
    assert server.api.get("/healthz").status_code == 200
    counted = 'sesame_rate_limited_total{limit="connectionsFromAddress"} 10'
    assert counted in server.api.get("/metrics").text.splitlines()
    assert any(line["message"] == "limit reached" and line["limit"] == "connectionsFromAddress"
               for line in server.log_lines())
    for reader in readers:
        reader.close()
    wait_until(lambda: "sesame_http_connections 1" in server.api.get("/metrics").text.splitlines(), "closed connections")
    assert slow_reader(server, "GET /healthz").recv(12) == b"HTTP/1.1 200"


@pytest.mark.slow
def test_memory_returns_after_a_flood(start):
    server = start()
    server.api.get("/openapi.json")
    before = memory(server.process.pid)
    readers = [slow_reader(server, "GET /openapi.json") for _ in range(700)]
    for reader in readers:
        assert reader.recv(12) == b"HTTP/1.1 200"
    during = memory(server.process.pid)
    assert during - before > 12
    for reader in readers:
        reader.close()
    # The server looks for the end of a flood every 20 seconds.
    wait_until(lambda: memory(server.process.pid) - before < (during - before) / 2, "returned memory")
