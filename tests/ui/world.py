"""A simulated Discord with our real bot in it, and people who press what the messages offer (decision 0005)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import discord
import simcord

from bot.app import App
from bot.connection.client import Client
from bot.matches.match import Match
from bot.store.backend.restore import restore
from bot.ui.kit.brand import ADMIN, GAME, ROOT
from bot.ui.kit.interaction import Interaction, also
from tests.ui.reaching import CHOSEN, WAYS, moderate, reach

T = TypeVar("T")

ANSWER_SECONDS = 3.0
"""How long Discord, and whoever has pressed something, waits for an answer."""


class World:
    """One channel, two players and a spectator. Every action asserts that it was answered, exactly once.

    ``new_client`` makes a bot that has not started yet, always on the same database.
    """

    def __init__(self, env: simcord.Env, client: Client, new_client: Callable[[], Client]) -> None:
        self.env = env
        self.client = client
        self.settles = True
        """Whether an action waits until the bot has done all that follows from it."""
        self._new_client = new_client
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("quilts")
        users = [env.create_user(name) for name in ("mina", "tom", "eve")]
        self.mina, self.tom, self.eve = map(self.guild.add_member, users)
        self._people = {person.id: person for person in (self.mina, self.tom, self.eve)}
        self._users = {user.id: user for user in users}
        self._calls: dict[int, tuple[set[int], str]] = {}
        env.backend.subscribers.append(self._note_message)

    @property
    def app(self) -> App:
        """The services of the bot that runs now."""
        return self.client.app

    async def restart(self) -> None:
        """Kill the bot and start a new one on the same database."""
        old, self.client = self.client, self._new_client()
        await self.env.restart_bot(self.client)
        await old.finish()

    async def restarted(self) -> None:
        """Kill the bot, start a new one, and let it sweep."""
        await self.restart()
        await self.sweep()

    async def restore(self, backup: Path) -> None:
        """Stop the bot, restore a backup, and start a new one."""
        old, self.client = self.client, self._new_client()
        await old.finish()
        await asyncio.to_thread(restore, old.app.config.database_url, backup)
        await self.env.restart_bot(self.client)

    def person(self, user: int | None) -> simcord.MemberActor:
        """Somebody by their id, such as the player to move."""
        assert user is not None, "nobody is to move"
        return self._people[user]

    @cached_property
    def keeper(self) -> simcord.MemberActor:
        """Somebody who manages the server and its messages."""
        return self.with_role("keeper", manage_guild=True, manage_messages=True)

    def with_role(self, name: str, **permissions: bool) -> simcord.MemberActor:
        """Somebody more, with permissions in the server."""
        role = self.guild.create_role(name, permissions=discord.Permissions(**permissions))
        return self.guild.add_member(self.env.create_user(name), roles=[role])

    def more_people(self, *names: str) -> list[simcord.MemberActor]:
        """More members, who play as mina and tom do."""
        users = {name: self.env.create_user(name) for name in names}
        people = [self.guild.add_member(user) for user in users.values()]
        self._people |= {person.id: person for person in people}
        self._users |= {user.id: user for user in users.values()}
        return people

    def read_only(self) -> simcord.ChannelHandle:
        """A channel in which the bot may not post."""
        denied = discord.PermissionOverwrite(send_messages=False, attach_files=False)
        return self.guild.create_text_channel("read-only", overwrites={self.guild.default_role: denied})

    def elsewhere(self, who: simcord.MemberActor) -> tuple[simcord.ChannelHandle, simcord.MemberActor]:
        """A channel of another server, and somebody as a member there."""
        guild = self.env.create_guild()
        return guild.create_text_channel("elsewhere"), guild.add_member(self._users[who.id])

    def thread(self, name: str, *, private: bool = False) -> simcord.ChannelHandle:
        """A thread that mina opens in the channel."""
        kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
        self.env.backend.create_thread(self.channel.id, name, self.mina.id, type=kind.value)
        return self.channel.threads[-1]

    # --- actions

    async def slash(self, who: simcord.MemberActor, command: str, **options: Any) -> discord.Message:
        """Use a command; returns its answer."""
        return await self.slash_in(self.channel, who, command, **options)

    async def slash_in(
        self, channel: simcord.ChannelHandle, who: simcord.MemberActor, command: str, **options: Any
    ) -> discord.Message:
        """Use a command in another channel, or come to what has none."""
        if command in WAYS:
            return await reach(self, channel, who, command, **options)
        result = await who.slash(channel, f"{ROOT} {command}", **options)
        return await self._answer(result, is_shared=options.get("share", False))

    async def moderate(self, who: simcord.MemberActor, command: str, /, **options: Any) -> discord.Message:
        """Use a command for moderators; returns its answer."""
        return await self.moderate_in(self.channel, who, command, **options)

    async def moderate_in(
        self, channel: simcord.ChannelHandle, who: simcord.MemberActor, command: str, /, **options: Any
    ) -> discord.Message:
        """Use a command for moderators in another channel."""
        if command in CHOSEN:
            return await moderate(self, channel, who, command, **options)
        name = "end" if command == "list" else command
        return await self._answer(await who.slash(channel, f"{ADMIN} {name}", **options))

    def let_moderate(self, who: simcord.MemberActor) -> None:
        """Show the commands for moderators to somebody, as the settings of a server can, whatever they may do."""
        command = self.env.backend.find_command(ADMIN, None)
        assert command is not None
        self.guild.set_command_permissions(int(command["id"]), {who: True})

    async def challenge(
        self,
        who: simcord.MemberActor,
        friend: simcord.MemberActor,
        channel: simcord.ChannelHandle | None = None,
        **options: Any,
    ) -> discord.Message:
        """Challenge somebody, here or in another channel; returns the public message."""
        channel = channel or self.channel
        answer = await self.slash_in(channel, who, "challenge", friend=friend, **options)
        assert answer.flags.ephemeral
        return [message for message in channel.history() if ":challenge:" in str(ids(message))][-1]

    async def press(self, who: simcord.MemberActor, message: discord.Message, control: str) -> discord.Message:
        """Press the button whose id ends with a control; returns the private answer, or the message itself."""
        result = await who.click(message, custom_id=_the_one(message, control))
        return await self._answer(result, message, is_shared=control in ("share", "showdaily"))

    async def hear(self, who: simcord.MemberActor, message: discord.Message, control: str) -> discord.Message:
        """Press a button; returns what is said in private beside its answer."""
        result = await who.click(message, custom_id=_the_one(message, control))
        await self.app.tasks.idle()
        (followup,) = result.followups
        assert followup.message.flags.ephemeral
        return followup.message

    async def choose(
        self, who: simcord.MemberActor, message: discord.Message, control: str, value: str
    ) -> discord.Message:
        """Choose one value of the select whose id ends with a control."""
        (custom_id,) = [item["custom_id"] for item in controls(message) if item["custom_id"].endswith(":" + control)]
        return await self._answer(await who.select(message, [value], custom_id=custom_id), message)

    async def fill(
        self, who: simcord.MemberActor, message: discord.Message, control: str, typed: Mapping[int, str]
    ) -> discord.Message:
        """Press a button that asks a form, and type into some fields of it; the others stay as they are."""
        shown = await who.click(message, custom_id=_the_one(message, control))
        assert shown.modal, "nothing is asked"
        there = [each["component"].get("value") or "" for each in shown.modal["components"]]
        values = {str(number): typed.get(number, text) for number, text in enumerate(there)}
        return await self._answer(await who.submit_modal(shown, values), message)

    async def pick(
        self, who: simcord.MemberActor, message: discord.Message, control: str, person: simcord.MemberActor
    ) -> discord.Message:
        """Pick somebody in the select of people whose id ends with a control."""
        return await self._answer(await who.select(message, [person], custom_id=_the_one(message, control)), message)

    async def point_at(
        self,
        who: simcord.MemberActor,
        target: simcord.MemberActor | discord.Message,
        entry: str = f"Challenge to {GAME}",
    ) -> discord.Message:
        """Challenge somebody by the menu of a person, or choose another ``entry``, or one of a message; returns its
        answer.
        """
        return await self._answer(await who.context_menu(self.channel, entry, target))

    async def delete(self, message: discord.Message) -> None:
        """Delete a message, as a moderator could."""
        await self.client.get_partial_messageable(message.channel.id).get_partial_message(message.id).delete()

    async def send(self, view: discord.ui.LayoutView | discord.ui.View) -> discord.Message:
        """Post a message in the bot's name that its store knows nothing of; returns it, to be clicked."""
        return await self.client.get_partial_messageable(self.channel.id).send(view=view)

    async def begin(
        self,
        who: simcord.MemberActor,
        friend: simcord.MemberActor,
        channel: simcord.ChannelHandle | None = None,
        **options: Any,
    ) -> None:
        """Challenge a friend, who accepts."""
        await self.press(friend, await self.challenge(who, friend, channel, **options), "accept")

    async def accepted_game(self, **options: Any) -> Match:
        """A game that mina challenged tom to, just begun."""
        await self.begin(self.mina, self.tom, **options)
        return await self.match()

    async def _answer(
        self, result: simcord.InteractionResult, message: discord.Message | None = None, *, is_shared: bool = False
    ) -> discord.Message:
        """What was answered, at once or within the seconds for which people wait: in private, unless it is shared."""
        if not result.acknowledged:
            await self.env.advance_time(ANSWER_SECONDS)
        assert result.acknowledged, "nobody answered"
        if self.settles:
            await self.app.tasks.idle()
        if message and not message.flags.ephemeral and result.deferred and result.followups:
            (beside,) = result.followups
            assert beside.message.flags.ephemeral
            return beside.message
        assert not result.followups, [text(followup.message) for followup in result.followups]
        answer = result.response.message if result.response else message
        assert answer is not None
        assert is_shared or answer.flags.ephemeral or (message and answer.id == message.id), "others see the answer"
        return answer

    async def sweep(self) -> None:
        """Let the bot sweep, by the simulated clock."""
        with self.env.time_context():
            await self.client.sweep()
            await self.app.tasks.idle()

    def clicks(self) -> list[Interaction]:
        """The interactions of people from now on, as they come."""
        clicks: list[Interaction] = []

        async def hear(click: Interaction) -> None:
            clicks.append(click)

        also(self.client, "on_interaction", hear)
        return clicks

    async def do(self, work: Awaitable[T]) -> T:
        """Run something below the ui by the simulated clock, and let the bot do all that follows."""
        with self.env.time_context():
            done = await work
            await self.app.tasks.idle()
        return done

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Let nobody hear of what is changed in here, as when a crash comes right after the commit."""
        database = self.app.database
        followers, database._followers = database._followers, []
        yield
        database._followers = followers

    async def forget(self, who: simcord.MemberActor) -> None:
        """Let the bot forget somebody and sweep."""
        with self.env.time_context():
            await self.app.privacy.forget(who.id)
        await self.sweep()

    async def show(self, game: int = 1) -> None:
        """Let the board of a game follow what has changed below the ui."""
        with self.env.time_context():
            self.app.boards.refresh(game)
            await self.app.tasks.idle()

    # --- what there is to see

    async def match(self, game: int = 1) -> Match:
        """A game, straight from the store."""
        return await self.app.matches.load(game)

    def boards(self, channel: simcord.ChannelHandle | None = None) -> list[discord.Message]:
        """The public messages in the channel, or in another one, that are boards."""
        return [message for message in (channel or self.channel).history() if ":board:" in str(ids(message))]

    def private(self, who: simcord.MemberActor) -> list[discord.Message]:
        """The private pages that somebody sees in the channel, the oldest first."""
        return [message for message in self.channel.history(viewer=who) if message.flags.ephemeral]

    def now_shown(self, who: simcord.MemberActor, page: discord.Message) -> discord.Message:
        """What a private page shows now."""
        return next(message for message in self.private(who) if message.id == page.id)

    def board(self) -> discord.Message:
        """The one board there is."""
        (board,) = self.boards()
        return board

    def told(self, user: int) -> list[str]:
        """What the bot has told a user in private messages."""
        return [message.content for message in self._users[user].dm_channel.history()]

    def now(self) -> datetime:
        """The simulated time."""
        with self.env.time_context():
            return discord.utils.utcnow()

    def pinged(self, message: discord.Message) -> set[int]:
        """Whom a message notified when it was posted. (Edits notify nobody.)"""
        return self._calls[message.id][0]

    def calls(self) -> list[tuple[set[int], str]]:
        """Whom public messages have notified so far, and in which words."""
        return [call for call in self._calls.values() if call[0]]

    def words(self, message: discord.Message) -> str:
        """What the notification of a message said: the plain words as which it was posted."""
        return self._calls[message.id][1]

    def _note_message(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "MESSAGE_CREATE":
            message = self.env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            self._calls[message.id] = set(message.ping_user_ids), message.content


def _the_one(message: discord.Message, control: str) -> str:
    """The id of the one usable control of a message whose id ends like this."""
    found = [item["custom_id"] for item in controls(message) if item["custom_id"].endswith(":" + control)]
    assert len(found) == 1, f"{control!r} is not offered once: {[item['custom_id'] for item in controls(message)]}"
    return str(found[0])


def walk(message: discord.Message) -> Iterator[dict[str, Any]]:
    """All components of a message, nested ones included, as dictionaries."""
    waiting: list[Any] = [component.to_dict() for component in message.components]
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


def chosen(message: discord.Message) -> list[str]:
    """What the selects of a message show as chosen."""
    options = [option for item in controls(message) for option in item.get("options", [])]
    return [option["label"] for option in options if option.get("default")]


def text(message: discord.Message) -> str:
    """All texts of a message."""
    return "\n".join([message.content, *(item["content"] for item in walk(message) if item["type"] == 10)]).strip()


def alt(message: discord.Message) -> str:
    """The alt text of a message's picture; empty if it has none."""
    return "".join(item["description"] for each in walk(message) for item in each.get("items", []))


async def picture(message: discord.Message) -> bytes:
    """The one picture of a message."""
    (attachment,) = message.attachments
    return await attachment.read()
