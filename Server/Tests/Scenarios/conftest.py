"""Servers for the scenarios: one that most share, one whose clock is moved, and new ones for faults."""

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


# These take longest, and so begin first; otherwise one process would still be at them when the others are done.
LONG = [
    "test_openapi.py", "test_second_factors.py", "test_pages.py", "test_refusals.py", "test_push.py", "test_takeover.py",
    "test_browser.py", "test_browser_account.py", "test_browser_passwords.py", "test_demo.py", "test_durability.py"]
# This one alone would take longer than all others together in one process. What it tries at every door with the same
# tokens stays together, and so does what looks at those tokens afterwards.
DIVIDED, ATTEMPT, PARTS = "test_refusals.py", "::test_a_refusal_is_the_documented_one", 7


class Files(LoadScopeScheduling):
    """Tests of one file share servers, so they stay together and in their order, in one of several processes."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::")[0]
        if file != DIVIDED or ATTEMPT not in nodeid or "[kind." in nodeid:
            return file
        # A hash of the rule's name keeps its attempts together, in the same part in each run.
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
    """Searches the servers that tests have killed, after all tests; those that are stopped are searched at once."""
    yield
    for process in Process.all:
        if isinstance(process, Development) and process.url and not process.searched:
            process.kill()
            process.search()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The server that most scenarios share. Nobody moves its clock or breaks its providers."""
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
    """A server whose clock the test may advance by hours; it is right again for the next test."""
    yield shifted_server
    shifted_server.providers.reset_clock()


@pytest.fixture
def start(tmp_path_factory):
    """Starts a server of the test's own."""
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


# People at browsers. Each of the browsers is started once, and new to everything at every test.


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
    """Somebody at a browser."""
    yield from use(chromium_of_one)


@pytest.fixture
def other(chromium_of_other):
    """Somebody else, or the same person at another machine."""
    yield from use(chromium_of_other)


@pytest.fixture
def scriptless(chromium_without_scripts):
    """Somebody whose browser runs no scripts."""
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
