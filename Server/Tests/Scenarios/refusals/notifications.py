"""Refusals of notifications that are not Apple's or Google's, or that cannot be parsed."""

import json
from dataclasses import replace

from providers import new_subject

from . import provider_tokens
from .doors import Ahead, Draft
from .http import NOT_JSON
from .provider_claims import NO_TIMES, claiming
from .reply import Reply
from .rule import Area, Door, Rule

EVENTS = {"apple": "consent-revoked", "google": "sessions-revoked"}
TYPES = {"apple": "application/json", "google": "application/secevent+jwt"}
DAY = 86_400
RISC = "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked"


class Notify(Door):
    """A door that takes a notification about an existing user; a breach is a `Draft`."""

    def __init__(self, provider: str):
        self.provider, self.name = provider, f"POST /notifications/{provider}"
        self.shape = "delivery" if provider == "google" else "native"
        self._subjects = {}

    def answer(self, rule: Rule):
        return (400, rule.code) if self.provider == "google" else (rule.status, rule.code)

    def subject(self, world) -> str:
        if world not in self._subjects:
            self._subjects[world] = new_subject(self.provider)
            world.api.sign_in(self.provider, sub=self._subjects[world])
        return self._subjects[world]

    def send(self, world, token: str):
        body = json.dumps({"payload": token}) if self.provider == "apple" else token
        return world.api.call("POST", f"/notifications/{self.provider}", data=body.encode(),
                              headers={"Content-Type": TYPES[self.provider]})

    def prepare(self, world, breach: Draft):
        now = world.providers.now()
        claims = {name: now + value if isinstance(value, Ahead) else value for name, value in breach.claims.items()}
        good = world.providers.notification(
            self.provider, EVENTS[self.provider], sub=self.subject(world), deliver=False, claims=claims,
            header=breach.header, **breach.order)["token"]
        token = breach.forge(good, world)
        world.secret(good, token)
        return lambda: Reply.of(self.send(world, token))

    def greet(self, world):
        token = world.providers.notification(
            self.provider, EVENTS[self.provider], sub=new_subject(self.provider), deliver=False)["token"]
        assert self.send(world, token).status_code == {"apple": 200, "google": 202}[self.provider]


class Raw(Notify):
    """A door that sends a body unchanged; a breach is the body, or the body with its content type."""

    def prepare(self, world, breach):
        body, type = breach if isinstance(breach, tuple) else (breach, TYPES[self.provider])
        fields = {"Content-Type": type} if type else {}
        return lambda: Reply.of(world.api.call(
            "POST", f"/notifications/{self.provider}", data=body, headers=fields))


class RawByHTTP(Raw):
    """The same door, for refusals by the HTTP layer."""

    def answer(self, rule: Rule):
        return rule.status, rule.code


BOTH, APPLE, GOOGLE = (Notify("apple"), Notify("google")), (Notify("apple"),), (Notify("google"),)
#: The breaches that notifications and ID tokens share.
SHARED = {
    "algorithm", "algorithm-is-text", "public-key", "signature", "claims-come-after", "critical", "unencoded",
    "compressed", "encrypted", "nested", "own-key", "own-certificate", "own-source", "type-is-text", "key-id",
    "key-id-is-text", "key-id-length", "known-key", "header-length", "header-json", "parts", "spelling", "empty-parts",
}


def shared():
    for rule in provider_tokens.AREA.rules:
        name = rule.id.partition(".")[2]
        if name in SHARED:
            yield replace(rule, id=f"notification.{name}", doors=BOTH, saying="", diagnosis=rule.saying)


def rule(name, says, breaches, diagnosis, doors=BOTH, **more) -> Rule:
    return Rule(f"notification.{name}", says, 401, "invalid_token", doors, breaches, diagnosis=diagnosis, **more)


def event(**members) -> dict:
    return {"type": "consent-revoked", "sub": "1", "event_time": 1_800_000_000_000, **members}


def without(name: str) -> dict:
    return {key: value for key, value in event().items() if key != name}


