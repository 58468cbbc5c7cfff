"""Games and their log."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    case,
    func,
    or_,
    select,
    true,
    union_all,
    update,
)

from bot.store.parameters import AFTER, CHANNEL, GAME, GAMES, GUILD, INTERACTION, MOST, USER
from bot.store.query import do, exists, many, one, one_or_none, pair, parameter
from bot.store.rows import columns
from bot.store.servers import LEFT
from bot.store.shards import sweep
from bot.store.tables import GOING_ON, OWED_A_MOVE, PUBLIC, Duel, How, Kind, Place, Termination, duels, games, log

ALL = 2**63 - 1
"""More than there are."""

KNOWN = or_(games.c.duel.is_(None), games.c.duel == "over")
"""Of a duel that goes on, nothing is told."""

_PRIVATE_TOO = parameter("private_too")
PRIVATE_TOO: bool = _PRIVATE_TOO
"""Whether it is told to a player alone."""

SHOWN = or_(PUBLIC, _PRIVATE_TOO.is_(true()))
"""What a sum over somebody's games may count: to others, what is public; to themselves, all."""


@dataclass(frozen=True, slots=True)
class Cache:
    """What `append` keeps beside the log: the seat to move, how the game ended, the last points, and the clock."""

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
    """What a game's log does not tell, and a cache of what it does."""

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
    def is_public(self) -> bool:
        """Whether others may know of it: see `PUBLIC`."""
        return self.place != "private" or (self.duel == "over" and self.guild_id != 0)

    @property
    def is_answered(self) -> bool:
        """Whether two play it where the bot is no member, and its boards are answers to clicks (decision 0100)."""
        return self.place == "private" and self.player2 is not None

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
    """One event of a game; ``how`` is None for what somebody did by hand."""

    number: int
    kind: Kind
    seat: int
    text: str
    at: int
    how: How | None = None
    time_left: int | None = None


NUDGED_AT: int | None = parameter("nudged_at")

_ROWS = select(*columns(games, GameRow))
_IDS = select(games.c.id).order_by(games.c.id)
PLAYS = or_(games.c.player1 == USER, games.c.player2 == USER)
_IN_CHANNEL = or_(games.c.channel_id == CHANNEL, games.c.parent_id == CHANNEL)
_IN_SERVER = games.c.guild_id == GUILD
_RUNS = games.c.ending.is_(None)
_HERE = games.c.guild_id.not_in(LEFT)

_find = one_or_none(GameRow, GAME)(_ROWS.where(games.c.id == GAME))
_find_and_lock = one_or_none(GameRow, GAME)(_ROWS.where(games.c.id == GAME).with_for_update())


def find_game(connection: Connection, game_id: int, *, lock: bool = False) -> GameRow | None:
    """A game by its id, or None. ``lock`` it to change it; other writers then wait (in SQLite they always do)."""
    find = _find_and_lock if lock else _find
    return find(connection, game_id) if can_be(game_id) else None


def can_be(game_id: int) -> bool:
    """Tell whether a number that somebody may have typed can be the id of a game at all: a database takes no others."""
    return 0 < game_id <= ALL


find_games = many(GameRow, GAMES)(_ROWS.where(games.c.id.in_(GAMES)))
find_rematch = one_or_none(int, GAME)(select(games.c.id).where(games.c.rematch_of == GAME))
find_begun = one_or_none(int, INTERACTION)(select(games.c.id).where(games.c.begun_by == INTERACTION))
_LOG = select(*columns(log, LogRow)).where(log.c.game_id == GAME).order_by(log.c.number)

read_log = many(LogRow, GAME)(_LOG)
read_log_after = many(LogRow, GAME, AFTER)(_LOG.where(log.c.number > AFTER))

read_logs = many(lambda game_id, *event: (int(game_id), LogRow(*event)), GAMES)(
    select(log.c.game_id, *columns(log, LogRow)).where(log.c.game_id.in_(GAMES)).order_by(log.c.game_id, log.c.number)
).then(lambda found: {game_id: [event for _, event in some] for game_id, some in groupby(found, itemgetter(0))})
"""The logs of some games, in order, by game; those without any event are left out."""

game_ids = many(int)(_IDS)
game_ids_after = many(int, AFTER, MOST)(_IDS.where(games.c.id > AFTER).limit(MOST))

count_games = one(lambda count, first, last: (int(count), int(first), int(last)))(
    select(func.count(), func.coalesce(func.min(games.c.id), 0), func.coalesce(func.max(games.c.id), 0))
)
"""How many games there are, running or not, and the lowest and the highest of their ids; 0 if there is none."""

_id_from = one_or_none(int, AFTER)(_IDS.where(games.c.id >= AFTER).limit(1))


def games_near(connection: Connection, numbers: Iterable[int]) -> list[int]:
    """The ids of the games that have some numbers, or the next higher ones, each once and in order."""
    found = (_id_from(connection, number) for number in numbers)
    return sorted({game_id for game_id in found if game_id is not None})


_COUNTS = case((log.c.kind == "move", 1), (log.c.kind.in_(("undo", "takeback")), -1), else_=0)

count_moves = many(pair, GAMES)(
    select(log.c.game_id, func.sum(_COUNTS)).where(log.c.game_id.in_(GAMES)).group_by(log.c.game_id)
).then(dict)
"""How many moves stand in some games, by game; those without any event are left out."""

_RUNNING = _ROWS.where(_RUNS).order_by(games.c.id)

games_of = many(int, USER)(_IDS.where(PLAYS))
"""The ids of all games of a user, running or not."""

running_games = many(GameRow, USER)(_RUNNING.where(PLAYS))

