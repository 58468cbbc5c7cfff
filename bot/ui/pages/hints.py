"""A hint: what the engine would do, shown where it would sew, and how much better that is than the next best."""

from collections.abc import Sequence
from dataclasses import replace

import render
from bot.matches.match import Match
from bot.thinking.hints import Hint
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, sentences
from bot.ui.pages.turn import advance_page
from bot.ui.words import accessible, alt, names, reasons
from game import LEATHER, Move, Placement

ALIKE, ALIKE_POINTS = 3, 2
"""Below so many games of a hundred, or so many points where these are told, two moves are as good as each other."""

ALL_BUT_WON = 95
"""Above so many games of a hundred, and as near to none, the difference between two moves lies in points alone."""


def hint_page(say: Say, match: Match, hints: Sequence[Hint]) -> Page:
    """The best of all ``hints``, with a way to the panel where it lies already, or a button that advances."""
    best, *others = hints
    move, next_best = best.move, others[0] if others else None
    told = [_advised(say, match, move), _worth(say, best)]
    if next_best:
        gain = _gain(say, best, next_best)
        told.append(_compared(say, match, next_best.move, gain))
        if gain:
            choice = reasons.Choice(match, match.position.turn, next_best.move, move, "is.you")
            most = None if isinstance(move, Placement) else 1  # below an advance, two would be taller than a screen
            told.append(reasons.because(say, choice, best.reasons[:most]))
    sentence = sentences(say, *told)
    ghost = move if isinstance(move, Placement) else None
    if not ghost and say.text_only:
        return advance_page(say, match).noted(sentence)
    position = match.position
    seat = position.turn
    here = CustomId(match.id, match.revision, "hint", shown=str(move))
    after = position.play(move).position
    quilt = drawing(render.draw_quilt, position.player(seat).quilt, seat=seat, ghost=ghost, beside=after)
    picture = Image(quilt, alt.quilt_alt(say, position, seat, ghost, beside=after))
    if not ghost:  # the preview's table and words, and the reasons for it, would be too tall together
        return replace(advance_page(say, match), above=(sentence,), picture=picture, below=())
    buttons = (button(say, here, "back", "home"), Button(say("button.lay"), here.press("spots"), style="forward"))
    above = (sentence, names.game_line(say, match, match.person_at(seat)))
    return Page(above, picture, (), (buttons,), names.TOKEN_COLOURS[seat])


def _advised(say: Say, match: Match, move: Move) -> str:
    if not isinstance(move, Placement):
        return say("hint.advance")
    squares = accessible.covered_squares(say, move) if say.text_only else names.area(say, move)
    if move.patch is LEATHER:
        return say("hint.leather", squares=squares)
    named = {"number": match.position.number_of(move.patch), "object": names.patch_object(say, move.patch)}
    return say("hint.take", squares=squares, **named)


def _worth(say: Say, best: Hint) -> str:
    if not _is_in_points(best):
        return say("hint.wins", wins=_in_hundred(best))
    return say("hint.wins_by" if best.points > 0 else "hint.loses_by", points=names.in_points(say, abs(best.points)))


def _gain(say: Say, best: Hint, next_best: Hint) -> str:
    """By how much the best move is better than the next, as an amount; nothing if that is as good."""
    if _is_in_points(best):
        ahead = best.points - next_best.points
        return names.in_points(say, ahead) if ahead >= ALIKE_POINTS else ""
    ahead = _in_hundred(best) - _in_hundred(next_best)
    return say("count.games", count=ahead) if ahead >= ALIKE else ""


def _compared(say: Say, match: Match, move: Move, gain: str) -> str:
    how = "ahead" if gain else "alike"
    if not isinstance(move, Placement):
        return say(f"hint.{how}.advance", gain=gain)
    named = {"number": match.position.number_of(move.patch), "object": names.patch_object(say, move.patch)}
    return say(f"hint.{how}.take", gain=gain, **named)


def _is_in_points(best: Hint) -> bool:
    """Tell whether a game is all but won or lost, and not by a tie."""
    wins = _in_hundred(best)
    return best.points != 0 and (wins > ALL_BUT_WON if best.points > 0 else wins < 100 - ALL_BUT_WON)


def _in_hundred(hint: Hint) -> int:
    """Count how many games of a hundred a move wins: never none, and never all."""
    return min(max(round(hint.share * 100), 1), 99)
