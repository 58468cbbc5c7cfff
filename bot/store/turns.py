"""How many turns a player has taken, as the logs tell it. A turn is all moves until the other player moves.

Why: decision 0028.
"""

from sqlalchemy import and_, case, func, or_, select

from bot.store.parameters import GAME, USER
from bot.store.query import one
from bot.store.tables import games, log, players

MOST_GAMES = 5
"""In how many games of a player turns are counted: the longest. A player who has begun so many is no beginner."""

_GAMES = (
    select(games.c.id, case((games.c.player1 == USER, 1), else_=2).label("own"))
    .where(or_(games.c.player1 == USER, games.c.player2 == USER))
    .order_by(games.c.revision.desc())
    .limit(MOST_GAMES)
    .subquery()
)
_MOVES = (
    select(
        log.c.game_id,
        log.c.seat,
        _GAMES.c.own,
        func.lead(log.c.seat).over(partition_by=log.c.game_id, order_by=log.c.number).label("following"),
    )
    .join_from(_GAMES, log, log.c.game_id == _GAMES.c.id)
    .where(log.c.kind == "move", log.c.how.is_(None))
    .subquery()
)
_WANTS_ADVICE = select(players.c.advice).where(players.c.user_id == USER).scalar_subquery()


count_turns = one(lambda count, wants: (int(count), wants is not False), USER, GAME)(
    select(func.count(), _WANTS_ADVICE).where(  # null: nothing is chosen
        _MOVES.c.seat == _MOVES.c.own,
        or_(
            _MOVES.c.following != _MOVES.c.own,
            and_(_MOVES.c.following.is_(None), _MOVES.c.game_id != GAME),  # the last turn there was
        ),
    )
)
"""How many turns a player has taken, besides the one that may be going on in a game, and whether they want advice."""
