"""A client of the server's HTTP API."""

import json
import threading

import requests

from patience import PATIENCE
from providers import new_subject, nonce_claim


class Api:
    def __init__(self, url: str, providers, secrets):
        self.url = url
        self.providers = providers
        self._secrets = secrets
        self._local = threading.local()

    def _http(self) -> requests.Session:
        if not hasattr(self._local, "http"):
            self._local.http = requests.Session()
            self._local.http.trust_env = False
        return self._local.http

    def call(self, method, path, body=None, *, token=None, app=None, headers=None, data=None) -> requests.Response:
        """Sends a request. `body` is sent as JSON, `data` unchanged."""
        fields = dict(headers or {})
        if token is not None:
            fields["Authorization"] = f"Bearer {token}"
        if app is not None:
            fields["Sesame-App"] = app
        if body is not None:
            self._secrets.note(body)
            data = json.dumps(body).encode()
        if data is not None:
            fields.setdefault("Content-Type", "application/json")
        answer = self._http().request(
            method, self.url + path, data=data, headers=fields, timeout=PATIENCE, allow_redirects=False)
        if answer.headers.get("Content-Type", "").startswith("application/json") and answer.content:
            self._secrets.note(answer.json())
        return answer

    def get(self, path, **options):
        return self.call("GET", path, **options)

    def post(self, path, body=None, **options):
        return self.call("POST", path, body, **options)

    def delete(self, path, **options):
        return self.call("DELETE", path, **options)

    # Sign-in

    def challenge(self, app: str | None = None, token: str | None = None) -> str:
        """Requests a nonce; with a session's token, a nonce for linking an identity in that session."""
        answer = self.post("/v1/challenges", app=app, token=token)
        assert answer.status_code == 200, answer.text
        return answer.json()["nonce"]

    def credential(self, provider: str = "google", app: str = "couple", token: str | None = None, **order) -> dict:
        """Returns a new ID token and its nonce: the body of a native sign-in or, with the session's token, of a link
        request."""
        nonce = self.challenge(app, token)
        order.setdefault("nonce", nonce_claim(provider, nonce))
        return {"idToken": self.providers.mint(provider, app, **order), "nonce": nonce}

    def try_sign_in(self, provider: str = "google", app: str = "couple", role=None, **order) -> requests.Response:
        body = self.credential(provider, app, **order)
        if role:
            body["role"] = role
        return self.post(f"/v1/sign-in/{provider}", body, app=app)

    def sign_in(self, provider: str = "google", app: str = "couple", **order) -> dict:
        order.setdefault("sub", new_subject(provider))
        return ok(self.try_sign_in(provider, app, **order))

    def sign_in_anonymously(self, app: str = "couple") -> dict:
        return ok(self.post("/v1/sign-in/anonymous", app=app))

    def contract(self, provider: str = "google", app: str | None = None, token=None, role=None, **order):
        """Calls `POST /auth/{provider}`. Without `token`, a token is minted for `app`, by default castmate."""
        body = {"idToken": token or self.providers.mint(provider, app or "castmate", **order)}
        if role:
            body["role"] = role
        return self.post(f"/auth/{provider}", body, app=app)

    def ticket(self, provider: str = "google", **order) -> str:
        order.setdefault("sub", new_subject(provider))
        answer = self.contract(provider, **order)
        assert answer.status_code == 404, answer.text
        return answer.json()["ticket"]

    def register(self, provider: str = "google", role: str = "ACTEUR", **order) -> dict:
        """Registers a new castmate user."""
        return ok(self.post("/v1/sign-up", {
            "ticket": self.ticket(provider, **order), "role": role, "profile": {"nom": "User", "prenom": "Test"}}))

    # Calls with a session

    def me(self, token, **options):
        return self.get("/v1/me", token=token, **options)

    def link(self, token, provider: str = "google", app: str = "couple", **order) -> requests.Response:
        """Links an identity. `role`, `profile` and `onConflict` go into the body, all other arguments into the
        token."""
        extra = {name: order.pop(name) for name in ("role", "profile", "onConflict") if name in order}
        body = {**self.credential(provider, app, token, **order), **extra}
        return self.post(f"/v1/me/identities/{provider}", body, token=token)

    def unlink(self, token, provider: str = "google", **options) -> requests.Response:
        return self.delete(f"/v1/me/identities/{provider}", token=token, **options)

    def decide(self, token, ticket, choice, **options) -> requests.Response:
        return self.post("/v1/me/merge", {"ticket": ticket, "choice": choice}, token=token, **options)

    def undo_merge(self, token, **options) -> requests.Response:
        return self.post("/v1/me/merge/undo", token=token, **options)

    def register_device(self, token, value, installation="phone", kind="fcm_token", **more) -> requests.Response:
        if len(value) >= 20:
            self._secrets.secrets.add(value)
        return self.call("PUT", f"/v1/me/devices/{installation}", {"kind": kind, "value": value, **more}, token=token)

    def devices(self, token) -> list[dict]:
        return ok(self.get("/v1/me/devices", token=token))["devices"]

    def remove_device(self, token, installation="phone", **options) -> requests.Response:
        return self.delete(f"/v1/me/devices/{installation}", token=token, **options)

    #: The seconds after a refresh in which its old token gets the same response again, by default.
    LEEWAY = 10

    def refresh(self, token, **options):
        return self.post("/v1/sessions/refresh", {"refreshToken": token}, **options)

    def sign_out(self, token, **options):
        return self.delete("/v1/sessions/current", token=token, **options)


def ok(answer: requests.Response) -> dict:
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer: requests.Response, status: int, code: str, saying: str = "") -> dict:
    """Checks an error response of the native API, and returns its error."""
    assert answer.status_code == status, f"{answer.status_code}, not {status}: {answer.text}"
    error = answer.json()["error"]
    assert error["code"] == code, answer.text
    assert saying in error["message"], answer.text
    assert error["requestID"] == answer.headers["X-Request-ID"]
    return error
