"""What a challenge or an open seat asks for, how long it waits, and how many there may be."""

from dataclasses import dataclass, replace

from bot.store.challenges import ANYBODY, ChallengeRow
from bot.store.tables import Place

CHALLENGE_SECONDS, SEAT_SECONDS = 24 * 60 * 60, 48 * 60 * 60
"""How long a challenge waits for an answer, and how long a seat stays open."""

MOST_WAITING, MOST_OPEN = 5, 2
"""How many challenges of one person may wait for an answer, and how many of their seats be open, in all servers."""

CALL_SECONDS = 10 * 60
"""How long after a challenge its challenger mentions the same person in no other, and after a seat or a
group opens no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge:
    """What somebody asks for when they challenge another, or open a seat. ``first`` is 1 for the challenger, 2 for the
    challenged, 0 for any; ``pace`` how long a move may take (None: no clock); ``made_by`` the interaction that
    asks; ``rival`` the level that both meet in a duel.
    """

    guild_id: int
    channel_id: int
    challenger: int
    challenged: int = ANYBODY
    track: str = "classic"
    first: int = 0
    pace: int | None = None
    rematch_of: int | None = None
    place: Place = "here"
    language: str = "en"
    made_by: int | None = None
    rival: str | None = None

    @property
    def players(self) -> tuple[int, int]:
        """The challenger and the challenged."""
        return self.challenger, self.challenged

    def to(self, user: int) -> "NewChallenge":
        """The same, asked of one user."""
        return replace(self, challenged=user)


@dataclass(frozen=True, slots=True)
class Made:
    """A challenge just made, the expired one that it ``replaces``, and whether it may mention the challenged user; or
    one that the same interaction has made ``before``, which somebody else is posting.
    """

    challenge: ChallengeRow
    replaces: ChallengeRow | None = None
    calls: bool = True
    before: bool = False

    @property
    def ping(self) -> int | None:
        """Whom its message mentions."""
        return called_by(self.challenge) if self.calls else None


def called_by(challenge: ChallengeRow) -> int | None:
    """Whom the message of a challenge calls: nobody, if it is an open seat."""
    return None if challenge.is_open else challenge.challenged
