"""The parts of a run. Each starts its servers, measures them in turns, and stops them."""

import statistics
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, TypeVar

import crowd
import operations
import wrk
from contenders import SESAME_DEV, Baseline, ComparisonServer, Sesame, SesameService
from instructions import Comparison, EmulatedCounter, InstructionCounter, emulation, stripped
from machine import Interval
from measure import Meter, Sample, send
from operations import HELLO, Visitors
from plan import Plan
from server import Server

Say = Callable[[str], None]
Started = TypeVar("Started", bound=Server)


@dataclass
class Series:
    """The samples of one part, by contender and operation, in the order of the rounds."""

    samples: dict[tuple[str, str], list[Sample]] = field(default_factory=lambda: defaultdict(list))
    interval: Interval = field(default_factory=Interval)


@dataclass(frozen=True)
class Turn:
    """One measurement of a round. Its load is created right before it."""

    contender: str
    operation: str
    server: Server
    load: Callable[[], wrk.Load]


def take_turns(turns: list[Turn], rounds: int, servers: list[Server], say: Say) -> Series:
    """Measures in turns, in reverse order every other round, so that changes over time affect all contenders."""
    meter, series = Meter(servers), Series()
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for turn in turns if number % 2 == 0 else reversed(turns):
            sample = meter.measure(turn.server, turn.operation, turn.load())
            series.samples[turn.contender, turn.operation].append(sample)
    series.interval = meter.interval
    return series


class Stage(ExitStack):
    """A context that stops its servers at the end of the part."""

    def __init__(self):
        super().__init__()
        self.servers: list[Server] = []

    def start(self, server: Started) -> Started:
        self.callback(server.stop)
        self.servers.append(server)
        return server

    def __exit__(self, kind, error, trace):
        ended = [server for server in self.servers if server.process.poll() is not None]
        super().__exit__(kind, error, trace)
        if error and ended:
            [server, *_] = ended
            said = server.log.read_text()[-2000:]
            raise RuntimeError(f"{server.name} ended with {server.process.returncode}; it said: {said}") from error


