"""Registers the commands with Discord: only when they have changed, and again later when Discord refuses."""

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.store.backend.database import Database
from bot.store.kv import find_value, save_value
from bot.ui.kit.failure import UNREACHED, pause_after, wait_after

LOG = logging.getLogger(__name__)

ENTRY_POINT = 4
"""The type of a command that Discord itself gives to applications with activities, and that must not be removed."""

PATIENCE = 10.0
"""Seconds that a start waits for Discord's answer: buttons work without it."""

FIRST_PAUSE, LONGEST_PAUSE = 30.0, 60 * 60.0
"""Seconds between two tries, doubled each time."""

Payload = dict[str, Any]

Command = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu


class Registration:
    """Registers the commands of a tree with Discord, and fills ``ids`` with Discord's ids of them, by name.

    Discord's last answer is kept in the store. So a start only asks whether it still holds; the ids are known even if
    Discord does not answer; and the commands are sent only when they have changed, here or there.
    """

    def __init__(
        self, client: discord.Client, tree: app_commands.CommandTree[Any], database: Database, ids: dict[str, int]
    ) -> None:
        self._ids = ids
        self._client = client
        self._tree = tree
        self._database = database
        self._retrying: asyncio.Task[None] | None = None
        self.has_begun = False

    async def recall(self) -> None:
        """Load the ids that this or another process saved last: they nearly always hold."""
        self._ids.update((await self._noted())[1])

    async def begin(self) -> None:
        """Register the commands. Refusals are logged, and retried later with growing pauses."""
        self.has_begun = True
        await self.recall()
        if refused := await self._refused(PATIENCE):
            self._retrying = asyncio.create_task(self._retry(refused))

    def stop(self) -> None:
        """Stop retrying."""
        if self._retrying:
            self._retrying.cancel()

    async def _retry(self, refused: Exception | None) -> None:
        times = 0
        while refused:
            times += 1
            wait = wait_after(refused, pause_after(times, FIRST_PAUSE, LONGEST_PAUSE))
            LOG.warning("the commands could not be registered; the next try is in %.0f s: %r", wait, refused)
            await asyncio.sleep(wait)
            refused = await self._refused(None)

    async def _refused(self, patience: float | None) -> Exception | None:
        """Say why the commands could not be registered now; None if they are."""
        try:
            async with asyncio.timeout(patience):
                await self._register()
        except (*UNREACHED, OSError) as error:  # a TimeoutError is an OSError
            return error
        except Exception as error:
            LOG.exception("the commands could not be registered")
            return error
        return None

    async def _register(self) -> None:
        payload = [await self._definition(command) for command in self._tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        assert self._client.application_id is not None
        there: list[Any] = await self._client.http.get_global_commands(self._client.application_id)
        if (digest, _ids(there)) == await self._noted():
            return
        kept = [_as_sent(command) for command in there if command["type"] == ENTRY_POINT]
        upsert = self._client.http.bulk_upsert_global_commands
        ids = _ids(await upsert(self._client.application_id, payload=[*payload, *kept]))
        await self._database.write(save_value, self._note, json.dumps({"digest": digest, "ids": ids}))
        self._ids.clear()
        self._ids.update(ids)
        LOG.info("commands registered: %s", ", ".join(ids))

    async def _definition(self, command: Command) -> Payload:
        translator = self._tree.translator
        if translator is None:
            return command.to_dict(self._tree)
        return await command.get_translated_payload(self._tree, translator)

    async def _noted(self) -> tuple[str, dict[str, int]]:
        """The digest and the ids of the commands that were registered last."""
        text = await self._database.read(find_value, self._note)
        note = json.loads(text) if text else {}
        return note.get("digest", ""), note.get("ids", {})

    @property
    def _note(self) -> str:
        return f"commands of {self._client.application_id}"


def _ids(commands: list[Any]) -> dict[str, int]:
    return {command["name"]: int(command["id"]) for command in commands if command.get("type") != ENTRY_POINT}


def _as_sent(command: Payload) -> Payload:
    """Turn a command that Discord has sent into one that can be sent back."""
    return {name: value for name, value in command.items() if name not in ("application_id", "version", "guild_id")}
