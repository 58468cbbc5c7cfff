"""Practice: a position to find the move in, what became of it, when it comes back, and a pause after each round."""

from dataclasses import replace

from bot.matches.clock import DAY
from bot.matches.practice import A_ROUND, Exercise
from bot.matches.problems import Judged
from bot.matches.seats import LEVELS
from bot.store.practice import KEPT
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Page, button
from bot.ui.kit.texts import Say, notes, sentences
from bot.ui.pages.ghost import Panel
from bot.ui.pages.problems import answer_page, problem_page, problem_panel, question, unweighed_page, weighing_page
from bot.ui.pages.way_home import way_home
from bot.ui.words.names import rival_name

PAGE = "due"
"""What the pages of a position are called, with its number after it; its revision is how often it was tried before."""


def exercise_page(say: Say, exercise: Exercise) -> Page:
    """The position, and all that can be chosen."""
    here = _here(exercise)
    values = {"place": exercise.today % A_ROUND + 1, "last": A_ROUND, "question": question(say, exercise.problem)}
    title = say("practice.asked", **values)
    return problem_page(say, exercise.problem, here, title, (button(say, here, "reveal"),))


def exercise_panel(say: Say, exercise: Exercise, panel: Panel) -> Page:
    """The panel in which a patch is placed there."""
    return problem_panel(say, exercise.problem, panel, _here(exercise))


def exercised_page(say: Say, exercise: Exercise, judged: Judged | None) -> Page:
    """Show what was chosen (None: nothing), how good it is, and when the position, just noted, comes back."""
    head = _title(say, exercise, is_answered=True)
    page = answer_page(say, exercise.problem, judged, head, (_next(say, exercise.today), way_home(say)))
    row = exercise.row
    days = (row.due - row.at) // DAY if row.due is not None else 0
    outcome = sentences(
        say,
        say("practice.back", count=days) if days else say("practice.learnt"),
        say("practice.enough", count=exercise.today) if is_round(exercise.today) else "",
    )
    return replace(page, below=(sentences(say, *page.below, outcome),))


def exercise_weighing_page(say: Say, exercise: Exercise) -> Page:
    """That what was chosen is being weighed."""
    return weighing_page(say, exercise.problem, _title(say, exercise))


def exercise_unweighed_page(say: Say, exercise: Exercise) -> Page:
    """That what was chosen could not be weighed."""
    again = (button(say, _here(exercise), "again"),)
    return unweighed_page(say, exercise.problem, _title(say, exercise), again)


def pause_page(say: Say, today: int) -> Page:
    """That somebody has practised enough for today, and the way to go on all the same."""
    return Page((say("practice.pause", count=today),), rows=((_next(say, today), way_home(say)),))


def _here(exercise: Exercise) -> CustomId:
    return CustomId(exercise.row.game_id, exercise.row.tried, f"{PAGE}.{exercise.row.number}")


def _next(say: Say, today: int) -> Button:
    here = CustomId(0, 0, PAGE)
    if is_round(today):
        return Button(say("button.three_more"), here.press("following"))
    return button(say, here, "following", style="forward")


def _title(say: Say, exercise: Exercise, *, is_answered: bool = False) -> str:
    before = exercise.today - is_answered
    values = {"place": before % A_ROUND + 1, "last": A_ROUND}
    if exercise.row.game_id == KEPT:
        return notes(say, say("practice.title.kept", **values), _found(say, exercise.level) if is_answered else "")
    return say("practice.title", game=exercise.row.game_id, move=exercise.row.number, **values)


def _found(say: Say, level: str) -> str:
    return say(f"practice.found{'.strongest' * (level == LEVELS[-1])}", rival=rival_name(say, level))


def is_round(today: int) -> bool:
    """Tell whether so many positions of today make whole rounds."""
    return today > 0 and today % A_ROUND == 0
