"""Refusals of registrations: tickets and forms."""

from client import ok
from providers import new_subject

from .doors import PROFILE, SignUp
from .reply import Reply
from .rule import Area, Rule

DOOR = (SignUp(),)


class UnderAnotherName(SignUp):
    name = "POST /v1/sign-up (Sesame-App: couple)"

    def prepare(self, world, breach):
        form = {**self.form, "ticket": world.api.ticket()}
        world.secret(form["ticket"])
        return lambda: Reply.of(world.api.post("/v1/sign-up", form, app="couple"))


def used(_, world) -> str:
    ticket = world.api.ticket()
    ok(world.api.post("/v1/sign-up", {**SignUp.form, "ticket": ticket}))
    return ticket


def with_account(_, world) -> str:
    """Returns the second ticket of a user who has registered with the first."""
    subject = new_subject()
    first, second = (world.api.ticket(sub=subject) for _ in range(2))
    ok(world.api.post("/v1/sign-up", {**SignUp.form, "ticket": first}))
    return second


def written(text: str):
    return lambda _, world: text


def changed(place: int):
    def change(_, world):
        ticket = world.api.ticket()
        return ticket[:place] + ("A" if ticket[place] != "A" else "B") + ticket[place + 1:]

    return change


def form(**changes) -> dict:
    members = {**SignUp.form, **changes}
    return {name: value for name, value in members.items() if value is not ...}


def names_field(field: str):
    def check(reply, breach):
        assert reply.json["error"]["field"] == field

    return check


def names_missing(reply, breach):
    given = breach.get("profile", {})
    assert reply.json["error"]["missing"] == [name for name in ("nom", "prenom") if not given.get(name)]


def rule(name, says, status, code, breaches, **more) -> Rule:
    more.setdefault("doors", DOOR)
    return Rule(f"registration.{name}", says, status, code, breaches=breaches, **more)


AREA = Area(
    "Registration",
    "A ticket represents an identity that has no account yet. It stays valid after a refused form.",
    (
        rule("ticket", "The ticket must be one that the server issued.", 401, "ticket_expired", {
            "invented": written("tk_" + "A" * 43), "one letter changed": changed(10), "the end changed": changed(-3),
            "the prefix only": written("tk_"), "SQL": written("tk_' OR 1=1 --"), "long": written("tk_" + "A" * 60_000),
            "a non-ASCII letter": written("tk_é"),
        }),
        rule("once", "A ticket must not be used twice.", 401, "ticket_expired", {"used": used}),
        rule("expired", "The ticket must be at most 30 minutes old.", 401, "ticket_expired", {"1801 seconds": form()},
             after=1801),
        rule("other-app", "`Sesame-App`, if present, must name the ticket's app.", 401, "ticket_expired",
             {"a valid ticket": form()},
             doors=(UnderAnotherName(),)),
        rule("account-exists", "The ticket's identity must not have an account.", 409, "credential_in_use", {
            "registered": with_account}, writes={}),
        rule("role", "`role` must be a role that users may choose.", 400, "invalid_request", {
            repr(role): form(role=role) for role in (..., "ADMIN", "acteur", "", 1, None, ["ACTEUR"])},
            also=names_field("role")),
        rule("fields", "`profile` must be an object with only the app's fields.", 400, "invalid_request", {
            name: form(profile={**PROFILE, name: "ADMIN"}) for name in ("role", "uid", "__proto__", "Nom")
        } | {"an array": form(profile=[])}, also=names_field("profile")),
        rule("field-is-text", "A text field of the profile must be a string.", 400, "invalid_request", {
            repr(value): form(profile={**PROFILE, "bio": value}) for value in (1, None, [], {})},
            also=names_field("profile.bio")),
        rule("required", "The fields that the app requires must be present and not empty.", 409, "profile_incomplete", {
            "one missing": form(profile={"prenom": "Test"}), "one empty": form(profile={"nom": "", "prenom": "Test"}),
            "all missing": form(profile={}), "no profile": form(profile=...),
        }, also=names_missing),
    ),
)
