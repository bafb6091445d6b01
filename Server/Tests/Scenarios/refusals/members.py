"""Refusals of bodies with members that are missing or have the wrong type."""

from .doors import Body
from .reply import Reply
from .rule import Area, Rule


class Members(Body):
    """A door with a well-formed body; a breach overrides a member."""

    def __init__(self, path: str, **good):
        super().__init__(path)
        self.good = good

    def prepare(self, world, breach):
        name, value = breach
        body = {**self.good, name: value}
        if value is ...:
            del body[name]
        token = world.person["accessToken"] if self.path.startswith("/v1/me/") else None
        app = None if self.path == "/v1/sign-up" else "couple"
        return lambda: Reply.of(world.api.post(self.path, body, token=token, app=app))


def names_the_member(reply, breach):
    error = reply.json.get("error")
    assert error is None or error["field"] == breach[0], error


def wrong(*names: str, optional: tuple = (), **more) -> dict:
    values = {"missing": ..., "null": None, "a number": 1, "a Boolean": True, "an array": ["a"], "an object": {},
              "empty": ""}
    breaches = {f"{name} {kind}": (name, value) for name in names for kind, value in values.items()}
    for name in optional:
        breaches |= {f"{name} {kind}": (name, values[kind]) for kind in ("a number", "a Boolean", "an array")}
    return breaches | {f"{name} {value}": (name, value) for name, value in more.items()}


def rule(name, says, door, breaches) -> Rule:
    return Rule(f"member.{name}", says, 400, "invalid_request", door, breaches, also=names_the_member)


CODES = {
    "authorizationCode empty": ("authorizationCode", ""),
    "authorizationCode too long": ("authorizationCode", "c" * 513),
    "authorizationCode too long in bytes": ("authorizationCode", "é" * 257),
}

AREA = Area(
    "Members of request bodies",
    "The error names a missing or invalid member in `field`, if the endpoint's error format has that member.",
    (
        rule("sign-in", "`idToken` and `nonce` must be nonempty strings; `role`, if present, must be a string.", (
            Members("/v1/sign-in/google", idToken="a", nonce="a"), Members("/v1/sign-in/apple", idToken="a", nonce="a"),
        ), wrong("idToken", "nonce", optional=("role",))),
        rule("apple", "`authorizationCode`, if present, must be a string of 1 to 512 bytes; `givenName` and "
             "`familyName`, if present, must be strings.", (
            Members("/v1/sign-in/apple", idToken="a", nonce="a"),
        ), wrong(optional=("authorizationCode", "givenName", "familyName")) | CODES),
        rule("unknown", "The body must not have unknown members, so that the server does not ignore a misspelled one.",
             (
            Members("/v1/sign-in/google", idToken="a", nonce="a"), Members("/v1/sign-in/apple", idToken="a", nonce="a"),
            Members("/v1/sign-in/anonymous"), Members("/v1/sign-up", ticket="a"),
            Members("/v1/sessions/refresh", refreshToken="a"), Members("/v1/me/merge", ticket="a", choice="keep"),
            Members("/v1/me/confirm", provider="google", idToken="a", nonce="a"),
            Members("/v1/me/identities", code="a", codeVerifier="a", redirectURI="a"),
        ), {"a word": ("surprise", "x"), "null": ("surprise", None), "another case": ("IDToken", "a")}),
        rule("contract", "`idToken` must be a nonempty string; `role`, if present, must be a string.", (
            Members("/auth/google", idToken="a"), Members("/auth/apple", idToken="a"),
        ), wrong("idToken", optional=("role",))),
        rule("refresh", "`refreshToken` must be a nonempty string.", (
            Members("/v1/sessions/refresh", refreshToken="a"),), wrong("refreshToken")),
        rule("sign-up", "`ticket` must be a nonempty string; `role`, if present, must be a string, and `profile` an "
             "object.", (
            Members("/v1/sign-up", ticket="a"),), wrong("ticket", optional=("role",), profile="x")),
        rule("link", "`idToken` and `nonce` must be nonempty strings; `role`, if present, must be a string, `profile` "
             "an object, and `onConflict` one of `fail`, `keep`, `switch` and `merge`.", (
            Members("/v1/me/identities/google", idToken="a", nonce="a"),
            Members("/v1/me/identities/apple", idToken="a", nonce="a"),
        ), wrong("idToken", "nonce", optional=("role", "onConflict"), profile="x") | {
            f"onConflict {name}": ("onConflict", name) for name in ("steal", "Merge", "", "merge ")}),
        rule("link-code", "`code`, `codeVerifier` and `redirectURI` must be nonempty strings; `profile`, if present, "
             "must be an object, and `onConflict` one of `fail`, `keep`, `switch` and `merge`.", (
            Members("/v1/me/identities", code="a", codeVerifier="a", redirectURI="a"),
        ), wrong("code", "codeVerifier", "redirectURI", optional=("onConflict",), profile="x") | {
            f"onConflict {name}": ("onConflict", name) for name in ("steal", "Merge", "", "merge ")}),
        rule("decision", "`ticket` must be a nonempty string, and `choice` one of `keep`, `switch` and `merge`.", (
            Members("/v1/me/merge", ticket="a", choice="keep"),
        ), wrong("ticket", "choice") | {
            f"choice {name}": ("choice", name) for name in ("fail", "steal", "Merge", "merge ")}),
        rule("confirm", "`provider` must be `google` or `apple`, and `idToken` and `nonce` nonempty strings; "
             "`authorizationCode`, if present, must be a string of 1 to 512 bytes.", (
            Members("/v1/me/confirm", provider="google", idToken="a", nonce="a"),
        ), wrong("provider", "idToken", "nonce", optional=("authorizationCode",)) | CODES | {
            f"provider {name}": ("provider", name) for name in ("facebook", "Google", "anonymous", "google ")}),
    ),
)
