"""Whose challenges somebody does not want (decision 0020)."""

from sqlalchemy import Connection

from bot.matches.match import Refusal
from bot.matches.services import Service
from bot.store.backend.database import writes
from bot.store.blocks import add_block, blocked_by, remove_block
from bot.store.challenges import expire_challenges
from bot.store.groups import leave_open_with
from bot.store.locks import lock_ids


class Blocks(Service):
    """The blocks in a database. Nobody is challenged or nudged by somebody they have blocked."""

    @writes
    def block(self, connection: Connection, user: int, other: int) -> None:
        """Take no more challenges from somebody. Those that wait expire now, and the user leaves open groups in which
        the other is. Raises Refusal ``block_yourself``.
        """
        if user == other:
            raise Refusal("block_yourself")
        lock_ids(connection, user)
        add_block(connection, user, other)
        expire_challenges(connection, other, user, self._now())
        leave_open_with(connection, user, other)

    async def unblock(self, user: int, other: int) -> None:
        """Take challenges from somebody again."""
        await self._database.write(remove_block, user, other)

    async def blocked_by(self, user: int) -> list[int]:
        """The users from whom somebody takes no challenges."""
        return await self._database.read(blocked_by, user)
