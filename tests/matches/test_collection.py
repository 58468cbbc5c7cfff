"""The positions that come with the bot: all are there, and their moves are legal."""

import pytest

from bot.matches.collection import collection
from engine.levels import LEVELS
from game import Record, parse_move


@pytest.mark.slow
def test_four_hundred_positions_come_with_the_bot_each_with_two_moves_that_are_legal() -> None:
    kept = collection()
    assert len({(each.game.setup.ring, each.moment.ply) for each in kept}) == len(kept) == 400
    for each in kept:
        record = Record(each.game.setup, tuple(map(parse_move, each.game.moves.split())))
        positions = [record.setup.start, *(step.position for step in record.steps())]
        before, played = positions[each.moment.ply - 1], record.moves[each.moment.ply - 1]
        assert played != each.moment.better
        assert {played, each.moment.better} <= {*before.legal_moves}


def test_each_level_finds_some_of_them_that_the_weaker_ones_do_not() -> None:
    assert {each.level for each in collection()} == {*LEVELS}
