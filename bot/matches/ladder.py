"""What is shown of a ladder: a page of it, and what is at stake in a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.store.ladder_rows import StandingRow, UnratedRow


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A page of a server's ladder in a season: some of those who have a place, how many have one, and how the viewer
    stands. Those in ``hiding`` are not to be named to others. There are seasons from the ``first`` to that of ``now``.
    ``unrated`` are games that were taken out lately.
    """

    season: int
    first: int
    now: int
    rows: Sequence[StandingRow]
    count: int
    own: StandingRow | None
    hiding: frozenset[int]
    unrated: Sequence[UnratedRow]

    @property
    def is_now(self) -> bool:
        """Whether this is the season of now, which still goes on."""
        return self.season == self.now


@dataclass(frozen=True, slots=True)
class Stake:
    """What is at stake for somebody in a game that counts: their strength, and by how much it would change."""

    player: int
    strength: int
    deviation: int
    gain: int
    loss: int
