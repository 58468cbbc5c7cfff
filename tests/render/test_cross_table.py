"""The cross table of a group: what each sign is, and that none is told by its colour alone."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

import render
from render import Contestant, Game, Theme
from render.cross_table import EDGE, ROW, WIDTH, WINS
from tests.render.seen import changed, differ
from tests.render.themes import every_theme

GAMES = [
    *(Game("won", 9), Game("lost", -9), Game("won"), Game("lost"), Game("running"), Game("void")),
    *(Game("won", by_time=True), Game("lost", by_time=True), Game("won", 12)),
]


def table(
    game: Game | None = None, count: int = 3, first: Contestant | None = None, theme: Theme = render.DAYLIGHT
) -> Image.Image:
    """A cross table in which nobody has played, but perhaps the first two."""
    games = [[None if one == two else Game("void") for two in range(count)] for one in range(count)]
    games[0][1] = game or games[0][1]
    rows = [Contestant("", each, 0, False, tuple(row)) for each, row in enumerate(games)]
    return render.draw_cross_table([first or rows[0], *rows[1:]], theme=theme)


@every_theme
def test_each_sign_differs_from_the_others_without_its_colour(theme: Theme) -> None:
    for one, two in combinations([table(game, theme=theme).convert("L") for game in GAMES], 2):
        different = ImageChops.difference(one, two).point([0] * 40 + [255] * 216)
        assert sum(different.histogram()[255:]) > 100


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_there_is_a_row_for_each_and_a_column_more_for_wins(count: int) -> None:
    picture = table(count=count)
    assert picture.mode == "P"
    assert picture.size == (WIDTH, ROW * (count + 1) + 2 * EDGE)


def test_for_whom_no_game_counts_no_number_stands() -> None:
    row = Contestant("", 0, 0, False, (None, Game("void"), Game("void")))
    left, top, right, low = changed(*(table(first=replace(row, wins=wins)) for wins in (0, None)))
    assert WIDTH - EDGE - WINS < left < right < WIDTH - EDGE
    assert EDGE + ROW < top < low < EDGE + 2 * ROW


@every_theme
def test_who_leads_has_a_frame_and_a_name_stays_beside_the_games(theme: Theme) -> None:
    row = Contestant("", 0, 2, False, (None, Game("void"), Game("void")))
    plain, leads, named = (
        table(first=each, theme=theme)
        for each in (row, replace(row, leads=True), replace(row, name="Wilhelmina the third of Quiltshire"))
    )
    edge = (EDGE, EDGE + ROW, WIDTH - EDGE, EDGE + ROW + 5)
    assert differ(plain.convert("L").crop(edge), leads.convert("L").crop(edge)) > 10
    left, top, right, low = changed(plain, named)
    assert EDGE + 80 < left < right < WIDTH - EDGE - WINS - 3 * 140
    assert EDGE + ROW < top < low < EDGE + 2 * ROW


def test_everybody_has_a_cloth_of_their_own() -> None:
    row = Contestant("", 0, 2, False, (None, Game("void"), Game("void")))
    pictures = [table(first=replace(row, cloth=cloth)) for cloth in range(6)]
    assert min(differ(one, two) for one, two in combinations(pictures, 2)) > 0.3
