"""The suites of `make check`, `make test` and `make test-all`."""
from __future__ import annotations

import re
from dataclasses import dataclass

# The patterns of the final lines of swift-testing and pytest.
SWIFT = r"Test run with \d+ tests?\b"
NOTHING = r"(?!)"
COUNT, SOME = r"\b\d+ (?:tests?|passed|skipped)\b", r"\b[1-9]\d* (?:tests?|passed)\b"
PYTEST = r"^(?:=+ )?\d+ (?:passed|failed|skipped|errors?)\b.* in [\d.]+s"


@dataclass(frozen=True)
class Suite:
    """A command that proves something."""

    name: str
    #: The statement that a pass proves.
    proves: str
    command: tuple[str, ...]
    #: The suites that must have passed before.
    after: tuple[str, ...] = ()
    #: True if other suites wait for its result. A build runs beside a test, and leaves the processors to it.
    builds: bool = False
    #: The pattern of the output lines that are always shown.
    closing: str = NOTHING
    #: The commands that run the suite: `check`, `test` and `test-all`.
    runs: frozenset[str] = frozenset({"test", "test-all"})
    #: The command that runs a single test, whose name is appended; empty if no test can run by itself.
    alone: tuple[str, ...] = ()

    @property
    def is_silent(self) -> bool:
        """True if only the exit code tells the outcome."""
        return self.closing == NOTHING

    def reporting(self, file: str) -> tuple[str, ...]:
        """Returns the command, extended to write the result of each test to a JUnit file if `alone` can use it."""
        if not self.alone:
            return self.command
        if self.closing == PYTEST:
            return (*self.command, "--junitxml", file, "--override-ini", "junit_family=xunit1")
        return (*self.command, "--xunit-output", file)

    def closing_lines(self, output: str) -> list[str]:
        return [line for line in output.splitlines() if re.search(self.closing, line)]

    def has_done_something(self, output: str) -> bool:
        """Returns true if the output has the final lines with a nonzero count. A program that ends early prints
        none."""
        lines = self.closing_lines(output)
        return self.is_silent or any(re.search(COUNT, line) is None or re.search(SOME, line) for line in lines)


ALL = frozenset({"check", "test", "test-all"})
SLOW = frozenset({"test-all"})

PYTHON = (".venv/bin/python", "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", "--rootdir", ".")


def swift(name: str, proves: str, package: str, *arguments: str, refreshes: int | None = None, **options) -> Suite:
    """Returns a suite of a package's Swift tests."""
    program = (*(("env", f"SESAME_REFRESHES={refreshes}") if refreshes else ()), "scripts/swift-tests", package)
    return Suite(name, proves, (*program, *arguments), closing=SWIFT, alone=(*program, "--filter"), **options)


def python(name: str, proves: str, *paths: str, **options) -> Suite:
    """Returns a suite of Python tests."""
    return Suite(name, proves, (*PYTHON, *paths), closing=PYTEST, alone=PYTHON, **options)


def scenarios(name: str, proves: str, *mode: str, **options) -> Suite:
    """Returns a suite of scenarios, which run against the program."""
    # A single test is selected by its name, so the marks are cleared.
    alone = ("scripts/scenarios", *(word for word in mode if word == "--release"), "-n", "0", "-m", "")
    return Suite(name, proves, ("scripts/scenarios", *mode), closing=PYTEST, alone=alone, **options)


