"""Tests of the example apps' back ends, started as their developers start them."""

import base64
import hashlib
import hmac
import json
import os
import subprocess
import threading
import time

import pytest

from client import Api, ok
from patience import PATIENCE, wait_until
from providers import new_subject
from sesame import ENVIRONMENT, PROGRAM, ROOT, free_port
from test_admin import made
from test_conflicts import conflict

PROFILE = "/v1/me/profile"
SECRET, GIFTS = "a-secret-of-the-webhook-with-32-characters", ["GIFT-2345-AAAA", "GIFT-2345-BBBB"]
TRIES = 20


# CastMate's back end, in JavaScript

VISITORS = ROOT / "Examples/CastMate/BackEnd/visitors.mjs"
ASK = f"""
import {{ visitors }} from "{VISITORS}";
const {{ issuer, app, good, asked, later }} = JSON.parse(process.argv[1]);
const accountOf = visitors({{ issuer, app }});
// The first requests come at once, and all wait for the keys.
const first = await Promise.all(good.map(accountOf));
const now = Date.now;
Date.now = () => now() + later * 1000;
const answer = async (token) => accountOf(token).catch((error) => error.message);
console.log(JSON.stringify([first, await Promise.all(asked.map(answer))]));
"""


def visit(issuer: str, good: list[str], asked: list[str], app: str = "couple", later: int = 0) -> list[list[str]]:
    """Returns the results for the tokens `good`, and for the tokens `asked`, which are verified `later` seconds
    later."""
    order = {"issuer": issuer, "app": app, "good": good, "asked": asked, "later": later}
    result = subprocess.run(
        ["node", "--input-type=module", "--eval", ASK, json.dumps(order)],
        capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "no_proxy": "*"})
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_castmate_back_end_accepts_only_valid_access_tokens(server):
    session = server.api.sign_in()
    token, uid = session["accessToken"], session["user"]["uid"]
    header, payload, signature = token.split(".")
    other = server.api.sign_in()["accessToken"].split(".")[1]

    def headed(**members) -> str:
        known = json.loads(base64.urlsafe_b64decode(header + "=="))
        text = base64.urlsafe_b64encode(json.dumps({**known, **members}).encode()).decode().rstrip("=")
        return f"{text}.{payload}.{signature}"

    wrong = [
        session["refreshToken"], "", headed(alg="none"), headed(alg="HS256"), headed(typ="JWT"), headed(kid="another"),
        f"{header}.{other}.{signature}", f"{header}.{payload}.", f"{header}.{payload}.{'A' * 86}",
        server.api.credential()["idToken"], server.api.sign_in(app="prysm")["accessToken"]]
    first, answers = visit(server.url, [token] * 3, [token, *wrong])
    assert first == [uid] * 3 and answers[0] == uid
    assert answers[1:] == ["no good token"] * len(wrong)
    assert visit(server.url, [token], [token], later=899 - 60)[1] == [uid]
    assert visit(server.url, [token], [token], later=901)[1] == ["no good token"]
    # The same keys at another URL.
    assert visit(server.url.replace("127.0.0.1", "localhost"), [], [token])[1] == ["no good token"]
    assert visit(server.url, [], [token], app="castmate")[1] == ["no good token"]
    # Without keys the result is an error, not a verdict on the token.
    assert visit(f"http://127.0.0.1:{free_port()}", [], [token, token])[1] == ["fetch failed"] * 2


# Couple's back end, in Swift

