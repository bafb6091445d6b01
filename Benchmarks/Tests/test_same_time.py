"""Tests of the separation of two kinds of names by time."""

import random

import pytest

import goals
import same_time
import threshold
from threshold import Separation, best_share


@pytest.mark.parametrize("first, second, share", [
    ([1, 2, 3], [4, 5, 6], 1),
    ([4, 5, 6], [1, 2, 3], 1),
    ([1, 2, 3, 9], [4, 5, 6, 7], 7 / 8),
    ([1, 1, 1], [1, 1, 1], 1 / 2),
    # No threshold separates equal values: both lists have 1, only the second has 2.
    ([1, 1], [1, 2], 3 / 4),
    # Lists of different lengths have equal weight: the constant guess "second" is right for one half.
    ([5], [1, 2, 3, 4, 6, 7, 8, 9], 3 / 4),
])
def test_best_threshold_has_the_expected_share_of_correct_guesses(first, second, share):
    assert best_share(first, second) == pytest.approx(share)


def test_random_differences_stay_within_the_interval():
    generator = random.Random(7)
    first, second = ([generator.gauss(10, 2) for _ in range(200)] for _ in range(2))
    low, high = threshold.shares_by_chance(first, second, trials=200)
    assert 0.5 < low < best_share(first, second) < high < 0.6


def test_small_difference_exceeds_the_interval():
    generator = random.Random(7)
    first = [generator.gauss(10, 1) for _ in range(200)]
    second = [generator.gauss(11, 1) for _ in range(200)]
    assert best_share(first, second) > threshold.shares_by_chance(first, second, trials=200)[1]


def test_table_has_one_column_per_figure():
    line = Separation([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]).line("reset, native")
    assert len(line) == len(threshold.HEADING)
    assert line.split()[2:9] == ["1.000", "2.000", "3.000", "1.000", "2.000", "3.000", "50.0%"]


def test_sixty_percent_correct_guesses_are_allowed():
    assert [goals.of_same_time("reset", share)[0].is_met for share in (0.52, 0.599, 0.61)] == [True, True, False]


def test_response_is_complete_once_its_body_is():
    assert same_time.is_whole(b"HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n")
    assert same_time.is_whole(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
    assert not same_time.is_whole(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{")
    assert not same_time.is_whole(b"HTTP/1.1 200 OK\r\ncontent-le")


def test_requests_for_two_names_differ_only_in_the_name():
    for group in same_time.QUESTIONS:
        for question in group:
            first, second = (question.request(name) for name in ("a" * 16 + "@x", "b" * 16 + "@x"))
            assert first.replace(b"a" * 16, b"b" * 16) == second
