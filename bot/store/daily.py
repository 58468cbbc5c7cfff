"""The daily quilts of people, and the par of each."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BindParameter, Connection, bindparam, case, func, select, tuple_, update

from bot.store.rows import InsertNew, Upsert, columns, values
from bot.store.tables import TO_BE_REMINDED, dailies, pars, players


@dataclass(frozen=True, slots=True)
class DailyRow:
    """A user's daily quilt: ``laid`` is what became of its patches so far, and ``revision`` counts its changes.

    ``covered`` is None until it is finished, ``at`` when it was sewn at last. It hangs on the wall of the server
    ``guild_id``; 0 for none.
    """

    user_id: int
    number: int
    scheme: int
    guild_id: int
    revision: int = 0
    laid: str = ""
    at: int = 0
    covered: int | None = None


@dataclass(frozen=True, slots=True)
class Sewn:
    """How many daily quilts somebody has finished: altogether, from a number on, all squares covered, par reached."""

    altogether: int
    lately: int
    full: int
    at_par: int


_USER: BindParameter[int] = bindparam("user")
_NUMBER: BindParameter[int] = bindparam("number")
_ROWS = select(*columns(dailies, DailyRow))
_FIND = _ROWS.where(dailies.c.user_id == _USER, dailies.c.number == _NUMBER)
_SAVE = Upsert(dailies)
_FINISHED = dailies.c.covered.is_not(None)
_LAST = _ROWS.where(dailies.c.user_id == _USER, dailies.c.guild_id != 0).order_by(dailies.c.number.desc()).limit(1)
_HUNG = _ROWS.where(
    dailies.c.guild_id == bindparam("guild"),
    dailies.c.number == _NUMBER,
    dailies.c.scheme == bindparam("scheme"),
    dailies.c.at < bindparam("before"),
    _FINISHED,
).order_by(dailies.c.covered.desc(), dailies.c.at, dailies.c.user_id)
_FINISHED_SINCE = (
    select(dailies.c.number, dailies.c.scheme)
    .where(dailies.c.guild_id == bindparam("guild"), dailies.c.number >= _NUMBER, _FINISHED)
    .distinct()
)
_COUNT = (
    select(
        func.count(),
        func.count(case((dailies.c.number >= bindparam("since"), 1))),
        func.count(case((dailies.c.covered == bindparam("all"), 1))),
        func.count(case((dailies.c.covered >= pars.c.par, 1))),
    )
    .select_from(dailies.outerjoin(pars, (pars.c.number == dailies.c.number) & (pars.c.scheme == dailies.c.scheme)))
    .where(dailies.c.user_id == _USER, _FINISHED)
)
_AFTER = (
    _ROWS.where(tuple_(dailies.c.user_id, dailies.c.number) > tuple_(_USER, _NUMBER))
    .order_by(dailies.c.user_id, dailies.c.number)
    .limit(bindparam("most"))
)
_PAR = select(pars.c.par).where(pars.c.number == _NUMBER, pars.c.scheme == bindparam("scheme"))
_KEEP_PAR = InsertNew(pars)
_TAKE_DOWN = update(dailies).where(dailies.c.guild_id == bindparam("guild")).values(guild_id=0)
_DUE = select(players.c.user_id, players.c.daily_due).where(TO_BE_REMINDED, players.c.daily_due <= bindparam("now"))
_CLAIM = (
    update(players)
    .where(players.c.user_id == _USER, players.c.daily_due == bindparam("due"))
    .values(daily_due=bindparam("following"))
)


def find_daily(connection: Connection, user: int, number: int) -> DailyRow | None:
    """A user's daily quilt with a number, or None if they have not begun it."""
    row = connection.execute(_FIND, {"user": user, "number": number}).one_or_none()
    return DailyRow(*row) if row else None


def save_daily(connection: Connection, row: DailyRow) -> None:
    """Store a daily quilt."""
    _SAVE(connection, values(row))


def last_server_of(connection: Connection, user: int) -> int:
    """The server in which a user has sewn their newest daily quilt; 0 if there is none."""
    row = connection.execute(_LAST, {"user": user}).one_or_none()
    return DailyRow(*row).guild_id if row else 0


def find_hung(connection: Connection, guild_id: int, number: int, scheme: int, before: int) -> list[DailyRow]:
    """The daily quilts with a number that were finished in a server before a time, most covered first."""
    values = {"guild": guild_id, "number": number, "scheme": scheme, "before": before}
    return [DailyRow(*row) for row in connection.execute(_HUNG, values)]


def finished_since(connection: Connection, guild_id: int, number: int) -> list[tuple[int, int]]:
    """The daily quilts, by number and scheme, from a number on that somebody has finished in a server."""
    return [(day, scheme) for day, scheme in connection.execute(_FINISHED_SINCE, {"guild": guild_id, "number": number})]


def count_sewn(connection: Connection, user: int, since: int, all_squares: int) -> Sewn:
    """Count the daily quilts that a user has finished; ``since`` is the number that begins the month."""
    return Sewn(*connection.execute(_COUNT, {"user": user, "since": since, "all": all_squares}).one())


def dailies_after(connection: Connection, user: int, number: int, most: int) -> list[DailyRow]:
    """At most so many daily quilts, in the order of their users and numbers, after one of them."""
    return [DailyRow(*row) for row in connection.execute(_AFTER, {"user": user, "number": number, "most": most})]


def take_quilts_down(connection: Connection, guild_id: int) -> None:
    """Let the daily quilts that were sewn in a server hang on no wall: it is forgotten."""
    connection.execute(_TAKE_DOWN, {"guild": guild_id})


def find_par(connection: Connection, number: int, scheme: int) -> int | None:
    """The par of a daily quilt, if it has been computed."""
    par: int | None = connection.execute(_PAR, {"number": number, "scheme": scheme}).scalar_one_or_none()
    return par


def keep_par(connection: Connection, number: int, scheme: int, par: int) -> None:
    """Keep the par of a daily quilt, unless it is kept already."""
    _KEEP_PAR(connection, {"number": number, "scheme": scheme, "par": par})


def reminders_due(connection: Connection, now: int) -> list[tuple[int, int]]:
    """The users who are to be reminded of the daily quilt, and since when."""
    return [(user, due) for user, due in connection.execute(_DUE, {"now": now})]


def claim_reminder(connection: Connection, user: int, due: int, following: int) -> bool:
    """Move a user's reminder on; False if somebody else has done so."""
    return connection.execute(_CLAIM, {"user": user, "due": due, "following": following}).rowcount == 1
