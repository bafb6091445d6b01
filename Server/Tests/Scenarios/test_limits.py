"""Tests of rate limits, and of their isolation between clients."""

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from client import Api, ok, refused
from patience import PATIENCE
from providers import new_subject
from secrets_seen import SecretsSeen
from sesame import Process, free_port, run


def limits(**rules: tuple[int, int]) -> dict:
    return {rule: {"perMinute": rate, "burst": burst} for rule, (rate, burst) in rules.items()}


@pytest.fixture
def behind_a_proxy(tmp_path):
    """Starts `sesame serve` with these limits, behind a proxy on this machine."""
    running = []

    def begin(rate_limits: dict, trusted=("127.0.0.1",), **settings) -> Api:
        key, port = tmp_path / "key", free_port()
        assert run("keys", "generate", "--output", str(key)).returncode == 0
        file = tmp_path / "sesame.json"
        file.write_text(json.dumps({
            "publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(tmp_path / "data"),
            "keyFile": str(key), "trustedProxies": list(trusted), "rateLimits": rate_limits,
            "apps": {"shop": {"providers": {"anonymous": True}}, "club": {"providers": {"anonymous": True}}}, **settings}))
        running.append(Process(["serve", "--config", str(file)], tmp_path / "log"))
        return Api(running[-1].url, None, SecretsSeen())

    yield begin
    for server in running:
        assert server.stop() == 0


def of(address: str) -> dict:
    return {"X-Forwarded-For": address}


def guests(api: Api, count: int, address: str, app: str = "shop") -> list[int]:
    return [api.post("/v1/sign-in/anonymous", app=app, headers=of(address)).status_code for _ in range(count)]


def wrong(api: Api, count: int, address: str) -> list[int]:
    return [api.me("a-token-that-is-none", headers=of(address)).status_code for _ in range(count)]


def test_flood_of_invalid_tokens_is_limited_while_another_network_is_served(behind_a_proxy):
    api = behind_a_proxy(limits(refusals=(1, 10)))
    flooded = wrong(api, 30, "203.0.113.7")
    assert flooded == [401] * 10 + [429] * 20
    session = ok(api.post("/v1/sign-in/anonymous", app="shop", headers=of("198.51.100.7")))
    assert ok(api.me(session["accessToken"], headers=of("198.51.100.7")))["isAnonymous"]
    answer = api.me(session["accessToken"], headers=of("203.0.113.7"))
    error = refused(answer, 429, "rate_limited", "too many rejected credentials")
    assert 1 <= error["retryAfter"] <= 60


