"""Hints as a sentence: what the engine would do, and how much better that is than the next best."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.match import Match
from bot.thinking.hints import Hint
from bot.ui.kit.texts import Say
from bot.ui.words.names import patch_name
from bot.ui.words.shapes import covered_squares
from game import LEATHER, Move, Placement


def hint_sentence(say: Say, match: Match, hints: Sequence[Hint]) -> str:
    """What the player to move had better do. ``hints`` are of all that they may do, the best first."""
    best, *others = hints
    deed, wins = _deed(say, match, best.move), _in_hundred(best)
    if not others:
        return say("hint.only", deed=deed, wins=wins)
    ahead, other = wins - _in_hundred(others[0]), _named(say, match, others[0].move)
    return say("hint.ahead" if ahead > 0 else "hint.alike", deed=deed, wins=wins, count=ahead, other=other)


def _deed(say: Say, match: Match, move: Move) -> str:
    """A move with all that it needs: which patch, and where."""
    if not isinstance(move, Placement):
        return say("hint.advance")
    squares = covered_squares(say, move)
    if move.patch is LEATHER:
        return say("hint.leather", squares=squares)
    return say("hint.take", number=_number(match, move), patch=patch_name(say, move.patch), squares=squares)


def _named(say: Say, match: Match, move: Move) -> str:
    """A move in few words."""
    if not isinstance(move, Placement):
        return say("hint.by_advancing")
    return say("hint.by_taking", number=_number(match, move), patch=patch_name(say, move.patch))


def _number(match: Match, move: Placement) -> int:
    return match.position.number_of(move.patch)


def _in_hundred(hint: Hint) -> int:
    """How many games of a hundred a move wins: never none, and never all."""
    return min(max(round(hint.share * 100), 1), 99)
