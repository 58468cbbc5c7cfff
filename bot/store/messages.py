"""The public messages of games: which one is the live board, which ones are to be deleted."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import games, messages


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message that stands in a channel, with the revision and the mover it shows.

    Its role is ``board``, or a question and the seat that asks, such as ``offer1``.
    """

    message_id: int
    game_id: int
    channel_id: int
    role: str
    revision: int
    mover: int
    state: str

    @property
    def shown(self) -> int:
        """The revision that it shows, even if it is outdated otherwise (then ``revision`` is negative)."""
        return self.revision if self.revision >= 0 else -1 - self.revision


async def standing_message(connection: AsyncConnection, game_id: int, role: str) -> MessageRow | None:
    """The newest message of a game in one role that is not to be deleted: live, or a refused question; or None."""
    query = select(messages).where(messages.c.game_id == game_id, messages.c.role == role, messages.c.state != "doomed")
    row = (await connection.execute(query.order_by(messages.c.message_id.desc()))).first()
    return MessageRow(**row._mapping) if row else None


async def refuse(connection: AsyncConnection, game_id: int, role: str, revision: int) -> None:
    """Note that the question in a role that was asked at a revision was refused or withdrawn."""
    live = (messages.c.game_id == game_id, messages.c.role == role, messages.c.revision == revision)
    await connection.execute(update(messages).where(*live, messages.c.state == "live").values(state="refused"))


async def messages_of(connection: AsyncConnection, game_id: int) -> list[MessageRow]:
    """All messages of a game, newest first."""
    query = select(messages).where(messages.c.game_id == game_id).order_by(messages.c.message_id.desc())
    return [MessageRow(**row._mapping) for row in await connection.execute(query)]


async def live_boards(connection: AsyncConnection, game_ids: list[int]) -> dict[int, int]:
    """The ids of the live boards of some games, by game."""
    query = select(messages.c.game_id, messages.c.message_id).where(
        messages.c.game_id.in_(game_ids), messages.c.role == "board", messages.c.state == "live"
    )
    return {int(game): int(message) for game, message in await connection.execute(query)}


async def doomed_messages(connection: AsyncConnection, game_id: int | None = None) -> list[MessageRow]:
    """The messages to be deleted, of one game or of all."""
    query = select(messages).where(messages.c.state == "doomed")
    if game_id is not None:
        query = query.where(messages.c.game_id == game_id)
    return [MessageRow(**row._mapping) for row in await connection.execute(query.order_by(messages.c.message_id))]


async def record_message(connection: AsyncConnection, row: MessageRow) -> None:
    """Note a message that was sent; every other one of its game and role is doomed by it."""
    await connection.execute(
        update(messages).where(messages.c.game_id == row.game_id, messages.c.role == row.role).values(state="doomed")
    )
    await connection.execute(delete(messages).where(messages.c.message_id == row.message_id))
    await connection.execute(insert(messages).values(asdict(row)))


async def note_orphan(connection: AsyncConnection, row: MessageRow) -> bool:
    """Doom a message, and note it first if it is not known. False if its game is not known either."""
    await doom(connection, row.message_id)
    known = select(messages.c.message_id).where(messages.c.message_id == row.message_id)
    if (await connection.execute(known)).first() is None:
        if (await connection.execute(select(games.c.id).where(games.c.id == row.game_id))).first() is None:
            return False
        await connection.execute(insert(messages).values(asdict(row)))
    return True


async def note_shown(connection: AsyncConnection, before: MessageRow, revision: int, mover: int) -> bool:
    """Note what a message shows after it was edited. False, and nothing noted, if it was changed meanwhile."""
    same = (messages.c.message_id == before.message_id, messages.c.revision == before.revision)
    query = update(messages).where(*same).values(revision=revision, mover=mover)
    return (await connection.execute(query)).rowcount == 1


async def outdate(connection: AsyncConnection, game_id: int) -> None:
    """Note that the board of a game shows an old state although its log has not changed."""
    board = (messages.c.game_id == game_id, messages.c.role == "board", messages.c.revision >= 0)
    await connection.execute(update(messages).where(*board).values(revision=-1 - messages.c.revision))


async def doom_stale_offers(connection: AsyncConnection, game_id: int, revision: int) -> None:
    """Doom the questions of a game that were asked before its current revision: everything but its board."""
    stale = (messages.c.game_id == game_id, messages.c.role != "board", messages.c.revision < revision)
    await connection.execute(update(messages).where(*stale).values(state="doomed"))


async def doom(connection: AsyncConnection, message_id: int) -> None:
    """Mark a message to be deleted."""
    await connection.execute(update(messages).where(messages.c.message_id == message_id).values(state="doomed"))


async def doom_live(connection: AsyncConnection, game_id: int, role: str) -> None:
    """Mark the live message of a game in one role to be deleted."""
    live = (messages.c.game_id == game_id, messages.c.role == role, messages.c.state == "live")
    await connection.execute(update(messages).where(*live).values(state="doomed"))


async def forget_messages(connection: AsyncConnection, message_ids: list[int]) -> None:
    """Drop the rows of messages that are gone."""
    await connection.execute(delete(messages).where(messages.c.message_id.in_(message_ids)))


async def stands(connection: AsyncConnection, message_id: int) -> bool:
    """Whether a message is noted, and not to be deleted."""
    query = select(messages.c.message_id).where(messages.c.state != "doomed", messages.c.message_id == message_id)
    return (await connection.execute(query)).first() is not None
