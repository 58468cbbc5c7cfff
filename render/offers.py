"""The three patches on offer, each on its card, and the patches after them in the ring."""

from __future__ import annotations

from functools import lru_cache

from game import Position
from game.position import OFFERS
from render.canvas import Canvas, stamp
from render.shelf import filed, kept
from render.sprites import lying, paste, patch_numbered, sewn
from render.stamp import Stamp
from render.symbols import disc, incomes
from render.tags import card, price, tag
from render.theme import Colour, Theme

WIDTH, HEIGHT = 266, 133
"""Width and height of an offer's card, in pixels."""

STEP = WIDTH + 6
DIGITS, NEXT_DIGITS = 48, 42
"""Height of the digits, in pixels: 12 and 10 on a phone."""

NUMBER = 40
"""Size of the disc with the number of a place in the ring, in pixels."""

TAG = 114
"""Width of the tag with an offer's number, cost and time, in pixels."""

PRICE = 12, 46
"""Where its cost and time begin."""

INCOME = 38
"""Height of the sign for income, in pixels."""

NEXT_WIDTH, NEXT_HEIGHT = 264, HEIGHT // OFFERS - 3
"""Width and height of the card of a patch after the offers, in pixels."""


def offers(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three offers with their corner at ``at``.

    While none can be taken, because leather comes first or the game is over, they are dull, and no price is struck.
    """
    closed, buttons = position.over or bool(position.leather), _purse(position)
    for index, patch in enumerate(position.offers):
        too_dear = patch.cost > buttons and not closed
        ground = picture.theme.dull if too_dear or closed else picture.theme.offer
        left = at[0] + index * STEP
        tagged = picture.theme.dull if too_dear else picture.theme.card
        picture.lay(_offer(patch.id, too_dear, ground, picture.theme), (left, at[1]))
        picture.lay(_number(index + 1, tagged, picture.theme), (left + 5 + (TAG - NUMBER) // 2, at[1] + 5))


def _purse(position: Position) -> int:
    """The buttons of whoever chooses next: patches that cost more are too dear."""
    return position.player(1 if position.automa else position.token).buttons  # the Automa never pays


def stacked(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three offers one below the other, without numbers, and below them the three patches that follow."""
    buttons = _purse(position)
    left, top = at
    for patch in position.offers:
        too_dear = patch.cost > buttons
        ground = picture.theme.dull if too_dear else picture.theme.offer
        picture.lay(_offer(patch.id, too_dear, ground, picture.theme), (left, top))
        top += HEIGHT + 8
    for patch_id in position.ring[OFFERS : 2 * OFFERS]:
        picture.lay(next_card(patch_id, picture.theme), (left, top))
        top += NEXT_HEIGHT + 5


def following(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three patches after the offers, one below the other, with their numbers and prices."""
    for index, patch in enumerate(position.ring[OFFERS : 2 * OFFERS]):
        top = at[1] + index * HEIGHT // OFFERS
        picture.lay(next_card(patch, picture.theme), (at[0], top))
        number = _number(OFFERS + index + 1, picture.theme.dull, picture.theme)
        picture.lay(number, (at[0] + 4, top + round((NEXT_HEIGHT - NUMBER) / 2 - 2)))


@kept
def _offer(patch: int, too_dear: bool, ground: Colour, theme: Theme) -> Stamp:
    """An offer's card without its number: the tag on the left, the patch on the right."""
    image = card(WIDTH, HEIGHT, ground, theme.table_dark, 2, theme).copy()
    image.alpha_composite(tag(TAG, HEIGHT - 13, too_dear, theme), (5, 5))
    image.alpha_composite(price(patch, DIGITS, too_dear, theme, upright=True), PRICE)
    orientation, top = lying(patch), 5
    if buttons := patch_numbered(patch).income:
        sign = incomes(buttons, INCOME, theme)
        image.alpha_composite(sign, (WIDTH - sign.width - 7, 6))
        top += INCOME
    room = WIDTH - TAG - 20, HEIGHT - 14 - top
    cell = min(42, room[0] // orientation.width, room[1] // orientation.height)
    paste(image, sewn(patch, orientation.letter, cell, theme), TAG + 10 + room[0] / 2, top + room[1] / 2)
    return stamp(image, theme.table, theme)


@kept
def next_card(patch: int, theme: Theme) -> Stamp:
    """The card of a patch after the offers, without its number."""
    image = card(NEXT_WIDTH, NEXT_HEIGHT, theme.dull, theme.table_dark, 2, theme).copy()
    middle = NEXT_HEIGHT / 2 - 2
    amount = price(patch, NEXT_DIGITS, False, theme, tight=True)
    left, right = 46, NEXT_WIDTH - amount.width - 12
    image.alpha_composite(amount, (NEXT_WIDTH - amount.width - 8, round(middle - amount.height / 2)))
    orientation = lying(patch)
    cell = min(20, (right - left) // orientation.width, (NEXT_HEIGHT - 6) // orientation.height)
    paste(image, sewn(patch, orientation.letter, cell, theme), (left + right) / 2, middle)
    return stamp(image, theme.table, theme)


@lru_cache(maxsize=32)
@filed
def _number(number: int, ground: Colour, theme: Theme) -> Stamp:
    """The number of a place in the ring; even its faintest edge is blended with its ground."""
    return stamp(disc(number, NUMBER, theme), ground, theme, least=1)
