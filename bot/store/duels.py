"""Duels: two games, one for each of two people, and the message that tells of them."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, bindparam, exists, insert, or_, select, union_all, update

from bot.store.changes import ROW, execute
from bot.store.duties import Duties, exported
from bot.store.parameters import GAME, GAMES, MESSAGE, NOW, OWED, USER
from bot.store.query import do, many, one_or_none, parameter
from bot.store.rows import columns
from bot.store.servers import LEFT
from bot.store.shards import is_theirs, sweep
from bot.store.tables import GOING_ON, Duel, duels, games, is_owed, owing

Shown = Literal["begun", "ended"]
"""What the message of a duel shows."""


@dataclass(frozen=True, slots=True)
class DuelRow:
    """A duel of two users, in a game each."""

    id: int
    guild_id: int
    channel_id: int
    one: int
    two: int
    game1: int
    game2: int
    level: str
    language: str
    ends_at: int
    ended_at: int | None = None
    message_id: int | None = None
    shown: Shown | None = None
    owed: bool = True
    changes: int = 0

    @property
    def users(self) -> tuple[int, int]:
        """Who duels."""
        return self.one, self.two

    @property
    def games(self) -> tuple[int, int]:
        """The games of the two."""
        return self.game1, self.game2

    @property
    def to_show(self) -> Shown:
        """What its message should show."""
        return "begun" if self.ended_at is None else "ended"

    def game_of(self, user: int) -> int | None:
        """The game of a user; None for everybody else."""
        return self.games[self.users.index(user)] if user in self.users else None


DUEL: int = parameter("duel_number")
SHOWS: Shown = parameter("shows")

_ROWS = select(*columns(duels, DuelRow))
_THE_DUEL = duels.c.id == DUEL
_HERE = duels.c.guild_id.not_in(LEFT)
_CHANGE = update(duels).where(_THE_DUEL)
_ADD = insert(duels).returning(duels.c.id)


def add_duel(connection: Connection, **values: int | str) -> int:
    """Store a duel: the fields of `DuelRow` up to ``ends_at``, but its id, which this returns."""
    return int(connection.execute(_ADD, {**values, "owed": True}).scalar_one())


find_duel = one_or_none(DuelRow, DUEL)(_ROWS.where(_THE_DUEL))
lock_duel = one_or_none(DuelRow, DUEL)(_ROWS.where(_THE_DUEL).with_for_update())
"""A duel by its number, or None, locked to be changed."""

find_duel_of = one_or_none(int, GAME)(select(duels.c.id).where(or_(duels.c.game1 == GAME, duels.c.game2 == GAME)))


def _mark(game_id: int, ended_at: int | None) -> tuple[int, Duel]:
    return game_id, "secret" if ended_at is None else "over"


duel_marks = many(_mark, GAMES)(
    union_all(*(select(game, duels.c.ended_at).where(game.in_(GAMES)) for game in (duels.c.game1, duels.c.game2)))
).then(dict)
"""What some games should say of their duels; others are left out."""


_IS_RUNNING = exists().where(games.c.id.in_((duels.c.game1, duels.c.game2)), games.c.ending.is_(None))
_ONGOING = select(duels.c.id).where(GOING_ON, _HERE)
_DUE = (_ONGOING.where(duels.c.ends_at <= NOW), _ONGOING.where(duels.c.ends_at > NOW, ~_IS_RUNNING))

duels_due = sweep(int, NOW)(union_all(*_DUE), union_all(*(each.where(is_theirs(duels.c.guild_id)) for each in _DUE)))
"""The numbers of duels whose time is over, or whose games have both ended."""

duels_owed = sweep(DuelRow)(_ROWS.where(is_owed(duels), _HERE).order_by(duels.c.id), duels.c.guild_id)

end_duel = do(DUEL, NOW)(_CHANGE.values(ended_at=NOW, **owing(duels)))
"""Note that both games of a duel have ended: its message is owed."""

note_duel_message = do(DUEL, MESSAGE, SHOWS, OWED)(_CHANGE.values(message_id=MESSAGE, shown=SHOWS, owed=OWED))

_MARK = update(games).where(games.c.id == bindparam("game")).values(duel=bindparam("how")).returning(*ROW)


def mark_game(connection: Connection, game_id: int, how: Duel | None) -> None:
    """Note that a game is half of a duel, or a Sunday quilt, and whether that is over; or is a game as any other."""
    execute(connection, _MARK, {"game": game_id, "how": how})


DUTIES = Duties(
    (duels,),
    export={"duels": exported(select(duels).where(or_(duels.c.one == USER, duels.c.two == USER)).order_by(duels.c.id))},
    forget=[
        do(USER)(update(duels).where(duels.c.one == USER).values(one=-(2 * duels.c.game1), **owing(duels))),
        do(USER)(update(duels).where(duels.c.two == USER).values(two=-(2 * duels.c.game2), **owing(duels))),
    ],
    after_restore=[do()(update(duels).where(GOING_ON).values(owing(duels)))],
    marks=duel_marks,
)
