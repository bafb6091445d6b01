"""Tests of the files in the operator documentation: the systemd unit, the container file, and the nginx
configuration."""

import json
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess

import jsonschema_rs
import pytest
import requests

import nginx
from patience import PATIENCE, wait_until
from sesame import PROGRAM, ROOT, Process, free_port, run

OPERATIONS = ROOT / "docs" / "operations"


@pytest.fixture
def proxied(tmp_path):
    if nginx.PROGRAM is None:
        pytest.skip("nginx is not installed")
    assert run("keys", "generate", "--output", str(tmp_path / "key")).returncode == 0
    server_port, port = free_port(), free_port()
    file = tmp_path / "sesame.json"
    file.write_text(json.dumps({
        "publicURL": f"https://localhost:{port}", "listen": f"127.0.0.1:{server_port}",
        "trustedProxies": ["127.0.0.1"], "dataDir": str(tmp_path / "data"), "keyFile": str(tmp_path / "key"),
        "apps": {"shop": {"providers": {"anonymous": True}}}}))
    server = Process(["serve", "--config", str(file)], tmp_path / "log")
    proxy = nginx.Nginx(tmp_path, server_port, port)
    session = requests.Session()
    session.trust_env, session.verify = False, str(proxy.certificate)
    yield proxy, session
    proxy.stop()
    assert server.stop() == 0


def test_clients_reach_the_server_over_tls(proxied):
    proxy, http = proxied
    signed_in = http.post(f"{proxy.url}/v1/sign-in/anonymous", timeout=PATIENCE)
    assert signed_in.status_code == 200, signed_in.text
    me = http.get(f"{proxy.url}/v1/me", headers={"Authorization": f"Bearer {signed_in.json()['accessToken']}"},
                  timeout=PATIENCE)
    assert me.json()["uid"] == signed_in.json()["user"]["uid"]
    assert "Strict-Transport-Security" in me.headers


def test_forwarding_headers_from_clients_do_not_break_a_request(proxied):
    proxy, http = proxied
    for name in ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Forwarded-Host"):
        answer = http.get(f"{proxy.url}/healthz", headers={name: "203.0.113.7"}, timeout=PATIENCE)
        assert answer.status_code == 200, (name, answer.text)


def test_admin_routes_and_metrics_are_not_reachable_from_outside(proxied):
    proxy, http = proxied
    for path in ("/admin/v1/apps/shop/push/x", "/admin/", "/metrics"):
        assert http.get(proxy.url + path, timeout=PATIENCE).status_code == 404, path


def test_one_client_cannot_take_the_connections_of_the_proxy(proxied):
    """Requests whose bodies do not arrive keep their connections."""
    proxy, http = proxied
    tls = ssl.create_default_context(cafile=proxy.certificate)

    def begin(address: str) -> socket.socket:
        connection = tls.wrap_socket(
            socket.create_connection(("127.0.0.1", proxy.port), PATIENCE), server_hostname="localhost")
        connection.sendall(f"POST /v1/sessions/refresh HTTP/1.1\r\nHost: localhost\r\n{nginx.ADDRESS}: {address}\r\n"
                           "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{".encode())
        return connection

    def status(address: str) -> int:
        return http.get(f"{proxy.url}/healthz", headers={nginx.ADDRESS: address}, timeout=PATIENCE).status_code

    for own, same, others in [
            (["203.0.113.7"], "203.0.113.7", ["203.0.113.8", "203.0.10.10"]),
            (["2001:db8::a:b:c:d", "2001:db8::1"], "2001:db8::e:b:c:d", ["2001:db8:0:1::1"]),
            (["2001:db8:7:8:1::9"], "2001:db8:7:8:a0a:b:c:d", ["2001:db8:7:9::1"]),
            # Four addresses reach the limit of their network.
            ([f"198.51.100.{number}" for number in range(4)], "198.51.100.10", ["198.51.101.1"]),
            ([f"2001:db8:1:{number}::1" for number in range(4)], "2001:db8:1:10::2", ["2001:db8:2::1"])]:
        count = 400 if len(own) == 4 else 100
        begun = [begin(own[number % len(own)]) for number in range(count)]
        # The proxy gives up a request whose body does not go on, so that a slow test begins more of them.
        wait_until(lambda: status(same) == 503 or begun.extend(begin(own[number % len(own)]) for number in range(20)),
                   "the limit")
        assert [status(other) for other in others] == [200] * len(others)
        for connection in begun:
            connection.close()
        wait_until(lambda: status(same) == 200, "room")


