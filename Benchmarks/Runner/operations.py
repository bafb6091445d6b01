"""The four operations, as loads for any server that supports them."""

from collections import deque

import wrk
from contenders import ComparisonServer, SesameServer

TITLES = {
    "hello": "GET, nothing done",
    "A": "POST /auth/google, existing account",
    "B": "POST /v1/sessions/refresh",
    "C": "GET /v1/me",
    "D": "POST /v1/sign-in/anonymous",
}
HELLO = "hello"


def hello(count: int) -> wrk.Load:
    return wrk.Load("GET", "/", count)


def anonymous(count: int) -> wrk.Load:
    return wrk.Load("POST", "/v1/sign-in/anonymous", count)


class Visitors:
    """The callers of one server: users with Google accounts, whose tokens are each used once, and guests."""

    ACCESS_TOKENS = 500

    def __init__(self, server: SesameServer | ComparisonServer, tokens: list[str], people: int):
        """Signs in every user once, which creates the accounts and the access tokens for reads."""
        self.server = server
        self._tokens = deque(tokens)
        # wrk does not wait for the last few responses, so the first users are called again.
        self._access = [session.access for session in wrk.capture(self._google(people), server.url)]
        self._access = self._access[:self.ACCESS_TOKENS]
        # A session's first call acknowledges its tokens. That is a write, and would distort the cost of reads.
        wrk.run(self._me(2 * len(self._access) + wrk.CONNECTIONS), server.url)

    def load(self, operation: str, count: int) -> wrk.Load:
        """Returns the next load. Everything that it needs is prepared before the measurement."""
        match operation:
            case "A": return self._google(count)
            case "B": return self._refresh(count)
            case "C": return self._me(count)
            case "D": return anonymous(count)
            case _: raise ValueError(operation)

    def _google(self, count: int) -> wrk.Load:
        if len(self._tokens) < count:
            raise ValueError(f"{count} tokens are needed, {len(self._tokens)} are left")
        bodies = tuple(f'{{"idToken":"{self._tokens.popleft()}"}}' for _ in range(count))
        return wrk.Load("POST", "/auth/google", count, "body", bodies)

    def _refresh(self, count: int) -> wrk.Load:
        return refreshing(self.server, count)

    def _me(self, count: int) -> wrk.Load:
        return wrk.Load("GET", "/v1/me", count, "bearer", tuple(self._access))


def refreshing(server: SesameServer | ComparisonServer, count: int) -> wrk.Load:
    """Returns a load of refreshes for `count` new guest sessions."""
    # At the end, up to one response per connection is lost, and those in flight when wrk stopped.
    sessions = wrk.capture(anonymous(count + 2 * wrk.CONNECTIONS), server.url)
    bodies = tuple(f'{{"refreshToken":"{session.refresh}"}}' for session in sessions[:count])
    if len(bodies) < count:
        raise wrk.LoadError(f"only {len(bodies)} of {count} sessions were begun")
    return wrk.Load("POST", "/v1/sessions/refresh", count, "body", bodies)
