"""What taking a patch leads to, before it is sewn anywhere; the ring and its numbers."""

import pytest

from game import LEATHER, PATCHES, IllegalMove, Position, Step
from game.facts import BonusTaken, Fact, GameOver, Income, LeatherWon, Sewed
from tests.game.building import FULL, ONE_SHORT, THREE_SHORT, after, anywhere, random_line, seat, solo, table, takeable

# buttons and time of the patches used here: 1 = ### (2, 2) · 2 = corner (1, 3) · 3 = corner (3, 1) · 4 = #### (3, 3)


def preview(position: Position, patch: int) -> Step:
    step = position.preview(PATCHES[patch])
    assert step is not None
    return step


def apart_from_where(facts: tuple[Fact, ...]) -> list[Fact]:
    """What happened, without what depends on where the patch lies."""
    return [fact for fact in facts if not isinstance(fact, Sewed | BonusTaken | GameOver)]


def all_but_quilts(position: Position) -> tuple[object, ...]:
    """What is on the table beside the quilts and the bonus tile."""
    seats = [(player.space, player.buttons, player.income, player.quilt.empty) for player in position.players]
    return position.ring, position.token, position.leather, seats


def test_a_preview_holds_wherever_the_patch_is_sewn() -> None:
    for seed in range(4):
        for position in random_line(seed)[0][::5]:
            for patch in filter(position.can_take, position.offers):
                expected = preview(position, patch.id)
                for move in set(anywhere(patch.id)) & set(position.legal_moves):
                    step = position.play(move)
                    assert apart_from_where(step.facts) == apart_from_where(expected.facts)
                    assert all_but_quilts(step.position) == all_but_quilts(expected.position)


def test_it_tells_the_price_the_income_and_the_leather() -> None:
    step = preview(table(seat(18, buttons=9, income=2), seat(19), (4, 2, 3)), 4)
    sewed, *others = step.facts
    assert isinstance(sewed, Sewed)
    assert (sewed.seat, sewed.placement.patch) == (1, PATCHES[4])
    assert others == [LeatherWon(1, 20, True)]
    assert (step.position.player(1).buttons, step.position.player(1).space, step.position.leather) == (6, 21, 1)
    assert apart_from_where(preview(table(seat(4, income=2), seat(9)), 1).facts) == [Income(1, 5, 2)]


def test_it_leaves_out_the_bonus_tile_even_where_the_patch_can_lie_nowhere_else() -> None:
    only_b1 = THREE_SHORT.replace("....#####", "#...#####").replace(".#######.", "#########") + "######### " * 2
    position = table(seat(diagram=only_b1), seat(9))
    assert after(position, "1N@B1").bonus == 1
    step = preview(position, 1)
    assert step.position.bonus == 0
    assert preview(table(seat(), seat(9), bonus=2), 1).position.bonus == 2, "one that is gone stays where it is"
    assert [type(fact) for fact in step.facts] == [Sewed]


def test_it_tells_the_end_but_not_who_wins_which_may_hang_on_the_bonus_tile() -> None:
    step = preview(table(seat(52), seat(53)), 1)
    assert step.position.over
    assert not any(isinstance(fact, GameOver) for fact in step.facts)


def test_there_is_none_for_a_patch_that_fits_nowhere() -> None:
    position = table(seat(diagram=FULL.replace("#########", "........#", 1)), seat(), (1, 2, 3))
    assert position.preview(PATCHES[1]) is not None
    assert position.preview(PATCHES[2]) is None  # a corner needs two rows


@pytest.mark.parametrize(
    ("position", "patch", "reason"),
    [
        (table(seat(buttons=2)), 3, "cannot_pay"),
        (table(), 4, "not_offered"),
        (table(seat(53), seat(53)), 1, "game_over"),
        (after(table(seat(18), seat(19)), "1N@A1"), 2, "leather_first"),
        (solo(seat(9), 8), 1, "card_first"),
    ],
)
def test_a_patch_that_may_not_be_taken_has_none(position: Position, patch: int, reason: str) -> None:
    assert not position.can_take(PATCHES[patch])
    with pytest.raises(IllegalMove) as caught:
        position.preview(PATCHES[patch])
    assert caught.value.reason == reason


def test_it_can_be_taken_exactly_where_a_legal_move_sews_it() -> None:
    for position in random_line(3)[0]:
        assert {patch.id for patch in PATCHES if position.can_take(patch)} == takeable(position) - {LEATHER.id}


def test_leather_is_previewed_like_a_patch() -> None:
    owed = after(table(seat(18, diagram=ONE_SHORT), seat(19)), "1N@A9")
    step = owed.preview(LEATHER)
    assert step is not None
    assert (step.position.leather, step.position.bonus, step.position.turn) == (0, 0, 2)


def test_the_ring_as_patches_starts_at_the_pawn() -> None:
    position = table(offers=(17, 4, 8))
    assert position.ring_patches[:3] == position.offers == [PATCHES[17], PATCHES[4], PATCHES[8]]
    assert [patch.id for patch in position.ring_patches] == list(position.ring)
    assert after(position, "4N@A1").ring_patches[-1] is PATCHES[17]


def test_a_patch_goes_by_its_number_in_the_ring_and_leather_by_0() -> None:
    position = table(offers=(17, 4, 8))
    assert [position.number_of(patch) for patch in position.ring_patches] == list(range(1, 34))
    assert [position.number_of(patch) for patch in position.offers] == [1, 2, 3]
    assert position.number_of(LEATHER) == 0
    with pytest.raises(ValueError, match="not in"):
        after(position, "4N@A1").number_of(PATCHES[4])
