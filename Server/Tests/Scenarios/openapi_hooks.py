"""Extensions of schemathesis for this server. Schemathesis loads the module in a process of its own."""

import collections
import itertools
import os

import schemathesis
from schemathesis import GenerationMode

from browser import REDIRECT
from client import Api
from providers import Providers, new_subject
from secrets_seen import SecretsSeen

APPS = ["couple", "familysync", "castmate", "prysm", "authservice"]

secrets = SecretsSeen()
providers = Providers(os.environ["SESAME_PROVIDERS"], secrets)
api = Api(os.environ["SESAME_URL"], providers, secrets)
#: The number of requests of each operation. Every other one is meant to succeed.
calls = collections.defaultdict(itertools.count)


def close(schema: dict):
    """Forbids undocumented members. Clients must accept them, but the server's own tests do not."""
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)
        for member in schema["properties"].values():
            close(member)


@schemathesis.hook
def before_load_schema(ctx, raw_schema):
    components = raw_schema["components"]
    components["parameters"]["App"]["schema"]["enum"] = APPS
    components["schemas"]["AdminKeyRequest"]["properties"]["apps"]["items"]["enum"] = APPS
    known = {"client_id": APPS, "redirect_uri": [REDIRECT]}
    for parameter in raw_schema["paths"]["/authorize"]["get"]["parameters"]:
        if values := known.get(parameter.get("name")):
            parameter["schema"]["enum"] = values
    for name, schema in components["schemas"].items():
        if not name.endswith(("Request", "Grant")):
            close(schema)


@schemathesis.serializer("application/secevent+jwt")
def event_token(ctx, value):
    """Serializes a body that consists of a token alone."""
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.auth(refresh_interval=None)
class Session:
    """An authentication with a new session for every request, so that a request that ends its session affects no
    other."""

    def get(self, case, ctx):
        security = case.operation.definition.raw["security"]
        if {"adminKey": []} in security:
            return new_admin_key()
        return api.sign_in_anonymously()["accessToken"] if security else None

    def set(self, case, data, ctx):
        bear(case, data)


def new_admin_key() -> str:
    """Creates an admin key with all scopes, which a request may revoke."""
    admin = os.environ["SESAME_ADMIN_KEY"]
    own = api.get("/admin/v1/keys/current", token=admin).json()
    answer = api.post("/admin/v1/keys", {"name": "schemathesis", "scopes": own["scopes"]}, token=admin)
    return answer.json()["key"]


def bear(case, token: str):
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}


def name(case, app: str | None):
    case.headers = {key: value for key, value in (case.headers or {}).items() if key.lower() != "sesame-app"}
    if app:
        case.headers["Sesame-App"] = app


# Requests with secrets that no generator can guess, so that the code after their verification is tested too.


def sign_in(case, provider: str):
    name(case, "couple")
    case.body = api.credential(provider, "couple", sub=new_subject(provider))


def contract(case, provider: str):
    name(case, "couple")
    case.body = {"idToken": providers.mint(provider, "couple", sub=new_subject(provider))}


def sign_up(case):
    name(case, None)
    case.body = {"ticket": api.ticket(), "role": "ACTEUR", "profile": {"nom": "User", "prenom": "Test"}}


def refresh(case):
    name(case, None)
    case.body = {"refreshToken": api.sign_in_anonymously()["refreshToken"]}


def exchange(case):
    case.body = {"grant_type": "refresh_token", "client_id": "couple",
                 "refresh_token": api.sign_in_anonymously()["refreshToken"]}


def notify_from_apple(case):
    case.body = {"payload": providers.notification("apple", "consent-revoked", deliver=False)["token"]}


def notify_from_google(case):
    case.body = providers.notification("google", "sessions-revoked", deliver=False)["token"]


def confirm(case):
    name(case, "couple")
    subject = new_subject()
    bear(case, api.sign_in(sub=subject)["accessToken"])
    case.body = {"provider": "google", **api.credential(sub=subject)}


def link(case):
    name(case, "couple")
    token = api.sign_in_anonymously()["accessToken"]
    bear(case, token)
    case.path_parameters = {"provider": "google"}
    case.body = api.credential(token=token, sub=new_subject())


def unlink(case):
    name(case, "couple")
    token = api.sign_in()["accessToken"]
    assert api.link(token, "apple", sub=new_subject("apple")).status_code == 200
    bear(case, token)
    case.path_parameters = {"provider": "google"}


def decide(case):
    name(case, "couple")
    subject = new_subject()
    api.sign_in(sub=subject)
    token = api.sign_in_anonymously()["accessToken"]
    bear(case, token)
    case.body = {**case.body, "ticket": api.link(token, sub=subject).json()["error"]["ticket"]}


