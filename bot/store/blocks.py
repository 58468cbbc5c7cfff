"""Whose challenges a player does not want."""

from sqlalchemy import Connection, delete, insert, select

from bot.store.duties import Duties, exported
from bot.store.parameters import OTHER, USER, USERS
from bot.store.query import do, exists, many, pair
from bot.store.tables import blocks

_THE_BLOCK = (blocks.c.user_id == USER, blocks.c.blocked_id == OTHER)

_add = do(USER, OTHER)(insert(blocks).values(user_id=USER, blocked_id=OTHER))
remove_block = do(USER, OTHER)(delete(blocks).where(*_THE_BLOCK))

is_blocked = exists(USER, OTHER)(select(blocks.c.blocked_id).where(*_THE_BLOCK))
blocked_by = many(int, USER)(select(blocks.c.blocked_id).where(blocks.c.user_id == USER).order_by(blocks.c.blocked_id))

blocks_among = many(pair, USERS)(
    select(blocks.c.user_id, blocks.c.blocked_id)
    .where(blocks.c.user_id.in_(USERS), blocks.c.blocked_id.in_(USERS))
    .order_by(blocks.c.user_id, blocks.c.blocked_id)
)


def add_block(connection: Connection, user: int, other: int) -> None:
    """Note that a user wants no challenges from another one. Doing so again changes nothing."""
    if not is_blocked(connection, user, other):
        _add(connection, user, other)


DUTIES = Duties(
    (blocks,),
    export={"blocked": exported(select(blocks.c.blocked_id).where(blocks.c.user_id == USER))},
    forget=[do(USER)(delete(blocks).where(blocks.c.user_id == USER))],
)
