"""The Automa's side of the table."""

from dataclasses import replace

import pytest
from PIL import ImageColor

import render
from game import Automa
from game.automa import BONUS_SPACES, CARDS, LEVELS
from game.position import start
from render import automa, table, timeboard
from render.theme import Theme
from tests.render.seen import differ
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


def test_before_the_first_card_its_back_is_shown() -> None:
    assert differ(render.draw_table(SOLO).crop(SIDE), render.draw_table(SOLO, card=1).crop(SIDE)) > 5


def test_the_next_budget_stands_on_the_back_of_the_tactical_deck_only() -> None:
    hidden = render.draw_table(SOLO, card=13).crop(SIDE)
    one, six = (render.draw_table(SOLO, card=13, next_budget=budget).crop(SIDE) for budget in (1, 6))
    assert differ(hidden, one) > 1
    assert differ(one, six) > 0.1


def test_the_piles_show_what_was_taken() -> None:
    assert SOLO.automa is not None
    richer = replace(SOLO, automa=replace(SOLO.automa, patches=(8, 1)))
    assert differ(render.draw_table(SOLO).crop(SIDE), render.draw_table(richer).crop(SIDE)) > 1


@pytest.mark.parametrize("level", LEVELS)
def test_the_bonus_tile_lies_on_the_space_of_the_level_until_it_is_taken(level: str) -> None:
    position = start("classic", range(33), automa=Automa(level, "normal"))
    x, y = timeboard.corner(table.TIME_BOARD, BONUS_SPACES[level])
    space = (x, y, x + timeboard.SPACE, y + timeboard.HEIGHT)
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
        image = render.draw_table(SOLO, card=card.number, next_budget=card.budget, theme=theme).convert("RGB")
        for beside in (front, back):
            colours = {colour for _, colour in image.crop(beside).getcolors(10**5) or []}
            assert colours == {ImageColor.getrgb(theme.card)}, (card, beside)
