"""Refusals that depend on the app: its name, its features, and tokens that were used before."""

from client import ok
from providers import new_subject

from .doors import Body, Contract, Draft, SignIn
from .reply import Reply
from .rule import Area, Rule


class Named(Body):
    """A request that names an app; a breach is the value of the header field."""

    def prepare(self, world, breach):
        body = {"idToken": "a", "nonce": "a"}
        return lambda: Reply.of(world.api.post(self.path, body, headers={"Sesame-App": breach.encode()}))


class Elsewhere(SignIn):
    """A sign-in to an app that does not offer the method; a breach is the app."""

    def __init__(self, provider: str):
        super().__init__(provider)
        if provider == "anonymous":
            self.spends = {}

    def prepare(self, world, breach: str):
        nonce = world.api.challenge(breach)
        token = "" if self.provider == "anonymous" else world.providers.mint(
            self.provider, "couple", sub=new_subject(self.provider), nonce=nonce)
        body = None if self.provider == "anonymous" else {"idToken": token, "nonce": nonce}
        world.secret(token, nonce)
        return lambda: Reply.of(world.api.post(f"/v1/sign-in/{self.provider}", body, app=breach))

    def greet(self, world):
        world.api.sign_in_anonymously()


class OtherRole(Contract):
    def prepare(self, world, breach):
        registered = new_subject(self.provider)
        world.api.register(self.provider, sub=registered, role="ACTEUR")
        token = world.providers.mint(self.provider, "castmate", sub=registered)
        world.secret(token)
        return lambda: Reply.of(world.api.contract(self.provider, token=token, role=breach))


class RoleGiven(SignIn):
    """A sign-in to an app without roles; a breach is the role."""

    def prepare(self, world, breach: str):
        body = {**self.body(world, Draft()), "role": breach}
        return lambda: Reply.of(world.api.post(f"/v1/sign-in/{self.provider}", body, app="couple"))


class NameGiven(SignIn):
    """A sign-in to a pseudonymous app; a breach is the user's name in the body."""

    def prepare(self, world, breach: dict):
        app = "familysync"
        body = {**world.api.credential(self.provider, app, sub=new_subject(self.provider)), **breach}
        world.secret(body["idToken"], body["nonce"])
        return lambda: Reply.of(world.api.post(f"/v1/sign-in/{self.provider}", body, app=app))


def signed_in(token, world) -> str:
    nonce = world.api.challenge("couple")
    used = world.providers.mint("google", "couple", sub=new_subject(), nonce=nonce)
    ok(world.api.post("/v1/sign-in/google", {"idToken": used, "nonce": nonce}, app="couple"))
    return used


def deleted(token, world) -> str:
    used = world.providers.mint("google", "couple", sub=new_subject())
    session = ok(world.api.contract(token=used, app="couple"))
    assert world.api.delete("/v1/me", token=session["accessToken"]).status_code == 204
    return used


AREA = Area(
    "Apps and single use",
    "A request must name one app. A token starts only one session, whatever endpoint it is presented at.",
    (
        Rule("app.known", "`Sesame-App` must name one app of the server, byte for byte.", 400,
             "invalid_request", (
                 Named("/v1/challenges"), Named("/v1/sign-in/anonymous"), Named("/v1/sign-in/google"),
                 Named("/auth/google"),
             ), {repr(name)[:30]: name for name in (
            "nobody", "", "COUPLE", "couple'--", "../couple", "a" * 65, "couplé", "couple, prysm", "couple,couple")}),
        Rule("app.offers", "The app must offer guest accounts.", 403, "provider_required", (
            Elsewhere("anonymous"),), {"castmate": "castmate", "familysync": "familysync"}),
        Rule("app.offers-google", "The app must offer sign-in with Google.", 403, "provider_required",
             (Elsewhere("google"),), {
            "familysync": "familysync"}),
        Rule("app.role", "`role` must be the role that the user registered with.", 403, "role_mismatch", (
            OtherRole("google"), OtherRole("apple")), {"another role": "RECRUTEUR"}),
        Rule("app.no-role", "`role` must be absent if the app has no roles.", 400, "invalid_request", (
            RoleGiven("google"), RoleGiven("apple")), {"ADMIN": "ADMIN"}),
        Rule("app.no-name", "`givenName` and `familyName` must be absent if the app is pseudonymous.", 400,
             "invalid_request", (
            NameGiven("apple"),), {
                "a given name": {"givenName": "Test"}, "a family name": {"familyName": "User 1"},
                "both": {"givenName": "Test", "familyName": "User 1"}}, saying="send none"),
        Rule("once.token", "A token must not be used again after a sign-in with a nonce, or after its account was "
             "deleted.", 401, "invalid_token", (Contract("google"),), {
                 "after a sign-in with a nonce": Draft(forge=signed_in),
                 "after the account's deletion": Draft(forge=deleted)}),
    ),
)
