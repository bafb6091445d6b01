"""Refusals of every type of token at the doors for other types."""

from .access_tokens import DOORS as BEARER
from .doors import Code, Confirm, Contract, Decide, Draft, Grant, Link, Refresh, SignIn, SignOut, SignUp
from .notifications import Notify
from .rule import Area, Rule

KINDS = (
    "a token of Google's", "a token of Apple's", "a Google security event token", "an Apple notification",
    "an Apple client secret", "an access token", "a refresh token", "a ticket", "a nonce", "a code",
    "a browser session",
)


def kinds_but(*own: str) -> dict:
    return {kind: lambda token, world, kind=kind: world.token(kind) for kind in KINDS if kind not in own}


def drafts_but(*own: str) -> dict:
    return {kind: Draft(forge=forge) for kind, forge in kinds_but(*own).items()}


def rule(name, says, code, doors, breaches) -> Rule:
    return Rule(f"kind.{name}", says, 401, code, doors, breaches)


AREA = Area(
    "Token types",
    "An endpoint must accept only tokens of its own type. A token that another endpoint refused stays valid.",
    (
        rule("google", "The token must be an ID token from Google.", "invalid_token",
             (SignIn("google"), Contract("google"), Confirm("google"), Link("google")),
             drafts_but("a token of Google's")),
        rule("apple", "The token must be an ID token from Apple.", "invalid_token",
             (SignIn("apple"), Contract("apple"), Confirm("apple"), Link("apple")),
             drafts_but("a token of Apple's")),
        rule("notification-google", "The token must be a security event token from Google.", "invalid_token",
             (Notify("google"),), drafts_but("a Google security event token")),
        rule("notification-apple", "The token must be a notification from Apple, with `events`.", "invalid_token",
             (Notify("apple"),), drafts_but("an Apple notification")),
        rule("bearer", "The bearer token must be an access token.", "not_authenticated", BEARER,
             kinds_but("an access token")),
        rule("sign-out", "The bearer token must be an access token or a refresh token.", "not_authenticated",
             (SignOut(),),
             kinds_but("an access token", "a refresh token")),
        rule("refresh", "The token must be a refresh token.", "not_authenticated", (Refresh(), Grant()),
             kinds_but("a refresh token")),
        rule("code", "`code` must be an authorization code of this server.", "invalid_token", (Code(),),
             kinds_but("a code")),
        rule("sign-up", "`ticket` must be a registration ticket.", "ticket_expired", (SignUp(),),
             kinds_but("a ticket")),
        rule("conflict", "`ticket` must be the ticket of a conflict.", "ticket_expired", (Decide(),), kinds_but()),
    ),
)
