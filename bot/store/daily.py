"""The daily quilts of people, and the par of each."""

from dataclasses import dataclass

from sqlalchemy import case, delete, false, func, select, tuple_, update

from bot.store.duties import Duties, exported
from bot.store.parameters import GUILD, MOST, UNTIL, USER
from bot.store.query import do, many, one, one_or_none, pair, parameter
from bot.store.rows import InsertNew, Upsert, columns
from bot.store.tables import dailies, pars, walls
from bot.store.walls import owe_walls_of


@dataclass(frozen=True, slots=True)
class DailyRow:
    """A user's daily quilt."""

    user_id: int
    number: int
    scheme: int
    guild_id: int
    revision: int = 0
    laid: str = ""
    at: int = 0
    covered: int | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class ParRow:
    """The par of a daily quilt: how many squares can well be covered."""

    number: int
    scheme: int
    par: int


@dataclass(frozen=True, slots=True)
class Sewn:
    """How many daily quilts somebody has finished: altogether, from a number on, all squares covered, par reached
    in time.
    """

    altogether: int
    lately: int
    full: int
    at_par: int


NUMBER: int = parameter("day")
SCHEME: int = parameter("of_scheme")
SQUARES: int = parameter("squares")

_ROWS = select(*columns(dailies, DailyRow))
_IS_FINISHED = dailies.c.covered.is_not(None)
_OF_SERVER = dailies.c.guild_id == GUILD

find_daily = one_or_none(DailyRow, USER, NUMBER)(_ROWS.where(dailies.c.user_id == USER, dailies.c.number == NUMBER))
save_daily = Upsert[DailyRow](dailies)

last_server_of = one_or_none(int, USER)(
    select(dailies.c.guild_id)
    .where(dailies.c.user_id == USER, dailies.c.guild_id != 0)
    .order_by(dailies.c.number.desc())
    .limit(1)
).then(lambda guild_id: guild_id or 0)
"""The server in which a user has sewn their newest daily quilt; 0 if there is none."""

find_hung = many(DailyRow, GUILD, NUMBER, SCHEME, UNTIL)(
    _ROWS.where(
        _OF_SERVER, dailies.c.number == NUMBER, dailies.c.scheme == SCHEME, dailies.c.at < UNTIL, _IS_FINISHED
    ).order_by(dailies.c.covered.desc(), dailies.c.at, dailies.c.user_id)
)
"""The daily quilts with a number that were finished in a server before a time, most covered first."""

finished_since = many(pair, GUILD, NUMBER)(
    select(dailies.c.number, dailies.c.scheme).where(_OF_SERVER, dailies.c.number >= NUMBER, _IS_FINISHED).distinct()
)
"""The daily quilts, by number and scheme, from a number on that somebody has finished in a server."""

count_sewn = one(Sewn, USER, NUMBER, SQUARES)(
    select(
        func.count(),
        func.count(case((dailies.c.number >= NUMBER, 1))),
        func.count(case((dailies.c.covered == SQUARES, 1))),
        func.count(case(((dailies.c.covered >= pars.c.par) & dailies.c.late.is_(False), 1))),
    )
    .select_from(dailies.outerjoin(pars, (pars.c.number == dailies.c.number) & (pars.c.scheme == dailies.c.scheme)))
    .where(dailies.c.user_id == USER, _IS_FINISHED)
)
"""Count a user's finished quilts, given the number that begins the month, and how many squares there are."""

dailies_after = many(DailyRow, USER, NUMBER, MOST)(
    _ROWS.where(tuple_(dailies.c.user_id, dailies.c.number) > tuple_(USER, NUMBER))
    .order_by(dailies.c.user_id, dailies.c.number)
    .limit(MOST)
)
"""At most so many daily quilts, in the order of their users and numbers, after one of them."""

find_par = one_or_none(int, NUMBER, SCHEME)(select(pars.c.par).where(pars.c.number == NUMBER, pars.c.scheme == SCHEME))

keep_par = InsertNew[ParRow](pars)
"""Keep the par of a daily quilt, unless it is kept already."""

_OWN = dailies.c.user_id == USER
_WALL = walls.alias("wall")

DUTIES = Duties(
    (dailies, pars),
    export={"dailies": exported(select(dailies).where(_OWN).order_by(dailies.c.number))},
    forget=[
        owe_walls_of(
            select(dailies.c.guild_id, false(), dailies.c.number)
            .join(_WALL, (_WALL.c.guild_id == dailies.c.guild_id) & (_WALL.c.number == dailies.c.number))
            .where(_OWN, _IS_FINISHED, _WALL.c.is_sunday.is_(False), dailies.c.at < _WALL.c.ends_at)
        ),
        do(USER)(delete(dailies).where(_OWN)),
    ],
    drop_server=[do(GUILD)(update(dailies).where(_OF_SERVER).values(guild_id=0))],  # they hang on no wall
)
