"""Whether the machine was quiet enough to judge by."""

from machine import Interval

# The yardstick does the same work every round: what its cost moves by is the machine's doing.
SPREAD = 0.20
STOLEN = 0.02
FOREIGN = 0.10
# Other programs barely change this count. What changes it is how many requests share one wait for the disk.
COUNTS = 0.01


def complaints(spread: float, interval: Interval) -> list[str]:
    """Why the figures of a series are not to be trusted; empty when they are.

    `spread` is by how much of its median the yardstick's cost moved between the rounds.
    """
    found = []
    if spread > SPREAD:
        found.append(f"the yardstick's cost moved by {spread:.0%} between rounds (at most {SPREAD:.0%})")
    if interval.available > 0:
        stolen, foreign = interval.stolen / interval.available, interval.foreign / interval.available
        if stolen > STOLEN:
            found.append(f"the hypervisor took {stolen:.0%} of the CPU time (at most {STOLEN:.0%})")
        if foreign > FOREIGN:
            found.append(f"other programs took {foreign:.0%} of the CPU time (at most {FOREIGN:.0%})")
    return found


def complaints_about_counts(spread: float) -> list[str]:
    """Why a ratio of instructions is not to be trusted; `spread` is by how much it moved between the rounds."""
    if spread <= COUNTS:
        return []
    return [f"the ratio of instructions moved by {spread:.1%} between rounds (at most {COUNTS:.0%})"]