def test_invalid_refresh_tokens_and_grants_count_as_rejected_credentials(behind_a_proxy):
    api = behind_a_proxy(limits(refusals=(1, 10)))
    for index in range(5):
        refused(api.refresh(f"rt_{index}", headers=of("203.0.113.7")), 401, "not_authenticated")
        form = f"grant_type=refresh_token&client_id=shop&refresh_token=rt_{index}"
        answer = api.call("POST", "/token", data=form, headers={
            **of("203.0.113.7"), "Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status_code == 400
    for path, body in (("/token", {}), ("/v1/sessions/refresh", {"refreshToken": "rt_x"})):
        answer = api.post(path, body, headers=of("203.0.113.7"))
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0


DOORS = {
    "an access token": lambda n: ("GET", "/v1/me", {"Authorization": f"Bearer none{n}"}, None),
    "a provider's token": lambda n: ("POST", "/v1/sign-in/google", {}, {"idToken": f"a.b.{n}", "nonce": "none"}),
    "a password": lambda n: (
        "POST", "/v1/sign-in/password", {}, {"email": f"test.user.{n}@example.com", "password": "wrong and long"}),
    "a mailed code": lambda n: ("POST", "/v1/sign-in/code", {}, {"code": f"mc_none{n}"}),
    "a refresh token": lambda n: ("POST", "/v1/sessions/refresh", {}, {"refreshToken": f"rt_none{n}"}),
    "a grant": lambda n: ("POST", "/token", {}, {
        "grant_type": "refresh_token", "client_id": "shop", "refresh_token": f"rt_none{n}"}),
    "an admin key": lambda n: ("GET", "/admin/v1/apps", {"Authorization": f"Bearer sak_none{n}"}, None),
    "Firebase: a password": lambda n: (
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=AIzaSy-example-shop", {},
        {"email": f"test.user.{n}@example.com", "password": "wrong and long"}),
    "Firebase: a code": lambda n: (
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:update?key=AIzaSy-example-shop", {},
        {"oobCode": f"mc_none{n}"}),
    "Firebase: an ID token": lambda n: (
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=AIzaSy-example-shop", {},
        {"idToken": f"a.b.{n}"}),
    "Firebase: a refresh token": lambda n: (
        "POST", "/securetoken.googleapis.com/v1/token?key=AIzaSy-example-shop", {},
        {"grant_type": "refresh_token", "refresh_token": f"none{n}"}),
    "Firebase: a session info": lambda n: (
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPhoneNumber?key=AIzaSy-example-shop", {},
        {"sessionInfo": f"none{n}", "code": "123456"}),
    "Firebase: an admin key": lambda n: (
        "POST", "/identitytoolkit.googleapis.com/v1/projects/shop-1001/accounts:lookup",
        {"Authorization": f"Bearer sak_none{n}"}, {"localId": ["x"]}),
    "Appwrite: a key": lambda n: (
        "GET", "/v1/users", {"X-Appwrite-Project": "shop", "X-Appwrite-Key": f"sak_none{n}"}, None),
    "Appwrite: a password": lambda n: (
        "POST", "/v1/account/sessions/email", {"X-Appwrite-Project": "shop"},
        {"email": f"test.user.{n}@example.com", "password": "wrong and long"}),
    "Appwrite: a secret": lambda n: (
        "POST", "/v1/account/sessions/token", {"X-Appwrite-Project": "shop"}, {"userId": f"user{n}", "secret": "123456"}),
    "Appwrite: a session": lambda n: (
        "GET", "/v1/account", {"X-Appwrite-Project": "shop", "X-Appwrite-Session": f"none{n}"}, None),
    "a page's code": lambda n: ("GET", f"/account/code/shop?code=mc_none{n}", {}, None),
}


@pytest.mark.parametrize("door", DOORS)
def test_rejected_credentials_count_at_every_endpoint(behind_a_proxy, door):
    api = behind_a_proxy(limits(refusals=(1, 5)), apps={"shop": {
        "providers": {"anonymous": True, "password": {}, "google": {"clientIDs": ["web"]}},
        "redirectURIs": ["com.example.shop:/callback"],
        "firebase": {"projectID": "shop-1001", "apiKeys": ["AIzaSy-example-shop"]},
        "appwrite": {"projectID": "shop"}}}, mail={
            "server": "smtp://127.0.0.1:1", "from": "no-reply@example.com"}, defaultApp="shop")
    limited = []
    for n in range(7):
        method, path, headers, body = DOORS[door](n)
        options = {"headers": {**of("203.0.113.7"), **headers}}
        if path == "/token" or "securetoken" in path:
            options["headers"]["Content-Type"] = "application/x-www-form-urlencoded"
            options["data"] = "&".join(f"{name}={value}" for name, value in body.items())
        elif body is not None:
            options["body"] = body
        answer = api.call(method, path, **options)
        # Firebase's clients use another error code for it.
        limited.append(answer.status_code == 429 or "TOO_MANY_ATTEMPTS_TRY_LATER" in answer.text)
    assert limited == [False] * 5 + [True] * 2, answer.text
    assert api.get("/v1/apps", headers=of("198.51.100.7")).status_code != 429


def test_flood_of_sign_ins_leaves_the_limit_of_an_app_to_its_other_users(behind_a_proxy):
    shop = {"providers": {"anonymous": True, "google": {"clientIDs": ["web"]}},
            "rateLimits": limits(credentialsOfApp=(1, 40))}
    api = behind_a_proxy(limits(credentialsFromAddress=(1, 5), refusals=(6000, 3000)), apps={"shop": shop})

    def attempt(address: str) -> int:
        credential = {"idToken": "a.b.c", "nonce": "none"}
        return api.post("/v1/sign-in/google", credential, app="shop", headers=of(address)).status_code

    with ThreadPoolExecutor(8) as pool:
        flooded = list(pool.map(attempt, ["192.0.2.1", "198.51.100.1", "203.0.113.1"] * 60))
        assert (flooded.count(401), flooded.count(429)) == (15, 165)
        # Requests refused by an address's limit do not count against the app's limit.
        assert list(pool.map(attempt, [f"100.64.{n}.1" for n in range(25)])) == [401] * 25
    assert attempt("100.64.99.1") == 429


@pytest.mark.slow
def test_password_guessing_elsewhere_does_not_lock_out_a_known_device(behind_a_proxy):
    api = behind_a_proxy(limits(refusals=(6000, 3000)), apps={
        app: {"providers": {"anonymous": True, "password": {}}} for app in ("shop", "club")}, mail={
            "server": "smtp://127.0.0.1:1", "from": "no-reply@example.com"})
    owner = {"email": "test.user.1@example.com", "password": "three small green boats"}

    def sign_in(address: str, device: str | None = None, **other) -> requests.Response:
        headers = of(address) | ({"Sesame-Device": device} if device else {})
        return api.post("/v1/sign-in/password", {**owner, **other}, app="shop", headers=headers)

    signed_up = api.post("/v1/sign-up/password", {**owner, "profile": {}}, app="shop", headers=of("203.0.113.1"))
    assert ok(signed_up)["isNewUser"] and signed_up.headers["Sesame-Device"].startswith("dt_")
    signed_in = sign_in("203.0.113.1")
    device = signed_in.headers["Sesame-Device"]
    assert signed_in.status_code == 200 and device != signed_up.headers["Sesame-Device"]
    elsewhere = api.post("/v1/sign-up/password", {**owner, "profile": {}}, app="club", headers=of("203.0.113.1"))

    with ThreadPoolExecutor(8) as pool:
        guesses = list(pool.map(
            lambda n: sign_in(f"198.51.{n % 6}.1", password=f"a wrong password {n}"), range(120)))
    statuses = [answer.status_code for answer in guesses]
    assert set(statuses) == {401, 429} and 20 <= statuses.count(401) < 30
    assert all("Sesame-Device" not in answer.headers for answer in guesses)
    # Repeat until the wait is long enough for the steps below.
    wait, network = 0, 10
    while wait < 16:
        time.sleep(wait)
        network += 1
        wait = int(sign_in(f"198.51.{network}.1", password="a wrong password").headers.get("Retry-After", 0))
    for token in (None, "dt_none", device[:-4] + "AAAA", elsewhere.headers["Sesame-Device"]):
        refused(sign_in("192.0.2.1", token), 429, "rate_limited", "wrong passwords")
    answer = sign_in("192.0.2.1", device)
    assert answer.status_code == 200 and answer.headers["Sesame-Device"].startswith("dt_")

    # A password change from this network with a device token needs no wait, and renews the device token.
    def change(**headers: str) -> requests.Response:
        passwords = {"currentPassword": owner["password"], "password": "four large red kites"}
        return api.call(
            "PUT", "/v1/me/password", passwords, token=answer.json()["accessToken"], headers=of("192.0.2.1") | headers)

    refused(change(), 429, "rate_limited", "wrong passwords")
    changed = change(**{"Sesame-Device": device})
    ok(changed)
    owner["password"] = "four large red kites"
    refused(sign_in("192.0.2.1", device), 429, "rate_limited", "wrong passwords")
    device = changed.headers["Sesame-Device"]
    assert sign_in("192.0.2.1", device).status_code == 200
    # The known device has its own limit of wrong passwords.
    wrong = [sign_in("192.0.2.1", device, password=f"a wrong password {n}").status_code for n in range(6)]
    assert wrong == [401] * 5 + [429]


def test_request_succeeds_once_retry_after_has_passed(behind_a_proxy):
    api = behind_a_proxy(limits(guests=(12, 2)))
    assert guests(api, 2, "203.0.113.7") == [200, 200]
    answer = api.post("/v1/sign-in/anonymous", app="shop", headers=of("203.0.113.7"))
    error = refused(answer, 429, "rate_limited", "guests")
    assert answer.headers["Retry-After"] == str(error["retryAfter"]) and 1 <= error["retryAfter"] <= 5
    assert answer.headers["Cache-Control"] == "no-store"
    time.sleep(error["retryAfter"])
    assert guests(api, 2, "203.0.113.7") == [200, 429]


def test_guest_sign_ins_are_limited_by_ip_address_network_and_app(behind_a_proxy):
    api = behind_a_proxy(limits(guests=(1, 5)), apps={
        "shop": {"providers": {"anonymous": True}},
        "club": {"providers": {"anonymous": True}, "rateLimits": limits(guestsOfApp=(1, 3))}})
    assert guests(api, 6, "203.0.113.1") == [200] * 5 + [429]
    # Its neighbors share fifteen more.
    neighbours = [status for host in range(2, 12) for status in guests(api, 5, f"203.0.113.{host}")]
    assert neighbours.count(200) == 15
    assert guests(api, 5, "2001:db8:1:1::1") == [200] * 5
    assert guests(api, 1, "2001:db8:1:1:ffff::1") == [429]
    assert guests(api, 1, "2001:db8:2:1::1") == [200]
    assert [guests(api, 1, f"198.51.{number}.1", "club")[0] for number in range(5)] == [200] * 3 + [429] * 2
    assert guests(api, 1, "198.51.9.1", "shop") == [200]


def test_forwarded_entries_from_the_client_are_ignored(behind_a_proxy):
    api = behind_a_proxy(limits(guests=(1, 4)))
    # Entries to the left of the proxy's own entry come from the client and cannot be trusted.
    spoofed = [guests(api, 1, f"198.51.{number}.1, 203.0.113.7")[0] for number in range(6)]
    assert spoofed == [200] * 4 + [429] * 2


def test_x_forwarded_for_from_untrusted_senders_is_ignored(behind_a_proxy):
    api = behind_a_proxy(limits(guests=(1, 4)), trusted=["10.0.0.1"])
    assert [guests(api, 1, f"198.51.{number}.1")[0] for number in range(6)] == [200] * 4 + [429] * 2


def test_exempt_networks_are_not_counted(behind_a_proxy):
    api = behind_a_proxy({**limits(requests=(1, 5), guests=(1, 3)), "exempt": ["10.1.0.0/16"]})
    assert wrong(api, 12, "10.1.2.3") == [401] * 12
    assert guests(api, 5, "10.1.2.3") == [200] * 5
    assert wrong(api, 12, "10.2.2.3") == [401] * 5 + [429] * 7


def test_health_checks_are_never_limited(behind_a_proxy):
    api = behind_a_proxy(limits(requests=(1, 1)))
    assert wrong(api, 2, "203.0.113.7") == [401, 429]
    for path in ("/healthz", "/readyz"):
        assert [api.get(path, headers=of("203.0.113.7")).status_code for _ in range(5)] == [200] * 5


def test_each_surface_reports_the_limit_in_its_own_format(behind_a_proxy):
    api = behind_a_proxy(limits(requests=(1, 1)), apps={
        "shop": {"providers": {"anonymous": True}, "contract": {}, "language": "fr"}})
    here = of("203.0.113.7")
    wrong(api, 1, "203.0.113.7")
    refused(api.get("/v1/me", headers=here), 429, "rate_limited")
    contract = api.post("/auth/google", {"idToken": "x"}, headers=here)
    assert contract.json() == {"message": "Trop de tentatives, patientez un instant"}
    grant = api.post("/token", {}, headers=here)
    assert grant.json()["error"] == "temporarily_unavailable"
    delivery = api.call("POST", "/notifications/google", data="x", headers=here)
    assert delivery.json()["error"]["code"] == "rate_limited"
    page = api.get("/account", headers={**here, "Accept-Language": "en"})
    assert "Too many attempts" in page.text and page.headers["Content-Type"].startswith("text/html")
    for answer in (contract, grant, delivery, page):
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0


def test_session_that_refreshes_too_often_is_slowed_down_but_not_ended(start, tmp_path):
    file = tmp_path / "apps.json"
    file.write_text(json.dumps({"rateLimits": limits(refreshes=(12, 3)),
                                "apps": {"couple": {"providers": {"anonymous": True}}}}))
    api = start(limited=True, options=["--config", str(file)]).api
    session = api.sign_in_anonymously()
    for _ in range(3):
        session = ok(api.refresh(session["refreshToken"]))
    error = refused(api.refresh(session["refreshToken"]), 429, "rate_limited", "refreshes")
    other = api.sign_in_anonymously()
    ok(api.refresh(other["refreshToken"]))
    ok(api.me(session["accessToken"]))
    time.sleep(error["retryAfter"])
    ok(api.refresh(session["refreshToken"]))


def test_default_limits_of_a_development_server_stop_a_flood_but_not_a_user(start, tmp_path):
    server = start(limited=True)
    api = server.api
    for _ in range(10):
        ok(api.me(api.sign_in(sub=new_subject())["accessToken"]))
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: api.me("a-token-that-is-none").status_code, range(400)))
    # The limit is 300 at once, and then one a second.
    assert statuses.count(401) < 400 and statuses.count(429) > 10
    # A client in another network is served; this machine has more than one loopback address.
    with socket.create_connection(("127.0.0.1", server.ports[0]), PATIENCE, source_address=("127.1.0.1", 0)) as connection:
        connection.sendall(b"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n")
        assert connection.recv(64).startswith(b"HTTP/1.1 401")
    lines = [line for line in server.log_lines() if line["message"] == "limit reached"]
    assert lines and all(set(line) == {"time", "level", "logger", "message", "limit", "times"} for line in lines)
    assert len(lines) < 5


