"""*Try it*: the moments of a review as problems."""

from dataclasses import replace

from bot.matches.problems import Judged, Problem
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say
from bot.ui.pages.ghost import Panel
from bot.ui.pages.problems import answer_page, problem_page, problem_panel, question, unweighed_page, weighing_page

PAGE = "try"
"""What the pages of a problem are called, with the number of the move after it."""


def try_page(say: Say, problem: Problem) -> Page:
    """The position before a moment, and all that can be chosen."""
    here = _here(problem)
    ways = button(say, here, "reveal"), button(say, here, "review")
    return problem_page(say, problem, here, say("problem.asked", question=question(say, problem)), ways)


def try_panel(say: Say, problem: Problem, panel: Panel) -> Page:
    """The panel in which a patch is placed there."""
    return problem_panel(say, problem, panel, _here(problem))


def tried_page(say: Say, problem: Problem, judged: Judged | None, *, is_last: bool) -> Page:
    """Show how good it is what somebody has chosen, or (None) what the best move is; after the last, where to go on."""
    here, is_best = _here(problem), judged is not None and judged.is_best
    ways = [button(say, here, "again")] * (not is_best)
    ways += [button(say, here, "following", style="forward")] * (not is_last)
    page = answer_page(say, problem, judged, _title(say, problem), (*ways, button(say, here, "review")))
    return replace(page, last=(say("problem.practice"),)) if is_last else page


def try_weighing_page(say: Say, problem: Problem) -> Page:
    """That what was chosen is being weighed."""
    return weighing_page(say, problem, _title(say, problem))


def try_unweighed_page(say: Say, problem: Problem) -> Page:
    """That what was chosen could not be weighed."""
    here = _here(problem)
    return unweighed_page(say, problem, _title(say, problem), (button(say, here, "again"), button(say, here, "review")))


def _here(problem: Problem) -> CustomId:
    return CustomId(problem.game.id, problem.game.revision, f"{PAGE}.{problem.moment.ply}")


def _title(say: Say, problem: Problem) -> str:
    return say("problem.title", game=problem.game.id, move=problem.moment.ply)
