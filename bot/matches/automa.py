"""The Automa in a match: its cards, and how it would have stood at its other levels."""

from __future__ import annotations

from dataclasses import replace

from bot.matches.match import Match
from game import Position, Record, Reveal
from game.automa import CARDS, LEVELS, Card
from game.facts import CardRevealed


def next_card(match: Match) -> Card | None:
    """The card that the Automa will reveal next. Only the tactical deck shows anything of it: its budget."""
    if match.outcome or not match.cards:
        return None
    return CARDS[match.cards[sum(isinstance(ply.move, Reveal) for ply in match.plies)]]


def next_budget(match: Match) -> int | None:
    """The budget that everybody may see on the back of the next card; None in the normal deck."""
    card = next_card(match)
    return card.budget if match.automa and card and match.automa.deck == "tactical" else None


def last_card(match: Match) -> int:
    """The number of the card revealed last, or 0."""
    for ply in reversed(match.plies):
        for fact in ply.step.facts:
            if isinstance(fact, CardRevealed):
                return fact.choice.card.number
    return 0


def against_all_levels(match: Match) -> list[tuple[str, Position]]:
    """The end of the same game with the Automa at each level, weakest first: the same moves, different points."""
    assert match.automa is not None
    ends: list[tuple[str, Position]] = []
    for level in LEVELS:
        setup = replace(match.setup, automa=replace(match.automa, level=level))
        *_, last = Record(setup, match.record.moves).steps()
        ends.append((level, last.position))
    return ends
