"""Tests of the benchmark's verdicts."""

import pytest

import goals
import noise
from goals import Verdict
from machine import Interval
from measure import Sample, Summary, ratio

QUIET = Interval(available=100, stolen=0.5, foreign=4)


def sample(rate=1_000.0, cpu_us=100.0):
    return Sample(rate, cpu_us, p50_ms=1, p99_ms=2)


def test_quiet_machine_raises_no_complaint():
    assert noise.complaints(0.05, QUIET) == []


@pytest.mark.parametrize("spread, interval", [
    (0.30, QUIET),
    (0.05, Interval(available=100, stolen=3, foreign=4)),
    (0.05, Interval(available=100, stolen=0.5, foreign=30)),
])
def test_noisy_machine_raises_a_complaint(spread, interval):
    assert len(noise.complaints(spread, interval)) == 1


def test_cost_is_judged_as_a_multiple_of_the_baseline():
    on_a_slow_machine = goals.of_operation("A", 340, 2 * goals.BASELINE_US, 6, 25)
    on_a_fast_machine = goals.of_operation("A", 90, goals.BASELINE_US / 2, 6, 25)
    assert all(verdict.is_met for verdict in on_a_slow_machine)
    assert [verdict.is_met for verdict in on_a_fast_machine] == [False, True, True]


def test_ratio_has_a_minimum_and_time_a_maximum():
    _, against_fastapi, p99 = goals.of_operation("C", 1, goals.BASELINE_US, 3.4, 10.5)
    assert not against_fastapi.is_met and not p99.is_met
    assert Verdict("x", 2, 1, "×", is_ceiling=False).is_met


def test_memory_that_still_grows_is_not_flat():
    grown = [20.0, 30.0, 31.0, 34.0]
    assert [verdict.is_met for verdict in goals.of_memory(20, grown)] == [True, True, False]
    assert all(verdict.is_met for verdict in goals.of_memory(20, [20.0, 33.0, 34.0, 34.0]))


def test_ratio_compares_within_each_round():
    ours = [sample(rate=600), sample(rate=6_000), sample(rate=700)]
    theirs = [sample(rate=100), sample(rate=1_000), sample(rate=100)]
    assert ratio(ours, theirs) == 6


def test_one_bad_round_changes_the_spread_but_not_the_median():
    summary = Summary.of([sample(cpu_us=100), sample(cpu_us=102), sample(cpu_us=180)])
    assert summary.cpu_us == 102
    assert summary.spread == pytest.approx(80 / 102)
