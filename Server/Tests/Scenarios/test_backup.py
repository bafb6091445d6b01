"""Tests of `sesame backup` and `sesame restore`: restored data, and accounts that stay deleted."""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time

import pytest

from client import ok, refused
from patience import PATIENCE, wait_until
from providers import new_subject
from sesame import PROGRAM, PROVIDER_KEYS, Development, run
from test_doctor import run_against
from test_durability import Load


def back_up(server, *options: str):
    """Makes a backup, and returns the folder that the command prints."""
    result = run("backup", str(server.folder / "backups"), "--data", str(server.data), *options)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def restore(backup, server, *options: str, key=None):
    key = key or f"{server.data}.key"
    return run("restore", str(backup), "--data", str(server.data), "--key-file", str(key), *options)


def test_restored_sessions_continue_and_deleted_accounts_stay_deleted(tmp_path):
    server = Development(tmp_path)
    load = Load(server)
    wait_until(lambda: len(load.sessions) >= 40, "enough load")
    subjects = [new_subject() for _ in range(6)]
    people = [server.api.sign_in(sub=subject) for subject in subjects]
    before = server.api.sign_in()
    assert server.api.delete("/v1/me", token=before["accessToken"]).status_code == 204
    backup = back_up(server)
    for person in people[:3]:
        assert server.api.delete("/v1/me", token=person["accessToken"]).status_code == 204
    for person in people[3:]:
        person.update(ok(server.api.refresh(person["refreshToken"])))
        ok(server.api.me(person["accessToken"]))
    late = server.api.sign_in()
    server.kill()
    load.stop()
    known = {row[0] for row in reading(f"{backup}/sesame.db", "SELECT id FROM sessions")}
    kept = [session for session in load.sessions if session["sessionID"] in known and not session.get("ended")]
    assert len(kept) >= 30

    result = restore(backup, server)
    assert result.returncode == 0, result.stderr
    assert "deleted again: 3" in result.stdout and "replaced-" in result.stdout and "warning" not in result.stderr
    server = server.restarted()
    assert server.query("PRAGMA integrity_check") == [("ok",)]
    for person, subject in zip(people[:3], subjects):
        refused(server.api.me(person["accessToken"]), 401, "user_deleted")
        assert server.query("SELECT count(*) FROM identities WHERE subject = ?", subject) == [(0,)]
        assert server.events(person["user"]["uid"])[-1] == "account_deleted"
        assert server.api.sign_in(sub=subject)["user"]["uid"] != person["user"]["uid"]
    for person in [*people[3:], *kept]:
        assert ok(server.api.me(person["accessToken"]))["uid"] == person["user"]["uid"]
        ok(server.api.refresh(person["refreshToken"]))
    refused(server.api.me(before["accessToken"]), 401, "user_deleted")
    refused(server.api.me(late["accessToken"]), 401, "session_ended")
    assert server.stop() == 0


def signed_out_people(server) -> dict[str, dict]:
    """Signs people in on two devices each, makes a backup, and ends the session of a device of each in its own way."""
    people = {}
    for end in ["sign-out", "from the other device", "operator", "none"]:
        subject = new_subject()
        people[end] = {"phone": server.api.sign_in(sub=subject), "tablet": server.api.sign_in(sub=subject)}
    guest = server.api.sign_in_anonymously()
    backup = back_up(server)
    api = server.api
    assert api.sign_out(people["sign-out"]["phone"]["accessToken"]).status_code == 204
    other = people["from the other device"]
    assert api.delete(f"/v1/sessions/{other['phone']['sessionID']}", token=other["tablet"]["accessToken"]
                      ).status_code == 204
    revoked = people["operator"]["phone"]
    assert api.delete(
        f"/admin/v1/apps/couple/users/{revoked['user']['uid']}/sessions/{revoked['sessionID']}",
        token=server.admin_key).status_code == 204
    assert api.sign_out(guest["accessToken"]).status_code == 204
    journal = server.data / "deletions.jsonl"
    wait_until(lambda: journal.read_text().count("notBefore") == 4, "the ended sessions in the journal")
    for person in people.values():
        ok(api.refresh(person["tablet"]["refreshToken"]))
    return {"backup": backup, "guest": guest, **people}


def stay_signed_out(server, people: dict[str, dict]):
    for person in [people["guest"], *(people[end]["phone"] for end in ["sign-out", "from the other device", "operator"])]:
        refused(server.api.me(person["accessToken"]), 401, "session_revoked")
        refused(server.api.refresh(person["refreshToken"]), 401, "session_revoked")
    # One entry covers all devices of an account.
    refused(server.api.me(people["sign-out"]["tablet"]["accessToken"]), 401, "session_revoked")
    for device in ["phone", "tablet"]:
        ok(server.api.refresh(people["none"][device]["refreshToken"]))


