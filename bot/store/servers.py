"""What servers have chosen, and which ones the bot has left."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, select

from bot.store.rows import InsertNew, Upsert, columns, values
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import Place, servers

LEFT = select(servers.c.guild_id).where(servers.c.left_at.is_not(None))
"""The servers that the bot has left: whatever is stored of them rests."""


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server's choices; None for what it has not chosen.

    ``channel_id`` is the channel in which games belong. ``place``, ``pace`` (days for a move, 0 for no clock) and
    ``track`` are what a new game begins with if nothing else is asked. ``left_at`` is since when the bot is no longer
    a member, in seconds since 1970. ``language`` is what new games speak in public, and ``language_told`` whether
    somebody has read that it can be chosen. ``timezone`` is an IANA name, ``daily_id`` the channel for daily quilts.
    """

    guild_id: int
    theme: str | None = None
    channel_id: int | None = None
    place: Place | None = None
    pace: int | None = None
    track: str | None = None
    left_at: int | None = None
    language: str | None = None
    language_told: bool = False
    timezone: str | None = None
    daily_id: int | None = None


_FIND = select(*columns(servers, ServerRow)).where(servers.c.guild_id == bindparam("guild"))
_SAVE = Upsert(servers)
_REMOVE = delete(servers).where(servers.c.guild_id == bindparam("guild"))
_LEFT_BEFORE = select(servers.c.guild_id).where(servers.c.left_at <= bindparam("before"))
_KNOWN = select(servers.c.guild_id, servers.c.left_at)
_THEIRS = is_theirs(servers.c.guild_id)
_SWEEP_KNOWN = ShardedQuery(_KNOWN, _KNOWN.where(_THEIRS))
_SWEEP_LEFT = ShardedQuery(_LEFT_BEFORE, _LEFT_BEFORE.where(_THEIRS))
_MEET = InsertNew(servers)


def find_server(connection: Connection, guild_id: int) -> ServerRow:
    """A server's choices."""
    row = connection.execute(_FIND, {"guild": guild_id}).one_or_none()
    return ServerRow(*row) if row else ServerRow(guild_id)


def save_server(connection: Connection, row: ServerRow) -> None:
    """Store a server's choices."""
    _SAVE(connection, values(row))


def meet_server(connection: Connection, guild_id: int) -> None:
    """Note a server of which something is going to be stored, unless it is known already."""
    _MEET(connection, {"guild_id": guild_id})


def known_servers(connection: Connection, shards: Shards = EVERY) -> dict[int, int | None]:
    """Every server that something is stored of, and since when the bot is no longer a member of it."""
    return {guild: left_at for guild, left_at in _SWEEP_KNOWN(connection, shards)}  # noqa: C416


def servers_left_before(connection: Connection, before: int, shards: Shards = EVERY) -> list[int]:
    """The servers that the bot left by then, and has not come back to."""
    return list(_SWEEP_LEFT(connection, shards, before=before).scalars())


def remove_server(connection: Connection, guild_id: int) -> None:
    """Drop the row of a server."""
    connection.execute(_REMOVE, {"guild": guild_id})
