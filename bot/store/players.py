"""What players have chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, bindparam, false, func, select, update

from bot.store.rows import InsertNew, Upsert, columns, values
from bot.store.tables import players, servers

Allowed = Literal["everybody", "nobody"]
"""Who may challenge a player."""

Notify = Literal["mention", "direct", "nothing"]
"""How a player is told that it is their move."""

Next = Literal["nothing", "silent", "direct"]
"""How a player is told that they could plan their next move: by a private message, with a sound or without; or not."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's choices, or the defaults.

    ``notify`` is mention, direct or nothing; quiet hours are minutes after midnight in ``timezone`` (an IANA name);
    ``vacation_until`` is 0 or a time in seconds since 1970, and ``vacations`` are those of the last year; ``advice`` is
    a line on each of their first turns; ``words``: they see games in words, and not in pictures; ``forced``: moves
    without a choice are made for them; ``next`` is nothing, silent or direct; ``knows_plans``:
    a reminder has told them of plans, or they have made one; ``hidden``: nobody else sees how their games went;
    ``language``: that of their private pages, or None for the one that Discord speaks to them;
    ``daily_at``: they are reminded of the daily quilt, so many minutes after midnight, and next at ``daily_due``.
    """

    user_id: int
    theme: str | None = None
    notify: Notify = "mention"
    quiet_from: int | None = None
    quiet_to: int | None = None
    timezone: str = "UTC"
    vacation_until: int = 0
    challenges: Allowed = "everybody"
    advice: bool = True
    words: bool = False
    forced: bool = True
    vacations: str = ""
    next: Next = "nothing"
    knows_plans: bool = False
    hidden: bool = False
    language: str | None = None
    daily_at: int | None = None
    daily_due: int | None = None


_FIND = select(*columns(players, PlayerRow)).where(players.c.user_id == bindparam("user"))
_FIND_BOTH = select(*columns(players, PlayerRow)).where(players.c.user_id.in_((bindparam("one"), bindparam("two"))))
_SAVE, _ADD = Upsert(players), InsertNew(players)
_TEACH = (
    update(players)
    .where(players.c.user_id == bindparam("user"), players.c.knows_plans.is_(false()))
    .values(knows_plans=True)
)
_OWN = players.c.user_id == bindparam("user")
_DISPLAY = select(
    func.coalesce(
        select(players.c.theme).where(_OWN).scalar_subquery(),
        select(servers.c.theme).where(servers.c.guild_id == bindparam("guild")).scalar_subquery(),
    ),
    select(players.c.words).where(_OWN).scalar_subquery(),
    select(players.c.language).where(_OWN).scalar_subquery(),
)


def find_player(connection: Connection, user: int) -> PlayerRow:
    """A player's choices."""
    row = connection.execute(_FIND, {"user": user}).one_or_none()
    return PlayerRow(*row) if row else PlayerRow(user)


def find_both(connection: Connection, one: int, two: int) -> tuple[PlayerRow, PlayerRow]:
    """The choices of two players."""
    rows = (PlayerRow(*row) for row in connection.execute(_FIND_BOTH, {"one": one, "two": two}))
    found = {row.user_id: row for row in rows}
    return found.get(one, PlayerRow(one)), found.get(two, PlayerRow(two))


def save_player(connection: Connection, row: PlayerRow) -> None:
    """Store a player's choices."""
    _SAVE(connection, values(row))


def teach_plans(connection: Connection, user: int) -> bool:
    """Note that a player knows of plans from now on. False, and nothing noted, if they did already."""
    _ADD(connection, values(PlayerRow(user)))
    return connection.execute(_TEACH, {"user": user}).rowcount == 1


@dataclass(frozen=True, slots=True)
class Display:
    """How somebody sees games: the theme of their pictures, None for the default, whether in words instead, and their
    language, None for Discord's.
    """

    theme: str | None
    words: bool
    language: str | None = None


def find_display(connection: Connection, guild_id: int, user: int) -> Display:
    """Find how a user (0 for nobody) sees games in a server: in their own theme, or the server's."""
    theme, words, language = connection.execute(_DISPLAY, {"user": user, "guild": guild_id}).one()
    return Display(theme, bool(words), language)


def is_nobody(user: int) -> bool:
    """Tell whether a number stands for somebody who was forgotten: such numbers are negative, Discord's never are."""
    return user < 0
