"""Locks within a unit that writes. In PostgreSQL units run side by side; in SQLite one writes at a time anyway.

First come people (and servers), in the order of their ids, then games, in the order of theirs, then all else: so no two
units ever wait for each other.
"""

from collections.abc import Iterable

from sqlalchemy import ARRAY, BigInteger, Connection, bindparam, func, select

from bot.store.tables import games

_EACH_ID = func.unnest(bindparam("ids", type_=ARRAY(BigInteger))).column_valued()  # one after the other
_LOCK_IDS = select(func.pg_advisory_xact_lock(_EACH_ID))
_LOCK_GAMES = (
    select(games.c.id).where(games.c.id.in_(bindparam("ids", expanding=True))).order_by(games.c.id).with_for_update()
)


def lock_ids(connection: Connection, *ids: int) -> None:
    """Let no other unit that locks one of these people or servers go on before this one has ended."""
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK_IDS, {"ids": sorted(set(ids))})


def lock_games(connection: Connection, ids: Iterable[int]) -> None:
    """Let no other unit that locks one of these games go on before this one has ended."""
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK_GAMES, {"ids": list(ids)}).all()
