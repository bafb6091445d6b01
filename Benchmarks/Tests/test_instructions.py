"""Tests of counting and comparing instructions."""

import os

import pytest

import goals
import instructions
import noise
from instructions import Comparison, CountError, EmulatedCounter

COUNTED = "# started on Mon\n\n72619182,,instructions:u,22116529,100.00,,\n"


def test_count_is_read_from_perf_output():
    assert instructions.parsed(COUNTED) == 72_619_182


@pytest.mark.parametrize("text", [
    "", "<not supported>,,instructions:u,0,100.00,,", "<not counted>,,instructions:u,0,0.00,,",
    "72619182,,instructions:u,11058264,50.00,,",
])
def test_missing_or_partial_count_is_an_error(text):
    with pytest.raises(CountError):
        instructions.parsed(text)


def callgrind_control(folder, monkeypatch, says: str, dump: str = ""):
    """Installs a fake `callgrind_control` with this output, which writes the dump of process 7."""
    program = folder / "bin" / "callgrind_control"
    program.parent.mkdir()
    written = f"printf '{dump}' > {folder}/callgrind.7.2" if dump else ":"
    program.write_text(f"#!/bin/sh\n[ \"$1\" = --zero ] || {written}\necho '{says}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")


def test_emulated_count_is_the_total_of_the_new_dump(tmp_path, monkeypatch):
    (tmp_path / "callgrind.7.1").write_text("totals: 5\n")
    callgrind_control(tmp_path, monkeypatch, "PID 7: sesame\n  OK.", "events: Ir\nfn=(1) main\n1 2\ntotals: 1590027\n")
    with EmulatedCounter(7, tmp_path) as counter:
        pass
    assert counter.instructions == 1_590_027


def test_counting_a_process_that_is_not_emulated_is_an_error(tmp_path, monkeypatch):
    callgrind_control(tmp_path, monkeypatch, "Error: Callgrind task with PID/name 7 not detected.")
    with pytest.raises(CountError, match="not detected"), EmulatedCounter(7, tmp_path):
        pass


def test_ratio_and_spread_are_computed_per_round():
    comparison = Comparison([100.0, 200.0, 100.0], [101.0, 202.0, 103.0])
    assert comparison.ratio == pytest.approx(1.01)
    assert comparison.spread == pytest.approx(0.02)


def test_round_missing_from_one_program_is_an_error():
    with pytest.raises(ValueError):
        Comparison([100.0, 200.0], [101.0]).ratio


def test_table_has_one_column_per_figure():
    heading = instructions.heading("53fbbe8" + "0" * 33)
    line = Comparison([400_000.0], [404_000.0]).line("C GET /v1/me")
    assert len(heading) == len(line)
    assert heading.split()[-4:] == ["53fbbe800", "now", "ratio", "±"]
    assert line.split()[-4:] == ["400.0", "404.0", "1.010", "0.000"]


def test_two_percent_more_instructions_are_allowed():
    assert [goals.of_instructions("A", ratio)[0].is_met for ratio in (0.9, 1.019, 1.021)] == [True, True, False]


def test_ratio_that_varies_between_rounds_raises_a_complaint():
    assert noise.complaints_about_counts(0.005) == []
    assert len(noise.complaints_about_counts(0.02)) == 1
