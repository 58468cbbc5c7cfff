"""The three patches on offer, each on its card, and the patches after them in the ring."""

from __future__ import annotations

from functools import lru_cache

from game import Position
from game.position import OFFERS
from render.canvas import Canvas, Stamp, stamp
from render.shelf import kept
from render.sprites import lying, paste, patch_numbered, sewn, silhouette
from render.symbols import disc, incomes
from render.tags import card, price, tag
from render.theme import Colour, Theme

WIDTH, HEIGHT = 242, 232
"""Width and height of an offer's card, in pixels."""

STEP = WIDTH + 6
DIGITS = 50
NEXT_DIGITS = 46
"""Height of the digits, in pixels: at least 1/24 of the picture's width."""

NEXT_HEIGHT = HEIGHT // OFFERS - 4
"""Height of the card of a patch after the offers, in pixels."""

FAR_HEIGHT = 46
"""Height of the row of silhouettes, in pixels."""


def offers(picture: Canvas, at: tuple[int, int], position: Position, buttons: int) -> None:
    """Lay the three offers with their corner at ``at``; patches that cost more than ``buttons`` are too dear.

    While none can be taken, because leather comes first or the game is over, they are dull, and no price is struck.
    """
    closed = position.over or bool(position.leather)
    for index, patch in enumerate(position.offers):
        too_dear = patch.cost > buttons and not closed
        ground = picture.theme.dull if too_dear or closed else picture.theme.offer
        left = at[0] + index * STEP
        picture.lay(_offer(patch.id, too_dear, ground, picture.theme), (left, at[1]))
        picture.lay(_number(index + 1, 50, ground, picture.theme), (left + 5, at[1] + 5))


def following(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three patches after the offers, one below the other, with their numbers and prices."""
    for index, patch in enumerate(position.ring[OFFERS : 2 * OFFERS]):
        top = at[1] + index * HEIGHT // OFFERS
        picture.lay(next_card(patch, picture.theme), (at[0], top))
        number = _number(OFFERS + index + 1, 48, picture.theme.dull, picture.theme)
        picture.lay(number, (at[0] + 4, top + round(NEXT_HEIGHT / 2 - 26)))


def far(picture: Canvas, box: tuple[int, int, int], position: Position) -> None:
    """Lay the rest of the ring as silhouettes in a row: ``box`` is its left end, its right end and its middle line."""
    rest = [(patch, lying(patch)) for patch in position.ring[2 * OFFERS :]]
    if not rest:
        return
    left, right, middle = box
    squares = sum(orientation.width + 0.8 for _, orientation in rest)
    cell = min(FAR_HEIGHT // 3, int((right - left) / squares))
    x = float(left)
    for patch, orientation in rest:
        shape = _far(patch, orientation.letter, cell, picture.theme)
        picture.lay(shape, (x, middle), "lm")
        x += shape.image.width + 0.8 * cell


@kept
def _offer(patch: int, too_dear: bool, ground: Colour, theme: Theme) -> Stamp:
    """An offer's card without its number."""
    image = card(WIDTH, HEIGHT, ground, theme.table_dark, 2, theme).copy()
    orientation = lying(patch)
    cell = min(42, 212 // orientation.width, 104 // orientation.height)
    paste(image, sewn(patch, orientation.letter, cell, theme), WIDTH / 2, 107)  # below the number and the income
    if buttons := patch_numbered(patch).income:
        sign = incomes(buttons, 44, theme)
        image.alpha_composite(sign, (WIDTH - sign.width - 8, 8))
    label, cost = tag(WIDTH - 12, 60, too_dear, theme), price(patch, DIGITS, too_dear, theme)
    image.alpha_composite(label, (6, HEIGHT - 70))
    paste(image, cost, WIDTH / 2 + 10, HEIGHT - 40)
    return stamp(image, theme.table, theme)


@kept
def next_card(patch: int, theme: Theme) -> Stamp:
    """The card of a patch after the offers, without its number."""
    width, height = 340, NEXT_HEIGHT
    image = card(width, height, theme.dull, theme.table_dark, 2, theme).copy()
    middle = height / 2 - 2
    cost = price(patch, NEXT_DIGITS, False, theme)
    left, right = 58, width - cost.width - 12
    image.alpha_composite(cost, (width - cost.width - 8, round(middle - cost.height / 2)))
    orientation = lying(patch)
    cell = min(21, (right - left) // orientation.width, 66 // orientation.height)
    paste(image, sewn(patch, orientation.letter, cell, theme), (left + right) / 2, middle)
    return stamp(image, theme.table, theme)


@lru_cache(maxsize=32)
def _number(number: int, size: int, ground: Colour, theme: Theme) -> Stamp:
    """The number of a place in the ring; even its faintest edge is blended with the card."""
    return stamp(disc(number, size, theme), ground, theme, least=1)


@lru_cache(maxsize=400)
def _far(patch: int, letter: str, cell: int, theme: Theme) -> Stamp:
    return stamp(silhouette(patch, letter, cell, theme.dull), theme.table, theme)
