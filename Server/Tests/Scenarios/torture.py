"""Bad days, played against the program: kills, clocks, disks, silent services, floods and a crowd. Prints a table of what
was tried under each, what was lost, what was wrong, and how the server recovered.

usage: scripts/torture [--write] [PART…]
  PART     some of: kills clocks disks services floods crowd; all without one, which takes five minutes
  --write  puts the table into docs/operations/reliability.md

The program is bin/sesame, of `make build`. SESAME_ACCOUNTS is the number of accounts of the crowd, a million by default.
"""

import argparse
import json
import multiprocessing
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from client import Api
from faulty_disk import FaultyDisk
from load import Load
from mailserver import MailServer
from moving_clock import Clock
from patience import wait_until
from receiver import Receiver
from secrets_seen import SecretsSeen
from sesame import ROOT, Development, Process, free_port, memory, run

DAY = 86_400
PAGE = ROOT / "docs/operations/reliability.md"
ACCOUNTS = int(os.environ.get("SESAME_ACCOUNTS", 1_000_000))


@dataclass
class Result:
    """A row of the table."""

    #: The requests that were answered, or had to be, while things went wrong.
    tried: int = 0
    #: What was acknowledged and is not there, or was due and did not come.
    lost: int = 0
    #: What is otherwise than it was answered, or was answered otherwise than it should have been.
    wrong: int = 0
    recovered: str = ""


def service(folder: Path, app: dict, **settings) -> Process:
    """Starts a production server of one app, whose limits do not count the address 127.0.0.1."""
    key, file, port = folder / "key", folder / "sesame.json", free_port()
    assert run("keys", "generate", "--output", str(key)).returncode == 0
    file.write_text(json.dumps({
        "publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(folder / "data"),
        "keyFile": str(key), "apps": {"shop": app}, "rateLimits": {"exempt": ["127.0.0.1"]}, **settings}))
    return serve(folder)


def serve(folder: Path) -> Process:
    server = Process(["serve", "--config", str(folder / "sesame.json")], folder / "log")
    server.api, server.port = Api(server.url, None, SecretsSeen()), int(server.url.rpartition(":")[2])
    return server


def seconds_until(condition, what: str) -> float:
    start = time.monotonic()
    wait_until(condition, what)
    return time.monotonic() - start


def within(seconds: float) -> str:
    return f"within {seconds:.1f} s" if seconds >= 0.1 else "at once"


def status_of(call) -> int:
    """Returns the status of a request; 0 if the connection broke."""
    try:
        return call().status_code
    except OSError:
        return 0


def check(server, sessions: list[dict], result: Result):
    """Counts the sessions that a server should know, and does not, and the ended ones that it still knows."""
    for session in sessions:
        result.tried += 1
        me = status_of(lambda: server.api.me(session["accessToken"]))
        if session.get("ended"):
            result.wrong += me != 401
        elif me != 200 or status_of(lambda: server.api.refresh(session["refreshToken"])) != 200:
            result.lost += 1


def kills(folder: Path) -> Result:
    """`kill -9` in the middle of sign-ins, refreshes and sign-outs of eight clients."""
    result, slowest = Result(), 0.0
    server = Development(folder)
    for _ in range(20):
        load = Load(server)
        wait_until(lambda: len(load.sessions) >= random.randrange(40, 160), "enough load")
        server.kill()
        load.stop()
        start = time.monotonic()
        server = server.restarted()
        slowest = max(slowest, time.monotonic() - start)
        result.wrong += len(load.wrong) + (server.query("PRAGMA integrity_check") != [("ok",)])
        check(server, load.sessions, result)
    result.wrong += server.stop() != 0
    result.recovered = f"20 of 20 starts, {within(slowest)}"
    return result


def clocks(folder: Path) -> Result:
    """A wall clock that is wrong by months for three seconds, while guests come and go."""
    result, slowest = Result(), 0.0
    clock = Clock(folder)
    server = Development(folder, prefix=clock.prefix)
    guests = [server.api.sign_in_anonymously() for _ in range(200)]
    load = Load(server, workers=4)
    for days in (100, -100, 61, 4_000, -4_000, 1):
        clock.set(days * DAY)
        wait_until(lambda: server.api.get("/readyz").json()["status"] == "degraded", "doubt")
        time.sleep(3)
        clock.set(0)
        slowest = max(slowest, seconds_until(lambda: server.api.get("/readyz").json()["status"] == "ready", "trust"))
    load.stop()
    result.wrong += len(load.wrong) + server.query("SELECT count(*) FROM tombstones")[0][0]
    check(server, guests + load.sessions, result)
    result.wrong += server.stop() != 0
    clock.end()
    result.recovered = f"6 of 6 jumps, {within(slowest)}"
    return result


