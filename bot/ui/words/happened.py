"""What has happened in a game, move by move."""

from __future__ import annotations

from bot.matches.match import Match, Ply
from bot.ui.kit.texts import Say
from bot.ui.words.cards import card_text
from bot.ui.words.names import area, named, patch_name, price
from game import Placement, other
from game.facts import Advanced, BonusTaken, CardRevealed, GameOver, Income, LeatherSewed, LeatherWon, Sewed

MOST_PLIES = 6
"""How many consecutive moves are listed; only the last of a longer run."""


def happened(say: Say, match: Match) -> str:
    """What the last player to move has done, move by move since they got the turn.

    In a solo game: the person's last move and all that the Automa answered.
    """
    if match.last_kind == "undo":
        return say("happened.undone", user=named(say, match, match.position.turn))
    if match.last_kind == "takeback":
        turn = match.position.turn
        return say("happened.takeback", user=named(say, match, turn), other=named(say, match, other(turn)))
    if not match.plies:
        return "" if match.outcome else say("board.start")
    seat = match.plies[-1].seat
    run: list[Ply] = []
    for ply in reversed(match.plies):
        if ply.seat != seat:
            if match.automa and seat == 2:
                run.append(ply)
            break
        run.append(ply)
    return "\n".join(ply_sentence(say, match, ply) for ply in reversed(run[:MOST_PLIES]))


def ply_sentence(say: Say, match: Match, ply: Ply) -> str:
    """One move and what came of it."""
    user, is_person = named(say, match, ply.seat), match.user_at(ply.seat) is not None
    parts: list[str] = []
    for fact in ply.step.facts:
        match fact:
            case CardRevealed():
                parts.append(f"{user}: {card_text(say, fact)}.")
            case Advanced(spaces=spaces):
                parts.append(say("happened.advanced", user=user, count=spaces))
            case Sewed(placement=placement):
                values = {"patch": patch_name(say, placement.patch), "square": area(placement)}
                cost, time = price(say, placement.patch)
                parts.append(say("happened.sewed", user=user, cost=cost, time=time, **values))
            case LeatherSewed(placement=placement):
                parts.append(say("happened.leather_sewed", user=user, square=area(placement)))
            case Income(buttons=buttons):
                if buttons:
                    parts.append(say("happened.income", count=buttons))
            case LeatherWon(kept=kept):
                name = "happened.leather_won" if kept else "happened.leather_lost"
                parts.append(say(name if is_person else "happened.leather_automa"))
            case BonusTaken():
                parts.append(say("happened.bonus"))
            case GameOver():
                pass
    return " ".join(parts)


def undo_label(say: Say, ply: Ply) -> str:
    """The words on the button that takes a move back: they name the move."""
    if not isinstance(ply.move, Placement):
        return say("button.undo_advance")
    return say("button.undo", patch=patch_name(say, ply.move.patch), square=area(ply.move))
