"""Challenges waiting for an answer."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, func, insert, not_, or_, select, update

from bot.store.rows import columns
from bot.store.servers import LEFT, meet_server
from bot.store.shards import EVERY, ShardedQuery, Shards, is_theirs
from bot.store.tables import CALLED_ONLY, Place, challenges

ANYBODY = 0
"""Whom an open seat challenges: whoever comes first. Nobody's id at Discord is 0."""


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge, or (to `ANYBODY`) an open seat. ``first`` is the seat that starts: 1 the challenger, 2 the
    challenged, 0 drawn at random. ``made_by`` is the interaction that asked for it. ``rival`` is the level of the rival
    whom both meet if it is a duel, or None.

    Its message, None until it is posted, is ``outdated`` while it holds only the words of the call.
    """

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
    place: Place = "here"
    outdated: bool = False
    made_by: int | None = None
    rival: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is an open seat, which anybody may take."""
        return self.challenged == ANYBODY


_COLUMNS = columns(challenges, ChallengeRow)
_THE_CHALLENGE = challenges.c.id == bindparam("challenge")

_OPEN = challenges.c.challenged == ANYBODY

_ADD = insert(challenges).returning(*_COLUMNS)
_FIND = select(*_COLUMNS).where(_THE_CHALLENGE)
_FIND_BETWEEN = select(*_COLUMNS).where(
    challenges.c.channel_id == bindparam("channel"),
    challenges.c.lower == bindparam("one"),
    challenges.c.higher == bindparam("other"),
)
_MADE_BY = select(*_COLUMNS).where(challenges.c.made_by == bindparam("interaction"))
_WAITING_OF = select(func.count()).where(
    challenges.c.challenger == bindparam("one"), challenges.c.expires_at > bindparam("now")
)
_COUNT_WAITING, _COUNT_OPEN = _WAITING_OF.where(not_(_OPEN)), _WAITING_OF.where(_OPEN)
_OPEN_IN = (
    select(*_COLUMNS)
    .where(
        challenges.c.channel_id == bindparam("channel"),
        challenges.c.lower == ANYBODY,
        challenges.c.rival.is_(None),
        challenges.c.expires_at > bindparam("now"),
    )
    .order_by(challenges.c.id)
)
_COUNT_CONCERNING = select(func.count()).where(
    or_(challenges.c.challenger == bindparam("one"), challenges.c.challenged == bindparam("one")),
    challenges.c.expires_at > bindparam("now"),
    not_(_OPEN),
)
_EXPIRED = select(*_COLUMNS).where(challenges.c.expires_at <= bindparam("now"), challenges.c.guild_id.not_in(LEFT))
_NOT_SHOWN = select(*_COLUMNS).where(CALLED_ONLY, challenges.c.expires_at > bindparam("now"))
_THEIRS = is_theirs(challenges.c.guild_id)
_SWEEP_EXPIRED = ShardedQuery(_EXPIRED, _EXPIRED.where(_THEIRS))
_SWEEP_NOT_SHOWN = ShardedQuery(_NOT_SHOWN, _NOT_SHOWN.where(_THEIRS))
_NOTE_MESSAGE = (
    update(challenges).where(_THE_CHALLENGE).values(message_id=bindparam("shown_by"), outdated=bindparam("is_outdated"))
)
_EXPIRE_FROM = (
    update(challenges)
    .where(challenges.c.challenger == bindparam("one"), challenges.c.challenged == bindparam("other"))
    .values(expires_at=bindparam("now"))
)
_EXPIRE = update(challenges).where(_THE_CHALLENGE).values(expires_at=bindparam("at"))
_REMOVE = delete(challenges).where(_THE_CHALLENGE)
_REMOVE_OF_SERVER = delete(challenges).where(challenges.c.guild_id == bindparam("guild"))


