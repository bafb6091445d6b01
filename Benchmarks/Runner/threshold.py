"""The best single threshold that separates two lists of times."""

import random
import statistics
from dataclasses import dataclass


def best_share(first: list[float], second: list[float]) -> float:
    """Returns the share of values that the best threshold assigns to the right list; each list counts for one half.

    The threshold is chosen afterwards, in either direction, so it is right for at least one half.
    """
    values = sorted([(value, 1 / len(first)) for value in first] + [(value, -1 / len(second)) for value in second])
    lead = widest = 0.0
    for (value, weight), (following, _) in zip(values, values[1:]):
        lead += weight
        # No threshold separates equal values.
        if value != following:
            widest = max(widest, abs(lead))
    return (1 + widest) / 2


def shares_by_chance(first: list[float], second: list[float], trials: int = 1_000, seed: int = 1) -> tuple[float, float]:
    """Returns the interval that contains 95 % of the best shares if the values are assigned to the lists by chance."""
    values, shares = first + second, []
    shuffle = random.Random(seed).shuffle
    for _ in range(trials):
        shuffle(values)
        shares.append(best_share(values[:len(first)], values[len(first):]))
    cuts = statistics.quantiles(shares, n=40, method="inclusive")
    return cuts[0], cuts[-1]


@dataclass(frozen=True)
class Separation:
    """The times of one question in milliseconds, for names with and without an account."""

    known: list[float]
    unknown: list[float]

    @property
    def share(self) -> float:
        """The share of responses that the best threshold assigns correctly; 0.5 is a guess."""
        return best_share(self.known, self.unknown)

    @property
    def by_chance(self) -> tuple[float, float]:
        """The interval of the share by chance."""
        return shares_by_chance(self.known, self.unknown)

    def line(self, title: str) -> str:
        """Returns the separation as a line of the table under `HEADING`."""
        quartiles = (f"{value:9.3f}" for times in (self.known, self.unknown) for value in statistics.quantiles(times))
        low, high = self.by_chance
        return f"{title:26}{''.join(quartiles)}{self.share:>9.1%}{f'{low:.1%} to {high:.1%}':>17}"


HEADING = f"{'quartiles in ms':26}{'':9}{'known':>9}{'':9}{'':9}{'unknown':>9}{'':9}{'right':>9}{'by chance':>17}"
