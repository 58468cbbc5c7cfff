"""Properties of the pictures: what must be seen is there, at every stage of a game."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from PIL import Image, ImageColor, ImageDraw

import render
from game import LEATHER, PATCHES, Automa, Patch, Position
from game.position import start
from game.quilt import EMPTY_QUILT
from game.squares import INCOME, bits
from game.steering import placements_of
from game.tidy import proposals, tidiest
from render import offers, timeboard
from render import quilt as quilts
from render import table as tables
from render.fabrics import cloth
from render.sprites import WEAVE, button_squares, sewn
from render.theme import DAYLIGHT, THEMES, Theme
from tests.render.positions import position_after
from tests.render.seen import differ
from tests.render.themes import every_theme, every_theme_by_night

STAGES = (1, 25, 99)


def pictures() -> Iterator[Image.Image]:
    for plies in STAGES:
        position, new, seat = position_after(plies)
        yield render.draw_table(position, new=new, new_seat=seat)
        yield render.draw_ring(position)
        yield render.draw_poster(position, new=new, new_seat=seat)
        for which in (1, 2):
            yield render.draw_quilt(position.player(which).quilt, seat=which)


def square(image: Image.Image, place: int) -> Image.Image:
    """One square of the picture of a quilt, without its rim."""
    x, y = quilts.centre((place % 9, place // 9))
    reach = quilts.CELL // 2 - 8
    return image.crop((x - reach, y - reach, x + reach, y + reach))


@pytest.mark.slow
def test_every_picture_is_as_wide_as_a_phone_needs_and_not_taller() -> None:
    for image in pictures():
        assert 1000 <= image.width <= 1100
        assert image.height <= image.width
        assert image.mode == "P"


@pytest.mark.slow
def test_a_png_is_small_and_reads_back() -> None:
    for image in pictures():
        data = render.png(image)
        assert len(data) < 150_000
        assert data == render.png(image)
        again = Image.open(io.BytesIO(data))
        assert again.size == image.size
        assert differ(again, image) == 0


def test_table_quilt_and_posters_are_a_little_wider_than_tall() -> None:
    position, _, _ = position_after(25)
    solo = replace(position, automa=Automa("fellow", "normal"))
    quilt = render.draw_quilt(position.players[0].quilt, seat=1)
    for image in (
        quilt,
        *(draw(which) for draw in (render.draw_table, render.draw_poster) for which in (position, solo)),
    ):
        assert 0.7 <= image.height / image.width <= 1


@pytest.mark.slow
@every_theme
def test_every_theme_draws_every_picture_in_its_own_way(theme: Theme) -> None:
    position, new, seat = position_after(25)
    spot = position.player(seat or 1).quilt.patches[-1]
    draws: list[Callable[[Theme], Image.Image]] = [
        lambda theme: render.draw_table(position, new=new, new_seat=seat, theme=theme),
        lambda theme: render.draw_quilt(position.players[0].quilt, seat=1, ghost=spot, candidates=(spot,), theme=theme),
        lambda theme: render.draw_ring(position, theme=theme),
        lambda theme: render.draw_poster(position, theme=theme),
    ]
    for draw in draws:
        image = draw(theme)
        assert len(render.png(image)) < 150_000
        if theme is not DAYLIGHT:
            assert differ(image, draw(DAYLIGHT)) > 5


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
        left, top = quilts.LEFT + spot.column * quilts.CELL, quilts.TOP + spot.row * quilts.CELL
        lying = spot.orientation
        box = (left, top, left + lying.width * quilts.CELL, top + lying.height * quilts.CELL)
        assert differ(ghost.crop(box), sewed.crop(box)) > 8, spot


def test_shadows_never_fall_on_the_cloth_of_a_neighbour() -> None:
    left, right = (placements_of(EMPTY_QUILT.fits, PATCHES[8], PATCHES[8].orientations[0])[index] for index in (0, 2))
    alone = render.draw_quilt(EMPTY_QUILT.sew(right), seat=1)
    both = render.draw_quilt(EMPTY_QUILT.sew(right).sew(left), seat=1)
    for place in bits(right.mask):
        assert differ(square(alone, place), square(both, place)) == 0


def test_high_contrast_is_flat_with_thick_seams() -> None:
    quilt = EMPTY_QUILT.sew(placements_of(EMPTY_QUILT.fits, PATCHES[8], PATCHES[8].orientations[0])[0])
    image = render.draw_quilt(quilt, seat=1, theme=THEMES["contrast"]).convert("L")
    left, top = quilts.LEFT, quilts.TOP
    for inside in (-2, -1, 1, 2):
        assert image.getpixel((left + inside, top + 50)) == 0
    assert image.getpixel((left + 5 * quilts.CELL, top + 5 * quilts.CELL + quilts.CELL // 2)) == 255
    end = left + 9 * quilts.CELL
    assert len(image.crop((left, top + 5 * quilts.CELL + 10, end, end)).getcolors() or []) <= 4


def test_candidates_carry_their_numbers_where_the_layout_says() -> None:
    spots = proposals(EMPTY_QUILT, PATCHES[17], 4)
    bare = render.draw_quilt(EMPTY_QUILT, seat=1, ghost=spots[0])
    image = render.draw_quilt(EMPTY_QUILT, seat=1, ghost=spots[0], candidates=spots)
    places = quilts.disc_squares(spots, spots[0])
    assert list(places) == [1, 2, 3, 4]
    assert len(set(places.values())) == 4
    for number, (column, row) in places.items():
        place = row * 9 + column
        assert spots[number - 1].mask >> place & 1
        assert differ(square(image, place), square(bare, place)) > 20


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


def offer_box(index: int) -> tuple[int, int, int, int]:
    left, top = tables.OFFERS[0] + index * offers.STEP, tables.OFFERS[1]
    return left, top, left + offers.WIDTH, top + offers.HEIGHT


def price_box(index: int) -> tuple[int, int, int, int]:
    left, top, _, low = offer_box(index)
    return left + offers.PRICE[0], top + offers.PRICE[1], left + offers.TAG, low - 10


def test_the_price_of_each_offer_lies_where_the_layout_says() -> None:
    """Turning the ring changes nothing but the offers' own cards, and on them the price where another is asked."""
    position = start("classic", range(33))
    turned = replace(position, ring=(*position.ring[3:6], *position.ring[:3], *position.ring[6:]))
    before, after = render.draw_table(position), render.draw_table(turned)
    for index in range(3):
        old, new = PATCHES[position.ring[index]], PATCHES[turned.ring[index]]
        same = (old.cost, old.time) == (new.cost, new.time)
        assert (differ(before.crop(price_box(index)), after.crop(price_box(index))) == 0) == same
        assert differ(before.crop(offer_box(index)), after.crop(offer_box(index))) > 1


