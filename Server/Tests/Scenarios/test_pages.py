"""Tests that every page renders and is readable, in each language, on a desktop and on a phone."""

import re
import urllib.parse

import pytest

from browser import Browser, Client
from chromium import DESKTOP, INSPECT, PHONE
from factors import Authenticator, new_phone, texted
from patience import PATIENCE
from sesame import ROOT, Development

LANGUAGES = {"en": 0, "fr": 1}
LONG = "Maximiliane-Alexandrina von und zu Hohenlohe-Waldenburg-Schillingsfürst"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Starts a server for this file only, because these tests move its clock and break its providers."""
    development = Development(tmp_path_factory.mktemp("pages"))
    yield development
    assert development.stop() == 0


@pytest.fixture(params=LANGUAGES)
def visit(server, person, request):
    tour = Visit(server, person, request.param, request.config.getoption("--screenshots"))
    yield tour
    server.providers.control("POST", "auto-approve", {"user": None})
    server.providers.clear_faults()
    server.providers.reset_clock()


class Visit:
    """A user who reads the pages in one language."""

    def __init__(self, server, person, language: str, pictures: str | None):
        self.server, self.person, self.language, self.pictures = server, person, language, pictures
        person.speaks(language)

    def open(self, path: str):
        self.person.open(path if path.startswith("http") else self.server.url + path)

    def says(self, english: str, french: str) -> str:
        return (english, french)[LANGUAGES[self.language]]

    def press(self, english: str, french: str | None = None):
        self.person.press(self.says(english, french or english))

    def fill(self, english: str, french: str, value: str):
        self.person.fill(self.says(english, french), value)

    def look(self, name: str, english: str, french: str):
        """Waits for the page and inspects it in each size and color scheme."""
        self.person.sees(self.says(english, french))
        for size, scheme in [(PHONE, "dark"), (PHONE, "light"), (DESKTOP, "light")]:
            self.person.size(size)
            self.person.appearance(scheme)
            self.person.inspect()
            if self.pictures and (scheme == "light" or name.startswith("provider")):
                device = ("phone" if size == PHONE else "desktop") + ("-dark" if scheme == "dark" else "")
                self.person.picture(ROOT / self.pictures / f"{name}-{self.language}-{device}.png")
        self.person.size(DESKTOP)

    def sign_in_page(self, name: str):
        self.look(name, "Create a secure account", "Créez un compte sécurisé")

    def chooser(self, name: str = "provider-google"):
        self.look(name, "Choose an account", "Choisissez un compte")

    def account(self, name: str):
        self.look(name, "My account", "Mon compte")


def test_sign_in_and_account_pages_are_readable(server, visit):
    visit.open("/")
    visit.look("home", "Choose an app", "Choisissez une application")
    for app in ["couple", "castmate", "familysync", "prysm"]:
        visit.open(f"/apps/{app}")
        visit.sign_in_page(f"sign-in-{app}")
    visit.open("/apps/couple")
    visit.press("Sign in with Apple", "Continuer avec Apple")
    visit.chooser("provider-apple")
    visit.fill("Email address", "Adresse e-mail", "nobody")
    visit.press("Add account and continue", "Ajouter le compte et continuer")
    visit.chooser("provider-apple-wrong-address")
    visit.fill("Email address", "Adresse e-mail", f"{'long.address.' * 4}{visit.language}@example.com")
    visit.fill("Name", "Nom", LONG)
    visit.press("Add account and continue", "Ajouter le compte et continuer")
    visit.account("account-long-name")

    visit.open("/apps/couple")
    visit.press("Sign in with Google", "Continuer avec Google")
    visit.chooser()
    visit.press("Test User 1")
    visit.person.sees(visit.says("My account", "Mon compte"))
    session = server.api.sign_in(sub=server.query("SELECT subject FROM identities WHERE provider = 'google'")[0][0])
    assert server.api.register_device(session["accessToken"], "cPages:APA91b", platform="ios").status_code == 200
    visit.open("/account")
    visit.account("account-two-sessions")
    visit.open("/")
    visit.look("home-signed-in", "Choose an app", "Choisissez une application")
    visit.open("/account")
    visit.press("Delete my account", "Supprimer mon compte")
    visit.look("delete", "Delete your account?", "Supprimer votre compte ?")
    server.providers.advance_clock(301)
    visit.open("/account")
    visit.account("account-step-up")
    visit.press("Sign in again", "Se connecter à nouveau")
    visit.look("confirm", "Confirm it’s you", "Confirmez que c’est vous")
    server.providers.reset_clock()
    visit.open("/account/delete")
    visit.press("Delete permanently", "Supprimer pour toujours")
    visit.look("deleted", "Your account is deleted", "Votre compte est supprimé")

    visit.open("/apps/couple")
    visit.press("Continue as a guest", "Continuer en tant qu’invité")
    visit.account("account-guest")


def test_pages_for_adding_a_sign_in_method_are_readable(visit):
    visit.open("/apps/couple")
    visit.press("Sign in with Google", "Continuer avec Google")
    visit.press("Test User 3")
    visit.person.sees(visit.says("My account", "Mon compte"))
    if visit.person.has_button(visit.says("Add Apple", "Ajouter Apple")):
        visit.press("Add Apple", "Ajouter Apple")
        visit.press("Test User 3")
    visit.account("account-two-ways")
    visit.press("Sign out", "Se déconnecter")
    visit.person.sees(visit.says("Choose an app", "Choisissez une application"))

    visit.open("/apps/couple")
    visit.press("Continue as a guest", "Continuer en tant qu’invité")
    visit.person.sees(visit.says("My account", "Mon compte"))
    visit.press("Add Google", "Ajouter Google")
    visit.press("Test User 3")
    visit.look("two-accounts", "You already have another account", "Vous avez déjà un autre compte")
    visit.press("Switch to the other account", "Passer à l’autre compte")
    visit.person.sees(visit.says("My account", "Mon compte"))


@pytest.mark.slow
def test_api_documentation_is_readable(visit):
    visit.open("/docs")
    visit.look("documentation", "Sesame’s API", "L’API de Sesame")


def test_api_documentation_is_readable_on_a_phone(server, person):
    person.open(f"{server.url}/docs")
    person.size(PHONE)
    person.sees("Sesame’s API")
    person.inspect()


def test_registration_pages_are_readable(visit):
    visit.open("/apps/castmate")
    visit.press("Agency", "Agence")
    visit.sign_in_page("sign-in-castmate-role")
    visit.open("/apps/castmate")
    visit.press("Sign in with Google", "Continuer avec Google")
    visit.press("Generate an account", "Générer un compte")
    visit.look("register-1-role", "What is your role?", "Quel est votre rôle ?")
    visit.press("Continue", "Continuer")
    visit.look("register-1-role-missing", "What is your role?", "Quel est votre rôle ?")
    visit.person.field(visit.says("Actor", "Acteur")).click()
    visit.press("Continue", "Continuer")
    visit.look("register-2-profile", "Tell us about yourself", "Parlez-nous de vous")
    visit.fill("Last name", "Nom", "")
    visit.press("Continue", "Continuer")
    visit.look("register-2-profile-missing", "Tell us about yourself", "Parlez-nous de vous")
    visit.fill("Last name", "Nom", LONG)
    visit.press("Continue", "Continuer")
    visit.look("register-3-confirm", "Is everything right?", "Tout est correct ?")
    visit.press("Create my account", "Créer mon compte")
    visit.account("account-registered")


def test_password_pages_are_readable(visit):
    visit.open("/apps/authservice")
    visit.sign_in_page("sign-in-password")
    visit.fill("Email address", "Adresse e-mail", "nobody@example.com")
    visit.fill("Password", "Mot de passe", "three small green boats")
    visit.press("Sign in", "Se connecter")
    visit.sign_in_page("sign-in-password-wrong")
    visit.press("Create an account with an address", "Créer un compte avec une adresse")
    visit.look("password-register", "Create your account", "Créez votre compte")
    visit.press("Create my account", "Créer mon compte")
    visit.look("password-register-missing", "Create your account", "Créez votre compte")
    visit.open("/sign-in/forgotten?app=authservice")
    visit.look("password-forgotten", "Forgot password?", "Mot de passe oublié ?")
    visit.fill("Email address", "Adresse e-mail", "nobody@example.com")
    visit.press("Send link", "Envoyer le lien")
    visit.look("password-forgotten-sent", "Check your email", "Regardez vos messages")


def test_second_factor_pages_are_readable(server, visit):
    user = {"en": 1, "fr": 3}[visit.language]
    visit.open("/apps/authservice")
    visit.press("Sign in with Apple", "Continuer avec Apple")
    visit.press(f"Test User {user}")
    visit.account("account-no-factor")
    number = new_phone()
    visit.fill("Phone number", "Numéro de téléphone", number)
    visit.press("Add this phone", "Ajouter ce téléphone")
    visit.look("factor-phone", "Phone", "Téléphone")
    visit.fill("Code", "Code", texted(server, number))
    visit.press("Continue", "Continuer")
    visit.person.sees(visit.says("My account", "Mon compte"))
    visit.press("Add an authenticator app", "Ajouter une application d’authentification")
    visit.look("factor-app", "Authenticator app", "Application d’authentification")
    secret = re.search(r"\b[A-Z2-7]{32}\b", visit.person.text)[0]
    visit.fill("Code", "Code", "123")
    visit.press("Continue", "Continuer")
    visit.look("factor-app-wrong", "Authenticator app", "Application d’authentification")
    visit.fill("Code", "Code", Authenticator(secret, server.providers.now).code())
    visit.press("Continue", "Continuer")
    visit.account("account-factors")
    visit.press("Create recovery codes", "Créer des codes de secours")
    visit.look("recovery-codes", "Your recovery codes", "Vos codes de secours")
    visit.press("Back to my account", "Retour à mon compte")
    visit.press("Sign out", "Se déconnecter")
    visit.person.sees(visit.says("Choose an app", "Choisissez une application"))
    visit.open("/apps/authservice")
    visit.press("Sign in with Apple", "Continuer avec Apple")
    visit.press(f"Test User {user}")
    visit.look("second-factor", "Two-step verification", "Encore une preuve")


def test_profile_and_device_pages_are_readable(server, visit):
    visit.open("/apps/couple")
    visit.press("Sign in with Google", "Continuer avec Google")
    visit.press("Generate an account", "Générer un compte")
    visit.account("account-profile-empty")
    visit.press("Edit my profile", "Modifier mon profil")
    visit.look("profile", "My profile", "Mon profil")
    assert visit.says("Onboarding: Not started yet", "Inscription : Pas encore commencée") in visit.person.text
    visit.press("Save and finish", "Enregistrer et terminer")
    visit.look("profile-missing", "My profile", "Mon profil")
    visit.fill("What you are looking for", "Ce que vous cherchez", "communication\nconfiance")
    visit.fill("Name", "Nom", LONG)
    visit.fill("City", "Ville", LONG)
    visit.person.driver.execute_script(
        "arguments[0].value = '1990-05-17'", visit.person.field(visit.says("Date of birth", "Date de naissance")))
    visit.fill("Latitude", "Latitude", "900")
    visit.press("Save", "Enregistrer")
    visit.look("profile-wrong", "My profile", "Mon profil")
    visit.fill("Latitude", "Latitude", "45.76")
    visit.press("Save and finish", "Enregistrer et terminer")
    visit.person.sees(visit.says("My account", "Mon compte"))
    uid = re.search(r"(?:User ID|Identifiant)\s+(\S+)", visit.person.text)[1]
    [(subject,)] = server.query("SELECT subject FROM identities WHERE account = ?", uid)
    for installation, platform in [("phone", "ios"), ("tablet", "android"), ("browser", "web"), ("other", None)]:
        session = server.api.sign_in(sub=subject)
        kind = {"platform": platform} if platform else {}
        assert server.api.register_device(
            session["accessToken"], f"cPages:APA91b-{subject}-{installation}", installation, **kind).status_code == 200
    visit.open("/account")
    visit.account("account-profile")


def test_error_pages_are_readable(server, visit):
    for path, name, english, french in [
        ("/apps/nobody", "unknown-app", "Unknown app", "Application inconnue"),
        ("/account/nothing", "not-found", "This page does not exist", "Cette page n’existe pas"),
        ("/callback/google?state=x&code=x", "expired", "This sign-in is no longer valid",
         "Cette connexion n’est plus valable"),
        ("/register", "ticket-expired", "This registration is no longer valid",
         "Cette inscription n’est plus valable"),
        (Client(server).address(redirect_uri="https://evil.example/"), "redirect-not-allowed", "This link isn’t set up correctly",
         "Ce lien n’est pas configuré correctement"),
    ]:
        visit.open(path)
        visit.look(name, english, french)

    visit.open("/sign-in/google?app=couple")
    visit.press("Cancel", "Annuler")
    visit.look("cancelled", "Sign-in cancelled", "Connexion annulée")

    visit.open("/sign-in/google?app=couple")
    server.providers.fault("down", "google", "token")
    visit.press("Test User 1")
    visit.look("provider-down", "The sign-in service is not available", "Le service de connexion ne répond pas")

    server.providers.control("POST", "auto-approve", {"user": 1})
    elsewhere = Browser(server)
    elsewhere.go(f"{server.url}/sign-in/apple?app=couple", until=lambda address: "/callback/" in address)
    address, form = elsewhere.left
    answer = elsewhere.http.post(address, data=form, allow_redirects=False, timeout=PATIENCE)
    visit.open(answer.headers["Location"])
    visit.look("other-browser", "Another browser began this sign-in", "Un autre navigateur a commencé cette connexion")


def test_pages_opened_by_a_client_are_readable(server, visit):
    visit.open(Client(server).address(None))
    visit.sign_in_page("client-choice")
    address = server.providers.url.replace("127.0.0.1", "localhost")
    visit.open(f"{address}/google/o/oauth2/v2/auth?client_id=nobody&redirect_uri=https://app.example/&response_type=code")
    visit.look("provider-refusal", "Sign-in refused", "Connexion refusée")


def test_form_back_from_apple_works_without_scripts(server, scriptless, request):
    scriptless.open(f"{server.url}/sign-in/apple?app=couple")
    scriptless.press("Test User 1")
    scriptless.sees("Returning to the app")
    if pictures := request.config.getoption("--screenshots"):
        scriptless.picture(ROOT / pictures / "provider-form-post-en-desktop.png")


@pytest.mark.parametrize("body, finding", [
    ("<p style='color:#888'>grey</p>", "'grey' has a contrast of 3.5"),
    ("<div style='background:#000'><p style='color:#444'>dark</p></div>", "'dark' has a contrast of 2.2"),
    ("<p style='width:40px;overflow:hidden'>incomprehensibilities</p>", "'incomprehensibilities' is cut off"),
    ("<input name='city' style='height:30px'>", "the field city has no label"),
    ("<label>City<input name='city' style='height:10px'></label>", "the field city is too low"),
    ("<button style='height:40px'></button>", "a button has no name"),
    ("<img src='nothing.png' alt=''>", "does not show"),
    ("<h1>another</h1>", "there is not one heading"),
    ("<p id='a'>a</p><p id='a'>b</p>", "an id stands twice"),
    ("<div style='width:3000px'>wide</div>", "it is 3000 wide"),
])
def test_page_inspection_finds_each_readability_problem(person, body, finding):
    page = f"<!doctype html><html lang=en><title>t</title><body style='margin:0'><main><h1>page</h1>{body}</main>"
    person.open("data:text/html," + urllib.parse.quote(page))
    [found] = person.driver.execute_script(INSPECT)
    assert finding in found
