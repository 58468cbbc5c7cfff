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
from render.canvas import Canvas
from render.quilt import squares_of
from render.symbols import length
from render.theme import DAYLIGHT, Theme
from tests.render.positions import position_after
from tests.render.seen import differ
from tests.render.themes import every_theme

START = start("classic", range(33))
OVER = position_after(99)[0]
MIDDLE = (table.SEATS[1][0] + seats.WIDTH + 2, 0, table.SEATS[2][0] - 2, seats.HEIGHT)
"""The place of the bonus tile between the seats."""

CARDS = (0, table.OFFERS[1], table.WIDTH, table.OFFERS[1] + offers.HEIGHT)
"""The place of the offers."""


@pytest.mark.slow
def test_a_table_is_flat_enough_for_a_board_to_fit_on_a_screen() -> None:
    for position in (START, position_after(25)[0], position_after(99)[0]):
        assert render.draw_table(position).size == (1100, 880)


def test_the_bonus_tile_lies_between_the_seats_until_it_is_taken() -> None:
    there = render.draw_table(START).crop(MIDDLE)
    one, two = (render.draw_table(replace(START, bonus=seat)).crop(MIDDLE) for seat in (1, 2))
    assert differ(there, one) > 30
    assert differ(one, two) == 0


def test_against_the_automa_the_bonus_tile_is_on_the_time_board_only() -> None:
    solo = start("classic", range(33), automa=Automa("fellow", "normal"))
    taken = replace(START, bonus=1)
    assert differ(render.draw_table(solo).crop(MIDDLE), render.draw_table(taken).crop(MIDDLE)) == 0


