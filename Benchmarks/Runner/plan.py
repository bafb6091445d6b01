"""The amount of measuring: the full run or a quick one."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """The number of requests of a load, by contender and operation, and the number of repetitions."""

    rounds: int
    baseline: int
    sesame: dict[str, int]
    comparison: dict[str, int]
    people: int
    memory_chunks: int
    memory_chunk: int
    starts: int
    crowd: int
    names: int

    @property
    def tokens_each(self) -> int:
        """The number of tokens for each user: enough for all rounds and the first sign-in."""
        return 1 + -(-self.rounds * self.sesame["A"] // self.people)


WHOLE = Plan(
    rounds=5, baseline=60_000, people=1_000,
    sesame={"A": 4_000, "B": 5_000, "C": 12_000, "D": 5_000},
    comparison={"A": 1_500, "B": 1_500, "C": 4_000, "D": 1_500},
    memory_chunks=20, memory_chunk=5_000, starts=10, crowd=1_000_000, names=400)

# The plan for an emulated processor, which is about fifty times slower.
EMULATED = Plan(
    rounds=3, baseline=0, people=128,
    sesame={"A": 512, "B": 512, "C": 1_024, "D": 512}, comparison={},
    memory_chunks=0, memory_chunk=0, starts=0, crowd=0, names=0)

QUICK = Plan(
    rounds=3, baseline=30_000, people=1_000,
    sesame={"A": 3_000, "B": 3_000, "C": 8_000, "D": 3_000},
    comparison={"A": 800, "B": 800, "C": 2_000, "D": 800},
    memory_chunks=8, memory_chunk=2_500, starts=5, crowd=100_000, names=150)
