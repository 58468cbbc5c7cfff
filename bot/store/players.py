"""What players have chosen."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, delete, false, func, select, true, update

from bot.store.duties import Duties, exported
from bot.store.parameters import GUILD, NOW, OTHER, USER, USERS
from bot.store.query import affects, do, many, one, one_or_none, pair, parameter
from bot.store.rows import InsertNew, Upsert, columns
from bot.store.tables import TO_BE_REMINDED, players, servers

Allowed = Literal["everybody", "nobody"]
"""Who may challenge a player."""

Notify = Literal["mention", "direct", "nothing"]
"""How a player is told that it is their move."""

Next = Literal["nothing", "silent", "direct"]
"""How a player is told that they could plan their next move: by a private message, with a sound or without; or not."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's choices, or the defaults."""

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
    call_gap: int = 3


@dataclass(frozen=True, slots=True)
class Display:
    """How somebody sees games: theme and language (None for the default), and whether in words."""

    theme: str | None
    words: bool
    language: str | None = None


DUE: int = parameter("due_at")
FOLLOWING: int = parameter("following")

_ROWS = select(*columns(players, PlayerRow))
_OWN = players.c.user_id == USER
_find = one_or_none(PlayerRow, USER)(_ROWS.where(_OWN))
_find_both = many(PlayerRow, USER, OTHER)(_ROWS.where(players.c.user_id.in_((USER, OTHER))))


def find_player(connection: Connection, user: int) -> PlayerRow:
    """A player's choices."""
    return _find(connection, user) or PlayerRow(user)


def find_both(connection: Connection, one: int, two: int) -> tuple[PlayerRow, PlayerRow]:
    """The choices of two players."""
    found = {row.user_id: row for row in _find_both(connection, one, two)}
    return found.get(one, PlayerRow(one)), found.get(two, PlayerRow(two))


hiding = many(int, USERS)(
    select(players.c.user_id).where(players.c.user_id.in_(USERS), players.c.hidden.is_(true()))
).then(set)
"""Those of some users who show nobody how their games went."""

save_player = Upsert[PlayerRow](players)
_add = InsertNew[PlayerRow](players)
_teach = affects(USER)(update(players).where(_OWN, players.c.knows_plans.is_(false())).values(knows_plans=True))


def teach_plans(connection: Connection, user: int) -> bool:
    """Note that a player knows of plans from now on. False, and nothing noted, if they did already."""
    _add(connection, PlayerRow(user))
    return _teach(connection, user)


reminders_due = many(pair, NOW)(
    select(players.c.user_id, players.c.daily_due).where(TO_BE_REMINDED, players.c.daily_due <= NOW)
)
"""The users who are to be reminded of the daily quilt, and since when."""

claim_reminder = affects(USER, DUE, FOLLOWING)(
    update(players).where(players.c.user_id == USER, players.c.daily_due == DUE).values(daily_due=FOLLOWING)
)
"""Move a user's reminder on; False if somebody else has done so."""

_OF_SERVER = select(servers.c.theme).where(servers.c.guild_id == GUILD).scalar_subquery()

find_display = one(lambda theme, words, language: Display(theme, bool(words), language), GUILD, USER)(
    select(
        func.coalesce(select(players.c.theme).where(_OWN).scalar_subquery(), _OF_SERVER),
        select(players.c.words).where(_OWN).scalar_subquery(),
        select(players.c.language).where(_OWN).scalar_subquery(),
    )
)
"""How a user (0 for nobody) sees games in a server: in their own theme, or the server's."""


def is_nobody(user: int) -> bool:
    """Tell whether a number stands for somebody who was forgotten: such numbers are negative, Discord's never are."""
    return user < 0


DUTIES = Duties(
    (players,),
    export={"settings": exported(select(players).where(_OWN))},
    forget=[do(USER)(delete(players).where(_OWN))],
)
