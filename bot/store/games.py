"""Games and their log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache as remembered
from typing import Any

from sqlalchemy import BindParameter, Connection, Select, bindparam, case, delete, func, or_, select, update

from bot.store.rows import columns
from bot.store.servers import LEFT
from bot.store.tables import Duel, How, Kind, Place, Termination, games, log

ALL = 2**63 - 1
"""More than there are."""


@dataclass(frozen=True, slots=True)
class Cache:
    """What `append` keeps beside the log: the seat to move (None at the end), how the game ended, and the clock.

    ``winner`` is a seat, or None for nobody; the points are those of the last position.
    """

    to_move: int | None
    ending: Termination | None
    ended_at: int | None = None
    winner: int | None = None
    points1: int | None = None
    points2: int | None = None
    deadline: int | None = None
    paused: int | None = None
    away: int | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """What a game's log does not tell, and the cache of what it does. ``setup`` holds record headers.

    ``player2`` is None for the Automa or a rival, whose level is ``rival``; a negative number is nobody's, of a user
    who was forgotten. ``parent_id`` is the channel in which the game's own thread was opened; until then it is None,
    and ``channel_id`` that channel. ``hints`` is how many hints were given.
    ``plans`` tells which seats have one: see `bot.store.plans`. ``counted``: it has ended, and its results are kept.
    ``duel`` is None unless it is half of one.
    """

    id: int
    guild_id: int
    channel_id: int
    player1: int
    player2: int | None
    setup: str
    language: str
    created_at: int
    cards: str | None
    rematch_of: int | None
    revision: int
    to_move: int | None
    ending: Termination | None
    ended_at: int | None = None
    winner: int | None = None
    points1: int | None = None
    points2: int | None = None
    pace: int | None = None
    deadline: int | None = None
    paused: int | None = None
    away: int | None = None
    nudged_at: int | None = None
    place: Place = "here"
    parent_id: int | None = None
    rival: str | None = None
    hints: int = 0
    plans: int = 0
    counted: bool = False
    duel: Duel | None = None

    @property
    def users(self) -> tuple[int, int | None]:
        """The users by seat; None for the Automa or a rival."""
        return self.player1, self.player2

    @property
    def mover(self) -> int | None:
        """The user to move; None when the game has ended, or when it is not a person's turn."""
        return (None, self.player1, self.player2)[self.to_move or 0]

    @property
    def cache(self) -> Cache:
        """What is kept beside the log."""
        return Cache(self.to_move, self.ending, self.ended_at, self.winner, self.points1, self.points2, *self.clock)

    @property
    def where(self) -> tuple[int, Place, int | None]:
        """The channel, the kind of place, and the channel that its thread was opened in."""
        return self.channel_id, self.place, self.parent_id

    @property
    def clock(self) -> tuple[int | None, int | None, int | None]:
        """The deadline, the seconds left in a pause, and the end of a vacation."""
        return self.deadline, self.paused, self.away


@dataclass(frozen=True, slots=True)
class LogRow:
    """One event of a game: its number from 1, its kind, the seat it came from, a text, and when.

    ``how`` is None for what somebody did by hand.
    """

    number: int
    kind: Kind
    seat: int
    text: str
    at: int
    how: How | None = None


_THE_GAME = games.c.id == bindparam("game")
_PLAYS = or_(games.c.player1 == bindparam("player"), games.c.player2 == bindparam("player"))
_OF_CHANNELS = (
    select(games.c.guild_id, games.c.channel_id, func.min(games.c.id), func.count())
    .where(games.c.ending.is_(None), games.c.place != "private", games.c.guild_id.not_in(LEFT))
    .group_by(games.c.guild_id, games.c.channel_id)
    .order_by(games.c.guild_id, games.c.channel_id)
)
_IN_CHANNEL = or_(games.c.channel_id == bindparam("channel"), games.c.parent_id == bindparam("channel"))
_ROWS = select(*columns(games, GameRow))

