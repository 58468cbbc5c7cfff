"""What can be checked in a database from outside, and mended."""

from __future__ import annotations

from sqlalchemy import exists, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.games import Cache, GameRow
from bot.store.tables import games, timers


async def damage(connection: AsyncConnection) -> list[str]:
    """What the database engine itself finds wrong; only SQLite can be asked."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in await connection.execute(text("PRAGMA integrity_check")) if row[0] != "ok"]
    rows = await connection.execute(text("PRAGMA foreign_key_check"))
    return found + [f"a row of {row[0]} refers to a row of {row[2]} that is not there" for row in rows]


async def every_game(connection: AsyncConnection) -> list[GameRow]:
    """All games, oldest first."""
    return [GameRow(**row._mapping) for row in await connection.execute(select(games).order_by(games.c.id))]


async def games_without_timer(connection: AsyncConnection) -> list[int]:
    """The running games that nothing would ever close."""
    timed = exists().where(timers.c.game_id == games.c.id, timers.c.kind == "close")
    query = select(games.c.id).where(games.c.ending.is_(None), ~timed).order_by(games.c.id)
    return [int(row[0]) for row in await connection.execute(query)]


async def write_cache(connection: AsyncConnection, game_id: int, revision: int, cache: Cache) -> None:
    """Replace what is kept beside a log: revision, position, user to move and ending. The clock stays."""
    values = {"revision": revision, "position": cache.position, "mover": cache.mover, "ending": cache.ending}
    await connection.execute(update(games).where(games.c.id == game_id).values(values))
