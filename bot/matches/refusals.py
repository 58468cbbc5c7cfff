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
    """A challenge between the same two people is already waiting in this channel; None if it was answered just now."""

    def __init__(self, challenge: ChallengeRow | None) -> None:
        super().__init__("challenge_waiting")
        self.challenge = challenge


class SeatWaiting(ChallengeWaiting):
    """A seat that the user has opened in this channel is still open; None if it was taken just now."""

    def __init__(self, seat: ChallengeRow | None) -> None:
        super().__init__(seat)
        self.reason = "seat_waiting"


class OwnSeat(ChallengeWaiting):
    """A user cannot take the seat that they have opened."""

    def __init__(self, seat: ChallengeRow) -> None:
        super().__init__(seat)
        self.reason = "own_seat"


class NotYours(Refusal):
    """A challenge was answered by somebody it was not meant for."""

    def __init__(self, challenge: ChallengeRow) -> None:
        super().__init__("not_yours")
        self.challenge = challenge


class TooManyGames(Refusal):
    """A player has reached the limit of ``count`` running games: the user who asked, or the other one."""

    def __init__(self, player: int, count: int, *, is_user: bool) -> None:
        super().__init__("too_many_games" if is_user else "too_many_games_theirs", count=count)
        self.player = player


class TakesNoChallenges(Refusal):
    """A player takes no challenges: from nobody, or not from the user who asked. Nobody is told which."""

    def __init__(self, player: int) -> None:
        super().__init__("no_challenges")
        self.player = player


class OwnBlock(Refusal):
    """The user takes no challenges from another one, and so cannot take their seat."""

    def __init__(self, player: int) -> None:
        super().__init__("own_block")
        self.player = player


class OwnBlockInGroup(OwnBlock):
    """Somebody whom the user has blocked is in a group."""

    def __init__(self, player: int) -> None:
        super().__init__(player)
        self.reason = "own_block_group"


class LacksPermissions(Refusal):
    """The bot may not do what a game needs; ``missing`` are the permissions, by their names in Discord's API."""

    def __init__(self, missing: list[str]) -> None:
        super().__init__("permissions")
        self.missing = missing
