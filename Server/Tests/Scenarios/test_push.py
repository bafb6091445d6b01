"""Tests of push notifications: each is accepted once, retried until FCM has it, and every response of FCM is
handled."""

import subprocess

import pytest

from client import ok, refused
from patience import PATIENCE, wait_until
from sesame import ENVIRONMENT, PROGRAM, Development
from test_devices import new_token


@pytest.fixture
def own(start):
    """Starts a server for this test only, with a user who has a device."""
    server = start()
    person, token = server.api.sign_in(), new_token()
    ok(server.api.register_device(person["accessToken"], token))
    server.uid, server.token, server.person = person["user"]["uid"], token, person
    return server


def accepted(answer) -> dict:
    assert answer.status_code == 202, answer.text
    return answer.json()


def settled(server, push: dict, app: str = "couple") -> dict:
    return wait_until(
        lambda: (state := server.push_state(push["id"], app)) and state["waiting"] == 0 and state, "the last word")


def in_trouble(server, push: dict, problem: str) -> dict:
    return wait_until(
        lambda: (state := server.push_state(push["id"])) and state.get("problem") == problem and state, problem)


def test_push_delivers_the_given_content_to_the_device(own):
    push = accepted(own.push(
        {"uid": own.uid}, notification={"title": "Hello", "body": "How are you?"}, data={"screen": "home"}, ttl=3600))
    assert push["targets"] == 1
    assert settled(own, push)["sent"] == 1
    [message] = own.providers.received(own.token)
    assert message["token"] == own.token
    assert message["notification"] == {"title": "Hello", "body": "How are you?"} and message["data"] == {"screen": "home"}
    assert message["android"]["ttl"].endswith("s") and message["apns"]["headers"]["apns-collapse-id"] == push["id"]


@pytest.mark.parametrize("app", ["couple", "familysync", "castmate", "prysm", "authservice"])
def test_every_example_app_sends_a_push(server, app):
    token = new_token()
    assert settled(server, accepted(server.push({"token": token}, app)), app)["sent"] == 1
    [entry] = [entry for entry in server.providers.messages() if token in entry["receivers"]]
    assert entry["project"] == app


def test_push_can_target_an_installation_or_a_topic(server):
    fid = "fid-" + new_token()[5:11]
    for to, kind in (({"fid": fid}, "fid"), ({"topic": "topic-of-" + fid}, "topic")):
        push = accepted(server.push(to, data={"kind": kind}))
        assert settled(server, push)["sent"] == 1
        [message] = [entry["message"] for entry in server.providers.messages()
                     if entry["message"].get(kind) == list(to.values())[0]]
        assert message["data"] == {"kind": kind}


def test_repeated_request_sends_once(own):
    answers = [accepted(own.push({"uid": own.uid}, key="reminder")) for _ in range(3)]
    assert len({answer["id"] for answer in answers}) == 1
    assert settled(own, answers[0])["sent"] == 1
    accepted(own.push({"uid": own.uid}, key="reminder"))
    other = own.push({"uid": own.uid}, key="reminder", data={"k": "v"})
    assert refused(other, 400, "invalid_request")["field"] == "Idempotency-Key"
    assert settled(own, accepted(own.push({"uid": own.uid}, key="another")))["sent"] == 1
    assert len(own.providers.received(own.token)) == 2


# Responses of FCM

def test_device_unknown_to_fcm_is_removed(own):
    own.providers.fcm_fault("UNREGISTERED", own.token)
    state = settled(own, accepted(own.push({"uid": own.uid})))
    assert (state["gone"], state["sent"]) == (1, 0)
    assert own.api.devices(own.person["accessToken"]) == []
    assert own.events(own.uid)[-1] == "device_removed"


def test_invalid_push_token_is_removed(own):
    own.providers.fcm_fault("INVALID_TOKEN", own.token)
    assert settled(own, accepted(own.push({"token": own.token})))["gone"] == 1
    assert own.api.devices(own.person["accessToken"]) == []


def test_sender_id_mismatch_logs_an_error_and_removes_no_device(own):
    own.providers.fcm_fault("SENDER_ID_MISMATCH")
    state = settled(own, accepted(own.push({"uid": own.uid})))
    assert (state["dropped"], state["problem"]) == (1, "SENDER_ID_MISMATCH")
    assert len(own.api.devices(own.person["accessToken"])) == 1
    assert own.events(own.uid)[-1] == "push_sender_mismatched"
    [line] = [line for line in own.log_lines() if line["level"] == "error" and "a different project" in line["message"]]
    assert line["receiver"] == own.token[:6] + "…" and line["project"] == "couple"
    assert own.token[:12] not in own.log()