def test_the_winner_is_framed() -> None:
    over, _, _ = position_after(99)
    assert over.winner == 2
    poor = tuple(replace(player, buttons=buttons) for player, buttons in zip(over.players, (90, 0), strict=True))
    for position in (over, replace(over, players=(poor[0], poor[1]))):
        image = render.draw_table(position).convert("RGB")
        for seat, (left, top) in table.SEATS.items():
            lit = image.getpixel((left + seats.WIDTH // 2 + 100, top + seats.HEIGHT - 10)) == (0xFF, 0xF6, 0xE3)
            assert lit == (position.winner == seat)


def test_a_negative_score_differs_from_a_positive_one() -> None:
    over, _, _ = position_after(99)
    first, second = over.players
    due = over.score(1).total - first.buttons
    panel = (table.SEATS[1][0], 0, table.SEATS[1][0] + seats.WIDTH, 80)
    minus, plus = (
        render.draw_table(replace(over, players=(replace(first, buttons=points - due), second))).crop(panel)
        for points in (-1, 1)
    )
    assert differ(minus, plus) > 1


class Noted(Canvas):
    """A picture that notes what is written on it, and where that ends."""

    def __init__(self, image: Image.Image, theme: Theme) -> None:
        super().__init__(image, theme)
        self.notes: list[tuple[str, float]] = []

    def write(self, at: tuple[float, float], words: str, size: int, *how: Any, **options: Any) -> None:
        self.notes.append((words, at[0] + length(words, size)))
        super().write(at, words, size, *how, **options)


@pytest.mark.parametrize("buttons", [0, 41, 103, 169])
@pytest.mark.parametrize(("quilt", "bonus"), [(OVER.players[0].quilt, 0), (OVER.players[0].quilt, 1), (EMPTY_QUILT, 0)])
def test_at_the_end_the_points_of_a_seat_add_up_and_stay_on_its_line(quilt: Quilt, bonus: int, buttons: int) -> None:
    first = replace(OVER.players[0], buttons=buttons, quilt=quilt)
    position = replace(OVER, players=(first, OVER.players[1]), bonus=bonus)
    picture = Noted(Image.new("P", (seats.WIDTH, seats.HEIGHT)), DAYLIGHT)
    seats.seat_line(picture, (0, 0), position, 1)
    *parts, total = (words.replace("−", "-") for words, _ in picture.notes)
    assert total == f"= {sum(map(int, parts))}" == f"= {position.score(1).total}"
    assert max(end for _, end in picture.notes) < seats.WIDTH - 12


def test_nothing_is_struck_while_the_automa_moves_if_you_can_pay() -> None:
    solo = start("classic", range(33), automa=Automa("fellow", "normal"))
    automas = replace(solo, token=2)
    assert automas.awaits_card
    yours, its = (render.draw_table(position).crop(CARDS) for position in (solo, automas))
    assert differ(yours, its) == 0


@pytest.mark.slow
def test_offers_of_every_patch_stay_on_their_card() -> None:
    left, top = table.OFFERS
    card = (left, top, left + offers.WIDTH, top + offers.HEIGHT)
    right, low, beside = offers.WIDTH - 4, offers.HEIGHT - 8, offers.TAG + 7
    edges = {(beside, 70), (beside, 110), (right, 70), (right, 110), (190, low), (offers.WIDTH - 20, low), (130, 5)}
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
    """Whatever the other player has, who moves next: the patches cannot be taken now, by anybody."""
    for buttons in ((9, 0), (0, 9), (0, 0)):
        players = tuple(replace(player, buttons=amount) for player, amount in zip(START.players, buttons, strict=True))
        first = replace(START, leather=1, token=2, players=(players[0], players[1]))
        image = render.draw_table(first, theme=theme).convert("RGB").crop(CARDS)
        colours = {colour for _, colour in image.getcolors(10**6) or []}
        struck = render.draw_table(replace(first, leather=0), theme=theme).convert("RGB").crop(CARDS)
        assert differ(image, struck) > 1
        assert differ(image, render.draw_table(replace(first, token=1), theme=theme).convert("RGB").crop(CARDS)) == 0
        assert ImageColor.getrgb(theme.dull) in colours


def test_a_viewers_quilt_and_seat_lie_on_the_left() -> None:
    position = position_after(25)[0]
    size = SIZE * table.CELL
    one, two = (render.draw_table(position, left=left) for left in (1, 2))
    for here, there in ((1, 2), (2, 1)):
        (x, y), (u, v) = table.QUILTS[here], table.QUILTS[there]
        assert differ(one.crop((x, y, x + size, y + size)), two.crop((u, v, u + size, v + size))) == 0
        (x, y), (u, v) = table.SEATS[here], table.SEATS[there]
        mine, theirs = (image.crop((x, y, x + seats.WIDTH, y + seats.HEIGHT)) for image in (one, two))
        moved = two.crop((u, v, u + seats.WIDTH, v + seats.HEIGHT))
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
def test_a_preview_does_not_look_like_the_table(theme: Theme) -> None:
    before = position_after(22)[0]
    after = before.play(ADVANCE).position
    preview, real = (render.draw_table(after, before=what, theme=theme) for what in (before, None))
    for edge in ((0, 0, table.WIDTH, 8), (0, 0, 8, table.HEIGHT), (0, table.HEIGHT - 8, table.WIDTH, table.HEIGHT)):
        assert differ(preview.crop(edge), real.crop(edge)) > 20
    x, y = timeboard.corner(table.TIME_BOARD, before.player(before.token).space)
    space = (x, y, x + timeboard.SPACE, y + timeboard.HEIGHT)
    assert differ(preview.crop(space), real.crop(space)) > 5


@every_theme
def test_the_frame_of_a_preview_leaves_the_line_of_the_next_player_whole(theme: Theme) -> None:
    before = position_after(22)[0]
    after = before.play(ADVANCE).position
    preview, real = (render.draw_table(after, before=what, theme=theme) for what in (before, None))
    left, top = table.SEATS[after.turn]
    line = (left + 20, top, left + seats.WIDTH - 20, top + seats.HEIGHT)
    assert differ(preview.crop(line), real.crop(line)) == 0


def test_no_number_on_the_table_reads_as_part_of_a_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    class Noted(Canvas):
        def write(self, at: tuple[float, float], words: str, *how: object, **options: object) -> None:
            written.append(words)
            super().write(at, words, *how, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(table, "Canvas", Noted)
    render.draw_table(position_after(25)[0])
    assert len(written) >= 4
    assert not [words for words in written if not words.isdecimal()]
