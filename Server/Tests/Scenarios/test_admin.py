"""Tests of the admin keys and admin commands."""

import json
import os
import stat
import subprocess

import pytest

from client import Api, ok, refused
from patience import PATIENCE, wait_until
from secrets_seen import SecretsSeen
from sesame import ENVIRONMENT, PROGRAM, Process, free_port, run


def command(server, *arguments: str, key: str | None = "", stdin=subprocess.DEVNULL, **environment):
    """Runs an admin command, by default with the server's own key."""
    given = {"SESAME_ADMIN_KEY": server.admin_key if key == "" else key} if key is not None else {}
    return subprocess.run(
        [PROGRAM, *arguments, "--server", server.url], capture_output=True, text=True, timeout=PATIENCE, stdin=stdin,
        env={**ENVIRONMENT, "no_proxy": "*", **given, **environment})


def good(result) -> str:
    assert result.returncode == 0, result.stderr
    return result.stdout


def made(server, *scopes: str, app: str | None = None, **more) -> str:
    """Creates an admin key and returns it."""
    body = {"name": "test", "scopes": list(scopes), **({"apps": [app]} if app else {}), **more}
    answer = server.api.post("/admin/v1/keys", body, token=server.admin_key)
    assert answer.status_code == 201, answer.text
    return answer.json()["key"]


@pytest.fixture
def production(tmp_path):
    """Starts a production server, with the admin API at an address of its own."""
    key, port, admin = tmp_path / "key", free_port(), free_port()
    good(run("keys", "generate", "--output", str(key)))
    file = tmp_path / "sesame.json"
    file.write_text(json.dumps({
        "publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "adminListen": f"127.0.0.1:{admin}",
        "dataDir": str(tmp_path / "data"), "keyFile": str(key), "apps": {"shop": {
            "providers": {"anonymous": True}, "firebase": {"projectID": "shop", "apiKeys": ["k"]},
            "appwrite": {"projectID": "shop"}}}}))
    server = Process(["serve", "--config", str(file)], tmp_path / "log")
    server.api, server.data = Api(server.url, None, SecretsSeen()), tmp_path / "data"
    server.admin = Api(f"http://127.0.0.1:{admin}", None, server.api._secrets)
    yield server
    assert server.stop() == 0
    assert not server.api._secrets.found_in(server.log_file.read_bytes())


def test_bootstrap_creates_the_first_admin_key_once_from_the_data_folder(production, tmp_path):
    secret = production.data / "bootstrap"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert "sesame admin-keys bootstrap" in production.log()
    assert secret.read_text().strip() not in production.log()
    place = ["--data", str(production.data), "--server", production.admin.url]
    output = tmp_path / "admin-key"
    assert "wrote" in good(run("admin-keys", "bootstrap", *place, "--output", str(output)))
    assert stat.S_IMODE(output.stat().st_mode) == 0o600 and not secret.exists()
    again = run("admin-keys", "bootstrap", *place, "--output", str(tmp_path / "second"))
    assert again.returncode != 0 and "use that key" in again.stderr and not (tmp_path / "second").exists()
    key = output.read_text().strip()
    assert ok(production.admin.get("/admin/v1/apps", token=key))["apps"][0]["id"] == "shop"
    # The public address does not serve the admin API, and the admin address does not serve the public API.
    assert production.api.get("/admin/v1/apps", token=key).status_code == 404
    assert production.admin.post("/v1/sign-in/anonymous").status_code == 404
    # The key is not accepted there by the routes for Firebase back ends either.
    assert production.api.post("/v1/projects/shop/accounts:lookup", {}, token=key).status_code == 401
    appwrite = {"X-Appwrite-Project": "shop", "X-Appwrite-Key": key}
    assert production.api.get("/v1/users", headers=appwrite).status_code == 401


def test_reset_revokes_a_lost_first_key_and_allows_a_new_bootstrap(production, tmp_path):
    place = ["--data", str(production.data), "--server", production.admin.url]
    good(run("admin-keys", "bootstrap", *place, "--output", str(tmp_path / "lost")))
    lost = (tmp_path / "lost").read_text().strip()
    answer = production.admin.post("/admin/v1/keys", {"name": "small", "scopes": ["users:read"]}, token=lost)
    assert answer.status_code == 201, answer.text
    small = answer.json()["key"]
    reset = ["admin-keys", "reset", "--data", str(production.data)]
    running = run(*reset, "--yes")
    assert running.returncode != 0 and "in use" in running.stderr
    assert production.stop() == 0
    unasked = run(*reset)
    assert unasked.returncode != 0 and "confirm with --yes" in unasked.stderr
    said = good(run(*reset, "--yes"))
    assert f"revoked {lost.split('_')[1]} 'first'" in said and small.split("_")[1] not in said
    again = Process(["serve", "--config", str(tmp_path / "sesame.json")], tmp_path / "log")
    refused(production.admin.get("/admin/v1/apps", token=lost), 401, "not_authenticated")
    ok(production.admin.get("/admin/v1/apps/shop/users", token=small))
    good(run("admin-keys", "bootstrap", *place, "--output", str(tmp_path / "new")))
    new = (tmp_path / "new").read_text().strip()
    events = ok(production.admin.get("/admin/v1/events?kind=admin_key_revoked", token=new))["events"]
    assert [event["detail"] for event in events] == [lost.split("_")[1]]
    nowhere = run("admin-keys", "reset", "--data", str(tmp_path / "nowhere"), "--yes")
    assert nowhere.returncode != 0 and "contains no database" in nowhere.stderr
    assert again.stop() == 0


