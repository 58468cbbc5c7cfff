"""Problems: a position to choose a move in, the panel that places a patch there, and how good the choice was.

``here`` is the id of the page that a problem stands on, and ``title`` says which one it is. Nothing is sewn on any of
these: what is chosen is only weighed.
"""

from dataclasses import replace

import render
from bot.matches.problems import Judged, Problem
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, sentences
from bot.ui.pages.board import fitting, table_picture, turn_row
from bot.ui.pages.ghost import Panel
from bot.ui.pages.panel import other_places_select, panel_page, panel_rows
from bot.ui.pages.reviews import about, whole_points
from bot.ui.words.accessible import following_names, offers
from bot.ui.words.alt import quilt_alt, quilt_sentence
from bot.ui.words.names import TOKEN_COLOURS, area, patch_object, player_name
from bot.ui.words.preview import next_lines, offer_sentences
from bot.ui.words.reasons import Choice, against, because, in_favour
from bot.ui.words.score_lines import score_lines
from engine.verdicts import WHOLE
from game import ADVANCE, Move, Placement, other

CONFIRM = "pickit"
"""The control of a panel that chooses what it shows."""

FEW_POINTS, MANY_GAMES = 2, 10
"""If a move costs fewer points than that and as many games of a hundred, the games are told."""


def question(say: Say, problem: Problem) -> str:
    """Ask what the reader would do there."""
    if problem.is_own:
        return say("problem.yours")
    return say("problem.theirs", user=player_name(say, problem.game, problem.seat))


def problem_page(say: Say, problem: Problem, here: CustomId, title: str, ways: tuple[Button, ...]) -> Page:
    """A position, and all that can be chosen, in pictures or in words; the ``title`` asks what it is to be."""
    match, position = problem.match, problem.match.position
    rows, above = (fitting((*turn_row(say, match, here), *ways)),), (title,)
    if not say.text_only:
        leads = () if position.leather else (next_lines(say, match, to_mover=True),)
        return Page(above, table_picture(say, match, left=problem.seat), leads, rows, TOKEN_COLOURS[problem.seat])
    choice = offers(say, position) if position.leather else offer_sentences(say, match, to_mover=True)
    quilts = (quilt_sentence(say, position.player(seat).quilt, seat) for seat in (1, 2))
    below, last = (choice, following_names(say, position)), (score_lines(say, match), *quilts)
    return Page(above, None, below, rows, TOKEN_COLOURS[problem.seat], last=last)


def problem_panel(say: Say, problem: Problem, panel: Panel, here: CustomId) -> Page:
    """The panel in which a patch is placed."""
    match, quilt = problem.match, problem.match.position.player(problem.seat).quilt
    here = replace(here, page=f"{here.page}.{panel.page}", shown=str(panel.ghost))
    rows = tuple(panel_rows(say, quilt, panel, here, CONFIRM))
    if say.text_only:
        rows = (*rows, *other_places_select(say, quilt, panel, here))
    return replace(panel_page(say, match, panel), rows=tuple(filter(None, rows)))


def answer_page(say: Say, problem: Problem, judged: Judged | None, title: str, ways: tuple[Button, ...]) -> Page:
    """Show how good it is what was chosen, or (None) what the best move is; and what was played, once that is found."""
    if judged:
        told = [_verdict(say, judged), _played(say, problem) if judged.is_solved else ""]
    elif problem.moment.why == "place" and isinstance(problem.best, Placement):  # the picture shows which patch it is
        told = [_played(say, problem)]
    else:
        told = [_solution(say, problem), _played(say, problem)]
    below = (sentences(say, *told),)
    return Page((title,), _picture(say, problem, judged), below, (ways,), TOKEN_COLOURS[problem.seat])


def weighing_page(say: Say, problem: Problem, title: str) -> Page:
    """That what was chosen is being weighed."""
    return Page((title, say("problem.weighing")), accent=TOKEN_COLOURS[problem.seat])


def unweighed_page(say: Say, problem: Problem, title: str, ways: tuple[Button, ...]) -> Page:
    """That what was chosen could not be weighed."""
    return Page((title, say("problem.unweighed")), rows=(ways,), accent=TOKEN_COLOURS[problem.seat])


def _picture(say: Say, problem: Problem, judged: Judged | None) -> Image:
    """Draw the quilt with the patch that the best move sews, and 1 where else the user would; beside it the ring."""
    position, seat, best = problem.match.position, problem.seat, problem.best
    after, quilt = position.play(best).position, position.player(seat).quilt
    ghost, chosen = best if isinstance(best, Placement) else None, judged.move if judged else None
    others = tuple(
        each
        for each in (chosen,)
        if isinstance(each, Placement) and ghost and each.patch is ghost.patch and each != ghost
    )
    shown = drawing(render.draw_quilt, quilt, seat=seat, ghost=ghost, candidates=others, beside=after)
    return Image(shown, quilt_alt(say, position, seat, ghost, others, after))


def _verdict(say: Say, judged: Judged) -> str:
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
    choice = Choice(problem.match, problem.seat, move, problem.best, "is.you")
    return sentences(say, told, because(say, choice, weighed.reasons))


def _solution(say: Say, problem: Problem) -> str:
    kind, patch = about(say, problem.best)
    return say(f"problem.solution.{kind}", **patch)


def _played(say: Say, problem: Problem) -> str:
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
    choice = Choice(game.at(moment.ply - 1), seat, move, problem.best, way, count)
    told = sentences(say, told, say("problem.cost", count=count), *against(say, choice, moment.reasons))
    best = problem.best if kind == "place" else ADVANCE
    better = say("review.better.place", other=area(say, best)) if isinstance(best, Placement) else ""
    return sentences(say, told, better, *in_favour(say, choice, moment.reasons))


def _compared(say: Say, name: str, problem: Problem, move: Move, count: int) -> str:
    best = problem.best
    if isinstance(move, Placement) and isinstance(best, Placement) and move.patch is best.patch:
        places = {"object": patch_object(say, move.patch), "square": area(say, move), "other": area(say, best)}
        return say(f"problem.{name}.place", count=count, **places)
    return sentences(say, say(f"problem.{name}", count=count), _solution(say, problem))
