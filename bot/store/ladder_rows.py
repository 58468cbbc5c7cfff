"""The rows of ladders, and of the games that count on them. Nothing else is here: another process needs them alone."""

from dataclasses import dataclass

NEVER = 2**62
"""Later than any game has ended: when one that goes on ends."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """The ladder of a server."""

    guild_id: int
    changes: int = 0
    fitted: int = 0
    season: int = 0
    mean: int = 0


@dataclass(frozen=True, slots=True)
class StandingRow:
    """How somebody stands on a ladder; their place, which equals share, is None as long as their games are too few."""

    player: int
    strength: int
    deviation: int
    games: int
    people: int
    last_at: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class UnratedRow:
    """A game that a moderator has taken out, its server, the note on it, and when that was."""

    game_id: int
    guild_id: int
    note: str
    at: int


@dataclass(frozen=True, slots=True)
class EndedRow:
    """A game that has ended, as its first seat's result has it: see `bot.store.results.ResultRow`."""

    game_id: int
    ended_at: int
    ending: str
    player: int
    other: int | None
    level: str | None
    won: bool | None
    first: bool
    moves: int
    hints: int
    played: str = ""
