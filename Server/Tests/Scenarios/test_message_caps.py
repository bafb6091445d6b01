"""Tests of the daily caps on texts and mails with codes, and of the countries to which texts may be sent."""

import itertools
import json
import re
import sqlite3
import time
from types import SimpleNamespace

import pytest

from browser import Browser, form_of
from client import Api, ok, refused
from mailserver import MailServer
from patience import PATIENCE, wait_until
from receiver import Receiver
from secrets_seen import SecretsSeen
from sesame import Process, free_port, run

SECRET = "s" * 40
PASSWORD = "three small green boats"
FIREBASE = "/identitytoolkit.googleapis.com/v1/accounts:{}?key=AIzaSy-example-shop"
numbers = itertools.count(1)


def new_number(country: str = "+33") -> str:
    return f"{country}61{next(numbers):07}"


class Shop:
    """A production server with one app for three kinds of clients, an SMS provider and a mail server."""

    def __init__(self, folder, limits: dict | None = None, countries: list | None = ("+33", "+49")):
        self.folder, self.carrier, self.mails = folder, Receiver(SECRET), MailServer()
        self.port = free_port()
        assert run("keys", "generate", "--output", str(folder / "key")).returncode == 0
        (folder / "secret").write_text(SECRET)
        (folder / "secret").chmod(0o600)
        self.process = None
        self.start(limits or {}, countries)

    def start(self, limits: dict | None = None, countries: list | None = ("+33", "+49")):
        """Starts the server, with new settings if any are given."""
        if limits is not None:
            texts = {"url": self.carrier.url, "secretFile": str(self.folder / "secret")}
            if countries is not None:
                texts["countries"] = list(countries)
            self.settings = {
                "publicURL": f"http://127.0.0.1:{self.port}", "listen": f"127.0.0.1:{self.port}",
                "dataDir": str(self.folder / "data"), "keyFile": str(self.folder / "key"), "texts": texts,
                "mail": {"server": self.mails.url, "from": "no-reply@example.com"}, "rateLimits": limits,
                "metricsListen": f"127.0.0.1:{free_port()}", "defaultApp": "shop", "apps": {"shop": {
                    "providers": {"anonymous": True, "password": {"phones": True}}, "secondFactors": {"phone": True},
                    "firebase": {"projectID": "shop-1001", "apiKeys": ["AIzaSy-example-shop"]},
                    "appwrite": {"projectID": "shop"}}}}
        file = self.folder / "sesame.json"
        file.write_text(json.dumps(self.settings))
        self.process = Process(["serve", "--config", str(file)], self.folder / "log")
        self.url = self.process.url
        self.api = Api(self.url, None, SecretsSeen())

    def restart(self, *settings):
        """Kills the server as a machine failure would, and starts it again."""
        self.process.kill()
        self.start(*settings)

    def stop(self):
        assert self.process.stop() == 0
        self.carrier.stop()
        self.mails.close()

    def native(self, number: str):
        return self.api.post("/v1/codes", {"purpose": "sign_in", "phone": number})

    def firebase(self, number: str):
        return self.api.post(FIREBASE.format("sendVerificationCode"), {"phoneNumber": number})

    def appwrite(self, number: str):
        return self.api.post("/v1/account/tokens/phone", {"userId": "unique()", "phone": number},
                             headers={"X-Appwrite-Project": "shop"})

    def reset(self, email: str):
        return self.api.post("/v1/codes", {"purpose": "reset_password", "email": email})

    def signed_in(self, number: str) -> dict:
        """Signs in with a phone number."""
        before = len(self.carrier.messages)
        assert self.native(number).status_code == 204
        wait_until(lambda: len(self.carrier.messages) > before, "the text")
        code = self.carrier.messages[-1]["event"]["body"].split()[0]
        return ok(self.api.post("/v1/sign-in/code", {"code": code, "phone": number}))

    def query(self, sql: str, *parameters) -> list[tuple]:
        database = sqlite3.connect(self.folder / "data" / "sesame.db", timeout=PATIENCE)
        try:
            with database:
                return database.execute(sql, parameters).fetchall()
        finally:
            database.close()

    def counts(self) -> list[tuple]:
        return self.query("SELECT channel, scope, count FROM message_counts ORDER BY channel, scope, count")

    def refusals(self, channel: str, scope: str) -> float:
        text = Api(f"http://{self.settings['metricsListen']}", None, SecretsSeen()).get("/metrics").text
        [line] = [line for line in text.splitlines()
                  if line.startswith(f'sesame_message_caps_total{{channel="{channel}",scope="{scope}"}}')]
        return float(line.split()[-1])

    def browser(self) -> Browser:
        return Browser(SimpleNamespace(url=self.url, providers_url=self.url))

    def enter(self, browser: Browser, number: int):
        """Submits the sign-in form with an address and a password."""
        address, hidden = form_of(browser.step(f"{self.url}/apps/shop"), "/sign-in/password")
        return browser.step(address, {**hidden, "email": self.address(number), "password": PASSWORD})

    def address(self, number: int) -> str:
        return f"test.user.{number}@example.com"

    def sign_up(self, number: int) -> dict:
        return ok(self.api.post("/v1/sign-up/password", {"email": self.address(number), "password": PASSWORD}))


