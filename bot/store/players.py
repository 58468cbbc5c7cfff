"""What players and servers have chosen."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import players, servers


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's choices, or what holds for those who have chosen nothing.

    ``notify`` is mention, direct or nothing; quiet hours are minutes after midnight in ``timezone`` (an IANA name);
    ``vacation_until`` is 0 or a time in seconds since 1970.
    """

    user_id: int
    theme: str | None = None
    notify: str = "mention"
    quiet_from: int | None = None
    quiet_to: int | None = None
    timezone: str = "UTC"
    vacation_until: int = 0


async def find_player(connection: AsyncConnection, user: int) -> PlayerRow:
    """A player's choices."""
    row = (await connection.execute(select(players).where(players.c.user_id == user))).one_or_none()
    return PlayerRow(**row._mapping) if row else PlayerRow(user)


async def save_player(connection: AsyncConnection, row: PlayerRow) -> None:
    """Store a player's choices."""
    await connection.execute(delete(players).where(players.c.user_id == row.user_id))
    await connection.execute(insert(players).values(asdict(row)))


async def find_theme(connection: AsyncConnection, guild_id: int, user: int) -> str | None:
    """The theme in which a user (0 for nobody) sees pictures in a server: their own, or the server's, or None."""
    own = select(players.c.theme).where(players.c.user_id == user).scalar_subquery()
    shared = select(servers.c.theme).where(servers.c.guild_id == guild_id).scalar_subquery()
    theme: str | None = (await connection.execute(select(func.coalesce(own, shared)))).scalar_one()
    return theme


async def save_server_theme(connection: AsyncConnection, guild_id: int, theme: str | None) -> None:
    """Store the theme of a server."""
    await connection.execute(delete(servers).where(servers.c.guild_id == guild_id))
    await connection.execute(insert(servers).values(guild_id=guild_id, theme=theme))
