"""The Automa in words: what it did and why, what it has, and the result against all five levels."""

from __future__ import annotations

from itertools import dropwhile, takewhile

from bot.matches.automa import against_all_levels
from bot.matches.match import Match
from bot.ui.kit.texts import Say
from game import Patch, Position
from game.automa import Choice
from game.facts import CardRevealed
from game.timeboard import LAST

MOST_CARDS = 4
"""How many cards are explained: the last ones of a longer run."""


def card_sentence(say: Say, revealed: CardRevealed, after: Position, person: str) -> str:
    """What the Automa did with a card; ``after`` is the position it led to, ``person`` whom it plays against."""
    choice, spaces = revealed.choice, revealed.spaces
    if choice.taken is None:
        name = "automa.walked_to_end" if after.player(revealed.seat).space == LAST else "automa.walked"
        return say(name, count=spaces, person=person)
    return say("automa.took", patch=_names(say, (choice.taken,)), why=_why(say, choice, person), count=spaces)


def _why(say: Say, choice: Choice, person: str) -> str:
    """What was special about the patch. If two filters left out some of the three, the first tells enough."""
    before, deciding = choice.affordable, list[str]()
    for name, left in choice.stages:
        if left != before:
            deciding.append(name)
        before = left
    if not deciding:
        return say("automa.because.only")
    group = "two." if len(deciding) > 1 else ""
    return say(f"automa.because.{group}{deciding[0]}", person=person)


def cards_text(say: Say, match: Match) -> str:
    """How the Automa chose in its latest turns, card by card and filter by filter; nothing before its first."""
    plies = dropwhile(lambda ply: ply.seat == 1, reversed(match.plies))
    run = [*takewhile(lambda ply: ply.seat == 2, plies)] if match.automa else []
    facts = [fact for ply in reversed(run) for fact in ply.step.facts if isinstance(fact, CardRevealed)]
    if not facts:
        return ""
    return "\n".join((say("card.heading"), *(_card(say, fact.choice) for fact in facts[-MOST_CARDS:])))


def _card(say: Say, choice: Choice) -> str:
    names = _names(say, choice.affordable) if choice.affordable else say("card.nothing")
    parts = [say("card.budget", card=choice.card.number, budget=choice.card.budget, patches=names)]
    before = choice.affordable
    for name, left in choice.stages:
        kept = _left(say, before, left, skipped=name in choice.skipped)
        parts.append(say("card.filter", filter=say(f"filter.{name}"), left=kept))
        before = left
    return " ".join(parts)


def _left(say: Say, before: tuple[Patch, ...], left: tuple[Patch, ...], *, skipped: bool) -> str:
    if skipped:
        return say("card.skipped")
    return say("card.all_stay") if left == before else _names(say, left)


def _names(say: Say, patches: tuple[Patch, ...]) -> str:
    return ", ".join(say(f"patch.{patch.id}") for patch in patches)


def signed(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")


def levels_text(say: Say, match: Match) -> str:
    """The result against all five levels."""
    lines = [_level_line(say, level, position) for level, position in against_all_levels(match)]
    return "\n".join((say("levels.title"), *lines))


def _level_line(say: Say, level: str, end: Position) -> str:
    result = "won" if end.winner == 1 else "lost"
    yours, its = end.score(1).total, end.score(2).total
    tie = say(f"levels.tie.{result}") if yours == its else ""
    return say(f"levels.{result}", level=say(f"level.{level}"), yours=signed(yours), its=signed(its), tie=tie)
