"""The public message of a duel: that it goes on, and then both games beside each other."""

from __future__ import annotations

import render
from bot.matches.duels import placed, winner_of
from bot.matches.match import Match
from bot.matches.reviews import can_be_reviewed
from bot.store.duels import DuelRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.words.duels import (
    Halves,
    begun_notification,
    begun_text,
    duel_alt,
    ended_notification,
    half_line,
    parted_line,
    result_line,
    title,
)

SIDES = ("left", "right")
"""Where the quilts of the two lie."""


def begun_page(say: Say, duel: DuelRow) -> Page:
    """That a duel goes on: nothing is told of the games, not even whether one has ended. It calls who asked for it."""
    here = CustomId(duel.id, 0, "duel")
    buttons = (button(say, here, "duelplay", style="forward"), button(say, here, "rules"))
    return Page((title(say, duel), begun_text(say, duel)), rows=(buttons,), notification=begun_notification(say, duel))


def ended_page(say: Say, duel: DuelRow, halves: Halves, called: int) -> Page:
    """Both games: points, quilts, where they parted, and the ways to their reviews. It calls the user ``called``."""
    one, two = (placed(half.position, seat) for seat, half in enumerate(halves, 1))
    picture = Image(drawing(render.draw_duel, one, two, winner=winner_of(*halves)), duel_alt(say, halves))
    lines = (half_line(say, duel, halves, 1), half_line(say, duel, halves, 2), parted_line(say, duel, halves))
    rows = tuple(filter(None, (_ways(say, halves, "review"), _ways(say, halves, "replay"))))
    call = ended_notification(say, duel, halves, called)
    return Page(
        (result_line(say, duel, halves), title(say, duel)), picture, ("\n".join(lines),), rows, None, None, call
    )


def _ways(say: Say, halves: Halves, control: str) -> tuple[Button, ...]:
    """A button for each game that has something to show."""
    return tuple(
        button(say, CustomId(half.id, half.revision, "duel"), f"{control}.{side}", control)
        for side, half in zip(SIDES, halves, strict=True)
        if _has(half, control)
    )


def _has(match: Match, control: str) -> bool:
    return can_be_reviewed(match) if control == "review" else bool(match.plies)
