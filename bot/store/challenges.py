"""Challenges that wait for an answer."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import challenges


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge. ``first`` is the seat that starts: 1 the challenger, 2 the challenged, 0 drawn by lot."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    challenger: int
    challenged: int
    track: str
    first: int
    language: str
    expires_at: int
    pace: int | None = None
    rematch_of: int | None = None


_COLUMNS = tuple(challenges.c[name] for name in ChallengeRow.__dataclass_fields__)


async def add_challenge(connection: AsyncConnection, **values: int | str | None) -> ChallengeRow:
    """Store a challenge: the fields of `ChallengeRow` but id and message_id. Raises IntegrityError for a second."""
    pair = sorted((int(values["challenger"] or 0), int(values["challenged"] or 0)))
    query = insert(challenges).values(**values, lower=pair[0], higher=pair[1]).returning(*_COLUMNS)
    return ChallengeRow(*(await connection.execute(query)).one())


async def find_challenge(connection: AsyncConnection, challenge_id: int) -> ChallengeRow | None:
    """A challenge that waits, by its id, or None."""
    row = (await connection.execute(select(*_COLUMNS).where(challenges.c.id == challenge_id))).one_or_none()
    return ChallengeRow(*row) if row else None


async def find_challenge_between(
    connection: AsyncConnection, channel_id: int, players: tuple[int, int]
) -> ChallengeRow | None:
    """The challenge that waits between two players in a channel, whoever made it, or None."""
    lower, higher = sorted(players)
    pair = (challenges.c.channel_id == channel_id, challenges.c.lower == lower, challenges.c.higher == higher)
    row = (await connection.execute(select(*_COLUMNS).where(*pair))).one_or_none()
    return ChallengeRow(*row) if row else None


async def expired_challenges(connection: AsyncConnection, now: int) -> list[ChallengeRow]:
    """The challenges whose time is over."""
    rows = await connection.execute(select(*_COLUMNS).where(challenges.c.expires_at <= now))
    return [ChallengeRow(*row) for row in rows]


async def note_challenge_message(connection: AsyncConnection, challenge_id: int, message_id: int) -> bool:
    """Note where a challenge is shown. False if it is gone."""
    query = update(challenges).where(challenges.c.id == challenge_id).values(message_id=message_id)
    return (await connection.execute(query)).rowcount == 1


async def remove_challenge(connection: AsyncConnection, challenge_id: int) -> bool:
    """Take a challenge away. False when somebody else just did: of two answers that race, one gets True."""
    result = await connection.execute(delete(challenges).where(challenges.c.id == challenge_id))
    return result.rowcount == 1
