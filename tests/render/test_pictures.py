"""Properties of the pictures: what must be seen is there, at every stage of a game."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from game import LEATHER, PATCHES, Placement, Position
from game.position import start
from game.quilt import EMPTY_QUILT
from game.spots import spots_of
from game.squares import bits
from game.tidy import tidiest
from render import quilt as quilts
from render import table as tables
from render import timeboard
from render.fabrics import PRINTS, cloth
from render.palette import PALETTE
from render.sprites import ghost_sprite, patch_sprite
from tests.render.positions import position_after

STAGES = (0, 1, 12, 25, 38, 99)


def pictures() -> Iterator[Image.Image]:
    for plies in STAGES:
        position, last, seat = position_after(plies)
        yield render.draw_table(position, last=last, last_seat=seat)
        yield render.draw_ring(position)
        for which in (1, 2):
            yield render.draw_quilt(position.player(which).quilt, seat=which)


def differ(one: Image.Image, two: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), two.convert("RGB"))).mean) / 3


def square(image: Image.Image, place: int) -> Image.Image:
    """One square of the picture of a quilt, without its rim."""
    x, y = quilts.centre((place % 9, place // 9))
    return image.crop((x - 40, y - 40, x + 40, y + 40))


def test_every_picture_is_as_wide_as_a_phone_needs_and_not_taller() -> None:
    for image in pictures():
        assert image.width == 1100
        assert image.height <= image.width
        assert image.mode == "RGB"


def test_a_png_is_small_and_reads_back() -> None:
    for image in pictures():
        data = render.png(image)
        assert len(data) < 150_000
        assert data == render.png(image)
        again = Image.open(io.BytesIO(data))
        assert again.size == image.size
        assert differ(again, image) < 4


def test_the_table_is_between_square_and_five_to_four() -> None:
    image = render.draw_table(start("classic", range(33)))
    assert 0.8 <= image.height / image.width <= 1


def test_every_square_of_a_sewn_patch_shows_its_cloth() -> None:
    empty = render.draw_quilt(EMPTY_QUILT, seat=1)
    for patch in (*PATCHES, LEATHER):
        spot = spots_of(EMPTY_QUILT, patch, patch.orientations[-1])[0]
        image = render.draw_quilt(EMPTY_QUILT.sew(spot), seat=1)
        for place in range(81):
            covered = differ(square(image, place), square(empty, place)) > 15
            assert covered == bool(spot.mask >> place & 1), (spot, place)


def test_the_cloths_of_all_patches_differ() -> None:
    areas = [cloth(patch, 60, 2, 2) for patch in range(34)]
    for index, one in enumerate(areas):
        for two in areas[:index]:
            assert differ(one, two) > 10
    assert len({pattern for pattern, _, _ in PRINTS}) >= 10


def test_a_ghost_looks_other_than_a_sewn_patch() -> None:
    for patch in PATCHES:
        turn = patch.orientations[0].turn
        ghost, sewn = ghost_sprite(patch.id, turn, 106), patch_sprite(patch.id, turn, 106)
        assert ghost.size == sewn.size
        assert differ(ghost, sewn) > 8


def test_candidates_carry_their_numbers_where_the_layout_says() -> None:
    spots = tuple(tidiest(EMPTY_QUILT, PATCHES[17])[:4])
    bare = render.draw_quilt(EMPTY_QUILT, seat=1, ghost=spots[0])
    image = render.draw_quilt(EMPTY_QUILT, seat=1, ghost=spots[0], candidates=spots)
    places = quilts.disc_squares(spots)
    assert list(places) == [1, 2, 3, 4]
    assert len(set(places.values())) == 4
    for number, (column, row) in places.items():
        place = row * 9 + column
        assert spots[number - 1].mask >> place & 1
        assert differ(square(image, place), square(bare, place)) > 20


def test_two_candidates_that_start_on_one_square_get_two_discs() -> None:
    spots = [spot for spot in tidiest(EMPTY_QUILT, PATCHES[5]) if spot.square == 0]
    assert len(spots) > 3
    assert len(set(quilts.disc_squares(spots[:4]).values())) == 4


def test_the_last_patch_and_a_square_asked_for_are_marked() -> None:
    spot = tidiest(EMPTY_QUILT, PATCHES[8])[0]
    quilt = EMPTY_QUILT.sew(spot)
    plain = render.draw_quilt(quilt, seat=2)
    assert differ(render.draw_quilt(quilt, seat=2, last=spot), plain) > 0.3
    asked = render.draw_quilt(quilt, seat=2, square=40)
    assert differ(square(asked, 40), square(plain, 40)) > 10
    assert differ(square(asked, 41), square(plain, 41)) == 0


def test_the_two_seats_have_frames_of_their_own() -> None:
    assert differ(render.draw_quilt(EMPTY_QUILT, seat=1), render.draw_quilt(EMPTY_QUILT, seat=2)) > 1


def offer_box(index: int) -> tuple[int, int, int, int]:
    left = 10 + index * tables.OFFER_WIDTH
    return left, tables.OFFERS_TOP, left + tables.OFFER_WIDTH - 12, tables.OFFERS_TOP + tables.OFFER_HEIGHT


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
        around = image.crop((max(0, x - 30), y - 30, min(1100, x + 60), y + 60))
        colours = {colour for _, colour in around.getcolors(10**6) or []}
        seen |= {name for name, rgb in (("blue", (0x1F, 0x5F, 0xA8)), ("amber", (0xE0, 0x8A, 0x1E))) if rgb in colours}
    return seen


@pytest.mark.parametrize("token", [1, 2])
@pytest.mark.parametrize("space", [0, 26, 27, 53])
def test_both_tokens_show_even_on_one_space(space: int, token: int) -> None:
    position = replace(start("classic", range(33)), token=token)
    together = replace(position, players=tuple(replace(player, space=space) for player in position.players))
    assert tokens_seen(together) == {"blue", "amber"}


def test_leather_in_hand_is_shown_and_taken_leather_leaves_its_place_empty() -> None:
    position = start("classic", range(33))
    pending = replace(position, leather=1)
    header = (0, 0, 550, 76)
    assert differ(render.draw_table(position).crop(header), render.draw_table(pending).crop(header)) > 1
    x, y = timeboard.corner(tables.TIME_BOARD, 20)
    beyond = replace(position, players=(replace(position.players[0], space=24), replace(position.players[1], space=22)))
    before, after = (render.draw_table(which).crop((x, y, x + 39, y + 58)) for which in (position, beyond))
    assert differ(before, after) > 30


def test_the_end_and_an_empty_ring_can_be_drawn() -> None:
    position, last, seat = position_after(99)
    assert position.over
    bare = replace(position, ring=())
    for which in (position, bare):
        render.draw_table(which, last=last, last_seat=seat)
        render.draw_ring(which)
    assert position.bonus in (0, 1, 2)


def test_the_bonus_tile_shows_beside_its_holder() -> None:
    position = start("classic", range(33))
    one, two = (render.draw_table(replace(position, bonus=seat)).crop((0, 0, 1100, 76)) for seat in (1, 2))
    assert differ(one, two) > 2


def test_the_fixed_palette_holds_256_colours_and_each_dye_exactly() -> None:
    flat = PALETTE.getpalette()
    assert flat is not None
    assert len(flat) == 768
    colours = {tuple(flat[index : index + 3]) for index in range(0, 768, 3)}
    assert {(0xA8, 0x17, 0x17), (0x15, 0x36, 0x67), (0xEF, 0xE6, 0xD5)} <= colours


def test_every_orientation_of_every_patch_can_be_drawn_on_the_table() -> None:
    for patch in PATCHES:
        for look in patch.orientations:
            sprite = patch_sprite(patch.id, look.turn, tables.CELL)
            inside: list[Placement] = spots_of(EMPTY_QUILT, patch, look)
            assert len(bits(inside[0].mask)) == patch.size
            assert sprite.width > look.width * tables.CELL
            assert sprite.height > look.height * tables.CELL
