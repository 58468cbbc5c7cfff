"""Which game a command is about: the one named, the only one here, or one chosen from several."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.matches.match import Match
from bot.matches.refusals import Refusal
from bot.ui.desk import Click, Request
from bot.ui.kit.reply import Reply
from bot.ui.pages.games import choose_page

Act = Callable[[Request, Match], Awaitable[Reply]]
"""What a command does with the game that it is about."""


async def with_game(request: Request, command: str, number: int | None, act: Act) -> Reply:
    """Do what a command does with the game that it is about: the one named, or the user's in this channel.

    If there are several, the user is asked to choose. Raises Refusal ``not_that_game``, ``no_game_here``.
    """
    matches, user = request.app.matches, request.user
    if number is not None:
        try:
            match = await matches.load(number)
        except Refusal:
            raise Refusal("not_that_game", game=number) from None
        if match.seat_of(user) is None:
            raise Refusal("not_that_game", game=number)
        return await act(request, match)
    found = await matches.running_of(user, channel_id=request.interaction.channel_id)
    if not found:
        raise Refusal("no_game_here")
    if len(found) > 1:
        return Reply(choose_page(request.say, command, found, user))
    return await act(request, await matches.load(found[0].id))


async def chosen(click: Click, act: Act) -> Reply:
    """Do what a command does with the game that was chosen from several."""
    return await act(click, await click.app.matches.load(int(click.values[0])))