@pytest.fixture
def shop(tmp_path):
    running = []

    def begin(**settings) -> Shop:
        # Start well before midnight, because the UTC day must not end during the test.
        if (left := 86_400 - time.time() % 86_400) < 90:
            time.sleep(left + 1)
        running.append(Shop(tmp_path, **settings))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


def to_midnight(seconds: int) -> bool:
    """Returns true if a wait ends with the UTC day, allowing for the time that the test has taken."""
    return abs(seconds - (86_400 - time.time() % 86_400)) < 60


def test_daily_sms_cap_of_a_phone_number_spans_all_apis_and_survives_a_crash(shop):
    server, number = shop(limits={"textsPerDay": {"receiver": 2}}), new_number()
    assert server.firebase(number).status_code == 200
    assert server.appwrite(number).status_code == 201
    # The rate for one name allows five at once, and a restart resets it.
    for _ in range(2):
        answer = server.native(number)
        error = refused(answer, 429, "rate_limited", "SMS to this phone number today")
        assert to_midnight(error["retryAfter"]) and answer.headers["Retry-After"] == str(error["retryAfter"])
        answer = server.firebase(number)
        assert answer.status_code == 400 and to_midnight(int(answer.headers["Retry-After"]))
        message = answer.json()["error"]["message"]
        assert message.startswith("TOO_MANY_ATTEMPTS_TRY_LATER : too many SMS to this phone number")
        answer = server.appwrite(number)
        assert answer.status_code == 429 and answer.json()["type"] == "general_rate_limit_exceeded"
        assert to_midnight(int(answer.headers["Retry-After"]))
        assert server.native(new_number()).status_code == 204
        server.restart()
    assert server.counts()[:2] == [("text", "app", 4), ("text", "country", 4)]
    wait_until(lambda: len(server.carrier.events) == 4, "the texts that were promised")


def test_daily_email_cap_does_not_reveal_whether_an_account_exists(shop):
    server = shop(limits={"mailsPerDay": {"receiver": 2}})
    server.sign_up(1)
    answers = {}
    for number in (1, 2):
        got = [server.reset(server.address(number)) for _ in range(4)]
        errors = [answer.json()["error"] if answer.content else {} for answer in got]
        waits = [error.pop("retryAfter") for error in errors if error]
        assert len(waits) == 2 and all(to_midnight(wait) for wait in waits)
        answers[number] = [(answer.status_code, error.get("code"), error.get("message"))
                           for answer, error in zip(got, errors)]
    assert answers[1] == answers[2]
    assert [status for status, _, _ in answers[1]] == [204, 204, 429, 429]
    assert server.counts() == [("mail", "app", 4), ("mail", "receiver", 2), ("mail", "receiver", 2)]
    wait_until(lambda: len(server.mails.mails) == 2, "the mails to the account's address")
    names = "".join(str(row) for row in server.query("SELECT * FROM message_counts"))
    assert "test.user" not in names