def test_access_log_of_the_proxy_has_no_query_strings(proxied):
    proxy, http = proxied
    http.get(f"{proxy.url}/authorize?client_id=shop&state=secret-state", timeout=PATIENCE, allow_redirects=False)
    # nginx logs a request after it has sent the response.
    wait_until(lambda: "GET /authorize " in proxy.access_log(), "a line of the request")
    assert "secret-state" not in proxy.access_log()


def test_proxy_can_name_its_clients_in_the_forwarded_header(tmp_path):
    """Limits count the clients, so the server must tell two clients of one proxy apart."""
    assert run("keys", "generate", "--output", str(tmp_path / "key")).returncode == 0
    port, file = free_port(), tmp_path / "sesame.json"
    file.write_text(json.dumps({
        "publicURL": "https://localhost", "listen": f"127.0.0.1:{port}", "trustedProxies": ["127.0.0.1"],
        "proxyHeader": "Forwarded", "dataDir": str(tmp_path / "data"), "keyFile": str(tmp_path / "key"),
        "apps": {"shop": {"providers": {"anonymous": True}}}}))
    server = Process(["serve", "--config", str(file)], tmp_path / "log")

    def networks() -> list:
        with sqlite3.connect(f"file:{tmp_path}/data/sesame.db?mode=ro", uri=True) as rows:
            return [row[0] for row in rows.execute("SELECT network FROM events WHERE kind = 'signed_in' ORDER BY id")]

    for fields in ({"Forwarded": 'for="[2001:db8:1::7]:4711";proto=https'},
                   {"Forwarded": "for=203.0.113.7, for=198.51.100.9"}, {"X-Forwarded-For": "203.0.113.7"}):
        answer = requests.post(f"http://127.0.0.1:{port}/v1/sign-in/anonymous", headers=fields, timeout=PATIENCE)
        assert answer.status_code == 200, answer.text
    assert networks() == ["2001:db8:1::/48", "198.51.100.0/24", "127.0.0.0/24"]
    assert server.stop() == 0


def container() -> dict[str, list[list[str]]]:
    """Returns the container file's lines by instruction, each split into words without its options."""
    text = (OPERATIONS / "Containerfile").read_text().replace("\\\n", " ")
    lines: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            instruction, rest = line.split(maxsplit=1)
            words = json.loads(rest) if rest.startswith("[") else [w for w in rest.split() if not w.startswith("--")]
            lines.setdefault(instruction, []).append(words)
    return lines


def test_container_file_copies_the_built_program_and_matches_its_configuration():
    lines = container()
    environment = subprocess.run(
        ["bash", "-c", '. scripts/environment && echo "${for_use#"$root"/}/release/sesame"'], cwd=ROOT, check=True,
        capture_output=True, text=True)
    left = environment.stdout.strip()
    for *sources, destination in lines["COPY"]:
        for source in sources:
            assert source == left or (ROOT / source).exists(), source
        assert [destination] == lines["ENTRYPOINT"][0]
    assert run(lines["CMD"][0][0], "--help").returncode == 0
    settings = json.loads((OPERATIONS / "sesame.json").read_text())
    assert settings["dataDir"] == lines["VOLUME"][0][0]
    assert settings["listen"].split(":")[1] == lines["EXPOSE"][0][0]
    assert lines["CMD"][0][1] == "--config" and lines["USER"] == [["sesame"]]


