"""One measurement, and what many of them say together."""

import statistics
from contextlib import nullcontext
from dataclasses import dataclass
from typing import ContextManager

import wrk
from contenders import Database
from machine import Interval, Watch
from server import Server


@dataclass(frozen=True)
class Sample:
    """What one load cost one server."""

    rate: float
    cpu_us: float
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True)
class Summary:
    """Medians over the rounds, and by how much of its median the CPU time moved between them."""

    rate: float
    cpu_us: float
    p50_ms: float
    p99_ms: float
    spread: float

    @classmethod
    def of(cls, samples: list[Sample]) -> "Summary":
        middle = {name: statistics.median(getattr(sample, name) for sample in samples)
                  for name in ("rate", "cpu_us", "p50_ms", "p99_ms")}
        costs = [sample.cpu_us for sample in samples]
        return cls(**middle, spread=(max(costs) - min(costs)) / middle["cpu_us"])


class Meter:
    """Measures servers on one machine, and keeps account of who else was at work meanwhile."""

    def __init__(self, servers: list[Server]):
        self._servers = servers
        self.interval = Interval()

    def measure(self, server: Server, operation: str, load: wrk.Load) -> Sample:
        """Sends the load, and measures it."""
        server.settle()
        cpu, watch = server.cpu_seconds(), Watch(self._servers)
        outcome = send(load, operation, server, watch)
        self.interval += watch.interval
        cpu = server.cpu_seconds() - cpu
        return Sample(outcome.answered / outcome.seconds, cpu / load.count * 1e6, outcome.p50_ms, outcome.p99_ms)


def send(load: wrk.Load, operation: str, server: Server, watch: ContextManager = nullcontext()) -> wrk.Outcome:
    """Sends the load, and waits until the server rests. Throws when an answer was not a 200, or left no trace in the
    database."""
    before = server.written(operation) if isinstance(server, Database) else None
    with watch:
        outcome = wrk.run(load, server.url)
    server.settle()
    if before is not None:
        written = server.written(operation) - before
        if not outcome.answered <= written <= load.count:
            raise wrk.LoadError(
                f"{server.name} {operation}: {outcome.answered} were answered, {written} are in the database")
    return outcome


def ratio(ours: list[Sample], theirs: list[Sample]) -> float:
    """How many times their requests per second are ours: the median over the rounds."""
    return statistics.median(our.rate / their.rate for our, their in zip(ours, theirs))
