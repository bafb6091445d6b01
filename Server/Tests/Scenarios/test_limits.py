"""What is too much, from whom, and that nobody else is concerned."""

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from client import Api, ok, refused
from providers import new_subject
from secrets_seen import SecretsSeen
from sesame import Process, free_port, run


def limits(**rules: tuple[int, int]) -> dict:
    return {rule: {"perMinute": rate, "burst": burst} for rule, (rate, burst) in rules.items()}


@pytest.fixture
def behind_a_proxy(tmp_path):
    """Starts `sesame serve` with these limits, as a proxy on this machine reaches it."""
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


def test_a_flood_of_wrong_tokens_is_cut_while_another_network_is_served(behind_a_proxy):
    api = behind_a_proxy(limits(refusals=(1, 10)))
    flooded = wrong(api, 30, "203.0.113.7")
    assert flooded == [401] * 10 + [429] * 20
    session = ok(api.post("/v1/sign-in/anonymous", app="shop", headers=of("198.51.100.7")))
    assert ok(api.me(session["accessToken"], headers=of("198.51.100.7")))["isAnonymous"]
    error = refused(api.me(session["accessToken"], headers=of("203.0.113.7")), 429, "rate_limited", "refused")
    assert 1 <= error["retryAfter"] <= 60


def test_wrong_refresh_tokens_and_grants_are_wrong_credentials_too(behind_a_proxy):
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


def test_retry_after_is_true(behind_a_proxy):
    api = behind_a_proxy(limits(guests=(30, 2)))
    assert guests(api, 2, "203.0.113.7") == [200, 200]
    answer = api.post("/v1/sign-in/anonymous", app="shop", headers=of("203.0.113.7"))
    error = refused(answer, 429, "rate_limited", "guests")
    assert answer.headers["Retry-After"] == str(error["retryAfter"]) == "2"
    assert answer.headers["Cache-Control"] == "no-store"
    time.sleep(error["retryAfter"])
    assert guests(api, 2, "203.0.113.7") == [200, 429]


def test_guests_are_limited_by_address_network_and_app(behind_a_proxy):
    api = behind_a_proxy(limits(guests=(1, 5)), apps={
        "shop": {"providers": {"anonymous": True}},
        "club": {"providers": {"anonymous": True}, "rateLimits": limits(guestsOfApp=(1, 3))}})
    assert guests(api, 6, "203.0.113.1") == [200] * 5 + [429]
    # Its neighbours have fifteen more between them.
    neighbours = [status for host in range(2, 12) for status in guests(api, 5, f"203.0.113.{host}")]
    assert neighbours.count(200) == 15
    assert guests(api, 5, "2001:db8:1:1::1") == [200] * 5
    assert guests(api, 1, "2001:db8:1:1:ffff::1") == [429]
    assert guests(api, 1, "2001:db8:2:1::1") == [200]
    assert [guests(api, 1, f"198.51.{number}.1", "club")[0] for number in range(5)] == [200] * 3 + [429] * 2
    assert guests(api, 1, "198.51.9.1", "shop") == [200]


def test_a_client_cannot_choose_where_it_comes_from(behind_a_proxy):
    api = behind_a_proxy(limits(guests=(1, 4)))
    # What stands left of the proxy's own entry is the client's invention.
    spoofed = [guests(api, 1, f"198.51.{number}.1, 203.0.113.7")[0] for number in range(6)]
    assert spoofed == [200] * 4 + [429] * 2


def test_forwarding_fields_of_strangers_choose_nothing(behind_a_proxy):
    api = behind_a_proxy(limits(guests=(1, 4)), trusted=["10.0.0.1"])
    assert [guests(api, 1, f"198.51.{number}.1")[0] for number in range(6)] == [200] * 4 + [429] * 2


def test_exempt_networks_are_not_counted(behind_a_proxy):
    api = behind_a_proxy({**limits(requests=(1, 5), guests=(1, 3)), "exempt": ["10.1.0.0/16"]})
    assert wrong(api, 12, "10.1.2.3") == [401] * 12
    assert guests(api, 5, "10.1.2.3") == [200] * 5
    assert wrong(api, 12, "10.2.2.3") == [401] * 5 + [429] * 7


def test_what_watches_the_server_is_always_answered(behind_a_proxy):
    api = behind_a_proxy(limits(requests=(1, 1)))
    assert wrong(api, 2, "203.0.113.7") == [401, 429]
    for path in ("/healthz", "/readyz"):
        assert [api.get(path, headers=of("203.0.113.7")).status_code for _ in range(5)] == [200] * 5


def test_each_surface_says_it_in_its_own_words(behind_a_proxy):
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


def test_a_session_that_refreshes_all_the_time_is_slowed_and_not_lost(start, tmp_path):
    file = tmp_path / "apps.json"
    file.write_text(json.dumps({"rateLimits": limits(refreshes=(30, 3)),
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


def test_by_default_a_development_server_limits_a_flood_and_not_a_person(start, tmp_path):
    server = start(limited=True)
    api = server.api
    for _ in range(10):
        ok(api.me(api.sign_in(sub=new_subject())["accessToken"]))
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: api.me("a-token-that-is-none").status_code, range(400)))
    assert statuses.count(401) < 320 and statuses.count(429) > 60
    # Another network is served: this machine has more than one.
    with socket.create_connection(("127.0.0.1", server.ports[0]), 5, source_address=("127.1.0.1", 0)) as connection:
        connection.sendall(b"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n")
        assert connection.recv(64).startswith(b"HTTP/1.1 401")
    lines = [line for line in server.log_lines() if line["message"] == "limit reached"]
    assert lines and all(set(line) == {"time", "level", "logger", "message", "limit", "times"} for line in lines)
    assert len(lines) < 5


def test_appwrites_clients_are_told_what_is_left(start, tmp_path):
    file = tmp_path / "apps.json"
    file.write_text(json.dumps({"rateLimits": limits(guests=(1, 3)), "apps": {"couple": {
        "providers": {"anonymous": True}, "appwrite": {"projectID": "couple"}}}}))
    server = start(limited=True, options=["--config", str(file)])
    answers = [requests.post(f"{server.url}/v1/account/sessions/anonymous", timeout=20,
                             headers={"X-Appwrite-Project": "couple"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert [answer.headers["X-RateLimit-Limit"] for answer in answers] == ["3"] * 4
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0"]
    assert 110 < int(answers[-1].headers["X-RateLimit-Reset"]) - time.time() < 190
    plain = requests.get(f"{server.url}/v1/account", headers={"X-Appwrite-Project": "couple"}, timeout=20)
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


def test_a_server_in_production_cannot_do_without_limits(tmp_path):
    result = run("serve", "--no-limits", "--config", str(tmp_path / "none"), timeout=10)
    assert result.returncode != 0 and "--no-limits" in result.stderr
