"""Runs suites in two lanes: one for builds, one for tests. Beside a test, a build has the lowest priority. If no test
is ready, a second build uses the core that the end of another build leaves idle."""
from __future__ import annotations

import enum
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from suites import Suite

MEASURED = Path(__file__).with_name("measured.py")
#: The prefix that gives a command the lowest priority, so that it uses only the CPU time that tests leave. Linux
#: compares priorities within a session, so all commands share one.
LOW_PRIORITY = ("nice", "-n", "19")
LONGEST = 3600
STEP = re.compile(rb"\[\d+/\d+\]|\[ *\d+%\]")


class Outcome(enum.Enum):
    passed = "passed"
    #: Tests failed, and then passed when run alone.
    unsteady = "unsteady"
    failed = "failed"
    not_run = "not run"


@dataclass(frozen=True)
class Result:
    """The outcome and cost of a suite."""

    suite: Suite
    outcome: Outcome
    wall: float = 0
    #: The CPU seconds of the command and of all processes that it started.
    cpu: float = 0
    log: Path | None = None
    #: The exit code; negative for a signal.
    code: int = 0
    #: The report with the result of each test, if the suite can write one.
    report: Path | None = None
    #: The tests that failed at first and then passed alone.
    unsteady: tuple[str, ...] = ()


class Lanes:
    def __init__(self, root: Path, suites: list[Suite], logs: Path, say: Callable[[str], None], beat: float = 30,
                 longest: float = LONGEST):
        self.root, self.suites, self.logs, self.say, self.beat = root, suites, logs, say, beat
        #: The timeout in seconds, after which a suite fails.
        self.longest = longest
        self.results: dict[str, Result] = {}
        self._waiting = list(suites)
        self._begun: set[str] = set()
        self._running: dict[str, tuple[Suite, float, subprocess.Popen]] = {}
        self._changed = threading.Condition()

    def run(self) -> list[Result]:
        """Runs all suites, and returns their results in the order of the suites. Stops running suites if
        interrupted."""
        self.logs.mkdir(parents=True, exist_ok=True)
        lanes = [threading.Thread(target=self._lane, args=arguments, daemon=True)
                 for arguments in ((True,), (False,), (True, True))]
        for lane in lanes:
            lane.start()
        try:
            said = time.monotonic()
            while any(lane.is_alive() for lane in lanes):
                next(lane for lane in lanes if lane.is_alive()).join(0.2)
                if time.monotonic() - said >= self.beat:
                    said = time.monotonic()
                    self._say_what_is_under_way()
        except BaseException:
            self._end_all()
            raise
        return [self.results[suite.name] for suite in self.suites]

    def _lane(self, builds: bool, only_beside_no_test: bool = False):
        while suite := self._next(builds, only_beside_no_test):
            try:
                self._run(suite)
            except Exception as error:
                # Without a result, dependent suites would wait forever.
                self.say(f"{suite.name}: {error!r}")
                with self._changed:
                    self._running.pop(suite.name, None)
                    self._note(Result(suite, Outcome.failed))

    def _next(self, builds: bool, only_beside_no_test: bool) -> Suite | None:
        """Returns the next suite of a lane after its prerequisites have passed; None if none is left."""
        with self._changed:
            while True:
                mine = [suite for suite in self._waiting if suite.builds == builds]
                if not mine:
                    return None
                if lost := next((suite for suite in mine if self._is_lost(suite)), None):
                    self._waiting.remove(lost)
                    self._note(Result(lost, Outcome.not_run))
                elif (ready := next(filter(self._is_ready, mine), None)) and not (
                        only_beside_no_test and self._has_test()):
                    self._waiting.remove(ready)
                    # Marks the suite as running before its process exists, so that no other lane sees an idle moment.
                    self._begun.add(ready.name)
                    return ready
                else:
                    self._changed.wait()

    def _is_ready(self, suite: Suite) -> bool:
        return all(self._outcome(name) is Outcome.passed for name in suite.after)

    def _is_lost(self, suite: Suite) -> bool:
        return any(self._outcome(name) in (Outcome.failed, Outcome.not_run) for name in suite.after)

    def _outcome(self, name: str) -> Outcome | None:
        return self.results[name].outcome if name in self.results else None

    def _has_test(self) -> bool:
        """Returns true if a test is running or ready to run."""
        return any(not suite.builds and (suite.name in self._begun - self.results.keys() or (
            suite in self._waiting and self._is_ready(suite))) for suite in self.suites)

    def _run(self, suite: Suite):
        log, report = self.logs / f"{suite.name}.log", self.logs / f"{suite.name}.xml"
        report.unlink(missing_ok=True)
        started = time.monotonic()
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [*(LOW_PRIORITY if suite.builds else ()), sys.executable, MEASURED, *suite.reporting(str(report))],
                cwd=self.root, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, process_group=0)
        with self._changed:
            self._running[suite.name] = (suite, started, process)
        limit = threading.Timer(self.longest, self._end, (process,))
        limit.daemon = True
        limit.start()
        _, status, usage = os.wait4(process.pid, 0)
        limit.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        has_passed = process.returncode == 0 and suite.has_done_something(log.read_text(errors="replace"))
        result = Result(
            suite, Outcome.passed if has_passed else Outcome.failed, time.monotonic() - started,
            usage.ru_utime + usage.ru_stime, log, process.returncode, report)
        with self._changed:
            del self._running[suite.name]
            self._note(result)

    def _note(self, result: Result):
        self.results[result.suite.name] = result
        self.say(f"{result.suite.name}: {result.outcome.value}"
                 + (f" in {result.wall:.0f} s ({result.cpu:.0f} CPU-s)" if result.log else ""))
        if result.log:
            for line in result.suite.closing_lines(result.log.read_text(errors="replace")):
                self.say(f"    {line}")
        self._changed.notify_all()

    def _say_what_is_under_way(self):
        with self._changed:
            running = list(self._running.values())
        steps = [f"{suite.name} {self._step(suite)} {time.monotonic() - started:.0f} s".replace("  ", " ")
                 for suite, started, _ in running]
        self.say(f"    under way: {', '.join(steps)}; {len(self._waiting)} more to come")

    def _step(self, suite: Suite) -> str:
        with open(self.logs / f"{suite.name}.log", "rb") as log:
            log.seek(max(0, log.seek(0, os.SEEK_END) - 4000))
            steps = STEP.findall(log.read())
        return steps[-1].decode() if steps else ""

    def _end_all(self):
        for _, _, process in list(self._running.values()):
            self._end(process)

    @staticmethod
    def _end(process: subprocess.Popen):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
