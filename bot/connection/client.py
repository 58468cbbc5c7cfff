"""The client: it connects to Discord, passes clicks and commands on, sweeps, and shuts down cleanly."""

import asyncio
import contextlib
import logging
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.app import USUAL, App, Parts, open_app
from bot.clock import CLOCK, now
from bot.config import Config
from bot.connection.arrivals import Arrivals
from bot.connection.command_sync import Registration
from bot.connection.emoji_sync import Uploads
from bot.connection.handover import Handover, check_overlaps
from bot.connection.reports import Report, save_report, tell_supervisor
from bot.connection.requests import trace
from bot.connection.tree import Tree
from bot.features import commands, dispatch
from bot.footprint import trim_memory
from bot.store.backend.errors import FileDamaged, FileLost
from bot.store.identify_slots import acquire_slot
from bot.ui.kit.brand import VERSION
from bot.ui.kit.budget import Budget
from bot.ui.kit.custom_id import PROBE, read_id
from bot.ui.kit.failure import UNREACHED, apologise, report
from bot.ui.kit.interaction import Interaction, chosen, hear_first
from bot.ui.kit.page import NO_MENTIONS
from bot.ui.kit.permissions import NEEDED
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import CATALOGUES, COMPLAINTS, speaker
from bot.ui.publish.presence import welcome
from bot.ui.words.options import Translations
from game import PATCHES, Setup
from render import draw_table

LOG = logging.getLogger(__name__)

FEWEST_STARTS = 50
"""With fewer starts left to the bot's connections we do not start: Discord resets the token of a bot without any."""

FINISH_SECONDS = 6.0
"""How long the bot may take to finish its work when it is told to stop. A successor that is still connecting is waited
for as long before that. Hosts kill the bot after 10 seconds.
"""


class TooFewStarts(Exception):
    """Discord allows the bot only a few more starts for now; the text is one sentence that says what to do."""


SERVERS_PAUSE = 0.5
"""Seconds without news of another server after which a connection is ready: discord.py's 2 would delay each takeover,
and servers may come later, too.
"""


