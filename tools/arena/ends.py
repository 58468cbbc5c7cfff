"""``make arena ARGS=ends``: how well levels play ends, beside perfect play by a solver that looks at many states."""

from collections.abc import Iterator
from random import Random
from statistics import mean

from engine.levels import LEVELS, play
from engine.search import think
from engine.thoughts import never
from game import Position
from game.position import start
from game.squares import LAST
from tests.game.building import shuffled_ring
from tools.arena.matches import TRACKS, wilson

NEAR = 14
"""How many spaces both tokens together may have before them, for an end to be solved (`engine/native/endgame.h`)."""

GAMES = 200
STRENGTHS = (20, 70, 300, 1_000)
"""Iterations a move of those who play the games; each seat draws its own."""

JUDGED = 1_000_000
"""How many states the judge may look at. Only in C does that take seconds."""


def ends(games: int, seed: int) -> Iterator[Position]:
    """The first decision of each game from which an end may be solved."""
    for number in range(seed, seed + games):
        rng = Random(number)
        position, strengths = start(TRACKS[number % 2], shuffled_ring(rng)), rng.choices(STRENGTHS, k=2)
        while not position.over and not _is_end(position):
            position = position.play(think(position, strengths[position.turn - 1]).move).position
        if not position.over:
            yield position


def _is_end(position: Position) -> bool:
    return sum(LAST - player.space for player in position.players) <= NEAR and len(position.legal_moves) > 1


def result(position: Position, seat: int) -> tuple[bool, float] | None:
    """Tell whether a seat wins if both play perfectly, and by how many points; None where the judge gives up."""
    if position.over:
        return position.winner == seat, position.score(seat).total - position.score(3 - seat).total
    thought = think(position, 1, never, JUDGED)
    if not thought.exact:
        return None
    won, points = thought.share > 0.5, thought.lines[0].points
    return (won, points) if position.turn == seat else (not won, -points)


def lines(seed: int, games: int = GAMES) -> Iterator[str]:
    """A line for each level."""
    judged = [(each, found) for each in ends(games, seed) if (found := result(each, each.turn))]
    for level in LEVELS:
        lost: list[float] = []
        thrown = 0
        for position, (wins, points) in judged:
            got = result(position.play(play(position, level).move).position, position.turn)
            if got:
                lost.append(points - got[1])
                thrown += wins and not got[0]
        perfect = sum(each == 0 for each in lost)
        low, high = wilson(perfect, len(lost))
        yield (
            f"{level:>24} plays {perfect} of {len(lost)} ends as well as can be = {perfect / len(lost):.1%}"
            f" [{low:.1%} to {high:.1%}], loses {mean(lost):.3f} points on average, {max(lost):g} at most,"
            f" and throws {thrown} wins away ({games} games)"
        )
