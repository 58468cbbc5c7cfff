"""One quilt: where the numbers of the candidates lie, and how its cloth and the ghost look."""

import random
from dataclasses import replace
from functools import partial
from itertools import product

import pytest
from PIL import Image, ImageStat

import render
from game import PATCHES, Placement
from game.placements import PLACEMENTS
from game.quilt import EMPTY_QUILT
from game.steering import placements_of
from game.tidy import proposals, tidiest
from render import offers, table
from render.quilt import BESIDE, CELL, COLUMN, LEFT, TOP, centre, disc_squares, squares_of
from render.sprites import button_squares, margin, pinned, sewn
from render.theme import THEMES, Theme
from tests.render.positions import position_after
from tests.render.seen import box, changed, differ
from tests.render.themes import every_theme, every_theme_by_night


@pytest.mark.slow
def test_numbers_never_lie_on_each_other() -> None:
    rng = random.Random(3)
    for seed in range(4):
        position, _, _ = position_after(rng.randrange(50), seed)
        for quilt in (position.players[0].quilt, position.players[1].quilt):
            for patch in PATCHES:
                numbered = proposals(quilt, patch, 4)
                for ghost in (None, *tidiest(quilt, patch)[:9]):
                    places = disc_squares(numbered, ghost)
                    assert len(set(places.values())) == len(numbered)
                    assert all(place in squares_of(numbered[number - 1]) for number, place in places.items())


def test_a_number_lies_on_the_first_square_where_no_ghost_or_at_least_no_button_is_in_the_way() -> None:
    spot = tidiest(EMPTY_QUILT, PATCHES[17])[0]
    first = min(squares_of(spot), key=lambda cell: (cell[1], cell[0]))
    assert disc_squares([spot]) == {1: first}
    one, two = (placement for placement in PLACEMENTS if str(placement) in ("22N@A1", "22N@A2"))
    assert disc_squares([one], two)[1] not in squares_of(two)
    for patch in PATCHES:
        for orientation in patch.orientations:
            ghost = placements_of(EMPTY_QUILT.fits, patch, orientation)[0]
            assert not buttons_of(ghost) & {disc_squares([ghost], ghost)[1]}, ghost


@every_theme
def test_a_ghost_lies_over_the_outlines_of_places_that_it_was_moved_to(theme: Theme) -> None:
    row = [spot for spot in placements_of(EMPTY_QUILT.fits, PATCHES[22], PATCHES[22].orientations[0]) if spot.row == 0]
    alone, among = (
        render.draw_quilt(EMPTY_QUILT, seat=1, ghost=row[1], candidates=which, theme=theme) for which in ((), [row[0]])
    )
    reach = CELL // 2 - 3
    for square in squares_of(row[1]) - {disc_squares([row[0]], row[1])[1]}:
        x, y = centre(square)
        cell = (x - reach, y - reach, x + reach, y + reach)
        assert differ(alone.crop(cell), among.crop(cell)) == 0, square


def test_outlines_of_places_side_by_side_meet_the_grid_and_leave_each_other_whole() -> None:
    one, two = (placement for placement in PLACEMENTS if str(placement) in ("8N@A1", "8N@C1"))
    image = render.draw_quilt(EMPTY_QUILT, seat=1, candidates=[one, two]).convert("L")
    y = TOP + CELL * 3 // 2  # below their numbers
    dark = [x for x in range(LEFT, LEFT + 4 * CELL + 1) if image.getpixel((x, y)) < 90]  # type: ignore[operator]
    edges = [3, 2 * CELL - 8, 2 * CELL + 3, 4 * CELL - 8]
    assert dark == [x for edge in edges for x in range(LEFT + edge, LEFT + edge + 5)]


def buttons_of(placement: Placement) -> set[tuple[int, int]]:
    """The squares of a quilt on which a placement has its buttons, as (column, row)."""
    squares = button_squares(placement.patch, placement.orientation)
    return {(placement.column + x, placement.row + y) for x, y in squares}


@every_theme
@pytest.mark.parametrize("width", [530, 556, 563, 570])
def test_empty_cloth_stays_plain_at_half_its_size(width: int, theme: Theme) -> None:
    """Shrunk as browsers do: from the nearest pixels only, where threads would add up to spots."""
    picture = render.draw_quilt(EMPTY_QUILT, seat=1, theme=theme).convert("L")
    share = picture.width / width
    small = picture.transform(
        (width, width), Image.Transform.AFFINE, (share, 0, 0, 0, share, 0), Image.Resampling.BILINEAR
    )
    greys: set[float] = set()
    for column, row in product(range(9), repeat=2):
        x, y = (round(middle / share) for middle in centre((column, row)))
        low, high = small.crop((x - 15, y - 15, x + 15, y + 15)).getextrema()
        greys |= {float(low), float(high)}  # type: ignore[arg-type]
    assert max(greys) - min(greys) <= 1


