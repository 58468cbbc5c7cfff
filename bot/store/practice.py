"""Practice: which positions people have tried, how often they found the move, and when these come back."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from bot.store.parameters import GAME, USER
from bot.store.query import do, many, parameter
from bot.store.rows import Upsert, columns
from bot.store.tables import practice

KEPT = 0
"""The game of the positions that come with the bot."""


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """A position that a user has tried: the move of a game, or (in the game `KEPT`) a position that comes with the bot.

    It was ``tried`` so often, and ``solved`` so often of these; ``at`` is when it was tried last, ``due`` when it comes
    back, in seconds since 1970; None if it does not.
    """

    user_id: int
    game_id: int
    number: int
    tried: int
    solved: int
    at: int
    due: int | None


NUMBER: int = parameter("position")

find_practice = many(PracticeRow, USER)(select(*columns(practice, PracticeRow)).where(practice.c.user_id == USER))
save_practice = Upsert[PracticeRow](practice)

drop_practice = do(USER, GAME, NUMBER)(
    delete(practice).where(practice.c.user_id == USER, practice.c.game_id == GAME, practice.c.number == NUMBER)
)
"""Forget a position that a user has tried: it is not there any more."""

drop_practice_of = do(GAME)(delete(practice).where(practice.c.game_id == GAME))
