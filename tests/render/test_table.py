"""The table: the bonus tile, the winner, what can be paid, and the signs on the offers."""

from __future__ import annotations

from dataclasses import replace

from PIL import ImageColor

import render
from game import PATCHES, Automa
from game.position import OFFERS, start
from render import offers, seats, table
from render.theme import DAYLIGHT
from tests.render.positions import position_after
from tests.render.seen import differ

START = start("classic", range(33))
MIDDLE = (table.SEATS[1][0] + seats.WIDTH + 2, 0, table.SEATS[2][0] - 2, 80)
"""The place of the bonus tile between the seats."""


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
            lit = image.getpixel((left + seats.WIDTH // 2 + 100, top + 60)) == (0xFF, 0xF6, 0xE3)
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


def test_nothing_is_struck_while_the_automa_moves_if_you_can_pay() -> None:
    solo = start("classic", range(33), automa=Automa("fellow", "normal"))
    automas = replace(solo, token=2)
    assert automas.awaits_card
    low = table.OFFERS[1] + offers.HEIGHT
    cards = (0, table.OFFERS[1], table.WIDTH, low)
    yours, its = (render.draw_table(position).crop(cards) for position in (solo, automas))
    assert differ(yours, its) == 0


def test_offers_of_every_patch_stay_on_their_card() -> None:
    left, top = table.OFFERS
    card = (left, top, left + offers.WIDTH, top + offers.HEIGHT)
    edges = {(5, 80), (offers.WIDTH - 6, 80), (offers.WIDTH // 2, 5), (5, 150), (offers.WIDTH - 6, 150)}
    for patch in PATCHES:
        image = render.draw_table(replace(START, ring=(patch.id,))).convert("RGB").crop(card)
        rim = {image.getpixel((x, y)) for x, y in edges}
        assert rim <= {ImageColor.getrgb(DAYLIGHT.offer), ImageColor.getrgb(DAYLIGHT.dull)}, patch


def test_the_ring_may_be_shorter_than_the_offers() -> None:
    for left in range(OFFERS + 1):
        assert render.draw_table(replace(START, ring=START.ring[:left])).size == (table.WIDTH, table.HEIGHT)
