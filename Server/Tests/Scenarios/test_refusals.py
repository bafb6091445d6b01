"""Tests of every refusal in the tables of `refusals`: the response, the rows and the log; the server continues."""

import pytest

from client import ok
from conftest import ATTEMPT
from list_refusals import AREAS, DOCUMENT, document
from refusals import slow
from refusals.doors import SignUp
from refusals.runner import Runner
from sesame import Development

ATTEMPTS = [attempt for area in AREAS for rule in area.rules for attempt in rule.attempts()]


@pytest.fixture(scope="module")
def runners(tmp_path_factory):
    """Starts two servers with a runner each for this file; the clock advances on the second one."""
    servers = [Development(tmp_path_factory.mktemp("refusals")) for _ in range(2)]
    runners = [Runner(server) for server in servers]
    slow.begin(servers[0])
    yield runners
    for runner, server in zip(runners, servers):
        runner.close()
        assert server.stop() == 0


def name(attempt) -> str:
    rule, door, breach = attempt
    return f"{rule.id}: {breach} @ {door.name}"


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=name)
def test_rejection_matches_its_documentation_and_changes_nothing(runners, attempt):
    rule, door, breach = attempt
    runners[1 if rule.after else 0].check(rule, door, rule.breaches[breach])


def test_credential_rejected_elsewhere_remains_valid_where_it_belongs(runners):
    world = runners[0].world
    api, token = world.api, world.presented_elsewhere
    for provider in ("google", "apple"):
        ok(api.contract(provider, token=token(f"a token of {provider.capitalize()}'s"), app="couple"))
    ok(api.post("/v1/sign-up", {**SignUp.form, "ticket": token("a ticket")}))
    ok(api.me(token("an access token")))
    ok(api.refresh(token("a refresh token")))


def test_attempts_are_divided_among_the_processes():
    # The scheduler knows them by the name of their test.
    assert ATTEMPT == f"::{test_rejection_matches_its_documentation_and_changes_nothing.__name__}"


def test_rule_ids_are_unique():
    ids = [rule.id for area in AREAS for rule in area.rules]
    assert len(ids) == len(set(ids))


def test_documentation_lists_exactly_the_tested_rules():
    assert DOCUMENT.read_text() == document(), "write it anew: see refusals/__init__.py"
