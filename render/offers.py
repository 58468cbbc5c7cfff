"""The three patches on offer, each on its card, and the patches after them in the ring."""

from game import Position
from game.position import OFFERS
from render.canvas import Canvas, stamp
from render.shelf import kept
from render.sprites import fitted, paste, patch_numbered
from render.stamp import Stamp
from render.symbols import disc, incomes
from render.tags import card, income_digit, price, tag
from render.theme import Colour, Theme

WIDTH, HEIGHT = 254, 133  # width and height of an offer's card, in pixels

STEP = WIDTH + 6
DIGITS, NEXT_DIGITS = 48, 42  # height of the digits, in pixels: 12 and 10 on a phone
NUMBER = 40  # size of the disc with the number of a place in the ring, in pixels
TAG = 114  # width of the tag with an offer's number, cost and time, in pixels
PRICE = 12, 46  # where its cost and time begin
INCOME = 38  # height of the sign for income, in pixels
NEXT = 300, HEIGHT // OFFERS - 3  # width and height of the card of a patch after the offers, in pixels
BESIDE = WIDTH, 74  # the same beside a quilt, where its income is above its price


def is_closed(position: Position) -> bool:
    """Tell whether no patch can be taken now, because leather comes first or the game is over."""
    return position.over or bool(position.leather)


def offers(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three offers with their corner at ``at``: dull, and no price struck, while none can be taken."""
    for index, (patch, too_dear, ground) in enumerate(_shown(position, picture.theme)):
        left = at[0] + index * STEP
        tagged = picture.theme.dull if too_dear else picture.theme.card
        picture.lay(_offer(patch, too_dear, ground, picture.theme), (left, at[1]))
        picture.lay(_number(index + 1, tagged, picture.theme), (left + 5 + (TAG - NUMBER) // 2, at[1] + 5))


def _shown(position: Position, theme: Theme) -> list[tuple[int, bool, Colour]]:
    """The offers: each patch, whether it is too dear, and the ground of its card."""
    closed = is_closed(position)
    buttons = position.player(1 if position.automa else position.token).buttons  # the Automa never pays
    dear = [(patch.id, patch.cost > buttons and not closed) for patch in position.offers]
    return [(patch, is_dear, theme.dull if is_dear or closed else theme.offer) for patch, is_dear in dear]


def stacked(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three offers one below the other, without numbers, and below them the three patches that follow."""
    left, top = at
    for patch, too_dear, ground in _shown(position, picture.theme):
        picture.lay(_offer(patch, too_dear, ground, picture.theme), (left, top))
        top += HEIGHT + 8
    for patch_id in position.ring[OFFERS : 2 * OFFERS]:
        picture.lay(next_card(patch_id, BESIDE, picture.theme), (left, top))
        top += BESIDE[1] + 7


def following(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three patches after the offers, one below the other, each with its income and its price."""
    for index, patch in enumerate(position.ring[OFFERS : 2 * OFFERS]):
        picture.lay(next_card(patch, NEXT, picture.theme), (at[0], at[1] + index * HEIGHT // OFFERS))


@kept
def _offer(patch: int, too_dear: bool, ground: Colour, theme: Theme) -> Stamp:
    """An offer's card without its number: the tag on the left, the patch on the right."""
    image = card(WIDTH, HEIGHT, ground, theme.table_dark, 2, theme).copy()
    image.alpha_composite(tag(TAG, HEIGHT - 13, too_dear, theme), (5, 5))
    image.alpha_composite(price(patch, DIGITS, too_dear, theme, upright=True), PRICE)
    top = 8
    if buttons := patch_numbered(patch).income:
        sign = incomes(buttons, INCOME, theme)
        image.alpha_composite(sign, (WIDTH - sign.width - 7, 6))
        top += INCOME
    wide, tall = WIDTH - TAG - 24, HEIGHT - 16 - top
    paste(image, fitted(patch, 42, wide, tall, theme), TAG + 12 + wide / 2, top + tall / 2)
    return stamp(image, theme.table, theme)


@kept
def next_card(patch: int, size: tuple[int, int], theme: Theme) -> Stamp:
    """The card of a patch after the offers: the patch, and on its right its income beside its price, or above it."""
    width, height = size
    image = card(width, height, theme.dull, theme.table_dark, 2, theme).copy()
    cost = price(patch, NEXT_DIGITS, False, theme, tight=True)
    right = width - cost.width - 8
    image.alpha_composite(cost, (right, height - 22 - cost.height // 2))
    if buttons := patch_numbered(patch).income:
        brings = income_digit(buttons, NEXT_DIGITS, theme)
        is_above = size == BESIDE
        at = (width - brings.width - 9, 2) if is_above else (right - brings.width - 8, 2)
        image.alpha_composite(brings, at)
        right = min(right, at[0])
    paste(image, fitted(patch, 22, right - 16, height - 6, theme), right / 2, height / 2 - 2)
    return stamp(image, theme.table, theme)


@kept
def _number(number: int, ground: Colour, theme: Theme) -> Stamp:
    """The number of a place in the ring; even its faintest edge is blended with its ground."""
    return stamp(disc(number, NUMBER, theme), ground, theme, least=1)
