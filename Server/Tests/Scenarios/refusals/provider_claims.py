"""Refusals of claims in a provider's token with a valid signature."""

from .doors import Ahead, Draft
from .provider_tokens import APPLE, GOOGLE
from .rule import Area, Rule

WEB, ANDROID = "1001-web.apps.googleusercontent.com", "1001-android.apps.googleusercontent.com"
APPLES, OTHER_APP = "com.example.couple", "1005-web.apps.googleusercontent.com"
DAY = 86_400
NO_TIMES = (None, "1", True, 1.5, 2**63, -1, "", [], {}, 1e30, 10**400)


def claiming(name: str, *values) -> dict[str, Draft]:
    return {f"{value!r:.50}": Draft(claims={name: value}) for value in values}


def rule(name, says, breaches, saying, doors=GOOGLE) -> Rule:
    return Rule(f"provider-claim.{name}", says, 401, "invalid_token", doors, breaches, saying)


AREA = Area(
    "Tokens of Apple and Google: what they say",
    "Claims are read by rule once the signature is verified: compared as bytes, never converted.",
    (
        rule("issuer", "The issuer is Google, letter by letter.", claiming(
            "iss", "https://accounts.google.com/", "https://accounts.google.com.example.com",
            "http://accounts.google.com", "HTTPS://ACCOUNTS.GOOGLE.COM", "accounts.google.com ",
            "https://appleid.apple.com", "https://accounts.google.ｃom", "https://accounts.google.com\u0000", "", None,
            1, ["https://accounts.google.com"], {"iss": "https://accounts.google.com"}), "iss"),
        rule("issuer-apple", "The issuer is Apple, letter by letter.", claiming(
            "iss", "https://accounts.google.com", "https://appleid.apple.com/", "https://idmsa.apple.com",
            "appleid.apple.com", "", None), "iss", APPLE),
        rule("audience", "The audience is a client of this app, and nobody else beside it.", claiming(
            "aud", "a-stranger.apps.googleusercontent.com", OTHER_APP, WEB.upper(), WEB + "/", WEB + "\u0000", "", None,
            1, [], {}, [WEB, "a-stranger"], ["a-stranger", WEB], [WEB, OTHER_APP], [WEB, 1], [WEB, None], [[WEB]], "*",
            "couple"), "aud"),
        rule("audience-apple", "The same of Apple's clients.", claiming(
            "aud", "com.example.castmate", [APPLES, "com.example.castmate"], WEB, APPLES + ".web.evil"), "aud", APPLE),
        rule("authorized-party", "Whoever asked for the token is trusted by this app.", claiming(
            "azp", "a-stranger", OTHER_APP, "", 1, [WEB], {"azp": WEB}, WEB.upper()), "azp"),
        rule("expiry-is-a-time", "`exp` is there and a whole number of seconds.", claiming("exp", *NO_TIMES), "exp"),
        rule("issue-is-a-time", "`iat` is there and a whole number of seconds.", claiming("iat", *NO_TIMES), "iat"),
        rule("start-is-a-time", "`nbf`, if it is there, is a whole number of seconds.", claiming(
            "nbf", *NO_TIMES[1:]), "nbf"),
        rule("expired", "A token is good until `exp`, and a minute for clocks that differ.", claiming(
            "exp", Ahead(-61), Ahead(-3600), 0, 1), "exp has passed"),
        rule("not-yet", "A token is not good before `nbf`, but for that minute.", claiming(
            "nbf", Ahead(65), Ahead(DAY), 253_402_300_799), "nbf is in the future"),
        rule("from-the-future", "A token was not issued later than now, but for that minute.", claiming(
            "iat", Ahead(65), Ahead(DAY)), "iat is in the future"),
        rule("too-old", "A token was issued within a day, however long it says it is good.", {
            "a day and a second": Draft(claims={"iat": Ahead(-DAY - 1), "exp": Ahead(3600)}),
            "1970": Draft(claims={"iat": 0, "exp": Ahead(3600)}),
        }, "iat is too long ago"),
        rule("subject", "The subject is printable ASCII of at most 255 bytes.", claiming(
            "sub", "", None, 1, True, "s" * 256, "é" * 4, "a b", "a\u0000b", "a\nb", ["1"], {"sub": "1"}), "sub"),
        rule("event", "A security event is no sign-in.", claiming("events", {}, "{}", [], "x"), "security event"),
        rule("event-apple", "Neither is Apple's.", claiming("events", "{}", {}), "security event", APPLE),
    ),
)