def test_no_admin_key_is_valid_by_default(production):
    for token in (None, "owner", "admin", "sk_", "sk_0000000000000_" + "0" * 52):
        refused(production.admin.get("/admin/v1/apps", token=token), 401, "not_authenticated")


def test_user_tokens_and_admin_keys_are_not_interchangeable(server):
    session = server.api.sign_in()
    for token in (session["accessToken"], session["refreshToken"]):
        refused(server.api.get("/admin/v1/apps", token=token), 401, "not_authenticated")
    refused(server.api.me(server.admin_key), 401, "not_authenticated")
    refused(server.api.refresh(server.admin_key), 401, "not_authenticated")


def test_admin_key_is_stored_as_a_digest_and_logged_by_its_id(start):
    own = start()
    key = made(own, "users:read")
    ok(own.api.get("/admin/v1/apps/couple/users", token=key))
    secret, identity = key.rsplit("_", 1)[1], key.split("_")[1]
    for path in own.data.iterdir():
        assert secret.encode() not in path.read_bytes()
    used = [line for line in own.log_lines() if line["message"] == "admin call" and line["key"] == identity]
    assert used and secret not in own.log()
    events = ok(own.api.get("/admin/v1/events?kind=admin_key_used", token=own.admin_key))["events"]
    assert identity in [event["detail"] for event in events]


def test_operator_revokes_a_session_and_an_event_records_it(server):
    person = server.api.sign_in()
    uid, token = person["user"]["uid"], made(server, "sessions:write", app="couple")
    path = f"/admin/v1/apps/couple/users/{uid}/sessions"
    assert server.api.delete(f"{path}/{person['sessionID']}", token=token).status_code == 204
    refused(server.api.me(person["accessToken"]), 401, "session_revoked")
    refused(server.api.delete(f"{path}/{person['sessionID']}", token=token), 404, "not_found")
    assert server.events(uid)[-1] == "session_revoked"
    [event] = ok(server.api.get(f"/admin/v1/events?app=couple&uid={uid}&kind=session_revoked", token=server.admin_key)
                 )["events"]
    assert event["adminKey"] == token.split("_")[1] and event["sessionID"] == person["sessionID"]


@pytest.mark.parametrize("scope", ["users:read", "sessions:read"])
def test_read_scopes_do_not_allow_changes(server, scope):
    person, token = server.api.sign_in(), made(server, scope)
    before = server.rows()
    path = f"/admin/v1/apps/couple/users/{person['user']['uid']}/sessions"
    refused(server.api.delete(path, token=token), 403, "insufficient_scope")
    refused(server.api.post("/admin/v1/keys", {"name": "x", "scopes": [scope]}, token=token), 403, "insufficient_scope")
    assert server.rows() == before
    ok(server.api.me(person["accessToken"]))


def test_admin_key_of_one_app_has_no_access_to_another_apps_users(server):
    person, token = server.api.sign_in(), made(server, "users:read", "sessions:write", "events:read", app="prysm")
    uid = person["user"]["uid"]
    for answer in (
            server.api.get(f"/admin/v1/apps/couple/users/{uid}", token=token),
            server.api.get(f"/admin/v1/apps/prysm/users/{uid}", token=token),
            server.api.delete(f"/admin/v1/apps/couple/users/{uid}/sessions", token=token),
            server.api.delete(f"/admin/v1/apps/prysm/users/{uid}/sessions", token=token),
            server.api.get(f"/admin/v1/events?app=couple&uid={uid}", token=token)):
        refused(answer, 404, "not_found")
    ok(server.api.me(person["accessToken"]))


