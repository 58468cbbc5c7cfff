"""The review of a game: the curve of the chances, and the moments that mattered, to leaf through."""

import render
from bot.matches.match import Match
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Image, Page, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say
from bot.ui.pages.replay import step_buttons
from bot.ui.words.alt import quilt_alt, table_alt
from bot.ui.words.names import named
from bot.ui.words.reviews import chances, curve_alt, moment_line, moment_sentences, sides_line, summary_lines
from engine.verdicts import Moment, Review
from game import Placement

BAR = 10
"""Cells of the bar that shows how far a review has come."""


def review_page(say: Say, match: Match, review: Review, number: int, user: int) -> Page:
    """The curve (0), or one of the moments, from 1: the table before the move, and what a better one was."""
    here, count = _here(match, number), len(review.moments)
    before = review.moments[number - 1].ply - 1 if number else 0
    replay = CustomId(match.id, match.revision, f"replay.{before}")  # which opens where the review is
    others = (button(say, here, "share"), button(say, replay, "replay"), button(say, here, "more"))
    if not count:
        return _page(say, match, review, number, user, (others,))
    tries = button(say, here, "try", style="plain" if number else "forward")
    return _page(say, match, review, number, user, (step_buttons(say, here, number, count), (tries, *others)))


def shared_review_page(say: Say, match: Match, review: Review, number: int) -> Page:
    """The same for everybody; nobody but its player may see more of a private game."""
    here = _here(match, number)
    rows: tuple[Row, ...] = () if match.place == "private" else ((button(say, here, "through", "review"),),)
    return _page(say, match, review, number, None, rows)


def progress_page(say: Say, match: Match, done: int, of: int) -> Page:
    """Show how far a review has come that somebody waits for; ``of`` is 0 as long as it waits itself.

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
    curve = drawing(render.draw_curve, chances(review), pins=pins, top=top)
    picture = Image(curve, curve_alt(say, match, review, top), "curve.png")
    lines = (moment_line(say, match, number, moment) for number, moment in enumerate(review.moments, 1))
    summary = summary_lines(say, match, review, user)
    below = (sides_line(say, match, review, top), "\n".join(filter(None, summary)), "\n".join(lines))
    return Page((_title(say, match),), picture, tuple(filter(None, below)), rows)


def _moment(say: Say, match: Match, review: Review, number: int, user: int | None, rows: tuple[Row, ...]) -> Page:
    moment = review.moments[number - 1]
    past = match.at(moment.ply - 1)
    grade, name = say(f"review.{moment.grade}"), named(say, match, past.position.turn)
    head = say("review.moment", number=number, last=len(review.moments), move=moment.ply, user=name, grade=grade)
    words = f"{head}\n{moment_sentences(say, match, review, moment, user)}"
    return Page((_title(say, match),), _picture(say, match, past, moment, user), (words,), rows)


def _picture(say: Say, match: Match, past: Match, moment: Moment, user: int | None) -> Image:
    """The table before a move; or, where a place was bad, the quilt: the better one, and 1 where it was sewn."""
    position, played, better = past.position, match.plies[moment.ply - 1].move, moment.better
    seat = position.turn
    if moment.why == "place" and isinstance(played, Placement) and isinstance(better, Placement):
        quilt = position.player(seat).quilt
        places = drawing(render.draw_quilt, quilt, seat=seat, ghost=better, candidates=(played,), beside=position)
        return Image(places, quilt_alt(say, position, seat, better, (played,), beside=position))
    left = _side_of(match, user)
    return Image(drawing(render.draw_table, position, left=left), table_alt(say, position))


def _side_of(match: Match, user: int | None) -> int:
    """The seat that is shown first: the reader's own, if they have played."""
    return (match.seat_of(user) if user is not None else None) or 1


def _here(match: Match, number: int) -> CustomId:
    return CustomId(match.id, match.revision, f"review.{number}")


def _title(say: Say, match: Match) -> str:
    return say("review.title", game=match.id, one=named(say, match, 1), two=named(say, match, 2))
