"""The ring: the patches that are left, in reading order from the pawn on. The first row are those on offer."""

from PIL import Image

from game import PATCHES, Position
from game.position import OFFERS
from render.canvas import Canvas, stamp
from render.offers import is_closed
from render.shelf import kept
from render.sprites import fitted, paste
from render.stamp import Stamp
from render.symbols import disc
from render.tags import card, income_digit, price
from render.theme import DAYLIGHT, Theme

WIDTH = 1100
EDGE = 6  # pixels above and below the rows
GAP = 8  # pixels between two cards
ROW = 85  # height of a row, in pixels: a page with a whole ring and its buttons should fit on a screen
ACROSS = 4  # patches in a row after the first one, in which the offers are

DIGITS = 44  # height of the digits, in pixels: 11 on a phone
NUMBER = 38  # size of the disc with a patch's number, in pixels
LARGEST = 30  # pixels per square of a patch, at most


def draw_ring(position: Position, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """All patches of the ring in order, numbered from the pawn, each with its income and its price. Mode P.

    1,100 pixels wide, and at most 777 tall. The first row are the three on offer, bright while they can be taken.
    """
    rows = 1 + max(0, -(-(len(position.ring) - OFFERS) // ACROSS))
    picture = Canvas.on_wood(WIDTH, rows * ROW + 2 * EDGE, theme)
    for index, patch in enumerate(position.ring):
        row, column = divmod(index - OFFERS, ACROSS) if index >= OFFERS else (-1, index)
        wide = WIDTH // (OFFERS if row < 0 else ACROSS)
        left, top = column * wide + GAP // 2, EDGE + (row + 1) * ROW + GAP // 2
        offered = row < 0 and not is_closed(position)
        picture.lay(_card(patch, wide - GAP, offered, theme), (left, top))
        ground = theme.offer if offered else theme.dull
        picture.sign((left + 7, top + 4 + NUMBER // 2), disc, index + 1, NUMBER, on=ground, anchor="lm")
    return picture.image


@kept
def _card(patch: int, width: int, offered: bool, theme: Theme) -> Stamp:
    """A card without its number: on the left, below that, the income; then the patch; on the right, the cost above the
    time. None may touch another.
    """
    height, edge = ROW - GAP, theme.ink if offered else theme.table_dark
    image = card(width, height, theme.offer if offered else theme.dull, edge, 5 if offered else 2, theme).copy()
    cost = price(patch, DIGITS, False, theme, upright=True)
    left, right = NUMBER + 32, width - 2 * DIGITS - 18
    image.alpha_composite(cost, (right + 6, (height - 4 - cost.height) // 2))
    if buttons := PATCHES[patch].income:
        image.alpha_composite(income_digit(buttons, DIGITS - 6, theme), (7, NUMBER + 5))
    paste(image, fitted(patch, LARGEST, right - left, height - 16, theme), (left + right) / 2, height / 2 - 2)
    return stamp(image, theme.table, theme)
