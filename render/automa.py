"""The Automa's side of the table: its last card, the back of the next one, and its two piles of patches."""

from PIL import Image, ImageDraw

from game import PATCHES, Automa
from game.automa import CARDS, Filter
from render.canvas import Canvas, stamp
from render.shelf import kept
from render.sprites import fitted, paste
from render.stamp import Stamp
from render.symbols import button, disc, incomes, length, smooth, spool, supersampled, token, write
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
    """A card: the most that it spends, filters from top to bottom, income for each income space crossed."""
    card = CARDS[number]
    image = blank(CARD_WIDTH, HEIGHT, theme.card, theme.ink, 3, theme).copy()
    draw = ImageDraw.Draw(image)
    write(draw, (18, 66), "≤", 60, theme.leather, "lm")
    _budget(image, (CARD_WIDTH / 2 + 22, 66), card.budget, 88, theme)
    for row, name in enumerate(card.filters):
        middle = 176 + row * 92
        draw.rounded_rectangle((12, middle - 42, CARD_WIDTH - 13, middle + 42), 14, theme.offer, theme.chalk, 2)
        write(draw, (22, middle), str(row + 1), 44, theme.leather, "lm")
        _filter_sign(image, (150, middle), name, theme)
    paste(image, incomes(1, 70, theme), 80, HEIGHT - 59)
    write(draw, (136, HEIGHT - 59), f"+{card.income}", 76, theme.ink, "lm")
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
    """Draw what decides, beside each other, and a tick below what it prefers."""
    draw = ImageDraw.Draw(image)
    x, y = at
    match name:
        case "no_overtake":  # its token stays on its side of yours
            for space, left in enumerate(range(x - 94, x + 94, 47)):
                draw.rectangle((left, y - 18, left + 46, y + 18), theme.of_space(space))
            draw.line((x + 2, y, x - 30, y), theme.ink, 6)
            draw.polygon([(x + 2, y - 11), (x + 18, y), (x + 2, y + 11)], theme.ink)
            paste(image, token(2, 46, theme), x - 70, y)
            paste(image, token(1, 46, theme), x + 46, y)
            draw.line((x + 76, y - 34, x + 76, y + 34), theme.last, 9)
        case "largest":
            for patch, left in zip((0, 7, 32), (-78, -28, 42), strict=True):
                paste(image, fitted(patch, 17, 90, 60, theme), x + left, y)
            _tick(image, (x + 84, y + 24), theme)
        case "most_buttons":
            for buttons, left in ((1, -74), (3, 16)):
                paste(image, incomes(buttons, 40, theme), x + left, y)
            _tick(image, (x + 82, y + 24), theme)
        case "farthest_from_neutral":
            paste(image, spool(60, theme), x - 70, y)
            for number, left, size in ((1, -22, 34), (2, 16, 34), (3, 60, 46)):
                paste(image, disc(number, size, theme), x + left, y)
            _tick(image, (x + 84, y + 24), theme)


def _tick(image: Image.Image, at: tuple[int, int], theme: Theme) -> None:
    """A tick on a small disc."""
    art, draw = supersampled(32, 32)
    full = art.width
    draw.ellipse((0, 0, full - 1, full - 1), theme.last, theme.white, full // 14)
    draw.line(
        [(full * 0.28, full * 0.52), (full * 0.45, full * 0.7), (full * 0.74, full * 0.32)], theme.white, full // 8
    )
    paste(image, smooth(art), *at)


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
