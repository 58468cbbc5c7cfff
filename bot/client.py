"""The client: wiring only. It opens the store, registers buttons and commands, and closes in order."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

import discord

from bot.clock import now
from bot.sessions.challenges import Challenges
from bot.sessions.clockwork import Clockwork
from bot.sessions.games import Games
from bot.sessions.preferences import Preferences
from bot.sessions.solo import Solo
from bot.settings import Settings
from bot.store.database import Database, open_database
from bot.ui.clicks import Clicks
from bot.ui.commands import Commands, Tree
from bot.ui.deeds import Deeds
from bot.ui.failure import answer_failure
from bot.ui.items import Choose, Press, is_ours
from bot.ui.notices import Notices
from bot.ui.page import NO_MENTIONS
from bot.ui.permissions import NEEDED
from bot.ui.pictures import Pictures
from bot.ui.questions import Questions
from bot.ui.timekeeper import Timekeeper
from bot.ui.writer import SWEEP_SECONDS, Writer

LOG = logging.getLogger(__name__)

FINISH_SECONDS = 6.0
"""How long the bot finishes what is running when it is to stop. Hosts kill what has not ended after 10 seconds."""


class Client(discord.AutoShardedClient):
    """The bot. ``sweep_seconds`` is the pause between two sweeps, None for none; ``rng`` shuffles the rings."""

    games: Games
    clicks: Clicks
    writer: Writer

    def __init__(
        self,
        settings: Settings,
        *,
        sweep_seconds: float | None = SWEEP_SECONDS,
        rng: random.Random | None = None,
        **options: Any,
    ) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(
            intents=intents, allowed_mentions=NO_MENTIONS, max_messages=None, max_ratelimit_timeout=30.0, **options
        )
        self.tree = Tree(self)
        self._settings = settings
        self._sweep_seconds = sweep_seconds
        self._rng = rng
        self._database: Database | None = None
        self._pictures = Pictures()
        self._sweep: asyncio.Task[None] | None = None
        self._sweeping = asyncio.Lock()
        self._answering: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Called by discord.py after the login. Raises StoreError when the database cannot be used."""
        self._database = database = await open_database(self._settings.database_url)
        self.games = games = Games(database, now)
        challenges = Challenges(database, now, max_games=self._settings.max_games, rng=self._rng)
        preferences = Preferences(database)
        notices = Notices(self, preferences)
        self.writer = Writer(self, database, games, challenges, preferences, notices, self._pictures)
        questions = Questions(self, database, challenges, notices, self.writer)
        clockwork = Clockwork(database, now)
        self.timekeeper = Timekeeper(games, clockwork, preferences, self.writer)
        solo = Solo(database, now, max_games=self._settings.max_games, rng=self._rng)
        deeds = Deeds(games, challenges, clockwork, questions, self.writer, self.timekeeper)
        self.clicks = Clicks(games, challenges, solo, preferences, deeds, self._pictures, self.writer)
        self.add_dynamic_items(Press, Choose)
        self.tree.add_command(
            Commands(games, challenges, solo, preferences, clockwork, self.clicks, questions, self.writer)
        )
        await self.tree.sync()
        await self._pictures.warm_up()
        if self._sweep_seconds is not None:
            self._sweep = asyncio.create_task(self._sweep_when_ready(self._sweep_seconds))

    async def _sweep_when_ready(self, seconds: float) -> None:
        await self.wait_until_ready()
        LOG.info("ready as %s; invite: %s", self.user, self.invite)
        while True:
            async with self._sweeping:
                try:
                    await self.sweep()
                except Exception:
                    LOG.exception("the sweep failed and will be tried again")
            await asyncio.sleep(seconds)

    async def sweep(self) -> None:
        """Do what is due, and what a crash or a fault left undone."""
        await self.timekeeper.sweep()
        await self.writer.sweep()

    @property
    def invite(self) -> str:
        """The link that adds the bot to a server, with the least permissions."""
        assert self.application_id is not None
        scopes = ("bot", "applications.commands")
        return discord.utils.oauth_url(self.application_id, permissions=NEEDED, scopes=scopes)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Called by discord.py for every interaction: buttons of an older version are answered here."""
        if interaction.type is discord.InteractionType.component:
            data: dict[str, Any] = dict(interaction.data or {})
            if not is_ours(str(data.get("custom_id", ""))):
                await answer_failure(interaction, "failure.old_button")

    def note_answering(self) -> None:
        """Note that the current task answers somebody, so that `finish` waits for it."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def finish(self) -> None:
        """Stop sweeping, finish what is being answered and written, and close the store."""
        if self._database:
            try:
                async with asyncio.timeout(FINISH_SECONDS):
                    async with self._sweeping:  # cut in the middle, it could post a board that nobody notes
                        if self._sweep:
                            self._sweep.cancel()
                    while self._answering:
                        await asyncio.wait(self._answering)
                    await self.writer.idle()
            except TimeoutError:
                LOG.warning("not everything could be shown before the end; the next start shows it")
                if self._sweep:
                    self._sweep.cancel()
                await self.writer.give_up()
            await self._database.close()
            self._database = None
        self._pictures.close()

    async def close(self) -> None:
        """Called by discord.py when the bot is to stop: first no more clicks come, then the running ones end."""
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
        await self.finish()
        await super().close()
