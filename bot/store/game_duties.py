"""The duties of games and their logs."""

from sqlalchemy import BindParameter, Connection, bindparam, delete, select, update

from bot.store.changes import ROW, execute
from bot.store.duties import Duties, Rows, exported_of_games
from bot.store.parameters import GAME, GAMES
from bot.store.query import do
from bot.store.tables import games, log

_USER: BindParameter[int] = bindparam("user")
_LEAVE = (
    update(games).where(games.c.player1 == _USER).values(player1=-(2 * games.c.id), plans=0).returning(*ROW),
    update(games).where(games.c.player2 == _USER).values(player2=-(2 * games.c.id + 1), plans=0).returning(*ROW),
)


def _leave(connection: Connection, user: int) -> None:
    for statement in _LEAVE:
        execute(connection, statement, {"user": user})


def _as_they_may_see_them(found: Rows) -> Rows:
    """Games without the cards that are yet to come in a running one, and without whether others plan."""
    for game in found:
        del game["plans"]
        if game["ending"] is None:
            del game["cards"]
        yield game


DUTIES = Duties(
    (games, log),
    export_games={
        "games": exported_of_games(select(games).where(games.c.id.in_(GAMES)).order_by(games.c.id)).then(
            _as_they_may_see_them
        ),
        "log": exported_of_games(select(log).where(log.c.game_id.in_(GAMES)).order_by(log.c.game_id, log.c.number)),
    },
    forget=[_leave],
    drop_game=[do(GAME)(delete(log).where(log.c.game_id == GAME)), do(GAME)(delete(games).where(games.c.id == GAME))],
)
