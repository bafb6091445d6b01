"""Tests that pytest finds all scenarios without the program that they run against."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_pytest_collects_all_scenarios_and_the_long_ones_exist():
    # This compiles the modules for the processes of the suite.
    found = subprocess.run(
        [ROOT / "scripts/scenarios", "-n", "0", "--collect-only"], capture_output=True, text=True,
        env={**os.environ, "SESAME_PROGRAM": "/nowhere"})
    assert found.returncode == 0, found.stdout[-2000:] + found.stderr[-2000:]
    names = set(re.findall(r"^(test_\w+\.py)::", found.stdout, re.M))
    conftest = (ROOT / "Server/Tests/Scenarios/conftest.py").read_text()
    long = set(re.findall(r'"(test_\w+\.py)"', conftest))
    assert len(names) > 90 and len(long) > 5 and long <= names
