"""The three contenders, and the queries that count each operation's rows in their databases."""

import json
import sqlite3
import subprocess
from pathlib import Path

from server import Server, free_port
from tokens import Provider

ROOT = Path(__file__).resolve().parents[2]
SESAME = ROOT / "bin" / "sesame"
SESAME_DEV = ROOT / "bin" / "sesame-dev"
BUILT = ROOT / ".build" / "bench"
SLOW_DISK = BUILT / "slow_disk.so"
COMPARISON_SERVER = ROOT / "Benchmarks" / "ComparisonServer"
BASELINE = ROOT / ".build" / "program" / "release" / "Baseline"


class Baseline(Server):
    """A SwiftNIO server with a constant response."""

    name = "baseline"

    def __init__(self, folder: Path):
        port = free_port()
        super().__init__([BASELINE, port], port, folder / "baseline.log")


class Database:
    """A contender's database, read while the contender runs."""

    rows: dict[str, str] = {}

    def written(self, operation: str) -> int | None:
        """Returns the number of rows that the operation has written; None for an operation that writes nothing."""
        sql = self.rows.get(operation)
        if sql is None:
            return None
        database = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10)
        try:
            return database.execute(sql).fetchone()[0]
        finally:
            database.close()


class SesameServer(Server, Database):
    """The common base of `sesame dev` and `sesame serve`."""

    name = "sesame"
    rows = {
        "A": "SELECT count(*) FROM used_tokens",
        "B": "SELECT coalesce(sum(generation), 0) FROM sessions",
        "D": "SELECT count(*) FROM accounts",
    }


class Sesame(SesameServer):
    """`sesame dev`: the server and the development Google in one process."""

    def __init__(
        self, folder: Path, data: Path | None = None, slow: bool = False, program: Path = SESAME_DEV,
        under: tuple[str, ...] = (),
    ):
        port, provider_port = free_port(), free_port()
        data = data or folder / f"data-{port}"
        self.database = data / "sesame.db"
        self.provider = Provider(provider_port)
        super().__init__(
            [*under, program, "dev", "--port", port, "--provider-port", provider_port, "--data", data, "--no-limits"],
            port, folder / "sesame.log", preloading(slow))
        check_slow(self, slow)


COUPLE = {
    # This one machine sends as many requests as the phones of a whole country.
    "rateLimits": {"exempt": ["127.0.0.1"], "guestsOfApp": {"perMinute": 1_000_000, "burst": 1_000_000}},
    "apps": {"couple": {"providers": {"google": {"clientIDs": ["web.example"]}, "anonymous": True}}}}


class SesameService(SesameServer):
    """`sesame serve`: without the development providers, as in production."""

    def __init__(self, folder: Path, settings: dict = COUPLE):
        port = free_port()
        key, config = folder / "key", folder / "config.json"
        self.database = folder / "data" / "sesame.db"
        if not key.exists():
            subprocess.run([SESAME, "keys", "generate", "--output", key], check=True, capture_output=True)
        config.write_text(json.dumps({
            "publicURL": f"http://127.0.0.1:{port}", "listen": f"127.0.0.1:{port}", "dataDir": str(folder / "data"),
            "keyFile": str(key), **settings}))
        super().__init__([SESAME, "serve", "--config", config], port, folder / "service.log")


class ComparisonServer(Server, Database):
    """The FastAPI server in Benchmarks/ComparisonServer."""

    name = "fastapi"
    rows = {
        "A": "SELECT count(*) FROM used_tokens",
        "B": "SELECT coalesce(sum(refreshes), 0) FROM sessions",
        "D": "SELECT count(*) FROM accounts",
    }

    def __init__(self, folder: Path, provider: Provider | None, slow: bool = False):
        port = free_port()
        self.database = folder / f"fastapi-{port}.db"
        super().__init__(
            [BUILT / "venv" / "bin" / "uvicorn", "main:app", "--app-dir", COMPARISON_SERVER, "--port", port,
             "--loop", "uvloop", "--http", "httptools", "--log-level", "warning", "--no-access-log"],
            port, folder / "fastapi.log",
            {"COMPARISON_DATABASE": str(self.database), "COMPARISON_KEYS_URL": provider.keys_url if provider else "",
             "COMPARISON_CLIENT_IDS": Provider.client_ids, "PYTHONDONTWRITEBYTECODE": "1", **preloading(slow)})
        check_slow(self, slow)


def preloading(slow: bool) -> dict[str, str]:
    return {"LD_PRELOAD": str(SLOW_DISK)} if slow else {}


def check_slow(server: Server, slow: bool):
    if slow != server.has_loaded(SLOW_DISK):
        server.stop()
        raise RuntimeError(f"{SLOW_DISK.name} is not where it should be; is the program linked statically?")
