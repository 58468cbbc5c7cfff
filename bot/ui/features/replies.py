"""What a rival answers to a move, where the player sees it: at once if it is quick, or else a little later."""

from __future__ import annotations

import contextlib
from functools import partial

from bot.matches.match import Match
from bot.ui.desk import Click, Request, match_of, on
from bot.ui.features.choosing import others_waiting
from bot.ui.kit.failure import UNREACHED
from bot.ui.kit.page import Page
from bot.ui.kit.reply import Reply, show_later
from bot.ui.pages.turn import current_page, late_page, played_page


async def reply_of_rival(request: Request, match: Match) -> Page | None:
    """The player's next turn, in place of a page that said that a rival is thinking; or that it takes longer.

    None if there is nothing to wait for, or if the player has turned to another page meanwhile.
    """
    if not match.awaits_rival or match.seat_of(request.user) is None:
        return None
    match = await request.app.replies.made(match.id)
    if match.awaits_rival:
        request.app.replies.once_made(match.id, partial(_show, request, match.id))
    return await _now(request, match) if _waits(request, match.id) else None


@on("home", page="late")
async def look_again(click: Click) -> Reply:
    """Whether a rival who takes longer has moved by now; the page goes on waiting if not."""
    match = await match_of(click)
    if match.awaits_rival and match.seat_of(click.user) is None:
        return Reply(current_page(click.say, match, click.user))
    return Reply(await _now(click, match), background=partial(reply_of_rival, click, match))


async def _show(request: Request, match_id: int) -> None:
    """Show the player's next turn after all, if their page can still be reached."""
    match = await request.app.matches.load(match_id)
    if not match.awaits_rival and _waits(request, match_id):
        with contextlib.suppress(*UNREACHED):
            await show_later(request.app, request.interaction, await _now(request, match))


def _waits(request: Request, match_id: int) -> bool:
    """Whether the player has turned to no other page meanwhile."""
    return request.app.private.still_shows(request.interaction, match_id)


async def _now(request: Request, match: Match) -> Page:
    """The player's next turn, or that the rival is still thinking."""
    if match.awaits_rival:
        return late_page(request.say, match, request.user)
    if all(ply.seat == 2 for ply in match.plies):  # it moved first
        return current_page(request.say, match, request.user)
    waiting = await others_waiting(request, match) if match.outcome else []
    return played_page(request.say, match, request.user, waiting)
