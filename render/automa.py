"""The Automa's side of the table: its last card, the back of the next one, and its two piles of patches."""

from PIL import Image, ImageDraw

from game import PATCHES, Automa
from game.automa import CARDS, Filter
from render.canvas import Canvas, stamp
from render.shelf import kept
from render.sprites import fitted, paste
from render.stamp import Stamp
from render.symbols import button, incomes, length, spool, token, write
from render.tags import card as blank
from render.theme import Theme

WIDTH, HEIGHT = 514, 542
CARD_WIDTH = 258
PILE_WIDTH, PILE_HEIGHT = 240, 176
GAP = 10


def draw_automa(picture: Canvas, at: tuple[int, int], automa: Automa, card: int, next_budget: int | None) -> None:
    """Lay the Automa's side with its corner at ``at``: `WIDTH` by `HEIGHT` pixels.

    ``card`` is the number of the last card, or 0 before the first; ``next_budget`` stands on the back of the next card.
    """
    left, top = at
    theme = picture.theme
    front = _front(card, theme) if card else _back(CARD_WIDTH, HEIGHT, None, theme)
    picture.lay(front, (left, top))
    piles = left + CARD_WIDTH + 16
    with_buttons = tuple(patch for patch in automa.patches if PATCHES[patch].income)
    others = tuple(patch for patch in automa.patches if not PATCHES[patch].income)
    for row, (patches, earns) in enumerate(((with_buttons, True), (others, False))):
        piece = _pile(len(patches), patches[-3:], earns, theme)
        picture.lay(piece, (piles, top + row * (PILE_HEIGHT + GAP)))
    picture.lay(_back(PILE_WIDTH, PILE_HEIGHT, next_budget, theme), (piles, top + 2 * (PILE_HEIGHT + GAP)))


@kept
def _front(number: int, theme: Theme) -> Stamp:
    """A card: budget, filters from top to bottom, income for each income space crossed."""
    card = CARDS[number]
    image = blank(CARD_WIDTH, HEIGHT, theme.card, theme.ink, 3, theme).copy()
    draw = ImageDraw.Draw(image)
    _budget(image, (CARD_WIDTH / 2, 70), card.budget, 104, theme)
    draw.line((20, 136, CARD_WIDTH - 20, 136), theme.chalk, 4)
    for row, name in enumerate(card.filters):
        middle = 188 + row * 86
        write(draw, (34, middle), str(row + 1), 48, theme.leather)
        _filter_sign(image, (150, middle), name, theme)
    draw.line((20, HEIGHT - 112, CARD_WIDTH - 20, HEIGHT - 112), theme.chalk, 4)
    paste(image, incomes(1, 70, theme), 80, HEIGHT - 59)
    write(draw, (136, HEIGHT - 59), str(card.income), 76, theme.ink, "lm")
    return stamp(image, theme.table, theme)


@kept
def _back(width: int, height: int, budget: int | None, theme: Theme) -> Stamp:
    """The back of a card: crossed threads, and in the tactical deck its budget."""
    image = blank(width, height, theme.card, theme.ink, 3, theme).copy()
    threads = Image.new("RGBA", (width - 20, height - 24), theme.amber)
    draw = ImageDraw.Draw(threads)
    for step in range(-height, width + height, 26):
        draw.line((step, 0, step + height, height), theme.card, 3)
        draw.line((step, 0, step - height, height), theme.card, 3)
    image.paste(threads, (10, 10))
    if budget is not None:
        draw = ImageDraw.Draw(image)
        x, y = width / 2, height / 2 - 2
        draw.rounded_rectangle((x - 94, y - 50, x + 94, y + 50), 24, theme.card, theme.ink, 4)
        _budget(image, (x, y), budget, 76, theme)
    return stamp(image, theme.table, theme)


def _budget(image: Image.Image, middle: tuple[float, float], budget: int, size: int, theme: Theme) -> None:
    """A button and a budget in digits ``size`` pixels tall, side by side around a point."""
    sign, digits, gap = button(round(size * 0.8), theme), str(budget), size // 8
    left = middle[0] - (sign.width + gap + length(digits, size)) / 2
    paste(image, sign, left + sign.width / 2, middle[1])
    write(ImageDraw.Draw(image), (left + sign.width + gap, middle[1]), digits, size, theme.ink, "lm")


def _filter_sign(image: Image.Image, at: tuple[int, int], name: Filter, theme: Theme) -> None:
    draw = ImageDraw.Draw(image)
    x, y = at
    match name:
        case "no_overtake":  # its token may come up to yours, not past it
            _arrow(draw, (x - 46, y), 42, theme)
            paste(image, token(2, 48, theme), x - 64, y)
            paste(image, token(1, 48, theme), x + 42, y)
            draw.line((x + 76, y - 32, x + 76, y + 32), theme.last, 10)
        case "largest":
            for left, size, colour in ((-80, 18, theme.chalk), (-50, 34, theme.chalk), (-4, 60, theme.ghost)):
                draw.rectangle((x + left, y + 30 - size, x + left + size, y + 30), colour, theme.ink, 3)
        case "most_buttons":
            for shift in (-52, -6, 40):
                paste(image, button(56, theme), x + shift, y)
        case "farthest_from_neutral":
            paste(image, spool(64, theme), x - 64, y)
            for shift in (-22, 4):
                draw.ellipse((x + shift - 9, y - 9, x + shift + 9, y + 9), theme.chalk, theme.ink, 2)
            _arrow(draw, (x + 18, y), 16, theme)
            draw.rectangle((x + 52, y - 22, x + 94, y + 22), theme.ghost, theme.ink, 3)


def _arrow(draw: ImageDraw.ImageDraw, start: tuple[int, int], length: int, theme: Theme) -> None:
    x, y = start
    draw.line((x, y, x + length, y), theme.ink, 7)
    draw.polygon([(x + length, y - 13), (x + length + 16, y), (x + length, y + 13)], theme.ink)


@kept
def _pile(amount: int, newest: tuple[int, ...], earns: bool, theme: Theme) -> Stamp:
    """A pile: how many patches it holds, whether they earn buttons, and the last ones taken."""
    image = blank(PILE_WIDTH, PILE_HEIGHT, theme.offer if amount else theme.dull, theme.table_dark, 2, theme).copy()
    draw = ImageDraw.Draw(image)
    write(draw, (18, 46), str(amount), 68, theme.ink, "lm")
    paste(image, button(52, theme), 44, 122)
    if not earns:
        draw.line((18, 148, 70, 96), theme.white, 11)
        draw.line((18, 148, 70, 96), theme.last, 6)
    for index, patch in enumerate(newest):
        paste(image, fitted(patch, 27, 124, 50, theme), 158, 34 + index * 52)
    return stamp(image, theme.table, theme)