def test_invalid_message_is_dropped_and_recorded(own):
    own.providers.fcm_fault("INVALID_ARGUMENT", own.token)
    state = settled(own, accepted(own.push({"uid": own.uid})))
    assert (state["dropped"], state["problem"]) == (1, "INVALID_ARGUMENT")
    assert len(own.api.devices(own.person["accessToken"])) == 1
    own.providers.clear_fcm_faults()
    own.providers.advance_clock(86_400)
    assert settled(own, accepted(own.push({"token": "another"})))["sent"] == 1
    assert own.providers.received(own.token) == []


@pytest.mark.parametrize("error, wait", [
    ("QUOTA_EXCEEDED", 60), ("UNAVAILABLE", 10), ("INTERNAL", 10), ("THIRD_PARTY_AUTH_ERROR", 300), ("NOT_FOUND", 300)])
def test_temporary_fcm_error_is_retried(own, error, wait):
    own.providers.fcm_fault(error, times=1)
    push = accepted(own.push({"uid": own.uid}))
    in_trouble(own, push, error)
    assert len(own.api.devices(own.person["accessToken"])) == 1
    assert own.providers.received(own.token) == []
    own.providers.advance_clock(int(wait * 1.25) + 1)
    assert settled(own, push)["sent"] == 1
    assert len(own.providers.received(own.token)) == 1


def test_rejected_fcm_access_token_is_renewed_at_once(own):
    own.providers.fcm_fault("UNAUTHENTICATED", times=1)
    assert settled(own, accepted(own.push({"uid": own.uid})))["sent"] == 1
    assert own.providers.count("/fcm/token") == 2


def test_retry_after_of_fcm_delays_all_its_pushes(own):
    own.providers.fcm_fault("UNAVAILABLE", retryAfter=120, times=1)
    push = accepted(own.push({"uid": own.uid}))
    in_trouble(own, push, "UNAVAILABLE")
    asked = own.providers.count("/fcm/v1/projects/couple/messages:send")
    own.providers.advance_clock(100)
    second = accepted(own.push({"token": "another"}))
    wait_until(lambda: own.query(
        "SELECT count(*) FROM jobs WHERE kind = 'send_push' AND due_at > ?", own.providers.now() * 1000) == [(2,)],
        what="a postponement of both")
    assert own.providers.count("/fcm/v1/projects/couple/messages:send") == asked
    own.providers.advance_clock(60)
    assert settled(own, push)["sent"] == settled(own, second)["sent"] == 1


# Exactly-once delivery

def test_hour_of_fcm_outage_loses_and_duplicates_nothing(own):
    own.providers.fcm_fault("UNAVAILABLE")
    pushes = [accepted(own.push({"uid": own.uid}, key=f"k{n}", data={"n": str(n)})) for n in range(5)]
    for push in pushes:
        in_trouble(own, push, "UNAVAILABLE")
    for _ in range(6):
        own.providers.advance_clock(600)
        accepted(own.push({"uid": own.uid}, key="k0", data={"n": "0"}))
    own.providers.clear_fcm_faults()
    own.providers.advance_clock(800)
    for push in pushes:
        assert settled(own, push)["sent"] == 1
    accepted(own.push({"uid": own.uid}, key="k0", data={"n": "0"}))
    assert own.query("SELECT count(*) FROM jobs WHERE kind = 'send_push'") == [(0,)]
    assert sorted(message["data"]["n"] for message in own.providers.received(own.token)) == ["0", "1", "2", "3", "4"]


def test_push_survives_a_server_crash_before_delivery(tmp_path):
    first = Development(tmp_path)
    person, token = first.api.sign_in(), new_token()
    ok(first.api.register_device(person["accessToken"], token))
    first.providers.fcm_fault("UNAVAILABLE")
    to, words = {"uid": person["user"]["uid"]}, {"title": "Private words"}
    push = accepted(first.push(to, key="once", notification=words))
    first.kill()
    for path in first.data.iterdir():
        assert b"Private words" not in path.read_bytes()
    second = first.restarted()
    second.providers.advance_clock(900)
    assert settled(second, push)["sent"] == 1
    assert accepted(second.push(to, key="once", notification=words))["sent"] == 1
    assert len(second.providers.received(token)) == 1
    assert second.stop() == 0


def test_lost_fcm_response_resends_an_identical_message(own):
    own.providers.fcm_fault("LOST_ANSWER", times=1)
    push = accepted(own.push({"uid": own.uid}))
    in_trouble(own, push, "HTTP_504")
    own.providers.advance_clock(20)
    assert settled(own, push)["sent"] == 1
    first, second = own.providers.received(own.token)
    assert first == second and first["apns"]["headers"]["apns-collapse-id"] == push["id"]
    assert first["android"]["notification"]["tag"] == push["id"]


# Authorization

@pytest.mark.parametrize("token", [None, "wrong", "person"])
def test_push_without_the_admin_key_is_rejected(server, token):
    if token == "person":
        token = server.api.sign_in()["accessToken"]
    before = server.rows()
    for answer in (
            server.api.post("/admin/v1/apps/couple/push", {"to": {"topic": "news"}, "data": {"k": "v"}}, token=token),
            server.api.get("/admin/v1/apps/couple/push/" + "0" * 26, token=token)):
        refused(answer, 401, "not_authenticated")
    assert server.rows() == before