def add_challenge(connection: Connection, **values: int | str | None) -> ChallengeRow:
    """Store a challenge: the fields of `ChallengeRow` but id and message_id. Raises IntegrityError for a second."""
    meet_server(connection, int(values["guild_id"] or 0))
    lower, higher = sorted((int(values["challenger"] or 0), int(values["challenged"] or 0)))
    return ChallengeRow(*connection.execute(_ADD, {**values, "lower": lower, "higher": higher}).one())


def find_challenge(connection: Connection, challenge_id: int) -> ChallengeRow | None:
    """A waiting challenge by its id, or None."""
    row = connection.execute(_FIND, {"challenge": challenge_id}).one_or_none()
    return ChallengeRow(*row) if row else None


def find_challenge_between(connection: Connection, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
    """The challenge waiting between two players in a channel, whoever made it, or None."""
    lower, higher = sorted(players)
    row = connection.execute(_FIND_BETWEEN, {"channel": channel_id, "one": lower, "other": higher}).one_or_none()
    return ChallengeRow(*row) if row else None


def find_made(connection: Connection, interaction: int) -> ChallengeRow | None:
    """The waiting challenge that an interaction has made, or None."""
    row = connection.execute(_MADE_BY, {"interaction": interaction}).one_or_none()
    return ChallengeRow(*row) if row else None


def count_waiting(connection: Connection, challenger: int, now: int) -> int:
    """Count how many challenges of somebody wait for an answer, anywhere; open seats do not count."""
    return int(connection.execute(_COUNT_WAITING, {"one": challenger, "now": now}).scalar_one())


def count_open(connection: Connection, challenger: int, now: int) -> int:
    """Count how many seats of somebody are open, anywhere."""
    return int(connection.execute(_COUNT_OPEN, {"one": challenger, "now": now}).scalar_one())


def open_seats(connection: Connection, channel_id: int, now: int) -> list[ChallengeRow]:
    """The seats that are open for games in a channel, but not for duels, the oldest first."""
    return [ChallengeRow(*row) for row in connection.execute(_OPEN_IN, {"channel": channel_id, "now": now})]


def count_concerning(connection: Connection, user: int, now: int) -> int:
    """Count how many challenges from or to somebody wait for an answer, anywhere; open seats do not count."""
    return int(connection.execute(_COUNT_CONCERNING, {"one": user, "now": now}).scalar_one())


def expire_challenges(connection: Connection, challenger: int, challenged: int, now: int) -> None:
    """Let the time of all challenges from one person to another run out now."""
    connection.execute(_EXPIRE_FROM, {"one": challenger, "other": challenged, "now": now})


def expire_challenge(connection: Connection, challenge_id: int, now: int) -> None:
    """Let the time of a challenge run out now."""
    connection.execute(_EXPIRE, {"challenge": challenge_id, "at": now})


def expired_challenges(connection: Connection, now: int, shards: Shards = EVERY) -> list[ChallengeRow]:
    """The challenges whose time has run out, but for those in servers that the bot has left."""
    return [ChallengeRow(*row) for row in _SWEEP_EXPIRED(connection, shards, now=now)]


def challenges_not_shown(connection: Connection, now: int, shards: Shards = EVERY) -> list[ChallengeRow]:
    """The waiting challenges that no message shows, or only the words of a call."""
    return [ChallengeRow(*row) for row in _SWEEP_NOT_SHOWN(connection, shards, now=now)]


def note_challenge_message(connection: Connection, challenge_id: int, message_id: int, outdated: bool = False) -> bool:
    """Note where a challenge is shown, or only the words of its call (``outdated``). False if it is gone."""
    noted = {"challenge": challenge_id, "shown_by": message_id, "is_outdated": outdated}
    return connection.execute(_NOTE_MESSAGE, noted).rowcount == 1


def remove_challenge(connection: Connection, challenge_id: int) -> bool:
    """Remove a challenge. False if somebody else just did: of two racing answers, one gets True."""
    return connection.execute(_REMOVE, {"challenge": challenge_id}).rowcount == 1


def remove_challenges_of(connection: Connection, guild_id: int) -> None:
    """Remove all challenges of a server."""
    connection.execute(_REMOVE_OF_SERVER, {"guild": guild_id})