class BackEnd:
    """A running `couple-back-end` for a server, with its files in a folder."""

    def __init__(self, server, folder, port: int | None = None):
        self.server, self.folder, self.port = server, folder, port or free_port()
        for name, text in (("key", made(server, "profiles:write", app="couple")), ("secret", SECRET),
                           ("gifts", "\n".join(GIFTS))):
            (folder / name).write_text(text + "\n")
        self.settings = {
            "SESAME_ISSUER": server.url, "SESAME_ADMIN_KEY_FILE": folder / "key",
            "SESAME_WEBHOOK_SECRET_FILE": folder / "secret", "COUPLE_JOURNAL": folder / "journal",
            "COUPLE_GIFTS_FILE": folder / "gifts"}
        self.start()

    def run(self, port: int = 0, **settings) -> subprocess.Popen:
        environment = {name: str(value) for name, value in {**self.settings, "PORT": port, **settings}.items() if value is not None}
        return subprocess.Popen(
            [PROGRAM.resolve().parent / "couple-back-end"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**ENVIRONMENT, "no_proxy": "*", **environment})

    def start(self):
        self.process = self.run(self.port)
        assert self.process.stdout.readline().strip() == f"listening at http://127.0.0.1:{self.port}", self.stop()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.api = Api(f"http://127.0.0.1:{self.port}", None, self.server.secrets)

    def stop(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def post(self, path: str, person: dict | None, code: str | None = None):
        token = person["accessToken"] if person else None
        return self.api.post(path, {"code": code} if code is not None else {}, token=token)

    def tell(self, kind: str, uid: str, at: int | None = None, secret: str = SECRET, **more):
        """Sends the back end Sesame's message about an account."""
        now = int(time.time())
        body = json.dumps({"id": "ev_1", "kind": kind, "time": at or now, "count": 1, "app": "couple", "uid": uid, **more})
        code = hmac.new(secret.encode(), f"{now}.{body}".encode(), hashlib.sha256).hexdigest()
        return self.api.post("/sesame", data=body.encode(), headers={"Sesame-Signature": f"t={now},v1={code}"})


@pytest.fixture
def back_end(server, tmp_path):
    back_end = BackEnd(server, tmp_path)
    yield back_end
    back_end.stop()


@pytest.fixture
def people(server):
    return [server.api.sign_in() for _ in range(2)]


def uid(person: dict) -> str:
    return person["user"]["uid"]


def fields(server, person: dict) -> dict:
    return ok(server.api.get(PROFILE, token=person["accessToken"]))["fields"]


def partners(server, *people: dict) -> list[str]:
    return [fields(server, person)["partnerId"] for person in people]


def refused(answer, status: int, code: str):
    assert (answer.status_code, answer.json()) == (status, {"error": code})


def pair(back_end, one: dict, other: dict):
    code = ok(back_end.post("/partner-code", one))["code"]
    assert ok(back_end.post("/partner", other, code)) == {"partnerId": uid(one)}


def test_two_users_become_a_couple_with_a_code(server, back_end, people):
    one, other = people
    code = ok(back_end.post("/partner-code", one))["code"]
    assert ok(back_end.post("/partner-code", one))["code"] == code == fields(server, one)["partnerCode"]
    # The code as users type it; then again, as if the response had been lost.
    for typed in (f"{code[:4].lower()}-{code[4:]} ", code):
        assert ok(back_end.post("/partner", other, typed)) == {"partnerId": uid(one)}
    assert partners(server, one, other) == [uid(other), uid(one)]
    assert fields(server, one)["partnerCode"] == ""
    for person in people:
        refused(back_end.post("/partner-code", person), 409, "has_partner")
    third = server.api.sign_in()
    refused(back_end.post("/partner", third, code), 404, "unknown_code")
    assert back_end.api.delete("/partner", token=one["accessToken"]).status_code == 200
    assert partners(server, one, other) == ["", ""]


def test_only_users_of_the_app_are_accepted(server, back_end, people):
    code = ok(back_end.post("/partner-code", people[0]))["code"]
    strangers = [None, {"accessToken": people[0]["refreshToken"]}, {"accessToken": "x"},
                 server.api.sign_in(app="prysm")]
    for path in ("/partner-code", "/partner", "/subscription"):
        for stranger in strangers:
            refused(back_end.post(path, stranger, code), 401, "not_authenticated")
    for stranger in strangers[1:]:
        refused(back_end.api.delete("/partner", token=stranger["accessToken"]), 401, "not_authenticated")
    refused(back_end.api.get("/partner-code", token=people[0]["accessToken"]), 404, "not_found")
    refused(back_end.post("/partner", people[1]), 400, "invalid_request")
    assert back_end.api.post("/partner", data=b"x" * 20_000, token=people[1]["accessToken"]).status_code == 413


def test_user_may_try_at_most_twenty_codes(server, back_end, people):
    code = ok(back_end.post("/partner-code", people[0]))["code"]
    refused(back_end.post("/partner", people[0], code), 409, "own_code")
    for n in range(TRIES - 2):
        path = ("/partner", "/subscription")[n % 2]
        refused(back_end.post(path, people[1], "AAAAAAAAA"), 404, "unknown_code")
    assert ok(back_end.post("/partner", people[1], code)) == {"partnerId": uid(people[0])}
    refused(back_end.post("/subscription", people[1], "AAAAAAAAA"), 404, "unknown_code")
    for path in ("/partner", "/subscription"):
        refused(back_end.post(path, server.api.sign_in(), GIFTS[1] + "A"), 404, "unknown_code")
    refused(back_end.post("/subscription", people[1], GIFTS[0]), 429, "too_many_tries")
    # Unpairing needs no code, so it works even after too many wrong codes.
    token = people[1]["accessToken"]
    assert back_end.api.delete("/partner", token=token).status_code == 200
    for path in ("/partner", "/partner-code"):
        refused(back_end.post(path, people[1], code), 429, "too_many_tries")
    assert fields(server, people[1])["isSubscribed"] is False


def test_gift_code_subscribes_one_user(server, back_end, people):
    for _ in range(2):
        assert back_end.post("/subscription", people[0], GIFTS[0].lower()).status_code == 200
    assert [fields(server, person)["isSubscribed"] for person in people] == [True, False]
    for gift in (GIFTS[0], "GIFT-2345-CCCC", ""):
        refused(back_end.post("/subscription", people[1], gift), 404, "unknown_code")
    # Pairing writes the couple's other fields and keeps the subscription.
    pair(back_end, *people)
    assert [fields(server, person)["isSubscribed"] for person in people] == [True, False]


def test_acknowledged_changes_survive_a_restart(server, back_end, people):
    pair(back_end, *people)
    assert back_end.post("/subscription", people[0], GIFTS[0]).status_code == 200
    other = back_end.run()
    assert other.wait(PATIENCE) == 1 and "inUse" in other.stderr.read()
    back_end.stop()
    journal = back_end.folder / "journal"
    assert journal.stat().st_mode & 0o777 == 0o600
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'{"parted":{"by":"' + uid(people[0]).encode())
    back_end.start()
    assert journal.read_bytes() == whole
    refused(back_end.post("/partner-code", people[0]), 409, "has_partner")
    refused(back_end.post("/subscription", people[1], GIFTS[0]), 404, "unknown_code")
    back_end.stop()
    journal.write_bytes(whole + b"{}\n" + whole)
    broken = back_end.run()
    assert broken.wait(PATIENCE) == 1 and "unreadable" in broken.stderr.read()


