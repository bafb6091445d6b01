"""Tests of commands run by another user than the server's: files that they cannot read are not reported as missing."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from patience import PATIENCE
from sesame import PROGRAM

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")

NOBODY = 65534


@pytest.fixture(scope="module")
def place():
    """Creates a world-readable folder with the program and an installation owned by the user nobody."""
    folder = Path(tempfile.mkdtemp(prefix="sesame-user-"))
    folder.chmod(0o755)
    shutil.copy(PROGRAM, folder / "sesame")
    for name in ("data", "backups"):
        (folder / name).mkdir(mode=0o700)
    as_user(folder, "keys", "generate", "--output", str(folder / "key"), user=0)
    (folder / "sesame.json").write_text(json.dumps({
        "publicURL": "https://sign-in.example.com", "listen": "127.0.0.1:0", "dataDir": str(folder / "data"),
        "keyFile": str(folder / "key"), "trustedProxies": ["127.0.0.1"],
        "apps": {"shop": {"providers": {"anonymous": True}}}}))
    for name in ("data", "backups", "key", "sesame.json"):
        os.chown(folder / name, NOBODY, NOBODY)
    yield folder
    shutil.rmtree(folder)


def as_user(place: Path, *arguments: str, user: int = NOBODY):
    return subprocess.run(
        [place / "sesame", *arguments], capture_output=True, text=True, timeout=PATIENCE, user=user, group=user,
        extra_groups=[], cwd=place, stdin=subprocess.DEVNULL)


def doctor(place: Path, **more) -> dict[str, dict]:
    """Returns the faults that the doctor finds."""
    result = as_user(place, "doctor", "--config", str(place / "sesame.json"), "--offline", "--json", **more)
    findings = [json.loads(line) for line in result.stdout.splitlines()]
    return {finding["subject"]: finding for finding in findings if finding["level"] == "fault"}


def fails(result, *saying: str):
    assert result.returncode != 0, result.stdout
    for words in saying:
        assert words in result.stderr, result.stderr


def test_doctor_run_by_another_user_creates_no_files_and_reports_a_foreign_lock_file(place):
    assert doctor(place, user=0) == {} and doctor(place) == {}
    assert list((place / "data").iterdir()) == []
    lock = place / "data" / "sesame.lock"
    lock.touch(mode=0o600)
    assert doctor(place)["dataDir"]["cure"].startswith(f"chown sesame: {lock}")
    lock.unlink()


def test_unreadable_file_is_not_reported_as_missing(place):
    key = place / "key"
    os.chown(key, 0, 0)
    assert doctor(place)["keyFile"]["cure"] == f"chown sesame: {key}"
    key.rename(place / "away")
    assert doctor(place)["keyFile"]["cure"].startswith("restore the file that belongs to the data")
    (place / "away").rename(key)
    os.chown(key, NOBODY, NOBODY)
    (place / "sesame.json").chmod(0o600)
    os.chown(place / "sesame.json", 0, 0)
    fails(as_user(place, "doctor", "--config", str(place / "sesame.json")), "You cannot read", "sudo -u")
    os.chown(place / "sesame.json", NOBODY, NOBODY)
    hidden = place / "hidden"
    hidden.mkdir(mode=0o700)
    for command in (["admin-keys", "reset", "--yes"], ["migrate"]):
        fails(as_user(place, *command, "--data", str(hidden / "data")), "this user cannot read", "sudo -u")
    bootstrap = ["admin-keys", "bootstrap", "--data", str(hidden), "--output", str(place / "backups" / "first")]
    fails(as_user(place, *bootstrap), "You may not read", "sudo")
    configuration = json.loads((place / "sesame.json").read_text())
    configuration["deletionJournal"] = str(hidden / "deletions.jsonl")
    (place / "other.json").write_text(json.dumps(configuration))
    fails(as_user(place, "restore", str(place / "backups"), "--config", str(place / "other.json")), "You may not read", "sudo -u")


def test_backup_reports_an_old_backup_that_it_cannot_read_and_leaves_it(place):
    server = subprocess.Popen(
        [place / "sesame", "serve", "--config", str(place / "sesame.json")], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, user=NOBODY, group=NOBODY, extra_groups=[])
    assert server.stdout.readline().startswith("ready ")
    server.terminate()
    assert server.wait(PATIENCE) == 0
    roots = place / "backups" / "sesame-20200101T000000Z"
    roots.mkdir(mode=0o700)
    backups = place / "backups"
    result = as_user(place, "backup", str(backups), "--config", str(place / "sesame.json"), "--keep-days", "1")
    fails(result, f"'{roots}' is not removed")
    assert Path(result.stdout.strip()).parent == backups and roots.exists()
