"""Tests of the Prometheus metrics, and of the dashboards and alerts that use them."""

import json
import re
import subprocess

import pytest
import requests

from client import ok, refused
from patience import PATIENCE, wait_until
from providers import new_subject
from sesame import ROOT, Process, free_port, run

OPERATIONS = ROOT / "docs" / "operations"
DASHBOARD = OPERATIONS / "dashboard.json"
ALERTS = OPERATIONS / "alerts.yml"
NAME = re.compile(r"\b(?:sesame|process)_[a-z_]+[a-z]\b")


def promtool(*arguments: str, stdin: str | None = None) -> str:
    result = subprocess.run(["promtool", *arguments], input=stdin, capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def read(server) -> str:
    answer = server.api.get("/metrics")
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    return answer.text


def value(text: str, sample: str) -> float:
    """Returns a sample's value, or zero if it is missing."""
    found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def families(text: str) -> set[str]:
    return set(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE))


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """Starts a server and uses each of its features once or more."""
    from sesame import Development

    server = Development(tmp_path_factory.mktemp("metrics"), limited=True)
    api = server.api
    first = api.sign_in(sub=new_subject())
    second = ok(api.refresh(first["refreshToken"]))
    third = ok(api.refresh(second["refreshToken"]))
    refused(api.refresh(first["refreshToken"]), 401, "session_revoked")
    refused(api.refresh(third["refreshToken"]), 401, "session_revoked")
    for order in ({"claims": {"iss": "https://evil.example"}}, {"claims": {"aud": "other"}}, {"expiresIn": -3600},
                  {"nonce": "x" * 43}, {"signature": "broken"}):
        assert api.try_sign_in(sub=new_subject(), **order).status_code == 401
    api.sign_in_anonymously()
    person = api.sign_in("apple")
    assert api.register_device(person["accessToken"], "a-token-of-the-metrics").status_code == 200
    server.push({"uid": person["user"]["uid"]})
    assert server.providers.notify("apple", "consent-revoked", sub=new_subject("apple")) == 200
    yield server
    assert server.stop() == 0


def test_promtool_reports_no_problem_in_the_metrics(used):
    assert promtool("check", "metrics", stdin=read(used)).strip() == ""


def test_requests_and_their_outcomes_are_counted(used):
    text = read(used)
    for sample, least in {
        'sesame_sign_ins_total{app="couple",method="google",outcome="ok"}': 1,
        'sesame_sign_ins_total{app="couple",method="google",outcome="invalid_token"}': 4,
        'sesame_sign_ins_total{app="couple",method="google",outcome="invalid_nonce"}': 1,
        'sesame_sign_ins_total{app="couple",method="apple",outcome="ok"}': 1,
        'sesame_sign_ins_total{app="couple",method="anonymous",outcome="ok"}': 1,
        'sesame_accounts_created_total{app="couple"}': 3,
        'sesame_refreshes_total{outcome="rotated"}': 2,
        'sesame_refreshes_total{outcome="reused"}': 1,
        'sesame_refreshes_total{outcome="refused"}': 1,
        'sesame_security_events_total{app="couple",kind="refresh_reuse_detected"}': 1,
        'sesame_tokens_rejected_total{provider="google",reason="issuer"}': 1,
        'sesame_tokens_rejected_total{provider="google",reason="audience"}': 1,
        'sesame_tokens_rejected_total{provider="google",reason="expired"}': 1,
        'sesame_tokens_rejected_total{provider="google",reason="nonce"}': 1,
        'sesame_tokens_rejected_total{provider="google",reason="signature"}': 1,
        'sesame_refusals_total{code="session_revoked"}': 2,
        'sesame_http_requests_total{method="POST",route="/v1/sessions/refresh",status="401"}': 2,
        'sesame_http_request_duration_seconds_count{method="POST",route="/v1/sessions/refresh"}': 4,
        'sesame_notifications_total{provider="apple",event="consent-revoked",effect="nobody"}': 1,
        'sesame_provider_keys_fetches_total{provider="google",source="development",outcome="fetched"}': 1,
    }.items():
        assert value(text, sample) == least, sample
    assert value(text, "sesame_storage_up") == 1
    assert value(text, 'sesame_outbox_jobs{kind="purge"}') == 1
    assert value(text, 'sesame_outbox_overdue_seconds{kind="send_sms"}') == 0
    assert value(text, 'sesame_storage_commits_total{outcome="kept"}') > 5
    assert value(text, "sesame_http_connections") >= 1
    assert value(text, "process_resident_memory_bytes") > 10 << 20
    assert value(text, "process_open_fds") > 5
    assert 0 <= value(text, 'sesame_provider_keys_age_seconds{provider="google",source="development"}') < 60


