"""The program under test, run as its users run it."""

import itertools
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import threading
from pathlib import Path

import leaks
from client import Api
from patience import PATIENCE
from providers import Providers
from secrets_seen import SecretsSeen

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("SESAME_PROGRAM", ROOT / "bin" / "sesame"))
# Hundreds of servers start, and none of them needs new provider keys.
PROVIDER_KEYS = ROOT / ".build" / "provider-keys"
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


def _ports():
    """Yields ports below the system's range for outgoing connections, each once. Every worker has its own ports."""
    first, end = 10_000, int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    worker, workers = os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:], os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1)
    own = range(first + int(worker), end, int(workers))
    yield from itertools.islice(itertools.cycle(own), random.randrange(len(own)), None)


_PORTS = _ports()


def free_port() -> int:
    """Returns an unused port that no other test gets."""
    for port in _PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def run(*arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess:
    """Runs the program to its end. The output is text with unchanged line ends."""
    result = subprocess.run(
        [PROGRAM, *arguments], input=(stdin or "").encode(), capture_output=True, timeout=PATIENCE, env=ENVIRONMENT)
    result.stdout, result.stderr = (text.decode("utf-8", "replace") for text in (result.stdout, result.stderr))
    require_no_crash(result.returncode)
    return result


def memory(pid: int) -> int:
    """Returns the memory of a process in MB; 0 if it has ended."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), 0) // 1024


class Fault(AssertionError):
    """A failure that a retry does not excuse: a crash or a leaked secret. scripts/suites/unsteady.py refers to this
    name."""


# Tests never send these signals themselves.
CRASHES = {-signal.SIGABRT, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGILL, -signal.SIGSEGV, -signal.SIGTRAP}


def require_no_crash(code: int | None):
    if code in CRASHES:
        raise Fault(f"the program ended by {signal.Signals(-code).name}")


class Process:
    """A running `sesame` server. The constructor waits until it is ready."""

    all: list["Process"] = []

    def __init__(self, arguments: list, log: Path, prefix: list = ()):
        self.log_file = log
        Process.all.append(self)
        with open(log, "ab") as stderr:
            self.process = subprocess.Popen(
                [*prefix, PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr,
                text=True, env=ENVIRONMENT)
        self.output: list[str] = []
        self._ready = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()
        if not self._ready.wait(PATIENCE) or not self.url:
            require_no_crash(self.process.poll())
            self.kill()
            raise AssertionError(f"no 'ready' line, at most {PATIENCE:.0f} s after the start; the log says:\n{self.log()[-2000:]}")

    def _read(self):
        for line in self.process.stdout:
            self.output.append(line.rstrip("\n"))
            if line.startswith("ready "):
                self._ready.set()
        self._ready.set()

    @property
    def url(self) -> str:
        return next((line.removeprefix("ready ") for line in self.output if line.startswith("ready ")), "")

    def log(self) -> str:
        return self.log_file.read_text()

    def log_lines(self) -> list[dict]:
        return [json.loads(line) for line in self.log().splitlines()]

    def stop(self) -> int:
        """Stops the program as an operator would, and returns its exit code; negative if a signal ended it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        require_no_crash(self.process.returncode)
        return self.process.returncode

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)


def production(folder: Path, apps: dict, prefix: list = ()) -> Process:
    """Starts a production server with its data in a test's folder; again, if the folder has its configuration."""
    file, key = folder / "sesame.json", folder / "key"
    if not file.exists():
        port, made = free_port(), run("keys", "generate", "--output", str(key))
        assert made.returncode == 0, made.stderr
        file.write_text(json.dumps({
            "publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(folder / "data"),
            "keyFile": str(key), "apps": apps}))
    return Process(["serve", "--config", str(file)], folder / "log", prefix)


