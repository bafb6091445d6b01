"""Tests of the account page, the profile page and the device list in a real browser."""

import json

import pytest
from selenium.webdriver.support.ui import Select

from patience import wait_until
from test_browser import (  # noqa: F401: fixtures
    ACCOUNT, CHOOSER, GOOGLE, GUEST, PROFILE, chooses, clean, server, signs_in, uid)


# The account


def test_user_ends_one_session_and_all_others(server, person, other):
    for browser in (person, other):
        signs_in(server, browser, GOOGLE, 4)
    person.reload()
    person.sees(ACCOUNT)
    person.press("End")
    person.sees(ACCOUNT)
    assert not person.has_button("End")
    other.reload()
    other.sees("Choose an app")

    signs_in(server, other, GOOGLE, 4)
    other.press("End all others")
    other.sees(ACCOUNT)
    person.reload()
    person.sees("Choose an app")
    other.reload()
    other.sees(ACCOUNT)


def test_account_page_is_unavailable_after_sign_out(server, person):
    signs_in(server, person, GOOGLE)
    person.press("Sign out")
    person.sees("Choose an app")
    assert "sesame_session" not in person.cookies()
    person.open(f"{server.url}/account")
    person.sees("Choose an app")


@pytest.mark.parametrize("language, download, again", [
    ("en", "Download my data", "Confirm it’s you"), ("fr", "Télécharger mes données", "Confirmez que c’est vous")])
def test_user_downloads_their_data_after_a_recent_sign_in(server, person, tmp_path, language, download, again):
    signs_in(server, person, GOOGLE, 3)
    own = uid(person)
    person.speaks(language)
    person.reload()
    person.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    person.press(download)

    def downloaded():
        """Returns the downloaded file once the browser has written it completely, because the empty file appears
        first."""
        found = list(tmp_path.iterdir())
        return found if all(path.suffix == ".json" and path.stat().st_size for path in found) else []

    [file] = wait_until(downloaded, "the file")
    assert file.name.startswith("couple-")
    assert json.loads(file.read_text())["account"]["uid"] == own
    server.providers.advance_clock(301)
    person.press(download)
    person.sees(again)
    assert len(list(tmp_path.iterdir())) == 1


def test_account_deletion_asks_for_confirmation_and_is_permanent(server, person):
    signs_in(server, person, GOOGLE, 5)
    first = uid(person)
    person.press("Delete my account")
    person.sees("Delete your account?")
    person.press("Keep my account")
    person.sees(ACCOUNT)
    person.press("Delete my account")
    person.press("Delete permanently")
    person.sees("Your account is deleted")
    assert "sesame_session" not in person.cookies()
    signs_in(server, person, GOOGLE, 5)
    assert uid(person) != first


def test_deletion_requires_reauthentication_with_the_same_account(server, person):
    signs_in(server, person, GOOGLE, 4)
    own = uid(person)
    server.providers.advance_clock(301)
    person.press("Delete my account")
    for user, title in [(5, "This is not the same account"), (4, "Delete your account?")]:
        person.sees("Confirm it’s you")
        person.press(GOOGLE)
        person.sees(CHOOSER)
        person.press(f"Test User {user}")
        person.sees(title)
        if user == 5:
            person.press("Back to my account")
            person.sees(ACCOUNT)
            assert uid(person) == own
            person.press("Delete my account")
    assert server.events(own)[-1] == "confirmed"


# The profile


def test_user_completes_their_profile_step_by_step(server, person):
    chooses(server, person, GOOGLE)
    person.press("Generate an account")
    person.sees(ACCOUNT)
    account = uid(person)
    assert "Not started yet" in person.text
    person.press("Edit my profile")
    person.sees(PROFILE)
    person.fill("What you are looking for", "communication\ntrust")
    person.press("Save")
    person.sees(ACCOUNT)
    assert "communication, trust" in person.text and "In progress: About you" in person.text

    person.press("Edit my profile")
    person.sees(PROFILE)
    Select(person.field("Step")).select_by_visible_text("Your goals")
    person.fill("City", "Lyon <b>3</b>")
    person.press("Save")
    person.sees(ACCOUNT)
    assert "In progress: Your goals" in person.text and "Lyon <b>3</b>" in person.text

    person.press("Edit my profile")
    person.sees(PROFILE)
    person.press("Save and finish")
    person.sees(PROFILE)
    assert person.text.count("This field is required.") == 1
    birth = person.field("Date of birth")
    assert birth.get_attribute("aria-invalid") == "true"
    person.driver.execute_script("arguments[0].value = '1990-05-17'", birth)
    person.press("Save and finish")
    person.sees(ACCOUNT)
    assert "Completed" in person.text and "1990-05-17" in person.text
    person.press("Français")
    person.sees("Mon compte")
    assert "Terminée" in person.text and "Modifier mon profil" in person.text
    [(state, fields)] = server.query("SELECT onboarding, profile FROM accounts WHERE id = ?", account)
    assert state == "completed" and json.loads(fields)["relationshipGoals"] == ["communication", "trust"]


def test_guest_is_told_how_to_get_a_profile(server, person):
    person.open(f"{server.url}/apps/couple")
    person.press(GUEST)
    person.sees(ACCOUNT)
    assert "add a sign-in method: Apple, Google" in person.text and not person.has_button("Edit my profile")
    person.open(f"{server.url}/account/profile")
    person.sees(ACCOUNT)


def test_user_sees_their_devices_and_removes_one(server, person):
    chooses(server, person, GOOGLE)
    person.press("Generate an account")
    person.sees(ACCOUNT)
    assert "No device gets notifications." in person.text
    subject, account = server.query(
        "SELECT subject, account FROM identities WHERE account = ?", uid(person))[0]
    for installation, platform in [("phone", "ios"), ("tablet", "android")]:
        session = server.api.sign_in(sub=subject)
        assert session["user"]["uid"] == account
        token = f"cBrowser:APA91b-{subject}-{installation}"
        assert server.api.register_device(
            session["accessToken"], token, installation, platform=platform).status_code == 200
    person.reload()
    person.sees(ACCOUNT)
    assert "iPhone or iPad, last seen" in person.text and "Android device, last seen" in person.text
    assert subject not in person.driver.page_source.split("My devices")[1]
    [button] = [button for button in person.driver.find_elements("css selector", "button")
                if (button.get_attribute("aria-label") or "").startswith("Remove: iPhone")]
    button.click()
    # The heading of the next page is the same, so the test waits for the database instead.
    left = "SELECT installation FROM devices d JOIN sessions s ON s.id = d.session WHERE s.account = ?"
    wait_until(lambda: server.query(left, account) == [("tablet",)], "the device to be gone")
    person.reload()
    person.sees(ACCOUNT)
    assert "iPhone or iPad" not in person.text and "Android device, last seen" in person.text
    person.press("Français")
    person.sees("Mon compte")
    assert "Mes appareils" in person.text and "Appareil Android, vu le" in person.text
