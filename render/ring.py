"""The ring: the patches that are left, three in a row, from the pawn on."""

from PIL import Image

from game import PATCHES, Position
from game.position import OFFERS
from render.canvas import Canvas, stamp
from render.offers import is_closed
from render.shelf import kept
from render.sprites import fitted, paste
from render.stamp import Stamp
from render.symbols import disc, incomes
from render.tags import card, price
from render.theme import DAYLIGHT, Theme

WIDTH = 1100
EDGE = 8  # pixels above and below the rows
GAP = 8  # pixels between two cards

ROW = (WIDTH - 2 * EDGE) // -(-len(PATCHES) // OFFERS)
"""Height of a row, in pixels: as high as wide is the picture of a whole ring."""

DIGITS = 48  # height of the digits, in pixels: 1/23 of the width
INCOME = 32  # height of the sign for income, in pixels
CARD = WIDTH // OFFERS - GAP, ROW - GAP  # width and height of a card, in pixels


def draw_ring(position: Position, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """All patches of the ring in order, numbered from the pawn, each with its income and its price. Mode P.

    1,100 pixels wide, and at most as tall. The first row are the three on offer, bright while they can be taken.
    """
    rows = max(1, -(-len(position.ring) // OFFERS))
    picture = Canvas.on_wood(WIDTH, rows * ROW + 2 * EDGE, theme)
    for index, patch in enumerate(position.ring):
        row, column = divmod(index, OFFERS)
        left, top = GAP + column * (CARD[0] + GAP), EDGE + row * ROW + GAP // 2
        offered = row == 0 and not is_closed(position)
        ground = theme.offer if offered else theme.dull
        picture.lay(_card(patch, offered, theme), (left, top))
        picture.sign((left + 7, top + 7 + DIGITS // 2), disc, index + 1, DIGITS, on=ground, anchor="lm")
    return picture.image


@kept
def _card(patch: int, offered: bool, theme: Theme) -> Stamp:
    """A card without its number: the patch, and on its right the income above the price. None may touch another."""
    (width, height), edge = CARD, theme.ink if offered else theme.table_dark
    image = card(width, height, theme.offer if offered else theme.dull, edge, 5 if offered else 2, theme).copy()
    cost = price(patch, DIGITS, False, theme, tight=True)
    paste(image, cost, width - 10 - cost.width / 2, height - DIGITS / 2 - 5)
    if buttons := PATCHES[patch].income:
        sign = incomes(buttons, INCOME, theme)
        image.alpha_composite(sign, (width - sign.width - 10, 6))
    left, right = DIGITS + 14, width - cost.width - 18
    paste(image, fitted(patch, 30, right - left, height - 20, theme), (left + right) / 2, height / 2 - 2)
    return stamp(image, theme.table, theme)
