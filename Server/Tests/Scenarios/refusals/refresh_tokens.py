"""Refusals of refresh tokens: forged or reused ones, and those of ended sessions or other apps."""

from client import Api, ok
from forge import decode, encode

from . import access_tokens
from .doors import Grant, Refresh, SignOut
from .reply import Reply
from .rule import Area, Rule

DOORS = (Refresh(), Grant())


def forged(change):
    return lambda token, world: change(token)


def with_bytes(change):
    """Makes another token of the same form."""
    return forged(lambda token: "rt_" + encode(change(decode(token[3:]))))


def flipped(place: int):
    return with_bytes(lambda raw: raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 or len(raw):])


def reborn(end):
    """Makes a refresh token of an ended session."""

    def forge(token, world):
        session = world.newcomer()
        end(world, session)
        return session["refreshToken"]

    return forge


def replayed(use, generations: int = 1):
    """Makes a token whose successor has been used since."""

    def forge(token, world):
        session = world.newcomer()
        current = session
        for _ in range(generations):
            current = ok(world.api.refresh(current["refreshToken"]))
        use(world, current)
        return session["refreshToken"]

    return forge


def use_access_token(world, child):
    ok(world.api.me(child["accessToken"]))


def use_refresh_token(world, child):
    ok(world.api.refresh(child["refreshToken"]))


def rule(name, says, breaches, code="not_authenticated", doors=DOORS, **more) -> Rule:
    return Rule(f"refresh-token.{name}", says, 401, code, doors, breaches, **more)


class Elsewhere(Refresh):
    """A refresh under another app's name."""

    def __init__(self, app: str):
        self.app, self.name = app, f"{self.name} (Sesame-App: {app})"

    def prepare(self, world, breach):
        token = breach(world.person["refreshToken"], world)
        world.secret(token)
        return lambda: Reply.of(self.present(world, token))

    def present(self, world, token: str):
        return world.api.refresh(token, app=self.app)


class SignOutElsewhere(Elsewhere):
    name = SignOut.name

    def present(self, world, token: str):
        return world.api.sign_out(token, app=self.app)


AREA = Area(
    "Refresh tokens",
    "A refresh token is valid once. A repeated refresh gets the same response until the new token is used, and for "
    "ten seconds in any case; a later reuse ends the session.",
    (
        rule("genuine", "The token must be one that the server issued, unchanged in every byte.", {
            "the version": flipped(0), "the generation": flipped(4), "a generation far ahead": flipped(1),
            "the session": flipped(5), "the end of the session": flipped(30), "the MAC": flipped(31),
            "the end of the MAC": flipped(-1), "no MAC": with_bytes(lambda raw: raw[:31]),
            "a MAC of zeros": with_bytes(lambda raw: raw[:31] + bytes(32)), "one more byte": with_bytes(
                lambda raw: raw + b"\0"),
            "one letter short": forged(lambda token: token[:-1]), "the first half": forged(lambda token: token[:40]),
            "the prefix only": forged(lambda token: "rt_"), "one more letter": forged(lambda token: token + "A"),
            "padding": forged(lambda token: token + "="),
            "long": forged(lambda token: "rt_" + "A" * 6000), "a non-ASCII letter": forged(
                lambda token: "rt_é"),
            "SQL": forged(lambda token: "rt_' OR 1=1 --"), "doubled": forged(lambda token: token + token),
            "another last letter": forged(lambda token: token[:-1] + chr(ord(token[-1]) + 1)),
        }, doors=DOORS + (SignOut(),)),
        rule("spelling", "The token must not begin or end with a space.", {
            "a trailing space": forged(lambda token: token + " "), "a leading space": forged(lambda token: " " + token),
        }),
        rule("control", "The token must not have control characters.", {
            "a line break": forged(lambda token: token + "\n"), "a NUL": forged(lambda token: token + "\0"),
        }, doors=(Refresh(),)),
        rule("beginning", "The token must begin with `rt_`, in lowercase.", {
            "missing": forged(lambda token: token.removeprefix("rt_")),
            "another prefix": forged(lambda token: "tk_" + token[3:]),
            "upper case": forged(lambda token: "RT_" + token[3:]),
        }, doors=DOORS + (SignOut(),)),
        rule("replayed", "A token must not be reused after its successor was refreshed. Its reuse ends the session.", {
            "after the successor's refresh": replayed(use_refresh_token),
            "after two more refreshes": replayed(lambda world, child: None, generations=2),
            "after nine more refreshes": replayed(use_access_token, generations=9),
        }, "session_revoked", writes={"sessions": 1, "accounts": 1}, event="refresh_reuse_detected"),
        rule("late", "After ten seconds, a token must not be repeated if its successor was used.", {
            "after the successor's access token": replayed(use_access_token),
        }, "session_revoked", writes={"sessions": 1, "accounts": 1}, event="refresh_reuse_detected", after=Api.LEEWAY),
        rule("session-ended", "The session must not have ended.", {
            "signed out": reborn(access_tokens.signed_out),
            "signed out by refresh token": reborn(access_tokens.signed_out_by_refresh_token),
            "ended by another session": reborn(access_tokens.ended_from_elsewhere),
            "ended with all other sessions": reborn(access_tokens.ended_with_all_others),
            "after a refresh": reborn(access_tokens.refreshed_and_signed_out),
            "with the account": reborn(access_tokens.deleted),
        }, "session_ended"),
        rule("session-revoked", "The session must not have been revoked because of a reused token.", {
            "the old token again": reborn(access_tokens.reused)}, "session_revoked"),
        rule("idle", "The last refresh must be at most 60 days ago.", {
            "sixty days and a second": forged(lambda token: token)}, "session_ended", after=60 * 86_400 + 1),
        Rule("refresh-token.other-app", "`Sesame-App`, if present, must name the token's app. A refused token stays "
             "valid.",
             400, "invalid_request", (
                Elsewhere("prysm"), Elsewhere("castmate"), Elsewhere("nobody"), SignOutElsewhere("prysm")), {
                 "a valid token": forged(lambda token: token)}),
    ),
)
