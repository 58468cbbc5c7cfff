"""Emoji can be told apart at the size of a line of text, on dark grounds and on light ones."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, product

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from game import PATCHES
from render.emoji import SIZE
from tests.render.seen import DARK, LIGHT, LINE


def on(ground: str, emoji: Image.Image) -> Image.Image:
    """An emoji as a line of text shows it. RGB."""
    small = emoji.resize((LINE, LINE), Image.Resampling.LANCZOS)
    image = Image.new("RGB", small.size, ground)
    image.paste(small, mask=small)
    return image


@cache
def signs() -> list[Image.Image]:
    """All signs, drawn once."""
    return [render.draw_sign(name) for name in render.SIGNS]


@cache
def looks(patch: int) -> list[Image.Image]:
    """All looks of a patch, in the order of its orientations."""
    return [render.draw_patch_icon(patch, lying.letter) for lying in PATCHES[patch].orientations]


def all_emoji() -> Iterator[Image.Image]:
    """All signs, and all looks of all patches."""
    return chain(signs(), *map(looks, range(len(PATCHES))))


@pytest.mark.slow
def test_all_are_cut_out_of_nothing_and_reach_no_edge() -> None:
    for emoji in all_emoji():
        assert (emoji.size, emoji.mode) == ((SIZE, SIZE), "RGBA")
        shape = emoji.getchannel("A").getbbox()
        assert shape is not None
        assert min(shape[:2]) > 0
        assert max(shape[2:]) < SIZE
        assert max(shape[2] - shape[0], shape[3] - shape[1]) >= SIZE * 0.7, "it could be larger"


@pytest.mark.slow
@pytest.mark.parametrize("ground", [DARK, LIGHT])
def test_each_stands_out_from_the_ground_all_around(ground: str) -> None:
    grey = Image.new("L", (1, 1), ground).getpixel((0, 0))
    for emoji in all_emoji():
        shape = emoji.getchannel("A").resize((LINE, LINE), Image.Resampling.BOX)
        small = on(ground, emoji).convert("L")
        lines = [[small.getpixel((x, y)) for x in range(LINE) if shape.getpixel((x, y))] for y in range(LINE)]
        contrasts = [max(abs(level - grey) for level in line) for line in lines if len(line) > 2]  # type: ignore[operator]
        assert min(contrasts[1:-1]) > 60


@pytest.mark.slow
@pytest.mark.parametrize("ground", [DARK, LIGHT])
def test_no_two_look_alike_in_a_line_of_text(ground: str) -> None:
    for several in (*map(looks, range(len(PATCHES))), [*signs(), *(looks(patch.id)[0] for patch in PATCHES)]):
        for one, two in combinations([on(ground, emoji) for emoji in several], 2):
            assert sum(ImageStat.Stat(ImageChops.difference(one, two)).mean) > 12


def test_a_look_has_the_shape_of_its_orientation() -> None:
    for patch in PATCHES:
        for lying, emoji in zip(patch.orientations, looks(patch.id), strict=True):
            shape = emoji.getchannel("A")
            left, top, right, bottom = shape.getbbox() or (0, 0, 0, 0)
            across, down = (right - left) / lying.width, (bottom - top) / lying.height
            middles = {
                (x, y): (round(left + (x + 0.5) * across), round(top + (y + 0.5) * down))
                for x, y in product(range(lying.width), range(lying.height))
            }
            assert {cell for cell, middle in middles.items() if shape.getpixel(middle)} == lying.cells
