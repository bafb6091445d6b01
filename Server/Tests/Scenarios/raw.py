"""Raw HTTP/1.1 requests on a socket, for bytes that no client library sends."""

import socket

from patience import PATIENCE


def exchange(server, data: bytes, port: int | None = None, pieces: int = 1) -> bytes:
    """Sends the bytes and returns the response up to the end of the connection. Raises if the server keeps it open."""
    with socket.create_connection(("127.0.0.1", port or server.ports[0]), timeout=PATIENCE) as connection:
        size = max(1, len(data) // pieces)
        try:
            for start in range(0, len(data), size):
                connection.sendall(data[start:start + size])
        except (BrokenPipeError, ConnectionResetError):
            pass  # The server refused before it had read all bytes; the response can still be read.
        answer = b""
        try:
            while chunk := connection.recv(65_536):
                answer += chunk
        except ConnectionResetError:
            pass
        return answer


def status(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


def answers(answer: bytes) -> int:
    """Returns the number of responses in these bytes."""
    return answer.count(b"HTTP/1.1 ")
