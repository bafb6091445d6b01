"""Tests that the table of Appwrite's calls matches the calls that the server supports."""

import inspect
import re

import pytest
from appwrite.services.account import Account
from appwrite.services.users import Users

from appwrite_client import Appwrite
from sesame import ROOT

ROW = re.compile(r"^\| `([A-Z]+) (/[^`]+)` \| (yes|no) \|", re.MULTILINE)
ROWS = ROW.findall((ROOT / "Server/Tests/Scenarios/appwrite-calls.md").read_text())


def calls_of_the_package() -> set[tuple[str, str]]:
    found = set()
    for service in (Account, Users):
        for _, method in inspect.getmembers(service, inspect.isfunction):
            path = re.search(r"api_path = '([^']+)'", source := inspect.getsource(method))
            verb = re.search(r"client\.call\(\s*'(\w+)'", source)
            if path and verb:
                found.add((verb[1].upper(), path[1]))
    return found


def test_every_package_method_is_listed_once_in_the_table():
    listed = [(method, path) for method, path, _ in ROWS]
    assert len(listed) == len(set(listed))
    calls = calls_of_the_package()
    assert len(calls) > 90 and calls - set(listed) == set()


@pytest.mark.parametrize("method, path, is_there", ROWS, ids=lambda value: value)
def test_route_exists_exactly_if_the_table_says_so(server, method, path, is_there):
    answer = Appwrite(server).send(
        method, re.sub(r"\{\w+\}", "x", path), None if method == "GET" else {}, headers={"X-Appwrite-Key": "x"})
    is_unknown = answer.status_code == 404 and answer.json()["type"] == "general_route_not_found"
    assert is_unknown == (is_there == "no"), answer.text
