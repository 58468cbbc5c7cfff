"""What the probe has made on Discord, and takes away again: at the end, or in the next run after a kill."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

import discord

from bot.ui.kit.failure import UNREACHED, code_of

T = TypeVar("T")

MARK = "-# make probe"
"""The last line of every message of the probe: by it, a later run finds what was left behind."""

PREFIX = "probe_"
"""How the names of its emoji begin."""

LOOKED_THROUGH = 200
"""How many messages of the channel are looked through for those that were left behind."""

_GONE = (10008, 10014, 10015, 50027)
"""Discord's codes for what is not there any more, or was somebody's whose token has run out."""


class Made:
    """Messages in a channel, emoji of the application, and private messages, by what takes them away."""

    def __init__(self, client: discord.Client, channel: discord.PartialMessageable) -> None:
        self._client = client
        self._channel = channel
        self._ways: dict[int, Callable[[], Awaitable[object]]] = {}

    async def keep(self, making: Awaitable[T], way: Callable[[T], Callable[[], Awaitable[object]]]) -> T:
        """Make something, and remember the way to take it away. To stop the probe does not cut this short."""
        task = asyncio.ensure_future(self._kept(making, way))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    async def _kept(self, making: Awaitable[T], way: Callable[[T], Callable[[], Awaitable[object]]]) -> T:
        made = await making
        number: int = made.id  # type: ignore[attr-defined]
        self._ways[number] = way(made)
        return made

    def forget(self, number: int) -> None:
        """Something is gone."""
        self._ways.pop(number, None)

    async def take_away(self, number: int) -> None:
        """Take something away before the end: what follows a press can be deleted for 15 minutes only."""
        if await _taken_away(self._ways[number]):
            self.forget(number)

    async def undo(self) -> list[str]:
        """Remove everything. Returns a sentence for each thing that stays."""
        stays = []
        for number, way in reversed(self._ways.items()):
            if not await _taken_away(way):
                stays.append(f"Discord does not delete {number} now: run the probe again later, and it will be gone.")
        self._ways.clear()
        _, unseen = await self.clear()
        return [*stays, *unseen]

    async def clear(self) -> tuple[int, list[str]]:
        """Take away what an earlier run has left behind. Returns how much that was, and what could not be seen."""
        ways: list[Callable[[], Awaitable[object]]] = []
        unseen = []
        try:
            messages = self._channel.history(limit=LOOKED_THROUGH)
            ways.extend([message.delete async for message in messages if self._is_marked(message)])
        except UNREACHED:
            unseen.append(
                "The probe cannot look for messages of an earlier run: let the bot Read Message History here."
            )
        try:
            emoji = await self._client.fetch_application_emojis()
            ways += [each.delete for each in emoji if each.name.startswith(PREFIX)]
        except UNREACHED:
            unseen.append("The probe cannot look for emoji of an earlier run: Discord does not list them now.")
        return sum([await _taken_away(way) for way in ways]), unseen

    def _is_marked(self, message: discord.Message) -> bool:
        return message.author == self._client.user and any(text.endswith(MARK) for text in _texts([message]))


async def _taken_away(way: Callable[[], Awaitable[object]]) -> bool:
    try:
        await way()
    except UNREACHED as error:
        return code_of(error) in _GONE
    return True


def _texts(parts: Iterable[Any]) -> list[str]:
    """The texts of some messages, or of their components."""
    texts = []
    for part in parts:
        texts.append(getattr(part, "content", None) or "")
        texts += _texts(getattr(part, "components", ()) or getattr(part, "children", ()))
    return texts
