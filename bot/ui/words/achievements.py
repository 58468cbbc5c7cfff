"""What the players of a finished game may be proud of, and what they are called where it is shown."""

from dataclasses import dataclass

from bot.matches.match import Match
from bot.matches.seats import Person
from bot.ui.kit.texts import Say
from bot.ui.words.names import player_name


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
