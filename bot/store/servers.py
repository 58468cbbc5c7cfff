"""What servers have chosen, and which ones the bot has left."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, select

from bot.store.duties import Duties
from bot.store.parameters import GUILD, UNTIL
from bot.store.query import do, one_or_none, pair_or_half
from bot.store.rows import InsertNew, Upsert, columns
from bot.store.shards import sweep
from bot.store.tables import Place, servers

LEFT = select(servers.c.guild_id).where(servers.c.left_at.is_not(None))
"""The servers that the bot has left: whatever is stored of them rests."""


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server's choices; None for what it has not chosen."""

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


_find = one_or_none(ServerRow, GUILD)(select(*columns(servers, ServerRow)).where(servers.c.guild_id == GUILD))


def find_server(connection: Connection, guild_id: int) -> ServerRow:
    """A server's choices."""
    return _find(connection, guild_id) or ServerRow(guild_id)


save_server = Upsert[ServerRow](servers)
_meet = InsertNew[dict[str, int]](servers)


def meet_server(connection: Connection, guild_id: int) -> None:
    """Note a server about which something is going to be stored, unless it is known already, or none (0)."""
    if guild_id:
        _meet(connection, {"guild_id": guild_id})


known_servers = sweep(pair_or_half)(select(servers.c.guild_id, servers.c.left_at), servers.c.guild_id).then(dict)
"""Every server that something is stored of, and since when the bot is no longer a member of it."""

servers_left_before = sweep(int, UNTIL)(
    select(servers.c.guild_id).where(servers.c.left_at <= UNTIL), servers.c.guild_id
)
"""The servers that the bot left by then, and has not come back to."""

DUTIES = Duties((servers,), drop_server=[do(GUILD)(delete(servers).where(servers.c.guild_id == GUILD))])