_FIND = _ROWS.where(_THE_GAME)
_SOME: BindParameter[int] = bindparam("games", expanding=True)
_FIND_SOME = _ROWS.where(games.c.id.in_(_SOME))
_FIND_AND_LOCK = _FIND.with_for_update()
_CHANGE = update(games).where(_THE_GAME)  # sets whatever columns are given
_IDS = select(games.c.id).order_by(games.c.id)
_IDS_AFTER = _IDS.where(games.c.id > bindparam("after")).limit(bindparam("at_most"))
_COUNT = select(func.count(), func.coalesce(func.min(games.c.id), 0), func.coalesce(func.max(games.c.id), 0))
_IDS_FROM = _IDS.where(games.c.id >= bindparam("first")).limit(1)
_REMATCH = select(games.c.id).where(games.c.rematch_of == bindparam("game"))
_BEGUN_BY = select(games.c.id).where(games.c.begun_by == bindparam("interaction"))
_NEWEST = select(func.max(games.c.id)).where(_IN_CHANNEL, _PLAYS)
_ENDED = (
    _ROWS.where(games.c.ending.is_not(None), games.c.guild_id == bindparam("guild"), _PLAYS)
    .order_by(games.c.id.desc())
    .limit(bindparam("most"))
)
_COUNT_RUNNING = select(func.count()).where(games.c.ending.is_(None), games.c.guild_id.not_in(LEFT), _PLAYS)
_ALL_RUNNING = select(func.count()).where(games.c.ending.is_(None))
_ALL_RESTING = _ALL_RUNNING.where(games.c.guild_id.in_(LEFT))
_COUNT_ALL_RUNNING = select(_ALL_RUNNING.scalar_subquery() - _ALL_RESTING.scalar_subquery())  # by an index alone
_OF_SERVER = (  # in no order: else PostgreSQL, to find the first one, would look through all games in theirs
    select(games.c.id).where(games.c.guild_id == bindparam("guild")).limit(bindparam("most"))
)
_REMOVE_LOG = delete(log).where(log.c.game_id == bindparam("game"))
_REMOVE = delete(games).where(_THE_GAME)
_READ_LOG = (
    select(*columns(log, LogRow))
    .where(log.c.game_id == bindparam("game"), log.c.number > bindparam("after"))
    .order_by(log.c.number)
)
_READ_LOGS = (
    select(log.c.game_id, *columns(log, LogRow)).where(log.c.game_id.in_(_SOME)).order_by(log.c.game_id, log.c.number)
)
_TAKEN_BACK = ("undo", "takeback")
_COUNT_MOVES = (
    select(log.c.game_id, func.sum(case((log.c.kind == "move", 1), (log.c.kind.in_(_TAKEN_BACK), -1), else_=0)))
    .where(log.c.game_id.in_(bindparam("games", expanding=True)))
    .group_by(log.c.game_id)
)
_LAST_EVENT = select(
    func.coalesce(select(func.max(log.c.at)).where(log.c.game_id == games.c.id).scalar_subquery(), games.c.created_at)
).where(_THE_GAME)
_ADD_HINT = update(games).where(_THE_GAME).values(hints=games.c.hints + 1)


def find_game(connection: Connection, game_id: int, *, lock: bool = False) -> GameRow | None:
    """A game by its id, or None. ``lock`` it to change it; other writers then wait (in SQLite they always do)."""
    if not can_be(game_id):
        return None
    row = connection.execute(_FIND_AND_LOCK if lock else _FIND, {"game": game_id}).one_or_none()
    return GameRow(*row) if row else None


def find_games(connection: Connection, game_ids: list[int]) -> list[GameRow]:
    """Some games by their ids, those of them that there are."""
    return [GameRow(*row) for row in connection.execute(_FIND_SOME, {"games": game_ids})]


def can_be(game_id: int) -> bool:
    """Tell whether a number that somebody may have typed can be the id of a game at all: a database takes no others."""
    return 0 < game_id <= ALL


def find_rematch(connection: Connection, game_id: int) -> int | None:
    """The id of the game that followed another, or None."""
    return connection.execute(_REMATCH, {"game": game_id}).scalar_one_or_none()


def find_begun(connection: Connection, interaction: int) -> int | None:
    """The id of the game that an interaction has begun, or None."""
    return connection.execute(_BEGUN_BY, {"interaction": interaction}).scalar_one_or_none()


def read_log(connection: Connection, game_id: int, after: int = 0) -> list[LogRow]:
    """The log of a game, in order: the events whose number is above ``after``."""
    return [LogRow(*row) for row in connection.execute(_READ_LOG, {"game": game_id, "after": after}).all()]


def read_logs(connection: Connection, game_ids: list[int]) -> dict[int, list[LogRow]]:
    """The logs of some games, in order, by game; those without any event are left out."""
    logs: dict[int, list[LogRow]] = {}
    for game_id, *event in connection.execute(_READ_LOGS, {"games": game_ids}):
        logs.setdefault(game_id, []).append(LogRow(*event))
    return logs


