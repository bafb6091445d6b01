"""Refusals of devices and push messages: registration, ownership, and permission to send."""

from client import ok
from providers import new_subject

from .doors import JSON
from .reply import Reply
from .rule import Area, Door, Rule

TOKEN = "cRefusals:APA91b"
GOOD = {"kind": "fcm_token", "value": TOKEN}
PUSHES = "/admin/v1/apps/{app}/push"


class Register(Door):
    """A registration; a breach is its body, or `(body, installation)` with the installation for the path."""

    name = "PUT /v1/me/devices/{installation}"

    def prepare(self, world, breach):
        body, installation = breach if isinstance(breach, tuple) else (breach, "phone")
        token = world.person["accessToken"]
        return lambda: Reply.of(world.api.call("PUT", f"/v1/me/devices/{installation}", body, token=token))

    def greet(self, world):
        person = world.person
        ok(world.api.register_device(person["accessToken"], f"{TOKEN}-{person['sub']}", platform="ios"))


class Remove(Register):
    """A removal; a breach makes the installation from the world."""

    name = "DELETE /v1/me/devices/{installation}"

    def prepare(self, world, breach):
        installation, token = breach(world), world.person["accessToken"]
        return lambda: Reply.of(world.api.remove_device(token, installation))


class Push(Door):
    """A push; a breach is its body, `(body, key)`, or a string in place of the app."""

    name = f"POST {PUSHES}"

    def prepare(self, world, breach):
        app = breach if isinstance(breach, str) else "couple"
        body, key = breach if isinstance(breach, tuple) else ({"to": {"topic": "news"}, "data": {"k": "v"}}, None)
        body = breach if isinstance(breach, dict) else body
        headers = JSON if key is None else {**JSON, "Idempotency-Key": key}
        token = world.server.admin_key
        return lambda: Reply.of(world.api.post(PUSHES.format(app=app), body, token=token, headers=headers))

    def greet(self, world):
        assert world.server.push({"topic": "news"}).status_code == 202


class Admin(Push):
    """A call of the admin API; a breach makes a token from the valid key."""

    def __init__(self, method: str = "POST", path: str = PUSHES):
        self.method, self.path, self.name = method, path, f"{method} {path}"

    def prepare(self, world, breach):
        token = breach(world)
        if token:
            world.secret(token)
        body = {"to": {"topic": "news"}, "data": {"k": "v"}} if self.method == "POST" else None
        path = self.path.format(app="couple", id="0" * 26)
        return lambda: Reply.of(world.api.call(self.method, path, body, token=token))


def repeated(world) -> str:
    key = new_subject()
    assert world.server.push({"topic": "news"}, key=key).status_code == 202
    return key


class Repeated(Push):
    """A push with the idempotency key of an earlier one."""

    def prepare(self, world, breach):
        key, token = repeated(world), world.server.admin_key
        return lambda: Reply.of(world.api.post(
            PUSHES.format(app="couple"), breach, token=token, headers={**JSON, "Idempotency-Key": key}))


def of_a_stranger(app: str):
    def installation(world) -> str:
        stranger = world.api.sign_in() if app == "couple" else world.api.sign_in_anonymously(app)
        ok(world.api.register_device(stranger["accessToken"], f"{TOKEN}-{new_subject()}", "theirs"))
        return "theirs"

    return installation


def removed(world) -> str:
    token = world.person["accessToken"]
    ok(world.api.register_device(token, f"{TOKEN}-{new_subject()}", "gone"))
    assert world.api.remove_device(token, "gone").status_code == 204
    return "gone"


def without(name: str, **more) -> dict:
    return {key: value for key, value in {**GOOD, **more}.items() if key != name}


def to(**target) -> dict:
    return {"to": target, "data": {"k": "v"}}


def saying(**message) -> dict:
    return {"to": {"topic": "news"}, **message}


def names(field: str):
    def check(reply, breach):
        assert reply.json["error"]["field"] == field

    return check


