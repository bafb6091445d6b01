"""Runs suites and reports their results."""
from __future__ import annotations

import re
import signal
import sys
import time
from pathlib import Path

import unsteady
from lanes import Lanes, Outcome, Result
from suites import Suite

COMPLAINT = re.compile(r"(?:error|fatal): |^✘|^FAILED |^ERROR |WARNING: ThreadSanitizer|does not hold|: failed|stuck")
LINES = 40


def run(root: Path, suites: list[Suite]) -> int:
    """Runs the suites. Returns the exit code: 0 if all passed, 1 otherwise, and 130 if interrupted."""
    started = time.monotonic()

    def say(text: str):
        seconds = int(time.monotonic() - started)
        print(f"[{seconds // 60:2}:{seconds % 60:02}] {text}", flush=True)

    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)
    try:
        results = Lanes(root, suites, root / ".build" / "logs", say).run()
        # Failed tests run again alone, after all suites.
        results = unsteady.again(results, root, say)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    print(f"\n{table(results, time.monotonic() - started)}\n")
    missing = [result for result in results if result.outcome not in (Outcome.passed, Outcome.unsteady)]
    for result in missing:
        print(failure(root, result), file=sys.stderr)
    if not missing:
        print(f"{len(results)} suites passed")
    tests = [test for result in results for test in result.unsteady]
    unsteady.note(root / ".build" / "unsteady", tests)
    for test in tests:
        print(f"unsteady: {test}")
    return 1 if missing else 0


def table(results: list[Result], wall: float) -> str:
    """Returns the table of the suites' times. They run in parallel, so the sum of their seconds exceeds the total
    time."""
    ran = [result for result in results if result.outcome is not Outcome.not_run]
    rows = [(result.suite.name, f"{result.wall:.0f}", f"{result.cpu:.0f}", result.outcome.value) for result in ran]
    rows.append(("all", f"{wall:.0f}", f"{sum(result.cpu for result in ran):.0f}", ""))
    return "\n".join(
        f"{name:<16}{seconds:>8}{used:>8}  {outcome}".rstrip()
        for name, seconds, used, outcome in [("suite", "seconds", "CPU-s", ""), *rows])


def failure(root: Path, result: Result) -> str:
    """Describes a suite that did not pass, with its complaints."""
    if result.outcome is Outcome.not_run:
        return f"{result.suite.name} was not run: it comes after {', '.join(result.suite.after)}"
    if not result.log:
        return f"{result.suite.name} FAILED, and did not run"
    lines = result.log.read_text(errors="replace").splitlines()
    complaints = list(dict.fromkeys(line for line in lines if COMPLAINT.search(line)))[:LINES] or lines[-LINES:]
    return "\n".join([
        f"{result.suite.name} FAILED; the whole output is in {result.log.relative_to(root)}", *complaints,
        f"Again: scripts/test {result.suite.name}"])


def listing(suites: list[Suite]) -> str:
    return "\n".join(f"{suite.name:<16} {suite.proves}" for suite in suites)