def test_push_and_a_reached_limit_are_counted(used):

    wait_until(lambda: value(read(used), 'sesame_pushes_total{outcome="sent"}') == 1, what="the push")
    for _ in range(400):
        used.api.me("a-token-that-is-none")
    text = read(used)
    assert value(text, 'sesame_rate_limited_total{limit="refusals"}') > 50


def test_requests_cannot_invent_label_values(used):
    before = read(used)
    connection = requests.Session()
    connection.trust_env = False
    for path in ("/v1/none", '/v1/"}\n', "/v1/sessions/0123456789", "/assets/x", "/apps/evil"):
        connection.request("INVENTED", used.url + path, timeout=PATIENCE)
        connection.get(used.url + path, headers={"Sesame-App": "evil", "User-Agent": "evil"}, timeout=PATIENCE)
    after = read(used)
    routes = set(re.findall(r'route="([^"]*)"', after)) - set(re.findall(r'route="([^"]*)"', before))
    assert routes <= {"-", "/metrics", "/v1/sessions/{id}", "/assets/{file}", "/apps/{app}"}
    assert "evil" not in after and "INVENTED" not in after


def test_metrics_contain_no_secrets_and_no_personal_data(used):
    text = read(used).encode()
    assert used.secrets.found_in(text) == []
    assert not [word for word in used.secrets.personal if word.encode() in text]
    assert b"127.0.0.1" not in text


def installed(folder, **settings) -> Process:
    key, port = folder / "key", free_port()
    assert run("keys", "generate", "--output", str(key)).returncode == 0
    file = folder / "sesame.json"
    file.write_text(json.dumps({
        "publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(folder / "data"),
        "keyFile": str(key), "apps": {"shop": {"providers": {"anonymous": True}}},
        **settings}))
    return Process(["serve", "--config", str(file)], folder / "log")


def test_production_metrics_require_the_admin_key_or_the_metrics_listener(tmp_path):
    port = free_port()
    server = installed(tmp_path, metricsListen=f"127.0.0.1:{port}")
    own = f"http://127.0.0.1:{port}"
    http = requests.Session()
    http.trust_env = False
    place = ["--data", str(tmp_path / "data"), "--server", server.url, "--output", str(tmp_path / "admin")]
    assert run("admin-keys", "bootstrap", *place).returncode == 0
    key = (tmp_path / "admin").read_text().strip()
    assert http.get(f"{server.url}/metrics", timeout=PATIENCE).status_code == 401
    assert http.get(f"{server.url}/metrics", headers={"Authorization": "Bearer x"}, timeout=PATIENCE).status_code == 401
    answer = http.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {key}"}, timeout=PATIENCE)
    assert answer.status_code == 200 and key not in answer.text
    assert families(http.get(f"{own}/metrics", timeout=PATIENCE).text) == families(answer.text)
    # The metrics listener serves only the metrics.
    for path in ("/v1/me", "/healthz", "/admin/v1/apps/shop/push", "/"):
        assert http.get(f"{own}{path}", timeout=PATIENCE).status_code == 404
    assert server.stop() == 0


# Dashboards and alerts


def used_names(text: str) -> set[str]:
    return {re.sub(r"_(bucket|sum|count)$", "", name) for name in NAME.findall(text)}


def expressions() -> str:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    return "\n".join(target["expr"] for panel in panels for target in panel.get("targets", []))


def test_every_metric_of_the_dashboard_and_the_alerts_exists(used):
    there = families(read(used))
    for text in (expressions(), ALERTS.read_text()):
        names = used_names(text)
        assert names and names <= there, names - there


def test_every_metric_is_on_the_dashboard_and_in_the_documentation(used):
    there = families(read(used))
    assert there <= used_names(expressions()), there - used_names(expressions())
    documented = set(re.findall(r"^\| `([a-z_]+)`", (OPERATIONS.parent / "metrics.md").read_text(), re.MULTILINE))
    assert documented == there


def test_promtool_accepts_the_alert_rules_and_their_tests_pass():
    assert "SUCCESS" in promtool("check", "rules", str(ALERTS))
    promtool("test", "rules", str(OPERATIONS / "alerts.test.yml"))


def test_dashboard_panels_do_not_overlap():
    dashboard = json.loads(DASHBOARD.read_text())
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                 for y in range(place["y"], place["y"] + place["h"])}
        assert place["x"] + place["w"] <= 24 and not cells & taken, panel["title"]
        taken |= cells


def test_documented_alerts_match_the_alert_file():
    alerts = set(re.findall(r"- alert: (\w+)", ALERTS.read_text()))
    text = (OPERATIONS.parent / "metrics.md").read_text()
    assert set(re.findall(r"^\| \*\*(\w+)\*\*", text, re.MULTILINE)) == alerts
    # The advice for each alert.
    advice = (OPERATIONS / "monitoring.md").read_text()
    assert set(re.findall(r"\bSesame[A-Z]\w+", advice)) == alerts
