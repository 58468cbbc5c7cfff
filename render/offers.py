"""The three patches on offer, each on its card, and all patches after them in the ring. Why: decision 0096."""

from collections.abc import Iterator, Mapping, Sequence

from PIL import Image, ImageDraw

from game import Position
from game.position import OFFERS
from render.canvas import Canvas, stamp
from render.shelf import kept
from render.sprites import fitted, fitting, lying, margin, paste, patch_numbered, pinned
from render.stamp import Stamp
from render.symbols import disc, incomes
from render.tags import card, price, tag
from render.theme import Colour, Theme

OFFER, BESIDE = (204, 124), (344, 112)
"""Width and height of an offer's card on the table, and beside a quilt, in pixels."""

GAP = 4  # pixels between two cards
DIGITS = 48  # height of the digits, in pixels: 12 on a phone
NUMBER = 40  # size of the disc with the number of an offer, in pixels
TAG = 102  # width of the tag with an offer's number, cost and time, in pixels
INCOME = 34  # height of the sign for income, in pixels
LARGEST = 42  # pixels per square of a patch on offer, at most

NEAR, TALL = 16, 62
"""Pixels per square of the next patches, which can be told apart on a phone, and the height of their cards."""

CELLS = (NEAR, 12, 8)
"""Pixels per square of the patches after them: as many as there is room for. Few sizes: each is painted by itself."""

ALL, ALL_BESIDE = 56, 84
"""The height for these patches on the table, and beside a quilt, in pixels: two or three rows of the smallest size."""

ACROSS, DOWN = 3, 2  # how many of the next patches have a card each beside a quilt
EDGE = 8  # pixels beside a row of them
SHADE = 4  # pixels that a card's shadow takes at its lower edge


def is_closed(position: Position) -> bool:
    """Tell whether no patch can be taken now, because leather comes first or the game is over."""
    return position.over or bool(position.leather)


