"""Runs once more, alone, what has failed. A test that then passes is unsteady: the run is green, and says so."""
from __future__ import annotations

import dataclasses
import datetime
import re
import xml.etree.ElementTree as xml
from collections.abc import Callable
from pathlib import Path

from lanes import Lanes, Outcome, Result
from suites import PYTEST, Suite

#: More failures than this are no chance.
MOST = 10
#: What a test runner answers when tests have failed, and nothing else has gone wrong.
TESTS_FAILED = 1
#: What no second try excuses: a fault that a test names so, and the end of a test runner.
FAULT = re.compile(r"^(?:\w+\.)?Fault\b|crashed while running")
#: These play races, crashes and bad networks. What they claim holds in whichever order things happen, so that one failure
#: among many runs is a fault.
RACES = re.compile(r"test_(?:conflicts|durability|one_use|parallel)\.py|CrashTests|NetworkFaultTests")


def failed_tests(suite: Suite, report: Path) -> dict[str, str]:
    """Names the failed tests for `suite.alone`, with what each complained of; none if anything has failed that no test can settle alone.

    That is a program that ended without a report, a file that cannot be read, a failure of no test, a race, or the end of a
    server: what a server left in its log is found there, whichever test wrote it.
    """
    try:
        root = xml.parse(report).getroot()
    except (OSError, xml.ParseError):
        return {}
    failed: dict[str, str] = {}
    seen = 0
    for case in root.iter("testcase"):
        for problem in [*case.findall("failure"), *case.findall("error")]:
            seen += 1
            message = problem.get("message", "")
            test = name(suite, case)
            if FAULT.search(message.removeprefix("failed on setup with \"")) or RACES.search(test) or (
                    problem.tag == "error" and not message.startswith("failed on setup")):
                return {}
            failed[test] = complaint(problem)
    counted = sum(int(part.get(kind, 0)) for part in root.iter("testsuite") for kind in ("failures", "errors"))
    return failed if seen == counted <= MOST else {}


def complaint(problem: xml.Element) -> str:
    """The message, and where it came from: what is left of a failure once its test has passed."""
    text = [line for line in (problem.text or "").splitlines() if line.strip()]
    lines = [*problem.get("message", "").splitlines()[:5], *text[-5:]]
    return "\n".join(f"    {line[:300]}" for line in dict.fromkeys(lines))


def name(suite: Suite, case: xml.Element) -> str:
    if suite.closing == PYTEST:
        return f"{case.get('file')}::{case.get('name')}"
    # A test runner's filter is a pattern. Suites within suites are divided by other characters there than in the report.
    words = [re.escape(word) for word in case.get("classname").split(".")]
    return f"^{'[./]'.join(words)}/{re.escape(case.get('name'))}"


def candidates(result: Result) -> dict[str, str]:
    """The failed tests of a suite that may pass alone, with what each complained of."""
    if result.outcome is not Outcome.failed or result.code != TESTS_FAILED or not (result.suite.alone and result.report):
        return {}
    return failed_tests(result.suite, result.report)


def again(results: list[Result], root: Path, say: Callable[[str], None]) -> list[Result]:
    """The results of all suites after their failed tests have run once more, one by one and beside nothing else."""
    if sum(len(candidates(result)) for result in results) > MOST:
        return results
    return [suite_again(result, root, say) for result in results]


def suite_again(result: Result, root: Path, say: Callable[[str], None]) -> Result:
    tests = candidates(result)
    for number, (test, complaint) in enumerate(tests.items(), 1):
        say(f"once more, alone: {test}\n{complaint}")
        one = dataclasses.replace(result.suite, command=(*result.suite.alone, test), alone=(), after=())
        [once_more] = Lanes(root, [one], result.log.parent / "again" / str(number), say).run()
        if once_more.outcome is not Outcome.passed:
            return result
    return dataclasses.replace(result, outcome=Outcome.unsteady, unsteady=tuple(tests)) if tests else result


def note(file: Path, tests: list[str]):
    """Adds tests to the file, so that one that comes back is seen to."""
    today = datetime.date.today().isoformat()
    with file.open("a") as notes:
        notes.writelines(f"{today} {test}\n" for test in tests)
