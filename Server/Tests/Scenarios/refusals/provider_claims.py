"""Refusals of invalid claims in provider tokens with a valid signature."""

from .doors import Ahead, Draft
from .provider_tokens import APPLE, GOOGLE
from .rule import Area, Rule

WEB, ANDROID = "1001-web.apps.googleusercontent.com", "1001-android.apps.googleusercontent.com"
APPLES, OTHER_APP = "com.example.couple", "1005-web.apps.googleusercontent.com"
DAY = 86_400
NO_TIMES = (None, "1", True, 1.5, 2**63, -1, "", [], {}, 1e30, 10**400)


def claiming(name: str, *values) -> dict[str, Draft]:
    # Long values may have the same beginning, so their numbers keep the labels apart.
    return {f"{number}. {value!r:.50}": Draft(claims={name: value}) for number, value in enumerate(values, 1)}


def rule(name, says, breaches, saying, doors=GOOGLE) -> Rule:
    return Rule(f"provider-claim.{name}", says, 401, "invalid_token", doors, breaches, saying)


AREA = Area(
    "Apple and Google tokens: claims",
    "The server checks the claims after the signature. It compares them as bytes and never converts them.",
    (
        rule("issuer", "`iss` must be an issuer of Google, byte for byte.", claiming(
            "iss", "https://accounts.google.com/", "https://accounts.google.com.example.com",
            "http://accounts.google.com", "HTTPS://ACCOUNTS.GOOGLE.COM", "accounts.google.com ",
            "https://appleid.apple.com", "https://accounts.google.ｃom", "https://accounts.google.com\u0000", "", None,
            1, ["https://accounts.google.com"], {"iss": "https://accounts.google.com"}), "iss"),
        rule("issuer-apple", "`iss` must be an issuer of Apple, byte for byte.", claiming(
            "iss", "https://accounts.google.com", "https://appleid.apple.com/", "https://idmsa.apple.com",
            "appleid.apple.com", "", None), "iss", APPLE),
        rule("audience", "`aud` must contain only Google client ids of this app.", claiming(
            "aud", "a-stranger.apps.googleusercontent.com", OTHER_APP, WEB.upper(), WEB + "/", WEB + "\u0000", "", None,
            1, [], {}, [WEB, "a-stranger"], ["a-stranger", WEB], [WEB, OTHER_APP], [WEB, 1], [WEB, None], [[WEB]], "*",
            "couple"), "aud"),
        rule("audience-apple", "`aud` must contain only Apple client ids of this app.", claiming(
            "aud", "com.example.castmate", [APPLES, "com.example.castmate"], WEB, APPLES + ".web.evil"), "aud", APPLE),
        rule("authorized-party", "`azp`, if present, must be a client id of this app or one that the app trusts.",
             claiming(
            "azp", "a-stranger", OTHER_APP, "", 1, [WEB], {"azp": WEB}, WEB.upper()), "azp"),
        rule("expiry-is-a-time", "`exp` must be present and a whole number of seconds.", claiming("exp", *NO_TIMES),
             "exp"),
        rule("issue-is-a-time", "`iat` must be present and a whole number of seconds.", claiming("iat", *NO_TIMES),
             "iat"),
        rule("start-is-a-time", "`nbf`, if present, must be a whole number of seconds.", claiming(
            "nbf", *NO_TIMES[1:]), "nbf"),
        rule("expired", "`exp` must not have passed, with a tolerance of one minute for clock differences.", claiming(
            "exp", Ahead(-61), Ahead(-3600), 0, 1), "exp has passed"),
        rule("not-yet", "`nbf` must not be in the future, with a tolerance of one minute.", claiming(
            "nbf", Ahead(65), Ahead(DAY), 253_402_300_799), "nbf is in the future"),
        rule("from-the-future", "`iat` must not be in the future, with a tolerance of one minute.", claiming(
            "iat", Ahead(65), Ahead(DAY)), "iat is in the future"),
        rule("too-old", "`iat` must be at most a day ago, even if `exp` is in the future.", {
            "a day and a second": Draft(claims={"iat": Ahead(-DAY - 1), "exp": Ahead(3600)}),
            "1970": Draft(claims={"iat": 0, "exp": Ahead(3600)}),
        }, "iat is too long ago"),
        rule("subject", "`sub` must be 1 to 255 bytes of printable ASCII, without spaces.", claiming(
            "sub", "", None, 1, True, "s" * 256, "é" * 4, "a b", "a\u0000b", "a\nb", ["1"], {"sub": "1"}), "sub"),
        rule("event", "A Google token must not have `events`, because a security event token is not an ID token.",
             claiming("events", {}, "{}", [], "x"), "security event"),
        rule("event-apple", "An Apple token must not have `events`, because a notification is not an ID token.",
             claiming("events", "{}", {}), "security event", APPLE),
    ),
)
