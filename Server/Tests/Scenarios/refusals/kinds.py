"""Refusals of every kind of token at every door but its own."""

from .access_tokens import DOORS as BEARER
from .doors import Code, Confirm, Contract, Decide, Draft, Grant, Link, Refresh, SignIn, SignOut, SignUp
from .notifications import Notify
from .rule import Area, Rule

KINDS = (
    "a token of Google's", "a token of Apple's", "a security event of Google's", "a notification of Apple's",
    "a client secret for Apple", "an access token", "a refresh token", "a ticket", "a nonce", "a code",
    "a browser's session",
)


def kinds_but(*own: str) -> dict:
    return {kind: lambda token, world, kind=kind: world.token(kind) for kind in KINDS if kind not in own}


def drafts_but(*own: str) -> dict:
    return {kind: Draft(forge=forge) for kind, forge in kinds_but(*own).items()}


def rule(name, says, code, doors, breaches) -> Rule:
    return Rule(f"kind.{name}", says, 401, code, doors, breaches)


AREA = Area(
    "Kinds of tokens",
    "A token opens its own door and no other. One that was refused elsewhere is still good at home.",
    (
        rule("google", "Google's doors open to Google's ID tokens.", "invalid_token",
             (SignIn("google"), Contract("google"), Confirm("google"), Link("google")),
             drafts_but("a token of Google's")),
        rule("apple", "Apple's doors open to Apple's ID tokens.", "invalid_token",
             (SignIn("apple"), Contract("apple"), Confirm("apple"), Link("apple")),
             drafts_but("a token of Apple's")),
        rule("notification-google", "Google notifies with security event tokens.", "invalid_token",
             (Notify("google"),), drafts_but("a security event of Google's")),
        rule("notification-apple", "Apple notifies with tokens that have events.", "invalid_token",
             (Notify("apple"),), drafts_but("a notification of Apple's")),
        rule("bearer", "Calls are made with access tokens.", "not_authenticated", BEARER, kinds_but("an access token")),
        rule("sign-out", "A session ends itself with its access or refresh token.", "not_authenticated", (SignOut(),),
             kinds_but("an access token", "a refresh token")),
        rule("refresh", "A refresh is made with refresh tokens.", "not_authenticated", (Refresh(), Grant()),
             kinds_but("a refresh token")),
        rule("code", "Codes are exchanged.", "invalid_token", (Code(),), kinds_but("a code")),
        rule("sign-up", "A registration is made with tickets.", "ticket_expired", (SignUp(),), kinds_but("a ticket")),
        rule("conflict", "A conflict is decided with its own ticket.", "ticket_expired", (Decide(),), kinds_but()),
    ),
)