def undo(case):
    name(case, "couple")
    subject = new_subject()
    api.sign_in(sub=subject)
    guest = api.sign_in_anonymously()
    bear(case, api.link(guest["accessToken"], sub=subject, onConflict="merge").json()["accessToken"])


def change_profile(case):
    name(case, "couple")
    bear(case, api.sign_in()["accessToken"])
    case.headers = {key: value for key, value in case.headers.items() if key.lower() != "if-match"}
    case.body = {"fields": {"questionMode": "fun"}, "onboarding": {"step": "aboutYou"}}


def complete_profile(case):
    change_profile(case)
    case.body = {"fields": {"birthDate": "1990-05-17", "relationshipGoals": ["communication"]}}


def of_a_device(case):
    name(case, None)
    token = api.sign_in_anonymously()["accessToken"]
    assert api.register_device(token, "a-token-of-schemathesis", "mine").status_code == 200
    bear(case, token)
    case.path_parameters = {"installation": "mine"}


def push(case):
    case.path_parameters = {"app": "couple"}
    case.headers = {**(case.headers or {}), "Idempotency-Key": new_subject()}
    case.body = {"to": {"topic": "news"}, "data": {"k": "v"}}


def of_a_push(case):
    answer = api.post("/admin/v1/apps/couple/push", {"to": {"topic": "news"}, "data": {"k": "v"}},
                      token=os.environ["SESAME_ADMIN_KEY"])
    case.path_parameters = {"app": "couple", "id": answer.json()["id"]}


def of_a_user(case):
    answer = api.sign_in_anonymously()
    case.path_parameters = {**(case.path_parameters or {}), "app": "couple", "uid": answer["user"]["uid"]}
    if "id" in case.path_parameters:
        case.path_parameters["id"] = answer["sessionID"]


def of_this_key(case):
    case.path_parameters = {"id": "current"}


def of_the_app(case):
    case.path_parameters = {"app": "couple"}
    case.query = {"provider": "anonymous", "disabled": "false", "limit": "2"}


def of_events(case):
    case.query = {"app": "couple", "kind": "signed_in,signed_out", "limit": "2"}


def of_this_session(case):
    name(case, None)
    case.path_parameters = {"id": "current"}


GOING_WELL = {
    "signInWithProvider": lambda case: sign_in(case, "google"), "signInWithApple": lambda case: sign_in(case, "apple"),
    "contractSignInWithGoogle": lambda case: contract(case, "google"),
    "contractSignInWithApple": lambda case: contract(case, "apple"),
    "notifyFromApple": notify_from_apple, "notifyFromGoogle": notify_from_google,
    "signUp": sign_up, "refresh": refresh, "token": exchange, "confirm": confirm,
    "linkIdentity": link, "unlinkIdentity": unlink, "decideConflict": decide, "undoMerge": undo,
    "changeProfile": change_profile, "completeProfile": complete_profile,
    "removeDevice": of_a_device, "sendPush": push, "showPush": of_a_push,
    "showUser": of_a_user, "listUserSessions": of_a_user, "endUserSessions": of_a_user, "endUserSession": of_a_user,
    "disableUser": of_a_user, "enableUser": of_a_user, "deleteUser": of_a_user, "exportUser": of_a_user,
    "showAdminKey": of_this_key, "revokeAdminKey": of_this_key, "rotateAdminKey": of_this_key,
    "listUsers": of_the_app, "listEvents": of_events,
    "showSession": of_this_session, "endSession": of_this_session,
}


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Turns every other valid request into one that succeeds."""
    if case.operation.definition.raw.get("operationId") == "rotateSigningKeys" and case.body == {"when": "at_once"}:
        # An immediate rotation would end the sessions of other requests in this run.
        case.body = {"when": "scheduled"}
    positive = case.meta and case.meta.generation.mode is GenerationMode.POSITIVE
    if positive and isinstance(case.body, dict):
        # JSON Schema accepts 1.0 as an integer; this server does not.
        case.body = {name: int(value) if isinstance(value, float) and value.is_integer() else value
                     for name, value in case.body.items()}
    if positive and {"cursor", "after"} <= set(case.query or {}):
        # The two parameters exclude each other, which a schema cannot express.
        case.query = {name: value for name, value in case.query.items() if name != "cursor"}
    if positive and "uid" in (case.query or {}) and "app" not in case.query:
        # `uid` requires `app`, which a schema cannot express either.
        case.query = {**case.query, "app": "couple"}
    for field in [field for field in case.headers or {} if field.lower() == "if-match" and positive]:
        # The quotes are part of an entity tag, and schemathesis drops them.
        case.headers[field] = f'"{case.headers[field].strip(chr(34))}"'
    operation = case.operation.definition.raw.get("operationId")
    change = GOING_WELL.get(operation)
    if change and positive and next(calls[operation]) % 2 == 0:
        change(case)
