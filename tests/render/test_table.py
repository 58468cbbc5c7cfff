"""The table: the bonus tile, the winner, what can be paid, and the signs on the offers."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageColor

import render
from game import ADVANCE, PATCHES, Automa, Placement
from game.position import OFFERS, start
from game.quilt import EMPTY_QUILT, Quilt
from game.squares import SIZE
from render import offers, seats, table, timeboard
from render.quilt import squares_of
from render.symbols import length
from render.theme import DAYLIGHT, Theme
from tests.render.positions import position_after
from tests.render.seen import Noted, box, colours, differ
from tests.render.themes import every_theme

Notes = list[tuple[Any, ...]]

START = start("classic", range(33))
OVER = position_after(99)[0]
MIDDLE = (table.SEATS[1][0] + seats.WIDTH + 2, 0, table.SEATS[2][0] - 2, seats.HEIGHT)
"""The place of the bonus tile between the seats."""

CARDS = (0, table.OFFERS[1], table.WIDTH, table.OFFERS[1] + offers.OFFER[1])
"""The place of the offers."""


def test_the_bonus_tile_lies_between_the_seats_until_it_is_taken_but_not_against_the_automa() -> None:
    """Then it lies on the time board."""
    solo = start("classic", range(33), automa=Automa("fellow", "normal"))
    taken = (replace(START, bonus=1), replace(START, bonus=2), solo)
    there, one, *others = (render.draw_table(position).crop(MIDDLE) for position in (START, *taken))
    assert differ(there, one) > 30
    assert [differ(one, other) for other in others] == [0, 0]


def test_the_winner_is_framed() -> None:
    assert OVER.winner == 2
    one, two = (replace(player, buttons=buttons) for player, buttons in zip(OVER.players, (90, 0), strict=True))
    for position in (OVER, replace(OVER, players=(one, two))):
        image = render.draw_table(position).convert("RGB")
        for seat, (left, top) in table.SEATS.items():
            lit = image.getpixel((left + seats.WIDTH // 2 + 100, top + seats.HEIGHT - 10)) == (0xFF, 0xF6, 0xE3)
            assert lit == (position.winner == seat)


@pytest.mark.parametrize("buttons", [0, 41, 103, 169])
@pytest.mark.parametrize(("quilt", "bonus"), [(OVER.players[0].quilt, 0), (OVER.players[0].quilt, 1), (EMPTY_QUILT, 0)])
def test_at_the_end_the_points_of_a_seat_add_up_and_stay_on_its_line(
    quilt: Quilt, bonus: int, buttons: int, noted: Notes
) -> None:
    first = replace(OVER.players[0], buttons=buttons, quilt=quilt)
    position = replace(OVER, players=(first, OVER.players[1]), bonus=bonus)
    picture = Noted(Image.new("P", (seats.WIDTH, seats.HEIGHT)), DAYLIGHT)
    seats.seat_line(picture, (0, 0), position, 1)
    written = [(at, words, size) for at, words, size, *_ in noted if isinstance(words, str)]
    *parts, total = (words.replace("−", "-") for _, words, _ in written)
    assert total == f"= {sum(map(int, parts))}" == f"= {position.score(1).total}"
    assert max(at[0] + length(words, size) for at, words, size in written) < seats.WIDTH - 12


def test_nothing_is_struck_while_the_automa_moves_if_you_can_pay() -> None:
    solo = start("classic", range(33), automa=Automa("fellow", "normal"))
    automas = replace(solo, token=2)
    assert automas.awaits_card
    yours, its = (render.draw_table(position).crop(CARDS) for position in (solo, automas))
    assert differ(yours, its) == 0


@pytest.mark.slow
def test_offers_of_every_patch_stay_on_their_card() -> None:
    wide, tall = offers.OFFER
    card = box(table.OFFERS, wide, tall)
    right, low, beside = wide - 4, tall - 8, offers.TAG + 5
    edges = {(beside, 70), (beside, 110), (right, 70), (right, 95), (160, low), (wide - 20, low)}
    for patch in PATCHES:
        image = render.draw_table(replace(START, ring=(patch.id,))).convert("RGB").crop(card)
        rim = {image.getpixel((x, y)) for x, y in edges}
        assert rim <= {ImageColor.getrgb(DAYLIGHT.offer), ImageColor.getrgb(DAYLIGHT.dull)}, patch


def test_the_ring_may_be_shorter_than_the_offers() -> None:
    for left in range(OFFERS + 1):
        assert render.draw_table(replace(START, ring=START.ring[:left])).size == (table.WIDTH, table.HEIGHT)


@pytest.mark.slow
@every_theme
def test_no_price_is_struck_while_leather_comes_first(theme: Theme) -> None:
    """Not even if the other player, who moves next, has too few buttons: nobody can take a patch now."""
    for buttons in ((9, 0), (0, 9), (0, 0)):
        players = tuple(replace(player, buttons=amount) for player, amount in zip(START.players, buttons, strict=True))
        first = replace(START, leather=1, token=2, players=(players[0], players[1]))
        positions = first, replace(first, leather=0), replace(first, token=1)
        cards, struck, others = (render.draw_table(each, theme=theme).crop(CARDS) for each in positions)
        assert differ(cards, struck) > 1
        assert differ(cards, others) == 0
        assert theme.dull in colours(cards)


def test_a_viewers_quilt_and_seat_lie_on_the_left() -> None:
    position = position_after(25)[0]
    size = SIZE * table.CELL
    one, two = (render.draw_table(position, left=left) for left in (1, 2))
    for here, there in ((1, 2), (2, 1)):
        quilts = (box(table.QUILTS[side], size, size) for side in (here, there))
        assert differ(*(image.crop(quilt) for image, quilt in zip((one, two), quilts, strict=True))) == 0
        line, other = (box(table.SEATS[side], seats.WIDTH, seats.HEIGHT) for side in (here, there))
        mine, theirs, moved = one.crop(line), two.crop(line), two.crop(other)
        assert differ(mine, moved) < differ(mine, theirs) / 5  # the wood below is not the same


@pytest.mark.slow
@every_theme
def test_all_that_is_new_is_outlined_where_its_seat_sits(theme: Theme) -> None:
    position = position_after(25)[0]
    new = position.players[1].quilt.patches[-3:]
    for left, side in ((1, 2), (2, 1)):
        plain, shown = (render.draw_table(position, new=what, new_seat=2, left=left, theme=theme) for what in ((), new))
        for placement in position.players[1].quilt.patches:
            column, row = first_square(placement)
            x, y = table.QUILTS[side][0] + column * table.CELL, table.QUILTS[side][1] + row * table.CELL
            edge = (x + 3, y + 10, x + 6, y + table.CELL - 10)
            assert (differ(plain.crop(edge), shown.crop(edge)) > 20) == (placement in new), placement


def first_square(placement: Placement) -> tuple[int, int]:
    """The leftmost square of a placement's top row, as (column, row)."""
    return min(squares_of(placement), key=lambda cell: (cell[1], cell[0]))


@every_theme
def test_a_preview_has_a_frame_that_leaves_the_line_of_the_next_player_whole(theme: Theme) -> None:
    before = position_after(22)[0]
    after = before.play(ADVANCE).position
    preview, real = (render.draw_table(after, before=what, theme=theme) for what in (before, None))
    for edge in ((0, 0, table.WIDTH, 8), (0, 0, 8, table.HEIGHT), (0, table.HEIGHT - 8, table.WIDTH, table.HEIGHT)):
        assert differ(preview.crop(edge), real.crop(edge)) > 20
    corner = timeboard.corner(table.TIME_BOARD, before.player(before.token).space)
    space = box(corner, timeboard.SPACE, timeboard.HEIGHT)
    assert differ(preview.crop(space), real.crop(space)) > 5
    left, top = table.SEATS[after.turn]
    line = (left + 20, top, left + seats.WIDTH - 20, top + seats.HEIGHT)
    assert differ(preview.crop(line), real.crop(line)) == 0


def test_no_number_on_the_table_reads_as_part_of_a_sum(noted: Notes) -> None:
    render.draw_table(position_after(25)[0])
    written = [words for _, words, *_ in noted if isinstance(words, str)]
    assert len(written) >= 4
    assert all(map(str.isdecimal, written))