def test_changes_missing_in_sesame_are_written_after_a_restart(server, back_end, people):
    pair(back_end, *people)
    couple = partners(server, *people)
    back_end.stop()
    # The state after a crash before the request to Sesame.
    journal = back_end.folder / "journal"
    lines = journal.read_text().splitlines(keepends=True)
    assert sum("written" in line for line in lines) >= 2
    journal.write_text("".join(line for line in lines if "written" not in line))
    for person in people:
        path = f"/admin/v1/apps/couple/users/{uid(person)}/profile"
        ok(server.api.call("PATCH", path, {"fields": {"partnerId": ""}}, token=server.admin_key))
    back_end.start()
    wait_until(lambda: partners(server, *people) == couple, "the couple")


def test_revoked_admin_key_makes_requests_unavailable_until_it_is_replaced(server, back_end, people):
    code = ok(back_end.post("/partner-code", people[0]))["code"]
    key = (back_end.folder / "key").read_text().strip()
    assert server.api.delete("/admin/v1/keys/current", token=key).status_code == 204
    refused(back_end.post("/partner", people[1], code), 503, "unavailable")
    back_end.stop()
    (back_end.folder / "key").write_text(made(server, "profiles:write"))
    back_end.start()
    assert ok(back_end.post("/partner", people[1], code)) == {"partnerId": uid(people[0])}
    assert partners(server, *people) == [uid(people[1]), uid(people[0])]


def test_webhook_about_a_deleted_account_ends_the_couple(server, back_end, people):
    pair(back_end, *people)
    gone, left = uid(people[0]), people[1]
    answer = back_end.tell("account_deleted", gone, secret="another-secret-of-32-characters-or-more")
    refused(answer, 401, "not_authenticated")
    refused(back_end.api.post("/sesame", {"kind": "account_deleted", "uid": gone}), 401, "not_authenticated")
    assert partners(server, left) == [gone]
    for kind in ("account_deleted", "account_deleted", "signed_in", "of_another_time"):
        assert back_end.tell(kind, gone, app="prysm").status_code == 200
    refused(back_end.post("/partner-code", left), 409, "has_partner")
    for kind in ("account_deleted", "account_deleted", "signed_in", "of_another_time"):
        assert back_end.tell(kind, gone).status_code == 200
    wait_until(lambda: partners(server, left) == [""], "the end of the couple")
    ok(back_end.post("/partner-code", left))


def test_token_of_a_deleted_account_is_rejected(server, back_end, people):
    code, theirs = (ok(back_end.post("/partner-code", person))["code"] for person in people)
    assert server.api.delete("/v1/me", token=people[0]["accessToken"]).status_code in (200, 204)
    refused(back_end.post("/partner", people[0], theirs), 401, "not_authenticated")
    refused(back_end.post("/subscription", people[0], GIFTS[0]), 401, "not_authenticated")
    # A deleted user cannot become a partner, even before the server's message about the deletion.
    refused(back_end.post("/partner", people[1], code), 404, "unknown_code")
    assert partners(server, people[1]) == [""]
    assert back_end.post("/subscription", people[1], GIFTS[0]).status_code == 200


