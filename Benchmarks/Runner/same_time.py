"""Measures the response times for names with and without an account.

One connection sends requests about both kinds of names in random order, one after the other.
"""

import gc
import json
import random
import secrets
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from contenders import SesameService
from machine import Interval, Watch
from parts import Say, Stage
from server import cpu_seconds
from threshold import Separation

PASSWORD, WRONG = "plover-anvil-41-quince", "walnut-ferry-86-tripod"
PAGE = "http://localhost/done"
# The number of requests before the measurement, which open connections, fill caches and start threads.
WARM_UP = 20
BURST = {"burst": 1_000_000}
HIGH = {"perMinute": 1_000_000, **BURST}
LIMITS = ("requests", "refusals", "guests", "credentialsFromAddress", "credentialsOfApp", "codesFromAddress")


@dataclass(frozen=True)
class Question:
    """A request about a name, which replaces `$name` in the body."""

    title: str
    path: str
    body: dict
    status: int

    def request(self, name: str) -> bytes:
        body = json.dumps(self.body).replace("$name", name)
        return (f"POST {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nSesame-App: shop\r\nX-Appwrite-Project: shop\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()


FIREBASE = "/identitytoolkit.googleapis.com/v1/accounts:{}?key=AIzaSy-shop"
SIGN_UP = Question("sign-up", "/v1/sign-up/password", {"email": "$name", "password": PASSWORD}, 200)
# The questions of one tuple use the same names. Each name is used less often than the per-name rate limits allow.
QUESTIONS = (
    (
        Question("reset, native", "/v1/codes", {"purpose": "reset_password", "email": "$name"}, 204),
        Question("reset, Firebase", FIREBASE.format("sendOobCode"),
                 {"requestType": "PASSWORD_RESET", "email": "$name"}, 200),
        Question("reset, Appwrite", "/v1/account/recovery", {"email": "$name", "url": PAGE}, 201),
    ), (
        Question("sign-in link, native", "/v1/codes", {"purpose": "sign_in", "email": "$name"}, 204),
        Question("sign-in link, Firebase", FIREBASE.format("sendOobCode"),
                 {"requestType": "EMAIL_SIGNIN", "email": "$name", "continueUrl": PAGE}, 200),
        Question("sign-in link, Appwrite", "/v1/account/tokens/magic-url",
                 {"userId": "unique()", "email": "$name", "url": PAGE}, 201),
    ), (
        Question("wrong password, native", "/v1/sign-in/password", {"email": "$name", "password": WRONG}, 401),
        Question("wrong password, Firebase", FIREBASE.format("signInWithPassword"),
                 {"email": "$name", "password": WRONG, "returnSecureToken": True}, 400),
        Question("wrong password, Appwrite", "/v1/account/sessions/email", {"email": "$name", "password": WRONG}, 401),
    ),
)


class MailSink:
    """A mail server for the measured server, in a process of its own."""

    def __init__(self):
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("mail_sink.py")], stdout=subprocess.PIPE, text=True)
        self.url = f"smtp://127.0.0.1:{self._process.stdout.readline().strip()}"

    def cpu_seconds(self) -> float:
        return cpu_seconds(self._process.pid)

    def stop(self):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


class Asker:
    """A persistent connection."""

    def __init__(self, port: int):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self):
        self._socket.close()

    def ask(self, question: Question, name: str) -> float:
        """Sends a request and returns the milliseconds until its response. Throws if the status is unexpected."""
        request = question.request(name)
        started = time.perf_counter_ns()
        self._socket.sendall(request)
        answer = self._socket.recv(65_536)
        while not is_whole(answer):
            part = self._socket.recv(65_536)
            if not part:
                raise RuntimeError(f"{question.title}: the server closed the connection")
            answer += part
        ended = time.perf_counter_ns()
        if not answer.startswith(b"HTTP/1.1 %d " % question.status):
            raise RuntimeError(f"{question.title}: {question.status} was expected, not {answer.decode()}")
        return (ended - started) / 1e6


def is_whole(answer: bytes) -> bool:
    """Returns true if the response is complete: its head, and a body of the length in the head."""
    head, end, body = answer.partition(b"\r\n\r\n")
    if not end:
        return False
    lengths = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    return len(body) >= (int(lengths[0]) if lengths else 0)


def service(folder: Path, sink: MailSink) -> SesameService:
    """Starts a production server with unreachable limits per address and per app."""
    return SesameService(folder, {
        "mail": {"server": sink.url, "from": "no-reply@shop.example"},
        "rateLimits": {
            **{name: HIGH for name in LIMITS}, "mailsFromAddress": {"perHour": 1_000_000, **BURST},
            "mailsPerDay": {"app": 1_000_000}},
        # A link creates no account, so a link to an unknown name has no effect.
        "apps": {"shop": {
            "providers": {"password": {"links": False}},
            "firebase": {"projectID": "shop-1001", "apiKeys": ["AIzaSy-shop"], "authorizedDomains": ["localhost"]},
            "appwrite": {"projectID": "shop", "origins": []}}}})


def measure(names: int, folder: Path, say: Say) -> tuple[dict[str, Separation], Interval]:
    """Sends each request once for `names` names with an account and for as many without."""
    found, interval = {}, Interval()
    sink = MailSink()
    with Stage() as stage:
        stage.callback(sink.stop)
        server = stage.start(service(folder, sink))
        asker = Asker(server.port)
        stage.callback(asker.close)
        for group in QUESTIONS:
            say(f"signing up {names} people")
            known = new_names(names)
            for name in known:
                asker.ask(SIGN_UP, name)
            everybody = [(name, True) for name in known] + [(name, False) for name in new_names(names)]
            for question in group:
                say(question.title)
                server.settle()
                random.shuffle(everybody)
                for name in new_names(WARM_UP):
                    asker.ask(question, name)
                times = {True: [], False: []}
                gc.disable()
                with Watch([server, sink]) as watch:
                    for name, is_known in everybody:
                        times[is_known].append(asker.ask(question, name))
                gc.enable()
                interval += watch.interval
                found[question.title] = Separation(times[True], times[False])
    return found, interval


def new_names(count: int) -> list[str]:
    """Returns addresses without an account."""
    return [f"{secrets.token_hex(8)}@people.example" for _ in range(count)]
