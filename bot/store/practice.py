"""Practice: which positions people have tried, how often they found the move, and when these come back."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from bot.store.duties import Duties, exported, is_lost
from bot.store.parameters import GAME, NOW, USER
from bot.store.query import do, many, parameter
from bot.store.rows import Upsert, columns
from bot.store.tables import practice

KEPT = 0
"""The game of the positions that come with the bot."""


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """A position that a user has tried: the move of a game, or (in the game `KEPT`) one that comes with the bot.

    Until it was ``tried``, a review has told its answer, and it does not come before it is ``due``.
    """

    user_id: int
    game_id: int
    number: int
    tried: int
    solved: int
    at: int
    due: int | None


NUMBER: int = parameter("position")

_OWN = practice.c.user_id == USER

find_practice = many(PracticeRow, USER)(select(*columns(practice, PracticeRow)).where(_OWN))
save_practice = Upsert[PracticeRow](practice)

drop_untried = do(USER, NOW)(delete(practice).where(_OWN, practice.c.tried == 0, practice.c.due <= NOW))
"""Forget that a review has told positions to a user, of those that may come by now."""

drop_practice = do(USER, GAME, NUMBER)(
    delete(practice).where(_OWN, practice.c.game_id == GAME, practice.c.number == NUMBER)
)
"""Forget a position that a user has tried: it is not there any more."""

DUTIES = Duties(
    (practice,),
    export={"practice": exported(select(practice).where(_OWN).order_by(practice.c.game_id, practice.c.number))},
    forget=[do(USER)(delete(practice).where(_OWN))],
    drop_game=[do(GAME)(delete(practice).where(practice.c.game_id == GAME))],
    lost=(practice.c.game_id != KEPT) & is_lost(practice.c.game_id),
)
