"""A server with the users, sessions and tokens of attempts on it."""

import time
import uuid

from browser import Browser, Client
from client import ok
from forge import ec_key, es256, signed
from providers import new_subject

from .signing_key import signing_key

FRESH = 200


class World:
    def __init__(self, server):
        self.server, self.api, self.providers = server, server.api, server.providers
        self.said: list[str] = []
        self._person, self._born = None, 0.0
        self._tokens: dict[str, str] = {}
        self._key = None

    def secret(self, *values: str):
        """Registers values of an attempt that must never be written down."""
        for value in values:
            if len(value) >= 20 and len(set(value)) > 8:
                self.said.append(value)
                self.server.secrets.secrets.add(value)

    # Users

    def newcomer(self) -> dict:
        """Signs in a new user, and makes the session's first call."""
        subject = new_subject()
        session = self.api.sign_in(sub=subject)
        ok(self.api.me(session["accessToken"]))
        return {**session, "sub": subject}

    @property
    def person(self) -> dict:
        """A user with a recent session, shared by many attempts."""
        if self._person is None or time.monotonic() - self._born > FRESH:
            self._person, self._born = self.newcomer(), time.monotonic()
        return self._person

    def refreshed(self, tokens: dict):
        self._person = {**self.person, **tokens}
        ok(self.api.me(tokens["accessToken"]))

    # Tokens

    def access_token(self, claims: dict, header: dict | None = None) -> str:
        """Returns a token signed by the server's own key. `claims` override those of a valid token; `...` removes
        one."""
        kid, key = self._key = self._key or signing_key(self.server)
        now = self.providers.now()
        person = self.person
        good = {
            "iss": self.server.url, "aud": "couple", "client_id": "couple", "sub": person["user"]["uid"],
            "sid": person["sessionID"], "jti": uuid.uuid4().hex, "gen": 0, "iat": now, "exp": now + 900,
            "auth_time": now}
        claims = {name: value for name, value in {**good, **claims}.items() if value is not ...}
        return signed({"alg": "ES256", "kid": kid, "typ": "at+jwt", **(header or {})}, claims, es256(key))

    def token(self, kind: str) -> str:
        """Returns the token of a kind. It is created once, and never used at an endpoint that accepts it."""
        if kind not in self._tokens:
            self._tokens[kind] = self._make(kind)
        return self._tokens[kind]

    def presented_elsewhere(self, kind: str) -> str:
        """Returns the token of a kind that earlier attempts have presented at the wrong endpoints."""
        return self._tokens[kind]

    def _make(self, kind: str) -> str:
        mint, now = self.providers.mint, self.providers.now()
        match kind:
            case "a token of Google's": return mint("google", "couple", sub=new_subject())
            case "a token of Apple's": return mint("apple", "couple", sub=new_subject("apple"))
            case "a Google security event token":
                return self.providers.notification("google", "account-disabled", deliver=False)["token"]
            case "an Apple notification":
                return self.providers.notification("apple", "account-delete", deliver=False)["token"]
            case "an Apple client secret":
                claims = {"iss": "TEAM123456", "iat": now, "exp": now + 600, "aud": "https://appleid.apple.com",
                          "sub": "com.example.couple"}
                return signed({"alg": "ES256", "kid": "ABC123DEFG"}, claims, es256(ec_key()))
            case "an access token": return self.newcomer()["accessToken"]
            case "a refresh token": return self.newcomer()["refreshToken"]
            case "a ticket": return self.api.ticket()
            case "a nonce": return self.api.challenge("couple")
            case "a code": return self._code()
            case "a browser session": return self._browser_session()
        raise KeyError(kind)

    def _code(self) -> str:
        self.providers.control("POST", "auto-approve", {"user": 1})
        return Client(self.server).code(Browser(self.server))

    def _browser_session(self) -> str:
        self.providers.control("POST", "auto-approve", {"user": 1})
        browser = Browser(self.server)
        browser.go(f"{self.server.url}/sign-in/google?app=couple")
        [value] = [cookie.value for cookie in browser.http.cookies if cookie.name != "sesame_browser"]
        return value
