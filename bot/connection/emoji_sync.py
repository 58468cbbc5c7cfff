"""Uploads our emoji to Discord, slowly: those that are missing, and those whose pictures have changed.

Why: decision 0021.
"""

import asyncio
import json
import logging
from collections.abc import Collection
from hashlib import sha256

import discord

from bot.store.backend.database import Database
from bot.store.backend.errors import DatabaseAway, FileLost
from bot.store.kv import find_value, save_value
from bot.ui.kit.failure import UNREACHED, pause_after, report, wait_after
from bot.ui.kit.pictures import Pictures
from bot.ui.words.names import EMOJI

LOG = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 60.0, 24 * 60 * 60.0
"""Seconds to wait after a refusal, doubled each time. Complete emoji are checked again after the longest."""

TOO_MANY = 30008
"""Discord's error code for an application that has the most emoji allowed."""

FORMER = "old_"
"""The prefix of an emoji that is being replaced: Discord does not accept two of one name."""


class Uploads:
    """The application's emoji. It fills ``ids`` with Discord's ids of them, by name.

    The store keeps a digest of the picture and the id of each uploaded emoji, by name. One that has one of our names
    but is not in the store is replaced: nobody but the application can use its emoji.

    ``pace`` is the seconds between two uploads: Discord's limit is not documented, and there is no hurry.
    """

    def __init__(
        self, client: discord.Client, database: Database, pictures: Pictures, ids: dict[str, int], pace: float
    ) -> None:
        self._client = client
        self._database = database
        self._pictures = pictures
        self._ids = ids
        self._pace = pace
        self._noted: dict[str, tuple[str, int]] = {}
        self._going: asyncio.Task[None] | None = None
        self._comparing = asyncio.Lock()

    async def recall(self) -> None:
        """Load the ids that this or another process saved last: they nearly always hold."""
        text = await self._database.read(find_value, self._note)
        self._noted = {name: (digest, number) for name, (digest, number) in json.loads(text or "{}").items()}
        for name in self._ids.keys() - self._noted.keys():
            del self._ids[name]
        self._ids.update({name: number for name, (_, number) in self._noted.items()})

    def begin(self) -> None:
        """Bring the application's emoji up to date in the background, now and every day."""
        self._going = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Stop uploading."""
        while self._going and not self._going.done():  # a cancellation may be lost in a request that breaks off
            self._going.cancel()
            await asyncio.wait([self._going], timeout=1)

    async def bring_up_to_date(self) -> bool:
        """Upload what is missing or changed. True if all is there now.

        Raises what Discord answers (`UNREACHED`) when it takes no more.
        """
        async with self._comparing:
            there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
            ids = {emoji.id for emoji in there.values()}
            # Texts would show the name of an emoji that somebody has deleted, and Discord refuses it on buttons.
            await self._forget([name for name, (_, number) in self._noted.items() if number not in ids])
            await self._tidy(there)
            taken = list[bool]()
            for name, drawing in EMOJI.items():
                picture = await self._pictures.draw_once(drawing)
                digest, old = sha256(picture).hexdigest()[:16], there.get(name)
                if old and self._noted.get(name) == (digest, old.id):
                    continue
                taken.append(await self._replace(old, name, picture, digest))
                await asyncio.sleep(self._pace)
                if old and taken[-1]:  # not before: a page that is on its way may show it
                    await old.delete()
        if uploaded := sum(taken):
            LOG.info("emoji uploaded: %d", uploaded)
        return all(taken)

    async def _go_on(self) -> None:
        times = 0
        while True:
            times += 1
            wait = pause_after(times, FIRST_PAUSE, LONGEST_PAUSE)
            try:
                if await self.bring_up_to_date():
                    times, wait = 0, LONGEST_PAUSE
            except DatabaseAway as error:  # already logged
                LOG.debug("not all emoji are uploaded: %s", error)
            except (*UNREACHED, OSError) as error:
                wait = wait_after(error, wait)
                LOG.warning("not all emoji are uploaded; the next try is in %.0f s: %r", wait, error)
            except FileLost:
                return  # the sweep logs it, and stops the bot
            except Exception as error:
                report(LOG, error, "not all emoji are uploaded")
            await asyncio.sleep(wait)

    async def _replace(self, old: discord.Emoji | None, name: str, picture: bytes, digest: str) -> bool:
        """Upload an emoji, and rename the old one of its name, which messages may still show. False if Discord rejects
        this emoji, but may accept others.
        """
        try:
            if old:
                await old.edit(name=f"{FORMER}{old.id}")
            new = await self._client.create_application_emoji(name=name, image=picture)
        except discord.HTTPException as error:
            if error.status != 400 or error.code == TOO_MANY:
                raise
            LOG.warning("the emoji %s is not taken: %s", name, error)
            return False
        self._noted[name] = digest, new.id
        self._ids[name] = new.id
        await self._save()
        return True

    async def _tidy(self, there: dict[str, discord.Emoji]) -> None:
        used = {number for name, (_, number) in self._noted.items() if name in EMOJI}
        unused = self._noted.keys() - EMOJI.keys()
        for name, emoji in there.items():
            if (name in unused or name.startswith(FORMER)) and emoji.id not in used:
                await emoji.delete()
        await self._forget(unused)

    async def _forget(self, names: Collection[str]) -> None:
        for name in names:
            del self._noted[name]
            self._ids.pop(name, None)
        if names:
            await self._save()

    async def _save(self) -> None:
        await self._database.write(save_value, self._note, json.dumps(self._noted))

    @property
    def _note(self) -> str:
        return f"emoji of {self._client.application_id}"
