"""Duels: two games, one for each of two people, and the message that tells of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import BindParameter, Connection, bindparam, exists, insert, or_, select, union_all, update

from bot.store.changes import ROW, execute
from bot.store.rows import columns
from bot.store.servers import LEFT
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import GOING_ON, OWED_A_PAGE, Duel, duels, games, sundays

Shown = Literal["begun", "ended"]
"""What the message of a duel shows."""


@dataclass(frozen=True, slots=True)
class DuelRow:
    """A duel of the users ``one``, who has asked for it, and ``two``, in ``game1`` and ``game2``, with a rival of a
    ``level``. It ends at ``ends_at`` at the latest; ``ended_at`` is None as long as the games are a secret.

    Its message, None until it is posted, shows what ``shown`` says. It is ``owed`` if something else should stand
    there.
    """

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


_ROWS = select(*columns(duels, DuelRow))
_THE_DUEL = duels.c.id == bindparam("duel")
_GAME: BindParameter[int] = bindparam("game")
_ADD = insert(duels).returning(duels.c.id)
_FIND = _ROWS.where(_THE_DUEL)
_FIND_AND_LOCK = _FIND.with_for_update()
_FIND_BY_GAME = select(duels.c.id).where(or_(duels.c.game1 == _GAME, duels.c.game2 == _GAME))
_FIND_MARKS = [
    select(game, duels.c.ended_at).where(game.in_(bindparam("games", expanding=True)))
    for game in (duels.c.game1, duels.c.game2)
]
_FIND_SUNDAYS = select(sundays.c.game_id, sundays.c.is_over).where(
    sundays.c.game_id.in_(bindparam("games", expanding=True))
)
_IS_RUNNING = exists().where(games.c.id.in_((duels.c.game1, duels.c.game2)), games.c.ending.is_(None))
_NOW: BindParameter[int] = bindparam("now")
_ONGOING = select(duels.c.id).where(GOING_ON, duels.c.guild_id.not_in(LEFT))
_DUE = (_ONGOING.where(duels.c.ends_at <= _NOW), _ONGOING.where(duels.c.ends_at > _NOW, ~_IS_RUNNING))
_OWED = _ROWS.where(OWED_A_PAGE, duels.c.guild_id.not_in(LEFT)).order_by(duels.c.id)
_THEIRS = is_theirs(duels.c.guild_id)
_SWEEP_DUE = ShardedQuery(union_all(*_DUE), union_all(*(query.where(_THEIRS) for query in _DUE)))
_SWEEP_OWED = ShardedQuery(_OWED, _OWED.where(_THEIRS))
_END = update(duels).where(_THE_DUEL).values(ended_at=bindparam("at"), owed=True)
_NOTE = (
    update(duels)
    .where(_THE_DUEL)
    .values(message_id=bindparam("message"), shown=bindparam("shows"), owed=bindparam("is_owed"))
)
_OWE = update(duels).where(GOING_ON).values(owed=True)
_MARK = update(games).where(games.c.id == _GAME).values(duel=bindparam("how")).returning(*ROW)


def add_duel(connection: Connection, **values: int | str) -> int:
    """Store a duel: the fields of `DuelRow` up to ``ends_at``, but its id, which this returns."""
    return int(connection.execute(_ADD, {**values, "owed": True}).scalar_one())


def find_duel(connection: Connection, duel_id: int, *, lock: bool = False) -> DuelRow | None:
    """A duel by its number, or None; ``lock`` it to change it."""
    row = connection.execute(_FIND_AND_LOCK if lock else _FIND, {"duel": duel_id}).one_or_none()
    return DuelRow(*row) if row else None


def find_duel_of(connection: Connection, game_id: int) -> int | None:
    """The number of the duel of which a game is half, or None."""
    found: int | None = connection.execute(_FIND_BY_GAME, {"game": game_id}).scalar_one_or_none()
    return found


def find_marks(connection: Connection, game_ids: list[int]) -> dict[int, Duel]:
    """Find what some games should say of their duels, or as Sunday quilts; others are left out."""
    found = (row for query in _FIND_MARKS for row in connection.execute(query, {"games": game_ids}))
    marks: dict[int, Duel] = {game: "secret" if ended_at is None else "over" for game, ended_at in found}
    for game, is_over in connection.execute(_FIND_SUNDAYS, {"games": game_ids}):
        marks[game] = "over" if is_over else "secret"
    return marks


def duels_due(connection: Connection, now: int, shards: Shards = EVERY) -> list[int]:
    """The numbers of duels whose time is over, or of which both games have ended."""
    return list(_SWEEP_DUE(connection, shards, now=now).scalars())


def duels_owed(connection: Connection, shards: Shards = EVERY) -> list[DuelRow]:
    """The duels whose message is to be posted or to be shown anew."""
    return [DuelRow(*row) for row in _SWEEP_OWED(connection, shards)]


def end_duel(connection: Connection, duel_id: int, now: int) -> None:
    """Note that both games of a duel have ended: its message is owed."""
    connection.execute(_END, {"duel": duel_id, "at": now})


def note_duel_message(connection: Connection, duel_id: int, message_id: int, shows: Shown, *, owed: bool) -> None:
    """Note the message of a duel and what it shows, and whether it still owes something."""
    connection.execute(_NOTE, {"duel": duel_id, "message": message_id, "shows": shows, "is_owed": owed})


def owe_duels(connection: Connection) -> None:
    """Have the messages of all duels that go on shown anew: what stands in the channels may be newer, or gone."""
    connection.execute(_OWE)


def mark_game(connection: Connection, game_id: int, how: Duel) -> None:
    """Note that a game is half of a duel, and whether that is over."""
    execute(connection, _MARK, {"game": game_id, "how": how})
