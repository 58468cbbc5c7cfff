"""Problems: what is asked, how good it is what somebody has chosen, and what was played in the game."""

from __future__ import annotations

from bot.matches.problems import Judged, Problem
from bot.ui.kit.texts import Say, sentences
from bot.ui.words.names import area, patch_object, player_name
from bot.ui.words.reasons import because
from bot.ui.words.reviews import about, whole_points
from engine.verdicts import WHOLE
from game import Move, Placement, other

FEW_POINTS, MANY_GAMES = 2, 10
"""If a move costs fewer points than that and as many games of a hundred, the games are told."""


def question(say: Say, problem: Problem) -> str:
    """Ask what the user would do, and say whose move it was."""
    if problem.is_own:
        return say("problem.yours")
    return say("problem.theirs", user=player_name(say, problem.game, problem.seat))


def verdict(say: Say, judged: Judged) -> str:
    """Say how good it is what somebody has chosen; and why it is worse than the best move, if that is known."""
    problem, move = judged.problem, judged.move
    if judged.is_best:
        return say("problem.best")
    weighed = judged.weighed
    points, games = max(whole_points(weighed.points), 1), max(100 * weighed.share // WHOLE, 1)
    if judged.is_solved:
        return _compared(say, "alike" if judged.is_alike else "fair", problem, move, points)
    is_slight = points < FEW_POINTS and games >= MANY_GAMES
    name, count = ("fewer", games) if is_slight else ("worse", points)
    told = _compared(say, name, problem, move, count)
    return sentences(say, told, because(say, problem.match, problem.seat, move, problem.best, weighed.reason, "is.you"))


def solution(say: Say, problem: Problem) -> str:
    """Say what the best move known is."""
    kind, patch = about(say, problem.best)
    return say(f"problem.solution.{kind}", **patch)


def played(say: Say, problem: Problem) -> str:
    """Say what was played in the game, what that cost, and why; or of the best move of the game, what it was worth."""
    game, seat, moment = problem.game, problem.seat, problem.moment
    user = "you" if problem.is_own else "user"
    values, count = {"user": player_name(say, game, seat)}, max(whole_points(moment.points), 1)
    if moment.why == "best":
        kind, patch = about(say, problem.second)
        found = say(f"problem.played.{user}.best", **values)
        return sentences(say, found, say(f"problem.next.{kind}", count=count, **patch))
    move = problem.played
    kind, patch = about(say, move)
    if moment.why == "place" and isinstance(move, Placement):
        kind, patch = "place", {"object": patch_object(say, move.patch), "square": area(say, move)}
    is_theirs = game.user_at(other(seat)) == problem.user
    way = "was.you" if problem.is_own else "was.to_other" if is_theirs else "was"
    told = say(f"problem.played.{user}.{kind}", **values, **patch)
    return sentences(
        say, told, say("problem.cost", count=count), because(say, game, seat, move, problem.best, moment.reason, way)
    )


def _compared(say: Say, name: str, problem: Problem, move: Move, count: int) -> str:
    """Compare a move with the best one; where both sew the same patch, compare the two places."""
    best = problem.best
    if isinstance(move, Placement) and isinstance(best, Placement) and move.patch is best.patch:
        places = {"object": patch_object(say, move.patch), "square": area(say, move), "other": area(say, best)}
        return say(f"problem.{name}.place", count=count, **places)
    return sentences(say, say(f"problem.{name}", count=count), solution(say, problem))
