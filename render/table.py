"""The whole table: both quilts, the time board, the three patches on offer, and the rest of the ring."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from game import PATCHES, Patch, Placement, Position
from game.position import OFFERS
from game.squares import COLUMNS, ROWS, SIZE
from render import timeboard
from render.automa import draw_automa
from render.palette import DAYLIGHT as T
from render.quilt import contour, lay
from render.ring import lying
from render.sprites import patch_sprite, silhouette
from render.symbols import bonus_tile, button, disc, leather_mark, token, write
from render.tags import income_sign, tag

WIDTH, HEIGHT = 1100, 1100
CELL = 53
"""Pixels of a square of the two quilts."""

MINUS = "\N{MINUS SIGN}"

LABELS = 46
"""Pixels beside a quilt for its letters and digits: 1/24 of the width, readable on a phone."""

QUILT_TOP = 118
QUILTS = {1: (LABELS + 12, QUILT_TOP), 2: (WIDTH // 2 + LABELS + 12, QUILT_TOP)}
"""Where the quilts of the two seats begin."""

PANELS = {1: (8, 504), 2: (596, 1092)}
"""Left and right of what is told about each seat, above its quilt."""

AUTOMA = (WIDTH // 2 + 12, QUILT_TOP + 40)
"""Where the Automa's side begins in a solo game."""

TIME_BOARD = (10, QUILT_TOP + SIZE * CELL + 24)
OFFERS_TOP = TIME_BOARD[1] + 2 * timeboard.HEIGHT + 12
OFFER_WIDTH, OFFER_HEIGHT = 250, 272
OFFER_CELL = 43
"""Pixels of a square of the patches on offer: three rows fit between number and tag."""

RING_LEFT = 10 + 3 * OFFER_WIDTH + 14


def draw_table(
    position: Position,
    *,
    last: Placement | None = None,
    last_seat: int = 0,
    card: int = 0,
    next_budget: int | None = None,
) -> Image.Image:
    """The whole table, 1,100 pixels wide. ``last`` is outlined in the quilt of ``last_seat``.

    In a solo game ``card`` is the number of the Automa's last card, ``next_budget`` what the next one's back shows.
    """
    seats = (1,) if position.automa else (1, 2)
    image = _wood(seats).copy()
    for seat in seats:
        lay(image, QUILTS[seat], position.player(seat).quilt, CELL)
    for seat in (1, 2):
        _player(image, position, seat)
    if position.automa:
        draw_automa(image, AUTOMA, position.automa, card, next_budget)
    if last and last_seat:
        contour(ImageDraw.Draw(image), QUILTS[last_seat], last, CELL, (T.white, T.last), 4)
    if not position.bonus and not position.automa:
        tile = bonus_tile(66)
        image.paste(tile, ((WIDTH - tile.width) // 2, 5), tile)
    timeboard.time_board(image, TIME_BOARD, position)
    payer = position.player(1 if position.automa else position.token)  # the Automa never pays
    for index, patch in enumerate(position.offers):
        _offer(image, index, patch, too_dear=patch.cost > payer.buttons, over=position.over)
    _rest(image, position)
    return image


@cache
def _wood(seats: tuple[int, ...]) -> Image.Image:
    """What never changes: the table top and the letters beside the quilts."""
    image = Image.new("RGB", (WIDTH, HEIGHT), T.table)
    draw = ImageDraw.Draw(image)
    for left, top in (QUILTS[seat] for seat in seats):
        size = SIZE * CELL
        draw.rectangle((left - 4, top - 4, left + size + 3, top + size + 3), T.table_dark)
        for index in range(SIZE):
            middle = index * CELL + CELL // 2
            write(draw, (left + middle, top - 23), COLUMNS[index], 40, T.letters)
            write(draw, (left - 26, top + middle), ROWS[index], 42, T.letters)
    return image


def _player(image: Image.Image, position: Position, seat: int) -> None:
    """The line above a quilt: token, buttons, income; the bonus tile, leather in hand; at the end the points.

    It is framed for whose turn it is, and at the end for the winner.
    """
    draw = ImageDraw.Draw(image)
    player = position.player(seat)
    left, right = PANELS[seat]
    moving = not position.over and position.turn == seat
    colour = {1: T.blue, 2: T.amber}[seat]
    framed = moving or position.winner == seat
    if framed:
        draw.rounded_rectangle((left, 4, right, 72), 16, T.card, colour, 6)
    ink = T.ink if framed else T.letters
    sign = token(seat, 50)
    image.paste(sign, (left + 14, 13), sign)
    if position.over:
        points = str(position.score(seat).total).replace("-", MINUS)
        write(draw, (left + 82, 38), f"= {points}", 60, ink, "lm")
    else:
        sign = button(46)
        image.paste(sign, (left + 82, 15), sign)
        write(draw, (left + 136, 38), str(player.buttons), 56, ink, "lm")
        if not (position.automa and seat == 2):
            write(draw, (left + 236, 38), f"+{player.income}", 50, ink, "lm")
    at = right - 66
    if position.bonus == seat:
        tile = bonus_tile(56)
        image.paste(tile, (at, 10), tile)
        at -= 66
    if position.leather == seat:
        sign = leather_mark(52, True)
        image.paste(sign, (at, 12), sign)
    elif moving:
        middle = 38
        draw.polygon([(at + 10, middle - 22), (at + 48, middle), (at + 10, middle + 22)], colour)


def _offer(image: Image.Image, index: int, patch: Patch, *, too_dear: bool, over: bool) -> None:
    """One of the three patches that may be taken, on its card, with its number and tag."""
    draw = ImageDraw.Draw(image)
    left, top = 10 + index * OFFER_WIDTH, OFFERS_TOP
    right, bottom = left + OFFER_WIDTH - 12, top + OFFER_HEIGHT
    draw.rounded_rectangle((left, top, right, bottom), 16, T.dull if too_dear or over else T.linen)
    sprite = patch_sprite(patch.id, lying(patch), OFFER_CELL)
    middle = (left + right) // 2
    image.paste(sprite, (middle - sprite.width // 2, top + 134 - sprite.height // 2), sprite)
    number = disc(index + 1, 58)
    image.paste(number, (left + 6, top + 6), number)
    income_sign(image, (right - 14, top + 35), patch.income, 48)
    tag(image, (middle, bottom - 38), patch, 50, too_dear=too_dear and not over)


def _rest(image: Image.Image, position: Position) -> None:
    """The patches behind the offers: the next six in their cloth, the others as shapes."""
    draw = ImageDraw.Draw(image)
    rest = position.ring[OFFERS:]
    for index, patch in enumerate(rest[:6]):
        left, top = RING_LEFT + index % 2 * 160, OFFERS_TOP + 4 + index // 2 * 91
        owner = PATCHES[patch]
        sprite = patch_sprite(patch, lying(owner), 21)
        write(draw, (left + 2, top + 40), str(index + OFFERS + 1), 36, T.letters, "lm")
        image.paste(sprite, (left + 36, top + 42 - sprite.height // 2), sprite)
    far = rest[6:]
    top = OFFERS_TOP + OFFER_HEIGHT + 14
    step = (WIDTH - 20) / 24
    for index, patch in enumerate(far):
        owner = PATCHES[patch]
        shape = silhouette(patch, lying(owner), 9, T.dull)
        x = round(10 + index * step + (step - shape.width) / 2)
        image.paste(shape, (x, top + 24 - shape.height // 2), shape)
