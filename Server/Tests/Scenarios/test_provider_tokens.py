"""Tests of provider tokens just within the rules; tokens beyond them are tested in `refusals`."""

import pytest

from client import ok
from providers import new_subject, nonce_claim

WEB, ANDROID = "1001-web.apps.googleusercontent.com", "1001-android.apps.googleusercontent.com"
DAY = 86_400


class Ahead(int):
    """A number of seconds from now."""


@pytest.fixture
def attempt(server):
    """Returns a function that signs in with a provider token with the given claims; an `Ahead` value becomes a time."""

    def attempt(provider, claims):
        now = server.providers.now()
        claims = {name: now + value if isinstance(value, Ahead) else value for name, value in claims.items()}
        nonce = server.api.challenge("couple")
        token = server.providers.mint(
            provider, "couple", sub=new_subject(provider), claims={"nonce": nonce_claim(provider, nonce), **claims})
        return server.api.post(f"/v1/sign-in/{provider}", {"idToken": token, "nonce": nonce}, app="couple")

    return attempt


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


def test_unusable_display_data_is_omitted(attempt):
    strange = {
        "name": "a\u0000b\r\nc", "given_name": "x" * 5000, "family_name": None, "picture": "http://example.com/a"}
    user = ok(attempt("google", strange))
    assert not {"displayName", "photoURL"} & set(user["user"])


@pytest.mark.parametrize("members", [{"typ": "JWT"}, {"typ": "jwt"}, {"typ": None}, {"x-other": 1}])
def test_a_header_within_the_rules_is_accepted(api, members):
    ok(api.try_sign_in(sub=new_subject(), header=members))