def test_in_contrast_a_border_is_as_wide_between_two_patches_as_at_the_edge_of_one() -> None:
    one, two = (placements_of(EMPTY_QUILT.fits, PATCHES[8], PATCHES[8].orientations[0])[index] for index in (0, 2))
    quilt = EMPTY_QUILT.sew(one).sew(two)
    image = render.draw_quilt(quilt, seat=1, theme=THEMES["contrast"]).convert("RGB")
    y = TOP + CELL * 3 // 4
    widths = []
    for edge in (0, 2, 4):  # the outer edge, the one they share, the other outer edge
        x = LEFT + edge * CELL
        widths.append(sum(image.getpixel((at, y)) == (0, 0, 0) for at in range(x - margin(CELL) + 1, x + margin(CELL))))
    assert max(widths) - min(widths) <= 2, widths
    assert min(widths) >= CELL * 7 // 96, widths


@pytest.mark.slow
@every_theme_by_night
def test_a_ghost_has_the_full_colours_of_its_cloth(theme: Theme) -> None:
    for patch in PATCHES:
        letter = patch.orientations[0].letter
        x, y = max(patch.orientations[0].cells, key=lambda cell: (cell[1], cell[0]))
        left, top = (margin(CELL) + at * CELL + 24 for at in (x, y))
        middle = (left, top, left + CELL - 48, top + CELL - 48)
        ghost, cloth = (paint(patch.id, letter, CELL, theme).crop(middle) for paint in (pinned, sewn))
        assert abs(colourful(ghost) - colourful(cloth)) < 14, patch


def test_the_offers_beside_a_plan_bear_the_numbers_of_its_buttons() -> None:
    position = position_after(22)[0]
    plain = render.draw_quilt(position.player(1).quilt, seat=1, beside=position)
    numbered = render.draw_quilt(position.player(1).quilt, seat=1, beside=position, is_numbered=True)
    left, tall = COLUMN + (BESIDE - offers.BESIDE[0]) // 2, offers.BESIDE[1] + offers.GAP
    for index in range(3):
        card = box((left, TOP + index * tall), *offers.BESIDE)
        corner = box((card[2] - offers.NUMBER - 4, card[3] - offers.NUMBER - 8), offers.NUMBER, offers.NUMBER)
        assert differ(plain.crop(corner), numbered.crop(corner)) > 20, index
    assert changed(plain, numbered)[3] <= TOP + 3 * tall


@pytest.mark.parametrize("place", [0, 2, 3, 8])
def test_a_patch_that_is_named_bears_a_2_among_the_offers_and_on_the_cards_below(place: int) -> None:
    position = position_after(22)[0]
    drawn = partial(render.draw_quilt, position.player(1).quilt, seat=1, beside=position, is_marked=True)
    left, top, right, low = changed(drawn(), drawn(named=position.ring[place]))
    x, y = COLUMN + (BESIDE - offers.BESIDE[0]) // 2, TOP
    wide, tall = (
        (offers.BESIDE[0], offers.BESIDE[1])
        if place < 3
        else ((offers.BESIDE[0] + offers.GAP) // 3 - offers.GAP, offers.TALL)
    )
    row, column = (place, 0) if place < 3 else divmod(place - 3, 3)
    y += row * (tall + offers.GAP) + (0 if place < 3 else 3 * (offers.BESIDE[1] + offers.GAP))
    x += column * (wide + offers.GAP)
    assert x <= left < right <= x + wide
    assert y <= top < low <= y + tall


def colourful(image: Image.Image) -> float:
    """The mean saturation of a picture, 0 to 255."""
    return float(ImageStat.Stat(image.convert("RGB").convert("HSV")).mean[1])


@pytest.mark.slow
@pytest.mark.parametrize("how", ["rich", "poor", "leather"])
def test_what_is_on_offer_looks_alike_beside_a_quilt_and_on_the_table(how: str) -> None:
    """Dull where nothing can be taken now, and struck where it is too dear."""
    position = position_after(22)[0]
    buttons = {"rich": 20, "poor": 1}.get(how, 5)
    one, two = (replace(player, buttons=buttons) for player in position.players)
    position = replace(position, players=(one, two), leather=2 if how == "leather" else 0)
    panel = render.draw_quilt(one.quilt, seat=1, beside=position).convert("RGB")
    board = render.draw_table(position).convert("RGB")
    left = COLUMN + (BESIDE - offers.BESIDE[0]) // 2
    for index in range(3):
        beside = left, TOP + index * (offers.BESIDE[1] + offers.GAP) + offers.BESIDE[1]
        there = table.OFFERS[0] + index * (offers.OFFER[0] + offers.GAP), table.OFFERS[1] + offers.OFFER[1]
        lower = ((x + 4, low - 70, x + offers.TAG, low - 10) for x, low in (beside, there))
        one_tag, other_tag = (image.crop(box) for image, box in zip((panel, board), lower, strict=True))
        assert differ(one_tag, other_tag) == 0, index
        grounds = [
            image.getpixel((x + offers.TAG + 8, low - 12)) for image, (x, low) in ((panel, beside), (board, there))
        ]
        assert grounds[0] == grounds[1], index
