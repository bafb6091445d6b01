"""Tests of `sesame dev --lan` for a phone in the local network. This machine plays the phone, with its own address
there."""

import json
import socket
import sys
import urllib.parse

import pytest
import requests

from browser import Browser, Client
from client import ok
from patience import PATIENCE
from sesame import Development, free_port, run


def address_in_network() -> str | None:
    """Returns this machine's address in the network of its default route. It sends no packets."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))
        except OSError:
            return None
        address = probe.getsockname()[0]
        return None if address.startswith("127.") else address


ADDRESS = address_in_network()
pytestmark = pytest.mark.skipif(ADDRESS is None, reason="this machine is in no network, so that it cannot play a phone")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    development = Development(
        tmp_path_factory.mktemp("lan"), options=["--lan", "--lan-address", ADDRESS], provider_host=ADDRESS)
    yield development
    assert development.stop() == 0


@pytest.fixture
def phone():
    http = requests.Session()
    http.trust_env = False
    return http


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_phone_signs_in_without_visiting_loopback(server, provider):
    server.providers.control("POST", "auto-approve", {"user": 1})
    browser = Browser(server)
    page = browser.go(f"{server.url}/sign-in/{provider}?app=couple")
    assert page.status_code == 200 and page.url == f"http://{ADDRESS}:{server.ports[0]}/account"
    assert {urllib.parse.urlsplit(address).hostname for address in browser.visited} == {ADDRESS}
    assert {urllib.parse.urlsplit(address).port for address in browser.visited} == set(server.ports)
    assert all(not cookie.secure and not cookie.name.startswith("__") for cookie in browser.http.cookies)


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_client_on_the_phone_gets_a_session(server, provider):
    server.providers.control("POST", "auto-approve", {"user": 2})
    client = Client(server)
    body = ok(client.exchange(client.code(Browser(server), provider)))
    assert ok(server.api.me(body["access_token"], app="couple"))["uid"] == body["user"]["uid"]


def test_issuer_is_the_server_url_in_the_local_network(server):
    assert server.url == f"http://{ADDRESS}:{server.ports[0]}"
    document = ok(server.api.get("/.well-known/openid-configuration"))
    assert document["issuer"] == server.url
    assert document["token_endpoint"].startswith(server.url + "/")


@pytest.mark.parametrize("path", ["/__dev", "/__dev/apps", "/__dev/clock", "/__dev/requests", "/__dev/unheard-of"])
@pytest.mark.parametrize("host", [None, "localhost", "127.0.0.1"])
def test_control_routes_reject_requests_from_the_network(server, phone, path, host):
    headers = {"Host": f"{host}:{server.ports[1]}"} if host else {}
    answer = phone.get(server.providers_url + path, headers=headers, timeout=PATIENCE)
    assert answer.status_code in (403, 404)
    assert "apps" not in answer.text and "now" not in answer.text and "total" not in answer.text


def test_clock_change_and_token_requests_from_the_network_are_rejected(server, phone):
    before = server.providers.control("GET", "clock")["shiftSeconds"]
    for path, body in [("clock", {"advanceSeconds": 3600}), ("google/token", {"app": "couple"}), ("reset", {})]:
        for forwarded in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}):
            answer = phone.post(f"{server.providers_url}/__dev/{path}", json=body, headers=forwarded, timeout=PATIENCE)
            assert answer.status_code == 403, answer.text
            assert "idToken" not in answer.text
    assert server.providers.control("GET", "clock")["shiftSeconds"] == before


def test_control_routes_respond_on_this_machine(server):
    assert server.providers.url.startswith("http://127.0.0.1:")
    assert {app["name"] for app in server.providers.control("GET", "apps")["apps"]} >= {"couple"}


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_dev_server_listens_only_on_loopback_and_the_lan_address(server):
    expected = {socket.inet_aton(host)[::-1].hex().upper() for host in ("127.0.0.1", ADDRESS)}
    for port in server.ports:
        with open("/proc/net/tcp") as table:
            local = {line.split()[1] for line in table if f":{port:04X} " in line and line.split()[3] == "0A"}
        assert local == {f"{host}:{port:04X}" for host in expected}


def test_output_names_the_url_to_open_and_warns_that_anyone_can_sign_in(server):
    text = "\n".join(server.output)
    assert f"open {server.url}" in text
    assert "anyone in this network can sign in as any user" in text
    assert "one site" in text and "--provider-host" in text
    assert f"http://localhost:{server.ports[1]}/__dev/" in text


@pytest.mark.parametrize("provider", ["google", "apple"])
def test_providers_under_another_host_name_are_another_site(start, provider):
    # An IPv4 address in IPv6 notation: another host to a browser, the same machine to the system.
    host = f"::ffff:{ADDRESS}"
    server = start(
        options=["--lan", "--lan-address", ADDRESS, "--provider-host", host], provider_host=f"[{host}]")
    assert not any("one site" in line for line in server.output)
    server.providers.control("POST", "auto-approve", {"user": 1})
    browser = Browser(server)
    page = browser.go(f"{server.url}/sign-in/{provider}?app=couple")
    assert page.status_code == 200 and page.url == server.url + "/account"
    assert len({urllib.parse.urlsplit(address).hostname for address in browser.visited}) == 2


@pytest.mark.parametrize("arguments, words", [
    (["--lan-address", "127.0.0.1"], ["127.0.0.1", "192.168."]),
    (["--lan-address", "0.0.0.0"], ["0.0.0.0"]),
    (["--lan-address", "203.0.113.77"], ["203.0.113.77", "no such address"]),
    (["--provider-host", "my-mac.local"], ["--lan"]),
    (["--lan-address", "@", "--provider-host", "http://my-mac.local"], ["--provider-host", "my-mac.local"]),
])
def test_invalid_lan_options_are_rejected_with_an_explanation(arguments, words):
    arguments = [ADDRESS if argument == "@" else argument for argument in arguments]
    result = run("dev", "--port", str(free_port()), "--provider-port", str(free_port()), *arguments)
    assert result.returncode != 0 and "ready" not in result.stdout
    for word in words:
        assert word in result.stderr, result.stderr


def test_production_does_not_start_with_plain_http_on_a_network_address(tmp_path):
    configuration = {
        "publicURL": "https://sign-in.example.com", "listen": f"{ADDRESS}:{free_port()}",
        "dataDir": str(tmp_path / "data"), "keyFile": str(tmp_path / "key"),
        "apps": {"shop": {"providers": {"anonymous": True}}}}
    (tmp_path / "sesame.json").write_text(json.dumps(configuration))
    result = run("serve", "--config", str(tmp_path / "sesame.json"))
    assert result.returncode != 0 and "trustedProxies" in result.stderr
