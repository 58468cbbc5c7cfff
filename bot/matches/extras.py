"""What a page about a match tells its viewer besides, read together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import Connection

from bot.matches.match import Match
from bot.matches.plan import Stop
from bot.matches.plans import why_stopped
from bot.matches.preferences import Preferences
from bot.matches.results import best_seats
from bot.matches.rivals import Record, find_record
from bot.store.backend.database import Database, reads_latest
from bot.store.challenges import count_concerning
from bot.store.games import GameRow, running_games
from bot.store.groups import groups_of_games
from bot.store.turns import count_turns

Extra = Literal["others", "best", "record", "stop", "turn", "group"]


@dataclass(frozen=True, slots=True)
class Extras:
    """``others``: games in which it is also the viewer's move, oldest first. ``best``: the seats whose best game a
    private match was (others tell it on their board). ``record``: how the viewer does against rivals, once a game
    against one has ended. ``stop``: why they are to move although they had planned. ``turn``: which of their first
    turns they are taking, from 1; 0 if they need no advice. ``in_group``: whether a match that nobody can win yet is of
    a group, which gives a point all the same.
    """

    others: Sequence[GameRow] = ()
    best: frozenset[int] = frozenset()
    record: Record | None = None
    stop: Stop | None = None
    turn: int = 0
    in_group: bool = False


@dataclass(frozen=True, slots=True)
class AtHome:
    """What the home page tells somebody: their running games, oldest first, how many challenges from or to them wait,
    and whether they are new: nothing waits, and they have never taken a turn.
    """

    running: Sequence[GameRow] = ()
    challenges: int = 0
    is_new: bool = False


class ExtrasOf:
    """Finds what pages tell besides, in one read."""

    def __init__(self, database: Database, preferences: Preferences, now: Callable[[], int]) -> None:
        self._database = database
        self._preferences = preferences
        self._now = now

    async def match(self, match: Match, user: int, *wanted: Extra) -> Extras:
        """Read what is ``wanted`` and applies to a match as a user sees it."""
        is_moving, outcome = match.mover == user, match.outcome
        applies = {
            "others": not is_moving,
            "best": outcome is not None and outcome.termination == "finished" and match.place == "private",
            "record": outcome is not None and match.rival is not None and match.seat_of(user) is not None,
            "stop": is_moving and bool(match.stopped_plans),
            "group": not match.is_solo and not match.moves,
        }
        told = {each for each in wanted if applies.get(each)}
        found = await self._found(match, user, told) if told else Extras()
        if is_moving and "turn" in wanted:
            return replace(found, turn=await self._preferences.early_turn(match))
        return found

    @reads_latest
    def home(self, connection: Connection, user: int) -> AtHome:
        """Read what the home page tells a user."""
        running, challenges = running_games(connection, user), count_concerning(connection, user, self._now())
        is_new = not running and not challenges and not count_turns(connection, user, 0)[0]
        return AtHome(running, challenges, is_new)

    @reads_latest
    def _found(self, connection: Connection, match: Match, user: int, told: set[Extra]) -> Extras:
        running = running_games(connection, user) if "others" in told else ()
        return Extras(
            others=[row for row in running if row.mover == user and row.id != match.id],
            best=best_seats(connection, match, user) if "best" in told else frozenset(),
            record=find_record(connection, user, private_too=True) if "record" in told else None,
            stop=why_stopped(connection, match) if "stop" in told else None,
            in_group="group" in told and bool(groups_of_games(connection, [match.id])),
        )
