"""How well the fit of a ladder finds out who is strong, in simulated servers, and what it costs.

The servers are those of an earlier experiment, whose figures are the yardstick: twelve people, whose strengths are
spread by 200 (or 120) Elo, some of whom play much more than others; the excess of log loss over what could be known at
best, in thousandths of a nat, over all pairs of them, and Kendall's tau of their order. In the rows with rivals, each
person has met four, always the one that suits best, and these are stronger or weaker than the fit believes, by 120. The
experiment's own figures, of 30 to 120 servers, are uncertain by some .02 in tau, and so are the goals.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import cache
from itertools import combinations, permutations
from math import log
from random import Random
from statistics import mean, quantiles

from bot.matches.bradley_terry import Played, chance, fit
from bot.matches.fitting import rate_async
from bot.matches.ladders import READ_AT_ONCE
from bot.matches.standings import DAY, PLACEMENT_GAMES, RIVALS, rate
from bot.store.ladder_rows import EndedRow
from tools.bench.measure import ABSOLUTE, WALL, Result, at_most, milliseconds

PEOPLE, SERVERS = 12, 1_500
"""People in a server, and how many servers are simulated for each row."""

CENTRE, OFF = 1_500.0, 120.0
"""Where people are, and how far the rivals are from where the fit has them, in Elo."""

EARLIER = {
    (200, 5, False): (112, 0.47),
    (120, 5, False): (67, 0.38),
    (200, 15, False): (66, 0.63),
    (120, 15, False): (49, 0.50),
    (200, 5, True): (75, 0.62),
    (120, 5, True): (58, 0.48),
    (200, 15, True): (48, 0.69),
    (120, 15, True): (41, 0.56),
}
"""By the spread of people, their games each, and whether they met rivals: the excess and tau of the experiment."""


def ladder_loss() -> Result:
    """Print both figures of all rows of the experiment; the result is the worst excess beside the experiment's."""
    ratios = []
    for (spread, games, placed), (excess, tau) in EARLIER.items():
        ours, ours_tau = measured(spread, games, placed)
        what = f"{games:2} games each{' and 4 against rivals' if placed else ''}, spread {spread}"
        print(f"  {what:48}excess {ours:5.1f} ({excess}), tau {ours_tau:.2f} ({tau:.2f})")
        ratios.append((ours / excess, ours, excess))
    ratio, ours, theirs = max(ratios)
    return Result(
        "ladder, worst excess", f"{ours:.0f} mnat", f"{theirs} mnat", "the experiment", ratio, 1.05, at_most=True
    )


def ladder_order() -> Result:
    """The worst tau beside the experiment's."""
    ratio, ours, theirs = min(
        (tau / earlier, tau, earlier) for (_, tau), (_, earlier) in ((measured(*row), EARLIER[row]) for row in EARLIER)
    )
    return Result("ladder, worst tau", f"{ours:.2f}", f"{theirs:.2f}", "the experiment", ratio, 0.95)


def ladder_thousand() -> Result:
    """The CPU time of a ladder of forty people and a thousand games: which of them count, the fit, and the places."""
    games = _season(Random(3), 40, 1_000)
    begun = time.process_time()
    for _ in range(10):
        rate(games)
    seconds = (time.process_time() - begun) / 10
    return at_most("ladder of 1,000, CPU", seconds, 0.05, ABSOLUTE)


def ladder_beside_clicks() -> Result:
    """Time how late the event loop is at the 99th percentile while another process fits forty thousand games."""
    late, seconds = asyncio.run(_beside(_season(Random(4), 400, 40_000)))
    print(f"  known after {milliseconds(seconds)}")
    return at_most("ladder of 40,000, late", late, 0.01, WALL)


LADDER = [ladder_loss, ladder_order, ladder_thousand, ladder_beside_clicks]


@cache
def measured(spread: int, games: int, placed: bool, servers: int = SERVERS) -> tuple[float, float]:
    """The mean excess, in thousandths of a nat, and the mean tau of some simulated servers."""
    rng = Random(f"{spread} {games} {placed}")
    told = [_server(rng, spread, games, placed) for _ in range(servers)]
    return 1_000 * mean(excess for excess, _ in told), mean(tau for _, tau in told)


def _server(rng: Random, spread: int, games: int, placed: bool) -> tuple[float, float]:
    true = [rng.gauss(CENTRE, spread) for _ in range(PEOPLE)]
    activity = [rng.random() for _ in true]
    played = []
    for _ in range(PEOPLE * games // 2):
        one = other = rng.choices(range(PEOPLE), activity)[0]
        while other == one:
            other = rng.choices(range(PEOPLE), activity)[0]
        played.append(_game(rng, one, true[one], other, true[other]))
    if placed:
        played += _placing(rng, true)
    found = fit(played, RIVALS if placed else {})
    believed = [found.strengths[who].value if who in found.strengths else found.mean for who in range(PEOPLE)]
    pairs = list(permutations(range(PEOPLE), 2))
    excess = mean(_excess(chance(true[a], true[b]), chance(believed[a], believed[b])) for a, b in pairs)
    signs = [(true[a] - true[b]) * (believed[a] - believed[b]) for a, b in combinations(range(PEOPLE), 2)]
    return excess, mean((each > 0) - (each < 0) for each in signs)


def _placing(rng: Random, true: list[float]) -> list[Played]:
    """The games of each person against rivals: always the one who suits them best by what is known of them."""
    real = {level: rng.gauss(at, OFF) for level, at in RIVALS.items()}
    played: list[Played] = []
    for who, strength in enumerate(true):
        own: list[Played] = []
        for _ in range(PLACEMENT_GAMES):
            known = fit(own, RIVALS).strengths[who].value if own else CENTRE
            level = min(RIVALS, key=lambda each: abs(RIVALS[each] - known))
            sides: list[tuple[int | str, float]] = [(who, strength), (level, real[level])]
            (one, first), (other, second) = sides if rng.random() < 0.5 else sides[::-1]
            own.append(_game(rng, one, first, other, second))
        played += own
    return played


def _game(rng: Random, one: int | str, first: float, other: int | str, second: float) -> Played:
    return Played(one, other, 1 if rng.random() < chance(first, second) else 2)


def _excess(true: float, believed: float) -> float:
    return true * log(true / believed) + (1 - true) * log((1 - true) / (1 - believed))


def _season(rng: Random, people: int, games: int) -> list[EndedRow]:
    """Games of a quarter of a year, in order."""
    true = [rng.gauss(CENTRE, 200) for _ in range(people)]
    return [_ended(rng, number, number * 90 * DAY // games, true) for number in range(games)]


def _ended(rng: Random, number: int, at: int, true: list[float]) -> EndedRow:
    one, other = rng.sample(range(len(true)), 2)
    won = rng.random() < chance(true[one], true[other])
    return EndedRow(number, at, "finished", one + 1, other + 1, None, won=won, first=True, moves=20, hints=0)


async def _beside(games: list[EndedRow]) -> tuple[float, float]:
    late = [0.0]

    async def watch() -> None:
        while True:
            due = time.perf_counter() + 0.005
            await asyncio.sleep(0.005)
            late.append(time.perf_counter() - due)

    async def read() -> AsyncIterator[list[EndedRow]]:
        for first in range(0, len(games), READ_AT_ONCE):
            yield games[first : first + READ_AT_ONCE]

    watching, begun = asyncio.create_task(watch()), time.perf_counter()
    await rate_async(read())
    watching.cancel()
    return quantiles(late, n=100)[98], time.perf_counter() - begun
