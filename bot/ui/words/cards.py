"""The Automa in words: what it did and why, what it has, and which of its five levels a result would beat."""

from collections.abc import Sequence
from itertools import dropwhile, takewhile

from bot.matches.match import Match
from bot.ui.kit.texts import Say, enumerated, sentences
from bot.ui.words.names import patch_name, patch_object, signed
from game import Patch, Position
from game.automa import Choice
from game.facts import CardRevealed
from game.squares import LAST

MOST_CARDS = 4
"""How many cards are explained: the last ones of a longer run."""


def card_sentence(say: Say, revealed: CardRevealed, after: Position, person: str) -> str:
    """Say what the Automa did with a card that led to ``after``; ``person``, its opponent, is empty if they read it."""
    choice, spaces, to_whom = revealed.choice, revealed.spaces, "" if person else ".you"
    if choice.taken is None:
        at_end = after.player(revealed.seat).space == LAST
        name = "automa.walked_to_end" if at_end else f"automa.walked{to_whom}"
        return say(name, count=spaces, person=person)
    took = say("automa.took", object=patch_object(say, choice.taken), count=spaces)
    return sentences(say, took, _why(say, choice, person))


def _why(say: Say, choice: Choice, person: str) -> str:
    """Say what was special about the patch. If two filters left out some of the three, the first tells enough."""
    before, deciding = choice.affordable, list[str]()
    for name, left in choice.stages:
        if left != before:
            deciding.append(name)
        before = left
    if not deciding:
        return say("automa.because.only")
    group = "two." if len(deciding) > 1 else ""
    to_whom = ".you" if deciding[0] == "no_overtake" and not person else ""
    return say(f"automa.because.{group}{deciding[0]}{to_whom}", person=person)


def cards_text(say: Say, match: Match) -> str:
    """Say how the Automa chose in its latest turns, card by card and filter by filter; nothing before its first."""
    plies = dropwhile(lambda ply: ply.seat == 1, reversed(match.plies))
    run = [*takewhile(lambda ply: ply.seat == 2, plies)] if match.automa else []
    facts = [fact for ply in reversed(run) for fact in ply.step.facts if isinstance(fact, CardRevealed)]
    if not facts:
        return ""
    return "\n".join((say("card.heading"), *(_card(say, fact.choice) for fact in facts[-MOST_CARDS:])))


def _card(say: Say, choice: Choice) -> str:
    card, before = choice.card, choice.affordable
    spent = "card.budget" if before else "card.nothing"
    parts = [say(spent, card=card.number, budget=card.budget, patches=_names(say, before))]
    for name, left in choice.stages:
        kept = "skipped" if name in choice.skipped else "all_stay" if left == before else "filter"
        parts.append(say(f"card.{kept}", filter=say(f"filter.{name}"), left=_names(say, left)))
        before = left
    return sentences(say, *parts)


def _names(say: Say, patches: tuple[Patch, ...]) -> str:
    return enumerated(say, (patch_name(say, patch) for patch in patches))


def levels_text(say: Say, ends: Sequence[tuple[str, Position]]) -> str:
    """The highest level that a score beats, and the next; ``ends`` are the same game against each, ascending."""
    count = sum(end.winner == 1 for _, end in ends)
    if not count:
        return _level(say, "none", *ends[0])
    if count == len(ends):
        return _level(say, "all", *ends[-1])
    return sentences(say, _level(say, "some", *ends[count - 1]), _level(say, "but", *ends[count]))


def _level(say: Say, name: str, level: str, end: Position) -> str:
    yours, its = end.score(1).total, end.score(2).total
    tie = ".tie" if yours == its else ""
    return say(f"levels.{name}{tie}", level=say(f"level.{level}"), yours=signed(yours), its=signed(its))
