"""What moderators may do. The permission is checked whenever a command or button is used."""

from collections.abc import Iterable

import discord
from discord import app_commands

from bot.features.dispatch import Click, Interaction, Page, Reply, Request, match_of, on, replying
from bot.features.shared.pick_game import Lines, suggest
from bot.matches.match import Refusal
from bot.store.games import GameRow
from bot.ui.kit.brand import ADMIN
from bot.ui.kit.permissions import moderates
from bot.ui.pages.admin import close_page, moderated_page
from bot.ui.pages.games import LISTED
from bot.ui.words.labels import spectator_label
from bot.ui.words.options import described

admin = app_commands.Group(
    name=ADMIN,
    description=described("admin"),
    default_permissions=discord.Permissions(manage_messages=True),
    allowed_contexts=app_commands.AppCommandContext(guild=True),
    allowed_installs=app_commands.AppInstallationType(guild=True),
)
"""Discord shows it to those who manage messages, and lets each server choose others. Each act checks for itself."""


@admin.command(name="end", description=described("admin.end"))
@app_commands.describe(game=described("admin.end.game"))
@replying
async def end(request: Request, game: int | None = None) -> Reply:
    """List the running games of the server, or ask whether to close the one named without a winner."""
    if game is None:
        return await _list(request)
    match = await request.app.matches.load(game)
    if match.place == "private":
        raise Refusal("no_game")
    check_moderator(request.interaction, match.guild_id, match.channel_id)
    if match.outcome:
        raise Refusal("ended", match)
    return Reply(close_page(request.say, match), about=match.id)


async def _list(request: Request) -> Reply:
    rows = await _public(request)
    mine = _moderated(request.interaction, rows)
    if rows and not mine:
        raise Refusal("not_allowed")
    if not rows:
        check_moderator(request.interaction, request.interaction.guild_id or 0, request.interaction.channel_id or 0)
        return Reply(Page((request.say("admin.none"),)))
    return Reply(moderated_page(request.say, mine, await request.app.matches.boards_of(mine[:LISTED])))


@end.autocomplete("game")
async def numbers(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Suggest the running games that the user may end."""

    async def find(request: Request) -> Lines:
        return moderated_lines(request, await _public(request))

    return await suggest(interaction, current, find)


@on("endgame")
async def close(click: Click) -> Reply:
    """Close the game without a winner."""
    match = await match_of(click)
    check_moderator(click.interaction, match.guild_id, match.channel_id)
    await click.app.matches.close(match.id, "moderator")
    return Reply(Page((click.say("admin.ended", game=match.id),)))


async def _public(request: Request) -> list[GameRow]:
    rows = await request.app.matches.running_in(request.interaction.guild_id or 0)
    return [row for row in rows if row.place != "private"]


def _moderated(interaction: Interaction, rows: Iterable[GameRow]) -> list[GameRow]:
    return [row for row in rows if moderates(interaction, row.guild_id, row.channel_id)]


def moderated_lines(request: Request, rows: Iterable[GameRow]) -> Lines:
    """Suggest those of some games that were played in channels that the user moderates."""
    mine = _moderated(request.interaction, rows)
    return [(row.id, spectator_label(request.say, row, request.app.names.of)) for row in mine]


def check_moderator(interaction: Interaction, guild_id: int, channel_id: int) -> None:
    """Raise Refusal unless the user is a moderator of a game's channel."""
    if not moderates(interaction, guild_id, channel_id):
        raise Refusal("not_allowed")