UNITS = sorted(path.name for path in OPERATIONS.iterdir() if path.suffix in (".service", ".timer"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_unit_files(tmp_path):
    assert UNITS == ["sesame-backup.service", "sesame-backup.timer", "sesame.service"]
    for name in UNITS:
        (tmp_path / name).write_text(re.sub(r"/usr/local/bin/sesame", "/bin/true", (OPERATIONS / name).read_text()))
    for name in UNITS:
        result = subprocess.run(
            ["systemd-analyze", "verify", str(tmp_path / name)], capture_output=True, text=True)
        problems = [line for line in result.stderr.splitlines() if "sesame" in line]
        assert result.returncode == 0 and not problems, result.stderr


def test_command_reference_matches_the_program():
    result = subprocess.run(
        [ROOT / "scripts/references", "--program", PROGRAM], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


SCHEMA = json.loads((ROOT / "docs/configuration.schema.json").read_text())


def without_required(schema):
    """Returns the schema without required members, for a fragment of a configuration."""
    if isinstance(schema, list):
        return [without_required(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: without_required(value) for name, value in schema.items()
            if name != "required" or not isinstance(value, list)}


def configurations():
    """Yields each fragment of a configuration on the documentation pages, with its page."""
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for fence in re.findall(r"^```json\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE):
            try:
                shown = json.loads(fence)
            except ValueError:
                continue
            if isinstance(shown, dict) and shown and shown.keys() <= SCHEMA["properties"].keys():
                yield page.relative_to(ROOT), shown


def test_documented_configurations_match_the_schema():
    jsonschema_rs.validate(SCHEMA, json.loads((OPERATIONS / "sesame.json").read_text()))
    pieces = without_required(SCHEMA)
    for file in sorted((ROOT / "Examples").glob("*/app.json")):
        jsonschema_rs.validate(SCHEMA, json.loads(file.read_text()))
    shown = list(configurations())
    assert len(shown) >= 15
    for page, piece in shown:
        assert jsonschema_rs.is_valid(pieces, piece), f"{page}: {piece}"


@pytest.mark.parametrize("change", [
    {"publicUrl": "https://sign-in.example.com"}, {"eventDays": 91}, {"apps": {"shop": {"sessions": {"idleDays": "60"}}}},
    {"apps": {"shop": {"signUp": "form"}}}, {"apps": {"shop": {"providers": {"google": {}}}}}, {"webhooks": [{"url": "x"}]},
])
def test_schema_rejects_invalid_configurations(change):
    configuration = {**json.loads((OPERATIONS / "sesame.json").read_text()), **change}
    assert not jsonschema_rs.is_valid(SCHEMA, configuration)


def test_documented_commands_and_options_exist():
    """A documented command or option must exist."""
    pages = [*OPERATIONS.glob("*.md"), *OPERATIONS.glob("*.service"), ROOT / "docs/migrate/import.md",
             ROOT / "docs/operations/provider-notifications.md"]
    known = {"doctor": [], "users": ["import"], "export": ["ids"], "risc": ["register", "status", "verify", "remove"],
             "admin-keys": ["bootstrap", "create", "list", "show", "rotate", "revoke", "reset"],
             "sessions": ["list", "revoke"],
             "backup": [], "restore": [], "serve": []}
    commands = "|".join([*known, "apple transfer-ids"])
    seen = set()
    for page in pages:
        text = page.read_text().replace("\\\n", " ")
        for line in text.splitlines():
            for match in re.finditer(rf"\bsesame(?:\.new)? ({commands})(?: (\w+))?([^`|>]*)", line):
                command, sub, rest = match[1], match[2], match[3]
                words = [*command.split(), *([sub] if sub in known.get(command, [sub]) else [])]
                options = re.findall(r"--[a-z-]+", rest if sub is None or len(words) > 1 else f"{sub} {rest}")
                if not options:
                    continue
                key = " ".join(words)
                help_text = run(*words, "--help").stdout
                for option in options:
                    assert f"{option} " in help_text or f"{option}\n" in help_text, f"{page.name}: {key} {option}"
                seen.add(key)
    assert {"doctor", "users import", "export ids", "risc register", "apple transfer-ids create", "backup", "restore",
            "serve", "admin-keys bootstrap", "admin-keys create",
            "admin-keys reset", "sessions revoke"} <= seen
