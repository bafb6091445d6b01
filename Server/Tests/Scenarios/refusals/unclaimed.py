"""Refusals for unclaimed accounts, and of codes that another session requested."""

import re

from client import ok
from factors import APP, new_phone
from patience import wait_until
from providers import new_subject

from .passwords import PASSWORD, new_address
from .reply import Reply
from .rule import Area, Door, Rule


class Owner:
    """A user of authservice with an email address."""

    def __init__(self, world, password: str | None = PASSWORD):
        self.world, self.api, self.email, self._used = world, world.api, new_address(), set()
        if password:
            body = {"email": self.email, "password": password, "profile": {}}
            self.token = ok(self.api.post("/v1/sign-up/password", body, app=APP))["accessToken"]
        else:
            assert self.api.post("/v1/codes", {"purpose": "sign_in", "email": self.email}, app=APP).status_code == 204
            self.token = self.session()["accessToken"]
        # The session's first use is recorded.
        ok(self.api.me(self.token))

    def session(self) -> dict:
        return ok(self.api.post("/v1/sign-in/code", {"code": self._code(self.email)}, app=APP))

    def code(self, purpose: str, **more: str) -> str:
        """Requests a code in the user's session and returns it."""
        assert self.api.post("/v1/me/codes", {"purpose": purpose, **more}, token=self.token).status_code == 204
        return self._code(more.get("email", self.email))

    def _code(self, email: str) -> str:
        """Returns the code of the email that has arrived since the last call."""
        def new():
            sent = self.world.providers.control("POST", "mail/messages", {"to": email})["messages"]
            return {code for mail in sent for code in re.findall(r"code=(mc_[\w-]{22})", mail["body"])} - self._used

        [code] = wait_until(new, "an emailed code")
        self._used.add(code)
        self.world.secret(code)
        return code


def redeem(world, code: str, token: str | None):
    return world.api.post("/v1/codes/verification", {"code": code}, app=APP, token=token)


class Unclaimed(Door):
    """An addition to an unclaimed account; a breach is the body."""

    def __init__(self, path: str):
        self.name, self._path, self._owners = f"POST {path}", path, {}

    def owner(self, world) -> Owner:
        if world not in self._owners:
            owner = self._owners[world] = Owner(world)
            assert redeem(world, owner.code("verify"), token=None).status_code == 204
        return self._owners[world]

    def prepare(self, world, breach):
        owner = self.owner(world)
        return lambda: Reply.of(world.api.post(self._path, breach, token=owner.token))

    def greet(self, world):
        ok(world.api.me(self.owner(world).token))


class LinkUnclaimed(Unclaimed):
    """The link of an identity to an unclaimed account; a breach is the order for its token."""

    # The token was valid, and is used up.
    spends = {"spent_nonces": 1, "used_tokens": 1}

    def __init__(self, provider: str):
        super().__init__(f"/v1/me/identities/{provider}")
        self._provider = provider

    def prepare(self, world, breach):
        owner = self.owner(world)
        order = {"sub": new_subject(self._provider), **breach}
        body = world.api.credential(self._provider, APP, owner.token, **order)
        world.secret(body["idToken"], body["nonce"])
        return lambda: Reply.of(world.api.post(self._path, body, token=owner.token))


class Elsewhere(Door):
    """A change of address by a user who signs in by email alone; a breach returns the token that presents the code."""

    name = "POST /v1/codes/verification"

    def __init__(self):
        self._owners = {}

    def prepare(self, world, breach):
        owner = self._owners[world] = Owner(world, password=None)
        code, token = owner.code("change_email", email=new_address()), breach(world)
        self._code = code
        return lambda: Reply.of(redeem(world, code, token))

    def greet(self, world):
        assert redeem(world, self._code, self._owners[world].token).status_code == 204


FACTORS, CODES = Unclaimed("/v1/me/second-factors"), Unclaimed("/v1/me/codes")
APPLE, GOOGLE = LinkUnclaimed("apple"), LinkUnclaimed("google")


def rule(name, says, doors, breaches, field) -> Rule:
    def names_field(reply, breach):
        assert reply.json["error"].get("field") == field

    return Rule(f"unclaimed.{name}", says, 409, "invalid_transition", doors, breaches, also=names_field)


AREA = Area(
    "Unclaimed accounts",
    "An account is unclaimed if a code verified its address outside the session that requested the code. The owner of "
    "the mailbox may not be the user who created the account. The account therefore gets no new sign-in method or "
    "second factor until a code is used in the session that requested it.",
    (
        rule("factor", "An unclaimed account must not get a second factor.", (FACTORS,), {
            "an app": {"kind": "totp"}, "a phone": {"kind": "phone", "phone": new_phone()}}, "email"),
        rule("address", "An unclaimed account must not get another address.", (CODES,), {
            "a new one": {"purpose": "change_email", "email": new_address()}}, "email"),
        rule("identity", "An unclaimed account must not get an identity, unless the provider of the identity runs the "
             "mailbox of the account's address. The refusal uses the token up.", (APPLE, GOOGLE), {
            "a new one": {}, "with another address": {"email": new_address()}}, "email"),
        rule("session", "If a user signs in by email alone, a code for a new address must be used in the session that "
             "requested it.", (Elsewhere(),), {
                 "without a session": lambda world: None,
                 "in another user's session": lambda world: Owner(world).token}, "email"),
    ),
)
