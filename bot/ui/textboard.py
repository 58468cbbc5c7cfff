"""The text board: a position as letters and sentences, for screen readers and for those who like it plain."""

from __future__ import annotations

from collections.abc import Sequence

from bot.sessions.session import Session
from bot.ui.address import Address
from bot.ui.alt import ring_alt
from bot.ui.board import headline
from bot.ui.page import Page
from bot.ui.sentences import happened, named, offer_lines, patch_name, standing
from bot.ui.texts import Say
from bot.ui.views import rows
from game import LEATHER, Placement
from game.squares import COLUMNS, ROWS, SIZE, bits, square_at

EMPTY, LEATHERN = ".", "#"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""One for each patch of a quilt, in the order in which they were sewn; no quilt holds more."""


def text_page(say: Say, session: Session, user: int) -> Page:
    """The whole position without a picture: whose move it is, what both have, the offers, the quilts, the ring."""
    position = session.position
    parts = [happened(say, session), standing(say, session)]
    if not (session.ending or position.leather):
        parts.append(offer_lines(say, session, to_mover=user == session.mover))
    seats = (1,) if session.setup.automa else (1, 2)
    parts += [_quilt(say, session, seat) for seat in seats]
    parts.append(ring_alt(say, position))
    address = Address(session.id, session.revision, "text")
    return Page((headline(say, session),), below=tuple(filter(None, parts)), rows=rows(say, session, address, user))


def _quilt(say: Say, session: Session, seat: int) -> str:
    """One quilt as letters, and what each letter stands for."""
    patches = session.position.player(seat).quilt.patches
    legend = {
        placement.patch.id: f"{name} {patch_name(say, placement.patch)}"
        for placement, name in zip(patches, _names(patches), strict=True)
    }
    title = say("text.quilt", player=named(say, session, seat))
    return f"{title}\n```\n{letters(patches)}\n```\n{', '.join(legend.values())}".rstrip("\n")


def letters(patches: Sequence[Placement]) -> str:
    """A quilt as ten lines of letters: `EMPTY` for a free square, `LEATHERN` for leather, a letter for each patch."""
    squares = [EMPTY] * (SIZE * SIZE)
    for placement, name in zip(patches, _names(patches), strict=True):
        for square in bits(placement.mask):
            squares[square] = name
    lines = [" ".join((" ", *COLUMNS))]
    for row, digit in enumerate(ROWS):
        lines.append(" ".join((digit, *(squares[square_at(column, row)] for column in range(SIZE)))))
    return "\n".join(lines)


def _names(patches: Sequence[Placement]) -> list[str]:
    """The letter of each patch; leather has the same sign everywhere."""
    letter = iter(LETTERS)
    return [LEATHERN if placement.patch is LEATHER else next(letter) for placement in patches]
