"""The positions that come with the bot to practise, in `collection.txt`: moments of games between rivals, and which
level finds the better move (decision 0062).
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from bot.matches.match import Match, Ply
from bot.matches.problems import Problem
from bot.matches.seats import Rival
from engine.verdicts import Moment, parse_moment
from game import Record, Setup, parse_move

FILE = Path(__file__).with_name("collection.txt")


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game between two rivals, by their levels, as far as its positions need it; its moves are text."""

    setup: Setup
    levels: tuple[str, str]
    moves: str


@dataclass(frozen=True, slots=True)
class KeptPosition:
    """A moment of such a game, and the weakest ``level`` that finds the better move, as do all that are stronger."""

    game: KeptGame
    moment: Moment
    level: str


@cache
def collection() -> tuple[KeptPosition, ...]:
    """All of them: a position's number is its place in here, from 1."""
    return read_collection(FILE.read_text("ascii"))


def read_collection(text: str) -> tuple[KeptPosition, ...]:
    """Read the text of a collection: two lines for a game, and one for each of its positions, after some comments."""
    found: list[KeptPosition] = []
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "game":
            track, first, one, two, *ring = rest.split()
            setup = Setup(track, tuple(map(int, ring)), int(first))
            game = KeptGame(setup, (one, two), next(lines))
        else:
            level, _, moment = line.partition(" ")
            found.append(KeptPosition(game, parse_moment(moment), level))
    return tuple(found)


def problem_of(kept: KeptPosition, user: int) -> Problem:
    """A position as a problem for a user."""
    return Problem(_match(kept.game), kept.moment, user)


@lru_cache(maxsize=8)
def _match(game: KeptGame) -> Match:
    record = Record(game.setup, tuple(map(parse_move, game.moves.split())))
    one, two = game.levels
    new = Match(0, 0, 0, (Rival(one), Rival(two)), game.setup, "en", 0)
    seat, plies = game.setup.start.turn, list[Ply]()
    for number, (move, step) in enumerate(zip(record.moves, record.steps(), strict=True), 1):
        plies.append(Ply(number, seat, move, step))
        seat = step.position.turn
    return replace(new, revision=len(plies), plies=tuple(plies))
