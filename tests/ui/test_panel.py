"""The placement panel as a pure function: what each control leads to."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.ui.kit.texts import speaker
from bot.ui.pages.panel import Panel, candidates, open_panel, places, press
from bot.ui.words.names import area
from game import LEATHER, PATCHES, Placement, Position, Quilt
from game.placements import OF_PATCH, PLACEMENTS, parse_placement
from game.position import start
from game.quilt import EMPTY_QUILT
from game.squares import bits, square_name
from game.steering import covering
from game.tidy import tidiest


def quilts() -> Iterator[tuple[Quilt, Position]]:
    """Quilts of random games, at every stage."""
    rng = random.Random(3)
    for _ in range(3):
        ring = list(range(33))
        rng.shuffle(ring)
        position = start("classic", ring)
        while not position.over:
            yield position.player(position.turn).quilt, position
            position = position.play(rng.choice(list(position.legal_moves))).position


def test_the_ghost_opens_at_the_tidiest_spot_which_is_number_one() -> None:
    for quilt, position in quilts():
        for patch in position.offers:
            panel = open_panel(quilt, patch)
            if panel is None:
                assert not OF_PATCH[patch.id].of(quilt.fits)
                continue
            assert panel.ghost == tidiest(quilt, patch)[0] == candidates(quilt, panel)[0]
            assert press(quilt, panel, "1", []) == panel


@pytest.mark.parametrize("control", ["left", "right", "up", "down", "turn", "flip", "1", "2", "3", "4"])
def test_every_control_leads_to_a_legal_spot(control: str) -> None:
    for quilt, position in quilts():
        for patch in position.offers:
            panel = open_panel(quilt, patch)
            if panel:
                ghost = press(quilt, press(quilt, panel, control, []), control, []).ghost
                assert ghost.patch is patch
                assert quilt.fits >> ghost.number & 1


def test_numbers_stay_with_their_places_until_the_patch_is_turned() -> None:
    panel = open_panel(EMPTY_QUILT, PATCHES[17])
    assert panel is not None
    numbered = candidates(EMPTY_QUILT, panel)
    for control in ("2", "right", "down", "3"):
        panel = press(EMPTY_QUILT, panel, control, [])
        assert candidates(EMPTY_QUILT, panel) == numbered
    turned = press(EMPTY_QUILT, panel, "turn", [])
    assert turned.page == "turned"
    assert {place.orientation for place in candidates(EMPTY_QUILT, turned)} == {turned.ghost.orientation}


def keypad_to(quilt: Quilt, panel: Panel, square: int) -> Panel:
    name = square_name(square)
    return press(quilt, press(quilt, press(quilt, panel, "square", []), f"k{name[0]}", []), f"k{name[1]}", [])


@pytest.mark.slow
def test_square_reaches_every_legal_placement() -> None:
    for quilt, position in list(quilts())[::7]:
        for patch in position.offers[:1]:
            panel = open_panel(quilt, patch)
            if panel is None:
                continue
            reached: set[Placement] = set()
            for square in range(81):
                if not covering(quilt, patch, square):
                    continue
                page = keypad_to(quilt, panel, square)
                assert page.square == square
                while True:
                    numbered = candidates(quilt, page)
                    reached.update(numbered)
                    assert all(place.mask >> square & 1 for place in numbered)
                    if page.first + 4 >= len(places(quilt, page)):
                        break
                    page = press(quilt, page, "later", [])
            legal = {PLACEMENTS[number] for number in bits(OF_PATCH[patch.id].within(quilt.fits))}
            assert reached == legal


def test_the_list_goes_to_the_nearest_spot_with_what_was_chosen() -> None:
    quilt = EMPTY_QUILT.sew(parse_placement("8N@A1"))
    panel = Panel(parse_placement("5N@C1"), "list")
    assert str(press(quilt, panel, "row", ["4"]).ghost) == "5N@C4"
    assert str(press(quilt, panel, "column", ["F"]).ghost) == "5N@F1"
    assert press(quilt, panel, "look", ["e"]).ghost.orientation.letter == "e"
    assert press(quilt, panel, "column", ["A"]).ghost.row >= 2
    assert press(quilt, panel, "look", ["E"]).page == "list"


def test_leather_starts_in_the_most_enclosed_hole() -> None:
    quilt = EMPTY_QUILT.sew(parse_placement("30N@A4"))  # an H: its left notch is closed by the edge of the quilt
    panel = open_panel(quilt, LEATHER)
    assert panel is not None
    assert square_name(panel.ghost.square) == "A5"


@pytest.mark.parametrize(("placement", "where"), [("28N@A5", "A5–D7"), ("0E@I1", "I1–I2"), ("*D5", "D5")])
def test_a_placement_is_named_from_corner_to_corner(placement: str, where: str) -> None:
    assert area(speaker("en"), parse_placement(placement)) == where
    assert area(speaker("en").in_words, parse_placement(placement)) == where.replace("–", " to ")
