"""A client of Firebase's REST API."""

import base64
import hashlib
import json
import urllib.parse

from providers import new_subject

HOST = "/identitytoolkit.googleapis.com/v1"


class Firebase:
    """A client of one app's Firebase project."""

    def __init__(self, server, app: str = "couple", key: str | None = None):
        self.server, self.app, self.api = server, app, server.api
        self.key = key if key is not None else f"AIzaSy-example-{app}"

    def call(self, method: str, body: dict | None = None, prefix: str = HOST + "/accounts:", **options):
        key = f"?key={self.key}" if self.key else ""
        return self.api.post(prefix + method + key, body or {}, **options)

    def good(self, method: str, body: dict | None = None, **options) -> dict:
        answer = self.call(method, body, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()

    # Sign-in

    def guest(self) -> dict:
        return self.good("signUp", {"returnSecureToken": True})

    def credential(self, provider: str = "google", nonce: str | None = None, **order) -> dict:
        """Returns the body of a sign-in with a new provider token."""
        order.setdefault("sub", new_subject(provider))
        form = {"providerId": f"{provider}.com"}
        if nonce:
            hashed = hashlib.sha256(nonce.encode()).hexdigest()
            order.setdefault("nonce", hashed if provider == "apple" else nonce)
            form["nonce"] = nonce
        form["id_token"] = self.server.providers.mint(provider, self.app, **order)
        return {"requestUri": "http://localhost", "postBody": "&" + urllib.parse.urlencode(form),
                "returnSecureToken": True}

    def sign_in(self, provider: str = "google", **order) -> dict:
        return self.good("signInWithIdp", self.credential(provider, **order))

    # Calls with a session

    def lookup(self, id_token: str):
        return self.call("lookup", {"idToken": id_token})

    def user(self, id_token: str) -> dict:
        answer = self.lookup(id_token)
        assert answer.status_code == 200, answer.text
        [user] = answer.json()["users"]
        return user

    def refresh(self, token: str):
        key = f"?key={self.key}"
        return self.api.post(f"/securetoken.googleapis.com/v1/token{key}",
                             {"grant_type": "refresh_token", "refresh_token": token})


def payload(token: str, part: int = 1) -> dict:
    text = token.split(".")[part]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def fails(answer, message: str, status: int = 400) -> dict:
    """Checks an error of Firebase's dialect: its message is the given word or begins with it."""
    assert answer.status_code == status, f"{answer.status_code}, not {status}: {answer.text}"
    error = answer.json()["error"]
    assert error["code"] == status
    assert error["message"] == message or error["message"].startswith(f"{message} : "), answer.text
    assert error["errors"][0]["message"] == error["message"]
    return error