def test_sessions_that_ended_after_the_backup_stay_ended(tmp_path):
    server = Development(tmp_path)
    people = signed_out_people(server)
    server.kill()
    result = restore(people["backup"], server)
    assert result.returncode == 0, result.stderr
    assert "and end again: 4" in result.stdout
    server = server.restarted()
    stay_signed_out(server, people)
    assert not [line for line in server.log_lines() if line["message"].startswith("sessions that ended")]
    assert server.stop() == 0


def test_sessions_that_ended_stay_ended_in_a_database_copied_back_by_hand(tmp_path):
    server = Development(tmp_path)
    people = signed_out_people(server)
    assert server.stop() == 0
    shutil.copy(f"{people['backup']}/sesame.db", server.data / "sesame.db")
    server = server.restarted()
    [line] = [line for line in server.log_lines() if line["message"].startswith("sessions that ended after the backup")]
    assert int(line["accounts"]) == 4
    stay_signed_out(server, people)
    assert server.stop() == 0


def test_ended_session_that_only_the_replaced_database_knows_stays_ended(tmp_path):
    server = Development(tmp_path)
    people = [server.api.sign_in() for _ in range(2)]
    backup = back_up(server)
    journal = server.data / "deletions.jsonl"
    before = journal.read_text()
    assert server.api.sign_out(people[0]["accessToken"]).status_code == 204
    wait_until(lambda: "notBefore" in journal.read_text(), "the ended session in the journal")
    server.kill()
    # The state of a server that was killed between the sign-out and the journal's entry.
    journal.write_text(before)
    with sqlite3.connect(server.data / "sesame.db") as database:
        database.execute(
            "INSERT INTO session_endings (account, app, at) SELECT account, app, ended_at FROM sessions WHERE id = ?",
            [people[0]["sessionID"]])
    database.close()
    result = restore(backup, server)
    assert result.returncode == 0 and "and end again: 1" in result.stdout, result.stderr
    assert journal.read_text().count("notBefore") == 1
    server = server.restarted()
    refused(server.api.refresh(people[0]["refreshToken"]), 401, "session_revoked")
    ok(server.api.refresh(people[1]["refreshToken"]))
    assert server.stop() == 0


def test_stopped_server_has_noted_every_ended_session(tmp_path):
    server = Development(tmp_path)
    person = server.api.sign_in()
    assert server.api.sign_out(person["accessToken"]).status_code == 204
    assert server.stop() == 0
    assert (server.data / "deletions.jsonl").read_text().count("notBefore") == 1
    assert server.query("SELECT count(*) FROM session_endings") == [(0,)]


def test_journal_of_the_old_machine_signs_out_on_the_new_one(tmp_path):
    server = Development(tmp_path)
    people = signed_out_people(server)
    server.kill()
    journal = tmp_path / "old.jsonl"
    shutil.copy(server.data / "deletions.jsonl", journal)
    for path in server.data.iterdir():
        path.unlink()
    torn = tmp_path / "torn.jsonl"
    torn.write_text("{}\n")
    failed = restore(people["backup"], server, "--journal", str(journal), "--journal", str(torn))
    assert failed.returncode != 0 and not (server.data / "deletions.jsonl").exists()
    result = restore(people["backup"], server, "--journal", str(journal))
    assert "and end again: 4" in result.stdout, result.stderr
    server = server.restarted()
    stay_signed_out(server, people)
    assert server.stop() == 0


