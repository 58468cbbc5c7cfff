"""Which game a command is about: the one named, as it is suggested while it is typed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from discord.app_commands import Choice

from bot.app import App
from bot.features.dispatch import Interaction, Request, speaker_for
from bot.matches.match import Match, Refusal
from bot.store.games import GameRow
from bot.ui.kit.failure import report
from bot.ui.kit.interaction import server_of
from bot.ui.pages.games import most_urgent_first
from bot.ui.words.labels import player_label

LOG = logging.getLogger(__name__)

Lines = Sequence[tuple[int, str]]
"""Numbers of games, each with the line that stands for it in a list."""

SUGGEST_SECONDS = 2.0
"""How long suggestions may take: the user is still typing."""

MOST_SUGGESTIONS, LONGEST_SUGGESTION = 25, 100
"""Discord's limits."""

ENDED = 200
"""How many games that have ended are looked through for suggestions."""


async def game_of(request: Request, number: int) -> Match:
    """A game of the user's by its number. Raises Refusal ``not_that_game``."""
    try:
        match = await request.app.matches.load(number)
    except Refusal:
        raise Refusal("not_that_game", game=number) from None
    if match.seat_of(request.user) is None:
        raise Refusal("not_that_game", game=number)
    return match


async def suggest(
    interaction: Interaction, typed: str, find: Callable[[Request], Awaitable[Lines]]
) -> list[Choice[int]]:
    """Suggest what fits what was typed: numbers that begin with it, or lines with a word that does. Never raises."""
    wanted = typed.strip().casefold()
    try:
        async with asyncio.timeout(SUGGEST_SECONDS):
            app: App = interaction.client.app
            lines = await find(Request(app, interaction, await speaker_for(app, interaction)))
    except TimeoutError:
        LOG.warning("suggestions took too long")
        return []
    except Exception as error:
        report(LOG, error, "suggestions failed")
        return []
    found = [
        Choice(name=line[:LONGEST_SUGGESTION], value=number)
        for number, line in lines
        if (str(number).startswith(wanted) if wanted.isdigit() else f" {wanted}" in f" {line.casefold()}")
    ]
    return found[:MOST_SUGGESTIONS]


async def all_games(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Suggest the games of a user in this server: the most urgent first, then those that ended, the newest first."""

    async def find(request: Request) -> Lines:
        user, guild_id = request.user, server_of(interaction)
        running, ended = await request.app.matches.all_of(user, guild_id, ENDED)
        return _lines(request, [*most_urgent_first(running, user), *ended])

    return await suggest(interaction, typed, find)


def _lines(request: Request, rows: Sequence[GameRow]) -> Lines:
    return [(row.id, player_label(request.say, row, request.user, request.app.names.of)) for row in rows]