def test_what_cannot_be_paid_looks_other_even_without_colour() -> None:
    position = start("classic", [*range(12, 33), *range(12)])  # 1, 2 and 3 are cheap
    poor = replace(position, players=(replace(position.players[0], buttons=1), position.players[1]))
    rich_offers, poor_offers = (render.draw_table(which).crop(offer_box(0)).convert("L") for which in (position, poor))
    assert differ(rich_offers, poor_offers) > 10


def test_the_table_shows_whose_move_it_is() -> None:
    position = start("classic", range(33))
    header = (0, 0, 1100, 76)
    other = replace(position, token=2)
    assert differ(render.draw_table(position).crop(header), render.draw_table(other).crop(header)) > 20


def tokens_seen(position: Position) -> set[str]:
    """The colours of the tokens that show around their spaces on the time board."""
    image = render.draw_table(position)
    seen: set[str] = set()
    for player in position.players:
        x, y = timeboard.corner(tables.TIME_BOARD, player.space)
        around = image.convert("RGB").crop((max(0, x - 30), y - 30, min(1100, x + 90), y + 60))
        colours = {colour for _, colour in around.getcolors(10**6) or []}
        seen |= {name for name, rgb in (("blue", (0x1F, 0x5F, 0xA8)), ("amber", (0xE0, 0x8A, 0x1E))) if rgb in colours}
    return seen