def game_ids(connection: Connection, after: int = 0, at_most: int = ALL) -> list[int]:
    """The ids of games, running or not, in order: so many of them above ``after``."""
    return list(connection.execute(_IDS_AFTER, {"after": after, "at_most": at_most}).scalars())


def count_games(connection: Connection) -> tuple[int, int, int]:
    """Count all games, running or not, and find the lowest and the highest of their ids; 0 if there is none."""
    count, first, last = connection.execute(_COUNT).one()
    return count, first, last


def games_near(connection: Connection, numbers: Iterable[int]) -> list[int]:
    """The ids of the games that have some numbers, or the next higher ones, each once and in order."""
    found = (connection.execute(_IDS_FROM, {"first": number}).scalar_one_or_none() for number in numbers)
    return sorted({game_id for game_id in found if game_id is not None})


def count_moves(connection: Connection, game_ids: list[int]) -> dict[int, int]:
    """Count the moves that stand in some games, by game; those without any event are left out."""
    return {game: int(count) for game, count in connection.execute(_COUNT_MOVES, {"games": game_ids})}


def running_games(
    connection: Connection, player: int | None, *, guild_id: int | None = None, channel_id: int | None = None
) -> Sequence[GameRow]:
    """The running games of a player (None: of all), in one server or channel if named, oldest first.

    Threads that were opened for games in a channel belong to it.
    """
    wanted = {"player": player, "guild": guild_id, "channel": channel_id}
    named = {name: value for name, value in wanted.items() if value is not None}
    return [GameRow(*row) for row in connection.execute(_running(frozenset(named)), named)]


@remembered
def _running(named: frozenset[str]) -> Select[*tuple[Any, ...]]:
    conditions = {
        "player": _PLAYS,
        "guild": games.c.guild_id == bindparam("guild"),
        "channel": _IN_CHANNEL,
    }
    return _ROWS.where(games.c.ending.is_(None), *(conditions[name] for name in sorted(named))).order_by(games.c.id)


def channels_played_in(connection: Connection) -> list[tuple[int, int, int, int]]:
    """Find where public games are running, in servers that the bot is in: the servers and channels, in order, each with
    its oldest game, and how many there are.
    """
    return [tuple(row) for row in connection.execute(_OF_CHANNELS)]


def last_event_at(connection: Connection, game_id: int) -> int:
    """Find when the last event of a game happened; when it began, if none has."""
    return int(connection.execute(_LAST_EVENT, {"game": game_id}).scalar_one())


def newest_game(connection: Connection, player: int, channel_id: int) -> int | None:
    """The id of the newest game of a player in a channel, running or not, or None."""
    newest: int | None = connection.execute(_NEWEST, {"player": player, "channel": channel_id}).scalar_one()
    return newest


def ended_games(connection: Connection, player: int, guild_id: int, most: int) -> list[GameRow]:
    """The games of a player in a server that have ended, the newest first, and no more than so many."""
    wanted = {"player": player, "guild": guild_id, "most": most}
    return [GameRow(*row) for row in connection.execute(_ENDED, wanted)]


def count_running(connection: Connection, player: int) -> int:
    """Count the running games of a player, in all servers that the bot is in."""
    return int(connection.execute(_COUNT_RUNNING, {"player": player}).scalar_one())


def count_all_running(connection: Connection) -> int:
    """Count the games that are running in the servers that the bot is in."""
    return int(connection.execute(_COUNT_ALL_RUNNING).scalar_one())


def games_of_server(connection: Connection, guild_id: int, most: int) -> list[int]:
    """The ids of some games of a server, running or not, so many at most."""
    return list(connection.execute(_OF_SERVER, {"guild": guild_id, "most": most}).scalars())


def remove_game(connection: Connection, game_id: int) -> None:
    """Drop a game and its log. Its messages must be gone already."""
    connection.execute(_REMOVE_LOG, {"game": game_id})
    connection.execute(_REMOVE, {"game": game_id})


def count_hint(connection: Connection, game_id: int) -> None:
    """Note that one more hint was given in a game."""
    connection.execute(_ADD_HINT, {"game": game_id})


def note_nudge(connection: Connection, game_id: int, at: int | None) -> None:
    """Note when the last nudge in a game was, or forget it."""
    connection.execute(_CHANGE, {"game": game_id, "nudged_at": at})
