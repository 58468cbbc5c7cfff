"""How much is left to do: for the operator's figures."""

from dataclasses import dataclass

from sqlalchemy import Connection

from bot.store.games import moves_owed
from bot.store.pending_boards import boards_owed
from bot.store.timers import count_due


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is left to do, and for how many seconds the oldest of the boards has been owed."""

    boards_owed: int
    oldest_board_owed_seconds: int
    moves_owed: int
    timers_late: int


def backlog(connection: Connection, now: int, grace: float) -> Backlog:
    """The backlog now. A timer is late ``grace`` seconds after its time has come."""
    boards, since = boards_owed(connection)
    oldest = 0 if since is None else max(now - since, 0)
    moves, late = len(moves_owed(connection)), count_due(connection, round(now - grace))
    return Backlog(boards, oldest, moves, late)
