"""The Automa's cards in words: each one explained, filter by filter, and the result against all five levels."""

from __future__ import annotations

from bot.matches.match import Match
from bot.ui.kit.texts import Say
from game import Automa, Patch
from game.automa import Choice
from game.facts import CardRevealed


def card_text(say: Say, revealed: CardRevealed) -> str:
    """Why the Automa took its patch: the budget, what each filter left, and the patch."""
    choice = revealed.choice
    parts = [_budget(say, choice)]
    before = choice.affordable
    for name, left in choice.stages:
        parts.append(f"{say(f'filter.{name}')}: {_left(say, before, left, skipped=name in choice.skipped)}")
        before = left
    title = say("card.title", card=choice.card.number)
    if choice.taken is None:
        taken = say("card.passes", count=revealed.spaces)
    else:
        taken = say("card.takes", patch=_names(say, (choice.taken,)), time=say("count.time", count=choice.taken.time))
    return f"{title} {' · '.join(parts)} → {taken}"


def _budget(say: Say, choice: Choice) -> str:
    names = _names(say, choice.affordable) if choice.affordable else say("card.nothing")
    return say("card.budget", budget=choice.card.budget, patches=names)


def _left(say: Say, before: tuple[Patch, ...], left: tuple[Patch, ...], *, skipped: bool) -> str:
    if skipped:
        return say("card.skipped")
    return say("card.all_stay") if left == before else _names(say, left)


def _names(say: Say, patches: tuple[Patch, ...]) -> str:
    return ", ".join(say(f"patch.{patch.id}") for patch in patches)


def signed(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")


def automa_name(say: Say, automa: Automa) -> str:
    """The Automa with its level and deck."""
    return say("automa.level_and_deck", level=say(f"level.{automa.level}"), deck=say(f"deck.{automa.deck}"))


def automa_standing(say: Say, match: Match, automa: Automa) -> str:
    """What the Automa has, and the budget that the back of its next card shows."""
    position = match.position
    with_buttons = sum(patch.income > 0 for patch in automa.owned)
    text = say(
        "standing.automa",
        buttons=say("count.buttons", count=position.player(2).buttons),
        patches=say("count.patches", count=len(automa.patches)),
        with_buttons=with_buttons,
        space=position.player(2).space,
        now=if_it_ended_now(say, match, 2),
    )
    budget = match.next_budget
    return text if budget is None else f"{text}\n{say('automa.next_budget', budget=budget)}"


def if_it_ended_now(say: Say, match: Match, seat: int) -> str:
    """The points that a seat would have, to be added to a line; nothing when the game has ended."""
    if match.outcome:
        return ""
    total = match.position.score(seat).total
    return say("standing.now", points=say("count.points", count=total, points=signed(total)))


def levels_text(say: Say, match: Match) -> str:
    """The result against all five levels."""
    lines = [
        say(
            "levels.won" if position.winner == 1 else "levels.lost",
            level=say(f"level.{level}"),
            yours=signed(position.score(1).total),
            its=signed(position.score(2).total),
        )
        for level, position in match.against_all_levels()
    ]
    return "\n".join((say("levels.title"), *lines))
