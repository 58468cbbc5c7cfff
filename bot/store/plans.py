"""Plans: what somebody will do when it becomes their move."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, select, update

from bot.store.rows import Upsert, columns, values
from bot.store.tables import games, plans


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A plan as text, and the revision of the game that its player had seen; ``held`` once something was asked, and
    once it could not be carried out, ``why``.
    """

    game_id: int
    seat: int
    revision: int
    text: str
    held: bool = False
    why: str | None = None


_OF_GAME = plans.c.game_id == bindparam("game")
_OF_SEAT = plans.c.seat == bindparam("of_seat")
_FIND = select(*columns(plans, PlanRow)).where(_OF_GAME, _OF_SEAT)
_FIND_SOME = (
    select(*columns(plans, PlanRow))
    .where(plans.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(plans.c.game_id, plans.c.seat)
)
_SAVE = Upsert(plans)
_DROP = delete(plans).where(_OF_GAME, _OF_SEAT)
_HOLD = update(plans).where(_OF_GAME).values(held=True)
_OUTDATE = update(plans).values(revision=-1)
_STOP = update(plans).where(_OF_GAME, _OF_SEAT)  # sets why
_NOTE = update(games).where(games.c.id == bindparam("game"))  # sets which seats have a plan


def bit_of(seat: int) -> int:
    """Tell what stands for a seat with a plan where it is noted which of them have one."""
    return 1 << seat - 1


def stopped_bit_of(seat: int) -> int:
    """Tell what stands there for a seat whose plan could not be carried out."""
    return bit_of(seat) << 2


def find_plan(connection: Connection, game_id: int, seat: int) -> PlanRow | None:
    """The plan of a seat in a game, or None."""
    row = connection.execute(_FIND, {"game": game_id, "of_seat": seat}).one_or_none()
    return PlanRow(*row) if row else None


def find_plans(connection: Connection, game_ids: list[int]) -> dict[int, list[PlanRow]]:
    """The plans in some games, by game; those without any are left out."""
    found: dict[int, list[PlanRow]] = {}
    for row in connection.execute(_FIND_SOME, {"games": game_ids}):
        found.setdefault(row[0], []).append(PlanRow(*row))
    return found


def save_plan(connection: Connection, row: PlanRow) -> None:
    """Store a plan, in place of an older one. Who calls this notes it, too."""
    _SAVE(connection, values(row))


def drop_plan(connection: Connection, game_id: int, seat: int) -> None:
    """Drop the plan of a seat, if there is one. Who calls this notes it, too."""
    connection.execute(_DROP, {"game": game_id, "of_seat": seat})


def stop_plan(connection: Connection, game_id: int, seat: int, why: str) -> None:
    """Keep no more of a plan than why it could not be carried out. Who calls this notes it, too."""
    connection.execute(_STOP, {"game": game_id, "of_seat": seat, "why": why})


def hold_plans(connection: Connection, game_id: int) -> None:
    """Have the plans in a game wait for their players."""
    connection.execute(_HOLD, {"game": game_id})


def outdate_plans(connection: Connection) -> None:
    """Have all plans wait for their players, who have seen nothing of what is there now."""
    connection.execute(_OUTDATE)


def note_plans(connection: Connection, game_id: int, seats: int) -> None:
    """Note which seats of a game have plans, or had one that stopped. Nobody is told: others see no change."""
    connection.execute(_NOTE, {"game": game_id, "plans": seats})