AREA = Area(
    "Devices and push messages",
    "A device belongs to a session, and only its user can reach it. Sending a push message requires an admin key.",
    (
        Rule("device.value", "`value` must be printable ASCII in the form of its `kind`, and have at most 4 KiB.", 400,
             "invalid_request", (Register(),), {
                 "missing": without("value"), "null": {**GOOD, "value": None}, "a number": {**GOOD, "value": 1},
                 "empty": {**GOOD, "value": ""}, "a space": {**GOOD, "value": "a b"},
                 "a line break": {**GOOD, "value": "a\nb"},
                 "a non-ASCII letter": {**GOOD, "value": "é"}, "long": {**GOOD, "value": "a" * 4097},
                 "a token as an installation id": {"kind": "fcm_fid", "value": "a:b"},
                 "a long installation id": {"kind": "fcm_fid", "value": "a" * 129},
                 "uppercase digits": {"kind": "apns", "value": "0F" * 32},
                 "an odd length": {"kind": "apns", "value": "0" * 63},
                 "short": {"kind": "apns", "value": "00"},
             }, also=names("value")),
        Rule("device.kind", "`kind` must be `fcm_token`, `fcm_fid` or `apns`.", 400, "invalid_request", (Register(),), {
            "missing": without("kind"), **{str(kind): {**GOOD, "kind": kind} for kind in ("gcm", "APNS", "", 1, None)}},
             also=names("kind")),
        Rule("device.platform", "`platform`, if present, must be `ios`, `macos`, `android` or `web`.", 400,
             "invalid_request", (Register(),), {
            str(platform): {**GOOD, "platform": platform} for platform in ("iOS", "", 1, ["ios"])},
             also=names("platform")),
        Rule("device.installation", "An installation id must have 1 to 128 letters, digits, -, ., _ and ~.", 400,
             "invalid_request", (Register(),), {
                 repr(text)[:30]: (GOOD, text) for text in ("a%20b", "%27", "é", "a" * 129, "a:b", "a@b", "%25")},
             also=names("installation")),
        Rule("device.own", "A user can remove only a registered device of their own.", 404, "not_found", (Remove(),), {
            "unknown": lambda world: "unknown", "another user's": of_a_stranger("couple"),
            "another app's": of_a_stranger("prysm"), "removed": removed,
            **{repr(text)[:30]: lambda world, text=text: text for text in ("'", "x'; DELETE FROM devices; --", "*", "a" * 999)}}),
        Rule("push.admin", "Calls about push messages require a valid admin key.", 401, "not_authenticated", (
            Admin(), Admin("GET", PUSHES + "/{id}")), {
                "no key": lambda world: None, "an unknown key": lambda world: "a" * 64,
                "longer": lambda world: world.server.admin_key + "a", "shorter": lambda world: world.server.admin_key[:-1],
                "an access token": lambda world: world.person["accessToken"],
                "a refresh token": lambda world: world.token("a refresh token")}),
        Rule("push.app", "The path must name an app of the server.", 404, "not_found", (Push(),), {
            app: app for app in ("none", "Couple", "a b", "__proto__")}),
        Rule("push.account", "`to.uid` must be the id of an account of the app.", 404, "not_found", (Push(),), {
            "unknown": to(uid="0" * 26), "SQL": to(uid="'; --")}),
        Rule("push.target", "`to` must have exactly one of `uid`, `token`, `fid` and `topic`, in FCM's form.",
             400, "invalid_request", (Push(),), {
                 "missing": {"data": {"k": "v"}}, "empty": to(), "a string": {"to": "news", "data": {"k": "v"}},
                 "two": to(topic="a", token="b"), "unknown": to(user="a"), "a number": to(uid=1),
                 "an empty string": to(topic=""),
                 "a topic's path": to(topic="/topics/news"), "a topic with a space": to(topic="a b"),
                 "a long topic": to(topic="a" * 901), "a token with a space": to(token="a b"), "a bad id": to(fid="a:b"),
             }, also=names("to")),
        Rule("push.message", "A push message must not be empty, and must have only known members within FCM's limits.",
             400,             "invalid_request", (Push(),), {
                 "empty": saying(), "empty data": saying(data={}), "an empty notification": saying(notification={}),
                 "an empty title": saying(notification={"title": ""}),
                 "a misspelled member": saying(notification={"titel": "a"}),
                 "an http image": saying(notification={"image": "http://example.com/a.png"}),
                 "a number": saying(data={"k": 1}), "a name that FCM reserves": saying(data={"from": "a"}),
                 "a prefix that FCM reserves": saying(data={"google.c": "a"}),
                 "ttl too long": saying(data={"k": "v"}, ttl=2_419_201),
                 "a negative ttl": saying(data={"k": "v"}, ttl=-1),
                 "an unknown member": saying(data={"k": "v"}, priority="high"),
                 "too long": saying(data={"k": "v" * 2_048}),
             }),
        Rule("push.key", "`Idempotency-Key` must have 1 to 255 bytes.", 400, "invalid_request", (Push(),), {
            "long": (saying(data={"k": "v"}), "a" * 256)}, also=names("Idempotency-Key")),
        Rule("push.repeated", "An `Idempotency-Key` must not be used again for another push message.", 400,
             "invalid_request", (Repeated(),), {
            "another message": saying(data={"k": "w"}), "another target": to(topic="others")},
             also=names("Idempotency-Key")),
    ),
)
