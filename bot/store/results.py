"""How the games of somebody ended that were played out."""

from __future__ import annotations

from sqlalchemy import BindParameter, Connection, bindparam, case, func, or_, select

from bot.store.tables import games

_PLAYER: BindParameter[int] = bindparam("player")
_POINTS = case((games.c.player1 == _PLAYER, games.c.points1), else_=games.c.points2)
_BEST = select(func.count(_POINTS), func.max(_POINTS)).where(
    or_(games.c.player1 == _PLAYER, games.c.player2 == _PLAYER),
    games.c.ending == "finished",
    games.c.id != bindparam("game"),
)
_FINISHED = (
    select(games.c.id)
    .where(or_(games.c.player1 == _PLAYER, games.c.player2 == _PLAYER), games.c.ending == "finished")
    .limit(1)
)


def best_of_others(connection: Connection, player: int, game_id: int) -> tuple[int, int | None]:
    """How many games of a player but this one were played out, and the most points that they had in one of those."""
    count, most = connection.execute(_BEST, {"player": player, "game": game_id}).one()
    return count, most


def has_finished(connection: Connection, player: int) -> bool:
    """Whether a player has ever played a game out."""
    return connection.execute(_FINISHED, {"player": player}).first() is not None
