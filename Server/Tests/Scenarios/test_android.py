"""Tests of docs/app/android.md: the requests of a Kotlin app, sent as the page shows them."""

import json
import re
from dataclasses import dataclass

import pytest

from client import ok
from providers import new_subject
from sesame import ROOT

PAGE = (ROOT / "docs/app/android.md").read_text()
CLIENTS = ("1001-web.apps.googleusercontent.com", "1001-android.apps.googleusercontent.com")
STEP = re.compile(r"```http\n(?P<request>.*?)```\n(?:```json\n(?P<answer>.*?)```\n)?", re.DOTALL)
ERRORS = (ROOT / "docs/errors.md").read_text()
CODE = re.compile(r"^## (?P<code>\w+)\n`(?P<status>\d{3})`", re.MULTILINE)


@dataclass
class Step:
    """A request of the page with the response shown below it."""

    method: str
    path: str
    headers: dict
    body: str
    answer: dict | None

    def filled(self, text: str, values: dict) -> str:
        return re.sub(r"\{(\w+)\}", lambda name: values[name[1]], text)

    def play(self, api, values: dict):
        """Sends the request with the values known so far, and stores the response's values that the page names."""
        headers = {name: self.filled(value, values) for name, value in self.headers.items()}
        body = json.loads(self.filled(self.body, values)) if self.body else None
        answer = api.call(self.method, self.filled(self.path, values), body, headers=headers)
        if self.answer is None:
            assert answer.status_code == 204, answer.text
        else:
            learn(self.answer, ok(answer), values)


def steps() -> list[Step]:
    found = []
    for match in STEP.finditer(PAGE):
        head, _, body = match["request"].strip().partition("\n\n")
        line, *fields = head.split("\n")
        method, path = line.split(" ")
        headers = dict(field.split(": ", 1) for field in fields)
        answer = match["answer"] and json.loads(match["answer"])
        found.append(Step(method, path, headers, body, answer))
    return found


def learn(shown: dict, real: dict, values: dict):
    """Compares a response with the shown one: each member exists, literals are equal, and values for `{…}` are
    stored."""
    for name, expected in shown.items():
        assert name in real, f"{name} is not in the answer"
        if isinstance(expected, dict):
            learn(expected, real[name], values)
        elif isinstance(expected, str) and (placeholder := re.fullmatch(r"\{(\w+)\}", expected)):
            if placeholder[1] == "uid" and "uid" in values:
                assert real[name] == values["uid"]
            values[placeholder[1]] = real[name]
        elif expected != "…":
            assert real[name] == expected


def credential_manager(server, nonce: str, subject: str) -> str:
    """Mints the token that Google issues for the web client when the Android client requests it."""
    web, android = CLIENTS
    return server.providers.mint(
        "google", clientID=web, sub=subject, claims={"azp": android, "nonce": nonce}, email="test.user.1@example.com")


def test_documented_requests_sign_in_refresh_and_sign_out(server):
    values, played, tokens = {}, [], set()
    for step in steps():
        if "{idToken}" in step.body:
            values["idToken"] = credential_manager(server, values["nonce"], new_subject())
        step.play(server.api, values)
        played.append(f"{step.method} {step.path}")
        tokens |= {values.get("refreshToken")} - {None}
    assert played == [
        "POST /v1/challenges", "POST /v1/sign-in/google", "GET /v1/me", "POST /v1/sessions/refresh",
        "DELETE /v1/sessions/current"]
    assert len(tokens) == 2
    assert server.api.refresh(values["refreshToken"]).json()["error"]["code"] == "session_ended"


def test_deferred_sign_out_accepts_the_refresh_token(server):
    session = server.api.sign_in()
    step = steps()[-1]
    step.play(server.api, {"accessToken": session["refreshToken"]})
    assert server.api.me(session["accessToken"]).status_code == 401


def nonce_used_twice(server):
    nonce = server.api.challenge("couple")
    body = {"idToken": credential_manager(server, nonce, new_subject()), "nonce": nonce}
    ok(server.api.post("/v1/sign-in/google", body, app="couple"))
    body["idToken"] = credential_manager(server, nonce, new_subject())
    return server.api.post("/v1/sign-in/google", body, app="couple")


def another_apps_token(server):
    nonce = server.api.challenge("couple")
    token = server.providers.mint("google", "castmate", nonce=nonce)
    return server.api.post("/v1/sign-in/google", {"idToken": token, "nonce": nonce}, app="couple")


def after_a_sign_out(server):
    session = server.api.sign_in()
    server.api.sign_out(session["accessToken"])
    return server.api.refresh(session["refreshToken"])


def another_role(server):
    subject = new_subject()
    server.api.register(sub=subject)
    return server.api.try_sign_in("google", "castmate", role="RECRUTEUR", sub=subject)


def without_google(server):
    nonce = server.api.challenge("familysync")
    token = server.providers.mint("google", "couple", nonce=nonce)
    return server.api.post("/v1/sign-in/google", {"idToken": token, "nonce": nonce}, app="familysync")


@pytest.mark.parametrize("code, provoked", [
    ("invalid_nonce", nonce_used_twice), ("invalid_token", another_apps_token), ("session_ended", after_a_sign_out),
    ("not_authenticated", lambda server: server.api.refresh("rt_" + "A" * 80)), ("role_mismatch", another_role),
    ("provider_required", without_google),
    ("account_not_found", lambda server: server.api.try_sign_in("google", "castmate", sub=new_subject())),
])
def test_error_code_and_status_are_documented(server, code, provoked):
    answer = provoked(server)
    assert answer.json()["error"]["code"] == code
    assert (code, str(answer.status_code)) in CODE.findall(ERRORS)