def disks(folder: Path) -> Result:
    """A disk that fails to sync, or is full, in the middle of sign-ups and deletions; then `kill -9`."""
    result, slowest, disk = Result(), 0.0, FaultyDisk(folder)
    server = disk.start(folder)
    for number in range(20):
        kept, gone = ([server.api.sign_in_anonymously() for _ in range(20)] for _ in range(2))
        for person in kept + gone:
            server.api.me(person["accessToken"])
        with disk.failing("-wal") if number % 2 else disk.full(server.data):
            statuses = [status_of(lambda: server.api.delete("/v1/me", token=person["accessToken"])) for person in kept]
            statuses += [status_of(lambda: server.api.post("/v1/sign-in/anonymous", app="couple")) for _ in range(20)]
            result.tried += len(statuses)
            result.wrong += len([status for status in statuses if status != 503])
            accounts = server.query("SELECT count(*) FROM accounts")
            if number % 4 < 2:
                server.kill()
        if number % 4 < 2:
            server = server.restarted()
        slowest = max(slowest, seconds_until(
            lambda: status_of(lambda: server.api.post("/v1/sign-in/anonymous", app="couple")) == 200, "a write"))
        result.wrong += server.query("SELECT count(*) FROM accounts")[0][0] != accounts[0][0] + 1
        for person in gone:
            result.wrong += status_of(lambda: server.api.delete("/v1/me", token=person["accessToken"])) != 204
        server.kill()
        server = server.restarted()
        result.wrong += server.query("PRAGMA integrity_check") != [("ok",)]
        check(server, kept + [{**person, "ended": True} for person in gone], result)
    # The log had no space for complete lines.
    server.log_was_cut = True
    result.wrong += server.stop() != 0
    result.recovered = f"20 of 20 disks, {within(slowest)}"
    return result


def services(folder: Path) -> Result:
    """A mail server, then an SMS provider, that accepts connections and never answers, with the other one's messages in
    between."""
    result, mail, carrier = Result(), MailServer(), Receiver("s" * 40)
    secret = folder / "secret"
    secret.write_text("s" * 40)
    secret.chmod(0o600)
    server = service(
        folder, {"providers": {"password": {"phones": True}}},
        mail={"server": mail.url, "from": "no-reply@shop.example"},
        texts={"secretFile": str(secret), "url": carrier.url, "countries": ["+33"]})

    def send(field: str, to: str):
        result.tried += 1
        result.wrong += status_of(lambda: server.api.post("/v1/codes", {"purpose": "sign_in", field: to})) != 204

    def emails() -> int:
        return len({mail["To"] for mail in mail.mails})

    def texts() -> int:
        return len({message["event"]["to"] for message in carrier.messages})

    mail.talks.clear()
    for number in range(60):
        send("email", f"test.user.{number}@example.com")
    for number in range(60):
        send("phone", f"+336123456{number:02d}")
    behind_mail = seconds_until(lambda: texts() == 60, "the texts")
    result.wrong += emails()
    mail.talks.set()
    late = seconds_until(lambda: emails() == 60, "the emails")
    # The SMS provider takes connections, and answers the first after a minute.
    carrier.delay = 60
    for number in range(60, 100):
        send("phone", f"+336123456{number:02d}")
    for number in range(60, 120):
        send("email", f"test.user.{number}@example.com")
    behind_texts = seconds_until(lambda: emails() == 120, "the emails")
    carrier.delay = 0
    late = max(late, seconds_until(lambda: texts() == 100, "the texts"))
    result.lost = result.tried - emails() - texts()
    result.wrong += server.stop() != 0
    mail.close()
    carrier.stop()
    result.recovered = (f"the other's messages {within(max(behind_mail, behind_texts))}, "
                        f"all its own {late:.0f} s after its return")
    return result


def connection(port: int, source: str) -> socket.socket:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.bind((source, 0))
    client.settimeout(5)
    client.connect(("127.0.0.1", port))
    return client


def floods(folder: Path) -> Result:
    """Four addresses with as many connections as they get: slow readers, idle ones, heads and bodies that do not end."""
    result = Result()
    server = service(folder, {"providers": {"anonymous": True}})
    server.api.get("/openapi.json")
    before, flood, peak = memory(server.process.pid), [], 0
    head = b" HTTP/1.1\r\nHost: localhost\r\n"
    kinds = [
        b"GET /openapi.json" + head + b"\r\n", b"GET /healthz" + head + b"\r\n", b"GET /healthz" + head + b"A: b",
        b"POST /v1/sessions/refresh" + head + b"Content-Type: application/json\r\nContent-Length: 65000\r\n\r\n" + b" " * 64_000]

    def live(_) -> bool:
        first = server.api.post("/v1/sign-in/anonymous", app="shop")
        second = server.api.refresh(first.json()["refreshToken"])
        return first.status_code == second.status_code == 200

    for kind, request in enumerate(kinds):
        for _ in range(700):
            client = connection(server.port, f"127.0.{kind}.2")
            try:
                client.sendall(request)
            except OSError:
                pass
            flood.append(client)
    with ThreadPoolExecutor(8) as callers:
        for alive in callers.map(live, range(300)):
            result.tried += 2
            result.lost += not alive
            peak = max(peak, memory(server.process.pid))
    for client in flood:
        client.close()
    last = seconds_until(lambda: memory(server.process.pid) - before < 32, "returned memory")
    result.wrong += server.stop() != 0
    result.recovered = f"{before} MB of memory, {peak} at most, back {last:.0f} s after the end"
    return result


