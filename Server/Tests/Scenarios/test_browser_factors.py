"""Tests of second factors in a real browser, with an authenticator app that reads the page's QR code."""

import re
import urllib.parse

import pytest
import zxingcpp
from PIL import Image

from chromium import DESKTOP, PHONE
from factors import APP, Authenticator, new_phone, texted
from test_browser import ACCOUNT, APPLE, CHOOSER, IN, clean, server, uid  # noqa: F401: fixtures

ADDING, PROOF, CODES = "Authenticator app", "Two-step verification", "Your recovery codes"


def reaches_the_proof(server, person, number: int):
    person.open(f"{server.url}/apps/{APP}")
    person.sees(IN)
    person.press(APPLE)
    person.sees(CHOOSER)
    person.press(f"Test User {number}")


def scanned(person, file) -> dict:
    """Returns the contents of the QR code on the screen, as a phone would read them."""
    person.picture(file)
    [code] = zxingcpp.read_barcodes(Image.open(file))
    address = urllib.parse.urlsplit(code.text)
    assert (address.scheme, address.netloc) == ("otpauth", "totp")
    return {"name": urllib.parse.unquote(address.path), **dict(urllib.parse.parse_qsl(address.query))}


@pytest.mark.parametrize("scheme, size", [("light", DESKTOP), ("dark", PHONE)])
def test_authenticator_app_added_by_qr_code_is_required_at_the_next_sign_in(server, person, tmp_path, scheme, size):
    number = {"light": 1, "dark": 3}[scheme]
    person.appearance(scheme)
    person.size(size)
    reaches_the_proof(server, person, number)
    person.sees(ACCOUNT)
    own = uid(person)
    person.press("Add an authenticator app")
    person.sees(ADDING)
    read = scanned(person, tmp_path / "page.png")
    assert read["secret"] in person.text and APP in (read["issuer"] + read["name"])
    app = Authenticator(read["secret"], server.providers.now)
    person.fill("Code", app.code())
    person.press("Continue")
    person.sees(ACCOUNT)
    person.press("Create recovery codes")
    person.sees(CODES)
    spare = re.findall(r"\b\w{5}-\w{5}\b", person.text)
    assert len(spare) == 10
    person.press("Back to my account")
    person.sees(ACCOUNT)
    person.press("Sign out")
    person.sees("Choose an app")

    for proof in (app.code(), spare[0]):
        reaches_the_proof(server, person, number)
        person.sees(PROOF)
        assert "sesame_session" not in person.cookies()
        person.fill("Code", proof)
        person.press("Continue")
        person.sees(ACCOUNT)
        assert uid(person) == own
        person.press("Sign out")
        person.sees("Choose an app")


def test_phone_number_is_added_with_an_sms_code(server, person):
    number = new_phone()
    reaches_the_proof(server, person, 5)
    person.sees(ACCOUNT)
    person.fill("Phone number", number)
    person.press("Add this phone")
    person.sees("Phone")
    person.fill("Code", texted(server, number))
    person.press("Continue")
    person.sees(ACCOUNT)
    assert number[-2:] in person.text and number not in person.text
