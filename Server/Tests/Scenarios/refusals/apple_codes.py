"""Refusals of Apple authorization codes that are invalid or do not match the ID token beside them."""

from client import ok
from providers import new_subject, nonce_claim

from .doors import Confirm, Draft, ProviderDoor, SignIn
from .reply import Reply
from .rule import Area, Rule


def code(world, subject: str, **order) -> str:
    order = order if "clientID" in order else {"app": "couple", **order}
    return world.providers.sheet("apple", sub=subject, **order)["authorizationCode"]


def used(world, subject: str) -> str:
    """Returns a code that has already signed in its own user."""
    nonce = world.api.challenge("couple")
    given = world.providers.sheet("apple", "couple", sub=subject, nonce=nonce_claim("apple", nonce))
    body = {"idToken": given["idToken"], "nonce": nonce, "authorizationCode": given["authorizationCode"]}
    ok(world.api.post("/v1/sign-in/apple", body, app="couple"))
    return given["authorizationCode"]


class WithCode:
    """A door with a valid token; a breach makes the code beside it from the world and the token's subject."""

    def said(self, world, breach, subject: str) -> dict:
        value = breach(world, subject)
        world.secret(value)
        return {**ProviderDoor("apple").body(world, Draft(), subject), "authorizationCode": value}


class SignInWithCode(WithCode, SignIn):
    def __init__(self):
        super().__init__("apple")

    def prepare(self, world, breach):
        body = self.said(world, breach, new_subject("apple"))
        return lambda: Reply.of(world.api.post("/v1/sign-in/apple", body, app="couple"))


class ConfirmWithCode(WithCode, Confirm):
    def __init__(self):
        super().__init__("apple")

    def prepare(self, world, breach):
        person = world.person
        body = {"provider": "apple", **self.said(world, breach, person["sub"])}
        return lambda: Reply.of(world.api.post("/v1/me/confirm", body, token=person["accessToken"]))


def rule(name, says, breaches, saying, **more) -> Rule:
    return Rule(f"apple-code.{name}", says, 401, "invalid_token", (SignInWithCode(), ConfirmWithCode()), breaches,
                saying, **more)


AREA = Area(
    "Apple authorization codes",
    "If the server has a key of the app's team, it exchanges the code that comes with an ID token at Apple before it "
    "writes anything.",
    (
        rule("good-at-apple", "Apple must accept the code: Apple issued it to this client, and nobody has used it.", {
            "used before": used, "invented": lambda world, subject: "c" * 32 + ".0.abcd.AAAAAAAAAAAAAAAAAAAAAA",
            "for a Services ID": lambda world, subject: code(world, subject, clientID="com.example.couple.web"),
            "for another app": lambda world, subject: code(world, subject, clientID="com.example.prysm"),
        }, "rejected the authorization code"),
        rule("expired", "The code must be at most five minutes old.", {"301 seconds": code},
             "rejected the authorization code", after=301),
        rule("person", "The code must belong to the same user as the ID token.", {
            "another user's": lambda world, subject: code(world, new_subject("apple")),
            "a user id with one more character": lambda world, subject: code(world, subject + "0"),
        }, "belongs to another user than the ID token"),
    ),
)
