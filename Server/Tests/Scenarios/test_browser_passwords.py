"""Tests of sign-in with email and password in a real browser."""

import pytest

from client import ok
from patience import PATIENCE, wait_until
from test_browser import ACCOUNT, IN, accounts, uid
from test_login import Terminal
from test_passwords import APP, OTHER, PASSWORD, mailed_code, new_address, sign_up

REGISTER, FORGOTTEN = "Create an account with an address", "Forgot password?"


def begins(server, person, email, password=PASSWORD):
    person.open(f"{server.url}/apps/{APP}")
    person.sees(IN)
    types(person, email, password)


def types(person, email, password=PASSWORD):
    person.fill("Email address", email)
    person.fill("Password", password)


def registers(server, person, email):
    person.open(f"{server.url}/apps/{APP}")
    person.sees(IN)
    person.press(REGISTER)
    person.sees("Create your account")
    types(person, email)


@pytest.mark.parametrize("browser", ["person", "scriptless"])
def test_user_registers_signs_out_and_signs_in_again(server, browser, request):
    person, email = request.getfixturevalue(browser), new_address()
    registers(server, person, email)
    person.press("Create my account")
    person.sees(ACCOUNT)
    first = uid(person)
    person.press("Sign out")
    person.sees("Choose an app")
    begins(server, person, email, OTHER)
    person.press("Sign in")
    person.sees(IN)
    person.reads("Incorrect email or password.")
    assert person.field("Email address").get_attribute("value") == email
    assert person.field("Password").get_attribute("value") == ""
    person.fill("Password", PASSWORD)
    person.press("Sign in")
    person.sees(ACCOUNT)
    assert uid(person) == first


def test_double_click_on_the_registration_creates_one_account(server, person):
    before = accounts(server)
    registers(server, person, new_address())
    person.press_twice("Create my account")
    person.sees(ACCOUNT)
    assert accounts(server) == before + 1


def test_forgotten_password_is_reset_by_email(server, person, other):
    email = new_address()
    ok(sign_up(server.api, email))
    begins(server, person, email, OTHER)
    person.press(FORGOTTEN)
    person.sees(FORGOTTEN)
    person.fill("Email address", email)
    person.press("Send link")
    person.sees("Check your email")
    # The mail is opened on another device.
    other.open(f"{server.url}/account/code/{APP}?code={mailed_code(server, email)}")
    other.sees("Choose a new password")
    other.fill("New password", OTHER)
    other.press("Change the password")
    other.sees("Your password is changed")
    person.press("Back to sign-in")
    person.sees(IN)
    types(person, email, OTHER)
    person.press("Sign in")
    person.sees(ACCOUNT)


@pytest.mark.parametrize("browser", ["person", "scriptless"])
def test_account_deletion_asks_for_the_password_again(shifted, browser, request):
    person, email = request.getfixturevalue(browser), new_address()
    registers(shifted, person, email)
    person.press("Create my account")
    person.sees(ACCOUNT)
    shifted.providers.advance_clock(301)
    person.press("Delete my account")
    person.sees("Confirm it’s you")
    person.fill("Password", OTHER)
    person.press("Continue")
    person.sees("Confirm it’s you")
    person.reads("Incorrect password.")
    person.fill("Password", PASSWORD)
    person.press("Continue")
    person.sees("Delete your account?")
    person.press("Delete permanently")
    person.sees("Your account is deleted")


def test_program_receives_the_user_after_a_password_sign_in(server, person, tmp_path):
    email = new_address()
    ok(sign_up(server.api, email))
    terminal = Terminal(tmp_path)
    process = terminal.begin(server, "login", "--app", APP)
    person.open(wait_until(terminal.address, "the address to open"))
    person.sees(IN)
    types(person, email)
    person.press("Sign in")
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and said.startswith("signed in as "), said
