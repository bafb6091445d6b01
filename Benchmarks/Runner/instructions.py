"""Counters of the instructions per request of two programs."""

import os
import signal
import statistics
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path


class CountError(Exception):
    """The error if this machine cannot count the processor's instructions."""


class InstructionCounter:
    """A context that counts the instructions of all threads of a process in user mode."""

    def __init__(self, process: int):
        self._pid = process
        self.instructions = 0

    def __enter__(self) -> "InstructionCounter":
        self._folder = tempfile.TemporaryDirectory()
        self._result = Path(self._folder.name) / "result"
        control, self._control = os.pipe()
        self._answers, answers = os.pipe()
        # perf attaches with the counter off, and confirms each switch.
        self._perf = subprocess.Popen(
            ["perf", "stat", "--field-separator", ",", "--event", "instructions:u", "--pid", str(self._pid),
             "--output", str(self._result), "--delay", "-1", "--control", f"fd:{control},{answers}"],
            pass_fds=(control, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        os.close(control)
        os.close(answers)
        try:
            self._tell("enable")
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self._tell("disable")
                self._perf.send_signal(signal.SIGINT)
                self._perf.wait(10)
                self.instructions = parsed(self._result.read_text())
        finally:
            self._end()

    def _tell(self, command: str):
        # If the counter is not available, perf exits and closes its end of the pipe.
        try:
            os.write(self._control, f"{command}\n".encode())
            answered = os.read(self._answers, 64)
        except BrokenPipeError:
            answered = b""
        if not answered:
            raise CountError(f"perf said: {self._perf.stderr.read().decode().strip()}")

    def _end(self):
        self._perf.kill()
        self._perf.wait()
        self._perf.stderr.close()
        os.close(self._control)
        os.close(self._answers)
        self._folder.cleanup()


class EmulatedCounter:
    """A context that counts the instructions of all threads of a process in user mode. The process runs in valgrind's
    emulated processor, on any machine; see `emulated`."""

    def __init__(self, process: int, folder: Path):
        self._pid = str(process)
        self._folder = folder
        self.instructions = 0

    def __enter__(self) -> "EmulatedCounter":
        self._control("--zero")
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            return
        dumps = set(self._folder.glob(f"callgrind.{self._pid}.*"))
        self._control("--dump")
        [dump] = set(self._folder.glob(f"callgrind.{self._pid}.*")) - dumps
        [total] = [line for line in dump.read_text().splitlines() if line.startswith("totals:")]
        self.instructions = int(total.split()[1])

    def _control(self, command: str):
        said = subprocess.run(
            ["callgrind_control", command, self._pid], capture_output=True, text=True, check=False)
        if said.returncode or "OK." not in said.stdout:
            raise CountError(f"callgrind_control said: {said.stdout.strip()} {said.stderr.strip()}")


def emulation(folder: Path) -> list[str]:
    """Returns the command prefix that runs a program in valgrind's emulated processor, for an `EmulatedCounter`."""
    return ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.%p"]


def stripped(program: Path, folder: Path) -> Path:
    """Returns a copy of a program without its debug information, some of which valgrind cannot read."""
    copied = folder / f"stripped-{len(list(folder.glob('stripped-*')))}" / "sesame"
    copied.parent.mkdir()
    subprocess.run(["strip", "--strip-debug", "-o", copied, program.resolve()], check=True)
    return copied


def parsed(text: str) -> int:
    """Returns the count in the output of `perf stat`. Throws if the machine did not count during the whole run."""
    for line in text.splitlines():
        fields = line.split(",")
        if len(fields) > 4 and fields[2].startswith("instructions"):
            if fields[0].isdecimal() and float(fields[4]) > 99:
                return int(fields[0])
            raise CountError(f"the processor's instructions were not counted all the time: {line}; try --emulated")
    raise CountError(f"perf counted no instructions: {text}")


@dataclass(frozen=True)
class Comparison:
    """The instructions per request of one operation in each round, before and now."""

    before: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """The median of the rounds' ratios."""
        return statistics.median(self._ratios)

    @property
    def spread(self) -> float:
        """The difference between the largest and the smallest ratio of a round."""
        return max(self._ratios) - min(self._ratios)

    @property
    def _ratios(self) -> list[float]:
        return [now / before for before, now in zip(self.before, self.now, strict=True)]

    def line(self, title: str) -> str:
        """Returns the comparison as a line of the table under `heading`."""
        before, now = (statistics.median(counts) / 1_000 for counts in (self.before, self.now))
        return f"{title:42}{before:>10,.1f}{now:>10,.1f}{self.ratio:>9.3f}{self.spread:>8.3f}"


def heading(revision: str) -> str:
    """Returns the first line of the table."""
    return f"{'thousand instructions per request':42}{revision[:9]:>10}{'now':>10}{'ratio':>9}{'±':>8}"
