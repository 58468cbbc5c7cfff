"""An attempt: each patch is placed or left out, and the last choice can be taken back until the end."""

from itertools import pairwise
from random import Random

import pytest

from daily import EMPTY, SIDE, SQUARES, Attempt, Puzzle, parse_attempt, puzzle_of
from daily.attempt import BadAttempt
from daily.par import best_of
from game.placements import OF_PATCH, PLACEMENTS, parse_placement
from game.squares import bits
from game.tidy import tidiest

PUZZLE = puzzle_of(327)
LARGE = Puzzle(
    0, 1, (32, 19, 31, 24, 28, 29, 22, 20, 17, 23, *sorted({*range(33)} - {32, 19, 31, 24, 28, 29, 22, 20, 17, 23}))
)
"""The largest patches: soon, most fit nowhere."""


def tidy(attempt: Attempt) -> Attempt:
    """The attempt played to its end, each patch at its tidiest place."""
    while attempt.patch:
        attempt = attempt.place(tidiest(attempt.quilt, attempt.patch)[0])
    return attempt


def wild(rng: Random, puzzle: Puzzle) -> list[Attempt]:
    """A random attempt, step by step."""
    steps = [Attempt(puzzle)]
    while patch := steps[-1].patch:
        span = OF_PATCH[patch.id]
        places = [PLACEMENTS[span.first + number] for number in bits(span.of(steps[-1].quilt.fits))]
        steps.append(steps[-1].skip() if rng.random() < 0.2 else steps[-1].place(rng.choice(places)))
    return steps


def test_an_empty_quilt_has_49_squares_and_every_patch_fits() -> None:
    assert EMPTY.empty == SQUARES == SIDE * SIDE
    assert all(OF_PATCH[number].of(EMPTY.fits) for number in range(33))
    assert {(square % 9 < SIDE, square // 9 < SIDE) for square in bits(EMPTY.free)} == {(True, True)}


def test_no_patch_reaches_over_the_edge() -> None:
    for number in bits(EMPTY.fits):
        assert not PLACEMENTS[number].mask & ~EMPTY.free


def test_the_next_two_patches_are_known() -> None:
    attempt = Attempt(PUZZLE)
    assert (attempt.patch, *attempt.following) == PUZZLE.patches[:3]
    for _ in range(8):
        attempt = attempt.skip()
    assert (attempt.patch, attempt.following) == (PUZZLE.patches[8], PUZZLE.patches[9:])


def test_leaving_out_is_free() -> None:
    attempt = Attempt(PUZZLE)
    for _ in PUZZLE.patches:
        attempt = attempt.skip()
    assert (attempt.is_finished, attempt.covered, str(attempt)) == (True, 0, "- - - - - - - - - -")
    with pytest.raises(BadAttempt):
        attempt.skip()


@pytest.mark.slow
def test_every_attempt_can_be_spelled_and_read_again() -> None:
    rng = Random(7)
    for number in range(1, 60):
        for step in wild(rng, puzzle_of(number)):
            assert parse_attempt(step.puzzle, str(step)) == step
            assert step.covered == sum(one.mask.bit_count() for one in step.laid if one)


def test_undo_goes_back_choice_by_choice_and_ends_with_the_last_patch() -> None:
    rng = Random(8)
    for number in range(1, 60):
        steps = wild(rng, puzzle_of(number))
        assert steps[-1].undoable is None
        for before, after in pairwise(steps[:-1]):
            assert after.undoable is before.patch
            assert after.undo() == before
        for end in (steps[0], steps[-1]):
            with pytest.raises(BadAttempt):
                end.undo()


def test_a_patch_that_fits_nowhere_is_left_out_by_itself() -> None:
    attempt = tidy(Attempt(LARGE))
    assert attempt.is_finished
    forced = [place for place in range(10) if attempt.is_forced(place)]
    assert forced
    assert all(attempt.laid[place] is None for place in forced)
    assert parse_attempt(LARGE, str(attempt)) == attempt


def test_what_breaks_the_rules_is_refused() -> None:
    sewn = Attempt(PUZZLE).place(parse_placement("25N@A1"))
    for wrong in ("1N@A1", "26N@F5", "1N@G1", "1N@A8"):
        with pytest.raises(BadAttempt):
            sewn.place(parse_placement(wrong))
    spelled = ("25N@A1 25N@C3", "hello", "25N@A1  x", "- - - - - - - - - - -", "25N@Z1", str(tidy(Attempt(LARGE)))[:-2])
    for text in spelled:
        with pytest.raises(ValueError, match=r".+"):
            parse_attempt(PUZZLE, text)


def test_text_that_leaves_out_what_is_left_out_by_itself_is_refused() -> None:
    ended = tidy(Attempt(LARGE))
    assert ended.is_forced(9)
    with pytest.raises(BadAttempt, match="missing"):
        parse_attempt(LARGE, str(ended).rpartition(" ")[0])


@pytest.mark.slow
@pytest.mark.parametrize("days", [6, pytest.param(30, marks=pytest.mark.night)])
def test_the_search_for_par_plays_by_the_rules_and_better_than_the_tidy(days: int) -> None:
    pars, tidies, fulls = [], [], 0
    for number in range(1, days + 1):
        found = best_of(puzzle_of(number))
        assert found.is_finished
        assert parse_attempt(found.puzzle, str(found)) == found
        pars.append(found.covered)
        tidies.append(tidy(Attempt(found.puzzle)).covered)
        fulls += found.is_full
    assert 44 <= sum(pars) / days <= 46
    assert sum(pars) / days - sum(tidies) / days > 3
    assert fulls <= days / 6


@pytest.mark.night
def test_a_larger_budget_finds_more_and_the_same_budget_the_same() -> None:
    puzzles = [puzzle_of(number) for number in range(1, 11)]
    small, large = ([best_of(puzzle, steps).covered for puzzle in puzzles] for steps in (2_000, 40_000))
    assert sum(small) < sum(large)
    assert small == [best_of(puzzle, 2_000).covered for puzzle in puzzles]
