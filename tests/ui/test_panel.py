"""The placement panel as a pure function: what each control leads to, and what its pages say."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

import pytest

from bot.matches.match import Match, Ply
from bot.ui.kit.page import Page
from bot.ui.kit.texts import speaker
from bot.ui.pages.ghost import Panel, candidates, open_panel, press, turned
from bot.ui.pages.panel import leather_page, panel_page
from bot.ui.words.accessible import covered_squares
from bot.ui.words.names import area
from game import ADVANCE, LEATHER, PATCHES, Patch, Placement, Player, Position, Quilt, Step
from game.placements import OF_PATCH, PLACEMENTS, parse_placement
from game.position import start
from game.quilt import EMPTY_QUILT
from game.squares import COLUMNS, ROWS, bits, square_name
from game.steering import placements_of
from game.tidy import shut_in, tidiest
from tests.ui.every_page import buttons, custom_ids, matches, opened, takes

SAY = speaker("en")


def quilts() -> Iterator[tuple[Quilt, Position]]:
    rng = random.Random(3)
    for _ in range(3):
        ring = list(range(33))
        rng.shuffle(ring)
        position = start("classic", ring)
        while not position.over:
            yield position.player(position.turn).quilt, position
            position = position.play(rng.choice(list(position.legal_moves))).position


def panels(step: int = 1) -> Iterator[tuple[Quilt, Panel]]:
    """Panels as they open in random games, leather included."""
    for quilt, position in list(quilts())[::step]:
        for patch in (*position.offers, LEATHER):
            if panel := open_panel(quilt, patch):
                yield quilt, panel


def legal(quilt: Quilt, patch: Patch) -> set[Placement]:
    return {PLACEMENTS[number] for number in bits(OF_PATCH[patch.id].within(quilt.fits))}


def to_square(quilt: Quilt, panel: Panel, name: str) -> Panel:
    """The panel after *Square…* and the two keys of a square."""
    for control in ("square", f"k{name[0]}", f"k{name[1]}"):
        panel = press(quilt, panel, control)
    return panel


def test_the_ghost_opens_at_the_tidiest_spot_which_is_number_one() -> None:
    for quilt, position in quilts():
        for patch in (*position.offers, LEATHER):
            panel = open_panel(quilt, patch)
            if panel is None:
                assert not OF_PATCH[patch.id].of(quilt.fits)
                continue
            assert panel.ghost == tidiest(quilt, patch)[0] == candidates(quilt, panel)[0]
            assert press(quilt, panel, "1") == panel


@pytest.mark.slow
def test_every_control_leads_to_a_legal_spot_and_no_two_numbers_lie_on_each_other() -> None:
    for quilt, panel in panels():
        for control in ("left", "right", "up", "down", "turn", "flip", "1", "2", "3", "4"):
            shown = press(quilt, panel, control)
            squares = [square for place in candidates(quilt, shown) for square in bits(place.mask)]
            assert len(set(squares)) == len(squares)
            ghost = press(quilt, shown, control).ghost
            assert ghost.patch is panel.ghost.patch
            assert quilt.fits >> ghost.number & 1


def test_a_patch_that_is_turned_or_flipped_stays_as_near_as_it_fits() -> None:
    for quilt, panel in panels(3):
        for control in ("turn", "flip"):
            shown = press(quilt, panel, control).ghost
            so = placements_of(quilt.fits, shown.patch, shown.orientation)
            assert shown is panel.ghost or _away(shown, panel.ghost) == min(_away(one, panel.ghost) for one in so)


def _away(one: Placement, other: Placement) -> int:
    """How far the middles of two placements are apart: twice the distance, squared."""
    (x, y), (u, v) = (
        (2 * each.column + each.orientation.width, 2 * each.row + each.orientation.height) for each in (one, other)
    )
    return (x - u) ** 2 + (y - v) ** 2


def test_a_panel_numbers_places_and_no_patches() -> None:
    told = 0
    for match, panel, page in pages():
        if not match.position.leather:
            following = "\n".join(page.below)
            assert not re.search(r"\*\*[1-4]\*\*", following)
            assert "choosing from" not in following, "the picture shows it"
            told += "choosing from" in page_text(match, replace(panel, page="list"))
    assert told > 10


def test_numbers_keep_their_places_wherever_and_however_the_patch_lies_meanwhile() -> None:
    first = panel = opened(EMPTY_QUILT, PATCHES[17])
    numbered = candidates(EMPTY_QUILT, panel)
    assert len(numbered) == 4
    for control in ("2", "right", "down", "turn", "flip", "left", "3", "turn", "list", "spots"):
        panel = press(EMPTY_QUILT, panel, control)
        assert candidates(EMPTY_QUILT, panel) in (numbered, ())
        assert panel.kind == "list" or press(EMPTY_QUILT, panel, "1") == first
    earlier = replace(panel, page="turned")
    assert press(EMPTY_QUILT, earlier, "2").ghost == numbered[1], "on a page of an earlier version, too"


@pytest.mark.slow
def test_a_square_brings_the_patch_there_as_it_lies_whenever_it_can() -> None:
    rng = random.Random(1)
    kept = changed = 0
    for quilt, panel in panels(3):
        panel = press(quilt, panel, rng.choice(["turn", "flip", "2", "right"]))
        lying = panel.ghost.orientation
        for square in rng.sample(range(81), 9):
            over = {place for place in legal(quilt, panel.ghost.patch) if place.mask >> square & 1}
            if not over:
                continue
            there = to_square(quilt, panel, square_name(square))
            assert there.square == square
            assert there.ghost in over
            can_stay = any(place.orientation is lying for place in over)
            assert (there.ghost.orientation is lying) == can_stay == (not there.was_turned)
            kept, changed = kept + can_stay, changed + (not can_stay)
    assert min(kept, changed) > 30


@pytest.mark.slow
def test_arrows_turn_and_flip_keep_the_square_covered_as_long_as_they_can() -> None:
    rng = random.Random(2)
    for quilt, panel in panels(4):
        name = square_name(rng.choice(bits(panel.ghost.mask)))
        there = to_square(quilt, panel, name)
        for control in rng.choices(["left", "up", "down", "right", "turn", "flip"], k=8):
            before, there = there, press(quilt, there, control)
            assert there.page == f"cover.{name}"
            if there.ghost is before.ghost or there.covers:
                continue
            on_it = [place for place in legal(quilt, there.ghost.patch) if before.square in bits(place.mask)]
            if control in ("turn", "flip"):
                ways = {place.orientation for place in on_it} - {before.ghost.orientation}
                assert control == "turn" or not ways & {there.ghost.orientation}
            elif before.covers:
                x, y = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}[control]
                assert not [
                    place
                    for place in on_it
                    if place.orientation is before.ghost.orientation
                    and (place.column - before.ghost.column) * x + (place.row - before.ghost.row) * y > 0
                ]


@pytest.mark.slow
def test_every_legal_placement_is_reached_by_the_list_in_three_choices() -> None:
    for quilt, panel in list(panels())[::11]:
        reached: set[Placement] = set()
        for letter in {place.orientation.letter for place in legal(quilt, panel.ghost.patch)}:
            lying = press(quilt, Panel(panel.ghost, "list"), "look", letter)
            for column in COLUMNS:
                there = press(quilt, lying, "column", column)
                reached |= {press(quilt, there, "row", row).ghost for row in ROWS}
        assert reached == legal(quilt, panel.ghost.patch)


@pytest.mark.slow
def test_on_an_open_quilt_arrows_reach_every_place_as_the_patch_lies() -> None:
    for patch in PATCHES[::5]:
        panel = opened(EMPTY_QUILT, patch)
        reached, waiting = {panel.ghost}, [panel]
        while waiting:
            here = waiting.pop()
            for way in ("left", "right", "up", "down"):
                if (there := press(EMPTY_QUILT, here, way)).ghost not in reached:
                    reached.add(there.ghost)
                    waiting.append(there)
        assert reached == set(placements_of(EMPTY_QUILT.fits, patch, panel.ghost.orientation))


def test_the_list_goes_to_the_nearest_spot_with_what_was_chosen() -> None:
    quilt = EMPTY_QUILT.sew(parse_placement("8N@A1"))
    panel = Panel(parse_placement("5N@C1"), "list")
    assert str(press(quilt, panel, "row", "4").ghost) == "5N@C4"
    assert str(press(quilt, panel, "column", "F").ghost) == "5N@F1"
    assert press(quilt, panel, "look", "e").ghost.orientation.letter == "e"
    assert press(quilt, panel, "column", "A").ghost.row >= 2
    assert press(quilt, panel, "look", "E").page == "list"


def test_leather_that_completes_7x7_is_offered_there_first() -> None:
    names = (f"*{x}{y}" for y in ROWS[:7] for x in COLUMNS[:7] if x + y != "G7")
    sewn = reduce(Quilt.sew, map(parse_placement, names), EMPTY_QUILT)
    match = next(matches(1))
    for bonus, first in ((0, "*G7"), (2, "*H1")):
        position = replace(match.position, players=(Player(quilt=sewn),) * 2, bonus=bonus, leather=match.position.turn)
        page = leather_page(SAY, replace(match, plies=(Ply(1, 2, ADVANCE, Step(position, ())),)))
        assert {parsed.shown for parsed in custom_ids(page)} == {first}


@pytest.mark.parametrize(("placement", "where"), [("28N@A5", "A5–\u2060D7"), ("0E@I1", "I1–\u2060I2"), ("*D5", "D5")])
def test_a_placement_is_named_from_corner_to_corner(placement: str, where: str) -> None:
    assert area(SAY, parse_placement(placement)) == where
    assert area(SAY.in_words, parse_placement(placement)) == where.replace("–\u2060", " to ")


def pages(control: str = "", step: int = 1) -> Iterator[tuple[Match, Panel, Page]]:
    for match in list(matches(1))[::step]:
        quilt = match.position.player(match.position.turn).quilt
        for patch in takes(match.position) if not match.outcome else []:
            panel = opened(quilt, patch)
            panel = press(quilt, panel, control) if control else panel
            yield match, panel, panel_page(SAY, match, panel)


def labels(page: Page) -> list[str]:
    return [button.label for button in buttons(page)]


def test_the_text_names_every_square_that_would_be_covered_and_how_the_patch_lies() -> None:
    for _, panel, page in pages("turn"):
        assert page.picture
        assert f"would cover {covered_squares(SAY.in_words, panel.ghost)}." in page.picture.alt
    for _, panel, page in pages("list"):
        (told,) = page.below
        assert f"It covers {covered_squares(SAY, panel.ghost)}" in told
        if len(panel.ghost.patch.orientations) > 1:
            assert SAY(f"orientation.{panel.ghost.orientation.letter}") in told


def test_nothing_is_offered_that_leads_nowhere_but_an_arrow_between_others() -> None:
    for match, panel, page in pages():
        quilt = match.position.player(match.position.turn).quilt
        for each in buttons(page):
            assert each.enabled or each.label in "←↑↓→"
        assert len(candidates(quilt, panel)) == sum(label.isdigit() for label in labels(page))
        arrows = [each for each in buttons(page) if each.label in "←↑↓→"]
        assert len(arrows) in (0, 4)
        assert not arrows or any(each.enabled for each in arrows)
        for control in ("turn", "flip"):
            assert (SAY(f"button.{control}") in labels(page)) == (turned(quilt, panel, control) is not None)


def test_leather_is_neither_turned_nor_moved_by_arrows_but_numbered_or_brought_to_a_square() -> None:
    seen = 0
    for match, panel, page in pages():
        if panel.ghost.patch is LEATHER:
            numbered = candidates(match.position.player(match.position.turn).quilt, panel)
            assert labels(page) == [*map(str, range(1, len(numbered) + 1)), "Back", "Square…", "Sew here"]
            seen += 1
    assert seen


def test_a_square_that_the_patch_cannot_cover_as_it_lies_or_covers_no_longer_is_told() -> None:
    match = next(matches(1))
    panel = to_square(EMPTY_QUILT, opened(EMPTY_QUILT, takes(match.position)[0]), "E5")
    assert "as it lay" not in page_text(match, panel)
    told = page_text(match, replace(panel, was_turned=True))
    lies = SAY(f"orientation.{panel.ghost.orientation.letter}")
    assert told.startswith(f"It could not cover E5 as it lay, so now it is {lies}.")
    for _ in range(4):
        panel = press(EMPTY_QUILT, panel, "down")
    assert not panel.covers
    assert "E5 is no longer covered." in page_text(match, panel)


def test_an_arrow_that_finds_no_room_straight_ahead_says_where_it_went() -> None:
    match = next(matches(1))
    position = replace(match.position, ring=tuple(range(33)))
    match = replace(match, plies=(Ply(1, 2, ADVANCE, Step(position, ())),))
    quilt = reduce(Quilt.sew, map(parse_placement, ("*E1", "*E2", "*E3", "*E4")), EMPTY_QUILT)
    panel = Panel(parse_placement("0N@E5"))
    aside = press(quilt, panel, "up")
    assert str(aside.ghost) == "0N@F4"
    assert page_text(match, aside).startswith("Moved aside, to F4–\u2060G4.")
    for straight in (press(quilt, panel, "left"), press(quilt, aside, "up")):
        assert "aside" not in page_text(match, straight)


def test_a_panel_says_how_many_squares_a_place_shuts_in() -> None:
    told = dict.fromkeys((0, 1, 2), 0)
    for match in list(matches(1))[8::2]:
        position = match.position
        quilt, taken = position.player(position.turn).quilt, takes(position)
        for place in tidiest(quilt, taken[0])[::3] if taken and not (position.leather or match.outcome) else ():
            count = shut_in(quilt.sew(place).free) - shut_in(quilt.free)
            said = page_text(match, Panel(place))
            words = f"Shuts in {count} {'square' if count == 1 else 'squares'}."
            assert (words in said) if count > 0 else ("Shuts in" not in said)
            told[min(max(count, 0), 2)] += 1
    assert min(told.values()) > 3


def page_text(match: Match, panel: Panel) -> str:
    return "\n".join(panel_page(SAY, match, panel).below)


@pytest.mark.parametrize("control", ["1", "4", "earlier", "later"])
def test_a_page_of_places_for_a_square_from_version_0_1_shows_the_patch_where_it_was(control: str) -> None:
    old = Panel(parse_placement("17N@C4"), "cover.C6.2")
    shown = press(EMPTY_QUILT, old, control)
    assert (shown.ghost, shown.square) == (old.ghost, 47)
