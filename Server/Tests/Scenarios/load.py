"""Guests who sign in, refresh and sign out without a pause."""

import threading

from client import ok
from patience import PATIENCE


class Load:
    """A load of guests who sign in and refresh continuously, with the responses that they received."""

    def __init__(self, server, workers: int = 8):
        self.sessions: list[dict] = []
        #: What was answered otherwise than it should have been. A connection that broke is no answer.
        self.wrong: list[str] = []
        self._server = server
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._work) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def _work(self):
        try:
            while not self._stop.is_set():
                session = self._server.api.sign_in_anonymously()
                uid = session["user"]["uid"]
                self.sessions.append(session)
                for _ in range(3):
                    answer = ok(self._server.api.refresh(session["refreshToken"]))
                    session.update(answer)
                    ok(self._server.api.me(session["accessToken"]))
                if len(self.sessions) % 10 == 0:
                    ended = self._server.api.sign_in_anonymously()
                    if self._server.api.sign_out(ended["accessToken"]).status_code == 204:
                        self.sessions.append({**ended, "ended": True})
                assert session["user"]["uid"] == uid
        except OSError:
            pass
        except AssertionError as error:
            self.wrong.append(str(error))

    def stop(self):
        self._stop.set()
        for thread in self._threads:
            thread.join(PATIENCE)
