"""Games and their log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import and_, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import games, log, messages


@dataclass(frozen=True, slots=True)
class Cache:
    """What `append` keeps beside the log: the position, the user to move, how the game ended, and the clock."""

    position: str
    mover: int
    ending: str | None
    deadline: int | None = None
    paused: int | None = None
    away: int | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """What its log does not tell of a game, and the cache of what it does. ``setup`` is record headers."""

    id: int
    guild_id: int
    channel_id: int
    player1: int
    player2: int
    setup: str
    language: str
    created_at: int
    cards: str | None
    rematch_of: int | None
    revision: int
    position: str
    mover: int
    ending: str | None
    pace: int | None = None
    deadline: int | None = None
    paused: int | None = None
    away: int | None = None
    nudged_at: int | None = None

    @property
    def cache(self) -> Cache:
        """What is kept beside the log."""
        return Cache(self.position, self.mover, self.ending, *self.clock)

    @property
    def clock(self) -> tuple[int | None, int | None, int | None]:
        """The deadline, the seconds left in a pause, and the end of a vacation."""
        return self.deadline, self.paused, self.away


@dataclass(frozen=True, slots=True)
class LogRow:
    """One event of a game: its number from 1, its kind, the seat it came from, a text, and when."""

    number: int
    kind: str
    seat: int
    text: str
    at: int


async def add_game(
    connection: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    players: tuple[int, int],
    setup: str,
    language: str,
    at: int,
    cache: Cache,
    cards: str | None = None,
    rematch_of: int | None = None,
    pace: int | None = None,
) -> int:
    """Store a new game, with an empty log. Returns its id. Raises IntegrityError for a second rematch of one game."""
    values = {
        "guild_id": guild_id,
        "channel_id": channel_id,
        "player1": players[0],
        "player2": players[1],
        "setup": setup,
        "language": language,
        "created_at": at,
        "cards": cards,
        "rematch_of": rematch_of,
        "pace": pace,
        "revision": 0,
        **asdict(cache),
    }
    result = await connection.execute(insert(games).values(values).returning(games.c.id))
    return int(result.scalar_one())


async def find_game(connection: AsyncConnection, game_id: int) -> GameRow | None:
    """A game by its id, or None."""
    row = (await connection.execute(select(games).where(games.c.id == game_id))).one_or_none()
    return GameRow(**row._mapping) if row else None


async def move_game(connection: AsyncConnection, game_id: int, channel_id: int) -> None:
    """Let a game go on in another channel."""
    await connection.execute(update(games).where(games.c.id == game_id).values(channel_id=channel_id))


async def find_rematch(connection: AsyncConnection, game_id: int) -> int | None:
    """The id of the game that followed another, or None."""
    row = (await connection.execute(select(games.c.id).where(games.c.rematch_of == game_id))).one_or_none()
    return int(row[0]) if row else None


async def read_log(connection: AsyncConnection, game_id: int) -> list[LogRow]:
    """The whole log of a game, in order."""
    columns = (log.c.number, log.c.kind, log.c.seat, log.c.text, log.c.at)
    rows = await connection.execute(select(*columns).where(log.c.game_id == game_id).order_by(log.c.number))
    return [LogRow(*row) for row in rows]


async def game_ids(connection: AsyncConnection) -> list[int]:
    """The ids of all games, running or not."""
    return [int(row[0]) for row in await connection.execute(select(games.c.id).order_by(games.c.id))]


async def append(connection: AsyncConnection, game_id: int, row: LogRow, cache: Cache) -> None:
    """Add an event to a game's log. Raises IntegrityError when its number is taken: somebody else was faster."""
    values = {"number": row.number, "kind": row.kind, "seat": row.seat, "text": row.text, "at": row.at}
    await connection.execute(insert(log).values(game_id=game_id, **values))
    await write_cache(connection, game_id, row.number, cache, nudged_at=None)


async def write_cache(
    connection: AsyncConnection, game_id: int, revision: int, cache: Cache, **more: int | None
) -> None:
    """Write what is kept beside the log of a game."""
    cached = {"revision": revision, **asdict(cache), **more}
    await connection.execute(update(games).where(games.c.id == game_id).values(cached))


async def running_games(
    connection: AsyncConnection, player: int | None, *, guild_id: int | None = None, channel_id: int | None = None
) -> Sequence[GameRow]:
    """The running games of a player (None: of all), in one server or channel if named, oldest first."""
    query = select(games).where(games.c.ending.is_(None))
    if player is not None:
        query = query.where(or_(games.c.player1 == player, games.c.player2 == player))
    if guild_id is not None:
        query = query.where(games.c.guild_id == guild_id)
    if channel_id is not None:
        query = query.where(games.c.channel_id == channel_id)
    return [GameRow(**row._mapping) for row in await connection.execute(query.order_by(games.c.id))]


async def last_event_at(connection: AsyncConnection, game_id: int) -> int:
    """When the last event of a game happened; when it began, if none has."""
    last = select(func.max(log.c.at)).where(log.c.game_id == game_id).scalar_subquery()
    query = select(func.coalesce(last, games.c.created_at)).where(games.c.id == game_id)
    return int((await connection.execute(query)).scalar_one())


async def newest_game(connection: AsyncConnection, player: int, channel_id: int) -> int | None:
    """The id of the newest game of a player in a channel, running or not, or None."""
    query = select(func.max(games.c.id)).where(
        games.c.channel_id == channel_id, or_(games.c.player1 == player, games.c.player2 == player)
    )
    newest = (await connection.execute(query)).scalar_one()
    return None if newest is None else int(newest)


async def count_running(connection: AsyncConnection, player: int) -> int:
    """How many running games a player has, anywhere."""
    query = select(func.count()).where(
        games.c.ending.is_(None), or_(games.c.player1 == player, games.c.player2 == player)
    )
    return int((await connection.execute(query)).scalar_one())


async def games_not_shown(connection: AsyncConnection) -> list[int]:
    """The ids of games whose last event no live board shows."""
    shown = and_(
        messages.c.game_id == games.c.id,
        messages.c.role == "board",
        messages.c.state == "live",
        messages.c.revision == games.c.revision,
    )
    query = select(games.c.id).outerjoin(messages, shown).where(messages.c.message_id.is_(None)).order_by(games.c.id)
    return [int(row[0]) for row in await connection.execute(query)]


async def set_clock(
    connection: AsyncConnection, game_id: int, deadline: int | None, paused: int | None, away: int | None
) -> None:
    """Set the clock of a running game."""
    values = {"deadline": deadline, "paused": paused, "away": away}
    await connection.execute(update(games).where(games.c.id == game_id).values(values))


async def note_nudge(connection: AsyncConnection, game_id: int, now: int, before: int) -> bool:
    """Note that a player was nudged, unless it has happened since ``before``: then False."""
    free = or_(games.c.nudged_at.is_(None), games.c.nudged_at <= before)
    query = update(games).where(games.c.id == game_id, free).values(nudged_at=now)
    return (await connection.execute(query)).rowcount == 1


async def clear_nudge(connection: AsyncConnection, game_id: int) -> None:
    """Note that nobody was nudged in a game."""
    await connection.execute(update(games).where(games.c.id == game_id).values(nudged_at=None))
