"""Timers: what is due to happen, and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from sqlalchemy import BindParameter, Connection, Delete, bindparam, delete, exists, func, select, update

from bot.store.duties import Duties, is_lost
from bot.store.parameters import GAME, GAMES, GUILD, NOW, UNTIL
from bot.store.query import affects, do, many, one, pair, parameter
from bot.store.rows import Upsert, columns
from bot.store.servers import LEFT
from bot.store.shards import is_theirs, sweep
from bot.store.tables import games, timers

OfGame = Literal["remind", "expire", "close", "call", "plan"]
"""The kinds of timers of a game: to remind the player to move, say that time is up, close it, call the player to move
after all, who seemed to be there, or tell the other one that they could plan.
"""


@dataclass(frozen=True, slots=True)
class TimerRow:
    """What is due to happen to a subject: `OfGame` for a running game, by its number."""

    kind: str
    subject: int
    due: int


KIND: str = parameter("of_kind")
SUBJECT: int = parameter("about")
DUE: int = parameter("due_at")

_OF_GAMES = timers.c.kind.in_(get_args(OfGame))  # the key begins with the kind
_SAME = (timers.c.kind == KIND, timers.c.subject == SUBJECT, timers.c.due == DUE)
_RESTS = exists().where(games.c.id == timers.c.subject, games.c.guild_id.in_(LEFT))
_THEIRS = is_theirs(games.c.guild_id)

_set = Upsert[TimerRow](timers)


def set_timers(connection: Connection, subject: int, due: Mapping[str, int | None]) -> None:
    """Set some timers of a subject: kind and time, or None for no such timer. Kinds not named are left alone."""
    over = [kind for kind, at in due.items() if at is None]
    if over:
        connection.execute(_unset(len(over)), {"about": subject, **{f"kind{n}": kind for n, kind in enumerate(over)}})
    running = [TimerRow(kind, subject, at) for kind, at in due.items() if at is not None]
    if running:
        _set(connection, *running)


@cache
def _unset(count: int) -> Delete:
    """The statement that removes so many kinds of timers: a list that expands is spelled anew for each move."""
    kinds: list[BindParameter[str]] = [bindparam(f"kind{n}") for n in range(count)]
    return delete(timers).where(timers.c.subject == bindparam("about"), timers.c.kind.in_(kinds))


_DUE = select(*columns(timers, TimerRow)).where(timers.c.due <= NOW, ~_RESTS).order_by(timers.c.due)

due_timers = sweep(TimerRow, NOW)(_DUE, _DUE.where(exists().where(games.c.id == timers.c.subject, _THEIRS)))
"""The timers whose time has come, oldest first. Those of games in servers that the bot has left rest."""

count_due = one(int, NOW)(select(func.count()).select_from(timers).where(timers.c.due <= NOW, ~_RESTS))
"""How many timers `due_timers` has."""

guilds_of_due = sweep(pair, NOW)(
    select(games.c.id, games.c.guild_id)
    .join_from(timers, games, games.c.id == timers.c.subject)
    .where(timers.c.due <= NOW),
    games.c.guild_id,
).then(dict)

games_with_an_end = many(int, GAMES)(
    select(timers.c.subject).where(timers.c.kind == "close", timers.c.subject.in_(GAMES))
).then(set)

_claim = affects(KIND, SUBJECT, DUE, UNTIL)(update(timers).where(*_SAME).values(due=UNTIL))
_drop = do(KIND, SUBJECT, DUE)(delete(timers).where(*_SAME))


def claim_timer(connection: Connection, timer: TimerRow, until: int) -> bool:
    """Postpone a timer, if nobody has changed it since it was read: of several that try, one gets True."""
    return _claim(connection, timer.kind, timer.subject, timer.due, until)


def drop_timer(connection: Connection, timer: TimerRow) -> None:
    """Remove a timer that is done, unless it has been set again."""
    _drop(connection, timer.kind, timer.subject, timer.due)


_RUNNING = select(games.c.id).where(games.c.guild_id == GUILD, games.c.ending.is_(None))

rest_timers = do(GUILD, UNTIL)(
    update(timers).where(_OF_GAMES, timers.c.subject.in_(_RUNNING), timers.c.due < UNTIL).values(due=UNTIL)
)
"""Postpone the timers of all running games of a server, if they are due before then."""

DUTIES = Duties(
    (timers,),
    drop_game=[do(GAME)(delete(timers).where(_OF_GAMES, timers.c.subject == GAME))],
    lost=_OF_GAMES & is_lost(timers.c.subject),
)
