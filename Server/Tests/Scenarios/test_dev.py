"""Tests of `sesame dev`, the development server."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

import sesame
from client import ok
from patience import PATIENCE
from sesame import Process, free_port


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Sets the program's folder for temporary files."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setitem(sesame.ENVIRONMENT, "TMPDIR", str(folder))
    return folder


def test_server_prints_its_urls_and_leaves_no_files(tmp_path, temporary):
    port, provider_port = free_port(), free_port()
    server = Process(["dev", "--port", str(port), "--provider-port", str(provider_port)], tmp_path / "log")
    assert server.url == f"http://127.0.0.1:{port}"
    assert any(f"http://localhost:{provider_port}/__dev" in line for line in server.output)
    [folder] = temporary.iterdir()
    assert folder.stat().st_mode & 0o077 == 0
    assert server.stop() == 0
    assert list(temporary.iterdir()) == []
    assert server.log() == ""


def test_provider_keys_are_stored_in_the_given_folder(tmp_path):
    """Each provider has its own keys, even if two programs create them at the same time."""
    def modules(folder) -> dict:
        server = Process(["dev", "--port", str(free_port()), "--provider-port", str(provider_port := free_port()),
                          "--provider-keys", str(folder)], tmp_path / "log")
        paths = {"google": "/google/oauth2/v3/certs", "apple": "/apple/auth/keys"}
        keys = {name: [key["n"] for key in requests.get(f"http://127.0.0.1:{provider_port}{path}", timeout=PATIENCE).json()["keys"]]
                for name, path in paths.items()}
        assert server.stop() == 0 and server.log() == ""
        return keys

    with ThreadPoolExecutor() as pool:
        list(pool.map(modules, [tmp_path / "keys"] * 2))
    kept = modules(tmp_path / "keys")
    assert len(kept["google"]) == 2 and len(kept["apple"]) == 3
    assert len({*kept["google"], *kept["apple"]}) == 5
    again = modules(tmp_path / "keys")
    assert again["google"] == kept["google"] and again["apple"] == kept["apple"]
    other = modules(tmp_path / "others")
    assert not {*other["google"], *other["apple"]} & {*kept["google"], *kept["apple"]}
    for file in (tmp_path / "keys").iterdir():
        assert file.stat().st_mode & 0o077 == 0


def test_data_in_the_given_folder_survives_a_restart(start):
    server = start()
    guest = server.api.sign_in_anonymously()
    assert server.stop() == 0
    again = server.restarted()
    assert ok(again.api.me(guest["accessToken"]))["uid"] == guest["user"]["uid"]
    assert again.stop() == 0


def test_all_five_example_apps_are_served(server):
    apps = {app["name"] for app in server.providers.control("GET", "apps")["apps"]}
    assert apps == {"couple", "familysync", "castmate", "prysm", "authservice"}
    for app in apps - {"castmate"}:
        assert server.api.sign_in("apple", app=app)["isNewUser"] is True
    server.api.register("apple")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_server_and_providers_listen_on_loopback_only(server):
    for port in server.ports:
        with open("/proc/net/tcp") as table:
            local = [line.split()[1] for line in table if f":{port:04X} " in line and line.split()[3] == "0A"]
        assert local == [f"0100007F:{port:04X}"]