def reading(database: str, sql: str) -> list[tuple]:
    connection = sqlite3.connect(f"file:{database}?mode=ro&immutable=1", uri=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def test_accounts_in_a_database_copied_back_by_hand_are_deleted_again_at_the_start(tmp_path):
    server = Development(tmp_path)
    person = server.api.sign_in()
    backup = back_up(server)
    assert server.api.delete("/v1/me", token=person["accessToken"]).status_code == 204
    assert server.stop() == 0
    shutil.copy(f"{backup}/sesame.db", server.data / "sesame.db")
    server = server.restarted()
    refused(server.api.me(person["accessToken"]), 401, "user_deleted")
    [line] = [line for line in server.log_lines() if line["message"].startswith("accounts deleted after the backup")]
    assert line["accounts"] == "1" or line["accounts"] == 1
    assert server.stop() == 0


def test_deletion_missing_from_the_journal_after_a_crash_is_added_at_the_start(tmp_path):
    server = Development(tmp_path)
    person = server.api.sign_in()
    backup = back_up(server)
    assert server.api.delete("/v1/me", token=person["accessToken"]).status_code == 204
    server.kill()
    journal = server.data / "deletions.jsonl"
    [header, note] = journal.read_text().splitlines()
    journal.write_text(header + "\n" + note[:20])
    server = server.restarted()
    assert journal.read_text().splitlines() == [header, note]
    assert server.stop() == 0
    assert "deleted again: 1" in restore(backup, server).stdout


def cannot_start(server, saying: str):
    fails(run("dev", "--port", str(server.ports[0]), "--provider-port", str(server.ports[1]), "--data", str(server.data),
              "--provider-keys", str(PROVIDER_KEYS)), saying)


@pytest.mark.parametrize("loss", ["missing", "empty", "the folder", "other"])
def test_lost_database_is_not_taken_for_a_new_one(tmp_path, loss):
    server = Development(tmp_path)
    person = server.api.sign_in()
    assert server.stop() == 0
    (tmp_path / "moved").mkdir()
    shutil.copytree(server.data, tmp_path / "copy")
    for path in server.data.glob("sesame.db*"):
        path.rename(tmp_path / "moved" / path.name)
    if loss == "empty":
        (server.data / "sesame.db").touch()
    elif loss == "the folder":
        (server.data / "sesame.lock").unlink()
    elif loss == "other":
        other = tmp_path / "other"
        other.mkdir()
        another = Development(other)
        assert another.stop() == 0
        shutil.copy(another.data / "sesame.db", server.data / "sesame.db")
    before = {path.name: path.read_bytes() for path in server.data.glob("sesame.db*")}
    cannot_start(server, "Mount its volume" if loss != "other" else "Mount the right volume")
    assert {path.name: path.read_bytes() for path in server.data.glob("sesame.db*")} == before
    findings = run_against(tmp_path, {"dataDir": str(server.data)}, "http://127.0.0.1:9")
    assert any("journal belongs to another database" in finding["found"] for finding in findings)
    for path in (tmp_path / "moved").iterdir():
        shutil.copy(path, server.data / path.name)
    server = server.restarted()
    ok(server.api.refresh(person["refreshToken"]))
    assert server.stop() == 0


def test_journal_of_another_database_is_rejected(tmp_path):
    server, other = (Development(folder) for folder in (tmp_path / "one", tmp_path / "other") if not folder.mkdir())
    server.api.sign_in()
    backup = back_up(server)
    assert server.stop() == 0 and other.stop() == 0
    journal = server.data / "deletions.jsonl"
    own = journal.read_text()
    fails(restore(backup, server, "--journal", str(other.data / "deletions.jsonl")), "belongs to another database")
    shutil.copy(other.data / "deletions.jsonl", journal)
    fails(restore(backup, server), "belongs to another database")
    cannot_start(server, "does not belong to it. Mount the right volume")
    journal.write_text(own)
    assert restore(backup, server).returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")
def test_restore_killed_at_any_step_leaves_the_old_or_the_new_database(tmp_path):
    server = Development(tmp_path)
    person = server.api.sign_in()
    backup = back_up(server)
    late = server.api.sign_in()
    # The log of the previous database contains the newer session, and must not be applied to the copy.
    server.kill()
    original = tmp_path / "original"
    shutil.copytree(server.data, original)
    steps, states = 0, []
    while True:
        shutil.rmtree(server.data)
        shutil.copytree(original, server.data)
        result = subprocess.run(
            ["strace", "-f", "-qq", "-o", tmp_path / "trace", "-e", "trace=rename,renameat,renameat2",
             "-e", f"inject=rename,renameat,renameat2:signal=KILL:when={steps + 1}",
             PROGRAM, "restore", backup, "--data", server.data, "--key-file", f"{server.data}.key"],
            capture_output=True, text=True, timeout=PATIENCE)
        if result.returncode == 0:
            break
        steps += 1
        if (server.data / "restoring").exists():
            cannot_start(server, "interrupted before it changed anything")
            shutil.rmtree(server.data / "restoring")
        was_begun = (server.data / "installing").exists()
        if was_begun:
            # The unit runs the doctor before each start.
            findings = run_against(tmp_path, {"dataDir": str(server.data)}, "http://127.0.0.1:9")
            assert any("the next start completes it" in finding["found"] for finding in findings)
        if was_begun and steps % 2:
            assert "an interrupted restore was completed first" in restore(backup, server).stderr
        server = server.restarted()
        if was_begun and not steps % 2:
            assert "an interrupted restore was completed" in server.log()
        ok(server.api.me(person["accessToken"]))
        states.append(server.api.me(late["accessToken"]).status_code)
        server.kill()
    # One to prepare, one to begin the installation, and one for each file that is moved.
    assert steps >= 3 and states[0] == 200 and states[-1] == 401 and states == sorted(states), states


def test_restore_requires_a_journal_and_accepts_one_from_elsewhere(tmp_path):
    server = Development(tmp_path)
    person = server.api.sign_in()
    backup = back_up(server)
    assert server.api.delete("/v1/me", token=person["accessToken"]).status_code == 204
    assert server.stop() == 0
    moved = tmp_path / "moved.jsonl"
    (server.data / "deletions.jsonl").rename(moved)
    shutil.rmtree(server.data)
    fails(restore(backup, server), "there is no deletion journal", "--journal", "--without-journal")
    assert not server.data.exists()
    result = restore(backup, server, "--without-journal")
    assert result.returncode == 0 and "deleted again: 0" in result.stdout and "replaced-" not in result.stdout
    result = restore(backup, server, "--journal", str(moved))
    assert result.returncode == 0 and "deleted again: 1" in result.stdout and "warning" not in result.stderr
    assert (server.data / "deletions.jsonl").read_text() == moved.read_text()
    server = server.restarted()
    refused(server.api.me(person["accessToken"]), 401, "user_deleted")
    assert server.stop() == 0


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """Starts a server with a backup; no test stops it."""
    server = Development(tmp_path_factory.mktemp("backup"))
    server.api.sign_in()
    yield server, back_up(server)
    assert server.stop() == 0


def test_migration_requires_a_stopped_server(tmp_path):
    server = Development(tmp_path)
    fails(run("migrate", "--data", str(server.data)), "in use")
    assert server.stop() == 0
    moved = run("migrate", "--data", str(server.data))
    assert moved.returncode == 0 and "is up to date: schema 1" in moved.stdout
    with sqlite3.connect(server.data / "sesame.db") as database:
        database.execute("PRAGMA user_version = 99")
    fails(run("migrate", "--data", str(server.data)), "newer")
    fails(run("migrate", "--data", str(tmp_path / "nowhere")), "contains no database")
    assert not (tmp_path / "nowhere").exists()
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "sesame.db").touch()
    fails(run("migrate", "--data", str(tmp_path / "empty")), "contains no database")
    assert (tmp_path / "empty" / "sesame.db").stat().st_size == 0


