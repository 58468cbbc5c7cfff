"""One quilt: where the numbers of the candidates lie, and how its cloth and the ghost look."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from PIL import Image, ImageStat

import render
from game import PATCHES, Placement
from game.placements import PLACEMENTS
from game.quilt import EMPTY_QUILT
from game.steering import placements_of
from game.tidy import tidiest
from render.quilt import BORDER, CELL, centre, disc_squares, squares_of
from render.sprites import button_squares, margin, pinned, sewn
from render.theme import THEMES, Theme
from tests.render.positions import position_after
from tests.render.seen import differ


@pytest.mark.parametrize("names", [("2N@A8", "2E@A7", "2S@A8", "2W@A7"), ("0N@A1", "0N@A2", "0E@A1", "0E@B1")])
def test_four_candidates_on_four_squares_get_a_square_each(names: tuple[str, ...]) -> None:
    candidates = [spot for name in names for spot in PLACEMENTS if str(spot) == name]
    places = disc_squares(candidates)
    assert len(set(places.values())) == 4
    for candidate, place in zip(candidates, places.values(), strict=True):
        assert place in squares_of(candidate)


def test_numbers_never_lie_on_each_other() -> None:
    rng = random.Random(3)
    for seed in range(4):
        position, _, _ = position_after(rng.randrange(50), seed)
        for quilt in (position.players[0].quilt, position.players[1].quilt):
            for patch in PATCHES:
                spots = tidiest(quilt, patch)
                for page in range(0, min(len(spots), 24), 4):
                    candidates = spots[page : page + 4]
                    assert len(set(disc_squares(candidates).values())) == len(candidates), candidates


def test_a_number_lies_on_the_first_square_where_nothing_is_in_the_way() -> None:
    spot = tidiest(EMPTY_QUILT, PATCHES[17])[0]
    first = min(squares_of(spot), key=lambda cell: (cell[1], cell[0]))
    assert disc_squares([spot]) == {1: first}
    assert disc_squares([]) == {}


def test_a_candidate_given_twice_is_drawn_all_the_same() -> None:
    spot = tidiest(EMPTY_QUILT, PATCHES[0])[0]
    assert len(disc_squares([spot, spot, spot])) == 3


def test_numbers_keep_off_the_ghosts_buttons_and_off_the_other_places() -> None:
    row = [spot for spot in placements_of(EMPTY_QUILT, PATCHES[22], PATCHES[22].orientations[0]) if spot.row == 0][:4]
    ghost = row[0]
    places = disc_squares(row, ghost)
    assert len(set(places.values())) == 4
    assert places[1] not in buttons_of(ghost)
    covered = Counter(cell for spot in row for cell in squares_of(spot))
    assert {number for number, place in places.items() if covered[place] == 1} == {1, 4}  # 2 and 3 have no such square


def test_no_ghost_of_any_patch_has_a_number_on_a_button() -> None:
    for patch in PATCHES:
        spots = tidiest(EMPTY_QUILT, patch)[:4]
        assert not buttons_of(spots[0]) & {disc_squares(spots, spots[0])[1]}, patch


def test_no_outline_crosses_a_button_of_the_ghost() -> None:
    row = [spot for spot in placements_of(EMPTY_QUILT, PATCHES[22], PATCHES[22].orientations[0]) if spot.row == 0][:4]
    alone, among = (render.draw_quilt(EMPTY_QUILT, seat=1, ghost=row[0], candidates=which) for which in ((), row))
    for square in buttons_of(row[0]):
        x, y = centre(square)
        button = (x - 17, y - 17, x + 17, y + 17)
        assert differ(alone.crop(button), among.crop(button)) == 0, square


def buttons_of(placement: Placement) -> set[tuple[int, int]]:
    """The squares of a quilt on which a placement has its buttons, as (column, row)."""
    squares = button_squares(placement.patch, placement.orientation)
    return {(placement.column + x, placement.row + y) for x, y in squares}


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
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
    one, two = (placements_of(EMPTY_QUILT, PATCHES[8], PATCHES[8].orientations[0])[index] for index in (0, 2))
    quilt = EMPTY_QUILT.sew(one).sew(two)
    image = render.draw_quilt(quilt, seat=1, theme=THEMES["contrast"]).convert("RGB")
    y = BORDER + CELL * 3 // 4
    widths = []
    for edge in (0, 2, 4):  # the outer edge, the one they share, the other outer edge
        x = BORDER + edge * CELL
        widths.append(sum(image.getpixel((at, y)) == (0, 0, 0) for at in range(x - 11, x + 12)))
    assert max(widths) - min(widths) <= 2, widths
    assert min(widths) >= 7, widths


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_a_ghost_has_the_full_colours_of_its_cloth(theme: Theme) -> None:
    for patch in PATCHES:
        letter = patch.orientations[0].letter
        x, y = max(patch.orientations[0].cells, key=lambda cell: (cell[1], cell[0]))
        left, top = (margin(CELL) + at * CELL + 24 for at in (x, y))
        middle = (left, top, left + CELL - 48, top + CELL - 48)
        ghost, cloth = (paint(patch.id, letter, CELL, theme).crop(middle) for paint in (pinned, sewn))
        assert abs(colourful(ghost) - colourful(cloth)) < 14, patch


def colourful(image: Image.Image) -> float:
    """The mean saturation of a picture, 0 to 255."""
    return float(ImageStat.Stat(image.convert("RGB").convert("HSV")).mean[1])
