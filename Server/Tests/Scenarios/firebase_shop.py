"""A server with one app whose back end has a service account, in production mode and as Firebase's emulator."""

import itertools
import json
import time
import warnings

import firebase_admin
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import _token_gen, _user_mgt, auth, credentials
from google.oauth2 import service_account

from firebase import Firebase
from sesame import Development

names = itertools.count()
numbers = itertools.count()
PROJECT = "shop-1001"
EMAIL = "firebase-adminsdk-1@shop-1001.iam.gserviceaccount.com"
MODES = ["signed", "emulator"]


class Shop:
    """A server with one app that trusts one service account."""

    def __init__(self, folder, mode: str):
        self.mode = mode
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
        providers = {"anonymous": True, "password": {"phones": True}, "google": {"clientIDs": ["web"]},
                     "apple": {"clientIDs": ["app"]}}
        file = folder / "shop.json"
        file.write_text(json.dumps({"defaultApp": "shop", "apps": {
            "shop": {"providers": providers, "secondFactors": {"totp": True, "phone": True}, "firebase": {
                "projectID": PROJECT, "apiKeys": ["AIzaSy-example-shop"], "authorizedDomains": ["shop.example.com"],
                "serviceAccounts": [{"email": EMAIL, "keyID": "k1", "publicKey": public}]}},
            "other": {"providers": {"anonymous": True},
                      "firebase": {"projectID": "other-1", "apiKeys": ["AIzaSy-example-other"]}}}}))
        options = ["--config", str(file)] + (["--firebase-emulator"] if mode == "emulator" else [])
        self.server = Development(folder, options=options)
        self.firebase = Firebase(self.server, "shop")

    @property
    def wrong_password(self) -> str:
        """The error code for a wrong password. Only an emulator names the wrong field."""
        return "INVALID_LOGIN_CREDENTIALS" if self.mode == "signed" else "INVALID_PASSWORD"

    def account(self, **changes) -> dict:
        """Returns the service account's key file, with our token URL."""
        return {"type": "service_account", "project_id": PROJECT, "private_key_id": "k1", "private_key": self.pem,
                "client_email": EMAIL, "token_uri": f"{self.server.url}/oauth2.googleapis.com/token", **changes}


@pytest.fixture(scope="session")
def shops(tmp_path_factory):
    running = {mode: Shop(tmp_path_factory.mktemp(mode), mode) for mode in MODES}
    yield running
    for shop in running.values():
        assert shop.server.stop() == 0


@pytest.fixture(params=MODES)
def shop(request, shops):
    return shops[request.param]


@pytest.fixture
def signed(shops):
    return shops["signed"]


@pytest.fixture
def surroundings(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(
        service_account.Credentials, "_is_regional_access_boundary_lookup_required", lambda credentials: False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def sdk(shop, monkeypatch, **changes):
    """Initializes the SDK as a back end does; only Google's URLs are replaced."""
    url = shop.server.url
    if shop.mode == "emulator":
        monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", url.removeprefix("http://"))
    else:
        host = url + "/identitytoolkit.googleapis.com/v1"
        monkeypatch.setattr(_user_mgt.UserManager, "ID_TOOLKIT_URL", host)
        monkeypatch.setattr(_token_gen.TokenGenerator, "ID_TOOLKIT_URL", host)
        monkeypatch.setattr(
            _token_gen, "ID_TOKEN_CERT_URI",
            url + "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
        monkeypatch.setattr(_token_gen, "COOKIE_CERT_URI", url + "/identitytoolkit/v3/relyingparty/publicKeys")
    return firebase_admin.initialize_app(
        credentials.Certificate(shop.account(**changes)), {"projectId": PROJECT}, name=f"accounts-{next(names)}")


@pytest.fixture
def admin(shop, surroundings, monkeypatch):
    app = sdk(shop, monkeypatch)
    yield app
    firebase_admin.delete_app(app)


def new_email() -> str:
    return f"test.user.{next(numbers)}.{time.time_ns()}@example.com"


def signed_in(shop, admin, uid: str, claims: dict | None = None) -> dict:
    token = auth.create_custom_token(uid, claims, app=admin).decode()
    return shop.firebase.good("signInWithCustomToken", {"token": token, "returnSecureToken": True})


def new_phone() -> str:
    return f"+1650{next(numbers) + 2000000:07d}"


def owner(shop) -> dict:
    return {"token": "owner" if shop.mode == "emulator" else shop.server.admin_key}
