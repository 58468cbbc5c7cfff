"""Practice: which position it is, when it comes back, and who finds the move."""

from __future__ import annotations

from bot.matches.clock import DAY
from bot.matches.practice import A_ROUND, Exercise
from bot.matches.seats import LEVELS
from bot.store.practice import KEPT
from bot.ui.kit.texts import Say, sentences
from bot.ui.words.names import rival_name


def title(say: Say, exercise: Exercise, *, is_answered: bool = False) -> str:
    """Say which of the round it is, and where it comes from. Once it is answered, it counts as one of today's."""
    before = exercise.today - is_answered
    values = {"place": before % A_ROUND + 1, "last": A_ROUND}
    if exercise.row.game_id == KEPT:
        return say("practice.title.kept", number=exercise.row.number, **values)
    return say("practice.title", game=exercise.row.game_id, move=exercise.row.number, **values)


def outcome(say: Say, exercise: Exercise) -> str:
    """Say when a position that was just tried comes back, who finds the move, and that this is enough for today."""
    row = exercise.row
    days = (row.due - row.at) // DAY if row.due is not None else 0
    back = say("practice.back", count=days) if days else say("practice.learnt")
    enough = say("practice.enough", count=exercise.today) if is_round(exercise.today) else ""
    return sentences(say, _who_finds_it(say, exercise.level), back, enough)


def is_round(today: int) -> bool:
    """Tell whether so many positions of today make whole rounds."""
    return today > 0 and today % A_ROUND == 0


def _who_finds_it(say: Say, level: str) -> str:
    if not level:
        return ""
    name = "practice.found.strongest" if level == LEVELS[-1] else "practice.found"
    return say(name, rival=rival_name(say, level))
