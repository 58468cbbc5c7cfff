"""A game in one line, for suggestions and selects, where no mention becomes a name; and what its poster says."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.clock import now
from bot.matches.clock import DAY, HOUR
from bot.matches.match import Match
from bot.matches.seats import Person
from bot.store.games import GameRow
from bot.ui.kit.texts import Say, notes
from bot.ui.words.names import player_name, soloist

NameOf = Callable[[int, int], str | None]
"""What a user is called in a server, if that is known; see `bot.ui.kit.interaction`."""


@dataclass(frozen=True, slots=True)
class Credits:
    """What a match does not tell itself: the ``names`` of its players for the poster, by seat, empty where there is
    none that can be drawn; the seats of those who have never had more points, for whom it is the ``best``; and the
    ``score``: how many games its two people have won against each other, by seat, None where that is not told.
    """

    names: tuple[str, str] = ("", "")
    best: frozenset[int] = frozenset()
    score: tuple[int, int] | None = None


NO_CREDITS = Credits()


def poster_label(match: Match) -> tuple[str, str] | None:
    """Write the label of a poster, the same in all languages: its number, and the day it ended (UTC)."""
    if match.ended_at is None:
        return None
    return f"#{match.id}", datetime.fromtimestamp(match.ended_at, UTC).date().isoformat()


def praise(say: Say, match: Match, best: frozenset[int]) -> str:
    """The rarest thing that one of the people did in a match that was played out, in small print; nothing for none.

    It was the ``best`` game of some seats. The first 7×7 is told with the points that it brings.
    """
    people = [seat for seat, sitter in enumerate(match.seats, 1) if isinstance(sitter, Person)]
    people.sort(key=lambda seat: seat != match.winner)
    deeds = (
        ("whole", [seat for seat in people if not match.position.player(seat).quilt.empty]),
        ("best", [seat for seat in people if seat in best]),
    )
    told = [say(f"praise.{deed}", user=player_name(say, match, seat)) for deed, seats in deeds for seat in seats]
    return told[0] if told else ""


def opponent_name(say: Say, row: GameRow, user: int, name_of: NameOf) -> str | None:
    """Say what the opponent of a user is called in a game, if that is known."""
    if row.player2 is None:
        return soloist(say, row)
    return name_of(row.guild_id, row.player2 if row.player1 == user else row.player1)


def player_label(say: Say, row: GameRow, user: int, name_of: NameOf) -> str:
    """A game as one of its players sees it, such as ``12 · against Tom · your move · 2 days left``."""
    name = opponent_name(say, row, user, name_of)
    against = say("label.against", name=name) if name else ""
    if not row.ending:
        whose = say("label.yours" if row.mover == user else "label.theirs")
        return notes(say, str(row.id), against, whose, _left(say, row))
    has_won = row.winner and user == row.users[row.winner - 1]
    result = say("label.won" if has_won else "label.lost" if row.winner else "label.unwon")
    return notes(say, str(row.id), against, result, say("label.hints") if row.hints else "")


def spectator_label(say: Say, row: GameRow, name_of: NameOf) -> str:
    """A game as others see it, such as ``12 · Mina and Tom``; only its number if their names are not known."""
    one, two = name_of(row.guild_id, row.player1), opponent_name(say, row, row.player1, name_of)
    return notes(say, str(row.id), say("label.players", one=one, two=two) if one and two else "")


def _left(say: Say, row: GameRow) -> str:
    if row.deadline is None:
        return ""
    seconds = row.deadline - now()
    if seconds <= 0:
        return say("label.late")
    if seconds >= 2 * DAY:
        return say("label.days", count=round(seconds / DAY))
    if seconds < HOUR:
        return say("label.minutes", count=max(round(seconds / 60), 1))
    return say("label.hours", count=round(seconds / HOUR))
