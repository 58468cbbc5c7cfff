"""The Automa's side of the table."""

from dataclasses import replace

import pytest

import render
from game import Automa
from game.automa import BONUS_SPACES, CARDS, LEVELS
from game.position import start
from render import automa, table, timeboard
from render.theme import Theme
from tests.render.seen import box, colours, differ
from tests.render.themes import every_theme

SIDE = (table.AUTOMA[0], table.AUTOMA[1], 1100, table.AUTOMA[1] + automa.HEIGHT)
SOLO = start("classic", range(33), automa=Automa("fellow", "tactical"))


@pytest.mark.slow
def test_every_card_looks_different() -> None:
    sides = {number: render.draw_table(SOLO, card=number).crop(SIDE) for number in CARDS}
    for one, side in sides.items():
        for two, other in sides.items():
            if one < two and replace(CARDS[one], number=0) != replace(CARDS[two], number=0):
                assert differ(side, other) > 0.1, (one, two)


@pytest.mark.parametrize("level", LEVELS)
def test_the_bonus_tile_lies_on_the_space_of_the_level_until_it_is_taken(level: str) -> None:
    position = start("classic", range(33), automa=Automa(level, "normal"))
    corner = timeboard.corner(table.TIME_BOARD, BONUS_SPACES[level])
    space = box(corner, timeboard.SPACE, timeboard.HEIGHT)
    there, gone = (render.draw_table(replace(position, bonus=bonus)).crop(space) for bonus in (0, 1))
    assert differ(there, gone) > 20


@pytest.mark.slow
@every_theme
def test_every_budget_stays_on_its_card(theme: Theme) -> None:
    """Beside the digits there is card: on the card itself, and in the window of the back of the next one."""
    left, top = table.AUTOMA
    front = (left + automa.CARD_WIDTH - 14, top + 10, left + automa.CARD_WIDTH - 5, top + 130)
    middle = left + automa.CARD_WIDTH + 16 + automa.PILE_WIDTH // 2
    low = top + 2 * (automa.PILE_HEIGHT + automa.GAP) + automa.PILE_HEIGHT // 2
    back = (middle + 83, low - 20, middle + 88, low + 20)
    for card in CARDS.values():
        image = render.draw_table(SOLO, card=card.number, next_budget=card.budget, theme=theme)
        for beside in (front, back):
            assert colours(image.crop(beside)).keys() == {theme.card}, (card, beside)
