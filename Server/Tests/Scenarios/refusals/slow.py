"""Slow clients, which all run at the same time as the other attempts."""

import socket
import threading
import time

from patience import PATIENCE


class Client:
    """A client that sends the first `begun` bytes at once and then one byte after each pause. Without a pause, it sends
    all bytes at once."""

    all: list["Client"] = []

    def __init__(self, data: bytes, pause: float, begun: int | None = None):
        self._data, self._pause = data, pause
        self._begun = len(data) if not pause else begun or 20
        self._thread = None
        Client.all.append(self)

    def begin(self, server):
        self._answer = b""
        self._start = time.monotonic()
        self._thread = threading.Thread(target=self._run, args=(server.ports[0],), daemon=True)
        self._thread.start()

    def _run(self, port: int):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            connection.sendall(self._data[:self._begun])
            threading.Thread(target=self._dawdle, args=(connection,), daemon=True).start()
            try:
                while chunk := connection.recv(65_536):
                    self._answer += chunk
            except ConnectionResetError:
                pass
        self.lasted = time.monotonic() - self._start

    def _dawdle(self, connection):
        try:
            for byte in self._data[self._begun:]:
                time.sleep(self._pause)
                connection.sendall(bytes([byte]))
        except OSError:
            pass  # The server closed the connection, as it should.

    def answer(self) -> bytes:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the connection is still open"
        return self._answer


def begin(server):
    for client in Client.all:
        client.begin(server)
