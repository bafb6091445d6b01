"""Servers for the scenarios: one that most share, one whose clock is moved, and new ones for faults."""

import pytest

from sesame import PROGRAM, Development, Process


def pytest_sessionstart(session):
    if not PROGRAM.exists():
        pytest.exit("bin/sesame is not there; build it with: make build", returncode=2)


def pytest_sessionfinish(session):
    for process in Process.all:
        if process.process.poll() is None:
            process.kill()


def pytest_collection_modifyitems(items):
    # What looks for secrets in the servers' logs comes after everything that could have put them there.
    items.sort(key=lambda item: item.path.name == "test_secrets.py")


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
        assert not development.secrets.found_in(development.log_file.read_bytes())


@pytest.fixture
def api(server):
    return server.api