def four_operations(plan: Plan, chosen: list[str], folder: Path, say: Say) -> Series:
    """Measures A to D with the comparison server and the baseline."""
    with Stage() as stage:
        baseline = stage.start(Baseline(folder))
        sesame = stage.start(Sesame(folder))
        fastapi = stage.start(ComparisonServer(folder, sesame.provider))
        tokens = minted(sesame, plan.people, plan.tokens_each if "A" in chosen else 1, say)
        turns = [baseline_turn(baseline, plan)]
        counts = {sesame: plan.sesame, fastapi: plan.comparison}
        visitors = {server: Visitors(server, tokens, plan.people) for server in counts}
        for operation in chosen:
            for server, people in visitors.items():
                turns.append(turn(server.name, operation, server, people, counts[server][operation]))
        wrk.run(operations.hello(plan.baseline // 4), baseline.url)
        return take_turns(turns, plan.rounds, stage.servers, say)


def slow_disk(plan: Plan, folder: Path, say: Say) -> Series:
    """Measures A on the machine's own disk, and on a disk whose every sync takes a millisecond longer."""
    with Stage() as stage:
        turns, baseline = [], stage.start(Baseline(folder))
        turns.append(baseline_turn(baseline, plan))
        for speed in ("fast", "slow"):
            sesame = stage.start(Sesame(folder, slow=speed == "slow"))
            fastapi = stage.start(ComparisonServer(folder, sesame.provider, slow=speed == "slow"))
            tokens = minted(sesame, plan.people, plan.tokens_each, say)
            for server, count in ((sesame, plan.sesame["A"]), (fastapi, plan.comparison["A"])):
                people = Visitors(server, tokens, plan.people)
                turns.append(turn(f"{server.name} {speed}", "A", server, people, count))
        return take_turns(turns, plan.rounds, stage.servers, say)


def sizes(plan: Plan, folder: Path, say: Say) -> Series:
    """Measures Sesame with a thousand accounts and with a very large number of accounts."""
    with Stage() as stage:
        turns = [baseline_turn(stage.start(Baseline(folder)), plan)]
        for size in (plan.people, plan.crowd):
            data = folder / f"accounts-{size}"
            people = min(size, plan.rounds * plan.sesame["A"] + plan.people)
            say(f"making {size:,} accounts")
            crowd.fill(folder, data, size, people)
            sesame = stage.start(Sesame(folder, data))
            each = plan.tokens_each if people == size else 1
            tokens = minted(sesame, people, each, say)
            visitors = Visitors(sesame, tokens, plan.people)
            for operation in "ABCD":
                turns.append(turn(f"{size}", operation, sesame, visitors, plan.sesame[operation]))
        return take_turns(turns, plan.rounds, stage.servers, say)


def instructions(
    plan: Plan, chosen: list[str], before: Path, emulates: bool, folder: Path, say: Say
) -> dict[str, Comparison]:
    """Measures A to D of an earlier program and of this one. Both receive the same number of requests, by the same
    users, in the same order. Each issues the tokens in them itself, in the same way."""
    programs, under = [before, SESAME_DEV], ()
    if emulates:
        programs, under = [stripped(program, folder) for program in programs], tuple(emulation(folder))

    def counter(server: Sesame) -> InstructionCounter | EmulatedCounter:
        pid = server.process.pid
        return EmulatedCounter(pid, folder) if emulates else InstructionCounter(pid)

    with Stage() as stage:
        servers = [stage.start(Sesame(folder, program=program, under=under)) for program in programs]
        each = plan.tokens_each if "A" in chosen else 1
        visitors = {
            server: Visitors(server, minted(server, plan.people, each, say), plan.people) for server in servers}
        found = {operation: Comparison() for operation in chosen}
        for number in range(plan.rounds):
            say(f"round {number + 1} of {plan.rounds}")
            for operation, comparison in found.items():
                turns = list(zip(servers, (comparison.before, comparison.now)))
                for server, counts in turns if number % 2 == 0 else reversed(turns):
                    load = visitors[server].load(operation, plan.sesame[operation])
                    server.settle()
                    with counter(server) as counted:
                        send(load, operation, server)
                    counts.append(counted.instructions / load.count)
        return found


@dataclass(frozen=True)
class Memory:
    """The resident memory in MiB: before the first request, and after each chunk of about a tenth of the requests."""

    idle: float
    idle_shared: float
    after: list[float]
    requests: int


def memory(plan: Plan, folder: Path, say: Say) -> Memory:
    """Measures the memory of `sesame serve` before and during a large number of requests of three kinds."""
    with Stage() as stage:
        server = stage.start(SesameService(folder))
        idle = server.memory()
        after, third = [], plan.memory_chunk // 3
        for number in range(plan.memory_chunks):
            say(f"{number * plan.memory_chunk:,} of {plan.memory_chunks * plan.memory_chunk:,} requests")
            sessions = wrk.capture(operations.anonymous(third + 2 * wrk.CONNECTIONS), server.url)[:third]
            bodies = tuple(f'{{"refreshToken":"{session.refresh}"}}' for session in sessions)
            wrk.run(wrk.Load("POST", "/v1/sessions/refresh", third, "body", bodies), server.url)
            access = tuple(session.access for session in sessions)
            wrk.run(wrk.Load("GET", "/v1/me", third, "bearer", access), server.url)
            after.append(server.memory()["Rss"])
        return Memory(idle["Rss"], idle["Pss"], after, plan.memory_chunks * plan.memory_chunk)


def starts(plan: Plan, folder: Path, say: Say) -> dict[str, float]:
    """Returns the median milliseconds from the start of the process to its first 200, with the data of an earlier
    run."""
    times = defaultdict(list)
    makers = (lambda: SesameService(folder), lambda: ComparisonServer(folder, None), lambda: Baseline(folder))
    SesameService(folder).stop()
    for number in range(plan.starts):
        say(f"start {number + 1} of {plan.starts}")
        for make in makers:
            server = make()
            times[server.name].append(server.ready_ms)
            server.stop()
    return {name: statistics.median(values) for name, values in times.items()}


def minted(sesame: Sesame, people: int, each: int, say: Say) -> list[str]:
    say(f"minting {people * each:,} tokens")
    return sesame.provider.mint(people, each)


def turn(contender: str, operation: str, server: Server, visitors: Visitors, count: int) -> Turn:
    return Turn(contender, operation, server, lambda: visitors.load(operation, count))


def baseline_turn(server: Baseline, plan: Plan) -> Turn:
    return Turn(server.name, HELLO, server, lambda: operations.hello(plan.baseline))
