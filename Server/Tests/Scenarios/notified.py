"""Users about whom Apple or Google notifies the server."""

from client import ok, refused
from providers import new_subject, nonce_claim

ACCEPTED = {"apple": 200, "google": 202}
#: Each provider's event for the end of a user's consent.
REVOKED = {"apple": "consent-revoked", "google": "tokens-revoked"}
PROVIDERS = ["apple", "google"]
RISC = "https://schemas.openid.net/secevent/risc/event-type/"


class Person:
    """A signed-in user, and the user's data in the database."""

    def __init__(self, server, provider: str = "apple", app: str = "couple", **order):
        self.server, self.provider, self.app = server, provider, app
        self.sub = order.pop("sub", new_subject(provider))
        self.session = server.api.sign_in(provider, app, sub=self.sub, **order)
        self.uid = self.session["user"]["uid"]

    def sign_in(self) -> dict:
        return self.server.api.sign_in(self.provider, self.app, sub=self.sub)

    def notify(self, event: str, **order) -> int:
        order.setdefault("app", self.app)
        return self.server.providers.notify(self.provider, event, sub=self.sub, **order)

    def link(self, provider: str) -> str:
        subject = new_subject(provider)
        ok(self.server.api.link(self.session["accessToken"], provider, sub=subject))
        return subject

    @property
    def identity(self) -> dict:
        names = ("disabled_at", "enabled_at", "credential_change_at", "forwarding_stopped_at",
                 "forwarding_resumed_at", "private_email", "joining_address")
        rows = self.server.query(
            f"SELECT {', '.join(names)} FROM identities WHERE subject = ? AND provider = ?", self.sub, self.provider)
        return dict(zip(names, rows[0])) if rows else {}

    @property
    def events(self) -> list[str]:
        return self.server.events(self.uid)[2:]

    def is_signed_in(self, session: dict | None = None) -> bool:
        return self.server.api.me((session or self.session)["accessToken"]).status_code == 200


def has_ended(server, session: dict) -> bool:
    refused(server.api.me(session["accessToken"]), 401, "session_revoked", "provider")
    refused(server.api.refresh(session["refreshToken"]), 401, "session_revoked")
    return True


def with_code(server, subject: str) -> dict:
    """Signs in with a code, so that the server stores Apple's refresh token."""
    nonce = server.api.challenge("couple")
    given = server.providers.sheet("apple", "couple", sub=subject, nonce=nonce_claim("apple", nonce))
    return ok(server.api.post("/v1/sign-in/apple", {
        "idToken": given["idToken"], "nonce": nonce, "authorizationCode": given["authorizationCode"]}, app="couple"))


def send(server, provider: str, token: str, **options):
    if provider == "apple":
        return server.api.post("/notifications/apple", {"payload": token}, **options)
    options.setdefault("headers", {"Content-Type": "application/secevent+jwt"})
    return server.api.call("POST", "/notifications/google", data=token.encode(), **options)
