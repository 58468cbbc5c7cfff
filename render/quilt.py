"""A quilt: linen with a grid, the patches sewn on it, and the marks that may lie over them."""

from collections.abc import Sequence
from functools import partial

from PIL import Image, ImageDraw

from game import Placement, Position, Quilt
from game.patches import Cells
from game.squares import COLUMNS, ROWS, SIZE
from render import offers
from render.canvas import Canvas, in_palette, stamp
from render.contours import Line, contour
from render.grounds import linen, wood
from render.seats import parts_of, points
from render.sewing import SOLID, corner, lay
from render.shelf import kept
from render.sprites import button_squares, cut, margin, pinned
from render.stamp import Stamp, boxed
from render.symbols import disc, smooth, supersampled, token, write
from render.theme import DAYLIGHT, Theme, mix

CELL = 64  # pixels per square in the picture of one quilt
LEFT, TOP = 64, 58  # where the quilt begins: after wood with its digits and its letters
FRAME = 9  # width of the frame, in pixels
LETTERS = 46  # height of letters and digits, in pixels: 12 on a phone
COLUMN = LEFT + SIZE * CELL + 17  # where the patches on offer begin, beside the quilt
BESIDE = 352  # width of that column, in pixels

WIDTH = COLUMN + BESIDE + FRAME
"""Less than 1,024: deflate spends a bit more on each match with the row above if that is farther away."""

HEIGHT = TOP + SIZE * CELL + 21  # much flatter than wide: a panel with its words and buttons should fit on a screen

INSET = 3
"""How far inside its squares the outline of a place lies, in pixels: places side by side leave each other's whole."""

POINTS, SIGN = 116, 84  # height of a line of points, and size of the sign in it, in pixels
DASH = 24  # how long the stitches are with which a ghost is basted, in pixels
FINE = 3  # a ring is drawn this many times larger, then reduced


