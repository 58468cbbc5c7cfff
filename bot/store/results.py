"""The results of games: what each that has ended came to, for each person who played it.

They are derived from the logs, by `bot.matches.results`, and decide nothing.
"""

from dataclasses import dataclass

from sqlalchemy import BigInteger, Connection, and_, delete, false, func, literal, or_, select, true, update

from bot.store.duties import Duties, exported_of_games
from bot.store.games import KNOWN
from bot.store.parameters import GAME, GAMES, GUILD, MOST, OTHER, SINCE, UNTIL, USER
from bot.store.query import by_game, do, many, one, pair, parameter
from bot.store.rows import Upsert, columns
from bot.store.servers import LEFT
from bot.store.shards import sweep
from bot.store.summaries import doubt
from bot.store.tables import NOT_COUNTED, PUBLIC, Termination, games, players, results


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a game came to for the person at a seat.

    ``played`` holds quarters of an hour since 1970: the first one, and how many later each next one was.
    """

    game_id: int
    seat: int
    player: int
    other: int | None
    level: str | None
    guild_id: int
    ended_at: int
    ending: Termination
    won: bool | None
    points: int
    other_points: int
    seven: bool
    empty: int
    moves: int
    first: bool
    hints: int
    played: str


IS_COUNTED: bool = parameter("is_counted")
MOVED: int = parameter("moved")

_ROWS = select(*columns(results, ResultRow))
_OF_GAME = results.c.game_id == GAME

_drop = do(GAME)(delete(results).where(_OF_GAME))
_save = Upsert[ResultRow](results)
_note = do(GAME, IS_COUNTED)(update(games).where(games.c.id == GAME).values(counted=IS_COUNTED))


def save_results(connection: Connection, game_id: int, rows: list[ResultRow]) -> None:
    """Store all results of a game that has ended, in place of older ones, and note that they are kept."""
    doubt(connection, game_id)
    _drop(connection, game_id)
    if rows:
        _save(connection, *rows)
    doubt(connection, game_id)
    _note(connection, game_id, True)


def drop_results(connection: Connection, game_id: int) -> None:
    """Drop the results of a game, if there are any, and note that none are kept."""
    doubt(connection, game_id)
    _drop(connection, game_id)
    _note(connection, game_id, False)


find_results = many(ResultRow, GAMES)(
    _ROWS.where(results.c.game_id.in_(GAMES)).order_by(results.c.game_id, results.c.seat)
).then(by_game)
"""The results of some games, by game; those without any are left out."""

_OF_USER = _ROWS.where(results.c.player == USER).order_by(results.c.ended_at.desc(), results.c.game_id.desc())

results_of = many(ResultRow, USER)(_OF_USER)

_PUBLIC_OF_USER = _OF_USER.join(games, games.c.id == results.c.game_id).where(PUBLIC)
"""Those that others may know."""

_IN_TIME = results.c.ended_at >= SINCE, results.c.ended_at < UNTIL
_WON = results.c.won.is_not(None)

results_in = many(ResultRow, USER, SINCE, UNTIL)(_OF_USER.where(*_IN_TIME))
public_results_in = many(ResultRow, USER, SINCE, UNTIL)(_PUBLIC_OF_USER.where(*_IN_TIME))
"""Those of games that ended in some time; and of them those that others may know."""

results_won_lately = many(ResultRow, USER, MOST)(_OF_USER.where(_WON).limit(MOST))
public_results_won_lately = many(ResultRow, USER, MOST)(_PUBLIC_OF_USER.where(_WON).limit(MOST))
"""The newest of games that somebody has won, so many at most; and of those that others may know."""

results_between = many(ResultRow, USER, OTHER, MOST)(_OF_USER.where(_WON, results.c.other == OTHER).limit(MOST))
"""A user's newest results of games against somebody else that one of them has won."""

_HIDES = select(func.count()).where(players.c.user_id.in_((USER, OTHER)), players.c.hidden.is_(true()))

score_between = one(
    lambda mine, theirs, hiding: None if hiding else (int(mine), int(theirs)), USER, OTHER, GUILD, GAME, UNTIL
)(
    select(
        func.count().filter(results.c.won.is_(true())),
        func.count().filter(results.c.won.is_(false())),
        _HIDES.scalar_subquery(),
    ).where(
        results.c.player == USER,
        results.c.other == OTHER,
        or_(results.c.guild_id == GUILD, and_(results.c.guild_id > 0, literal(0, BigInteger) < GUILD)),
        or_(results.c.ended_at < UNTIL, and_(results.c.ended_at == UNTIL, results.c.game_id < GAME)),
    )
)
"""How many games each of two people had won against the other before a game, at a time: in all servers, or, of server
0, in conversations, of which servers are told nothing. None if either hides it.
"""

count_won = one(pair, USER, OTHER)(
    select(func.count(results.c.won), func.count().filter(results.c.won.is_(true()))).where(
        results.c.player == USER, results.c.other == OTHER
    )
)
"""How many games a user and somebody else have ended in which one of them has won, and how many the user has."""

count_between = one(int, USER, OTHER, GUILD, SINCE, MOVED)(
    select(func.count()).where(
        results.c.player == USER,
        results.c.other == OTHER,
        results.c.guild_id == GUILD,
        results.c.ended_at >= SINCE,
        results.c.won.is_not(None),
        results.c.moves >= MOVED,
    )
)
"""How many games with a winner two people have ended in a server since a time, in which both chose so many moves."""

games_not_counted = sweep(int, MOST)(
    select(games.c.id).where(NOT_COUNTED, KNOWN, games.c.guild_id.not_in(LEFT)).order_by(games.c.id).limit(MOST),
    games.c.guild_id,
)
"""The ids of games that have ended and whose results are not kept yet, so many at most."""

count_not_counted = one(int)(select(func.count()).where(NOT_COUNTED, KNOWN))

_OWN = results.c.player == USER
_THEIRS = results.alias("theirs")
_HAS_OWN = results.c.game_id.in_(select(_THEIRS.c.game_id).where(_THEIRS.c.player == USER))

DUTIES = Duties(  # nobody is known under the same numbers as in the games
    (results,),
    export_games={"results": exported_of_games(select(results).where(_OWN, results.c.game_id.in_(GAMES)))},
    forget=[
        do(USER)(
            update(results)
            .where(results.c.other == USER, _HAS_OWN)
            .values(other=-(2 * results.c.game_id + 2 - results.c.seat))
        ),
        do(USER)(update(results).where(_OWN).values(player=-(2 * results.c.game_id + results.c.seat - 1))),
    ],
)
