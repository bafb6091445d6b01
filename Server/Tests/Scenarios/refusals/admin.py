"""Refusals of the admin API: keys, scopes, and the apps of a key."""

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
    """A list request; a breach is its query."""

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
    "The operator",
    "Every call comes with an admin key that is good for it.",
    (
        Rule("admin.key", "A key is one that the server has made, whole, neither expired nor revoked.", 401,
             "not_authenticated", EVERY, {
                 "none": lambda world, scope: None,
                 "a word": lambda world, scope: "owner",
                 "another": lambda world, scope: "sk_0000000000000_" + "0123456789abcdef" * 3 + "0123",
                 "longer": lambda world, scope: key(world, [scope]) + "0",
                 "shorter": lambda world, scope: key(world, [scope])[:-1],
                 "revoked": revoked, "rotated": rotated,
                 "a person's": lambda world, scope: world.person["accessToken"],
                 "a refresh token": lambda world, scope: world.token("a refresh token"),
             }),
        Rule("admin.scope", "A key with every other scope will not do.", 403, "insufficient_scope", EVERY, {
            "all others": others}),
        Rule("admin.app", "Another app's people are answered like none.", 404, "not_found", OF_APPS, {
            "another app's key": lambda world, scope: key(world, [scope], ["prysm"])}),
        Rule("admin.server", "What is the whole server's needs a key for all apps.", 403, "insufficient_scope", OF_SERVER, {
            "one app's key": lambda world, scope: key(world, [scope], ["couple"])}),
        Rule("admin.list", "A list takes the parameters that there are, in their forms.", 400, "invalid_request",
             (Query("GET /admin/v1/apps/{app}/users"),), {
                 query: query for query in (
                     "disabeld=true", "disabled=1", "provider=magic", "limit=0", "limit=201", "limit=all",
                     "createdSince=yesterday", "cursor=", "email=")}),
        Rule("admin.events", "So do the events.", 400, "invalid_request", (Query("GET /admin/v1/events"),), {
            query: query for query in (
                "kind=none", "kind=signed_in,none", "uid=a", "cursor=1&after=1", "cursor=a", "after=-1", "limit=0",
                "since=1.5", "order=asc")}),
        Rule("admin.new", "A new key has a name, scopes, apps that there are, a life of up to 400 days, and nothing else.",
             400, "invalid_request", (Make(),), {
                 "no name": {"scopes": ["users:read"]}, "no scopes": {"name": "n"}, "empty": key_with(scopes=[]),
                 "an unknown scope": key_with(scopes=["users"]), "an unknown app": key_with(apps=["none"]),
                 "no app": key_with(apps=[]), "a long life": key_with(days=401), "no life": key_with(days=0),
                 "a line": key_with(name="a\nb"), "a long name": key_with(name="n" * 101),
                 "an id": key_with(id="0000000000000"), "a secret": key_with(key="sk_0_0"),
                 "an end": key_with(expirationTime=9999999999),
             }),
    ),
)
