"""Refusals of refresh tokens: forged, too old, of a session that has ended, or of another app."""

from client import ok
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
    "Each is good once. A repetition while its successor is unused gets the same answer; anything older ends the "
    "session.",
    (
        rule("genuine", "A token is the server's own, byte by byte.", {
            "the version": flipped(0), "the generation": flipped(4), "a generation far ahead": flipped(1),
            "the session": flipped(5), "the session's end": flipped(30), "the code": flipped(31),
            "the code's end": flipped(-1), "without the code": with_bytes(lambda raw: raw[:31]),
            "an empty code": with_bytes(lambda raw: raw[:31] + bytes(32)), "a byte more": with_bytes(
                lambda raw: raw + b"\0"),
            "a part": forged(lambda token: token[:-1]), "a half": forged(lambda token: token[:40]),
            "the beginning": forged(lambda token: "rt_"), "a letter more": forged(lambda token: token + "A"),
            "padding": forged(lambda token: token + "="),
            "long": forged(lambda token: "rt_" + "A" * 6000), "letters that are no ASCII": forged(
                lambda token: "rt_é"),
            "SQL": forged(lambda token: "rt_' OR 1=1 --"), "twice": forged(lambda token: token + token),
            "another spelling": forged(lambda token: token[:-1] + chr(ord(token[-1]) + 1)),
        }, doors=DOORS + (SignOut(),)),
        rule("spelling", "A token has one spelling.", {
            "a space behind": forged(lambda token: token + " "), "a space in front": forged(lambda token: " " + token),
        }),
        rule("control", "A token has no control characters.", {
            "a line's end": forged(lambda token: token + "\n"), "a NUL": forged(lambda token: token + "\0"),
        }, doors=(Refresh(),)),
        rule("beginning", "A token begins with `rt_`, in lower case.", {
            "missing": forged(lambda token: token.removeprefix("rt_")),
            "another": forged(lambda token: "tk_" + token[3:]), "upper case": forged(lambda token: "RT_" + token[3:]),
        }, doors=DOORS + (SignOut(),)),
        rule("replayed", "An old token that comes back ends the session, and leaves an event.", {
            "after the successor's access token": replayed(use_access_token),
            "after the successor's refresh": replayed(use_refresh_token),
            "after two more": replayed(lambda world, child: None, generations=2),
            "after nine more": replayed(use_access_token, generations=9),
        }, "session_revoked", writes={"sessions": 1, "accounts": 1}, event="refresh_reuse_detected"),
        rule("session-ended", "The tokens of a session end with it.", {
            "signed out": reborn(access_tokens.signed_out),
            "signed out by refresh token": reborn(access_tokens.signed_out_by_refresh_token),
            "ended from elsewhere": reborn(access_tokens.ended_from_elsewhere),
            "ended with all others": reborn(access_tokens.ended_with_all_others),
            "after a refresh": reborn(access_tokens.refreshed_and_signed_out),
            "with the account": reborn(access_tokens.deleted),
        }, "session_ended"),
        rule("session-revoked", "A session that a replay has ended stays ended.", {
            "the old token again": reborn(access_tokens.reused)}, "session_revoked"),
        rule("idle", "A session ends after sixty days without a refresh.", {
            "sixty days and a second": forged(lambda token: token)}, "session_ended", after=60 * 86_400 + 1),
        Rule("refresh-token.other-app", "A token of one app is refused under another app's name, and stays good.", 400,
             "invalid_request", (
                Elsewhere("prysm"), Elsewhere("castmate"), Elsewhere("nobody"), SignOutElsewhere("prysm")), {
                 "a good token": forged(lambda token: token)}),
    ),
)
