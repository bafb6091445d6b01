"""Floods: one address that opens many connections or does not read its responses takes neither the server's memory nor
the connections of others."""

import resource
import socket

from patience import PATIENCE, wait_until
from sesame import Development

# The flood's address; the tests' other requests come from 127.0.0.1.
FLOOD = "127.0.0.2"
# This process holds all connections of a flood, and so does the server, which inherits the limit.
MANY_FILES = (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2


def memory(server: Development, field: str = "VmRSS") -> int:
    """Returns the server's memory in MB."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(f"{field}:")) // 1024


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
    before = memory(server)
    readers = [slow_reader(server, "GET /openapi.json") for _ in range(200)]
    for reader in readers:
        assert reader.recv(15) == b"HTTP/1.1 200 OK"
    # Each has less than 64 KB; with a copy of the document for each, it would be 76 MB.
    assert memory(server) - before < 13
    assert server.api.get("/healthz").status_code == 200
    [reader, *others] = readers
    for other in others:
        other.close()
    rest = b""
    while len(rest) < len(document.text):
        rest += reader.recv(1 << 16)
    assert rest.endswith(document.text[-100:].encode())
    reader.close()
