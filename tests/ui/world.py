"""A simulated Discord with our real bot in it, and people who press what the messages offer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.client import Client
from bot.matches.match import Match
from bot.config import Config


class World:
    """One channel, two players and a spectator. Every action asserts that it was answered, exactly once."""

    def __init__(self, env: simcord.Env, client: Client, settings: Config) -> None:
        self.env = env
        self.client = client
        self.settings = settings
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("quilts")
        users = [env.create_user(name) for name in ("mina", "tom", "eve")]
        self.mina, self.tom, self.eve = map(self.guild.add_member, users)
        self._people = {person.id: person for person in (self.mina, self.tom, self.eve)}
        self._users = {user.id: user for user in users}

    async def restart(self) -> None:
        """Kill the bot and start a new one on the same database."""
        old, self.client = self.client, new_client(self.settings)
        await self.env.restart_bot(self.client)
        await old.finish()

    def person(self, user: int) -> simcord.MemberActor:
        """Somebody by their id."""
        return self._people[user]

    def with_role(self, name: str, **permissions: bool) -> simcord.MemberActor:
        """Somebody more, with permissions in the server."""
        role = self.guild.create_role(name, permissions=discord.Permissions(**permissions))
        return self.guild.add_member(self.env.create_user(name), roles=[role])

    # --- actions

    async def slash(self, who: simcord.MemberActor, command: str, **options: Any) -> discord.Message:
        """Use a command; returns its answer."""
        return _answer(await who.slash(self.channel, f"patchwork {command}", **options))

    async def press(self, who: simcord.MemberActor, message: discord.Message, control: str) -> discord.Message:
        """Press the button whose id ends with a control; returns the private answer, or the message itself."""
        ids = [item["custom_id"] for item in controls(message) if item["custom_id"].endswith(":" + control)]
        assert len(ids) == 1, f"{control!r} is not offered once: {[item['custom_id'] for item in controls(message)]}"
        result = await who.click(message, custom_id=ids[0])
        return _answer(result, message)

    async def choose(
        self, who: simcord.MemberActor, message: discord.Message, control: str, value: str
    ) -> discord.Message:
        """Choose one value of the select whose id ends with a control."""
        (custom_id,) = [item["custom_id"] for item in controls(message) if item["custom_id"].endswith(":" + control)]
        return _answer(await who.select(message, [value], custom_id=custom_id), message)

    async def accepted_game(self, **options: Any) -> Match:
        """A game that mina challenged tom to, just begun."""
        challenge = await self.slash(self.mina, "challenge", friend=self.tom, **options)
        await self.press(self.tom, challenge, "accept")
        return await self.match()

    async def sweep(self) -> None:
        """Let the bot sweep, by the simulated clock."""
        with self.env.time_context():
            await self.client.sweep()
            await self.client.writer.idle()

    # --- what there is to see

    async def match(self, game: int = 1) -> Match:
        """A game, straight from the store."""
        return await self.client.games.load(game)

    def boards(self) -> list[discord.Message]:
        """The public messages in the channel that are boards."""
        return [message for message in self.channel.history() if ":board:" in str(ids(message))]

    def board(self) -> discord.Message:
        """The one board there is."""
        (board,) = self.boards()
        return board

    def user(self, user: int) -> simcord.UserHandle:
        """The account of somebody, to add it to another server."""
        return self._users[user]

    def told(self, user: int) -> list[str]:
        """What the bot has told a user in private messages."""
        return [message.content for message in self._users[user].dm_channel.history()]

    def now(self) -> datetime:
        """The simulated time."""
        with self.env.time_context():
            return discord.utils.utcnow()

    def pinged(self, message: discord.Message) -> set[int]:
        """Whom a message has pinged."""
        return set(self.env.backend.get_message(message.channel.id, message.id).ping_user_ids)


class Response:
    """As much of an HTTP response as discord.py's errors look at."""

    reason = "refused"

    def __init__(self, status: int) -> None:
        self.status = status


def new_client(settings: Config) -> Client:
    """A bot that has not started yet; nothing sweeps by itself."""
    return Client(settings, sweep_seconds=None, rng=random.Random(7), shard_count=1)


def settings_in(folder: Path, **options: Any) -> Config:
    """Config with a database file in a folder."""
    return Config(f"sqlite+aiosqlite:///{folder / 'games.db'}", **options)


def _answer(result: simcord.InteractionResult, message: discord.Message | None = None) -> discord.Message:
    assert result.acknowledged, "nobody answered"
    assert not result.followups, [text(followup.message) for followup in result.followups]
    answer = result.response.message if result.response else message
    assert answer is not None
    return answer


def walk(message: discord.Message) -> Iterator[dict[str, Any]]:
    """All components of a message, nested ones included, as dictionaries."""
    waiting = [component.to_dict() for component in message.components]
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting[:0] = component.get("components", [])


def controls(message: discord.Message) -> list[dict[str, Any]]:
    """The buttons and selects of a message that can be used."""
    return [item for item in walk(message) if "custom_id" in item and not item.get("disabled")]


def ids(message: discord.Message) -> list[str]:
    """The ids of all controls, disabled ones too."""
    return [item["custom_id"] for item in walk(message) if "custom_id" in item]


def offered(message: discord.Message) -> list[str]:
    """What the usable controls of a message do: the last part of their ids."""
    return [item["custom_id"].rpartition(":")[2] for item in controls(message)]


def text(message: discord.Message) -> str:
    """All texts of a message."""
    return "\n".join(item["content"] for item in walk(message) if item["type"] == 10)