def offers(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three offers with their corner at ``at``: dull, and no price struck, while none can be taken."""
    for index, (patch, too_dear, ground) in enumerate(_shown(position, picture.theme)):
        left = at[0] + index * (OFFER[0] + GAP)
        tagged = picture.theme.dull if too_dear else picture.theme.card
        picture.lay(_offer(patch, too_dear, ground, OFFER, picture.theme), (left, at[1]))
        picture.lay(_number(index + 1, tagged, picture.theme), (left + 4 + (TAG - NUMBER) // 2, at[1] + 1))


def _shown(position: Position, theme: Theme) -> list[tuple[int, bool, Colour]]:
    """The offers: each patch, whether it is too dear, and the ground of its card."""
    closed = is_closed(position)
    buttons = position.player(1 if position.automa else position.token).buttons  # the Automa never pays
    dear = [(patch.id, patch.cost > buttons and not closed) for patch in position.offers]
    return [(patch, is_dear, theme.dull if is_dear or closed else theme.offer) for patch, is_dear in dear]


def stacked(picture: Canvas, at: tuple[int, int], position: Position) -> None:
    """Lay the three offers one below the other, without numbers, and below them all patches that follow."""
    left, top = at
    for patch, too_dear, ground in _shown(position, picture.theme):
        picture.lay(_offer(patch, too_dear, ground, BESIDE, picture.theme), (left, top))
        top += BESIDE[1] + GAP
    following(picture, (left, top), (BESIDE[0], ALL_BESIDE), position, across=ACROSS, down=DOWN)


def mark(picture: Canvas, at: tuple[int, int], position: Position, basted: int, numbers: Mapping[int, int]) -> None:
    """Baste the card of a patch among those that are `stacked` at ``at``, and number those of others: offers, and the
    next ones that have a card each.
    """
    (left, top), theme = at, picture.theme
    for patch, _, ground in _shown(position, theme):
        if patch == basted:
            around = BESIDE[0] + 2 * OUT, BESIDE[1] + 2 * OUT
            picture.lay(_basting(around, theme), (left - OUT, top - OUT))
        if patch in numbers:
            at = left + BESIDE[0] - NUMBER - 4, top + BESIDE[1] - NUMBER - 8
            picture.lay(_number(numbers[patch], ground, theme), at)
        top += BESIDE[1] + GAP
    for patch, x, y in _cards((left, top), BESIDE[0], position, ACROSS, DOWN):
        if patch in numbers:
            picture.lay(_number(numbers[patch], theme.dull, theme), (x + 2, y + TALL - NUMBER - 4))


def following(
    picture: Canvas, at: tuple[int, int], room: tuple[int, int], position: Position, *, across: int, down: int
) -> None:
    """Lay all patches after the offers in the order of the ring, row by row: the next ones each on a card, ``across``
    by ``down`` of them, and the rest below on one, in a ``room`` so many pixels wide and tall.
    """
    left, top = at
    theme, ring, (width, height) = picture.theme, position.ring[OFFERS:], room
    for patch, *corner in _cards(at, width, position, across, down):
        picture.lay(_near(patch, _width(width, across), theme), (corner[0], corner[1]))
    if rest := ring[across * down :]:
        top += down * (TALL + GAP)
        picture.lay(_shelf((width, height + SHADE), theme), (left, top))
        cell, rows = _rows(rest, width - 2 * EDGE, height)
        spare = width - 2 * EDGE - max(sum(_wide(patch, cell) for patch in row) for row in rows)
        apart = min(cell / 2, spare / max(map(len, rows)))
        for number, patches in enumerate(rows):
            x = left + EDGE + apart / 2
            for patch in patches:
                picture.lay(_small(patch, cell, theme), (x, top + height * (2 * number + 1) / (2 * len(rows))), "lm")
                x += _wide(patch, cell) + apart


def _width(wide: int, across: int) -> int:
    """Say how wide each of some cards is, if ``across`` of them lie beside each other."""
    return (wide + GAP) // across - GAP


def _cards(
    at: tuple[int, int], wide: int, position: Position, across: int, down: int
) -> Iterator[tuple[int, int, int]]:
    """The next patches after the offers, and the corner of the card of each."""
    for index, patch in enumerate(position.ring[OFFERS:][: across * down]):
        row, column = divmod(index, across)
        yield patch, at[0] + column * (_width(wide, across) + GAP), at[1] + row * (TALL + GAP)


def _rows(patches: Sequence[int], wide: int, tall: int) -> tuple[int, list[list[int]]]:
    """The largest squares with which patches fit into a room, in rows of about the same width; and these rows."""
    for cell in CELLS:
        total = sum(_wide(patch, cell) for patch in patches)
        count = -(-total // wide)
        rows, used = [list[int]() for _ in range(count)], 0
        for patch in patches:
            rows[(2 * used + _wide(patch, cell)) * count // (2 * total)].append(patch)  # where its middle comes to lie
            used += _wide(patch, cell)
        if count * _tall(cell) <= tall and all(sum(_wide(patch, cell) for patch in row) <= wide for row in rows):
            break
    return cell, rows


def _wide(patch: int, cell: int) -> int:
    return lying(patch).width * cell + 2 * margin(cell)


def _tall(cell: int) -> int:
    """The height of a row of patches that lie on their sides."""
    return 3 * cell + 2 * margin(cell)


@kept
def _near(patch: int, width: int, theme: Theme) -> Stamp:
    """The card of one of the next patches."""
    image = card(width, TALL, theme.dull, theme.table_dark, 2, theme).copy()
    paste(image, fitted(patch, NEAR, width - 6, TALL - 8, theme), width / 2, TALL / 2 - 2)
    return stamp(image, theme.table, theme)


@kept
def _shelf(size: tuple[int, int], theme: Theme) -> Stamp:
    """The card on which the rest of the ring lies."""
    return stamp(card(*size, theme.dull, theme.table_dark, 2, theme), theme.table, theme)


@kept
def _small(patch: int, cell: int, theme: Theme) -> Stamp:
    """A patch without a seam, which would hide its cloth, and take twice as long to paint."""
    return stamp(pinned(patch, lying(patch).letter, cell, theme), theme.dull, theme)


@kept
def _offer(patch: int, too_dear: bool, ground: Colour, size: tuple[int, int], theme: Theme) -> Stamp:
    """An offer's card without its number: the tag on the left, the patch on the right."""
    width, height = size
    image = card(width, height, ground, theme.table_dark, 2, theme).copy()
    image.alpha_composite(tag(TAG, height - 12, too_dear, theme), (4, 4))
    told = price(patch, DIGITS, too_dear, theme, upright=True)
    image.alpha_composite(told, (8, height - 8 - told.height))
    left, right, top, low = TAG + 11, width - 10, 8, height - 12
    if buttons := patch_numbered(patch).income:
        sign = incomes(buttons, INCOME, theme)
        image.alpha_composite(sign, (width - sign.width - 7, 6))
        below, beside = (right - left, low - top - sign.height), (right - left - sign.width - 4, low - top)
        if fitting(patch, LARGEST, *below)[1] >= fitting(patch, LARGEST, *beside)[1]:
            top += sign.height
        else:
            right -= sign.width + 4
    paste(image, fitted(patch, LARGEST, right - left, low - top, theme), (left + right) / 2, (top + low) / 2)
    return stamp(image, theme.table, theme)


@kept
def _basting(size: tuple[int, int], theme: Theme) -> Stamp:
    """Long white stitches along the edge of a card, as around a patch that is not sewn yet."""
    width, height = size
    image = Image.new("RGBA", size)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width - 1, height - 1), None, theme.ink, STITCH)
    for start in range(DASH // 2, width - DASH // 2, 2 * DASH):
        for edge in (0, height - STITCH):
            draw.rectangle((start, edge + 2, start + DASH, edge + STITCH - 3), theme.white)
    for start in range(DASH // 2, height - DASH // 2, 2 * DASH):
        for edge in (0, width - STITCH):
            draw.rectangle((edge + 2, start, edge + STITCH - 3, start + DASH), theme.white)
    return stamp(image, theme.offer, theme)


STITCH, DASH, OUT = 11, 24, 5
"""Width of the band in which a card is basted, length of a stitch, and how far it lies outside, in pixels: so it hides
nothing that is written on the card.
"""


@kept
def _number(number: int, ground: Colour, theme: Theme) -> Stamp:
    """The number of a place in the ring; even its faintest edge is blended with its ground."""
    return stamp(disc(number, NUMBER, theme), ground, theme, least=1)
