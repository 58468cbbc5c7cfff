"""Challenges waiting for an answer."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, not_, or_, select, update

from bot.store.duties import Duties, exported
from bot.store.parameters import CHANNEL, GUILD, INTERACTION, MESSAGE, NOW, OTHER, OWED, USER
from bot.store.query import affects, do, many, one, one_or_none, parameter
from bot.store.rows import columns
from bot.store.servers import LEFT, meet_server
from bot.store.shards import sweep
from bot.store.tables import Place, challenges, is_owed

ANYBODY = 0
"""Whom an open seat challenges: the first person who comes. Nobody's id at Discord is 0."""


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge, or (to `ANYBODY`) an open seat; of a duel if it has a ``rival``. Whom it challenges is called at
    ``call_at``, if that is set.
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
    owed: bool = True
    made_by: int | None = None
    rival: str | None = None
    call_at: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is an open seat, which anybody may take."""
        return self.challenged == ANYBODY


_ROWS = select(*columns(challenges, ChallengeRow))
_ADD = insert(challenges).returning(*columns(challenges, ChallengeRow))
_IS_WAITING = challenges.c.expires_at > NOW
_IS_OPEN = challenges.c.challenged == ANYBODY
_HERE = challenges.c.guild_id.not_in(LEFT)

CHALLENGE: int = parameter("challenge")
LOWER: int = parameter("lower")
HIGHER: int = parameter("higher")
CALL_AT: int | None = parameter("calls_at")

_CHANGE = update(challenges).where(challenges.c.id == CHALLENGE)


def add_challenge(connection: Connection, **values: int | str | None) -> ChallengeRow:
    """Store a challenge: the fields of `ChallengeRow` but id and message_id. Raises IntegrityError for a second."""
    meet_server(connection, int(values["guild_id"] or 0))
    lower, higher = sorted((int(values["challenger"] or 0), int(values["challenged"] or 0)))
    return ChallengeRow(
        *connection.execute(_ADD, {**values, "lower": lower, "higher": higher, "owed": bool(values["guild_id"])}).one()
    )


find_challenge = one_or_none(ChallengeRow, CHALLENGE)(_ROWS.where(challenges.c.id == CHALLENGE))
find_made = one_or_none(ChallengeRow, INTERACTION)(_ROWS.where(challenges.c.made_by == INTERACTION))

_find_between = one_or_none(ChallengeRow, CHANNEL, LOWER, HIGHER)(
    _ROWS.where(challenges.c.channel_id == CHANNEL, challenges.c.lower == LOWER, challenges.c.higher == HIGHER)
)


def find_challenge_between(connection: Connection, channel_id: int, players: tuple[int, int]) -> ChallengeRow | None:
    """The challenge waiting between two players in a channel, made by either of them, or None."""
    lower, higher = sorted(players)
    return _find_between(connection, channel_id, lower, higher)


count_waiting = one(int, USER, NOW)(
    select(func.count()).where(challenges.c.challenger == USER, _IS_WAITING, not_(_IS_OPEN))
)
"""How many challenges of somebody wait for an answer, anywhere; open seats do not count."""

count_open = one(int, USER, NOW)(select(func.count()).where(challenges.c.challenger == USER, _IS_WAITING, _IS_OPEN))

count_concerning = one(int, USER, NOW)(
    select(func.count()).where(
        or_(challenges.c.challenger == USER, challenges.c.challenged == USER), _IS_WAITING, not_(_IS_OPEN)
    )
)
"""How many challenges from or to somebody wait for an answer, anywhere; open seats do not count."""

open_seats = many(ChallengeRow, CHANNEL, NOW)(
    _ROWS.where(
        challenges.c.channel_id == CHANNEL, challenges.c.lower == ANYBODY, challenges.c.rival.is_(None), _IS_WAITING
    ).order_by(challenges.c.id)
)
"""The seats that are open for games in a channel, but not for duels, the oldest first."""

expired_challenges = sweep(ChallengeRow, NOW)(_ROWS.where(challenges.c.expires_at <= NOW, _HERE), challenges.c.guild_id)
"""The challenges whose time has run out, but for those in servers that the bot has left."""

challenges_owed = sweep(ChallengeRow, NOW)(
    _ROWS.where(is_owed(challenges), _IS_WAITING).order_by(challenges.c.id), challenges.c.guild_id
)
"""The waiting challenges that no message shows, or only the words of a call."""

expire_challenge = do(CHALLENGE, NOW)(_CHANGE.values(expires_at=NOW))

expire_challenges = do(USER, OTHER, NOW)(
    update(challenges).where(challenges.c.challenger == USER, challenges.c.challenged == OTHER).values(expires_at=NOW)
)
"""Let the time of all challenges from one person to another run out now."""

challenges_to_call = sweep(ChallengeRow, NOW)(
    _ROWS.where(challenges.c.call_at.is_not(None), challenges.c.call_at <= NOW, _IS_WAITING, _HERE),
    challenges.c.guild_id,
)
"""The waiting challenges that are to call somebody by now, who had quiet hours."""

note_challenge_message = affects(CHALLENGE, MESSAGE, OWED, CALL_AT)(
    _CHANGE.values(message_id=MESSAGE, owed=OWED, call_at=CALL_AT)
)
"""Note where a challenge is shown, or only the words of its call (owed), and when it calls. False if it is gone."""

remove_challenge = affects(CHALLENGE)(delete(challenges).where(challenges.c.id == CHALLENGE))
"""Remove a challenge. False if somebody else just did: of two racing answers, one gets True."""

_ID = challenges.c.id
_TWO = challenges.c.challenger, challenges.c.challenged

DUTIES = Duties(
    (challenges,),
    export={"challenges": exported(select(challenges).where(or_(_TWO[0] == USER, _TWO[1] == USER)))},
    forget=[
        do(USER)(
            update(challenges).where(own == USER).values({own: -_ID, "lower": -_ID, "higher": other, "expires_at": 0})
        )
        for own, other in (_TWO, _TWO[::-1])
    ],
    drop_server=[do(GUILD)(delete(challenges).where(challenges.c.guild_id == GUILD))],
)
