"""A client of the control routes of the development Apple, Google and FCM."""

import hashlib
import itertools
import random
import threading
import uuid

import requests

from patience import PATIENCE

_numbers = itertools.count(random.randrange(10**15))


def new_subject(provider: str = "google") -> str:
    """Returns a unique subject in the provider's form."""
    if provider == "google":
        return f"1{next(_numbers):020d}"
    return f"{next(_numbers) % 10**6:06d}.{uuid.uuid4().hex}.{random.randrange(10**4):04d}"


def nonce_claim(provider: str, nonce: str) -> str:
    """Returns the nonce claim that the provider's native SDK derives from the server's nonce."""
    return hashlib.sha256(nonce.encode()).hexdigest() if provider == "apple" else nonce


class Providers:
    KEYS_PATH = {"google": "/google/oauth2/v3/certs", "apple": "/apple/auth/keys"}

    def __init__(self, url: str, secrets):
        self.url = url
        self._secrets = secrets
        self._local = threading.local()

    def _http(self) -> requests.Session:
        if not hasattr(self._local, "http"):
            self._local.http = requests.Session()
            self._local.http.trust_env = False
        return self._local.http

    def control(self, method: str, path: str, body=None, expecting: int | None = 200):
        answer = self._http().request(method, f"{self.url}/__dev/{path}", json=body, timeout=PATIENCE)
        if expecting:
            assert answer.status_code // 100 == expecting // 100, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    def mint(self, provider: str, app: str | None = None, **order) -> str:
        """Mints a token. Takes `app` or `clientID`, and the members of the mint request's body."""
        return self.sheet(provider, app, **order)["idToken"]

    def sheet(self, provider: str, app: str | None = None, **order) -> dict:
        """Returns the result of the provider's sign-in sheet: a token and, for Apple, a code."""
        if app:
            order["app"] = app
        answer = self.control("POST", f"{provider}/token", order)
        self._secrets.note(answer)
        return answer

    def mint_many(self, provider: str, count: int, **order) -> list[str]:
        return self.control("POST", f"{provider}/token", {**order, "count": count})["idTokens"]

    def notification(self, provider: str, event: str, app: str | None = "couple", **order) -> dict:
        """Creates a signed notification, and delivers it to the server unless `deliver` is false."""
        if app and "clientID" not in order:
            order["app"] = app
        answer = self.control("POST", "notify", {"provider": provider, "event": event, **order})
        self._secrets.note({"idToken": answer["token"], "sub": answer["sub"]})
        return answer

    def notify(self, provider: str, event: str, **order) -> int:
        """Has the provider notify the server, and returns the server's status, which is the same for repeated
        deliveries."""
        [status] = {answer["status"] for answer in self.notification(provider, event, **order)["answers"]}
        return status

    def fault(self, kind: str, provider: str = "google", endpoint: str = "jwks", **details):
        self.control("POST", "faults", {"provider": provider, "endpoint": endpoint, "kind": kind, **details})

    def clear_faults(self):
        self.control("DELETE", "faults")

    # Firebase Cloud Messaging

    def messages(self) -> list[dict]:
        """Returns the messages that FCM has accepted, oldest first."""
        return self.control("GET", "fcm/messages")["messages"]

    def received(self, receiver: str) -> list[dict]:
        """Returns the messages received by a token, installation or subscriber."""
        return [entry["message"] for entry in self.messages() if receiver in entry["receivers"]]

    def fcm_fault(self, error: str, receiver: str | None = None, **details):
        self.control("POST", "fcm/faults", {"error": error, **({"receiver": receiver} if receiver else {}), **details})

    def clear_fcm_faults(self):
        self.control("DELETE", "fcm/faults")

    def service_account(self, app: str) -> dict:
        return self.control("POST", "fcm/service-account", {"app": app})

    def rotate_keys(self, provider: str = "google"):
        self.control("POST", "rotate-keys", {"provider": provider})

    def key_requests(self, provider: str = "google") -> int:
        """Returns the number of requests for the provider's key set."""
        return self.count(self.KEYS_PATH[provider])

    def count(self, path: str) -> int:
        """Returns the number of requests for the provider's path."""
        return self.control("GET", "requests")["counts"].get(path, 0)

    def advance_clock(self, seconds: int):
        self.control("POST", "clock", {"advanceSeconds": seconds})

    def reset_clock(self):
        self.control("POST", "clock", {"reset": True})

    def now(self) -> int:
        return self.control("GET", "clock")["epochSeconds"]

    def get(self, path: str) -> requests.Response:
        return self._http().get(self.url + path, timeout=PATIENCE)