def fails(result, *saying: str):
    assert result.returncode != 0 and result.stdout == "", result.stdout
    for words in saying:
        assert words in result.stderr, result.stderr


def test_restore_into_a_running_server_is_rejected(running):
    server, backup = running
    fails(restore(backup, server), "in use", "stop the server")
    server.api.sign_in()
    assert not list(server.data.glob("replaced-*"))


@pytest.mark.parametrize("damage", ["byte", "cut", "manifest", "none", "old", "newer"])
def test_damaged_or_unsuitable_backup_is_rejected_and_nothing_is_restored(running, tmp_path, damage):
    server, backup = running
    copy = tmp_path / "copy"
    shutil.copytree(backup, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    database = bytearray((copy / "sesame.db").read_bytes())
    saying = "does not match its manifest"
    if damage == "byte":
        database[len(database) // 2] ^= 1
    elif damage == "cut":
        del database[-4096:]
    elif damage == "manifest":
        manifest["sesameBackup"], saying = 2, "is not a backup manifest"
    elif damage == "none":
        os.remove(copy / "manifest.json")
        saying = "is not a backup:"
    elif damage == "old":
        manifest["time"], saying = "2020-01-01T00:00:00Z", "older than 400 days"
    else:
        database[60:64], saying = (99).to_bytes(4, "big"), "newer version"
        manifest["sha256"] = hashlib.sha256(database).hexdigest()
    (copy / "sesame.db").write_bytes(database)
    if damage != "none":
        (copy / "manifest.json").write_text(json.dumps(manifest))
    target = tmp_path / "data"
    options = ("--data", str(target), "--key-file", f"{server.data}.key", "--without-journal")
    fails(run("restore", str(copy), *options), saying)
    assert not (target / "sesame.db").exists() and not (target / "restoring").exists()


def test_failed_restore_leaves_the_data_unchanged(tmp_path):
    server = Development(tmp_path)
    person = server.api.sign_in()
    backup = back_up(server)
    assert server.api.delete("/v1/me", token=person["accessToken"]).status_code == 204
    assert server.stop() == 0
    key, torn = tmp_path / "other.key", tmp_path / "torn.jsonl"
    assert run("keys", "generate", "--output", str(key)).returncode == 0
    torn.write_text("nothing of ours\n")
    before = sorted(path.name for path in server.data.iterdir())
    fails(restore(backup, server, key=key), "is not the key that this data was created with")
    fails(restore(backup, server, key=tmp_path / "none"), "keyFile")
    fails(restore(backup, server, "--journal", str(torn)), "line 1 of", "is not a valid deletion")
    journal = server.data / "deletions.jsonl"
    note = journal.read_text()
    journal.unlink()
    journal.mkdir()
    fails(restore(backup, server), "deletionJournal", "cannot be used")
    journal.rmdir()
    journal.write_text(note)
    assert sorted(path.name for path in server.data.iterdir()) == before
    server = server.restarted()
    refused(server.api.me(person["accessToken"]), 401, "user_deleted")
    assert server.stop() == 0


def test_journal_that_lacks_known_deletions_is_reported_and_completed(tmp_path):
    server = Development(tmp_path)
    person = server.api.sign_in()
    assert server.api.delete("/v1/me", token=person["accessToken"]).status_code == 204
    backup = back_up(server)
    assert server.stop() == 0
    journal = server.data / "deletions.jsonl"
    note = journal.read_text()
    journal.write_text("")
    result = restore(backup, server)
    assert result.returncode == 0 and "lacked 1 deletions that the backup contains" in result.stderr
    # A journal that begins anew has another id.
    assert journal.read_text().splitlines()[1:] == note.splitlines()[1:]
    result = restore(backup, server)
    assert result.returncode == 0 and "warning" not in result.stderr
    # Both replaced databases are kept, even if one restore immediately follows the other.
    kept = [path / "sesame.db" for path in server.data.glob("replaced-*")]
    assert len(kept) == 2 and all(path.exists() for path in kept)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_root_is_told_to_restore_as_the_owner_of_the_data_folder(running):
    server, backup = running
    os.chown(server.data, 65534, 65534)
    fails(restore(backup, server), "Run this as that user: sudo -u 'nobody'")
    os.chown(server.data, 0, 0)


def test_backup_is_private_to_its_owner_and_has_a_manifest(running):
    _, backup = running
    assert re.fullmatch(r"sesame-\d{8}T\d{6}Z", os.path.basename(backup))
    assert os.stat(backup).st_mode & 0o777 == 0o700
    for name in ("sesame.db", "manifest.json"):
        assert os.stat(f"{backup}/{name}").st_mode & 0o777 == 0o600
    manifest = json.loads(open(f"{backup}/manifest.json").read())
    assert set(manifest) == {"sesameBackup", "time", "schema", "bytes", "sha256"}
    assert manifest["bytes"] == os.stat(f"{backup}/sesame.db").st_size


def test_only_old_backups_are_deleted(running):
    server, _ = running
    folder = server.folder / "backups"
    old = folder / "sesame-20200101T000000Z"
    time.sleep(1.1)
    shutil.copytree(back_up(server), old)
    manifest = json.loads((old / "manifest.json").read_text())
    (old / "manifest.json").write_text(json.dumps({**manifest, "time": "2020-01-01T00:00:00Z"}))
    (folder / "sesame-notes").mkdir()
    time.sleep(1.1)
    kept = back_up(server, "--keep-days", "7")
    assert not old.exists() and (folder / "sesame-notes").exists() and os.path.exists(kept)


def test_command_without_a_data_folder_names_the_missing_option(tmp_path):
    for arguments in (["backup", str(tmp_path)], ["restore", str(tmp_path)]):
        result = run(*arguments)
        assert result.returncode != 0 and "--config" in result.stderr and "--data" in result.stderr
    fails(run("backup", str(tmp_path), "--data", "/nowhere"), "/nowhere/sesame.db")


def test_backup_under_load_is_consistent(tmp_path):
    """An account and its session are written in one transaction, so every copy has both or neither."""
    server = Development(tmp_path)
    load = Load(server)
    try:
        for _ in range(3):
            backup = back_up(server)
            [(accounts, sessions)] = reading(
                f"{backup}/sesame.db",
                "SELECT count(*), (SELECT count(DISTINCT account) FROM sessions) FROM accounts")
            assert accounts == sessions
            time.sleep(1)
    finally:
        load.stop()
    assert server.stop() == 0