AREA = Area(
    "Notifications of Apple and Google",
    "Anyone can send requests to these endpoints, so the server trusts only tokens that the provider signed. The "
    "reason for a refusal is in the log and not in the response. A refused token ends no session.",
    (
        *shared(),
        rule("type", "`typ` must be `JWT`, `secevent+jwt` or absent.", {
            repr(kind): Draft(header={"typ": kind}) for kind in ("at+jwt", "dpop+jwt", "logout+jwt", "JWT ", "JOSE", "")
        }, "typ"),
        rule("events", "The token must have `events`; without them it is not a notification.", {
            "missing": Draft(claims={"events": None})}, "token has no events"),
        rule("issuer-google", "Google's `iss` must be `https://accounts.google.com`, with or without a trailing slash.",
             claiming(
            "iss", "https://accounts.google.com//", "accounts.google.com", "https://accounts.google.com.example.com",
            "http://accounts.google.com/", "https://appleid.apple.com", "", None, 1, ["https://accounts.google.com/"],
        ), "iss", GOOGLE),
        rule("issuer-apple", "Apple's `iss` must be an issuer of Apple, byte for byte.", claiming(
            "iss", "https://appleid.apple.com/", "https://accounts.google.com/", "appleid.apple.com", "", None, 1),
            "iss", APPLE),
        rule("audience", "`aud` must contain only strings, and at least one client id of this server.", claiming(
            "aud", "a-stranger", ["a-stranger", "another"], "", None, 1, [], {}, "COM.EXAMPLE.COUPLE", "*", "couple",
            [["com.example.couple"]], ["com.example.couple", 1]), "aud"),
        rule("id", "The token must have `jti`, a string of 1 to 255 bytes, by which a repeated delivery is recognized.",
             claiming(
            "jti", None, "", 1, ["a"], "j" * 256), "jti"),
        rule("issue-is-a-time", "`iat` must be present and a whole number of seconds.", claiming("iat", *NO_TIMES),
             "iat"),
        rule("from-the-future", "`iat` must not be in the future, with a tolerance of one minute.", claiming(
            "iat", Ahead(65), Ahead(DAY)), "iat is in the future"),
        rule("not-yet", "`nbf` must not be in the future, with a tolerance of one minute.", claiming("nbf", Ahead(65)),
             "nbf is in the future"),
        rule("expiry-is-a-time", "Apple's `exp` must be present and a whole number of seconds.",
             claiming("exp", *NO_TIMES), "exp", APPLE),
        rule("expired", "Apple's `exp` must not have passed, with a tolerance of one minute.", claiming(
            "exp", Ahead(-61), 0), "exp has passed", APPLE),
        rule("too-old", "Google's `iat` must be at most 30 days ago, with a tolerance of one minute.", claiming(
            "iat", Ahead(-30 * DAY - 61), 0), "iat is too long ago", GOOGLE),
        rule("events-apple", "Apple's `events` must be an object or a list of objects, as JSON or as a string with "
             "JSON.", claiming(
            "events", 1, True, "", "x", "{", "[1]", "1", '{"type":"a","type":"b"}', [1], [[]]), "event", APPLE),
        rule("event-type", "Apple's event must have a `type`, a string that is not empty.", claiming(
            "events", without("type"), event(type=1), event(type="")), "type", APPLE),
        rule("event-subject", "Apple's event must have a `sub`, a string that is not empty.", claiming(
            "events", without("sub"), event(sub=1), event(sub="")), "sub", APPLE),
        rule("event-time", "`event_time` in Apple's event, if present, must be a positive whole number.", claiming(
            "events", event(event_time="1800000000000"), event(event_time=1.5), event(event_time=-1),
            event(event_time=True), event(event_time=None)), "event_time", APPLE),
        rule("events-google", "Google's `events` must be an object with at least one event, and each event an object.",
             claiming(
            "events", {}, "{}", [], 1, True, {RISC: 1}, {RISC: []}, {RISC: "{}"}), "event", GOOGLE),
        rule("event-subject-google", "Google's event must have a `subject`, an object.", claiming(
            "events", {RISC: {}}, {RISC: {"subject": "1"}}, {RISC: {"subject": None}}), "subject", GOOGLE),
        rule("event-time-google", "Google's `toe`, if present, must be a whole number of seconds.", claiming(
            "toe", *NO_TIMES[1:]), "toe", GOOGLE),
        Rule("notification.body", "The body from Apple must be a strict JSON object.", 400, "invalid_request",
             (Raw("apple"),), {
            **NOT_JSON, "very deep nesting": b"[" * 20_000}, saying="JSON"),
        Rule("notification.payload", "Apple's body must have a `payload`, a string.", 400, "invalid_request",
             (Raw("apple"),), {
            text: text.encode() for text in ("{}", '{"payload": 1}', '{"payload": null}', '{"token": "a.b.c"}')
        }, saying="payload"),
        Rule("notification.text", "Google's body must be the token itself, in valid UTF-8.", 401, "invalid_token",
             (Raw("google"),), {"invalid UTF-8": b"\xff\xfe", "JSON": b'{"payload": "a.b.c"}'}, diagnosis="token"),
        Rule("notification.media-type", "Apple's `Content-Type` must be `application/json`.", 415, "invalid_request",
             (Raw("apple"),), {type: (b"{}", type) for type in (
                 "text/plain", "application/jwt", "application/secevent+jwt", "application/x-www-form-urlencoded")},
             by_http=True),
        Rule("notification.media-type-google", "Google's `Content-Type` must be `application/secevent+jwt`.", 415,
             "invalid_request", (RawByHTTP("google"),), {
                 type or "none": (b"a.b.c", type) for type in (
                     "", "text/plain", "application/jwt", "application/json", "application/x-www-form-urlencoded")},
             by_http=True),
        Rule("notification.length", "The body must have at most 24 KiB.", 413, "invalid_request",
             (Raw("apple"), RawByHTTP("google")), {"one byte too many": b" " * 24_577, "60 KiB": b"a" * 60_000},
             by_http=True),
    ),
)
