"""``make arena ARGS=advice``: does it help beginners to do what the end of a game advises, and does a review agree?

Each piece of advice has programs that play as beginners do, and the same that follow it: both play the same rival on
the same rings. Then games that beginners play against rivals are looked back on and reviewed (decision 0093).
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import sqrt
from random import Random
from statistics import mean, stdev

from bot.matches.lookback import EARLY, Lesson, look_back
from bot.matches.match import Match
from bot.matches.seats import Person, Rival
from bot.store.games import LogRow
from engine.levels import LEVELS
from engine.review import review
from engine.verdicts import Moment, Review
from game import Placement, Setup
from game.position import from_pawn
from tests.game.building import shuffled_ring
from tools.arena.beginners import BEGINNERS
from tools.arena.matches import TRACKS, Competitor, level, match, playing, rings

RIVALS = ("pompom", "tassel", "pin")
"""Whom beginners play."""

RINGS = 200
"""On how many rings each piece of advice is tried, from both seats."""

GAMES = 500
"""How many games are reviewed."""


FOLLOWED: dict[Lesson, tuple[tuple[Competitor, Competitor], ...]] = {
    "buttons": (
        (playing("largest", "sloppy"), playing("buttons early", "sloppy")),
        (playing("largest", "tidy"), playing("buttons early", "tidy")),
        (playing("cheapest", "sloppy"), playing("buttons early", "sloppy")),
    ),
}
"""Who follows a piece of advice, after who does not."""


def gained(plain: Competitor, follower: Competitor, rival: str, seed: int, count: int = RINGS) -> tuple[float, float]:
    """The points that following brings, on average, and how far off that may be, at 95 %."""
    dealt = list(rings(count, seed))
    played = [match(one, level(rival), TRACKS[seed % 2], dealt) for one in (plain, follower)]
    more = [(after[0] - after[1]) - (before[0] - before[1]) for before, after in zip(*played, strict=True)]
    return mean(more), 1.96 * stdev(more) / sqrt(len(more))


# --- what reviews say of it


def played_alone(number: int, seed: int) -> Match:
    """A game of a beginner, or of a weak level in the place of a person, against a rival."""
    people = [*(playing(*who) for who in BEGINNERS), *map(level, list(LEVELS)[:4])]
    person, rival = people[number % len(people)], RIVALS[number // len(people) % len(RIVALS)]
    rng = Random(1_000_000 * seed + number)
    setup = Setup(TRACKS[number % 2], from_pawn(shuffled_ring(rng)), 1 + number // 2 % 2)
    game = Match(1, 1, 1, (Person(1), Rival(rival)), setup, "en", 0)
    players = (person, level(rival))
    while game.outcome is None:
        move = players[game.position.turn - 1].move(game.position)
        game = game.after(LogRow(game.revision + 1, "move", game.position.turn, str(move), 0))
    return game


def contradicting(game: Match, lesson: Lesson, found: Review) -> list[Moment]:
    """The moments of a review at which the person did what they are advised to do, and the opposite would have been
    better.
    """
    own = (moment for moment in found.moments if moment.why != "best" and game.plies[moment.ply - 1].seat == 1)
    return [moment for moment in own if _is_against(lesson, game, moment)]


def _is_against(lesson: Lesson, game: Match, moment: Moment) -> bool:
    before, played, better = game.at(moment.ply - 1).position, game.plies[moment.ply - 1].move, moment.better
    if lesson != "buttons" or not isinstance(played, Placement) or not isinstance(better, Placement):
        return False
    return before.player(1).space < EARLY and better.patch.income < played.patch.income


def lines(seed: int, games: int = GAMES) -> Iterator[str]:
    """Say what each piece of advice brings, and how often reviews contradict it."""
    for lesson, pairs in FOLLOWED.items():
        for (plain, follower), rival in product(pairs, RIVALS[:2]):
            more, off = gained(plain, follower, rival, seed)
            yield (
                f"{lesson}: {follower.name} gains {more:+.1f} [{more - off:+.1f} to {more + off:+.1f}] points"
                f" on {plain.name} against {rival}, {2 * RINGS} games each; demanded: above 0"
            )
    told, against = Counter[Lesson](), Counter[Lesson]()
    for number in range(games):
        game = played_alone(number, seed)
        lesson = look_back(game).lesson
        told[lesson] += 1
        against[lesson] += bool(contradicting(game, lesson, review(game.record)))
    for lesson, count in told.items():
        yield f"{lesson}: told in {count} of {games} games, contradicted in {against[lesson]}; demanded: none"
