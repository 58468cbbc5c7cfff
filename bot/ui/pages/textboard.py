"""The text board: a position as letters and sentences, for screen readers and for people who prefer plain text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page
from bot.ui.kit.texts import Say
from bot.ui.pages.board import headline
from bot.ui.pages.looks import rows
from bot.ui.words.alt import ring_alt
from bot.ui.words.happened import happened
from bot.ui.words.names import named, patch_name
from bot.ui.words.prospects import offer_lines
from bot.ui.words.standing import standing
from game import LEATHER, Placement
from game.squares import COLUMNS, ROWS, SIZE, bits, square_at

EMPTY, LEATHERN = ".", "#"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""One for each patch of a quilt, in the order of their numbers; no quilt holds more."""


def text_page(say: Say, match: Match, user: int) -> Page:
    """The whole position without a picture: whose move it is, what both have, the offers, the quilts, the ring."""
    say, position = say.in_words, match.position
    parts = [happened(say, match), standing(say, match)]
    if not (match.outcome or position.leather):
        parts.append(offer_lines(say, match, to_mover=user == match.mover))
    seats = (1,) if match.automa else (1, 2)
    parts += [_quilt(say, match, seat) for seat in seats]
    parts.append(ring_alt(say, position))
    here = CustomId(match.id, match.revision, "text")
    return Page((headline(say, match),), below=tuple(filter(None, parts)), rows=rows(say, match, here, user))


def _quilt(say: Say, match: Match, seat: int) -> str:
    """One quilt as letters, and what each letter stands for."""
    patches = match.position.player(seat).quilt.patches
    legend = {
        placement.patch.id: f"{name} {patch_name(say, placement.patch)}"
        for placement, name in zip(patches, _names(patches), strict=True)
    }
    title = say("text.quilt", player=named(say, match, seat))
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