def test_accounts_are_filtered_and_listed_in_pages(start):
    own = start()
    people = [own.api.sign_in(email=f"test{number}@example.com") for number in range(3)]
    guests = [own.api.sign_in_anonymously() for _ in range(4)]

    def listed(query: str) -> set[str]:
        found, cursor = [], ""
        while cursor is not None:
            page = ok(own.api.get(f"/admin/v1/apps/couple/users?limit=2&{query}{cursor}", token=own.admin_key))
            assert len(page["users"]) <= 2
            found += [user["uid"] for user in page["users"]]
            cursor = f"&cursor={page['next']}" if "next" in page else None
        assert len(found) == len(set(found))
        return set(found)

    def uids(sessions) -> set[str]:
        return {session["user"]["uid"] for session in sessions}

    assert listed("") == uids(people + guests)
    assert listed("provider=google") == uids(people) and listed("provider=anonymous") == uids(guests)
    assert listed("email=TEST1@example.com") == uids(people[1:2])
    assert listed("disabled=true") == set() and listed(f"createdSince={own.providers.now() + 60}") == set()


def test_operator_disables_enables_exports_and_deletes_an_account(start):
    own = start()
    person = own.api.sign_in(email="life@example.com", sub="person-of-the-operator")
    uid, token = person["user"]["uid"], made(own, "users:write", "users:export", app="couple")
    identity, path = token.split("_")[1], f"/admin/v1/apps/couple/users/{uid}"
    assert ok(own.api.post(f"{path}/disable", token=token))["isDisabled"]
    refused(own.api.me(person["accessToken"]), 403, "user_disabled")
    refused(own.api.try_sign_in(sub="person-of-the-operator"), 403, "user_disabled")
    assert not ok(own.api.post(f"{path}/enable", token=token))["isDisabled"]
    again = own.api.sign_in(sub="person-of-the-operator")
    assert again["user"]["uid"] == uid
    assert "life@example.com" in own.api.get(f"{path}/export", token=token).text
    activity = ok(own.api.get("/v1/me/events", token=again["accessToken"]))["events"]
    by_operator = {event["kind"] for event in activity if event["isByOperator"]}
    assert by_operator == {"account_disabled", "account_enabled", "data_exported"}
    assert not [event for event in activity if event["isByOperator"] and "network" in event]
    assert own.api.delete(path, token=token).status_code in (200, 204)
    refused(own.api.me(again["accessToken"]), 401, "user_deleted")
    refused(own.api.delete(path, token=token), 404, "not_found")
    listed = ok(own.api.get(f"/admin/v1/events?app=couple&uid={uid}", token=own.admin_key))["events"]
    assert listed[0]["kind"] == "account_deleted" and listed[0]["adminKey"] == identity


# Commands

def test_commands_need_no_key_with_a_development_server(server, tmp_path):
    home = {"HOME": os.environ["HOME"]}
    listed = good(command(server, "admin-keys", "list", key=None, **home))
    assert "sesame dev" in listed and "events:read" in listed


def test_commands_show_a_users_account_sessions_and_events_and_revoke_all_sessions(server):
    person = server.api.sign_in(email="shown@example.com")
    uid, at = person["user"]["uid"], ["--app", "couple"]
    assert uid in good(command(server, "users", "list", *at, "--email", "shown@example.com"))
    shown = good(command(server, "users", "show", *at, uid))
    assert "shown@example.com" in shown and "isDisabled" in shown
    assert json.loads(good(command(server, "users", "show", *at, uid, "--json")))["uid"] == uid
    assert person["sessionID"] in good(command(server, "sessions", "list", *at, uid))
    asked = command(server, "sessions", "revoke", *at, uid, "--all")
    assert asked.returncode != 0 and "--yes" in asked.stderr
    ok(server.api.me(person["accessToken"]))
    good(command(server, "sessions", "revoke", *at, uid, "--all", "--yes"))
    refused(server.api.me(person["accessToken"]), 401, "session_revoked")
    events = good(command(server, "events", *at, "--account", uid, "--json")).splitlines()
    assert [json.loads(line)["kind"] for line in events] == ["account_created", "signed_in", "session_revoked"]


def test_commands_disable_enable_export_and_delete_an_account(start):
    own = start()
    person, at = own.api.sign_in(), ["--app", "couple"]
    uid = person["user"]["uid"]
    assert "--yes" in command(own, "users", "disable", *at, uid).stderr
    ok(own.api.me(person["accessToken"]))
    good(command(own, "users", "disable", *at, uid, "--yes"))
    assert uid in good(command(own, "users", "list", *at, "--disabled"))
    refused(own.api.me(person["accessToken"]), 403, "user_disabled")
    good(command(own, "users", "enable", *at, uid))
    assert json.loads(good(command(own, "users", "export", *at, uid)))
    assert "--yes" in command(own, "users", "delete", *at, uid).stderr
    assert "deleted" in good(command(own, "users", "delete", *at, uid, "--yes"))
    assert "no account" in good(command(own, "users", "list", *at))


