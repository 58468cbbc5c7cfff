"""The ladders of servers: fitted anew once a game that counts has ended, shown, and corrected (decision 0064)."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.matches import standings
from bot.matches.bradley_terry import PRIOR, Played
from bot.matches.fitting import rate_async
from bot.matches.match import Refusal
from bot.matches.play import Now
from bot.matches.services import Service
from bot.matches.standings import MIN_MOVES, OF_A_WEEK, RIVALS, Ratings, begin_of, counting_from, season_of
from bot.store import ladders as store
from bot.store.backend.database import Database, reads, writes
from bot.store.challenges import ChallengeRow
from bot.store.games import GameRow, find_game, find_games
from bot.store.ladder_rows import NEVER, EndedRow, LadderRow, StandingRow, UnratedRow
from bot.store.locks import lock_ids
from bot.store.players import hiding
from bot.store.results import count_between
from bot.store.shards import EVERY, Shards

LADDERS_AT_ONCE = 1_000
READ_AT_ONCE = 500
"""How many ladders, and how many results, are read by one statement."""

ON_A_PAGE = 10
"""How many people stand on one page of a ladder."""

NOTED = 5
"""Of how many games that were taken out a page tells."""

REMEMBERED = 16
"""How many seasons that are over are remembered: to weigh forty thousand games takes a second."""


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A page of a server's ladder in a season: some of those who have a place, how many have one, and how the viewer
    stands, and on which page, from 0. Those in ``hiding`` are not to be named to others. There are seasons from the
    ``first`` to that of ``now``. ``unrated`` are games that were taken out lately.
    """

    season: int
    first: int
    now: int
    rows: Sequence[StandingRow]
    count: int
    own: StandingRow | None
    hiding: frozenset[int]
    unrated: Sequence[UnratedRow]
    own_page: int = 0

    @property
    def is_now(self) -> bool:
        """Whether this is the season of now, which still goes on."""
        return self.season == self.now


@dataclass(frozen=True, slots=True)
class Stake:
    """What is at stake for somebody in a game that counts: their strength, and by how much it would change."""

    player: int
    strength: int
    deviation: int
    gain: int
    loss: int


