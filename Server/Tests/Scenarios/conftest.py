"""Servers for the scenarios: a shared one, one with a movable clock, and new ones for fault tests."""

import re
import zlib

import pytest
from xdist.scheduler import LoadScopeScheduling

from chromium import Chromium
from sesame import PROGRAM, ROOT, Development, Process

pytest_plugins = ["firebase_shop"]


def pytest_addoption(parser):
    parser.addoption("--screenshots", help="the folder, seen from the checkout's root, for a picture of every page")


def pytest_sessionstart(session):
    if not session.config.option.collectonly and not PROGRAM.exists():
        pytest.exit(f"{PROGRAM} is not there; build it with: scripts/build --tests server", returncode=2)


# The slowest files start first. Otherwise one process would still run them after the others have finished.
LONG = [
    "test_openapi.py", "test_second_factors.py", "test_pages.py", "test_refusals.py", "test_push.py", "test_takeover.py",
    "test_browser.py", "test_browser_account.py", "test_browser_passwords.py", "test_demo.py", "test_durability.py"]
# This file would take one process longer than all other files together, so it is split into parts. Attempts with the
# same tokens at several doors stay in one part, together with the checks of those tokens.
DIVIDED, ATTEMPT, PARTS = "test_refusals.py", "::test_rejection_matches_its_documentation_and_changes_nothing", 7


class Files(LoadScopeScheduling):
    """A scheduler that keeps the tests of a file in one process and in order, because they share servers."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::")[0]
        if file != DIVIDED or ATTEMPT not in nodeid or "[kind." in nodeid:
            return file
        # A hash of the rule's name keeps its attempts in the same part in every run.
        return f"{file} {zlib.crc32(nodeid.split(': ')[0].encode()) % PARTS}"


def pytest_xdist_make_scheduler(config, log):
    return Files(config, log)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))


def pytest_sessionfinish(session):
    for process in Process.all:
        if process.process.poll() is None:
            process.kill()


@pytest.fixture(scope="session", autouse=True)
def no_server_is_left_unsearched():
    """Searches the data of killed servers for secrets after all tests. Stopped servers are searched at once."""
    yield
    for process in Process.all:
        if isinstance(process, Development) and process.url and not process.searched:
            process.kill()
            process.search()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """Starts the server that most scenarios share. No test moves its clock or breaks its providers."""
    development = Development(tmp_path_factory.mktemp("server"))
    yield development
    assert development.stop() == 0


@pytest.fixture(scope="session")
def shifted_server(tmp_path_factory):
    development = Development(tmp_path_factory.mktemp("shifted"))
    yield development
    assert development.stop() == 0


@pytest.fixture
def shifted(shifted_server):
    """Provides a server whose clock the test may advance by hours. The clock is reset after the test."""
    yield shifted_server
    shifted_server.providers.reset_clock()


@pytest.fixture
def start(tmp_path_factory):
    """Starts a server for a single test."""
    running = []

    def start(**options) -> Development:
        running.append(Development(tmp_path_factory.mktemp("own"), **options))
        return running[-1]

    yield start
    for development in running:
        assert development.stop() == 0


@pytest.fixture
def api(server):
    return server.api


# Browsers. Each starts once per session and gets an empty profile for every test.


@pytest.fixture(scope="session")
def chromium_of_one():
    chromium = Chromium()
    yield chromium
    chromium.quit()


@pytest.fixture(scope="session")
def chromium_of_other():
    chromium = Chromium()
    yield chromium
    chromium.quit()


@pytest.fixture(scope="session")
def chromium_without_scripts():
    chromium = Chromium(javascript=False)
    yield chromium
    chromium.quit()


def use(chromium: Chromium):
    chromium.fresh()
    yield chromium
    assert not chromium.complaints()
    chromium.requests()
    assert chromium.hosts <= {"127.0.0.1", "localhost", ""}


@pytest.fixture
def person(chromium_of_one):
    """Provides a user's browser."""
    yield from use(chromium_of_one)


@pytest.fixture
def other(chromium_of_other):
    """Provides a second browser: of another user, or of the same user on another machine."""
    yield from use(chromium_of_other)


@pytest.fixture
def scriptless(chromium_without_scripts):
    """Provides a browser with JavaScript disabled."""
    yield from use(chromium_without_scripts)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        for name, value in getattr(item, "funcargs", {}).items():
            if isinstance(value, Chromium) and not name.startswith("chromium_"):
                file = ROOT / ".build" / "screenshots" / f"{re.sub(r'[^a-z0-9_]+', '-', item.name)}-{name}.png"
                report.sections.append((f"the browser of '{name}'", value.state(file)))
    return report