def test_country_and_app_caps_stop_sms_and_are_recorded_once_each(shop):
    server = shop(limits={"textsPerDay": {"country": 2, "app": 3}})
    assert server.refusals("text", "country") == 0
    for _ in range(2):
        assert server.native(new_number()).status_code == 204
    refused(server.native(new_number()), 429, "rate_limited", "SMS to this country today")
    answer = server.firebase(new_number())
    assert answer.status_code == 400 and int(answer.headers["Retry-After"]) > 0
    assert answer.json()["error"]["message"].startswith("QUOTA_EXCEEDED : ")
    assert server.appwrite(new_number()).json()["type"] == "general_rate_limit_exceeded"
    # Another country is still allowed, up to the app's cap; refused requests did not count.
    assert server.appwrite(new_number("+49")).status_code == 201
    refused(server.native(new_number("+49")), 429, "rate_limited", "SMS from this app today")
    assert server.firebase(new_number("+49")).json()["error"]["message"].startswith("QUOTA_EXCEEDED : ")
    assert server.reset(server.address(1)).status_code == 204
    details = [detail for (detail,) in server.query(
        "SELECT detail FROM events WHERE kind = 'message_cap_reached' AND app = 'shop' AND account IS NULL")]
    assert sorted(details) == ["text_app", "text_country_33"]
    assert (server.refusals("text", "country"), server.refusals("text", "app")) == (3, 2)
    assert server.refusals("mail", "app") == 0


def test_page_responds_alike_for_every_email_address_at_the_cap(shop):
    server = shop(limits={"mailsPerDay": {"receiver": 1}})
    server.sign_up(1)
    for number in (1, 2):
        statuses = []
        for _ in range(2):
            browser = server.browser()
            page = browser.step(f"{server.url}/sign-in/forgotten?app=shop")
            address, form = browser.fill(page, "", {"email": server.address(number)})
            answer = browser.step(address, form)
            statuses.append(answer.status_code)
        assert statuses == [200, 429] and "Too many messages today" in answer.text
        assert to_midnight(int(answer.headers["Retry-After"]))


def test_phone_number_of_another_country_is_rejected_by_every_api_even_if_known(shop):
    server = shop()
    known, unknown = new_number("+49"), new_number("+49")
    server.signed_in(known)
    server.restart({}, ["+33", "+1212"])
    before = server.counts()
    for number in (known, unknown, "+16505550123"):
        error = refused(server.native(number), 403, "provider_required", "SMS to phone numbers in this country")
        assert error["field"] == "phone" and "retryAfter" not in error
        answer = server.firebase(number)
        assert answer.status_code == 400
        message = answer.json()["error"]["message"]
        assert message.startswith("OPERATION_NOT_ALLOWED : SMS to phone numbers in this country")
        answer = server.appwrite(number)
        assert answer.status_code == 412 and answer.json()["type"] == "project_provider_disabled"
    person = server.sign_up(1)
    server.query("UPDATE logins SET verified_at = created_at")
    token = person["accessToken"]
    for number in (known, unknown):
        answer = server.api.post("/v1/me/second-factors", {"kind": "phone", "phone": number}, token=token)
        assert refused(answer, 403, "provider_required")["field"] == "phone"
        browser = server.browser()
        assert server.enter(browser, 1).status_code == 303
        address, hidden = form_of(browser.step(f"{server.url}/account"), "/account/second-factors")
        answer = browser.step(address, {**hidden, "phone": number})
        assert answer.status_code == 403 and "No text messages to this country" in answer.text
    assert server.counts() == before and len(server.carrier.events) == 1
    for number in (new_number(), "+12125550123"):
        assert server.native(number).status_code == 204
    assert server.api.post(
        "/v1/me/second-factors", {"kind": "phone", "phone": new_number()}, token=token).status_code == 200
    log = server.process.log()
    assert not any(number in log for number in (known, unknown, "+16505550123"))


def test_second_factor_sms_is_rejected_when_its_country_is_not_listed(shop):
    server = shop()
    person = server.sign_up(1)
    server.query("UPDATE logins SET verified_at = created_at")
    number, token = new_number("+49"), person["accessToken"]
    ok(server.api.post("/v1/me/second-factors", {"kind": "phone", "phone": number}, token=token))
    wait_until(lambda: server.carrier.events, "the text")
    code = server.carrier.messages[-1]["event"]["body"].split()[0]
    answer = server.api.post("/v1/me/second-factors/confirm", {"kind": "phone", "code": code}, token=token)
    assert answer.status_code == 200, answer.text
    server.restart({}, ["+33"])
    answer = server.api.post("/v1/sign-in/password", {"email": server.address(1), "password": PASSWORD})
    ticket = refused(answer, 403, "second_factor_required")["ticket"]
    answer = server.api.post("/v1/sign-in/second-factor", {"ticket": ticket, "sendText": True})
    refused(answer, 403, "provider_required", "SMS to phone numbers in this country")
    browser = server.browser()
    page = server.enter(browser, 1)
    [factor] = re.findall(r'name="send" value="([^"]+)"', page.text)
    answer = browser.step(*browser.fill(page, "", {"send": factor}))
    assert answer.status_code == 403 and "No text messages to this country" in answer.text
    assert len(server.carrier.events) == 1