running_in_channel = many(GameRow, USER, CHANNEL)(_RUNNING.where(PLAYS, _IN_CHANNEL))
"""The running games of a player in a channel, or in threads that were opened for them there, oldest first."""

running_in_server = many(GameRow, USER, GUILD)(_RUNNING.where(PLAYS, _IN_SERVER))
running_of_server = many(GameRow, GUILD)(_RUNNING.where(_IN_SERVER))

_IN_PUBLIC = games.c.place != "private"
_WITH_OTHERS = or_(_IN_PUBLIC, games.c.player2.is_not(None))
_COUNT_OWN = select(func.count()).where(_RUNS, _HERE, PLAYS)
_COUNT_DUELS = select(func.count()).where(GOING_ON, duels.c.guild_id.not_in(LEFT))
_COUNT_OWN_DUELS = _COUNT_DUELS.where(or_(duels.c.one == USER, duels.c.two == USER))

count_public = one(int, USER)(
    select(_COUNT_OWN.where(_WITH_OTHERS).scalar_subquery() + _COUNT_OWN_DUELS.scalar_subquery())
)
"""How many games of a player are running that others know of, in all servers that the bot is in, and in conversations:
of a duel both run until it is over.
"""

count_private = one(int, USER)(_COUNT_OWN.where(~_WITH_OTHERS, games.c.duel.is_distinct_from("secret")))
"""How many others there are, which nobody else may know of."""


def _all_running(*which: ColumnElement[bool]) -> ColumnElement[int]:
    count = select(func.count()).where(_RUNS, *which)  # by an index alone
    return count.scalar_subquery() - count.where(games.c.guild_id.in_(LEFT)).scalar_subquery()


count_all_running = one(int)(select(_all_running()))
"""How many games are running in the servers that the bot is in: for its operator alone."""

count_all_public = one(int)(select(_all_running(_IN_PUBLIC) + 2 * _COUNT_DUELS.scalar_subquery()))
"""How many are, as far as anybody may know."""

channels_played_in = many(lambda guild, channel, first, count: (int(guild), int(channel), int(first), int(count)))(
    select(games.c.guild_id, games.c.channel_id, func.min(games.c.id), func.count())
    .where(_RUNS, games.c.place != "private", _HERE)
    .group_by(games.c.guild_id, games.c.channel_id)
    .order_by(games.c.guild_id, games.c.channel_id)
)
"""Where public games run, in servers that the bot is in: each server and channel, its oldest game, and how many."""

_LAST_EVENT = select(func.max(log.c.at)).where(log.c.game_id == games.c.id).scalar_subquery()

last_event_at = one(int, GAME)(select(func.coalesce(_LAST_EVENT, games.c.created_at)).where(games.c.id == GAME))
"""When the last event of a game happened; when it began, if none has."""


def _most_at_either_seat(column: Column[Any], other: Column[Any], *which: ColumnElement[bool]) -> CompoundSelect[Any]:
    """The greatest values, so many at most, of a column of games in which a user sits at seat 1, and of another one of
    those in which they sit at seat 2: each by an index, which does not work for games at either seat.
    """
    seats = ((games.c.player1, column), (games.c.player2, other))
    found = (
        select(value).where(player == USER, value.is_not(None), *which).order_by(value.desc()).limit(MOST).subquery()
        for player, value in seats
    )
    return union_all(*map(select, found))


newest_games = many(int, USER, GUILD, CHANNEL, MOST)(
    _most_at_either_seat(games.c.id, games.c.id, _IN_SERVER, _IN_CHANNEL)
)
"""The newest games of a player in a channel of a server, so many at each seat."""

ended_games = many(GameRow, USER, GUILD, MOST)(
    _ROWS.where(games.c.id.in_(_most_at_either_seat(games.c.id, games.c.id, _IN_SERVER, games.c.ending.is_not(None))))
    .order_by(games.c.id.desc())
    .limit(MOST)
)

_FINISHED = games.c.ending == "finished"

best_of_others = many(int, USER, GAME, PRIVATE_TOO, MOST)(
    _most_at_either_seat(games.c.points1, games.c.points2, _FINISHED, games.c.id != GAME, KNOWN, SHOWN)
)
"""The most points that a player had in games that were played out, but for one: those of so many at each seat."""

has_finished = exists(USER, PRIVATE_TOO)(select(games.c.id).where(PLAYS, _FINISHED, SHOWN).limit(1))

games_of_server = many(int, GUILD, MOST)(  # in no order: else PostgreSQL would look through all games in theirs
    select(games.c.id).where(_IN_SERVER).limit(MOST)
)
"""The ids of some games of a server, running or not, so many at most."""

moves_owed = sweep(int)(select(games.c.id).where(OWED_A_MOVE, _HERE).order_by(games.c.id), games.c.guild_id)
"""The ids of the games in which a rival is to move, in servers that the bot is in."""

results_against_rivals = many(lambda level, winner: (str(level), winner == 1), USER, MOST, PRIVATE_TOO)(
    select(games.c.rival, games.c.winner)
    .where(games.c.player1 == USER, games.c.ending.in_(("finished", "resigned")), games.c.rival.is_not(None))
    .where(games.c.hints == 0, SHOWN)
    .order_by(games.c.id.desc())
    .limit(MOST)
)
"""The levels of the rivals that a player met last without hints, the newest first, and whether the player won."""

count_hint = do(GAME)(update(games).where(games.c.id == GAME).values(hints=games.c.hints + 1))
note_nudge = do(GAME, NUDGED_AT)(update(games).where(games.c.id == GAME).values(nudged_at=NUDGED_AT))
