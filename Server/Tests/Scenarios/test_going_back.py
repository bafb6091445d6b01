"""Tests of the browser's back button: it returns to a step of a form, but never to the account of a signed-out user."""

import pytest

from browser import Client
from client import ok
from listener import Listener
from patience import wait_until
from test_browser import (  # noqa: F401: fixtures
    ACCOUNT, CHOOSER, GOOGLE, GUEST, accounts, begins_registration, clean, registers, server, signs_in)

pytestmark = pytest.mark.released


def test_user_can_go_back_during_registration(server, person):
    before = accounts(server)
    begins_registration(server, person, "Actor")
    person.sees("Tell us about yourself")
    person.fill("About you", "On stage since 2010")
    person.press("Continue")
    person.sees("Is everything right?")
    person.back()
    person.sees("Tell us about yourself")
    person.press("Continue")
    person.sees("Is everything right?")
    assert "On stage since 2010" in person.text
    person.press("Create my account")
    person.sees(ACCOUNT)
    assert accounts(server) == before + 1


def test_submitting_the_form_again_creates_no_second_account(server, person):
    begins_registration(server, person, "Actor")
    registers(person)
    person.sees(ACCOUNT)
    before = accounts(server)
    person.back()
    person.sees("Is everything right?")
    person.press("Create my account")
    # Within a minute, the repeated form leads to the first account.
    person.sees(ACCOUNT)
    assert accounts(server) == before


def test_going_back_after_sign_out_shows_no_account(server, person):
    """Chromium caches the last page until the next one; a reload of it shows nothing either."""
    signs_in(server, person, GOOGLE)
    person.press("Français")
    person.sees("Mon compte")
    person.press("Se déconnecter")
    person.sees("Choisissez une application")
    person.press("couple")
    person.sees("Créez un compte sécurisé")
    for heading in ["Choisissez une application", "Choisissez une application", "Choose an app"]:
        person.back()
        person.sees(heading)


def test_going_back_after_deletion_shows_no_account(server, person):
    person.open(f"{server.url}/apps/couple")
    person.press(GUEST)
    person.sees(ACCOUNT)
    person.press("Delete my account")
    person.sees("Delete your account?")
    person.press("Delete permanently")
    person.sees("Your account is deleted")
    for _ in range(2):
        person.back()
        person.sees("Choose an app")


def test_registration_for_a_client_returns_to_the_client(server, person):
    with Listener() as listener:
        client = Client(server, app="castmate", redirect=listener.url)
        person.open(client.address(role="ACTEUR"))
        person.sees(CHOOSER)
        person.press("Generate an account")
        registers(person)
        wait_until(lambda: person.address.startswith(listener.url), what="the way to the client")
        code = client.answer(person.address)["code"]
    assert ok(client.exchange(code))["user"]["role"] == "ACTEUR"
