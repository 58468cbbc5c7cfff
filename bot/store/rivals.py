"""Games against rivals: where a move is owed, and how somebody's games ended."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select

from bot.store.servers import LEFT
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import OWED_A_MOVE, games

_OWED = select(games.c.id).where(OWED_A_MOVE, games.c.guild_id.not_in(LEFT)).order_by(games.c.id)
_SWEEP_OWED = ShardedQuery(_OWED, _OWED.where(is_theirs(games.c.guild_id)))
_RESULTS = (
    select(games.c.rival, games.c.winner)
    .where(
        games.c.player1 == bindparam("player"),
        games.c.ending.in_(("finished", "resigned")),
        games.c.rival.is_not(None),
        games.c.hints == 0,
    )
    .order_by(games.c.id.desc())
    .limit(bindparam("most"))
)


def moves_owed(connection: Connection, shards: Shards = EVERY) -> list[int]:
    """The ids of the games in which a rival is to move, in servers of some shards that the bot is in."""
    return list(_SWEEP_OWED(connection, shards).scalars())


def results_against_rivals(connection: Connection, player: int, most: int) -> list[tuple[str, bool]]:
    """The levels of the rivals that a player met last without hints, the newest first, and whether the player won."""
    wanted = {"player": player, "most": most}
    return [(level, winner == 1) for level, winner in connection.execute(_RESULTS, wanted)]
