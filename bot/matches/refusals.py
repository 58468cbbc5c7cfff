"""Refusals: why something cannot be done, as a reason that the ui turns into a sentence."""

from bot.matches.match import Match, Refusal
from bot.store.challenges import ChallengeRow
from game import GameError


class Illegal(Refusal):
    """The rules forbid a move: ``cause`` says why."""

    def __init__(self, match: Match, cause: GameError) -> None:
        super().__init__("illegal", match)
        self.cause = cause


class NudgedAlready(Refusal):
    """The player to move was nudged, or has got the move, only lately. ``until`` then they are left alone."""

    def __init__(self, match: Match, until: int) -> None:
        super().__init__("nudged", match)
        self.until = until


class ChallengeWaiting(Refusal):
    """A challenge between the same two people waits in this channel, or a seat of the user's (``seat_waiting``). They
    cannot accept their own (``own_challenge``, ``own_seat``). None if it was answered just now.
    """

    def __init__(self, challenge: ChallengeRow | None, reason: str = "challenge_waiting") -> None:
        super().__init__(reason)
        self.challenge = challenge


class NotYours(Refusal):
    """A challenge was answered by somebody it was not meant for."""

    def __init__(self, challenge: ChallengeRow) -> None:
        super().__init__("not_yours")
        self.challenge = challenge


class TooManyGames(Refusal):
    """A player has reached the limit of ``count`` running games: the user who asked, or the other one
    (``too_many_games_theirs``); or of private ones (``too_many_private_games``).
    """

    def __init__(self, player: int, count: int, reason: str) -> None:
        super().__init__(reason, count=count)
        self.player = player


class TakesNoChallenges(Refusal):
    """A player takes no challenges, or none from the user who asked: nobody is told which. Or the user takes none from
    them, and so can neither take their seat (``own_block``) nor join their group (``own_block_group``).
    """

    def __init__(self, player: int, reason: str = "no_challenges") -> None:
        super().__init__(reason)
        self.player = player


class LacksPermissions(Refusal):
    """The bot may not do what a game needs; ``missing`` are the permissions, by their names in Discord's API."""

    def __init__(self, missing: list[str]) -> None:
        super().__init__("permissions")
        self.missing = missing
