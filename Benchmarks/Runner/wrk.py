"""Load generation with wrk: a fixed number of requests over 64 connections of one thread."""

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

CONNECTIONS = 64
SCRIPT = Path(__file__).with_name("load.lua")


class LoadError(Exception):
    """The error if the load did not run as expected."""


@dataclass(frozen=True)
class Load:
    """The requests of a load. `values` are their bodies or, with `form="bearer"`, their access tokens."""

    method: str
    path: str
    count: int
    form: str = "none"
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """The result of a load. The last requests, at most one per connection, are sent but not waited for."""

    answered: int
    seconds: float
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True)
class Session:
    """The tokens in one response."""

    refresh: str
    access: str


def run(load: Load, url: str) -> Outcome:
    """Sends the load and returns its result."""
    with tempfile.TemporaryDirectory() as folder:
        return _run(load, url, Path(folder), "-")


def capture(load: Load, url: str) -> list[Session]:
    """Sends the load and returns the tokens in the responses; not for measurements."""
    with tempfile.TemporaryDirectory() as folder:
        answers = Path(folder) / "answers"
        _run(load, url, Path(folder), str(answers))
        return [Session(*line.split()) for line in answers.read_text().splitlines()]


def _run(load: Load, url: str, folder: Path, answers: str) -> Outcome:
    values = folder / "values"
    values.write_text("".join(f"{value}\n" for value in load.values))
    command = [
        "wrk", "--threads", "1", "--connections", str(CONNECTIONS), "--duration", "120s", "--timeout", "30s",
        "--script", str(SCRIPT), url, "--", load.method, load.path, str(load.count), load.form, str(values), answers]
    result = subprocess.run(command, capture_output=True, text=True, timeout=150, check=False)
    line = next((line for line in result.stdout.splitlines() if line.startswith("outcome ")), None)
    if line is None:
        raise LoadError(f"wrk said: {result.stdout}{result.stderr}")
    answered, microseconds, failed, p50, p99 = (int(number) for number in line.split()[1:])
    if failed or not load.count - CONNECTIONS <= answered <= load.count:
        raise LoadError(f"{load.method} {load.path}: {answered} of {load.count} answered, {failed} refused or failed")
    return Outcome(answered, microseconds / 1e6, p50 / 1e3, p99 / 1e3)
