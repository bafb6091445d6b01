"""Tests of the two programs: `sesame` for production, and `sesame-dev`, which it starts for the development
commands."""

import mmap
import shutil
import subprocess

import pytest

from patience import PATIENCE
from sesame import PROGRAM, run

COMMANDS = ("dev", "demo", "login", "whoami", "logout")
#: Each is a sign of code for development: providers that sign in anyone, demo scenes, or the SDK's test doubles.
SIGNS = (b"SesameDevelopmentProviders", b"SesameDemo", b"SesameDevelopment", b"SesameTesting", b"com.example.couple")


def has(program, sign: bytes) -> bool:
    with open(program, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find(sign) >= 0


@pytest.mark.released
@pytest.mark.parametrize("sign", SIGNS)
def test_production_program_contains_no_development_code(sign):
    program = PROGRAM.resolve()
    assert has(program.with_name("sesame-dev"), sign)
    assert not has(program, sign)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_lists_and_explains_the_development_commands(command):
    assert f"\n  {command} " in run("--help").stdout
    for asked in ([command, "--help"], ["help", command]):
        result = run(*asked)
        assert result.returncode == 0 and f"USAGE: sesame {command}" in result.stdout


def test_symbolic_link_to_the_program_finds_the_development_program(tmp_path):
    (tmp_path / "linked").symlink_to(PROGRAM.resolve())
    result = subprocess.run([tmp_path / "linked", "demo", "--help"], capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 0 and "USAGE: sesame demo" in result.stdout


def test_program_alone_reports_the_missing_development_program_and_still_serves(tmp_path):
    alone = shutil.copy(PROGRAM.resolve(), tmp_path / "sesame")

    def run_alone(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([alone, *arguments], capture_output=True, text=True, timeout=PATIENCE)

    for command in COMMANDS:
        result = run_alone(command)
        assert result.returncode == 1 and f"{tmp_path}/sesame-dev" in result.stderr
    assert run_alone("serve", "--help").returncode == 0
