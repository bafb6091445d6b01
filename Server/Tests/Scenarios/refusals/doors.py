"""The doors: endpoints with their requests. Each door also has a valid request."""

import urllib.parse
from dataclasses import dataclass, field
from typing import Any, Callable

from client import ok
from providers import new_subject, nonce_claim
from raw import exchange

from .reply import Reply
from .rule import Door, Rule

JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PROFILE = {"nom": "User", "prenom": "Test"}


# Provider tokens

class Ahead(int):
    """A number of seconds from now."""


@dataclass(frozen=True)
class Draft:
    """A provider's token: the order for the development provider, and the changes to the resulting token."""

    claims: dict[str, Any] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)
    order: dict[str, Any] = field(default_factory=dict)
    forge: Callable = lambda token, world: token
    #: Returns a replacement of the body's nonce, given the world and the valid nonce.
    nonce: Callable | None = None

    def token(self, world, provider: str, subject: str, **claims) -> str:
        now = world.providers.now()
        claims |= {name: now + value if isinstance(value, Ahead) else value for name, value in self.claims.items()}
        order = {"sub": subject, **self.order}
        audience = {} if "clientID" in order else {"app": "couple"}
        good = world.providers.mint(provider, **audience, **order, claims=claims, header=self.header)
        token = self.forge(good, world)
        world.secret(good, token)
        return token


class ProviderDoor(Door):
    """A door that takes a provider's token; a breach is a `Draft`."""

    def __init__(self, provider: str):
        self.provider = provider

    def challenge(self, world) -> str:
        return world.api.challenge("couple")

    def body(self, world, draft: Draft, subject: str | None = None) -> dict:
        nonce = self.challenge(world)
        claims = {} if "nonce" in draft.claims else {"nonce": nonce_claim(self.provider, nonce)}
        if draft.nonce:
            nonce, claims["nonce"] = draft.nonce(world, nonce)
        world.secret(nonce)
        return {
            "idToken": draft.token(world, self.provider, subject or new_subject(self.provider), **claims),
            "nonce": nonce}


class SignIn(ProviderDoor):
    spends = {"spent_nonces": 1}

    def __init__(self, provider: str):
        super().__init__(provider)
        self.name = f"POST /v1/sign-in/{provider}"

    def prepare(self, world, breach: Draft):
        body = self.body(world, breach)
        return lambda: Reply.of(world.api.post(f"/v1/sign-in/{self.provider}", body, app="couple"))

    def greet(self, world):
        world.api.sign_in(self.provider)


class Contract(ProviderDoor):
    shape = "contract"

    def __init__(self, provider: str):
        super().__init__(provider)
        self.name = f"POST /auth/{provider}"

    def prepare(self, world, breach: Draft):
        token = breach.token(world, self.provider, new_subject(self.provider))
        return lambda: Reply.of(world.api.contract(self.provider, token=token, app="couple"))

    def greet(self, world):
        ok(world.api.contract(self.provider, app="couple", sub=new_subject(self.provider)))


class Confirm(ProviderDoor):
    name = "POST /v1/me/confirm"
    spends = {"spent_nonces": 1}

    def prepare(self, world, breach: Draft):
        person = world.person
        body = {"provider": self.provider, **self.body(world, breach, person["sub"])}
        return lambda: Reply.of(world.api.post("/v1/me/confirm", body, token=person["accessToken"]))

    def greet(self, world):
        body = {"provider": "google", **ProviderDoor("google").body(world, Draft(), world.person["sub"])}
        ok(world.api.post("/v1/me/confirm", body, token=world.person["accessToken"]))


class Link(ProviderDoor):
    """A link of an identity that the user already has. If it is valid, it succeeds and changes nothing."""

    spends = {"spent_nonces": 1}

    def __init__(self, provider: str):
        super().__init__(provider)
        self.name = f"POST /v1/me/identities/{provider}"

    def challenge(self, world) -> str:
        return world.api.challenge(token=world.person["accessToken"])

    def prepare(self, world, breach: Draft):
        person = world.person
        body = self.body(world, breach, person["sub"] if self.provider == "google" else None)
        return lambda: Reply.of(world.api.post(
            f"/v1/me/identities/{self.provider}", body, token=person["accessToken"]))

    def greet(self, world):
        ok(world.api.link(world.person["accessToken"], sub=world.person["sub"]))


# Our own tokens

class Bearer(Door):
    """A door that takes an access token; a breach makes one from a valid one, or is a dictionary of header fields with
    `{token}`."""

    def __init__(self, method: str, path: str, app: str | None = None):
        self.method, self.path, self.app = method, path, app
        self.name = f"{method} {path}"

    def prepare(self, world, breach):
        person = world.person
        token, path = person["accessToken"], self.path.replace("{id}", person["sessionID"])
        if isinstance(breach, dict):
            fields = {name: value.replace("{token}", token).encode() for name, value in breach.items()}
        else:
            token = breach(token, world)
            fields = {"Authorization": b"Bearer " + token.encode()}
        world.secret(token)
        if self.app:
            fields["Sesame-App"] = self.app
        has_body = self.method in ("POST", "PATCH")
        if has_body:
            fields |= JSON
        return lambda: Reply.of(world.api.call(
            self.method, path, headers=fields, data=b"{}" if has_body else None))

    def greet(self, world):
        ok(world.api.me(world.person["accessToken"]))


