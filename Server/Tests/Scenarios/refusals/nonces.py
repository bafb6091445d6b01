"""Refusals of nonces: foreign ones, the wrong form for the client's flow, and replays."""

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
    "A sign-in, a confirmation and a link begin with a nonce of the server's, which the token carries. A refused "
    "attempt spends it.",
    (
        rule("missing", "The token carries the nonce, whatever it says of itself.", {
            "missing": Draft(claims={"nonce": None}), **{
                f"nonce_supported {stated}": Draft(claims={"nonce": None, "nonce_supported": stated})
                for stated in (False, "false", 0, True)},
        }, GOOGLE + LINK + APPLE),
        rule("form", "Google's tokens carry the nonce itself.", {
            "another": carrying(lambda nonce: "another"), "empty": carrying(lambda nonce: ""),
            "an array": carrying(lambda nonce: [nonce]), "an object": carrying(lambda nonce: {"nonce": nonce}),
            "hashed": carrying(lambda nonce: nonce_claim("apple", nonce)),
            "longer": carrying(lambda nonce: nonce + "A"), "shorter": carrying(lambda nonce: nonce[:-1]),
            "a bit": carrying(lambda nonce: flipped(nonce, 5)),
        }),
        rule("form-apple", "Apple's native tokens carry its digest in lower-case hexadecimal digits.", {
            "raw": carrying(lambda nonce: nonce),
            "upper case": carrying(lambda nonce: nonce_claim("apple", nonce).upper()),
            "twice": carrying(lambda nonce: nonce_claim("apple", nonce_claim("apple", nonce))),
        }, APPLE),
        rule("form-apple-web", "Tokens of Apple's web page carry the nonce itself.", {
            "hashed": carrying(lambda nonce: nonce_claim("apple", nonce), **WEB_CLIENT)}, APPLE),
        rule("invented", "The nonce is one that the server gave out.", {
            repr(text): naming(lambda world, nonce, text=text: text)
            for text in ("a", "0" * 43, "x' OR '1'='1", "é" * 20, "a\u0000b", "A" * 86)
        } | {
            f"a letter changed at {place}": naming(lambda world, nonce, place=place: flipped(nonce, place))
            for place in (0, 12, 30, -3)
        } | {
            "longer": naming(lambda world, nonce: nonce + "A"), "shorter": naming(lambda world, nonce: nonce[:-1]),
        }, writes={}),
        rule("other-app", "A nonce is good for the app that asked for it.", {
            app: naming(lambda world, nonce, app=app: world.api.challenge(app)) for app in ("authservice", "prysm")
        }, writes={}),
        rule("once", "A nonce is good once, also when the attempt was refused.", {
            "a sign-in before": naming(spent), "a refusal before": naming(spent_in_vain),
        }, GOOGLE, writes={}),
        rule("own-session", "A link's nonce was given to the session that links.", {
            "no session": naming(lambda world, nonce: world.api.challenge("couple")),
            "another person's": naming(lambda world, nonce: world.api.challenge(
                token=world.newcomer()["accessToken"])),
            "another of the person's": naming(lambda world, nonce: world.api.challenge(
                token=world.api.sign_in(sub=world.person["sub"])["accessToken"])),
        }, LINK, writes={}),
        rule("no-session", "A nonce for a link is good for nothing else.", {
            "the person's session": naming(lambda world, nonce: world.api.challenge(
                token=world.person["accessToken"])),
        }, GOOGLE + APPLE, writes={}),
        rule("expired", "A nonce is good for ten minutes.", {"601 seconds": Draft()}, GOOGLE, after=601, writes={}),
    ),
)
