"""Tests of `make check`, `make test` and `make test-all`: the suites, their order and their reports."""

import dataclasses
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "suites"))

import command
import unless_stuck
import unsteady
from lanes import Lanes, Outcome, Result
from suites import PYTEST, SUITES, SWIFT, Suite, named, of
from unsteady import MOST, again, candidates, failed_tests, note


# Lanes


def run(folder: Path, *suites: Suite) -> tuple[dict[str, Result], list[str]]:
    said: list[str] = []
    results = Lanes(folder, list(suites), folder / "logs", said.append).run()
    return {result.suite.name: result for result in results}, said


def shell(name: str, script: str, **options) -> Suite:
    return Suite(name, "", ("sh", "-c", script), **options)


def outcomes(results: dict[str, Result]) -> dict[str, str]:
    return {name: result.outcome.value for name, result in results.items()}


def test_failed_suite_stops_only_suites_that_depend_on_it(tmp_path):
    results, _ = run(
        tmp_path, shell("build", "echo error: no; exit 3", builds=True), shell("other", "true", builds=True),
        shell("tests", "touch tests", after=("build",)), shell("later", "touch later", after=("tests",)),
        shell("fuzzer", "touch fuzzer", after=("other",)))
    assert outcomes(results) == {
        "build": "failed", "other": "passed", "tests": "not run", "later": "not run", "fuzzer": "passed"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fuzzer", "logs"]


def test_one_build_and_one_test_run_at_the_same_time(tmp_path):
    def one(name: str, other: str, **options) -> Suite:
        # Fails if another suite of its lane is running, and waits for one of the other lane.
        return shell(name, f"mkdir {'b' if options else 't'} && touch at-{name} && "
                     f"for i in $(seq 1200); do [ -e at-{other} ] && break; sleep 0.05; done; "
                     f"[ -e at-{other} ] && rmdir {'b' if options else 't'}", **options)
    results, _ = run(
        tmp_path, one("b1", "t1", builds=True), one("b2", "t2", builds=True), one("t1", "b1"), one("t2", "b2"))
    assert set(outcomes(results).values()) == {"passed"}


def test_two_builds_run_at_once_while_there_is_nothing_to_test(tmp_path):
    def meets(name: str, other: str, **options) -> Suite:
        return shell(name, f"touch at-{name} && for i in $(seq 1200); do [ -e at-{other} ] && exit; sleep 0.05; done; "
                     "exit 1", **options)
    results, _ = run(
        tmp_path, meets("b1", "b2", builds=True), meets("b2", "b1", builds=True), shell("b3", "true", builds=True),
        shell("t1", "true", after=("b3",)))
    assert set(outcomes(results).values()) == {"passed"}


def test_test_waits_for_its_build_while_others_go_first(tmp_path):
    results, _ = run(
        tmp_path, shell("build", "while [ ! -e order ]; do sleep 0.05; done; echo build >> order", builds=True),
        shell("tests", "echo tests >> order", after=("build",)), shell("lint", "echo lint >> order"))
    assert (tmp_path / "order").read_text().split() == ["lint", "build", "tests"]


def test_builds_run_at_the_lowest_priority_and_tests_at_the_normal_one(tmp_path):
    run(tmp_path, shell("build", "nice > build; ps -o sid= $$ > session", builds=True), shell("tests", "nice > tests"))
    assert int((tmp_path / "session").read_text()) == os.getsid(0)
    own = int(subprocess.run(["nice"], capture_output=True, text=True, check=True).stdout)
    assert (tmp_path / "build").read_text() == "19\n" and (tmp_path / "tests").read_text() == f"{own}\n"


BURN = f"{sys.executable} -c 'import time\nwhile time.process_time() < 1.5: pass'"


def test_processor_time_includes_all_processes_even_orphaned_ones(tmp_path):
    results, _ = run(
        tmp_path, shell("own", BURN), shell("idle", "sleep 1.5"),
        shell("orphan", f"( ({BURN}; touch done) & ); for i in $(seq 1200); do [ -e done ] && exit; sleep 0.05; done"))
    assert results["own"].cpu >= 1.5 > results["idle"].cpu and results["idle"].wall >= 1.5
    if sys.platform == "linux":
        assert (tmp_path / "done").exists() and results["orphan"].cpu >= 1.5


def test_output_is_logged_and_only_closing_lines_are_shown(tmp_path):
    results, said = run(tmp_path, shell(
        "tests", "echo one; echo '===== 3 passed, 1 skipped in 0.10s ====='; echo two >&2", closing=PYTEST))
    assert "    ===== 3 passed, 1 skipped in 0.10s =====" in said and not any("one" in line for line in said)
    assert {"one", "two"} < set(results["tests"].log.read_text().splitlines())
    assert "✔ Test run with 938 tests in 101 suites passed" in Suite(
        "swift", "", (), closing=SWIFT).closing_lines("◇ Suite A\n✔ Test run with 938 tests in 101 suites passed\n")


def test_interrupted_or_empty_run_fails(tmp_path):
    results, _ = run(
        tmp_path, shell("early", "echo began; exit 0", closing=SWIFT), shell("skipped", "echo '4 skipped in 0.1s'", closing=PYTEST),
        shell("nothing", "echo '✔ Test run with 0 tests in 0 suites passed'", closing=SWIFT),
        shell("good", "echo '✔ Test run with 1 test in 1 suite passed'", closing=SWIFT),
        shell("words", "echo 'lint: no complaints'", closing="^lint: "), shell("silent", "true"))
    assert outcomes(results) == {
        "early": "failed", "skipped": "failed", "nothing": "failed", "good": "passed", "words": "passed", "silent": "passed"}


def test_suite_that_hangs_or_loses_its_log_fails_and_does_not_block_the_run(tmp_path):
    said: list[str] = []
    suites = [shell("hangs", "sleep 600"), shell("forgets", f"rm -r {tmp_path / 'logs'}"), shell("other", "true"),
              shell("after", "true", after=("other",))]
    lanes = Lanes(tmp_path, suites, tmp_path / "logs", said.append, longest=10)
    assert [result.outcome.value for result in lanes.run()][:2] == ["failed", "failed"]
    assert any("forgets: FileNotFoundError" in line for line in said)


def test_failure_report_shows_the_failed_test_its_log_and_its_command(tmp_path):
    results, _ = run(tmp_path, shell(
        "tests", "seq 100; echo \"FAILED test_a.py::test_b - assert 1 == 2\"; seq 100; exit 1"))
    text = command.failure(tmp_path, results["tests"])
    assert "test_b - assert 1 == 2" in text and "logs/tests.log" in text and "scripts/test tests" in text
    assert "\n50\n" not in text


def test_suite_ended_by_a_signal_fails(tmp_path):
    results, _ = run(tmp_path, shell("tests", "kill -9 $$"))
    assert outcomes(results) == {"tests": "failed"}


# The suites


def test_suite_comes_after_its_dependencies_and_has_a_unique_name():
    names = [suite.name for suite in SUITES]
    assert len(names) == len(set(names))
    for suite in SUITES:
        assert set(suite.after) <= set(names[:names.index(suite.name)])


def test_command_of_every_suite_exists():
    for suite in SUITES:
        words = [word for word in suite.command if word.startswith(("scripts/", "Benchmarks/"))]
        assert words and all((ROOT / word).exists() for word in words)


def test_named_suite_includes_its_dependencies():
    assert [suite.name for suite in named(["server"])] == ["build-client", "build-server", "server"]
    assert [suite.name for suite in named(["dependencies", "lint"])] == ["lint", "dependencies"]
    with pytest.raises(LookupError):
        named(["server", "servers"])


@pytest.mark.parametrize("run", ["check", "test", "test-all"])
def test_run_includes_the_dependencies_of_its_suites(run):
    names = [suite.name for suite in of(run)]
    assert [suite.name for suite in named(names)] == names


def test_test_all_includes_every_suite_except_core_and_network():
    left = {suite.name for suite in SUITES} - {suite.name for suite in of("test-all")}
    assert left == {"core", "network"}
    assert {suite.name for suite in of("test")} - {suite.name for suite in of("test-all")} == {"network"}


def test_each_suite_only_in_test_all_has_its_own_make_command():
    makefile = (ROOT / "Makefile").read_text()
    own = {name for line in re.findall(r"^\t@scripts/test ([a-z][a-z -]*)$", makefile, re.MULTILINE) for name in line.split()}
    parts = {suite.name for suite in SUITES if suite.runs == {"test-all"} and not suite.builds}
    assert own == parts


def test_unknown_suite_is_rejected_with_a_hint_to_the_list():
    result = subprocess.run([ROOT / "scripts/test", "servers"], capture_output=True, text=True, timeout=600)
    assert result.returncode == 2 and "scripts/test --list" in result.stderr


# Retries of failed tests


JUNIT = """<testsuites><testsuite name="tests" errors="0" failures="COUNT">
  <testcase classname="test_a" file="test_a.py" name="test_one"/>{}
</testsuite></testsuites>"""


def case(name: str, problem: str, classname: str = "test_a") -> str:
    return f'<testcase classname="{classname}" file="test_a.py" name="{name}">{problem}</testcase>'


def reported(folder: Path, *cases: str, counted: int | None = None) -> Path:
    text = JUNIT.format("".join(cases))
    problems = text.count("<failure") + text.count("<error")
    (folder / "report.xml").write_text(text.replace("COUNT", str(problems if counted is None else counted)))
    return folder / "report.xml"


IN_PYTHON = Suite("tests", "", ("true",), closing=PYTEST, alone=("run",))
IN_SWIFT = Suite("tests", "", ("true",), closing=SWIFT, alone=("run",))


def test_failed_tests_are_named_in_the_form_of_their_runner(tmp_path):
    report = reported(tmp_path, case("test_two[a b]", '<failure message="no"/>'),
                      case("test_three", '<error message="failed on setup with"/>'))
    assert list(failed_tests(IN_PYTHON, report)) == ["test_a.py::test_two[a b]", "test_a.py::test_three"]
    report = reported(tmp_path, case("`a fact (of two)`(one:)", "<failure/>", "AppTests.Suite.Inner"))
    [pattern] = failed_tests(IN_SWIFT, report)
    for id in ("AppTests.Suite/Inner/`a fact (of two)`(one:)/File.swift:1:2", "AppTests.Suite.Inner/`a fact (of two)`(one:)"):
        assert re.search(pattern, id)
    assert not re.search(pattern, "AppTests.Suite.Inner/`a fact`")


@pytest.mark.parametrize("problem", [
    '<error message="failed on teardown with secrets in the log"/>', '<error message="collection failure"/>',
    '<failure message="sesame.Fault: the program ended by SIGSEGV"/>',
    '<error message="failed on setup with &quot;sesame.Fault: 1 secret in the log&quot;"/>',
    '<error message="failed on setup with &quot;worker \'gw0\' crashed while running \'test_a.py::test_one\'&quot;"/>'])
def test_leak_crash_or_unread_file_is_not_retried(tmp_path, problem):
    report = reported(tmp_path, case("test_two", '<failure message="no"/>'), case("test_three", problem))
    assert not failed_tests(IN_PYTHON, report)


def test_failed_race_test_is_not_retried(tmp_path):
    lost = '<testcase classname="test_parallel" file="test_parallel.py" name="test_two"><failure message="2 accounts"/></testcase>'
    assert not failed_tests(IN_PYTHON, reported(tmp_path, lost))
    crash = case("`killed between two steps`()", "<failure/>", "SesameEndToEndTests.CrashTests")
    assert not failed_tests(IN_SWIFT, reported(tmp_path, crash))


def test_failure_that_belongs_to_no_test_is_not_retried(tmp_path):
    """swift-testing counts an issue of a task that outlived its test, without naming a test."""
    assert not failed_tests(IN_SWIFT, reported(tmp_path, case("`a fact`()", "<failure/>"), counted=2))


def test_every_named_race_test_file_exists():
    names = [path.name for path in (ROOT / "Server/Tests").rglob("*") if path.suffix in (".py", ".swift")]
    found = {name for name in names if unsteady.RACES.search(name)}
    assert len(found) == unsteady.RACES.pattern.count("|") + 1


@pytest.mark.parametrize("code", [2, 3, -11, 137])
def test_run_that_ended_with_another_exit_code_is_not_retried(tmp_path, code):
    report = reported(tmp_path, case("test_two", '<failure message="no"/>'))
    result = Result(IN_PYTHON, Outcome.failed, log=tmp_path / "log", code=1, report=report)
    assert candidates(result) == {"test_a.py::test_two": "    no"}
    assert not candidates(dataclasses.replace(result, code=code))


def test_many_failures_across_suites_are_not_retried(tmp_path):
    report = reported(tmp_path, *[case(f"test_{number}", '<failure message="no"/>') for number in range(MOST)])
    result = Result(IN_PYTHON, Outcome.failed, log=tmp_path / "log", code=1, report=report)
    said: list[str] = []
    assert again([result, result], tmp_path, said.append) == [result, result] and said == []


def test_crashed_pytest_worker_is_not_retried(tmp_path):
    (tmp_path / "test_dies.py").write_text("import os\n\ndef test_dies():\n    os._exit(3)\n\ndef test_lives():\n    pass\n")
    suite = Suite("dies", "", (sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", "--rootdir", "."),
                  closing=PYTEST, alone=("true",))
    [result] = Lanes(tmp_path, [suite], tmp_path / "logs", [].append).run()
    assert result.outcome is Outcome.failed and "crashed while running" in result.report.read_text()
    assert not candidates(result)


def test_many_failures_or_a_missing_or_broken_report_are_not_retried(tmp_path):
    many = [case(f"test_{number}", "<failure/>") for number in range(MOST + 1)]
    assert not failed_tests(IN_PYTHON, reported(tmp_path, *many))
    assert len(failed_tests(IN_PYTHON, reported(tmp_path, *many[1:]))) == MOST
    assert not failed_tests(IN_PYTHON, tmp_path / "none.xml")
    (tmp_path / "report.xml").write_text("<testsuites>")
    assert not failed_tests(IN_PYTHON, tmp_path / "report.xml")


UNSTEADY = """
from pathlib import Path

def test_steady():
    pass

def test_unsteady():
    tried = Path("tried")
    first = not tried.exists()
    tried.touch()
    assert not first

def test_broken():
    assert not Path("broken").exists()
"""


@pytest.fixture
def tried_again(tmp_path):
    """Runs tests as a suite, and then retries the failed ones."""
    def run() -> tuple[Result, list[str]]:
        (tmp_path / "test_some.py").write_text(UNSTEADY)
        alone = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".")
        suite = Suite("some", "", (*alone, "test_some.py"), closing=PYTEST, alone=alone)
        said: list[str] = []
        [result] = Lanes(tmp_path, [suite], tmp_path / "logs", said.append).run()
        assert result.outcome is Outcome.failed
        return again([result], tmp_path, said.append)[0], said

    return run


def test_test_that_passes_alone_is_reported_and_noted_as_unsteady(tried_again, tmp_path):
    result, said = tried_again()
    assert result.outcome is Outcome.unsteady and result.unsteady == ("test_some.py::test_unsteady",)
    [tried] = [words for words in said if words.startswith("once more, alone: test_some.py::test_unsteady\n")]
    # The report is the only place with the complaint after the test has passed.
    assert "assert not True" in tried and "test_some.py:11: AssertionError" in tried
    for _ in range(2):
        note(tmp_path / "unsteady", list(result.unsteady))
    assert [line.split()[1] for line in (tmp_path / "unsteady").read_text().splitlines()] == [*result.unsteady] * 2


def test_test_that_fails_again_is_a_failure(tried_again, tmp_path):
    (tmp_path / "broken").touch()
    result, _ = tried_again()
    assert result.outcome is Outcome.failed and not result.unsteady


def test_pattern_of_a_failed_swift_test_matches_exactly_one_test():
    """The pattern of `failed_tests` matches exactly one compiled test."""
    runner = ROOT / ".build/tests/debug/sesamePackageTests.xctest"
    listed = subprocess.run(
        [runner, "--testing-library", "swift-testing", "--list-tests"], capture_output=True, text=True, timeout=600,
        check=True).stdout.split("\n")
    name = next(line for line in listed if "`" in line and line.endswith(")"))
    suite, _, test = name.partition("/")
    case = xml.Element("testcase", classname=suite, name=test)
    pattern = unsteady.name(IN_SWIFT, case)
    found = subprocess.run(
        [runner, "--testing-library", "swift-testing", "--filter", pattern], capture_output=True, text=True, timeout=600)
    assert found.returncode == 0 and "Test run with 1 test " in found.stdout + found.stderr


# Stuck commands


def stuck(folder: Path, script: str, **limits: float) -> int:
    return unless_stuck.main(folder / "log", [sys.executable, "-c", script], pause=0.1, **limits)


def test_sleeping_or_spinning_program_without_output_is_ended(tmp_path):
    assert stuck(tmp_path, "import time; time.sleep(600)", asleep=1) == unless_stuck.STUCK
    assert stuck(tmp_path, "while True: pass", asleep=600, spinning=0.5) == unless_stuck.STUCK


def test_program_with_output_is_not_ended_and_exit_codes_are_passed_on(tmp_path):
    lines = "import time\nfor n in range(12): print(n, flush=True); time.sleep(0.5)"
    assert stuck(tmp_path, lines, asleep=5, spinning=600) == 0
    assert stuck(tmp_path, "raise SystemExit(3)") == 3
    assert stuck(tmp_path, "import os; os.kill(os.getpid(), 9)") == 137


# Reports


def test_table_has_a_line_for_each_suite_and_a_sum():
    def result(name: str, cpu: float, outcome: Outcome = Outcome.passed) -> Result:
        return Result(Suite(name, "", ()), outcome, wall=1_000, cpu=cpu)

    text = command.table([result("one", 10), result("two", 20, Outcome.failed), result("three", 0, Outcome.not_run)], 1_200)
    assert [line.split() for line in text.splitlines()] == [
        ["suite", "seconds", "CPU-s"], ["one", "1000", "10", "passed"], ["two", "1000", "20", "failed"],
        ["all", "1200", "30"]]


def test_contributing_page_describes_what_each_suite_proves():
    rows = (ROOT / "CONTRIBUTING.md").read_text().splitlines()
    for suite in SUITES:
        assert f"| `{suite.name}` | {suite.proves} |" in rows
