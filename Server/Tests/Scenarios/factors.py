"""The users' second factors: an authenticator app and a phone."""

import base64
import hashlib
import hmac
import itertools
import re
import struct
import time

from client import ok, refused
from patience import wait_until

APP = "authservice"
phones = itertools.count(int(time.time()) % 10_000_000)
users = itertools.count(860_000)


class Authenticator:
    """An authenticator app. It returns each time step's code once, beginning with the oldest code that stays valid for
    half a minute."""

    def __init__(self, secret: str, clock=time.time):
        self.key, self.clock, self.step = base64.b32decode(secret), clock, 0

    def code(self) -> str:
        """Returns a code. A code is valid from 30 seconds before its time step to 30 seconds after it."""
        self.step = max(self.step + 1, int(self.clock() + 30) // 30 - 1)
        wait_until(lambda: self.clock() >= (self.step - 1) * 30, "the time of the next code")
        return self.of(self.step)

    def of(self, step: int) -> str:
        """Computes the code of a time step (RFC 4226, section 5.3)."""
        mac = hmac.digest(self.key, struct.pack(">Q", step), hashlib.sha1)
        offset = mac[-1] & 15
        number = int.from_bytes(mac[offset:offset + 4], "big") & 0x7fffffff
        return f"{number % 1_000_000:06}"


def new_phone() -> str:
    return f"+3361{next(phones):07}"


def texted(server, number: str, count: int = 1) -> str:
    """Waits for `count` text messages to the number, and returns the code in the last one."""
    def texts():
        return server.providers.control("POST", "messages", {"to": number})["messages"]

    found = wait_until(lambda: len(sent := texts()) >= count and sent, "a text")
    return re.match(r"\d{6}", found[-1]["body"])[0]


class Person:
    """A user of authservice who signs in with Apple."""

    def __init__(self, server):
        self.server, self.api, self.user = server, server.api, next(users)
        self.session = self.sign_in()
        self.token, self.uid = self.session["accessToken"], self.session["user"]["uid"]

    def try_sign_in(self):
        return self.api.try_sign_in("apple", APP, user=self.user)

    def sign_in(self) -> dict:
        return ok(self.try_sign_in())

    def waiting(self) -> dict:
        """Signs in and returns the response that requests the second factor."""
        return refused(self.try_sign_in(), 403, "second_factor_required")

    def show(self, ticket: str, **factor):
        return self.api.post("/v1/sign-in/second-factor", {"ticket": ticket, **factor}, app=APP)

    def begin(self, **factor):
        return self.api.post("/v1/me/second-factors", factor, token=self.token)

    def confirm(self, kind: str, code: str):
        return self.api.post("/v1/me/second-factors/confirm", {"kind": kind, "code": code}, token=self.token)

    def factors(self) -> dict:
        return ok(self.api.get("/v1/me/second-factors", token=self.token))

    def add_app(self, clock=time.time) -> Authenticator:
        app = Authenticator(ok(self.begin(kind="totp"))["secret"], clock)
        ok(self.confirm("totp", app.code()))
        return app

    def add_phone(self) -> str:
        number = new_phone()
        ok(self.begin(kind="phone", phone=number))
        ok(self.confirm("phone", texted(self.server, number)))
        return number

    def recovery_codes(self) -> list[str]:
        return ok(self.api.post("/v1/me/recovery-codes", token=self.token))["codes"]
