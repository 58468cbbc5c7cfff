"""Moments of a game that tell of one cliff: the same was at stake at each, and the worst of them stands for all."""

from collections.abc import Sequence
from dataclasses import replace

from engine.evaluations import choice_of
from engine.verdicts import GRADES, POINT, Moment

SMALL = 5 * POINT  # late in a game, less than that turns it: so the same cliff can be fallen off again and again


def size(moment: Moment) -> float:
    """Say how bad a move is: 1 is a blunder."""
    share, worth = GRADES["blunder"]
    return max(moment.cost / share, moment.points / worth)


def one_cliff_each(moments: Sequence[Moment]) -> list[Moment]:
    """Moments, in order; of some in a row at which the same was at stake only the worst, which names the others."""
    runs: list[list[Moment]] = []
    for moment in moments:
        if runs and _is_same_cliff(runs[-1][-1], moment):
            runs[-1].append(moment)
        else:
            runs.append([moment])
    told: list[Moment] = []
    for run in runs:
        worst = max(run, key=size)
        told.append(replace(worst, again=tuple(moment.ply for moment in run if moment is not worst)))
    return told


def _is_same_cliff(one: Moment, two: Moment) -> bool:
    """Tell whether a moment soon after another one is about the same: the same patch, or the game by a few points."""
    if two.ply - one.ply > 2:
        return False
    if one.why == two.why == "choice" and choice_of(one.better) == choice_of(two.better) >= 0:
        return True
    return all(moment.cost >= GRADES["blunder"][0] and moment.points < SMALL for moment in (one, two))
