"""``/… admin``: what moderators may do. The permission is checked whenever a command is used."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.sessions.games import Games
from bot.sessions.refusals import Refusal
from bot.ui.answers import Answer, answered
from bot.ui.page import Page
from bot.ui.sentences import mention
from bot.ui.texts import SOURCE, Say, say, speaker
from bot.ui.writer import Writer

LISTED = 20
"""Games in one list, so that it fits in a message."""


def _text(name: str) -> str:
    return say(SOURCE, f"command.admin{name}")


class Admin(app_commands.Group):
    """``/… admin list|end``."""

    def __init__(self, games: Games, writer: Writer) -> None:
        super().__init__(name="admin", description=_text(""))
        self._games = games
        self._writer = writer

    @app_commands.command(name="list", description=_text(".list"))
    async def list_games(self, interaction: discord.Interaction[Any]) -> None:
        """List the running games of the server."""
        await self._answer(interaction, self._list(interaction))

    @app_commands.command(description=_text(".end"))
    @app_commands.describe(game=_text(".end.game"))
    async def end(self, interaction: discord.Interaction[Any], game: int) -> None:
        """Close a running game of the server without a winner."""
        await self._answer(interaction, self._end(interaction, game))

    async def _list(self, interaction: discord.Interaction[Any]) -> Answer:
        say = _say_to_moderator(interaction)
        rows = await self._games.running_in(interaction.guild_id or 0)
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
        return Answer(Page((say("admin.title"), "\n".join(lines)) if lines else (say("admin.none"),)))

    async def _end(self, interaction: discord.Interaction[Any], number: int) -> Answer:
        say = _say_to_moderator(interaction)
        session = await self._games.load(number)
        if session.guild_id != interaction.guild_id:
            raise Refusal("no_game")
        await self._games.close(number, "moderator")
        return Answer(Page((say("admin.ended", game=number),)), changed=number)

    async def _answer(self, interaction: discord.Interaction[Any], work: Any) -> None:
        await answered(interaction, work, self._writer.follow_up)


def _say_to_moderator(interaction: discord.Interaction[Any]) -> Say:
    """How to speak to a moderator. Raises Refusal for anybody else."""
    if not interaction.permissions.manage_messages:
        raise Refusal("not_allowed")
    return speaker(str(interaction.locale))
