"""The review of a game: the curve of the chances, and the moments that mattered, to leaf through."""

from __future__ import annotations

import render
from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Image, Page, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.pages.replay import step_buttons
from bot.ui.words.alt import table_alt
from bot.ui.words.names import named
from bot.ui.words.reviews import curve_alt, moment_line, moment_sentence, sides_line
from engine.verdicts import Review

BAR = 10
"""Cells of the bar that shows how far a review has come."""


def review_page(say: Say, match: Match, review: Review, number: int, user: int) -> Page:
    """The curve (0), or one of the moments, from 1: the table before the move, and what a better one was."""
    here, count = _here(match, number), len(review.moments)
    before = review.moments[number - 1].ply - 1 if number else 0
    replay = CustomId(match.id, match.revision, f"replay.{before}")  # which opens where the review is
    others: Row = (button(say, here, "share"), button(say, replay, "replay"), button(say, here, "more"))
    rows = (step_buttons(say, here, number, count), others) if count else (others,)
    return _page(say, match, review, number, user, rows)


def shared_review_page(say: Say, match: Match, review: Review, number: int) -> Page:
    """The same for everybody; nobody but its player may see more of a private game."""
    here = _here(match, number)
    rows: tuple[Row, ...] = () if match.place == "private" else ((button(say, here, "through", "review"),),)
    return _page(say, match, review, number, None, rows)


def progress_page(say: Say, match: Match, done: int, of: int) -> Page:
    """How far a review has come that somebody waits for; ``of`` is 0 as long as it waits itself.

    Its button leads on if the bot has been started anew meanwhile and nothing moves any more.
    """
    rows: tuple[Row, ...] = ((button(say, _here(match, 0), "refresh", "review"),),)
    if not of:
        return Page((_title(say, match), say("review.waiting")), rows=rows)
    filled = BAR * done // of
    bar = "▰" * filled + "▱" * (BAR - filled)
    return Page((_title(say, match), say("review.progress", bar=bar, share=100 * done // of)), rows=rows)


def unmade_page(say: Say, match: Match) -> Page:
    """That a review could not be made."""
    again: tuple[Row, ...] = ((button(say, _here(match, 0), "again", "review"),),)
    return Page((_title(say, match), say("review.unmade")), rows=again)


def _page(say: Say, match: Match, review: Review, number: int, user: int | None, rows: tuple[Row, ...]) -> Page:
    top = _side_of(match, user)
    if number:
        return _moment(say, match, review, number, user, rows)
    pins = tuple(moment.ply for moment in review.moments)
    curve = drawing(render.draw_curve, review.shares, pins=pins, top=top)
    picture = Image(curve, curve_alt(say, match, review, top), "curve.png")
    lines = [moment_line(say, match, number, moment) for number, moment in enumerate(review.moments, 1)]
    below = (sides_line(say, match, top), "\n".join(lines) or say("review.none"))
    return Page((_title(say, match),), picture, below, rows)


def _moment(say: Say, match: Match, review: Review, number: int, user: int | None, rows: tuple[Row, ...]) -> Page:
    moment = review.moments[number - 1]
    past = match.at(moment.ply - 1)
    left = _side_of(match, user)
    picture = Image(drawing(render.draw_table, past.position, left=left), table_alt(say, past.position))
    grade = say(f"review.{moment.grade}")
    head = say("review.moment", number=number, last=len(review.moments), move=moment.ply, grade=grade)
    return Page((_title(say, match),), picture, (f"{head}\n{moment_sentence(say, match, moment, user)}",), rows)


def _side_of(match: Match, user: int | None) -> int:
    """The seat that is shown first: the reader's own, if they have played."""
    return (match.seat_of(user) if user is not None else None) or 1


def _here(match: Match, number: int) -> CustomId:
    return CustomId(match.id, match.revision, f"review.{number}")


def _title(say: Say, match: Match) -> str:
    return say("review.title", game=match.id, one=named(say, match, 1), two=named(say, match, 2))
