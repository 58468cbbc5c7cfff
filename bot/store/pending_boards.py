"""What is left to do about the public messages of games: a board to show, a message to edit or to delete."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select, text, union

from bot.store.query import many, one, pair_or_half
from bot.store.servers import LEFT
from bot.store.shards import EVERY, Shards, is_theirs, sweep
from bot.store.tables import DOOMED, NOT_SHOWN, games, is_owed, log, messages


@dataclass(frozen=True, slots=True)
class PendingBoard:
    """A game that has something to post, to edit or to delete in a channel of a server."""

    game_id: int
    guild_id: int
    channel_id: int


_not_shown = many(int)(select(games.c.id).where(NOT_SHOWN).order_by(games.c.id))
_BY_INDEX = text("SET LOCAL enable_seqscan = off")
_OWED = (  # without this order PostgreSQL would look through the whole log
    select(games.c.id, games.c.revision, games.c.created_at)
    .where(NOT_SHOWN, games.c.guild_id.not_in(LEFT))
    .cte("owed")
    .prefix_with("MATERIALIZED", dialect="postgresql")
)
_LAST_EVENT_AT = select(log.c.at).where(log.c.game_id == _OWED.c.id, log.c.number == _OWED.c.revision).scalar_subquery()
_count_owed = one(pair_or_half)(
    select(func.count(), func.min(func.coalesce(_LAST_EVENT_AT, _OWED.c.created_at))).select_from(_OWED)
)
_WHERE_A_MESSAGE_STANDS = select(games.c.id, games.c.guild_id, messages.c.channel_id).join_from(messages, games)
_EACH = (  # by an index of its own
    select(games.c.id, games.c.guild_id, games.c.channel_id).where(NOT_SHOWN),
    _WHERE_A_MESSAGE_STANDS.where(DOOMED),
    _WHERE_A_MESSAGE_STANDS.where(is_owed(messages), messages.c.state == "live"),
)
_pending = sweep(PendingBoard)(union(*_EACH), union(*(each.where(is_theirs(games.c.guild_id)) for each in _EACH)))


def games_not_shown(connection: Connection) -> list[int]:
    """The ids of public games whose last event is shown by no live board, or only by one that is owed."""
    _by_index(connection)
    return _not_shown(connection)


def pending_boards(connection: Connection, *, shards: Shards = EVERY) -> list[PendingBoard]:
    """The games of `games_not_shown`, those with a message that is doomed or owed, and in which channel that is."""
    _by_index(connection)
    return _pending(connection, shards=shards)


def boards_owed(connection: Connection) -> tuple[int, int | None]:
    """Count the games of `games_not_shown` in servers that the bot is in, and find since when the oldest is one."""
    _by_index(connection)
    return _count_owed(connection)


def _by_index(connection: Connection) -> None:
    """Keep PostgreSQL from looking through all games: it expects nearly all of them to be among those not shown."""
    if connection.dialect.name == "postgresql":
        connection.execute(_BY_INDEX)
