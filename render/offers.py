"""The three patches that may be taken, each on its card, and what comes after them in the ring."""

from __future__ import annotations

from functools import lru_cache

from game import Position
from game.position import OFFERS
from render.picture import Picture, Stamp, stamp
from render.shelf import kept
from render.sprites import lying, paste, patch_numbered, sewn, silhouette
from render.symbols import disc
from render.tags import card, income, price, tag
from render.theme import Theme

WIDTH, HEIGHT = 242, 232
"""Pixels of an offer's card."""

STEP = WIDTH + 6
DIGITS = 50
NEXT_DIGITS = 46
"""Pixels of the digits: at least 1/24 of the picture's width."""

FAR_HEIGHT = 46
"""Pixels of the row of silhouettes."""


def offers(picture: Picture, at: tuple[int, int], position: Position, buttons: int) -> None:
    """Lay the three offers, with their corner at ``at``; ``buttons`` is what can be paid."""
    for index, patch in enumerate(position.offers):
        too_dear = patch.cost > buttons and not position.over
        picture.lay(_offer(patch.id, index + 1, too_dear, position.over, picture.theme), (at[0] + index * STEP, at[1]))


def following(picture: Picture, at: tuple[int, int], position: Position) -> None:
    """Lay the three patches after the offers, one below the other, with number and price."""
    for index, patch in enumerate(position.ring[OFFERS : 2 * OFFERS]):
        piece = _next(patch, OFFERS + index + 1, picture.theme)
        picture.lay(piece, (at[0], at[1] + index * HEIGHT // OFFERS))


def far(picture: Picture, box: tuple[int, int, int], position: Position) -> None:
    """Lay the rest of the ring as silhouettes in a row: ``box`` is left, right and the middle of its height."""
    rest = [(patch, lying(patch)) for patch in position.ring[2 * OFFERS :]]
    if not rest:
        return
    left, right, middle = box
    squares = sum(look.width + 0.8 for _, look in rest)
    cell = min(FAR_HEIGHT // 3, int((right - left) / squares))
    x = float(left)
    for patch, look in rest:
        shape = _far(patch, look.letter, cell, picture.theme)
        picture.lay(shape, (x, middle), "lm")
        x += shape.image.width + 0.8 * cell


@kept
def _offer(patch: int, number: int, too_dear: bool, over: bool, theme: Theme) -> Stamp:
    ground = theme.dull if too_dear or over else theme.offer
    image = card(WIDTH, HEIGHT, ground, theme.table_dark, 2, theme).copy()
    look = lying(patch)
    cell = min(42, 212 // look.width, 104 // look.height)
    paste(image, sewn(patch, look.letter, cell, theme), WIDTH / 2, 107)  # below the number and the income
    paste(image, disc(number, 50, theme), 30, 30)
    sign = income(patch_numbered(patch).income, 42, theme)
    image.alpha_composite(sign, (WIDTH - sign.width - 8, 8))
    label, cost = tag(WIDTH - 12, 60, too_dear, theme), price(patch, DIGITS, too_dear, theme)
    image.alpha_composite(label, (6, HEIGHT - 70))
    paste(image, cost, WIDTH / 2 + 10, HEIGHT - 40)
    return stamp(image, theme.table, theme)


@kept
def _next(patch: int, number: int, theme: Theme) -> Stamp:
    width, height = 340, HEIGHT // OFFERS - 4
    image = card(width, height, theme.dull, theme.table_dark, 2, theme).copy()
    middle = height / 2 - 2
    paste(image, disc(number, 48, theme), 28, middle)
    cost = price(patch, NEXT_DIGITS, False, theme)
    left, right = 58, width - cost.width - 12
    image.alpha_composite(cost, (width - cost.width - 8, round(middle - cost.height / 2)))
    look = lying(patch)
    cell = min(21, (right - left) // look.width, 66 // look.height)
    paste(image, sewn(patch, look.letter, cell, theme), (left + right) / 2, middle)
    return stamp(image, theme.table, theme)


@lru_cache(maxsize=400)
def _far(patch: int, turn: str, cell: int, theme: Theme) -> Stamp:
    return stamp(silhouette(patch, turn, cell, theme.dull), theme.table, theme)
