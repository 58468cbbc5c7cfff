"""The time board: what is passed, what comes next for each seat, and the tokens."""

from dataclasses import replace

import pytest
from PIL import Image, ImageColor

import render
from game import Automa, Position
from game.position import start
from game.squares import INCOME, LAST, LEATHER_SPACES
from render import table, timeboard
from render.theme import DAYLIGHT, Theme
from tests.render.seen import changed, colours, differ, grey
from tests.render.themes import every_theme

START = start("classic", range(33))
SIGNED = {*INCOME, *LEATHER_SPACES["classic"]}


def at(position: Position, one: int, two: int) -> Position:
    """The position with the tokens on two spaces."""
    first, second = position.players
    return replace(position, players=(replace(first, space=one), replace(second, space=two)), token=1 + (two < one))


def spaces(position: Position, theme: Theme = DAYLIGHT) -> list[Image.Image]:
    """The picture of every space, without its edges: tokens and marks reach over them."""
    picture = render.draw_table(position, theme=theme)
    corners = (timeboard.corner(table.TIME_BOARD, space) for space in range(LAST + 1))
    return [picture.crop((x + 8, y + 3, x + timeboard.SPACE - 8, y + timeboard.HEIGHT - 3)) for x, y in corners]


def differing(one: list[Image.Image], two: list[Image.Image]) -> set[int]:
    """The spaces that differ in two pictures."""
    return {space for space, pair in enumerate(zip(one, two, strict=True)) if differ(*pair) > 0.5}


@every_theme
def test_spaces_behind_both_tokens_are_darker(theme: Theme) -> None:
    before, after = (spaces(at(START, *both), theme) for both in ((0, 0), (40, 45)))
    for space in range(2, 39):
        if space not in SIGNED:
            assert grey(after[space]) < grey(before[space]) - 20, space
    assert all(differ(before[space], after[space]) == 0 for space in (42, 43, 49, 52))
    assert all(differ(after[space], after[space - 2]) > 10 for space in INCOME if space < 40), "incomes can be seen"


@pytest.mark.parametrize("automa", [None, Automa("fellow", "normal")])
def test_marks_lie_around_the_next_income_and_leather_of_each_seat(
    automa: Automa | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = replace(at(START, 3, 21), automa=automa, bonus=1)
    marked = spaces(position)  # the token on 21 has taken the leather on 20
    monkeypatch.setattr(timeboard, "goals", lambda *_: None)
    assert differing(marked, spaces(position)) == {5, 23, 26}


@every_theme
def test_the_marks_of_the_two_seats_have_the_shapes_of_their_tokens(theme: Theme) -> None:
    """Seat 2's is a square in its colour, corners and all; in the corners of seat 1's ring the tape shows."""
    picture = render.draw_table(at(START, 12, 19), theme=theme).convert("RGB")
    for space, colour in ((17, theme.odd_tape), (23, theme.amber)):
        x, y = timeboard.centre(table.TIME_BOARD, space)
        low = [
            picture.getpixel((x + side * 19, y + timeboard.HEIGHT // 2 - 3)) for side in (-1, 1)
        ]  # above, the tape has its ticks
        assert low == [ImageColor.getrgb(colour)] * 2, space


def test_when_the_game_is_over_nothing_is_marked() -> None:
    over = at(START, LAST, LAST)
    alone = replace(over, automa=Automa("fellow", "normal"), bonus=1)
    assert differing(spaces(over), spaces(alone)) == set()


def test_leather_lies_where_the_track_has_it() -> None:
    revised = start("revised", range(33))
    moved = set(LEATHER_SPACES["classic"]) ^ set(LEATHER_SPACES["revised"])
    assert differing(spaces(START), spaces(revised)) == moved | {26}  # where the mark of both seats goes


@every_theme
@pytest.mark.parametrize("token", [1, 2])
@pytest.mark.parametrize("space", [0, 14, 17, 18, 35, 36, 53])
def test_both_tokens_show_even_on_one_space(space: int, token: int, theme: Theme) -> None:
    together = replace(at(START, space, space), token=token)
    x, y = timeboard.centre(table.TIME_BOARD, space)
    around = colours(render.draw_table(together, theme=theme).crop((x - 45, y - 25, x + 45, y + 25)))
    assert min(around[theme.blue], around[theme.amber]) > 150


@every_theme
def test_every_tenth_space_has_its_number(theme: Theme) -> None:
    """In digits as large as there is room for: on the bare tape much more ink than the ticks of its neighbours."""
    shown = spaces(START, theme)
    for space, bare in ((10, 8), (30, 28), (40, 42)):
        assert colours(shown[space])[theme.ink] > colours(shown[bare])[theme.ink] + 150, space
    for space in (20, 50):  # there a leather patch lies; one of those without a number for comparison
        assert differ(without_marks(space, theme), without_marks(26, theme)) > 10, space


def without_marks(space: int, theme: Theme) -> Image.Image:
    """The middle of a space, within the marks around it."""
    x, y = timeboard.centre(table.TIME_BOARD, space)
    return render.draw_table(START, theme=theme).crop((x - 13, y - 12, x + 13, y + 12))


@every_theme
@pytest.mark.parametrize("seat", [1, 2])
def test_a_token_bears_the_number_of_its_space(theme: Theme, seat: int) -> None:
    """The same token on two bare spaces of the same colour."""
    one, two = ((6, 40), (14, 40)) if seat == 1 else ((40, 6), (40, 14))
    middles = []
    for both in (one, two):
        x, y = timeboard.centre(table.TIME_BOARD, min(both))
        middles.append(render.draw_table(at(START, *both), theme=theme).crop((x - 16, y - 14, x + 16, y + 14)))
    assert differ(*middles) > 8


@every_theme
@pytest.mark.parametrize("space", [0, 14, 17, 18, 35, 36, 53])
def test_tokens_that_share_a_space_lie_on_it_and_on_no_other(
    space: int, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = replace(at(START, space, space), token=2)
    picture = render.draw_table(together, theme=theme)
    monkeypatch.setattr(timeboard, "_tokens", lambda *_: None)
    bare = render.draw_table(together, theme=theme)
    left, _, right, _ = changed(picture, bare)
    x, _ = timeboard.corner(table.TIME_BOARD, space)
    assert x <= left < right <= x + timeboard.SPACE


def test_of_two_on_one_space_the_next_to_move_is_in_front() -> None:
    for space, forward in ((14, 1), (31, -1)):
        x, y = timeboard.centre(table.TIME_BOARD, space)
        for token, colour in ((1, DAYLIGHT.blue), (2, DAYLIGHT.amber)):
            picture = render.draw_table(replace(at(START, space, space), token=token)).convert("RGB")
            assert picture.getpixel((x + forward * 8, y + 17)) == ImageColor.getrgb(colour)