def test_sign_in_codes_to_a_phone_number_leave_its_second_factor_usable(shop):
    server = shop(limits={"textsPerDay": {"receiver": 1}})
    person = server.sign_up(1)
    server.query("UPDATE logins SET verified_at = created_at")
    number, token = new_number(), person["accessToken"]
    ok(server.api.post("/v1/me/second-factors", {"kind": "phone", "phone": number}, token=token))
    wait_until(lambda: server.carrier.events, "the text")
    code = server.carrier.messages[-1]["event"]["body"].split()[0]
    answer = server.api.post("/v1/me/second-factors/confirm", {"kind": "phone", "code": code}, token=token)
    assert answer.status_code == 200, answer.text
    assert server.native(number).status_code == 204
    wait_until(lambda: len(server.carrier.events) == 2, "the text to sign in")
    refused(server.native(number), 429, "rate_limited", "SMS to this phone number today")
    answer = server.api.post("/v1/sign-in/password", {"email": server.address(1), "password": PASSWORD})
    ticket = refused(answer, 403, "second_factor_required")["ticket"]
    send = {"ticket": ticket, "sendText": True}
    assert server.api.post("/v1/sign-in/second-factor", send).status_code == 204
    refused(server.api.post("/v1/sign-in/second-factor", send), 429, "rate_limited", "SMS to this phone number today")
    wait_until(lambda: len(server.carrier.events) == 3, "the text to the factor")
    code = server.carrier.messages[-1]["event"]["body"].split()[0]
    ok(server.api.post("/v1/sign-in/second-factor", {"ticket": ticket, "code": code}))


@pytest.mark.parametrize("countries", [None, []])
def test_without_a_listed_country_no_sms_is_sent_and_the_log_and_doctor_report_it(shop, countries):
    server = shop(countries=countries)
    refused(server.native(new_number()), 403, "provider_required", "SMS to phone numbers in this country")
    assert server.counts() == []
    assert "texts.countries" in server.process.log()
    result = run("doctor", "--config", str(server.folder / "sesame.json"))
    assert result.returncode != 0 and "texts.countries: no country is listed" in result.stdout


@pytest.mark.parametrize("countries", [["33"], ["+33", "+33"], ["+1", "+1876"], ["+3"], "+33", [33]])
def test_invalid_list_of_countries_is_rejected(shop, countries):
    server = shop()
    file = server.folder / "wrong.json"
    file.write_text(json.dumps({**server.settings, "texts": {**server.settings["texts"], "countries": countries}}))
    result = run("serve", "--config", str(file))
    assert result.returncode != 0 and "texts.countries" in result.stderr


def test_counter_is_found_by_its_primary_key_among_25000_rows(shop):
    server = shop()
    assert server.native(new_number()).status_code == 204
    assert server.process.stop() == 0
    rows = server.counts()
    # These are the conditions of `MessageCountStatements`.
    where = "WHERE day = ? AND key = ? AND scope = ? AND channel = ? AND app = ?"
    add = ("INSERT INTO message_counts (day, key, scope, channel, app, count) VALUES (?, ?, 'receiver', 'text', 'shop', 1) "
           "ON CONFLICT (day, key, scope, channel, app) DO UPDATE SET count = count + 1")
    [(day,)] = server.query("SELECT DISTINCT day FROM message_counts")
    database = sqlite3.connect(server.folder / "data" / "sesame.db")
    with database:
        database.executemany(add, ((day, number.to_bytes(32, "big")) for number in range(25_000)))
    [plan] = database.execute(f"EXPLAIN QUERY PLAN SELECT count FROM message_counts {where}", [day, b"", "", "", ""])
    assert plan[3] == "SEARCH message_counts USING PRIMARY KEY (day=? AND key=? AND scope=? AND channel=? AND app=?)"
    assert not database.execute(f"EXPLAIN QUERY PLAN {add}", [day, b""]).fetchall()
    database.close()
    server.start()
    number = new_number()
    assert [server.native(number).status_code for _ in range(2)] == [204, 204]
    counted = server.counts()
    assert len(counted) == len(rows) + 25_000 + 1
    assert counted[0] == ("text", "app", 3) and counted[-1] == ("text", "receiver", 2)
