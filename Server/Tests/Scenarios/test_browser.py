"""Tests of the hosted pages in a real browser: all sign-in methods, and the behavior that only a browser has."""

import re
import urllib.parse

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Browser
from patience import PATIENCE, wait_until
from sesame import Development
from test_login import Terminal

IN, ACCOUNT, PROFILE = "Create a secure account", "My account", "My profile"
GOOGLE, APPLE, GUEST = "Sign in with Google", "Sign in with Apple", "Continue as a guest"
CHOOSER = "Choose an account"
BLACK, WHITE, INK = "rgba(0, 0, 0, 1)", "rgba(255, 255, 255, 1)", "rgba(17, 17, 17, 1)"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts a server for this file only, because the development providers' pages list the users who signed in
    before."""
    development = Development(tmp_path_factory.mktemp("browser"))
    yield development
    assert development.stop() == 0


@pytest.fixture(autouse=True)
def clean(server):
    yield
    server.providers.control("POST", "auto-approve", {"user": None})
    server.providers.clear_faults()
    server.providers.reset_clock()


def accounts(server) -> int:
    return server.query("SELECT count(*) FROM accounts")[0][0]


def uid(person) -> str:
    """Returns the identifier that the account page shows."""
    return re.search(r"User ID\s+(\S+)", person.text)[1]


def chooses(server, person, button: str, app: str = "couple"):
    """Goes from the first page to the provider's page."""
    person.open(f"{server.url}/")
    person.sees("Choose an app")
    person.press(app)
    person.sees(IN)
    person.press(button)
    person.sees(CHOOSER)


def signs_in(server, person, button: str, number: int = 1):
    chooses(server, person, button)
    person.press(f"Test User {number}")
    person.sees(ACCOUNT)


# Sign-in methods


@pytest.mark.released
def test_user_signs_in_with_google(server, person):
    signs_in(server, person, GOOGLE)
    assert "Test User 1" in person.text and "Google" in person.text
    first = uid(person)
    person.press("Sign out")
    person.sees("Choose an app")
    signs_in(server, person, GOOGLE)
    assert uid(person) == first


@pytest.mark.released
def test_apple_sign_in_works_although_the_cross_site_callback_has_no_cookies(server, person):
    signs_in(server, person, APPLE)
    assert "Test User 1" in person.text and "Apple" in person.text
    [answer] = [each for each in person.requests() if each.url.endswith("/callback/apple")]
    assert answer.method == "POST" and answer.headers["sec-fetch-site"] == "cross-site"
    assert answer.headers["origin"] == server.providers.url.replace("127.0.0.1", "localhost")
    assert "cookie" not in answer.headers
    [reason] = answer.withheld["sesame_browser"]
    assert reason.endswith("SameSiteLax")


def test_sign_in_that_begins_at_localhost_ends_at_the_public_url(server, person):
    person.open(server.url.replace("127.0.0.1", "localhost") + "/apps/couple")
    person.press(GOOGLE)
    person.press("Test User 1")
    person.sees(ACCOUNT)
    assert person.address == f"{server.url}/account"


def test_user_continues_as_a_guest(server, person):
    person.open(f"{server.url}/apps/couple")
    person.press(GUEST)
    person.sees(ACCOUNT)
    assert "Guest" in person.text and person.cookies() >= {"sesame_session"}


@pytest.mark.released
def test_all_sign_in_methods_work_without_scripts(server, scriptless):
    signs_in(server, scriptless, GOOGLE, 2)
    scriptless.press("Sign out")
    scriptless.sees("Choose an app")

    chooses(server, scriptless, APPLE)
    scriptless.press("Test User 2")
    scriptless.sees("Returning to the app")
    scriptless.press("Continue")
    scriptless.sees(ACCOUNT)
    scriptless.press("Sign out")
    scriptless.sees("Choose an app")

    scriptless.open(f"{server.url}/apps/couple")
    scriptless.press(GUEST)
    scriptless.sees(ACCOUNT)


def test_user_signs_in_with_the_keyboard_alone(server, person):
    def reach(text: str):
        for _ in range(20):
            person.keys(Keys.TAB)
            if text in person.focused():
                return person.keys(Keys.ENTER)
        pytest.fail(f"'{text}' cannot be reached")

    person.open(f"{server.url}/")
    for text, page in [("couple", IN), (GOOGLE, CHOOSER), ("Test User 1", ACCOUNT)]:
        reach(text)
        person.sees(page)


def test_pages_use_the_browsers_language(server, person):
    person.speaks("fr")
    person.open(f"{server.url}/")
    person.sees("Choisissez une application")
    person.press("couple")
    person.sees("Créez un compte sécurisé")
    person.press("Continuer avec Google")
    person.sees("Choisissez un compte")
    person.press("Test User 1")
    person.sees("Mon compte")
    person.press("English")
    person.sees(ACCOUNT)


def test_sign_in_page_has_the_heading_and_buttons_of_the_apps(server, person):
    def look(element, *properties):
        return [element.value_of_css_property(name) for name in properties]

    person.open(f"{server.url}/apps/couple")
    person.sees(IN)
    assert look(person.driver.find_element(By.TAG_NAME, "h1"), "font-size", "font-weight") == ["36px", "700"]
    for button, background, ink in [(APPLE, BLACK, WHITE), (GOOGLE, WHITE, INK), (GUEST, WHITE, INK)]:
        element = person.button(button)
        assert element.size["height"] == 56 and element.find_element(By.TAG_NAME, "img")
        assert look(element, "border-radius", "background-color", "color") == ["28px", background, ink]