# The suites in their starting order, separately for builds and tests.
SUITES = [
    Suite("lint", "the style of the sources, that the documentation says what is there, and that no folders are in "
          "circles", ("scripts/lint",), closing="^(docs|lint): ", runs=ALL),
    Suite("apple", "that the client package keeps to iOS 17 and macOS 14, as far as a Linux compiler can tell",
          ("scripts/check-apple",), closing="^check-apple: "),
    Suite("build-client", "that the client package and the example apps compile, without a warning",
          ("scripts/build", "--tests", "client"), builds=True, runs=ALL),
    Suite("build-server", "that the server compiles, without a warning",
          ("scripts/build", "--tests", "server"), after=("build-client",), builds=True, runs=ALL),
    Suite("build-program", "that the release build links",
          ("scripts/build",), builds=True, runs=SLOW),
    Suite("build-sanitizer", "that everything compiles for the thread sanitizer",
          ("scripts/sanitize", "--build"), after=("build-server",), builds=True, runs=SLOW),
    Suite("build-back-end", "that Couple's back end compiles as a package of its own",
          ("scripts/build", "--back-end"), after=("build-server",), builds=True, runs=SLOW),
    Suite("build-fuzzer", "that the fuzzing targets compile",
          ("scripts/fuzz", "--build"), builds=True, runs=SLOW),
    Suite("baseline",
          "that nothing is gone which the last release promised to apps: public declarations, the HTTP API; how much an "
          "app sees",
          ("scripts/baseline",), after=("build-client", "apple"), closing="^baseline: "),
    Suite("notice", "that NOTICE names what the program is linked with",
          ("scripts/notice",), after=("build-server",), closing="^notice: "),
    swift("client", "the rules of the SDK, its stores, and its back ends for Firebase and Appwrite",
          "client", after=("build-client",), runs=ALL),
    swift("examples", "that the five example apps do what their pages say",
          "examples", after=("build-client",), runs=ALL),
    python("dependencies", "that an app takes in swift-crypto alone, in whichever version other packages want",
           "scripts/dependencies"),
    python("scripts", "that the checks find what they are there to find, and the benchmark counts rightly",
           "scripts/tests", "scripts/apple/tests", "Benchmarks/Tests", after=("build-client",)),
    swift("server", "the rules of the server, its storage, and the SDK against it",
          "server", "--skip", "NetworkFaultTests", after=("build-server",), runs=ALL),
    scenarios("core", "that people sign in, stay signed in and sign out, over real HTTP",
              "--core", after=("build-server",), runs=frozenset({"check"})),
    scenarios("scenarios", "the program over real HTTP: browsers, official clients, every refusal, leaks of secrets",
              after=("build-server",)),
    # These run alone: they use both cores fully, so that other tests would see a server that does not respond.
    swift("network", "that 2,000 refreshes on a bad network sign nobody out",
          "server", "--filter", "NetworkFaultTests", refreshes=2_000, after=("build-server",),
          runs=frozenset({"test"})),
    scenarios("slow", "the scenarios that take more than five seconds: long imports, every route with made-up requests",
              "--slow", after=("build-server",), runs=SLOW),
    swift("slow-network", "that 10,000 refreshes on a bad network sign nobody out",
          "server", "--filter", "NetworkFaultTests", refreshes=10_000, after=("build-server",), runs=SLOW),
    scenarios("release", "that the release build does the same as the debug build",
              "--release", after=("build-program",), runs=SLOW),
    Suite("sanitizer", "that no two threads use memory without a lock or an order between them",
          ("scripts/sanitize", "--run"), after=("build-sanitizer",), closing=f"{SWIFT}|stuck", runs=SLOW),
    Suite("fuzzer", "that ten thousand made-up inputs for each target break no rule",
          ("scripts/fuzz", "--short"), after=("build-fuzzer",), closing="^fuzz: ", runs=SLOW),
    Suite("benchmark", "that the benchmark runs to its end; a quick look judges no figures",
          ("scripts/bench", "--check"), after=("build-program",), closing="^bench: ", runs=SLOW),
]


def of(command: str, suites: list[Suite] = SUITES) -> list[Suite]:
    """Returns the suites that a Makefile command runs."""
    return [suite for suite in suites if command in suite.runs]


def named(names: list[str], suites: list[Suite] = SUITES) -> list[Suite]:
    """Returns the suites with these names and their prerequisites, in the order of all. Throws LookupError for unknown
    names."""
    known = {suite.name: suite for suite in suites}
    wanted: set[str] = set()

    def want(name: str):
        if name not in known:
            raise LookupError(name)
        wanted.add(name)
        for earlier in known[name].after:
            want(earlier)

    for name in names:
        want(name)
    return [suite for suite in suites if suite.name in wanted]
