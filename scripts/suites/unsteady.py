"""Runs failed tests again, alone. A test that then passes is unsteady: the run is green, and reports it."""
from __future__ import annotations

import dataclasses
import datetime
import re
import xml.etree.ElementTree as xml
from collections.abc import Callable
from pathlib import Path

from lanes import Lanes, Outcome, Result
from suites import PYTEST, Suite

#: The maximum number of failures that are retried. More are not a coincidence.
MOST = 10
#: The exit code of a test runner if tests have failed and nothing else went wrong.
TESTS_FAILED = 1
#: The failures that a retry does not excuse: a `Fault` of a test, and the crash of a test runner.
FAULT = re.compile(r"^(?:\w+\.)?Fault\b|crashed while running")
#: The tests of races, crashes and bad networks. Their claims hold in every order of events, so one failure among many
#: runs is a fault.
RACES = re.compile(r"test_(?:conflicts|durability|one_use|parallel)\.py|CrashTests|NetworkFaultTests")


def failed_tests(suite: Suite, report: Path) -> dict[str, str]:
    """Returns the names of the failed tests for `suite.alone`, with their complaints; empty if a failure cannot be
    settled by retrying a single test.

    Such a failure is a program that ended without a report, an unreadable file, a failure outside all tests, a race, or
    an error at the end of a server: its log is searched then, whichever test wrote it.
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
    """Returns the message and its location, which are lost when the test passes the next time."""
    text = [line for line in (problem.text or "").splitlines() if line.strip()]
    lines = [*problem.get("message", "").splitlines()[:5], *text[-5:]]
    return "\n".join(f"    {line[:300]}" for line in dict.fromkeys(lines))


def name(suite: Suite, case: xml.Element) -> str:
    if suite.closing == PYTEST:
        return f"{case.get('file')}::{case.get('name')}"
    # The filter of a test runner is a pattern, with other separators of nested suites than in the report.
    words = [re.escape(word) for word in case.get("classname").split(".")]
    return f"^{'[./]'.join(words)}/{re.escape(case.get('name'))}"


def candidates(result: Result) -> dict[str, str]:
    """Returns the failed tests of a suite that may pass alone, with their complaints."""
    if result.outcome is not Outcome.failed or result.code != TESTS_FAILED or not (result.suite.alone and result.report):
        return {}
    return failed_tests(result.suite, result.report)


def again(results: list[Result], root: Path, say: Callable[[str], None]) -> list[Result]:
    """Runs the failed tests again, one by one with nothing else running, and returns the results of all suites."""
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
    """Adds tests to the file, so that recurring ones are noticed."""
    today = datetime.date.today().isoformat()
    with file.open("a") as notes:
        notes.writelines(f"{today} {test}\n" for test in tests)
