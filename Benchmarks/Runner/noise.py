"""Checks that the machine was quiet enough to judge the results."""

from machine import Interval

# The baseline does the same work in every round, so the machine causes every change of its cost.
SPREAD = 0.20
STOLEN = 0.02
FOREIGN = 0.10
# Other programs barely change this count. It depends on the number of requests that share one wait for the disk.
COUNTS = 0.01


def complaints(spread: float, interval: Interval) -> list[str]:
    """Returns the reasons not to trust the figures of a series; empty if there are none.

    `spread` is the variation of the baseline's cost between the rounds, relative to its median.
    """
    found = []
    if spread > SPREAD:
        found.append(f"the baseline's cost moved by {spread:.0%} between rounds (at most {SPREAD:.0%})")
    if interval.available > 0:
        stolen, foreign = interval.stolen / interval.available, interval.foreign / interval.available
        if stolen > STOLEN:
            found.append(f"the hypervisor took {stolen:.0%} of the CPU time (at most {STOLEN:.0%})")
        if foreign > FOREIGN:
            found.append(f"other programs took {foreign:.0%} of the CPU time (at most {FOREIGN:.0%})")
    return found


def complaints_about_counts(spread: float) -> list[str]:
    """Returns the reasons not to trust a ratio of instructions. `spread` is its variation between the rounds."""
    if spread <= COUNTS:
        return []
    return [f"the ratio of instructions moved by {spread:.1%} between rounds (at most {COUNTS:.0%})"]
