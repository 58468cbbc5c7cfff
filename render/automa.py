"""The Automa's side of the table: its last card, the back of the next one, and its two piles of patches."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from game import PATCHES, Automa
from game.automa import CARDS, Card, Filter
from render.palette import DAYLIGHT as T
from render.ring import lying
from render.sprites import margin, patch_sprite
from render.symbols import bonus_tile, button, spool, token, write

CARD_WIDTH, CARD_HEIGHT = 252, 400


def draw_automa(image: Image.Image, at: tuple[int, int], automa: Automa, card: int, next_budget: int | None) -> None:
    """Draw the Automa's side with its corner at ``at``, 530 pixels wide and 470 tall.

    ``card`` is the number of the last card, or 0 before the first; ``next_budget`` stands on the back of the next card.
    """
    left, top = at
    front = _front(CARDS[card]) if card else _back(CARD_WIDTH, CARD_HEIGHT, None)
    image.paste(front, (left, top), front)
    piles = left + CARD_WIDTH + 26
    owned = [PATCHES[patch] for patch in automa.patches]
    _pile(image, (piles, top), [patch.id for patch in owned if patch.income], with_buttons=True)
    _pile(image, (piles, top + 138), [patch.id for patch in owned if not patch.income], with_buttons=False)
    back = _back(120, 124, next_budget)
    image.paste(back, (piles + 62, top + CARD_HEIGHT - 124), back)


@cache
def _front(card: Card) -> Image.Image:
    """A card: budget, filters from top to bottom, income for each income space crossed."""
    image = _blank(CARD_WIDTH, CARD_HEIGHT)
    draw = ImageDraw.Draw(image)
    sign = button(66)
    image.paste(sign, (44, 22), sign)
    write(draw, (128, 56), str(card.budget), 76, T.ink, "lm")
    draw.line((20, 104, CARD_WIDTH - 20, 104), T.chalk, 4)
    for row, name in enumerate(card.filters):
        middle = 142 + row * 68
        write(draw, (38, middle), str(row + 1), 40, T.leather)
        _filter_sign(image, (150, middle), name)
    draw.line((20, CARD_HEIGHT - 88, CARD_WIDTH - 20, CARD_HEIGHT - 88), T.chalk, 4)
    income = button(46)
    draw.rounded_rectangle((38, CARD_HEIGHT - 72, 98, CARD_HEIGHT - 16), 8, T.odd_space, T.ink, 3)
    image.paste(income, (45, CARD_HEIGHT - 67), income)
    write(draw, (118, CARD_HEIGHT - 44), f"+{card.income}", 56, T.ink, "lm")
    return image


@cache
def _back(width: int, height: int, budget: int | None) -> Image.Image:
    """The back of a card: crossed threads, and in the tactical deck its budget."""
    image = _blank(width, height)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((10, 10, width - 11, height - 11), 12, T.amber)
    for step in range(-height, width, 28):
        draw.line((step, height - 12, step + height, 12), T.card, 3)
    draw.rounded_rectangle((3, 3, width - 4, height - 4), 16, None, T.card, 8)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), 16, None, T.ink, 3)
    if budget is not None:
        draw.ellipse((width / 2 - 46, height / 2 - 46, width / 2 + 46, height / 2 + 46), T.card, T.ink, 4)
        write(draw, (width / 2, height / 2), str(budget), 58, T.ink)
    return image


def _blank(width: int, height: int) -> Image.Image:
    image = Image.new("RGBA", (width, height))
    ImageDraw.Draw(image).rounded_rectangle((0, 0, width - 1, height - 1), 16, T.card, T.ink, 3)
    return image


def _filter_sign(image: Image.Image, at: tuple[int, int], name: Filter) -> None:
    draw = ImageDraw.Draw(image)
    x, y = at
    match name:
        case "no_overtake":  # its token may come up to yours, not past it
            _arrow(draw, (x - 44, y), 44, T.ink)
            _put(image, token(2, 44), (x - 66, y))
            _put(image, token(1, 44), (x + 38, y))
            draw.line((x + 70, y - 28, x + 70, y + 28), T.last, 9)
        case "largest":
            for index, size in enumerate((16, 30, 52)):
                left = x - 72 + (0, 30, 76)[index]
                draw.rectangle((left, y + 26 - size, left + size, y + 26), T.ghost if index == 2 else T.chalk, T.ink, 3)
        case "most_buttons":
            for shift in (-50, -12, 26):
                _put(image, button(52), (x + shift, y))
        case "farthest_from_neutral":
            _put(image, spool(54), (x - 62, y))
            for shift in (-22, 2):
                draw.ellipse((x + shift - 8, y - 8, x + shift + 8, y + 8), T.chalk, T.ink, 2)
            _arrow(draw, (x + 16, y), 26, T.ink)
            draw.rectangle((x + 50, y - 20, x + 86, y + 20), T.ghost, T.ink, 3)


def _arrow(draw: ImageDraw.ImageDraw, start: tuple[int, int], length: int, colour: str) -> None:
    x, y = start
    draw.line((x, y, x + length, y), colour, 6)
    draw.polygon([(x + length, y - 12), (x + length + 18, y), (x + length, y + 12)], colour)


def _put(image: Image.Image, sign: Image.Image, middle: tuple[int, int]) -> None:
    image.paste(sign, (middle[0] - sign.width // 2, middle[1] - sign.height // 2), sign)


def _pile(image: Image.Image, at: tuple[int, int], patches: list[int], *, with_buttons: bool) -> None:
    """A pile: how many patches there are, and the last ones taken."""
    draw = ImageDraw.Draw(image)
    left, top = at
    draw.rounded_rectangle((left, top, left + 250, top + 124), 14, T.linen if patches else T.dull)
    write(draw, (left + 44, top + 44), str(len(patches)), 60, T.ink)
    draw.ellipse((left + 26, top + 80, left + 62, top + 116), T.linen, T.ink, 3)
    if with_buttons:
        _put(image, button(36), (left + 44, top + 98))
    else:
        draw.line((left + 30, top + 112, left + 58, top + 84), T.ink, 4)
    for index, patch in enumerate(patches[-3:]):
        sprite = patch_sprite(patch, lying(PATCHES[patch]), 22)
        x = left + 84 + index * 30
        image.paste(sprite, (x, top + 62 - sprite.height // 2 - margin(22) + 2), sprite)


def bonus_mark(image: Image.Image, corner: tuple[int, int], width: int) -> None:
    """The bonus tile on the space of the time board where the Automa takes it."""
    tile = bonus_tile(width - 6)
    image.paste(tile, (corner[0] + 2, corner[1] + 2), tile)
