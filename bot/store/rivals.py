"""Games against rivals: where a move is owed, and how somebody's games ended."""

from sqlalchemy import select

from bot.store.parameters import MOST, USER
from bot.store.query import many
from bot.store.servers import LEFT
from bot.store.shards import sweep
from bot.store.tables import OWED_A_MOVE, games

moves_owed = sweep(int)(
    select(games.c.id).where(OWED_A_MOVE, games.c.guild_id.not_in(LEFT)).order_by(games.c.id), games.c.guild_id
)
"""The ids of the games in which a rival is to move, in servers that the bot is in."""


def _level_and_whether_won(level: str, winner: int | None) -> tuple[str, bool]:
    return level, winner == 1


results_against_rivals = many(_level_and_whether_won, USER, MOST)(
    select(games.c.rival, games.c.winner)
    .where(
        games.c.player1 == USER,
        games.c.ending.in_(("finished", "resigned")),
        games.c.rival.is_not(None),
        games.c.hints == 0,
    )
    .order_by(games.c.id.desc())
    .limit(MOST)
)
"""The levels of the rivals that a player met last without hints, the newest first, and whether the player won."""
