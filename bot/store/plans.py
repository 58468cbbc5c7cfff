"""Plans: what somebody will do when it becomes their move."""

from dataclasses import dataclass

from sqlalchemy import and_, delete, or_, select, update

from bot.store.duties import Duties, exported
from bot.store.games import PLAYS
from bot.store.parameters import GAME, GAMES, USER
from bot.store.query import by_game, do, many, one_or_none, parameter
from bot.store.rows import Upsert, columns
from bot.store.tables import games, plans


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A plan as text, and the revision of the game that its player had seen."""

    game_id: int
    seat: int
    revision: int
    text: str
    held: bool = False
    why: str | None = None


def bit_of(seat: int) -> int:
    """Tell what stands for a seat with a plan where it is noted which of them have one."""
    return 1 << seat - 1


def stopped_bit_of(seat: int) -> int:
    """Tell what stands there for a seat whose plan could not be carried out."""
    return bit_of(seat) << 2


SEAT: int = parameter("of_seat")
SEATS: int = parameter("seats")
WHY: str = parameter("because")

_ROWS = select(*columns(plans, PlanRow))
_OF_GAME = plans.c.game_id == GAME
_THE_PLAN = (_OF_GAME, plans.c.seat == SEAT)

find_plan = one_or_none(PlanRow, GAME, SEAT)(_ROWS.where(*_THE_PLAN))

find_plans = many(PlanRow, GAMES)(_ROWS.where(plans.c.game_id.in_(GAMES)).order_by(plans.c.game_id, plans.c.seat)).then(
    by_game
)
"""The plans in some games, by game; those without any are left out."""

save_plan = Upsert[PlanRow](plans)
"""Store a plan, in place of an older one. Who calls this notes it, too."""

drop_plan = do(GAME, SEAT)(delete(plans).where(*_THE_PLAN))
"""Drop the plan of a seat, if there is one. Who calls this notes it, too."""

stop_plan = do(GAME, SEAT, WHY)(update(plans).where(*_THE_PLAN).values(why=WHY))
"""Keep no more of a plan than why it could not be carried out. Who calls this notes it, too."""

hold_plans = do(GAME)(update(plans).where(_OF_GAME).values(held=True))
"""Have the plans in a game wait for their players."""

note_plans = do(GAME, SEATS)(update(games).where(games.c.id == GAME).values(plans=SEATS))
"""Note which seats of a game have plans, or had one that stopped. Nobody is told: others see no change."""

_OWN = or_(and_(plans.c.seat == 1, games.c.player1 == USER), and_(plans.c.seat == 2, games.c.player2 == USER))

DUTIES = Duties(
    (plans,),
    export={"plans": exported(select(plans).join(games, games.c.id == plans.c.game_id).where(_OWN))},
    forget=[do(USER)(delete(plans).where(plans.c.game_id.in_(select(games.c.id).where(PLAYS))))],
    after_restore=[do()(update(plans).values(revision=-1))],  # who has withdrawn one since need not do so again
)
