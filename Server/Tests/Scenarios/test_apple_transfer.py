"""Tests of `sesame apple transfer-ids`, which keeps users when an app moves to another Apple team."""

import json

import pytest

from client import ok
from providers import new_subject
from sesame import Development, run

OLD, NEW = "OLDTEAM001", "NEWTEAM001"


class Move:
    """A server's data folder with users, and the keys of both teams at the development Apple."""

    def __init__(self, server: Development, folder):
        self.server, self.folder = server, folder
        self.configurations = {team: self.configuration(team) for team in (OLD, NEW)}

    def configuration(self, team: str) -> str:
        key = self.server.providers.control("POST", "apple/team-key", {"team": team})
        pem = self.folder / f"{team}.p8"
        pem.write_text(key["privateKey"])
        pem.chmod(0o600)
        file = self.folder / f"{team}.json"
        file.write_text(json.dumps({
            "publicURL": "https://sign-in.example.com", "dataDir": str(self.server.data),
            "keyFile": f"{self.server.data}.key",
            "apps": {"couple": {"providers": {
                "apple": {"clientIDs": ["com.example.couple"], "teamID": team, "keyID": key["keyID"],
                          "keyFile": str(pem)},
                "google": {"clientIDs": ["1-a.apps.googleusercontent.com"]}}}}}))
        return str(file)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def lines(self, name: str) -> list[dict]:
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]

    def export(self):
        result = run("export", "ids", "--app", "couple", "--config", self.configurations[OLD])
        assert result.returncode == 0, result.stderr
        (self.folder / "ids.jsonl").write_text(result.stdout)

    def step(self, name: str, team: str, *arguments, exits=0):
        result = run("apple", "transfer-ids", name, "--app", "couple", "--config", self.configurations[team],
                     *arguments)
        assert result.returncode == exits, result.stdout + result.stderr
        return result

    def at_apple(self, name: str, team: str, *arguments, exits=0):
        return self.step(name, team, "--development-providers", self.server.providers.url, *arguments, exits=exits)

    def create(self, **options):
        return self.at_apple("create", OLD, "--ids", self.path("ids.jsonl"), "--to", NEW,
                             "--output", self.path("transfer.jsonl"), **options)

    def exchange(self, team=NEW, **options):
        return self.at_apple("exchange", team, "--input", self.path("transfer.jsonl"),
                             "--output", self.path("new.jsonl"), **options)


@pytest.fixture
def people(start, tmp_path):
    """Creates two Apple users and one Google user. The server stops for the export, and starts again."""
    server = start()
    subjects = [new_subject("apple") for _ in range(2)]
    uids = [server.api.sign_in("apple", sub=subject)["user"]["uid"] for subject in subjects]
    server.api.sign_in("google")
    assert server.stop() == 0
    server = server.restarted()
    move = Move(server, tmp_path)
    assert server.stop() == 0
    move.export()
    move.server = server.restarted()
    for team in (OLD, NEW):
        move.configurations[team] = move.configuration(team)
    yield move, subjects, uids
    move.server.stop()


def test_users_of_a_transferred_app_keep_their_accounts(people):
    move, subjects, uids = people
    assert "2 requested, 0 already in the file" in move.create().stdout
    assert "2 requested, 0 already in the file" in move.exchange().stdout
    new = {line["subject"]: line["newSubject"] for line in move.lines("new.jsonl")}
    assert new.keys() == set(subjects) and not set(new.values()) & set(subjects)
    assert move.server.stop() == 0
    assert "2 changed, 0 unchanged" in move.step("apply", NEW, move.path("new.jsonl")).stdout
    assert "0 changed, 2 unchanged" in move.step("apply", NEW, move.path("new.jsonl")).stdout
    move.server = move.server.restarted()
    for subject, uid in zip(subjects, uids):
        again = ok(move.server.api.try_sign_in("apple", sub=new[subject]))
        assert again["user"]["uid"] == uid and again["isNewUser"] is False


def test_interrupted_step_resumes_where_it_stopped(people):
    move, _, _ = people
    move.create()
    lines = (move.folder / "transfer.jsonl").read_text().splitlines(keepends=True)
    (move.folder / "transfer.jsonl").write_text(lines[0] + lines[1][:20])
    assert "1 requested, 1 already in the file" in move.create().stdout
    assert [line["transferSub"] for line in move.lines("transfer.jsonl")] == [
        json.loads(line)["transferSub"] for line in lines]


def test_temporary_apple_error_is_retried(people):
    move, _, _ = people
    move.server.providers.fault("status", "apple", "token", status=503, times=2)
    assert "2 requested" in move.create().stdout


def test_transfer_ids_are_unknown_to_apple_for_another_team(people):
    move, _, _ = people
    move.create()
    result = move.exchange(team=OLD, exits=1)
    assert "2 unknown to Apple" in result.stdout and "Apple responds with invalid_request" in result.stderr
    assert move.lines("new.jsonl") == []


def test_team_key_rejected_by_apple_fails_the_step(people):
    move, _, _ = people
    configuration = json.loads(open(move.configurations[OLD]).read())
    configuration["apps"]["couple"]["providers"]["apple"]["keyID"] = "OTHERKEY01"
    open(move.configurations[OLD], "w").write(json.dumps(configuration))
    assert "Apple rejects the team's key (invalid_client)" in move.create(exits=1).stderr


def test_user_with_accounts_before_and_since_the_transfer_is_reported(people):
    move, subjects, uids = people
    move.create()
    move.exchange()
    new = {line["subject"]: line["newSubject"] for line in move.lines("new.jsonl")}
    second = ok(move.server.api.try_sign_in("apple", sub=new[subjects[0]]))["user"]["uid"]
    assert second != uids[0]
    assert move.server.stop() == 0
    result = move.step("apply", NEW, move.path("new.jsonl"), exits=1)
    assert "1 changed" in result.stdout and "1 with two accounts" in result.stdout
    assert f"{uids[0]} from before the transfer, {second} from after it" in result.stderr
