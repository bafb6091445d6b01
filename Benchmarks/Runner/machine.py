"""The machine: its hardware, and the load of other programs on it."""

import os
import platform
import resource
from dataclasses import dataclass
from pathlib import Path

from server import Server

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def description() -> str:
    names = [line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
             if line.startswith("model name")]
    kernel = platform.release().split("-")[0]
    return f"{len(names)} × {names[0] if names else platform.machine()}, Linux {kernel}"


@dataclass
class Interval:
    """The seconds of CPU time between two readings."""

    available: float = 0
    stolen: float = 0
    foreign: float = 0

    def __add__(self, other: "Interval") -> "Interval":
        return Interval(
            self.available + other.available, self.stolen + other.stolen, self.foreign + other.foreign)


class Watch:
    """A watch over the machine during a load: the CPU time used by the load, by other programs and by the
    hypervisor."""

    def __init__(self, servers: list[Server]):
        self._servers = servers

    def __enter__(self) -> "Watch":
        self._before = self._look()
        return self

    def __exit__(self, *_):
        available, stolen, busy, ours = (after - before for after, before in zip(self._look(), self._before))
        self.interval = Interval(available, stolen, max(0.0, busy - ours))

    def _look(self) -> tuple[float, float, float, float]:
        fields = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
        user, nice, system, idle, waiting, irq, softirq, steal = (int(field) / TICKS_PER_SECOND for field in fields)
        busy = user + nice + system + irq + softirq
        ours = sum(server.cpu_seconds() for server in self._servers)
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            usage = resource.getrusage(who)
            ours += usage.ru_utime + usage.ru_stime
        return busy + steal + idle + waiting, steal, busy, ours


def load_average() -> float:
    return os.getloadavg()[0]
