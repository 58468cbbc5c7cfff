"""``/… admin``: what moderators may do. The permission is checked whenever a command is used."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import discord
from discord import app_commands

from bot.sessions.games import Games
from bot.sessions.refusals import Refusal
from bot.store.games import GameRow
from bot.ui.address import Address
from bot.ui.answers import Answer, answered
from bot.ui.options import described
from bot.ui.page import LISTED, Button, Page
from bot.ui.sentences import mention
from bot.ui.texts import speaker
from bot.ui.writer import Writer


class Admin(app_commands.Group):
    """``/… admin list|end``."""

    def __init__(self, games: Games, writer: Writer) -> None:
        super().__init__(name="admin", description=described("admin"))
        self._games = games
        self._writer = writer

    @app_commands.command(name="list", description=described("admin.list"))
    async def list_games(self, interaction: discord.Interaction[Any]) -> None:
        """List the running games of the server."""
        await self._answer(interaction, self._list(interaction))

    @app_commands.command(description=described("admin.end"))
    @app_commands.describe(game=described("admin.end.game"))
    async def end(self, interaction: discord.Interaction[Any], game: int) -> None:
        """Ask whether a running game is to be closed without a winner."""
        await self._answer(interaction, self._end(interaction, game))

    @end.autocomplete("game")
    async def _numbers(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        """The numbers of the running games that the user may end."""
        rows = await self._games.running_in(interaction.guild_id or 0)
        numbers = [row.id for row in rows if is_moderator(interaction, row.guild_id, row.channel_id)]
        found = [number for number in numbers if str(number).startswith(current)]
        return [app_commands.Choice(name=str(number), value=number) for number in found[:25]]

    async def _list(self, interaction: discord.Interaction[Any]) -> Answer:
        say, rows = speaker(str(interaction.locale)), await self._moderated(interaction)
        if not rows:
            return Answer(Page((say("admin.none"),)))
        urls = await self._games.board_urls(rows[:LISTED])
        lines = [
            say(
                "admin.line",
                game=row.id,
                one=mention(row.player1),
                two=mention(row.player2) if row.player2 else say("automa.name"),
                link=say("games.link", url=urls[row.id]),
            )
            for row in rows[:LISTED]
        ]
        if len(rows) > LISTED:
            lines.append(say("games.more", count=len(rows) - LISTED))
        return Answer(Page((say("admin.title"), "\n".join(lines))))

    async def _end(self, interaction: discord.Interaction[Any], number: int) -> Answer:
        say, session = speaker(str(interaction.locale)), await self._games.load(number)
        check_moderator(interaction, session.guild_id, session.channel_id)
        if session.ending:
            raise Refusal("ended", session)
        address = Address(session.id, session.revision, "admin", "endgame")
        return Answer(Page((say("admin.ask", game=number),), rows=((Button(say("button.endgame"), address),),)))

    async def _moderated(self, interaction: discord.Interaction[Any]) -> list[GameRow]:
        """The running games of the server in channels that the user moderates. Raises Refusal if there can be none."""
        rows = await self._games.running_in(interaction.guild_id or 0)
        if not rows:
            check_moderator(interaction, interaction.guild_id or 0, interaction.channel_id or 0)
        mine = [row for row in rows if is_moderator(interaction, row.guild_id, row.channel_id)]
        if rows and not mine:
            raise Refusal("not_allowed")
        return mine

    async def _answer(self, interaction: discord.Interaction[Any], work: Awaitable[Answer]) -> None:
        await answered(interaction, work, self._writer.follow_up)


def is_moderator(interaction: discord.Interaction[Any], guild_id: int, channel_id: int) -> bool:
    """Whether the user may manage messages in a game's channel, or in its server where the channel is gone."""
    if (
        interaction.guild is None
        or interaction.guild_id != guild_id
        or not isinstance(interaction.user, discord.Member)
    ):
        return False
    if interaction.channel_id == channel_id:
        return interaction.permissions.manage_messages
    channel = interaction.guild.get_channel_or_thread(channel_id)
    can = channel.permissions_for(interaction.user) if channel else interaction.user.guild_permissions
    return can.manage_messages


def check_moderator(interaction: discord.Interaction[Any], guild_id: int, channel_id: int) -> None:
    """Raise Refusal unless the user is a moderator of a game's channel."""
    if not is_moderator(interaction, guild_id, channel_id):
        raise Refusal("not_allowed")
