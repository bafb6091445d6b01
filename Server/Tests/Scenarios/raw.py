"""HTTP/1.1 as bytes on a socket, for what no client library would send."""

import socket

from patience import PATIENCE


def exchange(server, data: bytes, port: int | None = None, pieces: int = 1) -> bytes:
    """Everything that the server answers until it closes the connection; raises when it keeps it open."""
    with socket.create_connection(("127.0.0.1", port or server.ports[0]), timeout=PATIENCE) as connection:
        size = max(1, len(data) // pieces)
        try:
            for start in range(0, len(data), size):
                connection.sendall(data[start:start + size])
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before all was sent; the answer is there to be read
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
    """How many answers there are."""
    return answer.count(b"HTTP/1.1 ")
