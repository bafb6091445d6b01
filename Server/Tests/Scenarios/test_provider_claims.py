"""Claims of a provider's token that are refused although the provider's key signed them."""

import pytest

from client import ok, refused
from providers import new_subject, nonce_claim

WEB, ANDROID = "1001-web.apps.googleusercontent.com", "1001-android.apps.googleusercontent.com"
APPLE, OTHER_APP = "com.example.couple", "1005-web.apps.googleusercontent.com"
DAY = 86_400


class Ahead(int):
    """So many seconds after now."""


@pytest.fixture
def attempt(server):
    """A sign-in with a token of the provider whose claims are set over; a number `Ahead` becomes a time."""

    def attempt(provider, claims):
        now = server.providers.now()
        claims = {name: now + value if isinstance(value, Ahead) else value for name, value in claims.items()}
        nonce = server.api.challenge("couple")
        token = server.providers.mint(
            provider, "couple", sub=new_subject(provider), claims={"nonce": nonce_claim(provider, nonce), **claims})
        return server.api.post(f"/v1/sign-in/{provider}", {"idToken": token, "nonce": nonce}, app="couple")

    return attempt


ISSUER = [
    "https://accounts.google.com/", "https://accounts.google.com.example.com", "http://accounts.google.com",
    "HTTPS://ACCOUNTS.GOOGLE.COM", "accounts.google.com ", "https://appleid.apple.com", "https://accounts.google.ｃom",
    "", None, 1, ["https://accounts.google.com"], {"iss": "https://accounts.google.com"},
]
AUDIENCE = [
    "a-stranger.apps.googleusercontent.com", OTHER_APP, WEB.upper(), WEB + "/", WEB + "\u0000", "", None, 1, [], {},
    [WEB, "a-stranger"], ["a-stranger", WEB], [WEB, OTHER_APP], [WEB, 1], [WEB, None], [[WEB]], "*", "couple",
]
PARTY = ["a-stranger", OTHER_APP, "", 1, [WEB], {"azp": WEB}, WEB.upper()]
TIME = [None, "1", True, 1.5, 2**63, -1, "", [], {}, 1e30, 10**400]
SUBJECT = ["", None, 1, True, "s" * 256, "é" * 4, "a b", "a\u0000b", "a\nb", ["1"], {"sub": "1"}]

REFUSED = [
    *[("google", {"iss": value}, "iss") for value in ISSUER],
    *[("apple", {"iss": value}, "iss") for value in (
        "https://accounts.google.com", "https://appleid.apple.com/", "https://idmsa.apple.com", "appleid.apple.com",
        None)],
    *[("google", {"aud": value}, "aud") for value in AUDIENCE],
    *[("apple", {"aud": value}, "aud") for value in ("com.example.castmate", [APPLE, "com.example.castmate"], WEB)],
    *[("google", {"azp": value}, "azp") for value in PARTY],
    *[("google", {"exp": value}, "exp") for value in TIME],
    *[("google", {"iat": value}, "iat") for value in TIME],
    *[("google", {"nbf": value}, "nbf") for value in ("1", True, 1.5, Ahead(120))],
    ("google", {"exp": Ahead(-61)}, "exp has passed"), ("google", {"exp": 0}, "exp has passed"),
    ("google", {"iat": Ahead(120)}, "iat lies in the future"),
    ("google", {"iat": Ahead(-DAY - 60), "exp": Ahead(3600)}, "iat lies too far back"),
    *[("google", {"sub": value}, "sub") for value in SUBJECT],
    ("google", {"events": {}}, "security event"), ("apple", {"events": "{}"}, "security event"),
]


@pytest.mark.parametrize("provider, claims, saying", REFUSED, ids=lambda value: repr(value)[:60])
def test_a_wrong_claim_is_refused_and_leaves_no_row(server, attempt, provider, claims, saying):
    before = server.rows()
    refused(attempt(provider, claims), 401, "invalid_token", saying)
    assert server.rows() == before
    ok(attempt(provider, {}))


ACCEPTED = [
    ("google", {"iss": "accounts.google.com"}), ("apple", {"iss": "https://account.apple.com"}),
    ("google", {"aud": ANDROID}), ("google", {"aud": [WEB]}), ("google", {"aud": [WEB, ANDROID]}),
    ("google", {"azp": ANDROID}), ("google", {"azp": None}), ("google", {"exp": Ahead(-30)}),
    ("google", {"iat": Ahead(30)}), ("google", {"nbf": Ahead(30)}), ("google", {"nbf": Ahead(-30)}),
    ("google", {"iat": Ahead(-DAY + 60), "exp": Ahead(3600)}), ("google", {"sub": "s" * 255}),
    ("google", {"email": None}), ("google", {"email": 1, "name": [], "picture": "javascript:alert(1)"}),
    ("apple", {"is_private_email": "true", "email_verified": "true"}), ("google", {"unheard_of": [{"a": [1, 2]}]}),
]


@pytest.mark.parametrize("provider, claims", ACCEPTED, ids=lambda value: repr(value)[:60])
def test_a_claim_within_the_rules_is_accepted(attempt, provider, claims):
    user = ok(attempt(provider, claims))["user"]
    assert user["providers"] == [provider]
    assert not user.get("photoURL", "https://").startswith("javascript")


def test_display_data_too_strange_to_show_is_left_out(attempt):
    strange = {
        "name": "a\u0000b\r\nc", "given_name": "x" * 5000, "family_name": None, "picture": "http://example.com/a"}
    user = ok(attempt("google", strange))
    assert not {"displayName", "photoURL"} & set(user["user"])