def draw_quilt(
    quilt: Quilt,
    *,
    seat: int,
    ghost: Placement | None = None,
    candidates: Sequence[Placement] = (),
    new: Sequence[Placement] = (),
    square: int | None = None,
    beside: Position | None = None,
    is_marked: bool = False,
    named: int | None = None,
    is_numbered: bool = False,
    theme: Theme = DAYLIGHT,
) -> Image.Image:
    """One quilt with A-I above it and 1-9 on its left. Mode P.

    It is 1,018 pixels wide and 655 tall. ``beside`` it lie the patches that can be had next in a position, below the
    token of the player who can have them; once the game is over, how the points of the seat add up. If that
    ``is_marked``, the cards of the ghost and of the candidates are basted and numbered as these are on the quilt, the
    one of the patch ``named``, by its number, bears a 2, and the ghost hides no outline; if ``is_numbered``, the offers
    bear the numbers of their places in the ring.

    ``seat`` gives the frame its colour and sign. ``ghost`` is held above everything else and basted with long white
    stitches, ``candidates``, which should share no square, are outlines with the numbers 1, 2, …, ``new`` patches have
    a red and white outline, and ``square`` a ring around it.
    """
    picture = Canvas.over(frame(seat, SIZE, theme), theme)
    lay_marked(picture, quilt, ghost, candidates, new, square)
    if is_marked:
        _lay_outlines(picture, candidates)  # again: what the ghost hides of them is to be seen
    if beside and beside.over:
        _add_up(picture, beside, seat)
    elif beside:
        picture.sign((COLUMN + BESIDE // 2, TOP // 2 + FRAME // 2), token, beside.token, LETTERS, on=theme.table)
        at = COLUMN + (BESIDE - offers.BESIDE[0]) // 2, TOP
        offers.stacked(picture, at, beside)
        if is_marked:
            numbers = {place.patch.id: number for number, place in enumerate(candidates, 1)}
            numbers |= {} if named is None else {named: 2}
            offers.mark(picture, at, beside, ghost.patch.id if ghost else -1, numbers)
        elif is_numbered:
            offers.mark(picture, at, beside, -1, {patch.id: number for number, patch in enumerate(beside.offers, 1)})
    return picture.image


def _add_up(picture: Canvas, position: Position, seat: int) -> None:
    """Write the points of a seat beside its quilt, a line for each part, and what they come to."""
    theme, score, right = picture.theme, position.score(seat), WIDTH - FRAME - 40
    lines = [(paint, amount, 76) for paint, amount in parts_of(score)]
    lines.append((partial(token, seat), score.total, 96))
    top = TOP + (SIZE * CELL - len(lines) * POINTS) // 2
    for line, (paint, amount, size) in enumerate(lines):
        y = top + line * POINTS + POINTS // 2
        picture.sign((COLUMN + 90, y), paint, SIGN, on=theme.table)
        picture.write((right, y), points(amount), size, theme.letters, theme.table, "rm")
    rule = top + (len(lines) - 1) * POINTS
    picture.image.paste(picture.index(theme.letters), (COLUMN + 40, rule - 3, right, rule + 3))


def lay_marked(
    picture: Canvas,
    quilt: Quilt,
    ghost: Placement | None = None,
    candidates: Sequence[Placement] = (),
    new: Sequence[Placement] = (),
    square: int | None = None,
) -> None:
    """Lay the patches of a quilt on a `frame`, and over them what `draw_quilt` marks."""
    theme, at = picture.theme, (LEFT, TOP)
    if ghost:
        held = _ghost(ghost.patch.id, ghost.orientation.letter, theme)
        picture.lay_rim(held, corner(at, ghost, CELL))  # for its shadow, which falls on linen alone
    lay(picture, at, quilt.patches, CELL)
    _lay_outlines(picture, [candidate for candidate in candidates if candidate is not ghost])
    for placement in new:
        outline(picture, at, placement, CELL, Line(theme.white, theme.last, 6))
    if ghost:
        picture.lay_body(held, corner(at, ghost, CELL))
        outline(picture, at, ghost, CELL, Line(theme.ink, theme.white, 8, DASH))
    for number, place in disc_squares(candidates, ghost).items():
        picture.sign(centre(place), disc, number, round(CELL * 0.58), on=theme.linen)
    if square is not None:
        picture.sign(centre((square % SIZE, square // SIZE)), _ring, CELL, on=theme.linen)


def _lay_outlines(picture: Canvas, places: Sequence[Placement]) -> None:
    for place in places:
        outline(picture, (LEFT, TOP), place, CELL, Line(picture.theme.white, picture.theme.ink, 5), INSET)


def centre(place: tuple[int, int]) -> tuple[int, int]:
    """The middle of a square (column, row) in the picture of one quilt, in pixels."""
    return LEFT + place[0] * CELL + CELL // 2, TOP + place[1] * CELL + CELL // 2


def disc_squares(candidates: Sequence[Placement], ghost: Placement | None = None) -> dict[int, tuple[int, int]]:
    """Tell where the candidates' numbers lie, as (column, row): each as close to the top left of its place as possible.

    A number keeps off the ghost, or, where it has to lie on it, at least off its buttons.
    """
    hidden = squares_of(ghost) if ghost else frozenset()
    carrying = button_squares(ghost.patch, ghost.orientation) if ghost else []
    buttons = {(ghost.column + x, ghost.row + y) for x, y in carrying} if ghost else set()
    return {
        number: min(squares_of(place), key=lambda cell: (cell in buttons, cell in hidden, cell[1], cell[0]))
        for number, place in enumerate(candidates, 1)
    }


def squares_of(placement: Placement) -> Cells:
    """The squares that a placement covers, as (column, row) on the quilt."""
    return frozenset((placement.column + x, placement.row + y) for x, y in placement.orientation.cells)


def outline(picture: Canvas, at: tuple[int, int], placement: Placement, cell: int, line: Line, inset: int = 0) -> None:
    """Draw a line around a placement, ``inset`` pixels inside it."""
    corner = at[0] + placement.column * cell, at[1] + placement.row * cell
    contour(picture, corner, placement.patch.id, placement.orientation.letter, cell, line, inset)


@kept
def _ghost(patch: int, letter: str, theme: Theme) -> Stamp:
    """A patch that is not sewn yet, with its shadow; its body is the cloth."""
    body = cut(patch, letter, CELL, theme, False).point(SOLID)
    return stamp(pinned(patch, letter, CELL, theme), theme.linen, theme, body=body)


def _ring(cell: int, theme: Theme) -> Image.Image:
    image, draw = supersampled(cell, cell, FINE)
    for edge, colour, width in ((0.04, theme.white, 12), (0.065, theme.last, 7)):
        edges = (cell * FINE * edge, cell * FINE * edge, cell * FINE * (1 - edge), cell * FINE * (1 - edge))
        draw.ellipse(edges, None, colour, width * FINE)
    return smooth(image, FINE)


@kept
def frame(seat: int, side: int, theme: Theme) -> Stamp:
    """The parts that never change: wood with a frame in the colour of a seat, and on it an empty quilt of ``side`` by
    ``side`` squares. A seat of 0 is nobody's: its frame has a colour of its own, and no sign.
    """
    less = (SIZE - side) * CELL
    image = wood(WIDTH - less, HEIGHT - less, theme)
    draw = ImageDraw.Draw(image)
    border = theme.of_seat(seat) if seat else theme.horn
    draw.rectangle((0, 0, image.width - 1, image.height - 1), None, border, FRAME)
    left, top, size = LEFT - margin(CELL), TOP - margin(CELL), side * CELL + 2 * margin(CELL)
    for step in range(5, 0, -1):
        shade = mix(theme.table, theme.table_dark, 1 - step / 7)
        draw.rectangle((left - step, top - step, left + size + step - 1, top + size + step - 1), shade)
    column, row = (FRAME + left - 5) // 2, (FRAME + top - 5) // 2
    for index in range(side):
        middle = index * CELL + CELL // 2
        write(draw, (LEFT + middle, row), COLUMNS[index], LETTERS, theme.letters)
        write(draw, (column, TOP + middle), ROWS[index], LETTERS, theme.letters)
    if seat:
        mark = token(seat, LETTERS - 8, theme)
        image.paste(mark, (column - mark.width // 2, row - mark.height // 2), mark)
    ground = Canvas(in_palette(image, theme), theme)
    ground.lay(boxed(in_palette(linen(CELL, theme, side), theme)), (left, top))
    return boxed(ground.image)
