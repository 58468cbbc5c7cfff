"""Plans in words: what their entries say, and why they would wait."""

from collections.abc import Callable

from bot.matches.match import Match
from bot.matches.plan import Entry, Option, Plan
from bot.ui.kit.texts import Emoji, Say, enumerated, notes
from bot.ui.words.names import area, patch_icon, patch_name, patch_object, player_name
from game import LEATHER, PATCHES, Patch, Placement, other
from game.patches import Orientation


def plan_lines(say: Say, match: Match, seat: int, plan: Plan) -> str:
    """The entries of a plan, each on a line with its number; or that there are none."""
    if not plan.entries:
        return say("plan.none", user=player_name(say, match, other(seat)))
    entries = (entry_text(say, entry) for entry in plan.entries)
    return "\n".join(say("plan.line", number=number, entry=entry) for number, entry in enumerate(entries, 1))


def entry_text(say: Say, entry: Entry) -> str:
    """Say what an entry is, such as *Sew the swan at B4–D7 · if they take the flag*. Pictures stand for patches."""
    return notes(say, _what(say, entry), _when(say, entry.when, _pictured))


def only_if(say: Say, match: Match, seat: int, when: Option) -> str:
    """Say what the opponent is to do for an entry to hold, in a sentence; nothing if it always does."""
    if not when:
        return ""
    user = player_name(say, match, other(seat))
    if when == "+":
        return say("plan.only.advance", user=user)
    return say("plan.only.patch", user=user, object=patch_object(say, PATCHES[int(when)]))


def entry_icon(say: Say, entry: Entry) -> Emoji | None:
    """The picture of what an entry sews, as it would lie."""
    return patch_icon(say, entry.move.patch, entry.move.orientation) if isinstance(entry.move, Placement) else None


def entry_label(say: Say, entry: Entry) -> str:
    """An entry in a select, where no picture can be."""
    return enumerated(say, filter(None, [_plain(say, entry), _when(say, entry.when, patch_object)]))


def _what(say: Say, entry: Entry) -> str:
    match entry.move:
        case None:
            return say("plan.wait")
        case Placement(patch=patch) as placement if patch is not LEATHER:
            return say("plan.patch", object=_pictured(say, patch, placement.orientation), square=area(say, placement))
        case Placement() as placement:
            return say("plan.leather", square=area(say, placement))
        case _:
            return say("plan.advance")


def _when(say: Say, when: Option, named: Callable[[Say, Patch], str]) -> str:
    if not when:
        return ""
    if when == "+":
        return say("plan.if.advance")
    return say("plan.if.takes", object=named(say, PATCHES[int(when)]))


def _pictured(say: Say, patch: Patch, orientation: Orientation | None = None) -> str:
    icon = patch_icon(say, patch, orientation)
    return f"{icon}" if icon.id else patch_object(say, patch)


def _plain(say: Say, entry: Entry) -> str:
    if isinstance(entry.move, Placement):
        return say("plan.label.patch", patch=patch_name(say, entry.move.patch), square=area(say, entry.move))
    return say("button.planwait" if entry.move is None else "button.planadvance")
