"""Clients of Appwrite's protocol: the official Python package, and raw requests for everything that it does not
send."""

import json
import os
import warnings

import pytest
import requests

warnings.filterwarnings("ignore", module="appwrite")

from appwrite.client import Client  # noqa: E402
from appwrite.exception import AppwriteException  # noqa: E402
from appwrite.services.account import Account  # noqa: E402
from appwrite.services.users import Users  # noqa: E402

from patience import PATIENCE  # noqa: E402
from providers import new_subject  # noqa: E402
from sesame import ROOT, Development  # noqa: E402

# The package reads the proxy from the environment. The tests call this machine directly, without a proxy.
os.environ["NO_PROXY"] = "*"

PROJECT = "authservice"


def serving(folder, change):
    """Starts a separate server with a changed configuration of the example app, for a fixture to yield from."""
    settings = json.loads((ROOT / "Examples" / "AuthService" / "app.json").read_text())
    change(settings["apps"])
    (folder / "sesame.json").write_text(json.dumps(settings))
    development = Development(folder, options=["--config", str(folder / "sesame.json")])
    yield development
    assert development.stop() == 0


class Appwrite:
    """A project on a server."""

    def __init__(self, server, project: str = PROJECT):
        self.server, self.project = server, project

    def client(self, key: str | None = None, session: str | None = None, jwt: str | None = None) -> Client:
        client = Client().set_endpoint(f"{self.server.url}/v1").set_project(self.project)
        if key:
            client.set_key(key)
        if session:
            client.set_session(session)
        if jwt:
            client.set_jwt(jwt)
        return client

    def account(self, session: str | None = None, **credential) -> Account:
        return Account(self.client(session=session, **credential))

    @property
    def keyed(self) -> Account:
        """The official package as a back end uses it: with an API key, so that responses contain secrets."""
        return self.account(key=self.server.admin_key)

    @property
    def users(self) -> Users:
        return Users(self.client(key=self.server.admin_key))

    def send(self, method: str, path: str, body=None, *, headers=None, session: str | None = None) -> requests.Response:
        """Sends a raw request. Its only cookies are those in the given headers."""
        fields = {"X-Appwrite-Project": self.project, **(headers or {})}
        if session:
            fields["X-Appwrite-Session"] = session
        if body is not None:
            fields.setdefault("Content-Type", "application/json")
        answer = requests.request(
            method, f"{self.server.url}/v1{path}", data=None if body is None else json.dumps(body), headers=fields,
            timeout=PATIENCE, allow_redirects=False)
        if answer.content and answer.headers.get("Content-Type", "").startswith("application/json"):
            self.server.secrets.note(answer.json())
        return answer

    # Sign-in

    def token(self, provider: str = "google", **order) -> str:
        """Returns a provider's ID token without a nonce."""
        return self.server.providers.mint(provider, self.project, **order)

    def sign_in(self, provider: str = "google", **order) -> "Session":
        """Signs in a new user, or the user with the given subject, and returns the session."""
        order.setdefault("sub", new_subject(provider))
        session = self.keyed.create_id_token_session(provider, self.token(provider, **order))
        return self.session(session)

    def guest(self) -> "Session":
        return self.session(self.keyed.create_anonymous_session())

    def session(self, session) -> "Session":
        self.server.secrets.secrets.add(session.secret)
        return Session(self, session)


class Session:
    """A user's session, created from the response to the sign-in."""

    def __init__(self, appwrite: Appwrite, model):
        self.appwrite, self.model = appwrite, model
        self.id, self.secret, self.uid = model.id, model.secret, model.userid

    @property
    def account(self) -> Account:
        return self.appwrite.account(self.secret)

    def send(self, method: str, path: str, body=None, **options) -> requests.Response:
        return self.appwrite.send(method, path, body, session=self.secret, **options)

    def jwt(self, **body) -> str:
        answer = self.send("POST", "/account/jwts", body)
        assert answer.status_code == 201, answer.text
        return answer.json()["jwt"]

    @property
    def is_live(self) -> bool:
        return self.send("GET", "/account").status_code == 200


def is_refused(answer: requests.Response, status: int, kind: str, saying: str = "") -> dict:
    """Checks the error in the response to a raw request."""
    assert answer.status_code == status, f"{answer.status_code}, not {status}: {answer.text}"
    error = answer.json()
    assert set(error) == {"message", "code", "type", "version"}
    assert (error["code"], error["type"]) == (status, kind), answer.text
    assert saying in error["message"], answer.text
    return error


def refuses(status: int, kind: str):
    """Expects the package to raise this error."""
    return pytest.raises(AppwriteException, check=lambda error: (error.code, error.type) == (status, kind))