class Client(discord.AutoShardedClient):
    """The bot. ``sweeps`` says whether it sweeps by itself; ``options`` are discord.py's.

    ``command_ids`` are Discord's numbers of our root commands, by name: for ``</… help:…>`` in texts. They are
    known once the bot has started, unless Discord has never yet accepted the commands. ``emoji_ids`` are those of our
    emoji.
    """

    app: App

    def __init__(self, config: Config, *, sweeps: bool = True, parts: Parts = USUAL, **options: Any) -> None:
        if config.shards.ids:
            options |= {"shard_ids": list(config.shards.ids), "shard_count": config.shards.count}
        self._budget = Budget(config.discord_requests * config.shards.share)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=NO_MENTIONS,
            max_messages=None,
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=SERVERS_PAUSE,
            http_trace=trace(self._budget, self._may_act),
            **options,
        )
        hear_first(self, lambda data: self.app.activity.observe(data))
        self.tree = Tree(self)
        self.command_ids: dict[str, int] = {}
        self.emoji_ids: dict[str, int] = {}
        self._speak = partial(speaker, command_ids=self.command_ids, emoji_ids=self.emoji_ids)
        self.invalid = self._budget.invalid
        self._config = config
        self._sweeps = sweeps
        self._parts = replace(parts, speak=self._speak)
        self.lost: FileLost | FileDamaged | None = None
        self._sweep: asyncio.Task[None] | None = None
        self._sweeping, self._finishing = asyncio.Lock(), asyncio.Lock()
        self._ending: asyncio.Task[None] | None = None
        self._at_once, self._since = 1, 0
        self._is_open = self._is_fenced = False
        self._arrivals = Arrivals(lambda number: self.handover.owns(number), partial(self.dispatch, "unanswered"))

    async def setup_hook(self) -> None:
        """Called by discord.py after the login. Raises StoreError when the database cannot be used."""
        self.app = await open_app(self._config, self, self._budget, self._parts)
        self.app.database.follow(partial(self.dispatch, "changes"))
        self.uploads = Uploads(self, self.app.database, self.app.pictures, self.emoji_ids, self._config.emoji_pace)
        self.handover = Handover(self.app.database, self._config.shards)
        self._registration = Registration(self, self.tree, self.app.database, self.command_ids)
        self._is_open = self._is_fenced = True
        if self._sweeps:
            await self.handover.begin(self._end)
            await check_overlaps(self.app.database, self._config.shards)
            self._arrivals.begin()
        for complaint in COMPLAINTS:
            LOG.warning("%s", complaint)
        if len(CATALOGUES) > 1:  # it is asked 7,000 times
            await self.tree.set_translator(Translations())
        for command in commands():
            self.tree.add_command(command)
        await self._register()
        await self.uploads.recall()
        await self.app.pictures.warm_up(drawing(draw_table, Setup("classic", tuple(range(len(PATCHES))), 1).start))
        if self._sweeps:
            self._sweep = asyncio.create_task(self._sweep_when_ready())

    async def _register(self) -> None:
        """Bring the commands up to date once this process holds its shards: one that waits may be older."""
        if not self.handover.holds.is_set():
            await self._registration.recall()
        elif not self._registration.has_begun:
            await self._registration.begin()

    async def launch_shards(self) -> None:
        """Called by discord.py to connect. Raises TooFewStarts."""
        limits = await self.fetch_session_start_limits()
        self._at_once = limits.max_concurrency
        if limits.remaining < FEWEST_STARTS:
            hours, minutes = divmod(limits.reset_after // 60_000 + 1, 60)
            raise TooFewStarts(
                f"Discord allows this bot only {limits.remaining} more starts in the next {hours} h {minutes} min, and "
                "resets its token when they are used up: find out why it starts so often, and start it after that time."
            )
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Called by discord.py before a shard is connected anew. Of several processes, one after the other does so."""
        if not self._config.shards.ids:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        bucket, sharing = (shard_id or 0) % self._at_once, math.ceil(self._config.shards.count / self._at_once)
        await asyncio.sleep(await self.app.database.write(acquire_slot, bucket, sharing))

    def _end(self) -> None:
        self._ending = asyncio.create_task(self.close())

    async def _sweep_when_ready(self) -> None:
        await self.wait_until_ready()
        LOG.info("ready as %s; invite: %s", self.user, self.invite)
        self.handover.connected()
        await self.handover.placed.wait()
        tell_supervisor("READY=1")
        await self.handover.holds.wait()
        self.app.answers_since = now()
        await self._register()
        if self._is_first:
            self.uploads.begin()
        while True:
            async with self._sweeping:
                if not await self.handover.may_act():
                    return
                try:
                    with self._losing():
                        await self.sweep()
                except Exception as error:
                    report(LOG, error, "the sweep failed and will be tried again")
            if self.lost:
                self._end()
                return
            await asyncio.to_thread(trim_memory)
            await asyncio.sleep(self._config.sweep_seconds)

    @contextlib.contextmanager
    def _losing(self) -> Iterator[None]:
        """Note and log that the database turns out to be lost, or damaged."""
        try:
            yield
        except (FileLost, FileDamaged) as error:
            LOG.critical("%s", error)
            self.lost = error

    async def _may_act(self) -> bool:
        return not self._is_fenced or await self.handover.may_act()

    async def sweep(self) -> None:
        """Do whatever is due, and whatever a crash or a fault left undone.

        Raises FileLost and FileDamaged: then the bot must stop. While nothing can be stored, nothing is sent either,
        which would be sent again each time.
        """
        await self.app.database.check_file()
        await self.app.database.check_storing()
        try:
            await self._work_off()
        except FileLost:  # since it was looked at: now all that it holds is saved
            await self.app.database.check_file()
            raise

    async def _work_off(self) -> None:
        if CLOCK.is_in_doubt:
            with contextlib.suppress(*UNREACHED, OSError):
                await self.application_info()  # whatever we ask, the answer tells the time
        if not self._is_first:
            await self.uploads.recall()
        await self.app.sweep()
        at = now()
        self._since = self._since or at
        said = Report(self.handover.name, VERSION, self._since, at, CLOCK.off, self._budget.used, len(self.guilds))
        await save_report(self.app.database, str(self._config.shards), said)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Called by discord.py when somebody has invited us."""
        if self.handover.holds.is_set():
            await self.app.presence.note_servers()
            await welcome(guild, self._speak)

    async def on_guild_remove(self, _: discord.Guild) -> None:
        """Called by discord.py when we were removed from a server, or it was deleted."""
        if self.handover.holds.is_set():
            await self.app.presence.note_servers()

    @property
    def _is_first(self) -> bool:
        """Whether this process does what one does for all."""
        return not self._config.shards.ids or 0 in self._config.shards.ids

    @property
    def invite(self) -> str:
        """The link that adds the bot to a server, with the least permissions."""
        assert self.application_id is not None
        scopes = ("bot", "applications.commands")
        return discord.utils.oauth_url(self.application_id, permissions=NEEDED, scopes=scopes)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Called by discord.py for every interaction. Answers clicks, also on buttons made by an older version.

        Not by items of views: discord.py makes those anew from the whole message for each click, and drops a click
        without a word if its control is not in there (decision 0050).
        """
        CLOCK.hear(interaction.created_at.timestamp())
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if custom_id.startswith(PROBE):
            return
        self._arrivals.note(interaction)
        is_click = interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if not is_click or not await self.handover.owns(interaction.id):
            return
        if spelled := read_id(custom_id):
            await dispatch.clicked(interaction, spelled, chosen(interaction))
        else:
            await apologise(interaction, "failure.old_button")

    async def finish(self) -> None:
        """Stop sweeping and animating, let running answers and deliveries finish, and close the store."""
        async with self._finishing:  # if it is told to stop and replaced at once, the second close waits for the first
            if self._is_open:
                self._is_open = False
                await self._finish()

    async def _finish(self) -> None:
        self._arrivals.stop()
        self._registration.stop()
        await self.uploads.stop()
        tasks = self.app.tasks
        self.app.animations.stop()
        await self.app.thinking.close()  # what is owed then is made after the next start
        try:
            async with asyncio.timeout(FINISH_SECONDS):
                async with self._sweeping:  # cut short, it could post a board that is never recorded
                    if self._sweep:
                        self._sweep.cancel()
                await tasks.all_answered()
                await tasks.idle()
        except TimeoutError:
            LOG.warning("not everything could be shown before the end; the next start shows it")
            if self._sweep:
                self._sweep.cancel()
            await tasks.give_up()
        await self.handover.end()
        if not self.lost:
            with self._losing():
                await self.app.database.check_file()  # it may be lost since the last sweep
        await self.app.close()

    async def close(self) -> None:
        """Called by discord.py to stop the bot: first stop taking clicks, then let the running ones finish."""
        if self._is_open:
            await self.handover.leave(FINISH_SECONDS)
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
        await self.finish()
        await super().close()
