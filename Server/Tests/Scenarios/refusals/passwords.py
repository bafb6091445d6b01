"""Refusals of email addresses, passwords and emailed codes."""

import itertools
import time

from client import ok

from .reply import Reply
from .rule import Area, Door, Rule

NUMBERS = itertools.count(int(time.time() * 1_000_000))
APP, PASSWORD = "authservice", "three small green boats"


def new_address() -> str:
    return f"test.user.{next(NUMBERS)}@example.com"


class Members(Door):
    """A door that takes an address and a password; a breach has other members."""

    def __init__(self, path: str):
        self.name = f"POST {path}"
        self._path = path

    def prepare(self, world, breach):
        body = {"email": new_address(), "password": PASSWORD} | breach
        return lambda: Reply.of(world.api.post(self._path, body, app=APP))

    def greet(self, world):
        body = {"email": new_address(), "password": PASSWORD}
        for path in ("sign-up", "sign-in"):
            ok(world.api.post(f"/v1/{path}/password", body, app=APP))


class Taken(Members):
    """A door that takes a registered address and a password."""

    def prepare(self, world, breach):
        email = new_address()
        ok(world.api.post("/v1/sign-up/password", {"email": email, "password": PASSWORD}, app=APP))
        return super().prepare(world, {"email": email} | breach)


class Code(Members):
    """A door that takes a code; a breach is a code."""

    def prepare(self, world, breach):
        world.secret(breach)
        body = {"code": breach} | ({"password": PASSWORD} if self._path.endswith("password") else {})
        return lambda: Reply.of(world.api.post(self._path, body, app=APP))


class OwnCode(Members):
    """A door that takes a code from a signed-in user; a breach is a code."""

    def prepare(self, world, breach):
        world.secret(breach)
        token = world.api.sign_in(app=APP)["accessToken"]
        # The session's first call is recorded in the session.
        ok(world.api.me(token))
        return lambda: Reply.of(world.api.post(self._path, {"code": breach}, token=token))


SIGN_UP, SIGN_IN = Members("/v1/sign-up/password"), Members("/v1/sign-in/password")
CODES = tuple(Code(path) for path in ("/v1/sign-in/code", "/v1/codes/password", "/v1/codes/verification"))
CODES += (OwnCode("/v1/me/confirm/code"),)


def rule(name, says, status, code, doors, breaches, field=None, **more) -> Rule:
    def names_field(reply, breach):
        assert reply.json["error"].get("field") == field

    return Rule(f"password.{name}", says, status, code, doors, breaches, also=names_field, **more)


AREA = Area(
    "Passwords",
    "A user signs up and signs in with an email address and a password, or signs in with a code that was sent to them.",
    (
        rule("address", "`email` must be a valid address: visible ASCII without quotes, at a domain with a dot.", 400,
             "invalid_request", (SIGN_UP, SIGN_IN), {
            repr(email): {"email": email} for email in (
                "", "a", "a@b", "a b@c.example", "a@b.example\r\nBcc: c@d.example", "a\0@b.example", "é@b.example",
                "\"a\"@b.example", "<a@b.example>", "a@[127.0.0.1]", "a@b..example", "a@b.example,c@d.example",
                "a@" + "b" * 64 + ".example")}, field="email"),
        rule("size", "`password` must have 1 to 1,024 bytes.", 400, "invalid_request",
             (SIGN_UP, SIGN_IN), {"empty": {"password": ""}, "1,025 bytes": {"password": "x9" * 512 + "x"}},
             field="password"),
        rule("weak", "A new password must not be short, common, a pattern, or the app's name.",
             400, "weak_password", (SIGN_UP,), {
            password: {"password": password} for password in (
                "short", "sunshine1", "P@ssw0rd", "12345678", "qwertyuiop", "iloveyou2", "19901231", "abcabcabc",
                "Authservice1", "monkeymonkey", "qwerty123456", "password1234567", "31/12/1990")}, field="password"),
        rule("wrong", "The password must be the one of the account with the address.", 401, "invalid_credentials",
             (Taken("/v1/sign-in/password"),), {
            "another": {"password": "four large red kites"}, "upper case": {"password": PASSWORD.upper()},
            "longer": {"password": PASSWORD + "\0"}, "shorter": {"password": PASSWORD[:-1]},
            "a leading space": {"password": " " + PASSWORD}}),
        rule("unknown", "The address must belong to an account. The response is the same as for a wrong password.", 401,
             "invalid_credentials", (SIGN_IN,), {"an unknown address": {}}),
        rule("taken", "The address must not belong to an account already.", 409, "credential_in_use",
             (Taken("/v1/sign-up/password"),), {
            "the same password": {}, "another password": {"password": "four large red kites"}}),
        rule("code", "The code must be one that the server sent.", 401, "ticket_expired", CODES, {
            "invented": "mc_" + "A" * 22, "the prefix only": "mc_", "digits": "123456", "SQL": "mc_' OR 1=1 --",
            "long": "mc_" + "A" * 60_000, "a non-ASCII letter": "mc_é"}),
    ),
)