def crowd(folder: Path) -> Result:
    """A million accounts: look-ups by every key, and ten operators who page through lists beside the app's users."""
    result = Result()
    server = service(folder, {"providers": {"anonymous": True, "password": {}, "google": {"clientIDs": ["a"]}}})
    assert server.stop() == 0
    file = folder / "users.jsonl"
    with open(file, "w") as lines:
        for number in range(ACCOUNTS):
            lines.write(json.dumps({
                "id": f"user-{number}", "email": f"test.user.{number}@example.com", "emailVerified": True,
                "identities": [{"provider": "google", "subject": str(10**20 + number)}],
                "createdAt": 1_600_000_000_000 + number * 1_000 % 10**11, "displayName": f"Test User {number}"}) + "\n")
    imported = subprocess.run(
        [os.environ["SESAME_PROGRAM"], "users", "import", str(file), "--app", "shop", "--config",
         str(folder / "sesame.json")], capture_output=True, text=True)
    assert f"{ACCOUNTS} accounts added" in imported.stdout, imported.stderr[-2_000:]
    server = serve(folder)
    output = folder / "admin-key"
    made = run("admin-keys", "bootstrap", "--data", str(folder / "data"), "--server", server.url, "--output", str(output))
    assert made.returncode == 0, made.stderr
    key, route = output.read_text().strip(), "/admin/v1/apps/shop/users"

    def listed(query: str) -> list[str]:
        answer = server.api.get(f"{route}?{query}", token=key)
        return [user["uid"] for user in answer.json()["users"]] if answer.status_code == 200 else []

    for _ in range(500):
        number = random.randrange(ACCOUNTS)
        result.tried += 2
        result.wrong += listed(f"email=test.user.{number}@example.com") != [f"user-{number}"]
        user = server.api.get(f"{route}/user-{number}", token=key)
        result.wrong += user.status_code != 200 or user.json()["uid"] != f"user-{number}"
    busy, pages, cursor = processor_seconds(server), 0, ""
    while pages < 200:
        page = server.api.get(f"{route}?limit=50{cursor}", token=key).json()
        result.tried += 1
        result.wrong += len(page["users"]) != 50
        cursor, pages = f"&cursor={page['next']}", pages + 1
    each = (processor_seconds(server) - busy) / pages * 1_000
    guest = server.api.sign_in_anonymously("shop")
    quiet = slowest(server, guest)
    # A process of its own, which takes nothing of this one's time between two requests.
    operators = multiprocessing.get_context("fork").Process(target=page_forever, args=(listed, 10))
    operators.start()
    beside = slowest(server, guest)
    result.wrong += not operators.is_alive()
    operators.kill()
    operators.join()
    result.wrong += server.stop() != 0
    result.recovered = (f"a list of 50 takes {each:.1f} ms of CPU; users' p99 is {quiet:.1f} ms, {beside:.1f} beside ten "
                        "operators")
    return result


def page_forever(listed, operators: int):
    # Real operators use their own processors.
    os.nice(19)

    def page():
        while listed("limit=50"):
            pass

    for _ in range(operators):
        threading.Thread(target=page).start()


def processor_seconds(server: Process) -> float:
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def slowest(server: Process, session: dict) -> float:
    """Returns the 99th percentile of a user's requests in milliseconds: the median of five times 1,000."""
    percentiles = []
    for _ in range(5):
        times = []
        for _ in range(1_000):
            start = time.monotonic()
            server.api.me(session["accessToken"])
            times.append((time.monotonic() - start) * 1_000)
        percentiles.append(sorted(times)[989])
    return sorted(percentiles)[2]


PARTS = {
    "kills": (kills, "kills under load"), "clocks": (clocks, "clocks that jump"), "disks": (disks, "disks that fail"),
    "services": (services, "silent services"), "floods": (floods, "floods"), "crowd": (crowd, "a crowd")}


def main():
    parser = argparse.ArgumentParser(usage="scripts/torture [--write] [PART…]")
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[*PARTS, []])
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    rows, failed = ["| | Tried | Lost | Wrong | Recovered |", "|---|---|---|---|---|"], False
    print(*rows, sep="\n", flush=True)
    for name in arguments.parts or PARTS:
        play, title = PARTS[name]
        with tempfile.TemporaryDirectory() as folder:
            result = play(Path(folder))
        failed |= bool(result.lost or result.wrong)
        rows.append(f"| {title} | {result.tried:,} | {result.lost} | {result.wrong} | {result.recovered} |")
        print(rows[-1], flush=True)
    if arguments.write:
        text, count = re.subn(
            r"(<!-- torture -->\n).*?(<!-- end -->)", lambda match: match[1] + "\n".join([*rows, match[2]]),
            PAGE.read_text(), flags=re.DOTALL)
        assert count == 1, f"{PAGE} has no place for the table"
        PAGE.write_text(text)
    sys.exit(failed)


if __name__ == "__main__":
    main()
