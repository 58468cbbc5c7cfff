"""How matches end (decision 0084)."""

from dataclasses import dataclass

from bot.matches.standings import MIN_MOVES
from bot.store.games import LogRow
from bot.store.tables import Termination
from game import other

UNPLAYED = "unplayed"
"""Why nobody wins a match that was given up or claimed: somebody had not moved yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    ``winner`` is a seat, or None if nobody won. ``by`` is the seat whose act ended it: the last move, the resignation,
    the claim, the agreement; None if time or a moderator did. ``why`` adds detail to some endings: a match is closed
    ``idle`` (won by the player who waited, once both have made some moves) or by a ``moderator``, claimed because the
    other player ``left`` (or, if empty, was late), and cancelled because it is ``unplayed``: it was given up or claimed
    before both had moved (or, if empty, by agreement).
    """

    termination: Termination
    winner: int | None = None
    by: int | None = None
    why: str = ""

    @property
    def result(self) -> str | None:
        """The ``Result`` header of a record: how the game ended early; None if it was played out."""
        if self.termination == "finished":
            return None
        if self.winner is None:
            return self.termination
        return f"{'resign' if self.termination == 'resigned' else 'time'} {other(self.winner)}"


def outcome_of(event: LogRow, match_id: int, moves: int) -> Outcome:
    """Tell how an event other than a move ends a match, in which each of the people has chosen so many ``moves``."""
    match event.kind:
        case "resign" | "claim" if not moves:
            return Outcome("cancelled", None, event.seat, UNPLAYED)
        case "resign":
            return Outcome("resigned", other(event.seat), event.seat)
        case "cancel":
            return Outcome("cancelled", None, event.seat, UNPLAYED if event.text == UNPLAYED else "")
        case "claim":
            return Outcome("claimed", event.seat, event.seat, event.text)
        case "close":
            return Outcome("closed", event.seat if event.seat and moves >= MIN_MOVES else None, why=event.text)
    raise ValueError(f"the log of game {match_id} holds an event of an unknown kind: {event.kind}")


def in_favour_of(event: LogRow) -> int:
    """The seat that has given nothing up and kept nobody waiting, when an event ends a match; 0 for neither."""
    return other(event.seat) if event.kind == "resign" else event.seat if event.kind in ("claim", "close") else 0
