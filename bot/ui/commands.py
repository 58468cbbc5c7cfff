"""The slash commands."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.sessions.challenges import Challenges
from bot.sessions.clocks import USUAL_PACE
from bot.sessions.clockwork import Clockwork
from bot.sessions.games import Games
from bot.sessions.preferences import Preferences
from bot.sessions.refusals import Refusal
from bot.sessions.solo import Solo
from bot.store.games import GameRow
from bot.ui.address import Address
from bot.ui.admin import Admin
from bot.ui.answers import Answer, answered, check_permissions, send
from bot.ui.brand import ROOT
from bot.ui.challenge import challenge_page
from bot.ui.clicks import Clicks
from bot.ui.failure import UNREACHED, answer_failure
from bot.ui.options import choices, described, level_choices, pace_choices
from bot.ui.page import LISTED, Button, Option, Page, Select
from bot.ui.questions import Questions
from bot.ui.sentences import mention
from bot.ui.settings import SettingsCommands
from bot.ui.texts import Say, speaker
from bot.ui.writer import Writer
from game.automa import DECKS
from game.timeboard import LEATHER_SPACES

LOG = logging.getLogger(__name__)

_FIRST = {"random": 0, "me": 1, "friend": 2}
"""Who starts, as the command calls it, and the seat that this is (the challenger has seat 1)."""


class Tree(app_commands.CommandTree[Any]):
    """The command tree. Whatever a command raises is logged and answered with an apology."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Called by discord.py before each command, in the task that answers it."""
        interaction.client.note_answering()
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Called by discord.py when a command raises."""
        name = interaction.command.qualified_name if interaction.command else "?"
        cause = getattr(error, "original", error)
        if isinstance(cause, UNREACHED):
            LOG.warning("command %s could not be answered: %s", name, cause)
        else:
            LOG.error("command %s failed", name, exc_info=error)
        await answer_failure(interaction, "failure")


class Commands(app_commands.Group):
    """``/patchwork …``: challenge, automa, board, games, replay, resign, help, settings, admin."""

    def __init__(
        self,
        games: Games,
        challenges: Challenges,
        solo: Solo,
        preferences: Preferences,
        clockwork: Clockwork,
        clicks: Clicks,
        questions: Questions,
        writer: Writer,
    ) -> None:
        super().__init__(
            name=ROOT,
            description=described("root"),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._games = games
        self._challenges = challenges
        self._solo = solo
        self._clicks = clicks
        self._questions = questions
        self._writer = writer
        self.add_command(SettingsCommands(clockwork, preferences, writer))
        self.add_command(Admin(games, writer))

    @app_commands.command(description=described("challenge"))
    @app_commands.describe(
        friend=described("challenge.friend"),
        first=described("challenge.first"),
        leather=described("challenge.leather"),
        pace=described("challenge.pace"),
    )
    @app_commands.choices(first=choices("first", _FIRST), leather=choices("leather", LEATHER_SPACES))
    @app_commands.choices(pace=pace_choices())
    async def challenge(
        self,
        interaction: discord.Interaction[Any],
        friend: discord.User,
        first: str = "random",
        leather: str = "classic",
        pace: int = USUAL_PACE,
    ) -> None:
        """Challenge somebody, with a public message that pings them."""
        await self._answer(interaction, self._challenge(interaction, friend, first, leather, pace))

    @app_commands.command(description=described("automa"))
    @app_commands.describe(
        level=described("automa.level"), deck=described("automa.deck"), leather=described("challenge.leather")
    )
    @app_commands.choices(
        level=level_choices(),
        deck=choices("deck", DECKS),
        leather=choices("leather", LEATHER_SPACES),
    )
    @app_commands.rename(leather="track")
    async def automa(
        self,
        interaction: discord.Interaction[Any],
        level: str = "fellow",
        deck: str = "normal",
        leather: str = "classic",
    ) -> None:
        """Start a solo game; the answer is its first turn, in private."""
        await self._answer(interaction, self._start_solo(interaction, level, deck, leather))

    @app_commands.command(description=described("board"))
    @app_commands.describe(game=described("game"))
    async def board(self, interaction: discord.Interaction[Any], game: int | None = None) -> None:
        """Post the board of a game again at the bottom of its channel."""
        await self._answer(interaction, self._with_game(interaction, "board", game))

    @app_commands.command(description=described("games"))
    async def games(self, interaction: discord.Interaction[Any]) -> None:
        """List the user's running games."""
        await self._answer(interaction, self._list(interaction))

    @app_commands.command(description=described("resign"))
    @app_commands.describe(game=described("game"))
    async def resign(self, interaction: discord.Interaction[Any], game: int | None = None) -> None:
        """Ask whether to give up a game or to offer to cancel it."""
        await self._answer(interaction, self._with_game(interaction, "resign", game))

    @app_commands.command(description=described("replay"))
    @app_commands.describe(game=described("replay.game"), share=described("replay.share"))
    async def replay(self, interaction: discord.Interaction[Any], game: int | None = None, share: bool = False) -> None:
        """Show a game from its first move on, to everybody if it is to be shared."""
        await self._answer(interaction, self._replay(interaction, game, share))

    @app_commands.command(description=described("help"))
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Say how to play, and what this bot is."""
        say = _say(interaction)
        parts = (say(f"help.{part}") for part in ("text", "picture", "solo", "disclaimer"))
        await send(interaction, Answer(Page(tuple(parts))))

    async def _answer(self, interaction: discord.Interaction[Any], work: Awaitable[Answer]) -> None:
        await answered(interaction, work, self._writer.follow_up)

    async def _challenge(
        self, interaction: discord.Interaction[Any], friend: discord.User, first: str, leather: str, pace: int
    ) -> Answer:
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal("only_servers")
        if friend.bot:
            raise Refusal("bot")
        if not isinstance(friend, discord.Member):
            raise Refusal("not_here", user=mention(friend.id))
        check_permissions(interaction)
        challenge, expired = await self._challenges.make(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            challenger=interaction.user.id,
            challenged=friend.id,
            track=leather,
            first=_FIRST[first],
            pace=pace or None,
        )
        return Answer(
            challenge_page(speaker(challenge.language), challenge),
            public=True,
            ping=friend.id,
            posted=lambda message_id: self._questions.posted(challenge, message_id),
            then=(lambda: self._questions.take_down(expired)) if expired else None,
        )

    async def _start_solo(self, interaction: discord.Interaction[Any], level: str, deck: str, track: str) -> Answer:
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal("only_servers")
        check_permissions(interaction)
        session = await self._solo.start(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            user=interaction.user.id,
            level=level,
            deck=deck,
            track=track,
        )
        return await self._clicks.begun(session, _say(interaction), await self._clicks.pictures_for(interaction))

    async def _with_game(self, interaction: discord.Interaction[Any], command: str, number: int | None) -> Answer:
        """Run a command on the game that it is about: the one named, or the user's in this channel."""
        say, user = _say(interaction), interaction.user.id
        if number is not None:
            try:
                session = await self._games.load(number)
            except Refusal:
                raise Refusal("not_that_game", game=number) from None
            if not session.seat_of(user):
                raise Refusal("not_that_game", game=number)
            return await self._clicks.on_command(command, session, interaction, say)
        found = list(await self._games.running_of(user, channel_id=interaction.channel_id))
        if not found:
            raise Refusal("no_game_here")
        if len(found) > 1:
            return Answer(_choose_page(say, command, found, user))
        session = await self._games.load(found[0].id)
        return await self._clicks.on_command(command, session, interaction, say)

    async def _replay(self, interaction: discord.Interaction[Any], number: int | None, share: bool) -> Answer:
        """The replay of the game named, or of the user's newest one in this channel."""
        if number is None:
            number = await self._games.newest_of(interaction.user.id, interaction.channel_id or 0)
        if number is None:
            raise Refusal("no_replay_here")
        session = await self._games.load(number)
        if session.guild_id != interaction.guild_id:
            raise Refusal("no_game")
        answer = await self._clicks.on_command("replay", session, interaction, _say(interaction))
        return replace(answer, public=share)

    async def _list(self, interaction: discord.Interaction[Any]) -> Answer:
        say, user = _say(interaction), interaction.user.id
        found = await self._games.running_of(user)
        if not found:
            return Answer(Page((say("games.none"),)))
        rows = sorted(found, key=lambda row: (row.mover != user, row.deadline or math.inf, row.id))
        urls = await self._games.board_urls(rows[:LISTED])
        lines = [
            say(
                "games.line",
                game=row.id,
                user=mention(_other(row, user)) if _other(row, user) else say("automa.name"),
                whose=say("games.yours" if row.mover == user else "games.theirs"),
                due=f" · <t:{row.deadline}:R>" if row.deadline else "",
                link=say("games.link", url=urls[row.id]),
            )
            for row in rows[:LISTED]
        ]
        if len(rows) > LISTED:
            lines.append(say("games.more", count=len(rows) - LISTED))
        following = Button(say("button.next"), Address(rows[0].id, rows[0].revision, "games", "home"))
        controls = ((following,),) if rows[0].mover == user else ()
        return Answer(Page((say("games.title"), "\n".join(lines)), rows=controls))


def _say(interaction: discord.Interaction[Any]) -> Say:
    return speaker(str(interaction.locale))


def _other(row: GameRow, user: int) -> int:
    return row.player2 if row.player1 == user else row.player1


def _choose_page(say: Say, command: str, rows: list[GameRow], user: int) -> Page:
    options = tuple(
        Option(
            say("option.game", game=row.id),
            str(row.id),
            say("option.game.yours" if row.mover == user else "option.game.theirs"),
        )
        for row in rows[:LISTED]
    )
    return Page((say("choose.text"),), rows=(Select(say("select.game"), Address(0, 0, "choose", command), options),))
