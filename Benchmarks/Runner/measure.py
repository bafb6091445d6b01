"""A single measurement, and the summary of many."""

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
    """The cost of one load on one server."""

    rate: float
    cpu_us: float
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True)
class Summary:
    """The medians over the rounds, and the spread of the CPU time relative to its median."""

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
    """A meter of servers on one machine, which also records the load of other programs."""

    def __init__(self, servers: list[Server]):
        self._servers = servers
        self.interval = Interval()

    def measure(self, server: Server, operation: str, load: wrk.Load) -> Sample:
        """Sends the load and measures it."""
        server.settle()
        cpu, watch = server.cpu_seconds(), Watch(self._servers)
        outcome = send(load, operation, server, watch)
        self.interval += watch.interval
        cpu = server.cpu_seconds() - cpu
        return Sample(outcome.answered / outcome.seconds, cpu / load.count * 1e6, outcome.p50_ms, outcome.p99_ms)


def send(load: wrk.Load, operation: str, server: Server, watch: ContextManager = nullcontext()) -> wrk.Outcome:
    """Sends the load, and waits until the server is idle. Throws if a response was not a 200 or is missing in the
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
    """Returns their requests per second as a multiple of ours: the median over the rounds."""
    return statistics.median(our.rate / their.rate for our, their in zip(ours, theirs))
