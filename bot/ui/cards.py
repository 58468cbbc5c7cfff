"""The Automa's cards in words: each one explained, filter by filter, and the result against all five levels."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions.session import Session
from bot.ui.texts import Say
from game import PATCHES, Automa, Patch, Position, Record
from game.automa import LEVELS, Choice
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


def automa_standing(say: Say, session: Session, automa: Automa) -> str:
    """What the Automa has, and the budget that the back of its next card shows."""
    position = session.position
    with_buttons = sum(patch.income > 0 for patch in owned(automa))
    text = say(
        "standing.automa",
        buttons=say("count.buttons", count=position.player(2).buttons),
        patches=say("count.patches", count=len(automa.patches)),
        with_buttons=with_buttons,
        space=position.player(2).space,
        now=if_it_ended_now(say, session, 2),
    )
    budget = next_budget(session)
    return text if budget is None else f"{text}\n{say('automa.next_budget', budget=budget)}"


def if_it_ended_now(say: Say, session: Session, seat: int) -> str:
    """The points that a seat would have, to be added to a line; nothing when the game has ended."""
    if session.ending:
        return ""
    total = session.position.score(seat).total
    return say("standing.now", points=say("count.points", count=total, points=signed(total)))


def owned(automa: Automa) -> list[Patch]:
    """The patches of an Automa."""
    return [PATCHES[patch] for patch in automa.patches]


def next_budget(session: Session) -> int | None:
    """The budget that everybody may see on the back of the next card; None in the normal deck."""
    automa, card = session.setup.automa, session.next_card
    return card.budget if automa and card and automa.deck == "tactical" else None


def last_card(session: Session) -> int:
    """The number of the card revealed last, or 0."""
    for ply in reversed(session.plies):
        for fact in ply.step.facts:
            if isinstance(fact, CardRevealed):
                return fact.choice.card.number
    return 0


def against_all_levels(session: Session) -> list[tuple[str, Position]]:
    """The end of the same game with the Automa at each level, weakest first: the same moves, other points."""
    automa = session.setup.automa
    assert automa is not None
    record = session.record
    ends: list[tuple[str, Position]] = []
    for level in LEVELS:
        setup = replace(session.setup, automa=replace(automa, level=level))
        *_, last = Record(setup, record.moves).steps()
        ends.append((level, last.position))
    return ends


def levels_text(say: Say, session: Session) -> str:
    """The result against all five levels."""
    lines = [
        say(
            "levels.won" if position.winner == 1 else "levels.lost",
            level=say(f"level.{level}"),
            yours=signed(position.score(1).total),
            its=signed(position.score(2).total),
        )
        for level, position in against_all_levels(session)
    ]
    return "\n".join((say("levels.title"), *lines))