def test_full_profile_does_not_block_pairing(server, back_end, people):
    full, other = people
    code = ok(back_end.post("/partner-code", full))["code"]
    # The largest value that fits without the code, to the byte.
    half = {"fields": {"relationshipImprovement": "x" * 32_000}}
    ok(server.api.call("PATCH", PROFILE, half, token=full["accessToken"]))
    for size in (1_000, 100, 10, 1):
        while True:
            text = fields(server, full).get("questionMode", "") + "x" * size
            change = {"fields": {"questionMode": text, "partnerCode": ""}}
            answer = server.api.call("PATCH", PROFILE, change, token=full["accessToken"])
            if answer.status_code != 200:
                assert answer.json()["error"]["field"] == "fields"
                break
    assert ok(back_end.post("/partner", other, code)) == {"partnerId": uid(full)}
    assert partners(server, full, other) == ["", uid(full)]


def test_couple_follows_an_account_merge_and_its_undoing(server, back_end, people):
    guest, partner = people
    stays = server.api.sign_in()
    pair(back_end, guest, partner)
    assert back_end.post("/subscription", guest, GIFTS[0]).status_code == 200
    for _ in range(3):
        assert back_end.tell("accounts_merged", uid(guest), at=1_000, detail=uid(stays)).status_code == 200
        assert back_end.tell("accounts_merged", uid(stays), at=1_000, detail=uid(stays)).status_code == 200
    wait_until(lambda: partners(server, stays, partner) == [uid(partner), uid(stays)], "the couple")
    assert fields(server, stays)["isSubscribed"] is True
    assert back_end.tell("merge_undone", uid(guest), at=2_000, detail=uid(stays)).status_code == 200
    # An older message that arrives late.
    assert back_end.tell("accounts_merged", uid(guest), at=1_000, detail=uid(stays)).status_code == 200
    wait_until(lambda: partners(server, guest, partner, stays) == [uid(partner), uid(guest), ""], "the couple before")
    assert [fields(server, person)["isSubscribed"] for person in (guest, stays)] == [True, False]


@pytest.mark.slow
def test_sesames_own_webhooks_reach_the_back_end(start, tmp_path):
    port, (secret, file) = free_port(), (tmp_path / "webhook", tmp_path / "sesame.json")
    secret.write_text(SECRET)
    mine = {"type": "string", "default": ""}
    file.write_text(json.dumps({
        "apps": {"couple": {
            "providers": {"google": {"clientIDs": ["google-couple"]}, "anonymous": True},
            "profile": {"fields": {"partnerCode": mine, "partnerId": {**mine, "owner": "server"},
                                   "isSubscribed": {"type": "bool", "owner": "server", "default": False}}}}},
        "webhooks": [{"url": f"http://127.0.0.1:{port}/sesame", "secretFile": str(secret)}]}))
    server = start(options=["--config", str(file)])
    subject = new_subject()
    guest, partner, owner = server.api.sign_in_anonymously(), server.api.sign_in(), server.api.sign_in(sub=subject)
    back_end = BackEnd(server, tmp_path, port)
    try:
        pair(back_end, guest, partner)
        ticket = conflict(server, guest, subject)["ticket"]
        merged = ok(server.api.decide(guest["accessToken"], ticket, "merge"))
        wait_until(lambda: partners(server, owner, partner) == [uid(partner), uid(owner)], "the couple of the merged")
        guest = ok(server.api.undo_merge(merged["accessToken"]))
        wait_until(lambda: partners(server, owner, guest, partner) == ["", uid(partner), uid(guest)], "the couple before")
    finally:
        back_end.stop()


def test_missing_or_invalid_setting_is_reported(back_end):
    short, reader = back_end.folder / "short", back_end.folder / "reader"
    reader.write_text(made(back_end.server, "users:read", app="couple"))
    short.write_text("GIFT\n")
    for settings, says in (
            ({"SESAME_ISSUER": None}, "SESAME_ISSUER is not set"), ({"COUPLE_JOURNAL": None}, "COUPLE_JOURNAL is not set"),
            ({"SESAME_ADMIN": "http://127.0.0.1:9"}, "connect"),
            ({"SESAME_APP": "prysm"}, "needs the scope profiles:write for an app 'prysm'"),
            ({"SESAME_ADMIN_KEY_FILE": reader}, "needs the scope profiles:write for an app 'couple'"),
            ({"PORT": "many"}, "PORT must be a number"),
            ({"COUPLE_JOURNAL": back_end.folder / "none/journal"}, "No such file"),
            ({"SESAME_ADMIN_KEY_FILE": back_end.folder / "missing"}, "missing"),
            ({"SESAME_WEBHOOK_SECRET_FILE": short}, "at least 32 characters"),
            ({"COUPLE_GIFTS_FILE": short}, "at least 12 letters")):
        program = back_end.run(**{"COUPLE_JOURNAL": back_end.folder / "other", **settings})
        assert program.wait(PATIENCE) == 1
        error, rest = program.stderr.read().split("\n\n", 1)
        assert says in error and "SESAME_WEBHOOK_SECRET_FILE  a file" in rest
