"""The private pages around a move: the match as it stands, what an advance leads to, what a move did."""

from collections.abc import Sequence
from dataclasses import replace

import render
from bot.matches import news, outcome
from bot.matches.extras import Extra, Extras
from bot.matches.match import Match
from bot.store.games import GameRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import LONGEST_ALT, Button, Image, Page, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, sentences
from bot.ui.pages import board, games, panel, rival, textboard, views
from bot.ui.words import alt, names, recap
from bot.ui.words.advice import advice
from bot.ui.words.labels import Credits
from bot.ui.words.preview import prospect_sentences
from game import ADVANCE


def standing_page(say: Say, match: Match, user: int) -> Page:
    """Show where both players stand, and ways to see more, in pictures or in words."""
    return textboard.text_page(say, match, user) if say.text_only else views.more_page(say, match, user)


def done_page(say: Say, match: Match, user: int, act: str) -> Page:
    """Show where both players stand, and what the user has just done: ``resign``, ``claim``, ``moretime`` …"""
    is_unplayed = match.outcome is not None and match.outcome.why == outcome.UNPLAYED
    return standing_page(say, match, user).noted(say(f"done.{outcome.UNPLAYED if is_unplayed else act}"))


def current_page(
    say: Say,
    match: Match,
    user: int,
    *,
    is_named: bool = False,
    beside_board: bool = False,
    best: frozenset[int] = frozenset(),
) -> Page:
    """The match as it stands, for this viewer: a turn to take, or the standing; of a private one, its last board, which
    says for which seat it was the ``best``. ``is_named`` and ``beside_board`` are as for `home_page`.
    """
    if say.text_only:
        return textboard.text_page(say, match, user)
    if match.outcome and match.place == "private":
        return board.board_page(say, match, Credits(best=best))
    if user != match.mover:
        return views.more_page(say, match, user)
    return board.home_page(say, match, is_named=is_named, beside_board=beside_board)


def advance_page(say: Say, match: Match) -> Page:
    """Show what advancing leads to, before it is done."""
    position = match.position
    step = position.play(ADVANCE)
    text = prospect_sentences(say, match, step, to_mover=True, offers=say.text_only)
    preview = drawing(render.draw_table, step.position, left=position.turn, before=position)
    here = CustomId(match.id, match.revision, "advance")
    buttons = (
        button(say, here, "back", "home"),
        Button(say("button.advance", count=position.advance_spaces), here.press("goahead"), style="yes"),
        button(say, here, "more"),
    )
    if say.text_only:
        return Page((text,), rows=(buttons,), accent=names.TOKEN_COLOURS[position.turn])
    table = alt.table_alt(say, step.position, room=LONGEST_ALT - len(say("alt.preview", table="")))
    picture = Image(preview, say("alt.preview", table=table))
    return Page((), picture, (text,), (buttons,), names.TOKEN_COLOURS[position.turn])


def beside_turn(say: Say) -> tuple[Extra, ...]:
    """Name what a page tells from which a turn is taken. People who see pictures have *More* for their level."""
    return ("record", "stop", "turn") if say.text_only else ("stop", "turn")


def with_extras(say: Say, page: Page, match: Match, extras: Extras) -> Page:
    """A page about a match, with what else it tells: why its viewer is to move although they had planned, a line of
    advice, and once a rival's has ended, the way to their level.
    """
    if extras.record:
        page = rival.with_level(say, page, match, extras.record)
    if extras.stop:
        page = page.noted(say(f"plan.stopped.{extras.stop}"))
    is_back = match.last_kind in ("undo", "takeback")  # who took a move back has just read the tip
    if extras.turn and not (page.picture and (is_back or board.is_crowded(match))):
        page = replace(page, below=(*page.below, advice(say, match, extras.turn)))
    return page


def late_page(say: Say, match: Match, user: int) -> Page:
    """That a rival takes longer than usual for its move, and a way to look again."""
    page = played_page(say, match, user) if match.plies else current_page(say, match, user)
    again = button(say, CustomId(match.id, match.revision, "late"), "refresh", "home")
    late = say("note.late", user=names.player_name(say, match, match.position.turn))
    return replace(page, rows=((again,), *page.rows)).noted(late)


def played_page(
    say: Say,
    match: Match,
    user: int,
    waiting: Sequence[GameRow] = (),
    best: frozenset[int] = frozenset(),
    *,
    beside_board: bool = False,
) -> Page:
    """After a user's move: what happened, and what they can do now.

    ``waiting`` are the other games in which it is their move, the most urgent first: the way to the next one is
    offered once this turn is over. At the end, it may be the ``best`` game of some seats. ``beside_board`` it does not
    show the table that the board shows.
    """
    here = CustomId(match.id, match.revision, "played")
    following = games.next_button(say, here, waiting) if waiting else ()
    if say.text_only and not (user == match.mover and match.position.leather):
        page = textboard.text_page(say, match, user)
        return replace(page, rows=(*page.rows, following) if following else page.rows)
    if not match.outcome and user == match.mover:
        if match.position.leather:
            page = panel.leather_page(say, match)
            return replace(page, above=(*page.above, recap.happened(say, match, user)))
        since = match.plies[news.last_by_hand(match, match.position.turn) + 1 :]
        has_answered = any(ply.seat != match.position.turn for ply in since)
        note = say("note.your_turn" if has_answered else "note.move_again")
        return board.home_page(say, match, beside_board=beside_board, note=note)
    if match.outcome:
        page = current_page(say, match, user, best=best)
        if match.place != "private":  # its last board says it already
            page = page.noted(recap.happened(say, match, user))
        return replace(page, rows=(*page.rows, following) if following else page.rows)
    page = views.quilt_page(say, match, match.seat_of(user) or 1, user)
    following_one = names.player_name(say, match, match.position.turn)
    note = say("note.thinking" if match.awaits_rival else "note.turn_over", user=following_one)
    made = match.plies[news.last_by_hand(match, match.seat_of(user) or 1) :][: recap.MOST_LINES]
    line = sentences(say, *(recap.ply_sentence(say, match, ply, user) for ply in made), note)
    plans = () if match.is_solo else (button(say, here, "plan"),)
    return replace(page, above=(line,), rows=((*following, *plans, button(say, here, "more")),))
