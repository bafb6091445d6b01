"""Refusals of nonces: unknown ones, the wrong form for the client, and replays."""

from client import ok
from providers import new_subject, nonce_claim

from .doors import Confirm, Draft, Link, SignIn
from .rule import Area, Rule

GOOGLE = (SignIn("google"), Confirm("google"))
LINK = (Link("google"),)
APPLE = (SignIn("apple"),)
WEB_CLIENT = {"clientID": "com.example.couple.web"}


def carrying(make, **order) -> Draft:
    """Makes a token whose nonce claim is derived from the valid nonce in the body."""
    return Draft(nonce=lambda world, nonce: (nonce, make(nonce)), order=order)


def naming(make) -> Draft:
    """Makes a body with a nonce that the server did not issue, and a token that matches it."""

    def nonce(world, good):
        named = make(world, good)
        return named, named

    return Draft(nonce=nonce)


def spent(world, nonce: str) -> str:
    token = world.providers.mint("google", "couple", sub=new_subject(), nonce=nonce)
    ok(world.api.post("/v1/sign-in/google", {"idToken": token, "nonce": nonce}, app="couple"))
    return nonce


def spent_in_vain(world, nonce: str) -> str:
    token = world.providers.mint("google", "couple", sub=new_subject(), nonce=nonce, signature="broken")
    body = {"idToken": token, "nonce": nonce}
    assert world.api.post("/v1/sign-in/google", body, app="couple").status_code == 401
    return nonce


def flipped(nonce: str, place: int) -> str:
    return nonce[:place] + ("A" if nonce[place] != "A" else "B") + nonce[place + 1:]


def rule(name, says, breaches, doors=GOOGLE + LINK, **more) -> Rule:
    return Rule(f"nonce.{name}", says, 401, "invalid_nonce", doors, breaches, **more)


AREA = Area(
    "Nonces",
    "A sign-in, a confirmation and a link start with a nonce from the server, which the token must have in `nonce`. "
    "A refused attempt uses the nonce up.",
    (
        rule("missing", "The token must have `nonce`, whatever `nonce_supported` says.", {
            "missing": Draft(claims={"nonce": None}), **{
                f"nonce_supported {stated}": Draft(claims={"nonce": None, "nonce_supported": stated})
                for stated in (False, "false", 0, True)},
        }, GOOGLE + LINK + APPLE),
        rule("form", "`nonce` in a Google token must be the nonce itself.", {
            "another": carrying(lambda nonce: "another"), "empty": carrying(lambda nonce: ""),
            "an array": carrying(lambda nonce: [nonce]), "an object": carrying(lambda nonce: {"nonce": nonce}),
            "hashed": carrying(lambda nonce: nonce_claim("apple", nonce)),
            "longer": carrying(lambda nonce: nonce + "A"), "shorter": carrying(lambda nonce: nonce[:-1]),
            "one character changed": carrying(lambda nonce: flipped(nonce, 5)),
        }),
        rule("form-apple", "`nonce` in a native Apple token must be the nonce's SHA-256 digest in lowercase "
             "hexadecimal.", {
            "raw": carrying(lambda nonce: nonce),
            "upper case": carrying(lambda nonce: nonce_claim("apple", nonce).upper()),
            "hashed twice": carrying(lambda nonce: nonce_claim("apple", nonce_claim("apple", nonce))),
        }, APPLE),
        rule("form-apple-web", "`nonce` in a token of Apple's web page must be the nonce itself.", {
            "hashed": carrying(lambda nonce: nonce_claim("apple", nonce), **WEB_CLIENT)}, APPLE),
        rule("invented", "The nonce must be one that the server issued.", {
            repr(text): naming(lambda world, nonce, text=text: text)
            for text in ("a", "0" * 43, "x' OR '1'='1", "é" * 20, "a\u0000b", "A" * 86)
        } | {
            f"the character at {place} changed": naming(lambda world, nonce, place=place: flipped(nonce, place))
            for place in (0, 12, 30, -3)
        } | {
            "longer": naming(lambda world, nonce: nonce + "A"), "shorter": naming(lambda world, nonce: nonce[:-1]),
        }, writes={}),
        rule("other-app", "The nonce must have been issued for this app.", {
            app: naming(lambda world, nonce, app=app: world.api.challenge(app)) for app in ("authservice", "prysm")
        }, writes={}),
        rule("once", "A nonce must not be used again, even if the first attempt was refused.", {
            "after a sign-in": naming(spent), "after a refusal": naming(spent_in_vain),
        }, GOOGLE, writes={}),
        rule("own-session", "The nonce of a link must have been issued to the session that links.", {
            "no session": naming(lambda world, nonce: world.api.challenge("couple")),
            "another user's session": naming(lambda world, nonce: world.api.challenge(
                token=world.newcomer()["accessToken"])),
            "another session of the user": naming(lambda world, nonce: world.api.challenge(
                token=world.api.sign_in(sub=world.person["sub"])["accessToken"])),
        }, LINK, writes={}),
        rule("no-session", "A nonce that was issued to a session must be used only for a link.", {
            "the user's session": naming(lambda world, nonce: world.api.challenge(
                token=world.person["accessToken"])),
        }, GOOGLE + APPLE, writes={}),
        rule("expired", "The nonce must be at most ten minutes old.", {"601 seconds": Draft()}, GOOGLE, after=601,
             writes={}),
    ),
)
