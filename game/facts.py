"""What happened in a move: small values from which messages, alt texts and logs are written, in order."""

from dataclasses import dataclass

from game.automa import Choice
from game.placements import Placement


@dataclass(frozen=True, slots=True)
class Advanced:
    """A seat moved ahead of the other token, earning one button for each space."""

    seat: int
    spaces: int


@dataclass(frozen=True, slots=True)
class Sewed:
    """A seat sewed a patch from the ring, paying its buttons and moving its time."""

    seat: int
    placement: Placement


@dataclass(frozen=True, slots=True)
class LeatherSewed:
    """A seat sewed the leather patch it had won."""

    seat: int
    placement: Placement


@dataclass(frozen=True, slots=True)
class Income:
    """A token crossed a button income: the seat got as many buttons as are printed on its quilt."""

    seat: int
    space: int
    buttons: int


@dataclass(frozen=True, slots=True)
class LeatherWon:
    """A token was the first to cross a leather patch. ``kept`` is false for a full quilt and for the Automa."""

    seat: int
    space: int
    kept: bool


@dataclass(frozen=True, slots=True)
class BonusTaken:
    """A seat was the first to cover a 7x7 area and took the bonus tile."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """The Automa (a seat) revealed a card and took the chosen patch, or passed; its token moved by ``spaces``."""

    seat: int
    choice: Choice
    spaces: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """Both tokens are on the last space."""

    winner: int


Fact = CardRevealed | Advanced | Sewed | LeatherSewed | Income | LeatherWon | BonusTaken | GameOver
