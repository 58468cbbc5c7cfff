"""Which game a command is about: the one named, suggested while it is typed; the only one here; or a chosen one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from discord.app_commands import Choice

from bot.app import App
from bot.features.dispatch import Click, Interaction, Reply, Request, speaker_for
from bot.matches.match import Match, Refusal
from bot.store.games import GameRow
from bot.ui.kit.failure import report
from bot.ui.pages.games import choose_page, most_urgent_first
from bot.ui.words.labels import player_label

LOG = logging.getLogger(__name__)

Act = Callable[[Request, Match], Awaitable[Reply]]
"""What a command does with the game that it is about."""

Lines = Sequence[tuple[int, str]]
"""Numbers of games, each with the line that stands for it in a list."""

SUGGEST_SECONDS = 2.0
"""How long suggestions may take: the user is still typing."""

MOST_SUGGESTIONS, LONGEST_SUGGESTION = 25, 100
"""Discord's limits."""

ENDED = 200
"""How many games that have ended are looked through for suggestions."""


async def with_game(request: Request, command: str, number: int | None, act: Act) -> Reply:
    """Do what a command does with the game named, or the user's in this channel; if there are several, they are asked
    to choose. Raises Refusal ``not_that_game``, ``no_game_here``.
    """
    matches, user = request.app.matches, request.user
    if number is not None:
        return await act(request, await game_of(request, number))
    found = await matches.running_of(user, channel_id=request.interaction.channel_id)
    if not found:
        raise Refusal("no_game_here")
    if len(found) > 1:
        return Reply(choose_page(request.say, command, found, user, request.app.names.of))
    return await act(request, await matches.load(found[0].id))


async def chosen(click: Click, act: Act) -> Reply:
    """Do what a command does with the game that was chosen from several. Raises Refusal ``not_that_game``."""
    return await act(click, await game_of(click, click.number))


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


async def running_games(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Suggest the running games of a user, the most urgent first."""

    async def find(request: Request) -> Lines:
        return _lines(request, most_urgent_first(await request.app.matches.running_of(request.user), request.user))

    return await suggest(interaction, typed, find)


async def games_shown_here(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Suggest those running games of a user that are played in this server or in private, the most urgent first."""

    async def find(request: Request) -> Lines:
        rows = most_urgent_first(await request.app.matches.running_of(request.user), request.user)
        return _lines(request, [row for row in rows if row.guild_id == interaction.guild_id or row.place == "private"])

    return await suggest(interaction, typed, find)


async def all_games(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Suggest the games of a user in this server: the most urgent first, then those that ended, the newest first."""

    async def find(request: Request) -> Lines:
        user, guild_id = request.user, interaction.guild_id or 0
        running, ended = await request.app.matches.all_of(user, guild_id, ENDED)
        return _lines(request, [*most_urgent_first(running, user), *ended])

    return await suggest(interaction, typed, find)


def _lines(request: Request, rows: Sequence[GameRow]) -> Lines:
    return [(row.id, player_label(request.say, row, request.user, request.app.names.of)) for row in rows]
