"""Stamps are cut into boxes, and lie on a picture as if they were not."""

import random

import pytest
from PIL import Image, ImageDraw

from game.patches import PATCHES
from render.canvas import Canvas
from render.sewing import sewn_stamp
from render.stamp import boxed
from render.theme import DAYLIGHT

SEEDS = range(20)


def noise(rng: random.Random, size: tuple[int, int]) -> Image.Image:
    return Image.frombytes("P", size, rng.randbytes(size[0] * size[1]))


def shape(rng: random.Random, size: tuple[int, int]) -> Image.Image:
    """Some boxes and discs, small and large ones. Mode L."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    for _ in range(rng.randrange(6)):
        left, right = sorted(rng.randrange(size[0]) for _ in range(2))
        top, low = sorted(rng.randrange(size[1]) for _ in range(2))
        rng.choice([draw.rectangle, draw.ellipse])((left, top, right, low), rng.choice([0, 255, 255]))
    return mask


def layers(seed: int, bodies: int) -> list[Image.Image]:
    """Pixels, the mask of all that shows, and that of its body, which is a part of it."""
    rng = random.Random(seed)
    size = rng.randrange(1, 300), rng.randrange(1, 300)
    masks = [shape(rng, size) for _ in range(1 + bodies)]
    for body in masks[1:]:
        masks[0].paste(255, mask=body)
    return [noise(rng, size), *masks]


def on_noise(size: tuple[int, int]) -> Canvas:
    return Canvas(noise(random.Random(7), size), DAYLIGHT)


@pytest.mark.parametrize("bodies", [0, 1])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_stamp_covers_what_its_mask_says(seed: int, bodies: int) -> None:
    image, mask, *others = layers(seed, bodies)
    picture, expected = (on_noise((340, 340)) for _ in range(2))
    picture.lay(boxed(image, mask, *others), (20, 30))
    expected.image.paste(image, (20, 30), mask)
    assert picture.image.tobytes() == expected.image.tobytes()


@pytest.mark.parametrize("seed", SEEDS)
def test_no_rim_falls_on_the_body_of_a_neighbour(seed: int) -> None:
    pieces = [(layers(seed * 2 + number, 1), (20 + 50 * number, 40 - 20 * number)) for number in range(2)]
    picture, expected = (on_noise((400, 400)) for _ in range(2))
    stamps = [(boxed(*art), at) for art, at in pieces]
    for piece, at in stamps:
        picture.lay_rim(piece, at)
    for piece, at in stamps:
        picture.lay_body(piece, at)
    for layer in (1, 2):
        for art, at in pieces:
            expected.image.paste(art[0], at, art[layer])
    assert picture.image.tobytes() == expected.image.tobytes()


def test_a_ground_is_the_whole_picture() -> None:
    image = noise(random.Random(1), (120, 90))
    picture = Canvas.over(boxed(image), DAYLIGHT)
    assert picture.image.tobytes() == image.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize(("cell", "share"), [(56, 0.9), (96, 0.55)])
def test_patches_take_less_memory_than_their_pixels_and_two_masks(cell: int, share: float) -> None:
    stamps = [sewn_stamp(patch, "N", cell, DAYLIGHT) for patch in range(len(PATCHES))]
    assert sum(piece.size for piece in stamps) < share * sum(3 * piece.width * piece.height for piece in stamps)
