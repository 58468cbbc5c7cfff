"""What a rival answers to a move, where the player sees it: at once if it is quick, or else a little later."""

from __future__ import annotations

import contextlib
from functools import partial

from bot.matches.match import Match
from bot.ui.desk import Request
from bot.ui.features.choosing import others_waiting
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import Page
from bot.ui.kit.reply import show_later
from bot.ui.pages.turn import current_page, played_page


async def reply_of_rival(request: Request, match: Match) -> Page | None:
    """The player's next turn, in place of a page that said that a rival is thinking.

    None if there is nothing to wait for, or if the player has turned to another page meanwhile.
    """
    if not match.awaits_rival or match.seat_of(request.user) is None:
        return None
    match = await request.app.replies.made(match.id)
    if match.awaits_rival:
        request.app.replies.once_made(match.id, partial(_show, request, match.id))
    return await _next_turn(request, match)


async def _show(request: Request, match_id: int) -> None:
    """Show the player's next turn after all, if their page can still be reached."""
    page = await _next_turn(request, await request.app.matches.load(match_id))
    if page:
        with contextlib.suppress(*UNREACHED):
            await show_later(request.app, request.interaction, page)


async def _next_turn(request: Request, match: Match) -> Page | None:
    if match.awaits_rival or request.app.private.find(request.user, match.id) is not request.interaction:
        return None
    if all(ply.seat == 2 for ply in match.plies):  # it moved first
        return current_page(request.say, match, request.user)
    waiting = await others_waiting(request, match) if match.outcome else []
    return played_page(request.say, match, request.user, waiting)
