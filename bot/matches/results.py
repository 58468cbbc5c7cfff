"""What each ended match came to for each person, derived from its log, and deciding nothing (decisions 0015, 0063)."""

import logging
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from sqlalchemy import Connection

from bot.matches.log import match_from
from bot.matches.match import Match
from bot.matches.seats import Person
from bot.matches.standings import QUARTER, bears_on_ladder
from bot.store.backend.database import Database
from bot.store.games import GameRow, LogRow, best_of_others, find_games, read_logs
from bot.store.groups import owe_groups_of
from bot.store.ladders import count_change, find_standing
from bot.store.locks import lock_games
from bot.store.players import is_nobody
from bot.store.results import ResultRow, games_not_counted, save_results, score_between
from bot.store.shards import EVERY, Shards
from bot.store.tables import SECRET
from game import other

LOG = logging.getLogger(__name__)

KEPT_SECONDS, KEPT = 60.0, 1_000
"""How long, and for how many matches, it is remembered how two people stand: either may choose to hide it."""

ENOUGH = 3
"""After so many other games it means something to have had more points than in any of them."""


class Results:
    """The results in a database, of games in the servers of some shards."""

    def __init__(self, database: Database, shards: Shards = EVERY) -> None:
        self._database = database
        self._shards = shards
        self._scores: dict[tuple[int, int | None], tuple[float, tuple[int, int] | None]] = {}

    async def owed(self, most: int) -> list[int]:
        """The games that have ended and whose results are not kept yet, so many at most."""
        return await self._database.read(games_not_counted, most, shards=self._shards)

    async def keep(self, match_ids: Sequence[int]) -> None:
        """Keep the results of games that have ended. Ladders that they change are owed."""
        rows = await self._database.read(_derived_of, match_ids)
        await self._database.write(keep_within, rows)

    async def score(self, match: Match) -> tuple[int, int] | None:
        """Count how many games the two people of a match have won against each other, by seat: this one, and all that
        ended before it did, or, while it runs, before it began. None for a match alone, with somebody who was
        forgotten, or who hides it.
        """
        if match.is_solo or match.is_forsaken:
            return None
        since, score = self._scores.get((match.id, match.ended_at), (-math.inf, None))
        if time.monotonic() - since > KEPT_SECONDS:  # all boards of a rematch ask
            one, two = match.people
            until = match.created_at if match.ended_at is None else match.ended_at
            score = await self._database.read_latest(score_between, one, two, match.guild_id, match.id, until)
            if len(self._scores) >= KEPT:
                self._scores.clear()
            self._scores[match.id, match.ended_at] = (time.monotonic(), score)
        if score is None or match.winner is None:
            return score
        return score[0] + (match.winner == 1), score[1] + (match.winner == 2)

    async def bests(self, match: Match) -> frozenset[int]:
        """The seats of people who had more points than ever in at least `ENOUGH` others; none if not played out."""
        if match.outcome is None or match.outcome.termination != "finished":
            return frozenset()
        return await self._database.read(best_seats, match)


def best_seats(connection: Connection, match: Match, viewer: int = 0) -> frozenset[int]:
    """The same of a match that was played out. Only to the ``viewer`` themselves do their private games count."""
    best = set()
    for seat, user in enumerate(match.users, 1):
        if user is None or is_nobody(user):
            continue
        points = best_of_others(connection, user, match.id, user == viewer, ENOUGH)
        if len(points) >= ENOUGH and match.position.score(seat).total > max(points):
            best.add(seat)
    return frozenset(best)


def results_of_match(match: Match, events: Iterable[LogRow]) -> list[ResultRow]:
    """Derive what a match that has ended came to, for each of the people, from it and from its log."""
    assert match.outcome is not None
    events = list(events)
    people = [seat for seat, sitter in enumerate(match.seats, 1) if isinstance(sitter, Person)]
    alone = match.rival or match.automa
    return [
        ResultRow(
            game_id=match.id,
            seat=seat,
            player=match.person_at(seat),
            other=match.user_at(other(seat)),
            level=alone.level if alone else None,
            guild_id=match.guild_id,
            ended_at=match.ended_at or 0,
            ending=match.outcome.termination,
            won=None if match.winner is None else match.winner == seat,
            points=match.position.score(seat).total,
            other_points=match.position.score(other(seat)).total,
            seven=match.position.bonus == seat,
            empty=match.position.player(seat).quilt.empty,
            moves=match.moves,
            first=match.setup.first == seat,
            hints=match.hints,
            played=_quarters(event.at for event in events if is_by_hand(event, seat)),
        )
        for seat in people
    ]


def _quarters(times: Iterable[int]) -> str:
    quarters = sorted({at // QUARTER for at in times})
    return " ".join(str(later - before) for before, later in pairwise([0, *quarters]))


def is_by_hand(event: LogRow, seat: int) -> bool:
    """Tell whether an event is a move that was made by hand at a seat, even if it was taken back since."""
    return event.kind == "move" and event.seat == seat and event.how is None


def derived(row: GameRow, events: Sequence[LogRow]) -> list[ResultRow]:
    """Derive the results of a game that has ended; none if its log cannot be replayed."""
    try:
        return results_of_match(match_from(row, events), events)
    except Exception:
        LOG.warning("game %s cannot be replayed, and has no results", row.id)
        return []


def _derived_of(connection: Connection, match_ids: Sequence[int]) -> dict[int, list[ResultRow]]:
    logs = read_logs(connection, [*match_ids])
    ended = [row for row in find_games(connection, [*match_ids]) if row.ending and row.duel not in SECRET]
    return {row.id: derived(row, logs.get(row.id, [])) for row in ended}


def keep_within(connection: Connection, rows: Mapping[int, list[ResultRow]]) -> None:
    """Keep results, by game, for the players as they are now: one may have been forgotten since. Their groups are shown
    anew, and the ladders that they change are to be fitted.
    """
    lock_games(connection, rows)
    for game in find_games(connection, [*rows]):
        save_results(connection, game.id, [_named(row, game) for row in rows[game.id]])
    owe_groups_of(connection, rows)
    count_change(connection, {row.guild_id for each in rows.values() for row in each if _bears(connection, row)})


def _bears(connection: Connection, row: ResultRow) -> bool:
    """Tell whether a result may change how anybody stands. One against a rival does only if it is late: its player has
    met a person since.
    """
    if bears_on_ladder(row.other, row.won, row.moves):
        return True
    standing = find_standing(connection, row.guild_id, row.player) if row.level else None
    return standing is not None and standing.last_at > row.ended_at


def _named(row: ResultRow, game: GameRow) -> ResultRow:
    player, opponent = game.users if row.seat == 1 else game.users[::-1]
    assert player is not None
    return replace(row, player=player, other=opponent)
