"""Refusals of the admin API: keys, scopes, the apps of a key, and parameters."""

from .doors import JSON
from .reply import Reply
from .rule import Area, Door, Rule

USER = "/admin/v1/apps/{app}/users/{uid}"
#: Each operation with its scope and, if it takes one, a body.
CALLS = {
    "GET /admin/v1/apps/{app}/users": ("users:read", None),
    f"GET {USER}": ("users:read", None),
    f"GET {USER}/profile": ("users:read", None),
    f"PATCH {USER}/profile": ("profiles:write", {"fields": {"isSubscribed": True}}),
    f"POST {USER}/disable": ("users:write", None),
    f"POST {USER}/enable": ("users:write", None),
    f"DELETE {USER}": ("users:write", None),
    f"GET {USER}/export": ("users:export", None),
    f"GET {USER}/sessions": ("sessions:read", None),
    f"DELETE {USER}/sessions": ("sessions:write", None),
    f"DELETE {USER}/sessions/{{id}}": ("sessions:write", None),
    "GET /admin/v1/events": ("events:read", None),
    "GET /admin/v1/keys": ("keys:read", None),
    "POST /admin/v1/keys": ("keys:write", {"name": "n", "scopes": ["keys:write"]}),
    "GET /admin/v1/signing-keys": ("keys:read", None),
    "POST /admin/v1/signing-keys/rotate": ("keys:write", None),
}


class Call(Door):
    """A call of the admin API; a breach makes its token from the required scope."""

    def __init__(self, name: str, app: str = "couple"):
        self.name, self.app = name, app
        self.scope, self.body = CALLS[name]

    def prepare(self, world, breach):
        token = breach(world, self.scope)
        if token:
            world.secret(token)
        method, path = self.name.split()
        person = world.person
        path = path.format(app=self.app, uid=person["user"]["uid"], id=person["sessionID"])
        return lambda: Reply.of(world.api.call(method, path, self.body, token=token))


    def greet(self, world):
        assert world.api.get("/admin/v1/apps", token=world.server.admin_key).status_code == 200


class Query(Call):
    """A request for a list; a breach is its query."""

    def prepare(self, world, breach):
        path = self.name.split()[1].format(app="couple")
        return lambda: Reply.of(world.api.get(f"{path}?{breach}", token=world.server.admin_key))


class Make(Call):
    """The creation of a key; a breach is its body."""

    def __init__(self):
        super().__init__("POST /admin/v1/keys")

    def prepare(self, world, breach):
        return lambda: Reply.of(
            world.api.post("/admin/v1/keys", breach, token=world.server.admin_key, headers=JSON))


def key(world, scopes, apps=None) -> str:
    body = {"name": "refusals", "scopes": sorted(scopes), **({"apps": apps} if apps else {})}
    answer = world.api.post("/admin/v1/keys", body, token=world.server.admin_key)
    made = answer.json()["key"]
    # The key's first use is recorded.
    world.api.get("/admin/v1/keys/current", token=made)
    return made


def others(world, scope: str) -> str:
    every = {needed for needed, _ in CALLS.values()} | {"push:send"}
    return key(world, every - {scope})


def revoked(world, scope: str) -> str:
    made = key(world, [scope])
    assert world.api.delete("/admin/v1/keys/current", token=made).status_code == 204
    return made


def rotated(world, scope: str) -> str:
    made = key(world, [scope])
    answer = world.api.post("/admin/v1/keys/current/rotate", {"graceSeconds": 0}, token=made)
    assert answer.status_code == 201
    return made


def key_with(**members) -> dict:
    return {"name": "n", "scopes": ["users:read"], **members}


EVERY = tuple(Call(name) for name in CALLS)
OF_APPS = tuple(Call(name) for name in CALLS if "{app}" in name)
OF_SERVER = tuple(Call(name) for name in CALLS if "signing" in name or name.endswith("/events"))

AREA = Area(
    "Admin API",
    "Every call requires a valid admin key with the scope of the call.",
    (
        Rule("admin.key", "The bearer token must be an admin key that the server created, not expired and not revoked.",
             401,             "not_authenticated", EVERY, {
                 "no key": lambda world, scope: None,
                 "a word": lambda world, scope: "owner",
                 "an unknown key": lambda world, scope: "sk_0000000000000_" + "0123456789abcdef" * 3 + "0123",
                 "longer": lambda world, scope: key(world, [scope]) + "0",
                 "shorter": lambda world, scope: key(world, [scope])[:-1],
                 "revoked": revoked, "rotated": rotated,
                 "an access token": lambda world, scope: world.person["accessToken"],
                 "a refresh token": lambda world, scope: world.token("a refresh token"),
             }),
        Rule("admin.scope", "The key must have the scope of the call; all other scopes are not enough.", 403,
             "insufficient_scope", EVERY, {"all other scopes": others}),
        Rule("admin.app", "The key must be valid for the app in the path. If not, the app counts as unknown.",
             404, "not_found", OF_APPS, {
            "another app's key": lambda world, scope: key(world, [scope], ["prysm"])}),
        Rule("admin.server", "A call that concerns the whole server requires a key for all apps.", 403,
             "insufficient_scope", OF_SERVER, {
                 "one app's key": lambda world, scope: key(world, [scope], ["couple"])}),
        Rule("admin.list", "The query of the user list must have only known parameters with valid values.", 400,
             "invalid_request", (Query("GET /admin/v1/apps/{app}/users"),), {
                 query: query for query in (
                     "disabeld=true", "disabled=1", "provider=magic", "limit=0", "limit=201", "limit=all",
                     "createdSince=yesterday", "cursor=", "email=")}),
        Rule("admin.events", "The query of the event list must have only known parameters with valid values.", 400,
             "invalid_request", (Query("GET /admin/v1/events"),), {
            query: query for query in (
                "kind=none", "kind=signed_in,none", "uid=a", "cursor=1&after=1", "cursor=a", "after=-1", "limit=0",
                "since=1.5", "order=asc")}),
        Rule("admin.new", "`name` and `scopes` must be present and valid. `apps` and `days`, if present, must be known "
             "apps and 1 to 400. No other member is allowed.",
             400, "invalid_request", (Make(),), {
                 "no name": {"scopes": ["users:read"]}, "no scopes": {"name": "n"}, "empty scopes": key_with(scopes=[]),
                 "an unknown scope": key_with(scopes=["users"]), "an unknown app": key_with(apps=["none"]),
                 "empty apps": key_with(apps=[]), "401 days": key_with(days=401), "0 days": key_with(days=0),
                 "a line break": key_with(name="a\nb"), "a long name": key_with(name="n" * 101),
                 "an id": key_with(id="0000000000000"), "a secret": key_with(key="sk_0_0"),
                 "an expiration time": key_with(expirationTime=9999999999),
             }),
    ),
)