# Errors


@pytest.mark.parametrize("button", [GOOGLE, APPLE])
def test_cancelling_is_shown_and_the_user_can_start_again(server, person, button):
    chooses(server, person, button)
    person.press("Cancel")
    person.sees("Sign-in cancelled")
    person.press("Start again")
    person.sees(IN)
    assert "sesame_session" not in person.cookies()


def test_going_back_to_the_provider_leads_to_an_explanation(server, person):
    signs_in(server, person, GOOGLE)
    before = server.rows()
    person.back()
    person.sees(CHOOSER)
    person.press("Test User 2")
    person.sees("This sign-in is no longer valid")
    assert server.rows() == before


def test_callback_works_once_and_expires(server, person):
    signs_in(server, person, GOOGLE)
    [callback] = [each.url for each in person.requests() if "/callback/google" in each.url]
    before = server.rows()
    person.open(callback)
    person.sees("This sign-in is no longer valid")
    assert server.rows() == before
    person.press("Start again")
    person.sees("Choose an app")

    chooses(server, person, GOOGLE)
    server.providers.advance_clock(601)
    person.press("Test User 1")
    person.sees("This sign-in is no longer valid")
    assert server.rows() == before


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_sign_in_started_in_another_browser_is_rejected(server, person, provider):
    server.providers.control("POST", "auto-approve", {"user": 3})
    attacker = Browser(server)
    attacker.go(f"{server.url}/sign-in/{provider}?app=couple", until=lambda address: "/callback/" in address)
    address, form = attacker.left
    before = server.rows()
    if form is None:
        person.open(address)
    else:
        fields = "".join(f"<input type=hidden name={name} value='{value}'>" for name, value in form.items())
        trap = f"<form method=post action={address}>{fields}</form><script>document.forms[0].submit()</script>"
        person.open("data:text/html," + urllib.parse.quote(trap))
    person.sees("Another browser began this sign-in")
    assert "sesame_session" not in person.cookies() and server.rows() == before


def test_unknown_app_or_page_is_reported(server, person):
    for path, heading in [("/apps/nobody", "Unknown app"), ("/account/nothing", "This page does not exist")]:
        person.open(server.url + path)
        person.sees(heading)


# Registration


def begins_registration(server, person, role: str | None = None):
    """Begins a sign-in of a new user to an app that requires a registration form."""
    person.open(f"{server.url}/apps/castmate")
    person.sees(IN)
    if role:
        person.press(role)
        person.sees(IN)
    person.press(GOOGLE)
    person.sees(CHOOSER)
    person.press("Generate an account")


def registers(person):
    """Registers with the values that Google supplied."""
    person.sees("Tell us about yourself")
    person.press("Continue")
    person.sees("Is everything right?")
    person.press("Create my account")


@pytest.mark.parametrize("role, kept", [("Actor", "ACTEUR"), ("Agency", "RECRUTEUR")])
def test_user_registers_in_steps_with_values_from_google(server, person, role, kept):
    before = accounts(server)
    begins_registration(server, person, role)
    person.sees("Tell us about yourself")
    name = person.field("First name").get_attribute("value")
    assert name == "Test" and person.field("Last name").get_attribute("value").startswith("User ")
    person.fill("About you", "On stage since “2010” & <before>")
    person.press("Continue")
    person.sees("Is everything right?")
    assert role in person.text and accounts(server) == before
    person.press("Create my account")
    person.sees(ACCOUNT)
    assert role in person.text and "On stage since “2010” & <before>" in person.text
    assert server.query("SELECT role FROM accounts WHERE id = ?", uid(person)) == [(kept,)]

    person.reload()
    person.sees(ACCOUNT)
    assert accounts(server) == before + 1


def test_registration_for_a_program_returns_to_the_program(server, person, tmp_path):
    terminal = Terminal(tmp_path)
    process = terminal.begin(server, "login", "--app", "castmate", "--provider", "google")
    person.open(wait_until(terminal.address, "the address to open"))
    person.sees(CHOOSER)
    person.press("Generate an account")
    person.sees("What is your role?")
    person.field("Actor").click()
    person.press("Continue")
    registers(person)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and said.startswith("signed in as "), said


def test_registration_asks_for_missing_fields_and_can_go_back(server, person):
    before = accounts(server)
    begins_registration(server, person)
    person.sees("What is your role?")
    person.press("Continue")
    person.sees("What is your role?")
    assert "Choose a role." in person.text
    person.field("Agency").click()
    person.press("Continue")
    person.sees("Tell us about yourself")
    person.fill("Last name", "")
    person.press("Continue")
    person.sees("Tell us about yourself")
    assert "This field is required." in person.text
    person.fill("Last name", "User")

    person.press("Back")
    person.sees("What is your role?")
    assert person.field("Agency").is_selected()
    person.field("Actor").click()
    person.press("Continue")
    person.sees("Tell us about yourself")
    assert person.field("Last name").get_attribute("value") == "User"
    person.press("Continue")
    person.sees("Is everything right?")
    person.press("Create my account")
    person.sees(ACCOUNT)
    assert "Actor" in person.text and accounts(server) == before + 1


@pytest.mark.released
def test_double_click_creates_one_account(server, person):
    before = accounts(server)
    begins_registration(server, person, "Actor")
    person.sees("Tell us about yourself")
    person.press("Continue")
    person.sees("Is everything right?")
    person.press_twice("Create my account")
    person.sees(ACCOUNT)
    assert accounts(server) == before + 1
