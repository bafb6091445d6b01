"""The benchmark's goals and verdicts."""

from dataclasses import dataclass

# The baseline's cost on the machine on which the goals were set. Costs are judged as multiples of it.
BASELINE_US = 12.3


@dataclass(frozen=True)
class Goal:
    """The goal of an operation: the maximum CPU time, the minimum ratio of requests per second to the comparison
    server's, and the maximum 99th percentile of the response time."""

    cpu_us: float
    comparison_ratio: float
    p99_ms: float


GOALS = {
    "A": Goal(175, 6, 25),
    "B": Goal(150, 5, 25),
    "C": Goal(110, 3.5, 10),
    "D": Goal(155, 5, 25),
}
KEPT_WITH_SLOW_DISK = 0.75
IDLE_MIB = 40
LOADED_MIB = 64
GROWTH_MIB = 2
START_MS = 50
INSTRUCTIONS_OF_BEFORE = 1.02
THRESHOLD_RIGHT = 0.60


@dataclass(frozen=True)
class Verdict:
    """A goal and the measured value."""

    what: str
    reached: float
    goal: float
    unit: str
    is_ceiling: bool = True

    @property
    def is_met(self) -> bool:
        return self.reached <= self.goal if self.is_ceiling else self.reached >= self.goal


def of_operation(operation: str, cpu_us: float, baseline_us: float, comparison_ratio: float, p99_ms: float) -> list[Verdict]:
    goal = GOALS[operation]
    return [
        Verdict(f"{operation} CPU", cpu_us, goal.cpu_us * baseline_us / BASELINE_US, "µs"),
        Verdict(f"{operation} against FastAPI", comparison_ratio, goal.comparison_ratio, "×", is_ceiling=False),
        Verdict(f"{operation} p99", p99_ms, goal.p99_ms, "ms"),
    ]


def of_slow_disk(kept: float) -> list[Verdict]:
    return [Verdict("A kept with a slow disk", kept * 100, KEPT_WITH_SLOW_DISK * 100, "%", is_ceiling=False)]


def of_memory(idle: float, after: list[float]) -> list[Verdict]:
    """Returns the verdicts on memory. Flat memory means that the second half of the requests added almost nothing."""
    half = after[(len(after) - 1) // 2]
    return [
        Verdict("memory, idle", idle, IDLE_MIB, "MiB"),
        Verdict("memory, after the requests", after[-1], LOADED_MIB, "MiB"),
        Verdict("memory, growth in their second half", after[-1] - half, GROWTH_MIB, "MiB"),
    ]


def of_start(milliseconds: float) -> list[Verdict]:
    return [Verdict("cold start", milliseconds, START_MS, "ms")]


def of_instructions(operation: str, ratio: float) -> list[Verdict]:
    """Returns the verdict that an operation costs no more than before, within the variation between two builds."""
    return [Verdict(f"{operation} instructions, of those before", ratio * 100, INSTRUCTIONS_OF_BEFORE * 100, "%")]


def of_same_time(question: str, share: float) -> list[Verdict]:
    """Returns the verdict that a response's time reveals almost nothing about the existence of an account."""
    return [Verdict(f"{question}, told apart", share * 100, THRESHOLD_RIGHT * 100, "%")]
