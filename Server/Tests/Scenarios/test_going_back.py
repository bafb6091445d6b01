"""Tests of the browser's back button: it returns to a step of a form, but never to the account of a signed-out user."""

import pytest

from browser import Client
from client import ok
from listener import Listener
from patience import wait_until
from test_browser import (  # noqa: F401: fixtures
    ACCOUNT, CHOOSER, GOOGLE, GUEST, accounts, begins_registration, clean, registers, server, signs_in)

pytestmark = pytest.mark.released


def test_one_can_go_back_in_the_middle_of_registering(server, person):
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


def test_sending_the_form_again_makes_no_second_account(server, person):
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


def test_nobody_goes_back_to_the_account_of_who_signed_out(server, person):
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


def test_nobody_goes_back_to_an_account_that_was_deleted(server, person):
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


def test_who_registers_at_a_clients_request_comes_back_to_the_client(server, person):
    with Listener() as listener:
        client = Client(server, app="castmate", redirect=listener.url)
        person.open(client.address(role="ACTEUR"))
        person.sees(CHOOSER)
        person.press("Generate an account")
        registers(person)
        wait_until(lambda: person.address.startswith(listener.url), what="the way to the client")
        code = client.answer(person.address)["code"]
    assert ok(client.exchange(code))["user"]["role"] == "ACTEUR"