def test_appwrite_clients_receive_their_remaining_limit(start, tmp_path):
    file = tmp_path / "apps.json"
    file.write_text(json.dumps({"rateLimits": limits(guests=(1, 3)), "apps": {"couple": {
        "providers": {"anonymous": True}, "appwrite": {"projectID": "couple"}}}}))
    server = start(limited=True, options=["--config", str(file)])
    answers = [requests.post(f"{server.url}/v1/account/sessions/anonymous", timeout=PATIENCE,
                             headers={"X-Appwrite-Project": "couple"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert [answer.headers["X-RateLimit-Limit"] for answer in answers] == ["3"] * 4
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0"]
    assert 110 < int(answers[-1].headers["X-RateLimit-Reset"]) - time.time() < 190
    plain = requests.get(f"{server.url}/v1/account", headers={"X-Appwrite-Project": "couple"}, timeout=PATIENCE)
    assert "X-RateLimit-Limit" not in plain.headers


def test_limits_do_not_follow_the_wall_clock(start, tmp_path):
    file = tmp_path / "apps.json"
    file.write_text(json.dumps({"rateLimits": limits(guests=(1, 2)),
                                "apps": {"couple": {"providers": {"anonymous": True}}}}))
    server = start(limited=True, options=["--config", str(file)])
    assert guests(server.api, 3, "x", "couple") == [200, 200, 429]
    server.providers.advance_clock(7200)
    assert guests(server.api, 1, "x", "couple") == [429]
    server.providers.reset_clock()
    assert guests(server.api, 1, "x", "couple") == [429]


def test_no_limits_option_is_rejected_in_production(tmp_path):
    result = run("serve", "--no-limits", "--config", str(tmp_path / "none"))
    assert result.returncode != 0 and "--no-limits" in result.stderr


def test_sms_limit_of_one_ip_address_spans_all_apis_and_spares_other_networks(behind_a_proxy, tmp_path):
    (tmp_path / "carrier").write_text("s" * 40)
    (tmp_path / "carrier").chmod(0o600)
    shop = {"providers": {"password": {"phones": True}}, "firebase": {"projectID": "shop-1001", "apiKeys": [
        "AIzaSy-example-shop"]}, "appwrite": {"projectID": "shop"}}
    api = behind_a_proxy(
        {"textsFromAddress": {"perHour": 1, "burst": 3}}, apps={"shop": shop}, defaultApp="shop",
        texts={"url": "http://127.0.0.1:1/", "secretFile": str(tmp_path / "carrier"), "countries": ["+33"]},
        mail={"server": "smtp://127.0.0.1:1", "from": "no-reply@example.com"})

    def native(number: int, address: str):
        return api.post("/v1/codes", {"purpose": "sign_in", "phone": f"+3361000{number:04}"}, headers=of(address))

    def firebase(number: int, address: str):
        return api.post("/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=AIzaSy-example-shop",
                        {"phoneNumber": f"+3361000{number:04}"}, headers=of(address))

    def appwrite(number: int, address: str):
        return api.post("/v1/account/tokens/phone", {"userId": "unique()", "phone": f"+3361000{number:04}"},
                        headers={"X-Appwrite-Project": "shop", **of(address)})

    doors = (native, firebase, appwrite)
    assert [door(number, "203.0.113.7").status_code for number, door in enumerate(doors)] == [204, 200, 201]
    error = refused(native(4, "203.0.113.7"), 429, "rate_limited", "too many SMS requested from this network")
    assert 3_500 < error["retryAfter"] <= 3_600
    answer = firebase(5, "203.0.113.7")
    assert answer.status_code == 400 and "TOO_MANY_ATTEMPTS_TRY_LATER" in answer.text
    answer = appwrite(6, "203.0.113.7")
    assert answer.status_code == 429 and answer.json()["type"] == "general_rate_limit_exceeded"
    # Mails and other users' texts still work.
    mail = {"purpose": "sign_in", "email": "test.user.1@example.com"}
    assert api.post("/v1/codes", mail, headers=of("203.0.113.7")).status_code == 204
    assert native(7, "198.51.100.7").status_code == 204
    assert [native(10 + n, f"203.0.113.{20 + n // 3}").status_code for n in range(12)] == [204] * 9 + [429] * 3