class Ladders(Service):
    """The ladders in a database, of the servers of some shards."""

    def __init__(self, database: Database, now: Now, shards: Shards = EVERY) -> None:
        super().__init__(database, now, shards)
        self._over: dict[tuple[int, int, int], Ratings] = {}
        self._turn = asyncio.Lock()

    # --- keeping them up to date

    async def owed(self, most: int) -> list[int]:
        """The servers, so many at most, whose ladders are to be fitted anew."""
        return await self._database.read(store.ladders_owed, season_of(self._now()), most, shards=self._shards)

    async def refit(self, guild_id: int) -> None:
        """Fit a server's ladder anew, if that is owed. What changes meanwhile leaves it owed."""
        async with self._turn:  # who looks while it is being fitted need not have it fitted again
            row, season = await self._database.read(store.find_ladder, guild_id), season_of(self._now())
            if row is None or _is_fitted(row, season):
                return
            found = await rate_async(self._games(guild_id, counting_from(season)))
            fresh = replace(row, fitted=row.changes, season=season, mean=found.mean)
            await self._database.keep(self._keep, fresh, found.rows)

    def _keep(self, connection: Connection, fresh: LadderRow, found: list[StandingRow]) -> None:
        """Store how all stand, unless something has changed since they were read: somebody may have been forgotten."""
        row = store.lock_ladder(connection, fresh.guild_id)
        if row and row.changes == fresh.fitted:
            store.save_standings(connection, fresh, found)

    async def _games(self, guild_id: int, since: int, until: int = NEVER) -> AsyncIterator[list[EndedRow]]:
        """The games of a server that ended in some time, in order, some at a time; first those that went on then."""
        after, read = (since, 0), self._database.read_latest
        yield await read(store.rivals_going_on, guild_id, until)
        while some := await read(store.results_on_ladder, guild_id, since, until, *after, READ_AT_ONCE):
            yield some
            after = some[-1].ended_at, some[-1].game_id

    async def all(self) -> AsyncIterator[LadderRow]:
        """All ladders there are."""
        last = -1
        while some := await self._database.read(store.some_ladders, last, LADDERS_AT_ONCE):
            for row in some:
                yield row
            last = some[-1].guild_id

    async def missing(self) -> list[int]:
        """The servers that have no ladder, but games that would count on it."""
        return await self._database.read(store.servers_without_ladder, MIN_MOVES)

    async def begin(self, guild_id: int) -> None:
        """Begin the ladder of a server, or have it fitted anew."""
        await self._database.write(store.count_change, [guild_id])
        await self.refit(guild_id)

    async def games(self, most: int) -> list[Played]:
        """The games that count on all ladders, about ``most``; people of different servers are different people."""
        found: list[Played] = []
        async for row in self.all():
            if len(found) >= most:
                break
            since = counting_from(season_of(self._now()))
            rows = [each async for some in self._games(row.guild_id, since) for each in some]
            for game in (each.played for each in standings.counted(rows)):
                one, two = (who if who in RIVALS else f"{who} in {row.guild_id}" for who in game[:2])
                found.append(game._replace(first=one, second=two))
        return found

    async def is_sound(self, row: LadderRow) -> bool:
        """Tell whether the standings on a ladder are what its games say, but for rounding, or are to be fitted anew."""
        season = season_of(self._now())
        if not _is_fitted(row, season):
            return True
        found = await rate_async(self._games(row.guild_id, counting_from(season)))
        kept = await self._database.read(store.all_standings, row.guild_id)
        if await self._database.read(store.find_ladder, row.guild_id) != row:  # it has changed meanwhile
            return True
        return standings.are_alike(kept, found.rows) and abs(row.mean - found.mean) <= 1

    # --- showing them

    async def page(self, guild_id: int, user: int, number: int = 0, season: int = 0) -> LadderPage:
        """A page of a server's ladder, from 0, as somebody sees it: of a season that is over, or of now (0), in which
        it is fitted anew first if that is owed.
        """
        if not 0 < season < season_of(self._now()):
            await self.refit(guild_id)
        page = await self._page_of_now(guild_id, user, number * ON_A_PAGE)
        season = max(season, page.first) if season else page.now
        return page if season >= page.now else await self._page_of(page, guild_id, user, number, season)

    @reads
    def _page_of_now(self, connection: Connection, guild_id: int, user: int, after: int) -> LadderPage:
        rows, season = store.placed(connection, guild_id, after, ON_A_PAGE), season_of(self._now())
        first, own = store.first_result_at(connection, guild_id), store.find_standing(connection, guild_id, user)
        before = store.count_before(connection, guild_id, own.place, user) if own and own.place else 0
        return LadderPage(
            season=season,
            first=season if first is None else season_of(first),
            now=season,
            rows=rows,
            count=store.count_placed(connection, guild_id),
            own=own,
            hiding=frozenset(hiding(connection, [row.player for row in rows])),
            unrated=store.unrated_of(connection, guild_id, NOTED),
            own_page=before // ON_A_PAGE,
        )

    async def _page_of(self, now: LadderPage, guild_id: int, user: int, number: int, season: int) -> LadderPage:
        """The same of a season that is over, as its games say: those who have met somebody in it."""
        stood = await self._ratings_at_the_end(guild_id, season)
        found = [row for row in stood.rows if row.last_at >= begin_of(season)]
        ranked = [*standings.with_places(row for row in found if row.place)]
        before, own = next(((each, row) for each, row in enumerate(ranked) if row.player == user), (0, None))
        shown = ranked[number * ON_A_PAGE : (number + 1) * ON_A_PAGE]
        return replace(
            now,
            season=season,
            rows=shown,
            count=len(ranked),
            own=own,
            hiding=frozenset(await self._database.read(hiding, [row.player for row in shown])),
            unrated=(),
            own_page=before // ON_A_PAGE,
        )

    async def _ratings_at_the_end(self, guild_id: int, season: int) -> Ratings:
        """Tell how all stood at the end of a season: remembered until something changes of what counts there."""
        ladder = await self._database.read(store.find_ladder, guild_id)
        key = guild_id, season, ladder.changes if ladder else 0
        if key not in self._over:
            self._over[key] = await rate_async(self._games(guild_id, counting_from(season), begin_of(season + 1)))
            while len(self._over) > REMEMBERED:
                del self._over[next(iter(self._over))]
        return self._over[key]

    @reads
    def stakes(self, connection: Connection, guild_id: int, one: int, other: int) -> tuple[Stake, Stake] | None:
        """Tell what would be at stake for both if two people played a game now. None if it would not count, if neither
        of them stands on the ladder yet, or if one of them shows nobody how their games went.
        """
        since = standings.begin_of_week(standings.week_of(self._now()))
        ladder = store.find_ladder(connection, guild_id)
        rows = [store.find_standing(connection, guild_id, user) for user in (one, other)]
        before = count_between(connection, one, other, guild_id, since, MIN_MOVES)
        if ladder is None or rows == [None, None] or before >= len(OF_A_WEEK) or hiding(connection, [one, other]):
            return None
        new = StandingRow(0, ladder.mean, round(PRIOR), 0, 0, 0)
        first, second = (row or replace(new, player=user) for row, user in zip(rows, (one, other), strict=True))
        return _stake(first, second, OF_A_WEEK[before]), _stake(second, first, OF_A_WEEK[before])

    async def stakes_of(self, challenge: ChallengeRow) -> tuple[Stake, Stake] | None:
        """Tell what is at stake in a challenge, for the challenger and the challenged; None for nothing."""
        if challenge.is_open or challenge.rival:
            return None
        return await self.stakes(challenge.guild_id, challenge.challenger, challenge.challenged)

    # --- correcting them

    @writes
    def exclude(self, connection: Connection, guild_id: int, game_id: int, note: str) -> None:
        """Take a game out of the ladder of its server, with a note for all to read. Raises Refusal ``no_game``, or
        ``not_rated``: it is still running, or was played alone.
        """
        lock_ids(connection, guild_id)
        game = find_game(connection, game_id)
        if game is None or game.guild_id != guild_id or game.place == "private":
            raise Refusal("no_game")
        if game.ending is None or (game.player2 is None and game.rival is None):
            raise Refusal("not_rated")
        store.unrate(connection, UnratedRow(game_id, guild_id, note, self._now()))
        store.count_change(connection, [guild_id])

    @reads
    def lately(self, connection: Connection, guild_id: int, most: int) -> list[GameRow]:
        """The games between people of a server that ended last, the newest first, so many at most."""
        ids = store.lately_between_people(connection, guild_id, most)
        return sorted(find_games(connection, ids), key=lambda row: ids.index(row.id))

    @writes
    def put_back(self, connection: Connection, guild_id: int, game_id: int) -> None:
        """Let a game count again. Raises Refusal ``not_taken_out``."""
        lock_ids(connection, guild_id)
        game = find_game(connection, game_id)
        if game is None or game.guild_id != guild_id or not store.rate_again(connection, game_id):
            raise Refusal("not_taken_out")
        store.count_change(connection, [guild_id])


def _is_fitted(row: LadderRow, season: int) -> bool:
    return row.fitted == row.changes and row.season == season


def _stake(one: StandingRow, other: StandingRow, weight: float) -> Stake:
    return Stake(one.player, one.strength, one.deviation, *standings.at_stake(one, other, weight))