class Refresh(Door):
    """A door that takes a refresh token; a breach makes one from a valid one."""

    name = "POST /v1/sessions/refresh"

    def prepare(self, world, breach):
        token = breach(world.person["refreshToken"], world)
        world.secret(token)
        return lambda: Reply.of(self.send(world, token))

    def send(self, world, token: str):
        return world.api.refresh(token)

    def greet(self, world):
        world.refreshed(ok(self.send(world, world.person["refreshToken"])))


class Grant(Refresh):
    """A refresh by OAuth, which has one error code for all breaches."""

    name = "POST /token (refresh)"
    shape = "oauth"

    def answer(self, rule: Rule):
        return 400, "invalid_grant"

    def send(self, world, token: str):
        fields = {"grant_type": "refresh_token", "refresh_token": token, "client_id": "couple"}
        return world.api.post("/token", data=urllib.parse.urlencode(fields).encode(), headers=FORM)


class SignOut(Refresh):
    name = "DELETE /v1/sessions/current"

    def send(self, world, token: str):
        return world.api.delete("/v1/sessions/current", headers={"Authorization": b"Bearer " + token.encode()})

    def greet(self, world):
        assert world.api.sign_out(world.newcomer()["refreshToken"]).status_code == 204


class Code(Door):
    """The exchange of an authorization code; a breach makes one from the world."""

    name = "POST /token (code)"
    shape = "oauth"

    def answer(self, rule: Rule):
        return 400, "invalid_grant"

    def prepare(self, world, breach):
        code = breach("", world)
        world.secret(code)
        fields = {"grant_type": "authorization_code", "code": code, "code_verifier": "a" * 43, "client_id": "couple",
                  "redirect_uri": "http://127.0.0.1:49152/callback"}
        return lambda: Reply.of(world.api.post(
            "/token", data=urllib.parse.urlencode(fields).encode(), headers=FORM))

    def greet(self, world):
        Grant().greet(world)


class SignUp(Door):
    """A door that takes a registration ticket; a breach makes one from the world, or is a form in which `{ticket}`
    stands for a valid ticket."""

    name = "POST /v1/sign-up"
    form = {"ticket": "{ticket}", "role": "ACTEUR", "profile": PROFILE}

    def prepare(self, world, breach):
        form = breach if isinstance(breach, dict) else {**self.form, "ticket": breach("", world)}
        if form.get("ticket") == "{ticket}":
            form = {**form, "ticket": world.api.ticket()}
        world.secret(str(form.get("ticket")))
        return lambda: Reply.of(world.api.post("/v1/sign-up", form))

    def greet(self, world):
        world.api.register()


class Decide(Door):
    """A door that takes the ticket of a conflict; a breach makes one from the world."""

    name = "POST /v1/me/merge"

    def prepare(self, world, breach):
        ticket = breach("", world)
        world.secret(ticket)
        return lambda: Reply.of(world.api.decide(world.person["accessToken"], ticket, "keep"))

    def greet(self, world):
        subject, guest = new_subject(), world.api.sign_in_anonymously()
        world.api.sign_in(sub=subject)
        ticket = world.api.link(guest["accessToken"], sub=subject).json()["error"]["ticket"]
        ok(world.api.decide(guest["accessToken"], ticket, "keep"))


class Resource(Door):
    """A session of the caller, found by its id; a breach makes an id from the world."""

    def __init__(self, method: str):
        self.method = method
        self.name = f"{method} /v1/sessions/{{id}}"

    def prepare(self, world, breach):
        person, id = world.person, breach(world)
        return lambda: Reply.of(world.api.call(self.method, f"/v1/sessions/{id}", token=person["accessToken"]))

    def greet(self, world):
        person = world.person
        ok(world.api.get(f"/v1/sessions/{person['sessionID']}", token=person["accessToken"]))


# Bodies

class Body(Door):
    """A door that takes a body; a breach is its bytes, or `(bytes, content type)`."""

    def __init__(self, path: str):
        self.path, self.name = path, f"POST {path}"
        self.shape = {"/auth": "contract", "/toke": "oauth"}.get(path[:5], "native")

    def prepare(self, world, breach):
        headers = dict(JSON)
        if isinstance(breach, tuple):
            breach, headers["Content-Type"] = breach
        if self.path.startswith("/v1/me/"):
            headers["Authorization"] = f"Bearer {world.person['accessToken']}"
        return lambda: Reply.of(world.api.call("POST", self.path, data=breach, headers=headers))

    def greet(self, world):
        ok(world.api.post("/v1/sign-in/anonymous"))


# HTTP

class Wire(Door):
    """A connection; a breach is the bytes of a request. The server must never read the bytes after it."""

    SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

    def __init__(self, name: str, pieces: int = 1, follows: bool = True):
        self.name, self._pieces, self._follows = name, pieces, follows

    def prepare(self, world, breach: bytes):
        request = breach + (self.SMUGGLED if self._follows else b"")
        return lambda: Reply.raw(exchange(world.server, request, pieces=self._pieces))

    def greet(self, world):
        ok(world.api.get("/healthz"))


class Slow(Door):
    """A slow connection; `slow.begin` starts a breach in advance."""

    name = "a slow connection"
    is_begun = True

    def prepare(self, world, breach):
        return lambda: Reply.raw(breach.answer())

    def greet(self, world):
        ok(world.api.get("/healthz"))
