"""What servers have chosen, and which ones the bot has left."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from bot.store.games import Place
from bot.store.rows import Upsert, columns, values
from bot.store.tables import servers


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server's choices; None for what it has not chosen.

    ``channel_id`` is the channel in which games belong. ``place``, ``pace`` (days for a move, 0 for no clock) and
    ``track`` are what a new game begins with if nothing else is asked. ``left_at`` is since when the bot is no longer
    a member, in seconds since 1970.
    """

    guild_id: int
    theme: str | None = None
    channel_id: int | None = None
    place: Place | None = None
    pace: int | None = None
    track: str | None = None
    left_at: int | None = None


_FIND = select(*columns(servers, ServerRow)).where(servers.c.guild_id == bindparam("guild"))
_SAVE = Upsert(servers)


def find_server(connection: Connection, guild_id: int) -> ServerRow:
    """A server's choices."""
    row = connection.execute(_FIND, {"guild": guild_id}).one_or_none()
    return ServerRow(*row) if row else ServerRow(guild_id)


def save_server(connection: Connection, row: ServerRow) -> None:
    """Store a server's choices."""
    _SAVE(connection, values(row))
