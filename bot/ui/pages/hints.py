"""A hint: what the engine would do, shown where it would sew. Nothing is sewn until the player does it."""

from __future__ import annotations

from collections.abc import Sequence

import render
from bot.matches.match import Match
from bot.thinking.hints import Hint
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.pages.turn import advance_page
from bot.ui.words.alt import quilt_alt
from bot.ui.words.hints import hint_sentence
from bot.ui.words.names import TOKEN_COLOURS, game_line
from game import Placement


def hint_page(say: Say, match: Match, hints: Sequence[Hint]) -> Page:
    """The best of the hints, with a way to the panel where it lies already, or to the preview of an advance."""
    sentence, move = hint_sentence(say, match, hints), hints[0].move
    if not isinstance(move, Placement):
        return advance_page(say, match).noted(sentence)
    position = match.position
    seat = position.turn
    here = CustomId(match.id, match.revision, "hint", shown=str(move))
    after = position.play(move).position
    quilt = drawing(render.draw_quilt, position.player(seat).quilt, seat=seat, ghost=move, beside=after)
    buttons = (button(say, here, "back", "home"), Button(say("button.lay"), here.press("spots"), style="forward"))
    above = (sentence, game_line(say, match, match.person_at(seat)))
    return Page(
        above, Image(quilt, quilt_alt(say, position, seat, move, beside=after)), (), (buttons,), TOKEN_COLOURS[seat]
    )