def test_admin_key_is_rejected_as_an_access_token_and_not_logged(server):
    refused(server.api.me(server.admin_key), 401, "not_authenticated")
    assert server.admin_key not in server.log()


def test_push_and_user_of_another_app_are_not_found(server):
    push = accepted(server.push({"topic": "news"}))
    for path in (f"prysm/push/{push['id']}", f"none/push/{push['id']}", "couple/push/" + "0" * 26):
        refused(server.api.get(f"/admin/v1/apps/{path}", token=server.admin_key), 404, "not_found")
    guest = server.api.sign_in_anonymously("prysm")
    refused(server.push({"uid": guest["user"]["uid"]}), 404, "not_found")


# The command line

def sesame(server, *arguments: str, **environment) -> subprocess.CompletedProcess:
    return subprocess.run(
        [PROGRAM, "push", *arguments], capture_output=True, text=True, timeout=PATIENCE,
        env={**ENVIRONMENT, "no_proxy": "*", **environment})


def test_command_sends_a_push_and_shows_its_state(own):
    place = ["--server", own.url, "--key-file", f"{own.data}.admin-key", "--app", "couple"]
    sent = sesame(own, "send", *place, "--uid", own.uid, "--title", "Hello", "--data", "a=b=c", "--once", "k")
    assert sent.returncode == 0 and sent.stdout.startswith("push "), sent.stderr
    push = sent.stdout.split()[1].rstrip(":")
    assert settled(own, {"id": push})["sent"] == 1
    [message] = own.providers.received(own.token)
    assert message["notification"] == {"title": "Hello"} and message["data"] == {"a": "b=c"}
    shown = sesame(own, "show", *place[:2], "--app", "couple", push, SESAME_ADMIN_KEY=own.admin_key)
    assert shown.stdout == f"push {push}: sent 1 of 1\n", shown.stderr
    again = sesame(own, "send", *place, "--uid", own.uid, "--title", "Hello", "--data", "a=b=c", "--once", "k")
    assert again.stdout == shown.stdout and again.stderr == ""


def test_command_explains_the_next_step(own):
    place = ["--server", own.url, "--key-file", f"{own.data}.admin-key", "--app", "couple"]
    own.providers.fcm_fault("UNAVAILABLE")
    sent = sesame(own, "send", *place, "--uid", own.uid, "--title", "Hello")
    push = sent.stdout.split()[1].rstrip(":")
    assert sent.returncode == 0 and f"sesame push show --app couple {push}" in sent.stderr
    in_trouble(own, {"id": push}, "UNAVAILABLE")
    assert "waiting 1, latest problem UNAVAILABLE" in sesame(own, "show", *place, push).stdout
    nobody = own.api.sign_in()["user"]["uid"]
    sent = sesame(own, "send", *place, "--uid", nobody, "--title", "Hello")
    assert sent.returncode == 0 and "sent 0 of 0" in sent.stdout and "no device" in sent.stderr


def test_each_example_of_the_help_is_on_one_line(server):
    text = subprocess.run([PROGRAM, "push", "send", "--help"], capture_output=True, text=True, timeout=PATIENCE).stdout
    lines = text.splitlines()
    examples = [(line, after) for line, after in zip(lines, lines[1:]) if line.startswith("  sesame push send --app")]
    # Each example is on a single line.
    assert len(examples) == 3 and all(not after or after.startswith("  sesame") for _, after in examples)


@pytest.mark.parametrize("arguments, says", [
    (["--title", "T"], "Name the receiver"), (["--uid", "u", "--topic", "t", "--title", "T"], "Name the receiver"),
    (["--topic", "t"], "Give the content"), (["--topic", "t", "--data", "x"], "name=value"),
    (["--topic", "a b", "--title", "T"], "topic"), (["--uid", "nobody", "--title", "T"], "no such account"),
])
def test_invalid_use_of_the_command_is_explained(server, arguments, says):
    result = sesame(
        server, "send", "--server", server.url, "--app", "couple", *arguments, SESAME_ADMIN_KEY=server.admin_key)
    assert result.returncode != 0 and says in result.stderr


def test_command_rejects_plain_http_and_a_missing_or_wrong_admin_key(server):
    place = ["send", "--app", "couple", "--topic", "t", "--title", "T"]
    clear = sesame(server, *place, "--server", "http://sign-in.example.com", SESAME_ADMIN_KEY="secret")
    assert clear.returncode != 0 and "in the clear" in clear.stderr
    assert "SESAME_ADMIN_KEY" in sesame(server, *place, "--server", "https://sign-in.example.com").stderr
    wrong = sesame(server, *place, "--server", server.url, SESAME_ADMIN_KEY="wrong")
    assert wrong.returncode != 0 and "unknown admin key" in wrong.stderr
