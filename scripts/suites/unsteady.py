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


def failed_tests(suite: Suite, report: Path) -> list[str]:
    """Names the failed tests for `suite.alone`; none if anything but a test has failed, which no test can settle alone.

    That is a program that ended without a report, a file that cannot be read, or the end of a server: what a server left in
    its log is found there, whichever test wrote it.
    """
    try:
        cases = xml.parse(report).getroot().iter("testcase")
    except (OSError, xml.ParseError):
        return []
    failed: dict[str, None] = {}
    for case in cases:
        for problem in [*case.findall("failure"), *case.findall("error")]:
            if problem.tag == "error" and not problem.get("message", "").startswith("failed on setup"):
                return []
            failed[name(suite, case)] = None
    return list(failed) if len(failed) <= MOST else []


def name(suite: Suite, case: xml.Element) -> str:
    if suite.closing == PYTEST:
        return f"{case.get('file')}::{case.get('name')}"
    # A test runner's filter is a pattern. Suites within suites are divided by other characters there than in the report.
    words = [re.escape(word) for word in case.get("classname").split(".")]
    return f"^{'[./]'.join(words)}/{re.escape(case.get('name'))}"


def again(result: Result, root: Path, say: Callable[[str], None]) -> Result:
    """The result of a suite after its failed tests have run once more, one by one and beside nothing else."""
    suite = result.suite
    if result.outcome is not Outcome.failed or not suite.alone or not result.report:
        return result
    tests = failed_tests(suite, result.report)
    for test in tests:
        say(f"once more, alone: {test}")
        one = dataclasses.replace(suite, command=(*suite.alone, test), alone=(), after=())
        [once_more] = Lanes(root, [one], result.log.parent / "again", say).run()
        if once_more.outcome is not Outcome.passed:
            return result
    return dataclasses.replace(result, outcome=Outcome.unsteady, unsteady=tuple(tests)) if tests else result


def note(file: Path, tests: list[str]):
    """Adds tests to the file, so that one that comes back is seen to."""
    today = datetime.date.today().isoformat()
    with file.open("a") as notes:
        notes.writelines(f"{today} {test}\n" for test in tests)