class Development(Process):
    """A `sesame dev` server with its data in a test's folder. Rate limits are off unless the test is about them,
    because one machine sends as many requests in a minute as a network does in a day."""

    def __init__(
            self, folder: Path, ports: tuple[int, int] | None = None, prefix: list = (), options: list = (),
            provider_host: str = "localhost", limited: bool = False, secrets: SecretsSeen | None = None):
        self.secrets, self.searched = secrets or SecretsSeen(), False
        # True after a run in which the disk had no space for a complete line.
        self.log_was_cut = False
        self.folder, self.options, self.provider_host, self.limited = folder, options, provider_host, limited
        self.prefix = prefix
        self.data = folder / "data"
        self.ports = ports or (free_port(), free_port())
        super().__init__(
            ["dev", "--port", str(self.ports[0]), "--provider-port", str(self.ports[1]), "--data", str(self.data),
             "--provider-keys", str(PROVIDER_KEYS), "--log-level", "debug", *([] if limited else ["--no-limits"]), *options],
            folder / "log.jsonl", prefix)
        # The URL of the providers for browsers. Programs on this machine use the control routes at the other URL.
        self.providers_url = f"http://{provider_host}:{self.ports[1]}"
        self.providers = Providers(f"http://127.0.0.1:{self.ports[1]}", self.secrets)
        self.api = Api(self.url, self.providers, self.secrets)

    @property
    def admin_key(self) -> str:
        return Path(f"{self.data}.admin-key").read_text().strip()

    def push(self, to: dict, app: str = "couple", key: str | None = None, **message):
        """Sends a push as an app's back end does."""
        message = message or {"notification": {"title": "Hello"}}
        headers = {"Idempotency-Key": key} if key else {}
        return self.api.post(f"/admin/v1/apps/{app}/push", {"to": to, **message}, token=self.admin_key, headers=headers)

    def push_state(self, push: str, app: str = "couple") -> dict:
        answer = self.api.get(f"/admin/v1/apps/{app}/push/{push}", token=self.admin_key)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def restarted(self) -> "Development":
        """Starts the server again with the same data and ports, and so at the same URL."""
        return Development(self.folder, self.ports, self.prefix, options=self.options,
                           provider_host=self.provider_host, limited=self.limited, secrets=self.secrets)

    def stop(self) -> int:
        """Stops the program as an operator would, and searches its log and data for secrets."""
        code = super().stop()
        self.search()
        return code

    def search(self):
        """Fails if the log or the data folder contains a secret of this run; see `leaks`."""
        self.searched = True
        if found := leaks.found(self):
            raise Fault("\n".join(found))

    # The tables that a refused request must not change. A refusal uses up its challenge on purpose.
    TABLES = ("accounts", "identities", "provider_tokens", "sessions", "used_tokens", "tickets", "tombstones", "events",
              "signing_keys", "devices", "pushes", "admin_keys", "second_factors", "recovery_codes")

    def query(self, sql: str, *parameters) -> list[tuple]:
        database = sqlite3.connect(f"file:{self.data / 'sesame.db'}?mode=ro", uri=True, timeout=PATIENCE)
        try:
            return database.execute(sql, parameters).fetchall()
        finally:
            database.close()

    def rows(self, *except_: str) -> dict[str, int]:
        tables = [table for table in self.TABLES if table not in except_]
        # Summaries of refusals and uses of admin keys are recorded from time to time, so those events belong to no
        # request.
        among = {"events": " WHERE request_id <> '' AND kind <> 'admin_key_used'"}
        counts = ", ".join(f"(SELECT count(*) FROM {table}{among.get(table, '')})" for table in tables)
        return dict(zip(tables, self.query(f"SELECT {counts}")[0]))

    def session_row(self, session: str) -> dict:
        names = ("generation", "acknowledged", "auth_time", "end_reason")
        [row] = self.query(f"SELECT {', '.join(names)} FROM sessions WHERE id = ?", session)
        return dict(zip(names, row))

    def events(self, uid: str) -> list[str]:
        return [kind for (kind,) in self.query("SELECT kind FROM events WHERE account = ? ORDER BY id", uid)]