@pytest.mark.parametrize("token", [1, 2])
@pytest.mark.parametrize("space", [0, 17, 18, 35, 36, 53])
def test_both_tokens_show_even_on_one_space(space: int, token: int) -> None:
    position = replace(start("classic", range(33)), token=token)
    one, two = position.players
    together = replace(position, players=(replace(one, space=space), replace(two, space=space)))
    assert tokens_seen(together) == {"blue", "amber"}


@pytest.mark.parametrize("leader", [1, 2])
@pytest.mark.parametrize("space", INCOME)
def test_an_income_still_to_come_shows_behind_the_other_token(space: int, leader: int) -> None:
    position = start("classic", range(33))
    spaces = (space, space - 2) if leader == 1 else (space - 2, space)
    one, two = (replace(player, space=at) for player, at in zip(position.players, spaces, strict=True))
    image = render.draw_table(replace(position, players=(one, two), token=3 - leader)).convert("RGB")
    x, y = timeboard.corner(tables.TIME_BOARD, space)
    behind = timeboard.SPACE // 3
    left = x if space // timeboard.COLUMNS % 2 == 0 else x + timeboard.SPACE - behind
    shown = image.crop((left, y, left + behind, y + timeboard.HEIGHT)).getcolors(10**6) or []
    assert ImageColor.getrgb(DAYLIGHT.amber if leader == 1 else DAYLIGHT.blue) in {colour for _, colour in shown}


def test_leather_in_hand_is_shown_and_taken_leather_leaves_its_place_empty() -> None:
    position = start("classic", range(33))
    pending = replace(position, leather=1)
    header = (0, 0, 550, 76)
    assert differ(render.draw_table(position).crop(header), render.draw_table(pending).crop(header)) > 1
    x, y = timeboard.corner(tables.TIME_BOARD, 20)
    beyond = replace(position, players=(replace(position.players[0], space=24), replace(position.players[1], space=22)))
    before, after = (
        render.draw_table(which).crop((x, y, x + timeboard.SPACE, y + timeboard.HEIGHT)) for which in (position, beyond)
    )
    assert differ(before, after) > 30


def test_the_end_and_an_empty_ring_can_be_drawn() -> None:
    position, new, seat = position_after(99)
    assert position.over
    bare = replace(position, ring=())
    for which in (position, bare):
        render.draw_table(which, new=new, new_seat=seat)
        render.draw_ring(which)


def test_the_bonus_tile_shows_beside_its_holder() -> None:
    position = start("classic", range(33))
    one, two = (render.draw_table(replace(position, bonus=seat)).crop((0, 0, 1100, 76)) for seat in (1, 2))
    assert differ(one, two) > 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.night) for seed in (1, 2, 3))])
@pytest.mark.parametrize("plies", [20, 35, 99])
def test_no_picture_of_a_game_is_larger_than_150_kilobytes(seed: int, plies: int) -> None:
    position, new, which = position_after(plies, seed)
    for image in (
        render.draw_table(position, new=new, new_seat=which),
        render.draw_poster(position),
        *(render.draw_quilt(position.player(seat).quilt, seat=seat) for seat in (1, 2)),
    ):
        assert len(render.png(image)) <= 150_000


@pytest.mark.night
def test_every_orientation_of_every_patch_can_be_drawn_on_the_table() -> None:
    for patch in PATCHES:
        for orientation in patch.orientations:
            sprite = sewn(patch.id, orientation.letter, tables.CELL, DAYLIGHT)
            assert sprite.width > orientation.width * tables.CELL
            assert sprite.height > orientation.height * tables.CELL
