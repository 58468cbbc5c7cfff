"""Properties of the pictures: what must be seen is there, at every stage of a game."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

import render
from game import LEATHER, PATCHES, Automa, Patch, Position
from game.position import start
from game.quilt import EMPTY_QUILT
from game.squares import INCOME, bits
from game.steering import placements_of
from game.tidy import tidiest
from render import quilt as quilts
from render import table as tables
from render import timeboard
from render.fabrics import cloth
from render.sprites import WEAVE, button_squares
from render.theme import DAYLIGHT, Theme
from tests.render.positions import position_after
from tests.render.seen import box, colours, differ
from tests.render.themes import every_theme_by_night

START = start("classic", range(33))
HEADER = (0, 0, 1100, 76)  # the lines of both seats on the table


def square(image: Image.Image, place: int) -> Image.Image:
    """One square of the picture of a quilt, without its rim."""
    x, y = quilts.centre((place % 9, place // 9))
    reach = quilts.CELL // 2 - 8
    return image.crop((x - reach, y - reach, x + reach, y + reach))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.night) for seed in (1, 2, 3))])
@pytest.mark.parametrize("plies", [1, 20, 35, 99])
def test_every_picture_of_a_game_is_as_wide_as_a_phone_needs_not_taller_and_small(seed: int, plies: int) -> None:
    position, new, seat = position_after(plies, seed)
    solo = replace(position, automa=Automa("fellow", "normal"))
    whole = [
        *(draw(position, new=new, new_seat=seat) for draw in (render.draw_table, render.draw_poster)),
        *(draw(solo) for draw in (render.draw_table, render.draw_poster)),
        *(render.draw_quilt(position.player(which).quilt, seat=which) for which in (1, 2)),
    ]
    assert all(image.height >= 0.6 * image.width for image in whole)
    for image in (*whole, render.draw_ring(position)):
        assert 1000 <= image.width <= 1100
        assert image.height <= image.width
        assert image.mode == "P"
        assert len(render.png(image)) < 150_000


def inside(image: Image.Image, left: int, top: int, buttoned: bool) -> Image.Image:
    """What a square shows within its seam, beside its button."""
    first, last = quilts.CELL // 5, quilts.CELL * 8 // 9
    middle = image.crop((left + first, top + first, left + last, top + last))
    if buttoned:
        ImageDraw.Draw(middle).ellipse((-1, -1, last - first, last - first + 2), "grey")
    return middle


@pytest.mark.night
def test_every_square_of_a_sewn_patch_shows_its_own_cloth() -> None:
    """Of all cloths, its own is the nearest to what its square shows."""
    for patch in (*PATCHES, LEATHER):
        orientation = patch.orientations[-1]
        spot = placements_of(EMPTY_QUILT.fits, patch, orientation)[0]
        image = render.draw_quilt(EMPTY_QUILT.sew(spot), seat=1).convert("RGB")
        size = (2 * quilts.CELL, orientation.width, orientation.height)
        cloths = [cloth(other, *size, DAYLIGHT, step=2 * WEAVE).reduce(2) for other in range(34)]
        left, top = quilts.LEFT + spot.column * quilts.CELL, quilts.TOP + spot.row * quilts.CELL
        for x, y in orientation.cells:
            at, buttoned = (x * quilts.CELL, y * quilts.CELL), (x, y) in button_squares(patch, orientation)
            shown = inside(image, left + at[0], top + at[1], buttoned)
            apart = [differ(shown, inside(area, *at, buttoned)) for area in cloths]
            assert apart.index(min(apart)) == patch.id, (patch.id, x, y)


some_patches = pytest.mark.parametrize(
    "patches",
    [PATCHES[::4], pytest.param((*PATCHES, LEATHER), marks=pytest.mark.night)],
    ids=["some", "all"],
)


@pytest.mark.slow
@some_patches
def test_the_squares_that_a_patch_does_not_cover_stay_linen(patches: Sequence[Patch]) -> None:
    empty = render.draw_quilt(EMPTY_QUILT, seat=1)
    for patch in patches:
        spot = placements_of(EMPTY_QUILT.fits, patch, patch.orientations[-1])[0]
        image = render.draw_quilt(EMPTY_QUILT.sew(spot), seat=1)
        for place in range(81):
            covered = differ(square(image, place), square(empty, place)) > 15
            assert covered == bool(spot.mask >> place & 1), (spot, place)


@pytest.mark.slow
@every_theme_by_night
@some_patches
def test_a_ghost_looks_other_than_a_sewn_patch(theme: Theme, patches: Sequence[Patch]) -> None:
    for patch in patches:
        spot = tidiest(EMPTY_QUILT, patch)[0]
        ghost = render.draw_quilt(EMPTY_QUILT, seat=1, ghost=spot, theme=theme)
        sewed = render.draw_quilt(EMPTY_QUILT.sew(spot), seat=1, theme=theme)
        at, lying = (quilts.LEFT + spot.column * quilts.CELL, quilts.TOP + spot.row * quilts.CELL), spot.orientation
        place = box(at, lying.width * quilts.CELL, lying.height * quilts.CELL)
        assert differ(ghost.crop(place), sewed.crop(place)) > 8, spot


def test_shadows_never_fall_on_the_cloth_of_a_neighbour() -> None:
    left, right = (placements_of(EMPTY_QUILT.fits, PATCHES[8], PATCHES[8].orientations[0])[index] for index in (0, 2))
    alone = render.draw_quilt(EMPTY_QUILT.sew(right), seat=1)
    both = render.draw_quilt(EMPTY_QUILT.sew(right).sew(left), seat=1)
    for place in bits(right.mask):
        assert differ(square(alone, place), square(both, place)) == 0


def test_the_last_patch_and_a_square_asked_for_are_marked() -> None:
    spot = tidiest(EMPTY_QUILT, PATCHES[8])[0]
    quilt = EMPTY_QUILT.sew(spot)
    plain = render.draw_quilt(quilt, seat=2)
    assert differ(render.draw_quilt(quilt, seat=2, new=(spot,)), plain) > 0.3
    asked = render.draw_quilt(quilt, seat=2, square=40)
    assert differ(square(asked, 40), square(plain, 40)) > 10
    assert differ(square(asked, 41), square(plain, 41)) == 0


def test_the_two_seats_have_frames_of_their_own() -> None:
    assert differ(render.draw_quilt(EMPTY_QUILT, seat=1), render.draw_quilt(EMPTY_QUILT, seat=2)) > 1


@pytest.mark.parametrize(
    ("one", "two", "least"),
    [
        (START, replace(START, token=2), 20),
        (replace(START, bonus=1), replace(START, bonus=2), 2),
        (START, replace(START, leather=1), 0.5),
    ],
    ids=["whose turn it is", "who has the bonus tile", "who has leather in hand"],
)
def test_the_lines_of_the_seats_show(one: Position, two: Position, least: float) -> None:
    assert differ(render.draw_table(one).crop(HEADER), render.draw_table(two).crop(HEADER)) > least


@pytest.mark.parametrize("leader", [1, 2])
@pytest.mark.parametrize("space", INCOME)
def test_an_income_still_to_come_shows_behind_the_other_token(space: int, leader: int) -> None:
    spaces = (space, space - 2) if leader == 1 else (space - 2, space)
    one, two = (replace(player, space=at) for player, at in zip(START.players, spaces, strict=True))
    image = render.draw_table(replace(START, players=(one, two), token=3 - leader))
    x, y = timeboard.corner(tables.TIME_BOARD, space)
    behind = timeboard.SPACE // 3
    left = x if space // timeboard.COLUMNS % 2 == 0 else x + timeboard.SPACE - behind
    assert DAYLIGHT.of_seat(3 - leader) in colours(image.crop(box((left, y), behind, timeboard.HEIGHT)))


def test_taken_leather_leaves_its_place_empty() -> None:
    space = box(timeboard.corner(tables.TIME_BOARD, 20), timeboard.SPACE, timeboard.HEIGHT)
    beyond = replace(START, players=(replace(START.players[0], space=24), replace(START.players[1], space=22)))
    assert differ(render.draw_table(START).crop(space), render.draw_table(beyond).crop(space)) > 30
