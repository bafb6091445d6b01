"""Tests of a server's stop under load: it answers every request that has reached it."""

import select
import socket
import threading
import time
from urllib.parse import urlsplit

from patience import PATIENCE, wait_until
from sesame import production

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


class Caller(threading.Thread):
    """A client that sends requests over one connection, with pauses, until a response announces the end."""

    def __init__(self, port: int, pause: float):
        super().__init__()
        self.pause, self.answers, self.lost = pause, 0, False
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)

    def run(self):
        try:
            closes = False
            while not closes and not self.has_ended():
                self.connection.sendall(REQUEST)
                answer = b""
                while b"\r\n\r\n" not in answer:
                    part = self.connection.recv(4096)
                    if not part:
                        self.lost = True
                        return
                    answer += part
                assert answer.startswith(b"HTTP/1.1 200 "), answer
                self.answers += 1
                closes = b"connection: close" in answer.lower()
                time.sleep(self.pause)
        except OSError:
            self.lost = True
        finally:
            self.connection.close()


    def has_ended(self) -> bool:
        """Returns true if the server has closed the connection, which it may do after a second without a request."""
        readable, _, _ = select.select([self.connection], [], [], 0)
        return bool(readable) and self.connection.recv(1, socket.MSG_PEEK) == b""


def test_stop_loses_no_request_of_a_busy_connection(tmp_path):
    server = production(tmp_path, {"shop": {"providers": {"anonymous": True}}})
    port = urlsplit(server.url).port
    callers = [Caller(port, pause=0.01 * (number % 3)) for number in range(60)]
    for caller in callers:
        caller.start()
    wait_until(lambda: min(caller.answers for caller in callers) >= 5, "responses on every connection")
    assert server.stop() == 0
    for caller in callers:
        caller.join(PATIENCE)
    assert not [caller for caller in callers if caller.is_alive() or caller.lost]
