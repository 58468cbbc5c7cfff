"""The table: the bonus tile, the winner, what can be paid, and the signs on the offers."""

from __future__ import annotations

from dataclasses import replace

import render
from game import PATCHES, Automa
from game.position import OFFERS, start
from render import table
from tests.render.positions import position_after
from tests.render.test_pictures import differ

START = start("classic", range(33))
MIDDLE = (table.PANELS[1][1] + 8, 0, table.PANELS[2][0] - 8, 76)
"""The place of the bonus tile between the seats."""


def test_the_bonus_tile_lies_between_the_seats_until_it_is_taken() -> None:
    there = render.draw_table(START).crop(MIDDLE)
    one, two = (render.draw_table(replace(START, bonus=seat)).crop(MIDDLE) for seat in (1, 2))
    assert differ(there, one) > 30
    assert differ(one, two) == 0


def test_against_the_automa_the_bonus_tile_is_on_the_time_board_only() -> None:
    solo = start("classic", range(33), automa=Automa("fellow", "normal"))
    assert len(render.draw_table(solo).crop(MIDDLE).getcolors() or []) == 1


def test_the_winner_is_framed() -> None:
    over, _, _ = position_after(99)
    assert over.winner == 2
    poor = tuple(replace(player, buttons=buttons) for player, buttons in zip(over.players, (90, 0), strict=True))
    for position in (over, replace(over, players=(poor[0], poor[1]))):
        image = render.draw_table(position)
        for seat, (left, right) in table.PANELS.items():
            lit = image.getpixel(((left + right) // 2 + 150, 62)) == (0xFF, 0xF6, 0xE3)
            assert lit == (position.winner == seat)


def test_a_negative_score_differs_from_a_positive_one() -> None:
    over, _, _ = position_after(99)
    first, second = over.players
    due = over.score(1).total - first.buttons
    panel = (table.PANELS[1][0], 0, table.PANELS[1][1], 76)
    minus, plus = (
        render.draw_table(replace(over, players=(replace(first, buttons=points - due), second))).crop(panel)
        for points in (-1, 1)
    )
    assert differ(minus, plus) > 1


def test_nothing_is_struck_while_the_automa_moves_if_you_can_pay() -> None:
    solo = start("classic", range(33), automa=Automa("fellow", "normal"))
    automas = replace(solo, token=2)
    assert automas.awaits_card
    offers = (0, table.OFFERS_TOP, 3 * table.OFFER_WIDTH, table.OFFERS_TOP + table.OFFER_HEIGHT)
    yours, its = (render.draw_table(position).crop(offers) for position in (solo, automas))
    assert differ(yours, its) == 0


def test_offers_of_every_patch_stay_on_their_card() -> None:
    card = (0, table.OFFERS_TOP, table.OFFER_WIDTH, table.OFFERS_TOP + table.OFFER_HEIGHT)
    edges = {(10, 60), (247, 60), (128, 0), (128, 271)}
    for patch in PATCHES:
        image = render.draw_table(replace(START, ring=(patch.id,))).crop(card)
        rim = {image.getpixel((x, y)) for x, y in edges}
        assert rim <= {(0xEF, 0xE6, 0xD5), (0xA8, 0x95, 0x7C)}, patch


def test_the_ring_may_be_shorter_than_the_offers() -> None:
    for left in range(OFFERS + 1):
        assert render.draw_table(replace(START, ring=START.ring[:left])).size == (table.WIDTH, table.HEIGHT)
