"""The program under test, as its users run it."""

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
# Hundreds of servers start, and nobody needs providers with new keys.
PROVIDER_KEYS = ROOT / ".build" / "provider-keys"
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


def _ports():
    """Ports below those that the system gives to outgoing connections, each once; every worker has its own."""
    first, end = 10_000, int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    worker, workers = os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:], os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1)
    own = range(first + int(worker), end, int(workers))
    yield from itertools.islice(itertools.cycle(own), random.randrange(len(own)), None)


_PORTS = _ports()


def free_port() -> int:
    """A port that nobody listens on, and that nobody gets meanwhile."""
    for port in _PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def run(*arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess:
    """Runs the program to its end. Its output is text with line ends as they are."""
    result = subprocess.run(
        [PROGRAM, *arguments], input=(stdin or "").encode(), capture_output=True, timeout=PATIENCE, env=ENVIRONMENT)
    result.stdout, result.stderr = (text.decode("utf-8", "replace") for text in (result.stdout, result.stderr))
    require_no_crash(result.returncode)
    return result


class Fault(AssertionError):
    """What no second try excuses: a program that crashed, or a secret where none may be. scripts/suites/unsteady.py knows
    its name."""


# Whatever a test sends is among the others.
CRASHES = {-signal.SIGABRT, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGILL, -signal.SIGSEGV, -signal.SIGTRAP}


def require_no_crash(code: int | None):
    if code in CRASHES:
        raise Fault(f"the program ended by {signal.Signals(-code).name}")


class Process:
    """A run of `sesame` that serves: started, waited for until it says that it is ready, and stopped."""

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
        """Ends the program as an operator would; its exit code, which is negative when it did not end by itself."""
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


class Development(Process):
    """`sesame dev` with its data in a folder of the test. Nothing is limited unless the test is about that: from one
    machine comes here in a minute what comes from a network in a day."""

    def __init__(
            self, folder: Path, ports: tuple[int, int] | None = None, prefix: list = (), options: list = (),
            provider_host: str = "localhost", limited: bool = False, secrets: SecretsSeen | None = None):
        self.secrets, self.searched = secrets or SecretsSeen(), False
        # Set where there was no room for a whole line.
        self.log_was_cut = False
        self.folder, self.options, self.provider_host, self.limited = folder, options, provider_host, limited
        self.prefix = prefix
        self.data = folder / "data"
        self.ports = ports or (free_port(), free_port())
        super().__init__(
            ["dev", "--port", str(self.ports[0]), "--provider-port", str(self.ports[1]), "--data", str(self.data),
             "--provider-keys", str(PROVIDER_KEYS), "--log-level", "debug", *([] if limited else ["--no-limits"]), *options],
            folder / "log.jsonl", prefix)
        # Where browsers find the providers; programs on this machine use the control at the other address.
        self.providers_url = f"http://{provider_host}:{self.ports[1]}"
        self.providers = Providers(f"http://127.0.0.1:{self.ports[1]}", self.secrets)
        self.api = Api(self.url, self.providers, self.secrets)

    @property
    def admin_key(self) -> str:
        return Path(f"{self.data}.admin-key").read_text().strip()

    def push(self, to: dict, app: str = "couple", key: str | None = None, **message):
        """A push as an app's back end asks for it."""
        message = message or {"notification": {"title": "Hello"}}
        headers = {"Idempotency-Key": key} if key else {}
        return self.api.post(f"/admin/v1/apps/{app}/push", {"to": to, **message}, token=self.admin_key, headers=headers)

    def push_state(self, push: str, app: str = "couple") -> dict:
        answer = self.api.get(f"/admin/v1/apps/{app}/push/{push}", token=self.admin_key)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def restarted(self) -> "Development":
        """The next run on the same data and ports, so under the same address."""
        return Development(self.folder, self.ports, self.prefix, options=self.options,
                           provider_host=self.provider_host, limited=self.limited, secrets=self.secrets)

    def stop(self) -> int:
        """Ends the program as an operator would, and searches what it leaves for secrets."""
        code = super().stop()
        self.search()
        return code

    def search(self):
        """Fails if a secret of this run stands in the log or in the data folder; see `leaks`."""
        self.searched = True
        if found := leaks.found(self):
            raise Fault("\n".join(found))

    # What must not change when a request is refused. Challenges are spent by refusals, on purpose.
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
        # Refusals are counted, and noted now and then, as are uses of admin keys: those events are no one request's.
        among = {"events": " WHERE request_id <> '' AND kind <> 'admin_key_used'"}
        counts = ", ".join(f"(SELECT count(*) FROM {table}{among.get(table, '')})" for table in tables)
        return dict(zip(tables, self.query(f"SELECT {counts}")[0]))

    def session_row(self, session: str) -> dict:
        names = ("generation", "acknowledged", "auth_time", "end_reason")
        [row] = self.query(f"SELECT {', '.join(names)} FROM sessions WHERE id = ?", session)
        return dict(zip(names, row))

    def events(self, uid: str) -> list[str]:
        return [kind for (kind,) in self.query("SELECT kind FROM events WHERE account = ? ORDER BY id", uid)]
