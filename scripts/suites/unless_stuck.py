"""Runs a command with its output in a file, and kills it if it is stuck: it prints nothing more, and either sleeps or
computes without end. Its run time does not matter, because a slow machine is not a fault.

usage: python3 unless_stuck.py LOG COMMAND [ARGUMENT…]
"""
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

STUCK = 124
#: The maximum seconds of wall time without a line of output and with less than one CPU second of the command and its
#: children. A process that wants a processor gets more on any machine.
ASLEEP = 180
#: The maximum CPU seconds without a line of output.
SPINNING = 900


def cpu(group: int) -> float:
    """Returns the CPU seconds of the processes of a group, and of the children that they have waited for (proc(5))."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def main(log: Path, command: list[str], asleep: float = ASLEEP, spinning: float = SPINNING, pause: float = 1) -> int:
    with open(log, "wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, process_group=0)
    size, line_at, line_cpu = 0, time.monotonic(), 0.0
    while True:
        try:
            code = process.wait(pause)
            return code if code >= 0 else 128 - code
        except subprocess.TimeoutExpired:
            pass
        used = cpu(process.pid)
        if log.stat().st_size != size:
            size, line_at, line_cpu = log.stat().st_size, time.monotonic(), used
        elif used - line_cpu > spinning or time.monotonic() - line_at > asleep and used - line_cpu < 1:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return STUCK


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
