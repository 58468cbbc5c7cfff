"""Quilts are the same to the pixel, however many of their patches were drawn before."""

import random

import pytest

from game import Quilt
from game.quilt import EMPTY_QUILT
from render import sewing
from render.canvas import Canvas
from render.palette import colours
from render.sewing import bare_quilt, lay, lay_quilt
from render.shelf import Shelf
from render.sprites import margin
from render.stamp import Stamp
from render.theme import CONTRAST, DAYLIGHT, Theme
from tests.render.positions import position_after
from tests.render.test_kept import forget_all

CELL = 56


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    forget_all()


def quilts(seed: int) -> list[Quilt]:
    """The quilts of a game, in the order in which they grew."""
    found = [position_after(ply, seed)[0].player(1).quilt for ply in range(40)]
    return list(dict.fromkeys(found))


def pixels(picture: Canvas) -> bytes:
    assert picture.image.getpalette() == list(colours(picture.theme))
    return picture.image.tobytes()


def kept(quilt: Quilt, theme: Theme = DAYLIGHT) -> bytes:
    """A quilt with as much of it as is kept."""
    picture = Canvas.over(bare_quilt(CELL, theme), theme)
    lay_quilt(picture, (margin(CELL), margin(CELL)), quilt, CELL)
    return pixels(picture)


def anew(quilt: Quilt, theme: Theme = DAYLIGHT) -> bytes:
    """The same quilt with each patch laid."""
    picture = Canvas.over(bare_quilt(CELL, theme), theme)
    lay(picture, (margin(CELL), margin(CELL)), quilt.patches, CELL)
    return pixels(picture)


@pytest.mark.slow
@pytest.mark.parametrize("theme", [DAYLIGHT, CONTRAST], ids=["daylight", "contrast"])
@pytest.mark.parametrize("seed", range(3))
def test_a_quilt_that_grows_looks_like_one_that_is_drawn_at_once(theme: Theme, seed: int) -> None:
    assert kept(EMPTY_QUILT, theme) == anew(EMPTY_QUILT, theme)
    assert not sewing.ready_quilts.pieces, "it is bare linen"
    grown = quilts(seed)
    assert len(grown) > 8
    assert [kept(quilt, theme) for quilt in grown] == [anew(quilt, theme) for quilt in grown]


@pytest.mark.slow
def test_in_any_order_with_hardly_any_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sewing.ready_quilts, "room", 600_000)
    monkeypatch.setattr(sewing.folded_quilts, "room", 60_000)
    drawn = [quilt for seed in range(3) for quilt in quilts(seed)] * 2
    random.Random(4).shuffle(drawn)
    assert [kept(quilt) for quilt in drawn] == [anew(quilt) for quilt in drawn]
    assert 0 < sewing.ready_quilts.taken <= 600_000
    assert 0 < sewing.folded_quilts.taken <= 60_000


@pytest.mark.slow
def test_one_more_patch_is_drawn_in_its_own_box(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[sewing.Box] = []
    part = sewing._part

    def noted(box: sewing.Box, *rest: object) -> object:
        boxes.append(box)
        return part(box, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(sewing, "_part", noted)
    *_, before, after = quilts(1)
    kept(before)
    kept(after)
    kept(after)
    whole, more = boxes
    assert whole[2] - whole[0] == 9 * CELL + 2 * margin(CELL)
    assert (more[2] - more[0]) * (more[3] - more[1]) < 0.4 * whole[2] * whole[3]


@pytest.mark.slow
def test_what_is_folded_is_found_again_and_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    some = quilts(2)[1:6]
    for quilt in some:
        kept(quilt)
    monkeypatch.setattr(sewing.ready_quilts, "room", 0)
    kept(quilts(0)[-1])
    before = dict(sewing.folded_quilts.pieces)
    assert len(before) == 6
    monkeypatch.setattr(sewing, "_part", lambda *_: pytest.fail("it was drawn again"))
    assert [kept(quilt) for quilt in some] == [anew(quilt) for quilt in some]
    assert {key: id(each) for key, each in sewing.folded_quilts.pieces.items()} == {k: id(v) for k, v in before.items()}


def test_idle_pieces_are_put_away() -> None:
    away: list[object] = []
    shelf: Shelf[Stamp] = Shelf(600_000, lambda key, _: away.append(key))
    for number in range(4):
        shelf.put(number, bare_quilt(CELL, DAYLIGHT))
    assert away == [0, 1]
