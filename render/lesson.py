"""Pictures that teach the game: few things, each of them large. 1,100 pixels wide, mode P."""

from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw

from game import LEATHER, Placement, Position
from game.squares import INCOME, SIZE, crossed
from render.canvas import Canvas, in_palette, stamp
from render.contours import Line
from render.quilt import outline
from render.seats import points
from render.sewing import bare_quilt, lay
from render.shelf import kept
from render.sprites import fitted, lying, margin, paste, patch_numbered, sewn
from render.stamp import Stamp
from render.strip import GAP, TALL, passed, strip, walk
from render.symbols import bonus_tile, button, disc, empty_square, incomes, rosette, smooth, supersampled, token
from render.tags import card, price
from render.theme import DAYLIGHT, Theme

WIDTH = 1100
EDGE = 22  # pixels around what a picture shows
DIGITS = 80  # height of the digits, in pixels: 19 on a phone
WHOLE = 52  # pixels per square of a whole quilt
PART, ROWS = 74, 4  # pixels per square of the part of a quilt that is seen beside a sum, and how many rows of it
CARD = (340, 316)  # width and height of the card of an offer, in pixels
LINE = 82  # pixels from one line of a sum to the next

Sign = tuple[Any, ...]
"""What paints a sign, and with what."""


def draw_goal(position: Position, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """Both quilts at the end, above each its buttons and its empty squares, and a rosette for the winner."""
    size, top = SIZE * WHOLE, 130
    picture = Canvas.on_wood(WIDTH, top + size + EDGE + 6, theme)
    for seat, left in ((1, EDGE + 6), (2, WIDTH - EDGE - 6 - size)):
        player = position.player(seat)
        _quilt(picture, (left, top), position, seat, WHOLE, SIZE)
        picture.sign((left + 40, 62), token, seat, 80, on=theme.table)
        picture.sign((left + 108, 62), button, 76, on=theme.table, anchor="lm")
        picture.write((left + 194, 62), str(player.buttons), DIGITS, theme.letters, theme.table, "lm")
        picture.sign((left + 336, 62), empty_square, 66, on=theme.table, anchor="lm")
        picture.write((left + 414, 62), str(player.quilt.empty), DIGITS, theme.letters, theme.table, "lm")
        if position.winner == seat:
            picture.sign((left + size - 20, top + 40), rosette, 150, on=theme.linen)
    return picture.image


def draw_choice(position: Position, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """Draw what a seat can do: the three offers, the buttons that it has, and the time board around its token."""
    tape = EDGE + CARD[1] + GAP
    picture = Canvas.on_wood(WIDTH, tape + TALL + EDGE, theme)
    for index, patch in enumerate(position.offers):
        left = EDGE + index * (CARD[0] + 18)
        picture.lay(_card(patch.id, theme), (left, EDGE))
        picture.sign((left + 52, EDGE + 52), disc, index + 1, 76, on=theme.offer)
    seat, middle = position.turn, tape - GAP // 2
    picture.sign((EDGE + 4, middle), token, seat, 76, on=theme.table, anchor="lm")
    picture.sign((EDGE + 96, middle), button, 76, on=theme.table, anchor="lm")
    buttons = str(position.player(seat).buttons)
    picture.write((EDGE + 184, middle), buttons, DIGITS, theme.letters, theme.table, "lm")
    strip(picture, tape, position, position)
    return picture.image


def draw_turn(
    position: Position, *, before: Position | None = None, new: Sequence[Placement] = (), theme: Theme = DAYLIGHT
) -> Image.Image:
    """A seat's quilt from above, its buttons, and the time board around its token; or what a turn has made of them.

    The turn led from the position ``before`` to this one: what it cost and brought is a sum, its way is dotted on the
    time board, and the ``new`` patch is outlined.
    """
    high = ROWS * PART
    tape = EDGE + high + GAP + 10
    picture = Canvas.on_wood(WIDTH, tape + TALL + EDGE, theme)
    earlier = before or position
    seat = earlier.turn
    corner = (EDGE + margin(PART), EDGE)
    _quilt(picture, corner, position, seat, PART, ROWS)
    for placement in new:
        outline(picture, corner, placement, PART, Line(theme.white, theme.last, 6))
    left = corner[0] + SIZE * PART + 44
    _sum(picture, (left, EDGE + LINE // 2), position, before, new)
    strip(picture, tape, position, earlier)
    if before:
        walk(picture, tape, before, position, pays=not new)
    return picture.image


def draw_leather(position: Position, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """A leather patch from the time board, sewn in the last gap of a 7x7 area, and the tile that this area brings."""
    size = SIZE * WHOLE
    picture = Canvas.on_wood(WIDTH, size + 2 * EDGE + 12, theme)
    at = (EDGE + 8, EDGE + 6)
    _quilt(picture, at, position, 1, WHOLE, SIZE)
    picture.lay(_area(7 * WHOLE, theme), at)
    for placement in position.player(1).quilt.patches:
        if placement.patch is LEATHER:
            outline(picture, at, placement, WHOLE, Line(theme.white, theme.last, 7))
    middle = (at[0] + size + 16 + WIDTH) // 2
    passed(picture, (middle, 104), position.player(1).space)
    picture.sign((middle, 400), bonus_tile, 230, on=theme.table)
    return picture.image


def draw_count(position: Position, seat: int = 1, *, theme: Theme = DAYLIGHT) -> Image.Image:
    """A seat's quilt at the end, and its points: buttons, empty squares, the bonus, and the sum."""
    size = SIZE * WHOLE
    picture = Canvas.on_wood(WIDTH, size + 2 * EDGE + 12, theme)
    at = (EDGE + 8, EDGE + 6)
    _quilt(picture, at, position, seat, WHOLE, SIZE)
    score, left, apart = position.score(seat), at[0] + size + 60, 118
    parts = ((button, score.buttons), (empty_square, score.empty), (bonus_tile, score.bonus))
    for index, (sign, amount) in enumerate(parts):
        y = EDGE + 66 + index * apart
        picture.sign((left + 50, y), sign, 96, on=theme.table)
        _number(picture, y, f"{'+' * (amount > 0 and index > 0)}{points(amount)}")
    y = EDGE + 66 + 3 * apart
    picture.lay(_rule(WIDTH - EDGE - left, theme), (left, y - apart // 2 - 3))
    picture.sign((left + 50, y + 12), token, seat, 90, on=theme.table)
    _number(picture, y + 12, str(points(score.total)))
    return picture.image


def _sum(
    picture: Canvas, at: tuple[int, int], position: Position, before: Position | None, new: Sequence[Placement]
) -> None:
    """The buttons and the income of the seat that moves, or what its turn cost and brought, one line each."""
    seat = (before or position).turn
    player, theme = position.player(seat), picture.theme
    if before is None:
        lines: list[tuple[Sign, str]] = [((button, 84), str(player.buttons)), ((incomes, 1, 80), str(player.income))]
    else:
        was = before.player(seat)
        lines = [((button, 84), str(was.buttons))]
        lines += [((fitted, one.patch.id, 66, 110, 66), points(-one.patch.cost)) for one in new]
        if not new:
            lines.append(((_advance, 84), f"+{player.space - was.space}"))
        if player.income and crossed(INCOME, was.space, player.space):
            lines.append(((incomes, 1, 80), f"+{player.income}"))
        lines.append(((button, 84), str(player.buttons)))
    for index, ((paint, *what), amount) in enumerate(lines):
        y = at[1] + index * LINE
        picture.sign((at[0] + 60, y), paint, *what, on=theme.table)
        _number(picture, y, amount)
    if before:
        picture.lay(_rule(WIDTH - EDGE - at[0], theme), (at[0], at[1] + (len(lines) - 1) * LINE - LINE // 2 - 3))


def _number(picture: Canvas, y: int, amount: str) -> None:
    theme = picture.theme
    picture.write((WIDTH - EDGE - 14, y), amount, DIGITS, theme.letters, theme.table, "rm")


def _quilt(picture: Canvas, at: tuple[int, int], position: Position, seat: int, cell: int, rows: int) -> None:
    """The upper ``rows`` of a seat's quilt, in a frame of its colour."""
    edge, theme, whole = margin(cell), picture.theme, Canvas.over(bare_quilt(cell, picture.theme), picture.theme)
    lay(whole, (edge, edge), position.player(seat).quilt.patches, cell)
    low = 2 * edge + rows * cell if rows == SIZE else edge + rows * cell
    frame = Image.new("RGB", (whole.image.width + 10, low + (10 if rows == SIZE else 5)), theme.of_seat(seat))
    picture.image.paste(in_palette(frame, theme), (at[0] - edge - 5, at[1] - edge - 5))
    picture.image.paste(whole.image.crop((0, 0, whole.image.width, low)), (at[0] - edge, at[1] - edge))


@kept
def _card(patch: int, theme: Theme) -> Stamp:
    """The card of an offer without its number: the patch, its price, and the income that it brings."""
    width, height = CARD
    image = card(width, height, theme.offer, theme.table_dark, 2, theme).copy()
    orientation = lying(patch)
    cell = min(56, (width - 40) // orientation.width, (height - 140) // orientation.height)
    if buttons := patch_numbered(patch).income:
        sign = incomes(buttons, 66, theme)
        image.alpha_composite(sign, (width - sign.width - 12, 12))
    low = height - 112  # above the price; a tall patch may reach up between the number and the income
    middle = width / 2 + 14, low - max(2.5, orientation.height) * cell / 2
    paste(image, sewn(patch, orientation.letter, cell, theme), *middle)
    paste(image, price(patch, DIGITS, False, theme), width / 2, height - 54)
    return stamp(image, theme.table, theme)


def _advance(size: int, theme: Theme) -> Image.Image:
    """Two arrow heads, for the spaces walked. RGBA."""
    image, draw = supersampled(size, size)
    full = image.width - 1
    for left in (0.08, 0.5):
        heads = [(full * left, full * 0.2), (full * (left + 0.4), full / 2), (full * left, full * 0.8)]
        draw.polygon(heads, theme.letters)
    return smooth(image)


@kept
def _rule(width: int, theme: Theme) -> Stamp:
    return stamp(Image.new("RGBA", (width, 6), theme.letters), theme.table, theme)


@kept
def _area(size: int, theme: Theme) -> Stamp:
    image = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size - 1, size - 1), None, theme.white, 14)
    draw.rectangle((3, 3, size - 4, size - 4), None, theme.ghost, 8)
    return stamp(image, theme.linen, theme)