def test_control_characters_in_a_name_are_not_printed(server):
    person = server.api.sign_in(claims={"name": "\u001b[2J\u202eTest\r\nUser"})
    shown = good(command(server, "users", "list", "--app", "couple", "--limit", "0"))
    assert person["user"]["uid"] in shown and "\u001b" not in shown and "\u202e" not in shown


def test_events_are_followed_as_they_occur(server):
    follower = subprocess.Popen(
        [PROGRAM, "events", "--follow", "--json", "--kind", "signed_in", "--app", "couple", "--server", server.url],
        stdout=subprocess.PIPE, text=True,
        env={**ENVIRONMENT, "no_proxy": "*", "SESAME_ADMIN_KEY": server.admin_key})
    try:
        wait_until(lambda: [line for line in server.log_lines() if line["message"] == "admin call"], "the first call")
        uids = {server.api.sign_in_anonymously()["user"]["uid"] for _ in range(3)}
        seen: set[str] = set()
        for line in follower.stdout:
            seen.add(json.loads(line)["uid"])
            if uids <= seen:
                break
        assert uids <= seen
    finally:
        follower.kill()
        follower.wait(PATIENCE)
        follower.stdout.close()


def test_admin_key_is_created_used_rotated_and_revoked(server, tmp_path):
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    good(command(server, "admin-keys", "create", "--name", "back end", "--scope", "push:send", "--app", "couple",
                 "--output", first))
    identity = (tmp_path / "first").read_text().split("_")[1]
    assert "push:send" in good(command(server, "admin-keys", "show", "--key-file", first, key=None))
    denied = command(server, "users", "list", "--app", "couple", "--key-file", first, key=None)
    assert denied.returncode != 0 and "lacks the scope users:read" in denied.stderr
    assert "admin-keys show" in denied.stderr
    good(command(server, "admin-keys", "rotate", "--grace", "0", "--key-file", first, "--output", second, key=None))
    old = command(server, "admin-keys", "show", "--key-file", first, key=None)
    assert old.returncode != 0 and "has expired" in old.stderr and "admin-keys create" in old.stderr
    successor = (tmp_path / "second").read_text().split("_")[1]
    good(command(server, "admin-keys", "revoke", successor, "--yes"))
    gone = command(server, "admin-keys", "show", "--key-file", second, key=None)
    assert gone.returncode != 0 and "was revoked" in gone.stderr
    listed = good(command(server, "admin-keys", "list"))
    assert "expired" in next(line for line in listed.splitlines() if identity in line)
    assert "revoked" in next(line for line in listed.splitlines() if successor in line)


def test_signing_keys_are_rotated_by_command(start):
    own = start()
    session = own.api.sign_in()
    # The keys of access tokens and of Firebase's clients.
    assert len(good(command(own, "keys", "rotate")).splitlines()) == 1 + 2 + 2
    ok(own.api.me(session["accessToken"]))
    assert "--yes" in command(own, "keys", "rotate", "--at-once").stderr
    assert len(good(command(own, "keys", "rotate", "--at-once", "--yes")).splitlines()) == 1 + 1 + 1
    refused(own.api.me(session["accessToken"]), 401, "not_authenticated")
    ok(own.api.me(ok(own.api.refresh(session["refreshToken"]))["accessToken"]))


@pytest.mark.parametrize("arguments, says", [
    (["users", "show", "--app", "couple", "nobody"], "no such account"),
    (["users", "list", "--app", "none"], "unknown app"),
    (["users", "list", "--app", "couple", "--created-since", "soon"], "created-since"),
    (["events", "--account", "u"], "--app"), (["events", "--kind", "none"], "the event kind is unknown"),
    (["sessions", "revoke", "--app", "couple", "u"], "--all"),
    (["admin-keys", "create", "--name", "n", "--scope", "all", "--output", "/nowhere/key"], "is not a folder"),
])
def test_command_explains_its_errors(server, arguments, says):
    result = command(server, *arguments)
    assert result.returncode != 0 and says in result.stderr, result.stderr


def test_usage_is_printed_only_for_a_malformed_command(server, tmp_path):
    create = ["admin-keys", "create", "--name", "n", "--scope", "users:read", "--output", str(tmp_path / "key")]
    unwritten = command(server, "sessions", "revoke", "--app", "couple", "u")
    assert "Usage: sesame sessions revoke" in unwritten.stderr
    too_long = command(server, *create, "--days", "500")
    assert "from 1 to 400" in too_long.stderr and "Usage" not in too_long.stderr
    (tmp_path / "key").touch()
    there = command(server, *create)
    assert there.returncode == 1 and "already exists" in there.stderr and "Usage" not in there.stderr


def test_command_reports_an_unreachable_server(server):
    result = run("users", "list", "--app", "couple", "--server", f"http://127.0.0.1:{free_port()}", "--key-file",
                 f"{server.data}.admin-key")
    assert result.returncode != 0 and "Is the server running" in result.stderr
