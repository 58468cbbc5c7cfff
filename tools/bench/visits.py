"""How often a game needs somebody: changes of mover after which a person must choose, by hand, forced, and planned.

Needle plays both sides of 100 games. Who waits plans its best answer to each option of the opponent, as it looks before
anything is sewn: an entry for each option, and none for what may follow.
"""

from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

from bot.matches.answers import Answers
from bot.matches.match import Match
from bot.matches.plan import Entry, Plan, can_be_planned, options_of
from bot.store.games import LogRow
from bot.store.plans import bit_of
from engine.levels import play
from game import ADVANCE, PATCHES, Move, Position, other
from tests.matches.building import new_match
from tools.bench.measure import Result

GAMES = 100
LEVEL = "needle"


def visits_forced() -> Result:
    """Visits a game when forced moves make themselves, beside those when everything is made by hand."""
    by_hand, forced, _ = _measured()
    return _row("visits, forced moves", forced, by_hand, 29.5)


def visits_planned() -> Result:
    """The same when both sides plan as well."""
    by_hand, _, planned = _measured()
    return _row("visits, plans", planned, by_hand, 20)


VISITS = [visits_forced, visits_planned]


def _row(name: str, ours: float, theirs: float, most: float) -> Result:
    return Result(name, f"{ours:.1f}", f"{theirs:.1f}", f"by hand; at most {most:g}", ours / most, 1, at_most=True)


@cache
def _measured() -> tuple[float, float, float]:
    """The mean of visits a game: all by hand, with forced moves, and with plans besides."""
    games = [new_match(1 + seed % 2, ring=(*Random(seed).sample(range(1, 33), 32), 0)) for seed in range(GAMES)]
    played = [_visits(match, plans=False) for match in games]
    planned = [_visits(match, plans=True) for match in games]
    by_hand, forced = (sum(each[kind] for each in played) / GAMES for kind in (0, 1))
    return by_hand, forced, sum(each[1] for each in planned) / GAMES


def _visits(match: Match, *, plans: bool) -> tuple[int, int]:
    """Play a game. Returns how often the mover changed, and how often the one who had to choose did."""
    chose = 0
    visits = 0
    while not match.position.over:
        seat = match.position.turn
        visits += seat != chose
        chose = seat
        plan = _plan(match, other(seat)) if plans else Plan()
        match = _made(match, play(match.position, LEVEL).move)
        match = _answered(match, other(seat), plan)
    seats = [ply.seat for ply in match.plies]
    return 1 + sum(one != two for one, two in pairwise(seats)), visits


def _answered(match: Match, planner: int, plan: Plan) -> Match:
    """The match after what answers a move by itself."""
    answers = Answers(lambda _: plan, lambda _: True, 0)
    match = replace(match, plans=bit_of(planner))
    while event := answers.next(match):
        match = match.after(event)
    return replace(match, plans=0)


def _made(match: Match, move: Move) -> Match:
    return match.after(LogRow(match.revision + 1, "move", match.position.turn, str(move), 0))


def _plan(match: Match, seat: int) -> Plan:
    """The best answer to each option of the opponent after which it is a seat's turn."""
    entries = []
    for option in options_of(match.position):
        after = _after(match.position, option)
        if after.turn != seat or after.over:
            continue
        move = play(after, LEVEL).move
        if can_be_planned(match.position, seat, move, option):
            entries.append(Entry(move, option, match.revision))
    return Plan(tuple(entries), match.revision)


def _after(position: Position, option: str) -> Position:
    if option == "+":
        return position.play(ADVANCE).position
    step = position.preview(PATCHES[int(option)])
    assert step is not None, "what can be taken fits somewhere"
    return replace(step.position, leather=0)
