"""Refusals of session ids, and of calls that require a recent sign-in."""

from client import ok
from providers import new_subject

from .doors import Bearer, Confirm, Draft, Resource
from .reply import Reply
from .rule import Area, Door, Rule

SHOW_AND_END = (Resource("GET"), Resource("DELETE"))


def of_a_stranger(app: str):
    def id(world):
        return (world.api.sign_in() if app == "couple" else world.api.sign_in_anonymously(app))["sessionID"]

    return id


def ended_own(world) -> str:
    other = world.api.sign_in(sub=world.person["sub"])
    assert world.api.sign_out(other["accessToken"]).status_code == 204
    return other["sessionID"]


def written(text: str):
    return lambda world: text


class OfStale(Bearer):
    """A call whose sign-in is too old; the path may name another session of the same user."""

    def prepare(self, world, breach):
        person = world.newcomer()
        path = self.path.replace("{id}", world.api.sign_in(sub=person["sub"])["sessionID"])
        return lambda: Reply.of(world.api.call(self.method, path, token=person["accessToken"]))


class Undo(Door):
    """The reversal of a merge; a breach returns the session that attempts it."""

    name = "POST /v1/me/merge/undo"

    def prepare(self, world, breach):
        token = breach(world)
        return lambda: Reply.of(world.api.undo_merge(token))

    def greet(self, world):
        ok(world.api.undo_merge(merged(world)[0]["accessToken"]))


def merged(world) -> tuple[dict, str]:
    """Returns a user who has just merged a guest account into their own, and the user's subject."""
    subject = new_subject()
    world.api.sign_in(sub=subject)
    guest = world.api.sign_in_anonymously()["accessToken"]
    return ok(world.api.link(guest, sub=subject, onConflict="merge")), subject


def used(world, session: dict) -> str:
    """Makes the session's first call, so that its recording does not count as a write of a refusal."""
    ok(world.api.me(session["accessToken"]))
    return session["accessToken"]


def undone(world) -> str:
    return used(world, ok(world.api.undo_merge(merged(world)[0]["accessToken"])))


def of_a_guest_elsewhere(world) -> str:
    return used(world, world.api.sign_in(sub=merged(world)[1]))


def with_a_way_in_taken_away(world) -> str:
    caller, apple = world.api.sign_in(sub=new_subject())["accessToken"], new_subject("apple")
    world.api.sign_in("apple", sub=apple)
    ok(world.api.link(caller, "apple", sub=apple, onConflict="merge"))
    assert world.api.unlink(caller, "apple").status_code == 204
    return caller


class ConfirmAsAnother(Confirm):
    def body(self, world, draft: Draft, subject: str | None = None) -> dict:
        return super().body(world, draft, None)


AREA = Area(
    "Sessions and recent sign-in",
    "A user can reach only their own sessions. The id of another session gets the same response as an unknown id.",
    (
        Rule("session.own", "The id must be that of a live session of the caller.", 404, "not_found", SHOW_AND_END, {
            "unknown": written("0" * 26), "another user's": of_a_stranger("couple"),
            "another app's": of_a_stranger("prysm"), "ended": ended_own,
        }),
        Rule("session.id", "An id with unusual characters must be treated as an unknown id.", 404, "not_found",
             SHOW_AND_END, {
            repr(text)[:30]: written(text) for text in (
                "'", "' OR '1'='1", "x'; DELETE FROM sessions; --", "a%27%20OR%201=1", "*", "%25", "_" * 26, "x" * 2000,
                "é", "-1", "CURRENT", "current%20", ";", "null", "a%2ab")}),
        Rule("session.path", "An id must not have control characters, slashes, backslashes or invalid UTF-8, and must not "
             "be a dot segment.",
             400, "invalid_request", SHOW_AND_END, {
            repr(text): written(text) for text in ("%00", "a%0d%0ab", "a%2fb", "%2e%2e", "a%5cb", "%ff")},
            by_http=True),
        Rule("recent.needed", "Deleting or exporting the account, undoing a merge and ending other sessions require a "
             "sign-in within the last five minutes.", 403, "reauthentication_required", (
                 OfStale("POST", "/v1/me/merge/undo"),
                 OfStale("DELETE", "/v1/me"), OfStale("GET", "/v1/me/export"), OfStale("DELETE", "/v1/sessions"),
                 OfStale("DELETE", "/v1/sessions/{id}"),
             ), {"301 seconds": None}, after=301),
        Rule("undo.merge", "A merge can be undone once, while the account still has the sign-in methods of both "
             "accounts. A merge with a guest can be undone only in the session in which the guest continued.", 409,
             "nothing_to_undo", (Undo(),), {
                 "no merge": lambda world: world.newcomer()["accessToken"], "twice": undone,
                 "with a guest, in another session": of_a_guest_elsewhere,
                 "a sign-in method removed": with_a_way_in_taken_away,
             }),
        Rule("recent.own-proof", "A user must confirm with an identity of their own account.", 403,
             "reauthentication_required", (ConfirmAsAnother("google"),), {
                 "a new one": Draft(),
                 "another new one": Draft(order={"sub": new_subject()}),
             }, writes={"spent_nonces": 1}),
    ),
)
