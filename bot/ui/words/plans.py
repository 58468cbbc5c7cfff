"""Plans in words: what their entries say, and why they would wait."""

from __future__ import annotations

from bot.matches.match import Match
from bot.matches.plan import Entry, Option, Plan
from bot.ui.kit.texts import Say, enumerated, sentences
from bot.ui.words.names import area, patch_name, patch_object, player_name
from game import LEATHER, PATCHES, Placement, other


def plan_lines(say: Say, match: Match, seat: int, plan: Plan) -> str:
    """The entries of a plan, each on a line with its number; or that there are none."""
    if not plan.entries:
        return say("plan.none", user=player_name(say, match, other(seat)))
    lines = [
        say("plan.line", number=number, entry=entry_text(say, match, seat, entry))
        for number, entry in enumerate(plan.entries, 1)
    ]
    return "\n".join(lines)


def entry_text(say: Say, match: Match, seat: int, entry: Entry) -> str:
    """What an entry says, such as *Sew the swan at B4–D7. Only if @Tom just takes the flag.*"""
    return sentences(say, _what(say, entry), condition(say, match, seat, entry.when) if entry.when else "")


def condition(say: Say, match: Match, seat: int, when: Option) -> str:
    """What the opponent is to do for an entry to hold."""
    user = player_name(say, match, other(seat))
    if when == "+":
        return say("plan.when.advance", user=user)
    return say("plan.when.patch", user=user, object=patch_object(say, PATCHES[int(when)]))


def entry_label(say: Say, entry: Entry) -> str:
    """An entry in a select, where no mention can be."""
    label = _plain(say, entry)
    if not entry.when:
        return label
    if entry.when == "+":
        return enumerated(say, [label, say("plan.label.advance")])
    return enumerated(say, [label, say("plan.label.takes", object=patch_object(say, PATCHES[int(entry.when)]))])


def _what(say: Say, entry: Entry) -> str:
    match entry.move:
        case None:
            return say("plan.wait")
        case Placement(patch=patch) as placement if patch is not LEATHER:
            return say("plan.patch", object=patch_object(say, patch), square=area(say, placement))
        case Placement() as placement:
            return say("plan.leather", square=area(say, placement))
        case _:
            return say("plan.advance")


def _plain(say: Say, entry: Entry) -> str:
    if isinstance(entry.move, Placement):
        return say("plan.label.patch", patch=patch_name(say, entry.move.patch), square=area(say, entry.move))
    return say("button.planwait" if entry.move is None else "button.planadvance")
