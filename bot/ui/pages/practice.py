"""Practice: a position to find the move in, what became of it, and a pause after each round."""

from __future__ import annotations

from dataclasses import replace

from bot.matches.practice import Exercise
from bot.matches.problems import Judged
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Page, button
from bot.ui.kit.texts import Say
from bot.ui.pages.ghost import Panel
from bot.ui.pages.problems import answer_page, problem_page, problem_panel, unweighed_page, weighing_page
from bot.ui.words.practice import is_round, outcome, title

PAGE = "due"
"""What the pages of a position are called, with its number after it; its revision is how often it was tried before."""


def exercise_page(say: Say, exercise: Exercise) -> Page:
    """The position, and all that can be chosen."""
    here = _here(exercise)
    return problem_page(say, exercise.problem, here, title(say, exercise), (button(say, here, "reveal"),))


def exercise_panel(say: Say, exercise: Exercise, panel: Panel) -> Page:
    """The panel in which a patch is placed there."""
    return problem_panel(say, exercise.problem, panel, _here(exercise), title(say, exercise))


def exercised_page(say: Say, exercise: Exercise, judged: Judged | None) -> Page:
    """Show what was chosen (None: nothing), how good it is, and when the position, just noted, comes back."""
    head = title(say, exercise, is_answered=True)
    page = answer_page(say, exercise.problem, judged, head, (_next(say, exercise.today),))
    return replace(page, below=(*page.below, outcome(say, exercise)))


def exercise_weighing_page(say: Say, exercise: Exercise) -> Page:
    """That what was chosen is being weighed."""
    return weighing_page(say, exercise.problem, title(say, exercise))


def exercise_unweighed_page(say: Say, exercise: Exercise) -> Page:
    """That what was chosen could not be weighed."""
    again = (button(say, _here(exercise), "again"),)
    return unweighed_page(say, exercise.problem, title(say, exercise), again)


def pause_page(say: Say, today: int) -> Page:
    """That somebody has practised enough for today, and the way to go on all the same."""
    return Page((say("practice.pause", count=today),), rows=((_next(say, today),),))


def _here(exercise: Exercise) -> CustomId:
    return CustomId(exercise.row.game_id, exercise.row.tried, f"{PAGE}.{exercise.row.number}")


def _next(say: Say, today: int) -> Button:
    here = CustomId(0, 0, PAGE)
    if is_round(today):
        return Button(say("button.three_more"), here.press("following"))
    return button(say, here, "following", style="forward")
