"""A hint: what the engine would do, shown where it would sew, and how much better that is than the next best."""

from collections.abc import Sequence

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

ALIKE = 3
"""Below so many games of a hundred, two moves are as good as each other."""


def hint_page(say: Say, match: Match, hints: Sequence[Hint]) -> Page:
    """The best of all ``hints``, with a way to the panel where it lies already, or to the preview of an advance."""
    best, *others = hints
    move, next_best = best.move, others[0] if others else None
    told = [_advised(say, match, move), _worth(say, match, best, next_best)]
    if next_best and _in_hundred(best) - _in_hundred(next_best) >= ALIKE:
        choice = reasons.Choice(match, match.position.turn, next_best.move, move, "is.you")
        told.append(reasons.because(say, choice, best.reasons))
    sentence = sentences(say, *told)
    if not isinstance(move, Placement):
        return advance_page(say, match).noted(sentence)
    position = match.position
    seat = position.turn
    here = CustomId(match.id, match.revision, "hint", shown=str(move))
    after = position.play(move).position
    quilt = drawing(render.draw_quilt, position.player(seat).quilt, seat=seat, ghost=move, beside=after)
    buttons = (button(say, here, "back", "home"), Button(say("button.lay"), here.press("spots"), style="forward"))
    picture = Image(quilt, alt.quilt_alt(say, position, seat, move, beside=after))
    above = (sentence, names.game_line(say, match, match.person_at(seat)))
    return Page(above, picture, (), (buttons,), names.TOKEN_COLOURS[seat])


def _advised(say: Say, match: Match, move: Move) -> str:
    if not isinstance(move, Placement):
        return say("hint.advance")
    squares = accessible.covered_squares(say, move)
    if move.patch is LEATHER:
        return say("hint.leather", squares=squares)
    named = {"number": match.position.number_of(move.patch), "object": names.patch_object(say, move.patch)}
    return say("hint.take", squares=squares, **named)


def _worth(say: Say, match: Match, best: Hint, next_best: Hint | None) -> str:
    wins = _in_hundred(best)
    if next_best is None:
        return say("hint.wins", wins=wins)
    ahead, move = wins - _in_hundred(next_best), next_best.move
    how = "ahead" if ahead >= ALIKE else "alike"
    if not isinstance(move, Placement):
        return say(f"hint.{how}.advance", wins=wins, count=ahead)
    named = {"number": match.position.number_of(move.patch), "object": names.patch_object(say, move.patch)}
    return say(f"hint.{how}.take", wins=wins, count=ahead, **named)


def _in_hundred(hint: Hint) -> int:
    """Count how many games of a hundred a move wins: never none, and never all."""
    return min(max(round(hint.share * 100), 1), 99)
