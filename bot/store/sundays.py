"""Sunday quilts: which game of whose is one, and whether its week is over."""

from dataclasses import dataclass

from sqlalchemy import exists, false, func, select, true, update

from bot.store.duties import Duties, exported
from bot.store.parameters import GAME, GAMES, GUILD, NOW, UNTIL, USER
from bot.store.query import affects, do, many, one_or_none, parameter
from bot.store.rows import Insert, columns
from bot.store.shards import sweep
from bot.store.tables import NOT_OVER, Duel, Termination, games, is_owed, sundays, walls
from bot.store.walls import owe_walls_of


@dataclass(frozen=True, slots=True)
class SundayRow:
    """A user's Sunday quilt."""

    user_id: int
    number: int
    guild_id: int
    game_id: int
    ends_at: int
    owed: bool = True
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """How and when the game of a Sunday quilt has ended, and the language in which it spoke."""

    ending: str
    at: int
    language: str


HUNG: tuple[Termination, ...] = ("finished", "resigned")
"""How games end that hang on a wall; in this order, which is that of the alphabet."""

DAY: int = parameter("day")

_ROWS = select(*columns(sundays, SundayRow))
_OF_GAME = sundays.c.game_id == GAME

find_sunday = one_or_none(SundayRow, USER, DAY)(_ROWS.where(sundays.c.user_id == USER, sundays.c.number == DAY))
add_sunday = Insert[SundayRow](sundays)


sundays_ended = sweep(lambda *row: (SundayRow(*row[:-3]), Ended(*row[-3:])))(
    select(*columns(sundays, SundayRow), games.c.ending, games.c.ended_at, games.c.language)
    .join(games, games.c.id == sundays.c.game_id)
    .where(is_owed(sundays), games.c.ending.is_not(None)),
    sundays.c.guild_id,
)
"""Those whose game has ended, which their wall has not heard yet."""

sundays_due = sweep(SundayRow, NOW)(_ROWS.where(NOT_OVER, sundays.c.ends_at <= NOW), sundays.c.guild_id)
"""Those whose week is over, and that are still a secret."""


_IN_TIME = func.coalesce(games.c.ended_at < sundays.c.ends_at, false())


def _mark(game_id: int, is_over: bool, in_time: bool) -> tuple[int, Duel | None]:
    return game_id, "sunday" if not is_over else "over" if in_time else None


sunday_marks = many(_mark, GAMES)(
    select(sundays.c.game_id, sundays.c.is_over, _IN_TIME)
    .join(games, games.c.id == sundays.c.game_id)
    .where(sundays.c.game_id.in_(GAMES))
).then(dict)
"""What some games should say as Sunday quilts: one that has not ended in its week says nothing after it."""

note_sunday = affects(GAME)(update(sundays).where(_OF_GAME, is_owed(sundays)).values(owed=False))
"""Note that the game of a Sunday quilt has ended; False if somebody else has."""

_HAS_WALL = exists().where(
    walls.c.guild_id == sundays.c.guild_id, walls.c.is_sunday.is_(True), walls.c.number == sundays.c.number
)

owe_sundays = do(GUILD, NOW)(
    update(sundays).where(sundays.c.guild_id == GUILD, sundays.c.ends_at > NOW, ~_HAS_WALL).values(owed=True)
)
"""Have a server whose week goes on hear again which games have ended, if there is no wall for them."""

end_sunday = do(GAME)(update(sundays).where(_OF_GAME).values(is_over=True))

sundays_hung = many(int, GUILD, DAY, UNTIL)(
    select(sundays.c.game_id)
    .join(games, games.c.id == sundays.c.game_id)
    .where(sundays.c.guild_id == GUILD, sundays.c.number == DAY, games.c.ending.in_(HUNG), games.c.ended_at < UNTIL)
    .order_by(games.c.ending, games.c.points2 - games.c.points1, games.c.ended_at, games.c.id)
)
"""The games of a Sunday that ended in a server before a time, and hang: who is ahead the farthest comes first, and who
gave up after all who played on, whatever the points.
"""

_OWN = sundays.c.user_id == USER

DUTIES = Duties(
    (sundays,),
    export={"sundays": exported(select(sundays).where(_OWN).order_by(sundays.c.number))},
    forget=[
        owe_walls_of(
            select(sundays.c.guild_id, true(), sundays.c.number)
            .join(games, games.c.id == sundays.c.game_id)
            .where(_OWN, ~is_owed(sundays), games.c.ending.in_(HUNG), _IN_TIME)
        ),
        do(USER)(update(sundays).where(_OWN).values(user_id=-(2 * sundays.c.game_id))),
    ],
    marks=sunday_marks,
)
