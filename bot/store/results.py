"""The results of games: what each that has ended came to, for each person who played it; and how others of theirs went.

They are derived from the logs, by `bot.matches.results`, and decide nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BindParameter, Connection, and_, bindparam, case, delete, false, func, or_, select, true, update

from bot.store.rows import Upsert, columns, values
from bot.store.servers import LEFT
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import NOT_COUNTED, Termination, games, players, results


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a game came to for the person at a seat.

    ``other`` is the other person, None in a game alone, which has the ``level`` of the Automa or of a rival instead.
    ``won`` is None if nobody has; the points are those of the last position, be the game played out or not. ``seven``:
    the first 7x7 was theirs; ``empty`` squares of their quilt stayed empty; ``moves`` is how many moves they had chosen
    that stand, or the other person, if that is fewer; ``first``: they began. ``played`` holds the quarters of an hour
    since 1970 in which they moved: the first one, and how many later each next one was.
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


_IS_KNOWN = games.c.duel.is_distinct_from("secret")
"""Of a duel that goes on, nothing is told."""

_PLAYER: BindParameter[int] = bindparam("player")
_POINTS = case((games.c.player1 == _PLAYER, games.c.points1), else_=games.c.points2)
_BEST = select(func.count(_POINTS), func.max(_POINTS)).where(
    or_(games.c.player1 == _PLAYER, games.c.player2 == _PLAYER),
    games.c.ending == "finished",
    games.c.id != bindparam("game"),
    _IS_KNOWN,
)
_FINISHED = (
    select(games.c.id)
    .where(or_(games.c.player1 == _PLAYER, games.c.player2 == _PLAYER), games.c.ending == "finished")
    .limit(1)
)
_OF_GAME = results.c.game_id == bindparam("game")
_OF_PLAYER = results.c.player == _PLAYER
_ROWS = select(*columns(results, ResultRow))
_SAVE = Upsert(results)
_DROP = delete(results).where(_OF_GAME)
_NOTE = update(games).where(games.c.id == bindparam("game")).values(counted=bindparam("is_counted"))
_FIND_SOME = _ROWS.where(results.c.game_id.in_(bindparam("games", expanding=True))).order_by(
    results.c.game_id, results.c.seat
)
_FIND_ALL = _ROWS.where(_OF_PLAYER).order_by(results.c.ended_at.desc(), results.c.game_id.desc())
_ONE: BindParameter[int] = bindparam("one")
_OTHER: BindParameter[int] = bindparam("two")
_BEFORE = or_(
    results.c.ended_at < bindparam("until"),
    and_(results.c.ended_at == bindparam("until"), results.c.game_id < bindparam("game")),
)
_COUNT_BETWEEN = select(func.count()).where(
    results.c.player == _ONE,
    results.c.other == _OTHER,
    results.c.guild_id == bindparam("guild"),
    results.c.ended_at >= bindparam("since"),
    results.c.won.is_not(None),
    results.c.moves >= bindparam("moved"),
)
_HIDES = select(func.count()).where(players.c.user_id.in_((_ONE, _OTHER)), players.c.hidden.is_(true()))
_SCORE = select(
    func.count().filter(results.c.won.is_(true())),
    func.count().filter(results.c.won.is_(false())),
    _HIDES.scalar_subquery(),
).where(results.c.player == _ONE, results.c.other == _OTHER, _BEFORE)
_PRIVATE = select(games.c.id).where(
    or_(games.c.player1 == _PLAYER, games.c.player2 == _PLAYER), games.c.ending.is_not(None), games.c.place == "private"
)
_NOT_COUNTED = (
    select(games.c.id)
    .where(NOT_COUNTED, _IS_KNOWN, games.c.guild_id.not_in(LEFT))
    .order_by(games.c.id)
    .limit(bindparam("most"))
)
_SWEEP_NOT_COUNTED = ShardedQuery(_NOT_COUNTED, _NOT_COUNTED.where(is_theirs(games.c.guild_id)))
_COUNT_NOT_COUNTED = select(func.count()).where(NOT_COUNTED, _IS_KNOWN)


def save_results(connection: Connection, game_id: int, rows: list[ResultRow]) -> None:
    """Store all results of a game that has ended, in place of older ones, and note that they are kept."""
    connection.execute(_DROP, {"game": game_id})
    if rows:
        _SAVE(connection, *map(values, rows))
    connection.execute(_NOTE, {"game": game_id, "is_counted": True})


def drop_results(connection: Connection, game_id: int) -> None:
    """Drop the results of a game, if there are any, and note that none are kept."""
    connection.execute(_DROP, {"game": game_id})
    connection.execute(_NOTE, {"game": game_id, "is_counted": False})


def find_results(connection: Connection, game_ids: list[int]) -> dict[int, list[ResultRow]]:
    """The results of some games, by game; those without any are left out."""
    found: dict[int, list[ResultRow]] = {}
    for row in connection.execute(_FIND_SOME, {"games": game_ids}):
        found.setdefault(row[0], []).append(ResultRow(*row))
    return found


def results_of(connection: Connection, player: int) -> list[ResultRow]:
    """All results of a player, the newest first."""
    return [ResultRow(*row) for row in connection.execute(_FIND_ALL, {"player": player})]


def score_between(connection: Connection, one: int, other: int, game_id: int, until: int) -> tuple[int, int] | None:
    """Count the games that two people have won against each other that had ended before a game, which ended or began at
    a time; None if either of them shows nobody how their games went.
    """
    wanted = {"one": one, "two": other, "game": game_id, "until": until}
    mine, theirs, hiding = connection.execute(_SCORE, wanted).one()
    return None if hiding else (mine, theirs)


def count_between(connection: Connection, one: int, other: int, guild_id: int, since: int, moved: int) -> int:
    """Count the games of two people in a server that ended since some time with a winner, and in which both had chosen
    so many moves.
    """
    wanted = {"one": one, "two": other, "guild": guild_id, "since": since, "moved": moved}
    return int(connection.execute(_COUNT_BETWEEN, wanted).scalar_one())


def private_games(connection: Connection, player: int) -> set[int]:
    """The ids of a player's games that have ended, and that nobody else may see."""
    return set(connection.execute(_PRIVATE, {"player": player}).scalars())


def games_not_counted(connection: Connection, most: int, shards: Shards = EVERY) -> list[int]:
    """The ids of games that have ended and whose results are not kept yet, so many at most, in servers of shards."""
    return list(_SWEEP_NOT_COUNTED(connection, shards, most=most).scalars())


def count_not_counted(connection: Connection) -> int:
    """Count the games that have ended and whose results are not kept yet."""
    return int(connection.execute(_COUNT_NOT_COUNTED).scalar_one())


def best_of_others(connection: Connection, player: int, game_id: int) -> tuple[int, int | None]:
    """Count the games of a player but this one that were played out, and find the most points they had in one."""
    count, most = connection.execute(_BEST, {"player": player, "game": game_id}).one()
    return count, most


def has_finished(connection: Connection, player: int) -> bool:
    """Tell whether a player has ever played a game out."""
    return connection.execute(_FINISHED, {"player": player}).first() is not None
