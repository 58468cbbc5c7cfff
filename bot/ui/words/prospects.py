"""What may happen next: the patches on offer, and what follows from a move that is not made yet."""

from __future__ import annotations

from bot.matches.match import Match
from bot.ui.kit.texts import Say
from bot.ui.words.names import patch_values, player_name
from game import ADVANCE, Patch, Step
from game.facts import Advanced, BonusTaken, Income, LeatherWon, Sewed
from game.position import OFFERS


def offer_lines(say: Say, match: Match, *, to_mover: bool) -> str:
    """A line for each of the patches on offer: its price, and what follows from taking it."""
    position = match.position
    lines = [
        say(
            "patches.line",
            number=number,
            **patch_values(say, patch),
            follows=_offer_follows(say, match, patch, to_mover=to_mover),
        )
        for number, patch in enumerate(position.offers, 1)
    ]
    if not lines:
        lines.append(say("patches.none"))
    if to_mover:
        step = position.play(ADVANCE)
        spaces = position.advance_target - position.player(position.turn).space
        lines.append(say("advance.line", count=spaces, follows=follows(say, match, step, to_mover=True)))
    return "\n".join(lines)


def _offer_follows(say: Say, match: Match, patch: Patch, *, to_mover: bool) -> str:
    position = match.position
    missing = patch.cost - position.player(position.turn).buttons
    if missing > 0:
        return say("patches.too_dear", count=missing)
    step = position.preview(patch)
    return follows(say, match, step, to_mover=to_mover) if step else say("patches.no_room")


def follows(say: Say, match: Match, step: Step, *, to_mover: bool) -> str:
    """What follows from a move that is not made yet. ``to_mover`` speaks to the player to move as "you"."""
    before, after, seat = match.position, step.position, match.position.turn
    parts: list[str] = []
    for fact in step.facts:
        match fact:
            case Advanced(spaces=spaces):
                parts.append(say("follows.earned", count=spaces))
            case Sewed(placement=placement):
                parts.append(say("follows.left", count=before.player(seat).buttons - placement.patch.cost))
            case Income(buttons=buttons) if buttons:
                parts.append(say("follows.income", count=buttons))
            case LeatherWon(kept=kept):
                parts.append(say("follows.leather" if kept else "follows.leather_lost"))
            case BonusTaken():
                parts.append(say("follows.bonus"))
            case _:
                pass
    if after.over:
        parts.append(say("follows.end"))
        return " · ".join(parts)
    if after.token == seat:
        parts.append(say("follows.you_again" if to_mover else "follows.again"))
    else:
        parts.append(say("follows.other", user=player_name(say, match, after.token)))
    if after.ring != before.ring and after.ring:
        following = (before.ring.index(patch) + 1 for patch in after.ring[:OFFERS])  # as the picture numbers them
        parts.append(say("follows.next", numbers=" ".join(map(str, following))))
    return " · ".join(parts)
